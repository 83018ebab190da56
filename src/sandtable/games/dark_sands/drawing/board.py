"""What is printed, for drawing: the three sections of the map as one, their joins, roads and hexsides; the colours
of the counters; the tracks and the boxes beside the map (2.1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import sqrt

from sandtable.games.dark_sands.printed.calendar import LAST_TURN, Turn
from sandtable.games.dark_sands.printed.data import Printed, load_printed
from sandtable.games.dark_sands.printed.files import SECTIONS, Cell, Link
from sandtable.kernel.scene import NOWHERE, Board, Box, Join, Line, Mark, Nation, Sheet, Sign, Terrain, Track
from sandtable.kernel.scene import Cell as Drawn
from sandtable.kernel.words import phrase, say

TERRAINS = (
    Terrain("desert", "desert", " ", "#e4cf9c", "sand"),
    Terrain("rough", "rough", "%", "#cdb082", "rock"),
    Terrain("mountain", "mountain", "^", "#b98b58", "cliff"),
    Terrain("salt_marsh", "salt marsh", ";", "#c9c3a2", "marsh"),
    Terrain("town", "desert with a port", "o", "#dcc488", "town"),
    Terrain("fort", "fort", "@", "#c9a66b", "fortress"),
    Terrain("base", "desert with a port and a source of supply", "&", "#cdb07a", "base"),
    Terrain("qattara", "Qattara Depression", ".", "#a89a80", "salt"),
    Terrain("sea", "sea", "~", "#7fb0c8", "water"),
)
COLOURS = {
    "green": "#2e7d32",
    "blue": "#1f5fbf",
    "orange": "#e07b00",
    "yellow": "#e8c400",
    "brown": "#7a4a21",
    "red": "#c62828",
    "white": "#f5f3ec",
    "purple": "#7b2fa3",
}
ROW = sqrt(3) / 2
GAP = 0.9
"""Between two sections, in hexes of the centre: room for the letters of the joins."""
SHEETS = {
    "west": Sheet("west", "West", "hex-rows", 0.0, 0.0, 2.0, "desert"),
    "central": Sheet("central", "Central", "hex-rows", 20 + GAP, 7 * ROW, 1.0, "desert"),
    "east": Sheet("east", "East", "hex-rows", -35.5 + 2 * GAP, 20 * ROW, 2.0, "desert"),
}
"""Laid so that the joined hexes lie side by side; rows are counted from the northernmost of each section."""
NORTH = {"west": 35, "central": 33, "east": 20}
OPEN_SEA = {"central": range(23, 56), "east": range(56, 78)}
STYLES = {"road": "road", "track": "track", "rail": "railway", "bypass": "trail"}
SIDE_STYLES = {"escarpment": "cliff", "ridge": "ridge", "wadi": "river", "sea": "closed", "fort": "wall"}
MARKS = {
    "port": ("port",),
    "source": ("supply_axis", "supply_allied"),
    "points": ("vp_turn_allied", "vp_final", "axis_vp_pair"),
}


# The Axis is dark with pale print, the Allies pale with dark print, so that sides differ without any colour.
NATIONS = (
    Nation("Germany", "German", "#46525a", "#f6f1e4"),
    Nation("Italy", "Italian", "#56663a", "#f8f5e6"),
    Nation("Britain", "British", "#e2cf9f", "#33260a"),
    Nation("India", "Indian", "#cfbdea", "#281a44"),
    Nation("Australia", "Australian", "#a6dccb", "#0f2f28"),
    Nation("New Zealand", "New Zealand", "#93c9cf", "#0c2c33"),
    Nation("South Africa", "South African", "#c3dca0", "#22330c"),
    Nation("Poland", "Polish", "#f3c3cf", "#481422"),
    Nation("Free French", "Free French", "#bccbf5", "#17204a"),
    Nation("Greece", "Greek", "#cfe4f7", "#12304d"),
)
SIDE_NAMES = ("Axis", "Allies")

# Beside the map (2.1.6)
TURN_TRACK, POINTS_TRACK, TANKS_TRACK, INFANTRY_TRACK, BYPASS_TRACK = TRACKS = (
    *("turn", "points", "saved-tanks", "saved-infantry", "bypass"),
)
SUPPORTS_READY, SUPPORTS_USED, REBUILDABLE_BOXES = (
    tuple(f"{side}-{box}" for side in ("axis", "allied")) for box in ("ready", "used", "rebuildable")
)
AWAY_BOX, GONE_BOX = "away", "gone"
MOST_POINTS, MOST_SAVED = 40, 3
KEY = (
    Sign("S", "out of supply"),
    Sign("D", "disorganised"),
    Sign("AT", "with anti-tank guns"),
    Sign("A", "attacks"),
    Sign("½", "reduced"),
    Sign("M", "has moved"),
    Sign("F", "has fought"),
    Sign("E", "moves by extended movement"),
    Sign("C", "committed to this combat"),
    Sign("B", "fortified box"),
    Sign("R", "railhead"),
    Sign("W", "work on the bypass road"),
    Sign("!", "combat"),
    Sign("x", "attacked in this action"),
)
"""What the badges and the markers mean."""


def turn_box(turn: int) -> str:
    return f"turn-{turn}"


@cache
def board(printed: Printed | None = None) -> Board:
    """The printed map with its tracks and boxes; made once, as it never changes."""
    known = printed or load_printed()
    return Board(
        title="The Dark Sands",
        sheets=tuple(SHEETS.values()),
        terrains=TERRAINS,
        cells=(*(_drawn(known, cell) for cell in known.cells.values()), *_open_sea()),
        lines=(*_lines(known), _frontier(known)),
        joins=tuple(_joins(known)),
        boxes=tuple(_boxes()),
        tracks=tuple(_tracks(known)),
        nations=NATIONS,
        piece_nouns=("unit", "support", "chit"),
        key=KEY,
    )


def _drawn(printed: Printed, cell: Cell) -> Drawn:
    """A hex; sea and the Qattara Depression are scenery that nothing enters."""
    row, column = int(cell.hex[:2]), int(cell.hex[2:])
    return Drawn(
        number=printed.board.number.get(cell.hex, NOWHERE),
        name=cell.hex,
        x=column + row % 2 / 2,
        y=float(NORTH[cell.section] - row),
        terrain=_terrain(cell),
        label=cell.name or cell.label,
        sheet=list(SECTIONS).index(cell.section),
        marks=tuple(Mark(kind) for kind, features in MARKS.items() if cell.features & {*features}),
    )


def _open_sea() -> Iterator[Drawn]:
    """North of the Central and the East section is nothing but sea."""
    for section, columns in OPEN_SEA.items():
        sheet, north = list(SECTIONS).index(section), NORTH[section]
        for row in range(north + 1, north + 4):
            for column in columns:
                yield Drawn(NOWHERE, "", column + row % 2 / 2, float(north - row), "sea", sheet=sheet)


def _terrain(cell: Cell) -> str:
    if cell.features & {"fort_tobruk", "fort_bardia"}:
        return "fort"
    if "port" in cell.features:
        return "base" if "supply_allied" in cell.features else "town"
    return cell.terrain


def _lines(printed: Printed) -> Iterator[Line]:
    for kind, style in STYLES.items():
        yield Line(kind, _pairs(printed, printed.lines, kind), style=style)
    for kind, style in SIDE_STYLES.items():
        yield Line(kind, _pairs(printed, printed.sides, kind), along_sides=True, style=style)


def _pairs(printed: Printed, links: Iterable[Link], kind: str) -> tuple[tuple[int, int], ...]:
    """Each pair once: two tracks may share a part of their way."""
    number = printed.board.number
    ends = (sorted((number[link.a], number[link.b])) for link in links if link.kind == kind)
    return tuple(dict.fromkeys((a, b) for a, b in ends))


def _frontier(printed: Printed) -> Line:
    """Where Egypt begins."""
    number = printed.board.number
    egypt = {number[cell.hex] for cell in printed.cells.values() if cell.playable and "egypt" in cell.features}
    pairs = ((here, there) for here in sorted(egypt) for there in printed.board.neighbours[here])
    return Line(
        "frontier", tuple(pair for pair in pairs if pair[1] not in egypt), along_sides=True, style="border"
    )


def _joins(printed: Printed) -> Iterator[Join]:
    number = printed.board.number
    for join in printed.board.joins:
        cells, others = (tuple(number[name] for name in end) for end in (join.a, join.b))
        yield Join(join.name, printed.letters[join.name], COLOURS[join.name], cells, others)


# Beside the map


TURNS = range(1, LAST_TURN + 1)


def _boxes() -> Iterator[Box]:
    """2.1.6: supports at hand, units that can be rebuilt, and the track of reinforcements."""
    for side, name in enumerate(SIDE_NAMES):
        yield Box(SUPPORTS_READY[side], phrase("{side}: supports ready", side=say(name)), side=side)
        yield Box(SUPPORTS_USED[side], phrase("{side}: supports used", side=say(name)), side=side)
        yield Box(REBUILDABLE_BOXES[side], phrase("{side}: can be rebuilt", side=say(name)), side=side)
    yield from (Box(turn_box(turn), phrase("Arrive in turn {turn}", turn=turn)) for turn in TURNS)
    yield Box(AWAY_BOX, phrase("Away"))
    yield Box(GONE_BOX, phrase("Out of the game"))


def _tracks(printed: Printed) -> Iterator[Track]:
    yield Track(
        TURN_TRACK,
        phrase("Turn"),
        tuple(phrase("{turn}, {months}", turn=turn, months=printed.turns[turn].months) for turn in TURNS),
        tuple(", ".join(_notes(printed.turns[turn])) for turn in TURNS),
        tuple(turn_box(turn) for turn in TURNS),
    )
    yield Track(POINTS_TRACK, phrase("Victory points"), tuple(map(str, range(MOST_POINTS + 1))))
    saved = tuple(map(str, range(MOST_SAVED + 1)))
    yield Track(TANKS_TRACK, phrase("Allied tank points saved"), saved)
    yield Track(INFANTRY_TRACK, phrase("Allied infantry points saved"), saved)
    states = (phrase("not built"), phrase("under construction"), phrase("built"))
    yield Track(BYPASS_TRACK, phrase("Tobruk bypass"), states)


def _notes(turn: Turn) -> Iterator[str]:
    """What is printed in a space of the turn track."""
    yield phrase("{side} initiative", side=say(("Axis", "Allied")[turn.initiative]))
    if turn.panzer_repair:
        yield phrase("panzer repair")
    if turn.cadres:
        yield phrase("Allied cadres")
    if turn.assault:
        yield phrase("Assault table")

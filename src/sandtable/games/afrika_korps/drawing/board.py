"""What is printed, for drawing: the map (1.1), the colours of the counters (1.2), the time record (1.6), boxes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.games.afrika_korps.notation.words import SIDES, unit_names
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, Printed
from sandtable.games.afrika_korps.printed.files import Unit
from sandtable.games.afrika_korps.printed.tracks import FACES
from sandtable.games.afrika_korps.rules.c12_arrivals import FACTORS_FOR_BASE, FACTORS_FOR_TOBRUCH
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import NOWHERE, Board, Box, Cell, Line, Nation, Sheet, Terrain, Track
from sandtable.kernel.words import phrase

TERRAINS = (
    Terrain("clear", "desert", " ", "#e4cf9c", "sand"),
    Terrain("escarpment", "escarpment", "^", "#b98b58", "cliff"),
    Terrain("fortress", "fortress", "@", "#c9a66b", "fortress"),
    Terrain("base", "home base", "&", "#cdb07a", "base"),
    Terrain("qattara_partial", "edge of the Qattara Depression", ",", "#cfbd97", "salt"),
    Terrain("qattara", "Qattara Depression", ".", "#a89a80", "salt"),
    Terrain("sea", "sea", "~", "#7fb0c8", "water"),
    Terrain("edge", "edge of the map", ":", "#b7ab93", "edge"),
)

# The Axis is dark with pale print, the Allies pale with dark print, so that sides differ without any colour.
NATIONS = (
    Nation("German", "German", "#46525a", "#f6f1e4"),
    Nation("Italian", "Italian", "#56663a", "#f8f5e6"),
    Nation("British", "British", "#a9cbe8", "#14273a"),
    Nation("Australian", "Australian", "#a6dccb", "#0f2f28"),
    Nation("New Zealand", "New Zealand", "#93c9cf", "#0c2c33"),
    Nation("Indian", "Indian", "#cfbdea", "#281a44"),
    Nation("South African", "South African", "#c3dca0", "#22330c"),
    Nation("Polish", "Polish", "#f3c3cf", "#481422"),
    Nation("Free French", "Free French", "#bccbf5", "#17204a"),
    Nation("Jewish brigade", "Jewish brigade", "#dde8f6", "#1b2c45"),
    Nation("Axis", "Axis", "#6b4a3a", "#fbf3e6"),
    Nation("Allied", "Allied", "#f1e2b8", "#3a2c08"),
)
NATION_IDS = frozenset(nation.id for nation in NATIONS)

AT_SEA, ELIMINATED, WAITING, TO_COME, SET_ASIDE, REPLACED = (
    "sea",
    "eliminated",
    "waiting",
    "to-come",
    "set-aside",
    "replaced",
)
BOXES = (
    Box(AT_SEA, "At sea"),
    Box(WAITING, "Waiting to land"),
    Box(TO_COME, "Still to come"),
    Box(REPLACED, "Inside substitutes"),
    Box(SET_ASIDE, "Substitutes set aside"),
    Box(ELIMINATED, "Eliminated"),
)
TURN_TRACK, FACTOR_TRACK = "turn", "factors"


def nation_of(unit: Unit) -> str:
    """1.2.2: the nation whose colours a counter has; without one, those of its side."""
    return unit.nation if unit.nation in NATION_IDS else ("Axis", "Allied")[unit.side]


@cache
def board(printed: Printed) -> Board:
    """The printed map (1.1), the boxes beside it and the time record (1.6); made once, as it never changes."""
    return Board(
        title="Afrika Korps",
        sheets=(Sheet("map", "The desert", "hex-rows"),),
        terrains=TERRAINS,
        cells=(*_cells(printed), *_margins(printed)),
        lines=(
            Line("road", tuple(_roads(printed)), style="road"),
            Line("closed hexside", tuple(sorted(printed.board.closed)), along_sides=True, style="closed"),
        ),
        boxes=BOXES,
        tracks=(
            Track(TURN_TRACK, "Turn", tuple(_turn_spaces(printed)), tuple(_turn_notes(printed))),
            Track(FACTOR_TRACK, "Replacement factors", tuple(map(str, range(_most_factors(printed) + 1)))),
        ),
        nations=NATIONS,
    )


# The map


def _cells(printed: Printed) -> Iterator[Cell]:
    """Every hex of the sheet; sea, full Qattara and the edges are scenery that nothing enters."""
    for name, number in printed.board.number.items():
        label = printed.place_names.get(number, "")
        yield Cell(number, name, *_centre(name), printed.terrain[number], label)
    for name, terrain in printed.backdrop:
        yield Cell(NOWHERE, name, *_centre(name), terrain)


def _margins(printed: Printed) -> Iterator[Cell]:
    """The corners of the sheet that have no coordinates: each row is continued at both ends."""
    rows: dict[float, dict[float, str]] = defaultdict(dict)
    for cell in _cells(printed):
        rows[cell.y][cell.x] = cell.terrain
    west, east = min(min(row) for row in rows.values()), max(max(row) for row in rows.values())
    for y, row in rows.items():
        first, last = min(row), max(row)
        for step in range(1, int(first - west) + 1):
            yield Cell(NOWHERE, "", first - step, y, row[first])
        for step in range(1, int(east - last) + 1):
            yield Cell(NOWHERE, "", last + step, y, row[last])


def _centre(name: str) -> tuple[float, float]:
    q, r = diagonal_to_axial(name)
    return q + r / 2, float(r)


def _roads(printed: Printed) -> Iterator[tuple[int, int]]:
    for here, across in enumerate(printed.road):
        yield from ((here, there) for there in ones(across) if here < there)


# The tracks


def _turn_spaces(printed: Printed) -> Iterator[str]:
    """The boxes of the time record."""
    for turn in range(1, printed.turns + 1):
        yield phrase("{turn}, {date}", turn=turn, date=printed.dates[turn])


def _turn_notes(printed: Printed) -> Iterator[str]:
    """What arrives, what begins, and the Axis convoy of each turn (12.2, 19.1, 20.1, 21.1)."""
    for turn in range(1, printed.turns + 1):
        notes = [
            phrase("{side}: {units}", side=SIDES[side], units=unit_names(printed, list(ones(arriving))))
            for side, arriving in enumerate(printed.arrivals[turn])
            if arriving
        ]
        if turn == printed.replacements_from:
            notes.append(phrase("Replacements begin"))
        if turn == printed.substitutes_from:
            notes.append(phrase("Allied substitutes begin"))
        notes.append(phrase("Axis convoy sunk on {faces}", faces=faces(printed.convoy_sunk[turn])))
        yield ". ".join(notes)


def faces(mask: int) -> str:
    """Faces of a die as a player says them."""
    return ", ".join(str(die) for die in FACES if mask >> die & 1) or "-"


def _most_factors(printed: Printed) -> int:
    """20.2, 20.3: more replacement factors than this cannot be saved by the last turn."""
    each_turn = max(FACTORS_FOR_BASE[side] + FACTORS_FOR_TOBRUCH for side in (AXIS, ALLIED))
    return each_turn * max(0, printed.turns + 1 - printed.replacements_from)

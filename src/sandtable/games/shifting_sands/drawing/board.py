"""The printed board for drawing: coasts and frames, the spaces with their marks, links and their bends; tracks,
boxes, piles of cards, and what every badge and symbol means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from sandtable.games.shifting_sands.notation.words import SIDE_NAMES, TURN_NAMES
from sandtable.games.shifting_sands.printed.data import KINDS, Printed, load_printed
from sandtable.games.shifting_sands.printed.files import Point, Space, lies_in
from sandtable.games.shifting_sands.state import ROUNDS
from sandtable.kernel.scene import (
    Bend,
    Board,
    Box,
    Cell,
    Inset,
    Land,
    Line,
    Mark,
    Nation,
    Pile,
    Sheet,
    Sign,
    Terrain,
    Track,
)
from sandtable.kernel.words import phrase, say

UNIT: Final = 75.0
"""Lengths of the data that make one unit of the plane: no two spaces are nearer to each other than that."""
TERRAINS = (
    Terrain("clear", "clear", " ", "#e3cf9c", "sand"),
    Terrain("mountain", "mountain", "^", "#b48f68", "cliff"),
    Terrain("swamp", "salt marsh", "%", "#b9bd93", "marsh"),
    Terrain("oasis", "oasis", "*", "#b9c98a", "woods"),
    Terrain("box", "off-map box", "#", "#d8cfb8", "box"),
)
LINK_NAMES = {
    "": "link",
    "BG_ONLY_AFTER_LRDG": "battlegroups, after LRDG",
    "LRDG_ONLY": "LRDG",
    "FF_BR_BG_ONLY": "Free French",
    "ALLIED_ONLY": "Allies",
    "ALLIED_ONLY_FULL_MOVE": "Allies, a whole move",
}
AFTER_TORCH = "T"
# The Axis is dark with pale print, the Allies pale with dark print, so that sides differ without any colour.
NATIONS = (
    Nation("GE", "German", "#46525a", "#f6f1e4"),
    Nation("IT", "Italian", "#56663a", "#f8f5e6"),
    Nation("VF", "Vichy French", "#3f4f7d", "#f1f0fa"),
    Nation("IR", "Iraqi", "#6d4a2f", "#fbf1e0"),
    Nation("EG", "Egyptian", "#75402f", "#fdf0e4"),
    Nation("BR", "British", "#e2cf9f", "#33260a"),
    Nation("AUS", "Australian", "#a6dccb", "#0f2f28"),
    Nation("IND", "Indian", "#cfbdea", "#281a44"),
    Nation("NZ", "New Zealand", "#93c9cf", "#0c2c33"),
    Nation("SA", "South African", "#c3dca0", "#22330c"),
    Nation("FF", "Free French", "#bccbf5", "#17204a"),
    Nation("GK", "Greek", "#cfe4f7", "#12304d"),
    Nation("POL", "Polish", "#f3c3cf", "#481422"),
    Nation("US", "American", "#b9c08c", "#252b08"),
    Nation("USFF", "Free French under American command", "#a9b8d9", "#141d3d"),
)
CLASS_NAMES = {"BR": "British", "CW": "Commonwealth", "GE": "German", "IT": "Italian"}
KEY = (
    Sign("Ax", "controlled by the Axis"),
    Sign("Al", "controlled by the Allies"),
    Sign(AFTER_TORCH, "only after Torch"),
    Sign("S", "out of supply"),
    Sign("L", "in limited supply"),
    Sign("A", "attacks"),
    Sign("½", "reduced"),
    Sign("M", "has moved"),
    Sign("F", "has fought"),
    Sign("R", "has retreated in this action"),
    Sign("Z", "not active yet"),
    Sign("•", "never gets replacements"),
    Sign("→", "activated for movement"),
    Sign("x", "activated for combat"),
    Sign("!", "battle"),
    Sign("+", "played as an event it gives its operations too: the value is in a square (7.12)"),
    Sign("*", "leaves the game if it is played as an event (7.52)"),
    Sign("C", "combat card (7.6)"),
    Sign("O", "offensive: units count as fully supplied (13.62)"),
    Sign("K", "key event: others ask for it (7.511)"),
    *(
        Sign(letters, f"{name} reinforcements: one such card a turn (7.53)")
        for letters, name in CLASS_NAMES.items()
    ),
)
"""Every badge of a counter, letter of a marker and symbol of a card."""

# Beside the map
TURN_TRACK, ROUND_TRACK, POINTS_TRACK, REPLACEMENT_TRACK = ("turn", "round", "points", "replacements")
MOST_POINTS = 14
"""16.6: the marker goes no further."""
MOST_REPLACEMENTS = 20
HAND_SIZES = (*(7,) * 2, *(8,) * 4, *(9,) * 4, *(10,) * 2)
"""5.12, by turn."""
TURN_NOTES = {
    3: "1941 cards",
    6: "East Africa counts (5.41)",
    7: "1942 cards",
    11: "all cards shuffled",
    12: "the end",
}
HANDS, DISCARDS, DECKS, KEPT = (
    tuple(f"{side}-{pile}" for side in ("axis", "allied")) for pile in ("hand", "discards", "deck", "kept")
)
BATTLE_PILE, REMOVED_PILE = "battle", "removed"
UNUSED_BOX, ELIMINATED_BOX = "unused", "eliminated"


@cache
def board(printed: Printed | None = None) -> Board:
    """The map with its three frames, and everything beside it; made once, as it never changes."""
    printed = printed or load_printed()
    return Board(
        title="Shifting Sands",
        sheets=(Sheet("map", "The map", "points"),),
        terrains=TERRAINS,
        cells=tuple(_cells(printed)),
        lines=tuple(_links(printed)),
        lands=tuple(_lands(printed)),
        insets=tuple(_frame(inset.title, inset.corner, inset.opposite) for inset in printed.insets),
        boxes=(*_boxes(printed), *_off_the_map()),
        tracks=tuple(_tracks()),
        piles=tuple(_piles()),
        nations=NATIONS,
        cell_noun="space",
        piece_nouns=("unit", "card"),
        key=KEY,
    )


def _in_plane(at: Point) -> Point:
    return round(at[0] / UNIT, 3), round(at[1] / UNIT, 3)


def _frame(title: str, corner: Point, opposite: Point) -> Inset:
    return Inset(title, *_in_plane(corner), *_in_plane(opposite))


def _cells(printed: Printed) -> Iterator[Cell]:
    for number, space in enumerate(printed.spaces):
        if space.on_map:
            x, y = _in_plane(space.at)
            yield Cell(number, space.word, x, y, space.terrain, space.name, marks=tuple(_marks(space)))


def _marks(space: Space) -> Iterator[Mark]:
    if space.points:
        yield Mark("points", str(space.points))
    if space.fort:
        yield Mark("fort", str(space.fort))
    if space.port != "no":
        yield Mark("port", AFTER_TORCH if space.port == "after_torch" else "")
    if space.source:
        yield Mark("source", AFTER_TORCH if space.source.endswith("after_torch") else "")
    if space.terrain == "oasis":
        yield Mark("oasis")


def _links(printed: Printed) -> Iterator[Line]:
    """A line for each kind of link; a dashed link between two ports goes by sea."""
    for kind, (drawn, limit) in enumerate(KINDS):
        pairs = [(a, b) for a, b, found in printed.graph.links if found == kind]
        by_sea = [pair for pair in pairs if drawn == "dashed" and all(_is_port(printed, end) for end in pair)]
        by_land = [pair for pair in pairs if pair not in by_sea]
        if by_land:
            yield _line(printed, LINK_NAMES[limit], by_land, "link" if drawn == "solid" else "dashed-link")
        if by_sea:
            yield _line(printed, f"{LINK_NAMES[limit]}, by sea", by_sea, "sea-link")


def _is_port(printed: Printed, space: int) -> bool:
    return printed.spaces[space].port != "no"


def _line(printed: Printed, kind: str, pairs: list[tuple[int, int]], style: str) -> Line:
    return Line(kind, tuple(pairs), style=style, bends=tuple(_bends(printed, pairs)))


def _bends(printed: Printed, pairs: list[tuple[int, int]]) -> Iterator[Bend]:
    """The bends of these links, each in the direction of its pair."""
    for start, end in pairs:
        forth, back = printed.bends.get((start, end), ()), printed.bends.get((end, start), ())
        points = forth or back[::-1]
        if points:
            yield Bend(start, end, tuple(map(_in_plane, points)))


def _lands(printed: Printed) -> Iterator[Land]:
    """Frame by frame: its sea, over what was drawn before, and its coasts. Where no space lies, nobody goes."""
    for inset in printed.insets:
        (x0, y0), (x1, y1) = _in_plane(inset.corner), _in_plane(inset.opposite)
        yield Land("sea", ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
        for ring in inset.coasts:
            entered = any(lies_in(space.at, ring) for space in printed.spaces if space.on_map)
            yield Land("land" if entered else "foreign", tuple(map(_in_plane, ring)))


# Beside the map


def _boxes(printed: Printed) -> Iterator[Box]:
    """12.8, 15.4: reserves, and units that replacement points can bring back."""
    for number, space in enumerate(printed.spaces):
        if not space.on_map:
            note = phrase("To the map by redeployment") if "reserve" in space.id else phrase("Can be rebuilt")
            yield Box(space.word, space.name.removesuffix(" Box"), number, space.control, note)


def _off_the_map() -> Iterator[Box]:
    """Where counters lie that are in no space and no box."""
    yield Box(UNUSED_BOX, phrase("Not in play yet"))
    yield Box(ELIMINATED_BOX, phrase("Out of the game"))


def _tracks() -> Iterator[Track]:
    """4.1: turns, rounds of the action phase, victory points and replacement points."""
    sizes = (phrase("hand of {cards}", cards=size) for size in HAND_SIZES)
    notes = tuple(
        ", ".join((size, phrase(TURN_NOTES[turn]))) if turn in TURN_NOTES else size
        for turn, size in enumerate(sizes, start=1)
    )
    yield Track(TURN_TRACK, phrase("Turn"), tuple(phrase(name) for name in TURN_NAMES), notes)
    yield Track(ROUND_TRACK, phrase("Action round"), tuple(str(number) for number in range(1, ROUNDS + 1)))
    yield Track(POINTS_TRACK, phrase("Victory points"), tuple(str(points) for points in range(MOST_POINTS + 1)))
    halves = tuple(in_points(half) for half in range(2 * MOST_REPLACEMENTS + 1))
    yield Track(REPLACEMENT_TRACK, phrase("Replacement points"), halves)


def in_points(halves: int) -> str:
    """Replacement points as they are read: 2, 1½, ½."""
    whole, rest = divmod(halves, 2)
    return f"{whole or ('' if rest else 0)}{'½' if rest else ''}"


def _piles() -> Iterator[Pile]:
    """5.1, 7.6: hands, what was played into a battle, what winners keep, draw piles and discards."""
    yield Pile(BATTLE_PILE, phrase("In this battle"), "table")
    for side, name in enumerate(SIDE_NAMES):
        of = say(name)
        yield Pile(HANDS[side], phrase("{side}: hand", side=of), "hand", side)
        yield Pile(KEPT[side], phrase("{side}: kept", side=of), "table", side)
        yield Pile(DECKS[side], phrase("{side}: draw pile", side=of), "deck", side)
        yield Pile(DISCARDS[side], phrase("{side}: discards", side=of), "discards", side)
    yield Pile(REMOVED_PILE, phrase("Out of the game"), "discards")

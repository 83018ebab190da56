"""The printed board, for a client to draw: two joined sheets, the isles, boxes, the turn track, piles of cards."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.scene import (
    NOWHERE,
    Bend,
    Board,
    Box,
    Cell,
    Inset,
    Join,
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
from twocoasts.printed.data import Printed
from twocoasts.printed.map import (
    CENTRE,
    EAST,
    ISLES,
    LAND,
    NORTH,
    OFF,
    SCALE,
    SEA,
    SIDES,
    SOUTH,
    TRAIL,
    Map,
    Place,
)

MAINLAND = "mainland"
DRAWN = (CENTRE, EAST, ISLES)
"""The sheets of the board, in this order."""
SHEETS = (
    Sheet(CENTRE, "Centre", "hex-columns", x=0.5, part_of=MAINLAND),
    Sheet(EAST, "East", "hex-columns", x=5.5, y=-1, scale=SCALE[EAST], part_of=MAINLAND),
    Sheet(ISLES, "The isles", "points"),
)
WATER = {CENTRE: ((1, 0), (2, 0.5), (3, 0), (4, 0.5), (5, 0)), EAST: ((1, 0), (2, 0.5), (3, 0))}
"""The sea north of the land: nothing enters it."""
LANDS = (
    Land(
        "land",
        (
            *((-1.2, 3.7), (-2.6, 3.9), (-3.6, 3.5), (-5.0, 3.5), (-5.1, 4.6)),
            *((-4.2, 5.2), (-4.1, 6.9), (-3.0, 7.0), (-2.6, 5.6), (-1.3, 4.8)),
        ),
    ),
    Land("land", ((-2.0, 6.1), (-1.0, 6.0), (-0.8, 7.1), (-1.9, 7.2))),
    Land("land", ((-3.1, 7.5), (-2.2, 7.4), (-2.1, 8.2), (-3.0, 8.3))),
    Land("land", ((-6.3, 6.5), (-5.4, 6.4), (-5.3, 7.3), (-6.2, 7.4))),
    Land("lake", ((-4.0, 4.7), (-3.7, 4.5), (-3.7, 4.9))),
    Land("foreign", ((-6.6, 2.4), (-3.9, 2.3), (-4.3, 3.0), (-6.6, 3.2))),
)
FARHOLM = Inset("Far to the west", -6.6, 6.1, -5.0, 7.8)
LINKS = {LAND: ("land link", "link"), TRAIL: ("trail", "dashed-link"), SEA: ("sea link", "sea-link")}
TERRAINS = (
    Terrain("clear", "clear", " ", "#d9cf9f", "field"),
    Terrain("rough", "rough", "^", "#b9a06c", "rock"),
    Terrain("town", "town", "o", "#cbb08a", "town"),
    Terrain("sea", "sea", "~", "#7fb0c8", "water"),
)
NATIONS = (Nation("north", "North", "#a5421f", "#fff6ee"), Nation("south", "South", "#2f5d8c", "#ffffff"))
RESERVES = ("north-reserve", "south-reserve")
LOST_BOX = Box("lost", "Lost", note="Out of the game")
PILES = (
    Pile("north-hand", "North's hand", "hand", NORTH),
    Pile("south-hand", "South's hand", "hand", SOUTH),
    Pile("table", "On the table", "table"),
    Pile("discards", "Discards", "discards"),
    Pile("deck", "Deck", "deck"),
)
HANDS = tuple(pile.id for pile in PILES[:2])
KEY = (
    Sign("S", "out of supply"),
    Sign("D", "dug in"),
    Sign("M", "has moved this turn"),
    Sign("A", "attacks"),
    Sign("!", "a battle"),
    Sign("MA", "march: a stack moves two points farther"),
    Sign("FI", "fire: in battle, or at a stack on the march"),
    Sign("RE", "recruits: a unit comes back from the reserve"),
)
SYMBOLS = {"march": "MA", "fire": "FI", "recruit": "RE"}


def board(printed: Printed, scenario: int) -> Board:
    """1: what is printed; the turn track is as long as the scenario."""
    world = printed.map
    return Board(
        title="Two Coasts",
        sheets=SHEETS,
        terrains=TERRAINS,
        cells=tuple(_cells(world)),
        lines=tuple(_lines(world)),
        joins=tuple(
            Join(join.name, letter, colour, _numbers(world, join.a), _numbers(world, join.b))
            for join, letter, colour in world.joins
        ),
        lands=LANDS,
        insets=(FARHOLM,),
        boxes=(*_boxes(world, printed.scenarios[scenario].turns), LOST_BOX),
        tracks=(_turn_track(printed.scenarios[scenario].turns),),
        piles=PILES,
        nations=NATIONS,
        cell_noun="place",
        piece_nouns=("unit", "card"),
        key=KEY,
    )


def _numbers(world: Map, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(world.names.index(name) for name in names)


def _cells(world: Map) -> Iterator[Cell]:
    for number, place in enumerate(world.places):
        if place.sheet != OFF:
            sheet = DRAWN.index(place.sheet)
            marks = tuple(Mark(kind, str(figure or "")) for kind, figure in place.marks.items())
            yield Cell(number, place.name, place.x, place.y, place.terrain, _label(place), sheet, marks)
    for name, waters in WATER.items():
        for number, (x, y) in enumerate(waters):
            yield Cell(NOWHERE, f"sea {name} {number}", x, y, "sea", sheet=DRAWN.index(name))


def _label(place: Place) -> str:
    """A space of the isles has its name for a label."""
    return place.name if place.sheet == ISLES else place.label


def _lines(world: Map) -> Iterator[Line]:
    yield Line("road", _once(world.roads), style="road")
    yield Line("river", _once(world.rivers), along_sides=True, style="river")
    bends = tuple(Bend(bent.a, bent.b, ((bent.x, bent.y),)) for bent in world.bends)
    for kind, (name, style) in LINKS.items():
        pairs = tuple((a, b) for a, b, found in world.graph.links if found == kind)
        yield Line(name, pairs, style=style, bends=tuple(b for b in bends if (b.start, b.end) in pairs))


def _once(pairs: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((a, b) for a, b in pairs if a < b))


def _boxes(world: Map, turns: int) -> Iterator[Box]:
    """1.3: the places off the map, numbered after the cells."""
    for side, number in enumerate(world.reserves):
        place = world.places[number]
        note = f"Next to {world.places[world.sources[side]].label}"
        yield Box(place.name, f"{SIDES[side]}: reserve", number, side, note)
    for turn in range(2, turns + 1):
        yield Box(f"turn-{turn}", f"Arrive in turn {turn}", world.names.index(f"turn-{turn}"))


def _turn_track(turns: int) -> Track:
    spaces = tuple(str(turn) for turn in range(1, turns + 1))
    boxes = ("", *(f"turn-{turn}" for turn in range(2, turns + 1)))
    return Track("turn", "Turn", spaces, notes=("", *("arrivals" for _ in spaces[1:])), boxes=boxes)

"""10.1: lines of supply as they are drawn: the part over land, then the part along roads, tracks and railway."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sandtable.boards import cheapest, path_to
from sandtable.games.dark_sands.drawing.viewpoint import place_name, unit_names
from sandtable.games.dark_sands.printed.ground import WEST
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c08_zones import uncontested
from sandtable.games.dark_sands.rules.c09_railway import railhead
from sandtable.games.dark_sands.rules.c10_supply import (
    OVERLAND,
    TO_A_PORT,
    port_supply,
    road_part,
    sources,
    traced,
    traced_over_land,
)
from sandtable.games.dark_sands.state import Sands, bypass_built, hexes_of, on_map
from sandtable.kernel.answers import shades, tints_by_side
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import phrase, say


@dataclass(frozen=True, slots=True)
class Line:
    """A line of supply of a hex: both parts have the hex where they meet."""

    land: tuple[int, ...]
    road: tuple[int, ...]
    spent: int
    """The length of the land part, in hexes of the Central map."""
    most: int
    by_port: bool = False


def line_of(state: Sands, unit: int) -> Line | None:
    """10.1: the line of a unit on the map with the shortest part over land, or None."""
    place, side = state.place[unit], state.printed.owners[unit]
    if place < 0:
        return None
    if sources(state, side) >> place & 1:
        return Line((place,), (place,), 0, OVERLAND)
    roads = _roads(state, side, bit(place))
    tree = _over_land(state, place, side, OVERLAND)
    ends = [(cost, roads[end][0], end) for end, (cost, _) in tree.items() if end in roads]
    if ends:
        spent, _, end = min(ends)
        return Line(tuple(path_to(tree, end)), tuple(reversed(path_to(roads, end))), spent, OVERLAND)
    return _to_a_port(state, place) if side == ALLIED else None


def _to_a_port(state: Sands, place: int) -> Line | None:
    """10.1.4: the Allies draw on the ports near by, but not on the West map."""
    places, west = state.printed.places, state.printed.ground.section[WEST]
    ports = bit(places.tobruk) | bit(places.bardia) | bit(places.matruh)
    ports &= state.controlled[ALLIED] & ~state.occupied[1 - ALLIED]
    if west >> place & 1:
        return None
    tree = _over_land(state, place, ALLIED, TO_A_PORT, west)
    ends = [(cost, end) for end, (cost, _) in tree.items() if ports >> end & 1]
    if not ends:
        return None
    spent, end = min(ends)
    return Line(tuple(path_to(tree, end)), (), spent, TO_A_PORT, by_port=True)


def _over_land(state: Sands, start: int, side: int, most: int, closed: int = 0) -> dict[int, tuple[int, int]]:
    """10.1.1: over open sides, through hexes without enemies and without enemy zones that are uncontested."""
    printed = state.printed
    free = printed.board.all & ~(closed | state.occupied[1 - side] | uncontested(state, side))
    ways, scale = printed.ground.open_to[bypass_built(state)], printed.board.scale

    def onward(place: int) -> Sequence[tuple[int, int]]:
        return tuple((other, scale[other]) for other in ones(ways[place] & free))

    return cheapest([start], most, onward)


def _roads(state: Sands, side: int, closed: int) -> dict[int, tuple[int, int]]:
    """10.1.2: from the sources along whatever a side can use, with the number of hexes; not into a closed hex."""
    printed = state.printed
    links = printed.ground.line_to[bypass_built(state)]
    free = printed.board.all & ~(state.occupied[1 - side] | closed)
    rail = dict[int, int]()
    if side == ALLIED:
        for a, b in pairwise(printed.rail[: printed.rail.index(railhead(state)) + 1]):
            rail[a] = rail.get(a, 0) | bit(b)
            rail[b] = rail.get(b, 0) | bit(a)

    def onward(place: int) -> Sequence[tuple[int, int]]:
        return tuple((other, 1) for other in ones((links[place] | rail.get(place, 0)) & free))

    return cheapest(ones(sources(state, side)), printed.board.size, onward)


# What is shown


def show_line(state: Sands, unit: int) -> Answer:
    """The line of a unit now; whether it is out of supply is decided only by a Logistics chit (10.2)."""
    found, name = line_of(state, unit), unit_names(state, bit(unit))
    if found is None:
        return Answer(text=phrase(_no_line(state, unit), unit=name), rule="10.1")
    land, road = found.land[1:], found.road[1:]
    cells = (*(Tint(place, tone="warn") for place in land), *(Tint(place, tone="good") for place in road))
    legend = {"warn": say("over land"), "good": say("along roads, tracks and railway")}
    shown = {tint.tone for tint in cells}
    return Answer(
        text=" ".join(_words(state, found, name, unit)),
        cells=cells,
        ways=tuple(way for way in (found.land, found.road) if len(way) > 1),
        legend=shades({tone: words for tone, words in legend.items() if tone in shown}),
        rule="10.1.4" if found.by_port else "10.1.1",
    )


def _no_line(state: Sands, unit: int) -> str:
    if state.place[unit] < 0:
        return "{unit} is not on the map"
    if port_supply(state, state.printed.owners[unit]) >> unit & 1:
        return "{unit} has no line of supply, but the port of Tobruk saves it from attrition"
    return "{unit} has no line of supply: a Logistics chit would put it out of supply"


def _words(state: Sands, found: Line, name: str, unit: int) -> Iterator[str]:
    goal = place_name(state, (found.road or found.land)[-1])
    if not found.spent:
        yield phrase("{unit} is in {goal}.", unit=name, goal=goal)
    else:
        words = "{unit} draws supply from {goal}: {spent} of {most} hexes over land."
        yield phrase(words, unit=name, goal=goal, spent=found.spent, most=found.most)
    if state.oos >> unit & 1:
        yield phrase("It stays out of supply until a Logistics chit is drawn.")


def roads(state: Sands) -> list[int]:
    """10.1.2: by side the hexes of roads, tracks and railway that lead to its sources."""
    return [road_part(state, side) for side in range(2)]


def show_supply(state: Sands) -> Answer:
    """The roads that feed each side, and who would be out of supply if a Logistics chit came now."""
    without, by_port = 0, 0
    for side in range(2):
        fed = traced(state, side)
        without |= on_map(state, state.printed.own[side]) & ~fed
        by_port |= fed & ~traced_over_land(state, side)
    cells = [*tints_by_side(roads(state))]
    cells += [Tint(place, tone="bad") for place in ones(hexes_of(state, without))]
    cells += [Tint(place, tone="warn") for place in ones(hexes_of(state, by_port))]
    legend = {"bad": say("units without a line of supply"), "warn": say("units that draw on a port")}
    shown = {tint.tone for tint in cells}
    return Answer(
        text=phrase("The roads, tracks and railways that lead to the sources of each side"),
        cells=tuple(cells),
        legend=shades({tone: words for tone, words in legend.items() if tone in shown}),
        rule="10.1",
    )

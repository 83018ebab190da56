"""Answers for drawing: reach and routes, supply networks, hexside limits, roads. Each looks at one position."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.networks import network
from sandtable.games.rommel_in_the_desert.printed import ALLIED, AXIS, ROAD_BONUS
from sandtable.games.rommel_in_the_desert.reach import reaches, route
from sandtable.games.rommel_in_the_desert.state import Position, speed_of
from sandtable.games.rommel_in_the_desert.supply import base_lines
from sandtable.games.rommel_in_the_desert.verbs import VERBS
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import unpack
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import say


def show_reach(state: Position, unit: int) -> Answer:
    """6: every hex where the unit could end its move, with how many hexes it goes; a forced march is a warning."""
    cells: dict[int, Tint] = {}
    for reach in reaches(state, unit):
        for place in reach.marches:
            cells.setdefault(place, Tint(place, "?", "warn"))
        for place, steps in reach.steps.items():
            cells[place] = Tint(place, str(steps), "good")
    name = state.scenario.units[unit].name
    speed = speed_of(state, unit)
    words = say("{unit}: speed {speed}, highway +4, track +2, trail +1", unit=name, speed=speed)
    return Answer(text=str(words), cells=tuple(cells[place] for place in sorted(cells)))


def show_route(state: Position, unit: int, goal: int) -> Answer:
    """The run of choices that takes a unit to a hex."""
    run = [_text(state, choice) for choice in route(state, unit, goal)]
    return Answer(run=tuple(run))


def _text(state: Position, choice: int) -> str:
    verb, argument = unpack(choice)
    noun = VERBS[verb].noun
    names = {"hex": state.scenario.board.names, "unit": [unit.id for unit in state.scenario.units]}
    return f"{VERBS[verb].name}:{names[noun][argument]}" if noun else VERBS[verb].name


def show_networks(state: Position) -> Answer:
    """12.6: the supply networks of both sides."""
    axis, allied = network(state, AXIS), network(state, ALLIED)
    cells = [
        Tint(place, "", "warn" if axis >> place & allied >> place & 1 else str(int(allied >> place & 1)))
        for place in ones(axis | allied)
    ]
    return Answer(text=str(say("Supply networks; a warning where they overlap")), cells=tuple(cells))


def show_lines(state: Position) -> Answer:
    """12.2: where a unit of either side would be supplied from its base."""
    axis, allied = base_lines(state, AXIS).supplied, base_lines(state, ALLIED).supplied
    cells = [
        Tint(place, "", str(side)) for side, hexes in ((AXIS, axis), (ALLIED, allied)) for place in ones(hexes)
    ]
    return Answer(text=str(say("Hexes with a supply line to the base")), cells=tuple(cells))


def show_limits(state: Position, place: int) -> Answer:
    """7.1: how many units may still engage into a hex over each of its hexsides in this movement phase."""
    cells = []
    for other, side in zip(state.scenario.board.neighbours[place], state.scenario.sides.of[place], strict=True):
        used = (state.engaged_once >> side & 1) + 2 * (state.engaged_twice >> side & 1)
        left = max(0, state.scenario.limit[side] - used)
        cells.append(Tint(other, str(left), "good" if left else "bad"))
    return Answer(text=str(say("Units that may still engage over each hexside")), cells=tuple(cells))


def show_roads(state: Position) -> Answer:
    """6.2: the road bonus of every hex: that of the best road through it."""
    cells = []
    for place in ones(state.scenario.board.all):
        best = max((state.scenario.road[side] for side in state.scenario.sides.of[place]), default=0)
        if best:
            cells.append(Tint(place, f"+{ROAD_BONUS[best]}", "good" if best == len(ROAD_BONUS) - 1 else ""))
    return Answer(text=str(say("Bonus for a move made wholly along such a road")), cells=tuple(cells))


QUESTIONS = {
    "reach": Question("Where a unit could end its move", ("unit",), reaches, show_reach, "selection", "Reach"),
    "route": Question(
        "The choices that take a unit to a hex", ("unit", "hex"), route, show_route, "route", "Route"
    ),
    "networks": Question("The supply networks of both sides", (), network, show_networks, "overlay", "Networks"),
    "supply": Question("Where units would be supplied", (), base_lines, show_lines, "overlay", "Supply"),
    "roads": Question("Road bonuses", (), show_roads, show_roads, "overlay", "Roads"),
    "limits": Question("Room on the hexsides of a hex", ("hex",), show_limits, show_limits, "ask", "Hexsides"),
}

"""Answers for drawing: reach and routes, supply networks, hexside limits, roads. Each looks at one position."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.drawing.journeys import (
    deployable,
    run_to,
    under_way,
    why_no_way,
    with_room,
)
from sandtable.games.rommel_in_the_desert.notation.words import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, ROAD_BONUS
from sandtable.games.rommel_in_the_desert.rules.c06_reach import reaches, route
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import is_battle
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.state import Position, speed_of
from sandtable.games.rommel_in_the_desert.verbs import VERBS
from sandtable.kernel.answers import no_route, reach_answer, route_answer, shades, tints_by_side
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import phrase, say

FORCED_MARCH = "?"
"""6.4: the figure of a hex that only a forced march reaches: a die decides."""


def show_reach(state: Position, unit: int) -> Answer:
    """6: every hex where the unit could end its move, with how many hexes it goes; a forced march is a warning.

    18.0: of a unit that has still to be deployed, where it may be.
    """
    name, area = state.printed.units[unit].name, deployable(state, unit)
    if area:
        tints = tuple(Tint(place, tone="good") for place in ones(area))
        legend = shades({"good": say("may be deployed here")})
        return Answer(text=phrase("Where {unit} may be deployed", unit=name), cells=tints, legend=legend)
    moving, declared = under_way(state, unit)
    figures: dict[int, int | str] = {}
    for reach in reaches(moving, unit):
        for place in reach.marches:
            figures.setdefault(place, FORCED_MARCH)
        figures.update(reach.steps)
    words = "{unit}: speed {speed}, highway +4, track +2, trail +1"
    if declared:
        words = "{unit}: speed {speed}, highway +4, track +2, trail +1; a group move from its hex is declared"
    text = say(words, unit=name, speed=speed_of(state, unit))

    def tone(place: int) -> str:
        return "warn" if figures[place] == FORCED_MARCH else "good"

    return reach_answer(text, figures, tone, REACH_TONES)


REACH_TONES = {
    "good": say("in reach; the figure counts hexes"),
    "warn": say("only by a forced march: a die decides"),
}


def show_route(state: Position, unit: int, goal: int) -> Answer:
    """The way to a hex and the choices that take the unit there; or why there is no way now."""
    run, place = run_to(state, unit, goal), hex_name(state.printed, goal)
    if not run:
        return no_route(state.printed.units[unit].name, place, why_no_way(state, unit, goal))
    return route_answer(state, run, VERBS, start=state.place[unit], goal=place)


def networks(state: Position) -> list[int]:
    """12.6: the hexes of the supply networks, by side."""
    return [network(state, side) for side in (AXIS, ALLIED)]


def show_networks(state: Position) -> Answer:
    """12.6: the supply networks of both sides; a hex in both is listed twice."""
    return Answer(text=phrase("Supply networks"), cells=tints_by_side(networks(state)))


def supplied(state: Position) -> list[int]:
    """12.2: the hexes where a unit would be supplied from its base, by side."""
    return [base_lines(state, side).supplied for side in (AXIS, ALLIED)]


def show_lines(state: Position) -> Answer:
    """12.2: where a unit of either side would be supplied from its base."""
    return Answer(text=phrase("Hexes with a supply line to the base"), cells=tints_by_side(supplied(state)))


def show_limits(state: Position, place: int) -> Answer:
    """7.1, 8.1: how many units may still engage into a hex over each of its hexsides in this movement phase, and
    in a battle also whose hexside it is."""
    printed, battle = state.printed, is_battle(state, place)
    cells = []
    for other, side in zip(printed.board.neighbours[place], printed.sides.of[place], strict=True):
        used = (state.engaged_once >> side & 1) + 2 * (state.engaged_twice >> side & 1)
        left = max(0, printed.limit[side] - used)
        text = phrase("{left}, {side}", left=left, side=SIDES[_owner(state, place, side)]) if battle else str(left)
        cells.append(Tint(other, text, "good" if left else "bad"))
    words = say("Units that may still engage over each hexside")
    if battle:
        words = say("Units that may still engage over each hexside of the battle, and whose hexside it is")
    legend = shades({"good": say("room for more"), "bad": say("no room left")})
    return Answer(text=str(words), cells=tuple(cells), legend=legend, rule="7.1")


def _owner(state: Position, place: int, side: int) -> int:
    """8.1, ruling 14: a battle hexside belongs to the side that crossed it last, otherwise to the Defender."""
    if any(state.crossed[owner] >> side & 1 for owner in (AXIS, ALLIED)):
        return AXIS if state.crossed[AXIS] >> side & 1 else ALLIED
    return ALLIED if state.attacker_hexes[AXIS] >> place & 1 else AXIS


def show_roads(state: Position) -> Answer:
    """6.2: the road bonus of every hex: that of the best road through it."""
    cells = []
    for place in ones(state.printed.board.all):
        best = max((state.printed.road[side] for side in state.printed.sides.of[place]), default=0)
        if best:
            cells.append(Tint(place, f"+{ROAD_BONUS[best]}", "good" if best == len(ROAD_BONUS) - 1 else ""))
    legend = shades({"good": say("highway"), "": say("track or trail")})
    return Answer(
        text=phrase("Bonus for a move made entirely along such a road"), cells=tuple(cells), legend=legend
    )


QUESTIONS = {
    "reach": Question(
        "Where a unit could end its move", ("unit",), reaches, show_reach, "selection", "Reach", room=with_room
    ),
    "route": Question(
        "The choices that take a unit to a hex", ("unit", "hex"), route, show_route, "route", "Route"
    ),
    "networks": Question("The supply networks of both sides", (), networks, show_networks, "overlay", "Networks"),
    "supply": Question("Where units would be supplied", (), supplied, show_lines, "overlay", "Supply"),
    "roads": Question("Road bonuses", (), show_roads, show_roads, "overlay", "Roads"),
    "limits": Question("Room on the hexsides of a hex", ("hex",), show_limits, show_limits, "ask", "Hexsides"),
}

"""What strikes a side later although nobody does anything, and what is lost unless it is used."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.drawing.viewpoint import place_name
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c07_stacking import excess, overstacked
from sandtable.games.dark_sands.rules.c10_supply import port_supply, traced
from sandtable.games.dark_sands.rules.c17_replacements import MOST_SAVED, SPEND
from sandtable.games.dark_sands.rules.c18_draws import PRIORITY_PLAY
from sandtable.games.dark_sands.rules.c19_movement import MOVES
from sandtable.games.dark_sands.state import Sands, units_at, units_in
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Duty, Why
from sandtable.kernel.words import say, say_count


def duties(state: Sands, side: int) -> Iterator[Duty]:
    """By the decision that is being made."""
    frame = state.frames[-1]
    if frame[0] == MOVES.number:
        yield from overstacking(state, side)
        yield from attrition(state, side)
    elif frame[0] == SPEND.number and SPEND.side(state, frame) == side:
        yield from leaving_points(state, side)
    elif frame[0] == PRIORITY_PLAY.number:
        yield from last_chance(state)


def overstacking(state: Sands, side: int) -> Iterator[Duty]:
    """7.3: the hexes in which units would be eliminated if movement ended now."""
    for place in ones(overstacked(state, side)):
        sentence = say_count(
            "Overstacked: you would lose a unit in {place}",
            "Overstacked: you would lose {count} units in {place}",
            excess(state, units_at(state, place, side)),
            place=place_name(state, place),
        )
        yield Duty(Why("7.3", sentence), ("moves",))


def attrition(state: Sands, side: int) -> Iterator[Duty]:
    """23.1: units that the end phase will starve, once no chit is left to be drawn or played."""
    if state.cup or state.held:
        return
    without = state.oos & units_in(state, state.occupied[side], side)
    without &= ~(traced(state, AXIS) | traced(state, ALLIED) | port_supply(state, AXIS)) if without else 0
    if without:
        names = ", ".join(state.printed.units[unit].id for unit in ones(without))
        yield Duty(
            Why("23.1", say("Out of supply, and eliminated when the turn ends: {units}", units=names)), ("moves",)
        )


def leaving_points(state: Sands, side: int) -> Iterator[Duty]:
    """17.3.1, 17.4.2: replacement points that are lost although somebody could use them."""
    if side == AXIS:
        yield Duty(Why("17.3.1", say("Points that are not spent are lost")), ("spend",))
        return
    tanks, infantry = state.tank_points + state.fresh_points, state.infantry_points
    lost = max(tanks - MOST_SAVED, 0) + max(infantry - MOST_SAVED, 0)
    if lost:
        words = say_count(
            "One point more than can be saved is lost", "{count} points more than can be saved are lost", lost
        )
        yield Duty(Why("17.4.2", words), ("spend",))


def last_chance(state: Sands) -> Iterator[Duty]:
    """18.6.1: a priority chit is lost at the end of the turn, and this is the last draw."""
    if state.cup.bit_count() == 1:
        words = say("The last chit of the turn is about to be drawn: your priority chit would be lost")
        yield Duty(Why("18.6.1", words), ("priority",))

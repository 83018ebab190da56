"""What strikes a side later although nobody does anything, and what it leaves undone. It depends only on what that
side knows."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.notation.words import hex_name
from sandtable.games.rommel_in_the_desert.rules.c04_pass import besieging
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import hungry
from sandtable.games.rommel_in_the_desert.rules.c16_entering_the_base import waiters
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Duty, Why
from sandtable.kernel.words import say, say_count


def duties(state: Position, side: int) -> Iterator[Duty]:
    """Whatever awaits the side whose player turn it is."""
    if state.active != side:
        return
    if state.real_laid and not state.real[side]:
        words = say("Your last real card is spent: until you draw another you can only pass")
        yield Duty(Why("4.0", words))
    if state.passes:
        yield from leaving_fortresses(state)
    yield from waiting(state)
    yield from supply(state)


def leaving_fortresses(state: Position) -> Iterator[Duty]:
    """13.2: whoever passes cannot go on attacking a fortress."""
    for place in ones(besieging(state)):
        where = hex_name(state.printed, place)
        yield Duty(Why("13.2", say("Your attackers must leave {place}, or are routed", place=where)))


def waiting(state: Position) -> Iterator[Duty]:
    """16.41: units that wait beside the map."""
    count = waiters(state, state.active).bit_count()
    if count:
        words = say_count("A unit still waits beside the map", "{count} units still wait beside the map", count)
        yield Duty(Why("16.41", words), ("movement", "enter-base"))


def supply(state: Position) -> Iterator[Duty]:
    """12.7, 11.2: what the final check, or that of the next Buildup, will do to units without supply."""
    own = state.printed.side_units[state.active]
    marked, lying = state.unsupplied & own & ~state.disrupted, state.disrupted & own
    without = hungry(state, state.active) if marked or (lying and state.passes) else 0
    if cut_off := marked & without:
        words = "Without supply since the turn began, and disrupted at its end: {units}"
        yield Duty(Why("12.7", say(words, units=_names(state, cut_off))), ("movement", "withdraw"))
    if state.passes and (doomed := lying & without):
        words = "Disrupted and without supply, and eliminated if the month ends now: {units}"
        yield Duty(Why("11.2", say(words, units=_names(state, doomed))), ("withdraw",))


def _names(state: Position, units: int) -> str:
    return ", ".join(state.printed.units[unit].name for unit in ones(units))

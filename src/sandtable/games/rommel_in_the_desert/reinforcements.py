"""16.4, 16.52, 18: what arrives in the base at the start of a player's Buildup."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.memory import arrived, relocated
from sandtable.games.rommel_in_the_desert.printed import AXIS
from sandtable.games.rommel_in_the_desert.state import OUT, REFIT, WAITING, Position, enemy_of, put, setting_of
from sandtable.games.rommel_in_the_desert.verbs import MALTA, NO_MALTA
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, Die, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

EARLY = 2
"""16.41: on 1 or 2 a unit arrives a month early."""


def _still_out(state: Position, units: int) -> int:
    return sum(1 << unit for unit in ones(units) if state.place[unit] == OUT)


def due(state: Position, side: int) -> int:
    """16.41: the units whose month has come and that have not come early."""
    arrivals = setting_of(state).arrivals[: state.month + 1]
    units = 0
    for month in arrivals:
        units |= month[side]
    return _still_out(state, units)


def due_now(state: Position, side: int) -> int:
    """16.41: the whole group of this month, those that came early too."""
    return setting_of(state).arrivals[state.month][side]


def arrive(state: Position, side: int, units: int) -> None:
    """16.4, 16.41: into the base, or, with a battle there, beside the map where they wait as one group."""
    base = state.scenario.base[side]
    place = WAITING if state.held[enemy_of(side)] >> base & 1 else base
    for unit in ones(units):
        origin = state.place[unit]
        put(state, unit, place)
        if origin == REFIT:
            relocated(state, unit, origin, place)
        tell(state, "arrived", "16.4", audience=1 << side, unit=unit)
    if units:
        tell(state, "blocks-arrived", "16.4", side=side, count=units.bit_count())


def return_from_refit(state: Position, frame: Frame) -> None:
    """16.52, ruling 25: units in refit come back first."""
    side = frame[2]
    units = sum(1 << u for u in ones(state.scenario.side_units[side]) if state.place[u] == REFIT)
    arrive(state, side, units)


def bring_reinforcements(state: Position, frame: Frame) -> None:
    """16.41: those due now arrive; then those due next month are rolled for, but not in the last month."""
    side = frame[2]
    arriving = due(state, side)
    arrive(state, side, arriving)
    arrived(state, arriving | due_now(state, side), True)
    if state.month < setting_of(state).end_month:
        soon = _still_out(state, setting_of(state).arrivals[state.month + 1][side])
        if soon:
            push(state, EARLY_DIE, side, soon)


class EarlyArrival(Die[Position]):
    """16.41, ruling 33: one die for each unit due next month; which unit it is for stays hidden."""

    name = "early-arrival"
    holds = ("side", "units")

    def play(self, state: Position, frame: Frame, outcome: int) -> None:
        side, units = frame[2], frame[3]
        unit = (units & -units).bit_length() - 1
        rest = units & units - 1
        tell(state, "early-die", "16.41", audience=1 << side, unit=unit, die=outcome + 1)
        if rest:
            replace(state, side, rest)
        else:
            pop(state)
        if outcome < EARLY:
            arrive(state, side, 1 << unit)
            arrived(state, setting_of(state).arrivals[state.month + 1][side], False)

    def audience(self, state: Position, frame: Frame) -> int:
        return 1 << frame[2]


EARLY_DIE = EarlyArrival()


# 18.6: the Malta group


def offer_malta(state: Position, frame: Frame) -> None:
    """18.6, ruling 27: at the start of any one of its Buildups the Axis may take the group."""
    setting = setting_of(state)
    if frame[2] == AXIS and setting.malta_from and state.month >= setting.malta_from and not state.malta_came:
        push(state, TAKE_MALTA)


class TakeMalta(ChoiceKind[Position]):
    """18.6: the whole group comes, and from this Buildup on the Axis draws one card less."""

    name = "take-malta"
    rule = "18.6"

    def side(self, state: Position, frame: Frame) -> int:
        return AXIS

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(MALTA, 1), (NO_MALTA, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == MALTA:
            state.malta_came = state.month
            tell(state, "malta", "18.6")
            arrive(state, AXIS, _still_out(state, setting_of(state).malta))
            arrived(state, setting_of(state).malta, True)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Take the Malta group now, for one supply card less each month, or wait")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "18.6", say("decide first about the Malta group")


TAKE_MALTA = TakeMalta()
MALTA_CARDS = 2
"""18.6: what the Axis draws once the group has come."""


def monthly_cards(state: Position, side: int) -> int:
    """16.6, 18: the cards of the month."""
    if side == AXIS and state.malta_came:
        return MALTA_CARDS
    return setting_of(state).monthly(side, state.month)

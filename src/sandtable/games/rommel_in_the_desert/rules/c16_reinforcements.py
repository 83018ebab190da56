"""16.4, 16.52, 18: what arrives in the base at the start of a player's Buildup."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import arrived, relocated
from sandtable.games.rommel_in_the_desert.printed.data import AXIS
from sandtable.games.rommel_in_the_desert.state import (
    BESIDE_BASE,
    OUT,
    REFIT,
    Position,
    put,
    scenario_of,
)
from sandtable.games.rommel_in_the_desert.verbs import MALTA, NO_MALTA
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import ChoiceKind, Dice, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

EARLY = 2
"""16.41: on 1 or 2 a unit arrives a month early."""


def _still_out(state: Position, units: int) -> int:
    return sum(1 << unit for unit in ones(units) if state.place[unit] == OUT)


def due(state: Position, side: int) -> int:
    """16.41: the units whose month has come and that did not come early."""
    arrivals = scenario_of(state).arrivals[: state.month + 1]
    units = 0
    for month in arrivals:
        units |= month[side]
    return _still_out(state, units)


def due_now(state: Position, side: int) -> int:
    """16.41: the whole group of this month, including those that came early."""
    return scenario_of(state).arrivals[state.month][side]


def landing(state: Position, side: int) -> int:
    """16.41: the base, or, with a battle there, the place beside the map where units wait as one group."""
    base = state.printed.base[side]
    return BESIDE_BASE if state.held[ENEMY_OF[side]] >> base & 1 else base


def arrive(state: Position, side: int, units: int, rule: str = "16.4") -> None:
    """16.4, 16.41: these units come; the enemy sees how many, not which."""
    place = landing(state, side)
    for unit in ones(units):
        put(state, unit, place)
        tell(state, "arrived", rule, audience=1 << side, unit=unit)
    if units:
        told = scenario_of(state).rule if rule == "16.4" else rule  # the scenario lists who comes on time
        tell(state, "blocks-arrived", told, side=side, count=units.bit_count(), hex=place)


def return_from_refit(state: Position, frame: Frame) -> None:
    """16.52, ruling 25: units in refit come back first."""
    side = state.active
    units = sum(1 << u for u in ones(state.printed.side_units[side]) if state.place[u] == REFIT)
    arrive(state, side, units, "16.52")
    for unit in ones(units):
        relocated(state, unit, REFIT, state.place[unit])


def bring_reinforcements(state: Position, frame: Frame) -> None:
    """16.41: those due now arrive; then those due next month are rolled for, but not in the last month."""
    side = state.active
    bring(state, side, due(state, side), due_now(state, side))
    if state.month < scenario_of(state).end_month:
        soon = _still_out(state, scenario_of(state).arrivals[state.month + 1][side])
        if soon:
            push(state, EARLY_DICE, side, soon)


def bring(state: Position, side: int, units: int, group: int) -> None:
    """16.41: the rest of a group arrives, or all of it: none of it is left to come."""
    arrive(state, side, units)
    if units:
        arrived(state, units | group, landing(state, side), True)


class EarlyArrival(Dice[Position]):
    """16.41, ruling 33: one die for each unit due next month; which unit it is for stays hidden.

    All dice are one record, and all units that come early arrive together, so that they cannot be told apart.
    """

    name = "early-arrival"
    on = ("player-buildup.bring_reinforcements",)
    side = one("side")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        scenario, units = scenario_of(state), self.units(frame)
        soon = scenario.arrivals[state.month + 1][self.side(frame)] if state.month < scenario.end_month else 0
        if not units or units & ~_still_out(state, soon):
            yield say("dice are rolled for units that are not due next month")

    def count(self, state: Position, frame: Frame) -> int:
        return self.units(frame).bit_count()

    def rolled(self, state: Position, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        side, early = self.side(frame), 0
        for unit, face in zip(ones(self.units(frame)), faces, strict=True):
            tell(state, "early-die", "16.41", audience=1 << side, unit=unit, die=face)
            early |= (face <= EARLY) << unit
        arrive(state, side, early, "16.41")
        if early:
            arrived(state, scenario_of(state).arrivals[state.month + 1][side], landing(state, side), False)

    def audience(self, state: Position, frame: Frame) -> int:
        return 1 << self.side(frame)


EARLY_DICE = EarlyArrival()


# 18.6: the Malta group


def offer_malta(state: Position, frame: Frame) -> None:
    """18.6, ruling 27: at the start of any one of its Buildups the Axis may take the group."""
    scenario = scenario_of(state)
    if (
        state.active == AXIS
        and scenario.malta_from
        and state.month >= scenario.malta_from
        and not state.malta_came
    ):
        push(state, TAKE_MALTA)


class TakeMalta(ChoiceKind[Position]):
    """18.6: the whole group comes, and from this Buildup on the Axis draws one card less."""

    name = "take-malta"
    on = ("player-buildup.offer_malta",)
    rule = "18.6"
    asks = AXIS
    words = say("Take the Malta group now, for one supply card less each month, or wait")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if state.malta_came or not scenario_of(state).malta:
            yield say("there is no Malta group, or it has come")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(MALTA, 1), (NO_MALTA, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == MALTA:
            state.malta_came = state.month
            tell(state, "malta", "18.6")
            malta = scenario_of(state).malta
            bring(state, AXIS, _still_out(state, malta), malta)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "18.6", otherwise("first decide about the Malta group")


TAKE_MALTA = TakeMalta()
MALTA_CARDS = 2
"""18.6: what the Axis draws once the group has come."""


def monthly_cards(state: Position, side: int) -> int:
    """16.6, 18: the cards of the month."""
    if side == AXIS and state.malta_came:
        return MALTA_CARDS
    return scenario_of(state).monthly(side, state.month)

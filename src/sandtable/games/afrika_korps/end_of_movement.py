"""6.3, 7.4, 11.6, 11.9: what dies before combat: units too many in a hex, units that cannot attack."""

from __future__ import annotations

from sandtable.games.afrika_korps.automatic_victory import needy_attackers
from sandtable.games.afrika_korps.capture import remove_supply
from sandtable.games.afrika_korps.contact import can_stay, contact, units_in
from sandtable.games.afrika_korps.pledges import SHIFT
from sandtable.games.afrika_korps.rommel import check_rommel
from sandtable.games.afrika_korps.state import AUTOMATIC, SURROUNDED, Position, combat_units_at, eliminate
from sandtable.games.afrika_korps.supply import fed_hexes
from sandtable.games.afrika_korps.verbs import LOSE
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


def overstacked(state: Position) -> int:
    """6.1, 22.2: units of the active side in hexes that hold more than three combat units."""
    units = 0
    for place in ones(state.occupied[state.active]):
        here = combat_units_at(state, place, state.active)
        if here.bit_count() > state.scenario.stacking:
            units |= here
    return units


def check_stacking(state: Position, frame: Frame) -> None:
    """2.2.1, 6.3, ruling 18: the limit holds from the end of movement; the owner eliminates the excess."""
    if overstacked(state):
        again(state)
        push(state, REDUCE_STACK)


class ReduceStack(ChoiceKind[Position]):
    """Ruling 18: choose a unit to lose from a hex that holds more than three."""

    name = "reduce-stack"
    rule = "6.3"

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(LOSE, overstacked(state))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        lose(state, argument, "6.3")

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("More than three combat units in a hex at the end of movement: choose one to lose")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "6.3", say("a unit in an overstacked hex must be lost first")


def lose(state: Position, unit: int, rule: str) -> None:
    """A unit dies before combat: it makes no soak-off and blocks no retreat (7.4)."""
    tell(state, "died-before-combat", rule, unit=unit, hex=state.place[unit])
    eliminate(state, unit)
    for index, standing in enumerate(state.standing):
        if standing in (AUTOMATIC, SURROUNDED):
            state.attackers[index] &= ~(1 << unit)
            if not state.attackers[index]:
                state.cancelled &= ~state.defenders[index]
    drop_empty_victories(state)
    check_rommel(state)


def drop_empty_victories(state: Position) -> None:
    """An automatic victory whose attackers are all gone is no victory; its victims have their zones again."""
    kept = [index for index in range(len(state.standing)) if state.attackers[index]]
    for battles in (state.attackers, state.defenders, state.supports, state.blockers, state.standing):
        battles[:] = [battles[index] for index in kept]


def eliminate_trapped(state: Position, frame: Frame) -> None:
    """7.4, 11.6, 11.9, ruling 17: units in an enemy zone that fit no legal battle die, one after another."""
    for unit in ones(needy_attackers(state)):
        again(state)
        lose(state, unit, "14.5")
        return
    fight = contact(state)
    if fight.can_complete(fight.whole()):
        return
    again(state)
    for unit in ones(fight.must_attack):
        if not can_stay(state, unit):
            lose(state, unit, "11.9" if can_stay(state, unit, supplied=True) else "7.4")
            return
    if drop_broken_pledge(state):
        return
    cut_off = cut_off_culprits(state)
    if cut_off.bit_count() == 1:
        lose(state, first(cut_off), "11.9")
    else:
        push(state, SACRIFICE)


def cut_off_culprits(state: Position) -> int:
    """11.9: units without supply whose death alone lets the combat divide: one of them must die."""
    fed = units_in(state, fed_hexes(state, state.active))
    culprits = 0
    for unit in ones(contact(state).must_attack & ~fed):
        trial = state.copy()
        eliminate(trial, unit)
        fight = contact(trial)
        if fight.can_complete(fight.whole()):
            culprits |= 1 << unit
    return culprits


def drop_broken_pledge(state: Position) -> bool:
    """13.2: supply that entered a zone and can support no attack there after all is lost, before any unit is."""
    pledged = sorted({pledge >> SHIFT for pledge in state.pledges})
    if not pledged:
        return False
    supply = next((supply for supply in pledged if can_divide_without(state, supply)), pledged[0])
    tell(state, "supply-destroyed", "13.2", unit=supply, hex=state.place[supply])
    remove_supply(state, supply)
    return True


def can_divide_without(state: Position, supply: int) -> bool:
    """Would the combat divide legally if this supply were gone?"""
    trial = state.copy()
    remove_supply(trial, supply)
    fight = contact(trial)
    return fight.can_complete(fight.whole())


class Sacrifice(ChoiceKind[Position]):
    """Ruling 17: no legal division of the combat exists; the owner removes units in contact until one does."""

    name = "sacrifice"
    rule = "7.4"

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(LOSE, cut_off_culprits(state) or units_in_contact(state))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        lose(state, argument, "7.4")

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Not every duty to attack can be met: choose a unit in contact to lose")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "7.4", say("a unit in contact with the enemy must be lost first")


def units_in_contact(state: Position) -> int:
    """Units whose loss changes what must be fought: those in an enemy zone, and those who won automatically."""
    fight = contact(state)
    bound = 0
    for index, standing in enumerate(state.standing):
        if standing in (AUTOMATIC, SURROUNDED):
            bound |= state.attackers[index]
    return fight.must_attack | bound or fight.whole().attackers


REDUCE_STACK, SACRIFICE = ReduceStack(), Sacrifice()

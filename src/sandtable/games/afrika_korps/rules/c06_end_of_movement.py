"""6.3, 7.4, 11.6, 11.9: losses before combat: units above the stacking limit, units that cannot attack."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice, in_turn
from sandtable.games.afrika_korps.rules.c08_contact import can_stay, contact, units_in
from sandtable.games.afrika_korps.rules.c09_automatic_victory import needy_attackers
from sandtable.games.afrika_korps.rules.c09_giving_way import (
    can_divide,
    dissolve,
    exposed,
    give_way,
    is_doomed,
    way_out,
    without_victories,
)
from sandtable.games.afrika_korps.rules.c14_supply import fed_hexes
from sandtable.games.afrika_korps.rules.c15_capture import destroy, remove_supply
from sandtable.games.afrika_korps.rules.c22_rommel import check_rommel
from sandtable.games.afrika_korps.state import OBLIGATION, Position, combat_units_at, eliminate, standing_victories
from sandtable.games.afrika_korps.verbs import LOSE
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def overstacked(state: Position) -> int:
    """6.1, 22.2: units of the active side in hexes that hold more than three combat units."""
    units = 0
    for place in ones(state.occupied[state.active]):
        here = combat_units_at(state, place, state.active)
        if here.bit_count() > state.printed.stacking:
            units |= here
    return units


def check_stacking(state: Position, frame: Frame) -> None:
    """2.2.1, 6.3, ruling 18: the limit holds from the end of movement; the owner eliminates the excess."""
    if overstacked(state):
        again(state)
        push(state, REDUCE_STACK)


class ReduceStack(ActiveChoice):
    """Ruling 18: choose a unit to lose from a hex that holds more than three."""

    name = "reduce-stack"
    on = in_turn(":check_stacking")
    rule = "6.1"
    words = say("More than three combat units in a hex at the end of movement: choose one to lose")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(LOSE, overstacked(state))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        lose(state, argument, "2.2.1" if state.turn == 1 else "6.3")  # the deployment may overstack, until now

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "6.3", otherwise("first choose a unit to lose in a hex with more than three combat units")


def lose(state: Position, unit: int, rule: str) -> None:
    """A unit dies before combat: it makes no soak-off and blocks no retreat (7.4)."""
    tell(state, "died-before-combat", rule, unit=unit, hex=state.place[unit])
    bury(state, unit, rule)
    check_rommel(state)


def bury(state: Position, unit: int, rule: str) -> None:
    """The unit is gone; an automatic victory that has lost all its attackers is dissolved."""
    eliminate(state, unit)
    for index in standing_victories(state):
        state.attackers[index] &= ~(1 << unit)
    empty = [index for index in standing_victories(state) if not state.attackers[index]]
    if empty:
        dissolve(state, empty, rule)


def eliminate_trapped(state: Position, frame: Frame) -> None:
    """7.4, 11.6, 11.9, rulings 17 and 21a: where combat cannot be divided, victories give way, then units die."""
    if not needy_attackers(state) and can_divide(state):
        return
    again(state)
    if dissolve_starved(state) or lose_doomed(state) or give_way(state) or drop_broken_obligation(state):
        return
    cut_off = cut_off_culprits(state)
    if cut_off.bit_count() == 1:
        lose(state, first(cut_off), "11.9")
    else:
        push(state, SACRIFICE)


def dissolve_starved(state: Position) -> bool:
    """14.5: a victory without supply at the end of movement is dissolved; obliged supply may be lost (13.2)."""
    needy = needy_attackers(state)
    starved = [index for index in standing_victories(state) if state.attackers[index] & needy]
    if starved:
        dissolve(state, starved, "14.5")
        check_rommel(state)
    return bool(starved)


def lose_doomed(state: Position) -> bool:
    """7.4, 11.9, ruling 17: a unit in an enemy zone that fits no legal battle dies."""
    for unit in ones(contact(state).must_attack):
        if is_doomed(state, unit):
            lose(state, unit, "11.9" if can_stay(state, unit, supplied=True) else "7.4")
            return True
    return False


def without(state: Position, units: Iterable[int]) -> Position:
    """The position as it would be without these units."""
    trial = state.copy()
    for unit in units:
        bury(trial, unit, "7.4")
    return trial


def cut_off_culprits(state: Position) -> int:
    """11.9: units without supply whose death alone lets the combat divide: one of them must die."""
    fed = units_in(state, fed_hexes(state, state.active))
    fed &= units_in(state, fed_hexes(without_victories(state), state.active))
    return sum(1 << u for u in ones(exposed(state) & ~fed) if way_out(without(state, [u])) is not None)


def drop_broken_obligation(state: Position) -> bool:
    """13.2: supply that entered a zone but can support no attack there is lost, before any unit is."""
    obliged = sorted({OBLIGATION.parts(obligation)[0] for obligation in state.obligations})
    if not obliged:
        return False
    supply = next((supply for supply in obliged if can_divide_without(state, supply)), obliged[0])
    destroy(state, supply, "13.2")
    return True


def can_divide_without(state: Position, supply: int) -> bool:
    """Would the combat divide legally if this supply were gone?"""
    trial = state.copy()
    remove_supply(trial, supply)
    return way_out(trial) is not None


class Sacrifice(ActiveChoice):
    """Ruling 17: no legal division of the combat exists; the owner removes units in contact until one does.

    If there are automatic victories, only units whose loss helps may be removed (ruling 21a).
    """

    name = "sacrifice"
    on = in_turn(":eliminate_trapped")
    rule = "11.6"
    words = say("Not every duty to attack can be met: choose a unit in contact to lose")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(LOSE, self.candidates(state))]

    def candidates(self, state: Position) -> int:
        return cut_off_culprits(state) or whose_loss_helps(state) or units_in_contact(state)

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        lose(state, argument, "7.4")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == LOSE and units_in_contact(state) >> argument & 1:
            return "7.4", say("losing this unit would not help to meet the duties")
        return "7.4", otherwise("first choose one of your units in contact with the enemy to lose")


def units_in_contact(state: Position) -> int:
    """Units whose loss changes what must be fought: those in an enemy zone, and those in an automatic victory."""
    bound = 0
    for index in standing_victories(state):
        bound |= state.attackers[index]
    return exposed(state) | bound or contact(state).whole().attackers


def whose_loss_helps(state: Position) -> int:
    """Ruling 21a: if there are victories, the units of any smallest set without which combat can be divided."""
    if not standing_victories(state):
        return 0
    units = list(ones(units_in_contact(state)))
    for count in range(1, len(units) + 1):
        sets = [some for some in combinations(units, count) if way_out(without(state, some)) is not None]
        if sets:
            return sum(1 << unit for unit in {unit for some in sets for unit in some})
    return 0


REDUCE_STACK, SACRIFICE = ReduceStack(), Sacrifice()

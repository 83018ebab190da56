"""11.7, the exception: units that retreated into a fortress this turn may be attacked there a second time."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice
from sandtable.games.afrika_korps.rules.c07_exchange import lose_all
from sandtable.games.afrika_korps.rules.c08_contact import neighbours_of, units_in
from sandtable.games.afrika_korps.rules.c08_declaration import add_support, begin_battle, tell_battle
from sandtable.games.afrika_korps.rules.c09_surrounding import odds_against
from sandtable.games.afrika_korps.rules.c14_supply import fed_hexes, needs_supply
from sandtable.games.afrika_korps.state import CAPTOR, Position, combat_units_at, hexes_of
from sandtable.games.afrika_korps.verbs import DONE, WITH
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# Together with other defenders


def fugitives_of(state: Position, battle: int) -> int:
    """11.7: units that retreated this turn into a fortress attacked in this battle."""
    hexes = hexes_of(state, state.defenders[battle])
    return sum(1 << unit for unit in ones(state.fugitives) if hexes >> state.place[unit] & 1)


def lose_fugitives(state: Position, hexes: int, fugitives: int) -> None:
    """11.7: fugitives left alone in one of these hexes are lost."""
    for place in ones(hexes):
        here = combat_units_at(state, place, ENEMY_OF[state.active])
        if here and not here & ~fugitives:
            lose_all(state, here)


# Alone in a fortress


def are_lone_fugitives(state: Position, units: int) -> bool:
    """11.7: did all the units in this fortress retreat there this turn?"""
    return not units & ~lone_fugitives(state)


def lone_fugitives(state: Position) -> int:
    """The units that retreated into a fortress with no other defenders."""
    fugitives = 0
    for place in ones(hexes_of(state, state.fugitives)):
        here = combat_units_at(state, place, ENEMY_OF[state.active])
        if not here & ~state.fugitives:
            fugitives |= here
    return fugitives


def free_attackers(state: Position, place: int) -> int:
    """11.8, 15.3.2.2: units next to a hex that fight no battle this turn and take no escorted supply."""
    engaged = state.fought
    for attackers in state.attackers:
        engaged |= attackers
    for captor in state.captors:
        supply, unit = CAPTOR.parts(captor)
        if not state.printed.fortress >> state.place[supply] & 1:
            engaged |= 1 << unit
    return neighbours_of(state, place, state.active) & ~engaged


def could_attack_fugitives(state: Position, place: int, attackers: int) -> int:
    """11.7, 14.1: units that may join the attack on them; at 1-2 or better all need supply."""
    fugitives = combat_units_at(state, place, ENEMY_OF[state.active])
    fed = units_in(state, fed_hexes(state, state.active, fugitives))
    able = 0
    for unit in ones(free_attackers(state, place) & ~attackers):
        force = attackers | 1 << unit
        if not force & ~fed or not needs_supply(odds_against(state, force, fugitives)):
            able |= 1 << unit
    return able


def fugitives_in_reach(state: Position) -> int:
    """The units alone in a fortress that can still be attacked."""
    fugitives = lone_fugitives(state)
    return sum(1 << unit for unit in ones(fugitives) if could_attack_fugitives(state, state.place[unit], 0))


def begin_attack(state: Position, fugitive: int) -> None:
    """23.1: all in the fortress are attacked together."""
    push(state, ATTACK_FUGITIVES, state.place[fugitive], 0)


class AttackFugitives(ActiveChoice):
    """11.7: choose the units that attack."""

    name = "attack-fugitives"
    on = ("combat",)
    rule = "11.7"
    words = say("Choose units to attack those who fled into the fortress")
    fortress = one("hex")
    attackers = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, fortress, attackers = frame
        if not combat_units_at(state, fortress, ENEMY_OF[state.active]):
            yield say("no unit is there to be attacked a second time")
        if attackers & ~free_attackers(state, fortress):
            yield say("a unit that cannot do so attacks a second time")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, fortress, attackers = frame
        return offer((WITH, could_attack_fugitives(state, fortress, attackers)), (DONE, bool(attackers)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, fortress, attackers = frame
        if verb == WITH:
            replace(state, fortress, attackers | 1 << argument)
            return
        pop(state)
        begin_battle(state, combat_units_at(state, fortress, ENEMY_OF[state.active]))
        state.attackers[-1] = attackers
        index = len(state.attackers) - 1
        tell_battle(state, index, self.rule)
        if needs_supply(odds_against(state, attackers, state.defenders[index])):
            add_support(state, index, 0)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return "11.7", say("choose at least one attacker")
        if verb != WITH:
            return "11.7", say("first choose which units attack those in the fortress")
        if not neighbours_of(state, self.fortress(frame), state.active) >> argument & 1:
            return "8.5", say("it is not one of your combat units next to the fortress")
        if not free_attackers(state, self.fortress(frame)) & ~self.attackers(frame) & 1 << argument:
            return "11.8", say("no unit attacks more than once in a turn")
        return "14.1", otherwise("an attack at 1-2 or better needs supply for every attacker")


ATTACK_FUGITIVES = AttackFugitives()

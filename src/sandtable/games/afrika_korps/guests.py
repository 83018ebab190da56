"""11.7, the exception: units that retreated into a fortress this turn may be attacked there a second time."""

from __future__ import annotations

from sandtable.games.afrika_korps.contact import neighbours_of, units_in
from sandtable.games.afrika_korps.declaration import add_support, begin_battle, tell_battle
from sandtable.games.afrika_korps.exchange import lose_all
from sandtable.games.afrika_korps.pledges import SHIFT
from sandtable.games.afrika_korps.state import Position, combat_units_at, enemy_of, hexes_of
from sandtable.games.afrika_korps.supply import fed_hexes, needs_supply
from sandtable.games.afrika_korps.surrounding import odds_against
from sandtable.games.afrika_korps.verbs import DONE, WITH
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.flow import ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

# Among others that are attacked


def guests_of(state: Position, battle: int) -> int:
    """11.7: units that retreated this turn into a fortress attacked in this battle."""
    hexes = hexes_of(state, state.defenders[battle])
    return sum(1 << unit for unit in ones(state.guests) if hexes >> state.place[unit] & 1)


def lose_guests(state: Position, frame: Frame) -> None:
    """11.7: a unit that came into the fortress is lost when all the others that defend it are."""
    hexes, guests = frame[3], frame[4]
    for place in ones(hexes):
        here = combat_units_at(state, place, enemy_of(state.active))
        if here and not here & ~guests:
            lose_all(state, here)


# Alone in a fortress


def are_lone_guests(state: Position, units: int) -> bool:
    """11.7: have all the units in their fortress come there by retreat?"""
    return not units & ~lone_guests(state)


def lone_guests(state: Position) -> int:
    """The units that retreated into a fortress which holds nobody else."""
    guests = 0
    for place in ones(hexes_of(state, state.guests)):
        here = combat_units_at(state, place, enemy_of(state.active))
        if not here & ~state.guests:
            guests |= here
    return guests


def free_attackers(state: Position, place: int) -> int:
    """11.8, 15.3.2.2: units next to a hex that fight no battle this turn and take no supply from its escort."""
    engaged = state.fought
    for attackers in state.attackers:
        engaged |= attackers
    for captor in state.captors:
        if not state.scenario.fortress >> state.place[captor >> SHIFT] & 1:
            engaged |= 1 << (captor & 255)
    return neighbours_of(state, place, state.active) & ~engaged


def could_attack_guests(state: Position, place: int, attackers: int) -> int:
    """11.7, 14.1: who may join the attack on them; the odds do not matter, but from 1-2 on all need supply."""
    guests = combat_units_at(state, place, enemy_of(state.active))
    fed = units_in(state, fed_hexes(state, state.active, guests))
    able = 0
    for unit in ones(free_attackers(state, place) & ~attackers):
        force = attackers | 1 << unit
        if not force & ~fed or not needs_supply(odds_against(state, force, guests)):
            able |= 1 << unit
    return able


def guests_in_reach(state: Position) -> int:
    """The units alone in a fortress that a further attack could be made on."""
    guests = lone_guests(state)
    return sum(1 << unit for unit in ones(guests) if could_attack_guests(state, state.place[unit], 0))


def begin_attack(state: Position, guest: int) -> None:
    """23.1: all in the fortress are attacked together."""
    push(state, ATTACK_GUESTS, state.place[guest], 0)


class AttackGuests(ChoiceKind[Position]):
    """11.7: choose the units that attack. Locals: the fortress, the attackers so far."""

    name = "attack-guests"
    holds = ("fortress", "attackers")
    rule = "11.7"

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

    def legal(self, state: Position, frame: Frame) -> Options:
        options: Options = []
        able = could_attack_guests(state, frame[2], frame[3])
        if able:
            options.append((WITH, able))
        if frame[3]:
            options.append((DONE, 1))
        return options

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == WITH:
            replace(state, frame[2], frame[3] | 1 << argument)
            return
        pop(state)
        begin_battle(state, combat_units_at(state, frame[2], enemy_of(state.active)))
        state.attackers[-1] = frame[3]
        index = len(state.attackers) - 1
        tell_battle(state, index, self.rule)
        if needs_supply(odds_against(state, frame[3], state.defenders[index])):
            add_support(state, index, 0)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Choose the units that attack those who fled into the fortress")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DONE:
            return "11.7", say("choose at least one unit that attacks")
        if verb != WITH:
            return "11.7", say("choose first who attacks the units in the fortress")
        if not neighbours_of(state, frame[2], state.active) >> argument & 1:
            return "8.5", say("it is not one of your combat units next to the fortress")
        if not free_attackers(state, frame[2]) & ~frame[3] & 1 << argument:
            return "11.8", say("no unit attacks more than once in a turn")
        return "14.1", say("an attack at 1-2 or better needs supply for every attacker")


ATTACK_GUESTS = AttackGuests()

"""13.3, 15: supply units change hands, or are destroyed.

Players may destroy their supply at any time. In their own movement and between their own battles they do so
freely. At other times it matters only if the enemy could take it, so they are asked then (ruling 63): before
combat and between battles about everything in the enemy's reach, and right before every capture about what would
be taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.afrika_korps.rules.c03_asking import in_turn
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes, zone
from sandtable.games.afrika_korps.state import (
    CAPTOR,
    OBLIGATION,
    OFF,
    Position,
    combat_units_at,
    on_map,
    put,
    supply_on_map,
)
from sandtable.games.afrika_korps.verbs import DESTROY, DONE
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import listed, many, one
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# What can be taken, and what taking it does


def lone_supply(state: Position, side: int) -> int:
    """15.2: a side's supply with no combat unit of its own side; one under automatic victory does not count."""
    lone = 0
    for unit in ones(supply_on_map(state, side)):
        escort = combat_units_at(state, state.place[unit], side) & ~state.cancelled
        if not escort:
            lone |= 1 << unit
    return lone


def within_grasp(state: Position, side: int, hex_number: int) -> int:
    """15.2.1, 15.2.3: enemy supply that a combat unit of this side takes by moving into this hex.

    Supply next to it over an open hexside, or in the hex itself; in a fortress only the latter. Enemy combat
    units nearby make no difference (15.2.1.1).
    """
    printed = state.printed
    near = printed.board.adjacent[hex_number] & ~printed.fortress | 1 << hex_number
    if not near & state.depots[ENEMY_OF[side]]:
        return 0
    taken = 0
    for unit in ones(lone_supply(state, ENEMY_OF[side])):
        if near >> state.place[unit] & 1:
            taken |= 1 << unit
    return taken


def take(state: Position, supply: int, side: int, rule: str) -> int:
    """15.2.1: a captured-supply counter of the taker replaces the unit; its owner may receive it again.

    From now on it obeys the limits of its new side (15.2.1.2).

    The new counter's number is returned, or -1 when the taker has no counter left: then it is destroyed.
    """
    printed = state.printed
    place = state.place[supply]
    was_used = state.used >> supply & 1
    remove_supply(state, supply)
    free = [u for u in ones(printed.supply & printed.side_units[side]) if state.place[u] == OFF]
    if not free:
        tell(state, "supply-destroyed", "12.3", unit=supply, hex=place)
        return -1
    counter = free[-1]
    put(state, counter, place)
    state.captured |= 1 << counter
    assert not was_used, "supply in use is never captured (15.2.2)"
    tell(state, "supply-captured", rule, unit=supply, counter=counter, hex=place, side=side)
    return counter


def remove_supply(state: Position, supply: int) -> None:
    """A supply counter goes back to its owner's stock."""
    put(state, supply, OFF)
    state.forget("unit", supply)
    state.captured &= ~(1 << supply)
    state.used &= ~(1 << supply)
    state.obligations = [duty for duty in state.obligations if OBLIGATION.parts(duty)[0] != supply]
    state.captors = [captor for captor in state.captors if CAPTOR.parts(captor)[0] != supply]
    state.supports = [supports & ~(1 << supply) for supports in state.supports]  # the counter may come back


def take_by_moving(state: Position, supplies: int) -> None:
    """15.2.1, 15.3.1: lone supply, and supply with the victims of an automatic victory, falls to the mover.

    Enemies beside it do not prevent it (15.2.1.1).
    """
    for supply in ones(supplies):
        owner = state.printed.side_of[supply]
        place = state.place[supply]
        with_victims = combat_units_at(state, place, owner)
        among_friends = state.printed.board.adjacent[place] & state.occupied[owner]
        rule = "15.3.1" if with_victims else "15.2.1.1" if among_friends else "15.2.1"
        take(state, supply, ENEMY_OF[owner], rule)


def take_after_combat(state: Position, supplies: int) -> int:
    """15.2.2: lone supply falls to a unit that retreats or advances; it is frozen. Returns the counters taken."""
    taken = 0
    for supply in ones(supplies):
        counter = take(state, supply, ENEMY_OF[state.printed.side_of[supply]], "15.2.2")
        if counter >= 0:
            taken |= 1 << counter
    state.frozen |= taken
    return taken


def shy_of_supply(state: Position, side: int) -> int:
    """13.3, 15.1: the hexes next to enemy supply, which a side's supply and Rommel may not enter alone.

    Supply in a fortress or beyond a closed hexside does not count; the supply's own hex always does.
    """
    printed = state.printed
    depots = state.depots[ENEMY_OF[side]]
    return depots | printed.board.spread(depots & ~printed.fortress)


def destroy(state: Position, supply: int, rule: str = "15.5") -> None:
    """15.5: players may destroy supply of their own, or captured supply, at any time."""
    place = state.place[supply]
    remove_supply(state, supply)
    tell(state, "supply-destroyed", rule, unit=supply, hex=place)


def among_enemies(state: Position, supply: int) -> bool:
    """5.4, ruling 28: is this supply in a hex that enemy combat units still hold?"""
    enemy = ENEMY_OF[state.printed.side_of[supply]]
    return bool(closed_hexes(state, enemy) >> state.place[supply] & 1)


def lose_supply_among_enemies(state: Position) -> None:
    """Ruling 28: captured supply of the active side does not stay with an enemy escort."""
    for supply in ones(supply_on_map(state, state.active)):
        if among_enemies(state, supply):
            destroy(state, supply, "15.4.1")


# The question to the owner, who may destroy it first (15.5)


def endangered_supply(state: Position) -> int:
    """15.5: supply of the side that is not moving, where the coming combat may cost it."""
    side = ENEMY_OF[state.active]
    reach = zone(state, state.active) | state.printed.board.spread(state.occupied[state.active])
    return sum(1 << unit for unit in ones(supply_on_map(state, side)) if reach >> state.place[unit] & 1)


def offer_destruction(state: Position, frame: Frame) -> None:
    """15.5, ruling 45: before each battle the side that is not moving is asked about supply in danger."""
    if endangered_supply(state):
        push(state, DESTROY_SUPPLY)


def ask_owner(state: Position, supplies: Iterable[int]) -> None:
    """15.5, ruling 63: the owner of these supply units, about to be taken, may destroy them."""
    push(state, DESTROY_SUPPLY, *supplies)


def supply_faults(state: Position, supplies: int) -> Iterator[Message]:
    """15.5: whoever is asked about supply that is about to be taken owns all of it."""
    if not any(not supplies & ~(state.printed.supply & own) for own in state.printed.side_units):
        yield say("only supply of one side is taken at a time")


class DestroySupply(ChoiceKind[Position]):
    """15.5: destroy supply before the enemy takes it.

    The frame lists the supply about to be taken. When nothing is being taken yet the list is empty, and the
    question is about all supply in reach of the coming combat.
    """

    name = "destroy-supply"
    on = (
        *in_turn(".offer_destruction"),
        "aftermath.close_battle",
        "rescue",
        "capture.ask_first",
        "capture-after-combat.ask_first",
        "capture-on-the-way.ask_first",
        "seizure.ask_first",
        "win-supply.ask_about_prey",
    )
    rule = "15.5"
    supply = listed(one("unit"))

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from supply_faults(state, mask_of(self.supply(frame)))

    def side(self, state: Position, frame: Frame) -> int:
        doomed = self.supply(frame)
        return state.printed.side_of[doomed[0]] if doomed else ENEMY_OF[state.active]

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((DESTROY, self.in_question(state, frame)), (DONE, True))

    def in_question(self, state: Position, frame: Frame) -> int:
        """The supply that may be destroyed now."""
        if not self.supply(frame):
            return endangered_supply(state)
        return on_map(state, sum(1 << supply for supply in self.supply(frame)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DESTROY:
            destroy(state, argument)
        left = self.in_question(state, frame)
        if verb == DONE or not left:
            pop(state)
        elif self.supply(frame):
            replace(state, *ones(left))

    def prompt(self, state: Position, frame: Frame) -> Message:
        if self.supply(frame):
            names = ", ".join(state.printed.units[unit].id for unit in ones(self.in_question(state, frame)))
            return say("{supply} is about to be taken: destroy it, or let the enemy have it", supply=names)
        return say("The enemy is about to attack: destroy supply, or keep it")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DESTROY and self.supply(frame):
            return "15.5", say("only your own supply that is about to be taken can be destroyed now")
        if verb == DESTROY:
            return "15.5", say("only your own supply in the enemy's reach can be destroyed now")
        if self.supply(frame):
            return "15.5", say("first decide whether to destroy the supply that is about to be taken")
        return "10.1", otherwise("first destroy supply, or keep it")


def is_capture(frame: Frame) -> bool:
    """Is this the question about supply that is about to be taken?"""
    return frame[0] == DESTROY_SUPPLY.number and bool(DESTROY_SUPPLY.supply(frame))


# Captures, once the owner has been asked


class Taking(Steps[Position]):
    """15.5: a capture. Its first step is to ask the owner, who may destroy the supply."""

    supplies = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if frame[1] < self.last_step:
            yield from supply_faults(state, self.supplies(frame))
        if frame[1] < self.last_step and self.supplies(frame) & state.used:
            yield say("supply in use is never captured")


def ask_first(state: Position, frame: Frame) -> None:
    """15.5: the first step of every capture, whatever its kind."""
    ask_owner(state, ones(CAPTURE.supplies(frame)))


def take_what_is_left(state: Position, frame: Frame) -> None:
    """15.2.1, 15.3.1: what was not destroyed changes hands; the mover goes on without cost or delay."""
    take_by_moving(state, on_map(state, CAPTURE.supplies(frame)))


def freeze_what_is_left(state: Position, frame: Frame) -> None:
    """15.2.2: what was not destroyed changes hands, and stays where it is this turn."""
    take_after_combat(state, on_map(state, CAPTURE_AFTER_COMBAT.supplies(frame)))


class Capture(Taking):
    """15.2.1, 15.3.1: supply taken during movement."""

    name = "capture"
    on = ("move", "movement")
    steps = (ask_first, take_what_is_left)


class CaptureAfterCombat(Taking):
    """15.2.2: supply taken by a unit that retreats or advances."""

    name = "capture-after-combat"
    on = (
        "aftermath.advance_after_battle",
        "seizure.seize",
        "advance",
        "rescue",
        "retreat.ask_about_fortress",
        "conduct-retreat",
        "overflow",
    )
    steps = (ask_first, freeze_what_is_left)


CAPTURE, CAPTURE_AFTER_COMBAT = Capture(), CaptureAfterCombat()


def begin_capture(state: Position, supplies: int) -> None:
    """15.2.1, 15.3.1: these are taken during movement, unless their owner destroys them."""
    if supplies:
        push(state, CAPTURE, supplies)


def capture_by_moving(state: Position, unit: int) -> None:
    """15.2.1: a combat unit that has just moved takes the lone supply around it."""
    begin_capture(state, within_grasp(state, state.printed.side_of[unit], state.place[unit]))


def come_upon(state: Position, unit: int) -> int:
    """15.2.2: supply that a unit can take where its retreat or advance leads; supply in use is exempt."""
    return within_grasp(state, state.printed.side_of[unit], state.place[unit]) & ~state.used


def capture_after_combat(state: Position, unit: int) -> None:
    """15.2.2: a unit that has just retreated or advanced takes the lone supply it meets."""
    supplies = come_upon(state, unit)
    if supplies:
        push(state, CAPTURE_AFTER_COMBAT, supplies)


DESTROY_SUPPLY = DestroySupply()

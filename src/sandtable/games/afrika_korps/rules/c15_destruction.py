"""15.2, 15.5: before supply is taken its owner may destroy it; the rest changes hands.

A player may destroy his supply at any time. In his own movement and between his own battles he does so freely.
At other times it matters only where the enemy could take it, so he is asked there (ruling 63): before combat and
between battles about everything in the enemy's reach, and right before every capture about what would be taken.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c15_capture import destroy, take_after_combat, take_by_moving, within_grasp
from sandtable.games.afrika_korps.state import Position, enemy_of, on_map, supply_on_map
from sandtable.games.afrika_korps.verbs import DESTROY, DONE
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.fields import listed, many, one
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

# The question


def endangered_supply(state: Position) -> int:
    """15.5: supply of the side that is not moving, where the coming combat may cost it."""
    side = enemy_of(state.active)
    reach = zone(state, state.active) | state.printed.board.spread(state.occupied[state.active])
    return sum(1 << unit for unit in ones(supply_on_map(state, side)) if reach >> state.place[unit] & 1)


def offer_destruction(state: Position, frame: Frame) -> None:
    """15.5, ruling 45: before each battle the side that is not moving is asked about supply in danger."""
    if endangered_supply(state):
        push(state, DESTROY_SUPPLY)


def ask_owner(state: Position, supplies: Iterable[int]) -> None:
    """15.5, ruling 63: the owner of these supply units, about to be taken, may destroy them."""
    push(state, DESTROY_SUPPLY, *supplies)


class DestroySupply(ChoiceKind[Position]):
    """15.5: destroy supply before the enemy takes it.

    The frame lists the supply about to be taken. When nothing is being taken yet the list is empty, and the
    question is about all supply in reach of the coming combat.
    """

    name = "destroy-supply"
    rule = "15.5"
    supply = listed(one("unit"))

    def side(self, state: Position, frame: Frame) -> int:
        doomed = self.supply(frame)
        return state.printed.side_of[doomed[0]] if doomed else enemy_of(state.active)

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
        return "10.1", say("the defender may only destroy supply now")


def is_capture(frame: Frame) -> bool:
    """Is this the question about supply that is about to be taken?"""
    return frame[0] == DESTROY_SUPPLY.number and bool(DESTROY_SUPPLY.supply(frame))


# Captures, once the owner has been asked


class Taking(Steps[Position]):
    """15.5: a capture. Its first step is to ask the owner, who may destroy the supply."""

    supplies = many("unit")


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
    steps = (ask_first, take_what_is_left)


class CaptureAfterCombat(Taking):
    """15.2.2: supply taken by a unit that retreats or advances."""

    name = "capture-after-combat"
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

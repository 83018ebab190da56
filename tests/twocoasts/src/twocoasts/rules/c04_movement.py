"""4: a stack is gathered, and moves as one."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Steps, again, nearest, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from twocoasts.printed.data import MARCH as MARCH_USE
from twocoasts.rules.c04_reach import able, allowance, companions, destinations, why_no_step, why_not_able
from twocoasts.rules.c05_reaction import REACT
from twocoasts.rules.c06_battle import BATTLE, targets
from twocoasts.state import Coasts, in_play, place_of, put, within
from twocoasts.verbs import ATTACK, DIG, DROP, MARCH, STOP, TO, UNIT

BONUS = 2
"""8.2: the points that a march card adds."""


class Move(ChoiceKind[Coasts]):
    """4: what the stack does next."""

    name = "move"
    on = ("march:go_on",)
    rule = "4"
    asks = one("side")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        side, place, begun = self.side(state, frame), place_of(state, state.stack), bool(state.spent)
        ashore = in_play(state) >> place & 1
        cards = state.hands[side] & state.printed.usable[MARCH_USE]
        return offer(
            (UNIT, companions(state, side)),
            (TO, destinations(state, state.stack)),
            (DROP, state.stack if begun and state.stack.bit_count() > 1 else 0),
            (DIG, bool(ashore and not begun)),
            (ATTACK, targets(state, side, place)),
            (MARCH, 0 if begun or state.bonus else cards),
            (STOP, begun),
        )

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        if verb == UNIT:
            state.stack |= bit(argument)
        elif verb == DROP:
            state.stack &= ~bit(argument)
            tell(state, "drops", "4.5", unit=argument, to=state.where[argument])
        elif verb == MARCH:
            play_march(state, side, argument)
        else:
            pop(state)
            if verb == TO:
                step(state, side, argument)
            elif verb == ATTACK:
                attack(state, side, argument)
            else:
                stop(state, digs=verb == DIG)

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        left = allowance(state, state.stack) - state.spent
        place = state.printed.map.places[place_of(state, state.stack)].title
        if not state.spent:
            return say(
                "The stack in {place}: gather more units, or move it ({left} points)", place=place, left=left
            )
        return say("The stack in {place} has {left} points left: go on, or stop", place=place, left=left)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb == UNIT:
            return _why_not_gathered(state, side, argument)
        if verb == TO:
            return why_no_step(state, side, argument)
        if verb == DROP:
            return "4.5", say("units of a stack are left behind on its way, but never all of them")
        if verb == ATTACK:
            return "6.1", say("a stack attacks enemies next to it")
        if verb == MARCH:
            return _why_no_march(state, side, argument)
        if verb == DIG:
            return "4.6", say("only a stack on the map that has not moved digs in")
        if verb == STOP:
            return "4.5", say("the stack has not moved yet")
        return "4", otherwise("finish the move of the stack first")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        if state.halted or self.side(state, frame) != MARCHING.mover(nearest(state, MARCHING)):
            yield say("the stack has stopped, or is not theirs")


def _why_not_gathered(state: Coasts, side: int, unit: int) -> tuple[str, Message]:
    if state.stack >> unit & 1:
        return "4.1", say("that unit is in the stack")
    if state.spent:
        return "4.1", say("a stack is gathered before its first step")
    if able(state, side) >> unit & 1:
        return "4.1", say("only units that are together move as one")
    return why_not_able(state, side, unit)


def _why_no_march(state: Coasts, side: int, card: int) -> tuple[str, Message]:
    if not state.hands[side] >> card & 1:
        return "8.2", say("you do not hold that card")
    if not state.printed.usable[MARCH_USE] >> card & 1:
        return "8.2", say("that card has no march")
    return "8.2", say("one march card is played, before the first step")


MOVE = Move()


def play_march(state: Coasts, side: int, card: int) -> None:
    """8.2: the card stays on the table until the turn ends."""
    state.hands[side] &= ~bit(card)
    state.played |= bit(card)
    state.bonus = BONUS
    tell(state, "marches", "8.2", side=side, card=card)


def step(state: Coasts, side: int, place: int) -> None:
    """4.2: the stack goes there; 5.1: the other side is asked, unless the stack has left the map (4.4)."""
    here = place_of(state, state.stack)
    units = list(ones(state.stack))
    state.spent += dict(state.printed.map.steps[here])[place]
    state.moved |= state.stack
    state.dug &= ~state.stack
    for unit in units:
        put(state, unit, place)
    tell(state, "moves", "4.2", units=units, origin=here, to=place)
    if place == state.printed.map.reserves[side]:
        state.halted = 1
    else:
        push(state, REACT, 1 - side)


def attack(state: Coasts, side: int, place: int) -> None:
    """6.1: the move ends with an attack."""
    state.halted = 1
    state.moved |= state.stack
    state.attackers = state.stack
    tell(state, "attacks", "6.1", units=list(ones(state.stack)), to=place)
    push(state, BATTLE, side, place)


def stop(state: Coasts, *, digs: bool) -> None:
    """4.6: the move ends; a stack that has not moved at all digs in."""
    state.halted = 1
    state.moved |= state.stack
    if digs:
        state.dug |= state.stack
    kind, rule = ("digs-in", "4.6") if digs else ("stops", "4.5")
    tell(state, kind, rule, units=list(ones(state.stack)), to=place_of(state, state.stack))


def go_on(state: Coasts, frame: Frame) -> None:
    """4.5: the move stays open as long as the stack can do something."""
    if state.halted or not state.stack:
        return
    side = MARCHING.mover(frame)
    if (
        state.spent
        and not destinations(state, state.stack)
        and not targets(state, side, place_of(state, state.stack))
    ):
        return
    again(state)
    push(state, MOVE, side)


def close(state: Coasts, frame: Frame) -> None:
    state.clear("move")


class Marching(Steps[Coasts]):
    """4: the move of a stack, step by step, with what it leads to."""

    name = "march"
    on = ("turn:chits",)
    steps = (go_on, close)
    mover = one("side")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        side, stack = self.mover(frame), state.stack
        yield from unlike_chit(state, side)
        if state.bonus not in (0, BONUS):
            yield say("no card adds that many points")
        if not stack:
            if not state.halted:
                yield say("there is no stack to move")
            return
        place, home = place_of(state, stack), state.printed.map.reserves[side]
        together = (
            place >= 0 and (in_play(state) | bit(home)) >> place & 1 and within(state, stack, bit(place)) == stack
        )
        if stack & ~state.printed.own[side] or not together:
            yield say("units move as one that are not together")
        elif state.spent > allowance(state, stack):
            yield say("the stack has spent more than it has")
        elif not state.halted and (stack & ~state.moved if state.spent else stack & state.moved):
            yield say("who moves has moved after the first step, and not before")
        elif place == home and not state.halted and (state.spent or not destinations(state, stack)):
            yield say("the stack cannot leave the reserve")


MARCHING = Marching()


def unlike_chit(state: Coasts, side: int) -> Iterator[Message]:
    """3.3: the last chit says whose move it is."""
    if not state.drawn or state.printed.chits[state.drawn[-1]][1] != side:
        yield say("the last chit is not of the side that moves")

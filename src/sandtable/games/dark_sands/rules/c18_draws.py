"""18.6, 18.7.1: chits are drawn one by one; before each draw priority chits can be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.dark_sands.rules.c18_chits import MOST_IN_A_ROW, play_chit
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import HOLD, PLAY, PREEMPT
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChanceKind, ChoiceKind, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

ORDER = ("monty", "rommel", "auk")
"""18.6.1: the order of opportunity; each can be pre-empted by the one after it."""


def random_actions(state: Sands, frame: Frame) -> None:
    """18.6: until the cup is empty. A priority chit that was not played by then is lost (ruling)."""
    if state.cup:
        again(state)
        _next_opportunity(state, 0)
        return
    for chit in ones(state.held):
        tell(state, "chit-lost", "18.6.1", side=state.printed.chits[chit].side, chit=chit)
    state.held = 0


def rank(state: Sands, chit: int) -> int:
    return ORDER.index(state.printed.chits[chit].kind)


def held_chit(state: Sands, kind: str) -> int:
    """The priority chit of this name, if its owner still holds it; -1 otherwise."""
    return next((chit for chit in ones(state.held) if state.printed.chits[chit].kind == kind), -1)


def _next_opportunity(state: Sands, start: int) -> None:
    """18.6.1: before a draw every holder is asked, from the lower rank up; then the chit is drawn."""
    for kind in ORDER[start:]:
        chit = held_chit(state, kind)
        if chit >= 0:
            push(state, PRIORITY_PLAY, state.printed.chits[chit].side, chit)
            return
    push(state, DRAW)


def pre_empting(state: Sands, declared: int) -> int:
    """18.6.1: Rommel pre-empts Monty, The Auk pre-empts Rommel: the chit that can, or -1."""
    above = rank(state, declared) + 1
    return held_chit(state, ORDER[above]) if above < len(ORDER) else -1


class Priority(ChoiceKind[Sands]):
    """18.6.1: does the holder play the priority chit before the next draw?"""

    name = "priority"
    on = ("game-turn:random_actions",)
    rule = "18.6.1"
    asks = one("side")
    chit = one("chit")

    def prompt(self, state: Sands, frame: Frame) -> Message:
        number = len(state.played) + 1
        return say("Before chit {number} is drawn: play your priority chit, or hold it", number=number)

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((PLAY, bit(self.chit(frame))), (HOLD, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == HOLD:
            _next_opportunity(state, rank(state, self.chit(frame)) + 1)
            return
        tell(state, "declares", "18.6.1", side=self.side(state, frame), chit=argument)
        other = pre_empting(state, argument)
        if other < 0:
            play_chit(state, argument)
        else:
            push(state, PRE_EMPTION, state.printed.chits[other].side, other, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != PLAY:
            return "18.6.1", otherwise("first play your priority chit, or hold it")
        if state.held & state.printed.own_chits[self.side(state, frame)] & bit(argument):
            return "18.6.1", say("your other priority chit is asked about first")
        assert self.chit(frame) != argument
        return "18.6.1", say("only a priority chit that you hold can be played before a draw")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        return not_held(state, self.chit(frame), self.side(state, frame))


PRIORITY_PLAY = Priority()


class PreEmption(ChoiceKind[Sands]):
    """18.6.1: Rommel may pre-empt Monty, and The Auk may pre-empt Rommel."""

    name = "pre-emption"
    on = ("game-turn:random_actions",)
    rule = "18.6.1"
    asks = one("side")
    chit = one("chit")
    declared = one("chit")
    words = say("The enemy declares a priority chit: pre-empt it, or let it be played")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((PREEMPT, bit(self.chit(frame))), (HOLD, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == HOLD:
            play_chit(state, self.declared(frame))
            return
        tell(
            state,
            "pre-empts",
            "18.6.1",
            side=self.side(state, frame),
            chit=argument,
            declared=self.declared(frame),
        )
        play_chit(state, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != PREEMPT:
            return "18.6.1", otherwise("first pre-empt the declared chit, or let it be played")
        assert self.chit(frame) != argument
        return "18.6.1", say("only Rommel pre-empts Monty, and only The Auk pre-empts Rommel")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        chit, declared = self.chit(frame), self.declared(frame)
        yield from not_held(state, chit, self.side(state, frame))
        wrong = list(not_held(state, declared, 1 - self.side(state, frame)))
        yield from wrong
        if not wrong and pre_empting(state, declared) != chit:
            yield say("this chit cannot pre-empt the other one")


PRE_EMPTION = PreEmption()


def not_held(state: Sands, chit: int, side: int) -> Iterator[Message]:
    """What is wrong if this side is asked about this priority chit."""
    if not state.held >> chit & 1 or state.printed.chits[chit].side != side:
        yield say("a priority chit is asked for that this side does not hold")
    if not state.cup:
        yield say("there is no chit left to be drawn")


def drawable(state: Sands) -> int:
    """18.7.1: after two chits in a row a player's chits stay in the cup while the other has some there. The search
    for one of those is one draw among them and Logistics (ruling)."""
    cup = state.cup
    if state.run >= MOST_IN_A_ROW and cup & state.printed.own_chits[1 - state.run_side]:
        cup &= ~state.printed.own_chits[state.run_side]
    return cup


class Draw(ChanceKind[Sands]):
    """18.6: a chit is drawn from the cup."""

    name = "draw"
    on = ("game-turn:random_actions",)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("A chit is drawn")

    def weights(self, state: Sands, frame: Frame) -> Sequence[int]:
        chits = drawable(state)
        return [chits >> chit & 1 for chit in range(len(state.printed.chits))]

    def play(self, state: Sands, frame: Frame, outcome: int) -> None:
        pop(state)
        held_back = state.cup & ~drawable(state)
        if held_back and state.printed.chits[outcome].side >= 0:
            tell(state, "must-follow", "18.7.1", side=state.run_side, chit=outcome)
        else:
            tell(state, "drawn", "18.6", chit=outcome)
        play_chit(state, outcome)

    def outcome_name(self, state: Sands, frame: Frame, outcome: int) -> str:
        return state.printed.nouns["chit"][outcome]

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not state.cup:
            yield say("there is no chit left to be drawn")


DRAW = Draw()

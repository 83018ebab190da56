"""3: the turn: arrivals, cards, and chits drawn from the cup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.kernel.bits import bit
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChanceKind, Steps, again, pop, push, restart
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say
from twocoasts.rules.c03_activation import ACTIVE
from twocoasts.rules.c08_cards import deal
from twocoasts.rules.c09_victory import fallen
from twocoasts.state import Coasts, put, scenario_of


def arrive(state: Coasts, frame: Frame) -> None:
    """3.2: units on the turn track come to their reserve."""
    names, reserves = state.printed.map.names, state.printed.map.reserves
    for unit, place in enumerate(state.where):
        if place >= 0 and names[place] == f"turn-{state.turn}":
            put(state, unit, reserves[state.printed.owners[unit]])
            tell(state, "arrives", "3.2", unit=unit)


def fill(state: Coasts, frame: Frame) -> None:
    """3.3: all chits go into the cup."""
    state.cup = bit(len(state.printed.chits)) - 1


def chits(state: Coasts, frame: Frame) -> None:
    """3.3: until the cup is empty."""
    if state.cup:
        again(state)
        push(state, CHIT)


class Chit(ChanceKind[Coasts]):
    """3.3, 3.4: a chit is drawn."""

    name = "chit"
    on = ("turn:chits",)

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        return say("A chit is drawn")

    def weights(self, state: Coasts, frame: Frame) -> Sequence[int]:
        return [state.cup >> chit & 1 for chit in range(len(state.printed.chits))]

    def play(self, state: Coasts, frame: Frame, outcome: int) -> None:
        pop(state)
        state.cup &= ~bit(outcome)
        state.drawn.append(outcome)
        side = state.printed.chits[outcome][1]
        if side < 0:
            tell(state, "storm", "3.4")
        else:
            tell(state, "chit", "3.3", side=side)
            push(state, ACTIVE, side)

    def outcome_name(self, state: Coasts, frame: Frame, outcome: int) -> str:
        return state.printed.nouns["chit"][outcome]


CHIT = Chit()


def finish(state: Coasts, frame: Frame) -> None:
    """3.5: the next turn, or the end."""
    state.discards |= state.played
    state.clear("turn")
    if state.turn == scenario_of(state).turns or fallen(state) >= 0:
        state.frames.clear()
        return
    state.turn += 1
    tell(state, "turn", "3.5", turn=state.turn)
    restart(state)


class Turn(Steps[Coasts]):
    """3.1: the order of a turn."""

    name = "turn"
    steps = (arrive, deal, fill, chits, finish)

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        fresh = frame[1] <= self.steps.index(fill)
        if frame[1] > self.steps.index(chits) and state.cup:
            yield say("the turn ends before the cup is empty")
        everything = bit(len(state.printed.chits)) - 1
        if state.cup | sum(map(bit, set(state.drawn))) != (0 if fresh else everything):
            yield say("a chit is missing, or was drawn too early")
        elif any(state.cup >> chit & 1 or state.drawn.count(chit) > 1 for chit in state.drawn):
            yield say("a chit is in two places")


TURN = Turn()

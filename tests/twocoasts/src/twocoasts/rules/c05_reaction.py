"""5: the other side may fire at every step."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, one
from sandtable.kernel.flow import ChoiceKind, Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say
from twocoasts.printed.data import FIRE as FIRE_USE
from twocoasts.rules.c06_losses import LOSS
from twocoasts.rules.c07_supply import ways
from twocoasts.state import Coasts, discard, in_play, place_of
from twocoasts.verbs import FIRE, HOLD


def watchers(state: Coasts, side: int) -> int:
    """5.2: the places next to the moving stack from which a side could fire."""
    near = state.printed.map.graph.over(ways(state)).adjacent[place_of(state, state.stack)]
    return near & state.held[side]


def fire_cards(state: Coasts, side: int) -> int:
    return state.hands[side] & state.printed.usable[FIRE_USE]


class React(ChoiceKind[Coasts]):
    """5.1: asked after every step, whatever the other side holds, so that asking tells nothing."""

    name = "react"
    on = ("march:go_on",)
    rule = "5.1"
    asks = one("side")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        side = self.side(state, frame)
        return offer((FIRE, fire_cards(state, side) if watchers(state, side) else 0), (HOLD, True))

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == HOLD:
            return
        side, value = self.side(state, frame), state.printed.cards[argument].value
        discard(state, side, argument)
        tell(state, "fires", "5.2", side=side, card=argument, to=place_of(state, state.stack))
        push(state, AMBUSH, side, value)

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        place = state.printed.map.places[place_of(state, state.stack)].title
        return say("The enemy has come to {place}: fire, or hold?", place=place)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb != FIRE:
            return "5.1", say("first fire, or hold")
        if not state.hands[side] >> argument & 1:
            return "5.2", say("you do not hold that card")
        if not watchers(state, side):
            return "5.2", say("none of your units is next to the enemy's stack")
        assert not fire_cards(state, side) >> argument & 1
        return "8.2", say("that card has no fire")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        yield from moving_faults(state, self.side(state, frame))


class Ambush(Die[Coasts]):
    """5.3: a hit if the die is not above the value of the card."""

    name = "ambush"
    on = ("march:go_on",)
    firing = one("side")
    value = count(at_least=1, at_most=3)

    def play(self, state: Coasts, frame: Frame, outcome: int) -> None:
        pop(state)
        hit, mover = outcome < self.value(frame), 1 - self.firing(frame)
        tell(state, "hit" if hit else "missed", "5.3", die=outcome + 1, value=self.value(frame))
        if hit:
            state.halted = 1
            push(state, LOSS, mover, state.stack)

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        yield from moving_faults(state, self.firing(frame))
        if state.stack and not watchers(state, self.firing(frame)):
            yield say("nobody is there to fire")


REACT, AMBUSH = React(), Ambush()


def moving_faults(state: Coasts, firing: int) -> Iterator[Message]:
    """A stack of the other side is fired at in the middle of its move."""
    if not state.stack or state.stack & state.printed.own[firing]:
        yield say("there is no stack to fire at")
    elif not state.spent or state.halted or not in_play(state) >> place_of(state, state.stack) & 1:
        yield say("the stack that is fired at has not made a step, or has stopped")

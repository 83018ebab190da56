"""3.3: what a chit lets its side do."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from twocoasts.printed.data import RECRUIT as RECRUIT_USE
from twocoasts.rules.c04_movement import MARCHING, unlike_chit
from twocoasts.rules.c04_reach import able, why_not_able
from twocoasts.rules.c08_cards import RAISE, in_reserve, recruiting
from twocoasts.state import Coasts, discard
from twocoasts.verbs import DISCARD, PASS, RECRUIT, UNIT


class Active(ChoiceKind[Coasts]):
    """3.3: a drawn chit lets its side move one stack, and play cards."""

    name = "active"
    on = ("turn:chits",)
    rule = "3.3"
    words = say("Move a stack, play a card, or pass")
    asks = one("side")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        side = self.side(state, frame)
        return offer(
            (UNIT, able(state, side)),
            (RECRUIT, recruiting(state, side)),
            (DISCARD, state.hands[side]),
            (PASS, True),
        )

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        if verb == RECRUIT:
            discard(state, side, argument)
            tell(state, "recruits", "8.3", side=side, card=argument)
            push(state, RAISE, side, -1)
        elif verb == DISCARD:
            discard(state, side, argument)
            state.points[side] += 1
            tell(state, "point", "8.4", side=side, card=argument)
        else:
            pop(state)
            if verb == UNIT:
                state.stack = bit(argument)
                push(state, MARCHING, side)
            else:
                tell(state, "passes", "3.3", side=side)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb == UNIT:
            return why_not_able(state, side, argument)
        if verb in (RECRUIT, DISCARD):
            return _why_no_card(state, side, argument)
        return "3.3", otherwise("choose a unit to move, a card or to pass")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        return unlike_chit(state, self.side(state, frame))


def _why_no_card(state: Coasts, side: int, card: int) -> tuple[str, Message]:
    if not state.hands[side] >> card & 1:
        return "8.2", say("you do not hold that card")
    if not state.printed.usable[RECRUIT_USE] >> card & 1:
        return "8.2", say("that card brings no unit back")
    if not in_reserve(state, side):
        return "8.3", say("your reserve is empty")
    return "8.3", say("you control no port where a unit could land")


ACTIVE = Active()

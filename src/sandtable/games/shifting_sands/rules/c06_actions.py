"""6: actions: a card and its use, or an automatic operation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.games.shifting_sands.knowledge import memory
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c05_cards import why_not_held
from sandtable.games.shifting_sands.rules.c07_events import action_ends, play_event, playable_events, why_no_event
from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.rules.c07_points import ban, record_points
from sandtable.games.shifting_sands.rules.c12_redeployment import begin_redeployment
from sandtable.games.shifting_sands.state import AUTOMATIC as AUTOMATIC_USE
from sandtable.games.shifting_sands.state import EVENT as EVENT_USE
from sandtable.games.shifting_sands.state import OPERATIONS as OPERATIONS_USE
from sandtable.games.shifting_sands.state import REDEPLOYMENT, Theatre
from sandtable.games.shifting_sands.state import REPLACEMENTS as REPLACEMENTS_USE
from sandtable.games.shifting_sands.verbs import AUTOMATIC, EVENT, OPERATIONS, REDEPLOY, REPLACEMENTS
from sandtable.kernel.bits import bit, mask_of
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

AUTOMATIC_POINTS = 1
USE_OF = {
    OPERATIONS: OPERATIONS_USE,
    REDEPLOY: REDEPLOYMENT,
    REPLACEMENTS: REPLACEMENTS_USE,
    EVENT: EVENT_USE,
    AUTOMATIC: AUTOMATIC_USE,
}


# The steps of an action


def axis_action(state: Theatre, frame: Frame) -> None:
    """6.11: a step of a round."""
    push(state, ACTION, AXIS)


def allied_action(state: Theatre, frame: Frame) -> None:
    """6.11: a step of a round."""
    push(state, ACTION, ALLIED)


def choose_action(state: Theatre, frame: Frame) -> None:
    """6.12: a side must act. What the action is made of lies on this step."""
    push(state, CHOOSE, ACTION.actor(frame))


def end_action(state: Theatre, frame: Frame) -> None:
    """What an event asks of this action."""
    action_ends(state, ACTION.actor(frame))


def clear_action(state: Theatre, frame: Frame) -> None:
    """Everything that belongs to the action is over."""
    state.clear("action")


class Action(Steps[Theatre]):
    """6.1: one action of a side."""

    name = "action"
    on = ("round.axis_action", "round.allied_action")
    actor = one("side")
    steps = (choose_action, end_action, clear_action)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        below = state.frames[state.frames.index(frame) - 1]
        if below[1] - 1 != (AXIS_STEP, ALLIED_STEP)[self.actor(frame)]:
            yield say("it is the other side that acts")


AXIS_STEP, ALLIED_STEP = 1, 3
"""The places of the two actions in a round."""
ACTION = Action()


# 6.12: the choice


@cache
def same_operations(printed: Printed, card: int) -> int:
    """7.12: the cards of a side that have the operations value of this one."""
    here = printed.cards[card]
    return mask_of(
        number
        for number, other in enumerate(printed.cards)
        if (other.side, other.operations) == (here.side, here.operations)
    )


@cache
def same_points(printed: Printed, card: int) -> int:
    """7.41: the cards of a side that bring the same replacement points as this one."""
    here = printed.cards[card]
    return mask_of(
        number
        for number, other in enumerate(printed.cards)
        if (other.side, other.points) == (here.side, here.points)
    )


class Choose(ChoiceKind[Theatre]):
    """6.12: one card for one of its four uses, or an automatic operation."""

    name = "choose"
    on = ("action.choose_action",)
    rule = "6.12"
    words = say("Play a card, or make an automatic operation")
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        side = self.side(state, frame)
        hand, last = state.hands[side], state.last_use[side]
        return offer(
            (OPERATIONS, hand),
            (REDEPLOY, 0 if last == REDEPLOYMENT else hand),
            (REPLACEMENTS, 0 if last == REPLACEMENTS_USE or _banned(state, side) else hand),
            (EVENT, playable_events(state, side)),
            (AUTOMATIC, 1),
        )

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        pop(state)
        state.use = state.last_use[side] = USE_OF[verb]
        if verb == AUTOMATIC:
            tell(state, "automatic", "6.12", side=side)
            begin_operations(state, side, AUTOMATIC_POINTS)
        elif verb == EVENT:
            _play_event(state, side, argument)
        elif verb == REPLACEMENTS:
            _play_for_points(state, side, argument)
        else:
            _play_for_value(state, side, argument, verb)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb not in USE_OF:
            return "6.12", say("first choose an action: a card and its use, or an automatic operation")
        if not state.hands[side] >> argument & 1:
            return why_not_held(state, side, argument)
        if verb == EVENT:
            return why_no_event(state, side, argument)
        if verb == REDEPLOY:
            return "7.33", say("your last action of this turn was a redeployment: not twice in a row")
        if state.last_use[side] == REPLACEMENTS_USE:
            return "7.43", say("your last action of this turn was for replacement points: not twice in a row")
        assert _banned(state, side)
        return "7.44", say("{event} forbids the Axis to play cards for replacement points", event=ban(state))

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        below = state.frames[state.frames.index(frame) - 1]
        if ACTION.actor(below) != self.side(state, frame):
            yield say("it is the other side that acts")


CHOOSE = Choose()


def _banned(state: Theatre, side: int) -> bool:
    return side == AXIS and bool(ban(state))


def _play_for_value(state: Theatre, side: int, card: int, verb: int) -> None:
    """7.21, 7.32: everybody sees the use and the operations value; the card itself is laid face down."""
    points = state.printed.cards[card].operations
    kind, rule = ("operations", "7.21") if verb == OPERATIONS else ("redeployment", "7.32")
    tell(state, f"plays-{kind}", rule, reveals=True, side=side, points=points)
    tell(state, f"plays-{kind}-card", rule, audience=bit(side), instead=True, card=card, points=points)
    memory.lay_face_down(state, side, card, same_operations(state.printed, card))
    if verb == OPERATIONS:
        begin_operations(state, side, points)
    else:
        begin_redeployment(state, side, points)


def _play_for_points(state: Theatre, side: int, card: int) -> None:
    """7.41: everybody sees the points on the track; the card is laid face down."""
    tell(state, "plays-replacements", "7.41", reveals=True, side=side)
    tell(state, "plays-replacements-card", "7.41", audience=bit(side), instead=True, card=card)
    memory.lay_face_down(state, side, card, same_points(state.printed, card))
    record_points(state, side, card)


def _play_event(state: Theatre, side: int, card: int) -> None:
    """7.51, 7.52: the card is shown; with an asterisk it leaves the game, otherwise it goes to the discards."""
    state.card = card
    tell(state, "plays-event", "7.51", reveals=True, side=side, card=card)
    memory.show(state, side, card)
    if state.printed.cards[card].asterisk:
        state.removed |= bit(card)
        tell(state, "card-removed", "7.52", card=card)
    else:
        memory.lay_open(state, side, card)
    play_event(state, side, card)

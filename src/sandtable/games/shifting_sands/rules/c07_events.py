"""7.5: events: when they can be played, and what they do."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.words import Message


def playable_events(state: Theatre, side: int) -> int:
    """7.12d: the cards in the hand of a side whose event it may play as its action now. Combat cards are not among
    them."""
    raise NotImplementedError


def why_no_event(state: Theatre, side: int, card: int) -> tuple[str, Message]:
    """The rule and the sentence that forbid an event."""
    raise NotImplementedError


def play_event(state: Theatre, side: int, card: int) -> None:
    """7.51: carry out an event. The card has left the hand already. Operations that go with it (7.12f) are pushed
    first, so that they come after it."""
    raise NotImplementedError


def action_ends(state: Theatre, side: int) -> None:
    """What an event asks of the action that has just ended: Orders from Rome."""
    raise NotImplementedError

"""What a side may know: everything but the cards in the other hand."""

from __future__ import annotations

from typing import Any

import msgspec

from twocoasts.printed.data import Printed
from twocoasts.state import Coasts


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now."""

    side: int
    fields: dict[str, Any]
    """What the state declares as seen by everyone, and the reader's own hand."""
    hand_sizes: list[int]
    frames: list[list[int]]
    """All that is being decided is open."""


def look(state: Coasts, side: int) -> View:
    """The view of a side; SPECTATOR, who is neither, sees no hand."""
    sizes = [hand.bit_count() for hand in state.hands]
    return View(side, state.seen_by(side), sizes, [list(frame) for frame in state.frames])


def known(view: View, printed: Printed) -> Coasts:
    """The state as far as the reader knows it: hands that it does not see are empty. Only for drawing."""
    state = Coasts.blank(printed)
    state.take_seen(view.fields)
    state.frames = [tuple(frame) for frame in view.frames]
    state.rebuild()
    return state

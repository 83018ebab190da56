"""What a side may know: everything but the cards in the other hand, in the draw piles, and face down."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from sandtable.games.shifting_sands.knowledge.memory import OPPONENT, WORLD, held, traces_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import plain_number, plain_numbers

Plain = int | str
"""A number, in hexadecimal if it is large."""


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now."""

    side: int
    fields: dict[str, Any]
    """What the state declares as seen by everyone, and what is the reader's own."""
    hand_sizes: list[int]
    discards: list[list[Plain]]
    """By owner, what each card of the discard pile can be for all the world."""
    traces: list[Plain]
    """What each card of the other side's discard pile can be for the reader; empty for a spectator."""
    glimpsed: Plain
    """The cards that the reader knows to have left the other side's draw pile."""
    frames: list[list[int]]
    """All that is being decided is open."""


def look(state: Theatre, side: int) -> View:
    """The view of a side; SPECTATOR, who is neither, sees what everybody sees."""
    plays = side >= 0
    return View(
        side,
        state.seen_by(side),
        [held(state, each) for each in (AXIS, ALLIED)],
        [plain_numbers(traces_of(state, each)[WORLD::2]) for each in (AXIS, ALLIED)],
        plain_numbers(traces_of(state, 1 - side)[OPPONENT::2]) if plays else [],
        plain_number(state.glimpsed[1 - side]) if plays else 0,
        [list(frame) for frame in state.frames],
    )


@cache
def _blank(printed: Printed) -> Theatre:
    """A copy of it is made much faster than another one."""
    return Theatre.blank(printed)


def known(view: View, printed: Printed) -> Theatre:
    """The state as far as the reader knows it: hands and discards that it does not see are empty. Only for
    drawing."""
    state = _blank(printed).copy()
    state.take_seen(view.fields)
    state.frames = [tuple(frame) for frame in view.frames]
    state.rebuild()
    return state

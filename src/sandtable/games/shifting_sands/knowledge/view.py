"""What a side may know: everything but the cards in the other hand, in the draw piles, and face down."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from sandtable.games.shifting_sands.knowledge.account import Account, conclude
from sandtable.games.shifting_sands.knowledge.story import (
    OPPONENT,
    OWNER,
    WORLD,
    Deed,
    deeds,
    face_up,
    held,
    unseen,
)
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.state import plain_number, plain_numbers, real_number

Plain = int | str
"""A number, in hexadecimal if it is large."""


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now."""

    side: int
    fields: dict[str, Any]
    """What the state declares as seen by everyone, and what is the reader's own."""
    hand_sizes: list[int]
    face_up: list[Plain]
    """By owner, the discards that everybody has seen."""
    stories: list[list[list[Plain]]]
    """By owner, what has happened to its cards since its draw pile was last shuffled, as the reader knows it."""
    glimpsed: Plain
    """The cards that were then in the other hand, as the reader knows."""
    unheld: Plain
    """The cards that were then in the other draw pile, as the reader alone knows."""
    frames: list[list[int]]
    """All that is being decided is open."""


def look(state: Theatre, side: int) -> View:
    """The view of a side; SPECTATOR, who is neither, sees what everybody sees."""
    sides = (AXIS, ALLIED)
    return View(
        side,
        state.seen_by(side),
        [held(state, each) for each in sides],
        plain_numbers([face_up(state, each) for each in sides]),
        [[plain_numbers(list(deed)) for deed in deeds(state, each, reader_of(each, side))] for each in sides],
        plain_number(state.glimpsed[1 - side]) if side >= 0 else 0,
        plain_number(state.unheld[1 - side]) if side >= 0 else 0,
        [list(frame) for frame in state.frames],
    )


def reader_of(owner: int, side: int) -> int:
    """What a side, or the spectator, is to the cards of an owner."""
    return OWNER if side == owner else OPPONENT if side >= 0 else WORLD


def story_in(view: View, side: int) -> list[Deed]:
    """The story of a side as the reader knows it."""
    return [Deed(*map(real_number, deed)) for deed in view.stories[side]]


def account_in(view: View, state: Theatre, side: int) -> Account:
    """What the reader can conclude about the cards of another side, in the state as far as the reader knows it."""
    kept, undrawn = at_the_shuffle(view, state, side)
    hidden = unseen(state, side, real_number(view.face_up[side]))
    return conclude(story_in(view, side), view.hand_sizes[side], hidden, kept, undrawn)


def at_the_shuffle(view: View, state: Theatre, side: int) -> tuple[int, int]:
    """The cards of another side that were in its hand when its draw pile was last shuffled, and those that were in
    the pile, as the reader knows."""
    if view.side < 0:
        return state.drawn[side], state.undrawn[side]
    return real_number(view.glimpsed), state.undrawn[side] | real_number(view.unheld)


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

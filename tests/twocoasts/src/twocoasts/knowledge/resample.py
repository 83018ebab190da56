"""A full state invented from a view: one that its reader cannot tell from the true one."""

from __future__ import annotations

from random import Random

from sandtable.kernel.bits import mask_of, ones
from twocoasts.knowledge.view import View, known
from twocoasts.printed.data import Printed
from twocoasts.state import Coasts


def invent(view: View, rng: Random, printed: Printed) -> Coasts:
    """The unseen hands are filled with cards that the reader has not seen anywhere."""
    state = known(view, printed)
    unseen = list(ones(state.deck))
    rng.shuffle(unseen)
    for side, size in enumerate(view.hand_sizes):
        if side != view.side:
            state.hands[side] = mask_of(unseen.pop() for _ in range(size))
    state.rebuild()
    return state

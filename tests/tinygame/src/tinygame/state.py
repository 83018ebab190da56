"""What is on the table: every field that can change, declared once, and what moves pieces and cards about."""

from __future__ import annotations

from sandtable.kernel.bits import bit, mask_of
from sandtable.kernel.events import EVERYONE
from sandtable.kernel.fields import Seen, by, cache, count, many, one, one_of, perhaps
from sandtable.kernel.state import State
from tinygame.printed.data import BLUE, RED, Printed

WAITING, LOST = -1, -2
"""Where a piece is that is not on the board."""
NOT_BID = -1
TIES = ("red", "dice")
HAND_SIZE = 2
STACKING = 2


class Table(State):
    """Everything that can change."""

    printed: Printed

    turn = count(start=1, at_least=1, seen=Seen.EVERYONE, text=None)
    last_turn = count(start=lambda printed: max(printed.turns.values()), seen=Seen.EVERYONE, text=None)
    special = perhaps("scenario", seen=Seen.EVERYONE, text="scenario", added=True)  # one with rules of its own
    dice_for_ties = one_of(*TIES, seen=Seen.EVERYONE, text="ties")
    first = one("side", seen=Seen.EVERYONE)  # who moves first in this turn
    points = by("side", count(), seen=Seen.EVERYONE)

    where = by("piece", one("hex", boxes=("waiting", "lost")), located=True)
    shown = many("piece", forgotten=True, text=None)
    moved = many("piece", forgotten=True, cleared="turn")

    hands = by("side", many("card"), seen=Seen.OWNER, text="hand")
    discards = many("card", seen=Seen.EVERYONE, text="discard")
    bids = by("side", one("bid", boxes=("none",)), seen=Seen.OWNER, text="bid", cleared="bids shown")
    ambush = count(cleared="battle", seen=Seen.EVERYONE)  # the card played against the attack going on, its value

    deck = cache(int)
    held = cache(list[int])  # by side the hexes with pieces of it

    def rebuild(self) -> None:
        used = self.hands[RED] | self.hands[BLUE] | self.discards
        self.deck = (bit(self.printed.nothing) - 1) & ~used
        self.held = [0, 0]
        for owner, place in zip(self.printed.owners, self.where, strict=True):
            if place >= 0:
                self.held[owner] |= bit(place)


def layout(state: Table) -> int:
    """The scenario whose hexes and faces are in use: skirmish and patrol differ only in their length."""
    return max(state.special, 0)


def is_face_up(state: Table) -> bool:
    """2.2: is nothing hidden in this scenario?"""
    return bool(state.printed.face_up >> layout(state) & 1)


def in_play(state: Table) -> int:
    """2.2: the hexes of this scenario."""
    return state.printed.in_play[layout(state)]


def keeper(state: Table, side: int) -> int:
    """The audience for what a side hides: the side alone, or everybody where nothing is hidden."""
    return EVERYONE if is_face_up(state) else bit(side)


def pieces_in(state: Table, side: int, place: int) -> int:
    """The pieces of a side in a hex."""
    owners = state.printed.owners
    return mask_of(p for p, at in enumerate(state.where) if at == place and owners[p] == side)


def put(state: Table, piece: int, place: int) -> None:
    """Move a piece, wherever it was; what is lost has no other marks."""
    side, before = state.printed.owners[piece], state.where[piece]
    state.where[piece] = place
    if before >= 0 and not pieces_in(state, side, before):
        state.held[side] &= ~bit(before)
    if place >= 0:
        state.held[side] |= bit(place)
    else:
        state.forget("piece", piece)


def discard(state: Table, side: int, card: int) -> None:
    """A card leaves the hand, face up."""
    state.hands[side] &= ~bit(card)
    state.discards |= bit(card)

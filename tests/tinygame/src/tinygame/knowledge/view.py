"""What a side may know, built up from allowed facts."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel.bits import ones
from tinygame.rules.phases import phase_of
from tinygame.state import LOST, NOT_BID, Table, is_face_up


class Known(msgspec.Struct, frozen=True):
    """A piece the reader can name."""

    piece: int
    where: int
    shown: bool
    moved: bool


class Hidden(msgspec.Struct, frozen=True):
    """A piece the reader only sees standing there: it has no name and no number."""

    side: int
    where: int
    moved: bool


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now."""

    side: int
    fields: dict[str, Any]
    """What the state declares as seen by everyone or, of hands and bids, by the reader alone; face up, all."""
    known: list[Known]
    hidden: list[Hidden]
    """Sorted, so that the order tells nothing."""
    hand_sizes: list[int]
    have_bid: list[bool]
    phase: str
    phase_numbers: list[int]
    """As far as the reader may know them; a piece it cannot name is -1."""
    attack_from: int
    """The hex the attack going on comes from, or -1."""

    @property
    def hand(self) -> tuple[int, ...]:
        """The reader's own cards."""
        return ones(self.fields["hands"][self.side]) if self.side >= 0 else ()

    @property
    def cards(self) -> list[tuple[int, int]]:
        """The owner and the number of every card in a hand that the reader sees."""
        hands = enumerate(self.fields["hands"])
        return [(owner, card) for owner, hand in hands if hand is not None for card in ones(hand)]

    @property
    def bid(self) -> int:
        """The reader's own."""
        return self.fields["bids"][self.side] if self.side >= 0 else NOT_BID


def look(state: Table, side: int) -> View:
    """The view of a side; SPECTATOR, who is neither, sees what both see."""
    phase, numbers, attack_from = _seen_phase(state, side)
    return View(
        side=side,
        fields=_seen(state, side),
        known=[_known(state, piece) for piece in range(len(state.where)) if _can_name(state, side, piece)],
        hidden=_hidden(state, side),
        hand_sizes=[hand.bit_count() for hand in state.hands],
        have_bid=[bid != NOT_BID for bid in state.bids],
        phase=phase,
        phase_numbers=numbers,
        attack_from=attack_from,
    )


def _seen(state: Table, side: int) -> dict[str, Any]:
    """2.2: where all is face up, everybody sees both hands and both bids."""
    seen = state.seen_by(side)
    return {**seen, "hands": state.hands[:], "bids": state.bids[:]} if is_face_up(state) else seen


def _can_name(state: Table, side: int, piece: int) -> bool:
    """One's own, what was shown, what was lost, for it was shown before, and all that is face up."""
    shown = bool(state.shown >> piece & 1) or state.where[piece] == LOST
    return shown or state.printed.owners[piece] == side or is_face_up(state)


def _known(state: Table, piece: int) -> Known:
    return Known(piece, state.where[piece], bool(state.shown >> piece & 1), bool(state.moved >> piece & 1))


def _hidden(state: Table, side: int) -> list[Hidden]:
    """1.3; before both have placed, nothing of the enemy is seen (2.1)."""
    if phase_of(state).name == "place":
        return []
    unnamed = [piece for piece in range(len(state.where)) if not _can_name(state, side, piece)]
    seen = [(state.printed.owners[p], state.where[p], bool(state.moved >> p & 1)) for p in unnamed]
    return [Hidden(*what) for what in sorted(seen)]


def _seen_phase(state: Table, side: int) -> tuple[str, list[int], int]:
    """The phase without what only the other side knows: which piece it is about to move, or attacks with."""
    name, numbers = phase_of(state)
    if is_face_up(state):
        return name, list(numbers), state.where[numbers[0]] if name in ("ambush", "roll") else -1
    if name == "step" and state.printed.owners[numbers[0]] != side:
        return "move", [state.printed.owners[numbers[0]]], -1
    if name not in ("ambush", "roll"):
        return name, list(numbers), -1
    piece, place = numbers
    return name, [piece if _can_name(state, side, piece) else -1, place], state.where[piece]

"""What is printed, what is on the table, and what is asked of it everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sandtable.kernel.bits import bit, mask_of
from sandtable.kernel.state import State
from sandtable.kernel.tables import check_overrides, fingerprint, locate, read_table

FOLDER = Path(__file__).parent
FILES = ("board.csv", "cards.csv", "pieces.csv", "scenarios.csv")
SIDES = ("Red", "Blue")
RED, BLUE = 0, 1

CENTRE = 0
WAITING, LOST = -1, -2
"""Where a piece is that is not on the board."""
NOT_BID = -1
HAND_SIZE = 2
STACKING = 2


@dataclass(frozen=True, slots=True)
class Printed:
    """The box: board, pieces, cards and scenarios."""

    hexes: tuple[str, ...]
    neighbours: tuple[int, ...]
    homes: tuple[int, ...]
    """Bit set of hexes, by side."""
    pieces: tuple[str, ...]
    owners: tuple[int, ...]
    strengths: tuple[int, ...]
    cards: tuple[str, ...]
    values: tuple[int, ...]
    """Of the cards, and after them 0: the value of bidding nothing."""
    turns: dict[str, int]
    hash: str

    @property
    def nothing(self) -> int:
        """The bid that is no card."""
        return len(self.cards)

    def own(self, side: int) -> int:
        """The pieces of a side."""
        return mask_of(piece for piece, owner in enumerate(self.owners) if owner == side)


def load(overrides: Path | None = None) -> Printed:
    """Read the data files, those of `overrides` in place of ours."""
    data = FOLDER / "data"
    check_overrides(overrides, FILES)
    board = read_table(data, "board.csv", ("hex", "neighbours", "home"), overrides, key=("hex",))
    pieces = read_table(data, "pieces.csv", ("piece", "side", "strength"), overrides, key=("piece",))
    cards = read_table(data, "cards.csv", ("card", "value"), overrides, key=("card",))
    scenarios = read_table(data, "scenarios.csv", ("scenario", "turns"), overrides, key=("scenario",))
    hexes = tuple(row.text("hex", required=True) for row in board)
    homes = [row.one_of("home", ("", *SIDES)) for row in board]
    return Printed(
        hexes=hexes,
        neighbours=tuple(mask_of(map(hexes.index, row.words("neighbours", hexes))) for row in board),
        homes=tuple(mask_of(place for place, home in enumerate(homes) if home == side) for side in SIDES),
        pieces=tuple(row.text("piece", required=True) for row in pieces),
        owners=tuple(SIDES.index(row.one_of("side", SIDES)) for row in pieces),
        strengths=tuple(row.integer("strength", 0) for row in pieces),
        cards=tuple(row.text("card", required=True) for row in cards),
        values=(*(row.integer("value", 1) for row in cards), 0),
        turns={row.text("scenario"): row.integer("turns", 1) for row in scenarios},
        hash=fingerprint(locate(data, name, overrides) for name in FILES),
    )


class Table(State):
    """Everything that can change."""

    NUMBERS = ("turn", "last_turn", "dice_for_ties", "first", "shown", "moved", "discards", "ambush")
    LISTS = ("where", "hands", "bids", "points")
    CACHES = ("deck", "held")
    __slots__ = (*NUMBERS, *LISTS, *CACHES)

    printed: Printed
    turn: int
    last_turn: int
    dice_for_ties: int
    first: int
    """The side that moves first this turn."""
    shown: int
    moved: int
    """Bit sets of pieces."""
    discards: int
    ambush: int
    """Value of the card played against the attack going on."""
    where: list[int]
    """Hex of each piece, or WAITING, or LOST."""
    hands: list[int]
    """Bit set of cards, by side."""
    bids: list[int]
    """A card still in hand, or nothing, or NOT_BID; by side."""
    points: list[int]
    deck: int
    held: list[int]
    """Bit set of the hexes with pieces of a side."""

    @classmethod
    def blank(cls, printed: Printed) -> Table:
        """Nothing has happened, and every piece waits to be placed."""
        state = cls()
        state.printed, state.sink, state.frames = printed, None, []
        state.turn, state.last_turn = 1, max(printed.turns.values())
        state.dice_for_ties = state.first = state.shown = state.moved = state.discards = state.ambush = 0
        state.where = [WAITING] * len(printed.pieces)
        state.hands, state.bids, state.points = [0, 0], [NOT_BID, NOT_BID], [0, 0]
        state.rebuild()
        return state

    def rebuild(self) -> None:
        used = self.hands[RED] | self.hands[BLUE] | self.discards
        self.deck = (bit(self.printed.nothing) - 1) & ~used
        self.held = [0, 0]
        for owner, place in zip(self.printed.owners, self.where, strict=True):
            if place >= 0:
                self.held[owner] |= bit(place)


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
        state.shown &= ~bit(piece)
        state.moved &= ~bit(piece)


def discard(state: Table, side: int, card: int) -> None:
    """A card leaves the hand, face up."""
    state.hands[side] &= ~bit(card)
    state.discards |= bit(card)

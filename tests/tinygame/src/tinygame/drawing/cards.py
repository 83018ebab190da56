"""The cards, wherever they lie: in a hand, among the discards, in the deck."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Card, Use
from sandtable.kernel.words import phrase
from tinygame.drawing.board import DECK, DISCARDS, HANDS
from tinygame.knowledge.view import View
from tinygame.printed.data import Printed
from tinygame.verbs import AMBUSH, BID, VERBS


def cards(view: View, printed: Printed) -> Iterator[Card]:
    """3: the cards that the reader sees face up, the others counted."""
    seen = view.cards
    for owner, card in seen:
        yield _face_up(printed, card, HANDS[owner].id, owner, (*_uses(printed.cards[card]),))
    owners = {owner for owner, _ in seen}
    for side, size in enumerate(view.hand_sizes):
        if size and side not in owners:
            yield Card(pile=HANDS[side].id, side=side, count=size)
    discarded = ones(view.fields["discards"])
    yield from (_face_up(printed, card, DISCARDS.id) for card in discarded)
    if left := printed.nothing - sum(view.hand_sizes) - len(discarded):
        yield Card(pile=DECK.id, count=left)


def _face_up(printed: Printed, card: int, pile: str, side: int = -1, uses: tuple[Use, ...] = ()) -> Card:
    return Card(
        id=printed.cards[card],
        pile=pile,
        side=side,
        title=phrase("Card {card}", card=printed.cards[card]),
        value=str(printed.values[card]),
        text=(phrase("Bid it for the first move,"), phrase("or ambush an attacker with it.")),
        uses=uses,
        rule="3",
    )


def _uses(card: str) -> Iterator[Use]:
    yield Use(f"{VERBS[BID].name}:{card}", phrase("Bid it"))
    yield Use(f"{VERBS[AMBUSH].name}:{card}", phrase("Ambush with it"))

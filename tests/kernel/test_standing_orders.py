"""Standing orders: what decides whether one answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sandtable
from sandtable.kernel.choices import pack
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.orders import Order, Term, Terms
from sandtable.kernel.seat import Seat


def _nothing(seat: Seat) -> Sequence[tuple[str, str]]:
    return []


def test_whether_an_order_answers_is_decided_without_its_hidden_terms() -> None:
    """A card that only its player knows is not handed to `covers`; the place is, which may be seen through."""
    handed: list[dict[str, str]] = []

    def covers(spectator: Seat, terms: Terms) -> bool:
        handed.append(dict(terms))
        return True

    def answer(seat: Seat, terms: Terms) -> Any:
        return pack(0)

    terms = (Term("card", "Card", _nothing), Term("place", "Place", _nothing, open=True))
    order = Order("Play a card", "", ("battle",), answer, terms, covers)
    game = sandtable.game("tiny-skirmish")
    spectator = Seat(game, game.start(), SPECTATOR)
    assert order.speaks_of("battle", spectator, {"card": "storm", "place": "hill"})
    assert not order.speaks_of("move", spectator, {"card": "storm", "place": "hill"})
    assert handed == [{"place": "hill"}]

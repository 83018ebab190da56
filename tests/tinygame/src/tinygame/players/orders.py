"""The standing orders of Tiny Skirmish: what to do when one's pieces are attacked (5.1)."""

from __future__ import annotations

from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.orders import Order, Term, Terms
from sandtable.kernel.seat import Seat
from tinygame.verbs import AMBUSH, NO_AMBUSH

ATTACKED = ("ambush",)


def _hexes(seat: Seat) -> list[tuple[str, str]]:
    return [(name, name) for name in seat.printed.hexes]


def _hand(seat: Seat) -> list[tuple[str, str]]:
    cards = [seat.printed.cards[card] for card in seat.view().hand]
    return [(card, card) for card in cards]


def _here(spectator: Seat, terms: Terms) -> bool:
    """Is the hex that the order names the one attacked?"""
    return bool(spectator.view().phase_numbers[1] == spectator.printed.hexes.index(terms["hex"]))


def _hold(seat: Seat, terms: Terms) -> Choice:
    return pack(NO_AMBUSH)


def _ambush(seat: Seat, terms: Terms) -> Choice:
    """With the card that the order names, as long as it is in the hand."""
    card = seat.printed.cards.index(terms["card"])
    return pack(AMBUSH, card) if card in seat.view().hand else pack(NO_AMBUSH)


HEX = Term("hex", "Hex", _hexes, open=True)
CARD = Term("card", "Card", _hand)

ORDERS = {
    "hold": Order("Hold", "Attacks are met without an ambush", ATTACKED, _hold),
    "ambush": Order("Ambush", "The first attack is met with this card", ATTACKED, _ambush, (CARD,)),
    "ambush-at": Order(
        "Ambush at", "An attack there is met with this card", ATTACKED, _ambush, (HEX, CARD), _here
    ),
    "ask-at": Order("Ask me at", "An attack there is left to you", ATTACKED, None, (HEX,), _here),
}

"""Standing orders: which combat cards to play in battles (11.25), and whether to keep them (7.611)."""

from __future__ import annotations

from sandtable.games.shifting_sands.knowledge.view import known
from sandtable.games.shifting_sands.rules.c07_combat_cards import cards_for_battle
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import COMBAT_CARD, DONE, KEEP
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, contains, pack
from sandtable.kernel.orders import Order, Term, Terms
from sandtable.kernel.seat import Seat

BATTLES, WON = ("combat-cards",), ("keep-cards",)


def _seen(seat: Seat) -> Theatre:
    return known(seat.view(), seat.printed)


def _cards(seat: Seat) -> list[tuple[str, str]]:
    """The combat cards that a player holds, or has kept."""
    state = _seen(seat)
    held = (state.hands[seat.side] | state.kept) & cards_for_battle(state.printed, seat.side)
    return [(seat.printed.nouns["card"][card], seat.printed.cards[card].title) for card in ones(held)]


def _spaces(seat: Seat) -> list[tuple[str, str]]:
    spaces = enumerate(seat.printed.spaces)
    return [(seat.printed.nouns["space"][number], space.name) for number, space in spaces if space.on_map]


def _is_there(spectator: Seat, terms: Terms) -> bool:
    """Is the space attacked that the order names?"""
    names = spectator.printed.nouns["space"]
    return bool(_seen(spectator).target == names.index(terms["space"]))


def _pass(seat: Seat, terms: Terms) -> Choice:
    return pack(DONE)


def _play(seat: Seat, terms: Terms) -> Choice | None:
    """The card that the order names, if it can be played."""
    choice = pack(COMBAT_CARD, seat.printed.nouns["card"].index(terms["card"]))
    return choice if contains(seat.options(), choice) else None


def _keep(seat: Seat, terms: Terms) -> Choice:
    return pack(KEEP, first(dict(seat.options())[KEEP]))


CARD, SPACE = Term("card", "Card", _cards), Term("space", "Space", _spaces, open=True)

ORDERS = {
    "ask-at": Order("Ask me at", "In battles for this space you are asked", BATTLES, None, (SPACE,), _is_there),
    "pass-at": Order(
        "No cards at", "In battles for this space no combat card is played", BATTLES, _pass, (SPACE,), _is_there
    ),
    "play-card": Order(
        "Play a card",
        "In every battle this card is played if it can be; otherwise the next order answers, or no card is played",
        BATTLES,
        _play,
        (CARD,),
        otherwise=pack(DONE),
    ),
    "pass": Order("No combat cards", "No combat card is played", BATTLES, _pass),
    "keep": Order("Keep combat cards", "After a battle that you win you keep your combat cards", WON, _keep),
    "let-go": Order("Keep no combat cards", "After a battle that you win your cards are discarded", WON, _pass),
}

"""The panels beside the board: the reader's hand, and the cards of both."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import phrase, say
from tinygame.knowledge.view import View
from tinygame.printed.data import BLUE, RED, SIDES, Printed
from tinygame.state import NOT_BID
from tinygame.verbs import AMBUSH, BID, VERBS


def panels(view: View, printed: Printed) -> Iterator[Panel]:
    if view.side >= 0:
        verb = _verb_for_cards(view, printed)
        cards = tuple(_card(printed, card, verb) for card in view.hand)
        note = "" if cards else phrase("You hold no card")
        yield Panel(id="hand", title=phrase("Your hand"), kind="cards", rows=(cards,), note=note, rule="3")
    discarded = ", ".join(printed.cards[card] for card in ones(view.fields["discards"]))
    yield Panel(
        id="cards",
        title=phrase("Cards"),
        kind="table",
        columns=(phrase("Side"), phrase("In hand"), phrase("Bid")),
        rows=tuple(_card_row(view, printed, side) for side in (RED, BLUE)),
        note=phrase("Discarded: {cards}", cards=discarded or "-"),
        rule="3",
    )


def _verb_for_cards(view: View, printed: Printed) -> int | None:
    """What the reader may do with a card now: bid it, or ambush with it."""
    if view.phase == "bid" and view.phase_numbers[0] == view.side:
        return BID
    if view.phase != "ambush":
        return None
    own = {seen.where for seen in view.known if printed.owners[seen.piece] == view.side}
    return AMBUSH if view.phase_numbers[1] in own else None


def _card(printed: Printed, card: int, verb: int | None) -> Entry:
    words = phrase("{card}, worth {value}", card=printed.cards[card], value=printed.values[card])
    choice = f"{VERBS[verb].name}:{printed.cards[card]}" if verb is not None else ""
    return Entry(words, choice, rule="5" if verb == AMBUSH else "3")


def _card_row(view: View, printed: Printed, side: int) -> tuple[Entry, ...]:
    bid, seen = phrase("made" if view.have_bid[side] else "-"), view.fields["bids"][side]
    if seen not in (None, NOT_BID):
        bid = [*printed.cards, phrase("nothing")][seen]
    return Entry(str(say(SIDES[side]))), Entry(str(view.hand_sizes[side])), Entry(bid)

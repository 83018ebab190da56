"""The panel beside the board: the cards of both."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import phrase, say
from tinygame.knowledge.view import View
from tinygame.printed.data import BLUE, RED, SIDES, Printed
from tinygame.state import NOT_BID


def panels(view: View, printed: Printed) -> Iterator[Panel]:
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


def _card_row(view: View, printed: Printed, side: int) -> tuple[Entry, ...]:
    bid, seen = phrase("made" if view.have_bid[side] else "-"), view.fields["bids"][side]
    if seen not in (None, NOT_BID):
        bid = [*printed.cards, phrase("nothing")][seen]
    return Entry(str(say(SIDES[side]))), Entry(str(view.hand_sizes[side])), Entry(bid)

"""The charts: the pieces, and the cards with what the reader knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.charts import Chart, rows_of
from sandtable.kernel.scene import Lit
from sandtable.kernel.words import phrase, say
from tinygame.knowledge.view import View
from tinygame.printed.data import SIDES, Printed

PIECES, CARDS = "pieces", "cards"


def charts(view: View, printed: Printed) -> Iterator[Chart]:
    yield Chart(
        id=PIECES,
        title=phrase("Pieces"),
        columns=(phrase("Piece"), phrase("Side"), phrase("Strength")),
        rows=rows_of(
            (name, phrase(SIDES[owner]), strength)
            for name, owner, strength in zip(printed.pieces, printed.owners, printed.strengths, strict=True)
        ),
        rule="1.2",
        source="pieces.csv",
    )
    yield Chart(
        id=CARDS,
        title=phrase("Cards"),
        columns=(phrase("Card"), phrase("Value"), phrase("Where")),
        rows=rows_of(
            (name, value, where)
            for name, value, where in zip(printed.cards, printed.values, _places(view, printed), strict=False)
        ),
        rule="1.2",
        source="cards.csv",
    )


def _places(view: View, printed: Printed) -> list[str]:
    """Where each card lies, as far as the reader knows."""
    found = [phrase("not seen")] * printed.nothing
    for card in ones(view.fields["discards"]):
        found[card] = phrase("discarded")
    for owner, card in view.cards:
        found[card] = phrase("hand of {side}", side=say(SIDES[owner]))
    return found


def lit(view: View) -> Iterator[Lit]:
    """The piece that moves or attacks, where the reader can name it."""
    if view.phase in ("step", "ambush", "roll") and view.phase_numbers[0] >= 0:
        yield Lit(PIECES, row=view.phase_numbers[0])

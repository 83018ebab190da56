"""The charts: odds, what a step costs, the units, and the cards with what the reader knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.charts import Chart, rows_of
from sandtable.kernel.flow import nearest
from sandtable.kernel.scene import Lit
from sandtable.kernel.words import phrase, say
from twocoasts.drawing.combat import battle_of
from twocoasts.knowledge.view import View, known
from twocoasts.printed.data import RESULTS, Printed
from twocoasts.printed.files import FACES
from twocoasts.printed.map import GATE, LAND, LINK_COSTS, SEA, SIDES, TRAIL
from twocoasts.rules.c06_battle import BATTLE, attacker_loses
from twocoasts.rules.c06_odds import odds
from twocoasts.state import Coasts

ODDS, STEPS, UNITS, CARDS = "odds", "steps", "units", "cards"
LINK_NAMES = {LAND: "By land", TRAIL: "By a trail", SEA: "By sea", GATE: "Between a source and its reserve"}


def charts(view: View, printed: Printed) -> Iterator[Chart]:
    yield Chart(
        id=ODDS,
        title=phrase("Odds"),
        columns=(phrase("Odds"), *map(str, range(1, len(FACES) + 1))),
        rows=rows_of((name, *(RESULTS[result] for result in faces)) for name, faces in printed.odds),
        rule="6.5",
        source="odds.csv",
    )
    yield Chart(
        id=STEPS,
        title=phrase("Steps in the isles, and through the gates"),
        columns=(phrase("Link"), phrase("Points")),
        rows=rows_of((phrase(name), LINK_COSTS[link]) for link, name in LINK_NAMES.items()),
        rule="4.2",
    )
    yield Chart(
        id=UNITS,
        title=phrase("Units"),
        columns=(phrase("Unit"), phrase("Side"), phrase("Kind")),
        rows=rows_of(
            (name, phrase(SIDES[owner]), phrase(kind.name))
            for name, owner, kind in zip(printed.units, printed.owners, printed.kinds, strict=True)
        ),
        rule="1.4",
        source="units.csv",
    )
    yield Chart(
        id=CARDS,
        title=phrase("Cards"),
        columns=(phrase("Card"), phrase("Title"), phrase("Value"), phrase("Where")),
        rows=rows_of(
            (name, phrase(face.title), face.value, where)
            for name, face, where in zip(
                printed.nouns["card"], printed.cards, _places(view, known(view, printed)), strict=True
            )
        ),
        rule="8.2",
        source="cards.csv",
    )


def _places(view: View, state: Coasts) -> list[str]:
    """Where each card lies, as far as the reader knows."""
    found = [phrase("not seen")] * len(state.printed.cards)
    if view.side >= 0:
        for card in ones(state.hands[view.side]):
            found[card] = phrase("hand of {side}", side=say(SIDES[view.side]))
    for cards, words in ((state.played, "on the table"), (state.discards, "discarded")):
        for card in ones(cards):
            found[card] = phrase(words)
    return found


def lit(state: Coasts) -> Iterator[Lit]:
    """The row of the odds while a battle is planned or rolled for; the units that move or attack."""
    battle = battle_of(state)
    if battle is not None and state.attackers and nearest(state, BATTLE)[1] <= BATTLE.steps.index(attacker_loses):
        yield Lit(ODDS, row=odds(state, *battle).column)
    yield from (Lit(UNITS, row=unit) for unit in ones(state.attackers or state.stack))

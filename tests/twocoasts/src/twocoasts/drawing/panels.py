"""The panel beside the board: the points of both sides."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import phrase, say
from twocoasts.printed.map import SIDES
from twocoasts.rules.c09_victory import points
from twocoasts.state import Coasts


def panels(state: Coasts) -> Iterator[Panel]:
    rows = []
    for side, name in enumerate(SIDES):
        total, carded = points(state, side), state.points[side]
        figures = (str(total - carded), str(carded), str(total))
        rows.append((Entry(str(say(name))), *map(Entry, figures)))
    yield Panel(
        id="points",
        title=phrase("Victory points"),
        kind="table",
        columns=(phrase("Side"), phrase("Places"), phrase("Cards"), phrase("All")),
        rows=tuple(rows),
        note=phrase("A lead of five is a decisive victory"),
        rule="9.1",
    )

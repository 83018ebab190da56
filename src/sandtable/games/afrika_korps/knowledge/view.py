"""What a side may know: in this game everything on the table, so the view is the position itself."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.games.afrika_korps.printed.data import Printed
from sandtable.games.afrika_korps.state import Position


class View(msgspec.Struct, frozen=True):
    """The whole position, seen from one seat."""

    side: int
    position: dict[str, Any]


def view_of(state: Position, side: int, kind_names: list[str]) -> View:
    return View(side, state.dump(kind_names))


def position_from(view: View, printed: Printed, kind_names: list[str]) -> Position:
    """Nothing is hidden, so there is one position that a view allows."""
    return Position.undump(view.position, kind_names, printed)

"""Positions laid out by hand, for the tests of the model."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.board import ALLIED, AXIS
from tests.games.dark_sands.models.position import Counter, Position

START = {hex_: AXIS if hex_ in ("1600", "2904") else ALLIED for hex_ in board.KEY_HEXES}


def lay(
    *counters: Counter,
    control: Mapping[str, str] | None = None,
    railhead: str = "1960",
    rail_completed: bool = False,
    bypass: str = "unbuilt",
) -> Position:
    """These counters and nothing else; the Allies hold every place east of Benghazi unless said otherwise."""
    held = {**START, **(control or {})}
    none: dict[str, frozenset[str]] = {AXIS: frozenset(), ALLIED: frozenset()}
    return Position(5, counters, none, held, railhead, rail_completed, bypass)

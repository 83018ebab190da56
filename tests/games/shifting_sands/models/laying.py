"""Positions laid out by hand, for the tests of the models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS
from tests.games.shifting_sands.models.position import Position

START = {space: ground.start_control for space, ground in board.spaces().items()}


def lay(
    placed: Mapping[str, str] | None = None,
    *,
    reduced: Iterable[str] = (),
    events: Iterable[str] = (),
    axis: Iterable[str] = (),
    allied: Iterable[str] = (),
    options: Iterable[str] = (),
    fighters: Iterable[str] = (),
    card: str = "",
    active: bool = True,
) -> Position:
    """These units and nothing else; control as printed but for these spaces and those where units stand."""
    control = {**START, **dict.fromkeys(axis, AXIS), **dict.fromkeys(allied, ALLIED)}
    for unit, space in (placed or {}).items():
        if space in board.spaces() and (active or board.units()[unit].nation != "IR"):
            control[space] = board.units()[unit].side
    return Position(
        dict(placed or {}),
        control,
        reduced=frozenset(reduced),
        events=frozenset(events),
        options=frozenset(options),
        fighters=frozenset(fighters),
        card=card,
        iraq_active=active,
        vichy_active=active,
    )


def lay_set_up(name: str) -> Position:
    """How a scenario begins."""
    place: dict[str, str] = {}
    reduced = set()
    for row in board.rows("setup"):
        if row["scenario"] == name:
            free = [
                unit for unit in board.units() if board.kind(unit) == row["unit_or_pool"] and unit not in place
            ]
            for unit in free[: int(row["count"])]:
                out = row["space"] == "permanently_eliminated"
                place[unit] = board.ELIMINATED if out else row["space"]
                reduced |= {unit} if row["state"] == "reduced" else set()
    markers = {row["space"]: row["side"] for row in board.rows("control_markers") if row["scenario"] == name}
    return Position(place, {**START, **markers}, reduced=frozenset(reduced))

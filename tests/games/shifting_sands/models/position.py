"""A position as plain data: what is where, who controls what, and what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.games.shifting_sands.models import board


@dataclass(frozen=True)
class Position:
    """Everything that the models may ask about. Units that `place` does not name are not in play yet."""

    place: Mapping[str, str]  # unit -> space, box or "eliminated"
    control: Mapping[str, str]  # space -> side
    reduced: frozenset[str] = frozenset()
    upgraded: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    iraq_active: bool = False
    vichy_active: bool = False
    options: frozenset[str] = frozenset()
    card: str = ""  # the offensive event of the action being carried out
    fighters: frozenset[str] = frozenset()  # spaces with attack markers


def units_in(position: Position, space: str, side: str) -> list[str]:
    return [
        unit
        for unit, place in sorted(position.place.items())
        if place == space and board.units()[unit].side == side
    ]


def factors(position: Position, unit: str) -> tuple[int, ...]:
    """The combat, loss and movement factor that a unit has now."""
    version = int(unit in position.upgraded)
    return board.units()[unit].factors[version][unit in position.reduced]


def put(position: Position, unit: str, place: str) -> Position:
    """A unit goes somewhere; off the map a battlegroup or division forgets that it was reduced."""
    off = place == board.ELIMINATED or place in board.REPLACEABLE.values()
    reduced = position.reduced - {unit} if off else position.reduced
    return replace(position, place={**position.place, unit: place}, reduced=reduced)


def is_active(position: Position, unit: str) -> bool:
    """10.41: Iraqis and Vichy French wait for their activation."""
    nation = board.units()[unit].nation
    return {"IR": position.iraq_active, "VF": position.vichy_active}.get(nation, True)


Seen = tuple[tuple[str, str, bool], ...]
"""What is where and reduced, counter by counter, but only by kind."""


def seen(position: Position) -> Seen:
    """Where everything is, with battlegroups that are alike told apart by nothing."""
    return tuple(
        sorted((board.kind(unit), place, unit in position.reduced) for unit, place in position.place.items())
    )

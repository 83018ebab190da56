"""11.4: losses."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def suffer(state: Theatre, side: int, units: int, number: int) -> None:
    """11.43: push the losses of these units from a loss number; nothing is pushed if nobody can lose anything."""
    raise NotImplementedError


def lose_step(state: Theatre, unit: int, rule: str) -> None:
    """11.42: a unit loses a step: reduced, or eliminated; a reduced division is replaced (11.44), for which a
    choice
    may be pushed."""
    raise NotImplementedError


def fewest_steps(state: Theatre, units: int, number: int) -> int:
    """11.43, 11.47: with how few steps these units could take a loss number as 11.43 demands."""
    raise NotImplementedError


def survives_step(state: Theatre, unit: int) -> bool:
    """11.44, 11.53: would a unit, or the battlegroup that replaces it, be there after one more step?"""
    raise NotImplementedError

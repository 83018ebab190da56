"""11.7: the missions of the Long Range Desert Group."""

from __future__ import annotations

from sandtable.games.shifting_sands.state import Theatre


def missions(state: Theatre, side: int) -> tuple[bool, bool]:
    """11.72 to 11.741: is an intelligence mission possible now, is a raid? The points are not asked about here."""
    raise NotImplementedError


def send(state: Theatre, raid: bool) -> None:
    """11.72: the mission is carried out: push its die."""
    raise NotImplementedError

"""Battles that are left: the Axis retreats from Bir Harmat, or the Allies refuse battle there."""

from __future__ import annotations

from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

FROM_TOBRUK = crossed(allied="Tobruk>Bir-Harmat")


def defending(units: str, more: str = "", phase: str = "movement 1") -> Sands:
    """The Axis, on move, defends Bir Harmat against an attack out of Tobruk."""
    return Sands(position(f"Bir-Harmat: {units}", phase, attacker="allied", more=f"{FROM_TOBRUK}\n{more}"))


def leave(table: Sands, *units: str) -> Sands:
    """These units, or all, are to leave Bir Harmat by a group move."""
    if table.legal("group"):
        table.play("group:Bir-Harmat")
    table.play("done", "retreat:Bir-Harmat")
    for unit in units or sorted(table.legal("unit")):
        table.play(f"unit:{unit}")
    return table if table.decision != "choose-leavers" else table.play("done")


def refusing(places: str, *attackers: str, more: str = "") -> Sands:
    """Axis units out of Gazala have attacked Bir Harmat, and the Allies refuse battle there."""
    table = Sands(position(places, "movement 1", more=more)).play("group:Gazala")
    for unit in attackers:
        table.move(unit, "Bir-Harmat")
    return table.end_movement().play("refuse:Bir-Harmat")


def heard(table: Sands, side: int, *kinds: str) -> list[dict[str, object]]:
    """What a side hears of these kinds of events."""
    return [dict(event.arguments) for event in table.events if event.kind in kinds and event.heard_by(side)]

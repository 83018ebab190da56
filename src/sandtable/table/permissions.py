"""Who may do what at a table: one function decides, and it denies anything it does not know."""

from __future__ import annotations

from typing import Protocol

from sandtable.kernel.game import SPECTATOR
from sandtable.table.errors import Denied
from sandtable.table.people import Person

ANYBODY = frozenset({"info", "board", "overhear"})
"""Anybody who knows the table's id."""
LOOKING = frozenset({"update", "subscribe", "ask", "why", "charts"})
"""As a spectator, anybody; as a side, only the person in that seat."""
LOOKING_BACK = frozenset({"moments", "moment", "export", "share"})
"""The same, but anybody once the game is over, when there are no secrets left."""
PLAYING = frozenset({"play", "undo", "act", "preview", "leave", "orders"})
"""Only the person in that seat."""
JOINING = frozenset({"talk", "sit", "claim", "hide"})
"""Anybody with a session; whether the seat is free is checked elsewhere."""
HOSTING = frozenset({"call", "vacate", "fill", "rematch"})
"""The holders of seats, and the person who made the table."""
OWNING = frozenset({"invite", "change-seat"})
"""Only the person who made the table."""

VERBS = ANYBODY | LOOKING | LOOKING_BACK | PLAYING | JOINING | HOSTING | OWNING


class Guarded(Protocol):
    """What must be known about a table to decide."""

    owner: str

    def holds(self, person: str, side: int) -> bool:
        """Does this person have that seat?"""
        ...

    def seated(self, person: str) -> bool:
        """Does this person have any seat?"""
        ...

    def over(self) -> bool: ...


def may(person: Person | None, table: Guarded, side: int, verb: str) -> bool:
    """May this person, or a visitor without a session, do this as this side?"""
    sits = person is not None and side >= 0 and table.holds(person.id, side)
    looks = side == SPECTATOR or sits
    return (
        verb in ANYBODY
        or (verb in LOOKING and looks)
        or (verb in LOOKING_BACK and (looks or table.over()))
        or (verb in PLAYING and sits)
        or (verb in JOINING and person is not None)
        or (verb in HOSTING and person is not None and (table.owner == person.id or table.seated(person.id)))
        or (verb in OWNING and person is not None and table.owner == person.id)
    )


def demand(person: Person | None, table: Guarded, side: int, verb: str) -> None:
    """Raise Denied if this person may not."""
    if may(person, table, side, verb):
        return
    if verb in OWNING:
        raise Denied("only the owner of the table may do that")
    raise Denied("that seat is not yours", "open the link you were given, or watch as a spectator")

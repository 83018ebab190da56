"""What an event is about, for drawing."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.dark_sands.printed.data import Printed
from sandtable.kernel.events import Event
from sandtable.kernel.scene import NOWHERE, Gist, gist_of


def gist(printed: Printed, event: Event) -> Gist:
    """Its hexes, units, supports, dice and side, by the names of its arguments."""
    found = gist_of(event, printed.nouns["unit"], printed.owners, cells=("origin", "hex", "to", "at"))
    support = event.arguments.get("support", NOWHERE)
    if support == NOWHERE:
        return found
    side = found.side if found.side != NOWHERE else printed.supports[support].side
    return replace(found, pieces=(*found.pieces, printed.supports[support].name), side=side)

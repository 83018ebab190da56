"""What an event is about, for drawing."""

from __future__ import annotations

from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.kernel.events import Event
from sandtable.kernel.scene import Gist, gist_of


def gist(printed: Printed, event: Event) -> Gist:
    """Its spaces, units, dice and side, by the names of its arguments."""
    return gist_of(
        event,
        printed.nouns["unit"],
        printed.owners,
        pieces=("unit", "units", "division"),
        cells=("origin", "space", "at", "to"),
    )

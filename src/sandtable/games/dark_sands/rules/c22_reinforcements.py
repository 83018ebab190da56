"""22: the Reinforcement chit."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.fields import one
from sandtable.kernel.flow import Steps


class Reinforcement(Steps[Sands]):
    """16.0, 22: arrivals and returns, departures, exchanges, upgrades."""

    name = "reinforcement"
    owner = one("side")


REINFORCEMENT = Reinforcement()

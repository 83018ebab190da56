"""4, 17, 18 and the page of Torch: what is where at the start, and when the Allies land."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.state import Theatre


def lay_out(printed: Printed, scenario: int, options: Mapping[str, str]) -> Theatre:
    """4: a scenario before its first step: units, control, points, decks, options; no frames yet."""
    raise NotImplementedError


def land(state: Theatre) -> None:
    """10.52: the units and control markers of Torch."""
    raise NotImplementedError

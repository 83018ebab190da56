"""11: battles as the planner shows them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint
from sandtable.kernel.scene import Combat


def combats(viewpoint: Viewpoint) -> Iterator[Combat]:
    """The battle being fought, or those that could be."""
    return iter(())

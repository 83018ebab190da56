"""17: the Replacement Phase."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.flow import Steps


class Replacements(Steps[Sands]):
    """16.0, 17: Axis replacements, Allied cadres, Allied replacements."""

    name = "replacements"


REPLACEMENTS = Replacements()

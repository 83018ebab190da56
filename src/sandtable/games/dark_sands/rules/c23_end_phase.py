"""23: the End Phase."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.flow import Steps


class EndPhase(Steps[Sands]):
    """16.0, 23.0: attrition, victory check, construction, markers off, supports back.

    Turn advance (23.6) is left to GAME_TURN: if the game goes on, it is not the last turn.
    """

    name = "end-phase"


END_PHASE = EndPhase()

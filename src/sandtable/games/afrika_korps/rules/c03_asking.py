"""3: the decisions of the side whose turn it is."""

from __future__ import annotations

from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.state import Frame


def in_turn(step: str) -> tuple[str, ...]:
    """What lies on a player turn of either side at this step: see `Kind.on`."""
    return f"axis-turn{step}", f"allied-turn{step}"


class ActiveChoice(ChoiceKind[Position]):
    """3.1, 3.3: the active side decides."""

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

"""3: the decisions of the side whose turn it is."""

from __future__ import annotations

from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.state import Frame


class ActiveChoice(ChoiceKind[Position]):
    """3.1, 3.3: the active side decides."""

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

"""3.4: who decides: in a player turn mostly the active player, sometimes the other."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


def side_faults(state: Position, units: int, side: int) -> Iterator[Message]:
    """The group of a side that leaves a hex has units, all of them its own."""
    if not units or units & ~state.printed.side_units[side]:
        yield say("a group that leaves its hex has no units, or units of the other side")


class ActiveChoice(ChoiceKind[Position]):
    """A decision of the side whose player turn it is."""

    def side(self, state: Position, frame: Frame) -> int:
        return state.active


class PassiveChoice(ChoiceKind[Position]):
    """A decision of the other side."""

    def side(self, state: Position, frame: Frame) -> int:
        return ENEMY_OF[state.active]

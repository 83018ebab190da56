"""Events: one for each thing that happens, handed to a sink if anybody listens; otherwise none are made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from sandtable.kernel.state import State

EVERYONE = -1


def may_know(audience: int, side: int) -> bool:
    """Is this side in the audience? A spectator is side -1 and hears what everyone hears."""
    return audience == EVERYONE or (side >= 0 and bool(audience >> side & 1))


class Event(msgspec.Struct, frozen=True):
    """What happened: a kind, its arguments (numbers of units, hexes, ...), the rule, and who may know.

    `audience` is EVERYONE or a bit set of sides. `reveals` marks an event that shows somebody something that was
    hidden until then: undo stops there. `instead` marks an event that tells its audience more exactly what the
    event just before it tells everybody: whoever hears it is not told the other one as well.
    """

    kind: str
    rule: str
    arguments: dict[str, Any] = {}
    audience: int = EVERYONE
    reveals: bool = False
    instead: bool = False

    def heard_by(self, side: int) -> bool:
        """May this side, or the spectator, know?"""
        return may_know(self.audience, side)


def told_to(side: int, events: Sequence[Event]) -> list[Event]:
    """What a side, or the spectator, is told of events: everything it may know, and nothing twice."""
    heard = [event for event in events if event.heard_by(side)]
    return [event for event, after in zip_longest(heard, heard[1:]) if after is None or not after.instead]


def tell(
    state: State,
    kind: str,
    rule: str,
    *,
    audience: int = EVERYONE,
    reveals: bool = False,
    instead: bool = False,
    **arguments: Any,
) -> None:
    """Report an event to the sink, if there is one."""
    if state.sink is not None:
        state.sink(Event(kind, rule, arguments, audience, reveals, instead))

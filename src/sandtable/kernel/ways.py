"""Ways that go on: the rest of a run that ended where another side may decide.

A stack on its way meets a window at every step. The match keeps the rest of the run; when the window closes, and
its side was told nothing meanwhile, the rest is played as if it had been sent now. Whether it goes on follows from
what its side can see, so going on gives nothing away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.kernel.errors import Illegal
from sandtable.kernel.foresight import costs

if TYPE_CHECKING:
    from sandtable.kernel.match import Match


@dataclass(frozen=True, slots=True)
class Way:
    """What is left of a run, and the record after which it waits."""

    number: int
    rest: tuple[str, ...]


def go_on(match: Match) -> int:
    """Play on the way of the side that decides, if it has one; how many choices were played. A way ends at
    anything its side was told, at a choice that is no longer legal, and before one that would cost its side
    something, for when the run was sent nobody could foresee that."""
    game, side = match.game, match.actor()
    way = match.ways.get(side)
    if way is None or match.disputed is not None:
        return 0
    del match.ways[side]
    if match.log(side, match.seen(side, way.number)):
        return 0
    if costs(game, match.state, [game.read(match.state, text) for text in way.rest]):
        return 0
    before = len(match.line)
    try:
        match.play(side, way.rest, goes_on=True)
    except Illegal:
        return 0
    return len(match.line) - before

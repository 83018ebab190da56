"""Snapshots: states kept on the way, so that going back need not begin at the beginning.

Some last: one at every turn, and at least one in so many records, however long a turn is. Between turns that are
shorter than that, only as many are kept as are needed. Those at changes of actor are for undo, which goes back a
little only: of them the latest few are kept. A snapshot may always be missing: then more is played again.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import Any

EVERY = 128
"""Going back, no more choices and outcomes than this are played again."""
FEW = 8
"""How many changes of actor are kept."""

Kept = tuple[int, Any]
"""A state, and how long the line was then."""

_place = itemgetter(0)


class Snapshots:
    """The snapshots of one match. The first, which is the beginning of the game, is never given up."""

    __slots__ = ("_lasting", "_passing")

    def __init__(self, first: Any) -> None:
        self._lasting: list[Kept] = [(0, first)]
        self._passing: list[Kept] = []

    def copy(self) -> Snapshots:
        twin = Snapshots(None)
        twin._lasting, twin._passing = self._lasting.copy(), self._passing.copy()
        return twin

    def __len__(self) -> int:
        return len(self._lasting) + len(self._passing)

    def offer(self, place: int, state: Any, *, turn: bool, actor: bool) -> None:
        """Take a snapshot if it is due: a new turn has begun, another actor decides, or it is high time."""
        if turn or place - self._lasting[-1][0] >= EVERY:
            self._last(place, state.copy())
        elif actor:
            self._passing.append((place, state.copy()))
            del self._passing[:-FEW]

    def _last(self, place: int, state: Any) -> None:
        """Keep it, instead of the one before if there would be enough without that one."""
        if len(self._lasting) > 1 and place - self._lasting[-2][0] <= EVERY:
            self._passing.append(self._lasting.pop())
            self._passing.sort(key=_place)
            del self._passing[:-FEW]
        self._lasting.append((place, state))

    def before(self, place: int) -> Kept:
        """The last snapshot up to a place. It is not to be changed: copy the state."""
        return max((kept[found - 1] for kept in self._both() if (found := _up_to(kept, place))), key=_place)

    def cut(self, place: int) -> None:
        """The line was cut here."""
        for kept in self._both():
            del kept[_up_to(kept, place) :]

    def _both(self) -> tuple[list[Kept], list[Kept]]:
        return self._lasting, self._passing


def _up_to(kept: list[Kept], place: int) -> int:
    return bisect_right(kept, place, key=_place)

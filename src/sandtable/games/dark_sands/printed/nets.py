"""10.1.2: roads, tracks and the railway as nets along which supply is traced."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.boards.lines import LineNet
from sandtable.games.dark_sands.printed.ground import Ground
from sandtable.kernel.bits import bit


class Nets:
    """The nets by what has been built: with or without the bypass, with the railway up to any of its hexes. Each
    is made when it is first asked for: few of them come up in a game."""

    __slots__ = ("_line_to", "_made", "_rail")

    def __init__(self, ground: Ground, rail: Sequence[int]) -> None:
        self._line_to = ground.line_to
        self._rail = tuple(rail)
        self._made: dict[tuple[int, int], LineNet] = {}

    def roads(self, bypass: int) -> LineNet:
        """Roads and tracks: all that the Axis uses (9.0)."""
        return self.with_rail(bypass, self._rail[0])

    def with_rail(self, bypass: int, railhead: int) -> LineNet:
        """The same, and the railway from Alexandria to the railhead (9.1)."""
        key = bypass, railhead
        if key not in self._made:
            self._made[key] = LineNet(self._links(bypass, railhead))
        return self._made[key]

    def _links(self, bypass: int, railhead: int) -> list[int]:
        links = list(self._line_to[bypass])
        built = self._rail[: self._rail.index(railhead) + 1]
        for a, b in pairwise(built):
            links[a] |= bit(b)
            links[b] |= bit(a)
        return links

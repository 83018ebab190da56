"""Everything printed, laid out for play: loaded once, shared by every copy of a game, never changed.

So far this is the map. Spaces, and the boxes beside it, are numbers in the order of their file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from sandtable.boards.graph import Graph
from sandtable.games.shifting_sands.printed.files import (
    ALLIED,
    AXIS,
    FILES,
    LINE_KINDS,
    RESTRICTIONS,
    SIDES,
    Inset,
    Point,
    Space,
    read_bends,
    read_insets,
    read_spaces,
    read_ways,
)
from sandtable.kernel.fields import Nouns

__all__ = ["ALLIED", "AXIS", "KINDS", "SIDES", "Printed", "load_printed"]

KINDS: Final = tuple((printed, limit) for printed in LINE_KINDS for limit in RESTRICTIONS)
"""The kinds of links: how they are printed, and who may use them."""


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """The map."""

    nouns: Nouns
    spaces: tuple[Space, ...]
    number: Mapping[str, int]
    """Of a space by the id it has in the data."""
    graph: Graph
    """3.0: the links have the kinds of KINDS."""
    bends: Mapping[tuple[int, int], tuple[Point, ...]]
    """By the ends of a link the points through which it is drawn."""
    insets: tuple[Inset, ...]
    fingerprint: str


def load_printed(overrides: Path | None = None) -> Printed:
    """The packaged data, read once; files in `overrides` replace those of the same name."""
    return _load(overrides.resolve() if overrides is not None else None)


@cache
def _load(overrides: Path | None) -> Printed:
    FILES.check_names(overrides)
    spaces = read_spaces(overrides)
    ids = tuple(space.id for space in spaces)
    links, limits = read_ways(overrides, ids)
    kinds = (
        KINDS.index((LINE_KINDS[printed], limit)) for (_, _, printed), limit in zip(links, limits, strict=True)
    )
    names = tuple(space.word for space in spaces)
    return Printed(
        nouns=Nouns({"space": names, "side": SIDES}),
        spaces=spaces,
        number={name: number for number, name in enumerate(ids)},
        graph=Graph(names, [(a, b, kind) for (a, b, _), kind in zip(links, kinds, strict=True)]),
        bends=read_bends(overrides, ids),
        insets=read_insets(overrides),
        fingerprint=FILES.fingerprint(overrides),
    )

"""The numbers of the data that the guide speaks of."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.rommel_in_the_desert.printed.data import ROAD_BONUS, Printed
from sandtable.games.rommel_in_the_desert.rules.c17_victory import EXITING
from sandtable.kernel.words import Parameter


def figures(printed: Printed) -> Mapping[str, Parameter]:
    """The real cards that each turn option costs, the blocks that must leave the map, what roads add."""
    cards = {name: cost for name, (cost, _, _) in printed.options.items() if cost}
    _, trail, track, highway = ROAD_BONUS
    return {**cards, "exiting": EXITING, "trail": trail, "track": track, "highway": highway}

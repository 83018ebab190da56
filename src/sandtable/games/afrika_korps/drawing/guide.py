"""The numbers and dates of the data that the guide speaks of."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.afrika_korps.printed.data import Printed
from sandtable.kernel.words import Parameter


def figures(printed: Printed) -> Mapping[str, Parameter]:
    return {
        "turns": printed.turns,
        "first_date": printed.dates[1],
        "last_date": printed.dates[printed.turns],
        "range": printed.attack_range,
        "road": printed.road_bonus,
    }

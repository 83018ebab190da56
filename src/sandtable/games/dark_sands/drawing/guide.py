"""The numbers and dates of the data that the guide speaks of."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.dark_sands.printed.calendar import LAST_TURN
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.rules.c05_victory import NEAR_TOBRUK
from sandtable.kernel.words import Parameter


def figures(printed: Printed) -> Mapping[str, Parameter]:
    """The last turn of each scenario and of the campaign, its dates, how near Tobruk the Axis is driven off."""
    last: dict[str, Parameter] = {f"{setup.id}_last": setup.last for setup in printed.setups}
    return {
        **last,
        "last_turn": LAST_TURN,
        "first_date": printed.turns[1].months,
        "last_date": printed.turns[LAST_TURN].months,
        "near_tobruk": NEAR_TOBRUK,
    }

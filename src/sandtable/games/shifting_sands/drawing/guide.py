"""The numbers of the data and of the rules that the guide speaks of."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.shifting_sands.drawing.board import HAND_SIZES
from sandtable.games.shifting_sands.notation.words import turn_name
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.rules.c16_victory import (
    ALLIES_OUTRIGHT,
    AXIS_OUTRIGHT,
    AXIS_WINS,
    AXIS_WINS_SONNENBLUME,
    LAST_OF_SONNENBLUME,
)
from sandtable.games.shifting_sands.state import ROUNDS
from sandtable.kernel.words import Parameter


def figures(printed: Printed) -> Mapping[str, Parameter]:
    """Turns by their names, the rounds of a turn, and the points with which a side wins."""
    return {
        "first_turn": turn_name(printed, 1),
        "last_turn": turn_name(printed, len(HAND_SIZES)),
        "sonnenblume_last": turn_name(printed, LAST_OF_SONNENBLUME),
        "rounds": ROUNDS,
        "axis_outright": AXIS_OUTRIGHT,
        "allies_outright": ALLIES_OUTRIGHT,
        "axis_wins": AXIS_WINS,
        "axis_wins_sonnenblume": AXIS_WINS_SONNENBLUME,
    }

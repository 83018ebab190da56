"""2: the set-up of a scenario."""

from __future__ import annotations

from twocoasts.printed.data import Printed
from twocoasts.state import Coasts, put


def lay_out(printed: Printed, scenario: int) -> Coasts:
    """2.1, 2.2: each side controls its own coast, and whatever its units are in."""
    state = Coasts.blank(printed)
    state.scenario = scenario
    for unit, place in enumerate(printed.scenarios[scenario].where):
        put(state, unit, place)
    return state

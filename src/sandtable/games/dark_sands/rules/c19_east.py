"""P1.4.4: the special rule of Gazala, which keeps the Allies from leaving the Central map for the East map."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.state import Sands, steps_of, units_in
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell

GAZALA = SCENARIOS.index("gazala")
FEW = 3
"""With fewer tank steps than this on the Central map, the Allies may leave it."""


def east_is_closed(state: Sands, side: int) -> bool:
    """P1.4.4: for the Allies in Gazala, until few of their tanks are left on the Central map or an Axis unit has
    entered Egypt."""
    return state.scenario == GAZALA and not state.east_open and side == ALLIED


def barred(state: Sands, side: int, hex_number: int) -> int:
    """P1.4.4: the hexes that units of a side may not enter from this one: from the Central map the East map."""
    if not east_is_closed(state, side):
        return 0
    section = state.printed.ground.section
    return section[EAST] if section[CENTRAL] >> hex_number & 1 else 0


def watch_east(state: Sands) -> None:
    """P1.4.4: once its condition is met, the rule is over for good."""
    if state.scenario == GAZALA and not state.east_open and (axis_in_egypt(state) or tank_steps(state) < FEW):
        state.east_open = 1
        tell(state, "east-opens", "P1.4.4")


def axis_in_egypt(state: Sands) -> bool:
    return bool(state.occupied[AXIS] & state.printed.ground.egypt)


def tank_steps(state: Sands) -> int:
    """The steps of Allied tanks on the Central map."""
    there = units_in(state, state.printed.ground.section[CENTRAL], ALLIED)
    return sum(steps_of(state, unit) for unit in ones(there & state.printed.tanks))

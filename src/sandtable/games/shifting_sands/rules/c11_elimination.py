"""11.421: units leave the map: to the Replaceable box, or for good."""

from __future__ import annotations

from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.state import ELIMINATED, Theatre, put
from sandtable.kernel.events import tell


def replaceable_box(state: Theatre, side: int) -> int:
    """11.421: where the eliminated units of a side wait for replacement points."""
    return state.printed.number["axis_replaceable" if side == AXIS else "allied_replaceable"]


def reserve_box(state: Theatre, side: int) -> int:
    """12.8: where the battlegroups of a side wait to be redeployed."""
    return state.printed.number["axis_reserve" if side == AXIS else "allied_reserve"]


def eliminate(state: Theatre, unit: int, rule: str) -> None:
    """11.421: a unit goes to the Replaceable box of its owner; nothing is remembered of what it did."""
    tell(state, "eliminated", rule, unit=unit, at=state.place[unit])
    state.forget("unit", unit)
    put(state, unit, replaceable_box(state, state.printed.owners[unit]))


def eliminate_for_good(state: Theatre, unit: int, rule: str) -> None:
    """11.421: a unit leaves the game; no replacement points bring it back."""
    tell(state, "eliminated-for-good", rule, unit=unit, at=state.place[unit])
    state.forget("unit", unit)
    put(state, unit, ELIMINATED)


def eliminate_cut_off(state: Theatre, unit: int, rule: str) -> None:
    """11.471, 11.56, 13.81: a division that has nowhere to go is out of the game, a battlegroup can be rebuilt."""
    if state.printed.units[unit].division:
        eliminate_for_good(state, unit, rule)
    else:
        eliminate(state, unit, rule)

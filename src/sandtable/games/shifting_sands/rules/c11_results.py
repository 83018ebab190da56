"""11.282, 11.5: who fights whom, and what the fire comes to. Nothing here changes anything."""

from __future__ import annotations

from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.printed.tables import Effects
from sandtable.games.shifting_sands.rules.c07_combat_cards import in_force
from sandtable.games.shifting_sands.state import Theatre, units_at

SHORTENED_BY = ("graziani", "rearguard")
"""X04, X54: the combat cards with which no defender retreats more than one space."""


def defender(state: Theatre) -> int:
    """11.11: the side that is attacked. It controls the space until somebody advances into it."""
    return state.control[state.target]


def attacker(state: Theatre) -> int:
    """11.11: the active side."""
    return 1 - defender(state)


def defenders(state: Theatre) -> int:
    """The units in the space attacked that are still there."""
    return units_at(state, state.target, defender(state))


def margin(state: Theatre) -> int:
    """11.282: by how much the loss number of the attacker is higher; the attacker wins if it is above 0."""
    return state.fire[attacker(state)] - state.fire[defender(state)]


def retreat_length(state: Theatre) -> int:
    """11.52: how many spaces the defender must retreat if he stays alive: none, one or two."""
    most = 1 if any(in_force(state, key) for key in SHORTENED_BY) or _have_jock_columns(state) else 2
    return max(0, min(most, margin(state)))


def _have_jock_columns(state: Theatre) -> bool:
    """A25: it helps Allied defenders; Allied attackers may have played it too."""
    return defender(state) == ALLIED and in_force(state, "jock_columns")


def terrain_effects(state: Theatre, space: int) -> Effects:
    """What the terrain of a space does to battles."""
    effects = state.printed.effects
    return effects.get(state.printed.spaces[space].terrain, effects["clear"])

"""11.282, 11.5: what the fire comes to. Nothing here changes anything."""

from __future__ import annotations

from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c11_fight import Fight, battle_faults, fight_of, ground, in_force
from sandtable.games.shifting_sands.state import FLANK_WON, Theatre, has_option, units_at

SHORTENED_BY = {"graziani": "X04", "rearguard": "X54", "jock_columns": "A25"}
"""The combat cards with which no defender who plays them retreats more than one space."""


def is_fought(state: Theatre) -> bool:
    """Is there a battle, as far as a position from outside tells? Everything else here takes it for granted."""
    return not any(battle_faults(state))


def defending(state: Theatre) -> int:
    """11.11: the side that is attacked."""
    return 1 - state.attacking


def defenders(state: Theatre) -> int:
    """The units in the space attacked that are still there."""
    return units_at(state, state.target, defending(state))


def margin(state: Theatre) -> int:
    """11.282: by how much the loss number of the attacker is higher; the attacker wins if it is above 0."""
    return state.fire[state.attacking] - state.fire[defending(state)]


def can_overrun(state: Theatre, fight: Fight) -> bool:
    """11.472: not in a fort, in mountains or in a swamp; and if the players want it so, not without armour."""
    armour = fight.engaged & state.printed.armour & state.printed.own[fight.attacking]
    return ground(state, fight).overruns and bool(armour or not has_option(state, "11.47"))


def is_overrun(state: Theatre) -> bool:
    """11.47, 11.472, 11.474: do the results so far overrun the defender? After a successful flank attack the
    return fire comes too late to change it (ruling)."""
    if not state.bold or not can_overrun(state, fight_of(state)):
        return False
    return state.fire[state.attacking] > 0 if state.flank == FLANK_WON else margin(state) > 0


def retreat_length(state: Theatre) -> int:
    """11.52: how many spaces the defenders must retreat: none, one or two."""
    return max(0, min(1 if shortened_by(state) else 2, margin(state)))


def shortened_by(state: Theatre) -> str:
    """X04, X54, A25: the card with which the defenders retreat one space at most, or nothing. Allied attackers may
    have played Jock Columns too, which is no help to Axis defenders."""
    for key, card in SHORTENED_BY.items():
        if in_force(state, key) and (key != "jock_columns" or defending(state) == ALLIED):
            return card
    return ""

"""7.4, 20.1, 20.2.1: who can attack, who defends, and which of them add their factors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandtable.games.dark_sands.printed.ground import CENTRAL
from sandtable.games.dark_sands.state import (
    Sands,
    bypass_built,
    face,
    hexes_of,
    on_map,
    units_at,
    units_in,
)
from sandtable.kernel.bits import bit, ones

MOST_LARGE = 2
"""7.4: divisions, regiments and brigades of a hex that fight on the Central map."""


@dataclass(frozen=True, slots=True)
class Fight:
    """An attack: who takes part, and who adds factors."""

    target: int
    attacking: int
    """The side."""
    attackers: int
    defenders: int
    """All units in the hex but headquarters."""
    striking: int
    """The attackers that contribute (7.4)."""
    holding: int
    """The defenders that contribute."""

    @property
    def defending(self) -> int:
        return 1 - self.attacking


def defenders_at(state: Sands, target: int, side: int) -> int:
    """20.1: all units of a side in a hex defend together; headquarters have no factors (11.0)."""
    return units_at(state, target, side) & ~state.printed.hqs


def fight_over(state: Sands, target: int, attackers: int, contributors: int | None = None) -> Fight:
    """An attack of these units on a hex; if nobody has said who contributes, the strongest do."""
    side = _attacking(state, target, attackers)
    defenders = defenders_at(state, target, 1 - side)
    if contributors is None:
        contributors = strongest(state, attackers, attack_of) | strongest(state, defenders, defence_of)
    return Fight(target, side, attackers, defenders, attackers & contributors, defenders & contributors)


def _attacking(state: Sands, target: int, attackers: int) -> int:
    if attackers:
        return state.printed.owners[ones(attackers)[0]]
    return 0 if defenders_at(state, target, 1) else 1


def attack_of(state: Sands, unit: int) -> int:
    return face(state, unit).attack


def defence_of(state: Sands, unit: int) -> int:
    return face(state, unit).defence


def large_in(state: Sands, units: int, place: int) -> int:
    """7.4: of these units, the divisions, regiments and brigades in a hex of the Central map; elsewhere none
    counts."""
    if not state.printed.ground.section[CENTRAL] >> place & 1:
        return 0
    return units & state.stacks.get(place, 0) & state.printed.zoned & ~state.printed.small


def crowded(state: Sands, units: int) -> int:
    """7.4: the hexes in which more large units take part than can contribute."""
    crowded = 0
    for place in ones(hexes_of(state, units)):
        if large_in(state, units, place).bit_count() > MOST_LARGE:
            crowded |= bit(place)
    return crowded


def by_strength(state: Sands, units: int, factor: Callable[[Sands, int], int]) -> list[int]:
    """The strongest first."""
    return sorted(ones(units), key=lambda unit: (-factor(state, unit), unit))


def strongest(state: Sands, units: int, factor: Callable[[Sands, int], int]) -> int:
    """7.4: of each hex the two strongest large units, and all battalions and garrisons."""
    chosen = units
    for place in ones(crowded(state, units)):
        for unit in by_strength(state, large_in(state, units, place), factor)[MOST_LARGE:]:
            chosen &= ~bit(unit)
    return chosen


def is_sound(state: Sands) -> bool:
    """In a position from outside: can the battle be asked about at all? If not, its own faults say why."""
    units = state.attackers | state.contributors | state.retreating
    return state.target >= 0 and state.active >= 0 and on_map(state, units) == units


# Who can attack (20.1)


def eligible(state: Sands) -> int:
    """20.1: active units that have not attacked in this action; no headquarters, no garrison (11.0, 13.6)."""
    return state.fighters & state.printed.zoned & ~state.has_fought


def joiners(state: Sands, target: int) -> int:
    """20.1: the units that can attack a hex: adjacent, and over no closed side."""
    around = state.printed.ground.open_to[bypass_built(state)][target]
    return units_in(state, around, state.active) & eligible(state)


def targets(state: Sands) -> int:
    """20.1: the hexes that can be attacked: with enemies of whom none has been attacked in this action."""
    printed, stacks, own = state.printed, state.stacks, state.occupied[state.active]
    opened, ready, found = printed.ground.open_to[bypass_built(state)], eligible(state), 0
    for place in ones(state.occupied[1 - state.active] & printed.board.spread(own)):
        stack = stacks[place]
        if stack & state.attacked or not stack & ~printed.hqs:
            continue
        for near in ones(opened[place] & own):
            if stacks[near] & ready:
                found |= bit(place)
                break
    return found

"""12.6, 12.7: Allied assault doctrine, and the panzer doctrine of the Germans."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c20_fight import Fight
from sandtable.games.dark_sands.state import Sands, hexes_of, steps_of, units_at
from sandtable.kernel.bits import ones

MOST_SUPERIORITY = 2


@dataclass(frozen=True, slots=True)
class AntiTank:
    """12.7.2: something that counts against panzers."""

    why: str
    value: int
    rule: str = "12.7.2"


def steps_in(state: Sands, units: int) -> int:
    """The steps of these units."""
    return sum(steps_of(state, unit) for unit in ones(units))


def panzers_in(state: Sands, fight: Fight) -> int:
    """The panzers whose factors attack Allied units."""
    return fight.striking & state.printed.panzers if fight.defending == ALLIED else 0


def anti_tank(state: Sands, fight: Fight) -> tuple[AntiTank, ...]:
    """12.7.2: the anti-tank factors of the defence: they add up without limit."""
    ground, hexes = state.printed.ground, hexes_of(state, fight.striking)
    panzer_hexes = hexes_of(state, panzers_in(state, fight))
    target = fight.target
    wadi = bool(hexes) and not hexes & ~ground.wadi_to[target]
    found = (
        AntiTank("Tanks", steps_in(state, fight.defenders & state.printed.tanks)),
        AntiTank("Terrain", int(not ground.terrain[0] >> target & 1)),
        AntiTank("Ridge", int(bool(panzer_hexes & ground.ridge_to[target]))),
        AntiTank("Wadi", int(wadi)),
        AntiTank("Fortified box", state.boxes[fight.defending] >> target & 1),
        AntiTank("Fort", ground.forts >> target & 1),
    )
    return tuple(factor for factor in found if factor.value)


def superiority(state: Sands, fight: Fight) -> int:
    """12.7.2: +1 to the die for each panzer step in excess of the anti-tank factors, at most +2."""
    panzers = steps_in(state, panzers_in(state, fight))
    against = sum(factor.value for factor in anti_tank(state, fight))
    return max(0, min(MOST_SUPERIORITY, panzers - against))


def shocked(state: Sands, fight: Fight) -> bool:
    """12.7.3: do panzers attack Allied infantry alone, without any anti-tank factor?"""
    if not panzers_in(state, fight) or fight.defenders & ~state.printed.infantry:
        return False
    return not anti_tank(state, fight)


def may_assault(state: Sands, fight: Fight) -> bool:
    """12.6: from turn 14 the Allies may use the Assault table, if every hex that attacks holds two infantry
    brigades of one division, and more than half of the attacking steps are infantry."""
    printed = state.printed
    if fight.attacking != ALLIED or not printed.turns[state.turn].assault:
        return False
    foot = steps_in(state, fight.striking & printed.infantry)
    if 2 * foot <= steps_in(state, fight.striking):
        return False
    return all(_has_division(state, place) for place in ones(hexes_of(state, fight.striking)))


def _has_division(state: Sands, place: int) -> bool:
    """12.6: two infantry brigades of the same division in a hex."""
    printed = state.printed
    here = units_at(state, place, ALLIED) & printed.infantry & ~printed.garrisons & ~printed.small
    return any((here & units).bit_count() > 1 for units in printed.formations)

"""What an attack may be expected to bring, and which attacks of a combat action are worth making.

Count the factors with the ground and the supports, read all six faces of the die, and decline what costs more
than it brings. Attack those who have nowhere to go: a retreat through our zones costs a step a hex.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.dark_sands.players.policy import aims_of, quarry
from sandtable.games.dark_sands.players.survey import step_worth, value
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c08_zones import retreat_zones
from sandtable.games.dark_sands.rules.c20_fight import defenders_at, joiners, targets
from sandtable.games.dark_sands.rules.c20_odds import (
    AE,
    AL1,
    ASSAULT_TABLE,
    BL1,
    DE,
    DE_STAR,
    DR,
    DR_STAR,
    EX,
    HALF_EX,
    Odds,
    odds,
)
from sandtable.games.dark_sands.state import S_READY, Sands, bypass_built, face, steps_of
from sandtable.kernel.bits import bit, first, ones

DRIVEN_OFF = 0.15
"""What it is worth to drive units off, as a part of what it is worth to destroy them."""
TRAPPED = 0.8
"""The same where they have nowhere to go but through our zones."""
ENOUGH = 0.4
"""An attack is made if it promises more than this."""
QUARRY = 0.1
"""The same of enemies who must be driven off."""
SKIPPED = (3, 5, 7, 9, 11)
"""In a large attack one unit more or less is not looked at each time."""
GROUND = 0.5
"""What part of an aim counts before we stand in it."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that could be made now, and what it promises."""

    target: int
    attackers: int
    promise: float


def is_trapped(state: Sands, target: int, side: int) -> bool:
    """20.3.4: can the defenders of a hex only go back through the zones of this side?"""
    exits = state.printed.ground.open_to[bypass_built(state)][target] & ~state.occupied[side]
    return not exits & ~(retreat_zones(state, side) & ~state.occupied[1 - side])


def ground_worth(state: Sands, target: int, side: int) -> float:
    """What it is worth to enter a hex: an aim that is not ours yet; anything else a little."""
    aim = aims_of(state, side).get(target, 0.0)
    wanted = GROUND * aim if aim and not controls(state, side, target) else 0.3
    hexes, prize = quarry(state, side)
    return wanted + (QUARRY * prize if hexes >> target & 1 else 0.0)


def promise(state: Sands, found: Odds, ground: float, trapped: bool) -> float:
    """What an attack at these odds brings and costs, over the six faces of the die."""
    fight = found.fight
    ours = sorted([step_worth(state, unit) for unit in ones(fight.striking)])
    theirs = sorted([step_worth(state, unit) for unit in ones(fight.holding)])
    all_ours, all_theirs = value(state, fight.attackers), value(state, fight.defenders)
    our_step, their_step = ours[-1] if ours else 0.0, theirs[-1] if theirs else 0.0
    steps = sum([steps_of(state, unit) for unit in ones(fight.holding)])
    our_steps = sum([steps_of(state, unit) for unit in ones(fight.striking)]) or 1
    off = (TRAPPED if trapped else DRIVEN_OFF) * all_theirs + ground
    won = {
        AE: -all_ours,
        AL1: -our_step,
        BL1: their_step - our_step,
        DR: off,
        DR_STAR: off + their_step * (0.4 if trapped else 1.0),
        HALF_EX: 0.55 * all_theirs - 0.5 * all_ours + ground / 2,
        EX: all_theirs - all_ours * min(1.0, steps / our_steps) + ground * (steps < our_steps),
        DE_STAR: all_theirs - our_step + ground,
        DE: all_theirs + ground,
    }
    shock = their_step if found.shock else 0.0
    price = ours[0] if found.table == ASSAULT_TABLE and ours else 0.0
    return (
        sum([won[result] + (shock if result in (AL1, BL1, DR, DR_STAR) else 0.0) for result in found.results]) / 6
        - price
    )


def best_attack_on(state: Sands, target: int, able: int) -> Attack | None:
    """The attack on a hex that promises most: the strongest first, until more of them would not help."""
    side = state.printed.owners[first(able)] if able else 0
    if not able or not defenders_at(state, target, 1 - side):
        return None
    ground, trapped = ground_worth(state, target, side), is_trapped(state, target, side)
    order = sorted(ones(able), key=lambda unit: (-face(state, unit).attack, unit))
    air = _air(state, side)
    attackers, best = 0, None
    for number, unit in enumerate(order):
        attackers |= bit(unit)
        if number in SKIPPED and number + 1 < len(order):
            continue
        found = odds(state, target, attackers, committed=air)
        gain = promise(state, found, ground, trapped)
        if best is None or gain > best.promise + 0.05:
            best = Attack(target, attackers, gain)
    return best


def _air(state: Sands, side: int) -> int:
    """13.2: the aircraft that are ready: about one of them goes along."""
    for support, status in enumerate(state.supports):
        counter = state.printed.supports[support]
        if status == S_READY and counter.side == side and counter.kind == "air":
            return bit(support)
    return 0


def best_attack(state: Sands) -> Attack | None:
    """Of all attacks that can be made now the most promising."""
    found = None
    for target in ones(targets(state)):
        attack = best_attack_on(state, target, joiners(state, target))
        if attack and attack.promise > ENOUGH and (found is None or attack.promise > found.promise):
            found = attack
    return found


def attacks_from(state: Sands, side: int, units: int) -> float:
    """What the attacks promise that these units could make where they stand, each unit in one of them."""
    opened, occupied = state.printed.ground.open_to[bypass_built(state)], state.occupied[1 - side]
    near: dict[int, int] = {}
    for unit in ones(units):
        for target in ones(opened[state.place[unit]] & occupied):
            near[target] = near.get(target, 0) | bit(unit)
    found = [attack for target, able in near.items() if (attack := best_attack_on(state, target, able))]
    total, used = 0.0, 0
    for attack in sorted(found, key=lambda attack: -attack.promise):
        if attack.promise <= ENOUGH:
            break
        if attack.attackers & used:
            again = best_attack_on(state, attack.target, near[attack.target] & ~used)
            if not again or again.promise <= ENOUGH:
                continue
            attack = again
        used |= attack.attackers
        total += attack.promise
    return total

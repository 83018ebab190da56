"""What a battle may be expected to bring: all faces of both dice, losses, retreats, overruns and flank attacks.

The rules say how each side fires; here the results are weighed. Forces that are alike have the same prospects, so
these are remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.games.shifting_sands.players.policy import prizes, steps_worth, value
from sandtable.games.shifting_sands.printed.data import AXIS, Printed
from sandtable.games.shifting_sands.rules.c10_regions import ways
from sandtable.games.shifting_sands.rules.c11_fight import Fight, ground, spaces_of, why_no_flank
from sandtable.games.shifting_sands.rules.c11_fire import Fire, fire
from sandtable.games.shifting_sands.rules.c11_flank import SUCCESS, flank_modifier
from sandtable.games.shifting_sands.rules.c11_results import can_overrun
from sandtable.games.shifting_sands.state import Theatre, face, happened, has_option, units_at
from sandtable.kernel.bits import first, ones

MOST = 9
"""No loss number is higher."""
SHAKEN, ROUTED, SCATTERED = 0.1, 0.2, 0.3
"""What part of its worth a force loses that retreats a space or two, or is overrun."""
HELD = 0.8
"""What part of the prize counts of a space that may be lost again."""
STANDS = 0.5
"""How often a defender who may lose a step instead of retreating does so."""

Force = tuple[tuple[int, tuple[float, ...]], ...]
"""Of each unit its loss factor and what its steps are worth, the next one to be lost first."""


class Arms(NamedTuple):
    """How a side fires, and who stands behind it."""

    table: str
    strength: int
    shift: int
    die: int
    force: Force


class Terrain(NamedTuple):
    """What the ground allows."""

    overruns: bool
    stands: bool


class Prospects(NamedTuple):
    """What is to be expected of a battle: losses in worth, and how likely each result is."""

    lost: float
    inflicted: float
    shaken: float
    routed: float
    overrun: float
    cleared: float
    """That no defender is left, without an overrun."""


# Losses


@lru_cache(maxsize=1 << 14)
def tolls(force: Force) -> tuple[tuple[float, float], ...]:
    """11.43: by loss number what a force loses in worth, and which part of its steps: as much as possible must be
    absorbed, and of what does it the cheapest is lost."""
    cheapest: dict[int, tuple[float, int]] = {0: (0.0, 0)}
    for loss, steps in force:
        grown = dict(cheapest)
        for total, (price, lost) in cheapest.items():
            for number, step in enumerate(steps, start=1):
                price += step
                reached = total + loss * number
                if reached <= MOST and (reached not in grown or price < grown[reached][0]):
                    grown[reached] = price, lost + number
        cheapest = grown
    everything = sum([len(steps) for _, steps in force]) or 1
    found = [(0.0, 0.0)]
    for number in range(1, MOST + 1):
        price, lost = cheapest.get(number, (-1.0, 0))
        found.append((price, lost / everything) if price >= 0 else found[-1])
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def faces(printed: Printed, table: str, strength: int, shift: int, die: int) -> tuple[tuple[int, bool], ...]:
    """11.27, 11.28: by face of the die the loss number, and whether it is in bold type."""
    columns = printed.fire[table]
    start = max(index for index, column in enumerate(columns) if column.least <= strength)
    column = columns[max(0, min(len(columns) - 1, start + shift))]
    lines = [max(0, min(5, face + die)) for face in range(6)]
    return tuple((column.losses[line], column.bold[line]) for line in lines)


@lru_cache(maxsize=1 << 15)
def clash(printed: Printed, attack: Arms, defence: Arms, terrain: Terrain, flank: int) -> Prospects:
    """What comes of it. `flank` is in how many of six cases an attempt succeeds, or -1 if there is none."""
    if flank < 0:
        return _weigh(printed, attack, defence, terrain, attacker_first=False, defender_first=False)
    won = _weigh(printed, attack, defence, terrain, attacker_first=True, defender_first=False)
    failed = _weigh(printed, attack, defence, terrain, attacker_first=False, defender_first=True)
    return Prospects(*((flank * good + (6 - flank) * bad) / 6 for good, bad in zip(won, failed, strict=True)))


def _weigh(
    printed: Printed, attack: Arms, defence: Arms, terrain: Terrain, *, attacker_first: bool, defender_first: bool
) -> Prospects:
    ours, theirs = tolls(attack.force), tolls(defence.force)
    stunned = sum([steps[0] for _, steps in defence.force])
    lost = inflicted = 0.0
    shaken = routed = overrun = cleared = 0
    for strikes, blows in _rounds(printed, attack, defence, attacker_first, defender_first):
        number, bold = strikes
        toll, part = theirs[number]
        lost += ours[blows][0]
        margin = number - blows
        if bold and terrain.overruns and (margin > 0 or attacker_first):
            overrun += 1
            toll = max(toll, stunned)
        elif part == 1.0:
            cleared += 1
        elif margin > 0:
            shaken += margin == 1
            routed += margin > 1
        inflicted += toll
    return Prospects(lost / 36, inflicted / 36, shaken / 36, routed / 36, overrun / 36, cleared / 36)


def _rounds(
    printed: Printed, attack: Arms, defence: Arms, attacker_first: bool, defender_first: bool
) -> list[tuple[tuple[int, bool], int]]:
    """Every pair of dice. A side that suffers first fires with what is left of it (11.341, 11.342)."""
    found = []
    if defender_first:
        for blows, _ in _fire(printed, defence, 0.0):
            found += [(strikes, blows) for strikes in _fire(printed, attack, tolls(attack.force)[blows][1])]
        return found
    for strikes in _fire(printed, attack, 0.0):
        gone = tolls(defence.force)[strikes[0]][1] if attacker_first else 0.0
        found += [(strikes, blows) for blows, _ in _fire(printed, defence, gone)]
    return found


def _fire(printed: Printed, arms: Arms, gone: float) -> tuple[tuple[int, bool], ...]:
    """The fire of a side of which a part is gone."""
    if gone >= 1.0:
        return ((0, False),) * 6
    return faces(printed, arms.table, round(arms.strength * (1.0 - gone)), arms.shift, arms.die)


# From the position


def force_of(state: Theatre, units: int) -> Force:
    """Sorted, so that forces that are alike are equal."""
    return tuple(sorted([(face(state, unit).loss, steps_worth(state, unit)) for unit in ones(units)]))


def arms_of(state: Theatre, fight: Fight, side: int) -> Arms:
    found: Fire = fire(state, fight, side)
    shift = sum([item.value for item in found.shifts])
    return Arms(found.table, found.strength, shift, found.die, force_of(state, fight.force(side)))


def engagement(
    state: Theatre, target: int, attackers: int, defenders: int, *, rommel: bool = False, bonus: bool = False
) -> Fight:
    """A battle that could be, wherever these units may be by then."""
    side = state.printed.owners[first(attackers)]
    holding = defenders & ~state.fled
    return Fight(
        attacking=side,
        target=target,
        attackers=attackers,
        defenders=defenders,
        holding=holding,
        engaged=attackers | holding,
        origins=spaces_of(state, attackers),
        rommel=rommel,
        bonus=bonus,
        cards=frozenset(),
    )


def rommel_helps(state: Theatre, target: int, attackers: int) -> bool:
    """11.274: could Rommel join an attack on this space?"""
    printed = state.printed
    if state.rommel_used or not happened(state, "rommel") or happened(state, "von_arnim_takes_command"):
        return False
    if printed.spaces[target].fort or not attackers & printed.own[AXIS]:
        return False
    if (printed.regions["Near East"] | printed.regions["East Africa"]) >> target & 1:
        return False
    return not has_option(state, "19.21") or bool(attackers & printed.nations["GE"])


def flank_odds(state: Theatre, fight: Fight) -> int:
    """11.33: in how many of six cases a flank attempt succeeds; -1 if none is possible."""
    if why_no_flank(state, fight) is not None:
        return -1
    return max(0, min(6, 7 - SUCCESS + flank_modifier(fight)))


def prospects(state: Theatre, fight: Fight, flank: int = -1) -> Prospects:
    effects = ground(state, fight)
    attack, defence = arms_of(state, fight, fight.attacking), arms_of(state, fight, fight.defending)
    return clash(state.printed, attack, defence, Terrain(can_overrun(state, fight), effects.stands), flank)


def promise(state: Theatre, fight: Fight, caution: float, flank: int = -1) -> float:
    """What a battle promises to the attacker: what the enemy loses, the space, and less what it costs."""
    found = prospects(state, fight, flank)
    whole = value(state, fight.defenders)
    given_way = found.shaken + found.routed
    stands = STANDS if ground(state, fight).stands else 0.0
    inflicted = found.inflicted
    if stands:
        cheapest = min([steps_worth(state, unit)[0] for unit in ones(fight.holding)], default=0.0)
        inflicted += stands * given_way * cheapest
    if is_trapped(state, fight):
        inflicted += 0.8 * (1.0 - stands) * given_way * max(0.0, whole - found.inflicted)
    taken = found.cleared + found.overrun + (1.0 - stands) * given_way
    driven = SHAKEN * found.shaken + ROUTED * found.routed
    return (
        inflicted
        + whole * ((1.0 - stands) * driven + SCATTERED * found.overrun)
        + taken * HELD * prizes(state)[fight.target]
        - caution * found.lost
    )


def best_promise(state: Theatre, fight: Fight, caution: float) -> float:
    """With a flank attack or without."""
    plain = promise(state, fight, caution)
    odds = flank_odds(state, fight)
    return max(plain, promise(state, fight, caution, odds)) if odds >= 0 else plain


def is_trapped(state: Theatre, fight: Fight) -> bool:
    """11.56: is there no space next to the defenders into which they could retreat?"""
    unit = first(fight.defenders)
    around = ways(state, unit)[fight.target] & ~state.occupied[fight.attacking]
    size = fight.defenders.bit_count()
    return all(units_at(state, space, fight.defending).bit_count() + size > 3 for space in ones(around))

"""Strikes and raids: who attacks where, and who gets behind the enemy.

Bring all that is needed to a place, and make no attack that is not worth it. But whoever is cut off when Logistics
is drawn is half lost, and lost for good if nothing is done about it: a raid by road deep behind an army is worth
more than any battle.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.dark_sands.players.battles import ENOUGH, best_attack_on, ground_worth
from sandtable.games.dark_sands.players.planner import TAKERS, Draft
from sandtable.games.dark_sands.players.survey import army, attack, defence, lengths, value, worth
from sandtable.games.dark_sands.printed.ground import CENTRAL
from sandtable.games.dark_sands.rules.c10_supply import road_part, traced
from sandtable.games.dark_sands.state import face, put, units_at, units_in
from sandtable.kernel.bits import bit, ones

FEW_TARGETS = 10
FEW_CUTS = 6
"""How many are looked at closely."""
CUT = 3.0
"""A cut must take the supply from units worth this much."""
PLENTY = 4.5
"""How much stronger than the defenders an attack need not be."""


def strike(draft: Draft) -> None:
    """The most tempting targets first; who is sent to one is not there for the next."""
    trial = draft.trial
    near = _near_enemies(draft)
    ranked = sorted(near, key=lambda target: (-_temptation(draft, target, near[target]), target))
    for target in ranked[:FEW_TARGETS]:
        sent = _gather(draft, target, near[target] & draft.left)
        beside = _standing_by(draft, target)
        found = best_attack_on(trial, target, beside) if beside else None
        chosen = found.attackers if found and found.promise > ENOUGH else 0
        for unit, origin in sent:
            goal = trial.place[unit]
            put(trial, unit, origin)
            if chosen >> unit & 1:
                draft.go(unit, goal)
        draft.left &= ~chosen  # those who stand there already stay


def _near_enemies(draft: Draft) -> dict[int, int]:
    """By enemy hex, who could come next to it."""
    survey, opened = draft.survey, draft.printed.ground.open_to[draft.survey.bypass]
    beside = 0
    for target in ones(survey.shut):
        beside |= opened[target]
    near: dict[int, int] = {}
    for unit in ones(draft.left & draft.printed.zoned):
        touched = 0
        for place in survey.ends(unit):
            if beside >> place & 1:
                touched |= opened[place] & survey.shut
        for target in ones(touched):
            near[target] = near.get(target, 0) | bit(unit)
    return near


def _temptation(draft: Draft, target: int, able: int) -> float:
    """How good a strike at a hex could be, at a glance."""
    state, foes = draft.state, units_at(draft.state, target, 1 - draft.side)
    prize = value(state, foes) + ground_worth(state, target, draft.side)
    return prize * min(4.0, attack(state, able) / (defence(state, foes) + 1))


def _standing_by(draft: Draft, target: int) -> int:
    around = draft.printed.ground.open_to[draft.survey.bypass][target]
    return units_in(draft.trial, around, draft.side) & draft.printed.zoned


def _gather(draft: Draft, target: int, able: int) -> list[tuple[int, int]]:
    """The strongest come next to the target, where there is room to fight; who came, and from where."""
    state, trial, enemy = draft.state, draft.trial, 1 - draft.side
    around = draft.printed.ground.open_to[draft.survey.bypass][target] & ~state.occupied[enemy]
    wanted = PLENTY * (defence(state, units_at(state, target, enemy)) + 2)
    have = attack(trial, _standing_by(draft, target))
    sent: list[tuple[int, int]] = []
    for unit in sorted(ones(able), key=lambda unit: (-face(state, unit).attack, unit)):
        if have >= wanted:
            break
        here = trial.place[unit]
        if around >> here & 1:
            continue
        spots = [spot for spot in ones(around) if draft.survey.goes(unit, spot) and _can_fight(draft, spot, unit)]
        if spots:
            sent.append((unit, here))
            put(trial, unit, min(spots, key=lambda spot: (_rank(draft, spot, target), spot)))
            have += face(state, unit).attack
    return sent


def _can_fight(draft: Draft, place: int, unit: int) -> bool:
    """7.2, 7.4: is there room, and room to fight: for two large units on the Central map?"""
    here = units_at(draft.trial, place, draft.side) & draft.printed.zoned
    if here and not draft.has_room(place, unit):
        return False
    most = 2 if draft.printed.ground.section[CENTRAL] >> place & 1 else 3
    return draft.printed.small >> unit & 1 == 1 or (here & ~draft.printed.small).bit_count() < most


def _rank(draft: Draft, spot: int, target: int) -> float:
    """Attack over no ridge or wadi, and rather from where supply comes to."""
    ground = draft.printed.ground
    hungry = 1 - (draft.survey.fed >> spot & 1)
    return 2 * (ground.ridge_to[target] >> spot & 1) + (ground.wadi_to[target] >> spot & 1) + 1.5 * hungry


# Raids


def cut_off(draft: Draft) -> None:
    """The raid that takes the supply from most of the enemy's army, if there is one."""
    enemy, trial = 1 - draft.side, draft.trial
    before = value(trial, traced(trial, enemy))
    raiders = _raiders(draft, road_part(draft.state, enemy) & ~draft.survey.shut)
    best: tuple[float, int] | None = None
    for spot in _worst_for_them(draft, raiders)[:FEW_CUTS]:
        unit, road = raiders[spot][0]
        here = trial.place[unit]
        put(trial, unit, spot)
        gain = before - value(trial, traced(trial, enemy))
        gain -= 0.5 * worth(trial, unit) * (1 - (draft.survey.fed >> spot & 1)) + road
        put(trial, unit, here)
        if gain > CUT and (best is None or gain > best[0]):
            best = gain, spot
    if best:
        draft.cuts = True
        members = raiders[best[1]]
        for unit, road in members[: TAKERS if members[0][1] else 1]:
            draft.go(unit, best[1], road)


def _raiders(draft: Draft, roads: int) -> dict[int, list[tuple[int, bool]]]:
    """By hex on the enemy's roads who can go there, and whether by extended movement; the weakest first."""
    found: dict[int, list[tuple[int, bool]]] = {}
    for unit in sorted(ones(draft.left & draft.printed.zoned), key=lambda unit: (worth(draft.state, unit), unit)):
        ends = set(draft.survey.ends(unit))
        for spot in sorted(ends | draft.survey.along_roads(unit).keys()):
            if roads >> spot & 1:
                found.setdefault(spot, []).append((unit, spot not in ends))
    for members in found.values():
        members.sort(key=lambda member: member[1])
    return found


def _worst_for_them(draft: Draft, spots: Iterable[int]) -> list[int]:
    """Of these hexes on the enemy's roads, those with most of its army beyond them; and of those the furthest from
    its base. One hex after another on the same road would tell us nothing new."""
    state, enemy = draft.state, 1 - draft.side
    home = lengths(draft.printed, draft.survey.bypass, draft.printed.places.sources[enemy])
    foes = [(home[state.place[unit]], worth(state, unit)) for unit in ones(army(state, enemy))]

    def beyond(spot: int) -> float:
        return sum([much for far, much in foes if far > home[spot]])

    ranked = sorted(spots, key=lambda spot: (-beyond(spot), -home[spot], spot))
    return ranked[:: max(1, len(ranked) // (2 * FEW_CUTS))]

"""Where everybody else goes: to stand with friends, out of the enemy's reach or where the ground doubles them."""

from __future__ import annotations

from sandtable.games.afrika_korps.players.country import march, march_lengths
from sandtable.games.afrika_korps.players.draft import FAST, SAFE, STACK, Draft
from sandtable.games.afrika_korps.players.survey import goals_of
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.state import combat_units_at
from sandtable.kernel.bits import ones

ALIKE = 3
"""Units whose speeds differ by no more march together."""


def safe(draft: Draft, defense: int, times: float = SAFE) -> int:
    """The hexes where units with these factors need not fear an attack."""
    threat = draft.survey.threat
    doubled = draft.printed.doubling
    open_ground = ~threat.at_least(int(times * defense))
    return open_ground | doubled & ~threat.at_least(int(2 * times * defense))


def groups(draft: Draft) -> list[list[int]]:
    """Units that march together: from one hex, at about the same speed, at most three."""
    found: list[list[int]] = []
    by_hex: dict[int, list[int]] = {}
    for unit in ones(draft.free):
        by_hex.setdefault(draft.state.place[unit], []).append(unit)
    move = draft.printed.move
    for units in by_hex.values():
        units.sort(key=lambda unit: (-move[unit], -draft.printed.attack[unit], unit))
        group: list[int] = []
        for unit in units:
            if group and (len(group) == STACK or move[group[0]] - move[unit] > ALIKE):
                found.append(group)
                group = []
            group.append(unit)
        found.append(group)
    attack = draft.printed.attack
    return sorted(found, key=lambda group: -sum(attack[unit] for unit in group))


def deploy(draft: Draft) -> None:
    for group in groups(draft):
        march_group(draft, group, rings_for(draft, group))


def rings_for(draft: Draft, group: list[int]) -> tuple[int, ...]:
    """The hexes in the order in which a group wants to be there."""
    here = draft.state.place[group[0]]
    if draft.idea.march == "on":
        return march(draft.printed, objective(draft, draft.printed.move[group[0]] >= FAST))
    return march(draft.printed, here)


def objective(draft: Draft, fast: bool) -> int:
    """What to march on: a place still to be taken that is near and not too strong, else the enemy's army."""
    printed, side = draft.printed, draft.side
    goals = goals_of(printed) & ~draft.trial.occupied[side]
    army = [unit for unit in ones(draft.survey.units) if (printed.move[unit] >= FAST) == fast] or [
        *ones(draft.survey.units)
    ]
    strength = sum(printed.attack[unit] for unit in army)
    centre = max(army, key=lambda unit: (printed.attack[unit], -unit))
    here = draft.state.place[centre]
    if here < 0:
        return printed.base[side]

    def cost(place: int) -> float:
        garrison = combat_units_at(draft.state, place, draft.survey.enemy)
        defense = sum(defense_factor(printed, unit, place) for unit in ones(garrison))
        turns = march_lengths(printed, place)[here] / (2 * (printed.move[centre] + 5))
        return turns + 3 * max(0.0, 3 * defense / (strength + 1) - 0.7) - draft.worth_of(place) / 6

    return min(ones(goals), key=lambda place: (cost(place), place)) if goals else printed.base[1 - side]


def march_group(draft: Draft, group: list[int], rings: tuple[int, ...]) -> None:
    """A group goes to the first of these hexes that it can reach and where it is safe."""
    state = draft.state
    ends = -1
    for unit in group:
        ends &= draft.ends(unit)
    led = 0
    if draft.leader_free and all(unit in draft.survey.led for unit in group):
        further = -1
        for unit in group:
            further &= draft.survey.led[unit].ends | 1 << state.place[unit]
        if further & ~ends:
            ends, led = further, 1
    allowed = ends & ~draft.survey.ground.zone & draft.room(len(group))
    allowed = allowed & draft.survey.fed or allowed  # 24: whoever leaves the supply line dies of it
    if not allowed:
        _disband(draft, group)
        return
    defense = sum(draft.printed.defense[unit] for unit in group)
    place = first_of(draft, allowed & _wanted(draft, group, defense), rings)
    if place < 0:
        place = _least_danger(draft, allowed)
    for unit in group:
        draft.send(unit, place, led if place != state.place[unit] else 0)
    if led and place != state.place[group[0]]:
        draft.leader_free = False


def _wanted(draft: Draft, group: list[int], defense: int) -> int:
    if draft.idea.march == "back":
        home = march_lengths(draft.printed, draft.printed.base[draft.side])
        here = home[draft.state.place[group[0]]]
        nearer = 0
        for ring in march(draft.printed, draft.printed.base[draft.side])[: here + 1]:
            nearer |= ring
        return safe(draft, defense, 2) & nearer
    return safe(draft, defense, SAFE * draft.survey.policy.boldness)


def first_of(draft: Draft, hexes: int, rings: tuple[int, ...]) -> int:
    """The first ring that has any of these; in it, a hex that doubles the defence or holds friends."""
    if hexes:
        for ring in rings:
            found = ring & hexes
            if found:
                found = found & draft.printed.doubling or found & draft.held[1] or found
                return found.bit_length() - 1
    return -1


def _least_danger(draft: Draft, hexes: int) -> int:
    """Where nothing is safe: the hex against which least can be brought, ground and friends counted."""
    printed, threat = draft.printed, draft.survey.threat
    good = hexes & (printed.doubling | draft.held[1]) or hexes
    return min(
        ones(good)[:60],
        key=lambda place: (
            threat.at(place) / (1 + draft.defense_at(place)) / (1 + (printed.doubling >> place & 1)),
            place,
        ),
    )


def _disband(draft: Draft, group: list[int]) -> None:
    """No hex has room for all: each unit looks for itself; one that finds nothing stays where it is."""
    for unit in group:
        if len(group) > 1:
            march_group(draft, [unit], rings_for(draft, [unit]))
        else:
            draft.send(unit, draft.state.place[unit])

"""A way to play Afrika Korps at random: in search of the enemy."""

from __future__ import annotations

from random import Random

from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.state import Position, supply_on_map
from sandtable.games.afrika_korps.verbs import (
    ATTACK,
    BATTLE,
    BREAK,
    CAPTURE,
    DECLARE,
    DECLINE,
    DESTROY,
    DONE,
    EMBARK,
    FORM,
    HEX,
    STOP,
    TARGET,
    UNIT,
    WITH,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options, count, pack, pick

EAGER = (DECLARE, ATTACK, CAPTURE, WITH, BATTLE, FORM)
RELUCTANT = (DESTROY, EMBARK, DECLINE, BREAK, TARGET)
OFTEN, HALF, SELDOM, HARDLY_EVER = 0.7, 0.5, 0.05, 0.01
RESERVE = 1


class ContactSeeking:
    """Moves towards the enemy, attacks and declares victories, but keeps its base and its last supply.

    So its games are full of battles and still go on for many turns. A side short of supply stays out of zones.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def __call__(self, state: Position, options: Options) -> Choice:
        offered = dict(options)
        for verb in EAGER:
            if verb in offered and self.rng.random() < OFTEN:
                return pack(verb, self.any_of(offered[verb]))
        kind = GAME.kind_names[state.frames[-1][0]]
        if kind == "land-supply" and self.rng.random() > SELDOM:
            return pack(HEX, self.any_of(offered[HEX]))
        if kind == "movement":
            return self.next_unit(state, options, offered)
        if kind == "move":
            return self.next_step(state, offered)
        willing = [option for option in options if option[0] not in (*RELUCTANT, DONE, STOP)]
        chosen = willing if willing and self.rng.random() > SELDOM else options
        return pick(chosen, self.rng.randrange(count(chosen)))

    def any_of(self, mask: int) -> int:
        return self.rng.choice(list(ones(mask)))

    def next_unit(self, state: Position, options: Options, offered: dict[int, int]) -> Choice:
        """Somebody for an empty base first; then anybody but its garrison and the last supply."""
        rng = self.rng
        if rng.random() < HARDLY_EVER:
            return pick(options, rng.randrange(count(options)))
        units = offered.get(UNIT, 0)
        if needs_garrison(state) and units & state.printed.combat:
            return pack(UNIT, nearest(state, units & state.printed.combat, state.printed.base[state.active]))
        free = units & ~garrison(state)
        if supply_on_map(state, state.active).bit_count() <= RESERVE:
            free &= ~state.printed.supply
        unmoved = sum(1 << unit for unit in ones(free) if not state.spent[unit] and not state.road_spent[unit])
        if unmoved and rng.random() > SELDOM / 4:
            return pack(UNIT, self.any_of(unmoved))
        return pack(UNIT, self.any_of(free)) if free and rng.random() < SELDOM * 2 else pack(DONE)

    def next_step(self, state: Position, offered: dict[int, int]) -> Choice:
        """A stack now and then; otherwise on towards the goal, and a halt when nothing leads nearer."""
        rng = self.rng
        if UNIT in offered and (HEX not in offered or rng.random() < SELDOM * 3):
            return pack(UNIT, self.any_of(offered[UNIT]))
        hexes = offered.get(HEX, 0)
        if STOP in offered and (not hexes or rng.random() < SELDOM):
            return pack(STOP)
        if rng.random() < SELDOM * 2:
            return pack(HEX, self.any_of(hexes))
        group = MOVE.group(state.frames[-1])
        unit = (group & -group).bit_length() - 1
        goal = goal_of(state, unit, rng)
        side = state.active
        if supply_on_map(state, side).bit_count() <= RESERVE:
            hexes = hexes & ~zone(state, 1 - side) or hexes
        distance = state.printed.board.distance
        best = min(ones(hexes), key=lambda place: (distance(place, goal), rng.random()))
        if STOP in offered and distance(best, goal) >= distance(state.place[unit], goal):
            return pack(STOP)
        return pack(HEX, best)


class Dividing(ContactSeeking):
    """Contact-seeking, and its battles are many and small, and it seldom burns what is about to be taken."""

    def __call__(self, state: Position, options: Options) -> Choice:
        kind, done = GAME.kind_names[state.frames[-1][0]], dict(options).get(DONE)
        if done and kind == "form-battle" and self.rng.random() < HALF:
            return pack(DONE)
        if done and kind == "destroy-supply" and self.rng.random() > SELDOM:
            return pack(DONE)
        return super().__call__(state, options)


def garrison(state: Position) -> int:
    """The units in their side's own base, if there are at most two."""
    here = state.stacks.get(state.printed.base[state.active], 0)
    return here if here.bit_count() <= 2 else here & here - 1 & ~(1 << here.bit_length() - 1)


def needs_garrison(state: Position) -> bool:
    return not state.stacks.get(state.printed.base[state.active], 0)


def nearest(state: Position, units: int, place: int) -> int:
    distance = state.printed.board.distance
    return min(ones(units), key=lambda unit: (distance(state.place[unit], place), unit))


def goal_of(state: Position, unit: int, rng: Random) -> int:
    """Where a unit is heading: an empty base, own units for supply, otherwise the enemy near by."""
    side, printed = state.active, state.printed
    if needs_garrison(state) and printed.combat >> unit & 1:
        return printed.base[side]
    hexes = state.occupied[side if printed.supply >> unit & 1 else 1 - side] | state.depots[1 - side]
    distance, here = printed.board.distance, state.place[unit]
    goals = sorted((place for place in ones(hexes) if place != here), key=lambda place: distance(place, here))
    return rng.choice(goals[:2]) if goals else printed.base[1 - side]

"""11.47, 11.5, 11.6: where everybody can end, against enumerations written from the sentences of the rulebook.

Positions are made at random around a battle. Whatever can be reached by choices is compared with whatever the
rulebook allows: every way of every unit is laid out link by link, and the sentences strike out what they forbid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c10_regions import ways
from sandtable.games.shifting_sands.rules.c11_battles import BATTLE
from sandtable.games.shifting_sands.rules.c11_retreat_plans import terms_of_retreat, where_to
from sandtable.games.shifting_sands.rules.c13_supply import OUT, sources, supply_at
from sandtable.games.shifting_sands.state import ELIMINATED, Theatre
from sandtable.games.shifting_sands.verbs import STAND
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import unpack
from tests.games.shifting_sands.aftermath import STEPS
from tests.games.shifting_sands.theatre import DATA, SPACE, decision, run, theatre

GAME = "shifting-sands"
rule = pytest.mark.rule

Path = tuple[int, ...]
Plan = Mapping[int, Path | None]
"""By unit the spaces that it enters, or nothing if it is lost."""
Ends = tuple[tuple[str, int], ...]
"""Where units have ended, by what they are: battlegroups that are alike are one and the same."""
MOST, MOST_PLANS = 400, 4000
"""Positions with more outcomes, or more plans, are left out."""

DESERT = [space.id for space in DATA.spaces if space.region in ("Libya", "Egypt") and space.subregion != "Box"]
EAST = [space.id for space in DATA.spaces if space.region == "East Africa" and space.subregion != "Box"]
WEST = [space.id for space in DATA.spaces if space.region == "Algeria-Tunisia"]
POOLS = {
    AXIS: ("it_17", "it_25", "it_132", "ge_15", "ge_90", *(f"it_bg-{n}" for n in range(1, 9)), "ge_abg-1"),
    ALLIED: ("in_4", "in_5", "br_7arm", "nz_2", "au_6", *(f"br_bg-{n}" for n in range(1, 9)), "br_abg-1"),
}


class Scene:
    """A random battle around one space."""

    def __init__(self, seed: int, *, most: int = 3) -> None:
        self.rng = rng = Random(seed)
        self.attacking = rng.choice((AXIS, ALLIED))
        self.events = [event for event in ("long_range_desert_group", "torch") if rng.random() < 0.6]
        area = rng.choice([DESERT, DESERT, EAST] + ([WEST] if "torch" in self.events else []))
        self.target = rng.choice(area)
        self.near = self._around(2)
        self.waiting = {side: rng.sample(POOLS[side], len(POOLS[side])) for side in (AXIS, ALLIED)}
        self.placed: dict[str, str] = {}
        self.defenders = self.put(1 - self.attacking, self.target, rng.randint(1, most))
        for space in self.near:
            self._people(space)

    def _around(self, steps: int) -> list[str]:
        """The spaces that near the battle, itself excluded."""
        found = {SPACE[self.target]}
        for _ in range(steps):
            found |= {other for space in found for other in ones(DATA.graph.adjacent[space])}
        return sorted(DATA.spaces[space].id for space in found - {SPACE[self.target]})

    def put(self, side: int, space: str, count: int) -> list[str]:
        names = [self.waiting[side].pop() for _ in range(min(count, len(self.waiting[side])))]
        self.placed |= dict.fromkeys(names, space)
        return names

    def _people(self, space: str) -> None:
        """Enemies, friends, or nobody."""
        if DATA.spaces[SPACE[space]].terrain in ("box", "offmap"):
            return
        throw = self.rng.random()
        if throw < 0.3:
            self.put(self.attacking, space, self.rng.choice((1, 1, 2)))
        elif throw < 0.55:
            self.put(1 - self.attacking, space, self.rng.choice((1, 2, 3, 3)))

    def state(self, step: str, **fields: Any) -> Theatre:
        """The battle at one of its steps."""
        control: dict[int, list[str]] = {AXIS: [], ALLIED: []}
        for space in self.near:
            if self.rng.random() < 0.5:
                control[self.rng.choice((AXIS, ALLIED))].append(space)
        weak = [name for name in self.placed if self.rng.random() < 0.3]
        state = theatre(
            self.placed, events=self.events, axis=control[AXIS], allied=control[ALLIED], reduced=weak, **fields
        )
        state.attacking, state.target = self.attacking, SPACE[self.target]
        state.frames = [BATTLE.frame(step=STEPS[step])]
        return state

    @property
    def units(self) -> tuple[int, ...]:
        return tuple(sorted(DATA.nouns["unit"].index(name) for name in self.defenders))


def label(state: Theatre, unit: int) -> str:
    """What a unit is for everybody: a division, or one of some battlegroups."""
    printed = DATA.units[unit]
    return f"{printed.pool}{state.reduced >> unit & 1}" if printed.pool else printed.id


def labels(state: Theatre, units: tuple[int, ...]) -> dict[int, str]:
    return {unit: label(state, unit) for unit in units}


def ends_of(names: Mapping[int, str], places: Mapping[int, int]) -> Ends:
    return tuple(sorted((names[unit], place) for unit, place in places.items()))


def reachable(state: Theatre, decisions: set[str], read: Callable[[Theatre], Ends]) -> set[Ends]:
    """What can be reached by any choices, until something else is decided."""
    seen, found, waiting = set(), set(), [run(state)]
    while waiting:
        here = waiting.pop()
        if decision(here) not in decisions:
            found.add(read(here))
            continue
        for choice in SANDS.legal(here):
            if unpack(choice)[0] == STAND:
                continue
            there = here.copy()
            SANDS.apply(there, choice)
            key = (tuple(there.place), tuple(there.control), tuple(there.frames))
            if key not in seen:
                seen.add(key)
                waiting.append(there)
    return found


def lost(unit: int) -> int:
    """11.471, 11.56: where a unit goes that has no way out."""
    if DATA.units[unit].division:
        return ELIMINATED
    return SPACE["axis_replaceable" if DATA.owners[unit] == AXIS else "allied_replaceable"]


def crowd(state: Theatre, space: int, without: tuple[int, ...]) -> int:
    """How many units are in a space, apart from these."""
    return sum(1 for unit, place in enumerate(state.place) if place == space and unit not in without)


def is_box(space: int) -> bool:
    return DATA.spaces[space].terrain in ("box", "offmap")


def has_enemy(state: Theatre, space: int, side: int) -> bool:
    return any(place == space and DATA.owners[unit] != side for unit, place in enumerate(state.place))


KHARTOUM, ASWAN = SPACE["khartoum"], SPACE["aswan"]


# Retreats (11.55)


def retreats(state: Theatre, unit: int, length: int, apart: bool) -> list[Path]:
    """Every sequence of spaces that a unit can enter, over links that it may use, without enemies in them."""
    paths: list[Path] = [()]
    for _ in range(length):
        longer = []
        for path in paths:
            here = path[-1] if path else state.target
            for space in ones(ways(state, unit)[here]):
                if has_enemy(state, space, DATA.owners[unit]) or space == state.target:
                    continue
                if length == 2 and {here, space} == {KHARTOUM, ASWAN}:
                    continue
                longer.append((*path, space))
        paths = longer
    if apart:
        paths = [path for path in paths if not DATA.graph.adjacent[state.target] >> path[-1] & 1]
    return paths


def fit(state: Theatre, plan: Plan, units: tuple[int, ...]) -> bool:
    """Is nobody over the limit where a retreat ends?"""
    ends = [path[-1] for path in plan.values() if path]
    return all(is_box(end) or crowd(state, end, units) + ends.count(end) <= 3 for end in ends)


def quality(state: Theatre, plan: Plan) -> tuple[int, int, int]:
    """The more units get away the better; then, the fewer spaces they enter that the enemy controls; then, the
    more of them end in supply."""
    going = {unit: path for unit, path in plan.items() if path}
    hostile = sum(state.control[space] != DATA.owners[unit] for unit, path in going.items() for space in path)
    supplied = sum(supply_at(state, unit, path[-1]) != OUT for unit, path in going.items())
    return len(going), -hostile, supplied


def plans(units: tuple[int, ...], ways_out: Mapping[int, list[Path]]) -> Iterator[Plan]:
    """Two units stay together, or one of them is lost; three go wherever they like."""
    if len(units) >= 3:
        for paths in product(*([*ways_out[unit], None] for unit in units)):
            yield dict(zip(units, paths, strict=True))
        return
    shared = set.intersection(*(set(ways_out[unit]) for unit in units))
    for path in shared:
        yield dict.fromkeys(units, path)
    for unit in units:
        for path in ways_out[unit]:
            yield {other: path if other == unit else None for other in units}
    yield dict.fromkeys(units, None)


def allowed(state: Theatre, units: tuple[int, ...], length: int, apart: bool) -> list[Plan] | None:
    """What the rulebook allows; None if that is too much to look at."""
    ways_out = {unit: retreats(state, unit, length, apart) for unit in units}
    if prod(len(paths) + 1 for paths in ways_out.values()) > MOST_PLANS:
        return None
    found = [plan for plan in plans(units, ways_out) if fit(state, plan, units)]
    most = max(quality(state, plan) for plan in found)
    if len(units) != 2 or most[0] != 1:
        return [plan for plan in found if quality(state, plan) == most]
    # Either of two units can be the one that gets away, on the best way that it has itself.
    alone = [[plan for plan in found if plan[unit]] for unit in units]
    return [
        plan
        for mine in alone
        for plan in mine
        if quality(state, plan) == max(quality(state, other) for other in mine)
    ]


def outcomes(state: Theatre, found: list[Plan], names: Mapping[int, str]) -> set[Ends]:
    return {
        ends_of(names, {unit: path[-1] if path else lost(unit) for unit, path in plan.items()}) for plan in found
    }


def compare_retreats(seed: int, length: int, apart: bool) -> bool:
    """Does one random position agree with the enumeration? False if it says nothing."""
    scene = Scene(seed)
    state = scene.state("retreat")
    if DATA.spaces[state.target].terrain in ("mountain", "swamp", "box"):
        return False
    if apart:
        state.frames = [BATTLE.frame(step=STEPS["disengage"])]
        card = "X14" if scene.attacking == ALLIED else "A33"
        state.combat_cards[1 - scene.attacking] = 1 << DATA.nouns["card"].index(card)
    else:
        state.fire[scene.attacking] = length
    units, names = scene.units, labels(state, scene.units)
    expected = allowed(state, units, length, apart)
    if expected is None:
        return False
    wanted = outcomes(state, expected, names)
    if len(wanted) > MOST:
        return False
    possible = where_to(state, terms_of_retreat(state, 1 - scene.attacking, length, apart))
    before = list(state.control)
    found = reachable(state.copy(), {"retreat"}, lambda there: ends_of(names, {u: there.place[u] for u in units}))
    assert found == wanted, f"seed {seed}"
    assert list(state.control) == before
    for unit in units:
        ends = {path[-1] for plan in expected if (path := plan[unit])}
        assert set(ones(possible[unit])) == ends, f"seed {seed}, unit {DATA.units[unit].id}"
    return True


@rule("11.55a", "11.55c", "11.55d")
@pytest.mark.parametrize("length", [1, 2])
def test_retreats_end_where_the_rulebook_lets_them(length: int) -> None:
    compared = sum(compare_retreats(seed, length, apart=False) for seed in range(400))
    assert compared > 150


@rule("11.551a", "11.56a")
def test_units_that_disengage_end_where_the_rulebook_lets_them() -> None:
    compared = sum(compare_retreats(seed, 2, apart=True) for seed in range(1000, 1300))
    assert compared > 100


@rule("11.55f", "11.55g")
def test_a_retreat_changes_control_of_its_ends_and_of_nothing_else() -> None:
    changes = 0
    for seed in range(2000, 2200):
        scene = Scene(seed)
        state = scene.state("retreat")
        state.fire[scene.attacking] = 2
        before, rng = list(state.control), Random(seed)
        run(state)
        while decision(state) == "retreat":
            SANDS.apply(state, rng.choice(SANDS.legal(state)))
        ends = {state.place[unit] for unit in scene.units if state.fled >> unit & 1}
        changed = {space for space, side in enumerate(before) if state.control[space] != side}
        assert changed == {space for space in ends if before[space] != 1 - scene.attacking}, f"seed {seed}"
        changes += len(changed)
    assert changes > 20


# Overruns (11.47, 11.471)


def steps_away(state: Theatre, unit: int) -> dict[int, int]:
    """How far each space is from the battle, over land that the owner controls."""
    found, ring, steps = {state.target: 0}, {state.target}, 0
    while ring:
        steps += 1
        around = {other for space in ring for other in ones(ways(state, unit)[space])}
        ring = {space for space in around - set(found) if state.control[space] == DATA.owners[unit]}
        found |= dict.fromkeys(ring, steps)
    return found


def havens(state: Theatre, unit: int, full: set[int]) -> set[int]:
    """Alexandria and Cairo, El Agheila and Tarhuna, or the nearest source, if a way leads there and there is room;
    never the space of the battle."""
    away = {space: steps for space, steps in steps_away(state, unit).items() if space not in full and steps}
    axis = DATA.owners[unit] == AXIS
    named = {SPACE[name] for name in (("el_agheila", "tarhuna") if axis else ("alexandria", "cairo"))}
    wells = {space: away[space] for space in ones(sources(state, unit)) if space in away}
    nearest = {space for space, steps in wells.items() if steps == min(wells.values())}
    return named & set(away) | nearest


def displacements(state: Theatre, units: tuple[int, ...], names: Mapping[int, str]) -> set[Ends]:
    """In every order, each unit goes where there is room, or is given up; without room it is lost. Whoever has
    nowhere to go is lost before the others choose."""
    box = SPACE["axis_replaceable" if DATA.owners[units[0]] == AXIS else "allied_replaceable"]
    found = set()

    def go(order: tuple[int, ...], places: dict[int, int]) -> None:
        if not order:
            found.add(ends_of(names, places))
            return
        unit, others = order[0], order[1:]
        taken = list(places.values())
        full = {goal for goal in range(len(DATA.spaces)) if crowd(state, goal, units) + taken.count(goal) >= 3}
        room = havens(state, unit, full)
        for place in [*room, box] if room else [lost(unit)]:
            go(others, {**places, unit: place})

    for order in permutations(units):
        go(order, {})
    return found


CROWDED = ("el_agheila", "tarhuna", "tripoli", "alexandria", "cairo", "port_said", "suez")


def compare_displacements(seed: int) -> int:
    """How many outcomes there are in a random position, if it agrees with the enumeration."""
    scene = Scene(seed)
    for space in CROWDED:
        if scene.target != space and space not in scene.placed.values() and scene.rng.random() < 0.6:
            scene.put(1 - scene.attacking, space, 3)
    state = scene.state("displace", bold=1)
    state.fire[scene.attacking] = 1
    if DATA.spaces[state.target].fort or DATA.spaces[state.target].terrain in ("mountain", "swamp", "box"):
        return 0
    units, names = scene.units, labels(state, scene.units)
    wanted = displacements(state, units, names)
    found = reachable(state, {"displacing"}, lambda there: ends_of(names, {u: there.place[u] for u in units}))
    assert found == wanted, f"seed {seed}"
    return len(wanted)


@rule("11.47g", "11.47h", "11.471c")
def test_overrun_units_go_where_the_rulebook_lets_them() -> None:
    sizes = [compare_displacements(seed) for seed in range(3000, 3400)]
    assert sum(size == 1 for size in sizes) > 20
    assert sum(size > 1 for size in sizes) > 100


# Advances (11.6)


def stops_in(space: int) -> bool:
    return DATA.spaces[space].terrain in ("mountain", "swamp")


def advances(state: Theatre, unit: int, reach: str) -> Iterator[Path]:
    """11.62 to 11.66: every way of a unit, link by link."""
    side, armour = DATA.owners[unit], DATA.units[unit].armour
    most = {"one": 1, "two": 2}.get(reach) or DATA.units[unit].faces[0][state.reduced >> unit & 1].movement
    waiting: list[Path] = [(state.place[unit],)]
    while waiting:
        path = waiting.pop()
        here = path[-1]
        over = {here, path[-2]} == {KHARTOUM, ASWAN} if len(path) > 1 else False
        if len(path) > 1:
            yield path[1:]
        if len(path) > most or (len(path) > 1 and (stops_in(here) or over)):
            continue
        for space in ones(ways(state, unit)[here]):
            if has_enemy(state, space, side) or ({here, space} == {KHARTOUM, ASWAN} and len(path) > 1):
                continue
            if not armour and len(path) == 1 and space != state.target:
                continue
            if not armour and len(path) == 2 and reach == "two" and not state.vacated >> space & 1:
                continue
            waiting.append((*path, space))


def advanced(state: Theatre, units: tuple[int, ...], reach: str, names: Mapping[int, str]) -> set[Ends]:
    """In every order, each unit advances or stays; it ends neither over the limit nor in a space with an Attack
    marker. What it enters is its own."""
    found = set()

    def go(order: tuple[int, ...], places: dict[int, int], entered: frozenset[int]) -> None:
        if not order:
            gained = (space for space in sorted(entered) if state.control[space] != state.attacking)
            held = tuple(("held", space) for space in gained)
            found.add((*ends_of(names, places), *held))
            return
        unit, others = order[0], order[1:]
        here = [*places.values(), *(state.place[other] for other in others)]
        go(others, {**places, unit: state.place[unit]}, entered)
        for path in advances(state, unit, reach):
            end = path[-1]
            full = not is_box(end) and crowd(state, end, units) + here.count(end) >= 3
            if not full and not state.fighters >> end & 1:
                go(others, {**places, unit: end}, entered | set(path))

    for order in permutations(units):
        go(order, {}, frozenset())
    return found


def compare_advances(seed: int, reach: str, count: int) -> bool:
    """Does one random position agree with the enumeration? False if it says nothing."""
    scene = Scene(seed, most=1)
    del scene.placed[scene.defenders[0]]
    state = scene.state("advance")
    near = [unit for unit, place in enumerate(state.place) if place >= 0 and DATA.owners[unit] == scene.attacking]
    units = tuple(unit for unit in near if ways(state, unit)[state.place[unit]] >> state.target & 1)[:count]
    if not units or DATA.spaces[state.target].terrain == "box":
        return False
    around = [space for space in ones(DATA.graph.adjacent[state.target]) if scene.rng.random() < 0.5]
    length = {"one": 1, "two": 2, "full": 0}[reach]
    state.attackers = sum(1 << unit for unit in units)
    state.fire[scene.attacking] = length
    state.vacated = sum(1 << space for space in (state.target, *around)) if length else 0
    state.fighters = sum(1 << space for space in set(state.place) if space >= 0 and scene.rng.random() < 0.3)
    own = {space for space, side in enumerate(state.control) if side == scene.attacking}
    names = labels(state, units)
    wanted = advanced(state, units, reach, names)
    if len(wanted) > MOST:
        return False

    def read(there: Theatre) -> Ends:
        gained = {space for space, side in enumerate(there.control) if side == scene.attacking} - own
        held = tuple(("held", space) for space in sorted(gained))
        return (*ends_of(names, {unit: there.place[unit] for unit in units}), *held)

    found = reachable(state, {"advance", "stride", "captured-supply"}, read)
    assert found == wanted, f"seed {seed}"
    return True


@rule("11.62a", "11.63a", "11.64b")
@pytest.mark.parametrize(("reach", "count"), [("one", 3), ("two", 2), ("full", 1)])
def test_attackers_advance_where_the_rulebook_lets_them(reach: str, count: int) -> None:
    compared = sum(compare_advances(seed, reach, count) for seed in range(4000, 4300))
    assert compared > 100

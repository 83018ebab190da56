"""Where a unit can go: the rulebook's examples step by step, and `reach` against a search by single steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, load_printed
from sandtable.games.afrika_korps.rules.c05_movement import Ground, group_steps, step
from sandtable.games.afrika_korps.rules.c05_movement_phase import route
from sandtable.games.afrika_korps.rules.c05_reach import reach
from sandtable.games.afrika_korps.state import OFF, Position, new_position, put
from sandtable.kernel.bits import ones
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

SCENARIO = load_printed()
BOARD = SCENARIO.board
NUMBER = BOARD.number


def counter(wanted: Callable[[int], bool]) -> int:
    """The first counter of this sort."""
    return next(unit for unit in range(len(SCENARIO.units)) if wanted(unit))


def combat_unit(side: int, move: int) -> int:
    return counter(
        lambda u: SCENARIO.combat >> u & 1 == 1 and SCENARIO.side_of[u] == side and SCENARIO.move[u] == move
    )


SIX = combat_unit(ALLIED, 6)
TEN = combat_unit(AXIS, 10)


def empty_map() -> Position:
    """The first turn with no counter on the map."""
    state = new_position(SCENARIO)
    for unit, place in enumerate(state.place):
        if place >= 0:
            put(state, unit, OFF)
    return state


# The oracle: single steps, one spending at a time


def spending(state: Position, unit: int) -> tuple[int, ...]:
    """All that a step of this unit changes."""
    flags = (state.stopped, state.off_road, state.by_west, state.by_north)
    return (state.place[unit], state.spent[unit], state.road_spent[unit], *(bits >> unit & 1 for bits in flags))


def restore(state: Position, unit: int, place: int, spent: int, road_spent: int, flags: tuple[int, ...]) -> None:
    put(state, unit, place)
    state.spent[unit], state.road_spent[unit] = spent, road_spent
    state.stopped, state.off_road, state.by_west, state.by_north = flags


def reach_by_steps(position: Position, unit: int) -> dict[int, int]:
    """The hexes where this unit could end its move, with the fewest own points spent on the way there."""
    state = position.copy()
    ground = Ground(state, state.printed.side_of[unit])
    home, at_start = state.place[unit], state.spent[unit]
    met: set[tuple[int, ...]] = set()
    costs: dict[int, int] = {}

    def visit() -> None:
        key = spending(state, unit)
        if key in met:
            return
        met.add(key)
        here, spent, road_spent = key[:3]
        costs[here] = min(costs.get(here, spent), spent)
        flags = (state.stopped, state.off_road, state.by_west, state.by_north)
        for to in ones(group_steps(state, 1 << unit, ground)):
            step(state, 1 << unit, to, ground)
            visit()
            restore(state, unit, here, spent, road_spent, flags)

    visit()
    return {h: cost - at_start for h, cost in costs.items() if h != home and not ground.victims >> h & 1}


def assert_same(state: Position, unit: int) -> int:
    """Both searches agree on this unit, and every way given can be walked at the price given."""
    found, expected = reach(state, unit), reach_by_steps(state, unit)
    label = f"{SCENARIO.units[unit].id} at {BOARD.names[state.place[unit]]}"
    wrong = [BOARD.names[h] for h in ones(found.ends) if h not in expected]
    missing = [BOARD.names[h] for h in expected if not found.ends >> h & 1]
    assert (wrong, missing) == ([], []), label
    assert {h: found.cost(h) for h in expected} == expected, label
    for hex_number in expected:
        trial = state.copy()
        walk(trial, unit, found.path(hex_number))
        assert trial.place[unit] == hex_number, label
        assert trial.spent[unit] - state.spent[unit] == expected[hex_number], label
    return len(expected)


def walk(state: Position, unit: int, way: list[int]) -> None:
    """Take these steps; each must be legal."""
    ground = Ground(state, state.printed.side_of[unit])
    for to in way:
        assert group_steps(state, 1 << unit, ground) >> to & 1, f"no step to {BOARD.names[to]}"
        step(state, 1 << unit, to, ground)


def refuses(state: Position, unit: int, names: str) -> bool:
    """Whether the last of these steps, and it alone, is barred."""
    *way, last = (NUMBER[name] for name in names.split())
    walk(state, unit, way)
    return not group_steps(state, 1 << unit, Ground(state, state.printed.side_of[unit])) >> last & 1


def numbers(names: str) -> list[int]:
    return [NUMBER[name] for name in names.split()]


def start_at(unit: int, name: str) -> Position:
    state = empty_map()
    put(state, unit, NUMBER[name])
    return state


# The rulebook's examples


@rule("17e1", "17.1a", "17.1b")
def test_normal_and_road_movement_mixed() -> None:
    """Two clear hexes to the road, seven along it, four more clear, three on the road."""
    state = start_at(SIX, "K44")
    walk(state, SIX, numbers("J44 I44"))
    assert (state.spent[SIX], state.road_spent[SIX]) == (2, 0)
    walk(state, SIX, numbers("I45 I46 J47 I47 I48 J49 J50"))
    assert (state.spent[SIX], state.road_spent[SIX]) == (2, 7)
    walk(state, SIX, numbers("K51 K52 K53 J53"))
    assert (state.spent[SIX], state.road_spent[SIX]) == (6, 7)
    walk(state, SIX, numbers("J54 J55 J56"))
    assert (state.spent[SIX], state.road_spent[SIX]) == (6, 10)
    assert not group_steps(state, 1 << SIX, Ground(state, ALLIED))


@rule("18e1", "18.4.1a")
@pytest.mark.parametrize("origin", ["G24", "I24"])
@pytest.mark.parametrize("way", ["H24 H23 G22", "H24 H25 G25", "H24 I25 I26"])
def test_onto_the_escarpment_and_along_the_road(origin: str, way: str) -> None:
    state = start_at(SIX, origin)
    walk(state, SIX, numbers(way))
    assert (state.spent[SIX], state.road_spent[SIX]) == (1, 2)


@rule("18e2", "18.4.1b")
def test_no_second_step_off_the_road() -> None:
    assert refuses(start_at(SIX, "I24"), SIX, "H24 H25 H26")


@rule("18e3")
def test_off_the_road_from_a_clear_hex() -> None:
    state = start_at(SIX, "I24")
    walk(state, SIX, numbers("H24 I25 I26 J27 I27 I28 H28 H29 I30"))
    assert state.spent[SIX] == 2


@rule("18e4", "18.4.2a")
def test_one_step_off_the_road() -> None:
    state = start_at(SIX, "G22")
    walk(state, SIX, numbers("H23 H24 H25 H26 H27"))
    assert (state.spent[SIX], state.road_spent[SIX]) == (1, 4)


@rule("18e5", "18.5a")
def test_out_of_tobruch() -> None:
    walk(start_at(SIX, "G25"), SIX, numbers("H26 I27 J27 J28"))
    assert refuses(start_at(SIX, "G25"), SIX, "H26 I27 J28")


@rule("17.3.2a", "17.3.2c", "17.3.2d")
def test_change_of_roads_in_the_middle() -> None:
    state = start_at(SIX, "I25")
    walk(state, SIX, numbers("I26 H26 I27"))
    # One point to change roads, one for the off-road step, which the change did not use up.
    assert (state.spent[SIX], state.road_spent[SIX]) == (2, 2)
    assert reach(start_at(SIX, "I25"), SIX).cost(NUMBER["H26"]) == 0


@rule("17.3.2b")
def test_there_and_back_saves_the_point() -> None:
    state = start_at(SIX, "I25")
    walk(state, SIX, numbers("I26 J27 I26 H26"))
    assert (state.spent[SIX], state.road_spent[SIX]) == (0, 4)
    state = start_at(SIX, "I25")
    state.road_spent[SIX] = 8
    assert reach(state, SIX).cost(NUMBER["H26"]) == 1


@rule("17.3.1a", "17.3.2a")
def test_both_roads_are_open_to_a_unit_that_starts_there() -> None:
    state = start_at(SIX, "I26")
    state.spent[SIX] = SCENARIO.move[SIX]
    state.road_spent[SIX] = 9
    assert reach(state, SIX).ends == BOARD.mask(("I25", "H26", "J27"))
    state.by_west = 1 << SIX
    assert reach(state, SIX).ends == BOARD.mask(("I25", "J27"))
    state.spent[SIX] -= 1
    assert reach(state, SIX).cost(NUMBER["H26"]) == 1


def test_nothing_is_left() -> None:
    state = start_at(SIX, "K44")
    assert reach(state, SIX).ends
    for name in ("stopped", "frozen"):
        setattr(state, name, 1 << SIX)
        assert not reach(state, SIX).ends
        setattr(state, name, 0)
    state.spent[SIX] = SCENARIO.move[SIX]
    assert not reach(state, SIX).ends
    put(state, SIX, OFF)
    assert not reach(state, SIX).ends
    with pytest.raises(ValueError, match="out of reach"):
        reach(state, SIX).cost(NUMBER["K45"])


def test_its_own_hex_is_no_goal_though_it_could_walk_back() -> None:
    with pytest.raises(ValueError, match="out of reach"):
        reach(start_at(SIX, "K44"), SIX).cost(NUMBER["K44"])


def test_the_route_to_a_hex_is_the_run_of_choices_that_leads_there() -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nN35: Savona\nB14: 22Gds\n")
    unit, goal = SCENARIO.unit_number["21/5"], NUMBER["N33"]
    run = route(table.state, unit, goal)
    ahead = table.copy()
    for choice in run:
        ahead.play(ahead.game.write(ahead.state, choice))
    assert ahead.where("21/5") == "N33"
    table.play("unit:21/5", "hex:N31")
    rest = [table.game.write(table.state, choice) for choice in route(table.state, unit, goal)]
    assert rest == ["hex:N32", "hex:N33"]
    assert route(table.state, SCENARIO.unit_number["Savona"], NUMBER["N36"]) == [], "another unit is moving"
    assert route(table.state, unit, NUMBER["B14"]) == []
    ended = Desert("turn 5 axis\nphase: combat\nN30: 21/5 AxisSupply1\nN31: 22Gds\n")
    assert route(ended.state, unit, goal) == [], "movement is over"


# Zones, supply, automatic victory


def two_sides(axis: str, allied: str) -> tuple[Position, int, int]:
    """One Axis and one Allied combat unit."""
    state = start_at(TEN, axis)
    put(state, SIX, NUMBER[allied])
    return state, TEN, SIX


@rule("8.1a")
@pytest.mark.parametrize("unit", list(ones(SCENARIO.combat & SCENARIO.side_units[AXIS])))
def test_every_combat_unit_may_end_its_move_in_an_enemy_zone(unit: int) -> None:
    state = start_at(unit, "N30")
    put(state, SIX, NUMBER["N33"])
    assert reach(state, unit).ends >> NUMBER["N32"] & 1


@rule("8.1a", "8.3b", "8.3c")
def test_out_of_a_zone_and_back_into_it() -> None:
    state, unit, _ = two_sides("N30", "N31")
    found = reach(state, unit)
    assert found.cost(NUMBER["M30"]) == 2  # next to both: out of the zone first
    assert assert_same(state, unit) == len(list(ones(found.ends)))


@rule("9.1e", "9.1d", "5.4d")
def test_over_a_victim() -> None:
    state, unit, victim = two_sides("N30", "N31")
    state.spent[unit] = 8
    assert not reach(state, unit).ends >> NUMBER["N32"] & 1
    state.cancelled = 1 << victim
    found = reach(state, unit)
    assert not found.ends >> NUMBER["N31"] & 1
    assert found.path(NUMBER["N32"]) == numbers("N31 N32")
    state.spent[unit] = 9
    assert found.ends != reach(state, unit).ends
    assert_same(state, unit)


@rule("13.3b", "15.1c", "22.4.1a")
def test_supply_and_rommel_keep_away() -> None:
    state = empty_map()
    enemy_supply = next(iter(ones(SCENARIO.supply & SCENARIO.side_units[ALLIED])))
    own_supply = next(iter(ones(SCENARIO.supply & SCENARIO.side_units[AXIS])))
    put(state, enemy_supply, NUMBER["N34"])
    put(state, SIX, NUMBER["N27"])
    for unit in (own_supply, SCENARIO.rommel):
        put(state, unit, NUMBER["N30"])
        found = reach(state, unit)
        assert not found.ends & (BOARD.adjacent[NUMBER["N34"]] | BOARD.adjacent[NUMBER["N27"]])
        assert_same(state, unit)


# Random positions

# Where the rules are thickest: Tobruch and I26, the western bulge, Derna, the escarpments, the passes of the
# frontier, the depression, both ends of the road, open desert.
ROAD_CENTRES = ("I26", "I26", "I26", "G25", "H25", "H28", "F5", "C9", "H2", "D13", "F18", "I33", "I38", "I46")
OTHER_CENTRES = ("M20", "Q60", "W62", "J62", "W4", "N30")


def around(rng: Random, centre: int, radius: int) -> int:
    """A hex not far from another."""
    near = [h for h in ones(BOARD.all) if BOARD.distance(h, centre) <= radius]
    return rng.choice(near)


def random_position(rng: Random) -> Position:
    """Units of both sides about one place, some under automatic victory."""
    state = empty_map()
    centre = NUMBER[rng.choice(ROAD_CENTRES + OTHER_CENTRES)]
    state.active = rng.choice((AXIS, ALLIED))
    for side in (AXIS, ALLIED):
        fighters = list(ones(SCENARIO.combat & SCENARIO.side_units[side] & ~SCENARIO.substitutes))
        supply = list(ones(SCENARIO.supply & SCENARIO.side_units[side]))
        few = rng.choice((1, 2, 4, 7))
        for unit in rng.sample(fighters, few) + rng.sample(supply, rng.randrange(3)):
            place_freely(state, rng, unit, centre)
    place_freely(state, rng, SCENARIO.rommel, centre)
    if rng.random() < 0.4:
        enemies = [u for u in ones(SCENARIO.combat & SCENARIO.side_units[1 - state.active]) if state.place[u] >= 0]
        for unit in rng.sample(enemies, min(len(enemies), rng.choice((1, 1, 2, 4)))):
            state.cancelled |= 1 << unit
    return state


def place_freely(state: Position, rng: Random, unit: int, centre: int) -> None:
    """No two sides share a hex; a failed attempt leaves the unit off the map."""
    hex_number = around(rng, centre, rng.choice((0, 2, 4, 7)))
    if not state.stacks.get(hex_number, 0) & SCENARIO.side_units[1 - SCENARIO.side_of[unit]]:
        put(state, unit, hex_number)


def random_ledger(state: Position, rng: Random, unit: int, full: float) -> None:
    """What the unit has spent already; in `full` of the cases nothing."""
    if rng.random() < full:
        return
    move, bonus = SCENARIO.move[unit], SCENARIO.road_bonus
    state.spent[unit] = rng.randrange(max(0, move - 5), move + 1)
    state.road_spent[unit] = rng.choice((bonus, rng.randrange(bonus - 5, bonus + 1), rng.randrange(bonus + 1)))
    state.rommel_bonus[unit] = rng.choice((0, 0, 1, 2)) if SCENARIO.side_of[unit] == AXIS else 0
    state.off_road |= rng.randrange(2) << unit
    if state.place[unit] == SCENARIO.two_roads:
        came = rng.randrange(3)
        state.by_west |= (came == 1) << unit
        state.by_north |= (came == 2) << unit


def random_cases(seed: int, positions: int, full: float) -> Iterator[tuple[Position, int]]:
    rng = Random(seed)
    for _ in range(positions):
        state = random_position(rng)
        movers = [u for u in ones(SCENARIO.side_units[state.active]) if state.place[u] >= 0]
        for unit in movers:
            random_ledger(state, rng, unit, full)
        for unit in movers:
            yield state, unit


@pytest.mark.parametrize("seed", range(8))
def test_random_positions(seed: int) -> None:
    cases = [assert_same(state, unit) for state, unit in random_cases(seed, 16, 0.0)]
    assert len(cases) > 40
    assert sum(1 for count in cases if count) > len(cases) // 2


@pytest.mark.parametrize("seed", range(100, 104))
def test_random_positions_with_all_points_left(seed: int) -> None:
    cases = [assert_same(state, unit) for state, unit in random_cases(seed, 3, 0.8)]
    assert sum(cases) > 100

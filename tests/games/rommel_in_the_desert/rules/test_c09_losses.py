"""2.3, 2.4, 9.5, 9.52: steps, elimination, and the spreading of hits over units."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.games.rommel_in_the_desert.rules.c09_losses import (
    absorbed,
    capacity,
    disrupt,
    eliminate,
    halves_for_a_step,
    lose_step,
    takers,
)
from sandtable.games.rommel_in_the_desert.state import HALF
from tests.games.rommel_in_the_desert.sands import Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def line(**cvs: int) -> tuple[Sands, int]:
    """Units of one class in a battle with these CVs; names with a slash are written with an underscore."""
    names = {name.replace("_", "/"): cv for name, cv in cvs.items()}
    table = Sands(f"Gazala: {' '.join(names)}")
    for name, cv in names.items():
        table.state.cv[table.unit(name)] = cv
    return table, sum(1 << table.unit(name) for name in names)


def chosen(table: Sands, mask: int) -> set[str]:
    return {unit.id for unit in table.state.printed.units if mask >> unit.number & 1}


# 2.3, 2.4 Steps


@rule("2.3b", "2.4d")
@pytest.mark.parametrize(("unit", "before", "after"), [("Ariete", 4, 3), ("21/5", 6, 4)], ids=["normal", "elite"])
def test_a_step_is_one_cv_or_two(unit: str, before: int, after: int) -> None:
    table = Sands(f"Gazala: {unit}")
    assert table.state.cv[table.unit(unit)] == before
    lose_step(table.state, table.unit(unit), "9.5")
    assert table.state.cv[table.unit(unit)] == after


@rule("2.3e")
def test_the_last_cv_is_still_alive() -> None:
    table, _ = line(Ariete=2)
    lose_step(table.state, table.unit("Ariete"), "9.5")
    assert (table.where("Ariete"), table.state.cv[table.unit("Ariete")]) == ("Gazala", 1)


@rule("2.3e")
def test_a_unit_below_its_lowest_cv_is_gone_for_good() -> None:
    table, _ = line(Ariete=1, **{"21_5": 2})
    table.mark("disrupted", "Ariete").mark("shown", "21/5").fed_by("Tobruk", "Ariete")
    lose_step(table.state, table.unit("Ariete"), "9.5")
    lose_step(table.state, table.unit("21/5"), "9.5")
    assert table.where("Ariete") == table.where("21/5") == "dead"
    assert table.at("Gazala") == table.marked("disrupted") == table.marked("shown") == set()
    assert not any(table.state.by_fortress)


@pytest.mark.parametrize("shown", [False, True])
def test_the_enemy_sees_that_a_block_is_eliminated_and_which_only_if_it_was_shown(shown: bool) -> None:
    table = Sands("Gazala: Ariete")
    if shown:
        table.mark("shown", "Ariete")
    table.state.sink = table.events.append
    eliminate(table.state, table.unit("Ariete"), "10.1")
    (event,) = table.happened("eliminated")
    assert event.heard_by(1) == shown
    assert [e.kind for e in table.events if e.reveals] == ["eliminated" if shown else "block-eliminated"]


@pytest.mark.parametrize(("shown", "heard"), [(False, False), (True, True)])
def test_the_enemy_sees_the_losses_of_shown_units_only(shown: bool, heard: bool) -> None:
    table = Sands("Gazala: Ariete")
    if shown:
        table.mark("shown", "Ariete")
    table.state.sink = table.events.append
    lose_step(table.state, table.unit("Ariete"), "9.5")
    (event,) = table.happened("step-lost")
    assert event.heard_by(0)
    assert event.heard_by(1) == heard


@rule("11.2d", "11.2s1")
@pytest.mark.parametrize("side", ["Axis", "Allied"])
def test_a_disrupted_unit_has_a_whole_enemy_turn_to_wait_for(side: str) -> None:
    table = Sands("Gazala: Ariete", side=side)
    disrupt(table.state, table.unit("Ariete"), "7.2")
    assert table.marked("disrupted") == table.marked("late") == {"Ariete"}
    assert not table.state.firm[0]


# 9.5 Spreading hits


@rule("9.5b", "2.4e")
def test_two_hits_take_a_step_from_an_elite_unit() -> None:
    table, units = line(**{"21_5": 6, "Ariete": 4})
    assert halves_for_a_step(table.state, table.unit("21/5")) == 2 * HALF
    assert halves_for_a_step(table.state, table.unit("Ariete")) == HALF
    assert takers(table.state, 1 << table.unit("21/5"), HALF) == 0
    assert capacity(table.state, units) == HALF * 10


@rule("9e4", "9.5s1", "9.5c")
def test_an_odd_hit_on_elite_units_is_lost() -> None:
    table, units = line(**{"21_5": 6, "15_8": 6})
    assert absorbed(table.state, units, 3 * HALF) == 2 * HALF
    assert chosen(table, takers(table.state, units, 3 * HALF)) == {"21/5", "15/8"}


@rule("9e5", "9.5s2")
def test_every_hit_on_a_mixed_class_is_applied() -> None:
    """Two on the elite and one on the normal unit, or all three on the normal one."""
    table, units = line(**{"21_5": 6, "Ariete": 4})
    assert absorbed(table.state, units, 3 * HALF) == 3 * HALF
    assert chosen(table, takers(table.state, units, 3 * HALF)) == {"21/5", "Ariete"}
    lose_step(table.state, table.unit("Ariete"), "9.5")
    assert chosen(table, takers(table.state, units, 2 * HALF)) == {"21/5", "Ariete"}
    lose_step(table.state, table.unit("Ariete"), "9.5")
    assert chosen(table, takers(table.state, units, HALF)) == {"Ariete"}


@rule("9e6", "9.5d", "9.5e")
def test_two_hits_go_to_the_elite_unit_if_a_weak_normal_one_could_take_but_one() -> None:
    table, units = line(**{"21_5": 6, "Ariete": 1})
    assert chosen(table, takers(table.state, units, HALF)) == {"Ariete"}
    assert chosen(table, takers(table.state, units, 2 * HALF)) == {"21/5"}
    assert chosen(table, takers(table.state, units, 3 * HALF)) == {"21/5", "Ariete"}


@rule("9.52a", "9.52d", "14e1")
def test_half_hits() -> None:
    """Four take a step from an elite unit in a minefield, two from another; what is left over is lost."""
    table, units = line(**{"21_5": 6})
    assert [absorbed(table.state, units, halves) for halves in range(9)] == [0, 0, 0, 0, 4, 4, 4, 4, 8]
    table, units = line(Ariete=4)
    assert [absorbed(table.state, units, halves) for halves in range(6)] == [0, 0, 2, 2, 4, 4]


@rule("14e2", "9.52b", "9.52c")
def test_an_artillery_hit_is_two_half_hits() -> None:
    table, units = line(**{"21_5": 6})
    assert absorbed(table.state, units, HALF + 1 + 1) == halves_for_a_step(table.state, table.unit("21/5"))


# Against trying everything


def most(steps: tuple[tuple[int, int], ...], halves: int) -> int:
    """The most halves that units, as pairs of steps left and price of a step, can take."""
    best = 0
    for index, (left, price) in enumerate(steps):
        if left and price <= halves:
            rest = (*steps[:index], (left - 1, price), *steps[index + 1 :])
            best = max(best, price + most(rest, halves - price))
    return best


@rule("9.5c", "9.5d")
@pytest.mark.parametrize("halves", range(16))
def test_no_hit_is_wasted_that_somebody_could_take(halves: int) -> None:
    for german, other, italian in product((2, 4), (2, 4), (0, 1, 2, 3)):
        cvs = {"21_5": german, "15_8": other} | ({"Ariete": italian} if italian else {})
        table, units = line(**cvs)
        names = [name.replace("_", "/") for name in cvs]
        steps = tuple(
            (cv // (2 if "_" in name else 1), 2 * HALF if "_" in name else HALF) for name, cv in cvs.items()
        )
        best = most(steps, halves)
        assert absorbed(table.state, units, halves) == best
        good = {
            names[index]
            for index, (left, price) in enumerate(steps)
            if left
            and price <= halves
            and price + most((*steps[:index], (left - 1, price), *steps[index + 1 :]), halves - price) == best
        }
        assert chosen(table, takers(table.state, units, halves)) == good

"""11.4: losses, and the battlegroups that replace divisions."""

from __future__ import annotations

import itertools

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.rules.c11_losses import fewest_steps, lose_step, suffer, survives_step
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.fights import (
    ALLIED,
    AXIS,
    attack,
    battles,
    fought,
    go_on,
    options,
    reduced,
    sentence,
)
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.losses import outcomes
from tests.games.shifting_sands.theatre import (
    DATA,
    decision,
    legal,
    number,
    play,
    run,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
HALFAYA = "halfaya"


def losing(placed: dict[str, str], number: int, *, weak: tuple[str, ...] = (), option: int = 0) -> Theatre:
    """The units of this position that are not in a box have to take a loss number."""
    state = theatre(placed, reduced=weak, options=option)
    bearers = units(*(name for name, place in placed.items() if not place.endswith("_reserve")))
    suffer(state, DATA.owners[next(iter(ones(bearers)))], bearers, number)
    return run(state)


# 11.42, 11.43


@pytest.mark.rule("11.42a", "11.42d")
def test_a_step_absorbs_the_loss_factor_and_turns_a_full_unit_over() -> None:
    state = losing({"br_50": HALFAYA}, 3)
    assert legal(state) == {"lose:br_50"}
    play(state, "lose:br_50")
    assert reduced(state) == {"br_50"}
    assert where(state, "br_50") == [HALFAYA]
    assert decision(state) == ""


@pytest.mark.rule("11.42b", "11.42c")
@pytest.mark.parametrize(("number", "asked"), [(0, False), (1, False), (2, False), (3, True), (4, True)])
def test_a_number_below_every_loss_factor_costs_nothing(number: int, asked: bool) -> None:
    state = losing({"br_50": HALFAYA, "in_4": HALFAYA}, number)
    assert (decision(state) == "loss") == asked


@pytest.mark.rule("11.42f", "11.421a")
def test_a_reduced_battlegroup_is_eliminated_and_can_be_rebuilt() -> None:
    state = losing({"br_bg-1": HALFAYA}, 1, weak=("br_bg-1",))
    play(state, "lose:br_bg-1")
    assert where(state, "br_bg-1") == ["allied_replaceable"]
    assert reduced(state) == set()
    axis = losing({"it_bg-1": HALFAYA}, 2)
    play(axis, "lose:it_bg-1", "lose:it_bg-1")
    assert where(axis, "it_bg-1") == ["axis_replaceable"]


@pytest.mark.rule("11.43a")
def test_as_close_to_the_number_as_possible() -> None:
    state = losing({"br_50": HALFAYA, "br_bg-1": HALFAYA}, 5)
    play(state, "lose:br_50")
    assert legal(state) == {"lose:br_bg-1"}
    play(state, "lose:br_bg-1")
    assert legal(state) == {"lose:br_bg-1"}
    play(state, "lose:br_bg-1")
    assert decision(state) == ""  # 3 + 1 + 1


@pytest.mark.rule("11.43b")
def test_what_can_be_met_exactly_must_be() -> None:
    """With loss factors 3, 2 and 2 a number of 4 is met by the two that absorb 2."""
    placed = {"ge_90": HALFAYA, "it_17": HALFAYA, "it_25": HALFAYA}
    state = losing(placed, 4)
    assert legal(state) == {"lose:it_17", "lose:it_25"}
    assert why_not(state, "lose:ge_90") == "11.43"
    five = losing(placed, 5)
    assert legal(five) == {"lose:ge_90", "lose:it_17", "lose:it_25"}
    play(five, "lose:it_17")
    assert legal(five) == {"lose:ge_90"}  # a second 2 would leave 1
    assert why_not(five, "lose:it_25") == "11.43"
    assert why_not(five, "lose:it_17") == "11.43"


@pytest.mark.rule("11.43c")
def test_never_more_than_the_number() -> None:
    state = losing({"ge_90": HALFAYA, "it_17": HALFAYA}, 2)
    assert legal(state) == {"lose:it_17"}
    assert why_not(state, "lose:ge_90") == "11.43"
    play(state, "lose:it_17")
    assert decision(state) == ""


def test_battlegroups_that_are_alike_lose_their_steps_as_one_choice() -> None:
    placed = {"br_bg-1": HALFAYA, "br_bg-2": HALFAYA, "br_bg-3": HALFAYA, "br_abg-1": HALFAYA}
    state = losing(placed, 2, weak=("br_bg-3",))
    assert legal(state) == {"lose:br_bg-1", "lose:br_bg-3", "lose:br_abg-1"}
    assert why_not(state, "lose:br_bg-2") == "11.43"


@pytest.mark.rule("11.16a", "11.16c")
def test_only_units_that_take_part_take_losses() -> None:
    placed = {"br_50": "sidi_barrani", "br_bg-1": "sidi_barrani", "ge_21": "sidi_suleiman", "ge_15": HALFAYA}
    state = fought(placed, "sidi_suleiman", ["br_50"], [1, 5])
    assert state.fire[AXIS] == 4
    assert legal(state) == {"lose:br_50"}
    assert why_not(state, "lose:br_bg-1") == "11.16"
    assert why_not(state, "lose:ge_15") == "11.16"
    play(state, "lose:br_50")
    assert decision(state) == "target"  # the battlegroup takes nothing of the 1 that is left
    assert reduced(state) == {"br_50"}


# 11.44: replacement


@pytest.mark.rule("11.42e", "11.44a", "11.44d")
def test_a_reduced_division_is_replaced_by_a_full_battlegroup() -> None:
    placed = {"br_50": HALFAYA, "br_bg-1": "allied_reserve", "br_bg-2": "allied_reserve"}
    state = losing(placed, 3, weak=("br_50", "br_bg-1"))
    play(state, "lose:br_50")
    assert where(state, "br_50", "br_bg-1", "br_bg-2") == ["allied_replaceable", "allied_reserve", HALFAYA]
    assert reduced(state) == {"br_bg-1"}


@pytest.mark.rule("11.44b")
def test_a_reduced_battlegroup_comes_if_there_is_no_full_one() -> None:
    placed = {"br_50": HALFAYA, "br_bg-1": "allied_reserve", "br_abg-1": "allied_reserve"}
    state = losing(placed, 3, weak=("br_50", "br_bg-1"))
    play(state, "lose:br_50")
    assert where(state, "br_50", "br_bg-1", "br_abg-1") == ["allied_replaceable", HALFAYA, "allied_reserve"]
    assert reduced(state) == {"br_bg-1"}


@pytest.mark.rule("11.44c", "11.421b")
@pytest.mark.parametrize(
    ("reserve", "lost"),
    [({}, True), ({"br_abg-1": "allied_reserve"}, True), ({"br_bg-1": "allied_reserve"}, False)],
)
def test_without_a_battlegroup_the_division_is_lost_for_good(reserve: dict[str, str], lost: bool) -> None:
    state = losing({"br_50": HALFAYA, **reserve}, 3, weak=("br_50",))
    play(state, "lose:br_50")
    assert where(state, "br_50") == ["eliminated" if lost else "allied_replaceable"]


def test_a_battlegroup_elsewhere_is_not_available() -> None:
    placed = {"br_50": HALFAYA, "br_bg-1": "cairo", "br_bg-2": "allied_replaceable"}
    state = theatre(placed, reduced=["br_50"])
    lose_step(state, number("br_50"), "11.42")
    assert where(state, "br_50", "br_bg-1", "br_bg-2") == ["eliminated", "cairo", "allied_replaceable"]


@pytest.mark.rule("11.44e", "11.44f")
def test_the_battlegroup_goes_on_absorbing_and_must() -> None:
    placed = {"br_50": HALFAYA, "br_bg-1": "allied_reserve"}
    state = losing(placed, 5, weak=("br_50",))
    play(state, "lose:br_50")
    assert legal(state) == {"lose:br_bg-1"}
    play(state, "lose:br_bg-1", "lose:br_bg-1")
    assert where(state, "br_50", "br_bg-1") == ["allied_replaceable", "allied_replaceable"]
    four = losing(placed, 4, weak=("br_50",))
    play(four, "lose:br_50", "lose:br_bg-1")
    assert reduced(four) == {"br_bg-1"}
    assert decision(four) == ""


@pytest.mark.rule("11.44f")
def test_the_battlegroup_to_come_counts_from_the_start() -> None:
    """4 can be met by the 3 of the division and the 1 of its battlegroup, and in no other way."""
    placed = {"ge_90": HALFAYA, "it_17": HALFAYA, "ge_bg-1": "axis_reserve"}
    state = losing(placed, 6, weak=("ge_90", "it_17"))
    assert legal(state) == {"lose:ge_90", "lose:it_17"}  # 2 + 3 + 1
    play(state, "lose:it_17")
    assert where(state, "it_17") == ["eliminated"]
    play(state, "lose:ge_90", "lose:ge_bg-1")
    assert where(state, "ge_90", "ge_bg-1") == ["axis_replaceable", HALFAYA]


@pytest.mark.rule("11.441a")
def test_the_replacement_is_compulsory() -> None:
    placed = {"in_4": HALFAYA, "in_bg-1": "allied_reserve", "br_bg-1": "allied_reserve"}
    state = losing(placed, 3, weak=("in_4",))
    play(state, "lose:in_4")
    assert decision(state) == "replacement"
    assert legal(state) == {"replace:in_bg-1", "replace:br_bg-1"}  # nothing else, and not nothing
    assert why_not(state, "done") == "11.441"


SUBSTITUTES = [
    pytest.param("br_50", {"br_bg-1"}, marks=pytest.mark.rule("11.442a")),
    pytest.param("in_4", {"in_bg-1", "br_bg-1"}, marks=pytest.mark.rule("11.442b")),
    pytest.param("au_6", {"au_bg-1"}, marks=pytest.mark.rule("11.442c")),
    pytest.param("sa_1", {"sa_bg-1"}, marks=pytest.mark.rule("11.442d")),
    pytest.param("nz_2", {"nz_bg-1"}, marks=pytest.mark.rule("11.442e")),
    pytest.param("ff_dma", {"usff_bg-1"}, marks=pytest.mark.rule("11.45a")),
    pytest.param("us_1", {"us_bg-1"}, marks=pytest.mark.rule("11.44a")),
    pytest.param("us_1arm", {"us_abg-1"}, marks=pytest.mark.rule("11.44a")),
    pytest.param("br_7arm", {"br_abg-1"}, marks=pytest.mark.rule("11.44a")),
    pytest.param("ge_90", {"ge_bg-1"}, marks=pytest.mark.rule("11.44a")),
    pytest.param("ge_21", {"ge_abg-1"}, marks=pytest.mark.rule("11.44a")),
    pytest.param("it_17", {"it_bg-1"}, marks=pytest.mark.rule("11.44a")),
    pytest.param("it_132", {"it_abg-1"}, marks=pytest.mark.rule("11.44a")),
]
POOLS = ("br", "au", "in", "nz", "sa", "ff", "us", "usff")
ALL_GROUPS = {
    **{f"{nation}_bg-1": "allied_reserve" for nation in POOLS},
    **dict.fromkeys(("gk_bg", "pl_bg", "br_abg-1", "us_abg-1"), "allied_reserve"),
    **dict.fromkeys(("ge_bg-1", "ge_abg-1", "it_bg-1", "it_abg-1"), "axis_reserve"),
}


@pytest.mark.parametrize(("division", "groups"), SUBSTITUTES)
def test_who_replaces_whom(division: str, groups: set[str]) -> None:
    for group in ALL_GROUPS:
        state = theatre({division: HALFAYA, group: ALL_GROUPS[group]}, reduced=[division])
        lose_step(state, number(division), "11.42")
        assert where(state, group) == [HALFAYA if group in groups else ALL_GROUPS[group]]
    state = theatre({division: HALFAYA, **ALL_GROUPS}, reduced=[division])
    lose_step(state, number(division), "11.42")
    if len(groups) > 1:
        assert legal(state) == {f"replace:{group}" for group in groups}
    else:
        assert where(state, *groups) == [HALFAYA]


@pytest.mark.rule("11.443a")
@pytest.mark.parametrize("group", ["ff_bg-1", "gk_bg", "pl_bg"])
def test_minor_allies_replace_nobody(group: str) -> None:
    divisions = [unit.id for unit in DATA.units if unit.division and unit.side == ALLIED]
    for division in divisions:
        state = theatre({division: HALFAYA, group: "allied_reserve"}, reduced=[division])
        lose_step(state, number(division), "11.42")
        assert where(state, division, group) == ["eliminated", "allied_reserve"]


def test_an_indian_division_takes_full_strength_first() -> None:
    placed = {"in_4": HALFAYA, "in_bg-1": "allied_reserve", "br_bg-1": "allied_reserve"}
    state = losing(placed, 3, weak=("in_4", "in_bg-1"))
    play(state, "lose:in_4")
    assert where(state, "br_bg-1", "in_bg-1") == [HALFAYA, "allied_reserve"]
    weak = losing({**placed, "in_bg-2": "allied_reserve"}, 3, weak=("in_4", "in_bg-1", "in_bg-2", "br_bg-1"))
    play(weak, "lose:in_4")
    assert legal(weak) == {"replace:in_bg-1", "replace:br_bg-1"}
    assert why_not(weak, "replace:in_bg-2") == "11.44"  # just like the first
    play(weak, "replace:br_bg-1")
    assert where(weak, "br_bg-1", "in_4") == [HALFAYA, "allied_replaceable"]


def test_a_reduced_battlegroup_is_refused_while_there_is_a_full_one() -> None:
    placed = {
        "in_4": HALFAYA,
        "in_bg-1": "allied_reserve",
        "br_bg-1": "allied_reserve",
        "br_bg-2": "allied_reserve",
        "au_bg-1": "allied_reserve",
        "in_bg-2": "cairo",
    }
    state = losing(placed, 3, weak=("in_4", "br_bg-2"))
    play(state, "lose:in_4")
    assert sentence(state, "replace:br_bg-2") == "battlegroups at full strength come first"
    assert "not of the nation and type" in sentence(state, "replace:au_bg-1")
    assert "in the Reserve box" in sentence(state, "replace:in_bg-2")


@pytest.mark.rule("11.444a")
def test_supply_does_not_matter() -> None:
    placed = {"br_50": HALFAYA, "br_bg-1": "allied_reserve"}
    cut = theatre(placed, reduced=["br_50"], axis=["sidi_barrani", "sidi_suleiman"])
    lose_step(cut, number("br_50"), "11.42")
    assert where(cut, "br_bg-1", "br_50") == [HALFAYA, "allied_replaceable"]


@pytest.mark.rule("19.5a")
@pytest.mark.parametrize(("option", "groups"), [(0, {"it_bg-1"}), (options("19.5"), {"it_bg-1", "ge_bg-1"})])
def test_germans_may_replace_italians(option: int, groups: set[str]) -> None:
    placed = {"it_17": HALFAYA, **{name: place for name, place in ALL_GROUPS.items() if place == "axis_reserve"}}
    state = losing(placed, 2, weak=("it_17",), option=option)
    play(state, "lose:it_17")
    if len(groups) > 1:
        assert legal(state) == {f"replace:{name}" for name in groups}
    else:
        assert where(state, *groups) == [HALFAYA]


def test_a_german_division_is_never_replaced_by_italians() -> None:
    state = theatre({"ge_90": HALFAYA, "it_bg-1": "axis_reserve"}, reduced=["ge_90"], options=options("19.5"))
    lose_step(state, number("ge_90"), "11.42")
    assert where(state, "ge_90") == ["eliminated"]


def test_the_battlegroup_has_done_what_its_division_did() -> None:
    placed = {"br_50": "sidi_barrani", "ge_21": "sidi_suleiman", "it_17": HALFAYA, "br_bg-1": "allied_reserve"}
    state = fought(placed, "sidi_suleiman", ["br_50"], [1, 5], reduced=["br_50"])
    play(state, "lose:br_50", "lose:br_bg-1")  # 4
    assert where(state, "br_bg-1") == ["sidi_barrani"]
    assert decision(state) == ""  # it has fought, so Halfaya is safe


def test_the_battlegroup_of_an_attacked_division_has_been_attacked() -> None:
    placed = {
        "br_50": "sidi_barrani",
        "br_51": "bir_el_kenaysis",
        "it_17": "sidi_suleiman",
        "it_bg-1": "axis_reserve",
    }
    state = battles(placed, ALLIED, "sidi_barrani", "bir_el_kenaysis", reduced=["it_17"])
    go_on(attack(state, "sidi_suleiman", "br_50"))
    play(state, 2, 6, "lose:it_17")  # 2 against 2
    assert where(state, "it_bg-1") == ["sidi_suleiman"]
    assert decision(state) == ""


@pytest.mark.rule("11.46a", "14.4a")
def test_forts_take_no_losses() -> None:
    state = fought({"ge_21": "el_adem", "br_bg-1": "tobruk"}, "tobruk", ["ge_21"], [6, 1])
    play(state, "lose:br_bg-1", "lose:br_bg-1")
    assert DATA.spaces[DATA.number["tobruk"]].fort == 2
    assert decision(state) == "advance"


# The seams


def test_fewest_steps_and_who_survives() -> None:
    placed = {"br_50": HALFAYA, "br_bg-1": HALFAYA, "br_bg-2": "allied_reserve"}
    state = theatre(placed, reduced=["br_bg-1"])
    assert fewest_steps(state, units("br_50", "br_bg-1"), 0) == 0
    assert fewest_steps(state, units("br_50", "br_bg-1"), 1) == 1
    assert fewest_steps(state, units("br_50", "br_bg-1"), 3) == 1
    assert fewest_steps(state, units("br_50", "br_bg-1"), 6) == 2
    assert survives_step(state, number("br_50"))
    assert not survives_step(state, number("br_bg-1"))
    state.reduced |= units("br_50")
    assert survives_step(state, number("br_50"))
    state.place[number("br_bg-2")] = -1
    state.rebuild()
    assert not survives_step(state, number("br_50"))


# Every result, and no other: the choices against a model that tries every order of steps


def reached(state: Theatre) -> set[tuple[tuple[str, str, bool], ...]]:
    """All results that the choices lead to, as the model writes them."""
    if decision(state) == "":
        return {_seen(state)}
    found = set()
    for choice in SANDS.legal(state):
        after = state.copy()
        SANDS.apply(after, choice)
        found |= reached(after)
    return found


def _seen(state: Theatre) -> tuple[tuple[str, str, bool], ...]:
    rows = []
    for unit, place in enumerate(state.place):
        if place != -1:
            printed = DATA.units[unit]
            at = DATA.spaces[place].id if place >= 0 else "eliminated"
            rows.append((printed.pool or printed.id, at, bool(state.reduced >> unit & 1)))
    return tuple(sorted(rows))


FORCES = [
    ("br_50", "br_bg-1"),
    ("br_50", "br_bg-1", "br_bg-2"),
    ("in_4", "br_50"),
    ("in_4", "in_5", "br_bg-3"),
    ("au_6", "nz_2", "br_7arm"),
    ("ge_90", "it_17", "it_25"),
    ("ge_21", "it_132", "it_bg-2"),
    ("it_17", "it_25", "it_27"),
]
RESERVES = [
    (),
    ("br_bg-4",),
    ("in_bg-1", "br_bg-4", "br_bg-5"),
    ("it_bg-3", "ge_bg-1", "ge_abg-1", "br_abg-1", "au_bg-1", "nz_bg-1"),
]


@pytest.mark.rule("11.43a", "11.44f")
@pytest.mark.parametrize("force", FORCES, ids="+".join)
@pytest.mark.parametrize("corseting", [False, True])
def test_the_results_are_all_that_are_as_close_as_possible(force: tuple[str, ...], corseting: bool) -> None:
    for reserve, weak, losses in itertools.product(RESERVES, _weaknesses(force), range(1, 7)):
        placed = {**dict.fromkeys(force, HALFAYA), **{name: _box(name) for name in reserve}}
        weakened = (*weak, *reserve[:1])
        state = losing(placed, losses, weak=weakened, option=options("19.5") if corseting else 0)
        position = lay(placed, reduced=weakened, options=["19.5"] if corseting else [])
        assert _listed(reached(state)) == _listed(outcomes(position, frozenset(force), losses))


def _weaknesses(force: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Which units are reduced: nobody, each alone, everybody."""
    return [(), *((name,) for name in force), force]


def _box(name: str) -> str:
    return "axis_reserve" if DATA.owners[number(name)] == AXIS else "allied_reserve"


def _listed(found: set[tuple[tuple[str, str, bool], ...]]) -> list[tuple[tuple[str, str, bool], ...]]:
    return sorted(tuple(sorted(outcome)) for outcome in found)

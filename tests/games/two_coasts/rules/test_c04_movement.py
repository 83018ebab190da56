"""4: stacks are gathered, move as one, and leave units behind."""

from __future__ import annotations

import pytest

from tests.games.two_coasts.coasts import DATA, UNITS, active, decision, game, legal, named, play, where, why_not

GAME = "two-coasts"


def control(place: str, state: object) -> int:
    side: int = state.control[DATA.map.names.index(place)]  # type: ignore[attr-defined]
    return side


@pytest.mark.rule("4.1")
def test_a_stack_is_gathered_before_its_first_step_and_moves_as_one() -> None:
    state = active("north", "0303: Beech Birch Larch", "0302: Ash", "moved: Birch", *UNITS)
    assert legal(state, "unit") == {"unit:Alder", "unit:Ash", "unit:Beech", "unit:Larch"}
    assert (why_not(state, "unit:Birch"), why_not(state, "unit:Crane")) == ("4.1", "4.1")
    play(state, "unit:Beech")
    assert legal(state, "unit") == {"unit:Larch"}
    assert {why_not(state, f"unit:{name}") for name in ("Ash", "Beech", "Birch")} == {"4.1"}
    play(state, "unit:Larch", "to:0403", "hold")
    assert where(state, "Beech", "Larch", "Birch") == ["0403", "0403", "0303"]
    assert why_not(state, "unit:Birch") == "4.1"
    assert legal(state, "unit") == set()


@pytest.mark.rule("4.1")
def test_twelve_units_move_as_one() -> None:
    everybody = " ".join(DATA.units[:12])
    state = active("north", f"0301: {everybody}", "E0302: Crane")
    play(state, *(f"unit:{name}" for name in DATA.units[:12]), "to:0302", "hold")
    assert {*where(state, *DATA.units[:12])} == {"0302"}


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(
    ("start", "goal", "cost"),
    [
        ("0303", "0403", 1),
        ("0303", "0302", 1),
        ("0303", "0203", 3),  # rough, over a river
        ("0304", "0404", 2),
        ("0502", "E0101", 1),  # the road crosses the seam
        ("0501", "E0101", 2),
        ("0503", "E0102", 4),
        ("0504", "E0103", 3),
        ("E0103", "0504", 2),
        ("E0202", "E0303", 2),
        ("Mole", "Saltpan", 2),
        ("Saltpan", "Harrow", 3),  # a trail
        ("Mole", "0104", 3),
        ("Lantern", "Farholm", 3),
        ("0301", "north-reserve", 1),
        ("north-reserve", "0301", 1),
    ],
)
def test_what_a_step_costs(start: str, goal: str, cost: int) -> None:
    state = active("north", f"{start}: Larch", "0101: Alder", "E0302: Crane")
    play(state, "unit:Larch", f"to:{goal}")
    assert state.spent == (0 if goal == "north-reserve" else cost)
    assert dict(DATA.map.steps[DATA.map.names.index(start)])[DATA.map.names.index(goal)] == cost


@pytest.mark.rule("4.2")
def test_a_stack_is_as_slow_as_its_slowest_unit() -> None:
    state = active("north", "0503: Larch Oak", *UNITS)
    play(state, "unit:Larch")
    assert "to:E0102" in legal(state)
    play(state, "unit:Oak")
    assert "to:E0102" not in legal(state)
    assert (why_not(state, "to:E0102"), why_not(state, "to:0101")) == ("4.2", "4.2")


@pytest.mark.rule("4.3")
def test_no_stack_enters_a_place_with_enemies() -> None:
    state = active("north", "0502: Larch", "0503: Crow", *UNITS)
    play(state, "unit:Larch")
    assert "to:0503" not in legal(state)
    assert why_not(state, "to:0503") == "4.3"
    state = active("north", "E0302: Larch", "E0303: Crane", "0301: Alder")
    play(state, "unit:Larch")
    assert "to:south-reserve" not in legal(state)


@pytest.mark.rule("4.4")
def test_the_reserve_is_next_to_the_source() -> None:
    state = active("north", "0301: Alder Ash", "0303: Beech", "E0302: Crane")
    play(state, "unit:Alder", "unit:Ash", "to:north-reserve")
    assert where(state, "Alder", "Ash") == ["north-reserve", "north-reserve"]
    assert decision(state) == "chit", "that ends the move, and nobody is asked"
    state = active("north", "north-reserve: Alder", "0303: Beech", "E0302: Crane")
    play(state, "unit:Alder")
    assert legal(state) == {"to:0301"}, "nobody digs in there"
    play(state, "to:0301", "hold")
    assert "to:0302" in legal(state)


@pytest.mark.rule("4.4")
def test_a_closed_source_keeps_the_reserve_where_it_is() -> None:
    state = active("north", "north-reserve: Alder", "0301: Crane", "0303: Beech")
    assert legal(state, "unit") == {"unit:Beech"}
    assert why_not(state, "unit:Alder") == "4.4"


@pytest.mark.rule("4.5")
def test_units_are_left_behind_on_the_way() -> None:
    state = active("north", "0303: Beech Birch Oak", *UNITS)
    play(state, "unit:Beech", "unit:Birch", "unit:Oak")
    assert legal(state, "drop", "stop") == set()
    play(state, "to:0304", "hold", "drop:Oak")
    assert named(state.stack) == ["Beech", "Birch"]
    play(state, "drop:Birch")
    assert legal(state, "drop") == set()
    assert why_not(state, "drop:Beech") == "4.5"
    play(state, "to:0204", "hold", "stop")
    assert where(state, "Beech", "Birch", "Oak") == ["0204", "0304", "0304"]
    assert (decision(state), state.stack, state.spent) == ("chit", 0, 0)
    assert named(state.moved) == ["Beech", "Birch", "Oak"]


@pytest.mark.rule("4.5")
def test_a_move_ends_when_nothing_is_left_to_do() -> None:
    state = active("north", "0303: Oak", "E0101: Dove", *UNITS)
    play(state, "unit:Oak", "to:0402", "hold", "to:0401", "hold")
    assert decision(state) == "chit", "three points are spent, and no enemy is near"
    state = active("north", "0303: Oak", "0501: Dove", *UNITS)
    play(state, "unit:Oak", "to:0402", "hold", "to:0401", "hold")
    assert legal(state) == {"attack:0501", "stop"}


@pytest.mark.rule("4.6")
def test_a_stack_that_stays_digs_in_until_it_moves() -> None:
    state = active("north", "0303: Beech Birch", *UNITS)
    play(state, "unit:Beech", "unit:Birch", "dig-in")
    assert (named(state.dug), named(state.moved)) == (["Beech", "Birch"], ["Beech", "Birch"])
    state = active("north", "0303: Beech Birch", "dug: Beech Birch", *UNITS)
    play(state, "unit:Beech", "to:0304")
    assert named(state.dug) == ["Birch"]


@pytest.mark.rule("4.7")
def test_who_enters_a_place_controls_it() -> None:
    state = active("north", "0503: Larch", *UNITS)
    assert control("0504", state) == -1
    play(state, "unit:Larch", "to:0504", "hold", "to:E0103", "hold")
    assert (control("0504", state), control("E0103", state)) == (0, 0)
    assert game.status(state) == []


@pytest.mark.rule("4.7")
def test_the_first_place_of_the_map_is_a_place_like_any_other() -> None:
    state = active("north", "0101: Hazel", "control: 0101=north", *UNITS)
    play(state, "unit:Hazel", "to:0201", "hold", "to:0101", "hold")
    assert where(state, "Hazel") == ["0101"]
    assert named(state.stack) == ["Hazel"]
    twin = state.copy()
    twin.rebuild()
    assert twin.held == state.held
    play(state, "to:0201", "hold")
    assert not state.held[0] & 1

"""The questions: how far stacks go as one and by which way, where supply reaches, what a card is for."""

from __future__ import annotations

from tests.games.two_coasts.coasts import DATA, UNITS, active, game, play, where
from twocoasts.drawing.questions import show_card, show_reach, show_supply, show_target, show_way
from twocoasts.state import Coasts

FRONT = "0402: Larch Oak Beech", "0504: Crow", *UNITS


def units(*names: str) -> list[int]:
    return [DATA.units.index(name) for name in names]


def place(name: str) -> int:
    found: int = DATA.map.names.index(name)
    return found


def costs(state: Coasts, *names: str) -> dict[str, str]:
    return {DATA.map.names[tint.cell]: tint.text for tint in show_reach(state, units(*names)).cells}


def test_a_stack_reaches_as_far_as_its_slowest() -> None:
    state = active("north", *FRONT)
    fast, slow = costs(state, "Larch"), costs(state, "Larch", "Oak")
    assert slow.items() < fast.items()
    assert (slow["E0101"], fast["E0201"], "E0302" in fast) == ("2", "3", False)


def test_next_to_an_enemy_is_a_warning() -> None:
    tones = {DATA.map.names[t.cell]: t.tone for t in show_reach(active("north", *FRONT), units("Larch")).cells}
    assert (tones["0503"], tones["0501"]) == ("warn", "good")


def test_the_run_gathers_the_stack_and_steps_along_the_road() -> None:
    state = active("north", *FRONT)
    answer = show_way(state, units("Oak", "Larch"), place("E0201"))
    assert answer.run == ("unit:Oak", "unit:Larch", "to:0502", "to:E0101", "to:E0201")
    play(state, *answer.run[:3], "hold")
    assert where(state, "Oak", "Larch", "Beech") == ["0502", "0502", "0402"]
    again = show_way(state, units("Larch"), place("E0201"))
    assert again.run == ("to:E0101", "to:E0201"), "one of the stack stands for all of it"
    assert not show_way(state, units("Beech"), place("E0201")).run


def test_the_reserve_is_a_place_like_any_other() -> None:
    state = active("north", "north-reserve: Ash Birch", *UNITS)
    assert show_way(state, units("Ash", "Birch"), place("0302")).run == (
        "unit:Ash",
        "unit:Birch",
        "to:0301",
        "to:0302",
    )
    back = show_way(state, units("Alder"), place("north-reserve"))
    assert (back.run, back.ways) == (
        ("unit:Alder", "to:north-reserve"),
        ((place("0301"), place("north-reserve")),),
    )


def test_units_in_two_places_do_not_move_as_one() -> None:
    answer = show_way(active("north", *FRONT), units("Larch", "Alder"), place("0302"))
    assert (answer.run, answer.rule) == ((), "4.1")
    moved = active("north", *FRONT, "moved: Oak")
    assert show_way(moved, units("Larch", "Oak"), place("0502")).text.endswith("that unit has moved this turn")


def test_how_a_unit_could_attack() -> None:
    state = active("north", *FRONT)
    spots = {DATA.map.names[start] for start, _ in show_target(state, units("Larch")[0], place("0504")).ways}
    assert spots == {"0403", "0404", "0503", "E0102", "E0103"}
    assert not show_target(state, units("Larch")[0], place("0303")).ways, "nobody is there"


def test_supply_and_cards() -> None:
    state = active("north", "0402: Crow", *UNITS)
    tones = {(DATA.map.names[tint.cell], tint.tone) for tint in show_supply(state).cells}
    assert {("0301", "0"), ("0402", "1"), ("E0302", "1")} <= tones
    assert ("0402", "0") not in tones
    answer = show_card(state, DATA.nouns["card"].index("levies-1"))
    assert {DATA.map.names[tint.cell] for tint in answer.cells} == {"0104", "0301", "Mole", "E0203", "Cape"}
    assert answer.text.startswith("Levies, value 1.")
    assert set(game.questions) == {"reach", "route", "target", "supply", "card"}

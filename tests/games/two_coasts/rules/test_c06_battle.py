"""6: attacks, odds, losses, retreats."""

from __future__ import annotations

import pytest

from tests.games.two_coasts.coasts import DATA, UNITS, active, decision, game, legal, named, play, where, why_not
from twocoasts.rules.c06_odds import odds
from twocoasts.state import Coasts

GAME = "two-coasts"
FRONT = ("0403: Larch Beech", "0503: Crow", *UNITS)


def column(state: Coasts, place: str, side: int = 0) -> str:
    name, _ = state.printed.odds[odds(state, side, DATA.map.names.index(place)).column]
    return name


def attacking(*lines: str, at: str = "0503", first: str = "Larch", side: str = "north") -> Coasts:
    state = active(side, *lines)
    play(state, f"unit:{first}", f"attack:{at}")
    return state


@pytest.mark.rule("6.1")
def test_a_stack_attacks_a_place_next_to_it_and_its_move_ends() -> None:
    state = active("north", *FRONT)
    play(state, "unit:Larch")
    assert legal(state, "attack") == {"attack:0503"}
    assert why_not(state, "attack:E0302") == "6.1"
    play(state, "attack:0503")
    assert (decision(state), named(state.attackers), named(state.moved)) == ("plan", ["Larch"], ["Larch"])
    state = active("north", "0303: Larch", "0503: Crow", *UNITS)
    play(state, "unit:Larch", "to:0403", "hold", "attack:0503", "fight", "hold", "1", "lose:Larch")
    assert decision(state) == "chit"


@pytest.mark.rule("6.2")
def test_units_next_to_the_place_join_even_if_they_have_moved() -> None:
    state = attacking("0403: Larch Beech", "0502: Oak", "0303: Ash", "moved: Oak", "0503: Crow", *UNITS)
    assert legal(state, "join") == {"join:Beech", "join:Oak"}
    assert (why_not(state, "join:Ash"), why_not(state, "join:Larch")) == ("6.2", "6.2")
    play(state, "join:Oak")
    assert named(state.attackers) == ["Larch", "Oak"]
    assert legal(state, "join") == {"join:Beech"}


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds_column"),
    [
        ("Hazel", "Crow", "1-2"),
        ("Beech", "Crow", "1-1"),
        ("Oak", "Crow", "1-1"),  # 3 to 2, rounded down
        ("Larch", "Crow", "2-1"),
        ("Larch Oak", "Crow", "3-1"),
        ("Larch Maple", "Crow", "4-1"),
        ("Larch Maple Oak", "Crow", "5-1"),
        ("Larch Maple Oak Pine", "Crow", "5-1"),  # 14 to 2: the last column
        ("Larch", "Crow Crane", "1-1"),
    ],
)
def test_the_strengths_give_the_column(attackers: str, defenders: str, odds_column: str) -> None:
    first, *others = attackers.split()
    state = attacking(f"0403: {attackers}", f"0503: {defenders}", "E0302: Dove", "0301: Alder", first=first)
    play(state, *(f"join:{name}" for name in others))
    assert column(state, "0503") == odds_column


@pytest.mark.rule("6.3", "4.6")
def test_a_fort_and_dug_in_units_add_to_the_defence() -> None:
    state = attacking("0402: Larch Maple", "0503: Crow", "dug: Crow", *UNITS)
    play(state, "join:Maple")
    assert column(state, "0503") == "2-1", "8 to 3"
    state = attacking("0402: Larch Maple", "0502: Crow", *UNITS, at="0502")
    play(state, "join:Maple")
    assert column(state, "0502") == "2-1", "8 to 4, with a fort of 2"


@pytest.mark.rule("6.4")
def test_a_river_shifts_one_column_if_all_attack_over_it() -> None:
    lines = ("0503: Larch", "0504: Maple", "E0101: Oak", "E0102: Crow", "E0302: Crane", "0301: Alder")
    state = attacking(*lines, at="E0102")
    assert column(state, "E0102") == "1-1", "4 to 2 over the river"
    play(state, "join:Maple")
    assert column(state, "E0102") == "3-1", "8 to 2 over the river"
    play(state, "join:Oak")
    assert column(state, "E0102") == "5-1", "11 to 2, and not all of them over the river"


@pytest.mark.rule("6.4")
def test_each_side_may_play_one_card_and_the_defender_is_always_asked() -> None:
    cards = "hand north: mines-1 snipers-1 guides-1", "hand south: snipers-2"
    state = attacking(*FRONT, *cards)
    assert legal(state, "fire") == {"fire:mines-1", "fire:snipers-1"}
    assert why_not(state, "fire:guides-1") == "8.2"
    play(state, "fire:mines-1")
    assert (column(state, "0503"), legal(state, "fire")) == ("4-1", set())
    assert why_not(state, "fire:snipers-1") == "6.4"
    play(state, "fight")
    assert (decision(state), game.actor(state)) == ("reply", 1)
    assert legal(state) == {"fire:snipers-2", "hold"}
    play(state, "fire:snipers-2")
    assert column(state, "0503") == "3-1"
    empty = attacking(*FRONT)
    play(empty, "fight")
    assert legal(empty) == {"hold"}


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("die", "result", "asked"),
    [("1", "AL", "loss"), ("2", "NE", "chit"), ("3", "EX", "loss"), ("4", "DR", "retreat"), ("6", "DL", "loss")],
)
def test_the_die_gives_the_result(die: str, result: str, asked: str) -> None:
    state = attacking(*FRONT)
    told = play(state, "fight", "hold", die)
    assert next(event.arguments["result"] for event in told if event.kind == "rolled") == result
    assert decision(state) == asked


@pytest.mark.rule("6.6")
def test_the_owner_chooses_the_loss_and_it_goes_to_the_reserve() -> None:
    state = attacking("0403: Larch Beech", "0503: Crow Dove", *UNITS)
    play(state, "join:Beech", "fight", "hold", "4")
    assert (game.actor(state), legal(state)) == (0, {"lose:Larch", "lose:Beech"}), "6 to 4, an exchange"
    assert why_not(state, "lose:Alder") == "6.6"
    play(state, "lose:Beech")
    assert (game.actor(state), legal(state)) == (1, {"lose:Crow", "lose:Dove"})
    play(state, "lose:Dove")
    assert where(state, "Beech", "Dove", "Crow") == ["north-reserve", "south-reserve", "0503"]
    assert named(state.moved) == ["Beech", "Larch", "Dove"]


@pytest.mark.rule("6.7")
def test_defenders_retreat_together_to_a_place_without_enemies() -> None:
    state = attacking("0403: Larch Maple", "0502: Oak", "0503: Crow Dove", "dug: Crow", *UNITS)
    play(state, "join:Maple", "join:Oak", "fight", "hold", "5")
    assert (game.actor(state), legal(state)) == (1, {"to:0402", "to:0504", "to:E0102", "to:E0103"})
    assert why_not(state, "to:0502") == "6.7"
    play(state, "to:E0102")
    assert where(state, "Crow", "Dove") == ["E0102", "E0102"]
    assert state.dug == 0


@pytest.mark.rule("6.7")
def test_from_the_source_they_retreat_to_the_reserve() -> None:
    state = attacking("E0201: Larch Maple", "E0302: Crow", "0301: Alder", at="E0302")
    play(state, "join:Maple", "fight", "hold", "2")
    assert "to:south-reserve" in legal(state)
    play(state, "to:south-reserve")
    assert where(state, "Crow") == ["south-reserve"]


@pytest.mark.rule("6.7")
def test_whoever_has_no_way_out_is_lost() -> None:
    state = attacking("Lantern: Larch", "Harrow: Oak", "Farholm: Finch", *UNITS, at="Farholm")
    play(state, "fight", "hold", "4")
    assert where(state, "Finch") == ["lost"]


@pytest.mark.rule("6.8")
def test_the_stack_that_attacked_may_move_in() -> None:
    lines = ("0403: Larch", "0402: Maple", "0503: Crow", *UNITS)
    state = attacking(*lines)
    play(state, "join:Maple", "fight", "hold", "2", "to:0504")
    assert legal(state) == {"to:0503", "stop"}
    assert why_not(state, "to:0402") == "6.8"
    play(state, "to:0503")
    assert where(state, "Larch", "Maple") == ["0503", "0402"], "those that joined stay"
    state = attacking(*lines)
    play(state, "join:Maple", "fight", "hold", "2", "to:0504", "stop")
    assert where(state, "Larch") == ["0403"]


@pytest.mark.rule("6.9")
def test_the_example_of_a_battle() -> None:
    state = attacking("0402: Larch Beech", "0502: Crow Dove", "hand north: mines-1", *UNITS, at="0502")
    play(state, "join:Beech")
    found = odds(state, 0, DATA.map.names.index("0502"))
    assert (found.attack, found.defence, column(state, "0502")) == (6, 6, "1-1")
    play(state, "fire:mines-1")
    assert column(state, "0502") == "3-1"

"""4: the turn options: what each costs, how many moves and rounds of combat it gives, and what a pass leaves."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c08_combat import may_assault
from tests.games.rommel_in_the_desert.sands import ALLIED, AXIS, Sands, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

HANDS = "hand axis: 5 real 3 dummy\nhand allied: 4 real 2 dummy"
PLACES = (
    "Gazala: 21/5 21/104 90/155 Trento\nDerna: Brescia 15/8\nBir-Harmat: 22Gd 7/7\nTobruk: 9AU/20\nAlexandria: Pol"
)
BATTLE = "Bir-Harmat: 21/5 22Gd\nEl-Adem: Trento 7/7\nDerna: Brescia\nTobruk: Pol"
OLD_BATTLES = "attacked by axis: Bir-Harmat El-Adem"
"""Battles of earlier turns, which need not be fought."""


def turn(phase: str = "lay", places: str = PLACES, active: str = "axis", more: str = "") -> Sands:
    return Sands(f"scenario 1942\nmonth 16 {active}\nphase: {phase}\n{places}\n{HANDS}\n{more}")


def rounds(table: Sands) -> int:
    """Fight wherever it may be done until the turn is over; how often Bir-Harmat is fought."""
    before = len(table.happened("battle"))
    while table.state.active == AXIS:
        if table.decision == "name-battles":
            table.play(*(f"fight:{name}" for name in sorted(table.legal("fight") & {"Bir-Harmat"})), "done")
        elif table.decision == "movement":
            table.end_movement()
        else:
            table.miss()
    return len(table.happened("battle")) - before


# 4.0


@rule("4.0a")
def test_exactly_one_option_is_chosen_and_paid() -> None:
    table = turn()
    assert table.legal() == {"pass", "real:1", "real:2", "real:3"}
    for text in ("done", "group:Gazala", "dummies:1"):
        assert table.refusal(text) == "3.42"
    table.play("real:1", "dummies:0")
    assert table.refusal("real:2") == table.refusal("pass") == "3.43"


@pytest.mark.parametrize(
    ("cards", "phases"),
    [
        pytest.param(1, [1], marks=rule("4.0t1", "4.1a", "4.1b")),
        pytest.param(2, [2], marks=rule("4.0t2", "4.2a", "4.2b")),
        pytest.param(3, [1, 1], marks=rule("4.0t4", "4.4a", "4.4b")),
    ],
)
def test_what_an_option_costs_and_how_many_moves_it_gives(cards: int, phases: list[int]) -> None:
    """By movement phase how many moves may be declared."""
    table = turn().play(f"real:{cards}", "dummies:0")
    assert table.state.real[AXIS] == 5 - cards
    declared = []
    while table.decision == "movement":
        moves = 0
        while table.legal("group"):
            table.play(f"group:{min(table.legal('group'))}")
            moves += 1
        declared.append(moves)
        table.end_movement()
    assert declared == phases


@pytest.mark.parametrize(
    ("cards", "fought"),
    [
        pytest.param(1, 1, marks=rule("4.0t1", "4.1c")),
        pytest.param(2, 1, marks=rule("4.0t2", "4.2d")),
        pytest.param(3, 2, marks=rule("4.0t4", "4.4b", "4.4d")),
    ],
)
def test_how_many_rounds_of_combat_an_option_gives(cards: int, fought: int) -> None:
    table = turn(places=BATTLE, more=OLD_BATTLES).play(f"real:{cards}", "dummies:0").end_movement()
    assert rounds(table) == fought


@rule("4.0t3", "4.3a", "4.3b")
def test_an_assault_costs_two_cards_and_gives_one_move_and_an_assault_round() -> None:
    table = turn(places=BATTLE, more=OLD_BATTLES).play("real:2", "dummies:0", "group:Derna")
    assert table.state.real[AXIS] == 3
    table.move("Brescia", "Gazala").end_movement()
    assert table.legal("assault") == {"Bir-Harmat", "El-Adem"}
    table.play("assault:Bir-Harmat", "done")
    assert table.play("fire:22Gd").dice() == 2 * 3, "double dice"


@rule("4.0t3", "4.3c", "4.3d")
def test_battles_are_assaulted_fought_or_left_as_the_active_player_likes() -> None:
    table = turn("combat 2", BATTLE, more=OLD_BATTLES)
    table.play("assault:Bir-Harmat", "fight:El-Adem", "done", "battle:El-Adem")
    assert table.play("fire:7/7").dice() == 3, "an ordinary battle"
    table.roll("1 1 1").miss()
    assert table.play("fire:22Gd").dice() == 6
    table.roll("1 1 1 1 1 1").play("fire:21/5")
    assert table.dice() == 12, "both sides"
    left = turn("combat 2", BATTLE, more=OLD_BATTLES).play("done")
    assert not left.happened("battle")


@rule("4.3d")
def test_a_new_battle_is_fought_assault_or_not() -> None:
    table = turn("movement 2").play("group:Gazala").move("21/5", "Bir-Harmat").end_movement().play("done")
    assert (table.legal("fight"), table.legal("assault")) == (set(), {"Bir-Harmat"})
    table.play("done")
    assert table.decision == "fire-unit"


@rule("4.0s1")
@pytest.mark.parametrize("moves", [0, 1, 2])
def test_two_cards_are_an_offensive_with_two_moves_and_otherwise_an_assault(moves: int) -> None:
    """Settled when the movement phase ends, before the enemy says whether he refuses battle."""
    table = turn("movement 2")
    for name in ("Gazala", "Derna")[:moves]:
        table.play(f"group:{name}")
    if moves:
        table.move("21/5", "Bir-Harmat")
    else:
        table = turn("movement 2", BATTLE, more=OLD_BATTLES)
    table.end_movement()
    if moves:
        assert (table.decision, table.actor) == ("refuse-battle", ALLIED)
        table.play("done")
    assert bool(table.legal("assault")) == (moves < 2)
    if moves == 2:
        assert table.refusal("assault:Bir-Harmat") == "4.3"


@rule("4.0s1")
def test_no_move_is_declared_after_the_enemy_has_decided() -> None:
    table = turn("movement 2").play("group:Gazala").move("21/5", "Bir-Harmat").end_movement().play("done")
    assert table.decision == "name-battles"
    assert table.refusal("group:Derna") == "8.6"


@rule("4.0s1", "11.4s1")
def test_a_second_move_may_be_declared_after_a_rout() -> None:
    """Ruling 71: the enemy has withdrawn his routed units, and the movement phase goes on; it is an Offensive."""
    places = "Gazala: 21/5 21/3\nDerna: Trento\nBir-Harmat: 22Gd-\nAlexandria: Pol"
    table = turn("movement 2", places).play("group:Gazala").move("21/5", "Bir-Harmat")
    table.play("rout:Bir-Harmat").hold_fire()
    while table.decision == "leave":
        table.play(sorted(table.legal())[0])
    assert (table.decision, table.actor) == ("movement", 0)
    table.play("group:Derna").move("Trento", "Gazala", verb="second")
    assert not may_assault(table.state)


@rule("4.0t3")
@pytest.mark.parametrize("cards", [1, 3])
def test_other_options_have_no_assaults(cards: int) -> None:
    table = turn(f"combat {cards}", BATTLE, more=OLD_BATTLES)
    assert not table.legal("assault")
    assert table.refusal("assault:Bir-Harmat") == "4.3"


@rule("4e1")
def test_a_dummy_beside_a_real_card_looks_like_an_assault() -> None:
    """The enemy, who sees two cards, cannot tell a Basic turn from an Assault before he accepts battle."""
    seen = []
    for real, dummies in ((1, 1), (2, 0)):
        table = turn().play(f"real:{real}", f"dummies:{dummies}", "group:Gazala").move("21/5", "Bir-Harmat")
        table.end_movement()
        assert (table.decision, table.actor) == ("refuse-battle", ALLIED)
        seen.append((table.game.view(table.state, ALLIED).cards, table.legal()))
        table.play("done")
        assert bool(table.legal("assault")) == (real == 2)
    assert seen[0] == seen[1]


# 4.2: the two moves of an Offensive


@rule("4.2c")
def test_the_moves_of_an_offensive_mix_and_share_the_hexside_limits() -> None:
    table = turn("movement 2").play("group:Derna").move("15/8", "Gazala")
    table.play("group:Gazala").move("21/5", "Bir-Harmat", verb="second")
    table.move("Brescia", "Gazala").move("21/104", "Bir-Harmat", verb="second")
    assert table.play("second:Trento").refusal("hex:Bir-Harmat") == "7.1"


@rule("4.2e")
def test_no_unit_takes_part_in_both_moves() -> None:
    table = turn("movement 2").play("group:Derna").move("15/8", "Gazala").play("group:Gazala")
    assert table.refusal("second:15/8") == "6.0"
    assert table.legal("second") == {"21/5", "21/104", "90/155", "Trento"}


# 4.4: the second move of a Blitz


@rule("4.4c")
def test_the_second_move_of_a_blitz_is_for_others() -> None:
    table = turn("movement 3").play("group:Gazala").move("21/5", "Derna").end_movement().play("group:Derna")
    assert table.state.blitzed
    assert table.refusal("unit:21/5") == "6.0"
    assert table.legal("unit") == {"15/8", "Brescia"}


@rule("4.4d")
def test_units_fire_in_both_combat_phases_of_a_blitz() -> None:
    table = turn("combat 3", BATTLE, more=OLD_BATTLES)
    rounds(table)
    fired = [event.arguments["unit"] for event in table.happened("fired")]
    assert [fired.count(table.unit(name)) for name in ("21/5", "22Gd")] == [2, 2]


@rule("4.4e")
def test_hexside_limits_start_afresh_in_blitz_movement() -> None:
    table = turn("movement 3").play("group:Gazala").move("21/5", "Bir-Harmat").move("21/104", "Bir-Harmat")
    assert table.play("unit:Trento").refusal("hex:Bir-Harmat") == "7.1"
    table.go("Derna").play("stop").end_movement().play("done", "done").miss().miss()
    assert table.state.blitzed
    table.play("group:Gazala").move("90/155", "Bir-Harmat")
    assert {"21/5", "21/104", "90/155"} <= table.at("Bir-Harmat")


# 4.5: the Pass


@rule("4.0t5", "4.5a")
def test_a_pass_costs_nothing() -> None:
    table = turn().play("pass")
    assert (table.state.real, table.state.dummies) == ([5, 4], [3, 2])
    assert not table.state.real_laid + table.state.dummies_laid


@rule("4.0t5", "4.5b")
@pytest.mark.parametrize("kind", ["group", "regroup", "none"])
def test_a_pass_gives_one_withdrawal_or_none(kind: str) -> None:
    places = "Gazala: 21/5\nDerna: 21/104\nAlexandria: Pol"
    table = turn(places=places).play("pass")
    assert (table.decision, table.actor) == ("withdraw", AXIS)
    if kind == "group":
        table.play("group:Gazala", "unit:21/5").go("Derna", "9").play("stop")
    elif kind == "regroup":
        table.regroup("Gazala", "9").play("unit:21/5").go("Derna", "9")
    if kind != "none":
        assert table.where("21/5") == "9"
        assert table.refusal("group:Derna") == "4.5", "one move"
    table.play("done")
    assert (table.decision, table.actor) == ("lay", ALLIED)


@rule("4.5b")
def test_a_pass_moves_nobody_forward() -> None:
    table = turn(places="Gazala: 21/5\nDerna: 21/104\nAlexandria: Pol").play("pass", "group:Gazala", "unit:21/5")
    assert table.refusal("hex:Bir-Harmat") == "5.3"


@rule("4.0t5", "4.5c")
def test_a_pass_has_no_combat() -> None:
    table = turn(places=BATTLE, more=OLD_BATTLES).play("pass", "done")
    assert (table.decision, table.actor) == ("lay", ALLIED)
    assert not table.happened("battle")


@rule("4.5d")
def test_supply_is_checked_on_a_pass() -> None:
    """Pavia is marked at the initial check and disrupted at the final one."""
    table = turn("start", PLACES + "\n159: Pavia")
    assert table.marked("unsupplied") == {"Pavia"}
    table.play("pass", "done")
    assert table.marked("disrupted") == {"Pavia"}


@rule("4.5e")
@pytest.mark.parametrize("first", ["axis", "allied"])
def test_two_passes_in_a_row_end_the_month(first: str) -> None:
    table = turn(active=first).play("pass", "done")
    assert (table.decision, table.state.month) == ("lay", 16)
    table.play("pass", "done")
    assert (table.decision, table.state.month) == ("point-dice", 17)


@rule("4.5s1")
def test_who_has_passed_may_choose_any_option_next_time() -> None:
    table = turn().play("pass", "done", "real:1", "dummies:0").end_movement()
    assert (table.actor, table.legal()) == (AXIS, {"pass", "real:1", "real:2", "real:3"})
    table.play("real:3", "dummies:0", "group:Gazala").move("21/5", "Bir-Harmat")


@rule("4.5s2")
def test_the_other_side_may_go_on_buying_options() -> None:
    table = turn()
    for left in (4, 3, 2):
        table.play("real:1", "dummies:0").end_movement().play("pass", "done")
        assert (table.actor, table.state.real[AXIS], table.state.month) == (AXIS, left, 16)


def test_on_a_pass_there_are_no_cards_to_show() -> None:
    table = Sands(position("El-Agheila: Bologna\nAlexandria: Pol", "lay", more="hand axis: 1 real 1 dummy"))
    table.play("pass", "done")
    assert table.state.active == 1
    assert not table.happened("cards-shown")

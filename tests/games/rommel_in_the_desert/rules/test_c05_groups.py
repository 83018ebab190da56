"""5.0-5.2: group moves and regroup moves."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.sands import Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

NEAR_MSUS = """
    Antelat: 4IN/3m 22Gd
    81: KDG 2/SG
    Soluch: 7/7 25-pdr-A
    Mechili: 4IN/5 4IN/11
"""


def group(cards: int = 1) -> Sands:
    """Three Axis units in Msus and one in Mechili; the enemy is far away."""
    return Sands("Msus: 21/5 Trento Brescia\nMechili: 21/3\nAlexandria: Pol", cards=cards).begin()


def prompt(table: Sands) -> str:
    return str(table.game.prompt(table.state))


# 5.0 Groups and moves


@rule("1.3b", "5.0b")
def test_any_number_of_units_may_stand_and_move_together() -> None:
    units = "21/5 21/104 Ariete Trento Brescia Pavia Bologna Savona Sabratha 15/8 15/115 88mm-A"
    table = Sands(f"Msus: {units}\nAntelat: 21/3").begin().play("group:Msus")
    for unit in units.split():
        table.move(unit, "Antelat")
    assert table.at("Antelat") == {"21/3", *units.split()}


@rule("5.0c", "5.1c")
def test_no_unit_moves_before_a_move_is_declared() -> None:
    table = group()
    assert table.legal("unit") == set()
    assert table.refusal("unit:21/5") == "5.0"
    assert table.play("group:Msus").legal("unit") == {"21/5", "Trento", "Brescia"}


def test_the_prompt_says_what_is_left() -> None:
    table = group(cards=2)
    assert "first of two moves" in prompt(table)
    table.play("group:Msus")
    assert prompt(table) == "Move a unit (3 left), declare a second move, or end movement"
    table.move("21/5", "Antelat").play("group:Mechili")
    assert prompt(table) == "Choose a unit to move (3 left), or end movement"
    table.move("Trento", "Antelat").move("Brescia", "Antelat").move("21/3", "Tengeder", verb="second")
    assert prompt(table) == "No other unit can move: end movement"
    assert "Declare a group or regroup move" in prompt(group())


@rule("5.0e", "3.43a", "4.1b")
def test_a_basic_turn_gives_one_move() -> None:
    table = group().play("group:Msus")
    assert table.legal("group") == table.legal("regroup") == set()
    assert table.refusal("group:Mechili") == "4.1"
    assert table.refusal("regroup:Mechili") == "4.1"


@rule("5.0e", "4.2b")
def test_an_offensive_gives_two_moves_in_one_phase() -> None:
    table = group(cards=2).play("group:Msus", "group:Mechili")
    assert table.legal("unit") == {"21/5", "Trento", "Brescia"}
    assert table.legal("second") == {"21/3"}
    assert table.refusal("group:Msus") == "4.2"


@rule("4.2c")
def test_the_moves_of_an_offensive_may_be_mixed() -> None:
    table = group(cards=2).play("group:Msus").move("21/5", "Antelat").play("group:Mechili")
    table.move("21/3", "82", verb="second").move("Trento", "81")
    assert [table.where(unit) for unit in ("21/5", "21/3", "Trento")] == ["Antelat", "82", "81"]


@rule("4.2e", "6.0d")
def test_no_unit_takes_part_in_both_moves() -> None:
    table = Sands("Msus: 21/5\nAntelat: Trento", cards=2).begin().play("group:Msus").move("21/5", "Antelat")
    table.play("group:Antelat")
    assert table.legal("second") == {"Trento"}
    assert table.refusal("second:21/5") == "6.0"


@rule("4.4b", "4.4c", "3.45b")
def test_a_blitz_gives_one_move_in_each_phase_to_different_units() -> None:
    table = group(cards=3).play("group:Msus")
    assert table.refusal("group:Mechili") == "4.4"
    table.move("21/5", "Antelat").end_movement()
    assert table.decision == "movement"
    assert table.state.blitzed
    assert table.refusal("group:Antelat") == "5.1", "the only unit there has moved"
    assert table.play("group:Msus").refusal("unit:21/5") == "6.0"


@rule("5.0g")
def test_hexsides_away_from_the_enemy_are_crossed_by_any_number() -> None:
    table = group().play("group:Msus")
    for unit in ("21/5", "Trento", "Brescia"):
        table.move(unit, "Antelat")
    assert table.at("Antelat") == {"21/5", "Trento", "Brescia"}


@rule("5.0f", "1.4b")
def test_each_unit_of_a_group_obeys_the_rules_of_movement() -> None:
    """A ridge stops everybody; infantry goes one hex without a road, armor three."""
    table = Sands("Buq-Buq: Brescia 21/5\nAlexandria: Pol").begin().play("group:Buq-Buq", "unit:Brescia")
    assert table.refusal("hex:Sofafi") == "1.4"
    table = Sands("183: Brescia 21/5\nAlexandria: Pol").begin().play("group:183")
    assert table.play("unit:Brescia").walk("182", "181", "180") == ["182"]
    assert table.play("stop", "unit:21/5").walk("182", "181", "180") == ["182", "181", "180"]


# 5.1 Group moves


@rule("5.1a", "5.1b", "5.1d")
def test_units_of_a_hex_scatter_and_some_stay() -> None:
    table = group().play("group:Msus").move("21/5", "Antelat").move("Trento", "81").play("done")
    assert [table.where(unit) for unit in ("21/5", "Trento", "Brescia")] == ["Antelat", "81", "Msus"]


@rule("5.1a")
def test_only_units_of_the_hex_named_move() -> None:
    table = group().play("group:Msus")
    assert table.refusal("unit:21/3") == "5.1"
    assert table.refusal("unit:Pol") == "3.4"
    assert table.refusal("unit:15/8") == "5.0"


@rule("5.1c")
def test_the_path_of_each_unit_is_shown_but_not_its_name() -> None:
    table = group().play("group:Msus").move("21/5", "Antelat", "Agedabia")
    seen = [event.arguments for event in table.happened("block-moved")]
    msus, antelat, agedabia = (table.hex(name) for name in ("Msus", "Antelat", "Agedabia"))
    assert seen == [
        {"side": 0, "origin": msus, "hex": antelat},
        {"side": 0, "origin": antelat, "hex": agedabia},
    ]
    assert all(event.audience == 1 for event in table.happened("moved"))


def test_a_group_is_declared_where_own_units_can_move() -> None:
    table = group()
    assert table.legal("group") == {"Msus", "Mechili"}
    assert table.refusal("group:Antelat") == "5.1"
    assert table.refusal("group:Alexandria") == "5.1"


@rule("5.1a", "10.1a")
def test_no_group_is_declared_where_nobody_can_go() -> None:
    """A battle without a friendly hexside; a hex with a disrupted unit and one that has moved."""
    table = Sands("Bir-Harmat: 21/5 22Gd\nMsus: Brescia").battle("Bir-Harmat", "Axis").begin()
    assert table.legal("group") == {"Msus"}
    assert table.refusal("group:Bir-Harmat") == "5.1"
    table = Sands("Msus: 21/5\n81: *Trento\nMechili: 21/3", cards=2).begin().play("group:Msus").move("21/5", "81")
    assert table.legal("group") == {"Mechili"}


@rule("11.1a")
def test_disrupted_units_do_not_move() -> None:
    table = Sands("Msus: *21/5 Trento\nMechili: *21/3").begin()
    assert table.legal("group") == {"Msus"}
    assert table.refusal("group:Mechili") == "5.1"
    table.play("group:Msus")
    assert table.legal("unit") == {"Trento"}
    assert table.refusal("unit:21/5") == "11.1"


# 5.2 Regroup moves


@rule("5e1", "5.2a", "5.2h")
def test_the_example_of_a_regroup_move() -> None:
    """C is Msus, D the hex west of Mersa Brega; artillery in Soluch is too slow, Mechili is not next to Msus."""
    table = Sands(NEAR_MSUS, side="Allied").begin().regroup("Msus", "151")
    assert table.legal("unit") == {"4IN/3m", "22Gd", "KDG", "2/SG", "7/7"}
    assert table.refusal("unit:25-pdr-A") == "5.2"
    assert table.refusal("unit:4IN/5") == "5.2"
    road = ["Antelat", "Agedabia", "Mersa-Brega", "151"]
    for unit, path in {
        "4IN/3m": road[1:],
        "22Gd": road[1:],
        "KDG": ["Msus", *road],
        "2/SG": ["Msus", *road],
        "7/7": ["Msus", *road],
    }.items():
        table.move(unit, *path)
    assert table.at("151") == {"4IN/3m", "22Gd", "KDG", "2/SG", "7/7"}


@rule("5.2b", "5.2a")
def test_adjacency_to_the_command_point_ignores_terrain() -> None:
    """A ridge lies between Sofafi and Buq Buq."""
    table = Sands("Sofafi: 22Gd\nAlexandria: Pol", side="Allied").begin()
    assert "Buq-Buq" in table.legal("regroup")
    assert table.regroup("Buq-Buq", "Sidi-Barrani").legal("unit") == {"22Gd"}


@rule("5.2c", "5.2d")
def test_the_command_point_is_no_enemy_hex() -> None:
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd\nSidi-Mufta: *KDG\nRotunda-Segnali: 7/7 15/8")
    table.battle("Rotunda-Segnali", "Axis", "Mechili").begin()
    assert table.refusal("regroup:Bir-Harmat") == "5.2"
    assert table.refusal("regroup:Sidi-Mufta") == "5.2", "disrupted enemies alone make it an enemy hex"
    assert {"Gazala", "Derna", "Rotunda-Segnali"} <= table.legal("regroup"), "own, empty, battle"


@rule("5.2e")
@pytest.mark.parametrize(
    "path",
    ["Mechili", "Mechili 82", "Gazala", "Rotunda-Segnali"],
    ids=["own", "empty", "enemy", "battle"],
)
def test_the_destination_may_be_any_hex(path: str) -> None:
    goal = path.split()[-1]
    table = Sands("34: 21/3\n33: 21/5\nMechili: Trento\nGazala: 22Gd\nRotunda-Segnali: 7/7 15/8")
    table.battle("Rotunda-Segnali", "Axis", "Mechili").begin().regroup("34", goal)
    table.move("21/3", *path.split())
    assert (table.where("21/3"), table.decision) == (goal, "movement")


@rule("5.2f")
def test_the_destination_is_declared_before_units_move() -> None:
    table = group().play("regroup:81")
    assert table.decision == "destination"
    assert table.refusal("unit:21/5") == "5.2"
    assert table.refusal("done") == "5.2"
    assert table.play("to:82").legal("unit") == {"21/5", "Trento", "Brescia"}


@rule("5.2g", "5.2s1")
def test_each_unit_needs_movement_of_its_own_from_its_own_hex() -> None:
    """Msus is two track hexes from 82 and infantry goes three by track: it can; four away it cannot march even."""
    table = Sands("Msus: Brescia\nAntelat: Pavia\nSoluch: Savona").begin().regroup("Msus", "Mechili")
    assert table.legal("unit") == {"Brescia", "Pavia", "Savona"}
    table = Sands("Msus: Brescia\nAntelat: Pavia\nSoluch: Savona").begin().regroup("Msus", "Rotunda-Segnali")
    assert table.legal("unit") == {"Brescia"}
    assert table.refusal("unit:Pavia") == "5.2"


@rule("5.2h")
def test_a_regrouping_unit_leaves_no_way_to_its_destination() -> None:
    """Two hexes of track and no more: every step must lead there, and it stops nowhere else."""
    table = Sands("82: Brescia\nAlexandria: Pol").begin().regroup("81", "Msus").play("unit:Brescia")
    assert "81" in table.legal("hex")
    assert table.refusal("hex:107") == "5.2"
    table.play("hex:81")
    assert table.refusal("stop") == "5.2"
    assert table.refusal("hex:105") == "6.2"
    table.play("hex:Msus")
    assert table.decision == "movement"


def test_a_destination_nobody_could_reach_is_refused() -> None:
    table = group().play("regroup:81")
    assert table.refusal("to:Alexandria") == "5.2"
    assert table.refusal("to:Msus") == "5.2", "all units at the command point are in Msus already"


@rule("5.2g", "6.3a", "6.4a")
@pytest.mark.parametrize(("verb", "farthest"), [("regroup", "180"), ("rommel-regroup", "179")])
def test_the_destination_lies_within_speed_bonus_and_march(verb: str, farthest: str) -> None:
    """Trento goes two hexes and marches one; recon that is disrupted, or has moved already, reaches nothing."""
    far = {"180", "179", "178"}
    table = Sands("183: Trento *21/3\nAlexandria: Pol").begin().play(f"{verb}:183")
    assert max(far & table.legal("to"), key=lambda name: -int(name)) == farthest
    table = (
        Sands("183: Trento 21/3\nAlexandria: Pol", cards=2).begin().play("group:183").move("21/3", "184", "183")
    )
    table.play(f"{verb}:183")
    assert max(far & table.legal("to"), key=lambda name: -int(name)) == farthest


@rule("5.2g", "6.0c")
@pytest.mark.parametrize(("enemy", "reached"), [("180", True), ("179", False)])
def test_an_enemy_hex_is_as_far_as_an_empty_one(enemy: str, reached: bool) -> None:
    table = Sands(f"183: Trento\n{enemy}: 22Gd").begin().play("regroup:183")
    assert (enemy in table.legal("to")) == reached


@rule("5.2g", "7.1a")
def test_a_destination_behind_full_hexsides_is_out_of_reach() -> None:
    """Brescia could reach Sollum over the pass alone, and that is taken."""
    places = "Ft-Capuzzo: 21/5 Brescia\nBardia: KDG\nSidi-Omar: 7/7\nSollum: 22Gd"
    table = Sands(places, cards=2).begin()
    assert "Sollum" in table.play("regroup:Ft-Capuzzo").legal("to")
    table = Sands(places, cards=2).begin().play("group:Ft-Capuzzo").move("21/5", "Sollum")
    assert "Sollum" not in table.play("regroup:Ft-Capuzzo").legal("to")


@rule("5.2g", "10.1a", "10.1b")
def test_units_in_battle_regroup_over_friendly_hexsides_and_to_no_enemy() -> None:
    """The Attacker of Bir Harmat came by Gazala and leaves that way: Tobruk is next to it and out of reach."""
    table = Sands("Bir-Harmat: Brescia 22Gd\nDerna: KDG").battle("Bir-Harmat", "Axis", "Gazala").begin()
    goals = table.play("regroup:Bir-Harmat").legal("to")
    assert {"Gazala", "Sidi-Mufta"} <= goals
    assert not {"Derna", "Tobruk"} & goals


@rule("5.2h", "6.2d")
def test_a_regrouping_unit_that_has_left_the_roads_counts_on_none() -> None:
    """After a roadless step Trento has one hex and a march left: no way back by the highway leads to Derna."""
    table = Sands("Knightsbridge: Trento\nAlexandria: Pol").begin().regroup("Knightsbridge", "Derna")
    assert table.play("unit:Trento").go("Bir-Harmat").legal("hex") == {"Gazala"}


def test_who_stands_in_the_destination_does_not_move() -> None:
    table = Sands("Msus: 21/5 Trento\n81: 21/3").begin().regroup("Msus", "81")
    assert table.legal("unit") == {"21/5", "Trento"}
    assert table.refusal("unit:21/3") == "5.2"


@rule("5.2f", "6.3a")
@pytest.mark.parametrize(
    ("choices", "line"),
    [
        ("group:Msus", "The Axis declare a group move from Msus"),
        ("rommel-group:Msus", "Rommel leads a group move from Msus"),
        ("regroup:81 to:82", "The Axis declare a regroup move to hex 82, command point hex 81"),
        ("rommel-regroup:81 to:82", "Rommel leads a regroup move to hex 82, command point hex 81"),
    ],
)
def test_everybody_hears_what_is_declared(choices: str, line: str) -> None:
    table = group().play(*choices.split())
    (event,) = table.events
    assert event.heard_by(1)
    assert str(table.game.narrate(table.state.printed, event)) == line

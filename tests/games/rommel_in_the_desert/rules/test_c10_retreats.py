"""10.0-10.41: leaving battles: refusals, full and partial retreats, probe combat."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.knowledge.view import Known
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from tests.games.rommel_in_the_desert.leaving import defending, heard, leave, refusing
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


# 10.0, 10.1


@rule("10.0c", "10.5a")
@pytest.mark.parametrize("how", ["refusal", "group", "regroup", "withdrawal"])
def test_voluntary_retreats(how: str) -> None:
    """All of them take pursuit fire, and end in disruption."""
    if how == "refusal":
        table = refusing("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol", "21/5")
    elif how == "group":
        table = leave(defending("Trento 22Gd"))
    elif how == "regroup":
        table = defending("Trento 22Gd").regroup("Bir-Harmat", "Gazala")
        table.play("done", "retreat:Bir-Harmat", "unit:Trento")
    else:
        table = defending("Trento 22Gd", phase="lay").play("pass", "group:Bir-Harmat", "retreat:Bir-Harmat")
    assert table.decision == "pursue"
    table.hold_fire().go(*{"refusal": ["Tobruk"], "withdrawal": ["Gazala", "Derna"]}.get(how, ["Gazala"]))
    if table.decision in ("step", "leave"):
        table.play("stop")
    assert len(table.marked("disrupted")) == 1


@rule("10.0d", "10.5a", "11.3g")
def test_involuntary_retreats_are_withdrawals() -> None:
    table = Sands(position("Gazala: 21/5\nBir-Harmat: 22Gd-\nTobruk: Pol", "movement 1"))
    table.play("group:Gazala").move("21/5", "Bir-Harmat").play("rout:Bir-Harmat")
    assert table.decision == "pursue"
    table.hold_fire()
    assert table.decision == "leave"
    assert table.refusal("hex:Sidi-Mufta") == "5.3", "not on its supply line"


@rule("10.0e", "11.1a")
def test_disrupted_units_are_left_out_of_retreats() -> None:
    """They do not leave, and they make no rearguard: the retreat of all others is a full one."""
    table = defending("Trento Brescia- 22Gd").play("group:Bir-Harmat", "done", "retreat:Bir-Harmat")
    assert table.legal("unit") == {"Trento"}
    assert table.refusal("unit:Brescia") == "10.0"
    table.play("unit:Trento")
    assert table.happened("retreat")[0].arguments["full"] == 1
    assert table.decision == "pursue"


@rule("10.1a")
def test_units_disengage_over_friendly_hexsides_into_hexes_without_enemies() -> None:
    table = leave(defending("Trento 22Gd", "Knightsbridge: Pol\nSidi-Mufta: KDG-"))
    table.hold_fire()
    assert table.legal("hex") == {"Gazala"}
    assert [table.refusal(f"hex:{name}") for name in ("Tobruk", "Knightsbridge", "Sidi-Mufta")] == ["10.1"] * 3


@rule("10.1a")
def test_who_has_no_way_out_may_not_retreat() -> None:
    more = "Gazala: KDG\nKnightsbridge: Pol\nSidi-Mufta: 11H"
    table = defending("Trento 22Gd", f"{more}\nDerna: Ariete").play("group:Derna", "done")
    assert table.decision != "choose-retreat"
    table = defending("Trento 22Gd", "Derna: Ariete", "movement 2").play("group:Derna", "group:Bir-Harmat", "done")
    assert table.refusal("retreat:Derna") == "10.3"
    assert table.refusal("unit:Ariete") == "3.4"


@rule("10.1c")
def test_a_routed_unit_that_cannot_leave_is_eliminated() -> None:
    more = crossed(axis="Tobruk>Bir-Harmat")
    table = Sands(position("Tobruk: 21/5\nBir-Harmat: 22Gd-\nAlexandria: Pol", "movement 1", more=more))
    table.play("group:Tobruk").move("21/5", "Bir-Harmat").play("rout:Bir-Harmat").hold_fire()
    assert table.where("22Gd") == "dead"


# 10.2 Refusing battle


@rule("10.2a", "10.2s1", "10.2s3")
def test_the_whole_group_stays_for_the_fire_and_withdraws() -> None:
    table = refusing("Gazala: 21/5\nBir-Harmat: 22Gd 2/SG\nTobruk: Pol", "21/5")
    assert table.at("Bir-Harmat") == {"21/5", "22Gd", "2/SG"}
    assert not table.marked("shown")
    table.hold_fire()
    assert table.legal() == {"unit:22Gd", "unit:2/SG"}
    table.play("unit:2/SG").go("Tobruk").play("stop").go("Tobruk", "Gambut").play("stop")
    assert (table.where("2/SG"), table.where("22Gd")) == ("Tobruk", "Gambut")
    assert table.at("Bir-Harmat") == {"21/5"}


@rule("10.2b")
def test_no_line_no_refusal() -> None:
    places = "Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Trento"
    table = Sands(
        position(places, "movement 1", more="owner Tobruk: axis\nowner Bardia: axis\nowner Benghazi: axis")
    )
    table.play("group:Gazala").move("21/5", "Bir-Harmat").end_movement()
    assert table.legal() == {"done"}
    assert table.refusal("refuse:Bir-Harmat") == "10.2"


@rule("10.2b", "8.4s5")
def test_one_unit_without_a_line_keeps_the_whole_group_in_battle() -> None:
    """7/4 lives on Tobruk and could go there; 7/7 has no line, so nobody refuses."""
    places = "Gazala: Trento\nGambut: Ariete\nEl-Adem: Brescia\nTobruk: 9AU/20\nBir-Harmat: 21/3 7/4"
    more = f"attacked_hexes: Bir-Harmat\nsupplied by Tobruk: 7/4\n{crossed('Gazala>Bir-Harmat')}"
    assert Sands(position(places, "refusals", more=more)).allows("refuse:Bir-Harmat")
    table = Sands(position(f"{places} 7/7", "refusals", more=more))
    assert table.refusal("refuse:Bir-Harmat") == "10.2"


@rule("10.2c")
def test_each_group_leaves_by_itself_and_to_where_its_units_like() -> None:
    places = "Gazala: 21/5\nSidi-Mufta: Ariete\nBir-Harmat: 22Gd 2/SG\nKnightsbridge: 7/7\nTobruk: Pol"
    table = Sands(position(places, "movement 2")).play("group:Gazala", "group:Sidi-Mufta")
    table.move("21/5", "Bir-Harmat").move("Ariete", "Knightsbridge", verb="second").end_movement()
    table.play("refuse:Bir-Harmat").hold_fire()
    assert table.legal("unit") == {"22Gd", "2/SG"}, "the other group is not taken along"
    table.play("unit:22Gd").go("Tobruk").play("stop").go("Tobruk")
    assert table.allows("hex:Gambut"), "they need not end together"
    table.play("stop", "refuse:Knightsbridge").hold_fire()
    assert table.decision == "leave"


@rule("10.2d")
def test_nobody_of_a_refusing_group_may_stay() -> None:
    table = refusing("Gazala: 21/5\nBir-Harmat: 22Gd 2/SG\nTobruk: Pol", "21/5").hold_fire().play("unit:22Gd")
    assert table.refusal("stop") == "5.3"
    table.go("Tobruk").play("stop")
    assert (table.decision, table.refusal("stop")) == ("leave", "5.3")


@rule("10.2e", "11.0b", "10.0b")
def test_who_refuses_is_fired_at_and_disrupted() -> None:
    table = refusing("Gazala: 21/5\nBir-Harmat: 22Gd 2/SG\nTobruk: Pol", "21/5")
    table.play("fire:21/5").roll("4 4").play("done", "hit:22Gd", "hit:2/SG", "done")
    assert (table.cv("22Gd"), table.cv("2/SG")) == (2, 2)
    table.play("unit:22Gd").go("Tobruk").play("stop")
    assert table.marked("disrupted") == table.marked("late") == {"22Gd"}


@rule("10.2f", "10.2s2")
def test_neither_refusers_nor_pursuers_are_shown() -> None:
    table = refusing("Gazala: 21/5 21/3\nBir-Harmat: 22Gd 2/SG\nTobruk: Pol", "21/5", "21/3")
    table.play("fire:21/5").roll("4 4").play("done", "hit:22Gd", "hit:2/SG", "done", "unit:22Gd").go("Tobruk")
    assert not table.happened("shown")
    assert not table.marked("shown")
    for side, unit in ((0, "22Gd"), (1, "21/5")):
        assert unit not in {table.state.printed.units[block.unit].id for block in known(table, side)}
        named = [event for event in table.events if event.heard_by(side) and "unit" in event.arguments]
        assert table.unit(unit) not in [event.arguments["unit"] for event in named]
    assert "unit" not in heard(table, 1, "pursuit-fire")[0]
    assert heard(table, 1, "pursuit-fire")[0]["dice"] == [4, 4], "the dice are rolled for all to see"


def known(table: Sands, side: int) -> list[Known]:
    """The enemy blocks a side can name."""
    view = table.game.view(table.state, side)
    return [block for block in view.known if table.state.printed.side_of[block.unit] != side and block.place >= 0]


@rule("10.2s2")
def test_pursuers_may_save_their_fire_for_the_rout() -> None:
    table = refusing("Gazala: 21/5 21/3\nBir-Harmat: 22Gd Pol-\nTobruk: 2/SG", "21/5", "21/3")
    table.play("done").go("Tobruk").play("stop")
    assert table.decision == "pursue"
    assert table.legal("fire") == {"21/5", "21/3"}


# 10.3 Full retreats


@rule("10.3a")
@pytest.mark.parametrize("order", ["group:Bir-Harmat", "rommel-group:Bir-Harmat", "regroup:Gazala"])
def test_a_full_retreat_is_part_of_a_group_or_regroup_move(order: str) -> None:
    table = defending("Trento 22Gd").play(order)
    if table.decision == "destination":
        table.play("to:Derna")
    table.play("done")
    assert table.legal("retreat") == {"Bir-Harmat"}
    table.play("retreat:Bir-Harmat", "unit:Trento").hold_fire().go("Gazala", "Derna")
    assert table.where("Trento") == "Derna"


@rule("10.3a", "4.2b")
def test_units_retreat_each_under_its_own_move_of_an_offensive() -> None:
    """Trento regroups to Derna and nowhere else; Brescia goes with the group wherever it likes."""
    table = defending("Trento Brescia 22Gd", phase="movement 2").play("group:Bir-Harmat")
    table.regroup("Gazala", "Derna").play("done", "retreat:Bir-Harmat", "second:Trento")
    assert table.marked("leaving_second") == {"Trento"}
    table.play("unit:Brescia").hold_fire()
    went = {}
    while table.decision == "step":
        unit = table.state.printed.units[STEP.unit(table.state.frames[-1])].id
        table.go("Gazala")
        went[unit] = table.allows("stop")
        if unit == "Trento":
            table.go("Derna")
        else:
            table.play("stop")
    assert went == {"Trento": False, "Brescia": True}
    assert (table.where("Trento"), table.where("Brescia")) == ("Derna", "Gazala")
    assert not table.state.leaving | table.state.leaving_second, "the marks are taken off"


@rule("10.3a")
def test_units_of_no_move_do_not_retreat() -> None:
    table = defending("Trento 22Gd", "Gazala: Ariete").play("group:Gazala", "done")
    assert table.decision != "choose-retreat"


@rule("10.3b", "10.3s2", "3.4t4")
def test_a_full_retreat_takes_pursuit_fire_before_it_moves() -> None:
    table = leave(defending("Trento 22Gd 7/7"))
    assert (table.decision, table.actor) == ("pursue", 1)
    assert table.at("Bir-Harmat") == {"Trento", "22Gd", "7/7"}
    table.play("fire:22Gd").roll("5").play("fire:7/7").roll("1 6").play("done")
    assert table.cv("Trento") == 2
    table.go("Gazala").play("stop")
    assert table.marked("disrupted") == {"Trento"}


@rule("10.3s1", "10.4d", "3.4t3")
def test_retreats_are_announced_after_all_other_moves_and_before_marches() -> None:
    table = defending("Trento 22Gd", "Gazala: Ariete", "movement 2").play("group:Bir-Harmat", "group:Gazala")
    assert table.refusal("retreat:Bir-Harmat") == "3.43"
    assert table.refusal("unit:Trento") == "10.3"
    table.move("Ariete", "Derna", verb="second").play("done")
    assert table.decision == "choose-retreat"
    assert table.refusal("second:Ariete") == "3.4"
    table.play("done")
    assert table.decision == "announce-marches"


@rule("10.3s3", "10.1b")
def test_the_survivors_move_by_their_move_and_do_not_engage() -> None:
    table = leave(defending("Trento Brescia 22Gd", "Derna: KDG"))
    table.hold_fire().go("Gazala")
    assert table.refusal("hex:Derna") == "7.2"
    assert table.legal("hex") >= {"34", "Sidi-Mufta"}, "otherwise it moves as usual"
    table.go("34").play("stop").go("Sidi-Mufta")
    assert table.at("Bir-Harmat") == {"22Gd"}
    assert not any(table.state.attacker_hexes)


@rule("10.3s4", "11.3c", "10.5s2")
def test_the_disrupted_left_behind_are_routed_by_who_has_not_fired() -> None:
    table = leave(defending("Trento Brescia- 22Gd 7/7"))
    table.play("fire:22Gd").roll("1").play("done").go("Gazala").play("stop")
    assert table.happened("rout")[0].arguments["side"] == 0
    assert table.cv("Brescia") == 3
    assert table.legal("fire") == {"7/7"}
    table.play("done").go("Gazala")
    assert table.marked("disrupted") == {"Trento", "Brescia"}
    assert table.at("Bir-Harmat") == {"22Gd", "7/7"}


@rule("10.3s2", "10.3s4")
def test_if_nobody_survives_the_fire_the_disrupted_rout() -> None:
    table = leave(defending("Trento=1 Brescia- 22Gd 7/7"))
    table.play("fire:7/7").roll("4 4").play("done")
    assert table.where("Trento") == "dead"
    assert table.decision == "pursue"
    assert table.cv("Brescia") == 3


# 10.4 Partial retreats


@rule("10.4b", "5.3f")
def test_a_pass_allows_no_partial_retreat() -> None:
    """Units leave a battle all together or not at all; no other retreat is offered without a card."""
    table = defending("Trento Brescia 22Gd", "Gazala: Ariete", phase="lay").play("pass", "group:Bir-Harmat")
    assert table.legal() == {"done", "retreat:Bir-Harmat"}
    assert table.refusal("unit:Trento") == "10.4"
    table.play("done")
    assert table.state.active == 1
    assert table.at("Bir-Harmat") == {"Trento", "Brescia", "22Gd"}


@rule("10.4c", "10.41f")
def test_a_partial_retreat_that_is_not_probed_takes_no_pursuit_fire() -> None:
    table = leave(defending("Trento Brescia 22Gd"), "Trento")
    assert (table.decision, table.actor) == ("probe-combat", 1)
    table.play("decline").go("Gazala").play("stop")
    assert not table.happened("slowest")
    assert table.marked("disrupted") == {"Trento"}
    assert table.hexes("attacker_hexes", "Allied") == {"Bir-Harmat"}, "the battle goes on"


@rule("10.4f", "10.41f")
def test_a_rearguard_that_survives_the_probe_shields_the_leavers() -> None:
    table = leave(defending("Trento Brescia=2 22Gd"), "Trento").play("probe").miss().shoot("22Gd", "6")
    assert table.cv("Brescia") == 1
    assert table.decision == "step"
    assert not table.happened("slowest")
    assert table.go("Gazala").play("stop").marked("disrupted") == {"Trento"}


@rule("10.4g")
@pytest.mark.parametrize("cards", [1, 3])
def test_no_combat_where_a_partial_retreat_was_made(cards: int) -> None:
    table = defending("Trento Brescia 22Gd", "El-Adem: Ariete 7/7", f"movement {cards}")
    leave(table, "Trento").play("decline").go("Gazala").play("stop")
    for _ in range(1 + (cards == 3)):
        table.end_movement()
        assert table.legal("fight") == {"El-Adem"}
        assert table.refusal("fight:Bir-Harmat") == "10.4"
        table.play("done")


@rule("10.4g")
def test_the_enemy_may_fight_there_in_his_turn() -> None:
    table = leave(defending("Trento Brescia 22Gd", "hand allied: 1 real 0 dummy"), "Trento").play("decline")
    table.go("Gazala").play("stop").end_movement()
    table.play("done") if table.decision == "name-battles" else None
    table.play("real:1", "dummies:0").end_movement()
    assert table.legal("fight") == {"Bir-Harmat"}


@rule("10.4g", "8.6c")
def test_a_new_battle_in_the_hex_left_is_another_battle() -> None:
    """The rearguard dies, the leavers go, and in the blitz the hex is attacked afresh."""
    table = defending("Trento Brescia=1 22Gd", "Gazala: 21/5\nTobruk: Pol", "movement 3")
    leave(table, "Trento").play("probe").miss().shoot("22Gd", "6").hold_fire().go("Sidi-Mufta").play("stop")
    table.end_movement()
    assert table.state.blitzed
    table.play("group:Gazala").move("21/5", "Bir-Harmat").end_movement().play("done")
    assert table.hexes("fighting_hexes") == {"Bir-Harmat"}


@rule("10.4s1")
def test_a_partial_retreat_is_announced_with_its_leavers_still_in_the_hex() -> None:
    table = leave(defending("Trento Brescia Ariete 22Gd"), "Trento", "Ariete")
    assert table.decision == "probe-combat"
    assert table.marked("leaving") == {"Trento", "Ariete"}
    assert table.at("Bir-Harmat") == {"Trento", "Brescia", "Ariete", "22Gd"}
    assert heard(table, 1, "retreat")[0]["full"] == 0


@rule("10.4s1")
def test_the_rearguard_of_a_phase_stays() -> None:
    """It would shield the leavers by drawing all fire, and then go without pursuit."""
    table = leave(defending("Trento Brescia 22Gd"), "Trento").play("decline").go("Gazala").play("stop")
    assert table.legal() == {"done"}
    assert table.refusal("retreat:Bir-Harmat") == "10.4"


@rule("3.45a", "10.4g")
def test_in_blitz_movement_the_rest_may_retreat_too() -> None:
    table = defending("Trento Brescia 22Gd", phase="movement 3")
    leave(table, "Trento").play("decline").go("Gazala").play("stop").end_movement()
    assert table.state.blitzed
    leave(table, "Brescia")
    assert table.decision == "pursue"


@rule("10.4s2", "10.41c")
def test_when_the_rearguard_dies_the_retreat_becomes_a_full_one() -> None:
    table = leave(defending("Trento Brescia=1 22Gd 2/SG 7/7"), "Trento").play("probe").miss()
    table.shoot("22Gd", "6")
    assert table.where("Brescia") == "dead", "nobody is left to fire at"
    assert (table.decision, table.actor) == ("pursue", 1)
    assert table.legal("fire") == {"2/SG", "7/7"}, "those that have not fired in the probe"
    assert table.refusal("fire:22Gd") == "10.5"
    table.play("fire:2/SG").roll("4 4").play("done")
    assert table.cv("Trento") == 2
    assert table.go("Gazala").play("stop").marked("disrupted") == {"Trento"}


@rule("10.4s1", "10.41b", "10.41c")
def test_who_is_asked_in_a_retreat_of_the_allies() -> None:
    more = crossed("Gazala>Bir-Harmat") + "\nTobruk: Pol"
    table = Sands(position("Bir-Harmat: 22Gd 2/SG=1 KDG 21/5 Trento", "movement 1", "allied", more=more))
    asked = []
    for text in ("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:22Gd", "unit:KDG", "done", "probe"):
        asked.append((table.decision, table.actor))
        table.play(text)
    asked.append((table.decision, table.actor))
    table.miss()
    asked.append((table.decision, table.actor))
    table.shoot("Trento", "6")
    asked.append((table.decision, table.actor))
    table.play("fire:21/5").roll("4 4").play("done")
    asked.append((table.decision, table.actor))
    table.play("hit:22Gd", "hit:KDG", "done")
    asked.append((table.decision, table.actor))
    assert asked == [
        *[("movement", 1)] * 2,
        *[("choose-retreat", 1), ("choose-leavers", 1), ("choose-leavers", 1), ("choose-leavers", 1)],
        *[
            ("probe-combat", 0),
            ("fire-unit", 1),
            ("fire-unit", 0),
            ("pursue", 0),
            ("take-pursuit", 1),
            ("step", 1),
        ],
    ]
    table = Sands(
        position("Bir-Harmat: 22Gd Pol Trento=1", "movement 1", "allied", more=crossed("Gazala>Bir-Harmat"))
    )
    leave(table, "22Gd").play("probe").shoot("Pol", "6")
    assert (table.decision, table.actor) == ("go-or-stay", 1)


# 10.41 Probe combat


@rule("10.41a")
def test_the_passive_player_may_probe_without_a_card() -> None:
    table = leave(defending("Trento Brescia 22Gd", "hand allied: 2 real 0 dummy"), "Trento")
    assert table.legal() == {"probe", "decline"}
    assert table.refusal("done") == "10.41"
    assert table.play("probe").state.real[1] == 2


@rule("10.41b")
def test_in_a_probe_the_rearguard_fires_first() -> None:
    table = leave(defending("Trento Brescia 22Gd"), "Trento").play("probe")
    assert (table.actor, table.legal()) == (0, {"fire:Brescia"})
    assert table.refusal("fire:Trento") == "10.4"
    table.shoot("Brescia", "6")
    assert table.cv("22Gd") == 2
    assert (table.actor, table.legal()) == (1, {"fire:22Gd"})


@rule("10.41b", "10.4f")
def test_leavers_are_no_targets_in_a_probe() -> None:
    """Armor leaves: the enemy's armor fires at the infantry that stays."""
    table = leave(defending("Ariete Brescia 7/7"), "Ariete").play("probe").miss().shoot("7/7", "5")
    assert (table.cv("Ariete"), table.cv("Brescia")) == (4, 3)


@rule("10.41b", "7.3a")
def test_a_probe_shows_who_fights_and_not_who_leaves() -> None:
    """15/8 has just joined the battle, hidden until movement is over; now it has to fire."""
    more = "Gazala: 15/8\nshown: 22Gd\nmay hold Bir-Harmat: Trento 22Gd 15/8"
    table = defending("Trento 22Gd", more, "movement 2").play("group:Bir-Harmat", "group:Gazala")
    table.move("15/8", "Bir-Harmat", verb="second").play("done", "retreat:Bir-Harmat", "unit:Trento")
    assert table.play("probe").marked("shown") == {"15/8", "22Gd"}


@rule("10.41c", "10.5i")
def test_all_that_fired_in_the_probe_have_no_pursuit_fire_left() -> None:
    table = leave(defending("Trento Ariete Brescia=1 22Gd 2/SG"), "Trento", "Ariete").play("probe").miss()
    table.shoot("22Gd", "1").shoot("2/SG", "6")
    assert (table.decision, table.legal()) == ("pursue", {"done"}), "asked all the same"
    assert table.happened("slowest")[0].arguments["speed"] == 2, "the leavers are one group"


@rule("10.41d")
def test_the_leavers_go_on_after_the_pursuit_fire() -> None:
    table = leave(defending("Trento Ariete Brescia=1 22Gd 7/7"), "Trento", "Ariete").play("probe").miss()
    table.shoot("22Gd", "6").play("fire:7/7").roll("4 4").play("done", "hit:Trento", "hit:Ariete", "done")
    table.go("Gazala").play("stop").go("Gazala", "Derna").play("stop")
    assert table.marked("disrupted") == {"Trento", "Ariete"}
    assert table.at("Bir-Harmat") == {"22Gd", "7/7"}
    assert not any(table.state.attacker_hexes)


@rule("10.41e", "11.3s2")
def test_the_disrupted_are_routed_when_rearguard_and_leavers_are_gone() -> None:
    table = leave(defending("Trento Brescia=1 Pavia- 22Gd 7/7"), "Trento").play("probe").miss()
    table.shoot("22Gd", "6").play("done")
    assert not table.happened("rout"), "the leavers still stand by them"
    table.go("Gazala").play("stop")
    assert table.happened("rout")[0].arguments["side"] == 0
    assert table.legal("fire") == {"7/7"}
    table.play("done").go("Gazala")
    assert table.cv("Pavia") == 3


@rule("10.41s1", "13.2a")
def test_a_rearguard_of_defenders_has_the_fortress() -> None:
    table = Sands(position("Tobruk: Trento Brescia=2 22Gd\nGambut: Ariete", "movement 1", attacker="allied"))
    table.play("group:Tobruk", "done", "retreat:Tobruk", "unit:Trento", "done", "probe", "fire:Brescia")
    assert table.dice() == 4


@rule("10.41s1", "14.2d")
def test_a_rearguard_of_defenders_has_the_minefield() -> None:
    more = "mined_hexes: Bir-Harmat\nshown_mines: Bir-Harmat\nmines known to axis: Bir-Harmat"
    table = leave(defending("Trento Brescia 22Gd", more), "Trento").play("probe").miss().shoot("22Gd", "6 6 6")
    assert table.cv("Brescia") == 3


@rule("10.41s2")
def test_probing_units_have_neither_fortress_nor_minefield() -> None:
    """The prober defends the hex: his fire comes second and counts as his own attack."""
    more = "mined_hexes: Tobruk\nshown_mines: Tobruk\n" + crossed("Gambut>Tobruk")
    table = Sands(position("Tobruk: Trento Brescia=2 22Gd\nGambut: Ariete", "movement 1", more=more))
    table.play("group:Tobruk", "done", "retreat:Tobruk", "unit:Trento", "done", "probe", "fire:Brescia")
    assert table.dice() == 2
    table.roll("6 6")
    assert table.cv("22Gd") == 1
    assert table.play("fire:22Gd").dice() == 1


@rule("10.41f", "8.0b")
def test_a_rearguard_that_wins_the_battle_leaves_nothing_to_retreat_from() -> None:
    """The leavers may move on, undisrupted, or stay."""
    table = leave(defending("Trento Ariete Brescia 22Gd=1", "Tobruk: Pol"), "Trento", "Ariete").play("probe")
    table.shoot("Brescia", "6")
    assert not any(table.state.attacker_hexes)
    assert (table.decision, table.actor) == ("go-or-stay", 0)
    assert table.legal() == {"unit:Trento", "unit:Ariete", "done"}
    assert table.refusal("unit:Brescia") == "10.41"
    table.play("unit:Ariete").go("Gazala").play("stop")
    assert table.legal() == {"unit:Trento", "done"}
    table.play("done").end_movement()
    assert (table.where("Ariete"), table.where("Trento")) == ("Gazala", "Bir-Harmat")
    assert not table.marked("disrupted")


@rule("11.4a", "10.41f")
def test_units_freed_by_the_rearguard_may_overrun_disrupted_enemies() -> None:
    table = leave(defending("Trento Brescia 22Gd=1", "Sidi-Mufta: 7/7-\nTobruk: Pol"), "Trento").play("probe")
    table.shoot("Brescia", "6").play("unit:Trento").go("Sidi-Mufta")
    assert table.happened("rout")[0].arguments == {"side": 1, "hex": table.hex("Sidi-Mufta")}
    assert (table.decision, table.actor) == ("pursue", 0)


@rule("11.11d", "3.4t7")
def test_probing_units_that_die_leave_their_disrupted_companions_to_be_routed() -> None:
    table = leave(defending("Trento Brescia 22Gd=1 Pol-", "Tobruk: 2/SG"), "Trento").play("probe")
    table.shoot("Brescia", "6")
    assert table.happened("rout")[0].arguments["side"] == 1
    assert (table.decision, table.actor) == ("pursue", 0)
    assert table.legal("fire") == {"Trento"}, "Brescia has fired"
    table.play("done").go("Tobruk").play("stop")
    assert table.decision == "go-or-stay"

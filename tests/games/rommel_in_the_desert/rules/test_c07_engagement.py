"""7, 8.1-8.3: entering and leaving hexes with enemy units."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def no_fire(table: Sands) -> Sands:
    """Nobody fires at those that leave."""
    while table.decision == "pursue":
        table.play("done")
    return table


# 7.1 Hexside limits


@rule("7.1a", "7.1b", "1.4t5")
def test_two_units_engage_over_a_clear_hexside() -> None:
    table = Sands("Gazala: 21/5 15/8 21/3\nBir-Harmat: 22Gd").begin().play("group:Gazala")
    table.move("21/5", "Bir-Harmat").move("15/8", "Bir-Harmat").play("unit:21/3")
    assert table.refusal("hex:Bir-Harmat") == "7.1"
    table.go("Sidi-Mufta", "Bir-Harmat")
    assert len(table.at("Bir-Harmat")) == 4


@rule("7.1c", "1.4t3")
def test_one_unit_engages_over_a_pass() -> None:
    table = Sands("Ft-Capuzzo: 21/5 15/8\nSollum: 22Gd").begin().play("group:Ft-Capuzzo").move("21/5", "Sollum")
    assert table.play("unit:15/8").refusal("hex:Sollum") == "7.1"


@rule("7.1d", "1.4t1")
def test_one_unit_engages_over_a_mountain_road() -> None:
    table = Sands("Gazala: 21/5\n34: 15/8 21/3\nDerna: 22Gd").begin().play("group:34").move("15/8", "Derna")
    assert table.play("unit:21/3").refusal("hex:Derna") == "7.1"


@rule("7.1e", "1.4t2", "1.4t4")
@pytest.mark.parametrize(
    ("here", "there"),
    [("Cyrene", "33"), ("Buq-Buq", "Sofafi"), ("166", "167")],
    ids=["mountain", "ridge", "marsh"],
)
def test_rough_hexsides_without_road_or_pass_are_not_crossed(here: str, there: str) -> None:
    table = Sands(f"{here}: 21/5\nAlexandria: Pol").begin().play(f"group:{here}", "unit:21/5")
    assert table.refusal(f"hex:{there}") == "1.4"


@rule("7.1f", "4.4e")
def test_the_limits_begin_afresh_in_blitz_movement() -> None:
    table = Sands("Gazala: 21/5 15/8 21/3\nBir-Harmat: 22Gd", cards=3).begin().play("group:Gazala")
    table.move("21/5", "Bir-Harmat").move("15/8", "Bir-Harmat").end_movement().play("done")
    while table.decision != "movement":
        table.play(*sorted(table.legal())[:1]) if table.actor >= 0 else table.roll(
            *["1 1 1 1 1 1"[: 2 * dice(table) - 1]]
        )
    table.play("group:Gazala").move("21/3", "Bir-Harmat")
    assert table.where("21/3") == "Bir-Harmat"


def dice(table: Sands) -> int:
    """How many dice are about to be rolled."""
    count, outcomes = 0, len(table.game.chance(table.state))
    while outcomes > 1:
        outcomes //= 6
        count += 1
    return count


@rule("7e1")
def test_six_units_enter_a_battle_over_three_clear_hexsides() -> None:
    table = Sands(
        """
        Gazala: 21/5 15/8 Trieste
        Sidi-Mufta: Ariete Trento
        Knightsbridge: 21/3 15/33
        Bir-Harmat: 22Gd
        """,
        cards=2,
    )
    table.begin().regroup("Sidi-Mufta", "Bir-Harmat").regroup("Gazala", "Bir-Harmat")
    for unit in ("Ariete", "Trento", "21/3", "15/33"):
        table.move(unit, "Bir-Harmat")
    for unit in ("21/5", "15/8"):
        table.move(unit, "Bir-Harmat", verb="second")
    assert len(table.at("Bir-Harmat")) == 7
    assert "Trieste" not in table.legal("second") | table.legal("unit")


@rule("7.1a")
def test_units_added_to_a_battle_count_as_those_that_begin_it() -> None:
    table = Sands("Gazala: 21/5 15/8 21/3\nBir-Harmat: 22Gd Trento").battle("Bir-Harmat", "Axis").begin()
    table.play("group:Gazala").move("21/5", "Bir-Harmat").move("15/8", "Bir-Harmat").play("unit:21/3")
    assert table.refusal("hex:Bir-Harmat") == "7.1"


# 7.2 Disengaging


def engaged(extra: str = "", *entered: str) -> Sands:
    """Two Axis units hold Bir Harmat against an attack from Tobruk, and may leave it in their turn."""
    table = Sands(f"Bir-Harmat: 21/5 15/8 22Gd KDG\n{extra}", cards=2)
    return table.battle("Bir-Harmat", "Allied", *(entered or ("Tobruk",))).begin()


@rule("7.2c", "10.1a", "8.1b")
def test_units_disengage_over_friendly_hexsides_into_friendly_or_empty_hexes() -> None:
    table = engaged("Gazala: Pol\nSidi-Mufta: Brescia").play("group:Bir-Harmat", "done")
    no_fire(table.play("retreat:Bir-Harmat", "unit:21/5", "unit:15/8"))
    assert table.legal("hex") == {"Sidi-Mufta", "Knightsbridge"}
    assert table.refusal("hex:Tobruk") == "10.1", "the enemy came over that hexside"
    assert table.refusal("hex:Gazala") == "10.1", "the enemy is there"


@rule("7.2d", "11.0a", "10.0b")
def test_a_unit_that_disengages_is_disrupted_when_its_move_ends() -> None:
    table = engaged().play("group:Bir-Harmat", "done")
    no_fire(table.play("retreat:Bir-Harmat", "unit:21/5", "unit:15/8")).go("Gazala")
    assert not table.marked("disrupted")
    table.go("Derna").play("stop")
    assert table.marked("disrupted") == {"21/5"}


@rule("7.2e")
def test_hexside_limits_do_not_bind_those_that_disengage() -> None:
    table = Sands("Sollum: 21/5 15/8 21/3 22Gd").battle("Sollum", "Allied", "Buq-Buq").begin()
    no_fire(table.play("group:Sollum", "done", "retreat:Sollum", "unit:21/5", "unit:15/8", "unit:21/3"))
    for _ in range(3):
        table.go("Ft-Capuzzo").play("stop")
    assert table.at("Ft-Capuzzo") == {"21/5", "15/8", "21/3"}


@rule("7.2g", "10.1b")
@pytest.mark.parametrize("enemy", ["Pol", "*Pol"])
def test_a_unit_that_disengaged_may_not_engage_again(enemy: str) -> None:
    table = engaged(f"Derna: {enemy}").play("group:Bir-Harmat", "done")
    no_fire(table.play("retreat:Bir-Harmat", "unit:21/5", "unit:15/8")).go("Gazala")
    assert table.refusal("hex:Derna") == "7.2"
    assert "34" in table.legal("hex")


@rule("7.2g", "6.3a", "6.0d")
def test_in_the_next_turn_it_may_engage_again_and_rommel_lead_it() -> None:
    """What a unit, and Rommel, did in a player turn binds them in that turn alone."""
    hands = "hand axis: 1 real 0 dummy\nhand allied: 0 real 1 dummy"
    places = "Bir-Harmat: 21/5 22Gd\nTobruk: Pol\nEl-Agheila: Brescia"
    more = f"{crossed(allied='Tobruk>Bir-Harmat')}\n{hands}"
    table = Sands(position(places, "movement 1", attacker="allied", more=more))
    no_fire(table.play("rommel-group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:21/5")).go("Gazala")
    table.play("stop").end_movement().play("pass", "done", "real:1", "dummies:0", "rommel-group:Gazala")
    table.move("21/5", "Bir-Harmat")
    assert table.at("Bir-Harmat") == {"21/5", "22Gd"}


@rule("3.45b", "10.4g")
def test_in_blitz_movement_the_rearguard_may_leave_too() -> None:
    """It stayed in the first movement phase, and has not moved; combat there is still forbidden."""
    table = Sands("Bir-Harmat: 21/5 15/8 22Gd KDG", cards=3).battle("Bir-Harmat", "Allied", "Tobruk").begin()
    table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:21/5", "done", "decline").go("Gazala")
    table.play("stop")
    assert table.refusal("retreat:Bir-Harmat") == "10.4"
    table.end_movement()
    assert (table.decision, table.state.blitzed) == ("movement", 1), "no combat in the battle it left in part"
    no_fire(table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:15/8")).go("Gazala").play("stop")
    assert table.at("Gazala") == {"21/5", "15/8"}


@rule("10.3s1", "7.2c")
def test_units_leave_battles_after_all_other_movement() -> None:
    table = engaged("Sidi-Mufta: Brescia").play("group:Bir-Harmat")
    assert table.legal("unit") == set()
    assert table.refusal("unit:21/5") == "10.3"


@rule("5.2e")
def test_a_regroup_may_take_units_out_of_a_battle() -> None:
    table = (
        engaged("Sidi-Mufta: Brescia").regroup("Sidi-Mufta", "Rotunda-Segnali").move("Brescia", "Rotunda-Segnali")
    )
    no_fire(table.play("done", "retreat:Bir-Harmat", "unit:21/5", "unit:15/8"))
    assert table.legal("hex") == {"Sidi-Mufta", "Gazala", "Knightsbridge"}
    table.go("Sidi-Mufta", "Rotunda-Segnali")
    assert table.where("21/5") == "Rotunda-Segnali"


# 7.3 Revealing


@rule("7.3a", "5.1c")
def test_units_that_engage_are_not_shown_while_others_move() -> None:
    table = Sands("Gazala: 21/5 15/8\nBir-Harmat: 22Gd").begin().play("group:Gazala").move("21/5", "Bir-Harmat")
    assert not table.marked("shown")
    heard = [event for event in table.events if event.heard_by(1)]
    assert not any("unit" in event.arguments for event in heard)
    table.end_movement()
    assert table.decision == "refuse-battle"
    assert not table.marked("shown")
    table.play("done")
    assert table.marked("shown") == {"21/5", "22Gd"}


@rule("7.3b")
def test_units_stay_shown_until_they_disengage() -> None:
    table = engaged().mark("shown", "21/5", "15/8", "22Gd", "KDG").play("group:Bir-Harmat", "done")
    table.play("retreat:Bir-Harmat", "unit:21/5", "done", "decline").go("Gazala").play("stop")
    assert table.marked("shown") == {"15/8", "22Gd", "KDG"}


# 8.1 Battle hexsides


@rule("8.1c")
def test_the_side_that_crossed_a_hexside_last_owns_it_at_once() -> None:
    """The Axis reinforces over the hexside the Allies had come by."""
    table = engaged("Tobruk: 21/3", "Tobruk").play("group:Tobruk", "group:Bir-Harmat").move("21/3", "Bir-Harmat")
    side = table.state.printed.sides.between(table.hex("Bir-Harmat"), table.hex("Tobruk"))
    assert [sides >> side & 1 for sides in table.state.crossed] == [1, 0], "the Allies have lost it"
    no_fire(table.play("done", "retreat:Bir-Harmat", "second:21/5", "done", "decline"))
    assert "Tobruk" in table.legal("hex")


@rule("8.1c")
def test_leaving_over_a_hexside_makes_it_friendly() -> None:
    table = engaged().play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:21/5", "done", "decline")
    side = table.state.printed.sides.between(table.hex("Bir-Harmat"), table.hex("Gazala"))
    assert not table.state.crossed[0] >> side & 1
    table.go("Gazala")
    assert table.state.crossed[0] >> side & 1


@rule("8.1d")
def test_uncrossed_hexsides_are_the_defenders() -> None:
    """The Attacker leaves by the hexside it came by, the Defender by all others."""
    table = Sands("Bir-Harmat: 21/5 22Gd").battle("Bir-Harmat", "Axis", "Gazala").begin().play("group:Bir-Harmat")
    no_fire(table.play("done", "retreat:Bir-Harmat", "unit:21/5"))
    assert table.legal("hex") == {"Gazala"}


# 8.2 Attacks, 8.3 Attacker and Defender


@rule("8.2c", "8.2d", "7.1a")
def test_an_attack_may_be_refused_and_is_fought_when_accepted() -> None:
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol").begin().play("group:Gazala")
    table.move("21/5", "Bir-Harmat").end_movement()
    assert (table.decision, table.actor) == ("refuse-battle", 1)
    assert table.legal("refuse") == {"Bir-Harmat"}
    table.play("done")
    assert table.decision == "name-battles"
    assert table.hexes("fighting_hexes") == {"Bir-Harmat"}


@rule("8.2b", "8.4b")
def test_adding_units_to_a_battle_is_no_attack() -> None:
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd Trento").battle("Bir-Harmat", "Allied", "Tobruk").begin()
    table.play("group:Gazala").move("21/5", "Bir-Harmat")
    assert not table.state.attacked_hexes
    assert table.hexes("attacker_hexes", "Allied") == {"Bir-Harmat"}
    assert table.end_movement().decision == "name-battles"


@rule("8.2e", "11.4a", "11.3b")
def test_disrupted_units_attacked_alone_are_routed() -> None:
    table = Sands("Gazala: 21/5\nBir-Harmat: *22Gd\nTobruk: Pol").begin().play("group:Gazala")
    table.move("21/5", "Bir-Harmat")
    assert not table.state.attacked_hexes
    assert table.legal("rout") == {"Bir-Harmat"}
    no_fire(table.play("rout:Bir-Harmat"))
    assert (table.decision, table.actor) == ("leave", 1)
    assert table.state.cv[table.unit("22Gd")] == 2
    assert table.refusal("hex:Gazala") == "5.3", "the enemy's hexside, and away from the base"
    table.go("Tobruk").play("stop")
    assert table.where("22Gd") == "Tobruk"
    assert not table.state.attacker_hexes[0]


@rule("8.3a", "8.3b")
def test_attacker_and_defender_stay_so_in_both_sides_turns() -> None:
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol").begin().play("group:Gazala")
    table.move("21/5", "Bir-Harmat")
    assert table.hexes("attacker_hexes", "Axis") == {"Bir-Harmat"}
    table = (
        Sands("Tobruk: Pol\nBir-Harmat: 22Gd 21/5", side="Allied").battle("Bir-Harmat", "Axis", "Gazala").begin()
    )
    table.play("group:Tobruk").move("Pol", "Bir-Harmat")
    assert table.hexes("attacker_hexes", "Axis") == {"Bir-Harmat"}
    assert not table.state.attacker_hexes[1]


@rule("8.3c", "12.5d", "12.5e")
@pytest.mark.parametrize(
    ("attacker", "entered", "withdraws"), [("Allied", "Sidi-Mufta", True), ("Axis", "Derna", False)]
)
def test_the_defender_keeps_the_hex_for_supply(attacker: str, entered: str, withdraws: bool) -> None:
    """Bir Harmat is supplied through the battle of Gazala if the Axis defends it."""
    table = Sands("Bir-Harmat: Trento\nGazala: Brescia 22Gd", cards=0).battle("Gazala", attacker, entered)
    assert ("Bir-Harmat" in table.begin().legal("group")) == withdraws


@rule("8.0b")
def test_a_battle_lasts_until_a_side_has_gone() -> None:
    table = engaged().play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:21/5", "done", "decline")
    table.go("Gazala").play("stop")
    assert table.hexes("attacker_hexes", "Allied") == {"Bir-Harmat"}
    table = engaged().play("group:Bir-Harmat", "done")
    no_fire(table.play("retreat:Bir-Harmat", "unit:21/5", "unit:15/8")).go("Gazala").play("stop").go("Gazala")
    assert not table.state.attacker_hexes[1]
    assert not any(table.state.crossed)


@rule("7.3b", "8.0b")
def test_when_a_battle_is_over_its_units_are_hidden_again_and_no_raiders() -> None:
    table = (
        engaged()
        .mark("shown", "21/5", "15/8", "22Gd", "KDG")
        .mark("raiders", "22Gd")
        .play("group:Bir-Harmat", "done")
    )
    no_fire(table.play("retreat:Bir-Harmat", "unit:21/5", "unit:15/8")).go("Gazala").play("stop")
    assert table.marked("shown") == {"15/8", "22Gd", "KDG"}
    table.go("Gazala").play("stop")
    assert table.marked("shown") == table.marked("raiders") == set()


@rule("8.1c")
def test_the_hexside_between_two_battles_belongs_to_both() -> None:
    """The battle of Bir Harmat ends; what was crossed between it and Gazala still counts in Gazala."""
    table = Sands("Bir-Harmat: 21/5 22Gd\nGazala: Trento KDG").battle("Bir-Harmat", "Allied", "Tobruk")
    table.battle("Gazala", "Allied", "Bir-Harmat").begin().play("group:Bir-Harmat", "done")
    no_fire(table.play("retreat:Bir-Harmat", "unit:21/5")).go("Sidi-Mufta")
    sides = table.state.printed.sides
    assert table.state.crossed[1] == 1 << sides.between(table.hex("Gazala"), table.hex("Bir-Harmat"))


def test_a_group_shut_in_by_enemies_moves_while_a_hexside_has_room() -> None:
    """Ridge and enemies all round: the pass to Sollum takes one unit, then nobody can move."""
    table = Sands("Ft-Capuzzo: 22Gd\nBardia: KDG\nSidi-Omar: 7/7\nBuq-Buq: Pol\nSollum: 21/5 15/8 Trento 21/3")
    table.begin().play("group:Sollum").move("21/5", "Ft-Capuzzo").move("15/8", "Bardia").move(
        "Trento", "Sidi-Omar"
    )
    assert table.legal("unit") == {"21/3"}, "two may cross to Buq Buq"
    table = Sands(
        "Ft-Capuzzo: 22Gd\nBardia: KDG\nSidi-Omar: 7/7\nBuq-Buq: Pol\nSollum: 21/5 15/8 Trento Ariete Brescia 21/3"
    )
    table.begin().play("group:Sollum").move("21/5", "Ft-Capuzzo").move("15/8", "Bardia").move(
        "Trento", "Sidi-Omar"
    )
    table.move("Ariete", "Buq-Buq").move("Brescia", "Buq-Buq")
    assert table.refusal("unit:21/3") == "7.1"


# 11.4 Overruns


@rule("11.4b", "11.4s2")
def test_the_rout_may_wait_for_more_attackers() -> None:
    table = Sands("Gazala: 21/5 15/8\nBir-Harmat: *22Gd\nTobruk: Pol").begin().play("group:Gazala")
    table.move("21/5", "Bir-Harmat")
    assert table.refusal("done") == "11.4"
    assert table.refusal("rout:Tobruk") == "11.4"
    table.move("15/8", "Bir-Harmat").play("rout:Bir-Harmat")
    assert table.legal("fire") == {"21/5", "15/8"}


@rule("11.4d", "11.4s6")
def test_units_that_have_not_moved_go_on_through_the_cleared_hex() -> None:
    table = Sands("Gazala: 21/5 21/3\nBir-Harmat: *22Gd\nTobruk: Pol").begin().play("group:Gazala")
    table.play("unit:21/3", "hex:Bir-Harmat")
    assert table.decision == "movement"
    table = Sands("Gazala: 21/5 21/3\nBir-Harmat: *22Gd\nTobruk: Pol").begin().play("group:Gazala")
    no_fire(table.move("21/5", "Bir-Harmat").play("rout:Bir-Harmat")).go("Tobruk").play("stop")
    table.move("21/3", "Bir-Harmat", "Sidi-Mufta", "Knightsbridge", "El-Adem")
    assert table.where("21/3") == "El-Adem"
    assert table.refusal("unit:21/5") == "6.0"


@rule("11.4c", "6.0c")
def test_who_has_overrun_disrupted_enemies_does_not_march_on() -> None:
    """The hex is cleared, but its attackers stop in it; a comrade who came there later may march."""
    table = Sands("183: Trento Trieste\n181: *22Gd\nAlexandria: Pol").begin().play("group:183")
    no_fire(table.move("Trento", "182", "181").play("rout:181"))
    assert table.at("181") == {"Trento"}
    table.move("Trieste", "182", "181").play("done")
    assert table.legal("march") == {"Trieste"}
    assert table.refusal("march:Trento") == "6.0"


@rule("11.4f")
def test_several_overruns_in_one_turn() -> None:
    table = Sands("Gazala: 21/5 15/8 21/3\nBir-Harmat: *22Gd\nSidi-Mufta: *KDG\nAlexandria: Pol").begin()
    table.play("group:Gazala").move("21/5", "Bir-Harmat").move("15/8", "Sidi-Mufta")
    assert table.legal("rout") == {"Bir-Harmat", "Sidi-Mufta"}
    no_fire(table.play("rout:Bir-Harmat"))
    while table.decision == "leave":
        table.play(sorted(table.legal())[0])
    assert table.legal("rout") == {"Sidi-Mufta"}


@rule("11.4s1")
def test_units_of_both_moves_of_an_offensive_share_a_rout() -> None:
    table = Sands("Gazala: 21/5\nSidi-Mufta: 15/8\nBir-Harmat: *22Gd\nTobruk: Pol", cards=2).begin()
    table.play("group:Gazala", "group:Sidi-Mufta").move("21/5", "Bir-Harmat")
    table.move("15/8", "Bir-Harmat", verb="second").play("rout:Bir-Harmat")
    assert table.legal("fire") == {"21/5", "15/8"}


@rule("11.4b", "6.4d")
def test_a_march_into_disrupted_enemies_routs_them() -> None:
    table = (
        Sands("183: Trento\n180: *22Gd\nAlexandria: Pol").begin().play("group:183").move("Trento", "182", "181")
    )
    no_fire(table.play("done", "march:Trento", "hex:180", "done").roll(6))
    assert table.where("22Gd") == "dead", "it has no supply line to flee along"
    assert table.happened("rout")


# 12.5 Raiders


@rule("12.5f", "12.5g")
def test_an_unsupplied_unit_brings_no_hexside_and_is_a_raider() -> None:
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol").mark("unsupplied", "21/5").begin()
    table.play("group:Gazala").move("21/5", "Bir-Harmat")
    assert not table.state.crossed[0]
    table.end_movement().play("done")
    assert table.marked("raiders") == {"21/5"}


@rule("12.5g")
def test_a_supplied_comrade_over_the_same_hexside_makes_it_no_raid() -> None:
    table = Sands("Gazala: 21/5 15/8\nBir-Harmat: 22Gd\nTobruk: Pol").mark("unsupplied", "21/5").begin()
    table.play("group:Gazala").move("21/5", "Bir-Harmat").move("15/8", "Bir-Harmat").end_movement().play("done")
    assert not table.marked("raiders")


@rule("12.5f")
def test_a_raid_is_over_an_enemy_hexside() -> None:
    """A defending side's uncrossed hexside is friendly."""
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd Trento").mark("unsupplied", "21/5")
    table.battle("Bir-Harmat", "Allied", "Tobruk").begin().play("group:Gazala").move("21/5", "Bir-Harmat")
    table.end_movement()
    assert not table.marked("raiders")


@rule("7.2g")
def test_a_regroup_against_the_enemy_takes_nobody_out_of_a_battle() -> None:
    table = engaged("Derna: Pol\nSidi-Mufta: 21/3").regroup("Gazala", "Derna").play("done")
    assert table.decision != "choose-retreat"

"""11: disruption, recovery, routs and overruns."""

from __future__ import annotations

import pytest

from sandtable.kernel.flow import CHANCE
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

OWN_NOTHING = "owner Tobruk: axis\nowner Bardia: axis\nowner Benghazi: axis"
"""No fortress feeds the Allies."""


def overrun(places: str, *attackers: str, cards: int = 1, more: str = "") -> Sands:
    """Axis units out of Gazala attack disrupted units in Bir Harmat, and rout them."""
    table = Sands(position(places, f"movement {cards}", more=more)).play("group:Gazala")
    for unit in attackers:
        table.move(unit, "Bir-Harmat")
    return table.play("rout:Bir-Harmat")


def begins_turn(places: str, active: str = "axis", attacker: str = "axis", more: str = "") -> Sands:
    """A player turn with its initial supply check."""
    return Sands(position(places, "start", active, attacker, more))


# 11.0 Causes


@rule("11.0a", "7.2d")
def test_disengaging_disrupts() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat")
    table = Sands(position("Bir-Harmat: Trento 22Gd", "movement 1", attacker="allied", more=more))
    table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:Trento").hold_fire().go("Gazala")
    assert not table.marked("disrupted"), "not before its movement is over"
    assert table.play("stop").marked("disrupted") == {"Trento"}


@rule("11.0b")
def test_refusing_battle_disrupts() -> None:
    table = Sands(position("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol", "movement 1")).play("group:Gazala")
    table.move("21/5", "Bir-Harmat").end_movement().play("refuse:Bir-Harmat").hold_fire().go("Tobruk").play("stop")
    assert table.marked("disrupted") == {"22Gd"}


@rule("11.0c", "12.1c")
@pytest.mark.parametrize(("marked", "disrupted"), [("unsupplied: 22Gd", {"22Gd"}), ("", set())])
def test_unsupplied_at_both_checks_disrupts(marked: str, disrupted: set[str]) -> None:
    more = f"{OWN_NOTHING}\n{marked}"
    table = Sands(position("Sidi-Mufta: 22Gd\nGambut: Trento", "final", "allied", more=more))
    assert table.marked("disrupted") == disrupted


@rule("11.0d", "6.4e")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_failed_march_disrupts(die: int) -> None:
    table = Sands(position("Gazala: Brescia\nAlexandria: Pol", "movement 1")).play("group:Gazala")
    table.move("Brescia", "Derna", "9", "Cyrene", "7", "Barce").play(
        "done", "march:Brescia", "hex:Er-Regima", "done"
    )
    table.roll(die)
    assert (table.where("Brescia"), table.marked("disrupted")) == ("Barce", {"Brescia"})


@rule("11.0f", "12.7l")
def test_disrupted_units_starve_at_the_end_of_a_month_if_unsupplied() -> None:
    """Those with a line recover then (12.7)."""
    table = Sands(position("Sidi-Mufta: 22Gd-\nSollum: Pol-\nGambut: Trento", "buildup", more=OWN_NOTHING))
    assert table.where("22Gd") == "dead"
    assert (table.where("Pol"), table.marked("disrupted")) == ("Sollum", set())


@rule("11.0f")
def test_disrupted_units_stay_so_for_as_long_as_they_are_cut_off() -> None:
    """No harm comes of it before the month ends."""
    places = "Sidi-Mufta: 22Gd-\nGambut: Trento"
    table = begins_turn(places, "allied", more=OWN_NOTHING + "\nunsupplied: 22Gd")
    assert table.marked("disrupted") == {"22Gd"}
    table.play("pass", "done")
    assert (table.where("22Gd"), table.cv("22Gd")) == ("Sidi-Mufta", 3)


# 11.1 Effects


@rule("11.1a", "10.0e")
def test_disrupted_units_do_not_move() -> None:
    table = Sands(position("Gazala: Trento- Ariete\nTobruk: Pol", "movement 1")).play("group:Gazala")
    assert table.legal("unit") == {"Ariete"}
    assert table.refusal("unit:Trento") == "11.1"


@rule("11.1a")
def test_a_group_of_disrupted_units_cannot_be_moved() -> None:
    table = Sands(position("Gazala: Trento-\nDerna: Ariete\nTobruk: Pol", "movement 1"))
    assert table.legal("group") == {"Derna"}
    assert table.refusal("group:Gazala") == "5.1"


@rule("11.1b", "11.4d")
def test_disrupted_units_hardly_hinder_movement() -> None:
    places = "Gazala: 21/5 21/3\nBir-Harmat: 22Gd-\nTobruk: Pol"
    table = overrun(places, "21/5").hold_fire().go("Tobruk").play("stop")
    table.move("21/3", "Bir-Harmat", "Knightsbridge")
    assert table.where("21/3") == "Knightsbridge"


@rule("11.1c", "11.11b")
def test_disrupted_units_neither_fire_nor_take_hits() -> None:
    table = Sands(position("Bir-Harmat: Trento=1 Brescia- 22Gd Pol-")).play("fight:Bir-Harmat", "done")
    assert table.legal("fire") == {"22Gd"}
    assert table.refusal("fire:Pol") == "11.1"
    table.shoot("22Gd", "6 6 6")
    assert table.where("Trento") == "dead"
    assert table.cv("Brescia") == 3, "a step of rout attrition, and none of the other hits"


@rule("11.1c")
def test_disrupted_companions_take_no_hits_of_the_pursuit() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat")
    table = Sands(position("Bir-Harmat: Trento=1 Brescia- 22Gd 7/7", "movement 1", attacker="allied", more=more))
    table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:Trento", "fire:7/7").roll("6 6").play(
        "done"
    )
    assert table.where("Trento") == "dead"
    assert table.cv("Brescia") == 3, "its own rout has begun"


@rule("11.1d", "12.4i")
@pytest.mark.parametrize(("link", "unsupplied"), [("Ariete", set()), ("Ariete-", {"Trento"})])
def test_disrupted_units_are_no_link_of_a_supply_line(link: str, unsupplied: set[str]) -> None:
    """Sidi Mufta is supplied by track through Mechili, the highway being cut at Gazala."""
    places = f"Mechili: {link}\n34: 7/7\nSidi-Mufta: Trento\nGazala: 22Gd\nMsus: Brescia\nTobruk: Pol"
    table = begins_turn(places, more="late: Ariete\nowner Benghazi: axis")
    assert table.marked("unsupplied") == unsupplied


@rule("11.1e")
@pytest.mark.parametrize(("blocker", "unsupplied"), [("22Gd", {"Trento"}), ("22Gd-", set())])
def test_disrupted_units_do_not_block_enemy_lines(blocker: str, unsupplied: set[str]) -> None:
    table = begins_turn(f"Gazala: {blocker}\nBir-Harmat: Trento\nAlexandria: Pol", more="owner Benghazi: axis")
    assert table.marked("unsupplied") == unsupplied


@rule("11.1f")
@pytest.mark.parametrize("verb", ["redeploy", "refit"])
def test_disrupted_units_neither_redeploy_nor_go_to_refit(verb: str) -> None:
    """In battle they do not recover in the Buildup check either (11.2)."""
    more = crossed(allied="Tobruk>Bir-Harmat")
    table = Sands(
        position("Bir-Harmat: Trento- Brescia Pavia 22Gd\nTobruk: Pol", "buildup", attacker="allied", more=more)
    )
    while table.decision != "spend" or table.actor != 0:
        go_on(table)
    assert table.legal(verb) & table.at("Bir-Harmat") == {"Brescia", "Pavia"}
    assert table.refusal(f"{verb}:Trento") == "11.1"


def go_on(table: Sands) -> None:
    """What comes next without anybody doing much."""
    if table.actor == CHANCE:
        table.roll(table.game.write(table.state, 0))
    else:
        quiet = ("none", "done", "no-malta", "pass", *sorted(table.legal()))
        table.play(next(text for text in quiet if table.allows(text)))


# 11.11 In battle


@rule("11.11a", "11.3a")
@pytest.mark.parametrize(("shield", "routs"), [(" 2/SG", 0), ("", 1)])
def test_engaged_disrupted_units_rout_unless_a_comrade_protects_them(shield: str, routs: int) -> None:
    table = Sands(position(f"Gazala: 21/5\nBir-Harmat: 22Gd-{shield}\nTobruk: Pol", "movement 1"))
    table.play("group:Gazala").move("21/5", "Bir-Harmat")
    assert len(table.legal("rout")) == routs
    assert table.allows("done") == (not routs), "the rout may not be forgone"


@rule("11.11b")
def test_protected_units_take_no_part() -> None:
    """They fire neither at others nor at those that leave."""
    more = crossed(allied="Tobruk>Bir-Harmat")
    table = Sands(position("Bir-Harmat: Trento 22Gd KDG-", "movement 1", attacker="allied", more=more))
    table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:Trento")
    assert table.legal("fire") == {"22Gd"}


@rule("11.11c", "11.2b")
def test_no_recovery_while_enemies_are_in_the_hex() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat")
    table = begins_turn("Bir-Harmat: Trento- Brescia 22Gd", attacker="allied", more=more)
    assert table.marked("disrupted") == {"Trento"}
    table = begins_turn("Bir-Harmat: Trento- Brescia\nTobruk: 22Gd")
    assert table.marked("disrupted") == set(), "the battle is won"


@rule("11.11d", "11.3c", "3.4t7")
@pytest.mark.parametrize("active", ["allied", "axis"])
def test_disrupted_units_rout_at_once_when_their_support_dies(active: str) -> None:
    """In defensive fire or in offensive fire."""
    table = Sands(position("Bir-Harmat: Trento 22Gd=1 Pol-\nTobruk: 2/SG", active=active))
    table.play("fight:Bir-Harmat", "done")
    if active == "axis":
        table.miss()
    table.shoot("Trento", "6")
    assert table.where("22Gd") == "dead"
    assert (table.happened("rout")[0].rule, table.happened("rout")[0].arguments["side"]) == ("11.11", 1)
    assert (table.decision, table.actor, table.cv("Pol")) == ("pursue", 0, 3)
    table.hold_fire().go("Tobruk").play("stop")
    assert not any(table.state.attacker_hexes)


# 11.2 Recovery


@rule("11.2a", "12.7d", "3.41b")
def test_recovery_is_in_the_own_initial_check() -> None:
    places = "Gazala: Trento-\nTobruk: 22Gd-"
    table = begins_turn(places)
    assert table.decision == "lay"
    assert table.marked("disrupted") == {"22Gd"}, "the enemy's units wait for their own turn"
    table.play("pass", "done")
    assert (table.state.active, table.marked("disrupted")) == (1, set())


@rule("11.2b")
def test_no_recovery_in_a_battle() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat")
    assert begins_turn("Bir-Harmat: Trento- Ariete 22Gd", attacker="allied", more=more).marked("disrupted")
    assert not begins_turn("Bir-Harmat: Trento- Ariete\nTobruk: 22Gd-").marked("disrupted") - {"22Gd"}


@rule("11.2c")
def test_no_recovery_without_a_supply_line() -> None:
    table = begins_turn("Bir-Harmat: Trento-\nGazala: 22Gd\nTobruk: Pol", more="owner Benghazi: axis")
    assert table.marked("disrupted") == table.marked("unsupplied") == {"Trento"}
    assert not begins_turn("Bir-Harmat: Trento-\nTobruk: Pol").marked("disrupted")


@rule("11.2d", "11.2s1")
def test_a_unit_disrupted_in_the_enemys_turn_waits_for_a_whole_one() -> None:
    """22Gd refuses battle in an Axis turn: it misses its next turn and recovers in the one after."""
    places = "Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol\nhand axis: 1 real 0 dummy"
    table = Sands(position(places, "movement 1")).play("group:Gazala").move("21/5", "Bir-Harmat").end_movement()
    table.play("refuse:Bir-Harmat").hold_fire().go("Tobruk").play("stop")
    assert (table.state.active, table.marked("disrupted")) == (1, {"22Gd"})
    table.play("pass", "done")
    assert table.state.active == 0
    table.play("real:1", "dummies:0").end_movement()
    assert (table.state.active, table.state.month, table.marked("disrupted")) == (1, 16, set())


@rule("11.2d")
@pytest.mark.parametrize(("late", "disrupted"), [("", set()), ("late: Trento", {"Trento"})])
def test_one_whole_enemy_turn(late: str, disrupted: set[str]) -> None:
    table = begins_turn("Gazala: Trento-\nTobruk: 22Gd", more=f"{late}\nhand axis: 1 real 0 dummy")
    assert table.marked("disrupted") == disrupted
    table.play("real:1", "dummies:0").end_movement().play("pass", "done")
    assert (table.state.active, table.marked("disrupted")) == (0, set()), "the next enemy turn was a whole one"


@rule("11.2d", "11.3h")
def test_a_unit_routed_in_its_own_turn_has_the_enemys_whole_turn_to_come() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat") + "\nlate: Brescia"
    table = Sands(position("Bir-Harmat: Trento Brescia- 22Gd", "movement 1", attacker="allied", more=more))
    table.play("group:Bir-Harmat", "done", "retreat:Bir-Harmat", "unit:Trento").hold_fire().go("Gazala")
    table.play("stop").hold_fire().go("Gazala").play("stop")
    assert table.marked("disrupted") == {"Trento", "Brescia"}
    table.end_movement().play("pass", "done")
    assert (table.state.active, table.marked("disrupted")) == (0, set())


@rule("11.2d", "16.51h")
@pytest.mark.parametrize(("card", "late"), [("none", {"Brescia"}), ("card:real", set())])
def test_a_unit_routed_in_a_buildup_waits_for_a_whole_enemy_turn_too(card: str, late: set[str]) -> None:
    """Its support is redeployed, and it is routed: it recovers only once the enemy has had a turn of the month."""
    more = f"{crossed(allied='Tobruk>Bir-Harmat')}\nhand allied: 1 real 0 dummy"
    places = "Bir-Harmat: Trento Brescia- 22Gd\nTobruk: Pol"
    table = Sands(position(places, "buildup", attacker="allied", more=more))
    while table.decision != "spend" or table.actor != 0:
        go_on(table)
    table.play("redeploy:Trento", "hex:Gazala").hold_fire().go("Gazala").play("stop")
    while table.decision != "challenge":
        go_on(table)
    table.play(card)
    if card != "none":
        table.play("none")
    while table.state.active == 1:
        go_on(table)
    assert (table.decision, table.actor, table.marked("disrupted")) == ("lay", 0, late)


RECOVERY_IN_THE_FIRST_TURN = """
scenario 1941
month 3 axis
phase: buildup
El-Agheila: Bologna
Gazala: Trento Pavia- 22Gd 7/7-
Tobruk: 9AU/20
Alexandria: Pol
hand axis: 2 real 0 dummy
hand allied: 2 real 0 dummy
attacked by allied: Gazala
crossed by allied: Gazala/Bir-Harmat
"""


@rule("11.2d", "3.41b")
@pytest.mark.parametrize(("late", "disrupted"), [("", set()), ("late: Pavia", {"Pavia"})])
def test_turns_count_for_recovery_and_not_months(late: str, disrupted: set[str]) -> None:
    """Ruling 73: Pavia lay disrupted in battle all through an Allied turn of the month before, or not yet."""
    table = Sands(RECOVERY_IN_THE_FIRST_TURN + late)
    while table.decision != "spend" or table.actor != 1:
        go_on(table)
    table.play("redeploy:22Gd", "hex:Bir-Harmat").hold_fire()
    while table.decision != "challenge":
        go_on(table)
    table.play("none")
    assert (table.decision, table.actor, table.where("22Gd")) == ("lay", 0, "Bir-Harmat")
    assert table.marked("disrupted") - {"7/7"} == disrupted


# 11.3 Routs


@rule("11.3a", "11.3d", "3.4t8")
def test_a_rout_interrupts_play_which_then_goes_on_where_it_stopped() -> None:
    table = overrun("Gazala: 21/5 21/3\nBir-Harmat: 22Gd-\nTobruk: Pol", "21/5")
    kinds = [table.game.kind_names[frame[0]] for frame in table.state.frames]
    assert kinds[-4:] == ["movement", "rout", "pursuit", "pursue"]
    table.hold_fire().go("Tobruk").play("stop")
    assert (table.decision, table.legal("unit")) == ("movement", {"21/3"})


@rule("11.3b", "11.3s1")
def test_unsupported_disrupted_units_rout_when_engaged_in_the_enemys_turn() -> None:
    table = overrun("Gazala: 21/5\nBir-Harmat: 22Gd-\nTobruk: Pol", "21/5")
    assert table.happened("rout")[0].arguments == {"side": 1, "hex": table.hex("Bir-Harmat")}


@rule("11.3c")
@pytest.mark.parametrize("how", ["leaves", "dies"])
def test_units_rout_when_their_support_leaves_or_dies(how: str) -> None:
    if how == "dies":
        table = Sands(position("Bir-Harmat: Trento 22Gd=1 Pol-\nTobruk: 2/SG")).play("fight:Bir-Harmat", "done")
        table.miss().shoot("Trento", "6")
    else:
        table = Sands(position("Gazala: 21/5\nBir-Harmat: 22Gd Pol-\nTobruk: 2/SG", "movement 1"))
        table.play("group:Gazala").move("21/5", "Bir-Harmat").end_movement()
        table.play("refuse:Bir-Harmat").hold_fire().go("Tobruk").play("stop")
    assert table.happened("rout")
    assert table.cv("Pol") == 3


@rule("11.3e", "11.4s3")
def test_rout_attrition_takes_a_step_from_every_unit() -> None:
    """Two CV from an elite one; those with a single step are gone."""
    table = overrun("Gazala: 21/5\nBir-Harmat: 22Gd- Grant- 7/7=1- KDG=2-\nTobruk: Pol", "21/5")
    assert [table.cv(unit) for unit in ("22Gd", "Grant", "KDG")] == [2, 2, 1]
    assert table.where("7/7") == "dead"


@rule("11.3f", "11.4s4")
def test_the_routed_take_pursuit_fire_after_the_attrition() -> None:
    """The slowest that is left counts: Pol is gone before the speed is announced."""
    table = overrun("Gazala: 21/5\nBir-Harmat: 22Gd- Pol=1-\nTobruk: 2/SG", "21/5")
    assert table.where("Pol") == "dead"
    assert table.happened("slowest")[0].arguments["speed"] == 2
    table.play("fire:21/5").roll("4 1").play("done")
    assert table.cv("22Gd") == 1


@rule("11.3f")
def test_a_group_wiped_out_by_attrition_leaves_nobody_to_fire_at() -> None:
    table = overrun("Gazala: 21/5\nBir-Harmat: 22Gd=1-\nTobruk: 2/SG", "21/5")
    assert (table.where("22Gd"), table.decision) == ("dead", "movement")
    assert not any(table.state.attacker_hexes)


@rule("11.3g", "11.4s5")
@pytest.mark.parametrize("cut", [False, True])
def test_the_survivors_withdraw_or_are_eliminated(cut: bool) -> None:
    cutting = f"\nTobruk: Trento\n{OWN_NOTHING}" if cut else "\nTobruk: Pol"
    table = overrun(f"Gazala: 21/5\nBir-Harmat: 22Gd- 7/7-{cutting}", "21/5").hold_fire()
    if cut:
        assert table.where("22Gd") == table.where("7/7") == "dead"
        assert table.decision == "movement"
        return
    assert (table.actor, table.legal()) == (1, {"unit:22Gd", "unit:7/7"})
    table.play("unit:7/7").go("Tobruk").play("stop").go("Tobruk", "Gambut").play("stop")
    assert (table.where("7/7"), table.where("22Gd")) == ("Tobruk", "Gambut")


@rule("11.3h", "11.2s1")
def test_the_routed_are_disrupted_anew() -> None:
    """They would have recovered in their next turn, and now wait for another."""
    table = overrun("Gazala: 21/5\nBir-Harmat: 22Gd-\nTobruk: Pol", "21/5").hold_fire().go("Tobruk").play("stop")
    assert table.marked("late") == {"22Gd"}
    table.end_movement()
    assert (table.state.active, table.marked("disrupted")) == (1, {"22Gd"})


@rule("11.3s2")
def test_the_active_sides_disrupted_rout_when_its_rearguard_dies() -> None:
    more = crossed(allied="Tobruk>Bir-Harmat")
    places = "Bir-Harmat: Trento Brescia=1 Pavia- 22Gd"
    table = Sands(position(places, "movement 1", attacker="allied", more=more)).play("group:Bir-Harmat", "done")
    table.play("retreat:Bir-Harmat", "unit:Trento", "done", "probe").miss().shoot("22Gd", "6").hold_fire()
    table.go("Gazala").play("stop")
    assert table.happened("rout")[0].arguments["side"] == 0


@rule("11.3s4", "12.7h")
def test_units_cut_off_in_battle_are_lost_at_the_final_check() -> None:
    more = f"{OWN_NOTHING}\nunsupplied: 22Gd\n{crossed('Gazala>Bir-Harmat Tobruk>Bir-Harmat')}"
    table = Sands(position("Bir-Harmat: Trento 22Gd\nTobruk: Brescia", "final", "allied", more=more))
    table.hold_fire()
    assert table.where("22Gd") == "dead"
    assert not any(table.state.attacker_hexes)


@rule("11.3s4", "10.5i")
def test_the_final_check_has_its_own_fire() -> None:
    """Trento has fired in the combat phase, and pursues those that are routed in the next phase."""
    more = f"{OWN_NOTHING}\nunsupplied: 22Gd\n{crossed('Gazala>Bir-Harmat Tobruk>Bir-Harmat')}"
    table = Sands(position("Bir-Harmat: Trento 22Gd\nTobruk: Brescia", "combat 1", "allied", more=more))
    table.play("fight:Bir-Harmat", "done").miss().miss()
    assert table.decision == "pursue"
    assert table.legal("fire") == {"Trento"}


@rule("10.5i", "5.3s3")
def test_the_initial_check_has_its_own_fire() -> None:
    """Trento has fired at those that left a battle on a Pass, and now at those it routs as it recovers."""
    table = begins_turn("Bir-Harmat: Trento- 22Gd-\nTobruk: Pol", more="fired: Trento")
    assert (table.decision, table.legal("fire")) == ("pursue", {"Trento"})
    table = Sands(position("Bir-Harmat: Trento- 22Gd-\nTobruk: Pol", "buildup", more="fired: Trento"))
    assert (table.decision, table.legal("fire")) == ("pursue", {"Trento"})


@rule("5.3s3")
def test_units_that_recover_among_disrupted_enemies_rout_them() -> None:
    """Both of Trento and Brescia recover: 22Gd is routed once."""
    table = begins_turn("Bir-Harmat: Trento- Brescia- 22Gd-\nTobruk: Pol")
    assert table.marked("disrupted") == {"22Gd"}
    assert len(table.happened("rout")) == 1
    assert (table.decision, table.cv("22Gd")) == ("pursue", 2)
    assert table.legal("fire") == {"Trento"}, "Brescia is too slow"
    table.play("fire:Trento").roll("4").play("done").go("Tobruk").play("stop")
    assert (table.cv("22Gd"), table.decision) == (1, "lay")


@rule("5.3s3")
def test_disrupted_units_of_both_sides_stay_together_in_peace() -> None:
    table = begins_turn("Bir-Harmat: Trento- 22Gd-\nTobruk: Pol", more="late: Trento")
    assert table.at("Bir-Harmat") == {"Trento", "22Gd"}
    assert not table.happened("rout")


# 11.4 Overruns


@rule("11.4a", "11.4s2")
def test_an_attack_on_disrupted_units_is_announced_as_a_rout() -> None:
    table = Sands(position("Gazala: 21/5\nBir-Harmat: 22Gd-\nTobruk: Pol", "movement 1")).play("group:Gazala")
    table.move("21/5", "Bir-Harmat")
    assert table.legal() == {"rout:Bir-Harmat"}
    assert table.refusal("done") == "11.4"


@rule("11.4b")
def test_one_unit_suffices_and_more_bring_more_fire() -> None:
    places = "Gazala: 21/5 21/3 Brescia\nBir-Harmat: 22Gd-\nTobruk: Pol"
    assert overrun(places, "Brescia").legal() == {"done"}
    assert overrun(places, "21/5", "21/3").legal("fire") == {"21/5", "21/3"}


@rule("11.4c")
def test_the_attackers_stop_and_hexside_limits_hold() -> None:
    table = Sands(position("Gazala: 21/5 21/3 15/8\nBir-Harmat: 22Gd-\nTobruk: Pol", "movement 1"))
    table.play("group:Gazala").move("21/5", "Bir-Harmat").move("21/3", "Bir-Harmat").play("unit:15/8")
    assert table.refusal("hex:Bir-Harmat") == "7.1"
    table.go("Derna").play("stop", "rout:Bir-Harmat").hold_fire().go("Tobruk").play("stop")
    assert not table.legal("unit"), "those that attacked move no farther"
    assert table.refusal("unit:21/5") == "6.0"


@rule("11.4d", "11.4s6", "11.4f")
def test_the_rest_of_the_move_goes_on_through_the_cleared_hex_to_the_next_overrun() -> None:
    table = overrun("Gazala: 21/5 21/3\nBir-Harmat: 22Gd-\nKnightsbridge: 7/7-\nTobruk: Pol", "21/5")
    table.hold_fire().go("Tobruk").play("stop").move("21/3", "Bir-Harmat", "Knightsbridge")
    assert table.legal() == {"rout:Knightsbridge"}
    table.play("rout:Knightsbridge").hold_fire()
    assert len(table.happened("rout")) == 2


@rule("11.4s1")
def test_both_moves_of_an_offensive_share_an_overrun() -> None:
    table = Sands(position("Gazala: 21/5\nSidi-Mufta: 15/8\nBir-Harmat: 22Gd-\nTobruk: Pol", "movement 2"))
    table.play("group:Gazala", "group:Sidi-Mufta").move("21/5", "Bir-Harmat")
    table.move("15/8", "Bir-Harmat", verb="second").play("rout:Bir-Harmat")
    assert table.legal("fire") == {"21/5", "15/8"}


@rule("11.4s5")
def test_the_routed_pass_disrupted_enemies_and_stop_among_them() -> None:
    """They are disrupted themselves: nobody routs anybody (5.3)."""
    table = overrun("Gazala: 21/5\nBir-Harmat: 22Gd-\nTobruk: Trento-\nGambut: Pol", "21/5").hold_fire()
    assert table.legal("hex") == {"Tobruk"}
    table.go("Tobruk").play("stop")
    assert table.at("Tobruk") == {"Trento", "22Gd"}
    assert len(table.happened("rout")) == 1
    assert not any(table.state.attacker_hexes)

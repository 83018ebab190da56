"""8.2-8.6, 13.2, 14.2: attacks, refusals, who is shown, which battles are fought and which must be."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def attack(places: str, unit: str, *hexes: str, cards: int = 1, more: str = "") -> Sands:
    """An Axis unit moves along these hexes into the enemy; all movement is over."""
    table = Sands(position(places, f"movement {cards}", more=more))
    origin = table.where(unit)
    return table.play(f"group:{origin}").move(unit, *hexes).end_movement()


def in_battle(places: str, cards: int = 1, active: str = "axis", attacker: str = "axis", more: str = "") -> Sands:
    """The combat phase is about to begin."""
    return Sands(position(places, f"combat {cards}", active, attacker, more))


# 8.2, 8.4 Accepting or refusing


@rule("8.2c", "8.4a", "3.43c")
def test_the_passive_player_answers_an_attack_after_all_movement() -> None:
    table = Sands(position("Gazala: 21/5 Trento\nBir-Harmat: 22Gd\nTobruk: Pol", "movement 1"))
    table.play("group:Gazala").move("21/5", "Bir-Harmat")
    assert table.decision == "movement", "not before the others have moved"
    table.move("Trento", "Derna", "9", "Cyrene", "7", "Barce", "Er-Regima").play(
        "done", "march:Trento", "hex:Benghazi"
    )
    assert table.actor == 0
    table.play("done").roll(4)
    assert table.where("Trento") == "Benghazi"
    assert (table.decision, table.actor) == ("refuse-battle", 1)
    assert table.legal() == {"refuse:Bir-Harmat", "done"}


@rule("8.4a", "10.2a")
def test_several_attacked_groups_are_refused_one_by_one() -> None:
    places = "Gazala: 21/5 Ariete Brescia\nBir-Harmat: 22Gd\n34: 7/7\nTobruk: Pol"
    table = Sands(position(places, "movement 1")).play("group:Gazala")
    table.move("21/5", "Bir-Harmat").move("Ariete", "34").end_movement()
    assert table.legal("refuse") == {"Bir-Harmat"}, "7/7 is cut off"
    table.play("refuse:Bir-Harmat").hold_fire().go("Tobruk").play("stop")
    assert (table.decision, table.legal()) == ("refuse-battle", {"done"}), (
        "asked again, whatever the answer can be"
    )
    assert table.refusal("refuse:Bir-Harmat") == "8.4"
    table.play("done")
    assert table.hexes("fighting_hexes") == {"34"}


@rule("8.2b", "8.4b")
def test_groups_in_battle_when_movement_began_may_not_refuse() -> None:
    table = attack("Gazala: 21/5\nBir-Harmat: Trento 22Gd\nTobruk: Pol", "21/5", "Bir-Harmat")
    assert (table.decision, table.actor) == ("name-battles", 0)
    table = Sands(position("Gazala: 21/5\nBir-Harmat: Trento 22Gd\nSidi-Mufta: 7/7\nTobruk: Pol", "movement 1"))
    table.play("group:Gazala").move("21/5", "Sidi-Mufta").end_movement()
    assert table.refusal("refuse:Bir-Harmat") == "8.4"


@rule("10.2a", "5.3g")
def test_who_stands_at_the_end_of_his_line_cannot_refuse() -> None:
    """In its base a unit has a line of no length at all, and nowhere to withdraw to."""
    table = attack("98: 21/5\nAlexandria: Pol", "21/5", "Alexandria")
    assert (table.decision, table.legal()) == ("refuse-battle", {"done"})
    assert table.refusal("refuse:Alexandria") == "10.2"


@rule("8.2d", "8.6c")
def test_a_new_battle_must_be_fought() -> None:
    table = attack("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol", "21/5", "Bir-Harmat").play("done")
    assert (table.decision, table.legal()) == ("name-battles", {"done"})
    assert table.refusal("fight:Bir-Harmat") == "8.6"
    assert table.play("done").legal("fire") == {"22Gd"}


@rule("8.2e", "11.1b")
def test_disrupted_units_alone_are_routed_and_there_is_nothing_to_refuse() -> None:
    table = Sands(position("Gazala: 21/5\nBir-Harmat: 22Gd-\nTobruk: Pol", "movement 1"))
    table.play("group:Gazala").move("21/5", "Bir-Harmat").play("rout:Bir-Harmat").hold_fire().go("Tobruk")
    table.play("stop").end_movement()
    assert not table.happened("attacked")
    assert table.state.active == 1, "neither refusal nor battle"


@rule("8.3a", "8.3b")
@pytest.mark.parametrize("active", ["axis", "allied"])
def test_the_attacker_stays_attacker_when_the_defender_starts_a_round(active: str) -> None:
    table = in_battle("Tobruk: Trento 22Gd", active=active)
    if active == "allied":
        table.play("fight:Tobruk")
    table.play("done").miss().miss()
    assert table.hexes("attacker_hexes", "Axis") == {"Tobruk"}
    assert not table.state.attacker_hexes[1]


# 8.4 sidebar: mixed groups


MIXED = "Gazala: 21/5 21/3\nBir-Harmat: 22Gd Pol-\nTobruk: 2/SG"


@rule("8.4s1", "10.2d")
def test_the_disrupted_do_not_leave_with_a_refusing_group() -> None:
    table = attack(MIXED, "21/5", "Bir-Harmat").play("refuse:Bir-Harmat").hold_fire()
    assert (table.decision, table.actor) == ("leave", 1)
    table.go("Tobruk").play("stop")
    assert (table.where("22Gd"), table.where("Pol")) == ("Tobruk", "Bir-Harmat")


@rule("8.4s2", "3.4t5")
def test_the_undisrupted_take_pursuit_fire_and_then_withdraw() -> None:
    table = attack(MIXED, "21/5", "Bir-Harmat").play("refuse:Bir-Harmat")
    assert (table.decision, table.actor) == ("pursue", 0)
    assert table.happened("slowest")[0].arguments["speed"] == 2, "of those that leave: Pol is slower, and stays"
    table.play("fire:21/5").roll("4 4").play("done")
    assert (table.cv("22Gd"), table.cv("Pol")) == (1, 4)
    assert table.decision == "leave"


@rule("8.4s3", "10.2s4", "8.4s4")
def test_the_disrupted_are_then_routed_by_those_that_have_not_fired() -> None:
    table = Sands(position(MIXED, "movement 1")).play("group:Gazala")
    table.move("21/5", "Bir-Harmat").move("21/3", "Bir-Harmat").end_movement()
    table.play("refuse:Bir-Harmat", "fire:21/5").roll("1 1").play("done").go("Tobruk").play("stop")
    assert [event.kind for event in table.events if event.kind in ("refused", "rout")] == ["refused", "rout"]
    assert table.cv("Pol") == 3, "rout attrition"
    assert table.decision == "pursue"
    assert table.legal("fire") == {"21/3"}
    assert table.refusal("fire:21/5") == "10.5"
    table.play("fire:21/3").roll("4 1").play("done")
    assert table.cv("Pol") == 2
    assert table.legal("hex") == {"Tobruk"}, "it leaves as a group of its own"
    table.go("Tobruk")
    while table.decision == "leave":
        table.play("stop")
    assert not table.state.attacker_hexes[0], "the battle is over"
    assert table.state.active == 1
    assert table.marked("disrupted") == {"22Gd", "Pol"}, "it is too early to recover (11.2)"


@rule("8.4s5", "10.2b")
def test_a_group_refuses_together_or_not_at_all() -> None:
    """Tobruk is isolated and supplies one of two units; the other has no line."""
    places = "Gazala: 21/5\nBir-Harmat: 22Gd Pol\nGambut: Trento\nSidi-Rezegh: Brescia\nTobruk: 2/SG"
    more = "owner Tobruk: allied\nsupplied by Tobruk: 22Gd 2/SG"
    table = attack(places, "21/5", "Bir-Harmat", more=more)
    assert (table.decision, table.legal()) == ("refuse-battle", {"done"})
    assert table.refusal("refuse:Bir-Harmat") == "10.2"
    both = attack(places, "21/5", "Bir-Harmat", more=more + " Pol")
    assert both.legal("refuse") == {"Bir-Harmat"}


# 8.5 Showing


@rule("8.5c", "7.3a")
def test_units_of_an_accepted_battle_are_shown_with_their_cv() -> None:
    table = attack("Gazala: 21/5=4\nBir-Harmat: 22Gd=2 Pol-\nTobruk: 2/SG", "21/5", "Bir-Harmat")
    assert not table.marked("shown")
    table.play("done")
    assert table.marked("shown") == {"21/5", "22Gd"}, "the disrupted lie face down"
    assert table.happened("shown")[0].rule == "8.5"
    for reader, unit, cv in ((0, "22Gd", 2), (1, "21/5", 4)):
        known = {block.unit: block.cv for block in table.game.view(table.state, reader).known}
        assert known[table.unit(unit)] == cv
        number = table.unit(unit)
        assert (table.state.least_cv[number], table.state.most_cv[number]) == (cv, cv), "to be remembered"
    assert table.unit("Pol") not in {block.unit for block in table.game.view(table.state, 0).known}


@rule("8.5c")
def test_units_that_join_a_battle_left_in_part_are_shown_too() -> None:
    """10.4 forbids combat there, not the sight of it."""
    places = "Gazala: 15/8\nBir-Harmat: 21/5 22Gd\nTobruk: Pol"
    more = crossed("Gazala>Bir-Harmat") + "\nshown: 21/5 22Gd"
    table = Sands(position(places, "movement 2", more=more)).play("group:Gazala", "group:Bir-Harmat")
    table.move("15/8", "Bir-Harmat").play("done", "retreat:Bir-Harmat", "second:21/5", "decline").go("Gazala")
    assert "15/8" not in table.marked("shown")
    table.play("stop").end_movement()
    assert {event.arguments["units"][0] for event in table.happened("shown")} == {table.unit("15/8")}
    assert table.happened("shown")[0].rule == "7.3"


@rule("8.5s1")
def test_the_place_in_the_battle_line_has_no_meaning() -> None:
    one = in_battle("Bir-Harmat: 21/5 Trento 22Gd 7/7").play("fight:Bir-Harmat", "done")
    other = in_battle("Bir-Harmat: 7/7 Trento 22Gd 21/5").play("fight:Bir-Harmat", "done")
    assert one.legal() == other.legal()
    assert one.game.key(one.state) == other.game.key(other.state)


# 8.6 Which battles are fought


@rule("8.6a", "3.44a")
@pytest.mark.parametrize("chosen", [(), ("Bir-Harmat",), ("Bir-Harmat", "El-Adem")])
def test_the_active_player_fights_some_or_all_or_no_battles(chosen: tuple[str, ...]) -> None:
    table = in_battle("Bir-Harmat: Trento 22Gd\nEl-Adem: Brescia Pol")
    assert table.legal() == {"done", "fight:Bir-Harmat", "fight:El-Adem"}
    table.play(*(f"fight:{name}" for name in chosen), "done")
    if table.decision == "choose-battle":
        table.play("battle:Bir-Harmat")
    while table.decision == "fire-unit":
        table.miss()
    names = {table.state.printed.board.names[event.arguments["hex"]] for event in table.happened("battle")}
    assert names == set(chosen)


@rule("8.6a")
def test_a_battle_is_no_battle_without_undisrupted_units_of_both_sides() -> None:
    table = in_battle("Bir-Harmat: Trento 22Gd\nTobruk: Pol")
    assert table.refusal("fight:Tobruk") == "8.0"
    assert table.refusal("assault:Bir-Harmat") == "4.3"
    assert table.refusal("battle:Bir-Harmat") == "8.6"


@rule("8.6d", "13.2c")
def test_the_attacker_of_a_fortress_must_fight_in_his_own_turn() -> None:
    table = in_battle("Tobruk: Trento 22Gd\nEl-Adem: Brescia Pol")
    assert table.hexes("fighting_hexes") == {"Tobruk"}
    assert table.legal("fight") == {"El-Adem"}
    table.play("done")
    assert table.decision == "fire-unit"


@rule("8.6d", "13.2c")
def test_the_defender_of_a_fortress_need_not_fight() -> None:
    table = in_battle("Tobruk: Trento 22Gd", active="allied")
    assert (table.actor, table.legal()) == (1, {"done", "fight:Tobruk"})
    table.play("done")
    assert not table.happened("battle")


@rule("8.6e", "13.2d")
def test_in_blitz_combat_new_battles_are_fought_and_fortresses_need_not_be() -> None:
    places = "Tobruk: Trento 22Gd\nGazala: 21/5\nBir-Harmat: 7/7\nBir-Hacheim: Brescia Pol"
    table = in_battle(places, cards=3).play("done").miss().miss()
    assert table.decision == "movement"
    table.play("group:Gazala").move("21/5", "Bir-Harmat").end_movement().play("done")
    assert table.hexes("fighting_hexes") == {"Bir-Harmat"}
    assert table.legal("fight") == {"Tobruk", "Bir-Hacheim"}


@rule("3.46b")
def test_units_fire_in_both_combat_phases_of_a_blitz() -> None:
    table = in_battle("Bir-Harmat: Trento 22Gd", cards=3).play("fight:Bir-Harmat", "done").miss().miss()
    table.end_movement().play("fight:Bir-Harmat", "done")
    assert [event.rule for event in table.happened("battle-named")] == ["3.44", "3.46"]
    assert table.legal("fire") == {"22Gd"}
    assert table.miss().legal("fire") == {"Trento"}


@rule("8.6f")
def test_all_active_battles_are_named_before_any_fire() -> None:
    table = in_battle("Bir-Harmat: Trento 22Gd\nEl-Adem: Brescia Pol").play("fight:Bir-Harmat")
    assert table.refusal("fire:22Gd", side=0) == "8.6"
    table.play("done").miss()
    assert table.refusal("fight:El-Adem") == "9.2"
    table.miss()
    assert table.state.active == 1, "the phase is over and El-Adem was not named"


@rule("8.6g", "4.3c")
def test_assaults_are_named_before_any_fire_on_an_assault_turn() -> None:
    table = in_battle("Bir-Harmat: Trento 22Gd\nEl-Adem: Brescia Pol", cards=2)
    assert table.legal("assault") == {"Bir-Harmat", "El-Adem"}
    table.play("assault:El-Adem", "fight:Bir-Harmat", "done", "battle:Bir-Harmat")
    assert table.refusal("assault:Bir-Harmat") == "9.2"
    assert table.play("fire:22Gd").dice() == 3, "the other battle is fought as usual"
    table.roll("1 1 1").miss()
    assert table.play("fire:Pol").dice() == 8


@rule("8.6g", "4.3c")
def test_an_assault_is_over_with_its_combat_phase() -> None:
    """The Allies fight the same battle in their next turn, with as many dice as ever."""
    more = f"{crossed('Gazala>Bir-Harmat')}\nhand allied: 1 real 0 dummy"
    table = in_battle("Bir-Harmat: Trento 22Gd\nTobruk: Pol", cards=2, more=more)
    table.play("assault:Bir-Harmat", "done").miss().miss().play("real:1", "dummies:0", "done")
    table.play("fight:Bir-Harmat", "done")
    assert table.play("fire:Trento").dice() == table.cv("Trento")


@rule("8.6g", "4.3b")
def test_a_compulsory_battle_may_be_an_assault() -> None:
    table = attack("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol", "21/5", "Bir-Harmat", cards=2).play("done")
    assert table.legal() == {"done", "assault:Bir-Harmat"}
    assert table.play("assault:Bir-Harmat", "done", "fire:22Gd").dice() == 6


@rule("8.6h", "4.3c")
@pytest.mark.parametrize(("cards", "moves"), [(1, 0), (3, 0), (2, 2)])
def test_only_two_cards_and_less_than_two_moves_make_an_assault_turn(cards: int, moves: int) -> None:
    places = "Gazala: 21/5\nDerna: Ariete\nBir-Harmat: Trento 22Gd"
    table = Sands(position(places, f"movement {cards}"))
    table.play(*["group:Gazala", "group:Derna"][:moves]).end_movement()
    assert not table.legal("assault")
    assert table.refusal("assault:Bir-Harmat") == "4.3"


@rule("8.6s1", "13.2s1")
def test_an_attacker_of_a_fortress_who_passes_withdraws() -> None:
    table = Sands(
        position(
            "Tobruk: Trento 21/5 22Gd\nBir-Harmat: Brescia",
            "lay",
            more=crossed("Bir-Harmat>Tobruk") + "\nhand axis: 1 real 0 dummy",
        )
    )
    table.play("pass")
    assert (table.decision, table.actor) == ("pursue", 1), "under all rules of retreats (10.3)"
    table.hold_fire().play("unit:21/5").go("Bir-Harmat").play("stop").go("Bir-Harmat").play("stop")
    assert table.at("Bir-Harmat") == {"Trento", "21/5", "Brescia"}
    assert table.marked("disrupted") == {"Trento", "21/5"}
    assert table.decision == "withdraw", "the optional withdrawal is still to come"


@rule("8.6s2", "13.2s2")
def test_attackers_who_cannot_withdraw_on_a_pass_are_routed() -> None:
    """They came by a hexside that is the enemy's now."""
    table = Sands(position("Tobruk: Trento 22Gd\nBir-Harmat: Brescia", "lay", more="hand axis: 1 real 0 dummy"))
    table.play("pass")
    assert table.happened("rout")
    assert table.cv("Trento") == 3
    table.hold_fire()
    assert table.where("Trento") == "dead"
    assert not table.state.attacker_hexes[0]


# 14.2 Minefields come to light


@rule("14.2c")
def test_a_defended_minefield_is_shown_when_refusals_are_over() -> None:
    more = "mined_hexes: Bir-Harmat\nmines known to allied: Bir-Harmat"
    table = attack("Gazala: 21/5\nBir-Harmat: 22Gd\nTobruk: Pol", "21/5", "Bir-Harmat", more=more)
    assert table.decision == "refuse-battle"
    assert not table.happened("minefield-shown")
    table.play("done")
    assert table.happened("minefield-shown")
    assert table.hexes("known_mines", "Axis") == table.hexes("shown_mines") == {"Bir-Harmat"}


@rule("14.2b", "14.2a")
@pytest.mark.parametrize("way", [("Bir-Harmat",), ("Bir-Harmat", "Sidi-Mufta")], ids=["into", "through"])
def test_an_empty_minefield_is_shown_when_it_was_entered_and_does_nothing(way: tuple[str, ...]) -> None:
    more = "mined_hexes: Bir-Harmat Derna\nmines known to allied: Bir-Harmat Derna"
    table = Sands(position("Gazala: 21/5\nTobruk: Pol", "movement 1", more=more)).play("group:Gazala")
    table.move("21/5", *way)
    assert not table.happened("minefield-shown"), "not before the phase is over"
    table.end_movement()
    assert table.hexes("known_mines", "Axis") == {"Bir-Harmat"}
    assert (table.cv("21/5"), table.where("21/5")) == (6, way[-1])


@rule("14.2b")
def test_a_side_walks_over_its_own_minefield_unseen() -> None:
    more = "mined_hexes: Bir-Harmat\nmines known to axis: Bir-Harmat"
    table = Sands(position("Gazala: 21/5\nTobruk: Pol", "movement 1", more=more)).play("group:Gazala")
    table.move("21/5", "Bir-Harmat").end_movement()
    assert not table.happened("minefield-shown")
    assert not table.state.known_mines[1]


# 8.0 The end of battles


@rule("8.0b")
def test_a_battle_won_leaves_nothing_behind() -> None:
    table = in_battle("Bir-Harmat: Trento 22Gd=1\nTobruk: Pol", more=crossed("Gazala>Bir-Harmat"))
    table.play("fight:Bir-Harmat", "done").miss().shoot("Trento", "6")
    assert table.where("22Gd") == "dead"
    assert table.happened("battle-over")
    assert not any(table.state.attacker_hexes)
    assert not any(table.state.crossed)
    assert not table.marked("shown"), "it stands hidden again (7.3)"


@rule("8.0b", "12.7l")
def test_a_battle_is_over_when_one_side_starves() -> None:
    """The Buildup eliminates who has no supply; the Axis holds the hex without a battle."""
    more = f"owner Tobruk: axis\nowner Benghazi: axis\nshown: Trento 22Gd\n{crossed('Gazala>Bir-Harmat')}"
    table = Sands(position("Bir-Harmat: Trento 22Gd\nGambut: Ariete", "buildup", more=more))
    table.play("supply:Ariete")  # from Tobruk, which is cut off behind the battle (13.3)
    assert table.where("22Gd") == "dead"
    assert not any(table.state.attacker_hexes)
    assert not table.marked("shown")

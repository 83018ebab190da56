"""6: how far units move: speed, roads, Rommel, forced marches."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.sands import Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

HIGHWAY = [
    "Tobruk",
    "Bir-Harmat",
    "Gazala",
    "Derna",
    "9",
    "Cyrene",
    "7",
    "Barce",
    "Er-Regima",
    "Benghazi",
    "Ghemines",
]
TRACK = [
    "Agedabia",
    "Antelat",
    "Msus",
    "81",
    "82",
    "Mechili",
    "Rotunda-Segnali",
    "Sidi-Mufta",
    "Knightsbridge",
    "El-Adem",
]
TRAIL = ["Tengeder", "107", "Ben-Gania", "130", "129", "Agedabia", "153", "154", "179", "Jalo"]
ROADLESS = ["183", "182", "181", "180", "179", "178", "177", "176", "El-Agheila"]


def lone(unit: str, place: str) -> Sands:
    """One unit in a group move with nobody in its way."""
    side = "Allied" if unit in ("Priest", "1AT", "7/7", "KDG") else "Axis"
    table = Sands(f"{place}: {unit}", side=side).begin()
    return table.play(f"group:{place}", f"unit:{unit}")


def distance(unit: str, path: list[str]) -> int:
    """How many hexes of a path a unit can go."""
    table = lone(unit, path[0])
    return len(table.walk(*path[1:]))


# 6.0 Free movement


@rule("6.0b")
def test_units_move_through_friendly_and_empty_hexes() -> None:
    table = Sands("Gazala: 21/3\nDerna: Brescia\nCyrene: Pavia").begin().play("group:Gazala")
    table.move("21/3", "Derna", "9", "Cyrene", "7", "Barce")
    assert table.where("21/3") == "Barce"


@rule("6.0c", "11.4c")
@pytest.mark.parametrize("enemy", ["22Gd", "*22Gd"], ids=["undisrupted", "disrupted"])
def test_a_unit_stops_where_enemies_are(enemy: str) -> None:
    table = Sands(f"Gazala: 21/3\nDerna: {enemy}").begin().play("group:Gazala").move("21/3", "Derna")
    assert table.decision == "movement"
    assert table.refusal("unit:21/3") == "6.0"


@rule("6.0c")
def test_a_unit_stops_in_a_battle_hex() -> None:
    table = Sands("Gazala: 21/3\nDerna: 22Gd Brescia").battle("Derna", "Allied").begin()
    table.play("group:Gazala").move("21/3", "Derna")
    assert table.decision == "movement"


@rule("6.0d")
def test_no_unit_moves_twice() -> None:
    table = Sands("Gazala: 21/3\nDerna: Brescia", cards=2).begin().play("group:Gazala").move("21/3", "Derna")
    table.play("group:Derna")
    assert table.legal("second") == {"Brescia"}
    assert table.refusal("second:21/3") == "6.0"


# 6.1 Speed


@rule("6.1a")
@pytest.mark.parametrize(
    ("unit", "speed"),
    [
        pytest.param("21/3", 4, marks=rule("6.1t1")),
        *(pytest.param(unit, 3, marks=rule("6.1t2")) for unit in ("21/5", "50mm", "21/104", "Priest")),
        *(pytest.param(unit, 2, marks=rule("6.1t3")) for unit in ("Trento", "88mm-A")),
        *(pytest.param(unit, 1, marks=rule("6.1t4")) for unit in ("Brescia", "Folgore", "German-artillery")),
    ],
)
def test_speed_off_the_roads(unit: str, speed: int) -> None:
    assert distance(unit, ROADLESS) == speed


@rule("6.1a")
@pytest.mark.parametrize(("move", "hexes"), [("group", 2 + 4), ("rommel-group", 2 + 4 + 1)])
def test_a_unit_moves_its_speed_and_all_bonuses_but_no_further(move: str, hexes: int) -> None:
    """Trento along the highway: the bonus of the road, and that of Rommel."""
    table = Sands(f"{HIGHWAY[0]}: Trento\nAlexandria: Pol").begin().play(f"{move}:{HIGHWAY[0]}", "unit:Trento")
    assert table.walk(*HIGHWAY[1:]) == HIGHWAY[1 : hexes + 1]
    assert table.refusal(f"hex:{HIGHWAY[hexes + 1]}") in ("6.1", "6.2", "6.4")


def test_a_unit_out_of_movement_stops_at_its_owners_word_alone() -> None:
    """A move that ended by itself would tell the enemy how fast the unit is."""
    table = lone("Trento", "183").go("182")
    assert table.allows("stop")
    table.go("181")
    assert table.legal() == {"stop"}
    table.play("stop")
    assert table.refusal("unit:Trento") == "6.0"


# 6.2 Roads


@rule("6e1")
@pytest.mark.parametrize(
    ("path", "hexes"),
    [
        pytest.param(HIGHWAY, 8, marks=rule("6.2a"), id="highway"),
        pytest.param(TRACK, 6, marks=rule("6.2b"), id="track"),
        pytest.param(TRAIL, 5, marks=rule("6.2c"), id="trail"),
    ],
)
def test_recon_by_road(path: list[str], hexes: int) -> None:
    assert distance("21/3", path) == hexes


@rule("6.2a", "6.2b", "6.2c")
@pytest.mark.parametrize(("unit", "speed"), [("21/5", 3), ("Trento", 2), ("Brescia", 1)])
def test_the_bonus_adds_to_every_speed(unit: str, speed: int) -> None:
    assert [distance(unit, path) - speed for path in (HIGHWAY, TRACK, TRAIL)] == [4, 2, 1]


@rule("6e2", "6.2e")
@pytest.mark.parametrize(
    "path",
    ["Msus 81 82 Mechili 34 Derna 9", "34 Mechili Rotunda-Segnali Sidi-Mufta Knightsbridge El-Adem Tobruk"],
    ids=["trail last", "trail first"],
)
def test_track_and_trail_together_give_the_bonus_of_the_trail(path: str) -> None:
    assert distance("21/3", path.split()) == 5


@rule("6.2e")
def test_highway_and_track_together_give_the_bonus_of_the_track() -> None:
    path = ["Cyrene", "9", "Derna", "Gazala", "Bir-Harmat", "Sidi-Mufta", "Rotunda-Segnali", "Mechili"]
    assert distance("21/3", path) == 6


@rule("6.2d")
@pytest.mark.parametrize(
    "path",
    [
        "107 Tengeder 84 Bir-Hacheim Retma 134",
        "82 Tengeder 84 Bir-Hacheim Bir-Gubi 111",
        "Derna Gazala Bir-Harmat Knightsbridge El-Adem Sidi-Rezegh",
    ],
    ids=["roadless last", "roadless first", "roadless in the middle"],
)
def test_a_single_roadless_step_loses_all_bonus(path: str) -> None:
    assert distance("21/3", path.split()) == 4


@rule("6.2d")
def test_a_unit_that_has_used_its_bonus_cannot_leave_the_road() -> None:
    table = lone("21/3", "Tobruk").go("Bir-Harmat", "Gazala", "Derna", "9")
    assert table.legal("hex") == {"Derna", "Cyrene"}
    table.go("Derna")
    assert table.refusal("hex:34") == "6.2"


@rule("6.2s1")
def test_road_bonuses_apply_to_withdrawals() -> None:
    table = Sands("Gazala: Brescia\nAlexandria: Pol", cards=0).begin().play("group:Gazala", "unit:Brescia")
    assert table.walk(*HIGHWAY[3:]) == HIGHWAY[3:8]


@rule("17.4s1")
@pytest.mark.parametrize(("slow", "hexes"), [(0, 3), (1, 2)], ids=["printed", "optional"])
def test_infantry_tanks_may_be_slower(slow: int, hexes: int) -> None:
    table = Sands("183: 1AT", side="Allied")
    table.state.infantry_tanks_slow = slow
    table.begin().play("group:183", "unit:1AT")
    assert len(table.walk(*ROADLESS[1:])) == hexes


# 6.3 Rommel


@rule("6.3a")
def test_every_unit_of_the_rommel_move_goes_one_hex_further() -> None:
    table = Sands("183: 21/3 Trento Brescia\nAlexandria: Pol").begin().play("rommel-group:183")
    for unit, hexes in {"21/3": 5, "Trento": 3, "Brescia": 2}.items():
        assert len(table.play(f"unit:{unit}").walk(*ROADLESS[1:])) == hexes
        table.play("stop")


@rule("6.3a")
def test_a_regroup_may_be_the_rommel_move() -> None:
    table = Sands("183: Trento\n184: Brescia\nAlexandria: Pol").begin().regroup("183", "180", "rommel-regroup")
    assert table.legal("unit") == {"Trento"}
    table.move("Trento", "182", "181", "180")
    assert table.where("Trento") == "180"


@rule("6.3b")
def test_the_rommel_bonus_adds_to_the_road_bonus() -> None:
    table = Sands("Tobruk: 21/3\nAlexandria: Pol").begin().play("rommel-group:Tobruk", "unit:21/3")
    assert len(table.walk(*HIGHWAY[1:])) == 9


@rule("6.3a")
def test_there_is_one_rommel_move_in_a_turn() -> None:
    table = Sands("Msus: 21/3\nMechili: 21/5", cards=2).begin().play("rommel-group:Msus")
    assert table.legal("rommel-group") == table.legal("rommel-regroup") == set()
    assert table.refusal("rommel-group:Mechili") == "6.3"
    assert "Mechili" in table.legal("group")


@rule("6.3s1")
def test_a_blitz_has_the_rommel_move_in_one_of_its_phases() -> None:
    table = Sands("Msus: 21/3\nMechili: 21/5\nAlexandria: Pol", cards=3).begin()
    table.play("rommel-group:Msus").end_movement()
    assert table.state.blitzed
    assert table.refusal("rommel-group:Mechili") == "6.3"
    table = Sands("Msus: 21/3\nMechili: 21/5\nAlexandria: Pol", cards=3).begin().play("group:Msus").end_movement()
    assert "Mechili" in table.legal("rommel-group")


@rule("6.3s1")
def test_the_allies_have_no_rommel() -> None:
    table = Sands("Msus: 22Gd\nAlexandria: Pol", side="Allied").begin()
    assert table.legal("rommel-group") == set()
    assert table.refusal("rommel-group:Msus") == "6.3"


@rule("6.3c")
def test_there_is_no_rommel_in_1940() -> None:
    table = Sands("Msus: Trento\nAlexandria: Pol", scenario="1940").begin()
    assert table.refusal("rommel-group:Msus") == "6.3"


@rule("6.3s2")
def test_there_is_no_rommel_move_in_a_withdrawal() -> None:
    table = Sands("Gambut: Trento\nAlexandria: Pol", cards=0).begin()
    assert table.refusal("rommel-group:Gambut") == "4.5"
    table.play("group:Gambut", "unit:Trento")
    assert table.walk(*HIGHWAY) == HIGHWAY[:6]


# 6.4 Forced marches


def marcher() -> Sands:
    """Trento has gone as far as it may, and its movement phase is over."""
    table = Sands("183: Trento\nAlexandria: Pol").begin()
    return table.play("group:183").move("Trento", "182", "181").play("done")


@rule("6.4a", "6.4b")
def test_units_march_one_hex_beyond_their_movement_after_all_moves() -> None:
    table = marcher()
    assert table.decision == "announce-marches"
    assert table.legal("march") == {"Trento"}
    table.play("march:Trento")
    assert table.legal("hex") == {"156", "157", "180", "182", "205", "206"}
    table.play("hex:180", "done")
    assert table.decision == "march-die"


@rule("6.4a")
@pytest.mark.parametrize(("face", "place", "disrupted"), [(6, "180", set()), (1, "181", {"Trento"})])
def test_a_march_is_one_hex_at_the_risk_of_disruption(face: int, place: str, disrupted: set[str]) -> None:
    """Whoever has succeeded does not march on: there is no second hex."""
    table = marcher().play("march:Trento", "hex:180")
    assert table.refusal("hex:179")
    assert table.refusal("march:Trento")
    table.play("done").roll(face)
    assert (table.where("Trento"), table.marked("disrupted")) == (place, disrupted)
    assert table.decision not in ("announce-marches", "march-to", "step")


@rule("6.4b", "3.43b")
def test_marches_wait_for_all_other_movement() -> None:
    table = Sands("183: Trento Brescia\nAlexandria: Pol").begin().play("group:183").move("Trento", "182", "181")
    assert table.refusal("march:Trento") == "3.43"
    table.play("unit:Brescia", "hex:182", "stop")
    assert table.decision == "movement"


@rule("6.4c", "6.4d")
@pytest.mark.parametrize("face", [4, 5, 6])
@pytest.mark.parametrize("goal", ["180", "156", "206"])
def test_a_march_succeeds_and_the_unit_is_one_hex_further(face: int, goal: str) -> None:
    """Into the very hex announced, wherever it is; neither disrupted nor weaker; and that ends its movement."""
    table = marcher().play("march:Trento", f"hex:{goal}", "done").roll(face)
    assert table.where("Trento") == goal
    assert (table.marked("disrupted"), table.cv("Trento")) == (set(), 4)
    assert table.happened("march-rolled")[0].arguments["die"] == face
    assert [event.arguments["hex"] for event in table.happened("block-moved")][-1] == table.hex(goal)


@rule("6.4d")
def test_a_march_that_succeeds_engages_the_enemy_there() -> None:
    table = Sands("183: Trento\n180: 22Gd\nAlexandria: Pol").begin().play("group:183")
    table.move("Trento", "182", "181").play("done", "march:Trento", "hex:180", "done").roll(4)
    assert table.at("180") == {"Trento", "22Gd"}
    assert table.hexes("attacked_hexes") == {"180"}


@rule("6.4c", "6.4e", "11.0d")
@pytest.mark.parametrize("face", [1, 2, 3])
@pytest.mark.parametrize("goal", ["180", "182"])
def test_a_march_fails_and_the_unit_is_disrupted_where_it_stands(face: int, goal: str) -> None:
    """Neither in the hex announced nor, like a regrouping unit, where it set out; nobody else is disrupted."""
    table = Sands("183: Trento Brescia\nAlexandria: Pol").begin().play("group:183")
    table.move("Brescia", "182").move("Trento", "182", "181").play("done", "march:Trento", f"hex:{goal}", "done")
    table.roll(face)
    assert (table.where("Trento"), table.where("Brescia")) == ("181", "182")
    assert table.marked("disrupted") == {"Trento"}
    assert table.cv("Trento") == 4


@rule("6.4b", "6.4c")
def test_all_marches_are_announced_before_the_first_die() -> None:
    table = Sands("183: Trento Brescia\nAlexandria: Pol").begin().play("group:183")
    table.move("Trento", "182", "181").move("Brescia", "182").play("done")
    table.play("march:Trento", "hex:180", "march:Brescia", "hex:181", "done").roll(6)
    assert (table.where("Trento"), table.where("Brescia"), table.decision) == ("180", "182", "march-die")
    table.roll(1)
    assert table.marked("disrupted") == {"Brescia"}


@rule("6.4a")
def test_a_march_is_a_hex_beyond_the_road_bonus_too() -> None:
    """Five trail hexes and a sixth; off the trail it would be two too many."""
    table = Sands("Tengeder: 21/3\nAlexandria: Pol").begin().play("group:Tengeder")
    table.move("21/3", *TRAIL[1:6]).play("done", "march:21/3")
    assert table.legal("hex") == {"153", "129", "Antelat", "Beda-Fomm", "Mersa-Brega"}
    assert table.refusal("hex:154") == "6.4"
    table = Sands("Tengeder: 21/3\nAlexandria: Pol").begin().play("group:Tengeder")
    table.move("21/3", *TRAIL[1:5]).play("done", "march:21/3")
    assert table.legal("hex") == {"Antelat", "105", "153", "154"}, "four trail hexes and one off the road"


@rule("6.4a")
def test_who_has_not_gone_as_far_as_he_may_does_not_march() -> None:
    table = Sands("183: Trento 21/5\nAlexandria: Pol").begin().play("group:183").move("Trento", "182").play("done")
    assert table.refusal("march:Trento") == "6.4"
    assert table.refusal("march:21/5") == "6.4"
    assert table.refusal("march:Pol") == "6.4"


def test_who_has_engaged_does_not_march_on() -> None:
    table = Sands("183: Trento\n181: 22Gd").begin().play("group:183").move("Trento", "182", "181").play("done")
    assert table.refusal("march:Trento") == "6.0"


def test_the_question_of_marches_is_put_whenever_somebody_has_moved() -> None:
    """Whether anybody could march is known to his owner only."""
    table = Sands("183: 21/3\nAlexandria: Pol").begin().play("group:183").move("21/3", "182").play("done")
    assert table.legal() == {"done"}
    assert table.decision == "announce-marches"


@rule("5.2s2", "6.4f")
@pytest.mark.parametrize(("face", "place"), [(3, "183"), (4, "180")], ids=["failure", "success"])
def test_a_regrouping_unit_marches_to_the_destination_or_goes_back(face: int, place: str) -> None:
    table = (
        Sands("183: Trento\nAlexandria: Pol").begin().regroup("183", "180").play("unit:Trento").go("182", "181")
    )
    assert table.refusal("hex:180") == "6.1"
    assert table.refusal("stop") == "5.2"
    table.play("march:Trento", "done", "done").roll(face)
    assert table.where("Trento") == place
    assert table.marked("disrupted") == ({"Trento"} if face < 4 else set())


@rule("6.4f", "6.4s2", "7.2g")
@pytest.mark.parametrize(("face", "cv", "place"), [(3, 3, "181"), (4, 4, "180")], ids=["failure", "success"])
def test_a_regrouping_unit_out_of_a_battle_does_not_go_back_into_it(face: int, cv: int, place: str) -> None:
    """Ruling 49: it stays in the hex it has come to, loses a step and is disrupted."""
    table = Sands("183: Trento 9AU/20\nAlexandria: Pol").battle("183", "Allied", "184").begin()
    table.regroup("183", "180").play("done", "retreat:183", "unit:Trento").hold_fire().go("182", "181")
    table.play("march:Trento", "done")
    assert not table.marked("disrupted"), "its move is not over"
    table.play("done").roll(face)
    assert (table.where("Trento"), table.cv("Trento")) == (place, cv)
    assert table.marked("disrupted") == {"Trento"}
    assert len(table.happened("block-disrupted")) == 1


@rule("5.2s2")
def test_a_destination_two_hexes_beyond_is_out_of_reach() -> None:
    table = Sands("183: Trento 21/5\nAlexandria: Pol").begin().play("regroup:183")
    assert "179" in table.legal("to"), "21/5 could march there"
    table.play("to:179")
    assert table.legal("unit") == {"21/5"}
    assert table.refusal("unit:Trento") == "5.2"


@rule("6.4s1", "7.1a")
def test_marches_keep_to_the_hexside_limits_as_if_all_succeeded() -> None:
    units = ["Trento", "Trieste", "90/361"]
    table = Sands(f"183: {' '.join(units)}\n180: 22Gd").begin().play("group:183")
    for unit in units:
        table.move(unit, "182", "181")
    table.play("done", "march:Trento", "hex:180", "march:Trieste", "hex:180", "march:90/361")
    assert table.refusal("hex:180") == "7.1"
    assert "205" in table.legal("hex")


@rule("6.4s1")
def test_a_regrouping_march_counts_against_the_limit_at_once() -> None:
    table = Sands("183: Trento\n181: 21/5 15/8\n180: 22Gd", cards=2).begin().regroup("182", "180")
    table.play("unit:Trento").go("182", "181").play("march:Trento")
    table.move("21/5", "180")
    assert table.play("unit:15/8").refusal("hex:180") == "7.1"


@rule("6.4s1", "7.1b")
def test_marches_into_a_hex_that_enemies_have_fled_to_keep_to_the_limit() -> None:
    """Three march on an empty Tobruk; then a rout brings disrupted enemies there, and only two may engage."""
    units = ["Brescia", "Pavia", "Bologna"]
    places = f"Bir-Gubi: {' '.join(units)}\nGazala: 21/5\nBir-Harmat: *22Gd\nAlexandria: Pol"
    table = Sands(places, cards=2).begin().regroup("Bir-Gubi", "Tobruk")
    for unit in units:
        table.play(f"unit:{unit}", "hex:Knightsbridge", f"march:{unit}")
    table.play("group:Gazala").move("21/5", "Bir-Harmat", verb="second").play("rout:Bir-Harmat").hold_fire()
    table.go("Tobruk").play("stop", "done", "done").roll(6).roll(6)
    assert (table.where("Brescia"), table.marked("disrupted")) == ("Bir-Gubi", {"22Gd"}), "it goes back unharmed"
    assert table.at("Tobruk") == {"Pavia", "Bologna", "22Gd"}


@rule("6.4s2", "7.2g")
def test_who_has_left_a_battle_does_not_march_upon_enemies_that_have_fled_there() -> None:
    """Brescia is to march from one battle to Tobruk; those routed in another get there first."""
    places = "Bir-Gubi: Brescia 9AU/20\nBir-Harmat: Ariete 21/5 22Gd *7/7\nAlexandria: Pol"
    table = Sands(places, cards=2).battle("Bir-Gubi", "Allied", "111")
    table.battle("Bir-Harmat", "Axis", "Gazala").state.cv[table.unit("22Gd")] = 1
    table.begin().regroup("Bir-Gubi", "Tobruk").play(
        "group:Bir-Harmat", "done", "retreat:Bir-Gubi", "unit:Brescia"
    )
    table.hold_fire().go("Knightsbridge").play("march:Brescia")
    table.play("retreat:Bir-Harmat", "second:Ariete", "done", "probe").shoot("21/5", "6")
    table.hold_fire().go("Tobruk").play("stop", "done", "done", "done")
    assert table.where("7/7") == "Tobruk"
    assert (table.where("Brescia"), table.cv("Brescia")) == ("Knightsbridge", 4), "no die is rolled"
    assert table.marked("disrupted") == {"Brescia", "7/7"}


@rule("6.4s2", "7.2d")
@pytest.mark.parametrize(("face", "cv", "place"), [(2, 3, "181"), (5, 4, "180")], ids=["failure", "success"])
def test_a_disengaging_unit_that_fails_its_march_loses_a_step(face: int, cv: int, place: str) -> None:
    table = Sands("183: Trento 9AU/20\nAlexandria: Pol").battle("183", "Allied", "184").begin()
    table.play("group:183", "done", "retreat:183", "unit:Trento")
    while table.decision == "pursue":
        table.play("done")
    table.go("182", "181").play("stop")
    assert table.marked("disrupted") == {"Trento"}
    table.play("done", "march:Trento", "hex:180", "done").roll(face)
    assert (table.state.cv[table.unit("Trento")], table.where("Trento")) == (cv, place)
    assert table.state.least_cv[table.unit("Trento")] <= cv, "the enemy may reckon with the loss"
    assert table.marked("disrupted") == {"Trento"}

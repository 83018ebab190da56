"""5.3, 4.5: withdrawal moves, and the moves of a Pass; 8.6, 13.2: attackers of fortresses on a Pass."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import ways_of
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from tests.games.rommel_in_the_desert.lines import all_ways
from tests.games.rommel_in_the_desert.sands import Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

MECHILI = "Mechili: 21/3\nMsus: Trento\nCharruba: Ariete"


def no_fire(table: Sands) -> Sands:
    while table.decision == "pursue":
        table.play("done")
    return table


def networks(table: Sands, side: int = 0) -> int:
    return network(table.state, side)


# The examples


def road_lines(table: Sands) -> set[tuple[str, ...]]:
    """The lines of the unit in Mechili by road: the units it chains through, and where it joins the highway."""
    state = table.state
    lines, names = base_lines(state, 0), state.printed.board.names
    highway = {names[place] for place in range(len(names)) if names[place] and state.printed.roads[3][place]}
    found: set[tuple[str, ...]] = set()
    todo: list[tuple[str, ...]] = [("Mechili",)]
    while todo:
        line = todo.pop()
        for link, *_ in lines.onward(table.hex(line[-1]), True):
            steps = pairwise((table.hex(line[-1]), *link))
            by_road = all(state.printed.roads[1][a] >> b & 1 for a, b in steps)
            end = names[link[-1]]
            if any(names[place] in highway for place in link[:-1]):
                continue  # it has joined the highway before
            if by_road and end in highway:
                found.add((*line, end))
            elif by_road and end not in line:
                todo.append((*line, end))
    return found


@rule("5e2", "12.2g", "12.6b")
def test_the_recon_of_mechili_has_eight_lines_by_road() -> None:
    assert road_lines(Sands(MECHILI)) == {
        ("Mechili", "Msus", "Agedabia"),
        ("Mechili", "Msus", "Beda-Fomm"),
        ("Mechili", "Msus", "Ghemines"),
        ("Mechili", "Msus", "Er-Regima"),
        ("Mechili", "Charruba", "Er-Regima"),
        ("Mechili", "Derna"),
        ("Mechili", "Gazala"),
        ("Mechili", "Bir-Harmat"),
    }


@rule("5e3", "5.3j", "5.3g")
def test_it_may_withdraw_along_four_of_them() -> None:
    """With more hexes than it has it would come to these highway hexes and to no others."""
    table = Sands(MECHILI)
    ways = ways_of(table.state, table.unit("21/3"))
    names = table.state.printed.board.names
    walked = {tuple(names[place] for place in way) for way in all_ways(ways, (ways.start,))}
    ends = {way[-1] for way in walked} & {
        "Agedabia",
        "Beda-Fomm",
        "Ghemines",
        "Er-Regima",
        "Derna",
        "Gazala",
        "Bir-Harmat",
    }
    assert ends == {"Agedabia", "Beda-Fomm", "Ghemines", "Er-Regima"}
    assert all("Charruba" in way for way in walked if "Er-Regima" in way), "from Msus it would lead away"
    table = Sands(MECHILI, cards=0).begin().play("group:Mechili", "unit:21/3")
    assert table.legal("hex") == {"82", "Charruba"}
    assert table.refusal("hex:34") == "5.3"
    assert table.refusal("hex:Rotunda-Segnali") == "5.3"


# 5.3 Uses and conditions


@rule("5.3b", "5.3c", "4.5b")
def test_a_pass_gives_one_withdrawal_and_no_other_move() -> None:
    table = Sands(MECHILI, cards=0).begin()
    assert table.decision == "withdraw"
    assert {"done", "group:Mechili", "regroup:82"} <= table.legal()
    table.play("group:Mechili")
    assert table.refusal("group:Msus") == "4.5"
    table.play("unit:21/3").go("82", "81", "Msus").play("stop")
    assert (table.legal(), table.where("21/3")) == ({"done"}, "Msus")


@rule("5.3c", "4.5b")
def test_the_withdrawal_is_optional_to_the_last() -> None:
    table = Sands(MECHILI, cards=0).begin().play("done")
    assert table.decision != "withdraw"
    table = Sands(MECHILI, cards=0).begin().play("group:Mechili", "done")
    assert table.decision != "withdraw"
    table = Sands(MECHILI, cards=0).begin().play("regroup:Mechili", "done")
    assert table.decision != "withdraw"


@rule("5.3f")
def test_a_unit_without_a_supply_line_does_not_withdraw() -> None:
    table = Sands("Retma: 21/3\nGazala: Trento", cards=0).begin()
    assert table.legal("group") == {"Gazala"}
    assert table.refusal("group:Retma") == "5.3"
    table = Sands("Retma: 21/3\nBir-Hacheim: 21/5\nGazala: Trento", cards=0).begin()
    assert table.refusal("group:Bir-Hacheim") == "5.3"


@rule("5.3g")
def test_every_hex_entered_is_on_the_line() -> None:
    """Tengeder is nearer to the base than Rotunda Segnali, but no line of the unit runs there."""
    table = Sands("Rotunda-Segnali: 21/3\nMechili: Trento\nGazala: 22Gd\nAlexandria: Pol", cards=0).begin()
    table.play("group:Rotunda-Segnali", "unit:21/3")
    assert table.legal("hex") == {"Mechili"}
    assert table.refusal("hex:Tengeder") == "5.3"
    assert table.refusal("hex:34") == "5.3"


@rule("5.3g", "12.4s3")
def test_a_way_is_the_beginning_of_a_line_to_the_source() -> None:
    """82 is nearer to the base and supplied, but through Mechili itself; with Msus held a line runs through it."""
    table = Sands("Mechili: 21/3\n82: Trento\nGazala: 22Gd")
    ways = ways_of(table.state, table.unit("21/3"))
    assert ways.has_line()
    assert not ways.next_hexes((ways.start,))
    table.place("Brescia", "Msus")
    ways = ways_of(table.state, table.unit("21/3"))
    assert ways.next_hexes((ways.start,)) == 1 << table.hex("82")


@rule("5.3h")
def test_the_network_must_get_smaller() -> None:
    """Gazala is supplied along the highway through Derna, whoever stands there."""
    table = Sands("Gazala: 21/3\nDerna: Trento", cards=0).begin().play("group:Derna")
    assert table.legal() == {"done"}
    assert table.refusal("unit:Trento") == "5.3"
    table = Sands("Gazala: 21/3\nDerna: Trento", cards=0).begin()
    before = networks(table)
    table.play("group:Gazala", "unit:21/3").go("Derna").play("stop", "done")
    assert networks(table) & ~before == 0
    assert (before & ~networks(table)) >> table.hex("Gazala") & 1


@rule("5.3h")
def test_a_hex_is_given_up_by_all_or_by_none() -> None:
    table = Sands("Gazala: 21/3 21/5\nAlexandria: Pol", cards=0).begin().play("group:Gazala")
    table.play("unit:21/3").go("Derna").play("stop")
    assert table.legal() == {"unit:21/5"}
    assert table.refusal("done") == "5.3"
    table.play("unit:21/5").go("Derna").play("stop")
    assert table.legal() == {"done"}


@rule("5.3h")
def test_no_new_lines_may_come_into_being() -> None:
    """In Er Regima the unit would have a second line, over Soluch to Ghemines."""
    table = (
        Sands("Barce: Trento\nAlexandria: Pol", cards=0).begin().play("group:Barce", "unit:Trento").go("Er-Regima")
    )
    assert table.refusal("stop") == "5.3"
    table.go("Benghazi").play("stop")
    assert table.legal() == {"done"}


@rule("5.3d", "5.3i")
def test_refusing_battle_needs_a_line_and_nothing_more() -> None:
    """The group of Derna goes although Gazala keeps the network as it was."""
    table = Sands("Gazala: 21/3\nDerna: Trento\n34: 22Gd\nAlexandria: Pol", side="Allied").begin()
    table.play("group:34").move("22Gd", "Derna").end_movement()
    no_fire(table.play("refuse:Derna"))
    assert table.decision == "leave"
    table.go("9").play("stop")
    assert table.where("Trento") == "9"
    table.play("done")  # Benghazi could supply the pursuers (13.3)
    assert table.state.active == 0
    assert table.marked("disrupted") == {"Trento"}, "in its own turn it has not yet waited long enough"


@rule("5.3e", "5.3i", "11.3g")
def test_routed_units_withdraw_along_a_line() -> None:
    table = Sands("Gazala: 21/3\nDerna: *Trento\n34: 22Gd\nAlexandria: Pol", side="Allied").begin()
    no_fire(table.play("group:34").move("22Gd", "Derna").play("rout:Derna"))
    assert table.legal("hex") == {"9"}
    assert table.refusal("stop") == "5.3"
    table.go("9", "Cyrene").play("stop")
    assert (table.where("Trento"), table.marked("late")) == ("Cyrene", {"Trento"})


ROUTED_ON_A_PASS = """
scenario 1942
month 16 axis
phase: lay
Tengeder: Ariete Pavia- 22Gd
Mechili: Brescia
Msus: Savona
El-Agheila: Bologna
Alexandria: Pol
owner Benghazi: axis
attacked by allied: Tengeder
crossed by allied: Tengeder/84
"""


@rule("5.3s6", "11.3g")
def test_a_unit_routed_on_a_pass_uses_the_lines_of_that_moment() -> None:
    """Ruling 75: Brescia carried the line of Tengeder, and has gone; without Ariete, gone too, Pavia is routed."""
    table = Sands(ROUTED_ON_A_PASS).play("pass").regroup("Mechili", "81").play("unit:Brescia").go("82", "81")
    no_fire(table.play("retreat:Tengeder")).go("Mechili", "82", "81")
    no_fire(table)
    assert (table.where("Ariete"), table.where("Brescia"), table.where("Pavia")) == ("81", "81", "dead")


@rule("5.3s6", "11.3g")
def test_a_unit_routed_on_a_pass_uses_the_lines_that_are_left() -> None:
    """The same with somebody who stays in Mechili: the line is still there."""
    text = ROUTED_ON_A_PASS.replace("Mechili: Brescia", "Mechili: Brescia Trento")
    table = Sands(text).play("pass").regroup("Mechili", "81")
    no_fire(table.play("retreat:Tengeder")).go("Mechili", "82", "81")
    no_fire(table).go("Mechili").play("stop")
    assert (table.where("Ariete"), table.where("Pavia")) == ("81", "Mechili")


@rule("11.3g", "10.1c")
def test_routed_units_without_a_line_are_eliminated() -> None:
    table = Sands("Tengeder: *Trento\n84: 22Gd\nAlexandria: Pol", side="Allied").begin()
    no_fire(table.play("group:84").move("22Gd", "Tengeder").play("rout:Tengeder"))
    assert table.where("Trento") == "dead"


@rule("5.3k", "5.3s4", "13.3j")
def test_a_unit_on_fortress_supply_withdraws_to_its_fortress() -> None:
    """El Adem is as near to Alexandria as Tobruk; the line to the base is cut at Bardia."""
    table = Sands("Sidi-Rezegh: 22Gd\nTobruk: 9AU/20\nBardia: 21/5\nFt-Capuzzo: 15/8", side="Allied", cards=0)
    table.fed_by("Tobruk", "22Gd", "9AU/20").begin()
    assert "Sidi-Rezegh" in table.legal("group")
    table.play("group:Sidi-Rezegh", "unit:22Gd")
    assert "El-Adem" in table.legal("hex")
    assert table.refusal("hex:64") == "5.3"
    table.go("El-Adem", "Tobruk")
    assert table.where("22Gd") == "Tobruk"


@rule("5.3s5", "13.3k")
def test_others_do_not_withdraw_to_a_fortress() -> None:
    table = Sands("Sidi-Rezegh: 22Gd KDG\nTobruk: 9AU/20\nBardia: 21/5\nFt-Capuzzo: 15/8", side="Allied", cards=0)
    table.fed_by("Tobruk", "22Gd", "9AU/20").begin().play("group:Sidi-Rezegh")
    assert "KDG" not in table.legal("unit")
    assert table.refusal("unit:KDG") == "5.3"


@rule("5.3h", "13.3j")
def test_the_line_to_a_fortress_is_gone_with_the_unit_it_supplies() -> None:
    """KDG stays, and carries lines as before; but nobody in Sidi Rezegh traces one to Tobruk any more."""
    table = Sands("Sidi-Rezegh: 22Gd KDG\nTobruk: 9AU/20\nBardia: 21/5\nFt-Capuzzo: 15/8", side="Allied", cards=0)
    table.fed_by("Tobruk", "22Gd", "9AU/20").begin().play("group:Sidi-Rezegh")
    assert table.legal("unit") == {"22Gd"}
    table.play("unit:22Gd").go("El-Adem", "Tobruk").play("stop", "done")
    assert (table.where("22Gd"), table.where("KDG")) == ("Tobruk", "Sidi-Rezegh")


@rule("5.3l")
def test_withdrawing_units_do_not_engage() -> None:
    """The line runs through the battle of Gazala, which the Axis defends; the unit may not enter it."""
    table = Sands("Tobruk: 21/5\nGazala: Brescia 22Gd", cards=0).battle("Gazala", "Allied", "Sidi-Mufta").begin()
    table.play("group:Tobruk", "unit:21/5").go("Bir-Harmat")
    assert table.refusal("hex:Gazala") == "5.3"
    assert table.legal() == {"stop"}


@rule("5.3m", "6.4a")
def test_a_withdrawal_is_full_speed_and_road_bonus_and_no_march() -> None:
    table = Sands("Gazala: Brescia\nAlexandria: Pol", cards=0).begin().play("group:Gazala", "unit:Brescia")
    table.go("Derna", "9", "Cyrene", "7", "Barce")
    assert table.legal() == {"stop"}
    table.play("stop", "done")
    assert table.decision != "announce-marches"


# Disrupted enemies on the way


@rule("5.3s1")
def test_undisrupted_units_rout_disrupted_enemies_on_their_way() -> None:
    table = Sands("Gazala: 21/5 21/3\nDerna: *22Gd\nAlexandria: Pol", cards=0).begin()
    no_fire(table.play("group:Gazala", "unit:21/5").go("Derna"))
    assert table.where("22Gd") == "dead"
    assert not table.marked("disrupted")
    table.play("unit:21/3").go("Derna", "9").play("stop")
    assert table.where("21/3") == "9"


@rule("7.2g", "10.1b", "5.3l")
def test_who_withdraws_from_a_battle_does_not_engage_disrupted_enemies_either() -> None:
    """On a Pass, and refusing battle: they have disengaged, and may not engage again this turn."""
    table = Sands("Gazala: 21/5 22Gd\n9: *KDG\nAlexandria: Pol", cards=0).battle("Gazala", "Allied", "Bir-Harmat")
    no_fire(table.begin().play("group:Gazala", "retreat:Gazala")).go("Derna")
    assert table.refusal("hex:9") == "7.2"
    assert table.legal() == {"stop"}
    table = Sands("Gazala: 21/5\nBir-Harmat: 22Gd\nGambut: *Trento\nAlexandria: Pol").begin()
    table.play("group:Gazala").move("21/5", "Bir-Harmat").end_movement().play("refuse:Bir-Harmat")
    no_fire(table).go("Tobruk")
    assert table.refusal("hex:Gambut") == "7.2"


@rule("5.3s1", "11.4a")
def test_each_rout_on_the_way_is_over_before_the_next_unit_goes() -> None:
    """Ruling 51: a withdrawing unit routs at once whom it meets; those behind it find the hex cleared."""
    table = Sands("Gazala: 21/5 21/3\nDerna: *22Gd *KDG\nAlexandria: Pol", cards=0).begin()
    table.play("group:Gazala", "unit:21/5", "hex:Derna")
    assert table.decision == "pursue"
    assert table.legal("fire") == {"21/5"}


@rule("7.3b", "7.2d")
def test_who_withdraws_from_a_battle_is_hidden_again() -> None:
    table = Sands("Gazala: 21/5 22Gd\nAlexandria: Pol", cards=0).battle("Gazala", "Allied", "Bir-Harmat")
    table.mark("shown", "21/5", "22Gd").begin()
    no_fire(table.play("group:Gazala", "retreat:Gazala")).go("Derna").play("stop")
    assert table.marked("shown") == set()
    assert table.marked("disrupted") == {"21/5"}


@rule("10.3s1", "4.5b")
def test_on_a_pass_too_units_leave_battles_after_all_other_movement() -> None:
    table = Sands("Gazala: 21/5 22Gd\nDerna: 21/3\nAlexandria: Pol", cards=0).battle(
        "Gazala", "Allied", "Bir-Harmat"
    )
    table.begin().play("regroup:Derna", "to:9")
    assert table.legal() == {"unit:21/3", "retreat:Gazala", "done"}
    no_fire(table.play("retreat:Gazala")).go("Derna", "9")
    assert table.legal() == {"done"}
    assert table.refusal("unit:21/3") == "10.3"


@rule("5.3h")
def test_a_network_that_has_lost_hexes_and_gained_others_is_not_smaller() -> None:
    """Brescia in Bir Hacheim lengthens the lines of Trento, until that has followed."""
    table = Sands("Knightsbridge: Brescia\n109: Pavia\nBir-Gubi: Trento\nAlexandria: Pol", cards=0).begin()
    before = networks(table)
    table.play("regroup:Knightsbridge", "to:Bir-Hacheim", "unit:Brescia").go("Bir-Hacheim")
    assert before & ~networks(table), "hexes are lost"
    assert networks(table) & ~before, "and others won"
    assert table.refusal("done") == "5.3"
    assert table.play("unit:Trento").walk("Bir-Hacheim") == ["Bir-Hacheim"]
    assert "done" in table.legal()


@rule("5.3h", "10.3a", "4.5b")
def test_a_unit_may_withdraw_if_the_network_shrinks_by_a_retreat_that_follows() -> None:
    """Derna is on the line of the battle of Gazala, so the network shrinks when that is left, and not before."""
    table = Sands("Gazala: 21/5 22Gd\nDerna: 21/3\nAlexandria: Pol", cards=0).battle(
        "Gazala", "Allied", "Bir-Harmat"
    )
    table.begin().play("regroup:Derna", "to:9", "unit:21/3").go("9")
    assert table.legal() == {"retreat:Gazala"}
    assert table.refusal("done") == "5.3"
    no_fire(table.play("retreat:Gazala")).go("Derna", "9")
    assert table.legal() == {"done"}
    assert table.at("9") == {"21/3", "21/5"}
    alone = Sands("Gazala: 21/5 22Gd\nDerna: 21/3\nAlexandria: Pol", cards=0).battle("Gazala", "Allied", "Derna")
    assert alone.begin().play("regroup:Derna", "to:9").legal() == {"done"}, "21/5 cannot withdraw to 9"
    part = Sands("Gazala: 21/5 15/8 22Gd\nDerna: 21/3\nAlexandria: Pol", cards=0).fed_by("Tobruk", "15/8")
    part.battle("Gazala", "Allied", "Bir-Harmat").begin().play("regroup:Derna", "to:9")
    assert part.legal() == {"done"}, "15/8 cannot leave, and 21/5 may not without it"


@rule("5.3s6", "5.3g")
def test_a_unit_on_its_way_makes_no_new_lines_for_itself() -> None:
    """From Gabr Saleh the line runs by track to Ft. Capuzzo; from 88 another would run to 64, but none did."""
    table = (
        Sands("112: 21/5\nGabr-Saleh: 7/7\nAlexandria: Pol").begin().play("group:112").move("21/5", "Gabr-Saleh")
    )
    no_fire(table.end_movement().play("refuse:Gabr-Saleh")).go("88")
    assert table.legal() == {"hex:Ft-Capuzzo", "stop"}
    assert table.refusal("hex:64") == "5.3"


@rule("5.3s6")
def test_the_lines_of_a_withdrawal_are_forgotten_with_it() -> None:
    table = Sands("Gazala: 21/5\nAlexandria: Pol", cards=0).begin().play("group:Gazala", "unit:21/5").go("Derna")
    assert table.state.lines_held
    table.play("stop", "done")
    assert not table.state.lines_held
    assert not any(table.state.network)


@rule("13.3j", "5.3f")
def test_who_is_fed_by_a_fortress_has_no_other_line() -> None:
    """The enemy is in Tobruk: the highway home does not help a unit designated to Tobruk."""
    places = "Gambut: 22Gd\nTobruk: 21/5\nEl-Agheila: Brescia"
    assert Sands(places, side="Allied", cards=0).begin().legal("group") == {"Gambut"}
    assert Sands(places, side="Allied", cards=0).fed_by("Tobruk", "22Gd").begin().legal("group") == set()


@rule("5.3s2")
def test_routed_units_pass_disrupted_enemies() -> None:
    table = Sands("Gazala: *21/5\nDerna: *22Gd\nBir-Harmat: KDG\nAlexandria: Pol", side="Allied").begin()
    no_fire(table.play("group:Bir-Harmat").move("KDG", "Gazala").play("rout:Gazala")).go("Derna")
    assert table.legal() == {"hex:9", "stop"}
    table.play("stop")
    assert table.at("Derna") == {"21/5", "22Gd"}
    assert table.legal("rout") == set()


@rule("5.3s3")
def test_of_disrupted_units_in_one_hex_the_first_to_recover_rout_the_others() -> None:
    table = Sands("Derna: *21/5 *22Gd\nAlexandria: Pol").begin("initial_check")
    no_fire(table)
    assert table.marked("disrupted") == {"22Gd"}
    assert (table.decision, table.actor) == ("leave", 1)
    assert table.hexes("attacker_hexes", "Axis") == {"Derna"}, (
        "who recovered attacks: the hexsides are the other's"
    )
    table.go("Gazala").play("stop")
    assert not any(table.state.attacker_hexes)


# Lines of the moment


@rule("5.3s6")
def test_lines_are_those_of_the_moment_the_withdrawal_began() -> None:
    """The unit in 82 is chained through Msus, whose unit leaves before it."""
    table = Sands("82: 21/3\nMsus: Trento\nAlexandria: Pol", cards=0).begin().play("regroup:81", "to:Agedabia")
    assert table.legal("unit") == {"21/3", "Trento"}
    table.play("unit:Trento").go("Antelat", "Agedabia")
    table.play("unit:21/3").go("81", "Msus", "Antelat", "Agedabia").play("done")
    assert table.at("Agedabia") == {"21/3", "Trento"}


@rule("5.3s7")
@pytest.mark.parametrize(("side", "unit"), [("Axis", "Trento"), ("Allied", "22Gd")])
def test_the_axis_may_step_from_fort_capuzzo_to_bardia(side: str, unit: str) -> None:
    enemy = "Pol" if side == "Axis" else "Brescia"
    base = "Alexandria" if side == "Axis" else "El-Agheila"
    table = Sands(f"Ft-Capuzzo: {unit}\n{base}: {enemy}", side=side, cards=0).begin().play("group:Ft-Capuzzo")
    table.play(f"unit:{unit}")
    assert ("Bardia" in table.legal("hex")) == (side == "Axis")
    assert ("Sollum" in table.legal("hex")) == (side == "Allied")


@rule("5.3s7")
def test_there_is_no_other_exception() -> None:
    """From Derna to 34 is a step away, on whatever line."""
    table = Sands("Mechili: Trento\nDerna: 22Gd\nGazala: 7/7\nBir-Harmat: KDG", cards=0).begin()
    assert table.refusal("group:Mechili") == "5.3"


# Regrouping withdrawals and battles


@rule("4.5b", "5.2f")
def test_a_regrouping_withdrawal_has_one_destination() -> None:
    table = Sands("Gazala: 21/3\nBir-Harmat: Trento\nAlexandria: Pol", cards=0).begin().play("regroup:Gazala")
    assert table.refusal("to:Tobruk") == "5.3"
    table.play("to:9")
    assert table.legal("unit") == {"21/3", "Trento"}
    table.play("unit:21/3").go("Derna")
    assert table.refusal("stop") == "5.2"
    assert table.refusal("unit:Trento") == "5.3"
    table.go("9").play("unit:Trento").go("Gazala", "Derna", "9").play("done")
    assert table.at("9") == {"21/3", "Trento"}


@rule("10.3a", "10.4b")
def test_units_in_battle_withdraw_all_together() -> None:
    table = Sands("Gazala: 21/3 Trento 22Gd\nAlexandria: Pol", cards=0).battle("Gazala", "Axis", "Derna").begin()
    table.play("group:Gazala")
    assert table.legal() == {"done", "retreat:Gazala"}
    assert table.refusal("unit:Trento") == "10.4"
    no_fire(table.play("retreat:Gazala"))
    table.play("unit:Trento").go("Derna").play("stop").go("Derna", "9").play("stop")
    assert (table.where("Trento"), table.where("21/3")) == ("Derna", "9")
    assert table.marked("disrupted") == {"Trento", "21/3"}
    assert table.legal() == {"done"}


@rule("10.3b", "10.3s2")
def test_a_withdrawal_from_a_battle_takes_pursuit_fire() -> None:
    table = Sands("Gazala: Trento 22Gd\nAlexandria: Pol", cards=0).battle("Gazala", "Axis", "Derna").begin()
    table.play("group:Gazala", "retreat:Gazala")
    assert (table.decision, table.actor) == ("pursue", 1)


@rule("10.3s4")
def test_disrupted_units_left_in_the_battle_are_routed() -> None:
    table = Sands("Gazala: Trento *21/3 22Gd\nAlexandria: Pol", cards=0).battle("Gazala", "Axis", "Derna").begin()
    no_fire(table.play("group:Gazala", "retreat:Gazala")).go("Derna").play("stop")
    assert table.happened("rout")
    assert table.state.cv[table.unit("21/3")] == 2
    no_fire(table).go("Derna").play("stop")
    assert table.at("Gazala") == {"22Gd"}


@rule("10.4b")
def test_a_battle_that_not_all_can_leave_is_not_left() -> None:
    """One of them is on the supply of a fortress that it cannot reach."""
    table = Sands("Gazala: 21/3 Trento 22Gd\nAlexandria: Pol", cards=0).battle("Gazala", "Axis", "Derna")
    table.fed_by("Bardia", "Trento").begin().play("group:Gazala")
    assert table.legal() == {"done"}
    assert table.refusal("retreat:Gazala") == "10.4"


# 8.6, 13.2: attackers of fortresses


@rule("8.6s1", "13.2s1")
def test_attackers_of_a_fortress_leave_it_on_a_pass() -> None:
    table = (
        Sands("Tobruk: 21/3 Trento 9AU/20\nAlexandria: Pol", cards=0)
        .battle("Tobruk", "Axis", "Bir-Harmat")
        .begin()
    )
    no_fire(table)
    assert table.decision == "next-leaver"
    table.play("unit:21/3").go("Bir-Harmat").play("stop").go("Bir-Harmat").play("stop")
    assert table.at("Bir-Harmat") == {"21/3", "Trento"} == table.marked("disrupted")
    assert table.decision == "withdraw", "the optional withdrawal is still to come"


@rule("8.6s2", "13.2s2")
def test_attackers_that_cannot_all_withdraw_are_routed() -> None:
    table = Sands("Tobruk: 21/3 Trento 9AU/20\nAlexandria: Pol", cards=0).battle("Tobruk", "Axis", "Bir-Harmat")
    table.fed_by("Bardia", "Trento").begin()
    assert table.happened("rout") or table.state.cv[table.unit("21/3")] == 2
    no_fire(table).go("Bir-Harmat").play("stop")
    assert (table.where("21/3"), table.where("Trento")) == ("Bir-Harmat", "dead")


@rule("8.6s1")
def test_the_defender_of_a_fortress_may_pass_in_peace() -> None:
    table = Sands("Tobruk: 21/3 9AU/20", side="Allied", cards=0).battle("Tobruk", "Axis", "Bir-Harmat").begin()
    assert table.decision == "withdraw"


@rule("13.2s1")
def test_several_fortresses_are_left_in_the_order_the_player_chooses() -> None:
    table = Sands("Tobruk: 21/3 9AU/20\nBardia: 21/5 70/23\nAlexandria: Pol", cards=0)
    table.battle("Tobruk", "Axis", "Bir-Harmat").battle("Bardia", "Axis", "64").begin()
    assert table.legal("retreat") == {"Tobruk", "Bardia"}
    assert table.refusal("done") == "13.2"


@pytest.mark.parametrize(
    ("choices", "line"),
    [
        ("group:Mechili", "The Axis withdraw from Mechili"),
        ("regroup:82 to:Msus", "The Axis withdraw to Msus, command point hex 82"),
    ],
)
def test_everybody_hears_of_a_withdrawal(choices: str, line: str) -> None:
    table = Sands(MECHILI, cards=0).begin().play(*choices.split())
    (event,) = table.events
    assert str(table.game.narrate(table.state.printed, event)) == line

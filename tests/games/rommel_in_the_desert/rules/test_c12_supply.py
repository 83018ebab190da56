"""12.0-12.6: supply lines, chains, lines into battles, raiders, networks."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def checked(places: str, active: str = "axis", attacker: str = "axis", more: str = "") -> Sands:
    """A player turn after its initial check."""
    return Sands(position(places, "start", active, attacker, more))


def at_the_end(places: str, active: str = "axis", attacker: str = "axis", more: str = "") -> Sands:
    """After the final check, and the initial one of the other side."""
    return Sands(position(places, "final", active, attacker, more))


def net(table: Sands, side: int) -> set[str]:
    return {table.state.printed.board.names[place] for place in ones(network(table.state, side))}


# 12.0-12.2 Sources and lines


@rule("12.0b", "12.0c", "12.2b")
def test_any_number_of_units_is_supplied_from_the_base() -> None:
    units = "21/3 21/5 21/104 Ariete Trento Brescia Pavia Bologna Savona Sabratha"
    assert checked(f"Derna: {units}").marked("unsupplied") == set()
    assert checked(f"Derna: {units}\nMsus: 22Gd\nBenghazi: Pol\n").marked("unsupplied") == set(units.split())


@rule("1.6e", "12.0b")
def test_a_base_supplies_its_own_side_only() -> None:
    """Each is on the highway to the other's base, and cut off from its own."""
    assert checked("Mersa-Brega: 22Gd\nAgedabia: Trento", "allied").marked("unsupplied") == {"22Gd"}
    assert checked("98: 21/3\nEl-Alamein: Pol").marked("unsupplied") == {"21/3"}


@rule("12.1b")
def test_an_unsupplied_unit_moves_attacks_and_blocks() -> None:
    table = Sands(position("Retma: 21/3\nBir-Gubi: 22Gd\nAlexandria: Pol", "movement 1", more="unsupplied: 21/3"))
    table.play("group:Retma").move("21/3", "Bir-Gubi")
    assert table.hexes("attacker_hexes", "Axis") == {"Bir-Gubi"}
    blocked = checked("Gazala: 21/3\nTobruk: Trento\nDerna: 22Gd", more="unsupplied: 22Gd")
    assert blocked.marked("unsupplied") == {"21/3", "Trento", "22Gd"}


@rule("12.1b")
def test_an_unsupplied_unit_carries_lines() -> None:
    """It is marked, and yet its comrades trace through it."""
    places = "Mechili: Trento\nMsus: Ariete\nDerna: 22Gd\nGazala: Pol\nBir-Harmat: KDG"
    table = Sands(position(places, "lay", more="unsupplied: Ariete"))
    assert base_lines(table.state, 0).supplied >> table.hex("Mechili") & 1


@rule("12.1b", "13.4a")
def test_an_unsupplied_unit_captures_a_fortress() -> None:
    table = at_the_end("Tobruk: 21/3\nGazala: 22Gd\nGambut: Pol\nEl-Adem: KDG")
    assert table.state.owner[1] == 0


@rule("12.1s2", "12.7g")
def test_who_was_supplied_at_first_is_not_disrupted_in_the_same_turn() -> None:
    table = at_the_end("Retma: 21/3\nAlexandria: Pol")
    assert table.marked("disrupted") == set()
    assert table.marked("unsupplied") == set(), "it is marked at its next initial check only"


@rule("12.1c", "12.1s2", "12.7g")
def test_who_is_unsupplied_in_both_checks_is_disrupted() -> None:
    table = at_the_end("Retma: 21/3\nAlexandria: Pol", more="unsupplied: 21/3")
    assert table.marked("disrupted") == {"21/3"}


@rule("12.1s3", "12.1s4", "12.7f")
def test_a_unit_cut_off_in_the_enemys_turn_may_move_back_into_supply() -> None:
    table = checked("Bir-Hacheim: 21/3\nAlexandria: Pol", more="hand axis: 1 real 0 dummy")
    assert table.marked("unsupplied") == {"21/3"}
    table.play("real:1", "dummies:0", "group:Bir-Hacheim").move("21/3", "Knightsbridge", "Bir-Harmat")
    table.end_movement()
    assert table.marked("unsupplied") == table.marked("disrupted") == set()


@rule("12.1s1", "12.7i", "12.1s3")
def test_a_line_during_the_turn_alone_does_not_save_a_unit() -> None:
    """When movement begins 21/5 could trace through Bir Hacheim, but its link there leaves."""
    places = "Retma: 21/5\nBir-Hacheim: 21/3\nKnightsbridge: Trento\nAlexandria: Pol"
    table = Sands(position(places, "movement 1", more="unsupplied: 21/5"))
    assert base_lines(table.state, 0).supplied >> table.hex("Retma") & 1
    table.play("group:Bir-Hacheim").move("21/3", "Knightsbridge").end_movement()
    assert table.marked("disrupted") == {"21/5"}


@rule("12.1s5")
def test_a_disrupted_unit_suffers_nothing_more_from_a_final_check() -> None:
    table = at_the_end("Retma: 21/3-\nAlexandria: Pol", more="unsupplied: 21/3")
    assert (table.where("21/3"), table.cv("21/3")) == ("Retma", 4)
    assert not table.happened("cut-off")
    assert table.marked("late") == set(), "and need not wait longer for it"


@rule("12.2e", "12.7e")
def test_lines_are_judged_by_where_units_stand_at_the_check() -> None:
    """In the initial check the block at Derna was there; in the final one it is gone."""
    table = at_the_end("Gazala: 21/3\nAlexandria: Pol", more="unsupplied: 21/3")
    assert table.marked("disrupted") == set()
    table = at_the_end("Gazala: 21/3\nDerna: 22Gd\nAlexandria: Pol", more="unsupplied: 21/3")
    assert table.marked("disrupted") == {"21/3"}


@rule("12.2f", "12.3b", "12e1")
def test_a_line_joins_highway_and_chains() -> None:
    """12.7, example A: the block of Gazala is bypassed from Bir Harmat by Mechili to Derna."""
    table = checked("Gazala: KDG\nMechili: Trento\nBir-Harmat: Ariete\nTobruk: 21/3\nBardia: 21/5")
    assert table.marked("unsupplied") == set()


@rule("12e1", "12e2")
@pytest.mark.parametrize(
    ("chain", "cut_off"),
    [
        ("Mechili: Trento", {"21/3"}),
        ("Bir-Harmat: Ariete", {"21/3", "Ariete"}),
        ("Mechili: Trento-\nBir-Harmat: Ariete", {"21/3", "Ariete"}),
    ],
)
def test_both_links_of_the_chain_are_needed(chain: str, cut_off: set[str]) -> None:
    assert checked(f"Gazala: KDG\n{chain}\nTobruk: 21/3").marked("unsupplied") == cut_off


@rule("12e2", "12.4c", "12.4d")
def test_no_unit_is_needed_where_the_chain_meets_the_supplied_highway() -> None:
    table = checked("Gazala: KDG\nMechili: Trento\nBir-Harmat: Ariete")
    assert table.at("Derna") == set()
    assert table.marked("unsupplied") == set()


@rule("12.2h")
def test_lines_pass_friendly_and_empty_hexes_and_battles_of_the_defender() -> None:
    table = checked("Gazala: 21/3 22Gd\nTobruk: Trento\nDerna: Ariete", attacker="allied")
    assert table.marked("unsupplied") == set()


@rule("12.2i", "12.5e", "12.5d")
def test_lines_pass_neither_enemy_hexes_nor_battles_of_the_attacker() -> None:
    more = crossed("Derna>Gazala")
    table = checked("Gazala: 21/3 22Gd\nTobruk: Trento\nDerna: Ariete", more=more)
    assert table.marked("unsupplied") == {"Trento"}
    assert checked("Gazala: 22Gd\nTobruk: Trento").marked("unsupplied") == {"Trento"}


@rule("12.5e", "12.4h")
@pytest.mark.parametrize(("attacker", "cut_off"), [("axis", {"Trento"}), ("allied", set())])
def test_the_attacker_is_no_link_to_units_beyond_his_battle(attacker: str, cut_off: set[str]) -> None:
    """The Axis has come to Gazala from both sides: its line ends there, though Trento stands next to it."""
    places = "Gazala: 21/3 22Gd\nRotunda-Segnali: Trento\nMechili: 7/4\n34: KDG\nAlexandria: Pol"
    table = checked(places, attacker=attacker, more=crossed("Derna>Gazala Rotunda-Segnali>Gazala"))
    assert table.marked("unsupplied") == cut_off


@rule("12.2i", "12e7")
def test_lines_do_not_cross_impassable_hexsides() -> None:
    """12.7, picture, unit E: over the ridge it touches two highway hexes."""
    assert checked("117: 7/4\nEl-Agheila: Trento", "allied").marked("unsupplied") == {"7/4"}
    assert checked("118: 7/4\nEl-Agheila: Trento", "allied").marked("unsupplied") == set()


# 12.3, 12.4 Highway and chains


@rule("12.3a")
@pytest.mark.parametrize(("active", "unit"), [("axis", "21/3"), ("allied", "7/4")])
def test_highway_without_units_is_a_line_for_either_side(active: str, unit: str) -> None:
    assert checked(f"Tobruk: {unit}", active).marked("unsupplied") == set()


@rule("12.3a", "13.1d")
def test_empty_enemy_fortresses_block_nothing() -> None:
    table = checked("Bardia: 21/3\nAlexandria: Pol")
    assert table.state.owner == [1, 1, 1]
    assert table.marked("unsupplied") == set()


@rule("12.4a", "12.4b", "12.4s1")
def test_off_the_highway_there_must_be_a_chain_of_units() -> None:
    far = "Bir-Hacheim: 21/3\nAlexandria: Pol"
    assert checked(far).marked("unsupplied") == {"21/3"}
    assert checked(f"{far}\nKnightsbridge: Trento").marked("unsupplied") == set()
    assert checked(f"{far}\nRotunda-Segnali: Trento").marked("unsupplied") == {"21/3"}, "near, but not linked"


@rule("12.4c", "12.4d", "12.4e")
@pytest.mark.parametrize(
    ("place", "supplied"),
    [
        ("142", True),  # 118 and 142 lie on the track from Matruh, two hexes from it
        ("166", True),
        ("190", False),  # the fourth hex of that track
        ("Sofafi", True),  # one hex of trail from Sidi Barrani
        ("Bir-Habata", True),
        ("Ft-Maddalena", True),  # two hexes of trail from Sollum
        ("163", False),
        ("121", True),  # no road: next to El Alamein
        ("144", False),
    ],
)
def test_supply_range_by_road(place: str, supplied: bool) -> None:
    table = checked(f"{place}: 7/4\nEl-Agheila: Trento", "allied")
    assert table.marked("unsupplied") == (set() if supplied else {"7/4"})


@rule("12.4f", "12e4")
def test_a_link_over_mixed_roads_has_the_range_of_the_lowest() -> None:
    """Er Regima to Ghemines or Msus is trail and track, two hexes; to Antelat it is three, the first a trail.

    From Ghemines to Antelat it is three as well, but all of it is track.
    """
    block = "Benghazi: 22Gd\nDerna: Pol"
    assert checked(f"Er-Regima: Trento\n{block}").marked("unsupplied") == set()
    assert checked(f"Er-Regima: Trento\nGhemines: KDG\nMsus: 21/3\n{block}").marked("unsupplied") == set()
    far = checked(f"Er-Regima: Trento\nGhemines: KDG\nAntelat: 21/3\n{block}")
    assert far.marked("unsupplied") == {"Trento"}
    track = checked(f"Ghemines: Trento\nBeda-Fomm: KDG\nAntelat: 21/3\n{block}")
    assert track.marked("unsupplied") == set()


@rule("12.4g")
def test_one_unit_is_a_link_of_several_chains() -> None:
    table = checked("Msus: Trento\nMechili: 21/3\nCharruba: 21/5\nDerna: 22Gd\nGazala: Pol\nBenghazi: KDG")
    assert table.marked("unsupplied") == set()


@rule("12.4h")
def test_engaged_units_are_links() -> None:
    """The Defender of Sidi Mufta links Knightsbridge to the highway."""
    places = "Sidi-Mufta: Trento 22Gd\nKnightsbridge: 21/3\nTobruk: Pol\nBir-Harmat: KDG\nGazala: Ariete"
    assert checked(places, attacker="allied").marked("unsupplied") == set()
    assert checked(places, attacker="axis").marked("unsupplied") == {"21/3", "Trento"}


@rule("12.4i", "12.4s2", "12.4s4")
def test_disrupted_units_are_no_links_and_block_nothing() -> None:
    assert checked("Bir-Hacheim: 21/3\nKnightsbridge: Trento-").marked("unsupplied") == {"21/3"}
    assert checked("Gazala: 22Gd-\nTobruk: 21/3\nAlexandria: Pol").marked("unsupplied") == set()
    assert checked("Sofafi: 22Gd-\nBir-Habata: 7/4\nSidi-Omar: Trento", "allied").marked("unsupplied") == set()


@rule("12.4s3", "12.6b")
def test_a_chain_does_not_come_back_to_its_unit() -> None:
    """From Beda Fomm the trail goes round by Antelat to Agedabia, but the highway leads back to Beda Fomm."""
    table = checked("Beda-Fomm: 7/4\nEl-Agheila: Trento", "allied")
    assert {"Beda-Fomm", "Ghemines"} <= net(table, 1)
    assert not {"Antelat", "Agedabia"} & net(table, 1)


@rule("12.4a", "12.4c")
@pytest.mark.parametrize(("link", "cut_off"), [("81: 7/7", set()), ("", {"7/4"})])
def test_what_counts_in_a_chain_is_the_distance_from_unit_to_unit(link: str, cut_off: set[str]) -> None:
    """Agedabia is three track hexes from 81 and 81 three from Ghemines, both ways by Msus (ruling 70)."""
    table = checked(f"Agedabia: 7/4\n{link}\nGhemines: KDG\nBeda-Fomm: Ariete", "allied")
    assert table.marked("unsupplied") == cut_off


@rule("12.4s5")
def test_a_disrupted_unit_traces_a_line_for_itself() -> None:
    table = checked("Bir-Habata: 7/4-\nEl-Agheila: Trento", "allied")
    assert table.marked("unsupplied") == set()
    assert table.marked("disrupted") == set(), "and recovers"


@rule("12e3", "12e4")
def test_the_axis_bypasses_benghazi() -> None:
    """12.7, example B: Attacker in Benghazi it traces not through; a unit at Er Regima opens the way round."""
    battle = "Benghazi: Ariete 22Gd\nTobruk: 21/3"
    more = crossed("Ghemines>Benghazi")
    assert checked(battle, more=more).marked("unsupplied") == {"21/3"}
    assert checked(f"{battle}\nEr-Regima: Trento", more=more).marked("unsupplied") == set()


@rule("12e5")
def test_the_units_of_the_picture() -> None:
    """A on the highway, B three track hexes from Matruh, C two trail hexes from Sidi Barrani, D next to C."""
    places = "Fuka: 7/4\n166: 11H\nBir-Habata: KDG\nFt-Maddalena: 7/7\nSidi-Omar: Trento\nSollum: Ariete"
    assert checked(places, "allied").marked("unsupplied") == set()


@rule("12e6", "15.1b")
def test_units_at_siwa_trace_through_the_track() -> None:
    chained = "166: 11H\nSiwa: KDG 7/7"
    assert checked(chained, "allied").decision == "designate"
    assert checked(chained, "allied").play("supply:KDG").marked("unsupplied") == set()
    alone = checked("Siwa: KDG 7/7", "allied").play("supply:KDG")
    assert alone.marked("unsupplied") == {"7/7"}


@rule("12e8", "12e9")
@pytest.mark.parametrize(
    ("axis", "cut_off"),
    [
        ("Sofafi: 21/3\nSidi-Omar: Trento", {"KDG", "7/7"}),
        ("Sofafi: 21/3", set()),  # by Sollum
        ("Sidi-Omar: Trento", set()),  # by Sidi Barrani
    ],
)
def test_the_raid_on_sofafi(axis: str, cut_off: set[str]) -> None:
    """C at Bir Habata and D at Ft. Maddalena lose their lines if both trails are held."""
    table = checked(f"Bir-Habata: KDG\nFt-Maddalena: 7/7\nFuka: 7/4\n{axis}", "allied")
    assert table.marked("unsupplied") == cut_off


# 12.5 Lines and battles


@rule("12.5a", "12.5b", "12.5c")
@pytest.mark.parametrize(
    ("attacker", "sides", "cut_off"),
    [
        ("axis", crossed("Derna>Gazala"), set()),
        ("axis", crossed(), {"21/3"}),  # the Attacker has no hexside that he has not crossed
        ("axis", crossed("Rotunda-Segnali>Gazala"), {"21/3"}),  # no line runs there
        ("allied", crossed(), set()),  # the Defender has them all
        ("allied", crossed(allied="Derna>Gazala"), set()),  # by the trail over 34
        ("allied", crossed(allied="Derna>Gazala 34>Gazala"), {"21/3"}),
    ],
)
def test_a_line_enters_a_battle_over_a_friendly_hexside(attacker: str, sides: str, cut_off: set[str]) -> None:
    table = checked("Gazala: 21/3 22Gd\nAlexandria: Pol", attacker=attacker, more=sides)
    assert table.marked("unsupplied") == cut_off


@rule("12.5c", "8.1c")
def test_control_of_a_hexside_changes_at_once() -> None:
    """The supplied unit that comes in from Derna takes the hexside with it."""
    places = "Gazala: 21/3 22Gd\nDerna: 21/5\nTobruk: Pol"
    more = f"unsupplied: 21/3\n{crossed('Rotunda-Segnali>Gazala')}"
    table = Sands(position(places, "movement 1", more=more))
    assert not base_lines(table.state, 0).supplied >> table.hex("Gazala") & 1
    table.play("group:Derna").move("21/5", "Gazala")
    assert base_lines(table.state, 0).supplied >> table.hex("Gazala") & 1


@rule("12.5d")
def test_the_defender_traces_through_his_battle() -> None:
    more = crossed("Derna>Gazala")
    table = checked("Gazala: Trento 22Gd\nDerna: 21/5\n34: 7/4\nAlexandria: Pol", "allied", "axis", more)
    assert table.marked("unsupplied") == set()


# 12.5 Raiders


RAID = """
    Gazala: 22Gd 7/4
    Derna: 21/5
    Sidi-Mufta: 21/3
    Tobruk: Pol
"""


def raid(more: str = "", cards: int = 1) -> Sands:
    return Sands(position(RAID, f"movement {cards}", more=f"unsupplied: 21/3\n{more}"))


@rule("12.5f")
def test_an_unsupplied_unit_does_not_win_a_hexside() -> None:
    table = raid().play("group:Sidi-Mufta").move("21/3", "Gazala")
    assert table.state.crossed == [0, 0]
    supplied = Sands(position(RAID, "movement 1")).play("group:Sidi-Mufta").move("21/3", "Gazala")
    assert supplied.state.crossed[0]


@rule("12.5g", "12.5h")
def test_a_raider_fights_and_is_disrupted_in_the_final_check() -> None:
    table = raid().play("group:Sidi-Mufta").move("21/3", "Gazala").end_movement()
    table.play("done")  # the Allies accept battle
    assert table.marked("raiders") == {"21/3"}
    table.play("done").miss()
    assert (table.decision, table.actor) == ("fire-unit", 0), "it fires like any unit"
    table.miss()
    while table.decision == "pursue":
        table.play("done")
    assert table.where("21/3") == "dead", "disrupted in battle without support or line (12.7)"


@rule("12.5g")
def test_a_comrade_over_the_same_hexside_makes_it_no_raider() -> None:
    places = RAID.replace("Sidi-Mufta: 21/3", "Sidi-Mufta: 21/3 Ariete")
    table = Sands(position(places, "movement 1", more="unsupplied: 21/3"))
    table.play("group:Sidi-Mufta").move("21/3", "Gazala").move("Ariete", "Gazala").end_movement().play("done")
    assert table.marked("raiders") == set()


@rule("12.5g", "3.45a")
@pytest.mark.parametrize(("origin", "disrupted"), [("Sidi-Mufta", set()), ("Derna", {"21/3"})])
def test_in_a_blitz_raiders_are_judged_again_after_the_second_movement(origin: str, disrupted: set[str]) -> None:
    """A supplied comrade over the same hexside lets the raider of the first movement off, one over another not."""
    chain = "Gazala: 22Gd 7/4\nSidi-Mufta: 21/3 Ariete Brescia\nDerna: 21/5\nMechili: Trento\nTobruk: Pol"
    table = Sands(position(chain, "movement 3", more="unsupplied: 21/3"))
    table.play("group:Sidi-Mufta").move("21/3", "Gazala").end_movement().play("done", "done").miss().miss()
    assert (table.state.blitzed, table.marked("raiders")) == (1, {"21/3"})
    comrade = {"Sidi-Mufta": "Ariete", "Derna": "21/5"}[origin]
    table.play(f"group:{origin}").move(comrade, "Gazala").end_movement()
    assert table.marked("raiders") == disrupted
    table.play("done")
    assert (table.marked("disrupted"), table.where("21/3")) == (disrupted, "Gazala")
    assert not table.state.entries


@rule("12.5f", "12.5h")
def test_a_raider_does_not_join_the_line_of_others_in_the_battle() -> None:
    """21/5 comes from Derna, supplied; 21/3 raids from the other side, and both fight on."""
    table = raid(cards=2).play("group:Sidi-Mufta", "group:Derna").move("21/3", "Gazala")
    table.move("21/5", "Gazala", verb="second").end_movement().play("done")
    assert table.marked("raiders") == {"21/3"}
    table.play("done").miss().miss()
    assert table.marked("disrupted") == {"21/3"}
    assert (table.where("21/3"), table.marked("raiders")) == ("Gazala", set())


@rule("12.7h", "12.5f", "11.3s4")
def test_a_raider_left_alone_does_not_escape_over_the_hexside_of_a_fallen_comrade() -> None:
    """21/5 came from Derna and fell: its hexside is a line for others, and no way out for the raider."""
    places = "Gazala: 21/3 22Gd\nDerna: Trento\nTobruk: Pol"
    more = f"unsupplied: 21/3\n{crossed('Derna>Gazala')}"
    alone = Sands(position(places, "final", more=f"{more}\nraiders: 21/3")).hold_fire()
    assert (alone.where("21/3"), alone.marked("raiders")) == ("dead", set())
    joined = Sands(position(places, "final", more=more))
    assert (joined.where("21/3"), joined.marked("disrupted")) == ("Gazala", set())


@rule("12.5h")
def test_a_raider_who_wins_the_battle_is_supplied_again() -> None:
    places = RAID.replace("22Gd 7/4", "22Gd=1")
    table = Sands(position(places, "movement 1", more="unsupplied: 21/3"))
    table.play("group:Sidi-Mufta").move("21/3", "Gazala").end_movement().play("done", "done").miss()
    table.shoot("21/3", "6 6 6 6")
    assert (table.where("21/3"), table.where("22Gd")) == ("Gazala", "dead")
    assert table.marked("disrupted") == table.marked("raiders") == set()


@rule("12.5h", "3.45a")
def test_in_a_blitz_nothing_is_left_of_a_raid_that_won_its_battle() -> None:
    places = RAID.replace("22Gd 7/4", "22Gd=1")
    table = Sands(position(places, "movement 3", more="unsupplied: 21/3"))
    table.play("group:Sidi-Mufta").move("21/3", "Gazala").end_movement().play("done", "done").miss()
    table.shoot("21/3", "6 6 6 6")
    assert (table.state.blitzed, table.state.entries, table.marked("raiders")) == (1, [], set())


# 12.6 Networks


@rule("12.6b", "12.2g")
def test_all_lines_of_a_unit_belong_to_the_network() -> None:
    """From Mechili one line runs to Derna and others to Gazala and to Bir Harmat."""
    table = checked("Mechili: 21/3\nAlexandria: Pol")
    assert {"Mechili", "34", "Derna", "Gazala", "Rotunda-Segnali", "Sidi-Mufta", "Bir-Harmat"} <= net(table, 0)
    assert not {"Tobruk", "Charruba", "82"} & net(table, 0)


SHARED_HEX = """
    scenario 1942
    month 16 axis
    phase: start
    82: Trento
    Soluch: Pavia
    Ghemines: 22Gd
    Beda-Fomm: 4IN/3m
    El-Agheila: Bologna
    Alexandria: Pol
    owner Benghazi: allied
    hand axis: 1 real 0 dummy
"""
LOOP = """
    scenario 1942
    month 16 axis
    phase: buildup
    Barce: German-artillery
    Beda-Fomm: Italian-recon Italian-artillery 32AT
    Soluch: Trento
    El-Agheila: Bologna
    Alexandria: Pol
    owner Benghazi: axis
    attacked by axis: Beda-Fomm
"""


@rule("12.6b", "12.4a")
def test_two_links_of_a_chain_may_share_an_empty_hex() -> None:
    """Ruling 74: from 82 to Soluch and from Soluch to Agedabia, both through Msus."""
    table = Sands(SHARED_HEX)
    assert table.marked("unsupplied") == set()
    assert {"82", "81", "Msus", "Soluch", "Antelat"} <= net(table, 0)


@rule("12.6a", "12.4s3")
def test_no_line_runs_over_a_highway_hex_twice() -> None:
    """Ruling 74: from Beda Fomm a line would come to Barce by Er Regima, and go on to Soluch by it again."""
    table = Sands(LOOP + "    " + crossed("Ghemines>Beda-Fomm Beda-Fomm>Antelat Beda-Fomm>Agedabia"))
    frozen = table.hexes("network", "Axis")
    assert {"Barce", "Er-Regima", "Soluch", "Ghemines", "Beda-Fomm"} <= frozen
    assert "Benghazi" not in frozen


@rule("12.0b", "12.4s3")
@pytest.mark.parametrize(("more", "cut_off"), [("", {"21/5"}), ("Derna: Pavia", set())])
def test_a_unit_whose_only_line_would_use_a_hex_twice_has_none(more: str, cut_off: set[str]) -> None:
    """Ruling 74: from Cyrene the highway leads to Bir Harmat, and a link from there to 34 across it again."""
    north = "Cyrene: 21/5\nBarce: 22Gd\n34: Trento\nBir-Harmat: 90/361"
    south = "Charruba: Ariete\n81: Brescia\nSoluch: Bologna"
    assert checked(f"{north}\n{south}\n{more}").marked("unsupplied") == cut_off


@rule("12.6a", "13.3k")
def test_units_a_fortress_does_not_supply_add_nothing_to_the_network() -> None:
    """Bardia feeds one unit of the Axis: with that one inside, the other adds its hexes no more."""
    places = "Bardia: 21/3\n39: Trento\nSollum: Pol\nGambut: 22Gd\nGazala: KDG"
    table = checked(places, more="owner Bardia: axis\nowner Tobruk: allied")
    assert table.marked("unsupplied") == {"Trento"}
    assert net(table, 0) & {"Bardia", "64"} == {"Bardia"}
    alone = checked(places.replace("Bardia: 21/3\n", ""), more="owner Bardia: axis").play("supply:Trento")
    assert {"Bardia", "64"} <= net(alone, 0)


@rule("12.6c")
def test_networks_may_overlap() -> None:
    places = "Gazala: 21/3\nBir-Hacheim: 7/4\nKnightsbridge: 22Gd\nSidi-Mufta: Trento"
    table = checked(places)
    assert "Bir-Harmat" in net(table, 0) & net(table, 1)
    assert table.marked("unsupplied") == set()
    assert checked(places, "allied").marked("unsupplied") == set()

"""18.1: every named chit activates whom its text says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.dark_sands.rules.c18_named import play_named
from sandtable.games.dark_sands.rules.c18_tobruk import tobruk_falls
from sandtable.games.dark_sands.state import ACTIONS, MOVE, Sands
from sandtable.kernel.events import Event
from tests.games.dark_sands.cups import action, actor, chits, draw, drawing
from tests.games.dark_sands.desert import DATA, decision, desert, legal, names, play, units, why_not

GAME = "dark-sands"
AXIS, ALLIED = 0, 1


def drawn(chit: str, placed: Mapping[str, str], **fields: Any) -> Sands:
    """This chit has just been drawn."""
    state = drawing(desert(placed, **fields), chit, "logistics")
    draw(state, chit)
    return state


def rommel(placed: Mapping[str, str], **fields: Any) -> Sands:
    """Rommel has just been declared; on turn 5 the track shows the Allies."""
    state = drawing(desert(placed, **{"turn": 5, **fields}), "logistics", held=["axis-rommel"])
    play(state, "play:axis-rommel-1")
    return state


def chosen(state: Sands, verb: str) -> set[str]:
    return {text.removeprefix(f"{verb}:") for text in legal(state, verb)}


def then_attacks(state: Sands) -> set[str]:
    """The movement ends: who may attack now?"""
    play(state, "done")
    assert action(state) == "combat"
    return names(state.fighters)


# O'Connor, Combeforce, Tobruk Falls

EIGHTH = {"4/7 Arm": "1550", "7SG/7 Arm": "1551", "5/4 Ind": "1552", "11/4 Ind": "1553", "Selby": "1554"}


@pytest.mark.rule("T-chit-oconnor1", "T-chit-oconnor2")
def test_oconnor_moves_and_attacks_with_all_that_are_in_supply() -> None:
    state = drawn("allied-oconnor", EIGHTH | {"Sirte": "1545"}, oos=["Selby", "5/4 Ind"])
    able = {"4/7 Arm", "7SG/7 Arm", "11/4 Ind"}
    assert (action(state), names(state.movers), names(state.fighters)) == ("move", able, able)
    assert not state.no_extended
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == able


@pytest.mark.rule("T-chit-combeforce1", "T-chit-combeforce2")
def test_combeforce_activates_one_unit() -> None:
    state = drawn("allied-combeforce", EIGHTH | {"Garrison Br 1": "1654"}, oos=["Selby"])
    assert (decision(state), actor(state)) == ("activation", ALLIED)
    assert chosen(state, "activate") == {"4/7-Arm", "7SG/7-Arm", "5/4-Ind", "11/4-Ind"}
    assert why_not(state, "activate:Selby") == "18.1"
    play(state, "activate:4/7-Arm")
    assert names(state.movers) == names(state.fighters) == {"4/7 Arm"}
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == {"4/7 Arm"}


@pytest.mark.rule("T-chit-tobrukallied2", "T-chit-tobrukallied3", "PE2-6e")
def test_allied_tobruk_falls_activates_two_formations() -> None:
    """The example activates more, and says so: the chit table holds. Selby is independent."""
    placed = EIGHTH | {"16/70": "1556", "20/9 Aus": "1557"}
    state = drawn("allied-tobruk-falls", placed, oos=["11/4 Ind", "16/70"])
    assert chosen(state, "formation") == {"7-Arm", "4-Ind", "9-Aus"}
    play(state, "formation:7-Arm")
    assert chosen(state, "formation") == {"4-Ind", "9-Aus"}
    play(state, "formation:4-Ind")
    assert names(state.movers) == names(state.fighters) == {"4/7 Arm", "7SG/7 Arm", "5/4 Ind"}
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == {"4/7 Arm", "7SG/7 Arm", "5/4 Ind"}


@pytest.mark.rule("T-chit-tobrukallied1", "T-chit-tobrukaxis1")
@pytest.mark.parametrize(("side", "chit"), [(ALLIED, "allied-tobruk-falls"), (AXIS, "axis-tobruk-falls")])
def test_the_fall_of_tobruk_brings_a_chit_once_a_turn(side: int, chit: str) -> None:
    state = desert({}, cup=chits("logistics"))
    tobruk_falls(state, side)
    assert state.cup == chits("logistics", chit)
    state.cup = 0
    tobruk_falls(state, side)
    assert not state.cup, "however often it changes hands"
    tobruk_falls(state, 1 - side)
    assert state.cup, "the other side gets its own"
    state.cup = 0
    state.clear("turn")
    tobruk_falls(state, side)
    assert state.cup == chits(chit), "a turn later it may come again"


@pytest.mark.rule("T-chit-tobrukallied1", "PE2-1c")
def test_entering_tobruk_is_its_fall() -> None:
    from sandtable.games.dark_sands.rules.c02_control import enter
    from tests.games.dark_sands.desert import DATA, HEX

    state = desert({"4/7 Arm": "2630"}, control={"axis": ["2830", "1600"]}, cup=chits("logistics"))
    assert DATA.places.tobruk == HEX["2830"]
    enter(state, units("4/7 Arm"), HEX["2830"])
    assert state.cup == chits("logistics", "allied-tobruk-falls")


# 13 Corps, 30 Corps, 8 Army: ranges 4 and 5

CORPS = {
    "HQ 13 Corps": "1550",
    "5/4 Ind": "1550",
    "4/7 Arm": "1552",
    "7/7 Arm": "1554",
    "11/4 Ind": "1545",  # five hexes away
    "1 Tank": "1545",
}


@pytest.mark.rule("T-chit-13corps1", "T-chit-13corps2", "11.0c")
def test_13_corps_activates_all_but_tanks_and_one_tank() -> None:
    state = drawn("allied-13-corps", CORPS)
    assert chosen(state, "activate") == {"4/7-Arm", "7/7-Arm"}
    play(state, "activate:7/7-Arm")
    able = {"HQ 13 Corps", "5/4 Ind", "7/7 Arm"}
    assert names(state.movers) == names(state.fighters) == able
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == able


@pytest.mark.rule("T-chit-13corps2")
def test_13_corps_leaves_out_who_is_out_of_supply_and_needs_no_tank() -> None:
    state = drawn("allied-13-corps", CORPS, oos=["5/4 Ind", "4/7 Arm"])
    assert chosen(state, "activate") == {"7/7-Arm"}
    play(state, "done")
    assert names(state.movers) == {"HQ 13 Corps"}


@pytest.mark.rule("T-chit-13corps4", "T-chit-30corps4", "T-chit-8army3")
@pytest.mark.parametrize("chit", ["allied-13-corps", "allied-30-corps", "allied-8-army"])
def test_the_corps_do_not_use_extended_movement(chit: str) -> None:
    state = drawn(chit, CORPS | {"HQ 30 Corps": "1547"})
    assert decision(state) == "activation"
    play(state, "done")
    assert action(state) == "move"
    assert state.no_extended


@pytest.mark.rule("T-chit-30corps1", "T-chit-30corps2")
def test_30_corps_activates_all_tanks_and_two_others() -> None:
    placed = {"HQ 30 Corps": "1545", "4/7 Arm": "1546", "7/7 Arm": "1550", "1 Tank": "1539"}
    state = drawn("allied-30-corps", placed | {"5/4 Ind": "1547", "7/4 Ind": "1548", "Selby": "1549"})
    assert chosen(state, "activate") == {"5/4-Ind", "7/4-Ind", "Selby"}
    play(state, "activate:Selby", "activate:7/4-Ind")
    able = {"HQ 30 Corps", "4/7 Arm", "7/7 Arm", "Selby", "7/4 Ind"}
    assert names(state.movers) == names(state.fighters) == able
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == able


@pytest.mark.rule("T-chit-13corps3", "T-chit-30corps3")
@pytest.mark.parametrize(
    ("chit", "name"), [("allied-13-corps", "HQ 13 Corps"), ("allied-30-corps", "HQ 30 Corps")]
)
@pytest.mark.parametrize("lost", [False, True])
def test_the_headquarters_must_be_there_and_in_supply(chit: str, name: str, lost: bool) -> None:
    placed = {"5/4 Ind": "1550", "4/7 Arm": "1551"} | ({} if lost else {name: "1550"})
    state = drawn(chit, placed, oos=[] if lost else [name])
    assert decision(state) == "draw"
    assert state.run == 1, "the chit is played all the same"


@pytest.mark.rule("T-chit-8army1", "T-chit-8army2")
def test_8_army_activates_both_corps() -> None:
    placed = {
        "HQ 13 Corps": "1550",
        "5/4 Ind": "1550",
        "4/7 Arm": "1549",
        "7/7 Arm": "1548",
        "HQ 30 Corps": "1560",
        "22/1 Arm": "1561",
        "16/70": "1562",
        "14/70": "1563",
        "23/70": "1562",
        "9 Arm": "1539",
        "Selby": "1539",
    }
    state = drawn("allied-8-army", placed)
    assert chosen(state, "activate") == {"4/7-Arm", "7/7-Arm", "16/70", "14/70", "23/70"}
    play(state, "activate:4/7-Arm")
    assert chosen(state, "activate") == {"16/70", "14/70", "23/70"}, "one tank for 13 Corps"
    play(state, "activate:16/70", "activate:23/70")
    able = {"HQ 13 Corps", "5/4 Ind", "4/7 Arm", "HQ 30 Corps", "22/1 Arm", "16/70", "23/70"}
    assert names(state.movers) == names(state.fighters) == able
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])


@pytest.mark.rule("T-chit-8army2", "T-chit-13corps3")
def test_8_army_goes_on_with_one_corps_if_the_other_is_cut_off() -> None:
    placed = {"HQ 13 Corps": "1550", "5/4 Ind": "1550", "HQ 30 Corps": "1560", "22/1 Arm": "1561"}
    state = drawn("allied-8-army", placed, oos=["HQ 13 Corps"])
    assert names(state.movers) == {"HQ 30 Corps", "22/1 Arm"}


# Rommel

GERMANS = {
    "1/5/21 Pz": "1702",
    "104/21 Pz": "1703",
    "1/8/15 Pz": "1702",
    "200/90": "1704",
    "2 MG": "1704",
    "Brescia": "1704",
}


@pytest.mark.rule("T-chit-rommel2")
def test_rommel_activates_a_formation() -> None:
    state = rommel(GERMANS, oos=["104/21 Pz", "200/90"])
    assert chosen(state, "formation") == {"21-Pz", "15-Pz"}, "90 Light has nobody in supply, 2 MG is independent"
    play(state, "formation:21-Pz", "move-side")
    assert names(state.movers) == names(state.fighters) == {"1/5/21 Pz"}


@pytest.mark.rule("T-chit-rommel2")
def test_rommel_activates_the_german_units_of_a_hex() -> None:
    """Ruling: there they need not be in supply."""
    state = rommel(GERMANS, oos=["200/90"])
    assert chosen(state, "stack") == {"1702", "1703", "1704"}
    play(state, "stack:1704", "move-side")
    assert names(state.movers) == names(state.fighters) == {"200/90", "2 MG"}


@pytest.mark.rule("T-chit-rommel3")
@pytest.mark.parametrize(
    ("word", "order"), [("move-side", ["move", "combat"]), ("combat-side", ["combat", "move"])]
)
def test_rommel_moves_first_or_attacks_first(word: str, order: list[str]) -> None:
    state = rommel(GERMANS)
    play(state, "stack:1702")
    assert (decision(state), actor(state)) == ("rommel", AXIS)
    play(state, word)
    done = []
    while decision(state) != "draw":
        done.append(action(state))
        assert names(state.movers) == names(state.fighters) == {"1/5/21 Pz", "1/8/15 Pz"}
        play(state, "done")
    assert done == order


@pytest.mark.rule("T-chit-rommel4")
def test_two_on_turns_of_axis_initiative() -> None:
    """By the turn track, whoever has the initiative: turn 4 shows the Axis."""
    state = rommel(GERMANS, turn=4, initiative=ALLIED)
    play(state, "formation:21-Pz")
    assert (chosen(state, "formation"), chosen(state, "stack")) == ({"15-Pz", "90-Lt"}, set()), "no mixture"
    play(state, "formation:90-Lt", "move-side")
    assert names(state.movers) == {"1/5/21 Pz", "104/21 Pz", "200/90"}
    state = rommel(GERMANS, turn=4)
    play(state, "stack:1702")
    assert (chosen(state, "formation"), chosen(state, "stack")) == (set(), {"1703", "1704"})
    play(state, "done", "move-side")
    assert names(state.movers) == {"1/5/21 Pz", "1/8/15 Pz"}


@pytest.mark.rule("T-chit-rommel4")
def test_one_on_turns_of_allied_initiative() -> None:
    state = rommel(GERMANS, turn=5, initiative=AXIS)
    play(state, "stack:1702")
    assert decision(state) == "rommel"


def test_rommel_without_germans() -> None:
    state = rommel({"Brescia": "1702"})
    assert decision(state) == "draw"


# Afrika Korps: range 5

KORPS = {
    "HQ Afrika Korps": "1702",
    "1/5/21 Pz": "1702",
    "1/8/15 Pz": "1706",
    "115/15 Pz": "1708",  # out of range
    "200/90": "1703",
    "132/Ariete": "1704",
    "8 Ber/Ariete": "1709",  # out of range
    "65/Trieste": "1705",
    "133/Littorio": "1709",
    "Brescia": "1703",
}


@pytest.mark.rule("T-chit-afrikakorps1", "T-chit-afrikakorps2", "11.0e")
def test_afrika_korps_activates_the_panzer_divisions_within_range() -> None:
    state = drawn("axis-afrika-korps", KORPS, oos=["1/8/15 Pz"])
    play(state, "done")
    assert names(state.movers) == names(state.fighters) == {"HQ Afrika Korps", "1/5/21 Pz"}
    assert not state.no_extended
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == {"HQ Afrika Korps", "1/5/21 Pz"}


@pytest.mark.rule("T-chit-afrikakorps3")
def test_and_one_italian_motorised_formation() -> None:
    state = drawn("axis-afrika-korps", KORPS)
    assert chosen(state, "formation") == {"Ariete", "Trieste"}
    play(state, "formation:Ariete")
    able = {"HQ Afrika Korps", "1/5/21 Pz", "1/8/15 Pz", "132/Ariete"}
    assert names(state.movers) == names(state.fighters) == able


@pytest.mark.rule("T-chit-afrikakorps4", "T-chit-panzerarmee5", "T-chit-21corps4")
@pytest.mark.parametrize(
    ("chit", "name"),
    [
        ("axis-afrika-korps", "HQ Afrika Korps"),
        ("axis-panzerarmee", "HQ PzA Afrika"),
        ("axis-21-corps", "HQ 21 Corps"),
    ],
)
def test_an_axis_headquarters_must_be_in_supply(chit: str, name: str) -> None:
    placed = {name: "1702", "1/5/21 Pz": "1702", "132/Ariete": "1703", "Brescia": "1703"}
    assert decision(drawn(chit, placed)) != "draw"
    state = drawn(chit, placed, oos=[name])
    assert decision(state) == "draw"
    assert state.run == 1


# PanzerArmee Afrika: range 6

ARMEE = {
    "HQ PzA Afrika": "1750",
    "1/5/21 Pz": "1752",
    "Brescia": "1748",
    "200/90": "1740",  # out of range
}


@pytest.mark.rule("T-chit-panzerarmee1", "T-chit-panzerarmee2")
def test_panzerarmee_activates_all_within_range_but_none_in_the_east() -> None:
    state = drawn("axis-panzerarmee", ARMEE | {"Pavia": "1156", "Trento": "1752"}, oos=["Trento"])
    able = {"HQ PzA Afrika", "1/5/21 Pz", "Brescia"}
    assert names(state.movers) == names(state.fighters) == able
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == able


@pytest.mark.rule("T-chit-panzerarmee2")
def test_panzerarmee_leaves_out_units_on_the_east_map() -> None:
    state = drawn("axis-panzerarmee", {"HQ PzA Afrika": "1154", "Brescia": "1154", "Pavia": "1156"})
    assert names(state.movers) == {"HQ PzA Afrika", "Brescia"}


@pytest.mark.rule("T-chit-panzerarmee3", "T-chit-panzerarmee4")
def test_who_has_moved_onto_the_east_map_may_not_attack() -> None:
    from sandtable.games.dark_sands.rules.c02_control import enter
    from tests.games.dark_sands.desert import HEX

    state = drawn("axis-panzerarmee", {"HQ PzA Afrika": "1154", "Brescia": "1154", "Pavia": "1153"})
    enter(state, units("Brescia"), HEX["1156"])
    assert then_attacks(state) == {"HQ PzA Afrika", "Pavia"}, (
        "from the Central map an attack into the East is possible"
    )


# 21 Corps: range 4

ITALIANS = {
    "HQ 21 Corps": "1702",
    "Brescia": "1703",
    "Pavia": "1704",
    "132/Ariete": "1704",
    "8 Ber/Ariete": "1708",  # out of range
    "Trento": "1708",
    "Babini": "1703",  # independent
    "1/5/21 Pz": "1703",
}


@pytest.mark.rule("T-chit-21corps1", "T-chit-21corps2")
def test_21_corps_activates_two_italian_formations() -> None:
    """Ruling: they need not be in supply, only the headquarters."""
    state = drawn("axis-21-corps", ITALIANS, oos=["Brescia"])
    assert chosen(state, "formation") == {"Brescia", "Pavia", "Ariete"}
    play(state, "formation:Brescia", "formation:Ariete")
    able = {"HQ 21 Corps", "Brescia", "132/Ariete"}
    assert names(state.fighters) == able
    assert names(state.movers & ~state.one_hex) == able
    assert (state.run, state.moves_played, state.combats_played) == (1, [0, 0], [0, 0])
    assert then_attacks(state) == able


@pytest.mark.rule("T-chit-21corps3")
def test_all_other_italians_move_one_hex() -> None:
    state = drawn("axis-21-corps", ITALIANS)
    play(state, "formation:Brescia", "done")
    assert names(state.one_hex) == {"Pavia", "132/Ariete", "8 Ber/Ariete", "Trento", "Babini"}
    assert not state.no_extended
    assert ACTIONS.index("move") == MOVE == state.action


@pytest.mark.rule("18.1c")
def test_a_chit_is_explained_by_its_text_only() -> None:
    """What is not on the chit is refused with the table of chits."""
    state = drawn("axis-21-corps", ITALIANS)
    assert why_not(state, "formation:21-Pz") == "18.1"
    assert why_not(state, "formation:Trento") == "18.1"
    assert why_not(state, "stack:1703") == "18.1"
    assert why_not(state, "activate:Babini") == "18.1"


def test_the_log_does_not_say_that_a_chit_activates_a_garrison() -> None:
    """Garrisons neither move nor attack (13.6.4)."""
    state = desert({"HQ 13 Corps": "2436", "22 Gds": "2436", "Garrison Br 1": "2441"}, turn=8)
    chit = DATA.nouns.number("chit", "allied-13-corps-1")
    state.played = [chit]
    events: list[Event] = []
    state.sink = events.append
    play_named(state, chit)
    (told,) = [event for event in events if event.kind == "activates"]
    assert {DATA.units[unit].id for unit in told.arguments["units"]} == {"HQ 13 Corps", "22 Gds"}

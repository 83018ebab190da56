"""11.24, 11.26 to 11.28, 14: strength, table, column and die."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.rules.c11_fire import Item
from tests.games.shifting_sands.fights import (
    ALLIED,
    AXIS,
    attack,
    battles,
    fought,
    go_on,
    offensive,
    options,
    reasons,
    shot,
    shots,
)
from tests.games.shifting_sands.theatre import DATA, decision, legal, number, play, theatre, units

GAME = "shifting-sands"
COMPASS = {
    "br_7arm": "sidi_barrani",
    "in_4": "sidi_barrani",
    "it_1lib": "sidi_suleiman",
    "it_2lib": "sidi_suleiman",
}


# Strength


@pytest.mark.rule("11.24a", "3.0n")
def test_the_factors_of_a_side_make_its_column() -> None:
    state = theatre(COMPASS, reduced=["br_7arm"])
    ours = shot(state, ALLIED, "sidi_suleiman", "br_7arm", "in_4")
    assert [(item.unit, item.value) for item in ours.terms] == [(number("br_7arm"), 2), (number("in_4"), 3)]
    assert (ours.strength, ours.start) == (5, 5)
    alone = shot(state, ALLIED, "sidi_suleiman", "br_7arm")
    assert (alone.strength, alone.start) == (2, 2)
    theirs = shot(state, AXIS, "sidi_suleiman", "br_7arm", "in_4")
    assert (theirs.strength, theirs.title) == (2, "2")


@pytest.mark.rule("11.24b", "14.1a", "11.27t22")
def test_a_fort_adds_its_factor_to_the_defence_and_shifts_nothing() -> None:
    state = theatre({"ge_90": "el_adem", "br_50": "tobruk"})
    theirs = shot(state, ALLIED, "tobruk", "ge_90")
    assert reasons(theirs.terms) == {"11.24": 3, "14.1": 2}
    assert theirs.strength == 5
    assert theirs.shifts == ()
    assert shot(state, AXIS, "tobruk", "ge_90").shifts == ()


@pytest.mark.rule("14.2a")
def test_a_fort_adds_nothing_to_an_attack_from_it() -> None:
    state = theatre({"ge_90": "el_adem", "br_50": "tobruk"})
    assert shot(state, ALLIED, "el_adem", "br_50").strength == 3


@pytest.mark.rule("11.24c", "11.26b", "11.281c")
def test_both_sides_fire_with_what_they_had_at_the_start() -> None:
    state = fought(COMPASS, "sidi_suleiman", ["br_7arm", "in_4"], [6])
    assert decision(state) == "fire-roll"
    assert shots(state)[1].strength == 2  # no losses yet, though the attacker has fired
    play(state, 6)
    assert state.fire == [2, 6]  # 2 with -1, and 9-11


# The tables


TABLES = {
    "battlegroup": {
        "t1": ("0", "000011", ""),
        "t2": ("1", "000111", ""),
        "t3": ("2", "001112", ""),
        "t4": ("3", "011122", ""),
        "t5": ("4", "111222", ""),
        "t6": ("5", "112223", ""),
        "t7": ("6", "112233", "6"),
        "t8": ("7+", "122333", "6"),
    },
    "division": {
        "t9": ("0", "000111", ""),
        "t10": ("1", "011122", ""),
        "t11": ("2", "112223", ""),
        "t12": ("3", "122334", ""),
        "t13": ("4", "223344", "6"),
        "t14": ("5", "233445", "6"),
        "t15": ("6-8", "334455", "6"),
        "t16": ("9-11", "344556", "56"),
        "t17": ("12-14", "445566", "56"),
        "t18": ("15+", "455666", "456"),
    },
}
LINES = [
    pytest.param(table, *line, marks=pytest.mark.rule(f"11.27{name}"), id=f"{table} {line[0]}")
    for table, lines in TABLES.items()
    for name, line in lines.items()
]


@pytest.mark.parametrize(("table", "title", "losses", "bold"), LINES)
def test_the_columns_of_the_tables(table: str, title: str, losses: str, bold: str) -> None:
    state = theatre()
    column = next(each for each in state.printed.fire[table] if each.title == title)
    assert column.losses == tuple(map(int, losses))
    assert column.bold == tuple(str(face) in bold for face in range(1, 7))


@pytest.mark.rule("11.27d")
@pytest.mark.parametrize(
    ("attackers", "title"),
    [
        (["br_50"], "3"),
        (["br_50", "br_bg-1", "br_bg-2"], "5"),
        (["br_50", "br_51"], "6-8"),
        (["br_50", "br_51", "br_bg-1", "br_bg-2"], "6-8"),
        (["br_50", "br_51", "br_46"], "9-11"),
        (["br_50", "br_51", "br_46", "br_bg-1", "br_bg-2"], "9-11"),
        (["br_50", "br_51", "br_46", "br_78"], "12-14"),
        (["br_50", "br_51", "br_46", "br_78", "br_6"], "15+"),
    ],
)
def test_the_column_that_contains_the_strength(attackers: list[str], title: str) -> None:
    state = theatre({**dict.fromkeys(attackers, "sidi_barrani"), "it_17": "sidi_suleiman"})
    ours = shot(state, ALLIED, "sidi_suleiman", *attackers)
    assert ours.shifts == ()
    assert ours.title == title


@pytest.mark.rule("11.27a", "11.27b", "11.27c")
def test_a_division_even_reduced_makes_the_division_table() -> None:
    placed = {"br_bg-1": "sidi_barrani", "in_4": "sidi_barrani", "it_bg-1": "sidi_suleiman"}
    state = theatre(placed, reduced=["in_4"])
    assert shot(state, ALLIED, "sidi_suleiman", "br_bg-1", "in_4").table == "division"
    assert shot(state, ALLIED, "sidi_suleiman", "br_bg-1").table == "battlegroup"
    assert shot(state, AXIS, "sidi_suleiman", "in_4").table == "battlegroup"


# Shifts


@pytest.mark.rule("11.27e")
@pytest.mark.parametrize(
    ("origin", "target", "terrain", "shift"),
    [
        pytest.param("sidi_barrani", "sidi_suleiman", "clear", 0, marks=pytest.mark.rule("11.27t19")),
        pytest.param("sidi_barrani", "halfaya", "mountain", -1, marks=pytest.mark.rule("11.27t20")),
        pytest.param("agedabia", "el_agheila", "swamp", -1, marks=pytest.mark.rule("11.27t21")),
        pytest.param("bir_el_kenaysis", "siwa", "oasis", 0, marks=pytest.mark.rule("11.27t23")),
    ],
)
def test_terrain_shifts_the_attacker_and_never_the_defender(
    origin: str, target: str, terrain: str, shift: int
) -> None:
    placed = {"br_bg-1": origin, "br_bg-2": origin, "it_bg-1": target}
    state = theatre(placed, allied=["msus", "mechili"], events=["long_range_desert_group"])
    assert state.printed.spaces[state.place[number("it_bg-1")]].terrain == terrain
    ours = shot(state, ALLIED, target, "br_bg-1", "br_bg-2")
    assert sum(item.value for item in ours.shifts if item.rule == "11.27") == shift
    theirs = shot(state, AXIS, target, "br_bg-1", "br_bg-2")
    assert [item for item in theirs.shifts if item.rule == "11.27"] == []


@pytest.mark.parametrize(
    ("terrain", "flanks", "overruns", "stops"),
    [
        ("clear", True, True, False),
        ("oasis", True, True, False),
        ("fort", False, False, False),
        ("mountain", False, False, True),
    ],
)
def test_what_else_terrain_does(terrain: str, flanks: bool, overruns: bool, stops: bool) -> None:
    effects = theatre().printed.effects[terrain]
    assert (effects.flanks, effects.overruns, effects.stops_advance) == (flanks, overruns, stops)


@pytest.mark.rule("11.271a", "11.272a")
@pytest.mark.parametrize(
    ("attacker", "defender", "shift"),
    [
        ("br_7arm", "it_17", {"11.271": 1}),
        ("br_abg-1", "it_17", {"11.271": 1}),
        ("br_7arm", "it_abg-1", {}),
        ("br_50", "it_abg-1", {"11.272": -1}),
        ("br_50", "it_17", {}),
    ],
)
def test_armour_shifts_the_fire_of_the_attacker(attacker: str, defender: str, shift: dict[str, int]) -> None:
    state = theatre({attacker: "sidi_barrani", defender: "sidi_suleiman", "it_bg-1": "sidi_suleiman"})
    assert reasons(shot(state, ALLIED, "sidi_suleiman", attacker).shifts) == shift
    assert shot(state, AXIS, "sidi_suleiman", attacker).shifts == ()


@pytest.mark.rule("11.273a", "13.73a")
def test_one_unit_out_of_supply_shifts_a_force_once() -> None:
    placed = {"br_50": "sidi_barrani", "br_51": "sidi_barrani", "it_17": "sidi_suleiman", "it_25": "sidi_suleiman"}
    cut = {"axis": ["halfaya", "bir_el_kenaysis", "mersa_matruh"]}
    state = theatre(placed, **cut)
    assert reasons(shot(state, ALLIED, "sidi_suleiman", "br_50", "br_51").shifts) == {"11.273": -1}
    assert shot(state, AXIS, "sidi_suleiman", "br_50").shifts == ()
    part = theatre({**placed, "br_51": "bab_el_qattara"}, axis=["halfaya", "bir_el_kenaysis", "mersa_matruh"])
    assert reasons(shot(part, ALLIED, "sidi_suleiman", "br_50", "br_51").shifts) == {"11.273": -1}
    assert shot(part, ALLIED, "sidi_suleiman", "br_51").shifts == ()
    lost = theatre(placed, allied=["sidi_omar", "halfaya"])
    assert reasons(shot(lost, AXIS, "sidi_suleiman", "br_50").shifts) == {"11.273": -1}


@pytest.mark.rule("11.27f", "11.27g")
def test_shifts_are_added_before_the_edge_of_the_table_counts() -> None:
    placed = {"it_61": "halfaya", "br_7arm": "sidi_barrani"}
    state = theatre(placed, reduced=["it_61"], events=["rommel"])
    assert shot(state, AXIS, "sidi_barrani", "it_61").column == 0  # -1 for their armour stops at the edge
    helped = shot(state, AXIS, "sidi_barrani", "it_61", rommel=True)
    assert (helped.start, sum(item.value for item in helped.shifts), helped.column) == (0, 1, 1)
    host = dict.fromkeys(("ge_21", "ge_15", "ge_10"), "halfaya")
    strong = theatre({**host, "br_50": "sidi_barrani"}, events=["rommel"])
    ours = shot(strong, AXIS, "sidi_barrani", *host, rommel=True)
    assert (ours.start, sum(item.value for item in ours.shifts)) == (8, 3)
    assert ours.title == "15+"


# The die


@pytest.mark.rule("11.261a", "11.261b", "11.261c")
@pytest.mark.parametrize(
    ("axis", "modifier"), [(["it_17"], -1), (["it_17", "ge_90"], -1), (["ge_90"], 0), (["ge_90", "it_bg-1"], -1)]
)
def test_italians_make_the_fire_of_their_side_worse(axis: list[str], modifier: int) -> None:
    state = theatre({**dict.fromkeys(axis, "halfaya"), "br_50": "sidi_barrani"})
    expected = {"11.261": modifier} if modifier else {}
    assert reasons(shot(state, AXIS, "sidi_barrani", *axis).modifiers) == expected
    assert reasons(shot(state, AXIS, "halfaya", "br_50").modifiers) == expected
    assert shot(state, ALLIED, "halfaya", "br_50").modifiers == ()


@pytest.mark.rule("11.261d", "X01")
@pytest.mark.parametrize(("events", "modifier"), [([], -1), (["balbo"], 0)])
def test_balbo_ends_it(events: list[str], modifier: int) -> None:
    state = theatre({"it_17": "halfaya", "br_50": "sidi_barrani"}, events=events)
    assert shot(state, AXIS, "halfaya", "br_50").die == modifier
    assert shot(state, AXIS, "sidi_barrani", "it_17").die == modifier


@pytest.mark.rule("19.22b")
@pytest.mark.parametrize(
    ("origin", "target", "option", "modifier"),
    [
        ("kassala", "khartoum", options("19.22"), -1),
        ("kassala", "khartoum", 0, 0),
        ("halfaya", "sidi_barrani", options("19.22"), 0),
    ],
)
def test_balbo_may_be_of_no_use_in_east_africa(origin: str, target: str, option: int, modifier: int) -> None:
    state = theatre({"it_17": origin, "br_50": target}, events=["balbo"], options=option)
    assert shot(state, AXIS, target, "it_17").die == modifier
    assert shot(state, AXIS, origin, "br_50").die == modifier


@pytest.mark.rule("11.262a", "11.262b", "11.262c")
@pytest.mark.parametrize(
    ("allies", "modifier"), [(["us_1"], -1), (["us_1", "br_78"], -1), (["br_78"], 0), (["usff_bg-1"], 0)]
)
def test_americans_make_the_fire_of_their_side_worse(allies: list[str], modifier: int) -> None:
    state = theatre({**dict.fromkeys(allies, "sousse"), "ge_10": "sfax"}, events=["torch"])
    assert shot(state, ALLIED, "sfax", *allies).die == modifier
    assert shot(state, ALLIED, "sousse", "ge_10").die == modifier
    assert shot(state, AXIS, "sousse", "ge_10").die == 0


@pytest.mark.rule("11.262d", "A41")
@pytest.mark.parametrize(("events", "modifier"), [(["torch"], -1), (["torch", "patton"], 0)])
def test_patton_ends_it(events: list[str], modifier: int) -> None:
    state = theatre({"us_1": "sousse", "ge_10": "sfax"}, events=events)
    assert shot(state, ALLIED, "sfax", "us_1").die == modifier
    assert shot(state, ALLIED, "sousse", "ge_10").die == modifier


@pytest.mark.rule("11.263a", "11.263b")
@pytest.mark.parametrize(("origin", "target"), [("aswan", "khartoum"), ("khartoum", "aswan")])
def test_an_allied_attack_between_aswan_and_khartoum(origin: str, target: str) -> None:
    placed = {"br_50": origin, "ge_90": target, "br_51": "gallabat" if target == "khartoum" else "cairo"}
    state = theatre(placed)
    assert reasons(shot(state, ALLIED, target, "br_50").modifiers) == {"11.263": -1}
    assert reasons(shot(state, ALLIED, target, "br_50", "br_51").modifiers) == {"11.263": -1}
    assert shot(state, ALLIED, target, "br_51").modifiers == ()
    assert shot(state, AXIS, target, "br_50").modifiers == ()


@pytest.mark.rule("11.263c")
def test_only_the_axis_may_not_attack_between_aswan_and_khartoum() -> None:
    placed = {"br_50": "aswan", "it_17": "khartoum"}
    assert legal(battles(placed, ALLIED, "aswan"), "attack") == {"attack:Khartoum"}
    assert decision(battles(placed, AXIS, "khartoum")) == ""


@pytest.mark.rule("A07")
@pytest.mark.parametrize(
    ("placed", "target", "die"),
    [
        ({"br_50": "sidi_barrani", "it_17": "sidi_suleiman"}, "sidi_suleiman", 1),
        ({"br_50": "sidi_barrani", "it_17": "sidi_suleiman", "ge_bg-1": "sidi_suleiman"}, "sidi_suleiman", 0),
        ({"br_50": "gallabat", "it_17": "gondar"}, "gondar", 0),
    ],
)
def test_compass_helps_against_italians_in_the_desert(placed: dict[str, str], target: str, die: int) -> None:
    state = theatre(placed, **offensive("A07"))
    assert shot(state, ALLIED, target, "br_50").die == die
    assert shot(theatre(placed), ALLIED, target, "br_50").die == 0


@pytest.mark.rule("A51")
def test_supercharge_helps_every_attack_in_the_desert() -> None:
    placed = {"br_50": "sidi_barrani", "ge_90": "sidi_suleiman", "br_51": "gallabat", "it_17": "gondar"}
    state = theatre(placed, **offensive("A51"))
    assert reasons(shot(state, ALLIED, "sidi_suleiman", "br_50").modifiers) == {"A51": 1}
    assert shot(state, ALLIED, "gondar", "br_51").modifiers == ()
    assert shot(state, ALLIED, "sidi_barrani", "ge_90").modifiers == ()


@pytest.mark.rule("A32", "X27")
@pytest.mark.parametrize("card", ["A32", "X27"])
def test_offensives_without_a_better_die(card: str) -> None:
    state = theatre({"br_50": "sidi_barrani", "ge_90": "sidi_suleiman"}, **offensive(card))
    assert shot(state, ALLIED, "sidi_suleiman", "br_50").modifiers == ()
    assert shot(state, AXIS, "sidi_barrani", "ge_90").modifiers == ()


@pytest.mark.rule("X49")
@pytest.mark.parametrize(
    ("origin", "enemies", "target", "events", "die"),
    [
        ("sfax", ["us_1"], "sousse", ["torch"], 1),
        ("sfax", ["us_1", "br_78"], "sousse", ["torch"], 1),
        ("sfax", ["br_78"], "sousse", ["torch"], 0),
        ("sfax", ["usff_bg-1"], "sousse", ["torch"], 0),
        ("sfax", ["us_1"], "sousse", ["torch", "patton"], 0),
        ("homs", ["us_1"], "tripoli", ["torch"], 0),
    ],
)
def test_spring_wind_blows_against_americans(
    origin: str, enemies: list[str], target: str, events: list[str], die: int
) -> None:
    state = theatre({"ge_10": origin, **dict.fromkeys(enemies, target)}, events=events, **offensive("X49"))
    assert shot(state, AXIS, target, "ge_10").die == die


@pytest.mark.rule("A24")
@pytest.mark.parametrize(
    ("target", "origin", "events", "die"),
    [
        ("el_alamein", "el_daba", ["auchinleck"], 1),
        ("bab_el_qattara", "el_daba", ["auchinleck"], 1),
        ("mersa_matruh", "el_daba", ["auchinleck"], 0),
        ("el_alamein", "el_daba", ["auchinleck", "montgomery"], 0),
        ("el_alamein", "el_daba", [], 0),
    ],
)
def test_auchinleck_stands_at_alamein(target: str, origin: str, events: list[str], die: int) -> None:
    state = theatre({"ge_21": origin, "br_50": target}, events=events)
    assert shot(state, ALLIED, target, "ge_21").die == die
    assert shot(state, ALLIED, origin, "br_50").die == 0  # he helps defenders


@pytest.mark.rule("X44")
@pytest.mark.parametrize(
    ("target", "origin", "events", "die"),
    [
        ("faid", "kasserine", ["torch", "von_arnim_takes_command"], 1),
        ("sousse", "fondouk", ["torch", "von_arnim_takes_command"], 0),
        ("faid", "kasserine", ["torch"], 0),
        ("halfaya", "sidi_barrani", ["torch", "von_arnim_takes_command"], 0),
    ],
)
def test_von_arnim_defends_the_hills_of_tunisia(target: str, origin: str, events: list[str], die: int) -> None:
    state = theatre({"br_50": origin, "ge_90": target}, events=events)
    assert shot(state, AXIS, target, "br_50").die == die
    assert shot(state, AXIS, origin, "ge_90").die == 0


@pytest.mark.rule("19.6a")
@pytest.mark.parametrize(
    ("attackers", "option", "fort", "shift"),
    [
        (["au_7"], options("19.6"), 0, {"11.27": -1}),
        (["au_7", "br_bg-1"], options("19.6"), 0, {"11.27": -1}),
        (["br_bg-1"], options("19.6"), 1, {}),
        (["au_7"], 0, 1, {}),
    ],
)
def test_vichy_forts_may_be_mountains_for_divisions(
    attackers: list[str], option: int, fort: int, shift: dict[str, int]
) -> None:
    placed = {"au_7": "amman", "br_bg-1": "amman", "vf_bg-1": "damascus"}
    state = theatre(placed, events=["exporters"], vichy_active=1, options=option)
    assert shot(state, AXIS, "damascus", *attackers).strength == 1 + fort
    assert reasons(shot(state, ALLIED, "damascus", *attackers).shifts) == shift


def test_other_forts_stay_forts() -> None:
    state = theatre({"br_50": "gambut", "it_17": "bardia"}, options=options("19.6"))
    assert shot(state, AXIS, "bardia", "br_50").strength == 3


# The roll


@pytest.mark.rule("11.28b", "11.28c")
def test_modified_rolls_stay_between_1_and_6() -> None:
    weak = shot(theatre({"it_17": "halfaya", "br_50": "sidi_barrani"}), AXIS, "sidi_barrani", "it_17")
    assert weak.losses == (1, 1, 1, 2, 2, 2)  # 1 1 2 2 2 3 with -1: 1 counts as 1
    strong = shot(
        theatre({"it_17": "sidi_suleiman", "br_50": "sidi_barrani"}, **offensive("A51")),
        ALLIED,
        "sidi_suleiman",
        "br_50",
    )
    assert strong.losses == (2, 2, 3, 3, 4, 4)  # 1 2 2 3 3 4 with +1: 7 counts as 6


@pytest.mark.rule("11.26a", "11.28a", "11.41a")
def test_the_modified_roll_gives_the_loss_number() -> None:
    state = fought(COMPASS, "sidi_suleiman", ["br_7arm", "in_4"], **offensive("A07"))
    ours = shots(state)[0]
    assert (ours.title, ours.die) == ("9-11", 1)
    play(state, 3, 4)
    assert state.fire[ALLIED] == 5  # 3 + 1 = 4 on 9-11
    assert state.fire[AXIS] == 2  # 4 - 1 = 3 on 2


@pytest.mark.rule("11.26c")
def test_both_sides_roll_a_die() -> None:
    state = fought(COMPASS, "sidi_suleiman", ["br_7arm", "in_4"])
    assert state.fired == [0, 0]
    play(state, 1)
    assert state.fired == [0, 1]
    play(state, 1)
    assert state.fired == [1, 1]


def test_the_chances_of_a_volley() -> None:
    ours = shot(theatre(COMPASS), ALLIED, "sidi_suleiman", "br_7arm", "in_4")
    found = ours.chances()
    assert {result: chance.faces for result, chance in found.items()} == {
        (3, False): "1",
        (4, False): "2-3",
        (5, False): "4",
        (5, True): "5",
        (6, True): "6",
    }
    assert sum(chance.share for chance in found.values()) == pytest.approx(1)


def test_a_hypothetical_attack_changes_nothing() -> None:
    state = theatre(COMPASS)
    before = state.plain_fields()
    assert shot(state, ALLIED, "sidi_suleiman", "in_4").shifts == ()
    assert state.plain_fields() == before


def test_items_that_count_nothing_are_left_out() -> None:
    state = attack(battles(COMPASS, ALLIED, "sidi_barrani"), "sidi_suleiman", "in_4")
    ours, theirs = shots(go_on(state))
    assert ours.shifts == ours.modifiers == theirs.shifts == ()
    assert theirs.modifiers == (Item("Italian units", -1, "11.261"),)


@pytest.mark.rule("11.57a")
def test_units_that_have_retreated_count_for_nothing() -> None:
    placed = {"br_50": "sidi_barrani", "it_132": "sidi_suleiman", "ge_bg-1": "sidi_suleiman"}
    state = theatre(placed)
    state.fled = 1 << number("it_132")
    theirs = shot(state, AXIS, "sidi_suleiman", "br_50")
    assert (theirs.table, theirs.strength, theirs.modifiers) == ("battlegroup", 1, ())
    assert shot(state, ALLIED, "sidi_suleiman", "br_50").shifts == ()  # no armour that counts
    state.fled |= 1 << number("ge_bg-1")
    assert (shot(state, AXIS, "sidi_suleiman", "br_50").table, theirs.title) == ("battlegroup", "1")
    assert shot(state, AXIS, "sidi_suleiman", "br_50").title == "0"


def test_a_fort_does_not_help_units_that_have_retreated_alone() -> None:
    state = theatre({"ge_90": "el_adem", "br_50": "tobruk"})
    state.fled = 1 << number("br_50")
    assert shot(state, ALLIED, "tobruk", "ge_90").title == "0"


@pytest.mark.rule("A24", "X44", "11.57a")
@pytest.mark.parametrize(
    ("event", "attacker", "origin", "defenders", "target"),
    [
        ("auchinleck", "ge_21", "el_daba", ("br_50", "br_bg-1"), "el_alamein"),
        ("von_arnim_takes_command", "br_50", "kasserine", ("ge_90", "ge_bg-1"), "faid"),
    ],
)
def test_commanders_give_nothing_to_a_defence_of_retreated_units_alone(
    event: str, attacker: str, origin: str, defenders: tuple[str, str], target: str
) -> None:
    placed = {attacker: origin, **dict.fromkeys(defenders, target)}
    state = theatre(placed, events=["torch", event])
    side = DATA.owners[number(defenders[0])]
    for fled, die in (((), 1), (defenders[:1], 1), (defenders, 0)):
        state.fled = units(*fled)
        assert shot(state, side, target, attacker).die == die


def test_the_fire_is_known_while_the_attackers_are_chosen() -> None:
    state = battles(COMPASS, ALLIED, "sidi_barrani", fled=1 << number("it_2lib"))
    play(state, "attack:Sidi-Suleiman", "join:in_4")
    assert [fire.strength for fire in shots(state)] == [3, 1]
    assert [fire.die for fire in shots(state)] == [0, -1]
    state.fled |= 1 << number("it_1lib")
    assert shots(state)[1].die == 0

"""20.2, 6.0, 14: strengths, columns and modifiers of an attack, and both tables."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c08_zones import zones
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.rules.c20_odds import AE, DR, NONE, odds, ratio_of, shifted
from sandtable.kernel.bits import ones
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, legal, play, units, where
from tests.games.dark_sands.fights import (
    SUPPORT,
    attack,
    fall_back,
    fought,
    judged,
    modifiers,
    odds_of,
    strengths,
    terms,
)

GAME = "dark-sands"
WAY = {"5/4 Ind": "1433", "Brescia": "1432"}


def column(attack: int, defence: int) -> str:
    found = ratio_of(2 * attack, 2 * defence)
    return COLUMNS[found] if found != NONE else "AE"


@pytest.mark.rule("20.2.2a", "20.2.3a")
def test_strengths_are_the_sums_of_factors_and_supports() -> None:
    state = desert({**WAY, "4/7 Arm": "1333", "Sirte": "1432"}, reduced=["4/7 Arm"])
    both = 1 << SUPPORT["RAF +2"] | 1 << SUPPORT["Regia Aero +1"]
    found = odds(state, HEX["1432"], units("5/4 Ind", "4/7 Arm"), committed=both)
    assert strengths(found) == (3 + 3 + 2, 3 + 3 + 1)
    assert terms(found, "axis") == {"Unit": 6, "Support": 1}


@pytest.mark.rule("20.2.5a")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [(12, 7, "1-1"), (7, 7, "1-1"), (6, 7, "1-2"), (7, 14, "1-2"), (7, 15, "1-3"), (7, 21, "1-3"), (14, 7, "2-1"),
     (20, 7, "2-1"), (21, 7, "3-1"), (42, 7, "6-1")],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, expected: str) -> None:
    assert column(attack, defence) == expected


@pytest.mark.rule("20.2.5b", "T-crt-ae1")
def test_less_than_one_to_three_is_ae_without_a_die() -> None:
    assert column(7, 22) == "AE"
    placed = {"Brescia": "1432", "4/2 NZ": "1433", "5/2 NZ": "1433"}
    state = attack(desert(placed), "axis", "1433", "Brescia")
    assert legal(state) == {"done"}
    assert state.place[DATA.nouns["unit"].index("Brescia")] < 0


@pytest.mark.rule("20.2.5c", "20.2.5d")
def test_more_than_six_to_one_is_six_to_one_before_shifts() -> None:
    assert column(49, 7) == "6-1"
    assert shifted(ratio_of(49, 7), -1) == COLUMNS.index("5-1")


@pytest.mark.rule("T-tec-mountain2")
def test_a_mountain_shifts_one_column_left() -> None:
    state = desert({"5/4 Ind": "3316", "7/4 Ind": "3316", "Sirte": "3315"})
    found = judged(state, "3315", "5/4 Ind", "7/4 Ind")
    assert (COLUMNS[found.ratio], COLUMNS[found.column]) == ("2-1", "1-1")
    assert shifted(0, -1) == NONE
    weak = judged(desert({"5/4 Ind": "3316", "Sirte": "3315"}, reduced=["5/4 Ind"]), "3315", "5/4 Ind")
    assert weak.automatic == AE  # 1 to 3, one to the left


@pytest.mark.rule("20.2.6a", "T-crt-drm2", "T-chit-half3")
def test_combat_minus_one_and_the_sum_of_modifiers() -> None:
    state = attack(
        desert(WAY, oos=["5/4 Ind"], disorganised=["Brescia"]), "allied", "1432", "5/4 Ind", action="combat-1"
    )
    assert modifiers(odds_of(state)) == {
        "Attacker out of supply or disorganised": -2,
        "Defender out of supply or disorganised": 2,
        "Combat -1": -1,
    }
    assert odds_of(state).die == -1


@pytest.mark.rule("20.2.6b", "10.2.1g", "10.2.1h")
def test_out_of_supply_counts_once_a_side() -> None:
    placed = {**WAY, "7/4 Ind": "1433", "Trento": "1432"}
    found = judged(desert(placed, oos=["5/4 Ind", "7/4 Ind"]), "1432", "5/4 Ind", "7/4 Ind")
    assert found.die == -2
    assert judged(desert(placed, oos=["Brescia", "Trento"]), "1432", "5/4 Ind").die == 2
    assert judged(desert(placed, oos=["7/4 Ind"]), "1432", "5/4 Ind").die == 0


@pytest.mark.rule("T-crt-drm1", "10.2.1i", "19.3d")
@pytest.mark.parametrize(("attacker", "expected"), [("5/4 Ind", -2), ("Brescia", 2)])
def test_out_of_supply_and_disorganised_do_not_add_up(attacker: str, expected: int) -> None:
    state = desert(WAY, oos=[attacker], disorganised=[attacker])
    assert judged(state, "1432", "5/4 Ind").die == expected


@pytest.mark.rule("19.3c", "P3.0i")
def test_disorganised_units_fight_badly() -> None:
    assert judged(desert(WAY, disorganised=["5/4 Ind"]), "1432", "5/4 Ind").die == -2
    assert judged(desert(WAY, disorganised=["Brescia"]), "1432", "5/4 Ind").die == 2
    assert judged(desert(WAY, oos=["Brescia"]), "1432", "5/4 Ind").die == 2


@pytest.mark.rule("20.2.7a")
def test_the_die_stays_between_the_lines_of_the_table() -> None:
    mobile = DATA.tables[0][COLUMNS.index("1-1")]
    assert judged(desert(WAY), "1432", "5/4 Ind").results == mobile[:6]
    low = judged(desert(WAY, oos=["5/4 Ind"]), "1432", "5/4 Ind").results
    assert low == (mobile[0], mobile[0], *mobile[:4])
    high = judged(desert(WAY, oos=["Brescia"]), "1432", "5/4 Ind").results
    assert high == mobile[2:]
    state = fought(WAY, "allied", "1432", "5/4 Ind", die=5, oos=["Brescia"])
    assert RESULTS[state.result] == "DR*"


TABLES = {
    "mobile": ["AE AE AL1 AL1 BL1 BL1 DR DR*", "AE AL1 AL1 BL1 BL1 BL1 DR* DR*", "AL1 AL1 BL1 BL1 DR DR DR* EX",
               "AL1 BL1 BL1 DR DR* DR* EX EX", "AL1 BL1 DR DR DR* DR* EX DE*", "BL1 DR DR DR* EX EX DE* DE",
               "DR DR DR* DR* EX EX DE DE", "DR DR* DR* EX DE DE* DE DE"],
    "assault": ["AE AE AL1 AL1 BL1 BL1 1/2EX 1/2EX", "AE AL1 AL1 BL1 BL1 1/2EX 1/2EX EX",
                "AL1 AL1 BL1 BL1 1/2EX 1/2EX EX EX", "AL1 BL1 BL1 1/2EX 1/2EX EX EX EX",
                "AL1 BL1 BL1 1/2EX EX EX EX DE*", "BL1 BL1 1/2EX 1/2EX EX EX DE* DE",
                "BL1 BL1 1/2EX EX EX DE* DE DE", "BL1 BL1 1/2EX EX DE* DE DE DE"],
}  # fmt: skip
LINES = [
    pytest.param(table, die, line, marks=pytest.mark.rule(f"T-crt-{table}{die}"), id=f"{table}{die}")
    for table, lines in TABLES.items()
    for die, line in enumerate(lines, start=1)
]


@pytest.mark.parametrize(("table", "die", "line"), LINES)
def test_the_tables_are_as_printed(table: str, die: int, line: str) -> None:
    found = DATA.tables[("mobile", "assault").index(table)]
    assert [RESULTS[results[die - 1]] for results in found] == line.split()


# Terrain (6.0)


@pytest.mark.rule("T-tec-rough2", "T-tec-noteA")
def test_rough_adds_one_to_the_defending_hex_only() -> None:
    state = desert({"5/4 Ind": "2730", "Sirte": "2631"})
    assert terms(judged(state, "2631", "5/4 Ind"), "axis") == {"Unit": 3}
    state = desert({"Sirte": "2730", "Brescia": "2730", "5/4 Ind": "2631"})
    assert terms(judged(state, "2730", "5/4 Ind"), "axis") == {"Unit": 6, "Rough": 1}


@pytest.mark.rule("T-tec-marsh2")
def test_salt_marsh_halves_vehicles() -> None:
    state = desert({"4/7 Arm": "2147", "5/4 Ind": "2147", "132/Ariete": "2148", "Sirte": "2148"})
    found = judged(state, "2147", "132/Ariete", "Sirte")
    assert strengths(found) == (4 / 2 + 2, 4 / 2 + 4)
    state = desert({"33/15 Pz": "2147", "1/8/15 Pz": "2147", "4/7 Arm": "2148", "5/4 Ind": "2148"})
    found = judged(state, "2147", "4/7 Arm", "5/4 Ind")
    assert strengths(found) == (6 / 2 + 3, 2 / 2 + 4 / 2)


@pytest.mark.rule("T-tec-wadi2", "T-tec-noteD", "T-tec-clarif1")
def test_a_wadi_counts_only_if_all_attackers_cross_it() -> None:
    """The wadi of 2540 lies towards 2440 and 2441, not towards 2539."""
    placed = {"5/4 Ind": "2440", "7/4 Ind": "2539", "1/8/15 Pz": "2540"}
    state = desert(placed)
    assert terms(judged(state, "2540", "5/4 Ind"), "axis") == {"Unit": 4, "Wadi": 1}
    assert terms(judged(state, "2540", "5/4 Ind", "7/4 Ind"), "axis") == {"Unit": 4}
    state = desert({"1/8/15 Pz": "2440", "2/8/15 Pz": "2539", "5/4 Ind": "2540"})
    assert [factor.why for factor in judged(state, "2540", "1/8/15 Pz").anti_tank] == ["Wadi"]
    assert not judged(state, "2540", "1/8/15 Pz", "2/8/15 Pz").anti_tank


@pytest.mark.rule("T-tec-ridge2", "T-tec-noteE")
def test_a_ridge_takes_one_from_each_unit_that_crosses_it() -> None:
    """The ridge of 2530 lies towards 2430 and 2431."""
    state = desert({"5/4 Ind": "2430", "7/4 Ind": "2430", "22 Gds": "2529", "Sirte": "2530"})
    found = judged(state, "2530", "5/4 Ind", "7/4 Ind", "22 Gds")
    assert terms(found, "allied") == {"Unit": 9, "Over the ridge": -2}
    weak = desert({"5/4 Ind": "2430", "22 Gds": "2529", "Sirte": "2530"})
    weak.reduced = units("5/4 Ind")
    assert strengths(judged(weak, "2530", "5/4 Ind", "22 Gds"))[0] == 3


@pytest.mark.rule("13.7.4a", "T-tec-box1", "T-tec-noteG")
def test_a_box_is_worth_two_to_infantry_and_one_with_italians() -> None:
    def bonus(*defenders: str) -> float:
        side = "allied" if defenders[0] == "5/4 Ind" or "Arm" in defenders[0] else "axis"
        enemy = "Sirte" if side == "allied" else "7/4 Ind"
        state = desert({**dict.fromkeys(defenders, "1433"), enemy: "1432"}, boxes={side: ["1433"]})
        return terms(judged(state, "1433", enemy), side).get("Fortified box", 0)

    assert bonus("5/4 Ind") == 2
    assert bonus("104/21 Pz") == 2
    assert bonus("Brescia") == 1
    assert bonus("104/21 Pz", "Brescia") == 1
    assert bonus("4/7 Arm") == 0
    assert bonus("1/8/15 Pz", "Garrison It 1") == 1


def test_the_box_of_the_other_side_is_no_help() -> None:
    state = desert({"5/4 Ind": "1433", "Brescia": "1432"}, boxes={"allied": ["1433"]})
    assert terms(judged(state, "1432", "5/4 Ind"), "axis") == {"Unit": 3}


# Forts (14)


@pytest.mark.rule("14.0a")
def test_there_are_four_forts() -> None:
    assert set(DATA.nouns.of("hex", DATA.ground.forts)) == {"2830", "2829", "2729", "2441"}


@pytest.mark.rule("14.0c")
def test_no_zone_leads_into_or_out_of_a_fort() -> None:
    for fort in ones(DATA.ground.forts):
        beside = DATA.board.names[DATA.board.neighbours[fort][0]]
        assert not zones(desert({"5/4 Ind": DATA.board.names[fort]}), ALLIED)
        assert not zones(desert({"5/4 Ind": beside}), ALLIED) >> fort & 1


@pytest.mark.rule("14.1a", "T-tec-tobruk1", "T-tec-noteF")
def test_infantry_in_tobruk_gets_one_each() -> None:
    def bonus(side: str, *defenders: str) -> float:
        enemy = "7/4 Ind" if side == "axis" else "Sirte"
        state = desert({**dict.fromkeys(defenders, "2729"), enemy: "2728"})
        return terms(judged(state, "2729", enemy), side).get("Fort of Tobruk", 0)

    assert bonus("allied", "5/4 Ind", "Garrison Br 1", "4/7 Arm") == 2
    assert bonus("axis", "Brescia") == 0
    assert bonus("axis", "Brescia", "104/21 Pz") == 2
    assert bonus("axis", "Brescia", "1/8/15 Pz") == 0


@pytest.mark.rule("14.2a", "T-tec-bardia1", "14.0b")
def test_bardia_adds_one_to_the_hex_of_either_side() -> None:
    state = desert({"5/4 Ind": "2441", "7/4 Ind": "2441", "Brescia": "2440"})
    assert terms(judged(state, "2441", "Brescia"), "allied") == {"Unit": 8, "Fort of Bardia": 1}
    state = desert({"5/4 Ind": "2440", "Brescia": "2441"})
    assert terms(judged(state, "2441", "5/4 Ind"), "axis") == {"Unit": 3, "Fort of Bardia": 1}


# Map edges (20.4)


@pytest.mark.rule("20.4.1a")
def test_an_attack_from_another_section_alone_is_an_automatic_dr() -> None:
    placed = {"5/4 Ind": "2721", "Sabratha": "2719", "Pavia": "2719", "Trento": "2719"}
    state = desert(placed)
    assert judged(state, "2719", "5/4 Ind").automatic == DR
    attack(state, "allied", "2719", "5/4 Ind")
    assert state.result == DR
    fall_back(state)
    assert where(state, "Sabratha") != ["2719"]


@pytest.mark.rule("20.4.1a")
@pytest.mark.parametrize(
    ("more", "expected"),
    [({"7/4 Ind": "2718"}, NONE), ({"HQ 13 Corps": "2718"}, NONE), ({"7/4 Ind": "2620"}, NONE)],
)
def test_an_enemy_on_its_own_section_spoils_the_edge(more: dict[str, str], expected: int) -> None:
    state = desert({"5/4 Ind": "2721", "22 Gds": "2721", "Sabratha": "2719", **more})
    assert judged(state, "2719", "5/4 Ind", "22 Gds").automatic == expected


@pytest.mark.rule("20.4.1a")
def test_an_attack_from_the_same_section_needs_a_die() -> None:
    state = acting(desert({"5/4 Ind": "2718", "Sabratha": "2719"}), "allied", "combat", BATTLES)
    play(state, "attack:2719", "join:5/4-Ind", "done")
    assert odds_of(state).automatic == NONE

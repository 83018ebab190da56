"""The data of Afrika Korps: its check points, its tables against the rulebook, and what happens when it is broken.

Expected values are written out from the rulebook's clauses, never read from the files under test.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from sandtable.games.afrika_korps.printed.checks import CHECKS, check_data, check_point
from sandtable.games.afrika_korps.printed.data import (
    AB2,
    AE,
    ALLIED,
    AXIS,
    DB2,
    DE,
    EX,
    ODDS_NAMES,
    RESULT_NAMES,
    Printed,
    load_printed,
    odds_column,
)
from sandtable.games.afrika_korps.printed.files import FILES
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.tables import DataError, Row

GAME = "afrika-korps"

CHECKPOINTS = FILES.checkpoints(None)
rule = pytest.mark.rule


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed()


def names(printed: Printed, mask: int) -> set[str]:
    return {printed.board.names[number] for number in ones(mask)}


def unit_ids(printed: Printed, mask: int) -> set[str]:
    return {printed.units[number].id for number in ones(mask)}


# Check points


@pytest.mark.parametrize("row", CHECKPOINTS, ids=lambda row: f"{row.text('id')}-{row.text('kind')}")
def test_check_point(printed: Printed, row: Row) -> None:
    result = check_point(printed, row)
    assert result.ok, str(result)


def test_check_points_are_complete() -> None:
    assert Counter(row.text("status") for row in CHECKPOINTS) == {"must": 202, "misprint": 4}
    assert {row.text("kind") for row in CHECKPOINTS} == set(CHECKS)


def test_report_of_the_packaged_data() -> None:
    report = check_data()
    assert report.ok
    assert report.replaced == ()
    assert [result.id for result in report.misprints] == ["16", "17", "42", "194"]
    assert report.confidence["roads.csv"] == {"printed": 99, "reconstructed": 9}
    assert str(report.misprints[-1]).endswith("the data has 4-4-10: known misprint")


@pytest.mark.parametrize(
    ("kind", "a", "b", "claim", "found"),
    [
        ("name", "M40", "", "Giarabub", "no name"),
        ("terrain", "M40", "", "escarpment", "clear"),
        ("terrain", "Y1", "", "clear", "no such hex"),
        ("has_road", "M40", "", "yes", "no"),
        ("playable", "R60", "", "yes", "no"),
        ("exists", "R60", "", "no", "yes"),
        ("closed", "M40", "M41", "yes", "no"),
        ("closed", "M40", "M42", "yes", "no"),
        ("adjacent", "M40", "N39", "yes", "no"),
        ("road", "M40", "M41", "yes", "no"),
        ("path", "E18 F19", "", "adjacent", "broken"),
        ("path", "W6 W7 V7", "", "road change", "broken"),
        ("column", "W3", "", "2", "1"),
        ("crt", "1-2", "1", "DE", "DB2"),
        ("crt", "5-1", "any", "DE", "DB2 DE"),
        ("crt_count", "1-1", "AE", "3", "2"),
        ("odds", "7", "1", "6-1", "7-1"),
        ("odds", "1", "7", "1-6", "under 1-6"),
        ("factors", "21/6", "", "7-7-10", "no such unit"),
        ("factor_sum", "21/5:attack+Savona:defense", "", "10", "9"),
        ("some_unit", "7-7-10", "Allied", "yes", "no"),
        ("turns", "", "", "40", "38"),
        ("turn_date", "2", "", "1 May 1941", "15 April 1941"),
        ("axis_supply", "16", "4", "sunk", "arrives"),
        ("two_roads", "I25", "", "yes", "no"),
    ],
)
def test_a_false_claim_fails(printed: Printed, kind: str, a: str, b: str, claim: str, found: str) -> None:
    values = {"id": "1", "kind": kind, "a": a, "b": b, "expected": claim, "source": "", "note": ""}
    result = check_point(printed, Row("checkpoints.csv", 2, {**values, "status": "must"}))
    assert (result.found, result.ok) == (found, False)
    assert str(result).endswith("WRONG")
    result = check_point(printed, Row("checkpoints.csv", 2, {**values, "status": "misprint"}))
    assert result.ok


# The map


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("M40", {"M41", "M39", "L40", "L39", "N40", "N41"}),
        ("P20", {"P21", "P19", "O20", "O19", "Q20", "Q21"}),
        ("W6", {"W7", "W5", "V6", "V5", "X6", "X7"}),
    ],
)
@rule("1.1t1")
def test_neighbours(printed: Printed, name: str, around: set[str]) -> None:
    board = printed.board
    assert around & set(board.number) == names(printed, board.touching[board.number[name]])


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("W6", "L59", 64),
        ("L59", "W6", 64),
        ("W3", "J62", 72),
        ("M40", "M40", 0),
        ("M40", "N41", 1),
        ("M40", "N39", 2),
        ("M40", "L41", 2),
        ("M40", "P43", 3),
        ("M40", "P40", 3),
        ("M40", "P38", 5),
    ],
)
@rule("1.1t1")
def test_distance(printed: Printed, a: str, b: str, distance: int) -> None:
    assert printed.board.distance(printed.board.number[a], printed.board.number[b]) == distance


@rule("1.1e")
def test_t29_is_plain_escarpment(printed: Printed) -> None:
    t29 = printed.board.number["T29"]
    assert printed.terrain[t29] == "escarpment"
    assert printed.escarpment & printed.doubling & bit(t29)
    assert not printed.road_hexes & bit(t29)


@rule("5.7t1")
def test_closed_hexsides(printed: Printed) -> None:
    board = printed.board
    closed = {("E18", "F19"), ("W62", "X62"), ("W61", "X62"), ("R65", "S65")}
    for a in ones(board.all):
        for b in ones(board.touching[a]):
            pair = board.names[a], board.names[b]
            assert (board.adjacent[a] >> b & 1 == 0) == (pair in closed or pair[::-1] in closed), pair


@pytest.mark.parametrize(
    "name",
    ["H63", "I64", "J64", "K65", "L65", "M66", "N66", "O67", "P67", "Q68", "R68", "S69", "T69", "U70", "V70"],
)
@rule("5.8a")
def test_partial_hexes_at_the_edges_are_not_on_the_board(printed: Printed, name: str) -> None:
    assert name not in printed.board.number


@rule("5.8b")
def test_rows_and_numbers_of_the_grid(printed: Printed) -> None:
    found = set(printed.board.number)
    assert {name[0] for name in found} == set("BCDEFGHIJKLMNOPQRSTUVWX")  # row A is all sea
    assert max(int(name[1:]) for name in found) == 69
    assert max(name for name, _ in printed.backdrop) < "Y"
    assert {"X70", "Y70"}.isdisjoint(found)
    assert {"X54", "X62", "X63"} <= found


@pytest.mark.parametrize("name", ["I63", "K64", "M65", "O66", "Q67", "S68", "U69"])
@rule("5.8c")
def test_whole_hexes_at_the_east_edge_are_playable(printed: Printed, name: str) -> None:
    assert printed.board.adjacent[printed.board.number[name]]


def test_board_holds_the_playable_hexes_alone(printed: Printed) -> None:
    board = printed.board
    assert board.all.bit_count() == len(board.number) == 1086
    assert len(printed.backdrop) == 1565 - 1086
    assert {terrain for _, terrain in printed.backdrop} == {"sea", "qattara", "edge"}
    kinds = Counter(printed.terrain)
    del kinds[""]
    assert kinds == {"clear": 913, "escarpment": 137, "qattara_partial": 32, "fortress": 2, "base": 2}
    reached = bit(board.number["W6"])
    while (more := reached | board.spread(reached)) != reached:
        reached = more
    assert reached == board.all


def test_named_hexes(printed: Printed) -> None:
    number = printed.board.number
    assert (printed.tobruch, printed.bengasi) == (number["G25"], number["H2"])
    assert printed.base == (number["W3"], number["J62"])
    assert names(printed, printed.ports[AXIS]) == {"G25", "W3"}
    assert names(printed, printed.ports[ALLIED]) == {"G25", "J62"}
    assert names(printed, printed.fortress) == {"G25", "H2"}
    assert printed.doubling == printed.fortress | printed.escarpment
    assert printed.place_names[number["L59"]] == "El Alamein"
    assert (printed.two_roads, printed.two_roads_west) == (number["I26"], number["I25"])
    assert printed.two_roads_north == number["H26"]


def test_roads(printed: Printed) -> None:
    number = printed.board.number
    assert names(printed, printed.road[number["I26"]]) == {"I25", "H26", "J27"}
    assert names(printed, printed.road[number["G25"]]) == {"H25", "H26"}
    assert sum(across.bit_count() for across in printed.road) == 2 * 108
    assert all(across & ~printed.board.adjacent[a] == 0 for a, across in enumerate(printed.road))
    assert names(printed, printed.road_escarpment) >= {"H23", "H24", "H25", "I26", "I27"}
    assert printed.road_escarpment == printed.road_hexes & printed.escarpment


# The counters


@rule("1.2.3t1")
def test_supply_units_move_ten_and_do_not_fight(printed: Printed) -> None:
    supply = [printed.units[number] for number in ones(printed.supply)]
    assert {unit.factors for unit in supply} == {"0-0-10"}
    assert Counter(unit.side for unit in supply) == {AXIS: 9, ALLIED: 10}
    assert {"AxisSupply9", "AlliedSupply10"} <= {unit.id for unit in supply}


def test_counters(printed: Printed) -> None:
    assert len(printed.units) == 108
    assert [unit.number for unit in printed.units] == list(range(108))
    assert (printed.combat & printed.side_units[AXIS]).bit_count() == 27
    assert (printed.combat & printed.side_units[ALLIED]).bit_count() == 55 + 6
    assert printed.side_units[AXIS] ^ printed.side_units[ALLIED] == bit(108) - 1
    assert printed.combat | printed.supply | bit(printed.rommel) == bit(108) - 1
    assert printed.units[printed.rommel].factors == "0-0-12"
    panzer = printed.unit_number["21/5"]
    assert (printed.attack[panzer], printed.defense[panzer], printed.move[panzer]) == (7, 7, 10)
    assert (printed.side_of[panzer], printed.units[panzer].arrival_turn) == (AXIS, 1)


def test_classes_for_substitution(printed: Printed) -> None:
    assert unit_ids(printed, printed.armour_substitutes) == {"Sub1", "Sub2"}
    assert unit_ids(printed, printed.infantry_substitutes) == {"Sub3", "Sub4", "Sub5", "Sub6"}
    assert printed.substitutes == printed.armour_substitutes | printed.infantry_substitutes
    armour = {"2/3", "7/4", "1", "1/2", "1/22", "32", "10/8", "10/23", "7/7", "7/7SG", "2/2SG"}
    assert unit_ids(printed, printed.armour_class) == armour
    assert unit_ids(printed, printed.infantry_class) >= {"2SA/7R", "1SA/3R", "7/3I", "7/4SA", "50/6SA"}
    fighting = printed.combat & printed.side_units[ALLIED] & ~printed.substitutes
    assert printed.armour_class ^ printed.infantry_class == fighting
    assert unit_ids(printed, printed.recon) == {"21/3", "15/33", "90/580", "2SA/7R", "1SA/3R"}


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        pytest.param(
            "W6",
            "21/5 21/104 21/3 Ariete Brescia Pavia Trento Bologna Savona Rommel AxisSupply1",
            marks=rule("2.2.1t1"),
        ),
        pytest.param("H15", "2/3 7/3I", marks=rule("2.2.1t2")),
        pytest.param("H2", "2/2SG", marks=rule("2.2.1t3")),
        pytest.param("G25", "9A/20 AlliedSupply1", marks=rule("2.2.1t4")),
        pytest.param("I33", "22Gds", marks=rule("2.2.1t5")),
        pytest.param("I48", "7A/1 7A/2", marks=rule("2.2.1t6")),
        pytest.param("L59", "Pol 4I/5 4I/7 4I/11", marks=rule("2.2.1t7")),
    ],
)
def test_setup(printed: Printed, name: str, ids: str) -> None:
    here = {printed.units[unit].id for unit, place in printed.setup if printed.board.names[place] == name}
    assert here == set(ids.split())
    assert len(printed.setup) == 23


# The tracks


@rule("1.6t1")
def test_time_record(printed: Printed) -> None:
    assert printed.turns == 38
    assert len(printed.dates) == 39
    assert printed.dates[1:4] == ("1 April 1941", "15 April 1941", "1 May 1941")
    assert printed.dates[18:20] == ("15 December 1941", "1 January 1942")
    assert printed.dates[38] == "15 October 1942"
    assert (printed.replacements_from, printed.dates[23]) == (23, "1 March 1942")
    assert (printed.substitutes_from, printed.dates[33]) == (33, "1 August 1942")


@pytest.mark.parametrize(
    ("first", "last", "faces"),
    [
        pytest.param(1, 6, {1, 2}, marks=rule("12.2t1")),
        pytest.param(7, 16, {1, 2, 3}, marks=rule("12.2t2")),
        pytest.param(17, 38, {1}, marks=rule("12.2t3")),
    ],
)
def test_convoy_table(printed: Printed, first: int, last: int, faces: set[int]) -> None:
    for turn in range(first, last + 1):
        assert set(ones(printed.convoy_sunk[turn])) == faces


ARRIVALS = [
    (AXIS, 3, "15/8 15/115 15/33"),
    (ALLIED, 5, "7/4 7/7 7/7SG 7/4SA 4I/23"),
    (ALLIED, 7, "50/6SA 2SA/4 2SA/6 2SA/7R 9A/18 50/69 50/150 50/151"),
    (ALLIED, 9, "70/23 5I/29 5I/9 5I/10"),
    (ALLIED, 15, "1SA/1 1SA/2 1SA/3 1SA/5 1SA/3R 1 1/2 1/22 1/201Gds 2NZ/4 2NZ/5 2NZ/6 32"),
    (AXIS, 15, "90/361 Trieste Sabratha GGFF"),
    (AXIS, 21, "90/55 90/200 90/580"),
    (ALLIED, 27, "8I/18 10I/21 10I/25 FF Jews"),
    (AXIS, 29, "Fj Centauro Pistoia 164/125 164/382 164/433"),
    (ALLIED, 33, "10/8 10/23 9A/24 8I/161 44/61 44/132"),
    (AXIS, 33, "Littorio Folgore"),
    (ALLIED, 37, "51/1 51/2 NZ/2"),
]


@pytest.mark.parametrize(
    ("side", "turn", "ids"),
    [pytest.param(*case, marks=rule(f"19.1t{index}")) for index, case in enumerate(ARRIVALS, start=1)],
)
def test_reinforcements(printed: Printed, side: int, turn: int, ids: str) -> None:
    assert unit_ids(printed, printed.arrivals[turn][side]) == set(ids.split())


def test_nothing_else_arrives(printed: Printed) -> None:
    listed = {(turn, side) for side, turn, _ in ARRIVALS}
    found = {(turn, side) for turn in range(39) for side in (AXIS, ALLIED) if printed.arrivals[turn][side]}
    assert found == listed


def test_limits(printed: Printed) -> None:
    assert printed.own_supply_limit == (3, 4)
    assert (printed.attack_range, printed.road_bonus, printed.stacking) == (5, 10, 3)


# Combat table and odds

TABLE = [
    ("1-6", (AE, AE, AB2, AE, AE, AE)),
    ("1-5", (AE, AE, AB2, AB2, AE, AE)),
    ("1-4", (AB2, AE, AB2, AB2, AE, AE)),
    ("1-3", (AB2, AB2, AB2, AB2, AE, AE)),
    ("1-2", (DB2, EX, AB2, AB2, AE, AE)),
    ("1-1", (DE, EX, DB2, AB2, AE, AE)),
    ("2-1", (DE, EX, DB2, AB2, EX, AE)),
    ("3-1", (DE, EX, DB2, DB2, EX, DE)),
    ("4-1", (DE, EX, DE, DB2, DB2, DE)),
    ("5-1", (DE, DB2, DE, DB2, DE, DE)),
    ("6-1", (DE, DB2, DE, DE, DE, DE)),
]


@pytest.mark.parametrize(
    ("odds", "results"),
    [pytest.param(*case, marks=rule(f"7.5t{index}")) for index, case in enumerate(TABLE, start=1)],
)
def test_combat_table(printed: Printed, odds: str, results: tuple[int, ...]) -> None:
    assert printed.crt[ODDS_NAMES.index(odds)] == results
    attack, defense = (int(part) for part in odds.split("-"))
    column = odds_column(attack, defense)
    assert tuple(printed.combat_result(column, die) for die in range(1, 7)) == results


def test_result_codes() -> None:
    assert RESULT_NAMES == ("AE", "AB2", "EX", "DB2", "DE")
    assert (AE, AB2, EX, DB2, DE) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("attack", "defense", "result"),
    [(7, 1, DE), (70, 9, DE), (100, 1, DE), (1, 7, AE), (2, 13, AE), (1, 100, AE)],
)
@rule("7.5t12")
def test_no_die_beyond_the_table(printed: Printed, attack: int, defense: int, result: int) -> None:
    column = odds_column(attack, defense)
    assert column in (-1, 11)
    assert {printed.combat_result(column, die) for die in range(1, 7)} == {result}


@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        pytest.param(7, 2, "3-1", marks=rule("7.3b")),
        pytest.param(2, 7, "1-4", marks=rule("7.3b")),
        pytest.param(3, 4, "1-2", marks=rule("7.3b")),
        pytest.param(3, 2, "1-1", marks=rule("7.3b")),
        pytest.param(30, 9, "3-1", marks=rule("7e4", "7.3t3")),
        pytest.param(64, 20, "3-1", marks=rule("7e6", "7.3t3")),
        pytest.param(20, 64, "1-4", marks=rule("7e6", "7.3t3")),
        pytest.param(101, 50, "2-1", marks=rule("7.3t3")),
        pytest.param(50, 101, "1-3", marks=rule("7.3t3")),
        (1, 1, "1-1"),
        (9, 9, "1-1"),
        (8, 9, "1-2"),
        (1, 2, "1-2"),
        (4, 8, "1-2"),
        (4, 9, "1-3"),
        (1, 6, "1-6"),
        (2, 11, "1-6"),
        (5, 30, "1-6"),
        (1, 5, "1-5"),
        (2, 9, "1-5"),
        (15, 8, "1-1"),
        (16, 8, "2-1"),
        (4, 1, "4-1"),
        (11, 2, "5-1"),
        (6, 1, "6-1"),
        (13, 2, "6-1"),
        (27, 4, "6-1"),
    ],
)
def test_odds(attack: int, defense: int, odds: str) -> None:
    assert ODDS_NAMES[odds_column(attack, defense)] == odds


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(1, 7, -1), (5, 31, -1), (1, 90, -1), (0, 3, -1), (7, 1, 11), (28, 4, 11), (90, 1, 11), (3, 0, 11)],
)
def test_odds_beyond_the_table(attack: int, defense: int, column: int) -> None:
    assert odds_column(attack, defense) == column


@pytest.mark.parametrize(
    ("attack", "defense", "die", "result"),
    [
        pytest.param(30, 9, 6, DE, marks=rule("7e5", "7.3t1")),
        pytest.param(7, 2, 2, EX, marks=rule("7.3t1")),
        pytest.param(2, 7, 1, AB2, marks=rule("7.3t1")),
        pytest.param(3, 4, 1, DB2, marks=rule("7.3t1")),
        pytest.param(13, 2, 4, DE, marks=rule("7.3t1")),
    ],
)
def test_cross_indexing(printed: Printed, attack: int, defense: int, die: int, result: int) -> None:
    assert printed.combat_result(odds_column(attack, defense), die) == result


# Overrides and broken files


def lines_of(file: str) -> list[str]:
    return (FILES.directory / file).read_bytes().decode().splitlines()


def with_line(directory: Path, file: str, old: str, new: str) -> int:
    """Write the packaged file with one line replaced ('' appends, or deletes); its line number."""
    lines = lines_of(file)
    at = lines.index(old) if old else len(lines)
    lines[at : at + 1] = [new] if new else []
    (directory / file).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return at + 1


def test_overrides_replace_a_file(tmp_path: Path, printed: Printed) -> None:
    with_line(tmp_path, "map.csv", "M40,43,clear,1,,,,printed", "M40,43,escarpment,1,doubles,,,printed")
    mine = load_printed(tmp_path)
    assert mine.terrain[mine.board.number["M40"]] == "escarpment"
    assert mine.fingerprint != printed.fingerprint
    assert load_printed(tmp_path) is mine
    assert load_printed() is printed
    report = check_data(tmp_path)
    assert report.ok
    assert report.replaced == ("map.csv",)


def test_overrides_that_break_a_check_point_are_reported(tmp_path: Path) -> None:
    with_line(tmp_path, "roads.csv", "W6,W7,printed,", "")
    report = check_data(tmp_path)
    assert [result.id for result in report.failures] == ["131"]


def test_barriers_left_open_can_be_closed(tmp_path: Path, printed: Printed) -> None:
    old = next(line for line in lines_of("barriers.csv") if line.startswith("S64,S65"))
    with_line(tmp_path, "barriers.csv", old, "S64,S65,qattara,1,printed,seen")
    mine, a, b = load_printed(tmp_path).board, printed.board.number["S64"], printed.board.number["S65"]
    assert printed.board.adjacent[a] >> b & 1
    assert not mine.adjacent[a] >> b & 1


PANZERS = "3,1 May 1941,Axis,15/8,7-7-10,printed"

BROKEN = [
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,swamp,1,,,,printed", "terrain"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,42,clear,1,,,,printed", "column"),
    ("map.csv", "M40,43,clear,1,,,,printed", "m40,43,clear,1,,,,printed", "hex"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,clear,0,,,,printed", "playable"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,clear,1,doubles,,,printed", "features"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,clear,1,harbour,,,printed", "features"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,clear,1,port,,,printed", "features"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,clear,1,road,,,printed", "features"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,base,1,,,,printed", "terrain"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M40,43,clear,1,,,,guess", "confidence"),
    ("map.csv", "M40,43,clear,1,,,,printed", "M41,44,clear,1,,,,printed", "hex"),
    ("roads.csv", "W6,W7,printed,", "W6,Z7,printed,", "hex_b"),
    ("roads.csv", "W6,W7,printed,", "W6,W8,printed,", "hex_b"),
    ("roads.csv", "W6,W7,printed,", "R60,W7,printed,", "hex_a"),
    ("roads.csv", "W6,W7,printed,", "W6,X7,printed,", "hex_b"),
    ("roads.csv", "", "W7,W6,printed,", "hex_a, hex_b"),
    ("barriers.csv", "", "M40,M41,river,1,printed,", "kind"),
    ("barriers.csv", "", "M40,M41,sea,2,printed,", "closed"),
    ("barriers.csv", "", "M40,M42,sea,1,printed,", "hex_b"),
    ("spares.csv", "", "AxisSupply1,Axis,again,supply,0,0,10,reconstructed,", "id"),
    ("spares.csv", "", "AxisSupply10,Axis,faster,supply,0,0,12,reconstructed,", "move"),
    ("spares.csv", "", "AxisTank,Axis,tank,armor,4,4,10,reconstructed,", "type"),
    ("setup.csv", "I33,Allied,22Gds,Salum (Sollum),printed", "I33,Allied,23Gds,,printed", "unit"),
    ("setup.csv", "I33,Allied,22Gds,Salum (Sollum),printed", "I33,Axis,22Gds,,printed", "side"),
    ("setup.csv", "I33,Allied,22Gds,Salum (Sollum),printed", "I32,Allied,22Gds,,printed", "hex"),
    ("setup.csv", "I33,Allied,22Gds,Salum (Sollum),printed", "I33,Allied,22Gds,Bardia,printed", "place"),
    ("setup.csv", "", "I33,Allied,22Gds,Salum (Sollum),printed", "unit"),
    ("setup.csv", "", "W6,Axis,15/8,El Agheila,printed", "hex"),
    ("reinforcements.csv", PANZERS, "4,15 May 1941,Axis,15/8,7-7-10,printed", "turn"),
    ("reinforcements.csv", PANZERS, "3,15 May 1941,Axis,15/8,7-7-10,printed", "date"),
    ("reinforcements.csv", PANZERS, "3,1 May 1941,Axis,15/8,7-6-10,printed", "factors"),
    ("reinforcements.csv", PANZERS, "3,1 May 1941,Allied,15/8,7-7-10,printed", "side"),
    ("reinforcements.csv", PANZERS, "3,1 May 1941,Axis,15/8", "factors"),
    ("supply.csv", "", "axis_roll,Axis,9,9,2,arrives,printed,", "turn_from"),
    ("supply.csv", "", "axis_roll,Axis,9,9,7,arrives,printed,", "die"),
    ("supply.csv", "", "axis_roll,Axis,9,39,2,arrives,printed,", "turn_to"),
    ("supply.csv", "", "axis_dice,Axis,9,9,2,arrives,printed,", "record"),
    ("time.csv", "2,15 April 1941,1 2,0,0,0,0,", "2,1 May 1941,1 2,0,0,0,0,", "date"),
    ("time.csv", "2,15 April 1941,1 2,0,0,0,0,", "2,mid April,1 2,0,0,0,0,", "date"),
    ("time.csv", "2,15 April 1941,1 2,0,0,0,0,", "39,15 April 1941,1 2,0,0,0,0,", "turn"),
    ("time.csv", "2,15 April 1941,1 2,0,0,0,0,", "2,15 April 1941,1,0,0,0,0,", "axis_supply_sunk_on"),
    ("time.csv", "2,15 April 1941,1 2,0,0,0,0,", "2,15 April 1941,,0,0,0,0,", "axis_supply_sunk_on"),
    ("time.csv", "2,15 April 1941,1 2,0,0,0,0,", "2,15 April 1941,1 2,1,0,0,0,", "axis_reinforcements"),
    ("time.csv", "24,15 March 1942,1,0,0,1,0,", "24,15 March 1942,1,0,0,0,0,", "replacements"),
    ("crt.csv", "6,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "6,AE,AE,AE,AE,AE,AE,AE,DX,DE,DE,DE,DE", "3-1"),
    ("crt.csv", "6,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "6,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,EX", "7-1"),
    ("crt.csv", "6,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "5,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "die"),
    ("crt.csv", "6,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "7,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "die"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "field"), BROKEN)
def test_a_broken_line_is_named(tmp_path: Path, file: str, old: str, new: str, field: str) -> None:
    line = with_line(tmp_path, file, old, new)
    if new.startswith("M41"):  # the second M41 is the one already there, below
        line += 1
    with pytest.raises(DataError) as caught:
        load_printed(tmp_path)
    assert (caught.value.file, caught.value.line, caught.value.field) == (file, line, field)


UNIT_FIELDS = [
    ("21/5", "side", "British", "side"),
    ("21/5", "type", "tank", "type"),
    ("21/5", "attack", "0", "attack"),
    ("21/5", "defense", "seven", "defense"),
    ("21/5", "move", "", "move"),
    ("21/5", "arrival_turn", "2", "arrival_place"),
    ("21/5", "arrival_date", "15 April 1941", "arrival_date"),
    ("21/5", "id", "21/104", "id"),
    ("15/8", "arrival_turn", "0", "arrival_turn"),
    ("15/8", "arrival_turn", "1", "arrival_place"),
    ("Sub1", "side", "Axis", "arrival_place"),
    ("AxisSupply1", "attack", "1", "attack"),
    ("AxisSupply1", "move", "12", "move"),
]


@pytest.mark.parametrize(("unit", "field", "value", "blamed"), UNIT_FIELDS)
def test_a_broken_counter_is_named(tmp_path: Path, unit: str, field: str, value: str, blamed: str) -> None:
    rows = list(csv.reader(lines_of("units.csv")))
    at = next(index for index, row in enumerate(rows) if row[0] == unit)
    rows[at][rows[0].index(field)] = value
    with (tmp_path / "units.csv").open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(rows)
    with pytest.raises(DataError) as caught:
        load_printed(tmp_path)
    line = at + 2 if field == "id" else at + 1  # the second of two equal ids is to blame
    assert (caught.value.file, caught.value.line, caught.value.field) == ("units.csv", line, blamed)


@pytest.mark.parametrize(
    ("file", "old", "blamed_file", "blamed_line", "field"),
    [
        ("setup.csv", "I33,Allied,22Gds,Salum (Sollum),printed", "units.csv", "22Gds,", "arrival_place"),
        ("reinforcements.csv", PANZERS, "units.csv", "15/8,", "arrival_turn"),
        ("map.csv", "W7,5,clear,1,coast road,,,printed", "roads.csv", "W6,W7,", "hex_b"),
        ("crt.csv", "6,AE,AE,AE,AE,AE,AE,AE,DE,DE,DE,DE,DE", "crt.csv", "", "die"),
        ("map.csv", "W3,1,base,1,road port,Axis home base,printed,printed", "map.csv", "", "hex"),
        ("roads.csv", "I25,I26,printed,", "roads.csv", "", "hex_a, hex_b"),
        ("supply.csv", "max_own_on_map,Axis,1,38,,3,printed,rules 12.2", "supply.csv", "", "record"),
        ("supply.csv", "axis_roll,Axis,1,6,1,sunk,printed,rules 12.2; printed track", "supply.csv", "", "die"),
    ],
)
def test_a_missing_line_is_named(
    tmp_path: Path, file: str, old: str, blamed_file: str, blamed_line: str, field: str
) -> None:
    with_line(tmp_path, file, old, "")
    starts = [line.startswith(blamed_line) for line in lines_of(blamed_file)]
    line = starts.index(True) + 1 if blamed_line else 0
    with pytest.raises(DataError) as caught:
        load_printed(tmp_path)
    assert (caught.value.file, caught.value.line, caught.value.field) == (blamed_file, line, field)


@pytest.mark.parametrize("file", FILES.columns)
def test_a_header_without_a_column_is_refused(tmp_path: Path, file: str) -> None:
    lines = lines_of(file)
    lines[0] = lines[0].rpartition(",")[0]
    (tmp_path / file).write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        check_data(tmp_path)
    assert (caught.value.file, caught.value.line) == (file, 1)
    assert caught.value.reason == "the column is missing"


@pytest.mark.parametrize(
    ("new", "field"),
    [
        ("999,colour,G25,,red,must,,", "kind"),
        ("999,terrain,G25,,fortress,maybe,,", "status"),
        ("999,column,2G,,1,must,,", "a"),
        ("999,factor_sum,21/5:speed,,1,must,,", "a"),
        ("999,crt,3-2,1,DE,must,,", "a"),
        ("999,odds,3,x,1-1,must,,", "b"),
        ("1,terrain,G25,,fortress,must,,", "id"),
    ],
)
def test_a_broken_check_point_is_named(tmp_path: Path, new: str, field: str) -> None:
    line = with_line(tmp_path, "checkpoints.csv", "", new)
    with pytest.raises(DataError) as caught:
        check_data(tmp_path)
    assert (caught.value.file, caught.value.line, caught.value.field) == ("checkpoints.csv", line, field)


def test_a_file_that_replaces_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "counters.csv").write_text("id\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"counters\.csv: replaces nothing"):
        load_printed(tmp_path)


def test_message_reads_well(tmp_path: Path) -> None:
    with_line(tmp_path, "map.csv", "A1,10,sea,0,,,,printed", "A1,10,swamp,0,,,,printed")
    with pytest.raises(DataError) as caught:
        load_printed(tmp_path)
    assert str(caught.value) == (
        "map.csv, line 2, field terrain: 'swamp' is not one of clear, escarpment, fortress, base, "
        "qattara_partial, qattara, sea, edge"
    )

"""1: the map: hexes and their control, terrain of hexsides, roads, bases, fortresses, oases; the cards."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.printed.data import DUMMY_CARDS, HIGHWAY, REAL_CARDS, load_printed
from sandtable.games.rommel_in_the_desert.printed.facts import Facts
from sandtable.games.rommel_in_the_desert.state import deck
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.openings import Opening
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule
PRINTED = load_printed()
FACTS = Facts(PRINTED)


# 1.0 Fog and cards


@rule("1.0s5")
def test_the_enemy_sees_blocks_and_not_what_they_are() -> None:
    """Two games that differ in the type and CV of a block look the same to the other side."""
    one = Sands(position("Derna: 21/5=2\nMechili: Brescia\nAlexandria: Pol", "lay"))
    other = Sands(position("Derna: Brescia\nMechili: 21/5=2\nAlexandria: Pol", "lay"))
    assert one.game.view(one.state, 1) == other.game.view(other.state, 1)
    assert one.game.view(one.state, 0) != other.game.view(other.state, 0)
    view = one.game.view(one.state, 1)
    assert sorted(block.place for block in view.hidden if block.side == 0 and block.place >= 0) == sorted(
        (one.hex("Derna"), one.hex("Mechili"))
    )


@rule("1.0s6")
def test_two_thirds_of_the_cards_are_real() -> None:
    """All of them are in the deck before the deal."""
    assert deck(Sands("", cards=0).state) == (REAL_CARDS, DUMMY_CARDS) == (28, 14)


@rule("1.0s7")
def test_only_real_cards_pay_for_a_turn() -> None:
    table = Sands(position("Derna: 21/5\nAlexandria: Pol", "lay", more="hand axis: 0 real 5 dummy"))
    assert table.legal() == {"pass"}
    assert table.refusal("real:1") == "3.42"
    rich = Sands(position("Derna: 21/5\nAlexandria: Pol", "lay", more="hand axis: 1 real 5 dummy"))
    rich.play("real:1", "dummies:5")
    assert rich.refusal("group:Derna", side=1) is not None
    rich.play("group:Derna").move("21/5", "Gazala").play("done")


@rule("1.0s8")
def test_turns_alternate_until_both_have_passed_in_a_row() -> None:
    table = Sands(position("Derna: 21/5\nAlexandria: Pol", "lay", more="hand axis: 3 real 0 dummy"))
    for _ in range(2):
        table.play("pass").play("done")
        assert (table.decision, table.actor) == ("lay", 1)
        table.state.real[1] = 1
        table.play("real:1", "dummies:0").end_movement()
        assert (table.decision, table.actor, table.state.month) == ("lay", 0, 16)
    table.play("pass", "done", "pass", "done")
    assert table.state.month == 17


# 1.1-1.3 Hexes


@rule("1e1")
def test_msus_e1_is_the_hex_east_of_msus() -> None:
    assert PRINTED.board.names[FACTS.place("Msus E1")] == "81"
    assert FACTS.across("81") == FACTS.across("Msus") + 1


@rule("1.2e")
def test_a_battle_hex_is_the_defenders_as_long_as_it_lasts() -> None:
    """The Allies trace through Gazala, which the Axis attacked; nobody else does."""
    places = "Gazala: 21/3 22Gd\nDerna: 7/4\nAlexandria: Pol\nEl-Agheila: Trento"
    more = f"owner Benghazi: axis\n{crossed('34>Gazala')}"
    assert Sands(position(places, "start", "allied", more=more)).marked("unsupplied") == set()
    attacked = Sands(position(places, "start", "allied", "allied", more))
    assert attacked.marked("unsupplied") == {"22Gd", "7/4"}


@rule("1.3b")
def test_any_number_of_units_may_be_in_a_hex() -> None:
    axis = [unit for unit in PRINTED.units if unit.side == 0]
    crowd = " ".join(unit.id for unit in axis if unit.id != "21/5")
    table = Sands(position(f"Derna: {crowd}\n9: 21/5\nAlexandria: Pol", "movement 1")).play("group:9")
    table.move("21/5", "Derna")
    assert len(table.at("Derna")) == len(axis)


# 1.4 Terrain


@rule("1.4a")
def test_terrain_belongs_to_hexsides() -> None:
    """What is drawn in a hex, coast or desert, is not even in the data."""
    assert len(PRINTED.terrain) == PRINTED.sides.count == 345
    assert not any(hasattr(cell, "terrain") for cell in PRINTED.cells.values())


def limits(terrain: str) -> set[tuple[bool, int]]:
    """(has a road, limit) of all hexsides of a terrain."""
    sides = [side for side in range(PRINTED.sides.count) if PRINTED.terrain[side] == terrain]
    return {(bool(PRINTED.road[side]), PRINTED.limit[side]) for side in sides}


@rule("1.4b", "1.4c", "1.4t1")
def test_mountains_are_crossed_by_road_alone_one_unit_engaging() -> None:
    assert limits("mountain") == {(False, 0), (True, 1)}


@rule("1.4t2", "1.4t4")
def test_ridge_and_marsh_are_impassable() -> None:
    assert limits("ridge") == limits("marsh") == {(False, 0)}


@rule("1.4t3", "1.4b", "1.4c")
def test_a_pass_is_open_for_one_unit_engaging() -> None:
    assert limits("pass") == {(False, 1), (True, 1)}


@rule("1.4t5")
def test_clear_hexsides_are_open_for_two() -> None:
    assert limits("clear") == {(False, 2), (True, 2)}


@rule("1.4t2", "1.4b")
@pytest.mark.parametrize(("a", "b"), [("Buq-Buq", "Sofafi"), ("142", "167"), ("9", "34")])
def test_no_unit_crosses_an_impassable_hexside(a: str, b: str) -> None:
    table = Sands(position(f"{a}: 21/3\nAlexandria: Pol", "movement 1")).play(f"group:{a}", "unit:21/3")
    assert b not in table.legal("hex")
    assert table.refusal(f"hex:{b}") == "1.4"


@rule("1.4f")
def test_the_sea_is_no_part_of_the_map() -> None:
    """Where there is no land there is no hex, and so no hexside to cross."""
    assert FACTS.place("Tobruk NE1") == FACTS.place("Bardia NE1") == -1
    table = Sands(position("Tobruk: 21/3\nAlexandria: Pol", "movement 1")).play("group:Tobruk", "unit:21/3")
    assert table.legal("hex") == {"Bir-Harmat", "Gambut", "Knightsbridge", "El-Adem"}


# 1.5 Roads


@rule("1.5b")
def test_units_move_faster_by_road_and_fastest_by_highway() -> None:
    """The same recon: 8 hexes of highway, 6 of track, 4 where there is no road."""
    table = Sands(position("Mersa-Matruh: 21/3\nEl-Agheila: Trento", "movement 1")).play("group:Mersa-Matruh")
    by_track = table.copy().play("unit:21/3").walk("118", "142", "166", "190", "214", "Siwa")
    by_highway = (
        table.copy()
        .play("unit:21/3")
        .walk("93", "Sidi-Barrani", "Buq-Buq", "Sollum", "Ft-Capuzzo", "Bardia", "64", "39", "Gambut")
    )
    assert (len(by_track), len(by_highway)) == (6, 8)


@rule("1.5c")
@pytest.mark.parametrize(("place", "supplied"), [("166", True), ("142", True), ("141", False)])
def test_lines_are_easier_along_roads(place: str, supplied: bool) -> None:
    table = Sands(position(f"{place}: KDG\nEl-Agheila: Trento", "start", "allied"))
    assert (table.marked("unsupplied") == set()) == supplied


# 1.6 Bases


@rule("1.6g", "17.1a")
def test_a_side_whose_base_is_taken_loses_at_once() -> None:
    table = Sands(position("98: 21/3\nFuka: Pol", "movement 1")).play("group:98").move("21/3", "Alexandria")
    assert (table.decision, table.state.winner) == ("", 0)


@rule("1.7e")
@pytest.mark.parametrize(("place", "earned"), [("Benghazi", 2), ("Er-Regima", 0)])
def test_a_captured_fortress_earns_cards_in_the_next_buildup(place: str, earned: int) -> None:
    """Benghazi is taken, or the hex beside it; both pass, and the captor draws more cards."""
    places = f"{place}: 21/3\nEl-Agheila: Trento\nAlexandria: Pol"
    table = Opening("gazala")
    table.state = Sands(
        position(places, "final", more="owner Benghazi: allied").replace("1942\nmonth 16", "gazala\nmonth 14")
    ).state
    table.sit_out_to_month(15)
    assert sum(hand[0] for hand in (table.state.real, table.state.dummies)) == 3 + earned


# 1.8 Oases


@rule("1.8c")
def test_the_distorted_hexes_are_ordinary_ones() -> None:
    for name in ("Jalo", "Siwa"):
        place = PRINTED.board.number[name]
        assert all(PRINTED.board.distance(place, other) == 1 for other in ones(PRINTED.board.touching[place]))
    table = Sands(position("214: 21/3\nAlexandria: Pol", "movement 1")).play("group:214")
    table.move("21/3", "Siwa", "212")
    assert table.where("21/3") == "212"


def test_the_highway_runs_from_base_to_base() -> None:
    ends = list(FACTS.highway_west())
    assert (ends[0][0], ends[-1][1], len(ends)) == ("Alexandria", "El-Agheila", 30)
    flagged = {cell.name for cell in PRINTED.cells.values() if cell.highway}
    assert flagged == {name for pair in ends for name in pair}
    assert all(FACTS.road(a, b) == HIGHWAY for a, b in ends)

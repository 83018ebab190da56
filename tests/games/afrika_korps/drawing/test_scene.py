"""What is drawn: the whole printed map, every counter once, and words for its condition."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.afrika_korps import GAME as AFRIKA_KORPS
from sandtable.games.afrika_korps.state import OFF, Position
from sandtable.kernel.scene import NOWHERE, Gist, Nation, Piece, Scene, board_of, buttons, scene_for
from tests.drawing import contrast, luminance
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.grounds import GROUNDS, next_choice
from tests.games.afrika_korps.melees import melee
from tests.games.afrika_korps.policies import ContactSeeking
from tests.suite.moments import moments

SCENARIO = AFRIKA_KORPS.load_data()
BOARD = board_of(AFRIKA_KORPS, SCENARIO)


def scene_of(state: Position, side: int = 0) -> Scene:
    return scene_for(AFRIKA_KORPS, BOARD, state, side)


def piece(state: Position, name: str) -> Piece:
    return next(piece for piece in scene_of(state).pieces if piece.id == name)


def test_the_board_holds_every_printed_hex() -> None:
    printed = [cell for cell in BOARD.cells if cell.name]
    cells = {cell.name: cell for cell in printed}
    assert len(printed) == len(cells) == len(SCENARIO.board.number) + len(SCENARIO.backdrop)
    assert {terrain.id for terrain in BOARD.terrains} == {cell.terrain for cell in BOARD.cells}
    assert cells["G25"].label.startswith("Tobruch")
    assert cells["A1"].number == NOWHERE
    assert (cells["W7"].x - cells["W6"].x, cells["W7"].y - cells["W6"].y) == (1, 0)
    assert (cells["X7"].x - cells["W6"].x, cells["X7"].y - cells["W6"].y) == (0.5, 1)


def test_the_sheet_is_a_whole_rectangle_of_hexes() -> None:
    """The corners without coordinates are filled with what lies next to them: sea in the north-west."""
    places = [(cell.x, cell.y) for cell in BOARD.cells]
    assert len(places) == len(set(places))
    for row in range(24):
        across = sorted(x for x, y in places if y == row)
        assert across == [across[0] + step for step in range(len(across))]
        assert across[0] == (-9 if row % 2 == 0 else -8.5)
        assert across[-1] == (60 if row % 2 == 0 else 59.5)
    margins = [cell for cell in BOARD.cells if not cell.name]
    assert {cell.number for cell in margins} == {NOWHERE}
    assert {cell.terrain for cell in margins if cell.x < 0} == {"sea"}


def test_every_ground_and_line_has_a_drawing() -> None:
    assert {terrain.id: terrain.texture for terrain in BOARD.terrains} == {
        "clear": "sand",
        "escarpment": "cliff",
        "fortress": "fortress",
        "base": "base",
        "qattara_partial": "salt",
        "qattara": "salt",
        "sea": "water",
        "edge": "edge",
    }
    assert [line.style for line in BOARD.lines] == ["road", "closed"]


def test_every_place_named_on_the_map_has_its_label() -> None:
    labels = {cell.name: cell.label for cell in BOARD.cells if cell.label}
    assert labels["W6"] == "El Agheila"
    assert labels["L59"] == "El Alamein"
    assert len(labels) == len(SCENARIO.place_names) == 13


def test_roads_and_closed_hexsides_join_neighbours() -> None:
    road, closed = BOARD.lines
    assert len(road.pairs) == sum(across.bit_count() for across in SCENARIO.road) // 2
    assert all(SCENARIO.board.distance(a, b) == 1 for a, b in (*road.pairs, *closed.pairs))
    assert len(closed.pairs) == len(SCENARIO.board.closed)
    assert closed.along_sides


def test_the_set_up_is_drawn() -> None:
    scene = scene_of(AFRIKA_KORPS.start())
    assert scene.heading == "Turn 1 of 38, 1 April 1941: Axis movement"
    rommel, panzer = piece(AFRIKA_KORPS.start(), "Rommel"), piece(AFRIKA_KORPS.start(), "21/5")
    assert (panzer.symbol, panzer.letter, panzer.figures) == ("armour", "A", "7-7-10")
    assert panzer.cell == rommel.cell == SCENARIO.board.number["W6"]
    due = [entry for entry in scene.pieces if entry.box == "to-come"]
    assert due[0].status == ("turn 3",)
    assert len(due) == sum(unit.arrival_turn > 1 for unit in SCENARIO.units)


def test_the_calendar_tells_what_comes_and_when() -> None:
    turns, factors = BOARD.tracks
    assert len(turns.spaces) == len(turns.notes) == 38
    assert turns.spaces[2] == "3, 1 May 1941"
    assert turns.notes[2] == "Axis: 15/8, 15/115, 15/33. Axis convoy sunk on 1, 2"
    assert turns.notes[3] == "Axis convoy sunk on 1, 2"
    assert "Replacements begin" in turns.notes[22]
    assert "Allied substitutes begin" in turns.notes[32]
    assert turns.notes[32].startswith("Axis: Littorio, Folgore. Allies: 10/8, ")
    assert factors.spaces[-1] == "48", "three a turn from turn 23 on"


# The counters


@pytest.mark.parametrize("nation", BOARD.nations, ids=lambda nation: nation.id)
def test_the_print_on_a_counter_can_be_read(nation: Nation) -> None:
    """A contrast of 4.5 to 1 at least."""
    assert contrast(nation) >= 4.5


def test_every_counter_has_a_nation_and_the_sides_differ_in_brightness() -> None:
    state = AFRIKA_KORPS.start()
    nations = {nation.id: luminance(nation.ground) for nation in BOARD.nations}
    grounds: dict[int, set[float]] = {0: set(), 1: set()}
    for entry in scene_of(state).pieces:
        grounds[entry.side].add(nations[entry.nation])
    assert max(grounds[0]) + 0.3 < min(grounds[1])
    assert piece(state, "Ariete").nation == "Italian"
    assert piece(state, "7/3I").nation == "Indian"
    assert piece(state, "AxisSupply1").nation == "Axis"


@pytest.mark.parametrize(
    ("unit", "name", "size"),
    [
        ("21/5", "21st Panzer, 5th regiment", "III"),
        ("21/3", "21st Panzer, 3rd reconnaissance battalion", "II"),
        ("Ariete", "Ariete division", "XX"),
        ("Rommel", "Rommel", ""),
        ("7/3I", "7th Armoured, 3rd Indian motor brigade", "X"),
        ("2/2SG", "2nd Armoured, 2nd support group", "X"),
        ("9A/20", "9th Australian Infantry, 20th brigade", "X"),
        ("22Gds", "22nd Guards brigade", "X"),
        ("4I/11", "4th Indian Infantry, 11th brigade", "X"),
        ("2SA/7R", "2nd South African, 7th reconnaissance battalion", "II"),
        ("1/201Gds", "1st Armoured, 201st Guards brigade", "X"),
        ("32", "32nd Armoured brigade", "X"),
        ("Pol", "Polish Carpathian brigade", "X"),
        ("FF", "Free French brigade", "X"),
        ("NZ/2", "New Zealand 2nd brigade", "X"),
        ("AxisSupply1", "Axis supply 1", ""),
    ],
)
def test_names_are_those_of_the_counter_written_out(unit: str, name: str, size: str) -> None:
    entry = piece(AFRIKA_KORPS.start(), unit)
    assert (entry.name, entry.size) == (name, size)


def test_who_fights_no_battle_shows_his_movement_alone() -> None:
    state = AFRIKA_KORPS.start()
    assert (piece(state, "Rommel").figures, piece(state, "AxisSupply1").figures) == ("12", "10")


def test_those_to_come_lie_in_the_order_they_come() -> None:
    due = [entry for entry in scene_of(AFRIKA_KORPS.start()).pieces if entry.box == "to-come"]
    turns = [int(entry.status[0].removeprefix("turn ")) for entry in due]
    assert turns == sorted(turns)
    assert [entry.id for entry in due[:4]] == ["15/8", "15/115", "15/33", "7/4"]


def test_conditions_are_told_in_words() -> None:
    state = Desert(
        """
        turn 34 allied
        phase: movement
        N40: Savona AxisSupply4*
        N41: Sub4 4I/23
        J62: 9A/20 AlliedSupply1
        W3: Brescia AxisSupply1
        sea: 4I/11
        eliminated: 5I/9
        inside Sub4: 4I/5 4I/7
        cut_off: 4I/23
        allied_once: 4I/23
        spent: 4I/23=4
        road_spent: 4I/23=2
        stopped: 4I/23
        points: 1 3
        """
    ).state
    assert piece(state, "Sub4").status == ("for 4I/5 4I/7",)
    assert piece(state, "4I/23").status == (
        "moved 4 + 2 by road",
        "isolated",
        "isolated for one turn already",
        "may move no further",
    )
    assert piece(state, "AxisSupply4").status == ("captured",)
    assert [piece(state, name).badges for name in ("4I/23", "AxisSupply4", "Sub4")] == [("I2", "M"), ("C",), ()]
    boxes = {name: piece(state, name).box for name in ("4I/11", "5I/9", "4I/5", "Sub1", "51/1", "2/3")}
    assert boxes == {
        "4I/11": "sea",
        "5I/9": "eliminated",
        "4I/5": "replaced",
        "Sub1": "set-aside",
        "51/1": "to-come",
        "2/3": "waiting",
    }
    points = {point.name: point.space for point in scene_of(state).tracks if point.track == "factors"}
    assert points == {"Axis": 1, "Allied": 3}


def test_battles_and_victories_are_marked() -> None:
    table = Desert(
        """
        turn 6 axis
        phase: movement
        N30: 21/5 15/8 AxisSupply1
        N31: 7/4SA
        W3: Brescia AxisSupply2
        L59: Pol
        """
    )
    table.play("declare:7/4SA", "with:21/5", "done")
    [marker] = scene_of(table.state).markers
    assert (marker.name, marker.cell) == ("automatic victory", SCENARIO.board.number["N31"])
    assert "under automatic victory" in piece(table.state, "7/4SA").status
    assert piece(table.state, "AxisSupply1").status == ("supports an attack",)
    badges = {name: piece(table.state, name).badges for name in ("7/4SA", "AxisSupply1", "21/5", "15/8")}
    assert badges == {"7/4SA": ("AV",), "AxisSupply1": ("S",), "21/5": ("B",), "15/8": ()}


def test_a_unit_that_has_moved_as_far_as_it_can_is_pale() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: Brescia 21/5 AxisSupply1\nL59: Pol")
    assert not any(entry.faded for entry in scene_of(table.state).pieces)
    table.move("Brescia", "N31", "N32", "N33", "N34").move("21/5", "N31")
    faded = {entry.id for entry in scene_of(table.state).pieces if entry.faded}
    assert faded == {"Brescia"}
    assert [piece(table.state, name).badges for name in ("Brescia", "21/5", "Pol")] == [("M",), ("M",), ()]


def test_in_combat_those_who_have_fought_are_pale() -> None:
    table = Desert(
        "turn 20 axis\nphase: combat\nN30: 2/3\nN31: 21/5 AxisSupply1\nS40: 7A/1\nS41: 15/8 AxisSupply2\nJ62: Pol"
    )
    table.attack(["2/3"], ["21/5"]).attack(["7A/1"], ["15/8"]).play("done", "battle:0").roll(3)
    table.play("unit:2/3", "hex:N29", "hex:N28")
    assert table.decision == "choose-battle"
    assert {entry.id for entry in scene_of(table.state).pieces if entry.faded} == {"21/5"}
    assert piece(table.state, "21/5").badges == ("F",)


# What it is about


def test_the_focus_is_what_the_decision_is_about() -> None:
    table = Desert("turn 20 axis\nphase: movement\nN30: 2/3\nN33: 21/5 21/3 AxisSupply1\nJ62: Pol\nW3: Savona")
    assert scene_of(table.state).focus == ()
    table.play("unit:21/5", "unit:21/3")
    assert scene_of(table.state).focus == ("21/5", "21/3")
    table.play("hex:N32", "hex:N31", "done", "attack:2/3", "with:21/5")
    assert scene_of(table.state, 1).focus == ("21/5", "2/3")
    table.play("with:21/3", "done", "done")
    assert scene_of(table.state).focus == ()
    table.play("battle:0").roll(3).play("unit:2/3")
    assert scene_of(table.state).focus == ("2/3",)


def test_a_supply_unit_about_to_be_taken_is_what_its_owner_is_asked_about() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5\nN32: AlliedSupply1\nL59: Pol").ask_owners()
    table.play("unit:21/5", "hex:N31")
    assert table.decision == "destroy-supply"
    assert scene_of(table.state, 1).focus == ("AlliedSupply1",)


# What an event is about


# Events that name neither a unit nor a side, and those that name a side alone.
NAMELESS = ("combat", "no-die", "exchange", "supply-declined")
WITHOUT_UNITS = ("turn", "replacements", "convoy-lost", "game-over")


def told(table: Desert, kind: str) -> Gist:
    return AFRIKA_KORPS.gist(SCENARIO, table.happened(kind)[-1])


def test_the_gist_of_a_move_leads_from_hex_to_hex() -> None:
    table = Desert("turn 6 axis\nphase: movement\nN30: 21/5 Rommel\nL59: Pol\nW3: Savona AxisSupply1")
    table.play("unit:21/5", "unit:Rommel", "hex:N31")
    number = SCENARIO.board.number
    assert told(table, "moved") == Gist((number["N30"], number["N31"]), ("21/5", "Rommel"), (), 0)


def test_the_gist_of_a_battle_has_its_units_and_that_of_the_fight_its_die() -> None:
    table = Desert("turn 20 allied\nphase: combat\nN30: Savona\nN31: 7/7 AlliedSupply1\nW3: Pavia AxisSupply1")
    table.attack(["Savona"], ["7/7"]).play("done", "battle:0").roll(1)
    assert told(table, "battle-declared").pieces == ("7/7", "Savona")
    assert told(table, "battle-declared").side == 1
    assert told(table, "combat").dice == (1,)
    assert told(table, "eliminated") == Gist((SCENARIO.board.number["N30"],), ("Savona",), (), 0)


def test_a_convoy_shows_its_die() -> None:
    table = Desert("turn 20 axis\nphase: start\nW3: Savona\nL59: Pol").roll(1)
    assert told(table, "convoy") == Gist(dice=(1,), side=0)


@pytest.mark.parametrize("seed", range(6))
def test_every_event_has_a_gist_that_can_be_drawn(seed: int) -> None:
    """It names hexes of the board and counters that exist, and says whose doing it is unless nobody can know."""
    rng = Random(f"gist {seed}")
    policy, state = ContactSeeking(rng), melee(rng)
    cells = {cell.number for cell in BOARD.cells if cell.number != NOWHERE}
    for _ in range(250):
        if not state.frames:
            break
        for event in AFRIKA_KORPS.apply_heard(state, next_choice(state, policy, rng)):
            gist = AFRIKA_KORPS.gist(SCENARIO, event)
            assert set(gist.cells) <= cells
            assert set(gist.pieces) <= set(SCENARIO.unit_number)
            assert gist.side in (0, 1) or event.kind in NAMELESS
            assert gist.pieces or gist.dice or event.kind in (*NAMELESS, *WITHOUT_UNITS)


@pytest.mark.parametrize("seed", range(4))
def test_every_counter_is_drawn_at_any_moment(seed: int) -> None:
    """Unless it lies in the stock."""
    rng = Random(f"scene {seed}")
    for state in moments(GROUNDS, melee(rng), "contact", rng, wanted=20, length=200):
        shown = {entry.id for entry in scene_of(state, seed % 2).pieces}
        stock = {unit.id for unit in SCENARIO.units if state.place[unit.number] == OFF}
        assert {unit.id for unit in SCENARIO.units} - shown <= stock


def test_the_button_of_a_unit_says_what_is_done_with_it() -> None:
    table = Desert("turn 6 axis\nphase: movement\nG25: 21/5 AxisSupply1\nL59: Pol")
    labels = {button.choice: button.label for button in buttons(AFRIKA_KORPS, table.state, BOARD)}
    assert labels["unit:21/5"] == "Move 21/5 (7-7-10)"
    assert labels["embark:21/5"] == "Embark 21/5 (7-7-10)"
    assert labels["done"] == "End movement"

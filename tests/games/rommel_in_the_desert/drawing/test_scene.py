"""What is drawn: the whole map, every block once, blank to those who do not know it, words for its condition."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.match import Match
from sandtable.kernel.scene import NOWHERE, Gist, Nation, Piece, Scene, board_of, scene_for
from sandtable.terminal.drawing import BoardDrawing
from tests.drawing import contrast
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import POLICIES, next_choice
from tests.games.rommel_in_the_desert.openings import Opening
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

DATA = ROMMEL.load_data()
BOARD = board_of(ROMMEL, DATA)
AXIS, ALLIED = 0, 1
READERS = (AXIS, ALLIED, SPECTATOR)
CELLS = {cell.number for cell in BOARD.cells if cell.number != NOWHERE}


def scene_of(state: Position, side: int = AXIS) -> Scene:
    return scene_for(ROMMEL, BOARD, state, side)


def pieces(state: Position, side: int = AXIS) -> dict[str, Piece]:
    """The blocks that a reader can name."""
    return {piece.id: piece for piece in scene_of(state, side).pieces if piece.id}


def blanks(state: Position, side: int, place: str) -> list[Piece]:
    """The blocks in a hex that a reader cannot name."""
    here = DATA.board.number[place]
    return [piece for piece in scene_of(state, side).pieces if not piece.id and piece.cell == here]


# What is printed


def test_the_board_holds_every_hex_of_the_map() -> None:
    printed = [cell for cell in BOARD.cells if cell.name]
    assert {cell.name: cell.number for cell in printed} == DATA.board.number
    assert len(printed) == len(DATA.board.number)
    assert {terrain.id for terrain in BOARD.terrains} == {cell.terrain for cell in BOARD.cells}
    kinds = {cell.name: cell.terrain for cell in printed}
    assert [kinds[name] for name in ("Tobruk", "Siwa", "Alexandria", "122")] == [
        "fortress",
        "oasis",
        "base",
        "plain",
    ]


def test_neighbours_are_drawn_next_to_each_other_and_nothing_twice() -> None:
    at = {cell.number: (cell.x, cell.y) for cell in BOARD.cells if cell.number != NOWHERE}
    places = [(cell.x, cell.y) for cell in BOARD.cells]
    assert len(places) == len(set(places))
    for here, around in enumerate(DATA.board.neighbours):
        for other in around:
            step = abs(at[here][0] - at[other][0]), abs(at[here][1] - at[other][1])
            assert step in ((1, 0), (0.5, 1))


def test_roads_and_hexsides_join_neighbours() -> None:
    lines = {line.kind: line for line in BOARD.lines}
    assert {"highway", "track", "trail", "mountain", "ridge", "marsh", "pass"} <= set(lines)
    for line in BOARD.lines:
        assert line.pairs, line.kind
        assert all(DATA.board.distance(a, b) == 1 for a, b in line.pairs)
        assert line.along_sides == (line.kind not in ("highway", "track", "trail"))


@pytest.mark.parametrize("nation", BOARD.nations, ids=lambda nation: nation.id)
def test_the_print_on_a_block_can_be_read(nation: Nation) -> None:
    """A contrast of 4.5 to 1 for what is printed; a blank has but a question mark, which is large: 3 to 1."""
    known = {unit.nation for unit in DATA.units}
    assert contrast(nation) >= (4.5 if nation.id in known else 3)


# The blocks


def test_own_blocks_stand_upright_and_the_enemys_are_blank() -> None:
    state = Sands(position("Gazala: 21/5 Trento\nTobruk: Pol 7/4-\nAlexandria: 22Gd", "lay")).state
    own = pieces(state, AXIS)
    assert (own["21/5"].symbol, own["21/5"].nation, own["21/5"].figures) == ("armour", "German", "6*")
    assert own["Trento"].nation == "Italian"
    assert not {"Pol", "7/4", "22Gd"} & own.keys()
    facing = blanks(state, AXIS, "Tobruk")
    assert len(facing) == 2
    assert {(piece.symbol, piece.side, piece.figures, piece.name) for piece in facing} == {
        ("hidden", ALLIED, "", "a block of the Allies")
    }
    assert sorted(piece.badges for piece in facing) == [(), ("D",)], "what lies on its face everybody sees"
    assert {"Pol", "7/4", "22Gd"} <= pieces(state, ALLIED).keys()
    assert len(blanks(state, SPECTATOR, "Tobruk")) == len(blanks(state, SPECTATOR, "Gazala")) == 2


def test_blocks_that_could_be_exchanged_are_drawn_alike() -> None:
    state = Sands(position("Tobruk: Pol 7/4 25-pdr-A=1\nGazala: 21/5\nAlexandria: 22Gd", "lay")).state
    assert len(set(blanks(state, AXIS, "Tobruk"))) == 1


def test_a_block_is_turned_for_every_step_it_has_lost() -> None:
    own = pieces(Sands(position("Gazala: 21/5=2 Trento=3 Ariete\nAlexandria: Pol", "lay")).state)
    assert (DATA.max_cv[DATA.unit_number["21/5"]], DATA.max_cv[DATA.unit_number["Trento"]]) == (6, 4)
    assert (own["21/5"].turned, own["Trento"].turned) == (180, 90), "two steps of an elite unit, one of another"
    assert own["Ariete"].turned == 0
    assert own["21/5"].figures == "2*"


def test_conditions_are_told_in_words() -> None:
    more = "refit: 15/33\nbeside-base: Littorio\ndead: Pavia\nexited: Brescia\nunsupplied: Ariete\nlate: Trento"
    places = "Gazala: 21/5 Trento- Ariete\nTobruk: Pol\nEl-Agheila: Bologna\nAlexandria: 22Gd"
    state = Sands(position(places, "movement 1", more=f"{more}\nsupplied by Tobruk: Pol\nmoved: 21/5")).state
    own = pieces(state)
    assert {"disrupted", "disrupted for less than a whole enemy turn"} <= set(own["Trento"].status)
    assert "unsupplied" in own["Ariete"].status
    assert "has moved" in own["21/5"].status
    assert [own[name].badges for name in ("Trento", "Ariete", "21/5")] == [("D",), ("U",), ()]
    assert [own[name].box for name in ("15/33", "Littorio", "Pavia", "Brescia")] == [
        *("refit", "beside-base", "dead", "exited"),
    ]
    assert own["21/5"].faded
    assert not own["Ariete"].faded
    assert "supplied by Tobruk" in pieces(state, ALLIED)["Pol"].status


def test_blocks_still_to_come_wait_in_their_box() -> None:
    state = Opening("1941").to_deployment().state
    come = [piece for piece in scene_of(state, ALLIED).pieces if piece.side == ALLIED and piece.box == "to-come"]
    scenario = DATA.scenarios[DATA.scenario_number["1941"]]
    due = sum(month[ALLIED].bit_count() for month in scenario.arrivals)
    waiting = sum(piece.cell == NOWHERE for piece in scene_of(state, ALLIED).pieces if piece.side == ALLIED)
    assert due < len(come) == waiting, "those to arrive and those to be deployed"
    used = {unit.id for unit in DATA.units} - {piece.id for piece in scene_of(state, ALLIED).pieces}
    assert "Sherman" in used, "1941 knows no Shermans: they do not lie on the table"


# Everything else on the map


def test_battles_are_marked_with_their_attacker() -> None:
    state = Sands(position("Gazala: 21/5 22Gd\nAlexandria: Pol", "lay", more=crossed("Derna>Gazala"))).state
    for reader in READERS:
        [marker] = scene_of(state, reader).markers
        assert (marker.cell, marker.side) == (DATA.board.number["Gazala"], AXIS)


def test_a_minefield_is_drawn_for_those_who_know_of_it() -> None:
    places = "Gazala: 21/5\nTobruk: Pol\nAlexandria: 22Gd\nmined_hexes: Gazala Derna\nshown_mines: Derna"
    known = "mines known to axis: Gazala Derna\nmines known to allied: Derna"
    state = Sands(position(places, "lay", more=known)).state
    gazala, derna = DATA.board.number["Gazala"], DATA.board.number["Derna"]
    drawn = {reader: {marker.cell for marker in scene_of(state, reader).markers} for reader in READERS}
    assert drawn == {AXIS: {gazala, derna}, ALLIED: {derna}, SPECTATOR: {derna}}


def test_the_month_is_on_its_track_and_points_are_their_owners_secret() -> None:
    state = Sands(position("Gazala: 21/5\nAlexandria: Pol", "lay", more="points: 7 12")).state
    for reader, known in ((AXIS, {(AXIS, 7)}), (ALLIED, {(ALLIED, 12)}), (SPECTATOR, set())):
        tracks = scene_of(state, reader).tracks
        assert 15 in {point.space for point in tracks if point.track == "month"}
        assert {(point.side, point.space) for point in tracks if point.track == "points"} == known
    state.disclosed = 1
    told = {(point.side, point.space) for point in scene_of(state, SPECTATOR).tracks if point.track == "points"}
    assert told == {(AXIS, 7), (ALLIED, 12)}


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("lay", "Axis turn option"),
        ("movement 1", "Axis movement"),
        ("combat 1", "Axis combat"),
        ("movement", "Axis withdrawal"),
    ],
)
def test_the_heading_says_when_it_is(phase: str, words: str) -> None:
    text = position("Gazala: 21/5 22Gd\nAlexandria: Pol", phase, more=crossed("Derna>Gazala"))
    assert scene_of(Sands(text).state).heading == f"Month 16, {DATA.scenarios[5].date(16)}: {words}"


def test_the_heading_names_no_side_before_anybody_has_a_turn() -> None:
    match = Match.start(ROMMEL, scenario="battleaxe")
    assert scene_of(match.state, ALLIED).heading == f"Month 4, {DATA.scenarios[4].date(4)}: opening hands"


def test_the_focus_is_the_unit_on_its_way_for_those_who_can_name_it() -> None:
    table = Sands(position("Gazala: 21/5 Trento\nAlexandria: Pol", "movement 1")).play("group:Gazala", "unit:21/5")
    table.go("Derna")
    assert scene_of(table.state, AXIS).focus == ("21/5",)
    assert scene_of(table.state, ALLIED).focus == scene_of(table.state, SPECTATOR).focus == ()


# What an event is about


def test_the_gist_of_a_move_tells_its_owner_the_unit_and_everybody_the_hexes() -> None:
    table = Sands(position("Gazala: 21/5\nAlexandria: Pol", "movement 1")).play("group:Gazala", "unit:21/5")
    table.go("Derna").play("stop")
    where = (DATA.board.number["Gazala"], DATA.board.number["Derna"])
    [blank] = table.happened("block-moved")
    assert ROMMEL.gist(DATA, blank) == Gist(where, (), (), AXIS)
    [named] = table.happened("moved")
    assert ROMMEL.gist(DATA, named).pieces == ("21/5",)
    assert not named.heard_by(ALLIED)


def test_fire_shows_its_dice() -> None:
    text = position("Gazala: 21/5 22Gd\nAlexandria: Pol", "combat 1", more=crossed("Derna>Gazala"))
    table = Sands(text).play("fight:Gazala", "done").shoot("22Gd", "6 6")
    gist = ROMMEL.gist(DATA, table.happened("fired")[0])
    assert (gist.dice[:2], gist.pieces) == ((6, 6), ("22Gd",))


# At any moment


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(2))
def test_every_moment_can_be_drawn_for_everybody(policy: str, seed: int) -> None:
    """Each block lies in one place, as many there for every reader; the terminal draws them."""
    rng = Random(f"scene {policy} {seed}")
    choose, state = POLICIES[policy](rng), clash(rng)
    drawing = BoardDrawing(BOARD, ROMMEL.sides)
    for number in range(240):
        if number % 12 == 0 or not state.frames:
            scenes = [scene_of(state, reader) for reader in READERS]
            counts = [Counter((piece.side, piece.cell, piece.box) for piece in scene.pieces) for scene in scenes]
            assert counts[0] == counts[1] == counts[2]
            for scene in scenes:
                check_pieces(state, scene)
                assert drawing.draw(scene, drawing.window_around(DATA.board.number["Tobruk"], 98, 18)).plain
        if not state.frames:
            break
        ROMMEL.apply(state, next_choice(state, choose, rng))


def check_pieces(state: Position, scene: Scene) -> None:
    """Own blocks have names, others only if they are shown or known to be dead; each is in a cell or in a box."""
    named = [piece for piece in scene.pieces if piece.id]
    assert len({piece.id for piece in named}) == len(named)
    for piece in scene.pieces:
        assert (piece.cell == NOWHERE) == bool(piece.box)
        assert piece.box in {"", *(box.id for box in BOARD.boxes)}
        assert piece.nation in {"", *(nation.id for nation in BOARD.nations)}
    for piece in named:
        unit = DATA.unit_number[piece.id]
        own = piece.side == scene.side
        assert own or state.shown >> unit & 1 or state.place[unit] < 0, f"{piece.id} is nobody else's to see"

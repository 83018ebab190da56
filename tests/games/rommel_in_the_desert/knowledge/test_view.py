"""1.0, 16.6: what stands in a view: of one's own side everything, of any other only what lies open."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.knowledge.view import MARKS, SECRET, Hidden, View, told
from sandtable.games.rommel_in_the_desert.rules.c04_cards import CHALLENGE, REAL_CARD
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.glimpses import from_clash, from_scenario
from tests.games.rommel_in_the_desert.sands import Sands, position
from tests.suite.moments import READERS

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule
AXIS, ALLIED = 0, 1
FRONT = "Gazala: 21/5=4 Trento-\nTobruk: 7/7 9AU/20\nEl-Agheila: Pavia\nAlexandria: Pol"


def look(table: Sands, reader: int) -> View:
    return ROMMEL.view(table.state, reader)


def blocks(table: Sands, reader: int, side: int) -> list[tuple[str, set[str]]]:
    """The hidden blocks of a side on the map: where they are and the marks on them."""
    names = table.state.printed.board.names
    return [
        (names[block.place], {name for mark, name in enumerate(MARKS) if block.marks >> mark & 1})
        for block in look(table, reader).hidden
        if block.side == side and block.place >= 0
    ]


def on_map(table: Sands, reader: int) -> dict[str, int]:
    """The units on the map that a reader can name, with their CV."""
    units = table.state.printed.units
    return {units[known.unit].id: known.cv for known in look(table, reader).known if known.place >= 0}


@rule("1.0s5")
def test_a_side_sees_its_own_units_and_the_others_as_blocks() -> None:
    table = Sands(position(FRONT, "lay"))
    assert on_map(table, AXIS) == {"21/5": 4, "Trento": 4, "Pavia": 4}
    assert on_map(table, ALLIED) == {"7/7": 3, "9AU/20": 4, "Pol": 4}
    assert on_map(table, SPECTATOR) == {}
    for reader in (ALLIED, SPECTATOR):
        assert sorted(blocks(table, reader, AXIS), key=str) == [
            ("El-Agheila", set()),
            ("Gazala", set()),
            ("Gazala", {"disrupted"}),
        ]
    assert not blocks(table, AXIS, AXIS)


@rule("1.0s5")
def test_a_hidden_block_says_no_more_than_where_it_is_and_what_lies_on_it() -> None:
    fields = {"side", "place", "origin", "marks", "source", "walked", "due"}
    assert {field.name for field in msgspec.structs.fields(Hidden)} == fields


@rule("1.0s5")
@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
def test_units_that_change_places_look_the_same(reader: int) -> None:
    other = FRONT.replace("21/5=4 Trento-", "Pavia=2 21/5-").replace("El-Agheila: Pavia", "El-Agheila: Trento")
    one, two = Sands(position(FRONT, "lay")), Sands(position(other, "lay"))
    assert look(one, reader) == look(two, reader)
    assert look(one, AXIS) != look(two, AXIS)


@rule("1.0s5")
def test_a_block_on_its_way_is_a_block_to_the_enemy() -> None:
    table = Sands(position(FRONT, "movement 1")).play("group:Gazala", "unit:21/5", "hex:Sidi-Mufta")
    frame = look(table, ALLIED).frames[-1]
    assert (frame[0], told(look(table, AXIS).frames[-1], STEP.unit)) == ("step", table.unit("21/5"))
    reference = told(frame, STEP.unit)
    assert reference < 0
    block = look(table, ALLIED).hidden[-1 - reference]
    assert (block.place, block.origin) == (table.hex("Sidi-Mufta"), table.hex("Gazala"))


@rule("16.6s1", "3.42d")
def test_hands_are_counts_to_others_and_cards_to_their_owner() -> None:
    table = Sands(position(FRONT, "lay", more="hand axis: 3 real 2 dummy\nhand allied: 1 real 4 dummy"))
    assert look(table, AXIS).cards == [[5, 0, 3, 0], [5, 0]]
    assert look(table, ALLIED).cards == [[5, 0], [5, 0, 1, 0]]
    assert look(table, SPECTATOR).cards == [[5, 0], [5, 0]]
    table.play("real:2")
    assert look(table, ALLIED).cards[AXIS] == [5, 0], "nothing lies there before all of it does"
    assert look(table, AXIS).cards[AXIS] == [3, 2, 1, 2]
    table.play("dummies:1")
    assert look(table, ALLIED).cards[AXIS] == [2, 3]


@rule("3.3b")
@pytest.mark.parametrize("card", ["real", "dummy"])
def test_the_card_staked_for_the_initiative_lies_face_down(card: str) -> None:
    more = "hand axis: 1 real 1 dummy\nhand allied: 1 real 1 dummy"
    table = Buildup(FRONT, more).finish().finish()
    assert (table.decision, table.actor) == ("challenge", ALLIED)
    table.play(f"card:{card}")
    assert look(table, AXIS).frames[-1] == look(table, SPECTATOR).frames[-1]
    assert told(look(table, AXIS).frames[-1], CHALLENGE.staked) == REAL_CARD, "the same whatever it is"
    assert told(look(table, ALLIED).frames[-1], CHALLENGE.staked) == ("real", "dummy").index(card)


@rule("16.5s2")
@pytest.mark.parametrize("disclosed", [0, 1])
def test_a_record_sheet_is_its_owners_unless_both_agreed(disclosed: int) -> None:
    table = Buildup(FRONT, f"points: 3 5\ndisclosed: {disclosed}")
    assert look(table, AXIS).points == [17, 19 if disclosed else SECRET]
    assert look(table, SPECTATOR).points == ([17, 19] if disclosed else [SECRET, SECRET])
    saved = [sheet[0] for sheet in look(table, ALLIED).accounts]
    assert saved == [3 if disclosed else SECRET, 5]
    assert [sheet[1] for sheet in look(table, SPECTATOR).accounts] == [14, 14], "what the dice gave all have seen"


@rule("16.6b", "16.6s1")
def test_cards_that_were_bought_are_seen_when_they_are_drawn() -> None:
    views = []
    for extra in (0, 1):
        table = Buildup(FRONT).play("done", "done", f"extra:{extra}")
        assert table.decision == "throw-in"
        views.append([look(table, reader) for reader in (ALLIED, SPECTATOR, AXIS)])
        assert views[-1][2].extra_cards == extra
    assert views[0][:2] == views[1][:2]
    assert views[0][2] != views[1][2]


@rule("14.1a")
def test_minefields_are_seen_by_those_who_know_of_them() -> None:
    mines = "mined_hexes: Derna Gambut Tobruk\nshown_mines: Tobruk\n"
    mines += "mines known to axis: Derna Tobruk\nmines known to allied: Gambut Tobruk"
    table = Sands(position(FRONT, "lay", more=mines))
    places = [{"Derna", "Tobruk"}, {"Gambut", "Tobruk"}, {"Tobruk"}]
    for reader, names in zip(READERS, places, strict=True):
        assert look(table, reader).mines == sum(1 << table.hex(name) for name in names)


@rule("1.0s5")
@pytest.mark.parametrize("name", ["1941", "gazala"])
def test_a_view_travels_and_needs_nothing_else(name: str) -> None:
    for state in from_scenario(name, "contact", 5, 6, 600):
        for reader in READERS:
            view = ROMMEL.view(state, reader)
            again = msgspec.json.decode(msgspec.json.encode(view), type=View)
            assert again == view
            invented = ROMMEL.resample(again, Random(1), ROMMEL.load_data())
            assert ROMMEL.key(invented) == ROMMEL.key(ROMMEL.resample(view, Random(1), state.printed))


@rule("1.0s5", "7.3b")
def test_no_hidden_name_is_drawn() -> None:
    """Pieces with a name are one's own, open in a battle, or known to be eliminated or out of play."""
    for state in from_clash("contact", 11, 12, 300):
        units = state.printed.units
        for reader in READERS:
            scene = ROMMEL.scene(ROMMEL.view(state, reader), reader, state.printed)
            for piece in scene.pieces:
                unit = state.printed.unit_number.get(piece.id)
                if unit is not None and piece.cell >= 0 and units[unit].side != reader:
                    assert state.shown >> unit & 1
            hidden = sum(piece.symbol == "hidden" and piece.cell >= 0 for piece in scene.pieces)
            others = [u for u, place in enumerate(state.place) if place >= 0 and units[u].side != reader]
            assert hidden == sum(not state.shown >> unit & 1 for unit in others)

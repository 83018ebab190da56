"""Panels beside the map: hands, cards laid, record sheets, fortresses, what is to come."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.scene import Entry, Panel, board_of, scene_for
from tests.games.rommel_in_the_desert.buildups import POINTS, Buildup
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import GROUNDS, POLICIES
from tests.games.rommel_in_the_desert.sands import Sands, position
from tests.suite.moments import READERS, moments

DATA = ROMMEL.load_data()
BOARD = board_of(ROMMEL, DATA)
AXIS, ALLIED = 0, 1
QUIET = "Gazala: 21/5\nTobruk: Pol\nEl-Agheila: Bologna\nAlexandria: 22Gd"


def panels(state: Position, side: int) -> dict[str, Panel]:
    return {panel.id: panel for panel in scene_for(ROMMEL, BOARD, state, side).panels}


def words(panel: Panel) -> list[list[str]]:
    return [[entry.text for entry in row] for row in panel.rows]


def entries(panel: Panel) -> list[Entry]:
    return [entry for row in panel.rows for entry in row]


# Cards

HANDS = "hand axis: 3 real 2 dummy\nhand allied: 1 real 4 dummy"


def test_a_hand_is_its_owners_and_its_size_everybodys() -> None:
    state = Sands(position(QUIET, "lay", more=HANDS)).state
    own = panels(state, AXIS)["hand"]
    assert own.kind == "cards"
    assert [entry.tone for entry in entries(own)] == ["good"] * 3 + ["warn"] * 2
    assert len({entry.text for entry in entries(own)}) == 2, "a real card and a dummy read differently"
    assert [entry.tone for entry in entries(panels(state, ALLIED)["hand"])] == ["good"] + ["warn"] * 4
    assert "hand" not in panels(state, SPECTATOR)
    for reader in READERS:
        assert words(panels(state, reader)["cards"]) == [["Axis", "5", "0"], ["Allies", "5", "0"]]


def test_cards_laid_are_face_down_to_everybody_but_their_owner() -> None:
    table = Sands(position(QUIET, "lay", more=HANDS)).play("real:2")
    assert "laid" not in panels(table.state, ALLIED), "nothing is seen while dummies are being added"
    assert words(panels(table.state, ALLIED)["cards"])[AXIS] == ["Axis", "5", "0"]
    table.play("dummies:1")
    own, other = panels(table.state, AXIS)["laid"], panels(table.state, ALLIED)["laid"]
    assert [entry.tone for entry in entries(own)] == ["good", "good", "warn"]
    assert [entry.text for entry in entries(other)] == ["?"] * 3
    assert other == panels(table.state, SPECTATOR)["laid"]
    assert words(panels(table.state, SPECTATOR)["cards"])[AXIS] == ["Axis", "2", "3"]


def test_the_options_are_explained_while_one_is_chosen_to_whoever_chooses() -> None:
    table = Sands(position(QUIET, "lay", more=HANDS))
    shown = panels(table.state, AXIS)["options"]
    assert [(row[0].text, row[1].text, row[2].rule) for row in shown.rows] == [
        ("Basic", "1", "4.1"),
        ("Offensive", "2", "4.2"),
        ("Assault", "2", "4.3"),
        ("Blitz", "3", "4.4"),
        ("Pass", "0", "4.5"),
    ]
    assert "options" not in panels(table.state, ALLIED)
    assert "options" not in panels(table.play("real:1").state, AXIS)


# The Buildup


def build() -> Buildup:
    """The Axis builds first, with 14 points and the 7 it has saved."""
    places = "El-Agheila: 21/5=2 Bologna\nGazala: Trento\nAlexandria: 7/4=2 Pol\nTobruk: 9AU/20"
    table = Buildup(places, "points: 7 12")
    assert (table.decision, table.actor) == ("spend", AXIS)
    return table


def test_a_record_sheet_is_its_owners() -> None:
    table = build()
    for reader in READERS:
        sheets = {name for name in panels(table.state, reader) if name.startswith("points-")}
        assert sheets == ({f"points-{reader}"} if reader != SPECTATOR else set())
    table.state.disclosed = 1
    assert {"points-0", "points-1"} <= panels(table.state, SPECTATOR).keys()


def test_the_sheet_runs_with_what_is_spent() -> None:
    """A step of an elite tank unit is two CV at three points."""
    table = build()
    assert words(panels(table.state, AXIS)["points-0"])[-1] == ["Points left", str(POINTS + 7)]
    table.play("rebuild:21/5")
    sheet = words(panels(table.state, AXIS)["points-0"])
    assert ["Replacements, steps: 1", "-6"] in sheet
    assert sheet[-1] == ["Points left", str(POINTS + 7 - 6)]


def test_prices_lie_open_in_the_buildup_alone() -> None:
    assert "prices" in panels(build().state, SPECTATOR)
    prices = dict(words(panels(build().state, AXIS)["prices"]))
    assert (prices["Minefield"], prices["Extra card"]) == ("15", "10")
    assert "prices" not in panels(Sands(position(QUIET, "lay")).state, AXIS)


# The rest


def test_fortresses_tell_their_owner_and_his_port() -> None:
    state = Sands(
        position(QUIET, "lay", more="owner Tobruk: axis\nowner Bardia: allied\nowner Benghazi: axis")
    ).state
    rows = {row[0].text: row for row in panels(state, SPECTATOR)["fortresses"].rows}
    assert {name: row[1].text for name, row in rows.items()} == {
        "Benghazi": "Axis",
        "Tobruk": "Axis",
        "Bardia": "Allies",
    }
    assert rows["Tobruk"][0].cell == DATA.board.number["Tobruk"]
    index = DATA.fortresses.index(DATA.board.number["Tobruk"])
    assert rows["Tobruk"][2].text == str(DATA.capacity[index][AXIS])


def test_victory_is_explained_with_how_things_stand() -> None:
    state = Sands(position(QUIET, "lay", more="dead: Brescia Ariete\nowner Tobruk: allied")).state
    for reader in READERS:
        shown = panels(state, reader)["victory"]
        assert [(row[1].text, row[2].rule) for row in shown.rows] == [
            ("10", "17.1"),
            ("5", "17.2"),
            ("2", "17.3"),
            ("1", "17.4"),
        ]
        assert "Axis 2, Allies 2." in shown.note
        assert "The Allies hold Tobruk." in shown.note


# At any moment


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(3))
def test_no_panel_names_a_block_that_its_reader_does_not_know(policy: str, seed: int) -> None:
    rng = Random(f"panels {policy} {seed}")
    for state in moments(GROUNDS, clash(rng), policy, rng, wanted=40, length=320):
        for side in READERS:
            scene = scene_for(ROMMEL, BOARD, state, side)
            known = {piece.id for piece in scene.pieces if piece.id}
            strangers = {unit.name for unit in DATA.units if unit.id not in known}
            said = [entry.text for panel in scene.panels for entry in entries(panel)]
            said += [factor.text for combat in scene.combats for factor in combat.factors]
            assert not any(text.startswith(f"{name} ") for text in said for name in strangers)

"""The panel of victory says what the rules would find."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.rules.c05_victory import _CHECKS, NOBODY
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.scene import Panel
from tests.games.dark_sands.desert import DATA, desert
from tests.suite.drawing import Easel


def panel(state: Sands) -> Panel:
    return next(one for one in GAME.scene(GAME.view(state, 0), 0, DATA).panels if one.id == "victory")


def now(state: Sands) -> list[str]:
    return [row[-1].text for row in panel(state).rows]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("until", ["scenario", "campaign"])
def test_every_game_has_one(name: str, until: str) -> None:
    state = GAME.start(name, {"until": until})
    easel = Easel(GAME, name)
    easel._check_panel(panel(state), (), {piece.id for piece in easel.scene(state, 0).pieces})
    assert "yes" not in now(state)[:1], "nothing is won at the start"


def test_compass() -> None:
    ahead = {"Sabratha": "2430", "5/4 Ind": "2441"}
    state = desert(ahead, scenario=0, control={"axis": ["1600", "2904", "2830", "2141"]})
    assert now(state) == ["yes", "yes", "no", "no", "no"]
    assert "marginal" in panel(state).note
    assert now(desert({"Sabratha": "2045"}, scenario=0))[0] == "no"


@pytest.mark.parametrize(
    ("scenario", "placed", "control", "met"),
    [
        (1, {"5/4 Ind": "2430"}, ["1600", "2904", "2830"], ["yes", "no", "no"]),
        (1, {"5/4 Ind": "2830"}, ["1600"], ["no", "yes", "no"]),
        (2, {"5/4 Ind": "2830", "Pavia": "1600"}, ["1600"], ["no", "yes", "yes", "yes"]),
        (3, {}, ["1600", "2904", "2830", "2441"], ["yes", "no"]),
    ],
)
def test_scenarios(scenario: int, placed: dict[str, str], control: list[str], met: list[str]) -> None:
    state = desert(placed, scenario=scenario, control={"axis": control}, turn=4)
    assert now(state) == met
    winner, _ = _CHECKS[SCENARIOS[scenario]](state)
    assert (winner != NOBODY) == (scenario in (1, 2)), "and so the rules say"


def test_the_campaign_counts_points() -> None:
    state = desert(campaign=1, control={"axis": ["1600", "2830", "1960"]})
    shown = {(row[0].text, row[1].text): row[2].text for row in panel(state).rows}
    assert shown["Allies", "a point each turn: Benghazi"] == "yes"
    assert shown["Axis", "a point each turn: Mersa Matruh and Tobruk"] == "yes"
    assert shown["Axis", "a point each turn: El Alamein and Tobruk"] == "no"


@pytest.mark.parametrize(
    ("reduced", "oos", "met"),
    [
        (["1/5/21 Pz"], [], ["no", "yes", "yes", "no"]),
        ([], [], ["no", "yes", "no", "no"]),
        ([], ["1/5/21 Pz"], ["no", "yes", "no", "yes"]),
    ],
)
def test_crusader_counts_panzers_and_who_is_near(reduced: list[str], oos: list[str], met: list[str]) -> None:
    placed = {"5/4 Ind": "2830", "1/5/21 Pz": "2428", "Pavia": "1600"}
    state = desert(placed, scenario=2, reduced=reduced, oos=oos, control={"axis": ["1600"]})
    assert now(state) == met

"""5, P1: who has won, in positions that the victory check looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c05_victory import check_victory, impossible_endings, score
from sandtable.games.dark_sands.state import Sands
from tests.games.dark_sands.desert import desert

GAME = "dark-sands"
EL_AGHEILA, BENGHAZI, TOBRUK, BARDIA, SOLLUM = "1600", "2904", "2830", "2441", "2141"
MATRUH, EL_ALAMEIN, ALEXANDRIA, CAIRO = "1960", "1571", "1877", "1376"


def at_check(
    scenario: str, turn: int, axis: Iterable[str], placed: Mapping[str, str] | None = None, **fields: Any
) -> Sands:
    """The position of a scenario at a victory check: the Axis controls these places, the Allies the others."""
    state = desert(placed, turn=turn, control={"axis": axis}, **fields)
    state.scenario = SCENARIOS.index(scenario)
    return state


def judged(*arguments: Any, **fields: Any) -> tuple[int | None, str, float] | None:
    """The winner, the rule and the margin; None if the game goes on."""
    state = at_check(*arguments, **fields)
    if not check_victory(state):
        assert (state.winner, state.ending) == (-1, 0)
        return None
    result = score(state)
    return result.winner, result.rule, result.margin


def campaign(turn: int, axis: Iterable[str], placed: Mapping[str, str] | None = None, **fields: Any) -> Any:
    return judged("compass", turn, axis, placed, campaign=1, **fields)


# The campaign


@pytest.mark.rule("5.1.1a", "5.1.1b", "23.2a")
def test_a_campaign_is_won_outright_from_turn_3_on() -> None:
    held = [EL_AGHEILA, ALEXANDRIA]
    assert campaign(3, held) == (AXIS, "5.1.1", 1.0)
    assert campaign(2, held) is None
    assert campaign(3, []) == (ALLIED, "5.1.1", -1.0)
    assert campaign(1, []) is None
    assert campaign(3, [EL_AGHEILA]) is None


@pytest.mark.rule("5.1.1a")
def test_a_line_of_supply_must_join_the_two_ends() -> None:
    assert campaign(3, [EL_AGHEILA, ALEXANDRIA], {"4/7 Arm": "1804"}) is None
    assert campaign(3, [], {"Trento": "1804"}) is None
    assert campaign(3, [EL_AGHEILA, ALEXANDRIA], {"4/7 Arm": "1306"}) == (AXIS, "5.1.1", 1.0)


@pytest.mark.rule("5.1.1a")
def test_an_enemy_in_the_place_is_in_the_way() -> None:
    """Control passes when somebody enters, so this cannot happen in play; but who holds it controls it."""
    assert campaign(3, [EL_AGHEILA, ALEXANDRIA], {"4/7 Arm": ALEXANDRIA}) is None


@pytest.mark.rule("5.2a", "5.2.1a", "5.2.1b")
def test_the_allies_get_a_point_each_turn_for_benghazi() -> None:
    state = at_check("compass", 4, [EL_AGHEILA], campaign=1, points=[2, 3])
    check_victory(state)
    assert state.points == [2, 4]
    check_victory(state)
    assert state.points == [2, 5]


@pytest.mark.rule("5.2.1c", "5.2.1d", "5.2.1e")
@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([MATRUH, TOBRUK], 1),
        ([EL_ALAMEIN, TOBRUK], 1),
        ([MATRUH, EL_ALAMEIN, TOBRUK], 2),
        ([MATRUH, EL_ALAMEIN], 0),
        ([TOBRUK], 0),
    ],
)
def test_the_axis_gets_points_for_egyptian_towns_with_tobruk(places: list[str], points: int) -> None:
    state = at_check("compass", 4, [EL_AGHEILA, BENGHAZI, *places], campaign=1)
    check_victory(state)
    assert state.points == [points, 0]


@pytest.mark.rule("5.2.2a", "5.2.2b", "5.2.2c")
@pytest.mark.parametrize("held", [[], [TOBRUK], [BARDIA, SOLLUM], [TOBRUK, BARDIA, SOLLUM]])
def test_on_the_last_turn_three_places_are_worth_a_point_each(held: list[str]) -> None:
    state = at_check("gazala", 17, [EL_AGHEILA, *held], campaign=1)
    check_victory(state)
    assert state.points == [len(held), 3 - len(held) + 1], "and Benghazi as on any turn"
    early = at_check("gazala", 16, [EL_AGHEILA, *held], campaign=1)
    check_victory(early)
    assert early.points == [0, 1]


@pytest.mark.rule("5.1.2a", "23.2b")
@pytest.mark.parametrize(
    ("points", "result"),
    [([5, 0], (AXIS, "5.1.2", 0.5)), ([0, 0], (ALLIED, "5.1.2", -0.5)), ([4, 0], (None, "5.1.2", 0.0))],
)
def test_points_decide_a_campaign_at_the_end_of_turn_17(points: list[int], result: Any) -> None:
    """The Allies get four more on this turn."""
    assert campaign(17, [EL_AGHEILA], points=list(points)) == result
    assert campaign(16, [EL_AGHEILA], points=list(points)) is None


@pytest.mark.rule("5.3a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_knows_neither_points_nor_victory_outright(scenario: str) -> None:
    state = at_check(scenario, 3, [], {"22 Gds": "2429", "Trento": "2522"}, points=[0, 7])
    check_victory(state)
    assert state.points == [0, 7]
    assert state.ending != 1


# Compass

ITALIAN = {"Sirte": "2436"}
"""In supply, and not in Egypt."""
ALL_AXIS = [EL_AGHEILA, BENGHAZI, TOBRUK, BARDIA, SOLLUM]


@pytest.mark.rule("P1.1.3a", "P1.1.3b", "P1.1.3c")
@pytest.mark.parametrize(
    ("axis", "level", "margin"),
    [
        (ALL_AXIS, 1, 0.8),
        ([EL_AGHEILA, BENGHAZI, TOBRUK], 2, 0.6),
        ([EL_AGHEILA, BENGHAZI], 3, 0.4),
        ([EL_AGHEILA, BENGHAZI, BARDIA], 1, 0.8),  # Tobruk is British, but not Bardia (ruling)
        ([EL_AGHEILA, TOBRUK], 2, 0.6),  # and Benghazi, but not Tobruk
    ],
)
def test_the_ladder_of_compass(axis: list[str], level: int, margin: float) -> None:
    state = at_check("compass", 2, axis, ITALIAN)
    assert check_victory(state)
    assert state.level == level
    assert (score(state).winner, score(state).margin) == (AXIS, margin)


@pytest.mark.rule("P1.1.3d", "P1.1.3f")
def test_without_a_strategic_victory_the_axis_wins_compass() -> None:
    assert judged("compass", 2, [EL_AGHEILA], ITALIAN) == (AXIS, "P1.1.3", 0.2)
    assert judged("compass", 2, [EL_AGHEILA], {"Sirte": "2149"}) == (AXIS, "P1.1.3", 1.0), "that is in Egypt"


@pytest.mark.rule("P1.1.3e")
@pytest.mark.parametrize("turn", [1, 2])
def test_if_no_axis_unit_can_trace_a_line_the_allies_win_compass_at_once(turn: int) -> None:
    assert judged("compass", turn, [EL_AGHEILA], {**ITALIAN, "4/7 Arm": "1804"}) == (ALLIED, "P1.1.3", -1.0)
    assert judged("compass", turn, ALL_AXIS, {}) == (ALLIED, "P1.1.3", -1.0), "there is none at all"


@pytest.mark.rule("P1.1.3g")
def test_lower_levels_of_compass_are_judged_at_the_end_of_turn_2() -> None:
    assert judged("compass", 1, [EL_AGHEILA], ITALIAN) is None


@pytest.mark.rule("PE2-14")
def test_the_example_ends_with_a_tactical_victory() -> None:
    """Bardia and Tobruk are Allied, Benghazi is not."""
    state = at_check("compass", 2, [EL_AGHEILA, BENGHAZI], {"Sabratha": "2618", "Pavia": "2823"})
    assert check_victory(state)
    assert state.level == 3
    state = at_check("compass", 2, [EL_AGHEILA, BENGHAZI], {"Sabratha": "2618"}, campaign=1)
    assert not check_victory(state)
    assert state.points == [0, 0]


# Sunflower

AUSTRALIANS = {"20/9 Aus": "2535"}
"""On the Central map, not in Tobruk."""


@pytest.mark.rule("P1.2.3a")
def test_the_axis_wins_sunflower_with_benghazi_and_tobruk() -> None:
    assert judged("sunflower", 3, [EL_AGHEILA, BENGHAZI, TOBRUK], AUSTRALIANS) == (AXIS, "P1.2.3", 1.0)
    assert judged("sunflower", 3, [BENGHAZI, TOBRUK], AUSTRALIANS) is None
    assert judged("sunflower", 3, [EL_AGHEILA, TOBRUK], AUSTRALIANS) is None
    assert judged("sunflower", 3, [EL_AGHEILA, BENGHAZI], AUSTRALIANS) is None


@pytest.mark.rule("P1.2.3b")
@pytest.mark.parametrize(
    ("place", "over"), [("2830", True), ("2829", True), ("2729", True), ("2730", False), ("2056", True)]
)
def test_the_axis_wins_sunflower_when_the_central_map_is_swept_except_tobruk(place: str, over: bool) -> None:
    """2730 is no fort hex; 2056 is on the East map."""
    assert (judged("sunflower", 4, [EL_AGHEILA], {"20/9 Aus": place}) is not None) == over


@pytest.mark.rule("P1.2.3b")
@pytest.mark.parametrize("unit", ["Garrison Br 1", "HQ 13 Corps"])
def test_a_garrison_or_a_headquarters_on_the_central_map_keeps_the_axis_from_sweeping_it(unit: str) -> None:
    """They are units too (2.3)."""
    assert judged("sunflower", 4, [EL_AGHEILA], {unit: "2441"}) is None
    assert judged("sunflower", 4, [EL_AGHEILA], {unit: "2830"}) == (AXIS, "P1.2.3", 1.0)


@pytest.mark.rule("P1.2.3c")
def test_on_turn_5_the_frontier_is_enough_for_the_axis() -> None:
    held, pass_held = [BENGHAZI, BARDIA, SOLLUM], {**AUSTRALIANS, "Trento": "2042"}
    assert judged("sunflower", 5, held, pass_held) == (AXIS, "P1.2.3", 1.0)
    assert judged("sunflower", 4, held, pass_held) is None
    assert judged("sunflower", 5, held, AUSTRALIANS) == (ALLIED, "P1.2.3", -1.0), "2042 counts while occupied"
    assert judged("sunflower", 5, held[:2], pass_held) == (ALLIED, "P1.2.3", -1.0)


@pytest.mark.rule("P1.2.3d")
def test_otherwise_the_allies_win_sunflower() -> None:
    assert judged("sunflower", 5, [EL_AGHEILA, BENGHAZI], AUSTRALIANS) == (ALLIED, "P1.2.3", -1.0)


# Crusader

PANZERS = {"1/5/21 Pz": "2005", "Trento": "2830"}


@pytest.mark.rule("P1.3.3a")
def test_the_axis_wins_crusader_with_tobruk_and_bardia_in_supply() -> None:
    towns = [EL_AGHEILA, TOBRUK, BARDIA]
    assert judged("crusader", 8, towns) == (AXIS, "P1.3.3", 1.0)
    assert judged("crusader", 8, towns, {"4/7 Arm": "1804"}) is None
    assert judged("crusader", 8, [EL_AGHEILA, BARDIA], PANZERS) is None
    assert judged("crusader", 8, [EL_AGHEILA, TOBRUK], PANZERS) is None


@pytest.mark.rule("P1.3.3b")
def test_the_axis_wins_crusader_if_the_allies_do_not() -> None:
    held = {"1/5/21 Pz": "2005", "Trento": "2630"}
    assert judged("crusader", 8, [EL_AGHEILA], held) is None
    assert judged("crusader", 9, [EL_AGHEILA], held) == (AXIS, "P1.3.3", 1.0)


@pytest.mark.parametrize(
    ("axis", "placed", "words"),
    [
        ([EL_AGHEILA, TOBRUK, BARDIA], PANZERS, "the Axis holds Tobruk and Bardia"),
        ([EL_AGHEILA], {"1/5/21 Pz": "2005", "Trento": "2630"}, "Tobruk has been relieved, but"),
        ([EL_AGHEILA, TOBRUK], PANZERS, "the Allies have not relieved Tobruk"),
    ],
)
def test_how_the_axis_has_won_crusader(axis: list[str], placed: dict[str, str], words: str) -> None:
    state = at_check("crusader", 9, axis, placed)
    assert check_victory(state)
    assert str(score(state).how).startswith(words)


@pytest.mark.rule("P1.3.3c", "P1.3.3d")
def test_the_allies_win_crusader_when_tobruk_is_relieved_and_the_panzers_are_gone() -> None:
    near = {"Trento": "2630"}
    assert judged("crusader", 8, [EL_AGHEILA], near) == (ALLIED, "P1.3.3", -1.0)
    one_step = {**near, "1/5/21 Pz": "2005"}
    assert judged("crusader", 8, [EL_AGHEILA], one_step, reduced=["1/5/21 Pz"]) == (ALLIED, "P1.3.3", -1.0)
    assert judged("crusader", 8, [EL_AGHEILA], one_step) is None, "two steps"
    siege = {"Trento": "2730", "Pavia": "2828", "Brescia": "2728", "Bologna": "2629", "Savona": "2630"}
    assert judged("crusader", 8, [EL_AGHEILA], siege) is None, "no line over land: the port does not count"
    assert judged("crusader", 8, [EL_AGHEILA, TOBRUK], near) is None


@pytest.mark.rule("P1.3.3e")
def test_the_allies_win_crusader_when_nobody_in_supply_is_near_tobruk() -> None:
    tank = {"1/5/21 Pz": "2005"}
    assert judged("crusader", 8, [EL_AGHEILA], tank) == (ALLIED, "P1.3.3", -1.0)
    assert judged("crusader", 8, [EL_AGHEILA], {**tank, "Trento": "2230"}) is None, "six hexes"
    assert judged("crusader", 8, [EL_AGHEILA], {**tank, "Trento": "2230"}, oos=["Trento"]) is not None
    assert judged("crusader", 8, [EL_AGHEILA], {**tank, "Trento": "2129"}) is not None, "seven"
    assert judged("crusader", 8, [EL_AGHEILA], {**tank, "HQ 21 Corps": "2230"}) is None


# Gazala


@pytest.mark.rule("P1.4.3a")
def test_the_axis_wins_gazala_beyond_the_frontier() -> None:
    held = [EL_AGHEILA, BENGHAZI, TOBRUK, BARDIA]
    assert judged("gazala", 13, [*held, MATRUH]) == (AXIS, "P1.4.3", 1.0)
    assert judged("gazala", 12, [*held, MATRUH]) is None, "it is judged at the end"
    for missing in held:
        rest = [place for place in held if place != missing]
        assert judged("gazala", 13, [*rest, MATRUH]) == (ALLIED, "P1.4.3", -1.0), missing


@pytest.mark.rule("P1.4.3a", "P1.4.3b")
def test_any_named_place_of_the_east_map_will_do_while_it_is_held() -> None:
    """A village counts only while it is occupied (2.1.5)."""
    held = [EL_AGHEILA, BENGHAZI, TOBRUK, BARDIA]
    assert judged("gazala", 13, held) == (ALLIED, "P1.4.3", -1.0)
    assert judged("gazala", 13, held, {"Trento": "1663"}) == (ALLIED, "P1.4.3", -1.0), "no named place"
    assert judged("gazala", 13, held, {"Trento": "1764"}) == (AXIS, "P1.4.3", 1.0)


# Positions from outside


@pytest.mark.parametrize(
    ("scenario", "fields", "rule"),
    [
        ("gazala", {"ending": 2, "winner": AXIS}, ""),
        ("gazala", {"ending": 2}, "5.1.2"),
        ("gazala", {"ending": 2, "winner": AXIS, "campaign": 1}, "5.0"),
        ("gazala", {"ending": 1, "winner": AXIS}, "5.0"),
        ("gazala", {"ending": 3, "campaign": 1}, ""),
        ("gazala", {"ending": 3, "campaign": 1, "points": [1, 0]}, "5.1.2"),
        ("compass", {"ending": 2, "winner": ALLIED, "level": 5}, ""),
        ("compass", {"ending": 2, "winner": ALLIED, "level": 4}, "P1.1.3"),
        ("compass", {"ending": 2, "winner": AXIS, "level": 5}, "P1.1.3"),
    ],
)
def test_an_impossible_result_is_refused(scenario: str, fields: dict[str, Any], rule: str) -> None:
    state = at_check(scenario, 2, [EL_AGHEILA], **fields)
    assert [why for why, _ in impossible_endings(state)] == ([rule] if rule else [])

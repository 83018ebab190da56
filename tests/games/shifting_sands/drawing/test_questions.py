"""What a player may ask: reach and route, supply, odds, retreats."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.drawing.attacks import odds_against, show_odds, show_target
from sandtable.games.shifting_sands.drawing.gist import gist
from sandtable.games.shifting_sands.drawing.journeys import costs, show_possible, show_reach, show_way, way
from sandtable.games.shifting_sands.drawing.retreats import havens, show_havens
from sandtable.games.shifting_sands.drawing.supply import show_line, show_supply, supply_of_spaces
from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c13_supply import FULL, LIMITED, OUT
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.choices import Choice
from tests.games.shifting_sands.acts import holding
from tests.games.shifting_sands.fights import fought
from tests.games.shifting_sands.theatre import DATA, SPACE, names, number, play, space_ids, theatre

FRONT = {"it_62": "bardia", "it_bg-1": "bardia", "it_bg-2": "bardia", "br_7arm": "sidi_barrani", "in_4": "halfaya"}


def moving(*more: str, **fields: Any) -> Theatre:
    """Units of Bardia move, with an operation of three points."""
    state = holding("X24", placed=FRONT, turn=9, **fields)
    play(state, "operations:X24", "move-from:Bardia", *more, "done")
    return state


def written(state: Theatre, run: list[Choice]) -> list[str]:
    return [GAME.write(state, choice) for choice in run]


def test_reach_and_route_of_a_move() -> None:
    state = moving()
    unit = number("it_62")
    assert costs(state, unit)[SPACE["tobruk"]] == 2
    assert SPACE["halfaya"] not in costs(state, unit), "enemies are there"
    run = written(state, way(state, unit, SPACE["el_adem"]))
    assert run[0] == "unit:it_62"
    assert run[-2:] == ["to:El-Adem", "stop"]
    play(state, *run)
    assert state.place[unit] == SPACE["el_adem"]


def test_a_full_move_needs_no_stop() -> None:
    state = moving()
    goal = next(space for space, cost in costs(state, number("it_62")).items() if cost == 3)
    run = written(state, way(state, number("it_62"), goal))
    assert run[-1].startswith("to:")
    play(state, *run)


def test_a_battlegroup_goes_for_one_that_is_alike() -> None:
    """Only the first of two is offered; pointing at the other sends the first."""
    state = moving()
    run = written(state, way(state, number("it_bg-2"), SPACE["gambut"]))
    assert run[0] == "unit:it_bg-1"
    play(state, *run)
    assert written(state, way(state, number("it_bg-2"), SPACE["gambut"]))[0] == "unit:it_bg-2"
    assert way(state, number("it_bg-1"), SPACE["gambut"]) == [], "it has moved"


def test_where_too_many_would_be_is_marked() -> None:
    crowd = {"it_17": "gambut", "it_25": "gambut", "it_27": "gambut"}
    state = holding("X24", placed={**FRONT, **crowd}, turn=9)
    play(state, "operations:X24", "move-from:Bardia", "done")
    tones = {tint.cell: tint.tone for tint in show_reach(state, number("it_62")).cells}
    assert tones[SPACE["gambut"]] == "bad"
    assert tones[SPACE["sidi_azeiz"]] == "good"


def test_why_a_unit_stays() -> None:
    state = moving()
    answer = show_reach(state, number("br_7arm"))
    assert (answer.cells, answer.rule) == ((), "9.1")
    assert "not yours" in answer.text
    answer = show_way(state, number("it_62"), SPACE["cairo"])
    assert (answer.run, answer.rule) == ((), "9.14")
    play(state, "unit:it_bg-1")
    assert "another unit is moving" in show_reach(state, number("it_62")).text


def test_reach_and_route_of_a_redeployment() -> None:
    state = holding("X24", placed={**FRONT, "it_17": "tripoli", "ge_bg-1": "axis_reserve"}, turn=9)
    play(state, "redeploy:X24")
    assert set(costs(state, number("it_17")).values()) == {3}
    assert set(costs(state, number("it_bg-1")).values()) == {1}
    assert SPACE["axis_reserve"] in costs(state, number("it_bg-1"))
    run = written(state, way(state, number("ge_bg-1"), SPACE["tripoli"]))
    assert run == ["unit:ge_bg-1", "to:Tripoli"]
    play(state, "unit:it_17")
    assert written(state, way(state, number("it_17"), SPACE["homs"])) == ["to:Homs"]
    assert show_way(state, number("it_17"), SPACE["malta"]).rule == "12.73"


def test_reach_and_route_of_an_advance() -> None:
    """11.64: all defenders are gone, and armour goes as far as it moves."""
    placed = {"ge_21": "el_adem", "ge_abg-1": "el_adem", "br_bg-1": "gambut"}
    state = fought(placed, "gambut", ["ge_21", "ge_abg-1"], (6, 1), reduced=["br_bg-1"], events=["balbo"])
    reached = costs(state, number("ge_21"))
    assert reached[SPACE["gambut"]] == 1
    assert max(reached.values()) == 5
    run = written(state, way(state, number("ge_21"), SPACE["bardia"]))
    assert run[0] == "advance:ge_21"
    play(state, *run)
    assert state.place[number("ge_21")] == SPACE["bardia"]


def test_how_far_a_unit_could_go_before_anything_is_activated() -> None:
    state = holding("X24", placed=FRONT, turn=9)
    answer = show_possible(state, number("br_7arm"))
    assert {tint.cell for tint in answer.cells} >= {SPACE["mersa_matruh"], SPACE["sidi_suleiman"]}
    assert "if Sidi Barrani were activated" in answer.text
    assert show_possible(state, number("it_17")).cells == ()


def test_units_that_are_not_active_or_not_on_the_map_could_go_nowhere() -> None:
    """10.41: whoever activates the space of inactive Iraqis does not activate them."""
    state = theatre({"ir_bg-1": "baghdad", "ge_21": "tripoli"})
    could_go = GAME.questions["possible"].answer
    assert show_possible(state, number("ir_bg-1")).rule == "10.41"
    assert could_go(state, number("ir_bg-1")) == could_go(state, number("it_17")) == {}
    state.iraq_active = 1
    assert SPACE["mosul"] in could_go(state, number("ir_bg-1"))


def test_supply_of_spaces() -> None:
    """13.6: three spaces from the source, beyond, by sea, and cut off."""
    state = theatre({"it_17": "el_agheila"}, allied=["gazala", "sidi_mufta", "southern_flank", "sidi_omar"])
    found = supply_of_spaces(state)
    assert found[SPACE["el_agheila"]] == (FULL, "3")
    assert found[SPACE["benghazi"]][0] == LIMITED
    assert found[SPACE["tobruk"]] == (LIMITED, "~")
    assert found[SPACE["cairo"]] == (FULL, "1")
    assert found[SPACE["gazala"]][0] == OUT
    assert SPACE["axis_reserve"] not in found
    tones = {tint.cell: tint.tone for tint in show_supply(state).cells}
    assert tones[SPACE["gazala"]] == "bad"


def test_the_line_of_a_unit() -> None:
    state = theatre({"it_17": "buerat", "it_62": "tobruk"}, allied=["gazala", "el_adem", "gambut"])
    by_land = show_line(state, number("it_17"))
    assert by_land.ways == ((SPACE["buerat"], SPACE["homs"], SPACE["tripoli"]),)
    assert "full supply, 2 spaces from Tripoli" in by_land.text
    by_sea = show_line(state, number("it_62"))
    assert by_sea.ways == ((SPACE["tobruk"], SPACE["tripoli"]),)
    assert (by_sea.rule, by_sea.text) == ("13.54", "62nd Marmarica: limited supply, by sea from Tripoli to Tobruk")
    assert show_line(state, number("it_63")).rule == "13.1"


def test_a_unit_without_a_line() -> None:
    state = theatre({"it_62": "derna"}, allied=["cyrene", "gazala", "mechili"])
    answer = show_line(state, number("it_62"))
    assert (answer.ways, answer.rule) == ((), "13.55")


def test_odds_against_a_space() -> None:
    """By all enemies next to it, whoever is to act."""
    placed = {"ge_21": "el_adem", "ge_bg-1": "tobruk", "in_4": "gambut"}
    state = holding("A20", placed=placed, turn=9, allied=["sidi_azeiz"])
    found = odds_against(state, SPACE["gambut"])
    assert found is not None
    assert (found.attacking, names(found.attackers)) == (AXIS, {"ge_21", "ge_bg-1"})
    answer = show_odds(state, SPACE["gambut"])
    assert answer.combat is not None
    assert answer.combat.column == "D 6-8 : D 3"
    assert answer.combat.choice == ""
    assert show_odds(state, SPACE["cairo"]).combat is None


def test_nations_that_cannot_fight_together_are_told_apart() -> None:
    """11.18: no space holds both, so the stronger group counts."""
    placed = {"ge_21": "el_adem", "it_62": "tobruk", "in_4": "gambut"}
    found = odds_against(theatre(placed), SPACE["gambut"])
    assert found is not None
    assert names(found.attackers) == {"ge_21"}


def test_how_a_unit_could_attack() -> None:
    state = holding("X24", placed=FRONT, turn=9)
    answer = show_target(state, number("it_62"), SPACE["halfaya"])
    assert answer.ways == ((SPACE["bardia"], SPACE["halfaya"]),)
    assert "if Bardia were activated for combat, for 3 points" in answer.text
    assert show_target(state, number("it_62"), SPACE["sidi_barrani"]).ways == ()
    play(state, "operations:X24", "attack-from:Bardia")
    assert "can attack Halfaya from Bardia" in show_target(state, number("it_62"), SPACE["halfaya"]).text


def test_where_units_could_retreat() -> None:
    state = theatre({"in_4": "halfaya", "it_62": "bardia"}, allied=["sidi_barrani", "mersa_matruh"])
    found = havens(state, SPACE["halfaya"])
    assert "sidi_barrani" in space_ids(found[1][number("in_4")])
    assert "mersa_matruh" in space_ids(found[2][number("in_4")])
    answer = show_havens(state, SPACE["halfaya"])
    texts = {tint.cell: tint.text for tint in answer.cells}
    assert (texts[SPACE["sidi_barrani"]][0], texts[SPACE["mersa_matruh"]]) == ("1", "2")
    assert show_havens(state, SPACE["cairo"]).cells == ()
    assert state.target == -1


def test_a_unit_that_is_cut_off_is_named() -> None:
    placed = {"it_62": "bardia", "in_4": "halfaya", "br_7arm": "gambut", "br_bg-1": "sidi_azeiz"}
    answer = show_havens(theatre(placed), SPACE["bardia"])
    assert "62nd Marmarica" in answer.text


@pytest.mark.parametrize(("side", "hand"), [(AXIS, "X24"), (ALLIED, "A20")])
def test_the_gist_of_events(side: int, hand: str) -> None:
    state = holding(hand, placed=FRONT, turn=9)
    [event] = [one for one in play(state, "automatic") if one.kind == "automatic"]
    assert gist(DATA, event).side == side


def test_the_gist_of_a_move() -> None:
    state = moving()
    [event] = [one for one in play(state, "unit:it_62", "to:Sidi-Azeiz") if one.kind == "moves"]
    found = gist(DATA, event)
    assert (found.pieces, found.cells) == (("it_62",), (SPACE["bardia"], SPACE["sidi_azeiz"]))

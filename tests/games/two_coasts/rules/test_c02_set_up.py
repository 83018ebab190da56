"""2: the set-up, and places that are out of play."""

from __future__ import annotations

import pytest

from tests.games.two_coasts.coasts import DATA, UNITS, active, game, legal, play, where, why_not

GAME = "two-coasts"


@pytest.mark.rule("2.1")
def test_units_begin_on_the_map_in_the_reserve_on_the_track_or_nowhere() -> None:
    state = game.start("inland")
    assert where(state, "Alder", "Birch", "Fir", "Elm") == ["0301", "north-reserve", "turn-2", "lost"]
    assert where(game.start("landing"), "Birch", "Elm") == ["0303", "Mole"]


@pytest.mark.rule("2.1")
def test_twelve_units_begin_the_long_war_in_one_hex() -> None:
    state = game.start("long-war")
    assert {*where(state, *DATA.units[:12])} == {"0301"}


@pytest.mark.rule("2.2")
def test_printed_colours_and_units_give_control() -> None:
    control = dict(zip(DATA.map.names, game.start("landing").control, strict=True))
    assert (control["0101"], control["E0303"], control["0504"]) == (0, 1, -1)
    assert (control["0403"], control["E0102"]) == (0, 1), "these are not printed in a colour, but held"


@pytest.mark.rule("2.3")
def test_nobody_enters_the_isles_inland() -> None:
    lines = "scenario: inland", "0104: Ash", *UNITS
    state = active("north", *lines)
    play(state, "unit:Ash")
    assert "to:Mole" not in legal(state)
    assert why_not(state, "to:Mole") == "2.3"
    state = active("north", "0104: Ash", *UNITS)
    play(state, "unit:Ash")
    assert "to:Mole" in legal(state)


@pytest.mark.rule("2.3", "9.1")
def test_the_isles_count_for_nothing_inland() -> None:
    held = "control: Saltpan=north Lantern=north Farholm=north"
    by_scenario = {}
    for scenario in ("inland", "landing"):
        state = active("north", f"scenario: {scenario}", held, *UNITS)
        state.frames.clear()
        by_scenario[scenario] = str(game.score(state).how)
    assert by_scenario == {"inland": "5 to 4 points", "landing": "9 to 4 points"}

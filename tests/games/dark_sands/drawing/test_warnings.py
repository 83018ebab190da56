"""What is said before a choice that costs something, and choices made in one press."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.drawing.presses import places
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c17_replacements import SPEND
from sandtable.games.dark_sands.rules.c18_draws import PRIORITY_PLAY
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.state import REBUILDABLE, Sands
from sandtable.games.dark_sands.verbs import FORMATION
from sandtable.kernel.events import Event
from sandtable.kernel.flow import push
from sandtable.kernel.foresight import costs
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, number, play


def warned(state: Sands, text: str) -> list[str]:
    return [why.rule for why in costs(GAME, state, [GAME.read(state, text)])]


@pytest.mark.parametrize(
    ("side", "points", "rules"),
    [
        (0, {"panzer_points": 1}, ["17.3.1"]),
        (1, {"tank_points": 3, "infantry_points": 3}, []),
        (1, {"tank_points": 2, "fresh_points": 2}, ["17.4.2"]),
        (1, {"infantry_points": 5}, ["17.4.2"]),
    ],
)
def test_points_that_would_be_lost(side: int, points: dict[str, int], rules: list[str]) -> None:
    state = desert(**points)  # type: ignore[arg-type]
    state.place[number("1/5/21 Pz")] = state.place[number("4/7 Arm")] = REBUILDABLE
    push(state, SPEND, side)
    assert warned(state, "done") == rules


@pytest.mark.parametrize(("left", "rules"), [(1, ["18.6.1"]), (2, [])])
def test_the_last_chance_of_a_priority_chit(left: int, rules: list[str]) -> None:
    rommel = DATA.nouns.number("chit", "axis-rommel-1")
    state = desert(cup=(1 << left) - 1, held=1 << rommel)
    push(state, PRIORITY_PLAY, 0, rommel)
    assert warned(state, "hold") == rules


def test_all_join_in_one_press() -> None:
    state = desert({"1/5/21 Pz": "2432", "104/21 Pz": "2432", "16/70": "2433"})
    acting(state, "axis", "combat", BATTLES)
    play(state, "attack:2433")
    [(words, run)] = GAME.shortcuts(state)
    assert str(words) == "All join the attack"
    play(state, *(GAME.write(state, choice) for choice in run))
    assert state.attackers.bit_count() == 2
    assert not GAME.shortcuts(state)


def test_the_gist_of_a_support_names_it() -> None:
    aircraft = DATA.nouns.number("support", "Luftwaffe-+1")
    gist = GAME.gist(DATA, Event("commits", "13.1", {"support": aircraft, "to": 7}))
    assert (gist.pieces, gist.cells, gist.side) == (("Luftwaffe-+1",), (7,), 0)


def test_a_formation_is_pointed_at_where_its_units_are() -> None:
    state = desert({"1/5/21 Pz": "2432", "104/21 Pz": "2430", "1/8/15 Pz": "2431"})
    formation = DATA.nouns.number("formation", "21-Pz")
    assert set(places(state, "activation", FORMATION, formation)) == {HEX["2432"], HEX["2430"]}

"""16.0: the order of phases and segments; 18.4: the segment of turn 3."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dark_sands.rules import c18_turn_3
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT
from sandtable.games.dark_sands.rules.c20_combat import BATTLE, BATTLES
from sandtable.games.dark_sands.rules.c21_logistics import logistics
from sandtable.games.dark_sands.state import S_READY, Sands
from tests.games.dark_sands.cups import SEGMENTS, actor, chits, draw, drawing, from_segment
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    acting,
    decision,
    desert,
    hex_names,
    hexes,
    legal,
    names,
    play,
    where,
)

GAME = "dark-sands"
AXIS, ALLIED = 0, 1


@pytest.mark.rule("16.0a", "16.0c", "18.0a")
def test_the_order_of_a_turn() -> None:
    assert SEGMENTS == (
        "replacements",
        "initiative",
        "placement",
        "allies_turn_3",
        "withdraw",
        "axis_turn_3",
        "initiative_action",
        "random_actions",
        "end_phase",
        "next_turn",
    )


@pytest.mark.rule("16.0a", "23.6b")
def test_after_the_end_phase_a_new_turn_begins_with_replacements(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    steps = (lambda state, frame: begun.append(state.turn), *GAME_TURN.steps[1:])
    monkeypatch.setattr(GAME_TURN, "steps", steps)
    state = from_segment(desert({}, turn=4, campaign=1, tobruk_fell=1, moves_played=[2, 2]), "end_phase")
    play(state, "1")
    assert (state.turn, begun) == (5, [5])
    assert (state.tobruk_fell, state.moves_played) == (0, [0, 0]), "the marks of the turn are gone"


# 18.4


def third(placed: dict[str, str] | None = None) -> Sands:
    return desert(placed or {}, turn=3)


def order_of(monkeypatch: pytest.MonkeyPatch, state: Sands) -> list[Any]:
    """The sides whose reinforcements come, in order, before the first chit."""
    found: list[Any] = []
    monkeypatch.setattr(c18_turn_3, "push", lambda state, kind, *values: found.append((kind.name, *values)))
    for segment in ("allies_turn_3", "withdraw", "axis_turn_3"):
        GAME_TURN.steps[SEGMENTS.index(segment)](state, GAME_TURN.frame())
    return found


@pytest.mark.rule("18.4b")
def test_both_sides_reinforce_on_turn_3_the_allies_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert order_of(monkeypatch, third()) == [("reinforcement", ALLIED), ("reinforcement", AXIS)]
    assert order_of(monkeypatch, desert({}, turn=4)) == []


@pytest.mark.rule("18.4a")
def test_no_reinforcement_chit_is_in_the_cup_on_turn_3() -> None:
    state = from_segment(third(), "placement")
    assert not state.cup & chits("allied-reinforcement", "axis-reinforcement")


@pytest.mark.rule("18.4c")
def test_allied_units_leave_the_entry_area() -> None:
    state = from_segment(third({"7/7 Arm": "1601", "Selby": "1500"}), "withdraw")
    assert decision(state) == "withdrawal"
    assert actor(state) == ALLIED
    area = hex_names(DATA.places.entry_area)
    near = {name.removeprefix("to:") for name in legal(state, "to")}
    assert near
    assert not near & area
    assert all(DATA.board.touching[HEX["1601"]] >> HEX[name] & 1 for name in near), "the nearest hexes"
    while decision(state) == "withdrawal":
        play(state, min(legal(state, "to")))
    assert not set(where(state, "7/7 Arm", "Selby")) & area


@pytest.mark.rule("18.4c")
def test_a_crowded_hex_is_no_refuge_and_a_zone_the_last() -> None:
    placed = {"7/7 Arm": "1600", "16/70": "1601"}
    free = set(legal(from_segment(third(placed), "withdraw"), "to"))
    crowd = sorted(name.removeprefix("to:") for name in free)[0]
    full = placed | {"14/70": crowd, "23/70": crowd, "4/7 Arm": crowd}
    assert f"to:{crowd}" not in legal(from_segment(third(full), "withdraw"), "to")
    enemy = third(placed | {"Brescia": crowd})
    assert f"to:{crowd}" not in legal(from_segment(enemy, "withdraw"), "to")


@pytest.mark.rule("18.4c")
def test_a_garrison_cannot_withdraw() -> None:
    state = from_segment(third({"Garrison Br 1": "1500"}), "withdraw")
    assert where(state, "Garrison Br 1") == ["off"]
    assert not hexes("1500") & state.occupied[ALLIED]


# What an action comprises


@pytest.mark.rule("16.0d")
def test_a_movement_action_comprises_ground_extended_and_naval_movement() -> None:
    """A unit in Alexandria can march, take the railway as far as it likes, or the sea to Mersa Matruh."""
    state = acting(desert({"22 Gds": "1877", "Sirte": "1545"}), "allied", "move", MOVEMENT)
    assert legal(state) >= {"unit:22-Gds", "sail:22-Gds"}
    play(state, "unit:22-Gds")
    assert "extended" in legal(state)
    assert legal(state, "to")


@pytest.mark.rule("16.0e")
def test_the_steps_of_a_combat() -> None:
    names = [step.__name__ for step in BATTLE.steps]
    wanted = ["attacker_supports", "defender_supports", "roll", "attacker_losses", "fall_back", "advance"]
    assert [name for name in names if name in wanted] == wanted
    state = desert({"4/7 Arm": "1550", "7/7 Arm": "1550", "Sirte": "1549"})
    state.supports[DATA.nouns.number("support", "RAF-+2")] = S_READY
    acting(state, "allied", "combat", BATTLES)
    play(state, "attack:1549")
    met = []
    while decision(state) in ("attack", "support", "combat-roll"):
        met.append(decision(state))
        gathering = sorted(legal(state, "join"))
        play(state, "1" if decision(state) == "combat-roll" else gathering[0] if gathering else "done")
    assert list(dict.fromkeys(met)) == ["attack", "support", "combat-roll"]


@pytest.mark.rule("16.0f")
def test_logistics_looks_at_everybody_before_it_marks_anybody() -> None:
    """Two units far from any road: both are marked at once, and markers of before change nothing."""
    for oos in ([], ["Selby"], ["Pavia"], ["Selby", "Pavia"]):
        state = desert({"Selby": "1512", "Pavia": "1509", "4/7 Arm": "1550"}, oos=oos)
        logistics(state)
        assert names(state.oos) == {"Selby", "Pavia"}


@pytest.mark.rule("16.0i")
def test_what_is_finished_cannot_be_taken_up_again() -> None:
    state = drawing(desert({"4/7 Arm": "1550", "Brescia": "1702"}), "allied-move", "logistics")
    draw(state, "allied-move")
    assert "unit:4/7-Arm" in legal(state)
    play(state, "done")
    assert decision(state) == "draw"
    assert not state.movers

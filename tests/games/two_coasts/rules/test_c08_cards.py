"""8: cards."""

from __future__ import annotations

import pytest

from sandtable import CHANCE
from tests.games.two_coasts.coasts import DATA, UNITS, active, decision, game, legal, play, read, where, why_not

GAME = "two-coasts"


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("scenario", "size"), [("landing", 4), ("inland", 3), ("long-war", 10)])
def test_hands_are_filled_in_secret_north_first(scenario: str, size: int) -> None:
    state = read(f"scenario: {scenario}", "hand north: guides-1", *UNITS, "frame: turn 1")
    drawn = []
    while decision(state) == "draw":
        drawn.append(game.chance_audience(state))
        outcome = next(outcome for outcome, weight in enumerate(game.chance(state)) if weight)
        told = game.apply_heard(state, outcome)
        assert [event.kind for event in told if event.heard_by(2 - drawn[-1])] == ["drew"]
    assert drawn == [1] * (size - 1) + [2] * size
    assert [hand.bit_count() for hand in state.hands] == [size, size]
    assert game.view(state, 0).fields["hands"][1] is None


@pytest.mark.rule("8.1")
def test_drawing_ends_with_the_deck() -> None:
    gone = " ".join(DATA.nouns["card"][5:])
    state = read("scenario: long-war", f"discards: {gone}", "hand south: guides-1", *UNITS, "frame: turn 1")
    for _ in range(4):
        assert game.actor(state) == CHANCE
        game.apply(state, next(outcome for outcome, weight in enumerate(game.chance(state)) if weight))
    assert (decision(state), [hand.bit_count() for hand in state.hands]) == ("chit", [4, 1])


@pytest.mark.rule("8.2")
def test_a_march_card_adds_two_points_before_the_first_step() -> None:
    state = active("north", "hand north: guides-1 trucks-1 barrage-1", "0303: Oak", *UNITS)
    play(state, "unit:Oak")
    assert legal(state, "march") == {"march:guides-1", "march:trucks-1"}
    assert (why_not(state, "march:barrage-1"), why_not(state, "march:guides-2")) == ("8.2", "8.2")
    play(state, "march:guides-1")
    assert legal(state, "march") == set()
    assert why_not(state, "march:trucks-1") == "8.2"
    play(state, "to:0304", "hold", "to:0404", "hold", "to:0504", "hold", "to:0503")
    assert (where(state, "Oak"), state.spent) == (["0503"], 5)
    assert state.played == 1 << DATA.nouns["card"].index("guides-1")


@pytest.mark.rule("8.3")
def test_recruits_come_to_a_port_and_the_move_is_still_to_come() -> None:
    lines = "hand north: levies-1 barrage-1 trucks-1", "north-reserve: Ash Fir", "moved: Fir"
    state = active("north", *lines, "0101: Kite", "Saltpan: Finch", *UNITS)
    assert legal(state, "recruit") == {"recruit:levies-1", "recruit:trucks-1"}
    assert (why_not(state, "recruit:barrage-1"), why_not(state, "recruit:levies-2")) == ("8.2", "8.2")
    play(state, "recruit:levies-1")
    assert legal(state) == {"unit:Ash", "unit:Fir"}
    assert why_not(state, "unit:Alder") == "8.3"
    play(state, "unit:Fir")
    assert legal(state) == {"to:0104", "to:0301", "to:Mole"}
    assert why_not(state, "to:0101") == "8.3"
    play(state, "to:Mole")
    assert where(state, "Fir") == ["Mole"]
    assert (decision(state), "unit:Alder" in legal(state)) == ("active", True)


@pytest.mark.rule("8.3")
def test_no_recruits_without_a_reserve_or_a_port() -> None:
    state = active("north", "hand north: levies-1", *UNITS)
    assert legal(state, "recruit") == set()
    assert why_not(state, "recruit:levies-1") == "8.3"
    held = "0301: Kite", "0104: Crow", "Mole: Dove"
    state = active("north", "hand north: levies-1", "north-reserve: Ash", *held, "0303: Alder", "E0302: Crane")
    assert why_not(state, "recruit:levies-1") == "8.3"


@pytest.mark.rule("8.4")
def test_any_card_is_worth_a_point() -> None:
    state = active("north", "hand north: news-1 barrage-1", *UNITS)
    assert legal(state, "discard") == {"discard:news-1", "discard:barrage-1"}
    play(state, "discard:news-1", "discard:barrage-1")
    assert (state.points, decision(state), state.hands[0]) == ([2, 0], "active", 0)
    assert state.discards.bit_count() == 2

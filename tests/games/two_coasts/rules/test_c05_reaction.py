"""5: the other side is asked at every step, and may fire."""

from __future__ import annotations

import pytest

from tests.games.two_coasts.coasts import UNITS, active, decision, game, legal, named, play, where, why_not

GAME = "two-coasts"
FAR, NEAR = ("0303: Beech Birch", *UNITS), ("0503: Crow", "0303: Beech Birch", *UNITS)


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("hand", ["hand south: barrage-1", "hand south: news-1", "# no card at all"])
def test_the_other_side_is_asked_after_every_step_whatever_it_has(hand: str) -> None:
    state = active("north", *FAR, hand)
    for step in ("0304", "0204"):
        play(state, *(["unit:Beech"] if step == "0304" else []), f"to:{step}")
        assert (decision(state), game.actor(state)) == ("react", 1)
        play(state, "hold")
    assert (decision(state), game.actor(state)) == ("move", 0)


@pytest.mark.rule("5.2")
def test_to_fire_takes_a_card_with_fire_and_a_unit_next_to_the_stack() -> None:
    cards = "hand south: barrage-1 guides-1"
    state = active("north", *NEAR, cards)
    play(state, "unit:Beech", "to:0403")
    assert legal(state) == {"fire:barrage-1", "hold"}
    assert (why_not(state, "fire:guides-1"), why_not(state, "fire:barrage-2")) == ("8.2", "5.2")
    state = active("north", *FAR, cards)
    play(state, "unit:Beech", "to:0403")
    assert legal(state) == {"hold"}
    assert why_not(state, "fire:barrage-1") == "5.2"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("die", "hit"), [("2", True), ("3", False)])
def test_the_die_decides_whether_the_stack_is_hit(die: str, hit: bool) -> None:
    state = active("north", *NEAR, "hand south: mines-1")
    play(state, "unit:Beech", "unit:Birch", "to:0403", "fire:mines-1", die)
    assert state.discards.bit_count() == 1
    if not hit:
        assert (decision(state), named(state.stack)) == ("move", ["Beech", "Birch"])
        return
    assert (game.actor(state), legal(state)) == (0, {"lose:Beech", "lose:Birch"})
    play(state, "lose:Birch")
    assert where(state, "Beech", "Birch") == ["0403", "north-reserve"]
    assert decision(state) == "chit", "its move has ended"

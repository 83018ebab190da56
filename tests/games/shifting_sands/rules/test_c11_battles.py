"""11.21, 11.28: the steps of a battle, its winner, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.fights import ALLIED, AXIS, attack, battles, fought, go_on, reduced
from tests.games.shifting_sands.theatre import decision, legal, names, play, units, where, why_not

GAME = "shifting-sands"
PLACED = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_17": "sidi_suleiman", "it_25": "sidi_suleiman"}
BOTH = ["br_7arm", "in_4"]


def asked(state: Theatre, *texts: str | int) -> list[str]:
    """The decisions that come up while these are played."""
    found = [decision(state)]
    for text in texts:
        play(state, text)
        found.append(decision(state))
    return found


@pytest.mark.rule("11.21a", "11.21b", "11.21d")
def test_a_battle_goes_through_its_steps_in_order() -> None:
    state = battles(PLACED, ALLIED, "sidi_barrani")
    start = ["attack:Sidi-Suleiman", "join:br_7arm", "join:in_4", "done"]
    steps = asked(state, *start, "done", "done", "done", 4, 1, "lose:it_17", "lose:it_17")
    assert list(dict.fromkeys(steps)) == [
        "target",
        "attack",  # 1: who fights
        "flank",  # 2
        "combat-cards",  # 4
        "fire-roll",  # 7
        "loss",  # 7a
        "retreat",  # 7c
    ]


@pytest.mark.rule("11.21e", "11.21f", "11.21g")
def test_cards_then_modifiers_then_columns() -> None:
    """The cards come after the flank step and before any die; the fire counts them."""
    state = battles(PLACED, ALLIED, "sidi_barrani", allied_hand=["A04"], axis_hand=["X50"])
    attack(state, "sidi_suleiman", *BOTH)
    play(state, "flank", 6)
    assert decision(state) == "combat-cards"
    assert state.fired == [0, 0]
    events = play(state, "combat-card:A04", "done", "combat-card:X50", "done", 1)
    volley = next(event for event in events if event.kind == "fires")
    # 6, the armour shift taken away, one column to the left, and 1 better on the die
    assert (volley.arguments["column"], volley.arguments["modifier"]) == ("5", 1)


@pytest.mark.rule("11.21h", "11.21i", "11.281b")
def test_the_defender_takes_his_losses_first() -> None:
    state = fought(PLACED, "sidi_suleiman", BOTH, [2, 6])
    assert state.fire == [4, 4]
    assert legal(state) == {"lose:it_17", "lose:it_25"}
    play(state, "lose:it_17", "lose:it_25")
    assert legal(state) == {"lose:br_7arm", "lose:in_4"}


@pytest.mark.rule("11.281a", "11.281c")
def test_what_the_defender_has_lost_does_not_spare_the_attacker() -> None:
    placed = {**dict.fromkeys(BOTH, "sidi_barrani"), "ge_bg-1": "sidi_suleiman", "ge_abg-1": "sidi_suleiman"}
    state = fought(placed, "sidi_suleiman", BOTH, [6, 6], reduced=["br_7arm", "in_4"])
    assert state.fire == [2, 4]
    assert reduced(state) == {"br_7arm", "in_4"}
    play(state, *["lose:ge_bg-1", "lose:ge_bg-1", "lose:ge_abg-1", "lose:ge_abg-1"])
    assert where(state, "ge_bg-1", "ge_abg-1") == ["axis_replaceable", "axis_replaceable"]
    assert state.fire[AXIS] == 2


def won(events: list[Any]) -> list[tuple[str, int]]:
    """Who wins, as the log says."""
    results = [event for event in events if event.kind in ("battle-won", "battle-tied")]
    return [(event.kind, event.arguments.get("side", -1)) for event in results]


def losing_all(state: Theatre) -> list[Any]:
    """The losses of both sides, whoever takes them."""
    events: list[Any] = []
    while decision(state) == "loss":
        events += play(state, sorted(legal(state))[0])
    return events


@pytest.mark.rule("11.282a", "11.21j", "11.51a")
def test_the_higher_loss_number_wins_whatever_is_lost() -> None:
    placed = {"br_50": "sidi_barrani", "it_bg-1": "sidi_suleiman", "it_bg-2": "sidi_suleiman"}
    state = fought(placed, "sidi_suleiman", ["br_50"])
    events = play(state, 1, 6)  # 1 against 1: the Italians lose a step, the British cannot
    assert won(events) == []  # not before the losses
    assert won(losing_all(state)) == [("battle-tied", -1)]
    better = fought(placed, "sidi_suleiman", ["br_50"])
    play(better, 2, 6)  # 2 against 1
    assert won(losing_all(better)) == [("battle-won", ALLIED)]
    worse = fought(
        {"in_10": "sidi_barrani", "ge_21": "sidi_suleiman"}, "sidi_suleiman", ["in_10"], reduced=["in_10"]
    )
    events = play(worse, 1, 1)  # 0 against 2: nobody loses a step, and the Germans win
    assert won(events) == [("battle-won", AXIS)]


@pytest.mark.rule("11.282c", "11.58a")
def test_equal_numbers_make_no_winner_and_nobody_retreats() -> None:
    state = fought({"br_50": "sidi_barrani", "ge_90": "sidi_suleiman"}, "sidi_suleiman", ["br_50"])
    events = play(state, 1, 1)
    assert won(events) == [("battle-tied", -1)]
    assert where(state, "br_50", "ge_90") == ["sidi_barrani", "sidi_suleiman"]
    assert decision(state) == ""


@pytest.mark.rule("11.283a", "11.21k", "11.21l")
def test_a_beaten_defender_retreats_and_then_the_attacker_advances() -> None:
    state = fought({"br_50": "sidi_barrani", "ge_90": "sidi_suleiman"}, "sidi_suleiman", ["br_50"])
    play(state, 2, 1)
    assert decision(state) == "retreat"
    play(state, sorted(legal(state, "retreat"))[0])
    assert where(state, "ge_90") != ["sidi_suleiman"]
    assert decision(state) == "advance"


@pytest.mark.rule("11.283b")
def test_in_the_mountains_the_defender_may_stand() -> None:
    placed = {"br_50": "sidi_barrani", "br_51": "sidi_barrani", "ge_90": "halfaya"}
    doomed = fought(placed, "halfaya", ["br_50", "br_51"], [2, 1])  # 3 against 1
    play(doomed, "lose:ge_90")
    assert legal(doomed, "stand") == set()  # without a battlegroup in reserve it would be destroyed
    able = fought({**placed, "ge_bg-1": "axis_reserve"}, "halfaya", ["br_50", "br_51"], [2, 1])
    play(able, "lose:ge_90")
    assert legal(able, "stand") == {"stand:ge_90"}
    plain = fought({**placed, "ge_90": "sidi_suleiman"}, "sidi_suleiman", ["br_50", "br_51"], [1, 1])
    play(plain, "lose:ge_90")
    assert legal(plain, "stand") == set()


@pytest.mark.rule("11.284a", "11.16b")
def test_survivors_of_the_battle_advance_and_nobody_else() -> None:
    placed = {"br_50": "sidi_barrani", "br_51": "sidi_barrani", "it_bg-1": "sidi_suleiman"}
    state = fought(placed, "sidi_suleiman", ["br_50"], [2, 1], reduced=["it_bg-1"])
    play(state, "lose:it_bg-1")
    assert decision(state) == "advance"
    assert legal(state, "advance") == {"advance:br_50"}


@pytest.mark.rule("14.3b")
def test_units_in_a_fort_are_not_overrun() -> None:
    host = ("ge_21", "ge_15", "ge_10")
    placed = {**dict.fromkeys(host, "el_adem"), "br_50": "tobruk", "br_51": "tobruk"}
    state = fought(placed, "tobruk", host, [6, 1])
    assert state.bold
    while decision(state) == "loss":
        play(state, sorted(legal(state))[0])
    assert decision(state) == "retreat"


# 11.57


FLEEING = {"br_50": "sidi_barrani", "in_4": "bir_el_kenaysis", "ge_90": "sidi_suleiman", "it_17": "sidi_suleiman"}


@pytest.mark.rule("11.57b", "11.57c", "11.57d")
def test_units_that_have_retreated_are_lost_at_a_loss_number_of_1() -> None:
    weak = battles({**FLEEING, "br_bg-1": "sidi_barrani"}, ALLIED, "sidi_barrani", fled=units("ge_90"))
    go_on(attack(weak, "sidi_suleiman", "br_bg-1"))
    play(weak, 3, 1)  # 0
    assert where(weak, "ge_90") == ["sidi_suleiman"]
    hit = battles({**FLEEING, "br_bg-1": "sidi_barrani"}, ALLIED, "sidi_barrani", fled=units("ge_90"))
    go_on(attack(hit, "sidi_suleiman", "br_bg-1"))
    play(hit, 4, 1)  # 1
    assert where(hit, "ge_90") == ["axis_replaceable"]
    assert reduced(hit) == set()  # the 17th cannot absorb 1, and the 90th does not


def test_retreated_units_do_not_absorb_losses() -> None:
    state = battles(FLEEING, ALLIED, "sidi_barrani", fled=units("ge_90"))
    go_on(attack(state, "sidi_suleiman", "br_50"))
    play(state, 6, 1)  # 4
    assert legal(state) == {"lose:it_17"}
    assert why_not(state, "lose:ge_90") == "11.16"
    assert where(state, "ge_90") == ["axis_replaceable"]


def test_retreated_units_can_be_attacked_again() -> None:
    state = battles(FLEEING, ALLIED, "sidi_barrani", was_attacked=units("ge_90"), fled=units("ge_90"))
    assert legal(state, "attack") == {"attack:Sidi-Suleiman"}
    stood = battles(FLEEING, ALLIED, "sidi_barrani", was_attacked=units("ge_90", "it_17"), fled=units("ge_90"))
    assert decision(stood) == ""  # the 17th stood, and is not attacked twice


def test_a_battle_leaves_nothing_behind() -> None:
    state = fought(PLACED, "sidi_suleiman", BOTH, [1, 6])
    while decision(state) in ("loss", "retreat", "advance"):
        play(state, sorted(legal(state))[0])
    assert decision(state) == ""
    assert (state.target, state.attacking, state.attackers, state.bases, state.engaged) == (-1, -1, 0, 0, 0)
    assert state.fire == [0, 0]
    assert names(state.has_fought) == {"br_7arm", "in_4"}


@pytest.mark.parametrize(
    ("attackers", "met"), [(["br_50", "br_51"], False), (["br_50", "br_51", "br_bg-1"], True)]
)
def test_an_attack_may_be_what_london_calls_for(attackers: list[str], met: bool) -> None:
    placed = {**dict.fromkeys(attackers, "sidi_barrani"), "it_17": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", london_calling=1)
    attack(state, "sidi_suleiman", *attackers)
    assert state.london_calling == (2 if met else 1)

"""The recruit sees what a good player would see, and nothing else. How strong it is, docs/players.md says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.arena.loop import play_out
from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_of
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.seat import Player, Seat
from sandtable.players.asking import next_choice
from sandtable.players.registry import player_for, player_info
from tests.games.shifting_sands.acts import holding
from tests.games.shifting_sands.theatre import SPACE, decision, number, where


def recruit(seed: int = 1) -> Player:
    return player_for(SANDS, "recruit", Random(seed))


def carry_on(state: Theatre, die: int = 4) -> list[str]:
    """Let recruits decide until the next action begins; every die shows the same face. What they chose."""
    players, said = (recruit(1), recruit(2)), list[str]()
    while state.frames and not (said and decision(state) == "choose"):
        actor = SANDS.actor(state)
        if actor == CHANCE:
            SANDS.apply(state, die - 1)
            continue
        choice = next_choice(players[actor], SANDS, state, actor)
        said.append(SANDS.write(state, choice))
        SANDS.apply(state, choice)
    return said


def acted(name: str, placed: dict[str, str], **facts: Any) -> tuple[Theatre, list[str]]:
    """A side that holds this card, after its action."""
    state = holding(name, placed=placed, **facts)
    return state, carry_on(state)


GARRISONS = {
    "it_60": "tripoli",
    "it_61": "el_agheila",
    "it_62": "benghazi",
    "it_64": "bardia",
    "br_bg-1": "alexandria",
    "br_bg-2": "cairo",
    "br_bg-3": "port_said",
    "br_bg-4": "suez",
    "it_gds": "addis_ababa",
}
"""Both sides hold what they must, so that there is time for other things."""

# What a good player sees


def test_an_open_victory_space_is_taken() -> None:
    placed = GARRISONS | {"it_17": "sidi_barrani", "it_27": "sidi_barrani", "it_63": "tobruk"}
    state, _ = acted("X14", placed, axis=["halfaya", "bardia", "sidi_suleiman"], events=["balbo"])
    assert state.control[SPACE["mersa_matruh"]] == AXIS


def test_a_weak_garrison_is_attacked_by_a_strong_stack() -> None:
    placed = GARRISONS | {"ge_21": "gazala", "ge_15": "gazala", "it_132": "gazala", "br_bg-5": "tobruk"}
    _, said = acted("X55", placed, events=["rommel", "balbo"], turn=5, axis=["benghazi", "derna", "mechili"])
    assert "attack:Tobruk" in said


def test_a_strong_stack_is_not_attacked_by_a_weak_one() -> None:
    placed = {"it_61": "sidi_azeiz", "br_7arm": "halfaya", "in_4": "halfaya", "au_6": "halfaya"}
    _, said = acted("X14", placed)
    assert not [each for each in said if each.startswith("attack")]


def test_rommel_is_played_as_an_event() -> None:
    _, said = acted("X16", {"it_17": "tripoli", "it_27": "el_agheila", "br_2arm": "agedabia"}, turn=3)
    assert said[0] == "event:X16"


def test_reinforcements_are_played_early() -> None:
    _, said = acted("A02", {"in_4": "mersa_matruh", "it_17": "sidi_azeiz"})
    assert said[0] == "event:A02"


def test_nobody_walks_out_of_supply_in_the_last_round() -> None:
    placed = {
        "br_7arm": "sidi_barrani",
        "in_4": "mersa_matruh",
        "it_17": "tobruk",
        "it_25": "bardia",
        "it_27": "derna",
    }
    state, _ = acted("A12", placed, round=6, allied=["sidi_suleiman", "halfaya"], axis=["sidi_azeiz"])
    assert supply_of(state, number("br_7arm")) != OUT
    assert where(state, "br_7arm") != ["eliminated"]


# Fair


@pytest.mark.parametrize("scenario", ["campaign", "sonnenblume"])
def test_its_choice_follows_from_what_its_side_may_know(scenario: str) -> None:
    """Only hidden facts are changed: hands, piles, face-down cards. The choice stays."""
    state, rng, compared = SANDS.start(scenario), Random(5), 0
    players, chance = [player_for(SANDS, "random", Random(side)) for side in (AXIS, ALLIED)], RandomChance(rng)
    for _ in range(900):
        actor = SANDS.actor(state)
        if actor == OVER:
            break
        if actor == CHANCE:
            SANDS.apply(state, chance.draw(SANDS.chance(state), 0))
            continue
        if len(SANDS.legal(state)) > 1 and rng.random() < 0.04:
            seat = Seat(SANDS, state, actor)
            other = seat.resample(Random(rng.random()))
            chosen = recruit(7).choose(seat)
            assert recruit(7).choose(Seat(SANDS, other, actor)) == chosen
            compared += SANDS.dump(other)["hands"] != SANDS.dump(state)["hands"]
        SANDS.apply(state, next_choice(players[actor], SANDS, state, actor))
    assert compared > 10, "hidden hands must have differed"


def test_it_plays_a_scenario_to_its_end() -> None:
    state = SANDS.start("sonnenblume")
    play_out(SANDS, state, [recruit(3), player_for(SANDS, "random", Random(4))], RandomChance(Random(9)))
    assert not state.frames
    assert SANDS.score(state).winner in (AXIS, ALLIED)


def test_the_lobby_describes_it() -> None:
    assert player_info(SANDS, "recruit").sentence

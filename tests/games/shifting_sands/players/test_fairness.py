"""The recruit plays by the rules, knows no more than its seat, and comes to an end."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.arena.loop import play_out
from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.knowledge.story import held
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import contains, count
from sandtable.kernel.flow import CHANCE, ChanceKind
from sandtable.players.registry import player_for
from tests.games.shifting_sands.players.seats import choice_of, recruit
from tests.games.shifting_sands.policies import clash, seeking

SEEDS = range(12)
LENGTH, EVERY = 90, 5
USUAL = {
    "choose",
    "activation",
    "moves",
    "walk",
    "redeploy",
    "target",
    "attack",
    "combat-cards",
    "loss",
    "retreat",
}
"""The decisions that come up in every war."""


def decisions(seed: int) -> list[Theatre]:
    """Positions in the thick of the fighting in which a side has something to decide; each kind of decision at
    least when it comes up first."""
    rng = Random(f"recruit {seed}")
    choose, state = seeking(rng), clash(rng)
    found, seen = [], set()
    for number in range(LENGTH):
        if not state.frames:
            break
        frame = state.frames[-1]
        if GAME.actor(state) == CHANCE:
            kind = GAME.kinds[frame[0]]
            assert isinstance(kind, ChanceKind)
            GAME.apply(state, RandomChance(rng).draw(kind.weights(state, frame), 0))
            continue
        options = GAME.options(state)
        if count(options) > 1 and (frame[0] not in seen or number % EVERY == 0):
            seen.add(frame[0])
            found.append(state.copy())
        GAME.apply(state, choose(state, options))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_it_chooses_what_is_legal_and_changes_nothing_by_thinking(seed: int) -> None:
    for state in decisions(seed):
        before = GAME.key(state)
        assert contains(GAME.options(state), choice_of(state))
        assert GAME.key(state) == before


def test_these_positions_ask_for_everything_that_is_usual() -> None:
    asked = {GAME.kind_names[state.frames[-1][0]] for seed in SEEDS for state in decisions(seed)}
    assert asked >= USUAL


def other_cards(state: Theatre, side: int, rng: Random) -> Theatre:
    """The same position, but for the hand of the other side, and the piles of both."""
    return GAME.resample(GAME.view(state, side), rng, state.printed)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_knows_no_more_than_its_seat(seed: int) -> None:
    """Whatever the other side may hold, it chooses the same."""
    met = 0
    for number, state in enumerate(decisions(seed)):
        side = GAME.actor(state)
        other = other_cards(state, side, Random(number))
        met += other.hands[1 - side] != state.hands[1 - side] or draw_pile(other, side) != draw_pile(state, side)
        assert held(other, 1 - side) == held(state, 1 - side)
        assert choice_of(state) == choice_of(other)
    assert met, "nothing is hidden in any of them"


def test_it_is_the_same_again_with_the_same_seed() -> None:
    for state in decisions(1):
        assert choice_of(state, recruit(5)) == choice_of(state.copy(), recruit(5))


@pytest.mark.parametrize("side", [AXIS, ALLIED])
@pytest.mark.parametrize("scenario", ["sonnenblume", "campaign"])
def test_it_plays_to_the_end_and_beats_random_play(scenario: str, side: int) -> None:
    players = [player_for(GAME, "random", Random(5)) for _ in GAME.sides]
    players[side] = recruit(3)
    state = GAME.start(scenario)
    play_out(GAME, state, players, RandomChance(Random(f"{scenario} {side}")))
    assert not state.frames
    assert GAME.score(state).winner == side


def test_it_plays_a_scenario_to_the_end_against_itself() -> None:
    state = GAME.start("sonnenblume")
    play_out(GAME, state, [recruit(1), recruit(2)], RandomChance(Random(5)))
    assert not state.frames


def test_it_remembers_its_plan() -> None:
    """A player that is asked again after its memory was stored goes on where it was."""
    state, player = GAME.start("sonnenblume"), recruit()
    chance = RandomChance(Random(4))
    going_on = 0
    while going_on < 12:
        frame, actor = state.frames[-1], GAME.actor(state)
        if actor == CHANCE:
            kind: Any = GAME.kinds[frame[0]]
            GAME.apply(state, chance.draw(kind.weights(state, frame), 0))
            continue
        if actor == ALLIED:
            GAME.apply(state, choice_of(state))
            continue
        stored = msgspec.json.decode(msgspec.json.encode(player.remember()))  # type: ignore[attr-defined]
        other = recruit(9)
        other.recall(stored)  # type: ignore[attr-defined]
        choice = choice_of(state, player)
        if stored[3] or stored[4]:
            going_on += 1
            assert choice_of(state, other) == choice
        GAME.apply(state, choice)

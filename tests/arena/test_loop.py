"""The loop that plays games out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.arena.loop import Recording, Runaway, Tally, play_out
from sandtable.kernel.chance import FixedChance, RandomChance
from sandtable.kernel.choices import Choice, count
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.seat import Seat
from sandtable.players.random import RandomPlayer

GAME = sandtable.game("tiny-skirmish")


def players(seed: int) -> list[RandomPlayer]:
    return [RandomPlayer(Random(f"{seed} {side}"), GAME.verbs) for side in GAME.sides]


def recounted(recording: Recording) -> tuple[Tally, Any]:
    """Play a recording through the protocol, counting as the design says."""
    state, tally = GAME.start(), Tally(turns=1)
    choices, outcomes = list(recording.choices), list(recording.outcomes)
    while GAME.actor(state) != OVER:
        turn = GAME.turn(state)
        if GAME.actor(state) == CHANCE:
            tally.outcomes += 1
            GAME.apply(state, outcomes.pop(0))
        else:
            tally.choices += 1
            tally.decisions += count(GAME.options(state)) > 1
            GAME.apply(state, choices.pop(0))
        tally.turns += GAME.turn(state) != turn
    return tally, state


@pytest.mark.parametrize("seed", range(5))
def test_it_counts_as_the_protocol_does(seed: int) -> None:
    state, recording = GAME.start(), Recording()
    tally = play_out(GAME, state, players(seed), RandomChance(Random(seed)), recording=recording)
    again, end = recounted(recording)
    assert tally == again
    assert tally.decisions <= tally.choices == len(recording.choices)
    assert GAME.key(state) == GAME.key(end)


def test_players_are_asked_where_there_is_something_to_decide_and_nowhere_else() -> None:
    """Told what was decided in another game they play the same one; what is forced nobody asks them."""
    state, recording = GAME.start(), Recording()
    tally = play_out(GAME, state, players(3), RandomChance(Random(3)), recording=recording)
    decided = decisions_of(recording)
    assert len(decided) == tally.decisions < tally.choices

    class Told:
        def choose(self, seat: Seat) -> Choice:
            assert count(seat.options()) > 1
            return decided.pop(0)

    again = GAME.start()
    play_out(GAME, again, [Told(), Told()], FixedChance(recording.outcomes))
    assert GAME.key(again) == GAME.key(state)
    assert not decided


def decisions_of(recording: Recording) -> list[Choice]:
    """The choices of a game where there was more than one."""
    state, decided, outcomes = GAME.start(), [], iter(recording.outcomes)
    for choice in recording.choices:
        while GAME.actor(state) == CHANCE:
            GAME.apply(state, next(outcomes))
        if count(GAME.options(state)) > 1:
            decided.append(choice)
        GAME.apply(state, choice)
    return decided


def test_a_player_forgets_when_the_turn_passes_and_at_no_other_time() -> None:
    class Diarist:
        """Remembers in which turns it was asked."""

        def __init__(self) -> None:
            self.turns, self.last = [0], players(1)[0]

        def choose(self, seat: Seat) -> Choice:
            self.turns.append(GAME.turn(seat.resample(Random(1))))
            assert len({*self.turns}) == 1, "a turn has passed and is remembered"
            return self.last.choose(seat)

        def remember(self) -> Any:
            raise AssertionError("nobody has to remind a player that is kept")

        def recall(self, memory: Any) -> None:
            assert memory is None
            assert self.turns, "nothing has happened since"
            self.turns = []

    play_out(GAME, GAME.start(), [Diarist(), Diarist()], RandomChance(Random(1)))


def test_a_game_that_does_not_end_is_given_up() -> None:
    with pytest.raises(Runaway) as gave_up:
        play_out(GAME, GAME.start(), players(1), RandomChance(Random(1)), limit=5)
    assert "Tiny Skirmish was not over after 5 steps" in str(gave_up.value)
    assert str(gave_up.value.hint)


def test_a_player_that_cheats_is_named() -> None:
    class Cheat:
        def choose(self, seat: Seat) -> Choice:
            return 9 << 16

    with pytest.raises(SandtableError, match="Cheat made a choice that is not legal"):
        play_out(GAME, GAME.start(), [Cheat(), Cheat()], RandomChance(Random(1)))

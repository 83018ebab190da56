"""Long games: few snapshots, short ways back, and nothing old is touched for a choice."""

from __future__ import annotations

import pickle
import zlib
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.arena import long_games
from sandtable.arena.long_games import LongGame, endless
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.match import Match
from sandtable.kernel.replay import reopen
from sandtable.kernel.snapshots import EVERY, FEW, Snapshots
from sandtable.kernel.trail import BLOCK
from sandtable.table.updates import update_for
from tests.kernel.playing import play_match, random_match

KORPS = endless(sandtable.game("afrika-korps"), "")
LENGTH = 1_200


@pytest.fixture(scope="module")
def played() -> LongGame:
    """A game with undos and a take-back; nobody watches it."""
    play = LongGame(KORPS, "", Random(1))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(long_games, "update_for", lambda *given: None)
        play.on_to(LENGTH * 2 // 3)
        play.match.act(0, "ask-take-back", str(LENGTH // 2))
        play.match.act(1, "grant-take-back")
        play.on_to(LENGTH)
    return play


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[str]:
    """Grows with every call of a function."""
    calls: list[str] = []
    work = getattr(owner, name)

    def counting(*given: Any, **named: Any) -> Any:
        calls.append(name)
        return work(*given, **named)

    monkeypatch.setattr(owner, name, counting)
    return calls


def test_a_long_game_is_the_one_in_its_journal(played: LongGame) -> None:
    match = played.match
    again = reopen(KORPS, match.journal, (0, 1))
    assert KORPS.key(again.state) == KORPS.key(match.state)
    assert again.records == match.records
    assert again.line == match.line
    for side in (SPECTATOR, 0, 1):
        assert again.log(side) == match.log(side)
        assert [again.seen(side, number) for number in range(0, LENGTH, 7)] == [
            match.seen(side, number) for number in range(0, LENGTH, 7)
        ]


def test_every_moment_is_near_a_snapshot(played: LongGame, monkeypatch: pytest.MonkeyPatch) -> None:
    match, state = played.match, played.match.state_at(0)
    turns = {standing.turn for standing in match.line}
    assert len(match._snapshots) <= 1 + FEW + len(turns) + len(match.line) // EVERY
    for place, standing in enumerate(match.line):
        if place % 50 == 0:
            steps = counted(monkeypatch, KORPS, "apply")
            assert KORPS.key(match.state_at(place)) == KORPS.key(state)
            monkeypatch.undo()
            assert len(steps) <= EVERY
        KORPS.apply(state, KORPS.read(state, standing.record.text))
    assert KORPS.key(state) == KORPS.key(match.state)


def test_a_choice_reaches_for_nothing_old(played: LongGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is anything of the long past copied for it: a fork holds the same sealed blocks."""
    opened = counted(monkeypatch, zlib, "decompress")
    play = LongGame(KORPS, "", Random(2))
    play.match, number = played.match.fork(), played.match.number
    play.on_to(number + 2 * BLOCK)
    assert len(opened) <= 4
    fork = play.match.fork()
    for name in ("records", "line", "_seen", "presses"):
        ours, theirs = getattr(fork, name), getattr(play.match, name)
        assert ours._sealed is theirs._sealed
        assert len(ours._recent) < 2 * BLOCK


def test_the_last_lines_of_a_log_are_found_without_the_rest(
    played: LongGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, looked = played.match, counted(monkeypatch, Match, "seen")
    update_for(match, played.board, 0, match.seen(0) - 3)
    assert len(looked) < 100


@pytest.mark.parametrize("name", ["afrika-korps", "rommel-in-the-desert", "tiny-skirmish"])
def test_what_is_sealed_comes_back_equal(name: str) -> None:
    """Events and words of a game are plain data: whatever is not could not be sealed."""
    game = sandtable.game(name)
    match = play_match(random_match(game, 1), Random(1), steps=80)
    standing = list(match.line)
    assert pickle.loads(pickle.dumps(standing)) == standing
    assert any(one.events for one in standing)
    assert any(one.words for one in standing)


# Snapshots


class Place:
    def __init__(self, number: int) -> None:
        self.number = number

    def copy(self) -> Place:
        return self


@pytest.mark.parametrize("turn", [3, 40, EVERY - 1, EVERY, 10 * EVERY])
def test_snapshots_are_few_and_near(turn: int) -> None:
    """With short turns and with endless ones, though another side decides at every step."""
    kept, length = Snapshots(Place(0)), 40 * EVERY
    for place in range(1, length + 1):
        kept.offer(place, Place(place), turn=place % turn == 0, actor=True)
    assert len(kept) <= 2 + FEW + 2 * length // EVERY
    for place in range(length + 1):
        found, state = kept.before(place)
        assert found == state.number
        assert 0 <= place - found <= EVERY
    assert all(kept.before(place)[0] == place for place in range(length - FEW + 2, length + 1))
    kept.cut(length // 2)
    assert kept.before(length)[0] <= length // 2
    assert kept.before(length // 2)[0] >= length // 2 - EVERY

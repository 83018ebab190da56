"""How an open game fares as it grows long: time for each choice, for going back and for reopening, and memory.

A random game is played as the table plays it: each choice on a fork that becomes the match, with the update that
the player is sent, and now and then an undo. Random games end too soon for this, so the game is made endless:
where it would be over, it begins again, in the same match. Times are taken by the processor's clock.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from sandtable.kernel.chance import SeededChance
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Journal, read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import reopen
from sandtable.kernel.scene import Board, board_of
from sandtable.players.random import RandomPlayer
from sandtable.table.updates import moment_of, moments_of, update_for

RECORDS = 40_000
MARKS = (1_000, 10_000, 40_000)
WINDOW = 300
"""Records before a mark whose choices are timed."""
UNDO_EVERY = 25
"""Choices between two undos."""
MOMENTS = 40
"""How many moments of the past are looked at."""
MOST_MEMORY = 20.0
"""MB that an open game may take."""


class LongFigures(msgspec.Struct, frozen=True):
    """What `sandtable bench long` publishes. Times are in milliseconds unless they say otherwise."""

    game: str
    scenario: str
    records: int
    in_effect: int
    """Choices and outcomes that have not been undone."""
    choice_ms: dict[int, float]
    """By the number of records: one choice with its update, without the store."""
    undo_ms: float
    moment_ms: float
    """Going back to some moment of the past, with its scene."""
    moment_worst_ms: float
    moments_ms: float
    """The list of all moments."""
    whole_log_ms: float
    file_bytes: int
    read_seconds: float
    """To read the file and check its lines."""
    reopen_seconds: float
    memory_mb: float
    """What the open game takes beside the printed data."""


def measure_long(game: Game[Any], scenario: str, records: int = RECORDS, seed: int = 1) -> LongFigures:
    """Play a long game, and measure it."""
    game = endless(game, scenario)
    play = LongGame(game, scenario, Random(seed))
    choices = {mark: play.on_to(min(mark, records)) for mark in MARKS if mark <= records}
    play.on_to(records)
    content = write_journal(play.match.journal)
    reading, journal = _timed(lambda: read_journal(content, "the game"))
    reopening, match = _timed(lambda: _reopened(game, journal))
    assert game.key(match.state) == game.key(play.match.state)
    side, board = play.match.actor() if play.match.actor() >= 0 else 0, play.board
    numbers = [play.rng.randrange(match.seen(side) + 1) for _ in range(MOMENTS)]
    went = [_timed(lambda number=number: moment_of(match, board, side, number))[0] for number in numbers]  # type: ignore[misc]
    return LongFigures(
        game=game.id,
        scenario=game.scenario(scenario).id,
        records=match.number,
        in_effect=len(match.line),
        choice_ms={mark: round(spent * 1e3, 3) for mark, spent in choices.items()},
        undo_ms=_ms(median(play.undos)),
        moment_ms=_ms(median(went)),
        moment_worst_ms=_ms(max(went)),
        moments_ms=_ms(_timed(lambda: moments_of(match, side))[0]),
        whole_log_ms=_ms(_timed(lambda: update_for(match, board, side))[0]),
        file_bytes=len(content),
        read_seconds=round(reading, 2),
        reopen_seconds=round(reopening, 2),
        memory_mb=_memory(lambda: _reopened(game, read_journal(content, "the game"))),
    )


def endless(game: Game[Any], scenario: str) -> Game[Any]:
    """The same game, but it begins again where it would be over."""
    kind: Any = type(game)

    def again(state: Any) -> None:
        if not state.frames:
            fresh = game.start(scenario)
            for name in ("frames", *state.FIELDS, *state.CACHES):
                setattr(state, name, getattr(fresh, name))

    class Endless(kind):  # type: ignore[misc]
        def apply(self, state: Any, choice: int) -> None:
            super().apply(state, choice)
            again(state)

    made: Game[Any] = Endless()
    return made


class LongGame:
    """A game that goes on and on."""

    def __init__(self, game: Game[Any], scenario: str, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.board: Board = board_of(game, game.load_data(), scenario)
        self.match = Match.start(game, scenario, chance=SeededChance("long", bytes(32)), game_id="long")
        self.player = RandomPlayer(rng, game.verbs)
        self.undos: list[float] = []
        self._choices = 0

    def on_to(self, records: int) -> float:
        """Play on until there are so many records; the median time of a choice in the last of them."""
        spent: list[float] = []
        while self.match.number < records:
            seconds = self._choose()
            if records - self.match.number < WINDOW:
                spent.append(seconds)
        return median(spent) if spent else 0.0

    def _choose(self) -> float:
        side, number = self.match.actor(), self.match.seen(self.match.actor())
        choice = self.game.write(self.match.state, self.player.pick(self.game.options(self.match.state)))
        seconds, fork = _timed(lambda: self._played(side, choice, number))
        self.match = fork
        self._choices += 1
        if self._choices % UNDO_EVERY == 0 and self.match.undo_target(side) is not None:
            self._undo(side)
        return seconds

    def _played(self, side: int, choice: str, number: int) -> Match:
        """What the room does with a choice."""
        fork = self.match.fork()
        fork.play(side, [choice], number)
        fork.presses.append((self.match.number + 1, fork.number))
        update_for(fork, self.board, side, number)
        return fork

    def _undo(self, side: int) -> None:
        def undone() -> Match:
            fork = self.match.fork()
            fork.undo(side)
            update_for(fork, self.board, side, fork.seen(side) - 1)
            return fork

        seconds, self.match = _timed(undone)
        self.undos.append(seconds)


def _reopened(game: Game[Any], journal: Journal) -> Match:
    return reopen(game, journal, range(len(game.sides)), chance=SeededChance("long", bytes(32)))


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = process_time()
    made = work()
    return process_time() - began, made


def _ms(seconds: float) -> float:
    return round(seconds * 1e3, 2)


def _memory(make: Callable[[], Any]) -> float:
    """Megabytes that something holds on to once it is made."""
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        del made
        return round(size / 1e6, 1)
    finally:
        tracemalloc.stop()

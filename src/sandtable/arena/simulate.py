"""Many games between computer players, on one core or several, with the same results either way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, median
from time import perf_counter
from typing import Any

import msgspec

from sandtable.arena.loop import LIMIT, Recording, play_out
from sandtable.kernel.chance import FixedChance, RandomChance
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import Game
from sandtable.kernel.journal import save_journal
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as game_by_id
from sandtable.players.registry import player_for


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """What to play. Game n has its own seeds, made from `seed` and n, whichever process plays it."""

    game: str
    scenario: str = ""
    options: dict[str, str] = {}
    players: tuple[str, ...]
    games: int
    seed: int
    journals: Path | None = None
    data: Path | None = None
    limit: int = LIMIT


class GameResult(msgspec.Struct, frozen=True):
    """How one game went; `winner` is None for a draw, `margin` is seen from the first side (`Score.margin`)."""

    number: int
    winner: int | None
    margin: float
    how: str
    rule: str
    turns: int
    decisions: int
    outcomes: int
    seconds: float


class Spread(msgspec.Struct, frozen=True):
    """The least, the median and the most of something, and its total."""

    least: int
    median: float
    most: int
    total: int


class Ending(msgspec.Struct, frozen=True):
    """One way in which games ended, its margin, and how many did."""

    winner: str | None
    margin: float
    how: str
    rule: str
    games: int


class Summary(msgspec.Struct, frozen=True):
    """All games together. Nothing here depends on the clock or on the number of processes."""

    game: str
    scenario: str
    seed: int
    games: int
    players: dict[str, str]
    wins: dict[str, int]
    draws: int
    margin: float
    """The mean of all games, from 1 (the first side has won all of them, totally) to -1 (the second side has)."""
    endings: list[Ending]
    turns: Spread
    decisions: Spread
    outcomes: Spread


def seeded(series: Series, number: int, use: str) -> Random:
    """The random generator of one game for one use; text seeds give the same numbers on every machine."""
    return Random(f"sandtable {series.seed} {number} {use}")


def journal_path(series: Series, number: int) -> Path:
    """Where the journal of a game goes."""
    assert series.journals is not None
    return series.journals / f"{series.game}-seed{series.seed}-game{number:05d}.journal"


def play_game(series: Series, number: int) -> GameResult:
    """Play one game of the series."""
    game = game_by_id(series.game)
    state = game.start(series.scenario, series.options, series.data)
    players = [
        player_for(game, name, seeded(series, number, f"side {i}")) for i, name in enumerate(series.players)
    ]
    recording = Recording() if series.journals is not None else None
    started = perf_counter()
    chance = RandomChance(seeded(series, number, "chance"))
    tally = play_out(game, state, players, chance, limit=series.limit, recording=recording)
    seconds = perf_counter() - started
    if recording is not None:
        _write_journal(game, series, number, recording)
    score = game.score(state)
    return GameResult(
        number=number,
        winner=score.winner,
        margin=score.margin,
        how=str(score.how),
        rule=score.rule,
        turns=tally.turns,
        decisions=tally.decisions,
        outcomes=tally.outcomes,
        seconds=seconds,
    )


def _write_journal(game: Game[Any], series: Series, number: int, recording: Recording) -> None:
    """Play the recording through a match, which checks every choice, and store its journal."""
    match = Match.start(
        game,
        series.scenario,
        series.options,
        chance=FixedChance(recording.outcomes),
        data=series.data,
        game_id=f"seed {series.seed}, game {number}",
    )
    for choice in recording.choices:
        match.play(match.actor(), [game.write(match.state, choice)])
    assert match.actor() == OVER
    save_journal(match.journal, journal_path(series, number))


def simulate(series: Series, jobs: int = 1, each: Callable[[GameResult], None] | None = None) -> list[GameResult]:
    """Play all games of a series; `each` is called with every game as it ends, in order."""
    _check(series)
    results = []
    for result in _results(series, jobs):
        results.append(result)
        if each is not None:
            each(result)
    return results


def _check(series: Series) -> None:
    """Refuse an unplayable series before any process is started."""
    game = game_by_id(series.game)
    game.options_of(series.scenario, series.options)
    for name in series.players:
        player_for(game, name, Random(0))
    if series.journals is not None:
        series.journals.mkdir(parents=True, exist_ok=True)


def _results(series: Series, jobs: int) -> Iterator[GameResult]:
    numbers = range(1, series.games + 1)
    if jobs == 1:
        yield from map(partial(play_game, series), numbers)
        return
    pool = ProcessPoolExecutor(min(jobs, series.games), mp_context=get_context("spawn"))
    try:
        yield from pool.map(partial(play_game, series), numbers, chunksize=max(1, series.games // (jobs * 8)))
    finally:
        pool.shutdown(cancel_futures=True)


def summary(series: Series, results: list[GameResult]) -> Summary:
    """All games of a series together."""
    game = game_by_id(series.game)
    won = Counter(result.winner for result in results)
    endings = Counter((result.winner, result.margin, result.how, result.rule) for result in results)
    return Summary(
        game=game.id,
        scenario=game.scenario(series.scenario).id,
        seed=series.seed,
        games=len(results),
        players=dict(zip(game.sides, series.players, strict=True)),
        wins={side: won[index] for index, side in enumerate(game.sides)},
        draws=won[None],
        margin=round(fmean(result.margin for result in results), 4),
        endings=[
            Ending(None if winner is None else game.sides[winner], margin, how, rule, games)
            for (winner, margin, how, rule), games in endings.most_common()
        ],
        turns=_spread(result.turns for result in results),
        decisions=_spread(result.decisions for result in results),
        outcomes=_spread(result.outcomes for result in results),
    )


def _spread(values: Iterable[int]) -> Spread:
    listed = sorted(values)
    return Spread(listed[0], median(listed), listed[-1], sum(listed))

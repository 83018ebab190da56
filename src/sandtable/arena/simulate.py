"""Many games between computer players, on one core or several, with the same results either way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
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


class Plan(msgspec.Struct, frozen=True, kw_only=True):
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
    """How one game went; `winner` is None for a draw."""

    number: int
    winner: int | None
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
    """One way in which games ended, and how many did."""

    winner: str | None
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
    endings: list[Ending]
    turns: Spread
    decisions: Spread
    outcomes: Spread


def seeded(plan: Plan, number: int, use: str) -> Random:
    """The random generator of one game for one use; text seeds give the same numbers on every machine."""
    return Random(f"sandtable {plan.seed} {number} {use}")


def journal_path(plan: Plan, number: int) -> Path:
    """Where the journal of a game goes."""
    assert plan.journals is not None
    return plan.journals / f"{plan.game}-seed{plan.seed}-game{number:05d}.journal"


def play_game(plan: Plan, number: int) -> GameResult:
    """Play one game of the plan."""
    game = game_by_id(plan.game)
    state = game.start(plan.scenario, plan.options, plan.data)
    players = [player_for(game, name, seeded(plan, number, f"side {i}")) for i, name in enumerate(plan.players)]
    recording = Recording() if plan.journals is not None else None
    started = perf_counter()
    chance = RandomChance(seeded(plan, number, "chance"))
    tally = play_out(game, state, players, chance, limit=plan.limit, recording=recording)
    seconds = perf_counter() - started
    if recording is not None:
        _write_journal(game, plan, number, recording)
    score = game.score(state)
    return GameResult(
        number, score.winner, str(score.how), score.rule, tally.turns, tally.decisions, tally.outcomes, seconds
    )


def _write_journal(game: Game[Any], plan: Plan, number: int, recording: Recording) -> None:
    """Play the recording through a match, which checks every choice, and store its journal."""
    match = Match.start(
        game,
        plan.scenario,
        plan.options,
        chance=FixedChance(recording.outcomes),
        data=plan.data,
        game_id=f"seed {plan.seed}, game {number}",
    )
    for choice in recording.choices:
        match.play(match.actor(), [game.write(match.state, choice)])
    assert match.actor() == OVER
    save_journal(match.journal, journal_path(plan, number))


def simulate(plan: Plan, jobs: int = 1, each: Callable[[GameResult], None] | None = None) -> list[GameResult]:
    """Play all games of a plan; `each` is called with every game as it ends, in order."""
    _check(plan)
    results = []
    for result in _results(plan, jobs):
        results.append(result)
        if each is not None:
            each(result)
    return results


def _check(plan: Plan) -> None:
    """Refuse an unplayable plan before any process is started."""
    game = game_by_id(plan.game)
    game.options_of(plan.scenario, plan.options)
    for name in plan.players:
        player_for(game, name, Random(0))
    if plan.journals is not None:
        plan.journals.mkdir(parents=True, exist_ok=True)


def _results(plan: Plan, jobs: int) -> Iterator[GameResult]:
    numbers = range(1, plan.games + 1)
    if jobs == 1:
        yield from map(partial(play_game, plan), numbers)
        return
    pool = ProcessPoolExecutor(min(jobs, plan.games), mp_context=get_context("spawn"))
    try:
        yield from pool.map(partial(play_game, plan), numbers, chunksize=max(1, plan.games // (jobs * 8)))
    finally:
        pool.shutdown(cancel_futures=True)


def summary(plan: Plan, results: list[GameResult]) -> Summary:
    """All games of a plan together."""
    game = game_by_id(plan.game)
    won = Counter(result.winner for result in results)
    endings = Counter((result.winner, result.how, result.rule) for result in results)
    return Summary(
        game=game.id,
        scenario=game.scenario(plan.scenario).id,
        seed=plan.seed,
        games=len(results),
        players=dict(zip(game.sides, plan.players, strict=True)),
        wins={side: won[index] for index, side in enumerate(game.sides)},
        draws=won[None],
        endings=[
            Ending(None if winner is None else game.sides[winner], how, rule, games)
            for (winner, how, rule), games in endings.most_common()
        ],
        turns=_spread(result.turns for result in results),
        decisions=_spread(result.decisions for result in results),
        outcomes=_spread(result.outcomes for result in results),
    )


def _spread(values: Iterable[int]) -> Spread:
    listed = sorted(values)
    return Spread(listed[0], median(listed), listed[-1], sum(listed))

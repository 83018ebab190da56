"""How fast a game goes, beside python-chess measured in the same run on the same core.

Random play through the loop that `simulate` uses, whole games only, the legal set built for each choice; where
sides hide something, once more with the view of the side that decides made before each choice, as an agent would
have it. Every repetition measures the game and python-chess one after the other, so that a busy machine slows both
alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from sandtable.arena.loop import LIMIT, play_out
from sandtable.kernel.bits import ones
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import Choice
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import Game, Question
from sandtable.kernel.seat import Player, Seat
from sandtable.players.random import RandomPlayer

CHESS_PLIES = 200
"""A random game of chess is cut here, as most of them wander without end."""

POSITIONS = 24
"""So many positions of a random game stand in for recorded ones."""

PARTING = "---"
"""The line between two positions of one file."""

REACH = "reach"


class Figures(msgspec.Struct, frozen=True):
    """One game's speed: medians over the repetitions, and the best of them.

    A decision is a choice with two or more options. The figure with views is None for a game without secrets;
    `reach_us` is the time of one reach query, None when the game has no such question; the chess figures are None
    where python-chess is not installed.
    """

    game: str
    scenario: str
    repetitions: int
    decisions_per_second: float
    decisions_per_second_best: float
    decisions_per_second_with_views: float | None
    player_turns_per_second: float
    player_turns_per_second_best: float
    copy_us: float
    reach_us: float | None
    chess_plies_per_second: float | None
    chess_plies_per_second_best: float | None
    ratio: float | None
    """Decisions per second over python-chess's random plies per second: the median of the repetitions."""


class _Pace(msgspec.Struct):
    """What one repetition counted, and in how many seconds."""

    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0


class _Looking:
    """A random player that is shown its view before every choice."""

    def __init__(self, player: RandomPlayer) -> None:
        self._player = player

    def choose(self, seat: Seat) -> Choice:
        seat.view()
        return self._player.pick(seat.options())


def measure(
    game: Game[Any], scenario: str = "", *, seed: int = 1, repetitions: int = 5, seconds: float = 1.0
) -> Figures:
    """The speed of a game; each repetition plays whole games for at least `seconds`."""
    start = game.start(scenario)
    paces, looking, chess = [], [], []
    for number in range(repetitions):
        paces.append(_random_play(game, start, Random(f"{seed} {number}"), seconds))
        if game.secrets:
            looking.append(_random_play(game, start, Random(f"{seed} {number}"), seconds, looks=True))
        if has_chess():
            chess.append(_chess_plies_per_second(Random(f"{seed} {number}"), min(seconds, 1.0)))
    rates = [pace.decisions / pace.seconds for pace in paces]
    turns = [pace.turns / pace.seconds for pace in paces]
    positions = positions_of(game, start, Random(seed))
    return Figures(
        game=game.id,
        scenario=game.scenario(scenario).id,
        repetitions=repetitions,
        decisions_per_second=round(median(rates), 1),
        decisions_per_second_best=round(max(rates), 1),
        decisions_per_second_with_views=round(median(pace.decisions / pace.seconds for pace in looking), 1)
        if looking
        else None,
        player_turns_per_second=round(median(turns), 2),
        player_turns_per_second_best=round(max(turns), 2),
        copy_us=round(_copy_us(positions, repetitions), 3),
        reach_us=_reach_us(game, positions, repetitions),
        chess_plies_per_second=round(median(chess), 1) if chess else None,
        chess_plies_per_second_best=round(max(chess), 1) if chess else None,
        ratio=round(median(ours / theirs for ours, theirs in zip(rates, chess, strict=True)), 3)
        if chess
        else None,
    )


def _random_play(game: Game[Any], start: Any, rng: Random, seconds: float, looks: bool = False) -> _Pace:
    pace = _Pace()
    while not pace.seconds or pace.seconds < seconds:
        players: list[Player] = [RandomPlayer(rng, game.verbs) for _ in game.sides]
        if looks:
            players = [_Looking(RandomPlayer(rng, game.verbs)) for _ in game.sides]
        state = start.copy()
        began = perf_counter()
        tally = play_out(game, state, players, RandomChance(rng))
        pace.seconds += perf_counter() - began
        pace.decisions += tally.decisions
        pace.turns += tally.turns
    return pace


def has_chess() -> bool:
    return find_spec("chess") is not None


def _chess_plies_per_second(rng: Random, seconds: float) -> float:
    """Random plies of python-chess in a second: the legal moves listed, one drawn and pushed."""
    import chess

    plies, board, began = 0, chess.Board(), perf_counter()
    while True:
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) >= CHESS_PLIES:
            board = chess.Board()
        else:
            board.push(rng.choice(moves))
            plies += 1
        spent = perf_counter() - began
        if spent >= seconds and plies:
            return plies / spent


# Positions


def recorded_positions(folder: Path) -> list[str]:
    """The texts of the positions recorded in a game's folder; a line of three dashes parts those of one file."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((folder / "positions").glob("*.txt"))]
    return [part for text in texts for part in f"\n{text}".split(f"\n{PARTING}\n") if part.strip()]


def positions_of(game: Game[Any], start: Any, rng: Random) -> list[Any]:
    """The positions recorded in the game's folder; without any, some from a random game."""
    recorded = [game.read_position(text, start.scenario) for text in recorded_positions(game.folder)]
    return recorded or list(_sampled(game, start, rng))


def _sampled(game: Game[Any], start: Any, rng: Random) -> Iterator[Any]:
    """Positions spread evenly over one random game, its first among them."""
    player, chance, state = RandomPlayer(rng, game.verbs), RandomChance(rng), start.copy()
    kept: list[Any] = []
    stride = 1
    for number in range(LIMIT):
        if game.actor(state) == OVER:
            break
        if game.actor(state) == CHANCE:
            game.apply(state, chance.draw(game.chance(state), 0))
            continue
        if number % stride == 0:
            kept.append(state.copy())
        if len(kept) >= 2 * POSITIONS:
            kept, stride = kept[::2], stride * 2
        game.apply(state, player.pick(game.options(state)))
    yield from kept


# Single operations


def _best_us(work: Callable[[], int], repetitions: int) -> float:
    """Microseconds for one operation: the best of some repetitions of work that counts its operations."""
    best = float("inf")
    for _ in range(repetitions):
        began = perf_counter()
        done = work()
        best = min(best, (perf_counter() - began) / done)
    return best * 1e6


def _copy_us(positions: Sequence[Any], repetitions: int) -> float:
    rounds = max(1, 500 // len(positions))

    def work() -> int:
        for _ in range(rounds):
            for state in positions:
                state.copy()
        return rounds * len(positions)

    return _best_us(work, repetitions)


def _reach_us(game: Game[Any], positions: Sequence[Any], repetitions: int) -> float | None:
    """One reach query, over every argument that could be chosen in these positions."""
    question = game.questions.get(REACH)
    if question is None:
        return None
    asked = [(state, argument) for state in positions for argument in _arguments(game, state, question)]
    if not asked:
        return None

    def work() -> int:
        for state, argument in asked:
            question.answer(state, argument)
        return len(asked)

    return round(_best_us(work, repetitions), 3)


def _arguments(game: Game[Any], state: Any, question: Question) -> Iterator[int]:
    """What the question can be asked about here: the legal arguments of its noun."""
    for verb, arguments in game.options(state):
        if question.nouns == (game.verbs[verb].noun,):
            yield from ones(arguments)

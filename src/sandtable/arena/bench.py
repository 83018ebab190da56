"""How fast a game runs, as a multiple of python-chess measured in the same run on the same core.

Games are played at random to the end, through the loop that `simulate` uses, and the legal set is built for each
choice. They start from the set-up of every scenario and from recorded mid-game positions. Work is done in slices:
some of our games, then some random chess, timed by the processor's clock, so that a busy machine slows both alike.
A slice is a fixed piece of work: the same games whenever and wherever it is played. A game with secrets gets one
more figure: the pace when the view of the deciding side is made before each choice, as a computer player would
need it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
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

SLICE = 4_000
"""The least number of decisions in a slice; its last game is played to the end."""
CHESS_SHARE = 0.5
"""Chess plies after each game, for each of its decisions: both are timed while the machine is equally busy."""
CHESS_PLIES = 200
"""A random game of chess is cut off here, because most of them wander on for ever."""
FEW_SLICES = 3
"""The least number of slices played from each start, however little time there is."""
REPETITIONS = 5
"""How often a single operation is timed; the best time counts."""
POSITIONS = 24
"""How many positions of a random game stand in for recorded ones."""
PARTING = "---"
"""The line between two positions in a file."""
REACH = "reach"
COPY_BAR_US = 20.0

Watcher = Callable[[str], None]
"""Called with the name of what is measured next."""


class Pace(msgspec.Struct, frozen=True):
    """Random play from one start: the medians of its slices. A decision is a choice with two or more options."""

    decisions_per_second: float
    player_turns_per_second: float
    ratio: float | None
    """Decisions over python-chess's random plies, slice by slice; None where python-chess is not installed."""


class ScenarioFigures(msgspec.Struct, frozen=True):
    """One scenario: from its set-up, and from its recorded positions, if there are any."""

    scenario: str
    set_up: Pace
    recorded: Pace | None
    positions: int


class Bar(msgspec.Struct, frozen=True):
    """What a figure must reach: at least a multiple of python-chess, or at most a time."""

    what: str
    bar: float
    measured: float
    met: bool


class Figures(msgspec.Struct, frozen=True):
    """One game's speed; the paces are medians of its scenarios.

    The figure with views is None for a game without secrets; those from recorded positions are None when there
    are no recorded positions. `reach_us` is the time of one reach query, or None when the game has no such
    question.
    """

    game: str
    decisions_per_second: float
    player_turns_per_second: float
    ratio: float | None
    recorded_decisions_per_second: float | None
    recorded_player_turns_per_second: float | None
    recorded_ratio: float | None
    decisions_per_second_with_views: float | None
    chess_plies_per_second: float | None
    copy_us: float
    reach_us: float | None
    bars: list[Bar]
    scenarios: list[ScenarioFigures]


class _Slice(msgspec.Struct, frozen=True):
    """What one slice counted per second."""

    decisions: float
    turns: float
    plies: float | None


class _Looking:
    """A random player that is shown its view before every choice."""

    def __init__(self, player: RandomPlayer) -> None:
        self._player = player

    def choose(self, seat: Seat) -> Choice:
        seat.view()
        return self._player.pick(seat.options())


def starts_of(game: Game[Any], scenario: str = "") -> int:
    """How many starts there are to measure, in one scenario or in all."""
    names = [game.scenario(scenario).id] if scenario else [info.id for info in game.scenarios]
    return sum(1 + bool(recorded_positions(game.folder, name)) for name in names)


def measure(
    game: Game[Any],
    scenario: str = "",
    *,
    seed: int = 1,
    seconds: float = 2.0,
    slices: int = 0,
    watch: Watcher | None = None,
) -> Figures:
    """The speed of a game, in one scenario or all; each start is played for `seconds`, or for `slices` slices."""
    names = [game.scenario(scenario).id] if scenario else [info.id for info in game.scenarios]
    least = slices or FEW_SLICES
    bench = _Bench(game, seed, 0.0 if slices else seconds, least, watch or (lambda start: None))
    return bench.figures([bench.scenario(name) for name in names])


class _Bench:
    """One measurement of one game."""

    def __init__(self, game: Game[Any], seed: int, seconds: float, least: int, watch: Watcher) -> None:
        self.game, self.seed, self.seconds, self.least, self.watch = game, seed, seconds, least, watch
        self.plies: list[float] = []

    def scenario(self, name: str) -> ScenarioFigures:
        data = self.game.load_data()
        recorded = [self.game.read_position(text, data) for text in recorded_positions(self.game.folder, name)]
        self.watch(f"{self.game.id}, {name}, from the set-up")
        set_up = self.pace([self.game.start(name)])
        if not recorded:
            return ScenarioFigures(name, set_up, None, 0)
        self.watch(f"{self.game.id}, {name}, from {len(recorded)} positions")
        Random(self.seed).shuffle(recorded)
        return ScenarioFigures(name, set_up, self.pace(recorded), len(recorded))

    def pace(self, starts: Sequence[Any], looks: bool = False) -> Pace:
        """Slices for about `seconds`, taking the starts in turn."""
        slices: list[_Slice] = []
        ends, turns = perf_counter() + self.seconds, cycle(starts)
        while len(slices) < self.least or perf_counter() < ends:
            rng = Random(f"{self.seed} {len(slices)}")
            slices.append(_played_slice(self.game, turns, rng, looks))
        self.plies += [each.plies for each in slices if each.plies]
        return Pace(
            decisions_per_second=round(median(each.decisions for each in slices), 1),
            player_turns_per_second=round(median(each.turns for each in slices), 2),
            ratio=_median(each.decisions / each.plies if each.plies else None for each in slices),
        )

    def figures(self, scenarios: list[ScenarioFigures]) -> Figures:
        """All figures of the game, from those of its scenarios."""
        game, start = self.game, self.game.start(scenarios[0].scenario)
        recorded = [each.recorded for each in scenarios if each.recorded is not None]
        looking = self.pace([start], looks=True) if game.hides(start) else None
        positions = positions_of(game, start, Random(self.seed))
        ratio = _median(each.set_up.ratio for each in scenarios)
        recorded_ratio, copy_us = _median(pace.ratio for pace in recorded), round(_copy_us(positions), 3)
        return Figures(
            game=game.id,
            decisions_per_second=median(each.set_up.decisions_per_second for each in scenarios),
            player_turns_per_second=median(each.set_up.player_turns_per_second for each in scenarios),
            ratio=ratio,
            recorded_decisions_per_second=_median(pace.decisions_per_second for pace in recorded),
            recorded_player_turns_per_second=_median(pace.player_turns_per_second for pace in recorded),
            recorded_ratio=recorded_ratio,
            decisions_per_second_with_views=looking.decisions_per_second if looking else None,
            chess_plies_per_second=_median(self.plies),
            copy_us=copy_us,
            reach_us=_reach_us(game, positions),
            bars=_bars(game.folder, ratio, recorded_ratio, copy_us),
            scenarios=scenarios,
        )


def _median(values: Iterable[float | None]) -> float | None:
    """The median of what was measured, or None if nothing was."""
    measured = [value for value in values if value is not None]
    return round(median(measured), 3) if measured else None


def _bars(folder: Path, ratio: float | None, recorded: float | None, copy_us: float) -> list[Bar]:
    """The bars of a game, from its `bars.toml`, beside what was measured."""
    file = folder / "bars.toml"
    least = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    measured = (("set_up", "from the set-ups", ratio), ("recorded", "from recorded positions", recorded))
    multiples = [
        Bar(f"multiple of python-chess {words}", least[name], value, value >= least[name])
        for name, words, value in measured
        if value is not None and name in least
    ]
    return [*multiples, Bar("state copy, us", COPY_BAR_US, copy_us, copy_us <= COPY_BAR_US)]


# Slices


def _played_slice(game: Game[Any], starts: Iterator[Any], rng: Random, looks: bool) -> _Slice:
    """Whole games from the next starts, with chess in between."""
    decisions = turns = 0
    spent = 0.0
    chess = _Chess(Random(rng.random())) if has_chess() else None
    while decisions < SLICE:
        players: list[Player] = [RandomPlayer(rng, game.verbs) for _ in game.sides]
        if looks:
            players = [_Looking(RandomPlayer(rng, game.verbs)) for _ in game.sides]
        state = next(starts).copy()
        began = process_time()
        tally = play_out(game, state, players, RandomChance(rng))
        spent += process_time() - began
        decisions += tally.decisions
        turns += tally.turns
        if chess is not None:
            chess.play(decisions * CHESS_SHARE)
    return _Slice(decisions / spent, turns / spent, chess.plies / chess.spent if chess else None)


def has_chess() -> bool:
    return find_spec("chess") is not None


class _Chess:
    """Random play of python-chess: list the legal moves, draw one, push it."""

    def __init__(self, rng: Random) -> None:
        import chess

        self._new_board, self._rng = chess.Board, rng
        self._board = self._new_board()
        self.plies = 0
        self.spent = 0.0

    def play(self, plies: float) -> None:
        """Go on until this many plies have been played in all."""
        began = process_time()
        while self.plies < plies:
            moves = list(self._board.legal_moves)
            if not moves or len(self._board.move_stack) >= CHESS_PLIES:
                self._board = self._new_board()
            else:
                self._board.push(self._rng.choice(moves))
                self.plies += 1
        self.spent += process_time() - began


# Positions


def recorded_positions(folder: Path, scenario: str = "*") -> list[str]:
    """The texts of the positions recorded in a game's folder, for one scenario or for all."""
    files = sorted((folder / "positions").glob(f"{scenario}.txt"))
    return [text for file in files for text in parted(file.read_text(encoding="utf-8"))]


def parted(text: str) -> list[str]:
    """The positions of one file, separated by lines of three dashes."""
    return [part for part in f"\n{text}".split(f"\n{PARTING}\n") if part.strip()]


def positions_of(game: Game[Any], start: Any, rng: Random) -> list[Any]:
    """The positions recorded in the game's folder, or some from a random game when there are none."""
    recorded = [game.read_position(text, start.printed) for text in recorded_positions(game.folder)]
    return recorded or list(_sampled(game, start, rng))


def _sampled(game: Game[Any], start: Any, rng: Random) -> Iterator[Any]:
    """Positions spread evenly over one random game, the first included."""
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


def _best_us(work: Callable[[], int]) -> float:
    """Microseconds for one operation: the best of several repetitions. `work` returns how many operations it
    did."""
    best = float("inf")
    for _ in range(REPETITIONS):
        began = process_time()
        done = work()
        best = min(best, (process_time() - began) / done)
    return best * 1e6


def _copy_us(positions: Sequence[Any]) -> float:
    rounds = max(1, 1_000 // len(positions))

    def work() -> int:
        for _ in range(rounds):
            for state in positions:
                state.copy()
        return rounds * len(positions)

    return _best_us(work)


def _reach_us(game: Game[Any], positions: Sequence[Any]) -> float | None:
    """One reach query, over every argument that can be chosen in these positions and leads anywhere."""
    question = game.questions.get(REACH)
    if question is None:
        return None
    asked = [
        (state, argument)
        for state in positions
        for argument in _arguments(game, state, question)
        if question.answer(state, argument)
    ]
    if not asked:
        return None

    def work() -> int:
        for state, argument in asked:
            question.answer(state, argument)
        return len(asked)

    return round(_best_us(work), 3)


def _arguments(game: Game[Any], state: Any, question: Question) -> Iterator[int]:
    """What the question can be asked about here: the legal arguments of its noun."""
    for verb, arguments in game.options(state):
        if question.nouns == (game.verbs[verb].noun,):
            yield from ones(arguments)

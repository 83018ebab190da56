"""Where each game is tried out: what its tests bring to play it at random, for scripts that work on any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from sandtable.kernel.game import Game
from tests import fuzzer
from tests.fuzzer import Policy, Watcher

TESTS = Path(__file__).parent


class Counting(Watcher, Protocol):
    """Counts how often each clause decided something."""

    asked: frozenset[str]
    fired: Counter[str]


class Ground(NamedTuple):
    """A game with its policies and its starts."""

    game: Game[Any]
    folder: Path
    """Where its tests lie."""
    positions: Path
    """Those written for clauses that fire seldom."""
    seeking: Callable[[Random], Policy]
    """The policy that goes for the enemy."""
    thick: Callable[[Random], Any]
    """A random position in the thick of it."""
    fuzzed: type[fuzzer.Fuzzed]
    watch: Callable[[], Counting]
    """What counts how often rules are seen at work."""


def afrika_korps() -> Ground:
    from tests.games.afrika_korps.fuzzing import Fuzzed
    from tests.games.afrika_korps.melees import melee
    from tests.games.afrika_korps.policies import ContactSeeking
    from tests.games.afrika_korps.witnesses import Watch

    folder = TESTS / "games" / "afrika_korps"
    return Ground(Fuzzed.game, folder, folder / "positions", ContactSeeking, melee, Fuzzed, Watch)


def rommel_in_the_desert() -> Ground:
    from tests.games.rommel_in_the_desert.clashes import clash
    from tests.games.rommel_in_the_desert.evidence import Watch
    from tests.games.rommel_in_the_desert.skirmishes import ContactSeeking, Fuzzed

    folder = TESTS / "games" / "rommel_in_the_desert"
    return Ground(Fuzzed.game, folder, folder / "evidence" / "positions", ContactSeeking, clash, Fuzzed, Watch)


GROUNDS = {"afrika-korps": afrika_korps, "rommel-in-the-desert": rommel_in_the_desert}


def ground_of(game_id: str) -> Ground:
    """The ground of a game by its id."""
    return GROUNDS[game_id]()

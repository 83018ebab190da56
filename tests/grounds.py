"""Where each game is tried out: what its tests bring to play it at random, for scripts that work on any game."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import fuzzer
from fuzzer import Policy, Watcher
from sandtable.kernel.game import Game

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
    from fuzzing import Fuzzed
    from melees import melee
    from policies import ContactSeeking
    from witnesses import Watch

    folder = TESTS / "afrika_korps"
    return Ground(Fuzzed.game, folder, folder / "positions", ContactSeeking, melee, Fuzzed, Watch)


def rommel_in_the_desert() -> Ground:
    from clashes import clash
    from evidence import Watch
    from skirmishes import ContactSeeking, Fuzzed

    folder = TESTS / "rommel"
    return Ground(Fuzzed.game, folder, folder / "evidence" / "positions", ContactSeeking, clash, Fuzzed, Watch)


GROUNDS = {
    "afrika-korps": (TESTS / "afrika_korps", afrika_korps),
    "rommel-in-the-desert": (TESTS / "rommel", rommel_in_the_desert),
}


def ground_of(game_id: str) -> Ground:
    """The ground of a game by its id; its folder becomes importable, as pytest makes it."""
    folder, ground = GROUNDS[game_id]
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return ground()

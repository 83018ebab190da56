"""Moments of games played at random, with as many kinds of decision as come up: anything may be asked there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.kernel.game import SPECTATOR, Game
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import Grounds

READERS = (0, 1, SPECTATOR)
PER_KIND = 3
"""This many moments are kept of each kind of decision in a game, so that rare ones come up too."""


def opening(game: Game[Any], scenario: str, number: int) -> Any:
    """The start of a scenario; the values of its options come up in turn."""
    options = game.scenario(scenario).options
    return game.start(scenario, {option.name: option.values[number % len(option.values)] for option in options})


def moments(grounds: Grounds[Any], state: Any, policy: str, rng: Random, *, wanted: int, length: int) -> list[Any]:
    """Random moments of a game that is played on from here, with as many kinds of decision as possible."""
    game = grounds.game
    kept: dict[str, list[Any]] = {}
    met: Counter[str] = Counter()
    choose = grounds.policies[policy](rng)
    for _ in range(length):
        if not state.frames:
            break
        kind = game.kind_names[state.frames[-1][0]]
        met[kind] += 1
        number, found = rng.randrange(met[kind]), kept.setdefault(kind, [])
        if len(found) < PER_KIND:
            found.append(state.copy())
        elif number < PER_KIND:
            found[number] = state.copy()
        game.apply(state, next_choice(game, state, choose, rng))
    kept["end"] = [state]
    return list(_in_turn(list(kept.values()), rng))[:wanted]


def _in_turn(groups: list[list[Any]], rng: Random) -> Iterator[Any]:
    """One of each group, then another of each."""
    rng.shuffle(groups)
    for place in range(PER_KIND):
        yield from (group[place] for group in groups if place < len(group))

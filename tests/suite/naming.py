"""Which paragraphs are named, and which decisions met, in games from every sort of start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.suite.budget import FEW_POINTS, MANY_GAMES, THICK_LENGTH, WRITTEN_LENGTH
from tests.suite.fuzzer import LONGEST, Fuzzed
from tests.suite.grounds import POLICIES, Grounds, policy_of
from tests.suite.rulebook import ruling

SEVERAL = 6
"""How often each policy plays a written position: what it was written for may need some luck."""


def starts(grounds: Grounds[Any]) -> Iterator[tuple[str, int]]:
    """Where games begin and how long they last: set-ups, written positions, whole games, and so on."""
    game, recorded = grounds.game, grounds.recorded()
    for info in game.scenarios:
        yield game.write_position(game.start(info.id)), THICK_LENGTH
    for text in grounds.written().values():
        for _ in range(SEVERAL * len(POLICIES)):  # they take turns, so that each plays it
            yield text, WRITTEN_LENGTH
    for info in game.scenarios:
        yield game.write_position(game.start(info.id)), LONGEST
    for number in range(MANY_GAMES):
        yield game.write_position(grounds.thick(Random(f"named {number}"))), THICK_LENGTH
        if recorded:
            yield recorded[number % len(recorded)], THICK_LENGTH


class Named:
    """What came up in some games: paragraphs named, kinds of decisions met."""

    def __init__(self, grounds: Grounds[Any]) -> None:
        self.grounds = grounds
        self.paragraphs: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.played = 0

    def play(self, start: str, length: int, folder: Path) -> None:
        rng, policy = Random(f"named {self.played}"), policy_of(self.played)
        game = Fuzzed(self.grounds, start, rng, policy, curious=True)
        game.play(points=FEW_POINTS, length=length, folder=folder)
        self.paragraphs += game.named
        self.kinds += game.met
        self.played += 1

    def missing(self) -> list[str]:
        """The paragraphs that should have been named, and the decisions and dice that never came up."""
        game = self.grounds.game
        wanted = [name for name in ruling(game) if name not in self.grounds.unnamed]
        kinds = [kind.name for kind in game.kinds if kind.decides]
        return [each for each in wanted if not self.paragraphs[each]] + [k for k in kinds if not self.kinds[k]]

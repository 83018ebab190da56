"""A game's testing grounds: the little that the generic suite must know about a game to play it at random.

Every game has a module `tests/games/GAME/grounds.py` (its id, with underscores) with its `GROUNDS`. Beside it are
`positions/`, with positions written for rare cases and named by their paragraph, and `perft.txt`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple

import pytest

import sandtable
from sandtable.arena.bench import recorded_positions
from sandtable.kernel.choices import Choice, Options
from sandtable.kernel.flow import S
from sandtable.kernel.game import Game
from sandtable.players.random import RandomPlayer

GAMES = Path(__file__).parents[1] / "games"

Told = Callable[..., list[list[str | None]]]
"""From the rows of one data file or several, as they are written, what a chart says; None for what it says
besides."""
Policy = Callable[[Any, Options], Choice]
"""Chooses for both sides."""

every_game = pytest.mark.parametrize("game_id", sandtable.game_ids())


class Recording(NamedTuple):
    """How mid-game positions are recorded (`scripts/record_positions.py`)."""

    games: int
    """This many of each scenario are played."""
    parts: int
    """Each is cut into this many parts."""
    clock: Callable[[Any], int] | None = None
    """What counts as a turn here, if the turns of the game are few and long."""


def all_is_well(state: Any) -> None:
    """The default check, for a game with nothing to add to what must hold in all games."""


def nothing_of_note(state: Any, verb: int, noun: str) -> Sequence[int]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Grounds(Generic[S]):
    """One game, with everything its tests need to try it out."""

    game: Game[S]
    seeking: Callable[[Random], Policy]
    """The policy that seeks contact with the enemy."""
    thick: Callable[[Random], S]
    """A random position in the thick of the fighting."""
    check: Callable[[S], None] = all_is_well
    """What must hold at every moment of this game, beyond what must hold in all games."""
    of_note: Callable[[S, int, str], Sequence[int]] = nothing_of_note
    """The things (by noun) that are most worth asking about with this verb."""
    numbers_asked: int = 6
    """`Why not?` is asked about numbers below this, where a verb takes a number."""
    unnamed: Mapping[str, str] = field(default_factory=dict)
    """Paragraphs with rules that no event, refusal, prompt or result ever names, each with the reason."""
    last_resorts: Mapping[str, str] = field(default_factory=dict)
    """Where the last resort of a `why_not` answers (`moves hex`: the decision and the verb), and why it is true
    there."""
    graves: tuple[str, ...] = ()
    """The boxes of the scene in which pieces lie that are lost."""
    gives: Mapping[str, str] = field(default_factory=dict)
    """Events that take pieces off the map without a loss, each with what it is instead."""
    fewest_losses: int = 3
    """At least so many losses come up in the random games of `test_costs.py`."""
    charts: Mapping[str, Told] = field(default_factory=dict)
    """By the id of a chart that shows a data file, what it says if that file is right; see `suite/charts.py`."""
    perft: tuple[str, ...] = ()
    """The decisions whose alternatives are counted."""
    recording: Recording | None = None

    @property
    def folder(self) -> Path:
        """Where the game's tests are."""
        return folder_of(self.game.id)

    @property
    def policies(self) -> dict[str, Callable[[Random], Policy]]:
        """Three ways to play: evenly, rarely ending anything, and seeking the enemy."""
        return {"uniform": self._uniform, "done-rarely": self._done_rarely, "contact": self.seeking}

    def _uniform(self, rng: Random) -> Policy:
        """Every legal choice is as likely as any other."""
        player = RandomPlayer(rng, self.game.verbs, rarely=0)
        return lambda state, options: player.pick(options)

    def _done_rarely(self, rng: Random) -> Policy:
        """What ends something comes up one time in twenty."""
        player = RandomPlayer(rng, self.game.verbs)
        return lambda state, options: player.pick(options)

    def recorded(self) -> list[str]:
        """The recorded mid-game positions, as text."""
        return recorded_positions(self.game.folder)

    def written(self) -> dict[str, str]:
        """Positions written for rules that rarely come up, by the names of their files."""
        paths = sorted((self.folder / "positions").glob("*.txt"))
        return {path.stem: path.read_text(encoding="utf-8") for path in paths}


POLICIES = ("uniform", "done-rarely", "contact")


def policy_of(number: int) -> str:
    """The policies in turn."""
    return POLICIES[number % len(POLICIES)]


def folder_of(game_id: str) -> Path:
    return GAMES / game_id.replace("-", "_")


@cache
def grounds_of(game_id: str) -> Grounds[Any]:
    """The grounds of a game by its id."""
    module = import_module(f"tests.games.{game_id.replace('-', '_')}.grounds")
    grounds = module.GROUNDS
    assert isinstance(grounds, Grounds)
    assert grounds.game.id == game_id
    return grounds

"""The games that are installed, found through the `sandtable.games` entry-point group."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import Game
from sandtable.kernel.words import quoted, say

GROUP = "sandtable.games"


def game_ids() -> list[str]:
    """The ids of all installed games, in alphabetical order."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


@cache
def game(game_id: str) -> Game[Any]:
    """The game with this id."""
    for entry in entry_points(group=GROUP):
        if entry.name == game_id:
            loaded = entry.load()
            assert isinstance(loaded, Game)
            return loaded
    raise Malformed(
        say("there is no game '{id}'", id=game_id),
        say("the games are {known}", known=quoted(game_ids())),
    )

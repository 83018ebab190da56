"""How a player is asked: for decisions alone, held to the legal set, with nothing in mind when a turn begins.

The arena, the terminal and the processes of the table share this, so that a player plays in all of them alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from sandtable.kernel.choices import Choice, Options, contains, count, listed
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.seat import Player, Remembering, Seat
from sandtable.kernel.words import say


class AskedSeat(Seat):
    """A seat that is handed the legal set, so that it is not built twice."""

    __slots__ = ("known",)

    known: Options

    def options(self) -> Options:
        return self.known


def ask(player: Player, seat: AskedSeat, options: Options) -> Choice:
    """The player's choice among these; an error that names the player when it makes another."""
    seat.known = options
    choice = player.choose(seat)
    if contains(options, choice):
        return choice
    raise SandtableError(
        say("{player} made a choice that is not legal ({choice})", player=type(player).__name__, choice=choice),
        say("this is a fault of that player; the game waited for: {prompt}", prompt=seat.prompt()),
    )


def next_choice(player: Player, game: Game[Any], state: Any, side: int, seconds: float = inf) -> Choice:
    """What happens where a player decides: its choice, or the only one there is, which it is not asked for."""
    options = game.options(state)
    if count(options) == 1:
        return next(listed(options))
    return ask(player, AskedSeat(game, state, side, seconds), options)


def remembering(players: Iterable[Player | None]) -> list[Remembering]:
    """Those of the players that remember anything."""
    return [player for player in players if isinstance(player, Remembering)]


def forget(players: Iterable[Remembering]) -> None:
    """A turn begins: nobody remembers anything of the last one."""
    for player in players:
        player.recall(None)

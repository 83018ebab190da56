"""How a player is asked: only for decisions, held to the legal set, with its memory cleared when a turn begins.

The arena, the terminal and the table's processes share this, so that a player plays the same in all of them.
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
    """A seat that is given the legal set, so that it is not built twice."""

    __slots__ = ("known",)

    known: Options

    def options(self) -> Options:
        return self.known


def ask(player: Player, seat: AskedSeat, options: Options) -> Choice:
    """The player's choice among these; any other choice is an error that names the player."""
    seat.known = options
    choice = player.choose(seat)
    if contains(options, choice):
        return choice
    raise SandtableError(
        say("{player} made a choice that is not legal ({choice})", player=type(player).__name__, choice=choice),
        say("this is a fault in that player; the game was waiting for: {prompt}", prompt=seat.prompt()),
    )


def next_choice(player: Player, game: Game[Any], state: Any, side: int, seconds: float = inf) -> Choice:
    """The choice a player makes; where there is only one, the player is not asked."""
    options = game.options(state)
    if count(options) == 1:
        return next(listed(options))
    return ask(player, AskedSeat(game, state, side, seconds), options)


def remembering(players: Iterable[Player | None]) -> list[Remembering]:
    """The players that have a memory."""
    return [player for player in players if isinstance(player, Remembering)]


def forget(players: Iterable[Remembering]) -> None:
    """A turn begins: every memory of the last one is cleared."""
    for player in players:
        player.recall(None)

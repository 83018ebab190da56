"""Computer players by name: those that play any game, and those a game lists in its `players` attribute."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import LEVELS, Game, PlayerInfo
from sandtable.kernel.seat import Player
from sandtable.kernel.words import quoted, say
from sandtable.players.random import RandomPlayer

ANY_GAME: Mapping[str, Callable[[Game[Any], Random], Player]] = {
    "random": lambda game, rng: RandomPlayer(rng, game.verbs),
    "uniform": lambda game, rng: RandomPlayer(rng, game.verbs, rarely=0),
}

ANY_GAME_WORDS: Mapping[str, PlayerInfo] = {
    "random": PlayerInfo("Random", "trial", "Plays any legal move at random; good for trying things out."),
    "uniform": PlayerInfo(
        "Uniform", "trial", "Plays each legal choice with the same chance, and so ends its moves early; for tests."
    ),
}


def player_names(game: Game[Any]) -> list[str]:
    """Every computer player that can sit at this game."""
    return [*ANY_GAME, *game.players]


def best_player(game: Game[Any]) -> str:
    """The default opponent: the last player the game lists, or the random one."""
    return [*game.players][-1] if game.players else "random"


def newcomers_player(game: Game[Any]) -> str:
    """The opponent for a player's first games: the strongest that is meant for beginners, or else the best."""
    meant = [name for name in game.players if player_info(game, name).level == "beginner"]
    return meant[-1] if meant else best_player(game)


def player_info(game: Game[Any], name: str) -> PlayerInfo:
    """Title, level and sentence of a player; one that says nothing about itself is shown under its name."""
    known = game.player_words.get(name) or ANY_GAME_WORDS.get(name)
    return known or PlayerInfo(name.replace("-", " ").capitalize(), LEVELS[-1], "")


def one_for_each_side(game: Game[Any], names: Sequence[str]) -> tuple[str, ...]:
    """The players of all sides; a single name stands for every side."""
    if len(names) == 1:
        return tuple(names) * len(game.sides)
    if len(names) != len(game.sides):
        raise Malformed(
            say("{named} players were named for {sides} sides", named=len(names), sides=len(game.sides)),
            say("name one each for {sides}, in this order, or one for all", sides=quoted(list(game.sides))),
        )
    return tuple(names)


def player_for(game: Game[Any], name: str, rng: Random) -> Player:
    """A player of this name for this game."""
    if name in game.players:
        chosen: Player = game.players[name](rng)
        return chosen
    if name in ANY_GAME:
        return ANY_GAME[name](game, rng)
    raise Malformed(
        say("there is no player '{name}' for {game}", name=name, game=game.title),
        say("the players are {known}", known=quoted(player_names(game))),
    )

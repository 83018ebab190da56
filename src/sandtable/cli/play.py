"""`sandtable play`: a game at the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console

from sandtable.cli.common import (
    DataDirectory,
    Options,
    all_games,
    find_game,
    friendly,
    names_of_players,
    output,
    replacing,
    scenario_options,
)
from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say
from sandtable.terminal.commands import COMMANDS
from sandtable.terminal.lines import Lines, standard_lines
from sandtable.terminal.menu import choose_game, choose_scenario, choose_seats
from sandtable.terminal.session import Session, check_seats, default_seats, opened_position
from sandtable.terminal.table import TerminalTable


@friendly
def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game. Default: a menu asks.")] = "",
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="S", help="A scenario. Default: the first one.")
    ] = "",
    players: Annotated[
        str,
        typer.Option("--players", metavar="A,B", help="Who plays each side: person, or a computer player's name."),
    ] = "",
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="Start from the position in this text file.")
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Continue a stored game.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="K", help="The seed of the dice and the computer players, to repeat a game."
        ),
    ] = None,
    real_dice: Annotated[
        bool, typer.Option("--real-dice", help="Roll real dice yourself and type in the results.")
    ] = False,
    option: Options = None,
    data: DataDirectory = None,
) -> None:
    """Play in the terminal, against the computer or with others at this keyboard."""
    console = output()
    lines = standard_lines(console)
    rng = Random() if seed is None else Random(f"sandtable play {seed}")
    names = names_of_players(players) if players else None
    with replacing(data):
        if load is not None:
            session = _stored(load, game, names, rng, data, real_dice)
        elif not game and position is None:
            session = _from_menu(console, lines, rng, names, scenario, option, data, real_dice)
        else:
            session = _new(_named(game), scenario, position, names, rng, option, data, real_dice)
    _sit_down(session, console, lines)


def _new(
    game: str,
    scenario: str,
    position: Path | None,
    names: list[str] | None,
    rng: Random,
    option: list[str] | None,
    data: Path | None,
    real_dice: bool,
) -> Session:
    chosen = find_game(game)
    text = opened_position(chosen, position, data) if position is not None else ""
    seats = check_seats(chosen, names) if names else default_seats(chosen)
    return Session.new(
        chosen, scenario, scenario_options(option), seats, rng, position=text, data=data, real_dice=real_dice
    )


def _named(game: str) -> str:
    if not game:
        raise Malformed(
            "--position needs the game it belongs to", "for example: sandtable play GAME --position FILE"
        )
    return game


def _stored(
    load: Path, game: str, names: list[str] | None, rng: Random, data: Path | None, real_dice: bool
) -> Session:
    if not load.is_file():
        raise Malformed(
            say("there is no file {path}", path=str(load)), "name a stored game, for example: game.journal"
        )
    session = Session.stored(load, names, rng, data, real_dice)
    if game and session.game.id != game:
        raise Malformed(
            say("{file} is a game of {id}, not of {game}", file=load.name, id=session.game.id, game=game),
            "leave out the name of the game",
        )
    return session


def _from_menu(
    console: Console,
    lines: Lines,
    rng: Random,
    names: list[str] | None,
    scenario: str,
    option: list[str] | None,
    data: Path | None,
    real_dice: bool,
) -> Session:
    """Ask for whatever was not given on the command line."""
    try:
        game = choose_game(console, lines, [game.id for game in all_games()])
        chosen = scenario or choose_scenario(console, lines, game).id
        seats = check_seats(game, names) if names else choose_seats(console, lines, game)
    except EOFError:
        raise Malformed("nothing was chosen", "name the game, for example: sandtable play afrika-korps") from None
    return Session.new(game, chosen, scenario_options(option), seats, rng, data=data, real_dice=real_dice)


def _sit_down(session: Session, console: Console, lines: Lines) -> None:
    game = session.game
    seats = ", ".join(f"{side}: {name}" for side, name in zip(game.sides, session.names, strict=True))
    console.print(f"{game.title}, {game.scenario(session.match.header.scenario).title}. {seats}.", style="bold")
    if session.match.header.commitment and not session.match.real_dice:
        console.print(f"The dice come from a seed with the hash {session.match.header.commitment}.", style="dim")
    console.print("Type a number or a choice; 'help' lists the commands.")
    TerminalTable(session, console, lines, COMMANDS).run()

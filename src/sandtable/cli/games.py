"""`sandtable games`: what is installed."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from sandtable.cli.common import AsJson, all_games, friendly, output, print_json
from sandtable.kernel.game import Game
from sandtable.players.registry import player_info, player_names


@friendly
def games(as_json: AsJson = False) -> None:
    """List the installed games, their sides, scenarios and computer players."""
    found = all_games()
    if as_json:
        print_json({"games": [_plain(game) for game in found]})
        return
    console = output()
    for game in found:
        console.print(f"{game.announced_title}  ({game.id})", style="bold")
        console.print(f"  sides: {', '.join(game.sides)}; computer players:")
        console.print(_players(game))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
        for info in game.scenarios:
            table.add_row("", info.id, info.title, info.length, info.description)
            for option in info.options:
                table.add_row("", "", f"option {option.name}", ", ".join(option.values), option.description)
        console.print(table)
    if not found:
        console.print("No game is installed.")


def _players(game: Game[Any]) -> Table:
    """The computer players: the name to give, the level, and how each plays."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
    for name in player_names(game):
        info = player_info(game, name)
        table.add_row("", name, info.level, info.sentence)
    return table


def _plain(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "in_preparation": game.in_preparation,
        "sides": list(game.sides),
        "players": player_names(game),
        "levels": {name: player_info(game, name).level for name in player_names(game)},
        "scenarios": [
            {
                "id": info.id,
                "title": info.title,
                "length": info.length,
                "description": info.description,
                "options": {option.name: list(option.values) for option in info.options},
            }
            for info in game.scenarios
        ],
    }

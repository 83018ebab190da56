"""`sandtable simulate`: many games between computer players."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.arena.loop import LIMIT
from sandtable.arena.simulate import GameResult, Series, Spread, Summary, summary
from sandtable.arena.simulate import simulate as play_games
from sandtable.cli.common import (
    AsJson,
    DataDirectory,
    GameId,
    Options,
    complaints,
    find_game,
    friendly,
    names_of_players,
    output,
    print_json,
    replacing,
    scenario_options,
)
from sandtable.players.registry import one_for_each_side

Timing = dict[str, float | int]


@friendly
def simulate(
    game: GameId,
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="S", help="A scenario. Default: the first one.")
    ] = "",
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="K", help="The same seed gives the same games.")] = 1,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B", help="A computer player for each side, or one for all.")
    ] = "random",
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="DIR", help="Store every game in this directory, for replay."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="How many processes to use.")] = 1,
    option: Options = None,
    data: DataDirectory = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Give up on a game after this many steps.")] = LIMIT,
    as_json: AsJson = False,
) -> None:
    """Play many games between computer players and sum up the results."""
    found = find_game(game)
    series = Series(
        game=found.id,
        scenario=found.scenario(scenario).id,
        options=scenario_options(option),
        players=one_for_each_side(found, names_of_players(players)),
        games=games,
        seed=seed,
        journals=journal,
        data=data,
        limit=limit,
    )
    began = perf_counter()
    with replacing(data):
        results = _with_progress(series, jobs)
    timing = _timing(results, perf_counter() - began, jobs)
    if as_json:
        print_json({**msgspec.to_builtins(summary(series, results)), "results": _plain(results), "timing": timing})
    else:
        _show(summary(series, results), timing)


def _with_progress(series: Series, jobs: int) -> list[GameResult]:
    """Play, with a progress bar if somebody is watching."""
    console = complaints()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(series.game, total=series.games)
        return play_games(series, jobs, lambda result: progress.advance(task))


def _plain(results: list[GameResult]) -> list[dict[str, object]]:
    """The games one by one, without anything that depends on the clock."""
    return [
        {name: value for name, value in msgspec.to_builtins(result).items() if name != "seconds"}
        for result in results
    ]


def _timing(results: list[GameResult], wall: float, jobs: int) -> Timing:
    """`seconds` is the time spent in the loop by all processes together; `wall_seconds` is the whole run."""
    seconds = sum(result.seconds for result in results)
    return {
        "jobs": jobs,
        "wall_seconds": round(wall, 3),
        "seconds": round(seconds, 3),
        "longest_game_seconds": round(max(result.seconds for result in results), 3),
        "decisions_per_second": round(sum(result.decisions for result in results) / seconds, 1),
        "player_turns_per_second": round(sum(result.turns for result in results) / seconds, 2),
    }


def _show(total: Summary, timing: Timing) -> None:
    console = output()
    seats = ", ".join(f"{side}: {name}" for side, name in total.players.items())
    console.print(f"{total.game}, scenario {total.scenario}, seed {total.seed}: {total.games} games ({seats})")
    console.print(_endings(total))
    first, second = total.wins
    console.print(f"mean margin {_margin(total.margin)}, from +1 (total victory for {first}) to -1 (for {second})")
    console.print(_spreads(total))
    console.print(
        f"{timing['decisions_per_second']:,.0f} decisions, {timing['player_turns_per_second']:,.1f} player turns "
        f"per second on one core; {timing['wall_seconds']:.1f} s in all"
    )


def _endings(total: Summary) -> Table:
    table = Table("winner", "games", "margin", "how", "rule", box=None, title_justify="left", pad_edge=False)
    for side, won in {**total.wins, "draw": total.draws}.items():
        endings = [ending for ending in total.endings if (ending.winner or "draw") == side]
        table.add_row(side, str(won), "", "", "", style="bold")
        for ending in endings:
            table.add_row("", str(ending.games), _margin(ending.margin), ending.how, ending.rule)
    return table


def _margin(margin: float) -> str:
    return f"{margin:+.2f}" if margin else "0"


def _spreads(total: Summary) -> Table:
    table = Table("per game", "least", "median", "most", "all games", box=None, pad_edge=False)
    for name, spread in (("turns", total.turns), ("decisions", total.decisions), ("chance", total.outcomes)):
        table.add_row(name, *_figures(spread))
    return table


def _figures(spread: Spread) -> tuple[str, str, str, str]:
    return f"{spread.least:,}", f"{spread.median:,.0f}", f"{spread.most:,}", f"{spread.total:,}"

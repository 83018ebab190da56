"""`sandtable bench`: how fast the games go; `sandtable bench web`: how fast the server is."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from typer.core import TyperGroup

from sandtable.arena.bench import Figures, measure
from sandtable.cli.common import AsJson, all_games, complaints, find_game, friendly, output, print_json
from sandtable.kernel.errors import Malformed


class GamesUnlessWeb(TyperGroup):
    """`bench [GAME]` needs no word for what it measures; `bench web` does."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args[:1] not in (["web"], ["games"], ["--help"], ["-h"]):
            args = ["games", *args]
        return super().parse_args(ctx, args)


bench = typer.Typer(
    cls=GamesUnlessWeb, help="Measure how fast the games are, or the server: `bench [GAME]`, `bench web`."
)


@bench.command("games")
@friendly
def bench_games(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game; else all of them.")] = "",
    scenario: Annotated[str, typer.Option("--scenario", help="A scenario of that game; else the first one.")] = "",
    repeat: Annotated[
        int, typer.Option("--repeat", min=1, help="Repetitions; the median and the best count.")
    ] = 5,
    seconds: Annotated[float, typer.Option("--seconds", min=0.0, help="The least time of a repetition.")] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the random games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure random play on one core, beside python-chess in the same run.

    A decision is a choice with two or more options; dice are not counted. Where sides hide something the pace with
    their views made for each choice stands beside it. With --json and no GAME the figures at
    the top are those of the slowest game, and those of every game stand under "games".
    """
    if scenario and not game:
        raise Malformed("--scenario needs a game", "for example: sandtable bench GAME --scenario S")
    games = [find_game(game)] if game else all_games()
    if not games:
        raise Malformed("no game is installed", "install Sandtable again: its games come with it")
    figures = []
    for one in games:
        with complaints().status(f"measuring {one.id}"):
            figures.append(measure(one, scenario, seed=seed, repetitions=repeat, seconds=seconds))
    if as_json:
        slowest = min(figures, key=lambda figure: figure.decisions_per_second)
        every = {} if game else {"games": figures}
        print_json({**msgspec.to_builtins(slowest), **every})
    else:
        _show(figures)


@bench.command("web")
@friendly
def bench_web(
    game: Annotated[str, typer.Option("--game", help="The game to be played.")] = "afrika-korps",
    games: Annotated[int, typer.Option("--games", min=1, max=1000, help="Games in play at once.")] = 50,
    seconds: Annotated[float, typer.Option("--seconds", min=1.0, help="How long to measure.")] = 20.0,
    pause: Annotated[
        float, typer.Option("--pause", min=0.0, help="Seconds a person thinks before a choice, on average.")
    ] = 0.5,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure a server on this machine: people at random against computer players, by HTTP and sockets.

    The clients share the cores with the server. Times are those of the answer to a choice, after its commit.
    """
    from sandtable.arena.web_bench import measure_web

    find_game(game)
    with complaints().status(f"{games} games of {game} for {seconds:g} s"):
        figures = measure_web(game, games, seconds, pause, seed)
    if as_json:
        print_json(figures)
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in msgspec.structs.asdict(figures).items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int | float) else value)
    output().print(table)


def _show(figures: list[Figures]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("median (best)")
    for figure in figures:
        table.add_column(figure.game, justify="right")
    for name, cells in _rows(figures):
        table.add_row(name, *cells)
    console = output()
    console.print(table)
    console.print("A decision is a choice with two or more options; dice are not counted. One core.")


def _rows(figures: list[Figures]) -> list[tuple[str, list[str]]]:
    return [
        (
            "decisions a second",
            [f"{f.decisions_per_second:,.0f} ({f.decisions_per_second_best:,.0f})" for f in figures],
        ),
        (
            "the same with views",
            [
                "-" if f.decisions_per_second_with_views is None else f"{f.decisions_per_second_with_views:,.0f}"
                for f in figures
            ],
        ),
        (
            "python-chess plies a second",
            [
                "-"
                if f.chess_plies_per_second is None
                else f"{f.chess_plies_per_second:,.0f} ({f.chess_plies_per_second_best:,.0f})"
                for f in figures
            ],
        ),
        ("ratio", ["-" if f.ratio is None else f"{f.ratio:.2f}" for f in figures]),
        (
            "player turns a second",
            [f"{f.player_turns_per_second:,.1f} ({f.player_turns_per_second_best:,.1f})" for f in figures],
        ),
        ("state copy, us", [f"{f.copy_us:.2f}" for f in figures]),
        ("reach query, us", ["-" if f.reach_us is None else f"{f.reach_us:.1f}" for f in figures]),
    ]

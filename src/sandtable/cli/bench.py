"""`sandtable bench`: how fast the games run; `sandtable bench web`: how fast the server is."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from typer.core import TyperGroup

from sandtable.arena.bench import Figures, Pace, measure, starts_of
from sandtable.cli.common import AsJson, all_games, complaints, find_game, friendly, output, print_json
from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import Game

LEGEND = """\
set-up    random games from the start of the scenario
recorded  random games from recorded mid-game positions
decision  a choice with two or more options; dice are not counted
turn      one side's turn
x chess   decisions as a multiple of python-chess's random moves in the same run
All on one core; paces are medians."""


class GamesUnlessWeb(TyperGroup):
    """Makes `bench [GAME]` work without a subcommand; `bench web`, `bench siege` and `bench long` are such."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args[:1] not in (["web"], ["siege"], ["long"], ["games"], ["--help"], ["-h"]):
            args = ["games", *args]
        return super().parse_args(ctx, args)


bench = typer.Typer(
    cls=GamesUnlessWeb,
    help=(
        "Measure how fast the games are (`bench [GAME]`) or the server (`bench web`), "
        "what the server withstands (`bench siege`) and how a game fares as it grows long (`bench long`). "
        "`bench games --help` lists the options of the first."
    ),
)


@bench.command("games")
@friendly
def bench_games(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game. Default: all games.")] = "",
    scenario: Annotated[
        str, typer.Option("--scenario", help="A scenario of that game. Default: all scenarios.")
    ] = "",
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0.0, help="How long to play from each start; longer is steadier."),
    ] = 2.0,
    slices: Annotated[
        int,
        typer.Option(
            "--slices",
            min=0,
            help="Play this many slices from each start instead of --seconds: always the same work.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the random games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure random play on one core, as a multiple of python-chess in the same run.

    Every scenario is played from its set-up and from recorded mid-game positions, in slices: some games, then
    some random chess. A multiple is the median over its slices. A decision is a choice with two or more options;
    dice are not counted. With --json and no GAME, the figures at the top are those of the slowest game, and
    every game's own figures are under "games".
    """
    if scenario and not game:
        raise Malformed("--scenario needs the name of a game", "for example: sandtable bench GAME --scenario S")
    games = [find_game(game)] if game else all_games()
    if not games:
        raise Malformed("no game is installed", "install Sandtable again: its games come with it")
    figures = _measured(games, scenario, seed=seed, seconds=seconds, slices=slices)
    if as_json:
        slowest = min(figures, key=lambda figure: figure.decisions_per_second)
        every = {} if game else {"games": figures}
        print_json({**msgspec.to_builtins(slowest), **every})
    else:
        for one, figure in zip(games, figures, strict=True):
            _show(one.title, figure)
        output().print(LEGEND)


def _measured(games: list[Game[Any]], scenario: str, **how: Any) -> list[Figures]:
    """The figures of these games, measured behind a progress display."""
    console = complaints()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("measuring", total=1 + sum(starts_of(one, scenario) for one in games))

        def watch(start: str) -> None:
            progress.update(task, description=start, advance=1)

        return [measure(one, scenario, watch=watch, **how) for one in games]


@bench.command("web")
@friendly
def bench_web(
    game: Annotated[str, typer.Option("--game", help="The game to play.")] = "afrika-korps",
    games: Annotated[int, typer.Option("--games", min=1, max=1000, help="Games in play at once.")] = 50,
    seconds: Annotated[float, typer.Option("--seconds", min=1.0, help="How long to measure.")] = 20.0,
    pause: Annotated[
        float, typer.Option("--pause", min=0.0, help="Seconds a person thinks before a choice, on average.")
    ] = 0.5,
    spectators: Annotated[
        int, typer.Option("--spectators", min=0, max=10_000, help="Spectators at these games, in all.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure a server on this machine: simulated people against computer players, over HTTP and sockets.

    The clients share the cores with the server. The times are how long a choice waits for its answer, which comes
    after the commit.
    """
    from sandtable.arena.web_bench import measure_web

    find_game(game)
    with complaints().status(f"{games} games of {game} for {seconds:g} s"):
        figures = measure_web(game, games, seconds, pause, seed, spectators)
    _show_single(figures, {"p99_ms": 150.0}, as_json)


@bench.command("siege")
@friendly
def bench_siege(
    game: Annotated[str, typer.Option("--game", help="The game to play.")] = "afrika-korps",
    seconds: Annotated[float, typer.Option("--seconds", min=1.0, help="How long each attack lasts.")] = 20.0,
    crowd: Annotated[int, typer.Option("--crowd", min=1, max=10_000, help="Spectators of one game.")] = 900,
    games: Annotated[
        int, typer.Option("--games", min=1, max=200, help="Games that one person starts between computers.")
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure how a server on this machine holds out against greedy visitors, crowds, floods and very many games.

    In each attack, somebody else plays from another address: the times are how long that person waits.
    """
    from sandtable.arena.siege import measure_siege

    find_game(game)
    with complaints().status(f"{game}, {seconds:g} s for each attack"):
        figures = measure_siege(game, seconds, seed, crowd=crowd, games=games)
    bars = {
        "greedy_p95_ms": 100.0,
        "crowd_p95_ms": 100.0,
        "flood_p95_ms": 100.0,
        "trailers_p95_ms": 100.0,
        "trailers_mib": 64.0,
        "first_move_worst_ms": 1000.0,
        "first_move_later_ms": 1000.0,
    }
    _show_single(figures, bars, as_json)


@bench.command("long")
@friendly
def bench_long(
    game: Annotated[str, typer.Option("--game", help="The game to play.")] = "afrika-korps",
    scenario: Annotated[str, typer.Option("--scenario", help="Its scenario. Default: the first.")] = "",
    records: Annotated[int, typer.Option("--records", min=1_000, help="How long the game is to be.")] = 40_000,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the choices.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure a very long game: a choice at its beginning and at its end, going back, reopening, memory."""
    from sandtable.arena.long_games import MOST_MEMORY, measure_long

    found = find_game(game)
    with complaints().status(f"a game of {game} with {records:,} records"):
        figures = measure_long(found, scenario, records, seed)
    _show_single(figures, {"memory_mb": MOST_MEMORY}, as_json)


def _show_single(figures: msgspec.Struct, bars: dict[str, float], as_json: bool) -> None:
    """Figures that have no columns, and which of them are within their bars."""
    if as_json:
        print_json(figures)
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in msgspec.structs.asdict(figures).items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int | float) else str(value))
    output().print(table)
    for name, bar in bars.items():
        verdict = "met" if getattr(figures, name) < bar else "MISSED"
        output().print(f"{verdict}: {name.replace('_', ' ')} (bar {bar:g})")


def _show(title: str, figures: Figures) -> None:
    """A line for each scenario, then the medians, the bars and the rest."""
    console, table = output(), Table(box=None, pad_edge=False, title=title, title_justify="left")
    table.add_column("scenario")
    for column in ("set-up: decisions/s", "x chess", "turns/s", "recorded: decisions/s", "x chess", "turns/s"):
        table.add_column(column, justify="right")
    for each in figures.scenarios:
        table.add_row(each.scenario, *_cells(each.set_up), *_cells(each.recorded))
    set_up = Pace(figures.decisions_per_second, figures.player_turns_per_second, figures.ratio)
    table.add_row("median", *_cells(set_up), *_cells(_recorded_median(figures)), style="bold")
    console.print(table)
    for name, value in _single_figures(figures):
        console.print(f"{name}: {value}")
    for bar in figures.bars:
        verdict = "met" if bar.met else "MISSED"
        console.print(f"{verdict}: {bar.what} {bar.measured:.2f} (bar {bar.bar:g})")
    console.print()


def _recorded_median(figures: Figures) -> Pace | None:
    decisions, turns = figures.recorded_decisions_per_second, figures.recorded_player_turns_per_second
    return None if decisions is None or turns is None else Pace(decisions, turns, figures.recorded_ratio)


def _cells(pace: Pace | None) -> tuple[str, str, str]:
    if pace is None:
        return ("-", "-", "-")
    ratio = "-" if pace.ratio is None else f"{pace.ratio:.2f}"
    return (f"{pace.decisions_per_second:,.0f}", ratio, f"{pace.player_turns_per_second:,.0f}")


def _single_figures(figures: Figures) -> list[tuple[str, str]]:
    """What is measured once per game, if the game has it."""
    values = [
        ("decisions per second with views", figures.decisions_per_second_with_views, ",.0f"),
        ("python-chess, random moves per second", figures.chess_plies_per_second, ",.0f"),
        ("state copy, us", figures.copy_us, ".2f"),
        ("reach query, us", figures.reach_us, ".1f"),
    ]
    return [(name, format(value, shape)) for name, value, shape in values if value is not None]

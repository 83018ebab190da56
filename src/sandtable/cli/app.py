"""The application: every command under one name."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from sandtable.cli.backup import backup, restore
from sandtable.cli.bench import bench
from sandtable.cli.data import check_data
from sandtable.cli.export import export
from sandtable.cli.games import games
from sandtable.cli.journals import replay, verify_dice
from sandtable.cli.play import play
from sandtable.cli.rules import rules
from sandtable.cli.serve import serve
from sandtable.cli.simulate import simulate

app = typer.Typer(
    name="sandtable",
    help="Board wargames, rules-complete: play them, simulate them, study them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sandtable {version('sandtable')}")
        raise typer.Exit


@app.callback()
def _options(
    shown: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Board wargames, rules-complete: play them, simulate them, study them."""


app.command()(games)
app.command()(serve)
app.command()(export)
app.command()(backup)
app.command()(restore)
app.command()(play)
app.command()(simulate)
app.command()(replay)
app.command("verify-dice")(verify_dice)
app.command()(rules)
app.command("check-data")(check_data)
app.add_typer(bench, name="bench")


def main() -> None:
    """The entry point of the `sandtable` script."""
    app()

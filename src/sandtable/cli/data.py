"""`sandtable check-data`: validates a game's data files and compares them with their check points."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import Console

from sandtable.cli.common import (
    FAILED,
    AsJson,
    DataDirectory,
    GameId,
    complaints,
    find_game,
    friendly,
    output,
    print_json,
    replacing,
    start_each,
)
from sandtable.kernel.checks import DataReport
from sandtable.kernel.game import Game


@friendly
def check_data(game: GameId, data: DataDirectory = None, as_json: AsJson = False) -> None:
    """Validate a game's data files and compare them with their check points."""
    found = find_game(game)
    with replacing(data):
        report = found.check_data(data)
        start_each(found, data)
    if as_json:
        print_json(_plain(found.id, report))
    else:
        _show(output(), found, report)
    if not report.ok:
        complaints().print(f"sandtable: {len(report.failures)} of {len(report.results)} check points are wrong.")
        complaints().print("Hint: compare the lines named above with your copy of the game.")
        raise typer.Exit(FAILED)


def _plain(game_id: str, report: DataReport) -> dict[str, Any]:
    return {
        "game": game_id,
        "ok": report.ok,
        "fingerprint": report.fingerprint,
        "replaced": list(report.replaced),
        "confidence": {name: dict(marks) for name, marks in report.confidence.items()},
        "results": [{"id": result.id, "ok": result.ok, "text": str(result)} for result in report.results],
    }


def _show(console: Console, game: Game[Any], report: DataReport) -> None:
    for result in report.failures:
        console.print(str(result), soft_wrap=True)
    if report.replaced:
        console.print(f"Replaced files: {', '.join(report.replaced)}.")
    for name, marks in report.confidence.items():
        console.print(
            f"  {name}: " + ", ".join(f"{number} {mark or 'unmarked'}" for mark, number in marks.items())
        )
    passed = len(report.results) - len(report.failures)
    verdict = (
        f"{passed} of {len(report.results)} check points hold" if report.results else "there are no check points"
    )
    console.print(f"{game.title}: the data files are in order; {verdict}.")

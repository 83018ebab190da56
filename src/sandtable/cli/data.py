"""`sandtable check-data`: a game's data files validated and held against their check points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import typer
from rich.console import Console

from sandtable.cli.common import (
    FAILED,
    AsJson,
    DataDirectory,
    GameId,
    check_directory,
    complaints,
    find_game,
    friendly,
    output,
    print_json,
)
from sandtable.kernel.game import Game


class CheckResult(Protocol):
    """One check point; `str()` is a line for people."""

    @property
    def id(self) -> str: ...
    @property
    def ok(self) -> bool: ...


class DataReport(Protocol):
    """What a game's `check_data(overrides)` answers."""

    @property
    def ok(self) -> bool: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def replaced(self) -> Sequence[str]: ...
    @property
    def results(self) -> Sequence[CheckResult]: ...
    @property
    def confidence(self) -> Mapping[str, Mapping[str, int]]: ...


@friendly
def check_data(game: GameId, data: DataDirectory = None, as_json: AsJson = False) -> None:
    """Validate a game's data files and run their check points."""
    check_directory(data)
    found = find_game(game)
    checks: Callable[[Path | None], DataReport] | None = getattr(found, "check_data", None)
    if checks is None:
        _only_loaded(found, data, as_json)
        return
    report = checks(data)
    if as_json:
        print_json(_plain(found.id, report))
    else:
        _show(output(), found, report)
    if not report.ok:
        wrong = sum(not result.ok for result in report.results)
        complaints().print(f"sandtable: {wrong} of {len(report.results)} check points are wrong.")
        complaints().print("Hint: compare the lines named above with your copy of the game.")
        raise typer.Exit(FAILED)


def _only_loaded(game: Game[Any], data: Path | None, as_json: bool) -> None:
    """A game without check points: its files are read and that is all."""
    fingerprint = game.data_fingerprint(game.load_data(data))
    if as_json:
        print_json({"game": game.id, "ok": True, "fingerprint": fingerprint, "replaced": [], "results": []})
    else:
        output().print(f"{game.title}: the data files are in order; there are no check points.")


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
    passed = sum(result.ok for result in report.results)
    for result in report.results:
        if not result.ok:
            console.print(str(result), soft_wrap=True)
    if report.replaced:
        console.print(f"Replaced files: {', '.join(report.replaced)}.")
    for name, marks in report.confidence.items():
        console.print(
            f"  {name}: " + ", ".join(f"{number} {mark or 'unmarked'}" for mark, number in marks.items())
        )
    console.print(
        f"{game.title}: the data files are in order; {passed} of {len(report.results)} check points hold."
    )

"""`sandtable rules`: the clauses of a rulebook and the tests that pin them."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sandtable.cli.common import AsJson, GameId, find_game, friendly, output, print_json
from sandtable.kernel.clauses import NEED_TESTS, Clause, read_clauses, read_matrix
from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say

Rows = list[tuple[Clause, list[str]]]


@friendly
def rules(
    game: GameId,
    untested: Annotated[
        bool, typer.Option("--untested", help="Show only rules and examples that no passing test covers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show every clause of a game's rulebook with the tests that passed for it."""
    found = find_game(game)
    try:
        clauses, matrix = read_clauses(found.folder), read_matrix(found.folder)
    except FileNotFoundError:
        raise Malformed(
            say("{game} comes without a list of clauses", game=found.title), "its folder needs a rules.csv"
        ) from None
    rows = [(clause, matrix.get(clause.id, [])) for clause in clauses.values()]
    shown = [(clause, tests) for clause, tests in rows if not untested or _lacks_test(clause, tests)]
    if as_json:
        print_json(_plain(found.id, rows, shown))
    else:
        _show(output(), rows, shown)


def _lacks_test(clause: Clause, tests: list[str]) -> bool:
    return clause.kind in NEED_TESTS and not tests


def _totals(rows: Rows) -> tuple[int, int]:
    """How many clauses need a test, and how many of them have one."""
    needing = [tests for clause, tests in rows if clause.kind in NEED_TESTS]
    return len(needing), sum(bool(tests) for tests in needing)


def _plain(game_id: str, rows: Rows, shown: Rows) -> dict[str, Any]:
    needed, tested = _totals(rows)
    clauses = [{"id": clause.id, "kind": clause.kind, "tests": tests} for clause, tests in shown]
    return {"game": game_id, "rules": needed, "tested": tested, "clauses": clauses}


def _show(console: Console, rows: Rows, shown: Rows) -> None:
    table = Table("clause", "kind", "tests", "statement", box=None, pad_edge=False)
    for clause, tests in shown:
        mark = str(len(tests)) if tests else "none" if clause.kind in NEED_TESTS else "-"
        table.add_row(clause.id, clause.kind, mark, clause.statement)
    console.print(table)
    needed, tested = _totals(rows)
    kinds = Counter(clause.kind for clause, _ in rows)
    console.print(f"{needed} rules and examples, {tested} of them tested, {needed - tested} not.")
    console.print("Clauses: " + ", ".join(f"{number} {kind}" for kind, number in kinds.items()) + ".")

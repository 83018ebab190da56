"""The rule matrix: which tests pin which clauses of which rulebook, from the tests that really ran and passed.

A test names the clauses it pins with `@pytest.mark.rule("9.4b")`, at most three, and its module names the game in
`GAME`. A full run without failures compares what it saw with each game's committed `matrix.json`; if they
differ, the file is rewritten and the run fails, so that nobody commits a stale one.
"""

from __future__ import annotations

import runpy
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.kernel.clauses import read_clauses, read_matrix, write_matrix

MOST_CLAUSES = 3
SELECTING = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")
READS_THE_MATRIX = "test_rule_matrix.py"
RULE_PAGES = Path(__file__).parents[1] / "scripts" / "rule_matrix.py"


@cache
def clause_ids(game: str) -> frozenset[str]:
    return frozenset(read_clauses(sandtable.game(game).folder))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note the clauses of a test for its report; marks that cannot be right fail it."""
    clauses = sorted({clause for mark in item.iter_markers("rule") for clause in mark.args})
    if not clauses:
        return
    game = getattr(getattr(item, "module", None), "GAME", None)
    if game is None:
        pytest.fail("a test with rule marks needs GAME in its module", pytrace=False)
    if len(clauses) > MOST_CLAUSES:
        pytest.fail(f"a test pins at most {MOST_CLAUSES} clauses, this one {len(clauses)}", pytrace=False)
    if unknown := set(clauses) - clause_ids(game):
        pytest.fail(f"{game} has no clause {', '.join(sorted(unknown))}", pytrace=False)
    item.user_properties.append(("rules", [game, *clauses]))


class MatrixKeeper:
    """Lives in the process that sees all reports: the only one, or the controller of several."""

    def __init__(self, config: pytest.Config) -> None:
        self.whole = asks_for_everything(config)
        self.pinned: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.failed = False
        self.stale: list[Path] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.failed |= report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and READS_THE_MATRIX not in report.nodeid:
            self.failed = True
        if report.when != "call" or not report.passed or hasattr(report, "wasxfail"):
            return
        for name, value in report.user_properties:
            game, *clauses = value if name == "rules" and isinstance(value, list) else [""]
            for clause in clauses:
                self.pinned[game][clause].add(report.nodeid.partition("[")[0])

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.whole and not self.failed and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            self.stale = self.update()
        if self.stale:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def update(self) -> list[Path]:
        """Write the matrices that changed; the files written."""
        stale = []
        for game in sandtable.game_ids():
            folder = sandtable.game(game).folder
            matrix = {clause: sorted(tests) for clause, tests in self.pinned[game].items()}
            if matrix != read_matrix(folder):
                write_matrix(folder, matrix)
                stale.append(folder / "matrix.json")
        if stale and RULE_PAGES.exists():
            runpy.run_path(str(RULE_PAGES))["main"]()
        return stale

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for path in self.stale:
            terminalreporter.write_line(
                f"{path} was stale and is written anew: look at it and commit it", red=True
            )


def asks_for_everything(config: pytest.Config) -> bool:
    """Are all tests of this folder to run, none deselected?"""
    here = Path(__file__).parent
    asked = {(config.invocation_params.dir / argument).resolve() for argument in config.args}
    return bool(asked & {here, here.parent}) and not any(config.getoption(name, None) for name in SELECTING)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(MatrixKeeper(config), "matrix-keeper")

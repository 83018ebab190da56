"""Write the rule matrix of our games as pages: `python scripts/rule_matrix.py` writes docs/rules/*.md.

A full test run does the same when a matrix has changed.
"""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.kernel.clauses import NEED_TESTS, Clause, read_clauses, read_matrix

PAGES = Path(__file__).parents[1] / "docs" / "rules"
OURS = Path(sandtable.__file__).parent


def page(game_id: str) -> str:
    """Each clause with its kind, our words, and the tests that pin it."""
    game = sandtable.game(game_id)
    clauses, matrix = read_clauses(game.folder), read_matrix(game.folder)
    needed = [clause for clause in clauses.values() if clause.kind in NEED_TESTS]
    pinned = sum(bool(matrix.get(clause.id)) for clause in needed)
    lines = [
        f"# {game.title}: the rule matrix",
        "",
        f"{pinned} of {len(needed)} clauses that need a test have one. Made by the test suite from the marks of",
        "the tests that ran and passed.",
        "",
        "| clause | kind | in our words | tests |",
        "| --- | --- | --- | --- |",
        *(row(clause, matrix.get(clause.id, [])) for clause in clauses.values()),
    ]
    return "\n".join(lines) + "\n"


def row(clause: Clause, tests: list[str]) -> str:
    names = sorted({test.rpartition("::")[2].partition("[")[0] for test in tests})
    statement = clause.statement.replace("|", "\\|")
    return f"| {clause.id} | {clause.kind} | {statement} | {' '.join(f'`{name}`' for name in names)} |"


def our_games() -> list[str]:
    return [name for name in sandtable.game_ids() if OURS in sandtable.game(name).folder.parents]


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for game_id in our_games():
        (PAGES / f"{game_id}.md").write_text(page(game_id), encoding="utf-8")


if __name__ == "__main__":
    main()

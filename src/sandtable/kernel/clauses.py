"""The clauses of a rulebook and the matrix of tests that pin them."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

KINDS = ("rule", "definition", "component", "advice", "example")
NEED_TESTS = ("rule", "example")


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a rulebook in our words."""

    id: str
    paragraph: str
    kind: str
    statement: str


def read_clauses(folder: Path) -> dict[str, Clause]:
    """The clauses of `rules.csv` by id, in the order of the file."""
    with (folder / "rules.csv").open(encoding="utf-8", newline="") as file:
        rows = [Clause(r["id"], r["paragraph"], r["kind"], r["statement"]) for r in csv.DictReader(file)]
    return {clause.id: clause for clause in rows}


def read_matrix(folder: Path) -> dict[str, list[str]]:
    """Clause id -> the tests that pinned it in the last full run; written by the test suite."""
    path = folder / "matrix.json"
    if not path.exists():
        return {}
    loaded: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def write_matrix(folder: Path, matrix: dict[str, list[str]]) -> None:
    text = json.dumps(matrix, indent=1, ensure_ascii=False, sort_keys=True)
    (folder / "matrix.json").write_text(text + "\n", encoding="utf-8")


def untested(folder: Path) -> list[Clause]:
    """The clauses of kind rule or example that no passing test pins."""
    matrix = read_matrix(folder)
    return [c for c in read_clauses(folder).values() if c.kind in NEED_TESTS and not matrix.get(c.id)]

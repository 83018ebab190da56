"""Is this tree slower than another revision? Runs the bench of both, alternately, five times each.

    python scripts/compare_speed.py REV             e.g. HEAD~1
    python scripts/compare_speed.py REV --quick     less work, in a minute or two

REV is temporarily checked out beside this tree and its own `sandtable bench` is run, so it must have the same
options. Each run does the same work and counts in multiples of python-chess, measured in the same run. A figure is
the median of five neighbouring pairs of runs: 1.00 is as fast as REV. Exits with 1 if anything is slower by more
than is allowed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("afrika-korps", "rommel-in-the-desert")
SLICES, FEW_SLICES = 8, 3
ALLOWED = 0.05

Speeds = dict[str, float]
"""The speed of each figure; more is better."""


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """The tree of a revision, checked out temporarily."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(tree), revision)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> None:
    if subprocess.run(["git", *words], cwd=ROOT).returncode:
        sys.exit(f"git {' '.join(words)} failed")


def speeds(tree: Path, game: str, slices: int) -> Speeds:
    """The output of a tree's bench."""
    path = os.pathsep.join(str(tree / each) for each in ("src", "tests/tinygame/src", "tests/twocoasts/src"))
    command = [sys.executable, "-m", "sandtable.cli", "bench", game, "--slices", str(slices), "--json"]
    told = subprocess.run(
        command, cwd=tree, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    if told.returncode:
        sys.exit(f"the bench of {tree} cannot be run:\n{told.stderr or told.stdout}")
    return dict(_figures(json.loads(told.stdout)))


def _figures(told: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """All figures of one game, written so that more is faster."""
    if told["chess_plies_per_second"] is None:
        sys.exit("python-chess is missing: pip install chess")
    for each in told["scenarios"]:
        for start in ("set_up", "recorded"):
            if each[start]:
                yield f"{each['scenario']}, {start.replace('_', '-')}", each[start]["ratio"]
    yield "median, set-up", told["ratio"]
    if told["recorded_ratio"]:
        yield "median, recorded", told["recorded_ratio"]
    if told["decisions_per_second_with_views"]:
        yield "with views", told["decisions_per_second_with_views"] / told["chess_plies_per_second"]
    yield "state copies in 1 ms", 1_000 / told["copy_us"]
    if told["reach_us"]:
        yield "reach queries in 1 ms", 1_000 / told["reach_us"]


def compare(
    base: Path, game: str, runs: int, slices: int, console: Console
) -> dict[str, list[tuple[float, float]]]:
    """For each figure, (before, now) of each pair of runs; the two trees take turns to go first."""
    found: dict[str, list[tuple[float, float]]] = {}
    for number in range(runs):
        with console.status(f"{game}: pair {number + 1} of {runs}"):
            if number % 2:
                now, before = speeds(ROOT, game, slices), speeds(base, game, slices)
            else:
                before, now = speeds(base, game, slices), speeds(ROOT, game, slices)
        for figure in now.keys() & before.keys():
            found.setdefault(figure, []).append((before[figure], now[figure]))
    return found


def show(game: str, found: dict[str, list[tuple[float, float]]], console: Console) -> bool:
    """Print the figures of a game; returns whether all of them are fast enough."""
    table = Table(title=game, title_justify="left", box=None, pad_edge=False)
    table.add_column("figure")
    for column in ("before", "now", "now / before", ""):
        table.add_column(column, justify="right")
    fine = True
    for figure, pairs in sorted(found.items()):
        ratio = median(now / before for before, now in pairs)
        slower = ratio < 1 - ALLOWED
        fine &= not slower
        before, now = (median(values) for values in zip(*pairs, strict=True))
        table.add_row(figure, f"{before:.3f}", f"{now:.3f}", f"{ratio:.3f}", "SLOWER" if slower else "")
    console.print(table)
    return fine


def note_other_positions(revision: str, console: Console) -> None:
    """Figures from recorded positions can only be compared if the positions are the same."""
    words = ["git", "diff", "--quiet", revision, "--", "src/sandtable/games/*/positions"]
    if subprocess.run(words, cwd=ROOT).returncode:
        console.print("The recorded positions, or the way they are written, differ from that revision.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", metavar="REV", help="what to compare with, as git names it: HEAD~1, main")
    parser.add_argument(
        "--game", choices=GAMES, action="append", help="only this game; may be given several times"
    )
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs (5)")
    parser.add_argument("--quick", action="store_true", help=f"{FEW_SLICES} slices from each start, not {SLICES}")
    given = parser.parse_args()
    console, slices = Console(), FEW_SLICES if given.quick else SLICES
    note_other_positions(given.revision, console)
    with checked_out(given.revision) as base:
        fine = [
            show(game, compare(base, game, given.runs, slices, console), console) for game in given.game or GAMES
        ]
    sys.exit(not all(fine))


if __name__ == "__main__":
    main()

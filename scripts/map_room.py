"""Look at the map of a game that has no rules yet, at the real table: `python scripts/map_room.py dark-sands`.

It serves until Ctrl+C is pressed. Tests and pictures use tests/browser/map_room.py in the same way.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from tests.browser.map_room import TITLE, Exhibit, map_room  # noqa: E402

MAPS = {"dark-sands": "dark_sands", "shifting-sands": "shifting_sands"}
"""By game its folder; `drawing/board.py` there has a function `board` that needs nothing else."""


def exhibit(game: str) -> Exhibit:
    """The map of a game, with nothing on it."""
    drawn = import_module(f"sandtable.games.{MAPS[game]}.drawing.board").board()
    return Exhibit(title=drawn.title, board=drawn)


def main() -> None:
    names = sys.argv[1:] or list(MAPS)
    with (
        tempfile.TemporaryDirectory() as folder,
        map_room(Path(folder), **{MAPS[name]: exhibit(name) for name in names}) as server,
    ):
        print(f"{TITLE} is at {server.address}/new: choose it there, and a map as its scenario", flush=True)
        assert server.process is not None
        try:
            server.process.wait()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()

"""A game drawn for the terminal, and the command line to run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinygame.game import TinySkirmish
from typer.testing import CliRunner, Result

from sandtable.cli import app
from sandtable.kernel.scene import Board, Box, Cell, Line, Marker, Piece, Scene, Sheet, Terrain, Track, TrackPoint

PLACES = {"C": (1, 1), "N": (1, 0), "NE": (2, 0.5), "SE": (2, 1.5), "S": (1, 2), "SW": (0, 1.5), "NW": (0, 0.5)}

Run = Callable[..., Result]


def tiny_board(game: Any, scenario: Any) -> Board:
    """Seven hexes in columns, a road across the middle, a river, one piece of scenery."""
    number = {name: place for place, name in enumerate(scenario.hexes)}
    cells = [Cell(number[name], name, x, y, "sand" if name != "C" else "hill") for name, (x, y) in PLACES.items()]
    return Board(
        title="Tiny Skirmish",
        sheets=(Sheet("map", "Map", "hex-columns"),),
        terrains=(
            Terrain("sand", "sand", " ", "#c8b070"),
            Terrain("hill", "hill", "^", "#906030"),
            Terrain("sea", "sea", "~", "#3060c0"),
        ),
        cells=(*cells, Cell(-1, "sea", 0, 2.5, "sea")),
        lines=(
            Line("road", ((number["N"], number["C"]), (number["C"], number["SE"]))),
            Line("river", ((number["NW"], number["C"]),), along_sides=True),
        ),
        boxes=(Box("waiting", "Waiting"),),
        tracks=(Track("points", "Points", ("0", "1", "2", "3")),),
        piece_noun="piece",
    )


def tiny_scene(game: Any, view: Any, side: int, scenario: Any) -> Scene:
    """What a side's view shows; a hidden piece has no name."""
    known = [
        Piece(
            id=scenario.pieces[seen.piece],
            side=scenario.owners[seen.piece],
            name=scenario.pieces[seen.piece],
            symbol="piece",
            letter="p",
            figures=str(scenario.strengths[seen.piece]),
            cell=max(seen.where, -1),
            box="waiting" if seen.where == -1 else "",
            status=("moved",) if seen.moved else (),
        )
        for seen in view.known
    ]
    hidden = [
        Piece(id=f"?{n}", side=seen.side, name="hidden", symbol="hidden", letter="?", cell=seen.where)
        for n, seen in enumerate(view.hidden)
    ]
    return Scene(
        side=side,
        heading=f"Turn {view.turn}",
        pieces=tuple(known + hidden),
        markers=(Marker(name="prize", letter="!", cell=0),),
        tracks=tuple(TrackPoint("points", points, game.sides[n], n) for n, points in enumerate(view.points)),
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny Skirmish with a board and a scene."""
    monkeypatch.setattr(TinySkirmish, "board", tiny_board, raising=False)
    monkeypatch.setattr(TinySkirmish, "scene", tiny_scene, raising=False)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty directory; an exception other than an exit is a failure of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    runner = CliRunner()

    def invoke(*words: str, typed: str | None = None) -> Result:
        result = runner.invoke(app, list(words), input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return invoke

"""The bench: every figure is there, whatever the clock says."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tinygame.game import TinySkirmish

import sandtable
from sandtable.arena import bench
from sandtable.arena.bench import measure, positions_of
from sandtable.kernel.game import Question


class AskedTiny(TinySkirmish):
    """Tiny Skirmish with a reach question that notes what it was asked."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.asked: list[int] = []
        self.questions = {"reach": Question("where a piece can go", ("piece",), self.reach)}

    def reach(self, state: Any, piece: int) -> int:
        self.asked.append(piece)
        return piece


def quick(game: Any) -> bench.Figures:
    return measure(game, repetitions=2, seconds=0.0)


def test_every_figure_is_measured() -> None:
    figures = quick(sandtable.game("tiny-skirmish"))
    assert figures.decisions_per_second > 0
    assert figures.decisions_per_second_best >= figures.decisions_per_second
    assert figures.player_turns_per_second > 0
    assert figures.copy_us > 0
    assert figures.reach_us is None
    assert figures.scenario == "skirmish"


class WatchedTiny(TinySkirmish):
    """Tiny Skirmish, which notes whose views are made."""

    def __init__(self) -> None:
        super().__init__()
        self.viewers: set[int] = set()

    def view(self, state: Any, side: int) -> Any:
        self.viewers.add(side)
        return super().view(state, side)


def test_a_game_with_secrets_is_measured_with_views_too() -> None:
    game = WatchedTiny()
    figures = quick(game)
    assert figures.decisions_per_second_with_views
    assert game.viewers == set(range(len(game.sides)))


def test_a_game_without_secrets_has_no_pace_with_views() -> None:
    game = WatchedTiny()
    game.secrets = False
    assert quick(game).decisions_per_second_with_views is None
    assert not game.viewers


def test_chess_is_measured_beside_it() -> None:
    pytest.importorskip("chess")
    figures = quick(sandtable.game("tiny-skirmish"))
    assert figures.chess_plies_per_second
    assert figures.ratio


def test_without_chess_its_figures_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "has_chess", lambda: False)
    figures = quick(sandtable.game("tiny-skirmish"))
    assert (figures.chess_plies_per_second, figures.ratio) == (None, None)
    assert figures.decisions_per_second > 0


def test_reach_is_asked_about_every_piece_that_can_be_chosen(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    figures = quick(game)
    assert figures.reach_us is not None
    assert game.asked


def test_recorded_positions_are_used_where_there_are_any(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    start = game.start()
    assert len(positions_of(game, start, Random(1))) > 5
    (tmp_path / "positions").mkdir()
    (tmp_path / "positions" / "one.txt").write_text(game.write_position(start), encoding="utf-8")
    [recorded] = positions_of(game, start, Random(1))
    assert game.key(recorded) == game.key(start)


def test_one_file_may_hold_several_positions(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    start = game.start()
    text = game.write_position(start)
    (tmp_path / "positions").mkdir()
    (tmp_path / "positions" / "many.txt").write_text(f"{text}---\n{text}---\n{text}", encoding="utf-8")
    assert [game.key(state) for state in positions_of(game, start, Random(1))] == [game.key(start)] * 3

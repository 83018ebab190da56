"""The bench: every figure is there, whatever the clock says."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.arena import bench
from sandtable.arena.bench import measure, positions_of, recorded_positions, starts_of
from sandtable.kernel.game import Question
from tinygame.game import TinySkirmish

SCENARIOS = ["skirmish", "patrol", "duel"]
RECORDED = [
    (name, info.id) for name in ("afrika-korps", "rommel-in-the-desert") for info in sandtable.game(name).scenarios
]


class AskedTiny(TinySkirmish):
    """Tiny Skirmish in another folder, with a reach question that notes what it was asked."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.asked: list[int] = []
        self.questions = {"reach": Question("where a piece can go", ("piece",), self.reach)}

    def reach(self, state: Any, piece: int) -> int:
        self.asked.append(piece)
        return piece

    def record(self, scenario: str, copies: int = 1) -> None:
        """Its set-up as recorded positions."""
        folder = self.folder / "positions"
        folder.mkdir(exist_ok=True)
        texts = [self.write_position(self.start(scenario))] * copies
        (folder / f"{scenario}.txt").write_text("---\n".join(texts), encoding="utf-8")


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SLICE", 50)


def quick(game: Any, scenario: str = "") -> bench.Figures:
    return measure(game, scenario, slices=1)


# Figures


def test_every_scenario_is_measured() -> None:
    figures = quick(sandtable.game("tiny-skirmish"))
    assert [each.scenario for each in figures.scenarios] == SCENARIOS
    for each in figures.scenarios:
        assert each.set_up.decisions_per_second > 0
        assert each.set_up.player_turns_per_second > 0
    assert figures.decisions_per_second > 0
    assert figures.player_turns_per_second > 0
    assert figures.copy_us > 0
    assert figures.reach_us is None


def test_one_scenario_can_be_measured_alone() -> None:
    assert [each.scenario for each in quick(sandtable.game("tiny-skirmish"), "patrol").scenarios] == ["patrol"]


def test_recorded_positions_are_played_from_too(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    game.record("patrol", copies=3)
    figures = quick(game)
    skirmish, patrol, _ = figures.scenarios
    assert (skirmish.positions, skirmish.recorded) == (0, None)
    assert patrol.positions == 3
    assert patrol.recorded is not None
    assert figures.recorded_decisions_per_second == patrol.recorded.decisions_per_second
    assert figures.recorded_ratio == patrol.recorded.ratio


def test_who_watches_is_told_of_every_start(tmp_path: Path) -> None:
    told: list[str] = []
    game = AskedTiny(tmp_path)
    game.record("patrol")
    measure(game, slices=1, watch=told.append)
    assert len(told) == starts_of(game) == 4
    assert starts_of(game, "patrol") == 2


def test_a_slice_is_the_same_work_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that counts how often it is looked at, two runs give the same figures to the last digit."""
    looks = iter(range(1_000_000))
    monkeypatch.setattr(bench, "process_time", lambda: float(next(looks)))
    game = sandtable.game("tiny-skirmish")
    assert quick(game) == quick(game)


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
    game.scenarios = game.scenarios[2:]
    assert quick(game).decisions_per_second_with_views is None
    assert not game.viewers


def test_chess_is_measured_beside_it() -> None:
    pytest.importorskip("chess")
    figures = quick(sandtable.game("tiny-skirmish"))
    assert figures.chess_plies_per_second
    assert figures.ratio
    assert all(each.set_up.ratio for each in figures.scenarios)


def test_without_chess_its_figures_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "has_chess", lambda: False)
    figures = quick(sandtable.game("tiny-skirmish"))
    assert (figures.chess_plies_per_second, figures.ratio) == (None, None)
    assert [bar.what for bar in figures.bars] == ["state copy, us"]
    assert figures.decisions_per_second > 0


def test_reach_is_asked_about_every_piece_that_can_be_chosen(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    figures = quick(game)
    assert figures.reach_us is not None
    assert game.asked


# Bars


def test_the_bars_of_a_game_are_held_against_its_figures(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    game = AskedTiny(tmp_path)
    game.record("patrol")
    (tmp_path / "bars.toml").write_text("set_up = 0.001\nrecorded = 1e9\n", encoding="utf-8")
    figures = quick(game)
    set_up, recorded, _ = figures.bars
    assert (set_up.measured, set_up.met) == (figures.ratio, True)
    assert (recorded.measured, recorded.met) == (figures.recorded_ratio, False)


# Positions


def test_recorded_positions_are_used_where_there_are_any(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    start = game.start()
    assert len(positions_of(game, start, Random(1))) > 5
    game.record("skirmish")
    [recorded] = positions_of(game, start, Random(1))
    assert game.key(recorded) == game.key(start)


def test_one_file_may_hold_several_positions(tmp_path: Path) -> None:
    game = AskedTiny(tmp_path)
    game.record("skirmish", copies=3)
    assert [game.key(state) for state in positions_of(game, game.start(), Random(1))] == [
        game.key(game.start())
    ] * 3


@pytest.mark.parametrize(("game_id", "scenario"), RECORDED)
def test_every_scenario_has_positions_of_both_sides_and_many_decisions(game_id: str, scenario: str) -> None:
    game = sandtable.game(game_id)
    data = game.load_data()
    states = [game.read_position(text, data) for text in recorded_positions(game.folder, scenario)]
    assert len(states) >= 12
    assert not [why for state in states for why in game.status(state)]
    assert {game.actor(state) for state in states} == {0, 1}
    assert len({game.kind_names[state.frames[-1][0]] for state in states}) >= 8
    assert len({game.turn(state) for state in states}) >= 8

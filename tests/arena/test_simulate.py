"""Many games: the same for a seed, the same on several processes, stored so that they replay."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.arena.simulate import GameResult, Series, journal_path, simulate, summary
from sandtable.kernel.errors import Malformed

GAME = sandtable.game("tiny-skirmish")


SIX_GAMES = Series(game="tiny-skirmish", players=("random", "random"), games=6, seed=11)


def series(**changes: object) -> Series:
    return msgspec.structs.replace(SIX_GAMES, **changes)


def timeless(results: list[GameResult]) -> list[GameResult]:
    return [msgspec.structs.replace(result, seconds=0.0) for result in results]


def test_a_seed_gives_the_same_games() -> None:
    assert timeless(simulate(series())) == timeless(simulate(series()))
    assert timeless(simulate(series())) != timeless(simulate(series(seed=12)))


def test_game_n_is_the_same_however_many_are_played() -> None:
    assert timeless(simulate(series(games=3))) == timeless(simulate(series()))[:3]


def test_two_processes_give_the_results_of_one() -> None:
    heard: list[int] = []
    two = simulate(series(), jobs=2, each=lambda result: heard.append(result.number))
    assert timeless(two) == timeless(simulate(series()))
    assert heard == [1, 2, 3, 4, 5, 6]


def test_journals_do_not_change_the_games_and_replay(tmp_path: Path) -> None:
    stored = series(journals=tmp_path / "games", scenario="patrol")
    results = simulate(stored)
    assert timeless(results) == timeless(simulate(series(scenario="patrol")))
    for result in results:
        match = sandtable.verified(GAME, sandtable.load_journal(journal_path(stored, result.number)))
        assert match.result is not None
        assert match.result.winner == result.winner
        assert match.header.scenario == "patrol"


def test_the_summary_adds_up() -> None:
    results = simulate(series())
    total = summary(series(), results)
    assert sum(total.wins.values()) + total.draws == total.games == 6
    assert sum(ending.games for ending in total.endings) == 6
    assert total.decisions.total == sum(result.decisions for result in results)
    assert total.turns.least <= total.turns.median <= total.turns.most
    assert total.players == {"Red": "random", "Blue": "random"}


def test_the_margin_is_the_mean_of_all_games() -> None:
    results = simulate(series(games=12))
    levels = {result.margin for result in results}
    assert len(levels) > 3, "the tiny game has levels of victory"
    for result in results:
        assert (result.margin > 0) - (result.margin < 0) == {None: 0, 0: 1, 1: -1}[result.winner]
    total = summary(series(), results)
    assert total.margin == pytest.approx(sum(result.margin for result in results) / 12, abs=1e-4)
    assert sum(ending.margin * ending.games for ending in total.endings) == sum(r.margin for r in results)


@pytest.mark.parametrize(
    "changes",
    [{"players": ("random", "nobody")}, {"scenario": "no-such"}, {"options": {"ties": "coin"}}, {"game": "chess"}],
)
def test_a_plan_that_cannot_be_played_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(Malformed) as refused:
        simulate(series(**changes), jobs=2)
    assert str(refused.value.hint)

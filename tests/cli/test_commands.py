"""Every command does what it says, and its JSON holds what was promised."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import Result

import sandtable
from sandtable.kernel.chance import SeededChance
from sandtable.kernel.checks import CheckResult, DataReport
from sandtable.kernel.clauses import read_clauses, write_matrix
from sandtable.kernel.errors import Malformed
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from sandtable.players.random import RandomPlayer
from tests.cli.conftest import Run
from tinygame.game import TinySkirmish

COMMANDS = ("games", "play", "simulate", "replay", "verify-dice", "rules", "check-data", "bench", "serve")
GAME = sandtable.game("tiny-skirmish")
SEED = bytes(range(32))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A whole game with published dice."""
    match = Match.start(GAME, chance=SeededChance("table 7", SEED), game_id="table 7")
    player = RandomPlayer(Random(4), GAME.verbs)
    while match.result is None:
        choice = player.pick(GAME.options(match.state))
        match.play(match.actor(), [GAME.write(match.state, choice)])
    path = tmp_path / "game.journal"
    sandtable.save_journal(match.journal, path)
    return path


def answer(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_help_everywhere(run: Run) -> None:
    top = run("--help")
    assert top.exit_code == 0
    assert all(command in top.stdout for command in COMMANDS)
    for command in COMMANDS:
        shown = run(command, "--help")
        assert shown.exit_code == 0
        assert "Usage" in shown.stdout


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("sandtable ")


def test_games(run: Run) -> None:
    assert "Tiny Skirmish" in run("games").stdout
    [tiny] = [game for game in answer(run("games", "--json"))["games"] if game["id"] == "tiny-skirmish"]
    assert tiny["sides"] == ["Red", "Blue"]
    assert "random" in tiny["players"]
    assert [scenario["id"] for scenario in tiny["scenarios"]] == ["skirmish", "patrol", "duel"]


def test_simulate_shows_how_the_games_went(run: Run) -> None:
    result = run("simulate", "tiny-skirmish", "--games", "8", "--seed", "2")
    assert result.exit_code == 0
    assert "8 games" in result.stdout
    assert re.search(
        r"mean margin [+-]0\.\d\d, from \+1 \(total victory for Red\) to -1 \(for Blue\)", result.stdout
    )
    assert "decisions" in result.stdout


def test_simulate_is_the_same_for_a_seed_and_for_any_number_of_jobs(run: Run) -> None:
    words = ("simulate", "tiny-skirmish", "--games", "5", "--seed", "6", "--players", "random,uniform", "--json")
    one, again, two = (answer(run(*words, "--jobs", jobs)) for jobs in ("1", "1", "2"))
    for result in (one, again, two):
        assert result.pop("timing")["decisions_per_second"] > 0
    assert one == again == two
    assert one["games"] == len(one["results"]) == 5
    assert one["margin"] == pytest.approx(sum(result["margin"] for result in one["results"]) / 5)
    assert sum(one["wins"].values()) + one["draws"] == 5
    assert one["players"] == {"Red": "random", "Blue": "uniform"}


def test_simulated_games_are_stored_and_replay(run: Run, tmp_path: Path) -> None:
    run("simulate", "tiny-skirmish", "--games", "3", "--seed", "6", "--option", "ties=dice", "--journal", "kept")
    stored = sorted((tmp_path / "kept").iterdir())
    assert len(stored) == 3
    for path in stored:
        assert "verified" in run("replay", str(path), "--verify").stdout
        assert sandtable.load_journal(path).header.options == {"ties": "dice"}


def test_replay_prints_the_game(run: Run, journal: Path) -> None:
    shown = run("replay", str(journal))
    assert shown.exit_code == 0
    assert "Red: to:" in shown.stdout
    assert "Victory for " in shown.stdout or "Draw" in shown.stdout


def test_replay_tells_what_was_taken_back_with_the_result(run: Run, tmp_path: Path) -> None:
    match = Match.start(GAME)
    match.play(0, ["to:S"])
    match.act(0, "ask-take-back", "0")
    match.act(1, "grant-take-back")
    match.act(1, "resign")
    path = tmp_path / "back.journal"
    path.write_bytes(write_journal(match.journal))
    told = "The Red player took back choices that undo could not reach"
    assert f"{told}." in run("replay", str(path)).stdout
    assert answer(run("replay", str(path), "--json"))["notes"] == [told]


def test_replay_as_json(run: Run, journal: Path) -> None:
    told = answer(run("replay", str(journal), "--json"))
    assert told["verified"] is True
    assert told["over"] is True
    assert told["choices"] + told["outcomes"] == told["records"]


def test_dice_are_verified_with_their_seed(run: Run, journal: Path) -> None:
    told = run("verify-dice", str(journal), SEED.hex())
    assert told.exit_code == 0
    assert "outcomes match the seed" in told.stdout


def test_another_seed_is_found_out(run: Run, journal: Path) -> None:
    told = run("verify-dice", str(journal), sha256(b"another").hexdigest())
    assert told.exit_code == 1
    assert "Hint: " in told.stderr


def test_rules_count_rules_and_examples(run: Run) -> None:
    told = answer(run("rules", "tiny-skirmish", "--json"))
    clauses = read_clauses(GAME.folder)
    assert set(told) == {"game", "rules", "tested", "clauses"}
    assert told["rules"] == sum(clause.kind in ("rule", "example") for clause in clauses.values())
    assert [clause["id"] for clause in told["clauses"]] == list(clauses)
    assert all(set(clause) == {"id", "kind", "tests"} for clause in told["clauses"])


def test_rules_name_the_tests_of_the_matrix(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "id,paragraph,kind,statement\na,1,rule,One\nb,1,example,Two\nc,2,rule,Three\nd,2,definition,Four\n"
    (tmp_path / "rules.csv").write_text(rows, encoding="utf-8")
    write_matrix(tmp_path, {"a": ["test_x", "test_y"], "b": [], "d": ["test_z"]})
    monkeypatch.setattr(TinySkirmish, "folder", tmp_path)
    told = answer(run("rules", "tiny-skirmish", "--json"))
    assert (told["rules"], told["tested"]) == (3, 1)
    assert told["clauses"][0] == {"id": "a", "kind": "rule", "tests": ["test_x", "test_y"]}
    lacking = answer(run("rules", "tiny-skirmish", "--untested", "--json"))
    assert [clause["id"] for clause in lacking["clauses"]] == ["b", "c"]
    assert (lacking["rules"], lacking["tested"]) == (3, 1)
    assert "3 rules and examples, 1 of them tested, 2 not" in run("rules", "tiny-skirmish").stdout


def test_check_data(run: Run) -> None:
    assert "in order" in run("check-data", "tiny-skirmish").stdout
    assert answer(run("check-data", "tiny-skirmish", "--json"))["ok"] is True


def test_check_points_that_fail_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    results = [
        CheckResult(number, "terrain", "C", "hill", found, "must", "1.1", "")
        for number, found in (("1", "hill"), ("2", "sand"))
    ]
    report = DataReport("f", ("board.csv",), tuple(results), {"board.csv": {"printed": 7}})
    monkeypatch.setattr(TinySkirmish, "check_data", lambda self, overrides: report)
    told = run("check-data", "tiny-skirmish")
    assert told.exit_code == 1
    assert "2: terrain C: hill" in told.stdout
    assert "1: terrain" not in told.stdout
    assert "1 of 2 check points are wrong" in told.stderr
    plain = json.loads(run("check-data", "tiny-skirmish", "--json").stdout)
    assert [result["ok"] for result in plain["results"]] == [True, False]


def test_bench(run: Run) -> None:
    quick = ("--scenario", "patrol", "--slices", "1")
    told = answer(run("bench", "tiny-skirmish", *quick, "--json"))
    for figure in ("decisions_per_second", "player_turns_per_second", "copy_us"):
        assert told[figure] > 0
    assert told["reach_us"] is None or told["reach_us"] > 0
    assert [each["scenario"] for each in told["scenarios"]] == ["patrol"]
    shown = run("bench", "tiny-skirmish", *quick).stdout
    for words in ("decisions/s", "patrol", "median", "state copy", "x chess   decisions"):
        assert words in shown


def test_a_bench_that_goes_wrong_points_to_its_help(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object, **__: object) -> None:
        raise Malformed("a recorded position cannot be read")

    monkeypatch.setattr("sandtable.cli.bench.measure", unreadable)
    assert "see: sandtable bench games --help" in run("bench", "tiny-skirmish").stderr


def test_bench_of_all_games(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.cli.bench.all_games", lambda: [GAME])
    told = answer(run("bench", "--slices", "1", "--json"))
    assert [figures["game"] for figures in told["games"]] == ["tiny-skirmish"]
    assert told["decisions_per_second"] == told["games"][0]["decisions_per_second"]

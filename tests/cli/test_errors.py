"""Wrong input gets a sentence, a hint and an exit code; files are left as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Never

import msgspec
import pytest

import sandtable
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.journal import ChoiceRecord, Journal
from sandtable.kernel.match import Match
from tests.cli.conftest import Run

GAME = sandtable.game("tiny-skirmish")

BEYOND = "9" * 5000
"""A number that Python itself refuses to read."""

WRONG = [
    ("simulate", "chess"),
    ("simulate", "tiny-skirmish", "--scenario", "war"),
    ("simulate", "tiny-skirmish", "--players", "random,rommel"),
    ("simulate", "tiny-skirmish", "--players", "random,random,random"),
    ("simulate", "tiny-skirmish", "--players", "random,"),
    ("simulate", "tiny-skirmish", "--option", "ties"),
    ("simulate", "tiny-skirmish", "--option", "ties=coin"),
    ("simulate", "tiny-skirmish", "--option", "weather=hot"),
    ("simulate", "tiny-skirmish", "--data", "nowhere"),
    ("simulate", "tiny-skirmish", "--limit", "3"),
    ("simulate", "tiny-skirmish", "--journal", "a-file"),
    ("replay", "nowhere.journal"),
    ("replay", "a-file", "--data", "nowhere"),
    ("verify-dice", "a-file", "not hexadecimal"),
    ("verify-dice", "nowhere.journal", "00"),
    ("verify-dice", "plain.journal", "00"),
    ("rules", "chess"),
    ("check-data", "chess"),
    ("check-data", "tiny-skirmish", "--data", "nowhere"),
    ("check-data", "tiny-skirmish", "--data", "bad-data"),
    ("bench", "chess"),
    ("bench", "--scenario", "patrol"),
    ("bench", "tiny-skirmish", "--scenario", "war"),
    ("play", "chess"),
    ("play", "tiny-skirmish", "--players", "person,rommel"),
    ("play", "tiny-skirmish", "--players", "person,random,random"),
    ("play", "tiny-skirmish", "--position", "nowhere.txt"),
    ("play", "tiny-skirmish", "--position", "a-file"),
    ("play", "tiny-skirmish", "--position", "bytes"),
    ("play", "tiny-skirmish", "--position", "impossible.txt"),
    ("play", "tiny-skirmish", "--position", "endless"),
    ("play", "tiny-skirmish", "--position", "pipe"),
    ("play", "tiny-skirmish", "--position", "huge.txt"),
    ("play", "tiny-skirmish", "--position", "long-number.txt"),
    ("play", "tiny-skirmish", "--data", "header-only"),
    ("play", "tiny-skirmish", "--scenario", "patrol", "--data", "too-few"),
    ("play", "--load", "plain.journal", "--data", "header-only"),
    ("simulate", "tiny-skirmish", "--data", "header-only"),
    ("simulate", "tiny-skirmish", "--scenario", "patrol", "--data", "too-few"),
    ("replay", "plain.journal", "--data", "header-only"),
    ("check-data", "tiny-skirmish", "--data", "header-only"),
    ("check-data", "tiny-skirmish", "--data", "too-few"),
    ("check-data", "tiny-skirmish", "--data", "long-number"),
    ("check-data", "tiny-skirmish", "--data", "endless-table"),
    ("check-data", "rommel-in-the-desert", "--data", "no-ports"),
    ("export", "\udcff"),
    ("play", "--position", "a-file"),
    ("play", "--load", "nowhere.journal"),
    ("play", "afrika-korps", "--load", "plain.journal"),
]

USAGE = [
    ("conquer",),
    ("simulate",),
    ("simulate", "tiny-skirmish", "--games", "0"),
    ("simulate", "tiny-skirmish", "--games", "many"),
    ("simulate", "tiny-skirmish", "--jobs", "0"),
    ("simulate", "tiny-skirmish", "--colour"),
    ("replay",),
    ("verify-dice", "a-file"),
    ("rules",),
    ("check-data",),
    ("bench", "tiny-skirmish", "--repeat", "0"),
    ("play", "tiny-skirmish", "--seed", "x"),
    ("play", "tiny-skirmish", "--seed", BEYOND),
    ("serve", "--port", BEYOND),
    ("serve", "--log-level", "loud"),
]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "a-file").write_text("turn left at the oasis\n", encoding="utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    text = GAME.write_position(GAME.start())
    (tmp_path / "impossible.txt").write_text(text.replace("turn 1 of", "turn 9 of"), encoding="utf-8")
    (tmp_path / "bad-data").mkdir()
    (tmp_path / "bad-data" / "cards.csv").write_text("card,value\n1a,many\n", encoding="utf-8")
    put_endless_files(tmp_path)
    put_strange_tables(tmp_path)
    match = Match.start(GAME, chance=FixedChance([]))
    match.play(0, ["to:S"])
    sandtable.save_journal(match.journal, tmp_path / "plain.journal")
    return tmp_path


def put_endless_files(folder: Path) -> None:
    """Reading any of these to its end would never end, or take all memory."""
    (folder / "endless").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe")
    (folder / "huge.txt").touch()
    os.truncate(folder / "huge.txt", 1 << 40)
    text = GAME.write_position(GAME.start())
    (folder / "long-number.txt").write_text(text.replace("turn 1 of", f"turn {BEYOND} of"), encoding="utf-8")


def put_strange_tables(folder: Path) -> None:
    tables = {
        "header-only/pieces.csv": "piece,side,strength\n",
        "too-few/scenarios.csv": "scenario,turns,face,hexes\nskirmish,3,down,C N S\n",
        "long-number/cards.csv": f"card,value\n1a,{BEYOND}\n",
        "no-ports/ports.csv": "hex,kind,axis_capacity,allied_capacity,exits,confidence\nTobruk,x,2,2,,x\n",
    }
    for name, text in tables.items():
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "endless-table").mkdir()
    (folder / "endless-table" / "cards.csv").symlink_to("/dev/zero")


@pytest.mark.parametrize("words", WRONG, ids=lambda words: ascii(" ".join(words)))
def test_wrong_input_gets_a_sentence_and_a_hint(run: Run, files: Path, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    sentence, hint = [line for line in result.stderr.splitlines() if line.startswith(("sandtable: ", "Hint: "))]
    assert sentence.startswith("sandtable: ")
    assert sentence.endswith(".")
    assert hint.startswith("Hint: ")
    assert len(hint) > 12


@pytest.mark.parametrize("words", USAGE, ids=lambda words: " ".join(words)[:40])
def test_wrong_usage_points_to_the_help(run: Run, files: Path, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "--help" in result.stderr
    assert "Error" in result.stderr


def changed(content: bytes) -> bytes:
    return content.replace(b"to:S", b"to:N")


def truncated(content: bytes) -> bytes:
    return content[: len(content) // 2]


def unfinished(content: bytes) -> bytes:
    return b"".join(content.splitlines(keepends=True)[:-1])


@pytest.mark.parametrize(
    "spoil", [changed, truncated, unfinished, lambda content: b"", lambda content: b"\0" * 99]
)
@pytest.mark.parametrize("words", [("replay",), ("replay", "--verify"), ("play", "--load")], ids=" ".join)
def test_a_broken_journal_is_refused_and_left_alone(
    run: Run, files: Path, spoil: Callable[[bytes], bytes], words: tuple[str, ...]
) -> None:
    path = files / "plain.journal"
    spoilt = spoil(path.read_bytes())
    path.write_bytes(spoilt)
    before = sorted(entry.name for entry in files.iterdir())
    result = run(*words, str(path))
    assert result.exit_code == 1
    assert "plain.journal, " in result.stderr
    assert "line " in result.stderr
    assert "Hint: " in result.stderr
    assert path.read_bytes() == spoilt
    assert sorted(entry.name for entry in files.iterdir()) == before


@pytest.mark.parametrize("flag", ["--verify", "--json"])
def test_a_journal_that_does_not_replay_names_the_record(run: Run, files: Path, flag: str) -> None:
    path = files / "plain.journal"
    journal = sandtable.load_journal(path)
    journal.records.append(ChoiceRecord(2, 1, "to:N"))
    sandtable.save_journal(journal, path)
    result = run("replay", str(path), flag)
    assert result.exit_code == 1
    assert "plain.journal, record 2" in result.stderr


@pytest.mark.parametrize("flag", ["--verify", "--json"])
def test_a_journal_whose_header_disagrees_says_so(run: Run, files: Path, flag: str) -> None:
    path = files / "plain.journal"
    journal = sandtable.load_journal(path)
    header = msgspec.structs.replace(journal.header, position="nonsense\n")
    sandtable.save_journal(Journal(header, journal.records), path)
    result = run("replay", str(path), flag)
    assert result.exit_code == 1
    assert "plain.journal, the header: the position in the header cannot be read" in result.stderr


def test_a_game_that_cannot_be_loaded_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game_id: str) -> Never:
        raise ImportError("no module named sand")

    monkeypatch.setattr("sandtable.cli.common.game_by_id", broken)
    assert "cannot be loaded: no module named sand" in run("rules", "tiny-skirmish").stderr.replace("\n", " ")
    assert run("games").exit_code == 0


def test_the_script_runs_as_a_process(tmp_path: Path) -> None:
    def sandtable_process(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sandtable.cli", *words]
        environment = {**os.environ, "NO_COLOR": "1"}
        return subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path, input="", env=environment
        )

    good = sandtable_process("simulate", "tiny-skirmish", "--games", "1", "--json")
    assert good.returncode == 0
    assert good.stdout.startswith("{")
    bad = sandtable_process("play", "tiny-skirmish", "--players", "nobody")
    assert bad.returncode == 2
    assert "Traceback" not in bad.stderr
    assert "\x1b" not in bad.stderr + good.stdout

"""The plugin that keeps the rule matrix, tried on a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parent.parent / "conftest.py"

FAKE = """

class FakeGame:
    folder = Path(__file__).parent.parent / "rules"

sandtable.game = lambda game_id: FakeGame
sandtable.game_ids = lambda: ["fake"]
"""

CLAUSES = "id,paragraph,kind,statement\n1,1,rule,a\n2,1,rule,b\n3,1,rule,c\n4,1,rule,d\n5,1,example,e\n"

TESTS = """
import pytest

GAME = "fake"

@pytest.mark.rule("1", "2")
@pytest.mark.parametrize("n", [1, 2])
def test_two(n): pass

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("3")), pytest.param(2)])
def test_case(n): pass

@pytest.mark.rule("4")
@pytest.mark.skip
def test_skipped(): pass

@pytest.mark.rule("4")
@pytest.mark.xfail(strict=False)
def test_expected_to_fail(): pass

def test_unmarked(): pass
"""

PINNED = {
    "1": ["tests/test_a.py::test_two"],
    "2": ["tests/test_a.py::test_two"],
    "3": ["tests/test_a.py::test_case"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("tests", "rules"):
        (tmp_path / name).mkdir()
    settings = 'testpaths = ["tests"]\naddopts = "--strict-markers"\nmarkers = ["rule(clause)"]\n'
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n" + settings)
    (tmp_path / "tests" / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8") + FAKE, encoding="utf-8")
    (tmp_path / "tests" / "test_a.py").write_text(TESTS)
    (tmp_path / "rules" / "rules.csv").write_text(CLAUSES)
    return tmp_path


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    # Other plugins take longer to load than these tests take to run.
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=alone)
    return done.returncode, done.stdout + done.stderr


def matrix(folder: Path) -> object:
    path = folder / "rules" / "matrix.json"
    return json.loads(path.read_text()) if path.exists() else None


def test_a_full_run_writes_a_stale_matrix_and_fails_once(folder: Path) -> None:
    code, output = run(folder)
    assert (code, matrix(folder)) == (1, PINNED), output
    assert "matrix.json was stale and is written anew" in output
    code, output = run(folder, "-p", "xdist", "-n", "2")
    assert (code, matrix(folder)) == (0, PINNED), output
    assert "stale" not in output


def test_the_controller_of_several_processes_writes_it_too(folder: Path) -> None:
    code, output = run(folder, "-p", "xdist", "-n", "2", "tests")
    assert (code, matrix(folder)) == (1, PINNED), output


def test_part_of_the_tests_writes_nothing(folder: Path) -> None:
    assert run(folder, "tests/test_a.py")[0] == 0
    assert run(folder, "-k", "two")[0] == 0
    assert matrix(folder) is None


def test_a_failure_writes_nothing_unless_it_is_the_matrix_that_is_missing(folder: Path) -> None:
    test = folder / "tests" / "test_b.py"
    test.write_text("def test_wrong(): assert False\n")
    assert run(folder)[0] == 1
    assert matrix(folder) is None
    test.rename(folder / "tests" / "test_rule_matrix.py")
    assert run(folder)[0] == 1
    assert matrix(folder) == PINNED


def test_marks_that_cannot_be_right_are_errors(folder: Path) -> None:
    (folder / "tests" / "test_b.py").write_text(
        "import pytest\nGAME = 'fake'\n"
        "@pytest.mark.rule('9')\ndef test_unknown(): pass\n"
        "@pytest.mark.rule('1', '2')\n@pytest.mark.rule('3', '4')\ndef test_many(): pass\n"
    )
    (folder / "tests" / "test_c.py").write_text("import pytest\n@pytest.mark.rule('1')\ndef test_lost(): pass\n")
    code, output = run(folder)
    assert code == 1
    assert "fake has no clause 9" in output
    assert "a test pins at most 3 clauses, this one 4" in output
    assert "a test with rule marks needs GAME in its module" in output
    assert matrix(folder) is None

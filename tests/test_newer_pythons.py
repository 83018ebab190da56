"""Which other Pythons the tests also run on (`make newer`)."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

newer_pythons = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "newer_pythons.py"))["newer_pythons"]


def pretend(path: Path, says: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)
    return str(path)


def test_newer_pythons_are_found_on_the_path_and_among_those_of_pyenv(tmp_path: Path) -> None:
    pyenv, path = tmp_path / "pyenv", tmp_path / "bin"
    pretend(path / "python3.18", "exit 127")  # a stand-in for one that is not active
    there = pretend(pyenv / "versions/3.18.2/bin/python", "echo 3.18")
    pretend(pyenv / "versions/3.10.1/bin/python", "echo 3.10")
    on_path = pretend(path / "python3.19", "echo 3.19")
    surroundings = {"PATH": str(path), "PYENV_ROOT": str(pyenv)}
    assert newer_pythons(surroundings) == {"3.18": there, "3.19": on_path}


def test_where_none_is_there_none_is_found(tmp_path: Path) -> None:
    assert newer_pythons({"PATH": str(tmp_path), "PYENV_ROOT": str(tmp_path)}) == {}


def test_our_own_is_not_run_twice(tmp_path: Path) -> None:
    version = "{}.{}".format(*sys.version_info)
    pretend(tmp_path / f"python{version}", f"echo {version}")
    assert newer_pythons({"PATH": str(tmp_path), "PYENV_ROOT": str(tmp_path)}) == {}

"""The rooms of the house are kept apart: which may import which (docs/architecture.md, "The rooms")."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import sandtable

SOURCE = Path(sandtable.__file__).parent
GAMES = sorted(path.name for path in (SOURCE / "games").iterdir() if (path / "__init__.py").exists())

HOUSE = {
    "kernel": {""},
    "boards": {"kernel"},
    "players": {"kernel"},
    "arena": {"kernel", "players", "table", "web"},
    "table": {"kernel", "players"},
    "web": {"kernel", "table"},
    "terminal": {"kernel", "players"},
    "cli": {"", "kernel", "players", "arena", "table", "web", "terminal"},
    "games": {"kernel", "boards", "players"},
}
"""By room of the house what it may import besides itself; "" is the package itself."""

GAME = {
    "verbs": set[str](),
    "printed": set[str](),
    "state": {"printed"},
    "rules": {"printed", "state", "verbs", "knowledge.memory"},
    "knowledge": {"printed", "state", "verbs", "rules"},
    "notation": {"printed", "state", "verbs", "rules", "knowledge"},
    "drawing": {"printed", "state", "verbs", "rules", "knowledge", "notation"},
    "players": {"printed", "state", "verbs", "rules", "knowledge", "notation"},
    "game": {"printed", "state", "verbs", "rules", "knowledge", "notation", "drawing", "players"},
}
"""By room of a game what it may import besides itself. A game keeps what it remembers while rules are applied."""

SAME_FILES = {
    "printed": ("data", "files", "checks"),
    "notation": ("position", "status", "words"),
    "knowledge": ("view",),
    "drawing": ("board", "scene", "panels", "charts", "questions"),
    "players": ("recruit",),
}
"""What every game has, under these names."""

CHAPTER = re.compile(r"c\d\d_|p\d_")
"""The modules of the rules are named after a chapter of the rulebook, or of the playbook."""

CHECK_POINTS = {"checkpoints", "example_checks", "facts"}
"""Modules of `printed` that compare the data with the rulebook's facts, some of which only show in play."""


def imports(path: Path) -> Iterator[str]:
    """Our modules that a file imports, without `sandtable.` in front."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "sandtable":
            for alias in node.names:
                yield f"{node.module}.{alias.name}".removeprefix("sandtable.")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "sandtable":
                    yield alias.name.removeprefix("sandtable").removeprefix(".")


def files_of(room: str) -> list[Path]:
    return sorted((SOURCE / room).rglob("*.py"))


@pytest.mark.parametrize("room", HOUSE)
def test_rooms_of_the_house(room: str) -> None:
    """Imports point one way; games are reached only through the protocol."""
    wrong = [
        f"{path.relative_to(SOURCE)} imports {module}"
        for path in files_of(room)
        for module in imports(path)
        if module.split(".")[0] not in HOUSE[room] | {room} and not ("" in HOUSE[room] and "." not in module)
    ]
    assert wrong == []


def test_every_folder_is_a_game_that_is_offered() -> None:
    registered = {point.value.split(":")[0] for point in entry_points(group="sandtable.games")}
    assert {f"sandtable.games.{name}" for name in GAMES} <= registered


@pytest.mark.parametrize("game", GAMES)
def test_no_game_imports_another(game: str) -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {module}"
        for path in files_of(f"games/{game}")
        for module in imports(path)
        if module.startswith("games.") and module.split(".")[1] != game
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_only_the_computer_players_of_a_game_know_those_of_the_house(game: str) -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {module}"
        for path in files_of(f"games/{game}")
        for module in imports(path)
        if module.startswith("players.") and path.parent.name != "players"
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_rooms_of_a_game(game: str) -> None:
    """Data know no rules, rules know no words and no drawing, and nothing depends on the computer players."""
    wrong = []
    for path in files_of(f"games/{game}"):
        room, *inside = path.relative_to(SOURCE / "games" / game).with_suffix("").parts
        if room == "__init__" or (room == "printed" and inside[0] in CHECK_POINTS):
            continue
        for module in imports(path):
            if module.startswith(f"games.{game}."):
                words = module.split(".")[2:]
                if words[0] != room and not {words[0], ".".join(words[:2])} & GAME[room]:
                    wrong.append(f"{path.relative_to(SOURCE)} imports {module}")
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_rooms(game: str) -> None:
    """The same folders, and in them the same names; a game without secrets writes no view."""
    folder = SOURCE / "games" / game
    scenarios = import_module(f"sandtable.games.{game}").GAME.scenarios
    secrets = any(info.secrets for info in scenarios)
    for name in ("printed", "rules", "notation", "drawing", "players", "data", "positions"):
        assert (folder / name).is_dir(), name
    assert not secrets or (folder / "knowledge").is_dir()
    for room, names in SAME_FILES.items():
        if room == "knowledge" and not secrets:
            continue
        assert [name for name in names if not (folder / room / f"{name}.py").is_file()] == []
    assert {path.stem for path in folder.glob("*.py")} == {"__init__", "game", "state", "verbs"}
    chapters = [path.stem for path in (folder / "rules").glob("*.py") if path.stem != "__init__"]
    assert all(CHAPTER.match(stem) for stem in chapters)

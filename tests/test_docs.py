"""The examples in the documents run, and the listing of a real game is what happens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.flow import ChoiceKind, Steps
from sandtable.kernel.journal import ChanceRecord

ROOT = Path(__file__).parent.parent
FILES = ("README.md", "docs/tour.md", "docs/library.md")


def blocks() -> Sequence[object]:
    found = []
    for name in FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        for match in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            line = text[: match.start()].count("\n") + 2
            found.append(pytest.param(name, line, match[1], id=f"{name}:{line}"))
    return found


@pytest.mark.parametrize(("name", "line", "source"), blocks())
def test_example_runs(name: str, line: int, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = compile("\n" * (line - 1) + source, str(ROOT / name), "exec")
    exec(code, {"__name__": "__main__"})


def stack(game: sandtable.Game[Any], state: Any, left_out: int) -> str:
    """The frames above the lowest, written as docs/architecture.md writes them."""
    names = []
    for number, step, *_ in state.frames[left_out:]:
        kind = game.kinds[number]
        if isinstance(kind, Steps):
            names.append(f"{kind.name}.{kind.steps[step - 1].__name__}" if len(kind.steps) > 1 else kind.name)
        else:
            names.append(f"{kind.name}{'?' if isinstance(kind, ChoiceKind) else '*'}")
    return " > ".join(names)


def sequence(number: int) -> tuple[str, list[str]]:
    """The position of one of the hardest sequences, and the lines of its listing."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition(f"### {number}. ")[2].partition(f"### {number + 1}. ")[0]
    position, listing = re.findall(r"^```\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    return position, listing.splitlines()[1:]


@pytest.mark.parametrize(
    ("number", "id", "outcomes", "left_out", "undo_to"),
    [
        pytest.param(1, "afrika-korps", [3], 1, 23, id="the answer of the Allies in mid-move"),
        pytest.param(2, "rommel-in-the-desert", [4 * 6 + 1], 2, 22 - 3, id="the end of the rout"),
        pytest.param(4, "shifting-sands", [2, 1, 2], 2, 20 - 1, id="the retreat of the Allies"),
    ],
)
def test_the_hardest_sequences_are_played_as_listed(
    number: int, id: str, outcomes: list[int], left_out: int, undo_to: int
) -> None:
    game = sandtable.game(id)
    position, lines = sequence(number)
    match = sandtable.Match.start(game, position=position, chance=FixedChance(outcomes))
    for line in lines:
        numbers, who, words, frames, *note = re.split(r" {2,}", line.strip())
        verb, colon, arguments = words.partition(":")
        if who == "dice":
            record = match.records[int(numbers) - 1]
            assert isinstance(record, ChanceRecord)
            assert record.text == words
        else:
            for argument in arguments.split() or [""]:
                match.play(game.sides.index(who), [f"{verb}{colon}{argument}"])
        assert str(match.number) == numbers.rpartition("-")[2]
        assert stack(game, match.state, left_out) == frames, line
        assert match.line[-1].barrier == ("BARRIER" in "".join(note)), line
    assert match.reset_target(0) == undo_to

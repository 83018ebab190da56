"""What shows that a rule is at work: a decision asked, an event told, a refusal given, a situation met.

`all_signs` has every one that the game's modules can give; a `Watch` follows games and counts them.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.notation.words import LINES
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.rommel_in_the_desert.situations import SITUATIONS

DECISION, EVENT, REFUSAL, SITUATION = "decision", "event", "refusal", "situation"
DRAWING = ("journeys",)
"""Modules that say why a question has no answer; nobody chooses there."""


@cache
def all_signs() -> frozenset[str]:
    """Every kind of decision and dice, every line of the log, every sentence of a refusal, every situation."""
    found = {f"{DECISION} {kind.name}" for kind in GAME.kinds if kind.decides}
    found |= {f"{EVENT} {kind}" for kind in LINES}
    found |= {f"{SITUATION} {name}" for name in SITUATIONS}
    return frozenset(found | {f"{REFUSAL} {sentence}" for sentence in sentences()})


def sentences() -> Iterator[str]:
    """What the functions say that answer `why not?`: their names begin so."""
    for path in GAME.folder.glob("*.py"):
        if path.stem in DRAWING:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("why_"):
                yield from said_in(node)


def said_in(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            text = node.args[0]
            assert isinstance(text, ast.Constant), "a refusal is said in so many words"
            yield text.value


class Watch:
    """Follows games step by step and counts how often each of these signs is given, or of all."""

    def __init__(self, signs: Iterable[str] | None = None) -> None:
        self.asked = all_signs() if signs is None else frozenset(signs)
        self.fired: Counter[str] = Counter()
        self.situations = [name for name in SITUATIONS if f"{SITUATION} {name}" in self.asked]

    def begin(self, state: Position) -> None:
        """A game begins: nothing has happened yet."""

    def see(
        self, before: Position, choice: Choice, events: list[Event], after: Position, refusals: list[Refusal]
    ) -> None:
        """A choice, or an outcome of chance, was played; these refusals were given just before."""
        kind = GAME.kind_names[before.frames[-1][0]]
        given = [f"{DECISION} {kind}"]
        given += [f"{EVENT} {event.kind}" for event in events]
        given += [f"{REFUSAL} {refusal.sentence}" for refusal in refusals]
        given += [f"{SITUATION} {name}" for name in self.situations if SITUATIONS[name](before, kind)]
        self.fired.update(sign for sign in given if sign in self.asked)

"""What each rule clause of Rommel in the Desert looks like when it decides something: one witness a clause.

`WITNESSES` has them by clause; a `Watch` follows games and counts how often each clause fired.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.rommel_in_the_desert.evidence import ch01_04, ch05_08, ch09_11, ch12_13, ch14_15, ch16, ch17, ch18
from tests.games.rommel_in_the_desert.evidence.steps import Step
from tests.witnessing import START, Witnessed, joined

CHAPTERS = (ch01_04, ch05_08, ch09_11, ch12_13, ch14_15, ch16, ch17, ch18)
EXCUSED = ch05_08.EXCUSED
"""Clauses that nothing in a game on a computer can show, with the reason."""
WITNESSES = joined(*(chapter.WITNESSES for chapter in CHAPTERS))


class Watch(Witnessed):
    """Follows games step by step."""

    def __init__(self, clauses: Iterable[str] | None = None, *, once: bool = False) -> None:
        super().__init__(WITNESSES, clauses, once=once)

    def begin(self, state: Position) -> None:
        """A game begins, here or at its set-up."""
        if not state.turn:
            self.ask(Step(state, 0, [], state, [], START))

    def see(
        self, before: Position, choice: Choice, events: list[Event], after: Position, refusals: list[Refusal]
    ) -> None:
        """A choice, or an outcome of chance, was played; these refusals were given just before."""
        kind = GAME.kind_names[before.frames[-1][0]]
        self.ask(Step(before, choice, events, after, refusals, kind))

"""What each rule clause of Afrika Korps looks like when it decides something: one witness a clause.

`WITNESSES` has them by clause; a `Watch` follows games and counts how often each clause fired.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.state import Position, new_position
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses import (
    ch01_04,
    ch05_06,
    ch07_08,
    ch09_11,
    ch12_14,
    ch15_16,
    ch17_20,
    ch21_22,
    ch23_24,
)
from tests.games.afrika_korps.witnesses.memory import begin_memory, remember
from tests.games.afrika_korps.witnesses.steps import SCENARIO, Memory, Step
from tests.witnessing import START, Witnessed, joined

CHAPTERS = (ch01_04, ch05_06, ch07_08, ch09_11, ch12_14, ch15_16, ch17_20, ch21_22, ch23_24)
WITNESSES = joined(*(chapter.WITNESSES for chapter in CHAPTERS))


class Watch(Witnessed):
    """Follows games step by step."""

    def __init__(self, clauses: Iterable[str] | None = None, *, once: bool = False) -> None:
        super().__init__(WITNESSES, clauses, once=once)
        self.memory = Memory([])

    def begin(self, state: Position) -> None:
        """A game begins, here or at its set-up."""
        self.memory = begin_memory(state)
        if (state.turn, state.place) == (1, new_position(SCENARIO).place):
            self.ask(Step(state, 0, [], state, [], START, self.memory))

    def see(
        self, before: Position, choice: Choice, events: list[Event], after: Position, refusals: list[Refusal]
    ) -> None:
        """A choice, or an outcome of chance, was played; these refusals were given just before."""
        kind = GAME.kind_names[before.frames[-1][0]]
        step = Step(before, choice, events, after, refusals, kind, self.memory)
        self.ask(step)
        remember(step)

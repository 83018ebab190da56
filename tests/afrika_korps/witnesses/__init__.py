"""What each rule clause of Afrika Korps looks like when it decides something: one witness a clause.

`WITNESSES` has them by clause; a `Watch` follows games and counts how often each clause fired.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.state import Position, new_position
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from witnesses import ch01_04, ch05_06, ch07_08, ch09_11, ch12_14, ch15_16, ch17_20, ch21_22, ch23_24
from witnesses.memory import begin_memory, remember
from witnesses.steps import SCENARIO, START, Memory, Refusal, Step, Witness, signs_of

CHAPTERS = (ch01_04, ch05_06, ch07_08, ch09_11, ch12_14, ch15_16, ch17_20, ch21_22, ch23_24)
WITNESSES: dict[str, Witness] = {}
for _chapter in CHAPTERS:
    assert not WITNESSES.keys() & _chapter.WITNESSES.keys(), "a clause has two witnesses"
    WITNESSES.update(_chapter.WITNESSES)


class Watch:
    """Follows games step by step and counts how often these clauses fire, or all.

    `once`: a clause that has fired is not looked for any more, which is all that a test needs to know.
    """

    def __init__(self, clauses: Iterable[str] | None = None, *, once: bool = False) -> None:
        self.fired: Counter[str] = Counter()
        self.once = once
        self.asked = frozenset(WITNESSES if clauses is None else clauses)
        self.by_sign: dict[str, list[str]] = defaultdict(list)
        for clause in self.asked:
            for sign in WITNESSES[clause].signs:
                self.by_sign[sign].append(clause)
        self.memory = Memory([])

    def begin(self, state: Position) -> None:
        """A game begins, here or at its set-up."""
        self.memory = begin_memory(state)
        if (state.turn, state.place) == (1, new_position(SCENARIO).place):
            self._ask(Step(state, 0, [], state, [], self.memory, START))

    def see(
        self, before: Position, choice: Choice, events: list[Event], after: Position, refusals: list[Refusal]
    ) -> None:
        """A choice, or an outcome of chance, was played; these refusals were given just before."""
        kind = GAME.kind_names[before.frames[-1][0]]
        step = Step(before, choice, events, after, refusals, self.memory, kind)
        self._ask(step)
        remember(step)

    def _ask(self, step: Step) -> None:
        asked: set[str] = set()
        for sign in signs_of(step):
            asked.update(self.by_sign[sign])
        for clause in asked:
            if not (self.once and self.fired[clause]) and WITNESSES[clause].holds(step):
                self.fired[clause] += 1

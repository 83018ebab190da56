"""Positions as text.

    turn 2 of 3
    C: red/captain*
    N: blue/scout
    moved: red/captain
    hand red: 1a 3b
    phase: move blue

The first line is the game's own; a star marks a piece that was shown; a piece that is not named is lost. `phase`
lays the frames of a decision; `frame` lines, which are what is written, can stand in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.positions import PositionText
from tinygame.rules.phases import FORMS, Phase, enter
from tinygame.state import LOST, Table

SHOWN = "*"


class TableText(PositionText[Table]):
    """Lines of the game's own: the turn, the star, the phase."""

    phase: Phase | None = None

    def assumed(self, like: Table | None) -> Table:
        state = Table.blank(self.printed)
        state.where = [LOST] * len(state.where)
        return state

    def headings(self, state: Table) -> Iterator[str]:
        yield f"turn {state.turn} of {state.last_turn}"

    def read_heading(self, words: list[str]) -> bool:
        if words[0] != "turn":
            return False
        if len(words) != 4 or words[2] != "of":
            raise self.fail("write 'turn 2 of 3'")
        self.state.turn, self.state.last_turn = self.number(words[1]), self.number(words[3])
        return True

    def piece_word(self, state: Table, piece: int) -> str:
        return super().piece_word(state, piece) + SHOWN * (state.shown >> piece & 1)

    def read_piece(self, word: str, place: int) -> None:
        piece = self.put(word.removesuffix(SHOWN), place)
        self.state.shown |= word.endswith(SHOWN) << piece

    def own_lines(self, state: Table) -> Iterator[str]:
        if not state.frames:
            yield "phase: over"

    def read_own(self, head: str, words: list[str]) -> bool:
        if head != "phase":
            return False
        if not words or words[0] not in FORMS or len(words) != 1 + len(FORMS[words[0]]):
            forms = [" ".join((name, *(local.name for local in locals_))) for name, locals_ in FORMS.items()]
            raise self.fail("a phase is one of {forms}", forms=", ".join(forms))
        shapes = [local.shape for local in FORMS[words[0]]]
        numbers = [shape.read(word, self.state) for shape, word in zip(shapes, words[1:], strict=True)]
        self.phase = Phase(words[0], tuple(numbers))
        return True

    def finish(self) -> None:
        if self.is_at_phase(self.phase, "phase: move red", over=False) and self.phase:
            self.state.rebuild()
            enter(self.state, self.phase)

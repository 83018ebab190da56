"""Positions as text.

    turn: 4
    Tobruk: au_9 br_bg-3
    hand Axis: X15 X23
    discards Axis: X06 X31
    trace Axis: X06
    trace Axis: X04 X31 / X31
    frame: game-turn 2
    ...

Everything is written and read by the declarations of the fields, except for two things. The cards of years that
have not begun wait, and are not written. And there is a line for each card in a discard pile, in their order, with
all that it can be for the world; and, after a stroke, for the other side if that knows more. Cards that follow one
another are written as X15-X19.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.knowledge.memory import OPPONENT, WORLD, traces_of
from sandtable.games.shifting_sands.notation.status_cards import due_later
from sandtable.games.shifting_sands.printed.data import SIDES
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from sandtable.kernel.positions import PositionText

TRACE, STROKE, TO = "trace", "/", "-"


class TheatreText(PositionText[Theatre]):
    """The lines of the declarations, and the traces of face-down cards."""

    def assumed(self, like: Theatre | None) -> Theatre:
        state = Theatre.blank(self.printed)
        if like is not None:
            state.waiting = due_later(like) & ~like.removed
        return state

    def finish(self) -> None:
        if "waiting" not in self.given:
            self.state.waiting = due_later(self.state) & ~self.state.removed

    def own_lines(self, state: Theatre) -> Iterator[str]:
        for side, name in enumerate(SIDES):
            traces = traces_of(state, side)
            for world, opponent in zip(traces[WORLD::2], traces[OPPONENT::2], strict=True):
                more = [] if world == opponent else [STROKE, *self._ranges(opponent)]
                yield " ".join((f"{TRACE} {name}:", *self._ranges(world), *more))

    def read_own(self, head: str, words: list[str]) -> bool:
        side = next((number for number, name in enumerate(SIDES) if head == f"{TRACE} {name}"), None)
        if side is None:
            return False
        world, stroke, opponent = words, [], list[str]()
        if STROKE in words:
            place = words.index(STROKE)
            world, stroke, opponent = words[:place], words[place : place + 1], words[place + 1 :]
        masks = self._mask(world), self._mask(opponent if stroke else world)
        traces_of(self.state, side).extend(masks)
        return True

    def _ranges(self, cards: int) -> Iterator[str]:
        """X01 X04-X06: the names of cards, those that follow one another in one word."""
        names = self.nouns["card"]
        runs: list[list[int]] = []
        for card in ones(cards):
            if runs and runs[-1][-1] == card - 1 and names[card][0] == names[card - 1][0]:
                runs[-1].append(card)
            else:
                runs.append([card])
        for run in runs:
            yield names[run[0]] if len(run) == 1 else f"{names[run[0]]}{TO}{names[run[-1]]}"

    def _mask(self, words: list[str]) -> int:
        cards = 0
        for word in words:
            begin, _, end = word.partition(TO)
            first = self.nouns.number("card", begin)
            last = self.nouns.number("card", end) if TO in word else first
            if last < first:
                raise self.fail("'{word}': the first card comes first", word=word)
            cards |= (1 << last + 1) - (1 << first)
        return cards

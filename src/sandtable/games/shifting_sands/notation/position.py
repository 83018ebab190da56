"""Positions as text.

    turn: 4
    Tobruk: au_9 br_bg-3
    hand Axis: X15 X23
    discards Axis: X06 X31
    drew Axis: X04 X15 X23 X31
    laid Axis: X31 / X04 X08 X31
    showed Axis: X06
    seen Axis: X15
    frame: game-turn 2
    ...

Everything is written and read by the declarations of the fields, except for two things. The cards of years that
have not begun wait, and are not written. And there is a line for each deed in the story of a side's cards since
its draw pile was last shuffled (knowledge/story.py), in their order: cards that were drawn, laid face down (after
a stroke, all that the card could be for others), shown to everybody, seen by the other side. A discard that was
not laid face down lies open. Cards that follow one another are written as X15-X19.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.knowledge.story import story_of
from sandtable.games.shifting_sands.notation.status_cards import due_later
from sandtable.games.shifting_sands.printed.data import SIDES
from sandtable.games.shifting_sands.state import DEEDS, LAID, Theatre
from sandtable.kernel.bits import ones
from sandtable.kernel.positions import PositionText

STROKE, TO = "/", "-"


class TheatreText(PositionText[Theatre]):
    """The lines of the declarations, and the stories of cards."""

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
            story = story_of(state, side)
            for what, cards, candidates in zip(story[::3], story[1::3], story[2::3], strict=True):
                more = [STROKE, *self._ranges(candidates)] if what == LAID else []
                yield " ".join((f"{DEEDS[what]} {name}:", *self._ranges(cards), *more))

    def read_own(self, head: str, words: list[str]) -> bool:
        deed, _, name = head.partition(" ")
        if deed not in DEEDS or name not in SIDES:
            return False
        place = words.index(STROKE) if STROKE in words and deed == DEEDS[LAID] else len(words)
        masks = self._mask(words[:place]), self._mask(words[place + 1 :])
        story_of(self.state, SIDES.index(name)).extend((DEEDS.index(deed), *masks))
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

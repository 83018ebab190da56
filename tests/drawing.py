"""What a game draws, asked by name: answers on the map, and the colours of what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel.game import Game
from sandtable.kernel.scene import Answer, Nation


class Drawn:
    """The answers of one game, with the names of its map for numbers."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self.game, self.names = game, names

    def shown(self, state: Any, question: str, *arguments: str) -> Answer:
        """The answer to a question about units and hexes by name."""
        asked = self.game.questions[question]
        nouns = self.game.nouns(state.printed)
        numbers = [list(nouns[noun]).index(name) for noun, name in zip(asked.nouns, arguments, strict=True)]
        assert asked.show is not None
        answer = asked.show(state, *numbers)
        assert isinstance(answer, Answer)
        return answer

    def tinted(self, answer: Answer, tone: str = "") -> set[str]:
        return {self.names[tint.cell] for tint in answer.cells if not tone or tint.tone == tone}

    def texts(self, answer: Answer) -> dict[str, str]:
        return {self.names[tint.cell]: tint.text for tint in answer.cells}


def luminance(colour: str) -> float:
    """How bright a colour is, between 0 and 1, as the accessibility guidelines define it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(nation: Nation) -> float:
    """Of the print of a nation's counters on their ground."""
    light, dark = sorted((luminance(nation.ground), luminance(nation.ink)), reverse=True)
    return (light + 0.05) / (dark + 0.05)

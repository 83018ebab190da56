"""A table for rule tests: start from a position in text, play choices in text, roll the dice you want."""

from __future__ import annotations

from textwrap import dedent
from typing import Any, Self

import sandtable
from sandtable.kernel.events import Event


class Tabletop:
    """A game at one moment. Choices are written as in stored games: `unit:21/5`, `hex:G25`, `done`."""

    def __init__(self, game_id: str, position: str = "", scenario: str = "", **options: str) -> None:
        self.game = sandtable.game(game_id)
        if position:
            self.state: Any = self.game.read_position(dedent(position), self.game.load_data())
        else:
            self.state = self.game.start(scenario, options)
        self.events: list[Event] = []

    @property
    def actor(self) -> int:
        return self.game.actor(self.state)

    @property
    def decision(self) -> str:
        """The name of the frame on top, or '' when the game is over."""
        return self.game.kind_names[self.state.frames[-1][0]] if self.state.frames else ""

    def legal(self, verb: str = "") -> set[str]:
        """The legal choices as text; with a verb, only the arguments of that verb."""
        texts = {self.game.write(self.state, choice) for choice in self.game.legal(self.state)}
        if not verb:
            return texts
        return {text.partition(":")[2] for text in texts if text.partition(":")[0] == verb}

    def allows(self, text: str) -> bool:
        return text in self.legal()

    def play(self, *texts: str) -> Self:
        """Play choices one after another; an illegal one fails the test with the reason."""
        for text in texts:
            choice = self.game.read(self.state, text)
            why = self.game.explain(self.state, self.actor, choice)
            assert why is None, (
                f"{text} at {self.decision}: {why.rule} {why.sentence}; legal: {sorted(self.legal())}"
            )
            self.events += self.game.apply_heard(self.state, choice)
        return self

    def roll(self, *outcomes: int | str) -> Self:
        """Let chance give these outcomes, by the names stored games use: the face of a die."""
        for outcome in outcomes:
            assert self.actor == sandtable.CHANCE, f"no die is rolled at {self.decision}"
            choice = self.game.read(self.state, str(outcome))
            self.events += self.game.apply_heard(self.state, choice)
        return self

    def refusal(self, text: str, side: int | None = None) -> str:
        """The rule that forbids a choice; fails the test when it is legal."""
        choice = self.game.read(self.state, text)
        why = self.game.explain(self.state, self.actor if side is None else side, choice)
        assert why is not None, f"{text} is legal"
        assert str(why.sentence)
        return why.rule

    def reason(self, text: str) -> str:
        """The sentence that says why a choice is forbidden; fails the test when it is legal."""
        why = self.game.explain(self.state, self.actor, self.game.read(self.state, text))
        assert why is not None, f"{text} is legal"
        return str(why.sentence)

    def happened(self, kind: str) -> list[Event]:
        """The events of a kind so far."""
        return [event for event in self.events if event.kind == kind]

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.game, twin.state, twin.events = self.game, self.state.copy(), list(self.events)
        return twin

"""A seat: all that a player at one side of the table may ask. Every answer is a function of that side's view."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any, Protocol, runtime_checkable

from sandtable.kernel.choices import Choice, Options
from sandtable.kernel.game import Game, Why
from sandtable.kernel.words import Message, say


class Seat:
    """Handed to computer players instead of the state."""

    __slots__ = ("_game", "_state", "seconds", "side")

    def __init__(self, game: Game[Any], state: Any, side: int, seconds: float = inf) -> None:
        self._game = game
        self._state = state
        self.side = side
        self.seconds = seconds
        """Seconds the next choice may take; infinite if nobody is waiting for it."""

    @property
    def printed(self) -> Any:
        """What is printed on the map, the pieces and the cards: it is known to everybody."""
        return self._state.printed

    def decides(self) -> bool:
        """Is the game waiting for this side? Never for the spectator, who shares a number with chance."""
        return self.side >= 0 and self._game.actor(self._state) == self.side

    def options(self) -> Options:
        """The legal choices as (verb, bit set) pairs; empty while somebody else decides."""
        return self._game.options(self._state) if self.decides() else []

    def view(self) -> Any:
        """What this side may know."""
        return self._game.view(self._state, self.side)

    def resample(self, rng: Random) -> Any:
        """A full state that this side's view allows; where nothing is secret, a copy of the state itself."""
        if not self._game.hides(self._state):
            return self._state.copy()
        return self._game.resample(self.view(), rng, self._state.printed)

    def prompt(self) -> Message:
        """What the game is waiting for; of another side's decision, only whose it is."""
        actor = self._game.actor(self._state)
        if actor < 0 or actor == self.side:
            return self._game.prompt(self._state)
        return say("The game is waiting for {side}", side=say(self._game.sides[actor]))

    def rule(self) -> str:
        """The paragraph beside the prompt."""
        return self._game.prompt_rule(self._state) if self.decides() else ""

    def explain(self, choice: Choice) -> Why | None:
        """Why not? None for a legal choice."""
        return self._game.explain(self._state, self.side, choice)

    def ask(self, question: str, *arguments: int) -> Any:
        """The answer to one of the game's questions, from what this side may know."""
        return self._game.questions[question].answer(self.resample(Random(0)), *arguments)

    def write(self, choice: Choice) -> str:
        """The text of a choice."""
        return self._game.vocabulary(self._state.printed).write(choice)


class Player(Protocol):
    """A computer player: it is asked for one legal choice at a time. Without a memory, it needs no more."""

    def choose(self, seat: Seat) -> Choice: ...


@runtime_checkable
class Remembering(Player, Protocol):
    """A player that remembers something, such as a plan, from choice to choice for the length of a turn.

    At the table a new player may be made each time one is asked during a turn, and then recalls what it
    remembered. So a player has nothing to go by but its seat, its random generator and its memory.
    """

    def remember(self) -> Any:
        """Its memory, as plain data: booleans, numbers of at most 64 bits, strings, lists and dicts."""
        ...

    def recall(self, memory: Any) -> None:
        """Remember this and nothing else; None when a turn begins."""
        ...

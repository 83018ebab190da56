"""What a press would cost whoever makes it, found by making it on a copy.

A press is a choice or a run of them. It is played on a position that its side could invent, up to the first dice
or decision of another side, and whatever the events of the way take from that side is told before the press: in
the words of the log, one line for each cause. What would strike later, although nobody does anything, a game lists
as *duties* (`Game.duties`). So no game says of a choice what it leads to. Forced choices that would follow need not
be followed: one that costs something is never made for anybody.

Where there are secrets, only what several inventions agree on is told. The true position is none of them, so
whoever is told cannot learn from it what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from sandtable.kernel.choices import Choice, contains, unpack
from sandtable.kernel.events import Event, told_to
from sandtable.kernel.game import Duty, Game, Why
from sandtable.kernel.words import say

INVENTIONS = 3

Cause = tuple[str, str]
"""The kind of an event and its rule."""


def costs(game: Game[Any], state: Any, run: Sequence[Choice]) -> tuple[Why, ...]:
    """What a press would cost the side that decides."""
    return Foresight(game, state).costs(run)


class Foresight:
    """What the side that decides can foresee; its `view`, where somebody has it already."""

    def __init__(self, game: Game[Any], state: Any, view: Any = None) -> None:
        self.game = game
        self.side = game.actor(state)
        self._state = state
        self._view = view

    def costs(self, run: Sequence[Choice]) -> tuple[Why, ...]:
        """What a press would cost, by the position: nothing is asked twice where nothing is to be feared."""
        found = self._first.costs(run)
        for other in self._others if found else ():
            found = found & other.costs(run)
        return found.told()

    def duties(self) -> tuple[Duty, ...]:
        """What will strike later, as far as all inventions have it."""
        found = self._first.duties
        for other in self._others if found else ():
            found = tuple(duty for duty in found if duty in other.duties)
        return found

    @cached_property
    def _first(self) -> _Trial:
        return self._invented(0)

    @cached_property
    def _others(self) -> tuple[_Trial, ...]:
        secret = self.game.hides(self._state)
        return tuple(self._invented(seed) for seed in range(1, INVENTIONS)) if secret else ()

    def _invented(self, seed: int) -> _Trial:
        """The position as this side could invent it; where nothing is secret, the position."""
        game, state = self.game, self._state
        if game.hides(state):
            if self._view is None:
                self._view = game.view(state, self.side)
            state = game.resample(self._view, Random(seed), state.printed)
        return _Trial(game, state, self.side)


class _Costs:
    """What a press costs in one position: things taken, by cause, and what else is to be said."""

    def __init__(self, game: Game[Any], printed: Any) -> None:
        self._game, self._printed = game, printed
        self.taken: dict[Cause, list[Event]] = {}
        self.said: list[Why] = []

    def __bool__(self) -> bool:
        return bool(self.taken or self.said)

    def __and__(self, other: _Costs) -> _Costs:
        both = _Costs(self._game, self._printed)
        for cause, events in self.taken.items():
            if kept := [event for event in events if event in other.taken.get(cause, ())]:
                both.taken[cause] = kept
        both.said = [why for why in self.said if why in other.said]
        return both

    def told(self) -> tuple[Why, ...]:
        """One line for each cause; what the press itself shows need not be said."""
        shown = {rule for _, rule in self.taken}
        taken = (self._line(rule, events) for (_, rule), events in self.taken.items())
        return (*chain.from_iterable(taken), *(why for why in self.said if why.rule not in shown))

    def _line(self, rule: str, events: Sequence[Event]) -> Iterator[Why]:
        game, printed = self._game, self._printed
        together = game.wording.taken(printed, events)
        if together is not None:
            yield Why(rule, together, tuple(name for event in events for name in self._named(event)))
            return
        for event in events:
            yield Why(rule, game.narrate(printed, event), self._named(event))

    def _named(self, event: Event) -> tuple[str, ...]:
        """What an event takes, by its name."""
        thing = self._game.wording.thing(event)
        return () if thing is None else (self._game.nouns(self._printed)[thing[0]][thing[1]],)


class _Trial:
    """One position on which a press is tried."""

    def __init__(self, game: Game[Any], state: Any, side: int) -> None:
        self._game, self._state, self._side = game, state, side

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        return tuple(self._game.duties(self._state, self._side))

    def costs(self, run: Sequence[Choice]) -> _Costs:
        game, side, found = self._game, self._side, _Costs(self._game, self._state.printed)
        state = self._state.copy()
        for number, choice in enumerate(run):
            if number and not (game.actor(state) == side and contains(game.options(state), choice)):
                break
            found.said += self._due(state, choice)
            for event in self._taken(state, choice):
                found.taken.setdefault((event.kind, event.rule), []).append(event)
        found.said += [*self._lost(state), *self._new_duties(state)]
        return found

    def _taken(self, state: Any, choice: Choice) -> Iterator[Event]:
        """Play a choice: the events that take something from this side, except for what the choice itself names,
        which is given up knowingly."""
        game, (verb, argument) = self._game, unpack(choice)
        chosen = game.verbs[verb].noun, argument
        for event in told_to(self._side, game.apply_heard(state, choice)):
            if game.wording.loser(state.printed, event) == self._side and game.wording.thing(event) != chosen:
                yield event

    def _lost(self, state: Any) -> Iterator[Why]:
        """The game, if it is over and another side has won it."""
        if not state.frames:
            score = self._game.score(state)
            if score.winner not in (None, self._side):
                yield Why(score.rule, say("You lose the game: {how}", how=score.how))

    def _due(self, state: Any, choice: Choice) -> Iterator[Why]:
        """The duties about which nothing can be done any more after a choice that ends something."""
        game = self._game
        if game.verbs[unpack(choice)[0]].closes:
            decision = game.kind_names[state.frames[-1][0]]
            yield from (duty.why for duty in game.duties(state, self._side) if decision in duty.until)

    def _new_duties(self, state: Any) -> Iterator[Why]:
        """What will strike later because of this press, and cannot be averted any more."""
        if self._game.actor(state) == self._side:
            before = {str(duty.why.sentence) for duty in self.duties}
            after = self._game.duties(state, self._side)
            irrevocable = (duty.why for duty in after if not duty.until)
            yield from (why for why in irrevocable if str(why.sentence) not in before)

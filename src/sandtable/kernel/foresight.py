"""What a press would cost whoever makes it, found by making it on a copy.

A press is a choice or a run of them. It is played on a position that its side could invent, up to the first dice
or decision of another side, and whatever the events of the way take from that side is told before the press: in
the words of the log, one line for each cause. What would strike later, although nobody does anything, a game lists
as *duties* (`Game.duties`). So no game says of a choice what it leads to. The forced choices after a press need
not be looked at: one that costs something is never made for anybody.

Where there are secrets, only what several inventions agree on is told. The true position is none of them, so
whoever is told cannot learn from it what is hidden. What follows a revelation is told only if the inventions agree
on what is revealed: then it is nothing that its side does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, takewhile
from random import Random
from typing import Any

from sandtable.kernel.choices import Choice, contains, unpack
from sandtable.kernel.events import Event, told_to
from sandtable.kernel.game import Duty, Game, Why
from sandtable.kernel.words import say

INVENTIONS = 3
AFTER_A_REVELATION = 8
"""How many inventions must agree on what comes after one."""


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
        self._inventions: list[_Trial] = []

    def costs(self, run: Sequence[Choice]) -> tuple[Why, ...]:
        """What a press would cost. Where the first invention fears nothing, no other is made."""
        found = self._invention(0).costs(run)
        for number in self._more(AFTER_A_REVELATION if found.is_late else INVENTIONS) if found.may_vary else ():
            found = found & self._invention(number).costs(run)
        return _told(self.game, self._state.printed, found)

    def duties(self) -> tuple[Duty, ...]:
        """What will strike later. It follows from what this side knows, and so from any invention."""
        return self._invention(0).duties

    def _more(self, inventions: int) -> range:
        """The inventions after the first; where nothing is secret, there is only one."""
        return range(1, inventions if self.game.hides(self._state) else 1)

    def _invention(self, number: int) -> _Trial:
        """The position as this side could invent it; where nothing is secret, the position."""
        game, state = self.game, self._state
        while len(self._inventions) <= number:
            if game.hides(self._state):
                if self._view is None:
                    self._view = game.view(self._state, self.side)
                state = game.resample(self._view, Random(len(self._inventions)), self._state.printed)
            self._inventions.append(_Trial(game, state, self.side))
        return self._inventions[number]


@dataclass
class _Costs:
    """What a press costs in one position."""

    due: list[Why] = field(default_factory=list)
    """Duties about which nothing can be done any more; they are the same in every invention."""
    taken: list[list[Event]] = field(default_factory=lambda: [[]])
    """What is taken before the first revelation, after it, after the second, and so on."""
    revealed: list[Event] = field(default_factory=list)
    ahead: list[Why] = field(default_factory=list)
    """New duties in the position to which it leads."""
    defeat: list[Why] = field(default_factory=list)
    """The game, if it is over and lost."""

    @property
    def may_vary(self) -> bool:
        """Is there anything that could be otherwise in another invention?"""
        return bool(any(self.taken) or self.ahead or self.defeat)

    @property
    def is_late(self) -> bool:
        """Does something come after a revelation?"""
        return bool(self.revealed) and bool(any(self.taken[1:]) or self.ahead or self.defeat)

    def __and__(self, other: _Costs) -> _Costs:
        """What both have, as far as the same is revealed."""
        pairs = zip(self.revealed, other.revealed, strict=False)
        same = [mine for mine, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
        stages = zip(self.taken[: len(same) + 1], other.taken, strict=False)
        ends_alike = len(same) == len(self.revealed) == len(other.revealed)
        return _Costs(
            self.due,
            [[event for event in mine if event in theirs] for mine, theirs in stages],
            same,
            [why for why in self.ahead if why in other.ahead] if ends_alike else [],
            [why for why in self.defeat if why in other.defeat] if ends_alike else [],
        )


class _Trial:
    """One position on which presses are tried."""

    def __init__(self, game: Game[Any], state: Any, side: int) -> None:
        self._game, self._state, self._side = game, state, side

    @cached_property
    def duties(self) -> tuple[Duty, ...]:
        return tuple(self._game.duties(self._state, self._side))

    def costs(self, run: Sequence[Choice]) -> _Costs:
        game, state, found = self._game, self._state.copy(), _Costs()
        for number, choice in enumerate(run):
            if number and not (game.actor(state) == self._side and contains(game.options(state), choice)):
                break
            if game.verbs[unpack(choice)[0]].closes:
                duties = game.duties(state, self._side) if number else self.duties
                decision = game.kind_names[state.frames[-1][0]]
                found.due += [duty.why for duty in duties if decision in duty.until]
            self._note(found, game.apply_heard(state, choice), choice)
            if found.revealed:
                break
        found.ahead += self._new_duties(state)
        found.defeat += self._lost(state)
        return found

    def _note(self, found: _Costs, events: Sequence[Event], choice: Choice) -> None:
        """The events that take something from this side, except for what the choice itself names, which is given
        up knowingly; and what they reveal."""
        wording, printed, (verb, argument) = self._game.wording, self._state.printed, unpack(choice)
        chosen = self._game.verbs[verb].noun, argument
        for event in told_to(self._side, events):
            if wording.loser(printed, event) == self._side and wording.thing(event) != chosen:
                found.taken[-1].append(event)
            if event.reveals:
                found.revealed.append(event)
                found.taken.append([])

    def _lost(self, state: Any) -> Iterator[Why]:
        """The game, if it is over and another side has won it."""
        if not state.frames:
            score = self._game.score(state)
            if score.winner not in (None, self._side):
                yield Why(score.rule, say("You lose the game: {how}", how=score.how))

    def _new_duties(self, state: Any) -> Iterator[Why]:
        """What will strike later because of this press, and cannot be averted any more."""
        if self._game.actor(state) == self._side:
            before = {str(duty.why.sentence) for duty in self.duties}
            irrevocable = (duty.why for duty in self._game.duties(state, self._side) if not duty.until)
            yield from (why for why in irrevocable if str(why.sentence) not in before)


# In words


def _told(game: Game[Any], printed: Any, found: _Costs) -> tuple[Why, ...]:
    """The defeat first, then one line for each cause. What the press itself shows need not be said as a duty."""
    causes: dict[tuple[str, str], list[Event]] = {}
    for event in chain.from_iterable(found.taken):
        causes.setdefault((event.kind, event.rule), []).append(event)
    shown = {rule for _, rule in causes}
    taken = chain.from_iterable(_lines(game, printed, events) for events in causes.values())
    duties = (why for why in (*found.due, *found.ahead) if why.rule not in shown)
    return (*found.defeat, *taken, *duties)


def _lines(game: Game[Any], printed: Any, events: Sequence[Event]) -> Iterator[Why]:
    """The lines of one cause: as in the log, or one for all. What one thing loses bit by bit is told once."""
    rule, together = events[0].rule, game.wording.taken(printed, events)
    if together is not None:
        yield Why(rule, together, tuple(name for event in events for name in _named(game, printed, event)))
        return
    last = {game.wording.thing(event) or number: event for number, event in enumerate(events)}
    for event in last.values():
        yield Why(rule, game.narrate(printed, event), _named(game, printed, event))


def _named(game: Game[Any], printed: Any, event: Event) -> tuple[str, ...]:
    """What an event takes, by its name."""
    thing = game.wording.thing(event)
    return () if thing is None else (game.nouns(printed)[thing[0]][thing[1]],)

"""Positions for the tests of secrecy, and what may be known of them: moments of fuzzed games, and a spy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.knowledge.memory import revealed
from sandtable.games.rommel_in_the_desert.knowledge.resample import Inventor
from sandtable.games.rommel_in_the_desert.knowledge.view import Looker
from sandtable.games.rommel_in_the_desert.state import (
    BESIDE_BASE,
    EXITED,
    OUT,
    REFIT,
    Position,
    firm_at,
    scenario_of,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.chance import index_of, total
from sandtable.kernel.choices import Choice, contains, pack, unpack
from sandtable.kernel.events import Event, may_know
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.secrecy import heard, observations
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import GROUNDS, POLICIES
from tests.suite.moments import moments

SCENARIOS = [info.id for info in GAME.scenarios]


def opening(name: str, number: int, sink: Callable[[Event], None] | None = None) -> Position:
    """The start of a scenario, its options by turns."""
    options = {
        "infantry-tanks": ("fast", "slow")[number % 2],
        "disclosure": ("closed", "open")[number // 2 % 2],
    }
    return GAME.start(name, options, sink=sink)


def from_scenario(name: str, policy: str, number: int, wanted: int, length: int) -> list[Position]:
    rng = Random(f"secrets of {name} {policy} {number}")
    return moments(GROUNDS, opening(name, number), policy, rng, wanted=wanted, length=length)


def from_clash(policy: str, number: int, wanted: int, length: int) -> list[Position]:
    rng = Random(f"secrets of a clash {policy} {number}")
    state = clash(rng)
    open_battles(state)
    return moments(GROUNDS, state, policy, rng, wanted=wanted, length=length)


def open_battles(state: Position) -> None:
    """7.3: battles that last stand open."""
    units = 0
    for place in ones(state.firm[0] & state.firm[1]):
        units |= firm_at(state, 0, place) | firm_at(state, 1, place)
    state.shown |= units
    revealed(state, units)


# Is the truth among what is invented?


def units_left_out(state: Position, side: int, rng: Random) -> list[str]:
    """The units that no invention puts where they are."""
    inventor = Inventor(GAME.view(state, side), rng, state.printed, GAME.kinds)
    inventor.position()
    references = Looker(state, side, GAME.kinds).reference.items()
    hidden = [(unit, -1 - reference) for unit, reference in references if reference < 0]
    return [state.printed.units[unit].id for unit, block in hidden if not inventor.fits[block] >> unit & 1]


# The same done with other blocks


SHOWN_BY_THE_DEED = ("throw-in", "pursue", "early-arrival", "bluff")
"""After these the number of cards drawn or laid, of dice or of arrivals shows what was hidden before."""
SPENDING = ("spend", "mines", "buy-cards")
"""With open record sheets (16.5) so do the points that are left after these."""


class Mirror:
    """The truth, and an invention in which the same is done with the same blocks, whatever units they are there.

    A reader from whose view it was invented notices a difference only when something is revealed to him.
    """

    def __init__(self, state: Position, reader: int, policy: str, rng: Random) -> None:
        self.reader, self.rng, self.choose = reader, rng, POLICIES[policy](rng)
        self.one, self.two = state.copy(), GAME.resample(GAME.view(state, reader), rng, state.printed)

    def walk(self, steps: int) -> int:
        """Play on as long as nothing is revealed; how many choices and outcomes that was."""
        for walked in range(steps):
            if GAME.actor(self.one) == OVER or not self._step():
                return walked
        return steps

    def _step(self) -> bool:
        choices = self._outcomes() if GAME.actor(self.one) == CHANCE else self._choices()
        if not contains_all(((self.one, choices[0]), (self.two, choices[1]))):
            assert GAME.actor(self.one) != self.reader, "he can do what he could not if he were told the truth"
            return False
        kind, text = GAME.kind_names[self.one.frames[-1][0]], GAME.write(self.one, choices[0])
        told = [
            [event for event in GAME.apply_heard(state, choice) if event.heard_by(self.reader)]
            for state, choice in zip((self.one, self.two), choices, strict=True)
        ]
        deeds = SHOWN_BY_THE_DEED + (SPENDING if self.one.disclosed else ())
        if kind in deeds or any(event.reveals for events in told for event in events):
            return False
        logs = [heard(GAME, self.one.printed, events, self.reader) for events in told]
        assert logs[0] == logs[1], f"'{text}' at {kind} is told in two ways"
        seen, seen_too = (observations(GAME, state, self.reader) for state in (self.one, self.two))
        for name, value in seen.items():
            assert value == seen_too[name], f"'{text}' at {kind} shows another {name}"
        return True

    def _outcomes(self) -> tuple[int, int]:
        """The same dice where the reader sees them, otherwise each its own."""
        weights = [GAME.chance(state) for state in (self.one, self.two)]
        outcomes = [index_of(each, self.rng.randrange(total(each))) for each in weights]
        if may_know(GAME.chance_audience(self.one), self.reader):
            outcomes[1] = outcomes[0]
        return outcomes[0], outcomes[1]

    def _choices(self) -> tuple[Choice, Choice]:
        choice = self.choose(self.one, GAME.options(self.one))
        verb, argument = unpack(choice)
        if GAME.verbs[verb].noun != "unit":
            return choice, choice
        reference = Looker(self.one, self.reader, GAME.kinds).reference[argument]
        if reference >= 0:
            return choice, choice
        there = Looker(self.two, self.reader, GAME.kinds).reference.items()
        return choice, pack(verb, next(unit for unit, other in there if other == reference))


def contains_all(pairs: Iterable[tuple[Position, Choice]]) -> bool:
    """Can each choice or outcome happen in its position?"""
    for state, choice in pairs:
        if GAME.actor(state) == CHANCE:
            weights = GAME.chance(state)
            if choice >= len(weights) or not weights[choice]:
                return False
        elif not contains(GAME.options(state), choice):
            return False
    return True


# What the log alone tells


class Spy:
    """Writes down what one side hears of the enemy's blocks and sees of their faces, and nothing else.

    It keeps no account of speeds, so it knows less than its side may: what contradicts it contradicts the log.
    """

    def __init__(self, state: Position, side: int) -> None:
        self.side, self.enemy = side, 1 - side
        self.printed = state.printed
        self.blocks: Counter[int] = Counter()
        self.units = self.printed.side_units[self.enemy]
        self.possible = dict.fromkeys(range(EXITED, self.printed.board.size), 0)
        self.possible[OUT] = self.units
        self.most = dict.fromkeys(ones(self.units), 99)
        self.faces = 0

    def hear(self, events: list[Event], after: Position) -> None:
        for event in events:
            given = event.arguments
            if event.heard_by(self.side) and given.get("side", self.enemy) == self.enemy:
                self._note(event.kind, given, event.rule, after)
        self._look(after)

    def _note(self, kind: str, given: dict[str, int | list[int]], rule: str, after: Position) -> None:
        place, origin = given.get("hex", OUT), given.get("origin", OUT)
        assert isinstance(place, int)
        assert isinstance(origin, int)
        if kind in ("block-moved", "block-returned", "block-redeployed"):
            self._goes(origin, place)
        elif kind == "block-deployed":
            self._goes(OUT, place)
        elif kind == "block-entered":
            self._goes(BESIDE_BASE, place)
        elif kind == "block-exited":
            self._goes(origin, EXITED)
        elif kind == "block-eliminated" or (kind == "eliminated" and self._is_enemy(given["unit"])):
            self._goes(place, -2)
        elif kind == "blocks-arrived":
            for _ in range(int(str(given["count"]))):
                self._goes(REFIT if rule == "16.52" else OUT, place)
        elif kind == "shown":
            self._sees(given["units"], place)
        elif kind == "month":
            for unit in ones(self.units & self.possible[after.printed.base[self.enemy]]):
                self.most[unit] = 99

    def _is_enemy(self, unit: object) -> bool:
        return isinstance(unit, int) and bool(self.units >> unit & 1)

    def _goes(self, origin: int, place: int) -> None:
        self.possible[place] |= self.possible[origin]
        self.blocks[place] += 1
        self.blocks[origin] -= 1
        if origin >= 0 and not self.blocks[origin]:
            self.possible[origin] = 0

    def _sees(self, units: object, place: int) -> None:
        assert isinstance(units, list)
        for unit in units:
            if self.units >> unit & 1:
                self.possible = {at: held & ~(1 << unit) for at, held in self.possible.items()}
                self.possible[place] |= 1 << unit

    def _look(self, after: Position) -> None:
        """Who lies open shows its CV."""
        for unit in ones(after.shown & self.units):
            self.most[unit] = after.cv[unit]
        base = after.printed.base[self.enemy]
        if any(GAME.kind_names[frame[0]] == "player-buildup" for frame in after.frames):
            for unit in ones(self.units & self.possible[base]):
                self.most[unit] = 99

    def contradictions(self, invented: Position) -> list[str]:
        """What an invented position says of the enemy's units that cannot be."""
        used = setting_units(invented)
        found = []
        for unit in ones(self.units & used):
            name, place = self.printed.units[unit].id, invented.place[unit]
            if not self.possible[place] >> unit & 1:
                found.append(f"{name} cannot be at {place}")
            if invented.cv[unit] > self.most[unit]:
                found.append(f"{name} is too strong")
        return found


def setting_units(state: Position) -> int:
    """The units that the scenario uses."""
    scenario, units = scenario_of(state), 0
    for deployment in scenario.deployments:
        units |= deployment.units
    for month in scenario.arrivals:
        units |= month[0] | month[1]
    return units | scenario.malta

"""Games played at random and checked on the way. What fails leaves a file that plays it again."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from policies import POLICIES, next_choice

from sandtable.arena.bench import recorded_positions
from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.state import INSIDE, OFF, Position, combat_units_at, hexes_of
from sandtable.kernel.bits import ones
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.choices import Choice, contains, listed, pack
from sandtable.kernel.clauses import read_clauses
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.journal import read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verified

SPECIAL = Path(__file__).parent / "positions"
LONGEST = 60_000
"""No game has so many choices: one that goes on for longer will not end."""
ILLEGAL_SAMPLES = 50
STATUS_EVERY, CACHES_EVERY = 25, 5
BATTLES_ASKED = 6
OF_EVERY_KIND = 2
QUOTED = re.compile(r'"(\d+(?:\.\d+)+)"')
RETREATING = ("retreat", "overflow")


@cache
def paragraphs() -> frozenset[str]:
    """The paragraphs of the rulebook."""
    return frozenset(clause.paragraph for clause in read_clauses(GAME.folder).values())


@cache
def cited() -> frozenset[str]:
    """The paragraphs that the modules of the game name in events and refusals."""
    named: set[str] = set()
    for path in GAME.folder.glob("*.py"):
        named |= set(QUOTED.findall(path.read_text(encoding="utf-8")))
    return frozenset(named & paragraphs())


def recorded() -> list[str]:
    """The recorded mid-game positions, as text."""
    return recorded_positions(GAME.folder)


def special() -> dict[str, str]:
    """The positions written for rules that fire seldom, by name: the paragraph, then a word or two."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(SPECIAL.glob("*.txt"))}


@dataclass
class Fuzzed:
    """One game: where it began, what was chosen, and which paragraphs its events and refusals named."""

    start: str
    rng: Random
    policy: str
    choices: list[Choice] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def play(self, *, points: int = 0, length: int = LONGEST, folder: Path | None = None) -> Position:
        """Play until the game is over or so many choices are made; ask questions at about `points` moments."""
        try:
            state = GAME.read_position(self.start, GAME.load_data())
            self._play_on(state, points, length)
        except Exception as error:
            raise AssertionError(f"{error!r}; the game is in {self.leave(folder)}") from error
        return state

    def leave(self, folder: Path | None) -> Path:
        """Write down how to come back to where it failed."""
        path = (folder or Path.cwd()) / f"fuzz-failure-{self.policy}-{len(self.texts)}.txt"
        lines = [self.start.rstrip(), *(f"# {text}" for text in self.texts), ""]
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    def _play_on(self, state: Position, points: int, length: int) -> None:
        policy = POLICIES[self.policy](self.rng)
        expected = min(length, 4_000)
        while state.frames and len(self.texts) < length:
            number = len(self.texts)
            check(state, number)
            if points and self._is_point(state, points / expected):
                round_trip(state)
                self.refusals += questions(state, self.rng)
            choice = next_choice(state, policy, self.rng)
            (self.outcomes if GAME.actor(state) == CHANCE else self.choices).append(choice)
            self.texts.append(GAME.write(state, choice))
            self.events.update(event.rule for event in GAME.apply_heard(state, choice))
        if length == LONGEST:
            assert not state.frames, "the game does not end"
        check(state, 0)

    def _is_point(self, state: Position, likely: float) -> bool:
        """The first moments of every kind of decision, and some others."""
        kind = GAME.kind_names[state.frames[-1][0]]
        self.asked[kind] += 1
        return self.asked[kind] <= OF_EVERY_KIND or self.rng.random() < likely

    def journal(self) -> None:
        """The same game through the door of a match: stored, loaded and replayed, its keys agree at every turn."""
        match = Match.start(GAME, position=self.start, chance=FixedChance(self.outcomes))
        for choice in self.choices:
            match.play(match.actor(), [GAME.write(match.state, choice)])
        stored = write_journal(match.journal)
        again = verified(GAME, read_journal(stored, "fuzz"))
        assert GAME.key(again.state) == GAME.key(match.state)
        assert [record.key for record in match.records if getattr(record, "key", "")]


# What must hold at every moment


def check(state: Position, number: int) -> None:
    """The cheap invariants always, the dear ones now and then."""
    check_counters(state)
    check_hexes(state)
    if GAME.actor(state) not in (CHANCE, OVER):
        check_options(state)
    if number % CACHES_EVERY == 0:
        twin = state.copy()
        twin.rebuild()
        assert all(getattr(twin, name) == getattr(state, name) for name in state.CACHES), "stale caches"
    if number % STATUS_EVERY == 0:
        problems = GAME.status(state)
        assert not problems, f"impossible: {problems[0].sentence}"


def check_counters(state: Position) -> None:
    """No counter is lost or doubled: each is on a playable hex or in a box, or in a known substitute."""
    board = state.scenario.board
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else INSIDE <= place <= OFF
        assert known, f"{state.scenario.units[unit].id} is at {place}"
    inside = sum(1 << unit for unit, place in enumerate(state.place) if place == INSIDE)
    assert inside == sum(state.parts), "units inside substitutes are not accounted for"


def check_hexes(state: Position) -> None:
    """Nobody stands on enemies, unless they are under automatic victory; the side at rest does not overstack."""
    for place in ones(state.occupied[0] & state.occupied[1]):
        resting = combat_units_at(state, place, 1 - state.active)
        assert not resting & ~state.cancelled, f"both sides stand in {state.scenario.board.names[place]}"
    if any(GAME.kind_names[frame[0]] in RETREATING for frame in state.frames) or state.turn == 1:
        return  # 2.2.1: the first deployment may overstack until its side has moved
    for place in ones(state.occupied[1 - state.active]):
        size = combat_units_at(state, place, 1 - state.active).bit_count()
        assert size <= state.scenario.stacking, f"{size} units in {state.scenario.board.names[place]}"


def check_options(state: Position) -> None:
    """There is something to choose, in order, and no verb without an argument."""
    options = GAME.options(state)
    where = GAME.kind_names[state.frames[-1][0]]
    assert options, f"a dead end at {where}"
    verbs = [verb for verb, _ in options]
    assert verbs == sorted(set(verbs)), f"verbs out of order at {where}"
    assert all(arguments > 0 for _, arguments in options), f"a verb without arguments at {where}"


# Questions asked at some moments


def round_trip(state: Position) -> None:
    """The position as text, read again, is the same position with the same choices."""
    again = GAME.read_position(GAME.write_position(state), state.scenario)
    assert GAME.key(again) == GAME.key(state), "the position does not survive as text"
    assert GAME.options(again) == GAME.options(state), "the position read again offers other choices"


def questions(state: Position, rng: Random) -> Counter[str]:
    """`why not?`: nothing for what is legal, an existing rule for the rest; the paragraphs that were named."""
    actor = GAME.actor(state)
    if actor == CHANCE:
        return Counter()
    options = GAME.options(state)
    for choice in listed(options):
        assert GAME.explain(state, actor, choice) is None, f"{GAME.write(state, choice)} is legal and refused"
    named: Counter[str] = Counter()
    for _ in range(ILLEGAL_SAMPLES):
        choice = any_choice(state, rng)
        for side in (actor, 1 - actor):
            if side == actor and contains(options, choice):
                continue
            why = GAME.explain(state, side, choice)
            text = GAME.write(state, choice)
            assert why is not None, f"{text} is neither legal nor refused"
            assert why.rule in paragraphs(), f"{text} is refused by '{why.rule}', which is no paragraph"
            assert str(why.sentence), f"{text} is refused without a word"
            named[why.rule] += 1
    return named


def any_choice(state: Position, rng: Random) -> Choice:
    """A word of the vocabulary, most often of a verb in use here and about a unit or a place that matters."""
    offered = [verb for verb, _ in GAME.options(state)]
    verb = rng.choice(offered) if rng.random() < 0.5 else rng.randrange(len(GAME.verbs))
    noun = GAME.verbs[verb].noun
    if noun not in ("hex", "unit"):
        return pack(verb, rng.randrange(BATTLES_ASKED) if noun else 0)
    names = GAME.nouns(state.scenario)[noun]
    anything = [number for number, name in enumerate(names) if name]
    likely = (
        places_of_note(state) if noun == "hex" else sorted(u for u, place in enumerate(state.place) if place >= 0)
    )
    return pack(verb, rng.choice(likely if likely and rng.random() < 0.7 else anything))


def places_of_note(state: Position) -> list[int]:
    """Hexes around the moving side and of its enemy, and those that the rulebook names."""
    scenario = state.scenario
    own = sum(1 << unit for unit in ones(scenario.side_units[state.active]) if state.place[unit] >= 0)
    near = scenario.board.spread(hexes_of(state, own)) | state.occupied[1 - state.active]
    named = (scenario.tobruch, scenario.bengasi, *scenario.base, scenario.two_roads_west, scenario.two_roads_north)
    return [*ones(near), *named * 3]

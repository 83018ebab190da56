"""Games played at random and checked on the way. What fails leaves a file that plays it again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from policies import POLICIES, next_choice
from witnesses import Watch
from witnesses.steps import Refusal

from sandtable.arena.bench import recorded_positions
from sandtable.boards.coordinates import diagonal_to_axial
from sandtable.boards.hexes import STEPS
from sandtable.games.afrika_korps import GAME
from sandtable.games.afrika_korps.scenario import AXIS
from sandtable.games.afrika_korps.state import INSIDE, OFF, Position, combat_units_at, hexes_of
from sandtable.games.afrika_korps.substitutes import class_of
from sandtable.games.afrika_korps.verbs import BREAK, CAPTURE, DESTROY, FORM, SUPPLY, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.choices import Choice, Options, contains, listed, pack, unpack
from sandtable.kernel.clauses import read_clauses
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.journal import Journal, read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verified

SPECIAL = Path(__file__).parent / "positions"
LONGEST = 60_000
"""No game has so many choices: one that goes on for longer will not end."""
ILLEGAL_SAMPLES = 50
STATUS_EVERY, QUESTIONS_EVERY = 25, 8
BATTLES_ASKED = 6
OF_EVERY_KIND = 2
CUTS = 2
"""How often the journal of a game is cut short and replayed."""
QUOTED = re.compile(r'"(\d+(?:\.\d+)+)"')
CLAUSES = re.compile(r"^# clauses: (.*)$", re.MULTILINE)
RETREATING, FIGHTING = {"retreat", "conduct-retreat", "overflow"}, {"declare-battles", "combat"}
DRAWING = ("panels", "battle_panels", "overlays")
"""Modules that name paragraphs beside figures, in neither events nor refusals."""


@cache
def paragraphs() -> frozenset[str]:
    """The paragraphs of the rulebook."""
    return frozenset(clause.paragraph for clause in read_clauses(GAME.folder).values())


@cache
def cited() -> frozenset[str]:
    """The paragraphs that the modules of the game name in events and refusals."""
    named: set[str] = set()
    for path in GAME.folder.glob("*.py"):
        if path.stem not in DRAWING:
            named |= set(QUOTED.findall(path.read_text(encoding="utf-8")))
    return frozenset(named & paragraphs())


def recorded() -> list[str]:
    """The recorded mid-game positions, as text."""
    return recorded_positions(GAME.folder)


def special() -> dict[str, str]:
    """The positions written for rules that fire seldom, by name: the clause or paragraph, then a word or two."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(SPECIAL.glob("*.txt"))}


def promised(text: str) -> set[str]:
    """The clauses that a special position was written for: those its comment lists."""
    return {clause for line in CLAUSES.findall(text) for clause in line.split()}


@dataclass
class Points:
    """About so many random moments of a game whose length nobody knows: the keys of the positions there.

    Every moment is as likely as any other: when there are twice too many, half of them are dropped and from then
    on half as many are taken.
    """

    wanted: int
    rng: Random
    keys: dict[int, str] = field(default_factory=dict)
    likely: float = 0.25

    def is_one(self) -> bool:
        return self.wanted > 0 and self.rng.random() < self.likely

    def note(self, number: int, state: Position) -> None:
        """Keep the key of the position that so many records lead to."""
        self.keys[number] = GAME.key(state)
        if len(self.keys) >= 2 * self.wanted:
            kept = self.rng.sample(sorted(self.keys), self.wanted)
            self.keys = {at: self.keys[at] for at in kept}
            self.likely /= 2


@dataclass
class Fuzzed:
    """One game: where it began, what was chosen, and which paragraphs its events and refusals named."""

    start: str
    rng: Random
    policy: str
    watch: Watch | None = None
    choices: list[Choice] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    named: Counter[str] = field(default_factory=Counter)
    keys: dict[int, str] = field(default_factory=dict)
    """At random moments the key of the position, by the number of choices and outcomes before it."""
    asked: Counter[str] = field(default_factory=Counter)

    def play(self, *, points: int = 0, length: int = LONGEST, folder: Path | None = None) -> Position:
        """Play until the game is over or so many choices are made; ask questions at some moments.

        At about `points` random moments, and at the first of every kind, the position goes through text.
        """
        with self._leaving(folder):
            state = GAME.read_position(self.start, GAME.load_data())
            if self.watch is not None:
                self.watch.begin(state)
            self._play_on(state, points, length)
        return state

    @contextmanager
    def _leaving(self, folder: Path | None) -> Iterator[None]:
        """What fails leaves a file that says how to come back to where it failed."""
        try:
            yield
        except Exception as error:
            path = (folder or Path.cwd()) / f"fuzz-failure-{self.policy}-{len(self.texts)}.txt"
            lines = [self.start.rstrip(), *(f"# {text}" for text in self.texts), ""]
            path.write_text("\n".join(lines), encoding="utf-8")
            raise AssertionError(f"{error!r}; the game is in {path}") from error

    def _play_on(self, state: Position, points: int, length: int) -> None:
        policy = POLICIES[self.policy](self.rng)
        kept = Points(points, self.rng, self.keys)
        while state.frames and len(self.texts) < length:
            number = len(self.texts)
            options = check(state, number)
            refusals: list[Refusal] = []
            new_kind = points > 0 and self._is_new_kind(state)
            is_point = kept.is_one()
            if is_point:
                kept.note(number, state)
            if is_point or new_kind:
                round_trip(state)
            if new_kind or (points and self.rng.random() < kept.likely / QUESTIONS_EVERY):
                refusals = questions(state, self.rng)
            self._play_one(state, next_choice(state, policy, self.rng, options), refusals)
        if length == LONGEST:
            assert not state.frames, "the game does not end"
        check(state, 0)
        self.keys = kept.keys

    def _play_one(self, state: Position, choice: Choice, refusals: list[Refusal]) -> None:
        actor = GAME.actor(state)
        (self.outcomes if actor == CHANCE else self.choices).append(choice)
        self.texts.append(GAME.write(state, choice))
        before = state.copy() if self.watch is not None else state
        events = GAME.apply_heard(state, choice)
        self.named.update(event.rule for event in events)
        self.named.update(refusal.rule for refusal in refusals)
        if self.watch is not None:
            self.watch.see(before, choice, events, state, refusals)

    def _is_new_kind(self, state: Position) -> bool:
        """Is this one of the first moments of its kind of decision?"""
        kind = GAME.kind_names[state.frames[-1][0]]
        self.asked[kind] += 1
        return self.asked[kind] <= OF_EVERY_KIND

    def journal(self, folder: Path | None = None) -> None:
        """The same game through the door of a match: stored, loaded and replayed.

        Its keys agree at every moment noted while it was played; cut short at some, it comes to the same key.
        """
        with self._leaving(folder):
            match = Match.start(GAME, position=self.start, chance=FixedChance(self.outcomes))
            for choice in self.choices:
                match.play(match.actor(), [GAME.write(match.state, choice)])
            self._replay(match)

    def _replay(self, match: Match) -> None:
        seen: dict[int, str] = {}
        again = _loaded(match.journal, seen, self.keys)
        assert GAME.key(again.state) == GAME.key(match.state)
        assert seen == {number: key for number, key in self.keys.items() if number}, "a replay goes another way"
        for number in self.rng.sample(sorted(self.keys), min(CUTS, len(self.keys))):
            part = _loaded(Journal(match.header, match.records[:number]), {}, {})
            assert GAME.key(part.state) == self.keys[number], f"cut short after {number} it comes to another key"


def _loaded(journal: Journal, seen: dict[int, str], wanted: dict[int, str]) -> Match:
    """A journal written, read and replayed; the keys of the positions that were wanted go to `seen`."""

    def watch(match: Match) -> None:
        if match.number in wanted:
            seen[match.number] = GAME.key(match.state)

    return verified(GAME, read_journal(write_journal(journal), "fuzz"), watch=watch)


# What must hold at every moment


def check(state: Position, number: int) -> Options:
    """The cheap invariants always, the dear one now and then; what can be chosen is handed on."""
    check_counters(state)
    check_hexes(state)
    options = GAME.options(state)
    if GAME.actor(state) not in (CHANCE, OVER):
        check_options(state, options)
    check_caches(state)
    if number % STATUS_EVERY == 0:
        problems = GAME.status(state)
        assert not problems, f"impossible: {problems[0].sentence}"
    return options


def check_caches(state: Position) -> None:
    """What is kept up to date by every move is what a rebuild makes of the counters' places."""
    twin = state.copy()
    twin.rebuild()
    assert all(getattr(twin, name) == getattr(state, name) for name in state.CACHES), "stale caches"


def check_counters(state: Position) -> None:
    """No counter is lost or doubled: each is on a playable hex or in a box, or in a known substitute."""
    board = state.scenario.board
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else INSIDE <= place <= OFF
        assert known, f"{state.scenario.units[unit].id} is at {place}"
    inside = sum(1 << unit for unit, place in enumerate(state.place) if place == INSIDE)
    assert inside == sum(state.parts), "units inside substitutes are not accounted for"


def check_hexes(state: Position) -> None:
    """Nobody stands on enemies, unless they are under automatic victory; who is not moving does not overstack."""
    for place in ones(state.occupied[0] & state.occupied[1]):
        resting = combat_units_at(state, place, 1 - state.active)
        assert not resting & ~state.cancelled, f"both sides stand in {state.scenario.board.names[place]}"
    for side in sides_at_rest(state):
        for place in ones(state.occupied[side]):
            size = combat_units_at(state, place, side).bit_count()
            assert size <= state.scenario.stacking, f"{size} units in {state.scenario.board.names[place]}"


def sides_at_rest(state: Position) -> list[int]:
    """6.3: those whose stacks are no longer, or not yet, in motion."""
    kinds = {GAME.kind_names[frame[0]] for frame in state.frames}
    if kinds & RETREATING:
        return []
    waits = state.turn == 1 and state.active == AXIS  # 2.2.1: a deployment may overstack until its side has moved
    idle = [] if waits else [1 - state.active]
    return [*idle, state.active] if kinds & FIGHTING else idle


def check_options(state: Position, options: Options) -> None:
    """There is something to choose, in order, and no verb without an argument."""
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


def questions(state: Position, rng: Random) -> list[Refusal]:
    """`why not?`: nothing for what is legal, an existing rule and a sentence for the rest; the refusals given."""
    actor = GAME.actor(state)
    if actor == CHANCE:
        return []
    options = GAME.options(state)
    for choice in listed(options):
        assert GAME.explain(state, actor, choice) is None, f"{GAME.write(state, choice)} is legal and refused"
    refusals = []
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
            refusals.append(Refusal(side, *unpack(choice), why.rule, why.sentence.text))
    return refusals


def any_choice(state: Position, rng: Random) -> Choice:
    """A word of the vocabulary, most often of a verb in use here and about a unit or a place that matters."""
    offered = [verb for verb, _ in GAME.options(state)]
    verb = rng.choice(offered) if rng.random() < 0.5 else rng.randrange(len(GAME.verbs))
    noun = GAME.verbs[verb].noun
    if noun not in ("hex", "unit"):
        return pack(verb, rng.randrange(BATTLES_ASKED) if noun else 0)
    anything = everything(noun)
    likely = places_of_note(state) if noun == "hex" else units_of_note(state, verb)
    return pack(verb, rng.choice(likely if likely and rng.random() < 0.7 else anything))


@cache
def everything(noun: str) -> list[int]:
    """The numbers of all hexes or of all units."""
    return [number for number, name in enumerate(GAME.nouns(GAME.load_data())[noun]) if name]


def units_of_note(state: Position, verb: int) -> list[int]:
    """The units on the map; for what is done to supply, supply alone; for substitutes, those and their parts."""
    scenario, frame = state.scenario, state.frames[-1]
    if verb in (FORM, BREAK):
        return list(ones(scenario.substitutes))
    if verb == UNIT and GAME.kind_names[frame[0]] == "break-substitute":
        return list(ones(class_of(scenario, frame[2])))
    wanted = scenario.supply if verb in (CAPTURE, DESTROY, SUPPLY) else -1
    return [unit for unit, place in enumerate(state.place) if place >= 0 and wanted >> unit & 1]


def places_of_note(state: Position) -> list[int]:
    """Hexes around the moving side and of its enemy, and those that the rulebook names."""
    scenario = state.scenario
    own = sum(1 << unit for unit in ones(scenario.side_units[state.active]) if state.place[unit] >= 0)
    places = hexes_of(state, own)
    near = scenario.board.spread(places) | state.occupied[1 - state.active]
    named = (scenario.tobruch, scenario.bengasi, *scenario.base, scenario.two_roads_west, scenario.two_roads_north)
    beyond = [number for place in ones(places) for number in beyond_the_edge().get(place, ())]
    return [*ones(near), *named * 3, *beyond]


@cache
def beyond_the_edge() -> dict[int, list[int]]:
    """By playable hex what touches it and is closed to it: hexes of the backdrop, and hexes over closed sides."""
    scenario = GAME.load_data()
    board = scenario.board
    backdrop = {diagonal_to_axial(name): board.size + n for n, (name, _) in enumerate(scenario.backdrop)}
    found = {}
    for place in ones(board.all):
        q, r = board.axial[place]
        outside = [backdrop[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in backdrop]
        closed = [*ones(board.touching[place] & ~board.adjacent[place])]
        if outside or closed:
            found[place] = [*outside, *closed]
    return found

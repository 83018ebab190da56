"""Games played at random and checked as they go, whatever the game. A failure leaves a file to play it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sandtable.kernel.chance import FixedChance
from sandtable.kernel.choices import Choice, Options, contains, count, listed, pack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Journal, read_journal, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verified
from tests.suite.budget import ILLEGAL_SAMPLES
from tests.suite.grounds import Grounds, Policy
from tests.suite.rulebook import paragraph_of

LONGEST = 60_000
"""No game has this many choices: one that goes on for longer will not end."""
STATUS_EVERY = 25
OF_EVERY_KIND = 2
CUTS = 2
"""How often the journal of a game is cut short and replayed."""


@dataclass
class Points:
    """About this many random moments of a game whose length nobody knows: the keys of the positions there.

    Every moment is as likely as any other: when there are twice too many, half of them are dropped and from then
    on half as many are taken.
    """

    wanted: int
    rng: Random
    keys: dict[int, str] = field(default_factory=dict)
    likely: float = 0.25

    def is_one(self) -> bool:
        return self.wanted > 0 and self.rng.random() < self.likely

    def note(self, number: int, key: str) -> None:
        """Keep the key of the position that this many records lead to."""
        self.keys[number] = key
        if len(self.keys) >= 2 * self.wanted:
            kept = self.rng.sample(sorted(self.keys), self.wanted)
            self.keys = {at: self.keys[at] for at in kept}
            self.likely /= 2


@dataclass
class Fuzzed:
    """One game: where it began, what was chosen, and which paragraphs were named on the way."""

    grounds: Grounds[Any]
    start: str
    rng: Random
    policy: str
    curious: bool = False
    """Is `why not?` asked at every moment at which the position is written and read? Otherwise at one in eight."""
    choices: list[Choice] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    named: Counter[str] = field(default_factory=Counter)
    """How often each paragraph was named: by events, by refusals, beside prompts, by the result."""
    met: Counter[str] = field(default_factory=Counter)
    """How often each kind of decision and of dice came up."""
    keys: dict[int, str] = field(default_factory=dict)
    """At random moments the key of the position, by the number of choices and outcomes before it."""

    @property
    def game(self) -> Game[Any]:
        return self.grounds.game

    # Playing

    def play(self, *, points: int = 0, length: int = LONGEST, folder: Path | None = None) -> Any:
        """Play until the game is over or this many choices are made; ask questions at some moments.

        At about `points` random moments, and at the first of every kind, the position is written and read.
        """
        with self._leaving(folder):
            heard: list[Event] = []
            state = self.game.read_position(self.start, self.game.load_data(), sink=heard.append)
            for event in heard:
                self._name(event.rule)
            self._play_on(state, points, length)
            if not state.frames:
                self._name(self.game.score(state).rule)
        return state

    @contextmanager
    def _leaving(self, folder: Path | None) -> Iterator[None]:
        """A failure leaves a file that says how to get back to where it failed."""
        try:
            yield
        except Exception as error:
            path = (folder or Path.cwd()) / f"fuzz-failure-{self.policy}-{len(self.texts)}.txt"
            lines = [self.start.rstrip(), *(f"# {text}" for text in self.texts), ""]
            path.write_text("\n".join(lines), encoding="utf-8")
            raise AssertionError(f"{error!r}; the game is in {path}") from error

    def _play_on(self, state: Any, points: int, length: int) -> None:
        policy = self.grounds.policies[self.policy](self.rng)
        kept = Points(points, self.rng, self.keys)
        # A game is not left while dice are due: a match rolls them at once.
        while state.frames and (len(self.texts) < length or self.game.actor(state) == CHANCE):
            number = len(self.texts)
            options = self._check(state, number)
            new_kind = points > 0 and self._is_new_kind(state)
            is_point = kept.is_one()
            if is_point:
                kept.note(number, self.game.key(state))
            if is_point or new_kind:
                self._round_trip(state)
            if new_kind or (points and self.rng.random() < kept.likely / (1 if self.curious else 8)):
                self._questions(state)
            self._play_one(state, next_choice(self.game, state, policy, self.rng, options))
        if length == LONGEST:
            assert not state.frames, "the game does not end"
        self._check(state, 0)
        self.keys = kept.keys

    def _play_one(self, state: Any, choice: Choice) -> None:
        (self.outcomes if self.game.actor(state) == CHANCE else self.choices).append(choice)
        self.texts.append(self.game.write(state, choice))
        if prompted := self.game.prompt_rule(state):
            self._name(prompted)
        for event in self.game.apply_heard(state, choice):
            self._name(event.rule)

    def _name(self, rule: str) -> None:
        """Something gave this as its rule: a paragraph, or a clause of one."""
        paragraph = paragraph_of(self.game, rule)
        assert paragraph, f"'{rule}' is neither a paragraph nor a clause"
        self.named[paragraph] += 1

    def _is_new_kind(self, state: Any) -> bool:
        """Is this one of the first moments of its kind of decision?"""
        kind = self.game.kind_names[state.frames[-1][0]]
        self.met[kind] += 1
        return self.met[kind] <= OF_EVERY_KIND

    # Stored and replayed

    def journal(self, folder: Path | None = None) -> None:
        """The same game through the door of a match: stored, loaded and replayed.

        Its keys agree at every moment noted while it was played; cut short at some of them, it has the same key.
        """
        with self._leaving(folder):
            match = Match.start(self.game, position=self.start, chance=FixedChance(self.outcomes))
            for choice in self.choices:
                match.play(match.actor(), [self.game.write(match.state, choice)])
            self._replay(match)

    def _replay(self, match: Match) -> None:
        seen: dict[int, str] = {}
        again = self._loaded(match.journal, seen, self.keys)
        assert self.game.key(again.state) == self.game.key(match.state)
        assert seen == {number: key for number, key in self.keys.items() if number}, "a replay goes another way"
        for number in self.rng.sample(sorted(self.keys), min(CUTS, len(self.keys))):
            part = self._loaded(Journal(match.header, match.records[:number]), {}, {})
            assert self.game.key(part.state) == self.keys[number], f"cut after {number} it comes to another key"

    def _loaded(self, journal: Journal, seen: dict[int, str], wanted: dict[int, str]) -> Match:
        """A journal written, read and replayed; the keys of the positions that were wanted go to `seen`."""

        def watch(match: Match) -> None:
            if match.number in wanted:
                seen[match.number] = self.game.key(match.state)

        return verified(self.game, read_journal(write_journal(journal), "fuzz"), watch=watch)

    # What must hold at every moment of any game

    def _check(self, state: Any, number: int) -> Options:
        """The cheap invariants always, the costly ones now and then; returns what can be chosen."""
        self.grounds.check(state)
        options = self.game.options(state)
        if self.game.actor(state) not in (CHANCE, OVER):
            self._check_options(state, options)
        self._check_caches(state)
        if number % STATUS_EVERY == 0:
            self._check_possible(state)
        return options

    def _check_possible(self, state: Any) -> None:
        problems = self.game.status(state)
        assert not problems, f"impossible: {problems[0].sentence}"
        for kind, step, *values in state.frames:
            assert self.game.kinds[kind].fits(step, values), f"a frame of {self.game.kind_names[kind]} cannot be"

    def _check_caches(self, state: Any) -> None:
        """What every move keeps up to date equals what a rebuild makes of the pieces' places."""
        twin = state.copy()
        twin.rebuild()
        assert all(getattr(twin, name) == getattr(state, name) for name in state.CACHES), "stale caches"

    def _check_options(self, state: Any, options: Options) -> None:
        """There is something to choose; verbs ascend, and none is without an argument."""
        where = self.game.kind_names[state.frames[-1][0]]
        assert options, f"a dead end at {where}"
        verbs = [verb for verb, _ in options]
        assert verbs == sorted(set(verbs)), f"verbs out of order at {where}"
        assert all(arguments > 0 for _, arguments in options), f"a verb without arguments at {where}"

    # Questions asked at some moments

    def _round_trip(self, state: Any) -> None:
        survives_as_text(self.game, state)

    def _questions(self, state: Any) -> None:
        """`Why not?`: nothing for what is legal, an existing rule and a sentence for the rest."""
        game, actor = self.game, self.game.actor(state)
        if actor == CHANCE:
            return
        options = game.options(state)
        assert count(options) == len(set(listed(options)))
        for choice in listed(options):
            assert game.explain(state, actor, choice) is None, f"{game.write(state, choice)} is legal and refused"
        for _ in range(ILLEGAL_SAMPLES):
            choice = self._any_choice(state)
            for side in range(len(game.sides)):
                if side != actor or not contains(options, choice):
                    self._refused(state, side, choice)

    def _refused(self, state: Any, side: int, choice: Choice) -> None:
        why, text = self.game.explain(state, side, choice), self.game.write(state, choice)
        assert why is not None, f"{text} is neither legal nor refused"
        assert str(why.sentence), f"{text} is refused without a word"
        self._name(why.rule)

    def _any_choice(self, state: Any) -> Choice:
        """A word of the vocabulary, most often of a verb in use here and about a thing that matters."""
        rng, game = self.rng, self.game
        offered = [verb for verb, _ in game.options(state)]
        verb = rng.choice(offered) if rng.random() < 0.5 else rng.randrange(len(game.verbs))
        noun = game.verbs[verb].noun
        if not noun:
            return pack(verb, 0)
        anything, likely = everything(game, noun), self.grounds.of_note(state, verb, noun)
        if not anything:
            return pack(verb, rng.randrange(self.grounds.numbers_asked))
        return pack(verb, rng.choice(likely if likely and rng.random() < 0.7 else anything))


def survives_as_text(game: Game[Any], state: Any) -> None:
    """The position as text, read again, is the same position with the same choices, and is written the same."""
    text = game.write_position(state)
    again = game.read_position(text, state.printed)
    assert game.key(again) == game.key(state), "the position does not survive as text"
    assert game.options(again) == game.options(state), "the position read again offers other choices"
    assert game.write_position(again) == text, "the position read again is written in another way"


@cache
def everything(game: Game[Any], noun: str) -> list[int]:
    """The numbers of all things of a noun that have a name; none where a noun is a number."""
    return [number for number, name in enumerate(game.nouns(game.load_data()).get(noun, ())) if name]


def next_choice(
    game: Game[Any], state: Any, policy: Policy, rng: Random, options: Options | None = None
) -> Choice:
    """What happens next: an outcome of chance, or the choice of the side to decide, whose options may be known."""
    if game.actor(state) == CHANCE:
        return game.draw(state, rng)
    return policy(state, options or game.options(state))

"""Twins: two matches that a reader cannot tell apart, although other things happen in them out of his sight.

They begin alike. The reader's own choices and the outcomes he sees are the same in both; cards are dealt as they
like to each, and whatever the others choose in one has an answer in the other that looks and sounds the same. So
all that a table tells the reader must be the same, from the first moment to the last, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sandtable.kernel.chance import FixedChance, RandomChance, index_of, total
from sandtable.kernel.choices import listed
from sandtable.kernel.events import may_know
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import Game
from sandtable.kernel.journal import ChanceRecord, ChoiceRecord
from sandtable.kernel.match import Match
from tests.suite.grounds import Policy, grounds_of, policy_of

OTHERWISE = 0.7
"""How often something else is tried first."""
ANSWERS = 24
"""At most this many other choices are tried as an answer."""
SILENTLY = 0.3
"""How often something is done in one of them only."""
TRIES = 30
"""If a choice has no answer, another is tried."""
MOST_MISSED = 5
"""How often in a row no step is found that they can take together."""
MOST_BEGUN = 400
"""How often a beginning is tried."""


@dataclass
class TwinDice:
    """What the reader sees is the same for both, where it can be; the rest is not. A draw depends on nothing but
    its number, so that a choice can be tried."""

    seed: str
    reader: int
    match: Match

    def draw(self, weights: Sequence[int], record: int) -> int:
        game, state = self.match.game, self.match.state
        if not may_know(game.chance_audience(state), self.reader):
            return index_of(weights, Random(f"{self.seed} {record}").randrange(total(weights)))
        number = self.match.seen(self.reader)
        possible = (outcome for outcome in range(len(weights)) if weights[outcome])
        return min(possible, key=lambda outcome: Random(f"{number} {game.outcome_name(state, outcome)}").random())

    def rolled_by(self, match: Match) -> Match:
        """The match, with these dice."""
        match.chance = TwinDice(self.seed, self.reader, match)
        return match


def twins(game_id: str, scenario: str, reader: int, seed: int, steps: int) -> Iterator[tuple[Match, Match]]:
    """The two matches after each step that they take together, as long as the game runs: then all is open."""
    grounds, rng = grounds_of(game_id), Random(f"twins {game_id} {scenario} {reader} {seed}")
    choose = grounds.policies[policy_of(seed)](rng)
    one, two = _begun(grounds.game, scenario, reader, rng)
    missed = 0
    for _ in range(steps):
        one = _silently(one, two, reader, rng)
        two = _silently(two, one, reader, rng)
        found = _together(one, two, reader, choose, rng)
        missed = 0 if found else missed + 1
        if missed > MOST_MISSED or (found and found[0].actor() == OVER):
            return
        one, two = found or (one, two)
        yield one, two


def _begun(game: Game[Any], scenario: str, reader: int, rng: Random) -> tuple[Match, Match]:
    """Both at the beginning. Where cards are dealt from one deck, it takes luck that the reader gets the same."""
    header = Match.start(game, scenario, game_id="twin", chance=RandomChance(rng)).header
    for _ in range(MOST_BEGUN):
        one, two = (Match.begin(game, header, FixedChance([])) for _ in range(2))
        for match in (one, two):
            TwinDice(str(rng.random()), reader, match).rolled_by(match).settle_chance()
        if alike(one, two, reader):
            return one, two
    raise AssertionError("nothing is hidden from this reader, or everything depends on it")


def _silently(match: Match, twin: Match, reader: int, rng: Random) -> Match:
    """Now and then somebody does something more in one of them, if the reader learns nothing of it."""
    if match.actor() == reader or rng.random() > SILENTLY:
        return match
    options = [match.game.write(match.state, choice) for choice in listed(match.game.options(match.state))]
    after = _played(match, rng.choice(options))
    return after if alike(twin, after, reader) else match


def _together(one: Match, two: Match, reader: int, choose: Policy, rng: Random) -> tuple[Match, Match] | None:
    """Both after a choice in one and an answer in the other; None if none is found."""
    for _ in range(TRIES):
        game, state = one.game, one.state
        text = game.write(state, choose(state, game.options(state)))
        after = _played(one, text)
        for answer in _answers(two, text, reader, rng):
            other = _played(two, answer)
            if alike(after, other, reader):
                return after, other
            if one.actor() == reader:
                assert after.line[-1].barrier, f"'{text}' shows something, and can be taken back"
                assert other.line[-1].barrier, f"'{text}' shows something, and can be taken back"
    return None


def _answers(two: Match, text: str, reader: int, rng: Random) -> Iterator[str]:
    """What could look the same: of the reader's own choices, only the same, and of others that too, now and then,
    or what is still open would soon be used up."""
    if two.actor() != reader and rng.random() < OTHERWISE:
        verb = text.partition(":")[0]
        others = [two.game.write(two.state, choice) for choice in listed(two.game.options(two.state))]
        others = [other for other in others if other != text]
        rng.shuffle(others)
        yield from sorted(others, key=lambda other: other.partition(":")[0] != verb)[:ANSWERS]
    if two.game.explain(two.state, two.actor(), two.game.read(two.state, text)) is None:
        yield text


def _played(match: Match, text: str) -> Match:
    fork = match.fork()
    if isinstance(match.chance, TwinDice):
        match.chance.rolled_by(fork)
    fork.play(fork.actor(), [text])
    return fork


def alike(one: Match, two: Match, reader: int) -> bool:
    """Does the reader know the same of both, and has he heard the same since the last step?"""
    game, after = one.game, one.seen(reader) - 1
    return (
        (one.seen(reader), one.actor()) == (two.seen(reader), two.actor())
        and game.view(one.state, reader) == game.view(two.state, reader)
        and one.log(reader, after) == two.log(reader, after)
    )


# Played again at a table


def outcomes_of(match: Match) -> list[int]:
    """The outcomes of chance, in their order."""
    state, found = match.state_at(0), list[int]()
    for standing in match.line:
        choice = match.game.read(state, standing.record.text)
        if isinstance(standing.record, ChanceRecord):
            found.append(choice)
        match.game.apply(state, choice)
    return found


def script_of(match: Match) -> list[tuple[int, str] | None]:
    """The choices of a match by their place in the line, each with its side; None for an outcome of chance."""
    records = (standing.record for standing in match.line)
    return [(record.side, record.text) if isinstance(record, ChoiceRecord) else None for record in records]


def begun_again(match: Match) -> Match:
    """The match before its first choice, with the dice that it will have."""
    header = match.header
    return Match.start(
        match.game,
        header.scenario,
        header.options,
        chance=FixedChance(outcomes_of(match)),
        position=header.position,
        game_id=header.game_id,
    )

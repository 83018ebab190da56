"""A stored game of every scenario, kept with the tests: saved games must keep replaying.

`journals/GAME.SCENARIO.journal` is a whole game as a table stores it, with the state's key at every turn. The
`.trace` beside it has a hash for each record, of who decides there and between what. Keys change when something in
a state is renamed, traces do not: a trace changes only with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable.kernel.chance import ChanceSource, FixedChance, RandomChance, total
from sandtable.kernel.choices import Choice, listed
from sandtable.kernel.errors import Illegal, NotYourTurn
from sandtable.kernel.events import Event
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from sandtable.kernel.journal import ChanceRecord, ChoiceRecord, Journal, load_journal
from sandtable.kernel.match import Match, first_state
from tests.suite.grounds import Policy, grounds_of

FOLDER = Path(__file__).parents[1] / "journals"
SCENARIOS = [(name, info.id) for name in sandtable.game_ids() for info in sandtable.game(name).scenarios]
TRIED = 20
"""This many games are played to find one to store."""
A_LINE = 16
"""A line of a trace has this many hashes."""
MOST_OUTCOMES = 1_000
"""If there are more outcomes than this, only their number is hashed: a handful of dice has millions."""


def journal_file(game_id: str, scenario: str) -> Path:
    return FOLDER / f"{game_id}.{scenario}.journal"


def trace_file(game_id: str, scenario: str) -> Path:
    return FOLDER / f"{game_id}.{scenario}.trace"


def stored(game_id: str, scenario: str) -> Journal:
    """The game on file."""
    return load_journal(journal_file(game_id, scenario))


# Played


def policy_for(game: Game[Any], rng: Random) -> Policy:
    """The policy that goes for the enemy, so that a game has battles."""
    return grounds_of(game.id).seeking(rng)


def begun(game: Game[Any], scenario: str, chance: ChanceSource) -> Match:
    return Match.start(game, scenario, chance=chance, game_id=f"{game.id} {scenario}")


def played(game: Game[Any], scenario: str) -> Journal:
    """A new game: of several with fixed seeds, the shortest of those with the most kinds of decisions."""
    games = [_played(game, scenario, seed) for seed in range(TRIED)]
    return max(games, key=lambda one: (one[0], -len(one[1].records)))[1]


def _played(game: Game[Any], scenario: str, seed: int) -> tuple[int, Journal]:
    """A game and how many kinds of decisions it had."""
    rng, kinds = Random(f"journal {game.id} {scenario} {seed}"), set()
    policy, match = policy_for(game, rng), begun(game, scenario, RandomChance(rng))
    while match.result is None:
        kinds.add(match.state.frames[-1][0])
        choice = policy(match.state, game.options(match.state))
        match.play(match.actor(), [game.write(match.state, choice)])
    return len(kinds), match.journal


def with_new_keys(game: Game[Any], journal: Journal) -> Journal:
    """The same choices and outcomes, with the keys they have today."""
    outcomes = [moment.choice for moment in moments(game, journal) if isinstance(moment.record, ChanceRecord)]
    match = begun(game, journal.header.scenario, FixedChance(outcomes))
    for record in journal.records:
        if isinstance(record, ChoiceRecord):
            match.play(record.side, [record.text])
    return match.journal


# Played again, choice by choice


class Moment(NamedTuple):
    """A record with the state before it, what it chose and what then happened."""

    record: ChoiceRecord | ChanceRecord
    before: Any
    choice: Choice
    events: list[Event]
    after: Any


def moments(game: Game[Any], journal: Journal) -> Iterator[Moment]:
    """The game again, every choice checked, its keys ignored. It must be without undo and other table acts."""
    state = first_state(game, journal.header, None)
    for record in journal.records:
        assert isinstance(record, ChoiceRecord | ChanceRecord), f"record {record.number} is no choice"
        choice = _checked(game, state, record)
        before = state.copy()
        events = game.apply_heard(state, choice)
        yield Moment(record, before, choice, events, state)


def _checked(game: Game[Any], state: Any, record: ChoiceRecord | ChanceRecord) -> Choice:
    """What a record chose, if it may."""
    if (game.actor(state) == CHANCE) != isinstance(record, ChanceRecord):
        raise NotYourTurn(f"record {record.number}: {record.text} stands where something else is due")
    choice = game.read(state, record.text)
    if isinstance(record, ChoiceRecord):
        why = game.explain(state, record.side, choice)
        if why is not None:
            raise Illegal(f"record {record.number}: {record.text}: {why.sentence}", why.rule)
    return choice


# Traced


class Trace(NamedTuple):
    """A hash for each record, and who won."""

    hashes: list[str]
    winner: str


def trace_of(game: Game[Any], journal: Journal) -> Trace:
    hashes, state = [], None
    for moment in moments(game, journal):
        hashes.append(hashed(alternatives(game, moment.before)))
        state = moment.after
    return Trace(hashes, winner_of(game, state))


def winner_of(game: Game[Any], state: Any) -> str:
    winner = game.score(state).winner
    return "nobody" if winner is None else game.sides[winner]


def hashed(texts: list[str]) -> str:
    return blake2b("\n".join(texts).encode(), digest_size=3).hexdigest()


def alternatives(game: Game[Any], state: Any) -> list[str]:
    """Who decides, and between what, as stored games write it."""
    actor = game.actor(state)
    if actor != CHANCE:
        return [game.sides[actor], *sorted(game.write(state, choice) for choice in listed(game.options(state)))]
    weights = game.chance(state)
    if len(weights) > MOST_OUTCOMES:
        return ["chance", str(total(weights))]
    outcomes = [(game.outcome_name(state, outcome), weight) for outcome, weight in enumerate(weights) if weight]
    return ["chance", *sorted(f"{name} {weight}" for name, weight in outcomes)]


def write_trace(trace: Trace) -> str:
    """The number of the first record of a line, then its hashes; at the end who won."""
    starts = range(0, len(trace.hashes), A_LINE)
    lines = [f"{start + 1}: {' '.join(trace.hashes[start : start + A_LINE])}" for start in starts]
    return "\n".join([*lines, f"winner: {trace.winner}", ""])


def read_trace(text: str) -> Trace:
    *lines, last = text.splitlines()
    return Trace([each for line in lines for each in line.split()[1:]], last.partition(": ")[2])


def difference(game: Game[Any], journal: Journal, expected: Trace) -> str:
    """Where the game differs from its trace, and what can be chosen there; nothing if it does not."""
    for moment, before in zip(moments(game, journal), expected.hashes, strict=True):
        now = alternatives(game, moment.before)
        if hashed(now) != before:
            return f"record {moment.record.number}: there was something else to choose from than {now}"
    if moment.after.frames:
        return "the game is not over after its last record"
    winner = winner_of(game, moment.after)
    return "" if winner == expected.winner else f"{winner} wins, not {expected.winner}"

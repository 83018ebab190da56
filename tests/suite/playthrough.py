"""What players read in the stored games: prompts, the words of choices, refusals, log lines and the result.

The first turns are written in full, up to a number of records, then every twentieth record. Words may change, so
these files may be rewritten at any time; moves and keys are in `storedgames`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from sandtable.kernel.choices import Choice, pack, unpack
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Journal
from tests.suite.storedgames import Moment, moments, winner_of

FOLDER = Path(__file__).parents[1] / "playthroughs"
FULL_TURNS = 6
"""Player turns that are written in full."""
FULL_RECORDS = 1_200
"""The turns of some games have thousands of records."""
LATER_EVERY = 20


def words_file(game_id: str, scenario: str) -> Path:
    return FOLDER / f"{game_id}.{scenario}.words.txt"


def words(game: Game[Any], journal: Journal) -> Iterator[str]:
    """The lines of one game."""
    turns, last = 0, None
    for last in moments(game, journal):
        number = last.record.number
        if (turns < FULL_TURNS and number < FULL_RECORDS) or number % LATER_EVERY == 0:
            yield from _before(game, last)
            yield from (f"    {game.narrate(last.after.printed, event)} ({event.rule})" for event in last.events)
        turns += game.turn(last.before) != game.turn(last.after)
    assert last is not None
    score = game.score(last.after)
    yield f"Victory for {winner_of(game, last.after)}: {score.how} ({score.rule})"


def _before(game: Game[Any], moment: Moment) -> Iterator[str]:
    state, number, actor = moment.before, moment.record.number, game.actor(moment.before)
    if actor == CHANCE:
        yield f"{number} {game.prompt(state)}: {moment.record.text}"
        return
    yield f"{number} {game.sides[actor]}: {game.prompt(state)} ({game.prompt_rule(state)})"
    yield f"  > {game.describe(state, moment.choice)}"
    other = another(game, state, moment.choice, number)
    why = game.explain(state, actor, other)
    if why is not None:
        yield f"  not {game.write(state, other)}: {why.sentence} ({why.rule})"


def another(game: Game[Any], state: Any, choice: Choice, number: int) -> Choice:
    """Something else of the same sort, which may be refused."""
    verb, argument = unpack(choice)
    names = game.nouns(state.printed).get(game.verbs[verb].noun, ())
    named = [place for place, name in enumerate(names) if name] or [argument]
    return pack(verb, Random(number).choice(named))

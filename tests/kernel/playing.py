"""Ways to play any game to its end, for the tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sandtable.kernel.chance import RandomChance, index_of, total
from sandtable.kernel.choices import Choice, Options, count, listed, pick, unpack
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match

Policy = Callable[[Game[Any], Any, Random], Choice]


def uniform(game: Game[Any], state: Any, rng: Random) -> Choice:
    options = game.options(state)
    return pick(options, rng.randrange(count(options)))


def _open(game: Game[Any], options: Options) -> Options:
    return [(verb, arguments) for verb, arguments in options if not game.verbs[verb].closes]


def done_rarely(game: Game[Any], state: Any, rng: Random) -> Choice:
    """Closing verbs only when nothing else is left, or one time in ten."""
    options = game.options(state)
    useful = _open(game, options) if rng.random() < 0.9 else []
    choices = useful or options
    return pick(choices, rng.randrange(count(choices)))


def contact_seeking(game: Game[Any], state: Any, rng: Random) -> Choice:
    """The choice after which the other side is asked something, if there is one: an attack, a bid."""
    choices = list(listed(_open(game, game.options(state)) or game.options(state)))
    rng.shuffle(choices)
    for choice in choices:
        after = state.copy()
        game.apply(after, choice)
        if game.actor(after) not in (game.actor(state), OVER):
            return choice
    return choices[0]


POLICIES: dict[str, Policy] = {"uniform": uniform, "done-rarely": done_rarely, "contact": contact_seeking}


def step(game: Game[Any], state: Any, rng: Random, policy: Policy = uniform) -> None:
    """One choice or outcome, in place."""
    if game.actor(state) == CHANCE:
        weights = game.chance(state)
        game.apply(state, index_of(weights, rng.randrange(total(weights))))
    else:
        game.apply(state, policy(game, state, rng))


def positions(game: Game[Any], rng: Random, policy: Policy = uniform, **start: Any) -> list[Any]:
    """A copy of the state at every decision of one game, the end included."""
    state = game.start(**start)
    seen = [state.copy()]
    while game.actor(state) != OVER:
        step(game, state, rng, policy)
        seen.append(state.copy())
    return seen


def play_match(match: Match, rng: Random, policy: Policy = uniform, steps: int = 10_000) -> Match:
    """Play a match on, for some choices or to its end."""
    for _ in range(steps):
        if match.actor() == OVER:
            break
        choice = policy(match.game, match.state, rng)
        match.play(match.actor(), [match.game.write(match.state, choice)])
    return match


def random_match(game: Game[Any], seed: int, **start: Any) -> Match:
    return Match.start(game, chance=RandomChance(Random(seed)), **start)


def verb_of(game: Game[Any], choice: Choice) -> str:
    return game.verbs[unpack(choice)[0]].name

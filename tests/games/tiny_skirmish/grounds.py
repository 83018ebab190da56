"""The tiny game on the grounds of the generic suite."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.kernel.choices import Choice, Options, listed
from sandtable.kernel.flow import OVER
from tests.suite.charts import shows
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import Grounds
from tinygame import GAME
from tinygame.state import Table

MOST_STEPS = 40


def seeking(rng: Random) -> Callable[[Table, Options], Choice]:
    """The choice after which the other side is asked something, if there is one: an attack, a bid."""

    def choose(state: Table, options: Options) -> Choice:
        open_ended = [(verb, arguments) for verb, arguments in options if not GAME.verbs[verb].closes]
        choices = list(listed(open_ended or options))
        rng.shuffle(choices)
        for choice in choices:
            after = state.copy()
            GAME.apply(after, choice)
            if GAME.actor(after) not in (GAME.actor(state), OVER):
                return choice
        return choices[0]

    return choose


def mid_game(rng: Random) -> Table:
    """Somewhere on the way of a random game."""
    scenario = rng.choice(GAME.scenarios)
    state = GAME.start(scenario.id, {option.name: rng.choice(option.values) for option in scenario.options})
    policy = seeking(rng)
    for _ in range(rng.randrange(MOST_STEPS)):
        after = state.copy()
        GAME.apply(after, next_choice(GAME, state, policy, rng))
        if not after.frames:
            break
        state = after
    return state


GROUNDS = Grounds(
    game=GAME,
    seeking=seeking,
    thick=mid_game,
    charts={"pieces": shows("piece", "side", "strength"), "cards": shows("card", "value", besides=1)},
    graves=("lost",),
    perft=("place", "draw", "bid", "moves", "step", "ambush", "roll"),
)

"""Two Coasts on the grounds of the generic suite."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options, listed, pack, unpack
from tests.suite.charts import shows
from tests.suite.fuzzer import next_choice
from tests.suite.grounds import Grounds
from twocoasts import GAME
from twocoasts.rules.c06_battle import targets
from twocoasts.state import Coasts, place_of
from twocoasts.verbs import ATTACK, FIGHT, JOIN, TO

MOST_STEPS = 40


def seeking(rng: Random) -> Callable[[Coasts, Options], Choice]:
    """Attack if possible, with everybody; otherwise step to where an enemy is next; otherwise anything."""

    def choose(state: Coasts, options: Options) -> Choice:
        offered = dict(options)
        for verb in (ATTACK, JOIN):
            if verb in offered and rng.random() < 0.8:
                return pack(verb, rng.choice(ones(offered[verb])))
        if FIGHT in offered:
            return pack(FIGHT)
        if TO in offered and state.stack:
            side = state.printed.owners[ones(state.stack)[0]]
            near = [place for place in ones(offered[TO]) if targets(state, side, place)]
            if near and place_of(state, state.stack) >= 0:
                return pack(TO, rng.choice(near))
        open_ended = [choice for choice in listed(options) if not GAME.verbs[unpack(choice)[0]].closes]
        return rng.choice(open_ended or list(listed(options)))

    return choose


def mid_game(rng: Random) -> Coasts:
    """Somewhere on the way of a random game."""
    state = GAME.start(rng.choice(GAME.scenarios).id)
    policy = seeking(rng)
    for _ in range(rng.randrange(MOST_STEPS)):
        after = state.copy()
        GAME.apply(after, next_choice(GAME, state, policy, rng))
        if not after.frames:
            break
        state = after
    return state


FACES = ("one", "two", "three", "four", "five", "six")
GROUNDS = Grounds(
    charts={
        "odds": shows("column", *FACES),
        "units": shows("unit", "side", "kind"),
        "cards": shows("card", "title", "value", besides=1),
    },
    game=GAME,
    seeking=seeking,
    thick=mid_game,
    last_resorts={
        "raise unit": "the unit is chosen already: its port comes next",
        "raise to": "the unit must be chosen before its port",
        "loss lose": "any other unit: the prompt asks for one of those that were hit",
        "plan join": "the units of one's own that are elsewhere, or off the map",
        "retreat to": "every other place is too far, not linked, or held by enemies: the sentence names all three",
        "advance to": "there is one place to move into",
    },
    graves=("lost",),
    perft=("draw", "chit", "active", "raise", "move", "react", "plan", "reply", "loss", "retreat", "advance"),
)

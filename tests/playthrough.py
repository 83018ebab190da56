"""One game written out: who decides, what is asked, what is legal, what is chosen, what happens, and the key.

The first turns are written in full, of the rest every fiftieth decision; a rerun is compared line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from sandtable.kernel.chance import index_of, total
from sandtable.kernel.choices import Choice, Options, listed
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from sandtable.players.random import RandomPlayer

FOLDER = Path(__file__).parent / "playthroughs"
FULL_TURNS = 6
"""Player turns that are written in full."""
LATER_EVERY = 50

Policy = Callable[[Any, Options], Choice]


def file_of(game: Game[Any], scenario: str) -> Path:
    return FOLDER / f"{game.id}.{scenario}.txt"


def policy_for(game: Game[Any], rng: Random) -> Policy:
    """A game that would soon be over at random is played by its own contact-seeking policy."""
    if game.id == "afrika-korps":
        from policies import ContactSeeking

        return ContactSeeking(rng)
    player = RandomPlayer(rng, game.verbs)
    return lambda state, options: player.pick(options)


def transcript(game: Game[Any], scenario: str, seed: int = 1) -> Iterator[str]:
    """The lines of one seeded game."""
    rng = Random(f"playthrough {game.id} {scenario} {seed}")
    state = game.start(scenario)
    policy = policy_for(game, rng)
    turns, turn, number = 0, game.turn(state), 0
    while state.frames:
        number += 1
        written = turns < FULL_TURNS or number % LATER_EVERY == 0
        choice = _choose(game, state, policy, rng)
        if written:
            yield from _before(game, state, number, choice)
        events = game.apply_heard(state, choice)
        if written:
            yield from (f"    {game.narrate(state.scenario, event)} ({event.rule})" for event in events)
            yield f"    {game.key(state)}"
        if game.turn(state) != turn:
            turns, turn = turns + 1, game.turn(state)
    score = game.score(state)
    winner = "nobody" if score.winner is None else game.sides[score.winner]
    yield f"{number} decisions; {winner} wins: {score.how} ({score.rule})"
    yield game.key(state)


def _choose(game: Game[Any], state: Any, policy: Policy, rng: Random) -> Choice:
    if game.actor(state) == CHANCE:
        weights = game.chance(state)
        return index_of(weights, rng.randrange(total(weights)))
    return policy(state, game.options(state))


def _before(game: Game[Any], state: Any, number: int, choice: Choice) -> Iterator[str]:
    actor = game.actor(state)
    decision = game.kind_names[state.frames[-1][0]]
    if actor == CHANCE:
        yield f"{number} chance, {decision}: {game.write(state, choice)}"
        return
    yield f"{number} {game.sides[actor]}, {decision}: {game.prompt(state)} ({game.prompt_rule(state)})"
    yield from (f"    {line}" for line in _legal(game, state))
    yield f"  > {game.write(state, choice)}"


def _legal(game: Game[Any], state: Any) -> Iterator[str]:
    """The legal set, a line for each verb."""
    texts = [game.write(state, choice).partition(":") for choice in listed(game.options(state))]
    for verb, same in groupby(texts, key=lambda parts: parts[0]):
        yield f"{verb} {' '.join(argument for _, _, argument in same)}".rstrip()


def record(game: Game[Any], scenario: str) -> Path:
    path = file_of(game, scenario)
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join([*transcript(game, scenario), ""]), encoding="utf-8")
    return path

"""Battles whose fire is over, for tests of overruns, retreats and advances: they go on at one of their steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c11_battles import BATTLE
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.theatre import DATA, SPACE, cards, legal, play, run, theatre, units

STEPS = {step.__name__: number for number, step in enumerate(BATTLE.steps)}


def after_fire(
    placed: Mapping[str, str],
    target: str,
    attackers: Iterable[str],
    *,
    step: str = "retreat",
    attacking: int = ALLIED,
    inflicts: int = 1,
    suffers: int = 0,
    played: Iterable[str] = (),
    **fields: Any,
) -> Theatre:
    """A battle at one of its steps, run to the next decision. `inflicts` is the loss number of the attacker,
    `suffers` that of the defender; `played` are combat cards of either side."""
    state = theatre(placed, **fields)
    state.target, state.attacking, state.attackers = SPACE[target], attacking, units(*attackers)
    state.fire[attacking], state.fire[1 - attacking] = inflicts, suffers
    for card in played:
        state.combat_cards[DATA.cards[DATA.nouns["card"].index(card)].side] |= cards(card)
    if not state.bases:
        for unit in ones(state.attackers):
            state.bases |= 1 << state.place[unit]
    state.frames = [BATTLE.frame(step=STEPS[step])]
    return run(state)


def spaces_for(state: Theatre, verb: str) -> set[str]:
    """The ids of the spaces that can be chosen with this verb."""
    words = {space.word: space.id for space in DATA.spaces}
    return {words[text.partition(":")[2]] for text in legal(state, verb)}


def units_for(state: Theatre, verb: str) -> set[str]:
    """The ids of the units that can be chosen with this verb."""
    return {text.partition(":")[2] for text in legal(state, verb)}


def choice(verb: str, space: str) -> str:
    """The text of a choice of a space given by its id."""
    return f"{verb}:{DATA.spaces[SPACE[space]].word}"


def go(state: Theatre, verb: str, *spaces: str) -> None:
    """Choose these spaces, one after the other."""
    for space in spaces:
        play(state, choice(verb, space))

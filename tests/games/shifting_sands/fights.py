"""Battles of Shifting Sands for tests: attacks that are made, and the fire of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c11_battles import begin_battles
from sandtable.games.shifting_sands.rules.c11_fight import fight_of, planned
from sandtable.games.shifting_sands.rules.c11_fire import Fire, fire
from sandtable.games.shifting_sands.rules.c13_supply import unsupplied
from sandtable.games.shifting_sands.state import EVENT as EVENT_USE
from sandtable.games.shifting_sands.state import OPTIONS, Theatre
from sandtable.kernel.bits import mask_of
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    card,
    decision,
    legal,
    names,
    number,
    play,
    run,
    spaces,
    theatre,
    units,
)

__all__ = [
    "ALLIED",
    "AXIS",
    "attack",
    "battles",
    "cards_of",
    "fought",
    "go_on",
    "offensive",
    "options",
    "reasons",
    "reduced",
    "sentence",
    "shot",
    "shots",
]


def options(*paragraphs: str) -> int:
    """Section 19: these options are in use."""
    return mask_of(OPTIONS.index(paragraph) for paragraph in paragraphs)


def offensive(name: str) -> dict[str, Any]:
    """Fields of an action in which this card is played as an event."""
    return {"use": EVENT_USE, "card": card(name)}


def battles(placed: Mapping[str, str], side: int, *markers: str, **fields: Any) -> Theatre:
    """Attack markers lie in these spaces, and the side is asked which space it attacks."""
    state = theatre(placed, **fields)
    state.fighters = spaces(*markers)
    state.cut_off = unsupplied(state, side)
    begin_battles(state, side)
    return run(state)


def word(space: str) -> str:
    """A space as it is written in a choice."""
    return DATA.spaces[SPACE[space]].word


def attack(state: Theatre, target: str, *attackers: str) -> Theatre:
    """These units attack a space; what comes next is the flank attack, or the first combat card."""
    play(state, f"attack:{word(target)}", *(f"join:{unit}" for unit in attackers), "done")
    return state


def go_on(state: Theatre) -> Theatre:
    """Neither side tries a flank attack or plays cards."""
    while decision(state) in ("flank", "combat-cards"):
        play(state, "done")
    return state


def fought(
    placed: Mapping[str, str], target: str, attackers: Iterable[str], dice: Iterable[int] = (), **fields: Any
) -> Theatre:
    """These units have attacked a space without cards; the attacker's die comes first."""
    attackers = tuple(attackers)
    side = DATA.owners[number(attackers[0])]
    markers = {placed[unit] for unit in attackers}
    state = go_on(attack(battles(placed, side, *markers, **fields), target, *attackers))
    play(state, *dice)
    return state


def shot(
    state: Theatre, side: int, target: str, *attackers: str, rommel: bool = False, bonus: bool = False
) -> Fire:
    """The fire of a side if these units attacked a space now."""
    return fire(state, planned(state, units(*attackers), SPACE[target], rommel=rommel, bonus=bonus), side)


def shots(state: Theatre) -> tuple[Fire, Fire]:
    """The fire of the attacker and of the defender in the battle that is being fought."""
    fight = fight_of(state)
    return fire(state, fight, fight.attacking), fire(state, fight, fight.defending)


def reasons(items: Iterable[Any]) -> dict[str, int]:
    """Items by the rule that they name."""
    return {item.rule: item.value for item in items}


def cards_of(state: Theatre) -> set[str]:
    """The combat cards that can be played now."""
    return {text.partition(":")[2] for text in legal(state, "combat-card")}


def reduced(state: Theatre) -> set[str]:
    return names(state.reduced)


def sentence(state: Theatre, text: str) -> str:
    """The sentence that refuses a choice."""
    why = GAME.explain(state, GAME.actor(state), GAME.read(state, text))
    assert why is not None, f"{text} is legal"
    return str(why.sentence)

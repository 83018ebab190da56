"""Battles of The Dark Sands for tests."""

from __future__ import annotations

from typing import Any

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.counters import written
from sandtable.games.dark_sands.printed.sides import SIDES
from sandtable.games.dark_sands.rules.c20_combat import BATTLES, odds_of
from sandtable.games.dark_sands.rules.c20_odds import Odds, odds
from sandtable.games.dark_sands.state import S_READY, Sands
from tests.games.dark_sands.desert import DATA, HEX, acting, decision, desert, legal, number, play, units

SUPPORT = {support.id: at for at, support in enumerate(DATA.supports)}


def ready(state: Sands, *names: str, face: int = S_READY) -> Sands:
    """These supports are face up in their box."""
    for name in names:
        state.supports[SUPPORT[name]] = face
    return state


def attack(state: Sands, side: str, target: str, *attackers: str, action: str = "combat") -> Sands:
    """A combat action has begun, and these units attack a hex; whatever follows is still to be decided."""
    return go_on(acting(state, side, action, BATTLES), target, *attackers)


def go_on(state: Sands, target: str, *attackers: str) -> Sands:
    """The next attack of the action."""
    play(state, f"attack:{target}", *(f"join:{written(name)}" for name in attackers), "done")
    return state


def fought(placed: dict[str, str], side: str, target: str, *attackers: str, die: int, **more: Any) -> Sands:
    """An attack up to its die."""
    state = attack(desert(placed, **more), side, target, *attackers)
    play(state, str(die))
    return state


def judged(state: Sands, target: str, *attackers: str, **more: Any) -> Odds:
    """The odds of an attack, before anybody has decided anything."""
    return odds(state, HEX[target], units(*attackers), **more)


def strengths(found: Odds) -> tuple[float, float]:
    return found.attack / 2, found.defence / 2


def terms(found: Odds, side: str) -> dict[str, float]:
    """What adds to a side, by its name."""
    sums: dict[str, float] = {}
    for term in found.terms:
        if term.side == SIDES.index(side):
            sums[term.why] = sums.get(term.why, 0) + term.halves / 2
    return sums


def modifiers(found: Odds) -> dict[str, int]:
    return {modifier.why: modifier.value for modifier in found.modifiers}


def alive(state: Sands, *ids: str) -> set[str]:
    """Those of these units that are still on the map."""
    return {name for name in ids if state.place[number(name)] >= 0}


def reduced(state: Sands) -> set[str]:
    return {unit.id for at, unit in enumerate(DATA.units) if state.reduced >> at & 1}


def choices(state: Sands, verb: str) -> set[str]:
    """The arguments of the legal choices of one verb."""
    return {text.partition(":")[2] for text in legal(state, verb)}


def said(state: Sands, text: str) -> str:
    """Why a choice is not legal, in words."""
    why = GAME.explain(state, GAME.actor(state), GAME.read(state, text))
    assert why is not None
    return str(why.sentence)


def fall_back(state: Sands) -> Sands:
    """The defender retreats, each time to the first of the hexes that he may choose."""
    while decision(state) == "retreat":
        play(state, min(legal(state)))
    return state


__all__ = [
    "SUPPORT",
    "alive",
    "attack",
    "choices",
    "fall_back",
    "fought",
    "go_on",
    "judged",
    "modifiers",
    "odds_of",
    "ready",
    "reduced",
    "said",
    "strengths",
    "terms",
]

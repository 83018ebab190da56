"""From the model's positions to the game's and back: the one place that knows both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import environ
from typing import Any

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.state import ELIMINATED, EVENT, OPTIONS, UNUSED, Theatre
from sandtable.kernel.bits import mask_of
from sandtable.kernel.flow import CHANCE, advance
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.theatre import DATA, SPACE

SIDE = {board.AXIS: 0, board.ALLIED: 1}
NAMES = (board.AXIS, board.ALLIED)
UNIT = {name: number for number, name in enumerate(DATA.nouns["unit"])}
MOST_ENDS = 300
"""Cases that can end in more ways than this take too long to play out."""
SOAK = int(environ.get("SANDTABLE_SOAK") or 0)


def batches(few: int, many: int) -> list[range]:
    """Seeds, a few or many when soaking, in batches of ten."""
    seeds = range(many if SOAK else few)
    return [seeds[start : start + 10] for start in range(0, len(seeds), 10)]


def theatre_of(position: Position) -> Theatre:
    """The same position in the game."""
    state = Theatre.blank(DATA)
    for space, side in position.control.items():
        state.control[SPACE[space]] = SIDE[side]
    for unit, place in position.place.items():
        state.place[UNIT[unit]] = ELIMINATED if place == board.ELIMINATED else SPACE[place]
    state.reduced = mask(position.reduced)
    state.upgraded = mask(position.upgraded)
    state.events = mask_of(DATA.event[key] for key in position.events)
    state.iraq_active, state.vichy_active = position.iraq_active, position.vichy_active
    state.options = mask_of(OPTIONS.index(option) for option in position.options)
    state.fighters = mask_of(SPACE[space] for space in position.fighters)
    if position.card:
        state.card = next(number for number, card in enumerate(DATA.cards) if card.key == position.card)
        state.use = EVENT
    state.rebuild()
    return state


def mask(units: Iterable[str]) -> int:
    return mask_of(UNIT[unit] for unit in units)


def seen_in(state: Theatre) -> tuple[tuple[str, str, bool], ...]:
    """Where everything is, with battlegroups that are alike told apart by nothing: as the model says it."""
    found = []
    for unit, place in enumerate(state.place):
        if place != UNUSED:
            where = board.ELIMINATED if place == ELIMINATED else DATA.spaces[place].id
            off = where == board.ELIMINATED or where in board.REPLACEABLE.values()
            reduced = bool(state.reduced >> unit & 1) and not off
            found.append((board.kind(DATA.nouns["unit"][unit]), where, reduced))
    return tuple(sorted(found))


def changes_in(position: Position, state: Theatre) -> frozenset[tuple[str, str]]:
    """The spaces that have changed hands since a position."""
    return frozenset(
        (space, NAMES[state.control[SPACE[space]]])
        for space, side in position.control.items()
        if NAMES[state.control[SPACE[space]]] != side
    )


def every_end(
    state: Theatre,
    key: Callable[[Theatre], Any],
    until: Callable[[Theatre], bool] = lambda state: not state.frames,
    skip: Callable[[Theatre, str], bool] = lambda state, text: False,
    most: int = 100_000,
) -> dict[Any, Theatre]:
    """Play every run of choices to its end: by key the positions in which they can end.

    Positions with the same key and the same frames are played on only once, so the key must tell apart
    whatever matters. Chance is not asked here.
    """
    advance(state, GAME.kinds)
    found: dict[Any, Theatre] = {}
    met = set()
    waiting = [state]
    while waiting:
        now = waiting.pop()
        if until(now):
            found[key(now)] = now
            continue
        assert GAME.actor(now) != CHANCE, "chance is not asked here"
        for choice in GAME.legal(now):
            if skip(now, GAME.write(now, choice)):
                continue
            after = now.copy()
            GAME.apply(after, choice)
            mark = GAME.key(after)
            if mark not in met:
                met.add(mark)
                assert len(met) < most, "too many runs"
                waiting.append(after)
    return found

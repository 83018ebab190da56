"""Guesses at the cards, mines and points that a reader does not know: any that fit what everybody has seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.games.rommel_in_the_desert.knowledge.view import SECRET, View, told
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, DUMMY_CARDS, REAL_CARDS
from sandtable.games.rommel_in_the_desert.rules.c04_cards import BLUFF
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import FINAL_CHECK
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import lay_mines
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import (
    CARDS,
    MINEFIELDS,
    RECEIVED,
    REDEPLOYMENTS,
    REPLACEMENTS,
    SAVED,
    STEPS,
)
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import (
    PLAYER_BUILDUP,
    PREPARATION,
    draw_extra,
    spend,
    throw_in,
)
from sandtable.games.rommel_in_the_desert.state import MOST_REAL, Position, scenario_of
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.flow import Steps
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame

GAZALA = "gazala"
OWN = 4
"""How many numbers a view gives of the reader's own cards."""
SELDOM = 0.1
ONE_MORE = 0.3
"""How likely it is that there is one more minefield that the reader does not know of."""
DOUBT = 0.3
"""How likely a side has found out in its Buildup that a minefield it knew of is gone."""
DEAREST_STEP = 6
"""16.54: three points for each of two CVs."""


# 1.0, 3.42, 4.0: cards


def invent_cards(state: Position, view: View, rng: Random) -> None:
    """Hands and cards laid, dealt from what the reader has not seen."""
    unseen = [REAL_CARDS - state.real_spent, DUMMY_CARDS - state.dummies_spent]
    for side, cards in enumerate(view.cards):
        if len(cards) == OWN:
            hand, laid, real, real_laid = cards
            _hold(state, side, (real, hand - real), (real_laid, laid - real_laid), unseen)
    for side in (state.active, ENEMY_OF[state.active]):  # cards on the table leave the least room
        if len(view.cards[side]) != OWN:
            _deal(state, view, rng, side, unseen)


def _hold(state: Position, side: int, hand: tuple[int, int], laid: tuple[int, int], unseen: list[int]) -> None:
    """These cards, real and dummy, are in the hand of a side and before it; the rest is unseen."""
    state.real[side], state.dummies[side] = hand
    if side == state.active:
        state.real_laid, state.dummies_laid = laid
    for sort in (0, 1):
        unseen[sort] -= hand[sort] + laid[sort]


def _deal(state: Position, view: View, rng: Random, side: int, unseen: list[int]) -> None:
    hand, number = view.cards[side][:2]
    reals, dummies = unseen
    if _top(view) == BLUFF.name and side == state.active:
        real_laid = rng.randint(1, min(MOST_REAL, hand, reals))
        hand, laid = hand - real_laid, (real_laid, 0)
    else:
        is_over = any(frame[0] == FINAL_CHECK.name for frame in view.frames)
        possible = [n for n in possible_real(state, is_over) if number - dummies <= n <= min(number, reals)]
        real_laid = rng.choice(possible) if number else 0
        laid = real_laid, number - real_laid
    real = rng.randint(max(0, hand - dummies + laid[1]), min(hand, reals - laid[0]))
    _hold(state, side, (real, hand - real), laid, unseen)


def possible_real(state: Position, is_over: bool) -> tuple[int, ...]:
    """4.0: what the turn has shown so far of the number of real cards laid; is its last supply check under way?"""
    if state.blitzed:
        return (3,)
    if len(state.moves) > 1 or state.assault_hexes:
        return (2,)
    return (1, 2) if is_over else (1, 2, 3)


def _top(view: View) -> str:
    return str(view.frames[-1][0]) if view.frames else ""


# 14, 16.55: mines


def invent_mines(state: Position, view: View, rng: Random) -> None:
    """The minefields the reader knows of, less some that may have been taken up, and perhaps some others.

    The reader is sure of hexes that were watched. If an enemy has been in one of the reader's minefields and it
    was not shown, the enemy must have known of it, and so had laid one there too.
    """
    known, shown, reader = view.mines, state.shown_mines, view.side
    state.mined_hexes = known
    state.known_mines = [
        known if side == reader else shown | known & ~state.unwatched[side] for side in (AXIS, ALLIED)
    ]
    for side in (AXIS, ALLIED):
        if side != reader:
            _invent_field(state, rng, side, known)
    for side in (AXIS, ALLIED):
        if side != reader:
            state.known_mines[side] &= ~_found_out(state, rng, side)


def _invent_field(state: Position, rng: Random, side: int, fields: int) -> None:
    """What a side may have done in secret, where its enemy did not watch.

    It may have taken up any of these fields: one that it was never shown if it had laid mines there as well.
    """
    ground = state.unwatched[ENEMY_OF[side]]
    taken_up = mask_of(place for place in ones(fields & ground) if rng.random() < SELDOM)
    free, number = list(ones(ground & ~state.known_mines[side])), 0
    while number < len(free) and rng.random() < ONE_MORE:
        number += 1
    laid = mask_of(rng.sample(free, number))
    state.mined_hexes = state.mined_hexes & ~taken_up | laid
    state.known_mines[side] = state.known_mines[side] & ~taken_up | laid


def _found_out(state: Position, rng: Random, side: int) -> int:
    """The fields that the side knows to be gone: it has watched, or tried to take them up."""
    gone = state.known_mines[side] & ~state.mined_hexes
    return mask_of(place for place in ones(gone) if not state.unwatched[side] >> place & 1 or rng.random() < DOUBT)


# 16.3, 16.5: record sheets and points


def invent_accounts(state: Position, view: View, rng: Random) -> None:
    """The lines of the record sheets that the reader may not see, and the points left by them."""
    entries = []
    for side, (seen, points) in enumerate(zip(view.accounts, view.points, strict=True)):
        entry, left = (seen, points) if points != SECRET else _invent_accounts(state, view, rng, side)
        entries += entry
        state.points[side] = left
    state.accounts = entries


def _invent_accounts(state: Position, view: View, rng: Random, side: int) -> tuple[list[int], int]:
    costs = state.printed.costs
    entry = [max(line, 0) for line in view.accounts[side]]
    seen = state.bought[side] > 0
    entry[CARDS] = costs["card"] * (state.bought[side] - 1) if seen else 0
    spent = entry[REDEPLOYMENTS] + entry[CARDS]
    entry[SAVED] = rng.randint(max(0, spent - entry[RECEIVED]), most_saved(state))
    left = entry[SAVED] + entry[RECEIVED] - spent
    rebuilds, mines, closed = _done(state, view, side)
    for line, price, may_be in (
        (REPLACEMENTS, 1, rebuilds),
        (MINEFIELDS, costs["minefield"], mines),
        (CARDS, costs["card"], closed and not seen),
    ):
        paid = price * rng.randint(0, left // price) if may_be else 0
        entry[line] += paid
        left -= paid
    entry[STEPS] = rng.randint(-(-entry[REPLACEMENTS] // DEAREST_STEP), entry[REPLACEMENTS])
    return entry, min(left, costs["saved"]) if closed else left


def most_saved(state: Position) -> int:
    """16.5: what may be left of an earlier Buildup; the first Buildup of a scenario has none before it."""
    scenario = scenario_of(state)
    first = scenario.start_month if scenario.id == GAZALA else scenario.start_month + 1
    return 0 if state.month <= first else state.printed.costs["saved"]


def _done(state: Position, view: View, side: int) -> tuple[bool, bool, bool]:
    """16.0, 18.7: may the side have rebuilt, laid mines and bought cards by now? The last closes its accounts."""
    for frame in view.frames:
        name, step, *_ = frame
        if name == PREPARATION.name and told(frame, PREPARATION.side) == side:
            return False, _has_begun(PREPARATION, step, lay_mines), _has_begun(PREPARATION, step, draw_extra)
        if name == PLAYER_BUILDUP.name and told(frame, PLAYER_BUILDUP.side) == side:
            steps = (spend, lay_mines, throw_in)
            rebuilds, mines, closed = (_has_begun(PLAYER_BUILDUP, step, function) for function in steps)
            return rebuilds, mines, closed
    scenario = scenario_of(state)
    return scenario.id != GAZALA or state.month > scenario.start_month, True, True


def _has_begun(kind: Steps[Position], step: object, function: Callable[[Position, Frame], None]) -> bool:
    return isinstance(step, int) and step > kind.steps.index(function)

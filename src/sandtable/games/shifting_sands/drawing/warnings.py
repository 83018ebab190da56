"""What a player is told before a choice is made, and choices that are made in one press."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sandtable.games.shifting_sands.drawing.suggestions import cheapest_step, nearest_haven
from sandtable.games.shifting_sands.drawing.viewpoint import place_name
from sandtable.games.shifting_sands.rules.c05_sequence import ROUND
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION
from sandtable.games.shifting_sands.rules.c08_stacking import excess, limit
from sandtable.games.shifting_sands.rules.c09_movement import MOVES
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOY
from sandtable.games.shifting_sands.state import ROUNDS, Theatre, units_at
from sandtable.games.shifting_sands.verbs import (
    ATTACK,
    ATTACK_FROM,
    AUTOMATIC,
    DONE,
    JOIN,
    LOSE,
    MOVE_FROM,
    REBUILD,
    REPLACE,
    RESTORE,
    RETREAT,
    UNIT,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options, pack
from sandtable.kernel.game import Warner, Why
from sandtable.kernel.words import Message, say, say_count

# Warnings


def unused_points(state: Theatre, argument: int) -> Iterator[Why]:
    """7.21: points that could still activate something."""
    frame = state.frames[-1]
    offered = dict(ACTIVATION.legal(state, frame))
    if not offered.get(MOVE_FROM, 0) | offered.get(ATTACK_FROM, 0):
        return
    if not state.movers | state.fighters:
        yield Why("7.21", say("Nothing is activated yet: the action would be over"))
    else:
        yield Why(
            "7.21",
            say_count(
                "One operation point would be lost",
                "{count} operation points would be lost",
                state.left,
            ),
        )


def overstacking(state: Theatre, side: int) -> Iterator[Why]:
    """8.2: the spaces in which units would leave the game for good."""
    for space in sorted({state.place[unit] for unit in ones(excess(state, side))}):
        units = units_at(state, space, side)
        sentence = say_count(
            "Too many units: one of those in {place} would leave the game for good",
            "Too many units: {count} of those in {place} would leave the game for good",
            units.bit_count() - limit(state, space, side, units),
            place=place_name(state, space),
        )
        yield Why("8.2", sentence)


def end_of_moves(state: Theatre, argument: int) -> Iterator[Why]:
    yield from overstacking(state, MOVES.asks(state.frames[-1]))


def end_of_redeployment(state: Theatre, argument: int) -> Iterator[Why]:
    """12.1: points that are left, and units that would be lost."""
    frame = state.frames[-1]
    yield from overstacking(state, REDEPLOY.asks(frame))
    if dict(REDEPLOY.legal(state, frame)).get(UNIT, 0):
        yield Why("7.32", say("Redeployment points that are not used are lost"))


def unused_replacements(kind_legal: Callable[[Theatre], Options]) -> Warner[Theatre]:
    """15.1: points that could still buy a step."""

    def warn(state: Theatre, argument: int) -> Iterator[Why]:
        offered = dict(kind_legal(state))
        if offered.get(RESTORE, 0) | offered.get(REBUILD, 0):
            yield Why("15.1", say("Points that are not spent are lost, and some could still be spent"))

    return warn


def wasted_markers(state: Theatre, argument: int) -> Iterator[Why]:
    """7.28: attacks that could still be made."""
    yield Why("7.28", say("Attacks that could still be made would not be"))


def cards_in_hand(state: Theatre, argument: int) -> Iterator[Why]:
    """6.12: an automatic operation, with more cards than can still be played this turn."""
    side = _actor(state)
    left = ROUNDS + 1 - state.round
    if state.hands[side].bit_count() >= left:
        words = say("You hold more cards than there are rounds left: this gives one point, and a card gives more")
        yield Why("6.12", words)


def _actor(state: Theatre) -> int:
    """Whose action it is."""
    from sandtable.games.shifting_sands.rules.c06_actions import CHOOSE

    return CHOOSE.asks(state.frames[-1])

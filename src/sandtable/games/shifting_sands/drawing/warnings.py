"""What a player is told before a choice is made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from sandtable.games.shifting_sands.drawing.viewpoint import place_name
from sandtable.games.shifting_sands.rules.c06_actions import CHOOSE
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION
from sandtable.games.shifting_sands.rules.c08_stacking import excess
from sandtable.games.shifting_sands.rules.c09_movement import MOVES
from sandtable.games.shifting_sands.rules.c10_regions import targets
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOY
from sandtable.games.shifting_sands.rules.c15_replacements import SPEND
from sandtable.games.shifting_sands.state import ROUNDS, Theatre, units_at
from sandtable.games.shifting_sands.verbs import (
    ATTACK_FROM,
    AUTOMATIC,
    DONE,
    MOVE_FROM,
    REBUILD,
    RESTORE,
    UNIT,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Warner, Why
from sandtable.kernel.words import say, say_count


def unused_points(state: Theatre, argument: int) -> Iterator[Why]:
    """7.21: points with which something could still be activated."""
    offered = dict(ACTIVATION.legal(state, state.frames[-1]))
    if not offered.get(MOVE_FROM, 0) | offered.get(ATTACK_FROM, 0):
        return
    if not state.movers | state.fighters:
        yield Why("7.21", say("Nothing is activated: the action would be over"))
        return
    words = say_count("An operation point would be lost", "{count} operation points would be lost", state.left)
    yield Why("7.21", words)


def nobody_to_attack(state: Theatre, space: int) -> Iterator[Why]:
    """11.12: an attack marker where no enemy is in reach."""
    side = ACTIVATION.asks(state.frames[-1])
    reach = reduce(or_, (targets(state, unit) for unit in ones(units_at(state, space, side))), 0)
    if not reach & state.occupied[1 - side]:
        yield Why("11.12", say("Nobody could be attacked from {place} now", place=place_name(state, space)))


def overstacking(state: Theatre, side: int) -> Iterator[Why]:
    """8.2: the spaces in which units would leave the game for good."""
    for space in sorted({state.place[unit] for unit in ones(excess(state, side))}):
        words = "Too many units in {place}: those that find no room leave the game for good"
        yield Why("8.2", say(words, place=place_name(state, space)))


def end_of_moves(state: Theatre, argument: int) -> Iterator[Why]:
    return overstacking(state, MOVES.asks(state.frames[-1]))


def end_of_redeployment(state: Theatre, argument: int) -> Iterator[Why]:
    """7.32: points that are left, and units that would be lost."""
    frame = state.frames[-1]
    yield from overstacking(state, REDEPLOY.asks(frame))
    if dict(REDEPLOY.legal(state, frame)).get(UNIT, 0):
        words = say_count(
            "A redeployment point would be lost", "{count} redeployment points would be lost", state.left
        )
        yield Why("7.32", words)


def unused_replacements(state: Theatre, argument: int) -> Iterator[Why]:
    """15.1: points that could still buy a step."""
    offered = dict(SPEND.legal(state, state.frames[-1]))
    if offered.get(RESTORE, 0) | offered.get(REBUILD, 0):
        yield Why("15.1", say("Some points could still be spent; what is left is lost"))


def unfought_battles(state: Theatre, argument: int) -> Iterator[Why]:
    """7.28: attacks that could still be made; the question is asked only if there are any."""
    yield Why("7.28", say("Attacks that could still be made would not be"))


def cards_left_over(state: Theatre, argument: int) -> Iterator[Why]:
    """6.12: an automatic operation with more cards than there are rounds to play them in."""
    rounds = ROUNDS + 1 - state.round
    if state.hands[CHOOSE.asks(state.frames[-1])].bit_count() >= rounds:
        words = say("This gives one point; you hold a card for every round that is left, and a card gives more")
        yield Why("6.12", words)


WARNERS: dict[tuple[str, int], Warner[Theatre]] = {
    ("choose", AUTOMATIC): cards_left_over,
    ("activation", ATTACK_FROM): nobody_to_attack,
    ("activation", DONE): unused_points,
    ("moves", DONE): end_of_moves,
    ("target", DONE): unfought_battles,
    ("redeploy", DONE): end_of_redeployment,
    ("spend", DONE): unused_replacements,
}

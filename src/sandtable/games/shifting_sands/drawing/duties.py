"""What strikes a side later although nobody does anything, and what is lost unless it is used. It depends only on
what that side knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from sandtable.games.shifting_sands.drawing.viewpoint import place_name
from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c06_actions import ACTION
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION
from sandtable.games.shifting_sands.rules.c08_stacking import excess
from sandtable.games.shifting_sands.rules.c09_movement import MOVES
from sandtable.games.shifting_sands.rules.c10_regions import targets
from sandtable.games.shifting_sands.rules.c11_battles import TARGET
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOY
from sandtable.games.shifting_sands.rules.c13_supply import unsupplied
from sandtable.games.shifting_sands.rules.c15_replacements import SPEND
from sandtable.games.shifting_sands.state import ROUNDS, Theatre, units_at
from sandtable.games.shifting_sands.verbs import ATTACK_FROM, MOVE_FROM, REBUILD, RESTORE, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Duty, Why
from sandtable.kernel.words import say, say_count


def duties(state: Theatre, side: int) -> Iterator[Duty]:
    """Whatever awaits the side whose action it is, and by the decision that is being made."""
    kind = state.frames[-1][0]
    acting = next((ACTION.actor(frame) for frame in state.frames if frame[0] == ACTION.number), None)
    if acting is not None:
        yield from cards_left_over(state, side, acting)
    if acting == side:
        yield from attrition(state, side)
    if kind == ACTIVATION.number:
        yield from unused_points(state)
        yield from nobody_to_attack(state, side)
    elif kind == MOVES.number:
        yield from overstacking(state, side, "moves")
    elif kind == TARGET.number:
        yield Duty(Why("7.28", say("Attacks that are still possible would be given up")), ("target",))
    elif kind == REDEPLOY.number:
        yield from overstacking(state, side, "redeploy")
        yield from unused_redeployment(state)
    elif kind == SPEND.number:
        yield from unused_replacements(state)


# Supply and stacking


def attrition(state: Theatre, side: int) -> Iterator[Duty]:
    """13.8: units that the attrition phase will eliminate, in the last action before it."""
    without = unsupplied(state, side) if state.round == ROUNDS else 0
    if without:
        names = ", ".join(state.printed.units[unit].title for unit in ones(without))
        words = say("Out of supply, and eliminated when the turn ends: {units}", units=names)
        yield Duty(Why("13.8", words), ("moves", "redeploy"))


def overstacking(state: Theatre, side: int, decision: str) -> Iterator[Duty]:
    """8.2: the spaces in which units would leave the game for good."""
    for space in sorted({state.place[unit] for unit in ones(excess(state, side))}):
        words = "Too many units in {place}: those that find no room leave the game for good"
        yield Duty(Why("8.2", say(words, place=place_name(state, space))), (decision,))


# What is not used


def cards_left_over(state: Theatre, side: int, acting: int) -> Iterator[Duty]:
    """6.12: more cards than there are rounds to play them in; the Allies act after the Axis."""
    to_come = not state.use if side == acting else side == ALLIED
    if state.hands[side].bit_count() > ROUNDS - state.round + to_come:
        yield Duty(Why("6.12", say("You hold more cards than there are rounds left to play them in")))


def unused_points(state: Theatre) -> Iterator[Duty]:
    """7.21: points with which something could still be activated."""
    offered = dict(ACTIVATION.legal(state, state.frames[-1]))
    if not offered.get(MOVE_FROM, 0) | offered.get(ATTACK_FROM, 0):
        return
    if not state.movers | state.fighters:
        words = say("Nothing is activated: the action would be over")
    else:
        words = say_count("An operation point would be lost", "{count} operation points would be lost", state.left)
    yield Duty(Why("7.21", words), ("activation",))


def nobody_to_attack(state: Theatre, side: int) -> Iterator[Duty]:
    """11.12: attack markers where no enemy is in reach."""
    for space in ones(state.fighters):
        reach = reduce(or_, (targets(state, unit) for unit in ones(units_at(state, space, side))), 0)
        if not reach & state.occupied[1 - side]:
            words = say("Nobody could be attacked from {place} now", place=place_name(state, space))
            yield Duty(Why("11.12", words))


def unused_redeployment(state: Theatre) -> Iterator[Duty]:
    """7.32: points with which somebody could still be redeployed."""
    if dict(REDEPLOY.legal(state, state.frames[-1])).get(UNIT, 0):
        words = say_count(
            "A redeployment point would be lost", "{count} redeployment points would be lost", state.left
        )
        yield Duty(Why("7.32", words), ("redeploy",))


def unused_replacements(state: Theatre) -> Iterator[Duty]:
    """15.1: points that could still buy a step."""
    offered = dict(SPEND.legal(state, state.frames[-1]))
    if offered.get(RESTORE, 0) | offered.get(REBUILD, 0):
        yield Duty(Why("15.1", say("Some points could still be spent; what is left is lost")), ("spend",))

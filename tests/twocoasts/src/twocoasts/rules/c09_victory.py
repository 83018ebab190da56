"""9: who has won, and how clearly."""

from __future__ import annotations

from sandtable.kernel.bits import ones
from sandtable.kernel.game import TOTAL, Score
from sandtable.kernel.words import say
from twocoasts.printed.map import NORTH, SIDES, SOUTH
from twocoasts.state import Coasts, in_play

DECISIVE_LEAD = 5
MARGINAL = 0.5
"""9.3: the level of a smaller victory."""


def points(state: Coasts, side: int) -> int:
    """9.1: the places with points that a side controls, and the cards it has discarded."""
    world = state.printed.map
    held = (place for place in ones(world.marked("points") & in_play(state)) if state.control[place] == side)
    return state.points[side] + sum(world.places[place].marks["points"] for place in held)


def fallen(state: Coasts) -> int:
    """9.2: the side whose source the enemy controls, or -1."""
    sources = state.printed.map.sources
    return next((side for side in (NORTH, SOUTH) if state.control[sources[side]] == 1 - side), -1)


def score(state: Coasts) -> Score:
    """9.2, 9.3."""
    loser = fallen(state)
    if loser >= 0:
        return Score(1 - loser, say("{side} has lost its source", side=say(SIDES[loser])), "9.2", TOTAL)
    north, south = points(state, NORTH), points(state, SOUTH)
    how = say("{north} to {south} points", north=north, south=south)
    level = TOTAL if abs(north - south) >= DECISIVE_LEAD else MARGINAL
    return Score(None if north == south else NORTH if north > south else SOUTH, how, "9.3", level)

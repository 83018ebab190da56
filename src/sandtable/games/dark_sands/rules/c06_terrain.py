"""6.0: what bars the way from a hex to one that it touches, in words."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.ground import SALT_MARSH, TERRAINS
from sandtable.games.dark_sands.state import Sands, bypass_built
from sandtable.kernel.words import Message, say

Reason = tuple[str, Message]
"""A paragraph and a sentence."""
MARSH = TERRAINS.index(SALT_MARSH)


def why_closed(state: Sands, here: int, there: int) -> Reason | None:
    """6.0: why nothing crosses the side between two hexes that touch; None if something can."""
    ground = state.printed.ground
    if ground.open_to[bypass_built(state)][here] >> there & 1:
        return None
    if ground.escarpment_to[here] >> there & 1:
        return "6.0", say("an escarpment lies between, and no road or track crosses it there")
    return "6.0", say("there is only sea along that side")


def why_no_entry(state: Sands, units: int, here: int, there: int) -> Reason | None:
    """6.0: why the ground does not let these units go from a hex to one that it touches; None if it does."""
    ground, bypass = state.printed.ground, bypass_built(state)
    vehicles = units & state.printed.wheels
    if (ground.wheels if vehicles else ground.foot)[bypass][here].get(there):
        return None
    if closed := why_closed(state, here, there):
        return closed
    if ground.terrain[MARSH] >> there & 1:
        return "6.0", say("vehicles enter a salt marsh only by road or track")
    return "6.0", say("vehicles enter mountains only by road or track")

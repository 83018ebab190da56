"""Which hexes stand for a choice that also has a button."""

from __future__ import annotations

from sandtable.games.afrika_korps.state import Position, hexes_of
from sandtable.games.afrika_korps.verbs import BATTLE, HEX
from sandtable.kernel.bits import ones


def places(state: Position, decision: str, verb: int, argument: int) -> list[int]:
    """The hexes of a battle, and the ports to choose from."""
    if verb == BATTLE:
        return list(ones(hexes_of(state, state.defenders[argument])))
    return [argument] if verb == HEX and decision in ("port", "land-supply") else []

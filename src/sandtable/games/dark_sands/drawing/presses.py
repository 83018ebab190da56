"""Which hexes stand for a choice that also has a button, and choices made in one press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.games.dark_sands.rules.c15_placement import with_room
from sandtable.games.dark_sands.state import Sands, hexes_of
from sandtable.games.dark_sands.verbs import FORMATION, JOIN
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.words import Message, say


def places(state: Sands, decision: str, verb: int, argument: int) -> list[int]:
    """Where the units of a formation are that could be activated; where a unit that is set up could stand."""
    if verb == FORMATION:
        return list(ones(hexes_of(state, state.printed.formations[argument])))
    if decision == "deploy":
        return list(ones(with_room(state, argument, state.printed.places.entry_area)))
    return []


def shortcuts(
    state: Sands, decision: str, offered: Mapping[int, int]
) -> Sequence[tuple[Message, Sequence[Choice]]]:
    """20.1: all units that can still join an attack do so."""
    joining = list(ones(offered.get(JOIN, 0)))
    if decision != "attack" or len(joining) < 2:
        return ()
    return [(say("All join the attack"), [pack(JOIN, unit) for unit in joining])]

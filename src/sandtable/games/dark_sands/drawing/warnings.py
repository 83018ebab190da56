"""What a player is told before a choice is made, which hexes stand for it, and choices made in one press."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.games.dark_sands.state import Sands, hexes_of
from sandtable.games.dark_sands.verbs import FORMATION
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice
from sandtable.kernel.game import Warner
from sandtable.kernel.words import Message

WARNERS: dict[tuple[str, int], Warner[Sands]] = {}


def places(state: Sands, decision: str, verb: int, argument: int) -> list[int]:
    """Where the units of a formation are that could be activated."""
    return list(ones(hexes_of(state, state.printed.formations[argument]))) if verb == FORMATION else []


def shortcuts(
    state: Sands, decision: str, offered: Mapping[int, int]
) -> Sequence[tuple[Message, Sequence[Choice]]]:
    return ()

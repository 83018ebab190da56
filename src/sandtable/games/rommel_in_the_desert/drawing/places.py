"""Which hex stands for a choice that also has a button."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert import verbs

BATTLES = (verbs.BATTLE, verbs.FIGHT, verbs.ASSAULT, verbs.REFUSE, verbs.RETREAT, verbs.ROUT)


def places(verb: int, argument: int) -> list[int]:
    """The hex of a battle."""
    return [argument] if verb in BATTLES else []

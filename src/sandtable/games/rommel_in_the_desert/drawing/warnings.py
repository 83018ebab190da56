"""What a player is told before a choice is made. It depends only on what the player who chooses knows."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.notation.words import hex_name
from sandtable.games.rommel_in_the_desert.rules.c04_pass import besieging
from sandtable.games.rommel_in_the_desert.rules.c16_entering_the_base import waiters
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Warner, Why
from sandtable.kernel.words import say, say_count


def laying(state: Position, number: int) -> Iterator[Why]:
    """4.0: without a real card only a Pass is left."""
    if state.real[state.active] <= number:
        yield Why("4.0", say("Your last real card is spent: until you draw another you can only pass"))


def passing(state: Position, argument: int) -> Iterator[Why]:
    """13.2: whoever passes cannot go on attacking a fortress."""
    for place in ones(besieging(state)):
        where = hex_name(state.printed, place)
        yield Why("13.2", say("Your attackers must leave {place}, or are routed", place=where))


def leaving_waiters(state: Position, argument: int) -> Iterator[Why]:
    """16.41: units that wait beside the map."""
    waiting = waiters(state, state.active).bit_count()
    if waiting:
        sentence = say_count(
            "A unit still waits beside the map", "{count} units still wait beside the map", waiting
        )
        yield Why("16.41", sentence)


WARNERS: dict[tuple[str, int], Warner[Position]] = {
    ("lay", verbs.REAL): laying,
    ("lay", verbs.PASS): passing,
    ("movement", verbs.DONE): leaving_waiters,
    ("enter-base", verbs.DONE): leaving_waiters,
}
BATTLES = (verbs.BATTLE, verbs.FIGHT, verbs.ASSAULT, verbs.REFUSE, verbs.RETREAT, verbs.ROUT)


def places(verb: int, argument: int) -> list[int]:
    """The hex of a battle."""
    return [argument] if verb in BATTLES else []

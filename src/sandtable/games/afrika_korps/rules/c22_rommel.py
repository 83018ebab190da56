"""22: Rommel, who fights no battles, blocks no one and is never lost."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.boards.floods import flood, layers
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes, zone
from sandtable.games.afrika_korps.state import Position, combat_units_at, put
from sandtable.games.afrika_korps.verbs import HEX
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ANYTHING, ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def rommel_is_exposed(state: Position) -> bool:
    """22.4: is he without an Axis combat unit in an Allied zone, or in a hex with an Allied combat unit?

    Only the latter can happen in a fortress and next to one, where no zone protects him (ruling 2).
    """
    place = state.place[state.printed.rommel]
    if place < 0 or combat_units_at(state, place, AXIS):
        return False
    return bool((zone(state, ALLIED) | closed_hexes(state, ALLIED)) >> place & 1)


def rommels_pocket(state: Position) -> int:
    """22.4: the hexes he has a line to, clear of Allied zones; 0 if one of them holds Axis supply (24.1)."""
    place = state.place[state.printed.rommel]
    if place < 0:
        return 0
    board = state.printed.board
    free = board.all & ~zone(state, ALLIED) & ~closed_hexes(state, ALLIED)
    around = flood(board, 1 << place, free)
    touched = around | board.spread(around)
    return 0 if touched & state.depots[AXIS] else touched


def rommel_is_cut_off(state: Position) -> bool:
    """22.4: is he isolated with no Axis combat unit in the same encirclement, his own hex included?"""
    pocket = rommels_pocket(state)
    return bool(pocket) and not pocket & state.occupied[AXIS]


def rommel_must_stay(state: Position) -> bool:
    """22.4: isolated together with an Axis combat unit, he shares its fate until it is lost or relieved."""
    return bool(rommels_pocket(state) & state.occupied[AXIS])


def nearest_hexes(state: Position) -> int:
    """22.4.2: the hexes of the nearest Axis combat units.

    The count does not go through impassable hexes or Allied zones unless there is no other way.
    """
    board = state.printed.board
    start = 1 << state.place[state.printed.rommel]
    goals = state.occupied[AXIS]
    open_ground = board.all & ~closed_hexes(state, ALLIED)
    for free in (open_ground & ~zone(state, ALLIED), open_ground, board.all):
        for ring in layers(board, start, free | goals):
            if ring & goals:
                return ring & goals
    return 0


def rescue_rommel(state: Position, rule: str) -> None:
    """22.4: place him with the nearest Axis combat unit; the Axis player chooses between equals."""
    hexes = nearest_hexes(state)
    if not hexes:
        return
    if hexes & (hexes - 1):
        push(state, RESCUE)
    else:
        place_rommel(state, hexes.bit_length() - 1, rule)


def place_rommel(state: Position, hex_number: int, rule: str) -> None:
    rommel = state.printed.rommel
    state.by_west &= ~(1 << rommel)
    state.by_north &= ~(1 << rommel)
    put(state, rommel, hex_number)
    tell(state, "rommel-placed", rule, hex=hex_number)


def check_rommel(state: Position) -> None:
    """22.4: wherever he is left alone in an Allied zone, he is moved at once."""
    if rommel_is_exposed(state):
        rescue_rommel(state, "22.4")


class Rescue(ChoiceKind[Position]):
    """22.4.2: two Axis combat units are equally near; the Axis player chooses whom Rommel joins."""

    name = "rescue"
    on = ANYTHING
    rule = "22.4.2"
    words = say("Rommel is alone among the Allies: choose which of the nearest Axis units he joins")
    asks = AXIS

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if state.place[state.printed.rommel] < 0:
            yield say("Rommel is not on the map, but has to be placed anew")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(HEX, nearest_hexes(state))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        place_rommel(state, argument, "22.4.2")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HEX:
            return "22.4", say("first place Rommel")
        return "22.4.2", otherwise("choose a hex with one of the nearest Axis combat units")


RESCUE = Rescue()

"""9.2, 19.1.7, 19.1.8: the roads, tracks and active railways that extended movement follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.boards import cheapest
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c06_terrain import Reason
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c09_railway import active_rail
from sandtable.games.dark_sands.rules.c19_east import barred, east_is_closed
from sandtable.games.dark_sands.state import MOVE, Sands, bypass_built
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.words import Message, say

SECTIONS = 3
EVERYWHERE = 1 << 10
"""More hexes than any extended movement has."""


def rails_from(state: Sands, side: int, hex_number: int) -> int:
    """9.0, 19.1.8: the next hexes by active rail; the Axis never uses it."""
    rails = state.printed.ground.rail_to[hex_number]
    if side != ALLIED or not rails:
        return 0
    active = active_rail(state)
    return rails & active if active >> hex_number & 1 else 0


def lines_from(state: Sands, side: int, hex_number: int) -> int:
    """19.1.7: the next hexes by road, track or active rail."""
    return state.printed.ground.line_to[bypass_built(state)][hex_number] | rails_from(state, side, hex_number)


def next_to_enemy(state: Sands, side: int, hex_number: int) -> bool:
    """6.1: is an enemy unit of any kind next to a hex? Terrain does not matter."""
    return bool(state.printed.board.touching[hex_number] & state.occupied[1 - side])


def onward(state: Sands, side: int, hex_number: int, left: int) -> int:
    """19.1.7: the next hexes of extended movement: along a line, not next to enemies other than headquarters and
    garrisons, and not in a section that was `left` (as bits)."""
    board, enemy = state.printed.board, 1 - side
    free = lines_from(state, side, hex_number) & ~state.occupied[enemy] & ~barred(state, side, hex_number)
    found = 0
    for other in ones(free):
        if not board.touching[other] & state.fronts[enemy] and not left >> board.sheet_of[other] & 1:
            found |= bit(other)
    return found


def may_extend(state: Sands, units: int) -> bool:
    """19.1.7, 19.3, 10.2.1: can all these units use their full movement?"""
    return state.action == MOVE and not state.no_extended and not units & (state.oos | state.disorganised)


def can_begin(state: Sands, units: int, hex_number: int) -> bool:
    """19.1.7: can these units begin extended movement in this hex?"""
    if not may_extend(state, units) or next_to_enemy(state, state.active, hex_number):
        return False
    return bool(onward(state, state.active, hex_number, 0))


def extended_steps(state: Sands, hex_number: int) -> int:
    """19.1.7: the next hexes of the group in extended movement: none twice."""
    if state.halted:
        return 0
    return onward(state, state.active, hex_number, state.left_sections) & ~state.trail


@cache
def _next_along(printed: Printed, bypass: int, rail: bool) -> tuple[tuple[int, ...], ...]:
    """By hex, the next ones by road or track, or by rail."""
    ground = printed.ground
    return tuple(map(ones, ground.rail_to if rail else ground.line_to[bypass]))


def extended_tree(state: Sands, hex_number: int) -> dict[int, tuple[int, int]]:
    """19.1.7: every hex to which extended movement leads from here, with its distance in hexes. A node is a hex
    with the sections that have been left on the way to it: see `hex_of`. It is `onward` for all hexes at once."""
    printed, side = state.printed, state.active
    board, enemy = printed.board, 1 - side
    shut = set(ones(board.spread(state.fronts[enemy]) | state.occupied[enemy] | state.trail))
    halting = set(ones(board.spread(state.occupied[enemy]))) - {hex_number}
    roads, rails = (_next_along(printed, bypass_built(state), rail) for rail in (False, True))
    active = set(ones(active_rail(state))) if side == ALLIED else set()
    sheet_of, no_east = board.sheet_of, east_is_closed(state, side)

    def edges(node: int) -> Iterator[tuple[int, int]]:
        place, left = node >> SECTIONS, node & (1 << SECTIONS) - 1
        if place in halting:
            return
        by_rail = [other for other in rails[place] if other in active] if place in active else []
        for other in (*roads[place], *by_rail):
            if other in shut or left >> sheet_of[other] & 1:
                continue
            if no_east and sheet_of[other] == EAST and sheet_of[place] == CENTRAL:
                continue
            crossed = bit(sheet_of[place]) if sheet_of[other] != sheet_of[place] else 0
            yield other << SECTIONS | left | crossed, 1

    return cheapest([hex_number << SECTIONS | state.left_sections], EVERYWHERE, edges)


def hex_of(node: int) -> int:
    return node >> SECTIONS


# After a failed check (19.2.2)


def forced_steps(state: Sands, unit: int, left: int, trail: int) -> int:
    """19.2.2: the next hexes of a unit that must go on for `left` hexes, or as far as it can: those on the longest
    ways that end where it can stay."""
    here = state.place[unit]
    lengths = {
        other: _furthest(state, unit, other, left - 1, trail | bit(other))
        for other in ones(_forced_from(state, unit, here, left, trail))
    }
    furthest = max(lengths.values(), default=0)
    return sum(bit(other) for other, length in lengths.items() if length == furthest >= 0)


def _furthest(state: Sands, unit: int, place: int, left: int, trail: int) -> int:
    """How many hexes further a unit can go from a hex to one where it can stay; -1 if it can stay in none."""
    best = 0 if fits(state, place, bit(unit)) else -1
    for other in ones(_forced_from(state, unit, place, left, trail)):
        further = _furthest(state, unit, other, left - 1, trail | bit(other))
        best = max(best, further + 1 if further >= 0 else -1)
    return best


def _forced_from(state: Sands, unit: int, place: int, left: int, trail: int) -> int:
    printed = state.printed
    side = printed.owners[unit]
    if not left or next_to_enemy(state, side, place):
        return 0
    # The section it came from is closed to it, and no other is within a die roll.
    section = printed.board.on_sheet[printed.board.sheet_of[place]]
    return onward(state, side, place, 0) & section & ~trail


def why_not_forced(state: Sands, unit: int, left: int, trail: int, goal: int) -> Reason:
    """19.2.2: why a unit that must go on does not go to a hex next."""
    side, here, board = state.printed.owners[unit], state.place[unit], state.printed.board
    if not lines_from(state, side, here) >> goal & 1:
        return "19.2.2", say("the unit goes on along roads, tracks and active railways, hex by hex")
    if state.occupied[1 - side] >> goal & 1:
        return "19.2.2", say("enemy units are there")
    if trail >> goal & 1:
        return "19.1.7", say("extended movement never enters a hex twice")
    if board.sheet_of[goal] != board.sheet_of[here]:
        return "19.1.7", say("extended movement does not come back to a section it has left")
    if not _forced_from(state, unit, here, left, trail) >> goal & 1:
        return "19.1.7", NEXT_TO_ENEMIES
    if _furthest(state, unit, goal, left - 1, trail | bit(goal)) < 0:
        return "7.2", say("no way that begins there ends in a hex with room")
    assert not forced_steps(state, unit, left, trail) >> goal & 1
    return "19.2.2", say("the unit must go as far as the die says, or as far as it can: another way is longer")


NEXT_TO_ENEMIES = say("extended movement does not go next to enemy units, except headquarters and garrisons")


def why_not_along(state: Sands, hex_number: int, goal: int) -> tuple[str, Message]:
    """19.1.7: why extended movement does not lead to the next hex."""
    side, board = state.active, state.printed.board
    if state.halted:
        return "19.1.7", say("extended movement ends next to enemy units")
    if not lines_from(state, side, hex_number) >> goal & 1:
        return "19.1.7", say("extended movement stays on roads, tracks and active railways")
    if barred(state, side, hex_number) >> goal & 1:
        return "P1.4.4", say("the Allies may not leave the Central map for the East map yet")
    if state.trail >> goal & 1:
        return "19.1.7", say("extended movement never enters a hex twice")
    if state.left_sections >> board.sheet_of[goal] & 1:
        return "19.1.7", say("extended movement does not come back to a section it has left")
    if state.occupied[1 - side] >> goal & 1:
        return "19.1.7", say("enemy units are there")
    assert not extended_steps(state, hex_number) >> goal & 1
    return "19.1.7", NEXT_TO_ENEMIES

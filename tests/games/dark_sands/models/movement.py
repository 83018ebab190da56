"""Land movement of one unit or of a group, and extended movement (9.2, 10.2.1, 11.0, 19.1 to 19.1.8)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.board import ALLIED, CENTRAL
from tests.games.dark_sands.models.position import Counter, Position
from tests.games.dark_sands.models.supply import built_railway, sources
from tests.games.dark_sands.models.zones import zone_of

# The movement column of the terrain chart for the Central section; West and East are twice as dear (19.1.5).
GROUND = {"desert": 1, "salt_marsh": 1, "rough": 2, "mountain": 2}
ROAD, TRACK, SIDE = Fraction(1, 4), Fraction(1, 2), 1


def allowance(counter: Counter, half: bool) -> Fraction:
    """The movement points a counter has; a half move keeps fractions, only the three of 10.2.1 becomes two."""
    printed = board.factors(counter).movement
    if printed == 0:
        return Fraction(0)  # a garrison, in supply or not
    if counter.oos:
        return Fraction(ceil(Fraction(3, 2))) if half else Fraction(3)
    return Fraction(printed, 2) if half else Fraction(printed)


def step_cost(position: Position, counter: Counter, one: str, other: str) -> Fraction | None:
    """What the step from one hex into the next costs by the terrain chart, or nothing if it is forbidden."""
    if not board.passable(other):
        return None
    scale = 1 if board.section(other) == CENTRAL else 2
    lines = board.roads_and_tracks(position, one, other)
    if lines:
        return scale * (ROAD if "road" in lines else TRACK)
    side = board.hexside(one, other)
    terrain = board.hexes()[other].terrain
    if side & {"escarpment", "sea"}:
        return None
    if terrain in ("salt_marsh", "mountain") and board.printed(counter).type in board.TANKS:
        return None  # note C
    return Fraction(scale * (GROUND[terrain] + (SIDE if side & {"wadi", "ridge"} else 0)))


def held_against(position: Position, side: str) -> set[str]:
    """The hexes a unit of this side may not enter: those with an enemy unit or garrison; an HQ alone is no bar."""
    return {
        counter.hex
        for counter in position.counters
        if board.side_of(counter) != side and board.printed(counter).type != "hq"
    }


def step_together(position: Position, counters: list[Counter], one: str, other: str) -> Fraction | None:
    """What the step costs a group; it is forbidden to all if it is forbidden to one (19.1.1)."""
    costs = [step_cost(position, counter, one, other) for counter in counters]
    return None if None in costs else max(cost for cost in costs if cost is not None)


def reach(position: Position, unit_id: str, half: bool) -> dict[str, Fraction]:
    """Where one unit can get to by ordinary land movement, and what the cheapest way there costs."""
    return reach_together(position, [unit_id], half)


def reach_together(position: Position, unit_ids: list[str], half: bool) -> dict[str, Fraction]:
    """Where units of one hex can get to as a group, at the pace of the slowest (19.1.1).

    The hex it starts in is left out. Stacking is not asked about, as it is checked only when the whole action
    is over (7.0). A step taken by the one-hex rule (19.1.3) shows its full cost, which then exceeds the
    allowance. Infiltration (19.1.4) is a different way to move.
    """
    group = [board.counter_named(position, unit_id) for unit_id in unit_ids]
    start, side = group[0].hex, board.side_of(group[0])
    points = min(allowance(counter, half) for counter in group)
    zone = zone_of(position, board.enemy_of(side))
    held = held_against(position, side)
    if points == 0:
        return {}

    best = {start: Fraction(0)}
    waiting = [start]
    while waiting:
        one = waiting.pop(0)
        first_step = one == start
        if one in zone and not first_step:
            continue  # 19.1.2: it had to stop there
        for other in board.neighbours(one):
            step = step_together(position, group, one, other)
            if step is None or other in held or (one in zone and other in zone):
                continue
            cost = best[one] + step
            affordable = cost <= points or first_step  # 19.1.3
            if affordable and (other not in best or cost < best[other]):
                best[other] = cost
                waiting.append(other)
    del best[start]
    return best


def active_railway(position: Position) -> tuple[str, ...]:
    """The built railway, as far as it leads to Alexandria by rail past no enemy unit (9.2)."""
    if board.ALEXANDRIA not in sources(position, ALLIED):
        return ()
    active: list[str] = []
    for hex_ in built_railway(position):
        if board.counters_in(position, hex_, board.AXIS):
            break
        active.append(hex_)
    return tuple(active)


def extended_steps(position: Position, side: str, hex_: str) -> set[str]:
    """The next hexes by road, by track and, for the Allies, by active railway (19.1.7, 19.1.8)."""
    found = set(board.along_roads_and_tracks(position, hex_))
    if side == ALLIED and hex_ in board.railway():
        for one, other in pairwise(active_railway(position)):
            if hex_ in (one, other):
                found |= {one, other} - {hex_}
    return found


def enemies_beside(position: Position, side: str, hex_: str) -> set[str]:
    """The types of the enemy counters adjacent to a hex; terrain does not matter for that (6.1)."""
    return {
        board.printed(counter).type
        for counter in position.counters
        if board.side_of(counter) != side and counter.hex in board.neighbours(hex_)
    }


def may_extend(position: Position, counter: Counter) -> bool:
    """Whether a unit may start extended movement: its full allowance, a line underfoot, no enemy beside it."""
    side = board.side_of(counter)
    whole = board.factors(counter).movement > 0 and not counter.oos and not counter.disorganised
    return (
        whole
        and not enemies_beside(position, side, counter.hex)
        and bool(extended_steps(position, side, counter.hex))
    )


def extended_reach(position: Position, unit_id: str) -> set[str]:
    """Where a unit can get to by extended movement if every check for disorganisation goes well.

    No section is entered twice (19.1.7). That no hex is entered twice changes nothing here: a way that
    does can be cut short.
    """
    counter = board.counter_named(position, unit_id)
    side = board.side_of(counter)
    if not may_extend(position, counter):
        return set()
    held = board.occupied(position, board.enemy_of(side))
    found: set[str] = set()
    waiting = [(counter.hex, frozenset({board.section(counter.hex)}))]
    seen = set(waiting)
    while waiting:
        hex_, sections = waiting.pop()
        for other in extended_steps(position, side, hex_) - held:
            crossing = board.section(other) != board.section(hex_)
            beside = enemies_beside(position, side, other)
            if (crossing and board.section(other) in sections) or beside - {"hq", "garrison"}:
                continue
            found.add(other)
            state = (other, sections | {board.section(other)})
            if not beside and state not in seen:
                seen.add(state)
                waiting.append(state)
    return found - {counter.hex}

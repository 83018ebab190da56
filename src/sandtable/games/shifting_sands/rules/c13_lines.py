"""13.5: the line by which a unit is supplied, space by space, for whoever wants to see it."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.boards.floods import flood, shortest_path
from sandtable.games.shifting_sands.rules.c10_regions import domain, doors
from sandtable.games.shifting_sands.rules.c13_supply import ports, sources
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import bit


@dataclass(frozen=True, slots=True)
class Line:
    """13.51, 13.54: a line of supply."""

    spaces: tuple[int, ...]
    """By land, from where the unit is to its source, or to a port."""
    onward: tuple[int, ...] = ()
    """If it goes by sea: from the second port to the source."""

    @property
    def distance(self) -> int:
        """13.61: how many spaces away the source is, or the port."""
        return len(self.spaces) - 1


def supply_line(state: Theatre, unit: int, space: int) -> Line | None:
    """13.5: the shortest line of a unit from a space that its side controls: by land if there is one, otherwise by
    sea; None if there is none. Italians in East Africa may be supplied without one (13.43)."""
    side = state.printed.owners[unit]
    net = doors(state.printed).nets[doors(state.printed).of[unit]]
    free, ends = state.controls[side] & domain(state, unit), sources(state, unit)
    by_land = shortest_path(net, bit(space), ends & free, free)
    if by_land is not None:
        return Line(tuple(by_land))
    harbours = ports(state, side) & free
    to_port = shortest_path(net, bit(space), harbours, free)
    onward = shortest_path(net, harbours & ~flood(net, bit(space), free), ends & free, free)
    if to_port is None or onward is None:
        return None
    return Line(tuple(to_port), tuple(onward))


def land_line(state: Theatre, unit: int, space: int) -> bool:
    """13.51, 19.13: does a line by land supply a unit in a space?"""
    line = supply_line(state, unit, space)
    return line is not None and not line.onward

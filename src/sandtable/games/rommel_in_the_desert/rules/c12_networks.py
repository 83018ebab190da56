"""12.6: supply networks: the hexes of all lines of a side's units.

A line goes from joint to joint: along highway hex by hex, and from a hex with an undisrupted unit by a link of its
chain; it never comes back to a hex it has used (12.4). A link begins where a unit stands, so a line can begin
there too: it belongs to the network if its end leads home without that hex. A stretch of highway belongs to it
if a line that comes in at one end can leave at the other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import HIGHWAY, Printed
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import (
    Lines,
    Link,
    highway_hexes,
    line_key,
    lines_to,
)
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.bits import first, mask_of, ones

KEPT_NETWORKS = 512  # mutants: equivalent because it only saves memory
"""So many networks are remembered: withdrawals weigh the same ends again at every step towards them."""

_known: dict[tuple[object, ...], int] = {}


NOBODY_FED: tuple[int, ...] = (0, 0, 0)


class Standing(NamedTuple):
    """Where a side's units stand, as far as its network depends on it.

    The hexes with units, those with undisrupted ones, and by fortress those of the units it supplies.
    """

    held: int
    firm: int
    fed: tuple[int, ...]


def standing_of(state: Position, side: int) -> Standing:
    """12.6, 13.3: how it is now."""
    fed = NOBODY_FED
    if any(state.by_fortress):
        own = state.printed.side_units[side]
        fed = tuple([_hexes_of(state, units & own) for units in state.by_fortress])
    return Standing(state.held[side], state.firm[side], fed)


def _hexes_of(state: Position, units: int) -> int:
    return mask_of(state.place[unit] for unit in ones(units) if state.place[unit] >= 0) if units else 0


def network(state: Position, side: int) -> int:
    """12.6: the hexes of all supply lines of a side's units, to its base and to fortresses that supply some."""
    return network_with(state, side, standing_of(state, side))


def network_with(state: Position, side: int, standing: Standing) -> int:
    """12.6: the network as it would be with the side's units standing so, battles and enemies as they are."""
    key = standing, line_key(state, side, standing.firm)
    found = _known.get(key)
    if found is None:
        if len(_known) >= KEPT_NETWORKS:  # mutants: equivalent because it only saves memory
            _known.clear()
        found = _web_to(state, side, state.printed.base[side], standing.firm).of(standing.held)
        for place, hexes in zip(state.printed.fortresses, standing.fed, strict=True):
            if hexes:
                # 13.3: others may carry the lines of those it supplies, but trace none of their own to it.
                web = _web_to(state, side, place, standing.firm)
                for fed in ones(hexes):
                    found |= web.of(1 << fed)
        _known[key] = found
    return found


def _web_to(state: Position, side: int, source: int, firm: int) -> Web:
    return Web(lines_to(state, side, source, firm), firm, source)


# The highway


class Highway:
    """12.3: the highway hexes with lines, and which lie beside each other; `carriers`: those a line may pass."""

    __slots__ = ("_beyond", "_carriers", "_ends", "_pieces", "_stretches", "_ways", "beside", "hexes")

    def __init__(self, beside: dict[int, int], carriers: int) -> None:
        self.beside, self._carriers = beside, carriers
        self._pieces: dict[int, int] = {}
        self._beyond: dict[tuple[int, int, int], int] = {}
        self._stretches: dict[tuple[int, int], int] = {}
        self._ways: dict[int, dict[int, int]] = {}
        self._ends = mask_of(place for place, others in beside.items() if _at_most_one(others))
        self.hexes = mask_of(beside)

    def ways_to(self, goal: int) -> dict[int, int]:
        """By hex from which a line can follow the highway to this one the hexes of one way, both ends included."""
        known = self._ways.get(goal)
        if known is None:
            known = self._ways[goal] = {goal: 1 << goal}
            todo = [goal]
            for place in todo:
                for other in ones(self.beside.get(place, 0) & self._carriers):
                    if other not in known:
                        known[other] = known[place] | 1 << other
                        todo.append(other)
        return known

    def stretch(self, entry: int, exits: int) -> int:
        """What a line may use that comes upon the highway here: the hexes on a way to one of the exits."""
        piece = self._piece(entry)
        exits &= piece
        usual = self._without_dead_ends(piece, exits)
        return usual if usual >> entry & 1 else self._without_dead_ends(piece, exits | 1 << entry)

    def _piece(self, entry: int) -> int:
        """The hexes joined to this one by highway."""
        known = self._pieces.get(entry)
        if known is None:
            known = self._joined(entry, ~0)
            self._pieces.update(dict.fromkeys(ones(known), known))
        return known

    def beyond(self, entry: int, goal: int, avoid: int) -> int:
        """The hexes to which a line can follow the highway from here, to the goal perhaps, without these hexes."""
        key = entry, goal, avoid & self._piece(entry)
        known = self._beyond.get(key)
        if known is None:
            known = self._beyond[key] = self._joined(entry, (self._carriers | 1 << goal) & ~avoid)
        return known

    def _joined(self, entry: int, free: int) -> int:
        found = todo = 1 << entry
        while todo:
            place = (todo & -todo).bit_length() - 1
            fresh = self.beside.get(place, 0) & free & ~found
            found |= fresh
            todo = todo & todo - 1 | fresh
        return found

    def _without_dead_ends(self, piece: int, kept: int) -> int:
        """Hex after hex is taken off that has one neighbour at most and is not to be kept."""
        known = self._stretches.get((piece, kept))
        if known is None:
            known, todo = piece, self._ends & piece & ~kept
            while todo:
                place = (todo & -todo).bit_length() - 1
                known &= ~(1 << place)
                others = self.beside.get(place, 0) & known
                todo &= todo - 1
                for other in ones(others & ~kept):
                    if _at_most_one(self.beside.get(other, 0) & known):
                        todo |= 1 << other
            self._stretches[piece, kept] = known
        return known


def _at_most_one(hexes: int) -> bool:
    return not hexes & hexes - 1


@lru_cache(maxsize=1024)
def _plain_highway(printed: Printed, hexes: int, lines: int, carriers: int) -> Highway:
    """The highway where no hexside of it is barred."""
    roads = printed.roads[HIGHWAY]
    return Highway({place: roads[place] & lines for place in ones(hexes)}, carriers)


def highway_of(lines: Lines) -> Highway:
    ground = lines.ground
    if ground.is_plain(lines.highway):
        roads = highway_hexes(ground.printed)
        hexes, joints = lines.highway & roads, lines.lines & roads
        return _plain_highway(ground.printed, hexes, joints, joints & ground.through)
    beside = {place: ground.next_to(place, HIGHWAY) & lines.lines for place in ones(lines.highway)}
    return Highway(beside, lines.carriers)


# The lines


class Web:
    """The lines to one source, as far as they depend on who stands where."""

    __slots__ = (
        "_carriers",
        "_exits",
        "_firm",
        "_highway",
        "_lines",
        "_links",
        "_root",
        "_straight",
        "_stretches",
    )

    def __init__(self, lines: Lines, firm: int, root: int) -> None:
        self._lines, self._firm, self._root = lines, firm & lines.lines, root
        self._exits = self._firm | 1 << root
        """Where a line may leave the highway."""
        self._carriers = lines.carriers
        self._highway = highway_of(lines)
        self._straight = self._highway.ways_to(root)
        self._links: dict[int, tuple[Link, ...]] = {}
        self._stretches: list[int] = []

    def _links_from(self, place: int) -> tuple[Link, ...]:
        known = self._links.get(place)
        if known is None:
            known = self._links[place] = self._lines.ground.links(place, self._lines.lines)
        return known

    def of(self, units: int) -> int:
        """The hexes of all lines of the units in these hexes, and of those that go on from others on their way."""
        starts = units & (self._lines.supplied | self._lines.sources)
        if not starts:
            return 0
        found, done, fresh = starts | 1 << self._root, 1 << self._root, starts
        while fresh:
            found |= self._lines_of(fresh, found, starts & ~fresh)
            done |= fresh
            fresh = found & self._firm & ~done
        return found

    def _lines_of(self, starts: int, found: int, before: int) -> int:
        """The hexes of the lines that go on from these, never through the hexes where they began before.

        A unit on the highway is there already; a link that leads home brings a line there.
        """
        units = sorted(ones(starts), key=self._farthest_first)
        for place in units:
            found |= self._from(place, before | 1 << place, found)
        quiet = self._quiet(found)
        for place in units:
            for _, end, between, hexes in self._links_from(place):
                if not hexes & ~found and quiet >> end & 1:
                    continue
                avoid = before | 1 << place | between
                if not hexes & before and self.leads_home(end, avoid):
                    found |= hexes
                    found |= self._from(end, avoid | 1 << end, found)
        return found

    def _farthest_first(self, place: int) -> int:
        """The lines of those farther away often hold those of the others."""
        return -self._straight.get(place, 0).bit_count()

    # Along links

    def leads_home(self, place: int, avoid: int) -> bool:
        """Can a line go on from this line hex to the source without these hexes?"""
        return self._runs_home(place, avoid) or (
            bool(self._carriers >> place & 1) and self._is_led_home(self._joined(place, avoid), avoid)
        )

    def _runs_home(self, place: int, avoid: int) -> bool:
        """Is it the source, or does the highway lead there by the usual way?"""
        straight = self._straight.get(place)
        return straight is not None and not straight & avoid

    def _joined(self, place: int, avoid: int) -> int:
        """The hexes to which a line can follow the highway from here, this one included."""
        if self._highway.hexes >> place & 1:
            return self._highway.beyond(place, self._root, avoid)
        return 1 << place

    def _is_led_home(self, met: int, avoid: int) -> bool:
        """Is the source among these hexes, or can units in them lead a line there, by links and highway?"""
        todo = met & self._firm
        while todo and not met >> self._root & 1:
            unit = first(todo)
            todo &= todo - 1
            for _, end, _, hexes in self._links_from(unit):
                if hexes & avoid or met >> end & 1:
                    continue
                if self._runs_home(end, avoid):
                    return True
                if self._carriers >> end & 1:
                    fresh = self._joined(end, avoid) & ~met
                    met |= fresh
                    todo |= fresh & self._firm
        return bool(met >> self._root & 1)

    # Along the highway

    def _stretch(self, entry: int) -> int:
        """The highway hexes of lines that could come upon it here."""
        if not self._highway.hexes >> entry & 1:
            return 0
        for known in self._stretches:
            if known >> entry & 1:
                return known
        self._stretches.append(self._highway.stretch(entry, self._exits))
        return self._stretches[-1]

    def _quiet(self, found: int) -> int:
        """The hexes in which a line that comes there has no more highway to find."""
        quiet = ~self._highway.hexes
        for stretch in self._stretches:
            if not stretch & ~found:
                quiet |= stretch
        return quiet

    def _from(self, entry: int, avoid: int, found: int) -> int:
        """The highway hexes of lines that come upon it here, unless all that there could be are found already."""
        left = self._stretch(entry) & ~found
        if not left:
            return 0
        straight = self._straight.get(entry, 0) & ~(1 << entry)
        if not left & ~straight and not straight & avoid:
            return straight
        return self._run(entry, avoid, self._stretch(entry))

    def _run(self, here: int, avoid: int, stretch: int) -> int:
        """The highway hexes from here on for a line that leaves them further on, or ends in the source."""
        found = 0
        for place in ones(self._highway.beside.get(here, 0) & stretch & ~avoid):
            if place == self._root:
                found |= 1 << place
            elif self._carriers >> place & 1:
                beyond = self._run(place, avoid | 1 << place, stretch)
                if beyond or self._leaves(place, avoid | 1 << place):
                    found |= beyond | 1 << place
        return found

    def _leaves(self, place: int, avoid: int) -> bool:
        """Can a line go on from this hex by a link of a unit in it?"""
        for _, end, between, _ in self._links_from(place) if self._firm >> place & 1 else ():
            if not (between | 1 << end) & avoid and self.leads_home(end, avoid | between):
                return True
        return False

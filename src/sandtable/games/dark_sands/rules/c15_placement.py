"""15: where units come onto the map, as reinforcements and as replacements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sandtable.games.dark_sands.printed.ground import CENTRAL, WEST
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c10_supply import can_trace, sources, traced_over_land
from sandtable.games.dark_sands.state import Sands, hexes_of, units_at, units_in
from sandtable.games.dark_sands.verbs import TO
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

AT_A_PORT = 2
"""15.1: Allied reinforcements at Mersa Matruh, and at Tobruk."""
AT_HEADQUARTERS = 1
"""15.1, 15.3: units at each headquarters."""


def allied_reinforcements(state: Sands) -> int:
    """15.1: on or next to a source; two at each of two ports; one at each headquarters that can trace a line."""
    places = state.printed.places
    room = dict.fromkeys(ones(state.controlled[ALLIED] & (bit(places.matruh) | bit(places.tobruk))), AT_A_PORT)
    for place in _open_headquarters(state, state.printed.own[ALLIED]):
        room[place] = room.get(place, 0) + AT_HEADQUARTERS
    return around_sources(state) | _not_full(state, room)


def around_sources(state: Sands) -> int:
    """15.1, 15.2, 17.1: on or next to an Allied source; one that the Axis holds is none."""
    touching, held = state.printed.board.touching, sources(state, ALLIED)
    hexes = held
    for place in ones(held):
        hexes |= touching[place]
    return hexes


def axis_entries(state: Sands, unit: int) -> int:
    """15.3: the entry area; Benghazi and Tobruk while no Allied unit in supply is that far west; one Italian unit
    at the Italian headquarters, and one German unit at each German one."""
    printed, places = state.printed, state.printed.places
    hexes, section = places.entry_area, printed.ground.section
    if _no_enemy_in_supply(state, section[WEST]):
        hexes |= bit(places.benghazi) & state.controlled[AXIS]
        if _no_enemy_in_supply(state, section[CENTRAL]):
            hexes |= bit(places.tobruk) & state.controlled[AXIS]
    nation = printed.italian if printed.italian >> unit & 1 else printed.german
    return hexes | _not_full(state, dict.fromkeys(_open_headquarters(state, nation), AT_HEADQUARTERS))


def those_with_room(state: Sands, units: Iterable[int], hexes: Callable[[Sands, int], int]) -> int:
    """Those of the units for which one of their hexes has room. Units of one nation may enter in the same hexes,
    headquarters apart, so these are found only once for all of them."""
    printed, known, found = state.printed, dict[int, int](), 0
    for unit in units:
        sort = (printed.italian >> unit & 1) << 1 | printed.hqs >> unit & 1
        if sort not in known:
            known[sort] = hexes(state, unit)
        if with_room(state, unit, known[sort]):
            found |= bit(unit)
    return found


def with_room(state: Sands, unit: int, hexes: int) -> int:
    """Those of the hexes that no enemy holds and that have room for the unit (7.2)."""
    side = state.printed.owners[unit]
    hexes &= ~state.occupied[1 - side]
    full = mask_of(place for place in ones(hexes & state.occupied[side]) if not fits(state, place, bit(unit)))
    return hexes & ~full


def beside_units(state: Sands, unit: int) -> int:
    """11.0: a headquarters may also come onto any unit that can trace a line over land to a source."""
    if not state.printed.hqs >> unit & 1:
        return 0
    return hexes_of(state, traced_over_land(state, state.printed.owners[unit]))


def _no_enemy_in_supply(state: Sands, hexes: int) -> bool:
    return not units_in(state, hexes, ALLIED) & ~state.oos


def _open_headquarters(state: Sands, units: int) -> tuple[int, ...]:
    """The hexes of headquarters that can trace a line of supply, be they OOS or not."""
    return tuple(state.place[unit] for unit in ones(units & state.printed.hqs) if can_trace(state, unit))


def _not_full(state: Sands, room: dict[int, int]) -> int:
    """The hexes where fewer units than this have entered in this segment; headquarters do not count (ruling)."""
    entered = state.entered & ~state.printed.hqs
    return mask_of(
        place for place, most in room.items() if (entered & state.stacks.get(place, 0)).bit_count() < most
    )


# Why not there


def why_not_allied(state: Sands, unit: int, place: int) -> tuple[str, Message]:
    """15.1: why an Allied reinforcement does not come onto the map in a hex."""
    places = state.printed.places
    if place in (places.matruh, places.tobruk):
        if not state.controlled[ALLIED] >> place & 1:
            return "15.1", say("the Allies do not control that port")
        return "15.1", say("two units have already come onto the map there in this segment")
    return _why_not_at_headquarters(state, unit, place, ALLIED) or ("15.1", AROUND_SOURCES_OR_PORTS)


def why_not_rebuilt(state: Sands, unit: int, place: int) -> tuple[str, Message]:
    """15.2: why an Allied unit that is rebuilt does not come onto the map in a hex."""
    return _why_not_beside_units(state, unit, place) or ("15.2", AROUND_SOURCES)


def why_not_axis(state: Sands, unit: int, place: int) -> tuple[str, Message]:
    """15.3: why an Axis unit does not come onto the map in a hex."""
    places = state.printed.places
    if place in (places.benghazi, places.tobruk):
        if not state.controlled[AXIS] >> place & 1:
            return "15.3", say("the Axis does not control that port")
        return "15.3", say("an Allied unit that is not out of supply is on that section, or west of it")
    return _why_not_at_headquarters(state, unit, place, AXIS) or ("15.3", ENTRY_AREA_OR_PORTS)


def _why_not_at_headquarters(state: Sands, unit: int, place: int, side: int) -> tuple[str, Message] | None:
    """15.1, 15.3: what is wrong with the headquarters in a hex; None if none is there."""
    printed, rule = state.printed, ("15.3", "15.1")[side]
    here = units_at(state, place, side) & printed.hqs
    if not here:
        return _why_not_beside_units(state, unit, place)
    if side == AXIS and bool(here & printed.italian) != bool(bit(unit) & printed.italian):
        return rule, say("units come onto the map only at a headquarters of their own nation")
    if not _open_headquarters(state, here):
        return rule, say("the headquarters there cannot trace a line of supply")
    return rule, say("a unit has already come onto the map at that headquarters in this segment")


def _why_not_beside_units(state: Sands, unit: int, place: int) -> tuple[str, Message] | None:
    """11.0: why a headquarters does not come onto the map with the units in a hex; None if it is another unit."""
    if not state.printed.hqs >> unit & 1:
        return None
    if units_at(state, place, state.printed.owners[unit]):
        return "11.0", say("the units there cannot trace a line of supply over land")
    return "11.0", BESIDE_UNITS


BESIDE_UNITS = otherwise(
    "a headquarters comes onto the map where other units can, or with units that can trace a line over land"
)
AROUND_SOURCES = otherwise("Allied units come back on a source of supply, or next to one")
AROUND_SOURCES_OR_PORTS = otherwise(
    "Allied units arrive on a source of supply or next to one, at Mersa Matruh, at Tobruk, or at a headquarters"
)
ENTRY_AREA_OR_PORTS = otherwise(
    "Axis units arrive in the El Agheila entry area, at Benghazi, at Tobruk, or at a headquarters"
)


class Placing(ChoiceKind[Sands]):
    """15.0: where does this unit come onto the map? Each way onto it is a kind of its own."""

    rule = "15.0"
    unit = one("unit")

    def area(self, state: Sands, unit: int) -> int:
        """Where it may be put if there is room and no enemy."""
        raise NotImplementedError

    def why_not_there(self, state: Sands, unit: int, place: int) -> tuple[str, Message]:
        """Why a hex is not in its area."""
        raise NotImplementedError

    def hexes(self, state: Sands, unit: int) -> int:
        """Where it may be put."""
        return with_room(state, unit, self.area(state, unit))

    def named(self, state: Sands, unit: int) -> str:
        """The paragraph by which it enters."""
        return self.rule

    def placed(self, state: Sands, unit: int) -> None:
        """What else happens, now that it is on the map and the frame is gone."""

    def side(self, state: Sands, frame: Frame) -> int:
        return state.printed.owners[self.unit(frame)]

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("Where does {unit} come onto the map?", unit=state.printed.units[self.unit(frame)].id)

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((TO, self.hexes(state, self.unit(frame))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        put_on_map(state, self.unit(frame), argument, self.named(state, self.unit(frame)))
        self.placed(state, self.unit(frame))

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        unit = self.unit(frame)
        if verb != TO:
            return self.rule, otherwise("first choose the hex where the unit comes onto the map")
        if state.occupied[1 - state.printed.owners[unit]] >> argument & 1:
            return self.rule, say("the enemy holds that hex")
        if not self.area(state, unit) >> argument & 1:
            return self.why_not_there(state, unit, argument)
        assert not fits(state, argument, bit(unit))
        return "7.2", say("the hex would be overstacked")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        unit = self.unit(frame)
        if state.place[unit] >= 0 or not self.hexes(state, unit):
            yield say("a unit comes onto the map that is there already or has nowhere to go")


def put_on_map(state: Sands, unit: int, place: int, rule: str) -> None:
    """A unit comes onto the map."""
    enter(state, bit(unit), place)
    state.entered |= bit(unit)
    tell(state, "enters", rule, unit=unit, to=place)

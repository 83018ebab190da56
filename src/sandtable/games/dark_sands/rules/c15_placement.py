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
from sandtable.kernel.words import Message, say

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


class Placing(ChoiceKind[Sands]):
    """15.0: where does this unit come onto the map? Each way onto it is a kind of its own."""

    rule = "15.0"
    unit = one("unit")

    def hexes(self, state: Sands, unit: int) -> int:
        """Where it may be put."""
        raise NotImplementedError

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
            return self.rule, say("a unit is being put onto the map: choose its hex")
        if state.occupied[1 - state.printed.owners[unit]] >> argument & 1:
            return self.rule, say("the enemy holds that hex")
        if units_at(state, argument, state.printed.owners[unit]) and not fits(state, argument, bit(unit)):
            return "7.2", say("the hex would be overstacked")
        return self.rule, say("the unit cannot come onto the map there")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        unit = self.unit(frame)
        if state.place[unit] >= 0 or not self.hexes(state, unit):
            yield say("a unit comes onto the map that is there already or has nowhere to go")


def put_on_map(state: Sands, unit: int, place: int, rule: str) -> None:
    """A unit comes onto the map."""
    enter(state, bit(unit), place)
    state.entered |= bit(unit)
    tell(state, "enters", rule, unit=unit, to=place)

"""22: the Reinforcement chit: units and supports arrive and return, depart, are exchanged, are upgraded."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.calendar import Arrival
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import enter
from sandtable.games.dark_sands.rules.c10_supply import land_line, traced
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c13_guns import release_guns
from sandtable.games.dark_sands.rules.c15_placement import (
    Placing,
    allied_reinforcements,
    axis_entries,
    beside_units,
    put_on_map,
    those_with_room,
    why_not_allied,
    why_not_axis,
    with_room,
)
from sandtable.games.dark_sands.state import (
    AWAY,
    GONE,
    READY,
    REBUILDABLE,
    S_GONE,
    S_READY,
    S_WAITING,
    WAITING,
    Sands,
    remove,
)
from sandtable.games.dark_sands.verbs import ENTER, EXCHANGE, TO
from sandtable.kernel.bits import bit, mask_of
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, listed, one
from sandtable.kernel.flow import ChoiceKind, Steps, again, nearest, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

SPECIAL_TURN = 1
"""22.6: Italian reinforcements come to 3418 only."""
COMING = ("arrive", "return")


# The reinforcement track


def lines(state: Sands, side: int, *actions: str) -> Iterator[Arrival]:
    """What the track has for a side on this turn."""
    return (line for line in state.printed.arrivals[state.turn] if line.side == side and line.action in actions)


def due(state: Sands, side: int) -> dict[int, str]:
    """22.1, 22.3, 22.7: the units that are to enter now, those delayed included, each with its white frame (22.4)
    if it is of this turn."""
    return {
        unit: line.group if line.turn == state.turn else ""
        for unit, line in state.printed.calls[state.turn].items()
        if line.side == side and line.action in COMING and state.place[unit] in (WAITING, AWAY)
    }


# Arrivals and returns (22.1, 22.3, 22.6, 22.7)


def begin(state: Sands, frame: Frame) -> None:
    """22.1: supports arrive face up, garrisons among them."""
    state.clear("segment")
    for line in lines(state, REINFORCEMENT.owner(frame), "arrive"):
        if line.support >= 0 and state.supports[line.support] == S_WAITING:
            state.supports[line.support] = S_READY
            tell(state, "support-arrives", "22.1", support=line.support)
        elif line.unit >= 0 and state.printed.garrisons >> line.unit & 1 and state.place[line.unit] == WAITING:
            state.place[line.unit] = READY
            tell(state, "garrison-arrives", "22.1", unit=line.unit)


def special_entry(state: Sands, frame: Frame) -> None:
    """22.6: if 3418 has no line of supply, or an Allied unit is there, the Italians of turn 1 are lost."""
    if state.turn != SPECIAL_TURN or REINFORCEMENT.owner(frame) != AXIS:
        return
    if not land_line(state, state.printed.places.special_entry, AXIS):
        for unit in due(state, AXIS):
            gone = state.printed.non_replaceable >> unit & 1
            remove(state, unit, GONE if gone else REBUILDABLE)
            tell(state, "cut-off", "22.6", unit=unit)


def arrivals(state: Sands, frame: Frame) -> None:
    """22.1, 22.3: all units that can enter do, one after another; the others are delayed (22.7)."""
    side = REINFORCEMENT.owner(frame)
    if enterable(state, side, grouped=False):
        again(state)
        push(state, ARRIVALS, side, 0)


def enterable(state: Sands, side: int, *, grouped: bool) -> int:
    """22.7: the units due, of white frames or of none, that have a place to enter."""
    units = [unit for unit, group in due(state, side).items() if bool(group) == grouped]
    found = those_with_room(state, units, arrival_hexes)
    return found | mask_of(unit for unit in units if vacancies(state, unit)) if grouped else found


def arrival_hexes(state: Sands, unit: int) -> int:
    """15.1, 15.3, 11.0, 22.6: where a reinforcement may enter if there is room."""
    axis = state.printed.owners[unit] == AXIS
    if axis and state.turn == SPECIAL_TURN:
        return bit(state.printed.places.special_entry)
    hexes = axis_entries(state, unit) if axis else allied_reinforcements(state)
    return hexes | beside_units(state, unit)


class Arrivals(ChoiceKind[Sands]):
    """22.1, 22.3, 22.4: which unit enters next?"""

    name = "arrivals"
    on = ("reinforcement:arrivals", "reinforcement:exchanges")
    asks = one("side")
    grouped = flag()
    rule = "22.0"
    words = say("Reinforcements: choose the unit that comes onto the map next")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ENTER, enterable(state, self.side(state, frame), grouped=bool(self.grouped(frame)))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        push(state, ARRIVAL, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb != ENTER:
            return "22.7", otherwise("reinforcements cannot be delayed while there is room for them")
        if state.printed.owners[argument] != side:
            return "22.0", say("that unit is not yours")
        if argument in (waiting := due(state, side)):
            if waiting[argument] and not self.grouped(frame):
                return "22.4", say("this unit comes after the departures, in exchange")
            return "22.7", say("there is no room where the unit could enter now")
        if state.place[argument] >= 0:
            return "22.0", say("that unit is on the map already")
        assert not enterable(state, side, grouped=bool(self.grouped(frame))) >> argument & 1
        return "22.0", say("this unit is not a reinforcement of this turn")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not self.legal(state, frame):
            yield say("no reinforcement can enter")


ARRIVALS = Arrivals()


class ArrivalPlace(Placing):
    """15.0, 22.4: where does a reinforcement enter, or whose place does it take?"""

    name = "arrival"
    on = ("reinforcement:arrivals", "reinforcement:exchanges")

    def area(self, state: Sands, unit: int) -> int:
        return arrival_hexes(state, unit)

    def why_not_there(self, state: Sands, unit: int, place: int) -> tuple[str, Message]:
        if state.printed.owners[unit] == ALLIED:
            return why_not_allied(state, unit, place)
        if state.turn == SPECIAL_TURN:
            name = state.printed.place(state.printed.places.special_entry)
            return "22.6", say("the Italians of turn 1 come onto the map in {place}", place=name)
        return why_not_axis(state, unit, place)

    def named(self, state: Sands, unit: int) -> str:
        if state.turn == SPECIAL_TURN:
            return "22.6"
        if state.place[unit] == AWAY:
            return "22.3"
        return "15.3" if state.printed.owners[unit] == AXIS else "15.1"

    def legal(self, state: Sands, frame: Frame) -> Options:
        unit = self.unit(frame)
        return offer((TO, self.hexes(state, unit)), (EXCHANGE, vacancies(state, unit)))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        unit = self.unit(frame)
        pop(state)
        if verb == EXCHANGE:
            _take_place(state, unit, argument)
        else:
            put_on_map(state, unit, argument, self.named(state, unit))

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != EXCHANGE:
            return super().why_not(state, frame, verb, argument)
        group = state.printed.calls[state.turn][self.unit(frame)].group
        if not group or not vacancies(state, self.unit(frame)):
            return "22.4", say("this unit takes the place of no other")
        if argument not in _vacated(state):
            return "22.4", say("that unit has left no place that can be taken")
        assert not vacancies(state, self.unit(frame)) >> argument & 1
        return "22.4", say("that unit was exchanged for others, or its place is full")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        unit = self.unit(frame)
        below = nearest(state, REINFORCEMENT)
        if state.printed.owners[unit] != REINFORCEMENT.owner(below) or unit not in due(
            state, state.printed.owners[unit]
        ):
            yield say("this unit is not a reinforcement of this turn")
        elif not self.legal(state, frame):
            yield say("no reinforcement can enter")


ARRIVAL = ArrivalPlace()


# Departures and exchanges (22.2, 22.4)


def departures(state: Sands, frame: Frame) -> None:
    """22.2: units leave, wherever they are. 22.4: the places of those of a white frame that can trace a line of
    supply can be taken."""
    side = REINFORCEMENT.owner(frame)
    linked, places = traced(state, side), []
    for line in lines(state, side, "depart"):
        if line.support >= 0:
            state.supports[line.support] = S_GONE
            tell(state, "support-departs", "22.2", support=line.support)
        else:
            if line.group and linked >> line.unit & 1:
                places += [line.unit, state.place[line.unit]]
            _depart(state, line.unit)
    replace(state, side, *places)


def _depart(state: Sands, unit: int) -> None:
    if state.place[unit] in (GONE, AWAY):
        return
    later = (line for turn in state.printed.arrivals[state.turn + 1 :] for line in turn)
    returns = any(line.unit == unit and line.action == "return" for line in later)
    release_guns(state, bit(unit))
    remove(state, unit, AWAY if returns else GONE)
    tell(state, "departs", "22.2", unit=unit)


def exchanges(state: Sands, frame: Frame) -> None:
    """22.4: units of a white frame enter, some of them in the place of one that has left."""
    side = REINFORCEMENT.owner(frame)
    if enterable(state, side, grouped=True):
        again(state)
        push(state, ARRIVALS, side, 1)


def vacancies(state: Sands, unit: int) -> int:
    """22.4: the departed units of the same white frame whose places this unit can take."""
    calls = state.printed.calls[state.turn]
    group = calls[unit].group
    if not group or calls[unit].turn != state.turn:
        return 0
    return mask_of(
        other
        for other, place in _vacated(state).items()
        if other in calls and calls[other].group == group and with_room(state, unit, bit(place))
    )


def _vacated(state: Sands) -> dict[int, int]:
    """By departed unit, where it was."""
    places = REINFORCEMENT.vacated(nearest(state, REINFORCEMENT))
    return dict(zip(places[::2], places[1::2], strict=True))


def _take_place(state: Sands, unit: int, other: int) -> None:
    """22.4: one for one. It does not count as a unit that enters at a port or headquarters."""
    places = _vacated(state)
    place = places.pop(other)
    enter(state, bit(unit), place)
    tell(state, "exchanged", "22.4", unit=unit, other=other, to=place)
    replace(state, REINFORCEMENT.owner(state.frames[-1]), *(number for pair in places.items() for number in pair))


# Upgrades (22.5)


def upgrades(state: Sands, frame: Frame) -> None:
    """22.5: a better counter wherever the old one is, with its markers."""
    for line in lines(state, REINFORCEMENT.owner(frame), "upgrade"):
        if line.support >= 0:
            state.upgraded |= bit(line.support)
            tell(state, "support-upgraded", "22.5", support=line.support)
        else:
            state.version[line.unit] = sum(turn <= state.turn for turn in state.printed.units[line.unit].upgrades)
            tell(state, "upgraded", "22.5", unit=line.unit)


def close(state: Sands, frame: Frame) -> None:
    """22.7: who found no room waits for the next reinforcements."""
    for unit in due(state, REINFORCEMENT.owner(frame)):
        tell(state, "delayed", "22.7", unit=unit)
    tidy_boxes(state)
    state.clear("segment")


class Reinforcement(Steps[Sands]):
    """16.0, 22: arrivals and returns, departures, exchanges, upgrades."""

    name = "reinforcement"
    on = (
        "game-turn.allies_turn_3",
        "game-turn.axis_turn_3",
        "game-turn.initiative_action",
        "game-turn:random_actions",
    )
    steps = (begin, special_entry, arrivals, departures, exchanges, upgrades, close)
    owner = one("side")
    vacated = listed(one("unit"), one("hex"))

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        gone = self.vacated(frame)[::2]
        groups = {line.unit for line in lines(state, self.owner(frame), "depart") if line.group}
        if len(set(gone)) != len(gone) or any(state.place[unit] >= 0 for unit in gone):
            yield say("the place of a unit can be taken only once, and only when it has left")
        if not groups.issuperset(gone):
            yield say("only the places of units that are exchanged this turn can be taken")


REINFORCEMENT = Reinforcement()

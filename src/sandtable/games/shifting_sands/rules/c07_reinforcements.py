"""7.53 to 7.532, 10.53: reinforcements: what a card brings, and where it is placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sandtable.games.shifting_sands.printed.cards import CLASSES, Grant
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.rules.c03_control import enter
from sandtable.games.shifting_sands.rules.c07_operations import least_cost
from sandtable.games.shifting_sands.rules.c07_placement import entry_spaces
from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c11_elimination import reserve_box
from sandtable.games.shifting_sands.state import MOST_MARKERS, UNUSED, Theatre, alike, put
from sandtable.games.shifting_sands.verbs import PLACE, TO
from sandtable.kernel.bits import bit, first, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, listed, one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

DURING_AN_EVENT = ("action.choose_action", "operations")
"""What the frames of an event lie on: the action, or the operations that follow (7.12f)."""


def class_bit(state: Theatre, card: int) -> int:
    """7.53: the class of a reinforcement card, as a set; other cards have none."""
    name = state.printed.cards[card].reinforcement
    return bit(CLASSES.index(name) - 1) if name else 0


def brought(state: Theatre, card: int) -> list[int]:
    """The counters that a card brings, divisions first: of each kind as many as there still are."""
    units = [unit for grant in state.printed.cards[card].grants for unit in _unused(state, grant)[: grant.count]]
    return sorted(units, key=lambda unit: not state.printed.divisions >> unit & 1)


def _unused(state: Theatre, grant: Grant) -> list[int]:
    return [unit for unit in ones(state.printed.pools[grant.what]) if state.place[unit] == UNUSED]


def divisions_come(state: Theatre, card: int) -> bool:
    """7.53i: are all divisions of a card still to come?"""
    return all(state.place[unit] == UNUSED for unit in _divisions(state.printed, card))


def divisions_fit(state: Theatre, card: int, *, free: bool = False) -> bool:
    """7.53i, 10.53c: can each division of a card be placed within stacking, and its markers be paid for, unless
    they are free?"""
    return divisions_come(state, card) and _all_fit(state, card, _divisions(state.printed, card), 0, free)


@cache
def _divisions(printed: Printed, card: int) -> tuple[int, ...]:
    """The divisions that a card brings."""
    kinds = [printed.pools[grant.what] for grant in printed.cards[card].grants]
    return tuple(first(kind) for kind in kinds if kind & printed.divisions)


def _all_fit(state: Theatre, card: int, units: Sequence[int], marked: int, free: bool = False) -> bool:
    """Can all these units be placed, if earlier ones are in the marked spaces already?"""
    if not units:
        return free or _payable(state, card, marked)
    spaces = ones(open_to(state, card, units[0]))
    return any(_fits_there(state, card, units, space, marked, free) for space in spaces)


def _fits_there(
    state: Theatre, card: int, units: Sequence[int], space: int, marked: int, free: bool = False
) -> bool:
    """Can the first of these units be placed in a space, and the others somewhere?"""
    if len(units) == 1 and not _marks(state, card):
        return True
    put(state, units[0], space)
    possible = _all_fit(state, card, units[1:], marked | bit(space), free)
    put(state, units[0], UNUSED)
    return possible


def _marks(state: Theatre, card: int) -> bool:
    """10.53: do the reinforcements of a card get markers at once?"""
    return state.printed.cards[card].reinforcement == "T"


def _payable(state: Theatre, card: int, spaces: int) -> bool:
    """10.53c, 4.15: are there points and markers for the spaces of a T card?"""
    if not _marks(state, card):
        return True
    face = state.printed.cards[card]
    spaces = mask_of(space for space in ones(spaces) if state.printed.spaces[space].on_map)
    return spaces.bit_count() <= MOST_MARKERS and least_cost(state, face.side, spaces) <= face.operations


def open_to(state: Theatre, card: int, unit: int) -> int:
    """7.531, 7.532, 8.1: the spaces with room in which a unit of a card may be placed."""
    spaces, side = _grant_of(state.printed, card, unit).spaces, state.printed.owners[unit]
    if spaces:
        spaces &= state.controls[side] & ~state.occupied[1 - side]
    else:
        spaces = entry_spaces(state, unit)
    return mask_of([space for space in ones(spaces) if has_room(state, unit, space)])


@cache
def _grant_of(printed: Printed, card: int, unit: int) -> Grant:
    """By what a card brings this unit."""
    return next(grant for grant in printed.cards[card].grants if printed.pools[grant.what] >> unit & 1)


def bring(state: Theatre, side: int, card: int) -> None:
    """7.531, 7.532: what a card brings is placed; its owner is asked where there is a choice."""
    state.reinforced[side] |= class_bit(state, card)
    arrive(state, side, brought(state, card))


def arrive(state: Theatre, side: int, units: Sequence[int]) -> None:
    """Place units in turn, up to the first about which there is something to decide."""
    for done, unit in enumerate(units):
        rest = units[done:]
        spaces = places(state, rest)
        if is_contested(state, rest) or spaces.bit_count() > 1:
            push(state, ARRIVAL, side, 0, *rest)
            return
        _settle(state, unit, first(spaces) if spaces else reserve_box(state, side))


def places(state: Theatre, units: Sequence[int]) -> int:
    """Where the first of these units may go, if the divisions after it are to be placed too."""
    others = [unit for unit in units[1:] if state.printed.divisions >> unit & 1]
    spaces = open_to(state, state.card, units[0])
    return mask_of(
        space
        for space in ones(spaces)
        if _fits_there(state, state.card, [units[0], *others], space, state.must_mark)
    )


def is_contested(state: Theatre, units: Sequence[int]) -> bool:
    """7.531h: is there room on the map for some of these battlegroups, which are not alike, but not for all?"""
    if mask_of(units) & state.printed.divisions or len({state.printed.units[unit].pool for unit in units}) == 1:
        return False
    with_room = [unit for unit in units if open_to(state, state.card, unit)]
    return bool(with_room) and not _all_fit(state, state.card, units, 0)


def placing_rule(state: Theatre, unit: int) -> str:
    """7.531 is for battlegroups, 7.532 for divisions."""
    return "7.532" if state.printed.divisions >> unit & 1 else "7.531"


def _settle(state: Theatre, unit: int, space: int) -> None:
    """A unit comes to its place, and a marker must be put there if it comes by a T card (10.53)."""
    state.reduced &= ~bit(unit)
    rule = placing_rule(state, unit)
    tell(state, "arrives", rule, unit=unit, to=space)
    if not state.printed.spaces[space].on_map:
        put(state, unit, space)
        return
    if _marks(state, state.card):
        state.must_mark |= bit(space)
    enter(state, unit, space, rule)


class Arrival(ChoiceKind[Theatre]):
    """7.531, 7.532: where does this unit arrive?"""

    name = "arrival"
    on = DURING_AN_EVENT
    rule = "7.532"
    open_to_all = True
    asks = one("side")
    chosen = flag()
    """7.531h: has it been decided which battlegroup goes where there is not room for all?"""
    units = listed(one("unit"))

    def _asks_which(self, state: Theatre, frame: Frame) -> bool:
        return not self.chosen(frame) and is_contested(state, self.units(frame))

    def legal(self, state: Theatre, frame: Frame) -> Options:
        units = self.units(frame)
        if self._asks_which(state, frame):
            with_room = mask_of(unit for unit in units if open_to(state, state.card, unit))
            return offer((PLACE, alike(state, with_room)))
        return offer((TO, places(state, units)))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side, units = self.asks(frame), list(self.units(frame))
        pop(state)
        if verb == PLACE:
            units.remove(argument)
            spaces = open_to(state, state.card, argument)
            if spaces.bit_count() > 1:
                push(state, ARRIVAL, side, 1, argument, *units)
                return
            _settle(state, argument, first(spaces))
        else:
            _settle(state, units.pop(0), argument)
        arrive(state, side, units)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        if self._asks_which(state, frame):
            return say("There is not room for all: which battlegroup is placed? The others go to the Reserve box")
        return say("Where does {unit} arrive?", unit=state.printed.units[self.units(frame)[0]].title)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        units = self.units(frame)
        if self._asks_which(state, frame):
            return "7.531", say("first decide which battlegroup of the card is placed")
        if verb != TO:
            return placing_rule(state, units[0]), say("first place the reinforcements")
        return self._why_not_there(state, units, argument)

    def _why_not_there(self, state: Theatre, units: Sequence[int], space: int) -> tuple[str, Message]:
        unit = units[0]
        spaces = _grant_of(state.printed, state.card, unit).spaces or entry_spaces(state, unit)
        if not spaces >> space & 1 or state.control[space] != state.printed.owners[unit]:
            return placing_rule(state, unit), say(
                "{unit} does not arrive there", unit=state.printed.units[unit].title
            )
        if not open_to(state, state.card, unit) >> space & 1:
            return "8.1", say("that space is full")
        if _marks(state, state.card):
            return "10.53", say("the markers that this card must place could not all be placed and paid for")
        assert not places(state, units) >> space & 1
        return "7.53", say("there would be no room for the other divisions of this card")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from event_faults(state, self.asks(frame))
        if state.card >= 0:
            yield from self._unit_faults(state, frame)

    def _unit_faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        units, due = self.units(frame), set(brought(state, state.card))
        if not units or not due.issuperset(units) or len(set(units)) < len(units):
            yield say("other units arrive than the card can still bring")
        elif not self.legal(state, frame):
            yield say("a unit arrives that cannot be placed")


ARRIVAL = Arrival()


def event_faults(state: Theatre, side: int) -> Iterator[Message]:
    """What the frames of an event take for granted: a side plays one of its own."""
    if state.card < 0 or state.printed.cards[state.card].side != side:
        yield say("no event of this side is being played")

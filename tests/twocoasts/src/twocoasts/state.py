"""What is on the table: every field that can change, declared once, and what moves units and cards about."""

from __future__ import annotations

from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.fields import Seen, by, cache, count, flag, listed, many, one, one_of, perhaps
from sandtable.kernel.state import State
from twocoasts.printed.data import RESULTS, Printed, Scenario
from twocoasts.printed.map import NORTH, SOUTH

LOST = -1
"""Where a unit is that is out of the game."""
MOST_POINTS = 99
EVERYBODY = Seen.EVERYONE


class Coasts(State):
    """Everything that can change."""

    printed: Printed

    scenario = one("scenario", seen=EVERYBODY)
    turn = count(start=1, at_least=1, at_most=5, seen=EVERYBODY)
    points = by("side", count(at_most=MOST_POINTS), seen=EVERYBODY)  # for cards that were discarded

    where = by("unit", one("place", boxes=("lost",)), located=True, seen=EVERYBODY)
    control = by("place", perhaps("side"), start=lambda printed: printed.map.homes, seen=EVERYBODY)
    moved = many("unit", forgotten=True, cleared="turn", seen=EVERYBODY)
    dug = many("unit", forgotten=True, seen=EVERYBODY)  # dug in

    hands = by("side", many("card"), seen=Seen.OWNER, text="hand")
    played = many("card", cleared="turn", seen=EVERYBODY)  # on the table until the turn ends
    discards = many("card", seen=EVERYBODY)

    cup = many("chit", seen=EVERYBODY)
    drawn = listed(one("chit"), cleared="turn", seen=EVERYBODY)

    stack = many("unit", forgotten=True, cleared="move", seen=EVERYBODY)  # what moves as one
    spent = count(at_most=20, cleared="move", seen=EVERYBODY)
    bonus = count(at_most=2, cleared="move", seen=EVERYBODY)
    halted = flag(cleared="move", seen=EVERYBODY)

    attackers = many("unit", forgotten=True, cleared="battle", seen=EVERYBODY)
    fires = by("side", count(at_most=3), cleared="battle", seen=EVERYBODY)  # the card of each in the battle
    result = one_of(*RESULTS, cleared="battle", seen=EVERYBODY)

    deck = cache(int)
    held = cache(list[int])  # by side the places with units of it

    def rebuild(self) -> None:
        used = self.hands[NORTH] | self.hands[SOUTH] | self.played | self.discards
        self.deck = (bit(len(self.printed.cards)) - 1) & ~used
        self.held = [0, 0]
        for owner, place in zip(self.printed.owners, self.where, strict=True):
            if place >= 0:
                self.held[owner] |= bit(place)


def scenario_of(state: Coasts) -> Scenario:
    return state.printed.scenarios[state.scenario]


def in_play(state: Coasts) -> int:
    """2.3: the places of the map that this scenario uses."""
    return state.printed.map.ashore & ~scenario_of(state).out


def is_stormy(state: Coasts) -> bool:
    """3.4: has the storm been drawn this turn?"""
    return any(state.printed.chits[chit][1] < 0 for chit in state.drawn)


def units_in(state: Coasts, side: int, place: int) -> int:
    """The units of a side in a place."""
    return mask_of(unit for unit in ones(state.printed.own[side]) if state.where[unit] == place)


def within(state: Coasts, units: int, places: int) -> int:
    """Those of some units that are in these places."""
    return mask_of(unit for unit in ones(units) if state.where[unit] >= 0 and places >> state.where[unit] & 1)


def place_of(state: Coasts, units: int) -> int:
    """Where units that are together are."""
    return state.where[ones(units)[0]]


def put(state: Coasts, unit: int, place: int) -> None:
    """A unit goes to a place; whoever enters a place of the map controls it (4.7)."""
    side, before = state.printed.owners[unit], state.where[unit]
    state.where[unit] = place
    if before >= 0 and not units_in(state, side, before):
        state.held[side] &= ~bit(before)
    if place < 0:
        state.forget("unit", unit)
        return
    state.held[side] |= bit(place)
    if state.printed.map.ashore >> place & 1:
        state.control[place] = side


def discard(state: Coasts, side: int, card: int) -> None:
    """A card leaves the hand, face up."""
    state.hands[side] &= ~bit(card)
    state.discards |= bit(card)

"""4, P1: the set-ups of the four scenarios."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.scenarios import ENTRY, Setup
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c15_placement import Placing
from sandtable.games.dark_sands.rules.c17_replacements import chits_of
from sandtable.games.dark_sands.state import (
    AWAY,
    GONE,
    READY,
    REBUILDABLE,
    S_GONE,
    S_READY,
    WAITING,
    Sands,
    units_in,
)
from sandtable.games.dark_sands.verbs import ENTER
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

LISTED = {"garrisons": READY, "rebuildable": REBUILDABLE, "away": AWAY, "gone": GONE}
"""Where the units of the lists in starts.csv are."""
EMERGENCY = "Emergency-Replacements"


def set_up(printed: Printed, scenario: int, campaign: bool, dash: bool) -> Sands:
    """P1.0: everything at its start, without a frame. After pushing GAME_TURN, call `deploy`."""
    state = Sands.blank(printed)
    state.scenario = scenario
    setup = printed.setups[scenario]
    state.campaign, state.dash = int(campaign), int(dash)
    state.turn, state.initiative, state.points = setup.first, setup.initiative, list(setup.points)
    state.railhead = printed.board.number[setup.railhead]
    _place_units(state, setup)
    _place_supports(state, setup)
    _give_control(state, setup)
    _fill_pool(state, setup)
    state.rebuild()
    return state


def _place_units(state: Sands, setup: Setup) -> None:
    """P1.0: on the map, or in the box that the scenario names; upgraded as far as it had come (22.5)."""
    printed = state.printed
    numbers = {unit.id: number for number, unit in enumerate(printed.units)}
    for (_, what), names in setup.lists.items():
        for name in names if what in LISTED else ():
            state.place[numbers[name]] = LISTED[what]
    for unit, place, is_reduced in setup.placed:
        if place != ENTRY:
            state.place[unit] = printed.board.number[place]
        state.reduced |= is_reduced << unit
    for number, counter in enumerate(printed.units):
        state.version[number] = sum(turn < setup.first for turn in counter.upgrades)


def _place_supports(state: Sands, setup: Setup) -> None:
    """P1.0: boxes on the map, other supports in the box of available supports."""
    for side, place in setup.boxes:
        state.boxes[side] |= bit(state.printed.board.number[place])
    listed = {"supports": S_READY, "gone-supports": S_GONE}
    numbers = {support.id: number for number, support in enumerate(state.printed.supports)}
    for (_, what), names in setup.lists.items():
        for name in names if what in listed else ():
            state.supports[numbers[name]] = listed[what]


def _give_control(state: Sands, setup: Setup) -> None:
    """2.1.5: the Axis controls what the scenario lists, the Allies the rest."""
    held = state.printed.board.mask(setup.lists[AXIS, "controls"])
    state.controlled[AXIS], state.controlled[ALLIED] = held, state.printed.places.kept & ~held


def _fill_pool(state: Sands, setup: Setup) -> None:
    """17.2: all chits of the year, once there are any; Gazala has no Emergency Replacements (P1.4.2)."""
    state.pool = chits_of(state, state.printed.turns[setup.first].pool)
    if setup.id == "gazala":
        names = state.printed.nouns["replacement"]
        state.spent_chits = bit(names.index(EMERGENCY))


# The entry area (P1.2.2)


def deploy(state: Sands) -> None:
    """P1.2.2: before play the Axis puts its units into the entry area. It comes on top of GAME_TURN."""
    if undeployed(state):
        push(state, DEPLOYMENT)


def undeployed(state: Sands) -> int:
    """The units of the entry area that are not on the map yet."""
    if state.turn != state.printed.setups[state.scenario].first:
        return 0
    return mask_of(unit for unit in ones(entry_units(state)) if state.place[unit] == WAITING)


def entry_units(state: Sands) -> int:
    """The units that the set-up wants in the entry area."""
    return mask_of(unit for unit, place, _ in state.printed.setups[state.scenario].placed if place == ENTRY)


def strangers(state: Sands) -> Iterator[Message]:
    """Nobody else is in the entry area while it is set up: so everybody finds room, in any order."""
    area = state.printed.places.entry_area
    if (units_in(state, area, AXIS) | units_in(state, area, ALLIED)) & ~entry_units(state):
        yield say("units are in the entry area that are not set up there")


def next_unit(state: Sands, frame: Frame) -> None:
    if undeployed(state):
        again(state)
        push(state, DEPLOY)


DEPLOYMENT = Steps("deployment", next_unit, on=("game-turn",))


class Deploy(ChoiceKind[Sands]):
    """P1.2.2: which unit is put into the entry area next?"""

    name = "deploy"
    on = ("deployment:next_unit",)
    rule = "P1.2.2"
    asks = AXIS
    words = say("Set up: put your units into the El Agheila entry area")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ENTER, undeployed(state)))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        push(state, DEPLOYED, argument)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == ENTER and entry_units(state) >> argument & 1:
            return self.rule, say("that unit has already been set up")
        if verb == ENTER:
            return self.rule, say("that unit is not one of those that are set up in the entry area")
        return self.rule, otherwise("first set up the units in the entry area")

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not undeployed(state):
            yield say("every unit of the entry area is on the map")
        yield from strangers(state)


DEPLOY = Deploy()


class Deployed(Placing):
    """P1.2.2: in which hex of the entry area? Whatever is chosen, the other units still have room."""

    name = "deployed"
    on = ("deployment:next_unit",)
    rule = "P1.2.2"

    def area(self, state: Sands, unit: int) -> int:
        return state.printed.places.entry_area

    def why_not_there(self, state: Sands, unit: int, place: int) -> tuple[str, Message]:
        return self.rule, say("this unit is set up in the El Agheila entry area")

    def placed(self, state: Sands, unit: int) -> None:
        state.entered = 0

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        yield from super().faults(state, frame)
        if not undeployed(state) >> self.unit(frame) & 1:
            yield say("this unit is not set up in the entry area")
        yield from strangers(state)


DEPLOYED = Deployed()

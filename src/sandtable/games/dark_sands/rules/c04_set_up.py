"""4, P1: the set-ups of the four scenarios."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.calendar import LAST_TURN
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.scenarios import ENTRY, Setup
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.state import AWAY, GONE, READY, REBUILDABLE, S_GONE, S_READY, Sands
from sandtable.kernel.bits import bit, mask_of

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
    chits = enumerate(state.printed.replacements)
    year = state.printed.turns[setup.first].pool
    state.pool = mask_of(number for number, chit in chits if chit.year == year and not chit.conditional)
    if setup.id == "gazala":
        names = state.printed.nouns["replacement"]
        state.spent_chits = bit(names.index(EMERGENCY))


def deploy(state: Sands) -> None:
    """P1.2.2: the Axis player puts his units into the entry area: pushed on top of GAME_TURN before play."""
    assert state.turn <= LAST_TURN

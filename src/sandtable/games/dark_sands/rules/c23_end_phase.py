"""23: the End Phase."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c05_victory import check_victory
from sandtable.games.dark_sands.rules.c09_railway import advance_railhead, railway_can_advance
from sandtable.games.dark_sands.rules.c10_supply import port_supply, traced
from sandtable.games.dark_sands.rules.c13_field_works import tidy_boxes
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.state import (
    BUILDING,
    BUILT,
    READY,
    S_COMMITTED,
    S_READY,
    S_USED,
    UNBUILT,
    USED,
    Sands,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.flow import Die, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


def attrition(state: Sands, frame: Frame) -> None:
    """23.1: OOS units that still cannot trace a line are eliminated; the others keep their markers. Here a port
    feeds the Axis too (10.1.4)."""
    starved = state.oos & ~(traced(state, AXIS) | traced(state, ALLIED) | port_supply(state, AXIS))
    for unit in ones(starved):
        tell(state, "starved", "23.1", unit=unit)
        kill(state, unit)
    tidy_boxes(state)


def victory_check(state: Sands, frame: Frame) -> None:
    """23.2: the game may be over."""
    if check_victory(state):
        state.frames.clear()


def railway(state: Sands, frame: Frame) -> None:
    """23.3.1: if the railhead can go on at all, the Allies roll for it."""
    if railway_can_advance(state):
        push(state, RAILWAY)


class Railway(Die[Sands]):
    """23.3.1: the Railway Advance Table."""

    name = "railway"
    on = ("end-phase.railway",)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        return say("The Allies roll for the railway")

    def play(self, state: Sands, frame: Frame, outcome: int) -> None:
        pop(state)
        tell(state, "railway-die", "23.3.1", die=outcome + 1)
        advance_railhead(state, outcome + 1)


RAILWAY = Railway()


def bypass(state: Sands, frame: Frame) -> None:
    """23.3.2: the Axis builds a road around a besieged Tobruk, in two turns; until then it has no effect."""
    places = state.printed.places
    held = not places.bypass & ~state.occupied[AXIS]
    before = state.bypass
    if before == UNBUILT and held and state.controlled[ALLIED] >> places.tobruk & 1:
        state.bypass = BUILDING
    elif before == BUILDING:
        state.bypass = BUILT if held else UNBUILT
    if state.bypass != before:
        tell(state, *_BYPASS_EVENTS[state.bypass])


_BYPASS_EVENTS = {
    BUILDING: ("bypass-begun", "23.3.2.2"),
    BUILT: ("bypass-built", "23.3.2.3"),
    UNBUILT: ("bypass-interrupted", "23.3.2.4"),
}


def reorganise(state: Sands, frame: Frame) -> None:
    """23.4: the disorganisation markers are removed."""
    if state.disorganised:
        tell(state, "reorganised", "23.4")
    state.disorganised = 0


def supports_back(state: Sands, frame: Frame) -> None:
    """23.5: supports come back face up; boxes and garrisons on the map stay there."""
    for support, status in enumerate(state.supports):
        if status in (S_USED, S_COMMITTED):
            state.supports[support] = S_READY
            state.attached[support] = -1
    for unit in ones(state.printed.garrisons):
        if state.place[unit] == USED:
            state.place[unit] = READY
    state.boxes_used = [0, 0]


class EndPhase(Steps[Sands]):
    """16.0, 23.0: attrition, victory check, construction, markers off, supports back.

    The turn marker is moved by GAME_TURN (23.6).
    """

    name = "end-phase"
    on = ("game-turn.end_phase",)
    steps = (attrition, victory_check, railway, bypass, reorganise, supports_back)


END_PHASE = EndPhase()

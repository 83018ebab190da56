"""13: supply as it is drawn: what each space gives, how far the source is, and the line of a unit."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.drawing.viewpoint import place_name, spaces_of
from sandtable.games.shifting_sands.notation.words import unit_name
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.rules.c10_regions import domain, is_active
from sandtable.games.shifting_sands.rules.c13_lines import Line, supply_line
from sandtable.games.shifting_sands.rules.c13_supply import FULL, LIMITED, NEAR, OUT, supply_at, supply_of
from sandtable.games.shifting_sands.state import Theatre, units_at
from sandtable.kernel.answers import shades
from sandtable.kernel.bits import bit, first, ones
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import Message, Parameter, phrase, say

TONES = {FULL: "good", LIMITED: "warn", OUT: "bad"}
STATES = {FULL: "full supply", LIMITED: "limited supply", OUT: "no supply"}
BY_SEA = "~"
SAMPLES = (("GE", "IT"), ("BR", "US"))
"""By side, the nations whose battlegroups are asked where no unit is."""


def supply_of_spaces(state: Theatre) -> dict[int, tuple[int, str]]:
    """13.6: by space what it gives to its side's units, with the distance to the source, or a wave if the line
    goes by sea. The units there are asked, unless they are not active yet; in an empty space a battlegroup that is
    best off."""
    found = {}
    for space, printed in enumerate(state.printed.spaces):
        best = max(_asked(state, space), default=None) if printed.on_map else None
        if best is not None:
            found[space] = best[0], _distance(state, -best[1], space)
    return found


def _asked(state: Theatre, space: int) -> Iterator[tuple[int, int]]:
    """What units have or would have in a space, each with the unit, below zero so that the first counts."""
    side = state.control[space]
    present = ones(units_at(state, space, side))
    active = [unit for unit in present if is_active(state, unit)]
    if active:
        unit = min(active, key=lambda unit: supply_of(state, unit))
        yield supply_of(state, unit), -unit
    if present:
        return
    for unit in _samples(state.printed, side):
        if domain(state, unit) >> space & 1:
            yield supply_at(state, unit, space), -unit


def _samples(printed: Printed, side: int) -> list[int]:
    return [first(printed.nations[nation] & ~printed.divisions) for nation in SAMPLES[side]]


def _distance(state: Theatre, unit: int, space: int) -> str:
    line = supply_line(state, unit, space)
    if line is None:
        return ""
    return BY_SEA if line.onward else str(line.distance)


def show_supply(state: Theatre) -> Answer:
    found = supply_of_spaces(state)
    legend = {
        TONES[FULL]: say("full supply; how far the source is"),
        TONES[LIMITED]: say("limited supply; ~ by sea"),
        TONES[OUT]: say("no supply: units there are lost in the attrition phase"),
    }
    tones = {TONES[value] for value, _ in found.values()}
    return Answer(
        text=phrase("What each space gives to units of the side that controls it"),
        cells=tuple(Tint(space, text, TONES[value]) for space, (value, text) in found.items()),
        legend=shades({tone: words for tone, words in legend.items() if tone in tones}),
        rule="13.6",
    )


# The line of a unit


def line_of(state: Theatre, unit: int) -> Line | None:
    """13.5: the line of a unit on the map, or None."""
    place = state.place[unit]
    return supply_line(state, unit, place) if spaces_of(state, bit(unit)) and _needs_supply(state, unit) else None


def _needs_supply(state: Theatre, unit: int) -> bool:
    place = state.place[unit]
    return place >= 0 and state.printed.spaces[place].on_map and is_active(state, unit)


def show_line(state: Theatre, unit: int) -> Answer:
    """The line over land, the leg from port to port, and the line onward."""
    name = unit_name(state.printed, unit)
    if not _needs_supply(state, unit):
        return Answer(text=phrase("{unit} needs no supply where it is", unit=name), rule="13.1")
    has = supply_of(state, unit)
    found = line_of(state, unit)
    if found is None:
        words = "{unit} has no line of supply" if has == OUT else "{unit} lives off the land: {state}"
        return Answer(
            text=phrase(words, unit=name, state=say(STATES[has])), rule="13.55" if has == OUT else "13.43"
        )
    return Answer(
        text=str(_line_words(state, unit, found, has)),
        cells=tuple(Tint(space, tone=TONES[has]) for space in (*found.spaces, *found.onward)),
        ways=tuple(way for way in _ways(found) if len(way) > 1),
        legend=shades({TONES[has]: say(STATES[has])}),
        rule="13.54" if found.onward else "13.51",
    )


def _ways(found: Line) -> Iterator[tuple[int, ...]]:
    yield found.spaces
    if found.onward:
        yield found.spaces[-1], found.onward[0]
        yield found.onward


def _line_words(state: Theatre, unit: int, found: Line, has: int) -> Message:
    goal = (found.onward or found.spaces)[-1]
    named: dict[str, Parameter] = {
        "unit": unit_name(state.printed, unit),
        "goal": place_name(state, goal),
        "state": say(STATES[has]),
    }
    if found.onward:
        ports: dict[str, Parameter] = {
            "port": place_name(state, found.spaces[-1]),
            "other": place_name(state, found.onward[0]),
        }
        if found.onward[0] == goal:
            return say("{unit}: {state}, by sea from {goal} to {port}", **named, **ports)
        return say("{unit}: {state}, from {goal} by land to {other}, and by sea to {port}", **named, **ports)
    words = "{unit}: {state}, {distance} spaces from {goal}; full supply reaches {near} spaces"
    return say(words, **named, distance=found.distance, near=NEAR)

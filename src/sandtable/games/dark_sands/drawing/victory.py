"""5, P1: what each side needs for victory, and how things stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sandtable.games.dark_sands.drawing.board import SIDE_NAMES
from sandtable.games.dark_sands.printed.ground import CENTRAL, EAST
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c02_control import controls
from sandtable.games.dark_sands.rules.c05_victory import (
    FIRST_AUTOMATIC,
    LEVELS,
    NEAR_TOBRUK,
    compass_level,
    panzer_steps,
    wins_outright,
)
from sandtable.games.dark_sands.rules.c10_supply import land_line, traced
from sandtable.games.dark_sands.rules.c11_range import hexes_within
from sandtable.games.dark_sands.state import Sands, last_turn, units_in
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import Message, phrase, say


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that a side needs, and whether it holds."""

    side: int
    words: Message
    holds: Callable[[Sands], bool]


def _all(side: int, *names: str) -> Callable[[Sands], bool]:
    """Does a side control these places?"""
    return lambda state: all(controls(state, side, getattr(state.printed.places, name)) for name in names)


def _joined(side: int, *names: str) -> Callable[[Sands], bool]:
    """The same, with a line of supply over land from each."""

    def holds(state: Sands) -> bool:
        places = [getattr(state.printed.places, name) for name in names]
        return all(controls(state, side, place) and land_line(state, place, side) for place in places)

    return holds


def _none_in_egypt(state: Sands) -> bool:
    return not state.occupied[AXIS] & state.printed.ground.egypt


def _swept(state: Sands) -> bool:
    ground = state.printed.ground
    return not state.occupied[ALLIED] & ground.section[CENTRAL] & ~ground.tobruk


def _none_near_tobruk(state: Sands) -> bool:
    near = hexes_within(state.printed.board, state.printed.places.tobruk, NEAR_TOBRUK)
    return not units_in(state, near, AXIS) & ~state.oos


def _in_the_east(state: Sands) -> bool:
    ground = state.printed.ground
    return any(controls(state, AXIS, place) for place in ones(ground.named & ground.section[EAST]))


CONDITIONS = {
    "compass": (
        Condition(ALLIED, say("no Axis unit in Egypt"), _none_in_egypt),
        Condition(ALLIED, say("Bardia"), _all(ALLIED, "bardia")),
        Condition(ALLIED, say("Tobruk"), _all(ALLIED, "tobruk")),
        Condition(ALLIED, say("Benghazi"), _all(ALLIED, "benghazi")),
        Condition(ALLIED, say("no Axis unit has a line of supply"), lambda state: not traced(state, AXIS)),
    ),
    "sunflower": (
        Condition(AXIS, say("El Agheila, Benghazi and Tobruk"), _all(AXIS, "el_agheila", "benghazi", "tobruk")),
        Condition(AXIS, say("or no Allied unit on the Central map outside Tobruk"), _swept),
        Condition(
            AXIS,
            say("or, at the end of turn 5, Benghazi, Bardia, Sollum and Halfaya Pass"),
            _all(AXIS, "benghazi", "bardia", "sollum", "halfaya"),
        ),
    ),
    "crusader": (
        Condition(
            AXIS, say("Tobruk and Bardia, with lines of supply over land"), _joined(AXIS, "tobruk", "bardia")
        ),
        Condition(ALLIED, say("Tobruk, with a line of supply over land"), _joined(ALLIED, "tobruk")),
        Condition(ALLIED, say("and at most one panzer step on the map"), lambda state: panzer_steps(state) <= 1),
        Condition(ALLIED, say("or no Axis unit in supply within six hexes of Tobruk"), _none_near_tobruk),
    ),
    "gazala": (
        Condition(
            AXIS,
            say("El Agheila, Benghazi, Tobruk and Bardia"),
            _all(AXIS, "el_agheila", "benghazi", "tobruk", "bardia"),
        ),
        Condition(AXIS, say("and a named place on the East map"), _in_the_east),
    ),
}
NOTES = {
    "compass": say("The Axis wins unless no Axis unit has a line of supply at a Victory Check"),
    "sunflower": say("Checked at the end of every turn; otherwise the Allies win"),
    "crusader": say("Checked at the end of both turns; otherwise the Axis wins"),
    "gazala": say("Checked at the end of turn 13; otherwise the Allies win"),
}
RULES = {"compass": "P1.1.3", "sunflower": "P1.2.3", "crusader": "P1.3.3", "gazala": "P1.4.3"}


def victory_panel(state: Sands) -> Panel:
    """What the scenario, or the campaign, is about."""
    rows, note, rule = _campaign(state) if state.campaign else _scenario(state)
    note = phrase("The last turn is {turn}. {note}", turn=last_turn(state), note=note)
    return Panel(
        id="victory",
        title=phrase("Victory"),
        kind="table",
        columns=(phrase("Side"), phrase("Needs"), phrase("Now")),
        rows=tuple(rows),
        note=note,
        rule=rule,
    )


def _scenario(state: Sands) -> tuple[Iterator[tuple[Entry, ...]], str, str]:
    name = SCENARIOS[state.scenario]
    note = str(NOTES[name])
    if name == "compass" and (level := compass_level(state)):
        note = phrase("{note}. Level of Allied victory now: {level}", note=NOTES[name], level=say(LEVELS[level]))
    rows = (_row(one.side, str(one.words), one.holds(state)) for one in CONDITIONS[name])
    return rows, note, RULES[name]


def _campaign(state: Sands) -> tuple[Iterator[tuple[Entry, ...]], str, str]:
    outright = phrase("El Agheila and Alexandria, joined by lines of supply")
    points = (
        (ALLIED, say("a point each turn: Benghazi"), _all(ALLIED, "benghazi")),
        (AXIS, say("a point each turn: Mersa Matruh and Tobruk"), _all(AXIS, "matruh", "tobruk")),
        (AXIS, say("a point each turn: El Alamein and Tobruk"), _all(AXIS, "el_alamein", "tobruk")),
    )
    won = [state.turn >= FIRST_AUTOMATIC and wins_outright(state, side) for side in range(2)]
    rows = [_row(side, outright, won[side]) for side in range(2)]
    rows += [_row(side, str(words), holds(state)) for side, words, holds in points]
    note = phrase("At the end a point each for Tobruk, Bardia and Sollum; the side with more points wins")
    return iter(rows), note, "5.1"


def _row(side: int, words: str, holds: bool) -> tuple[Entry, ...]:
    now = Entry(phrase("yes"), tone="good") if holds else Entry(phrase("no"))
    return Entry(phrase(SIDE_NAMES[side])), Entry(words), now

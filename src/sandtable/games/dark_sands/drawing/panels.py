"""Panels beside the map: victory, supports, replacements."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.drawing.board import SIDE_NAMES
from sandtable.games.dark_sands.drawing.retreats import retreat_panel
from sandtable.games.dark_sands.drawing.victory import victory_panel
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint, place_name
from sandtable.games.dark_sands.printed.counters import BOXES
from sandtable.games.dark_sands.rules.c19_reach import movement, points
from sandtable.games.dark_sands.state import READY, USED, Sands, boxes_at_hand
from sandtable.games.dark_sands.verbs import DROP, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import NOWHERE, Entry, Panel
from sandtable.kernel.words import phrase, say

Row = tuple[Entry, ...]


def panels(viewpoint: Viewpoint) -> Iterator[Panel]:
    """What helps with the decision first, then what holds at any time."""
    state = viewpoint.state
    yield from retreat_panel(viewpoint)
    yield from movement_panel(viewpoint)
    yield from replacements_panel(viewpoint)
    yield victory_panel(state)
    yield goals_panel(state)
    yield supports_panel(state)


# The decision


def movement_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """19.1.1: the movement points of the units that move as one; the slowest sets the pace."""
    state = viewpoint.state
    if not state.group:
        return
    rows = tuple(
        (viewpoint.entry(unit, DROP, UNIT), Entry(points(max(movement(state, unit) - state.spent, 0))))
        for unit in ones(state.group)
    )
    yield Panel(
        id="movement",
        title=phrase("The group that moves"),
        kind="table",
        columns=(phrase("Unit"), phrase("Points left")),
        rows=rows,
        note=phrase("By extended movement: no points are spent") if state.extended else "",
        rule="19.1.7" if state.extended else "19.1.1",
        decides=True,
    )


def replacements_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """17.3, 17.4: the points of the segment that are left."""
    state = viewpoint.state
    points = (
        (phrase("Panzer"), state.panzer_points, "17.3.1"),
        (phrase("German infantry"), state.german_points, "17.3.1"),
        (phrase("Italian"), state.italian_points, "17.3.1"),
        (phrase("Allied tank"), state.tank_points, "17.4.1"),
        (phrase("Allied tank, for units without disorganisation"), state.fresh_points, "17.4.3"),
        (phrase("Allied infantry"), state.infantry_points, "17.4.1"),
    )
    rows = tuple((Entry(name, rule=rule), Entry(str(left))) for name, left, rule in points if left)
    if rows:
        yield Panel(
            id="replacements",
            title=phrase("Replacement points left"),
            kind="table",
            columns=(phrase("Kind"), phrase("Points")),
            rows=rows,
            rule="17.0",
            decides=True,
        )


# What holds at any time


def goals_panel(state: Sands) -> Panel:
    """5.2: the places that count for victory and supply, who controls them, and the points of both sides."""
    places = state.printed.places
    named = (
        (places.el_agheila, "2.1.4"),
        (places.benghazi, "5.2.1"),
        (places.tobruk, "5.2.1"),
        (places.bardia, "5.2.2"),
        (places.sollum, "5.2.2"),
        (places.matruh, "5.2.1"),
        (places.el_alamein, "5.2.1"),
        (places.alexandria, "2.1.4"),
    )
    words = "Victory points: Axis {axis}, Allies {allied}"
    return Panel(
        id="goals",
        title=phrase("Goals"),
        kind="table",
        columns=(phrase("Place"), phrase("Controlled by")),
        rows=tuple(
            (Entry(place_name(state, place), cell=place, rule=rule), _controller(state, place))
            for place, rule in named
        ),
        note=phrase(words, axis=state.points[0], allied=state.points[1]),
        rule="5.0",
    )


def _controller(state: Sands, place: int) -> Entry:
    side = next((side for side in range(2) if state.controlled[side] >> place & 1), NOWHERE)
    return Entry(phrase(SIDE_NAMES[side]) if side >= 0 else phrase("nobody"))


def supports_panel(state: Sands) -> Panel:
    """13.6, 13.7: the garrisons and boxes of each side, on the map and at hand."""
    return Panel(
        id="supports",
        title=phrase("Boxes and garrisons"),
        kind="table",
        columns=("", *(str(say(name)) for name in SIDE_NAMES)),
        rows=(
            (Entry(phrase("Fortified boxes"), rule="13.7.1"), *(_boxes(state, side) for side in range(2))),
            (Entry(phrase("Garrisons"), rule="13.6.1"), *(_garrisons(state, side) for side in range(2))),
        ),
        note=phrase("On the map, ready, used"),
        rule="13.1",
    )


def _boxes(state: Sands, side: int) -> Entry:
    placed, ready = state.boxes[side].bit_count(), boxes_at_hand(state, side)
    return Entry(f"{placed}, {ready}, {BOXES - placed - ready}")


def _garrisons(state: Sands, side: int) -> Entry:
    places = [state.place[unit] for unit in ones(state.printed.garrisons & state.printed.own[side])]
    return Entry(f"{sum(place >= 0 for place in places)}, {places.count(READY)}, {places.count(USED)}")

"""Panels beside the map: what is left to move, what may land, goals, supply, convoys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from msgspec.structs import replace

from sandtable.games.afrika_korps.drawing.board import faces
from sandtable.games.afrika_korps.drawing.viewpoint import Row, Viewpoint
from sandtable.games.afrika_korps.notation.words import SIDES, hex_name
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, Printed
from sandtable.games.afrika_korps.printed.tracks import FACES
from sandtable.games.afrika_korps.rules.c04_victory import controlled_ports, controls, holds
from sandtable.games.afrika_korps.rules.c05_movement import ROMMEL_HEXES
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE
from sandtable.games.afrika_korps.rules.c12_arrivals import arrivable, must_land, own_supply_on_map
from sandtable.games.afrika_korps.state import DEAD, Position, supply_on_map
from sandtable.games.afrika_korps.verbs import UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import phrase

LANDING = ("arrivals", "land-supply", "port")


def panels(viewpoint: Viewpoint) -> Iterator[Panel]:
    """What helps with the decision first, then what holds at any time."""
    if viewpoint.stack:
        for panel in chain(movement_panel(viewpoint), arrivals_panel(viewpoint)):
            yield replace(panel, decides=True)
    yield goals_panel(viewpoint.state)
    yield supply_panel(viewpoint.state)
    if viewpoint.stack:
        yield from convoy_panel(viewpoint)


# The decision


def movement_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """5.2, 17.1, 22.1: what the units in mid-move have left."""
    frame = viewpoint.frame_of("move")
    if frame is None:
        return
    group = MOVE.group(frame)
    rows = tuple(_movement_row(viewpoint, unit, group) for unit in ones(group))
    columns = tuple(map(phrase, ("Unit", "Points left", "Road hexes left", "Rommel bonus left")))
    yield Panel(id="movement", title=phrase("Movement left"), kind="table", columns=columns, rows=rows, rule="5.2")


def _movement_row(viewpoint: Viewpoint, unit: int, group: int) -> Row:
    state, printed = viewpoint.state, viewpoint.state.printed
    bonus = state.rommel_bonus[unit]
    with_rommel = group >> printed.rommel & 1 and unit != printed.rommel
    return (
        viewpoint.entry(unit),
        Entry(str(printed.move[unit] + bonus - state.spent[unit]), rule="5.2"),
        Entry(str(printed.road_bonus - state.road_spent[unit]), rule="17.1"),
        Entry(str(ROMMEL_HEXES - bonus) if with_rommel else "-", rule="22.1"),
    )


def arrivals_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """19.2, 20.4, 23.4: the units that may come ashore now, why, and at what price."""
    state = viewpoint.state
    if viewpoint.decision not in LANDING:
        return
    rows = tuple(_arrival_row(viewpoint, unit, must_land(state)) for unit in ones(arrivable(state)))
    if rows:
        columns = tuple(map(phrase, ("Unit", "Comes as", "Factors")))
        note = ""
        if state.turn >= state.printed.replacements_from:
            note = phrase("Replacement factors saved: {points}", points=state.points[state.active])
        yield Panel(
            id="arrivals",
            title=phrase("To land"),
            kind="table",
            columns=columns,
            rows=rows,
            note=note,
            rule="19.2",
        )


def _arrival_row(viewpoint: Viewpoint, unit: int, landing: int) -> Row:
    state = viewpoint.state
    if landing >> unit & 1:
        why = Entry(phrase("from the sea, must land"), rule="23.4.2", tone="warn"), Entry("-")
    elif state.place[unit] == DEAD:
        why = Entry(phrase("replacement"), rule="20.4"), Entry(str(state.printed.attack[unit]), rule="20.1")
    else:
        turn = state.printed.units[unit].arrival_turn
        why = Entry(phrase("reinforcement of turn {turn}", turn=turn), rule="19.1"), Entry("-")
    return viewpoint.entry(unit, verbs=(UNIT,)), *why


# What holds at any time


def goals_panel(state: Position) -> Panel:
    """4.1-4.3: both fortresses and both bases, who holds them, and for how many turns a side has held them all."""
    printed = state.printed
    places = (*printed.base[:1], printed.bengasi, printed.tobruch, *printed.base[1:])
    words = "{side}: full control for {turns} of 2 turns"
    notes = [phrase(words, side=SIDES[n], turns=turns) for n, turns in enumerate(state.control_turns) if turns]
    return Panel(
        id="goals",
        title=phrase("Goals"),
        kind="table",
        columns=(phrase("Place"), phrase("Controlled by")),
        rows=tuple((Entry(hex_name(printed, place), cell=place), _holder(state, place)) for place in places),
        note=". ".join(notes),
        rule="4.1",
    )


def _holder(state: Position, place: int) -> Entry:
    for side in (AXIS, ALLIED):
        if controls(state, side, place):
            return Entry(str(SIDES[side]), rule="4.3")
        if holds(state, side, place):
            return Entry(phrase("{side}, in an enemy zone", side=SIDES[side]), rule="4.3", tone="warn")
    return Entry(phrase("neither side"), rule="4.3")


def supply_panel(state: Position) -> Panel:
    """12, 20.5: supply on the map against its limits, captured supply, and the replacement factors saved."""
    limit = state.printed.own_supply_limit
    own = [own_supply_on_map(state, side).bit_count() for side in (AXIS, ALLIED)]
    taken = [(supply_on_map(state, side) & state.captured).bit_count() for side in (AXIS, ALLIED)]
    rows = [
        (
            Entry(phrase("Own supply on the map")),
            Entry(phrase("{own} of {most}", own=own[AXIS], most=limit[AXIS]), rule="12.2"),
            Entry(phrase("{own} of {most}", own=own[ALLIED], most=limit[ALLIED]), rule="12.1"),
        ),
        (Entry(phrase("Captured supply")), *(Entry(str(number), rule="12.3") for number in taken)),
        (Entry(phrase("Next to arrive")), *(_next_supply(state, side) for side in (AXIS, ALLIED))),
    ]
    if state.turn >= state.printed.replacements_from:
        factors = (Entry(str(points), rule="20.5") for points in state.points)
        rows.append((Entry(phrase("Replacement factors")), *factors))
    return Panel(
        id="supply",
        title=phrase("Supply and replacements"),
        kind="table",
        columns=("", *map(str, SIDES)),
        rows=tuple(rows),
        rule="12.1",
    )


def _next_supply(state: Position, side: int) -> Entry:
    """12.1, 12.2, 12.3.1: whether the next supply unit can land, as things stand when this turn ends."""
    rule = ("12.2", "12.1")[side]
    stays = own_supply_on_map(state, side) & ~state.used
    if not controlled_ports(state, side):
        return Entry(phrase("lost: no port"), rule=rule, tone="bad")
    if stays.bit_count() >= state.printed.own_supply_limit[side]:
        return Entry(phrase("lost: no room"), rule=rule, tone="warn")
    return Entry(phrase("one, unless sunk") if side == AXIS else phrase("one"), rule=rule, tone="good")


def convoy_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """12.2: the chances of the next Axis convoy."""
    printed = viewpoint.state.printed
    rolling = viewpoint.state.active == AXIS and viewpoint.decision in ("make-room", "convoy")
    due = viewpoint.state.turn if rolling else viewpoint.state.turn + 1
    if due <= printed.turns:
        limit = printed.own_supply_limit[AXIS]
        yield Panel(
            id="convoy",
            title=phrase("Axis convoy of turn {turn}", turn=due),
            kind="chart",
            rows=_convoy_rows(printed, due),
            note=phrase("Needs a port and fewer than {limit} supply units of its own on the map", limit=limit),
            rule="12.2",
        )


@cache
def _convoy_rows(printed: Printed, turn: int) -> tuple[Row, ...]:
    sunk = printed.convoy_sunk[turn]
    safe = sum(1 << die for die in FACES) & ~sunk
    return tuple(
        (Entry(phrase(words)), Entry(faces(mask), rule="12.2", share=mask.bit_count() / 6, tone=tone))
        for words, mask, tone in (("arrives", safe, "good"), ("sunk", sunk, "bad"))
    )

"""The charts, from the data in play: combat table, ground, counters, order of appearance, time record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.games.afrika_korps.drawing.board import TERRAINS, faces
from sandtable.games.afrika_korps.drawing.combats import fights
from sandtable.games.afrika_korps.drawing.viewpoint import Viewpoint
from sandtable.games.afrika_korps.notation.names import SIZES, unit_title
from sandtable.games.afrika_korps.notation.words import RESULTS, SIDES, odds_name
from sandtable.games.afrika_korps.printed.data import OVER_SIX_TO_ONE, RESULT_NAMES, Printed
from sandtable.games.afrika_korps.printed.files import DOUBLING, PLAYABLE, Unit
from sandtable.games.afrika_korps.printed.tracks import FACES
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVE
from sandtable.games.afrika_korps.rules.c09_surrounding import odds_against
from sandtable.kernel.bits import ones
from sandtable.kernel.charts import Chart, Row, figure, found, rows_of, written
from sandtable.kernel.scene import Entry, Lit
from sandtable.kernel.words import phrase

COMBAT, GROUND, ARRIVALS, TIME = "combat", "terrain", "arrivals", "time"
COUNTERS = ("counters-axis", "counters-allies")
KINDS = {
    "armor": "armour",
    "mech_infantry": "mechanised infantry",
    "infantry": "infantry",
    "recon": "reconnaissance",
    "supply": "supply",
    "command": "commander",
}
STOPS = "escarpment"
"""18.1: the ground that ends a move."""
ROAD_ROW = len(TERRAINS)
LANDING = ("make-room", "convoy", "land-supply", "arrivals", "port")


@cache
def charts(printed: Printed) -> tuple[Chart, ...]:
    """The same for everybody: nothing is hidden in this game."""
    return (combat(printed), terrain(printed), *counters(printed), arrivals(printed), time_record(printed))


def combat(printed: Printed) -> Chart:
    """7.5: die and odds; the last column needs no die (7.4)."""
    columns = range(OVER_SIX_TO_ONE + 1)
    results = [phrase("{result}: {words}", result=name, words=words) for name, words in _results()]
    return Chart(
        id=COMBAT,
        title=phrase("Combat results"),
        columns=(phrase("Die"), *map(odds_name, columns)),
        rows=rows_of(
            (die, *(RESULT_NAMES[printed.combat_result(column, die)] for column in columns)) for die in FACES
        ),
        note="; ".join(results),
        rule="7.5",
        source="crt.csv",
    )


def _results() -> Iterator[tuple[str, str]]:
    yield from zip(RESULT_NAMES, map(str, RESULTS), strict=True)


def terrain(printed: Printed) -> Chart:
    """5.6, 10.2, 17.1, 18: what entering a hex costs, and what a defender there counts."""
    road = written(
        phrase("coast road"),
        phrase("{hexes} hexes a turn free", hexes=printed.road_bonus),
        phrase("crosses escarpments without stopping"),
        "-",
        Entry("", rule="17.1"),
    )
    return Chart(
        id=GROUND,
        title=phrase("Terrain"),
        columns=(phrase("Ground"), phrase("To enter"), phrase("Moving on"), phrase("Defence"), phrase("Rule")),
        rows=(*(_ground(ground.id, ground.name) for ground in TERRAINS), road),
        note=phrase("At most {most} units of a side may end a move in one hex.", most=printed.stacking),
        rule="6.1",
    )


def _ground(ground: str, name: str) -> Row:
    if ground not in PLAYABLE:
        return written(
            phrase(name), phrase("closed"), "-", "-", Entry("", rule="5.8" if ground == "edge" else "5.6")
        )
    stops, doubles = ground == STOPS, ground in DOUBLING
    onward = phrase("stops, except along the road") if stops else phrase("goes on")
    rule = "18.1" if stops else "10.2" if doubles else "5.2"
    return written(phrase(name), 1, onward, phrase("doubled") if doubles else "-", Entry("", rule=rule))


def counters(printed: Printed) -> Iterator[Chart]:
    """1.2, 1.3: every counter in the box, with what is printed on it."""
    columns = ("Counter", "Name", "Nation", "Kind", "Size", "Attack", "Defence", "Movement", "Arrives")
    for side, chart in enumerate(COUNTERS):
        yield Chart(
            id=chart,
            title=phrase("Counters of the {side}", side=SIDES[side]),
            columns=tuple(map(phrase, columns)),
            rows=tuple(map(_counter, _units_of(printed, side))),
            note=phrase("A unit that arrives in turn 1 is on the map at the start."),
            rule="1.3",
            source="units.csv spares.csv",
        )


def _units_of(printed: Printed, side: int) -> list[Unit]:
    return [unit for unit in printed.units if unit.side == side]


def _counter(unit: Unit) -> Row:
    return written(
        Entry(unit.id, piece=unit.id),
        unit_title(unit),
        phrase(unit.nation) if unit.nation else "-",
        phrase(KINDS[unit.kind]),
        phrase(SIZES[unit.size]) if unit.size else "-",
        figure(unit.attack),
        figure(unit.defense),
        unit.move,
        figure(unit.arrival_turn),
    )


def arrivals(printed: Printed) -> Chart:
    """19.1: the order of appearance."""
    columns = ("Unit", "Turn", "Date", "Side", "Factors")
    return Chart(
        id=ARRIVALS,
        title=phrase("Order of appearance"),
        columns=tuple(map(phrase, columns)),
        rows=rows_of(
            (
                Entry(unit.id, piece=unit.id),
                unit.arrival_turn,
                printed.dates[unit.arrival_turn],
                SIDES[unit.side],
                unit.factors,
            )
            for unit in _arriving(printed)
        ),
        rule="19.1",
        source="reinforcements.csv",
    )


def _arriving(printed: Printed) -> list[Unit]:
    return [printed.units[unit] for turn in printed.arrivals for side in turn for unit in ones(side)]


def time_record(printed: Printed) -> Chart:
    """1.6: the turns, the Axis convoy of each (12.2), how many units arrive, and what begins (20.1, 21.1)."""
    columns = ("Turn", "Date", "Convoy sunk on", "Axis units", "Allied units", "Replacements", "Substitutes")
    return Chart(
        id=TIME,
        title=phrase("Time record"),
        columns=tuple(map(phrase, columns)),
        rows=rows_of(_turn(printed, turn) for turn in range(1, printed.turns + 1)),
        rule="12.2",
        source="time.csv",
    )


def _turn(printed: Printed, turn: int) -> tuple[object, ...]:
    sunk = faces(printed.convoy_sunk[turn]) if turn > 1 else phrase("no convoy")
    begun = (turn >= printed.replacements_from, turn >= printed.substitutes_from)
    arriving = (figure(units.bit_count()) for units in printed.arrivals[turn])
    return turn, printed.dates[turn], sunk, *arriving, *(phrase("yes") if one else "-" for one in begun)


# What is in use


def lit(viewpoint: Viewpoint) -> Iterator[Lit]:
    """The column of the odds in a battle, the ground under a unit in mid-move, the turn of what lands."""
    if not viewpoint.stack:
        return
    state = viewpoint.state
    for fight in fights(viewpoint):
        if fight.attackers:
            column = odds_against(state, fight.attackers, fight.defenders)
            if column >= 0:
                yield Lit(COMBAT, column=1 + min(column, OVER_SIX_TO_ONE))
    frame = viewpoint.frame_of("move")
    if frame is not None:
        yield from _moving(state.printed, MOVE.group(frame), state.place)
    if viewpoint.decision in LANDING:
        yield Lit(TIME, row=state.turn - 1)
        due = [n for n, unit in enumerate(_arriving(state.printed)) if unit.arrival_turn == state.turn]
        yield from (Lit(ARRIVALS, row=row) for row in due)


def _moving(printed: Printed, group: int, place: list[int]) -> Iterator[Lit]:
    """The ground where the units stand, the road if they are on it, and their rows among the counters."""
    units = [printed.units[unit] for unit in ones(group)]
    grounds = {printed.terrain[place[unit.number]] for unit in units}
    yield from (Lit(GROUND, row=row) for row in found((ground.id for ground in TERRAINS), grounds))
    if any(printed.road_hexes >> place[unit.number] & 1 for unit in units):
        yield Lit(GROUND, row=ROAD_ROW)
    for unit in units:
        yield Lit(COUNTERS[unit.side], row=_units_of(printed, unit.side).index(unit))

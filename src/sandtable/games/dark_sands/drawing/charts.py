"""The charts, from the data in play: both combat tables, the terrain chart, counters, supports, tracks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from sandtable.games.dark_sands.drawing.board import SIDE_NAMES
from sandtable.games.dark_sands.drawing.chits import FACES
from sandtable.games.dark_sands.drawing.combats import is_cast, odds_now
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint
from sandtable.games.dark_sands.printed.calendar import COLUMNS, RESULTS, TABLES, Arrival, ReplacementChit
from sandtable.games.dark_sands.printed.counters import Face, Support, Unit
from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.printed.ground import MOUNTAIN, QUARTERS, ROUGH, SALT_MARSH, TERRAINS
from sandtable.games.dark_sands.rules.c19_reach import points
from sandtable.games.dark_sands.rules.c20_odds import HIGHEST, LOWEST, NONE
from sandtable.kernel.bits import ones
from sandtable.kernel.charts import Chart, Row, figure, rows_of, written
from sandtable.kernel.scene import Entry, Lit
from sandtable.kernel.words import phrase

COMBAT = tuple(f"combat-{table}" for table in TABLES)
COUNTERS = ("counters-axis", "counters-allies")
GROUND, TURNS, ARRIVALS = "terrain", "turns", "arrivals"
DICE = range(LOWEST, HIGHEST + 1)
KINDS = {
    "infantry": "infantry",
    "mot_infantry": "motorised infantry",
    "mg": "machine guns",
    "garrison": "garrison",
    "tank": "tanks",
    "panzer": "panzers",
    "armoured_car": "armoured cars",
    "hq": "headquarters",
}
SUPPORTS = {
    "naval": "naval guns",
    "air": "aircraft",
    "artillery": "artillery",
    "anti_tank": "anti-tank guns",
    "amphibious": "amphibious",
}
ACTIONS = {"arrive": "arrives", "depart": "leaves", "return": "comes back", "upgrade": "is upgraded"}
BY_ROAD = "only along a road or track"
EFFECTS = {
    ROUGH: ("+1 to the defence", BY_ROAD),
    MOUNTAIN: ("one column left", BY_ROAD),
    SALT_MARSH: ("tanks, panzers and armoured cars count half", BY_ROAD),
}
"""Note A: in battle, zones of control."""
NO_VEHICLES = (MOUNTAIN, SALT_MARSH)
"""Note C: closed to tanks, panzers and armoured cars, but for roads and tracks."""
FORTS = (
    ("fort of Bardia", "+1 to the defence"),
    ("fort of Tobruk", "+1 for each defending infantry unit (note F)"),
)
SIDES_OF_HEXES = (
    ("wadi", "+1 to the defence if all attack over it", "no effect"),
    ("ridge", "-1 for each unit that attacks over it", BY_ROAD),
)
ALONG = (("along a road", 1), ("along a track", 2))
"""In quarters of a point."""


@cache
def charts(printed: Printed) -> tuple[Chart, ...]:
    """The same for everybody: nothing is hidden in this game."""
    return (
        *combat(printed),
        terrain(),
        turns(printed),
        arrivals(printed),
        *counters(printed),
        supports(printed),
        headquarters(printed),
        chits(printed),
        replacements(printed),
        scenarios(printed),
    )


def _heads(*words: str) -> tuple[str, ...]:
    return tuple(map(phrase, words))


# Combat and terrain


def combat(printed: Printed) -> Iterator[Chart]:
    """20.2.7: the two tables, by modified roll and odds."""
    titles = ("Combat: Mobile table", "Combat: Assault table")
    for chart, title, table in zip(COMBAT, titles, printed.tables, strict=True):
        yield Chart(
            id=chart,
            title=phrase(title),
            columns=(phrase("Die, modified"), *COLUMNS),
            rows=rows_of((die, *(RESULTS[column[die - LOWEST]] for column in table)) for die in DICE),
            note=phrase(
                "A modified roll below 1 counts as 1, above 8 as 8. The rules of each result are in 20.3."
            ),
            rule="20.2.7",
            source="crt.csv",
        )


def terrain() -> Chart:
    """6.0: the terrain chart. On the side maps a step costs twice as much."""
    return Chart(
        id=GROUND,
        title=phrase("Terrain"),
        columns=_heads("Ground", "Central", "West and East", "In battle", "Zones enter"),
        rows=(*map(_ground, TERRAINS), *_forts(), *_sides_of_hexes(), *_along()),
        note=phrase("Movement points. Roads and tracks cancel what wadis and ridges add."),
        rule="6.0",
    )


def _ground(ground: str) -> Row:
    battle, zone = EFFECTS.get(ground, ("-", "yes"))
    price = QUARTERS * (1 + (ground in (ROUGH, MOUNTAIN)))
    words = "{points}; vehicles only along a road or track" if ground in NO_VEHICLES else "{points}"
    central, sides = (phrase(words, points=points(scale * price)) for scale in (1, 2))
    name = phrase(ground.replace("_", " "))
    return written(name, "-" if ground == MOUNTAIN else central, sides, phrase(battle), phrase(zone))


def _forts() -> Iterator[Row]:
    other = phrase("as the ground")
    return (written(phrase(name), other, other, phrase(battle), phrase("never")) for name, battle in FORTS)


def _sides_of_hexes() -> Iterator[Row]:
    for name, battle, zone in SIDES_OF_HEXES:
        yield written(
            phrase(name), f"+{points(QUARTERS)}", f"+{points(2 * QUARTERS)}", phrase(battle), phrase(zone)
        )
    shut = phrase(BY_ROAD)
    yield written(phrase("escarpment, or sea all along"), shut, shut, shut, shut)


def _along() -> Iterator[Row]:
    return (written(phrase(name), points(price), points(2 * price), "-", phrase("yes")) for name, price in ALONG)


# Counters


def counters(printed: Printed) -> Iterator[Chart]:
    """2.2: every unit, and below it its better counters (22.5)."""
    for side, chart in enumerate(COUNTERS):
        yield Chart(
            id=chart,
            title=phrase("Counters of the {side}", side=phrase(SIDE_NAMES[side])),
            columns=_heads("Unit", "Formation", "Nation", "Kind", "Size", "Full strength", "Reduced", "Mark"),
            rows=tuple(_counter(unit, version) for unit, version in _faces_of(printed, side)),
            note=phrase("Attack-defence-movement. A dot makes disorganisation likelier; R: cannot be rebuilt."),
            rule="2.2",
            source="units.csv",
        )


def _faces_of(printed: Printed, side: int) -> Iterator[tuple[Unit, int]]:
    return ((unit, n) for unit in printed.units if unit.side == side for n in range(len(unit.faces)))


def _counter(unit: Unit, version: int) -> Row:
    full, reduced = unit.faces[version]
    name = f"{unit.id} [T{unit.upgrades[version - 1]}]" if version else unit.id
    return written(
        Entry(name, piece="" if version else unit.name),
        unit.formation or "-",
        phrase(unit.nation),
        phrase(KINDS[unit.type]),
        phrase(unit.size),
        _figures(full),
        _figures(reduced) if unit.steps > 1 else "-",
        "".join(mark for mark, bears in (("•", unit.dot), ("R", unit.non_replaceable)) if bears) or "-",
    )


def _figures(face: Face) -> str:
    return f"{face.attack}-{face.defence}-{face.movement}"


def supports(printed: Printed) -> Chart:
    """13: what is added to a battle from off the map; a second figure is that of the better counter."""
    return Chart(
        id="supports",
        title=phrase("Supports"),
        columns=_heads("Support", "Side", "Kind", "Attack", "Defence"),
        rows=tuple(map(_support, printed.supports)),
        rule="13.1",
        source="supports.csv",
    )


def _support(support: Support) -> Row:
    attack, defence = (", ".join(map(str, values)) for values in (support.attack, support.defence))
    side = phrase(SIDE_NAMES[support.side])
    return written(Entry(support.id, piece=support.name), side, phrase(SUPPORTS[support.kind]), attack, defence)


def headquarters(printed: Printed) -> Chart:
    """11.0: how far each headquarters reaches."""
    return Chart(
        id="headquarters",
        title=phrase("Headquarters"),
        columns=_heads("Headquarters", "Side", "Range", "Movement"),
        rows=rows_of(
            (Entry(unit.id, piece=unit.name), phrase(SIDE_NAMES[unit.side]), unit.range, unit.faces[0][0].movement)
            for unit in (printed.units[number] for number in ones(printed.hqs))
        ),
        rule="11.0",
        source="hqs.csv",
    )


# Tracks


def turns(printed: Printed) -> Chart:
    """18.5, 17.3, 12.6: what each turn brings."""
    return Chart(
        id=TURNS,
        title=phrase("Turn track"),
        columns=_heads("Turn", "Months", "Initiative", "Panzer repair", "Replacements", "Cadres", "Assault table"),
        rows=rows_of(
            (
                number,
                turn.months,
                phrase(SIDE_NAMES[turn.initiative]),
                _yes(bool(turn.panzer_repair)),
                phrase("pool of {year}", year=turn.pool) if turn.pool else "-",
                _yes(turn.cadres),
                _yes(turn.assault),
            )
            for number, turn in enumerate(printed.turns)
            if number
        ),
        rule="16.0",
        source="turn_track.csv",
    )


def _yes(holds: bool) -> str:
    return phrase("yes") if holds else "-"


def arrivals(printed: Printed) -> Chart:
    """22: who comes, goes and is upgraded in which turn."""
    return Chart(
        id=ARRIVALS,
        title=phrase("Reinforcements"),
        columns=_heads("Unit", "Turn", "Side", "What", "Exchange"),
        rows=tuple(_arrival(printed, line) for line in _lines(printed)),
        note=phrase("Units with the same sign in the last column are exchanged for each other (22.4)."),
        rule="22.1",
        source="reinforcements.csv",
    )


def _lines(printed: Printed) -> list[Arrival]:
    return [line for turn in printed.arrivals for line in turn]


def _arrival(printed: Printed, line: Arrival) -> Row:
    known = printed.units[line.unit] if line.unit >= 0 else printed.supports[line.support]
    what, side = phrase(ACTIONS[line.action]), phrase(SIDE_NAMES[line.side])
    return written(Entry(known.id, piece=known.name), line.turn, side, what, line.group or "-")


def chits(printed: Printed) -> Chart:
    """18.3: the chits of every turn, those that are held (18.6.1) among them."""
    return Chart(
        id="chits",
        title=phrase("Action chits"),
        columns=_heads("Chit", "Turn", "Side", "How many"),
        rows=rows_of(_chits(printed)),
        note=phrase("A Reinforcement chit of turn 3 is not drawn: it is played in a segment of its own (18.4)."),
        rule="18.3",
        source="chits.csv",
    )


def _chits(printed: Printed) -> Iterator[tuple[object, ...]]:
    for turn in range(1, len(printed.turns)):
        used = (printed.chits[chit] for chit in ones(printed.cups[turn] | printed.priority[turn]))
        for (side, kind), count in Counter((chit.side, chit.kind) for chit in used).items():
            yield phrase(FACES[kind][1]), turn, phrase(SIDE_NAMES[side]) if side >= 0 else "-", count


def replacements(printed: Printed) -> Chart:
    """17.2: what each replacement chit brings."""
    kinds = ("Panzer", "German infantry", "Italian", "Allied tank", "Allied infantry")
    return Chart(
        id="replacements",
        title=phrase("Replacement chits"),
        columns=_heads("Chit", "Side", "Year", *kinds),
        rows=tuple(map(_replacement, printed.replacements)),
        note=phrase("Emergency Replacements and FDR's Promise wait until their condition holds (17.3.3, 17.4.4)."),
        rule="17.2",
        source="replacements.csv",
    )


def _replacement(chit: ReplacementChit) -> Row:
    name = chit.name.replace("-", " ", 1)
    return written(name, phrase(SIDE_NAMES[chit.side]), chit.year, *map(figure, chit.points))


def scenarios(printed: Printed) -> Chart:
    """P1: the scenarios."""
    return Chart(
        id="scenarios",
        title=phrase("Scenarios"),
        columns=_heads("Scenario", "First turn", "Last turn", "Initiative", "Axis points", "Allied points"),
        rows=rows_of(
            (
                phrase(each.id.capitalize()),
                each.first,
                each.last,
                phrase(SIDE_NAMES[each.initiative]),
                *map(figure, each.points),
            )
            for each in printed.setups
        ),
        rule="4.0",
        source="scenarios.csv",
    )


# What is in use


def lit(viewpoint: Viewpoint) -> Iterator[Lit]:
    """The column of the battle in its table, the ground under the group that moves, the turn of what arrives."""
    state = viewpoint.state
    if state.target >= 0 and not is_cast(viewpoint):
        found = odds_now(state)
        if found.fight.attackers and found.column != NONE:
            yield Lit(COMBAT[found.table], column=1 + found.column)
    yield from _moving(viewpoint)
    if {"replacements", "initiative"} & {*viewpoint.stack}:
        yield Lit(TURNS, row=state.turn - 1)
    if "reinforcement" in viewpoint.stack:
        due = [number for number, line in enumerate(_lines(state.printed)) if line.turn == state.turn]
        yield from (Lit(ARRIVALS, row=number) for number in due)


def _moving(viewpoint: Viewpoint) -> Iterator[Lit]:
    """19.1: the ground under the units of the group, and their counters."""
    state, printed = viewpoint.state, viewpoint.state.printed
    for number, hexes in enumerate(printed.ground.terrain):
        if any(state.place[unit] >= 0 and hexes >> state.place[unit] & 1 for unit in ones(state.group)):
            yield Lit(GROUND, row=number)
    for unit in ones(state.group):
        known = printed.units[unit]
        yield Lit(COUNTERS[known.side], row=[each for each, _ in _faces_of(printed, known.side)].index(known))

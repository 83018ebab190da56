"""The charts, from the data in play: fire tables, terrain, counters, places, missions, both decks with what the
reader knows of each card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.games.shifting_sands.drawing.hands import replacements
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint
from sandtable.games.shifting_sands.notation.words import SIDE_NAMES
from sandtable.games.shifting_sands.printed.cards import Card
from sandtable.games.shifting_sands.printed.counters import ADJECTIVES, Face, Unit
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.printed.files import Space
from sandtable.games.shifting_sands.printed.tables import FACES, MISSIONS, TABLES, Column, Effects
from sandtable.games.shifting_sands.rules.c11_battles import fire_is_over
from sandtable.games.shifting_sands.rules.c11_fight import fight_of
from sandtable.games.shifting_sands.rules.c11_fire import fire
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from sandtable.kernel.bits import ones
from sandtable.kernel.charts import Chart, Row, figure, found, rows_of, signed, written
from sandtable.kernel.scene import Entry, Lit
from sandtable.kernel.words import phrase

FIRE = {table: f"fire-{table}" for table in TABLES}
FIRE_TITLES = ("Fire: Battlegroup table", "Fire: Division table")
GROUND, PLACES, MISSION = "terrain", "places", "missions"
DIVISIONS, GROUPS = ("divisions-axis", "divisions-allies"), ("battlegroups-axis", "battlegroups-allies")
DECKS = ("cards-axis", "cards-allies")
PORTS = {"no": "-", "yes": "port", "after_torch": "port of the Allies after Torch"}
SOURCES = {
    "": "-",
    "axis": "Axis",
    "allied": "Allies",
    "axis_after_torch": "Axis, after Torch",
    "allied_after_torch": "Allies, after Torch",
}
MISSION_NAMES = ("Intelligence", "Raid")


def charts(viewpoint: Viewpoint) -> Iterator[Chart]:
    """What is printed is the same for everybody; beside the cards stands what the reader knows of them."""
    printed = viewpoint.state.printed
    yield from tables(printed)
    yield from (deck(viewpoint, side) for side in range(2))


@cache
def tables(printed: Printed) -> tuple[Chart, ...]:
    both = range(2)
    return (
        *(fire_table(printed, table, title) for table, title in zip(TABLES, FIRE_TITLES, strict=True)),
        terrain(printed),
        places(printed),
        *(divisions(printed, side) for side in both),
        *(battlegroups(printed, side) for side in both),
        missions(printed),
    )


def _heads(*words: str) -> tuple[str, ...]:
    return tuple(map(phrase, words))


def _yes(holds: bool) -> str:
    return phrase("yes") if holds else "-"


# Battle


def fire_table(printed: Printed, table: str, title: str) -> Chart:
    """11.27: the loss number by modified die and strength; results in bold overrun (11.47)."""
    columns = printed.fire[table]
    return Chart(
        id=FIRE[table],
        title=phrase(title),
        columns=(phrase("Die, modified"), *(column.title for column in columns)),
        rows=rows_of((die, *(_loss(column, die) for column in columns)) for die in FACES),
        note=phrase(
            "The loss number that the other side suffers. With an asterisk: an overrun, if one is possible."
        ),
        rule="11.27",
        source="fire_tables.csv",
    )


def _loss(column: Column, die: int) -> str:
    return f"{column.losses[die - 1]}{'*' if column.bold[die - 1] else ''}"


def terrain(printed: Printed) -> Chart:
    """9.11, 11: what the ground of the space attacked does to a battle."""
    heads = ("Attacker's column", "Defender's column", "A step more cancels the retreat", "Flank attack")
    return Chart(
        id=GROUND,
        title=phrase("Terrain"),
        columns=_heads("Ground", *heads, "Overrun", "Stops an advance"),
        rows=tuple(_effects(ground, effects) for ground, effects in printed.effects.items()),
        note=phrase("Every space costs one movement point, whatever its ground (9.11). A fort adds its strength."),
        rule="11.27",
        source="terrain_effects.csv",
    )


def _effects(ground: str, effects: Effects) -> Row:
    return written(
        phrase(ground),
        signed(effects.attacker_shift),
        signed(effects.defender_shift),
        *map(_yes, (effects.stands, effects.flanks, effects.overruns, effects.stops_advance)),
    )


def missions(printed: Printed) -> Chart:
    """11.7: what a mission of the LRDG brings."""
    return Chart(
        id=MISSION,
        title=phrase("Missions of the LRDG"),
        columns=_heads("Mission", "Die", "Axis cards shown", "Axis cards discarded", "Steps of the LRDG lost"),
        rows=rows_of(
            (phrase(name), die, figure(one.shown), figure(one.discarded), figure(one.losses))
            for name, mission in zip(MISSION_NAMES, MISSIONS, strict=True)
            for die, one in zip(FACES, printed.missions[mission], strict=True)
        ),
        rule="11.7",
        source="lrdg.csv",
    )


# Counters and places


def divisions(printed: Printed, side: int) -> Chart:
    """2.2: the divisions, and below them their stronger counters (7.54)."""
    return Chart(
        id=DIVISIONS[side],
        title=phrase("Divisions of the {side}", side=phrase(SIDE_NAMES[side])),
        columns=_heads("Division", "Nation", "Kind", "Full strength", "Reduced", "Mark"),
        rows=tuple(_division(unit, version) for unit, version in _versions(printed, side)),
        note=phrase("Combat-loss-movement. Units with a dot never get replacements (15.43)."),
        rule="4.2",
        source="units.csv",
    )


def _versions(printed: Printed, side: int) -> Iterator[tuple[Unit, int]]:
    own = (unit for unit in printed.units if unit.division and unit.side == side)
    return ((unit, version) for unit in own for version in range(len(unit.faces)))


def _division(unit: Unit, version: int) -> Row:
    name = phrase("{unit}, stronger counter", unit=unit.title) if version else unit.title
    full, reduced = unit.faces[version]
    return written(
        Entry(name, piece="" if version else unit.id),
        phrase(ADJECTIVES[unit.nation]),
        _kind(unit),
        _figures(full),
        _figures(reduced),
        "•" if unit.dot else "-",
    )


def _kind(unit: Unit) -> str:
    return phrase("armour") if unit.armour else phrase("infantry")


def _figures(face: Face) -> str:
    return f"{face.combat}-{face.loss}-{face.movement}"


def battlegroups(printed: Printed, side: int) -> Chart:
    """2.2: the battlegroups by kind, and how many counters there are."""
    return Chart(
        id=GROUPS[side],
        title=phrase("Battlegroups of the {side}", side=phrase(SIDE_NAMES[side])),
        columns=_heads("Battlegroup", "Nation", "Kind", "Full strength", "Reduced", "Counters"),
        rows=tuple(_group(printed, unit) for unit in _groups(printed, side)),
        note=phrase("Combat-loss-movement."),
        rule="4.2",
        source="battlegroups.csv",
    )


def _groups(printed: Printed, side: int) -> list[Unit]:
    """One of each pool."""
    firsts = {unit.pool: unit for unit in reversed(printed.units) if unit.pool and unit.side == side}
    return [*reversed(firsts.values())]


def _group(printed: Printed, unit: Unit) -> Row:
    figures = map(_figures, unit.faces[0])
    counters = printed.pools[unit.pool].bit_count()
    return written(unit.title, phrase(ADJECTIVES[unit.nation]), _kind(unit), *figures, counters)


def places(printed: Printed) -> Chart:
    """3.0: the spaces with a fort, a port, a source of supply or a victory point."""
    return Chart(
        id=PLACES,
        title=phrase("Forts, ports, sources, victory spaces"),
        columns=_heads("Space", "Region", "Ground", "Fort", "Port", "Source of supply", "Points"),
        rows=tuple(
            _place(printed, number, space) for number, space in enumerate(printed.spaces) if _counts(space)
        ),
        rule="3.0",
        source="spaces.csv",
    )


def _counts(space: Space) -> bool:
    return space.on_map and bool(space.fort or space.port != "no" or space.source or space.points)


def _place(printed: Printed, number: int, space: Space) -> Row:
    return written(
        Entry(space.name, cell=number),
        phrase(space.region),
        phrase(space.terrain),
        figure(space.fort),
        phrase(PORTS[space.port]),
        phrase(SOURCES[space.source]),
        figure(space.points),
    )


# Cards


def deck(viewpoint: Viewpoint, side: int) -> Chart:
    """2.3, 5, 7: the cards of a side, and where each is as far as the reader knows."""
    printed, known = viewpoint.state.printed, dict(_known(viewpoint, side))
    return Chart(
        id=DECKS[side],
        title=phrase("Cards of the {side}", side=phrase(SIDE_NAMES[side])),
        columns=_heads("Card", "Title", "Year", "Operations", "Kind", "Replacements", "Now"),
        rows=tuple(_card(printed.cards[card], known.get(card, "")) for card in ones(printed.decks[side])),
        note=phrase("+: operations and event together. *: out of the game once its event is played."),
        rule="7.1",
        source=("cards_axis.csv", "cards_allied.csv")[side],
    )


def _card(face: Card, where: str) -> Row:
    marks = f"{'+' if face.square else ''}{'*' if face.asterisk else ''}"
    return written(
        face.id,
        Entry(phrase(face.title), rule=face.id),
        face.year,
        f"{face.operations}{marks}",
        phrase(face.type),
        replacements(face, brief=True) or "-",
        where or phrase("in the hand, the draw pile or the discards"),
    )


def _known(viewpoint: Viewpoint, side: int) -> Iterator[tuple[int, str]]:
    """Where the cards of a side are that the reader can place; what he holds himself, he places all."""
    state = viewpoint.state
    own = side == viewpoint.side
    piles = [
        (state.waiting, "of a year that has not begun"),
        (state.removed, "out of the game"),
        (state.kept, "lies before its owner"),
        (state.combat_cards[side], "in the battle"),
        (viewpoint.seen_discards, "discarded"),
        (viewpoint.seen_hands, "in the hand"),
    ]
    if own:
        piles += [
            (draw_pile(state, side), "in the draw pile"),
            (state.discards[side] | state.aside[side], "discarded"),
            (state.hands[side] | state.taken[side], "in your hand"),
        ]
    for cards, words in piles:
        yield from ((card, phrase(words)) for card in ones(cards & state.printed.decks[side]))


# What is in use


def lit(viewpoint: Viewpoint) -> Iterator[Lit]:
    """Both columns of a battle and its ground; the counter in mid-move."""
    state, printed = viewpoint.state, viewpoint.state.printed
    if state.target >= 0:
        if not (all(state.fired) or fire_is_over(state)):
            yield from _firing(state)
        space = printed.spaces[state.target]
        grounds = {space.terrain, "fort" if space.fort else ""}
        yield from (Lit(GROUND, row=row) for row in found(printed.effects, grounds))
        yield from _rows_of(printed, state.attackers)
    elif state.walker >= 0:
        yield from _rows_of(printed, 1 << state.walker)


def _firing(state: Theatre) -> Iterator[Lit]:
    fight = fight_of(state)
    for side in (fight.attacking, fight.defending) if fight.attackers else ():
        fired = fire(state, fight, side)
        yield Lit(FIRE[fired.table], column=1 + fired.column)


def _rows_of(printed: Printed, units: int) -> Iterator[Lit]:
    for known in (printed.units[unit] for unit in ones(units)):
        if known.division:
            yield Lit(DIVISIONS[known.side], row=[unit for unit, _ in _versions(printed, known.side)].index(known))
        else:
            pools = [unit.pool for unit in _groups(printed, known.side)]
            yield Lit(GROUPS[known.side], row=pools.index(known.pool))

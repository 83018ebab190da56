"""The charts, from the data in play: fire, blocks, movement and supply, options, prices, arrivals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.games.rommel_in_the_desert.drawing.combats import Battle, battles
from sandtable.games.rommel_in_the_desert.drawing.panels import BUILDING, TURN_OPTIONS
from sandtable.games.rommel_in_the_desert.knowledge.view import Known, View, rosters, told
from sandtable.games.rommel_in_the_desert.notation.words import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.printed.data import (
    HEXSIDE_LIMIT,
    ROAD_BONUS,
    SUPPLY_RANGE,
    Printed,
)
from sandtable.games.rommel_in_the_desert.printed.files import ROADS, Unit
from sandtable.games.rommel_in_the_desert.printed.scenarios import Scenario
from sandtable.games.rommel_in_the_desert.rules.c04_cards import LAY
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.rules.c09_fire import CLASS_NAMES
from sandtable.games.rommel_in_the_desert.state import DEAD, OUT
from sandtable.kernel.bits import ones
from sandtable.kernel.charts import Chart, Row, figure, found, rows_of, written
from sandtable.kernel.scene import Entry, Lit
from sandtable.kernel.words import phrase

FIRE, TYPES, OPTIONS, PRICES, ROAD = "fire", "types", "options", "prices", "roads"
BLOCKS = ("blocks-axis", "blocks-allies")
SIX = 6
UNUSED = phrase("not in this scenario")
TYPE_NAMES = {
    "recon": "reconnaissance",
    "armor": "armour",
    "mech_inf": "mechanised infantry",
    "mot_inf": "motorised infantry",
    "infantry": "infantry",
    "para": "parachutists",
    "mob_at": "mobile anti-tank",
    "mot_at": "motorised anti-tank",
    "sp_arty": "self-propelled artillery",
    "artillery": "artillery",
}
PRICE_NAMES = {
    "minefield": ("A minefield", "16.55"),
    "card": ("An extra card", "16.54"),
    "redeployment": ("A redeployment by land", "16.51"),
    "sea": ("A redeployment by sea", "16.51"),
    "sea-besieged": ("By sea to or from a besieged port (Allies)", "16.53"),
    "saved": ("The most points that can be saved", "16.5"),
}
ROAD_NAMES = ("no road", "trail", "track", "highway")
SIDE_NAMES = {
    "clear": ("clear", "1.4"),
    "pass": ("pass or gap", "7.1"),
    "mountain": ("mountain, only by road", "7.1"),
    "ridge": ("ridge", "1.4"),
    "marsh": ("salt marsh", "1.4"),
}


def charts(view: View, printed: Printed) -> Iterator[Chart]:
    """What is printed is the same for everybody; beside the blocks stands what the reader knows of them."""
    scenario = printed.scenarios[view.fields["scenario"]]
    yield from (fire(printed), types(printed), roads(), hexsides())
    yield from (options(printed), prices(printed), arrivals(printed, scenario))
    yield from (blocks(view, printed, side) for side in (0, 1))
    yield from (ports(printed), scenarios(printed))


def _heads(*words: str) -> tuple[str, ...]:
    return tuple(map(phrase, words))


# The fire


@cache
def fire(printed: Printed) -> Chart:
    """9.4: the faces with which a class hits another."""
    return Chart(
        id=FIRE,
        title=phrase("Fire"),
        columns=(phrase("Fires"), *(phrase("at {arm}", arm=name) for name in CLASS_NAMES)),
        rows=rows_of(
            (str(name), *(_faces(least) for least in line))
            for name, line in zip(CLASS_NAMES, printed.hits_from, strict=True)
        ),
        note=phrase("The faces of a die that hit. One die for each CV."),
        rule="9.4",
        source="fire_table.csv hit_numbers.csv",
    )


def _faces(least: int) -> str:
    return str(SIX) if least == SIX else f"{least}-{SIX}"


@cache
def types(printed: Printed) -> Chart:
    """2.2: class, speed, and what a CV costs in the Buildup (16.54)."""
    sorts = {unit.sort.name: unit.sort for unit in printed.units}
    return Chart(
        id=TYPES,
        title=phrase("Types of unit"),
        columns=_heads("Type", "Class", "Speed", "Points for a CV"),
        rows=rows_of(
            (phrase(TYPE_NAMES[name]), str(CLASS_NAMES[sort.arm]), sort.speed, sort.bp_per_cv)
            for name, sort in sorted(sorts.items(), key=lambda pair: [*TYPE_NAMES].index(pair[0]))
        ),
        rule="2.2",
        source="unit_types.csv",
    )


# The ground


@cache
def roads() -> Chart:
    """6.2, 12.4: what a road adds to a move, and how far a link of a chain of supply reaches."""
    lines = zip(ROAD_NAMES, ROAD_BONUS, SUPPLY_RANGE, strict=True)
    return Chart(
        id=ROAD,
        title=phrase("Movement and supply along roads"),
        columns=_heads("Along", "Hexes more in a move", "Link of a chain of supply"),
        rows=rows_of(
            (
                phrase(name),
                f"+{bonus}" if bonus else "-",
                phrase("{hexes} hexes", hexes=reach) if reach > 1 else phrase("1 hex"),
            )
            for name, bonus, reach in lines
        ),
        note=phrase(
            "A move along several roads has the smallest bonus of them; one step without a road has none."
        ),
        rule="6.2",
    )


@cache
def hexsides() -> Chart:
    """1.4, 7.1: what may cross a hexside."""
    return Chart(
        id="hexsides",
        title=phrase("Hexsides"),
        columns=_heads("Hexside", "Units that may engage over it", "Rule"),
        rows=rows_of(
            (phrase(name), limit or phrase("closed"), Entry("", rule=rule))
            for (name, rule), limit in ((SIDE_NAMES[each], limit) for each, limit in HEXSIDE_LIMIT.items())
        ),
        note=phrase("In a movement phase; a Blitz counts again from zero for its second move."),
        rule="7.1",
    )


# Cards and points


@cache
def options(printed: Printed) -> Chart:
    """4.0: what the options of a turn cost and give."""
    words = {name.lower(): (sentence, rule) for name, _, sentence, rule in TURN_OPTIONS}
    return Chart(
        id=OPTIONS,
        title=phrase("Options for the turn"),
        columns=_heads("Option", "Real cards", "Moves", "Rounds of combat", "You may make"),
        rows=rows_of(
            (phrase(name.capitalize()), *map(figure, numbers), Entry(phrase(words[name][0]), rule=words[name][1]))
            for name, numbers in printed.options.items()
        ),
        rule="4.0",
        source="turn_options.csv",
    )


@cache
def prices(printed: Printed) -> Chart:
    """16.5: what points buy; steps are in the chart of types."""
    return Chart(
        id=PRICES,
        title=phrase("Prices in the Buildup"),
        columns=_heads("For", "Points"),
        rows=rows_of(
            (Entry(phrase(PRICE_NAMES[item][0]), rule=PRICE_NAMES[item][1]), price)
            for item, price in printed.costs.items()
        ),
        rule="16.5",
        source="costs.csv",
    )


# The armies


def arrivals(printed: Printed, scenario: Scenario) -> Chart:
    """16.4, 18: who starts, and who comes in which month."""
    return Chart(
        id="arrivals",
        title=phrase("Forces and arrivals: {scenario}", scenario=scenario.title),
        columns=_heads("When", "Side", "Units"),
        rows=tuple(_forces(printed, scenario)),
        rule=scenario.rule,
    )


def _forces(printed: Printed, scenario: Scenario) -> Iterator[Row]:
    for group in scenario.deployments:
        yield written(phrase("at the start"), str(SIDES[group.side]), _names(printed, group.units))
    for month, coming in enumerate(scenario.arrivals):
        for side, units in enumerate(coming):
            if units:
                yield written(scenario.date(month), str(SIDES[side]), _names(printed, units))
    if scenario.malta:
        yield written(
            Entry(phrase("the Malta group"), rule="18.6"), str(SIDES[0]), _names(printed, scenario.malta)
        )


def _names(printed: Printed, units: int) -> str:
    return ", ".join(printed.units[unit].name for unit in ones(units))


def blocks(view: View, printed: Printed, side: int) -> Chart:
    """2: the blocks of a side, and what the reader knows of each now."""
    known, used = {seen.unit: seen for seen in view.known}, rosters(printed, view.fields["scenario"])
    return Chart(
        id=BLOCKS[side],
        title=phrase("Blocks of the {side}", side=SIDES[side]),
        columns=_heads("Block", "Nation", "Type", "Elite", "Most CV", "As far as you know"),
        rows=tuple(
            _block(unit, _where(printed, known.get(unit.number)) if unit.number in used else UNUSED)
            for unit in printed.units
            if unit.side == side
        ),
        note=phrase("An elite unit has two CV a step."),
        rule="2.1",
        source="units.csv",
    )


def _block(unit: Unit, where: str) -> Row:
    return written(
        Entry(unit.name, piece=unit.id),
        phrase(unit.nation),
        phrase(TYPE_NAMES[unit.sort.name]),
        phrase("yes") if unit.elite else "-",
        unit.max_cv,
        where,
    )


def _where(printed: Printed, seen: Known | None) -> str:
    if seen is None:
        return phrase("not known")
    if seen.place >= 0:
        return phrase("{place}, CV {cv}", place=hex_name(printed, seen.place), cv=seen.cv)
    return {OUT: phrase("still to come"), DEAD: phrase("eliminated")}.get(seen.place, phrase("beside the map"))


@cache
def ports(printed: Printed) -> Chart:
    """13.3: how many units each fortress supplies, by side."""
    return Chart(
        id="ports",
        title=phrase("Ports"),
        columns=_heads("Fortress", "Axis units", "Allied units"),
        rows=rows_of(
            (Entry(hex_name(printed, place), cell=place), *capacity)
            for place, capacity in zip(printed.fortresses, printed.capacity, strict=True)
        ),
        rule="13.3",
        source="ports.csv",
    )


@cache
def scenarios(printed: Printed) -> Chart:
    """18: the months, cards and dice of every scenario."""
    heads = ("Scenario", "First month", "Last month", "Begins", "Axis cards", "Axis cards a month", "Allied cards")
    return Chart(
        id="scenarios",
        title=phrase("Scenarios"),
        columns=_heads(*heads, "Allied cards a month", "Dice of the Buildup", "Malta from"),
        rows=tuple(map(_scenario, printed.scenarios)),
        rule="18.0",
        source="scenarios.csv",
    )


def _scenario(each: Scenario) -> Row:
    cards = (number for pair in zip(each.cards, each.resupply, strict=True) for number in pair)
    first, months = str(SIDES[each.first_player]), (each.start_month, each.end_month)
    return written(phrase(each.title), *months, first, *cards, each.bp_dice, figure(each.malta_from))


# What is in use


def lit(view: View, printed: Printed) -> Iterator[Lit]:
    """The class that fires, the road and the type of a block in mid-move, the options or the prices."""
    if not view.frames:
        return
    top = view.frames[-1]
    for battle in battles(view, printed):
        yield from _fired(battle)
    if top[0] == STEP.name and (unit := told(top, STEP.unit)) >= 0:
        yield from _moving(view, printed, unit)
    if top[0] == LAY.name:
        yield Lit(OPTIONS)
    if BUILDING & {str(frame[0]) for frame in view.frames}:
        yield Lit(PRICES)


def _fired(battle: Battle) -> Iterator[Lit]:
    """9.3: who fires at what, of the side whose turn it is; or the block that chooses its target."""
    if battle.firing < 0:
        return
    aiming = battle.aiming()
    for known, shots in battle.to_fire(battle.firing):
        if aiming in (-1, known.unit):
            row = battle.printed.arm[known.unit]
            yield from (Lit(FIRE, row=row, column=1 + shot.arm) for shot in (shots if aiming >= 0 else shots[:1]))


def _moving(view: View, printed: Printed, unit: int) -> Iterator[Lit]:
    """2.2, 6.2: the type of the block, its line among the blocks, and the roads that leave its hex."""
    known = printed.units[unit]
    yield Lit(TYPES, row=[*TYPE_NAMES].index(known.sort.name))
    own = [each for each in printed.units if each.side == known.side]
    yield Lit(BLOCKS[known.side], row=own.index(known))
    place = next((seen.place for seen in view.known if seen.unit == unit), -1)
    if place >= 0:
        best = max(printed.road[side] for side in printed.sides.of[place])
        yield from (Lit(ROAD, row=row) for row in found(ROADS, [ROADS[best]]))

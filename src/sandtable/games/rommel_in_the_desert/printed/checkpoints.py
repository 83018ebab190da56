"""The check points of checkpoints.csv: what each expects, and what the data say.

Those about play are worked out in example_checks.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.printed.data import (
    ALLIED,
    AXIS,
    DUMMY_CARDS,
    HAND_LIMIT,
    HIGHWAY,
    NONE,
    REAL_CARDS,
    ROAD_BONUS,
    SUPPLY_RANGE,
    TRACK,
    TRAIL,
)
from sandtable.games.rommel_in_the_desert.printed.example_checks import (
    assault_dice,
    demonstration_buildup,
    first_builders,
    fortress_dice,
    hits_in_a_minefield,
    hits_on_elite_armor,
    hits_on_mixed_armor,
    pursuit_of_mechanized,
    trips,
)
from sandtable.games.rommel_in_the_desert.printed.facts import UNREACHED, Facts
from sandtable.games.rommel_in_the_desert.printed.files import CLASSES, NATIONS, ROADS, Unit
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import HEXES
from sandtable.games.rommel_in_the_desert.rules.c17_victory import (
    ATTRITION,
    BASE,
    DECISIVE,
    EXIT,
    GERMAN,
    OTHER,
    POINTS,
    POSITIONAL,
)


class Check(NamedTuple):
    """What is expected, and how to find out what the data say."""

    expected: str
    find: Callable[[Facts], str]


def words(*values: object) -> str:
    return " ".join(str(value) for value in values)


def holds(test: Callable[[Facts], bool]) -> Check:
    """A statement that is true or not."""
    return Check("yes", lambda facts: "yes" if test(facts) else "no")


def counts(number: int, units: Callable[[Facts], Iterable[Unit]]) -> Check:
    return Check(str(number), lambda facts: str(len(list(units(facts)))))


# The map


def eight_lines(facts: Facts) -> dict[str, list[tuple[str, ...]]]:
    """5.3, example: the lines of a unit at Mechili with others at Msus and Charruba."""
    return facts.road_lines("21/3@Mechili", "Trento@Msus", "Ariete@Charruba")


def only_capuzzo_leads_away(facts: Facts) -> str:
    """The highway hexsides that lead away from El Agheila, walking westward."""
    distance = facts.printed.distance[AXIS]
    away = [(a, b) for a, b in facts.highway_west() if distance[facts.place(b)] > distance[facts.place(a)]]
    return ", ".join(words(*pair) for pair in away)


def bypasses_gazala(facts: Facts) -> bool:
    """12.7, example A: a unit east of Bir Harmat is supplied with the chain, and not without it."""
    block = ("22Gd@Gazala", "21/5@Tobruk")
    chained = facts.standing(*block, "Trento@Mechili", "Ariete@Bir-Harmat")
    return facts.is_supplied(chained, AXIS, "Tobruk") and not facts.is_supplied(
        facts.standing(*block, "Trento@Mechili"), AXIS, "Tobruk"
    )


def touches_highway_over_ridge_alone(facts: Facts) -> bool:
    """12.7, picture: hex 117."""
    near = [name for name in facts.names() if facts.is_chain("117", name) and facts.on_highway(name)]
    no_road = not facts.printed.roads[TRAIL][facts.place("117")]
    return bool(near) and no_road and {facts.terrain("117", name) for name in near} == {"ridge"}


def passes_into_sollum(facts: Facts) -> str:
    near = [name for name in facts.names() if facts.is_chain("Sollum", name)]
    return words(*sorted(name for name in near if facts.terrain("Sollum", name) == "pass"))


def roads(facts: Facts, *names: str) -> str:
    """The roads from each hex to the next."""
    return words(*(ROADS[facts.road(a, b)] for a, b in pairwise(names)))


def regions(facts: Facts, *names: str) -> str:
    return words(*(facts.printed.cells[facts.place(name)].region for name in names))


def one_trip(facts: Facts, start: str, goal: str) -> bool:
    """16.51: one redeployment along the highway."""
    return facts.hexes_by_road(start, goal, HIGHWAY) <= HEXES + ROAD_BONUS[HIGHWAY]


def bottlenecks(facts: Facts) -> str:
    """20.0: the fewest hexes that bar the way between the bases, in how many places, and near which hexes."""
    widths = [ring.bit_count() for ring in facts.rings()[1:-1]]
    narrow = [distance for distance, width in enumerate(widths, start=1) if width == min(widths)]
    places = 1 + sum(b - a > 1 for a, b in pairwise(narrow))
    near = {1: "El-Agheila", facts.steps_from_axis("El-Alamein"): "El-Alamein"}
    return words(min(widths), places, *(name for distance, name in near.items() if distance in narrow))


def east_of_sidi_barrani(facts: Facts) -> str:
    return facts.board.names[facts.place("Sidi-Barrani E1")]


MAP = {
    "K001": holds(lambda f: all(map(f.exists, ("Msus E1", "El-Alamein SW1", "El-Alamein SW2")))),
    "K002": Check(
        "El-Agheila Alexandria",
        lambda f: words(min(f.names(), key=f.across), max(f.names(), key=f.across)),
    ),
    "K003": Check("Bardia Benghazi Tobruk", lambda f: words(*f.named("fortress"))),
    "K004": Check("Jalo Jarabub Siwa", lambda f: words(*f.named("oasis"))),
    "K005": holds(lambda f: f.on_highway("Agedabia")),
    "K006": holds(lambda f: f.on_highway("Beda-Fomm")),
    "K007": holds(lambda f: f.on_highway("Ghemines")),
    "K008": holds(lambda f: f.on_highway("Er-Regima")),
    "K009": holds(lambda f: f.on_highway("Derna")),
    "K010": holds(lambda f: f.on_highway("Gazala")),
    "K011": holds(lambda f: f.on_highway("Bir-Harmat")),
    "K012": holds(lambda f: not any(map(f.on_highway, ("Mechili", "Msus", "Charruba")))),
    "K013": Check(
        "Bir-Harmat Charruba-Er-Regima Derna Gazala Msus-Agedabia Msus-Beda-Fomm Msus-Er-Regima Msus-Ghemines",
        lambda f: words(*sorted(eight_lines(f))),
    ),
    "K014": Check(
        "Charruba-Er-Regima Msus-Agedabia Msus-Beda-Fomm Msus-Ghemines",
        lambda f: words(*sorted(name for name, ways in eight_lines(f).items() if any(map(f.leads_back, ways)))),
    ),
    "K015": Check("Ft-Capuzzo Bardia", only_capuzzo_leads_away),
    "K016": Check("3", lambda f: str(f.hexes_by_road("Bir-Harmat", "Mechili", TRACK))),
    "K017": Check("2", lambda f: str(f.hexes_by_road("Mechili", "Derna", TRAIL))),
    "K018": Check("trail track", lambda f: roads(f, "Er-Regima", "Soluch", "Ghemines")),
    "K019": Check("highway", lambda f: roads(f, "Benghazi", "Er-Regima")),
    "K020": holds(bypasses_gazala),
    "K021": Check("6", lambda f: str(f.hexes_by_road("Mersa-Matruh", "Siwa", TRACK))),
    "K022": Check("trail trail", lambda f: roads(f, "Bir-Habata", "Sofafi", "Sidi-Barrani")),
    "K023": Check("trail trail", lambda f: roads(f, "Ft-Maddalena", "Sidi-Omar", "Sollum")),
    "K024": holds(touches_highway_over_ridge_alone),
    "K025": holds(lambda f: f.place("Sidi-Omar E2") == f.place("Sofafi")),
    "K026": Check("Bardia Ft-Capuzzo Sidi-Omar", passes_into_sollum),
    "K027": Check("2", lambda f: str(f.printed.limit[f.side("Sollum", "Buq-Buq")])),
    "K028": Check("ridge", lambda f: f.terrain("Sofafi", "Buq-Buq")),
    "K029": holds(lambda f: one_trip(f, east_of_sidi_barrani(f), "Alexandria")),
    "K030": holds(lambda f: f.place("Sidi-Barrani E2") == f.place("Mersa-Matruh")),
    "K031": holds(lambda f: one_trip(f, "Mersa-Matruh", "Alexandria")),
    "K032": holds(lambda f: one_trip(f, "Buq-Buq", "Bardia")),
    "K033": Check("2", lambda f: str(trips(f, "Tobruk", "Sofafi"))),
    "K034": holds(lambda f: f.within("Sidi-Omar", "Sofafi", 2) and not f.within("Sidi-Omar", "Sofafi", 1)),
    "K035": Check(
        "1 2",
        lambda f: words(
            f.hexes_by_road("Bir-Habata", "Sofafi", TRAIL), f.hexes_by_road("Bir-Habata", "Sidi-Omar", TRAIL)
        ),
    ),
    "K036": Check(
        "Egypt Egypt Egypt Egypt Libya Libya Libya",
        lambda f: regions(f, "Sollum", "Sidi-Omar", "Buq-Buq", "Sofafi", "Bardia", "Ft-Capuzzo", "Tobruk"),
    ),
    "K037": holds(
        lambda f: (
            f.is_chain("Gazala", "Rotunda-Segnali", "Tengeder")
            and f.hexes_by_road("Tengeder", "Agedabia", TRAIL) < UNREACHED
        )
    ),
    "K038": holds(
        lambda f: (
            f.is_chain("Bir-Harmat", "Sidi-Mufta", "Bir-Hacheim", "Retma", "Bir-Gubi")
            and f.hexes_by_road("Bir-Gubi", "Jarabub", TRAIL) < UNREACHED
        )
    ),
    "K039": holds(lambda f: f.open_hexes() == f.board.all),
    "K040": Check("2 2 El-Agheila El-Alamein", bottlenecks),
}


# Terrain, blocks and forces


def speed(number: int, *sorts: str) -> Check:
    """2.2: all blocks of these types have this speed."""
    return Check(str(number), lambda facts: words(*sorted({unit.sort.speed for unit in of_sorts(facts, *sorts)})))


def of_sorts(facts: Facts, *sorts: str) -> list[Unit]:
    return [unit for unit in facts.printed.units if unit.sort.name in sorts]


def price(number: int, *sorts: str) -> Check:
    """16.54: points per CV, and for the step of an elite unit."""
    return Check(
        words(number, 2 * number),
        lambda facts: words(
            *sorted({unit.sort.bp_per_cv * step for unit in of_sorts(facts, *sorts) for step in (1, 2)})
        ),
    )


def months(side: int, *arrivals: object) -> Callable[[Facts], list[Unit]]:
    return lambda facts: facts.units(side, *map(str, arrivals))


def allied_names(facts: Facts) -> bool:
    wanted = "4IN/5 4IN/11 4IN/7m 4IN/3m 70/23 70/14+16 7AU/18 9AU/20 Pol 7/7 2NZ/4 2NZ/5 2NZ/6 22Gd"
    return set(wanted.split()) <= {unit.id for unit in facts.printed.units if unit.side == ALLIED}


def elite_nations(facts: Facts) -> str:
    """2.4: which nations have elite units only, some, or none; of the Allies armor alone."""
    found = []
    for nation in NATIONS:
        elite = {unit.elite for unit in facts.printed.units if unit.nation == nation}
        found.append("some" if len(elite) > 1 else "all" if True in elite else "none")
    arms = {CLASSES[unit.sort.arm] for unit in facts.printed.units if unit.side == ALLIED and unit.elite}
    return words(*found, *sorted(arms))


def infantry_tanks(facts: Facts) -> str:
    tanks = [unit for unit in facts.printed.units if unit.infantry_tank]
    return words(*(unit.id for unit in tanks if unit.elite and unit.side == ALLIED and unit.sort.name == "armor"))


def forces_of_1940(facts: Facts) -> bool:
    """19.0: armor, mechanised infantry and recon for the Allies, two armor units to come for the Italians."""
    allied = {unit.sort.name for unit in [*facts.starting("1940", ALLIED), *facts.arriving("1940", ALLIED, 2)]}
    axis = [unit for month in range(1, 7) for unit in facts.arriving("1940", AXIS, month)]
    return {"armor", "mech_inf", "recon"} <= allied and [u.sort.name for u in axis].count("armor") == 2


def italian_infantry(facts: Facts) -> bool:
    """19.0: two Italian foot units of CV 4 at least start 1940."""
    units = facts.starting("1940", AXIS)
    return sum(unit.sort.name == "infantry" and unit.max_cv == 4 for unit in units) >= 2


def named_in_1940(facts: Facts) -> bool:
    used = facts.starting("1940", ALLIED) + [
        u for month in range(1, 7) for u in facts.arriving("1940", ALLIED, month)
    ]
    return {"4IN/5", "4IN/11", "4IN/7m"} <= {unit.id for unit in used}


UNITS = {
    "K041": Check("2", lambda f: words(*f.limits("clear") | f.limits("clear", True))),
    "K042": Check("1", lambda f: words(*f.limits("pass") | f.limits("pass", True))),
    "K043": Check("1", lambda f: words(*f.limits("mountain", True))),
    "K044": Check("0", lambda f: words(*f.limits("ridge") | f.limits("marsh") | f.limits("mountain"))),
    "K045": speed(4, "recon"),
    "K046": speed(3, "armor", "mob_at", "mech_inf", "sp_arty"),
    "K047": speed(2, "mot_inf", "mot_at"),
    "K048": speed(1, "infantry", "para", "artillery"),
    "K067": counts(10, months(AXIS, "S")),
    "K068": counts(6, months(ALLIED, "S")),
    "K069": counts(6, months(ALLIED, "T")),
    "K070": counts(12, months(AXIS, 3, 5, 7)),
    "K071": counts(4, months(AXIS, 3)),
    "K072": counts(8, months(AXIS, 5, 7)),
    "K073": counts(24, months(ALLIED, 2, 4, 6, 8, 10)),
    "K074": counts(4, months(ALLIED, 2)),
    "K075": counts(4, months(ALLIED, 10)),
    "K076": counts(16, months(ALLIED, 6, 8, 10)),
    "K077": counts(8, months(AXIS, 17, 19, "M")),
    "K078": counts(16, months(ALLIED, 16, 18, 20)),
    "K079": counts(8, lambda f: f.starting("1940", AXIS)),
    "K080": counts(4, lambda f: f.starting("1940", ALLIED)),
    "K081": counts(2, lambda f: f.arriving("1940", ALLIED, 2)),
    "K082": counts(22, lambda f: f.starting("crusader", AXIS)),
    "K083": counts(28, lambda f: f.starting("crusader", ALLIED)),
    "K084": counts(14, lambda f: f.starting("battleaxe", AXIS)),
    "K085": counts(18, lambda f: f.starting("battleaxe", ALLIED)),
    "K086": counts(24, lambda f: f.starting("1942", AXIS)),
    "K087": counts(10, lambda f: f.starting("1942", ALLIED, 0)),
    "K088": counts(24, lambda f: f.starting("gazala", AXIS)),
    "K089": counts(20, lambda f: f.starting("gazala", ALLIED, 0)),
    "K090": counts(16, lambda f: f.starting("gazala", ALLIED, 1)),
    "K091": counts(22, lambda f: f.starting("alamein", AXIS)),
    "K092": counts(16, lambda f: f.starting("alamein", ALLIED, 0)),
    "K093": counts(12, lambda f: f.starting("alamein", ALLIED, 1)),
    "K094": Check("all none some armor", elite_nations),
    "K095": Check("1AT 32AT", infantry_tanks),
    "K096": counts(3, lambda f: [unit for unit in f.units(AXIS, "S") if unit.nation == "German"]),
    "K097": holds(italian_infantry),
    "K098": holds(forces_of_1940),
    "K099": holds(allied_names),
    "K100": holds(named_in_1940),
    "K101": Check(
        "94 34 60",
        lambda f: words(len(f.printed.units), *(units.bit_count() for units in f.printed.side_units)),
    ),
    "K102": holds(lambda f: 90 <= len(f.printed.units) <= 100),
}


# Movement, supply, cards, the tables


def recon_moves(facts: Facts) -> str:
    """6.2, example."""
    recon = of_sorts(facts, "recon")[0].sort.speed
    return words(*(recon + ROAD_BONUS[road] for road in (HIGHWAY, TRACK, TRAIL, min(TRACK, TRAIL))))


def option_costs(facts: Facts) -> str:
    options = facts.printed.options
    return words(*(options[name][0] for name in ("basic", "offensive", "assault", "blitz", "pass")))


def armor_example(facts: Facts) -> str:
    """9.4, example: how many of these faces hit."""
    armor, infantry = CLASSES.index("armor"), CLASSES.index("infantry")
    return str(sum(face >= facts.printed.hits_from[armor][infantry] for face in (4, 5, 1, 6, 3, 3)))


def calendar(first: int, last: int, axis: tuple[int, int], allied: tuple[int, int] | None, name: str) -> Check:
    """18: months, and the cards of both sides at first and later."""

    def find(facts: Facts) -> str:
        scenario = facts.scenario(name)
        cards = [scenario.cards[AXIS], scenario.monthly(AXIS, scenario.start_month + 1)]
        if allied is not None:
            cards += [scenario.cards[ALLIED], scenario.resupply[ALLIED]]
        return words(scenario.start_month, scenario.end_month, *cards)

    return Check(words(first, last, *axis, *(allied or ())), find)


def dates(facts: Facts) -> str:
    campaign, early = facts.scenario("1941-42"), facts.scenario("1940")
    return ", ".join((campaign.date(1), early.date(1), campaign.date(20)))


def tobruk_passages(facts: Facts) -> str:
    """16.53, example: how many units may pass the port of Tobruk in one Buildup, and what all of them cost."""
    capacity, sea = facts.printed.capacity[1], facts.printed.costs["sea"]
    return words(capacity[ALLIED], capacity[ALLIED] * sea, capacity[AXIS], capacity[AXIS] * sea)


TABLES = {
    "K049": Check("4", lambda f: str(ROAD_BONUS[HIGHWAY])),
    "K050": Check("2", lambda f: str(ROAD_BONUS[TRACK])),
    "K051": Check("1", lambda f: str(ROAD_BONUS[TRAIL])),
    "K052": Check("8 6 5 5", recon_moves),
    "K053": Check("6", lambda f: str(HEXES + ROAD_BONUS[HIGHWAY])),
    "K054": Check("3", lambda f: str(SUPPLY_RANGE[TRACK])),
    "K055": Check("2", lambda f: str(SUPPLY_RANGE[TRAIL])),
    "K056": Check("1", lambda f: str(SUPPLY_RANGE[NONE])),
    "K057": Check("28 14", lambda f: words(REAL_CARDS, DUMMY_CARDS)),
    "K058": Check("16", lambda f: str(HAND_LIMIT)),
    "K059": Check("1 2 2 3 0", option_costs),
    "K060": Check("2", armor_example),
    "K061": Check("6 6", fortress_dice),
    "K062": Check("4 2", assault_dice),
    "K063": Check("1 1", hits_on_elite_armor),
    "K064": Check("0+3 2+1", hits_on_mixed_armor),
    "K065": Check("1", hits_in_a_minefield),
    "K066": Check("3 0", pursuit_of_mechanized),
    "K103": calendar(1, 6, (6, 2), (3, 3), "1940"),
    "K104": calendar(1, 10, (6, 2), (6, 3), "1941"),
    "K105": calendar(8, 10, (10, 2), (12, 3), "crusader"),
    "K106": calendar(4, 10, (4, 2), (8, 3), "battleaxe"),
    "K107": calendar(11, 20, (5, 3), None, "1942"),
    "K108": calendar(14, 15, (10, 3), (12, 3), "gazala"),
    "K109": calendar(15, 20, (8, 3), (8, 3), "alamein"),
    "K110": Check("April 1941, September 1940, November 1942", dates),
    "K111": price(3, "armor", "recon"),
    "K112": price(3, "mob_at", "mot_at"),
    "K113": price(3, "sp_arty", "artillery"),
    "K114": price(2, "mech_inf", "mot_inf"),
    "K115": price(1, "infantry", "para"),
    "K116": Check("9 6 3 7 2", demonstration_buildup),
    "K117": Check("5 5 2 2", tobruk_passages),
    "K118": Check("Axis Allied Allied", first_builders),
    "K119": Check(
        "10 10 5 2 1 1.5",
        lambda f: words(*(POINTS[how] for how in (EXIT, BASE, DECISIVE, POSITIONAL, ATTRITION)), GERMAN / OTHER),
    ),
}

CHECKS: dict[str, Check] = {**MAP, **UNITS, **TABLES}

"""Chapter 18: the scenarios."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, FORTRESSES
from sandtable.games.rommel_in_the_desert.printed.files import read_areas
from sandtable.games.rommel_in_the_desert.printed.scenarios import Scenario
from sandtable.games.rommel_in_the_desert.rules.c04_cards import hand_size
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import bonus_cards
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import accounts_of
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import GAZALA_POINTS
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import area
from sandtable.games.rommel_in_the_desert.state import OUT, Position, scenario_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import EXTRA, GROUP, HEX, MALTA, MINE, ROMMEL_GROUP
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.events import Event
from tests.games.rommel_in_the_desert.evidence.steps import PRINTED, Step, begins, hexes
from tests.witnessing import Where, Witness, always, any_of, at, chosen, fired, refused, start


def setting_named(scenario: str) -> Scenario:
    return PRINTED.scenarios[PRINTED.scenario_number[scenario]]


def plays(step: Step, scenario: str) -> bool:
    return scenario_of(step.before).id == scenario


# At the set-up


def at_set_up(step: Step) -> bool:
    """The game begins at the set-up of its scenario, not at a position in the middle of it."""
    return step.within("set-up") is not None


def set_up(scenario: str, where: Where = always) -> Witness:
    """This scenario begins, and this is so in it."""
    return begins(scenario, lambda step: at_set_up(step) and where(step))


def from_month(scenario: str, month: int, date: str) -> Witness:
    """It begins in this month, which has this name."""
    return set_up(
        scenario, lambda step: step.before.month == month and scenario_of(step.before).date(month) == date
    )


def until_month(scenario: str, length: int, month: int, date: str) -> Witness:
    """It lasts so many months, the last of which has this number and this name."""

    def holds(step: Step) -> bool:
        scenario = scenario_of(step.before)
        lasts = scenario.end_month - scenario.start_month + 1
        return (lasts, scenario.end_month, scenario.date(month)) == (length, month, date)

    return set_up(scenario, holds)


def force(step: Step, side: int) -> int:
    """The units with which a side starts."""
    groups = scenario_of(step.before).deployments
    return mask_of(unit for group in groups if group.side == side for unit in ones(group.units))


def both_have_their_lists(step: Step) -> bool:
    """The scenario lists who starts, of either side, and they are beside the map."""
    listed = force(step, AXIS) and force(step, ALLIED)
    return at_set_up(step) and bool(listed) and not any(step.before.held)


def starts_with(scenario: str, side: int, count: int, marks: str = "") -> Witness:
    """A side starts with so many units, all with one of these marks if any are given; none is on the map yet."""

    def holds(step: Step) -> bool:
        units = [PRINTED.units[unit] for unit in ones(force(step, side))]
        marked = not marks or all(unit.arrival in marks.split() for unit in units)
        return len(units) == count and marked and all(step.before.place[unit.number] == OUT for unit in units)

    return set_up(scenario, holds)


def italians_start(step: Step) -> bool:
    """The Axis starts with eight units, all Italian."""
    units = force(step, AXIS)
    return units.bit_count() == 8 and not units & PRINTED.german


def controlled(scenario: str, axis: str = "", allied: str = "") -> Witness:
    """These fortresses belong to the Axis and those to the Allies when the scenario begins."""
    owners = [AXIS if name in axis.split() else ALLIED for name in FORTRESSES]
    assert {*axis.split(), *allied.split()} == {*FORTRESSES}
    return set_up(scenario, lambda step: step.before.owner == owners)


def as_in_1941(step: Step) -> bool:
    """Forces, hands and monthly cards are those of the 1941 scenario."""
    here, there = scenario_of(step.before), setting_named("1941")
    return (here.deployments, here.cards, here.resupply) == (there.deployments, there.cards, there.resupply)


# The opening hands and the deployment


def hand_of(scenario: str, side: int, cards: int) -> Witness:
    """A side has been dealt so many cards."""
    return at(
        "exchange",
        lambda step: plays(step, scenario) and step.side == side and hand_size(step.before, side) == cards,
    )


AREAS = read_areas(None, {cell.name: cell for cell in PRINTED.cells.values()})
LIBYA, EGYPT = (PRINTED.board.mask(AREAS[name]) for name in ("libya", "egypt"))


def deploys_in(scenario: str, side: int, region: int, *, without: int = 0) -> Witness:
    """A side puts a unit into a hex of a region, and is offered no hex outside."""

    def holds(step: Step) -> bool:
        inside = not step.options[HEX] & ~(region & ~without)
        return plays(step, scenario) and step.side == side and inside

    return chosen("deploy-to", HEX, holds)


def deploys_behind(scenario: str, side: int, line: str, beyond: str) -> Witness:
    """A side puts a unit into an area that ends with the hexes of a line, those beyond it being the enemy's."""

    def holds(step: Step) -> bool:
        if not plays(step, scenario) or step.side != side:
            return False
        region = area(step.before, step.frame[2])
        return not hexes(line) & ~region and not hexes(beyond) & region

    return chosen("deploy-to", HEX, holds)


def set_up_at(scenario: str, side: int, place: str, count: int, mark: str = "") -> Witness:
    """So many units of a side, with this mark if one is given, are put into the hex where they have to start."""
    there = PRINTED.board.number[place]

    def is_one(event: Event) -> bool:
        unit = PRINTED.units[event.arguments["unit"]]
        return unit.side == side and bool(event.arguments["hex"] == there) and mark in ("", unit.arrival)

    def holds(step: Step, event: Event) -> bool:
        return plays(step, scenario) and sum(map(is_one, step.told("deployed"))) >= count

    return fired("deployed", "18.0", holds)


def fills(scenario: str, place: str, count: int) -> Witness:
    """With the unit deployed now there are so many Axis units in this hex, as many as start there."""
    there = PRINTED.board.number[place]

    def holds(step: Step) -> bool:
        full = units_at(step.after, AXIS, there).bit_count() == count
        return plays(step, scenario) and step.argument == there and full

    return chosen("deploy-to", HEX, holds)


def at_full_strength(step: Step, event: Event) -> bool:
    unit = event.arguments["unit"]
    return bool(step.after.cv[unit] == PRINTED.max_cv[unit])


def axis_deploys_first(step: Step) -> bool:
    """The Axis deploys, and no Allied unit is on the map."""
    return step.side == AXIS and not step.before.held[ALLIED]


def first_turn(step: Step, event: Event) -> bool:
    """The first player turn begins right after the set-up: nobody was asked for a challenge."""
    return at_set_up(step)


def first_turn_is_of(side: int, scenario: str = "") -> Witness:
    """A side has the first player turn."""

    def holds(step: Step, event: Event) -> bool:
        asked = not scenario or plays(step, scenario)
        return bool(at_set_up(step) and asked and event.arguments["side"] == side)

    return fired("turn", where=holds)


def tobruk_is_mined(step: Step, event: Event) -> bool:
    """Crusader begins, and Tobruk is mined."""
    return plays(step, "crusader") and at_set_up(step) and bool(step.after.mined_hexes & hexes("Tobruk"))


# Monthly cards and reinforcements


def drawn(step: Step) -> int:
    """The cards of the month in the draw that begins now: those bought and those for fortresses are left out."""
    if step.next_kind != "draw":
        return 0
    return step.after.frames[-1][3] - step.before.extra_cards - bonus_cards(step.before, step.side)


def resupply(scenario: str, side: int, cards: int, where: Where = always) -> Witness:
    """A side draws so many cards of the month."""

    def holds(step: Step) -> bool:
        return plays(step, scenario) and step.side == side and drawn(step) == cards and where(step)

    return at("throw-in", holds)


def month_of(state: Position, unit: int) -> int:
    """The month in which the scenario lists a unit, or 0."""
    side = PRINTED.side_of[unit]
    arrivals = scenario_of(state).arrivals
    return next((month for month, groups in enumerate(arrivals) if groups[side] >> unit & 1), 0)


def arrives(scenario: str, side: int, *months: int) -> Witness:
    """A unit of a side comes that is listed in one of these months, in that month or one earlier."""

    def holds(step: Step, event: Event) -> bool:
        unit = event.arguments["unit"]
        month = month_of(step.before, unit)
        in_time = month in months and step.after.month in (month, month - 1)
        return plays(step, scenario) and PRINTED.side_of[unit] == side and in_time

    return fired("arrived", where=holds)


def gets_nobody(scenario: str, side: int) -> Witness:
    """A side builds up, nobody having come, for the scenario lists nobody."""

    def holds(step: Step) -> bool:
        nobody = not any(month[side] for month in scenario_of(step.before).arrivals)
        return plays(step, scenario) and step.side == side and nobody

    return at("spend", holds)


def takes_malta(scenario: str) -> Witness:
    """The Axis takes the Malta group, and all of it comes."""

    def holds(step: Step) -> bool:
        came = [step.after.place[unit] != OUT for unit in ones(scenario_of(step.before).malta)]
        return plays(step, scenario) and all(came)

    return chosen("take-malta", MALTA, holds)


def after_malta(step: Step) -> bool:
    """The Malta group has come, in this Buildup or before."""
    return bool(step.before.malta_came)


def before_malta(step: Step) -> bool:
    return not step.before.malta_came


def malta_comes(scenario: str) -> Witness:
    """A unit of the Malta group arrives."""

    def holds(step: Step, event: Event) -> bool:
        return plays(step, scenario) and PRINTED.units[event.arguments["unit"]].arrival == "M"

    return fired("arrived", where=holds)


# 1940, and the campaign (18.1, 18.3)


def no_rommel(step: Step) -> bool:
    """The Axis declares a move in 1940: Rommel leads none."""
    axis_moves = plays(step, "1940") and step.side == AXIS and GROUP in step.options
    return axis_moves and ROMMEL_GROUP not in step.options


def rolls_one_die(step: Step, event: Event) -> bool:
    return plays(step, "1940") and len(event.arguments["dice"]) == 1


def label_is_ignored(step: Step, event: Event) -> bool:
    """A unit comes in 1940 in another month than that on its block."""
    unit = event.arguments["unit"]
    month = month_of(step.before, unit)
    return plays(step, "1940") and month > 0 and PRINTED.units[unit].arrival != str(month)


def campaign_goes_on(step: Step, event: Event) -> bool:
    """A month after the tenth begins."""
    return plays(step, "1941-42") and event.arguments["month"] > 10


def joined_buildup(step: Step, event: Event) -> bool:
    """The Buildup of month 11, with those who stood on the map before."""
    return plays(step, "1941-42") and step.after.month == 11


# The special Buildup before Gazala (18.7)


def prepares(step: Step) -> bool:
    """No unit is on the map yet, and points are spent."""
    return step.within("preparation") is not None and not any(step.before.held)


def thirty_points_allies_first(step: Step) -> bool:
    """The Allies have their thirty points, the Axis none yet."""
    received = [accounts_of(step.before, side)["received"] for side in (AXIS, ALLIED)]
    return prepares(step) and step.side == ALLIED and received == [0, GAZALA_POINTS]


def mined_where_it_will_deploy(step: Step, event: Event) -> bool:
    """A minefield is laid in the own deployment area."""
    groups = scenario_of(step.before).deployments
    own = [area(step.before, number) for number, group in enumerate(groups) if group.side == step.side]
    return prepares(step) and any(region >> event.arguments["hex"] & 1 for region in own)


WITNESSES: dict[str, Witness] = {
    "18.0a": start(both_have_their_lists),
    "18.0b": fired("deployed", where=at_full_strength),
    "18.0c": at("deploy", axis_deploys_first),
    "18.0d": any_of(
        refused("18.0", "a unit would not be supplied there"),
        refused("18.0", "the enemy is there"),
        refused("18.0", "that hex is outside the deployment area"),
    ),
    "18.0e": fired("hand-exchanged"),
    "18.0f": first_turn_is_of(AXIS),
    "18.0g": fired("turn", where=first_turn),
    "18.1a": from_month("1940", 1, "September 1940"),
    "18.1b": until_month("1940", 6, 6, "February 1941"),
    "18.1d": set_up("1940", italians_start),
    "18.1e": deploys_in("1940", AXIS, LIBYA | hexes("Sidi-Omar")),
    "18.1f": hand_of("1940", AXIS, 6),
    "18.1g": resupply("1940", AXIS, 2),
    "18.1h": arrives("1940", AXIS, 3, 5),
    "18.1i": starts_with("1940", ALLIED, 4),
    "18.1j": deploys_in("1940", ALLIED, EGYPT),
    "18.1k": hand_of("1940", ALLIED, 3),
    "18.1l": resupply("1940", ALLIED, 3),
    "18.1m": arrives("1940", ALLIED, 2, 4),
    "18.1n": at("movement", no_rommel),
    "18.1o": fired("points-rolled", where=rolls_one_die),
    "18.1s1": fired("arrived", where=label_is_ignored),
    "18.1p": controlled("1940", axis="Tobruk Bardia Benghazi"),
    "18.2a": from_month("1941", 1, "April 1941"),
    "18.2b": until_month("1941", 10, 10, "January 1942"),
    "18.2d": set_up_at("1941", AXIS, "El-Agheila", 10, "S"),
    "18.2e": hand_of("1941", AXIS, 6),
    "18.2f": resupply("1941", AXIS, 2),
    "18.2g": arrives("1941", AXIS, 3, 5, 7),
    "18.2h": deploys_in("1941", ALLIED, LIBYA | EGYPT),
    "18.2i": set_up_at("1941", ALLIED, "Tobruk", 6, "T"),
    "18.2j": hand_of("1941", ALLIED, 6),
    "18.2k": resupply("1941", ALLIED, 3),
    "18.2l": arrives("1941", ALLIED, 2, 4, 6, 8, 10),
    "18.2m": controlled("1941", allied="Tobruk Bardia Benghazi"),
    "18.3a": set_up("1941-42", as_in_1941),
    "18.3b": fired("game-over", where=lambda step, event: plays(step, "1941-42")),
    "18.3c": from_month("1941-42", 1, "April 1941"),
    "18.3d": until_month("1941-42", 20, 20, "November 1942"),
    "18.3f": fired("month", where=campaign_goes_on),
    "18.3h": fired("points", where=joined_buildup),
    "18.3i": resupply("1941-42", AXIS, 3, lambda step: step.before.month >= 11 and before_malta(step)),
    "18.3j": at("take-malta", lambda step: plays(step, "1941-42") and step.before.month >= 11),
    "18.3k": arrives("1941-42", AXIS, 11, 17, 19),
    "18.3l": arrives("1941-42", ALLIED, 12, 14, 16, 18, 20),
    "18.4a": from_month("crusader", 8, "November 1941"),
    "18.4b": until_month("crusader", 3, 10, "January 1942"),
    "18.4d": starts_with("crusader", AXIS, 22, marks="S 3 5 7"),
    "18.4e": deploys_in("crusader", AXIS, LIBYA | hexes("Sidi-Omar Sollum")),
    "18.4f": hand_of("crusader", AXIS, 10),
    "18.4g": resupply("crusader", AXIS, 2),
    "18.4h": gets_nobody("crusader", AXIS),
    "18.4i": starts_with("crusader", ALLIED, 28, marks="S T 2 4 6 8"),
    "18.4j": deploys_in("crusader", ALLIED, EGYPT | hexes("Tobruk")),
    "18.4k": hand_of("crusader", ALLIED, 12),
    "18.4l": resupply("crusader", ALLIED, 3),
    "18.4m": arrives("crusader", ALLIED, 10),
    "18.4n": first_turn_is_of(ALLIED, "crusader"),
    "18.4o": fired("turn", where=tobruk_is_mined),
    "18.4p": controlled("crusader", axis="Bardia Benghazi", allied="Tobruk"),
    "18.5a": from_month("battleaxe", 4, "July 1941"),
    "18.5b": until_month("battleaxe", 7, 10, "January 1942"),
    "18.5d": starts_with("battleaxe", AXIS, 14, marks="S 3"),
    "18.5e": deploys_in("battleaxe", AXIS, LIBYA, without=hexes("Tobruk")),
    "18.5f": hand_of("battleaxe", AXIS, 4),
    "18.5g": resupply("battleaxe", AXIS, 2),
    "18.5h": arrives("battleaxe", AXIS, 5, 7),
    "18.5i": starts_with("battleaxe", ALLIED, 18),
    "18.5j": deploys_in("battleaxe", ALLIED, EGYPT | hexes("Tobruk")),
    "18.5k": hand_of("battleaxe", ALLIED, 8),
    "18.5l": resupply("battleaxe", ALLIED, 3),
    "18.5m": arrives("battleaxe", ALLIED, 6, 8, 10),
    "18.5n": controlled("battleaxe", axis="Bardia Benghazi", allied="Tobruk"),
    "18.6a": from_month("1942", 11, "February 1942"),
    "18.6b": until_month("1942", 10, 20, "November 1942"),
    "18.6d": fills("1942", "El-Agheila", 14),
    "18.6e": fills("1942", "Mersa-Brega", 10),
    "18.6f": hand_of("1942", AXIS, 5),
    "18.6g": resupply("1942", AXIS, 3, before_malta),
    "18.6h": any_of(arrives("1942", AXIS, 17, 19), malta_comes("1942")),
    "18.6i": takes_malta("1942"),
    "18.6j": resupply("1942", AXIS, 2, after_malta),
    "18.6k": deploys_in("1942", ALLIED, LIBYA | EGYPT),
    "18.6l": set_up_at("1942", ALLIED, "Alexandria", 14),
    "18.6m": hand_of("1942", ALLIED, 5),
    "18.6n": resupply("1942", ALLIED, 3),
    "18.6o": arrives("1942", ALLIED, 12, 14, 16, 18, 20),
    "18.6p": controlled("1942", allied="Tobruk Bardia Benghazi"),
    "18.7a": from_month("gazala", 14, "May 1942"),
    "18.7b": until_month("gazala", 2, 15, "June 1942"),
    "18.7d": starts_with("gazala", AXIS, 24),
    "18.7e": deploys_behind(
        "gazala", AXIS, line="Gazala Rotunda-Segnali Tengeder Agedabia", beyond="Bir-Harmat Sidi-Mufta Tobruk"
    ),
    "18.7f": hand_of("gazala", AXIS, 10),
    "18.7g": resupply("gazala", AXIS, 3),
    "18.7h": gets_nobody("gazala", AXIS),
    "18.7i": deploys_behind(
        "gazala", ALLIED, line="Bir-Harmat Sidi-Mufta Bir-Hacheim Retma Bir-Gubi Jarabub", beyond="Gazala Tengeder"
    ),
    "18.7j": set_up_at("gazala", ALLIED, "Alexandria", 16),
    "18.7k": hand_of("gazala", ALLIED, 12),
    "18.7l": resupply("gazala", ALLIED, 3),
    "18.7m": gets_nobody("gazala", ALLIED),
    "18.7n": at("mines", thirty_points_allies_first),
    "18.7o": any_of(
        chosen("mines", MINE, prepares),
        chosen("buy-cards", EXTRA, lambda step: prepares(step) and step.argument > 0),
    ),
    "18.7p": fired("mined", where=mined_where_it_will_deploy),
    "18.7q": controlled("gazala", axis="Benghazi", allied="Tobruk Bardia"),
    "18.8a": from_month("alamein", 15, "June 1942"),
    "18.8b": until_month("alamein", 6, 20, "November 1942"),
    "18.8d": starts_with("alamein", AXIS, 22),
    "18.8e": deploys_in("alamein", AXIS, LIBYA),
    "18.8f": hand_of("alamein", AXIS, 8),
    "18.8g": resupply("alamein", AXIS, 3, before_malta),
    "18.8h": any_of(arrives("alamein", AXIS, 17, 19), malta_comes("alamein")),
    "18.8i": takes_malta("alamein"),
    "18.8j": resupply("alamein", AXIS, 2, after_malta),
    "18.8k": deploys_in("alamein", ALLIED, EGYPT),
    "18.8l": set_up_at("alamein", ALLIED, "Alexandria", 12),
    "18.8m": hand_of("alamein", ALLIED, 8),
    "18.8n": resupply("alamein", ALLIED, 3),
    "18.8o": arrives("alamein", ALLIED, 16, 18, 20),
    "18.8p": controlled("alamein", axis="Tobruk Bardia Benghazi"),
}

"""18: the eight scenarios: dates, forces, deployment, cards, reinforcements, fortresses, special rules."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.rommel_in_the_desert.state import scenario_of
from sandtable.kernel.bits import ones
from tests.games.rommel_in_the_desert.openings import SCENARIOS, Opening, arrivals, marked_units, opened
from tests.games.rommel_in_the_desert.sands import ALLIED, AXIS, Sands

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule
IN_THE_BOOK = ("1940", "1941", "1941-42", "crusader", "battleaxe", "1942", "gazala", "alamein")
HOMES = "El-Agheila: Brescia\nAlexandria: Pol"


def cases(table: dict[str, Any]) -> list[Any]:
    """A case for every line of a table, which begins with the clauses it pins."""
    return [
        pytest.param(*values, marks=rule(*clauses.split()), id=clauses.replace(" ", "-"))
        for clauses, values in table.items()
    ]


def at_month(scenario: str, month: int, phase: str, more: str = HOMES) -> Sands:
    return Sands(f"scenario {scenario}\nmonth {month} axis\nphase: {phase}\n{more}")


# 18.0: what holds in all of them


@rule("18.0a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_forces_are_those_of_the_lists(scenario: str) -> None:
    table = opened(scenario)
    lists = scenario_of(table.state)
    for side in (AXIS, ALLIED):
        listed = [unit for group in lists.deployments if group.side == side for unit in ones(group.units)]
        assert {table.unit(name) for name in table.starters(side)} == set(listed)
    paragraph = f"18.{IN_THE_BOOK.index(scenario) + 1}"
    assert {event.rule for event in table.happened("deployed")} == {paragraph}
    for month in lists.arrivals:
        assert {table.state.place[unit] for unit in ones(month[AXIS] | month[ALLIED])} <= {-1}


@rule("18.0b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_start_at_full_strength(scenario: str) -> None:
    table = opened(scenario)
    for name in table.starters(AXIS) | table.starters(ALLIED):
        assert table.cv(name) == table.state.printed.max_cv[table.unit(name)]


@rule("18.0c")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_axis_deploys_first(scenario: str) -> None:
    table = Opening(scenario).to_deployment()
    if table.actor == AXIS:
        assert not table.starters(ALLIED)
        table.deploy_side()
    assert table.starters(AXIS), "what has one place to start is there"
    assert table.actor == ALLIED


@rule("18.0d")
def test_free_deployment_where_a_unit_is_supplied() -> None:
    table = Opening("1940").to_deployment().play("unit:Trento")
    assert {"Tobruk", "Sidi-Omar", "Jalo"} <= table.legal("hex")
    assert table.refusal("hex:159") == "18.0", "in the desert, far from any line"
    table.play("hex:Msus", "unit:Brescia")
    assert "Mechili" in table.legal("hex"), "three track hexes from a supplied unit"


@rule("18.0d")
def test_an_oasis_supplies_one_unit_that_starts_there() -> None:
    table = Opening("1940").to_deployment().deploy("Trento", "Jalo").play("unit:Brescia")
    assert table.refusal("hex:Jalo") == "18.0"


@rule("18.0d")
def test_free_deployment_where_the_enemy_is_not() -> None:
    table = Opening("1940").to_deployment()
    for unit in sorted(table.legal("unit")):
        table.deploy(unit, "Sidi-Omar")
    assert table.play("unit:7/4").refusal("hex:Sidi-Omar") == "18.0"


@rule("18.0e")
def test_each_hand_may_be_exchanged_once_the_axis_first() -> None:
    table = Opening("1940").deal("dummy")
    assert (table.decision, table.actor, table.state.dummies[AXIS]) == ("exchange", AXIS, 6)
    table.play("exchange")
    assert (table.state.real[AXIS], table.state.dummies[AXIS]) == (0, 0), "the whole hand is thrown in"
    table.deal("real")
    assert table.state.real[AXIS] == 6
    assert (table.decision, table.actor) == ("exchange", ALLIED), "the new hand must be kept"
    table.play("keep")
    assert (table.decision, table.state.dummies[ALLIED]) == ("deploy", 3)


@rule("18.0f")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_has_the_first_turn(scenario: str) -> None:
    table = opened(scenario)
    assert (table.decision, table.actor) == ("lay", ALLIED if scenario == "crusader" else AXIS)


@rule("18.0g", "3.3g")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_challenge_in_the_first_month(scenario: str) -> None:
    table = opened(scenario).copy()
    assert not table.happened("no-stake")
    table.sit_out()
    asked = [event for event in table.happened("no-stake") if event.arguments["side"] == ALLIED]
    assert len(asked) == scenario_of(table.state).end_month - scenario_of(table.state).start_month


# When


@pytest.mark.parametrize(
    ("scenario", "month", "date"),
    cases(
        {
            "18.1a": ("1940", 1, "September 1940"),
            "18.2a": ("1941", 1, "April 1941"),
            "18.3c": ("1941-42", 1, "April 1941"),
            "18.4a": ("crusader", 8, "November 1941"),
            "18.5a": ("battleaxe", 4, "July 1941"),
            "18.6a": ("1942", 11, "February 1942"),
            "18.7a": ("gazala", 14, "May 1942"),
            "18.8a": ("alamein", 15, "June 1942"),
        }
    ),
)
def test_the_start(scenario: str, month: int, date: str) -> None:
    table = opened(scenario)
    assert (table.state.month, scenario_of(table.state).date(table.state.month)) == (month, date)


@pytest.mark.parametrize(
    ("scenario", "length", "month", "date"),
    cases(
        {
            "18.1b": ("1940", 6, 6, "February 1941"),
            "18.2b": ("1941", 10, 10, "January 1942"),
            "18.3d 18.3f": ("1941-42", 20, 20, "November 1942"),
            "18.4b": ("crusader", 3, 10, "January 1942"),
            "18.5b": ("battleaxe", 7, 10, "January 1942"),
            "18.6b": ("1942", 10, 20, "November 1942"),
            "18.7b": ("gazala", 2, 15, "June 1942"),
            "18.8b": ("alamein", 6, 20, "November 1942"),
        }
    ),
)
def test_the_end(scenario: str, length: int, month: int, date: str) -> None:
    table = opened(scenario).copy()
    first = table.state.month
    table.sit_out()
    assert table.decision == "", "the game is over"
    assert (table.state.month, table.state.month - first + 1) == (month, length)
    assert scenario_of(table.state).date(month) == date


# Who


@pytest.mark.parametrize(
    ("scenario", "side", "units"),
    cases(
        {
            "18.1d": ("1940", AXIS, 8),
            "18.1i": ("1940", ALLIED, 4),
            "18.2d": ("1941", AXIS, 10),
            "18.4d": ("crusader", AXIS, 22),
            "18.4i": ("crusader", ALLIED, 28),
            "18.5d": ("battleaxe", AXIS, 14),
            "18.5i": ("battleaxe", ALLIED, 18),
            "18.6d 18.6e": ("1942", AXIS, 24),
            "18.7d": ("gazala", AXIS, 24),
            "18.7i 18.7j": ("gazala", ALLIED, 36),
            "18.8d": ("alamein", AXIS, 22),
            "18.8k 18.8l": ("alamein", ALLIED, 28),
        }
    ),
)
def test_the_number_of_starting_units(scenario: str, side: int, units: int) -> None:
    assert len(opened(scenario).starters(side)) == units


@rule("18.1d")
def test_1940_the_axis_is_italian() -> None:
    table = opened("1940")
    nations = {table.state.printed.units[table.unit(name)].nation for name in table.starters(AXIS)}
    assert nations == {"Italian"}


@rule("18.2d")
def test_1941_the_axis_starts_at_el_agheila() -> None:
    assert opened("1941").at("El-Agheila") == marked_units("S", side=AXIS)


@rule("18.2h", "18.2i")
def test_1941_the_allied_groups() -> None:
    table = Opening("1941").to_deployment()
    assert table.at("Tobruk") == marked_units("T", side=ALLIED)
    assert table.legal("unit") == marked_units("S", side=ALLIED)
    assert (len(marked_units("T", side=ALLIED)), len(marked_units("S", side=ALLIED))) == (6, 6)


@rule("18.3a")
def test_1941_42_starts_as_1941() -> None:
    one, two = opened("1941"), opened("1941-42")
    for side in (AXIS, ALLIED):
        assert one.starters(side) == two.starters(side)
    assert (one.state.real, one.state.dummies) == (two.state.real, two.state.dummies)
    for month in range(2, 11):
        assert arrivals("1941")[month] == arrivals("1941-42")[month]
    for side in (AXIS, ALLIED):
        assert cards_drawn("1941", 1)[side] == cards_drawn("1941-42", 1)[side]


@rule("18.4d")
def test_crusader_the_axis_has_all_of_1941() -> None:
    assert opened("crusader").starters(AXIS) == marked_units("S", "3", "5", "7", side=AXIS)


@rule("18.4i")
def test_crusader_the_allies_have_all_but_four() -> None:
    full = marked_units("S", "T", "2", "4", "6", "8", side=ALLIED)
    assert opened("crusader").starters(ALLIED) < full
    assert len(full) - 28 == 4


@rule("18.5d")
def test_battleaxe_the_axis_has_its_first_units() -> None:
    assert opened("battleaxe").starters(AXIS) == marked_units("S", "3", side=AXIS)


@rule("18.5i")
def test_battleaxe_the_allies_have_all_but_two() -> None:
    full = marked_units("S", "T", "2", "4", side=ALLIED)
    assert opened("battleaxe").starters(ALLIED) < full
    assert len(full) - 18 == 2


# Where


@pytest.mark.parametrize(
    ("scenario", "side", "inside", "outside"),
    cases(
        {
            "18.1e": ("1940", AXIS, "Tobruk Bardia Benghazi El-Agheila Sidi-Omar", "Sollum Buq-Buq Alexandria"),
            "18.1j": ("1940", ALLIED, "Sollum Buq-Buq Siwa Alexandria", "Bardia Ft-Capuzzo Jarabub"),
            "18.2h": ("1941", ALLIED, "Benghazi Mechili Tobruk Jarabub Sollum Alexandria", "El-Agheila"),
            "18.4e": ("crusader", AXIS, "Bardia Benghazi Sidi-Omar Sollum", "Buq-Buq Sofafi Alexandria"),
            "18.4j": ("crusader", ALLIED, "Tobruk Sollum Alexandria", "Bardia El-Adem Gambut"),
            "18.5e": ("battleaxe", AXIS, "Bardia Gazala Benghazi Ft-Capuzzo", "Tobruk Sollum Sidi-Omar"),
            "18.5j": ("battleaxe", ALLIED, "Tobruk Sollum Sidi-Omar Alexandria", "Bardia El-Adem Gambut"),
            "18.6d 18.6e": ("1942", AXIS, "El-Agheila Mersa-Brega", "Agedabia 176 Benghazi"),
            "18.6k": ("1942", ALLIED, "Benghazi Tobruk Agedabia Sollum", "El-Agheila Mersa-Brega"),
            "18.7e": ("gazala", AXIS, "Gazala Rotunda-Segnali Agedabia Derna", "Bir-Harmat Sidi-Mufta Tobruk"),
            "18.7i": ("gazala", ALLIED, "Bir-Harmat Sidi-Mufta Tobruk Bardia", "Gazala Mechili Rotunda-Segnali"),
            "18.8e": ("alamein", AXIS, "Tobruk Bardia Benghazi", "Sollum Sidi-Omar Alexandria"),
            "18.8k": ("alamein", ALLIED, "Sollum Mersa-Matruh Sidi-Omar Alexandria", "Bardia Ft-Capuzzo"),
        }
    ),
)
def test_where_units_start(scenario: str, side: int, inside: str, outside: str) -> None:
    table = Opening(scenario).to_deployment()
    if table.actor != side:
        table.deploy_side()
    table.play(f"unit:{min(table.legal('unit'))}")
    assert set(inside.split()) <= table.legal("hex")
    assert {table.refusal(f"hex:{name}") for name in outside.split()} == {"18.0"}


@pytest.mark.parametrize(
    ("scenario", "side", "region", "besides", "without"),
    cases(
        {
            "18.1e": ("1940", AXIS, "Libya", "Sidi-Omar", ""),
            "18.1j": ("1940", ALLIED, "Egypt", "", ""),
            "18.4e": ("crusader", AXIS, "Libya", "Sidi-Omar Sollum", ""),
            "18.4j": ("crusader", ALLIED, "Egypt", "Tobruk", ""),
            "18.5e": ("battleaxe", AXIS, "Libya", "", "Tobruk"),
            "18.5j": ("battleaxe", ALLIED, "Egypt", "Tobruk", ""),
            "18.8e": ("alamein", AXIS, "Libya", "", ""),
            "18.8k": ("alamein", ALLIED, "Egypt", "", ""),
        }
    ),
)
def test_areas_follow_the_frontier(scenario: str, side: int, region: str, besides: str, without: str) -> None:
    """Wherever a first unit may start lies in the region, or is one of the hexes named besides it."""
    table = Opening(scenario).to_deployment()
    if table.actor != side:
        table.deploy_side()
    table.play(f"unit:{min(table.legal('unit'))}")
    cells = table.state.printed.cells
    regions = {name: cells[table.hex(name)].region for name in table.legal("hex")}
    assert {name for name, where in regions.items() if where != region} <= set(besides.split())
    assert not set(without.split()) & set(regions)


@rule("18.4e", "18.4p", "13.1a")
def test_crusader_the_axis_does_not_start_in_allied_tobruk() -> None:
    """Alone in it the Axis would have captured the fortress, and its cards, without a fight (ruling 68)."""
    table = Opening("crusader").to_deployment().play("unit:21/5")
    assert {"Gambut", "El-Adem", "Bir-Harmat"} <= table.legal("hex")
    assert table.refusal("hex:Tobruk") == "18.0"


@rule("18.4j")
def test_crusader_five_units_in_tobruk_at_most() -> None:
    garrison(Opening("crusader").to_deployment().deploy_side())


@rule("18.5j")
def test_battleaxe_five_units_in_tobruk_at_most() -> None:
    garrison(Opening("battleaxe").to_deployment().deploy_side())


def garrison(table: Opening) -> None:
    for unit in sorted(table.legal("unit"))[:5]:
        table.deploy(unit, "Tobruk")
    table.play(f"unit:{min(table.legal('unit'))}")
    assert table.refusal("hex:Tobruk") == "18.0"


@rule("18.6d", "18.6e")
@pytest.mark.parametrize(
    ("name", "most", "other"), [("El-Agheila", 14, "Mersa-Brega"), ("Mersa-Brega", 10, "El-Agheila")]
)
def test_1942_the_axis_chooses_which_units_start_where(name: str, most: int, other: str) -> None:
    table = Opening("1942").to_deployment()
    assert len(table.legal("unit")) == 24
    for unit in sorted(table.legal("unit"))[:most]:
        table.deploy(unit, name)
    table.play(f"unit:{min(table.legal('unit'))}")
    assert table.legal("hex") == {other}
    assert table.refusal(f"hex:{name}") == "18.0"


@rule("18.6k", "18.6l")
def test_1942_ten_units_are_free_and_the_rest_starts_in_alexandria() -> None:
    table = Opening("1942").to_deployment().deploy_side()
    assert len(table.legal("unit")) == 10
    assert len(table.at("Alexandria")) == 14
    assert not table.legal("unit") & table.at("Alexandria")


@pytest.mark.parametrize(
    ("scenario", "free", "alexandria"),
    cases({"18.7i 18.7j": ("gazala", 20, 16), "18.8k 18.8l": ("alamein", 16, 12)}),
)
def test_a_group_starts_in_alexandria(scenario: str, free: int, alexandria: int) -> None:
    table = Opening(scenario).to_deployment().deploy_side()
    assert (len(table.legal("unit")), len(table.at("Alexandria"))) == (free, alexandria)


@rule("18.7e", "18.7i")
def test_gazala_the_areas_do_not_meet() -> None:
    areas = [group.hexes for group in scenario_of(opened("gazala").state).deployments]
    axis, line = areas[:2]
    assert not axis & line
    assert {"Gazala", "Rotunda-Segnali", "Tengeder", "Agedabia"} <= axis
    assert {"Bir-Harmat", "Sidi-Mufta", "Bir-Hacheim", "Retma", "Bir-Gubi", "Jarabub"} <= line


# Cards


@pytest.mark.parametrize(
    ("scenario", "side", "cards"),
    cases(
        {
            "18.1f": ("1940", AXIS, 6),
            "18.1k": ("1940", ALLIED, 3),
            "18.2e": ("1941", AXIS, 6),
            "18.2j": ("1941", ALLIED, 6),
            "18.4f": ("crusader", AXIS, 10),
            "18.4k": ("crusader", ALLIED, 12),
            "18.5f": ("battleaxe", AXIS, 4),
            "18.5k": ("battleaxe", ALLIED, 8),
            "18.6f": ("1942", AXIS, 5),
            "18.6m": ("1942", ALLIED, 5),
            "18.7f": ("gazala", AXIS, 10),
            "18.7k": ("gazala", ALLIED, 12),
            "18.8f": ("alamein", AXIS, 8),
            "18.8m": ("alamein", ALLIED, 8),
        }
    ),
)
def test_initial_supply(scenario: str, side: int, cards: int) -> None:
    table = Opening(scenario).prepare().deal()
    assert [event.arguments["side"] for event in table.happened("drew")].count(side) == cards


def cards_drawn(scenario: str, month: int, more: str = HOMES, malta: bool = False) -> list[int]:
    """How many cards either side draws in the Buildup after this month."""
    table = Opening(scenario)
    table.state = at_month(scenario, month, "buildup", more).state
    while table.decision != "challenge":
        if malta and table.decision == "take-malta":
            table.play("malta")
        else:
            table.do_nothing()
    drew = [event.arguments["side"] for event in table.happened("drew")]
    return [drew.count(AXIS), drew.count(ALLIED)]


@pytest.mark.parametrize(
    ("scenario", "month", "side", "cards"),
    cases(
        {
            "18.1g": ("1940", 1, AXIS, 2),
            "18.1l": ("1940", 1, ALLIED, 3),
            "18.2f": ("1941", 1, AXIS, 2),
            "18.2k": ("1941", 1, ALLIED, 3),
            "18.3a": ("1941-42", 9, AXIS, 2),
            "18.3i": ("1941-42", 10, AXIS, 3),
            "18.4g": ("crusader", 8, AXIS, 2),
            "18.4l": ("crusader", 8, ALLIED, 3),
            "18.5g": ("battleaxe", 4, AXIS, 2),
            "18.5l": ("battleaxe", 4, ALLIED, 3),
            "18.6g": ("1942", 11, AXIS, 3),
            "18.6n": ("1942", 11, ALLIED, 3),
            "18.7g": ("gazala", 14, AXIS, 3),
            "18.7l": ("gazala", 14, ALLIED, 3),
            "18.8g": ("alamein", 15, AXIS, 3),
            "18.8n": ("alamein", 15, ALLIED, 3),
        }
    ),
)
def test_monthly_resupply(scenario: str, month: int, side: int, cards: int) -> None:
    assert cards_drawn(scenario, month)[side] == cards


# Reinforcements


@pytest.mark.parametrize(
    ("scenario", "side", "months"),
    cases(
        {
            "18.1h": ("1940", AXIS, {3: 2, 5: 2}),
            "18.1m": ("1940", ALLIED, {2: 2, 4: 4}),
            "18.2g": ("1941", AXIS, {3: 4, 5: 4, 7: 4}),
            "18.2l": ("1941", ALLIED, {2: 4, 4: 4, 6: 4, 8: 8, 10: 4}),
            "18.3k": ("1941-42", AXIS, {3: 4, 5: 4, 7: 4, 11: 4, 17: 3, 19: 3}),
            "18.3l": ("1941-42", ALLIED, {2: 4, 4: 4, 6: 4, 8: 8, 10: 4, 12: 4, 14: 4, 16: 5, 18: 6, 20: 5}),
            "18.4h": ("crusader", AXIS, {}),
            "18.4m": ("crusader", ALLIED, {10: 4}),
            "18.5h": ("battleaxe", AXIS, {5: 4, 7: 4}),
            "18.5m": ("battleaxe", ALLIED, {6: 4, 8: 8, 10: 4}),
            "18.6h": ("1942", AXIS, {17: 3, 19: 3}),
            "18.6o": ("1942", ALLIED, {12: 4, 14: 4, 16: 5, 18: 6, 20: 5}),
            "18.7h": ("gazala", AXIS, {}),
            "18.7m": ("gazala", ALLIED, {}),
            "18.8h": ("alamein", AXIS, {17: 3, 19: 3}),
            "18.8o": ("alamein", ALLIED, {16: 5, 18: 6, 20: 5}),
        }
    ),
)
def test_reinforcements(scenario: str, side: int, months: dict[int, int]) -> None:
    assert {month: count[side] for month, count in arrivals(scenario).items() if count[side]} == months


@rule("18.1s1")
def test_1940_the_months_on_the_blocks_are_ignored() -> None:
    table = opened("1940").copy()
    printed = {"Ariete": "S", "Littorio": "11", "Pistoia": "19"}
    assert {name: table.state.printed.units[table.unit(name)].arrival for name in printed} == printed
    assert (table.where("Ariete"), table.where("Littorio")) == ("out", "out")
    assert table.where("Pistoia") != "out"
    table.sit_out()
    assert (table.where("Ariete"), table.where("Littorio")) == ("El-Agheila", "El-Agheila")


# Malta


@pytest.mark.parametrize(
    ("scenario", "first"),
    cases({"18.3j": ("1941-42", 11), "18.6h 18.6i": ("1942", 12), "18.8h 18.8i": ("alamein", 16)}),
)
def test_the_malta_group_comes_in_any_one_buildup_as_a_whole(scenario: str, first: int) -> None:
    group = {"Ramcke", "Folgore"}
    for month in (first, 18):
        table = malta_asked(scenario, month)
        assert (table.decision, table.actor, table.legal()) == ("take-malta", AXIS, {"malta", "no-malta"})
        table.play("malta")
        assert group <= table.at("El-Agheila")
    table = Opening(scenario)
    table.state = at_month(scenario, first - 1, "buildup").state
    table.roll("6 6", "1 1")
    assert (table.decision == "take-malta", table.state.active) == (False, ALLIED), "not in the Allied Buildup"
    table = malta_asked(scenario, 18, HOMES + "\nDerna: Ramcke Folgore\nmalta_came: 17")
    assert table.decision != "take-malta", "once is enough"


def malta_asked(scenario: str, month: int, more: str = HOMES) -> Opening:
    """The Axis Buildup of this month, at its very start."""
    table = Opening(scenario)
    table.state = at_month(scenario, month - 1, "buildup", more).state
    table.roll("1 1", "6 6")
    return table


@rule("18.3j")
@pytest.mark.parametrize("month", [3, 10])
def test_1941_42_no_malta_group_before_month_11(month: int) -> None:
    assert malta_asked("1941-42", month).decision != "take-malta"


@pytest.mark.parametrize("scenario", ["1940", "1941", "crusader", "battleaxe", "gazala"])
def test_other_scenarios_have_no_malta_group(scenario: str) -> None:
    table = opened(scenario).copy().sit_out()
    assert not any(event.kind == "malta" for event in table.events)
    assert {table.where(unit) for unit in ("Ramcke", "Folgore")} == {"out"}


@pytest.mark.parametrize(
    ("scenario", "month"), cases({"18.3j": ("1941-42", 12), "18.6j": ("1942", 12), "18.8j": ("alamein", 16)})
)
def test_malta_costs_a_card_a_month_from_the_same_buildup_on(scenario: str, month: int) -> None:
    assert cards_drawn(scenario, month - 1)[AXIS] == 3
    assert cards_drawn(scenario, month - 1, malta=True)[AXIS] == 2
    later = HOMES + f"\nDerna: Ramcke Folgore\nmalta_came: {month}"
    assert cards_drawn(scenario, month, later) == [2, 3], "the Allies draw as before"


# Who holds the fortresses


@pytest.mark.parametrize(
    ("scenario", "owners"),
    cases(
        {
            "18.1p": ("1940", {"Benghazi": AXIS, "Tobruk": AXIS, "Bardia": AXIS}),
            "18.2m": ("1941", {"Benghazi": ALLIED, "Tobruk": ALLIED, "Bardia": ALLIED}),
            "18.4p": ("crusader", {"Benghazi": AXIS, "Tobruk": ALLIED, "Bardia": AXIS}),
            "18.5n": ("battleaxe", {"Benghazi": AXIS, "Tobruk": ALLIED, "Bardia": AXIS}),
            "18.6p": ("1942", {"Benghazi": ALLIED, "Tobruk": ALLIED, "Bardia": ALLIED}),
            "18.7q": ("gazala", {"Benghazi": AXIS, "Tobruk": ALLIED, "Bardia": ALLIED}),
            "18.8p": ("alamein", {"Benghazi": AXIS, "Tobruk": AXIS, "Bardia": AXIS}),
        }
    ),
)
def test_control_of_the_fortresses(scenario: str, owners: dict[str, int]) -> None:
    table = opened(scenario)
    places = [table.state.printed.board.names[place] for place in table.state.printed.fortresses]
    assert dict(zip(places, table.state.owner, strict=True)) == owners


# Special rules


@rule("18.1n")
@pytest.mark.parametrize(("scenario", "offered"), [("1940", False), ("1941", True)])
def test_1940_has_no_rommel_move(scenario: str, offered: bool) -> None:
    table = opened(scenario).copy().play("real:1", "dummies:0")
    assert bool(table.legal("rommel-group")) == offered
    if not offered:
        assert table.refusal("rommel-group:El-Agheila") == "6.3"


@rule("18.1o")
@pytest.mark.parametrize(("scenario", "dice"), [("1940", 1), ("1941", 2)])
def test_1940_one_die_for_points(scenario: str, dice: int) -> None:
    assert at_month(scenario, 1, "buildup").dice() == dice


@rule("18.3b")
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ("Tobruk: Pavia\nowner Tobruk: axis\nEl-Agheila: Brescia\nAlexandria: Pol KDG", (AXIS, "17.3")),
        ("Tobruk: Pol\nEl-Agheila: Brescia Pavia\nAlexandria: KDG", (ALLIED, "17.3")),
        ("El-Agheila: Brescia\nAlexandria: Pol KDG", (ALLIED, "17.2")),
        ("El-Agheila: Brescia Pavia\nAlexandria: Pol KDG 22Gd", (ALLIED, "17.4")),
        ("El-Agheila: Brescia Pavia Trento\nAlexandria: Pol KDG", (AXIS, "17.4")),
    ],
    ids=["Tobruk Axis", "Tobruk Allied", "twice the army", "more Allies", "more of the Axis"],
)
def test_1941_42_the_standard_victory_conditions_apply(places: str, expected: tuple[int, str]) -> None:
    """They are counted at the end of its last month, and at no month's end before."""
    table = at_month("1941-42", 20, "lay", f"passes: 1\n{places}").play("pass", "done")
    assert (table.game.score(table.state).winner, table.game.score(table.state).rule) == expected
    assert at_month("1941-42", 19, "lay", f"passes: 1\n{places}").play("pass", "done").decision == "point-dice"


@rule("18.3b")
def test_1941_42_a_base_that_is_taken_ends_the_game() -> None:
    table = at_month("1941-42", 12, "movement 1", "98: 21/3\nEl-Agheila: Brescia\nFuka: Pol")
    table.play("group:98").move("21/3", "Alexandria")
    assert (table.game.score(table.state).winner, table.game.score(table.state).rule) == (AXIS, "17.1")


@rule("18.3h")
def test_1941_42_the_survivors_play_on_as_they_are() -> None:
    more = "passes: 1\nDerna: Brescia=2\nEl-Agheila: Trento\nAlexandria: Pol\nSollum: 22Gd=1"
    table = at_month("1941-42", 10, "lay", more).play("pass", "done")
    assert (table.state.month, table.decision) == (11, "point-dice")
    table.roll("1 1", "2 2").play("no-malta")
    assert table.decision == "spend"
    assert (table.where("Brescia"), table.cv("Brescia"), table.cv("22Gd")) == ("Derna", 2, 1)
    assert table.state.points == [6, 6]


@rule("18.4n", "3.3h")
def test_crusader_the_allies_have_the_first_turn_of_the_first_month() -> None:
    table = opened("crusader").copy()
    assert (table.decision, table.actor) == ("lay", ALLIED)
    table.play("pass", "done")
    assert table.actor == AXIS
    table.play("pass", "done").sit_out_to_month(9)
    assert (table.state.month, table.actor) == (9, AXIS), "later the Axis has the initiative"


@rule("18.4o")
def test_crusader_tobruk_is_mined_and_both_know() -> None:
    table = opened("crusader")
    tobruk = 1 << table.hex("Tobruk")
    assert table.state.mined_hexes == tobruk
    assert [mines & tobruk for mines in table.state.known_mines] == [tobruk, tobruk]
    for scenario in set(SCENARIOS) - {"crusader"}:
        assert not opened(scenario).state.mined_hexes


@rule("18.7n")
def test_gazala_thirty_points_each_the_allies_first() -> None:
    table = Opening("gazala")
    assert (table.decision, table.actor, table.state.points[ALLIED]) == ("mines", ALLIED, 30)
    assert table.starters(AXIS) | table.starters(ALLIED) == set()
    table.play("done", "extra:0")
    assert (table.decision, table.actor, table.state.points[AXIS]) == ("mines", AXIS, 30)
    assert not table.happened("points-rolled")


@rule("18.7o", "18.7p")
def test_gazala_the_points_buy_minefields_and_cards_or_are_saved() -> None:
    table = Opening("gazala").play("mine:Sidi-Mufta", "done", "extra:1").roll("real")
    assert table.state.mined_hexes == 1 << table.hex("Sidi-Mufta")
    assert (table.state.points[ALLIED], table.state.real[ALLIED]) == (5, 1)
    table.play("done", "extra:0")
    assert table.state.points[AXIS] == 20, "no more is saved"
    table.ready().play("pass", "done", "pass", "done")
    assert (table.decision, table.dice()) == ("point-dice", 2), "later Buildups are normal"


@rule("18.7p")
def test_gazala_minefields_go_anywhere_into_the_own_area() -> None:
    table = Opening("gazala")
    assert {"Sidi-Mufta", "Jarabub", "Alexandria", "162"} <= table.legal("mine")
    assert table.refusal("mine:Gazala") == "16.55"
    table.play("done", "extra:0")
    assert {"Gazala", "Tengeder", "El-Agheila"} <= table.legal("mine")
    assert table.refusal("mine:Bir-Harmat") == "16.55"

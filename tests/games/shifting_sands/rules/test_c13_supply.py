"""13.2 to 13.6, 9.2, 10.422: lines of supply."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c04_set_up import lay_out
from sandtable.games.shifting_sands.rules.c13_lines import land_line, supply_line
from sandtable.games.shifting_sands.rules.c13_supply import (
    FULL,
    LIMITED,
    OUT,
    sources,
    supply_at,
    supply_of,
    unsupplied,
)
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.fights import reasons, shot
from tests.games.shifting_sands.theatre import DATA, SPACE, card, names, number, space_ids, theatre

GAME = "shifting-sands"
LRDG = "long_range_desert_group"
IRAK = "unternehmen_irak"
EGYPT_VP = ("alexandria", "cairo", "port_said", "suez", "mersa_matruh")


def level(unit: str, space: str, **more: Any) -> int:
    """What a unit has that is alone on the map; control is as printed, unless something else is said."""
    return supply_of(theatre({unit: space}, **more), number(unit))


def feeds(unit: str, **more: Any) -> set[str]:
    """The sources of a unit."""
    return space_ids(sources(theatre(**more), number(unit)))


def line(unit: str, space: str, **more: Any) -> tuple[list[str], list[str]] | None:
    """The spaces of a unit's line, and of its second part if it goes by sea."""
    found = supply_line(theatre({unit: space}, **more), number(unit), SPACE[space])
    if found is None:
        return None
    return [DATA.spaces[each].id for each in found.spaces], [DATA.spaces[each].id for each in found.onward]


def all_but(*kept: str) -> list[str]:
    """Every space on the map but these."""
    return [space.id for space in DATA.spaces if space.on_map and space.id not in kept]


def cut_off(unit: str, *kept: str, **more: Any) -> int:
    """What a unit has in the first of these spaces if its side controls nothing else."""
    side = DATA.owners[number(unit)]
    enemy = {("axis", "allied")[1 - side]: all_but(*kept), ("axis", "allied")[side]: kept}
    return level(unit, kept[0], **enemy, **more)


# Sources


@pytest.mark.rule("13.21a")
@pytest.mark.parametrize("unit", ["br_7arm", "in_4", "us_1", "au_bg-1", "ff_bg-1", "br_lrdg", "gk_bg"])
def test_port_said_and_suez_supply_the_allies(unit: str) -> None:
    assert {"port_said", "suez"} <= feeds(unit)
    assert cut_off(unit, "cairo", "suez") == FULL
    assert cut_off(unit, "cairo", "port_said") == FULL
    assert cut_off(unit, "cairo", "alexandria", "el_alamein") == OUT


@pytest.mark.rule("13.24a")
@pytest.mark.parametrize("unit", ["us_1", "br_78", "usff_bg-1"])
def test_casablanca_and_oran_supply_the_allies_after_torch(unit: str) -> None:
    west = {"allied": ["casablanca", "oran", "algiers"]}
    assert feeds(unit, **west) == {"port_said", "suez"}
    assert feeds(unit, **west, events=["torch"]) == {"port_said", "suez", "casablanca", "oran"}
    assert cut_off(unit, "algiers", "oran", events=["torch", "vulcan"]) == FULL
    assert cut_off(unit, "oran", "casablanca", events=["torch"]) == LIMITED


@pytest.mark.rule("13.25a")
@pytest.mark.parametrize("unit", ["br_7arm", "us_1"])
def test_tripoli_supplies_the_allies_who_hold_it(unit: str) -> None:
    assert "tripoli" in feeds(unit, allied=["tripoli"])
    assert "tripoli" not in feeds(unit)
    assert cut_off(unit, "homs", "tripoli") == FULL


@pytest.mark.rule("13.25b")
def test_benghazi_and_tobruk_supply_the_british_after_montgomery() -> None:
    held: dict[str, Any] = {"allied": ["benghazi", "tobruk"]}
    for unit in ("br_7arm", "in_4", "ff_bg-1", "br_lrdg", "pl_bg"):
        assert not feeds(unit, **held) & {"benghazi", "tobruk"}
        assert {"benghazi", "tobruk"} <= feeds(unit, **held, events=["montgomery"])
        assert "tobruk" not in feeds(unit, allied=["benghazi"], events=["montgomery"])
    for unit in ("us_1", "usff_bg-1"):
        assert not feeds(unit, **held, events=["montgomery"]) & {"benghazi", "tobruk"}


@pytest.mark.rule("13.31a")
@pytest.mark.parametrize("unit", ["it_17", "ge_21", "ge_bg-1", "it_bg-1"])
def test_tripoli_supplies_the_axis(unit: str) -> None:
    assert "tripoli" in feeds(unit)
    assert cut_off(unit, "homs", "tripoli") == FULL
    assert cut_off(unit, "homs", "buerat", "tarhuna") == OUT


@pytest.mark.rule("13.32a")
def test_tunis_supplies_the_axis_after_torch() -> None:
    assert "tunis" not in feeds("ge_21")
    assert "tunis" in feeds("ge_21", events=["torch"])
    assert cut_off("ge_21", "bizerte", "tunis", events=["torch"]) == FULL


@pytest.mark.rule("13.33a")
def test_beirut_and_baghdad_supply_germans_and_italians_after_unternehmen_irak() -> None:
    held: dict[str, Any] = {"axis": ["beirut", "baghdad"]}
    for unit in ("ge_5mtn", "it_17"):
        assert not feeds(unit, **held) & {"beirut", "baghdad"}
        assert {"beirut", "baghdad"} <= feeds(unit, **held, events=[IRAK])
        assert "baghdad" not in feeds(unit, events=[IRAK]), "it is Allied"
    assert cut_off("ge_5mtn", "mosul", "baghdad", events=[IRAK]) == FULL
    assert cut_off("ge_5mtn", "mosul", "baghdad") == OUT


@pytest.mark.rule("13.34a")
def test_alexandria_supplies_the_axis_that_holds_it() -> None:
    assert "alexandria" not in feeds("ge_21")
    assert "alexandria" in feeds("ge_21", axis=["alexandria"])
    assert cut_off("ge_21", "el_alamein", "alexandria") == FULL


@pytest.mark.rule("13.35a")
def test_beirut_supplies_the_vichy_french() -> None:
    for events in ([], [IRAK, "torch"]):
        assert feeds("vf_bg-1", events=events, axis=["baghdad", "alexandria"]) == {"beirut"}
    active = {"vichy_active": 1}
    assert cut_off("vf_bg-1", "damascus", "beirut", **active) == FULL
    assert cut_off("vf_bg-1", "damascus", "sidon", **active) == OUT


@pytest.mark.rule("13.36a")
def test_baghdad_supplies_the_iraqis() -> None:
    for events in ([], [IRAK, "torch"]):
        assert feeds("ir_bg-1", events=events, axis=["baghdad", "alexandria"]) == {"baghdad"}
    active = {"iraq_active": 1}
    assert cut_off("ir_bg-1", "mosul", "baghdad", **active) == FULL
    assert cut_off("ir_bg-1", "mosul", "kirkuk", **active) == OUT


@pytest.mark.rule("10.41a")
@pytest.mark.parametrize(("unit", "space"), [("ir_bg-1", "samawah"), ("vf_bg-1", "palmyra")])
def test_neutrals_need_no_supply(unit: str, space: str) -> None:
    """Ruling: before they are active, the Iraqis are in spaces of the Allies and have no source."""
    assert level(unit, space, allied=["baghdad", "beirut"]) == FULL
    assert level(unit, space, allied=["baghdad", "beirut"], iraq_active=1, vichy_active=1) == OUT


@pytest.mark.rule("13.41a")
def test_chad_supplies_the_free_french_of_the_british() -> None:
    assert "chad" in feeds("ff_bg-1")
    assert cut_off("ff_bg-1", "chad") == FULL
    assert cut_off("ff_bg-1", "kufra", "chad", events=[LRDG]) == FULL
    assert "chad" not in feeds("br_bg-1") | feeds("usff_bg-1")


@pytest.mark.rule("13.42a")
def test_the_deep_desert_supplies_the_desert_group() -> None:
    assert cut_off("br_lrdg", "deep_desert", events=[LRDG]) == FULL
    assert cut_off("br_lrdg", "jalo", "deep_desert", events=[LRDG]) == FULL
    assert cut_off("br_bg-1", "jalo", "deep_desert", events=[LRDG]) == OUT
    assert "deep_desert" not in feeds("br_bg-1", events=[LRDG])


@pytest.mark.rule("13.43a")
def test_addis_ababa_supplies_the_italians() -> None:
    assert "addis_ababa" in feeds("it_bg-1")
    assert "addis_ababa" not in feeds("ge_bg-1")
    assert level("it_gds", "harar") == FULL
    assert level("it_gds", "harar", allied=["addis_ababa"]) == LIMITED, "in the mountains: 13.43"


@pytest.mark.rule("13.43b", "13.43c")
@pytest.mark.parametrize(
    ("space", "without", "cut"),
    [("massawa", LIMITED, OUT), ("gondar", LIMITED, OUT), ("keren", LIMITED, OUT), ("jijiga", OUT, OUT)],
)
def test_italians_hold_out_in_massawa_and_the_mountains(space: str, without: int, cut: int) -> None:
    """Only while the Allies control Addis Ababa: while it is Axis, a line to it is needed."""
    assert cut_off("it_bg-1", space) == without
    assert cut_off("it_bg-1", space, "addis_ababa") == (FULL if space == "gondar" else cut)
    assert cut_off("ge_bg-1", space) == OUT
    assert cut_off("it_bg-1", "cyrene") == OUT, "mountains elsewhere"


@pytest.mark.rule("13.44a", "13.44b")
def test_victory_spaces_of_egypt_supply_egyptians() -> None:
    held = ["cairo", "mersa_matruh", "aswan", "sinai"]
    assert feeds("eg_bg-1", axis=held) == {"cairo", "mersa_matruh"}
    assert cut_off("eg_bg-1", "aswan", "cairo") == FULL
    assert cut_off("eg_bg-1", "aswan", "sinai") == OUT
    for space in EGYPT_VP:
        assert cut_off("eg_bg-1", space) == FULL
    assert cut_off("eg_bg-1", "sinai") == OUT
    assert cut_off("eg_bg-1", "sinai", "suez", "port_said") == FULL
    assert cut_off("eg_bg-1", "sinai", "khartoum", "tripoli") == OUT


@pytest.mark.rule("10.44b")
def test_egyptians_trace_no_line_through_sinai_but_out_of_it() -> None:
    """Distances: Sinai to Cairo by way of Suez are two spaces; nobody's line leads through Sinai."""
    assert line("eg_bg-1", "sinai", axis=["sinai", "suez", "cairo"]) == (["sinai", "suez"], [])
    assert cut_off("eg_bg-1", "suez") == FULL


# Lines


@pytest.mark.rule("13.51a", "3.0af", "13.55a")
def test_a_line_runs_through_own_spaces_of_any_length() -> None:
    assert level("it_17", "bardia") == LIMITED
    assert level("it_17", "bardia", allied=["el_agheila"]) == LIMITED, "through the port of Tobruk"
    state = theatre({"it_17": "bardia", "it_27": "msus"}, allied=["el_agheila", "tobruk"])
    assert unsupplied(state, AXIS) == 1 << number("it_17") | 1 << number("it_27")
    assert not unsupplied(state, ALLIED)


@pytest.mark.rule("13.53a")
@pytest.mark.parametrize("occupied", [False, True])
def test_a_line_stops_at_enemy_spaces_occupied_or_not(occupied: bool) -> None:
    placed = {"it_17": "msus"} | ({"br_7arm": "el_agheila"} if occupied else {})
    state = theatre(placed, allied=["el_agheila", "tobruk"])
    assert supply_of(state, number("it_17")) == OUT
    state = theatre({"it_17": "msus"}, allied=["tobruk"])
    assert supply_of(state, number("it_17")) == LIMITED


@pytest.mark.rule("13.51b")
def test_a_line_uses_only_links_that_the_unit_may_use() -> None:
    """Between Khartoum and Aswan run lines of the Allies alone."""
    assert line("br_bg-1", "khartoum") == (["khartoum", "aswan", "cairo", "port_said"], [])
    assert cut_off("it_bg-1", "aswan", "khartoum", "ghimbi", "addis_ababa") == OUT
    assert cut_off("br_bg-1", "khartoum", "aswan", "cairo", "suez") == LIMITED


@pytest.mark.rule("13.52a", "9.21a")
@pytest.mark.parametrize("unit", ["br_bg-1", "in_4"])
def test_no_line_through_an_oasis_before_the_desert_group(unit: str) -> None:
    path = ("bir_el_kenaysis", "siwa", "bahariya", "cairo", "suez")
    assert cut_off(unit, *path) == OUT


@pytest.mark.rule("13.52b", "9.22e")
@pytest.mark.parametrize(
    ("unit", "port"), [("br_bg-1", "suez"), ("ge_bg-1", "alexandria"), ("us_abg-1", "port_said")]
)
def test_battlegroups_trace_through_oases_afterwards(unit: str, port: str) -> None:
    assert cut_off(unit, "bir_el_kenaysis", "siwa", "bahariya", "cairo", port, events=[LRDG]) == LIMITED


@pytest.mark.rule("13.52c", "9.22h")
@pytest.mark.parametrize(("unit", "port"), [("in_4", "suez"), ("ge_21", "alexandria"), ("us_1", "port_said")])
def test_divisions_never_trace_through_oases(unit: str, port: str) -> None:
    assert cut_off(unit, "bir_el_kenaysis", "siwa", "bahariya", "cairo", port, events=[LRDG]) == OUT


@pytest.mark.rule("9.23f")
def test_no_line_of_the_axis_through_the_deep_desert() -> None:
    """From Murzuk to Jalo only the desert group could go."""
    held = ("jalo", "deep_desert", "murzuk", "tarhuna", "tripoli")
    assert cut_off("it_bg-1", *held, events=[LRDG]) == OUT
    assert cut_off("br_lrdg", *held, events=[LRDG]) == FULL


@pytest.mark.rule("10.422c")
def test_allied_lines_pass_through_iraq_while_it_is_neutral() -> None:
    state = lay_out(DATA, 0, {})
    unit = number("in_bg-3")
    assert DATA.spaces[state.place[unit]].id == "basra"
    state.control[SPACE["basra"]] = AXIS
    move = SPACE["mosul"]
    state.rebuild()
    assert supply_at(state, unit, move) == LIMITED
    for space in ("habbaniyah", "baghdad"):
        state.control[SPACE[space]] = AXIS
    state.rebuild()
    assert supply_at(state, unit, move) == OUT


# Ports


@pytest.mark.rule("13.54a", "13.61d")
def test_a_line_by_sea() -> None:
    """Tobruk, besieged, is supplied from Port Said; Mechili through Tobruk."""
    assert cut_off("br_7arm", "tobruk", "suez") == LIMITED
    assert line(
        "br_7arm", "gazala", axis=all_but("gazala", "tobruk", "suez"), allied=["gazala", "tobruk", "suez"]
    ) == (
        ["gazala", "tobruk"],
        ["suez"],
    )
    assert cut_off("br_7arm", "gazala", "suez") == OUT
    assert cut_off("it_17", "sicily", "tripoli") == LIMITED


@pytest.mark.rule("13.54b")
@pytest.mark.parametrize(("unit", "source"), [("br_7arm", "suez"), ("ge_21", "tripoli"), ("ge_21", "alexandria")])
def test_nobody_is_supplied_through_mersa_matruh(unit: str, source: str) -> None:
    assert cut_off(unit, "mersa_matruh", source, events=["montgomery"]) == OUT


@pytest.mark.rule("13.54c")
def test_only_allies_are_supplied_through_benghazi_and_after_montgomery() -> None:
    assert cut_off("us_1", "benghazi", "suez") == OUT
    assert cut_off("us_1", "benghazi", "suez", events=["montgomery"]) == LIMITED
    assert cut_off("br_7arm", "charruba", "benghazi", events=["montgomery"]) == FULL, "it is a source"
    assert cut_off("it_17", "benghazi", "tripoli") == OUT
    assert cut_off("it_17", "benghazi", "tripoli", events=["montgomery"]) == OUT


@pytest.mark.rule("13.54d", "13.54g")
@pytest.mark.parametrize(("port", "expected"), [("basra", OUT), ("haifa", LIMITED), ("beirut", LIMITED)])
def test_ports_of_the_near_east_for_the_axis(port: str, expected: int) -> None:
    assert cut_off("ge_21", port, "tripoli") == expected
    assert cut_off("in_4", "basra", "suez") == LIMITED


@pytest.mark.rule("13.54g")
@pytest.mark.parametrize("port", ["tobruk", "alexandria", "port_said", "suez", "sicily"])
def test_ports_of_the_mediterranean_for_the_axis(port: str) -> None:
    assert cut_off("ge_21", port, "tripoli") == (FULL if port == "alexandria" else LIMITED)


@pytest.mark.rule("13.54h")
@pytest.mark.parametrize("port", ["massawa", "kismayu", "mogadishu", "berbera", "nairobi"])
def test_no_port_of_east_africa_for_the_axis(port: str) -> None:
    assert cut_off("it_bg-1", port, "addis_ababa", "tripoli", "sicily") == OUT
    assert cut_off("br_bg-1", port, "suez") == LIMITED


@pytest.mark.rule("13.54e", "13.54f")
def test_a_line_from_port_to_port_and_on_by_land() -> None:
    """The Allies hold Haifa and the way from there to Suez, but Port Said and Suez are no ports of the line:
    Tripoli, Tobruk and Alexandria give the general case of the Axis, whose source Baghdad lies inland."""
    held = ("haifa", "beirut", "damascus", "palmyra", "rutbah", "habbaniyah", "baghdad")
    more: dict[str, Any] = {"events": [IRAK], "iraq_active": 1}
    found = line("ir_bg-1", "haifa", axis=held, allied=all_but(*held), **more)
    assert found == (["haifa"], ["beirut", "damascus", "palmyra", "rutbah", "habbaniyah", "baghdad"])
    assert cut_off("ir_bg-1", *held, **more) == LIMITED
    assert cut_off("ir_bg-1", "haifa", *held[2:], **more) == OUT, "a second port is needed"


@pytest.mark.rule("13.54f")
def test_a_third_port_does_not_help() -> None:
    """By land to a port, over the sea to another, by land to a third: there the line ends."""
    held = ("haifa", "suez", "port_said")
    assert cut_off("ir_bg-1", *held, events=[IRAK], iraq_active=1) == OUT


@pytest.mark.rule("13.54a")
@pytest.mark.parametrize(
    ("unit", "port", "source", "after"),
    [
        ("us_1", "algiers", "suez", LIMITED),
        ("us_1", "tunis", "suez", OUT),
        ("us_1", "bizerte", "suez", OUT),
        ("ge_21", "bizerte", "tripoli", LIMITED),
        ("ge_21", "algiers", "tripoli", OUT),
        ("ge_21", "casablanca", "tripoli", OUT),
    ],
)
def test_ports_of_the_west(unit: str, port: str, source: str, after: int) -> None:
    """12.71, 12.72: after Torch, and each for one side."""
    assert cut_off(unit, port, source) == OUT
    assert cut_off(unit, port, source, events=["torch"]) == after


# The state of supply


@pytest.mark.rule("13.61b", "13.61c")
def test_full_supply_ends_three_spaces_from_the_source() -> None:
    assert level("it_17", "el_agheila") == FULL
    assert level("it_17", "agedabia") == LIMITED
    assert level("br_7arm", "el_daba") == FULL
    assert level("br_7arm", "mersa_matruh") == LIMITED
    state = theatre({"it_17": "el_agheila"})
    found = supply_line(state, number("it_17"), SPACE["el_agheila"])
    assert found is not None
    assert found.distance == 3


@pytest.mark.rule("13.61b")
def test_distance_is_counted_along_the_line() -> None:
    """Tarhuna is one space from Tripoli, and two if the straight way is lost."""
    assert level("it_17", "buerat", allied=["homs"]) == FULL
    assert level("it_17", "el_agheila", allied=["homs"]) == FULL
    assert level("it_17", "buerat", allied=["tarhuna"]) == FULL
    assert level("br_7arm", "el_alamein", axis=["cairo"]) == LIMITED, "through Alexandria, by sea"


@pytest.mark.rule("13.621a", "13.22a", "13.22b")
def test_allied_supply_in_east_africa() -> None:
    for space in ("khartoum", "kassala", "nairobi", "aden", "berbera"):
        assert level("br_bg-1", space) == LIMITED
        assert level("br_bg-1", space, events=["ethiopian_campaign"]) == FULL
    assert cut_off("br_bg-1", "kassala", events=["ethiopian_campaign"]) == OUT
    assert level("it_bg-1", "obbia", events=["ethiopian_campaign"]) == LIMITED, "the Axis has no part in it"


@pytest.mark.rule("13.622a", "13.23a", "13.23b")
def test_allied_supply_in_the_near_east() -> None:
    for space in ("sinai", "jerusalem", "basra", "india"):
        assert level("in_4", space) == LIMITED
        assert level("in_4", space, events=["exporters"]) == FULL
    assert cut_off("in_4", "amman", events=["exporters"]) == OUT
    assert level("vf_bg-1", "hassetche", events=["exporters"], vichy_active=1) == FULL, "it is near Beirut"


@pytest.mark.rule("13.623a", "13.421a", "13.421b")
def test_allied_supply_in_the_west() -> None:
    held: dict[str, Any] = {
        "allied": ["casablanca", "oran", "algiers", "bougie", "bone", "constantine", "tebessa"]
    }
    for space in ("casablanca", "oran", "algiers", "tebessa"):
        assert level("us_1", space, events=["torch"], **held) == LIMITED
        assert level("us_1", space, events=["torch", "vulcan"], **held) == FULL
    assert cut_off("us_1", "tebessa", events=["torch", "vulcan"]) == OUT
    axis = ["tripoli", "medenine", "mareth", "gabes", "sfax", "gafsa"]
    assert level("ge_21", "gafsa", events=["torch", "vulcan"], axis=axis, allied=["tunis"]) == LIMITED


@pytest.mark.rule("13.62a")
@pytest.mark.parametrize(
    ("event", "unit", "space", "events"),
    [
        ("A07", "br_7arm", "halfaya", ()),
        ("A32", "br_7arm", "sidi_barrani", ()),
        ("A23", "in_4", "mersa_matruh", ()),
        ("A51", "br_7arm", "sidi_suleiman", ()),
        ("X27", "ge_21", "bardia", ()),
        ("X37", "it_17", "bardia", ()),
        ("X49", "ge_21", "faid", ("torch",)),
    ],
)
def test_offensives_supply_fully(event: str, unit: str, space: str, events: tuple[str, ...]) -> None:
    more: dict[str, Any] = {"events": events, "allied": ["tunis"] if space == "faid" else []}
    assert level(unit, space, **more) == LIMITED
    assert level(unit, space, **more, card=card(event)) == FULL


@pytest.mark.rule("13.62a")
@pytest.mark.parametrize(
    ("event", "unit", "space"),
    [
        ("A07", "br_bg-1", "kassala"),
        ("A07", "br_bg-1", "jerusalem"),
        ("A07", "br_bg-1", "sinai"),
        ("A07", "it_17", "bardia"),
        ("X27", "br_7arm", "halfaya"),
        ("X27", "it_bg-1", "obbia"),
        ("X49", "it_17", "bardia"),
        ("A01", "br_7arm", "halfaya"),
    ],
)
def test_offensives_have_their_side_and_their_regions(event: str, unit: str, space: str) -> None:
    assert level(unit, space, card=card(event)) == LIMITED


@pytest.mark.rule("13.62c")
def test_offensives_do_not_help_units_without_supply() -> None:
    assert cut_off("br_7arm", "halfaya", card=card("A07")) == OUT
    assert cut_off("ge_21", "bardia", card=card("X27")) == OUT


# Questions of other chapters


@pytest.mark.rule("13.11e")
def test_the_supply_of_defenders_is_judged_before_the_battle() -> None:
    """Bardia is cut off when Sidi Azeiz and Gambut have fallen, and only then its garrison fires worse."""
    placed = {"it_62": "bardia", "in_4": "halfaya"}
    state = theatre(placed, allied=["sidi_azeiz"])
    assert "11.273" not in reasons(shot(state, AXIS, "bardia", "in_4").shifts)
    state = theatre(placed, allied=["sidi_azeiz", "gambut"])
    assert reasons(shot(state, AXIS, "bardia", "in_4").shifts)["11.273"] == -1


def test_supply_in_a_space_that_would_be_taken() -> None:
    """11.55: a retreating unit takes control of the space in which it ends."""
    state = theatre({"br_7arm": "bardia"})
    unit = number("br_7arm")
    assert supply_at(state, unit, SPACE["gambut"]) == LIMITED
    assert supply_at(state, unit, SPACE["tripoli"]) == FULL, "Tripoli would be a source"
    assert supply_at(state, unit, SPACE["msus"]) == OUT
    assert supply_at(state, unit, SPACE["tobruk"]) == LIMITED, "Tobruk would be a port"
    assert state.control[SPACE["tobruk"]] == AXIS


def test_everybody_is_supplied_at_the_start() -> None:
    for scenario in (0, 1):
        state = lay_out(DATA, scenario, {})
        assert not names(unsupplied(state, AXIS) | unsupplied(state, ALLIED))


def test_a_line_is_shown_for_whoever_has_one() -> None:
    """A unit is supplied exactly if there is a line, and fully supplied outside the special regions exactly if it
    is at most three spaces long and by land; 13.43 and neutrals apart."""
    for scenario in (0, 1):
        state = lay_out(DATA, scenario, {})
        for unit in ones(DATA.own[AXIS] | DATA.own[ALLIED]):
            place = state.place[unit]
            if place < 0 or not DATA.spaces[place].on_map or DATA.units[unit].nation == "IR":
                continue
            found = supply_line(state, unit, place)
            assert found is not None
            by_land = land_line(state, unit, place)
            assert by_land == (not found.onward)
            if DATA.spaces[place].region in ("Egypt", "Libya"):
                assert (supply_of(state, unit) == FULL) == (by_land and found.distance <= 3)


def test_italians_in_the_mountains_have_no_line_to_show() -> None:
    state: Theatre = theatre({"it_bg-1": "keren"}, allied=["addis_ababa"])
    assert supply_of(state, number("it_bg-1")) == LIMITED
    assert supply_line(state, number("it_bg-1"), SPACE["keren"]) is None

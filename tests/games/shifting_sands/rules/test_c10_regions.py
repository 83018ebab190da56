"""9.2, 9.13, 10, 11.17: who may go where, and attack what."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c03_control import wake_iraqis, wake_vichy
from sandtable.games.shifting_sands.rules.c10_regions import (
    domain,
    is_active,
    is_long_link,
    sleepers,
    targets,
    ways,
)
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import mask_of, ones
from tests.games.shifting_sands.theatre import DATA, SPACE, card, number, space_ids, spaces, theatre

GAME = "shifting-sands"
OASES = mask_of(number for number, space in enumerate(DATA.spaces) if space.terrain == "oasis")
WEST = DATA.regions["Algeria-Tunisia"]
NEAR_EAST = DATA.regions["Near East"] & ~spaces("persia", "india")
DESERT_GROUP = ("long_range_desert_group",)
EVERYBODY = ("br_7arm", "br_bg-1", "ff_bg-1", "br_lrdg", "us_1", "ge_21", "ge_bg-1", "it_17", "it_bg-1")
BATTLEGROUPS = ("br_bg-1", "us_bg-1", "ff_bg-1", "it_bg-1", "ge_abg-1", "br_lrdg", "ge_ramcke")
DIVISIONS = ("br_7arm", "in_4", "us_1", "it_17", "ge_21")


def may_be(state: Theatre, unit: str) -> int:
    return domain(state, number(unit))


def onward(state: Theatre, unit: str, space: str) -> set[str]:
    return space_ids(ways(state, number(unit))[SPACE[space]])


def aims(unit: str, space: str, *, events: tuple[str, ...] = (), **more: Any) -> set[str]:
    """What a unit may attack from a space."""
    return space_ids(targets(theatre({unit: space}, events=events, **more), number(unit)))


# Oases and the Deep Desert (9.2)


@pytest.mark.rule("9.21a")
@pytest.mark.parametrize("unit", EVERYBODY)
def test_nobody_enters_an_oasis_before_the_desert_group(unit: str) -> None:
    assert not may_be(theatre(), unit) & OASES
    assert "siwa" not in onward(theatre(), unit, "bir_el_kenaysis")


@pytest.mark.rule("9.22a", "9.22b", "9.22c")
@pytest.mark.parametrize("unit", BATTLEGROUPS)
def test_battlegroups_use_oases_afterwards(unit: str) -> None:
    state = theatre(events=DESERT_GROUP)
    assert may_be(state, unit) & OASES == OASES
    assert "siwa" in onward(state, unit, "bir_el_kenaysis")
    assert "siwa" in aims(unit, "bir_el_kenaysis", events=DESERT_GROUP)
    assert "siwa" not in aims(unit, "bir_el_kenaysis")


@pytest.mark.rule("9.22d")
@pytest.mark.parametrize("unit", BATTLEGROUPS[:5])
def test_battlegroups_attack_out_of_oases(unit: str) -> None:
    around = {"bir_el_kenaysis", "sidi_suleiman", "bahariya", "giarabub"}
    assert aims(unit, "siwa", events=DESERT_GROUP) == around


@pytest.mark.rule("9.22f", "9.22g")
@pytest.mark.parametrize("unit", DIVISIONS)
def test_divisions_never_use_oases(unit: str) -> None:
    state = theatre(events=DESERT_GROUP)
    assert not may_be(state, unit) & OASES
    assert "siwa" not in aims(unit, "bir_el_kenaysis", events=DESERT_GROUP)
    assert "murzuk" not in onward(state, unit, "buerat")


@pytest.mark.rule("9.23a")
def test_only_the_desert_group_uses_the_deep_desert() -> None:
    state = theatre(events=DESERT_GROUP)
    assert may_be(state, "br_lrdg") & spaces("deep_desert")
    assert onward(state, "br_lrdg", "deep_desert") == {"siwa", "giarabub", "jalo", "kufra", "murzuk"}
    assert "deep_desert" in onward(state, "br_lrdg", "kufra")
    for unit in (*BATTLEGROUPS[:5], "ge_ramcke", *DIVISIONS):
        assert not may_be(state, unit) & spaces("deep_desert"), unit
        assert "deep_desert" not in onward(state, unit, "kufra"), unit


@pytest.mark.rule("9.23b", "11.17a", "9.13b")
def test_the_desert_group_attacks_from_the_deep_desert() -> None:
    assert "jalo" in aims("br_lrdg", "deep_desert", events=DESERT_GROUP)


@pytest.mark.rule("9.23c", "9.23d", "9.23e")
@pytest.mark.parametrize("unit", ["it_bg-1", "ge_bg-1", "ge_ramcke", "it_17"])
def test_the_axis_has_nothing_to_do_with_the_deep_desert(unit: str) -> None:
    state = theatre(events=DESERT_GROUP)
    assert not may_be(state, unit) & spaces("deep_desert")
    assert "deep_desert" not in aims(unit, "jalo", events=DESERT_GROUP)
    assert not aims(unit, "deep_desert", events=DESERT_GROUP)


# Chad, East Africa, Malta (10.1 to 10.3)


@pytest.mark.rule("10.11a", "9.13a")
def test_only_free_french_battlegroups_under_the_british_are_in_chad() -> None:
    state = theatre(events=("long_range_desert_group", "torch"))
    may = {unit.id for place, unit in enumerate(DATA.units) if domain(state, place) & spaces("chad")}
    assert may == {"ff_bg-1", "ff_bg-2", "ff_bg-3", "ff_bg-4"}
    assert onward(state, "ff_bg-1", "chad") == {"kufra", "murzuk"}
    assert "chad" in onward(state, "ff_bg-1", "murzuk")
    assert not onward(theatre(), "ff_bg-1", "chad"), "the oases are closed"


@pytest.mark.rule("10.21a", "10.21d")
def test_only_allies_pass_between_khartoum_and_aswan() -> None:
    state = theatre()
    for start, end in (("khartoum", "aswan"), ("aswan", "khartoum")):
        assert end in onward(state, "in_4", start)
        assert end in onward(state, "br_bg-1", start)
        assert end in aims("in_4", start)
        assert end not in onward(state, "it_bg-1", start)
        assert end not in aims("ge_21", start)
    assert is_long_link(DATA, SPACE["aswan"], SPACE["khartoum"])
    assert not is_long_link(DATA, SPACE["aswan"], SPACE["cairo"])


@pytest.mark.rule("10.22a")
def test_only_allies_pass_between_aden_and_berbera() -> None:
    state = theatre()
    assert "aden" in onward(state, "br_bg-1", "berbera")
    assert "berbera" in onward(state, "br_bg-1", "aden")
    assert "aden" not in onward(state, "it_bg-1", "berbera")
    assert not onward(state, "it_bg-1", "aden")


@pytest.mark.rule("10.31a", "10.32a")
def test_nobody_is_ever_in_malta() -> None:
    state = theatre(events=("torch", "long_range_desert_group", "herkules"))
    assert not any(domain(state, unit) & spaces("malta") for unit in range(len(DATA.units)))
    assert not DATA.graph.adjacent[SPACE["malta"]]


@pytest.mark.parametrize("box", ["south_africa", "india", "persia"])
def test_boxes_of_the_allies(box: str) -> None:
    state = theatre()
    assert may_be(state, "in_4") & spaces(box)
    assert not may_be(state, "ge_21") & spaces(box)
    assert onward(state, "in_4", box)
    assert not onward(state, "ge_bg-1", box)


def test_sicily_is_the_axis_s() -> None:
    state = theatre()
    assert may_be(state, "it_20") & may_be(state, "ge_ramcke") & spaces("sicily")
    assert not may_be(state, "br_7arm") & spaces("sicily")


# The Near East (10.4)


@pytest.mark.rule("10.41c")
@pytest.mark.parametrize(
    ("unit", "space"), [("ir_bg-1", "baghdad"), ("vf_bg-1", "damascus"), ("vf_abg", "beirut")]
)
def test_neutrals_attack_nobody(unit: str, space: str) -> None:
    state = theatre({unit: space})
    assert not is_active(state, number(unit))
    assert not targets(state, number(unit))
    wake_iraqis(state, "10.42")
    wake_vichy(state, "10.43")
    assert is_active(state, number(unit))
    assert targets(state, number(unit))


@pytest.mark.rule("10.421a", "10.421b")
def test_iraqis_stay_in_iraq_until_unternehmen_irak() -> None:
    active: dict[str, Any] = {"iraq_active": 1}
    state = theatre(**active)
    assert may_be(state, "ir_bg-1") == DATA.regions["Iraq"]
    assert onward(state, "ir_bg-1", "mosul") == {"kirkuk", "baghdad"}
    assert aims("ir_bg-1", "mosul", **active) == {"kirkuk", "baghdad"}
    assert "hassetche" in aims("ir_bg-1", "mosul", events=("unternehmen_irak",), **active)


@pytest.mark.rule("10.421d", "10.421e")
@pytest.mark.parametrize("unit", ["ir_bg-1", "vf_bg-1"])
def test_iraqis_and_vichy_french_never_leave_the_near_east(unit: str) -> None:
    state = theatre(events=("unternehmen_irak", "torch", "long_range_desert_group"))
    assert may_be(state, unit) == NEAR_EAST
    assert onward(state, unit, "sinai") == {"jerusalem"}
    assert aims(unit, "sinai", events=("unternehmen_irak",), iraq_active=1, vichy_active=1) == {"jerusalem"}


@pytest.mark.rule("10.431a", "10.431b")
def test_vichy_french_stay_in_syria_until_unternehmen_irak() -> None:
    active: dict[str, Any] = {"vichy_active": 1}
    state = theatre(**active)
    assert may_be(state, "vf_bg-1") == DATA.regions["Syria"]
    assert aims("vf_bg-1", "sidon", **active) == {"beirut", "damascus"}
    assert aims("vf_bg-1", "sidon", events=("unternehmen_irak",), **active) == {"beirut", "damascus", "haifa"}


@pytest.mark.rule("10.431d", "10.431e")
def test_vichy_french_do_not_enter_egypt() -> None:
    state = theatre(events=("unternehmen_irak", "exporters"))
    assert not may_be(state, "vf_abg") & DATA.regions["Egypt"]
    assert "suez" not in aims("vf_abg", "sinai", events=("unternehmen_irak",), vichy_active=1)


@pytest.mark.rule("10.422d", "10.422f")
def test_iraqis_are_attacked_once_they_are_active() -> None:
    state = theatre({"br_bg-1": "habbaniyah", "ir_bg-1": "baghdad"}, allied=["baghdad"])
    unit = number("br_bg-1")
    assert "baghdad" not in space_ids(targets(state, unit))
    assert "rutbah" in space_ids(targets(state, unit))
    wake_iraqis(state, "10.42")
    assert "baghdad" in space_ids(targets(state, unit))


@pytest.mark.rule("10.422a", "10.422e")
def test_the_spaces_that_allies_pass_without_stopping() -> None:
    """The movement asks here where nobody may stop; the way itself is open."""
    state = theatre({"ir_bg-1": "baghdad", "vf_bg-1": "aleppo"}, allied=["baghdad"])
    assert space_ids(sleepers(state)) == {"baghdad"}
    assert {"habbaniyah", "basra", "persia"} <= onward(state, "in_4", "baghdad")
    assert "baghdad" in onward(state, "in_4", "habbaniyah")
    wake_iraqis(state, "10.42")
    assert not sleepers(state)


@pytest.mark.rule("10.432a", "10.432b")
@pytest.mark.parametrize("event", ["unternehmen_irak", "exporters", "torch"])
def test_syria_is_closed_to_the_allies_until_one_of_three_events(event: str) -> None:
    closed = theatre(events=("iraqi_revolt",))
    assert not may_be(closed, "au_7") & DATA.regions["Syria"]
    assert "sidon" not in aims("au_7", "haifa")
    opened = theatre(events=(event,))
    assert may_be(opened, "au_7") & DATA.regions["Syria"] == DATA.regions["Syria"]
    assert "sidon" in aims("au_7", "haifa", events=(event,))
    assert may_be(closed, "ge_21") & DATA.regions["Syria"], "the Axis was never kept out"


@pytest.mark.rule("10.44b", "10.44c")
def test_egyptians_stay_in_egypt() -> None:
    state = theatre(events=("torch",))
    egypt = DATA.regions["Egypt"] & ~OASES
    assert may_be(state, "eg_bg-1") == egypt
    assert onward(state, "eg_bg-1", "port_said") == {"cairo", "suez"}
    assert aims("eg_bg-1", "halfaya") == {"sidi_suleiman", "sidi_barrani"}
    assert onward(state, "eg_bg-1", "sinai") == {"port_said", "suez"}, "they may leave Sinai"


# The west (10.5)


@pytest.mark.rule("10.51a", "10.51b", "10.51c")
@pytest.mark.parametrize("unit", EVERYBODY)
def test_the_west_is_closed_until_torch(unit: str) -> None:
    """Moves, retreats and redeployment all ask for the domain."""
    state = theatre()
    assert not may_be(state, unit) & WEST
    assert "medenine" not in onward(state, unit, "tripoli")
    assert may_be(theatre(events=("torch",)), unit) & WEST == WEST
    assert space_ids(WEST) >= {"casablanca", "oran", "algiers", "tunis", "medenine"}


@pytest.mark.rule("10.521a")
def test_no_allied_attack_in_the_west_in_the_action_of_torch() -> None:
    landing: dict[str, Any] = {"events": ("torch",), "card": card("A40")}
    assert not aims("br_bg-1", "bone", **landing)
    assert aims("br_bg-1", "bone", events=("torch",))
    assert aims("br_7arm", "tripoli", **landing) == {"homs", "tarhuna"}
    assert "bone" in aims("ge_bg-1", "mateur", **landing)
    assert aims("br_bg-1", "bone", events=("torch",), card=card("A42"))


def test_ways_lead_back() -> None:
    """Inside a domain every way leads both ways, for every unit and any of the events."""
    for events in ((), DESERT_GROUP, ("torch",), ("unternehmen_irak",), ("exporters", "torch", *DESERT_GROUP)):
        state = theatre(events=events)
        for unit in range(len(DATA.units)):
            links, inside = ways(state, unit), domain(state, unit)
            assert all(links[b] >> a & 1 for a in ones(inside) for b in ones(links[a]))
            assert not any(links[a] & ~inside for a in range(len(links)))
            assert not inside & ~mask_of(n for n, space in enumerate(DATA.spaces) if space.on_map)
            assert state.printed.owners[unit] == AXIS or not inside & spaces("sicily")

"""7.532: where divisions arrive."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.rules.c07_placement import entry_spaces, torch_divisions
from tests.games.shifting_sands.theatre import DATA, names, number, space_ids, theatre

GAME = "shifting-sands"
BOXES = {"india", "persia", "south_africa"}
T_PORTS = {"casablanca", "oran", "algiers"}


def entries(unit: str, placed: dict[str, str] | None = None, **fields: Any) -> set[str]:
    return space_ids(entry_spaces(theatre(placed, **fields), number(unit)))


@pytest.mark.rule("7.532a")
@pytest.mark.parametrize("unit", ["it_55", "ge_15", "it_132"])
def test_axis_divisions_arrive_in_tripoli(unit: str) -> None:
    assert entries(unit) == {"tripoli"}
    assert entries(unit, allied=["tripoli"]) == set()


@pytest.mark.rule("7.532b")
@pytest.mark.parametrize("unit", ["it_55", "ge_15", "it_131", "ge_334", "ge_hg"])
def test_axis_divisions_arrive_in_tunis_too_after_torch(unit: str) -> None:
    assert entries(unit, events=["torch"]) == {"tripoli", "tunis"}
    assert entries(unit, events=["torch"], allied=["tripoli"]) == {"tunis"}


@pytest.mark.rule("7.532c")
@pytest.mark.parametrize("unit", ["br_2arm", "br_50", "au_7", "nz_2"])
def test_allied_divisions_arrive_in_port_said_or_suez(unit: str) -> None:
    assert entries(unit) == {"port_said", "suez"}


@pytest.mark.rule("7.532d")
@pytest.mark.parametrize("unit", ["it_20", "it_185"])
def test_the_20th_and_185th_arrive_in_sicily_or_an_african_port(unit: str) -> None:
    assert entries(unit) == {"sicily", "tripoli", "benghazi", "tobruk"}
    assert entries(unit, allied=["tobruk"], axis=["alexandria"]) == {
        *("sicily", "tripoli", "benghazi", "alexandria")
    }
    assert entries(unit, events=["torch"]) >= {"tunis", "bizerte"}


@pytest.mark.rule("7.532e")
def test_the_africa_division_arrives_in_addis_ababa() -> None:
    assert entries("it_afr") == {"addis_ababa"}
    assert entries("it_afr", allied=["addis_ababa"]) == set()


@pytest.mark.rule("7.532f")
def test_the_164th_arrives_in_an_african_port() -> None:
    assert entries("ge_164") == {"tripoli", "benghazi", "tobruk"}
    assert "sicily" not in entries("ge_164", events=["torch"])


@pytest.mark.rule("7.532g")
def test_the_90th_arrives_beside_germans_in_libya_or_in_tripoli() -> None:
    placed = {"ge_bg-1": "tobruk", "ge_21": "gazala", "ge_bg-2": "alexandria", "it_17": "bardia"}
    assert entries("ge_90", placed) == {"tripoli", "tobruk", "gazala"}
    assert entries("ge_90", placed, events=["torch"]) == {"tripoli", "tobruk", "gazala"}


@pytest.mark.rule("7.532g")
def test_the_90th_does_not_arrive_where_there_is_no_supply() -> None:
    surrounded = ["derna", "gazala", "sidi_mufta", "charruba", "msus", "tengeder"]
    assert entries("ge_90", {"ge_bg-1": "mechili"}) == {"tripoli", "mechili"}
    assert entries("ge_90", {"ge_bg-1": "mechili"}, allied=surrounded) == {"tripoli"}


@pytest.mark.rule("7.532h")
def test_the_5th_mountain_arrives_with_active_iraqis_or_vichy_french() -> None:
    placed = {"ir_bg-1": "baghdad", "vf_bg-1": "beirut", "vf_bg-2": "axis_reserve", "ge_bg-1": "mosul"}
    assert entries("ge_5mtn", placed, iraq_active=1, vichy_active=1) == {"baghdad", "beirut"}
    assert entries("ge_5mtn", placed, iraq_active=1) == {"baghdad"}
    assert entries("ge_5mtn", placed) == set()


@pytest.mark.rule("7.532i")
@pytest.mark.parametrize(("turn", "spaces"), [(2, {"jerusalem"}), (3, {"port_said", "suez"})])
def test_the_6th_australian_arrives_in_jerusalem_in_1940(turn: int, spaces: set[str]) -> None:
    assert entries("au_6", turn=turn) == spaces
    assert entries("au_7", turn=turn) == {"port_said", "suez"}


@pytest.mark.rule("7.532j")
@pytest.mark.parametrize("unit", ["us_2arm", "us_36", "br_6arm", "br_46"])
def test_t_reinforcements_arrive_in_the_ports_of_torch(unit: str) -> None:
    assert entries(unit, events=["torch"], allied=T_PORTS) == T_PORTS
    assert entries(unit, events=["torch"], allied=T_PORTS - {"oran"}) == T_PORTS - {"oran"}


@pytest.mark.rule("7.532k", "7.532l")
@pytest.mark.parametrize("unit", ["ff_dma", "ff_dmc", "ff_dmo"])
def test_the_corps_franc_arrives_in_allied_mountains_of_algeria_and_tunisia(unit: str) -> None:
    held = [*T_PORTS, "tebessa", "kasserine", "bone", "jerusalem"]
    assert entries(unit, events=["torch"], allied=held) == {"tebessa", "kasserine"}


@pytest.mark.rule("7.532m")
@pytest.mark.parametrize("unit", ["in_5", "in_10", "in_8"])
def test_indian_divisions_may_arrive_in_india(unit: str) -> None:
    assert entries(unit) == {"india", "port_said", "suez"}


@pytest.mark.rule("7.532n", "7.532o")
@pytest.mark.parametrize("unit", ["sa_1", "sa_2"])
def test_where_south_africans_arrive_hangs_on_addis_ababa(unit: str) -> None:
    assert entries(unit) == {"south_africa"}
    assert entries(unit, allied=["addis_ababa"]) == {"south_africa", "port_said", "suez"}


@pytest.mark.rule("7.532p")
@pytest.mark.parametrize(("lost", "held"), [("port_said", "suez"), ("suez", "port_said")])
def test_the_boxes_open_as_soon_as_a_port_of_the_canal_is_lost(lost: str, held: str) -> None:
    assert entries("br_50", axis=[lost]) == {held} | BOXES
    assert entries("br_50", axis=[lost, held]) == BOXES
    assert entries("us_36", events=["torch"], allied=T_PORTS, axis=[lost, held]) == T_PORTS


@pytest.mark.rule("7.532p")
@pytest.mark.parametrize(("unit", "own"), [("sa_1", "south_africa"), ("au_6", "jerusalem"), ("in_5", "suez")])
def test_the_boxes_open_to_everybody_without_a_t(unit: str, own: str) -> None:
    assert entries(unit, axis=["port_said"], turn=1) == {own} | BOXES


def test_the_divisions_of_torch() -> None:
    american = names(DATA.nations["US"] & DATA.divisions)
    assert names(torch_divisions(DATA)) == american | {"br_78", "br_46", "br_6arm", "ff_dma", "ff_dmc", "ff_dmo"}

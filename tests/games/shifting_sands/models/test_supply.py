"""The model of supply against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.games.shifting_sands.rules import c10_regions, c13_supply
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.laying import lay, lay_set_up
from tests.games.shifting_sands.models.position import is_active
from tests.games.shifting_sands.models.positions import on_the_map, random_position
from tests.games.shifting_sands.models.regions import may_cross, may_enter
from tests.games.shifting_sands.models.supply import FULL, LIMITED, OUT, supply_at, supply_of
from tests.games.shifting_sands.models.table import UNIT, batches, theatre_of
from tests.games.shifting_sands.theatre import SPACE, space_ids

STATES = (OUT, LIMITED, FULL)


@pytest.mark.parametrize("name", ["campaign", "sonnenblume"])
def test_every_unit_of_every_set_up_has_a_line(name: str) -> None:
    position = lay_set_up(name)
    for unit, place in position.place.items():
        if place in board.spaces() and board.spaces()[place].terrain != "offmap" and is_active(position, unit):
            assert supply_of(position, unit) != OUT, unit


@pytest.mark.parametrize(
    ("unit", "space", "expected"),
    [
        ("it_17", "el_agheila", FULL),  # three from Tripoli
        ("it_17", "agedabia", LIMITED),
        ("it_17", "tobruk", LIMITED),
        ("br_50", "el_alamein", FULL),
        ("br_50", "el_daba", FULL),  # three from Port Said
        ("br_50", "mersa_matruh", LIMITED),
        ("br_50", "jerusalem", LIMITED),  # 13.622
        ("br_50", "khartoum", LIMITED),  # 13.621
        ("br_50", "nairobi", LIMITED),  # by sea
        ("br_50", "south_africa", LIMITED),
        ("it_gds", "addis_ababa", FULL),
        ("it_gds", "keren", FULL),
        ("it_gds", "kismayu", FULL),
        ("it_gds", "obbia", LIMITED),
        ("vf_bg-1", "palmyra", FULL),
        ("ff_bg-1", "chad", FULL),
    ],
)
def test_supply_at_the_start(unit: str, space: str, expected: str) -> None:
    assert supply_of(lay({unit: space}), unit) == expected


def test_a_port_gives_limited_supply_and_two_may_be_used() -> None:
    assert supply_of(lay({"br_50": "tobruk"}, axis=["el_adem", "gambut", "gazala"]), "br_50") == LIMITED
    assert (
        supply_of(lay({"br_50": "tobruk"}, axis=["port_said", "suez", "el_adem", "gambut", "gazala"]), "br_50")
        == OUT
    )
    # Tobruk, Alexandria, Cairo, Suez: two ports and then over land, as Suez itself is a port this is never needed
    assert supply_of(lay({"au_9": "benghazi"}, axis=["suez", "port_said"], allied=["tripoli"]), "au_9") == OUT
    assert (
        supply_of(lay({"au_9": "benghazi"}, axis=["suez"], allied=["tripoli"], events=["montgomery"]), "au_9")
        == FULL
    )


def test_ports_that_never_serve() -> None:
    cut = lay({"br_50": "mersa_matruh"}, axis=["sidi_barrani", "bir_el_kenaysis", "el_daba"])
    assert supply_of(cut, "br_50") == OUT
    assert supply_of(lay({"it_bg-1": "massawa"}, allied=["keren", "amba_alagi"]), "it_bg-1") == OUT
    assert supply_of(lay({"it_bg-1": "massawa"}, allied=["addis_ababa"]), "it_bg-1") == LIMITED
    assert supply_of(lay({"it_bg-1": "kismayu"}, allied=["addis_ababa"]), "it_bg-1") == OUT
    assert supply_of(lay({"ge_5mtn": "basra"}, events=["unternehmen_irak"]), "ge_5mtn") == OUT
    assert supply_of(lay({"ge_5mtn": "basra"}, events=["unternehmen_irak"], axis=["baghdad"]), "ge_5mtn") == FULL


def test_oases_feed_battlegroups_after_the_event() -> None:
    after = lay(events=["long_range_desert_group"])
    assert supply_at(after, "br_bg-1", "siwa") == FULL  # Bahariya, Cairo, Suez
    assert supply_at(after, "br_bg-1", "giarabub") == LIMITED
    assert supply_at(after, "br_lrdg", "kufra") == FULL
    assert supply_at(after, "ff_bg-1", "kufra") == FULL
    cut = lay(
        axis=["sidi_suleiman", "mersa_matruh", "el_daba", "bab_el_qattara", "sidi_barrani"],
        events=["long_range_desert_group"],
    )
    assert supply_at(cut, "br_bg-1", "bir_el_kenaysis") == LIMITED
    assert supply_at(cut, "br_50", "bir_el_kenaysis") == OUT


def test_offensives_help_whoever_has_a_line() -> None:
    assert supply_of(lay({"br_50": "mersa_matruh"}, card="compass"), "br_50") == FULL
    assert supply_of(lay({"it_17": "tobruk"}, card="compass"), "it_17") == LIMITED
    assert supply_of(lay({"it_17": "tobruk"}, card="venezia"), "it_17") == FULL
    assert supply_of(lay({"br_50": "jerusalem"}, card="crusader"), "br_50") == LIMITED
    assert (
        supply_of(
            lay({"it_17": "tobruk"}, card="venezia", allied=["tripoli", "gazala", "el_adem", "gambut"]), "it_17"
        )
        == OUT
    )


@pytest.mark.parametrize("seeds", batches(120, 3000))
def test_the_game_agrees_on_the_supply_of_units(seeds: range) -> None:
    for seed in seeds:
        position = random_position(Random(seed))
        state = theatre_of(position)
        for unit in on_the_map(position):
            assert STATES[c13_supply.supply_of(state, UNIT[unit])] == supply_of(position, unit), unit


@pytest.mark.parametrize("seeds", batches(60, 1500))
def test_the_game_agrees_on_the_supply_that_units_would_have(seeds: range) -> None:
    """Elsewhere, in spaces that they may enter; the offensive of this action is left out of it."""
    for seed in seeds:
        rng = Random(seed)
        position = replace(random_position(rng), card="")
        state = theatre_of(position)
        for unit in rng.sample([unit for unit in board.units() if is_active(position, unit)], 8):
            reach = {space for space in board.spaces() if may_enter(position, unit, space)}
            assert space_ids(c10_regions.domain(state, UNIT[unit])) == reach, unit
            for space in rng.sample(sorted(reach), min(len(reach), 20)):
                links = {other for other in board.links()[space] if may_cross(position, unit, space, other)}
                assert space_ids(c10_regions.ways(state, UNIT[unit])[SPACE[space]]) == links, (unit, space)
                found = c13_supply.supply_at(state, UNIT[unit], SPACE[space])
                assert STATES[found] == supply_at(position, unit, space), (unit, space)

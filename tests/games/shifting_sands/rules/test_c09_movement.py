"""9, and what 10 says of moves."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.shifting_sands.game import GAME as SHIFTING_SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.rules.c08_stacking import has_room
from sandtable.games.shifting_sands.rules.c09_reach import ends, route
from sandtable.games.shifting_sands.rules.c10_regions import domain, targets
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_of
from sandtable.games.shifting_sands.state import OPERATIONS, Theatre, face, put
from sandtable.games.shifting_sands.verbs import STOP, TO, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import contains, pack
from tests.games.shifting_sands.theatre import (
    DATA,
    SPACE,
    decision,
    legal,
    names,
    number,
    play,
    run,
    space_ids,
    spaces,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
LRDG = "long_range_desert_group"


def march(state: Theatre, *texts: str, movers: tuple[str, ...], fighters: tuple[str, ...] = ()) -> Theatre:
    """Operations in which these spaces have been activated; then these choices."""
    side = DATA.owners[next(unit for space in movers for unit in ones(state.stacks[SPACE[space]]))]
    state.use = OPERATIONS
    begin_operations(state, side, 1)
    run(state)
    state.movers, state.fighters = spaces(*movers), spaces(*fighters)
    play(state, "done", *texts)
    return state


def steps(state: Theatre) -> set[str]:
    """Where the unit that moves can go."""
    return {text.partition(":")[2] for text in legal(state, "to")}


@pytest.mark.rule("9.1a")
def test_only_units_of_spaces_with_a_move_marker_move() -> None:
    state = march(theatre({"br_bg-1": "cairo", "br_bg-2": "suez"}), movers=("cairo",))
    assert legal(state) == {"unit:br_bg-1", "done"}
    assert why_not(state, "unit:br_bg-2") == "9.1"
    assert why_not(state, "unit:it_bg-1") == "9.1"


@pytest.mark.rule("9.11a")
def test_every_space_costs_one_point() -> None:
    """Through Halfaya pass, which is a mountain."""
    state = march(theatre({"br_bg-1": "sidi_barrani"}), "unit:br_bg-1", movers=("sidi_barrani",))
    play(state, "to:Halfaya")
    assert state.spent == 1
    play(state, "to:Sidi-Azeiz")
    assert state.spent == 2
    play(state, "to:Gambut")
    assert (decision(state), where(state, "br_bg-1")) == ("", ["gambut"])


@pytest.mark.rule("9.12a")
def test_moves_follow_lines() -> None:
    state = march(theatre({"br_bg-1": "el_alamein"}), "unit:br_bg-1", movers=("el_alamein",))
    assert steps(state) == {"El-Daba", "Bab-el-Qattara", "Alexandria", "Cairo"}
    assert why_not(state, "to:Mersa-Matruh") == "9.12"
    berbera = march(theatre({"br_bg-1": "berbera"}), "unit:br_bg-1", movers=("berbera",))
    assert steps(berbera) == {"Jijiga", "Aden"}


@pytest.mark.rule("9.13a", "10.22a")
def test_a_dashed_line_is_for_some_only() -> None:
    axis = march(theatre({"it_bg-1": "berbera"}), "unit:it_bg-1", movers=("berbera",))
    assert steps(axis) == {"Jijiga"}
    assert why_not(axis, "to:Aden") == "10.22"
    south = march(theatre({"it_bg-1": "nairobi"}), "unit:it_bg-1", movers=("nairobi",))
    assert why_not(south, "to:South-Africa") == "9.13"
    back = march(theatre({"br_bg-1": "aden"}), "unit:br_bg-1", movers=("aden",))
    assert steps(back) == {"Berbera"}


@pytest.mark.rule("9.13b")
def test_the_limit_of_a_dashed_line_binds_attacks_too() -> None:
    assert not space_ids(targets(theatre({"it_bg-1": "berbera"}), number("it_bg-1"))) & {"aden"}
    assert "berbera" in space_ids(targets(theatre({"br_bg-1": "aden"}), number("br_bg-1")))


@pytest.mark.rule("9.14a")
@pytest.mark.parametrize(("unit", "points"), [("br_bg-1", 3), ("nz_2", 4), ("br_7arm", 5)])
def test_no_unit_spends_more_than_its_factor(unit: str, points: int) -> None:
    state = march(theatre({unit: "cairo"}), f"unit:{unit}", movers=("cairo",))
    for spent in range(points):
        assert decision(state) == "walk"
        assert state.spent == spent
        play(state, "to:Alexandria" if spent % 2 == 0 else "to:Cairo")
    assert decision(state) == ""
    assert state.moved == units(unit)


@pytest.mark.rule("9.14a")
def test_no_unit_moves_twice_in_an_activation() -> None:
    state = march(theatre({"br_bg-1": "cairo", "br_7arm": "cairo"}), movers=("cairo",))
    play(state, "unit:br_bg-1", "to:Suez", "to:Cairo", "stop")
    assert legal(state, "unit") == {"unit:br_7arm"}
    assert why_not(state, "unit:br_bg-1") == "9.14"


@pytest.mark.rule("9.1a")
def test_a_unit_stops_where_it_likes_after_a_step() -> None:
    state = march(theatre({"br_bg-1": "cairo"}), "unit:br_bg-1", movers=("cairo",))
    assert "stop" not in legal(state)
    assert why_not(state, "stop") == "9.1"
    play(state, "to:Suez", "stop")
    assert (decision(state), where(state, "br_bg-1")) == ("", ["suez"])
    assert (state.walker, state.spent) == (-1, 0)


@pytest.mark.rule("3.0s")
def test_every_space_that_is_entered_changes_control() -> None:
    state = march(theatre({"br_bg-1": "halfaya"}), "unit:br_bg-1", movers=("halfaya",))
    play(state, "to:Sidi-Azeiz", "to:Gambut", "to:Tobruk")
    taken = [state.control[SPACE[name]] for name in ("sidi_azeiz", "gambut", "tobruk", "bardia")]
    assert taken == [ALLIED, ALLIED, ALLIED, AXIS]
    assert state.points == 9


# Attack markers


@pytest.mark.rule("9.15a", "9.15b")
def test_infantry_passes_a_space_with_an_attack_marker_and_does_not_stay() -> None:
    placed = {"br_bg-1": "cairo", "au_bg-1": "alexandria"}
    state = march(theatre(placed), "unit:br_bg-1", movers=("cairo",), fighters=("alexandria",))
    play(state, "to:Alexandria")
    assert legal(state) == {"to:Cairo", "to:El-Alamein"}
    assert why_not(state, "stop") == "9.15"
    play(state, "to:El-Alamein", "stop")


@pytest.mark.rule("9.15b")
def test_infantry_without_a_point_to_go_on_does_not_enter() -> None:
    placed = {"br_bg-1": "port_said", "au_bg-1": "alexandria"}
    state = march(theatre(placed), "unit:br_bg-1", movers=("port_said",), fighters=("alexandria",))
    play(state, "to:Cairo", "to:El-Alamein")
    assert steps(state) == {"Cairo", "El-Daba", "Bab-el-Qattara"}
    assert why_not(state, "to:Alexandria") == "9.15"


@pytest.mark.rule("9.15b")
def test_infantry_does_not_enter_a_chain_of_attack_spaces_that_it_cannot_leave() -> None:
    """From Jerusalem there is a way out by Amman, but not by Haifa: Syria is closed."""
    placed = {"br_bg-1": "sinai", "au_bg-1": "jerusalem", "au_bg-2": "haifa", "au_bg-3": "amman"}
    state = march(
        theatre(placed), "unit:br_bg-1", movers=("sinai",), fighters=("jerusalem", "haifa", "amman", "port_said")
    )
    play(state, "to:Jerusalem")
    assert legal(state) == {"to:Sinai", "to:Amman"}
    assert why_not(state, "to:Haifa") == "9.15"


FRONT = {"br_7arm": "cairo", "br_abg-1": "cairo", "br_50": "cairo", "au_bg-1": "alexandria", "it_17": "el_alamein"}
"""Italians in El Alamein, Australians who are to attack them, and tanks in Cairo."""


@pytest.mark.rule("9.16a", "9.16c", "9.16d")
def test_armour_passes_a_space_with_an_attack_marker_or_joins_the_attack() -> None:
    state = march(theatre(FRONT), movers=("cairo",), fighters=("alexandria",))
    play(state, "unit:br_abg-1", "to:Alexandria", "to:Cairo", "to:Suez", "stop")
    play(state, "unit:br_7arm", "to:Alexandria")
    assert "stop" in legal(state)
    told = play(state, "stop")
    assert ("joins-attack", "9.16") in [(each.kind, each.rule) for each in told]
    play(state, "done", "attack:El-Alamein")
    assert legal(state, "join") == {"join:br_7arm", "join:au_bg-1"}


@pytest.mark.rule("3.0e", "7.25c", "9.16e")
def test_only_armour_moves_and_attacks_in_one_action() -> None:
    state = march(theatre(FRONT), movers=("cairo",), fighters=("alexandria",))
    play(state, "unit:br_50", "to:Alexandria")
    assert "stop" not in legal(state)
    play(state, "to:Cairo", "stop", "unit:br_7arm", "to:Alexandria", "stop", "done", "attack:El-Alamein")
    assert "join:br_7arm" in legal(state)
    assert "join:br_50" not in legal(state)


@pytest.mark.rule("9.16b")
def test_armour_brings_no_attack_marker() -> None:
    state = march(theatre({**FRONT, "au_bg-1": "suez"}), movers=("cairo",), fighters=("suez",))
    play(state, "unit:br_7arm", "to:Alexandria", "stop")
    assert space_ids(state.fighters) == {"suez"}
    play(state, "done")
    assert decision(state) == ""


# Enemies


@pytest.mark.rule("9.17a")
def test_nobody_enters_a_space_with_enemies() -> None:
    state = march(
        theatre({"br_bg-1": "halfaya", "it_bg-1": "bardia"}, axis=["sidi_azeiz"]),
        "unit:br_bg-1",
        movers=("halfaya",),
    )
    assert steps(state) == {"Sidi-Azeiz", "Sidi-Suleiman", "Sidi-Barrani"}
    assert why_not(state, "to:Bardia") == "9.17"


@pytest.mark.rule("9.17a")
def test_a_unit_that_cannot_leave_is_not_offered() -> None:
    placed = {"br_bg-1": "aden", "it_bg-1": "berbera", "br_bg-2": "cairo"}
    state = march(theatre(placed), movers=("aden", "cairo"))
    assert legal(state, "unit") == {"unit:br_bg-2"}
    assert why_not(state, "unit:br_bg-1") == "9.17"


# Oases and Deep Desert


@pytest.mark.rule("9.21a")
@pytest.mark.parametrize(
    ("unit", "space", "oasis"), [("br_bg-1", "cairo", "Bahariya"), ("it_bg-1", "buerat", "Murzuk")]
)
def test_oases_are_closed_before_the_lrdg(unit: str, space: str, oasis: str) -> None:
    state = march(theatre({unit: space}), f"unit:{unit}", movers=(space,))
    assert oasis not in steps(state)
    assert why_not(state, f"to:{oasis}") == "9.21"


@pytest.mark.rule("9.22a", "9.22b")
@pytest.mark.parametrize(
    ("unit", "space", "way"),
    [("br_bg-1", "cairo", ("Bahariya", "Siwa")), ("it_bg-1", "el_agheila", ("Jalo", "Kufra"))],
)
def test_battlegroups_move_through_oases_after_the_lrdg(unit: str, space: str, way: tuple[str, str]) -> None:
    state = march(theatre({unit: space}, events=[LRDG]), f"unit:{unit}", movers=(space,))
    play(state, f"to:{way[0]}")
    assert "stop" in legal(state)
    play(state, f"to:{way[1]}", "stop")
    assert where(state, unit) == [way[1].lower()]


@pytest.mark.rule("9.22c", "9.22d")
def test_battlegroups_attack_into_and_out_of_oases() -> None:
    placed = {"br_bg-1": "siwa", "it_bg-1": "giarabub", "br_bg-2": "bir_el_kenaysis"}
    state = theatre(placed, events=[LRDG])
    assert {"giarabub", "bir_el_kenaysis"} <= space_ids(targets(state, number("br_bg-1")))
    assert "siwa" in space_ids(targets(state, number("br_bg-2")))
    assert {"siwa", "sidi_omar"} <= space_ids(targets(state, number("it_bg-1")))


@pytest.mark.rule("9.22e", "9.22h")
def test_battlegroups_are_supplied_through_oases_and_divisions_are_not() -> None:
    """The British at Sidi Omar are cut off but for Giarabub and Siwa."""
    placed = {"br_bg-1": "sidi_omar", "br_50": "sidi_omar"}
    after = theatre(placed, allied=["giarabub"], axis=["sidi_suleiman"], events=[LRDG])
    assert supply_of(after, number("br_bg-1")) != OUT
    assert supply_of(after, number("br_50")) == OUT
    before = theatre(placed, allied=["giarabub"], axis=["sidi_suleiman"])
    assert supply_of(before, number("br_bg-1")) == OUT


@pytest.mark.rule("9.22f", "9.22g")
def test_divisions_have_no_business_in_oases() -> None:
    state = theatre({"br_50": "bir_el_kenaysis", "it_bg-1": "siwa"}, events=[LRDG])
    assert "siwa" not in space_ids(targets(state, number("br_50")))
    state = theatre({"br_50": "bir_el_kenaysis"}, events=[LRDG])
    march(state, "unit:br_50", movers=("bir_el_kenaysis",))
    assert "Siwa" not in steps(state)
    assert why_not(state, "to:Siwa") == "9.22"
    assert not domain(state, number("br_50")) & spaces("siwa", "jalo", "kufra")


@pytest.mark.rule("9.23a")
def test_only_the_lrdg_goes_to_deep_desert() -> None:
    state = march(theatre({"br_lrdg": "siwa", "br_bg-1": "siwa"}, events=[LRDG]), movers=("siwa",))
    play(state, "unit:br_bg-1")
    assert "Deep-Desert" not in steps(state)
    assert why_not(state, "to:Deep-Desert") == "9.23"
    play(state, "to:Bahariya", "stop", "unit:br_lrdg", "to:Deep-Desert")
    assert "stop" in legal(state)
    play(state, "to:Murzuk", "stop")
    assert where(state, "br_lrdg") == ["murzuk"]


@pytest.mark.rule("9.23b", "9.23d")
def test_the_lrdg_attacks_from_deep_desert_and_nobody_attacks_it_there() -> None:
    state = theatre({"br_lrdg": "deep_desert", "it_bg-1": "jalo"}, events=[LRDG])
    assert "jalo" in space_ids(targets(state, number("br_lrdg")))
    assert "deep_desert" not in space_ids(targets(state, number("it_bg-1")))


@pytest.mark.rule("9.23c", "9.23e", "9.23f")
def test_deep_desert_is_closed_to_the_axis() -> None:
    state = march(theatre({"it_bg-1": "jalo"}, events=[LRDG]), "unit:it_bg-1", movers=("jalo",))
    assert "Deep-Desert" not in steps(state)
    assert not domain(state, number("it_bg-1")) & spaces("deep_desert")
    cut_off = theatre({"it_bg-1": "kufra"}, events=[LRDG], axis=["deep_desert", "murzuk"], allied=["jalo"])
    assert supply_of(cut_off, number("it_bg-1")) == OUT


# 10: far places


@pytest.mark.rule("10.21a", "10.21b", "10.21c")
def test_khartoum_and_aswan_are_a_whole_move_apart() -> None:
    state = march(theatre({"br_7arm": "khartoum", "br_bg-1": "cairo"}), movers=("khartoum", "cairo"))
    play(state, "unit:br_7arm", "to:Aswan")
    assert (decision(state), where(state, "br_7arm")) == ("moves", ["aswan"])
    play(state, "unit:br_bg-1", "to:Aswan")
    assert legal(state) == {"to:Cairo", "stop"}
    assert why_not(state, "to:Khartoum") == "10.21"


@pytest.mark.rule("10.21a")
def test_the_axis_does_not_cross_to_aswan() -> None:
    state = march(theatre({"it_bg-1": "khartoum"}), "unit:it_bg-1", movers=("khartoum",))
    assert "Aswan" not in steps(state)
    assert why_not(state, "to:Aswan") == "10.21"


@pytest.mark.rule("10.21c")
def test_infantry_does_not_cross_into_an_attack_space() -> None:
    placed = {"br_bg-1": "khartoum", "br_bg-2": "aswan", "br_abg-1": "khartoum"}
    state = march(theatre(placed), "unit:br_bg-1", movers=("khartoum",), fighters=("aswan",))
    assert "Aswan" not in steps(state)
    play(state, "to:Kassala", "stop", "unit:br_abg-1", "to:Aswan")
    assert where(state, "br_abg-1") == ["aswan"]


@pytest.mark.rule("10.422a", "10.422e")
def test_the_allies_pass_inactive_iraqis_and_do_not_stay_with_them() -> None:
    placed = {"in_bg-1": "basra", "ir_bg-1": "samawah"}
    state = march(theatre(placed, allied=["samawah"]), "unit:in_bg-1", movers=("basra",))
    play(state, "to:Samawah")
    assert legal(state) == {"to:Basra", "to:Baghdad"}
    assert why_not(state, "stop") == "10.422"
    awake = theatre(placed, iraq_active=1)
    march(awake, "unit:in_bg-1", movers=("basra",))
    assert why_not(awake, "to:Samawah") == "9.17"


@pytest.mark.rule("8.2a", "8.2b")
def test_a_space_may_be_too_full_while_units_pass_but_not_at_the_end() -> None:
    placed = {"br_bg-1": "cairo", "br_bg-2": "suez", "au_bg-1": "suez", "nz_bg-1": "suez"}
    state = march(theatre(placed), movers=("cairo",))
    passing = state.copy()
    play(passing, "unit:br_bg-1", "to:Suez", "to:Sinai", "stop")
    assert decision(passing) == ""
    assert not has_room(state, number("br_bg-1"), SPACE["suez"])
    play(state, "unit:br_bg-1", "to:Suez", "stop")
    assert decision(state) == "overstacked"
    play(state, "remove:nz_bg-1")
    assert (decision(state), where(state, "nz_bg-1")) == ("", ["eliminated"])


@pytest.mark.rule("7.27b")
def test_of_battlegroups_that_are_alike_one_is_offered() -> None:
    placed = {"br_bg-1": "cairo", "br_bg-2": "cairo", "br_bg-3": "cairo"}
    state = march(theatre(placed, reduced=["br_bg-3"]), movers=("cairo",))
    assert legal(state, "unit") == {"unit:br_bg-1", "unit:br_bg-3"}
    assert why_not(state, "unit:br_bg-2") == "9.1"


# How far, and by which way


def scattered(rng: Random) -> Theatre:
    """A position in which units of both sides stand about, some with an attack marker."""
    pool = ["br_7arm", "br_bg-1", "au_6", "in_bg-1", "ff_bg-1", "us_1", "sa_bg-1", "br_bg-2"]
    pool += ["it_17", "ge_21", "it_bg-1", "it_abg-1", "ge_bg-1", "ge_bg-2", "vf_bg-1", "ir_bg-1", "ir_bg-2"]
    played = [key for key in (LRDG, "torch", "exporters", "unternehmen_irak") if rng.random() < 0.5]
    state = theatre(events=played, iraq_active=rng.randrange(2), vichy_active=1)
    for name in pool:
        free = domain(state, number(name)) & ~state.occupied[1 - DATA.owners[number(name)]]
        put(state, number(name), rng.choice(ones(free)))
    state.fighters = sum(1 << space for space in ones(state.occupied[ALLIED]) if rng.random() < 0.4)
    return state


def walked(state: Theatre, unit: int) -> dict[int, int]:
    """Every end of a move and its least cost, found by making all moves."""
    found: dict[int, int] = {}
    start = state.copy()
    SHIFTING_SANDS.apply(start, pack(UNIT, unit))
    waiting = [start]
    seen = set()
    while waiting:
        here = waiting.pop()
        for choice in SHIFTING_SANDS.legal(here):
            after = here.copy()
            SHIFTING_SANDS.apply(after, choice)
            ended = after.walker != unit
            # A move that ends by itself has used all points.
            cost = here.spent if choice == pack(STOP) else face(here, unit).movement
            if ended and after.place[unit] != state.place[unit]:
                found[after.place[unit]] = min(cost, found.get(after.place[unit], 99))
            elif not ended and (after.place[unit], after.spent) not in seen:
                seen.add((after.place[unit], after.spent))
                waiting.append(after)
    return found


@pytest.mark.rule("9.1a", "9.14a")
@pytest.mark.parametrize("seed", range(12))
def test_reach_is_what_a_walk_of_every_way_finds(seed: int) -> None:
    state = scattered(Random(seed))
    state.movers = state.occupied[ALLIED] & ~state.fighters
    begin_operations(state, ALLIED, 1)
    state.use = OPERATIONS
    run(state)
    play(state, "done")
    for choice in (choice for choice in SHIFTING_SANDS.legal(state) if choice >> 16 == UNIT):
        unit = choice & 0xFFFF
        known = ends(state, unit)
        found = walked(state, unit)
        assert known == found, names(1 << unit)
        for space in known:
            _follow(state, unit, space)


def _follow(state: Theatre, unit: int, goal: int) -> None:
    """The route to a space is a run of legal choices that ends there."""
    after = state.copy()
    for choice in route(state, unit, goal):
        assert contains(SHIFTING_SANDS.options(after), choice)
        SHIFTING_SANDS.apply(after, choice)
    assert after.place[unit] == goal
    assert after.walker == -1


@pytest.mark.rule("9.14a")
def test_reach_goes_on_from_where_a_unit_stands_on_its_way() -> None:
    state = march(theatre({"br_bg-1": "cairo"}), "unit:br_bg-1", "to:Alexandria", movers=("cairo",))
    assert ends(state, number("br_bg-1"))[SPACE["el_daba"]] == 2
    assert SPACE["mersa_matruh"] not in ends(state, number("br_bg-1"))
    assert route(state, number("br_bg-1"), SPACE["el_daba"]) == [
        pack(TO, SPACE["el_alamein"]),
        pack(TO, SPACE["el_daba"]),
    ]
    assert route(state, number("br_bg-1"), SPACE["mersa_matruh"]) == []

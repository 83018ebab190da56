"""7.2, 4.15, 13.611, 13.71: activation."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_operations import activation_cost, begin_operations, least_cost
from sandtable.games.shifting_sands.rules.c11_fight import out_of_supply
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_of
from sandtable.games.shifting_sands.state import EVENT, OPERATIONS, Theatre
from sandtable.kernel.bits import bit
from tests.games.shifting_sands.theatre import (
    SPACE,
    card,
    decision,
    legal,
    number,
    play,
    run,
    space_ids,
    spaces,
    theatre,
    units,
    why_not,
)

GAME = "shifting-sands"


def operate(state: Theatre, points: int, side: int = ALLIED) -> Theatre:
    """Operations with so many points."""
    state.use = state.use or OPERATIONS
    begin_operations(state, side, points)
    return run(state)


def costs(state: Theatre, space: str, side: int) -> tuple[int, int]:
    """What it costs to activate a space for moves, and for attacks."""
    return (
        activation_cost(state, side, SPACE[space], attack=False),
        activation_cost(state, side, SPACE[space], attack=True),
    )


@pytest.mark.rule("7.21a")
def test_points_are_spent_up_to_the_value_of_the_card() -> None:
    state = theatre({"br_bg-1": "alexandria", "br_bg-2": "cairo", "br_bg-3": "suez"})
    operate(state, 2)
    play(state, "move-from:Alexandria")
    assert decision(state) == "activation"
    assert legal(state, "move-from", "done") == {"move-from:Cairo", "move-from:Suez", "done"}
    play(state, "attack-from:Cairo")
    assert decision(state) == "moves"
    assert (state.left, space_ids(state.movers), space_ids(state.fighters)) == (0, {"alexandria"}, {"cairo"})


@pytest.mark.rule("7.21a")
def test_points_need_not_be_spent() -> None:
    state = operate(theatre({"br_bg-1": "cairo"}), 3)
    play(state, "done")
    assert decision(state) == ""


@pytest.mark.rule("7.21b", "7.26a")
def test_only_spaces_with_own_units_are_activated() -> None:
    state = operate(theatre({"br_bg-1": "cairo", "it_bg-1": "bardia", "br_bg-2": "allied_reserve"}), 3)
    assert legal(state, "move-from", "attack-from") == {"move-from:Cairo", "attack-from:Cairo"}
    for text in ("move-from:Suez", "attack-from:Bardia", "move-from:Allied-Reserve"):
        assert why_not(state, text) == "7.26"


@pytest.mark.rule("7.26b")
def test_a_fort_alone_is_nobody() -> None:
    state = operate(theatre({"it_bg-1": "tripoli"}, axis=["tobruk"]), 3, AXIS)
    assert why_not(state, "attack-from:Tobruk") == "7.26"


@pytest.mark.rule("10.41b", "10.41c")
def test_units_that_are_not_active_are_not_activated() -> None:
    state = operate(theatre({"vf_bg-1": "beirut", "it_bg-1": "tripoli"}), 3, AXIS)
    assert legal(state, "move-from") == {"move-from:Tripoli"}
    assert why_not(state, "attack-from:Beirut") == "10.41"
    awake = operate(theatre({"vf_bg-1": "beirut"}, vichy_active=1), 3, AXIS)
    assert "attack-from:Beirut" in legal(awake)


# What it costs


@pytest.mark.rule("7.23a")
@pytest.mark.parametrize(
    ("stack", "cost"),
    [
        (["br_bg-1"], 1),
        (["br_bg-1", "br_bg-2", "br_7arm"], 1),
        (["br_bg-1", "us_bg-1"], 2),
        (["us_bg-1", "us_bg-2", "br_bg-1"], 2),
    ],
)
def test_a_space_costs_a_point_for_each_nationality(stack: list[str], cost: int) -> None:
    state = theatre(dict.fromkeys(stack, "cairo"))
    assert costs(state, "cairo", ALLIED) == (cost, cost)


@pytest.mark.rule("7.23c")
@pytest.mark.parametrize("other", ["au_bg-1", "in_bg-1", "nz_bg-1", "sa_bg-1", "ff_bg-1", "gk_bg", "pl_bg"])
def test_commonwealth_and_minor_allies_count_as_british(other: str) -> None:
    assert costs(theatre({"br_bg-1": "cairo", other: "cairo"}), "cairo", ALLIED) == (1, 1)


@pytest.mark.rule("7.23e")
def test_free_french_under_the_americans_count_as_american() -> None:
    assert costs(theatre({"us_bg-1": "cairo", "usff_bg-1": "cairo"}), "cairo", ALLIED) == (1, 1)
    assert costs(theatre({"br_bg-1": "cairo", "usff_bg-1": "cairo"}), "cairo", ALLIED) == (2, 2)


@pytest.mark.rule("7.23d")
def test_vichy_french_and_iraqis_count_as_german() -> None:
    state = theatre(
        {"ge_bg-1": "baghdad", "vf_bg-1": "baghdad", "ir_bg-1": "baghdad"},
        axis=["mosul"],
        events=["unternehmen_irak"],
        iraq_active=1,
        vichy_active=1,
    )
    assert costs(state, "baghdad", AXIS)[0] == 1


@pytest.mark.rule("7.23d")
def test_egyptians_count_as_german_and_italians_do_not() -> None:
    placed = {"ge_bg-1": "alexandria", "eg_bg-1": "alexandria"}
    assert costs(theatre(placed), "alexandria", AXIS) == (1, 1)
    assert costs(theatre({**placed, "it_bg-1": "alexandria"}), "alexandria", AXIS) == (2, 2)


@pytest.mark.rule("7.23b")
def test_forts_are_no_nationality() -> None:
    state = theatre({"it_bg-1": "mareth"}, events=["torch"])
    assert costs(state, "mareth", AXIS)[0] == 1


@pytest.mark.rule("7.24a")
def test_the_cost_of_all_nationalities_is_due() -> None:
    state = operate(theatre({"ge_bg-1": "tripoli", "it_bg-1": "tripoli", "it_bg-2": "homs"}), 1, AXIS)
    assert legal(state, "move-from") == {"move-from:Homs"}
    assert why_not(state, "move-from:Tripoli") == "7.23"
    assert "move-from:Tripoli" in legal(operate(theatre({"ge_bg-1": "tripoli", "it_bg-1": "tripoli"}), 2, AXIS))


@pytest.mark.rule("7.22a")
def test_a_move_costs_the_same_as_an_attack_in_full_supply() -> None:
    placed = {"it_bg-1": "el_agheila", "it_bg-2": "el_agheila", "ge_bg-1": "el_agheila"}
    assert costs(theatre(placed), "el_agheila", AXIS) == (2, 2)


@pytest.mark.rule("7.22b", "13.611a", "13.611b")
def test_in_limited_supply_each_unit_costs_a_point_to_attack() -> None:
    placed = {"it_bg-1": "agedabia", "it_bg-2": "agedabia", "it_17": "agedabia"}
    assert costs(theatre(placed), "agedabia", AXIS) == (1, 3)


@pytest.mark.rule("13.611c")
def test_the_cost_by_unit_takes_the_place_of_the_cost_by_nation() -> None:
    placed = {"it_bg-1": "agedabia", "it_bg-2": "agedabia", "ge_bg-1": "agedabia"}
    assert costs(theatre(placed), "agedabia", AXIS) == (2, 3)


@pytest.mark.rule("13.611d")
def test_the_full_cost_must_be_paid() -> None:
    placed = {"it_bg-1": "agedabia", "it_bg-2": "agedabia"}
    state = operate(theatre(placed), 1, AXIS)
    assert legal(state, "move-from", "attack-from") == {"move-from:Agedabia"}
    assert why_not(state, "attack-from:Agedabia") == "13.611"
    assert "attack-from:Agedabia" in legal(operate(theatre(placed), 2, AXIS))


@pytest.mark.rule("13.611a", "7.24a")
def test_in_a_space_of_mixed_supply_the_others_pay_by_nation() -> None:
    """The Free French are near Chad, the British are not."""
    state = theatre(
        {"ff_bg-1": "kufra", "ff_bg-2": "kufra", "br_bg-1": "kufra"},
        allied=["jalo", "giarabub"],
        events=["long_range_desert_group"],
    )
    assert costs(state, "kufra", ALLIED) == (1, 2)


@pytest.mark.rule("7.22c", "13.71a", "13.71b")
def test_units_out_of_supply_cost_a_point_each() -> None:
    state = theatre({"br_bg-1": "mechili", "au_bg-1": "mechili"})
    assert costs(state, "mechili", ALLIED) == (2, 2)
    operate(state, 1)
    assert legal(state, "move-from", "attack-from") == set()
    assert why_not(state, "move-from:Mechili") == "13.71"


@pytest.mark.rule("13.62b", "13.62c")
def test_an_offensive_lets_units_attack_at_the_cost_by_nation() -> None:
    placed = {"br_bg-1": "mersa_matruh", "br_bg-2": "mersa_matruh", "au_bg-1": "mechili", "au_bg-2": "mechili"}
    assert costs(theatre(placed), "mersa_matruh", ALLIED) == (1, 2)
    compass = theatre(placed, card=card("A07"), use=EVENT)
    assert costs(compass, "mersa_matruh", ALLIED) == (1, 1)
    assert costs(compass, "mechili", ALLIED) == (2, 2)


@pytest.mark.rule("13.11b")
def test_supply_counts_as_it_is_when_the_space_is_activated() -> None:
    """Whoever is cut off when the marker is placed pays for it and counts as cut off, whatever comes later;
    whoever is in supply then is never cut off in this action."""
    placed = {"it_bg-1": "agedabia", "it_bg-2": "agedabia"}
    group, agedabia = units(*placed), SPACE["agedabia"]
    for lost, cost in ((["el_agheila", "tobruk"], 2), ([], 1)):
        state = operate(theatre(placed, allied=lost), 3, AXIS)
        play(state, "move-from:Agedabia")
        assert (state.left, state.cut_off) == (3 - cost, group if lost else 0)
        state.movers, state.fighters = 0, bit(agedabia)
        for holder in (ALLIED, AXIS):
            for each in ("el_agheila", "tobruk"):
                state.control[SPACE[each]] = holder
            state.rebuild()
            assert (supply_of(state, number("it_bg-1")) == OUT) == (holder == ALLIED)
            assert out_of_supply(state, group) == (group if lost else 0)


@pytest.mark.rule("7.23a", "10.41b")
def test_units_that_are_not_active_cost_nothing() -> None:
    placed = {"it_bg-1": "beirut", "vf_bg-1": "beirut"}
    events = ["unternehmen_irak"]
    assert costs(theatre(placed, events=events), "beirut", AXIS)[0] == 1
    assert costs(theatre(placed, events=events, vichy_active=1), "beirut", AXIS)[0] == 2


# Markers


@pytest.mark.rule("7.25b")
def test_every_activated_space_gets_a_marker() -> None:
    """The next marker takes none away, and there is no space without one."""
    state = operate(
        theatre({"br_bg-1": "cairo", "br_bg-2": "suez", "br_bg-3": "alexandria", "au_6": "port_said"}), 5
    )
    play(state, "move-from:Cairo", "attack-from:Suez", "move-from:Alexandria", "attack-from:Port-Said")
    assert state.movers == spaces("cairo", "alexandria")
    assert state.fighters == spaces("suez", "port_said")


@pytest.mark.rule("7.25a")
@pytest.mark.parametrize("first", ["move-from", "attack-from"])
def test_a_space_gets_one_marker(first: str) -> None:
    state = operate(theatre({"br_bg-1": "cairo"}), 3)
    play(state, f"{first}:Cairo")
    marked = (state.movers, state.fighters)
    assert marked == ((spaces("cairo"), 0) if first == "move-from" else (0, spaces("cairo")))
    for second in ("move-from", "attack-from"):
        assert why_not(state, f"{second}:Cairo") == "7.25"


@pytest.mark.rule("4.15b")
def test_there_are_five_markers() -> None:
    state = operate(theatre({"br_bg-1": "cairo"}), 2)
    state.movers = spaces("suez", "port_said", "alexandria", "jerusalem")
    assert "move-from:Cairo" in legal(state)
    state.fighters = spaces("basra")
    assert legal(state) == {"done"}
    assert why_not(state, "move-from:Cairo") == "4.15"


@pytest.mark.rule("7.27a")
def test_all_markers_lie_before_anybody_moves() -> None:
    state = operate(theatre({"br_bg-1": "cairo", "br_bg-2": "suez"}), 3)
    play(state, "move-from:Cairo")
    assert decision(state) == "activation"
    assert why_not(state, "unit:br_bg-1") == "7.27"
    play(state, "done", "unit:br_bg-1", "to:Alexandria", "stop")
    assert decision(state) == ""


@pytest.mark.rule("3.0d", "7.27b")
def test_a_marker_activates_all_units_of_its_space_for_what_it_says() -> None:
    placed = {"br_bg-1": "cairo", "br_7arm": "cairo", "br_bg-2": "suez", "br_bg-3": "alexandria"}
    state = operate(theatre(placed), 3)
    play(state, "move-from:Cairo", "attack-from:Alexandria", "done")
    assert legal(state, "unit") == {"unit:br_bg-1", "unit:br_7arm"}
    assert why_not(state, "unit:br_bg-2") == "9.1"
    assert why_not(state, "unit:br_bg-3") == "9.16"


@pytest.mark.rule("7.27c")
def test_units_of_a_marked_space_may_stay() -> None:
    state = operate(theatre({"br_bg-1": "cairo", "br_7arm": "cairo"}), 1)
    play(state, "move-from:Cairo")
    assert legal(state) == {"unit:br_bg-1", "unit:br_7arm", "done"}
    play(state, "unit:br_7arm", "to:Suez", "stop", "done")
    assert (decision(state), state.movers) == ("", 0)


@pytest.mark.rule("7.27d", "9.1b")
def test_a_move_marker_goes_when_the_moves_from_its_space_are_over() -> None:
    state = operate(theatre({"br_bg-1": "cairo", "br_7arm": "cairo", "br_bg-2": "suez"}), 2)
    play(state, "move-from:Cairo", "move-from:Suez", "unit:br_bg-1", "to:Alexandria", "stop")
    assert space_ids(state.movers) == {"cairo", "suez"}
    play(state, "unit:br_7arm", "to:Alexandria", "stop")
    assert space_ids(state.movers) == {"suez"}


# Battles


FRONT = {"br_50": "alexandria", "br_44": "cairo", "au_6": "suez", "it_17": "el_alamein", "it_27": "el_daba"}


@pytest.mark.rule("7.28a")
def test_battles_come_after_all_moves() -> None:
    state = operate(theatre(FRONT), 3)
    play(state, "attack-from:Alexandria", "move-from:Suez", "done")
    assert decision(state) == "moves"
    assert why_not(state, "attack:El-Alamein") == "7.28"
    play(state, "unit:au_6", "to:Port-Said", "stop")
    assert legal(state) == {"attack:El-Alamein", "done"}
    assert why_not(state, "unit:au_6") == "11.22"


@pytest.mark.rule("7.28b")
def test_only_units_from_spaces_with_an_attack_marker_fight() -> None:
    state = operate(theatre(FRONT), 1)
    play(state, "attack-from:Alexandria", "attack:El-Alamein")
    assert legal(state, "join") == {"join:br_50"}


@pytest.mark.rule("7.28c")
def test_nobody_has_to_attack() -> None:
    state = operate(theatre(FRONT), 1)
    play(state, "attack-from:Alexandria", "done")
    assert (decision(state), state.fighters) == ("", 0)


@pytest.mark.rule("7.28d")
def test_an_attack_marker_goes_with_its_battle() -> None:
    """Nobody in Alexandria can fight again; those in Mersa Matruh can still attack El Daba."""
    state = operate(theatre({**FRONT, "nz_2": "mersa_matruh"}), 2)
    play(state, "attack-from:Alexandria", "attack-from:Mersa-Matruh")
    play(state, "attack:El-Alamein", "join:br_50", "done")
    while decision(state) != "target":
        play(state, 1 if decision(state) == "fire-roll" else sorted(legal(state))[0])
    assert space_ids(state.fighters) == {"mersa_matruh"}
    assert legal(state) == {"attack:El-Daba", "done"}


# Reinforcements by T cards (10.53)


def landed(points: int) -> Theatre:
    """The 2nd Armored is in Oran, where it needs a marker."""
    state = theatre(
        {"us_2arm": "oran", "br_bg-1": "oran", "br_bg-2": "cairo", "br_lrdg": "siwa"},
        allied=["casablanca", "algiers"],
        events=["torch", "long_range_desert_group"],
        must_mark=spaces("oran"),
        use=EVENT,
        card=card("A43"),
    )
    return operate(state, points)


@pytest.mark.rule("10.53b")
def test_the_space_of_t_reinforcements_must_get_a_marker() -> None:
    state = landed(4)
    assert "done" not in legal(state)
    assert why_not(state, "done") == "10.53"
    play(state, "move-from:Cairo")
    assert "done" not in legal(state)
    play(state, "attack-from:Oran")
    assert "done" in legal(state)


@pytest.mark.rule("10.53c")
def test_the_compulsory_marker_costs_what_it_costs() -> None:
    state = landed(2)
    assert legal(state, "move-from", "attack-from") == {"move-from:Oran", "attack-from:Oran"}
    assert why_not(state, "move-from:Cairo") == "10.53"
    play(state, "move-from:Oran")
    assert (state.left, decision(state)) == (0, "moves")
    assert "move-from:Cairo" in legal(landed(3))
    assert least_cost(state, ALLIED, spaces("oran", "cairo")) == 3


@pytest.mark.rule("4.15b", "10.53b")
def test_a_marker_is_kept_for_the_space_of_the_reinforcements() -> None:
    state = landed(4)
    state.movers = spaces("suez", "port_said", "alexandria", "jerusalem")
    assert legal(state, "move-from", "attack-from") == {"move-from:Oran", "attack-from:Oran"}
    assert why_not(state, "move-from:Cairo") == "10.53"


@pytest.mark.rule("10.53d")
def test_a_t_card_pays_for_no_mission() -> None:
    state = landed(4)
    assert not legal(state, "raid", "intelligence")
    assert why_not(state, "raid") == "10.53"
    state.card = -1
    assert legal(state, "raid", "intelligence") == {"raid", "intelligence"}

"""Positions in which several chapters have a word."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.rules.c07_duties import DUE, NONE
from sandtable.games.shifting_sands.rules.c07_operations import activation_cost, begin_operations
from sandtable.games.shifting_sands.rules.c11_losses import lose_step
from sandtable.games.shifting_sands.rules.c13_supply import LIMITED, OUT, supply_of
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.acts import to_act
from tests.games.shifting_sands.fights import attack, battles, go_on, reasons, shots
from tests.games.shifting_sands.theatre import (
    DATA,
    cards,
    decision,
    legal,
    names,
    number,
    play,
    run,
    spaces,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
ATTRITION = 2
"""The step of the turn."""


def asked(state: Theatre) -> tuple[str, str]:
    """What is being decided, and by whom."""
    side = state.frames[-1][2] if decision(state) == "combat-cards" else -1
    return decision(state), DATA.nouns["side"][side]


# 13.11: when supply is checked


@pytest.mark.rule("13.11b", "11.273a", "13.73b")
def test_moves_of_the_action_do_not_supply_attackers_that_were_activated_without() -> None:
    placed = {"br_50": "sidi_barrani", "br_bg-1": "el_daba", "it_17": "sidi_suleiman"}
    lost = ["bir_el_kenaysis", "mersa_matruh", "halfaya"]
    state = to_act(theatre(placed, axis=lost, round=1, allied_hand=["A34", "A07"]), ALLIED)
    play(state, "operations:A07", "attack-from:Sidi-Barrani", "move-from:El-Daba", "done")
    play(state, "unit:br_bg-1", "to:Mersa-Matruh", "stop")
    assert supply_of(state, number("br_50")) == LIMITED
    play(state, "attack:Sidi-Suleiman", "join:br_50", "done")
    assert asked(state) == ("combat-cards", "Axis"), "the Allies can play no card"
    assert reasons(shots(state)[0].shifts)["11.273"] == -1


@pytest.mark.rule("13.11b")
def test_a_battle_of_the_action_does_not_cut_off_attackers_that_were_activated_in_supply() -> None:
    placed = {"br_50": "sidi_barrani", "br_51": "bab_el_qattara", "it_27": "bir_el_kenaysis"}
    full = dict.fromkeys(("it_17", "it_bg-1", "it_bg-2"), "sidi_suleiman")
    state = to_act(theatre(placed | full, axis=["halfaya"], round=1, allied_hand=["A34", "A07"]), ALLIED)
    play(state, "operations:A07", "attack-from:Sidi-Barrani", "attack-from:Bab-el-Qattara", "done")
    play(state, "attack:Bir-el-Kenaysis", "join:br_51", "done", "done", "done", 2, 1, "lose:it_27")
    play(state, "retreat:Mersa-Matruh", "done")
    assert supply_of(state, number("br_50")) == OUT
    play(state, "attack:Sidi-Suleiman", "join:br_50", "done")
    assert asked(state) == ("combat-cards", "Allies")
    assert legal(state, "combat-card") == {"combat-card:A34"}
    assert "11.273" not in reasons(shots(state)[0].shifts)


# 11.76, 13.9: what follows when a space falls in the middle of something else


@pytest.mark.rule("11.76b", "11.14a")
def test_an_lrdg_that_has_fought_and_is_sent_to_cairo_does_not_fight_again() -> None:
    """The defender of El Daba retreats to Mersa Matruh, which falls by that; from Cairo Aswan is attacked too."""
    placed = {"br_lrdg": "bir_el_kenaysis", "br_50": "bab_el_qattara", "it_27": "el_daba"}
    beside = {"br_51": "el_alamein", "br_bg-1": "sidi_barrani", "br_bg-2": "cairo", "it_bg-1": "aswan"}
    state = theatre(placed | beside, events=["long_range_desert_group"], round=1, allied_hand=["A35"])
    play(to_act(state, ALLIED), "operations:A35", "attack-from:Bir-el-Kenaysis", "attack-from:Bab-el-Qattara")
    play(state, "attack-from:Cairo", "done", "attack:El-Daba", "join:br_lrdg", "join:br_50", "done")
    play(go_on(state), 1, 5, "lose:it_27", "lose:br_lrdg", "retreat:Mersa-Matruh")
    assert where(state, "br_lrdg") == ["cairo"]
    assert legal(state) == {"advance:br_50", "done"}
    play(state, "done", "attack:Aswan")
    assert legal(state, "join") == {"join:br_bg-2"}
    assert why_not(state, "join:br_lrdg") == "11.14"


@pytest.mark.rule("13.91a", "13.92a")
def test_supplies_that_are_captured_together_restore_whoever_there_is() -> None:
    """In the attrition phase Benghazi and Tobruk fall together: with one reduced unit there is one question."""
    lost = {"allied": ["benghazi", "tobruk", "gazala"], "axis": ["port_said", "suez", "alexandria"]}
    for reduced, questions in ((["it_17"], 1), (["it_17", "it_25"], 2)):
        state = theatre({"it_17": "tripoli", "it_25": "tripoli"}, reduced=reduced, turn=3, **lost)
        state.frames = [GAME_TURN.frame(step=ATTRITION)]
        run(state)
        asked = 0
        while decision(state) == "captured-supply":
            play(state, min(legal(state, "restore")))
            asked += 1
        assert asked == questions
        assert not state.reduced


@pytest.mark.rule("7.522b")
def test_london_is_content_when_tripoli_falls() -> None:
    state = theatre({"br_7arm": "homs"}, london_calling=DUE, round=1, allied_hand=["A35"])
    play(to_act(state, ALLIED), "operations:A35", "move-from:Homs", "done", "unit:br_7arm")
    events = play(state, "to:Tripoli")
    assert [event.kind for event in events if event.rule == "7.522"] == ["london-is-content"]
    assert state.london_calling == NONE


@pytest.mark.rule("12.61b")
def test_a_redeployment_that_would_have_to_go_on_beyond_the_nile_is_refused() -> None:
    state = to_act(theatre({"br_50": "cairo"}, round=1, allied_hand=["A35"]), ALLIED)
    play(state, "redeploy:A35", "unit:br_50")
    assert "to:Khartoum" in legal(state)
    assert why_not(state, "to:Kassala") == "12.61"
    assert why_not(state, "to:Siwa") == "9.21"


@pytest.mark.rule("13.611a", "7.24a")
def test_units_in_full_and_in_limited_supply_in_one_space_are_all_paid_for() -> None:
    """After Montgomery Tobruk supplies the British fully, and the Americans beside them by sea only."""
    placed = {"br_50": "gazala", "us_bg-1": "gazala", "us_bg-2": "gazala"}
    state = theatre(placed, events=["montgomery", "torch"], allied=["tobruk"])
    gazala = DATA.number["gazala"]
    assert activation_cost(state, ALLIED, gazala, attack=True) == 3
    assert activation_cost(state, ALLIED, gazala, attack=False) == 2


@pytest.mark.rule("13.11b", "11.44a")
def test_a_battlegroup_that_replaces_a_division_is_as_cut_off_as_it_was() -> None:
    placed = {"br_50": "sidi_barrani", "it_17": "sidi_suleiman", "br_bg-1": "allied_reserve"}
    state = theatre(placed, reduced=["br_50"], fighters=spaces("sidi_barrani"), cut_off=units("br_50"))
    lose_step(state, number("br_50"), "11.42")
    assert where(state, "br_50", "br_bg-1") == ["allied_replaceable", "sidi_barrani"]
    assert names(state.cut_off) == {"br_bg-1"}


@pytest.mark.rule("10.53b", "10.53c")
def test_an_attack_marker_on_one_compulsory_space_leaves_the_points_for_the_other() -> None:
    """Both spaces cost two for moves, an attack from Casablanca three: of four points it cannot be paid."""
    placed = {"br_6arm": "casablanca", "us_1": "casablanca", "us_3": "casablanca", "br_46": "oran", "us_9": "oran"}
    due = spaces("casablanca", "oran")
    for points, marker in ((4, {"attack-from:Oran"}), (5, {"attack-from:Oran", "attack-from:Casablanca"})):
        state = theatre(placed, events=["torch"], must_mark=due)
        begin_operations(state, ALLIED, points)
        run(state)
        assert legal(state, "attack-from") == marker
    play(state, "attack-from:Casablanca")
    assert legal(state) == {"move-from:Oran", "attack-from:Oran"}


@pytest.mark.rule("8.2b", "9.16c", "7.28a")
def test_armour_that_joins_a_full_space_costs_a_unit_before_the_battle() -> None:
    full = dict.fromkeys(("br_50", "br_51", "br_44"), "sidi_barrani")
    state = theatre(full | {"br_7arm": "mersa_matruh", "it_17": "sidi_suleiman"}, round=1, allied_hand=["A35"])
    play(to_act(state, ALLIED), "operations:A35", "attack-from:Sidi-Barrani", "move-from:Mersa-Matruh", "done")
    play(state, "unit:br_7arm", "to:Sidi-Barrani", "stop")
    assert decision(state) == "overstacked"
    play(state, "remove:br_44")
    assert where(state, "br_44") == ["eliminated"]
    play(state, "attack:Sidi-Suleiman")
    assert legal(state, "join") == {"join:br_50", "join:br_51", "join:br_7arm"}


@pytest.mark.rule("X28", "A19", "A36")
def test_sea_devils_give_back_what_two_convoys_of_the_turn_have_cost() -> None:
    points = [8, 12, 0, 0, 0, 0]
    state = theatre(events=["barbarossa"], turn=6, round=1, replacements=list(points))
    state.hands = [cards("X28"), cards("A19", "A36")]
    to_act(state, ALLIED)
    play(state, "event:A19", "automatic", "done", "event:A36")
    assert state.replacements == [4, 4, 0, 0, 0, 0]
    play(state, "event:X28")
    assert state.replacements == points


@pytest.mark.rule("X29", "7.611b")
def test_kesselring_frees_air_support_and_no_other_card_for_one_battle() -> None:
    placed = {"ge_21": "sidi_suleiman", "br_bg-1": "sidi_barrani"}
    state = battles(placed, AXIS, "sidi_suleiman", events=["rommel", "kesselring"], axis_hand=["X24", "X51"])
    attack(state, "sidi_barrani", "ge_21")
    play(state, "combat-card:X24", "combat-card:X51", "done")
    play(go_on(state), 6, 1)
    while decision(state) != "keep-cards":
        play(state, "done" if decision(state) == "advance" else min(legal(state)))
    assert legal(state) == {"keep:X24", "done"}
    assert state.discards[AXIS] == cards("X51")


@pytest.mark.rule("11.57a", "11.261b")
def test_italians_who_have_retreated_do_not_spoil_the_fire_of_germans() -> None:
    placed = {"br_50": "sidi_barrani", "ge_90": "sidi_suleiman", "it_17": "sidi_suleiman"}
    for fled, modifier in ((0, {"11.261": -1}), (units("it_17"), {})):
        state = battles(placed, ALLIED, "sidi_barrani", fled=fled)
        attack(state, "sidi_suleiman", "br_50")
        assert reasons(shots(state)[1].modifiers) == modifier


@pytest.mark.rule("10.422d", "9.17a")
def test_iraqis_who_are_not_active_do_not_hide_germans() -> None:
    placed = {"ir_bg-1": "baghdad", "ge_bg-1": "baghdad", "br_50": "habbaniyah"}
    assert legal(battles(placed, ALLIED, "habbaniyah"), "attack") == {"attack:Baghdad"}
    state = theatre(placed, round=1, allied_hand=["A35"])
    play(to_act(state, ALLIED), "operations:A35", "move-from:Habbaniyah", "done", "unit:br_50")
    assert why_not(state, "to:Baghdad") == "9.17"

"""11.3: flank attacks."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.state import FLANK_FAILED, FLANK_WON, NO_FLANK
from tests.games.shifting_sands.fights import ALLIED, AXIS, attack, battles, fought, go_on, options, reduced, shots
from tests.games.shifting_sands.theatre import cards, decision, legal, play, where, why_not

GAME = "shifting-sands"
OPEN = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_17": "sidi_suleiman", "it_25": "sidi_suleiman"}


@pytest.mark.rule("11.31a", "11.23a", "11.21c")
def test_a_flank_attack_may_be_tried_before_cards_are_played() -> None:
    state = attack(battles(OPEN, ALLIED, "sidi_barrani", allied_hand=["A04"]), "sidi_suleiman", "br_7arm", "in_4")
    assert decision(state) == "flank"
    assert legal(state) == {"flank", "done"}
    play(state, "done")
    assert state.flank == NO_FLANK
    assert decision(state) == "combat-cards"
    tried = attack(battles(OPEN, ALLIED, "sidi_barrani"), "sidi_suleiman", "br_7arm", "in_4")
    play(tried, "flank")
    assert decision(tried) == "flank-roll"
    play(tried, 4)
    assert decision(tried) == "combat-cards"


@pytest.mark.rule("11.31b", "11.31c")
@pytest.mark.parametrize(
    ("attackers", "possible"),
    [(["br_7arm"], False), (["in_4", "br_50"], False), (["br_7arm", "in_4"], True), (["br_abg-1", "br_50"], True)],
)
def test_two_units_and_armour_are_needed(attackers: list[str], possible: bool) -> None:
    placed = {**dict.fromkeys(attackers, "sidi_barrani"), "it_17": "sidi_suleiman"}
    state = attack(battles(placed, ALLIED, "sidi_barrani"), "sidi_suleiman", *attackers)
    assert (decision(state) == "flank") == possible


@pytest.mark.parametrize(
    ("origin", "target", "possible"),
    [
        pytest.param("gambut", "bardia", False, marks=pytest.mark.rule("11.31d", "14.3a")),
        pytest.param("sidi_azeiz", "gambut", True, marks=pytest.mark.rule("11.31a", "11.27t19")),
        pytest.param("tunis", "medjez_el_bab", False, marks=pytest.mark.rule("11.31e")),
        pytest.param("buerat", "el_agheila", False, marks=pytest.mark.rule("11.31f")),
    ],
)
def test_no_way_round_forts_mountains_and_swamps(origin: str, target: str, possible: bool) -> None:
    """The Axis attacks: only Left Hook, an Allied card, would make this a question."""
    placed = {"ge_21": origin, "ge_15": origin, "br_50": target}
    state = battles(placed, AXIS, origin, events=["torch"])
    attack(state, target, "ge_21", "ge_15")
    assert (decision(state) == "flank") == possible


def test_a_vichy_fort_that_is_a_mountain_is_not_outflanked_either() -> None:
    placed = {"au_7": "amman", "br_abg-1": "amman", "vf_bg-1": "damascus"}
    fields = {"events": ["exporters"], "vichy_active": 1}
    fort = attack(battles(placed, ALLIED, "amman", **fields), "damascus", "au_7", "br_abg-1")
    assert decision(fort) == "combat-cards"
    hill = battles(placed, ALLIED, "amman", **fields, options=options("19.6"))
    attack(hill, "damascus", "au_7", "br_abg-1")
    assert decision(hill) == "flank"  # but Left Hook would help there
    assert legal(hill) == {"done"}
    assert why_not(hill, "flank") == "11.31"


@pytest.mark.parametrize("pile", ["waiting", "removed", "used_cards"])
def test_nobody_is_asked_for_a_card_that_is_out_of_reach_for_all_to_see(pile: str) -> None:
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_17": "halfaya"}
    open_question = attack(battles(placed, ALLIED, "sidi_barrani"), "halfaya", "br_7arm", "in_4")
    assert decision(open_question) == "flank"
    none = attack(battles(placed, ALLIED, "sidi_barrani", **{pile: cards("A55")}), "halfaya", "br_7arm", "in_4")
    assert decision(none) == "combat-cards"


@pytest.mark.rule("11.27t23")
def test_an_oasis_can_be_outflanked_by_battlegroups() -> None:
    placed = {
        "br_abg-1": "bir_el_kenaysis",
        "br_bg-1": "bir_el_kenaysis",
        "br_50": "bir_el_kenaysis",
        "it_bg-1": "siwa",
    }
    state = battles(placed, ALLIED, "bir_el_kenaysis", events=["long_range_desert_group"])
    play(state, "attack:Siwa")
    assert legal(state, "join") == {"join:br_abg-1", "join:br_bg-1"}  # no division
    play(state, "join:br_abg-1", "join:br_bg-1", "done")
    assert decision(state) == "flank"


@pytest.mark.rule("11.33a", "11.33b", "11.33c")
@pytest.mark.parametrize(("die", "won"), [(1, False), (3, False), (4, True), (6, True)])
def test_four_or_more_succeeds(die: int, won: bool) -> None:
    state = attack(battles(OPEN, ALLIED, "sidi_barrani"), "sidi_suleiman", "br_7arm", "in_4")
    play(state, "flank", die)
    assert state.flank == (FLANK_WON if won else FLANK_FAILED)


@pytest.mark.rule("11.32a")
@pytest.mark.parametrize(("spaces", "least"), [(1, 4), (2, 3), (3, 2)])
def test_each_space_beyond_the_first_adds_1(spaces: int, least: int) -> None:
    origins = ("sidi_barrani", "bir_el_kenaysis", "halfaya")[:spaces]
    attackers = ("br_7arm", "in_4", "br_50")
    placed = {unit: origins[min(place, spaces - 1)] for place, unit in enumerate(attackers)}
    for die in range(1, 7):
        state = battles({**placed, "it_17": "sidi_suleiman"}, ALLIED, *origins)
        attack(state, "sidi_suleiman", *attackers)
        play(state, "flank", die)
        assert (state.flank == FLANK_WON) == (die >= least)


# One after the other


@pytest.mark.rule("11.34a", "11.341a", "11.23b")
def test_after_a_success_the_defender_suffers_before_he_fires() -> None:
    state = attack(battles(OPEN, ALLIED, "sidi_barrani"), "sidi_suleiman", "br_7arm", "in_4")
    play(state, "flank", 4)
    go_on(state)
    assert shots(state)[1].strength == 4
    play(state, 2)  # the attacker's 4
    assert state.fired == [0, 1]
    assert decision(state) == "loss"
    play(state, "lose:it_17", "lose:it_17")
    assert where(state, "it_17") == ["eliminated"]
    assert decision(state) == "fire-roll"
    play(state, 1)
    assert state.fired == [1, 1]


@pytest.mark.rule("11.341b", "11.27h", "11.28d")
def test_the_survivors_settle_table_strength_and_shifts_anew() -> None:
    placed = {**OPEN, "it_bg-1": "axis_reserve"}
    del placed["it_25"]
    state = battles(placed, ALLIED, "sidi_barrani", reduced=["it_17"])
    attack(state, "sidi_suleiman", "br_7arm", "in_4")
    play(state, "flank", 4)
    go_on(state)
    assert shots(state)[1].table == "division"
    play(state, 1, "lose:it_17", "lose:it_bg-1")  # 3: the division, and a step of its battlegroup
    theirs = shots(state)[1]
    assert (theirs.table, theirs.strength) == ("battlegroup", 0)
    assert decision(state) == "fire-roll"


@pytest.mark.rule("11.341b")
def test_nobody_fires_back_if_nobody_is_left() -> None:
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_bg-1": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani")
    attack(state, "sidi_suleiman", "br_7arm", "in_4")
    play(state, "flank", 4)
    go_on(state)
    play(state, 1, "lose:it_bg-1", "lose:it_bg-1")
    assert decision(state) == "advance"
    assert state.fired == [0, 1]
    assert state.fire == [0, 3]


@pytest.mark.rule("11.34a", "11.342a")
def test_after_a_failure_the_attacker_suffers_before_he_fires() -> None:
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "ge_21": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani")
    attack(state, "sidi_suleiman", "br_7arm", "in_4")
    play(state, "flank", 3)
    go_on(state)
    assert shots(state)[0].strength == 6
    play(state, 6)  # the defender's 4
    assert state.fired == [1, 0]
    assert legal(state) == {"lose:br_7arm", "lose:in_4"}
    play(state, "lose:br_7arm")
    assert decision(state) == "fire-roll"
    assert shots(state)[0].strength == 5
    volley = next(event for event in play(state, 1) if event.kind == "fires")
    assert (volley.arguments["column"], volley.arguments["losses"]) == ("5", 2)
    assert reduced(state) == {"br_7arm"}


@pytest.mark.rule("11.342b")
def test_the_attackers_who_are_left_settle_table_strength_and_shifts_anew() -> None:
    placed = {"br_abg-1": "sidi_barrani", "br_50": "sidi_barrani", "ge_90": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", reduced=["br_abg-1"])
    attack(state, "sidi_suleiman", "br_abg-1", "br_50")
    play(state, "flank", 3)
    go_on(state)
    assert shots(state)[0].title == "5"  # 4 and the armour shift
    play(state, 6, "lose:br_abg-1", "lose:br_50")  # 4
    assert shots(state)[0].title == "2"
    assert shots(state)[0].shifts == ()


@pytest.mark.rule("11.342b")
def test_nobody_attacks_on_if_nobody_is_left() -> None:
    placed = {"br_abg-1": "sidi_barrani", "br_bg-1": "sidi_barrani", "ge_21": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", reduced=["br_abg-1", "br_bg-1"])
    attack(state, "sidi_suleiman", "br_abg-1", "br_bg-1")
    play(state, "flank", 3)
    go_on(state)
    events = play(state, 1, "lose:br_abg-1", "lose:br_bg-1")
    assert decision(state) == ""
    won = [event for event in events if event.kind == "battle-won"]
    assert [event.arguments["side"] for event in won] == [AXIS]
    assert not [event for event in events if event.kind == "fires" and event.arguments["side"] == ALLIED]


def test_modifiers_are_settled_before_the_first_fire() -> None:
    """11.23 repeats steps 6 to 7a only: the Italians count for the die though they are gone."""
    placed = {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani"}
    placed |= {"it_17": "sidi_suleiman", "ge_90": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", reduced=["it_17"])
    attack(state, "sidi_suleiman", "br_7arm", "in_4")
    play(state, "flank", 4)
    go_on(state)
    assert shots(state)[1].die == -1
    play(state, 4, "lose:it_17", "lose:ge_90")  # 5
    assert where(state, "it_17") == ["eliminated"]
    assert decision(state) == "fire-roll"
    assert shots(state)[1].die == -1


def test_without_an_attempt_everything_is_simultaneous() -> None:
    state = fought(OPEN, "sidi_suleiman", ["br_7arm", "in_4"], [2, 6])
    assert state.fired == [1, 1]
    assert state.fire == [4, 4]
    assert decision(state) == "loss"
    assert legal(state) == {"lose:it_17", "lose:it_25"}


@pytest.mark.parametrize("text", ["lose:it_17", "rommel"])
def test_what_is_not_asked_is_refused(text: str) -> None:
    state = attack(battles(OPEN, ALLIED, "sidi_barrani"), "sidi_suleiman", "br_7arm", "in_4")
    assert why_not(state, text) == "11.31"

"""11.1, 11.22: who attacks which space, and together with whom; 11.274, 19.21: Rommel; A23, X37: the main blow."""

from __future__ import annotations

import pytest

from tests.games.shifting_sands.fights import (
    ALLIED,
    AXIS,
    attack,
    battles,
    go_on,
    offensive,
    options,
    reasons,
    sentence,
    shots,
)
from tests.games.shifting_sands.theatre import (
    decision,
    legal,
    names,
    play,
    space_ids,
    spaces,
    units,
    why_not,
)

GAME = "shifting-sands"
BRITISH = {"br_50": "sidi_barrani", "in_4": "sidi_barrani", "br_7arm": "bir_el_kenaysis"}
ITALIANS = {"it_1lib": "sidi_suleiman", "it_17": "halfaya"}


@pytest.mark.rule("11.1a", "11.12b")
def test_only_units_in_spaces_with_attack_markers_attack() -> None:
    state = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani")
    assert legal(state) == {"attack:Sidi-Suleiman", "attack:Halfaya", "done"}
    play(state, "attack:Sidi-Suleiman")
    assert legal(state, "join") == {"join:br_50", "join:in_4"}
    assert why_not(state, "join:br_7arm") == "11.1"
    both = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani", "bir_el_kenaysis")
    play(both, "attack:Sidi-Suleiman")
    assert legal(both, "join") == {"join:br_50", "join:in_4", "join:br_7arm"}


def test_whoever_cannot_join_has_not_joined_for_that_reason() -> None:
    """When all have joined that can, a touch on another unit asks why it cannot leave."""
    state = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani")
    play(state, "attack:Sidi-Suleiman")
    assert sentence(state, "leave:br_50") == "that unit has not joined the attack"
    play(state, "join:br_50", "join:in_4")
    assert sentence(state, "leave:br_7arm") == "there is no Attack marker in its space"


@pytest.mark.rule("11.12a", "11.22b")
def test_one_space_is_attacked_and_the_attacker_chooses_it() -> None:
    state = battles({**BRITISH, **ITALIANS}, ALLIED, "bir_el_kenaysis")
    assert legal(state) == {"attack:Sidi-Suleiman", "done"}
    assert why_not(state, "attack:Halfaya") == "11.1"  # nobody is next to it
    assert why_not(state, "attack:Sidi-Barrani") == "11.12"  # no enemies
    wide = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani")
    go_on(attack(wide, "halfaya", "br_50", "in_4"))
    assert names(wide.engaged) == {"br_50", "in_4", "it_17"}  # nobody in Sidi Suleiman


@pytest.mark.rule("11.13a", "11.13b")
def test_units_of_one_space_attack_different_spaces_each_in_its_own_battle() -> None:
    placed = {"br_50": "sidi_barrani", "in_4": "sidi_barrani", "it_1lib": "sidi_suleiman", "it_17": "halfaya"}
    state = battles(placed, ALLIED, "sidi_barrani")
    go_on(attack(state, "sidi_suleiman", "br_50"))
    play(state, 1, 6)
    assert decision(state) == "target"
    assert legal(state, "attack") == {"attack:Halfaya"}
    play(state, "attack:Halfaya")
    assert legal(state, "join") == {"join:in_4"}


@pytest.mark.rule("11.14a")
def test_nobody_attacks_twice_and_nobody_is_attacked_twice() -> None:
    placed = {"br_50": "sidi_barrani", "in_4": "bir_el_kenaysis", "it_1lib": "sidi_suleiman", "it_17": "halfaya"}
    state = battles(placed, ALLIED, "sidi_barrani", "bir_el_kenaysis")
    go_on(attack(state, "sidi_suleiman", "br_50"))
    play(state, 1, 6)
    assert decision(state) == ""  # the 4th Indian could only attack who has been attacked
    free = battles({**placed, "br_51": "sidi_barrani"}, ALLIED, "sidi_barrani", "bir_el_kenaysis")
    go_on(attack(free, "sidi_suleiman", "br_50"))
    play(free, 1, 6)
    assert legal(free) == {"attack:Halfaya", "done"}
    assert why_not(free, "attack:Sidi-Suleiman") == "11.14"
    play(free, "attack:Halfaya")
    assert why_not(free, "join:br_50") == "11.14"


@pytest.mark.rule("11.14b", "11.24a")
def test_a_unit_counts_with_its_whole_factor_in_the_battle_that_it_joins() -> None:
    state = attack(battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani"), "sidi_suleiman", "br_50")
    assert shots(state)[0].strength == 3
    assert names(state.has_fought) == {"br_50"}


@pytest.mark.rule("11.1b")
def test_the_marker_goes_when_everybody_in_the_space_has_fought() -> None:
    placed = {**BRITISH, **ITALIANS}
    state = battles(placed, ALLIED, "sidi_barrani", "bir_el_kenaysis")
    go_on(attack(state, "sidi_suleiman", "br_50"))
    play(state, 1, 6)
    assert space_ids(state.fighters) == {"sidi_barrani", "bir_el_kenaysis"}  # the 4th Indian has not fought
    go_on(attack(state, "halfaya", "in_4"))
    play(state, 1, 6)
    assert state.fighters == 0  # and the 7th Armoured has nobody left to attack
    assert state.target == -1
    kept = battles(placed, ALLIED, "sidi_barrani", "bir_el_kenaysis")
    go_on(attack(kept, "halfaya", "br_50", "in_4"))
    play(kept, 1, 6, "lose:it_17")
    assert space_ids(kept.fighters) == {"bir_el_kenaysis"}


@pytest.mark.rule("11.22a")
def test_units_join_and_leave_until_the_attacker_fights() -> None:
    state = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani")
    play(state, "attack:Sidi-Suleiman")
    assert legal(state) == {"join:br_50", "join:in_4", "stop"}
    assert why_not(state, "done") == "11.22"
    play(state, "join:br_50", "join:in_4")
    assert legal(state) == {"leave:br_50", "leave:in_4", "done"}
    assert why_not(state, "stop") == "11.22"
    play(state, "leave:br_50", "leave:in_4", "stop")
    assert decision(state) == "target"
    assert state.attackers == 0
    assert state.target == -1


def test_battlegroups_that_are_alike_are_offered_once() -> None:
    placed = {"br_bg-1": "sidi_barrani", "br_bg-2": "sidi_barrani", "br_bg-3": "sidi_barrani", **ITALIANS}
    state = battles(placed, ALLIED, "sidi_barrani", reduced=["br_bg-3"])
    play(state, "attack:Halfaya")
    assert legal(state, "join") == {"join:br_bg-1", "join:br_bg-3"}
    assert why_not(state, "join:br_bg-2") == "11.22"
    play(state, "join:br_bg-1")
    assert legal(state, "join") == {"join:br_bg-2", "join:br_bg-3"}


@pytest.mark.rule("11.15a", "11.15d")
def test_a_unit_with_factor_0_attacks_alone_on_column_0() -> None:
    placed = {"it_61": "halfaya", "br_50": "sidi_barrani"}
    state = attack(battles(placed, AXIS, "halfaya", reduced=["it_61"]), "sidi_barrani", "it_61")
    ours = shots(state)[0]
    assert (ours.strength, ours.title) == (0, "0")


@pytest.mark.rule("11.15b", "11.15c")
def test_a_unit_with_factor_0_adds_nothing_but_takes_losses() -> None:
    placed = {"it_61": "halfaya", "it_17": "halfaya", "br_50": "sidi_barrani"}
    state = attack(battles(placed, AXIS, "halfaya", reduced=["it_61"]), "sidi_barrani", "it_61", "it_17")
    assert shots(state)[0].strength == 2
    go_on(state)
    play(state, 1, 4)  # the British inflict 3
    assert legal(state) == {"lose:it_61", "lose:it_17"}


@pytest.mark.rule("11.17a")
@pytest.mark.parametrize(("unit", "allowed"), [("br_50", True), ("ff_bg-1", True)])
def test_links_for_the_allies_alone(unit: str, allowed: bool) -> None:
    state = battles({unit: "aden", "it_bg-1": "berbera"}, ALLIED, "aden", events=["ethiopian_campaign"])
    assert (legal(state, "attack") == {"attack:Berbera"}) == allowed
    axis = battles({unit: "aden", "it_bg-1": "berbera"}, AXIS, "berbera")
    assert decision(axis) == ""


def test_a_line_that_is_closed_to_the_unit_is_refused() -> None:
    placed = {"br_lrdg": "deep_desert", "br_50": "sidi_suleiman", "it_bg-1": "siwa"}
    state = battles(placed, ALLIED, "deep_desert", "sidi_suleiman", events=["long_range_desert_group"])
    play(state, "attack:Siwa")
    assert legal(state, "join") == {"join:br_lrdg"}
    assert why_not(state, "join:br_50") == "9.22"  # divisions do not go to oases


@pytest.mark.rule("11.17a")
def test_the_axis_does_not_attack_the_boxes() -> None:
    state = battles({"it_17": "basra", "in_10": "india", "in_bg-1": "samawah"}, AXIS, "basra")
    assert legal(state, "attack") == {"attack:Samawah"}
    assert why_not(state, "attack:India") == "11.17"


@pytest.mark.rule("10.21d", "10.432b", "10.422d")
def test_what_the_ground_forbids_to_attack_is_refused_by_its_own_paragraph() -> None:
    nile = battles({"it_bg-1": "khartoum", "br_bg-1": "aswan", "br_bg-2": "kassala"}, AXIS, "khartoum")
    assert why_not(nile, "attack:Aswan") == "10.21"
    placed = {"br_50": "amman", "vf_bg-1": "damascus", "ir_bg-1": "rutbah", "it_bg-2": "jerusalem"}
    near = battles(placed, ALLIED, "amman")
    assert legal(near, "attack") == {"attack:Jerusalem"}
    assert why_not(near, "attack:Damascus") == "10.432"
    assert why_not(near, "attack:Rutbah") == "10.422"


@pytest.mark.rule("10.521a")
def test_attacks_in_the_west_are_refused_in_the_action_of_torch() -> None:
    placed = {"us_1": "tebessa", "it_bg-1": "gafsa", "br_50": "halfaya", "it_bg-2": "bardia"}
    state = battles(placed, ALLIED, "tebessa", "halfaya", events=["torch"], **offensive("A40"))
    assert legal(state, "attack") == {"attack:Bardia"}
    assert why_not(state, "attack:Gafsa") == "10.521"


MIXED = {"ge_21": "sidi_omar", "it_132": "sidi_omar", "it_17": "halfaya", "br_50": "sidi_suleiman"}


@pytest.mark.rule("11.18a", "11.18b")
def test_nations_fight_together_if_a_space_of_the_attack_holds_all_of_them() -> None:
    apart = {**MIXED, "it_132": "halfaya"}
    state = battles(apart, AXIS, "sidi_omar", "halfaya")
    play(state, "attack:Sidi-Suleiman", "join:ge_21")
    assert legal(state, "join") == set()
    assert why_not(state, "join:it_17") == "11.18"
    joined = battles(MIXED, AXIS, "sidi_omar", "halfaya")
    play(joined, "attack:Sidi-Suleiman", "join:it_17")
    assert legal(joined, "join") == {"join:ge_21", "join:it_132"}
    play(joined, "join:ge_21")  # Sidi Omar holds both, and the 132nd need not come
    assert "done" in legal(joined)
    three = battles({**MIXED, "ge_90": "sidi_barrani"}, AXIS, "sidi_omar", "halfaya", "sidi_barrani")
    play(three, "attack:Sidi-Suleiman", "join:it_17", "join:ge_90")
    assert "done" not in legal(three)  # Sidi Omar is not part of the attack yet
    assert why_not(three, "done") == "11.18"
    play(three, "join:ge_21")
    assert "done" in legal(three)


@pytest.mark.rule("11.18c")
@pytest.mark.parametrize(
    ("one", "other", "side"),
    [("br_50", "in_4", ALLIED), ("au_6", "pl_bg", ALLIED), ("us_1", "usff_bg-1", ALLIED), ("br_50", "us_1", None)],
)
def test_the_groups_of_activation_count_as_one_nation(one: str, other: str, side: int | None) -> None:
    placed = {one: "sidi_barrani", other: "bir_el_kenaysis", "it_17": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", "bir_el_kenaysis")
    play(state, "attack:Sidi-Suleiman", f"join:{one}")
    assert (legal(state, "join") == {f"join:{other}"}) == (side is not None)


@pytest.mark.parametrize("other", ["vf_bg-1", "ir_bg-1"])
def test_germans_fight_together_with_vichy_french_and_iraqis(other: str) -> None:
    placed = {"ge_5mtn": "palmyra", other: "damascus", "br_50": "amman"}
    events = ["iraqi_revolt", "unternehmen_irak"]
    state = battles(
        {**placed, "ge_5mtn": "rutbah"}, AXIS, "rutbah", "damascus", events=events, iraq_active=1, vichy_active=1
    )
    play(state, "attack:Amman", "join:ge_5mtn")
    assert legal(state, "join") == {f"join:{other}"}


# Rommel


PANZERS = {"ge_21": "sidi_omar", "it_132": "halfaya", "br_50": "sidi_suleiman"}


@pytest.mark.rule("11.274a")
def test_rommel_joins_one_attack_in_an_action() -> None:
    placed = {**PANZERS, "br_51": "sidi_barrani"}
    state = battles(placed, AXIS, "sidi_omar", "halfaya", events=["rommel"])
    play(state, "attack:Sidi-Suleiman")
    assert why_not(state, "rommel") == "11.274"  # nobody attacks yet
    play(state, "join:ge_21", "rommel")
    assert "rommel" not in legal(state)
    assert why_not(state, "rommel") == "11.274"
    play(state, "done")
    go_on(state)
    play(state, 1, 6)
    while decision(state) == "loss":
        play(state, sorted(legal(state))[0])
    play(state, "attack:Sidi-Barrani", "join:it_132")
    assert "rommel" not in legal(state)


@pytest.mark.parametrize("events", [[], ["rommel", "von_arnim_takes_command"]])
def test_rommel_must_be_in_command(events: list[str]) -> None:
    state = battles(PANZERS, AXIS, "sidi_omar", events=events)
    play(state, "attack:Sidi-Suleiman", "join:ge_21")
    assert "rommel" not in legal(state)
    assert why_not(state, "rommel") == "11.274"


@pytest.mark.rule("11.274g")
def test_von_arnim_ends_rommel() -> None:
    for events, possible in ((["rommel"], True), (["rommel", "von_arnim_takes_command"], False)):
        state = battles(PANZERS, AXIS, "sidi_omar", events=events)
        play(state, "attack:Sidi-Suleiman", "join:ge_21")
        assert ("rommel" in legal(state)) == possible


@pytest.mark.rule("11.274b", "11.274f", "A35")
@pytest.mark.parametrize(("events", "shift"), [(["rommel"], 2), (["rommel", "montgomery"], 1)])
def test_rommel_shifts_the_fire_of_the_attack(events: list[str], shift: int) -> None:
    state = battles(PANZERS, AXIS, "sidi_omar", events=events)
    play(state, "attack:Sidi-Suleiman", "join:ge_21")
    plain = shots(state)[0]
    play(state, "rommel", "done")
    ours, theirs = shots(state)
    assert reasons(ours.shifts)["11.274"] == shift
    assert ours.column == plain.column + shift
    assert "11.274" not in reasons(theirs.shifts)


@pytest.mark.rule("11.274c", "11.274d", "11.274e")
@pytest.mark.parametrize(
    ("origin", "target", "possible"),
    [
        ("el_adem", "tobruk", False),
        ("sidi_omar", "sidi_suleiman", True),
        ("beirut", "aleppo", False),
        ("kassala", "khartoum", False),
    ],
)
def test_rommel_keeps_away_from_forts_the_near_east_and_east_africa(
    origin: str, target: str, possible: bool
) -> None:
    state = battles({"ge_21": origin, "br_50": target}, AXIS, origin, events=["rommel"])
    play(state, f"attack:{'-'.join(part.capitalize() for part in target.split('_'))}", "join:ge_21")
    assert ("rommel" in legal(state)) == possible


@pytest.mark.rule("19.21a")
@pytest.mark.parametrize(("option", "allowed"), [(0, True), (options("19.21"), False)])
def test_rommel_may_need_a_german_unit(option: int, allowed: bool) -> None:
    placed = {**PANZERS, "it_132": "sidi_omar"}
    state = battles(placed, AXIS, "sidi_omar", events=["rommel"], options=option)
    play(state, "attack:Sidi-Suleiman", "join:it_132")
    assert ("rommel" in legal(state)) == allowed
    if not allowed:
        assert why_not(state, "rommel") == "19.21"
    play(state, "join:ge_21", "rommel", "leave:ge_21")
    assert bool(state.rommel_here) == allowed  # he goes with the last German


# The main blow of an offensive


@pytest.mark.rule("A23")
def test_crusader_has_one_attack_with_a_better_die() -> None:
    placed = {**BRITISH, **ITALIANS}
    state = battles(placed, ALLIED, "sidi_barrani", **offensive("A23"))
    play(state, "attack:Sidi-Suleiman", "join:br_50", "bonus")
    assert "bonus" not in legal(state)
    play(state, "done")
    assert reasons(shots(state)[0].modifiers) == {"A23": 1}
    assert "A23" not in reasons(shots(state)[1].modifiers)
    go_on(state)
    play(state, 1, 6, "lose:it_1lib")
    play(state, "attack:Halfaya", "join:in_4")
    assert "bonus" not in legal(state)
    assert why_not(state, "bonus") == "A23"


@pytest.mark.rule("X37")
def test_venezia_has_one_attack_with_a_better_die() -> None:
    state = battles(PANZERS, AXIS, "sidi_omar", **offensive("X37"))
    play(state, "attack:Sidi-Suleiman", "join:ge_21", "bonus", "done")
    assert reasons(shots(state)[0].modifiers) == {"X37": 1}
    plain = battles(PANZERS, AXIS, "sidi_omar", **offensive("X27"))
    play(plain, "attack:Sidi-Suleiman", "join:ge_21")
    assert why_not(plain, "bonus") == "X37"


@pytest.mark.parametrize(
    ("card", "unit", "origin", "enemy", "target"),
    [("A23", "br_50", "kassala", "it_bg-1", "gallabat"), ("X37", "ge_21", "tunis", "br_50", "sousse")],
)
def test_the_main_blow_falls_in_egypt_or_libya(card: str, unit: str, origin: str, enemy: str, target: str) -> None:
    side = ALLIED if card == "A23" else AXIS
    state = battles({unit: origin, enemy: target}, side, origin, events=["torch"], **offensive(card))
    play(state, f"attack:{target.capitalize()}", f"join:{unit}")
    assert "bonus" not in legal(state)
    assert why_not(state, "bonus") == card


def test_an_attack_that_is_called_off_costs_nothing() -> None:
    state = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani", **offensive("A23"))
    play(state, "attack:Sidi-Suleiman", "join:br_50", "bonus", "leave:br_50", "stop")
    assert not state.bonus_used
    assert not state.bonus_here
    assert state.has_fought == 0
    assert spaces("sidi_barrani") == state.fighters
    assert units("br_50") & state.has_fought == 0


@pytest.mark.parametrize("text", ["flank", "lose:br_50", "combat-card:A04"])
def test_what_is_not_asked_is_refused(text: str) -> None:
    state = battles({**BRITISH, **ITALIANS}, ALLIED, "sidi_barrani")
    assert why_not(state, text) == "11.22"
    play(state, "attack:Sidi-Suleiman")
    assert why_not(state, text) == "11.22"


@pytest.mark.rule("10.422d")
def test_iraqis_who_sleep_are_not_attacked() -> None:
    placed = {"br_50": "rutbah", "ir_bg-1": "habbaniyah"}
    asleep = battles({**placed, "it_17": "palmyra"}, ALLIED, "rutbah", events=["exporters"], vichy_active=1)
    assert legal(asleep, "attack") == {"attack:Palmyra"}
    assert why_not(asleep, "attack:Habbaniyah") == "10.422"
    awake = battles(placed, ALLIED, "rutbah", iraq_active=1)
    assert legal(awake, "attack") == {"attack:Habbaniyah"}

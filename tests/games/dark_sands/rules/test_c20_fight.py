"""7.4, 20.0, 20.1: who attacks whom, and who adds factors."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.game import GAME as DARK_SANDS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.rules.c20_fight import fight_over
from tests.games.dark_sands.desert import HEX, acting, decision, desert, legal, names, play, units, where, why_not
from tests.games.dark_sands.fights import (
    alive,
    attack,
    choices,
    fall_back,
    go_on,
    judged,
    reduced,
    said,
    strengths,
)

GAME = "dark-sands"
THREE = {"5/4 Ind": "1433", "7/4 Ind": "1433", "11/4 Ind": "1433"}


@pytest.mark.rule("7.4a", "20.2.1a")
def test_two_large_units_defend_on_central() -> None:
    state = desert({**THREE, "Brescia": "1432", "Trento": "1432"})
    assert strengths(judged(state, "1433", "Brescia")) == (2, 8)
    assert names(judged(state, "1433", "Brescia").fight.holding) == {"5/4 Ind", "7/4 Ind"}


@pytest.mark.rule("7.4b")
def test_two_large_units_attack_from_a_hex_on_central() -> None:
    state = desert({**THREE, "22 Gds": "1333", "Brescia": "1432"})
    found = judged(desert({**THREE, "22 Gds": "1532", "Brescia": "1432"}), "1432", *THREE, "22 Gds")
    assert strengths(found)[0] == 9
    assert strengths(judged(state, "1432", *THREE))[0] == 6


@pytest.mark.rule("7.4b")
def test_the_owner_says_who_sits_out() -> None:
    placed = {"4/7 Arm": "1433", "5/4 Ind": "1433", "22 Gds": "1433", "Brescia": "1432"}
    state = attack(desert(placed), "allied", "1432", "4/7 Arm", "5/4 Ind", "22 Gds")
    assert decision(state) == "contribute"
    assert legal(state) == {"leave:4/7-Arm", "leave:5/4-Ind", "done"}
    assert why_not(state, "leave:Brescia") == "7.4"
    play(state, "leave:4/7-Arm")
    assert names(state.contributors) == {"5/4 Ind", "22 Gds", "Brescia"}


@pytest.mark.rule("7.4a")
def test_the_defender_chooses_too_and_the_weakest_is_suggested() -> None:
    state = desert({**THREE, "Brescia": "1432", "Trento": "1432"}, reduced=["5/4 Ind"])
    attack(state, "axis", "1433", "Brescia", "Trento")
    assert decision(state) == "contribute"
    play(state, "done")
    assert names(state.contributors) == {"7/4 Ind", "11/4 Ind", "Brescia", "Trento"}


@pytest.mark.rule("7.4c")
def test_battalions_always_take_part() -> None:
    placed = {"1/5/21 Pz": "1432", "2/5/21 Pz": "1432", "104/21 Pz": "1432", "3/21 Pz": "1432", "5/4 Ind": "1433"}
    state = attack(desert(placed), "axis", "1433", *list(placed)[:4])
    assert decision(state) == "combat-roll"
    assert len(names(state.contributors)) == 5


@pytest.mark.rule("7.4c")
def test_battalions_and_garrisons_always_defend() -> None:
    placed = {**THREE, "3 Cstrm Gds": "1433", "Garrison Br 1": "1433", "Brescia": "1432"}
    assert strengths(judged(desert(placed), "1433", "Brescia"))[1] == 4 + 4 + 1 + 2


@pytest.mark.rule("7.4d")
def test_a_unit_that_did_not_contribute_may_advance() -> None:
    state = attack(desert({**THREE, "Sirte": "1432"}, turn=2), "allied", "1432", *THREE)
    play(state, "leave:5/4-Ind", "5")
    fall_back(state)
    assert where(state, "Sirte") != ["1432"]
    play(state, "advance:5/4-Ind")
    assert where(state, "5/4 Ind") == ["1432"]


@pytest.mark.rule("7.4e")
def test_a_unit_that_did_not_contribute_shares_ae_de_and_dr() -> None:
    state = attack(desert({**THREE, "Trento": "1432", "Brescia": "1432"}, reduced=THREE), "allied", "1432", *THREE)
    play(state, "done", "1")
    assert not alive(state, *THREE)
    strong = {"4/7 Arm": "1432", "7/7 Arm": "1432", "2/1 Arm": "1532", "1 Tank": "1532", "23 Arm": "1332"}
    axis = {"Pavia": "1433", "Bologna": "1433", "Brescia": "1433"}
    state = attack(desert({**strong, **axis}, reduced=axis), "allied", "1433", *strong)
    play(state, "done", "6")
    assert not alive(state, *axis)
    state = attack(desert({**strong, **axis}, reduced=axis), "allied", "1433", *strong)
    play(state, "done", "1", "lose:Pavia")
    fall_back(state)
    assert "1433" not in where(state, "Bologna", "Brescia")


@pytest.mark.rule("7.4f")
@pytest.mark.parametrize("die", [1, 3])
def test_a_unit_that_did_not_contribute_takes_no_loss(die: int) -> None:
    """AL1, BL1 at 1-1."""
    state = attack(desert({**THREE, "Trento": "1432", "Brescia": "1432"}), "allied", "1432", *THREE)
    play(state, "leave:5/4-Ind", str(die))
    assert choices(state, "lose") == {"7/4-Ind", "11/4-Ind"}
    assert why_not(state, "lose:5/4-Ind") == "7.4"


@pytest.mark.rule("7.4f")
def test_ex_and_the_star_touch_only_contributors() -> None:
    strong = {"4/7 Arm": "1432", "7/7 Arm": "1432", "2/1 Arm": "1532", "1 Tank": "1532"}
    axis = {"Pavia": "1433", "Bologna": "1433", "Brescia": "1433"}
    state = attack(desert({**strong, **axis}), "allied", "1433", *strong)  # 22 to 6: 3-1
    play(state, "done", "6")
    assert alive(state, *axis) == {"Brescia"}
    play(state, "lose:4/7-Arm", "lose:7/7-Arm", "lose:2/1-Arm", "lose:1-Tank")
    assert decision(state) == "battles"
    state = attack(desert({**strong, **axis}), "allied", "1433", *strong)
    play(state, "done", "4")
    assert choices(state, "lose") == {"Pavia", "Bologna"}


@pytest.mark.rule("7.4g")
def test_whole_stacks_fight_on_the_side_maps() -> None:
    state = desert(
        {
            "5/4 Ind": "2015",
            "7/4 Ind": "2015",
            "11/4 Ind": "2015",
            "Brescia": "2014",
            "Trento": "2014",
            "Pavia": "2014",
        }
    )
    assert strengths(judged(state, "2014", "5/4 Ind", "7/4 Ind", "11/4 Ind")) == (9, 9)


@pytest.mark.rule("20.0a")
def test_a_side_attacks_with_all_some_or_none_of_its_units() -> None:
    state = acting(desert({**THREE, "Brescia": "1432", "Sirte": "1632"}), "allied", "combat", BATTLES)
    assert legal(state) == {"attack:1432", "done"}
    play(state, "attack:1432")
    assert legal(state) == {"join:5/4-Ind", "join:7/4-Ind", "join:11/4-Ind"}
    play(state, "join:5/4-Ind")
    assert "done" in legal(state)
    play(state, "leave:5/4-Ind")  # without attackers there is no attack
    assert legal(state) == {"attack:1432", "done"}
    play(state, "done")
    assert not decision(state)


@pytest.mark.rule("20.0b", "20.2a")
def test_attacks_are_resolved_one_by_one_in_any_order() -> None:
    placed = {"5/4 Ind": "1433", "7/4 Ind": "1433", "Sirte": "1432", "Marmarica": "1434"}
    state = acting(desert(placed), "allied", "combat", BATTLES)
    assert choices(state, "attack") == {"1432", "1434"}
    go_on(state, "1434", "5/4 Ind")
    play(state, "1", "lose:5/4-Ind")
    assert choices(state, "attack") == {"1432"}
    go_on(state, "1432", "7/4 Ind")
    play(state, "1", "lose:7/4-Ind")
    assert reduced(state) == {"5/4 Ind", "7/4 Ind"}
    assert legal(state) == {"done"}


@pytest.mark.rule("20.1a")
def test_attackers_are_active() -> None:
    state = desert({**THREE, "Brescia": "1432"})
    acting(state, "allied", "combat", BATTLES, who=units("5/4 Ind"))
    play(state, "attack:1432")
    assert legal(state) == {"join:5/4-Ind"}
    assert why_not(state, "join:7/4-Ind") == "20.1"


@pytest.mark.rule("20.1a")
def test_headquarters_and_garrisons_do_not_attack() -> None:
    placed = {"HQ 13 Corps": "1433", "Garrison Br 1": "1433", "Brescia": "1432"}
    state = acting(desert(placed), "allied", "combat", BATTLES)
    assert not legal(state, "attack")
    assert why_not(state, "attack:1432") == "20.1"
    play(attacked := acting(desert({**placed, **THREE}), "allied", "combat", BATTLES), "attack:1432")
    assert why_not(attacked, "join:HQ-13-Corps") == "11.0"
    assert why_not(attacked, "join:Garrison-Br-1") == "13.6"


@pytest.mark.rule("20.1b", "20.3.4a")
def test_closed_sides_cannot_be_attacked_over_except_by_road_or_track() -> None:
    """An escarpment lies between 1646 and 1746, and a track crosses the one between 1647 and 1746."""
    assert legal(acting(desert({"5/4 Ind": "1646", "Cirene": "1746"}), "allied", "combat", BATTLES)) == {"done"}
    state = acting(desert({"5/4 Ind": "1647", "Cirene": "1746"}), "allied", "combat", BATTLES)
    assert "attack:1746" in legal(state)


@pytest.mark.rule("20.1c", "20.1d")
def test_no_unit_attacks_twice() -> None:
    placed = {"5/4 Ind": "1433", "7/4 Ind": "1433", "Sirte": "1432", "Marmarica": "1434"}
    state = attack(desert(placed), "allied", "1434", "5/4 Ind")
    play(state, "1", "lose:5/4-Ind", "attack:1432")
    assert legal(state) == {"join:7/4-Ind"}
    assert why_not(state, "join:5/4-Ind") == "20.1"


@pytest.mark.rule("20.1e")
def test_units_of_a_hex_attack_different_hexes() -> None:
    placed = {"5/4 Ind": "1433", "7/4 Ind": "1433", "11/4 Ind": "1433", "Sirte": "1432", "Marmarica": "1434"}
    state = attack(desert(placed), "allied", "1434", "5/4 Ind")
    play(state, "1", "lose:5/4-Ind")
    go_on(state, "1432", "7/4 Ind")
    assert names(state.attackers) == {"7/4 Ind"}


@pytest.mark.rule("20.1f", "20.1g")
def test_all_attackers_are_adjacent_to_the_one_hex() -> None:
    placed = {"5/4 Ind": "1433", "7/4 Ind": "1435", "Sirte": "1432", "Marmarica": "1434"}
    state = acting(desert(placed), "allied", "combat", BATTLES)
    play(state, "attack:1432")
    assert legal(state) == {"join:5/4-Ind"}
    assert why_not(state, "join:7/4-Ind") == "20.1"


@pytest.mark.rule("20.1h")
def test_all_units_of_the_hex_defend_together() -> None:
    placed = {"5/4 Ind": "1433", "Sirte": "1432", "Marmarica": "1432", "Maletti": "1432"}
    assert strengths(judged(desert({**placed, "Maletti": "1432"}), "1432", "5/4 Ind"))[1] == 6


@pytest.mark.rule("20.1i")
def test_no_unit_is_attacked_twice_even_where_it_retreats_to() -> None:
    placed = {"5/4 Ind": "1433", "4/7 Arm": "1433", "22 Gds": "1427", "Pavia": "1432", "Brescia": "1428"}
    state = desert(placed, disorganised=["22 Gds"])
    attack(state, "allied", "1432", "5/4 Ind", "4/7 Arm")  # 9 to 3: 3-1
    play(state, "3", "retreat:1431", "retreat:1430", "retreat:1429", "retreat:1428", "done")
    assert where(state, "Pavia") == ["1428"]
    assert legal(state) == {"done"}
    assert why_not(state, "attack:1428") == "20.1"


@pytest.mark.rule("20.4a")
def test_attacks_cross_a_join_of_one_colour() -> None:
    state = acting(desert({"5/4 Ind": "2721", "Sabratha": "2719", "Pavia": "2620"}), "allied", "combat", BATTLES)
    assert choices(state, "attack") == {"2719"}


def test_a_lone_headquarters_is_no_target() -> None:
    state = acting(desert({"5/4 Ind": "1433", "HQ 21 Corps": "1432"}), "allied", "combat", BATTLES)
    assert legal(state) == {"done"}
    assert HEX["1432"] not in state.boxes


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        ("join:5/4-Ind", "joined the attack"),
        ("join:Brescia", "not yours"),
        ("join:22-Gds", "not on the map"),
        ("join:7/4-Ind", "does not activate"),
        ("join:11/4-Ind", "already attacked"),
        ("join:3-Ind", "not next to"),
        ("join:HQ-13-Corps", "no combat factors"),
        ("join:Garrison-Br-1", "cannot attack"),
        ("leave:7/4-Ind", "not joined"),
    ],
)
def test_why_a_unit_does_not_join(choice: str, reason: str) -> None:
    placed = {**THREE, "HQ 13 Corps": "1433", "Garrison Br 1": "1433", "3 Ind": "1435", "Brescia": "1432"}
    state = desert(placed)
    fighters = units("5/4 Ind", "11/4 Ind", "3 Ind", "HQ 13 Corps", "Garrison Br 1")
    acting(state, "allied", "combat", BATTLES, who=fighters)
    state.has_fought = units("11/4 Ind")
    play(state, "attack:1432", "join:5/4-Ind")
    assert reason in said(state, choice)


def test_why_a_hex_is_not_attacked() -> None:
    state = acting(desert({**THREE, "Brescia": "1432", "Pavia": "1437"}), "allied", "combat", BATTLES)
    assert "no enemy unit" in said(state, "attack:1431")
    assert "none of your units that can attack is next" in said(state, "attack:1437")
    assert "no enemy unit" in said(state, "attack:1433")
    state.attacked = units("Brescia")
    assert "been attacked" in said(state, "attack:1432")
    assert "combat action" in said(state, "join:5/4-Ind")


@pytest.mark.rule("6.0c")
def test_an_attack_over_an_escarpment_is_refused_by_its_name() -> None:
    """Over 1646/1746 no road or track leads, over 1647/1746 a track does."""
    placed = {"Sirte": "1646", "5/4 Ind": "1746"}
    state = acting(desert(placed), "axis", "combat", BATTLES)
    assert "an escarpment lies between" in said(state, "attack:1746")
    assert why_not(state, "attack:1746") == "6.0"
    state = acting(desert({**placed, "Cirene": "1647"}), "axis", "combat", BATTLES)
    play(state, "attack:1746")
    assert "an escarpment lies between" in said(state, "join:Sirte")


@pytest.mark.parametrize(
    ("placed", "fields", "reason"),
    [
        ({"HQ 21 Corps": "1433", "5/4 Ind": "1432"}, {}, "none of your units that can attack"),
        ({"Sirte": "1433", "HQ 13 Corps": "1432"}, {}, "a headquarters alone"),
        ({"Sirte": "1433", "5/4 Ind": "1432"}, {"fighters": 0}, "activates none of your units"),
        ({"Sirte": "1433", "5/4 Ind": "1432"}, {"has_fought": units("Sirte")}, "have already attacked"),
    ],
)
def test_why_nobody_attacks_a_hex(placed: dict[str, str], fields: dict[str, int], reason: str) -> None:
    state = acting(desert(placed), "axis", "combat", BATTLES)
    for name, value in fields.items():
        setattr(state, name, value)
    assert reason in said(state, "attack:1432")


def test_the_side_that_attacks_is_known_without_attackers_and_without_defenders() -> None:
    state = desert({**THREE, "Brescia": "1432"})
    assert fight_over(state, HEX["1432"], 0).attacking == ALLIED
    assert fight_over(state, HEX["1433"], 0).attacking == AXIS
    assert fight_over(state, HEX["1434"], units("Brescia")).attacking == AXIS
    assert fight_over(state, HEX["1434"], units("5/4 Ind")).attacking == ALLIED


def test_prompts_name_the_place_of_a_combat() -> None:
    state = acting(desert({"5/4 Ind": "1603", "Brescia": "1702"}), "allied", "combat", BATTLES)
    play(state, "attack:1702", "join:5/4-Ind")
    assert str(DARK_SANDS.prompt(state)).startswith("The attack on Mersa Brega (1702)")
    play(state, "done")
    assert str(DARK_SANDS.prompt(state)) == "The attacker rolls for the combat in Mersa Brega (1702)"

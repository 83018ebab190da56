"""The models of retreats and overruns against the rulebook's sentences, and the game against the models."""

from __future__ import annotations

from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.overruns import destinations, displacements
from tests.games.shifting_sands.models.retreats import Defeat, Outcome, retreats, stands


def places(found: set[Outcome], *kinds: str) -> set[tuple[str, ...]]:
    return {tuple(place for kind, place, _ in there if kind in kinds) for there, _ in found}


def test_own_spaces_come_first_and_then_supplied_ones() -> None:
    position = lay({"br_50": "halfaya", "it_17": "bardia"})
    assert places(retreats(position, Defeat("halfaya", "allied", 1)), "br_50") == {
        ("sidi_suleiman",),
        ("sidi_barrani",),
    }
    cut = lay({"br_50": "halfaya"}, axis=["sidi_barrani", "sidi_suleiman"])
    found = retreats(cut, Defeat("halfaya", "allied", 1))
    assert places(found, "br_50") == {("sidi_barrani",), ("sidi_suleiman",)}
    assert {changed for _, changed in found} == {
        frozenset({("sidi_barrani", "allied")}),
        frozenset({("sidi_suleiman", "allied")}),
    }


def test_two_units_stay_together_and_three_need_not() -> None:
    two = lay({"br_50": "halfaya", "in_4": "halfaya"})
    assert places(retreats(two, Defeat("halfaya", "allied", 1)), "br_50", "in_4") == {
        ("sidi_suleiman", "sidi_suleiman"),
        ("sidi_barrani", "sidi_barrani"),
    }
    three = lay({"br_50": "halfaya", "in_4": "halfaya", "in_5": "halfaya"})
    assert len(retreats(three, Defeat("halfaya", "allied", 1))) == 8


def test_whoever_cannot_retreat_is_eliminated() -> None:
    """11.56: divisions for good."""
    position = lay(
        {"it_17": "tobruk", "it_bg-1": "tobruk", "br_50": "gazala", "in_4": "el_adem", "in_5": "gambut"}
    )
    found = retreats(position, Defeat("tobruk", "axis", 2))
    assert places(found, "it_17", "it_bg") == {("eliminated", "axis_replaceable")}


def test_a_retreat_of_two_may_end_beside_the_battle_but_not_in_it() -> None:
    position = lay({"br_50": "halfaya"})
    found = places(retreats(position, Defeat("halfaya", "allied", 2)), "br_50")
    assert found == {("sidi_suleiman",), ("sidi_barrani",), ("mersa_matruh",), ("bir_el_kenaysis",)}
    away = places(retreats(position, Defeat("halfaya", "allied", 2, disengage=True)), "br_50")
    assert away == {("mersa_matruh",), ("bir_el_kenaysis",)}


def test_a_step_buys_the_mountain() -> None:
    position = lay({"br_50": "halfaya", "br_bg-1": "halfaya"}, reduced=["br_bg-1"])
    assert places(stands(position, "halfaya", "allied"), "br_50", "br_bg") == {
        ("halfaya", "halfaya"),
        ("halfaya", "allied_replaceable"),
    }
    assert not stands(lay({"br_bg-1": "halfaya"}, reduced=["br_bg-1"]), "halfaya", "allied")
    assert not stands(lay({"br_50": "sidi_suleiman"}), "sidi_suleiman", "allied")
    assert not stands(lay({"br_50": "berbera"}), "berbera", "allied", ["jijiga", "aden"])
    assert stands(lay({"it_bg-1": "berbera"}), "berbera", "axis", ["aden"])


def test_where_an_overrun_leads() -> None:
    """11.47: two named spaces and the nearest source."""
    assert destinations(lay({"br_50": "sidi_barrani"}), "br_50", "sidi_barrani") == {
        *("alexandria", "cairo", "port_said", "suez")
    }
    assert destinations(lay({"it_17": "bir_el_gubi"}), "it_17", "bir_el_gubi") == {
        "el_agheila",
        "tarhuna",
        "tripoli",
    }
    cut = lay({"it_17": "bir_el_gubi", "it_bg-1": "bir_el_gubi"}, allied=["el_agheila"])
    found = displacements(cut, "bir_el_gubi", "axis", with_germans=False)
    assert {tuple(place for _, place, _ in there) for there in found} == {("eliminated", "axis_replaceable")}


def test_poor_morale() -> None:
    """11.473."""
    position = lay({"it_17": "bir_el_gubi"}, events=["poor_morale"])
    assert displacements(position, "bir_el_gubi", "axis", with_germans=False) == {
        (("it_17", "eliminated", False),)
    }
    assert len(displacements(position, "bir_el_gubi", "axis", with_germans=True)) == 4

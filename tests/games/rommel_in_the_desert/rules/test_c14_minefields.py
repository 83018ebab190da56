"""14, 16.55: minefields: built and taken up in secret, shown when entered; for their effect on fire see 9.52."""

from __future__ import annotations

import pytest

from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

FRONT = "Gazala: 21/3\nDerna: Trento\nTobruk: 9AU/20\nAlexandria: Pol"


def mining(places: str = FRONT, more: str = "", points: int = 16) -> Buildup:
    """The Axis is about to lay mines, with this many points."""
    return Buildup(places, f"points: {points - 14} 0\n{more}").play("done")


# Building


@rule("14.0a", "16.55a", "16.54t7")
def test_a_minefield_costs_15_points_and_lies_in_the_own_network() -> None:
    table = mining()
    assert table.legal("mine") == table.hexes("network", "Axis")
    assert {"Gazala", "9", "El-Agheila"} <= table.legal("mine")
    assert table.refusal("mine:Bir-Harmat") == "16.55"
    table.play("mine:Derna")
    assert (table.hexes("mined_hexes"), table.points(0)) == ({"Derna"}, 1)
    assert table.legal() == {"done"}, "for another the points do not last"


@rule("14.1b", "16.55a")
@pytest.mark.parametrize(("points", "can"), [(14, False), (15, True)])
def test_points_are_saved_up_for_a_minefield(points: int, can: bool) -> None:
    table = mining(points=points)
    assert bool(table.legal("mine")) == can
    if not can:
        assert table.refusal("mine:Derna") == "16.55"


@rule("14.0a", "16.55a")
def test_no_minefield_is_laid_in_a_battle() -> None:
    table = mining(f"{FRONT}\nBir-Harmat: Ariete 22Gd", crossed("Gazala>Bir-Harmat"))
    assert "Bir-Harmat" in table.hexes("network", "Axis")
    assert "Bir-Harmat" not in table.legal("mine")
    assert table.refusal("mine:Bir-Harmat") == "16.55"


@rule("14.1a", "16.55b")
def test_the_hex_of_a_minefield_is_secret() -> None:
    table = mining().play("mine:Derna")
    assert table.hexes("known_mines", "Axis") == {"Derna"}
    assert not table.state.known_mines[1]
    assert [(event.rule, event.audience) for event in table.happened("mined")] == [("14.1", 1)]
    elsewhere = mining().play("mine:Cyrene")
    views = [game.game.view(game.state, 1) for game in (table, elsewhere)]
    assert views[0] == views[1], "the Allies cannot tell one from the other"


@rule("16.55b", "16.0t5")
def test_the_question_is_put_with_or_without_points() -> None:
    """Otherwise the enemy would learn how many points are left."""
    table = mining(points=14)
    assert (table.decision, table.legal()) == ("mines", {"done"})


# Taking up


MINED = "mined_hexes: Derna Gazala Benghazi\nmines known to axis: Derna Gazala Benghazi"


@rule("16.55c")
def test_two_minefields_make_a_new_one() -> None:
    table = mining(more=MINED, points=14).play("clear:Derna", "clear:Benghazi")
    assert table.hexes("mined_hexes") == {"Derna", "Gazala", "Benghazi"}, "nothing is done before all is chosen"
    assert table.refusal("done") == "16.55"
    assert table.refusal("mine:Gazala") == "16.55", "there is one already"
    table.play("mine:9")
    assert (table.hexes("mined_hexes"), table.points(0)) == ({"9", "Gazala"}, 14)
    assert table.hexes("known_mines", "Axis") == {"9", "Gazala"}


@rule("16.55c")
def test_both_must_be_known_and_inside_the_network() -> None:
    outside = "mined_hexes: Derna Bardia\nmines known to axis: Derna Bardia"
    assert mining(more=outside, points=14).refusal("clear:Derna") == "16.55"
    unknown = "mined_hexes: Derna Gazala\nmines known to axis: Derna"
    assert mining(more=unknown, points=14).refusal("clear:Derna") == "16.55"
    one = mining(more=MINED, points=14).play("clear:Derna")
    assert one.legal("clear") == {"Gazala", "Benghazi"}


@rule("16.55c")
def test_nothing_is_taken_up_where_no_hex_is_left_for_a_new_one() -> None:
    both = "mined_hexes: 151 El-Agheila\nmines known to axis: 151 El-Agheila"
    table = mining("151: 21/3\nAlexandria: Pol", both, points=20)
    assert table.hexes("network", "Axis") == {"151", "El-Agheila"}
    assert table.legal() == {"done"}


@rule("16.55c")
def test_captured_minefields_count_too() -> None:
    both = "mined_hexes: Derna Gazala\nmines known to axis: Derna Gazala\nmines known to allied: Derna Gazala"
    table = mining(more=f"{both}\nshown_mines: Derna Gazala", points=14)
    table.play("clear:Derna", "clear:Gazala", "mine:9")
    assert table.hexes("mined_hexes") == {"9"}


@rule("16.55c")
def test_they_are_taken_up_in_secret() -> None:
    """What the Allies see, and what all have seen, stays as it was."""
    both = "mined_hexes: Derna Gazala\nmines known to axis: Derna Gazala\nmines known to allied: Derna Gazala"
    table = mining(more=f"{both}\nshown_mines: Derna Gazala", points=14)
    idle = table.copy()
    before = table.game.view(table.state, 1)
    table.play("clear:Derna", "clear:Gazala")
    assert table.game.view(table.state, 1) == before
    table.play("mine:9", "done")
    assert table.game.view(table.state, 1) == idle.game.view(idle.play("done").state, 1)
    assert table.hexes("known_mines", "Allied") == table.hexes("shown_mines") == {"Derna", "Gazala"}
    assert all(event.audience == 1 for event in table.happened("cleared"))


@rule("16.55c")
def test_who_takes_up_one_that_is_gone_learns_so_and_loses_nothing() -> None:
    """The Allies, holding Derna for a while, took its minefield up; the Axis does not know."""
    table = mining(more=MINED.replace("mined_hexes: Derna", "mined_hexes:"), points=14)
    table.play("clear:Gazala", "clear:Derna")
    assert [event.audience for event in table.happened("minefield-gone")] == [1]
    assert table.hexes("known_mines", "Axis") == {"Gazala", "Benghazi"}
    assert (table.hexes("mined_hexes"), table.decision) == ({"Gazala", "Benghazi"}, "mines")
    assert table.legal() == {"done", "clear:Gazala", "clear:Benghazi"}


# Showing


@rule("14.2a", "14.2b")
def test_a_minefield_is_shown_when_enemies_have_entered_and_does_nothing_else() -> None:
    more = "mined_hexes: Derna\nmines known to allied: Derna"
    table = Sands(position("9: 21/3\nAlexandria: Pol", "movement 1", more=more)).play("group:9")
    table.move("21/3", "Derna", "Gazala")
    assert not table.state.known_mines[0], "not before movement is over"
    table.end_movement()
    assert (table.where("21/3"), table.hexes("known_mines", "Axis")) == ("Gazala", {"Derna"})
    assert table.happened("minefield-shown")
    assert table.hexes("shown_mines") == {"Derna"}, "to all who look on"


@rule("14.2c")
def test_a_defended_minefield_is_shown_after_the_decision_to_refuse_battle() -> None:
    more = "mined_hexes: Gazala\nmines known to allied: Gazala"
    table = Sands(position("Derna: 21/3\nGazala: 22Gd\nAlexandria: Pol", "movement 1", more=more))
    table.play("group:Derna").move("21/3", "Gazala").end_movement()
    assert (table.decision, table.state.known_mines[0]) == ("refuse-battle", 0)
    table.play("done")
    assert table.hexes("known_mines", "Axis") == {"Gazala"}


@rule("14.2b", "16.55c")
def test_who_enters_a_minefield_taken_up_since_sees_that_it_is_gone() -> None:
    more = "mines known to axis: Derna\nshown_mines: Derna"
    table = Sands(position("9: 21/3\nAlexandria: Pol", "movement 1", more=more)).play("group:9")
    table.move("21/3", "Derna").end_movement()
    assert not table.state.known_mines[0]


@rule("14.2b", "11.3g")
def test_who_is_routed_into_a_minefield_sees_it_when_the_next_movement_is_over() -> None:
    """Pol flees in the combat phase, when the movement of the turn is over already."""
    more = "mined_hexes: Tobruk\nmines known to axis: Tobruk"
    table = Sands(position("Bir-Harmat: Trento 22Gd=1 Pol-\nGambut: 2/SG", "combat 1", more=more))
    table.play("fight:Bir-Harmat", "done").miss().shoot("Trento", "6").hold_fire().go("Tobruk").play("stop")
    assert (table.state.active, table.state.known_mines[1]) == (1, 0)
    table.play("pass", "done")
    assert (table.where("Pol"), table.hexes("known_mines", "Allied")) == ("Tobruk", {"Tobruk"})
    assert table.state.entered == [0, 0], "what was seen is seen"


@rule("14.2b", "16.51e")
def test_who_is_redeployed_into_a_minefield_sees_it_when_the_next_movement_is_over() -> None:
    table = Buildup(FRONT, "mined_hexes: 9\nmines known to allied: 9").redeploy("Trento", "hex:9").finish()
    assert not table.state.known_mines[0]
    table.finish().play("none", "pass", "done")
    assert table.hexes("known_mines", "Axis") == {"9"}


@rule("14.0a", "18.7p")
def test_before_gazala_mines_are_laid_in_the_own_deployment_area() -> None:
    table = Sands("", scenario="gazala")
    table.state = table.game.start("gazala", {})
    assert (table.decision, table.actor, table.state.points[1]) == ("mines", 1, 30)
    assert {"Bir-Hacheim", "Tobruk", "Alexandria"} <= table.legal("mine")
    assert not {"Gazala", "Mechili", "Benghazi"} & table.legal("mine")
    table.play("mine:Bir-Hacheim", "done", "extra:1")
    assert (table.decision, table.hexes("mined_hexes")) == ("draw", {"Bir-Hacheim"})

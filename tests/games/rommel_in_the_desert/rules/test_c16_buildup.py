"""16.0-16.3, 16.5, 16.54, 16.6: the Buildup: its order, points, replacements, extra cards, savings, the draw."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert.rules.c16_accounts import CARDS, MINEFIELDS, REPLACEMENTS, SAVED
from sandtable.kernel.events import EVERYONE
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.scene import drawable
from tests.games.rommel_in_the_desert.buildups import ALLIES_FIRST, AXIS_FIRST, POINTS, Buildup
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

HOME = "El-Agheila: Trento\nAlexandria: Pol"


# 16.0, 16.1, 16.3 The order


@rule("16.0t1", "16.1a")
def test_the_month_advances_and_then_points_are_rolled() -> None:
    table = Buildup(HOME, dice=())
    assert (table.state.month, table.decision, table.dice()) == (15, "point-dice", 2)
    assert table.events[0].kind == "month"


@rule("16.0t3")
@pytest.mark.parametrize(("dice", "first"), [(("1 2", "2 2"), 0), (("2 2", "1 2"), 1)])
def test_the_dice_tell_the_points_and_who_builds_first(dice: tuple[str, str], first: int) -> None:
    """Nobody has points, or spends any, before both have rolled."""
    table = Buildup(HOME, dice=dice[:1])
    assert (table.state.points, table.decision) == ([0, 0], "point-dice")
    table.roll(dice[1])
    assert (table.state.points, table.actor) == ([7, 7], first)
    assert table.decision in ("spend", "take-malta")


@rule("16.0t2", "16.2d")
def test_the_supply_check_comes_before_the_dice() -> None:
    table = Buildup(f"{HOME}\nRetma: 21/3", dice=())
    assert (table.where("21/3"), table.decision) == ("dead", "point-dice")


@rule("16.0a", "3.2a")
def test_every_month_but_the_first_starts_with_a_buildup() -> None:
    """Both pass: the month is over, and the next one begins with its Buildup."""
    table = Sands(position(HOME, "lay", more="passes: 1").replace("1942\nmonth 16", "gazala\nmonth 14"))
    table.play("pass")
    while table.decision == "withdraw":
        table.play("done")
    assert (table.decision, table.state.month) == ("point-dice", 15)


@rule("16.3b", "16e1", "16.3d")
def test_both_receive_the_sum_of_all_dice() -> None:
    table = Buildup(HOME, "points: 3 0", dice=("6 3", "5 2"))
    assert table.state.points == [3 + 16, 16]


@rule("16.3a")
@pytest.mark.parametrize(("scenario", "month", "dice"), [("1940", 1, 1), ("gazala", 14, 2), ("1941", 1, 2)])
def test_two_dice_each_but_one_in_1940(scenario: str, month: int, dice: int) -> None:
    assert Buildup(HOME, dice=(), scenario=scenario, month=month).dice() == dice


@rule("16.3c", "16.0t4", "16.0t7")
@pytest.mark.parametrize(("dice", "first"), [(("1 2", "1 3"), 0), (("1 3", "1 2"), 1), (("2 2", "3 1"), 1)])
def test_the_lower_roll_builds_first_and_on_a_tie_the_allies(dice: tuple[str, str], first: int) -> None:
    table = Buildup(HOME, dice=dice)
    assert (table.decision, table.actor) == ("spend", first)
    table.finish()
    assert (table.decision, table.actor) == ("spend", 1 - first)
    table.finish()
    assert table.decision == "challenge", "then the month begins"


@rule("16.0t5", "16.5b", "3.2t2")
def test_replacements_and_redeployments_mix_then_mines_then_cards() -> None:
    table = Buildup("El-Agheila: Brescia=1 Trento\nMersa-Brega: Pavia=2\nAlexandria: Pol")
    table.play("rebuild:Brescia").redeploy("Brescia", "hex:Mersa-Brega").redeploy("Pavia", "hex:El-Agheila")
    table.play("rebuild:Pavia")
    assert table.refusal("extra:0") == "16.5"
    table.play("done")
    assert (table.decision, table.refusal("rebuild:Pavia")) == ("mines", "16.55")
    table.play("done")
    assert (table.decision, table.refusal("redeploy:Pavia")) == ("buy-cards", "16.5")
    table.play("extra:0")
    assert table.decision == "throw-in"


# 16.5 Savings and the record


@rule("16.5c", "16.5d")
@pytest.mark.parametrize(("before", "after"), [(0, 14), (6, 20), (7, 20), (20, 20)])
def test_up_to_twenty_points_are_saved(before: int, after: int) -> None:
    table = Buildup(HOME, f"points: {before} 0").finish()
    assert table.points(0) == after


@rule("16.5s1", "16.5a")
def test_the_record_sheet() -> None:
    """Three points saved, 14 received; a step of foot infantry for 1, a redeployment for 1, ten for a card."""
    table = Buildup("El-Agheila: Brescia=1 Trento\nMersa-Brega: Pavia\nAlexandria: Pol", "points: 3 0")
    table.play("rebuild:Brescia").redeploy("Pavia", "hex:El-Agheila").finish(extra=1)
    (sheet,) = table.happened("accounts")
    assert sheet.arguments == {
        "side": 0,
        "left": 5,
        "saved": 3,
        "received": 14,
        "replacements": 1,
        "redeployments": 1,
        "minefields": 0,
        "cards": 10,
        "steps": 1,
        "trips": 1,
    }


@rule("16.5s2")
@pytest.mark.parametrize("disclosed", [0, 1])
def test_sheets_are_told_if_both_agree_but_never_where_mines_are(disclosed: int) -> None:
    table = Buildup(HOME, f"points: 16 0\ndisclosed: {disclosed}")
    table.play("done", "mine:El-Agheila", "done", "extra:0")
    (sheet,) = table.happened("accounts")
    assert sheet.audience == (EVERYONE if disclosed else 1)
    assert "hex" not in sheet.arguments
    for reader in (1, SPECTATOR):
        view = table.game.view(table.state, reader)
        secret = [view.points[0], *(view.accounts[0][line] for line in (SAVED, REPLACEMENTS, MINEFIELDS, CARDS))]
        assert secret == ([15, 16, 0, 15, 0] if disclosed else [-1] * 5)
        assert not view.mines


@rule("16.5s2")
@pytest.mark.parametrize(("disclosed", "panels"), [(0, {"points-1"}), (1, {"points-0", "points-1"})])
def test_open_sheets_lie_on_the_table(disclosed: int, panels: set[str]) -> None:
    """While the Axis builds the Allies read what it spends, if both have agreed to it."""
    table = Buildup("El-Agheila: Brescia=1\nAlexandria: Pol", f"disclosed: {disclosed}").play("rebuild:Brescia")
    drawn = drawable(table.game)
    assert drawn is not None
    scene = drawn.scene(table.game.view(table.state, 1), 1, table.state.printed)
    sheets = {panel.id: panel for panel in scene.panels if panel.rule == "16.5"}
    assert set(sheets) == panels
    spent = [entry.text for row in sheets["points-0"].rows for entry in row] if disclosed else ["-1"]
    assert "-1" in spent


@rule("16.5s2")
def test_disclosure_is_an_option_of_the_game_off_by_default() -> None:
    table = Sands("")
    assert table.game.start("1941", {}).disclosed == 0
    assert table.game.start("1941", {"disclosure": "open"}).disclosed == 1


# 16.54 Replacements


@rule("16.54a", "1.6d")
def test_steps_are_rebuilt_in_the_own_base_alone() -> None:
    table = Buildup("El-Agheila: Brescia=1 Trento\nMersa-Brega: Pavia=1\nAlexandria: Pol=1", "dead: Bologna")
    assert table.legal("rebuild") == {"Brescia"}
    assert table.refusal("rebuild:Pavia") == "16.54"
    assert table.refusal("rebuild:Trento") == "16.54"
    assert table.refusal("rebuild:Bologna") == "16.54"
    assert table.refusal("rebuild:Pol") == "16.5"


@rule("16.54b", "16.54t6", "2.4d")
def test_a_step_of_an_elite_unit_is_two_cv_at_double_price() -> None:
    table = Buildup("El-Agheila: 90/361=2 Trento=3\nAlexandria: Pol").play("rebuild:90/361")
    assert (table.cv("90/361"), table.points(0)) == (4, POINTS - 4)
    table.play("rebuild:Trento")
    assert (table.cv("Trento"), table.points(0)) == (4, POINTS - 6)


@rule("16.54c")
@pytest.mark.parametrize(("trips", "can"), [(1, True), (2, False)])
def test_the_last_points_may_be_spent_on_a_step(trips: int, can: bool) -> None:
    """Four points, three for a step of armor."""
    table = Buildup("El-Agheila: Ariete=1\nAgedabia: Trento\nAlexandria: Pol", dice=("1 1", "1 1")).finish()
    table.redeploy("Trento", *["hex:151", "hex:Agedabia"][:trips])
    assert (table.points(0), table.allows("rebuild:Ariete")) == (4 - trips, can)


@rule("16.54a", "11.1f")
def test_disrupted_units_in_the_base_are_rebuilt() -> None:
    """A battle keeps Brescia from recovering; redeployment and refit alone are forbidden to it (ruling 65)."""
    more = crossed(allied="151>El-Agheila")
    table = Buildup("El-Agheila: Brescia=1- Trento 22Gd\nAlexandria: Pol", more, attacker="allied")
    assert (table.marked("disrupted"), table.legal("rebuild")) == ({"Brescia"}, {"Brescia"})


@rule("16.54c")
def test_several_steps_as_far_as_the_points_go() -> None:
    table = Buildup("El-Agheila: Ariete=1 Littorio=1\nAlexandria: Pol")
    table.play("rebuild:Ariete", "rebuild:Ariete", "rebuild:Ariete", "rebuild:Littorio")
    assert (table.cv("Ariete"), table.cv("Littorio"), table.points(0)) == (4, 2, POINTS - 12)
    assert table.refusal("rebuild:Ariete") == "16.54", "never above its maximum"
    assert table.refusal("rebuild:Littorio") == "16.54"


@pytest.mark.parametrize(
    ("unit", "price"),
    [
        pytest.param("7/4", 3, marks=rule("16.54t1")),
        pytest.param("Italian-recon", 3, marks=rule("16.54t1")),
        pytest.param("2-pdr-A", 3, marks=rule("16.54t2")),
        pytest.param("6-pdr-C", 3, marks=rule("16.54t2")),
        pytest.param("25-pdr-A", 3, marks=rule("16.54t3")),
        pytest.param("Priest", 3, marks=rule("16.54t3")),
        pytest.param("7/SG", 2, marks=rule("16.54t4")),
        pytest.param("22Gd", 2, marks=rule("16.54t4")),
        pytest.param("9AU/20", 1, marks=rule("16.54t5")),
        pytest.param("Folgore", 1, marks=rule("16.54t5")),
    ],
)
def test_the_price_of_a_step(unit: str, price: int) -> None:
    side = Sands("").state.printed.side_of[Sands("").unit(unit)]
    base, other = (("El-Agheila", "Alexandria: Pol"), ("Alexandria", "El-Agheila: Trento"))[side]
    table = Buildup(f"{base}: {unit}=1\n{other}", dice=(AXIS_FIRST, ALLIES_FIRST)[side]).play(f"rebuild:{unit}")
    assert (table.cv(unit), table.points(side)) == (2, POINTS - price)


@rule("16.54a", "8.5c")
def test_a_unit_in_battle_in_its_base_is_rebuilt_for_all_to_see() -> None:
    more = f"shown: Brescia 22Gd\n{crossed(allied='151>El-Agheila')}"
    table = Buildup("El-Agheila: Brescia=1 22Gd\nAlexandria: Pol", more, attacker="allied").play("rebuild:Brescia")
    assert [event.audience for event in table.happened("rebuilt")] == [EVERYONE]
    assert table.cv("Brescia") == 2


@rule("16.54a", "1.0s5")
def test_nobody_else_learns_what_is_rebuilt() -> None:
    places = "El-Agheila: Brescia=1 Pavia=1\nAlexandria: Pol"
    one, other = Buildup(places).play("rebuild:Brescia"), Buildup(places).play("rebuild:Pavia")
    assert one.game.view(one.state, 1) == other.game.view(other.state, 1)
    assert [event.audience for event in one.happened("rebuilt")] == [1]


# 16.54, 16.6 Cards


@rule("16.54t8", "16.0t6", "16.6b")
def test_extra_cards_cost_ten_and_are_drawn_with_the_others() -> None:
    table = Buildup(HOME, "points: 6 0").play("done", "done")
    assert table.legal("extra") == {"0", "1", "2"}
    assert table.refusal("extra:3") == "16.54"
    table.play("extra:2", "throw:0")
    assert table.decision == "draw"
    table.draw("dummy")
    assert (table.state.dummies[0], table.points(0)) == (3 + 2, 0)


@rule("16.6b", "3.2t3")
def test_each_draws_in_his_own_buildup_the_first_builder_first() -> None:
    table = Buildup(HOME, dice=ALLIES_FIRST).finish(card="real")
    assert (table.state.real, table.actor) == ([0, 3], 0)
    table.finish(card="dummy")
    assert table.state.dummies == [3, 0]


@rule("16.6a")
def test_spent_cards_are_shuffled_back() -> None:
    """All real cards but one are spent or held: only with the spent ones back can real cards be drawn."""
    more = "hand axis: 2 real 2 dummy\nhand allied: 0 real 10 dummy\nreal_spent: 26\ndummies_spent: 2"
    table = Buildup(HOME, more).play("done", "done", "extra:0", "throw:0").roll("real", "real", "real")
    assert (table.state.real_spent, table.state.dummies_spent, table.state.real[0]) == (0, 0, 5)


@rule("16.6a")
def test_dummies_may_be_thrown_in_before_the_draw() -> None:
    table = Buildup(HOME, "hand axis: 2 real 3 dummy").play("done", "done", "extra:0")
    assert table.legal("throw") == {"0", "1", "2", "3"}
    assert table.refusal("throw:4") == "16.6"
    table.play("throw:3")
    assert (table.state.dummies[0], table.decision) == (0, "draw")
    table.roll("dummy", "real", "real")
    assert (table.state.real[0], table.state.dummies[0]) == (4, 1)


@rule("16.6c")
@pytest.mark.parametrize(("hand", "thrown", "after"), [("10 real 4 dummy", 0, 16), ("10 real 4 dummy", 4, 13)])
def test_no_hand_grows_above_sixteen(hand: str, thrown: int, after: int) -> None:
    table = Buildup(HOME, f"hand axis: {hand}").finish(thrown=thrown)
    assert table.state.real[0] + table.state.dummies[0] == after


@rule("16.6c", "16.54t8")
@pytest.mark.parametrize(
    ("hand", "most"), [("13 real 0 dummy", 0), ("12 real 4 dummy", 1), ("12 real 0 dummy", 1)]
)
def test_extra_cards_count_against_the_limit_with_those_of_the_month(hand: str, most: int) -> None:
    """Three cards come for the month; dummies in hand could still be thrown in."""
    table = Buildup(HOME, f"points: 20 0\nhand axis: {hand}").play("done", "done")
    assert max(map(int, table.legal("extra"))) == most


@rule("16.6s1")
def test_the_number_of_cards_is_open_and_how_many_are_real_is_not() -> None:
    few = Buildup(HOME, "hand axis: 1 real 4 dummy")
    many = Buildup(HOME, "hand axis: 4 real 1 dummy")
    seen = [table.game.view(table.state, 1).cards for table in (few, many)]
    assert seen[0] == seen[1]
    assert seen[0][0] == [5, 0]


# 18.7 Before Gazala


@rule("16.0b", "18.7n")
def test_gazala_begins_with_a_buildup_of_its_own() -> None:
    table = Sands("", scenario="gazala")
    table.state = table.game.start("gazala", {})
    assert (table.actor, table.decision, table.state.points) == (1, "mines", [0, 30])
    table.play("mine:Tobruk", "done", "extra:1").roll("real")
    assert (table.actor, table.decision, table.state.points) == (0, "mines", [30, 5])
    table.play("done", "extra:0")
    assert table.state.points == [20, 5], "saved, up to twenty"
    assert table.state.network == [0, 0], "no network yet: nobody stands anywhere"

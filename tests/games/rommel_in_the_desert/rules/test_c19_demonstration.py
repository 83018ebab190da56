"""19: the demonstration game, replayed: what the rulebook says of each turn holds."""

from __future__ import annotations

import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.kernel.bits import ones
from sandtable.kernel.secrecy import heard
from tests.games.rommel_in_the_desert.demonstration import (
    ALLIED_SET_UP,
    AXIS_SET_UP,
    Demonstration,
    played,
    played_to,
)
from tests.games.rommel_in_the_desert.sands import ALLIED, AXIS

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule


def net(game: Demonstration, side: int) -> set[str]:
    """12.6: the supply network of a side."""
    return {game.state.printed.board.names[place] for place in ones(network(game.state, side))}


def blocks(game: Demonstration) -> dict[str, int]:
    """How many blocks stand in each hex, of either side."""
    return {name: len(game.at(name)) for name in game.state.printed.board.names if name and game.at(name)}


# Month 1


@rule("19e1")
@pytest.mark.parametrize(
    ("name", "blocks"),
    [("Bardia", 1), ("Ft-Capuzzo", 4), ("Sidi-Omar", 3), ("Sollum", 1), ("Buq-Buq", 2), ("Sofafi", 1)],
)
def test_the_set_up(name: str, blocks: int) -> None:
    game = played_to("axis_1")
    assert game.at(name) == set({**AXIS_SET_UP, **ALLIED_SET_UP}[name].split())
    assert len(game.at(name)) == blocks
    assert [sum(cards) for cards in zip(game.state.real, game.state.dummies, strict=True)] == [6, 3]


@rule("19e2")
def test_no_buildup_and_the_axis_starts() -> None:
    game = played_to("axis_1")
    assert (game.state.month, game.decision, game.actor) == (1, "lay", AXIS)
    assert not game.happened("points-rolled")


@rule("19e3")
def test_axis_1_regroups_to_sollum_with_ft_capuzzo_as_command_point() -> None:
    game = played_to("axis_1").axis_1_moves()
    (event,) = game.happened("regroup-declared")
    assert event.arguments["hex"] == game.hex("Ft-Capuzzo")
    assert event.arguments["goal"] == game.hex("Sollum")
    assert (game.state.real_laid, game.state.dummies_laid) == (1, 0)


@rule("19e4")
def test_axis_1_three_passes_let_three_units_in() -> None:
    game = played_to("axis_1")
    scenario, sollum = game.state.printed, game.hex("Sollum")
    for origin in AXIS_SET_UP:
        side = scenario.sides.between(game.hex(origin), sollum)
        assert (scenario.terrain[side], scenario.limit[side]) == ("pass", 1)
    game.axis_1_moves()
    assert game.at("Sollum") == {"7/7", "Bologna", "Savona", "Pistoia"}


@rule("19e5")
def test_axis_1_no_other_unit_may_move() -> None:
    game = played_to("axis_1").axis_1_moves()
    assert game.legal() == {"done"}
    assert {game.refusal(f"unit:{unit}") for unit in ("Brescia", "Trento")} == {"7.1"}


@rule("19e6", "19e7")
def test_axis_1_the_allies_refuse_battle_along_the_highway() -> None:
    game = played_to("axis_1").axis_1_moves().play("done", "done")
    before = net(game, ALLIED)
    assert (game.decision, game.actor) == ("refuse-battle", ALLIED)
    game.play("refuse:Sollum", "done")
    assert game.walk("Buq-Buq", "Sidi-Barrani") == ["Buq-Buq", "Sidi-Barrani"]
    game.play("stop")
    assert game.where("7/7") == "Sidi-Barrani"
    assert game.at("Sollum") == {"Bologna", "Savona", "Pistoia"}
    assert net(game, ALLIED) < before
    assert "Sollum" in before - net(game, ALLIED), "the forward hex is given up"


@rule("19e8")
def test_axis_1_nobody_is_shown() -> None:
    game = played_to("allied_1")
    assert not game.happened("shown")
    assert not game.state.shown
    for reader, hidden in ((AXIS, ("7/7",)), (ALLIED, ("Bologna", "Savona", "Pistoia")), (SPECTATOR, ("7/7",))):
        words = heard(game.game, game.state.printed, game.events, reader).decode()
        known = {seen.unit for seen in game.game.view(game.state, reader).known}
        for unit in hidden:
            assert unit not in words
            assert game.unit(unit) not in known


@rule("19e9")
def test_axis_1_a_mechanized_unit_escapes_without_pursuit() -> None:
    game = played_to("axis_1").axis_1_moves().play("done", "done", "refuse:Sollum")
    (event,) = game.happened("slowest")
    assert event.arguments["speed"] == 3
    assert (game.decision, game.legal()) == ("pursue", {"done"}), "no Axis unit there is as fast"
    game.play("done").go("Buq-Buq", "Sidi-Barrani").play("stop")
    assert game.marked("disrupted") == {"7/7"}
    assert game.cv("7/7") == 3


@rule("19e10")
def test_axis_1_ends_without_combat() -> None:
    game = played_to("allied_1")
    assert not game.happened("battle")
    assert (game.decision, game.actor, game.state.attacker_hexes) == ("lay", ALLIED, [0, 0])


@rule("19e11")
def test_allied_1_passes_and_the_unit_does_not_recover() -> None:
    game = played_to("allied_1")
    assert game.marked("disrupted") == {"7/7"}
    game.allied_1()
    assert game.marked("disrupted") == {"7/7"}
    assert (game.decision, game.actor) == ("lay", AXIS)


@rule("19e12")
def test_axis_2_two_units_attack_buq_buq_and_one_goes_to_sidi_omar() -> None:
    game = played_to("axis_2")
    scenario = game.state.printed
    side = scenario.sides.between(game.hex("Sollum"), game.hex("Buq-Buq"))
    assert (scenario.terrain[side], scenario.limit[side]) == ("clear", 2)
    game.play("real:1", "dummies:0", "group:Ft-Capuzzo")
    game.move("Brescia", "Sollum", "Buq-Buq").move("Pavia", "Sollum", "Buq-Buq")
    assert game.play("unit:Sabratha").go("Sollum").refusal("hex:Buq-Buq") == "7.1"
    game = played_to("axis_2").axis_2_moves()
    assert game.at("Buq-Buq") == {"7/4", "7/SG", "Brescia", "Pavia"}
    assert "Sabratha" in game.at("Sidi-Omar")


@rule("19e13")
def test_axis_2_the_allies_fire_first() -> None:
    game = played_to("axis_2").axis_2_moves().play("done", "done", "done", "done")
    assert (game.decision, game.actor, game.legal("fire")) == ("fire-unit", ALLIED, {"7/4", "7/SG"})
    game.shoot("7/4", "5 6").shoot("7/SG", "5 5 5")
    armor, infantry = game.happened("fired")
    assert [len(event.arguments["dice"]) for event in (armor, infantry)] == [4, 3], "a die for each CV"
    assert (armor.arguments["hits"], infantry.arguments["hits"]) == (2, 0), "DF hits on 5 and 6, SF on 6"


@rule("19e14")
def test_axis_2_takes_both_hits_on_one_unit_or_one_on_each() -> None:
    game = played_to("axis_2").axis_2_moves().play("done", "done", "done", "done")
    game.shoot("7/4", "5 6").shoot("7/SG", "5 5 5")
    spread = game.copy().play("hit:Brescia", "hit:Pavia")
    assert (spread.cv("Brescia"), spread.cv("Pavia")) == (3, 3)
    game.play("hit:Brescia", "hit:Brescia")
    assert (game.cv("Brescia"), game.cv("Pavia")) == (2, 4)


@rule("19e15")
def test_axis_2_the_infantry_hits_the_infantry() -> None:
    game = played_to("axis_2").axis_2_moves().play("done", "done", "done", "done")
    game.shoot("7/4", "5 6").shoot("7/SG", "5 5 5").play("hit:Brescia", "hit:Brescia", "fire:Pavia")
    assert (game.decision, game.dice()) == ("volley", 4), "infantry must fire at infantry: no target is asked"
    game = played_to("allied_2")
    assert [event.arguments["dice"] for event in game.happened("fired")[2:]] == [[6, 5, 5, 1], [5, 5]]
    assert (game.cv("7/SG"), game.cv("7/4")) == (2, 4)
    assert (game.decision, game.actor) == ("lay", ALLIED)


@rule("19e16")
def test_allied_2_the_unit_recovers_after_a_whole_axis_turn() -> None:
    assert played_to("axis_2").marked("disrupted") == {"7/7"}
    assert not played_to("allied_2").marked("disrupted")


@rule("19e17")
def test_allied_2_regroups_past_the_ridge() -> None:
    game = played_to("allied_2").play("pass").regroup("Buq-Buq", "93")
    scenario = game.state.printed
    ridge = scenario.sides.between(game.hex("Buq-Buq"), game.hex("Sofafi"))
    assert scenario.terrain[ridge] == "ridge"
    assert "11H" in game.legal("unit")
    assert "Buq-Buq" in game.legal("retreat")


@rule("19e18")
def test_allied_2_the_withdrawal_shrinks_the_network() -> None:
    game = played_to("allied_2")
    before = net(game, ALLIED)
    game.allied_2()
    assert game.at("93") == {"11H", "7/4", "7/SG"}
    assert net(game, ALLIED) < before
    assert {"Buq-Buq", "Sofafi"} <= before - net(game, ALLIED)


@rule("19e19")
def test_allied_2_fast_units_leave_the_battle_disrupted_and_without_pursuit() -> None:
    game = played_to("allied_2").play("pass").regroup("Buq-Buq", "93").play("retreat:Buq-Buq")
    assert (game.decision, game.actor, game.legal()) == ("pursue", AXIS, {"done"})
    game = played_to("axis_3")
    assert game.marked("disrupted") == {"7/4", "7/SG"}
    assert (game.cv("7/4"), game.cv("7/SG")) == (4, 2)


@rule("19e20", "19e21")
def test_axis_3_two_group_moves_of_an_offensive() -> None:
    game = played_to("axis_3").axis_3_moves()
    assert (game.state.real_laid, len(game.state.moves)) == (2, 2)
    assert game.at("Sidi-Barrani") == {"7/7", "Bologna", "Savona"}
    assert "Pistoia" in game.at("Sidi-Omar")
    assert (game.where("Trento"), game.where("Sabratha")) == ("Sofafi", "Bir-Habata")
    game.play("march:Young-Fascists", "hex:Sofafi", "done").roll(4)
    assert game.at("Sofafi") == {"Trento", "Young-Fascists"}


@rule("19e20", "19e21")
def test_axis_3_the_chains_keep_everybody_supplied() -> None:
    game = played_to("axis_4")
    assert not game.marked("unsupplied")
    checked = [event.arguments for event in game.happened("supply-checked") if event.arguments["side"] == AXIS]
    assert checked[-1]["unsupplied"] == 0
    assert not game.happened("cut-off")


@rule("19e22")
def test_axis_3_the_mechanized_unit_refuses_again() -> None:
    game = played_to("allied_3")
    assert game.where("7/7") == "Mersa-Matruh"
    assert "7/7" in game.marked("disrupted")
    assert not game.happened("pursuit-fire")
    assert game.cv("7/7") == 3


@rule("19e23")
def test_allied_3_two_units_recover_and_the_allies_pass() -> None:
    game = played_to("allied_3")
    assert game.marked("disrupted") == {"7/7"}
    recovered = [event.arguments["hex"] for event in game.happened("recovered")]
    assert recovered[-2:] == [game.hex("93")] * 2
    game.allied_3()
    assert game.state.passes == 1


@rule("19e24")
def test_axis_4_passes_with_two_cards_left_and_the_month_ends() -> None:
    game = played_to("axis_4")
    assert game.state.real_spent == 4
    assert game.state.real[AXIS] + game.state.dummies[AXIS] == 2
    game.axis_4()
    assert (game.state.month, game.decision) == (2, "point-dice")


@rule("19e21", "19e24")
def test_the_position_at_the_end_of_the_month() -> None:
    axis = {"Sidi-Barrani": 2, "Buq-Buq": 2, "Sofafi": 2, "Bir-Habata": 1, "Sidi-Omar": 1}
    assert blocks(played_to("axis_4")) == {**axis, "93": 3, "Mersa-Matruh": 1}


# Month 2


@rule("19e25")
def test_month_2_the_unit_at_mersa_matruh_recovers() -> None:
    game = played_to("axis_4")
    assert game.marked("disrupted") == {"7/7"}
    game.axis_4()
    assert game.state.month == 2
    assert not game.marked("disrupted")


@rule("19e26")
def test_month_2_nine_points_each_and_the_allies_build_first() -> None:
    game = played_to("point_dice")
    assert game.dice() == 1
    game.point_dice()
    assert game.state.points == [9, 9]
    assert (game.decision, game.actor) == ("spend", ALLIED)


@rule("19e27")
def test_month_2_two_reinforcements_go_to_the_front_for_two_points() -> None:
    game = played_to("allied_buildup")
    assert game.at("Alexandria") == {"4IN/5", "4IN/11"}
    for unit in ("4IN/5", "4IN/11"):
        game.play(f"redeploy:{unit}", "hex:Mersa-Matruh")
    assert game.state.points[ALLIED] == 7


@rule("19e28")
def test_month_2_the_damaged_infantry_is_rebuilt() -> None:
    game = played_to("axis_buildup")
    assert (game.where("7/SG"), game.cv("7/SG")) == ("Mersa-Matruh", 3)
    assert game.state.points[ALLIED] == 3


@rule("19e29", "19e30", "19e31")
def test_month_2_the_axis_rebuilds_by_sea() -> None:
    game = played_to("axis_buildup").roll("3 3")
    game.play("redeploy:Brescia", "hex:Bardia", "redeploy:Brescia", "ship:El-Agheila")
    assert game.state.points[AXIS] == 7
    game.play("rebuild:Brescia", "rebuild:Brescia", "redeploy:Brescia")
    assert (game.cv("Brescia"), game.state.points[AXIS]) == (4, 5)
    assert game.refusal("ship:Bardia") == "16.53"
    game.play("ship:Tobruk", "redeploy:Brescia", "hex:Sollum", "redeploy:Brescia", "hex:Sofafi")
    assert (game.where("Brescia"), game.state.points[AXIS]) == ("Sofafi", 2)


@rule("19e32")
def test_month_2_redeployments_stay_inside_the_network() -> None:
    game = played_to("axis_buildup").roll("3 3").play("redeploy:Brescia")
    assert game.legal("hex") <= game.hexes("network", "Axis")
    assert "115" not in game.hexes("network", "Axis")
    assert game.refusal("hex:115") == "16.51"


@rule("19e32")
def test_month_2_every_redeployment_of_the_game_ended_inside_the_network() -> None:
    game = played_to("allied_buildup")
    frozen = [game.hexes("network", side) for side in ("Axis", "Allied")]
    trips = game.allied_buildup().axis_buildup().happened("block-redeployed")
    names = game.state.printed.board.names
    assert [names[trip.arguments["hex"]] for trip in trips] == [
        *("Mersa-Matruh", "Mersa-Matruh", "Alexandria", "Mersa-Matruh"),
        *("Bardia", "El-Agheila", "Tobruk", "Sollum", "Sofafi"),
    ]
    assert all(names[trip.arguments["hex"]] in frozen[trip.arguments["side"]] for trip in trips)


@rule("19e33")
def test_month_2_resupply() -> None:
    game = played_to("allied_buildup")
    before = [event.arguments["side"] for event in game.happened("drew")]
    assert (game.state.real_spent, game.state.dummies_spent) == (4, 0)
    game.allied_buildup()
    assert (game.state.real_spent, game.state.dummies_spent) == (0, 0)
    game.axis_buildup()
    assert [event.arguments["side"] for event in game.happened("drew")][len(before) :] == [ALLIED] * 3 + [AXIS] * 2


@rule("19e34")
def test_month_2_a_dummy_does_not_take_the_initiative() -> None:
    game = played()
    (event,) = game.happened("initiative")
    assert (event.arguments["allied"], event.arguments["axis"]) == (1, 2), "a dummy against no card"
    assert (game.decision, game.actor, game.state.first) == ("lay", AXIS, AXIS)
    assert game.state.dummies_spent == 1


@rule("19e35")
def test_month_2_an_answer_would_have_been_spent_for_nothing() -> None:
    game = played_to("initiative").play("card:dummy")
    held = game.state.real[AXIS]
    game.play("card:real")
    assert (game.actor, game.state.first, game.state.real[AXIS]) == (AXIS, AXIS, held - 1)
    assert game.state.real_spent == 1

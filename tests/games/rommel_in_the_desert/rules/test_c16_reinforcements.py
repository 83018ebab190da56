"""16.4, 16.41: reinforcements: on time or a month early, into the base or, with a battle there, beside the map."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert.knowledge.memory import candidates
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.kernel.flow import ChanceKind
from tests.games.rommel_in_the_desert.buildups import ALLIES_FIRST, AXIS_FIRST, Buildup
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

GAME = "rommel-in-the-desert"
rule = pytest.mark.rule

HOME = "El-Agheila: Trento\nAlexandria: Pol"


def arriving(month: int, dice: tuple[str, str] = ALLIES_FIRST, more: str = "", places: str = HOME) -> Buildup:
    """The Buildup after this month of 1941."""
    return Buildup(places, more, dice, scenario="1941", month=month)


def group(table: Sands, month: int, side: int) -> set[str]:
    units = table.state.printed.scenarios[table.state.scenario].arrivals[month][side]
    return {unit.id for unit in table.state.printed.units if units >> unit.number & 1}


# On time


@rule("16.4a", "16.41a", "1.6c")
def test_units_due_arrive_in_the_base_at_no_cost() -> None:
    table = arriving(1)
    due = group(table, 2, 1)
    assert due
    assert due <= table.at("Alexandria")
    assert table.points(1) == 14


@rule("16.4b")
def test_units_of_other_months_stay_away() -> None:
    table = arriving(1).finish().roll("3 4 5 6")
    assert {table.where(unit) for unit in group(table, 3, 0) | group(table, 4, 1)} == {"out"}
    assert {table.where(unit) for unit in group(table, 2, 1)} == {"Alexandria"}


@rule("16.4b", "16.41a", "16.41d")
def test_who_came_early_does_not_come_again_and_the_others_come_on_time() -> None:
    on_time = arriving(2, AXIS_FIRST)
    due = group(on_time, 3, 0)
    assert due <= on_time.at("El-Agheila")
    early = sorted(due)[0]
    table = arriving(2, AXIS_FIRST, places=f"{HOME}\nDerna: {early}")
    assert table.where(early) == "Derna"
    assert due - {early} <= table.at("El-Agheila")


@rule("16.0t4", "16.51s2")
def test_new_units_are_redeployed_at_once() -> None:
    table = arriving(1, places=f"{HOME}\nFuka: 7/7")
    unit = sorted(group(table, 2, 1))[0]
    table.redeploy(unit, "hex:El-Daba")
    assert table.where(unit) == "El-Daba"


# Early


@rule("16.41b", "16.41c", "16.41d")
def test_each_unit_due_next_month_comes_early_on_one_or_two() -> None:
    table = arriving(1, AXIS_FIRST)
    assert (table.decision, table.dice()) == ("early-arrival", 4)
    units = [unit.id for unit in table.state.printed.units if unit.id in group(table, 3, 0)]
    table.roll("1 2 3 6")
    assert [table.where(unit) for unit in units] == ["El-Agheila", "El-Agheila", "out", "out"]


@rule("16e2", "16.41s1")
def test_in_may_1941_four_allied_units_arrive_and_four_of_the_axis_are_rolled_for() -> None:
    table = arriving(1)
    assert len(group(table, 2, 1)) == 4
    assert group(table, 2, 1) <= table.at("Alexandria"), "none can have come before"
    table.finish()
    assert (table.decision, table.dice(), table.state.month) == ("early-arrival", 4, 2)


@rule("16.41b")
def test_nobody_else_learns_which_unit_came_early() -> None:
    first, last = arriving(1, AXIS_FIRST).roll("1 6 6 6"), arriving(1, AXIS_FIRST).roll("6 6 6 1")
    views = [table.game.view(table.state, 1) for table in (first, last)]
    assert views[0] == views[1]
    kind = first.game.kinds[first.game.kind_names.index("early-arrival")]
    assert isinstance(kind, ChanceKind)
    assert kind.audience(first.state, (0, 0, 0, 0)) == 1, "nor the dice"
    assert {event.audience for event in first.happened("early-die")} == {1}
    assert [event.arguments["count"] for event in first.happened("blocks-arrived")] == [1]
    seen = candidates(first.state, 0, first.hex("El-Agheila"))
    names = {unit.id for unit in first.state.printed.units if seen >> unit.number & 1}
    assert names == group(first, 3, 0) | {"Trento"}, "it may be any of the group that is due next month"


@rule("16.41s1")
@pytest.mark.parametrize(("month", "rolls"), [(8, True), (9, False)])
def test_nobody_comes_early_in_the_last_month(month: int, rolls: bool) -> None:
    table = arriving(month)
    assert (table.decision == "early-arrival") == rolls
    assert table.state.month == month + 1


@rule("16.41s1", "16.0a", "3.2b")
def test_nobody_comes_early_in_the_first_month_for_it_has_no_buildup() -> None:
    table = Sands("", scenario="1941")
    table.state = table.game.start("1941", {})
    while table.decision in ("draw", "exchange", "deploy", "deploy-to"):
        if table.decision == "draw":
            table.roll("real")
        else:
            table.play("keep" if table.decision == "exchange" else sorted(table.legal())[0])
    assert (table.decision, table.state.month, table.state.points) == ("lay", 1, [0, 0])
    assert group(table, 2, 1) & {unit for unit in group(table, 2, 1) if table.where(unit) == "out"} == group(
        table, 2, 1
    )


# With a battle in the base


BATTLE = "El-Agheila: Trento 22Gd\nAlexandria: Pol"
CROSSED = crossed(allied="151>El-Agheila")


@rule("16.41s3")
def test_with_a_battle_in_the_base_reinforcements_wait_beside_the_map() -> None:
    table = Buildup(BATTLE, CROSSED, AXIS_FIRST, "allied", "1941", 2)
    assert {table.where(unit) for unit in group(table, 3, 0)} == {"beside-base"}
    assert table.refusal(f"redeploy:{sorted(group(table, 3, 0))[0]}") == "16.51"


def relief(phase: str = "movement 1", more: str = "", places: str = BATTLE) -> Sands:
    waiting = "beside-base: 21/5 15/8 15/33"
    return Sands(position(places, phase, "axis", "allied", f"{waiting}\n{CROSSED}\n{more}"))


@rule("16.41s4", "16.41s5")
def test_they_enter_the_base_by_a_group_move_as_many_as_like() -> None:
    table = relief().play("waiting")
    assert table.legal("unit") == {"21/5", "15/8", "15/33"}
    table.play("unit:21/5", "unit:15/8", "unit:15/33")
    assert table.at("El-Agheila") == {"Trento", "22Gd", "21/5", "15/8", "15/33"}
    assert table.refusal("group:El-Agheila") == "4.1", "it was the move of the turn"
    assert table.state.crossed[0] == 0, "no hexside was crossed"
    table.end_movement()
    assert (table.decision, table.legal("fight")) == ("name-battles", {"El-Agheila"})


@rule("16.41s4")
def test_they_are_one_group_and_may_leave_some_behind() -> None:
    table = relief().play("waiting", "unit:21/5", "done")
    assert (table.where("21/5"), table.where("15/8")) == ("El-Agheila", "beside-base")
    assert table.refusal("waiting") == "4.1"
    assert table.refusal("unit:15/8") == "5.0"


@rule("16.41s4")
def test_they_enter_by_one_of_two_moves_of_an_offensive() -> None:
    table = relief("movement 2", places=f"{BATTLE}\nAgedabia: Ariete").play("waiting", "unit:21/5", "done")
    table.play("group:Agedabia").move("Ariete", "Beda-Fomm", verb="second")
    assert (table.where("21/5"), table.where("Ariete")) == ("El-Agheila", "Beda-Fomm")
    assert table.refusal("waiting") == "4.2"


@rule("16.41s4")
def test_they_do_not_come_back_by_themselves_when_the_battle_is_over() -> None:
    table = Buildup(HOME, "beside-base: 21/5", scenario="gazala")
    assert table.where("21/5") == "beside-base"
    quiet = Sands(position(HOME, "movement 1", more="beside-base: 21/5")).play("waiting", "unit:21/5", "stop")
    assert (quiet.where("21/5"), quiet.decision) == ("El-Agheila", "movement")
    assert quiet.marked("disrupted") == set()


@rule("16.41s3", "16.41s4", "6.1a")
def test_from_a_base_without_enemies_they_go_on_as_far_as_their_speed_allows() -> None:
    """Ruling 50: the base is their first hex, without road; infantry stops there, and may march on."""
    table = Sands(position(HOME, "movement 1", more="beside-base: 21/5 Brescia")).play("waiting", "unit:21/5")
    assert table.where("21/5") == "El-Agheila"
    assert table.walk("151", "Mersa-Brega", "Agedabia") == ["151", "Mersa-Brega"]
    table.play("stop", "unit:Brescia")
    assert table.legal() == {"stop"}
    table.play("stop", "done")
    assert table.legal("march") == {"21/5", "Brescia"}
    table.play("march:Brescia", "hex:151", "done").roll(4)
    assert (table.where("21/5"), table.where("Brescia")) == ("Mersa-Brega", "151")


@rule("16.41s4", "1.0s5")
def test_nobody_else_sees_which_of_them_is_on_its_way() -> None:
    """In mid-move from beside the map: it can be written down, and be any of those that waited."""
    text = position(HOME, "movement 1", more="beside-base: 21/5 15/8")
    views = []
    for unit in ("21/5", "15/8"):
        table = Sands(text).play("waiting", f"unit:{unit}").go("151")
        again = table.game.read_position(table.game.write_position(table.state), table.state.printed)
        assert table.game.key(again) == table.game.key(table.state)
        views.append(table.game.view(table.state, 1))
    assert views[0] == views[1]
    states = [table.game.resample(views[0], Random(seed), table.state.printed) for seed in range(20)]
    seats = {STEP.unit(state.frames[-1]) for state in states}
    assert seats >= {table.unit("21/5"), table.unit("15/8")}


@rule("16.41s4", "6.0c")
def test_enemies_in_the_base_stop_them() -> None:
    table = relief().play("waiting", "unit:21/5")
    assert table.decision == "enter-base"
    table.play("done", "done")
    assert table.decision == "announce-marches"
    assert table.refusal("march:21/5") == "6.0"


@rule("16.41s4")
def test_who_has_nobody_waiting_cannot_call_them() -> None:
    table = Sands(position(HOME, "movement 1"))
    assert table.refusal("waiting") == "16.41"
    assert "waiting" not in table.legal()

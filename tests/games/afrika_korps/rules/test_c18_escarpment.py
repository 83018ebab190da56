"""18: escarpments. The five examples of 18.5 are played in test_ak_reach.py."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def axis(unit: str, place: str, *more: str) -> Desert:
    """One Axis unit about to move, the enemy far away."""
    extra = "".join(f"{line}\n" for line in more)
    return Desert(f"turn 5 axis\nphase: movement\n{place}: {unit}\nP64: Pol\n{extra}")


# 18.1, 18.2 Onto an escarpment and off it


@rule("18.1a")
@pytest.mark.parametrize("unit", ["Brescia", "21/5", "Rommel", "AxisSupply1"])
def test_an_escarpment_costs_one_point(unit: str) -> None:
    table = axis(unit, "S22", "N30: Pavia").move(unit, "S23", "S24")
    assert table.spent(unit) == (2, 0)


@rule("18.1a")
def test_the_last_point_pays_for_an_escarpment() -> None:
    table = axis("Brescia", "S23", "spent: Brescia=3").move("Brescia", "S24")
    assert table.where("Brescia") == "S24"


@rule("18.1b")
@pytest.mark.parametrize("unit", ["21/5", "Rommel", "AxisSupply1"])
def test_whoever_enters_an_escarpment_moves_no_further(unit: str) -> None:
    table = axis(unit, "S23", "N30: Pavia").play(f"unit:{unit}", "hex:S24")
    assert table.decision == "movement"
    assert unit not in table.legal("unit")
    assert table.refusal(f"unit:{unit}") == "18.1"


@rule("18.1b")
def test_a_stopped_unit_does_not_go_on_with_others_either() -> None:
    table = axis("21/5", "S23", "S24: Ariete").move("21/5", "S24").play("unit:Ariete")
    assert table.refusal("unit:21/5") == "18.1"


@rule("18.2a")
def test_leaving_an_escarpment_costs_what_the_next_hex_costs() -> None:
    table = axis("Brescia", "S24").move("Brescia", "S23", "S22", "S21")
    assert table.spent("Brescia") == (3, 0)


# 18.3 One a turn


@rule("18.3a")
def test_one_escarpment_hex_a_turn() -> None:
    """S24 and S25 lie side by side: from S23 a unit needs a turn for each."""
    table = axis("21/5", "S23", "N30: AxisSupply1", "O65: AlliedSupply1").move("21/5", "S24")
    assert table.refusal("unit:21/5") == "18.1"
    table.play("done", "done").play("unit:21/5", "hex:S25")
    assert table.decision == "movement"
    assert table.refusal("unit:21/5") == "18.1"


@rule("18.3b")
def test_a_retreat_may_cross_two_escarpment_hexes() -> None:
    table = Desert("turn 5 axis\nphase: combat\nS27: 21/5 AxisSupply1\nS26: 2/3\nP64: Pol\n")
    table.attack(["2/3"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("unit:2/3", "hex:S25", "hex:S24")
    assert table.where("2/3") == "S24"


@rule("18.3b")
def test_an_advance_may_follow_the_climb_of_the_same_turn() -> None:
    """Up onto S24 by movement, which ends there; on into S25 by advance after combat."""
    table = Desert("turn 5 axis\nphase: movement\nS23: 21/5 AxisSupply1\nS25: 4I/5\nP64: Pol\n")
    table.move("21/5", "S24")
    assert not table.allows("unit:21/5")
    table.play("done").attack(["4I/5"], ["21/5"]).play("done", "battle:0").roll(6)
    table.play("unit:21/5")
    assert table.where("21/5") == "S25"


# 18.4 The road over the escarpment


@rule("18.4a")
@pytest.mark.parametrize(("road_spent", "spent"), [(0, (0, 5)), (7, (2, 10)), (10, (5, 10))])
def test_the_road_crosses_escarpments_without_a_stop(road_spent: int, spent: tuple[int, int]) -> None:
    """G22-H23-H24-I25-I26-J27: four escarpment hexes, by road bonus, by own points, or by both."""
    table = axis("21/5", "G22", f"road_spent: 21/5={road_spent}")
    table.play("unit:21/5", "hex:H23", "hex:H24", "hex:I25", "hex:I26", "hex:J27")
    assert table.spent("21/5") == spent
    assert table.decision == "move"


@rule("18.4a")
def test_the_road_is_no_help_across_other_hexsides() -> None:
    """I29 is a plain escarpment beside the road hex I28: entered from there, it ends the move."""
    table = axis("21/5", "I28").play("unit:21/5", "hex:I29")
    assert table.decision == "movement"
    assert table.refusal("unit:21/5") == "18.1"


@rule("18.4.1a")
def test_onto_a_road_escarpment_beside_the_road_and_on_along_it() -> None:
    table = axis("21/5", "J28").play("unit:21/5", "hex:I27")
    assert table.decision == "move"
    table.play("hex:I28", "hex:H28", "hex:H29")
    assert table.spent("21/5") == (1, 3)


@rule("18.4.1b")
def test_having_come_on_beside_the_road_a_unit_leaves_by_the_road() -> None:
    table = axis("21/5", "J28").play("unit:21/5", "hex:I27")
    assert table.legal("hex") == {"I28", "J27"}
    for name in ("I26", "H26", "H27", "J28"):
        assert table.refusal(f"hex:{name}") == "18.5"
    table.play("hex:I28")
    assert table.legal("hex") == {"I27", "H28"}
    assert table.refusal("hex:J29") == "18.5"


@rule("18.4.1b")
def test_the_same_in_the_hex_of_two_roads() -> None:
    table = axis("21/5", "J26").play("unit:21/5", "hex:I25", "hex:I26")
    assert table.legal("hex") == {"I25", "J27", "H26"}
    assert table.refusal("hex:H25") == "18.5"
    assert table.refusal("hex:I27") == "18.5"


@rule("18.4.2a")
def test_having_come_on_by_the_road_a_unit_leaves_as_it_likes() -> None:
    table = axis("21/5", "J27").play("unit:21/5", "hex:I27")
    assert table.legal("hex") == {"I28", "J27", "I26", "H26", "H27", "J28"}
    table.play("hex:J28")
    assert table.decision == "move"
    assert table.spent("21/5") == (1, 1)


# 18.5 Once on or off, not both


@rule("18.5a")
def test_after_leaving_beside_the_road_coming_on_again_ends_the_move() -> None:
    table = axis("21/5", "I27").play("unit:21/5", "hex:J28")
    table.play("hex:I28")
    assert table.decision == "movement"
    assert table.refusal("unit:21/5") == "18.1"


@rule("18.5a")
def test_after_leaving_beside_the_road_it_may_come_on_by_the_road_but_not_leave_so_again() -> None:
    table = axis("21/5", "I27").play("unit:21/5", "hex:J28", "hex:J27", "hex:I27")
    assert table.legal("hex") == {"J27", "I28"}
    assert table.refusal("hex:J28") == "18.5"


@rule("18.5a")
def test_the_step_counts_over_the_whole_turn() -> None:
    """The move is broken off and taken up again; it is still the same turn."""
    table = axis("21/5", "J28").move("21/5", "I27").play("unit:21/5")
    assert table.legal("hex") == {"I28", "J27"}


@rule("18.5a")
def test_the_step_is_there_again_the_next_turn() -> None:
    table = axis("21/5", "J28", "N30: AxisSupply1", "O65: AlliedSupply1").move("21/5", "I27")
    table.play("done", "done", "unit:21/5", "hex:J28")
    assert table.where("21/5") == "J28"


@rule("18.5b")
def test_a_retreat_leaves_a_road_escarpment_on_any_side() -> None:
    """The 3-3-10 came into I27 beside the road; beaten back, it leaves beside the road again."""
    table = Desert("turn 5 axis\nphase: combat\nI27: 21/104 AxisSupply1\nJ28: 2/3\noff_road: 21/104\n")
    table.attack(["2/3"], ["21/104"]).play("done", "battle:0").roll(4)
    table.play("unit:21/104")
    assert table.legal("hex") == {"I26", "H26", "H27"}
    table.play("hex:H26", "hex:G25")
    assert table.where("21/104") == "G25"


@rule("18.5b")
def test_an_advance_leaves_a_road_escarpment_on_any_side() -> None:
    """I26 lies beside I27, but no road joins them."""
    table = Desert("turn 5 axis\nphase: combat\nI27: 21/5 AxisSupply1\nI26: Pol\nP64: 22Gds\noff_road: 21/5\n")
    table.attack(["Pol"], ["21/5"]).play("done", "battle:0").roll(6)
    assert table.legal("unit") == {"21/5"}
    table.play("unit:21/5")
    assert table.where("21/5") == "I26"

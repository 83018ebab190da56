"""17: the coast road. The example of 17.1 is played in test_ak_reach.py."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def axis(unit: str, place: str, *more: str) -> Desert:
    """One Axis unit about to move, the enemy far away."""
    extra = "".join(f"{line}\n" for line in more)
    return Desert(f"turn 5 axis\nphase: movement\n{place}: {unit}\nP64: Pol\n{extra}")


EASTWARD = ["J51", "J52", "J53", "J54", "J55", "J56", "J57", "K58", "K59", "K60"]
"""Ten road hexes from J50 on."""


# 17.1 Ten hexes more


@rule("17.1a")
@pytest.mark.parametrize(
    ("unit", "further"), [("Brescia", "K61 K62 J62 J63"), ("AxisSupply1", "K61 K62 J62 J63 I63")]
)
def test_any_unit_moves_ten_hexes_more_along_the_road(unit: str, further: str) -> None:
    """A 2-3-4 goes fourteen hexes on the road; supply has the bonus too."""
    table = axis(unit, "J50", "N30: Pavia").move(unit, *EASTWARD, stop=False)
    assert table.spent(unit) == (0, 10)
    table.play(*(f"hex:{name}" for name in further.split()))
    assert table.where(unit) == further.split()[-1]
    assert table.spent(unit) == (len(further.split()), 10)


@rule("17.1a")
def test_the_bonus_ends_after_ten_hexes() -> None:
    """On the road with four points of its own: the fifteenth hex is refused."""
    table = axis("Brescia", "J50").move("Brescia", *EASTWARD, "K61", "K62", "J62", "J63")
    assert table.spent("Brescia") == (4, 10)
    assert table.refusal("unit:Brescia") == "5.2"


@rule("17.1a")
def test_off_the_road_there_is_no_bonus() -> None:
    table = axis("Brescia", "N30").move("Brescia", "N31", "N32", "N33", "N34")
    assert table.spent("Brescia") == (4, 0)
    assert table.refusal("unit:Brescia") == "5.2"


@rule("17.1b")
@pytest.mark.parametrize(
    ("path", "spent"),
    [
        ("J51 J52 K53 K54 J54 J55 J56", (3, 4)),
        ("K51 K52 J52 J53 J54", (3, 2)),
        ("J51 K52 J52 K53 J53 J54", (4, 2)),
    ],
    ids=["road first", "open ground first", "to and fro"],
)
def test_road_and_open_ground_are_mixed_in_any_order(path: str, spent: tuple[int, int]) -> None:
    table = axis("Brescia", "J50").move("Brescia", *path.split())
    assert table.spent("Brescia") == spent


# 17.2 Across the road's hexsides only


@rule("17.2a")
def test_without_points_of_its_own_a_unit_follows_the_line_alone() -> None:
    """From I46 the road goes to J47 and on to I47; the side between I46 and I47 has no road."""
    table = axis("Brescia", "I46", "spent: Brescia=4").play("unit:Brescia")
    assert table.legal("hex") == {"I45", "J47"}
    assert table.refusal("hex:I47") == "17.2"
    assert table.play("hex:J47").legal("hex") == {"I46", "I47"}


@rule("17.2b")
def test_a_road_hex_entered_off_the_road_costs_its_own_terrain() -> None:
    table = axis("Brescia", "I46").play("unit:Brescia", "hex:I47")
    assert table.spent("Brescia") == (1, 0)
    by_road = axis("Brescia", "I46").play("unit:Brescia", "hex:J47", "hex:I47")
    assert by_road.spent("Brescia") == (0, 2)


@rule("17.2b")
def test_a_road_escarpment_entered_off_the_road_costs_a_point() -> None:
    """From open ground into I25, over a side without road, then on by the road."""
    table = axis("Brescia", "I24").play("unit:Brescia", "hex:I25", "hex:I26")
    assert table.spent("Brescia") == (1, 1)


# 17.3 The two roads of I26


@rule("17.3a", "17.3.2a")
@pytest.mark.parametrize(("origin", "other"), [("I25", "H26"), ("H26", "I25")])
def test_the_two_roads_of_i26_do_not_meet(origin: str, other: str) -> None:
    """A unit with road bonus alone comes in by one road and may not go out by the other."""
    table = axis("Brescia", origin, "spent: Brescia=4").play("unit:Brescia", "hex:I26")
    assert table.legal("hex") == {origin, "J27"}
    assert table.refusal(f"hex:{other}") == "17.3.2"


@rule("17.3a")
def test_both_roads_meet_in_j27() -> None:
    for other in ("I25", "H26"):
        table = axis("Brescia", "J27", "spent: Brescia=4").play("unit:Brescia", "hex:I26", f"hex:{other}")
        assert table.spent("Brescia") == (4, 2)


@rule("17.3a")
def test_a_unit_that_came_into_i26_off_the_road_is_on_neither_road() -> None:
    """I25-H24-H25 by road, H25-I26 over a side without road: then both roads are open to it."""
    path = ["unit:Brescia", "hex:H24", "hex:H25", "hex:I26"]
    for other in ("I25", "H26"):
        table = axis("Brescia", "I25").play(*path, f"hex:{other}")
        assert table.spent("Brescia") == (1, 3)


@rule("17.3.1a")
@pytest.mark.parametrize("name", ["I25", "H26", "J27"])
def test_a_unit_that_starts_in_i26_takes_either_road(name: str) -> None:
    table = axis("Brescia", "I26", "spent: Brescia=4").play("unit:Brescia", f"hex:{name}")
    assert table.spent("Brescia") == (4, 1)


@rule("17.3.2a", "17.3.2c")
@pytest.mark.parametrize(("origin", "other"), [("I25", "H26"), ("H26", "I25")])
def test_changing_roads_inside_i26_costs_a_point(origin: str, other: str) -> None:
    table = axis("Brescia", origin).play("unit:Brescia", "hex:I26", f"hex:{other}")
    assert table.spent("Brescia") == (1, 2)


@rule("17.3.2c")
def test_with_the_bonus_gone_the_change_costs_two_points() -> None:
    """One for the hex, one for the escarpment inside I26: with a single point left it cannot be paid."""
    table = axis("Brescia", "I25", "road_spent: Brescia=9", "spent: Brescia=2").play("unit:Brescia", "hex:I26")
    table.play("hex:H26")
    assert table.spent("Brescia") == (4, 10)
    poor = axis("Brescia", "I25", "road_spent: Brescia=9", "spent: Brescia=3").play("unit:Brescia", "hex:I26")
    assert poor.refusal("hex:H26") == "17.3.2"
    assert poor.allows("hex:J27")


@rule("17.3.2b")
def test_out_and_back_by_the_right_hexside_is_free() -> None:
    table = axis("Brescia", "I25", "spent: Brescia=4").play("unit:Brescia", "hex:I26", "hex:J27", "hex:I26")
    table.play("hex:H26")
    assert table.spent("Brescia") == (4, 4)


@rule("17.3.2d")
def test_the_change_is_not_the_step_off_the_road() -> None:
    """Having changed roads a unit may still leave a road escarpment once by a side without road (18.5)."""
    table = axis("21/5", "I25").play("unit:21/5", "hex:I26", "hex:H26", "hex:H27", "hex:I28")
    assert table.where("21/5") == "I28"
    assert table.decision == "move"


@rule("17.3.2d")
def test_the_step_off_the_road_does_not_forbid_the_change() -> None:
    table = axis("21/5", "J26").play("unit:21/5", "hex:I25", "hex:I26", "hex:H26")
    assert table.spent("21/5") == (2, 2)

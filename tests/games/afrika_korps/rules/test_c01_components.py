"""1: the components in play: the terrain of T29, the die, the time record."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.kernel.flow import ChanceKind
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


# 1.1 The map


@rule("1.1t1")
@pytest.mark.parametrize("name", ["N31", "N29", "M30", "M29", "O30", "O31"])
def test_a_unit_steps_into_each_of_the_six_hexes_around_it(name: str) -> None:
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nL59: Pol\n").play("unit:21/5")
    assert table.legal("hex") == {"N31", "N29", "M30", "M29", "O30", "O31"}
    assert table.play(f"hex:{name}").where("21/5") == name


@rule("1.1t1")
def test_the_other_two_corners_are_not_neighbours() -> None:
    """The numbers run from south-west to north-east: the hexes (R-1, N+1) and (R+1, N-1) are two steps away."""
    table = Desert("turn 5 axis\nphase: movement\nN30: 21/5\nL59: Pol\n").play("unit:21/5")
    assert table.refusal("hex:M31") == "5.2"
    assert table.refusal("hex:O29") == "5.2"


@rule("1.1e")
def test_t29_is_no_pass_through_the_escarpment() -> None:
    table = Desert("turn 5 axis\nphase: movement\nT30: 21/5\nL59: Pol\n").play("unit:21/5", "hex:T29")
    assert table.decision == "movement"
    assert table.refusal("unit:21/5") == "18.1"


# 1.5 The die


@rule("1.5a")
def test_the_die_is_rolled_for_combat_and_convoys_alone() -> None:
    chances = {kind.name for kind in sandtable.game(GAME).kinds if isinstance(kind, ChanceKind)}
    assert chances == {"convoy", "combat-die"}


@rule("1.5a")
@pytest.mark.parametrize(
    ("position", "choices"),
    [
        ("turn 2 axis\nphase: start\nW3: 21/5 AxisSupply1\nL59: Pol\n", []),
        (
            "turn 2 axis\nphase: combat\nN30: 21/104 AxisSupply1\nN31: 22Gds\n",
            ["attack:22Gds", "with:21/104", "done", "done", "battle:0"],
        ),
    ],
    ids=["convoy", "combat"],
)
def test_the_die_has_six_equal_faces(position: str, choices: list[str]) -> None:
    table = Desert(position).play(*choices)
    assert table.actor == sandtable.CHANCE
    weights = table.game.chance(table.state)
    assert list(weights) == [1] * 6
    assert [table.game.outcome_name(table.state, face) for face in range(6)] == ["1", "2", "3", "4", "5", "6"]


@rule("1.5b")
def test_no_die_is_rolled_while_units_move() -> None:
    """Along the road, up an escarpment, into a zone: it is always the player who decides."""
    table = Desert(
        """
        turn 5 axis
        phase: movement
        W6: 21/5 Rommel AxisSupply1
        S22: Brescia
        N30: 21/104
        N33: 22Gds
        """
    )
    table.play("unit:21/5", "unit:Rommel")
    for choice in ("hex:W7", "hex:W8", "hex:X9", "stop", "unit:Brescia", "hex:S23", "hex:S24"):
        assert table.actor == 0
        table.play(choice)
    table.move("21/104", "N31", "N32")
    assert (table.actor, table.decision) == (0, "movement")
    assert [table.where(unit) for unit in ("21/5", "Rommel", "Brescia", "21/104")] == ["X9", "X9", "S24", "N32"]


# 1.6 The time record


@rule("1.6a")
@pytest.mark.parametrize(("turn", "due"), [(2, set()), (3, {"15/8", "15/115", "15/33"})])
def test_the_record_says_when_reinforcements_come(turn: int, due: set[str]) -> None:
    table = Desert(f"turn {turn} axis\nphase: arrivals\nports_at_start: W3\nW3: 21/5 AxisSupply1\nL59: Pol\n")
    assert table.decision == ("arrivals" if due else "movement")
    assert table.legal("unit") - {"21/5", "AxisSupply1"} == due


@rule("1.6a")
@pytest.mark.parametrize(("turn", "offered"), [(22, False), (23, True)])
def test_the_record_says_when_replacements_begin(turn: int, offered: bool) -> None:
    table = Desert(
        f"turn {turn} axis\nphase: arrivals\nports_at_start: W3 G25\neliminated: 21/3\nW3: 21/5\nL59: Pol\n"
    )
    assert table.state.points == [2 if offered else 0, 0]
    assert table.allows("unit:21/3") == offered
    assert offered or table.refusal("unit:21/3") == "20.1"


@rule("1.6a")
@pytest.mark.parametrize(("turn", "decision"), [(32, "movement"), (33, "substitution")])
def test_the_record_says_when_substitutes_are_allowed(turn: int, decision: str) -> None:
    table = Desert(f"turn {turn} allied\nphase: combat\nL59: 2/3 AlliedSupply1\nW6: 21/5 AxisSupply1\n")
    assert table.decision == decision


@rule("1.6a")
@pytest.mark.parametrize(("turn", "die", "lands"), [(6, 3, True), (7, 3, False), (16, 2, False), (17, 2, True)])
def test_the_record_says_when_the_convoy_odds_change(turn: int, die: int, lands: bool) -> None:
    table = Desert(f"turn {turn} axis\nphase: start\nW3: 21/5 AxisSupply1\nL59: Pol AlliedSupply1\n").roll(die)
    assert (table.decision == "land-supply") == lands


@rule("1.6a", "1.6t1")
def test_the_record_says_when_the_game_ends() -> None:
    end = "turn {} allied\nphase: end\nL59: Pol AlliedSupply1\nW6: 21/5 AxisSupply1\n"
    assert Desert(end.format(37)).state.turn == 38
    last = Desert(end.format(38))
    assert last.decision == ""
    assert last.game.score(last.state).rule == "4.2"

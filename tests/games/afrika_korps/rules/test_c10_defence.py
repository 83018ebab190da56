"""10: the defender does not move, and terrain doubles him."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

ODDS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")


def desert(side: str, phase: str, *lines: str) -> Desert:
    """A position with a unit and supply of each side far from the action, so that nobody is beaten or isolated."""
    away = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")
    table = Desert("\n".join([f"turn 20 {side}", f"phase: {phase}", *lines, *away]))
    return table.play("done") if table.decision == "destroy-supply" else table  # 15.5: nobody destroys his supply


def odds_declared(table: Desert) -> str:
    return ODDS[table.happened("battle-declared")[-1].arguments["column"]]


# 10.1 The defender's units


@rule("10.1a")
@pytest.mark.parametrize(("side", "mine", "theirs"), [("axis", "21/3", "2/3"), ("allied", "2/3", "21/3")])
def test_the_defender_may_not_move_in_the_opponents_turn(side: str, mine: str, theirs: str) -> None:
    table = desert(side, "movement", "N30: 2/3", "N40: 21/3")
    mover, other = (AXIS, ALLIED) if side == "axis" else (ALLIED, AXIS)
    assert table.actor == mover
    assert mine in table.legal("unit")
    assert theirs not in table.legal("unit")
    assert table.refusal(f"unit:{theirs}") == "10.1"
    assert table.refusal(f"unit:{theirs}", other)  # nor at the asking of its owner


@rule("10.1a")
def test_nor_may_he_when_the_fighting_has_begun() -> None:
    """While battles are declared and fought the defender is never asked to move anything of his own."""
    table = desert("axis", "combat", "N30: 7/7", "N31: 21/104 AxisSupply1", "N27: 2/3")
    table.attack(["7/7"], ["21/104"])
    assert table.actor == AXIS
    table.play("done", "battle:0").roll(5)  # AE
    assert (table.where("7/7"), table.where("2/3")) == ("N30", "N27")
    assert table.refusal("unit:2/3")


@rule("10.1b")
@pytest.mark.parametrize(
    ("side", "die", "loser", "winner"),
    [
        ("axis", 3, "7/7", AXIS),  # the attacker retreats the beaten defender
        ("axis", 4, "21/104", ALLIED),  # the defender retreats the beaten attacker
        ("allied", 3, "21/104", ALLIED),
        ("allied", 4, "7/7", AXIS),
    ],
)
def test_each_side_retreats_the_units_it_has_beaten(side: str, die: int, loser: str, winner: int) -> None:
    attacker, defender = ("21/104", "7/7") if side == "axis" else ("7/7", "21/104")
    table = desert(
        side, "combat", f"N30: {defender}", f"N31: {attacker}", "N33: AxisSupply1", "M33: AlliedSupply1"
    )
    table.attack([defender], [attacker]).play("done", "battle:0").roll(die)
    assert table.actor == winner
    assert table.legal() == {f"unit:{loser}"}
    table.play(f"unit:{loser}")
    assert table.actor == winner
    assert table.refusal("done", 1 - winner)


# 10.2 Terrain


@rule("10.2a")
@pytest.mark.parametrize(
    ("terrain", "place", "attackers", "odds"),
    [
        ("open", "N30", {"N31": "21/5 AxisSupply1"}, "2-1"),  # 7 against 3
        ("escarpment", "N59", {"N60": "21/5 AxisSupply1"}, "1-1"),  # 7 against 6
        ("escarpment with road", "I30", {"J30": "21/5 AxisSupply1"}, "1-1"),
        ("Tobruch", "G25", {"H26": "21/5 AxisSupply1"}, "1-1"),
        ("Bengasi", "H2", {"I3": "21/5 AxisSupply1"}, "1-1"),
        ("partial Qattara", "Q60", {"Q59": "21/5 AxisSupply1"}, "2-1"),
    ],
)
def test_fortress_and_escarpment_double_the_defence(
    terrain: str, place: str, attackers: dict[str, str], odds: str
) -> None:
    table = desert("axis", "combat", f"{place}: 7/7", *(f"{hex_}: {stack}" for hex_, stack in attackers.items()))
    table.attack(["7/7"], ["21/5"])
    assert odds_declared(table) == odds, terrain


@rule("10.2a")
def test_each_defender_is_doubled_by_his_own_hex() -> None:
    """Pol on the hill counts two, 7A/1 in the open one: 7 against 3."""
    table = desert("axis", "combat", "N59: Pol", "M59: 7A/1", "N60: 21/5", "N62: AxisSupply1")
    table.attack(["Pol", "7A/1"], ["21/5"])
    assert odds_declared(table) == "2-1"


@rule("10.2b")
@pytest.mark.parametrize(
    ("place", "beside", "supply", "losses"),
    [
        ("N30", "N31", "N33", ["21/104"]),
        ("N59", "N60", "N62", ["21/104", "15/115"]),
        ("G25", "H26", "H27", ["21/104", "15/115"]),
    ],
)
def test_the_doubled_factor_counts_in_an_exchange(place: str, beside: str, supply: str, losses: list[str]) -> None:
    """7/7 costs the attackers, 3 + 3 + 3, three factors in the open and six where it is doubled."""
    table = desert("axis", "combat", f"{place}: 7/7", f"{beside}: 21/104 15/115 90/361", f"{supply}: AxisSupply1")
    table.attack(["7/7"], ["21/104", "15/115", "90/361"]).play("done", "battle:0").roll(2)
    assert table.happened("exchange")[0].rule == ("10.2b" if len(losses) > 1 else "7.5")
    for unit in losses:
        assert table.decision == "exchange"
        table.play(f"lose:{unit}")
    assert table.decision != "exchange"
    dead = {unit for unit in ("7/7", "21/104", "15/115", "90/361") if table.where(unit) == "dead"}
    assert dead == {"7/7", *losses}


@rule("10.2c")
@pytest.mark.parametrize(
    ("defender", "attacker"),
    [
        pytest.param("N59", "N60", id="from the open"),
        pytest.param("N20", "N19", id="from escarpment to escarpment"),
        pytest.param("G24", "G25", id="from a fortress"),
        pytest.param("G25", "H25", id="from escarpment into a fortress"),
    ],
)
def test_doubling_does_not_ask_where_the_attacker_stands(defender: str, attacker: str) -> None:
    table = desert("axis", "combat", f"{defender}: 7/7", f"{attacker}: 21/5 AxisSupply1")
    table.attack(["7/7"], ["21/5"])
    assert odds_declared(table) == "1-1"  # 7 against 6

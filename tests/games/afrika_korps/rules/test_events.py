"""An event names the paragraph that lets it happen here, where one speaks of just this case."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
BASES = "\nW3: Pavia AxisSupply2\nJ62: Pol AlliedSupply2\n"


def named(table: Desert, kind: str) -> list[str]:
    return [event.rule for event in table.happened(kind)]


@pytest.mark.parametrize(
    ("places", "units", "ways", "rules"),
    [
        ("N29: 21/5", "21/5", "N30", "5.2"),
        ("B13: 21/5", "21/5", "B14 C15", "17.1 17.1"),
        ("I26: 21/5", "21/5", "H26", "17.3.1"),
        ("I26: 21/5", "21/5", "I25", "17.3.1"),
        ("D8: 21/5", "21/5", "E8", "18.2"),
        ("D10: 21/5", "21/5", "D11", "18.1"),
        ("D10: 21/5", "21/5", "C10 C9 C8", "18.4.1 18.4 18.4"),
        ("C12: 21/5", "21/5", "C11 D12", "18.4 18.4.2"),
        ("N29: 21/5 Rommel", "Rommel 21/5", "N30 N31 N32", "22.1 22.1 5.2"),
        ("N29: 21/5 Rommel", "Rommel", "N30", "5.2"),
        ("C12: 21/5\nD12: 21/3", "21/5", "C11 D12", "18.4 18.4.2"),
    ],
)
def test_a_step_is_told_by_what_makes_it_possible(places: str, units: str, ways: str, rules: str) -> None:
    table = Desert(f"turn 6 axis\nphase: movement\n{places}{BASES}")
    table.play(*(f"unit:{unit}" for unit in units.split()), *(f"hex:{hex_name}" for hex_name in ways.split()))
    assert named(table, "moved") == rules.split()


def test_a_stack_whose_units_step_under_different_paragraphs_just_moves() -> None:
    """One has begun its turn on the escarpment, the other has come along the road."""
    table = Desert(f"turn 6 axis\nphase: movement\nC11: Savona\nC12: 21/5{BASES}")
    table.move("21/5", "C11").play("unit:21/5", "unit:Savona", "hex:D12")
    assert named(table, "moved") == ["18.4", "5.2"]


def test_an_enemy_enters_the_hex_of_rommel_alone() -> None:
    """In Tobruch no zone moves him off before the enemy is there."""
    table = Desert("turn 6 allied\nphase: movement\nG25: Rommel\nH26: 2/3\nW3: Pavia AxisSupply1\nJ62: Pol\n")
    table.play("unit:2/3", "hex:G25")
    assert named(table, "moved") == ["22.3"]


@pytest.mark.parametrize(
    ("places", "battles", "rules"),
    [
        ("N30: 22Gds\nN31: 21/5 AxisSupply1", "22Gds<21/5", "11.3"),
        ("N30: 22Gds\nN31: 21/5 21/3 AxisSupply1", "22Gds<21/5,21/3", "11.1"),
        ("N30: 22Gds 9A/20\nN31: 21/5 AxisSupply1", "22Gds,9A/20<21/5", "11.2"),
        ("N30: 22Gds 9A/20\nN31: 21/5 21/3 AxisSupply1", "22Gds<21/5 9A/20<21/3", "11.3 11.4"),
        ("N30: 22Gds\nN32: 9A/20\nN31: 21/5 21/3 AxisSupply1", "22Gds<21/5 9A/20<21/3", "11.3 11.5"),
    ],
)
def test_a_battle_is_told_by_how_combat_is_divided(places: str, battles: str, rules: str) -> None:
    table = Desert(f"turn 6 axis\nphase: combat\n{places}{BASES}")
    for battle in battles.split():
        defenders, attackers = (side.split(",") for side in battle.split("<"))
        table.attack(defenders, attackers)
    assert named(table, "battle-declared") == rules.split()


@pytest.mark.parametrize(("friends", "rule"), [("", "15.2.1"), ("\nO14: 7A/1", "15.2.1.1")])
def test_supply_is_taken_among_its_friends(friends: str, rule: str) -> None:
    table = Desert(f"turn 6 axis\nphase: movement\nN11: 21/3\nN13: AlliedSupply1{friends}{BASES}")
    table.play("unit:21/3", "hex:N12")
    assert named(table, "supply-captured") == [rule]


@pytest.mark.parametrize(
    ("turn", "port", "places", "rule"),
    [
        (3, "W3", "W3: Savona AxisSupply1", "19.2"),
        (5, "W3", "W3: Savona AxisSupply1", "19.3"),
        (3, "W3", "W3: Savona Bologna Trento AxisSupply1", "19.4"),
        (3, "G25", "G25: Savona AxisSupply1\nH26: 22Gds\nW3: 9A/20", "19.5"),
    ],
)
def test_a_landing_is_told_by_what_might_have_prevented_it(turn: int, port: str, places: str, rule: str) -> None:
    table = Desert(f"turn {turn} axis\nphase: start\n{places}\nJ62: Pol AlliedSupply1\n").roll(1)
    table.play("unit:15/8")
    assert named(table, "landed") == [rule]
    assert table.where("15/8") == port


@pytest.mark.parametrize(("enemies", "rule"), [("", "23.4"), ("\nH26: 21/5", "23.4.1")])
def test_units_embark_under_siege(enemies: str, rule: str) -> None:
    table = Desert(f"turn 6 allied\nphase: movement\nG25: 9A/20 22Gds{enemies}{BASES}")
    table.play("embark:9A/20")
    assert named(table, "embarked") == [rule]


def test_counters_set_aside_are_not_reinforcements() -> None:
    table = Desert(f"turn 6 axis\nphase: movement\nN29: 21/5{BASES}")
    assert table.refusal("unit:AxisSupply3") == "2.3"
    assert table.refusal("unit:90/361") == "19.1"


def test_the_deployment_may_overstack_until_its_side_has_moved() -> None:
    table = Desert().play("done")
    assert table.decision == "reduce-stack"
    table.play("lose:Savona")
    assert named(table, "died-before-combat") == ["2.2.1"]

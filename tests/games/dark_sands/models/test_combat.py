"""The model's odds, held against the rulebook's own examples and sentences."""

from __future__ import annotations

import pytest

from tests.games.dark_sands.models.combat import (
    Odds,
    assault_allowed,
    column_for,
    contributor_choices,
    is_edge_defence,
    may_attack,
    odds,
    result,
)
from tests.games.dark_sands.models.position import Counter, Position
from tests.games.dark_sands.models.readings import Readings


def position(
    *counters: Counter, turn: int = 1, axis: str = "", allied: str = "", bypass: str = "unbuilt"
) -> Position:
    """A position with these counters and boxes; nothing else in it matters to combat."""
    boxes = {"axis": frozenset(axis.split()), "allied": frozenset(allied.split())}
    return Position(turn, counters, boxes, {}, "1960", False, "unbuilt")


def ids(*names: str) -> frozenset[str]:
    return frozenset(names)


def odds_of(counters: dict[str, str], hex_: str, axis: str = "", supports_attack: int = 0) -> Odds:
    """The odds of everybody in `counters` who is not in the hex against who is."""
    there = position(*(Counter(name, at) for name, at in counters.items()), axis=axis)
    attackers = frozenset(name for name, at in counters.items() if at != hex_)
    return odds(there, attackers, hex_, supports_attack=supports_attack)


def test_first_attack_of_the_example() -> None:
    """Example, turn 1: 3+3+3+3+1+2 = 15 against 3+1+1 = 5 is 3-1; a 4 gives DR*."""
    attack = {"5/4 Ind": "1948", "7/4 Ind": "1948", "11/4 Ind": "1950", "16/70": "1950", "3 Cstrm Gds": "2049"}
    found = odds_of(attack | {"2 Libica": "1949", "Maletti": "1949"}, "1949", "1949", supports_attack=2)
    assert (found.attack, found.defence, found.column, found.modifier) == (15, 5, "3-1", 0)
    assert result(found, 4) == "DR*"


def test_second_attack_of_the_example() -> None:
    """Example, turn 1: 6+6+4+3 = 19 against 3+1 = 4 is 4-1."""
    attack = {"4/7 Arm": "1646", "7/7 Arm": "1646", "7SG/7 Arm": "1547", "Selby": "1648"}
    found = odds_of(attack | {"Cirene": "1647"}, "1647", "1647")
    assert (found.attack, found.defence, found.column) == (19, 4, "4-1")


def test_a_garrison_of_italians_has_nothing_of_the_forts_of_tobruk() -> None:
    """Example, turn 2: the Italian garrison has no benefit of the fort, so it is 5-1 and a 6 gives DE*."""
    found = odds_of({"7/7 Arm": "2829", "7SG/7 Arm": "2829", "Garrison It 1": "2830"}, "2830")
    assert (found.attack, found.defence, result(found, 6)) == (10, 2, "DE*")


def test_rough_and_ridge_in_the_example() -> None:
    """Example, turn 2: 12 to 4 against 28 Ottobre in 2730; 1-1 against Marmarica in 2728, one over the ridge."""
    found = odds_of({"4/7 Arm": "2731", "16/70": "2631", "11/4 Ind": "2630", "28 Ottobre": "2730"}, "2730")
    assert (found.attack, found.defence, found.column) == (12, 4, "3-1")
    found = odds_of({"7/7 Arm": "2828", "3 Cstrm Gds": "2629", "Marmarica": "2728"}, "2728", supports_attack=1)
    assert (found.attack, found.defence, found.column) == (7, 4, "1-1")


def test_modifiers_of_the_example() -> None:
    """Example, turn 2: -2 for the disorganised attacker, +2 against Sirte out of supply; 3 to 4 is 1-2."""
    there = position(
        Counter("7/4 Ind", "2430"), Counter("22 Gds", "2430", disorganised=True), Counter("Garrison It 2", "2429")
    )
    found = odds(there, ids("7/4 Ind", "22 Gds"), "2429")
    assert (found.attack, found.column, found.modifier, result(found, 2)) == (6, "3-1", -2, "BL1")
    there = position(Counter("5/4 Ind", "2031"), Counter("Sirte", "2030", oos=True), axis="2030")
    found = odds(there, ids("5/4 Ind"), "2030")
    assert (found.attack, found.defence, found.column, found.modifier) == (3, 4, "1-2", 2)


def test_combat_with_minus_one_of_the_example() -> None:
    """Example, turn 1: two Italian divisions could attack the brigade in 2630 at 1-1 and -1."""
    there = position(Counter("4/7 Arm", "2630"), Counter("28 Ottobre", "2730"), Counter("Marmarica", "2729"))
    found = odds(there, ids("28 Ottobre", "Marmarica"), "2630", minus_one=True)
    assert (found.attack, found.defence, found.column, found.modifier) == (4, 4, "1-1", -1)


@pytest.mark.parametrize(
    ("attack", "defence", "shifts", "column"),
    [
        (12, 7, 0, "1-1"),
        (7, 1, 1, "5-1"),
        (20, 1, 0, "6-1"),
        (1, 3, 0, "1-3"),
        (1, 3, 1, "AE"),
        (1, 4, 0, "AE"),
        (3, 7, 0, "1-3"),
        (1, 2, 0, "1-2"),
        (0, 2, 0, "AE"),
    ],
)
def test_columns(attack: int, defence: int, shifts: int, column: str) -> None:
    """20.2.5: rounded for the defender, shifts are counted from 6-1, below 1-3 is AE."""
    assert column_for(attack, defence, shifts) == column


def test_die_is_held_to_the_table() -> None:
    found = Odds("1-3", -3, 1, 3, 0, False)
    assert [result(found, die) for die in (1, 4, 6)] == ["AE", "AE", "AL1"]
    assert result(Odds("6-1", 4, 6, 1, 0, False), 6) == "DE"
    assert result(Odds("AE", 4, 1, 9, 0, False), 6) == "AE"


PANZERS = {"1/5/21 Pz": "1730", "2/5/21 Pz": "1730"}


def test_panzer_shock_and_superiority() -> None:
    """12.7.2, 12.7.3: infantry alone in the open: panzers doubled, and +2 for four steps."""
    found = odds_of(PANZERS | {"22 Gds": "1731"}, "1731")
    assert (found.attack, found.defence, found.modifier, found.shock) == (20, 4, 2, True)
    found = odds_of(PANZERS | {"22 Gds": "1731", "4/7 Arm": "1731"}, "1731")
    assert (found.attack, found.defence, found.modifier, found.anti_tank) == (10, 8, 2, 2)
    found = odds_of(PANZERS | {"4/7 Arm": "1731", "7/7 Arm": "1731"}, "1731")
    assert (found.modifier, found.shock) == (0, False)


def test_one_anti_tank_factor_is_enough_against_shock() -> None:
    """12.7.2: a box, rough ground, a fort, and a ridge that a panzer crosses are one factor each."""
    units = [Counter(name, at) for name, at in (PANZERS | {"22 Gds": "1731"}).items()]
    boxed = odds(position(*units, allied="1731"), ids(*PANZERS), "1731")
    assert (boxed.anti_tank, boxed.shock, boxed.defence, boxed.modifier) == (1, False, 6, 2)
    rough = odds_of({"1/5/21 Pz": "2731", "16/70": "2730"}, "2730")
    assert (rough.anti_tank, rough.attack, rough.defence, rough.modifier) == (1, 5, 5, 1)
    fort = odds_of({"1/5/21 Pz": "2730", "16/70": "2830"}, "2830")
    assert (fort.anti_tank, fort.defence) == (1, 5)
    ridge = odds_of({"1/5/21 Pz": "2529", "16/70": "2429"}, "2429")
    assert (ridge.anti_tank, ridge.attack, ridge.defence) == (1, 4, 4)
    beside = odds_of({"1/5/21 Pz": "2430", "104/21 Pz": "2529", "16/70": "2429"}, "2429")
    assert (beside.anti_tank, beside.attack, beside.shock) == (0, 10 + 3, True)


def test_terrain_factors_of_hex_and_ridge_add_up_or_not() -> None:
    """2728 is rough behind a ridge."""
    there = position(Counter("1/5/21 Pz", "2828"), Counter("16/70", "2728"))
    assert odds(there, ids("1/5/21 Pz"), "2728").anti_tank == 2
    assert odds(there, ids("1/5/21 Pz"), "2728", readings=Readings(terrain_factors_add=False)).anti_tank == 1


def test_a_wadi_counts_only_if_all_cross_it() -> None:
    """Clarification of the chart: Bardia behind its wadi."""
    assert odds_of({"16/70": "2540", "23 Marzo": "2441"}, "2441").defence == 3 + 1 + 1
    assert odds_of({"16/70": "2540", "14/70": "2440", "23 Marzo": "2441"}, "2441").defence == 3 + 1


def test_tobruk_counts_each_infantry_unit_but_italians_only_beside_germans() -> None:
    """Note F."""
    assert (
        odds_of({"Pavia": "2730", "16/70": "2830", "Garrison Br 1": "2830", "1 Tank": "2830"}, "2830").defence
        == 12
    )
    italians = {"16/70": "2730", "Pavia": "2830", "Bologna": "2830"}
    assert odds_of(italians, "2830").defence == 6
    assert odds_of(italians | {"2 MG": "2830"}, "2830").defence == 6 + 3 + 3


def test_marsh_halves_armour_and_mountain_shifts() -> None:
    """Salt marsh halves both factors of armour; a mountain shifts one column left."""
    found = odds_of({"4/7 Arm": "2045", "16/70": "2045", "Recam": "2046", "Pavia": "2046"}, "2046")
    assert (found.attack, found.defence) == (3 + 3, 1 + 3)
    found = odds_of({"16/70": "3316", "14/70": "3316", "Pavia": "3416"}, "3416")
    assert (found.attack, found.defence, found.column) == (6, 3, "1-1")


def test_a_box_needs_infantry_and_italians_have_one() -> None:
    """Note G."""
    assert odds_of({"16/70": "1730", "132/Ariete": "1731"}, "1731", "1731").defence == 3
    assert odds_of({"16/70": "1730", "2 MG": "1731"}, "1731", "1731").defence == 3 + 2
    assert odds_of({"16/70": "1730", "2 MG": "1731", "Pavia": "1731"}, "1731", "1731").defence == 6 + 1


def test_two_large_units_contribute_from_a_central_hex() -> None:
    """7.4: battalions and garrisons are never limited, nor is anybody on West and East."""
    stack = ("104/21 Pz", "115/15 Pz", "Pavia", "2 MG", "Garrison Ger 1")
    central = position(*(Counter(name, "2441") for name in stack))
    choices = contributor_choices(central, frozenset(stack))
    assert choices == {frozenset(stack) - {left} for left in ("104/21 Pz", "115/15 Pz", "Pavia")}
    west = position(*(Counter(name, "2904") for name in stack))
    assert contributor_choices(west, frozenset(stack)) == {frozenset(stack)}


def test_a_unit_that_does_not_contribute_gives_no_modifier_but_anti_tank() -> None:
    units = (Counter("16/70", "1731"), Counter("14/70", "1731"), Counter("1 Tank", "1731", oos=True))
    there = position(*units, Counter("1/5/21 Pz", "1730"))
    attack, defence = ids("1/5/21 Pz"), ids("16/70", "14/70")
    found = odds(there, attack, "1731", defence_contributors=defence)
    assert (found.defence, found.modifier, found.anti_tank) == (8, 0, 2)
    other = Readings(only_contributors_modify=False, all_tanks_are_anti_tank=False)
    found = odds(there, attack, "1731", defence_contributors=defence, readings=other)
    assert (found.modifier, found.anti_tank, found.shock) == (2 + 2, 0, False)  # there are tanks in the hex
    with pytest.raises(ValueError, match=r"7\.4"):
        odds(there, attack, "1731", defence_contributors=ids("16/70"))


def test_escarpments_are_crossed_only_along_a_line() -> None:
    """20.1, ruling: a track leads over 1647/1746, none over 1647/1747."""
    there = position(Counter("16/70", "1746"), Counter("14/70", "1747"), Counter("Cirene", "1647"))
    assert may_attack(there, "16/70", "1647")
    assert not may_attack(there, "14/70", "1647")


def test_who_defends_the_edge_of_a_map_retreats() -> None:
    """20.4.1: only if no enemy is adjacent on the defender's own section."""
    units = (Counter("16/70", "2721"), Counter("Pavia", "2719"))
    assert odds(position(*units), ids("Pavia"), "2721").column == "DR"
    watched = position(*units, Counter("Bologna", "2722"))
    assert not is_edge_defence(watched, ids("Pavia"), "2721")
    assert odds(watched, ids("Pavia"), "2721").column == "1-2"


def test_assault_table() -> None:
    """12.6: turns 14 to 17, two brigades of a division in every attacking hex, infantry in the majority."""
    enemy = Counter("Pavia", "1571")
    division = (Counter("152/51", "1572"), Counter("153/51", "1572"))
    attack = ids("152/51", "153/51")
    assert assault_allowed(position(enemy, *division, turn=14), attack)
    assert not assault_allowed(position(enemy, *division, turn=13), attack)
    mixed = (Counter("152/51", "1572"), Counter("131/44", "1572"))
    assert not assault_allowed(position(enemy, *mixed, turn=14), ids("152/51", "131/44"))
    tanks = (
        Counter("9 Arm", "1572"),
        Counter("152/51", "1572", reduced=True),
        Counter("153/51", "1572", reduced=True),
    )
    assert not assault_allowed(position(enemy, *tanks, turn=14), attack | {"9 Arm"})
    with pytest.raises(ValueError, match="Assault"):
        odds(position(enemy, *division), attack, "1571", "assault")

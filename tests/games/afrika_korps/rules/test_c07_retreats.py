"""7.6: retreats after combat. Ruling 5: two hexes, chosen by the winner, never back, never at a life's cost."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c07_retreat import most_survivors, outlook
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

# Far from the action, so that nobody is isolated or beaten.
BYSTANDERS = ("W3: Bologna AxisSupply3", "J62: 4I/11 AlliedSupply4")


def desert(side: str, *lines: str) -> Desert:
    """A position at the end of a side's movement."""
    table = Desert("\n".join([f"turn 20 {side}", "phase: combat", *lines, *BYSTANDERS]))
    return table.play("done") if table.decision == "destroy-supply" else table


def beaten_back(*lines: str, defenders: tuple[str, ...] = ("22Gds",), die: int = 3) -> Desert:
    """The Axis attacks with 21/5 from M30 against M31, supplied from M28; at 3-1 and 1-1 a three is DB2."""
    table = desert("axis", "M30: 21/5", f"M31: {' '.join(defenders)}", "M28: AxisSupply1", *lines)
    return table.attack(list(defenders), ["21/5"]).play("done", "battle:0").roll(die)


# 7.6 The way


@rule("7.6a")
def test_a_retreat_is_two_hexes_and_may_end_next_to_where_it_began() -> None:
    table = beaten_back().play("unit:22Gds")
    assert table.legal("hex") == {"M32", "L31", "N32"}
    table.play("hex:M32")
    assert table.decision == "retreat-step"  # one hex is not enough
    assert table.legal("hex") == {"M33", "L32", "L31", "N32", "N33"}
    table.play("hex:L31")  # next to M31
    assert table.where("22Gds") == "L31"
    assert table.decision != "retreat-step"


@rule("7.6b")
def test_a_retreat_passes_through_a_full_stack() -> None:
    """L31 and N32 lie in Axis zones; the only way leads through three friends in M32."""
    table = beaten_back("M32: 7A/1 7A/2 Pol", "K30: Trento", "O33: Pavia").play("unit:22Gds")
    assert table.legal("hex") == {"M32"}
    table.play("hex:M32")
    assert table.legal("hex") == {"M33", "L32"}
    table.play("hex:M33")
    assert table.where("22Gds") == "M33"
    assert table.at("M32") == {"7A/1", "7A/2", "Pol"}


@rule("7.6c")
def test_a_retreat_crosses_escarpment_after_escarpment_without_stopping() -> None:
    table = desert("axis", "K31: 21/5", "J30: 22Gds", "K33: AxisSupply1")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("unit:22Gds", "hex:I29")  # an escarpment, and the next three as well
    assert {"I28", "I30", "H28"} <= table.legal("hex")
    table.play("hex:I28")
    assert table.where("22Gds") == "I28"


@rule("7.6d")
def test_the_winner_picks_the_way_of_a_beaten_defender_and_never_back() -> None:
    table = beaten_back()
    assert table.actor == AXIS
    table.play("unit:22Gds")
    assert table.actor == AXIS
    table.play("hex:M32")
    assert table.refusal("hex:M31") == "7.6"  # back into the battle hex
    assert table.refusal("hex:M32") == "7.6"  # the same hex twice
    assert table.refusal("hex:M34") == "7.6"  # more than one hex at a time


@rule("7.6d")
def test_the_winner_picks_the_way_of_a_beaten_attacker_too() -> None:
    """1:3 is 1-3, where a one is AB2."""
    table = desert("allied", "M30: 7A/1", "M31: Brescia")
    table.attack(["Brescia"], ["7A/1"]).play("done", "battle:0").roll(1)
    assert table.actor == AXIS
    table.play("unit:7A/1")
    assert table.legal("hex") == {"M29", "L29", "N30"}
    table.play("hex:M29")
    assert table.refusal("hex:M30") == "7.6"
    table.play("hex:L29")
    assert table.where("7A/1") == "L29"


# 7.6.1 What is deadly


@rule("7.6.1a")
def test_a_unit_that_can_only_enter_enemy_zones_is_eliminated() -> None:
    """L31, M32 and N32, the hexes behind M31, lie in the zones of three Axis units further off."""
    table = beaten_back("K31: Trento", "M33: 15/8", "O33: Pavia")
    table.play("unit:22Gds")
    assert table.where("22Gds") == "dead"
    assert table.happened("died-retreating")[0].rule == "7.6.1"


@rule("7.6.1a")
def test_a_unit_that_can_only_end_in_enemy_zones_is_eliminated() -> None:
    """M32 is free, but all hexes after it lie in zones."""
    table = beaten_back("K31: Trento", "M34: 15/8", "O33: Pavia")
    table.play("unit:22Gds")
    assert table.where("22Gds") == "dead"


@rule("7.6.1a")
def test_a_unit_with_a_way_past_the_enemy_zones_survives() -> None:
    table = beaten_back("K31: Trento", "O33: Pavia").play("unit:22Gds")
    assert table.legal("hex") == {"M32"}
    assert table.refusal("hex:L31") == "7.6.2"
    assert table.refusal("hex:M30") == "7.6.2"  # the victor stands there
    table.play("hex:M32")
    assert table.legal("hex") == {"M33"}
    table.play("hex:M33")
    assert table.where("22Gds") == "M33"


@rule("7.6.1b")
@pytest.mark.parametrize(
    ("hex_name", "attacker", "depot", "beyond"),
    [
        pytest.param("I48", "J48", "K48", "H48", id="the sea"),
        pytest.param("S58", "R57", "R55", "S59", id="the depression"),
        pytest.param("Q67", "Q66", "Q64", "Q68", id="the map edge"),
        pytest.param("X69", "W68", "V67", "X70", id="the map corner"),
    ],
)
def test_a_unit_with_its_back_to_deadly_terrain_is_eliminated(
    hex_name: str, attacker: str, depot: str, beyond: str
) -> None:
    table = desert("axis", f"{attacker}: 21/5", f"{hex_name}: 22Gds", f"{depot}: AxisSupply1")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    assert beyond not in table.state.printed.board.number
    table.play("unit:22Gds")
    assert table.where("22Gds") == "dead"


@rule("7.6.1b")
def test_no_retreat_goes_into_the_sea_where_there_is_land() -> None:
    table = desert("axis", "J49: 21/5", "I48: 22Gds", "K50: AxisSupply1")
    table.attack(["22Gds"], ["21/5"]).play("done", "battle:0").roll(3)
    table.play("unit:22Gds")
    assert table.legal("hex") == {"I47"}
    assert table.refusal("hex:H48") == "7.6.1"


def hemmed_in(*lines: str, units: tuple[str, ...] = ("22Gds", "9A/20")) -> Desert:
    """Out of M31 only M32 and then M33 are free of Axis zones. At 7:4, 1-1, a three is DB2."""
    return beaten_back("K31: Trento", "O33: Pavia", *lines, defenders=units)


@rule("7.6.1c", "7.6.1e")
def test_what_a_full_hex_cannot_take_is_eliminated_and_the_owner_chooses() -> None:
    table = hemmed_in("M33: 7A/1 7A/2")
    table.play("unit:22Gds", "hex:M32", "hex:M33", "unit:9A/20", "hex:M32", "hex:M33")
    assert table.decision == "overflow"
    assert table.actor == ALLIED  # not the winner, who conducts the retreat
    assert table.legal("lose") == {"22Gds", "9A/20"}
    table.play("lose:22Gds")
    assert table.where("22Gds") == "dead"
    assert table.at("M33") == {"7A/1", "7A/2", "9A/20"}


@rule("7.6.1c")
def test_units_that_find_room_lose_nobody() -> None:
    table = hemmed_in("M33: 7A/1")
    table.play("unit:22Gds", "hex:M32", "hex:M33", "unit:9A/20", "hex:M32", "hex:M33")
    assert table.at("M33") == {"7A/1", "22Gds", "9A/20"}


@rule("7.6.1c")
def test_only_the_excess_is_lost() -> None:
    """2+2+1 against 21/5 and 15/8: 14:5 is 2-1, where a three is DB2; M33 has room for two of the three."""
    units = ("22Gds", "9A/20", "Pol")
    lines = (
        "M30: 21/5 15/8",
        f"M31: {' '.join(units)}",
        "M28: AxisSupply1",
        "K31: Trento",
        "O33: Pavia",
        "M33: 7A/1",
    )
    table = desert("axis", *lines).attack(list(units), ["21/5", "15/8"]).play("done", "battle:0").roll(3)
    for unit in units:
        table.play(f"unit:{unit}", "hex:M32", "hex:M33")
    table.play("lose:Pol")
    assert table.at("M33") == {"7A/1", "22Gds", "9A/20"}
    assert table.where("Pol") == "dead"


@rule("7.6.1c", "7.6.1e")
def test_the_owner_names_the_losses_one_after_another_until_the_hex_holds_the_rest() -> None:
    """14:5 is 2-1, where a three is DB2; M33 has room for one of the three."""
    units = ("22Gds", "9A/20", "Pol")
    lines = ("M30: 21/5 15/8", "M31: 22Gds 9A/20 Pol", "M28: AxisSupply1", "K31: Trento", "O33: Pavia")
    table = desert("axis", *lines, "M33: 7A/1 7A/2").attack(list(units), ["21/5", "15/8"])
    table.play("done", "battle:0").roll(3)
    for unit in units:
        table.play(f"unit:{unit}", "hex:M32", "hex:M33")
    table.play("lose:9A/20")
    assert table.legal("lose") == {"22Gds", "Pol"}
    table.play("lose:Pol")
    assert table.decision != "overflow"
    assert table.at("M33") == {"7A/1", "7A/2", "22Gds"}


@rule("7.6.1c", "7.6.1e")
def test_only_those_in_the_overfull_hex_are_lost() -> None:
    """9A/20 in N31 finds free ground in P31 while 22Gds comes into the full M33. 14:4 is 3-1."""
    table = desert(
        "axis", "M30: 21/5 15/8", "M31: 22Gds", "N31: 9A/20", "M28: AxisSupply1", "K31: Trento", "O33: Pavia",
        "M33: 7A/1 7A/2 Pol",
    )  # fmt: skip
    table.attack(["22Gds", "9A/20"], ["21/5", "15/8"]).play("done", "battle:0").roll(3)
    table.play("unit:22Gds", "hex:M32", "hex:M33")
    assert table.decision == "conduct-retreat"  # losses are counted when all have gone
    table.play("unit:9A/20", "hex:O31", "hex:P31")
    assert table.legal("lose") == {"22Gds"}
    assert table.refusal("lose:9A/20") == "7.6.1"


@rule("7.6.1d")
def test_a_unit_that_stands_in_the_hex_is_not_lost_for_one_that_comes_in() -> None:
    table = hemmed_in("M33: 7A/1 7A/2 Pol", units=("22Gds",))
    table.play("unit:22Gds", "hex:M32", "hex:M33")
    assert table.legal("lose") == {"22Gds"}
    assert table.refusal("lose:7A/1") == "7.6.1"
    table.play("lose:22Gds")
    assert table.at("M33") == {"7A/1", "7A/2", "Pol"}


# 7.6.2 What the winner may not do


@rule("7.6.2a")
def test_the_winner_may_not_choose_a_hex_without_room_while_another_has_room() -> None:
    """After M32 both M33 and L32 are free of zones; M33 is full."""
    table = beaten_back("K30: Trento", "O33: Pavia", "M33: 7A/1 7A/2 Pol").play("unit:22Gds", "hex:M32")
    assert table.legal("hex") == {"L32"}
    assert table.refusal("hex:M33") == "7.6.2"


@rule("7.6.2a")
def test_the_winner_may_not_use_up_the_room_that_another_unit_needs() -> None:
    """Each hex has room for one, and two units retreat: the second may not be sent after the first."""
    table = beaten_back(
        "K30: Trento", "O33: Pavia", "M33: 7A/1 7A/2", "L32: Pol 4I/5", defenders=("22Gds", "9A/20")
    )
    table.play("unit:22Gds", "hex:M32")
    assert table.legal("hex") == {"M33", "L32"}
    table.play("hex:M33", "unit:9A/20", "hex:M32")
    assert table.legal("hex") == {"L32"}
    table.play("hex:L32")
    assert {table.where("22Gds"), table.where("9A/20")} == {"M33", "L32"}


@rule("7.6.2a")
@pytest.mark.parametrize(
    ("first", "way", "ends"),
    [
        pytest.param("22Gds", "M32", {"M33"}, id="who has a choice leaves the place to the other"),
        pytest.param("9A/20", "L31", {"L32"}, id="who has none takes it"),
    ],
)
def test_the_winner_leaves_the_only_place_of_one_unit_to_that_unit(first: str, way: str, ends: set[str]) -> None:
    """L32 and M33 have room for one each: 22Gds in M31 can reach both, 9A/20 in L30 only L32. 14:4 is 3-1."""
    table = desert(
        "axis", "M30: 21/5 15/8", "M31: 22Gds", "L30: 9A/20", "M28: AxisSupply1",
        "L31: 7A/1 7A/2 Pol", "M32: 4I/5 4I/7 7/7SG", "L32: 2SA/4 2SA/6", "M33: 1SA/1 1SA/2",
        "J29: Trento", "J30: Brescia", "O33: Pavia",
    )  # fmt: skip
    table.attack(["22Gds", "9A/20"], ["21/5", "15/8"]).play("done", "battle:0").roll(3)
    table.play(f"unit:{first}", f"hex:{way}")
    assert table.legal("hex") == ends


@rule("7.6.2a")
def test_room_is_counted_without_those_who_are_still_to_go_and_with_those_gone() -> None:
    """6:22 is 1-4; a one is AB2. No zone comes out of Tobruch, so a retreat may end where others fought."""
    table = desert("axis", "H25: Trento Pavia Brescia", "H26: 21/3", "G25: 2/3 7/7 7/4", "I25: 15/33 90/55")
    table.attack(["2/3", "7/7", "7/4"], ["Trento", "Pavia", "Brescia", "21/3"]).play("done", "battle:0").roll(1)
    before = table.copy().play("unit:21/3", "hex:I26")
    assert before.legal("hex") == {"H25", "I25", "I27", "J26", "J27"}
    table.play("unit:Trento", "hex:H24", "hex:I25", "unit:21/3", "hex:I26")
    assert table.legal("hex") == {"H25", "I27", "J26", "J27"}  # I25 is full now
    table.play("hex:H25", "unit:Pavia", "hex:H24", "hex:I24", "unit:Brescia", "hex:H24", "hex:I24")
    assert table.decision != "overflow"
    assert table.at("H25") == {"21/3"}


@rule("7.6.2a", "11.7x8")
def test_the_most_that_can_live_and_the_fewest_that_must_enter_a_fortress() -> None:
    """Three units, three hexes with little room, hex 2 the fortress: against trying every way."""
    for rooms, ends in product([(1, 1, 1), (1, 0, 1), (2, 1, 0)], product(range(8), repeat=3)):
        ways = list(product(*([place for place in range(3) if mask >> place & 1] for mask in ends if mask)))
        lives = [sum(min(way.count(place), rooms[place]) for place in range(3)) for way in ways]
        room = dict(enumerate(rooms))
        assert most_survivors(room, list(ends)) == max(lives)
        fewest = min(way.count(2) for way, alive in zip(ways, lives, strict=True) if alive == max(lives))
        assert outlook(room, list(ends), 0b100) == (max(lives), -fewest)
        assert outlook(room, list(ends), 0) == (max(lives), 0)


@rule("7.6d")
def test_the_retreat_comes_before_anything_else_and_takes_only_the_beaten() -> None:
    table = beaten_back("M33: 7A/1")
    assert table.refusal("unit:7A/1") == "7.6"
    assert table.refusal("done") == "8.6"
    table.play("unit:22Gds")
    assert table.refusal("done") == "8.6"


@rule("7.6.2a")
def test_the_winner_may_not_enter_a_dead_end_while_another_way_leads_on() -> None:
    """L31 is free, but every hex after it lies in a zone; N32 leads on to O32 and O33."""
    table = beaten_back("J29: Trento", "J31: Ariete", "M33: 15/8").play("unit:22Gds")
    assert table.legal("hex") == {"N32"}
    assert table.refusal("hex:L31") == "7.6.2"
    table.play("hex:N32")
    assert table.legal("hex") == {"O32", "O33"}


@rule("7.6.2b")
def test_units_may_be_retreated_into_isolation() -> None:
    """All around M32 and M33 lie Axis zones: whatever ends there is cut off from supply, but alive."""
    table = beaten_back("K31: Trento", "O33: Pavia", "L34: Ariete", "O35: Trieste")
    table.play("unit:22Gds", "hex:M32", "hex:M33").end_turn()
    assert table.where("22Gds") == "M33"
    assert table.state.cut_off >> table.state.printed.unit_number["22Gds"] & 1


@rule("15.2.2b")
def test_the_owner_of_the_retreating_captor_says_whether_supply_goes_along() -> None:
    """The winner sends 22Gds over the Axis supply in M32, but the Allies decide about what they took."""
    lines = ("M30: 21/5", "M31: 22Gds", "M28: AxisSupply1", "M32: AxisSupply2", "K31: Trento", "O33: Pavia")
    table = desert("axis", *lines)
    table.attack(["22Gds"], ["21/5"], "AxisSupply1").play("done", "battle:0").roll(3)
    table.play("unit:22Gds", "hex:M32")
    assert (table.decision, table.actor) == ("take-along", ALLIED)


# 7.6.3 Rommel


@rule("7.6.3a")
def test_rommel_does_not_retreat_with_the_attackers() -> None:
    """Before Tobruch, out of which no zone reaches: he stays alone where he was. 2:6 is 1-3, a one is AB2."""
    table = desert("axis", "H26: 21/3 Rommel", "G25: 7/7")
    table.attack(["7/7"], ["21/3"]).play("done", "battle:0").roll(1)
    table.play("unit:21/3", "hex:I27", "hex:J28")
    assert table.where("21/3") == "J28"
    assert table.where("Rommel") == "H26"


@rule("7.6.3a")
def test_rommel_does_not_retreat_with_the_defenders() -> None:
    table = desert("allied", "G25: 2/3 AlliedSupply1", "H26: Savona Rommel")
    table.attack(["Savona"], ["2/3"]).play("done", "battle:0").roll(3)
    assert table.legal("unit") == {"Savona"}
    table.play("unit:Savona", "hex:I27", "hex:J28")
    assert table.where("Savona") == "J28"
    assert table.where("Rommel") == "H26"


@rule("7.6.3b")
@pytest.mark.parametrize(("other", "joined"), [("L29", "L29"), ("L26", "O30")])
def test_rommel_left_alone_in_a_zone_joins_the_nearest_axis_unit(other: str, joined: str) -> None:
    """Either Trento next to him, or the unit that has retreated two hexes."""
    table = desert("axis", "M30: Folgore Rommel", "M31: 7/7", f"{other}: Trento")
    table.attack(["7/7"], ["Folgore"]).play("done", "battle:0").roll(1)
    table.play("unit:Folgore", "hex:N30", "hex:O30")
    assert table.where("Folgore") == "O30"
    assert table.where("Rommel") == joined
    assert table.happened("rommel-placed")[0].rule == "22.4"

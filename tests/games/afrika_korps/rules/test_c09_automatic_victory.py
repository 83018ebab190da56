"""9: automatic victory, declared during movement, and what it opens and binds for the rest of the turn."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

# Open desert: M30 has the neighbours L29, L30, M29, M31, N30 and N31. Pavia and Pol, far off, keep the game going.
FAR = """
W3: Pavia
I48: Pol
"""


def desert(side: str, pieces: str, phase: str = "movement") -> Desert:
    lines = "\n".join(line.strip() for line in (pieces + FAR).splitlines())
    return Desert(f"turn 20 {side}\nphase: {phase}\n{lines}")


def declare(table: Desert, victim: str, *attackers: str) -> Desert:
    """Declare an automatic victory up to the confirmation of its attackers."""
    table.play(f"declare:{victim}", *(f"with:{unit}" for unit in attackers), "done")
    return table


def seven_to_one(more: str = "") -> Desert:
    """21/5 has beaten 1SA/1 at 7:1."""
    return declare(desert("axis", "M29: 21/5\nM26: AxisSupply1\nM30: 1SA/1\n" + more), "1SA/1", "21/5")


# 9.1 When there is an automatic victory


@rule("9.1a")
@pytest.mark.parametrize(
    ("attackers", "victim", "won"),
    [
        ("21/5", "1SA/1", True),  # 7:1
        ("21/104 15/115", "1SA/1", False),  # 6:1
        ("21/5 15/8", "22Gds", True),  # 14:2
        ("21/5 Ariete Brescia", "22Gds", False),  # 13:2
    ],
)
def test_seven_to_one_in_the_open(attackers: str, victim: str, won: bool) -> None:
    table = desert("axis", f"M29: {attackers}\nM26: AxisSupply1\nM30: {victim}")
    assert table.legal("declare") == ({victim} if won else set())
    if not won:
        assert table.refusal(f"declare:{victim}") == "9.1"


@rule("9.1a")
def test_the_victory_exists_once_enough_units_are_in_place() -> None:
    table = desert("axis", "M29: 21/5\nM26: 15/8 AxisSupply1\nM30: 22Gds")
    assert table.refusal("declare:22Gds") == "9.1"
    table.move("15/8", "M27", "M28", "M29")
    table.play("declare:22Gds", "with:21/5")
    assert table.refusal("done") == "9.1"
    table.play("with:15/8", "done")
    assert table.refusal("declare:22Gds") == "9.4"
    assert [event.rule for event in table.happened("automatic-victory")] == ["9.1"]


@rule("9.1a")
def test_a_doubled_defender_counts_double() -> None:
    table = desert("axis", "K17: 21/5\nK14: AxisSupply1\nK18: 1SA/1")  # K18 is escarpment: 7:2
    assert table.refusal("declare:1SA/1") == "9.1"


@rule("9.1a")
def test_several_victims_fall_together_if_the_odds_suffice() -> None:
    table = desert("axis", "M29: 21/5 15/8\nM26: AxisSupply1\nM30: 1SA/1 1SA/2\nL30: 1SA/3")
    table.play("declare:1SA/1")
    assert table.legal("target") == {"1SA/2"}  # L30 is not next to M29
    table.play("target:1SA/2", "with:21/5")
    assert table.refusal("done") == "9.1"
    table.play("with:15/8", "done")
    assert table.refusal("declare:1SA/2") == "9.4"


@rule("9.1b")
@pytest.mark.parametrize(
    ("west", "east", "won"),
    [
        ("21/104 Brescia", "Bologna", True),  # 5:1 without Bologna, 7:1 with it
        ("21/104", "Brescia", True),  # 5:1
        ("21/104", "15/115", True),  # 6:1
        ("Brescia", "Bologna", False),  # 4:1
        ("21/104 Brescia", "", False),  # 5:1, with a way out to the east
        ("21/104 15/115", "", False),  # 6:1, the same
    ],
)
def test_five_to_one_against_an_enemy_that_cannot_retreat(west: str, east: str, won: bool) -> None:
    table = desert("axis", f"M29: {west}\nM31: {east}\nM26: AxisSupply1\nM34: AxisSupply2\nM30: 1SA/1")
    assert table.legal("declare") == ({"1SA/1"} if won else set())


@rule("9.1b")
def test_the_sea_cuts_a_retreat_as_zones_do() -> None:
    """I62 has but three land neighbours, J62, J63 and I63: one attacking stack in J63 bars them all."""
    pieces = "L63: AxisSupply1\n{}: 1SA/1\nJ63: 21/104 Brescia"
    assert desert("axis", pieces.format("I62")).legal("declare") == {"1SA/1"}
    assert desert("axis", pieces.format("J62")).legal("declare") == set()  # J61 and K62 lead away


# 9.1 What it opens


@rule("9.1c", "9.1d")
def test_units_pass_the_cancelled_zone_without_stopping() -> None:
    pieces = "M29: 21/5\nM26: AxisSupply1\nM30: 1SA/1\nL28: 21/3\nL27: 15/33"
    table = desert("axis", pieces)
    table.play("unit:21/3", "hex:L29")
    assert table.decision == "movement"  # it had to stop
    assert table.refusal("unit:21/3") == "8.1"
    declare(table, "1SA/1", "21/5")
    table.move("15/33", "L28", "L29", "L30", "M31", "M32")
    assert table.where("15/33") == "M32"
    assert table.refusal("unit:21/3") == "18.1"  # what has stopped has moved already


@rule("9.1c", "9.1d")
def test_zones_of_other_enemies_still_stop() -> None:
    table = seven_to_one("M33: 1SA/2\nL28: 21/3")
    table.play("unit:21/3", "hex:L29", "hex:L30", "hex:L31", "hex:L32")
    assert table.decision == "movement"
    assert table.refusal("unit:21/3") == "8.1"


@rule("9.1c")
def test_nobody_has_to_attack_a_victim_whose_zone_is_ignored() -> None:
    """15/33 ends next to the victim, out of supply: it need not attack, so it does not die."""
    table = seven_to_one("L35: 15/33")
    table.move("15/33", "L34", "L33", "L32", "L31").play("done")
    while table.decision != "choose-battle":
        table.play("done")
    assert table.where("15/33") == "L31"
    assert table.happened("died-before-combat") == []


@rule("9.1c")
def test_the_zone_stays_ignored_during_combat() -> None:
    """21/3 attacks 1/2 at 1-2, must retreat, and may go into the zone of the victim, which still stands."""
    table = seven_to_one("K29: 21/3\nJ29: 1/2")
    table.play("done").attack(["1/2"], ["21/3"]).play("done", "battle:1").roll(3)
    table.play("unit:21/3")
    assert {"L29", "L30"} <= table.legal("hex")
    assert table.where("1SA/1") == "M30"


@rule("9.1e")
def test_units_pass_through_the_victim_but_do_not_end_there() -> None:
    table = seven_to_one("M28: 21/3")
    table.play("unit:21/3", "hex:M29", "hex:M30")
    assert table.refusal("stop") == "9.1"
    table.play("hex:M31", "stop")
    assert table.at("M31") == {"21/3"}


@rule("9.1e")
def test_no_unit_enters_the_victims_hex_that_could_not_leave_it() -> None:
    """Brescia, of four hexes, has one left: it may not step onto the victim; with two left it may."""
    table = seven_to_one("N30: Brescia\nspent: Brescia=3")
    table.play("unit:Brescia")
    assert table.refusal("hex:M30") == "9.1"
    table = seven_to_one("N30: Brescia\nspent: Brescia=2")
    table.move("Brescia", "M30", "L30")
    assert table.where("Brescia") == "L30"


@rule("9.1e")
def test_before_the_victory_the_hex_is_closed() -> None:
    table = desert("axis", "M28: 21/3\nM29: 21/5\nM30: 1SA/1\nM26: AxisSupply1")
    table.play("unit:21/5")
    assert table.refusal("hex:M30") == "5.4"


@rule("9.1f")
def test_the_victim_stays_until_the_attack_is_resolved_without_a_die() -> None:
    table = seven_to_one()
    assert table.where("1SA/1") == "M30"
    table.play("done")
    assert (table.decision, table.where("1SA/1")) == ("choose-battle", "M30")
    table.play("battle:0")
    assert table.where("1SA/1") == "dead"
    assert table.happened("combat") == []


@rule("9.1f")
def test_a_surrounded_victim_is_eliminated_without_a_die() -> None:
    table = desert("axis", "M29: 21/104\nM31: Brescia\nM26: AxisSupply1\nM34: AxisSupply2\nM30: 1SA/1")
    declare(table, "1SA/1", "21/104", "Brescia").play("done", "battle:0")
    assert table.where("1SA/1") == "dead"
    assert table.happened("combat") == []


# 9.2 Supply at the declaration; the attackers stay


@rule("9.2a")
def test_every_attacker_needs_supply_within_five_hexes() -> None:
    near = desert("axis", "M29: 21/5\nM24: AxisSupply1\nM30: 1SA/1")
    assert near.legal("declare") == {"1SA/1"}
    far = desert("axis", "M29: 21/5\nM23: AxisSupply1\nM30: 1SA/1")
    assert far.refusal("declare:1SA/1") == "9.1"


@rule("9.2a")
def test_an_unfed_unit_takes_no_part_in_the_declaration() -> None:
    """21/5 alone is fed and makes 7:1; 15/8 beyond the victim has no supply."""
    table = desert("axis", "M29: 21/5\nM31: 15/8\nM25: AxisSupply1\nM30: 1SA/1")
    table.play("declare:1SA/1")
    assert table.legal("with") == {"21/5"}
    assert table.refusal("with:15/8") == "9.6"


@rule("9.2b")
@pytest.mark.parametrize(
    ("pieces", "won"),
    [
        ("M29: 21/5\nM30: 1SA/1\nM25: AxisSupply1", True),
        # The zone of 1SA/2 lies across the line, one hex too long round it.
        ("M29: 21/5\nM30: 1SA/1\nM25: AxisSupply1\nL26: 1SA/2\nN28: 1SA/3", False),
        # Full Qattara hexes between S58 and S61.
        ("S58: 21/5\nR58: 1SA/1\nS61: AxisSupply1", False),
        ("S58: 21/5\nR58: 1SA/1\nS55: AxisSupply1", True),
        # From M28 to M31 the free way is six hexes; through the victim's own zone it would be three.
        ("M31: 21/5\nM30: 1SA/1\nM28: AxisSupply1", False),
        ("M31: 21/5\nM30: 1SA/1\nL30: AxisSupply1", False),
        ("M31: 21/5\nM30: 1SA/1\nL31: AxisSupply1", True),
    ],
)
def test_what_blocks_the_line_at_the_declaration(pieces: str, won: bool) -> None:
    assert desert("axis", pieces).legal("declare") == ({"1SA/1"} if won else set())


@rule("9.2c")
def test_the_attackers_move_no_more() -> None:
    table = desert("axis", "M29: 21/5 15/8\nM26: AxisSupply1\nM30: 1SA/1")
    assert {"21/5", "15/8"} <= table.legal("unit")
    declare(table, "1SA/1", "21/5")
    assert table.refusal("unit:21/5") == "9.2"
    assert "15/8" in table.legal("unit")  # it took no part


@rule("9.2c")
def test_a_unit_wins_one_automatic_victory_only() -> None:
    table = desert("axis", "M29: 21/5\nM26: AxisSupply1\nM30: 1SA/1\nN30: 1SA/2")
    assert table.legal("declare") == {"1SA/1", "1SA/2"}
    declare(table, "1SA/1", "21/5")
    assert table.refusal("declare:1SA/2") == "9.1"


@rule("9.2d")
def test_the_attackers_may_advance_after_combat() -> None:
    """K18 is escarpment: 14:2 against 1SA/1."""
    table = desert("axis", "K17: 21/5 15/8\nK14: AxisSupply1\nK18: 1SA/1")
    declare(table, "1SA/1", "21/5", "15/8").play("done", "battle:0")
    assert table.decision == "advance"
    table.play("unit:21/5")
    assert table.where("21/5") == "K18"


@rule("9.1e")
@pytest.mark.parametrize(("bonus", "passes"), [(8, True), (9, False)])
def test_the_hexes_of_two_victims_are_passed_one_after_the_other_or_not_entered(bonus: int, passes: bool) -> None:
    """The last point takes Brescia to I63, where the road ends and leads over J63 to J62: there is no way back."""
    table = desert(
        "axis",
        "I62: 21/5 15/8 Brescia AxisSupply1\nI63: 1SA/1\nJ63: 1SA/2\n"
        f"spent: Brescia=3\nroad_spent: Brescia={bonus}",
    )
    table.play("declare:1SA/1", "target:1SA/2", "with:21/5", "with:15/8", "done")
    table.play("unit:Brescia")
    assert table.allows("hex:I63") == passes
    if passes:
        table.play("hex:I63", "hex:J63", "hex:J62")
        assert table.where("Brescia") == "J62"
    else:
        assert table.refusal("hex:I63") == "9.1"


# 9.3 Blockers

# 21/104 and Brescia in M29 leave 1SA/1 three ways out: L30, M31 and N31. 90/55 in L31 and 90/200 in N32, neither
# of them next to it, close all three; 90/580 adds nothing.
RING = """
M29: 21/104 Brescia
M26: AxisSupply1
M30: 1SA/1
L31: 90/55
N32: 90/200
M33: 90/580
"""


@rule("9.3a")
def test_units_that_cut_the_retreat_are_named_and_stay() -> None:
    table = desert("axis", RING)
    declare(table, "1SA/1", "21/104", "Brescia")
    assert table.decision == "name-blockers"
    assert table.refusal("done") == "9.3"
    assert table.refusal("block:Pavia") == "9.3"
    table.play("block:90/55")
    assert table.legal("block") == {"90/200"}  # N31 alone is still open
    table.play("block:90/200")
    assert table.decision == "movement"
    assert {table.refusal("unit:90/55"), table.refusal("unit:90/200")} == {"9.3"}
    table.move("90/580", "M32", "M31", "M30", "L30")
    table.play("done")
    while table.decision != "choose-battle":
        table.play("done")
    table.play("battle:0")
    assert table.where("1SA/1") == "dead"
    assert table.happened("combat") == []


@rule("9.1a")
def test_victims_are_added_as_long_as_the_attackers_named_stand_next_to_them_all() -> None:
    table = desert("axis", "M29: 21/5 15/8\nN31: 21/3 AxisSupply2\nM26: AxisSupply1\nM30: 1SA/1\nL29: 1SA/2")
    table.play("declare:1SA/1", "with:21/5")
    other = table.copy().play("with:21/3")  # which stands next to M30 alone
    assert other.refusal("target:1SA/2") == "9.1"
    table.play("target:1SA/2", "with:15/8")
    assert table.refusal("with:21/3") == "8.5"
    table.play("done")
    assert table.marked("cancelled") == {"1SA/1", "1SA/2"}


@rule("9.2b")
@pytest.mark.parametrize(("blocker", "won"), [("21/5", False), ("Savona", False), ("Rommel", True)])
def test_an_enemy_zone_across_the_only_line_takes_the_victory_away(blocker: str, won: bool) -> None:
    """From M24 to M29 there is one line of five hexes, and L26 lies beside it."""
    pieces = f"M29: 7/4 2/3\nM30: Folgore\nM24: AlliedSupply1\nL26: {blocker}\nW6: Bologna"
    assert desert("allied", pieces).allows("declare:Folgore") == won


@rule("9.3a")
def test_the_allies_declare_block_and_feed_a_victory_of_their_own() -> None:
    """The same ring with the sides changed, 5:1 against Folgore, and two supply units to choose from."""
    table = desert(
        "allied",
        "M29: 7/4 1SA/2\nM26: AlliedSupply1 AlliedSupply2\nM30: Folgore\nL31: 7A/1\nN32: 7A/2",
    )
    table.play("declare:Folgore")
    assert (table.actor, table.decision) == (1, "declare-victory")
    table.play("with:7/4", "with:1SA/2", "done")
    assert (table.actor, table.legal("block")) == (1, {"7A/1", "7A/2"})
    table.play("block:7A/1", "block:7A/2")
    assert (table.actor, table.decision) == (1, "name-supply")
    table.play("supply:AlliedSupply2")
    assert table.marked("used") == {"AlliedSupply2"}
    assert table.marked("cancelled") == {"Folgore"}
    assert table.marked("frozen") == {"7/4", "1SA/2", "7A/1", "7A/2"}


# One way out is left, N31, and beyond it three hexes: N32, O31 and O32. 90/200 in P32 and 90/580 in N33, three
# hexes from 1SA/1, bar them all, and no other unit does.
FAR_RING = """
M29: 21/104 Brescia
M26: AxisSupply1
M30: 1SA/1
L31: 90/55
P32: 90/200
{}: 90/580
"""


@rule("9.1b", "9.3a")
def test_units_three_hexes_away_cut_a_retreat_where_it_would_end() -> None:
    table = desert("axis", FAR_RING.format("N33"))
    declare(table, "1SA/1", "21/104", "Brescia")
    assert table.legal("block") == {"90/55", "90/200", "90/580"}
    table.play("block:90/55", "block:90/200", "block:90/580")
    assert {table.refusal(f"unit:{unit}") for unit in ("90/200", "90/580")} == {"9.3"}


@rule("9.1b")
def test_units_four_hexes_away_cut_no_retreat() -> None:
    assert desert("axis", FAR_RING.format("N34")).refusal("declare:1SA/1") == "9.1"


@rule("9.3a")
def test_seven_to_one_needs_no_blockers() -> None:
    table = desert("axis", RING.replace("Brescia", "Ariete"))
    declare(table, "1SA/1", "21/104", "Ariete")
    assert table.decision == "movement"
    assert {"90/55", "90/200", "90/580"} <= table.legal("unit")


@rule("9.3a")
def test_a_victory_whose_ring_is_broken_is_rolled_at_its_odds() -> None:
    """90/55 also attacks 1/22 and 1 in K31, at 2:6, and is lost before the victory is resolved (ruling 21)."""
    table = desert("axis", RING + "K31: 1/22 1")
    declare(table, "1SA/1", "21/104", "Brescia").play("block:90/55", "block:90/200", "done")
    table.attack(["1/22", "1"], ["90/55"]).play("done", "battle:1").roll(5)
    assert table.where("90/55") == "dead"
    table.play("battle:0").roll(2)  # 5-1: the defender retreats
    table.play("unit:1SA/1", "hex:L30", "hex:K30")
    assert table.where("1SA/1") == "K30"


# 9.4 Joining


@rule("9.4a")
def test_a_unit_that_came_through_the_cancelled_zone_may_join() -> None:
    table = seven_to_one("L28: 21/3\nN28: 15/33")
    table.move("21/3", "L29", "L30").move("15/33", "N29").play("done", "attack:1SA/1")
    assert table.legal("with") == {"21/3"}
    assert table.refusal("with:15/33") == "9.4"
    table.play("with:21/3", "done")
    names = table.state.printed.units
    assert {names[unit].id for unit in table.happened("battle-declared")[-1].arguments["attackers"]} == {
        "21/5",
        "21/3",
    }
    table.play("done", "battle:0")
    assert table.where("1SA/1") == "dead"


@rule("9.4a")
def test_who_has_no_supply_may_not_join() -> None:
    """90/55 stands beyond the victim: its line of supply runs through the victim's hex."""
    table = seven_to_one("M31: 90/55")
    table.play("done", "attack:1SA/1")
    assert table.legal("with") == {"90/55"}  # M26 to M30 is five hexes
    table = declare(desert("axis", "M29: 21/5\nM25: AxisSupply1\nM30: 1SA/1\nM31: 90/55"), "1SA/1", "21/5")
    table.play("done")
    assert table.decision == "choose-battle"  # six hexes: nobody can join


@rule("9.4b")
def test_a_joiner_need_not_attack_other_enemies_that_are_soaked_off() -> None:
    table = seven_to_one("L28: 15/8\nK30: 1/22\nK28: 21/3")
    table.move("15/8", "L29", "L30").move("21/3", "K29").play("done", "attack:1SA/1", "with:15/8", "done")
    assert table.refusal("done") == "8.4"  # 1/22 must be attacked, by 21/3
    table.attack(["1/22"], ["21/3"]).play("done")
    assert table.decision == "choose-battle"
    table.play("battle:1").roll(3)


@rule("9.4b")
def test_without_a_soak_off_a_unit_next_to_others_may_not_join() -> None:
    table = seven_to_one("L28: 15/8\nK30: 1/22")
    table.move("15/8", "L29", "L30").play("done")
    assert table.legal("attack") == {"1/22"}
    assert table.refusal("done") == "8.4"
    table.attack(["1/22"], ["15/8"]).play("done")
    assert table.decision == "choose-battle"


@rule("9.4b")
def test_who_fights_elsewhere_does_not_join_too() -> None:
    table = seven_to_one("L28: 15/8 21/3\nK30: 1/22")
    table.move("15/8", "L29", "L30").move("21/3", "L29", "L30").play("done")
    table.attack(["1/22"], ["15/8"]).play("attack:1SA/1")
    assert table.legal("with") == {"21/3"}


@rule("9.4c")
def test_later_arrivals_do_not_relieve_the_units_that_won() -> None:
    table = seven_to_one("M27: 15/8")
    table.move("15/8", "M28", "M29")
    assert table.refusal("unit:21/5") == "9.2"
    table.play("unit:15/8")
    assert table.refusal("unit:21/5") == "9.2"  # nor may it be taken along


# 9.5 Trapped units


@rule("9.5a")
@pytest.mark.parametrize(
    ("enemy", "won"),
    [
        ("1/201Gds", False),  # 2:2 is 1-1: 90/55 needs supply and has none
        ("1/22", False),  # 2:4 is 1-2
        ("1/22 1", True),  # 2:6 is 1-3: it may attack, so it lives and blocks
    ],
)
def test_a_unit_that_must_die_before_combat_cuts_no_retreat(enemy: str, won: bool) -> None:
    """90/55 in M31 closes the ring, but stands in the zone of the enemy in M32."""
    pieces = f"M29: 21/104 Brescia\nM26: AxisSupply1\nM30: 1SA/1\nM31: 90/55\nM32: {enemy}\nK31: 7A/1\nO32: 7A/2"
    assert desert("axis", pieces).legal("declare") == ({"1SA/1"} if won else set())


@rule("9.5a")
@pytest.mark.parametrize(
    ("beyond", "won"),
    [
        ("21/3", False),  # 2:1 against the victim alone, and no supply for it
        ("21/3 AxisSupply2", True),
        ("Rommel", False),
    ],
)
def test_the_zone_of_the_victim_traps_whoever_would_block_it(beyond: str, won: bool) -> None:
    """21/104 and Brescia have 5:1; beyond 1SA/1 stands who would close the ring (ruling 21b)."""
    table = Desert(f"""
        turn 20 axis
        phase: movement
        P40: 21/104 Brescia
        P41: 1SA/1
        P42: {beyond}
        P37: AxisSupply1
        W3: Pavia
        J62: Pol AlliedSupply5
        """)
    assert table.allows("declare:1SA/1") == won
    if won:
        declare(table, "1SA/1", "21/104", "Brescia")
        assert table.legal("block") == {"21/3"}
    else:
        assert table.refusal("declare:1SA/1") == "9.1"


@rule("9.5a")
def test_a_unit_without_supply_is_no_blocker_because_another_like_it_would_be() -> None:
    """21/3 and Savona have two factors and 32 beside them each; only the zone of 32 parts Savona from supply."""
    pieces = "W62: 32\nX63: 21/3 Folgore\nW63: 21/5\nV61: Savona\nX65: AxisSupply1"
    table = desert("axis", pieces)
    assert table.legal("declare") == set()
    assert table.refusal("declare:32") == "9.1"
    declare(desert("axis", f"{pieces}\nV61: AxisSupply2"), "32", "21/3", "Folgore", "21/5").play("block:Savona")


# 9.6 Its own effect


@rule("9.6a")
def test_supply_must_be_there_when_the_victory_is_declared() -> None:
    table = desert("axis", "M29: 21/5\nM22: AxisSupply1\nM30: 1SA/1")
    assert table.refusal("declare:1SA/1") == "9.1"
    table.move("AxisSupply1", "M23", "M24")
    assert table.legal("declare") == {"1SA/1"}


@rule("9.6b")
def test_a_victory_does_not_open_its_own_supply_line() -> None:
    """Through the victim's zone the line from M28 is three hexes long: good enough for an attack, not for this."""
    table = desert("axis", "M31: 21/5\nM28: AxisSupply1\nM30: 1SA/1")
    assert table.refusal("declare:1SA/1") == "9.1"
    table.play("done").attack(["1SA/1"], ["21/5"]).play("done", "battle:0")
    assert table.where("1SA/1") == "dead"


# 9.7 Supply moves on


@rule("9.7a")
def test_supply_moves_over_the_victim_and_supports_another_attack() -> None:
    table = seven_to_one("M33: 15/8\nM34: 22Gds")
    table.move("AxisSupply1", "M27", "M28", "M29", "M30", "M31")
    table.play("done").attack(["22Gds"], ["15/8"]).play("done")
    assert [event.arguments["supply"] for event in table.happened("supported")] == [
        [table.state.printed.unit_number["AxisSupply1"]]
    ] * 2
    table.play("battle:0", "battle:1").roll(1)
    assert {table.where("1SA/1"), table.where("22Gds")} == {"dead"}


@rule("9.7b")
def test_supply_that_moves_on_keeps_its_line_to_the_attackers() -> None:
    """From M34 the line to M29 is M34, M33, M32, M31, M30; from M35 it would be six hexes."""
    table = seven_to_one()
    table.play("unit:AxisSupply1", *(f"hex:M{number}" for number in range(27, 36)))
    assert table.refusal("stop") == "14.5"
    assert table.legal("hex") <= {"M34", "L34", "L35", "N35", "N36", "M36"}
    assert table.refusal("hex:M36") == "9.7"  # with its last hex it must come back into range
    table.play("hex:M34")
    assert (table.decision, table.where("AxisSupply1")) == ("movement", "M34")


@rule("9.7b")
def test_supply_that_cannot_come_back_stays_in_range() -> None:
    table = seven_to_one("spent: AxisSupply1=9")
    table.play("unit:AxisSupply1")
    assert "M25" in table.legal("hex")
    table = declare(
        desert("axis", "M29: 21/5\nM24: AxisSupply1\nM30: 1SA/1\nspent: AxisSupply1=9"), "1SA/1", "21/5"
    )
    table.play("unit:AxisSupply1")
    assert table.refusal("hex:M23") == "9.7"
    assert table.legal("hex") == {"M25", "L24", "N25"}


# 15.3.1 Supply stacked with the victims


@rule("15.3.1a")
def test_supply_with_the_victims_is_captured_at_once() -> None:
    table = desert("axis", "M29: 21/5 15/8\nM26: AxisSupply1\nM30: 1SA/1 1SA/2 AlliedSupply1")
    declare(table, "1SA/1", "21/5")
    assert "AlliedSupply1" in table.at("M30")  # 1SA/2 still guards it
    declare(table, "1SA/2", "15/8")
    assert table.where("AlliedSupply1") == "off"
    (captured,) = table.at("M30") - {"1SA/1", "1SA/2"}
    table.move(captured, "M31", "M32")
    assert table.where(captured) == "M32"


def test_supply_with_victims_in_a_fortress_is_not_captured_before_combat() -> None:
    table = desert("axis", "H25: 21/5 15/8\nI25: AxisSupply1\nG25: 1SA/1 AlliedSupply1")
    declare(table, "1SA/1", "21/5", "15/8")
    assert table.at("G25") == {"1SA/1", "AlliedSupply1"}


# The example: 15/115 in M31 is shut in by 1SA/1 in M30, 1/22 in M32 and 32 in N32. The figure is lost; the units,
# the odds and who is next to whom are those of the text. The gap that 1SA/1 would leave is L30.

EXAMPLE = """
M29: 21/104 Brescia {more}
L26: AxisSupply1
M31: 15/115
M30: 1SA/1
M32: 1/22
N32: {armour}
"""


@rule("9e1")
def test_example_no_victory_because_15_115_dies_before_combat() -> None:
    table = desert("axis", EXAMPLE.format(more="", armour="32"))
    assert table.refusal("declare:1SA/1") == "9.1"
    table.play("done")
    assert table.where("15/115") == "dead"
    assert [event.rule for event in table.happened("died-before-combat")] == ["11.9"]
    table.attack(["1SA/1"], ["21/104", "Brescia"]).play("done", "battle:0").roll(2)
    table.play("unit:1SA/1")
    assert "M31" in table.legal("hex")  # 5-1: it retreats through the hex 15/115 held


@rule("9e2")
def test_example_seven_to_one_opens_supply_and_the_gap() -> None:
    table = desert("axis", EXAMPLE.format(more="21/3", armour="32"))
    declare(table, "1SA/1", "21/104", "Brescia", "21/3")
    escaped = table.copy()
    table.play("done").attack(["1/22", "32"], ["15/115"]).play("done", "battle:1").roll(1)  # 1-2: defender back 2
    assert table.happened("combat")[0].arguments["column"] == 4
    assert escaped.allows("unit:15/115")
    escaped.play("unit:15/115", "hex:L30", "hex:K29", "stop", "done")
    assert escaped.happened("died-before-combat") == []


@rule("9e3")
def test_example_at_one_to_three_15_115_needs_no_supply_and_retreats_through_the_gap() -> None:
    """7/7 has a defence of 3, as the example wishes for 32."""
    table = desert("axis", EXAMPLE.format(more="", armour="7/7"))
    declare(table, "1SA/1", "21/104", "Brescia").play("block:15/115", "done")
    table.attack(["1/22", "7/7"], ["15/115"]).play("done", "battle:0")
    assert table.where("1SA/1") == "dead"
    table.play("battle:1").roll(1)  # 3:7 is 1-3: attacker back 2
    table.play("unit:15/115")
    assert "L30" in table.legal("hex")
    table.play("hex:L30", "hex:L29")
    assert table.where("15/115") == "L29"

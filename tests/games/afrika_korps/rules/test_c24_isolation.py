"""24: isolation over two whole turns, on the map and at sea, and the Axis without supply."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule

FAR_AXIS = "W6: 21/5 AxisSupply1"
FAR_ALLIES = "J62: 22Gds AlliedSupply1"
# The zones of these three close a ring round P50, which none of them reaches.
RING = "O51: Savona\nR51: Pavia\nO48: Trento"


def position(moment: str, phase: str, *lines: str) -> Desert:
    return Desert("\n".join([f"turn {moment}", f"phase: {phase}", FAR_AXIS, FAR_ALLIES, *lines]))


def marked(table: Desert, field: str) -> set[str]:
    """The units a field of the position text names."""
    for line in table.game.write_position(table.state).splitlines():
        if line.startswith(f"{field}: "):
            return set(line.split()[1:])
    return set()


def isolated(*lines: str) -> set[str]:
    """The Allied units isolated when their turn begins."""
    return marked(position("4 allied", "start", *lines), "cut_off")


# 24.1: the line


@rule("24.1a")
def test_a_ring_of_enemy_zones_isolates() -> None:
    assert isolated("P50: 9A/20", RING) == {"9A/20"}
    assert isolated("P50: 9A/20", "O51: Savona\nR51: Pavia") == set()
    assert isolated("P50: 9A/20", RING.replace("Trento", "Rommel")) == set(), "Rommel has no zone"


@rule("24.1a")
def test_the_qattara_depression_closes_the_rest_of_a_ring() -> None:
    """S58 has three playable neighbours, R57, R58 and S57; the others lie in the depression."""
    assert isolated("S58: 9A/20", "Q57: Savona", "S56: Pavia") == {"9A/20"}
    assert isolated("S58: 9A/20", "Q57: Savona") == set()


@rule("24.1a")
def test_the_map_edge_closes_the_rest_of_a_ring() -> None:
    """Two units bar the strip between the depression and the eastern edge, on which S68 lies."""
    assert isolated("S68: 9A/20", "Q66: Savona", "S66: Pavia") == {"9A/20"}
    assert isolated("S68: 9A/20", "S66: Pavia") == set()


@rule("24.1a")
def test_the_sea_closes_the_rest_of_a_ring() -> None:
    """One unit in H25 reaches all three ways out of Tobruch."""
    assert isolated("G25: 9A/20", "H25: Savona") == {"9A/20"}
    assert isolated("G25: 9A/20", "G24: Savona") == set()


@rule("24.1a")
def test_no_line_crosses_a_closed_hexside() -> None:
    """Supply stands in W62, beyond the closed side of X62; the way round by X63 lies in a zone."""
    assert isolated("X62: 9A/20", "W62: AlliedSupply2", "X64: Savona") == {"9A/20"}
    assert isolated("X62: 9A/20", "W62: AlliedSupply2", "X65: Savona") == set()


@rule("24.1a")
def test_a_fortress_held_by_the_enemy_blocks_the_line() -> None:
    """Ruling 34: from G24 only the way through Tobruch is free of zones, until Trento stands in it."""
    zones = ["I25: Pavia", "H22: Savona"]
    assert isolated("G24: 9A/20", "H26: AlliedSupply2", *zones) == set()
    assert isolated("G24: 9A/20", "H26: AlliedSupply2", *zones, "G25: Trento") == {"9A/20"}


@rule("24.1a")
def test_friendly_units_do_not_lift_an_enemy_zone() -> None:
    """7A/1 in P51 can trace its own line to the south, but 9A/20 cannot trace one through it."""
    assert isolated("P50: 9A/20", RING, "P51: 7A/1") == {"9A/20"}


@rule("24.1b")
def test_the_line_may_be_of_any_length() -> None:
    """From El Agheila to the Nile the Allied unit is fed by supply at the other end of the map."""
    assert isolated("W7: 9A/20") == set()
    table = position("4 axis", "start", "L59: Savona")
    assert marked(table, "cut_off") == set()


@rule("24.1b")
def test_the_line_may_wind_through_any_gap() -> None:
    """A wall of zones from the coast to the southern edge, and the same wall with a gap."""
    wall = "K37: Savona\nN38: Pavia\nQ40: Trento\nT41: Brescia\nW43: Bologna"
    assert isolated("P30: 9A/20", wall) == {"9A/20"}
    assert isolated("P30: 9A/20", wall.replace("T41: Brescia\n", "")) == set()


@rule("24.1c")
def test_the_units_own_hex_may_lie_in_an_enemy_zone() -> None:
    """9A/20 stands next to Savona; P49 behind it is free."""
    assert isolated("P50: 9A/20", "O51: Savona", "P51: Pavia") == set()


@rule("24.1c")
def test_the_supplys_own_hex_may_lie_in_an_enemy_zone() -> None:
    """In the ring round P50 supply stands in O50, in the zone of Savona: next to it the line has no other hex."""
    assert isolated("P50: 9A/20", "O50: AlliedSupply2", RING) == set()
    assert isolated("P50: 9A/20", "N50: AlliedSupply2", RING) == {"9A/20"}


@rule("24.1c")
def test_a_unit_stacked_with_supply_is_never_isolated() -> None:
    assert isolated("P50: 9A/20 AlliedSupply2", RING) == set()
    assert isolated("P50: 9A/20 AlliedSupply2", "P49: Savona", "P51: Pavia") == set()


@rule("24.1c")
def test_enemy_supply_feeds_nobody() -> None:
    assert isolated("P50: 9A/20 Rommel", "Q50: AxisSupply2", RING) == {"9A/20"}


# 24.2: two whole turns


@rule("24.2a")
def test_a_unit_isolated_for_two_whole_own_turns_is_eliminated() -> None:
    table = position("4 allied", "start", "P50: 9A/20", RING).end_turn()
    assert table.where("9A/20") == "P50"
    assert marked(table, "allied_once") == {"9A/20"}
    table.end_turn()
    assert table.where("9A/20") == "P50", "the enemy's turn does not count"
    table.end_turn()
    assert table.where("9A/20") == "dead"
    assert [event.rule for event in table.happened("died-isolated")] == ["24.2"]


@rule("24.2a")
def test_the_axis_counts_its_own_turns() -> None:
    ring = "O51: 9A/20\nR51: 7A/1\nO48: 7A/2"
    table = position("4 axis", "start", "P50: Savona", ring).end_turn().end_turn()
    assert table.where("Savona") == "P50"
    assert table.end_turn().where("Savona") == "dead"


@rule("24.2a")
def test_a_turn_in_supply_between_breaks_the_count() -> None:
    """Trento leaves the ring in the Axis turn and comes back in the next."""
    table = position("4 allied", "end", "P50: 9A/20", RING, "cut_off: 9A/20")
    assert marked(table, "allied_once") == {"9A/20"}
    table.move("Trento", "O47", "N46").end_turn().end_turn()
    assert marked(table, "allied_once") == set()
    table.move("Trento", "O47", "O48").end_turn().end_turn()
    assert table.where("9A/20") == "P50", "this was a first turn again"


@rule("24.2b")
@pytest.mark.parametrize(("field", "fate"), [("cut_off: 9A/20", "dead"), ("", "P50")])
def test_isolation_counts_only_if_it_was_there_at_the_start(field: str, fate: str) -> None:
    table = position("4 allied", "end", "P50: 9A/20", RING, "allied_once: 9A/20", field or "# supplied")
    assert table.where("9A/20") == fate


@rule("24.2b")
def test_isolation_counts_only_if_it_is_there_at_the_end() -> None:
    """9A/20 begins its second turn cut off in Tobruch; the supply that lands there saves it."""
    siege = ["G25: 9A/20", "H25: Savona", "allied_once: 9A/20"]
    assert position("4 allied", "start", *siege).play("decline").end_turn().where("9A/20") == "dead"
    relieved = position("4 allied", "start", *siege).play("hex:G25").end_turn()
    assert relieved.where("9A/20") == "G25"
    assert marked(relieved, "allied_once") == set()


@rule("24.2b")
def test_the_end_test_comes_before_used_supply_is_removed() -> None:
    """In besieged Tobruch 7/4 attacks Pavia at 4 to 6 with the supply just landed and is lost.

    The supply is spent, yet it keeps 9A/20 alive, whose second turn this is.
    """
    table = position("5 allied", "start", "G25: 9A/20 7/4", "H25: Pavia", "allied_once: 9A/20 7/4")
    table.play("hex:G25", "done", "done").attack(["Pavia"], ["7/4"], "AlliedSupply2").play("done", "battle:0")
    table.roll(5).end_turn()
    assert (table.where("7/4"), table.where("AlliedSupply2"), table.where("9A/20")) == ("dead", "off", "G25")
    assert marked(table, "allied_once") == set()


@rule("24.2c")
def test_supply_that_is_gone_again_before_the_end_changes_nothing() -> None:
    """The supply that lands in Tobruch breaks the isolation, but is destroyed within the turn."""
    table = position("4 allied", "start", "G25: 9A/20", "H25: Savona", "allied_once: 9A/20")
    table.play("hex:G25", "destroy:AlliedSupply2").end_turn()
    assert table.where("9A/20") == "dead"


def south_african_pocket() -> Desert:
    """The diagram is lost: four brigades whose zones close a pocket of the two hexes T45 and T46."""
    return Desert(
        """
        turn 16 axis
        phase: start
        W6: 21/5
        Q43: AxisSupply1
        T45: 15/33
        R45: 1SA/3
        S43: 1SA/1
        V46: 1SA/2
        U48: 1SA/5
        J62: 22Gds AlliedSupply1
        """
    )


@rule("24e1", "24.2c")
def test_example_a_unit_thrown_back_into_its_pocket_was_isolated_for_the_whole_turn() -> None:
    """15/33 attacks 1SA/3 at 2-1, fed by Axis supply 1; a 4 sends it back from A's neighbour to B."""
    table = south_african_pocket()
    assert marked(table, "cut_off") == {"15/33"}
    table.move("15/33", "S45").play("done").attack(["1SA/3"], ["15/33"], "AxisSupply1").play("done", "battle:0")
    assert table.state.used, "Axis supply 1 supports the attack"
    table.roll(4).play("unit:15/33", "hex:T45", "hex:T46").end_turn()
    assert table.where("15/33") == "T46"
    assert table.where("AxisSupply1") == "off", "it supported the attack"
    assert marked(table, "axis_once") == {"15/33"}
    table.end_turn().end_turn()
    assert table.where("15/33") == "dead", "the second turn"


# 24.3: landing


@rule("24.3a")
def test_a_unit_that_lands_in_a_supplied_port_is_supplied() -> None:
    """9A/20 was isolated at sea, its second turn; in the base it is as well off as 22Gds."""
    table = position("4 allied", "start", "sea: 9A/20", "allied_once: 9A/20")
    assert marked(table, "cut_off") == {"9A/20"}
    table.play("decline", "unit:9A/20")
    assert marked(table, "cut_off") == set()
    assert table.end_turn().where("9A/20") == "J62"


@rule("24.3a")
def test_a_supplied_unit_that_lands_in_an_isolated_port_is_isolated() -> None:
    table = position("4 allied", "start", "G25: 7A/1", "H25: Savona", "sea: 9A/20 AlliedSupply2")
    assert marked(table, "cut_off") == {"7A/1"}, "at sea supply was with it"
    table.play("decline", "unit:9A/20", "hex:G25", "unit:AlliedSupply2", "hex:J62")
    assert marked(table, "cut_off") == {"7A/1", "9A/20"}


@rule("24.3a")
def test_a_unit_that_lands_where_supply_has_just_landed_is_supplied() -> None:
    """The garrison began its second turn without; the supply comes before the unit, and is destroyed after."""
    table = position("4 allied", "start", "G25: 7A/1", "H25: Savona", "sea: 9A/20", "allied_once: 7A/1")
    table.play("hex:G25", "unit:9A/20", "hex:G25", "done", "destroy:AlliedSupply2").end_turn()
    assert (table.where("7A/1"), table.where("9A/20")) == ("dead", "G25")
    assert marked(table, "allied_once") == set()


@rule("24.3b")
@pytest.mark.parametrize(("counted", "fate"), [("allied_once: 7A/1", "dead"), ("# first turn", "G25")])
def test_landed_units_share_the_turn_of_isolation_of_the_garrison(counted: str, fate: str) -> None:
    table = position("5 allied", "start", "G25: 7A/1", "H25: Savona", "sea: 9A/20", counted)
    table.play("decline", "unit:9A/20", "hex:G25", "unit:7/4", "hex:G25").end_turn()
    assert (table.where("7A/1"), table.where("9A/20"), table.where("7/4")) == (fate, fate, fate)
    table.end_turn().end_turn()
    assert table.where("9A/20") == "dead"


@rule("24.3b")
def test_a_unit_in_its_second_turn_shares_the_first_turn_of_the_garrison() -> None:
    table = position("4 allied", "start", "G25: 7A/1", "H25: Savona", "sea: 9A/20", "allied_once: 9A/20")
    table.play("decline", "unit:9A/20", "hex:G25").end_turn()
    assert (table.where("7A/1"), table.where("9A/20")) == ("G25", "G25")


@rule("24.3a")
def test_where_nobody_is_to_share_with_the_units_own_turns_count_on() -> None:
    """Rommel alone holds Tobruch, cut off by 7/4: Savona, isolated at sea before, dies; Pavia does not yet."""
    table = position("5 axis", "start", "G25: Rommel", "H25: 7/4", "sea: Savona Pavia", "axis_once: Savona")
    table.roll(1).play("unit:Savona", "unit:Pavia").end_turn()
    assert (table.where("Savona"), table.where("Pavia")) == ("dead", "G25")


# 24.4: the sea


@rule("24.4a")
def test_no_line_leads_from_port_to_port() -> None:
    """Supply in the Allied base does nothing for besieged Tobruch, nor supply in Tobruch for a besieged base."""
    assert isolated("G25: 9A/20", "H25: Savona") == {"9A/20"}
    besieged = (
        "turn 4 allied\nphase: start\nG25: 9A/20 AlliedSupply1\nJ62: 7A/1\nK62: Savona\nJ63: Pavia\nW6: 21/5"
    )
    assert marked(Desert(besieged), "cut_off") == {"7A/1"}


@rule("24.4a")
def test_supply_on_the_map_feeds_nobody_at_sea_nor_the_other_way_round() -> None:
    assert isolated("sea: 9A/20", "G25: AlliedSupply2") == {"9A/20"}
    assert isolated("G25: 9A/20", "H25: Savona", "sea: AlliedSupply2") == {"9A/20"}


@rule("24.4b")
def test_supply_at_sea_feeds_units_at_sea_whatever_their_ports() -> None:
    """9A/20 from Tobruch and the supply from the base pass each other."""
    table = position("4 allied", "movement", "G25: 9A/20 7A/1")
    table.play("embark:9A/20", "embark:AlliedSupply1").end_turn().end_turn()
    assert marked(table, "cut_off") == {"7A/1", "22Gds"}, "no supply is left on the map"
    assert table.where("9A/20") == "sea"


@rule("24.4b")
def test_a_unit_in_its_second_turn_is_saved_at_sea_by_supply_at_sea() -> None:
    table = position("4 allied", "movement", "G25: 9A/20", "H25: Savona", "cut_off: 9A/20", "allied_once: 9A/20")
    table.play("embark:9A/20", "embark:AlliedSupply1").end_turn()
    assert table.where("9A/20") == "sea"


@rule("24.4b")
def test_enemy_supply_at_sea_feeds_nobody() -> None:
    assert isolated("sea: 9A/20 AxisSupply2") == {"9A/20"}


@rule("24.4c")
def test_units_at_sea_without_supply_are_isolated() -> None:
    assert isolated("sea: 9A/20 7A/1") == {"9A/20", "7A/1"}
    assert isolated("sea: 9A/20 7A/1 AlliedSupply2") == set()


@rule("24.4c")
def test_a_turn_that_ends_at_sea_without_supply_counts_as_isolated() -> None:
    table = position("4 allied", "movement", "G25: 9A/20", "H25: Savona", "cut_off: 9A/20")
    table.play("embark:9A/20").end_turn()
    assert marked(table, "allied_once") == {"9A/20"}


@rule("24.4c")
@pytest.mark.parametrize(("side", "unit"), [("axis", "Pavia"), ("allied", "9A/20")])
def test_a_unit_takes_its_turns_of_isolation_to_sea(side: str, unit: str) -> None:
    table = position(f"4 {side}", "movement", f"G25: {unit}", f"{side}_once: {unit}", f"cut_off: {unit}")
    table.play(f"embark:{unit}")
    assert marked(table, f"{side}_once") == marked(table, "cut_off") == {unit}
    fresh = position(f"4 {side}", "movement", f"G25: {unit}").play(f"embark:{unit}")
    assert marked(fresh, "axis_once") == marked(fresh, "allied_once") == marked(fresh, "cut_off") == set()


@rule("24.4d")
def test_a_unit_in_its_second_turn_of_isolation_dies_at_sea_without_supply() -> None:
    siege = ["G25: 9A/20", "H25: Savona", "cut_off: 9A/20"]
    table = position("4 allied", "movement", *siege, "allied_once: 9A/20").play("embark:9A/20").end_turn()
    assert (table.where("9A/20"), table.happened("died-isolated")[0].rule) == ("dead", "24.4")
    table = position("4 allied", "movement", *siege).play("embark:9A/20").end_turn()
    assert table.where("9A/20") == "sea", "its first turn"


# 24.5: the Axis without supply


def starving(moment: str, phase: str, *lines: str) -> Desert:
    text = [f"turn {moment}", f"phase: {phase}", "P40: 21/5", "J62: 22Gds AlliedSupply1", *lines]
    return Desert("\n".join(text))


@rule("24.5a")
def test_two_axis_turns_without_supply_on_the_map_lose_the_game() -> None:
    table = starving("2 axis", "start").end_turn()
    assert table.decision != "", "one turn"
    table.end_turn().end_turn()
    assert table.decision == ""
    score = table.game.score(table.state)
    assert (score.winner, score.rule) == (1, "24.5")
    assert table.where("21/5") == "dead"


@rule("24.5a")
def test_all_units_on_the_map_are_lost_isolated_or_not() -> None:
    """15/8, just landed, is in its first turn of isolation; it is lost with the rest."""
    table = starving("4 axis", "start", "W3: Rommel", "starved_turns: 1").roll(1).play("unit:15/8").end_turn()
    assert table.where("15/8") == "dead"
    assert {event.rule for event in table.happened("eliminated")} == {"24.5"}


@rule("24.5a")
@pytest.mark.parametrize("supply", ["W3: Savona\nW7: AxisSupply1", "W7: AxisSupply4*"])
def test_supply_on_the_map_at_start_or_end_saves_the_axis(supply: str) -> None:
    table = starving("4 axis", "start", supply, "starved_turns: 1").end_turn()
    assert table.decision != ""
    assert table.state.starved_turns == 0


@rule("24.5a")
def test_a_convoy_in_the_second_turn_saves_the_axis() -> None:
    table = starving("4 axis", "start", "W3: Savona", "starved_turns: 1").roll(6).play("hex:W3").end_turn()
    assert table.decision != ""
    assert table.state.starved_turns == 0


@rule("24.5a")
def test_supply_destroyed_during_the_turn_was_there_at_its_start() -> None:
    table = starving("4 axis", "movement", "W7: AxisSupply1", "starved_turns: 1")
    table.play("destroy:AxisSupply1").end_turn()
    assert table.decision != ""


@rule("24.5a")
def test_supply_at_sea_is_not_on_the_map() -> None:
    table = starving("4 axis", "start", "W3: Savona AxisSupply1", "axis_once: 21/5").roll(1)
    table.play("done", "embark:AxisSupply1").end_turn()
    assert table.state.starved_turns == 0, "it was there at the start"
    starved = starving(
        "4 axis", "end", "W3: Savona", "sea: AxisSupply1", "starved_at_start: 1", "starved_turns: 1"
    )
    assert starved.decision == ""


@rule("24.5a")
def test_the_allies_do_not_lose_for_want_of_supply_alone() -> None:
    table = Desert("turn 4 allied\nphase: start\nP40: 21/5 AxisSupply1\nP50: 22Gds\nG25: 9A/20 7A/1")
    table.play("decline", "embark:7A/1").end_turn().end_turn()
    assert table.decision != ""

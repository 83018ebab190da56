"""22: Rommel."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
rule = pytest.mark.rule


def together(table: Desert, unit: str, *hexes: str) -> Desert:
    """Rommel and a unit take some steps together, and stop."""
    table.play("unit:Rommel", f"unit:{unit}", *(f"hex:{name}" for name in hexes))
    return table.play("stop") if table.decision == "move" else table


# 22.1: the bonus


@rule("22.1a", "8.3a")
def test_a_unit_that_travels_on_rommels_bonus_is_refused_for_the_zone_and_not_for_the_cost() -> None:
    """21/5 has spent its ten points; L30, M31 and N31 are hexes of 2/3 and its zone, M29 is not."""
    table = Desert("turn 4 axis\nphase: movement\nM30: 21/5 Rommel\nM31: 2/3\nX6: AxisSupply1\nspent: 21/5=10\n")
    assert table.refusal("unit:21/5") == "5.2"
    table.play("unit:Rommel", "unit:21/5")
    assert table.refusal("hex:L30") == "8.3"
    table.play("hex:M29")
    assert table.at("M29") == {"21/5", "Rommel"}


RIDE = """
    turn 2 axis
    phase: movement
    N10: Savona Rommel
    X66: Pol
    """


@rule("22.1a")
@pytest.mark.parametrize(("hexes", "reach"), [(0, 4), (1, 5), (2, 6), (3, 6)])
def test_each_of_two_hexes_with_rommel_gives_one_point_more(hexes: int, reach: int) -> None:
    """Savona has four movement points."""
    table = Desert(RIDE)
    way = ["N11", "N12", "N13", "N14", "N15", "N16", "N17"]
    if hexes:
        together(table, "Savona", *way[:hexes])
    table.move("Savona", *way[hexes:reach], stop=False)
    assert table.where("Savona") == way[reach - 1]
    assert table.decision == "movement"
    assert table.refusal("unit:Savona") == "5.2"


@rule("22.1a")
def test_the_bonus_comes_on_top_of_the_road_bonus() -> None:
    """Four points, ten hexes of road, two hexes for Rommel: sixteen hexes along the road."""
    table = Desert("""
        turn 2 axis
        phase: movement
        W6: Savona Rommel
        X66: Pol
        """)
    together(table, "Savona", "W7", "W8")
    table.move("Savona", *["W7", "W8"] * 7, stop=False)
    assert table.refusal("unit:Savona") == "5.2"
    assert table.decision == "movement"


@rule("22.1a")
def test_supply_has_the_bonus_like_any_friendly_unit() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N10: AxisSupply1 Rommel
        X6: Savona
        X66: Pol
        """)
    together(table, "AxisSupply1", "N11", "N12")
    table.move("AxisSupply1", *["N11", "N12"] * 5, stop=False)
    assert table.refusal("unit:AxisSupply1") == "5.2"


@rule("22.1b")
def test_the_hexes_with_rommel_may_come_last() -> None:
    table = Desert(RIDE.replace("N10: Savona Rommel", "N10: Savona\n    N14: Rommel"))
    table.move("Savona", "N11", "N12", "N13", "N14", stop=False)
    assert table.refusal("unit:Savona") == "5.2"
    together(table, "Savona", "N15", "N16")
    assert table.where("Savona") == table.where("Rommel") == "N16"


@rule("22.1b")
def test_the_hexes_with_rommel_may_be_apart() -> None:
    table = together(Desert(RIDE), "Savona", "N11")
    table.move("Savona", "N12", "N13").move("Rommel", "N12", "N13")
    together(table, "Savona", "N14")
    table.move("Savona", "N15", "N16", stop=False)
    assert table.where("Savona") == "N16"
    assert table.refusal("unit:Savona") == "5.2"


@rule("22.1c")
def test_any_number_of_units_has_the_bonus_in_a_turn() -> None:
    """Three at once, then another stack of two with the movement Rommel has left."""
    table = Desert("""
        turn 2 axis
        phase: movement
        N10: Savona Bologna Pavia Rommel
        N12: Trento Brescia
        X66: Pol
        """)
    table.play("unit:Rommel", "unit:Savona", "unit:Bologna", "unit:Pavia", "hex:N11", "hex:N12", "stop")
    table.play("unit:Rommel", "unit:Trento", "unit:Brescia", "hex:N13", "hex:N14", "stop")
    for unit in ("Savona", "Bologna", "Pavia"):
        table.move(unit, "N13", "N14", "N15", "N16", stop=False)
        assert table.where(unit) == "N16"
    for unit in ("Trento", "Brescia"):
        table.move(unit, "N15", "N16", "N17", "O18", stop=False)
        assert table.where(unit) == "O18"


@rule("22.1d")
def test_no_unit_has_the_bonus_twice_in_a_turn() -> None:
    """Six hexes with Rommel, and for a seventh he is no help any more; next turn he is."""
    table = together(Desert(RIDE), "Savona", "N11", "N12", "N13", "N14", "N15", "N16")
    assert table.where("Savona") == "N16"
    table.play("unit:Rommel")
    assert "Savona" not in table.legal("unit")
    table.play("hex:N17", "stop").end_turn().end_turn()
    table.move("Rommel", "N16")
    together(table, "Savona", "N15", "N14", "N13", "N12", "N11", "N10")
    assert table.where("Savona") == "N10"


# 22.2: stacking


@rule("22.2a")
def test_rommel_stacks_with_three_combat_units() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N10: Savona Bologna Pavia Rommel AxisSupply1
        X66: Pol
        """)
    table.play("done")
    assert (table.state.active, table.decision) == (1, "movement")
    assert table.happened("died-before-combat") == []
    assert table.game.status(table.state) == []


# 22.3: neither zone nor obstacle


@rule("22.3a")
def test_rommel_has_no_zone_and_stops_nobody() -> None:
    """A reconnaissance unit goes past where he stood and on; supply goes around him though he stays."""
    table = Desert("""
        turn 7 allied
        phase: movement
        N13: Rommel
        O13: AlliedSupply1
        N10: 2SA/7R
        X6: Savona AxisSupply1
        """)
    table.move("AlliedSupply1", "N12", "M12", "M13", "N14")
    assert table.where("Rommel") == "N13"
    table.move("2SA/7R", "N11", "N12", "N13", "M13", "M14")
    assert table.where("2SA/7R") == "M14"
    table.play("done")
    assert (table.state.turn, table.state.active) == (8, 0)  # there was nothing to fight


@rule("22.3b")
@pytest.mark.parametrize(
    ("supply", "start", "end"),
    [
        pytest.param("N13", "N11", "N12", id="next to it, joining a unit that stands there"),
        pytest.param("G25", "H24", "H25", id="next to a fortress"),
        pytest.param("F19", "E17", "E18", id="over a closed hexside"),
    ],
)
def test_rommel_captures_no_supply(supply: str, start: str, end: str) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: movement
        {start}: Rommel
        N12: 21/3
        {supply}: AlliedSupply1
        X66: Pol
        """)
    table.move("Rommel", end)
    assert table.where("AlliedSupply1") == supply
    assert table.happened("supply-captured") == []


@rule("22.3c")
def test_enemies_enter_rommels_hex_unless_an_axis_combat_unit_is_there() -> None:
    text = """
        turn 2 allied
        phase: movement
        G25: Rommel {escort}
        H26: 22Gds
        X6: Bologna AxisSupply1
        """
    alone = Desert(text.format(escort=""))
    alone.move("22Gds", "G25")
    assert alone.where("22Gds") == "G25"
    escorted = Desert(text.format(escort="Savona"))
    escorted.play("unit:22Gds")
    assert escorted.refusal("hex:G25") == "5.4"


# 22.4: never lost


@rule("22.4a")
def test_rommel_is_neither_attacked_nor_eliminated() -> None:
    table = Desert("""
        turn 2 allied
        phase: combat
        N12: 2/3
        N10: AlliedSupply1
        N13: Savona Rommel
        N18: Bologna
        """)
    assert table.refusal("attack:Rommel") == "22.4"
    table.attack(["Savona"], ["2/3"]).play("done", "battle:0").roll(1)  # 2-1: eliminated
    assert table.where("Savona") == "dead"
    assert table.where("Rommel") == "N18"


@rule("22.4a")
def test_rommel_is_not_captured_with_the_supply_around_him() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        N10: 2/3
        N13: Rommel AxisSupply1
        N18: Bologna
        """)
    table.move("2/3", "N11", "N12", "N13")
    assert table.where("AxisSupply1") == "off"
    assert table.where("Rommel") == "N18"


@rule("22.4b")
def test_an_enemy_moving_next_to_rommel_sends_him_off_at_once() -> None:
    """In the middle of the enemy's move, which then goes on."""
    table = Desert("""
        turn 2 allied
        phase: movement
        N10: 2/3
        N13: Rommel
        N17: Bologna
        N22: Savona AxisSupply1
        """)
    table.play("unit:2/3", "hex:N11")
    assert table.where("Rommel") == "N13"
    table.play("hex:N12")
    assert table.where("Rommel") == "N17"
    assert [event.rule for event in table.happened("rommel-placed")] == ["22.4"]
    table.play("hex:N13", "stop")
    assert table.where("2/3") == "N13"


@rule("22.4b")
def test_with_a_combat_unit_rommel_stays_in_an_allied_zone() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        N10: 2/3
        N13: Rommel Savona
        N17: Bologna
        """)
    table.move("2/3", "N11", "N12")
    assert table.where("Rommel") == "N13"


@rule("22.4b")
def test_rommel_left_alone_in_a_zone_in_his_own_turn_is_moved_too() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: Rommel Savona
        N13: 22Gds
        N8: Bologna
        """)
    table.play("unit:Savona", "hex:N11")
    assert table.where("Rommel") == "N11"  # the unit that left is the nearest


@rule("22.4b")
def test_rommel_stays_behind_when_his_unit_retreats_and_is_then_moved() -> None:
    table = Desert("""
        turn 2 allied
        phase: combat
        N12: 2/3
        N10: AlliedSupply1
        N13: Savona Rommel
        """)
    table.attack(["Savona"], ["2/3"]).play("done", "battle:0").roll(3)  # 2-1: defender back 2
    table.play("unit:Savona", "hex:N14")
    assert table.where("Rommel") == "N13"
    table.play("hex:N15")
    assert table.where("Rommel") == "N15"


@rule("22.4b")
def test_a_unit_that_lands_next_to_rommel_sends_him_off() -> None:
    table = Desert("""
        turn 5 allied
        phase: arrivals
        J62: AlliedSupply1
        K62: Rommel
        K58: Bologna
        ports_at_start: J62
        """)
    table.play("unit:7/4")
    assert table.where("Rommel") == "K58"


@rule("22.4b")
@pytest.mark.parametrize(
    ("rommel", "unit"),
    [
        pytest.param("H26", "G25", id="a sortie from the fortress, which has no zone"),
        pytest.param("G25", "H26", id="an enemy entering the fortress, which no zone reaches"),
    ],
)
def test_an_enemy_on_rommels_hex_sends_him_off_where_no_zone_does(rommel: str, unit: str) -> None:
    table = Desert(f"""
        turn 2 allied
        phase: movement
        {rommel}: Rommel
        {unit}: 22Gds
        H29: Bologna
        """)
    assert table.where("Rommel") == rommel
    table.play("unit:22Gds", f"hex:{rommel}")
    assert table.where("Rommel") == "H29"


@rule("22.4b")
def test_rommel_in_a_fortress_is_in_no_zone() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        G25: Rommel AxisSupply1
        I27: 22Gds
        H29: Bologna
        """)
    table.move("22Gds", "H26")
    assert table.where("Rommel") == "G25"


# 22.4, isolation: Tobruch with H24 and I27 in Allied hands is cut off by zones on G24, H25 and H26


CUT_OFF = """
    turn 2 axis
    phase: {phase}
    G25: Rommel {company}
    H24: 22Gds
    I27: 9A/20
    N18: Bologna {depot}
    """


@rule("22.4c")
def test_rommel_isolated_and_alone_joins_the_nearest_axis_unit() -> None:
    table = Desert(CUT_OFF.format(phase="start", company="", depot="AxisSupply1"))
    assert table.where("Rommel") == "N18"


@rule("22.4c")
def test_rommel_with_supply_is_not_isolated() -> None:
    table = Desert(CUT_OFF.format(phase="start", company="AxisSupply1", depot=""))
    assert table.where("Rommel") == "G25"


@rule("22.4c")
def test_rommel_isolated_at_the_end_of_his_turn_is_moved_as_well() -> None:
    """His supply is destroyed in his turn."""
    table = Desert(CUT_OFF.format(phase="movement", company="AxisSupply1", depot=""))
    table.play("destroy:AxisSupply1")
    assert table.where("Rommel") == "G25"
    table.play("done")
    assert table.where("Rommel") == "N18"


@rule("22.4c")
def test_no_line_runs_through_a_fortress_the_allies_hold() -> None:
    """Ruling 34. From G24 the one way free of zones is into Tobruch, behind which supply stands on H26."""
    table = Desert("""
        turn 2 axis
        phase: start
        G24: Rommel
        G22: 22Gds
        I25: 9A/20
        G25: Pol
        H26: AxisSupply1
        N18: Bologna
        """)
    assert table.where("Rommel") == "N18"


def test_with_no_axis_combat_unit_left_to_join_rommel_stays_where_he_is() -> None:
    table = Desert("turn 4 allied\nphase: movement\nN12: Rommel\nN15: 7/4 AlliedSupply1\nsea: 21/5\n")
    table.move("7/4", "N14", "N13")
    assert table.where("Rommel") == "N12"


@rule("22.4d")
def test_rommel_stays_in_the_encirclement_of_an_axis_unit() -> None:
    start = Desert(CUT_OFF.format(phase="start", company="Savona", depot="AxisSupply1"))
    assert start.where("Rommel") == "G25"
    table = Desert(CUT_OFF.format(phase="movement", company="Savona", depot="AxisSupply1"))
    assert table.refusal("embark:Rommel") == "22.4"
    assert table.allows("embark:Savona")
    table.play("unit:Rommel")
    assert table.refusal("hex:H25") == "22.4.1"


@rule("22.4d")
def test_the_unit_need_not_stand_in_rommels_hex() -> None:
    """Savona holds out on the escarpment beside the fortress."""
    table = Desert(CUT_OFF.format(phase="start", company="", depot="AxisSupply1") + "    H25: Savona\n")
    assert table.where("Rommel") == "G25"


@rule("22.4d")
def test_rommel_may_leave_when_the_unit_is_relieved_or_lost() -> None:
    relieved = Desert(CUT_OFF.format(phase="movement", company="Savona AxisSupply1", depot=""))
    assert relieved.allows("embark:Rommel")
    lost = Desert(CUT_OFF.format(phase="movement", company="Savona", depot="AxisSupply1"))
    lost.play("embark:Savona")
    assert lost.allows("embark:Rommel")


@rule("22.4b", "22.4d")
def test_a_unit_dying_of_isolation_leaves_rommel_to_another_in_the_encirclement() -> None:
    """Savona dies at the end of its second isolated turn, in an Allied zone; Bologna has just been cut off."""
    table = Desert("""
        turn 2 axis
        phase: end
        H25: Savona Rommel
        G25: Bologna
        H24: 22Gds
        I27: 9A/20
        N18: Pavia AxisSupply1
        cut_off: Savona Bologna
        axis_once: Savona
        """)
    assert table.where("Savona") == "dead"
    assert table.where("Rommel") == "G25"


# 22.4.1: not into a zone of his own will


@rule("22.4.1a")
def test_rommel_goes_into_an_allied_zone_only_with_a_combat_unit() -> None:
    text = """
        turn 2 axis
        phase: movement
        N11: Rommel {company}
        {ahead}
        N13: 22Gds
        """
    alone = Desert(text.format(company="", ahead="X6: Bologna"))
    alone.play("unit:Rommel")
    assert alone.refusal("hex:N12") == "22.4.1"
    assert "M11" in alone.legal("hex")
    travelling = together(Desert(text.format(company="Savona", ahead="X6: Bologna")), "Savona", "N12")
    assert travelling.at("N12") == {"Rommel", "Savona"}
    joining = Desert(text.format(company="", ahead="N12: Savona"))
    joining.move("Rommel", "N12")
    assert joining.at("N12") == {"Rommel", "Savona"}


@rule("22.4.1a")
@pytest.mark.parametrize(("north_west", "ways"), [("L11: 7A/1", {"N12", "M12", "O13"}), ("X66: 7A/1", {"M12"})])
def test_alone_into_a_zone_only_where_neither_moving_nor_staying_avoids_one(
    north_west: str, ways: set[str]
) -> None:
    """Ruling 31. He stands alone in the zone of 22Gds; M12 is free of zones only if nobody holds L11."""
    table = Desert(f"""
        turn 2 axis
        phase: movement
        N13: Rommel
        N14: 22Gds
        N11: Pol
        P13: 7A/2
        {north_west}
        X6: Bologna
        """)
    table.play("unit:Rommel")
    assert table.legal("hex") == ways


# 22.4.2: the nearest


@rule("22.4.2a")
@pytest.mark.parametrize(
    ("far", "chosen"),
    [
        pytest.param("N9", "N9", id="four clear hexes before three through zones"),
        pytest.param("X6", "N16", id="the way around is shorter still than a very long one"),
    ],
)
def test_hexes_in_allied_zones_are_not_counted(far: str, chosen: str) -> None:
    """2/3 comes to N14, between Rommel at N13 and Savona at N16."""
    table = Desert(f"""
        turn 2 allied
        phase: movement
        K14: 2/3
        N13: Rommel
        N16: Savona
        {far}: Bologna
        """)
    table.play("unit:2/3", "hex:L14", "hex:M14")
    assert table.where("Rommel") == "N13"
    table.play("hex:N14")
    assert table.where("Rommel") == chosen


@rule("22.4.2a")
def test_the_hex_of_the_unit_he_joins_may_lie_in_an_allied_zone() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        N11: 2/3
        N13: Rommel
        N16: Savona
        M16: Pol
        X6: Bologna
        """)
    table.play("unit:2/3", "hex:N12")
    assert table.where("Rommel") == "N16"


@rule("22.4b")
@pytest.mark.parametrize("came", ["by_west", "by_north"])
def test_rommel_when_placed_forgets_the_road_he_came_by(came: str) -> None:
    """17.3: in I26 the road matters, elsewhere no more."""
    table = Desert(f"""
        turn 2 axis
        phase: movement
        I26: Rommel Savona
        I27: 22Gds
        {came}: Rommel
        """)
    table.play("unit:Savona", "hex:I25")
    assert table.where("Rommel") == "I25"
    assert table.marked(came) == set()


@rule("22.4.2a")
def test_zones_are_crossed_where_there_is_no_other_way() -> None:
    """Every way out of Tobruch leads through a zone; of the units beyond the nearer one is chosen."""
    table = Desert(CUT_OFF.format(phase="start", company="", depot="AxisSupply1") + "    X6: Pavia\n")
    assert table.where("Rommel") == "N18"


@rule("22.4.2b")
def test_between_equally_near_units_the_axis_player_chooses_in_the_enemys_turn() -> None:
    table = Desert("""
        turn 2 allied
        phase: movement
        N10: 2/3
        N13: Rommel
        K13: Savona
        Q16: Bologna
        X6: Pavia
        """)
    table.play("unit:2/3", "hex:N11", "hex:N12")
    assert (table.actor, table.decision) == (0, "rescue")
    assert table.refusal("done") == "22.4"
    assert table.legal() == {"hex:K13", "hex:Q16"}
    assert table.refusal("hex:X6") == "22.4.2"
    table.play("hex:Q16")
    assert table.where("Rommel") == "Q16"
    assert (table.actor, table.decision) == (1, "move")  # and the Allied move goes on


@rule("22.4.2b")
def test_between_equally_near_units_the_axis_player_chooses_in_his_own_turn() -> None:
    table = Desert("""
        turn 2 axis
        phase: movement
        N12: Rommel Savona
        N13: 22Gds
        M11: Bologna
        """)
    table.play("unit:Savona", "hex:N11")
    assert table.legal() == {"hex:N11", "hex:M11"}
    table.play("hex:M11")
    assert table.where("Rommel") == "M11"
    assert table.decision == "move"


# 22.5: ports and victory


@rule("22.5a")
@pytest.mark.parametrize("port", ["W3", "G25"])
def test_rommel_controls_a_port(port: str) -> None:
    table = Desert(f"""
        turn 2 axis
        phase: start
        {port}: Rommel
        N10: Savona AxisSupply1
        X66: Pol
        """)
    assert table.decision == "convoy"
    table.roll(6)
    assert table.legal("hex") == {port}


@rule("22.5a")
def test_without_rommel_there_is_no_port() -> None:
    table = Desert("""
        turn 2 axis
        phase: start
        W4: Rommel
        N10: Savona AxisSupply1
        X66: Pol
        """)
    assert table.decision == "movement"


@rule("22.5b")
def test_the_allies_win_by_elimination_while_rommel_is_left() -> None:
    table = Desert("""
        turn 2 allied
        phase: combat
        N12: 2/3
        N10: AlliedSupply1
        N13: Savona
        X6: Rommel AxisSupply1
        """)
    table.attack(["Savona"], ["2/3"]).play("done", "battle:0").roll(1)
    assert table.state.winner == 1
    assert table.where("Rommel") == "X6"

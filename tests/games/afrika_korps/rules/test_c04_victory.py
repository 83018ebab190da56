"""4: how the game is won, and what it means to control a fortress or a base."""

from __future__ import annotations

import pytest

from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
AXIS, ALLIED = 0, 1
rule = pytest.mark.rule

AXIS_HOLDS_ALL = """
    G25: Brescia
    H2: Pavia
    W3: Savona
    J62: 21/5 AxisSupply1
    L50: 4I/5 AlliedSupply1
"""
ALLIES_HOLD_ALL = """
    G25: 9A/20
    H2: 2/2SG
    W3: 22Gds AlliedSupply1
    J62: 7/4
    L50: 21/5 AxisSupply1
"""


def outcome(table: Desert) -> tuple[int | None, str]:
    """The winner and the paragraph of a game that is over."""
    assert table.decision == "", "the game goes on"
    score = table.game.score(table.state)
    assert str(score.how)
    assert score.margin == (1 if score.winner == AXIS else -1), "there are no levels of victory"
    return score.winner, score.rule


# 4.1, 4.2: elimination


@rule("4.1a")
@pytest.mark.parametrize(("allies", "over"), [("J62: AlliedSupply1", True), ("J62: 7A/1", False)])
def test_axis_wins_when_no_allied_combat_unit_is_on_the_map(allies: str, over: bool) -> None:
    """Neither supply on the map, nor a unit at sea, nor reinforcements still to come save the Allies."""
    table = Desert(f"turn 4 axis\nphase: end\nfallen: allied\nW6: 21/5 AxisSupply1\n{allies}\nsea: 4I/5")
    if over:
        assert outcome(table) == (AXIS, "4.1")
    else:
        assert table.decision != ""


@rule("4.2a")
@pytest.mark.parametrize(("axis", "over"), [("W6: Rommel AxisSupply1", True), ("W6: Savona AxisSupply1", False)])
def test_allies_win_when_no_axis_combat_unit_is_on_the_map(axis: str, over: bool) -> None:
    """Rommel and supply do not count, nor a unit at sea, nor reinforcements still to come."""
    table = Desert(f"turn 2 allied\nphase: end\nfallen: axis\nJ62: 7A/1 AlliedSupply1\n{axis}\nsea: 21/5")
    if over:
        assert outcome(table) == (ALLIED, "4.2")
    else:
        assert table.decision != ""


@rule("4.1a")
def test_the_loss_of_the_last_unit_in_battle_ends_the_game_at_once() -> None:
    table = Desert("turn 2 axis\nphase: combat\nP40: 21/5 AxisSupply1\nP41: 4I/5\nJ62: AlliedSupply1")
    table.attack(["4I/5"], ["21/5"]).play("done", "battle:0")
    assert outcome(table) == (AXIS, "4.1")
    assert [event.rule for event in table.happened("game-over")] == ["4.1"]


@rule("4.1a", "4.2a")
@pytest.mark.parametrize(
    ("side", "pieces", "last"),
    [("axis", "W3: Savona AxisSupply1\nJ62: 7A/1", "Savona"), ("allied", "W3: Savona\nJ62: 7A/1", "7A/1")],
)
def test_to_embark_the_last_unit_is_no_defeat(side: str, pieces: str, last: str) -> None:
    """Ruling 12: nothing is eliminated. It lands again in its side's next turn."""
    table = Desert(f"turn 4 {side}\nphase: movement\n{pieces}\nG25: AlliedSupply1").play(f"embark:{last}")
    table.end_turn()
    assert table.decision != "", "the other side's turn"
    assert table.where(last) == "sea"


@rule("4.1a", "23.4.2a")
def test_the_last_unit_is_lost_when_it_finds_no_port() -> None:
    """It had sailed from the base, which 21/5 has taken since; nothing else is on the map."""
    table = Desert("turn 5 allied\nphase: start\nJ62: 21/5\nG25: AxisSupply1\nsea: 7A/1")
    assert table.where("7A/1") == "dead"
    table.end_turn()
    assert outcome(table) == (AXIS, "4.1")


@pytest.mark.parametrize(("side", "winner"), [("axis", AXIS), ("allied", ALLIED)])
def test_where_both_armies_perish_together_the_side_whose_turn_it_is_has_won(side: str, winner: int) -> None:
    table = Desert(f"turn 4 {side}\nphase: end\nfallen: axis allied\nW6: Rommel AxisSupply1\nJ62: AlliedSupply1")
    assert outcome(table)[0] == winner


# 4.1, 4.2: control


@rule("4.1b")
def test_axis_wins_at_the_end_of_the_second_allied_turn_of_full_control() -> None:
    table = Desert(f"turn 10 allied\nphase: start{AXIS_HOLDS_ALL}")
    table.end_turn()
    assert (table.state.turn, table.state.active) == (11, AXIS)
    table.end_turn()
    assert (table.state.turn, table.state.active) == (11, ALLIED)
    table.end_turn()
    assert outcome(table) == (AXIS, "4.1")


@rule("4.1b")
@pytest.mark.parametrize(
    ("held", "empty"),
    [("G25: Brescia", ""), ("H2: Pavia", ""), ("W3: Savona", ""), ("J62: 21/5", "L48: 21/5")],
)
def test_axis_needs_each_of_the_four_places(held: str, empty: str) -> None:
    position = AXIS_HOLDS_ALL.replace(f"    {held}", f"    {empty}" if empty else "    W8: 15/8\n#")
    table = Desert(f"turn 10 allied\nphase: start{position}")
    table.end_turn().end_turn().end_turn()
    assert (table.state.turn, table.state.active) == (12, AXIS)
    assert table.decision != ""


@rule("4.1b", "4.3c")
def test_control_missing_at_the_start_of_an_allied_turn_makes_it_not_count() -> None:
    """7/4 begins next to the Allied base and then walks away: the first turn does not count."""
    table = Desert(f"turn 10 allied\nphase: start{AXIS_HOLDS_ALL}\n    K62: 7/4")
    table.move("7/4", "L62", "M62", "N62").end_turn()
    table.end_turn().end_turn()
    assert table.decision != "", "one whole turn only"
    table.end_turn().end_turn()
    assert outcome(table) == (AXIS, "4.1")


@rule("4.1b")
def test_control_lost_at_the_end_of_an_allied_turn_breaks_the_run() -> None:
    """One turn is counted already; Tobruch, held by supply alone, is taken before the second ends."""
    position = AXIS_HOLDS_ALL.replace("G25: Brescia", "G25: AxisSupply2")
    table = Desert(f"turn 10 allied\nphase: start{position}\n    H27: 9A/20\n    control_turns: 1 0")
    table.move("9A/20", "H26", "G25").end_turn()
    assert table.where("9A/20") == "G25"
    assert table.decision != ""
    assert table.state.control_turns == [0, 0]


@rule("4.1b")
def test_axis_turns_do_not_count_unless_the_players_agreed_so() -> None:
    """Ruling 13: the option lets the Axis count two turns of its own."""
    position = f"turn 10 axis\nphase: start{AXIS_HOLDS_ALL}"
    table = Desert(position).end_turn().end_turn().end_turn()
    assert (table.state.turn, table.state.active) == (11, ALLIED)
    assert table.decision != ""
    agreed = Desert(f"{position}\n    control_by_own_turns: 1").end_turn().end_turn().end_turn()
    assert outcome(agreed) == (AXIS, "4.1")


@rule("4.1b")
def test_the_option_is_set_when_the_game_begins() -> None:
    assert Desert(**{"control-victory": "own-turns"}).state.control_by_own_turns
    assert not Desert().state.control_by_own_turns


@rule("4.2b")
def test_allies_win_at_the_end_of_the_second_allied_turn_of_full_control() -> None:
    table = Desert(f"turn 10 allied\nphase: start{ALLIES_HOLD_ALL}")
    table.end_turn().end_turn()
    assert table.decision != ""
    table.end_turn()
    assert outcome(table) == (ALLIED, "4.2")


@rule("4.2b")
def test_allied_control_is_counted_over_allied_turns_whatever_the_option() -> None:
    table = Desert(f"turn 10 axis\nphase: start{ALLIES_HOLD_ALL}\n    control_by_own_turns: 1")
    table.end_turn().end_turn().end_turn()
    assert table.decision != ""
    table.end_turn()
    assert outcome(table) == (ALLIED, "4.2")


# 4.1, 4.2: the last turn


@rule("4.1c")
def test_axis_control_completed_at_the_very_end_of_turn_38_still_wins() -> None:
    table = Desert(f"turn 38 allied\nphase: start{AXIS_HOLDS_ALL}\n    control_turns: 1 0").end_turn()
    assert outcome(table) == (AXIS, "4.1")


@rule("4.1c", "4.2c")
def test_allies_win_when_turn_38_ends_without_an_axis_victory() -> None:
    """The Axis holds everything, but has held it for one turn only."""
    table = Desert(f"turn 38 allied\nphase: start{AXIS_HOLDS_ALL}").end_turn()
    assert outcome(table) == (ALLIED, "4.2")


@rule("4.2c")
@pytest.mark.parametrize(("moment", "over"), [("37 allied", False), ("38 axis", False), ("38 allied", True)])
def test_the_calendar_ends_the_game_with_the_allied_turn_38_and_not_before(moment: str, over: bool) -> None:
    table = Desert(f"turn {moment}\nphase: end\nW6: 21/5 AxisSupply1\nL59: 4I/5 AlliedSupply1")
    if over:
        assert outcome(table) == (ALLIED, "4.2")
    else:
        assert table.decision != ""


# 4.3: control, seen in the ports where supply may land


def axis_ports(*lines: str) -> set[str]:
    """Where an Axis convoy may land at the start of turn 10."""
    text = "\n".join(lines)
    table = Desert(f"turn 10 axis\nphase: start\nM40: 21/5 AxisSupply1\nM50: 22Gds AlliedSupply1\n{text}")
    return table.roll(6).legal("hex") if table.decision == "convoy" else set()


def allied_ports(*lines: str) -> set[str]:
    """Where Allied supply may land at the start of turn 10."""
    text = "\n".join(lines)
    table = Desert(f"turn 10 allied\nphase: start\nM40: 21/5 AxisSupply1\nM50: 22Gds AlliedSupply1\n{text}")
    return table.legal("hex") if table.decision == "land-supply" else set()


@rule("4.3a")
@pytest.mark.parametrize("holder", ["Savona", "AxisSupply2", "Rommel"])
def test_a_combat_unit_supply_or_rommel_controls_a_place(holder: str) -> None:
    assert axis_ports(f"G25: {holder}") == {"G25"}
    assert axis_ports(f"W3: {holder}") == {"W3"}


@rule("4.3a")
@pytest.mark.parametrize("holder", ["9A/20", "AlliedSupply2"])
def test_an_allied_combat_unit_or_supply_controls_a_place(holder: str) -> None:
    assert allied_ports(f"G25: {holder}") == {"G25"}
    assert allied_ports(f"J62: {holder}") == {"J62"}


@rule("4.3a")
def test_rommel_controls_nothing_in_a_hex_he_shares_with_the_enemy() -> None:
    """22.3 lets Allied units enter his hex: a combat unit then controls it, supply leaves it in dispute."""
    assert axis_ports("G25: Rommel 9A/20") == set()
    assert allied_ports("G25: Rommel 9A/20") == {"G25"}
    assert axis_ports("G25: Rommel AlliedSupply2") == set()
    assert allied_ports("G25: Rommel AlliedSupply2") == set()


@rule("4.3b")
def test_having_been_there_last_gives_no_control() -> None:
    table = Desert("turn 10 allied\nphase: start\nG25: 9A/20\nM50: 22Gds AlliedSupply1\nW6: 21/5 AxisSupply1")
    assert table.legal("hex") == {"G25"}
    table.play("decline", "done")
    table.move("9A/20", "H26", "H27").end_turn().end_turn()
    assert (table.state.turn, table.state.active) == (11, ALLIED)
    assert table.decision == "movement", "no port, no supply"


@rule("4.3c")
def test_a_base_in_an_enemy_zone_is_not_controlled() -> None:
    assert axis_ports("W3: Savona", "W5: 9A/20") == {"W3"}
    assert axis_ports("W3: Savona", "W4: 9A/20") == set()
    assert allied_ports("J62: 9A/20", "L63: Savona") == {"J62"}
    assert allied_ports("J62: 9A/20", "K63: Savona") == set()


@rule("4.3c")
def test_supply_and_rommel_have_no_zone_that_could_dispute_a_base() -> None:
    assert allied_ports("J62: 9A/20", "K63: Rommel") == {"J62"}


@rule("4.3c")
def test_a_fortress_is_controlled_with_enemies_all_around() -> None:
    assert allied_ports("G25: 9A/20", "G24: Savona", "H25: Pavia", "H26: Brescia") == {"G25"}


@rule("4.3d")
def test_the_enemy_base_is_never_a_port() -> None:
    assert axis_ports("J62: 15/8") == set()
    assert allied_ports("W3: 7/4") == set()
    table = Desert(
        "turn 10 axis\nphase: start\nW3: Savona AxisSupply1\nG25: Pavia\nJ62: 15/8\nM50: 22Gds AlliedSupply1"
    ).roll(6)
    assert table.legal("hex") == {"W3", "G25"}
    assert table.refusal("hex:J62") == "4.3"

"""Battles in the planner: lines by arm, dice and hits to expect, what doubles and halves, hits to take."""

from __future__ import annotations

import pytest

from sandtable import SPECTATOR
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.scene import Combat, board_of, scene_for
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

DATA = ROMMEL.load_data()
BOARD = board_of(ROMMEL, DATA)
AXIS, ALLIED = 0, 1
BATTLE = "Gazala: 21/5 Trento=2 22Gd 7/4-\nTobruk: Pol\nEl-Agheila: Bologna"


def battle_at(state: Position, side: int, place: str = "Gazala") -> Combat:
    combats = {combat.id: combat for combat in scene_for(ROMMEL, BOARD, state, side).combats}
    return combats[f"battle-{DATA.board.number[place]}"]


def values(combat: Combat) -> dict[str, str]:
    """What is said of each block."""
    return {factor.piece: factor.value for factor in combat.factors if factor.piece}


def fought(places: str = BATTLE, more: str = "") -> Sands:
    table = Sands(position(places, "combat 1", more=crossed("Derna>Gazala") + more))
    return table.play("fight:Gazala", "done")


def test_before_combat_a_side_counts_the_enemys_blocks() -> None:
    state = Sands(position(BATTLE, "lay", more=crossed("Derna>Gazala"))).state
    for reader, known in ((AXIS, {"21/5", "Trento"}), (ALLIED, {"22Gd", "7/4"})):
        battle = battle_at(state, reader)
        assert battle.title == "Battle of Gazala"
        assert {*battle.attackers, *battle.defenders} == known == values(battle).keys()
        assert battle.unseen == ((0, 2) if reader == AXIS else (2, 0))
        assert battle.attacking == AXIS
        assert (battle.outcomes, battle.decides) == ((), False), "nobody knows what there is to fire at"
    watched = battle_at(state, SPECTATOR)
    assert (watched.attackers, watched.defenders, watched.unseen) == ((), (), (2, 2))


def test_in_the_fight_both_sides_stand_by_arm_and_the_disrupted_stay_hidden() -> None:
    battle = battle_at(fought().state, SPECTATOR)
    assert [(rank.name, rank.pieces) for rank in battle.ranks] == [
        ("Armour", ("21/5",)),
        ("Infantry", ("Trento", "22Gd")),
    ]
    assert (battle.attackers, battle.defenders) == (("21/5", "Trento"), ("22Gd",))
    assert battle.unseen == (0, 1), "the disrupted stay hidden"
    assert battle.column == "The Allies fire"
    assert battle.decides


def test_the_chances_are_those_of_the_dice() -> None:
    """9.4: 22Gd has three dice, and infantry hits infantry with a six."""
    battle = battle_at(fought().state, ALLIED)
    assert values(battle) == {
        "21/5": "6 dice",
        "Trento": "2 dice",
        "22Gd": "3 dice on 6: 0.5",
        "7/4": "disrupted: does not fire",
    }
    assert {outcome.text: outcome.share for outcome in battle.outcomes} == pytest.approx(
        {"No hit": 125 / 216, "1 hit": 75 / 216, "2 hits or more": 16 / 216}
    )
    assert [outcome.cost for outcome in battle.outcomes] == [
        "no loss",
        "at most 1 of 8 CV",
        "at most 3 of 8 CV",
    ]


def test_hits_scored_are_a_cost_until_they_are_taken() -> None:
    table = fought(BATTLE.replace("22Gd", "22Gd 1FF")).shoot("22Gd", "6 6 6")
    [cost] = battle_at(table.state, SPECTATOR).costs
    assert (cost.text, cost.pieces, cost.rule) == ("3 hits on the infantry of the Axis", ("Trento",), "9.5")
    assert values(battle_at(table.state, AXIS))["22Gd"] == "has fired"


def test_a_block_that_chooses_its_target_compares_them() -> None:
    """9.3: artillery may fire at any class; hits on each class come with other faces."""
    places = BATTLE.replace("22Gd", "25-pdr-A 22Gd")
    table = fought(places).play("fire:25-pdr-A")
    assert table.decision == "target"
    shots = [factor for factor in battle_at(table.state, ALLIED).factors if factor.piece == "25-pdr-A"]
    assert {factor.text.rpartition(" at ")[2] for factor in shots} == {"armour", "infantry"}


def test_a_battle_says_what_doubles_dice_and_halves_hits() -> None:
    places = "Tobruk: 9AU/20 21/5\nEl-Agheila: Bologna\nAlexandria: Pol\nmined_hexes: Tobruk\nshown_mines: Tobruk"
    known = f"mines known to axis: Tobruk\nmines known to allied: Tobruk\n{crossed('Bir-Harmat>Tobruk')}"
    table = Sands(position(places, "combat 2", more=known)).play("assault:Tobruk")
    battle = battle_at(table.state, AXIS, "Tobruk")
    conditions = {factor.text: factor.rule for factor in battle.factors if not factor.piece and not factor.sums}
    assert conditions == {"Assault": "9.21", "Fortress": "13.2", "Minefield": "14.2"}
    quiet = battle_at(Sands(position(BATTLE, "combat 1", more=crossed("Derna>Gazala"))).state, AXIS)
    assert not any(factor.text in conditions for factor in quiet.factors)


def test_dice_are_doubled_and_hits_halved_as_the_rules_do_it() -> None:
    """9.21, 13.2, 14.2: in an assault on a mined fortress its infantry has four times its dice; tanks hit half."""
    places = "Tobruk: 9AU/20 21/5\nEl-Agheila: Bologna\nAlexandria: Pol\nmined_hexes: Tobruk\nshown_mines: Tobruk"
    known = f"mines known to axis: Tobruk\nmines known to allied: Tobruk\n{crossed('Bir-Harmat>Tobruk')}"
    table = Sands(position(places, "combat 2", more=known)).play("assault:Tobruk")
    while table.decision != "fire-unit":
        table.play(min(table.legal() - {"done"} or {"done"}))
    assert values(battle_at(table.state, ALLIED, "Tobruk"))["9AU/20"].startswith("16 dice on")
    table.shoot("9AU/20", " ".join("1" * 16))
    battle = battle_at(table.state, AXIS, "Tobruk")
    assert battle.column == "The Axis fire"
    assert "1½ hits" in {outcome.text for outcome in battle.outcomes}

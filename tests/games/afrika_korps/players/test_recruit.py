"""The recruit: simple and sensible. Its strength is measured by `sandtable simulate`, not here."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.arena.loop import play_out
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.seat import Seat
from sandtable.players.registry import player_for
from tests.games.afrika_korps.desert import Desert

GAME = "afrika-korps"
AXIS, ALLIES = 0, 1


def recruit_plays_its_turn(table: Desert, face: int = 1) -> Desert:
    """Let a recruit decide for the side to move until the turn passes; every die shows the same face."""
    recruit = player_for(sandtable.game(GAME), "recruit", Random(1))
    turn = table.game.turn(table.state)
    while table.state.frames and table.game.turn(table.state) == turn:
        if table.actor == sandtable.CHANCE:
            table.roll(face)
        else:
            seat = Seat(table.game, table.state, table.actor)
            table.play(seat.write(recruit.choose(seat)))
    return table


def test_it_garrisons_its_base_so_that_supply_can_land() -> None:
    assert recruit_plays_its_turn(Desert()).at("W3") & {"Savona", "Bologna", "Brescia", "Pavia", "Trento"}


def test_it_keeps_a_garrison_in_a_fortress_it_holds() -> None:
    table = Desert("""
        turn 5 axis
        phase: movement
        W3: Savona
        G25: Bologna 21/5 AxisSupply1
        L59: Pol
    """)
    assert "Bologna" in recruit_plays_its_turn(table).at("G25")


def test_it_attacks_at_good_odds_with_supply_to_spare() -> None:
    table = Desert("""
        turn 5 axis
        phase: movement
        W3: Savona
        N36: 21/5 15/8 AxisSupply1 AxisSupply2
        N40: 22Gds
        J62: Pol
    """)
    recruit_plays_its_turn(table)
    assert table.where("22Gds") == "dead"


def test_the_axis_recruit_does_not_use_up_its_last_supply() -> None:
    table = Desert("""
        turn 5 axis
        phase: movement
        W3: Savona
        N36: 21/5 15/8 AxisSupply1
        N40: 22Gds
        J62: Pol
    """)
    recruit_plays_its_turn(table)
    assert table.where("22Gds") == "N40"
    assert not table.happened("supply-used")


def test_it_moves_supply_with_the_army() -> None:
    table = Desert("""
        turn 5 axis
        phase: movement
        W3: Savona
        W6: AxisSupply1
        S9: 21/5 15/8
        L59: Pol
    """)
    recruit_plays_its_turn(table)
    escort = table.at(table.where("AxisSupply1")) - {"AxisSupply1"}
    assert table.where("AxisSupply1") != "W6"
    assert escort


@pytest.mark.parametrize("seed", range(3))
def test_it_plays_whole_games_against_itself(seed: int) -> None:
    game = sandtable.game(GAME)
    state = game.start()
    players = [
        player_for(sandtable.game(GAME), "recruit", Random(seed)),
        player_for(sandtable.game(GAME), "recruit", Random(seed + 100)),
    ]
    play_out(game, state, players, RandomChance(Random(seed)))
    assert game.score(state).winner in (AXIS, ALLIES)

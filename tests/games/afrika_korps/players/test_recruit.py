"""The recruit: simple and sensible. Its strength is measured by `sandtable simulate`, not here."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.arena.loop import play_out
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.seat import Seat
from sandtable.players.asking import next_choice
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


HELD = """
    W3: Savona
    H2: Pavia
    G25: Bologna
    J62: Pol
"""
"""Every goal has somebody in it, so that the others are free to fight."""


def test_it_attacks_at_good_odds_with_supply_to_spare() -> None:
    """An armoured brigade at 3-1, and a third supply unit."""
    supply = "AxisSupply1 AxisSupply2 AxisSupply3"
    table = Desert(f"turn 5 axis\nphase: movement\n{HELD}\nN36: 21/5 15/8 {supply}\nN40: 2/3")
    recruit_plays_its_turn(table)
    assert table.happened("battle-declared")
    assert table.happened("supply-used")


def test_it_leaves_a_lone_brigade_and_marches_on_when_supply_is_dear() -> None:
    """Two supply units, a brigade in the open desert, and the Allied base held by one: the base is worth more."""
    table = Desert(f"turn 5 axis\nphase: movement\n{HELD}\nN36: 21/5 15/8 AxisSupply1 AxisSupply2\nN40: 22Gds")
    recruit_plays_its_turn(table)
    assert not table.happened("supply-used")
    printed, place = table.state.printed, table.state.place
    assert printed.board.distance(place[printed.unit_number["21/5"]], printed.base[ALLIES]) <= 14  # 26 before


def test_it_storms_a_fortress_with_all_who_stand_around_it() -> None:
    """Nobody there need attack, and alone nobody would: together they count 24 against 8 behind walls."""
    supply = "AxisSupply2 AxisSupply3"
    around = f"G24: 21/5 21/104 15/115 {supply}\nH26: 15/8 Trento\nH25: Ariete\nG25: 9A/20 9A/18"
    table = Desert(f"turn 10 axis\nphase: movement\nW3: Savona\nH2: Pavia AxisSupply1\n{around}\nJ62: Pol")
    recruit_plays_its_turn(table)
    assert table.where("9A/20") == "dead"


def test_it_counts_the_ground_and_declines_a_bad_battle() -> None:
    """22Gds and 9A/20 on an escarpment count eight; 21/5 alone would attack at less than 1-1."""
    text = f"turn 5 axis\nphase: movement\n{HELD}\nH26: 21/5 AxisSupply1 AxisSupply2\n"
    table = recruit_plays_its_turn(Desert(text + "G24: 22Gds 9A/20"))
    assert not table.happened("battle-declared")


def test_the_axis_recruit_does_not_use_up_its_last_supply() -> None:
    table = Desert(f"turn 5 axis\nphase: movement\n{HELD}\nN36: 21/5 15/8 AxisSupply1\nN40: 22Gds")
    recruit_plays_its_turn(table)
    assert table.where("22Gds") == "N40"
    assert not table.happened("supply-used")


def test_it_spends_one_supply_unit_not_two() -> None:
    """Two attacks far apart would need both; it keeps one back."""
    table = Desert(
        f"turn 5 axis\nphase: movement\n{HELD}\n"
        "N36: 21/5 AxisSupply1\nN39: 22Gds\nS20: 15/8 AxisSupply2\nS23: 9A/20"
    )
    recruit_plays_its_turn(table)
    assert table.state.depots[AXIS]


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
    assert table.where("AxisSupply1") != "W6"


def test_rommel_leads_the_panzers() -> None:
    """22.1: in his company they get further than alone."""
    table = recruit_plays_its_turn(Desert())
    place = table.where("Rommel")
    assert place != "W6"
    assert table.at(place) & {"21/5", "21/104"}
    assert any(event.rule == "22.1" for event in table.happened("moved"))


def test_it_sails_to_tobruch_when_that_is_ours() -> None:
    table = Desert("""
        turn 17 axis
        phase: start
        W3: Savona Sabratha GGFF
        H2: Pavia
        G25: Bologna AxisSupply1 AxisSupply3 AxisSupply4
        I30: 21/5 15/8 Rommel AxisSupply2
        J62: Pol
    """)
    recruit_plays_its_turn(table)
    assert table.happened("embarked")


def test_it_forms_substitutes() -> None:
    table = Desert("""
        turn 34 allied
        phase: movement
        J62: 4I/5 AlliedSupply1
        H2: 22Gds
        G25: 7A/1 7A/2 Pol AlliedSupply2
        H25: Brescia Pavia 21/5
        W3: Savona AxisSupply1
    """)
    recruit_plays_its_turn(table)
    assert table.happened("substitute-formed")


def test_a_besieged_port_takes_no_more_than_it_holds() -> None:
    """19.3: who finds neither room nor a way out waits; nobody is landed to be lost (6.3)."""
    table = Desert("""
        turn 7 allied
        phase: start
        G25: 9A/20 7A/1 AlliedSupply1
        G24: Pavia
        H25: Trento
        H26: Bologna
        H27: 21/104
        W3: Savona AxisSupply1
    """)
    recruit_plays_its_turn(table)
    assert len(table.happened("landed")) == 1
    assert not table.happened("died-before-combat")


def test_a_lone_brigade_does_not_go_home_among_panzers() -> None:
    """7.4: in its own base it would have to attack four regiments, at odds that are not even allowed."""
    table = Desert("""
        turn 8 allied
        phase: movement
        J61: 15/8
        K61: 21/5 21/104 15/115 AxisSupply1
        W3: Savona
        H2: Pavia
        L64: Pol
        G25: 9A/20 AlliedSupply1 AlliedSupply2
    """)
    assert recruit_plays_its_turn(table).where("Pol") not in ("J62", "dead")


def test_its_own_army_is_not_lost_before_combat() -> None:
    """An automatic victory, or a march too many into enemy zones, must not cost it more than the enemy does."""
    game = sandtable.game(GAME)
    match = sandtable.Match.start(game)
    state, events = match.state, []
    players = [player_for(game, "recruit", Random(seed)) for seed in (5, 6)]
    chance = RandomChance(Random(7))
    while game.actor(state) != sandtable.OVER and state.turn < 12:
        side = game.actor(state)
        if side == sandtable.CHANCE:
            choice = chance.draw(game.chance(state), 0)
        else:
            choice = next_choice(players[side], game, state, side)
        events += game.apply_heard(state, choice)
    early = [event for event in events if event.kind == "died-before-combat"]
    later = [event for event in events if event.kind in ("eliminated", "died-retreating")]
    assert len(early) <= len(later) // 10


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

"""The recruit: legal, sensible, and blind to what its side cannot see. Its strength is measured elsewhere."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.arena.loop import play_out
from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import Choice, contains
from sandtable.kernel.seat import Player, Seat
from sandtable.players.registry import player_for
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import next_choice
from tests.games.rommel_in_the_desert.policies import ContactSeeking
from tests.games.rommel_in_the_desert.sands import Sands, crossed, position

AXIS, ALLIED = 0, 1


def recruit(seed: int = 1) -> Player:
    return player_for(ROMMEL, "recruit", Random(seed))


def recruit_chooses(state: Position, seed: int = 1) -> Choice:
    return recruit(seed).choose(Seat(ROMMEL, state, ROMMEL.actor(state)))


def recruit_plays_its_turn(table: Sands, face: int = 6) -> Sands:
    """Let a recruit decide for the side to move until the turn passes; every die shows the same face."""
    player, turn = recruit(), table.state.turn
    while table.state.frames and table.state.turn == turn:
        if table.actor == sandtable.CHANCE:
            dice = [face] * (table.dice() if table.decision != "draw" else 1)
            table.roll(" ".join(map(str, dice)))
        elif table.actor != table.state.active:
            table.play("decline" if table.allows("decline") else sorted(table.legal())[0])
        else:
            seat = Seat(ROMMEL, table.state, table.actor)
            table.play(seat.write(player.choose(seat)))
    return table


def moments(seed: int) -> list[Position]:
    """Positions of a game in the thick of it at which a side has more than one choice."""
    rng = Random(f"recruit {seed}")
    policy, state = ContactSeeking(rng), clash(rng)
    found = []
    for number in range(160):
        if not state.frames:
            break
        if number % 8 == 0 and len(ROMMEL.legal(state)) > 1:
            found.append(state.copy())
        ROMMEL.apply(state, next_choice(state, policy, rng))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_it_chooses_what_is_legal_and_changes_nothing_by_thinking(seed: int) -> None:
    for state in moments(seed):
        before = ROMMEL.key(state)
        assert contains(ROMMEL.options(state), recruit_chooses(state))
        assert ROMMEL.key(state) == before


@pytest.mark.parametrize("seed", range(6))
def test_it_knows_no_more_than_its_view(seed: int) -> None:
    """In any other position that its side could take for this one it chooses the same."""
    met = 0
    for number, state in enumerate(moments(seed)):
        side = ROMMEL.actor(state)
        other = ROMMEL.resample(ROMMEL.view(state, side), Random(number), state.printed)
        met += ROMMEL.key(other) != ROMMEL.key(state)
        assert recruit_chooses(state) == recruit_chooses(other)
    assert met, "the other side has nothing to hide in any of them"


def test_it_attacks_where_it_is_much_the_stronger() -> None:
    places = "Gazala: 21/5 15/8 Ariete Trento\nBir-Harmat: KDG\nEl-Agheila: Bologna\nAlexandria: Pol"
    table = recruit_plays_its_turn(Sands(position(places, "movement 1", more="hand axis: 2 real 0 dummy")))
    assert table.happened("attacked")


def test_it_refuses_battle_where_it_is_much_the_weaker() -> None:
    """One reconnaissance block against four; the same block with friends stays."""
    strong = "Bir-Harmat: 21/5 15/8 21/104 15/115"
    battle = f"attacked_hexes: Bir-Harmat\n{crossed('Gazala>Bir-Harmat')}"
    for allies, refuses in (("KDG=1", True), ("7/4 7/22 Grant 22Gd 1FF 2/SG 7/7", False)):
        places = f"{strong} {allies}\nTobruk: Pol\nEl-Agheila: Bologna\nAlexandria: 9AU/20"
        state = Sands(position(places, "refusals 1", more=battle)).state
        chosen = ROMMEL.write(state, recruit_chooses(state))
        assert chosen.startswith("refuse:") == refuses, allies


def test_it_passes_when_it_holds_no_real_card() -> None:
    poor = Sands(position("Gazala: 21/5\nTobruk: Pol\nAlexandria: 22Gd", "lay", more="hand axis: 0 real 3 dummy"))
    assert poor.legal() == {"pass"}
    assert ROMMEL.write(poor.state, recruit_chooses(poor.state)) == "pass"


@pytest.mark.parametrize("scenario", ["gazala", "crusader"])
def test_it_plays_short_scenarios_to_the_end_against_itself(scenario: str) -> None:
    state = ROMMEL.start(scenario)
    tally = play_out(ROMMEL, state, [recruit(1), recruit(2)], RandomChance(Random(scenario)))
    assert not state.frames
    assert tally.decisions > 50
    assert ROMMEL.score(state).winner in (AXIS, ALLIED, None)


@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_it_plays_a_short_scenario_to_the_end_against_random_play(side: int) -> None:
    players = [player_for(ROMMEL, "random", Random(5)) for _ in ROMMEL.sides]
    players[side] = recruit(3)
    state = ROMMEL.start("crusader")
    play_out(ROMMEL, state, players, RandomChance(Random(side)))
    assert not state.frames

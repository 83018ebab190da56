"""The recruit's habits, one by one: what a good player would advise, and the recruit does."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.players import setups
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import hungry
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK
from sandtable.games.rommel_in_the_desert.state import Position, units_at
from sandtable.kernel.bits import ones
from sandtable.kernel.seat import Seat
from sandtable.players.asking import next_choice
from sandtable.players.registry import player_for
from tests.games.rommel_in_the_desert.buildups import Buildup
from tests.games.rommel_in_the_desert.players.test_recruit import moments, recruit, recruit_plays_its_turn
from tests.games.rommel_in_the_desert.sands import Sands, position

AXIS, ALLIED = 0, 1
SCENARIOS = [scenario.id for scenario in ROMMEL.scenarios]
GARRISONS = "El-Agheila: Bologna Pavia\nAlexandria: Pol 9AU/20"


def opened(scenario: str, seed: int) -> Position:
    """A scenario after both have deployed, by two recruits; all cards are real."""
    state = ROMMEL.start(scenario)
    players = [recruit(seed), recruit(seed + 1)]
    while state.turn == 0:
        side = ROMMEL.actor(state)
        ROMMEL.apply(state, 0 if side < 0 else next_choice(players[side], ROMMEL, state, side))
    return state


def stands(state: Position, side: int) -> dict[int, int]:
    return {place: units_at(state, side, place).bit_count() for place in ones(state.held[side])}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_its_set_ups_hold_what_they_must(scenario: str) -> None:
    """Everybody is supplied, whoever owns Tobruk has a garrison in it, and nobody stands in one hex by choice."""
    state = opened(scenario, 3)
    assert not hungry(state, AXIS) | hungry(state, ALLIED)
    assert stands(state, state.owner[TOBRUK])[state.printed.fortresses[TOBRUK]] >= 2
    for side in (AXIS, ALLIED):
        if (scenario, side, 0) in setups.SCHEMES:
            assert len(stands(state, side)) >= 2


@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_its_set_ups_differ_from_game_to_game(side: int) -> None:
    assert len({tuple(sorted(stands(opened("battleaxe", seed), side).items())) for seed in range(4)}) > 1


def laid(seed: int) -> tuple[int, int]:
    """The real cards and the dummies of a turn with one good move."""
    text = position(
        f"Gazala: 21/5 15/8 Ariete\nBir-Harmat: KDG=1\n{GARRISONS}", "lay", more="hand axis: 3 real 3 dummy"
    )
    table, player = Sands(text), recruit(seed)
    for _ in range(2):
        seat = Seat(ROMMEL, table.state, AXIS)
        table.play(seat.write(player.choose(seat)))
    return table.state.real_laid, table.state.dummies_laid


def test_its_bluffs_vary() -> None:
    """As many cards may be one real one or more."""
    found = {laid(seed) for seed in range(12)}
    assert len({dummies for _, dummies in found}) >= 3


def test_it_walks_into_a_base_that_stands_open() -> None:
    places = "Sollum: 15/33\nBardia: 21/5 15/8\nTobruk: Brescia\nEl-Agheila: Bologna\nGambut: 22Gd"
    table = recruit_plays_its_turn(Sands(position(places, "lay", more="hand axis: 1 real 0 dummy")))
    assert ROMMEL.score(table.state).winner == AXIS


def test_it_does_not_leave_its_own_base_open() -> None:
    """Raiders are at Mersa Brega, and the garrison stays while the others would go."""
    places = (
        "El-Agheila: Bologna 21/5 15/8\nBenghazi: Pavia\nMersa-Brega: KDG 7/4\nTobruk: 9AU/20\nAlexandria: Pol"
    )
    table = recruit_plays_its_turn(Sands(position(places, "lay", more="hand axis: 2 real 0 dummy")))
    assert table.at("El-Agheila") & {"Bologna", "21/5", "15/8"}


def test_it_does_not_pass_with_a_full_hand() -> None:
    """Far from the enemy there is always a better place to be."""
    places = "Agedabia: 21/5 15/8 Ariete\nEl-Agheila: Bologna Pavia\nTobruk: 9AU/20 70/23\nAlexandria: Pol"
    table = recruit_plays_its_turn(Sands(position(places, "lay", more="hand axis: 9 real 0 dummy")))
    assert not table.happened("passed")
    assert table.happened("rommel-regroup-declared")


def test_it_reopens_its_supply_line() -> None:
    """A lone block on the highway behind the army is driven off at once."""
    places = f"Gazala: 21/5 15/8 21/104 Ariete\nDerna: KDG=1\nTobruk: 70/23\n{GARRISONS}"
    table = recruit_plays_its_turn(Sands(position(places, "lay", more="hand axis: 3 real 0 dummy")))
    assert table.happened("attacked") or not hungry(table.state, AXIS)


def test_it_leaves_a_garrison_in_tobruk_when_the_enemy_is_near() -> None:
    places = f"Tobruk: Brescia Savona Trento 90/361 21/5 15/8\nGambut: KDG=1\nBardia: 7/4 7/22 22Gd\n{GARRISONS}"
    more = "hand axis: 3 real 0 dummy\nowner Tobruk: axis axis"
    table = recruit_plays_its_turn(Sands(position(places, "lay", more=more)))
    assert len(table.at("Tobruk") & {"Brescia", "Savona", "Trento", "90/361"}) == 4


def built(table: Buildup, seed: int = 1) -> Buildup:
    """The recruit spends the points of the side that builds, as far as the cards."""
    side, player = table.actor, recruit(seed)
    while table.actor == side and table.decision in ("spend", "redeploy-to"):
        seat = Seat(ROMMEL, table.state, side)
        table.play(seat.write(player.choose(seat)))
    return table


def test_it_rebuilds_in_the_base_and_sends_weak_units_home() -> None:
    places = "El-Agheila: 21/5=2 Bologna\nGazala: 15/8 15/115=2 21/104\nAlexandria: Pol"
    table = built(Buildup(places, scenario="crusader", month=8))
    assert table.cv("21/5") > 2
    assert table.where("15/115") == "refit"


def test_it_sends_its_reserves_by_sea() -> None:
    places = "Alexandria: Pol 22Gd 1SA/1 7/4\nTobruk: 9AU/20 70/23\nEl-Agheila: Bologna\nMersa-Brega: 21/5"
    table = built(Buildup(places, "owner Tobruk: allied allied", dice=("6 6", "1 1")))
    assert len(table.at("Tobruk")) > 2


@pytest.mark.parametrize("seed", range(2))
def test_the_conscript_still_plays(seed: int) -> None:
    """It is kept to measure others against: legal, and as blind as they are."""
    for state in moments(seed)[:8]:
        side = ROMMEL.actor(state)
        other = ROMMEL.resample(ROMMEL.view(state, side), Random(seed), state.printed)
        chosen = [
            player_for(ROMMEL, "conscript", Random(5)).choose(Seat(ROMMEL, each, side)) for each in (state, other)
        ]
        assert chosen[0] == chosen[1]

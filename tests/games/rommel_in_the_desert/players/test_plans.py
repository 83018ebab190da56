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
from tests.games.rommel_in_the_desert.buildups import ALLIES_FIRST, Buildup
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


def test_it_clears_its_line_of_an_enemy_who_will_recover() -> None:
    """11.2, 16.2: a disrupted block on the highway, which lets supply pass today, cuts off the army tomorrow."""
    places = "Fuka: 21/5 15/8 21/104 Ariete 90/361 15/115\nTobruk: Brescia Savona\nGazala: Trento\nDerna: KDG-\n"
    places += "El-Agheila: Bologna Pavia\nAlexandria: Pol 9AU/20 70/23 22Gd 7/4 7/22 1SA/1"
    more = "hand axis: 2 real 0 dummy\nowner Tobruk: axis axis"
    table = recruit_plays_its_turn(Sands(position(places, "lay", more=more)))
    assert table.where("KDG") == "dead"


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


PANZERS = ["21/5", "15/8", "21/104", "15/115", "90/361", "Ariete", "Trieste", "15/33"]
BRIGADES = "9AU/20 70/23 7/4 22Gd 7/22 1SA/1"


def struck(units: int, foes: str, hand: int = 9) -> Sands:
    """The Axis turn with so many units at Gazala and these foes beside them at Bir Harmat."""
    places = f"Gazala: {' '.join(PANZERS[:units])}\nBir-Harmat: {foes}\nEl-Agheila: Bologna Pavia\nAlexandria: Pol"
    return recruit_plays_its_turn(Sands(position(places, "lay", more=f"hand axis: {hand} real 0 dummy")))


def test_it_strikes_a_strong_enemy_in_a_blitz() -> None:
    """4.4: eight units against six are to fire twice before these can answer."""
    assert struck(8, BRIGADES).happened("blitz")


def test_it_assaults_where_the_double_dice_are_worth_a_card() -> None:
    """4.3: six against six: whoever comes with the better guns wants every die to count twice."""
    [battle] = struck(6, BRIGADES).happened("battle-named")
    assert battle.arguments["assault"]


@pytest.mark.parametrize(("foes", "hand", "spent"), [("KDG=1", 9, 1), (BRIGADES, 2, 1)])
def test_it_does_not_waste_cards(foes: str, hand: int, spent: int) -> None:
    """One weak block is not worth a second card; nor is a battle worth the last one."""
    assert struck(8, foes, hand).state.real[AXIS] == hand - spent


def staked(hand: str, places: str, side: int = ALLIED) -> list[str]:
    """What a recruit stakes for the initiative in ten games: a real card, a dummy or none."""
    found = []
    for seed in range(10):
        table = Buildup(places, hand).finish().finish()
        if side == AXIS:
            table.play("card:real")
        seat = Seat(ROMMEL, table.state, side)
        found.append(seat.write(recruit(seed).choose(seat)))
    return found


APART = "El-Agheila: Trento 21/5\nAlexandria: Pol"
CLOSE = "El-Agheila: Trento\nGazala: 21/5 15/8\nTobruk: 9AU/20 70/23\nAlexandria: Pol"


def test_a_rich_hand_challenges_for_the_initiative_but_not_always() -> None:
    """3.3: nobody should be able to count on it."""
    assert {"card:real", "none"} <= {*staked("hand allied: 9 real 0 dummy", APART)}


def test_a_poor_hand_never_pays_for_the_initiative() -> None:
    """Buildup cards are real here: three are added to none."""
    for side, hand in ((ALLIED, "hand allied: 0 real 0 dummy"), (AXIS, "hand axis: 0 real 0 dummy")):
        assert {*staked(hand, APART, side)} == {"none"}


def test_the_initiative_is_worth_more_when_the_armies_are_close() -> None:
    """With five cards it is worth one only before a battle."""
    hand = "hand allied: 2 real 0 dummy"
    assert "card:real" in staked(hand, CLOSE)
    assert "card:real" not in staked(hand, APART)


def test_it_sometimes_stakes_a_dummy_to_make_the_enemy_pay() -> None:
    assert "card:dummy" in staked("hand allied: 0 real 4 dummy", APART)


def mined(more: str = "") -> list[set[str]]:
    """Where a recruit of the Allies lays mines in ten games."""
    places = "Tobruk: 9AU/20 70/23 22Gd\nGambut: 7/4\nAlexandria: Pol\nGazala: 21/5 15/8\nEl-Agheila: Bologna"
    found = []
    for seed in range(10):
        table, player = Buildup(places, f"points: 0 2\n{more}", dice=ALLIES_FIRST).play("done"), recruit(seed)
        while table.decision == "mines":
            seat = Seat(ROMMEL, table.state, ALLIED)
            table.play(seat.write(player.choose(seat)))
        found.append(table.hexes("known_mines", "Allied"))
    return found


def test_whoever_holds_tobruk_mines_it_as_a_rule() -> None:
    fields = mined("owner Tobruk: allied allied")
    assert fields.count({"Tobruk"}) > 3
    assert set() in fields, "but not so that everybody knows"


def test_whoever_has_to_attack_seldom_lays_mines() -> None:
    assert mined("owner Tobruk: axis axis").count(set()) > 6


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

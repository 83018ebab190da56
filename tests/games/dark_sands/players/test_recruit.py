"""The recruit sees what a good player would see. How strong it is, docs/players.md says."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from sandtable.arena.loop import play_out
from sandtable.games.dark_sands import verbs
from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.players.policy import AIMS, aims_of, policy_of
from sandtable.games.dark_sands.players.reactions import react
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.rules.c10_supply import can_trace
from sandtable.games.dark_sands.rules.c19_movement import MOVEMENT, MOVES
from sandtable.games.dark_sands.rules.c20_combat import BATTLES
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.choices import unpack
from sandtable.kernel.flow import CHANCE, Kind, advance
from sandtable.kernel.seat import Player, Seat
from sandtable.players.registry import player_for, player_info
from tests.games.dark_sands.desert import DATA, HEX, acting, desert, hexes, number, where

AXIS, ALLIED = 0, 1
COMPASS, SUNFLOWER, CRUSADER, GAZALA = range(4)


def recruit(seed: int = 1) -> Player:
    return player_for(SANDS, "recruit", Random(seed))


def chooses(state: Sands, player: Player | None = None) -> str:
    """What a recruit chooses, in words."""
    seat = Seat(SANDS, state, SANDS.actor(state))
    return seat.write((player or recruit()).choose(seat))


def carry_on(state: Sands, until: Kind, die: int = 1) -> list[str]:
    """Let recruits decide until this kind of frame is gone; every die shows the same face. What they chose."""
    players, said = (recruit(1), recruit(2)), []
    while any(frame[0] == until.number for frame in state.frames):
        actor = SANDS.actor(state)
        if actor == CHANCE:
            SANDS.apply(state, die - 1)
            continue
        text = chooses(state, players[actor])
        said.append(text)
        SANDS.apply(state, SANDS.read(state, text))
    return said


def moved(placed: dict[str, str], side: str, scenario: int, turn: int, **fields: Any) -> Sands:
    """A position, after a recruit has moved all units of this side."""
    fields.setdefault("cup", DATA.cups[turn])
    state = acting(desert(placed, turn=turn, scenario=scenario, **fields), side, "move", MOVEMENT)
    carry_on(state, MOVES)
    return state


# Where the game is decided


def test_every_scenario_has_its_aims() -> None:
    for side in (AXIS, ALLIED):
        assert AIMS[side].keys() == {*SCENARIOS, "campaign"}
        for scenario in range(len(SCENARIOS)):
            state = desert(scenario=scenario)
            assert len(aims_of(state, side)) >= len(policy_of(state, side).objectives)


def test_an_open_town_is_taken() -> None:
    state = moved({"Bologna": "1905", "24/9 Aus": "2830"}, "axis", SUNFLOWER, 4)
    assert where(state, "Bologna") == ["2904"]
    assert state.controlled[AXIS] >> HEX["2904"] & 1


def test_el_agheila_is_raided_by_road_when_the_way_is_open() -> None:
    """Compass: without it no Axis unit has a line of supply; several go, because one in three goes astray."""
    state = moved({"4/7 Arm": "2441", "7/7 Arm": "2441", "Sirte": "3418"}, "allied", COMPASS, 2)
    assert state.controlled[ALLIED] >> DATA.places.el_agheila & 1


def test_what_must_be_held_is_not_left_empty() -> None:
    state = moved({"24/9 Aus": "2830", "1/5/21 Pz": "2429", "2/5/21 Pz": "2429"}, "allied", SUNFLOWER, 4)
    assert where(state, "24/9 Aus") == ["2830"]


def test_whoever_is_out_of_supply_looks_for_a_line() -> None:
    """23.1: a marked unit that is still cut off at the end of the turn is gone; Tobruk can wait."""
    placed = {"1/5/21 Pz": "0732", "7/4 Ind": "2738", "5/4 Ind": "0938", "22 Gds": "1149", "24/9 Aus": "2830"}
    assert not can_trace(desert(placed), number("1/5/21 Pz"))
    state = moved(placed, "axis", SUNFLOWER, 4, oos=["1/5/21 Pz"])
    assert can_trace(state, number("1/5/21 Pz"))


def test_one_foothold_on_the_east_map_is_enough_in_gazala() -> None:
    without = desert({}, scenario=GAZALA, turn=12)
    assert {HEX["1960"], HEX["1462"]} <= aims_of(without, AXIS).keys()
    with_one = desert({"Pavia": "1462"}, scenario=GAZALA, turn=12)
    assert HEX["1462"] in aims_of(with_one, AXIS)
    assert HEX["1960"] not in aims_of(with_one, AXIS)


# Attacks


def fought(placed: dict[str, str], side: str, **fields: Any) -> list[str]:
    state = acting(desert(placed, turn=8, scenario=CRUSADER, **fields), side, "combat", BATTLES)
    return carry_on(state, BATTLES, die=3)


def test_a_good_attack_is_made_with_all_that_helps() -> None:
    placed = {"5/4 Ind": "2235", "7/4 Ind": "2235", "11/4 Ind": "2335", "22 Gds": "2335", "1/5/21 Pz": "2236"}
    said = fought(placed, "allied", reduced=["1/5/21 Pz"])
    assert said[0] == "attack:2236"
    assert {"join:5/4-Ind", "join:11/4-Ind"} <= set(said)


def test_a_bad_attack_is_declined() -> None:
    assert fought({"22 Gds": "2235", "1/5/21 Pz": "2236", "2/5/21 Pz": "2236", "104/21 Pz": "2236"}, "allied") == [
        "done"
    ]


def answer(state: Sands, side: int, verb: int, *arguments: int) -> int:
    """What a recruit answers if it may choose one of these."""
    options = [(verb, sum(1 << argument for argument in arguments))]
    return unpack(react(state, side, options, Random(1)))[1]


def test_the_step_that_hurts_least_is_lost() -> None:
    """20.3.2: infantry before armour, and a step of a full unit before the last one of another."""
    state = desert({"22 Gds": "2235", "7/4 Ind": "2235", "4/7 Arm": "2235"}, reduced=["7/4 Ind"])
    guards, indians, tanks = map(number, ("22 Gds", "7/4 Ind", "4/7 Arm"))
    assert answer(state, ALLIED, verbs.LOSE, indians, guards, tanks) == guards
    assert answer(state, ALLIED, verbs.LOSE, indians, tanks) == indians


def test_a_retreat_leads_home_and_to_supply() -> None:
    state = desert({"Pavia": "2236", "4/7 Arm": "2240"}, scenario=CRUSADER, turn=8, cup=DATA.cups[8])
    assert answer(state, AXIS, verbs.RETREAT, HEX["2235"], HEX["2237"]) == HEX["2235"]


def test_headquarters_come_back_first_and_the_front_is_filled_up_before_the_rear() -> None:
    state = desert({"1/5/21 Pz": "2236"}, reduced=["1/5/21 Pz"])
    staff, lost, tired = map(number, ("HQ Afrika Korps", "2/5/21 Pz", "1/5/21 Pz"))
    assert answer(state, AXIS, verbs.REBUILD, lost, staff) == staff
    both = [(verbs.REBUILD, 1 << lost), (verbs.RESTORE, 1 << tired)]
    assert unpack(react(state, AXIS, both, Random(1))) == (verbs.RESTORE, tired)


def test_reinforcements_come_near_the_front() -> None:
    state = desert({"Pavia": "2824", "24/9 Aus": "2830"}, scenario=SUNFLOWER, cup=DATA.cups[4])
    state.controlled[AXIS] |= hexes("2904")
    assert answer(state, AXIS, verbs.TO, HEX["1600"], HEX["2904"]) == HEX["2904"]


def test_tobruk_is_held() -> None:
    options = [(verbs.HOLD, 1), (verbs.DONE, 1)]
    assert unpack(react(desert({"24/9 Aus": "2830"}), ALLIED, options, Random(1)))[0] == verbs.HOLD


# Chits


def cup_of(*chits: str) -> int:
    return sum(1 << DATA.nouns["chit"].index(chit) for chit in chits)


def at_the_start(scenario: str) -> Sands:
    options = {option.name: option.values[0] for option in SANDS.scenario(scenario).options}
    state = SANDS.set_up(DATA, scenario, options)
    advance(state, SANDS.kinds)
    return state


def until_decision(state: Sands, name: str) -> Sands:
    """Play on, at random, until this is decided."""
    rng, random = Random(3), player_for(SANDS, "random", Random(3))
    while SANDS.kind_names[state.frames[-1][0]] != name:
        actor = SANDS.actor(state)
        frame = state.frames[-1]
        if actor == CHANCE:
            kind = SANDS.kinds[frame[0]]
            SANDS.apply(state, RandomChance(rng).draw(kind.weights(state, frame), 0))  # type: ignore[attr-defined]
        else:
            SANDS.apply(state, random.choose(Seat(SANDS, state, actor)))
    return state


def test_a_corps_that_waits_for_its_headquarters_comes_after_them() -> None:
    """Crusader: 13 and 30 Corps are void until their headquarters have arrived."""
    state = until_decision(at_the_start("crusader"), "initiative")
    assert SANDS.actor(state) == ALLIED
    assert chooses(state) == "play:allied-reinforcement-1"


def test_the_first_chit_is_worth_something() -> None:
    """Compass: never a chit of reinforcements, which can wait."""
    state = until_decision(at_the_start("compass"), "initiative")
    assert chooses(state).startswith("play:allied-")
    assert "reinforcement" not in chooses(state)


def test_a_priority_chit_is_played_before_it_is_lost() -> None:
    state = until_decision(at_the_start("sunflower"), "priority")
    state.cup = cup_of("logistics-1")
    assert chooses(state).startswith("play:axis-rommel")
    # No attack is to be had yet, and there is time enough.
    quiet = desert({"1/5/21 Pz": "1601", "24/9 Aus": "2830"}, turn=3, scenario=SUNFLOWER, cup=DATA.cups[3])
    quiet.held, quiet.frames = state.held, state.frames
    assert chooses(quiet) == "hold"


# The player itself


def test_it_plays_to_the_end() -> None:
    state = at_the_start("compass")
    play_out(SANDS, state, [recruit(1), recruit(2)], RandomChance(Random(5)))
    assert not state.frames
    assert SANDS.score(state).winner in (AXIS, ALLIED)


def test_it_looks_but_does_not_touch() -> None:
    state = until_decision(at_the_start("compass"), "moves")
    before = SANDS.write_position(state)
    chooses(state)
    assert SANDS.write_position(state) == before


def test_it_remembers_its_plan() -> None:
    """A player that is asked again after its memory was stored goes on where it was."""
    state = acting(
        desert({"Bologna": "1905", "24/9 Aus": "2830"}, turn=4, scenario=SUNFLOWER, cup=DATA.cups[4]),
        "axis",
        "move",
        MOVEMENT,
    )
    player = recruit()
    first = chooses(state, player)
    SANDS.apply(state, SANDS.read(state, first))
    stored = msgspec.json.decode(msgspec.json.encode(player.remember()))  # type: ignore[attr-defined]
    other = recruit(9)
    other.recall(stored)  # type: ignore[attr-defined]
    assert chooses(state, other) == chooses(state, player)


def test_it_has_a_name_a_level_and_a_sentence() -> None:
    info = player_info(SANDS, "recruit")
    assert (info.title, info.level) == ("Recruit", "intermediate")
    assert info.sentence

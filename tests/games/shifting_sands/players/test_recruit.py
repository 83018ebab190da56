"""The recruit sees what a good player would see. How strong it is, docs/players.md says."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.players.policy import AIMS, PHASES, policy_for, prizes
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.rules.c13_supply import unsupplied
from sandtable.games.shifting_sands.rules.c16_victory import PLAY_ON
from sandtable.players.registry import player_info
from tests.games.shifting_sands.acts import holding, to_act
from tests.games.shifting_sands.fights import attack, battles, go_on
from tests.games.shifting_sands.players.seats import acts, chooses
from tests.games.shifting_sands.theatre import DATA, SPACE, legal, number, play, run, theatre, units, where

HOME = {"it_17": "tripoli", "br_bg-1": "port_said", "br_bg-2": "suez", "br_bg-3": "alexandria", "br_bg-4": "cairo"}
"""What both sides have at home."""
ROMMEL = ("rommel",)


# Points


def test_every_phase_of_the_war_has_its_aims_for_both_sides() -> None:
    assert AIMS.keys() == set(PHASES)
    for phase in PHASES:
        for side in (AXIS, ALLIED):
            assert policy_for(phase, side).objectives["port_said"] > 0
    before, after = theatre({}), theatre({}, events=["torch"])
    assert prizes(before)[SPACE["tripoli"]] > 4 * prizes(before)[SPACE["bardia"]]
    assert prizes(before)[SPACE["tunis"]] == 0 < prizes(after)[SPACE["tunis"]]


@pytest.mark.parametrize(
    ("placed", "hand", "taken"),
    [
        ({"br_2arm": "gazala"}, "A01", "tobruk"),
        ({"in_4": "sidi_azeiz", "it_61": "tobruk"}, "A01", "bardia"),
        ({"it_132": "bir_el_kenaysis", "in_4": "el_alamein", "in_5": "el_daba"}, "X04", "mersa_matruh"),
        ({"br_bg-5": "mega", "it_bg-1": "gondar"}, "A01", "addis_ababa"),
    ],
)
def test_an_open_victory_space_is_taken(placed: dict[str, str], hand: str, taken: str) -> None:
    state = holding(hand, placed=HOME | placed, round=2, turn=4, events=ROMMEL)
    side = DATA.owners[number(next(iter(placed)))]
    assert state.control[SPACE[taken]] != side
    acts(state)
    assert state.control[SPACE[taken]] == side


def test_an_open_tripoli_is_the_end_of_the_war() -> None:
    """16.3: nothing else is as good, not even two victory spaces."""
    placed = {"br_7arm": "buerat", "br_bg-5": "gazala"} | {
        key: value for key, value in HOME.items() if key != "it_17"
    }
    state = holding("A01", placed=placed, round=6, turn=4, events=ROMMEL, axis=["tripoli", "tobruk"])
    acts(state)
    assert state.control[SPACE["tripoli"]] == ALLIED


# Guards


def test_tripoli_is_never_left_empty() -> None:
    """The one division at home stays there, however tempting Egypt is; the second one may go."""
    lone = holding("X04", placed=HOME | {"br_7arm": "msus"}, round=3, turn=4, events=ROMMEL)
    acts(lone)
    assert where(lone, "it_17") == ["tripoli"]
    both = holding("X04", placed=HOME | {"it_27": "tripoli", "br_7arm": "msus"}, round=3, turn=4, events=ROMMEL)
    acts(both)
    assert "tripoli" in where(both, "it_17", "it_27")


def test_somebody_stays_in_suez_and_port_said() -> None:
    state = holding("A07", "A01", placed=HOME | {"it_61": "bardia"}, round=1, turn=2)
    acts(state)
    assert where(state, "br_bg-1", "br_bg-2") == ["port_said", "suez"]


def test_an_army_that_lives_on_a_port_outlives_the_turn() -> None:
    """The road behind Bardia is cut; everything comes through Tobruk, and a battlegroup waits outside."""
    front = {"ge_abg-1": "tobruk", "it_61": "bardia", "it_62": "bardia", "au_bg-1": "el_adem", "in_4": "halfaya"}
    roads = ["gazala", "derna", "mechili", "sidi_mufta", "southern_flank", "bir_el_gubi", "tengeder"]
    fields: dict[str, Any] = {
        "round": 6,
        "turn": 5,
        "events": ROMMEL,
        "axis": ["gambut", "sidi_azeiz"],
        "allied": roads,
    }
    state = holding("X04", "A01", placed=HOME | front, **fields)
    acts(state)
    acts(state)
    assert state.round != 6
    assert "eliminated" not in where(state, "it_61", "it_62")


# Supply


def cut_off() -> dict[str, str]:
    """21st Panzer stands in Egypt; a battlegroup has come in behind it, and nobody holds Tobruk."""
    return HOME | {"ge_21": "sidi_suleiman", "br_bg-5": "bir_el_gubi", "in_4": "mersa_matruh"}


def test_no_division_is_left_out_of_supply_when_the_turn_ends() -> None:
    lost = [
        "tobruk",
        "gazala",
        "el_adem",
        "gambut",
        "sidi_azeiz",
        "bardia",
        "sidi_omar",
        "derna",
        "southern_flank",
    ]
    state = holding("X24", "X04", placed=cut_off(), round=6, turn=5, events=ROMMEL, allied=[*lost, "sidi_mufta"])
    assert unsupplied(state, AXIS) == units("ge_21")
    acts(state)
    assert not unsupplied(state, AXIS)


def test_a_starving_army_is_cut_off_with_the_last_action_of_the_turn() -> None:
    """6.11: the Allies act last. One raider in an open port is worth three divisions that cannot be rebuilt."""
    placed = HOME | {"it_61": "bardia", "it_62": "bardia", "it_63": "sidi_azeiz", "br_7arm": "el_adem"}
    placed["br_bg-5"] = "agedabia"
    held = ["gazala", "sidi_mufta", "bir_el_gubi", "southern_flank", "tengeder", "mechili", "msus", "el_agheila"]
    roads = [*held, "giof_el_matar", "derna", "charruba", "cyrene", "benghazi"]
    state = holding("A01", placed=placed, round=6, turn=2, axis=["tobruk", "gambut"], allied=roads)
    assert not unsupplied(state, AXIS)
    acts(state)
    assert where(state, "it_61", "it_62", "it_63") == ["eliminated"] * 3


# Attacks


STRONG = {"ge_21": "gazala", "ge_15": "gazala", "it_132": "gazala"}


def test_a_weak_stack_is_attacked_by_a_strong_one() -> None:
    placed = HOME | STRONG | {"it_bg-1": "tobruk", "au_9": "el_adem"}
    state = holding("X30", placed=placed, round=1, turn=5, events=ROMMEL, reduced=["au_9", "it_bg-1"])
    said = acts(state)
    assert "attack:El-Adem" in said
    assert {"join:ge_21", "rommel"} <= set(said)
    assert not state.occupied[ALLIED] >> SPACE["el_adem"] & 1


def test_a_hopeless_attack_is_not_made() -> None:
    weak = {"it_bg-1": "gazala", "nz_2": "el_adem", "au_9": "el_adem", "br_7arm": "el_adem"}
    state = battles(HOME | weak, AXIS, "gazala", turn=5, events=ROMMEL)
    assert chooses(state) == "done"


def test_armour_goes_round_the_flank_where_it_can() -> None:
    """11.3: three spaces make the attempt all but sure; a fort cannot be outflanked."""
    placed = HOME | {"ge_21": "gazala", "ge_15": "bir_el_gubi", "ge_90": "tobruk", "au_9": "el_adem"}
    state = battles(placed, AXIS, "gazala", "bir_el_gubi", "tobruk", turn=5, events=ROMMEL)
    attack(state, "el_adem", "ge_21", "ge_15", "ge_90")
    assert "flank" in legal(state)
    assert chooses(state) == "flank"


def test_combat_cards_are_played_where_they_count() -> None:
    placed = HOME | {"ge_21": "gazala", "ge_15": "gazala", "au_9": "el_adem", "au_7": "el_adem"}
    state = battles(placed, AXIS, "gazala", turn=5, events=ROMMEL, axis_hand=["X55"])
    attack(state, "el_adem", "ge_21", "ge_15")
    while legal(state, "flank"):
        play(state, "done")
    assert chooses(state) == "combat-card:X55"


def test_the_best_are_spared_when_losses_are_taken() -> None:
    """11.43: a battlegroup and an infantry division bleed before the armour does."""
    placed = HOME | STRONG | {"br_7arm": "el_adem", "au_9": "el_adem", "au_bg-1": "el_adem"}
    state = go_on(attack(battles(placed, AXIS, "gazala", turn=5, events=ROMMEL), "el_adem", *STRONG))
    play(state, 6, 1)
    while legal(state, "lose"):
        said = chooses(state)
        assert said != "lose:br_7arm"
        play(state, said)


def test_a_retreat_leads_to_supply() -> None:
    placed = HOME | STRONG | {"au_9": "el_adem", "in_bg-1": "gambut"}
    state = go_on(attack(battles(placed, AXIS, "gazala", turn=5, events=ROMMEL), "el_adem", *STRONG))
    play(state, 3, 1)
    while not legal(state, "retreat"):
        play(state, chooses(state))
    while legal(state, "retreat"):
        play(state, chooses(state))
    assert not unsupplied(state, ALLIED)


def test_mountains_are_not_given_up_for_a_step() -> None:
    """11.53: the last gate of East Africa."""
    placed = HOME | {"in_4": "kassala", "in_5": "kassala", "it_gds": "keren", "it_bg-1": "keren"}
    state = go_on(attack(battles(placed, ALLIED, "kassala", turn=4), "keren", "in_4", "in_5"))
    play(state, 6, 1)
    while legal(state, "lose"):
        play(state, chooses(state))
    if legal(state, "stand"):
        assert chooses(state).startswith("stand:")


# Cards


@pytest.mark.parametrize("names", [("X16", "X26", "X04"), ("A03", "A01", "A11"), ("A02", "A14", "A01")])
def test_reinforcements_are_played_before_anything_else(names: tuple[str, ...]) -> None:
    """X16 is Rommel; A02 the 2nd Armoured, A03 the Australians."""
    state = holding(*names, placed=HOME | {"it_61": "bardia", "br_7arm": "mersa_matruh"}, round=1, turn=3)
    assert chooses(state) == f"event:{names[0]}"


def test_rommel_is_taken_in_winter_1941_and_siege_of_malta_a_year_later() -> None:
    for turn, name in ((3, "X16"), (7, "X35")):
        state = theatre(HOME, turn=turn, waiting=0)
        state.frames = [GAME_TURN.frame(step=0)]
        run(state)
        while not legal(state, "take"):
            play(state, chooses(state))
        assert chooses(state) == f"take:{name}"


def test_the_fleet_is_answered_at_once() -> None:
    """A08: the Italian Fleet is at sea."""
    state = holding(
        "A08", "A01", "A07", placed=HOME | {"it_61": "bardia", "in_4": "halfaya"}, round=3, turn=2, fleet_at_sea=1
    )
    state.events_this_turn |= 1 << DATA.event["italian_fleet"]
    assert chooses(state) == "event:A08"


def test_rome_is_obeyed() -> None:
    """A12: the next action must activate an Italian division in Libya or Egypt."""
    placed = HOME | {"it_61": "tobruk", "br_7arm": "mersa_matruh"}
    state = to_act(theatre(placed, round=2, turn=1, orders_from_rome=1, axis_hand=["X03", "X04"]), AXIS)
    acts(state)
    assert state.points >= 10


def test_a_victory_that_is_won_is_not_played_on() -> None:
    """18.4: the Axis with 7 points has won; with 6 it would rather go on."""
    for points, answer in ((7, "no"), (6, "yes")):
        state = theatre(HOME, scenario=1, turn=8, points=points)
        state.frames = [GAME_TURN.frame(step=4), PLAY_ON.frame(AXIS)]
        assert chooses(state) == answer


# Redeployment and replacements


def test_the_reserve_goes_forward_when_nothing_else_is_to_be_done() -> None:
    """Battlegroups of the Reserve box join their countrymen at the front."""
    placed = HOME | {"br_7arm": "mersa_matruh", "br_abg-1": "allied_reserve", "br_abg-2": "allied_reserve"}
    state = holding("A01", placed=placed | {"it_61": "bardia", "it_62": "bardia"}, round=1, turn=2)
    play(state, "redeploy:A01")
    acts(state)
    assert "mersa_matruh" in where(state, "br_abg-1", "br_abg-2") or "alexandria" in where(
        state, "br_abg-1", "br_abg-2"
    )


def test_divisions_are_rebuilt_before_battlegroups() -> None:
    placed = HOME | {"ge_15": "axis_replaceable", "it_bg-1": "axis_replaceable"}
    state = theatre(placed, turn=5, events=ROMMEL, replacements=[4, 4, 0, 0, 0, 0])
    state.frames = [GAME_TURN.frame(step=4)]
    run(state)
    assert chooses(state) in ("rebuild:ge_15", "rebuild:it_bg-1")
    while legal(state, "rebuild", "restore"):
        play(state, chooses(state))
    assert where(state, "ge_15") == ["tripoli"]
    assert not state.reduced & units("ge_15")


def test_it_has_a_name_a_level_and_a_sentence() -> None:
    info = player_info(SANDS, "recruit")
    assert (info.title, info.level) == ("Recruit", "intermediate")
    assert info.sentence

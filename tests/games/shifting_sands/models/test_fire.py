"""The model of fire against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.games.shifting_sands.rules.c11_fight import Fight, planned, why_no_flank
from sandtable.games.shifting_sands.rules.c11_fire import fire
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.fire import (
    Attack,
    Fire,
    attackers_fire,
    defenders_fire,
    may_flank,
    may_use_rommel,
)
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.position import Position, units_in
from tests.games.shifting_sands.models.positions import random_battle, random_position
from tests.games.shifting_sands.models.supply import OFFENSIVES
from tests.games.shifting_sands.models.table import SIDE, batches, mask, theatre_of
from tests.games.shifting_sands.theatre import SPACE


def test_a_compass_attack() -> None:
    position = lay(
        {"br_7arm": "sidi_barrani", "in_4": "sidi_barrani", "it_1lib": "halfaya", "it_2lib": "halfaya"},
        card="compass",
    )
    attack = Attack("halfaya", frozenset({"br_7arm", "in_4"}))
    ours, theirs = attackers_fire(position, attack), defenders_fire(position, attack)
    assert (ours.strength, ours.table, ours.column, ours.modifier) == (6, "division", "6-8", 1)  # pass, armour
    assert (theirs.strength, theirs.table, theirs.column, theirs.modifier) == (2, "division", "2", -1)


def test_a_fort_adds_to_the_defence_only() -> None:
    position = lay({"ge_21": "el_adem", "br_bg-1": "tobruk"}, events=["rommel"])
    attack = Attack("tobruk", frozenset({"ge_21"}))
    assert defenders_fire(position, attack).strength == 3
    assert defenders_fire(position, attack).table == "battlegroup"
    assert attackers_fire(position, attack).column == "5"  # 4 and the armour shift
    back = Attack("el_adem", frozenset({"br_bg-1"}))
    assert attackers_fire(position, back).strength == 1
    assert attackers_fire(position, back).column == "0"  # the defenders have armour


def test_shifts_stop_at_the_edge_after_they_are_added() -> None:
    weak = lay({"it_61": "gazala", "ge_abg-1": "sidi_mufta", "br_7arm": "tobruk"}, reduced=["it_61"])
    attack = Attack("tobruk", frozenset({"it_61"}))
    assert attackers_fire(weak, attack).column == "0"
    helped = Attack("tobruk", frozenset({"it_61"}), rommel=True)
    assert attackers_fire(weak, helped).column == "1"  # -1 for their armour and +2 for Rommel


def test_vichy_forts_may_be_mountains() -> None:
    """19.6."""
    start = {"au_7": "jerusalem", "vf_bg-1": "damascus"}
    attack = Attack("damascus", frozenset({"au_7"}))
    plain, option = lay(start, events=["exporters"]), lay(start, events=["exporters"], options=["19.6"])
    assert (defenders_fire(plain, attack).strength, attackers_fire(plain, attack).column) == (2, "3")
    assert (defenders_fire(option, attack).strength, attackers_fire(option, attack).column) == (1, "2")


@pytest.mark.parametrize("seeds", batches(200, 6000))
def test_the_game_agrees_on_the_fire_of_both_sides(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        battle = random_battle(rng, position)
        if battle is not None:
            attack = random_attack(rng, position, *battle)
            state = theatre_of(position)
            state.fled = mask(attack.fled)
            fight = planned(
                state, mask(attack.attackers), SPACE[attack.target], rommel=attack.rommel, bonus=attack.bonus
            )
            side = SIDE[board.OTHER[battle[1]]]
            assert fire_in(state, fight, side) == attackers_fire(position, attack)
            assert fire_in(state, fight, 1 - side) == defenders_fire(position, attack)
            assert (why_no_flank(state, fight) is None) == may_flank(position, attack)


def fire_in(state: Theatre, fight: Fight, side: int) -> Fire:
    found = fire(state, fight, side)
    head = board.fire_columns(found.table)[found.column]
    return Fire(found.strength, found.table, head, sum(item.value for item in found.modifiers))


def random_attack(rng: Random, position: Position, target: str, side: str, attackers: frozenset[str]) -> Attack:
    """With Rommel and the better die where they may be, and sometimes defenders that have retreated there."""
    there = units_in(position, target, side)
    fled = frozenset(rng.sample(there, rng.randint(1, len(there)))) if rng.random() < 0.2 else frozenset()
    attack = Attack(target, attackers, fled=fled)
    rommel = may_use_rommel(position, attack) and rng.random() < 0.5
    best = position.card in ("crusader", "venezia") and OFFENSIVES[position.card][0] != side
    in_the_desert = board.spaces()[target].region in (board.EGYPT, board.LIBYA)
    return replace(attack, rommel=rommel, bonus=best and in_the_desert and rng.random() < 0.5)

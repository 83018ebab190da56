"""The model of fire against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from tests.games.shifting_sands.models.fire import Attack, attackers_fire, defenders_fire
from tests.games.shifting_sands.models.laying import lay


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

"""Positions in which several chapters have a word."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c13_supply import LIMITED, OUT, supply_of
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.acts import to_act
from tests.games.shifting_sands.fights import reasons, shots
from tests.games.shifting_sands.theatre import DATA, decision, legal, number, play, theatre

GAME = "shifting-sands"


def asked(state: Theatre) -> tuple[str, str]:
    """What is being decided, and by whom."""
    side = state.frames[-1][2] if decision(state) == "combat-cards" else -1
    return decision(state), DATA.nouns["side"][side]


# 13.11: when supply is checked


@pytest.mark.rule("13.11b", "11.273a", "13.73b")
def test_moves_of_the_action_do_not_supply_attackers_that_were_activated_without() -> None:
    placed = {"br_50": "sidi_barrani", "br_bg-1": "el_daba", "it_17": "sidi_suleiman"}
    lost = ["bir_el_kenaysis", "mersa_matruh", "halfaya"]
    state = to_act(theatre(placed, axis=lost, round=1, allied_hand=["A34", "A07"]), ALLIED)
    play(state, "operations:A07", "attack-from:Sidi-Barrani", "move-from:El-Daba", "done")
    play(state, "unit:br_bg-1", "to:Mersa-Matruh", "stop")
    assert supply_of(state, number("br_50")) == LIMITED
    play(state, "attack:Sidi-Suleiman", "join:br_50", "done")
    assert asked(state) == ("combat-cards", "Axis"), "the Allies can play no card"
    assert reasons(shots(state)[0].shifts)["11.273"] == -1


@pytest.mark.rule("13.11b")
def test_a_battle_of_the_action_does_not_cut_off_attackers_that_were_activated_in_supply() -> None:
    placed = {"br_50": "sidi_barrani", "br_51": "bab_el_qattara", "it_27": "bir_el_kenaysis"}
    full = dict.fromkeys(("it_17", "it_bg-1", "it_bg-2"), "sidi_suleiman")
    state = to_act(theatre(placed | full, axis=["halfaya"], round=1, allied_hand=["A34", "A07"]), ALLIED)
    play(state, "operations:A07", "attack-from:Sidi-Barrani", "attack-from:Bab-el-Qattara", "done")
    play(state, "attack:Bir-el-Kenaysis", "join:br_51", "done", "done", "done", 2, 1, "lose:it_27")
    play(state, "retreat:Mersa-Matruh", "done")
    assert supply_of(state, number("br_50")) == OUT
    play(state, "attack:Sidi-Suleiman", "join:br_50", "done")
    assert asked(state) == ("combat-cards", "Allies")
    assert legal(state, "combat-card") == {"combat-card:A34"}
    assert "11.273" not in reasons(shots(state)[0].shifts)

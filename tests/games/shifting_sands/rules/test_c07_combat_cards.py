"""7.6, 11.25: combat cards: who plays them when, and what becomes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.games.shifting_sands.printed.data import load_printed
from sandtable.games.shifting_sands.printed.files import FILES
from sandtable.games.shifting_sands.rules.c11_battles import begin_battles
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.fights import ALLIED, AXIS, attack, battles, cards_of, go_on, sentence
from tests.games.shifting_sands.theatre import (
    cards,
    decision,
    legal,
    play,
    run,
    spaces,
    theatre,
    units,
    why_not,
)

GAME = "shifting-sands"
PLACED = {"br_50": "sidi_barrani", "in_4": "sidi_barrani", "ge_90": "sidi_suleiman"}
ONE_AGAINST_ONE = {"br_50": "sidi_barrani", "ge_90": "sidi_suleiman"}


def attacked(hand: tuple[str, ...] = (), enemy: tuple[str, ...] = (), **fields: Any) -> Theatre:
    """The 50th attacks the 90th Light in Sidi Suleiman, and the attacker is asked for cards."""
    state = battles(ONE_AGAINST_ONE, ALLIED, "sidi_barrani", allied_hand=hand, axis_hand=enemy, **fields)
    return attack(state, "sidi_suleiman", "br_50")


@pytest.mark.rule("7.61a", "11.25a")
def test_any_number_of_cards_whose_conditions_are_met() -> None:
    state = attacked(("A14", "A34", "A11", "A26", "A04"))
    assert decision(state) == "combat-cards"
    assert cards_of(state) == {"A14", "A34", "A11"}  # 25-Pounders is for a defence; Matildas want Italians
    play(state, "combat-card:A14")
    assert cards_of(state) == {"A34", "A11"}
    play(state, "combat-card:A11", "done")
    assert state.combat_cards[ALLIED] == cards("A14", "A11")
    assert state.hands[ALLIED] == cards("A34", "A26", "A04")


@pytest.mark.rule("7.61b", "11.25d")
def test_the_attacker_plays_all_his_cards_before_the_defender() -> None:
    state = attacked(("A34",), ("X31",))
    assert cards_of(state) == {"A34"}
    assert why_not(state, "combat-card:X31") == "7.61"
    play(state, "done")
    assert decision(state) == "combat-cards"
    assert cards_of(state) == {"X31"}
    play(state, "combat-card:X31")
    assert why_not(state, "combat-card:A34") == "7.61"
    play(state, "done")
    assert decision(state) == "fire-roll"


@pytest.mark.rule("7.61c")
def test_only_combat_cards_are_played_in_a_battle() -> None:
    """Cards that answer nothing cannot be played, be they of the active side or the other."""
    state = attacked(("A07", "A08", "A34"), ("X06", "X16"), events=["italian_fleet"])
    assert cards_of(state) == {"A34"}
    assert why_not(state, "combat-card:A08") == "7.61"
    play(state, "done")
    assert legal(state) == {"done"}
    assert why_not(state, "combat-card:X16") == "7.61"


@pytest.mark.rule("7.61d")
def test_the_mediterranean_fleet_cannot_answer_in_an_axis_action() -> None:
    fleet = {"fleet_at_sea": 1, "events": ["italian_fleet"], "allied_hand": ["A08", "A34"]}
    state = battles(ONE_AGAINST_ONE, AXIS, "sidi_suleiman", **fleet)
    attack(state, "sidi_barrani", "ge_90")
    play(state, "done")
    assert cards_of(state) == {"A34"}
    assert why_not(state, "combat-card:A08") == "7.61"


def test_both_sides_are_asked_whatever_they_hold() -> None:
    state = attacked()
    assert legal(state) == {"done"}
    play(state, "done")
    assert (decision(state), legal(state)) == ("combat-cards", {"done"})


def won_with(*played: str, hand: tuple[str, ...] = (), **fields: Any) -> Theatre:
    """The Allies win with these cards and are asked which they keep."""
    state = attacked(played, hand, **fields)
    play(state, *(f"combat-card:{name}" for name in played))
    go_on(state)
    play(state, 6, 1)
    while decision(state) in ("loss", "retreat", "stride", "advance"):
        play(state, *(["done"] if "done" in legal(state) else sorted(legal(state))[:1]))
    return state


@pytest.mark.rule("7.611a", "11.282b")
def test_the_winner_may_keep_the_cards_that_he_used() -> None:
    state = won_with("A14")
    assert decision(state) == "keep-cards"
    assert legal(state) == {"keep:A14", "done"}
    play(state, "keep:A14")
    assert state.kept == cards("A14")
    assert state.discards[ALLIED] == 0
    assert state.combat_cards == [0, 0]
    other = won_with("A14")
    play(other, "done")
    assert (other.kept, other.discards[ALLIED]) == (0, cards("A14"))


@pytest.mark.rule("7.611b")
def test_a_card_for_one_battle_per_turn_is_never_kept() -> None:
    state = won_with("A14", "A11", "A34")
    assert decision(state) == "keep-cards"
    assert legal(state) == {"keep:A14", "done"}
    assert why_not(state, "keep:A11") == "7.611"
    assert "cannot be kept: it is for one battle" in sentence(state, "keep:A11")
    assert "used in this battle" in sentence(state, "keep:A26")
    assert state.discards[ALLIED] == cards("A11", "A34")
    alone = won_with("A11")
    assert decision(alone) == ""
    assert alone.discards[ALLIED] == cards("A11")


@pytest.mark.rule("7.611c")
def test_a_card_with_an_asterisk_leaves_the_game(tmp_path: Path) -> None:
    name = "cards_allied.csv"
    rows = (FILES.directory / name).read_text(encoding="utf-8").splitlines()
    rows = [row.replace("oconnor,4,0,0", "oconnor,4,0,1") if row.startswith("14,") else row for row in rows]
    (tmp_path / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
    state = Theatre.blank(load_printed(tmp_path))
    plain = theatre(ONE_AGAINST_ONE, allied_hand=["A14"])
    for field in ("place", "control", "hands"):
        setattr(state, field, getattr(plain, field))
    state.rebuild()
    state.fighters = spaces("sidi_barrani")
    begin_battles(state, ALLIED)
    attack(run(state), "sidi_suleiman", "br_50")
    play(state, "combat-card:A14", "done", "done", 6, 1)
    while decision(state) in ("loss", "retreat", "stride", "advance"):
        play(state, *(["done"] if "done" in legal(state) else sorted(legal(state))[:1]))
    assert decision(state) == ""
    assert state.removed == cards("A14")
    assert state.discards[ALLIED] == state.kept == 0


@pytest.mark.rule("7.613a", "11.282d")
@pytest.mark.parametrize("dice", [(1, 1), (1, 6)])
def test_whoever_does_not_win_discards_his_cards(dice: tuple[int, int]) -> None:
    state = battles(PLACED, ALLIED, "sidi_barrani", allied_hand=["A52"], axis_hand=["X54"])
    attack(state, "sidi_suleiman", "br_50")
    play(state, "combat-card:A52", "done", "combat-card:X54", "done", *dice)
    while decision(state) == "loss":
        play(state, sorted(legal(state))[0])
    if dice == (1, 6):
        assert (decision(state), legal(state)) == ("keep-cards", {"keep:X54", "done"})
        assert state.discards == [0, cards("A52")]
        play(state, "keep:X54")
        assert state.kept == cards("X54")
    else:
        assert decision(state) == ""  # a tie: both lose them
        assert state.discards == [cards("X54"), cards("A52")]


@pytest.mark.rule("7.612a", "11.25b")
def test_a_card_in_front_of_a_side_can_be_used_again() -> None:
    state = attacked(kept=cards("A14", "X55"))
    assert cards_of(state) == {"A14"}
    play(state, "combat-card:A14")
    assert state.kept == cards("X55")
    assert state.combat_cards[ALLIED] == cards("A14")


@pytest.mark.rule("7.614a", "11.25c")
def test_a_card_is_used_once_in_an_action() -> None:
    state = attacked(kept=cards("A14"), used_cards=cards("A14"))
    assert cards_of(state) == set()
    assert why_not(state, "combat-card:A14") == "7.614"
    state = battles(
        {**PLACED, "ge_bg-1": "halfaya"}, ALLIED, "sidi_barrani", allied_hand=["A14"], reduced=["ge_90", "ge_bg-1"]
    )
    attack(state, "halfaya", "br_50")
    play(state, "combat-card:A14", "done", "done", 6, 1, "lose:ge_bg-1")
    while decision(state) == "advance":
        play(state, "done")
    play(state, "keep:A14")
    attack(state, "sidi_suleiman", "in_4")
    assert cards_of(state) == set()
    assert why_not(state, "combat-card:A14") == "7.614"
    state.clear("action")
    assert state.used_cards == 0


@pytest.mark.rule("13.73b")
def test_units_out_of_supply_use_no_cards() -> None:
    cut = {"axis": ["halfaya", "bir_el_kenaysis", "mersa_matruh"]}
    state = battles(ONE_AGAINST_ONE, ALLIED, "sidi_barrani", allied_hand=["A34"], axis_hand=["X31"], **cut)
    attack(state, "sidi_suleiman", "br_50")
    assert decision(state) == "combat-cards"
    assert cards_of(state) == {"X31"}  # the attacker is not asked: everybody sees that he can play nothing
    lost = battles(ONE_AGAINST_ONE, ALLIED, "sidi_barrani", axis_hand=["X31"], allied=["sidi_omar", "halfaya"])
    attack(lost, "sidi_suleiman", "br_50")
    play(lost, "done")
    assert decision(lost) == "fire-roll"


def test_a_unit_out_of_supply_meets_no_condition_of_a_card() -> None:
    """Ruling: a force with a unit in supply may play cards, but only such units count for what they ask."""
    placed = {"br_50": "sidi_barrani", "br_bg-1": "bab_el_qattara", "ge_90": "bir_el_kenaysis"}
    cut = ["halfaya", "mersa_matruh", "sidi_suleiman"]
    state = battles(placed, ALLIED, "sidi_barrani", "bab_el_qattara", axis=cut, allied_hand=["A52", "A34"])
    attack(state, "bir_el_kenaysis", "br_50", "br_bg-1")
    assert cards_of(state) == {"A34"}
    assert why_not(state, "combat-card:A52") == "A52"


@pytest.mark.rule("10.421c", "10.431c")
@pytest.mark.parametrize(
    ("unit", "target", "origin"), [("ir_bg-1", "habbaniyah", "rutbah"), ("vf_bg-1", "palmyra", "rutbah")]
)
@pytest.mark.parametrize("irak", [False, True])
def test_iraqis_and_vichy_french_use_axis_cards_after_unternehmen_irak(
    unit: str, target: str, origin: str, irak: bool
) -> None:
    events = ["iraqi_revolt", "exporters", *(["unternehmen_irak"] if irak else [])]
    fields = {"axis_hand": ["X24"], "events": events, "iraq_active": 1, "vichy_active": 1, "axis": ["baghdad"]}
    state = battles({"br_50": origin, unit: target}, ALLIED, origin, **fields)
    attack(state, target, "br_50")
    play(state, "done")
    assert (decision(state) == "combat-cards") == irak
    if irak:
        assert cards_of(state) == {"X24"}


def test_a_card_that_is_played_is_no_secret() -> None:
    state = attacked(("A14",))
    event = next(event for event in play(state, "combat-card:A14") if event.kind == "plays-combat-card")
    assert event.reveals
    face_up = attacked(kept=cards("A14"))
    event = next(event for event in play(face_up, "combat-card:A14") if event.kind == "plays-combat-card")
    assert not event.reveals


def test_cards_of_retreated_units() -> None:
    """Ruling: units that have retreated in this action count for nothing, so that they use no cards."""
    state = battles(ONE_AGAINST_ONE, ALLIED, "sidi_barrani", axis_hand=["X31"], fled=units("ge_90"))
    attack(state, "sidi_suleiman", "br_50")
    play(state, "done")
    assert decision(state) == "fire-roll"


@pytest.mark.parametrize("text", ["flank", "join:br_50"])
def test_what_is_not_asked_is_refused(text: str) -> None:
    state = attacked()
    assert why_not(state, text) == "11.25"
    kept = won_with("A14")
    assert why_not(kept, text) == "7.611"

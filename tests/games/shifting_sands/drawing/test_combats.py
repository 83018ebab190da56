"""Battles as the planner shows them: both fires item by item, and the chances."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.shifting_sands.drawing.outlook import Result, outlook
from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c11_fight import fight_of
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.scene import Combat
from tests.games.shifting_sands.fights import attack, battles, fought, shots
from tests.games.shifting_sands.theatre import DATA, decision, legal, play

GAMBUT = {"ge_21": "el_adem", "it_132": "el_adem", "in_4": "gambut", "br_bg-1": "gambut"}
SUPPLIED = {"allied": ["sidi_azeiz"]}
"""A line from Gambut to the Delta."""


def combats(state: Theatre, side: int = AXIS) -> tuple[Combat, ...]:
    return GAME.scene(GAME.view(state, side), side, DATA).combats


def items(combat: Combat, side: int) -> dict[str, tuple[str, str]]:
    """By its words what counts for a side, with the rule."""
    return {factor.text: (factor.value, factor.rule) for factor in combat.factors if factor.side == side}


def gathered(*joining: str, **fields: Any) -> Theatre:
    state = battles(GAMBUT, AXIS, "el_adem", **SUPPLIED, **fields)
    play(state, "attack:Gambut", *(f"join:{unit}" for unit in joining))
    return state


def test_what_could_be_attacked_is_listed() -> None:
    state = battles({**GAMBUT, "br_bg-2": "tobruk"}, AXIS, "el_adem")
    found = combats(state)
    assert {combat.choice for combat in found} == legal(state, "attack") == {"attack:Gambut", "attack:Tobruk"}
    assert all(set(combat.attackers) == {"ge_21", "it_132"} for combat in found)
    assert combats(state, ALLIED) == (), "only who decides is offered attacks"


def test_every_item_has_its_rule() -> None:
    state = gathered("ge_21", "it_132", events=["rommel"])
    play(state, "rommel")
    [combat] = combats(state)
    assert items(combat, AXIS) == {
        "21st Panzer": ("4", "11.24"),
        "132nd Ariete": ("2", "11.24"),
        "Strength": ("6", "11.24"),
        "Armour: column": ("+1", "11.271"),
        "Rommel: column": ("+2", "11.274"),
        "Italian units: die": ("-1", "11.261"),
        "Division table": ("15+", "11.27"),
    }
    assert items(combat, ALLIED) == {
        "4th Indian": ("3", "11.24"),
        "British battlegroup": ("1", "11.24"),
        "Strength": ("4", "11.24"),
        "Division table": ("4", "11.27"),
    }
    assert combat.column == "D 15+ : D 4"
    tones = {factor.text: factor.tone for factor in combat.factors}
    assert (tones["Rommel: column"], tones["Italian units: die"]) == ("good", "bad")


def test_a_fort_counts_for_the_defender() -> None:
    state = battles({"ge_21": "el_adem", "br_bg-1": "tobruk"}, AXIS, "el_adem")
    play(state, "attack:Tobruk", "join:ge_21")
    [combat] = combats(state)
    assert items(combat, ALLIED)["Fort"] == ("+2", "14.1")
    assert not [outcome for outcome in combat.outcomes if outcome.text == "Overrun"], "11.472"
    assert not [factor for factor in combat.factors if factor.rule == "11.33"], "11.31"


def test_who_could_still_join() -> None:
    [combat] = combats(gathered("ge_21"))
    assert combat.could == ("it_132",)
    assert combat.decides
    [combat] = combats(gathered())
    assert combat.outcomes == ()
    assert [warn.rule for warn in combat.duties] == ["11.22"]


def test_the_chance_of_a_flank_attack() -> None:
    """11.33: 4 or more, with 1 for each further space."""
    placed = {**GAMBUT, "ge_abg-1": "sidi_azeiz"}
    state = battles(placed, AXIS, "el_adem", "sidi_azeiz")
    play(state, "attack:Gambut", "join:ge_21", "join:ge_abg-1")
    [combat] = combats(state)
    [flank] = [factor for factor in combat.factors if factor.rule == "11.33"]
    assert (flank.text, flank.value) == ("A flank attack succeeds on 3 or more", "67 %")


def test_the_chances_are_those_of_both_tables() -> None:
    """11.28: all 36 pairs of dice, counted by hand from the two fires."""
    state = gathered("ge_21", "it_132")
    play(state, "done")
    found, both = outlook(state, fight_of(state)), shots(state)
    assert sum(prospect.share for prospect in found.values()) == pytest.approx(1)
    pairs = [(a, bold, d) for a, bold in zip(both[0].losses, both[0].bold, strict=True) for d in both[1].losses]
    overruns = sum(bold and a > d for a, bold, d in pairs)
    drawn = sum(a == d for a, _, d in pairs)
    assert found[Result.OVERRUN].share == pytest.approx(overruns / 36)
    assert found[Result.DRAWN].share == pytest.approx(drawn / 36)


def test_who_is_flanked_fires_with_whoever_is_left() -> None:
    """11.341: the return fire of the survivors is weaker, so the attacker wins more often."""
    state = gathered("ge_21", "it_132", events=["balbo"])
    play(state, "done")
    before = outlook(state, fight_of(state))
    play(state, "flank", 6)
    after = outlook(state, fight_of(state))
    assert sum(prospect.share for prospect in after.values()) == pytest.approx(1)
    unwon = (Result.DRAWN, Result.REPELLED)
    assert sum(after[one].share for one in unwon if one in after) < sum(before[one].share for one in unwon)
    [combat] = combats(state)
    assert [warn.rule for warn in combat.costs] == ["11.341"]
    assert state.reduced == 0, "nothing has happened yet"


def test_a_flank_attack_that_fails_weakens_the_attacker() -> None:
    """11.342: he fires with whoever is left."""
    state = gathered("ge_21", "it_132", events=["balbo"])
    play(state, "done")
    before = outlook(state, fight_of(state))
    play(state, "flank", 1)
    after = outlook(state, fight_of(state))
    won = (Result.OVERRUN, Result.ROUT, Result.RETREAT)
    assert sum(after[one].share for one in won if one in after) < sum(before[one].share for one in won)


def test_combat_cards_change_the_planner() -> None:
    hands = {"axis_hand": ["X24"], "allied_hand": ["A01"]}
    state = battles(GAMBUT, AXIS, "el_adem", **SUPPLIED, **hands, events=["balbo"], turn=9)
    attack(state, "gambut", "ge_21", "it_132")
    play(state, "done", "combat-card:X24")
    [combat] = combats(state)
    assert items(combat, AXIS)["Air Support: die"] == ("+1", "X24")
    play(state, "done", "combat-card:A01")
    [combat] = combats(state, ALLIED)
    assert items(combat, AXIS)["Minefields: column"] == ("-1", "A01")
    assert "Armour: column" not in items(combat, AXIS)


HALTING = [
    (
        "X54",
        {"br_7arm": "sidi_barrani", "br_50": "sidi_barrani", "ge_90": "sidi_suleiman"},
        ALLIED,
        "sidi_suleiman",
    ),
    ("X04", {"br_7arm": "sidi_suleiman", "br_50": "sidi_suleiman", "it_62": "sidi_omar"}, ALLIED, "sidi_omar"),
    ("A25", {"ge_21": "el_adem", "it_132": "el_adem", "br_bg-1": "gambut"}, AXIS, "gambut"),
]


@pytest.mark.parametrize(("card", "placed", "side", "target"), HALTING)
def test_a_card_that_halts_a_retreat_changes_what_a_victory_means(
    card: str, placed: dict[str, str], side: int, target: str
) -> None:
    """Won by two or more, the battle still sends the defender back by one space."""
    attackers = [unit for unit, space in placed.items() if space != target]
    hands = {"axis_hand": [card]} if side == ALLIED else {"allied_hand": [card]}
    state = battles(placed, side, placed[attackers[0]], **SUPPLIED, **hands)
    attack(state, target, *attackers)
    play(state, "done")
    rout = "Attacker wins by two or more"

    def meaning() -> tuple[str, str]:
        [combat] = combats(state, 1 - side)
        [outcome] = [one for one in combat.outcomes if one.text == rout]
        return outcome.cost, outcome.rule

    assert meaning() == ("the defender retreats two spaces", "11.52")
    play(state, "done", f"combat-card:{card}")
    assert meaning() == ("the defender retreats one space", card)


def test_the_planner_says_who_fires_first_with_88mm_flak() -> None:
    placed = {"br_7arm": "sidi_barrani", "br_50": "sidi_barrani", "ge_90": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", axis_hand=["X23"])
    attack(state, "sidi_suleiman", "br_7arm", "br_50")
    play(state, "done", "done", "combat-card:X23")
    [combat] = combats(state)
    assert [warn.rule for warn in combat.costs] == ["X23"]


def test_a_battle_that_is_called_off_has_no_outlook() -> None:
    """A33: nobody fires any more while the defenders go back."""
    state = battles(GAMBUT, AXIS, "el_adem", allied=["sidi_azeiz", "bardia", "sidi_omar"], allied_hand=["A33"])
    attack(state, "gambut", "ge_21", "it_132")
    play(state, "done", "done", "combat-card:A33")
    [combat] = combats(state, ALLIED)
    assert combat.title == "Attack on Gambut: the defender disengages"
    assert combat.outcomes == ()


def test_a_battle_in_which_one_side_never_fires_is_over_too() -> None:
    """11.342: the attackers are lost before they fire, and the winner is asked for his cards."""
    placed = {"br_abg-1": "sidi_barrani", "br_bg-1": "sidi_barrani", "ge_21": "sidi_suleiman"}
    state = battles(placed, ALLIED, "sidi_barrani", reduced=["br_abg-1", "br_bg-1"], axis_hand=["X50"])
    attack(state, "sidi_suleiman", "br_abg-1", "br_bg-1")
    play(state, "flank", 3, "done", "combat-card:X50", "done", 6, "lose:br_abg-1", "lose:br_bg-1")
    assert decision(state) == "keep-cards"
    [combat] = combats(state)
    assert combat.title == "Attack on Sidi Suleiman: the defender wins"
    assert combat.duties == ()


def test_units_that_have_retreated_do_not_count() -> None:
    state = battles(GAMBUT, AXIS, "el_adem", fled=1 << DATA.nouns["unit"].index("br_bg-1"))
    play(state, "attack:Gambut", "join:ge_21")
    [combat] = combats(state)
    assert items(combat, ALLIED)["British battlegroup"] == ("does not count", "11.57")
    assert [warn.pieces for warn in combat.costs] == [("br_bg-1",)]


def test_what_is_left_to_do_after_the_dice() -> None:
    state = fought(GAMBUT, "gambut", ["ge_21", "it_132"], (3, 6), events=["balbo"])
    [combat] = combats(state, ALLIED)
    numbers = {factor.side: factor.value for factor in combat.factors if factor.sums}
    assert numbers == {AXIS: "4", ALLIED: "4"}
    assert combat.title == "Attack on Gambut: nobody wins"
    assert combat.outcomes == ()


def test_a_battle_on_the_battlegroup_table() -> None:
    state = battles({"ge_bg-1": "el_adem", "br_bg-1": "gambut"}, AXIS, "el_adem", **SUPPLIED)
    play(state, "attack:Gambut", "join:ge_bg-1")
    [combat] = combats(state)
    assert combat.column == "B 1 : B 1"

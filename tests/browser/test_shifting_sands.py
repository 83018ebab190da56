"""Shifting Sands at the table, from written positions: the four uses of a card, a battle with a flank attack and
cards of both sides, an overrun, Torch, and a hand on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import sandtable
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import PATIENCE, Arrive, How, Visitor

AXIS, ALLIES = 0, 1
NEWCOMER: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {**NEWCOMER, "size": (390, 844), "touch": True, "color_scheme": "dark"}
GAMBUT = dedent("""
    Tripoli: it_17
    Gazala: ge_bg-1 ge_bg-2
    El-Adem: it_132 ge_21
    Bir-el-Gubi: ge_abg-1
    Gambut: in_4 br_bg-1
    Halfaya: br_7arm
    Alexandria: br_bg-2 br_bg-3
    Axis-Reserve: ge_bg-3 it_bg-1
    Allied-Reserve: br_bg-4 in_bg-1
    turn: 9
    round: 2
    control: Gambut=Allies Bardia=Allies Sidi-Azeiz=Allies Sidi-Omar=Allies
    events: balbo rommel poor_morale compass
    hand Axis: X23 X24 X27 X30 X38 X55
    hand Allies: A01 A20 A26 A34 A40
    waiting:
    frame: game-turn 2
    frame: round 2
    frame: action 1 actor=Axis
    frame: choose 0 asks=Axis
    """)
"""Summer 1942: Ariete and the 21st Panzer stand next to the 4th Indian."""
ALLIED_TURN = (
    GAMBUT.replace("round 2\n", "round 4\n")
    .replace("actor=Axis", "actor=Allies")
    .replace("asks=Axis", "asks=Allies")
)
GATHERED = ("event:X27", "attack-from:El-Adem", "done", "attack:Gambut", "join:it_132", "join:ge_21")


def bring(visitor: Visitor, position: str, folder: Path, *played: str, dice: tuple[int, ...] = ()) -> None:
    """Open a game from this position on, in which these choices have been made, with these outcomes."""
    match = Match.start(sandtable.game("shifting-sands"), position=position, chance=FixedChance(dice))
    for choice in played:
        match.play(match.actor(), [choice])
        match.settle_chance()
    saved = folder / "theatre.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.named("reveal").click()
    visitor.wait_for_turn(match.actor())


def scene(visitor: Visitor, side: int) -> Any:
    return visitor.update(side)["scene"]


def play_card(visitor: Visitor, card: str, use: str) -> None:
    """Hold a card up, and press one of its uses: it is asked first, because a card that is shown stays shown."""
    visitor.page.locator(f'[data-card="{card}"]').click()
    number = visitor.prompt.get_attribute("data-number")
    visitor.named("held-card").locator(f'[data-name="{use}:{card}"]').click()
    expect(visitor.prompt.locator(".confirm")).to_contain_text("cannot be undone", timeout=PATIENCE)
    expect(visitor.prompt).to_have_attribute("data-number", number or "")
    visitor.named("confirm").click()
    after = visitor.page.locator(f'.prompt[data-number]:not([data-number="{number}"])')
    expect(after).to_be_visible(timeout=PATIENCE)


def press(visitor: Visitor, words: str) -> None:
    with visitor.moves_on():
        visitor.button(words).click()


def pass_on(visitor: Visitor, side: int) -> None:
    """The other side takes the device."""
    visitor.named("pass-on").click()
    visitor.named("reveal").click()
    visitor.wait_for_turn(side)


def planner(visitor: Visitor) -> Locator:
    return visitor.named("Gambut")


def test_a_card_in_each_of_its_four_ways(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT, tmp_path)
    play_card(visitor, "X38", "operations")
    visitor.awaits("Points left: 4")
    visitor.page.mouse.click(*visitor.cell("El-Adem"))
    here = visitor.page.locator(".choices-here button")
    expect(here).to_have_text(["Move from El Adem: 2 points", "Attack from El Adem: 2 points"], timeout=PATIENCE)
    with visitor.moves_on():
        here.first.click()
    visitor.awaits("Points left: 2")

    bring(visitor, GAMBUT, tmp_path)
    play_card(visitor, "X38", "redeploy")
    visitor.page.locator('.place-piece[data-piece="ge_bg-3"]').click()
    expect(visitor.page.locator(".reach-key").first).to_contain_text("in reach", timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("Gazala"))
    assert visitor.place_of("ge_bg-3", AXIS) == "Gazala"

    bring(visitor, GAMBUT, tmp_path)
    play_card(visitor, "X38", "event")
    visitor.awaits("Where does German 164th arrive")
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("Tobruk"))
    assert visitor.place_of("ge_164", AXIS) == "Tobruk"

    pass_on(visitor, ALLIES)
    play_card(visitor, "A01", "replacements")
    expect(visitor.named("pass-on")).to_be_visible(timeout=PATIENCE)
    tracks = {point["name"]: point["space"] for point in scene(visitor, ALLIES)["tracks"] if point["name"]}
    assert (tracks["BR"], tracks["CW"]) == (2, 2), "a point each, in halves"
    assert "A01" in [card["id"] for card in scene(visitor, ALLIES)["cards"] if card["pile"] == "allied-discards"]
    assert "A01" not in [card["id"] for card in scene(visitor, AXIS)["cards"]], "face down for the other side"


def test_a_battle_with_a_flank_attack_and_cards_of_both_sides(arrive: Arrive, tmp_path: Path) -> None:
    """11.21: every card changes the planner, and the dice are cast when the defender has played his."""
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT, tmp_path, *GATHERED[:4])
    press(visitor, "All attack Gambut")
    column = planner(visitor).locator(".column-chip")
    expect(column).to_have_text("D 9-11 : D 4", timeout=PATIENCE)
    expect(planner(visitor)).to_contain_text("A flank attack succeeds on 4 or more")
    visitor.choose("rommel")
    expect(column).to_have_text("D 15+ : D 4", timeout=PATIENCE)
    press(visitor, "^Fight$")
    play_card(visitor, "X30", "combat-card")
    expect(visitor.page.locator(".log")).to_contain_text(re.compile("The flank attack (succeeds|fails)"))
    play_card(visitor, "X55", "combat-card")
    expect(planner(visitor)).to_contain_text("Afrika Korps: die", timeout=PATIENCE)
    press(visitor, "No further card")
    pass_on(visitor, ALLIES)
    play_card(visitor, "A01", "combat-card")
    expect(planner(visitor)).to_contain_text("Minefields: column", timeout=PATIENCE)
    expect(column).to_have_text("D 9-11 : D 4", timeout=PATIENCE)
    expect(visitor.page.locator(".kind-table [data-card]")).to_have_count(3, timeout=PATIENCE)
    press(visitor, "No further card")
    expect(visitor.page.locator(".log")).to_contain_text("division table", timeout=PATIENCE)
    assert visitor.axe() == []


def test_a_card_that_is_held_up_leaves_the_planner_in_sight(arrive: Arrive, tmp_path: Path) -> None:
    """Nothing new beside the map is to be looked at: what the card would change stays where it was."""
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT, tmp_path, *GATHERED, "done", "done")
    expect(planner(visitor).locator(".column-chip")).to_be_in_viewport(timeout=PATIENCE)
    visitor.page.locator('[data-card="X55"]').click()
    expect(visitor.named("held-card")).to_be_visible(timeout=PATIENCE)
    expect(planner(visitor).locator(".column-chip")).to_be_in_viewport(timeout=PATIENCE)


def test_an_overrun(arrive: Arrive, tmp_path: Path) -> None:
    """11.47: bold type after a flank attack: losses in one press, the survivor is thrown back, armour moves in."""
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT, tmp_path, *GATHERED, "done", "flank", "done", "done", dice=(5, 4))
    expect(planner(visitor)).to_contain_text("Overrun", timeout=PATIENCE)
    press(visitor, "Suggested losses: 4th Indian, British battlegroup")
    while scene(visitor, AXIS)["actor"] == AXIS:  # what the return fire costs
        pass_on(visitor, AXIS)
        visitor.choose(visitor.choices(AXIS)[0])
        pass_on(visitor, ALLIES)
    visitor.awaits("Overrun in Gambut")
    press(visitor, "Suggested places: Cairo")
    assert visitor.place_of("in_4", ALLIES) == "Cairo"
    pass_on(visitor, AXIS)
    visitor.awaits("Gambut is clear of enemies")
    press(visitor, "Advance to Gambut")
    assert visitor.place_of("ge_21", AXIS) == "Gambut"
    expect(visitor.page.locator(".log")).to_contain_text("to Gambut and takes it", timeout=PATIENCE)
    assert visitor.depth() <= 0


def test_torch(arrive: Arrive, tmp_path: Path) -> None:
    """10.52: Algeria and Tunisia are dimmed until the Allies land there."""
    visitor = arrive(**NEWCOMER)
    bring(visitor, ALLIED_TURN, tmp_path)
    assert visitor.page.locator(".out-of-play-points path").count() > 40
    play_card(visitor, "A40", "event")
    visitor.awaits("Points left: 5")
    expect(visitor.page.locator(".out-of-play-points path")).to_have_count(0, timeout=PATIENCE)
    assert visitor.place_of("us_1arm", ALLIES) == "Algiers"
    expect(visitor.page.locator(".log")).to_contain_text("Souk Ahras is now controlled by the Allies")
    expect(visitor.named("events")).to_contain_text("Algeria and Tunisia are open", timeout=PATIENCE)
    x, y = visitor.cell("Tebessa")
    frame = visitor.rectangle(".map-root")
    assert frame["left"] < x < frame["right"], "the map shows where they land"
    assert frame["top"] < y < frame["bottom"]
    visitor.page.keyboard.type("/attack-from:Fondouk")
    visitor.page.keyboard.press("Enter")
    question = visitor.page.locator(".confirm .warning")
    expect(question).to_contain_text("11.12", timeout=PATIENCE)  # no attack in the west in this action (10.521)


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1366, 720)])
def test_all_uses_of_a_card_are_in_sight(arrive: Arrive, tmp_path: Path, size: tuple[int, int]) -> None:
    visitor = arrive(size=size, prefs={}, reduced_motion="no-preference")
    bring(visitor, GAMBUT, tmp_path)
    visitor.page.locator('[data-card="X27"]').click()
    card = visitor.rectangle(".held-card")
    uses = visitor.named("held-card").locator(".card-use")
    expect(uses).to_have_count(4, timeout=PATIENCE)
    for box in map(Locator.bounding_box, uses.all()):
        assert box is not None
        assert box["y"] + box["height"] <= card["bottom"], "none needs scrolling"
        assert box["x"] + box["width"] <= card["right"]


def test_an_event_of_the_other_side_is_told_with_all_it_brings_about(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT, tmp_path)
    play_card(visitor, "X38", "replacements")
    pass_on(visitor, ALLIES)
    play_card(visitor, "A20", "event")
    press(visitor, "Begin")
    visitor.named("pass-on").click()
    visitor.named("reveal").click()
    visitor.awaits("Allies: the event Exporters. Exporters leaves the game")


def test_the_hand_comes_into_sight_when_a_card_can_be_played(arrive: Arrive, tmp_path: Path) -> None:
    """Whatever the reader looked at below the map."""
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT, tmp_path, *GATHERED)
    visitor.named("shelf-places").click()
    card = visitor.page.locator('[data-card="X30"]')
    expect(card).not_to_be_in_viewport(timeout=PATIENCE)
    press(visitor, "^Fight$")
    expect(card).to_be_in_viewport(timeout=PATIENCE)


def test_the_only_choice_is_one_press(arrive: Arrive, tmp_path: Path) -> None:
    """11.25: without a card that fits there is nothing to decide, and nothing to take back."""
    visitor = arrive(**NEWCOMER)
    bare = GAMBUT.replace("hand Allies: A01 A20 A26 A34 A40", "hand Allies: A20 A40")
    bring(visitor, bare, tmp_path, *GATHERED, "done", "done", "done")
    assert visitor.choices(ALLIES) == ["done"]
    visitor.button("No further card").click()
    expect(visitor.page.locator(".log")).to_contain_text("division table", timeout=PATIENCE)
    expect(visitor.named("confirm")).to_have_count(0)


def test_a_hand_that_has_been_shown_can_be_looked_through(arrive: Arrive, tmp_path: Path) -> None:
    """X34: the cards lie open in the other hand for whoever has seen them."""
    visitor = arrive(**NEWCOMER)
    bring(visitor, GAMBUT.replace("hand Axis: X23", "hand Axis: X34"), tmp_path)
    play_card(visitor, "X34", "event")
    visitor.named("shelf-cards").click()
    visitor.named("pile-allied-hand").click()
    visitor.page.locator('[data-card="A40"]').click()
    held = visitor.named("held-card")
    expect(held).to_contain_text("The Allies land in Algeria", timeout=PATIENCE)
    expect(held.locator(".card-use")).to_have_count(0)


def test_a_phone_opens_at_the_front_in_africa(arrive: Arrive, tmp_path: Path) -> None:
    """Though most units face each other in East Africa, and nothing on the map is to be chosen."""
    italians = "Gondar: it_gds it_25 it_27\nKeren: it_afr it_55 it_60\n"
    british = "Kassala: in_5 br_50 br_51\nGallabat: au_6 au_7 au_9\n"
    visitor = arrive(**PHONE)
    bring(visitor, italians + british + GAMBUT, tmp_path)
    shown = visitor.rectangle(".map-root")
    x, y = visitor.cell("Sidi-Azeiz")
    assert shown["left"] < x < shown["right"]
    assert shown["top"] < y < shown["bottom"]


def test_a_hand_on_a_phone_in_the_dark(arrive: Arrive, tmp_path: Path) -> None:
    """A card with its four uses as large as a finger; then a stack, with what it can do beside it."""
    visitor = arrive(**PHONE)
    bring(visitor, GAMBUT, tmp_path)
    visitor.page.locator('[data-card="X27"]').tap()
    uses = visitor.named("held-card").locator(".card-use")
    expect(uses).to_have_count(4, timeout=PATIENCE)
    assert all(box["height"] >= 44 for box in map(Locator.bounding_box, uses.all()) if box)
    assert visitor.axe() == []
    with visitor.moves_on():
        visitor.named("held-card").locator('[data-name="event:X27"]').tap()
    visitor.page.touchscreen.tap(*visitor.cell("El-Adem"))
    here = visitor.page.locator(".choices-here")
    expect(here).to_be_visible(timeout=PATIENCE)
    box = visitor.rectangle(".choices-here")
    assert 0 <= box["left"] < box["right"] <= 390
    assert visitor.overflow() <= 0
    assert visitor.axe() == []
    with visitor.moves_on():
        visitor.named("here:attack-from:El-Adem").tap()
    visitor.awaits("Points left: 2")

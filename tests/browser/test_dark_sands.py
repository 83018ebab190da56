"""The Dark Sands at the table, from recorded positions: priority chits, a combat with supports and a retreat,
extended movement with a failed check, a Logistics chit."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import Any

from playwright.sync_api import Locator, expect

import sandtable
from sandtable.kernel.chance import FixedChance
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import PATIENCE, Arrive, How, Visitor

AXIS, ALLIES = 0, 1
DESK: How = {"size": (1440, 900)}
EL_ALAMEIN = dedent("""
    1571: 153/51 154/51
    1470: 8/10-Arm 24/10-Arm
    1569: 1/8/15-Pz 115/15-Pz 1/5/21-Pz
    1467: HQ-PzA-Afrika
    1877: Garrison-Br-1
    2830: Garrison-It-1
    1600: Pavia
    scenario: gazala
    campaign: 1
    turn: 15
    initiative: allied
    controlled axis: 2904 2830 2441 2141 1960 1600
    controlled allied: 1877 1571 1376
    railhead: 1960
    cup: logistics-1 logistics-2 axis-half/combat-1-1 allied-move/combat-2 axis-panzerarmee-1
    held: allied-monty-1 axis-rommel-1
    played: allied-move/combat-1 axis-half/combat-1-2 allied-8-army-1
    run_side: allied
    run: 1
    frame: game-turn 7
    frame: priority 0 asks=allied chit=allied-monty-1
    """)
"""18.6.1: Monty and Rommel are held, three chits are played, and the next one is about to be drawn."""
KNIGHTSBRIDGE = dedent("""
    2032: 104/21-Pz 115/15-Pz
    2132: 132/Ariete 133/Littorio
    1932: 155/90 361/90
    2035: Trento
    2033: 18-Ind 3-Cstrm-Gds
    1600: Pavia
    1877: 22-Gds
    scenario: gazala
    turn: 12
    disorganised: 104/21-Pz
    controlled axis: 2904 1600
    controlled allied: 2830 2441 2141 1960 1877 1571 1376
    supports: RAF-+1=ready Luftwaffe-+1=ready Luftwaffe-+2=ready
    railhead: 2337
    cup: logistics-1 allied-move-1
    played: axis-half/combat-1-1
    run_side: axis
    run: 1
    combats_played: axis=1
    action: combat-1
    active: axis
    fighters: 104/21-Pz 115/15-Pz 132/Ariete 133/Littorio 155/90 361/90
    frame: game-turn 7
    frame: action 1 then=none
    frame: battles 0
    """)
"""5-1 with three taken from the die, which is a retreat whatever it shows; and every way out is in a zone."""
COAST_ROAD = dedent("""
    2422: 65/Trieste
    2434: 66/Trieste
    1600: Pavia
    1877: 22-Gds
    scenario: gazala
    turn: 12
    controlled axis: 2904 1600
    controlled allied: 2830 2441 2141 1960 1877 1571 1376
    railhead: 2337
    cup: logistics-1 allied-move-1
    played: axis-move/combat-1
    run_side: axis
    run: 1
    moves_played: axis=1
    action: move
    active: axis
    movers: 65/Trieste 66/Trieste
    frame: game-turn 7
    frame: action 1 then=none
    frame: movement 1
    frame: moves 0
    """)
SIDI_REZEGH = dedent("""
    2432: 150/50
    2433: 132/Ariete
    2431: Trento
    2332: Brescia
    2532: Bologna
    1600: Pavia
    1877: 22-Gds
    scenario: gazala
    turn: 12
    controlled axis: 2904 1600
    controlled allied: 2830 2441 2141 1960 1877 1571 1376
    railhead: 2337
    cup: logistics-1 logistics-2
    held: axis-rommel-1
    played: axis-move/combat-1 allied-move-1
    run_side: allied
    run: 1
    frame: game-turn 7
    frame: priority 0 asks=axis chit=axis-rommel-1
    """)
"""Only Logistics is left to draw, and a brigade is surrounded."""


def bring(visitor: Visitor, position: str, folder: Path, *played: str, dice: tuple[int, ...] = ()) -> None:
    """Import a game from this position on, in which the Axis has played these choices with these outcomes."""
    match = Match.start(sandtable.game("dark-sands"), "gazala", position=position, chance=FixedChance(dice))
    if played:
        match.play(AXIS, played)
        match.settle_chance()
    saved = folder / "sands.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.wait_for_turn(match.actor())


def chits(cup: Locator, row: str = "") -> list[str]:
    """The letters of the chits of a cup, those that were drawn if `row` says so."""
    return cup.locator(f"{row} .chit-letters").all_inner_texts()


def scene(visitor: Visitor, side: int) -> Any:
    return visitor.update(side)["scene"]


def piece(visitor: Visitor, name: str) -> Any:
    return next(one for one in scene(visitor, AXIS)["pieces"] if one["id"] == name)


def test_a_priority_chit_pre_empts_another(arrive: Arrive, tmp_path: Path) -> None:
    """18.6.1: Monty is declared, Rommel is played before him, and Monty is still held."""
    visitor = arrive(**DESK)
    bring(visitor, EL_ALAMEIN, tmp_path)
    held, cup = visitor.named("cup-held"), visitor.named("cup-cup")
    assert sorted(chits(held)) == ["MTY", "ROM"]
    with visitor.moves_on():
        held.locator('[data-name="chit-allied-monty-1"]').click()
    visitor.wait_for_turn(AXIS)
    visitor.awaits("pre-empt")
    visitor.choose("pre-empt:axis-rommel-1")
    visitor.wait_for_turn(AXIS)
    visitor.named("shelf-cup-cup").click()
    assert chits(cup, ".cup-drawn") == ["M/C", "½C-1", "8A", "ROM"]
    assert chits(held) == ["MTY"]
    visitor.choose("stack:1569")
    visitor.choose("combat-side")
    expect(visitor.prompt).to_contain_text("by the chit Axis: Rommel", timeout=PATIENCE)
    assert "attack:1470" in visitor.choices(AXIS)
    visitor.choose("done")
    visitor.choose("done")
    visitor.wait_for_turn(ALLIES)
    assert "play:allied-monty-1" in visitor.choices(ALLIES), "Monty may be declared again before the draw"


def test_a_combat_with_supports_on_both_sides_and_a_retreat(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**DESK)
    bring(visitor, KNIGHTSBRIDGE, tmp_path)
    battle = visitor.named("2033")
    expect(battle).to_contain_text("5-1", timeout=PATIENCE)
    visitor.choose("attack:2033")
    with visitor.moves_on():
        visitor.button("All join the attack").click()
    expect(battle.locator(".column-chip")).to_have_text("5-1", timeout=PATIENCE)
    visitor.choose("done")
    visitor.wait_for_turn(AXIS)
    with visitor.moves_on():
        battle.locator('[data-name="support:Luftwaffe-+2"]').click()
    visitor.choose("support:Luftwaffe-+1")
    visitor.wait_for_turn(ALLIES)
    expect(battle.locator(".column-chip")).to_have_text("6-1", timeout=PATIENCE)
    visitor.choose("support:RAF-+1")
    visitor.wait_for_turn(ALLIES)
    panel = visitor.named("retreat")
    rows = panel.locator("tbody tr")
    expect(rows).to_have_count(3, timeout=PATIENCE)
    expect(rows.filter(has_text="Gabr Salah (1933)")).to_contain_text("one step")
    expect(rows.filter(has_text=re.compile("^2034"))).to_contain_text(re.compile("2 steps|all are eliminated"))
    visitor.choose("retreat:1933")
    while "lose" in str(visitor.choices(ALLIES)):
        visitor.choose(visitor.choices(ALLIES)[0])
    expect(visitor.page.locator(".log")).to_contain_text("costs a step", timeout=PATIENCE)
    expect(visitor.page.locator(".log")).to_contain_text("3 Cstrm Gds is eliminated")
    expect(visitor.piece("3-Cstrm-Gds")).to_have_count(0)
    assert piece(visitor, "RAF-+1")["badges"] == ["C"], "in this combat"
    assert visitor.depth() <= 0, "however long the log"


def test_extended_movement_with_a_failed_check(arrive: Arrive, tmp_path: Path) -> None:
    """19.2.2: at the border a die of 6 fails, and the unit has to go on for six hexes, disorganised."""
    visitor = arrive(**DESK)
    way = ("unit:65/Trieste", "extended", "to:2820")
    bring(visitor, COAST_ROAD, tmp_path, *way, dice=(5,))
    visitor.awaits("65/Trieste is disorganised and must go on. Hexes still to go: 6")
    assert piece(visitor, "65/Trieste")["badges"] == ["D", "M"]
    while steps := [one for one in visitor.choices(AXIS) if one.startswith("to:")]:
        visitor.choose(steps[0])
    visitor.awaits("Choose a unit to move")
    expect(visitor.page.locator(".log")).to_contain_text("65/Trieste")
    assert "unit:65/Trieste" not in visitor.choices(AXIS), "it has moved"
    assert visitor.place_of("65/Trieste", AXIS)[2:] < "21", "on the West map"


def test_a_logistics_chit(arrive: Arrive, tmp_path: Path) -> None:
    """21.0: whoever has no line of supply is out of supply, once the chit is drawn and not before."""
    visitor = arrive(**DESK)
    bring(visitor, SIDI_REZEGH, tmp_path)
    assert piece(visitor, "150/50")["badges"] == []
    visitor.choose("hold")
    visitor.wait_for_turn(AXIS)
    assert chits(visitor.named("cup-cup"), ".cup-drawn") == ["M/C", "M", "L"]
    assert piece(visitor, "150/50")["badges"] == ["S"]
    assert piece(visitor, "Trento")["badges"] == []
    expect(visitor.page.locator(".log")).to_contain_text("150/50", timeout=PATIENCE)


def test_a_touch_means_what_the_prompt_asks_for(arrive: Arrive, tmp_path: Path) -> None:
    """Under "Choose a unit to move", a unit that could only build a box is not lit as one that moves; a touch of
    it plays nothing but offers the box as a button, and so does a unit that moves."""
    visitor = arrive(**DESK)
    bring(visitor, COAST_ROAD.replace("movers: 65/Trieste 66/Trieste", "movers: 65/Trieste"), tmp_path)
    visitor.awaits("Choose a unit to move")
    expect(visitor.page.locator(".piece-aside").first).to_be_attached(timeout=PATIENCE)
    number = visitor.update(AXIS)["number"]
    for unit in ("66/Trieste", "65/Trieste"):
        visitor.page.mouse.click(*visitor.centre_of(visitor.piece(unit)))
        expect(visitor.named(f"here:box:{unit}")).to_be_visible(timeout=PATIENCE)
        assert visitor.update(AXIS)["number"] == number, "a box was built by a touch"
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    with visitor.moves_on():
        visitor.named("here:box:65/Trieste").click()
    assert "box:65/Trieste" not in visitor.choices(AXIS)
    assert [one for one in visitor.choices(AXIS) if one.startswith("raze")]


def test_the_chit_to_play_has_a_button_in_the_bar_and_chits_say_what_they_are(
    arrive: Arrive, tmp_path: Path
) -> None:
    """By finger and by key as by the mouse."""
    visitor = arrive(size=(390, 844), touch=True)
    bring(visitor, EL_ALAMEIN, tmp_path)
    expect(visitor.prompt.locator('[data-name="play:allied-monty-1"]')).to_be_visible(timeout=PATIENCE)
    chit = visitor.named("cup-cup").locator(".chit-face").first
    chit.scroll_into_view_if_needed()
    chit.tap()
    told = visitor.named("cup-cup").locator(".cup-told")
    expect(told).to_have_text(chit.get_attribute("aria-label") or "", timeout=PATIENCE)
    visitor.page.keyboard.press("ArrowRight")
    expect(told).not_to_have_text(chit.get_attribute("aria-label") or "", timeout=PATIENCE)


def test_the_map_lies_where_it_lay_when_the_page_is_loaded_again(arrive: Arrive, tmp_path: Path) -> None:
    """The chits below the map open after it: what was in sight does not slide away with every visit."""
    visitor = arrive(**DESK)
    bring(visitor, EL_ALAMEIN, tmp_path)
    visitor.wait_for_turn()
    unit = visitor.piece("24/10-Arm")
    visitor.button("Zoom in").click()
    before = visitor.centre_of(unit)
    for _ in range(2):
        visitor.page.reload()
        visitor.wait_for_turn()
        assert visitor.centre_of(unit) == before


def test_the_lobby_lists_the_campaign(arrive: Arrive) -> None:
    """What is stored is Compass, played until the end of the campaign."""
    visitor = arrive(**DESK)
    visitor.go("/")
    visitor.button("The Dark Sands").click()
    visitor.page.get_by_role("group").get_by_text("The campaign").click()
    visitor.button("Both sides on this device").click()
    visitor.page.wait_for_url("**/table/*")
    expect(visitor.page.get_by_text("The last turn is 17").first).to_be_attached(timeout=PATIENCE)

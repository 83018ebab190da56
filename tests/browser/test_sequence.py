"""The sequence of play beside the map: the present phase marked, who acts, what comes next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browsing import PATIENCE, Arrive, Scheme, Visitor

RED = 0
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def at_the_duel(visitor: Visitor) -> None:
    """Both sides on this device, where nothing is hidden."""
    visitor.go()
    seats = [{"kind": "here"}, {"kind": "here"}]
    _, made = visitor.tell("/tables", {"game": "tiny-skirmish", "scenario": "duel", "seats": seats})
    visitor.go(f"/table/{made['id']}")
    visitor.wait_for_turn(RED)


def present(visitor: Visitor) -> Locator:
    return visitor.page.locator(".sequence .present")


def marked(visitor: Visitor) -> Locator:
    return visitor.page.locator('.sequence [aria-current="step"] > details > summary strong')


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_present_phase_is_marked_and_moves_on(arrive: Arrive, size: str, scheme: Scheme) -> None:
    """With the settings of a newcomer."""
    phone = size == "phone"
    visitor = arrive(size=SIZES[size], touch=phone, prefs={}, color_scheme=scheme, reduced_motion="no-preference")
    asked = visitor.sent()
    at_the_duel(visitor)
    assert not [path for path in asked if path.endswith("/sequence")], "it is fetched before it is opened"
    visitor.tab("Turn")
    expect(marked(visitor)).to_have_text("Red sets up", timeout=PATIENCE)
    expect(present(visitor)).to_contain_text("Blue sets up")
    assert visitor.overflow() <= 0
    assert visitor.axe() == []
    if phone:
        visitor.tab("Now")
    for choice in ("to:S", "to:S", "to:SE"):
        visitor.choose(choice)
    if phone:
        visitor.tab("Turn")
    expect(marked(visitor)).to_have_text("Blue sets up", timeout=PATIENCE)
    expect(present(visitor)).to_contain_text("Cards", timeout=PATIENCE)
    assert visitor.page.locator('.sequence [aria-current="step"]').count() == 1


def test_what_runs_inside_a_phase_is_shown_in_it(arrive: Arrive) -> None:
    """An attack: the other side is asked for an ambush."""
    visitor = arrive(size=SIZES["desktop"])
    at_the_duel(visitor)
    visitor.tab("Turn")
    for choice in ("to:S", "to:S", "to:SE", "to:N", "to:N", "to:NE"):
        visitor.choose(choice)
    visitor.choose("no-bid")
    visitor.choose("no-bid")
    expect(marked(visitor)).to_have_text("Moves", timeout=PATIENCE)
    for choice in ("piece:red/captain", "to:C", "done", "piece:blue/captain", "to:C"):
        visitor.choose(choice)
    expect(marked(visitor)).to_have_text("Ambush", timeout=PATIENCE)
    expect(present(visitor)).to_contain_text("Moves › Ambush")
    expect(present(visitor)).to_contain_text("Red")
    expect(present(visitor)).to_contain_text("The fight")


def test_by_keyboard_a_phase_opens_its_rule(arrive: Arrive) -> None:
    visitor = arrive(size=SIZES["desktop"])
    at_the_duel(visitor)
    visitor.page.locator('#tab-log, #tab-now, [role="tab"][aria-selected="true"]').first.focus()
    for _ in range(12):
        if visitor.page.locator("#tab-sequence").get_attribute("aria-selected") == "true":
            break
        visitor.page.keyboard.press("ArrowRight")
    expect(marked(visitor)).to_have_text("Red sets up", timeout=PATIENCE)
    later = visitor.page.locator(".phase summary", has_text="Bids")
    later.focus()
    visitor.page.keyboard.press("Enter")
    visitor.says("Each side secretly bids a card", ".sequence")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    visitor.says("secretly bids a card from its hand", "#tab-panel")

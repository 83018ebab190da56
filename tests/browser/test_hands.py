"""Mouse, finger and keyboard: each alone takes a player from the lobby to a move on the map, and back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin

AXIS = 0
PHONE = (390, 844)
SMALL_PHONE = (360, 640)


def costs(visitor: Visitor) -> list[str]:
    """What is written into the tinted hexes."""
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    return visitor.page.locator(".map-texts text").all_text_contents()


def in_tray(visitor: Visitor, words: str) -> tuple[float, float]:
    """Where a piece of the stack that is fanned out lies."""
    return visitor.centre_of(visitor.page.locator(".tray-item", has_text=words).locator(".counter").first)


def moved(piece: dict[str, Any]) -> bool:
    return any(words.startswith("moved") for words in piece["status"])


def test_by_mouse(arrive: Arrive) -> None:
    """A stack opens; a unit of it shows its reach with costs; a hex out of reach says why not, by rule; a hex
    in reach takes the unit there."""
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.mouse.click(*in_tray(visitor, "Ariete"))
    assert set(costs(visitor)) == set("0123456")
    expect(visitor.page.locator(".inspector .picked")).to_contain_text("4-5-6", timeout=PATIENCE)
    visitor.page.mouse.click(*visitor.cell("N14"))  # far off the road
    expect(visitor.notice).to_contain_text("too far for the 6 movement points it has left", timeout=PATIENCE)
    visitor.notice.locator(".rule-chip").click()
    expect(visitor.page.locator("#tab-panel")).to_contain_text("Rule 5.2", timeout=PATIENCE)
    assert visitor.update(AXIS)["number"] == 0, "an illegal hex changed the game"
    visitor.page.mouse.move(*visitor.cell("W9"))
    expect(visitor.page.locator(".map-ways .way-line").first).to_be_attached(timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("W9"))
    assert visitor.place_of("Ariete", AXIS) == "W9"


def test_the_sea_says_why_nobody_drives_there(arrive: Arrive) -> None:
    """Hexes that nothing ever enters explain themselves too, to whoever holds a unit."""
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.mouse.click(*in_tray(visitor, "Ariete"))
    assert costs(visitor)
    (x, y), (beyond, _) = visitor.cell("W6"), visitor.cell("W8")
    visitor.page.mouse.move(*visitor.cell("W14"))
    expect(visitor.page.locator(".tray-item")).to_have_count(0, timeout=PATIENCE)
    visitor.page.mouse.click(x, y - 3 * (beyond - x))
    expect(visitor.notice).to_contain_text("sea", timeout=PATIENCE)
    expect(visitor.notice.locator(".rule-chip")).to_contain_text("5.7")
    assert visitor.update(AXIS)["number"] == 0


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_by_finger_on_a_phone(size: tuple[int, int], arrive: Arrive) -> None:
    """Tap the stack, tap the unit, tap where it can go: it goes there."""
    visitor = arrive(size=size, touch=True)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    assert visitor.overflow() <= 0, "the page is wider than the phone"
    visitor.page.touchscreen.tap(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.touchscreen.tap(*in_tray(visitor, "21/5"))
    assert {"1", "2"} <= set(costs(visitor))
    with visitor.moves_on():
        visitor.page.touchscreen.tap(*visitor.cell("W8"))
    assert visitor.place_of("21/5", AXIS) == "W8"
    with visitor.moves_on():
        visitor.named("undo").tap()
    assert visitor.place_of("21/5", AXIS) == "W6"
    visitor.awaits("Choose a unit to move")


def test_a_finger_that_rests_opens_a_stack_and_picks_from_it(arrive: Arrive) -> None:
    visitor = arrive(size=PHONE, touch=True)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    stack = visitor.centre_of(visitor.piece("21/5"))
    visitor.page.clock.install()
    rest(visitor, *stack)
    visitor.page.clock.resume()
    unit = in_tray(visitor, "21/5")
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now()") + 1000)
    rest(visitor, *unit)
    visitor.page.clock.resume()
    assert {"1", "2"} <= set(costs(visitor))
    expect(visitor.page.locator(".tray-item")).to_have_count(0, timeout=PATIENCE)


def rest(visitor: Visitor, x: float, y: float) -> None:
    """Press with a finger for a second, by the page's clock."""
    hand = visitor.context.new_cdp_session(visitor.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    visitor.page.clock.run_for(1000)
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hand.detach()


def test_by_keyboard_alone(arrive: Arrive) -> None:
    """From the lobby to a move, its undo, and the end of the phase without touching the mouse."""
    visitor = arrive()
    keys = visitor.page.keyboard
    visitor.go("/")
    tab_to(visitor, "Afrika Korps")
    tab_to(visitor, "Play the Axis")
    visitor.wait_for_turn()
    keys.press("m")
    keys.press("n")
    costs(visitor)
    expect(visitor.page.locator(".map-live")).to_contain_text("El Agheila", timeout=PATIENCE)
    keys.press("ArrowRight")
    expect(visitor.page.locator(".map-live")).to_have_text("hex W7, desert. in reach 0.", timeout=PATIENCE)
    with visitor.moves_on():
        keys.press("Enter")
    [unit] = [piece for piece in visitor.update(AXIS)["scene"]["pieces"] if moved(piece)]
    assert visitor.place_of(unit["id"], AXIS) == "W7"
    with visitor.moves_on():
        keys.press("Shift+U")
    assert visitor.place_of(unit["id"], AXIS) == "W6"
    expect(visitor.named("undo")).to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    keys.press("e")
    expect(visitor.prompt.locator(".confirm")).to_contain_text("Overstacked", timeout=PATIENCE)
    expect(visitor.named("cancel")).to_be_focused(timeout=PATIENCE)
    keys.press("Tab")
    keys.press("Enter")
    expect(visitor.prompt).not_to_contain_text("Axis movement", timeout=PATIENCE)


def test_a_choice_can_be_typed(arrive: Arrive) -> None:
    visitor = arrive()
    keys = visitor.page.keyboard
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    keys.press("/")
    expect(visitor.named("find-choice")).to_be_focused(timeout=PATIENCE)
    keys.type("unit:Ariete")
    with visitor.moves_on():
        keys.press("Enter")
    visitor.awaits("Ariete")


def tab_to(visitor: Visitor, words: str) -> None:
    """Tab to the control that says this, and press Enter."""
    expect(visitor.button(words)).to_be_visible(timeout=PATIENCE)
    focused = visitor.page.locator("button:focus, a:focus, summary:focus")
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        if focused.count() and re.search(words, focused.inner_text()):
            visitor.page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not come to '{words}'")


def test_a_move_costs_three_requests(arrive: Arrive) -> None:
    """The reach when a unit is picked up, the way to a hex, and the run, whose answer brings the new scene."""
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    unit = in_tray(visitor, "Ariete")
    target = visitor.cell("W9")  # asked for before we count, because the page fetches the board for it
    sent = visitor.sent()
    visitor.page.mouse.click(*unit)
    assert costs(visitor)
    with visitor.moves_on():
        visitor.page.mouse.click(*target)
    visitor.wait_for_turn()
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.place_of("Ariete", AXIS) == "W9"
    assert [path.rpartition("/")[2] for path in sent] == ["questions", "questions", "runs"]

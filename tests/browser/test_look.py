"""What the table looks like to the hand: what may be chosen is seen and named, what costs something asks first, and
nothing moves under the pointer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, play_on
from tests.browser.test_play import FRONT, bring

AXIS, ALLIES = 0, 1
DESK: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {"size": (390, 844), "touch": True, "prefs": {}, "reduced_motion": "no-preference"}
CLOSE = FRONT.replace("N13", "N11")
"""21/5 beside 22Gds."""


def press(visitor: Visitor, at: tuple[float, float]) -> None:
    """With the finger on a phone, with the mouse at a desk."""
    if visitor.page.evaluate("() => matchMedia('(pointer: coarse)').matches"):
        visitor.page.touchscreen.tap(*at)
    else:
        visitor.page.mouse.click(*at)


def to_the_battles(visitor: Visitor) -> None:
    """Declare every battle there is, and come to the choice of the next one."""

    def reached(moment: Any) -> bool:
        return any(button["choice"].startswith("battle:") for button in moment["scene"]["buttons"])

    if visitor.page.locator(".phone").count():
        visitor.tab("Now")
    play_on({AXIS: visitor, ALLIES: visitor}, reached, ("attack:", "with:", "supply:"))
    visitor.wait_for_turn(AXIS)
    if visitor.page.locator(".phone").count():
        visitor.tab("Now")


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_battles_light_up_and_supply_is_not_destroyed_by_a_click(how: How, arrive: Arrive, tmp_path: Path) -> None:
    """The battle glows and has a button; one's own supply does not invite, and a click on it asks what it costs,
    with going back as the obvious answer; a click on the enemy fights."""
    visitor = arrive(**how)
    bring(visitor, CLOSE, tmp_path)
    to_the_battles(visitor)
    expect(visitor.prompt.locator('.button.main[data-name="battle:0"]')).to_be_visible(timeout=PATIENCE)
    expect(visitor.page.locator(".choice-outline")).to_have_count(1)
    expect(visitor.page.locator(".piece-harm").first).to_be_attached()
    number = visitor.update(AXIS)["number"]
    press(visitor, visitor.centre_of(visitor.piece("AxisSupply1")))
    expect(visitor.prompt.locator(".confirm .warning")).to_contain_text("gone for good", timeout=PATIENCE)
    expect(visitor.prompt.locator(".confirm .rule-chip")).to_contain_text("15.5")
    expect(visitor.named("cancel")).to_be_focused()
    press(visitor, visitor.centre_of(visitor.named("cancel")))
    assert visitor.update(AXIS)["number"] == number, "supply was destroyed"
    press(visitor, visitor.centre_of(visitor.piece("22Gds")))
    expect(visitor.prompt.locator(".confirm")).to_contain_text("Fight: 21/5 > 22Gds", timeout=PATIENCE)


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_the_map_does_not_move_while_the_prompt_says_more(how: How, arrive: Arrive, tmp_path: Path) -> None:
    """A long sentence, a reason, a question with its warning: the map and its hexes stay where they are."""
    visitor = arrive(**how)
    bring(visitor, CLOSE, tmp_path)

    def place() -> tuple[Any, tuple[float, float]]:
        return visitor.page.locator(".stage").bounding_box(), visitor.cell("M12")

    press(visitor, visitor.cell("M12"))
    before = place()
    expect(visitor.notice).to_be_visible(timeout=PATIENCE)
    assert place() == before, "a reason moved the map"
    visitor.page.keyboard.press("e")
    expect(visitor.named("confirm")).to_be_visible(timeout=PATIENCE)
    assert place() == before, "a question moved the map"
    press(visitor, visitor.centre_of(visitor.named("confirm")))
    visitor.awaits("choose an enemy to attack")
    assert place() == before, "another decision moved the map"
    press(visitor, visitor.centre_of(visitor.piece("22Gds")))
    visitor.awaits("Add attackers")
    assert place() == before, "a battle being formed moved the map"

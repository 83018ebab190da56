"""Standing orders in the browser: left, seen, put in order and called off in one panel."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor

RED = 0
SIZES = {"desktop": (1440, 900), "phone": (360, 740)}


def against_the_computer(visitor: Visitor) -> None:
    visitor.go()
    seats = [{"kind": "here"}, {"kind": "computer", "player": "random"}]
    _, made = visitor.tell("/tables", {"game": "tiny-skirmish", "seats": seats})
    visitor.go(f"/table/{made['id']}")
    visitor.wait_for_turn(RED)


def left(visitor: Visitor) -> list[str]:
    return visitor.page.locator(".order-list .order > span:first-child").all_inner_texts()


@pytest.mark.parametrize("size", SIZES)
def test_orders_are_left_and_called_off(arrive: Arrive, size: str) -> None:
    """With the settings of a newcomer."""
    visitor = arrive(size=SIZES[size], touch=size == "phone", prefs={}, reduced_motion="no-preference")
    against_the_computer(visitor)
    visitor.tab("Orders")
    visitor.says("You have left no orders", "#tab-panel")
    visitor.named("leave-hold").click()
    orders = visitor.page.locator(".order-list .order")
    expect(orders).to_have_count(1, timeout=PATIENCE)
    visitor.page.locator('select[name="ask-at-hex"]').select_option("NE")
    visitor.named("leave-ask-at").click()
    expect(orders).to_have_count(2, timeout=PATIENCE)
    assert left(visitor) == ["Hold", "Ask me at, NE"]
    visitor.page.get_by_label("Move up: Ask me at, NE").click()
    expect(orders.first).to_contain_text("Ask me at, NE", timeout=PATIENCE)
    assert visitor.overflow() <= 0
    assert not visitor.axe()
    visitor.page.reload()
    expect(orders).to_have_count(2, timeout=PATIENCE)
    visitor.page.get_by_label("Call off: Hold").click()
    expect(orders).to_have_count(1, timeout=PATIENCE)
    assert left(visitor) == ["Ask me at, NE"]


def test_no_card_no_order_that_needs_one(arrive: Arrive) -> None:
    """Before the cards are dealt there is nothing to fill in, and the button says so."""
    visitor = arrive()
    against_the_computer(visitor)
    visitor.tab("Orders")
    button = visitor.named("leave-ambush")
    expect(button).to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    expect(button).to_have_attribute("title", "“Card” is not available now.")

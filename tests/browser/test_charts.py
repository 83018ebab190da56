"""Charts: beside the board with the column in use lit, and on a page before play; phone, dark, keys, axe."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor
from tests.browser.test_look import DESK, PHONE
from tests.browser.test_planner import NIGHT, declare

GAMES = ("afrika-korps", "rommel-in-the-desert", "dark-sands", "shifting-sands", "tiny-skirmish", "two-coasts")
LIT = ".chart-table .lit"


def open_charts(visitor: Visitor) -> None:
    visitor.page.locator("#tab-charts").click()
    expect(visitor.page.locator(".chart-table")).to_be_visible(timeout=PATIENCE)


def test_the_column_of_a_battle_is_lit_and_follows_the_odds(arrive: Arrive, tmp_path: Path) -> None:
    """Nothing of it is fetched before it is opened; by mouse and by key; a § opens the rule."""
    visitor = arrive(**DESK)
    fetched: list[str] = []
    visitor.page.on("request", lambda request: fetched.append(request.url))
    declare(visitor, tmp_path)
    assert not [url for url in fetched if "charts" in url]
    before = visitor.axe()
    open_charts(visitor)
    page = visitor.page
    expect(page.locator(LIT)).to_have_count(0)
    with visitor.moves_on():
        visitor.named("battle-0").locator('.joining [data-name="with:21/104"]').click()
    expect(page.locator("thead .lit")).to_have_text("1-1 (in use now)", timeout=PATIENCE)
    expect(page.locator(LIT)).to_have_count(7)
    expect(page.locator(".chart-list button").first).to_have_attribute("data-name", "chart-combat")
    visitor.named("chart-terrain").focus()
    page.keyboard.press("Enter")
    expect(visitor.named("open-terrain")).to_be_visible()
    assert visitor.axe() == before
    page.locator(".chart-table .rule-chip").first.click()
    expect(page.locator(".chart-table")).to_have_count(0, timeout=PATIENCE)


def test_on_a_phone_the_panel_scrolls_inside(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**NIGHT)
    declare(visitor, tmp_path)
    open_charts(visitor)
    visitor.named("chart-counters-axis").click()
    expect(visitor.named("open-counters-axis")).to_be_visible()
    assert visitor.overflow() <= 0
    assert visitor.page.evaluate("document.querySelector('.chart-scroll').scrollWidth") > PHONE["size"][0]
    assert visitor.axe("color-contrast") == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", [DESK, NIGHT], ids=["desk", "phone in the dark"])
def test_the_charts_of_every_game_before_play(game: str, how: dict[str, object], arrive: Arrive) -> None:
    visitor = arrive(**how)  # type: ignore[arg-type]
    visitor.go(f"/games/{game}/charts")
    buttons = visitor.page.locator(".chart-list button")
    expect(buttons.first).to_be_visible(timeout=PATIENCE)
    for button in buttons.all():
        button.click()
        expect(visitor.page.locator(".chart-table")).to_be_visible()
        assert visitor.overflow() <= 0
    assert visitor.axe() == []

"""How a game goes: its page, the help at the table; arrows end at their parts; axe, phone, tablet, dark, keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import PATIENCE, Arrive, begin

GUIDED = ("afrika-korps", "rommel-in-the-desert", "dark-sands", "shifting-sands", "tiny-skirmish", "two-coasts")
SIZES = {"desk": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
TWO_SCREENS = 2
ARROWS = """() => [...document.querySelectorAll(".exhibit")].flatMap((figure) => {
    const frame = figure.getBoundingClientRect();
    return [...figure.querySelectorAll("[data-part]")].map((words) => {
        const head = figure.querySelector(`[data-arrow="${words.dataset.part}"] .head`)?.getBoundingClientRect();
        const thing = figure.querySelector(".exhibit-thing").getBoundingClientRect();
        if (!head) return `${words.dataset.part} has no arrow`;
        const [x, y] = [head.x + head.width / 2, head.y + head.height / 2];
        const near = x > thing.left - 12 && x < thing.right + 12 && y > thing.top - 12 && y < thing.bottom + 12;
        return near ? "" : `the arrow of ${words.dataset.part} ends beside the thing`;
    });
}).filter(Boolean)"""


def painted(page: Page) -> None:
    """All swatches are painted."""
    expect(page.locator(".guide-swatch").first).to_be_attached(timeout=PATIENCE)
    expect(page.locator(".guide-swatch canvas:not([data-painted])")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("game", GUIDED)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_a_game(game: str, size: str, arrive: Arrive) -> None:
    """Every arrow ends at its part, nothing is wider than the page, and a desk needs two screens."""
    width, high = SIZES[size]
    visitor = arrive(size=SIZES[size])
    visitor.go(f"/games/{game}/guide")
    painted(visitor.page)
    assert visitor.page.evaluate(ARROWS) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    if size == "desk":
        assert visitor.page.evaluate("document.documentElement.scrollHeight") <= TWO_SCREENS * high + 60
    assert visitor.axe() == []


def test_the_page_in_the_dark(arrive: Arrive) -> None:
    visitor = arrive(color_scheme="dark")
    visitor.go("/games/afrika-korps/guide")
    painted(visitor.page)
    assert visitor.axe("color-contrast") == []


def test_the_tile_leads_to_the_page(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/")
    visitor.button("Afrika Korps").click()
    visitor.page.get_by_role("link", name="How it goes").click()
    expect(visitor.page.get_by_role("heading", name="How Afrika Korps goes")).to_be_visible(timeout=PATIENCE)


def test_help_at_the_table_tells_how_the_game_goes(arrive: Arrive) -> None:
    """By key; nothing of it is fetched before; a § in it opens the rule beside the map."""
    visitor = arrive()
    fetched: list[str] = []
    visitor.page.on("request", lambda request: fetched.append(request.url))
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    assert [url for url in fetched if "guide.js" in url or ("/guide" in url and "api" in url)] == []
    visitor.page.keyboard.press("?")
    expect(visitor.page.locator(".guide-about")).to_be_visible(timeout=PATIENCE)
    painted(visitor.page)
    assert visitor.page.evaluate(ARROWS) == []
    assert visitor.axe() == []
    visitor.page.locator(".guide-turn .rule-chip").first.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".guide-about")).to_have_count(0, timeout=PATIENCE)
    expect(visitor.page.locator('[data-here][data-place^="3.1"]')).to_be_in_viewport(timeout=PATIENCE)


def test_help_on_a_phone(arrive: Arrive) -> None:
    visitor = arrive(size=SIZES["phone"], touch=True)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    visitor.tab("Help")
    expect(visitor.page.locator(".guide-about")).to_be_visible(timeout=PATIENCE)
    painted(visitor.page)
    assert visitor.page.evaluate(ARROWS) == []
    assert visitor.page.evaluate(
        "document.querySelector('.tab-body').scrollWidth <= document.querySelector('.tab-body').clientWidth"
    )

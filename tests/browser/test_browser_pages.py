"""Every page: no finding of axe, and a script in a name or in the chat is text."""

from __future__ import annotations

import pytest
from browsing import PATIENCE, Visitor
from playwright.sync_api import expect

from conftest import Arrive

PAGES = {
    "lobby": "/",
    "new game": "/new",
    "account": "/account",
    "help": "/help",
    "a link that does not work": "/join#AAAA",
    "a moment that is not there": "/moment#AAAA",
    "nothing": "/nowhere",
}
SCRIPT = "<img src=x onerror=window.hit=1><script>window.hit=1</script>"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_on_a_page(name: str, scheme: str, arrive: Arrive) -> None:
    visitor = arrive()
    visitor.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    visitor.go(PAGES[name])
    expect(visitor.page.locator("h1, h2").first).to_be_visible(timeout=PATIENCE)
    assert visitor.axe() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(scheme: str, arrive: Arrive) -> None:
    visitor = arrive()
    visitor.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    begin(visitor, "Afrika Korps", "Play the Axis")
    assert visitor.axe() == []
    for tab in ("Tracks", "Chat", "Table", "Rule", "Settings"):
        visitor.page.get_by_role("tab", name=tab).click()
        assert visitor.axe() == [], tab


def begin(visitor: Visitor, game: str, words: str) -> None:
    """The two clicks."""
    visitor.go("/")
    visitor.button(game).click()
    visitor.button(words).click()
    visitor.wait_for_turn()


def test_a_script_in_the_chat_is_text(arrive: Arrive) -> None:
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.page.get_by_role("tab", name="Chat").click()
    box = visitor.named("chat")
    box.fill(SCRIPT)
    box.press("Enter")
    expect(visitor.page.get_by_text(SCRIPT).first).to_be_visible(timeout=PATIENCE)
    assert visitor.page.evaluate("() => window.hit") is None


def test_a_script_in_a_name_is_refused_or_text(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/account")
    visitor.page.locator('input[name="nickname"]').fill("<b>Rommel</b>")
    visitor.button("Save the name").click()
    visitor.go("/")
    begin(visitor, "Afrika Korps", "Play the Axis")
    expect(visitor.page.get_by_text("<b>Rommel</b>").first).to_be_visible(timeout=PATIENCE)
    assert visitor.page.locator("b", has_text="Rommel").count() == 0

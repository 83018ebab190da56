"""Every page, light and dark: no finding of axe; and a script in a name or in the chat is text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Scheme, Visitor, begin

PAGES = {
    "lobby": "/",
    "new game": "/new",
    "account": "/account",
    "help": "/help",
    "a link that does not work": "/join#AAAA",
    "a moment that is not there": "/moment#AAAA",
    "a table that is not there": "/table/0123456789abcdef0123456789abcdef",
    "nothing": "/nowhere",
}
PANELS = ("Tracks", "Turn", "Chat", "Table", "Help", "Settings", "Log")
SCRIPT = "<img src=x onerror=window.hit=1><script>window.hit=1</script>"
SHORT_SCRIPT = "<img/src/onerror=hit=1>"
schemes = pytest.mark.parametrize("scheme", ["light", "dark"])


class Findings(dict[str, list[str]]):
    """What axe found, by what was looked at; nothing when all is well.

    The dark pages differ from the light ones in their colours only.
    """

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self.rules = ("color-contrast",) if scheme == "dark" else ()

    def look(self, visitor: Visitor, what: str) -> None:
        if found := visitor.axe(*self.rules):
            self[what] = found


@schemes
def test_axe_finds_nothing_on_any_page(scheme: Scheme, arrive: Arrive) -> None:
    visitor, findings = arrive(color_scheme=scheme), Findings(scheme)
    begin(visitor, "Afrika Korps", "Play the Axis")  # so that the lobby has a game to show
    visitor.wait_for_turn()
    for name, path in PAGES.items():
        visitor.go(path)
        expect(visitor.page.locator("h1, h2, .failure").first).to_be_attached(timeout=PATIENCE)
        expect(visitor.page.locator(".loading")).to_have_count(0, timeout=PATIENCE)
        findings.look(visitor, name)
    visitor.go("/")
    visitor.button("Afrika Korps").click()
    findings.look(visitor, "a game on the shelf")
    assert findings == {}


@schemes
def test_axe_finds_nothing_at_the_table(scheme: Scheme, arrive: Arrive) -> None:
    """Every panel, a unit picked up, a refusal, a question to confirm, an overlay, the replay and its link."""
    visitor, findings = arrive(color_scheme=scheme), Findings(scheme)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    for panel in PANELS:
        visitor.tab(panel)
        findings.look(visitor, panel)
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    findings.look(visitor, "a stack")
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-item .counter").first))
    expect(visitor.page.locator(".inspector .picked")).to_be_visible(timeout=PATIENCE)
    findings.look(visitor, "a unit")
    visitor.named("overlay-supply").click()
    expect(visitor.page.locator(".legend")).to_be_visible(timeout=PATIENCE)
    findings.look(visitor, "an overlay")
    visitor.page.keyboard.press("e")
    expect(visitor.named("confirm")).to_be_visible(timeout=PATIENCE)
    findings.look(visitor, "a question to confirm")
    visitor.named("cancel").click()
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    findings.look(visitor, "a move")
    visitor.named("replay").click()
    visitor.button("Share").click()
    expect(visitor.page.get_by_label("Link to this moment")).to_be_visible(timeout=PATIENCE)
    findings.look(visitor, "replay")
    visitor.page.goto(visitor.page.get_by_label("Link to this moment").input_value())
    expect(visitor.piece("21/5")).to_be_visible(timeout=PATIENCE)
    findings.look(visitor, "a shared moment")
    assert findings == {}


@schemes
def test_axe_finds_nothing_on_a_phone(scheme: Scheme, arrive: Arrive) -> None:
    visitor, findings = arrive(color_scheme=scheme, size=(390, 844), touch=True), Findings(scheme)
    begin(visitor, "Tiny Skirmish", "Both sides on this device")
    expect(visitor.named("reveal")).to_be_visible(timeout=PATIENCE)
    findings.look(visitor, "between two players")
    visitor.named("reveal").tap()
    visitor.wait_for_turn()
    for panel in ("Now", *PANELS):
        visitor.tab(panel)
        findings.look(visitor, panel)
    assert findings == {}


def test_axe_can_find_something(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/help")
    visitor.page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert any(one.startswith("button-name") for one in visitor.axe())


# Scripts


def test_a_script_in_the_chat_is_text(arrive: Arrive) -> None:
    """For whoever writes it and for whoever reads it."""
    writer, reader = arrive(), arrive()
    begin(writer, "Afrika Korps", "Play the Axis")
    writer.wait_for_turn()
    reader.go(f"/table/{writer.table}")
    reader.awaits("waiting for")
    for visitor in (writer, reader):
        visitor.tab("Chat")
    writer.named("chat").fill(SCRIPT)
    writer.named("chat").press("Enter")
    for visitor in (writer, reader):
        expect(visitor.page.locator("#tab-panel").get_by_text(SCRIPT)).to_be_visible(timeout=PATIENCE)
        assert no_harm(visitor)


def test_a_script_in_a_name_is_text(arrive: Arrive) -> None:
    """In the account, in the lobby, at the table, in the chat; for its bearer and for others."""
    visitor, other = arrive(), arrive()
    visitor.go("/account")
    visitor.page.locator('input[name="nickname"]').fill(SHORT_SCRIPT)
    visitor.button("Save name").click()
    visitor.says(f"You are {SHORT_SCRIPT}")
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    other.go(f"/table/{visitor.table}")
    other.awaits("waiting for")
    visitor.tab("Chat")
    visitor.named("chat").fill("hello")
    visitor.named("chat").press("Enter")
    other.tab("Chat")
    for reader in (visitor, other):
        reader.says(SHORT_SCRIPT, ".table-bar")
        reader.says(SHORT_SCRIPT, "#tab-panel")
        assert no_harm(reader)
    visitor.go("/")
    visitor.says(SHORT_SCRIPT, ".tables")
    assert no_harm(visitor)


def no_harm(visitor: Visitor) -> bool:
    """None of it has run or become part of the page."""
    hit = visitor.page.evaluate("() => window.hit === undefined")
    return bool(hit) and visitor.page.locator("img, script:not([src])").count() == 0

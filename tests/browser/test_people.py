"""People at the table: invitations, coming back, leaving, playing again; and every page on the narrowest phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, begin

DESK: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {"size": (390, 844), "touch": True, "prefs": {}, "reduced_motion": "no-preference"}
NARROW = 360
TABS = ("Now", "Log", "Tracks", "Chat", "Table", "Rules", "Help", "Settings")
PAGES = ("/", "/new?game=rommel-in-the-desert", "/account", "/help", "/join#AAAA", "/moment#AAAA", "/nowhere")
TOO_WIDE = """(width) => [...document.querySelectorAll("body *")]
    .filter((one) => one.getClientRects().length && one.getBoundingClientRect().right > width + 0.5)
    .filter((one) => !one.closest(".map, .overlays, .tab-body, .skip, .unseen"))
    .map((one) => `${one.tagName} ${one.className}`)"""


def invited(host: Visitor, guest: Visitor, game: str = "Tiny Skirmish") -> str:
    """Two people at a table, by the link that the page shows to the first; the table's id."""
    begin(host, game, "invite somebody")
    link = host.page.get_by_label("Link for").first
    expect(link).to_be_visible(timeout=PATIENCE)
    guest.page.goto(link.input_value())
    guest.page.wait_for_url("**/table/*")
    return host.table


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_an_invitation_takes_three_clicks_and_the_link_is_found_again(how: How, arrive: Arrive) -> None:
    host, friend = arrive(**how), arrive()
    host.go("/")
    host.button("Tiny Skirmish").click()
    host.button("Play the Red, invite somebody").click()
    host.page.wait_for_url("**/table/*")
    strip = host.page.locator(".keepsake")
    expect(strip.get_by_label("Link for Blue")).to_be_in_viewport(timeout=PATIENCE)
    strip.get_by_role("button", name="Copy").click()
    expect(strip.get_by_role("button", name="Copied")).to_be_visible(timeout=PATIENCE)
    link = strip.get_by_label("Link for Blue").input_value()
    assert "/join#" in link
    host.go("/")
    host.page.locator(".table-link").click()
    expect(strip.get_by_label("Link for Blue")).to_have_value(link, timeout=PATIENCE)
    friend.page.goto(link)
    friend.page.wait_for_url("**/table/*")
    friend.awaits("waiting for Red")
    expect(strip.get_by_label("Link for Blue")).to_have_count(0, timeout=PATIENCE)


def test_a_guest_who_lost_the_cookie_gets_the_seat_back(arrive: Arrive) -> None:
    """In the same browser by itself, in another one by typing the code that was shown."""
    guest, elsewhere = arrive(**DESK), arrive()
    begin(guest, "Tiny Skirmish", "Play the Red against")
    guest.wait_for_turn()
    code = guest.page.locator(".keepsake code").inner_text()
    table = guest.table
    elsewhere.go("/account")
    elsewhere.page.locator('input[name="code"]').fill(code.lower())
    elsewhere.button("Come back").click()
    elsewhere.says("1 game comes back to you")
    elsewhere.button("Yes, come back").click()
    elsewhere.says("Welcome back")
    own_code = '[aria-labelledby="own-code"] input'
    expect(elsewhere.page.locator(own_code)).not_to_have_value(code, timeout=PATIENCE)
    elsewhere.go(f"/table/{table}")
    elsewhere.wait_for_turn()
    guest.go("/account")
    guest.button("Show my recovery code").click()  # the one it had kept has been used
    expect(guest.page.locator(own_code)).not_to_have_value(code, timeout=PATIENCE)
    guest.context.clear_cookies()
    guest.go("/")
    expect(guest.page.locator(".table-row.mine-now")).to_be_visible(timeout=10_000)  # before the lobby looks again
    guest.named("kept").click()
    guest.context.clear_cookies()
    guest.go(f"/table/{table}")
    guest.wait_for_turn()
    guest.tab("Table")
    expect(guest.page.get_by_label("Recovery code")).not_to_have_value(code, timeout=PATIENCE)


def test_whoever_leaves_can_come_back_and_the_owner_puts_nobody_out(arrive: Arrive) -> None:
    host, friend = arrive(), arrive(**PHONE)
    invited(host, friend)
    host.tab("Table")  # on the friend's phone it is open
    expect(host.page.locator(".seat-row").nth(1)).to_contain_text("here", timeout=PATIENCE)
    assert host.button("Give the seat to the computer").count() == 0
    assert host.button("Make a").count() == 0
    friend.named("leave").tap()
    friend.named("confirm").tap()
    expect(host.button("Give the seat to the computer")).to_be_visible(timeout=PATIENCE)
    host.tab("Log")
    host.says("player has left the table", "#tab-panel")
    friend.named("sit").tap()
    host.says("player is back at the table", "#tab-panel")


def test_an_absent_player_is_called(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    table = invited(host, friend)
    host.tab("Table")
    expect(host.page.locator(".seat-row").nth(1)).to_contain_text("here", timeout=PATIENCE)
    friend.go("/")
    host.named("call").click()
    host.says("The seat is kept until")
    friend.go(f"/table/{table}")
    expect(host.page.get_by_text("The seat is kept until")).to_have_count(0, timeout=PATIENCE)
    assert host.ask(f"/tables/{table}")["card"]["seats"][1]["yours"] is False


def test_whoever_joins_is_told_that_the_host_may_know_the_secrets(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    begin(host, "Tiny Skirmish", "Both sides on this device")
    host.named("reveal").click()
    host.wait_for_turn()
    _, made = host.tell(f"/tables/{host.table}/seats/1", {"kind": "link"})
    friend.go(made["path"])
    friend.says("The host may know the secrets of this side")
    friend.named("to-table").click()
    friend.page.wait_for_url("**/table/*")
    friend.tab("Table")
    friend.says("The host may know the secrets of this side", "#tab-panel")


def test_the_end_shows_what_was_hidden_and_offers_another_game(arrive: Arrive) -> None:
    host, friend = arrive(**DESK), arrive(**PHONE)
    table = invited(host, friend)
    host.wait_for_turn()
    for _ in range(3):
        host.choose(host.choices(0)[0])
    friend.wait_for_turn()
    expect(friend.piece("red/captain")).to_have_count(0)
    host.tab("Table")
    host.button("Resign").click()
    host.named("confirm").click()
    expect(friend.piece("red/captain")).to_be_visible(timeout=PATIENCE)
    host.named("rematch-swapped").click()
    host.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    friend.named("rematch").tap()
    friend.page.wait_for_url(f"**/table/{host.table}")
    friend.wait_for_turn(0)  # the sides are exchanged
    host.go("/")
    host.named("hide").click()
    expect(host.page.locator(".table-row")).to_have_count(1, timeout=PATIENCE)
    host.named("hidden-games").click()
    expect(host.page.locator(".table-row")).to_have_count(2, timeout=PATIENCE)


def test_who_looked_into_a_computers_seat_is_told_beside_the_result(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    begin(visitor, "Tiny Skirmish", "Play the Red against")
    visitor.wait_for_turn()
    for kind in ("here", "computer"):
        visitor.tell(f"/tables/{visitor.table}/seats/1", {"kind": kind})
    visitor.tell(f"/tables/{visitor.table}/acts", {"side": 0, "key": "a resignation", "act": "resign"})
    visitor.go(f"/table/{visitor.table}")
    visitor.awaits("Victory: Blue")
    visitor.says("The Red player took over the Blue seat from the computer", ".keepsake")
    visitor.go("/")
    visitor.says("The Red player took over the Blue seat from the computer", ".tables")


def test_every_page_fits_the_narrowest_phone(arrive: Arrive) -> None:
    """Not as a phone, whose browser would zoom out instead of showing that something is too wide."""
    visitor = arrive(size=(NARROW, 640), prefs={})
    visitor.go("/account")
    visitor.page.locator('input[name="nickname"]').fill("Wolfgang Amadeus Mozart")
    visitor.button("Save name").click()
    visitor.says("You are Wolfgang")
    begin(visitor, "Rommel in the Desert", "Play the Axis, invite somebody")
    visitor.wait_for_turn()
    for tab in TABS:
        if visitor.page.get_by_role("tab", name=tab).get_attribute("aria-selected") != "true":
            visitor.tab(tab)
        fits(visitor, tab)
    for page in PAGES:
        visitor.go(page)
        expect(visitor.page.locator("h1, h2, .failure").first).to_be_attached(timeout=PATIENCE)
        expect(visitor.page.locator(".loading")).to_have_count(0, timeout=PATIENCE)
        fits(visitor, page)
    visitor.go("/")
    visitor.button("Rommel in the Desert").click()
    fits(visitor, "a game on the shelf")


def fits(visitor: Visitor, what: str) -> None:
    assert visitor.page.evaluate("() => document.documentElement.scrollWidth") == NARROW, what
    assert visitor.page.evaluate(TOO_WIDE, NARROW) == [], what


def test_a_newcomer_is_offered_the_opponent_for_beginners(arrive: Arrive) -> None:
    """Until the first game of its kind is over; then it is the best one."""
    visitor = arrive(**DESK)
    visitor.go("/")
    visitor.button("Afrika Korps").click()
    expect(visitor.button("Play the Axis against Conscript")).to_be_visible(timeout=PATIENCE)
    expect(visitor.page.locator(".opponent")).to_contain_text("Conscript, for beginners.")
    visitor.go("/new?game=afrika-korps")
    expect(visitor.page.locator('select[name="seat-1"]')).to_have_value("computer:conscript", timeout=PATIENCE)
    begin(visitor, "Afrika Korps", "Play the Axis against Conscript")
    visitor.tell(f"/tables/{visitor.table}/acts", {"side": 0, "key": "a resignation", "act": "resign"})
    visitor.go("/")
    visitor.button("Afrika Korps").first.click()
    expect(visitor.button("Play the Axis against Recruit")).to_be_visible(timeout=PATIENCE)

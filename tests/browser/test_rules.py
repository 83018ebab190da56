"""The rules to read: on a page of their own and beside the map, opened at a place, searched, there and back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, begin
from tests.browser.test_hands import in_tray

PAGE = "/rules/afrika-korps"
DESK: How = {"size": (1440, 900)}
NIGHT: How = {"size": (1440, 900), "color_scheme": "dark"}
PHONE: How = {"size": (390, 844), "touch": True}
TABLET: How = {"size": (820, 1180), "touch": True}
layouts = pytest.mark.parametrize("how", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])


def at_table(visitor: Visitor) -> None:
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()


def place(visitor: Visitor) -> Locator:
    """Where the book is open."""
    return visitor.page.locator("[data-here]")


def lies_open(visitor: Visitor, rule: str) -> None:
    """The book is open at a place, which is in sight, and read on from there."""
    expect(place(visitor)).to_have_attribute("data-place", rule, timeout=PATIENCE)
    expect(place(visitor)).to_be_in_viewport()
    expect(place(visitor)).to_be_focused()


def still_at_the_table(visitor: Visitor) -> None:
    assert "/table/" in visitor.page.url
    expect(visitor.page.locator(".map-root")).to_be_visible()


# Beside the map


@layouts
def test_a_rule_opens_at_its_place_without_leaving_the_table(how: How, arrive: Arrive) -> None:
    visitor = arrive(**how)
    at_table(visitor)
    visitor.prompt.locator(".sentence .rule-chip").click()
    lies_open(visitor, "5.1")
    still_at_the_table(visitor)
    assert visitor.overflow() <= 0
    assert visitor.depth() <= 0


def test_a_refusal_opens_its_rule(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    at_table(visitor)
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.mouse.click(*in_tray(visitor, "Ariete"))
    expect(visitor.page.locator(".inspector .picked")).to_contain_text("4-5-6", timeout=PATIENCE)
    visitor.page.mouse.click(*visitor.cell("N14"))
    chip = visitor.notice.locator(".rule-chip")
    rule = chip.inner_text().partition("§")[2].strip()
    chip.click()
    lies_open(visitor, rule)
    still_at_the_table(visitor)


def test_a_line_of_the_log_opens_its_rule_and_back_returns_to_the_log(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    at_table(visitor)
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    visitor.tab("Log")
    chip = visitor.page.locator(".log-line .rule-chip").first
    rule = chip.inner_text().partition("§")[2].strip()
    chip.focus()
    visitor.page.keyboard.press("Enter")
    lies_open(visitor, rule)
    visitor.named("back").click()
    expect(visitor.page.get_by_role("tab", name="Log")).to_have_attribute(
        "aria-selected", "true", timeout=PATIENCE
    )
    expect(visitor.page.locator(".log")).to_be_visible()


def test_links_lead_there_and_back(arrive: Arrive) -> None:
    """From a rule to one that it names, on to one that names that, and back the same way; Esc leaves the book."""
    visitor = arrive(**DESK)
    at_table(visitor)
    visitor.tab("Tracks")
    visitor.prompt.locator(".sentence .rule-chip").click()
    lies_open(visitor, "5.1")
    place(visitor).locator('[data-to="8.1"]').click()
    lies_open(visitor, "8.1")
    place(visitor).locator('.mentioned [data-to="5.4"]').click()
    lies_open(visitor, "5.4")
    visitor.named("back").click()
    lies_open(visitor, "8.1")
    visitor.named("back").click()
    lies_open(visitor, "5.1")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("tab", name="Tracks")).to_have_attribute(
        "aria-selected", "true", timeout=PATIENCE
    )
    expect(visitor.prompt.locator(".sentence .rule-chip")).to_be_focused()


def test_rulings_stand_beside_what_they_settle_and_misprints_are_folded(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go(f"{PAGE}#17.3.2")
    lies_open(visitor, "17.3.2")
    expect(place(visitor).locator(".ruled").first).to_be_visible()
    expect(place(visitor).locator(".ruling strong")).to_have_text(["Ruling 11"])
    folded = place(visitor).get_by_text("should read I26-J27-I26")
    expect(folded).to_be_hidden()
    place(visitor).locator("summary").click()
    expect(folded).to_be_visible()


@layouts
def test_the_rules_are_found_from_the_help(how: How, arrive: Arrive) -> None:
    visitor = arrive(**how)
    at_table(visitor)
    visitor.tab("Help")
    visitor.named("read-rules").click()
    expect(visitor.page.get_by_role("navigation", name="Contents").get_by_role("link")).to_have_count(24)
    visitor.page.get_by_role("link", name="Rommel").click()
    lies_open(visitor, "22")
    assert visitor.overflow() <= 0


def test_slash_searches_the_book_that_is_read_and_not_the_choices(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    at_table(visitor)
    visitor.prompt.locator(".sentence .rule-chip").click()
    lies_open(visitor, "5.1")
    visitor.page.keyboard.press("/")
    field = visitor.page.get_by_role("searchbox")
    expect(field).to_be_focused()
    visitor.page.keyboard.type("sandstorm")
    expect(visitor.page.locator(".results")).to_contain_text("Nothing in the rules")
    visitor.page.keyboard.press("Escape")
    expect(field).to_have_value("")
    still_at_the_table(visitor)


# On a page of its own


def test_the_page_is_found_in_the_lobby(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go("/")
    visitor.button("Afrika Korps").click()
    visitor.page.get_by_role("link", name="Read the rules").click()
    expect(visitor.page.get_by_role("heading", name="Rules of Afrika Korps")).to_be_visible(timeout=PATIENCE)
    expect(visitor.page.locator("article")).to_have_count(len(paragraphs(visitor)))


def paragraphs(visitor: Visitor) -> list[Any]:
    book = visitor.ask("/games/afrika-korps/rules")
    return [one for chapter in book["chapters"] for one in chapter["paragraphs"]]


@layouts
def test_an_address_opens_the_book_at_its_place(how: How, arrive: Arrive) -> None:
    visitor = arrive(**how)
    visitor.go(f"{PAGE}#15.3.2.2")
    lies_open(visitor, "15.3.2.2")
    assert visitor.overflow() <= 0
    visitor.go(f"{PAGE}#15.3.2.2b")
    lies_open(visitor, "15.3.2.2b")
    visitor.go(f"{PAGE}#22.0")
    lies_open(visitor, "22")


def test_the_browsers_own_way_back_returns_to_the_link(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go(f"{PAGE}#5.1")
    lies_open(visitor, "5.1")
    visitor.page.locator('[data-paragraph="5.4"] [data-to="8.1"]').first.click()
    lies_open(visitor, "8.1")
    assert visitor.page.url.endswith("#8.1")
    visitor.page.go_back()
    lies_open(visitor, "5.4")


@layouts
def test_a_search_counts_what_it_finds_and_is_found_again(how: How, arrive: Arrive) -> None:
    """By the keyboard: slash, words, Enter for the first place, and back to what was found."""
    visitor = arrive(**how)
    visitor.go(PAGE)
    expect(visitor.page.get_by_role("searchbox")).to_be_visible(timeout=PATIENCE)
    visitor.page.keyboard.press("/")
    expect(visitor.page.get_by_role("searchbox")).to_be_focused()
    visitor.page.keyboard.type("captured supply")
    results = visitor.page.locator(".results")
    expect(results.get_by_role("link").first).to_be_visible(timeout=PATIENCE)
    shown = results.get_by_role("link").count()
    expect(results.get_by_role("status")).to_have_text(f"Found in {shown} places")
    assert shown == sum(
        "captured" in text and "supply" in text for text in every_text(visitor.ask("/games/afrika-korps/rules"))
    )
    expect(results.locator("mark").first).to_have_text(re.compile("supply|captured", re.IGNORECASE))
    visitor.page.keyboard.press("Enter")
    expect(place(visitor)).to_be_in_viewport()
    expect(results).to_have_count(0)
    visitor.page.go_back()
    expect(results.get_by_role("link")).to_have_count(shown)
    assert visitor.overflow() <= 0


def every_text(book: Any) -> list[str]:
    """What can be found, in small letters: titles, clauses, rulings."""
    clauses = [
        one for part in book["chapters"] for paragraph in part["paragraphs"] for one in paragraph["clauses"]
    ]
    texts = ["".join(part["text"] for part in one["words"]) for one in (*clauses, *book["rulings"])]
    return [text.lower() for text in (*(chapter["title"] for chapter in book["chapters"]), *texts)]


def test_anything_may_be_searched_for(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go(PAGE)
    visitor.page.get_by_role("searchbox").fill("(r,n+1)")
    expect(visitor.page.locator(".results mark")).to_have_text(["(R,N+1)"])
    for words in ('"', '"half a', "\\", "[", "$", "?", "*", "-", "<b>"):
        visitor.page.get_by_role("searchbox").fill(words)
        expect(visitor.page.locator(".results [role=status]")).to_be_visible()


def test_a_number_is_searched_for(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go(PAGE)
    visitor.page.get_by_role("searchbox").fill("§22.4")
    expect(visitor.page.locator(".results li").first).to_be_visible(timeout=PATIENCE)
    names = visitor.page.locator(".results .number").all_inner_texts()
    assert {"22.4", "22.4.1", "22.4.2"} <= set(names)
    assert all(name.startswith("22.4") for name in names)


# What it costs


def test_the_book_is_fetched_when_it_is_opened(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    fetched: list[str] = []
    visitor.page.on("request", lambda request: fetched.append(request.url))
    at_table(visitor)
    visitor.page.wait_for_load_state("networkidle")
    assert not [url for url in fetched if "rulebook" in url or url.endswith("/rules")]
    visitor.prompt.locator(".sentence .rule-chip").click()
    lies_open(visitor, "5.1")
    assert len([url for url in fetched if url.endswith("/games/afrika-korps/rules")]) == 1


@pytest.mark.parametrize("how", [DESK, NIGHT, TABLET, PHONE], ids=["desk", "night", "tablet", "phone"])
def test_axe_finds_nothing_in_the_book(how: How, arrive: Arrive) -> None:
    visitor = arrive(**how)
    visitor.go(f"{PAGE}#17.3.2")
    lies_open(visitor, "17.3.2")
    assert visitor.axe() == []
    visitor.page.get_by_role("searchbox").fill("captured supply")
    expect(visitor.page.locator(".results")).to_be_visible()
    assert visitor.axe() == []
    at_table(visitor)
    visitor.prompt.locator(".sentence .rule-chip").click()
    lies_open(visitor, "5.1")
    assert visitor.axe() == []
    visitor.named("contents").click()
    assert visitor.axe() == []

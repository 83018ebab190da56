"""Cards as cards and chits in a cup: a hand of ten by mouse, by keyboard and on a phone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor
from tests.browser.coasts import SOUTH, match_with, sit_down

DESKTOP: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {"size": (390, 844), "touch": True, "prefs": {}, "reduced_motion": "no-preference"}
HAND = ".kind-hand.is-spread [data-card]"
IN_SIGHT = """(cards) => cards.filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const title = card.querySelector(".card-title");
    const whole = title.scrollHeight <= title.clientHeight + 1 && title.scrollWidth <= title.clientWidth + 1;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return whole && card.contains(above) && card.querySelector(".card-value").checkVisibility();
}).length"""

HELD_WITH_FOCUS = """(card) => new Promise((tell) => {
    const seen = () => document.querySelector('[data-name="held-card"]');
    new MutationObserver(() => seen() && tell(seen().contains(document.activeElement)))
        .observe(document.body, { childList: true, subtree: true });
    document.querySelector(`[data-card="${card}"]`).click();
})"""

CUP = """async () => {
    const { html, render } = await import("/static/vendor/preact.js");
    const { CupView } = await import("/static/js/panels/cups.js");
    const chit = (id, letters, count) => ({ id, letters, count, name: letters, side: 0, note: "", tone: "" });
    const cup = { id: "cup", name: "Cup", limits: ["two a turn"], note: "", rule: "", drawn: [],
        left: [chit("move", "MOV", 2), chit("", "END", 1)] };
    const button = { choice: "draw:move", label: "Move", piece: "move", cell: -1, cells: [], caution: null };
    const state = { side: 0, latest: 1, handOver: null, update: { number: 1, ending: null,
        scene: { actor: 0, buttons: [button] } } };
    const session = { play: { chit: (id) => { document.title = "chosen " + id; } } };
    const place = document.querySelector("main");
    render(html`<section class="below"><${CupView} ...${{ session, state, cup }} /></section>`, place);
}"""


def south(arrive: Arrive, folder: Path, how: How) -> Visitor:
    """Whoever has ten cards, and is to move."""
    visitor = arrive(**how)
    sit_down(visitor, folder, match_with(SOUTH))
    expect(visitor.page.locator(HAND)).to_have_count(10, timeout=PATIENCE)
    return visitor


def held(visitor: Visitor) -> Locator:
    return visitor.named("held-card")


def hand_of(visitor: Visitor) -> list[str]:
    cards = visitor.update(SOUTH)["scene"]["cards"]
    return [card["id"] for card in cards if card["pile"] == "south-hand"]


def test_a_card_is_played_with_the_mouse(arrive: Arrive, tmp_path: Path) -> None:
    """Ten cards with names and values beside the map; a use that is not possible says why; another is played."""
    visitor = south(arrive, tmp_path, DESKTOP)
    assert visitor.page.locator(HAND).evaluate_all(IN_SIGHT) == 10
    assert visitor.rectangle(".below")["top"] >= visitor.rectangle(".stage")["bottom"] - 1, "the map is covered"
    card = hand_of(visitor)[0]
    visitor.page.locator(f'[data-card="{card}"]').click()
    refused = held(visitor).locator(".card-use.not-now").first
    refused.click(force=True)
    expect(held(visitor).locator(".held-why .rule-chip")).to_be_visible(timeout=PATIENCE)
    assert len(hand_of(visitor)) == 10
    with visitor.moves_on():
        held(visitor).locator(f'[data-name="discard:{card}"]').click()
    visitor.wait_for_turn(SOUTH)
    assert card not in hand_of(visitor)
    expect(held(visitor)).to_have_count(0, timeout=PATIENCE)
    expect(visitor.page.locator(".kind-discards .stack-count")).to_have_text("1", timeout=PATIENCE)
    visitor.named("pile-discards").click()
    expect(visitor.page.locator(f'.kind-discards .card-faces [data-card="{card}"]')).to_be_visible(
        timeout=PATIENCE
    )


def test_a_card_is_played_by_keyboard(arrive: Arrive, tmp_path: Path) -> None:
    """One key to the hand, arrows along it, Enter holds a card up, Escape puts it down, a number plays it."""
    visitor = south(arrive, tmp_path, DESKTOP)
    keys, cards = visitor.page.keyboard, hand_of(visitor)
    focused = visitor.page.locator(":focus")
    keys.press("b")
    expect(focused).to_have_attribute("data-card", cards[0], timeout=PATIENCE)
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(held(visitor)).to_be_visible(timeout=PATIENCE)
    expect(focused).to_have_class(re.compile(r"^card-use(?!.*not-now)"), timeout=PATIENCE)
    keys.press("Escape")
    expect(held(visitor)).to_have_count(0, timeout=PATIENCE)
    expect(focused).to_have_attribute("data-card", cards[1], timeout=PATIENCE)
    keys.press("Enter")
    expect(held(visitor)).to_be_visible(timeout=PATIENCE)
    keys.press("ArrowRight")
    expect(held(visitor)).to_have_count(1, timeout=PATIENCE)
    uses = held(visitor).locator(".card-use")
    expect(uses.last).to_have_attribute("data-name", f"discard:{cards[2]}", timeout=PATIENCE)
    names = uses.evaluate_all("(uses) => uses.map((one) => one.dataset.name)")
    with visitor.moves_on():
        keys.press(str(len(names)))
    visitor.wait_for_turn(SOUTH)
    assert set(hand_of(visitor)) == {*cards} - {cards[2]}


def test_a_card_has_the_keyboard_as_soon_as_it_is_seen(arrive: Arrive, tmp_path: Path) -> None:
    """A key pressed at once is not taken by the hand below."""
    visitor = south(arrive, tmp_path, DESKTOP)
    assert visitor.page.evaluate(HELD_WITH_FOCUS, hand_of(visitor)[1])


def test_a_hand_of_ten_on_a_phone_in_the_dark(arrive: Arrive, tmp_path: Path) -> None:
    """The strip scrolls, every name and value can be read, a tapped card has uses as large as a finger."""
    visitor = south(arrive, tmp_path, {**PHONE, "color_scheme": "dark"})
    cards = visitor.page.locator(HAND)
    read = 0
    for card in cards.all():
        card.scroll_into_view_if_needed()
        read += card.evaluate(f"(card) => ({IN_SIGHT})([card])")
    assert read == 10
    cards.nth(9).tap()
    discard = held(visitor).locator('[data-name^="discard:"]')
    expect(discard).to_be_visible(timeout=PATIENCE)
    box = visitor.rectangle('.held-card [data-name^="discard:"]')
    assert box["height"] >= 44
    assert 0 <= box["left"] < box["right"] <= 390
    assert visitor.overflow() <= 0
    assert visitor.axe() == []
    with visitor.moves_on():
        discard.tap()
    visitor.wait_for_turn(SOUTH)
    assert len(hand_of(visitor)) == 9


def test_the_cup_shows_what_is_left_and_a_card_answers_questions(arrive: Arrive, tmp_path: Path) -> None:
    """What was drawn stands in its order; a question is asked from the card that it is about."""
    visitor = south(arrive, tmp_path, DESKTOP)
    [cup] = visitor.update(SOUTH)["scene"]["cups"]
    drawn = visitor.page.locator(".cup-part .cup-drawn .chit-letters")
    expect(drawn).to_have_text([chit["letters"] for chit in cup["drawn"]], timeout=PATIENCE)
    left = sum(chit["count"] for chit in cup["left"])
    expect(visitor.page.locator(".cup-drawing text")).to_have_text(str(left), timeout=PATIENCE)
    visitor.page.locator(HAND).first.click()
    held(visitor).locator('[data-name^="ask-card-"]').first.click()
    expect(visitor.page.locator(".answer-box p").first).not_to_be_empty(timeout=PATIENCE)
    assert visitor.axe() == []


def test_a_chit_that_can_be_chosen_is_a_button(arrive: Arrive) -> None:
    """The others are only shown; what is alike is told once, with its number."""
    visitor = arrive(**DESKTOP)
    visitor.go("/help")
    expect(visitor.page.locator("main h1")).to_be_visible(timeout=PATIENCE)
    visitor.page.evaluate(CUP)
    expect(visitor.page.locator(".chit-face")).to_have_count(2, timeout=PATIENCE)
    expect(visitor.page.locator(".cup-drawing text")).to_have_text("3", timeout=PATIENCE)
    visitor.page.get_by_role("button", name="MOV, × 2, can be chosen").press("Enter")
    expect(visitor.page).to_have_title("chosen move", timeout=PATIENCE)
    assert visitor.page.locator("button.chit-face").count() == 1

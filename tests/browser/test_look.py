"""What the table looks like to the hand: what may be chosen is seen and named, what costs something asks first,
and nothing moves under the pointer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, begin, play_on
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
    visitor.awaits("Choose the next battle to fight")
    assert place() == before, "another decision moved the map"
    press(visitor, visitor.centre_of(visitor.piece("22Gds")))
    expect(visitor.named("confirm")).to_be_visible(timeout=PATIENCE)
    assert place() == before, "a battle to be fought moved the map"


PIECES = ".tray-item:not(.tray-all)"
"""The pieces of an open stack, without the button that takes all."""


def in_fan(visitor: Visitor) -> list[str]:
    """The pieces of the open stack, in their order."""
    return visitor.page.locator(PIECES).all_inner_texts()


def test_a_click_on_a_stack_that_the_mouse_has_opened_is_no_mistake(arrive: Arrive) -> None:
    """The fan stays open and nothing is refused; as units are added, each keeps its place in the fan."""
    visitor = arrive(**DESK)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    stack = visitor.centre_of(visitor.piece("21/5"))
    visitor.page.mouse.move(*stack)
    fan = visitor.page.locator(PIECES)
    expect(fan.first).to_be_visible(timeout=PATIENCE)
    before = in_fan(visitor)
    visitor.page.mouse.click(*stack)
    expect(visitor.page.locator(".map-root.is-moving")).to_have_count(0, timeout=PATIENCE)
    assert visitor.notice.count() == 0, visitor.notice.inner_text()
    assert in_fan(visitor) == before
    last = fan.nth(len(before) - 1).locator(".counter").first
    visitor.page.mouse.click(*visitor.centre_of(last))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    for index, added in ((2, 2), (1, 3)):
        visitor.page.keyboard.down("Shift")
        visitor.page.mouse.click(*visitor.centre_of(fan.nth(index).locator(".counter").first))
        visitor.page.keyboard.up("Shift")
        expect(fan.locator(".tray-ring")).to_have_count(added, timeout=PATIENCE)
    assert in_fan(visitor) == before, "the fan was sorted anew under the pointer"


NAMES = """() => [...document.querySelectorAll(".map-labels text")]
    .map((one) => [one.textContent, one.getAttribute("x"), one.getAttribute("y")].join(" "))"""
STACKS = FRONT.replace("N10: 21/5", "N10: 21/5\n    N9: Ariete Pavia")


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_a_friendly_stack_in_reach_is_a_destination_like_any_other(
    how: How, arrive: Arrive, tmp_path: Path
) -> None:
    """With a unit in hand a press on a stack of one's own sends it there, on its counters as beside them."""
    visitor = arrive(**how)
    bring(visitor, STACKS, tmp_path)
    visitor.centre_of(visitor.piece("21/5"))
    names = visitor.page.evaluate(NAMES)
    assert names
    press(visitor, visitor.centre_of(visitor.piece("21/5")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    with visitor.moves_on():
        press(visitor, visitor.centre_of(visitor.piece("Ariete")))
    assert visitor.place_of("21/5", AXIS) == "N9"
    assert visitor.page.evaluate(NAMES) == names, "place names moved with the counters"
    layers = visitor.page.locator(".map-plane > g").evaluate_all(
        "(all) => all.map((one) => one.className.baseVal)"
    )
    assert layers.index("map-choices") < layers.index("map-labels") < layers.index("map-pieces")


@pytest.mark.parametrize(
    ("place", "answer", "rule"), [("N13", "end the move of 21/5 next", "8.4"), ("N25", "cannot", "7.2")]
)
def test_a_click_on_an_enemy_answers_how_to_attack_it(
    place: str, answer: str, rule: str, arrive: Arrive, tmp_path: Path
) -> None:
    """The unit stays in hand, and arrows show from where it could attack."""
    visitor = arrive(**DESK)
    bring(visitor, FRONT.replace("N13: 22Gds", f"{place}: 22Gds"), tmp_path)
    press(visitor, visitor.centre_of(visitor.piece("21/5")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    visitor.page.mouse.wheel(0, 600)
    press(visitor, visitor.centre_of(visitor.piece("22Gds")))
    expect(visitor.notice).to_contain_text(answer, timeout=PATIENCE)
    expect(visitor.notice.locator(".rule-chip")).to_contain_text(rule)
    expect(visitor.page.locator(".map-ways .way-head")).to_have_count(6 if answer.startswith("end") else 0)
    expect(visitor.page.locator(".inspector .picked")).to_contain_text("7-7-10")


IN_SIGHT = """(element) => {
    const frame = element.closest(".dock-body, .tab-body").getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return top >= frame.top && (bottom <= frame.bottom || top < frame.top + frame.height / 2);
}"""
CUT_OFF = """() => [...document.querySelectorAll(".table-scroll")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label"))"""
COVERED = """() => [...document.querySelectorAll(".map-pieces .piece")].map((piece) => {
    const { x, y, width, height } = piece.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    return above?.closest(".map-minimap, .overlays, .legend, .reach-key") ? piece.dataset.piece : "";
}).filter(Boolean)"""


def test_chances_and_answers_come_into_sight_and_no_table_is_cut_off(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**DESK)
    bring(visitor, CLOSE.replace("N10: 21/5", "N10: 21/5\n    M11: 15/115"), tmp_path)
    visitor.choose("done")
    visitor.choose("with:21/5")
    chances = visitor.named("battle-0").locator(".combat-chances h4")
    expect(chances).to_be_visible(timeout=PATIENCE)
    expect(visitor.page.locator(".prompt.act")).to_be_visible(timeout=PATIENCE)
    assert chances.evaluate(IN_SIGHT), "the chances lie below the edge of the panel"
    assert visitor.page.evaluate(CUT_OFF) == []
    visitor.page.locator(".dock-now .dock-body").evaluate("(body) => body.scrollTo(0, body.scrollHeight)")
    visitor.named("ask-odds").click()
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("22Gds")))
    answer = visitor.page.locator(".answer-box h3")
    expect(answer).to_be_visible(timeout=PATIENCE)
    assert answer.evaluate(IN_SIGHT), "the answer lies outside the panel"


def test_an_answer_opens_its_panel_on_a_phone(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**PHONE)
    bring(visitor, CLOSE, tmp_path)
    visitor.page.locator(".overlays .button").first.tap()
    visitor.named("ask-odds").tap()
    press(visitor, visitor.centre_of(visitor.piece("22Gds")))
    expect(visitor.page.locator("#tab-panel .answer-box")).to_contain_text("attack at 3-1", timeout=PATIENCE)


def test_tools_cover_no_piece_and_colours_and_badges_are_explained(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    visitor.centre_of(visitor.piece("21/5"))
    assert visitor.page.evaluate(COVERED) == []
    visitor.choose("unit:21/3")
    expect(visitor.page.locator(".inspector .reach-key")).to_contain_text("free to enter", timeout=PATIENCE)
    visitor.named("key").click()
    key = visitor.page.locator(".mark-key")
    for words in ("can be chosen", "only hurts you", "isolated", "has fought", "battle"):
        expect(key).to_contain_text(words)


def test_a_newcomer_begins_rommel_without_placing_every_block(arrive: Arrive) -> None:
    """What is drawn again and again is one line of the log; the map stays where it is when the sentence grows
    shorter; one press deploys the whole group."""
    visitor = arrive(**DESK)
    begin(visitor, "Rommel in the Desert", "Play the Axis")
    visitor.wait_for_turn()
    expect(visitor.page.locator(".log-count").first).to_contain_text("times", timeout=PATIENCE)
    before = visitor.page.locator(".map").bounding_box()
    visitor.choose("keep")
    visitor.awaits("Deploy your units")
    assert visitor.page.locator(".map").bounding_box() == before
    visitor.wait_for_turn()
    with visitor.moves_on():
        visitor.button("Deploy them for me").click()
    expect(visitor.prompt).not_to_contain_text("Deploy your units", timeout=PATIENCE)


# What stays coloured, and what is printed


def test_control_and_printed_marks_are_drawn_and_told(arrive: Arrive) -> None:
    """By colour and by letter, under the choices; whoever cannot see them is told."""
    visitor = arrive()
    visitor.go()
    seats = [{"kind": "here"}, {"kind": "computer", "player": "random"}]
    _, made = visitor.tell("/tables", {"game": "tiny-skirmish", "seats": seats})
    visitor.go(f"/table/{made['id']}")
    visitor.wait_for_turn()
    expect(visitor.page.locator(".control-wash")).to_have_count(2, timeout=PATIENCE)
    assert sorted(visitor.page.locator(".control-letter").all_text_contents()) == ["B", "B", "B", "R", "R", "R"]
    signs = visitor.page.locator(".printed-sign")
    assert sorted(sign.get_attribute("class") or "" for sign in signs.all()) == [
        f"printed-sign is-{kind}" for kind in ("fort", "oasis", "points", "port", "source")
    ]
    visitor.page.locator(".map-root").focus()
    told = set()
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        visitor.page.keyboard.press(key)
        told.add(visitor.page.locator(".map-root [aria-live]").first.text_content() or "")
    assert any("port. fort 2. controlled by Red." in words for words in told), told

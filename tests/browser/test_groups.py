"""Several units at once: a whole stack is sent in three presses and taken back in one, with the pieces gliding."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin
from tests.browser.test_play import FRONT, bring

AXIS = 0
DESKTOP, PHONE = (1440, 900), (390, 844)


def places(visitor: Visitor) -> dict[str, int]:
    """Where the Axis pieces on the map are."""
    pieces = visitor.update(AXIS)["scene"]["pieces"]
    return {piece["id"]: piece["cell"] for piece in pieces if piece["side"] == AXIS and piece["cell"] >= 0}


def newcomer(arrive: Arrive, size: tuple[int, int], touch: bool = False) -> Visitor:
    """Somebody with no settings of their own, in the first movement phase of the Axis."""
    visitor = arrive(size=size, touch=touch, prefs={}, reduced_motion="no-preference")
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    return visitor


def test_a_whole_stack_goes_in_three_presses_of_the_mouse(arrive: Arrive) -> None:
    """All of them arrive, though they glide; the slowest is named; one undo takes them all back."""
    visitor = newcomer(arrive, DESKTOP)
    before = places(visitor)
    stack = [piece for piece, cell in before.items() if cell == before["21/5"]]
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    sent = visitor.sent()
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-all")))
    expect(visitor.page.locator(".inspector")).to_contain_text("the slowest is Brescia", timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("W9"))
    visitor.wait_for_turn()
    assert len(stack) == 11
    assert {visitor.place_of(piece, AXIS) for piece in stack} == {"W9"}
    assert [path.rpartition("/")[2] for path in sent].count("runs") == 1, "a group is one request"
    visitor.page.reload()
    visitor.wait_for_turn()
    with visitor.moves_on():
        visitor.named("undo").click()
    assert places(visitor) == before


def test_a_whole_stack_goes_in_three_taps_on_a_phone(arrive: Arrive) -> None:
    visitor = newcomer(arrive, PHONE, touch=True)
    before = places(visitor)
    stack = [piece for piece, cell in before.items() if cell == before["21/5"]]
    visitor.page.touchscreen.tap(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.touchscreen.tap(*visitor.centre_of(visitor.page.locator(".tray-all")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.touchscreen.tap(*visitor.cell("W8"))
    visitor.wait_for_turn()
    assert {visitor.place_of(piece, AXIS) for piece in stack} == {"W8"}


def test_a_finger_takes_another_unit_along_by_its_plus(arrive: Arrive) -> None:
    """With a unit in hand, its stack opens with a plus on the others; no key is needed."""
    visitor = newcomer(arrive, PHONE, touch=True)
    tap, items = visitor.page.touchscreen.tap, visitor.page.locator(".tray-item:not(.tray-all)")
    tap(*visitor.centre_of(visitor.piece("21/5")))
    tap(*visitor.centre_of(items.first.locator(".counter")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    tap(*visitor.centre_of(visitor.piece("21/5")))
    tap(*visitor.centre_of(items.nth(1).locator(".tray-plus")))
    expect(items.locator(".tray-ring")).to_have_count(2, timeout=PATIENCE)
    with visitor.moves_on():
        tap(*visitor.cell("W8"))
    visitor.wait_for_turn()
    assert sum(visitor.place_of(piece, AXIS) == "W8" for piece in places(visitor)) == 2


def test_all_together_is_offered_only_where_it_works(arrive: Arrive, tmp_path: Path) -> None:
    """Of four units one is to be lost: each can be chosen, but not all of them."""
    visitor = arrive(size=DESKTOP, prefs={})
    bring(visitor, FRONT.replace("N10: 21/5", "N10: 21/5 Ariete Pavia Brescia"), tmp_path)
    visitor.choose("done")
    visitor.awaits("choose one to lose")
    sent = visitor.sent()
    visitor.page.mouse.move(*visitor.centre_of(visitor.piece("21/5")))
    expect(visitor.page.locator(".tray-item")).to_have_count(4, timeout=PATIENCE)
    expect(visitor.page.locator(".tray-note")).to_be_visible(timeout=PATIENCE)
    visitor.page.wait_for_load_state("networkidle")
    assert sent, "nobody asked whether they can"
    assert visitor.page.locator(".tray-all").count() == 0


COVERED = """() => {
    const tray = document.querySelector(".tray-ground")?.getBoundingClientRect();
    return !tray ? [] : [...document.querySelectorAll(".map-texts text")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return x > tray.left && x < tray.right && y > tray.top && y < tray.bottom;
    }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("place", ["N10", "J20"])
def test_no_open_stack_lies_over_a_destination(place: str, arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(size=DESKTOP, prefs={})
    bring(visitor, FRONT.replace("N10: 21/5", f"{place}: 21/5 Ariete Pavia"), tmp_path)
    visitor.page.mouse.move(*visitor.centre_of(visitor.piece("21/5")))
    item = visitor.page.locator(".tray-item:not(.tray-all)").first
    visitor.page.mouse.click(*visitor.centre_of(item.locator(".counter")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    assert visitor.page.evaluate(COVERED) == []


def test_units_of_a_set_up_are_put_into_one_place_together(arrive: Arrive) -> None:
    visitor = arrive(size=DESKTOP, prefs={})
    begin(visitor, "Rommel in the Desert", "Play the Axis")
    visitor.wait_for_turn()
    visitor.choose("keep")
    visitor.awaits("Deploy your units")
    visitor.wait_for_turn()
    count = len([choice for choice in visitor.choices(AXIS) if choice.startswith("unit:")])
    visitor.named("take-all").click()
    expect(visitor.page.locator(".tint-edge").first).to_be_attached(timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("Bardia"))
    assert len(places(visitor)) >= count

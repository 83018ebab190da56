"""Places off the map: pieces lie there and leave, others go there; badges on counters; stacks of twelve."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor
from tests.browser.coasts import NORTH, SOUTH, match_with, sit_down

DESKTOP: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {"size": (390, 844), "touch": True, "prefs": {}, "reduced_motion": "no-preference"}
BADGES = """async (badges) => {
    const { drawCounter } = await import("/static/js/map/counters.js");
    const piece = { id: "x", side: 0, name: "x", symbol: "armour", letter: "A", figures: "3-3-6",
        size: "", nation: "", shape: "counter", turned: 0, steps: 0, lost: 0, status: [], badges };
    const drawn = drawCounter(piece, { nations: [], key: [] }, 40);
    return [...drawn.querySelectorAll(".counter-badge text")].map((one) => one.textContent);
}"""


def place(visitor: Visitor, name: str) -> Locator:
    return visitor.named(f"place-{name}")


def where(visitor: Visitor, unit: str, side: int) -> str:
    """The name of the cell or place where a unit lies."""
    board = visitor.ask(f"/tables/{visitor.table}/board")
    names = {box["number"]: box["id"] for box in board["boxes"]} | {c["number"]: c["name"] for c in board["cells"]}
    return str(next(names[one["cell"]] for one in visitor.update(side)["scene"]["pieces"] if one["id"] == unit))


def test_a_unit_leaves_its_place_and_another_goes_there(arrive: Arrive, tmp_path: Path) -> None:
    """Picked up from the reserve like one on the map; the reserve is a destination like any cell."""
    visitor = arrive(**DESKTOP)
    sit_down(visitor, tmp_path, match_with(SOUTH))
    visitor.named("shelf-places").click()
    reserve = place(visitor, "south-reserve")
    reserve.locator('[data-piece="Lark"]').click()
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    expect(visitor.page.locator(".inspector .ground")).to_contain_text("South: reserve", timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("E0302"))
    assert where(visitor, "Lark", SOUTH) == "E0302"
    expect(reserve.locator("[data-piece]")).to_have_count(1, timeout=PATIENCE)


def test_a_unit_goes_to_a_place_off_the_map(arrive: Arrive, tmp_path: Path) -> None:
    """In its reach the place is lit, with its cost; a press on it sends the unit, and undo brings it back."""
    visitor = arrive(**DESKTOP)
    sit_down(visitor, tmp_path, match_with(SOUTH))
    visitor.named("shelf-places").click()
    reserve = place(visitor, "south-reserve")
    visitor.page.mouse.move(*visitor.centre_of(visitor.piece("Crane")))
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-item", has_text="Crane").first))
    expect(reserve.locator(".place-said")).to_have_text("1", timeout=PATIENCE)
    with visitor.moves_on():
        reserve.locator(".place-note").click()
    assert where(visitor, "Crane", SOUTH) == "south-reserve"
    visitor.page.locator(".shelf-row").evaluate("(row) => row.scrollTo(0, 0)")
    expect(reserve).not_to_be_in_viewport(timeout=PATIENCE)
    visitor.page.locator(".log-jump", has_text="Crane").last.click()
    expect(reserve).to_be_in_viewport(timeout=PATIENCE)


def test_a_unit_is_dropped_on_a_place_off_the_map(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**DESKTOP)
    sit_down(visitor, tmp_path, match_with(SOUTH))
    visitor.named("shelf-places").click()
    reserve = place(visitor, "south-reserve")
    start, goal = visitor.centre_of(visitor.piece("Crane")), visitor.centre_of(reserve)
    mouse = visitor.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 20, start[1] + 20, steps=4)
    expect(visitor.page.locator(".drag-ghost")).to_be_attached(timeout=PATIENCE)
    mouse.move(*goal, steps=4)
    expect(visitor.page.locator(".drag-label")).to_have_text("South: reserve · 1", timeout=PATIENCE)
    with visitor.moves_on():
        mouse.up()
    assert where(visitor, "Crane", SOUTH) == "south-reserve"


def test_a_unit_off_the_map_is_picked_up_by_keyboard(arrive: Arrive, tmp_path: Path) -> None:
    """The last thing below the map is the last unit of the last place."""
    visitor = arrive(**DESKTOP)
    sit_down(visitor, tmp_path, match_with(SOUTH))
    focused = visitor.page.locator(":focus")
    visitor.page.keyboard.press("b")
    expect(focused).to_have_attribute("data-card", re.compile("."), timeout=PATIENCE)
    visitor.page.keyboard.press("End")
    expect(focused).to_have_attribute("data-piece", "Raven", timeout=PATIENCE)
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".place-piece.picked")).to_have_attribute("data-piece", "Lark", timeout=PATIENCE)
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)


def test_arrivals_lie_on_the_turn_track(arrive: Arrive, tmp_path: Path) -> None:
    """A space of a track is a place: it holds pieces, and can be looked at."""
    visitor = arrive(**DESKTOP)
    sit_down(visitor, tmp_path, match_with(SOUTH))
    visitor.tab("Tracks")
    arrivals = place(visitor, "turn-3")
    expect(arrivals.locator('[data-piece="Falcon"]')).to_be_visible(timeout=PATIENCE)
    arrivals.locator(".place-head").click()
    expect(visitor.page.locator(".inspector")).to_contain_text("Falcon", timeout=PATIENCE)
    assert visitor.axe() == []


def test_a_stack_of_twelve_is_read_and_taken_on_a_phone(arrive: Arrive, tmp_path: Path) -> None:
    """On small hexes: the count is on the stack, all twelve are in sight when it is open, and go together."""
    visitor = arrive(**PHONE)
    sit_down(visitor, tmp_path, match_with(NORTH))
    expect(visitor.page.locator(".map-depth", has_text="12")).to_be_visible(timeout=PATIENCE)
    visitor.press_long(*visitor.centre_of(visitor.piece("Alder")))
    items = visitor.page.locator(".tray-item:not(.tray-all)")
    expect(items).to_have_count(12, timeout=PATIENCE)
    stage, tray = visitor.rectangle(".stage"), visitor.rectangle(".tray-ground")
    assert stage["top"] <= tray["top"] < tray["bottom"] <= stage["bottom"]
    assert 0 <= tray["left"] < tray["right"] <= 390
    expect(visitor.page.locator(".tray-head")).to_contain_text("12 pieces · Σ", timeout=PATIENCE)
    visitor.page.touchscreen.tap(*visitor.centre_of(visitor.page.locator(".tray-all")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)


def test_a_counter_has_at_most_three_badges_and_how_many_more(arrive: Arrive) -> None:
    visitor = arrive(**DESKTOP)
    visitor.go("/help")
    assert visitor.page.evaluate(BADGES, ["S"]) == ["S"]
    assert visitor.page.evaluate(BADGES, ["S", "D", "M", "A", "B"]) == ["S", "D", "M", "+2"]

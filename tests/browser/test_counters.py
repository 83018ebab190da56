"""What is written on counters can be read: figures fit, and nothing lies on them, not even a veil."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How
from tests.browser.test_play import FRONT, bring

DESK: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
BOXES = """async (piece) => {
    const { drawCounter } = await import("/static/js/map/counters.js");
    const plain = { id: "x", name: "x", symbol: "armour", letter: "A", size: "II", nation: "", shape: "counter",
        turned: 0, steps: 0, lost: 0, status: [], faded: false, badges: [], side: 1 };
    const drawn = drawCounter({ ...plain, ...piece }, { nations: [], key: [] }, 100);
    document.querySelector("main").append(drawn);
    const box = (one) => {
        const { x, y, width, height } = one.getBBox();
        return [x, y, x + width, y + height];
    };
    return { figures: box(drawn.querySelector(".counter-figures")),
        badges: [...drawn.querySelectorAll(".counter-badge circle")].map(box),
        veil: getComputedStyle(drawn.querySelector(".counter-veil") ?? drawn).clipPath };
}"""
Box = list[float]


def apart(one: Box, other: Box) -> bool:
    """Letters are lower than their box: a tenth of its height may be shared."""
    room = 0.1 * (one[3] - one[1])
    return one[0] >= other[2] or one[2] <= other[0] or one[1] + room >= other[3] or one[3] - room <= other[1]


def test_figures_fit_and_no_badge_lies_on_them(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go("/help")
    expect(visitor.page.locator("main h1")).to_be_visible(timeout=PATIENCE)
    for figures in ("5-4-10", "7-7-10", "2-3-4"):
        for badges in ([], ["S"], ["S", "D"], ["S", "D", "M"], ["S", "D", "M", "A"]):
            drawn = visitor.page.evaluate(BOXES, {"figures": figures, "badges": badges})
            left, _, right, _ = drawn["figures"]
            assert 4 <= left < right <= 96, (figures, badges, left, right)
            assert all(apart(drawn["figures"], badge) for badge in drawn["badges"]), (figures, badges, drawn)


def test_the_figures_of_what_is_spent_are_not_veiled(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go("/help")
    expect(visitor.page.locator("main h1")).to_be_visible(timeout=PATIENCE)
    drawn = visitor.page.evaluate(BOXES, {"figures": "5-4-10", "faded": True})
    assert drawn["veil"] == "inset(0px 0px 36%)"


def test_the_height_of_a_stack_covers_no_figure_and_from_afar_it_tells_its_strength(
    arrive: Arrive, tmp_path: Path
) -> None:
    visitor = arrive(**DESK)
    bring(visitor, FRONT.replace("N10: 21/5", "N10: 21/5 Ariete Pavia AxisSupply3"), tmp_path)
    visitor.centre_of(visitor.piece("21/5"))
    depth = visitor.page.locator(".map-depth").first.bounding_box()
    figures = visitor.piece("Ariete").locator(".counter-figures").bounding_box()
    assert depth
    assert figures
    low, high = depth["y"] + depth["height"], figures["y"] + 0.2 * figures["height"]
    assert low <= high or depth["x"] + depth["width"] <= figures["x"]
    for _ in range(2):
        visitor.page.locator(".map-controls button").nth(2).click()
    block = visitor.page.locator(".map-far", has_text="13")
    expect(block).to_be_visible(timeout=PATIENCE)


LYING = """([names, pieces]) => {
    const box = (one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const written = [...document.querySelectorAll(".map-labels text")];
    return { names: names.map((name) => box(written.find((one) => one.textContent.startsWith(name)))),
        pieces: pieces.map((id) => box(document.querySelector(`.map-pieces [data-piece="${id}"]`))) };
}"""


def test_a_name_stands_clear_of_the_stack_in_its_place(arrive: Arrive, tmp_path: Path) -> None:
    """Above Tobruk, where the sea is, and below Bengasi."""
    visitor = arrive(**DESK)
    bring(visitor, f"{FRONT}\nG25: Pol\nH3: Ariete", tmp_path)
    visitor.centre_of(visitor.piece("21/5"))
    drawn = visitor.page.evaluate(LYING, [["Tobruch", "Bengasi"], ["Pol", "Ariete"]])
    for name, piece in zip(drawn["names"], drawn["pieces"], strict=True):
        assert name[3] < piece[1] + 0.5 or name[1] > piece[3] - 0.5, (name, piece)

"""Dragging pieces: they go where they are dropped, as by two presses; the rest of the map is dragged as ever."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin
from tests.browser.test_groups import AXIS, DESKTOP, PHONE, newcomer, places

Spot = tuple[float, float]


def ghost(visitor: Visitor) -> Locator:
    return visitor.page.locator(".drag-ghost")


def take(visitor: Visitor, start: Spot, end: Spot) -> None:
    """Press and drag, without letting go."""
    visitor.page.mouse.move(*start)
    visitor.page.mouse.down()
    visitor.page.mouse.move(*end, steps=6)


def test_a_piece_goes_where_it_is_dropped(arrive: Arrive) -> None:
    """The reach, the way and its cost are seen on the way there; one request plays it, though pieces glide."""
    visitor = newcomer(arrive, DESKTOP)
    sent = visitor.sent()
    take(visitor, visitor.centre_of(visitor.piece("21/5")), visitor.cell("W9"))
    expect(ghost(visitor).locator(".drag-label")).to_contain_text("W9 · ", timeout=PATIENCE)
    expect(visitor.page.locator(".way-line").first).to_be_attached(timeout=PATIENCE)
    expect(visitor.page.locator(".map-texts text").first).to_be_attached()
    with visitor.moves_on():
        visitor.page.mouse.up()
    expect(ghost(visitor)).to_have_count(0)
    assert visitor.place_of("21/5", AXIS) == "W9"
    assert [path.rpartition("/")[2] for path in sent].count("runs") == 1
    visitor.wait_for_turn()


def test_what_is_not_dropped_in_reach_stays(arrive: Arrive) -> None:
    """Escape, a hex out of reach and the panel cost nothing; an empty hex drags the map."""
    visitor = newcomer(arrive, DESKTOP)
    before, sent = places(visitor), visitor.sent()
    take(visitor, visitor.centre_of(visitor.piece("21/5")), visitor.cell("W9"))
    expect(ghost(visitor).locator("svg").first).to_be_visible(timeout=PATIENCE)
    visitor.page.keyboard.press("Escape")
    expect(ghost(visitor)).to_have_count(0)
    visitor.page.mouse.up()
    expect(visitor.page.locator(".map-texts text")).to_have_count(0)
    box = visitor.page.locator(".dock-tabs").bounding_box()
    assert box is not None
    for end in (visitor.cell("H10"), (box["x"] + 40, box["y"] + 90)):
        take(visitor, visitor.centre_of(visitor.piece("21/5")), end)
        expect(ghost(visitor)).to_have_class("drag-ghost is-out", timeout=PATIENCE)
        visitor.page.mouse.up()
        expect(ghost(visitor)).to_have_count(0)
    assert places(visitor) == before
    assert not any(path.endswith("/runs") for path in sent)
    x, y = visitor.cell("O12")
    piece = visitor.centre_of(visitor.piece("21/5"))
    take(visitor, (x, y), (x - 100, y))
    visitor.page.mouse.up()
    assert visitor.centre_of(visitor.piece("21/5"))[0] < piece[0] - 60, "the map follows the mouse"


def test_a_stack_in_hand_is_dragged_together(arrive: Arrive) -> None:
    """All of it is taken from the open stack by its button, and arrives; one undo brings it back."""
    visitor = newcomer(arrive, DESKTOP)
    before = places(visitor)
    stack = [piece for piece, cell in before.items() if cell == before["21/5"]]
    start = visitor.centre_of(visitor.piece("21/5"))
    visitor.page.mouse.click(*start)
    take(visitor, visitor.centre_of(visitor.page.locator(".tray-all")), visitor.cell("W9"))
    expect(ghost(visitor)).to_have_attribute("data-count", str(len(stack)), timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.up()
    visitor.wait_for_turn()
    assert {visitor.place_of(piece, AXIS) for piece in stack} == {"W9"}
    with visitor.moves_on():
        visitor.named("undo").click()
    assert places(visitor) == before


def test_a_finger_that_has_rested_on_a_piece_drags_it(arrive: Arrive) -> None:
    """A finger that moves at once drags the map."""
    visitor = newcomer(arrive, PHONE, touch=True)
    finger = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *spots: Spot) -> None:
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in spots]}
        )

    start, end = visitor.centre_of(visitor.piece("21/5")), visitor.cell("W7")
    touch("touchStart", start)
    expect(visitor.page.locator(".tray-item").first).to_be_visible(timeout=PATIENCE)
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    expect(ghost(visitor).locator(".drag-label")).to_contain_text("W7", timeout=PATIENCE)
    with visitor.moves_on():
        touch("touchEnd")
    assert visitor.place_of("21/5", AXIS) == "W7"
    visitor.wait_for_turn()
    expect(visitor.piece("21/5")).to_have_count(1, timeout=PATIENCE)  # it has stopped gliding
    x, y = visitor.centre_of(visitor.piece("21/5"))
    touch("touchStart", (x, y))
    touch("touchMove", (x - 60, y))
    touch("touchEnd")
    expect(ghost(visitor)).to_have_count(0)
    assert visitor.centre_of(visitor.piece("21/5"))[0] < x - 20, "the map follows the finger"
    assert visitor.place_of("21/5", AXIS) == "W7"


def test_a_block_is_dragged_onto_the_map(arrive: Arrive) -> None:
    """A block that is to be deployed lies in a list beside the map."""
    visitor = arrive(size=DESKTOP, prefs={}, reduced_motion="no-preference")
    begin(visitor, "Rommel in the Desert", "Play the Axis")
    visitor.wait_for_turn()
    visitor.choose("keep")
    visitor.awaits("Deploy your units")
    visitor.wait_for_turn()
    row = visitor.page.locator(".off-map .piece-row", has_text="15/115").locator(".piece-face")
    row.scroll_into_view_if_needed()
    take(visitor, visitor.centre_of(row), visitor.cell("Gazala"))
    expect(ghost(visitor).locator(".drag-label")).to_contain_text("Gazala", timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.up()
    assert visitor.place_of("15/115", AXIS) == "Gazala"

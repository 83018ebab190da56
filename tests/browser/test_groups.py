"""Several units at once: a whole stack is sent in three presses and taken back in one, with the pieces gliding."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin

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

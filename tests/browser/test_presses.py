"""What one press does: a stack joins an attack, Esc leaves a move, a choice is typed, and what was told stays."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
from playwright.sync_api import Route, expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin
from tests.browser.test_play import bring

AXIS = 0
DESKTOP, PHONE = (1440, 900), (390, 844)
TWO_STACKS = dedent("""
    turn 3 axis
    phase: movement
    N10: 15/33 15/115
    M10: 21/3 21/104 AxisSupply1
    W6: AxisSupply2
    N11: 22Gds
    I33: 4I/5 AlliedSupply2
    J62: 2/3 AlliedSupply1
    """)


def newcomer(arrive: Arrive, size: tuple[int, int] = DESKTOP, touch: bool = False) -> Visitor:
    return arrive(size=size, touch=touch, prefs={}, reduced_motion="no-preference")


def press(visitor: Visitor, place: tuple[float, float], touch: bool) -> None:
    if touch:
        visitor.page.touchscreen.tap(*place)
    else:
        visitor.page.mouse.click(*place)


@pytest.mark.parametrize("touch", [False, True])
def test_two_stacks_attack_in_five_presses_to_the_die(arrive: Arrive, tmp_path: Path, touch: bool) -> None:
    """Movement ends, each stack joins in one press, the battle is chosen and confirmed: the rest is forced."""
    visitor = newcomer(arrive, PHONE if touch else DESKTOP, touch)
    bring(visitor, TWO_STACKS, tmp_path)
    visitor.choose("done")
    for unit, joins in (("15/33", "with:15/33"), ("21/3", "with:21/3")):
        visitor.wait_for_turn(AXIS)
        assert joins in visitor.choices(AXIS)
        stack = visitor.centre_of(visitor.piece(unit))
        if not touch and unit == "21/3":  # a mouse that rests there opens the stack, which changes nothing
            visitor.page.mouse.move(*stack)
            expect(visitor.page.locator(".tray-item").first).to_be_visible(timeout=PATIENCE)
        with visitor.moves_on():
            press(visitor, stack, touch)
        assert joins not in visitor.choices(AXIS)
    visitor.wait_for_turn(AXIS)
    assert "battle:0" in visitor.choices(AXIS), "the battle is closed, and so is the list of battles"
    with visitor.moves_on():
        visitor.named("undo").click()
    assert "with:21/104" in visitor.choices(AXIS), "what was forced is undone with the press that led to it"
    visitor.wait_for_turn(AXIS)
    with visitor.moves_on():
        press(visitor, visitor.centre_of(visitor.piece("21/3")), touch)
    visitor.wait_for_turn(AXIS)
    if touch and not visitor.named("battle:0").count():  # where it is not in the bar
        visitor.tab("Now")
    visitor.choose("battle:0")  # and confirm: the fourth and the fifth press
    assert any(line["gist"].get("dice") for line in visitor.update(AXIS)["log"])


def test_escape_leaves_a_move_that_was_begun(arrive: Arrive) -> None:
    visitor = newcomer(arrive)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    visitor.choose("hex:W8")
    visitor.wait_for_turn(AXIS)
    with visitor.moves_on():
        visitor.page.keyboard.press("Escape")
    visitor.awaits("Choose a unit to move")
    assert visitor.place_of("21/5", AXIS) == "W6"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_choice_can_be_typed_at_any_time_and_no_letter_is_a_shortcut(
    arrive: Arrive, size: tuple[int, int]
) -> None:
    """Whatever panel is open, and however few choices there are; the letters may come faster than the line."""
    visitor = newcomer(arrive, size, touch=size == PHONE)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    if size == PHONE:
        visitor.tab("Chat")
    visitor.page.evaluate(
        """(text) => { for (const key of text) document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); }""",
        "/unit:ariete",
    )
    line = visitor.named("find-choice")
    expect(line).to_have_value("unit:ariete", timeout=PATIENCE)
    expect(line).to_be_focused(timeout=PATIENCE)
    assert visitor.prompt.count() == 1, "a letter began a replay"
    assert visitor.named("confirm").count() == 0, "a letter ended the step"
    with visitor.moves_on():
        visitor.page.keyboard.press("Enter")
    visitor.awaits("Ariete")
    visitor.wait_for_turn(AXIS)
    visitor.page.keyboard.press("/")
    expect(visitor.named("find-choice")).to_be_focused(timeout=PATIENCE)
    visitor.page.keyboard.type("uzs")
    expect(visitor.named("find-choice")).to_have_value("uzs", timeout=PATIENCE)
    visitor.awaits("Ariete")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("[data-name=find-choice]:focus")).to_have_count(0, timeout=PATIENCE)
    visitor.page.keyboard.press("Escape")  # the line goes too
    visitor.page.keyboard.press("n")
    expect(visitor.page.locator(".map:focus")).to_have_count(1, timeout=PATIENCE)  # the arrows go on from there


def test_who_stayed_behind_is_named_until_it_has_been_read(arrive: Arrive) -> None:
    """Something cuts a group short that nobody could foresee: no playback and no push sweeps the words away."""
    visitor = newcomer(arrive)
    begin(visitor, "Afrika Korps", "Both sides on this device")
    visitor.wait_for_turn()

    def cut(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "played": 5}))

    visitor.page.route("**/api/tables/*/runs", cut)
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-all")))
    expect(visitor.notice).to_contain_text("the slowest is Brescia", timeout=PATIENCE)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell("W9"))
    expect(visitor.notice).to_contain_text("Ariete, 21/104, Brescia", timeout=PATIENCE)
    expect(visitor.notice).to_contain_text("stayed behind", timeout=PATIENCE)
    visitor.wait_for_turn()
    visitor.page.unroute("**/api/tables/*/runs")
    number = visitor.update(AXIS)["number"]
    run = {"side": AXIS, "expected": number, "key": "pushed from elsewhere", "run": ["done"]}
    assert visitor.tell(f"/tables/{visitor.table}/runs", run)[0] == 200
    expect(visitor.prompt).not_to_contain_text("Choose a unit to move", timeout=PATIENCE)
    expect(visitor.notice).to_contain_text("stayed behind", timeout=PATIENCE)
    visitor.notice.get_by_role("button", name="Close").click()
    expect(visitor.notice).to_have_count(0, timeout=PATIENCE)

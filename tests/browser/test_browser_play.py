"""Afrika Korps at the table: against the computer, by link with a battle and an undo, hot-seat, by touch, by keys,
and through a server that is killed."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from browsing import PATIENCE, Serving, Visitor
from playwright.sync_api import expect

import sandtable
from conftest import Arrive
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match

AXIS, ALLIES = 0, 1
FRONT = dedent("""
    turn 3 axis
    phase: movement
    N10: 21/5 15/8
    O11: AxisSupply1
    N13: 22Gds
    X66: Pol
    J62: 2/3
    """)


def begin(visitor: Visitor, words: str) -> None:
    visitor.go("/")
    visitor.button("Afrika Korps").click()
    visitor.button(words).click()
    visitor.wait_for_turn()


def bring(visitor: Visitor, position: str, folder: Path) -> None:
    """Import a game that begins at this position: all its seats are the visitor's."""
    match = Match.start(sandtable.game("afrika-korps"), position=position)
    saved = folder / "front.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.wait_for_turn()


def test_a_person_plays_the_first_turns_against_the_computer(arrive: Arrive) -> None:
    """Two clicks; three turns with moves and attacks; each time the computer answers and the turn comes back."""
    visitor = arrive()
    begin(visitor, "Play the Axis")
    for turn in (1, 2, 3):
        visitor.play_on(AXIS, f"Turn {turn} of 38.*Axis movement")
        visitor.choose("unit:21/5")
        place = next(one for one in choices_of(visitor, AXIS) if one.startswith("hex:"))
        visitor.choose(place)
        if "stop" in choices_of(visitor, AXIS):
            visitor.choose("stop")
        assert where(visitor, "21/5") == place
        visitor.choose("done")
        visitor.play_on(AXIS, f"Turn {turn + 1} of 38", prefer=("attack:", "with:", "supply:", "battle:"))
        visitor.wait_for_turn()
    visitor.awaits("Turn 4 of 38")
    expect(visitor.page.locator(".log")).to_contain_text("Allies", timeout=PATIENCE)


def choices_of(visitor: Visitor, side: int) -> list[str]:
    return [button["choice"] for button in visitor.update(side)["scene"]["buttons"]]


def where(visitor: Visitor, unit: str) -> str:
    """The hex of a unit, as a choice names it."""
    board = visitor.ask(f"/tables/{visitor.table}/board")
    names = {cell["number"]: cell["name"] for cell in board["cells"]}
    pieces = visitor.update(AXIS)["scene"]["pieces"]
    return "hex:" + names[next(piece["cell"] for piece in pieces if piece["id"] == unit)]


def test_two_people_by_link_with_a_battle_and_an_undo(arrive: Arrive, tmp_path: Path) -> None:
    axis, allies = arrive(), arrive()
    bring(axis, FRONT, tmp_path)
    link = axis.page.evaluate(
        """async () => {
            const table = location.pathname.split("/").pop();
            const body = JSON.stringify({kind: "link"});
            return (await (await fetch(`/api/tables/${table}/seats/1`, {method: "POST", body})).json()).path;
        }"""
    )
    allies.go(link)
    allies.page.wait_for_url("**/table/*")
    assert "#" not in allies.page.url, "the secret stays in the address"
    allies.awaits("waits for")
    axis.page.reload()
    axis.choose("unit:21/5")
    axis.choose("hex:N11")
    axis.named("undo").click()
    axis.awaits("choose the next hex")
    axis.choose("hex:N11")
    axis.choose("hex:N12")  # next to 22Gds: the move ends there
    axis.awaits("Choose a unit to move")
    expect(allies.page.locator(".log")).to_contain_text("21/5", timeout=PATIENCE)
    axis.choose("done")
    for _ in range(20):
        axis.play_on(AXIS, "Allied", prefer=("attack:", "with:", "supply:", "battle:"))
        if "Allied" in axis.update(AXIS)["scene"]["heading"]:
            break
        allies.play_on(ALLIES, "Allied movement")
    assert any(line["gist"].get("dice") for line in allies.update(ALLIES)["log"]), "no die was rolled"
    allies.page.get_by_role("tab", name="Log").click()
    expect(allies.page.locator(".log")).to_contain_text("22Gds", timeout=PATIENCE)
    allies.wait_for_turn()


def test_both_sides_at_one_device(arrive: Arrive) -> None:
    visitor = arrive()
    begin(visitor, "Both sides on this device")
    visitor.play_on(AXIS, "Allied")
    visitor.awaits("Allied")
    visitor.wait_for_turn()
    visitor.play_on(ALLIES, "Turn 2")
    visitor.awaits("Turn 2 of 38.*Axis")


def test_a_killed_server_comes_back_and_the_game_goes_on(arrive: Arrive, server: Serving) -> None:
    visitor = arrive()
    begin(visitor, "Play the Axis")
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    server.kill()
    expect(visitor.page.get_by_text("The connection is lost").first).to_be_visible(timeout=PATIENCE)
    server.start()
    expect(visitor.page.get_by_text("The connection is lost")).to_have_count(0, timeout=2 * PATIENCE)
    visitor.awaits("21/5: move on")
    visitor.choose("hex:W8")
    visitor.choose("stop")
    visitor.awaits("Choose a unit to move")


def test_a_phone_by_touch(arrive: Arrive) -> None:
    """Tap the unit, tap where it can go: it goes there."""
    visitor = arrive(size=(390, 844), touch=True)
    begin(visitor, "Play the Axis")
    width = visitor.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390, "the page is wider than the phone"
    before = visitor.update(AXIS)
    box = visitor.piece("21/5").bounding_box() or visitor.page.locator("g.piece").first.bounding_box()
    assert box is not None
    visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    row = visitor.page.get_by_role("button", name="21/5").first
    expect(row).to_be_visible(timeout=PATIENCE)
    row.tap()
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    visitor.choose("stop")
    assert visitor.update(AXIS)["number"] > before["number"]


def test_by_keyboard_alone(arrive: Arrive) -> None:
    """From the lobby to a move and its undo without touching the mouse."""
    visitor = arrive()
    visitor.go("/")
    press_until(visitor, "Afrika Korps")
    press_until(visitor, "Play the Axis")
    visitor.wait_for_turn()
    visitor.page.locator('[role="application"]').focus()
    visitor.page.keyboard.press("n")
    visitor.page.keyboard.press("Enter")
    visitor.awaits("choose the next hex|Choose a unit")
    for _ in range(2):
        if visitor.update(AXIS)["scene"]["focus"]:
            break
        visitor.page.keyboard.press("Enter")
    box = visitor.named("find-choice")
    box.focus()
    visitor.page.keyboard.type("hex:")
    visitor.page.keyboard.press("Enter")
    visitor.page.locator('[role="application"]').focus()
    visitor.page.wait_for_function("() => document.querySelector('[data-name=undo]:not([aria-disabled=true])')")
    visitor.page.keyboard.press("u")
    visitor.wait_for_turn()


def press_until(visitor: Visitor, words: str) -> None:
    """Tab to the control that says this, and press Enter."""
    expect(visitor.button(words)).to_be_visible(timeout=PATIENCE)
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        text = visitor.page.evaluate("() => document.activeElement?.textContent ?? ''")
        if words in text and visitor.page.evaluate("() => document.activeElement.tagName") in (
            "BUTTON",
            "A",
            "SUMMARY",
        ):
            visitor.page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not come to '{words}'")

"""Afrika Korps at the table: against the computer, by link with battles and an undo, both sides at one device, and
through a server that is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

import sandtable
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import PATIENCE, Arrive, Serving, Visitor, begin, heading, play_on, serving

AXIS, ALLIES = 0, 1
BOLD = ("attack:", "with:", "supply:", "battle:")
"""Attack wherever that is possible."""
FRONT = dedent("""
    turn 3 axis
    phase: movement
    W3: 15/8 AxisSupply2
    N10: 21/5
    O11: AxisSupply1
    N13: 22Gds
    I33: 4I/5 AlliedSupply2
    J62: 2/3 AlliedSupply1
    """)

LIVELINESS = """
    const liveliness = (window.liveliness = { rolled: 0, tones: 0 });
    const quiet = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        liveliness.tones += 1;
        return quiet.call(this);
    };
    const look = () => { liveliness.rolled += document.querySelectorAll(".dice-tray.rolling").length; };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Counts tones and moments at which dice roll."""


def bring(visitor: Visitor, position: str, folder: Path) -> None:
    """Import a game that begins at this position: all its seats are the visitor's."""
    match = Match.start(sandtable.game("afrika-korps"), position=position)
    saved = folder / "front.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.wait_for_turn()


def rolled(visitor: Visitor, side: int) -> list[int]:
    """The dice in the log."""
    return [die for line in visitor.update(side)["log"] for die in line["gist"].get("dice", ())]


def test_a_person_plays_the_first_turns_against_the_computer(arrive: Arrive) -> None:
    """Two clicks; three turns with moves and attacks; each time the computer answers and the turn comes back."""
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    for turn in (1, 2, 3):
        play_on({AXIS: visitor}, heading(f"Turn {turn} of 38.*Axis movement"))
        visitor.choose("unit:21/5")
        place = next(one for one in visitor.choices(AXIS) if one.startswith("hex:"))
        visitor.choose(place)
        if "stop" in visitor.choices(AXIS):
            visitor.choose("stop")
        assert "hex:" + visitor.place_of("21/5", AXIS) == place
        visitor.choose("done")
        play_on({AXIS: visitor}, heading(f"Turn {turn + 1} of 38.*Axis"), BOLD)
    visitor.wait_for_turn(AXIS)
    visitor.awaits("Turn 4 of 38")
    theirs = [line for line in visitor.update(AXIS)["log"] if line["gist"].get("side") == ALLIES]
    assert any(line["gist"].get("pieces") for line in theirs), "the computer did nothing with its pieces"
    expect(visitor.page.locator(".log")).to_contain_text(theirs[-1]["text"], timeout=PATIENCE)


def test_two_people_by_link_with_battles_and_an_undo(arrive: Arrive, tmp_path: Path) -> None:
    axis, allies = arrive(), arrive()
    bring(axis, FRONT, tmp_path)
    axis.tab("Table")
    seat = axis.page.locator(".seat-row", has_text="Allies")
    seat.get_by_role("button", name="Make a link").click()
    allies.page.goto(axis.page.get_by_label("Link for Allies").input_value())
    allies.page.wait_for_url("**/table/*")
    assert "#" not in allies.page.url, "the secret stays in the address"
    allies.awaits("waiting for")
    expect(axis.page.locator(".seat-strip", has_text="here")).to_be_visible(timeout=PATIENCE)
    axis.choose("unit:21/5")
    axis.choose("hex:N11")
    with axis.moves_on():
        axis.named("undo").click()
    assert axis.place_of("21/5", AXIS) == "N10"
    assert allies.place_of("21/5", ALLIES) == "N10"
    axis.choose("hex:N11")
    axis.choose("hex:N12")  # next to 22Gds: the move ends there
    axis.awaits("Choose a unit to move")
    allies.tab("Log")
    expect(allies.page.locator(".log")).to_contain_text("21/5", timeout=PATIENCE)
    axis.choose("done")
    play_on({AXIS: axis, ALLIES: allies}, heading("Turn 4 of 38.*Allied movement"), BOLD)
    assert rolled(axis, AXIS), "no battle was fought"
    assert rolled(axis, AXIS) == rolled(allies, ALLIES)
    expect(allies.page.locator(".log .die").first).to_be_visible(timeout=PATIENCE)
    allies.wait_for_turn(ALLIES)
    axis.awaits("Turn 4 of 38.*waiting for")


def test_both_sides_at_one_device(arrive: Arrive) -> None:
    """The page turns to the side that is asked."""
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Both sides on this device")
    sides = {AXIS: visitor, ALLIES: visitor}
    play_on(sides, heading("Allied movement"))
    visitor.wait_for_turn(ALLIES)
    visitor.awaits("Allied movement")
    play_on(sides, heading("Turn 2 of 38.*Axis movement"))
    visitor.wait_for_turn(AXIS)
    visitor.awaits("Turn 2 of 38.*Axis movement")


def test_both_sides_at_one_device_fight_a_battle(arrive: Arrive, tmp_path: Path) -> None:
    """Losses and retreats are the other side's to choose in the middle of a turn."""
    visitor = arrive()
    bring(visitor, FRONT.replace("N13", "N11"), tmp_path)
    visitor.choose("done")
    play_on({AXIS: visitor, ALLIES: visitor}, heading("Allied movement"), BOLD)
    assert rolled(visitor, AXIS)
    visitor.wait_for_turn(ALLIES)
    expect(visitor.page.locator(".log .die").first).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("lively", [True, False])
def test_dice_roll_and_sound_only_if_the_reader_wants_it(arrive: Arrive, tmp_path: Path, lively: bool) -> None:
    """Sound is off unless it is switched on; dice that do not roll are shown as they lie."""
    settings = {"dice": True, "sound": True} if lively else {"dice": False}
    visitor = arrive(prefs={"speed": "fast", **settings}, reduced_motion="no-preference")
    visitor.context.add_init_script(LIVELINESS)
    bring(visitor, FRONT.replace("N13", "N11"), tmp_path)
    visitor.choose("done")
    play_on({AXIS: visitor, ALLIES: visitor}, lambda moment: bool(rolled(visitor, AXIS)), BOLD)
    lying = visitor.page.locator(".dice-tray:not(.rolling) .die")
    expect(lying.first).to_be_visible(timeout=PATIENCE)
    seen = visitor.page.evaluate("window.liveliness")
    assert bool(seen["rolled"]) == lively
    assert bool(seen["tones"]) == lively


@pytest.fixture
def frail(tmp_path: Path, browser: Browser) -> Iterator[tuple[Serving, Visitor]]:
    """A server of one's own, and somebody there."""
    with serving(tmp_path / "data") as running:
        visitor = Visitor.arrive(browser, running.address)
        yield running, visitor
        visitor.context.close()


def test_a_killed_server_comes_back_and_the_game_goes_on(frail: tuple[Serving, Visitor]) -> None:
    server, visitor = frail
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    before = visitor.update(AXIS)
    server.kill()
    banner = visitor.page.locator(".banner")
    expect(banner).to_contain_text("Connection lost", timeout=PATIENCE)
    visitor.named("hex:W8").first.click()
    expect(visitor.notice).to_contain_text("cannot be reached", timeout=PATIENCE)
    server.start()
    expect(banner).to_have_count(0, timeout=2 * PATIENCE)
    assert visitor.update(AXIS) == before
    visitor.choose("hex:W8")
    visitor.choose("stop")
    visitor.awaits("Choose a unit to move")
    assert visitor.place_of("21/5", AXIS) == "W8"
    assert not visitor.trouble


def test_what_the_socket_shows_can_be_played_on_before_the_answer_comes(arrive: Arrive) -> None:
    """A choice is complete once its update is shown: no key press is lost while its answer is still on the way."""
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    late: list[tuple[Route, APIResponse]] = []
    visitor.page.route("**/api/tables/*/runs", lambda route: late.append((route, route.fetch())))
    visitor.choose("stop")
    visitor.page.keyboard.press("n")
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    ((route, answer),) = late
    route.fulfill(response=answer)
    visitor.page.unroute("**/api/tables/*/runs")
    visitor.choose("unit:21/104")
    visitor.awaits("21/104")


def test_a_new_line_takes_nothing_out_of_the_hand(frail: tuple[Serving, Visitor]) -> None:
    """The last update comes again with every line: a unit that is picked up stays so, and its reach too."""
    server, visitor = frail
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.choose("unit:21/5")
    visitor.choose("hex:W7")
    visitor.choose("stop")
    visitor.page.keyboard.press("n")
    picked, reach = visitor.page.locator(".inspector .picked"), visitor.page.locator(".map-texts text")
    expect(reach.first).to_be_attached(timeout=PATIENCE)
    server.kill()
    banner = visitor.page.locator(".banner")
    expect(banner).to_be_visible(timeout=PATIENCE)
    server.start()
    expect(banner).to_have_count(0, timeout=2 * PATIENCE)
    visitor.wait_for_turn(AXIS)
    expect(picked).to_be_visible(timeout=PATIENCE)
    assert reach.count() > 0

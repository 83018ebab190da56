"""Around the game: replay and shared moments, saving and opening, agreements, spectators, accounts, lost lines,
what the others did, and screens of every size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin, heading, play_on

AXIS, ALLIES, EVERYBODY = 0, 1, -1
SIZES = {"small phone": (360, 640), "laptop": (1280, 800), "4K": (3840, 2160)}
PATHS = ("/", "/new", "/account", "/help")


def march(visitor: Visitor, unit: str, *hexes: str) -> None:
    """Move a unit from hex to hex, and stop."""
    visitor.choose(f"unit:{unit}")
    for name in hexes:
        visitor.choose(f"hex:{name}")
    visitor.choose("stop")


def by_link(owner: Visitor, guest: Visitor) -> None:
    """A game of Afrika Korps between two people."""
    owner.go("/new")
    owner.page.locator('select[name="seat-1"]').select_option("link")
    owner.button("Start the game").click()
    owner.page.wait_for_url("**/table/*")
    owner.tab("Table")
    guest.page.goto(owner.page.get_by_label("Link for Allies").input_value())
    guest.page.wait_for_url(f"**/table/{owner.table}")
    guest.awaits("waiting for")
    owner.wait_for_turn(AXIS)


# Where no socket can be had


def test_without_a_socket_moves_and_talk_come_by_asking(arrive: Arrive) -> None:
    """A proxy lets no socket through: the page says so, and goes on."""
    player, watcher = arrive(), arrive()
    watcher.context.add_init_script(
        "WebSocket = class { constructor() { setTimeout(() => this.onclose?.(), 0); } }"
    )
    begin(player, "Afrika Korps", "Play the Axis")
    player.wait_for_turn(AXIS)
    watcher.go(f"/table/{player.table}")
    watcher.says("the page checks every few seconds")
    before = watcher.centre_of(watcher.piece("21/5"))
    march(player, "21/5", "W7", "W8")
    player.tab("Chat")
    player.named("chat").fill("Mechili by Monday")
    player.named("chat").press("Enter")
    watcher.tab("Chat")
    watcher.says("Mechili by Monday", "#tab-panel")
    watcher.tab("Log")
    watcher.says("W7 to W8", "#tab-panel")
    assert watcher.centre_of(watcher.piece("21/5"))[0] > before[0]


# The past


def test_the_past_can_be_gone_back_to_and_shared(arrive: Arrive) -> None:
    """The scrubber shows the map as it was; a link to that moment shows it to a stranger, who learns no more."""
    visitor, stranger = arrive(), arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    march(visitor, "21/5", "W7", "W8")
    now = visitor.centre_of(visitor.piece("21/5"))
    visitor.named("replay").click()
    bar = visitor.page.locator(".replay-bar")
    scrubber = bar.get_by_role("slider")
    expect(scrubber).to_be_visible(timeout=PATIENCE)
    last = int(scrubber.get_attribute("max") or 0)
    assert last >= 3
    expect(bar).to_contain_text(f"Moment {last + 1} of {last + 1}", timeout=PATIENCE)
    scrubber.press("Home")
    expect(bar).to_contain_text(f"Moment 1 of {last + 1}", timeout=PATIENCE)
    then = visitor.centre_of(visitor.piece("21/5"))
    assert then[0] < now[0], "the map does not show the past"
    visitor.page.keyboard.press("End")
    expect(bar).to_contain_text(f"Moment {last + 1} of {last + 1}", timeout=PATIENCE)
    visitor.page.keyboard.press("ArrowLeft")
    expect(bar).to_contain_text(re.compile(f"21/5: .*to W8.*Moment {last} of {last + 1}"), timeout=PATIENCE)
    bar.get_by_role("button", name="Share").click()
    link = bar.get_by_label("Link to this moment").input_value()
    visitor.named("leave-replay").click()
    visitor.wait_for_turn(AXIS)
    assert visitor.centre_of(visitor.piece("21/5")) == now
    see_moment(stranger, link, visitor.table)


def see_moment(stranger: Visitor, link: str, table: str) -> None:
    stranger.page.goto(link)
    expect(stranger.piece("21/5")).to_be_visible(timeout=PATIENCE)
    expect(stranger.page.locator(".replay-bar")).to_contain_text("Afrika Korps", timeout=PATIENCE)
    assert stranger.page.locator(".prompt").count() == 0
    assert table not in "".join(stranger.heard), "the moment names the table"


def test_a_moment_shared_by_the_side_with_secrets_shows_none(arrive: Arrive) -> None:
    visitor, stranger = arrive(), arrive()
    begin(visitor, "Tiny Skirmish", "Play the Red")
    visitor.wait_for_turn(0)
    play_on({0: visitor}, heading("movement"))
    pieces = visitor.update(0)["scene"]["pieces"]
    own = [piece["id"] for piece in pieces if "hidden from the enemy" in piece["status"]]
    visitor.named("replay").click()
    bar = visitor.page.locator(".replay-bar")
    bar.get_by_role("button", name="Share").click()
    stranger.page.goto(bar.get_by_label("Link to this moment").input_value())
    expect(stranger.page.locator("g.piece").first).to_be_visible(timeout=PATIENCE)
    told = "".join(stranger.heard)
    assert own
    assert not [name for name in own if name in told]


def test_what_the_computer_did_is_played_back(arrive: Arrive) -> None:
    """One thing after the other, and the reader may skip it."""
    visitor = arrive(prefs={"speed": "slow"})
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.choose("done")
    play_on({AXIS: visitor}, lambda moment: moment["scene"]["actor"] != AXIS or heading("Turn 2")(moment))
    skip = visitor.page.get_by_role("button", name="Skip")
    expect(skip).to_be_visible(timeout=PATIENCE)
    expect(visitor.prompt).to_contain_text(re.compile(r"\d+ of \d+"), timeout=PATIENCE)
    while not visitor.page.locator(".prompt.act").is_visible():
        skip.or_(visitor.page.locator(".prompt.act")).first.wait_for()
        if skip.is_visible():
            skip.evaluate("(button) => button.click()")
    visitor.awaits("Turn 2 of 38")


# Saving


def test_a_saved_game_opens_where_it_stood(arrive: Arrive, tmp_path: Path) -> None:
    visitor, other = arrive(), arrive()
    begin(visitor, "Afrika Korps", "Both sides on this device")
    march(visitor, "21/5", "W7", "W8")
    visitor.tab("Table")
    with visitor.page.expect_download() as saving:
        visitor.page.get_by_role("link", name="Save to a file").click()
    saved = tmp_path / saving.value.suggested_filename
    saving.value.save_as(saved)
    other.go("/")
    other.page.locator('input[type="file"]').set_input_files(saved)
    other.page.wait_for_url("**/table/*")
    other.wait_for_turn(AXIS)
    assert other.table != visitor.table
    assert other.place_of("21/5", AXIS) == "W8"
    march(other, "Ariete", "W7")
    assert visitor.place_of("Ariete", AXIS) == "W6"


@pytest.mark.parametrize(
    "content", [b"no game at all", b'{"sandtable": 1}\n{"what": "nonsense"}\n'], ids=["words", "JSON"]
)
def test_a_broken_file_is_refused_with_a_reason(content: bytes, arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive()
    visitor.go("/")
    (tmp_path / "broken").write_bytes(content)
    held: list[Route] = []
    visitor.page.route("**/api/imports", lambda route: held.append(route))
    visitor.page.locator('input[type="file"]').set_input_files(tmp_path / "broken")
    told = visitor.page.get_by_text("Every choice in the file is played again")
    expect(told).to_be_in_viewport()
    held[0].continue_()
    expect(told).to_be_hidden(timeout=PATIENCE)
    expect(visitor.page.locator(".failure")).to_contain_text("line 1", timeout=PATIENCE)
    assert visitor.ask("/lobby")["mine"] == []


# Between the players


def test_resigning_ends_the_game_for_both(arrive: Arrive) -> None:
    axis, allies = arrive(), arrive()
    by_link(axis, allies)
    allies.tab("Table")
    allies.button("Resign").click()
    allies.named("cancel").click()
    assert allies.update(ALLIES)["ending"] is None
    allies.button("Resign").click()
    allies.named("confirm").click()
    for player in (axis, allies):
        player.awaits("Victory: Axis")
    axis.tab("Table")
    axis.button("Dice you can check").click()
    expect(axis.page.locator(".proof")).to_contain_text("Seed", timeout=PATIENCE)


def test_a_draw_is_offered_declined_and_agreed_on(arrive: Arrive) -> None:
    axis, allies = arrive(), arrive()
    by_link(axis, allies)
    for answer in ("Decline", "Accept"):
        axis.tab("Table")
        axis.button("Offer a draw").click()
        axis.awaits("You have offered a draw")
        allies.awaits("Axis offers a draw")
        allies.prompt.get_by_role("button", name=answer).click()
        expect(axis.prompt).not_to_contain_text("You have offered", timeout=PATIENCE)
        if answer == "Decline":
            expect(axis.notice).to_contain_text("The Allies player declines the draw", timeout=PATIENCE)
    for player in (axis, allies):
        player.awaits("The game is drawn")


def test_the_computer_says_that_it_declines_a_draw(arrive: Arrive) -> None:
    visitor = arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn(AXIS)
    visitor.tab("Table")
    visitor.button("Offer a draw").click()
    expect(visitor.notice).to_contain_text("The Allies player declines the draw", timeout=PATIENCE)


def test_a_take_back_is_asked_for_and_granted(arrive: Arrive) -> None:
    axis, allies = arrive(), arrive()
    by_link(axis, allies)
    march(axis, "21/5", "W7")
    axis.choose("done")
    play_on({AXIS: axis, ALLIES: allies}, heading("Allied movement"))
    axis.tab("Table")
    axis.button("Ask to take back").click()
    allies.awaits("Axis asks to take back")
    allies.prompt.get_by_role("button", name="Accept").click()
    axis.wait_for_turn(AXIS)
    allies.awaits("waiting for")


def test_a_spectator_sees_and_cannot_act(arrive: Arrive) -> None:
    visitor, spectator = arrive(), arrive()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn(AXIS)
    spectator.go(f"/table/{visitor.table}")
    spectator.awaits("waiting for")
    expect(spectator.page.locator(".table-bar")).to_contain_text("You are watching", timeout=PATIENCE)
    expect(visitor.page.locator(".seat-strip")).to_be_visible(timeout=PATIENCE)
    spectator.page.mouse.click(*spectator.centre_of(spectator.piece("21/5")))
    assert spectator.page.locator(".prompt.act, .prompt [data-name=done], .prompt [data-name=undo]").count() == 0
    march(visitor, "21/5", "W7")
    expect(spectator.page.locator(".log")).to_contain_text("21/5", timeout=PATIENCE)
    spectator.tell("/me/name", {"name": "Onlooker"})
    run = {"expected": visitor.update(AXIS)["number"], "key": "a spectator's", "run": ["unit:Ariete"]}
    for side in (AXIS, EVERYBODY):
        status, _ = spectator.tell(f"/tables/{visitor.table}/runs", {"side": side, **run})
        assert status == 403
    visitor.choose("unit:Ariete")


# People


def test_an_account_keeps_its_games_in_another_browser(arrive: Arrive) -> None:
    here, there = arrive(), arrive()
    begin(here, "Afrika Korps", "Play the Axis")
    march(here, "21/5", "W7", "W8")
    table = here.table
    enter(here, "Sign up", "Rommel", "sand in every shoe")
    enter(there, "Log in", "Rommel", "sand in every boot")
    expect(there.page.locator(".failure")).to_be_visible(timeout=PATIENCE)
    enter(there, "Log in", "Rommel", "sand in every shoe")
    there.says("You are Rommel")
    there.go("/")
    there.page.locator(f'a[href="/table/{table}"]').click()
    there.wait_for_turn(AXIS)
    assert there.place_of("21/5", AXIS) == "W8"
    there.choose("unit:Ariete")
    here.go(f"/table/{table}")
    here.awaits("Ariete")


def enter(visitor: Visitor, words: str, name: str, password: str) -> None:
    visitor.go("/account")
    if words == "Log in":
        visitor.page.get_by_role("main").get_by_role("button", name="Log in").click()
    visitor.page.locator('input[name="username"]').fill(name)
    visitor.page.locator('input[name="password"]').fill(password)
    visitor.page.locator("form", has=visitor.page.locator('input[name="password"]')).get_by_role(
        "button", name=words
    ).click()


# The line


def test_a_lost_line_is_told_and_found_again(arrive: Arrive) -> None:
    """What the other side did meanwhile is there afterwards."""
    axis, allies = arrive(), arrive()
    by_link(axis, allies)
    allies.context.set_offline(True)
    banner = allies.page.locator(".banner")
    expect(banner).to_contain_text("Connection lost", timeout=PATIENCE)
    march(axis, "21/5", "W7")
    allies.context.set_offline(False)
    expect(banner).to_have_count(0, timeout=PATIENCE)
    allies.tab("Log")
    expect(allies.page.locator(".log")).to_contain_text("21/5", timeout=PATIENCE)


def test_a_table_that_is_not_there_is_told(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/table/0123456789abcdef0123456789abcdef")
    expect(visitor.page.locator(".failure")).to_be_visible(timeout=PATIENCE)
    visitor.page.get_by_role("link", name="To the games").click()
    visitor.says("Play now")


# Screens


def share_of_map(visitor: Visitor) -> float:
    """How much of the screen is map."""
    box, size = visitor.page.locator(".map").bounding_box(), visitor.page.viewport_size
    assert box is not None
    assert size is not None
    return box["width"] * box["height"] / (size["width"] * size["height"])


@pytest.mark.parametrize("name", SIZES)
def test_no_page_is_wider_than_its_screen(name: str, arrive: Arrive) -> None:
    visitor = arrive(size=SIZES[name], touch=name == "small phone")
    for path in PATHS:
        visitor.go(path)
        expect(visitor.page.locator("h1, h2").first).to_be_attached(timeout=PATIENCE)
        assert visitor.overflow() <= 0, path
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    assert visitor.overflow() <= 0
    assert share_of_map(visitor) > 0.45
    visitor.named("replay").click()
    expect(visitor.page.locator(".replay-bar")).to_be_visible(timeout=PATIENCE)
    assert visitor.overflow() <= 0, "replay"
    assert share_of_map(visitor) > 0.3
    visitor.named("leave-replay").click()
    for tab in ("Log", "Tracks", "Chat", "Table", "Rules", "Help", "Settings"):
        visitor.tab(tab)
        expect(visitor.page.locator("#tab-panel")).to_be_visible(timeout=PATIENCE)
        assert visitor.overflow() <= 0, tab

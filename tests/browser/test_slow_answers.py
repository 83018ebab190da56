"""A network whose answers are slow or never come: the page shows what the socket brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, Route, WebSocketRoute, expect

import sandtable
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import PATIENCE, Arrive, Visitor, begin
from tests.browser.test_dark_sands import EL_ALAMEIN
from tests.browser.test_shifting_sands import ALLIED_TURN

AXIS, ALLIES = 0, 1
RUNS = "**/api/tables/*/runs"
UPDATES = "**/api/tables/*/update?**"
SOCKET = re.compile("/socket")
LAST_ROUND = ALLIED_TURN.replace("round: 2", "round: 6")
"""When the Allies have acted, both sides discard cards in secret, the Axis first."""
AUK = (
    EL_ALAMEIN.replace("turn: 15", "turn: 13")
    .replace("allied-monty-1 axis-rommel-1", "allied-auk-1 axis-rommel-1")
    .replace("asks=allied chit=allied-monty-1", "asks=axis chit=axis-rommel-1")
    .replace("axis-half/combat-1-1 allied-move/combat-2 axis-panzerarmee-1", "")
    .replace("allied-move/combat-1 axis-half/combat-1-2 allied-8-army-1", "axis-move/combat-1 allied-move-1")
)
"""Rommel can be played now, and The Auk before him."""


def bring(visitor: Visitor, game: str, scenario: str, position: str, folder: Path, seat: dict[str, Any]) -> Any:
    """Open a game from a position on, and give the other side's seat to somebody; what is said to that."""
    match = Match.start(sandtable.game(game), scenario, position=position)
    saved = folder / "game.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    said = None
    if seat:
        status, said = visitor.tell(f"/tables/{visitor.table}/seats/{1 - match.actor()}", seat)
        assert status == 200
        visitor.page.reload()
    visitor.wait_for_turn(match.actor())
    return said


@contextmanager
def slow_answers(visitor: Visitor) -> Iterator[None]:
    """Runs are stored at once, but answered only at the end; then the page has read its answers."""
    late: list[tuple[Route, APIResponse]] = []
    visitor.page.route(RUNS, lambda route: late.append((route, route.fetch())))
    yield
    assert late
    for route, answer in late:
        with visitor.page.expect_response(RUNS):
            route.fulfill(response=answer)
    visitor.page.unroute(RUNS)
    visitor.page.evaluate("async () => (await fetch('/api/me')).json()")


def test_the_turn_of_shifting_sands_changes_although_answers_are_slow(arrive: Arrive, tmp_path: Path) -> None:
    """The Axis discards in secret: that moves no number, and the answer to the last action comes after it."""
    visitor = arrive()
    bring(visitor, "shifting-sands", "campaign", LAST_ROUND, tmp_path, {"kind": "computer", "player": "random"})
    with slow_answers(visitor):
        visitor.choose("operations:A01")
        while "done" in visitor.choices(ALLIES):
            visitor.choose("done")
        visitor.awaits("Discard")
    visitor.wait_for_turn(ALLIES)


def test_rommel_is_played_although_answers_are_slow(arrive: Arrive, tmp_path: Path) -> None:
    """The Dark Sands 18.6.1: The Auk lets him be played, which moves no number either."""
    visitor, other = arrive(), arrive()
    said = bring(visitor, "dark-sands", "gazala", AUK, tmp_path, {"kind": "link"})
    other.go("/")
    assert other.tell("/claims", {"secret": said["path"].partition("#")[2]})[0] == 200
    with slow_answers(visitor):
        visitor.choose("play:axis-rommel-1")
        visitor.awaits("waiting for")
        number = visitor.update(AXIS)["number"]
        run = {"side": ALLIES, "expected": number, "key": "he may be played", "run": ["hold"]}
        assert other.tell(f"/tables/{visitor.table}/runs", run)[0] == 200
        visitor.wait_for_turn(AXIS)
        assert visitor.update(AXIS)["number"] == number
    visitor.wait_for_turn(AXIS)
    visitor.choose("stack:1569")


def test_a_silent_socket_is_noticed(arrive: Arrive) -> None:
    """It says nothing more although it is open: what is stored is asked for, and a new socket takes its place."""
    visitor, silent = arrive(), [False]
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        first = len(sockets) == 1
        socket.connect_to_server().on_message(
            lambda message: None if first and silent[0] else socket.send(message)
        )

    visitor.page.route_web_socket(SOCKET, pass_on)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn(AXIS)
    silent[0] = True
    visitor.choose("unit:21/5")
    visitor.awaits("21/5")
    visitor.choose("hex:W7")
    visitor.wait_for_turn(AXIS)
    assert len(sockets) == 2


def test_a_change_of_sides_that_fails_can_be_tried_again(arrive: Arrive, tmp_path: Path) -> None:
    """At one device: nothing is shown until the other side's table comes, but the page does not wait for ever."""
    visitor = arrive()
    bring(visitor, "dark-sands", "gazala", AUK, tmp_path, {})
    visitor.page.route(UPDATES, lambda route: route.abort())
    visitor.named("play:axis-rommel-1").first.click()
    visitor.named("confirm").click()
    expect(visitor.page.locator(".failure")).to_be_visible(timeout=PATIENCE)
    visitor.page.unroute(UPDATES)
    visitor.button("Try again").click()
    visitor.wait_for_turn(ALLIES)


def test_a_moment_that_never_comes_can_be_skipped(arrive: Arrive) -> None:
    """What others did is played back step by step; the steps are fetched one by one."""
    player, watcher = arrive(), arrive(prefs={}, reduced_motion="no-preference")
    begin(player, "Afrika Korps", "Play the Axis")
    player.wait_for_turn(AXIS)
    watcher.go(f"/table/{player.table}")
    expect(watcher.page.locator(".prompt[data-number]")).to_be_visible(timeout=PATIENCE)
    watcher.page.route("**/moments/*", lambda route: None)
    run = ["unit:21/5", "hex:W7", "stop", "unit:21/104", "hex:W7", "stop"]
    number = player.update(AXIS)["number"]
    message = {"side": AXIS, "expected": number, "key": "several steps", "run": run}
    assert player.tell(f"/tables/{player.table}/runs", message)[0] == 200
    watcher.button("Skip").click()
    expect(watcher.page.locator(".log")).to_contain_text("21/104: El Agheila (W6)", timeout=PATIENCE)
    expect(watcher.button("Skip")).to_have_count(0, timeout=PATIENCE)

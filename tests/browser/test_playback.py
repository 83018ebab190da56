"""What others did is played back before the reader's eyes; then the map lies as it did before."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, begin
from tests.browser.test_slow_answers import AUK, bring

AXIS = 0
DESK: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {"size": (390, 844), "prefs": {}, "reduced_motion": "no-preference"}
PLACE = """async () => {
    for (let last = ""; ; ) {
        const { a, e, f } = document.querySelector(".map-plane").getScreenCTM();
        const now = [a, e, f];
        if (String(now) === last && !document.querySelector(".map-root.is-moving")) return now;
        last = String(now);
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }
}"""
"""How large the map is drawn, and where, once it is at rest."""


def march(player: Visitor, unit: str) -> None:
    """A unit goes east, on another page."""
    number = player.update(AXIS)["number"]
    run = {"side": AXIS, "expected": number, "key": f"{unit} goes", "run": [f"unit:{unit}", "hex:W7", "stop"]}
    assert player.tell(f"/tables/{player.table}/runs", run)[0] == 200


def watch(watcher: Visitor) -> None:
    """Until all has been played back."""
    number = watcher.update(-1)["number"]
    expect(watcher.page.locator(f'.prompt[data-number="{number}"]')).to_be_visible(timeout=PATIENCE)
    expect(watcher.button("Skip")).to_have_count(0, timeout=PATIENCE)


def pull(watcher: Visitor, to: float) -> None:
    """The watcher moves the map with the mouse, to this part of its width."""
    size = watcher.page.viewport_size
    assert size is not None
    watcher.page.mouse.move(0.6 * size["width"], 0.5 * size["height"])
    watcher.page.mouse.down()
    watcher.page.mouse.move(to * size["width"], 0.5 * size["height"], steps=3)
    watcher.page.mouse.up()


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_the_map_returns_after_playback(how: How, arrive: Arrive) -> None:
    """Also when the next move comes while it still glides back; but not if the reader has moved it meanwhile."""
    player, watcher = arrive(), arrive(**how)
    begin(player, "Afrika Korps", "Play the Axis")
    player.wait_for_turn(AXIS)
    watcher.go(f"/table/{player.table}")
    watcher.centre_of(watcher.piece("21/5"))
    for _ in range(3):
        pull(watcher, 0.1)
    before = watcher.page.evaluate(PLACE)
    for unit in ("21/5", "21/104", "21/3"):
        march(player, unit)
        watch(watcher)
    assert watcher.page.evaluate(PLACE) == pytest.approx(before, abs=1)
    march(player, "Ariete")
    expect(watcher.button("Skip")).to_be_visible(timeout=PATIENCE)
    pull(watcher, 0.7)
    there = watcher.page.evaluate(PLACE)
    watch(watcher)
    assert watcher.page.evaluate(PLACE) == pytest.approx(there, abs=1)


def test_an_answer_leaves_the_map_with_the_turn(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**DESK)
    bring(visitor, "dark-sands", "gazala", AUK, tmp_path, {"kind": "link"})
    visitor.named("ask-line").click()
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("HQ-PzA-Afrika")))
    expect(visitor.page.locator(".answer-box")).to_be_visible(timeout=PATIENCE)
    visitor.choose("play:axis-rommel-1")
    visitor.awaits("Nobody has taken the Allies seat")
    expect(visitor.page.locator(".answer-box")).to_have_count(0, timeout=PATIENCE)

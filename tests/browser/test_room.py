"""How the table divides its room: the map has most of it, and nothing moves under the pointer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

import sandtable
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import PATIENCE, Arrive, How, Visitor, begin
from tests.browser.test_dark_sands import COAST_ROAD
from tests.browser.test_dark_sands import bring as sands
from tests.browser.test_look import CLOSE, press, to_the_battles
from tests.browser.test_play import bring
from tests.browser.test_rommel import BATTLE

DESK: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
TABLET: How = {"size": (820, 1180), "touch": True, "prefs": {}, "reduced_motion": "no-preference"}
PHONE: How = {"size": (390, 844), "touch": True, "prefs": {}, "reduced_motion": "no-preference"}
GAMES = ("Afrika Korps", "Rommel in the Desert", "The Dark Sands", "Shifting Sands")
BROKEN = """() => [...document.querySelectorAll(".log-words > span, .log-jump > span")].filter((one) => {
    const [text, range] = [one.firstChild, document.createRange()];
    return [...text.data.matchAll(/[^\\s-]+/g)].some((word) => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    });
}).map((one) => one.textContent)"""
FIRE = ("done", *(f"fire:{name}" for name in ("9AU/20", "70/23", "2SA/3", "2SA/4", "9AU/24", "9AU/26")))


def share_of_the_map(visitor: Visitor) -> float:
    map_ = visitor.rectangle(".map")
    return map_["width"] * map_["height"] / (1440 * 900)


@pytest.mark.parametrize("game", GAMES)
def test_the_map_has_most_of_the_window(game: str, arrive: Arrive) -> None:
    """With the tools and the panels beside it; what lies below is folded unless it is asked about."""
    visitor = arrive(**DESK)
    begin(visitor, game, "Play the Axis")
    visitor.wait_for_turn()
    if visitor.page.locator(".below:not(.folded)").count():
        visitor.named("fold-shelf").click()
    assert visitor.page.locator(".dock.right").is_visible()
    assert share_of_the_map(visitor) >= 0.6


def test_what_lies_below_opens_when_it_is_asked_about(arrive: Arrive) -> None:
    """A hand from which a card is to be played is open; once it is played, the map has its room."""
    visitor = arrive(**DESK)
    begin(visitor, "Shifting Sands", "Play the Axis")
    visitor.wait_for_turn()
    expect(visitor.page.locator(".play-card.able").first).to_be_visible(timeout=PATIENCE)
    before = visitor.rectangle(".map")
    with visitor.moves_on():
        visitor.named("automatic").click()
    visitor.wait_for_turn()
    expect(visitor.page.locator(".below.folded")).to_be_visible(timeout=PATIENCE)
    after = visitor.rectangle(".map")
    assert after["height"] > before["height"]
    assert [after[side] for side in ("left", "top", "width")] == [
        before[side] for side in ("left", "top", "width")
    ]
    visitor.named("fold-shelf").click()
    expect(visitor.page.locator(".shelf-row")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("how", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_confirm_and_cancel_keep_their_places(how: How, arrive: Arrive, tmp_path: Path) -> None:
    """Whether a question is short, or says at length what it would cost."""
    visitor = arrive(**how)
    bring(visitor, CLOSE, tmp_path)
    to_the_battles(visitor)

    def places(piece: str) -> list[tuple[float, float]]:
        press(visitor, visitor.centre_of(visitor.piece(piece)))
        expect(visitor.named("confirm")).to_be_visible(timeout=PATIENCE)
        found = [visitor.centre_of(visitor.named(name)) for name in ("confirm", "cancel")]
        press(visitor, found[1])
        expect(visitor.named("confirm")).to_have_count(0, timeout=PATIENCE)
        return found

    short = places("22Gds")
    assert places("AxisSupply1") == short, "the buttons of a warning lie elsewhere"


@pytest.mark.parametrize("how", [DESK, PHONE], ids=["desk", "phone"])
def test_the_map_opens_where_the_choice_is(how: How, arrive: Arrive, tmp_path: Path) -> None:
    """Not where most pieces are; and it goes there again when the choice is elsewhere."""
    visitor = arrive(**how)
    sands(visitor, COAST_ROAD.replace("movers: 65/Trieste 66/Trieste", "movers: 66/Trieste"), tmp_path)
    visitor.cell("2434")


def test_the_panel_of_the_moment_can_be_enlarged(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    before = visitor.rectangle(".dock-now")
    visitor.named("enlarge").click()
    after = visitor.rectangle(".dock-now")
    assert after["width"] > 1.3 * before["width"]
    assert after["height"] > 1.4 * before["height"]
    visitor.tab("Log")
    expect(visitor.page.locator("#tab-panel")).to_be_visible(timeout=PATIENCE)
    assert visitor.rectangle(".dock-now") == before


def test_an_upright_tablet_has_its_panels_in_a_sheet(arrive: Arrive) -> None:
    visitor = arrive(**TABLET)
    begin(visitor, "The Dark Sands", "Play the Axis")
    visitor.wait_for_turn()
    assert visitor.rectangle(".map")["width"] == 820
    visitor.tab("Log")
    low = visitor.rectangle("#tab-panel")["height"]
    visitor.named("enlarge").click()
    assert visitor.rectangle("#tab-panel")["height"] > 1.5 * low
    assert visitor.depth() <= 0
    assert visitor.axe() == []


@pytest.mark.parametrize("size", [(820, 1180), (1024, 768), (390, 844)])
def test_the_log_breaks_no_words(size: tuple[int, int], arrive: Arrive, tmp_path: Path) -> None:
    """Not even beside a volley of a dozen dice."""
    match = Match.start(
        sandtable.game("rommel-in-the-desert"), "1942", position=BATTLE, chance=RandomChance(Random("volley"))
    )
    for choice in FIRE:
        match.play(match.actor(), [choice])
        match.settle_chance()
    saved = tmp_path / "volley.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor = arrive(size=size, prefs={"text": "1.5"})
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.named("reveal").click()
    visitor.wait_for_turn()
    visitor.tab("Log")
    expect(visitor.page.locator(".log-line .die").nth(5)).to_be_attached(timeout=PATIENCE)
    assert visitor.page.evaluate(BROKEN) == []


def test_no_tile_of_the_lobby_leaves_its_place(arrive: Arrive) -> None:
    visitor = arrive(**DESK)
    visitor.go("/")
    tiles = visitor.page.locator(".tile-face")
    expect(tiles.first).to_be_visible(timeout=PATIENCE)
    for index in range(tiles.count()):
        tiles.nth(index).scroll_into_view_if_needed()
        before = tiles.nth(index).bounding_box()
        above = tiles.first.bounding_box()
        tiles.nth(index).click()
        expect(tiles.nth(index)).to_have_attribute("aria-expanded", "true")
        assert tiles.nth(index).bounding_box() == before
        assert tiles.first.bounding_box() == above
    assert visitor.axe() == []


@pytest.mark.parametrize("how", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_the_replay_bar_keeps_its_height(how: How, arrive: Arrive, tmp_path: Path) -> None:
    """However much there is to say about a moment, and when a link has been made."""
    visitor = arrive(**how)
    bring(visitor, CLOSE, tmp_path)
    to_the_battles(visitor)
    visitor.page.keyboard.press("r")
    bar = visitor.page.locator(".replay-bar .sentence")
    expect(bar).not_to_be_empty(timeout=PATIENCE)
    heights = {visitor.rectangle(".replay-bar")["height"]}
    for words in ("The game begins", "Sidi Rezegh " * 6, "A long story. " * 20):
        bar.evaluate("(one, words) => { one.textContent = words; }", words)
        heights.add(visitor.rectangle(".replay-bar")["height"])
    visitor.button("Share").click()
    expect(visitor.page.locator(".replay-shared")).to_be_visible(timeout=PATIENCE)
    heights.add(visitor.rectangle(".replay-bar")["height"])
    assert len(heights) == 1

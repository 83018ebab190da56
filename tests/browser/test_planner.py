"""The planner of battles: units join there, by mouse, key and finger; odds, chances and costs follow."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor
from tests.browser.test_look import AXIS, DESK, PHONE
from tests.browser.test_play import bring

FRONT = """
turn 20 axis
phase: combat
M30: 21/104 Pavia Trento
M31: 22Gds
L30: 4I/5
M28: AxisSupply1
W3: Bologna AxisSupply3
J62: 4I/11 AlliedSupply4
"""
"""Two enemies beside three units: who attacks whom is a choice."""
NIGHT: How = {**PHONE, "color_scheme": "dark"}
LARGE_ENOUGH = """() => [...document.querySelectorAll(".combat-piece")]
    .every((one) => one.getBoundingClientRect().width >= 44 && one.getBoundingClientRect().height >= 44)"""


def declare(visitor: Visitor, folder: Path) -> None:
    """An enemy is chosen among those that must be attacked, and nobody attacks him yet."""
    bring(visitor, FRONT, folder)
    if visitor.page.locator("#tab-now").count():
        visitor.page.locator("#tab-now").tap()
    duties = visitor.named("duties")
    expect(duties).to_contain_text("Must be attacked", timeout=PATIENCE)
    with visitor.moves_on():
        duties.locator('[data-name="attack:22Gds"]').click()
    expect(visitor.named("battle-0")).to_contain_text("There is no attacker yet", timeout=PATIENCE)
    visitor.wait_for_turn()


def test_units_join_in_the_planner_and_the_odds_follow(arrive: Arrive, tmp_path: Path) -> None:
    """With the mouse and with a key; what is pointed at is shown on the map; every chance has its bar and rule."""
    visitor = arrive(**DESK)
    declare(visitor, tmp_path)
    battle = visitor.named("battle-0")
    assert visitor.page.locator(".now > *").first.get_attribute("data-name") == "battle-0", "it comes first"
    joining = battle.locator(".joining")
    joining.locator('[data-name="with:21/104"]').hover()
    expect(visitor.page.locator(".map-tints .tint-edge")).to_have_count(1, timeout=PATIENCE)
    with visitor.moves_on():
        joining.locator('[data-name="with:21/104"]').click()
    expect(battle.locator(".column-chip")).to_have_text("1-1", timeout=PATIENCE)
    visitor.wait_for_turn()
    joining.locator('[data-name="with:Trento"]').focus()
    with visitor.moves_on():
        visitor.page.keyboard.press("Enter")
    expect(battle.locator(".column-chip")).to_have_text("2-1", timeout=PATIENCE)
    expect(visitor.page.locator("#live")).to_contain_text("Battle 1: 2-1", timeout=PATIENCE)
    attackers = battle.get_by_role("list", name="Axis")
    expect(attackers.first.locator(".fighter")).to_have_count(2)
    told = [row.inner_text() for row in battle.locator(".combat-chances li").all()]
    shown = next(one for one in visitor.update(AXIS)["scene"]["combats"] if one["id"] == "battle-0")
    assert len(told) == len(shown["outcomes"])
    for words, outcome in zip(told, shown["outcomes"], strict=True):
        assert outcome["text"] in words
        assert f"{outcome['share']:.0%}".replace("%", " %") in words
    battle.locator(".factor-sum .rule-chip").first.click()
    expect(visitor.page.locator("#tab-panel [data-here]")).to_contain_text("§7.3", timeout=PATIENCE)
    expect(battle).to_be_visible()


def test_the_planner_is_for_everybody_on_a_phone_at_night(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive(**NIGHT)
    declare(visitor, tmp_path)
    battle = visitor.named("battle-0")
    assert visitor.page.evaluate(LARGE_ENOUGH), "a finger needs 44 pixels"
    with visitor.moves_on():
        battle.locator('[data-name="with:21/104"]').tap()
    expect(battle.locator(".column-chip")).to_have_text("1-1", timeout=PATIENCE)
    assert visitor.axe() == []
    assert visitor.overflow() <= 0

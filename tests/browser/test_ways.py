"""A stack goes all the way while the other side lets it pass, between two browsers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.browsing import PATIENCE, Arrive, How, Visitor

DESKTOP: How = {"size": (1440, 900), "prefs": {}, "reduced_motion": "no-preference"}
STACKS = {0: ("0301", ("Alder", "Ash"), "0203"), 1: ("E0302", ("Crane", "Crow"), "0501")}
"""By side: where two units lie together, the units, and a place three steps away."""


def two_at_a_table(arrive: Arrive) -> tuple[list[Visitor], int]:
    """Two browsers with the settings of a newcomer, and the side that moves first."""
    north, south = arrive(**DESKTOP), arrive(**DESKTOP)
    north.go()
    seats = [{"kind": "here"}, {"kind": "open"}]
    _, made = north.tell("/tables", {"game": "two-coasts", "seats": seats})
    south.go()
    south.tell(f"/tables/{made['id']}/seats/1/sit", {})
    for visitor in (north, south):
        visitor.go(f"/table/{made['id']}")
        expect(visitor.page.locator(".map-root[data-painted]")).to_be_visible(timeout=PATIENCE)
    mover = int(north.update(0)["scene"]["actor"])
    return [north, south], mover


def send(visitor: Visitor, side: int) -> None:
    """A touch on the stack gathers it, a touch on a hex in its reach sends it there."""
    start, units, goal = STACKS[side]
    visitor.wait_for_turn(side)
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell(start))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    assert set(visitor.update(side)["scene"]["focus"]) == {*units}
    with visitor.moves_on():
        visitor.page.mouse.click(*visitor.cell(goal))


def test_a_way_goes_on_and_is_called_off(arrive: Arrive) -> None:
    visitors, side = two_at_a_table(arrive)
    mover, other = visitors[side], visitors[1 - side]
    send(mover, side)
    expect(mover.prompt).to_contain_text("Your move goes on if nothing happens: 2 more.", timeout=PATIENCE)
    other.choose("hold")
    expect(mover.prompt).to_contain_text("goes on if nothing happens: 1 more.", timeout=PATIENCE)
    mover.named("call-off").click()
    expect(mover.prompt).not_to_contain_text("goes on if nothing happens", timeout=PATIENCE)
    other.choose("hold")
    mover.wait_for_turn(side)
    _, (unit, *_), goal = STACKS[side]
    assert mover.place_of(unit, side) != goal
    assert not mover.axe()


def test_with_orders_a_move_is_one_request(arrive: Arrive) -> None:
    visitors, side = two_at_a_table(arrive)
    mover, other = visitors[side], visitors[1 - side]
    hold = {"side": 1 - side, "orders": [{"order": "hold"}]}
    other.tell(f"/tables/{other.table}/orders", hold)
    sent = mover.sent()
    send(mover, side)
    _, units, goal = STACKS[side]
    assert {mover.place_of(unit, side) for unit in units} == {goal}
    assert sum(path.endswith("/runs") for path in sent) == 2, "one to gather, one to go"

"""How many steps a minute two browsers play.

Two Coasts has a reaction window at every step, and both sides have left the order to hold. Each move is made by
mouse: a touch on a stack, a touch on a distant place in its reach, and the word that ends it. What is printed is
one line: steps, moves, seconds, steps a minute.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from tests.browser.browsing import PATIENCE, Visitor, launch, serving  # noqa: E402

MOVES = 60
"""Moves that are timed."""
ENDS = ("stop", "pass")
OVER = -2
PREFS: Mapping[str, str | bool] = {"confirm": False}
"""Whoever plays fast is not asked about every move; everything else is as a newcomer has it."""


class Two:
    """Two browsers at one table."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.visitors = [
            Visitor.arrive(browser, address, (1440, 900), prefs=PREFS, reduced_motion="no-preference")
            for _ in range(2)
        ]
        for visitor in self.visitors:
            visitor.go()

    def sit_down(self) -> None:
        north, south = self.visitors
        game = {"game": "two-coasts", "scenario": "long-war", "seats": [{"kind": "here"}, {"kind": "open"}]}
        table = north.tell("/tables", game)[1]["id"]
        south.tell(f"/tables/{table}/seats/1/sit", {})
        for side, visitor in enumerate(self.visitors):
            visitor.tell(f"/tables/{table}/orders", {"side": side, "orders": [{"order": "hold"}]})
            visitor.go(f"/table/{table}")
            expect(visitor.page.locator(".map-root[data-painted]")).to_be_visible(timeout=PATIENCE)
        board = north.ask(f"/tables/{table}/board")
        self.names = {cell["number"]: cell["name"] for cell in board["cells"]}

    def move(self) -> tuple[int, float] | None:
        """One move by mouse; the steps it made and how long that took, or None when the game is over. What to do
        is worked out beside the page, and not timed."""
        update = self.visitors[0].update(0)
        side = update["scene"]["actor"]
        if side == OVER:
            return None
        visitor = self.visitors[side]
        visitor.wait_for_turn(side)
        scene = visitor.update(side)["scene"]
        found = self._farthest(visitor, side, scene)
        if found is None:
            word = next(one for one in ENDS if one in visitor.choices(side))
            began = perf_counter()
            visitor.choose(word)
            return 0, perf_counter() - began
        start, goal, steps = found
        began = perf_counter()
        visitor.page.mouse.click(*visitor.cell(start))  # a stack is gathered, a single unit picked up
        expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
        with visitor.moves_on():
            visitor.page.mouse.click(*visitor.cell(goal))
        took = perf_counter() - began
        if "stop" not in visitor.choices(side):
            return steps, took  # it had no points left
        began = perf_counter()
        visitor.choose("stop")
        return steps, took + perf_counter() - began

    def _farthest(self, visitor: Visitor, side: int, scene: Any) -> tuple[str, str, int] | None:
        """A stack, and the place that is most steps away."""
        best: tuple[str, str, int] | None = None
        able = {button["piece"] for button in scene["buttons"] if button["choice"].startswith("unit:")}
        stacks: dict[int, list[str]] = {}
        for piece in scene["pieces"]:
            if piece["id"] in able and piece["cell"] in self.names:
                stacks.setdefault(piece["cell"], []).append(piece["id"])
        for cell, (unit, *company) in stacks.items():
            for goal, steps in self._reach(visitor, side, unit, company):
                if best is None or steps > best[2]:
                    best = self.names[cell], self.names[goal], steps
        return best

    def _reach(self, visitor: Visitor, side: int, unit: str, company: list[str]) -> list[tuple[int, int]]:
        path = f"/tables/{visitor.table}/questions"
        asked = {"side": side, "question": "reach", "arguments": [unit], "company": company}
        tints = [tint for tint in visitor.tell(path, asked)[1]["cells"] if tint["cell"] in self.names]
        dear = sorted(tints, key=lambda tint: int(tint["text"]), reverse=True)
        found = []
        for cell in [tint["cell"] for tint in dear[:3]]:
            asked = {"side": side, "question": "route", "arguments": [unit, self.names[cell]], "company": company}
            run = visitor.tell(path, asked)[1]["run"]
            found.append((cell, sum(choice.startswith("to:") for choice in run)))
        return found


def main() -> None:
    steps = moves = 0
    spent = 0.0
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(Path(folder)) as server,
        launch(playwright) as browser,
    ):
        two = Two(browser, server.address)
        two.sit_down()
        while moves < MOVES:
            made = two.move()
            if made is None:
                two.sit_down()
            else:
                steps, spent, moves = steps + made[0], spent + made[1], moves + 1
    print(f"{steps} steps in {moves} moves, {spent:.1f} s: {60 * steps / spent:.0f} steps a minute")


if __name__ == "__main__":
    main()

"""The opening of any scenario, step by step, and a chronicle of a game in which both sides only pass."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Self

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from tests.games.rommel_in_the_desert.sands import Sands

SCENARIOS = tuple(scenario.id for scenario in THE_GAME.scenarios)
IDLE = {
    "spend": "done",
    "mines": "done",
    "buy-cards": "extra:0",
    "throw-in": "throw:0",
    "take-malta": "no-malta",
    "challenge": "none",
    "exchange": "keep",
    "lay": "pass",
    "withdraw": "done",
}
"""What a side does that does nothing."""
LATE = "6"
"""16.41: no unit comes early on this face."""


class Opening(Sands):
    """A scenario from its first decision on."""

    def __init__(self, scenario: str, **options: str) -> None:
        self.game, self.events = THE_GAME, []
        self.state = self.game.start(scenario, options)

    def prepare(self) -> Self:
        """18.7: before Gazala nothing is bought."""
        while self.decision in ("mines", "buy-cards"):
            self.play(IDLE[self.decision])
        return self

    def deal(self, card: str = "real") -> Self:
        while self.decision == "draw":
            self.roll(card)
        return self

    def to_deployment(self) -> Self:
        """The Axis is about to deploy, or the Allies where it has nothing to decide."""
        return self.prepare().deal().play("keep", "keep")

    def deploy(self, unit: str, name: str) -> Self:
        return self.play(f"unit:{unit}", f"hex:{name}")

    def deploy_side(self) -> Self:
        """All units of the side that deploys, in its base if they may be there."""
        side = self.actor
        base = self.state.printed.board.names[self.state.printed.base[side]]
        while self.decision == "deploy" and self.actor == side:
            self.play(f"unit:{min(self.legal('unit'))}")
            hexes = self.legal("hex")
            self.play(f"hex:{base if base in hexes else min(hexes)}")
        return self

    def ready(self) -> Self:
        """The first player turn begins."""
        self.to_deployment()
        while self.decision == "deploy":
            self.deploy_side()
        return self

    def sit_out(self) -> Self:
        """Go on to the next decision that is no pass, or to the end: both sides do nothing."""
        while self.decision in IDLE or self.decision in ("draw", "point-dice", "early-arrival"):
            self.do_nothing()
        return self

    def sit_out_to_month(self, month: int) -> Self:
        """Go on to the first player turn of a month."""
        while self.state.month < month or self.decision != "lay":
            self.do_nothing()
        return self

    def do_nothing(self) -> Self:
        if self.decision == "draw":
            real = self.game.chance(self.state)[0]
            return self.roll("real" if real else "dummy")
        if self.decision in ("point-dice", "early-arrival"):
            return self.roll(" ".join([LATE] * self.dice()))
        return self.play(IDLE[self.decision])

    def starters(self, side: int) -> set[str]:
        """18.0: the units of a side that are on the map."""
        units = self.state.printed.units
        return {unit.id for unit in units if unit.side == side and self.state.place[unit.number] >= 0}


@cache
def opened(scenario: str) -> Opening:
    """A scenario when the first player turn begins; copy it before playing on."""
    return Opening(scenario).ready()


@cache
def arrivals(scenario: str) -> dict[int, Counter[int]]:
    """By month how many units of either side arrive if none comes early, in a game in which both sides pass."""
    table, months = opened(scenario).copy(), dict[int, Counter[int]]()
    table.events.clear()
    while table.decision:
        before, month = len(table.events), table.state.month
        table.do_nothing()
        arrived = [event for event in table.events[before:] if event.kind == "blocks-arrived"]
        months.setdefault(max(month, table.state.month), Counter()).update(
            {event.arguments["side"]: event.arguments["count"] for event in arrived}
        )
    return months


def marked_units(*marks: str, side: int) -> set[str]:
    """The blocks of a side with these letters or months printed on them."""
    units = THE_GAME.load_data().units
    return {unit.id for unit in units if unit.side == side and unit.arrival in marks}

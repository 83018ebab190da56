"""Two Coasts at a table, from a moment that is the same each time: cards, chits, places off the map."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import sandtable
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from tests.browser.browsing import Visitor

NORTH, SOUTH = 0, 1


def match_with(side: int, scenario: str = "long-war") -> Match:
    """A game in which this side moves first: the dice of the first seed that brings it about."""
    for seed in count():
        match = Match.start(
            sandtable.game("two-coasts"), scenario, chance=RandomChance(Random(f"two coasts {seed}"))
        )
        match.settle_chance()
        if match.actor() == side:
            return match
    raise AssertionError


def sit_down(visitor: Visitor, folder: Path, match: Match) -> None:
    """Open a game that has begun; both sides are the visitor's, who looks as the one to move."""
    saved = folder / "coasts.journal"
    saved.write_bytes(write_journal(match.journal))
    visitor.go("/")
    visitor.page.locator('input[type="file"]').set_input_files(saved)
    visitor.page.wait_for_url("**/table/*")
    visitor.named("reveal").click()
    visitor.wait_for_turn(match.actor())

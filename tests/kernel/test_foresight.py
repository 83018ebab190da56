"""What a press would cost where something is hidden: what several inventions agree on, and nothing made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.kernel.choices import pack
from sandtable.kernel.events import Event
from sandtable.kernel.foresight import AFTER_A_REVELATION, INVENTIONS, costs
from sandtable.kernel.words import say

NOTHING_YET: list[int] = []


class World:
    """A position in which one press takes these units, some of them after something has been revealed."""

    def __init__(self, lost: Sequence[int], after: Sequence[int] = (), shown: str = "") -> None:
        self.lost, self.after, self.shown = lost, after, shown
        self.frames, self.printed = [(0,)], None

    def copy(self) -> World:
        return World(self.lost, self.after, self.shown)


class Wording:
    """One side, whose units have numbers for names."""

    def loser(self, printed: None, event: Event) -> int:
        return 0 if event.kind == "lost" else -1

    def thing(self, event: Event) -> tuple[str, int]:
        return "unit", event.arguments["unit"]

    def taken(self, printed: None, events: Sequence[Event]) -> None:
        return None


class Secretive:
    """As much of a game as foresight asks for; its inventions are listed, and no others can be made."""

    verbs = (SimpleNamespace(noun="", closes=True),)
    kind_names = ("press",)
    wording = Wording()

    def __init__(self, *inventions: World) -> None:
        self._inventions = iter(inventions)

    def actor(self, state: World) -> int:
        return 0

    def hides(self, state: World) -> bool:
        return True

    def view(self, state: World, side: int) -> None:
        return None

    def resample(self, view: None, rng: Any, printed: None) -> World:
        return next(self._inventions)

    def duties(self, state: World, side: int) -> Iterator[Any]:
        return iter(())

    def apply_heard(self, state: World, choice: int) -> list[Event]:
        shown = [Event("shown", "2", {"unit": -1, "what": state.shown}, reveals=True)] if state.shown else []
        return [*map(lost, state.lost), *shown, *map(lost, state.after)]

    def nouns(self, printed: None) -> dict[str, list[str]]:
        return {"unit": ["nobody", "one", "two", "three"]}

    def narrate(self, printed: None, event: Event) -> Any:
        return say("lost")


def lost(unit: int) -> Event:
    return Event("lost", "1", {"unit": unit})


def told(*inventions: World) -> list[str]:
    """Whom a press is said to cost."""
    game: Any = Secretive(*inventions)
    return [name for why in costs(game, World(NOTHING_YET), [pack(0)]) for name in why.about]


def test_what_three_inventions_agree_on_is_told() -> None:
    assert INVENTIONS == 3
    assert told(World([1, 2]), World([2, 3]), World([3, 2])) == ["two"]
    assert told(World([1, 2]), World([1, 2]), World([3])) == []
    assert told(World([1]), World([1]), World([1])) == ["one"]


def test_where_the_first_fears_nothing_no_other_is_made() -> None:
    assert told(World([])) == []


@pytest.mark.parametrize("odd", range(1, AFTER_A_REVELATION))
def test_what_follows_a_revelation_is_told_only_if_all_reveal_the_same(odd: int) -> None:
    """What is lost before it is told whatever comes to light."""
    worlds = [World([1], [2], "a mine") for _ in range(AFTER_A_REVELATION)]
    assert told(*worlds) == ["one", "two"]
    worlds[odd] = World([1], [2], "a dummy")
    assert told(*worlds) == ["one"]

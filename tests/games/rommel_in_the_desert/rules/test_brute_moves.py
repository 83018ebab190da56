"""6, 7, 10.1, 5.3: every hexside that is crossed in fuzzed turns, judged by a referee who keeps his own books."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as THE_GAME
from sandtable.games.rommel_in_the_desert.printed.data import ROAD_BONUS
from sandtable.games.rommel_in_the_desert.rules import (
    c05_withdrawal as withdrawal,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c06_forced_marches as marches,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c06_movement as movement,
)
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import OUTSIDE, move_of, walk_of
from sandtable.games.rommel_in_the_desert.state import Position, speed_of
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import POLICIES, next_choice

LENGTH = 400
"""Choices played from a position in the thick of it."""


class Referee:
    """What has happened in the player turn so far: ways by unit, who has engaged, who has left a battle."""

    def __init__(self) -> None:
        self.turn = -1
        self.crossings = 0

    def note_turn(self, state: Position) -> None:
        if state.turn != self.turn:
            self.turn = state.turn
            self.ways: dict[int, list[int]] = {}
            self.phases: dict[int, int] = {}
            self.stopped: set[int] = set()
            self.left: set[int] = set()
            self.engaged: dict[tuple[int, int], int] = {}

    def enters(self, state: Position, unit: int, place: int) -> None:
        """A unit of a card-paid move is about to enter a hex."""
        self.note_turn(state)
        here, enemies = state.place[unit], state.held[1 - state.active]
        way = self.ways.setdefault(unit, [here])
        assert state.printed.side_of[unit] == state.active
        assert way[-1] == here
        assert unit not in self.stopped, "6.0, 11.4: who has engaged goes no further in this turn"
        assert self.phases.setdefault(unit, state.blitzed) == state.blitzed, "3.45: it moved before the blitz"
        if enemies >> here & 1 and len(way) == 1:
            self.left.add(unit)
            assert not enemies >> place & 1, "10.1: never straight into an enemy or battle hex"
        way.append(place)
        self.measure(state, unit, way)
        if enemies >> place & 1:
            self.engages(state, unit, here, place)

    def measure(self, state: Position, unit: int, way: list[int]) -> None:
        """6.1-6.4: speed, roads, Rommel, and one hex more in a forced march, which begins where all that ends."""
        walk = walk_of(state, unit)
        assert walk is not None
        move, marching = move_of(state, walk.move), THE_GAME.kind_names[state.frames[-1][0]] != "step"
        most = speed_of(state, unit) + move.rommel + bonus(state, way)
        gone = len(way) - 1 + (move.place == OUTSIDE)
        assert gone == most + 1 if marching else gone <= most
        assert marching or not state.disrupted >> unit & 1

    def engages(self, state: Position, unit: int, here: int, place: int) -> None:
        """7.1, 7.2: at most this many over a hexside in a phase, and no unit that has left a battle."""
        hexside = state.printed.sides.between(here, place)
        assert unit not in self.left
        count = self.engaged.get((state.blitzed, hexside), 0) + 1
        assert count <= state.printed.limit[hexside]
        self.engaged[state.blitzed, hexside] = count
        self.stopped.add(unit)

    def withdraws(self, state: Position, unit: int, way: tuple[int, ...]) -> None:
        """5.3: a unit is about to take the last step of this way along a supply line."""
        enemy = 1 - state.printed.side_of[unit]
        assert not state.firm[enemy] >> way[-1] & 1
        if not state.disrupted >> unit & 1 and state.held[enemy] >> way[0] & 1:
            assert not state.held[enemy] >> way[-1] & 1, "7.2: out of a battle it does not engage"
        assert len(way) - 1 <= speed_of(state, unit) + bonus(state, list(way))


def bonus(state: Position, way: list[int]) -> int:
    """6.2, 1.4: of the lowest class of road used, over hexsides that can be crossed."""
    sides = [state.printed.sides.between(here, place) for here, place in pairwise(way)]
    assert all(state.printed.limit[side] for side in sides)
    return min(ROAD_BONUS[state.printed.road[side]] for side in sides)


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch) -> Referee:
    judge, enter, step = Referee(), movement.enter, withdrawal._step

    def watched_enter(state: Position, unit: int, place: int) -> None:
        judge.enters(state, unit, place)
        judge.crossings += 1
        enter(state, unit, place)

    def watched_step(state: Position, unit: int, way: tuple[int, ...]) -> None:
        judge.withdraws(state, unit, way)
        judge.crossings += 1
        step(state, unit, way)

    for module in (movement, marches):
        monkeypatch.setattr(module, "enter", watched_enter)
    monkeypatch.setattr(withdrawal, "_step", watched_step)
    return judge


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(16))
def test_no_hexside_is_crossed_against_the_rules(referee: Referee, seed: int, policy: str) -> None:
    rng = Random(f"{policy} {seed}")
    state, choose = clash(rng), POLICIES[policy](rng)
    for _ in range(LENGTH):
        if not state.frames:
            break
        THE_GAME.apply(state, next_choice(state, choose, rng))
    assert referee.crossings

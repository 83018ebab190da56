"""The random positions are possible ones, and varied enough to be worth comparing on."""

from __future__ import annotations

from random import Random

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.position import Position, is_active, units_in
from tests.games.shifting_sands.models.positions import random_position
from tests.games.shifting_sands.models.stacking import is_overfull


def _positions(number: int) -> list[Position]:
    return [random_position(Random(seed)) for seed in range(number)]


def test_nobody_shares_a_space_with_enemies_and_no_space_is_overfull() -> None:
    for position in _positions(60):
        for space, ground in board.spaces().items():
            if ground.terrain != "offmap":
                axis, allied = (units_in(position, space, side) for side in (board.AXIS, board.ALLIED))
                assert not (axis and allied)
                assert not is_overfull(position, space, board.ALLIED)
                assert not is_overfull(position, space, board.AXIS) or not is_active(position, axis[0])


def test_whoever_stands_in_a_space_controls_it() -> None:
    for position in _positions(60):
        for unit, place in position.place.items():
            if is_active(position, unit):
                assert position.control[place] == board.units()[unit].side


def test_positions_are_varied() -> None:
    positions = _positions(120)
    nations = {board.units()[unit].nation for position in positions for unit in position.place}
    assert nations == {counter.nation for counter in board.units().values()}
    held = {place for position in positions for place in position.place.values()}
    assert len(held) > 100
    assert {position.card for position in positions} > {"", "compass", "venezia", "spring_wind"}
    assert {position.iraq_active for position in positions} == {True, False}

"""The random positions are legal ones, and varied enough to be worth comparing on."""

from __future__ import annotations

from random import Random

from tests.games.dark_sands.models import board
from tests.games.dark_sands.models.position import Counter, Position
from tests.games.dark_sands.models.positions import fits, random_position


def _positions(number: int) -> list[Position]:
    return [random_position(Random(seed)) for seed in range(number)]


def test_no_hex_holds_both_sides_or_too_large_a_stack() -> None:
    for position in _positions(60):
        stacks: dict[str, list[Counter]] = {}
        for counter in position.counters:
            stacks.setdefault(counter.hex, []).append(counter)
        for hex_, stack in stacks.items():
            assert board.passable(hex_)
            assert len({board.side_of(counter) for counter in stack}) == 1
            assert fits(stack[:-1], stack[-1])


def test_whoever_stands_in_a_key_hex_controls_it() -> None:
    for position in _positions(60):
        for counter in position.counters:
            assert position.control.get(counter.hex, board.side_of(counter)) == board.side_of(counter)


def test_the_largest_legal_stack_has_six_counters() -> None:
    """7.2: the four units of 21 Panzer, the Afrika Korps HQ and a garrison."""
    stack: list[Counter] = []
    for id_ in ("1/5/21 Pz", "2/5/21 Pz", "3/21 Pz", "104/21 Pz", "HQ Afrika Korps", "Garrison Ger 1"):
        newcomer = Counter(id_, "2441")
        assert fits(stack, newcomer)
        stack.append(newcomer)
    assert not fits(stack, Counter("2 MG", "2441"))


def test_positions_are_varied() -> None:
    positions = _positions(60)
    counters = [counter for position in positions for counter in position.counters]
    assert {board.section(counter.hex) for counter in counters} == {board.WEST, board.CENTRAL, board.EAST}
    assert any(counter.oos for counter in counters)
    assert any(counter.version for counter in counters)
    assert {position.bypass for position in positions} == {"unbuilt", "building", "built"}
    assert any(position.boxes["axis"] for position in positions)

"""The models of stacking and of activation against the rulebook's sentences, and the game against the models."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.games.shifting_sands.rules import c07_operations, c08_stacking
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.activation import cost
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.models.positions import on_the_map, random_position
from tests.games.shifting_sands.models.stacking import fits, settlements
from tests.games.shifting_sands.models.table import SIDE, UNIT, batches, every_end, seen_in, theatre_of
from tests.games.shifting_sands.theatre import SPACE


def test_three_units_and_four_after_montgomery() -> None:
    three = {f"br_bg-{number}": "tobruk" for number in (1, 2, 3)}
    assert not fits(lay(three), "au_9", "tobruk")
    assert fits(lay(three, events=["montgomery"]), "au_9", "tobruk")
    assert not fits(lay(three, events=["montgomery"]), "us_1", "tobruk")
    elsewhere = {f"in_bg-{number}": "derna" for number in (1, 2, 3, 4)}
    assert not fits(lay({**three, **elsewhere}, events=["montgomery"]), "au_9", "tobruk")
    assert fits(
        lay({**elsewhere, **{f"br_bg-{n}": "cairo" for n in (1, 2, 3)}}, events=["montgomery"]), "au_9", "cairo"
    )
    assert not fits(lay({f"us_bg-{n}": "oran" for n in (1, 2, 3)}, events=["torch"]), "us_1", "oran")
    assert fits(lay({f"us_bg-{n}": "oran" for n in (1, 2, 3)}, events=["torch", "patton"]), "us_1", "oran")
    assert not fits(lay({f"us_bg-{n}": "oran" for n in (1, 2, 3)}, events=["torch", "patton"]), "ff_dma", "oran")


def test_the_one_full_space_may_change() -> None:
    """8.1: whoever leaves the only space with four units may be the fourth in another."""
    four = {f"in_bg-{number}": "derna" for number in (1, 2, 3, 4)}
    position = lay({**four, **{f"br_bg-{n}": "gazala" for n in (1, 2, 3)}, "au_9": "cairo"}, events=["montgomery"])
    state = theatre_of(position)
    for unit, room in (("in_bg-1", True), ("au_9", False)):
        assert fits(position, unit, "gazala") == room
        assert c08_stacking.has_room(state, UNIT[unit], SPACE["gazala"]) == room


def test_the_owner_removes_the_excess() -> None:
    five = lay(dict.fromkeys(("br_50", "br_44", "br_51", "br_46", "br_78"), "tobruk"))
    found = settlements(five, "allied")
    assert len(found) == 10
    assert {sum(place == "eliminated" for _, place, _ in there) for there in found} == {2}
    two_fours = {f"br_bg-{n}": "tobruk" for n in (1, 2, 3, 4)} | {f"in_bg-{n}": "derna" for n in (1, 2, 3, 4)}
    assert len(settlements(lay(two_fours, events=["montgomery"]), "allied")) == 2


def test_what_activation_costs() -> None:
    mixed = lay({"ge_21": "buerat", "it_17": "buerat", "it_25": "buerat"})
    assert (cost(mixed, "buerat", "axis", False), cost(mixed, "buerat", "axis", True)) == (2, 2)
    far = lay({"ge_21": "gazala", "it_17": "gazala", "it_25": "gazala"})
    assert (cost(far, "gazala", "axis", False), cost(far, "gazala", "axis", True)) == (2, 3)
    lost = lay({"ge_21": "gazala", "it_17": "gazala", "it_25": "gazala"}, allied=["el_agheila", "tobruk"])
    assert (cost(lost, "gazala", "axis", False), cost(lost, "gazala", "axis", True)) == (3, 3)
    empire = lay({"br_50": "cairo", "au_9": "cairo", "ff_bg-1": "cairo"})
    assert (cost(empire, "cairo", "allied", False), cost(empire, "cairo", "allied", True)) == (1, 1)


@pytest.mark.parametrize("seeds", batches(100, 3000))
def test_the_game_agrees_on_who_has_room(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        state = theatre_of(position)
        held = sorted(set(position.place.values()))
        for unit in rng.sample(sorted(board.units()), 20):
            for space in rng.sample(held, min(len(held), 6)) + rng.sample(sorted(board.spaces()), 3):
                if position.place.get(unit) != space:
                    assert c08_stacking.has_room(state, UNIT[unit], SPACE[space]) == fits(position, unit, space), (
                        unit
                    )


@pytest.mark.parametrize("seeds", batches(60, 1500))
def test_the_game_agrees_on_what_is_removed(seeds: range) -> None:
    """8.2: after moves that crowded some spaces."""
    for seed in seeds:
        position, side = crowded(Random(seed))
        state = theatre_of(position)
        c08_stacking.settle(state, (0, 0))
        assert set(every_end(state, seen_in)) == settlements(position, side)


def crowded(rng: Random) -> tuple[Position, str]:
    """A position in which units of one side have joined stacks of it without asking for room."""
    while True:
        position, side = random_position(rng), rng.choice((board.AXIS, board.ALLIED))
        ours = [unit for unit in on_the_map(position) if board.units()[unit].side == side]
        if len(ours) > 4:
            target = sorted({position.place[unit] for unit in ours})
            chosen = rng.sample(target, min(len(target), rng.choice((1, 2, 2))))
            place = {unit: rng.choice(chosen) for unit in rng.sample(ours, min(len(ours), rng.randint(3, 6)))}
            return replace(position, place={**position.place, **place}), side


@pytest.mark.parametrize("seeds", batches(60, 3000))
def test_the_game_agrees_on_the_cost_of_activation(seeds: range) -> None:
    for seed in seeds:
        position = random_position(Random(seed))
        state = theatre_of(position)
        for space, side in sorted(
            {(position.place[unit], board.units()[unit].side) for unit in on_the_map(position)}
        ):
            for attack in (False, True):
                found = c07_operations.activation_cost(state, SIDE[side], SPACE[space], attack)
                assert found == cost(position, space, side, attack), (space, attack)

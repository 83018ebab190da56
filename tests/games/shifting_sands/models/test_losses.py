"""The model of losses against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.shifting_sands.rules import c11_losses
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.losses import outcomes
from tests.games.shifting_sands.models.position import Position, units_in
from tests.games.shifting_sands.models.positions import on_the_map, random_position
from tests.games.shifting_sands.models.table import SIDE, batches, every_end, mask, seen_in, theatre_of

Where = tuple[str, str, bool]


def ends(found: set[tuple[Where, ...]], *kinds: str) -> set[tuple[str, ...]]:
    """By outcome what has become of some kinds of units: 'kind@place', with a minus if reduced."""
    return {
        tuple(f"{kind}@{place}{'-' * reduced}" for kind, place, reduced in outcome if kind in kinds)
        for outcome in found
    }


def test_a_number_below_every_loss_factor_costs_nothing() -> None:
    position = lay({"br_50": "halfaya", "in_4": "halfaya"})
    assert ends(outcomes(position, frozenset({"br_50", "in_4"}), 2), "br_50", "in_4") == {
        ("br_50@halfaya", "in_4@halfaya")
    }


def test_as_close_as_possible_but_not_above() -> None:
    """11.43: with a division (3) and a battlegroup (1, 1) a number of 3 is met exactly, one of 4 as well."""
    position = lay({"br_50": "halfaya", "br_bg-1": "halfaya"})
    units = frozenset(position.place)
    assert ends(outcomes(position, units, 2), "br_50", "br_bg") == {
        ("br_50@halfaya", "br_bg@allied_replaceable"),
    }
    assert ends(outcomes(position, units, 3), "br_50", "br_bg") == {("br_50@halfaya-", "br_bg@halfaya")}
    assert ends(outcomes(position, units, 4), "br_50", "br_bg") == {("br_50@halfaya-", "br_bg@halfaya-")}


def test_a_reduced_division_is_replaced_and_its_battlegroup_loses_on() -> None:
    """11.44, 11.441: full ones first, then reduced ones; without one the division is gone for good."""
    start = {"br_50": "halfaya", "br_bg-1": "allied_reserve", "br_bg-2": "allied_reserve"}
    units = frozenset({"br_50"})
    full = lay(start, reduced=["br_50", "br_bg-2"])
    assert ends(outcomes(full, units, 3), "br_50", "br_bg") == {
        ("br_50@allied_replaceable", "br_bg@allied_reserve-", "br_bg@halfaya")
    }
    assert ends(outcomes(full, units, 5), "br_50", "br_bg") == {
        ("br_50@allied_replaceable", "br_bg@allied_replaceable", "br_bg@allied_reserve-")
    }
    weak = lay(start, reduced=["br_50", "br_bg-1", "br_bg-2"])
    assert ends(outcomes(weak, units, 3), "br_50", "br_bg") == {
        ("br_50@allied_replaceable", "br_bg@allied_reserve-", "br_bg@halfaya-")
    }
    alone = lay({"br_50": "halfaya", "pl_bg": "allied_reserve", "br_abg-1": "allied_reserve"}, reduced=["br_50"])
    assert ends(outcomes(alone, units, 3), "br_50") == {("br_50@eliminated",)}


def test_an_indian_division_may_take_a_british_battlegroup() -> None:
    """11.442 and the ruling: full strength first, then the owner picks the nation."""
    start = {"in_4": "halfaya", "in_bg-1": "allied_reserve", "br_bg-1": "allied_reserve"}
    both = outcomes(lay(start, reduced=["in_4"]), frozenset({"in_4"}), 3)
    assert ends(both, "in_bg", "br_bg") == {
        ("br_bg@allied_reserve", "in_bg@halfaya"),
        ("br_bg@halfaya", "in_bg@allied_reserve"),
    }
    one = outcomes(lay(start, reduced=["in_4", "in_bg-1"]), frozenset({"in_4"}), 3)
    assert ends(one, "in_bg", "br_bg") == {("br_bg@halfaya", "in_bg@allied_reserve-")}


@pytest.mark.parametrize("option", [False, True])
def test_corseting(option: bool) -> None:
    """19.5: an Italian division may be replaced by German infantry."""
    start = {"it_17": "buerat", "ge_bg-1": "axis_reserve", "ge_abg-1": "axis_reserve"}
    position = lay(start, reduced=["it_17"], options=["19.5"] if option else [])
    found = ends(outcomes(position, frozenset({"it_17"}), 2), "it_17", "ge_bg")
    expected = ("ge_bg@buerat", "it_17@axis_replaceable") if option else ("ge_bg@axis_reserve", "it_17@eliminated")
    assert found == {expected}


@pytest.mark.parametrize("seeds", batches(200, 5000))
def test_the_game_agrees_on_every_loss(seeds: range) -> None:
    """Losses of the defenders of a space, or of attackers from several spaces."""
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        units = random_force(rng, position)
        if units:
            number = rng.randint(0, 6)
            state = theatre_of(position)
            c11_losses.suffer(state, SIDE[board.units()[min(units)].side], mask(units), number)
            assert set(every_end(state, seen_in)) == outcomes(position, units, number)


def random_force(rng: Random, position: Position) -> frozenset[str]:
    """Up to six units of one side in one space or several."""
    there = on_the_map(position)
    if not there:
        return frozenset()
    first = rng.choice(there)
    side = board.units()[first].side
    stack = units_in(position, position.place[first], side)
    others = [unit for unit in there if board.units()[unit].side == side and unit not in stack]
    joined = rng.sample(others, min(len(others), rng.randint(0, 3)))
    return frozenset(stack[:4] + (joined if rng.random() < 0.5 else []))

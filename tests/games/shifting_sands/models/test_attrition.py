"""The model of attrition against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from sandtable.games.shifting_sands.rules import c13_attrition
from tests.games.shifting_sands.models.attrition import after_attrition
from tests.games.shifting_sands.models.laying import lay, lay_set_up
from tests.games.shifting_sands.models.movement import changes
from tests.games.shifting_sands.models.position import seen
from tests.games.shifting_sands.models.positions import random_position
from tests.games.shifting_sands.models.table import batches, every_end, theatre_of
from tests.games.shifting_sands.models.test_retreats import outcome, restores


@pytest.mark.parametrize("name", ["campaign", "sonnenblume"])
def test_nothing_is_lost_in_a_set_up(name: str) -> None:
    position = lay_set_up(name)
    assert seen(after_attrition(position)) == seen(position)
    assert not changes(position, after_attrition(position))


def test_units_and_spaces_that_are_cut_off() -> None:
    position = lay({"it_17": "bardia", "it_bg-1": "bardia", "br_50": "tobruk"}, allied=["gambut", "sidi_azeiz"])
    after = after_attrition(position)
    assert (after.place["it_17"], after.place["it_bg-1"]) == ("eliminated", "axis_replaceable")
    assert changes(position, after) == {("bardia", "allied")}


@pytest.mark.parametrize("seeds", batches(100, 2500))
def test_the_game_agrees_on_attrition(seeds: range) -> None:
    for seed in seeds:
        position = replace(random_position(Random(seed)), card="")
        state = theatre_of(position)
        c13_attrition.attrition(state, (0, 0))
        after = after_attrition(position)
        found = every_end(state, partial(outcome, position), skip=restores)
        assert set(found) == {(seen(after), changes(position, after))}

"""The game's redeployment held against the model."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.shifting_sands.rules.c12_redeployment import begin_redeployment
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.models.positions import random_position
from tests.games.shifting_sands.models.redeployment import destinations
from tests.games.shifting_sands.models.table import SIDE, batches, theatre_of
from tests.games.shifting_sands.models.test_movement import is_like, word
from tests.games.shifting_sands.theatre import legal, play, run

POINTS = 5


def test_over_land_and_sea() -> None:
    start = lay({"it_17": "tobruk", "br_50": "halfaya"})
    assert {"sicily", "benghazi", "tripoli", "bardia"} <= destinations(start, "it_17")
    assert not destinations(start, "it_17") & {"halfaya", "addis_ababa", "axis_reserve"}
    sudan = destinations(lay({"br_bg-1": "cairo"}), "br_bg-1")
    assert "khartoum" in sudan  # and no further
    assert "kassala" not in sudan
    assert destinations(lay({"br_bg-1": "nairobi"}), "br_bg-1") >= {"aden", "suez", "allied_reserve"}
    assert "axis_reserve" not in destinations(lay({"it_bg-1": "harar"}), "it_bg-1")


def test_from_the_reserve_box() -> None:
    placed = {"it_bg-1": "axis_reserve", "it_17": "bardia", "ge_21": "derna", "pl_bg": "allied_reserve"}
    position = lay({**placed, "br_50": "halfaya", "au_9": "sidi_barrani"})
    assert destinations(position, "it_bg-1") == {"tripoli", "addis_ababa", "bardia"}
    assert destinations(position, "pl_bg") == {"port_said", "suez", "halfaya"}


@pytest.mark.parametrize("seeds", batches(100, 3000))
def test_the_game_agrees_on_every_redeployment(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        for unit in rng.sample(sorted(position.place), min(len(position.place), 6)):
            assert destinations_in_game(position, unit) == {word(end) for end in destinations(position, unit)}, (
                unit
            )


def destinations_in_game(position: Position, unit: str) -> set[str]:
    state = theatre_of(position)
    begin_redeployment(state, SIDE[board.units()[unit].side], POINTS)
    run(state)
    offered = [text for text in legal(state, "unit") if is_like(position, unit, text.partition(":")[2])]
    if not offered:
        return set()
    play(state, offered[0])
    return {text.partition(":")[2] for text in legal(state, "to")}

"""The game's attacks held against the model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from sandtable.games.shifting_sands.rules.c11_battles import begin_battles
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.attacks import able, forces, targets
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.models.positions import on_the_map, random_position
from tests.games.shifting_sands.models.table import SIDE, batches, every_end, theatre_of
from tests.games.shifting_sands.models.test_movement import word
from tests.games.shifting_sands.theatre import DATA, decision, legal, play, run

MOST_CANDIDATES = 7


def test_nations_attack_together_from_a_space_that_holds_them_all() -> None:
    """11.18."""
    apart = lay({"ge_21": "gazala", "it_132": "el_adem", "br_50": "tobruk"}, fighters=["gazala", "el_adem"])
    assert forces(apart, "axis", "tobruk") == {frozenset({"ge_21"}), frozenset({"it_132"})}
    mixed = lay({**apart.place, "it_17": "gazala"}, fighters=["gazala", "el_adem"])
    assert frozenset({"ge_21", "it_132"}) in forces(mixed, "axis", "tobruk")


def test_whom_the_map_keeps_apart() -> None:
    across = lay({"it_bg-1": "khartoum", "br_bg-1": "aswan"}, fighters=["khartoum", "aswan"])
    assert (targets(across, "axis"), targets(across, "allied")) == (set(), {"khartoum"})
    quiet = lay({"in_bg-1": "basra", "ir_bg-1": "baghdad"}, fighters=["basra"], active=False)
    assert targets(quiet, "allied") == set()


@pytest.mark.parametrize("seeds", batches(150, 4000))
def test_the_game_agrees_on_every_attack(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position, side = marked(rng, random_position(rng))
        state = theatre_of(position)
        begin_battles(state, SIDE[side])
        run(state)
        expected = targets(position, side)
        assert legal(state, "attack") == {f"attack:{word(space)}" for space in expected}
        for space in sorted(expected):
            if len(able(position, side, space)) <= MOST_CANDIDATES:
                after = state.copy()
                play(after, f"attack:{word(space)}")
                found = every_end(after, partial(gathered, position), until=is_gathered, skip=gives_up)
                assert set(found) == {kinds(position, force) for force in forces(position, side, space)}


def marked(rng: Random, position: Position) -> tuple[Position, str]:
    """Attack markers of one side, where its units are."""
    side = rng.choice((board.AXIS, board.ALLIED))
    there = [unit for unit in on_the_map(position) if board.units()[unit].side == side]
    stacks = sorted({position.place[unit] for unit in there})
    card = "torch" if "torch" in position.events and rng.random() < 0.2 else position.card
    fighters = frozenset(rng.sample(stacks, min(len(stacks), 5)))
    return replace(position, fighters=fighters, card=card), side


def gathered(position: Position, state: Theatre) -> tuple[tuple[str, str, bool], ...]:
    return kinds(position, (DATA.nouns["unit"][unit] for unit in ones(state.attackers)))


def kinds(position: Position, units: Iterable[str]) -> tuple[tuple[str, str, bool], ...]:
    return tuple(sorted((board.kind(unit), position.place[unit], unit in position.reduced) for unit in units))


def is_gathered(state: Theatre) -> bool:
    return decision(state) not in ("attack", "target")


def gives_up(state: Theatre, text: str) -> bool:
    """Not to attack after all, to let units leave again, and what else is declared with an attack."""
    return text in ("stop", "rommel", "bonus") or text.startswith("leave")

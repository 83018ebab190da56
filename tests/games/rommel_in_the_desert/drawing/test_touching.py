"""What can be chosen can be touched: every choice of a unit or a hex is drawn where a player can press it."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.scene import board_of, scene_for
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.grounds import GROUNDS, POLICIES, next_choice

DATA = ROMMEL.load_data()
BOARD = board_of(ROMMEL, DATA)
CELLS = {cell.number for cell in BOARD.cells}


@pytest.mark.parametrize("seed", range(6))
def test_every_choice_of_a_unit_or_a_hex_can_be_pressed_on_the_map(seed: int) -> None:
    rng = Random(f"touch {seed}")
    state, seen = clash(rng), set[str]()
    policy = POLICIES[sorted(POLICIES)[seed % 3]](rng)
    for _ in range(150):
        if not state.frames:
            break
        kind = ROMMEL.kind_names[state.frames[-1][0]]
        if ROMMEL.actor(state) != CHANCE and kind not in seen:
            seen.add(kind)
            check_buttons(state)
        ROMMEL.apply(state, next_choice(state, policy, rng))
    assert len(seen) > 3


@pytest.mark.parametrize("name", sorted(GROUNDS.written()))
def test_so_it_is_in_rare_positions(name: str) -> None:
    state = ROMMEL.read_position(GROUNDS.written()[name], DATA)
    if state.frames and ROMMEL.actor(state) != CHANCE:
        check_buttons(state)


def check_buttons(state: Position) -> None:
    """Each button of a unit is a piece that its owner sees by its name; each of a hex is a cell of the board."""
    scene = scene_for(ROMMEL, BOARD, state, ROMMEL.actor(state))
    drawn = {piece.id for piece in scene.pieces if piece.cell >= 0 or piece.box}
    for button in scene.buttons:
        verb, _, argument = button.choice.partition(":")
        noun = next(each.noun for each in ROMMEL.verbs if each.name == verb)
        if noun == "unit":
            assert button.piece == argument
            assert argument in drawn, button.choice
        elif noun == "hex":
            assert button.cell in CELLS, button.choice

"""18.0: the ready-made deployment that a player may take instead of placing block by block."""

from __future__ import annotations

import pytest

from sandtable.games.rommel_in_the_desert import GAME as ROMMEL
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import is_deploying
from sandtable.games.rommel_in_the_desert.state import Position, units_at
from sandtable.kernel.bits import ones
from sandtable.kernel.chance import index_of
from sandtable.kernel.flow import CHANCE

LARGEST = 6
"""No hex of a ready-made deployment has more units, unless its area has no other hex."""


def deployed(scenario: str) -> tuple[Position, int]:
    """The scenario after every group was deployed by its one button, and how many buttons that took."""
    state, pressed = ROMMEL.start(scenario), 0
    for _ in range(400):
        if is_deploying(state):
            (words, run), *_ = ROMMEL.shortcuts(state)
            assert str(words) == "Deploy them for me"
            for choice in run:
                assert choice in set(ROMMEL.legal(state)), ROMMEL.write(state, choice)
                ROMMEL.apply(state, choice)
            pressed += 1
        elif ROMMEL.actor(state) == CHANCE:
            ROMMEL.apply(state, index_of(ROMMEL.chance(state), 0))
        elif ROMMEL.kind_names[state.frames[-1][0]] == "lay":
            return state, pressed
        else:
            ROMMEL.apply(state, next(iter(ROMMEL.legal(state))))
    raise AssertionError("the first turn does not come")


@pytest.mark.parametrize("scenario", [info.id for info in ROMMEL.scenarios])
def test_every_scenario_is_deployed_by_one_button_for_each_group(scenario: str) -> None:
    state, pressed = deployed(scenario)
    groups = state.printed.scenarios[state.scenario].deployments
    assert pressed == sum(len(group.hexes) > 1 for group in groups)
    assert ROMMEL.status(state) == []
    assert ROMMEL.shortcuts(state) == []


@pytest.mark.parametrize("scenario", [info.id for info in ROMMEL.scenarios])
def test_fortresses_are_garrisoned_and_no_hex_is_crowded(scenario: str) -> None:
    state, _ = deployed(scenario)
    printed = state.printed
    for side in (0, 1):
        free = [group for group in printed.scenarios[state.scenario].deployments if group.side == side]
        wide = {name for group in free if len(group.hexes) > LARGEST for name in group.hexes}
        for place in ones(state.held[side] & printed.board.mask(wide) & ~(1 << printed.base[side])):
            assert units_at(state, side, place).bit_count() <= LARGEST, printed.board.names[place]
        for index, place in enumerate(printed.fortresses):
            if state.owner[index] == side and printed.board.names[place] in wide:
                assert units_at(state, side, place), printed.board.names[place]

"""18.0: a ready-made deployment, for those who want to begin at once."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import DEPLOY, DEPLOY_TO, open_hexes, to_deploy
from sandtable.games.rommel_in_the_desert.state import Position, units_at
from sandtable.games.rommel_in_the_desert.verbs import HEX, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.sides import ENEMY_OF

STACK = 3
"""How many units stand together."""


def ready_made(state: Position) -> Iterator[Choice]:
    """The choices that deploy the rest of a group: in stacks of three, as far forward as it may stand on a line to
    its base, and next to the enemy only where there is nowhere else. It looks at nothing that the enemy hides."""
    group = DEPLOY.group(state.frames[-1])
    trial = state.copy()
    for unit in ones(to_deploy(state, group)):
        DEPLOY.play(trial, trial.frames[-1], UNIT, unit)
        place = _best(trial, DEPLOY.side(state, state.frames[-1]), open_hexes(trial, group))
        DEPLOY_TO.play(trial, trial.frames[-1], HEX, place)
        yield from (pack(UNIT, unit), pack(HEX, place))


def _best(state: Position, side: int, hexes: int) -> int:
    near = state.printed.board.spread(state.held[ENEMY_OF[side]])
    lines, distance = base_lines(state, side).supplied, state.printed.distance[side]

    def merit(place: int) -> tuple[bool, bool, bool, int, int]:
        full = units_at(state, side, place).bit_count() >= STACK
        return full, not lines >> place & 1, bool(near >> place & 1), -distance[place], place

    return min(ones(hexes), key=merit)

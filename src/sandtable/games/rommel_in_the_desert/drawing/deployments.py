"""18.0: a ready-made deployment, for players who want to begin at once.

Every fortress of the side gets a garrison. The others stand by the road as far forward as they may, up to four in
a hex, with the arms mixed, so that each hex can fight.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import TRAIL
from sandtable.games.rommel_in_the_desert.rules.c09_fire import ARMOR
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import DEPLOY, is_deploying, open_hexes, to_deploy
from sandtable.games.rommel_in_the_desert.state import Position, put, scenario_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import HEX, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.sides import ENEMY_OF

GARRISON, IN_A_HEX = 2, 4


def ready_made(state: Position) -> list[Choice]:
    """The choices that deploy what is left of the group."""
    if not is_deploying(state):
        return []
    group = DEPLOY.group(state.frames[-1])
    scratch, run = state.copy(), list[Choice]()
    for unit in _in_order(state, group):
        place = _place_for(scratch, group, unit)
        put(scratch, unit, place)
        run += [pack(UNIT, unit), pack(HEX, place)]
    return run


def _in_order(state: Position, group: int) -> list[int]:
    """The units to be deployed: those for the garrisons first, then one arm after the other, like cards dealt."""
    arms = [[unit for unit in ones(to_deploy(state, group)) if state.printed.arm[unit] == arm] for arm in range(4)]
    garrison = [unit for arm in arms[ARMOR + 1 :] for unit in arm][: GARRISON * len(state.printed.fortresses)]
    dealt = [arm[turn] for turn in range(max(map(len, arms))) for arm in arms if turn < len(arm)]
    return garrison + [unit for unit in dealt if unit not in garrison]


def _place_for(state: Position, group: int, unit: int) -> int:
    """A fortress of its own without a garrison, or the place furthest forward with room."""
    printed, side = state.printed, scenario_of(state).deployments[group].side
    hexes = list(ones(open_hexes(state, group)))
    if printed.arm[unit] != ARMOR:
        owned = [place for index, place in enumerate(printed.fortresses) if state.owner[index] == side]
        weak = [place for place in owned if units_at(state, side, place).bit_count() < GARRISON and place in hexes]
        if weak:
            return weak[0]
    forward = printed.distance[ENEMY_OF[side]]
    return min(
        hexes,
        key=lambda place: (
            units_at(state, side, place).bit_count() >= IN_A_HEX,
            not printed.roads[TRAIL][place],
            forward[place],
            place,
        ),
    )

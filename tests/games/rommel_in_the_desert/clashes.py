"""Positions in the thick of it: both armies mixed up in one corner of the map, in battles, disrupted, cut off."""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.notation.position import ignorant
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import GAME as WHOLE_GAME
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import MONTH, PLAYER_TURN
from sandtable.games.rommel_in_the_desert.state import Position, new_position, put, scenario_of, set_disrupted
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import advance
from tests.games.rommel_in_the_desert.sands import frame_at

RADIUS = 4
CORNERS = ("Tobruk", "Gazala", "Msus", "Bardia", "Sidi-Barrani", "Benghazi", "Agedabia", "El-Alamein")
FEWEST, MOST = 5, 14
"""Units of a side in the corner; the others wait in their base."""
CROWD = 0.6
"""How likely a unit joins others of its side."""
DISRUPTED, WEAK = 0.25, 0.5


def clash(rng: Random) -> Position:
    """A random position at the start of a player turn."""
    printed = GAME.load_data()
    state = new_position(printed, rng.randrange(len(printed.scenarios)))
    scenario = scenario_of(state)
    state.month = rng.randint(scenario.start_month, scenario.end_month - 1)
    state.active = rng.choice((AXIS, ALLIED))
    corner = printed.board.number[rng.choice(CORNERS)]
    near = [place for place in ones(printed.board.all) if printed.board.distance(place, corner) <= RADIUS]
    for side in (AXIS, ALLIED):
        _muster(state, side, near, rng)
        state.real[side], state.dummies[side] = rng.randint(0, 6), rng.randint(0, 4)
    _begin_battles(state, rng)
    _lay_mines(state, near, rng)
    for index, place in enumerate(printed.fortresses):
        held = [side for side in (AXIS, ALLIED) if state.held[side] >> place & 1]
        state.owner[index] = rng.choice(held or (AXIS, ALLIED))
    _set_memory(state)
    state.frames = [
        (WHOLE_GAME.number, WHOLE_GAME.last_step),
        frame_at(MONTH, "next_turn", 1),
        frame_at(PLAYER_TURN, "begin_turn"),
    ]
    advance(state, GAME.kinds)
    return state


def _muster(state: Position, side: int, near: list[int], rng: Random) -> None:
    """Some units of the side into the corner, the others into its base."""
    scenario, chosen = scenario_of(state), list[int]()
    groups = [group.units for group in scenario.deployments if group.side == side]
    groups += [month[side] for month in scenario.arrivals[: state.month + 1]]
    ready = [unit for units in groups for unit in ones(units)]
    rng.shuffle(ready)
    for number, unit in enumerate(ready):
        if number >= rng.randint(FEWEST, MOST):
            put(state, unit, state.printed.base[side])
            continue
        place = rng.choice(chosen) if chosen and rng.random() < CROWD else rng.choice(near)
        chosen.append(place)
        put(state, unit, place)
        if rng.random() < WEAK:
            state.cv[unit] = rng.randrange(state.printed.step[unit], state.cv[unit] + 1, state.printed.step[unit])
        set_disrupted(state, 1 << unit, rng.random() < DISRUPTED)


def _begin_battles(state: Position, rng: Random) -> None:
    """8.1-8.3, 11.3: wherever both sides stand undisrupted units face each other, one side being the Attacker."""
    size = state.printed.board.size
    for place in ones(state.held[AXIS] & state.held[ALLIED]):
        for side in (AXIS, ALLIED):
            if not state.firm[side] >> place & 1:
                set_disrupted(state, state.stacks[side * size + place], False)
        attacker = rng.choice((AXIS, ALLIED))
        state.attacker_hexes[attacker] |= 1 << place
        sides = [side for side in ones(state.printed.sides.around[place]) if state.printed.limit[side]]
        taken = state.crossed[AXIS] | state.crossed[ALLIED]
        free = [side for side in sides if not taken >> side & 1]
        for side in rng.sample(free, min(len(free), rng.randint(1, 2))):
            state.crossed[attacker] |= 1 << side


def _lay_mines(state: Position, near: list[int], rng: Random) -> None:
    """Some minefields, each known to one side or to both."""
    for place in rng.sample(near, rng.randint(0, 3)):
        readers = rng.choice(((AXIS,), (ALLIED,), (AXIS, ALLIED)))
        state.mined_hexes |= 1 << place
        for side in readers:
            state.known_mines[side] |= 1 << place
        if len(readers) > 1:
            state.shown_mines |= 1 << place


def _set_memory(state: Position) -> None:
    """Either side has seen nothing but blocks."""
    state.may_hold = ignorant(state)
    state.least_cv = list(state.printed.step)
    state.unwatched = [state.printed.board.all] * 2

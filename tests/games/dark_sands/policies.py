"""How a random player of The Dark Sands seeks contact, and random positions in the thick of the fighting."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.state import (
    READY,
    REBUILDABLE,
    S_GONE,
    S_READY,
    S_USED,
    S_WAITING,
    WAITING,
    Sands,
    last_turn,
    on_map,
    put,
)
from sandtable.games.dark_sands.verbs import ATTACK, DONE, JOIN, MOBILE, STOP, SUPPORT, TO
from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Choice, Options, listed, pack, unpack
from sandtable.kernel.flow import advance

FRONTS = ("1550", "2129", "2730", "1906", "2719", "1160", "1877", "1702", "2042", "2525")
"""Where a clash may be: near the joins, forts and escarpments too."""
MOST_UNITS = 24


def seeking(rng: Random) -> Callable[[Sands, Options], Choice]:
    """Attack if possible, with everybody and all supports; otherwise step to where an enemy is next."""

    def choose(state: Sands, options: Options) -> Choice:
        offered = dict(options)
        for verb in (ATTACK, JOIN, SUPPORT):
            if verb in offered and rng.random() < 0.85:
                return pack(verb, rng.choice(ones(offered[verb])))
        if TO in offered and state.group:
            enemies = state.printed.board.spread(state.occupied[1 - state.active])
            near = offered[TO] & enemies
            if near:
                return pack(TO, rng.choice(ones(near)))
            if state.steps_made > 8 and STOP in offered:
                return pack(STOP)
        if rng.random() < 0.1 or MOBILE in offered:
            return rng.choice(list(listed(options)))
        going_on = [choice for choice in listed(options) if unpack(choice)[0] not in (DONE, STOP)]
        return rng.choice(going_on or list(listed(options)))

    return choose


def clash(rng: Random) -> Sands:
    """Both sides are thrown together around some place, in any turn, with any chits played and any markers."""
    scenario = rng.choice(GAME.scenarios).id
    state = GAME.start(scenario, {"until": "campaign"})
    state.frames.clear()
    state.clear("segment")
    state.turn = rng.randint(state.turn, last_turn(state))
    _clear_the_map(state)
    _throw_together(state, rng)
    _mark(state, rng)
    state.cup, state.held = state.printed.cups[state.turn], state.printed.priority[state.turn]
    state.frames.append(GAME_TURN.frame(step=_step(rng)))
    advance(state, GAME.kinds)
    return state


def _step(rng: Random) -> int:
    names = [step.__name__ for step in GAME_TURN.steps]
    return names.index(rng.choice(("initiative_action", "random_actions")))


def _clear_the_map(state: Sands) -> None:
    """Whoever has come by now waits to be rebuilt; garrisons are ready."""
    printed = state.printed
    coming = {
        line.unit for lines in printed.arrivals[state.turn + 1 :] for line in lines if line.action == "arrive"
    }
    for unit in range(len(state.place)):
        if printed.garrisons >> unit & 1:
            put(state, unit, READY)
        else:
            put(state, unit, WAITING if unit in coming else REBUILDABLE)
        state.version[unit] = sum(turn < state.turn for turn in printed.units[unit].upgrades)
    state.reduced = state.boxes[AXIS] = state.boxes[ALLIED] = 0


def _throw_together(state: Sands, rng: Random) -> None:
    printed = state.printed
    centre = bit(printed.board.number[rng.choice(FRONTS)])
    for _ in range(rng.randint(1, 4)):
        centre |= printed.board.spread(centre)
    hexes = ones(centre & printed.board.all)
    sides = {place: rng.randrange(2) for place in hexes}
    for unit in rng.sample(range(len(printed.units)), MOST_UNITS + rng.randrange(MOST_UNITS)):
        own = [place for place in hexes if sides[place] == printed.owners[unit] and fits(state, place, bit(unit))]
        if own:
            put(state, unit, rng.choice(own))
    for place in ones(printed.places.kept):
        for side in (AXIS, ALLIED):
            if state.occupied[side] >> place & 1:
                state.controlled[side] |= bit(place)
                state.controlled[1 - side] &= ~bit(place)


def _mark(state: Sands, rng: Random) -> None:
    everybody = on_map(state, (1 << len(state.place)) - 1)
    for unit in ones(everybody):
        state.oos |= (rng.random() < 0.15) << unit
        state.disorganised |= (rng.random() < 0.1) << unit
        state.reduced |= (rng.random() < 0.3) << unit
    state.reduced &= state.printed.two_step
    for side in (AXIS, ALLIED):
        for place in ones(state.occupied[side]):
            if rng.random() < 0.2 and state.boxes[side].bit_count() < 5:
                state.boxes[side] |= bit(place)
    coming = {line.support for lines in state.printed.arrivals[state.turn + 1 :] for line in lines}
    for support in range(len(state.supports)):
        state.supports[support] = (
            S_WAITING if support in coming else rng.choice((S_READY, S_READY, S_USED, S_GONE))
        )

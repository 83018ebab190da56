"""5.3, condition 3: a withdrawal on a Pass must leave the supply network smaller than it was.

The network before lies in `state.network` of the side. A step, a stop or a unit is offered only if some way to
finish the move is known from there: with nobody else moving, or with everybody else of the move gone as well. The
ways to finish are few on purpose, but going one step along one of them keeps it known, so there are no dead ends.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.battles import settle
from sandtable.games.rommel_in_the_desert.orders import move_of, under_orders
from sandtable.games.rommel_in_the_desert.state import (
    OUT,
    Position,
    enemy_of,
    firm_at,
    put,
    set_disrupted,
    units_at,
)
from sandtable.games.rommel_in_the_desert.supply import network
from sandtable.games.rommel_in_the_desert.ways import NOWHERE, Way, Ways, line_key, ways_of
from sandtable.kernel.bits import mask_of, ones

Plan = frozenset[tuple[int, int]]
"""Units and the hexes they go to."""
KEPT_NETWORKS = 512
"""So many networks are remembered: the same ends are weighed again at every step towards them."""

_networks: dict[tuple[object, ...], int] = {}


def network_of(state: Position) -> int:
    """12.6: the network of the active side."""
    side = state.active
    key = (state.held[side], *_fed_hexes(state), *line_key(state, side, state.firm[side]))
    found = _networks.get(key)
    if found is None:
        if len(_networks) >= KEPT_NETWORKS:
            _networks.clear()
        found = _networks[key] = network(state, side)
    return found


def _fed_hexes(state: Position) -> list[int]:
    """13.3: by fortress the hexes of the units it supplies."""
    on_map = [mask_of(unit for unit in ones(units) if state.place[unit] >= 0) for units in state.by_fortress]
    return [mask_of(state.place[unit] for unit in ones(units)) for units in on_map]


def is_smaller(state: Position) -> bool:
    """Condition 3, ruling 11: is the network of the active side a proper subset of what it was?"""
    before, after = state.network[state.active], network_of(state)
    return after != before and not after & ~before


def party(state: Position) -> int:
    """5.1-5.3: the units that the declared withdrawal may still move, those in battles not counted."""
    return under_orders(state, move_of(state, 0))


def goal_of(state: Position) -> int:
    """5.2: where a regrouping withdrawal goes, or NOWHERE."""
    move = move_of(state, 0)
    return move.goal if move.regroup else NOWHERE


class Prospect:
    """Can the withdrawal be finished? Asked about units of one move that stand in quiet hexes, or in one battle.

    From a battle hex everybody undisrupted must go (10.4), as the last thing done; elsewhere each may go or stay.
    """

    __slots__ = ("_battle", "_known", "_picks", "_state", "_units")

    def __init__(self, state: Position, units: int, battle: int = NOWHERE) -> None:
        """`units`: those that can still go, and one that is on its way; `battle`: the hex they have to leave."""
        self._state, self._units, self._battle = state, units, battle
        self._known: dict[Plan, bool] = {}
        self._picks: list[dict[int, int]] = []
        if self._after(frozenset((unit, OUT) for unit in ones(units))) != state.network[state.active]:
            # Whatever they do the lines of all others stay: if those were the whole network it would be hopeless.
            self._picks = self._pick()

    def _pick(self) -> list[dict[int, int]]:
        """Where all may go: to a hex that carries lines already, and so adds none; or as far back as they can."""
        ends = {unit: _ends(self._state, unit) for unit in ones(self._units)}
        carry = self._state.lines_held
        picks = [
            {unit: _nearest(self._state, unit, ends[unit] & carry or ends[unit]) for unit in ends if ends[unit]},
            {unit: _nearest(self._state, unit, ends[unit]) for unit in ends if ends[unit]},
        ]
        return picks[:1] if picks[0] == picks[1] else picks

    def works(self, unit: int, end: int) -> bool:
        """May the unit end its withdrawal here?"""
        return any(self._shrinks(plan) for plan in self._plans(unit, end))

    def _plans(self, unit: int, end: int) -> list[Plan]:
        others = self._units & ~(1 << unit)
        alone = [frozenset([(unit, end)])] if self._picks and (self._battle == NOWHERE or not others) else []
        together = []
        for pick in self._picks:
            able = [other for other in ones(others) if other in pick]
            if able and (self._battle == NOWHERE or len(able) == others.bit_count()):
                together.append(frozenset([(unit, end), *((other, pick[other]) for other in able)]))
        return alone + together

    def _shrinks(self, plan: Plan) -> bool:
        known = self._known.get(plan)
        if known is None:
            before, after = self._state.network[self._state.active], self._after(plan)
            known = self._known[plan] = after != before and not after & ~before
        return known

    def _after(self, plan: Plan) -> int:
        """The network when these have gone there; who leaves a battle is disrupted, who stays there routed."""
        trial, side = self._state.copy(), self._state.active
        for unit, end in plan:
            put(trial, unit, end)
            if self._battle != NOWHERE:
                set_disrupted(trial, 1 << unit, True)
        if self._battle != NOWHERE and not firm_at(trial, side, self._battle):
            for unit in ones(units_at(trial, side, self._battle)):
                put(trial, unit, OUT)
            settle(trial, self._battle)
        return network_of(trial)

    def opens(self, unit: int, ways: Ways, way: Way) -> bool:
        """May a unit go this way, to end there or further on?"""
        if not self._picks:
            return False
        return self.works(unit, way[-1]) or any(self.works(unit, longer[-1]) for longer in ways.all_from(way))

    def is_open(self, unit: int) -> bool:
        """May the unit move at all?"""
        if not any(unit in pick for pick in self._picks):
            return False
        likely = {pick[unit] for pick in self._picks if unit in pick}
        if any(self.works(unit, end) for end in likely):
            return True
        return any(self.works(unit, end) for end in ones(_ends(self._state, unit)) if end not in likely)


def prospect_of(state: Position, unit: int, origin: int) -> Prospect:
    """The prospect of a unit that has set out from `origin`, or is about to."""
    if state.held[enemy_of(state.active)] >> origin & 1:
        return Prospect(state, firm_at(state, state.active, origin) | 1 << unit, origin)
    return Prospect(state, party(state) | 1 << unit)


def _ends(state: Position, unit: int) -> int:
    """Where a unit may go by itself; never into disrupted enemies, for what comes of that is not known."""
    ways, goal = ways_of(state, unit), goal_of(state)
    if not ways.has_line():
        return 0
    ends = ways.ends() & ~state.held[enemy_of(state.active)]
    return ends if goal == NOWHERE else ends & 1 << goal


def _nearest(state: Position, unit: int, ends: int) -> int:
    """The end nearest to the source."""
    ways = ways_of(state, unit)
    return min(ones(ends), key=lambda end: (ways.distance(end), end))

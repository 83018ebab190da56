"""5.3, condition 3: a withdrawal on a Pass must leave the supply network smaller than it was.

`state.network` of the side holds the network before. A step, a stop or a unit is offered only if some way to
finish the move is known from there: with no other unit moving, or with all others of the move going too, and with
or without leaving a battle at the end. Only a few ways to finish are tried, on purpose, but a unit that goes one
step along one of them can still finish it. (Only enemies routed into the way could spoil it; then the move may end
as it is.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    in_battle_under_move,
    move_of,
    under_move,
)
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import NOWHERE, Ways, alike, ways_of
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import settle
from sandtable.games.rommel_in_the_desert.rules.c12_networks import Standing, network, network_with, standing_of
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import Way
from sandtable.games.rommel_in_the_desert.state import (
    OUT,
    Position,
    firm_at,
    put,
    set_disrupted,
    units_at,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.sides import ENEMY_OF

Outcome = frozenset[tuple[int, int]]
"""Units and the hexes they go to."""
Sort = tuple[int, int, int]
"""What units that can withdraw in the same way have in common: see `alike`."""


def is_smaller(state: Position) -> bool:
    """Condition 3, ruling 11: is the active side's network a proper subset of what it was?"""
    before, after = state.network[state.active], network(state, state.active)
    return after != before and not after & ~before


def party(state: Position) -> int:
    """5.1-5.3: the units outside battles that the declared withdrawal may still move."""
    return under_move(state, move_of(state, 0))


def goal_of(state: Position) -> int:
    """5.2: where a regrouping withdrawal goes, or NOWHERE."""
    move = move_of(state, 0)
    return move.goal if move.regroup else NOWHERE


def retreats_to_come(state: Position) -> dict[int, int]:
    """10.3: the battles that the declared withdrawal may still leave, each with all units that must go."""
    hexes = {state.place[unit] for unit in ones(in_battle_under_move(state, move_of(state, 0)))}
    return {place: firm_at(state, state.active, place) for place in hexes}


class Prospect:
    """Can the withdrawal be finished? Asked about units of one move that are in quiet hexes, or in one battle.

    All undisrupted units must leave a battle hex (10.4), at the end of the move; elsewhere each may go or stay.
    """

    __slots__ = (
        "_battle",
        "_ends",
        "_ends_by_sort",
        "_failed",
        "_hopeless",
        "_known",
        "_networks",
        "_picked",
        "_picks",
        "_retreats",
        "_sorts",
        "_standing",
        "_state",
        "_units",
    )

    def __init__(self, state: Position, units: int, battle: int = NOWHERE) -> None:
        """`units`: those that can still go, and one that is on its way; `battle`: the hex they have to leave."""
        self._state, self._units, self._battle = state, units, battle
        self._known: dict[Outcome, bool] = {}
        self._sorts: dict[int, Sort] = {}
        self._ends: dict[int, Sequence[int]] = {}
        self._ends_by_sort: dict[Sort, Sequence[int]] = {}
        self._picks: list[dict[Sort, int]] = [{} for _ in PICKS]
        self._picked: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._standing = standing_of(state, state.active)
        self._networks: dict[tuple[int, int], int] = {}
        """By the units gone and the hexes they have gone to: which unit went where does not matter to a network,
        unless a fortress supplies one."""
        self._retreats = retreats_to_come(state) if battle == NOWHERE else {}
        self._failed = False
        self._hopeless: bool | None = None

    def _is_hopeless(self) -> bool:
        """Whatever these do, the lines of all others remain: if they are the whole network, there is no hope."""
        if self._hopeless is None:
            before, groups = self._state.network[self._state.active], self._retreats.items()
            self._hopeless = self._after(self._without(self._units), self._battle) == before and all(
                self._after(self._without(self._units | units), place) == before for place, units in groups
            )
        return self._hopeless

    def works(self, unit: int, end: int) -> bool:
        """May the unit end its withdrawal here, with the others going or staying as they can?"""
        if any(self._shrinks(outcome, self._battle) for outcome in self._with_others(unit, end)):
            return True
        return any(self._works_by_retreat(unit, end, place) for place in self._retreats)

    def _works_by_retreat(self, unit: int, end: int, place: int) -> bool:
        """The same if a battle is left afterwards."""
        for leaving in self._outcomes(self._retreats[place], end, True):
            if any(self._shrinks(outcome.union(leaving), place) for outcome in self._with_others(unit, end)):
                return True
        return False

    def _with_others(self, unit: int, end: int) -> Iterator[Outcome]:
        """The unit ends here, and the others go or, if they may, stay."""
        others = self._units & ~(1 << unit)
        if self._battle == NOWHERE or not others:
            yield frozenset([(unit, end)])
        for outcome in self._outcomes(others, end, self._battle != NOWHERE):
            yield frozenset([(unit, end), *outcome])

    def opens(self, unit: int, ways: Ways, way: Way) -> bool:
        """May a unit go this way and end there or further on?"""
        return self.works(unit, way[-1]) or any(self.works(unit, end) for end in ones(ways.ends_from(way)))

    def is_open(self, unit: int) -> bool:
        """May the unit move at all?"""
        return any(self.works(unit, end) for end in self._ends_of(unit))

    # How the others finish the move

    def _outcomes(self, others: int, end: int, whole: bool) -> Iterator[list[tuple[int, int]]]:
        """All that can go do so, each to an end picked for it or all to the same; `whole`: none may be left."""
        able = self._able(others)
        if not able or (whole and len(able) < others.bit_count()):
            return
        for pick in range(len(PICKS)):
            yield self._following(pick, others)
        if all(end in self._ends_of(other) for other in able):
            yield [(other, end) for other in able]

    def _able(self, others: int) -> list[int]:
        """Those of them that can go."""
        return [other for other in ones(others) if self._ends_of(other)]

    def _following(self, pick: int, others: int) -> list[tuple[int, int]]:
        """These go, each to the end that is picked in this way for its sort."""
        known = self._picked.get((pick, others))
        if known is None:
            known = self._picked[pick, others] = [(other, self._pick(pick, other)) for other in self._able(others)]
        return known

    def _pick(self, pick: int, unit: int) -> int:
        picked, sort = self._picks[pick], self._sorts[unit]
        if sort not in picked:
            picked[sort] = PICKS[pick](self, unit)
        return picked[sort]

    def _ends_of(self, unit: int) -> Sequence[int]:
        """Where a unit may end its withdrawal, the nearest to its source first; among enemies last of all."""
        known = self._ends.get(unit)
        if known is None:
            sort = self._sorts[unit] = alike(self._state, unit)
            if sort not in self._ends_by_sort:
                self._ends_by_sort[sort] = self._sorted_ends(unit)
            known = self._ends[unit] = self._ends_by_sort[sort]
        return known

    def _sorted_ends(self, unit: int) -> Sequence[int]:
        ways, goal = ways_of(self._state, unit), goal_of(self._state)
        if not ways.has_line():
            return ()
        if goal == NOWHERE:
            return ways.ends_in_order()
        return (goal,) if ways.ends() >> goal & 1 else ()

    def nearest(self, unit: int) -> int:
        """As far back as it can."""
        return self._ends_of(unit)[0]

    def carrying(self, unit: int) -> int:
        """To a hex that already carries lines, so that it adds none."""
        held = self._state.lines_held
        return next((end for end in self._ends_of(unit) if held >> end & 1), self.nearest(unit))

    def harmless(self, unit: int) -> int:
        """As far back as it can go without adding a line, once the others of the move have gone."""
        rest = self._without(self._units & ~(1 << unit))
        before = self._state.network[self._state.active]
        ends = self._ends_of(unit)
        return next(
            (end for end in ends if not self._after(rest | {(unit, end)}, self._battle) & ~before), ends[0]
        )

    # The result

    @staticmethod
    def _without(units: int) -> Outcome:
        return frozenset((unit, OUT) for unit in ones(units))

    def _shrinks(self, outcome: Outcome, battle: int) -> bool:
        """Is the network smaller then? Once an outcome has failed, it pays to check for hope first."""
        known = self._known.get(outcome)
        if known is None:
            hope = not self._keeps_all(outcome, battle) and not (self._failed and self._is_hopeless())
            known = self._known[outcome] = hope and self._is_less(outcome, battle)
            self._failed |= hope and not known
        return known

    def _keeps_all(self, outcome: Outcome, battle: int) -> bool:
        """12.4: one unit goes, and all hexes that carried lines at the start still do: then no line is lost."""
        if len(outcome) > 1 or battle != NOWHERE:
            return False
        ((unit, end),) = outcome
        state, side, place = self._state, self._state.active, self._state.place[unit]
        if any(self._standing.fed) and any(fed >> unit & 1 for fed in state.by_fortress):
            return False  # its own line to the fortress goes with it (13.3)
        firm = state.firm[side]
        if not firm_at(state, side, place) & ~(1 << unit):
            firm &= ~(1 << place)
        return not state.lines_held & ~(firm | 1 << end)

    def _is_less(self, outcome: Outcome, battle: int) -> bool:
        before, after = self._state.network[self._state.active], self._after(outcome, battle)
        return after != before and not after & ~before

    def _after(self, outcome: Outcome, battle: int) -> int:
        """The network after these units have gone there, out of this battle if there is one."""
        state, gone, ends = self._state, 0, 0
        for unit, end in outcome:
            gone |= 1 << unit
            if end >= 0:
                ends |= 1 << end
        if battle != NOWHERE or ends & state.held[ENEMY_OF[state.active]]:
            return network(self._fought_out(outcome, battle), state.active)
        known = self._networks.get((gone, ends))
        if known is None or any(self._standing.fed):
            standing = self._standing_after(outcome, gone, ends)
            known = self._networks[gone, ends] = network_with(state, state.active, standing)
        return known

    def _standing_after(self, outcome: Outcome, gone: int, ends: int) -> Standing:
        """Where the units of the active side are when undisrupted ones have gone from quiet hexes to quiet
        hexes."""
        state, (held, firm, fed) = self._state, self._standing
        for place in {state.place[unit] for unit, _ in outcome}:
            left = units_at(state, state.active, place) & ~gone
            if not left:
                held &= ~(1 << place)
            if not left & ~state.disrupted:
                firm &= ~(1 << place)
        if any(fed):
            own, goes = state.printed.side_units[state.active], dict(outcome)
            fed = tuple(_hexes_after(state, units & own, goes) for units in state.by_fortress)
        return Standing(held | ends, firm | ends, fed)

    def _fought_out(self, outcome: Outcome, battle: int) -> Position:
        """These have gone, and disrupted enemies they meet are routed.

        Units that leave a battle are disrupted, and disrupted comrades that stay there are routed.
        """
        trial, side = self._state.copy(), self._state.active
        for unit, end in outcome:
            put(trial, unit, end)
            if end >= 0:
                _remove(trial, units_at(trial, ENEMY_OF[side], end))
            if battle != NOWHERE and (battle == self._battle or self._state.place[unit] == battle):
                set_disrupted(trial, 1 << unit, True)
        if battle != NOWHERE and not firm_at(trial, side, battle):
            _remove(trial, units_at(trial, side, battle))
            settle(trial, battle)
        return trial


def _hexes_after(state: Position, units: int, goes: dict[int, int]) -> int:
    places = (goes.get(unit, state.place[unit]) for unit in ones(units))
    return mask_of(place for place in places if place >= 0)


def _remove(trial: Position, units: int) -> None:
    for unit in ones(units):
        put(trial, unit, OUT)


PICKS = (Prospect.carrying, Prospect.nearest, Prospect.harmless)
"""How the ends of the others are picked."""


def prospect_of(state: Position, unit: int, origin: int) -> Prospect:
    """The prospect of a unit that has set out from `origin`, or is about to."""
    if state.held[ENEMY_OF[state.active]] >> origin & 1:
        return Prospect(state, firm_at(state, state.active, origin) | 1 << unit, origin)
    return Prospect(state, party(state) | 1 << unit)

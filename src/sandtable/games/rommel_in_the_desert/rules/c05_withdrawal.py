"""5.3: withdrawal moves: units go back along their own supply lines, on a Pass, from a refused battle, in a rout.

`withdraw_group` takes a group out of a hex, unit by unit as its owner chooses; `leave` moves a single one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.games.rommel_in_the_desert.knowledge.memory import relocated, trod
from sandtable.games.rommel_in_the_desert.printed.data import ROAD_BONUS
from sandtable.games.rommel_in_the_desert.rules.c03_asking import side_faults
from sandtable.games.rommel_in_the_desert.rules.c05_smaller_network import prospect_of
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal_ways import NOWHERE, Ways, can_withdraw, road_of
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import cross_out, engage, settle
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name
from sandtable.games.rommel_in_the_desert.rules.c09_losses import disrupt, eliminate
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import Way
from sandtable.games.rommel_in_the_desert.rules.c17_victory import check_bases
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, put, units_at
from sandtable.games.rommel_in_the_desert.verbs import HEX, STOP, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, listed, many, one, perhaps
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def withdraw_group(
    state: Position, place: int, side: int, units: int, goal: int = NOWHERE, bound: int = 0
) -> None:
    """5.3, 10.2, 11.3: these units leave a hex, to `goal` if one is named; those that cannot are eliminated.

    `bound`: the network must be smaller afterwards (condition 3, on a Pass).
    """
    if units:
        # They fire no more in this phase, and which of them have fired must not show where each goes (10.5).
        state.fired &= ~units
        push(state, WITHDRAWAL, place, side, units, goal, bound)


def _next_leaver(state: Position, frame: Frame) -> None:
    """10.1: units that cannot leave are eliminated; one of the others goes, as their owner chooses."""
    _, _, place, side, units, goal, bound = frame
    left = [unit for unit in ones(units) if state.place[unit] == place]
    for unit in left:
        if not can_withdraw(state, unit):
            eliminate(state, unit, "10.1")
    left = [unit for unit in left if state.place[unit] == place]
    if not left:
        settle(state, place)
        check_bases(state)
        return
    again(state)
    if len(left) > 1:
        push(state, NEXT_LEAVER, place, side, sum(1 << unit for unit in left), goal, bound)
    else:
        leave(state, left[0], goal, bound)


class Withdrawal(Steps[Position]):
    """5.3: a group leaves a hex; see `withdraw_group`."""

    name = "withdrawal"
    on = ("refusal.withdraw_refusers", "fall-back._fall_back", "rout.flee")
    steps = (_next_leaver,)
    hex = one("hex")
    side = one("side")
    units = many("unit")
    goal = perhaps("hex")
    bound = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from side_faults(state, self.units(frame), self.side(frame))
        if self.bound(frame) and not state.moves:
            yield say("units withdraw on a pass, but no withdrawal was declared")


WITHDRAWAL = Withdrawal()


class NextLeaver(ChoiceKind[Position]):
    """5.3: the units of a group that leaves go one by one."""

    name = "next-leaver"
    on = ("withdrawal:_next_leaver",)
    rule = "5.3"
    hex = one("hex")
    asks = one("side")
    units = many("unit")
    goal = perhaps("hex")
    bound = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.units(frame) & ~units_at(state, self.side(state, frame), self.hex(frame)):
            yield say("units leave a hex in which they are not")
        if self.bound(frame) and not state.moves:
            yield say("units withdraw on a pass, but no withdrawal was declared")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(UNIT, self.units(frame))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        leave(state, argument, self.goal(frame), self.bound(frame))

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{place}: choose the next unit to withdraw", place=place_name(state, self.hex(frame)))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT:
            return "5.3", say("that unit does not withdraw with this group")
        return "5.3", otherwise("choose the next unit of the group that withdraws")


# One unit


def leave(state: Position, unit: int, goal: int, bound: int) -> None:
    """5.3: a unit begins to withdraw along one of its lines."""
    push(state, LEAVE, unit, goal, bound, state.place[unit])


def leads_to(ways: Ways, way: Way, goal: int) -> bool:
    """5.2: is this way the beginning of one that ends at the goal?"""
    return way[-1] == goal or bool(ways.ends_from(way) >> goal & 1)


class Leave(ChoiceKind[Position]):
    """5.3: one hex further along a supply line, or stop.

    `goal`: where a regroup goes; `bound`: the network must get smaller; `way`: the hexes so far, with the first.
    """

    name = "leave"
    on = ("withdraw", "withdrawal:_next_leaver")
    rule = "5.3"
    unit = one("unit")
    goal = perhaps("hex")
    bound = flag()
    way = listed(one("hex"))

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        way, adjacent = self.way(frame), state.printed.board.adjacent
        if not way or way[-1] != state.place[self.unit(frame)]:
            yield say("the way of a unit that withdraws does not end where it is")
        elif any(not adjacent[here] >> place & 1 for here, place in pairwise(way)):
            yield say("the way of a unit that withdraws does not go from hex to hex")
        if self.bound(frame) and not state.moves:
            yield say("units withdraw on a pass, but no withdrawal was declared")

    def side(self, state: Position, frame: Frame) -> int:
        return state.printed.side_of[self.unit(frame)]

    def legal(self, state: Position, frame: Frame) -> Options:
        unit, goal, way = self.unit(frame), self.goal(frame), self.way(frame)
        ways = Ways(state, unit, way[0])
        hexes = ways.next_hexes(way)
        if goal != NOWHERE:
            hexes = sum(1 << place for place in ones(hexes) if leads_to(ways, (*way, place), goal))
        stop = len(way) > 1 and goal == NOWHERE
        if self.bound(frame):
            hexes, stop = keeping_the_promise(state, ways, unit, way, hexes, stop)
        return offer((HEX, hexes), (STOP, stop))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        unit, way = self.unit(frame), self.way(frame)
        if verb == HEX:
            way = (*way, argument)
            replace(state, unit, self.goal(frame), self.bound(frame), *way)
            _step(state, unit, way)
            if self._goes_on(state, frame, way):
                check_bases(state)
                if not state.frames:
                    note_way(state, unit, way)
                return
        pop(state)
        note_way(state, unit, way)
        _arrive(state, unit, way)

    def _goes_on(self, state: Position, frame: Frame, way: Way) -> bool:
        """It stops at its destination and where it meets disrupted enemies. Otherwise its owner says when to stop:
        a withdrawal that ended by itself would give away the unit's speed."""
        unit, enemies = self.unit(frame), state.held[ENEMY_OF[self.side(state, frame)]]
        meets = not state.disrupted >> unit & 1 and enemies >> way[-1] & 1
        return way[-1] != self.goal(frame) and not meets

    def prompt(self, state: Position, frame: Frame) -> Message:
        name = state.printed.units[self.unit(frame)].name
        if len(self.way(frame)) > 1:
            return say("{unit} withdraws: go on along its supply line, or stop", unit=name)
        return say("{unit} withdraws: choose the first hex of its supply line", unit=name)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        unit, way = self.unit(frame), self.way(frame)
        if verb == HEX:
            return why_not_hex(state, frame, Ways(state, unit, way[0]), argument)
        if verb == STOP and len(way) == 1:
            return "5.3", say("it must leave")
        if verb == STOP and self.goal(frame) != NOWHERE:
            return "5.2", say("a regrouping unit ends its move in the destination")
        if verb == STOP:
            return "5.3", say("the supply network would not be smaller than before")
        name = state.printed.units[unit].name
        return "5.3", otherwise("finish the withdrawal of {unit} first", unit=name)


NEXT_LEAVER, LEAVE = NextLeaver(), Leave()


def keeping_the_promise(
    state: Position, ways: Ways, unit: int, way: Way, hexes: int, stop: bool
) -> tuple[int, bool]:
    """5.3, condition 3: the hexes, and the stop, after which the network can still get smaller.

    If an enemy routed into its way has left none of these, the unit may go on freely: it cannot go back.
    """
    if hexes.bit_count() + stop <= 1:
        return hexes, stop
    prospect = prospect_of(state, unit, way[0])
    good = sum(1 << place for place in ones(hexes) if prospect.opens(unit, ways, (*way, place)))
    may_stop = stop and prospect.works(unit, way[-1])
    return (good, may_stop) if good or may_stop else (hexes, stop)


def why_not_hex(state: Position, frame: Frame, ways: Ways, place: int) -> tuple[str, Message]:
    """The first condition of a withdrawal that forbids this hex."""
    way, goal = LEAVE.way(frame), LEAVE.goal(frame)
    here = way[-1]
    if not state.printed.board.touching[here] >> place & 1:
        return "5.3", say("a unit moves one hex at a time, to a neighbouring hex")
    if not state.printed.board.adjacent[here] >> place & 1:
        return "1.4", say("the hexside between them cannot be crossed")
    if ways.bars(way) >> place & 1:
        return ways.why_barred(way, place)
    if not ways.along_lines(way, 1 << place):
        return "5.3", say("that hex is not on a supply line of this unit")
    if not ways.not_away(here, place):
        return "5.3", say("a withdrawal never leads away from the source of supply")
    if not ways.payable(way) >> place & 1:
        return "6.1", say("it has no movement left for that")
    if goal != NOWHERE and not leads_to(ways, (*way, place), goal):
        return "5.2", say("it could not reach the destination from there")
    return "5.3", otherwise("the supply network would not be smaller than before")


def _step(state: Position, unit: int, way: Way) -> None:
    """One hexside: what it does to a battle left behind and to disrupted enemies, and what is seen of it."""
    side, here, place = state.printed.side_of[unit], way[-2], way[-1]
    enemies = state.held[ENEMY_OF[side]]
    put(state, unit, place)
    if side == state.active:
        state.moved |= 1 << unit
    if len(way) == 2 and enemies >> here & 1:
        cross_out(state, unit, here, place)
    if enemies >> place & 1 and not state.disrupted >> unit & 1:
        engage(state, unit, here, place)
    if state.sink is not None:
        tell(state, "block-moved", "5.3", side=side, origin=here, hex=place)
        tell(state, "moved", "5.3", audience=1 << side, instead=True, unit=unit, origin=here, hex=place)
    trod(state, unit, place)


def note_way(state: Position, unit: int, way: Way) -> None:
    """1.0: the withdrawal of a block is over; the enemy learns where it went and how fast it must be."""
    relocated(state, unit, way[0], way[-1], len(way) - 1 - ROAD_BONUS[road_of(state, way)])


def _arrive(state: Position, unit: int, way: Way) -> None:
    """5.3, 7.2, 11.3: a unit that has left enemies is disrupted; disrupted enemies it met are routed first."""
    side, place = state.printed.side_of[unit], way[-1]
    if state.held[ENEMY_OF[side]] >> way[0] & 1:
        push(state, LEFT, unit)
    if firm_at(state, side, place) and state.held[ENEMY_OF[side]] >> place & 1:
        from sandtable.games.rommel_in_the_desert.rules.c11_rout import rout_unprotected

        rout_unprotected(state, ENEMY_OF[side], place)
    check_bases(state)


def _settle_down(state: Position, frame: Frame) -> None:
    """7.2, 7.3, 10.2, 11.3: it is disrupted, or disrupted again, and hidden once more."""
    unit = LEFT.unit(frame)
    if state.place[unit] >= 0:
        disrupt(state, unit, "7.2")
        state.shown &= ~(1 << unit)


class Left(Steps[Position]):
    """7.2, 11.3: a unit has left enemies behind."""

    name = "left"
    on = ("withdraw", "withdrawal:_next_leaver")
    steps = (_settle_down,)
    unit = one("unit")


LEFT = Left()

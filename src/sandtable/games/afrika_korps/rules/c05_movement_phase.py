"""3.1, 3.3, 5: the movement phase: units move step by step, embark, declare automatic victories."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice, in_turn
from sandtable.games.afrika_korps.rules.c05_movement import Ground, group_steps, movable, move_group, payable, step
from sandtable.games.afrika_korps.rules.c05_reach import reach
from sandtable.games.afrika_korps.rules.c05_refusals import why_no_move, why_no_step
from sandtable.games.afrika_korps.rules.c09_automatic_victory import (
    begin_declaration,
    hexes_that_feed,
    needy_attackers,
    possible_victims,
    victories_are_fed,
)
from sandtable.games.afrika_korps.rules.c15_capture import destroy
from sandtable.games.afrika_korps.rules.c23_sea import embark, embarkable
from sandtable.games.afrika_korps.state import Position, hexes_of, on_map, supply_on_map
from sandtable.games.afrika_korps.verbs import DECLARE, DESTROY, DONE, EMBARK, HEX, STOP, UNIT
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Choice, Options, offer, pack
from sandtable.kernel.fields import flag, many
from sandtable.kernel.flow import pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


def spare_supply(state: Position) -> int:
    """15.5, ruling 21: friendly supply that may be destroyed or embarked without starving an automatic victory."""
    supply = supply_on_map(state, state.active)
    if not state.cancelled:
        return supply
    return sum(1 << unit for unit in ones(supply) if victories_are_fed(state, 1 << unit))


def bound_supply(state: Position, supply: int, ground: Ground) -> int:
    """14.5, ruling 21: supply that cannot take a step without starving an automatic victory."""
    return sum(1 << unit for unit in ones(supply) if not open_steps(state, 1 << unit, ground))


class Movement(ActiveChoice):
    """5.1, 8.2: the active side moves as many of its units as it wishes, in any order."""

    name = "movement"
    on = in_turn(".move")
    rule = "5.1"
    words = say("Choose a unit to move, or end movement")

    def legal(self, state: Position, frame: Frame) -> Options:
        ground = Ground(state, state.active)
        units = movable(state, ground)
        if state.cancelled:
            units &= ~bound_supply(state, units & state.printed.supply, ground)
        ships = embarkable(state)
        supply = spare_supply(state)
        if ships & state.printed.supply:
            ships &= ~state.printed.supply | supply
        return offer(
            (UNIT, units), (EMBARK, ships), (DECLARE, possible_victims(state)), (DESTROY, supply), (DONE, True)
        )

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            push(state, MOVE, 1 << argument, 0)
        elif verb == EMBARK:
            embark(state, argument)
        elif verb == DECLARE:
            begin_declaration(state, argument)
        elif verb == DESTROY:
            destroy(state, argument)
        else:
            pop(state)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return why_no_move(state, verb, argument)


class Move(ActiveChoice):
    """5.2, 6.2: units that travel together go one hex further, or stop."""

    name = "move"
    on = ("movement",)
    rule = "5.2"
    group = many("unit")
    moved = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        group = self.group(frame)
        own = on_map(state, group & state.printed.side_units[state.active])
        walkers = group & ~(1 << state.printed.rommel) or group
        if not group or own != group or hexes_of(state, walkers).bit_count() > 1:
            yield say("units that move together are not in one hex, or not units of the side that moves")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, group, moved = frame
        ground = Ground(state, state.active)
        hexes = open_steps(state, group, ground)
        if moved:
            return offer((HEX, hexes), (STOP, may_stop(state, group, ground)))
        return offer((HEX, hexes), (UNIT, companions(state, group, ground)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        group = self.group(frame)
        if verb == HEX:
            replace(state, group, 1)
            move_group(state, group, argument)
            if not self.goes_on(state, group):
                state.frames.remove(self.frame(group, 1))
        elif verb == UNIT:
            replace(state, group | 1 << argument, 0)
        else:
            pop(state)

    def goes_on(self, state: Position, group: int) -> bool:
        """Can all of them still pay for a step? If not, the move ends by itself."""
        if group & state.stopped:
            return False
        rommel = state.printed.rommel
        with_rommel = bool(group >> rommel & 1)
        return all(payable(state, unit, with_rommel and unit != rommel) for unit in ones(group))

    def prompt(self, state: Position, frame: Frame) -> Message:
        names = ", ".join(state.printed.units[unit].id for unit in ones(self.group(frame)))
        if self.moved(frame):
            return say("{units}: move on, or stop here", units=names)
        return say("{units}: choose the next hex, or units to take along", units=names)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return why_no_step(state, self.group(frame), bool(self.moved(frame)), verb, argument)


def open_steps(state: Position, group: int, ground: Ground) -> int:
    """The hexes a group may enter such that its move can still end legally (14.5)."""
    hexes = group_steps(state, group, ground)
    if hexes and state.cancelled and group & state.printed.supply:
        hexes &= ~starving_steps(state, group, hexes, ground)
    return hexes


def may_stop(state: Position, group: int, ground: Ground) -> bool:
    """9.1, 9.7, 14.5: not in a victim's hex, nor where an automatic victory would be left without supply."""
    place = state.place[(group & -group).bit_length() - 1]
    if ground.victims >> place & 1:
        return False
    return not group & state.printed.supply or victories_are_fed(state)


def starving_steps(state: Position, group: int, hexes: int, ground: Ground) -> int:
    """14.5, ruling 21: steps from which supply could not come back to where an automatic victory needs it."""
    supply = group & state.printed.supply
    needy = needy_attackers(state, supply)
    if not needy:
        return 0
    good = hexes_that_feed(state, needy) & ~ground.victims
    bad = 0
    for hex_number in ones(hexes & ~good):
        trial = state.copy()
        step(trial, group, hex_number, ground)
        # For units that travel together only the next step is looked at.
        alone = group == 1 << first(group)
        ends = reach(trial, first(group)).ends if alone else group_steps(trial, group, ground)
        if not ends & good:
            bad |= 1 << hex_number
    return bad


def companions(state: Position, group: int, ground: Ground) -> int:
    """6.2: units in the same hex that could travel with the group, each tried on its own."""
    printed = state.printed
    place = state.place[(group & -group).bit_length() - 1]
    here = state.stacks[place] & printed.side_units[state.active]
    friends = 0
    for unit in ones(here & ~group & ~state.stopped & ~state.frozen):
        if open_steps(state, group | 1 << unit, ground):
            friends |= 1 << unit
    return friends


MOVEMENT, MOVE = Movement(), Move()


def route(state: Position, unit: int, goal: int) -> list[Choice]:
    """The choices that take a unit to a hex from here; none when it cannot go there now."""
    frame = state.frames[-1]
    if frame[0] == MOVEMENT.number:
        run = [pack(UNIT, unit)]
    elif frame[0] == MOVE.number and MOVE.group(frame) == 1 << unit:
        run = []
    else:
        return []
    ways = reach(state, unit)
    return [*run, *(pack(HEX, place) for place in ways.path(goal))] if ways.ends >> goal & 1 else []

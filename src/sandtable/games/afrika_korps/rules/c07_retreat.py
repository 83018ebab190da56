"""7.6, 11.7, 23.7: retreats of two hexes, conducted by the winner, who may not cause an avoidable loss."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c15_capture import (
    Taking,
    ask_first,
    capture_after_combat,
    come_upon,
    take_after_combat,
)
from sandtable.games.afrika_korps.state import Position, combat_units_at, eliminate, on_map, put
from sandtable.games.afrika_korps.verbs import DONE, HEX, LOSE, PERMIT, REFUSE, UNIT
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Options, count, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, many, one, perhaps
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push, replace
from sandtable.kernel.matching import matched
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# The room for retreating units


def safe_hexes(state: Position, side: int) -> int:
    """7.6.1: hexes in which a retreating unit survives: playable, not enemy-held, in no enemy zone."""
    enemy = ENEMY_OF[side]
    return state.printed.board.all & ~zone(state, enemy) & ~state.occupied[enemy]


def routes(state: Position, unit: int) -> dict[int, int]:
    """7.6: first hex -> second hexes of a retreat it survives; never back, never twice (ruling 5)."""
    board = state.printed.board
    here = state.place[unit]
    safe = safe_hexes(state, state.printed.side_of[unit])
    found = {}
    for middle in ones(board.adjacent[here] & safe):
        ends = board.adjacent[middle] & safe & ~(1 << here)
        if ends:
            found[middle] = ends
    return found


def all_ends(state: Position, unit: int) -> int:
    """The hexes in which this unit's retreat may end."""
    ends = 0
    for hexes in routes(state, unit).values():
        ends |= hexes
    return ends


def most_survivors(room: dict[int, int], ends: list[int]) -> int:
    """How many of these units, each with the hexes open to it, find a place while there is room: a matching."""
    seats = matched({unit: ones(hexes) for unit, hexes in enumerate(ends)}, room)
    return sum(map(len, seats.values()))


def room_for(state: Position, side: int, hexes: int, leaving: int) -> dict[int, int]:
    """6.1, 7.6.1: how many more combat units each hex can take, once those still to retreat have left."""
    limit = state.printed.stacking
    return {
        place: max(0, limit - (combat_units_at(state, place, side) & ~leaving).bit_count())
        for place in ones(hexes)
    }


def outlook(room: dict[int, int], ends: list[int], fortress: int) -> tuple[int, int]:
    """The best retreat of these units: how many live, and, as a negative number, how many enter a fortress.

    `fortress` is the one they refuse to be sent into, or 0. Units that can end nowhere else enter it in any case
    and take its room first; of the others, as few as possible enter without costing a unit (11.7).
    """
    alive = most_survivors(room, ends)
    if not fortress & sum(1 << place for place in room):
        return alive, 0
    place = first(fortress & sum(1 << place for place in room))
    bound = sum(1 for hexes in ends if hexes and not hexes & ~fortress)
    free = [hexes for hexes in ends if hexes & ~fortress]
    seated = min(bound, room[place])
    entering = 0
    while seated + most_survivors({**room, place: entering}, free) < alive:
        entering += 1
    return alive, -bound - entering


def good_ends(state: Position, unit: int, others: int, refused: bool) -> int:
    """7.6.2, 11.7, ruling 5: ends for this unit that keep the best outlook for it and the others still to go."""
    fortress = state.printed.fortress if refused else 0
    mine = all_ends(state, unit)
    rest = [all_ends(state, other) for other in ones(others)]
    hexes = mine
    for mask in rest:
        hexes |= mask
    room = room_for(state, state.printed.side_of[unit], hexes, others | 1 << unit)
    best = outlook(room, [mine, *rest], fortress)
    good = 0
    for place in ones(mine):
        lives, enters = room[place] > 0, fortress >> place & 1
        alive, entering = outlook({**room, place: max(0, room[place] - 1)}, rest, fortress)
        if (alive + lives, entering - enters) == best:
            good |= 1 << place
    return good


# The procedure


def retreat(state: Position, units: int) -> None:
    """7.5, 7.6: these units retreat two hexes, moved by the other side."""
    push(state, RETREAT, units)


def ask_about_fortress(state: Position, frame: Frame) -> None:
    """11.7: a defender may refuse to be sent into a fortress if another way is as safe."""
    units = RETREAT.units(frame)
    if state.printed.side_of[first(units)] != state.active and has_choice_of_fortress(state, units):
        push(state, CONSENT, units)
    else:
        push(state, CONDUCT, units, 0, 0)


def has_choice_of_fortress(state: Position, units: int) -> bool:
    """11.7: could one of these be sent into a fortress or elsewhere at no cost?"""
    fortress = state.printed.fortress
    for unit in ones(units):
        if all_ends(state, unit) & fortress:
            ends = good_ends(state, unit, units & ~(1 << unit), False)
            if ends & fortress and ends & ~fortress:
                return True
    return False


def retreat_faults(state: Position, units: int, to_go: int) -> Iterator[Message]:
    """7.6: combat units of one side retreat, and those that are still to go are on the map."""
    if not any(units and not units & ~(state.printed.combat & own) for own in state.printed.side_units):
        yield say("only combat units of one side retreat together")
    if to_go != on_map(state, to_go):
        yield say("a unit that is not on the map has to retreat")


class Retreat(Steps[Position]):
    """7.6: units retreat together."""

    name = "retreat"
    on = ("aftermath",)
    steps = (ask_about_fortress,)
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from retreat_faults(state, self.units(frame), 0 if frame[1] else self.units(frame))


class Consent(ChoiceKind[Position]):
    """11.7: may the winner retreat these units into a fortress?"""

    name = "consent"
    on = ("retreat.ask_about_fortress",)
    rule = "11.7"
    words = say("May your units be retreated into a fortress?")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from retreat_faults(state, self.units(frame), self.units(frame))

    def side(self, state: Position, frame: Frame) -> int:
        return state.printed.side_of[first(self.units(frame))]

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((PERMIT, True), (REFUSE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        push(state, CONDUCT, self.units(frame), 0, int(verb == REFUSE))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "11.7", otherwise("first decide whether your units may be retreated into a fortress")


class Conduct(ChoiceKind[Position]):
    """7.5, 10.1: the winner chooses the next unit."""

    name = "conduct-retreat"
    on = ("retreat.ask_about_fortress",)
    rule = "7.6"
    words = say("Choose the next unit to retreat")
    to_go = many("unit")
    gone = many("unit")
    refused = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from retreat_faults(state, self.to_go(frame) | self.gone(frame), self.to_go(frame))

    def side(self, state: Position, frame: Frame) -> int:
        return ENEMY_OF[state.printed.side_of[first(self.to_go(frame) | self.gone(frame))]]

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(UNIT, self.to_go(frame))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, to_go, gone, refused = frame
        to_go &= ~(1 << argument)
        if not routes(state, argument):
            die_retreating(state, argument)
            self.go_on(state, to_go, gone, refused)
        else:
            replace(state, to_go, gone | 1 << argument, refused)
            push(state, RETREAT_STEP, argument, to_go, refused, -1, 0)

    def go_on(self, state: Position, to_go: int, gone: int, refused: int) -> None:
        """The next unit, or, when all have gone, the losses in overfull hexes."""
        pop(state)
        if to_go:
            push(state, CONDUCT, to_go, gone, refused)
        else:
            push_overflow(state, gone)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != UNIT:
            return "8.6", say("first carry out the retreat")
        if self.gone(frame) >> argument & 1:
            return "7.6", say("it has retreated already")
        return "7.6", otherwise("it is not one of the units that must retreat")


def die_retreating(state: Position, unit: int) -> None:
    """7.6.1, 23.7: a unit with no way out is eliminated, in a surrounded fortress too."""
    place = state.place[unit]
    rule = "23.7" if state.printed.fortress >> place & 1 else "7.6.1"
    tell(state, "died-retreating", rule, unit=unit, hex=place)
    eliminate(state, unit)


class RetreatStep(ChoiceKind[Position]):
    """7.6: the winner moves the unit, hex by hex.

    It has no origin until it has taken its first step. Captured supply may go along.
    """

    name = "retreat-step"
    on = ("conduct-retreat",)
    rule = "7.6"
    unit = one("unit")
    others = many("unit")
    refused = flag()
    origin = perhaps("hex")
    along = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, unit, others, _, _, along = frame
        wrong = [*retreat_faults(state, others | 1 << unit, others | 1 << unit)]
        yield from wrong
        if not wrong and not count(self.legal(state, frame)):
            yield say("{unit} cannot retreat from where it is", unit=state.printed.units[unit].id)
        if along & ~on_map(state, along & state.printed.supply):
            yield say("only supply on the map goes along with a retreating unit")

    def side(self, state: Position, frame: Frame) -> int:
        return ENEMY_OF[state.printed.side_of[self.unit(frame)]]

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, unit, others, refused, origin, _ = frame
        if origin >= 0:
            return [(HEX, self.second_hexes(state, unit, others, bool(refused), origin))]
        good = good_ends(state, unit, others, bool(refused))
        return [(HEX, sum(1 << middle for middle, ends in routes(state, unit).items() if ends & good))]

    def second_hexes(self, state: Position, unit: int, others: int, refused: bool, origin: int) -> int:
        """The unit is halfway through its retreat: judge the ends as seen from where it began."""
        middle = state.place[unit]
        trial = state.copy()
        put(trial, unit, origin)
        return good_ends(trial, unit, others, refused) & routes(trial, unit).get(middle, 0)

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, unit, others, refused, origin, along = frame
        here = state.place[unit]
        put(state, unit, argument)
        tell(state, "retreated", "7.6", unit=unit, origin=here, hex=argument)
        for supply in ones(along):
            put(state, supply, argument)
        if origin < 0:
            replace(state, unit, others, refused, here, 0)
            capture_on_the_way(state, unit)
            return
        pop(state)
        state.fugitives = state.fugitives & ~(1 << unit) | (state.printed.fortress >> argument & 1) << unit
        _, _, to_go, gone, refused = state.frames[-1]
        CONDUCT.go_on(state, to_go, gone, refused)
        capture_after_combat(state, unit)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit}: choose the hex it retreats to", unit=state.printed.units[self.unit(frame)].id)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HEX:
            return "8.6", say("first carry out the retreat")
        return why_no_retreat(state, self.unit(frame), argument, self.origin(frame), bool(self.refused(frame)))


def why_no_retreat(state: Position, unit: int, hex_number: int, origin: int, refused: bool) -> tuple[str, Message]:
    """Not adjacent, back to the battle hex, unsafe, refused, or at the cost of another unit."""
    printed, here = state.printed, state.place[unit]
    if hex_number >= printed.board.size:
        return "7.6.1", say("units do not retreat into the sea, into the depression or off the map")
    if not printed.board.adjacent[here] >> hex_number & 1:
        return "7.6", say("a retreat goes one hex at a time, to a neighbouring hex over passable ground")
    if hex_number == origin:
        return "7.6", say("a retreat does not return to the battle hex")
    if not safe_hexes(state, printed.side_of[unit]) >> hex_number & 1:
        return "7.6.2", say("the winner may not send units into enemies or their zones if there is another way")
    if origin >= 0 and refused and printed.fortress >> hex_number & 1:
        return "11.7", say("the defender refused to be sent into the fortress")
    if origin < 0 and hex_number not in routes(state, unit):
        return "7.6.2", say("a retreat is two hexes long, and no second hex beyond that one is safe")
    return "7.6.2", otherwise("that way a unit would be lost that another way can save")


def capture_on_the_way(state: Position, unit: int) -> None:
    """15.2.2: lone supply is also taken in mid-retreat."""
    supplies = come_upon(state, unit)
    if supplies:
        push(state, CAPTURE_ON_THE_WAY, supplies)


def take_on_the_way(state: Position, frame: Frame) -> None:
    """15.2.2: what was not destroyed is taken; supply in the captor's own hex may go along."""
    taken = take_after_combat(state, on_map(state, CAPTURE_ON_THE_WAY.supplies(frame)))
    pop(state)  # the captor's retreat is the frame below
    captor = RETREAT_STEP.unit(state.frames[-1])
    company = taken & state.stacks[state.place[captor]]
    if company:
        push(state, TAKE_ALONG, company)


class CaptureOnTheWay(Taking):
    """15.2.2: a unit in mid-retreat takes lone supply."""

    name = "capture-on-the-way"
    on = ("retreat-step",)
    steps = (ask_first, take_on_the_way)


class TakeAlong(ChoiceKind[Position]):
    """15.2.2: supply just captured may accompany its captor's retreat, if the captor's side wishes."""

    name = "take-along"
    on = ("retreat-step",)
    rule = "15.2.2"
    words = say("Should the captured supply go along with the retreating unit?")
    supplies = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        supplies = self.supplies(frame)
        if not supplies or supplies & ~on_map(state, supplies & state.printed.supply):
            yield say("only supply on the map goes along with a retreating unit")

    def side(self, state: Position, frame: Frame) -> int:
        return state.printed.side_of[first(self.supplies(frame))]

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((UNIT, self.supplies(frame)), (DONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == UNIT:
            _, _, unit, others, refused, origin, along = state.frames[-1]
            replace(state, unit, others, refused, origin, along | 1 << argument)
            left = self.supplies(frame) & ~(1 << argument)
            if left:
                push(state, TAKE_ALONG, left)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "15.2.2", otherwise("first decide whether the captured supply goes along")


def push_overflow(state: Position, gone: int) -> None:
    """7.6.1: where more units ended their retreat than a hex can hold, their owner chooses which are lost."""
    if overfull_units(state, gone):
        push(state, OVERFLOW, gone)


def overfull_units(state: Position, gone: int) -> int:
    """Retreated units in hexes above the stacking limit."""
    limit = state.printed.stacking
    return sum(
        1 << unit
        for unit in ones(gone)
        if combat_units_at(state, state.place[unit], state.printed.side_of[unit]).bit_count() > limit
    )


class Overflow(ChoiceKind[Position]):
    """7.6.1: the owner loses one that retreated, never one that was there before."""

    name = "overflow"
    on = ("retreat.ask_about_fortress",)
    rule = "7.6.1"
    words = say("Too many units have retreated into one hex: choose one to lose")
    gone = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from retreat_faults(state, self.gone(frame), 0)

    def side(self, state: Position, frame: Frame) -> int:
        return state.printed.side_of[first(self.gone(frame))]

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(LOSE, overfull_units(state, self.gone(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        tell(state, "died-retreating", "7.6.1", unit=argument, hex=state.place[argument])
        eliminate(state, argument)
        push_overflow(state, self.gone(frame) & ~(1 << argument))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "7.6.1", otherwise("first choose a unit to lose: one that retreated into the overfull hex")


RETREAT, CONSENT, CONDUCT, RETREAT_STEP = Retreat(), Consent(), Conduct(), RetreatStep()
CAPTURE_ON_THE_WAY, TAKE_ALONG, OVERFLOW = CaptureOnTheWay(), TakeAlong(), Overflow()

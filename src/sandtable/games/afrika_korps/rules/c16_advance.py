"""16: advance after combat into a fortress or escarpment that the attack has emptied."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice
from sandtable.games.afrika_korps.rules.c07_zones import units_exerting
from sandtable.games.afrika_korps.rules.c15_capture import capture_after_combat
from sandtable.games.afrika_korps.rules.c22_rommel import check_rommel
from sandtable.games.afrika_korps.state import Position, combat_units_at, combat_units_on_map, on_map, put
from sandtable.games.afrika_korps.verbs import DONE, HEX, UNIT
from sandtable.kernel.bits import first, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def emptied(state: Position, hexes: int) -> int:
    """16.1: those of these hexes that double the defence and no longer hold an enemy combat unit."""
    enemy = ENEMY_OF[state.active]
    return sum(
        1 << place for place in ones(hexes & state.printed.doubling) if not combat_units_at(state, place, enemy)
    )


def with_room(state: Position, hexes: int) -> int:
    """16.1b: hexes that can take one more unit."""
    limit = state.printed.stacking
    return sum(
        1 << place for place in ones(hexes) if combat_units_at(state, place, state.active).bit_count() < limit
    )


def offer_advance(state: Position, attackers: int, hexes: int) -> None:
    """16.1, 16.3: ask who advances, if anyone can."""
    open_hexes = with_room(state, hexes)
    standing = on_map(state, attackers)
    if open_hexes and advancing(state, standing, open_hexes):
        push(state, ADVANCE, standing, hexes)


def advancing(state: Position, units: int, hexes: int) -> int:
    """The units next to one of these hexes."""
    board = state.printed.board
    return sum(1 << unit for unit in ones(units) if board.adjacent[state.place[unit]] & hexes)


class Advance(ActiveChoice):
    """16.1: attackers move into the emptied hex before the next battle."""

    name = "advance"
    on = ("aftermath.advance_after_battle", "seizure.seize")
    rule = "16.1"
    words = say("Choose units to advance into the hex the enemy has left")
    units = many("unit")
    hexes = many("hex")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if self.units(frame) & ~combat_units_on_map(state, state.active):
            yield say("a unit advances that is not on the map")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, units, hexes = frame
        return offer((UNIT, advancing(state, units, with_room(state, hexes))), (DONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == DONE:
            return
        _, _, units, hexes = frame
        left = units & ~(1 << argument)
        near = with_room(state, hexes) & state.printed.board.adjacent[state.place[argument]]
        if near & (near - 1):
            push(state, ADVANCE_TO, argument, left, hexes)
        else:
            go_forward(state, argument, first(near), left, hexes)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT:
            return self.why_not_unit(state, frame, argument)
        return "16.1", otherwise("first decide which units advance")

    def why_not_unit(self, state: Position, frame: Frame, unit: int) -> tuple[str, Message]:
        _, _, units, hexes = frame
        if not units >> unit & 1:
            return "16.1", say("only units that attacked in this battle, and have not advanced, advance now")
        if not advancing(state, 1 << unit, hexes):
            return "16.1", say("it is not next to a hex the enemy has left")
        assert not advancing(state, 1 << unit, with_room(state, hexes))
        return "6.1", say("three combat units are in that hex already")


class AdvanceTo(ActiveChoice):
    """16.1: several hexes were emptied; which one?"""

    name = "advance-to"
    on = ("aftermath.advance_after_battle", "seizure.seize")
    rule = "16.1"
    unit = one("unit")
    others = many("unit")
    hexes = many("hex")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if (self.others(frame) | 1 << self.unit(frame)) & ~combat_units_on_map(state, state.active):
            yield say("a unit advances that is not on the map")

    def legal(self, state: Position, frame: Frame) -> Options:
        near = state.printed.board.adjacent[state.place[self.unit(frame)]]
        return [(HEX, with_room(state, self.hexes(frame)) & near)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _, _, unit, others, hexes = frame
        go_forward(state, unit, argument, others, hexes)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit}: choose the hex it advances into", unit=state.printed.units[self.unit(frame)].id)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "16.1", otherwise("choose a fortress or escarpment next to it that the attack has emptied")


def rule_of_advance(state: Position, origin: int, hex_number: int) -> str:
    """16.2, if an enemy's zone holds both hexes, so that no other move could lead from one to the other."""
    enemies = units_exerting(state, ENEMY_OF[state.active], origin)
    return "16.2" if enemies & units_exerting(state, ENEMY_OF[state.active], hex_number) else "16.1"


def go_forward(state: Position, unit: int, hex_number: int, others: int, hexes: int) -> None:
    """16.1, 16.2, 15.2.2: the unit advances and takes the lone supply it meets; then the others are asked."""
    origin = state.place[unit]
    put(state, unit, hex_number)
    if state.sink is not None:
        rule = rule_of_advance(state, origin, hex_number)
        tell(state, "advanced", rule, unit=unit, origin=origin, hex=hex_number)
    offer_advance(state, others, hexes)
    check_rommel(state)
    capture_after_combat(state, unit)


ADVANCE, ADVANCE_TO = Advance(), AdvanceTo()

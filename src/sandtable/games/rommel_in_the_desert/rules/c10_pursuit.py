"""10.5: pursuit fire on a group that leaves: by speed, one die or two a unit, whatever its CV or class.

Who fires is not shown, and who takes the hits is not either: the enemy sees dice and hears the slowest speed. Both
sides are asked although only one answer may be left to them, for the asking itself would tell (10.5, 7.3).
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_have_lost, pursued, slowest_announced
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name
from sandtable.games.rommel_in_the_desert.rules.c09_losses import absorbed, halves_for_a_step, lose_step, takers
from sandtable.games.rommel_in_the_desert.state import ENEMY_OF, HALF, Position, firm_at, speed_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import DONE, FIRE, HIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, Dice, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

HITS_FROM = 4
"""10.5: each 4, 5 or 6 is a hit."""


def pursue(state: Position, place: int, side: int, units: int) -> None:
    """10.5: these units of a side leave a hex under fire; `pursuit_hits` collects what they have to take."""
    if units and firm_at(state, ENEMY_OF[side], place):
        state.pursuit_hits = 0
        push(state, PURSUIT, place, side, units)


def still_there(state: Position, place: int, units: int) -> int:
    """Those of a group that live, and have not left the hex."""
    return sum(1 << unit for unit in ones(units) if state.place[unit] == place)


def slowest(state: Position, units: int) -> int:
    """10.5: the speed that is announced."""
    return min(speed_of(state, unit) for unit in ones(units))


def announce(state: Position, frame: Frame) -> None:
    """10.5: the retreating player announces the speed of his slowest unit, and the enemy fires."""
    place, side, units = frame[2:]
    speed = slowest(state, units)
    slowest_announced(state, side, place, units, speed)
    tell(state, "slowest", "10.5", reveals=True, side=side, hex=place, speed=speed)
    push(state, PURSUE, place, side, speed)


def take_losses(state: Position, frame: Frame) -> None:
    """10.5, ruling 16: losses are taken at once, freely over the whole group."""
    place, side, units = frame[2:]
    if not state.pursuit_hits:
        return
    may_have_lost(state, side, place, state.pursuit_hits // HALF, group=units)
    if units.bit_count() > 1:
        push(state, TAKE_PURSUIT, place, side, units, state.pursuit_hits)
        return
    unit = units.bit_length() - 1
    # Whether a hidden block lives on is news to who has fired, also when it does: undo stops here.
    tell(state, "pursuit-hits-taken", "10.5", reveals=True, side=side, hex=place)
    while state.place[unit] == place and state.pursuit_hits >= halves_for_a_step(state, unit):
        _take(state, unit)


def forget_surplus(state: Position, frame: Frame) -> None:
    """10.5, ruling 16: odd hits on elite units, and hits on nobody, are lost at the end of that fire."""
    state.pursuit_hits = 0


def _take(state: Position, unit: int) -> None:
    state.pursuit_hits -= halves_for_a_step(state, unit)
    lose_step(state, unit, "10.5")


PURSUIT: Steps[Position] = Steps("pursuit", announce, take_losses, forget_surplus, holds=("hex", "side", "units"))


def pursuers(state: Position, place: int, side: int, speed: int) -> int:
    """10.5: undisrupted enemy units there, not slower than announced, that have not fired in this phase."""
    ready = firm_at(state, ENEMY_OF[side], place) & ~state.fired
    return sum(1 << unit for unit in ones(ready) if speed_of(state, unit) >= speed)


class Pursue(ChoiceKind[Position]):
    """10.5: each pursuer may fire, or hold its fire to hide what it is, or to keep it for a rout."""

    name = "pursue"
    holds = ("hex", "side", "speed")
    rule = "10.5"

    def side(self, state: Position, frame: Frame) -> int:
        return ENEMY_OF[frame[3]]

    def legal(self, state: Position, frame: Frame) -> Options:
        ready = pursuers(state, *frame[2:])
        return [(DONE, 1), (FIRE, ready)] if ready else [(DONE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        else:
            dice = 2 if speed_of(state, argument) > frame[4] else 1
            push(state, PURSUIT_FIRE, frame[2], argument, frame[4], dice)

    def prompt(self, state: Position, frame: Frame) -> Message:
        place = place_name(state, frame[2])
        return say(
            "The enemy leaves {place}, slowest speed {speed}: fire, or hold your fire", place=place, speed=frame[4]
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != FIRE:
            return "10.5", say("the retreat is under pursuit fire")
        if not units_at(state, ENEMY_OF[frame[3]], frame[2]) >> argument & 1:
            return "10.5", say("only your units in the hex make pursuit fire")
        if state.disrupted >> argument & 1:
            return "11.1", say("disrupted units do not fire")
        if state.fired >> argument & 1:
            return "10.5", say("each unit fires once in a phase")
        return "10.5", say("it is slower than the slowest unit that leaves")


class PursuitFire(Dice[Position]):
    """10.5: one die at equal speed, two when faster: that much everybody sees of the unit that fires."""

    name = "pursuit-fire"
    holds = ("hex", "unit", "speed", "dice")

    def count(self, state: Position, frame: Frame) -> int:
        return frame[5]

    def rolled(self, state: Position, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        place, unit, side = frame[2], frame[3], state.printed.side_of[frame[3]]
        hits = sum(face >= HITS_FROM for face in faces)
        state.fired |= 1 << unit
        pursued(state, unit, place, frame[4], frame[5])
        state.pursuit_hits += HALF * hits
        tell(state, "pursuit-fire", "10.5", hex=place, side=side, dice=list(faces), hits=hits)
        tell(state, "pursuer", "10.5", audience=1 << side, unit=unit)


class TakePursuit(ChoiceKind[Position]):
    """10.5: the owner spreads the hits over the group that leaves, and says when he has done so.

    How many choices that takes would tell the enemy of elite units, so the frame stays until the owner is done,
    and `pursuit_hits`, the halves still to take, are known to him alone. Locals: the halves scored, seen by all.
    """

    name = "take-pursuit"
    holds = ("hex", "side", "units", "hits")
    rule = "10.5"

    def side(self, state: Position, frame: Frame) -> int:
        return frame[3]

    def legal(self, state: Position, frame: Frame) -> Options:
        units = still_there(state, frame[2], frame[4])
        able = takers(state, units, state.pursuit_hits) if absorbed(state, units, state.pursuit_hits) else 0
        return [(HIT, able)] if able else [(DONE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == HIT:
            _take(state, argument)
        else:
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if not absorbed(state, still_there(state, frame[2], frame[4]), state.pursuit_hits):
            return say("The pursuit hits have been taken: go on")
        return say("Pursuit hits ({count}): choose the unit that loses a step", count=state.pursuit_hits // HALF)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        units = still_there(state, frame[2], frame[4])
        if verb != HIT:
            return "9.5", say("every hit that can be taken must be taken")
        if not units >> argument & 1:
            return "10.5", say("only units of the group that leaves take these hits")
        if not absorbed(state, units, state.pursuit_hits):
            return "9.5", say("no hit is left that could take a step from it")
        return "9.5", say("that would waste a hit which another unit could take")


PURSUE, PURSUIT_FIRE, TAKE_PURSUIT = Pursue(), PursuitFire(), TakePursuit()

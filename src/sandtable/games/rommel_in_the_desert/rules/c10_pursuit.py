"""10.5: pursuit fire on a group that leaves: one die or two for each unit by its speed, whatever its CV or class.

Neither the units that fire nor those that take the hits are shown: the enemy sees the dice and hears the slowest
speed. Both sides are asked even where they have only one answer, since not asking would give it away (10.5, 7.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_have_lost, pursued, slowest_announced
from sandtable.games.rommel_in_the_desert.rules.c03_asking import side_faults
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name
from sandtable.games.rommel_in_the_desert.rules.c09_losses import (
    absorbed,
    halves_for_a_step,
    lose_step,
    takers,
    why_no_step,
)
from sandtable.games.rommel_in_the_desert.state import HALF, Position, firm_at, speed_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import DONE, FIRE, HIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, many, one
from sandtable.kernel.flow import ChoiceKind, Dice, Steps, nearest, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say, say_count

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
    """10.5: the retreating player announces the speed of the slowest unit, and the enemy fires."""
    _, _, place, side, units = frame
    speed = slowest(state, units)
    slowest_announced(state, side, place, units, speed)
    tell(state, "slowest", "10.5", reveals=True, side=side, hex=place, speed=speed)
    push(state, PURSUE, place, side, speed)


def take_losses(state: Position, frame: Frame) -> None:
    """10.5, ruling 16: losses are taken at once, freely over the whole group."""
    _, _, place, side, units = frame
    if not state.pursuit_hits:
        return
    may_have_lost(state, side, place, state.pursuit_hits // HALF, group=units)
    if units.bit_count() > 1:
        push(state, TAKE_PURSUIT, place, side, units, state.pursuit_hits)
        return
    unit = units.bit_length() - 1
    # The side that fired learns whether a hidden block survives, so undo stops here even if it does.
    tell(state, "pursuit-hits-taken", "10.5", reveals=True, side=side, hex=place)
    while state.place[unit] == place and state.pursuit_hits >= halves_for_a_step(state, unit):
        _take(state, unit)


def forget_surplus(state: Position, frame: Frame) -> None:
    """10.5, ruling 16: odd hits on elite units, and hits with no one left to take them, are lost."""
    state.pursuit_hits = 0


def _take(state: Position, unit: int) -> None:
    state.pursuit_hits -= halves_for_a_step(state, unit)
    lose_step(state, unit, "10.5")


class Pursuit(Steps[Position]):
    """10.5: fire on a group that leaves, and its losses."""

    name = "pursuit"
    on = ("rout.under_fire", "refusal.fire_at_refusers", "fall-back._under_fire", "retreating.fire_at_leavers")
    steps = (announce, take_losses, forget_surplus)
    hex = one("hex")
    side = one("side")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from side_faults(state, self.units(frame), self.side(frame))


PURSUIT = Pursuit()


def pursuers(state: Position, place: int, side: int, speed: int) -> int:
    """10.5: the undisrupted enemy units there, no slower than announced, that have not fired in this phase."""
    ready = firm_at(state, ENEMY_OF[side], place) & ~state.fired
    return sum(1 << unit for unit in ones(ready) if speed_of(state, unit) >= speed)


def dice_of(fast: int, speed: int) -> int:
    """10.5: the dice of a unit against a group whose slowest member has this speed."""
    return 0 if fast < speed else 1 if fast == speed else 2


def most_dice(state: Position, place: int, side: int) -> int:
    """10.5: the most dice of pursuit fire that all undisrupted units of a side would meet if they left a hex.

    It is as much as that side can see: hidden enemies may be as fast as any, and none may have fired.
    """
    units, enemies = firm_at(state, side, place), firm_at(state, ENEMY_OF[side], place)
    if not units:
        return 0
    speed, seen, hidden = slowest(state, units), enemies & state.shown, enemies & ~state.shown
    dice = hidden.bit_count() * dice_of(max(state.printed.speed), speed)
    return dice + sum(dice_of(speed_of(state, unit), speed) for unit in ones(seen))


def pursuit_words(state: Position, place: int, side: int) -> Message:
    """10.5: what leaving a hex may cost a side, for its buttons and prompts."""
    dice = most_dice(state, place, side)
    words = "at most {count} die of pursuit fire, which hits on 4, 5 or 6"
    return say_count(words, "at most {count} dice of pursuit fire, which hit on 4, 5 or 6", dice)


class Pursue(ChoiceKind[Position]):
    """10.5: each pursuer may fire, or hold its fire to stay hidden or to save it for a rout."""

    name = "pursue"
    on = ("pursuit.announce",)
    rule = "10.5"
    rolls_on = True
    hex = one("hex")
    leaving = one("side")
    speed = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        pursuit = nearest(state, PURSUIT)
        told = PURSUIT.hex(pursuit), PURSUIT.side(pursuit), slowest(state, PURSUIT.units(pursuit))
        if (self.hex(frame), self.leaving(frame), self.speed(frame)) != told:
            yield say("the pursuit is not of the group that is leaving")

    def side(self, state: Position, frame: Frame) -> int:
        return ENEMY_OF[self.leaving(frame)]

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, place, leaving, speed = frame
        return offer((DONE, True), (FIRE, pursuers(state, place, leaving, speed)))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE:
            pop(state)
        else:
            speed = self.speed(frame)
            dice = dice_of(speed_of(state, argument), speed)
            push(state, PURSUIT_FIRE, self.hex(frame), argument, speed, dice)

    def prompt(self, state: Position, frame: Frame) -> Message:
        place = place_name(state, self.hex(frame))
        return say(
            "The enemy is leaving {place}, slowest speed {speed}: fire, or hold your fire",
            place=place,
            speed=self.speed(frame),
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != FIRE:
            return "10.5", say("decide about pursuit fire first")
        if not units_at(state, self.side(state, frame), self.hex(frame)) >> argument & 1:
            return "10.5", say("only your units in that hex can fire in pursuit")
        if state.disrupted >> argument & 1:
            return "11.1", say("disrupted units do not fire")
        if state.fired >> argument & 1:
            return "10.5", say("each unit fires once in a phase")
        return "10.5", otherwise("it is slower than the slowest unit that is leaving")


class PursuitFire(Dice[Position]):
    """10.5: one die at equal speed, two when faster; everybody sees that much of the unit that fires."""

    name = "pursuit-fire"
    on = ("pursue",)
    hex = one("hex")
    unit = one("unit")
    speed = count()
    dice = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        pursue, unit = nearest(state, PURSUE), self.unit(frame)
        _, _, place, leaving, speed = pursue
        if not pursuers(state, place, leaving, speed) >> unit & 1 or self.hex(frame) != place:
            yield say("a unit fires in pursuit that cannot do so")
        elif (self.speed(frame), self.dice(frame)) != (speed, dice_of(speed_of(state, unit), speed)):
            yield say("a unit fires in pursuit with the wrong number of dice")

    def count(self, state: Position, frame: Frame) -> int:
        return self.dice(frame)

    def rolled(self, state: Position, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        place, unit, side = self.hex(frame), self.unit(frame), state.printed.side_of[self.unit(frame)]
        hits = sum(face >= HITS_FROM for face in faces)
        state.fired |= 1 << unit
        pursued(state, unit, place, self.speed(frame), self.dice(frame))
        state.pursuit_hits += HALF * hits
        tell(state, "pursuit-fire", "10.5", hex=place, side=side, dice=list(faces), hits=hits)
        tell(state, "pursuer", "10.5", audience=1 << side, unit=unit)


class TakePursuit(ChoiceKind[Position]):
    """10.5: the owner spreads the hits over the group that leaves, and says when that is done.

    The number of choices this takes would betray elite units, so the frame stays until the owner says so. Only the
    owner knows `pursuit_hits`, the halves still to take; `hits`, the halves scored, everybody has seen.
    """

    name = "take-pursuit"
    on = ("pursuit.take_losses",)
    rule = "10.5"
    hex = one("hex")
    asks = one("side")
    units = many("unit")
    hits = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        pursuit = nearest(state, PURSUIT)
        if frame[2:5] != pursuit[2:5] or state.pursuit_hits > self.hits(frame):
            yield say("the hits of a pursuit are taken by others than those that are leaving")

    def legal(self, state: Position, frame: Frame) -> Options:
        units = still_there(state, self.hex(frame), self.units(frame))
        able = takers(state, units, state.pursuit_hits) if absorbed(state, units, state.pursuit_hits) else 0
        return [(HIT, able)] if able else [(DONE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == HIT:
            _take(state, argument)
        else:
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if not absorbed(state, still_there(state, self.hex(frame), self.units(frame)), state.pursuit_hits):
            return say("All pursuit hits have been taken: go on")
        return say("Pursuit hits ({count}): choose a unit to lose a step", count=state.pursuit_hits // HALF)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        units = still_there(state, self.hex(frame), self.units(frame))
        if verb != HIT:
            return "9.5", say("every hit that can be taken must be taken")
        if not units >> argument & 1:
            return "10.5", say("only units of the group that is leaving can take these hits")
        if not absorbed(state, units, state.pursuit_hits):
            return why_no_step(state, argument, state.pursuit_hits)
        return "9.5", otherwise("that would waste a hit that another unit could take")


PURSUE, PURSUIT_FIRE, TAKE_PURSUIT = Pursue(), PursuitFire(), TakePursuit()

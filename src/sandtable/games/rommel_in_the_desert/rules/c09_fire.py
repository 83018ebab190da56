"""9: one side fires in a battle: who, at which class, with how many dice; and the hits are taken.

A round of combat is two such volleys: `round_of_combat` pushes them, for the combat phase and for probe combat.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import revealed
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.printed.files import CLASSES
from sandtable.games.rommel_in_the_desert.rules.c09_losses import (
    absorbed,
    capacity,
    halves_for_a_step,
    lose_step,
    takers,
    why_no_step,
)
from sandtable.games.rommel_in_the_desert.state import HALF, Position, firm_at, units_at
from sandtable.games.rommel_in_the_desert.verbs import AT, FIRE, HIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, one
from sandtable.kernel.flow import MOST_DICE, ChoiceKind, Dice, Steps, again, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

ARMOR, INFANTRY, ANTITANK, ARTILLERY = range(4)
CLASS_NAMES = (say("armour"), say("infantry"), say("anti-tank"), say("artillery"))
REQUIRED = {ARMOR: ARMOR, INFANTRY: INFANTRY}
"""9.3: the class a class must fire at if it is there."""


# Targets


def standing(state: Position, side: int, place: int, arm: int) -> int:
    """The undisrupted units of a class in a battle (9.3), except those about to leave it (10.4)."""
    return fighters(state, side, place) & state.printed.arms[arm]


def fighters(state: Position, side: int, place: int) -> int:
    """9.0, 10.41: the undisrupted units that fight here: in probe combat those that leave do not."""
    return firm_at(state, side, place) & ~state.leaving


def targets(state: Position, side: int, place: int) -> int:
    """9.3, 9.5, ruling 17: the enemy classes that still have anything to lose, as a bit set."""
    enemy = ENEMY_OF[side]
    found = 0
    for arm in range(len(CLASSES)):
        units = standing(state, enemy, place, arm)
        found |= (bool(units) and state.hits[arm] < capacity(state, units)) << arm
    return found


def targets_of(state: Position, unit: int, place: int) -> int:
    """9.3: the classes a unit may fire at: its required one, if there is one, and artillery only from artillery or
    where nothing else is left."""
    side, arm = state.printed.side_of[unit], state.printed.arm[unit]
    there = targets(state, side, place)
    if arm in REQUIRED and there >> REQUIRED[arm] & 1:
        return 1 << REQUIRED[arm]
    others = there & ~(1 << ARTILLERY)
    return there if arm == ARTILLERY or not others else others


def firers(state: Position, side: int, place: int) -> int:
    """9.0, 9.2: the units that have still to fire, artillery before the others."""
    if not targets(state, side, place):
        return 0
    ready = fighters(state, side, place) & ~state.fired
    guns = ready & state.printed.arms[ARTILLERY]
    return guns or ready


# Dice and hits


def dice_of(state: Position, unit: int, place: int, defends: bool) -> int:
    """9.2, 9.21, 13.2: one die per CV; double in an assault, and again for a fortress's defenders except armor."""
    dice = state.cv[unit]
    if state.assault_hexes >> place & 1:
        dice *= 2
    if defends and state.printed.fortress >> place & 1 and state.printed.arm[unit] != ARMOR:
        dice *= 2
    return min(dice, MOST_DICE)


def halves_per_hit(state: Position, unit: int, place: int, on_defender: bool) -> int:
    """9.52, 14.2: a hit counts half on a Defender in a minefield, unless artillery scored it."""
    mined = on_defender and state.mined_hexes >> place & 1 and state.printed.arm[unit] != ARTILLERY
    return 1 if mined else HALF


def is_defender(state: Position, side: int, place: int) -> bool:
    """8.3: the side in whose hex the battle began."""
    return bool(state.attacker_hexes[ENEMY_OF[side]] >> place & 1)


# The frames


def show_fighters(state: Position, place: int, rule: str) -> None:
    """7.3, 8.5, 10.41: the units that fight in a hex are turned face up for both sides, with their CV."""
    units = (fighters(state, AXIS, place) | fighters(state, ALLIED, place)) & ~state.shown
    if units:
        state.shown |= units
        revealed(state, units)
        tell(state, "shown", rule, reveals=True, hex=place, units=list(ones(units)))


def round_of_combat(state: Position, place: int, first: int) -> None:
    """9.1: the first side fires and its hits are taken, then the other: the passive side is first in the combat
    phase, the rearguard in probe combat (10.41)."""
    push(state, ROUND, place, first)


def fire_first(state: Position, frame: Frame) -> None:
    """9.1: defensive fire, which gives the Defender the benefits of fortress and minefield (13.2, 14.2)."""
    push(state, VOLLEYS, ROUND.hex(frame), ROUND.first(frame), 1)


def fire_second(state: Position, frame: Frame) -> None:
    """9.1: offensive fire of the survivors."""
    push(state, VOLLEYS, ROUND.hex(frame), ENEMY_OF[ROUND.first(frame)], 0)


def next_volley(state: Position, frame: Frame) -> None:
    """9.2: one unit after another, until all have fired or nothing is left to fire at."""
    _, _, place, side, defensive = frame
    if firers(state, side, place):
        again(state)
        push(state, FIRE_UNIT, place, side, defensive)


def take_hits(state: Position, frame: Frame) -> None:
    """9.5, ruling 17: once a side has fired, the owner of the targets spreads the hits, class by class."""
    place, enemy = VOLLEYS.hex(frame), ENEMY_OF[VOLLEYS.side(frame)]
    for arm, halves in enumerate(state.hits):
        units = standing(state, enemy, place, arm)
        if absorbed(state, units, halves):
            again(state)
            _take_one(state, place, enemy, arm, takers(state, units, halves))
            return
    state.clear("volleys")


def _take_one(state: Position, place: int, side: int, arm: int, units: int) -> None:
    """One step of one unit; the owner is asked only where there is a choice."""
    if units.bit_count() == 1:
        take_step(state, units.bit_length() - 1)
    else:
        push(state, TAKE_HIT, place, side, arm)


def take_step(state: Position, unit: int) -> None:
    """9.5: a unit pays for a step out of the hits on its class."""
    state.hits[state.printed.arm[unit]] -= HALF * state.printed.step[unit]
    lose_step(state, unit, "9.5")


class Round(Steps[Position]):
    """9.1: both sides fire, one after the other."""

    name = "round"
    on = ("battle-fought", "retreating")
    steps = (fire_first, fire_second)
    hex = one("hex")
    first = one("side")


class Volleys(Steps[Position]):
    """9.2, 9.5: one side fires, and the other takes the hits."""

    name = "volleys"
    on = ("round.fire_first", "round.fire_second")
    steps = (next_volley, take_hits)
    hex = one("hex")
    side = one("side")
    defensive = flag()


ROUND, VOLLEYS = Round(), Volleys()


class FireUnit(ChoiceKind[Position]):
    """9.2: the firing player names the unit that fires next; artillery goes first."""

    name = "fire-unit"
    on = ("volleys:next_volley",)
    rule = "9.2"
    rolls_on = True
    hex = one("hex")
    asks = one("side")
    defensive = flag()

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(FIRE, firers(state, self.side(state, frame), self.hex(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        place, defensive = self.hex(frame), self.defensive(frame)
        choices = targets_of(state, argument, place)
        if choices.bit_count() == 1:
            push(state, VOLLEY, place, argument, choices.bit_length() - 1, defensive)
        else:
            push(state, TARGET, place, argument, defensive)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Battle of {place}: choose a unit to fire", place=place_name(state, self.hex(frame)))

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != FIRE:
            return "9.2", say("choose a unit to fire")
        if not units_at(state, self.side(state, frame), self.hex(frame)) >> argument & 1:
            return "9.0", say("that is not one of your units in this battle")
        if state.disrupted >> argument & 1:
            return "11.1", say("disrupted units do not fire")
        if state.leaving >> argument & 1:
            return "10.4", say("it is about to leave the battle")
        if state.fired >> argument & 1:
            return "9.0", say("each unit fires once in a round")
        return "9.2", otherwise("your artillery fires first")


def fire_faults(state: Position, unit: int, place: int) -> Iterator[Message]:
    """9.0: a unit that fires in a battle fights in it."""
    if not fighters(state, state.printed.side_of[unit], place) >> unit & 1:
        yield say("a unit fires in a battle in which it does not fight")


class Target(ChoiceKind[Position]):
    """9.3: the class is named before the dice are rolled. The owner is not asked where only one is allowed."""

    name = "target"
    on = ("volleys:next_volley",)
    rule = "9.3"
    rolls_on = True
    hex = one("hex")
    unit = one("unit")
    defensive = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from fire_faults(state, self.unit(frame), self.hex(frame))

    def side(self, state: Position, frame: Frame) -> int:
        return state.printed.side_of[self.unit(frame)]

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(AT, targets_of(state, self.unit(frame), self.hex(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        push(state, VOLLEY, self.hex(frame), self.unit(frame), argument, self.defensive(frame))

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit} fires: choose the class it fires at", unit=state.printed.units[self.unit(frame)].name)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != AT:
            return "9.2", say("choose the class to fire at")
        if not targets(state, state.printed.side_of[self.unit(frame)], self.hex(frame)) >> argument & 1:
            return "9.3", say("no unit of that class is left to hit")
        return "9.3", otherwise("only artillery may fire at artillery that has support")


class Volley(Dice[Position]):
    """9.2, 9.4: the dice of one unit; its hits go to the class it named."""

    name = "volley"
    on = ("volleys:next_volley",)
    hex = one("hex")
    unit = one("unit")
    target = one("class")
    defensive = flag()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from fire_faults(state, self.unit(frame), self.hex(frame))

    def count(self, state: Position, frame: Frame) -> int:
        unit, place = self.unit(frame), self.hex(frame)
        defends = bool(self.defensive(frame)) and is_defender(state, state.printed.side_of[unit], place)
        return dice_of(state, unit, place, defends)

    def rolled(self, state: Position, frame: Frame, faces: tuple[int, ...]) -> None:
        pop(state)
        place, unit, arm = self.hex(frame), self.unit(frame), self.target(frame)
        enemy = ENEMY_OF[state.printed.side_of[unit]]
        scored = sum(face >= state.printed.hits_from[state.printed.arm[unit]][arm] for face in faces)
        on_defender = not self.defensive(frame) and is_defender(state, enemy, place)
        halves = halves_per_hit(state, unit, place, on_defender)
        state.hits[arm] += scored * halves
        state.fired |= 1 << unit
        rule = "9.21" if len(faces) > state.cv[unit] else "9.4" if scored else "9.2"
        if scored and halves < HALF:
            rule = "9.52"
        tell(state, "fired", rule, unit=unit, hex=place, target=arm, dice=list(faces), hits=scored)


class TakeHit(ChoiceKind[Position]):
    """9.5: the owner chooses a unit of the class to lose a step, and may not waste a hit another could take."""

    name = "take-hit"
    on = ("volleys:take_hits",)
    rule = "9.5"
    hex = one("hex")
    asks = one("side")
    arm = one("class")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, place, side, arm = frame
        return [(HIT, takers(state, standing(state, side, place, arm), state.hits[arm]))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        take_step(state, argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        arm = self.arm(frame)
        left = state.hits[arm] // HALF
        return say("Hits on your {arm} ({left} left): choose a unit", arm=CLASS_NAMES[arm], left=left)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HIT:
            return "9.5", say("take the hits first")
        _, _, place, side, arm = frame
        if not standing(state, side, place, arm) >> argument & 1:
            return "9.2", say("only undisrupted units of the class fired at can take these hits")
        if halves_for_a_step(state, argument) > state.hits[arm]:
            return why_no_step(state, argument, state.hits[arm])
        return "9.5", otherwise("that would waste a hit that another unit could take")


FIRE_UNIT, TARGET, VOLLEY, TAKE_HIT = FireUnit(), Target(), Volley(), TakeHit()


def place_name(state: Position, place: int) -> str:
    """A hex as a player reads it."""
    return state.printed.place_name(place)

"""Battles for the planner: the lines of both sides, who fires at what with how many dice, and the hits to expect.

All of it comes from the view: blocks that the reader has not seen are only counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sandtable.games.rommel_in_the_desert.knowledge.view import MARKS, Known, View, told, topmost
from sandtable.games.rommel_in_the_desert.notation.words import SIDES, hex_name
from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c09_fire import (
    ARMOR,
    ARTILLERY,
    CLASS_NAMES,
    REQUIRED,
    ROUND,
    TARGET,
    VOLLEYS,
)
from sandtable.games.rommel_in_the_desert.state import HALF
from sandtable.kernel.bits import ones
from sandtable.kernel.chances import grouped, hits
from sandtable.kernel.flow import MOST_DICE
from sandtable.kernel.scene import Combat, Factor, Outcome, Rank, Warn
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import real_number
from sandtable.kernel.words import phrase

ARMS = range(len(CLASS_NAMES))
FACES = 6
IDLE = {
    "disrupted": ("disrupted: does not fire", "11.1"),
    "leaving": ("leaves the battle: does not fire", "10.4"),
}
"""The marks of blocks that do not fight, in words, with the rule."""


def combats(view: View, printed: Printed) -> Iterator[Combat]:
    """8.5: every battle, the one being fought first."""
    choosing = topmost(view, ROUND) is None and any(frame[0] == "combat" for frame in view.frames)
    yield from (battle.combat(choosing) for battle in battles(view, printed))


def battles(view: View, printed: Printed) -> Iterator[Battle]:
    """Every battle, the one being fought first."""
    frame = topmost(view, ROUND)
    fought = told(frame, ROUND.hex) if frame else -1
    attacked = [real_number(hexes) for hexes in view.fields["attacker_hexes"]]
    for place in sorted(ones(attacked[0] | attacked[1]), key=lambda place: place != fought):
        yield Battle(view, printed, place, fought == place, 0 if attacked[0] >> place & 1 else 1)


@dataclass(frozen=True, slots=True)
class Shot:
    """What one block can do with its dice against a class."""

    dice: int
    arm: int
    least: int
    """The lowest face that hits."""
    worth: int
    """How many halves of a hit a hit counts."""

    @property
    def chance(self) -> float:
        return (FACES + 1 - self.least) / FACES

    @property
    def hits(self) -> float:
        """How many to expect."""
        return self.dice * self.chance * self.worth / HALF


@dataclass(frozen=True)
class Battle:
    """A battle as a reader sees it."""

    view: View
    printed: Printed
    place: int
    fought: bool
    attacking: int

    def combat(self, choosing: bool) -> Combat:
        attackers, defenders = self.pieces(self.attacking), self.pieces(ENEMY_OF[self.attacking])
        unseen = [sum(one.place == self.place and one.side == side for one in self.view.hidden) for side in (0, 1)]
        firing = self.firing
        return Combat(
            id=f"battle-{self.place}",
            title=phrase("Battle of {place}", place=hex_name(self.printed, self.place)),
            attackers=attackers,
            defenders=defenders,
            unseen=(unseen[self.attacking], unseen[ENEMY_OF[self.attacking]]),
            ranks=tuple(self.ranks()),
            attacking=self.attacking,
            cells=(self.place,),
            factors=(*self.conditions(), *self.factors()),
            column=phrase("The {side} fire", side=SIDES[firing]) if firing >= 0 else "",
            column_rule="9.1" if firing >= 0 else "",
            outcomes=tuple(self.outcomes(firing)) if firing >= 0 else (),
            costs=tuple(self.hits_to_take(firing)),
            note=self.order(),
            decides=self.fought or choosing,
        )

    # Who fights

    @cached_property
    def here(self) -> list[Known]:
        return [known for known in self.view.known if known.place == self.place]

    def pieces(self, side: int) -> tuple[str, ...]:
        units = (self.printed.units[known.unit] for known in self.here)
        return tuple(unit.id for unit in units if unit.side == side)

    def ranks(self) -> Iterator[Rank]:
        """9.3: the units of a class face the same class of the enemy."""
        for arm in ARMS:
            line = [
                self.printed.units[known.unit].id for known in self.here if self.printed.arm[known.unit] == arm
            ]
            if line:
                yield Rank(str(CLASS_NAMES[arm]).capitalize(), tuple(line))

    @cached_property
    def firing(self) -> int:
        """The side that is firing, or -1."""
        frame = topmost(self.view, VOLLEYS)
        return told(frame, VOLLEYS.side) if frame and told(frame, VOLLEYS.hex) == self.place else -1

    @cached_property
    def first(self) -> int:
        """9.1: the side that fires first: in the combat phase the passive one."""
        frame = topmost(self.view, ROUND) if self.fought else None
        return told(frame, ROUND.first) if frame else int(ENEMY_OF[self.view.fields["active"]])

    def standing(self, side: int) -> list[Known]:
        """9.0: the units of a side that fight."""
        return [one for one in self.here if self.printed.side_of[one.unit] == side and not _idle(one)]

    def order(self) -> str:
        """9.1: who fires first, before the battle is fought."""
        return (
            ""
            if self.fought
            else phrase("The {side} fire first, then the survivors of the other side", side=SIDES[self.first])
        )

    # What doubles dice and halves hits

    def assaulted(self) -> bool:
        return bool(real_number(self.view.fields["assault_hexes"]) >> self.place & 1)

    def mined(self) -> bool:
        return bool(self.view.mines >> self.place & 1)

    def conditions(self) -> Iterator[Factor]:
        if self.assaulted():
            yield Factor(phrase("Assault"), phrase("double dice for both sides"), "9.21")
        if self.place in self.printed.fortresses:
            yield Factor(phrase("Fortress"), phrase("double dice for defenders other than armor"), "13.2", "bad")
        if self.mined():
            words = phrase("hits on defenders count half, except those by artillery")
            yield Factor(phrase("Minefield"), words, "14.2", "bad")

    def dice(self, known: Known) -> int:
        """9.2, 9.21, 13.2."""
        side, arm = self.printed.side_of[known.unit], self.printed.arm[known.unit]
        defends = side == self.first and side != self.attacking
        doubled = defends and self.place in self.printed.fortresses and arm != ARMOR
        return min(known.cv * (2 if self.assaulted() else 1) * (2 if doubled else 1), MOST_DICE)

    # Fire

    def targets(self, side: int) -> list[int]:
        """9.3, ruling 17: the enemy classes that still have anything to lose."""
        enemies, taken = self.standing(ENEMY_OF[side]), self.view.fields["hits"]
        firing = self.firing

        def left(arm: int) -> int:
            room = sum(HALF * one.cv for one in enemies if self.printed.arm[one.unit] == arm)
            return room - (taken[arm] if firing == side else 0)

        return [arm for arm in ARMS if left(arm) > 0]

    def shots(self, known: Known) -> list[Shot]:
        """9.3: what a block may fire at, the best first."""
        side, arm = self.printed.side_of[known.unit], self.printed.arm[known.unit]
        there = self.targets(side)
        if arm in REQUIRED and REQUIRED[arm] in there:
            there = [REQUIRED[arm]]
        elif arm != ARTILLERY and there != [ARTILLERY]:
            there = [one for one in there if one != ARTILLERY]
        on_defender = side != self.first and side == self.attacking
        halved = on_defender and self.mined() and arm != ARTILLERY
        dice, worth = self.dice(known), 1 if halved else HALF
        found = [Shot(dice, one, self.printed.hits_from[arm][one], worth) for one in there]
        return sorted(found, key=lambda shot: -shot.hits)

    def to_fire(self, side: int) -> list[tuple[Known, list[Shot]]]:
        """The blocks of a side that have not fired yet, with what they may fire at."""
        ready = [one for one in self.standing(side) if not (self.fought and one.fired)]
        return [(one, shots) for one in ready if (shots := self.shots(one))] if self.fought else []

    def factors(self) -> Iterator[Factor]:
        """Each block with its dice; in the fight, of the side that fires, with the hits to expect."""
        firing, aiming = self.firing, self.aiming() if self.fought else -1
        for known in self.here:
            yield from self.block(known, firing, aiming)
        shots = [shots[0] for _, shots in self.to_fire(firing)] if firing >= 0 else []
        if shots:
            total = f"{sum(shot.hits for shot in shots):.1f}"
            yield Factor(phrase("Hits to expect"), total, "9.4", side=firing, sums=True)

    def aiming(self) -> int:
        """The block that is choosing its target, or -1."""
        top = self.view.frames[-1]
        return told(top, TARGET.unit) if top[0] == TARGET.name else -1

    def block(self, known: Known, firing: int, aiming: int) -> Iterator[Factor]:
        unit = self.printed.units[known.unit]
        name, idle = f"{unit.name} {known.cv}", _idle(known)
        if idle:
            words, rule = idle
            yield Factor(name, phrase(words), rule, side=unit.side, piece=unit.id)
        elif self.fought and known.fired:
            yield Factor(name, phrase("has fired"), "9.0", side=unit.side, piece=unit.id)
        elif unit.side != firing or not (shots := self.shots(known)):
            yield Factor(name, _dice(self.dice(known)), "9.2", side=unit.side, piece=unit.id)
        else:
            for shot in shots if known.unit == aiming else shots[:1]:
                words = phrase("{block} at {arm}", block=unit.name, arm=CLASS_NAMES[shot.arm])
                yield Factor(words, _aimed(shot), "9.4", side=unit.side, piece=unit.id)

    def outcomes(self, firing: int) -> Iterator[Outcome]:
        """9.4: how many hits the side that fires may still score, and how much of the enemy they are."""
        shots = [shots[0] for _, shots in self.to_fire(firing)]
        if not shots:
            return
        chances = hits((shot.dice, shot.chance, shot.worth) for shot in shots)
        there = sum(one.cv for one in self.standing(ENEMY_OF[firing]))
        tone = "good" if firing == self.attacking else "bad"
        shares = dict(enumerate(chances))
        for least, most, share in grouped(shares):
            lost = min(most // HALF, there)
            cost = phrase("at most {lost} of {there} CV", lost=lost, there=there) if lost else phrase("no loss")
            words = _span(least, most, max(number for number in shares if shares[number] > 0))
            yield Outcome(words, share, tone if least else "", cost, rule="9.4")

    def hits_to_take(self, firing: int) -> Iterator[Warn]:
        """9.5: the hits scored so far, which are taken when all have fired."""
        if firing < 0:
            return
        enemy = ENEMY_OF[firing]
        for arm, halves in enumerate(self.view.fields["hits"]):
            if halves:
                units = [one.unit for one in self.standing(enemy) if self.printed.arm[one.unit] == arm]
                words = phrase(
                    "{hits} on the {arm} of the {side}",
                    side=SIDES[enemy],
                    arm=CLASS_NAMES[arm],
                    hits=_hits(halves),
                )
                yield Warn(words, "9.5", "bad", tuple(self.printed.units[unit].id for unit in units))


def _idle(known: Known) -> tuple[str, str] | None:
    """Why a block does not fight, with the rule; None if it does."""
    return next((IDLE[MARKS[mark]] for mark in ones(known.marks) if MARKS[mark] in IDLE), None)


def _dice(dice: int) -> str:
    return phrase("1 die") if dice == 1 else phrase("{dice} dice", dice=dice)


def _aimed(shot: Shot) -> str:
    faces = str(FACES) if shot.least == FACES else f"{shot.least}-{FACES}"
    return phrase("{dice} on {faces}: {hits}", dice=_dice(shot.dice), faces=faces, hits=f"{shot.hits:.1f}")


def _count(halves: int) -> str:
    """9.52: a number of hits, with halves."""
    return f"{halves // HALF or ''}{'½' if halves % HALF else ''}" or "0"


def _hits(halves: int) -> str:
    return phrase("1 hit") if halves == HALF else phrase("{count} hits", count=_count(halves))


def _span(least: int, most: int, end: int) -> str:
    if not most:
        return phrase("No hit")
    if least == most:
        return _hits(least)
    if most == end:
        return phrase("{hits} or more", hits=_hits(least))
    return phrase("At most {hits}", hits=_hits(most))

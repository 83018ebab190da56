"""A full position invented from a view: its reader cannot tell it from the true one, which is possible too.

Every hidden block is given a unit that it may be: one remembered where the block is, fast enough for the way it
has gone in this movement phase, and due when the block is due. Units and blocks are matched in a random order so
that none is left over. Whatever else is hidden gets any value that it may have (resample_secrets.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from sandtable.games.rommel_in_the_desert.knowledge.resample_secrets import (
    invent_accounts,
    invent_cards,
    invent_mines,
)
from sandtable.games.rommel_in_the_desert.knowledge.view import (
    MARKS,
    NOT_DUE,
    SECRET,
    Hidden,
    SeenFrame,
    View,
    names_unit,
    rosters,
    told,
    told_units,
)
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, Printed
from sandtable.games.rommel_in_the_desert.rules.c04_cards import CHALLENGE, DUMMY_CARD, NO_CARD, REAL_CARD
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    least_speed,
    marching_speed,
    pack_march,
    unpack_walk,
)
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import PURSUE, PURSUIT, PURSUIT_FIRE, TAKE_PURSUIT
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import MINES, NOT_YET, can_take_up
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import CARDS
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import THROW_IN
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import REDEPLOY_TO
from sandtable.games.rommel_in_the_desert.state import (
    ACCOUNT_LINES,
    DEAD,
    ENTRY,
    HALF,
    OUT,
    Position,
    as_fast,
    new_position,
    slot,
    speed_of,
)
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.fields import Shape
from sandtable.kernel.flow import ChoiceKind, Kind
from sandtable.kernel.matching import matched
from sandtable.kernel.state import Frame, real_number

TRIES = 20
LYING = MARKS.index("disrupted")


def invent(view: View, rng: Random, printed: Printed, kinds: Sequence[Kind]) -> Position:
    """A full position that the reader of this view cannot tell from the true one."""
    return Inventor(view, rng, printed, kinds).position()


class Unmatched(ValueError):
    """The hidden blocks cannot all be given units."""


class Inventor:
    """Gives every hidden block a unit that it may be, and every hidden number a value that it may have."""

    def __init__(self, view: View, rng: Random, printed: Printed, kinds: Sequence[Kind]) -> None:
        self.view, self.rng, self.printed = view, rng, printed
        self.kinds = {kind.name: kind for kind in kinds}
        self.table = new_position(printed, view.fields["scenario"])
        """Everything but the hidden blocks."""
        self.named = mask_of(known.unit for known in view.known)
        self.fits: list[int] = []
        """By hidden block the units that it may be."""

    def position(self) -> Position:
        self._set_table()
        self.fits = [self._fitting(block) for block in self.view.hidden]
        self._narrow_by_parts()
        units = self._matched_with_slowest()
        if self._narrow_by_decision(units):
            units = self._matched()
        return self._with_secrets(self._seated(units))

    # What is known

    def _set_table(self) -> None:
        table, view = self.table, self.view
        table.take_seen(view.fields)
        for known in view.known:
            _seat(table, known.unit, known.place, known.marks, known.source, known.walked)
            table.cv[known.unit] = known.cv
            table.fired |= known.fired << known.unit
            table.shown |= known.shown << known.unit
        table.extra_cards, table.pursuit_hits = view.extra_cards, view.pursuit_hits
        invent_cards(table, view, self.rng)
        invent_mines(table, view, self.rng)

    # Which unit each block may be

    def _fitting(self, block: Hidden) -> int:
        """The units remembered where the block is, or set out, that are fast enough, and due when it is."""
        table = self.table
        here = slot(table, block.origin, block.marks >> LYING & 1)
        units = table.may_hold[here] & self.printed.side_units[block.side] & ~self.named
        if block.place == OUT:
            due = rosters(self.printed, table.scenario)
            units &= mask_of(unit for unit in ones(units) if due.get(unit, NOT_DUE) == block.due)
        return units & as_fast(table, least_speed(table, unpack_walk(block.walked)))

    def _narrow_by_parts(self) -> None:
        """6.4, 10.5: a unit that marches on has gone as far as it could; the dice of a pursuer tell its speed."""
        for reference, goal, _, _ in self.view.marches:
            if reference < 0:
                block = self.view.hidden[-1 - reference]
                walk = unpack_walk(block.walked)
                assert walk is not None
                self._narrow(reference, marching_speed(self.table, walk, block.place, goal))
        group, slowest = self._pursued()
        for reference in group:
            if reference < 0:
                self.fits[-1 - reference] &= as_fast(self.table, slowest)
        for reference in self._firing():
            top = self.view.frames[-1]
            speed = told(top, PURSUIT_FIRE.speed)
            if told(top, PURSUIT_FIRE.dice) == 1:
                self._narrow(reference, speed)
            else:
                self.fits[-1 - reference] &= as_fast(self.table, speed + 1)

    def _firing(self) -> list[int]:
        """10.5: the hidden block that is about to fire in pursuit, if there is one."""
        top: SeenFrame = self.view.frames[-1] if self.view.frames else [""]
        unit = told(top, PURSUIT_FIRE.unit) if top[0] == PURSUIT_FIRE.name else 0
        return [unit] if unit < 0 else []

    def _pursued(self) -> tuple[list[int], int]:
        """10.5: the group that is fired at as it leaves, and the speed announced for it."""
        for below, frame in pairwise(self.view.frames):
            if (below[0], frame[0]) == (PURSUIT.name, PURSUE.name):
                return told_units(below, PURSUIT.units), told(frame, PURSUE.speed)
        return [], 0

    def _narrow(self, reference: int, speed: int) -> None:
        self.fits[-1 - reference] &= as_fast(self.table, speed) & ~as_fast(self.table, speed + 1)

    def _narrow_by_decision(self, units: list[int]) -> bool:
        """5.2, 6.0: a block about which something is being decided is fast enough to have a choice left."""
        block = self._block_in_question()
        if block is None:
            return False
        by_speed: dict[int, int] = {}
        for unit in ones(self.fits[block]):
            speed = speed_of(self.table, unit)
            by_speed[speed] = by_speed.get(speed, 0) | 1 << unit
        self.fits[block] = sum(
            alike for alike in by_speed.values() if self._can_decide(_swapped(units, block, first(alike)))
        )
        return True

    def _block_in_question(self) -> int | None:
        """The number of the hidden block whose unit the frame on top asks about."""
        if not self.view.frames:
            return None
        name, _, *values = self.view.frames[-1]
        kind = self.kinds[str(name)]
        if isinstance(kind, ChoiceKind):
            for shape, value in zip(_shapes(kind, len(values)), values, strict=True):
                if names_unit(shape) and isinstance(value, int) and value < 0:
                    return -1 - value
        return None

    def _can_decide(self, units: list[int]) -> bool:
        """Is anything legal with this choice of units? Purchases are not weighed here: points are guessed."""
        state = self._seated(units)
        kind = self.kinds[str(self.view.frames[-1][0])]
        assert isinstance(kind, ChoiceKind)
        return kind.name == REDEPLOY_TO.name or any(mask for _, mask in kind.legal(state, state.frames[-1]))

    # Matching

    def _matched(self) -> list[int]:
        """A unit for every hidden block, at random."""
        choices: dict[int, list[int]] = {}
        for block, units in enumerate(self.fits):
            for unit in ones(units):
                choices.setdefault(unit, []).append(block)
        wanted = list(choices)
        self.rng.shuffle(wanted)
        for blocks in choices.values():
            self.rng.shuffle(blocks)
        taken = matched({unit: choices[unit] for unit in wanted}, dict.fromkeys(range(len(self.fits)), 1))
        if not all(taken.values()):
            raise Unmatched("no units fit the blocks that were seen")
        return [unit for [unit] in taken.values()]

    def _matched_with_slowest(self) -> list[int]:
        """The same, but with a unit of exactly the announced speed somewhere in a group under fire (10.5)."""
        group, slowest = self._pursued()
        if any(unit >= 0 and speed_of(self.table, unit) == slowest for unit in group):
            return self._matched()
        hidden = [reference for reference in group if reference < 0]
        for reference in self.rng.sample(hidden, len(hidden)):
            fits = self.fits[:]
            self._narrow(reference, slowest)
            try:
                return self._matched()
            except Unmatched:
                continue
            finally:
                self.fits = fits
        return self._matched()

    # The position

    def _seated(self, units: list[int]) -> Position:
        """The table with these units as the hidden blocks, and the frames that refer to them."""
        state, view = self.table.copy(), self.view
        for block, unit in zip(view.hidden, units, strict=True):
            _seat(state, unit, block.place, block.marks, block.source, block.walked)
            state.cv[unit] = self._strength(unit, block.place)
        firing = mask_of(units[-1 - reference] for reference in self._firing())
        for side, place, count in view.fired:
            ready = mask_of(units) & self.printed.side_units[side] & ~state.disrupted & ~firing
            there = [unit for unit in ones(ready) if state.place[unit] == place]
            state.fired |= mask_of(self.rng.sample(there, count))
        state.marches = [pack_march(_unit(units, reference), *rest) for reference, *rest in view.marches]
        state.entries = [ENTRY.pack(_unit(units, reference), *rest) for reference, *rest in view.entries]
        state.frames = [self._frame(units, *frame) for frame in view.frames]
        state.rebuild()
        return state

    def _strength(self, unit: int, place: int) -> int:
        """2.3, 16.4: any CV that it may have; a unit that is still to come is at full strength."""
        if place in (DEAD, OUT):
            return self.printed.max_cv[unit] if place == OUT else 0
        return self.rng.randrange(self.table.least_cv[unit], self.table.most_cv[unit] + 1, self.printed.step[unit])

    def _frame(self, units: list[int], name: object, step: object, *values: int | str | list[int]) -> Frame:
        kind = self.kinds[str(name)]
        return kind.number, int(str(step)), *self._locals(kind, units, values)

    def _locals(self, kind: Kind, units: list[int], values: Sequence[int | str | list[int]]) -> Iterator[int]:
        for shape, value in zip(_shapes(kind, len(values)), values, strict=True):
            if isinstance(value, list):
                yield mask_of(_unit(units, reference) for reference in value)
            else:
                yield _unit(units, int(value)) if names_unit(shape) else real_number(value)

    # Secrets of the moment

    def _with_secrets(self, state: Position) -> Position:
        """What hides behind the decision that is being made."""
        for _ in range(TRIES):
            invent_accounts(state, self.view, self.rng)
            if self._top(state) != REDEPLOY_TO.number or REDEPLOY_TO.legal(state, state.frames[-1]):
                break
        self._stake(state)
        self._take_up_mines(state)
        if self.view.pursuit_hits == SECRET:
            state.pursuit_hits = self.rng.randrange(0, TAKE_PURSUIT.hits(state.frames[-1]) + 1, HALF)
        if self._top(state) == THROW_IN.number:
            buyer = THROW_IN.side(state, state.frames[-1])
            if buyer != self.view.side:
                bought = state.accounts[buyer * ACCOUNT_LINES + CARDS]
                state.extra_cards = bought // self.printed.costs["card"]
        return state

    def _top(self, state: Position) -> int:
        return state.frames[-1][0] if state.frames else SECRET

    def _stake(self, state: Position) -> None:
        """3.3: the card the Allies have staked is one that they may hold."""
        if self._top(state) != CHALLENGE.number or self.view.side == ALLIED:
            return
        if CHALLENGE.staked(state.frames[-1]) == NO_CARD:
            return
        hands = ((REAL_CARD, state.real), (DUMMY_CARD, state.dummies))
        card = self.rng.choice([card for card, hand in hands if hand[ALLIED]])
        state.frames[-1] = CHALLENGE.frame(AXIS, card)

    def _take_up_mines(self, state: Position) -> None:
        """16.55: the other side may have chosen one or two minefields to take up for a new one."""
        if self._top(state) != MINES.number:
            return
        side = MINES.side(state, state.frames[-1])
        fields = list(ones(can_take_up(state, side))) if side != self.view.side else []
        if len(fields) > 1:
            chosen = self.rng.sample(fields, self.rng.choice((0, 1, 2)))
            state.frames[-1] = MINES.frame(side, *[*chosen, NOT_YET, NOT_YET][:2])


def _shapes(kind: Kind, count: int) -> list[Shape]:
    """What the first locals of a frame are."""
    return [shape for _, shape, _ in kind.shaped([0] * count)]


def _seat(state: Position, unit: int, place: int, marks: int, source: int, walked: int) -> None:
    """Put a unit where it is, with its marks; the caches are rebuilt later."""
    state.place[unit], state.walked[unit] = place, walked
    for mark in ones(marks):
        setattr(state, MARKS[mark], getattr(state, MARKS[mark]) | 1 << unit)
    fortresses = len(state.printed.fortresses)
    if source >= fortresses:
        state.by_oasis[source - fortresses] |= 1 << unit
    elif source >= 0:
        state.by_fortress[source] |= 1 << unit


def _unit(units: list[int], reference: int) -> int:
    """A reference is a unit's number, or that of a hidden block."""
    return reference if reference >= 0 else units[-1 - reference]


def _swapped(units: list[int], block: int, unit: int) -> list[int]:
    """The same units with this one in this block."""
    changed = [units[block] if other == unit else other for other in units]
    changed[block] = unit
    return changed

"""1.0, 7.3, 16.6: what a side may know, built up from allowed facts; resample.py invents the rest.

A block that the reader cannot name appears without a name: its side, its place, the marks that anybody can see on
it. Where a frame, a march or an entry speaks of such a block, the view gives its place in the sorted list; blocks
that are alike and play the same part cannot be told apart. What the reader may remember of each unit is in
`may_hold`, `most_cv` and `least_cv`, which follow from what everybody saw (memory.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, cast

import msgspec

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, Printed
from sandtable.games.rommel_in_the_desert.rules.c04_cards import BLUFF, CHALLENGE, NO_CARD, REAL_CARD
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import unpack_march
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import LEAVE
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import TAKE_PURSUIT
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import MINES, NOT_YET
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import RECEIVED, REDEPLOYMENTS, TRIPS
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import PLAYER_BUILDUP, PREPARATION
from sandtable.games.rommel_in_the_desert.state import (
    ACCOUNT_LINES,
    DEAD,
    ENTRY,
    OUT,
    Position,
    slot,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.fields import Many, One, Shape
from sandtable.kernel.flow import Kind, Local
from sandtable.kernel.state import Frame, plain_number, real_number

MARKS = tuple(
    name
    for name, field in Position.FIELDS.items()
    if isinstance(field.shape, Many) and field.shape.noun == "unit" and not field.is_list
    if name not in ("shown", "fired")
)
"""The marks that anybody can see on a block. Nobody sees which blocks have fired in pursuit; those that have fired
in battle are shown."""
OPEN_LINES = (RECEIVED, REDEPLOYMENTS, TRIPS)
"""16.3, 16.51: the lines of a record sheet that anybody who watches could write down."""
SECRET = -1
NOT_DUE = 0

Part = tuple[int, int, int]
"""Where a march, an entry or a frame names a unit."""
SeenFrame = list[int | str | list[int]]
"""Kind, step and locals of a frame; units as references, a set of them as a list."""


class Known(msgspec.Struct, frozen=True):
    """A unit the reader can name."""

    unit: int
    place: int
    cv: int
    marks: int
    fired: bool
    shown: bool
    source: int
    """The fortress, or after them the oasis, that supplies it (13.3, 15.1), or -1."""
    walked: int


class Hidden(msgspec.Struct, frozen=True, order=True):
    """A block the reader only sees standing there."""

    side: int
    place: int
    origin: int
    """Where it is remembered: where its move began if it is moving just now, otherwise where it is."""
    marks: int
    source: int
    walked: int
    due: int
    """18: of a block still to come, when the scenario lets it come: see `rosters`."""


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now. A reference is a unit's number, or -1 - the number of a
    hidden block."""

    side: int
    fields: dict[str, Any]
    """What the state declares as seen by everyone or, of the mines a side knows, by the reader alone."""
    known: list[Known]
    hidden: list[Hidden]
    """Sorted, so that the order gives nothing away."""
    fired: list[tuple[int, int, int]]
    """(side, hex, how many): hidden blocks that have fired in pursuit."""
    marches: list[list[int]]
    entries: list[list[int]]
    frames: list[SeenFrame]
    cards: list[list[int]]
    """By side: in hand, laid; then, of the reader alone, the real ones among them."""
    points: list[int]
    """16.5: of sides whose record sheet the reader sees; -1 for the others."""
    accounts: list[list[int]]
    """By side the lines of those sheets; of the others' what anybody sees, and -1 for the rest."""
    extra_cards: int
    """Bought and not yet drawn, if it is the reader's Buildup."""
    pursuit_hits: int
    """Half hits of the pursuit fire going on; -1 while somebody else is taking them (10.5)."""

    @property
    def mines(self) -> int:
        """The hexes with minefields that the reader knows of."""
        known = self.fields["known_mines"][self.side] if self.side >= 0 else self.fields["shown_mines"]
        return real_number(known)


@lru_cache(maxsize=32)
def rosters(printed: Printed, number: int) -> dict[int, int]:
    """18: the roster of every unit of a scenario: a month, or after these the Malta group or a starting group."""
    scenario, listed = printed.scenarios[number], dict[int, int]()
    for month, arrivals in enumerate(scenario.arrivals):
        listed |= dict.fromkeys(ones(arrivals[AXIS] | arrivals[ALLIED]), month)
    malta = len(scenario.arrivals)
    listed |= dict.fromkeys(ones(scenario.malta), malta)
    for group, deployment in enumerate(scenario.deployments, start=malta + 1):
        listed |= dict.fromkeys(ones(deployment.units), group)
    return listed


def topmost(view: View, kind: Kind) -> SeenFrame | None:
    """The frame of a kind that is nearest to the top, if there is one."""
    return next((frame for frame in reversed(view.frames) if frame[0] == kind.name), None)


def told(frame: SeenFrame, local: Local) -> int:
    """A number that a frame of a view tells: `told(frame, PURSUE.speed)`."""
    return real_number(local(cast(Frame, frame)))


def told_units(frame: SeenFrame, local: Local) -> list[int]:
    """The references that a frame of a view gives for a set of units."""
    return cast(list[int], local(cast(Frame, frame)))


def names_unit(shape: Shape) -> bool:
    """Does a local of this shape name a unit?"""
    return isinstance(shape, One) and shape.noun == "unit"


def names_units(shape: Shape) -> bool:
    """Does a local of this shape name a set of units?"""
    return isinstance(shape, Many) and shape.noun == "unit"


def moving_from(state: Position) -> dict[int, int]:
    """The unit in mid-move, if there is one, and where its move began."""
    top: Frame = state.frames[-1] if state.frames else (SECRET,)
    if top[0] == STEP.number:
        return {STEP.unit(top): STEP.origin(top)}
    return {LEAVE.unit(top): LEAVE.way(top)[0]} if top[0] == LEAVE.number else {}


def look(state: Position, side: int, kinds: Sequence[Kind]) -> View:
    """The view of a side; SPECTATOR, who is neither, sees what both see."""
    return Looker(state, side, kinds).view()


class Looker:
    """Turns a position into what one reader may know of it."""

    def __init__(self, state: Position, side: int, kinds: Sequence[Kind]) -> None:
        self.state, self.side, self.kinds = state, side, kinds
        self.marks, self.sources = self._marks(), self._sources()
        unknown = self._unknown()
        self.named = [unit for unit in range(len(state.place)) if not unknown >> unit & 1]
        self.moving = moving_from(state)
        self.rosters = rosters(state.printed, state.scenario) if OUT in state.place else {}
        blocks = {unit: self._hidden(unit) for unit in ones(unknown)}
        parts = self._parts()
        order = sorted(blocks, key=lambda unit: (blocks[unit], parts.get(unit, [])))
        self.hidden = [blocks[unit] for unit in order]
        self.reference = {unit: unit for unit in self.named}
        self.reference |= {unit: -1 - number for number, unit in enumerate(order)}

    # Blocks

    def _unknown(self) -> int:
        """The units the reader cannot name: in the scenario, the enemy's, not shown, perhaps not eliminated."""
        state, dead = self.state, slot(self.state, DEAD)
        alive = reduce(or_, state.may_hold[:dead]) | reduce(or_, state.may_hold[dead + 1 :], 0)
        own = state.printed.side_units[self.side] if self.side >= 0 else 0
        return alive & ~state.shown & ~own

    def _marks(self) -> list[int]:
        marks = [0] * len(self.state.place)
        for place, name in enumerate(MARKS):
            for unit in ones(getattr(self.state, name)):
                marks[unit] |= 1 << place
        return marks

    def _sources(self) -> dict[int, int]:
        fed = (*self.state.by_fortress, *self.state.by_oasis)
        return {unit: place for place, units in enumerate(fed) for unit in ones(units)}

    def _known(self, unit: int) -> Known:
        state = self.state
        fired, shown = bool(state.fired >> unit & 1), bool(state.shown >> unit & 1)
        marks, source = self.marks[unit], self.sources.get(unit, -1)
        return Known(unit, state.place[unit], state.cv[unit], marks, fired, shown, source, state.walked[unit])

    def _hidden(self, unit: int) -> Hidden:
        state = self.state
        side, place = state.printed.side_of[unit], state.place[unit]
        origin, source = self.moving.get(unit, place), self.sources.get(unit, -1)
        due = self.rosters.get(unit, NOT_DUE) if place == OUT else NOT_DUE
        return Hidden(side, place, origin, self.marks[unit], source, state.walked[unit], due)

    def _parts(self) -> dict[int, list[Part]]:
        """By unit the parts it plays in marches, entries and frames."""
        parts: dict[int, list[Part]] = {}
        for unit, part in self._all_parts():
            parts.setdefault(unit, []).append(part)
        return parts

    def _all_parts(self) -> Iterator[tuple[int, Part]]:
        for number, march in enumerate(self.state.marches):
            yield unpack_march(march).unit, (0, number, 0)
        for number, entry in enumerate(self.state.entries):
            yield ENTRY.parts(entry)[0], (1, number, 0)
        for number, frame in enumerate(self.state.frames):
            kind, _, *values = frame
            for place, (_, shape, value) in enumerate(self.kinds[kind].shaped(values)):
                if names_unit(shape):
                    yield value, (2, number, place)
                elif names_units(shape):
                    for unit in ones(value):
                        yield unit, (2, number, place)

    # Everything else

    def view(self) -> View:
        state = self.state
        return View(
            side=self.side,
            fields=state.seen_by(self.side),
            known=[self._known(unit) for unit in self.named],
            hidden=self.hidden,
            fired=self._fired(),
            marches=[self._refer(unpack_march(march)) for march in state.marches],
            entries=[self._refer(ENTRY.parts(entry)) for entry in state.entries],
            frames=[self._frame(frame) for frame in state.frames],
            cards=[self._cards(side) for side in (AXIS, ALLIED)],
            points=[points if self._reads_accounts(side) else SECRET for side, points in enumerate(state.points)],
            accounts=[self._accounts(side) for side in (AXIS, ALLIED)],
            extra_cards=state.extra_cards if self.side == self._builder() else 0,
            pursuit_hits=self._pursuit_hits(),
        )

    def _refer(self, parts: Sequence[int]) -> list[int]:
        """What is said of a unit, whose number comes first, with a reference in its place."""
        return [self.reference[parts[0]], *parts[1:]]

    def _pursuit_hits(self) -> int:
        """10.5: the hits left tell how many steps were paid for, and so whether units are elite."""
        state = self.state
        top: Frame = state.frames[-1] if state.frames else (SECRET,)
        secret = top[0] == TAKE_PURSUIT.number and self.side != TAKE_PURSUIT.side(state, top)
        return SECRET if secret else state.pursuit_hits

    def _reads_accounts(self, side: int) -> bool:
        """16.5, ruling 43: a side's own record sheet, and both if the players have agreed to open them."""
        return side == self.side or bool(self.state.disclosed)

    def _accounts(self, side: int) -> list[int]:
        first, reads = side * ACCOUNT_LINES, self._reads_accounts(side)
        lines = self.state.accounts[first : first + ACCOUNT_LINES]
        return [value if reads or line in OPEN_LINES else SECRET for line, value in enumerate(lines)]

    def _builder(self) -> int:
        """Whose Buildup is going on, if any."""
        for frame in reversed(self.state.frames):
            if frame[0] == PLAYER_BUILDUP.number:
                return PLAYER_BUILDUP.side(frame)
            if frame[0] == PREPARATION.number:
                return PREPARATION.side(frame)
        return -2

    def _fired(self) -> list[tuple[int, int, int]]:
        hidden = [unit for unit in ones(self.state.fired) if self.reference[unit] < 0]
        stacks = Counter((self.state.printed.side_of[unit], self.state.place[unit]) for unit in hidden)
        return sorted((*stack, number) for stack, number in stacks.items())

    def _cards(self, side: int) -> list[int]:
        """How many cards are in hand and laid; while dummies are being added only their owner sees the latter."""
        state = self.state
        hand, laid = state.real[side] + state.dummies[side], 0
        if side == state.active:
            laid = state.real_laid + state.dummies_laid
            if state.frames and state.frames[-1][0] == BLUFF.number and side != self.side:
                hand, laid = hand + laid, 0
        own = [state.real[side], state.real_laid if side == state.active else 0]
        return [hand, laid, *(own if side == self.side else [])]

    def _frame(self, frame: Frame) -> SeenFrame:
        number, step, *values = frame
        kind = self.kinds[number]
        seen: SeenFrame = [kind.name, step]
        for field, shape, value in kind.shaped(values):
            if names_unit(shape):
                seen.append(self.reference[value])
            elif names_units(shape):
                seen.append(sorted(self.reference[unit] for unit in ones(value)))
            else:
                seen.append(plain_number(self._open_local(kind, field.name, value)))
        return seen

    def _open_local(self, kind: Kind, name: str, value: int) -> int:
        """3.3, 16.55: the card staked and the minefields taken up are their owner's secrets."""
        if kind.number == CHALLENGE.number and name == "staked" and self.side != ALLIED and value != NO_CARD:
            return REAL_CARD
        if kind.number == MINES.number and name in ("first", "second") and self.side != self._builder():
            return NOT_YET
        return value

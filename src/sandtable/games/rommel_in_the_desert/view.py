"""1.0, 7.3, 16.6: what a side may know, built up from allowed facts; and a full position invented to fit it.

A block whose name the reader does not know appears without one: its side, its place, the marks anybody sees on it.
Where a frame, a march or an entry speaks of such a block, the view gives its place in the sorted list, and
alike blocks are never told apart. What the reader may remember of each unit stands in `may_hold`, `most_cv` and
`least_cv`, which follow from what everybody saw (memory.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from sandtable.games.rommel_in_the_desert.cards import BLUFF, CHALLENGE, DUMMY_CARD, NO_CARD, REAL_CARD
from sandtable.games.rommel_in_the_desert.minefields import MINES, NOT_YET
from sandtable.games.rommel_in_the_desert.orders import PLACE_BITS, PLACE_MASK, UNIT_BITS, UNIT_MASK
from sandtable.games.rommel_in_the_desert.printed import ALLIED, AXIS, DUMMY_CARDS, REAL_CARDS, Printed
from sandtable.games.rommel_in_the_desert.pursuit import TAKE_PURSUIT
from sandtable.games.rommel_in_the_desert.state import (
    DEAD,
    EXITED,
    HALF,
    LEDGER_LINES,
    UNIT_SETS,
    Position,
    new_position,
    slot,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.flow import Kind
from sandtable.kernel.state import Frame, plain_number, real_number

MARKS = tuple(name for name in UNIT_SETS if name not in ("shown", "fired"))
"""The marks that anybody sees on a block. Who has fired in pursuit is not seen; who has in battle stands open."""
OPEN_NUMBERS = (
    *("setting", "infantry_tanks_slow", "disclosed", "turn", "month", "active", "first", "passes", "winner"),
    *("ending", "blitzed", "rommel_used", "engaged_once", "engaged_twice", "attacked_hexes", "fighting_hexes"),
    *("assault_hexes", "left_hexes", "rearguard_hexes", "malta_came", "lines_held", "shown_mines"),
    *("real_spent", "dummies_spent"),
)
OPEN_LISTS = (
    *("attacker_hexes", "crossed", "entered", "rolled", "owner", "month_owner", "port_used", "network", "moves"),
    *("hits", "may_hold", "most_cv", "least_cv"),
)


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
    marks: int
    source: int
    walked: int


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now. A reference is a unit's number, or -1 - the number of a
    hidden block."""

    side: int
    numbers: dict[str, int | str]
    lists: dict[str, list[int | str]]
    known: list[Known]
    hidden: list[Hidden]
    """Sorted, so that the order tells nothing."""
    fired: list[tuple[int, int]]
    """(hex, how many): hidden blocks that have fired in pursuit."""
    marches: list[list[int]]
    entries: list[list[int]]
    frames: list[list[int | str | list[int]]]
    """Kind, step and locals; units as references, a set of them as a list."""
    cards: list[list[int]]
    """By side: in hand, laid; then, of the reader alone, the real ones among them."""
    mines: int | str
    points: list[int]
    """16.5: of sides whose record sheet the reader sees; -1 for the others."""
    ledger: list[list[int]]
    """By side the lines of those sheets; none for the others."""
    extra_cards: int
    exited: int
    pursuit_hits: int
    """Half hits of the pursuit fire going on; -1 while their owner, somebody else, is taking them (10.5)."""


# Looking


def look(state: Position, side: int, kinds: Sequence[Kind]) -> View:
    """The view of a side; SPECTATOR, who is neither, sees what both see."""
    return Looker(state, side, kinds).view()


class Looker:
    """Turns a position into what one reader may know of it."""

    def __init__(self, state: Position, side: int, kinds: Sequence[Kind]) -> None:
        self.state, self.side, self.kinds = state, side, kinds
        units = range(len(state.place))
        self.used = 0
        for may_be_there in state.may_hold:
            self.used |= may_be_there
        self.named = [unit for unit in units if self._can_name(unit)]
        blocks = {unit: self._hidden(unit) for unit in units if not self._can_name(unit)}
        self.hidden = sorted(blocks.values())
        self.reference = {unit: unit for unit in self.named}
        self.reference |= {unit: -1 - self.hidden.index(block) for unit, block in blocks.items()}

    def _can_name(self, unit: int) -> bool:
        """One's own, what is shown, eliminated or has left the map, and what the scenario does not use."""
        state = self.state
        own = state.scenario.side_of[unit] == self.side
        open_ = state.shown >> unit & 1 or state.place[unit] in (DEAD, EXITED) or not self.used >> unit & 1
        return bool(own or open_)

    def _marks(self, unit: int) -> int:
        return mask_of(place for place, name in enumerate(MARKS) if getattr(self.state, name) >> unit & 1)

    def _source(self, unit: int) -> int:
        sources = (*self.state.by_fortress, *self.state.by_oasis)
        return next((place for place, units in enumerate(sources) if units >> unit & 1), -1)

    def _known(self, unit: int) -> Known:
        state = self.state
        fired, shown = bool(state.fired >> unit & 1), bool(state.shown >> unit & 1)
        marks, source = self._marks(unit), self._source(unit)
        return Known(unit, state.place[unit], state.cv[unit], marks, fired, shown, source, state.walked[unit])

    def _hidden(self, unit: int) -> Hidden:
        state, owner = self.state, self.state.scenario.side_of[unit]
        walked = state.walked[unit]
        return Hidden(owner, state.place[unit], self._marks(unit), self._source(unit), walked)

    def view(self) -> View:
        state = self.state
        return View(
            side=self.side,
            numbers={name: plain_number(getattr(state, name)) for name in OPEN_NUMBERS},
            lists={name: [plain_number(value) for value in getattr(state, name)] for name in OPEN_LISTS},
            known=[self._known(unit) for unit in self.named],
            hidden=self.hidden,
            fired=self._fired(),
            marches=[[self.reference[m & UNIT_MASK], m >> UNIT_BITS] for m in state.marches],
            entries=[[self.reference[e >> PLACE_BITS], e & PLACE_MASK] for e in state.entries],
            frames=[self._frame(frame) for frame in state.frames],
            cards=[self._cards(side) for side in (AXIS, ALLIED)],
            mines=plain_number(state.known_mines[self.side] if self.side >= 0 else state.shown_mines),
            points=[points if self._reads_sheet(side) else -1 for side, points in enumerate(state.points)],
            ledger=[self._ledger(side) for side in (AXIS, ALLIED)],
            extra_cards=state.extra_cards if self.side == self._builder() else 0,
            exited=state.exited,
            pursuit_hits=self._pursuit_hits(),
        )

    def _pursuit_hits(self) -> int:
        """10.5: what is left to take tells how many steps were paid for, and so of elite units."""
        top = self.state.frames[-1] if self.state.frames else ()
        secret = top and top[0] == TAKE_PURSUIT.number and self.side != top[3]
        return -1 if secret else self.state.pursuit_hits

    def _reads_sheet(self, side: int) -> bool:
        """16.5, ruling 43: one's own record sheet, and both if the players have agreed to open them."""
        return side == self.side or bool(self.state.disclosed)

    def _ledger(self, side: int) -> list[int]:
        first = side * LEDGER_LINES
        return self.state.ledger[first : first + LEDGER_LINES] if self._reads_sheet(side) else []

    def _builder(self) -> int:
        """Whose Buildup is going on, if any."""
        for frame in reversed(self.state.frames):
            if self.kinds[frame[0]].name in ("player-buildup", "preparation"):
                return frame[2]
        return -2

    def _fired(self) -> list[tuple[int, int]]:
        hidden = [unit for unit in ones(self.state.fired) if self.reference[unit] < 0]
        places = [self.state.place[unit] for unit in hidden]
        return sorted({(place, places.count(place)) for place in places})

    def _cards(self, side: int) -> list[int]:
        """Hand and cards laid, by number; while dummies are being added nobody else sees what lies there."""
        state = self.state
        hand, laid = state.real[side] + state.dummies[side], 0
        if side == state.active:
            laid = state.real_laid + state.dummies_laid
            if state.frames and state.frames[-1][0] == BLUFF.number and side != self.side:
                hand, laid = hand + laid, 0
        own = [state.real[side], state.real_laid if side == state.active else 0]
        return [hand, laid, *(own if side == self.side else [])]

    def _frame(self, frame: Frame) -> list[int | str | list[int]]:
        kind = self.kinds[frame[0]]
        seen: list[int | str | list[int]] = [kind.name, frame[1]]
        for name, value in kind.named(frame[2:]):
            if name == "unit":
                seen.append(self.reference[value])
            elif name == "units":
                seen.append(sorted(self.reference[unit] for unit in ones(value)))
            else:
                seen.append(plain_number(self._open_local(kind, name, value)))
        return seen

    def _open_local(self, kind: Kind, name: str, value: int) -> int:
        """3.3, 16.55: the card staked and the minefields taken up are their owner's secrets."""
        if kind.number == CHALLENGE.number and name == "staked" and self.side != ALLIED and value != NO_CARD:
            return REAL_CARD
        if kind.number == MINES.number and name in ("first", "second") and self.side != self._builder():
            return NOT_YET
        return value


# Inventing


def invent(view: View, rng: Random, scenario: Printed, kinds: Sequence[Kind]) -> Position:
    """A full position that the reader of this view cannot tell from the true one."""
    return Inventor(view, rng, scenario, kinds).position()


class Inventor:
    """Gives every hidden block a unit that it may be, and every hidden number a value that it may have."""

    def __init__(self, view: View, rng: Random, scenario: Printed, kinds: Sequence[Kind]) -> None:
        self.view, self.rng, self.scenario, self.kinds = view, rng, scenario, kinds
        self.state = new_position(scenario, int(view.numbers["setting"]))
        self.units_of: list[int] = []
        """By hidden block the unit it is taken to be."""

    def position(self) -> Position:
        state, view = self.state, self.view
        for name, value in view.numbers.items():
            setattr(state, name, real_number(value))
        for name, values in view.lists.items():
            setattr(state, name, [real_number(value) for value in values])
        self._set_known()
        self.units_of = self._assignment()
        self._set_hidden()
        self._set_mines()
        self._set_cards()
        self._set_frames()
        state.points = [points if points >= 0 else self._points() for points in view.points]
        state.ledger = [line for sheet in view.ledger for line in sheet or [0] * LEDGER_LINES]
        state.extra_cards, state.exited = view.extra_cards, view.exited
        state.pursuit_hits = view.pursuit_hits if view.pursuit_hits >= 0 else self._pursuit_hits()
        state.rebuild()
        return state

    def _set_known(self) -> None:
        for known in self.view.known:
            self._set_unit(known.unit, known.place, known.marks, known.source, known.walked)
            self.state.cv[known.unit] = known.cv
            self.state.fired |= known.fired << known.unit
            self.state.shown |= known.shown << known.unit

    def _set_unit(self, unit: int, place: int, marks: int, source: int, walked: int) -> None:
        self.state.place[unit], self.state.walked[unit] = place, walked
        for mark in ones(marks):
            setattr(self.state, MARKS[mark], getattr(self.state, MARKS[mark]) | 1 << unit)
        fortresses = len(self.scenario.fortresses)
        if source >= fortresses:
            self.state.by_oasis[source - fortresses] |= 1 << unit
        elif source >= 0:
            self.state.by_fortress[source] |= 1 << unit

    def _assignment(self) -> list[int]:
        """A unit for every hidden block among those that may be there: augmenting paths in a random order."""
        named = {known.unit for known in self.view.known}
        blocks = list(range(len(self.view.hidden)))
        wanted = [unit for unit in range(len(self.scenario.units)) if unit not in named]
        fits = {unit: [block for block in blocks if self._fits(unit, block)] for unit in wanted}
        self.rng.shuffle(wanted)
        for choices in fits.values():
            self.rng.shuffle(choices)
        owner: dict[int, int] = {}
        for unit in wanted:
            if not self._place(unit, fits, owner, set()):
                raise ValueError("no assignment of units to blocks fits what was seen")
        return [owner[block] for block in blocks]

    def _fits(self, unit: int, block: int) -> bool:
        hidden = self.view.hidden[block]
        here = self.state.may_hold[slot(self.state, hidden.place)]
        return self.scenario.side_of[unit] == hidden.side and bool(here >> unit & 1)

    def _place(self, unit: int, fits: dict[int, list[int]], owner: dict[int, int], tried: set[int]) -> bool:
        for block in fits[unit]:
            if block not in owner:
                owner[block] = unit
                return True
        for block in fits[unit]:
            if block in tried:
                continue
            tried.add(block)
            if self._place(owner[block], fits, owner, tried):
                owner[block] = unit
                return True
        return False

    def _set_hidden(self) -> None:
        state = self.state
        for block, unit in zip(self.view.hidden, self.units_of, strict=True):
            self._set_unit(unit, block.place, block.marks, block.source, block.walked)
            step = self.scenario.step[unit]
            state.cv[unit] = self.rng.randrange(state.least_cv[unit], state.most_cv[unit] + 1, step)
        for place, count in self.view.fired:
            there = [unit for unit in self.units_of if state.place[unit] == place]
            state.fired |= mask_of(there[:count])
        unit_of = self._unit_of
        state.marches = [unit_of(reference) | rest << UNIT_BITS for reference, rest in self.view.marches]
        state.entries = [unit_of(reference) << PLACE_BITS | rest for reference, rest in self.view.entries]

    def _unit_of(self, reference: int) -> int:
        return reference if reference >= 0 else self.units_of[-1 - reference]

    def _units_of(self, references: list[int]) -> int:
        """A set of units; alike blocks share a reference, so as many of them are taken as are referred to."""
        taken: list[int] = []
        for reference in references:
            block = -1 - reference
            while reference < 0 and self.units_of[block] in taken:
                block += 1
            taken.append(reference if reference >= 0 else self.units_of[block])
        return mask_of(taken)

    def _set_frames(self) -> None:
        names = [kind.name for kind in self.kinds]
        for name, step, *values in self.view.frames:
            number = names.index(str(name))
            locals_ = [self._local(self.kinds[number], place, value) for place, value in enumerate(values)]
            self.state.frames.append((number, int(str(step)), *locals_))

    def _local(self, kind: Kind, place: int, value: int | str | list[int]) -> int:
        name = list(kind.named([0] * (place + 1)))[place][0]
        if isinstance(value, list):
            return self._units_of(value)
        if name == "unit":
            return self._unit_of(int(value))
        if kind.number == CHALLENGE.number and name == "staked" and self.view.side != ALLIED and value != NO_CARD:
            return self._staked()
        return real_number(value)

    def _staked(self) -> int:
        """3.3: the card the Allies staked: one that they may hold."""
        held = [
            card for card, hand in ((REAL_CARD, self.state.real), (DUMMY_CARD, self.state.dummies)) if hand[ALLIED]
        ]
        return self.rng.choice(held)

    # What else is hidden

    def _points(self) -> int:
        """16.5: what the other side has left is its secret: up to what can be saved and was rolled."""
        return self.rng.randrange(4, self.scenario.costs["saved"] + sum(self.state.rolled) + 1)

    def _pursuit_hits(self) -> int:
        """10.5: some of the hits scored have been taken, nobody else knows how many."""
        scored = self.state.frames[-1][5]
        return self.rng.randrange(0, scored + 1, HALF)

    def _set_mines(self) -> None:
        """14.1, 16.55: the minefields the reader knows of, and perhaps some that he does not.

        Of those that were shown to all the other side may have taken some up; what was never shown is still there.
        """
        state, shown = self.state, self.state.shown_mines
        known = real_number(self.view.mines)
        taken_up = mask_of(place for place in ones(known & shown) if self.rng.random() < 0.1)
        hexes = list(ones(self.scenario.board.all & ~known))
        unknown = mask_of(self.rng.sample(hexes, self.rng.choice((0, 0, 0, 1, 2))))
        state.mined_hexes = known & ~taken_up | unknown
        theirs = shown & ~taken_up | unknown
        state.known_mines = [known if reader == self.view.side else theirs for reader in (AXIS, ALLIED)]

    def _set_cards(self) -> None:
        """1.0: hands and cards laid, dealt from what the reader has not seen."""
        state = self.state
        left_real = REAL_CARDS - state.real_spent
        left_dummies = DUMMY_CARDS - state.dummies_spent
        for side, cards in enumerate(self.view.cards):
            if len(cards) > 2:
                hand, laid, real, real_laid = cards
                state.real[side], state.dummies[side] = real, hand - real
                if side == state.active:
                    state.real_laid, state.dummies_laid = real_laid, laid - real_laid
                left_real -= real + real_laid
                left_dummies -= hand - real + laid - real_laid
        for side, cards in enumerate(self.view.cards):
            if len(cards) == 2:
                left_real, left_dummies = self._deal(side, cards[0], cards[1], left_real, left_dummies)

    def _deal(self, side: int, hand: int, laid: int, reals: int, dummies: int) -> tuple[int, int]:
        """The cards of one side, and what is left of those unseen."""
        state = self.state
        bluffing = bool(self.view.frames) and self.view.frames[-1][0] == BLUFF.name and side == state.active
        if bluffing:
            real_laid = self.rng.choice([n for n in (1, 2, 3) if n <= min(hand, reals)])
            hand, laid_dummies = hand - real_laid, 0
        else:
            possible = [n for n in self._possible_real() if n <= laid and laid - n <= dummies and n <= reals]
            real_laid = self.rng.choice(possible) if laid else 0
            laid_dummies = laid - real_laid
        if side == state.active:
            state.real_laid, state.dummies_laid = real_laid, laid_dummies
        reals, dummies = reals - real_laid, dummies - laid_dummies
        low, high = max(0, hand - dummies), min(hand, reals)
        state.real[side] = self.rng.randint(low, high)
        state.dummies[side] = hand - state.real[side]
        return reals - state.real[side], dummies - state.dummies[side]

    def _possible_real(self) -> tuple[int, ...]:
        """4.0: what the turn has shown so far of the number of real cards laid."""
        state = self.state
        if state.blitzed:
            return (3,)
        if len(state.moves) > 1 or state.assault_hexes:
            return (2,)
        return (1, 2, 3)

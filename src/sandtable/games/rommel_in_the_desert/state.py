"""The position: where every block stands and how strong, the cards, the battles, and what each side has seen."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, DUMMY_CARDS, REAL_CARDS, Printed
from sandtable.games.rommel_in_the_desert.printed.scenarios import Scenario
from sandtable.kernel.bits import ones
from sandtable.kernel.state import State

# Where a block is when it is on no hex.
OUT = -1  # not in this scenario, or still to come
DEAD = -2  # 2.3: eliminated for good
REFIT = -3  # 16.52: out of play for a month
WAITING = -4  # 16.41: beside the base while there is a battle in it
EXITED = -5  # 17.1
BOXES = 5

ENEMY_OF = (ALLIED, AXIS)

UNIT_SETS = (
    "disrupted",
    "late",
    "unsupplied",
    "raiders",
    "shown",
    "moved",
    "disengaged",
    "fired",
    "leaving",
    "leaving_second",
)
"""The fields that mark units on the map."""

SLOW = 2
"""17.4: the speed of infantry tanks by the optional rule."""

HALF = 2
"""Hits are counted in halves, for a minefield halves them (9.52)."""

ACCOUNT_LINES = 8
"""16.5: the lines of a side's record sheet: see c16_accounts.py."""


class Position(State):
    """Rommel in the Desert in play. Bit sets are over units unless the name says hexes or hexsides."""

    NUMBERS: ClassVar[tuple[str, ...]] = (
        "scenario",
        "infantry_tanks_slow",
        "disclosed",
        "turn",
        "month",
        "active",
        "first",
        "passes",
        "winner",
        "ending",
        "disrupted",
        "late",
        "unsupplied",
        "raiders",
        "moved",
        "disengaged",
        "fired",
        "shown",
        "real_laid",
        "dummies_laid",
        "real_spent",
        "dummies_spent",
        "blitzed",
        "rommel_used",
        "engaged_once",
        "engaged_twice",
        "attacked_hexes",
        "fighting_hexes",
        "assault_hexes",
        "left_hexes",
        "rearguard_hexes",
        "mined_hexes",
        "shown_mines",
        "pursuit_hits",
        "leaving",
        "leaving_second",
        "exited",
        "lines_held",
        "malta_came",
        "extra_cards",
    )
    LISTS: ClassVar[tuple[str, ...]] = (
        "place",
        "cv",
        "by_fortress",
        "by_oasis",
        "attacker_hexes",
        "crossed",
        "entered",
        "real",
        "dummies",
        "points",
        "rolled",
        "owner",
        "month_owner",
        "port_used",
        "accounts",
        "bought",
        "network",
        "moves",
        "marches",
        "walked",
        "entries",
        "hits",
        "known_mines",
        "unwatched",
        "may_hold",
        "most_cv",
        "least_cv",
    )
    CACHES: ClassVar[tuple[str, ...]] = ("stacks", "fielded", "held", "firm")
    __slots__ = (*NUMBERS, *LISTS, *CACHES)

    printed: Printed

    # The game
    scenario: int  # which of the eight scenarios
    infantry_tanks_slow: int  # option 17.4: 1AT and 32AT have speed 2
    disclosed: int  # option, ruling 43: the spending of Buildup points is told on request
    turn: int  # how many player turns have begun
    month: int
    active: int  # 3.4: whose player turn it is, or whose Buildup
    first: int  # 3.3: who has the first player turn of the month
    passes: int  # consecutive passes: two end the month (4.5)
    winner: int  # a side, or -1
    ending: int  # how it ended: see c17_victory.py

    # The blocks
    place: list[int]  # hex number, or OUT, DEAD, REFIT, WAITING, EXITED
    cv: list[int]
    disrupted: int
    late: int  # disrupted, and not yet for one whole enemy player turn (11.2)
    unsupplied: int  # marked at the last own initial supply check (12.7)
    by_fortress: list[int]  # by fortress the units designated to its supply (13.3)
    by_oasis: list[int]  # by oasis the unit designated to its supply, as a set (15.1)
    raiders: int  # 12.5
    shown: int  # face up for both, in battle (7.3, 8.5)

    # The player turn
    real_laid: int
    dummies_laid: int
    blitzed: int  # 1 in blitz movement and combat
    rommel_used: int
    moves: list[int]  # the moves declared in this movement phase, packed: see c05_declared_moves.py
    marches: list[int]  # forced marches announced, packed: see c05_declared_moves.py
    walked: list[int]  # by unit how it has gone in this movement phase, packed: see c05_declared_moves.py
    entered: list[int]  # by side the hexes its units have come into since mines were shown last (14.2)
    entries: list[int]  # unsupplied units that engaged over enemy hexsides in this turn, packed (12.5)
    moved: int  # units that have moved in this player turn (6.0)
    disengaged: int  # may not engage again in this player turn (7.2)
    fired: int  # have fired in this phase (10.5)
    engaged_once: int  # hexsides over which one unit has engaged in this movement phase (7.1)
    engaged_twice: int  # hexsides over which two have
    attacked_hexes: int  # new battles of this movement phase, which may be refused (8.4) and must be fought (8.6)
    fighting_hexes: int  # active battles still to be fought in this combat phase (8.6)
    assault_hexes: int
    left_hexes: int  # battles from which the active side made a partial retreat this turn: no combat (10.4)
    rearguard_hexes: int  # those of this movement phase: who stayed there stays (10.4)
    hits: list[int]  # by class the half hits it has to take in the fire going on (9.5, 9.52)
    leaving: int  # marked to leave a battle: they neither fire nor take hits in probe combat (10.4)
    leaving_second: int  # those of them that leave under the second declared move
    pursuit_hits: int  # half hits of the pursuit fire going on (10.5)
    exited: int  # units that left the map in this player turn (17.1)
    lines_held: int  # hexes that carried supply lines when the withdrawal of a Pass began (5.3, ruling 12), or 0

    # The battles
    attacker_hexes: list[int]  # by side the battle hexes in which it is the Attacker (8.3)
    crossed: list[int]  # by side the hexsides of battle hexes it crossed last (8.1)

    # The cards: they are all alike, real or dummy
    real: list[int]  # in hand, by side
    dummies: list[int]
    real_spent: int  # in the discard
    dummies_spent: int

    # The Buildup
    points: list[int]  # BPs saved or still to spend, by side
    rolled: list[int]  # the sum of either side's dice
    extra_cards: int  # bought in the Buildup going on, and not yet drawn (16.5)
    network: list[int]  # hexes: the frozen supply networks, by side (16.2)
    bought: list[int]  # by side 1 + the extra cards it was seen to draw then, or 0 if nobody can tell (16.6)
    accounts: list[int]  # by side what this Buildup, or the last one, was spent on: see c16_accounts.py (16.5)
    port_used: list[int]  # by fortress the embarkations and debarkations in this Buildup (16.53)
    malta_came: int  # the month in which the Malta group came, or 0

    # The fortresses and minefields
    owner: list[int]  # by fortress
    month_owner: list[int]  # by fortress who owned it when the month began (13.4)
    mined_hexes: int
    shown_mines: int  # hexes with minefields both sides know of
    known_mines: list[int]  # by side the hexes with minefields it knows of
    unwatched: list[int]  # by side the hexes where the enemy may have laid or taken up mines since it looked

    # What the other side has seen of each block: where it may be, between which CVs (knowledge/memory.py)
    may_hold: list[int]  # by place the units that may be there: see `slot` and memory.py
    most_cv: list[int]
    least_cv: list[int]

    # Caches
    stacks: list[int]  # by side * size + hex the units there
    fielded: list[int]  # by side the units on the map
    held: list[int]  # by side the hexes with units of it
    firm: list[int]  # by side the hexes with undisrupted units of it

    def rebuild(self) -> None:
        size = self.printed.board.size
        self.stacks = [0] * (2 * size)
        self.fielded, self.held, self.firm = [0, 0], [0, 0], [0, 0]
        for unit, place in enumerate(self.place):
            if place >= 0:
                side = self.printed.side_of[unit]
                self.stacks[side * size + place] |= 1 << unit
                self.fielded[side] |= 1 << unit
                self.held[side] |= 1 << place
                if not self.disrupted >> unit & 1:
                    self.firm[side] |= 1 << place


def new_position(printed: Printed, scenario: int) -> Position:
    """An empty table before the deal of a scenario: every block is out of play at full strength (18.0)."""
    state = Position()
    state.printed, state.sink, state.frames = printed, None, []
    for name in Position.NUMBERS:
        setattr(state, name, 0)
    state.scenario, state.winner = scenario, -1
    chosen = printed.scenarios[scenario]
    state.month, state.active, state.first = chosen.start_month, chosen.first_player, chosen.first_player
    units = len(printed.units)
    state.place, state.cv = [OUT] * units, list(printed.max_cv)
    state.may_hold = [0] * (2 * printed.board.size + BOXES)
    state.most_cv, state.least_cv = list(printed.max_cv), list(printed.max_cv)
    state.owner, state.month_owner = list(chosen.owners), list(chosen.owners)
    for name in (
        "attacker_hexes",
        "crossed",
        "entered",
        "real",
        "dummies",
        "points",
        "rolled",
        "bought",
        "network",
        "known_mines",
        "unwatched",
    ):
        setattr(state, name, [0, 0])
    state.by_fortress, state.by_oasis, state.port_used = [0, 0, 0], [0, 0, 0], [0, 0, 0]
    state.hits, state.accounts = [0, 0, 0, 0], [0] * (2 * ACCOUNT_LINES)
    state.moves, state.marches, state.entries = [], [], []
    state.walked = [0] * units
    state.rebuild()
    return state


def slot(state: Position, place: int, lying: int = 0) -> int:
    """The number of a place in a list: of a hex with the blocks that stand there, of a box, and after the boxes of
    a hex with the blocks that lie there disrupted, which nobody takes for those that stand (11.0)."""
    size = state.printed.board.size
    return place + lying * (size + BOXES) if place >= 0 else size - 1 - place


def is_lying(state: Position, unit: int) -> int:
    """11.0: 1 for a block that lies face down."""
    return state.disrupted >> unit & 1


def scenario_of(state: Position) -> Scenario:
    return state.printed.scenarios[state.scenario]


# Asking


def units_at(state: Position, side: int, place: int) -> int:
    """The units of a side in a hex, disrupted ones too."""
    return state.stacks[side * state.printed.board.size + place]


def firm_at(state: Position, side: int, place: int) -> int:
    """The undisrupted units of a side in a hex."""
    return state.stacks[side * state.printed.board.size + place] & ~state.disrupted


def battle_hexes(state: Position) -> int:
    """1.2, ruling 34: hexes with units of both sides, and not only disrupted ones."""
    return state.held[AXIS] & state.held[ALLIED] & (state.firm[AXIS] | state.firm[ALLIED])


def defended_battles(state: Position, side: int) -> int:
    """8.3: battle hexes in which the side is the Defender, and so controls the hex (1.2)."""
    return state.attacker_hexes[ENEMY_OF[side]]


def in_hexes(state: Position, side: int, hexes: int) -> int:
    """The units of a side in any of these hexes; where they are most of those it holds, all but the others."""
    held = state.held[side]
    hexes &= held
    if not hexes:
        return 0
    others = hexes ^ held
    most = hexes.bit_count() > others.bit_count()
    stacks, first, units = state.stacks, side * state.printed.board.size, 0
    for place in ones(others if most else hexes):
        units |= stacks[first + place]
    return state.fielded[side] & ~units if most else units


def by_place(state: Position, units: int) -> list[int]:
    """Units in the order in which anybody may hear of them: by hex, so that the order tells no names."""
    return sorted(ones(units), key=lambda unit: (state.printed.side_of[unit], state.place[unit]))


def steps_left(state: Position, unit: int) -> int:
    """2.3: how many steps a unit still has."""
    return state.cv[unit] // state.printed.step[unit]


def speed_of(state: Position, unit: int) -> int:
    """6.1, 17.4: hexes per move, without bonuses."""
    if state.infantry_tanks_slow and state.printed.infantry_tanks >> unit & 1:
        return SLOW
    return state.printed.speed[unit]


def as_fast(state: Position, speed: int) -> int:
    """6.1, 17.4: the units of both sides with this speed or a higher one."""
    units = state.printed.fast[max(speed, 0)]
    return units & ~state.printed.infantry_tanks if state.infantry_tanks_slow and speed > SLOW else units


def deck(state: Position) -> tuple[int, int]:
    """1.0: the real and the dummy cards left to draw: those in no hand, not laid and not in the discard."""
    real = REAL_CARDS - sum(state.real) - state.real_laid - state.real_spent
    dummies = DUMMY_CARDS - sum(state.dummies) - state.dummies_laid - state.dummies_spent
    return real, dummies


# Changing: the caches follow every change made here, and nothing else changes places


def put(state: Position, unit: int, place: int) -> None:
    """Move a block from where it is to a hex or a box."""
    before = state.place[unit]
    state.place[unit] = place
    if before >= 0:
        _lift(state, unit, before)
    if place >= 0:
        _set_down(state, unit, place)
    if (before < 0) != (place < 0):
        state.fielded[state.printed.side_of[unit]] ^= 1 << unit


def _lift(state: Position, unit: int, place: int) -> None:
    side = state.printed.side_of[unit]
    slot = side * state.printed.board.size + place
    state.stacks[slot] &= ~(1 << unit)
    if not state.stacks[slot]:
        state.held[side] &= ~(1 << place)
    if not state.stacks[slot] & ~state.disrupted:
        state.firm[side] &= ~(1 << place)


def _set_down(state: Position, unit: int, place: int) -> None:
    side = state.printed.side_of[unit]
    state.stacks[side * state.printed.board.size + place] |= 1 << unit
    state.held[side] |= 1 << place
    if not state.disrupted >> unit & 1:
        state.firm[side] |= 1 << place


def set_disrupted(state: Position, units: int, disrupted: bool) -> None:
    """11: disrupt these units, or let them recover."""
    state.disrupted = state.disrupted | units if disrupted else state.disrupted & ~units
    size = state.printed.board.size
    for unit in ones(units):
        place, side = state.place[unit], state.printed.side_of[unit]
        if place >= 0:
            firm = state.stacks[side * size + place] & ~state.disrupted
            state.firm[side] = state.firm[side] | 1 << place if firm else state.firm[side] & ~(1 << place)

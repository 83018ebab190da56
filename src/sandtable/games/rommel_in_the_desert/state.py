"""The position: where every block is and how strong, the cards, the battles, and what each side has seen."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import (
    ALLIED,
    AXIS,
    BOXES,
    DUMMY_CARDS,
    REAL_CARDS,
    SHEET,
    Printed,
)
from sandtable.games.rommel_in_the_desert.printed.scenarios import Scenario
from sandtable.kernel.bits import ones
from sandtable.kernel.fields import Seen, by, cache, count, flag, listed, many, one, one_of, packed, perhaps
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import State

OUT, DEAD, REFIT, BESIDE_BASE, EXITED = range(-1, -1 - len(BOXES), -1)
"""Where a block is if not on a hex: not in this scenario, or still to come; eliminated for good (2.3); out of play
for a month (16.52); beside the base while there is a battle in it (16.41); gone from the map (17.1)."""

EVERYONE, OWNER = Seen.EVERYONE, Seen.OWNER

SLOW = 2
"""17.4: the speed of infantry tanks by the optional rule."""

HALF = 2
"""Hits are counted in halves, because a minefield halves them (9.52)."""

MOST_REAL = 3
"""4.4: a Blitz."""
MONTH_ENDS = 2
"""4.5: passes, one after the other."""
ENDINGS = ("running", "exit", "base", "decisive", "positional", "attrition", "draw")
"""17: how the game ended."""
ACCOUNT_LINES = len(SHEET)

# What is declared and done in a movement phase, packed: see c05_declared_moves.py
MOVE = packed("hex", one("hex", boxes=("beside-base",)), flag(), flag(), bits=(10, 10, 1, 1))
"""5.0: goal of a regroup, group or command point, is it the Rommel move, is it a regroup."""
MARCH = packed(flag(), "hex", "hex", "unit", bits=(1, 10, 10, 8))
"""6.4: is it a regroup, origin, goal, unit."""
WALK = packed(flag(), flag(), one_of("off", "trail", "track", "highway"), count(), flag(), bits=(1, 1, 2, 5, 1))
"""6.2: stopped by enemies, which declared move, lowest class of road, hexes gone, has it moved."""
ENTRY = packed("unit", "hexside", bits=(8, 10))
"""12.5: an unsupplied unit and the enemy hexside over which it engaged."""


class Position(State):
    """Rommel in the Desert in play."""

    printed: Printed

    # The game
    scenario = one("scenario", text=None, seen=EVERYONE)
    infantry_tanks_slow = flag(seen=EVERYONE)  # option 17.4: 1AT and 32AT have speed 2
    disclosed = flag(seen=EVERYONE)  # option, ruling 43: spent Buildup points are told on request
    turn = count(seen=EVERYONE)  # how many player turns have begun
    month = count(text=None, seen=EVERYONE)
    active = one("side", text=None, seen=EVERYONE)  # 3.4: whose player turn it is, or whose Buildup
    first = one("side", seen=EVERYONE)  # 3.3: who has the first player turn of the month
    passes = count(at_most=MONTH_ENDS, seen=EVERYONE)  # one after the other (4.5)
    winner = perhaps("side", seen=EVERYONE)
    ending = one_of(*ENDINGS, seen=EVERYONE)

    # The blocks
    place = by("unit", one("hex", boxes=BOXES), located=True)
    cv = by("unit", count(), start=lambda printed: printed.max_cv, text=None)
    disrupted = many("unit", forgotten=True, text=None)
    late = many("unit", forgotten=True)  # disrupted, and not yet for one whole enemy player turn (11.2)
    unsupplied = many("unit", forgotten=True)  # marked at its side's last initial supply check (12.7)
    raiders = many("unit", forgotten=True)  # 12.5
    moved = many("unit", forgotten=True, cleared="turn")  # 6.0
    disengaged = many("unit", forgotten=True, cleared="turn")  # may not engage again in this player turn (7.2)
    leaving = many("unit", forgotten=True)  # marked to leave a battle: no fire, no hits in probe combat (10.4)
    leaving_second = many("unit", forgotten=True)  # those of them that leave under the second declared move
    exited = many("unit", cleared="turn", text="exited now")  # 17.1
    fired = many("unit", forgotten=True, cleared=("movement", "combat"))  # in this phase (10.5)
    shown = many("unit", forgotten=True)  # face up for both, in battle (7.3, 8.5)
    by_fortress = by("fortress", many("unit"), forgotten=True, text="supplied by")  # 13.3
    by_oasis = by("oasis", many("unit"), forgotten=True, text="supplied at")  # 15.1: one unit each

    # The player turn
    real_laid = count(at_most=MOST_REAL)
    dummies_laid = count()
    blitzed = flag(cleared="turn", seen=EVERYONE)  # in blitz movement and combat
    rommel_used = flag(cleared="turn", seen=EVERYONE)
    moves = listed(MOVE, cleared=("movement", "turn over"), seen=EVERYONE)  # declared in this movement phase
    marches = listed(MARCH, cleared=("movement", "turn over"))  # announced
    walked = by("unit", WALK, cleared=("movement", "turn over"))  # in this movement phase; 0: not at all
    entered = by("side", many("hex"), text="entered by", seen=EVERYONE)  # since mines were shown last (14.2)
    entries = listed(ENTRY)  # of this turn
    engaged_once = many("hexside", cleared="movement", seen=EVERYONE)  # by one unit in this movement phase (7.1)
    engaged_twice = many("hexside", cleared="movement", seen=EVERYONE)
    # New battles of this movement phase, which may be refused (8.4) and must be fought (8.6)
    attacked_hexes = many("hex", cleared=("turn", "movement", "combat"), seen=EVERYONE)
    fighting_hexes = many("hex", cleared="combat", seen=EVERYONE)  # battles still to be fought now (8.6)
    assault_hexes = many("hex", cleared="combat", seen=EVERYONE)
    left_hexes = many("hex", cleared="turn", seen=EVERYONE)  # left in part this turn: no combat there (10.4)
    rearguard_hexes = many("hex", cleared="movement", seen=EVERYONE)  # in this phase: those must stay (10.4)
    hits = by("class", count(), cleared="volleys", seen=EVERYONE)  # half hits still to be taken (9.5, 9.52)
    pursuit_hits = count()  # half hits of the pursuit fire going on (10.5)
    lines_held = many("hex", seen=EVERYONE)  # hexes that carried lines when a Pass began (5.3, ruling 12)

    # The battles
    attacker_hexes = by("side", many("hex"), text="attacked by", seen=EVERYONE)  # where it is the Attacker (8.3)
    crossed = by("side", many("hexside"), text="crossed by", seen=EVERYONE)  # of battle hexes, crossed last (8.1)

    # The cards: they are all alike, real or dummy
    real = by("side", count(), text=None)  # in hand
    dummies = by("side", count(), text=None)
    real_spent = count(seen=EVERYONE)  # in the discard
    dummies_spent = count(seen=EVERYONE)

    # The Buildup
    points = by("side", count())  # saved, or still to be spent
    rolled = by("side", count(), cleared="buildup", seen=EVERYONE)  # the sum of its dice
    extra_cards = count()  # bought in the Buildup going on, and not yet drawn (16.5)
    network = by("side", many("hex"), cleared="buildup", text="network of", seen=EVERYONE)  # frozen (16.2)
    # 1 + the extra cards it was seen to draw then, or 0 if nobody can tell (16.6)
    bought = by("side", count(), seen=EVERYONE)
    accounts = by("entry", count())  # what this Buildup, or the last one, was spent on: see c16_accounts.py
    port_used = by("fortress", count(), cleared="buildup", seen=EVERYONE)  # embarkations, debarkations (16.53)
    malta_came = count(seen=EVERYONE)  # the month in which the Malta group came, or 0

    # The fortresses and minefields
    owner = by("fortress", one("side"), text=None, seen=EVERYONE)
    month_owner = by("fortress", one("side"), text=None, seen=EVERYONE)  # when the month began (13.4)
    mined_hexes = many("hex")
    shown_mines = many("hex", seen=EVERYONE)  # both sides know of
    known_mines = by("side", many("hex"), text="mines known to", seen=OWNER)
    # Where the enemy may have laid or taken up mines since the side looked
    unwatched = by("side", many("hex"), text="unwatched by", seen=EVERYONE)

    # What the other side has seen of each block, where it may be and between which CVs: see knowledge/memory.py
    may_hold = by("slot", many("unit"), text="may hold", seen=EVERYONE)
    most_cv = by("unit", count(), start=lambda printed: printed.max_cv, seen=EVERYONE)
    least_cv = by("unit", count(), start=lambda printed: printed.max_cv, seen=EVERYONE)

    stacks = cache(list[int])  # by side * size + hex the units there
    fielded = cache(list[int])  # by side the units on the map
    held = cache(list[int])  # by side the hexes with units of it
    firm = cache(list[int])  # by side the hexes with undisrupted units of it

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
    state, chosen = Position.blank(printed), printed.scenarios[scenario]
    state.scenario, state.month = scenario, chosen.start_month
    state.active = state.first = chosen.first_player
    state.owner, state.month_owner = list(chosen.owners), list(chosen.owners)
    return state


def slot(state: Position, place: int, lying: int = 0) -> int:
    """The number of a place in a list: first the hexes, for blocks that stand there; then the boxes; then the
    hexes again, for blocks that lie there disrupted, which nobody mistakes for those that stand (11.0)."""
    if place >= 0 and not lying:
        return place
    size = state.printed.board.size
    return place + size + len(BOXES) if place >= 0 else size - 1 - place


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
    held, firm = state.held, state.firm
    return held[AXIS] & held[ALLIED] & (firm[AXIS] | firm[ALLIED])


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
    before, side = state.place[unit], state.printed.side_of[unit]
    state.place[unit] = place
    if before >= 0:
        _lift(state, side, 1 << unit, before)
    if place >= 0:
        _set_down(state, side, 1 << unit, place)
    if (before < 0) != (place < 0):
        state.fielded[side] ^= 1 << unit


def _lift(state: Position, side: int, block: int, place: int) -> None:
    slot = side * state.printed.board.size + place
    left = state.stacks[slot] = state.stacks[slot] & ~block
    if not left & ~state.disrupted:
        state.firm[side] &= ~(1 << place)
        if not left:
            state.held[side] &= ~(1 << place)


def _set_down(state: Position, side: int, block: int, place: int) -> None:
    here = 1 << place
    state.stacks[side * state.printed.board.size + place] |= block
    state.held[side] |= here
    if not state.disrupted & block:
        state.firm[side] |= here


def set_disrupted(state: Position, units: int, disrupted: bool) -> None:
    """11: disrupt these units, or let them recover."""
    state.disrupted = state.disrupted | units if disrupted else state.disrupted & ~units
    size = state.printed.board.size
    for unit in ones(units):
        place, side = state.place[unit], state.printed.side_of[unit]
        if place >= 0:
            firm = state.stacks[side * size + place] & ~state.disrupted
            state.firm[side] = state.firm[side] | 1 << place if firm else state.firm[side] & ~(1 << place)

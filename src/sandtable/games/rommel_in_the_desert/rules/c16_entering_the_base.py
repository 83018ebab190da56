"""16.41, 16.52: units that wait beside the map because of a battle in their base enter it by a group move.

They are one group, as if one hex beyond the base: their move is declared with `waiting` and made at once, unit by
unit. The base is the first hex of each, without a road and over no hexside that could be full. Enemies there stop
it; otherwise it may go on (ruling 50). Those that stay keep waiting.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import relocated
from sandtable.games.rommel_in_the_desert.printed.data import NONE
from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import OUTSIDE, move_of, pack_move, pack_walk
from sandtable.games.rommel_in_the_desert.rules.c06_movement import STEP
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import begin_battle, is_battle
from sandtable.games.rommel_in_the_desert.state import BESIDE_BASE, Position, put
from sandtable.games.rommel_in_the_desert.verbs import DONE, UNIT
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def waiters(state: Position, side: int) -> int:
    """16.41: the units of a side that wait beside the map."""
    if BESIDE_BASE not in state.place:
        return 0
    return mask_of(unit for unit in ones(state.printed.side_units[side]) if state.place[unit] == BESIDE_BASE)


def declare_entry(state: Position) -> None:
    """16.41: a normal group move, the only one they can make."""
    state.moves.append(pack_move(0, 0, OUTSIDE))
    tell(state, "entry-declared", "16.41", side=state.active, hex=state.printed.base[state.active])
    push(state, ENTER_BASE)


def enter_base(state: Position, unit: int) -> None:
    """16.41, 8.2: into the base, where enemies stop it like any unit; no hexside is crossed or won."""
    side, index = state.printed.side_of[unit], len(state.moves) - 1
    base = state.printed.base[side]
    engages = bool(state.held[ENEMY_OF[side]] >> base & 1)
    state.walked[unit] = pack_walk(1, NONE, index, engages)
    put(state, unit, base)
    state.moved |= 1 << unit
    tell(state, "block-entered", "16.41", side=side, hex=base)
    tell(state, "entered", "16.41", audience=1 << side, instead=True, unit=unit, hex=base)
    if not engages:
        push(state, STEP, unit, BESIDE_BASE, 1, NONE, index)
        return
    if not is_battle(state, base):
        begin_battle(state, side, base)
    relocated(state, unit, BESIDE_BASE, base)


class EnterBase(ActiveChoice):
    """16.41: which of the units that wait go into the base."""

    name = "enter-base"
    on = ("movement",)
    rule = "16.41"
    words = say("Choose the waiting units to enter the base")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not waiters(state, state.active):
            yield say("no units wait beside the map")
        if not state.moves or move_of(state, len(state.moves) - 1).place != OUTSIDE:
            yield say("units enter the base, but their move was not declared")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(UNIT, waiters(state, state.active)), (DONE, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == DONE or waiters(state, state.active) == 1 << argument:
            pop(state)
        if verb == UNIT:
            enter_base(state, argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT:
            return "16.41", say("that unit is not waiting beside the map")
        return "16.41", otherwise("the waiting units enter the base first")


ENTER_BASE = EnterBase()

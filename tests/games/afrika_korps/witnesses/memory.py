"""What a watch remembers from step to step: what the position itself forgets."""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c24_isolation import isolated_units
from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones
from tests.games.afrika_korps.witnesses.steps import SCENARIO, Memory, Step, mask

GOALS = (SCENARIO.tobruch, SCENARIO.bengasi, *SCENARIO.base)


def begin_memory(state: Position) -> Memory:
    """Nothing has been seen yet."""
    memory = Memory(state.place[:])
    _note_holders(memory, state)
    return memory


def remember(step: Step) -> None:
    """Take a step in, after the witnesses were asked about it."""
    memory = step.memory
    if step.move is not None:
        memory.mover = step.move.group
    for event in step.events:
        values = event.arguments
        if event.kind == "died-before-combat" and event.rule == "7.4":
            memory.fallen |= 1 << values["hex"]
        elif event.kind == "supply-captured" and event.rule in ("15.2.1", "15.3.1"):
            memory.taken |= 1 << values["counter"]
            memory.takers |= memory.mover & SCENARIO.combat if event.rule == "15.2.1" else 0
        elif event.kind == "substitute-formed":
            memory.formed |= 1 << values["unit"]
        elif event.kind == "embarked":
            memory.sailed_from[values["unit"]] = values["hex"]
        elif event.kind == "turn":
            _forget_turn(memory, step.after)
    memory.by_road |= step.after.by_west | step.after.by_north
    if step.after.cut_off:
        memory.relieved |= step.after.cut_off & (~isolated_units(step.after, step.after.active) | fed(step.after))
    _note_holders(memory, step.after)


def fed(state: Position) -> int:
    """The units whose attack supply supports."""
    return mask(
        [u for units, supply in zip(state.attackers, state.supports, strict=True) if supply for u in ones(units)]
    )


def _forget_turn(memory: Memory, state: Position) -> None:
    memory.began = state.place[:]
    memory.fallen = memory.taken = memory.takers = memory.formed = memory.relieved = memory.by_road = 0


def _note_holders(memory: Memory, state: Position) -> None:
    for place in GOALS:
        here = state.stacks.get(place, 0)
        for side in (AXIS, ALLIED):
            if here & SCENARIO.side_units[side]:
                memory.holders[place] = side

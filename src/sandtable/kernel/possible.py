"""Is a position from outside possible, so that it can be drawn, asked about and played?

A position may have been written by hand, changed, or stored by an older version. What the declarations say is
asked here: the bounds of every number, which frame lies on which (`Kind.on`), what each frame takes for granted
(`Kind.faults`), and that there is something to decide. What only the game knows is asked by `Game.faults`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sandtable.kernel.chance import total
from sandtable.kernel.choices import count
from sandtable.kernel.fields import is_possible
from sandtable.kernel.flow import ANYTHING, MOST_DICE, ChanceKind, ChoiceKind, Dice, Kind
from sandtable.kernel.state import State
from sandtable.kernel.words import Message, say

BOTTOM = -1
PARTS = re.compile(r"([.:])")
AFTER = "."
Ground = Mapping[int, frozenset[int]] | None
"""What a kind can lie on: the number of each kind, with the steps it is at; None if it can lie on anything."""


def ground_of(kind: Kind, kinds: Sequence[Kind]) -> Ground:
    """What a kind declares to lie on; ValueError if a name is wrong."""
    if kind.on == ANYTHING:
        return None
    named = {each.name: number for number, each in enumerate(kinds)}
    ground: dict[int, frozenset[int]] = {} if kind.on else {BOTTOM: frozenset([0])}
    for words in kind.on:
        name, mark, function = PARTS.split(words) if PARTS.search(words) else (words, "", "")
        if name not in named:
            raise ValueError(f"{kind.name} cannot lie on {name}: there is no such kind")
        steps = _steps_of(kinds[named[name]], mark, function)
        if not steps:
            raise ValueError(f"{kind.name} cannot lie on {words}: there is no such step")
        ground[named[name]] = ground.get(named[name], frozenset()) | steps
    return ground


def _steps_of(kind: Kind, mark: str, function: str) -> frozenset[int]:
    """Where a sequence is while what this step has pushed lies on it: after the step, or before it if it is run
    again; without a name, at its start."""
    if not function:
        return frozenset([0])
    places = [place for place, step in enumerate(kind.steps) if step.__name__ == function]
    return frozenset(place + (mark == AFTER) for place in places)


def number_faults(state: State, kinds: Sequence[Kind]) -> Iterator[Message]:
    """Fields and locals out of bounds: those of a frame may depend on a list that was read after it."""
    for name, field in state.FIELDS.items():
        if fault := field.fault(getattr(state, name), state):
            yield say("{name}: {fault}", name=field.title, fault=fault)
    for number, step, *values in state.frames:
        kind = kinds[number]
        if not kind.fits(step, values):
            yield say("the frame '{name}' has too few or too many numbers", name=kind.name)
            continue
        for field, shape, value in kind.shaped(values):
            if not is_possible(shape, value, state):
                yield say(
                    "the frame '{name}': {local} cannot be {value}", name=kind.name, local=field.name, value=value
                )


def order_faults(state: State, kinds: Sequence[Kind], grounds: Sequence[Ground]) -> Iterator[Message]:
    """Frames that lie where frames of their kind never lie."""
    below, step = BOTTOM, 0
    for frame in state.frames:
        ground = grounds[frame[0]]
        if ground is not None and step not in ground.get(below, ()):
            yield _out_of_place(kinds[frame[0]].name, kinds[below].name if below >= 0 else "", step)
        below, step = frame[:2]


def _out_of_place(name: str, below: str, step: int) -> Message:
    if not below:
        return say("the frame '{name}' cannot be the first", name=name)
    return say("the frame '{name}' cannot lie on '{below}' at step {step}", name=name, below=below, step=step)


def frame_faults(state: State, kinds: Sequence[Kind]) -> Iterator[tuple[str, Message]]:
    """What each frame takes for granted and is not so, with the rule of its decision."""
    for frame in state.frames:
        kind = kinds[frame[0]]
        for sentence in kind.faults(state, frame):
            yield getattr(kind, "rule", ""), sentence


def dead_end(state: State, kinds: Sequence[Kind]) -> Message | None:
    """There must be something to choose, or something that chance can bring."""
    if not state.frames:
        return None
    frame = state.frames[-1]
    kind = kinds[frame[0]]
    if isinstance(kind, ChoiceKind) and not count(kind.legal(state, frame)):
        return say("nothing can be chosen at '{name}'", name=kind.name)
    if isinstance(kind, Dice) and not 0 < kind.count(state, frame) <= MOST_DICE:
        return say("there are no dice, or too many, at '{name}'", name=kind.name)
    if isinstance(kind, ChanceKind) and not total(kind.weights(state, frame)):
        return say("chance can bring nothing at '{name}'", name=kind.name)
    return None

"""Runs of choices that are often made together, each with its button: deployment, fire, and steps that are empty.

What a step leaves to decide may be a secret (points, cards, speeds), so no step is passed over by itself: its
owner presses one button for all that follow without a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert.drawing.deployments import ready_made
from sandtable.games.rommel_in_the_desert.notation.words import hex_name
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import MOVEMENT
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import ANNOUNCE
from sandtable.games.rommel_in_the_desert.rules.c09_fire import (
    ARTILLERY,
    FIRE_UNIT,
    TAKE_HIT,
    fighters,
    standing,
    targets_of,
)
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import PURSUE
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import CHOOSE_RETREAT
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import MINES
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import BUY, SPEND, THROW_IN
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import (
    DEPLOY,
    is_deploying,
    room_to_deploy,
    to_deploy,
)
from sandtable.games.rommel_in_the_desert.state import Position, units_at
from sandtable.games.rommel_in_the_desert.verbs import AT, DONE, EXTRA, FIRE, HEX, THROW, UNIT
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, count, listed, pack
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.words import Message, say, say_count

Shortcut = tuple[Message, Sequence[Choice]]
Apply = Callable[[Position, Choice], object]

MOST_PLACES = 3
"""Hexes for which the button that deploys all others is offered."""


def shortcuts(state: Position, apply: Apply) -> list[Shortcut]:
    """The runs that fit the decision; `apply` plays a choice on a copy."""
    return [*deployments(state), *fire(state), *total_losses(state, apply), *past_the_empty(state, apply)]


# 18.0


def deployments(state: Position) -> Iterator[Shortcut]:
    """18.0: all that is left of a group goes where some of the side are already; or the game deploys it."""
    if not is_deploying(state):
        return
    yield say("Deploy them for me"), ready_made(state)
    group = DEPLOY.group(state.frames[-1])
    units, side = list(ones(to_deploy(state, group))), DEPLOY.side(state, state.frames[-1])
    crowds = sorted(ones(state.held[side]), key=lambda place: -units_at(state, side, place).bit_count())
    roomy = [place for place in crowds if room_to_deploy(state, group, place) == len(units) > 1]
    for place in roomy[:MOST_PLACES]:
        run = [pack(*step) for unit in units for step in ((UNIT, unit), (HEX, place))]
        yield say("Put all {count} in {hex}", count=len(units), hex=hex_name(state.printed, place)), run


# 9.2, 10.5


def fire(state: Position) -> Iterator[Shortcut]:
    """9.2, 10.5: everything that may fire does so; it goes on through the dice until something else is asked."""
    top = state.frames[-1] if state.frames else ()
    if top and top[0] == FIRE_UNIT.number:
        yield from _volley(state, FIRE_UNIT.side(state, top), FIRE_UNIT.hex(top))
    elif top and top[0] == PURSUE.number:
        units = list(ones(dict(PURSUE.legal(state, top)).get(FIRE, 0)))
        if units:
            words = say_count("Fire, and go on", "Fire with all {count}, and go on", len(units))
            yield words, [*(pack(FIRE, unit) for unit in units), pack(DONE)]


def _volley(state: Position, side: int, place: int) -> Iterator[Shortcut]:
    """9.2, 9.3: the guns first; a unit with a choice of class fires at the one it hits most easily."""
    ready = list(ones(fighters(state, side, place) & ~state.fired))
    if len(ready) < 2:
        return
    arm, hits_from = state.printed.arm, state.printed.hits_from
    classes = {unit: list(ones(targets_of(state, unit, place))) for unit in ready}
    run = list[Choice]()
    for unit in sorted(ready, key=lambda unit: (arm[unit] != ARTILLERY, len(classes[unit]))):
        run.append(pack(FIRE, unit))
        if len(classes[unit]) > 1:
            run.append(pack(AT, min(classes[unit], key=lambda target: hits_from[arm[unit]][target])))
    chooses = len(run) > len(ready)
    words = "Fire all, each at the class it hits most easily" if chooses else "Fire all"
    yield say(words), run


# 9.5


def total_losses(state: Position, apply: Apply) -> Iterator[Shortcut]:
    """9.5: where there are hits enough for every unit of the class, who takes which is no question."""
    twin, run, top = state.copy(), list[Choice](), state.frames[-1] if state.frames else ()
    if not top or top[0] != TAKE_HIT.number:
        return
    side, place, arm = TAKE_HIT.side(state, top), TAKE_HIT.hex(top), TAKE_HIT.arm(top)
    while twin.frames and twin.frames[-1][0] == TAKE_HIT.number and TAKE_HIT.hex(twin.frames[-1]) == place:
        run.append(next(listed(TAKE_HIT.legal(twin, twin.frames[-1]))))
        apply(twin, run[-1])
    if len(run) > 1 and not standing(twin, side, place, arm):
        yield say("Take all the hits: there are enough for everyone"), run


# Steps without a choice


class Step(NamedTuple):
    """A step that may leave nothing to decide: what it is about, and what ends it."""

    kind: ChoiceKind[Position]
    about: Message
    ends: Message
    closing: Choice = pack(DONE)


STEPS = (
    Step(MOVEMENT, say("movement"), say("End movement")),
    Step(CHOOSE_RETREAT, say("retreats"), say("No more retreats")),
    Step(ANNOUNCE, say("forced marches"), say("No more forced marches")),
    Step(SPEND, say("spending"), say("End spending")),
    Step(MINES, say("minefields"), say("No more minefields")),
    Step(BUY, say("cards"), say("Buy no card"), pack(EXTRA, 0)),
    Step(THROW_IN, say("dummies"), say("Throw in none"), pack(THROW, 0)),
)


def past_the_empty(state: Position, apply: Apply) -> Iterator[Shortcut]:
    """16.5, 3.4: end a step and pass over those that follow without a choice, if there are any."""
    first, twin, run, empty = _step(state), state.copy(), list[Choice](), list[Message]()
    step, side = first, _side(state, first) if first else -1
    while step and _side(twin, step) == side:
        options = step.kind.legal(twin, twin.frames[-1])
        alone = count(options) == 1
        if (run and not alone) or step.closing not in set(listed(options)):
            break
        if alone:
            empty.append(step.about)
        run.append(step.closing)
        apply(twin, step.closing)
        step = _step(twin)
    if first and len(run) > 1:
        yield _past(first.ends, empty, len(empty) == len(run)), run


def _step(state: Position) -> Step | None:
    """The step that is being decided, if it is one of these."""
    top = state.frames[-1][0] if state.frames else -1
    return next((step for step in STEPS if step.kind.number == top), None)


def _side(state: Position, step: Step) -> int:
    return step.kind.side(state, state.frames[-1])


def _past(ends: Message, empty: Sequence[Message], all_empty: bool) -> Message:
    steps = ", ".join(map(str, empty))
    if all_empty:
        return say("Go on past {steps}: there is nothing to decide", steps=steps)
    return say("{ends}, and go on past {steps}: there is nothing to decide", ends=ends, steps=steps)

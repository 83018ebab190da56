"""Answers to questions that most games have: how far a piece can go, the way there, what belongs to each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Verb, unpack, write_choice
from sandtable.kernel.scene import Answer, Shade, Tint
from sandtable.kernel.words import Message, Parameter, phrase, render, say_count

STEPS = {
    "hex": ("To {goal}, one hex", "To {goal}, {count} hexes"),
    "space": ("To {goal}, one space", "To {goal}, {count} spaces"),
}
"""By the noun of the cells, how far a way is."""


def reach_answer(
    words: Message,
    figures: Mapping[int, int | str],
    tone: Callable[[int], str],
    legend: Mapping[str, Message] | None = None,
) -> Answer:
    """The cells that a piece can reach, each with a figure, such as its cost, and a tone."""
    cells = tuple(Tint(cell, str(figure), tone(cell)) for cell, figure in sorted(figures.items()))
    return Answer(text=render(words), cells=cells, legend=shades(legend or {}))


def shades(legend: Mapping[str, Message]) -> tuple[Shade, ...]:
    """What tones mean, in words."""
    return tuple(Shade(tone, render(words)) for tone, words in legend.items())


def route_answer(
    state: Any,
    run: Sequence[Choice],
    verbs: Sequence[Verb],
    *,
    start: int,
    goal: Parameter,
    cells: str = "hex",
) -> Answer:
    """The run of choices that takes a piece from its cell to another, and the way it goes.

    Its steps are the choices whose noun is that of the cells. For a piece off the board, no path is drawn.
    """
    chosen = tuple(write_choice(verbs, state.printed.nouns, choice) for choice in run)
    if start < 0:
        return Answer(run=chosen)
    steps = [argument for verb, argument in map(unpack, run) if verbs[verb].noun == cells]
    one, many = STEPS.get(cells, ("To {goal}, one step", "To {goal}, {count} steps"))
    text = say_count(one, many, len(steps), goal=goal)
    return Answer(text=render(text), ways=((start, *steps),), run=chosen)


def no_route(piece: Parameter, goal: Parameter, why: tuple[str, Message]) -> Answer:
    """No run of choices takes the piece there now: the rule, and the reason."""
    rule, reason = why
    text = phrase("{piece} cannot go to {goal}: {reason}", piece=piece, goal=goal, reason=reason)
    return Answer(text=text, rule=rule)


def tints_by_side(found: Sequence[int]) -> tuple[Tint, ...]:
    """The cells of each side in its colour; a cell that both have appears twice."""
    return tuple(Tint(cell, tone=str(side)) for side, cells in enumerate(found) for cell in ones(cells))

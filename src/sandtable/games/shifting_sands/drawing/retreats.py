"""11.55: where the units in a space could retreat, whoever is to act."""

from __future__ import annotations

from functools import reduce
from operator import or_

from sandtable.games.shifting_sands.drawing.viewpoint import place_name
from sandtable.games.shifting_sands.notation.words import unit_names
from sandtable.games.shifting_sands.rules.c11_retreat_plans import terms_of_retreat, where_to
from sandtable.games.shifting_sands.rules.c13_supply import OUT, supply_at
from sandtable.games.shifting_sands.state import Theatre, units_at
from sandtable.kernel.answers import shades
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import phrase, say

LENGTHS = (1, 2)


def havens(state: Theatre, space: int) -> dict[int, dict[int, int]]:
    """11.52, 11.55: by length of the retreat, and by unit in a space, where it could end if the space were
    attacked and lost now."""
    found: dict[int, dict[int, int]] = {}
    for side in range(2):
        if units_at(state, space, side):
            trial = state.copy()
            trial.clear("battle")
            trial.target, trial.attacking = space, 1 - side
            for length in LENGTHS:
                found[length] = where_to(trial, terms_of_retreat(trial, side, length))
    return found


def show_havens(state: Theatre, space: int) -> Answer:
    found, place = havens(state, space), place_name(state, space)
    if not found:
        return Answer(text=phrase("There is no unit in {place}", place=place), rule="11.5")
    near, far = (reduce(or_, found[length].values(), 0) for length in LENGTHS)
    lost = mask_of(unit for length in LENGTHS for unit, ends in found[length].items() if not ends)
    words = [phrase("Where units in {place} could retreat, by one space or by two.", place=place)]
    if lost:
        words.append(
            phrase("Cut off, at least in one case: {units}.", units=unit_names(state.printed, list(ones(lost))))
        )
    cells = tuple(Tint(end, _lengths(near, far, end), _tone(state, found, end)) for end in ones(near | far))
    legend = {"good": say("could retreat there"), "warn": say("without supply")}
    tones = {tint.tone for tint in cells}
    return Answer(
        text=" ".join(words),
        cells=cells,
        legend=shades({tone: text for tone, text in legend.items() if tone in tones}),
        rule="11.55",
    )


def _lengths(near: int, far: int, end: int) -> str:
    return ", ".join(str(length) for length, ends in zip(LENGTHS, (near, far), strict=True) if ends >> end & 1)


def _tone(state: Theatre, found: dict[int, dict[int, int]], end: int) -> str:
    units = mask_of(unit for ends in found.values() for unit, spaces in ends.items() if spaces >> end & 1)
    return "warn" if supply_at(state, first(units), end) == OUT else "good"

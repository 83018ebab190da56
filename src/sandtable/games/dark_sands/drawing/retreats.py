"""20.3.4: the ways that a retreat can still take, and what each would cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint, place_name
from sandtable.games.dark_sands.rules.c07_stacking import excess
from sandtable.games.dark_sands.rules.c12_doctrine import steps_in
from sandtable.games.dark_sands.rules.c20_retreat import (
    cut_short,
    defending,
    step_back,
    uncontested_in_retreat,
    ways,
    where,
)
from sandtable.games.dark_sands.state import Sands, units_at
from sandtable.games.dark_sands.verbs import RETREAT
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Entry, Panel
from sandtable.kernel.words import phrase, say_count


@dataclass(frozen=True, slots=True, order=True)
class Retreat:
    """A way to the end of a retreat: the steps lost on it, and whether all units are eliminated at its end."""

    eliminated: bool
    steps: int
    crowd: int
    """Units too many in the last hex."""
    way: tuple[int, ...] = ()


Known = dict[tuple[int, int], Retreat]
"""What has been worked out: by hex and hexes left, the best way on, however the stack came there."""


def retreats(state: Sands) -> dict[int, Retreat]:
    """By the next hex, the way on from it that costs least, if all who retreat are still there."""
    known: Known = {}
    return {place: _by(state, place, known) for place in ones(ways(state))}


def _by(state: Sands, place: int, known: Known) -> Retreat:
    """The best way that begins with this step. Its losses are only counted."""
    trial, side = state.copy(), defending(state)
    trial.losses[side] = 0
    step_back(trial, place)
    lost, trial.losses[side] = trial.losses[side], 0
    key = place, trial.retreat_left
    if key not in known:
        known[key] = _onward(trial, known)
    then = known[key]
    return replace(then, steps=then.steps + lost, way=(place, *then.way))


def _onward(state: Sands, known: Known) -> Retreat:
    found = ways(state) if state.retreat_left else 0
    if found:
        return min(_by(state, place, known) for place in ones(found))
    if state.retreat_left:
        cut_short(state)
    here, side = where(state), defending(state)
    caught = bool(uncontested_in_retreat(state) >> here & 1)
    return Retreat(caught, state.losses[side], excess(state, units_at(state, here, side)))


def retreat_panel(viewpoint: Viewpoint) -> Iterator[Panel]:
    """The hexes among which the retreat chooses, each with the cheapest way on from it."""
    state = viewpoint.state
    if viewpoint.decision != "retreat":
        return
    rows = tuple(
        (
            Entry(place_name(state, place), viewpoint.choice(RETREAT, place), cell=place),
            Entry(", ".join(state.printed.board.names[step] for step in found.way[1:]) or "-"),
            _cost(state, found),
        )
        for place, found in sorted(retreats(state).items(), key=lambda one: (one[1], one[0]))
    )
    yield Panel(
        id="retreat",
        title=phrase("Retreat"),
        kind="table",
        columns=(phrase("To"), phrase("Then at best"), phrase("Cost")),
        rows=rows,
        note=str(
            say_count(
                "One hex is left, counted as on the Central map",
                "{count} hexes are left, counted as on the Central map",
                state.retreat_left,
            )
        ),
        rule="20.3.4",
        decides=True,
    )


def _cost(state: Sands, found: Retreat) -> Entry:
    if found.eliminated or found.steps >= steps_in(state, state.retreating & ~state.printed.hqs):
        return Entry(phrase("all are eliminated"), tone="bad")
    if found.steps:
        return Entry(str(say_count("one step", "{count} steps", found.steps)), tone="warn")
    if found.crowd:
        return Entry(str(say_count("one unit too many", "{count} units too many", found.crowd)), tone="warn")
    return Entry(phrase("nothing"), tone="good")

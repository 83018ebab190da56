"""Answers that a player can take in one press: all attack, losses that spare the best units, a safe retreat, an
advance. Each is a run of legal choices, found by playing them on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.boards import steps_between
from sandtable.games.shifting_sands.drawing.viewpoint import place_name
from sandtable.games.shifting_sands.notation.words import unit_name
from sandtable.games.shifting_sands.rules.c11_absorption import substitutes
from sandtable.games.shifting_sands.rules.c13_lines import supply_line
from sandtable.games.shifting_sands.rules.c13_supply import supply_at
from sandtable.games.shifting_sands.state import Theatre, face, units_at
from sandtable.games.shifting_sands.verbs import (
    ADVANCE,
    DISPLACE,
    JOIN,
    LOSE,
    REPLACE,
    RETREAT,
    STOP,
    TO,
    UNIT,
)
from sandtable.kernel.bits import bit, first, ones
from sandtable.kernel.choices import Choice, pack, unpack
from sandtable.kernel.game import Game
from sandtable.kernel.words import Message, say

MOST_CHOICES = 16
FAR = 99
Offered = Mapping[int, int]
Pick = Callable[[Theatre, Offered], Choice | None]
Suggestion = tuple[Message, Sequence[Choice]]


def suggestions(game: Game[Theatre, Any], state: Theatre) -> Iterator[Suggestion]:
    """What could be done in one press now; a run of a single choice is no suggestion if it is the only one."""
    decision = game.kind_names[state.frames[-1][0]]
    found = SUGGESTED.get(decision)
    if found is None:
        return
    words, decisions, pick = found
    run, after = _followed(game, state, decisions, pick)
    if len(run) > 1 or (run and len(game.legal(state)) > 1 and decision != "attack"):
        yield say(words, place=place_name(state, state.target), **_named(state, run, after)), run


def _named(state: Theatre, run: Sequence[Choice], after: Theatre) -> dict[str, str]:
    """The units that a run lets lose steps, eliminated or not, and the spaces to which it goes, each once."""
    chosen = [unpack(choice) for choice in run]
    units = [_casualty(state, argument, after) for verb, argument in chosen if verb == LOSE]
    spaces = [place_name(state, argument) for verb, argument in chosen if verb in (RETREAT, DISPLACE)]
    return {"units": ", ".join(dict.fromkeys(units)), "spaces": ", ".join(dict.fromkeys(spaces))}


def _casualty(state: Theatre, unit: int, after: Theatre) -> str:
    """A unit that loses steps, and whether that eliminates it."""
    name, place = unit_name(state.printed, unit), after.place[unit]
    stays = place >= 0 and state.printed.spaces[place].on_map
    return name if stays else str(say("{unit} (eliminated)", unit=name))


def _followed(
    game: Game[Theatre, Any], state: Theatre, decisions: tuple[str, ...], pick: Pick
) -> tuple[list[Choice], Theatre]:
    """The choices that a rule of thumb makes one after another, as long as the same side decides such things; and
    the position to which they lead."""
    trial, side, run = state.copy(), game.actor(state), list[Choice]()
    while trial.frames and len(run) < MOST_CHOICES:
        if game.actor(trial) != side or game.kind_names[trial.frames[-1][0]] not in decisions:
            break
        choice = pick(trial, dict(game.options(trial)))
        if choice is None:
            break
        run.append(choice)
        game.apply(trial, choice)
    return run, trial


# 11.22: all attack


def next_attacker(state: Theatre, offered: Offered) -> Choice | None:
    joining = offered.get(JOIN, 0)
    return pack(JOIN, first(joining)) if joining else None


# 11.43: losses


def cheapest_step(state: Theatre, offered: Offered) -> Choice | None:
    """The step that costs least for what it absorbs; the strongest battlegroup takes a division's place."""
    if offered.get(LOSE, 0):
        return pack(LOSE, min(ones(offered[LOSE]), key=lambda unit: price_of_step(state, unit)))
    groups = offered.get(REPLACE, 0)
    return pack(REPLACE, strongest(state, groups)) if groups else None


def strongest(state: Theatre, units: int) -> int:
    """Of these units the first with the highest combat factor."""
    return max(ones(units), key=lambda unit: face(state, unit).combat)


def price_of_step(state: Theatre, unit: int) -> float:
    """15.3: what a step takes away, with what it costs to get it back, for each loss that it absorbs."""
    known, now = state.printed.units[unit], face(state, unit)
    point = 1.0 if known.division else 0.5
    price = point + (0.5 if known.armour else 0.0) + (2.0 if known.dot else 0.0)
    if not state.reduced >> unit & 1:
        reduced = known.faces[state.upgraded >> unit & 1][1]
        price += now.combat - reduced.combat
    else:
        price += now.combat + (0.5 if not known.division else 0.0 if substitutes(state, unit) else 6.0)
    return price / now.loss


# 11.55, 11.47: retreats


def safest_retreat(state: Theatre, offered: Offered) -> Choice | None:
    """All together if they can, to where supply is best and its source nearest; else the strongest first."""
    if spaces := offered.get(RETREAT, 0) or offered.get(DISPLACE, 0):
        verb = RETREAT if offered.get(RETREAT, 0) else DISPLACE
        unit = _who_retreats(state)
        return pack(verb, max(ones(spaces), key=lambda space: _safety(state, unit, space, verb)))
    units = offered.get(UNIT, 0)
    return pack(UNIT, strongest(state, units)) if units else None


def _who_retreats(state: Theatre) -> int:
    """One of those that go: they are alike as far as supply is concerned."""
    return first(units_at(state, state.target, 1 - state.attacking) or state.fled)


def _safety(state: Theatre, unit: int, space: int, verb: int) -> tuple[int, int, int]:
    """Well supplied; a retreat towards the source, an overrun unit not farther from the front than it must."""
    graph, company = state.printed.graph, units_at(state, space, 1 - state.attacking).bit_count()
    if verb == DISPLACE:
        away = steps_between(graph, bit(state.target), bit(space), graph.all)
    else:
        line = supply_line(state, unit, space)
        away = line.distance if line is not None else FAR
    return supply_at(state, unit, space), -(away or 0), -company


# 11.6: the advance


def next_step_in(state: Theatre, offered: Offered) -> Choice | None:
    """11.62: as many as there is room for go to the space that was defended, the strongest first."""
    target = bit(state.target)
    if offered.get(TO, 0) & target:
        return pack(TO, state.target)
    if STOP in offered:
        return pack(STOP)
    room = 3 - units_at(state, state.target, state.attacking).bit_count()
    units = [unit for unit in ones(offered.get(ADVANCE, 0)) if room > 0 and _borders(state, unit)]
    if not units:
        return None
    return pack(ADVANCE, max(units, key=lambda unit: (face(state, unit).combat, -unit)))


def _borders(state: Theatre, unit: int) -> bool:
    return bool(state.printed.graph.adjacent[state.place[unit]] >> state.target & 1)


LOSING = ("loss", "replacement", "overrun-step")
SUGGESTED: dict[str, tuple[str, tuple[str, ...], Pick]] = {
    "attack": ("All attack {place}", ("attack",), next_attacker),
    **dict.fromkeys(LOSING, ("Suggested losses: {units}", LOSING, cheapest_step)),
    "retreat": ("Suggested retreat: {spaces}", ("retreat",), safest_retreat),
    "displacing": ("Suggested places: {spaces}", ("displacing",), safest_retreat),
    "advance": ("Advance to {place}", ("advance", "stride"), next_step_in),
}
"""By decision: the words, the decisions that belong to it, and how each choice is made."""

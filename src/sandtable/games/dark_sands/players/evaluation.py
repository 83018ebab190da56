"""What the recruit thinks of the position that a plan leads to, in named terms, from its own side."""

from __future__ import annotations

from sandtable.games.dark_sands.players.battles import attacks_from
from sandtable.games.dark_sands.players.planner import DECISIVE, Draft
from sandtable.games.dark_sands.players.policy import besides
from sandtable.games.dark_sands.players.survey import army, value
from sandtable.games.dark_sands.rules.c10_supply import traced
from sandtable.games.dark_sands.state import Sands, units_at
from sandtable.kernel.bits import ones
from sandtable.players.planning import Terms

NEAR = 8
UNGUARDED = 0.3
"""What part of an aim counts as lost if the enemy is near and nobody is there."""
MARKED = 1.6
"""Units that are marked and cut off are as good as lost."""
THEIR_PART = 0.8
"""What it is worth to cut the enemy off, beside being cut off: it may still do something about it."""
CHANCE_TO_FIGHT = 0.7


def terms(draft: Draft) -> Terms:
    """The plan as it leaves us."""
    return {
        "aims": _aims(draft),
        "battles": CHANCE_TO_FIGHT * attacks_from(draft.trial, draft.side, army(draft.trial, draft.side)),
        "supply": _supply(draft),
        "danger": -_danger(draft),
        "ground": draft.progress,
    }


def _aims(draft: Draft) -> float:
    """What is in our hands, less what may slip out of them."""
    trial, side = draft.trial, draft.side
    total = besides(trial, side)
    for place, worth in draft.survey.aims.items():
        there = trial.occupied[side] >> place & 1
        if there or draft.survey.ours(place):
            # Raiders come a long way by road: what decides the game is guarded however far the enemy is.
            guarded = there or not (worth >= DECISIVE or draft.survey.enemy_near(place, NEAR))
            total += worth * (1.0 if guarded else 1.0 - UNGUARDED)
    return total


def _supply(draft: Draft) -> float:
    """10.2, 23.1: who cannot trace a line is marked when Logistics comes; who is marked already is lost when the
    turn ends."""
    trial, side, hunger = draft.trial, draft.side, draft.survey.hunger
    ours = army(trial, side) & ~traced(trial, side)
    theirs = army(trial, 1 - side) & ~traced(_if_taken(draft), 1 - side)
    return THEIR_PART * _starving(trial, theirs, hunger) - _starving(trial, ours, hunger)


def _starving(trial: Sands, units: int, hunger: float) -> float:
    return hunger * value(trial, units & ~trial.oos) + MARKED * value(trial, units & trial.oos)


def _if_taken(draft: Draft) -> Sands:
    """The trial with the places that its marches have taken: a source that is lost feeds nobody."""
    trial, side = draft.trial, draft.side
    taken = trial.occupied[side] & trial.printed.places.kept
    trial.controlled = [
        held & ~taken if owner != side else held | taken for owner, held in enumerate(trial.controlled)
    ]
    return trial


def _danger(draft: Draft) -> float:
    """What the enemy's next move could cost."""
    trial, total = draft.trial, 0.0
    for place in ones(trial.fronts[draft.side]):
        for unit in ones(units_at(trial, place, draft.side) & draft.printed.zoned):
            total += draft.exposure(unit, place)
    return total

"""Forced choices: decisions with one legal choice, where everybody can see that it is the only one.

If a hidden fact decides whether a choice is forced, making it without asking would tell the fact. So where there
are secrets nothing counts as forced unless its kind says that everything legal follows from what everybody sees
(`ChoiceKind.open_to_all`). That is a statement by the game: no number of samples could prove it, because a rare
possibility may be missing from all of them. Samples are only used to refuse what they contradict.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.kernel.choices import Choice, count, listed
from sandtable.kernel.flow import ChoiceKind
from sandtable.kernel.game import SPECTATOR, Game

SAMPLES = 3


def openly_forced(game: Game[Any], state: Any) -> Choice | None:
    """The only legal choice, if a side decides and every spectator can see that there is no other."""
    if not state.frames:
        return None
    kind, secret = game.kinds[state.frames[-1][0]], game.hides(state)
    if not isinstance(kind, ChoiceKind) or (secret and not kind.open_to_all):
        return None
    options = game.options(state)
    if count(options) != 1 or (secret and not _seen_by_everybody(game, state)):
        return None
    return next(listed(options))


def _seen_by_everybody(game: Game[Any], state: Any) -> bool:
    """Does the same side decide between the same choices in whatever a spectator could invent?"""
    view, truth = game.view(state, SPECTATOR), (game.actor(state), game.options(state))
    others = (game.resample(view, Random(seed), state.printed) for seed in range(SAMPLES))
    return all((game.actor(other), game.options(other)) == truth for other in others)

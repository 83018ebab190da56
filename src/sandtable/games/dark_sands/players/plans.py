"""A handful of plans for a movement action, each from another idea."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.players.marches import march
from sandtable.games.dark_sands.players.planner import Draft
from sandtable.games.dark_sands.players.policy import IDEAS, Idea
from sandtable.games.dark_sands.players.strikes import cut_off, strike
from sandtable.games.dark_sands.players.survey import Survey


def drafts(survey: Survey) -> Iterator[Draft]:
    """A plan for each idea, the safest first; what they have in common is thought out once."""
    begun: dict[tuple[bool, bool], Draft] = {}

    def start(idea: Idea) -> Draft:
        key = idea.strikes, idea.cuts
        if key not in begun:
            draft = Draft(survey, idea)
            draft.keep_garrisons()
            draft.take_what_is_open()
            if idea.cuts:
                cut_off(draft)
            if idea.strikes and (draft.cuts or not idea.cuts):
                strike(draft)
            begun[key] = draft
        return begun[key].branch(idea)

    for idea in IDEAS:
        if not idea.strikes and not idea.marches:
            yield Draft(survey, idea).finished()
            continue
        draft = start(idea)
        if idea.cuts and not draft.cuts:
            continue
        if idea.marches:
            march(draft)
        yield draft.finished()

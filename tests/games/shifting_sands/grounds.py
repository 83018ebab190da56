"""Shifting Sands on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre, draw_pile, inactive
from sandtable.kernel.bits import ones
from tests.games.shifting_sands.policies import clash, seeking
from tests.suite.grounds import Grounds, Recording


def check(state: Theatre) -> None:
    """The caches are true, every card is in one place, and no space holds units of both sides."""
    again = state.copy()
    again.rebuild()
    assert again.stacks == state.stacks
    assert again.occupied == state.occupied
    assert again.controls == state.controls
    for side in (AXIS, ALLIED):
        own = state.printed.decks[side]
        places = (
            *(
                state.hands[side],
                state.discards[side],
                state.aside[side],
                state.taken[side],
                draw_pile(state, side),
            ),
            *(state.waiting & own, state.removed & own, (state.kept | state.combat_cards[side]) & own),
        )
        assert sum(place.bit_count() for place in places) == own.bit_count(), "a card is in two places"
    for space in ones(state.occupied[AXIS] & state.occupied[ALLIED]):
        asleep = state.stacks[space] & state.printed.own[AXIS] & ~inactive(state) == 0
        assert asleep, "both sides are in one space"
        assert state.walker >= 0, "somebody has stopped among the Iraqis"
        assert state.place[state.walker] == space, "somebody has stopped among the Iraqis"


def of_note(state: Theatre, verb: int, noun: str) -> list[int]:
    """Cards in the hands; units in play; spaces with units in them and around them."""
    if noun == "card":
        return list(ones(state.hands[AXIS] | state.hands[ALLIED] | state.kept))
    if noun == "unit":
        return [unit for unit, place in enumerate(state.place) if place >= 0]
    if noun != "space":
        return []
    near = 0
    for space in ones(state.occupied[AXIS] | state.occupied[ALLIED]):
        near |= state.printed.graph.adjacent[space] | 1 << space
    return list(ones(near))


UNNAMED: dict[str, str] = {
    "4.13": "where the markers of replacement points begin: what cards add is told under 7.41",
    "4.15": "no card has more than five points, and every marker costs at least one",
    "7.22": "what a marker costs is refused under 7.23, 13.611 and 13.71",
    "7.24": "what a marker costs is refused under 7.23, 13.611 and 13.71",
    "7.31": "what a card brings for redeployment is told under 7.32",
    "7.42": "when points are spent: each is told under 15.3 and 15.4",
    "12.4": "points are divided at will: so nobody is refused",
    "13.72": "units out of supply are refused under 12.5",
    "15.2": "the point of Massawa is told under 7.415",
}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

GROUNDS = Grounds(
    game=GAME,
    seeking=seeking,
    thick=clash,
    check=check,
    of_note=of_note,
    unnamed=UNNAMED,
    perft=(
        "discards",
        "takes",
        "choose",
        "activation",
        "moves",
        "walk",
        "target",
        "attack",
        "flank",
        "combat-cards",
        "loss",
        "retreat",
        "advance",
        "stride",
        "redeploy",
        "redeployed",
        "spend",
        "arrival",
    ),
    # A turn is long: every round is a part of it.
    recording=Recording(games=8, parts=6, clock=lambda state: 8 * state.turn + state.round),
)

"""The Dark Sands on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.bits import ones
from tests.games.dark_sands.policies import clash, seeking
from tests.suite.grounds import Grounds, Recording


def check(state: Sands) -> None:
    """The caches are true, and no support is in two places."""
    again = state.copy()
    again.rebuild()
    assert again.stacks == state.stacks
    assert again.occupied == state.occupied
    assert again.fronts == state.fronts


def of_note(state: Sands, verb: int, noun: str) -> list[int]:
    """Units on the map; hexes with units in them and around them."""
    if noun == "unit":
        return [unit for unit, place in enumerate(state.place) if place >= 0]
    if noun != "hex":
        return []
    held = state.occupied[0] | state.occupied[1]
    return list(ones(held | state.printed.board.spread(held)))


UNNAMED: dict[str, str] = {}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

GROUNDS = Grounds(
    game=GAME,
    seeking=seeking,
    thick=clash,
    check=check,
    of_note=of_note,
    unnamed=UNNAMED,
    perft=(
        "initiative",
        "priority",
        "side",
        "activation",
        "rommel",
        "moves",
        "group",
        "battles",
        "attack",
        "support",
        "loss",
        "retreat",
        "advance",
        "spend",
        "arrivals",
        "arrival",
    ),
    recording=Recording(games=4, parts=6),
)

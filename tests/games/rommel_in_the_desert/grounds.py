"""Rommel in the Desert on the grounds of the generic suite: what of playing it at random only this game knows."""

from __future__ import annotations

from random import Random

from sandtable.games.rommel_in_the_desert import GAME
from sandtable.games.rommel_in_the_desert.notation.status import MARK_RULES
from sandtable.games.rommel_in_the_desert.printed.data import DUMMY_CARDS, HAND_LIMIT, REAL_CARDS
from sandtable.games.rommel_in_the_desert.state import EXITED, Position, deck
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Choice, Options
from tests.games.rommel_in_the_desert.clashes import clash
from tests.games.rommel_in_the_desert.policies import ContactSeeking
from tests.suite import fuzzer
from tests.suite.grounds import Grounds, Policy, Recording

# What must hold at every moment


def check(state: Position) -> None:
    check_blocks(state)
    check_battles(state)
    check_cards(state)


def check_blocks(state: Position) -> None:
    """No block is lost or doubled: each is on a hex or in a box, in whole steps; marks are on blocks in play."""
    board, scenario = state.printed.board, state.printed
    for unit, place in enumerate(state.place):
        known = board.all >> place & 1 if place >= 0 else place >= EXITED
        assert known, f"{scenario.units[unit].id} is at {place}"
        assert state.cv[unit] % scenario.step[unit] == 0, f"{scenario.units[unit].id} has CV {state.cv[unit]}"
        assert state.cv[unit] <= scenario.max_cv[unit]
    off_map = sum(1 << unit for unit, place in enumerate(state.place) if place < 0)
    for name in MARK_RULES:
        assert not getattr(state, name) & off_map, f"a block beside the map is {name}"


def check_battles(state: Position) -> None:
    """Hexsides are crossed by one side; what was shown to all both sides may believe in."""
    assert not state.crossed[0] & state.crossed[1], "a hexside belongs to both sides"
    assert not state.attacker_hexes[0] & state.attacker_hexes[1], "both sides are the Attacker"


def check_cards(state: Position) -> None:
    """28 real cards and 14 dummies, wherever they are; no hand is too large."""
    left = deck(state)
    real = [*state.real, state.real_laid, state.real_spent, left[0]]
    dummies = [*state.dummies, state.dummies_laid, state.dummies_spent, left[1]]
    assert min(real + dummies) >= 0, "cards are owed"
    assert (sum(real), sum(dummies)) == (REAL_CARDS, DUMMY_CARDS)
    for side in (0, 1):
        assert state.real[side] + state.dummies[side] <= HAND_LIMIT, "a hand is too large"


# Questions asked at some moments


def of_note(state: Position, verb: int, noun: str) -> list[int]:
    """Units on the map; hexes with units in them and around them."""
    if noun == "unit":
        return [unit for unit, place in enumerate(state.place) if place >= 0]
    if noun != "hex":
        return []
    held = state.held[0] | state.held[1]
    return list(ones(held | state.printed.board.spread(held)))


PRINTED = "what is printed on map and blocks: the tests of data hold it"
SEQUENCE = "the order of things: it shows in which decision follows which"
SCENARIO = "the data of a scenario: the tests of chapter 18 hold them"
AHEAD = "says ahead what another chapter rules, in whose name it is told"
FIGURES = "it enters a figure (dice, hits) that is told under the paragraph of the figure"
SUPPLY = (
    "it decides who is supplied and where: told in the name of 3.41, 12.7, 16.2, refused in that of 5.3, 16.51"
)

UNNAMED = {
    **dict.fromkeys(["1.2", "1.3", "1.5", "1.8", "2.2", "2.4"], PRINTED),
    **dict.fromkeys(["1.0", "1.6", "1.7", "13.0", "14.0"], AHEAD),
    **dict.fromkeys(["3.0", "3.2", "3.44", "3.46", "9.1", "16.0"], SEQUENCE),
    "2.3": "steps are lost, and units eliminated, in the name of the paragraph that costs them",
    "3.47": "the check at the end of a turn is told in the name of 12.7",
    "8.1": "it says whose a hexside is: what follows is told in the name of 10.1 and 12.7",
    "8.3": "it says who the Attacker is: what follows is told in the name of 8.6, 9.21 and 9.52",
    "9.4": FIGURES,
    **dict.fromkeys(["12.0", "12.1", "12.2", "12.3", "12.4", "12.6"], SUPPLY),
    "13.1": "control of a fortress changes in the name of 13.4",
    "13.5": "a siege is told and refused in the name of what it forbids: 16.53, 17.3",
    "17.0": "the end of the last month is told in the name of the victory: 17.2, 17.3, 17.4",
    **dict.fromkeys(["18.1", "18.2", "18.3", "18.4", "18.5", "18.7", "18.8"], SCENARIO),
}
"""Paragraphs with rules that no event, refusal, prompt or result names, and why."""

GROUNDS = Grounds(
    game=GAME,
    seeking=ContactSeeking,
    thick=clash,
    check=check,
    of_note=of_note,
    numbers_asked=8,
    unnamed=UNNAMED,
    perft=(
        "deploy",
        "challenge",
        "lay",
        "bluff",
        "movement",
        "destination",
        "step",
        "announce-marches",
        "withdraw",
        "leave",
        "refuse-battle",
        "pursue",
        "choose-leavers",
        "probe-combat",
        "name-battles",
        "fire-unit",
        "target",
        "take-hit",
        "designate",
        "offer-supply",
        "spend",
        "redeploy-to",
        "mines",
        "buy-cards",
    ),
    recording=Recording(games=8, parts=6),
)
POLICIES = GROUNDS.policies


def next_choice(state: Position, policy: Policy, rng: Random, options: Options | None = None) -> Choice:
    """What happens next: an outcome of chance, or the choice of the side to decide."""
    return fuzzer.next_choice(GAME, state, policy, rng, options)

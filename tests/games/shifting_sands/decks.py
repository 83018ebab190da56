"""Card phases and actions of Shifting Sands for tests: hands and piles, on an empty map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge import memory
from sandtable.games.shifting_sands.knowledge.account import account_of
from sandtable.games.shifting_sands.knowledge.story import OPPONENT, WORLD, face_up, story_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_cards import of_year
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN, ROUND
from sandtable.games.shifting_sands.state import SEEN, Theatre, draw_pile
from sandtable.kernel.bits import ones
from sandtable.kernel.flow import push
from tests.games.shifting_sands.theatre import DATA, cards, run, theatre

BEFORE = {1941: 3, 1942: 7}
"""The turn whose card phase brings the cards of a year."""


def ids(members: int) -> set[str]:
    """The ids of a set of cards."""
    return {DATA.nouns["card"][card] for card in ones(members)}


def waiting(turn: int) -> int:
    """The cards that are not in play when this turn begins."""
    late = 0
    for year, first in BEFORE.items():
        late |= of_year(DATA, year) if turn <= first else 0
    return late


def turn_begins(
    turn: int, *, open_discards: Iterable[str] = (), gone: Iterable[str] = (), **fields: Any
) -> Theatre:
    """The strategy card phase of a turn: cards that lie openly in the discards, cards that have left the game."""
    fields.setdefault("waiting", waiting(turn))
    state = theatre(turn=turn, removed=cards(*gone), **fields)
    for number in ones(cards(*open_discards)):
        memory.lay_open(state, DATA.cards[number].side, number)
    push(state, GAME_TURN)
    return run(state)


def action(side: int = AXIS, round: int = 1, turn: int = 1, **fields: Any) -> Theatre:
    """A side is about to choose its action."""
    fields.setdefault("waiting", waiting(turn + 1))
    state = theatre(turn=turn, round=round, **fields)
    state.frames = [GAME_TURN.frame(step=2), ROUND.frame(step=0 if side == AXIS else 2)]
    return run(state)


def pile(state: Theatre, side: int) -> set[str]:
    return ids(draw_pile(state, side))


def lying_open(state: Theatre, side: int) -> set[str]:
    """The discards that everybody knows."""
    return ids(face_up(state, side))


def face_down(state: Theatre, side: int) -> list[set[str]]:
    """What each discard that lies face down can be, for the world and, no less, for the other side."""
    world, opponent = (account_of(state, side, reader).masks for reader in (WORLD, OPPONENT))
    assert world == opponent
    return [ids(mask) for mask in world]


def seen_by_the_other(state: Theatre, side: int) -> set[str]:
    """The cards that the other side has seen in the hand of a side."""
    story = story_of(state, side)
    return {name for what, seen in zip(story[::3], story[1::3], strict=True) if what == SEEN for name in ids(seen)}


def everywhere(state: Theatre, side: int) -> list[int]:
    """Every place in which a card of a side can be."""
    own = DATA.decks[side]
    return [
        *(state.hands[side], state.discards[side], state.aside[side], state.taken[side], draw_pile(state, side)),
        *(state.waiting & own, state.removed & own, state.kept & own, state.combat_cards[side]),
    ]


BOTH = (AXIS, ALLIED)


def dealable(state: Theatre) -> set[str]:
    """The cards that can be dealt next."""
    return {SANDS.outcome_name(state, outcome) for outcome in range(len(SANDS.chance(state)))}

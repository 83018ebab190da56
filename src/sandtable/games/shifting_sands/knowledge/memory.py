"""5.1, 7.12, 11.7: cards are drawn, played and looked at, and what happened is remembered.

The story of a side tells what has happened to its cards since its draw pile was last shuffled: see story.py. In
this time a card goes from the draw pile to the hand, and from there to the discards or into the open, and never
back. So whatever a reader can conclude follows from what is known of the story (account.py), and all that is left
of it after a shuffle is what was then known of the hand.
"""

from __future__ import annotations

from sandtable.games.shifting_sands.knowledge.account import account_of
from sandtable.games.shifting_sands.knowledge.story import OPPONENT, WORLD, face_up, has_been_looked_at, story_of
from sandtable.games.shifting_sands.state import DREW, LAID, SEEN, SHOWED, Theatre, draw_pile


def draw(state: Theatre, side: int, card: int) -> None:
    """5.12: a card goes from the draw pile to the hand; only its owner sees it."""
    state.taken[side] &= ~(1 << card)
    state.hands[side] |= 1 << card
    story = story_of(state, side)
    if story and story[-3] == DREW:
        story[-2] |= 1 << card
    else:
        story += (DREW, 1 << card, 0)


def lay_face_down(state: Theatre, side: int, card: int, candidates: int) -> None:
    """A card goes from the hand, or from those put aside, to the discards. All that others learn is that it is
    one of these candidates: cards with its operations value (7.12), with its replacement points, or any card
    (5.11)."""
    state.hands[side] &= ~(1 << card)
    state.aside[side] &= ~(1 << card)
    state.discards[side] |= 1 << card
    story_of(state, side).extend((LAID, 1 << card, candidates))


def show(state: Theatre, side: int, card: int) -> None:
    """A card leaves the hand and is shown to everybody: an event, a combat card."""
    state.hands[side] &= ~(1 << card)
    story_of(state, side).extend((SHOWED, 1 << card, 0))


def lay_open(state: Theatre, side: int, card: int) -> None:
    """A card that everybody sees goes to the discards: from the hand, from in front of its side, from a battle."""
    if state.hands[side] >> card & 1:
        show(state, side, card)
    state.kept &= ~(1 << card)
    state.combat_cards[side] &= ~(1 << card)
    state.discards[side] |= 1 << card


def glimpse(state: Theatre, side: int, cards: int) -> None:
    """The other side sees these cards in the hand of a side, and nobody else does."""
    story_of(state, side).extend((SEEN, cards, 0))


def shuffle(state: Theatre, side: int, added: int = 0) -> None:
    """The discards become draw pile again, with cards that are added, and a new story begins.

    What certainly left the old pile and cannot be among the discards is in the hand; if the pile had run out
    (5.13), whatever cannot be among them is. What lay among them for all to know, or was never drawn, is in the
    new pile.
    """
    ran_out = not draw_pile(state, side)
    accounts = [account_of(state, side, reader) for reader in (WORLD, OPPONENT)]
    state.drawn[side], state.glimpsed[side] = (account.surely_held(ran_out) for account in accounts)
    world, opponent = (account.surely_piled() for account in accounts)
    state.undrawn[side] = face_up(state, side) | world | added
    state.unheld[side] = opponent & ~state.undrawn[side]
    state.looked_at[side] = int(has_been_looked_at(state, side))
    state.discards[side] = 0
    story_of(state, side).clear()

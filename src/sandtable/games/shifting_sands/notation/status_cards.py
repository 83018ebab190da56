"""What is impossible about the cards of a position, and about what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.knowledge.story import face_up, held, story_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, SIDES
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.rules.c05_cards import (
    CARD_PHASE,
    YEARS,
    hand_size,
    may_have_put_aside,
    may_have_taken,
    of_year,
)
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.state import DREW, LAID, SHOWED, Theatre, draw_pile
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.words import Message, say

Found = Iterator[tuple[str, Message]]


def card_faults(state: Theatre) -> Found:
    """2.3, 5.1, 7.7: every card is in one place, and in one where it can be."""
    yield from _pile_faults(state)
    for side in (AXIS, ALLIED):
        found = list(_hand_faults(state, side))
        yield from found
        if not found:
            yield from _story_faults(state, side)


def _pile_faults(state: Theatre) -> Found:
    printed = state.printed
    if state.waiting != due_later(state) & ~state.removed:
        yield "7.11", say("the cards of years that have not begun wait, and no others")
    for card in ones(state.removed & ~_removable(state)):
        yield "7.52", say("{card} never leaves the game", card=printed.cards[card].title)
    shown = state.kept | state.combat_cards[AXIS] | state.combat_cards[ALLIED]
    for card in ones(shown):
        if printed.cards[card].type != "combat":
            yield "7.611", say("{card} is no combat card", card=printed.cards[card].title)


def due_later(state: Theatre) -> int:
    """7.7: the cards of the years to come."""
    bottom = state.frames[:2]
    unopened = bottom[:1] == [GAME_TURN.frame()] or bottom[1:] == [CARD_PHASE.frame()]
    later = 0
    for turn, year in YEARS.items():
        if state.turn < turn or (state.turn == turn and unopened):
            later |= of_year(state.printed, year)
    return later


def _removable(state: Theatre) -> int:
    """7.52, 18.1: the cards that can be out of the game."""
    cut = SCENARIOS[state.scenario] == "sonnenblume"
    cards = enumerate(state.printed.cards)
    return mask_of(number for number, card in cards if card.asterisk or (cut and card.out_in_sonnenblume))


def _hand_faults(state: Theatre, side: int) -> Found:
    own, name = state.printed.decks[side], say(SIDES[side].title())
    hidden = (state.hands[side], state.discards[side], state.aside[side], state.taken[side])
    shown = (state.waiting & own, state.removed & own, (state.kept | state.combat_cards[side]) & own)
    away = sum(place.bit_count() for place in (*hidden, *shown))
    if away + draw_pile(state, side).bit_count() != own.bit_count() or state.combat_cards[side] & ~own:
        yield "2.3", say("a card of the {side} is in two places, or in none of its own", side=name)
    if held(state, side) > hand_size(state.turn):
        yield "5.12", say("the {side} holds more cards than a hand has", side=name)
    if state.aside[side] and not may_have_put_aside(state, side):
        yield "5.11", say("cards lie aside, and nobody discards any")
    possible, most = may_have_taken(state, side)
    if state.taken[side] & ~possible or state.taken[side].bit_count() > most:
        yield "7.74", say("the {side} cannot have taken that card", side=name)


def _story_faults(state: Theatre, side: int) -> Found:
    """What is told of the cards of a side can have happened and led to where they are, and others know no more."""
    name, first = say(SIDES[side].title()), _first_hand(state, side)
    if first is None:
        yield "5.12", say("what is told of the cards of the {side} cannot have happened", side=name)
        return
    if state.drawn[side] & ~state.glimpsed[side] or state.glimpsed[side] & ~first:
        yield "11.73", say("a card of the {side} was seen in a hand in which it was not", side=name)
    if (state.glimpsed[side] != state.drawn[side] or state.unheld[side]) and not state.looked_at[side]:
        yield "11.73", say("cards of the {side} are known that nobody has looked at", side=name)
    if (state.undrawn[side] | state.unheld[side]) & (first | state.waiting | ~state.printed.decks[side]):
        yield "7.71", say("a card of the {side} was in a draw pile in which it was not", side=name)


def _first_hand(state: Theatre, side: int) -> int | None:
    """The hand with which the story of a side began, found by going back from its hand now; None if the story
    cannot be."""
    hand, left, story = state.hands[side] | state.aside[side], 0, story_of(state, side)
    lying_open = state.removed | state.kept | state.combat_cards[side] | face_up(state, side)
    places = {LAID: state.discards[side], SHOWED: lying_open}
    for what, cards, candidates in zip(story[-3::-3], story[-2::-3], story[-1::-3], strict=True):
        if what in places:
            possible = cards.bit_count() == 1 and not cards & (hand | left | ~places[what])
            hand, left = hand | cards, left | cards
        else:
            possible = bool(cards) and not cards & ~hand
            hand &= ~cards if what == DREW else hand
        if not possible or not _is_announced(state, side, what, cards, candidates):
            return None
    return hand


def _is_announced(state: Theatre, side: int, what: int, cards: int, candidates: int) -> bool:
    """7.12: a card that is laid face down is one of its candidates; nothing else has any."""
    if what != LAID:
        return not candidates
    return bool(cards & candidates) and not candidates & ~state.printed.decks[side]

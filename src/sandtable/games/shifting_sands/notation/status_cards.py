"""What is impossible about the cards of a position, and about what is remembered of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.shifting_sands.knowledge.memory import OPPONENT, WORLD, held, traces_of
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
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.matching import matched
from sandtable.kernel.words import Message, say

Found = Iterator[tuple[str, Message]]


def card_faults(state: Theatre) -> Found:
    """2.3, 5.1, 7.7: every card is in one place, and in one where it can be."""
    yield from _pile_faults(state)
    for side in (AXIS, ALLIED):
        found = list(_hand_faults(state, side))
        yield from found
        if not found:
            yield from _trace_faults(state, side)


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


def _trace_faults(state: Theatre, side: int) -> Found:
    """What others know of the cards of a side is true, and does not contradict itself."""
    own, both, name = state.printed.decks[side], traces_of(state, side), say(SIDES[side].title())
    world, opponent = both[WORLD::2], both[OPPONENT::2]
    open_cards = state.waiting | state.removed | state.kept | state.combat_cards[side]
    if len(world) != state.discards[side].bit_count() or len(opponent) != len(world):
        yield "5.11", say("there is a trace for each card in the discards of the {side}", side=name)
        return
    wide = all(not mask & (open_cards | ~own) for mask in world)
    if not wide or any(narrow & ~mask for mask, narrow in zip(world, opponent, strict=True)):
        yield "5.11", say("a discard of the {side} can be no card that lies elsewhere", side=name)
    elif not _fit(state.discards[side], opponent):
        yield "5.11", say("the discards of the {side} do not fit their traces", side=name)
    unseen = state.hands[side] | state.aside[side] | state.discards[side]
    if state.drawn[side] & ~state.glimpsed[side] or state.glimpsed[side] & ~unseen:
        yield "5.11", say("a card of the {side} that has been seen in the hand is elsewhere", side=name)
    if state.undrawn[side] & ~(draw_pile(state, side) | state.taken[side]):
        yield "7.71", say("a card of the {side} that cannot have been drawn is not in the draw pile", side=name)


def _fit(discards: int, masks: Sequence[int]) -> bool:
    """Is there a card for each trace?"""
    wishes = {card: [place for place, mask in enumerate(masks) if mask >> card & 1] for card in ones(discards)}
    seated = matched(wishes, dict.fromkeys(range(len(masks)), 1))
    return all(seated.values())

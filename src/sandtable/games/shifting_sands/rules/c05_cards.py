"""5.1, 7.7, 18.3, 19.4: the strategy card phase: year decks, discards, chosen cards, the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sandtable.games.shifting_sands.knowledge import memory
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, SIDES, Printed
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.state import Theatre, draw_pile, has_option
from sandtable.games.shifting_sands.verbs import DISCARD, DONE, TAKE
from sandtable.kernel.bits import bit, mask_of, nth, ones
from sandtable.kernel.chance import Uniform
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChanceKind, ChoiceKind, Steps, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

WINTER_1941, WINTER_1942, WINTER_1943 = 3, 7, 11
YEARS = {WINTER_1941: 1941, WINTER_1942: 1942}
"""7.71, 7.72: the turns with which cards are added, and the year on them."""
SONNENBLUME = SCENARIOS.index("sonnenblume")
SONNENBLUME_BEGINS = 4
HAND_SIZES = {1: 7, WINTER_1941: 8, WINTER_1942: 9, WINTER_1943: 10}
"""5.12: from this turn on."""


@cache
def hand_size(turn: int) -> int:
    """5.12: how many cards a side holds after the deal."""
    return HAND_SIZES[max(first_turn for first_turn in HAND_SIZES if first_turn <= turn)]


@cache
def of_year(printed: Printed, year: int) -> int:
    """4.3: the cards of a year."""
    return mask_of(number for number, card in enumerate(printed.cards) if card.year == year)


# The steps of the phase


def card_phase(state: Theatre, frame: Frame) -> None:
    """5.1: a step of the turn."""
    push(state, CARD_PHASE)


def open_year(state: Theatre, frame: Frame) -> None:
    """7.71 to 7.73: in winter each side shuffles its draw pile, its discards and the cards of the year."""
    if state.turn not in (WINTER_1941, WINTER_1942, WINTER_1943):
        return
    added = state.waiting & of_year(state.printed, YEARS[state.turn]) if state.turn in YEARS else 0
    for side in (AXIS, ALLIED):
        memory.shuffle(state, side, added & state.printed.decks[side])
    state.waiting &= ~added
    rule = {WINTER_1941: "7.71", WINTER_1942: "7.72", WINTER_1943: "7.73"}[state.turn]
    if added:
        tell(state, "year", rule, year=YEARS[state.turn])
    else:
        tell(state, "reshuffle", rule)


def axis_discards(state: Theatre, frame: Frame) -> None:
    _ask_for_discards(state, AXIS)


def allied_discards(state: Theatre, frame: Frame) -> None:
    _ask_for_discards(state, ALLIED)


def _ask_for_discards(state: Theatre, side: int) -> None:
    if state.hands[side]:
        push(state, DISCARDS, side)


def make_discards(state: Theatre, frame: Frame) -> None:
    """5.11: both have chosen; the cards go face down on the discard piles. How many there are is news, even if
    there are none."""
    for side in (AXIS, ALLIED):
        discarded = ones(state.aside[side])
        if state.hands[side] | state.aside[side]:
            tell(state, "discards", "5.11", reveals=True, side=side, count=len(discarded))
        for card in discarded:
            memory.lay_face_down(state, side, card, state.printed.decks[side])


def axis_take(state: Theatre, frame: Frame) -> None:
    _ask_what_to_take(state, AXIS)


def allied_take(state: Theatre, frame: Frame) -> None:
    _ask_what_to_take(state, ALLIED)


def _ask_what_to_take(state: Theatre, side: int) -> None:
    """7.74: it is asked whatever a side holds."""
    if takeable(state, side):
        push(state, TAKES, side)


def begin_deal(state: Theatre, frame: Frame) -> None:
    """5.12: everybody sees how many cards a side draws. What it has taken is the last of them."""
    for side in (AXIS, ALLIED):
        left = draw_pile(state, side) | state.discards[side] | state.taken[side]
        count = min(_missing(state, side), left.bit_count())
        if count > 0:
            tell(state, "draws", "5.12", side=side, count=count)


def _missing(state: Theatre, side: int) -> int:
    return hand_size(state.turn) - state.hands[side].bit_count()


def deal_axis(state: Theatre, frame: Frame) -> None:
    _deal(state, AXIS)


def deal_allied(state: Theatre, frame: Frame) -> None:
    _deal(state, ALLIED)


def _deal(state: Theatre, side: int) -> None:
    """5.12, 5.13: card by card until the hand is full; an empty draw pile is made anew from the discards."""
    if _missing(state, side) <= 0:
        return
    if not _dealable(state, side) and state.discards[side]:
        memory.shuffle(state, side)
        tell(state, "runs-out", "5.13", side=side)
    if _dealable(state, side):
        again(state)
        push(state, DEAL, side)


CARD_PHASE = Steps(
    "card-phase",
    open_year,
    axis_discards,
    allied_discards,
    make_discards,
    axis_take,
    allied_take,
    begin_deal,
    deal_axis,
    deal_allied,
    on=("game-turn.card_phase",),
)


# What a side may have chosen that nobody else knows


def _step(state: Theatre) -> int:
    """How many steps of the phase have begun; 0 outside it."""
    return next((frame[1] for frame in state.frames if frame[0] == CARD_PHASE.number), 0)


def may_have_put_aside(state: Theatre, side: int) -> bool:
    """5.11: can cards lie aside that a side has chosen to discard?"""
    asked = CARD_PHASE.steps.index((axis_discards, allied_discards)[side])
    return asked < _step(state) <= CARD_PHASE.steps.index(make_discards)


def may_have_taken(state: Theatre, side: int) -> tuple[int, int]:
    """7.74: the cards that a side can have taken, and how many of them it can have at most."""
    asked = CARD_PHASE.steps.index((axis_take, allied_take)[side])
    dealt = CARD_PHASE.steps.index((deal_axis, deal_allied)[side])
    if not asked < _step(state) <= dealt:
        return 0, 0
    rules = takeable(state, side)
    most = 1 if "19.41" in rules.values() else len(rules)
    return mask_of(rules), most - (state.frames[-1] == TAKES.frame(side))


# 5.11: discards


class Discards(ChoiceKind[Theatre]):
    """5.11: which cards does a side give up? Nobody sees it before both have chosen."""

    name = "discards"
    on = ("card-phase.axis_discards", "card-phase.allied_discards")
    rule = "5.11"
    words = say("Discard cards, or go on")
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((DISCARD, state.hands[self.side(state, frame)]), (DONE, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        if verb == DISCARD:
            state.hands[side] &= ~bit(argument)
            state.aside[side] |= bit(argument)
            tell(state, "puts-aside", "5.11", audience=bit(side), card=argument)
        else:
            pop(state)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DISCARD:
            return why_not_held(state, self.side(state, frame), argument)
        return "5.11", otherwise("first discard cards, or keep them all")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        side = self.side(state, frame)
        step = CARD_PHASE.steps[state.frames[state.frames.index(frame) - 1][1] - 1]
        if step is not (axis_discards, allied_discards)[side]:
            yield say("another side is discarding")
        if not state.hands[side] | state.aside[side]:
            yield say("a side that holds no cards has none to discard")


def why_not_held(state: Theatre, side: int, card: int) -> tuple[str, Message]:
    """A card that is in no hand cannot be played or discarded."""
    if state.printed.cards[card].side != side:
        return "2.3", say("that is a card of the other side")
    if state.aside[side] >> card & 1:
        return "5.11", say("you have put that card aside already")
    return "6.12", say("you do not hold that card")


DISCARDS = Discards()


# 7.74, 18.3, 19.4: cards taken from the draw pile


def takeable(state: Theatre, side: int) -> dict[int, str]:
    """The cards that a side may take now, each with its rule, as far as everybody knows: 7.74, 18.3, 19.41 and
    19.42."""
    if state.scenario == SONNENBLUME and state.turn == SONNENBLUME_BEGINS:
        return _chosen_for_sonnenblume(state, side)
    if side == AXIS and has_option(state, "19.41"):
        return dict.fromkeys(_any_card(state), "19.41")
    named = {
        (AXIS, WINTER_1941): ("rommel", "7.74"),
        (AXIS, WINTER_1942): ("siege_of_malta", "7.74"),
        (ALLIED, WINTER_1941): ("barbarossa", "19.42"),
    }
    key, rule = named.get((side, state.turn), ("", ""))
    if not key or (rule == "19.42" and not has_option(state, "19.42")):
        return {}
    return {_card_of(state.printed, key): rule}


def _chosen_for_sonnenblume(state: Theatre, side: int) -> dict[int, str]:
    """18.3: Balkan Campaign; card 30 of the Allies, and by 19.42 Barbarossa too."""
    if side == AXIS:
        return {_card_of(state.printed, "balkan_campaign"): "18.3"}
    found = {state.printed.nouns["card"].index("A30"): "18.3"}
    if has_option(state, "19.42"):
        found[_card_of(state.printed, "barbarossa")] = "19.42"
    return found


def _any_card(state: Theatre) -> Iterator[int]:
    """19.41: any card of the years in play."""
    if state.turn in YEARS:
        yield from ones(state.printed.decks[AXIS] & ~state.waiting & ~state.removed)


def _card_of(printed: Printed, key: str) -> int:
    return next(number for number, card in enumerate(printed.cards) if card.key == key)


class Takes(ChoiceKind[Theatre]):
    """7.74, 18.3, 19.4: does a side take a card before the deal? Nobody else learns it."""

    name = "takes"
    on = ("card-phase.axis_take", "card-phase.allied_take")
    rule = "7.74"
    words = say("Take a card before the others are dealt, or none")
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        side = self.side(state, frame)
        return offer((TAKE, mask_of(takeable(state, side)) & draw_pile(state, side)), (DONE, 1))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        if verb == DONE:
            pop(state)
            return
        rule = takeable(state, side)[argument]
        state.taken[side] |= bit(argument)
        tell(state, "takes", rule, audience=bit(side), card=argument)
        if rule == "19.41" or not mask_of(takeable(state, side)) & draw_pile(state, side):
            pop(state)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        rules = takeable(state, side)
        rule = rules.get(argument, next(iter(rules.values())))
        if verb != TAKE:
            return rule, say("first take a card, or none")
        if state.printed.cards[argument].side != side:
            return "2.3", say("that is a card of the other side")
        if argument not in rules:
            return rule, say("that card cannot be taken now")
        if state.hands[side] >> argument & 1:
            return rule, say("you hold that card already")
        if state.taken[side] >> argument & 1:
            return rule, say("you have taken that card already")
        assert not draw_pile(state, side) >> argument & 1
        return rule, say("that card is not in your draw pile")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        side = self.side(state, frame)
        step = CARD_PHASE.steps[state.frames[state.frames.index(frame) - 1][1] - 1]
        if step is not (axis_take, allied_take)[side]:
            yield say("another side takes a card")
        if not takeable(state, side):
            yield say("{side} may take no card now", side=say(SIDES[side].title()))


TAKES = Takes()


# 5.12: the deal


def _dealable(state: Theatre, side: int) -> int:
    """5.12: the cards of which one is dealt next. 7.74: those that were taken are dealt last, the first first, but
    before the pile is made anew (5.13): when that happens must not tell that they were."""
    pile, taken = draw_pile(state, side), state.taken[side]
    is_last = _missing(state, side) <= taken.bit_count() or not pile
    return taken & -taken if taken and is_last else pile


class Deal(ChanceKind[Theatre]):
    """5.12: one card at a time from the draw pile; only its owner sees it."""

    name = "deal"
    on = ("card-phase:deal_axis", "card-phase:deal_allied")
    owner = one("side")

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("Cards are dealt")

    def weights(self, state: Theatre, frame: Frame) -> Sequence[int]:
        return Uniform(_dealable(state, self.owner(frame)).bit_count())

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        side = self.owner(frame)
        card = nth(_dealable(state, side), outcome)
        pop(state)
        memory.draw(state, side, card)
        tell(state, "draws-card", "5.12", audience=bit(side), card=card)

    def outcome_name(self, state: Theatre, frame: Frame, outcome: int) -> str:
        return state.printed.nouns["card"][nth(_dealable(state, self.owner(frame)), outcome)]

    def audience(self, state: Theatre, frame: Frame) -> int:
        return bit(self.owner(frame))

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        side = self.owner(frame)
        step = CARD_PHASE.steps[state.frames[state.frames.index(frame) - 1][1]]
        if step is not (deal_axis, deal_allied)[side]:
            yield say("another side is dealt cards")
        if _missing(state, side) <= 0:
            yield say("a side whose hand is full is dealt no card")
        elif _missing(state, side) < state.taken[side].bit_count():
            yield say("more cards were taken than the hand has room for")


DEAL = Deal()


# 7.62: the end of the turn


def put_cards_away(state: Theatre, frame: Frame) -> None:
    """7.62: combat cards in front of the sides go to the discards when the turn ends."""
    for card in ones(state.kept):
        side = state.printed.cards[card].side
        memory.lay_open(state, side, card)
        tell(state, "card-put-away", "7.62", side=side, card=card)

"""1.0, 3.3, 3.42, 3.48, 4.0, 16.6, 18.0: supply cards: drawn, exchanged, laid for a turn, staked for initiative.

All real cards are alike and so are all dummies; a hand is two numbers. The number of cards a side holds or lays is
public; only the owner knows how many of them are real.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, CARDS, HAND_LIMIT
from sandtable.games.rommel_in_the_desert.rules.c03_asking import ActiveChoice
from sandtable.games.rommel_in_the_desert.state import MOST_REAL, Position, deck, scenario_of
from sandtable.games.rommel_in_the_desert.verbs import CARD, DUMMIES, EXCHANGE, KEEP, NONE, PASS, REAL
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, one, one_of
from sandtable.kernel.flow import ChanceKind, ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

REAL_CARD, DUMMY_CARD = 0, 1
NO_CARD = 2


def hand_size(state: Position, side: int) -> int:
    """16.6: both players know how many cards are in each hand."""
    return state.real[side] + state.dummies[side]


# Drawing


class Draw(ChanceKind[Position]):
    """16.6, 18.0: one card after another from the common deck; only its owner sees it."""

    name = "draw"
    on = ("player-buildup.resupply", "preparation.draw_extra", "set-up.deal_cards", "exchange", "draw")
    side = one("side")
    left = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        drawing = sum(self.left(each) for each in state.frames if each[0] == self.number)
        if not self.left(frame) or drawing > sum(deck(state)):
            yield say("no card is left to be drawn")
        elif hand_size(state, self.side(frame)) + self.left(frame) > HAND_LIMIT:
            yield say("a hand gets more than {limit} cards", limit=HAND_LIMIT)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Supply cards are drawn")

    def weights(self, state: Position, frame: Frame) -> Sequence[int]:
        return deck(state)

    def play(self, state: Position, frame: Frame, outcome: int) -> None:
        _, _, side, left = frame
        hand = state.dummies if outcome == DUMMY_CARD else state.real
        hand[side] += 1
        if state.sink is not None:
            tell(state, "drew", "16.6", side=side)
            tell(state, "drew-card", "16.6", audience=1 << side, instead=True, side=side, card=outcome)
        if left > 1:
            replace(state, side, left - 1)
        else:
            pop(state)

    def outcome_name(self, state: Position, frame: Frame, outcome: int) -> str:
        return CARDS[outcome]

    def audience(self, state: Position, frame: Frame) -> int:
        return 1 << self.side(frame)


DRAW = Draw()


def draw_cards(state: Position, side: int, wanted: int) -> bool:
    """16.6: draw cards, up to the hand limit and the size of the deck; could more have been drawn?"""
    room = min(HAND_LIMIT - hand_size(state, side), sum(deck(state)))
    if min(wanted, room) > 0:
        push(state, DRAW, side, min(wanted, room))
    return wanted < room


# 18.0: the opening hand


class Exchange(ChoiceKind[Position]):
    """18.0: once, after the deal, the whole hand may be thrown in for a new one, which must be kept."""

    name = "exchange"
    on = ("set-up.deal_cards", "exchange")
    rule = "18.0"
    words = say("Keep your opening hand, or throw all of it in for a new one")
    asks = one("side")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(EXCHANGE, 1), (KEEP, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        if verb == KEEP:
            tell(state, "hand-kept", "18.0", side=side)
            return
        size = hand_size(state, side)
        state.real[side] = state.dummies[side] = 0
        tell(state, "hand-exchanged", "18.0", side=side, cards=size)
        draw_cards(state, side, size)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "18.0", otherwise("the opening hand is kept or exchanged whole")


EXCHANGE_HAND = Exchange()


def deal(state: Position, side: int) -> None:
    """18: the cards that a scenario gives at the start."""
    draw_cards(state, side, scenario_of(state).cards[side])


# 3.42, 4: the cards of a turn


class Lay(ActiveChoice):
    """3.42, 4.0, 4.5: choose the option of the turn by laying real cards face down, or pass and lay none."""

    name = "lay"
    on = ("player-turn.choose_option",)
    rule = "3.42"
    words = say("Lay 1 real card for a Basic turn, 2 for an Offensive or an Assault, 3 for a Blitz, or pass")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if state.real_laid or state.dummies_laid:
            yield say("cards have been laid for this turn already")

    def legal(self, state: Position, frame: Frame) -> Options:
        most = min(MOST_REAL, state.real[state.active])
        numbers = (1 << most + 1) - 2
        return offer((REAL, numbers), (PASS, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = state.active
        if verb == PASS:
            state.passes += 1
            tell(state, "passed", "4.5", side=side)
            return
        state.passes = 0
        state.real[side] -= argument
        state.real_laid = argument
        tell(state, "laid-real", "3.42", audience=1 << side, cards=argument)
        push(state, BLUFF)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == REAL and 1 <= argument <= MOST_REAL:
            return "3.42", say("you do not hold that many real cards")
        if verb == REAL:
            return "4.0", say("an option costs one, two or three real cards")
        return "3.42", otherwise("choose the option for your turn first")


class Bluff(ActiveChoice):
    """3.42, ruling 6: any number of dummies may go with them; the enemy sees only how many cards there are."""

    name = "bluff"
    on = ("player-turn.choose_option",)
    rule = "3.42"
    words = say("Add dummies to mislead the enemy, or none")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not state.real_laid or state.dummies_laid:
            yield say("dummies are added to real cards, once")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(DUMMIES, (1 << state.dummies[state.active] + 1) - 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = state.active
        state.dummies[side] -= argument
        state.dummies_laid = argument
        laid = state.real_laid + argument
        tell(state, "laid", "3.42", side=side, cards=laid)
        tell(state, "laid-dummies", "3.42", audience=1 << side, instead=True, side=side, laid=laid, cards=argument)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == DUMMIES:
            return "3.42", say("you do not hold that many dummies")
        return "3.42", otherwise("say how many dummies you are adding")


LAY, BLUFF = Lay(), Bluff()


def reveal_cards(state: Position, frame: Frame) -> None:
    """3.48: at the end of the turn the cards are shown and go to the discard."""
    if not state.real_laid + state.dummies_laid:
        return
    real, dummies = state.real_laid, state.dummies_laid
    state.real_spent += real
    state.dummies_spent += dummies
    state.real_laid = state.dummies_laid = 0
    tell(state, "cards-shown", "3.48", reveals=True, side=state.active, real=real, dummies=dummies)


# 3.3: the initiative


class Challenge(ChoiceKind[Position]):
    """3.3: the Allies may challenge for the first turn with a card face down; then the Axis may lay one too.

    `staked` is the card of the Allies; there is none while they are being asked.
    """

    name = "challenge"
    on = ("month.ask_initiative",)
    rule = "3.3"
    asks = one("side")
    staked = one_of(*CARDS, "none")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        staked = self.staked(frame)
        held = (state.real[ALLIED], state.dummies[ALLIED], 0)[staked]
        if bool(held) != (self.side(state, frame) == AXIS):
            yield say("the Axis answers a card that the Allies hold, and nobody else does")

    def legal(self, state: Position, frame: Frame) -> Options:
        side = self.side(state, frame)
        cards = bool(state.real[side]) << REAL_CARD | bool(state.dummies[side]) << DUMMY_CARD
        return offer((CARD, cards), (NONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        card = argument if verb == CARD else NO_CARD
        tell(state, "staked" if verb == CARD else "no-stake", "3.3", side=side)
        if verb == CARD:
            tell(state, "staked-card", "3.3", audience=1 << side, instead=True, side=side, card=card)
        if side == ALLIED and card != NO_CARD:
            push(state, CHALLENGE, AXIS, card)
        elif side == AXIS:
            settle_initiative(state, self.staked(frame), card)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if self.side(state, frame) == ALLIED:
            return say("Challenge for the first turn of the month with a real card or a dummy, or decline")
        return say("The Allies challenge for the first turn: answer with a card, or with none")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == CARD:
            return "3.3", say("you hold no such card")
        return "3.3", otherwise("settle who has the first turn before anything else")


CHALLENGE = Challenge()


def settle_initiative(state: Position, allied: int, axis: int) -> None:
    """3.3, ruling 32: both cards are spent; only a real card that is not met by another takes the initiative."""
    for side, card in ((ALLIED, allied), (AXIS, axis)):
        if card == REAL_CARD:
            state.real[side] -= 1
            state.real_spent += 1
        elif card == DUMMY_CARD:
            state.dummies[side] -= 1
            state.dummies_spent += 1
    state.first = ALLIED if allied == REAL_CARD and axis != REAL_CARD else AXIS
    tell(state, "initiative", "3.3", reveals=True, side=state.first, allied=allied, axis=axis)


def ask_initiative(state: Position, frame: Frame) -> None:
    """3.3: the Axis goes first unless challenged; in the first month the scenario says who does."""
    if state.month == scenario_of(state).start_month:
        state.first = scenario_of(state).first_player
        return
    state.first = AXIS
    push(state, CHALLENGE, ALLIED, NO_CARD)

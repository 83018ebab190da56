"""3: cards are drawn, and bid for the first move."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.bits import bit
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChanceKind, ChoiceKind, Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say
from tinygame.printed.data import BLUE, RED
from tinygame.state import HAND_SIZE, Table, discard, is_face_up, keeper
from tinygame.verbs import BID, NO_BID


class Draw(ChanceKind[Table]):
    """3.1: one card at a time from what is left; only its owner sees it, unless all is face up."""

    name = "draw"
    on = ("turn.deal", "draw")
    owner = one("side")

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Cards are drawn")

    def weights(self, state: Table, frame: Frame) -> Sequence[int]:
        return [state.deck >> card & 1 for card in range(state.printed.nothing)]

    def play(self, state: Table, frame: Frame, outcome: int) -> None:
        side = self.owner(frame)
        pop(state)
        state.hands[side] |= bit(outcome)
        state.deck &= ~bit(outcome)
        tell(state, "drew", "3", side=side)
        tell(state, "drew-card", "3", audience=keeper(state, side), card=outcome)

    def outcome_name(self, state: Table, frame: Frame, outcome: int) -> str:
        return state.printed.cards[outcome]

    def audience(self, state: Table, frame: Frame) -> int:
        return keeper(state, self.owner(frame))


DRAW = Draw()


def deal(state: Table, frame: Frame) -> None:
    """3.1: as many draws as are due, Red's on top."""
    left = state.deck.bit_count()
    due = []
    for side in (RED, BLUE):
        wanted = min(left, max(0, HAND_SIZE - state.hands[side].bit_count()))
        due += [side] * wanted
        left -= wanted
    for side in reversed(due):
        push(state, DRAW, side)


class Bid(ChoiceKind[Table]):
    """3.2: the card stays in hand until both have bid, so nobody sees which it is."""

    name = "bid"
    on = ("turn.bid_red", "turn.bid_blue")
    rule = "3"
    words = say("Bid a card to move first, or nothing")
    asks = one("side")

    def legal(self, state: Table, frame: Frame) -> Options:
        return offer((BID, state.hands[self.side(state, frame)]), (NO_BID, True))

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        pop(state)
        state.bids[side] = argument if verb == BID else state.printed.nothing
        tell(state, "bid", "3", side=side)
        tell(state, "bid-card", "3", audience=keeper(state, side), card=state.bids[side])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != BID:
            return "3", say("bid a card or nothing first")
        assert not state.hands[self.side(state, frame)] >> argument & 1
        return "3", say("you do not hold that card")


class Tie(Die[Table]):
    """3.4: who moves first when the bids are equal."""

    name = "tie"
    on = ("turn.show_bids",)

    def play(self, state: Table, frame: Frame, outcome: int) -> None:
        pop(state)
        state.first = RED if outcome < 3 else BLUE
        tell(state, "tie-rolled", "3", die=outcome + 1, first=state.first)


BIDDING, TIE = Bid(), Tie()


def show_bids(state: Table, frame: Frame) -> None:
    """3.3 and 3.4."""
    red, blue = (state.printed.values[bid] for bid in state.bids)
    state.first = BLUE if blue > red else RED
    tell(state, "bids", "3", reveals=not is_face_up(state), red=state.bids[RED], blue=state.bids[BLUE])
    for side, bid in enumerate(state.bids):
        if bid < state.printed.nothing:
            discard(state, side, bid)
    state.clear("bids shown")
    if red == blue and state.dice_for_ties:
        push(state, TIE)

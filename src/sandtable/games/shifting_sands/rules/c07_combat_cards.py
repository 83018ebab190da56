"""7.6, 11.25: combat cards: when they can be played, and who keeps them. What they do is written where it is done:
in the fire (c11_fire), the flank step (c11_flank), the retreat and the advance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.games.shifting_sands.knowledge.memory import lay_open, show
from sandtable.games.shifting_sands.printed.cards import Card
from sandtable.games.shifting_sands.printed.data import AXIS, Printed
from sandtable.games.shifting_sands.rules.c07_card_demands import Case, out_of_place, unmet
from sandtable.games.shifting_sands.rules.c11_fight import (
    NOBODY,
    Fight,
    battle_faults,
    fight_of,
    out_of_supply,
    winner,
)
from sandtable.games.shifting_sands.state import Theatre, happened
from sandtable.games.shifting_sands.verbs import COMBAT_CARD, DONE, KEEP
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

FLANK_KEYS = ("desert_fox", "left_hook")
"""The cards that are shown in the flank step."""
ONE_BATTLE = "one battle per turn"
"""7.611: so it is printed on the card."""


# Who may play what


def card_users(state: Theatre, fight: Fight, side: int) -> int:
    """13.73, 10.421, 10.431: the units of a side for which it may play combat cards: in supply, and neither
    Iraqis nor Vichy French before Unternehmen Irak."""
    units = fight.force(side)
    if side == AXIS and not happened(state, "unternehmen_irak"):
        units &= ~(state.printed.nations["IR"] | state.printed.nations["VF"])
    return units & ~out_of_supply(state, units)


def playable_combat_cards(state: Theatre, side: int) -> int:
    """11.25: the cards in hand or in front of a side that it may play into the battle now, flank step excluded."""
    return _playable(state, side, cards_for_battle(state.printed, side))


def cards_for_battle(printed: Printed, side: int) -> int:
    """11.25: the combat cards of a side, but for those of the flank step."""
    return _cards(printed, side, False)


def flank_cards(state: Theatre, side: int) -> int:
    """X30, A55: the cards that may be shown in the flank step."""
    return _playable(state, side, flank_deck(state.printed, side))


def flank_deck(printed: Printed, side: int) -> int:
    """X30, A55: the cards of a side for the flank step."""
    return _cards(printed, side, True)


def _playable(state: Theatre, side: int, cards: int) -> int:
    """7.612, 7.614: from the hand or in front of the side, if not used in this action already."""
    held = (state.hands[side] | state.kept) & cards & ~state.used_cards
    if not held:
        return 0
    fight = fight_of(state)
    case = Case(state, fight, side, card_users(state, fight, side))
    return mask_of(card for card in ones(held) if unmet(case, state.printed.cards[card]) is None)


@lru_cache(maxsize=8)
def _cards(printed: Printed, side: int, in_flank_step: bool) -> int:
    """The combat cards of a side for the flank step, or for all else."""
    return mask_of(
        number
        for number, card in enumerate(printed.cards)
        if card.side == side and card.type == "combat" and (card.key in FLANK_KEYS) == in_flank_step
    )


def why_no_flank_card(state: Theatre, side: int, card: int) -> tuple[str, Message]:
    """Why a card may not be shown in the flank step."""
    face = state.printed.cards[card]
    if cards_for_battle(state.printed, side) & bit(card) and not out_of_place(face, attacks=True):
        return "11.25", say("this card is played after the flank step")
    return _why_not_played(state, side, card)


def why_no_combat_card(state: Theatre, side: int, card: int) -> tuple[str, Message]:
    """Why a card may not be played into the battle."""
    if flank_deck(state.printed, side) & bit(card) and side == state.attacking:
        return state.printed.cards[card].id, say("this card is shown in the flank step")
    return _why_not_played(state, side, card)


def _why_not_played(state: Theatre, side: int, card: int) -> tuple[str, Message]:
    printed, fight = state.printed.cards[card], fight_of(state)
    if not (state.hands[side] | state.kept) & state.printed.decks[side] & bit(card):
        if state.used_cards & bit(card):
            return "7.614", say("that card has been used in this action")
        return "7.61", say("you do not hold that card")
    if printed.type != "combat":
        return "7.61", say("only combat cards are played in a battle")
    if state.used_cards & bit(card):
        return "7.614", say("that card has been used in this action")
    users = card_users(state, fight, side)
    if not users:
        return "13.73", say("your units in this battle can use no combat cards")
    why = unmet(Case(state, fight, side, users), printed)
    assert why is not None
    return printed.id, why


def play_card(state: Theatre, side: int, card: int) -> None:
    """7.61, 7.612: a card is played into the battle from the hand, or from in front of its side."""
    from_hand = bool(state.hands[side] & bit(card))
    if from_hand:
        show(state, side, card)
    state.kept &= ~bit(card)
    state.combat_cards[side] |= bit(card)
    state.used_cards |= bit(card)
    tell(state, "plays-combat-card", "11.25", reveals=from_hand, side=side, card=card)


# 11.25: both sides are asked


def ask_attacker(state: Theatre, frame: Frame) -> None:
    """11.25: a step of the battle."""
    _ask(state, state.attacking)


def ask_defender(state: Theatre, frame: Frame) -> None:
    """11.25: a step of the battle."""
    _ask(state, 1 - state.attacking)


def _ask(state: Theatre, side: int) -> None:
    """A side is asked whatever it holds, unless all the world sees that its units can use no card."""
    if card_users(state, fight_of(state), side):
        push(state, CARDS, side)


class Cards(ChoiceKind[Theatre]):
    """11.25: any number of combat cards."""

    name = "combat-cards"
    on = ("battle.ask_attacker", "battle.ask_defender")
    rule = "11.25"
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((COMBAT_CARD, playable_combat_cards(state, self.side(state, frame))), (DONE, True))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        if verb == COMBAT_CARD:
            play_card(state, self.side(state, frame), argument)
        if verb == DONE or state.printed.cards[argument].key == "disengage":
            pop(state)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        place = state.printed.spaces[state.target].name
        if self.side(state, frame) == state.attacking:
            return say("The attack on {place}: play combat cards, or go on", place=place)
        return say("{place} is attacked: play combat cards, or go on", place=place)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != COMBAT_CARD:
            return "11.25", say("first play combat cards, or go on")
        return why_no_combat_card(state, self.side(state, frame), argument)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        wrong = list(battle_faults(state))
        yield from wrong
        if wrong:
            return
        if not card_users(state, fight_of(state), self.side(state, frame)):
            yield say("nobody could use a combat card")


# 7.611, 7.613: afterwards


def put_away(state: Theatre, frame: Frame) -> None:
    """7.611, 7.613, 11.282: a step of the battle: the winner keeps cards, all others are discarded or removed."""
    won = winner(state)
    for side, played in enumerate(state.combat_cards):
        for card in ones(played):
            if side != won or _is_spent(state, state.printed.cards[card]):
                _lay_aside(state, side, card)
    if won != NOBODY and state.combat_cards[won]:
        push(state, KEEPING, won)


def _is_spent(state: Theatre, card: Card) -> bool:
    """7.611: a card with an asterisk, or for one battle per turn; X29: Kesselring frees Air Support of this."""
    freed = card.key == "air_support" and happened(state, "kesselring")
    return card.asterisk or (ONE_BATTLE in card.condition and not freed)


def _lay_aside(state: Theatre, side: int, card: int) -> None:
    """7.611: to the discards, or out of the game with an asterisk."""
    if state.printed.cards[card].asterisk:
        state.combat_cards[side] &= ~bit(card)
        state.removed |= bit(card)
        tell(state, "combat-card-removed", "7.611", card=card)
    else:
        lay_open(state, side, card)
        rule = "7.611" if side == winner(state) else "7.613"
        tell(state, "combat-card-discarded", rule, side=side, card=card)


class Keeping(ChoiceKind[Theatre]):
    """7.611, 11.282: which of its cards does the winner keep?"""

    name = "keep-cards"
    on = ("battle.put_away",)
    rule = "7.611"
    words = say("The battle is won: keep combat cards for later battles of this turn, and discard the rest")
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return offer((KEEP, state.combat_cards[self.side(state, frame)]), (DONE, True))

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        if verb == KEEP:
            state.combat_cards[side] &= ~bit(argument)
            state.kept |= bit(argument)
            tell(state, "keeps-card", "7.611", side=side, card=argument)
            if state.combat_cards[side]:
                return
        pop(state)
        for card in ones(state.combat_cards[side]):
            _lay_aside(state, side, card)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == KEEP:
            return "7.611", self._why_not_kept(state, argument)
        return "7.611", otherwise("first decide which combat cards you keep")

    def _why_not_kept(self, state: Theatre, card: int) -> Message:
        if state.kept & bit(card):
            return say("you keep that card already")
        if state.used_cards & bit(card):
            return say("that card cannot be kept: it is for one battle, or was used in another")
        return say("only combat cards that were used in this battle are kept")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from battle_faults(state)
        if self.side(state, frame) != winner(state) or not state.combat_cards[self.side(state, frame)]:
            yield say("there is no winner with combat cards to keep")


CARDS, KEEPING = Cards(), Keeping()

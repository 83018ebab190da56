"""11.7: the missions of the Long Range Desert Group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb

from sandtable.games.shifting_sands.knowledge.memory import glimpse, lay_face_down
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.printed.tables import MISSIONS
from sandtable.games.shifting_sands.rules.c11_losses import lose_step
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import NO, YES
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.chance import Uniform
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, flag, one
from sandtable.kernel.flow import ANYTHING, ChanceKind, ChoiceKind, Die, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

Reason = tuple[str, Message]


def missions(state: Theatre, side: int) -> tuple[bool, bool]:
    """11.72 to 11.741: is an intelligence mission possible now, is a raid? The points are not asked about here."""
    if side != ALLIED or state.missions_barred or not in_oasis(state) or _bars_missions(state):
        return False, False
    if not _libyan_prizes(state.printed) & state.controls[AXIS]:
        return False, False
    return state.control[state.printed.number["mersa_matruh"]] == ALLIED, True


def in_oasis(state: Theatre) -> bool:
    """11.721: is the LRDG in an oasis? Deep Desert is none."""
    space = state.place[lrdg(state)]
    return space >= 0 and state.printed.spaces[space].terrain == "oasis"


def lrdg(state: Theatre) -> int:
    """The number of the LRDG."""
    return state.printed.pools["br_lrdg"].bit_length() - 1


def _bars_missions(state: Theatre) -> bool:
    """10.53: are these the points of a T reinforcement card?"""
    return state.card >= 0 and state.printed.cards[state.card].reinforcement == "T"


@cache
def _libyan_prizes(printed: Printed) -> int:
    """11.741: the victory spaces of Libya."""
    return mask_of(space for space in ones(printed.regions["Libya"]) if printed.spaces[space].points)


def why_no_mission(state: Theatre, side: int, *, raid: bool) -> Reason:
    """11.7: why the LRDG cannot be sent now."""
    if side != ALLIED:
        return "11.72", say("only the Allies have the Long Range Desert Group")
    if state.missions_barred:
        return "11.72", say("there is at most one mission a turn, and none once Salaam has been played")
    if not in_oasis(state):
        return "11.721", say("the LRDG must be in an oasis to be sent on a mission")
    if _bars_missions(state):
        return "10.53", say("you cannot pay for a mission with points of a T card")
    if not _libyan_prizes(state.printed) & state.controls[AXIS]:
        return "11.741", say("the Allies control every victory space of Libya: there is nothing left to spy on")
    if not raid and not missions(state, side)[0]:
        return "11.73", say("no intelligence comes in while the Axis controls Mersa Matruh")
    return "11.72", say("a mission costs an operation point")


def send(state: Theatre, raid: bool) -> None:
    """11.72: the mission is carried out: push its die. The LRDG neither moves nor attacks in this action."""
    unit = 1 << lrdg(state)
    state.missions_barred = 1
    state.moved |= unit
    state.has_fought |= unit
    tell(state, "raids" if raid else "spies", "11.72", at=state.place[lrdg(state)])
    push(state, MISSION, int(raid))


class MissionDie(Die[Theatre]):
    """11.721: the die of a mission."""

    name = "mission"
    on = ("activation", "operations.activate")
    raid = flag()

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("The die is rolled for the mission of the LRDG")

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        pop(state)
        result = state.printed.missions[MISSIONS[self.raid(frame)]][outcome]
        held = state.hands[AXIS].bit_count()
        tell(state, "mission", "11.74" if self.raid(frame) else "11.73", die=outcome + 1)
        if result.discarded and held:
            push(state, RAIDED)
        show_cards(state, AXIS, result.shown)
        for _ in range(result.losses):
            lose_step(state, lrdg(state), "11.75")


MISSION = MissionDie()


def show_cards(state: Theatre, owner: int, number: int) -> None:
    """So many cards, drawn at random from a hand, are shown to the other side, and to nobody else: push the
    draw."""
    shown = min(number, state.hands[owner].bit_count())
    if shown:
        push(state, SHOWN, owner, shown)


def _shown_by(state: Theatre) -> str:
    """11.73, A17, X53: by what cards are shown. A mission may come with the operations of an event, after it."""
    on_mission = state.has_fought >> lrdg(state) & 1
    return "11.73" if on_mission or state.card < 0 else state.printed.cards[state.card].id


class ShownCards(ChanceKind[Theatre]):
    """11.73, A17, X53: cards of a hand are drawn at random, looked at by the other side and given back. Their
    owner does not learn which. They are one draw, since frames are seen by everybody and could not keep what was
    drawn."""

    name = "shown"
    on = ANYTHING
    owner = one("side")
    shown = count(at_least=1)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("Cards are drawn at random and shown to the other side")

    def weights(self, state: Theatre, frame: Frame) -> Sequence[int]:
        return Uniform(comb(state.hands[self.owner(frame)].bit_count(), self.shown(frame)))

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        owner, cards, rule = self.owner(frame), self._drawn(state, frame, outcome), _shown_by(state)
        pop(state)
        tell(state, "shows-cards", rule, side=owner, number=len(cards))
        tell(
            state,
            "sees-cards",
            rule,
            audience=1 << 1 - owner,
            reveals=True,
            instead=True,
            side=owner,
            cards=list(cards),
        )
        glimpse(state, owner, mask_of(cards))

    def outcome_name(self, state: Theatre, frame: Frame, outcome: int) -> str:
        return " ".join(state.printed.nouns["card"][card] for card in self._drawn(state, frame, outcome))

    def audience(self, state: Theatre, frame: Frame) -> int:
        return 1 << 1 - self.owner(frame)

    def _drawn(self, state: Theatre, frame: Frame, outcome: int) -> tuple[int, ...]:
        hand = ones(state.hands[self.owner(frame)])
        return tuple(combinations(hand, self.shown(frame)))[outcome]

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not 0 < self.shown(frame) <= state.hands[self.owner(frame)].bit_count():
            yield say("more cards are shown than the hand holds")


SHOWN = ShownCards()


class Raided(ChoiceKind[Theatre]):
    """11.74: the raid has succeeded; the Allies may make the Axis lose a card."""

    name = "raided"
    on = ("activation", "operations.activate")
    rule = "11.74"
    asks = ALLIED
    open_to_all = True
    words = say("The raid has succeeded. Does the Axis lose a card, drawn at random from its hand?")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        return [(YES, 1), (NO, 1)]

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == YES:
            lose_card(state, AXIS)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not state.hands[AXIS]:
            yield say("the Axis has no card to lose")


RAIDED = Raided()


def lose_card(state: Theatre, owner: int) -> None:
    """A card drawn at random from the hand of a side is discarded, if it holds any: push the draw."""
    if state.hands[owner]:
        push(state, LOST_CARD, owner)


class LostCard(ChanceKind[Theatre]):
    """11.74, X32: a card drawn at random from a hand goes to the discards, face down."""

    name = "lost-card"
    on = ANYTHING
    owner = one("side")

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        return say("A card is drawn at random from a hand and discarded")

    def weights(self, state: Theatre, frame: Frame) -> Sequence[int]:
        hand = state.hands[self.owner(frame)]
        return [hand >> card & 1 for card in range(len(state.printed.cards))]

    def play(self, state: Theatre, frame: Frame, outcome: int) -> None:
        owner = self.owner(frame)
        rule = "11.74" if owner == AXIS else "X32"
        pop(state)
        tell(state, "loses-a-card", rule, side=owner)
        tell(state, "loses-card", rule, audience=1 << owner, reveals=True, instead=True, side=owner, card=outcome)
        lay_face_down(state, owner, outcome, state.printed.decks[owner])

    def outcome_name(self, state: Theatre, frame: Frame, outcome: int) -> str:
        return state.printed.nouns["card"][outcome]

    def audience(self, state: Theatre, frame: Frame) -> int:
        return 1 << self.owner(frame)

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        if not state.hands[self.owner(frame)]:
            yield say("a card is lost from an empty hand")


LOST_CARD = LostCard()

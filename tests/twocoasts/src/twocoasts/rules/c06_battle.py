"""6: a battle is planned, answered and fought."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Die, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from twocoasts.printed.data import RESULTS
from twocoasts.rules.c05_reaction import fire_cards
from twocoasts.rules.c06_aftermath import ADVANCE, RETREAT, retreats, unlike_battle
from twocoasts.rules.c06_losses import LOSS, lose
from twocoasts.rules.c06_odds import odds
from twocoasts.rules.c07_supply import ways
from twocoasts.state import Coasts, discard, in_play, units_in, within
from twocoasts.verbs import FIGHT, FIRE, HOLD, JOIN

NE, AL, EX, DR, DL = range(len(RESULTS))


def targets(state: Coasts, side: int, place: int) -> int:
    """6.1: the places next to this one with enemies that can be attacked from here."""
    return state.printed.map.graph.over(ways(state)).adjacent[place] & in_play(state) & state.held[1 - side]


def joiners(state: Coasts, side: int, place: int) -> int:
    """6.2: the units next to the place attacked that may join, whether they have moved or not."""
    near = state.printed.map.graph.over(ways(state)).adjacent[place] & in_play(state)
    return within(state, state.printed.own[side] & ~state.attackers, near)


def play_fire(state: Coasts, side: int, card: int) -> None:
    """6.4: a card is played into the battle."""
    state.fires[side] = state.printed.cards[card].value
    discard(state, side, card)
    tell(state, "supports", "6.4", side=side, card=card)


class Plan(ChoiceKind[Coasts]):
    """6.2: who joins the attack, and with which card?"""

    name = "plan"
    on = ("battle.plan",)
    rule = "6.2"
    asks = one("side")
    place = one("place")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        side = self.side(state, frame)
        cards = 0 if state.fires[side] else fire_cards(state, side)
        return offer((JOIN, joiners(state, side, self.place(frame))), (FIGHT, True), (FIRE, cards))

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        if verb == JOIN:
            state.attackers |= bit(argument)
            tell(state, "joins", "6.2", unit=argument, to=self.place(frame))
        elif verb == FIRE:
            play_fire(state, self.side(state, frame), argument)
        else:
            pop(state)

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        place = state.printed.map.places[self.place(frame)].title
        return say("The attack on {place}: let units join, play a card, or fight", place=place)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == FIRE:
            return _why_no_fire(state, self.side(state, frame), argument)
        if verb != JOIN:
            return "6.2", say("first plan the attack, and fight it")
        if state.attackers >> argument & 1:
            return "6.2", say("that unit has joined the attack")
        if state.printed.owners[argument] != self.side(state, frame):
            return "6.2", say("that unit is not yours")
        return "6.2", otherwise("only your units next to the place attacked can join")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        return unlike_battle(state, self.side(state, frame), self.place(frame))


class Reply(ChoiceKind[Coasts]):
    """6.4: the defender is always asked for a card."""

    name = "reply"
    on = ("battle.answer",)
    rule = "6.4"
    asks = one("side")
    place = one("place")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        return offer((FIRE, fire_cards(state, self.side(state, frame))), (HOLD, True))

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == FIRE:
            play_fire(state, self.side(state, frame), argument)

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        return say("{place} is attacked: fire, or hold?", place=state.printed.map.places[self.place(frame)].title)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != FIRE:
            return "6.4", say("first fire, or hold")
        return _why_no_fire(state, self.side(state, frame), argument)

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        return unlike_battle(state, 1 - self.side(state, frame), self.place(frame))


def _why_no_fire(state: Coasts, side: int, card: int) -> tuple[str, Message]:
    if not state.hands[side] >> card & 1:
        return "6.4", say("you do not hold that card")
    if state.fires[side]:
        return "6.4", say("you have played a card into this battle")
    assert not fire_cards(state, side) >> card & 1
    return "8.2", say("that card has no fire")


class Roll(Die[Coasts]):
    """6.5: the die of the battle."""

    name = "roll"
    on = ("battle.roll",)
    attacker = one("side")
    place = one("place")

    def play(self, state: Coasts, frame: Frame, outcome: int) -> None:
        pop(state)
        column, faces = state.printed.odds[odds(state, self.attacker(frame), self.place(frame)).column]
        state.result = faces[outcome]
        tell(state, "rolled", "6.5", die=outcome + 1, column=column, result=RESULTS[state.result])

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        return unlike_battle(state, self.attacker(frame), self.place(frame))


PLAN, REPLY, ROLL = Plan(), Reply(), Roll()


def plan(state: Coasts, frame: Frame) -> None:
    """6.2."""
    push(state, PLAN, BATTLE.attacker(frame), BATTLE.place(frame))


def answer(state: Coasts, frame: Frame) -> None:
    """6.4."""
    push(state, REPLY, 1 - BATTLE.attacker(frame), BATTLE.place(frame))


def roll(state: Coasts, frame: Frame) -> None:
    """6.5."""
    push(state, ROLL, BATTLE.attacker(frame), BATTLE.place(frame))


def attacker_loses(state: Coasts, frame: Frame) -> None:
    """6.6."""
    if state.result in (AL, EX):
        push(state, LOSS, BATTLE.attacker(frame), state.attackers)


def defender_loses(state: Coasts, frame: Frame) -> None:
    """6.6."""
    side = 1 - BATTLE.attacker(frame)
    if state.result in (EX, DL):
        push(state, LOSS, side, units_in(state, side, BATTLE.place(frame)))


def retreat(state: Coasts, frame: Frame) -> None:
    """6.7: whoever has no way out is lost."""
    side, place = 1 - BATTLE.attacker(frame), BATTLE.place(frame)
    if state.result not in (DR, DL) or not state.held[side] >> place & 1:
        return
    if retreats(state, side, place):
        push(state, RETREAT, side, place)
        return
    for unit in ones(units_in(state, side, place)):
        lose(state, unit)


def advance(state: Coasts, frame: Frame) -> None:
    """6.8."""
    side, place = BATTLE.attacker(frame), BATTLE.place(frame)
    if state.stack and not state.held[1 - side] >> place & 1:
        push(state, ADVANCE, side, place)


def finish(state: Coasts, frame: Frame) -> None:
    state.clear("battle")


class Battle(Steps[Coasts]):
    """6: what an attack leads to."""

    name = "battle"
    on = ("march:go_on",)
    steps = (plan, answer, roll, attacker_loses, defender_loses, retreat, advance, finish)
    attacker = one("side")
    place = one("place")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        side, place, before_losses = (
            self.attacker(frame),
            self.place(frame),
            frame[1] <= self.steps.index(attacker_loses),
        )
        near = state.printed.map.graph.over(ways(state)).adjacent[place]
        if not in_play(state) >> place & 1 or state.held[side] >> place & 1 or not state.halted:
            yield say("a battle is fought where none can be")
        if state.attackers & ~state.printed.own[side] or state.stack & ~state.attackers:
            yield say("units attack that cannot, or a stack attacks in part")
        elif within(state, state.attackers, near) != state.attackers:
            yield say("an attacker is not next to the place attacked")
        if before_losses and not state.attackers:
            yield say("nobody attacks")
        if frame[1] <= self.steps.index(defender_loses) and not state.held[1 - side] >> place & 1:
            yield say("nobody is attacked")


BATTLE = Battle()

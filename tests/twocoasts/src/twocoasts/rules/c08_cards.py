"""8: cards are drawn, and bring units back from the reserve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one, perhaps
from sandtable.kernel.flow import ChanceKind, ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from twocoasts.printed.data import RECRUIT
from twocoasts.printed.map import NORTH, SOUTH
from twocoasts.state import Coasts, in_play, put, scenario_of, units_in
from twocoasts.verbs import TO, UNIT


class Draw(ChanceKind[Coasts]):
    """8.1: one card at a time from what is left; only its owner sees it."""

    name = "draw"
    on = ("turn.deal", "draw")
    owner = one("side")

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        return say("Cards are drawn")

    def weights(self, state: Coasts, frame: Frame) -> Sequence[int]:
        return [state.deck >> card & 1 for card in range(len(state.printed.cards))]

    def play(self, state: Coasts, frame: Frame, outcome: int) -> None:
        side = self.owner(frame)
        pop(state)
        state.hands[side] |= bit(outcome)
        state.deck &= ~bit(outcome)
        tell(state, "drew", "8.1", side=side)
        tell(state, "drew-card", "8.1", audience=bit(side), card=outcome, instead=True)

    def outcome_name(self, state: Coasts, frame: Frame, outcome: int) -> str:
        return state.printed.nouns["card"][outcome]

    def audience(self, state: Coasts, frame: Frame) -> int:
        return bit(self.owner(frame))

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        due = due_draws(state)
        waiting = [self.owner(each) for each in state.frames if each[0] == self.number]
        if list(reversed(waiting)) != due:
            yield say("more or fewer cards are drawn than are due")


DRAW = Draw()


def due_draws(state: Coasts) -> list[int]:
    """8.1: who draws, card by card, North first, as long as there are cards."""
    left, due = state.deck.bit_count(), list[int]()
    for side in (NORTH, SOUTH):
        wanted = min(left, scenario_of(state).hand - state.hands[side].bit_count())
        due += [side] * wanted
        left -= max(wanted, 0)
    return due


def deal(state: Coasts, frame: Frame) -> None:
    """8.1: as many draws as are due, the first on top."""
    for side in reversed(due_draws(state)):
        push(state, DRAW, side)


def in_reserve(state: Coasts, side: int) -> int:
    return units_in(state, side, state.printed.map.reserves[side])


def landings(state: Coasts, side: int) -> int:
    """8.3: the ports that a side controls, without enemies."""
    world = state.printed.map
    own = mask_of(place for place in ones(world.marked("port")) if state.control[place] == side)
    return own & in_play(state) & ~state.held[1 - side]


def recruiting(state: Coasts, side: int) -> int:
    """8.3: the cards with which a side could bring a unit back now."""
    possible = in_reserve(state, side) and landings(state, side)
    return state.hands[side] & state.printed.usable[RECRUIT] if possible else 0


class Raise(ChoiceKind[Coasts]):
    """8.3: which unit comes back, and to which port?"""

    name = "raise"
    on = ("active",)
    rule = "8.3"
    open_to_all = True
    asks = one("side")
    unit = perhaps("unit")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        side = self.side(state, frame)
        chosen = self.unit(frame) >= 0
        return offer(
            (UNIT, 0 if chosen else in_reserve(state, side)), (TO, landings(state, side) if chosen else 0)
        )

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        if verb == UNIT:
            replace(state, self.side(state, frame), argument)
            return
        pop(state)
        put(state, self.unit(frame), argument)
        tell(state, "recruited", "8.3", unit=self.unit(frame), to=argument)

    def prompt(self, state: Coasts, frame: Frame) -> Message:
        if self.unit(frame) < 0:
            return say("Which unit comes back from the reserve?")
        return say("To which port does {unit} come?", unit=state.printed.units[self.unit(frame)])

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == TO and self.unit(frame) >= 0:
            return "8.3", say("a unit comes back to a port that its side controls")
        if verb == UNIT and self.unit(frame) < 0:
            return "8.3", say("that unit is not in your reserve")
        if self.unit(frame) < 0:
            return "8.3", otherwise("first choose which unit comes back")
        return "8.3", otherwise("first choose the port where the unit lands")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        below = state.frames[state.frames.index(frame) - 1]
        if self.side(state, frame) != below[-1]:
            yield say("the recruits are not of the side that moves")
        reserve, unit = in_reserve(state, self.side(state, frame)), self.unit(frame)
        if not reserve or (unit >= 0 and not reserve >> unit & 1) or not landings(state, self.side(state, frame)):
            yield say("no unit can come back from the reserve")


RAISE = Raise()

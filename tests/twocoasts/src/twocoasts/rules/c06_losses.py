"""6.6: units are lost, by fire on the march and in battle."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import bit
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import ChoiceKind, pop
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from twocoasts.rules.c07_supply import unsupplied
from twocoasts.state import LOST, Coasts, in_play, put, within
from twocoasts.verbs import LOSE


def lose(state: Coasts, unit: int) -> None:
    """6.6: to the reserve; 7.2: out of the game if it has no supply. Either way it leaves its stack."""
    side = state.printed.owners[unit]
    gone = bool(unsupplied(state, side) >> unit & 1)
    state.forget("unit", unit)
    put(state, unit, LOST if gone else state.printed.map.reserves[side])
    if gone:
        tell(state, "lost", "7.2", unit=unit)
        return
    state.moved |= bit(unit)
    tell(state, "withdrawn", "6.6", unit=unit)


class Loss(ChoiceKind[Coasts]):
    """6.6: the owner chooses which unit is lost: of the stack fired at, of the attackers, or of the defenders."""

    name = "loss"
    on = ("march:go_on", "battle.attacker_loses", "battle.defender_loses")
    rule = "6.6"
    words = say("Choose the unit that is lost")
    open_to_all = True
    asks = one("side")
    hit = many("unit")

    def legal(self, state: Coasts, frame: Frame) -> Options:
        return offer((LOSE, self.hit(frame)))

    def play(self, state: Coasts, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        lose(state, argument)

    def why_not(self, state: Coasts, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        return "6.6", otherwise("choose one of the units that were hit")

    def faults(self, state: Coasts, frame: Frame) -> Iterator[Message]:
        side, hit = self.side(state, frame), self.hit(frame)
        if within(state, hit & state.printed.own[side], in_play(state)) != hit:
            yield say("units that cannot be hit are to be lost")


LOSS = Loss()

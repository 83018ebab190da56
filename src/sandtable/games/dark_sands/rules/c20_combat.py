"""20: combat, attack by attack."""

from __future__ import annotations

from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import ATTACK, DONE
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.flow import ANYTHING, ChoiceKind, pop
from sandtable.kernel.state import Frame
from sandtable.kernel.words import say


class Battles(ChoiceKind[Sands]):
    """20.0: attacks are made one by one, as many as the active side wants."""

    name = "battles"
    on = ANYTHING
    rule = "20.0"
    words = say("Choose a hex to attack, or end the combat action")

    def side(self, state: Sands, frame: Frame) -> int:
        return state.active

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((ATTACK, 0), (DONE, True))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)


BATTLES = Battles()

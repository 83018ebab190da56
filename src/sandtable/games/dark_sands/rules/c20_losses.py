"""20.3.1, 20.3.2: steps are lost, the first of them by priority."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.sides import AXIS
from sandtable.games.dark_sands.rules.c13_supports import lose_step
from sandtable.games.dark_sands.rules.c20_fight import is_sound
from sandtable.games.dark_sands.rules.c20_odds import EX
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import LOSE
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, again, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def bearers(state: Sands, side: int) -> int:
    """The units of a side that can lose a step: those that retreat, or else those that contributed (7.4);
    garrisons last (13.6.4)."""
    printed = state.printed
    units = (state.retreating or state.contributors) & printed.own[side] & ~printed.hqs
    if state.infantry_loss:
        units &= printed.infantry
    return units & ~printed.garrisons or units


def losers(state: Sands, side: int) -> int:
    """20.3.2: the units among which the owner chooses: for the first step, by priority."""
    units = bearers(state, side)
    if state.infantry_loss or not state.first_loss[side]:
        return units
    return by_priority(state, units) | resilient(state, side, units)


def by_priority(state: Sands, units: int) -> int:
    """20.3.2: a unit that cannot be replaced, or else armour, or else a full unit of two steps, or else any."""
    printed = state.printed
    full = printed.two_step & ~state.reduced
    return units & printed.non_replaceable or units & printed.armoured or units & full or units


def resilient(state: Sands, side: int, units: int) -> int:
    """12.7.4: on EX the first step may come from any German two-step unit that attacks beside panzers."""
    printed = state.printed
    if side != AXIS or state.active != AXIS or state.result != EX or not state.contributors & printed.panzers:
        return 0
    return units & printed.german & printed.two_step


def take_losses(state: Sands, side: int) -> bool:
    """A step of the battle: is the owner asked for a loss? What nobody is left to lose is forgiven."""
    if (state.losses[side] or state.infantry_loss) and bearers(state, side):
        again(state)
        push(state, LOSS, side)
        return True
    state.losses[side] = state.infantry_loss = 0
    return False


class Loss(ChoiceKind[Sands]):
    """20.3.2: the owner chooses who loses a step."""

    name = "loss"
    on = ("battle:assault_loss", "battle:attacker_losses", "battle:defender_losses", "battle:fall_back")
    rule = "20.3.2"
    asks = one("side")

    def legal(self, state: Sands, frame: Frame) -> Options:
        return offer((LOSE, losers(state, self.side(state, frame))))

    def play(self, state: Sands, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        if state.infantry_loss:
            state.infantry_loss = 0
        else:
            state.losses[side] -= 1
            state.first_loss[side] = 0
        lose_step(state, argument)

    def prompt(self, state: Sands, frame: Frame) -> Message:
        if state.infantry_loss:
            return say("The assault costs an infantry step: choose the unit")
        left = state.losses[self.side(state, frame)]
        if left == 1:
            return say("Choose the unit that loses a step")
        return say("Choose a unit that loses a step. Steps still to lose: {left}", left=left)

    def why_not(self, state: Sands, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side = self.side(state, frame)
        if verb != LOSE:
            return "20.3.2", otherwise("a step must be lost first")
        if (units := bearers(state, side)) >> argument & 1:
            return "20.3.2", _why_by_priority(state, units)
        return _why_no_bearer(state, side, argument)

    def faults(self, state: Sands, frame: Frame) -> Iterator[Message]:
        if not is_sound(state):
            return
        side = self.side(state, frame)
        if not (state.losses[side] or state.infantry_loss) or not losers(state, side):
            yield say("no step is to be lost, or nobody is there to lose it")


def _why_by_priority(state: Sands, units: int) -> Message:
    """20.3.2: which of these units the first step comes from."""
    if units & state.printed.non_replaceable:
        return say("the first step comes from a unit that cannot be replaced")
    if units & state.printed.armoured:
        return say("the first step comes from an armoured unit")
    return say("the first step comes from a unit of two steps at full strength")


def _why_no_bearer(state: Sands, side: int, unit: int) -> tuple[str, Message]:
    printed = state.printed
    if not printed.own[side] >> unit & 1:
        return "20.3.2", say("that unit is not yours")
    if printed.hqs >> unit & 1:
        return "11.0", say("headquarters have no steps to lose")
    involved = (state.retreating or state.contributors) >> unit & 1
    if state.infantry_loss and involved:
        return "12.6", say("the extra loss of an assault is an infantry step")
    if printed.garrisons >> unit & 1 and involved:
        return "13.6.4", say("garrisons take losses last")
    if (state.attackers | state.stacks.get(state.target, 0)) >> unit & 1:
        return "7.4", say("a unit that did not contribute cannot take this loss")
    assert not involved
    return "20.3.2", say("that unit takes no part in the combat")


LOSS = Loss()

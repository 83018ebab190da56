"""15.3.2, 15.4: supply won by combat; its new owner may move it, even out of the zones of its old escort."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.games.afrika_korps.rules.c03_asking import ActiveChoice
from sandtable.games.afrika_korps.rules.c05_movement import pay, payable
from sandtable.games.afrika_korps.rules.c05_refusals import why_not_over, why_too_dear
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c15_capture import among_enemies, ask_owner, destroy, shy_of_supply, take
from sandtable.games.afrika_korps.state import Position, combat_units_at, put, supply_on_map
from sandtable.games.afrika_korps.verbs import HEX, STOP
from sandtable.kernel.bits import mask_of
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import listed, many, one
from sandtable.kernel.flow import Steps, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

# The capture


def win_supply(state: Position, prey: Sequence[int]) -> None:
    """15.3.2.1, 15.3.2.2: supply is won: a list of supply units, each followed by the combat units with it."""
    if prey:
        push(state, WIN_SUPPLY, *prey)


def ask_about_prey(state: Position, frame: Frame) -> None:
    """15.5: its owner may destroy it first."""
    ask_owner(state, WIN_SUPPLY.prey(frame)[::2])


def take_prey(state: Position, frame: Frame) -> None:
    """15.4.1, 15.4.2: supply won by combat may move, even past its old escort, but supports no attack."""
    prey = WIN_SUPPLY.prey(frame)
    for supply, escort in zip(prey[::2], prey[1::2], strict=True):
        place = state.place[supply]
        if place < 0:
            continue  # destroyed
        escorted = combat_units_at(state, place, ENEMY_OF[state.active])
        counter = take(state, supply, state.active, "15.3.2.2" if escorted else "15.3.2.1")
        if counter >= 0:
            state.no_support |= 1 << counter
            offer_won_supply(state, counter, escort)


class WinSupply(Steps[Position]):
    """15.3.2: supply won by combat changes hands; each supply unit is followed by its escort."""

    name = "win-supply"
    on = ("fight.seize_escorted", "aftermath.win_escorted_supply")
    steps = (ask_about_prey, take_prey)
    prey = listed(one("unit"), many("unit"))

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        enemy_supply = state.printed.supply & state.printed.side_units[ENEMY_OF[state.active]]
        if frame[1] < self.last_step and mask_of(self.prey(frame)[::2]) & ~enemy_supply:
            yield say("only supply of the side attacked can be won by combat")


WIN_SUPPLY = WinSupply()


# Moving it


def steps_with_won_supply(state: Position, supply: int, escort: int) -> int:
    """15.4.2: open hexes: not enemy-held, in no zone but the old escort's, not next to enemy supply (13.3)."""
    side = state.active
    if state.stopped >> supply & 1:
        return 0
    barred = state.occupied[1 - side] | zone(state, 1 - side, escort) | lonely_steps(state)
    return payable(state, supply, False) & ~barred


def lonely_steps(state: Position) -> int:
    """13.3: hexes next to enemy supply, except those with a combat unit of the new owner."""
    return shy_of_supply(state, state.active) & ~state.occupied[state.active]


def offer_won_supply(state: Position, supply: int, escort: int) -> None:
    if steps_with_won_supply(state, supply, escort):
        push(state, MOVE_WON_SUPPLY, supply, escort)
    else:
        leave(state, supply)


def leave(state: Position, supply: int) -> None:
    """5.4, ruling 28: it stays where it is, unless it is with an enemy escort: then it is lost."""
    if among_enemies(state, supply):
        destroy(state, supply, "15.4.1")


class MoveWonSupply(ActiveChoice):
    """15.4.1: move the supply just won, up to its full movement.

    If it is still in a hex with its old escort, it moves out or is lost (ruling 28).
    """

    name = "move-won-supply"
    on = ("win-supply.take_prey", "move-won-supply", "fight.seize_escorted")
    rule = "15.4.1"
    supply = one("unit")
    escort = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not supply_on_map(state, state.active) >> self.supply(frame) & 1:
            yield say("supply that was not won is moved")

    def legal(self, state: Position, frame: Frame) -> Options:
        return offer((HEX, steps_with_won_supply(state, self.supply(frame), self.escort(frame))), (STOP, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, supply, escort = frame
        if verb == STOP:
            pop(state)
            leave(state, supply)
            return
        origin = state.place[supply]
        pay(state, supply, argument, False)
        put(state, supply, argument)
        tell(state, "moved", "15.4.1", units=[supply], origin=origin, hex=argument)
        if not steps_with_won_supply(state, supply, escort):
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if among_enemies(state, self.supply(frame)):
            return say("Move the supply you have won out of the enemy's hex; it is lost if it stays")
        return say("Move the supply you have won, or leave it where it is")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HEX:
            return "15.4.1", say("first move the captured supply, or leave it where it is")
        supply = self.supply(frame)
        if refusal := why_not_over(state.printed, state.place[supply], argument):
            return refusal
        if not payable(state, supply, False) >> argument & 1:
            return why_too_dear(state, supply, argument, escorted=False)
        if state.occupied[1 - state.active] >> argument & 1:
            return "5.4", say("enemy combat units hold that hex")
        if lonely_steps(state) >> argument & 1:
            return "13.3", say("without a combat unit it may not go next to enemy supply")
        return "15.4.2", otherwise("it may pass only through the zones of its old escort")


MOVE_WON_SUPPLY = MoveWonSupply()

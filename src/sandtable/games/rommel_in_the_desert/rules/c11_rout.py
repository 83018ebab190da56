"""11.3, 11.4: disrupted units without support are routed, at once, wherever in the turn it happens."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_have_lost
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c03_asking import side_faults
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import withdraw_group
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import begin_battle, is_battle, settle
from sandtable.games.rommel_in_the_desert.rules.c09_losses import lose_step
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import pursue, still_there
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, units_at
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.fields import many, one
from sandtable.kernel.flow import ANYTHING, Steps, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message


def is_unprotected(state: Position, side: int, place: int) -> bool:
    """11.3: are disrupted units of the side alone with undisrupted enemies in the hex?"""
    enemy = ENEMY_OF[side]
    return bool(units_at(state, side, place) and firm_at(state, enemy, place) and not firm_at(state, side, place))


def begin(state: Position, place: int) -> None:
    """11.4: the active player announces the rout of the disrupted enemies in a hex that units have entered."""
    rout_unprotected(state, ENEMY_OF[state.active], place)


def rout_unprotected(state: Position, side: int, place: int, rule: str = "11.3") -> None:
    """11.3: the frame below on the stack resumes when the rout is over.

    Units that recovered among disrupted enemies (5.3) are the Attackers; the hexsides are the routed side's (8.1).
    """
    if is_unprotected(state, side, place):
        if not is_battle(state, place):
            begin_battle(state, ENEMY_OF[side], place)
        tell(state, "rout", rule, reveals=True, side=side, hex=place)
        push(state, ROUT, place, side, units_at(state, side, place))


def after_losses(state: Position, place: int) -> None:
    """8.0, 11.11: a battle with one side left is over; disrupted units that have lost all support are routed."""
    if not settle(state, place):
        for side in (AXIS, ALLIED):
            rout_unprotected(state, side, place, "11.11")


def attrition(state: Position, frame: Frame) -> None:
    """11.3, effect 1: every routed unit loses a step."""
    _, _, place, side, units = frame
    routed = still_there(state, place, units)
    may_have_lost(state, side, place, 0, rout=True, group=routed)
    for unit in ones(routed):
        lose_step(state, unit, "11.3")


def under_fire(state: Position, frame: Frame) -> None:
    """11.3, effect 2: then pursuit fire (10.5)."""
    _, _, place, side, units = frame
    pursue(state, place, side, still_there(state, place, units))


def flee(state: Position, frame: Frame) -> None:
    """11.3, effects 3 and 4: the survivors withdraw as a group, each disrupted again where its way ends; units
    that cannot withdraw are eliminated."""
    _, _, place, side, units = frame
    withdraw_group(state, place, side, still_there(state, place, units))


def end_rout(state: Position, frame: Frame) -> None:
    """8.0: none of the routed units is left in the hex."""
    settle(state, ROUT.hex(frame))


class Rout(Steps[Position]):
    """11.3: what a rout does to these units, in the order of the rules."""

    name = "rout"
    on = ANYTHING
    steps = (attrition, under_fire, flee, end_rout)
    hex = one("hex")
    side = one("side")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        yield from side_faults(state, self.units(frame), self.side(frame))


ROUT = Rout()

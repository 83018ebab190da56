"""11.3, 11.4: disrupted units without support are routed, at once, wherever in the turn it happens."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.knowledge.memory import may_have_lost
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import withdraw_group
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import begin_battle, is_battle, settle
from sandtable.games.rommel_in_the_desert.rules.c09_losses import lose_step
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import pursue, still_there
from sandtable.games.rommel_in_the_desert.state import ENEMY_OF, Position, firm_at, units_at
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.flow import Steps, push
from sandtable.kernel.state import Frame


def is_unprotected(state: Position, side: int, place: int) -> bool:
    """11.3: are disrupted units of the side alone with undisrupted enemies in the hex?"""
    enemy = ENEMY_OF[side]
    return bool(units_at(state, side, place) and firm_at(state, enemy, place) and not firm_at(state, side, place))


def begin(state: Position, place: int) -> None:
    """11.4: the active player announces the rout of the disrupted enemies in a hex his units have entered."""
    rout_unprotected(state, ENEMY_OF[state.active], place)


def rout_unprotected(state: Position, side: int, place: int) -> None:
    """11.3: what lies below on the stack resumes when the rout is over.

    Units that recovered among disrupted enemies (5.3) are the Attackers; the hexsides are the routed side's (8.1).
    """
    if is_unprotected(state, side, place):
        if not is_battle(state, place):
            begin_battle(state, ENEMY_OF[side], place)
        tell(state, "rout", "11.3", reveals=True, side=side, hex=place)
        push(state, ROUT, place, side, units_at(state, side, place))


def after_losses(state: Position, place: int) -> None:
    """8.0, 11.11: the hex of a battle after fire: with one side left it is over; who lost all support routs."""
    if not settle(state, place):
        for side in (AXIS, ALLIED):
            rout_unprotected(state, side, place)


def attrition(state: Position, frame: Frame) -> None:
    """11.3, effect 1: every routed unit loses a step."""
    routed = still_there(state, frame[2], frame[4])
    may_have_lost(state, frame[3], frame[2], 0, rout=True, group=routed)
    for unit in ones(routed):
        lose_step(state, unit, "11.3")


def under_fire(state: Position, frame: Frame) -> None:
    """11.3, effect 2: then pursuit fire (10.5)."""
    pursue(state, frame[2], frame[3], still_there(state, frame[2], frame[4]))


def flee(state: Position, frame: Frame) -> None:
    """11.3, effects 3 and 4: the survivors withdraw as a group, each disrupted anew where its way ends; those that
    cannot are eliminated."""
    withdraw_group(state, frame[2], frame[3], still_there(state, frame[2], frame[4]))


def end_rout(state: Position, frame: Frame) -> None:
    """8.0: nobody of the routed is left in the hex."""
    settle(state, frame[2])


ROUT: Steps[Position] = Steps("rout", attrition, under_fire, flee, end_rout, holds=("hex", "side", "units"))

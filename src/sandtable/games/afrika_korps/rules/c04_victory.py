"""4, 24.5: control of fortresses, bases and ports, and how the game is won."""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.state import ENDINGS, Position, combat_units_on_map, eliminate
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.game import Score
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import say

RUNNING, ELIMINATION, CONTROL, CALENDAR, STARVATION = range(len(ENDINGS))
CONTROL_TURNS = 2
STARVED_TURNS = 2

HOW = {
    ELIMINATION: say("no enemy combat unit is left on the map"),
    CONTROL: say("both fortresses and both bases held for two turns"),
    CALENDAR: say("the Axis did not win by October 1942"),
    STARVATION: say("the whole Axis army is eliminated after two turns without supply"),
}
ELIMINATED = {
    AXIS: say("no Axis combat unit is left on the map"),
    ALLIED: say("no Allied combat unit is left on the map"),
}
"""The same by its loser, for whoever is not told of the winner before."""
RULES = {
    (ELIMINATION, AXIS): "4.1",
    (ELIMINATION, ALLIED): "4.2",
    (CONTROL, AXIS): "4.1",
    (CONTROL, ALLIED): "4.2",
    (CALENDAR, ALLIED): "4.2",
    (STARVATION, ALLIED): "24.5",
}


# Control


def holds(state: Position, side: int, hex_number: int) -> bool:
    """4.3a, 22.5: a combat unit, a supply unit or Rommel must be there; having been there last does not count.

    Rommel may share a hex with the enemy (22.3): then only a side with a combat unit there holds it.
    """
    printed = state.printed
    here = state.stacks.get(hex_number, 0)
    mine = here & printed.side_units[side]
    return bool(mine) and (mine == here or bool(mine & printed.combat))


def controls(state: Position, side: int, hex_number: int) -> bool:
    """4.3: a fortress by holding it; a base by holding it outside every enemy zone."""
    if not holds(state, side, hex_number):
        return False
    return not zone(state, ENEMY_OF[side]) >> hex_number & 1


def controlled_ports(state: Position, side: int) -> int:
    """4.3, 19.7, 23.5: Tobruch and the side's own base, if controlled; the enemy base is never a port."""
    return sum(1 << port for port in ones(state.printed.ports[side]) if controls(state, side, port))


def controls_everything(state: Position, side: int) -> bool:
    """4.1, 4.2: both fortresses and both bases."""
    printed = state.printed
    goals = printed.fortress | 1 << printed.base[0] | 1 << printed.base[1]
    return all(controls(state, side, goal) for goal in ones(goals))


# Victory


def score(state: Position) -> Score:
    """4.1, 4.2: a side wins or loses; there are neither levels of victory nor draws."""
    how = ELIMINATED[1 - state.winner] if state.ending == ELIMINATION else HOW[state.ending]
    return Score(state.winner, how, RULES[state.ending, state.winner])


def win_game(state: Position, side: int, how: int) -> None:
    """The game is over: no frame is left to run."""
    state.winner, state.ending = side, how
    state.fallen = 0
    state.frames.clear()
    tell(state, "game-over", RULES[how, side], side=side, how=how)


def check_elimination(state: Position, frame: Frame) -> None:
    """4.1, 4.2, ruling 12: a side has lost if a combat unit of its own is eliminated and none is left on the map.

    Whoever embarks the last one has lost nothing. The active side is looked at last.
    """
    fallen, state.fallen = state.fallen, 0
    for side in (1 - state.active, state.active):
        if state.frames and fallen >> side & 1 and not combat_units_on_map(state, side):
            win_game(state, 1 - side, ELIMINATION)


def counts_control(state: Position, side: int) -> bool:
    """4.1, 4.2, ruling 13: control is counted over Allied turns or, as an option, over Axis turns for the Axis."""
    own_turns = side == AXIS and state.control_by_own_turns
    return state.active == (AXIS if own_turns else ALLIED)


def note_control(state: Position, frame: Frame) -> None:
    """4.1, 4.2: the test at the start of a turn."""
    state.control_at_start = sum(
        1 << side for side in (AXIS, ALLIED) if counts_control(state, side) and controls_everything(state, side)
    )


def check_control(state: Position, frame: Frame) -> None:
    """4.1, 4.2: held at the start and at the end of two consecutive turns."""
    for side in (AXIS, ALLIED):
        if counts_control(state, side):
            held = state.control_at_start >> side & 1 and controls_everything(state, side)
            state.control_turns[side] = state.control_turns[side] + 1 if held else 0
            if state.control_turns[side] == CONTROL_TURNS:
                win_game(state, side, CONTROL)
                return


def check_starvation(state: Position, frame: Frame) -> None:
    """24.5: if the Axis has no supply on the map for two whole Axis turns, it loses its army and the game."""
    if state.starved_turns >= STARVED_TURNS:
        for unit in ones(combat_units_on_map(state, AXIS)):
            tell(state, "eliminated", "24.5", unit=unit, hex=state.place[unit])
            eliminate(state, unit)
        win_game(state, ALLIED, STARVATION)


def check_calendar(state: Position, frame: Frame) -> None:
    """3.5, 4.2c: when the last turn ends and the Axis has not won, the Allies have won."""
    if state.turn == state.printed.turns:
        win_game(state, ALLIED, CALENDAR)

"""3: the sequence of play. Each game turn is an Axis player turn, then an Allied one, until the game ends."""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c04_victory import (
    check_calendar,
    check_control,
    check_elimination,
    check_starvation,
    controlled_ports,
    note_control,
)
from sandtable.games.afrika_korps.rules.c05_movement_phase import MOVEMENT
from sandtable.games.afrika_korps.rules.c06_end_of_movement import check_stacking, eliminate_trapped
from sandtable.games.afrika_korps.rules.c07_combat import COMBAT
from sandtable.games.afrika_korps.rules.c08_declaration import declare_battles, renew_support
from sandtable.games.afrika_korps.rules.c12_arrivals import (
    gain_replacements,
    land_units,
    lose_units_at_sea,
    offer_supply,
    reinforcements,
    roll_for_convoy,
)
from sandtable.games.afrika_korps.rules.c15_capture import offer_destruction, remove_supply
from sandtable.games.afrika_korps.rules.c21_substitutes import offer_substitution
from sandtable.games.afrika_korps.rules.c24_isolation import end_isolation, note_isolation
from sandtable.games.afrika_korps.state import DEAD, Position, put
from sandtable.kernel.bits import ones
from sandtable.kernel.events import tell
from sandtable.kernel.flow import Steps, push, restart
from sandtable.kernel.state import Frame


def begin_turn(state: Position, frame: Frame) -> None:
    """5.5: nothing is carried over: every unit has its full movement, and none has fought."""
    state.clear("turn")
    state.ports_at_start = controlled_ports(state, state.active)
    tell(state, "turn", beginning(state), turn=state.turn, side=state.active)


def beginning(state: Position) -> str:
    """The paragraph under which a player turn begins; the turn marker moves on with the Axis turn (3.5)."""
    if state.active == ALLIED:
        return "3.3"
    return "3.5" if state.turn > 1 else "3.1"


def move(state: Position, frame: Frame) -> None:
    """3.1, 3.3, 5.3: all movement comes before any combat."""
    push(state, MOVEMENT)


def fight(state: Position, frame: Frame) -> None:
    """3.2, 3.4: the attacks that result from movement."""
    push(state, COMBAT)


def remove_used_supply(state: Position, frame: Frame) -> None:
    """14.1, 14.5: supply that supported an attack is removed at the end of the turn, even from the sea."""
    for unit in ones(state.used):
        tell(state, "supply-used", "14.1", unit=unit, hex=state.place[unit])
        remove_supply(state, unit)
    state.used = 0


def lose_late_reinforcements(state: Position, frame: Frame) -> None:
    """19.8: reinforcements not in play by the last turn are eliminated."""
    if state.turn == state.printed.turns:
        for unit in ones(reinforcements(state)):
            tell(state, "came-too-late", "19.8", unit=unit)
            put(state, unit, DEAD)


PLAYER_TURN = (
    note_control,
    begin_turn,
    note_isolation,
    roll_for_convoy,
    gain_replacements,
    land_units,
    lose_units_at_sea,
    move,
    offer_substitution,
    check_stacking,
    offer_destruction,
    eliminate_trapped,
    check_elimination,
    renew_support,
    declare_battles,
    fight,
    check_elimination,
    end_isolation,
    check_starvation,
    remove_used_supply,
    check_elimination,
    lose_late_reinforcements,
    check_control,
)
AXIS_TURN: Steps[Position] = Steps("axis-turn", *PLAYER_TURN, on=("game-turn.axis_turn",))
ALLIED_TURN: Steps[Position] = Steps(
    "allied-turn",
    *(offer_supply if step is roll_for_convoy else step for step in PLAYER_TURN),
    on=("game-turn.allied_turn",),
)


def axis_turn(state: Position, frame: Frame) -> None:
    state.active = AXIS
    push(state, AXIS_TURN)


def allied_turn(state: Position, frame: Frame) -> None:
    state.active = ALLIED
    push(state, ALLIED_TURN)


def next_turn(state: Position, frame: Frame) -> None:
    """3.5: the marker moves on and the sequence begins again."""
    state.turn += 1
    restart(state)


GAME_TURN: Steps[Position] = Steps("game-turn", axis_turn, allied_turn, check_calendar, next_turn)

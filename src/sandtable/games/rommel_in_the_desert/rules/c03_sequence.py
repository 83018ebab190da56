"""3: the sequence of play: set-up, months, player turns."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c04_cards import (
    EXCHANGE_HAND,
    LAY,
    ask_initiative,
    deal,
    reveal_cards,
)
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import begin_movement
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import begin_marches
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import mark_raiders
from sandtable.games.rommel_in_the_desert.rules.c08_combat import COMBAT
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import offer_refusals, offer_retreats
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import final_check, initial_check, last_check
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import begin_month, check_captures
from sandtable.games.rommel_in_the_desert.rules.c14_minefields import show_mines
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import BUILDUP, prepare
from sandtable.games.rommel_in_the_desert.rules.c17_victory import (
    check_bases,
    end_game,
    final_result,
    is_last_month,
)
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import begin_deployment, deploy, note_deployment
from sandtable.games.rommel_in_the_desert.state import MONTH_ENDS, Position, scenario_of
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag
from sandtable.kernel.flow import Steps, again, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame

BLITZ = 3


# 18.0: set-up


def special_buildup(state: Position, frame: Frame) -> None:
    """18.7: Gazala begins with a Buildup."""
    if scenario_of(state).id == "gazala":
        prepare(state)


def deal_cards(state: Position, frame: Frame) -> None:
    """18.0: the opening hands; then, the Axis first, each may be exchanged once."""
    push(state, EXCHANGE_HAND, ALLIED)
    push(state, EXCHANGE_HAND, AXIS)
    deal(state, ALLIED)
    deal(state, AXIS)


def deploy_axis(state: Position, frame: Frame) -> None:
    """18.0: the Axis always deploys first."""
    deploy(state, AXIS)


def deploy_allies(state: Position, frame: Frame) -> None:
    deploy(state, ALLIED)


def lay_printed_mines(state: Position, frame: Frame) -> None:
    """18.4: Tobruk is mined when Crusader begins, and both know it."""
    if scenario_of(state).id == "crusader":
        mined = 1 << state.printed.fortresses[1]
        state.mined_hexes |= mined
        state.shown_mines |= mined
        state.known_mines = [known | mined for known in state.known_mines]


SET_UP: Steps[Position] = Steps(
    "set-up",
    begin_deployment,
    special_buildup,
    deal_cards,
    deploy_axis,
    deploy_allies,
    note_deployment,
    lay_printed_mines,
    on=("game.set_up",),
)


# 3.1: the month


def build_up(state: Position, frame: Frame) -> None:
    """3.2: not before the first month."""
    if MONTH.buildup(frame):
        push(state, BUILDUP)
    else:
        begin_month(state)


def begin_turns(state: Position, frame: Frame) -> None:
    """3.1: player turns alternate, beginning with the side that has the initiative."""
    state.active, state.passes = state.first, 0
    push(state, PLAYER_TURN)


def next_turn(state: Position, frame: Frame) -> None:
    """3.1, 4.5: turn after turn until both have passed one after the other."""
    if state.passes < MONTH_ENDS:
        again(state)
        state.active = ENEMY_OF[state.active]
        push(state, PLAYER_TURN)


def end_month(state: Position, frame: Frame) -> None:
    """11.0, ruling 72: the check that a Buildup makes after every other month comes after the last one too."""
    if is_last_month(state):
        last_check(state)


def next_month(state: Position, frame: Frame) -> None:
    """17.0: after the last month the levels are compared; otherwise the next one begins with a Buildup."""
    if is_last_month(state):
        end_game(state, *final_result(state))
    else:
        state.frames[-1] = MONTH.frame(1)


class Month(Steps[Position]):
    """3.1: a Buildup, unless it is the first month, and then the player turns."""

    name = "month"
    on = ("game.begin_month_one",)
    steps = (build_up, ask_initiative, begin_turns, next_turn, end_month, next_month)
    buildup = flag()


MONTH = Month()


# 3.4: the player turn


def begin_turn(state: Position, frame: Frame) -> None:
    """3.4: everything that counted only for the last turn is cleared.

    11.2, ruling 73: units of the other side that are disrupted now stay so for the whole of this turn.
    """
    state.turn += 1
    state.late &= state.printed.side_units[state.active]
    state.clear("turn")
    tell(state, "turn", "3.4", side=state.active, month=state.month)


def choose_option(state: Position, frame: Frame) -> None:
    """3.42."""
    push(state, LAY)


def move(state: Position, frame: Frame) -> None:
    """3.43, 4.5: the moves the cards allow, or on a pass a withdrawal."""
    begin_movement(state)


def retreat(state: Position, frame: Frame) -> None:
    """3.4, 10.3, 10.4: retreats come after all other movement."""
    offer_retreats(state)


def march(state: Position, frame: Frame) -> None:
    """3.4, 6.4: forced marches come after the retreats."""
    begin_marches(state)


def refuse(state: Position, frame: Frame) -> None:
    """8.4, 10.2: when all movement is finished, the passive player may refuse battle."""
    offer_refusals(state)


def close_movement(state: Position, frame: Frame) -> None:
    """12.5, 14.2, 17.1: unsupplied units that came over enemy hexsides become raiders, the minefields they entered
    are shown, and a base may have fallen."""
    mark_raiders(state)
    show_mines(state)
    check_bases(state)


def fight(state: Position, frame: Frame) -> None:
    """3.44, 4.5: one round in the battles chosen; a pass has none."""
    if not state.passes:
        push(state, COMBAT)


def blitz(state: Position, frame: Frame) -> None:
    """3.45, 4.4: three real cards give a second movement and a second combat phase."""
    check_bases(state)
    if state.frames and state.real_laid == BLITZ and not state.blitzed:
        state.blitzed = 1
        tell(state, "blitz", "3.45", reveals=True, side=state.active)
        restart_at(state, PLAYER_TURN.steps.index(move))


def restart_at(state: Position, step: int) -> None:
    state.frames[-1] = PLAYER_TURN.frame(step=step)


def end_turn(state: Position, frame: Frame) -> None:
    """3.47, 13.4, 3.48: fortresses are captured, bases lost, and the cards shown."""
    check_captures(state, frame)
    check_bases(state)
    if state.frames:
        reveal_cards(state, frame)
        state.clear("turn over")


PLAYER_TURN: Steps[Position] = Steps(
    "player-turn",
    begin_turn,
    initial_check,
    choose_option,
    move,
    retreat,
    march,
    refuse,
    close_movement,
    fight,
    blitz,
    final_check,
    end_turn,
    on=("month.begin_turns", "month:next_turn"),
)


def set_up(state: Position, frame: Frame) -> None:
    push(state, SET_UP)


def begin_month_one(state: Position, frame: Frame) -> None:
    push(state, MONTH, 0)


GAME: Steps[Position] = Steps("game", set_up, begin_month_one)

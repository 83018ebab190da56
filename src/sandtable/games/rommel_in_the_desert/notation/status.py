"""What is impossible about a position, and the rule that says so."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.resample_secrets import most_saved, possible_real
from sandtable.games.rommel_in_the_desert.knowledge.view import moving_from
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS, HAND_LIMIT
from sandtable.games.rommel_in_the_desert.rules.c03_sequence import PLAYER_TURN, move
from sandtable.games.rommel_in_the_desert.rules.c04_pass import FALL_BACK
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import (
    least_speed,
    moves_allowed,
    unpack_march,
    unpack_move,
    unpack_walk,
)
from sandtable.games.rommel_in_the_desert.rules.c05_withdrawal import WITHDRAWAL
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import march_faults
from sandtable.games.rommel_in_the_desert.rules.c08_combat import COMBAT
from sandtable.games.rommel_in_the_desert.rules.c10_retreats import CHOOSE_LEAVERS, REFUSAL, RETREATING
from sandtable.games.rommel_in_the_desert.rules.c11_rout import ROUT
from sandtable.games.rommel_in_the_desert.rules.c12_supply_checks import FINAL_CHECK
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import (
    CARDS,
    MINEFIELDS,
    RECEIVED,
    REDEPLOYMENTS,
    REPLACEMENTS,
    SAVED,
)
from sandtable.games.rommel_in_the_desert.state import (
    ACCOUNT_LINES,
    DEAD,
    Position,
    deck,
    is_lying,
    scenario_of,
    slot,
    speed_of,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Why
from sandtable.kernel.words import say

LEAVING = (WITHDRAWAL, REFUSAL, RETREATING, ROUT, FALL_BACK)
"""While a group is leaving, its battle is not over until its last unit has gone."""
MARK_RULES = {
    "disrupted": "11.0",
    "late": "11.2",
    "unsupplied": "12.7",
    "raiders": "12.5",
    "shown": "8.5",
    "leaving": "10.4",
    "leaving_second": "10.4",
}
"""The marks that only a block on the map can have, and the rules they come from."""


def position_status(state: Position) -> list[Why]:
    """Every reason why this position cannot arise: none if it can."""
    found = [*_blocks(state), *_battles(state), *_cards(state), *_months(state), *_accounts(state)]
    return [*found, *_turn(state), *_moves(state), *_leavers(state)] or [*_memory(state)]


def _blocks(state: Position) -> Iterator[Why]:
    """2.3: CV in whole steps between one step and the maximum; marks only on blocks on the map."""
    for unit, place in enumerate(state.place):
        cv, step, most = state.cv[unit], state.printed.step[unit], state.printed.max_cv[unit]
        name = state.printed.units[unit].name
        if place != DEAD and (cv % step or not step <= cv <= most):
            yield Why("2.3", say("{unit} cannot have CV {cv}", unit=name, cv=cv))
        if place == DEAD and cv:
            yield Why("2.3", say("{unit} is eliminated but has a CV", unit=name))
        for mark, rule in MARK_RULES.items() if place < 0 else ():
            if getattr(state, mark) >> unit & 1:
                yield Why(rule, say("{unit} has a mark but is not on the map", unit=name))


def _battles(state: Position) -> Iterator[Why]:
    """8.3: exactly one side is the Attacker where there are undisrupted units of both; 8.1: a hexside belongs to
    one side."""
    names = state.printed.board.names
    if state.crossed[AXIS] & state.crossed[ALLIED]:
        yield Why("8.1", say("both sides were the last to cross a hexside"))
    axis, allied = state.attacker_hexes
    for place in ones(axis & allied):
        yield Why("8.3", say("both sides are the Attacker in {hex}", hex=names[place]))
    for place in ones(state.firm[AXIS] & state.firm[ALLIED] & ~(axis | allied)):
        yield Why("8.3", say("nobody is the Attacker in {hex}", hex=names[place]))
    going_on = {number for number, *_ in state.frames}
    if not any(kind.number in going_on for kind in LEAVING):
        for place in ones((axis | allied) & ~(state.held[AXIS] & state.held[ALLIED])):
            yield Why("8.0", say("there is no battle in {hex}", hex=names[place]))


def _cards(state: Position) -> Iterator[Why]:
    """1.0, 16.6: 28 real cards and 14 dummies in all, at most 16 in a hand."""
    if min(*deck(state), *state.real, *state.dummies, state.real_laid, state.dummies_laid) < 0:
        yield Why("1.0", say("there are fewer cards than that"))
    yield from _laid(state)
    for side in (AXIS, ALLIED):
        if state.real[side] + state.dummies[side] > HAND_LIMIT:
            yield Why("16.6", say("a hand has more than {limit} cards", limit=HAND_LIMIT))


def _laid(state: Position) -> Iterator[Why]:
    """3.42, 4.0: dummies only go with real cards; what has been done shows how many of these there are."""
    is_over = any(frame[0] == FINAL_CHECK.number for frame in state.frames)
    if state.real_laid + state.dummies_laid and state.real_laid not in possible_real(state, is_over):
        yield Why("4.0", say("the moves and battles of this turn cannot be paid for with the cards laid"))


def _turn(state: Position) -> Iterator[Why]:
    """3.4, 4.0, 8.6: nothing is left of the turn before while the cards are laid, nor of battles after combat."""
    if bool(state.ending) == bool(state.frames):
        yield Why("17.0", say("the game is over, but not decided, or decided and goes on"))
    step = next((frame[1] for frame in state.frames if frame[0] == PLAYER_TURN.number), 0)
    begins = step <= PLAYER_TURN.steps.index(move)
    if begins and state.moves and state.frames:
        yield Why("5.0", say("moves have been declared, but the movement phase has not begun"))
    if begins and step and state.blitzed:
        yield Why("4.4", say("the turn begins with a Blitz, but no cards have been shown for it"))
    fighting = state.fighting_hexes | state.assault_hexes
    if fighting and not any(frame[0] == COMBAT.number for frame in state.frames):
        yield Why("8.6", say("battles are being fought, but not in a combat phase"))


def _accounts(state: Position) -> Iterator[Why]:
    """16.3, 16.5: no more was spent than a side had; the cards bought are those that were drawn."""
    for side in (AXIS, ALLIED):
        first = side * ACCOUNT_LINES
        lines = state.accounts[first : first + ACCOUNT_LINES]
        spent = lines[REPLACEMENTS] + lines[REDEPLOYMENTS] + lines[MINEFIELDS] + lines[CARDS]
        if lines[SAVED] > most_saved(state) or spent > lines[SAVED] + lines[RECEIVED]:
            yield Why("16.5", say("a side has spent more Buildup points than it had"))
        if state.bought[side] and lines[CARDS] != state.printed.costs["card"] * (state.bought[side] - 1):
            yield Why("16.6", say("a side has not paid for the cards that it was seen to draw"))


def _moves(state: Position) -> Iterator[Why]:
    """5.0, 6.1, 6.4: what was declared, and how far each unit has gone under it."""
    if len(state.moves) > moves_allowed(state):
        yield Why("5.0", say("more moves were declared than the cards allow"))
        return
    if any(move.regroup and move.place < 0 for move in map(unpack_move, state.moves)):
        yield Why("5.2", say("the command point of a regroup move is not on the map"))
    walks = {unit: walk for unit, packed in enumerate(state.walked) if (walk := unpack_walk(packed)) is not None}
    if any(walk.move >= len(state.moves) for walk in walks.values()):
        yield Why("5.0", say("a unit has moved, but its move was not declared"))
        return
    for unit, walk in walks.items():
        name = state.printed.units[unit].name
        if least_speed(state, walk) > speed_of(state, unit):
            yield Why("6.1", say("{unit} has gone further than it can", unit=name))
        if state.place[unit] >= 0 and not state.moved >> unit & 1:
            yield Why("6.0", say("{unit} has gone somewhere, but is not marked as moved", unit=name))
    for march in map(unpack_march, state.marches):
        for sentence in march_faults(state, march):
            yield Why("6.4", sentence)


def _leavers(state: Position) -> Iterator[Why]:
    """10.3, 10.4: units are marked to leave the battle from which there is a retreat, under a declared move."""
    hexes = [frame[2] for frame in state.frames if frame[0] in (RETREATING.number, CHOOSE_LEAVERS.number)]
    if any(state.place[unit] not in hexes for unit in ones(state.leaving)):
        yield Why("10.4", say("units are marked to leave a battle in which they are not"))
    needed = 2 if state.leaving & state.leaving_second else 1 if state.leaving else 0
    if needed > len(state.moves) or state.leaving & ~state.printed.side_units[state.active]:
        yield Why("10.4", say("units are marked to leave a battle, but no move takes them away"))


def _months(state: Position) -> Iterator[Why]:
    scenario = scenario_of(state)
    if not scenario.start_month <= state.month <= scenario.end_month:
        yield Why("17.0", say("the scenario has no month {month}", month=state.month))


def _memory(state: Position) -> Iterator[Why]:
    """1.0: the truth is among what is remembered of a unit; a unit in mid-move is remembered where it set out."""
    moving = moving_from(state)
    used = 0
    for units in state.may_hold:
        used |= units
    for unit, place in enumerate(state.place):
        if not used >> unit & 1:
            continue
        name = state.printed.units[unit].name
        if not state.may_hold[slot(state, moving.get(unit, place), is_lying(state, unit))] >> unit & 1:
            yield Why("1.0", say("{unit} is remembered elsewhere", unit=name))
        if place != DEAD and not state.least_cv[unit] <= state.cv[unit] <= state.most_cv[unit]:
            yield Why("1.0", say("{unit} is remembered with a different CV", unit=name))
    for side in (AXIS, ALLIED):
        for place in ones(state.mined_hexes & ~state.known_mines[side] & ~state.unwatched[side]):
            hex_ = state.printed.board.names[place]
            yield Why("14.1", say("a side has watched {hex} but does not know of the mines there", hex=hex_))

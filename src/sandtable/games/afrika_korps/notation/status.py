"""Everything that is impossible about a position, with the rule that says so."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c03_sequence import ALLIED_TURN, AXIS_TURN, PLAYER_TURN, fight
from sandtable.games.afrika_korps.rules.c04_victory import RULES
from sandtable.games.afrika_korps.rules.c05_movement import ROMMEL_HEXES
from sandtable.games.afrika_korps.rules.c06_end_of_movement import check_stacking, eliminate_trapped
from sandtable.games.afrika_korps.rules.c07_combat import AFTERMATH, battles_left
from sandtable.games.afrika_korps.rules.c07_retreat import RETREAT
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes
from sandtable.games.afrika_korps.rules.c08_contact import neighbours_of
from sandtable.games.afrika_korps.rules.c08_declaration import FORM_BATTLE, declare_battles
from sandtable.games.afrika_korps.rules.c09_giving_way import can_divide
from sandtable.games.afrika_korps.rules.c12_arrivals import own_supply_on_map
from sandtable.games.afrika_korps.rules.c15_capture import CAPTURE
from sandtable.games.afrika_korps.state import (
    AUTOMATIC,
    CAPTOR,
    DEAD,
    INSIDE,
    OBLIGATION,
    SEA,
    SURROUNDED,
    Position,
    are_in_play,
    combat_units_at,
    on_map,
    substitute_index,
    supply_on_map,
)
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.game import Why
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import say


def position_status(state: Position) -> list[Why]:
    """Every reason why this position cannot arise; an empty list for a possible one."""
    found = [*_hexes(state), *_stacks(state), *_counters(state), *_spendings(state)]
    return [*found, *_substitutes(state), *_track(state), *_duties(state)] or [*_battles(state)]


def _hexes(state: Position) -> Iterator[Why]:
    """5.4, 13.3: enemies do not share a hex; a moving side may pass over an enemy under automatic victory."""
    names = state.printed.board.names
    for place in ones(state.occupied[state.active] & closed_hexes(state, 1 - state.active)):
        yield Why("5.4", say("combat units of both sides are in {hex}", hex=names[place]))
    for place in ones(state.depots[AXIS] & state.depots[ALLIED]):
        idle = state.stacks[place] & state.printed.supply & ~state.used & ~_about_to_be_taken(state)
        # Ruling 66: captured supply may lie beside supply that its former owner is using.
        if all(idle & units for units in state.printed.side_units):
            yield Why("13.3", say("supply of both sides is in {hex}", hex=names[place]))


def _about_to_be_taken(state: Position) -> int:
    """15.2.1, 15.5: supply that a unit has just come upon, with supply of its own, while the owner is asked."""
    taken = 0
    for frame in state.frames:
        taken |= CAPTURE.supplies(frame) if frame[0] == CAPTURE.number else 0
    return taken


def _stacks(state: Position) -> Iterator[Why]:
    """6.1, 6.3: the limit holds whenever a side is not moving; after a retreat it is restored at the end."""
    printed = state.printed
    if any(frame[0] == RETREAT.number for frame in state.frames):
        return
    for side in (AXIS, ALLIED):
        if side == state.active and not _movement_is_over(state):
            continue
        for place in ones(state.occupied[side]):
            too_many = combat_units_at(state, place, side).bit_count() > printed.stacking
            if too_many and not _still_set_up(state, place, side):
                yield Why("6.1", say("more than three combat units are in {hex}", hex=printed.board.names[place]))


def _movement_is_over(state: Position) -> bool:
    """Has the active side passed the check of its stacks?"""
    return _step(state) > PLAYER_TURN.index(check_stacking)


def _step(state: Position) -> int:
    """The step of the player turn that comes next; -1 if none is going on."""
    turns = (AXIS_TURN.number, ALLIED_TURN.number)
    return next((frame[1] for frame in state.frames if frame[0] in turns), -1)


def _still_set_up(state: Position, place: int, side: int) -> bool:
    """2.2.1: the limit is waived for the initial deployment, until the owner has moved."""
    setup = sum(1 << unit for unit, where in state.printed.setup if where == place)
    waiting = side == ALLIED and state.active == AXIS
    return state.turn == 1 and waiting and not combat_units_at(state, place, side) & ~setup


def _counters(state: Position) -> Iterator[Why]:
    printed = state.printed
    arrived = printed.substitutes | printed.supply
    for due in printed.arrivals[: state.turn + 1]:
        arrived |= due[AXIS] | due[ALLIED]
    arrived |= sum(1 << unit for unit, _ in printed.setup)
    for unit, place in enumerate(state.place):
        name = printed.units[unit].id
        if place == DEAD and unit == printed.rommel:
            yield Why("22.4", say("Rommel cannot be eliminated"))
        if place == DEAD and printed.supply >> unit & 1:
            yield Why("15.2.1", say("{unit} goes back to its owner's stock and is never eliminated", unit=name))
        if (
            (place >= 0 or place in (SEA, DEAD))
            and not arrived >> unit & 1
            and state.turn < printed.substitutes_from
        ):
            yield Why("19.1", say("{unit} has not arrived yet", unit=name))
    for side in (AXIS, ALLIED):
        if own_supply_on_map(state, side).bit_count() > printed.own_supply_limit[side]:
            yield Why(
                "12.1" if side == ALLIED else "12.2", say("a side has too many supply units of its own on the map")
            )
    for unit in ones(state.captured & ~printed.supply):
        yield Why("12.3", say("{unit} is not a supply unit", unit=printed.units[unit].id))


def _spendings(state: Position) -> Iterator[Why]:
    """5.2, 17.1, 22.1: no unit has spent more than it had."""
    printed = state.printed
    for unit, bonus in enumerate(state.rommel_bonus):
        name = printed.units[unit].id
        if bonus > (ROMMEL_HEXES if printed.side_of[unit] == AXIS else 0):
            yield Why(
                "22.1", say("{unit} cannot have travelled {hexes} hexes with Rommel", unit=name, hexes=bonus)
            )
        if state.road_spent[unit] > printed.road_bonus:
            yield Why("17.1", say("{unit} cannot have used that much road bonus", unit=name))
        if state.spent[unit] > printed.move[unit] + bonus:
            yield Why("5.2", say("{unit} cannot have spent that much movement", unit=name))


def _substitutes(state: Position) -> Iterator[Why]:
    printed = state.printed
    for unit in ones(printed.substitutes):
        parts = state.parts[substitute_index(printed, unit)]
        name = printed.units[unit].id
        if state.place[unit] == DEAD:
            yield Why("21.6", say("{unit} is set aside, not eliminated", unit=name))
        if bool(parts) != (state.place[unit] >= 0 or state.place[unit] == SEA):
            yield Why(
                "21.1", say("{unit} must have units inside it while it is in play, and only then", unit=name)
            )
        if state.place[unit] >= 0 and state.turn < printed.substitutes_from:
            yield Why("21.1", say("substitutes are not allowed before August 1942"))
    inside = sum(1 << unit for unit, place in enumerate(state.place) if place == INSIDE)
    if inside != sum(state.parts):
        yield Why("21.4", say("the units inside substitutes do not add up"))


def _track(state: Position) -> Iterator[Why]:
    idle = ALLIED_TURN if state.active == AXIS else AXIS_TURN
    if any(frame[0] == idle.number for frame in state.frames):
        yield Why("3.1", say("one side is moving in the other side's turn"))
    if (state.winner >= 0 or state.ending) and state.frames:
        yield Why("4.1", say("the game has been won but goes on"))
    if not state.frames and (state.ending, state.winner) not in RULES:
        yield Why("4.1", say("the game is over, but has no winner"))
    if any(state.points) and state.turn < state.printed.replacements_from:
        yield Why("20.1", say("there are no replacements before March 1942"))


def _battles(state: Position) -> Iterator[Why]:
    printed = state.printed
    victims = 0
    for index, standing in enumerate(state.standing):
        if standing in (AUTOMATIC, SURROUNDED):
            victims |= state.defenders[index]
        strangers = state.attackers[index] & ~printed.side_units[state.active]
        if strangers or state.defenders[index] & printed.side_units[state.active]:
            yield Why("7.2", say("battle {index} has units on the wrong side", index=index))
    if state.cancelled & ~victims:
        yield Why("9.1", say("a unit is marked as beaten, but there is no automatic victory over it"))
    faults = [why for index in ones(battles_left(state) & ~_going_on(state)) for why in _battle(state, index)]
    yield from faults
    trapped, declared = PLAYER_TURN.index(eliminate_trapped), PLAYER_TURN.index(declare_battles)
    if not faults and trapped < _step(state) <= declared and not can_divide(state):
        yield Why("8.4", say("the combat cannot be divided into battles"))


def _going_on(state: Position) -> int:
    """The battle of which the result is being carried out: its units fall and retreat."""
    return mask_of(AFTERMATH.battle(frame) for frame in state.frames if frame[0] == AFTERMATH.number)


def _battle(state: Position, index: int) -> Iterator[Why]:
    """8.4, 8.5: a battle still to be fought has combat units on both sides, each next to all its enemies."""
    attackers, defenders = state.attackers[index], state.defenders[index]
    forming = any(frame[0] == FORM_BATTLE.number and FORM_BATTLE.battle(frame) == index for frame in state.frames)
    if not are_in_play(state, defenders, ENEMY_OF[state.active]):
        yield Why("8.5", say("battle {index} is not against combat units on the map", index=index))
    elif attackers and not are_in_play(state, attackers, state.active):
        yield Why("8.5", say("battle {index} is not fought by combat units on the map", index=index))
    elif not attackers and not forming:
        yield Why("8.4", say("battle {index} has no attackers", index=index))
    elif any(attackers & ~neighbours_of(state, state.place[unit], state.active) for unit in ones(defenders)):
        yield Why("8.5", say("not every attacker of battle {index} is next to every defender", index=index))


def _duties(state: Position) -> Iterator[Why]:
    """11.7, 13.2, 14.1, 15.2.3, 19.2: marks that speak of units and ports where they can be."""
    printed, enemy = state.printed, ENEMY_OF[state.active]
    own_supply, enemy_supply = supply_on_map(state, state.active), supply_on_map(state, enemy)
    if any(not enemy_supply >> CAPTOR.parts(captor)[0] & 1 for captor in state.captors):
        yield Why("15.2.3", say("only supply of the other side, on the map, can be taken"))
    targets = printed.combat & printed.side_units[enemy]
    if 0 <= _step(state) <= PLAYER_TURN.index(fight):
        targets = on_map(state, targets)
    for supply, target in map(OBLIGATION.parts, state.obligations):
        if not own_supply >> supply & 1 or not targets >> target & 1:
            yield Why("13.2", say("supply of the side that moves has to support an attack that cannot be"))
    if state.fugitives & ~on_map(state, printed.combat):
        yield Why("11.7", say("only combat units on the map have retreated into a fortress"))
    if state.used & ~(printed.supply & printed.side_units[state.active]):
        yield Why("14.1", say("only supply of the side that moves can be in use"))
    if state.ports_at_start & ~printed.ports[state.active]:
        yield Why("19.2", say("a hex that is no port of the side that moves is counted as one"))

"""What is impossible about a position, beside what its frames say (`faults` of their kinds)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.dark_sands.printed.counters import BOXES
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS, SIDES
from sandtable.games.dark_sands.rules.c04_set_up import DEPLOYMENT
from sandtable.games.dark_sands.rules.c05_victory import impossible_endings
from sandtable.games.dark_sands.rules.c07_stacking import overstacked
from sandtable.games.dark_sands.rules.c11_headquarters import DISPLACEMENT
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.rules.c17_replacements import REPLACEMENTS
from sandtable.games.dark_sands.rules.c18_actions import ACTION
from sandtable.games.dark_sands.rules.c18_chits import LIMITED, MOST_OF_A_TYPE, in_a_row
from sandtable.games.dark_sands.rules.c18_initiative import placement
from sandtable.games.dark_sands.rules.c19_movement import GROUP
from sandtable.games.dark_sands.rules.c20_combat import BATTLE
from sandtable.games.dark_sands.rules.c22_reinforcements import REINFORCEMENT
from sandtable.games.dark_sands.state import READY, S_COMMITTED, USED, Sands, last_turn, lone_hq
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.flow import Kind
from sandtable.kernel.game import Why
from sandtable.kernel.words import Message, say

Found = Iterator[tuple[str, Message]]
AT_WORK: dict[str, tuple[tuple[Kind, ...], str]] = {
    "action": ((ACTION,), "18.1"),
    "group": ((GROUP,), "19.1.1"),
    "battle": ((BATTLE,), "20.1"),
    "segment": ((REPLACEMENTS, REINFORCEMENT), "17.0"),
}
"""By the moment at which fields are cleared: the frames during which they can hold anything."""


def position_status(state: Sands) -> list[Why]:
    """Everything impossible about a position, with the paragraph that says so."""
    found = [
        *_game_faults(state),
        *_counter_faults(state),
        *_place_faults(state),
        *_control_faults(state),
        *_support_faults(state),
        *_chit_faults(state),
        *_moment_faults(state),
    ]
    return [Why(rule, sentence) for rule, sentence in found]


def _is_going_on(state: Sands, *kinds: Kind) -> bool:
    numbers = {kind.number for kind in kinds}
    return any(frame[0] in numbers for frame in state.frames)


def _game_faults(state: Sands) -> Found:
    setup = state.printed.setups[state.scenario]
    if not setup.first <= state.turn <= last_turn(state):
        yield "P1.0", say("there is no turn {turn} in this scenario", turn=state.turn)
    if bool(state.frames) == bool(state.ending):
        yield "5.0", say("a game that is over does not go on, and one that does not go on is over")
    if state.winner >= 0 and not state.ending:
        yield "5.0", say("somebody has won, but the game is not over")
    yield from impossible_endings(state)
    if (state.dash or state.dashed or state.auk_lost) and SCENARIOS[state.scenario] != "crusader":
        yield "P1.3.4", say("only Crusader has the Dash to the Wire")


def _counter_faults(state: Sands) -> Found:
    """Counters have the sides and markers that are printed for them."""
    printed = state.printed
    for unit, place in enumerate(state.place):
        counter, name = printed.units[unit], printed.units[unit].id
        if place in (READY, USED) and not printed.garrisons >> unit & 1:
            yield "13.6", say("{unit} is not a garrison", unit=name)
        if state.version[unit] > len(counter.upgrades):
            yield "22.5", say("{unit} has no such upgrade", unit=name)
    for unit in ones(state.reduced & ~printed.two_step):
        yield "12.0", say("{unit} has only one step", unit=printed.units[unit].id)
    for name, field in state.FIELDS.items():
        if not field.forgotten or (name == "reduced" and _is_going_on(state, DEPLOYMENT)):
            continue
        for unit in ones(getattr(state, name)):
            if state.place[unit] < 0:
                yield (
                    "7.0",
                    say("{field}: {unit} is not on the map", field=field.title, unit=printed.units[unit].id),
                )


def _place_faults(state: Sands) -> Found:
    """7.0: two sides are never in one hex, except for a headquarters that is about to leave (11.0)."""
    for place in ones(state.occupied[AXIS] & state.occupied[ALLIED]):
        leaving = lone_hq(state, place, AXIS) or lone_hq(state, place, ALLIED)
        if not (leaving and _is_going_on(state, DISPLACEMENT)):
            yield "7.0", say("both sides are in {hex}", hex=state.printed.board.names[place])
            return
    if _is_going_on(state, ACTION):
        return
    for side in (AXIS, ALLIED):
        for place in ones(overstacked(state, side)):
            yield "7.2", say("too many units are in {hex}", hex=state.printed.board.names[place])


def _control_faults(state: Sands) -> Found:
    """2.1.5: every port, victory place and source has one master, whoever is there."""
    kept, names = state.printed.places.kept, state.printed.board.names
    held = state.controlled
    if held[AXIS] & held[ALLIED] or held[AXIS] | held[ALLIED] != kept:
        yield "2.1.5", say("each port, victory place and source is controlled by one side, and no other hex is")
    for side in (AXIS, ALLIED):
        for place in ones(kept & state.occupied[side] & ~state.occupied[1 - side] & ~held[side]):
            yield "2.1.5", say("{hex} is controlled by the side whose units are there", hex=names[place])


def _support_faults(state: Sands) -> Found:
    printed = state.printed
    for side in (AXIS, ALLIED):
        if state.boxes[side] & ~state.occupied[side] and not _is_going_on(state, ACTION, REINFORCEMENT):
            yield "13.7.3", say("a fortified box is empty")
        if state.boxes[side].bit_count() + state.boxes_used[side] > BOXES:
            yield "13.7.1", say("there are too many fortified boxes")
    for support, unit in enumerate(state.attached):
        counter = printed.supports[support]
        if unit < 0:
            continue
        if counter.kind != "anti_tank" or printed.owners[unit] != counter.side or state.place[unit] < 0:
            yield "13.5", say("{support} cannot be with that unit", support=counter.id)
        if state.supports[support] != S_COMMITTED:
            yield "13.5", say("{support} is in two places", support=counter.id)
    if state.railhead not in printed.rail:
        yield "9.1", say("the railhead is on the railway")
    if state.pool & state.spent_chits:
        yield "17.2", say("a replacement chit is in two places")


def _chit_faults(state: Sands) -> Found:
    printed, placed = state.printed, _chits_are_placed(state)
    played = mask_of(state.played)
    if played.bit_count() < len(state.played) or state.cup & played or state.held & (played | state.cup):
        yield "18.6", say("an action chit is in two places")
    fallen = sum(bit(printed.tobruk_falls[side]) for side in ones(state.tobruk_fell))
    usable = printed.cups[state.turn] | printed.priority[state.turn] | fallen
    if placed and (state.cup | played) & ~usable:
        yield "18.3", say("an action chit is in play that is not used this turn")
    if state.held & ~(printed.priority[state.turn] if placed else 0):
        yield "18.6.1", say("only the priority chits of this turn are held")
    if (state.run_side, state.run) != in_a_row(state):
        yield "18.7.1", say("the chits played in a row are counted wrongly")
    for side in (AXIS, ALLIED):
        yield from _limit_faults(state, side, placed)


def _chits_are_placed(state: Sands) -> bool:
    """Have the chits of this turn gone into the cup?"""
    bottom = state.frames[0] if state.frames else GAME_TURN.frame()
    return bottom[0] == GAME_TURN.number and bottom[1] > GAME_TURN.steps.index(placement)


def _limit_faults(state: Sands, side: int, placed: bool) -> Found:
    """18.7.2: as many movements and combats as there are chits for them on the track."""
    counted = (state.moves_played[side], state.combats_played[side])
    chits = [state.printed.chits[chit] for chit in state.played] if placed else []
    most = sum(chit.side == side and chit.kind in LIMITED for chit in chits)
    if state.frames and (max(counted) > MOST_OF_A_TYPE or sum(counted) > most):
        yield "18.7.2", say("{side} cannot have played so many chits", side=say(SIDES[side].title()))


def _moment_faults(state: Sands) -> Found:
    """What belongs to an action, a move, a battle or a segment is there only while it goes on."""
    for moment, (kinds, rule) in AT_WORK.items():
        if _is_going_on(state, *kinds):
            continue
        for name, field in state.FIELDS.items():
            if moment in field.cleared and getattr(state, name) != field.fresh(state.printed):
                yield rule, say("{field} is set, but nothing of that kind goes on", field=field.title)

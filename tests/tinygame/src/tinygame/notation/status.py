"""What is impossible about a position."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.game import Why
from sandtable.kernel.words import Message, say
from tinygame.printed.data import BLUE, RED, SIDES
from tinygame.rules.c02_set_up import waiting
from tinygame.rules.c04_movement import destinations
from tinygame.rules.phases import DECISIONS, enter, phase_of
from tinygame.state import HAND_SIZE, NOT_BID, STACKING, WAITING, Table, in_play, pieces_in


def faults(state: Table) -> list[Why]:
    """Everything impossible about a position, with the paragraph that says so."""
    found = [*_frame_faults(state)] or [*_board_faults(state), *_card_faults(state), *_phase_faults(state)]
    return [Why(rule, sentence) for rule, sentence in found]


def _frame_faults(state: Table) -> Iterator[tuple[str, Message]]:
    """What is being decided says how all frames lie."""
    if state.frames and not any(kind.number == state.frames[-1][0] for kind in DECISIONS.values()):
        yield "6", say("the position is in between two decisions")
        return
    twin = state.copy()
    enter(twin, phase_of(state))
    if twin.frames != state.frames:
        yield "6", say("the frames do not lie as they do when this is decided")


def _board_faults(state: Table) -> Iterator[tuple[str, Message]]:
    if state.held[RED] & state.held[BLUE]:
        yield "4", say("both sides are in one hex")
    for place in ones((state.held[RED] | state.held[BLUE]) & ~in_play(state)):
        yield "2", say("{place} is not in play", place=state.printed.hexes[place])
    for side in (RED, BLUE):
        for place in ones(state.held[side]):
            if pieces_in(state, side, place).bit_count() > STACKING:
                yield "4", say("more than two pieces are in {place}", place=state.printed.hexes[place])
    for piece in ones(state.shown | state.moved):
        if state.where[piece] < 0:
            yield "1", say("{piece} has marks but is not on the board", piece=state.printed.pieces[piece])


def _card_faults(state: Table) -> Iterator[tuple[str, Message]]:
    red, blue = state.hands
    if red & blue or (red | blue) & state.discards:
        yield "1", say("a card is in two places")
    name, numbers = phase_of(state)
    for side, bid in enumerate(state.bids):
        if state.hands[side].bit_count() > HAND_SIZE:
            yield "3", say("{side} holds more than two cards", side=say(SIDES[side]))
        if (bid != NOT_BID) != (name == "bid" and side < numbers[0]):
            yield "3", say("a bid is missing, or made too early")
        elif bid not in (NOT_BID, state.printed.nothing) and not state.hands[side] >> bid & 1:
            yield "3", say("{side} does not hold the card of its bid", side=say(SIDES[side]))
    if state.ambush and (name != "roll" or state.ambush not in state.printed.values):
        yield "5", say("there is no such ambush")


def _phase_faults(state: Table) -> Iterator[tuple[str, Message]]:
    name, numbers = phase_of(state)
    if not 1 <= state.turn <= state.last_turn:
        yield "6", say("there is no turn {turn}", turn=state.turn)
    if name != "place" and WAITING in state.where:
        yield "2", say("a piece waits to be placed")
    if name == "place":
        if waiting(state, numbers[0]) < 0:
            yield "2", say("there is nothing to place")
        return
    if name != "over" and not (state.held[RED] and state.held[BLUE]):
        yield "6", say("a side without pieces has lost")
    if name in ("step", "ambush", "roll"):
        yield from _move_faults(state, name, *numbers)


def _move_faults(state: Table, name: str, piece: int, place: int = -1) -> Iterator[tuple[str, Message]]:
    if state.where[piece] < 0:
        yield "4", say("a piece that is lost moves")
        return
    if bool(state.moved >> piece & 1) != (name != "step"):
        yield "4", say("the moving piece has moved, or the attacking one has not")
    if name == "step" and not destinations(state, piece):
        yield "4", say("that piece has nowhere to go")
    if name == "step":
        return
    targets = destinations(state, piece) & state.held[1 - state.printed.owners[piece]]
    if not targets >> place & 1:
        yield "4", say("there is nothing to attack there")
    if name == "roll" and not state.shown >> piece & 1:
        yield "5", say("the pieces of a battle are shown before the die")

"""A full state invented from a view: one that its reader cannot tell from the true one."""

from __future__ import annotations

from random import Random

from sandtable.kernel.bits import bit, mask_of, ones
from tinygame.knowledge.view import View
from tinygame.printed.data import BLUE, RED, Printed
from tinygame.rules.c04_movement import destinations
from tinygame.rules.c04_stacking import room
from tinygame.rules.phases import Phase, enter
from tinygame.state import Table, is_face_up, put


def invent(view: View, rng: Random, printed: Printed) -> Table:
    """A full state that the reader of this view cannot tell from the true one."""
    state = Table.blank(printed)
    state.take_seen(view.fields)
    if is_face_up(state):
        return _as_seen(state, view)
    _invent_hands(state, view, rng)
    _invent_pieces(state, view, rng)
    state.rebuild()
    _invent_phase(state, view, rng)
    return state


def _as_seen(state: Table, view: View) -> Table:
    """2.2: where nothing is hidden there is nothing to invent."""
    _place_known(state, view)
    state.rebuild()
    enter(state, Phase(view.phase, tuple(view.phase_numbers)))
    return state


def _invent_hands(state: Table, view: View, rng: Random) -> None:
    seen = state.discards | mask_of(view.hand)
    unseen = [card for card in range(state.printed.nothing) if not seen >> card & 1]
    rng.shuffle(unseen)
    for side in (RED, BLUE):
        if side != view.side:
            state.hands[side] = mask_of(unseen.pop() for _ in range(view.hand_sizes[side]))
            if view.have_bid[side]:
                state.bids[side] = rng.choice([*ones(state.hands[side]), state.printed.nothing])


def _place_known(state: Table, view: View) -> None:
    state.shown = mask_of(known.piece for known in view.known if known.shown)
    state.moved = mask_of(known.piece for known in view.known if known.moved)
    for known in view.known:
        state.where[known.piece] = known.where


def _invent_pieces(state: Table, view: View, rng: Random) -> None:
    _place_known(state, view)
    named = mask_of(known.piece for known in view.known)
    for side in (RED, BLUE):
        unnamed = list(ones(state.printed.own(side) & ~named))
        rng.shuffle(unnamed)
        for piece, hidden in zip(unnamed, [h for h in view.hidden if h.side == side], strict=False):
            state.where[piece] = hidden.where
            state.moved |= bit(piece) if hidden.moved else 0


def _invent_phase(state: Table, view: View, rng: Random) -> None:
    numbers = view.phase_numbers[:]
    if view.phase == "place":
        for side in range(numbers[0] + 1):
            if side != view.side:
                _invent_placing(state, side, side < numbers[0], rng)
    elif view.phase in ("ambush", "roll") and numbers[0] < 0:
        numbers[0] = _invent_attacker(state, view, rng)
    phase = Phase(view.phase, tuple(numbers))
    if view.phase == "move" and numbers[0] != view.side:
        phase = _invent_step(state, phase, rng)
    enter(state, phase)


def _invent_placing(state: Table, side: int, finished: bool, rng: Random) -> None:
    pieces = list(ones(state.printed.own(side)))
    for piece in pieces if finished else pieces[: rng.randrange(len(pieces))]:
        put(state, piece, rng.choice(list(ones(state.printed.homes[side] & room(state, side)))))


def _invent_attacker(state: Table, view: View, rng: Random) -> int:
    """Some hidden piece that stands where the attack comes from and has moved."""
    target_side = next(s for s in (RED, BLUE) if state.held[s] >> view.phase_numbers[1] & 1)
    candidates = state.printed.own(1 - target_side) & state.moved & ~state.shown
    return rng.choice([piece for piece in ones(candidates) if state.where[piece] == view.attack_from])


def _invent_step(state: Table, phase: Phase, rng: Random) -> Phase:
    """The mover may have picked a piece already: nobody else can tell."""
    own = state.printed.own(phase.numbers[0]) & ~state.moved
    able = [piece for piece in ones(own) if state.where[piece] >= 0 and destinations(state, piece)]
    if not able or rng.random() < 0.5:
        return phase
    return Phase("step", (rng.choice(able),))

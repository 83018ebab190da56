"""What a side may know, built up from allowed facts; and a full state invented to fit it."""

from __future__ import annotations

from random import Random

import msgspec

from sandtable.kernel.bits import bit, mask_of, ones
from tinygame.phases import Phase, enter, phase_of
from tinygame.play import destinations, room
from tinygame.state import BLUE, LOST, NOT_BID, RED, Printed, Table, put


class Known(msgspec.Struct, frozen=True):
    """A piece the reader can name."""

    piece: int
    where: int
    shown: bool
    moved: bool


class Hidden(msgspec.Struct, frozen=True):
    """A piece the reader only sees standing there: it has no name and no number."""

    side: int
    where: int
    moved: bool


class View(msgspec.Struct, frozen=True):
    """Everything one side, or the spectator, may know now."""

    side: int
    turn: int
    last_turn: int
    dice_for_ties: int
    first: int
    points: list[int]
    ambush: int
    known: list[Known]
    hidden: list[Hidden]
    """Sorted, so that the order tells nothing."""
    hand: list[int]
    hand_sizes: list[int]
    discards: list[int]
    bid: int
    """The reader's own."""
    have_bid: list[bool]
    phase: str
    phase_numbers: list[int]
    """As far as the reader may know them; a piece it cannot name is -1."""
    attack_from: int
    """The hex the attack going on comes from, or -1."""


def look(state: Table, side: int) -> View:
    """The view of a side; SPECTATOR, who is neither, sees what both see."""
    phase, numbers, attack_from = _seen_phase(state, side)
    return View(
        side=side,
        turn=state.turn,
        last_turn=state.last_turn,
        dice_for_ties=state.dice_for_ties,
        first=state.first,
        points=state.points[:],
        ambush=state.ambush,
        known=[_known(state, piece) for piece in range(len(state.where)) if _can_name(state, side, piece)],
        hidden=_hidden(state, side),
        hand=list(ones(state.hands[side])) if side >= 0 else [],
        hand_sizes=[hand.bit_count() for hand in state.hands],
        discards=list(ones(state.discards)),
        bid=state.bids[side] if side >= 0 else NOT_BID,
        have_bid=[bid != NOT_BID for bid in state.bids],
        phase=phase,
        phase_numbers=numbers,
        attack_from=attack_from,
    )


def _can_name(state: Table, side: int, piece: int) -> bool:
    """One's own, what was shown, and what was lost, for it was shown before."""
    return state.printed.owners[piece] == side or bool(state.shown >> piece & 1) or state.where[piece] == LOST


def _known(state: Table, piece: int) -> Known:
    return Known(piece, state.where[piece], bool(state.shown >> piece & 1), bool(state.moved >> piece & 1))


def _hidden(state: Table, side: int) -> list[Hidden]:
    """1.3; before both have placed, nothing of the enemy is seen (2.1)."""
    if phase_of(state).name == "place":
        return []
    unnamed = [piece for piece in range(len(state.where)) if not _can_name(state, side, piece)]
    seen = [(state.printed.owners[p], state.where[p], bool(state.moved >> p & 1)) for p in unnamed]
    return [Hidden(*what) for what in sorted(seen)]


def _seen_phase(state: Table, side: int) -> tuple[str, list[int], int]:
    """The phase without what only the other side knows: which piece it is about to move, or attacks with."""
    name, numbers = phase_of(state)
    if name == "step" and state.printed.owners[numbers[0]] != side:
        return "move", [state.printed.owners[numbers[0]]], -1
    if name not in ("ambush", "roll"):
        return name, list(numbers), -1
    piece, place = numbers
    return name, [piece if _can_name(state, side, piece) else -1, place], state.where[piece]


def invent(view: View, rng: Random, printed: Printed) -> Table:
    """A full state that the reader of this view cannot tell from the true one."""
    state = Table.blank(printed)
    for name in ("turn", "last_turn", "dice_for_ties", "first", "ambush"):
        setattr(state, name, getattr(view, name))
    state.points = view.points[:]
    state.discards = mask_of(view.discards)
    _invent_hands(state, view, rng)
    _invent_pieces(state, view, rng)
    state.rebuild()
    _invent_phase(state, view, rng)
    return state


def _invent_hands(state: Table, view: View, rng: Random) -> None:
    unseen = [card for card in range(state.printed.nothing) if card not in {*view.discards, *view.hand}]
    rng.shuffle(unseen)
    for side in (RED, BLUE):
        own = side == view.side
        state.hands[side] = mask_of(view.hand if own else [unseen.pop() for _ in range(view.hand_sizes[side])])
        if view.have_bid[side]:
            possible = [*ones(state.hands[side]), state.printed.nothing]
            state.bids[side] = view.bid if own else rng.choice(possible)


def _invent_pieces(state: Table, view: View, rng: Random) -> None:
    state.shown = mask_of(known.piece for known in view.known if known.shown)
    state.moved = mask_of(known.piece for known in view.known if known.moved)
    for known in view.known:
        state.where[known.piece] = known.where
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

"""4: pieces move one hex, or attack."""

from __future__ import annotations

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import EVERYONE, tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say
from tinygame.rules.c04_stacking import room
from tinygame.rules.c05_battle import BATTLE
from tinygame.state import Table, in_play, keeper, put
from tinygame.verbs import DONE, PIECE, TO


def destinations(state: Table, piece: int) -> int:
    """4.1 to 4.3: next to the piece, with room; what the enemy has there does not forbid it."""
    return state.printed.neighbours[state.where[piece]] & room(state, state.printed.owners[piece])


class Moves(ChoiceKind[Table]):
    """4.1: which piece next?"""

    name = "moves"
    on = ("turn.move_first", "turn.move_second")
    rule = "4"
    words = say("Move a piece, or stop")
    asks = one("side")

    def legal(self, state: Table, frame: Frame) -> Options:
        movable = 0
        for piece in ones(state.printed.own(self.side(state, frame)) & ~state.moved):
            if state.where[piece] >= 0 and destinations(state, piece):
                movable |= bit(piece)
        return offer((PIECE, movable), (DONE, True))

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        if verb == PIECE:
            push(state, STEP, argument)
            return
        pop(state)
        tell(state, "done", "4", side=self.side(state, frame))

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != PIECE:
            return "4", say("choose a piece to move, or stop")
        if state.printed.owners[argument] != self.side(state, frame):
            return "4", say("that piece is not yours")
        if state.where[argument] < 0:
            return "4", say("that piece is lost")
        if state.moved >> argument & 1:
            return "4", say("that piece has moved")
        return "4", otherwise("that piece has nowhere to go")


class Step(ChoiceKind[Table]):
    """4.1: where to? The choice of the piece is not told, so the enemy sees only what moves in the end."""

    name = "step"
    on = ("moves",)
    rule = "4"
    piece = one("piece")

    def side(self, state: Table, frame: Frame) -> int:
        return state.printed.owners[self.piece(frame)]

    def legal(self, state: Table, frame: Frame) -> Options:
        return [(TO, destinations(state, self.piece(frame)))]

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        piece, side = self.piece(frame), self.side(state, frame)
        pop(state)
        state.moved |= bit(piece)
        origin, attack = state.where[piece], bool(state.held[1 - side] >> argument & 1)
        tell(state, "attacks" if attack else "moves", "4", side=side, origin=origin, to=argument)
        audience = EVERYONE if state.shown >> piece & 1 else keeper(state, side)
        tell(state, "moved-piece", "4", audience=audience, piece=piece, to=argument)
        if attack:
            push(state, BATTLE, piece, argument)
        else:
            put(state, piece, argument)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Where does {piece} go?", piece=state.printed.pieces[self.piece(frame)])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != TO:
            return "4", say("choose a hex to move to first")
        if not state.printed.neighbours[state.where[self.piece(frame)]] >> argument & 1:
            return "4", say("a piece moves one hex")
        if not in_play(state) >> argument & 1:
            return "2", say("that hex is not in play")
        assert not room(state, self.side(state, frame)) >> argument & 1
        return "4", say("two pieces are there already")


MOVES, STEP = Moves(), Step()

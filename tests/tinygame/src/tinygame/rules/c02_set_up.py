"""2: the pieces are placed."""

from __future__ import annotations

from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say
from tinygame.printed.data import BLUE, RED
from tinygame.rules.c04_stacking import room
from tinygame.state import WAITING, Table, in_play, keeper, put
from tinygame.verbs import TO


def waiting(state: Table, side: int) -> int:
    """The first piece a side has still to place, or -1."""
    own = ones(state.printed.own(side))
    return next((piece for piece in own if state.where[piece] == WAITING), -1)


class Place(ChoiceKind[Table]):
    """2.1: the pieces are placed one after the other, captain first; nothing is told until all are there."""

    name = "place"
    on = ("set-up.place_red", "set-up.place_blue")
    rule = "2"
    asks = one("side")

    def legal(self, state: Table, frame: Frame) -> Options:
        side = self.side(state, frame)
        return [(TO, state.printed.homes[side] & room(state, side))]

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        side = self.side(state, frame)
        piece = waiting(state, side)
        put(state, piece, argument)
        tell(state, "placed", "2", audience=keeper(state, side), piece=piece, to=argument)
        if waiting(state, side) < 0:
            pop(state)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Place {piece}", piece=state.printed.pieces[waiting(state, self.side(state, frame))])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != TO:
            return "2", say("place your pieces first")
        if not state.printed.homes[self.side(state, frame)] >> argument & 1:
            return "2", say("pieces are placed in home hexes")
        if not in_play(state) >> argument & 1:
            return "2", say("that hex is not in play")
        assert not room(state, self.side(state, frame)) >> argument & 1
        return "4", say("two pieces are there already")


PLACE = Place()


def place_red(state: Table, frame: Frame) -> None:
    push(state, PLACE, RED)


def place_blue(state: Table, frame: Frame) -> None:
    push(state, PLACE, BLUE)


def opened(state: Table, frame: Frame) -> None:
    tell(state, "opened", "2")


SET_UP = Steps("set-up", place_red, place_blue, opened, on=("turn",))

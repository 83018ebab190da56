"""14.0, 14.1, 16.55: minefields, laid and taken up in secret.

`state.mined_hexes` is the truth, `known_mines` what each side believes: a side that knew of a minefield still
believes in it when the other has taken it up, until its units go there or it tries to take it up itself.
`shown_mines` are the hexes of those that were shown to all, even if they have been taken up.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import looked_for_mines, may_lay_mines
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c16_accounts import MINEFIELDS, pay
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.games.rommel_in_the_desert.verbs import CLEAR, DONE, MINE
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one, perhaps
from sandtable.kernel.flow import ChoiceKind, pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say, say_count

NOT_YET = -1


def ground(state: Position, side: int) -> int:
    """16.55, 18.7: the side's own supply network without battle hexes; before Gazala, its deployment area."""
    return state.network[side] & ~state.held[ENEMY_OF[side]]


def can_build(state: Position, side: int) -> int:
    """The hexes where the side may lay a minefield: not where it knows of one."""
    return ground(state, side) & ~state.known_mines[side]


def can_take_up(state: Position, side: int) -> int:
    """16.55, ruling 41: minefields the side knows of inside its own network, its own or captured."""
    return ground(state, side) & state.known_mines[side]


def lay_mines(state: Position, frame: Frame) -> None:
    """16.5: minefields come after redeployments. Always asked, since not asking would give away points."""
    may_lay_mines(state, state.active, ground(state, state.active))
    push(state, MINES, state.active, NOT_YET, NOT_YET)


class Mines(ChoiceKind[Position]):
    """16.55: lay minefields at 15 points each, or take up two, `first` and `second`, for a new one."""

    name = "mines"
    on = ("player-buildup.lay_mines", "preparation.lay_mines")
    rule = "16.55"
    asks = one("side")
    first = perhaps("hex")
    second = perhaps("hex")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, side, first, second = frame
        known = can_take_up(state, side)
        if any(place != NOT_YET and not known >> place & 1 for place in (first, second)):
            yield say("a minefield is taken up that its side does not know of")
        elif (first == NOT_YET and second != NOT_YET) or (first == second != NOT_YET):
            yield say("two minefields are taken up for a new one")
        elif first != NOT_YET and not (can_build(state, side) and known & ~(1 << first)):
            yield say("minefields are taken up, but no new one can be laid")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, side, first, second = frame
        fields, known = can_build(state, side), can_take_up(state, side)
        if second != NOT_YET:
            return [(MINE, fields)]
        if first != NOT_YET:
            return [(CLEAR, known & ~(1 << first))]
        can_pay = state.points[side] >= state.printed.costs["minefield"]
        can_trade = fields and known & known - 1
        return offer((DONE, True), (MINE, fields if can_pay else 0), (CLEAR, known if can_trade else 0))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, side, first, second = frame
        if verb == DONE:
            pop(state)
        elif verb == MINE:
            if second == NOT_YET:
                pay(state, side, MINEFIELDS, state.printed.costs["minefield"])
            else:
                take_up(state, side, 1 << first | 1 << second)
            build(state, side, argument)
            replace(state, side, NOT_YET, NOT_YET)
        elif first == NOT_YET:
            replace(state, side, argument, NOT_YET)
        elif forget_gone(state, side, 1 << first | 1 << argument):
            replace(state, side, NOT_YET, NOT_YET)
        else:
            replace(state, side, first, argument)
            if (1 << first | 1 << argument) & state.unwatched[side]:
                tell(state, "still-mined", "16.55", audience=1 << side, reveals=True)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if self.second(frame) != NOT_YET:
            return say("Choose the hex of the new minefield")
        if self.first(frame) != NOT_YET:
            return say("Take up a second minefield")
        return say_count(
            "Lay a minefield ({count} point left), or go on",
            "Lay a minefield ({count} points left), or go on",
            state.points[self.side(state, frame)],
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side, first = self.side(state, frame), self.first(frame)
        if verb == MINE and state.held[ENEMY_OF[side]] >> argument & 1:
            return "16.55", say("a minefield cannot be laid in a battle")
        if verb == MINE and not ground(state, side) >> argument & 1:
            return "16.55", say("minefields can be laid only inside your supply network")
        if verb == MINE and state.known_mines[side] >> argument & 1:
            return "16.55", say("there is already a minefield there")
        if verb == MINE and first == NOT_YET:
            return "16.55", say("a minefield costs 15 points or two existing ones")
        if verb == MINE:
            return "16.55", say("choose the second of the two minefields to take up")
        if verb == CLEAR:
            return "16.55", self._why_not_taken_up(state, frame, argument)
        if verb == DONE:
            return "16.55", say("first take up two minefields and lay the new one")
        return "16.55", otherwise("finish with your minefields first")

    def _why_not_taken_up(self, state: Position, frame: Frame, place: int) -> Message:
        _, _, side, first, second = frame
        if second != NOT_YET:
            return say("choose the hex of the new minefield")
        if place == first:
            return say("that one has been chosen: choose another")
        if not can_take_up(state, side) >> place & 1:
            return say("you know of no minefield there, or it is outside your network or in a battle")
        if not can_build(state, side):
            return say("there is no hex in which the new minefield could be laid")
        return otherwise("a new minefield takes two that you know of inside your network")


MINES = Mines()


def build(state: Position, side: int, place: int) -> None:
    """14.1, 16.55: the hex is noted in secret."""
    state.mined_hexes |= 1 << place
    state.known_mines[side] |= 1 << place
    tell(state, "mined", "14.1", audience=1 << side, hex=place)


def take_up(state: Position, side: int, hexes: int) -> None:
    """16.55: in secret: an enemy who knew of the minefields still believes in them."""
    state.mined_hexes &= ~hexes
    state.known_mines[side] &= ~hexes
    for place in ones(hexes):
        tell(state, "cleared", "16.55", audience=1 << side, hex=place)


def forget_gone(state: Position, side: int, hexes: int) -> int:
    """The minefields in these hexes that the side believed in and now learns are gone."""
    gone = hexes & state.known_mines[side] & ~state.mined_hexes
    state.known_mines[side] &= ~gone
    for place in ones(gone):
        tell(state, "minefield-gone", "16.55", audience=1 << side, reveals=True, hex=place)
    return gone


def show_mines(state: Position) -> None:
    """14.2, ruling 39: minefields entered by units of a side that did not know of them are shown at the end of the
    movement phase, defended or not. Units that enter one that has been taken up see that it is gone.

    What was entered outside a movement phase, in a rout or redeployed, counts for the next one (ruling 61). In a
    battle both sides know.
    """
    for side in (AXIS, ALLIED):
        seen = state.entered[side] | state.held[side] & state.held[ENEMY_OF[side]]
        found = state.mined_hexes & seen & ~state.known_mines[side]
        state.shown_mines |= found
        state.known_mines[side] |= found
        for place in ones(found):
            tell(state, "minefield-shown", "14.2", reveals=True, hex=place)
        if not found | forget_gone(state, side, seen) and seen & state.unwatched[side]:
            # Finding no mines also reveals something, so undo stops here too.
            tell(state, "mines-as-known", "14.2", audience=1 << side, reveals=True)
        looked_for_mines(state, side, seen)
        looked_for_mines(state, ENEMY_OF[side], found)
    state.entered = [0, 0]

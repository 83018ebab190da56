"""14, 16.55: minefields, built and taken up in secret."""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.state import Position, enemy_of, setting_of
from sandtable.games.rommel_in_the_desert.verbs import CLEAR, DONE, MINE
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, pop, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

TAKEN_UP = 2
"""16.55: so many old minefields make a new one."""


def ground(state: Position, side: int) -> int:
    """16.55, 18.7: the own supply network without battle hexes; before deployment the own deployment area."""
    if state.network[side]:
        return state.network[side] & ~state.held[enemy_of(side)]
    hexes = 0
    for deployment in setting_of(state).deployments:
        if deployment.side == side:
            hexes |= state.scenario.board.mask(deployment.hexes)
    return hexes


def can_build(state: Position, side: int) -> int:
    """The hexes where the side may lay a minefield: not where it knows of one."""
    return ground(state, side) & ~state.known_mines[side]


def can_take_up(state: Position, side: int) -> int:
    """16.55, ruling 41: minefields the side knows of inside its own network, its own or captured."""
    return ground(state, side) & state.known_mines[side]


class Mines(ChoiceKind[Position]):
    """16.55: lay minefields at 15 points each, or take two up for one. Locals: side, how many were taken up."""

    name = "mines"
    holds = ("side", "cleared")
    rule = "16.55"

    def side(self, state: Position, frame: Frame) -> int:
        return frame[2]

    def legal(self, state: Position, frame: Frame) -> Options:
        side, cleared = frame[2], frame[3]
        fields, known = can_build(state, side), can_take_up(state, side)
        if cleared == TAKEN_UP:
            return [(MINE, fields)]
        if cleared:
            return [(CLEAR, known)]
        options: Options = [(DONE, 1)]
        if fields and state.points[side] >= state.scenario.costs["minefield"]:
            options.append((MINE, fields))
        if known.bit_count() >= TAKEN_UP:
            options.append((CLEAR, known))
        return options

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        side, cleared = frame[2], frame[3]
        if verb == DONE:
            pop(state)
        elif verb == CLEAR:
            self._take_up(state, side, argument)
            replace(state, side, cleared + 1)
        else:
            if not cleared:
                state.points[side] -= state.scenario.costs["minefield"]
            state.mined_hexes |= 1 << argument
            state.known_mines[side] |= 1 << argument
            tell(state, "mined", "16.55", audience=1 << side, hex=argument)
            replace(state, side, 0)

    def _take_up(self, state: Position, side: int, place: int) -> None:
        """In secret: an enemy who knew of the minefield goes on believing in it."""
        state.mined_hexes &= ~(1 << place)
        state.known_mines[side] &= ~(1 << place)
        state.shown_mines &= ~(1 << place)
        tell(state, "cleared", "16.55", audience=1 << side, hex=place)

    def prompt(self, state: Position, frame: Frame) -> Message:
        if frame[3] == TAKEN_UP:
            return say("Choose the hex of the new minefield")
        if frame[3]:
            return say("Take up a second minefield")
        return say("Lay a minefield ({points} points left), or go on", points=state.points[frame[2]])

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        side, cleared = frame[2], frame[3]
        if verb == MINE and not ground(state, side) >> argument & 1:
            return "16.55", say("minefields are laid inside your supply network, not in a battle")
        if verb == MINE and state.known_mines[side] >> argument & 1:
            return "16.55", say("there is a minefield already")
        if verb == MINE and not cleared:
            return "16.55", say("a minefield costs 15 points, or two old ones")
        if verb == CLEAR and cleared != TAKEN_UP:
            return "16.55", say("two minefields you know of inside your network are needed for a new one")
        return "16.5", say("minefields are being laid")


MINES = Mines()

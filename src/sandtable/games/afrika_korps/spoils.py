"""15.4.1, 15.4.2: supply won by combat is moved by its new owner, out of the zones of its old escort too."""

from __future__ import annotations

from sandtable.games.afrika_korps.capture import shy_of_supply
from sandtable.games.afrika_korps.movement import pay, payable
from sandtable.games.afrika_korps.state import Position, put
from sandtable.games.afrika_korps.verbs import HEX, STOP
from sandtable.games.afrika_korps.zones import zone
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say


def spoil_steps(state: Position, supply: int, escort: int) -> int:
    """15.4.2: open hexes: not enemy-held, in no zone but the escort's, not next to enemy supply (13.3)."""
    side = state.active
    if state.stopped >> supply & 1:
        return 0
    barred = state.occupied[1 - side] | zone(state, 1 - side, escort) | lonely_steps(state)
    return payable(state, supply, False) & ~barred


def lonely_steps(state: Position) -> int:
    """13.3: hexes next to enemy supply, but for those where a combat unit of the new owner stands."""
    return shy_of_supply(state, state.active) & ~state.occupied[state.active]


def offer_spoils(state: Position, supply: int, escort: int) -> None:
    if spoil_steps(state, supply, escort):
        push(state, SPOILS, supply, escort)


class Spoils(ChoiceKind[Position]):
    """15.4.1: move the supply just won, up to its full movement. Locals: supply, its old escort."""

    name = "spoils"
    holds = ("supply", "escort")
    rule = "15.4.1"

    def side(self, state: Position, frame: Frame) -> int:
        return state.active

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(HEX, spoil_steps(state, frame[2], frame[3])), (STOP, 1)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        supply, escort = frame[2], frame[3]
        if verb == STOP:
            pop(state)
            return
        origin = state.place[supply]
        pay(state, supply, argument, False)
        put(state, supply, argument)
        tell(state, "moved", "15.4.1", units=[supply], origin=origin, hex=argument)
        if not spoil_steps(state, supply, escort):
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Move the supply you have won, or leave it where it is")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HEX:
            return "15.4.1", say("move the captured supply first, or stop it")
        scenario = state.scenario
        if argument >= scenario.board.size or not payable(state, frame[2], False) >> argument & 1:
            return "5.2", say("it cannot go there, or has no movement left for it")
        if state.occupied[1 - state.active] >> argument & 1:
            return "5.4", say("enemy combat units hold that hex")
        if lonely_steps(state) >> argument & 1:
            return "13.3", say("without a combat unit it may not go next to enemy supply")
        return "15.4.2", say("it may pass the zones of its old escort only")


SPOILS = Spoils()

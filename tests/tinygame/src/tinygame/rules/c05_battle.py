"""5: an attack is answered, and fought."""

from __future__ import annotations

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Die, Steps, pop, push
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say
from tinygame.state import LOST, Table, discard, is_face_up, pieces_in, put
from tinygame.verbs import AMBUSH, NO_AMBUSH


class Ambush(ChoiceKind[Table]):
    """5.1: an interrupt by the attacked side, asked whatever it holds, so that asking tells nothing."""

    name = "ambush"
    on = ("battle.ask",)
    rule = "5"
    piece = one("piece")
    hex = one("hex")

    def side(self, state: Table, frame: Frame) -> int:
        return 1 - state.printed.owners[self.piece(frame)]

    def legal(self, state: Table, frame: Frame) -> Options:
        return offer((AMBUSH, state.hands[self.side(state, frame)]), (NO_AMBUSH, True))

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        if verb == AMBUSH:
            state.ambush = state.printed.values[argument]
            discard(state, side, argument)
            tell(state, "ambush", "5", side=side, card=argument)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("{place} is attacked: play a card as an ambush?", place=state.printed.hexes[self.hex(frame)])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != AMBUSH:
            return "5", say("first play a card as an ambush, or none")
        assert not state.hands[self.side(state, frame)] >> argument & 1
        return "5", say("you do not hold that card")


class Roll(Die[Table]):
    """5.4: the attacker's die."""

    name = "roll"
    on = ("battle.fight",)
    piece = one("piece")
    hex = one("hex")

    def play(self, state: Table, frame: Frame, outcome: int) -> None:
        pop(state)
        piece = self.piece(frame)
        target = strongest(state, piece, self.hex(frame))
        attack = outcome + 1 + state.printed.strengths[piece]
        defence = 3 + state.ambush + state.printed.strengths[target]
        tell(state, "rolled", "5", die=outcome + 1, attack=attack, defence=defence)
        lose(state, target if attack > defence else piece)


AMBUSHING, ROLL = Ambush(), Roll()


def defenders(state: Table, piece: int, place: int) -> int:
    return pieces_in(state, 1 - state.printed.owners[piece], place)


def strongest(state: Table, piece: int, place: int) -> int:
    """The defender that counts and is lost; the first of equals."""
    return max(ones(defenders(state, piece, place)), key=lambda other: (state.printed.strengths[other], -other))


def ask(state: Table, frame: Frame) -> None:
    """5.1."""
    push(state, AMBUSHING, BATTLE.piece(frame), BATTLE.hex(frame))


def show(state: Table, frame: Frame) -> None:
    """5.2."""
    piece = BATTLE.piece(frame)
    fighting = bit(piece) | defenders(state, piece, BATTLE.hex(frame))
    state.shown |= fighting
    tell(state, "shown", "5", reveals=not is_face_up(state), pieces=list(ones(fighting)))


def fight(state: Table, frame: Frame) -> None:
    """5.3: decoys are lost; otherwise a die is due."""
    piece, place = BATTLE.piece(frame), BATTLE.hex(frame)
    target = strongest(state, piece, place)
    if not state.printed.strengths[piece]:
        lose(state, piece)
    elif not state.printed.strengths[target]:
        lose(state, target)
    else:
        push(state, ROLL, piece, place)


def lose(state: Table, piece: int) -> None:
    """A piece is lost; 6.2: the last one of a side ends the game."""
    put(state, piece, LOST)
    tell(state, "lost", "5", piece=piece)
    if not state.held[state.printed.owners[piece]]:
        state.clear("battle")
        state.clear("turn")
        state.frames.clear()


def move_in(state: Table, frame: Frame) -> None:
    """5.5."""
    piece, place = BATTLE.piece(frame), BATTLE.hex(frame)
    state.clear("battle")
    if state.where[piece] >= 0 and not defenders(state, piece, place):
        put(state, piece, place)
        tell(state, "moves-in", "5", piece=piece, to=place)


class Battle(Steps[Table]):
    """5: what an attack leads to."""

    name = "battle"
    on = ("moves",)
    steps = (ask, show, fight, move_in)
    piece = one("piece")
    hex = one("hex")


BATTLE = Battle()

"""The rules, in the order of the rulebook: each frame of the game is one of the kinds below."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Options, Verb
from sandtable.kernel.events import EVERYONE, tell
from sandtable.kernel.flow import ChanceKind, ChoiceKind, Die, Steps, pop, push, restart
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say
from tinygame.state import (
    BLUE,
    CENTRE,
    HAND_SIZE,
    LOST,
    NOT_BID,
    RED,
    STACKING,
    WAITING,
    Table,
    discard,
    pieces_in,
    put,
)

TO, PIECE, BID, NO_BID, AMBUSH, NO_AMBUSH, DONE = range(7)
VERBS = (
    Verb("to", "hex"),
    Verb("piece", "piece"),
    Verb("bid", "card"),
    Verb("no-bid"),
    Verb("ambush", "card"),
    Verb("no-ambush", closes=True),
    Verb("done", closes=True),
)


def offered(*pairs: tuple[int, int]) -> Options:
    """The legal choices, without the verbs that have none."""
    return [pair for pair in pairs if pair[1]]


def room(state: Table, side: int) -> int:
    """4.2: the hexes where a side has fewer than two pieces."""
    free = bit(len(state.printed.hexes)) - 1
    for place in ones(state.held[side]):
        if pieces_in(state, side, place).bit_count() >= STACKING:
            free &= ~bit(place)
    return free


# 2 Set-up


def waiting(state: Table, side: int) -> int:
    """The first piece a side has still to place, or -1."""
    own = ones(state.printed.own(side))
    return next((piece for piece in own if state.where[piece] == WAITING), -1)


class Place(ChoiceKind[Table]):
    """2.1: the pieces are placed one after the other, captain first; nothing is told until all are there."""

    name = "place"
    holds = ("side",)
    rule = "2"

    def side(self, state: Table, frame: Frame) -> int:
        return frame[2]

    def legal(self, state: Table, frame: Frame) -> Options:
        return [(TO, state.printed.homes[frame[2]] & room(state, frame[2]))]

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        piece = waiting(state, frame[2])
        put(state, piece, argument)
        tell(state, "placed", "2", audience=bit(frame[2]), piece=piece, to=argument)
        if waiting(state, frame[2]) < 0:
            pop(state)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Place {piece}", piece=state.printed.pieces[waiting(state, frame[2])])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != TO:
            return "2", say("the pieces are being placed")
        if not state.printed.homes[frame[2]] >> argument & 1:
            return "2", say("pieces are placed in home hexes")
        return "4", say("two pieces are there already")


PLACE = Place()


def opened(state: Table, frame: Frame) -> None:
    tell(state, "opened", "2")


SET_UP = Steps(
    "set-up",
    lambda state, frame: push(state, PLACE, RED),
    lambda state, frame: push(state, PLACE, BLUE),
    opened,
)


# 3 Cards


class Draw(ChanceKind[Table]):
    """3.1: one card at a time from what is left; only its owner sees it."""

    name = "draw"
    holds = ("side",)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Cards are drawn")

    def weights(self, state: Table, frame: Frame) -> Sequence[int]:
        return [state.deck >> card & 1 for card in range(state.printed.nothing)]

    def play(self, state: Table, frame: Frame, outcome: int) -> None:
        pop(state)
        state.hands[frame[2]] |= bit(outcome)
        state.deck &= ~bit(outcome)
        tell(state, "drew", "3", side=frame[2])
        tell(state, "drew-card", "3", audience=bit(frame[2]), card=outcome)

    def outcome_name(self, state: Table, frame: Frame, outcome: int) -> str:
        return state.printed.cards[outcome]

    def audience(self, state: Table, frame: Frame) -> int:
        return bit(frame[2])


DRAW = Draw()


def deal(state: Table, frame: Frame) -> None:
    """3.1: as many draws as are due, Red's on top."""
    left = state.deck.bit_count()
    due = []
    for side in (RED, BLUE):
        wanted = min(left, max(0, HAND_SIZE - state.hands[side].bit_count()))
        due += [side] * wanted
        left -= wanted
    for side in reversed(due):
        push(state, DRAW, side)


class Bid(ChoiceKind[Table]):
    """3.2: the card stays in hand until both have bid, so nobody sees which it is."""

    name = "bid"
    holds = ("side",)
    rule = "3"

    def side(self, state: Table, frame: Frame) -> int:
        return frame[2]

    def legal(self, state: Table, frame: Frame) -> Options:
        return offered((BID, state.hands[frame[2]]), (NO_BID, 1))

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = frame[2]
        state.bids[side] = argument if verb == BID else state.printed.nothing
        tell(state, "bid", "3", side=side)
        tell(state, "bid-card", "3", audience=bit(side), card=state.bids[side])

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Bid a card to move first, or nothing")

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != BID:
            return "3", say("the bids are being made")
        return "3", say("you do not hold that card")


class Tie(Die[Table]):
    """3.4: who moves first when the bids are equal."""

    name = "tie"

    def play(self, state: Table, frame: Frame, outcome: int) -> None:
        pop(state)
        state.first = RED if outcome < 3 else BLUE
        tell(state, "tie-rolled", "3", die=outcome + 1, first=state.first)


BIDDING, TIE = Bid(), Tie()


def show_bids(state: Table, frame: Frame) -> None:
    """3.3 and 3.4."""
    red, blue = (state.printed.values[bid] for bid in state.bids)
    state.first = BLUE if blue > red else RED
    tell(state, "bids", "3", reveals=True, red=state.bids[RED], blue=state.bids[BLUE])
    for side, bid in enumerate(state.bids):
        if bid < state.printed.nothing:
            discard(state, side, bid)
    state.bids = [NOT_BID, NOT_BID]
    if red == blue and state.dice_for_ties:
        push(state, TIE)


# 4 Movement


def destinations(state: Table, piece: int) -> int:
    """4.1 to 4.3: next to the piece, with room; what the enemy has there does not forbid it."""
    return state.printed.neighbours[state.where[piece]] & room(state, state.printed.owners[piece])


class Moves(ChoiceKind[Table]):
    """4.1: which piece next?"""

    name = "moves"
    holds = ("side",)
    rule = "4"

    def side(self, state: Table, frame: Frame) -> int:
        return frame[2]

    def legal(self, state: Table, frame: Frame) -> Options:
        movable = 0
        for piece in ones(state.printed.own(frame[2]) & ~state.moved):
            if state.where[piece] >= 0 and destinations(state, piece):
                movable |= bit(piece)
        return offered((PIECE, movable), (DONE, 1))

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        if verb == PIECE:
            push(state, STEP, argument)
            return
        pop(state)
        tell(state, "done", "4", side=frame[2])

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Move a piece, or stop")

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != PIECE:
            return "4", say("a piece to move is being chosen")
        if state.printed.owners[argument] != frame[2]:
            return "4", say("that piece is not yours")
        if state.where[argument] < 0:
            return "4", say("that piece is lost")
        if state.moved >> argument & 1:
            return "4", say("that piece has moved")
        return "4", say("that piece has nowhere to go")


class Step(ChoiceKind[Table]):
    """4.1: where to? The choice of the piece is not told, so the enemy sees only what moves in the end."""

    name = "step"
    holds = ("piece",)
    rule = "4"

    def side(self, state: Table, frame: Frame) -> int:
        return state.printed.owners[frame[2]]

    def legal(self, state: Table, frame: Frame) -> Options:
        return [(TO, destinations(state, frame[2]))]

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        piece, side = frame[2], state.printed.owners[frame[2]]
        state.moved |= bit(piece)
        origin, attack = state.where[piece], bool(state.held[1 - side] >> argument & 1)
        tell(state, "attacks" if attack else "moves", "4", side=side, origin=origin, to=argument)
        audience = EVERYONE if state.shown >> piece & 1 else bit(side)
        tell(state, "moved-piece", "4", audience=audience, piece=piece, to=argument)
        if attack:
            push(state, BATTLE, piece, argument)
        else:
            put(state, piece, argument)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("Where does {piece} go?", piece=state.printed.pieces[frame[2]])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != TO:
            return "4", say("a hex to move to is being chosen")
        if not state.printed.neighbours[state.where[frame[2]]] >> argument & 1:
            return "4", say("a piece moves one hex")
        return "4", say("two pieces are there already")


MOVES, STEP = Moves(), Step()


# 5 Battle


class Ambush(ChoiceKind[Table]):
    """5.1: an interrupt by the attacked side, asked whatever it holds, so that asking tells nothing."""

    name = "ambush"
    holds = ("piece", "hex")
    rule = "5"

    def side(self, state: Table, frame: Frame) -> int:
        return 1 - state.printed.owners[frame[2]]

    def legal(self, state: Table, frame: Frame) -> Options:
        return offered((AMBUSH, state.hands[self.side(state, frame)]), (NO_AMBUSH, 1))

    def play(self, state: Table, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        side = self.side(state, frame)
        if verb == AMBUSH:
            state.ambush = state.printed.values[argument]
            discard(state, side, argument)
            tell(state, "ambush", "5", side=side, card=argument)

    def prompt(self, state: Table, frame: Frame) -> Message:
        return say("{place} is attacked: play a card as an ambush?", place=state.printed.hexes[frame[3]])

    def why_not(self, state: Table, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != AMBUSH:
            return "5", say("an ambush is being decided")
        return "5", say("you do not hold that card")


class Roll(Die[Table]):
    """5.4: the attacker's die."""

    name = "roll"
    holds = ("piece", "hex")

    def play(self, state: Table, frame: Frame, outcome: int) -> None:
        pop(state)
        piece, place = frame[2:]
        target = strongest(state, piece, place)
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


def show(state: Table, frame: Frame) -> None:
    """5.2."""
    fighting = bit(frame[2]) | defenders(state, frame[2], frame[3])
    state.shown |= fighting
    tell(state, "shown", "5", reveals=True, pieces=list(ones(fighting)))


def fight(state: Table, frame: Frame) -> None:
    """5.3: decoys are lost; otherwise a die is due."""
    piece, place = frame[2:]
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
        state.ambush = state.moved = 0
        state.frames.clear()


def move_in(state: Table, frame: Frame) -> None:
    """5.5."""
    piece, place = frame[2:]
    state.ambush = 0
    if state.where[piece] >= 0 and not defenders(state, piece, place):
        put(state, piece, place)
        tell(state, "moves-in", "5", piece=piece, to=place)


BATTLE = Steps(
    "battle",
    lambda state, frame: push(state, AMBUSHING, *frame[2:]),
    show,
    fight,
    move_in,
    holds=("piece", "hex"),
)


# 6 The turn


def finish(state: Table, frame: Frame) -> None:
    """6.1 and 6.2: the next turn, or the end."""
    for side in (RED, BLUE):
        if state.held[side] >> CENTRE & 1:
            state.points[side] += 1
            tell(state, "point", "6", side=side)
    state.moved = 0
    if state.turn == state.last_turn:
        state.frames.clear()
        return
    state.turn += 1
    restart(state)


TURN = Steps(
    "turn",
    deal,
    lambda state, frame: push(state, BIDDING, RED),
    lambda state, frame: push(state, BIDDING, BLUE),
    show_bids,
    lambda state, frame: push(state, MOVES, state.first),
    lambda state, frame: push(state, MOVES, 1 - state.first),
    finish,
)

KINDS = (TURN, SET_UP, PLACE, DRAW, BIDDING, TIE, MOVES, STEP, BATTLE, AMBUSHING, ROLL)

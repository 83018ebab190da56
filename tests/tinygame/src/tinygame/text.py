"""Positions as text: one fact a line, in any order; and what is impossible about a position.

    turn 2 of 3
    hand red 1a 3b
    piece red/captain C shown
    piece blue/scout N
    phase move blue

A piece without a line is lost; `ties`, `points`, `first`, `discard`, `bid` and `ambush` may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.errors import Malformed, SandtableError
from sandtable.kernel.game import Why
from sandtable.kernel.words import Message, quoted, say
from tinygame.phases import FORMS, Phase, enter, phase_of
from tinygame.play import destinations, waiting
from tinygame.state import BLUE, HAND_SIZE, LOST, NOT_BID, RED, SIDES, STACKING, WAITING, Printed, Table, pieces_in

SIDE_WORDS = ("red", "blue")
TIES = ("red", "dice")
PLACES = {WAITING: "waiting", LOST: "lost"}


# Writing


def write(state: Table) -> str:
    """The position; reading it gives the same state."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: Table) -> Iterator[str]:
    data = state.printed
    yield f"turn {state.turn} of {state.last_turn}"
    yield f"ties {TIES[state.dice_for_ties]}"
    yield f"points {state.points[RED]} {state.points[BLUE]}"
    yield f"first {SIDE_WORDS[state.first]}"
    for side, word in enumerate(SIDE_WORDS):
        yield " ".join(["hand", word, *(data.cards[card] for card in ones(state.hands[side]))])
    yield " ".join(["discard", *(data.cards[card] for card in ones(state.discards))])
    for side, word in enumerate(SIDE_WORDS):
        if state.bids[side] != NOT_BID:
            yield f"bid {word} {[*data.cards, 'nothing'][state.bids[side]]}"
    yield f"ambush {state.ambush}"
    for piece, place in enumerate(state.where):
        marks = [word for word, mask in (("shown", state.shown), ("moved", state.moved)) if mask >> piece & 1]
        yield " ".join(["piece", data.pieces[piece], PLACES.get(place) or data.hexes[place], *marks])
    name, numbers = phase_of(state)
    lists = _names(data)
    yield " ".join(["phase", name, *(lists[noun][n] for noun, n in zip(FORMS[name], numbers, strict=True))])


def _names(data: Printed) -> dict[str, Sequence[str]]:
    return {"side": SIDE_WORDS, "piece": data.pieces, "hex": data.hexes}


# Reading


class Reader:
    """Reads a position line by line into a state."""

    def __init__(self, data: Printed) -> None:
        self.data = data
        self.state = Table.blank(data)
        self.state.where = [LOST] * len(data.pieces)
        self.phase: Phase | None = None
        self.seen: set[str] = set()
        self.readers: dict[str, tuple[int, Callable[[list[str]], None]]] = {
            "turn": (0, self.turn),
            "ties": (0, self.ties),
            "points": (0, self.points),
            "first": (0, self.first),
            "hand": (1, self.hand),
            "discard": (0, self.discard),
            "bid": (1, self.bid),
            "ambush": (0, self.ambush),
            "piece": (1, self.piece),
            "phase": (0, self.read_phase),
        }

    def read(self, text: str) -> Table:
        for number, line in enumerate(text.split("\n"), 1):
            try:
                self.line(line.split())
            except SandtableError as error:
                raise Malformed(say("line {number}: {reason}", number=number, reason=error.reason)) from None
        if self.phase is None:
            raise Malformed(say("line {number}: a line with the phase is missing", number=text.count("\n") + 1))
        self.state.rebuild()
        enter(self.state, self.phase)
        return self.state

    def line(self, words: list[str]) -> None:
        if not words:
            return
        self.find(self.readers, words[0])
        names, reader = self.readers[words[0]]
        head = " ".join(words[: 1 + names])
        if head in self.seen:
            raise Malformed(say("'{head}' stands there twice", head=head))
        self.seen.add(head)
        reader(words[1:])

    # The words of a line

    def expect(self, words: list[str], count: int) -> list[str]:
        if len(words) != count:
            raise Malformed(say("{due} words are due after the first, not {given}", due=count, given=len(words)))
        return words

    def number(self, word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise Malformed(say("'{word}' is not a number", word=word))
        return int(word)

    def find(self, names: Iterable[str], word: str) -> int:
        known = list(names)
        if word not in known:
            raise Malformed(say("'{word}' is not one of {known}", word=word, known=quoted(known, 20)))
        return known.index(word)

    def cards(self, words: list[str]) -> int:
        return mask_of(self.find(self.data.cards, word) for word in words)

    # The lines

    def turn(self, words: list[str]) -> None:
        turn, of, last = self.expect(words, 3)
        self.find(["of"], of)
        self.state.turn, self.state.last_turn = self.number(turn), self.number(last)

    def ties(self, words: list[str]) -> None:
        self.state.dice_for_ties = self.find(TIES, *self.expect(words, 1))

    def points(self, words: list[str]) -> None:
        self.state.points = [self.number(word) for word in self.expect(words, 2)]

    def first(self, words: list[str]) -> None:
        self.state.first = self.find(SIDE_WORDS, *self.expect(words, 1))

    def hand(self, words: list[str]) -> None:
        side = self.find(SIDE_WORDS, *self.expect(words[:1], 1))
        self.state.hands[side] = self.cards(words[1:])

    def discard(self, words: list[str]) -> None:
        self.state.discards = self.cards(words)

    def bid(self, words: list[str]) -> None:
        side, card = self.expect(words, 2)
        self.state.bids[self.find(SIDE_WORDS, side)] = self.find([*self.data.cards, "nothing"], card)

    def ambush(self, words: list[str]) -> None:
        self.state.ambush = self.number(*self.expect(words, 1))

    def piece(self, words: list[str]) -> None:
        piece = self.find(self.data.pieces, *self.expect(words[:1], 1))
        place = self.find([*self.data.hexes, "waiting", "lost"], *self.expect(words[1:2], 1))
        size = len(self.data.hexes)
        self.state.where[piece] = place if place < size else (WAITING, LOST)[place - size]
        for word in words[2:]:
            mark = ("shown", "moved")[self.find(("shown", "moved"), word)]
            setattr(self.state, mark, getattr(self.state, mark) | bit(piece))

    def read_phase(self, words: list[str]) -> None:
        name = list(FORMS)[self.find(list(FORMS), *self.expect(words[:1], 1))]
        nouns, names = FORMS[name], _names(self.data)
        numbers = self.expect(words[1:], len(nouns))
        self.phase = Phase(name, tuple(self.find(names[n], word) for n, word in zip(nouns, numbers, strict=True)))


# What is impossible


def faults(state: Table) -> list[Why]:
    """Everything impossible about a position, with the paragraph that says so."""
    found = [*_board_faults(state), *_card_faults(state), *_phase_faults(state)]
    return [Why(rule, sentence) for rule, sentence in found]


def _board_faults(state: Table) -> Iterator[tuple[str, Message]]:
    if state.held[RED] & state.held[BLUE]:
        yield "4", say("both sides are in one hex")
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

"""The words on the buttons and in the log."""

from __future__ import annotations

from sandtable.kernel.wording import Taking, Wording
from sandtable.kernel.words import Message, say
from tinygame.printed.data import NOTHING, SIDES, Printed
from tinygame.state import Table
from tinygame.verbs import AMBUSH, BID, DONE, NO_AMBUSH, NO_BID, PIECE, TO

BUTTONS = {
    TO: "Go to {hex}",
    PIECE: "Move {piece}",
    BID: "Bid {card}",
    NO_BID: "Bid nothing",
    AMBUSH: "Ambush with {card}",
    NO_AMBUSH: "No ambush",
    DONE: "Stop",
}
LINES = {
    "placed": "{piece} is placed in {to}",
    "opened": "All pieces are placed",
    "drew": "{side} draws a card",
    "drew-card": "The card is {card}",
    "bid": "{side} has bid",
    "bid-card": "The bid is {card}",
    "bids": "The bids: Red {red}, Blue {blue}",
    "tie-rolled": "Equal bids, die {die}: {first} moves first",
    "moves": "A piece of {side} moves from {origin} to {to}",
    "attacks": "A piece of {side} in {origin} attacks {to}",
    "moved-piece": "It is {piece}",
    "done": "{side} stops moving",
    "ambush": "{side} ambushes with {card}",
    "shown": "The battle is between {pieces}",
    "rolled": "Die {die}: {attack} against {defence}",
    "lost": "{piece} is lost",
    "moves-in": "{piece} moves in to {to}",
    "point": "{side} holds the centre: one point",
}


def hex_name(printed: Printed, place: int) -> str:
    return printed.hexes[place]


def card_name(printed: Printed, card: int) -> str:
    return [*printed.cards, NOTHING][card]


def side_name(printed: Printed, side: int) -> Message:
    return say(SIDES[side])


WORDING: Wording[Table, Printed] = Wording(
    BUTTONS,
    LINES,
    {
        **dict.fromkeys(("hex", "to", "origin"), hex_name),
        **dict.fromkeys(("card", "red", "blue"), card_name),
        **dict.fromkeys(("side", "first"), side_name),
        "piece": lambda printed, piece: printed.pieces[piece],
        "pieces": lambda printed, pieces: ", ".join(printed.pieces[piece] for piece in pieces),
    },
    takes={"lost": Taking("piece")},
    owners=lambda printed: printed.owners,
)

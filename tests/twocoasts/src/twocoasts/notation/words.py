"""The words on the buttons and in the log."""

from __future__ import annotations

from sandtable.kernel.wording import Taking, Wording
from sandtable.kernel.words import Message, say
from twocoasts.printed.data import Printed
from twocoasts.printed.map import SIDES
from twocoasts.state import Coasts
from twocoasts.verbs import (
    ATTACK,
    DIG,
    DISCARD,
    DROP,
    FIGHT,
    FIRE,
    HOLD,
    JOIN,
    LOSE,
    MARCH,
    PASS,
    RECRUIT,
    STOP,
    TO,
    UNIT,
)

BUTTONS = {
    UNIT: "Move {unit}",
    TO: "Go to {place}",
    DROP: "Leave {unit} behind",
    DIG: "Dig in",
    ATTACK: "Attack {place}",
    JOIN: "{unit} joins the attack",
    FIGHT: "Fight now",
    MARCH: "March farther with {card}",
    FIRE: "Fire: {card}",
    RECRUIT: "Recruits with {card}",
    DISCARD: "Discard {card} for a point",
    LOSE: "Lose {unit}",
    HOLD: "Hold fire",
    STOP: "Stop here",
    PASS: "Pass",
}
RESULTS = {
    "NE": "no effect",
    "AL": "the attacker loses a unit",
    "EX": "both lose a unit",
    "DR": "the defender retreats",
    "DL": "the defender loses a unit and retreats",
}
BUTTONS_AT = {
    ("move", UNIT): "Take {unit} along",
    ("raise", UNIT): "{unit} comes back",
    ("raise", TO): "Land in {place}",
    ("retreat", TO): "Retreat to {place}",
    ("advance", TO): "Move in to {place}",
    ("advance", STOP): "Stay",
}
LINES = {
    "arrives": "{unit} arrives in the reserve",
    "drew": "{side} draws a card",
    "drew-card": "You draw {card}",
    "chit": "A chit of {side} is drawn",
    "storm": "The storm is drawn: nobody crosses the sea this turn",
    "turn": "Turn {turn} begins",
    "passes": "{side} passes",
    "moves": "{units}: from {origin} to {to}",
    "drops": "{unit} stays behind in {to}",
    "stops": "The move ends in {to}: {units}",
    "digs-in": "Dug in at {to}: {units}",
    "marches": "{side} plays {card}: two more points",
    "fires": "{side} fires at {to} with {card}",
    "hit": "Die {die}, {value} or less is needed: a hit",
    "missed": "Die {die}, {value} or less is needed: no hit",
    "attacks": "Attack on {to}: {units}",
    "joins": "{unit} joins the attack on {to}",
    "supports": "{side} plays {card} into the battle",
    "rolled": "Die {die} at {column}: {result}",
    "withdrawn": "{unit} goes back to the reserve",
    "lost": "{unit} is lost: it had no supply",
    "retreats": "Retreat from {origin} to {to}: {units}",
    "moves-in": "{to} is taken: {units}",
    "recruits": "{side} plays {card} for recruits",
    "recruited": "{unit} lands in {to}",
    "point": "{side} discards {card}: one point",
}


def place_name(printed: Printed, place: int) -> str:
    return printed.map.places[place].title


def card_name(printed: Printed, card: int) -> Message:
    face = printed.cards[card]
    return say("{title} ({value})", title=say(face.title), value=face.value)


def side_name(printed: Printed, side: int) -> Message:
    return say(SIDES[side])


WORDING: Wording[Coasts, Printed] = Wording(
    BUTTONS,
    LINES,
    {
        **dict.fromkeys(("place", "to", "origin"), place_name),
        "card": card_name,
        "side": side_name,
        "result": lambda printed, result: say(RESULTS[result]),
        "unit": lambda printed, unit: printed.units[unit],
        "units": lambda printed, units: ", ".join(printed.units[unit] for unit in units),
    },
    BUTTONS_AT,
    takes={"lost": Taking("unit", "{units} are lost: they had no supply")},
    owners=lambda printed: printed.owners,
)

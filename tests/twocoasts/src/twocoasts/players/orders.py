"""The standing orders of Two Coasts: what to do at every step of the enemy (5.1), and in his battles (6.4)."""

from __future__ import annotations

from sandtable.kernel.bits import bit, ones
from sandtable.kernel.choices import Choice, contains, pack
from sandtable.kernel.orders import Order, Term, Terms
from sandtable.kernel.seat import Seat
from twocoasts.knowledge.view import known
from twocoasts.notation.words import place_name
from twocoasts.printed.data import FIRE as FIRE_USE
from twocoasts.rules.c05_reaction import REACT
from twocoasts.rules.c06_battle import REPLY
from twocoasts.rules.c07_supply import ways
from twocoasts.state import Coasts, place_of, within
from twocoasts.verbs import FIRE, HOLD

STEPS, ATTACKS = ("react",), ("reply",)


def _seen(seat: Seat) -> Coasts:
    state: Coasts = known(seat.view(), seat.printed)
    return state


def _own_units(seat: Seat) -> list[tuple[str, str]]:
    return [(seat.printed.units[unit], seat.printed.units[unit]) for unit in ones(seat.printed.own[seat.side])]


def _places(seat: Seat) -> list[tuple[str, str]]:
    world = seat.printed.map
    return [(world.names[place], place_name(seat.printed, place)) for place in ones(world.ashore)]


def _fire_cards(seat: Seat) -> list[tuple[str, str]]:
    cards = _seen(seat).hands[seat.side] & seat.printed.usable[FIRE_USE]
    return [(seat.printed.nouns["card"][card], seat.printed.cards[card].title) for card in ones(cards)]


def _near_unit(spectator: Seat, terms: Terms) -> bool:
    """Has the stack come next to the unit that the order names?"""
    state = _seen(spectator)
    unit = bit(state.printed.units.index(terms["unit"]))
    near = state.printed.map.graph.over(ways(state)).adjacent[place_of(state, state.stack)]
    return bool(within(state, unit, near))


def _at_place(spectator: Seat, terms: Terms) -> bool:
    """Is it the place that the order names that the stack has come to, or that is attacked?"""
    state = _seen(spectator)
    top = state.frames[-1]
    here = place_of(state, state.stack) if top[0] == REACT.number else REPLY.place(top)
    return bool(here == state.printed.map.names.index(terms["place"]))


def _hold(seat: Seat, terms: Terms) -> Choice:
    return pack(HOLD)


def _fire(seat: Seat, terms: Terms) -> Choice:
    """With the card that the order names, as long as it can be played."""
    choice = pack(FIRE, seat.printed.nouns["card"].index(terms["card"]))
    return choice if contains(seat.options(), choice) else pack(HOLD)


CARD, UNIT, PLACE = (
    Term("card", "Card", _fire_cards),
    Term("unit", "Unit", _own_units, open=True),
    Term("place", "Place", _places, open=True),
)

ORDERS = {
    "hold": Order("Hold fire", "Whatever the enemy does, no card is played", STEPS + ATTACKS, _hold),
    "hold-steps": Order("Hold on the march", "No card is played at a stack that moves", STEPS, _hold),
    "fire-near": Order(
        "Fire near", "A stack that comes next to this unit is fired at", STEPS, _fire, (CARD, UNIT), _near_unit
    ),
    "ask-near": Order(
        "Ask me near", "A stack that comes next to this unit is left to you", STEPS, None, (UNIT,), _near_unit
    ),
    "fire-at": Order(
        "Fire at",
        "A stack that comes there, or an attack on it, is met with this card",
        STEPS + ATTACKS,
        _fire,
        (PLACE, CARD),
        _at_place,
    ),
    "ask-at": Order(
        "Ask me at",
        "A stack that comes there, or an attack on it, is left to you",
        STEPS + ATTACKS,
        None,
        (PLACE,),
        _at_place,
    ),
}

"""7.12d, 7.511: what the conditions of a card mean, and how they are put into words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sandtable.games.shifting_sands.printed.conditions import (
    ROUNDS,
    Accompanied,
    Condition,
    Controls,
    ConvoyArrived,
    Either,
    Every,
    FromTurn,
    InRound,
    Not,
    Played,
    PlayedThisTurn,
    Stationed,
)
from sandtable.games.shifting_sands.printed.data import AXIS, Printed
from sandtable.games.shifting_sands.state import Theatre, happened
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.words import Message, say


def holds(state: Theatre, condition: Condition) -> bool:
    """Does a condition hold now?"""
    return MEANINGS[type(condition)](state, condition)


def parts(condition: Condition) -> tuple[Condition, ...]:
    """What a condition asks for, one by one."""
    return condition.parts if isinstance(condition, Every) else (condition,)


def air_support(state: Theatre) -> int:
    """10.322: the Air Support that the Axis could show together with an event, in its hand or kept."""
    if state.aircraft_barred:
        return 0
    return _aircraft(state.printed) & (state.hands[AXIS] | state.kept)


@cache
def _aircraft(printed: Printed) -> int:
    return mask_of(card for card, face in enumerate(printed.cards) if face.key == "air_support")


MEANINGS: dict[type, Callable[[Theatre, Any], bool]] = {
    Played: lambda state, it: happened(state, it.key),
    PlayedThisTurn: lambda state, it: bool(state.events_this_turn >> state.printed.event[it.key] & 1),
    ConvoyArrived: lambda state, it: bool(state.convoy_after_spitfires),
    Accompanied: lambda state, it: bool(air_support(state)),
    FromTurn: lambda state, it: state.turn >= it.turn,
    InRound: lambda state, it: state.round == it.round,
    Controls: lambda state, it: bool(state.controls[it.side] & it.spaces),
    Stationed: lambda state, it: not it.units & ~state.stacks.get(it.space, 0),
    Not: lambda state, it: not holds(state, it.part),
    Every: lambda state, it: all(holds(state, part) for part in it.parts),
    Either: lambda state, it: any(holds(state, part) for part in it.parts),
}


# In words


def in_words(printed: Printed, condition: Condition) -> Message:
    """A condition as part of a sentence: 'Rommel has been played'."""
    return WORDS[type(condition)](printed, condition)


def _title(printed: Printed, key: str) -> str:
    return next(card.title for card in printed.cards if card.key == key)


def _joined(printed: Printed, parts: tuple[Condition, ...], link: str) -> Message:
    found = in_words(printed, parts[0])
    for part in parts[1:]:
        found = say(link, left=found, right=in_words(printed, part))
    return found


def _controls(printed: Printed, it: Controls) -> Message:
    names = ", ".join(printed.spaces[space].name for space in ones(it.spaces))
    spaces = say("one of {spaces}", spaces=names) if it.spaces.bit_count() > 1 else say(names)
    if it.side == AXIS:
        return say("the Axis controls {spaces}", spaces=spaces)
    return say("the Allies control {spaces}", spaces=spaces)


def _stationed(printed: Printed, it: Stationed) -> Message:
    units = ", ".join(printed.units[unit].title for unit in ones(it.units))
    return say("{units} are in {space}", units=units, space=printed.spaces[it.space].name)


def _not(printed: Printed, it: Not) -> Message:
    if isinstance(it.part, Played):
        return say("{event} has not been played", event=_title(printed, it.part.key))
    return say("it is not true that {condition}", condition=in_words(printed, it.part))


WORDS: dict[type, Callable[[Printed, Any], Message]] = {
    Played: lambda printed, it: say("{event} has been played", event=_title(printed, it.key)),
    PlayedThisTurn: lambda printed, it: say(
        "{event} has been played earlier in this turn", event=_title(printed, it.key)
    ),
    ConvoyArrived: lambda printed, it: say("a convoy has reached Malta after Spitfires"),
    Accompanied: lambda printed, it: say("Air Support is played together with it"),
    FromTurn: lambda printed, it: say("it is turn {turn} or later", turn=it.turn),
    InRound: lambda printed, it: say("it is the {number} action round", number=ROUNDS[it.round - 1]),
    Controls: _controls,
    Stationed: _stationed,
    Not: _not,
    Every: lambda printed, it: _joined(printed, it.parts, "{left} and {right}"),
    Either: lambda printed, it: _joined(printed, it.parts, "{left} or {right}"),
}

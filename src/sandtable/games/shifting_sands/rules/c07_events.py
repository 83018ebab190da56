"""7.5: events: when they can be played, and what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from sandtable.games.shifting_sands.printed.cards import Card
from sandtable.games.shifting_sands.printed.conditions import Controls, Every, Played, Stationed
from sandtable.games.shifting_sands.printed.data import AXIS, Printed
from sandtable.games.shifting_sands.rules.c07_conditions import holds, in_words, parts
from sandtable.games.shifting_sands.rules.c07_duties import DUE, NONE
from sandtable.games.shifting_sands.rules.c07_event_effects import EFFECTS
from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.rules.c07_reinforcements import (
    bring,
    class_bit,
    divisions_come,
    divisions_fit,
)
from sandtable.games.shifting_sands.rules.c16_victory import change_points
from sandtable.games.shifting_sands.state import Theatre, happened, has_option
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.events import tell
from sandtable.kernel.words import Message, say

Reason = tuple[str, Message]
SUMMER_1940, SUMMER_1941 = 1, 5
NEEDED_BY: dict[tuple[str, type], str] = {("herkules", Stationed): "10.321", ("malta_convoys", Played): "7.521"}
"""By event and kind of condition the paragraph that asks for it; otherwise it is the card itself."""
FORBIDDEN_BY: dict[tuple[str, type], str] = {
    ("herkules", Played): "10.323",
    ("malta_victorious", Played): "10.323",
    ("spitfires", Played): "7.44",
    ("malta_convoys", Every): "7.521",  # the siege without Spitfires; Herkules is on the card
    ("london_calling", Controls): "7.522",
}


def playable_events(state: Theatre, side: int) -> int:
    """7.12d: the cards in the hand of a side whose event it may play as its action now. Combat cards are not among
    them."""
    obstacles, found = _obstacles(state.printed), 0
    for card in ones(state.hands[side] & ~_combat_cards(state.printed)):
        for obstacle in obstacles[card]:
            if obstacle.stands(state, card):
                break
        else:
            found |= bit(card)
    return found


def why_no_event(state: Theatre, side: int, card: int) -> Reason:
    """The rule and the sentence that forbid an event."""
    obstacles = _obstacles(state.printed)[card]
    return next(obstacle.explain(state, card) for obstacle in obstacles if obstacle.stands(state, card))


def play_event(state: Theatre, side: int, card: int) -> None:
    """7.51: carry out an event. The card has left the hand already. Operations that go with it (7.12f) are pushed
    first, so that they come after it."""
    face = state.printed.cards[card]
    if face.square:
        begin_operations(state, side, face.operations)
    state.events |= bit(state.printed.event[face.key])
    state.events_this_turn |= bit(state.printed.event[face.key])
    if face.reinforcement:
        bring(state, side, card)
    else:
        EFFECTS[face.key](state, side, card)


def action_ends(state: Theatre, side: int) -> None:
    """A12: what Orders from Rome asks of the Axis action that has just ended."""
    if side != AXIS or state.orders_from_rome == NONE:
        return
    if state.orders_from_rome == DUE:
        tell(state, "disobeys", "A12")
        change_points(state, -1, "A12")
    state.orders_from_rome = NONE


# What keeps an event from being played


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that keeps some events from being played."""

    concerns: Callable[[Card], bool]
    """Can it ever keep this card from being played?"""
    stands: Callable[[Theatre, int], bool]
    """Does it so now?"""
    explain: Callable[[Theatre, int], Reason]


@cache
def _obstacles(printed: Printed) -> tuple[tuple[Obstacle, ...], ...]:
    """By card what can keep its event from being played."""
    return tuple(tuple(obstacle for obstacle in OBSTACLES if obstacle.concerns(face)) for face in printed.cards)


@cache
def _combat_cards(printed: Printed) -> int:
    """7.61: the cards that are never played as an action."""
    return mask_of(number for number, face in enumerate(printed.cards) if face.type == "combat")


def _always(state: Theatre, card: int) -> bool:
    return True


def _say_combat_card(state: Theatre, card: int) -> Reason:
    return "7.61", say("a combat card is played in a battle, and not as an action")


def _before_torch(state: Theatre, card: int) -> bool:
    return not happened(state, "torch")


def _say_before_torch(state: Theatre, card: int) -> Reason:
    return "3.0", say("the event of a T card can be played only after Torch")


def _too_late_for_balbo(state: Theatre, card: int) -> bool:
    """19.22a."""
    return has_option(state, "19.22") and state.turn > SUMMER_1940


def _say_too_late_for_balbo(state: Theatre, card: int) -> Reason:
    return "19.22", say("by this option Balbo can be played only in Summer 1940")


def _too_early_for_barbarossa(state: Theatre, card: int) -> bool:
    """19.42c."""
    return has_option(state, "19.42") and state.turn < SUMMER_1941


def _say_too_early_for_barbarossa(state: Theatre, card: int) -> Reason:
    return "19.42", say("by this option Barbarossa cannot be played before Summer 1941")


def _is_forbidden(state: Theatre, card: int) -> bool:
    return any(holds(state, each) for each in state.printed.cards[card].forbidden)


def _say_forbidden(state: Theatre, card: int) -> Reason:
    face = state.printed.cards[card]
    broken = next(each for each in face.forbidden if holds(state, each))
    return FORBIDDEN_BY.get((face.key, type(broken)), face.id), say(
        "{event} cannot be played: {condition}", event=face.title, condition=in_words(state.printed, broken)
    )


def _lacks_something(state: Theatre, card: int) -> bool:
    return not all(holds(state, each) for each in state.printed.cards[card].needs)


def _say_lacks_something(state: Theatre, card: int) -> Reason:
    face = state.printed.cards[card]
    lacking = next(each for need in face.needs for each in parts(need) if not holds(state, each))
    return NEEDED_BY.get((face.key, type(lacking)), face.id), say(
        "{event} can be played only if {condition}", event=face.title, condition=in_words(state.printed, lacking)
    )


def _convoys_are_barred(state: Theatre, card: int) -> bool:
    return bool(state.convoys_barred)


def _say_convoys_are_barred(state: Theatre, card: int) -> Reason:
    return "X28", say("Sea Devils & E-Boats keeps convoys from Malta for the rest of this turn")


def _repeats_class(state: Theatre, card: int) -> bool:
    return bool(state.reinforced[state.printed.cards[card].side] & class_bit(state, card))


def _say_repeats_class(state: Theatre, card: int) -> Reason:
    name = state.printed.cards[card].reinforcement
    return "7.53", say("you have played a reinforcement card of the class {name} in this turn", name=name)


def _cannot_arrive(state: Theatre, card: int) -> bool:
    return not divisions_fit(state, card)


def _say_cannot_arrive(state: Theatre, card: int) -> Reason:
    if not divisions_come(state, card):
        return "7.53", say("a division of this card has come already, or is out of the game")
    if divisions_fit(state, card, free=True):
        points = state.printed.cards[card].operations
        return "10.53", say(
            "its divisions need markers where they arrive, and {points} operation points do not pay for them",
            points=points,
        )
    return "7.53", say("there is no room for every division of this card where it may arrive")


OBSTACLES = (
    Obstacle(lambda face: face.type == "combat", _always, _say_combat_card),
    Obstacle(lambda face: face.torch, _before_torch, _say_before_torch),
    Obstacle(lambda face: face.key == "balbo", _too_late_for_balbo, _say_too_late_for_balbo),
    Obstacle(lambda face: face.key == "barbarossa", _too_early_for_barbarossa, _say_too_early_for_barbarossa),
    Obstacle(lambda face: bool(face.forbidden), _is_forbidden, _say_forbidden),
    Obstacle(lambda face: bool(face.needs), _lacks_something, _say_lacks_something),
    Obstacle(lambda face: face.key == "malta_convoys", _convoys_are_barred, _say_convoys_are_barred),
    Obstacle(lambda face: bool(face.reinforcement), _repeats_class, _say_repeats_class),
    Obstacle(lambda face: bool(face.reinforcement), _cannot_arrive, _say_cannot_arrive),
)
"""In the order in which they are explained."""

"""A handful of plans for an action: which card for which use, and what is done with it.

Of the cards with the same operations the one that is least worth keeping is given; an event is weighed against all
that could be done instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.players.draft import PLAY, Draft
from sandtable.games.shifting_sands.players.events import event_worth, keep_worth
from sandtable.games.shifting_sands.players.operations import Operations, with_duties
from sandtable.games.shifting_sands.players.policy import point
from sandtable.games.shifting_sands.players.rebuilding import needs, points_of, points_worth
from sandtable.games.shifting_sands.players.survey import Survey
from sandtable.games.shifting_sands.players.transfers import Transfers
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c06_actions import AUTOMATIC_POINTS
from sandtable.games.shifting_sands.rules.c07_duties import DUE
from sandtable.games.shifting_sands.rules.c07_events import playable_events
from sandtable.games.shifting_sands.rules.c07_points import ban
from sandtable.games.shifting_sands.rules.c10_regions import in_desert
from sandtable.games.shifting_sands.state import (
    EVENT as EVENT_USE,
)
from sandtable.games.shifting_sands.state import (
    REDEPLOYMENT,
    Theatre,
)
from sandtable.games.shifting_sands.state import (
    REPLACEMENTS as REPLACEMENTS_USE,
)
from sandtable.games.shifting_sands.verbs import AUTOMATIC, EVENT, OPERATIONS, REDEPLOY, REPLACEMENTS
from sandtable.kernel.bits import mask_of, ones
from sandtable.players.planning import Plan

URGENT = 3.0
"""How much more a point counts that is lost unless something is done at once."""


class Drafted(Plan):
    """A plan with the draft behind it, and what it brings besides; neither is remembered."""

    draft: Draft
    besides: dict[str, float]


class Hand:
    """The cards of a side, and what each is worth in the hand."""

    def __init__(self, state: Theatre, side: int) -> None:
        self.state, self.cards = state, state.hands[side]
        self.playable = playable_events(state, side)
        self.keep = {card: keep_worth(state, card, self.playable) for card in ones(self.cards)}

    def cheapest(self) -> dict[int, int]:
        """By operations the card that is least worth keeping."""
        found: dict[int, int] = {}
        for card in sorted(self.keep, key=lambda card: (self.keep[card], card)):
            found.setdefault(self.state.printed.cards[card].operations, card)
        return dict(sorted(found.items()))


def action_plans(state: Theatre, side: int) -> Iterator[Drafted]:
    """What a side could do with its action, the safest first."""
    survey, hand = Survey(state, side), Hand(state, side)
    operations = Operations(survey)
    idle = Draft(survey, 0)
    disobeying = _disobeying(state, side)
    yield _by_points(operations, AUTOMATIC, 0, AUTOMATIC_POINTS, 0.0)
    for points, card in hand.cheapest().items():
        yield _by_points(operations, OPERATIONS, card, points, hand.keep[card])
    if state.last_use[side] != REDEPLOYMENT:
        transfers = Transfers(survey)
        for points, card in hand.cheapest().items():
            besides = {"hand": -hand.keep[card], "events": disobeying}
            draft = transfers.best(points)
            yield Drafted("redeploy", [[PLAY, REDEPLOY, card], *draft.orders], draft, besides)
    if state.last_use[side] != REPLACEMENTS_USE and not (side == AXIS and ban(state)):
        yield from _for_replacements(state, side, hand, idle, disobeying)
    for card in ones(hand.playable):
        yield _event(survey, operations, card, idle, disobeying)


def _by_points(operations: Operations, verb: int, card: int, points: int, price: float) -> Drafted:
    """The best operations for so many points."""
    draft = _obedient(operations.best(points))
    besides = {"hand": -price, "events": _obeyed(draft)}
    return Drafted("operations", [[PLAY, verb, card], *draft.orders], draft, besides)


def _for_replacements(state: Theatre, side: int, hand: Hand, idle: Draft, disobeying: float) -> Iterator[Drafted]:
    wanted = needs(state, side)
    best: tuple[float, int] | None = None
    for card, price in hand.keep.items():
        gain = points_worth(state, side, points_of(state, card), wanted) - price
        if best is None or gain > best[0]:
            best = gain, card
    if best:
        besides = {"replacements": best[0], "events": disobeying}
        yield Drafted("rebuild", [[PLAY, REPLACEMENTS, best[1]]], idle, besides)


def _event(survey: Survey, operations: Operations, card: int, idle: Draft, disobeying: float) -> Drafted:
    """An event; with its operations, if it has any. What they do is planned again when the event has happened."""
    state, face = survey.state, survey.printed.cards[card]
    order = [PLAY, EVENT, card]
    besides = {"events": event_worth(state, card) + disobeying}
    draft = idle
    if face.type == "offensive":
        draft = Operations(Survey(during(state, card), survey.side)).best(face.operations)
    elif face.square:
        draft = operations.best(face.operations)
    return Drafted(face.title, [order], draft, besides)


def during(state: Theatre, card: int) -> Theatre:
    """The position while this event is carried out (13.62)."""
    trial = state.copy()
    trial.card, trial.use = card, EVENT_USE
    return trial


# A12: orders from Rome


def _disobeying(state: Theatre, side: int) -> float:
    """A12: what it costs to do something else than operations with Italians: whatever that is can wait a round."""
    return -URGENT * point(state) if side == AXIS and state.orders_from_rome == DUE else 0.0


def _obeyed(draft: Draft) -> float:
    price = _disobeying(draft.survey.state, draft.survey.side)
    return price if price and not _italians(draft) & (draft.movers | draft.fighters) else 0.0


def _obedient(draft: Draft) -> Draft:
    """A12: a point that is left activates Italians, even if they stay where they are."""
    if _obeyed(draft):
        for space in ones(_italians(draft)):
            if draft.can_activate(space, attack=False):
                draft.activate(space, attack=False)
                break
    return draft


def _italians(draft: Draft) -> int:
    """A12: the spaces of Libya and Egypt with Italian divisions."""
    survey = draft.survey
    divisions = survey.printed.nations["IT"] & survey.printed.divisions
    italian = [space for space, units in survey.armies.items() if units & divisions]
    return mask_of(space for space in italian if in_desert(survey.state, space))


# When an action has begun already


def points_plan(state: Theatre, side: int) -> Drafted:
    """The best that can be done with the points that are left."""
    operations = Operations(Survey(state, side))
    draft = with_duties(operations.best(state.left), operations.due())
    return Drafted("operations", draft.orders, draft, {})


def transfers_plan(state: Theatre, side: int) -> Drafted:
    draft = Transfers(Survey(state, side)).best(state.left)
    return Drafted("redeploy", draft.orders, draft, {})

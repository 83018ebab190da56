"""The words for cards and actions."""

from __future__ import annotations

from sandtable.games.shifting_sands.verbs import (
    AUTOMATIC,
    DISCARD,
    DONE,
    EVENT,
    OPERATIONS,
    REDEPLOY,
    REPLACEMENTS,
    TAKE,
)

BUTTONS: dict[int, str] = {
    DISCARD: "Discard {card}",
    TAKE: "Take {card}",
    OPERATIONS: "Operations with {card}: {points}",
    REDEPLOY: "Redeploy with {card}: {points}",
    REPLACEMENTS: "Replacement points for {card}: {points}",
    EVENT: "Play the event {card}",
    AUTOMATIC: "Automatic operation",
}
"""By verb."""
BUTTONS_AT: dict[tuple[str, int], str] = {
    ("discards", DONE): "Keep the other cards",
    ("takes", DONE): "Take no card",
}
"""By decision and verb."""
LINES: dict[str, str] = {
    "turn": "{turn} begins",
    "year": "The cards of {year} join the decks, which are shuffled with the discards",
    "reshuffle": "Both sides shuffle their discards into their draw piles",
    "puts-aside": "You discard {card}",
    "discards": "{side}: {number_of_cards} discarded",
    "takes": "You take {card}",
    "draws": "{side}: {number_of_cards} drawn",
    "draws-card": "You draw {card}",
    "runs-out": "{side}: the draw pile has run out, and the discards are shuffled",
    "card-put-away": "{card} goes to the discards: the turn is over",
    "round": "Round {round}",
    "automatic": "{side}: an automatic operation",
    "plays-operations": "{side}: a {points}-point card for operations",
    "plays-operations-card": "You play {card} for operations ({points})",
    "plays-redeployment": "{side}: a {points}-point card for redeployment",
    "plays-redeployment-card": "You play {card} for redeployment ({points})",
    "plays-replacements": "{side}: a card for replacement points",
    "plays-replacements-card": "You play {card} for replacement points",
    "plays-event": "{side}: the event {card}",
    "card-removed": "{card} leaves the game",
}
"""By event."""
HARMS: dict[tuple[str, int], tuple[str, str]] = {}
"""By decision and verb: the rule, and what is lost."""

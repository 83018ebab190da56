"""The cards, wherever they lie: hands, cards in a battle, cards that a winner keeps, draw piles, discards."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.drawing.board import BATTLE_PILE, DECKS, DISCARDS, HANDS, KEPT, REMOVED_PILE
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint
from sandtable.games.shifting_sands.notation.words import TRACK_NAMES
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.cards import Card as Printed
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from sandtable.games.shifting_sands.verbs import (
    COMBAT_CARD,
    EVENT,
    OPERATIONS,
    REDEPLOY,
    REPLACEMENTS,
    TAKE,
    VERBS,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Card, Use
from sandtable.kernel.words import Parameter, phrase

USES = {
    OPERATIONS: "Operations: {points} points",
    REDEPLOY: "Redeployment: {points} points",
    REPLACEMENTS: "Replacements: {replacements}",
}
SYMBOLS = {"combat": "C", "offensive": "O"}
LONG_WORDS = {
    "Reinforcements": "Reinforce-ments",
    "Commonwealth": "Common-wealth",
    "Mediterranean": "Mediter-ranean",
    "Aeronautica": "Aero-nautica",
    "Unternehmen": "Unter-nehmen",
    "Panzergruppe": "Panzer-gruppe",
    "Battlefield": "Battle-field",
    "Bersaglieri": "Bersa-glieri",
    "Auchinleck": "Auchin-leck",
    "Minefields": "Mine-fields",
}
"""Where words are divided that are too long for a small card."""
SOFT_HYPHEN = "\u00ad"


def cards(viewpoint: Viewpoint) -> Iterator[Card]:
    """The reader's hand, and whatever lies open; all others face down."""
    state = viewpoint.state
    for side in range(2):
        own = side == viewpoint.side
        yield from _hand(viewpoint, side)
        kept = state.kept & state.printed.decks[side] & ~state.combat_cards[side]
        yield from (_face_up(viewpoint, card, KEPT[side]) for card in ones(kept))
        yield from (_face_up(viewpoint, card, BATTLE_PILE) for card in ones(state.combat_cards[side]))
        yield from _deck(viewpoint, side)
        if own:
            laid = state.discards[side] | state.aside[side]
            yield from (_face_up(viewpoint, card, DISCARDS[side]) for card in ones(laid))
        else:
            yield from _discards_of_others(viewpoint, side)
    yield from (_face_up(viewpoint, card, REMOVED_PILE) for card in ones(state.removed))


def _hand(viewpoint: Viewpoint, side: int) -> Iterator[Card]:
    """5.1: readers see their own, and those of the other hand that they have been shown (X13, A17, 7.74)."""
    state, printed = viewpoint.state, viewpoint.state.printed
    if side == viewpoint.side:
        held = sorted(
            ones(state.hands[side] | state.taken[side]), key=lambda card: -printed.cards[card].operations
        )
        yield from (_face_up(viewpoint, card, HANDS[side]) for card in held)
        return
    seen = viewpoint.seen_hands & printed.decks[side]
    if hidden := viewpoint.hand_sizes[side] - seen.bit_count():
        yield Card(pile=HANDS[side], side=side, count=hidden)
    yield from (_face_up(viewpoint, card, HANDS[side]) for card in ones(seen))


def _discards_of_others(viewpoint: Viewpoint, side: int) -> Iterator[Card]:
    """5.11, 7.12: face down, but for those that were shown as they were played."""
    seen = viewpoint.seen_discards & viewpoint.state.printed.decks[side]
    if hidden := viewpoint.discard_sizes[side] - seen.bit_count():
        yield Card(pile=DISCARDS[side], side=side, count=hidden)
    yield from (_face_up(viewpoint, card, DISCARDS[side]) for card in ones(seen))


def _deck(viewpoint: Viewpoint, side: int) -> Iterator[Card]:
    """5.12: face down; only what can be taken from it lies open (7.74, 19.4)."""
    state = viewpoint.state
    taken = viewpoint.offered.get(TAKE, 0) & draw_pile(state, side)
    yield from (_face_up(viewpoint, card, DECKS[side]) for card in ones(taken))
    if left := viewpoint.deck_size(side) - taken.bit_count():
        yield Card(pile=DECKS[side], side=side, count=left)


def _face_up(viewpoint: Viewpoint, card: int, pile: str) -> Card:
    state = viewpoint.state
    face = state.printed.cards[card]
    in_hand = face.side == viewpoint.side and pile == HANDS[face.side]
    return Card(
        id=face.id,
        pile=pile,
        side=face.side,
        title=_divided(phrase(face.title)),
        value=str(face.operations),
        square=face.square,
        symbols=tuple(_symbols(face)),
        text=tuple(phrase(line) for line in face.lines),
        uses=tuple(_uses(face)) if in_hand else (),
        rule=face.id,
        status=(replacements(face, brief=True), *_condition(state, card)),
    )


def _divided(title: str) -> str:
    for word, parts in LONG_WORDS.items():
        title = title.replace(word, parts.replace("-", SOFT_HYPHEN))
    return title


def _condition(state: Theatre, card: int) -> Iterator[str]:
    """5.11, 7.74, 7.614: what is special about a card now."""
    side = state.printed.cards[card].side
    if state.aside[side] >> card & 1:
        yield phrase("to be discarded")
    if state.taken[side] >> card & 1:
        yield phrase("taken from the draw pile")
    if state.used_cards >> card & 1:
        yield phrase("used in this action")


def _symbols(face: Printed) -> Iterator[str]:
    """3.0, 7.1: what is printed besides name and value."""
    if face.type in SYMBOLS:
        yield SYMBOLS[face.type]
    if face.reinforcement:
        yield face.reinforcement
    if face.torch and face.reinforcement != "T":
        yield "T"
    if face.square:
        yield "+"
    if face.red:
        yield "K"
    if face.asterisk:
        yield "*"


def replacements(face: Printed, *, brief: bool = False) -> str:
    """7.41: the points in the lower left corner; brief, as on a small card: BR2 CW1."""
    found = [(track, points) for track, points in zip(TRACKS, face.points, strict=True) if points]
    if brief:
        return " ".join(f"{track}{points}" for track, points in found)
    return ", ".join(f"{points} {TRACK_NAMES[track]}" for track, points in found)


def _uses(face: Printed) -> Iterator[Use]:
    """7.12: the four uses; the event of a combat card is played in a battle (7.61)."""
    points: dict[str, Parameter] = {"points": face.operations, "replacements": replacements(face)}
    for verb in (OPERATIONS, REDEPLOY, REPLACEMENTS):
        yield Use(f"{VERBS[verb].name}:{face.id}", phrase(USES[verb], **points))
    if face.type == "combat":
        yield Use(f"{VERBS[COMBAT_CARD].name}:{face.id}", phrase("Combat card, in a battle"))
    else:
        words = "Event, with {points} operation points" if face.square else "Event"
        yield Use(f"{VERBS[EVENT].name}:{face.id}", phrase(words, **points))

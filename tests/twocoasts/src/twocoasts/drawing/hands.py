"""The cards, wherever they lie, and the cup of chits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.scene import Card, Chit, Cup, Use
from sandtable.kernel.words import phrase, say
from twocoasts.drawing.board import HANDS, SYMBOLS
from twocoasts.knowledge.view import View
from twocoasts.printed.data import FIRE, MARCH, RECRUIT
from twocoasts.printed.map import SIDES
from twocoasts.state import Coasts, is_stormy


def cards(view: View, state: Coasts) -> Iterator[Card]:
    """The reader's hand, what was played and discarded; the other cards lie face down."""
    for side, size in enumerate(view.hand_sizes):
        if side == view.side:
            yield from (_face_up(state, card, HANDS[side], side) for card in ones(state.hands[side]))
        elif size:
            yield Card(pile=HANDS[side], side=side, count=size)
    yield from (_face_up(state, card, "table") for card in ones(state.played))
    yield from (_face_up(state, card, "discards") for card in ones(state.discards))
    unseen = sum(size for side, size in enumerate(view.hand_sizes) if side != view.side)
    if left := state.deck.bit_count() - unseen:
        yield Card(pile="deck", count=left)


def _face_up(state: Coasts, card: int, pile: str, side: int = -1) -> Card:
    face, name = state.printed.cards[card], state.printed.nouns["card"][card]
    return Card(
        id=name,
        pile=pile,
        side=side,
        title=phrase(face.title),
        value=str(face.value),
        symbols=tuple(SYMBOLS[use] for use in face.uses),
        text=tuple(phrase(line) for line in face.text),
        uses=tuple(_uses(face.uses, name)) if side >= 0 else (),
        rule="8.2",
    )


LABELS = {MARCH: "March farther", FIRE: "Fire", RECRUIT: "Recruits"}


def _uses(uses: Iterable[str], name: str) -> Iterator[Use]:
    """8.2, 8.4: what a card in the hand can be played for."""
    yield from (Use(f"{use}:{name}", phrase(LABELS[use])) for use in uses)
    yield Use(f"discard:{name}", phrase("Discard for a point"))


def cup(state: Coasts) -> Cup:
    """3.3: what is left, what was drawn, and what that means."""
    limits = [phrase("one stack for each chit"), phrase("a unit moves once a turn")]
    if is_stormy(state):
        limits.append(phrase("a storm: nobody crosses the sea"))
    alike = Counter(state.printed.chits[chit] for chit in ones(state.cup))
    left = tuple(_chit(letters, side, count) for (letters, side), count in alike.items())
    drawn = tuple(_chit(*state.printed.chits[chit]) for chit in state.drawn)

    return Cup(id="cup", name=phrase("Cup"), left=left, drawn=drawn, limits=tuple(limits), rule="3.3")


def _chit(letters: str, side: int, count: int = 1) -> Chit:
    name = say(SIDES[side]) if side >= 0 else say("Storm")
    note = "" if side >= 0 else phrase("Nobody crosses the sea for the rest of the turn")
    return Chit(
        name=str(name), letters=letters, side=side, count=count, note=note, tone="" if side >= 0 else "warn"
    )

"""What a side sees: pieces, markers, tracks and panels."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.scene import NOWHERE, Marker, Piece, Scene, Tint, TrackPoint
from sandtable.kernel.words import phrase, say
from tinygame.drawing.board import NATIONS
from tinygame.drawing.cards import cards
from tinygame.drawing.charts import lit
from tinygame.drawing.panels import panels
from tinygame.knowledge.view import Hidden, Known, View
from tinygame.printed.data import CENTRE, SIDES, Printed
from tinygame.state import WAITING

PHASES = {
    "place": "set-up",
    "draw": "cards are drawn",
    "bid": "bids",
    "tie": "a die decides who moves first",
    "move": "movement",
    "step": "movement",
    "ambush": "attack",
    "roll": "battle",
    "over": "the game is over",
}


def scene(view: View, side: int, printed: Printed) -> Scene:
    """What a side's view shows; a hidden piece has no name and no id."""
    face_up = bool(printed.face_up >> max(view.fields["special"], 0) & 1)
    turn, turns, phase = view.fields["turn"], view.fields["last_turn"], say(PHASES[view.phase])
    return Scene(
        side=side,
        heading=phrase("Turn {turn} of {turns}: {phase}", turn=turn, turns=turns, phase=phase),
        pieces=(
            *(_known(printed, seen, side, face_up) for seen in view.known),
            *map(_hidden, view.hidden),
        ),
        markers=tuple(_markers(view)),
        tracks=(
            TrackPoint("turn", turn - 1, ""),
            *(TrackPoint("points", points, SIDES[n], n) for n, points in enumerate(view.fields["points"])),
        ),
        panels=tuple(panels(view, printed)),
        cards=tuple(cards(view, printed)),
        tints=tuple(
            Tint(place, tone=str(owner)) for owner, home in enumerate(printed.homes) for place in ones(home)
        ),
        focus=tuple(_focus(view, printed)),
        lit=tuple(lit(view)),
    )


def _known(printed: Printed, seen: Known, side: int, face_up: bool) -> Piece:
    name, owner = printed.pieces[seen.piece], printed.owners[seen.piece]
    hidden = owner == side and not seen.shown and seen.where >= 0 and not face_up
    rank = name.partition("/")[2]
    conditions = {
        phrase("moved"): seen.moved,
        phrase("hidden from the enemy"): hidden,
    }
    return Piece(
        id=name,
        side=owner,
        name=phrase("{side} {rank}", side=say(SIDES[owner]), rank=say(rank)),
        symbol=rank,
        letter=rank[0].upper(),
        figures=str(printed.strengths[seen.piece]),
        nation=NATIONS[owner].id,
        shape="block",
        cell=max(seen.where, NOWHERE),
        box="" if seen.where >= 0 else "waiting" if seen.where == WAITING else "lost",
        status=tuple(words for words, holds in conditions.items() if holds),
        badges=("M",) if seen.moved else (),
        faded=seen.moved,
    )


def _hidden(seen: Hidden) -> Piece:
    return Piece(
        id="",
        side=seen.side,
        name=phrase("hidden piece of {side}", side=say(SIDES[seen.side])),
        symbol="hidden",
        letter="?",
        nation=NATIONS[seen.side].id,
        shape="block",
        cell=seen.where,
        status=(phrase("moved"),) if seen.moved else (),
        badges=("M",) if seen.moved else (),
        faded=seen.moved,
    )


def _markers(view: View) -> Iterator[Marker]:
    yield Marker(name="prize", letter="!", cell=CENTRE)
    if view.phase in ("ambush", "roll"):
        yield Marker(name="attack", letter="*", cell=view.phase_numbers[1])


def _focus(view: View, printed: Printed) -> Iterator[str]:
    """The piece being moved, or attacking, where the reader can name it."""
    if view.phase in ("step", "ambush", "roll") and view.phase_numbers[0] >= 0:
        yield printed.pieces[view.phase_numbers[0]]

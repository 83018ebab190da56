"""What a client draws of Tiny Skirmish: the board, a side's view of it, what an event is about."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.game import Question
from sandtable.kernel.scene import (
    NOWHERE,
    Answer,
    Board,
    Box,
    Cell,
    Entry,
    Gist,
    Line,
    Marker,
    Nation,
    Panel,
    Piece,
    Scene,
    Sheet,
    Terrain,
    Tint,
    Track,
    TrackPoint,
)
from sandtable.kernel.words import Parameter, say
from tinygame.phases import phase_of
from tinygame.play import AMBUSH, BID, PIECE, TO, VERBS, destinations
from tinygame.state import BLUE, CENTRE, NOT_BID, RED, SIDES, WAITING, Printed, Table
from tinygame.view import Hidden, Known, View

PLACES = {"C": (1, 1), "N": (1, 0), "NE": (2, 0.5), "SE": (2, 1.5), "S": (1, 2), "SW": (0, 1.5), "NW": (0, 0.5)}
NATIONS = (Nation("red", "Red", "#9c2f2f", "#fff4ea"), Nation("blue", "Blue", "#c3d8f2", "#14273a"))
BOXES = (Box("waiting", "Waiting"), Box("lost", "Lost"))
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


def phrase(text: str, /, **parameters: Parameter) -> str:
    """A message as the reader gets it, for scenes, which hold finished words."""
    return str(say(text, **parameters))


def board(printed: Printed) -> Board:
    """Seven hexes in columns, a road across the middle, a river, one piece of scenery."""
    number = {name: place for place, name in enumerate(printed.hexes)}
    cells = [Cell(number[name], name, x, y, "hill" if name == "C" else "sand") for name, (x, y) in PLACES.items()]
    longest = max(printed.turns.values())
    return Board(
        title="Tiny Skirmish",
        sheets=(Sheet("map", "Map", "hex-columns"),),
        terrains=(
            Terrain("sand", "sand", " ", "#dcc88e", "sand"),
            Terrain("hill", "hill", "^", "#b08a5a", "rock"),
            Terrain("sea", "sea", "~", "#7fb0c8", "water"),
        ),
        cells=(*cells, Cell(NOWHERE, "sea", 0, 2.5, "sea")),
        lines=(
            Line("road", ((number["N"], number["C"]), (number["C"], number["SE"])), style="road"),
            Line("river", ((number["NW"], number["C"]),), along_sides=True, style="river"),
        ),
        boxes=BOXES,
        tracks=(
            Track("turn", "Turn", tuple(str(turn) for turn in range(1, longest + 1))),
            Track("points", "Points", tuple(str(points) for points in range(longest + 1))),
        ),
        nations=NATIONS,
        piece_noun="piece",
    )


# The scene


def scene(view: View, side: int, printed: Printed) -> Scene:
    """What a side's view shows; a hidden piece has no name and no id."""
    words = "Turn {turn} of {turns}: {phase}"
    return Scene(
        side=side,
        heading=phrase(words, turn=view.turn, turns=view.last_turn, phase=say(PHASES[view.phase])),
        pieces=(*(_known(printed, seen, side) for seen in view.known), *map(_hidden, view.hidden)),
        markers=tuple(_markers(view)),
        tracks=(
            TrackPoint("turn", view.turn - 1, ""),
            *(TrackPoint("points", points, SIDES[n], n) for n, points in enumerate(view.points)),
        ),
        panels=tuple(_panels(view, printed)),
        focus=tuple(_focus(view, printed)),
    )


def _known(printed: Printed, seen: Known, side: int) -> Piece:
    name, owner = printed.pieces[seen.piece], printed.owners[seen.piece]
    rank = name.partition("/")[2]
    conditions = {
        phrase("moved"): seen.moved,
        phrase("hidden from the enemy"): owner == side and not seen.shown and seen.where >= 0,
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
        badge="M" if seen.moved else "",
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
        badge="M" if seen.moved else "",
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


# The panels


def _panels(view: View, printed: Printed) -> Iterator[Panel]:
    if view.side >= 0:
        verb = _verb_for_cards(view, printed)
        cards = tuple(_card(printed, card, verb) for card in view.hand)
        note = "" if cards else phrase("You hold no card")
        yield Panel(id="hand", title=phrase("Your hand"), kind="cards", rows=(cards,), note=note, rule="3")
    yield Panel(
        id="cards",
        title=phrase("Cards"),
        kind="table",
        columns=(phrase("Side"), phrase("In hand"), phrase("Bid")),
        rows=tuple(_card_row(view, printed, side) for side in (RED, BLUE)),
        note=phrase("Discarded: {cards}", cards=", ".join(printed.cards[card] for card in view.discards) or "-"),
        rule="3",
    )


def _verb_for_cards(view: View, printed: Printed) -> int | None:
    """What the reader may do with a card now: bid it, or ambush with it."""
    if view.phase == "bid" and view.phase_numbers[0] == view.side:
        return BID
    if view.phase != "ambush":
        return None
    own = {seen.where for seen in view.known if printed.owners[seen.piece] == view.side}
    return AMBUSH if view.phase_numbers[1] in own else None


def _card(printed: Printed, card: int, verb: int | None) -> Entry:
    words = phrase("{card}, worth {value}", card=printed.cards[card], value=printed.values[card])
    choice = f"{VERBS[verb].name}:{printed.cards[card]}" if verb is not None else ""
    return Entry(words, choice, rule="5" if verb == AMBUSH else "3")


def _card_row(view: View, printed: Printed, side: int) -> tuple[Entry, ...]:
    bid = phrase("made" if view.have_bid[side] else "-")
    if side == view.side and view.bid != NOT_BID:
        bid = [*printed.cards, phrase("nothing")][view.bid]
    return Entry(str(say(SIDES[side]))), Entry(str(view.hand_sizes[side])), Entry(bid)


# Events and questions


def gist(printed: Printed, event: Event) -> Gist:
    """The hexes an event names, the pieces it names, its die, and the side it is about."""
    arguments = event.arguments
    pieces = [*arguments.get("pieces", ()), *([arguments["piece"]] if "piece" in arguments else [])]
    side = arguments.get("side", arguments.get("first", NOWHERE))
    return Gist(
        cells=tuple(arguments[name] for name in ("origin", "to") if name in arguments),
        pieces=tuple(printed.pieces[piece] for piece in pieces),
        dice=(arguments["die"],) if "die" in arguments else (),
        side=printed.owners[pieces[0]] if pieces and side == NOWHERE else side,
    )


def steps(state: Table, piece: int) -> int:
    """4.1: the hexes a piece may go to if it is moved now."""
    name, numbers = phase_of(state)
    owner = state.printed.owners[piece]
    moving = numbers[0] == owner if name == "move" else name == "step" and numbers[0] == piece
    able = moving and state.where[piece] >= 0 and not state.moved >> piece & 1
    return destinations(state, piece) if able else 0


def way(state: Table, piece: int, place: int) -> list[int]:
    """4.1: the choices that move a piece to a hex; none where it may not go."""
    if not steps(state, piece) >> place & 1:
        return []
    return [*([pack(PIECE, piece)] if phase_of(state).name == "move" else []), pack(TO, place)]


def show_steps(state: Table, piece: int) -> Answer:
    """An attack is a warning."""
    enemy = state.held[1 - state.printed.owners[piece]]
    places = ones(steps(state, piece))
    return Answer(cells=tuple(Tint(place, "1", "warn" if enemy >> place & 1 else "good") for place in places))


def show_way(state: Table, piece: int, place: int) -> Answer:
    names = {PIECE: state.printed.pieces, TO: state.printed.hexes}
    run = [unpack(choice) for choice in way(state, piece, place)]
    if not run:
        return Answer(text=phrase("It cannot go there now"), rule="4.1")
    texts = tuple(f"{VERBS[verb].name}:{names[verb][argument]}" for verb, argument in run)
    return Answer(ways=((state.where[piece], place),), run=texts)


QUESTIONS = {
    "steps": Question("Where a piece may go", ("piece",), steps, show_steps, use="selection", title="Steps"),
    "way": Question(
        "The choices that move a piece", ("piece", "hex"), way, show_way, use="route", title="Go there"
    ),
}

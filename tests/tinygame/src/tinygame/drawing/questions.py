"""What a player may ask about the board: where a piece may go, and the choices that take it there."""

from __future__ import annotations

from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack, unpack
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer, Tint
from tinygame.drawing.panels import phrase
from tinygame.rules.c04_movement import destinations
from tinygame.rules.phases import phase_of
from tinygame.state import Table
from tinygame.verbs import PIECE, TO, VERBS


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

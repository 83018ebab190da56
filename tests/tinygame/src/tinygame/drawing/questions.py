"""What a player may ask about the board: where a piece may go, and the choices that take it there."""

from __future__ import annotations

from sandtable.kernel.answers import no_route, reach_answer, route_answer
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import pack
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer
from sandtable.kernel.words import say
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
    figures = dict.fromkeys(ones(steps(state, piece)), 1)
    words = say("Where {piece} may go", piece=state.printed.pieces[piece])
    return reach_answer(words, figures, lambda place: "warn" if enemy >> place & 1 else "good")


def show_way(state: Table, piece: int, place: int) -> Answer:
    run, goal = way(state, piece, place), state.printed.hexes[place]
    if not run:
        return no_route(state.printed.pieces[piece], goal, ("4.1", say("it has no move there now")))
    return route_answer(state, run, VERBS, start=state.where[piece], goal=goal)


QUESTIONS = {
    "steps": Question("Where a piece may go", ("piece",), steps, show_steps, use="selection", title="Steps"),
    "way": Question(
        "The choices that move a piece", ("piece", "hex"), way, show_way, use="route", title="Go there"
    ),
}

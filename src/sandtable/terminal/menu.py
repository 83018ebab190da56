"""The short menu before a game: which game, which scenario, who plays what. Enter takes the first answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.kernel.errors import Malformed, SandtableError
from sandtable.kernel.game import Game, ScenarioInfo
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.registry import game as game_by_id
from sandtable.kernel.words import quoted, say
from sandtable.players.registry import best_player
from sandtable.terminal.lines import Lines
from sandtable.terminal.session import PERSON, check_seats


def choose_game(console: Console, lines: Lines, ids: Sequence[str]) -> Game[Any]:
    """Ask for a game; those that cannot be loaded are left out."""
    games = [game_by_id(game_id) for game_id in ids]
    if not games:
        raise Malformed("no game is installed", "install Sandtable again: its games come with it")
    rows = [(game.id, game.title) for game in games]
    return games[_ask(console, lines, "Which game?", rows)]


def choose_scenario(console: Console, lines: Lines, game: Game[Any]) -> ScenarioInfo:
    rows = [(info.id, f"{info.title} ({info.length}). {info.description}") for info in game.scenarios]
    return game.scenarios[_ask(console, lines, "Which scenario?", rows)]


def choose_seats(console: Console, lines: Lines, game: Game[Any]) -> tuple[str, ...]:
    """Ask who plays each side; a list of names such as person,random is understood too."""
    best = best_player(game)
    alone = [
        tuple(PERSON if side == own else best for side in range(len(game.sides))) for own in range(len(game.sides))
    ]
    seatings = [*alone, (PERSON,) * len(game.sides), (best,) * len(game.sides)]
    words = [f"you play {side}, the computer ({best}) plays the rest" for side in game.sides]
    words += ["people at this keyboard play every side", f"the computer ({best}) plays every side while you watch"]
    rows = [(",".join(seating), text) for seating, text in zip(seatings, words, strict=True)]
    while True:
        answer = _ask_line(console, lines, "Who plays?", rows)
        try:
            place = _place_of(answer, rows)
            return seatings[place] if place is not None else check_seats(game, _names(answer))
        except SandtableError as error:
            console.print(f"{error.reason}; {error.hint}.")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _ask(console: Console, lines: Lines, question: str, rows: Sequence[tuple[str, str]]) -> int:
    """The index of the chosen row."""
    while True:
        answer = _ask_line(console, lines, question, rows)
        place = _place_of(answer, rows)
        if place is not None:
            return place
        known = quoted([name for name, _ in rows])
        console.print(str(say("'{answer}' is not one of {known}.", answer=answer, known=known)))


def _ask_line(console: Console, lines: Lines, question: str, rows: Sequence[tuple[str, str]]) -> str:
    console.print(question, style="bold")
    for number, (name, text) in enumerate(rows, 1):
        console.print(Text.assemble((f"{number:>4}  ", "bold"), f"{name:<22} ", (text, "dim")))
    return lines.ask("[1] ", [name for name, _ in rows])


def _place_of(answer: str, rows: Sequence[tuple[str, str]]) -> int | None:
    """The row an answer means: its number, its name or the start of its name; an empty answer means the first."""
    if not answer:
        return 0
    number = whole_number(answer)
    if number is not None:
        return number - 1 if 1 <= number <= len(rows) else None
    exact = [place for place, (name, _) in enumerate(rows) if name == answer]
    found = exact or [place for place, (name, _) in enumerate(rows) if name.startswith(answer)]
    return found[0] if len(found) == 1 else None

"""All that a table tells somebody, as bytes that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import SPECTATOR, Game
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as game_called
from sandtable.kernel.secrecy import probes
from sandtable.table import archive, questions, updates
from sandtable.table.catalogue import board_of, setting_of
from sandtable.table.house import House
from sandtable.table.messages import WhyNot, encode
from sandtable.table.orders import orders_of
from sandtable.table.people import Person
from sandtable.table.rooms import summary_of

SAMPLES = 3
"""Of each noun, so many things are asked about."""


@cache
def asked_about(game_id: str) -> tuple[str, ...]:
    """A sample of all choices there are, as text."""
    game = game_called(game_id)
    printed = game.load_data()
    texts = map(game.vocabulary(printed).write, probes(game, printed, SAMPLES))
    return tuple(text for text in texts if not text.endswith(":"))  # what has no name is not asked about


@cache
def questions_of(game_id: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What can be asked of a game, each about a few things."""
    game = game_called(game_id)
    return tuple(_questions(game, game.nouns(game.load_data())))


def _questions(game: Game[Any], nouns: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, question in game.questions.items():
        if question.show is None:
            continue
        things = [[each for each in nouns[noun] if each] for noun in question.nouns]
        for number in range(SAMPLES if things else 1):
            yield name, tuple(each[(number + 1) * len(each) // (SAMPLES + 1)] for each in things)


def told_now(match: Match, side: int) -> dict[str, bytes]:
    """All that the table tells a side of this moment of a running match, by name."""
    board, now, texts = board_of(*setting_of(match)), match.seen(side), asked_about(match.game.id)
    asked = questions_of(match.game.id)
    return {
        "export": archive.exported(match, board, side)[1],
        "updates": encode([updates.update_for(match, board, side, after) for after in (-1, now // 2, now)]),
        "moments": encode(updates.moments_of(match, side)),
        "why": encode([questions.because(match, board, WhyNot(side, choice=text)) for text in texts]),
        "preview": encode([_tried(questions.previewed, match, board, side, [text]) for text in texts]),
        "answers": encode([_tried(questions.answered, match, side, *question) for question in asked]),
        "orders": encode(orders_of(match, side, ())) if side >= 0 else b"",
        "lobby": encode(summary_of(match, board)),
    }


def told_in_all(match: Match, side: int) -> dict[str, bytes]:
    """The same, and the whole past."""
    board = board_of(*setting_of(match))
    numbers = [moment.number for moment in updates.moments_of(match, side).moments]
    past = encode([updates.moment_of(match, board, side, number) for number in numbers])
    return {**told_now(match, side), "past": past}


def _tried(asking: Callable[..., Any], *given: Any) -> Any:
    """The answer, or how it was refused."""
    try:
        return asking(*given)
    except SandtableError as error:
        return type(error).__name__, str(error)


async def told_by_the_house(house: House, person: Person | None, table: str, side: int) -> dict[str, bytes]:
    """All that somebody who looks again and again is told, by name; the table is called `table`."""
    numbers = [moment.number for moment in (await house.moments(person, table, side)).moments]
    name, content = await house.export(person, table, side)
    told = {
        "info": encode(await house.info(person, table)),
        "lobby": encode(await house.lobby(person)),
        "update": encode(await house.update(person, table, side)),
        "moments": encode(await house.moments(person, table, side)),
        "past": encode([await house.moment(person, table, side, number) for number in numbers]),
        "export": content,
        "file": name.encode(),
        "chat": encode(await house.overhear(person, table)),
    }
    if side != SPECTATOR and person is not None:
        told["orders"] = encode(await house.orders(person, table, side))
    return {name: each.replace(table.encode(), b"table") for name, each in told.items()}


def compare(one: Mapping[str, bytes], two: Mapping[str, bytes]) -> None:
    """Everything must be the same, byte for byte."""
    for name, value in one.items():
        assert value == two[name], name

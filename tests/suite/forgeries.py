"""Journals with a few records forged, in a file whose checksums are right again, so that replaying meets them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from sandtable.kernel import journal as journal_module
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Journal
from sandtable.kernel.match import Match
from tests.suite.grounds import Policy
from tests.suite.mutations import NAME, POSITION, Means, mutated

Body = dict[str, Any]
"""The header or a record as plain data."""
ACTS = ("resign", "offer-draw", "accept-draw", "ask-take-back", "grant-take-back", "accept-rules", "seat", "")
VALUES = ("", "x", "0")
ODD: tuple[Any, ...] = (-1, 0, 1, 2, 7, 1 << 40, "", "x", "0" * 5000, None, [], {}, 1.5, True)
"""Values that are nowhere expected, and some that are."""
SELDOM = 0.1
A_FEW = 3


def recorded(game: Game[Any], position: str, policy: Policy, rng: Random, length: int) -> Journal:
    """A short game from a position, with an undo and an act now and then."""
    match = Match.start(game, position=position, chance=RandomChance(rng), game_id="forged")
    while match.result is None and match.number < length:
        if rng.random() < SELDOM:
            _something_else(match, rng)
        elif match.actor() != CHANCE:
            choice = policy(match.state, game.options(match.state))
            match.play(match.actor(), [game.write(match.state, choice)])
    return match.journal


def _something_else(match: Match, rng: Random) -> None:
    """An undo or an act, if it is possible."""
    side = rng.randrange(len(match.game.sides))
    try:
        if rng.random() < 0.5:
            match.undo(side)
        else:
            match.act(side, rng.choice(("offer-draw", "decline-draw", "ask-take-back", "grant-take-back")))
    except SandtableError:
        return


def forged(journal: Journal, means: Means) -> bytes:
    """The file of a journal with a few changes, its checksums and most often its numbers made right again."""
    bodies = [msgspec.to_builtins(part) for part in (journal.header, *journal.records)]
    for _ in range(means.rng.randint(1, A_FEW)):
        means.rng.choice(FORGERIES)(bodies, means)
    if means.rng.random() < 0.9:
        for number, body in enumerate(bodies[1:], start=1):
            body["number"] = number
    return sealed([*bodies, {"end": len(bodies) - 1}])


def sealed(bodies: list[Body]) -> bytes:
    """The file with these bodies."""
    lines, previous = [], ""
    for body in bodies:
        encoded = msgspec.json.encode(body)
        previous = journal_module._chain(previous, encoded)
        lines.append(journal_module._line(previous, encoded) + b"\n")
    return b"".join(lines)


# One change each


def _drop(bodies: list[Body], means: Means) -> None:
    if len(bodies) > 1:
        del bodies[means.rng.randrange(1, len(bodies))]


def _repeat(bodies: list[Body], means: Means) -> None:
    if len(bodies) > 1:
        bodies.insert(means.rng.randrange(1, len(bodies) + 1), dict(means.rng.choice(bodies[1:])))


def _swap(bodies: list[Body], means: Means) -> None:
    if len(bodies) > 1:
        one, two = (means.rng.randrange(1, len(bodies)) for _ in range(2))
        bodies[one], bodies[two] = bodies[two], bodies[one]


def _other_words(bodies: list[Body], means: Means) -> None:
    """A choice or an outcome says what another says, or speaks of another thing."""
    said = [body for body in bodies[1:] if "text" in body]
    if said:
        body, other = means.rng.choice(said), means.rng.choice(said)
        text = str(body["text"])
        names = list(NAME.finditer(text))
        if names and means.rng.random() < 0.5:
            name = means.rng.choice(names)
            body["text"] = f"{text[: name.start()]}{means.other_name(name[0])}{text[name.end() :]}"
        else:
            body["text"] = other["text"]


def _other_value(bodies: list[Body], means: Means) -> None:
    """Any field of any line gets an odd value, or is missing."""
    body = means.rng.choice(bodies)
    field = means.rng.choice(sorted(body))
    if means.rng.random() < SELDOM:
        del body[field]
    else:
        body[field] = means.rng.choice(ODD)


def _act_or_undo(bodies: list[Body], means: Means) -> None:
    """A record of another sort is pushed in."""
    rng = means.rng
    place, side = rng.randrange(1, len(bodies) + 1), rng.randrange(-1, 3)
    undo = {"is": "undo", "number": place, "side": side, "to": rng.randrange(-1, place + 1)}
    act = {"is": "act", "number": place, "side": side, "act": rng.choice(ACTS), "value": rng.choice(VALUES)}
    bodies.insert(place, rng.choice((undo, act)))


def _other_position(bodies: list[Body], means: Means) -> None:
    """The game begins with a position that is spoilt a little."""
    header = bodies[0]
    header["position"] = mutated(str(header.get("position", "")) or "\n", means, POSITION)


FORGERIES: tuple[Callable[[list[Body], Means], None], ...] = (
    _drop,
    _repeat,
    _swap,
    _other_words,
    _other_words,
    _other_words,
    _other_value,
    _act_or_undo,
    _act_or_undo,
    _other_position,
)

"""A house with guests in it, for the tests of tables."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import sandtable
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.flow import OVER
from sandtable.kernel.match import Match
from sandtable.table.house import House, Subscription
from sandtable.table.messages import Done, Made, NewSeat, NewTable, Pushed, Run, Update
from sandtable.table.people import Person
from sandtable.table.rooms import Room
from sandtable.table.store import Store, connect
from sandtable.table.workers import Crew

TINY = "tiny-skirmish"
tiny = sandtable.game(TINY)
BOTH_HERE = (NewSeat("here"), NewSeat("here"))


def new_key() -> str:
    return f"test-key-{secrets.token_hex(8)}"


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    """Run a test; two minutes are more than any of them needs."""
    asyncio.run(asyncio.wait_for(work(), 120))


@asynccontextmanager
async def opened(path: Path, **options: Any) -> AsyncIterator[House]:
    house = await House.open(path, **{"test_games": True, **options})
    try:
        yield house
    finally:
        await house.close()


@asynccontextmanager
async def opened_on(path: Path, connection: Callable[[Path], Any] = connect) -> AsyncIterator[House]:
    """A house whose writer uses our own connection."""
    house = House(Store(path, connect=connection), Crew(1), test_games=True)
    try:
        yield house
    finally:
        await house.close()


async def guests(house: House, count: int) -> list[Person]:
    return [(await house.people.guest())[0] for _ in range(count)]


async def two_at_a_table(house: House, game: str = TINY) -> tuple[Person, Person, str]:
    """Red and Blue, each a person with a seat, and the table."""
    red, blue = await guests(house, 2)
    made = await house.create(red, NewTable(game, seats=(NewSeat("here"), NewSeat("open"))))
    await house.sit(blue, made.id, 1)
    return red, blue, made.id


async def against(house: House, player: str) -> tuple[Person, str]:
    """A person as Red against a computer player."""
    (person,) = await guests(house, 1)
    seats = (NewSeat("here"), NewSeat("computer", player))
    return person, (await house.create(person, NewTable(TINY, seats=seats))).id


async def until_my_turn(house: House, person: Person, table: str) -> Update:
    """Wait for the update in which Red is to decide, or the game is over."""
    reader = await house.subscribe(person, table, 0)
    async for message in reader:
        if isinstance(message, Update) and (message.scene.actor == 0 or message.ending):
            reader.close()
            return message
    raise AssertionError


async def hot_seat(house: House, game: str = TINY) -> tuple[Person, str]:
    """One person on both sides."""
    (person,) = await guests(house, 1)
    made: Made = await house.create(person, NewTable(game, seats=BOTH_HERE))
    return person, made.id


async def room_of(house: House, table: str) -> Room:
    return await house._rooms.room(table)


async def match_of(house: House, table: str) -> Match:
    return (await room_of(house, table)).match


async def play(house: House, person: Person, table: str, side: int, *choices: str) -> None:
    number = (await house.update(person, table, side)).number
    await house.play(person, table, Run(side, number, new_key(), choices))


def came_to(done: Done) -> tuple[int, int]:
    """The result of a change, without the current update."""
    return done.number, done.played


async def play_on(house: House, people: list[Person], table: str, rng: Random, steps: int = 10_000) -> None:
    """Play for some choices, or to the end, whoever's turn it is."""
    for _ in range(steps):
        match = await match_of(house, table)
        actor = match.actor()
        if actor == OVER:
            return
        choice = rng.choice(match.game.legal(match.state))
        await play(house, people[actor], table, actor, match.game.write(match.state, choice))


async def place_all(house: House, red: Person, blue: Person, table: str) -> None:
    """Both have placed their pieces; the cards are dealt and Red bids."""
    await play(house, red, table, 0, "to:S", "to:S", "to:SE")
    await play(house, blue, table, 1, "to:N", "to:N", "to:NE")


async def drained(subscription: Subscription) -> list[Pushed]:
    """All that waits for a reader now."""
    found: list[Pushed] = []
    while subscription._queue or subscription._behind:
        found.append(await anext(subscription))
    return found


def updates(messages: list[Pushed]) -> list[Update]:
    return [message for message in messages if isinstance(message, Update)]


def random_match(seed: int) -> Match:
    return Match.start(tiny, chance=RandomChance(Random(seed)))


def step(match: Match, rng: Random) -> None:
    """One choice of whoever's turn it is."""
    choice = rng.choice(match.game.legal(match.state))
    match.play(match.actor(), [match.game.write(match.state, choice)])

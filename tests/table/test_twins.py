"""Every game with secrets at the table: two games that a reader cannot tell apart are told to him alike.

Each pair of matches is compared as it goes on; then both are played again at a table of their own, where the
reader and a spectator look on, and everything that is pushed to them or that they can ask for is compared.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

import sandtable
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.match import Match
from sandtable.table.house import House
from sandtable.table.messages import NewSeat, Share, Talk, encode
from sandtable.table.people import Person
from sandtable.table.seats import chairs_for
from tests.suite.budget import SOAK
from tests.table.tablework import drained, guests, opened, play, room_of, run
from tests.table.telling import compare, told_by_the_house, told_in_all, told_now
from tests.table.twins import begun_again, script_of, twins

READERS = (0, 1, SPECTATOR)
NO_TWINS = {("two-coasts", "long-war")}
"""The whole deck is dealt, so each side knows what the other has."""
SECRETIVE = [
    (name, info.id)
    for name in sandtable.game_ids()
    for info in sandtable.game(name).scenarios
    if info.secrets and (name, info.id) not in NO_TWINS
]
SEEDS = range(9 if SOAK else 1)
STEPS, LOOKS = (400, 12) if SOAK else (60, 1)
"""How far twins go together, and how often we look at them on the way."""
Told = list[dict[str, bytes]]
TABLE = "0123456789abcdef" * 2


def who_looks(reader: int) -> list[int]:
    """Whatever a side cannot tell apart, a spectator cannot either."""
    return sorted({reader, SPECTATOR})


@pytest.mark.parametrize(("game_id", "scenario"), SECRETIVE)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_twins_are_told_alike(game_id: str, scenario: str, reader: int, seed: int) -> None:
    pairs = list(twins(game_id, scenario, reader, seed, STEPS))
    for one, two in Random(seed).sample(pairs, min(LOOKS, len(pairs))):
        for side in who_looks(reader):
            compare(told_now(one, side), told_now(two, side))
    one, two = pairs[-1]
    for side in who_looks(reader):
        compare(told_in_all(one, side), told_in_all(two, side))
    assert one.journal.records != two.journal.records, "something else has happened in each"


# The same at a table


async def seated(house: House, match: Match) -> tuple[list[Person], str]:
    """The players of a match that begins again, each in a seat, and their table."""
    people = [
        await house.people.rename(person, f"Side {side}") for side, person in enumerate(await guests(house, 2))
    ]
    chairs, _ = chairs_for(match.game, [NewSeat("here"), NewSeat("open")], people[0].id)
    await house._make(people[0], TABLE, b"seed", begun_again(match), chairs)
    await house.sit(people[1], TABLE, 1)
    return people, TABLE


async def pushed_and_told(house: House, match: Match, reader: int) -> tuple[list[list[bytes]], Told]:
    """Play a match again at a table: all that is pushed to a reader and to a spectator meanwhile, and all that
    they are told in the end. Nothing that they could look up changes without a push."""
    people, table = await seated(house, match)
    lookers = [Looker(house, people[side] if side >= 0 else None, side) for side in who_looks(reader)]
    for looker in lookers:
        await looker.begin()
    script = script_of(match)
    while (place := len((await room_of(house, table)).match.line)) < len(script):
        side, text = script[place] or (-1, "")
        await play(house, people[side], table, side, text)
        for looker in lookers:
            await looker.look()
    await house.talk(people[0], table, Talk("Well?"))
    return [looker.heard for looker in lookers], [await looker.told() for looker in lookers]


class Looker:
    """Somebody who reads what is pushed, and looks again after every choice that anybody makes."""

    def __init__(self, house: House, person: Person | None, side: int) -> None:
        self.house, self.person, self.side = house, person, side
        self.heard: list[bytes] = []

    async def begin(self) -> None:
        self.reader = await self.house.subscribe(self.person, TABLE, self.side)
        self.seen = await self._pushed(), await self._found()

    async def look(self) -> None:
        pushed, found = await self._pushed(), await self._found()
        assert pushed or found == self.seen[1], "something has changed, and nothing was pushed"
        self.seen = pushed, found

    async def _pushed(self) -> int:
        messages = [encode(message) for message in await drained(self.reader)]
        self.heard += messages
        return len(messages)

    async def _found(self) -> bytes:
        return encode(await self.house.update(self.person, TABLE, self.side, self.reader.number))

    async def told(self) -> dict[str, bytes]:
        told = await told_by_the_house(self.house, self.person, TABLE, self.side)
        return told | await shared_by(self.house, self.person, self.side)


async def shared_by(house: House, person: Person | None, side: int) -> dict[str, bytes]:
    """What a stranger sees who was sent a link to this moment, if the reader may send one."""
    if person is None:
        return {}
    number = (await house.update(person, TABLE, side)).number
    link = await house.share(person, TABLE, Share(side, number))
    return {"shared": encode(await house.shared(link.path.partition("#")[2]))}


@pytest.mark.parametrize("game_id", sorted({name for name, _ in SECRETIVE}))
@pytest.mark.parametrize("reader", READERS)
def test_twins_are_told_alike_at_a_table(
    game_id: str, reader: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is pushed and how often, numbers, undo, chat, the lobby, files, replays, links to a moment."""
    scenarios = [scenario for name, scenario in SECRETIVE if name == game_id]
    *_, pair = twins(game_id, scenarios[reader % len(scenarios)], reader, 0, STEPS)
    monkeypatch.setattr(time, "time", lambda: 1e9)

    async def work() -> None:
        found = []
        for number, match in enumerate(pair):
            async with opened(tmp_path / str(number)) as house:
                found.append(await pushed_and_told(house, match, reader))
            async with opened(tmp_path / str(number)) as house:  # what the store has
                found[-1][1].append({"lobby": encode(await house.lobby(None))})
        (heard, told), (heard_too, told_too) = found
        assert heard == heard_too
        for one, two in zip(told, told_too, strict=True):
            compare(one, two)

    run(work)

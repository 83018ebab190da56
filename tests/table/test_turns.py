"""Taking turns: whoever queues a lot waits for themselves, not others for them."""

from __future__ import annotations

import asyncio

import pytest

from sandtable.table.turns import Turns
from tests.table.tablework import run

TICKS = 5
"""Turns of the event loop until whoever is next has begun; versions of Python need more of them or fewer."""


class Work:
    """Pieces of work that note in which order they are begun, and end when told."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def add(self, *names: str) -> None:
        """One for each name; its first letter is the person."""
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._do(name))
            await asyncio.sleep(0)

    async def _do(self, name: str) -> None:
        async with self.turns.of(name[0]):
            self.begun.append(name)
            await self._ends[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self._ends[name].set()
            await asyncio.gather(self.tasks[name], return_exceptions=True)
            await settled()


def test_a_long_queue_of_one_does_not_delay_another() -> None:
    async def work() -> None:
        jobs = Work(Turns(1))
        await jobs.add(*(f"a{number}" for number in range(200)), "b0", "b1", "c0")
        for number in range(4):
            await jobs.end(jobs.begun[number])
        assert jobs.begun == ["a0", "a1", "b0", "c0", "a2"]
        await jobs.end("a2")
        assert jobs.begun[-1] == "b1"

    run(work)


def test_one_place_is_always_left_for_somebody_else() -> None:
    async def work() -> None:
        jobs = Work(Turns(2, 1))
        await jobs.add("a0", "a1", "a2")
        assert jobs.begun == ["a0"]
        await jobs.add("b0")
        assert jobs.begun == ["a0", "b0"]
        assert jobs.turns.queued("a") == 3
        await jobs.end("b0")
        assert jobs.begun == ["a0", "b0"]
        await jobs.end("a0")
        assert jobs.begun == ["a0", "b0", "a1"]

    run(work)


def test_whoever_has_fewer_comes_first() -> None:
    async def work() -> None:
        jobs = Work(Turns(3))
        await jobs.add("a0", "a1", "b0", "a2", "b1")
        await jobs.end("a0")
        assert jobs.begun == ["a0", "a1", "b0", "a2"]
        await jobs.end("b0")
        assert jobs.begun[-1] == "b1"

    run(work)


def test_whoever_gives_up_leaves_no_gap() -> None:
    async def work() -> None:
        jobs = Work(Turns(1))
        await jobs.add("a0", "b0", "c0")
        jobs.tasks["b0"].cancel()
        with pytest.raises(asyncio.CancelledError):
            await jobs.tasks["b0"]
        await jobs.end("a0")
        assert jobs.begun == ["a0", "c0"]
        await jobs.add("a1", "b1")
        jobs._ends["c0"].set()
        await asyncio.sleep(0)  # a1 has been called, and gives up before it comes
        jobs.tasks["a1"].cancel()
        await jobs.end("c0")
        assert jobs.begun[-1] == "b1"
        await jobs.end("b1")
        await jobs.add("a2", "c1", "c2")
        jobs.tasks["c1"].cancel()
        jobs._ends["a2"].set()  # c1 is called after it has given up, and before it knows
        await jobs.end("a2", "c1")
        assert jobs.begun[-1] == "c2"
        await jobs.end("c2")
        assert not jobs.turns.crowded
        assert jobs.turns.queued("a") == 0

    run(work)


def test_a_crowd_at_one_address_does_not_delay_another() -> None:
    async def work() -> None:
        turns, begun = Turns(2, 1), []
        ends = {name: asyncio.Event() for name in ("a1", "a2", "a3", "b1", "a4")}

        async def do(name: str, urgent: bool = False) -> None:
            async with turns.of(name, address=name[0], urgent=urgent):
                begun.append(name)
                await ends[name].wait()

        tasks = [asyncio.create_task(do(name)) for name in ("a1", "a2", "a3", "b1")]
        await settled()
        assert begun == ["a1", "b1"]  # one place is left free by all the people of one address
        tasks.append(asyncio.create_task(do("a4", urgent=True)))
        await settled()
        for name, begins in (("a1", "a4"), ("a4", "a2"), ("a2", "a3")):
            ends[name].set()
            await settled()
            assert begun[-1] == begins
        for end in ends.values():
            end.set()
        await asyncio.gather(*tasks)
        assert not turns.crowded

    run(work)


async def settled() -> None:
    """Until whoever is next has begun."""
    for _ in range(TICKS):
        await asyncio.sleep(0)

"""Computer players, thinking in processes of their own: each is handed a view and gives back a run of choices."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec

from sandtable.kernel.choices import contains
from sandtable.kernel.errors import Illegal
from sandtable.kernel.match import MAX_RUN
from sandtable.kernel.registry import game
from sandtable.kernel.seat import Seat
from sandtable.players.registry import player_for
from sandtable.table.processes import Caps, Child, Failed, asked

CAPS = Caps(memory=2 << 30)
THINK = 10.0
"""Seconds a player has for one run."""

_decode_run = msgspec.json.Decoder(tuple[str, ...]).decode


class Task(msgspec.Struct, frozen=True):
    """What a player is told: all that its side may know, and nothing else."""

    game: str
    view: Any
    player: str
    side: int
    seed: int


def think(task: Task) -> bytes:
    """In the process: choices on an invented state, up to chance, a revelation or a change of side."""
    ours, rng = game(task.game), Random(task.seed)
    state = ours.resample(task.view, rng, ours.load_data())
    player = player_for(ours, task.player, rng)
    run: list[str] = []
    while len(run) < MAX_RUN:
        choice = player.choose(Seat(ours, state, task.side))
        if not contains(ours.options(state), choice):
            raise Illegal(f"{task.player} made a choice that is not legal", "")
        run.append(ours.write(state, choice))
        events = ours.apply_heard(state, choice)
        if ours.actor(state) != task.side or any(event.reveals for event in events):
            break
    return msgspec.json.encode(run)


class Crew:
    """At most so many processes; one that fails is killed and a fresh one takes its place."""

    def __init__(
        self, size: int | None = None, seconds: float = THINK, preload: Sequence[str] = (), caps: Caps = CAPS
    ) -> None:
        self.size = size or os.cpu_count() or 1
        self.replaced = 0
        self._seconds = seconds
        self._preload = preload
        self._caps = caps
        self._idle: list[Child] = []
        self._free = asyncio.Semaphore(self.size)
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="crew")
        self.busy = 0

    async def think(self, game: str, view: Any, player: str, side: int, *, fresh: bool = False) -> tuple[str, ...]:
        """A run of choices; Failed when the player crashed, hung or answered nonsense."""
        task = Task(game, view, player, side, secrets.randbits(64))
        async with self._free:
            self.busy += 1
            try:
                return await self._ask(task, fresh)
            finally:
                self.busy -= 1

    async def _ask(self, task: Task, fresh: bool) -> tuple[str, ...]:
        child = await self._child(fresh)
        try:
            answer = await asked(child, self._threads, task, self._seconds)
        except Failed:
            self.replaced += 1
            raise
        self._idle.append(child)
        try:
            return _decode_run(answer)
        except msgspec.DecodeError:
            raise Failed("the player's answer is not a run of choices") from None

    async def _child(self, fresh: bool) -> Child:
        """An idle process, or a new one."""
        if self._idle and not fresh:
            return self._idle.pop()
        if self._idle:
            await asyncio.to_thread(self._idle.pop().close)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, Child, think, self._caps, self._preload)
        except OSError as error:  # no memory, or too many processes already
            raise Failed(f"no process could be started: {error}") from None

    def close(self) -> None:
        """Kill them all; whoever waits for an answer must have been cancelled before."""
        for child in self._idle:
            child.close()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

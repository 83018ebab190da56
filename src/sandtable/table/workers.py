"""Computer players, thinking in processes of their own.

Each is given a task (a view, a budget, its memory of the turn) and returns a thought: a run of choices and its new
memory. A new player is made for every task, and its memory makes it the player it was.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic
from typing import Annotated, Any

import msgspec

from sandtable.kernel.registry import game
from sandtable.kernel.seat import Player, Remembering
from sandtable.kernel.words import say
from sandtable.players.asking import next_choice
from sandtable.players.registry import player_for
from sandtable.table.errors import Unavailable
from sandtable.table.processes import Caps, Child, Failed, asked
from sandtable.table.turns import Turns, asker

CAPS = Caps(memory=2 << 30)
THINK = 10.0
"""Seconds after which we give up on a player that has not answered."""
HURRIED = 0.25
"""Seconds a player has for one run while others wait; it plays the rest of its turn when it comes round again."""
LARGEST_MEMORY = 1 << 16
MOST_CHOICES = 64
"""The most choices of one thought: the others see them when it is complete."""


class Budget(msgspec.Struct, frozen=True):
    """What a player may use for one task; when either is used up, it answers with the run it has."""

    seconds: float
    choices: int = MOST_CHOICES


class Task(msgspec.Struct, frozen=True):
    """What a player is given: everything its side may know, its memory, and nothing else."""

    game: str
    view: Any
    player: str
    side: int
    seed: int
    """The seed of its random generator if it has no memory; a memory brings its own."""
    budget: Budget
    memory: bytes = b""


class Thought(msgspec.Struct, frozen=True):
    """A player's answer: its choices, and its memory after them, which is empty when the turn passes."""

    run: tuple[str, ...]
    memory: Annotated[bytes, msgspec.Meta(max_length=LARGEST_MEMORY)] = b""


class _Mind(msgspec.Struct, frozen=True):
    """What a memory holds."""

    generator: tuple[int, tuple[int, ...], float | None]
    notes: Any


decode_thought = msgspec.msgpack.Decoder(Thought).decode
_decode_mind = msgspec.msgpack.Decoder(_Mind).decode


def think(task: Task) -> bytes:
    """In the process: choices on a resampled state, up to chance, a revelation, or a change of side or turn."""
    ours, rng, until = game(task.game), Random(task.seed), monotonic() + task.budget.seconds
    state = ours.resample(task.view, Random(f"invention {task.seed}"), ours.load_data())
    player = player_for(ours, task.player, rng)
    _recall(player, rng, task.memory)
    run: list[str] = []
    turn = ours.turn(state)
    while True:
        choice = next_choice(player, ours, state, task.side, max(0.0, until - monotonic()))
        run.append(ours.write(state, choice))
        events = ours.apply_heard(state, choice)
        if ours.turn(state) != turn:
            return msgspec.msgpack.encode(Thought(tuple(run)))
        stops = ours.actor(state) != task.side or any(event.reveals for event in events)
        if stops or len(run) >= task.budget.choices or monotonic() >= until:
            return msgspec.msgpack.encode(Thought(tuple(run), _remembered(player, rng)))


def _recall(player: Player, rng: Random, memory: bytes) -> None:
    """Turn a new player into the one that remembered this."""
    if memory:
        mind = _decode_mind(memory)
        rng.setstate(mind.generator)
        if isinstance(player, Remembering):
            player.recall(mind.notes)


def _remembered(player: Player, rng: Random) -> bytes:
    notes = player.remember() if isinstance(player, Remembering) else None
    return msgspec.msgpack.encode(_Mind(rng.getstate(), notes))


class Crew:
    """A limited number of processes; one that fails is killed and a fresh one takes its place."""

    def __init__(
        self, size: int | None = None, seconds: float = THINK, preload: Sequence[str] = (), caps: Caps = CAPS
    ) -> None:
        self.size = size or os.cpu_count() or 1
        self.replaced = 0
        self._seconds = seconds
        self._budget = Budget(seconds / 2)  # we never give up on a player that keeps to its budget
        self._hurried = Budget(min(HURRIED, seconds / 2))
        self._preload = preload
        self._caps = caps
        self._idle: list[Child] = []
        self._turns = Turns(self.size, max(1, self.size - 1))  # whoever comes next finds a place
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="crew")
        self._starting: asyncio.Task[None] | None = None
        self._closed = False
        self.busy = 0

    async def think(
        self,
        game: str,
        view: Any,
        player: str,
        side: int,
        memory: bytes = b"",
        *,
        fresh: bool = False,
        who: str = "",
        first: bool = False,
    ) -> Thought:
        """A player's thought; Failed if it crashed, hung or answered nonsense, Unavailable if there is no process
        for it. `who` is the person it plays for: everybody's players take turns, address by address and person by
        person, and a `first` move of a game comes before what else waits at its address."""
        async with self._turns.of(who, asker.get(), urgent=first):
            self.busy += 1
            try:
                budget = self._hurried if self._turns.crowded else self._budget
                return await self._ask(Task(game, view, player, side, secrets.randbits(64), budget, memory), fresh)
            finally:
                self.busy -= 1

    async def _ask(self, task: Task, fresh: bool) -> Thought:
        child = await self._child(fresh)
        try:
            thought = decode_thought(await asked(child, self._threads, task, self._seconds))
        except Failed:
            self.replaced += 1
            raise
        except msgspec.DecodeError as error:
            self.replaced += 1
            await asyncio.to_thread(child.close)
            raise Failed(f"the player's answer is not a thought: {error}") from None
        self._idle.append(child)
        self._keep_one_ready()
        return thought

    async def _child(self, fresh: bool) -> Child:
        """An idle process, or a new one."""
        if self._idle and not fresh:
            return self._idle.pop()
        if self._idle:
            await asyncio.to_thread(self._idle.pop().close)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, Child, think, self._caps, self._preload)
        except OSError as error:  # no memory, or too many processes already: not the player's fault
            raise Unavailable(say("no process could be started: {error}", error=str(error))) from None

    def _keep_one_ready(self) -> None:
        """Where one process is needed, another will be soon: start it before anybody waits for it."""
        if self.busy - 1 + len(self._idle) < self.size and self._starting is None and not self._closed:
            self._starting = asyncio.create_task(self._start_another())

    async def _start_another(self) -> None:
        try:
            child = await asyncio.to_thread(Child, think, self._caps, self._preload)
        except OSError:
            return
        finally:
            self._starting = None
        if self._closed or len(self._idle) >= self.size:
            await asyncio.to_thread(child.close)
        else:
            self._idle.append(child)

    def close(self) -> None:
        """Kill them all; anybody waiting for an answer must have been cancelled first."""
        self._closed = True
        for child in self._idle:
            child.close()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

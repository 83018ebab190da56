"""How fast the server is: many games at once on loopback, each a simulated person against a computer player.

Every person has a socket, waits for the scene, thinks for a moment and posts one random legal choice; the answer
comes after the commit. The clients run beside the server on the same cores.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection

from sandtable.arena.visitors import Visiting, source
from sandtable.kernel.errors import Malformed
from sandtable.table.messages import Done, Made, NewSeat, NewTable, Pushed, Run, Update
from sandtable.web.client import Client, Refused, ServerProcess

OPPONENT = "random"
CLOSES = 0.3
"""How often a person ends a step while something else could still be done."""
IDLE_SOCKETS = 200
IDLE_TABLES = 20
WARM_UP = 2.0
FEWEST = 2
"""Answers without which no percentile can be told."""


class WebFigures(msgspec.Struct, frozen=True):
    """What `sandtable bench web` publishes."""

    game: str
    games: int
    seconds: float
    pause: float
    runs: int
    choices_per_second: float
    """By people and computers together."""
    p50_ms: float
    p95_ms: float
    p99_ms: float
    sockets: int
    memory_per_socket_kib: float
    spectators: int
    """Who looked on while the games were played."""
    load_before: float
    """The load of the machine in the minute before."""


class Guest:
    """A person at a table, who plays whatever is legal."""

    def __init__(self, client: Client, game: str, pause: float, rng: Random) -> None:
        self._client = client
        self._game = game
        self._pause = pause
        self._rng = rng
        self.table = ""
        self.times: list[tuple[float, float]] = []
        """For each run: when it was sent, and how long the answer took."""

    async def play_on(self) -> None:
        """Game after game, until cancelled."""
        while True:
            made = await self._client.post("/api/tables", self._plan(), Made)
            self.table = made.id
            async with await self._client.socket(made.id, 0) as socket:
                await self._play(made.id, socket)

    def _plan(self) -> NewTable:
        return NewTable(self._game, seats=(NewSeat("here"), NewSeat("computer", OPPONENT)))

    async def _play(self, table: str, socket: ClientConnection) -> None:
        async for text in socket:
            pushed: Pushed = msgspec.json.decode(text, type=Pushed)
            if not isinstance(pushed, Update):
                continue
            if pushed.ending is not None:
                return
            if pushed.scene.buttons:
                await asyncio.sleep(self._pause * self._rng.uniform(0.5, 1.5))
                await self._choose(table, pushed)

    async def _choose(self, table: str, update: Update) -> None:
        buttons = update.scene.buttons
        going_on = [button for button in buttons if not button.closes]
        closing = not going_on or (len(going_on) < len(buttons) and self._rng.random() < CLOSES)
        choice = self._rng.choice(buttons if closing else going_on).choice
        run = Run(0, update.number, f"{self._rng.getrandbits(128):x}", (choice,))
        began = time.perf_counter()
        try:
            await self._client.post(f"/api/tables/{table}/runs", run, Done)
        except Refused as refused:
            if refused.status != 409:  # the scene was overtaken while we thought: the next one is on its way
                raise
        else:
            self.times.append((began, time.perf_counter() - began))


def measure_web(game: str, games: int, seconds: float, pause: float, seed: int, spectators: int = 0) -> WebFigures:
    """Start a server with an empty directory and play against it, with some spectators at the tables."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), "--log-level", "warning") as server:
        return asyncio.run(_measure(server, game, games, seconds, pause, seed, spectators))


async def _measure(
    server: ServerProcess, game: str, games: int, seconds: float, pause: float, seed: int, spectators: int
) -> WebFigures:
    load = os.getloadavg()[0]
    async with AsyncExitStack() as stack:
        guests = []
        for number in range(games):
            client = await stack.enter_async_context(Client(server.address, source(number)))
            guests.append(Guest(client, game, pause, Random(f"{seed} {number}")))
        playing = [asyncio.create_task(guest.play_on()) for guest in guests]
        await asyncio.sleep(WARM_UP)
        if spectators:
            await _unless_one_fails(playing, WARM_UP)
            tables = [guest.table for guest in guests]
            crowd = stack.enter_context(Visiting("watch", server.address, spectators, tables))
            await crowd.all_here()
        before, began = await _choices(server), time.perf_counter()
        await _unless_one_fails(playing, seconds)
        choices, ended = await _choices(server) - before, time.perf_counter()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    memory = await _memory_of_sockets(server, await _tables(server, game))
    times = sorted(took for guest in guests for at, took in guest.times if began <= at < ended)
    return _figures(game, games, pause, ended - began, choices, times, memory, spectators, load)


async def _unless_one_fails(playing: list[asyncio.Task[None]], seconds: float) -> None:
    """Let them play; if anything goes wrong for one of them, the measurement is wrong."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _choices(server: ServerProcess) -> float:
    """How many choices the server has counted."""
    async with Client(server.address) as client:
        client.bearer = server.metrics_token
        _, text = await client.exchange("GET", "/metrics")
    lines = dict(line.rsplit(" ", 1) for line in text.decode().splitlines() if not line.startswith("#"))
    return float(lines["sandtable_choices_total"])


async def _tables(server: ServerProcess, game: str) -> list[str]:
    """Tables where nobody plays."""
    async with Client(server.address) as client:
        wanted = NewTable(game, seats=(NewSeat("here"), NewSeat("here")))
        return [(await client.post("/api/tables", wanted, Made)).id for _ in range(IDLE_TABLES)]


async def _memory_of_sockets(server: ServerProcess, tables: list[str]) -> float:
    """KiB per socket, for many idle spectators who have all been sent the scene."""
    before = server.resident_kib()
    async with AsyncExitStack() as stack:
        for number in range(IDLE_SOCKETS):
            client = await stack.enter_async_context(Client(server.address, source(1000 + number)))
            socket = await client.socket(tables[number % len(tables)], -1)
            await stack.enter_async_context(socket)
            await _next_update(socket)
        return (server.resident_kib() - before) / IDLE_SOCKETS


async def _next_update(socket: ClientConnection) -> None:
    while not isinstance(msgspec.json.decode(await socket.recv(), type=Pushed), Update):
        pass


def percentiles(times: list[float]) -> tuple[float, float, float]:
    """The 50th, 95th and 99th, in milliseconds."""
    if len(times) < FEWEST:
        raise Malformed("too few choices were answered to measure anything", "measure for longer: --seconds")
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    p50, p95, p99 = (round(cuts[place - 1] * 1000, 2) for place in (50, 95, 99))
    return p50, p95, p99


def _figures(
    game: str,
    games: int,
    pause: float,
    seconds: float,
    choices: float,
    times: list[float],
    memory: float,
    spectators: int,
    load: float,
) -> WebFigures:
    p50, p95, p99 = percentiles(times)
    return WebFigures(
        game=game,
        games=games,
        seconds=round(seconds, 1),
        pause=pause,
        runs=len(times),
        choices_per_second=round(choices / seconds, 1),
        p50_ms=p50,
        p95_ms=p95,
        p99_ms=p99,
        sockets=IDLE_SOCKETS,
        memory_per_socket_kib=round(memory, 1),
        spectators=spectators,
        load_before=round(load, 1),
    )

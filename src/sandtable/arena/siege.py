"""How a server holds out: somebody plays while others are greedy, look on in a crowd, flood it, or start very many
games."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec

from sandtable.arena.visitors import Visiting
from sandtable.arena.web_bench import percentiles
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as game_by_id
from sandtable.players.registry import best_player
from sandtable.table.messages import Credentials, Done, Made, Me, NewSeat, NewTable, Pushed, Run, Update
from sandtable.web.client import Client, ServerProcess

GREEDY_CONNECTIONS = 8
GAMES_OF_ONE = 200
FLOODING = 8
"""Sockets that flood us, two of each kind."""
TRAILING = 4
GUESTS = 195
"""Guests of one address, each with a game between computers; there may be 200 new ones in ten minutes."""
CROWD = 900
TRIES = 10
"""How often somebody else begins a game against the computer."""
LONG_GAME = 1500
"""Choices in the game that the greedy read."""
PAUSE = 0.2
"""Seconds between two choices of the one who is measured, on average."""
WATCHED_PAUSE = 1.0
"""The same at the table with the crowd: it is we who must read all that it is sent."""

T = TypeVar("T")


class SiegeFigures(msgspec.Struct, frozen=True):
    """What `sandtable bench siege` publishes: how many milliseconds somebody else waited for an answer."""

    game: str
    load_before: float
    """The load of the machine in the minute before."""
    quiet_p50_ms: float
    quiet_p95_ms: float
    greedy_p50_ms: float
    greedy_p95_ms: float
    crowd: int
    crowd_p50_ms: float
    crowd_p95_ms: float
    flood_p50_ms: float
    flood_p95_ms: float
    """While spectators of one address send pings, pongs, empty pieces and messages."""
    trailers_p50_ms: float
    trailers_p95_ms: float
    trailers_mib: float
    """While connections of one address send trailers without end: how much memory the server took meanwhile."""
    first_move_quiet_ms: float
    """The median of several tries, while nobody else plays."""
    computer_games: int
    first_move_median_ms: float
    first_move_worst_ms: float
    guests: int
    first_move_guests_median_ms: float
    first_move_guests_worst_ms: float
    first_move_later_ms: float
    """How much later than on a quiet server the slowest of all first moves came."""


def measure_siege(
    game: str, seconds: float, seed: int, *, crowd: int = CROWD, games: int = GAMES_OF_ONE
) -> SiegeFigures:
    """Each attack on a fresh server, one after the other."""
    load = os.getloadavg()[0]
    with _server() as server:
        quiet = asyncio.run(_play(server, game, seconds, seed))
    with _server() as server:
        greedy = asyncio.run(_while_grabbed(server, game, seconds, seed))
    with _server() as server:
        watched = asyncio.run(_play(server, game, seconds, seed, "watch", crowd))
    with _server() as server:
        at_rest = asyncio.run(_first_moves(server, game))
        waits = asyncio.run(_first_moves(server, game, games))
    with _server() as server:
        crowded = asyncio.run(_first_moves(server, game, guests=min(games, GUESTS)))
    with _server() as server:
        flooded = asyncio.run(_play(server, game, seconds, seed, "flood", FLOODING))
    with _server() as server:
        trailed, grown = _while_trailed(server, game, seconds, seed)
    usual = statistics.median(at_rest)
    return SiegeFigures(
        game,
        round(load, 1),
        *percentiles(quiet)[:2],
        *percentiles(greedy)[:2],
        crowd,
        *percentiles(watched)[:2],
        *percentiles(flooded)[:2],
        *percentiles(trailed)[:2],
        grown,
        _ms(usual),
        games,
        _ms(statistics.median(waits)),
        _ms(max(waits)),
        min(games, GUESTS),
        _ms(statistics.median(crowded)),
        _ms(max(crowded)),
        _ms(max(*waits, *crowded) - usual),
    )


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)


class Neighbour:
    """Somebody who minds their own business: plays both sides of a game, and notes how long every answer takes."""

    def __init__(self, client: Client, game: str, rng: Random, pause: float) -> None:
        self._client = client
        self._pause = pause
        self._plan = NewTable(game, seats=(NewSeat("here"), NewSeat("here")))
        self._rng = rng
        self.table = ""
        self.times: list[tuple[float, float]] = []
        """For each request: when it was sent, and how long the answer took."""

    async def play_on(self) -> None:
        """Game after game, until cancelled."""
        while True:
            self.table = (await self._client.post("/api/tables", self._plan, Made)).id
            while await self._step():
                await asyncio.sleep(self._pause * self._rng.uniform(0.5, 1.5))

    async def _step(self) -> bool:
        """One choice of whoever decides; nobody does when the game is over."""
        for side in (0, 1):
            looking = self._client.get(f"/api/tables/{self.table}/update?side={side}", Update)
            update = await self._timed(looking)
            if update.scene.buttons:
                choice = self._rng.choice(update.scene.buttons).choice
                run = Run(side, update.number, f"{self._rng.getrandbits(128):x}", (choice,))
                await self._timed(self._client.post(f"/api/tables/{self.table}/runs", run, Done))
                return True
        return False

    async def _timed(self, asking: Coroutine[Any, Any, T]) -> T:
        began = time.perf_counter()
        answer = await asking
        self.times.append((began, time.perf_counter() - began))
        return answer


@contextmanager
def _server() -> Iterator[ServerProcess]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), "--log-level", "error") as server:
        yield server


async def _play(
    server: ServerProcess,
    game: str,
    seconds: float,
    seed: int,
    what: str = "",
    count: int = 0,
    targets: Sequence[str] = (),
) -> list[float]:
    """How long each answer took while the visitors were there; without targets, they are at the player's table."""
    async with Client(server.address) as client:
        guest = Neighbour(client, game, Random(seed), WATCHED_PAUSE if what == "watch" else PAUSE)
        playing = asyncio.create_task(guest.play_on())
        while not guest.times and not playing.done():
            await asyncio.sleep(0.05)
        with ExitStack() as leaving:
            if what:
                visitors = leaving.enter_context(Visiting(what, server.address, count, targets or (guest.table,)))
                await visitors.all_here()
            began = time.perf_counter()
            await asyncio.wait({playing}, timeout=seconds)
        if playing.done():
            playing.result()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return [took for at, took in guest.times if at >= began]


async def _while_grabbed(server: ServerProcess, game: str, seconds: float, seed: int) -> list[float]:
    here = f"/api/tables/{await _long_game(server, game, seed)}"
    paths = ("/api/lobby", f"{here}/moments", f"{here}/export", f"{here}/moments/9", f"{here}/update", "/")
    return await _play(server, game, seconds, seed, "grab", GREEDY_CONNECTIONS, paths)


async def _long_game(server: ServerProcess, game: str, seed: int) -> str:
    """A table with a long game."""
    rng, ours = Random(seed), game_by_id(game)
    match = Match.start(ours, chance=RandomChance(rng))
    for _ in range(LONG_GAME):
        if match.result is not None:
            break
        choice = rng.choice(ours.legal(match.state))
        match.play(match.actor(), [ours.write(match.state, choice)])
    async with Client(server.address) as client:
        return (await client.call("POST", "/api/imports", write_journal(match.journal), Made)).id


def _while_trailed(server: ServerProcess, game: str, seconds: float, seed: int) -> tuple[list[float], float]:
    """The times, and how many MiB the server has grown by."""
    asyncio.run(_play(server, game, 1.0, seed))  # so that all it needs in any case is there
    before = server.resident_kib()
    times = asyncio.run(_play(server, game, seconds, seed, "trail", TRAILING))
    return times, round((server.resident_kib() - before) / 1024, 1)


async def _first_moves(server: ServerProcess, game: str, games: int = 0, guests: int = 0) -> list[float]:
    """How long somebody waits for a computer's first move, while computers play each other at very many tables:
    for one person, or for as many guests of one address."""
    player = best_player(game_by_id(game))
    two = NewTable(game, seats=(NewSeat("computer", player), NewSeat("computer", player)))
    async with Client(server.address, "127.0.2.1") as greedy:
        if games:
            await greedy.post("/api/accounts", Credentials("Greedy", "sand in the carburettor"), Me)
        for _ in range(games or guests):
            if guests:
                greedy.cookie = ""  # another guest
            await greedy.post("/api/tables", two, Made)
    first = NewTable(game, seats=(NewSeat("computer", player), NewSeat("here")))
    return [await _first_move(server, first) for _ in range(TRIES)]


async def _first_move(server: ServerProcess, wanted: NewTable) -> float:
    async with Client(server.address) as client:
        began = time.perf_counter()
        made = await client.post("/api/tables", wanted, Made)
        async with await client.socket(made.id, 1) as socket:
            async for text in socket:
                pushed = msgspec.json.decode(text, type=Pushed)
                if isinstance(pushed, Update) and (pushed.number > 0 or pushed.scene.actor == 1):
                    return time.perf_counter() - began
    raise RuntimeError("the computer has not moved")

"""Killed at any instant, the server loses nothing that it acknowledged, and plays no key twice."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections import Counter
from pathlib import Path
from random import Random

import msgspec

from sandtable.kernel.journal import Header, Journal, Record
from sandtable.kernel.registry import game
from sandtable.kernel.replay import verified
from sandtable.table.messages import Done, Made, NewSeat, NewTable, Run, Update
from sandtable.web.client import Client, Refused, ServerProcess

KILLS = 200 if os.environ.get("SANDTABLE_SOAK") else 8
CLIENTS = 10
GAMES_OF_A_GUEST = 40
LONGEST_LIFE = 0.8
PLAN = NewTable("tiny-skirmish", seats=(NewSeat("here"), NewSeat("here")))
STEP = 0.02


class Player:
    """Plays both sides of one table after another; whatever was not answered is sent again with the same key."""

    def __init__(self, name: int) -> None:
        self.name = name
        self.rng = Random(name)
        self.client: Client | None = None
        self.cookie = ""
        self.table = ""
        self.pending: Run | None = None
        self.acknowledged: list[tuple[str, Run, Done]] = []
        self.keys = 0
        self.games = 0

    def move_to(self, address: str) -> None:
        """The server has come back, at another port."""
        self.client = Client(address, f"127.0.0.{self.name + 1}")  # each has limits of their own
        self.client.cookie = self.cookie

    async def play(self) -> None:
        """Play until the server is gone."""
        assert self.client is not None
        try:
            while True:
                await self.step(self.client)
                await asyncio.sleep(STEP * self.rng.random())
        except OSError:
            await self.client.close()

    async def step(self, client: Client) -> None:
        if not self.table:
            if self.games % GAMES_OF_A_GUEST == 0:
                client.cookie = ""  # nobody makes tables without end
            self.table = (await client.post("/api/tables", PLAN, Made)).id
            self.cookie = client.cookie
            self.games += 1
        run = self.pending or await self.next_run(client)
        if run is None:
            self.table = ""
            return
        self.pending = run
        try:
            done = await client.post(f"/api/tables/{self.table}/runs", run, Done)
        except Refused as refused:
            raise AssertionError(f"{run} was refused: {refused}") from refused
        self.acknowledged.append((self.table, run, done))
        self.pending = None

    async def next_run(self, client: Client) -> Run | None:
        for side in (0, 1):
            update = await client.get(f"/api/tables/{self.table}/update?side={side}", Update)
            if update.scene.buttons:
                self.keys += 1
                choice = self.rng.choice(update.scene.buttons).choice
                return Run(side, update.number, f"player-{self.name}-{self.keys}", (choice,))
        return None


async def play_until_killed(server: ServerProcess, players: list[Player], life: float) -> None:
    for player in players:
        player.move_to(server.address)
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(life)
    server.kill()
    await asyncio.gather(*playing)


async def finish(server: ServerProcess, players: list[Player]) -> None:
    """Send what was left unanswered once more."""
    for player in players:
        player.move_to(server.address)
        assert player.client is not None
        if player.pending is not None:
            await player.step(player.client)
        await player.client.close()


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    rng = Random(1941)
    players = [Player(number) for number in range(CLIENTS)]
    for _ in range(KILLS):
        with ServerProcess(tmp_path, "--log-level", "error") as server:
            asyncio.run(play_until_killed(server, players, rng.uniform(0.05, LONGEST_LIFE)))
    with ServerProcess(tmp_path, "--log-level", "error") as server:
        asyncio.run(finish(server, players))
    acknowledged = sum(len(player.acknowledged) for player in players)
    assert acknowledged > KILLS
    check_store(tmp_path, players)
    print(f"{KILLS} kills, {acknowledged:,} choices acknowledged, none lost, none played twice")


def check_store(data: Path, players: list[Player]) -> None:
    connection = sqlite3.connect(data / "sandtable.db")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for player in players:
        check_keys(connection, player)
    for table, header in connection.execute("SELECT id, header FROM tables").fetchall():
        rows = connection.execute(
            "SELECT number, body FROM records WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        journal = Journal(
            msgspec.json.decode(header, type=Header), [msgspec.json.decode(body, type=Record) for _, body in rows]
        )
        assert verified(game(journal.header.game), journal).number == len(rows)
    connection.close()


def check_keys(connection: sqlite3.Connection, player: Player) -> None:
    """Every acknowledged key is stored once, with the answer that was given, and its choice is in the journal."""
    stored = Counter(
        key
        for (key,) in connection.execute("SELECT key FROM answers WHERE key LIKE ?", (f"player-{player.name}-%",))
    )
    assert set(stored.values()) <= {1}
    assert set(stored) == {run.key for _, run, _ in player.acknowledged}
    for table, run, done in player.acknowledged:
        (body,) = connection.execute(
            "SELECT body FROM answers WHERE table_id = ? AND key = ?", (table, run.key)
        ).fetchone()
        told = {"number": done.number, "played": done.played}
        assert msgspec.json.decode(body).items() >= told.items()
    played = Counter((table, run.side, run.run[0]) for table, run, _ in player.acknowledged)
    for (table, side, choice), times in played.items():
        rows = connection.execute("SELECT body FROM records WHERE table_id = ?", (table,)).fetchall()
        records = [msgspec.json.decode(body) for (body,) in rows]
        found = [r for r in records if r.get("side") == side and choice in r.values()]
        assert len(found) == times, (choice, found)

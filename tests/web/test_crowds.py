"""Greedy and slow visitors, each attack in a small version: they wait or are refused, and who plays goes on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from starlette.types import Receive, Scope, Send

from sandtable.kernel.game import SPECTATOR
from sandtable.table.limits import Window
from sandtable.table.messages import Done, Made, NewTable, Run, Undo, Update
from sandtable.web.client import Client
from sandtable.web.connections import MOST_HEAD, Connections
from sandtable.web.visitors import Limits
from tests.web.serving import HERE, Site, listening, site

POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
PLAN = NewTable("tiny-skirmish", seats=(HERE, HERE))
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Door:
    """A server that listens, and everybody who came to it; they all leave before it closes."""

    def __init__(self, site: Site, address: str, leaving: AsyncExitStack) -> None:
        self.site = site
        self.address = address
        self.connections = site.app.connections
        self._leaving = leaving

    async def client(self, source: str = "127.0.0.1") -> Client:
        return await self._leaving.enter_async_context(Client(self.address, source))

    async def player(self, source: str = "127.0.0.1") -> Player:
        """Somebody at a table of their own."""
        client = await self.client(source)
        return Player(client, (await client.post("/api/tables", PLAN, Made)).id)

    async def opened(self) -> Streams:
        host, port = self.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        self._leaving.callback(writer.close)
        return reader, writer

    async def told(self, *parts: bytes) -> bytes:
        """What the server answers before it closes the connection."""
        reader, writer = await self.opened()
        for part in parts:
            writer.write(part)
            await writer.drain()
        return await reader.read()

    async def pressed(self, *parts: bytes) -> bytes:
        """The same for somebody who goes on sending until there is an answer."""
        reader, writer = await self.opened()
        reading = asyncio.create_task(_read_on(reader))
        for part in parts:
            writer.write(part)
            for _ in range(3):
                await asyncio.sleep(0)
            if reading.done():
                break
        return await reading

    def later(self, seconds: float) -> None:
        """Let it believe that so much time has passed."""
        self.connections.clock = lambda: time.monotonic() + seconds


async def _read_on(reader: asyncio.StreamReader) -> bytes:
    """All that comes, even if the connection is then broken off."""
    told = b""
    with contextlib.suppress(ConnectionResetError):
        while more := await reader.read(4096):
            told += more
    return told


def serving(data: Path, test: Callable[[Door], Awaitable[None]], limits: Limits | None = None) -> None:
    async def run() -> None:
        async with (
            site(data, limits=limits) as open_site,
            listening(open_site) as address,
            AsyncExitStack() as leaving,
            asyncio.timeout(60),
        ):
            await test(Door(open_site, address, leaving))

    asyncio.run(run())


class Player:
    """Somebody who plays both sides, on one connection."""

    def __init__(self, client: Client, table: str) -> None:
        self.client = client
        self.table = table
        self.played = 0

    async def play(self) -> None:
        """One choice of whoever decides."""
        for side in (0, 1):
            update = await self.client.get(f"/api/tables/{self.table}/update?side={side}", Update)
            if update.scene.buttons:
                self.played += 1
                run = Run(side, update.number, f"a-key-{self.played:04}", (update.scene.buttons[0].choice,))
                await self.client.post(f"/api/tables/{self.table}/runs", run, Done)
                return


# Heads and bodies


@pytest.mark.parametrize(
    "parts",
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * MOST_HEAD + b"\r\n\r\n",),
        (b"GET / HTTP/1.1\r\n", *[b"X: y\r\n" * 500] * 6),
        (b"GET /" + b"x" * MOST_HEAD,),
    ],
)
def test_a_head_without_end_is_refused(tmp_path: Path, parts: tuple[bytes, ...]) -> None:
    async def test(door: Door) -> None:
        answer = await door.told(*parts)
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert b'"too-large"' in answer

    serving(tmp_path, test)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: local",
        POST + b"Content-Length: 10\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX: y\r\n",
    ],
    ids=["silent", "half a head", "half a body", "trailers"],
)
def test_whoever_keeps_us_waiting_is_hung_up_on_and_others_are_answered(tmp_path: Path, begun: bytes) -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.opened()
        writer.write(begun)
        player = await door.player()
        await player.play()
        assert len(door.connections._open) == 2
        door.later(61)
        assert b" 200 " not in await reader.read()
        writer.close()
        await player.play()  # between two requests, nobody is late

    serving(tmp_path, test)


@pytest.mark.parametrize(
    "parts",
    [
        (CHUNKED + b"2\r\n{}\r\n0\r\n", *[b"X-Trailer: y\r\n" * 300] * 500, b"\r\n"),
        (CHUNKED + b"2\r\n{}\r\n0\r\nX: ", *[b"y" * 4096] * 500, b"\r\n\r\n"),
        (CHUNKED + b"2;", *[b"x" * 4096] * 500, b"\r\n{}\r\n0\r\n\r\n"),
        (CHUNKED, *[b"1\r\n \r\n" * 500] * 100, b"0\r\n\r\n"),
        (POST + b"Content-Length: 3000\r\n\r\n", *[b" "] * 3000),
        (CHUNKED + b"4000000\r\n", *[b" " * 65_536] * 1024, b"\r\n0\r\n\r\n"),
    ],
    ids=["trailers", "a trailer", "an extension", "chunks of a byte", "byte by byte", "a chunk"],
)
def test_a_body_that_is_none_is_cut_off_while_it_is_sent(tmp_path: Path, parts: tuple[bytes, ...]) -> None:
    """Each would be a body of the allowed size, or no end of one; the parser keeps or handles every part."""

    async def test(door: Door) -> None:
        answer = await door.pressed(*parts)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b'"too-large"' in answer
        player = await door.player()
        await player.play()

    serving(tmp_path, test)


def test_a_trailer_is_no_header_of_anything(tmp_path: Path) -> None:
    """Neither of its own request nor of the next one, which the parser would give it to."""

    async def test(door: Door) -> None:
        seen: list[list[tuple[bytes, bytes]]] = []
        app = door.site.app._guarded

        async def note(scope: Scope, receive: Receive, send: Send) -> None:
            await app(scope, receive, send)
            seen.append(list(scope["headers"]))

        door.site.app._guarded = note
        again = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
        answer = await door.told(CHUNKED + b"2\r\n{}\r\n0\r\nX-One: y\r\nX-Two: y\r\n\r\n", again)
        assert answer.count(b"HTTP/1.1 ") == 1
        assert b"connection: close" in answer
        assert [name for headers in seen for name, _ in headers] == [b"host", b"origin", b"transfer-encoding"]

    serving(tmp_path, test)


def test_requests_that_wait_on_one_connection_are_few(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        answer = await door.told(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
        assert answer.count(b"HTTP/1.1 200 ") < 20
        player = await door.player()
        await player.play()

    serving(tmp_path, test)


def test_a_body_in_pieces_of_a_fair_size_is_read(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        chunk = b"100\r\n" + b" " * 256 + b"\r\n"
        answer = await door.pressed(CHUNKED, *[chunk * 16] * 15, b"0\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"the message is not right" in answer.lower()

    serving(tmp_path, test)


def test_a_large_body_in_chunks_is_read(tmp_path: Path) -> None:
    """Many of them come at once."""

    async def test(door: Door) -> None:
        chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
        imports = CHUNKED.replace(b"/api/tables", b"/api/imports")
        answer = await door.pressed(imports, *[chunk * 64] * 8, b"0\r\nX-Sum: y\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"line 1" in answer

    serving(tmp_path, test)


def test_whoever_does_not_read_an_answer_is_hung_up_on(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        reader, _ = await door.opened()
        while not door.connections._open:
            await asyncio.sleep(0)
        (one,) = door.connections._open
        one.pause_writing()  # as the transport does when nobody takes what it has
        one.deadline = float("inf")
        door.later(31)
        assert await reader.read() == b""

    serving(tmp_path, test)


# Connections


def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        kept = [await door.opened() for _ in range(3)]
        while len(door.connections._open) < 3:
            await asyncio.sleep(0)
        assert (await door.told(b"")).startswith(b"HTTP/1.1 503 ")
        player = await door.player("127.0.0.2")
        await player.play()
        kept[0][1].close()
        while len(door.connections._open) > 3:
            await asyncio.sleep(0)
        assert (await door.told(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")).startswith(b"HTTP/1.1 200 ")

    serving(tmp_path, test, Limits(connections_of_address=3))


def test_the_last_connections_are_for_those_who_play() -> None:
    door = Connections(8, 100)
    door.plays("10.0.0.1")
    assert [door.admit(f"10.0.1.{number}") for number in range(7)] == [True] * 6 + [False]
    assert door.admit("10.0.0.1")
    assert door.admit("10.0.0.1")
    assert not door.admit("10.0.0.1")
    door.leave("10.0.1.0")
    assert not door.admit("10.0.1.9")
    assert door.admit("10.0.0.1")


def test_a_proxy_may_have_them_all() -> None:
    door = Connections(8, 2, proxied=True)
    assert [door.admit("127.0.0.1") for _ in range(9)] == [True] * 8 + [False]


def test_sockets_are_counted_until_they_close(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        player = await door.player()
        async with await player.client.socket(player.table, 0):
            assert door.connections._addresses == {"127.0.0.1": 2}
        await player.client.close()
        while door.connections._addresses:
            await asyncio.sleep(0)

    serving(tmp_path, test)


def test_spectators_leave_places_for_those_who_play(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        player = await door.player()
        door.site.app.sockets._most_watching = 2
        watching = [await player.client.socket(player.table, SPECTATOR) for _ in range(2)]
        with pytest.raises(Exception, match="503"):
            await player.client.socket(player.table, SPECTATOR)
        async with await player.client.socket(player.table, 0):
            pass
        for socket in watching:
            await socket.close()

    serving(tmp_path, test)


# How often


def test_reads_are_limited_by_address(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        async with Client(door.address, "127.0.0.2") as greedy:
            statuses = [(await greedy.exchange("GET", "/api/lobby"))[0] for _ in range(6)]
            assert statuses == [200] * 5 + [429]
            assert (await greedy.exchange("GET", "/"))[0] == 429
            assert (await greedy.exchange("GET", "/static/js/main.js"))[0] == 200
            with pytest.raises(Exception, match="429"):
                await greedy.socket("0" * 32, SPECTATOR)
        player = await door.player()
        await player.play()
        assert door.site.counted("sandtable_refusals_total", kind="too-much") == 3

    serving(tmp_path, test, Limits(reads=Window(5, 600), penalty=0.0))


def test_files_are_limited_by_address(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        async with Client(door.address, "127.0.0.2") as greedy:
            statuses = [(await greedy.exchange("GET", "/static/js/main.js"))[0] for _ in range(6)]
            assert statuses == [200] * 5 + [429]
            assert (await greedy.exchange("GET", "/api/lobby"))[0] == 200
        assert (await (await door.client()).exchange("GET", "/static/js/main.js"))[0] == 200

    serving(tmp_path, test, Limits(files=Window(5, 600), penalty=0.0))


def test_playing_and_undoing_are_limited_by_person(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        hasty, other = await door.player(), await door.player()
        for player in (hasty, other):
            await player.play()
        statuses = []
        for number in range(3):
            for what, message in (
                ("runs", Run(0, 99, f"a-new-key-{number}", ("to:S",))),
                ("undos", Undo(0, 99, f"undo-key-{number}")),
            ):
                content = msgspec.json.encode(message)
                statuses.append(
                    (await hasty.client.exchange("POST", f"/api/tables/{hasty.table}/{what}", content))[0]
                )
        assert [status == 429 for status in statuses] == [False, False, False, True, True, True]
        await other.play()

    serving(tmp_path, test, Limits(runs_of_person=Window(3, 600), undos_of_person=Window(1, 600)))


def test_greedy_connections_wait_for_each_other_and_not_others_for_them(tmp_path: Path) -> None:
    """Eight connections of one address ask for whatever is dearest; somebody else plays a game meanwhile."""

    async def test(door: Door) -> None:
        owner = await door.player("127.0.0.2")
        for _ in range(5):
            await owner.play()
        answered, stop = 0, False

        async def greedy(path: str) -> None:
            nonlocal answered
            async with Client(door.address, "127.0.0.2") as client:
                client.cookie = owner.client.cookie
                while not stop:
                    status, _ = await client.exchange("GET", path)
                    assert status == 200
                    answered += 1

        here = f"/api/tables/{owner.table}"
        paths = ["/api/lobby", f"{here}/moments", f"{here}/moments/0", f"{here}/export", f"{here}/update", "/"]
        crowd = [asyncio.create_task(greedy(path)) for path in (*paths, *paths[:2])]
        player = await door.player()
        begun = answered
        for _ in range(12):
            await player.play()
        assert door.site.house._reading.queued("127.0.0.1") == 0
        stop = True
        await asyncio.gather(*crowd)
        assert answered > begun

    serving(tmp_path, test, Limits(reads=Window(100_000, 10)))

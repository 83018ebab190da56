"""Many visitors in a process of their own, for measuring a server: spectators who look on, or greedy readers.

    python -m sandtable.arena.visitors watch ADDRESS COUNT TABLE...
    python -m sandtable.arena.visitors grab ADDRESS COUNT PATH...
    python -m sandtable.arena.visitors flood ADDRESS COUNT TABLE...
    python -m sandtable.arena.visitors trail ADDRESS COUNT

They print a line once all of them are busy, and go on until they are killed. Floods of frames come from spectators
who open another socket whenever theirs is closed; whoever trails sends trailers without end after a body, on a new
connection whenever theirs is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from sandtable.web.client import Client

OF_ONE_ADDRESS = 5
"""How many visitors share one loopback source address, so that no limit per address is reached."""
GREEDY = "127.1.0.1"
FLOODS = (b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x81\x81\0\0\0\0x")
"""Pings, pongs, empty pieces of a message, and messages; each as small as it can be."""
AT_ONCE = 10_000
"""Frames or trailers that are handed to the network together."""


def source(number: int) -> str:
    return f"127.0.{number // OF_ONE_ADDRESS % 250 + 1}.1"


class Visiting:
    """Lets them visit while something else is measured."""

    def __init__(self, what: str, address: str, count: int, targets: Sequence[str]) -> None:
        command = [sys.executable, "-m", __name__, what, address, str(count), *targets]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    async def all_here(self) -> None:
        assert self._process.stdout is not None
        if not await asyncio.to_thread(self._process.stdout.readline):
            raise RuntimeError("the visitors have left")

    def __enter__(self) -> Visiting:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


async def watch(address: str, count: int, tables: Sequence[str]) -> None:
    """Spectators of these tables, in turn."""
    sockets = []
    for number, table in enumerate(islice(cycle(tables), count)):
        sockets.append(await Client(address, source(number)).socket(table, -1, after=2**31 - 1))
    print("all are here", flush=True)
    await asyncio.gather(*map(_look_on, sockets))


async def _look_on(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def grab(address: str, count: int, paths: Sequence[str]) -> None:
    """Connections of one address that ask for everything as fast as they can."""
    print("all are here", flush=True)
    await asyncio.gather(*(_grab(Client(address, GREEDY), islice(cycle(paths), n, None)) for n in range(count)))


async def _grab(client: Client, paths: Iterator[str]) -> None:
    for path in paths:
        await client.exchange("GET", path)


async def flood(address: str, count: int, tables: Sequence[str]) -> None:
    """Spectators who send frames as fast as they can."""
    print("all are here", flush=True)
    kinds, places = cycle(FLOODS), cycle(tables)
    await asyncio.gather(*(_flood(address, next(kinds), next(places)) for _ in range(count)))


async def _flood(address: str, frame: bytes, table: str) -> None:
    while True:
        with contextlib.suppress(OSError, RuntimeError, WebSocketException):  # as whoever is hung up on gets them
            socket = await Client(address, GREEDY).socket(table, -1, after=2**31 - 1)
            if frame[0] == 0:
                socket.transport.write(b"\x01" + frame[1:])  # a message begins
            closing = asyncio.ensure_future(socket.wait_closed())
            while not closing.done():
                if not socket.transport.get_write_buffer_size():
                    socket.transport.write(frame * AT_ONCE)
                await asyncio.wait({closing}, timeout=0.01)
        await asyncio.sleep(0.01)


async def trail(address: str, count: int, _: Sequence[str]) -> None:
    """Connections that never come to the end of a request."""
    print("all are here", flush=True)
    await asyncio.gather(*(_trail(address) for _ in range(count)))


async def _trail(address: str) -> None:
    host, port = address.removeprefix("http://").rsplit(":", 1)
    head = f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {address}\r\n"
    while True:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(host, int(port), local_addr=(GREEDY, 0))
            writer.write(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")
            while not writer.is_closing():
                writer.write(b"X-Trailer: y\r\n" * AT_ONCE)
                await writer.drain()
        await asyncio.sleep(0.01)


def main() -> None:
    what, address, count, *targets = sys.argv[1:]
    visit = {"watch": watch, "grab": grab, "flood": flood, "trail": trail}[what]
    asyncio.run(visit(address, int(count), targets))


if __name__ == "__main__":
    main()

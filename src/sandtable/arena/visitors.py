"""Many visitors in a process of their own, for measuring a server: spectators who look on, or greedy readers.

    python -m sandtable.arena.visitors watch ADDRESS COUNT TABLE...
    python -m sandtable.arena.visitors grab ADDRESS COUNT PATH...

They print a line once all of them are busy, and go on until they are killed.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from websockets.asyncio.client import ClientConnection

from sandtable.web.client import Client

OF_ONE_ADDRESS = 5
"""How many visitors share one loopback source address, so that no limit per address is reached."""
GREEDY = "127.1.0.1"


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


def main() -> None:
    what, address, count, *targets = sys.argv[1:]
    visit = {"watch": watch, "grab": grab}[what]
    asyncio.run(visit(address, int(count), targets))


if __name__ == "__main__":
    main()

"""A server inside a test: in this process without a network, or listening on a free port of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from sandtable.table.house import House
from sandtable.table.messages import Made, NewSeat, NewTable, Run, Update
from sandtable.web.app import App
from sandtable.web.server import Server, config_for, listen
from sandtable.web.settings import Settings
from sandtable.web.visitors import Limits

T = TypeVar("T")
GAME = "tiny-skirmish"
ORIGIN = "http://localhost"
HERE = NewSeat("here")
LINK = NewSeat("link")


class Visitor(httpx.AsyncClient):
    """A browser on our own page: one cookie jar, and the Origin of our own pages."""

    async def tell(self, path: str, message: Any = None) -> httpx.Response:
        """POST a message."""
        content = b"{}" if message is None else msgspec.json.encode(message)
        return await self.post(f"/api{path}", content=content)

    async def told(self, path: str, message: Any, kind: type[T]) -> T:
        """POST a message that is not refused; the answer."""
        return read(await self.tell(path, message), kind)

    async def look(self, path: str, kind: type[T], **query: Any) -> T:
        """GET something that is not refused."""
        return read(await self.get(f"/api{path}", params=query), kind)

    async def update(self, table: str, side: int = -1) -> Update:
        return await self.look(f"/tables/{table}/update", Update, side=side)

    async def play(self, table: str, side: int, key: str, place: int = 0) -> httpx.Response:
        """Play one of the legal choices."""
        update = await self.update(table, side)
        choice = update.scene.buttons[place].choice
        return await self.tell(f"/tables/{table}/runs", Run(side, update.number, key, (choice,)))

    async def new_table(self, *seats: NewSeat, game: str = GAME) -> Made:
        return await self.told("/tables", NewTable(game, seats=seats or (HERE, HERE)), Made)


def read(response: httpx.Response, kind: type[T]) -> T:
    assert response.status_code == 200, (response.status_code, response.text)
    return msgspec.json.decode(response.content, type=kind)


@dataclass
class Site:
    """An application with an open house."""

    app: App
    house: House

    def visitor(self, origin: str = ORIGIN, address: str = "127.0.0.1") -> Visitor:
        transport = httpx.ASGITransport(self.app, client=(address, 50_000))
        return Visitor(transport=transport, base_url=origin, headers={"Origin": origin})

    def counted(self, name: str, **labels: str) -> float:
        """A figure as /metrics shows it; 0 for one that was never counted."""
        return figure(self.app.metrics.text().decode(), name, **labels)


def figure(text: str, name: str, **labels: str) -> float:
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    line = re.search("^" + re.escape(name + (f"{{{inside}}}" if inside else "")) + r" (\S+)$", text, re.MULTILINE)
    return float(line[1]) if line else 0.0


@contextlib.asynccontextmanager
async def site(data: Path, settings: Settings | None = None, limits: Limits | None = None) -> AsyncIterator[Site]:
    """An application without a network."""
    house = await House.open(data, workers=1, test_games=True)
    try:
        yield Site(App(house, settings or Settings(), limits=limits), house)
    finally:
        await house.close()


@contextlib.asynccontextmanager
async def listening(site: Site, settings: Settings | None = None) -> AsyncIterator[str]:
    """The same on a free port; its address."""
    socket = listen("127.0.0.1", 0)
    server = Server(config_for(site.app, settings or Settings()), site.app)
    task = asyncio.create_task(server.serve(sockets=[socket]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task

"""A server: the application on a port, until a signal ends it. Everything acknowledged is stored by then."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import importlib.util
import itertools
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import structlog
import uvicorn

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.words import say
from sandtable.table.catalogue import load_all
from sandtable.table.house import House
from sandtable.web.app import App
from sandtable.web.connections import http_for
from sandtable.web.frames import socket_for
from sandtable.web.settings import EVERYWHERE, Settings

log = structlog.get_logger("sandtable.web")

PING_EVERY = 20.0
KEEP_ALIVE = 30
"""Seconds a connection stays open between two requests."""
PATIENCE = 10
"""Seconds that running requests get to finish when the server is stopped."""
TICKS_A_SWEEP = 5
"""A tick is a tenth of a second."""
COLLECTION = 1.0
"""Seconds between two searches for garbage in what is new."""
A_THOROUGH_ONE = 600
"""Every so many of them, all is searched."""
SWITCH = 0.001
"""Seconds a thread may keep the interpreter to itself, so that readers of old moments do not delay players."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class PortTaken(SandtableError):
    """We cannot listen there."""


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; port 0 takes any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise _cannot_listen(host, port, error) from None
    return listening


def _cannot_listen(host: str, port: int, error: OSError) -> PortTaken:
    where = f"{host}:{port}"
    if error.errno == errno.EADDRINUSE:
        return PortTaken(
            say("{where} is already in use", where=where),
            say("stop the other server, or choose another port: --port {port}", port=port + 1),
        )
    reason = say("cannot listen at {where}: {why}", where=where, why=error.strerror or str(error))
    return PortTaken(reason, "give an address of this machine with --host and a port above 1023 with --port")


def address(settings: Settings, port: int) -> str:
    """Where a browser on this machine finds the server."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextlib.asynccontextmanager
async def garbage_collected() -> AsyncIterator[None]:
    """Search for cycles ourselves: every second in what is new, which is then set aside. Python would search
    everything every few seconds, which with a thousand sockets open holds everybody up for a fifth of a second."""
    gc.disable()
    _collect_garbage()
    collecting = asyncio.create_task(_keep_collecting())
    try:
        yield
    finally:
        collecting.cancel()
        gc.unfreeze()
        gc.enable()


async def _keep_collecting() -> None:
    for number in itertools.count(1):
        await asyncio.sleep(COLLECTION)
        if number % A_THOROUGH_ONE == 0:
            gc.unfreeze()
        _collect_garbage()


def _collect_garbage() -> None:
    gc.collect()
    gc.freeze()


class Server(uvicorn.Server):
    """uvicorn, with a farewell to the sockets, and without raising the signal again at the end."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.sockets.close(say("the server is shutting down; your game is stored"))
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SWEEP == 0:
            self._app.connections.sweep()
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


async def serve(settings: Settings, data: Path, listening: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve a data directory until a signal comes; `ready` is called with the address once clients can connect."""
    house = await House.open(data, test_games=settings.test_games)
    try:
        app = App(house, settings)
        load_all()
        server = Server(config_for(app, settings), app)
        async with garbage_collected():
            announcing = asyncio.create_task(_announce(server, settings, listening.getsockname()[1], ready))
            try:
                await server.serve(sockets=[listening])
            finally:
                announcing.cancel()
    finally:
        await house.close()
        log.info("stopped")


async def _announce(server: Server, settings: Settings, port: int, ready: Callable[[str], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.01)
    where = address(settings, port)
    log.info("listening", address=where, public_url=settings.public_url)
    await asyncio.to_thread(ready, where)  # a text browser would block us until it is closed


def config_for(app: App, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.public_url),
        http=http_for(app.connections),
        ws=socket_for(app.connections),
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=PATIENCE,
    )


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def run(settings: Settings, data: Path, ready: Callable[[str], None]) -> None:
    """Serve in this process, on the fastest event loop available."""
    sys.setswitchinterval(SWITCH)
    listening = listen(settings.host, settings.port)
    loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if _has("uvloop"):
        import uvloop

        loop_factory = uvloop.new_event_loop
    with contextlib.closing(listening), asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(serve(settings, data, listening, ready))

"""A server: the application on a port, until a signal ends it. Everything acknowledged is stored by then."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import importlib.util
import signal
import socket
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import structlog
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.words import say
from sandtable.table.catalogue import load_all
from sandtable.table.house import House
from sandtable.web.app import App
from sandtable.web.settings import EVERYWHERE, Settings

log = structlog.get_logger("sandtable.web")

FRAME_LIMIT = 4096
PING_EVERY = 20.0
KEEP_ALIVE = 30
"""Seconds a connection stays open between two requests."""
PATIENCE = 10
"""Seconds that running requests get to finish when the server is stopped."""
MOST_PACKED = 32
"""How many messages are kept in compressed form, for other sockets that are sent the same."""
SYNC = b"\x00\x00\xff\xff"
"""The end of a compressed message, which is not sent (RFC 7692, 7.2.1)."""
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


@lru_cache(maxsize=MOST_PACKED)
def packed(data: bytes, window: int) -> bytes:
    """A message as permessage-deflate sends it: compressed once for all sockets that are sent the same."""
    packing = zlib.compressobj(wbits=-window)
    return (packing.compress(data) + packing.flush(zlib.Z_SYNC_FLUSH)).removesuffix(SYNC)


class SharedDeflate(PerMessageDeflate):
    """Compresses whole messages, each by itself."""

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode is not Opcode.TEXT or not frame.fin:
            return super().encode(frame)
        data = packed(bytes(frame.data), self.local_max_window_bits)
        return replace(frame, data=data, rsv1=True)


class SharedDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees with the other end that no message depends on earlier ones."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, deflate = super().process_request_params(params, accepted_extensions)
        return agreed, SharedDeflate(
            deflate.remote_no_context_takeover,
            deflate.local_no_context_takeover,
            deflate.remote_max_window_bits,
            deflate.local_max_window_bits,
        )


class FrugalSocket(WebSocketsSansIOProtocol):
    """A socket that compresses every message by itself, and so needs no memory for earlier ones while idle."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        packing = SharedDeflateFactory()
        self.conn = ServerProtocol(extensions=[packing], max_size=FRAME_LIMIT, logger=self.logger)


class Server(uvicorn.Server):
    """uvicorn, with a farewell to the sockets, and without raising the signal again at the end."""

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.sockets.close(say("the server is shutting down; your game is stored"))
        await super().shutdown(sockets)

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
        gc.collect()
        gc.freeze()  # all this lives as long as the server: searching it for cycles would hold everybody up
        server = Server(config_for(app, settings), app)
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
        http="httptools" if _has("httptools") else "h11",
        ws=FrugalSocket,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        h11_max_incomplete_event_size=FRAME_LIMIT * 4,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=PATIENCE,
    )


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def run(settings: Settings, data: Path, ready: Callable[[str], None]) -> None:
    """Serve in this process, on the fastest event loop available."""
    listening = listen(settings.host, settings.port)
    loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    if _has("uvloop"):
        import uvloop

        loop_factory = uvloop.new_event_loop
    with contextlib.closing(listening), asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(serve(settings, data, listening, ready))

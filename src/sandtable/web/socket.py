"""The socket of a table: it pushes what happens there to the reader, who sends nothing but signs of life."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.kernel.game import SPECTATOR
from sandtable.table.errors import Denied
from sandtable.table.house import Subscription
from sandtable.table.limits import Allowance
from sandtable.table.messages import Farewell, encode_text
from sandtable.table.people import Person
from sandtable.table.turns import asker
from sandtable.web.answers import NOTE, NoSession, refused
from sandtable.web.endpoints import Number, Services, Side, TableId, read_parameters
from sandtable.web.open_sockets import OpenSocket
from sandtable.web.visitors import address_of

log = structlog.get_logger("sandtable.web")

PATH = "/tables/{id}/socket"
LEFT = 1000
GOING_AWAY = 1001
POLICY_VIOLATION = 1008
SLOWEST = 30.0
"""Seconds a reader may take for one message."""
EXPECTED = (OSError, RuntimeError, WebSocketDisconnect)
"""What sending ends with when a reader is slow or has left."""
MOST_SIGNS = 20
SIGNS_A_SECOND = 5.0


class AtSocket(msgspec.Struct, frozen=True):
    id: TableId
    side: Side = -1
    after: Number = -1
    chat: Number = 0


def socket_endpoint(services: Services) -> Callable[[WebSocket], Awaitable[None]]:
    """Opens sockets: each is refused with a status and a reason, or served until it ends."""

    async def endpoint(socket: WebSocket) -> None:
        socket.scope[NOTE].route = PATH
        person: Person | None = None
        try:
            at = read_parameters({**socket.query_params, **socket.path_params}, AtSocket)
            person = await services.visitors.known(socket)
            address = address_of(socket)
            asker.set(address)
            held = OpenSocket(
                address, services.visitors.token(socket), person.id if person else "", at.side == SPECTATOR
            )
            with services.sockets.hold(held):
                subscription = await services.house.subscribe(person, at.id, at.side, at.after, at.chat)
                try:
                    await socket.accept()
                    if not held.watches:
                        services.connections.plays(address)
                    await _serve(socket, subscription, held)
                finally:
                    subscription.close()
        except WebSocketDisconnect:
            pass
        except Exception as error:
            if isinstance(error, Denied) and person is None:
                error = NoSession(error.reason, error.hint)
            response = refused(socket, error)
            if socket.application_state is WebSocketState.CONNECTING:
                await socket.send_denial_response(response)

    return endpoint


async def _serve(socket: WebSocket, subscription: Subscription, held: OpenSocket) -> None:
    """Push until the reader leaves, the table ends, or the socket is ended."""
    pushing = asyncio.ensure_future(_push(socket, subscription))
    hearing = asyncio.ensure_future(_hear(socket))
    tasks: set[asyncio.Future[Any]] = {pushing, hearing, held.ending}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait({pushing, hearing})
    error = None if pushing.cancelled() else pushing.exception()
    if error is not None and not isinstance(error, EXPECTED):
        log.error("a message could not be sent", exc_info=error)
    await _say_goodbye(socket, hearing, held)


async def _say_goodbye(socket: WebSocket, hearing: asyncio.Future[int], held: OpenSocket) -> None:
    if not hearing.cancelled() and hearing.result() == LEFT:
        return
    with contextlib.suppress(RuntimeError):  # the reader has left before we could say so
        await _take_leave(socket, hearing, held)


async def _take_leave(socket: WebSocket, hearing: asyncio.Future[int], held: OpenSocket) -> None:
    async with asyncio.timeout(SLOWEST):
        if not hearing.cancelled():
            await socket.close(hearing.result())
            return
        if held.ending.done() and not held.ending.cancelled():
            await _send(socket, Farewell(str(held.ending.result())))
        await socket.close(GOING_AWAY)


async def _push(socket: WebSocket, subscription: Subscription) -> None:
    async for message in subscription:
        async with asyncio.timeout(SLOWEST):
            await _send(socket, message)


async def _send(socket: WebSocket, message: Any) -> None:
    await socket.send_text(encode_text(message))


async def _hear(socket: WebSocket) -> int:
    """Receive signs of life, but not too many; returns how to close the socket."""
    signs = Allowance(MOST_SIGNS, SIGNS_A_SECOND)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return LEFT
        if not signs.take():
            return POLICY_VIOLATION

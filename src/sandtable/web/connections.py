"""Connections at the outer door: how many there may be, and how long each may keep us waiting.

There are limits to the size of a head and of what follows it, and to the time for a head, for a body, and for
reading an answer. Some connections are kept for addresses from which somebody plays, so that a crowd of others
cannot lock them out.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from math import inf
from typing import ClassVar, NamedTuple, NoReturn

import msgspec
import structlog
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sandtable.table.messages import Refusal
from sandtable.web.bodies import Incoming

log = structlog.get_logger("sandtable.web")

MOST_HEAD = 16 << 10
"""Bytes of a request's first line and headers."""
HEAD_SECONDS = 10.0
"""How long a head may take, from the first byte, or from the opening of the connection."""
BODY_SECONDS = 60.0
READ_SECONDS = 30.0
"""How long a reader may leave an answer unread."""
KEPT_BACK = 128
"""Descriptors for files, processes and whatever else is no connection."""
MOST_DESCRIPTORS = 1 << 16
MOST_QUEUED = 16
"""Requests of one connection that wait for the answers to earlier ones."""
REMEMBERED = 10_000
"""How many addresses of players are remembered."""


class Connections:
    """All connections of a server. Behind a proxy all come from one address, which is then not limited."""

    def __init__(
        self,
        most: int,
        most_of_address: int,
        *,
        proxied: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.for_anybody = most - most // 4
        self.clock = clock
        self._most_of_address = most_of_address
        self._proxied = proxied
        self._open: set[BoundedHttp] = set()
        self._addresses: Counter[str] = Counter()
        self._players: OrderedDict[str, None] = OrderedDict()
        self.refused: Callable[[str], None] = lambda kind: None
        """Called with the kind of each refusal."""

    def admit(self, address: str) -> bool:
        """Admit a connection if the limits allow."""
        total, free = self._addresses.total(), self._proxied and _is_local(address)
        most = self.most if free or address in self._players else self.for_anybody
        if total >= most or (not free and self._addresses[address] >= self._most_of_address):
            return False
        self._addresses[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def plays(self, address: str) -> None:
        """Somebody plays from here."""
        self._players[address] = None
        self._players.move_to_end(address)
        if len(self._players) > REMEMBERED:
            self._players.popitem(last=False)

    def watch(self, connection: BoundedHttp) -> None:
        self._open.add(connection)

    def forget(self, connection: BoundedHttp) -> None:
        self._open.discard(connection)

    def sweep(self) -> None:
        """Close whatever has kept us waiting for too long."""
        now = self.clock()
        late = [one for one in self._open if one.deadline < now or one.unread_since < now - READ_SECONDS]
        for connection in late:
            connection.transport.abort()


def _is_local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True


def most_connections() -> int:
    """How many connections this process can have, after asking the system for as many as it gives."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(soft - KEPT_BACK, KEPT_BACK)


class Stopped(Exception):
    """Raised inside the parser, which then stops."""


class Refused(NamedTuple):
    """What we answer to a request that we do not even read."""

    status: int
    kind: str
    reason: str
    hint: str = ""


CROWDED = Refused(503, "unavailable", "There are too many connections.", "Try again in a moment.")
LONG_HEAD = Refused(431, "too-large", "The head of this request is larger than we accept.")
LONG_BODY = Refused(413, "too-large", "This request is larger than we accept, or comes in too small pieces.")
QUEUE = Refused(429, "too-much", "There are too many requests on this connection.", "Wait for our answers.")
UNREADABLE = Refused(400, "malformed", "This is not a request that we can read.")


class BoundedHttp(HttpToolsProtocol):
    """A connection with limits. The deadline is checked now and then: a timer for each request would cost more."""

    door: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.deadline = self.door.clock() + HEAD_SECONDS
        self.unread_since = inf
        self._head = 0
        self._in_head = False
        self._incoming: Incoming | None = None
        self._fault = UNREADABLE
        self._admitted = self.door.admit(self.address)
        if self._admitted:
            self.door.watch(self)
        else:
            self._refuse(CROWDED)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.forget(self)
        if self._admitted:
            self.door.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        begun = self._incoming
        super().data_received(data)
        self._head += len(data)
        if begun is not None:
            begun.add(len(data))
        if self.transport.is_closing():
            return
        if self._in_head and self._head > MOST_HEAD:
            self._refuse(LONG_HEAD)
        elif begun is not None and begun is self._incoming and begun.too_much:
            self._refuse(LONG_BODY)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_QUEUED:
            self._stop(QUEUE)
        super().on_message_begin()
        self._head, self._in_head = 0, True
        self.deadline = self.door.clock() + HEAD_SECONDS

    def on_header(self, name: bytes, value: bytes) -> None:
        """What comes after the body, a trailer, is nothing that anybody reads."""
        if self._in_head:
            super().on_header(name, value)
        elif self._incoming is not None:
            self._incoming.add_trailer()
            self._stop_if_too_much(self._incoming)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > MOST_HEAD:
            self._stop(LONG_HEAD)
        self.deadline = self.door.clock() + BODY_SECONDS
        super().on_headers_complete()
        self._incoming = Incoming(self.scope.get("path", ""))
        if self.cycle is not None and any(name == b"transfer-encoding" for name, _ in self.headers):
            self.cycle.keep_alive = False  # the parser takes the last trailer for a header of the next request

    def on_body(self, body: bytes) -> None:
        if self._incoming is not None:
            self._incoming.add_body(len(body))
            self._stop_if_too_much(self._incoming)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._incoming = None
        self.deadline = inf
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.door.forget(self)  # from here on it is a socket, which is counted until it is lost
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self.unread_since = self.door.clock()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.unread_since = inf
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """The parser has stopped, by itself or because we told it to."""
        self._refuse(self._fault)

    def _stop_if_too_much(self, incoming: Incoming) -> None:
        if incoming.too_much:
            self._stop(LONG_BODY)

    def _stop(self, fault: Refused) -> NoReturn:
        self._fault = fault
        raise Stopped

    def _refuse(self, fault: Refused) -> None:
        """Answer without any of our other code, and close. Inside or behind another answer there is no place for
        one."""
        self.door.refused(fault.kind)
        if self._admitted:
            log.info("refused", status=fault.status, kind=fault.kind, route="")
        if not self._is_answering():
            body = msgspec.json.encode(Refusal(fault.kind, fault.reason, "", fault.hint))
            lines = (
                b"Content-Type: application/json\r\nConnection: close\r\nRetry-After: 10\r\n",
                b"Content-Length: %d\r\n\r\n" % len(body),
            )
            self.transport.write(b"".join((STATUS_LINE[fault.status], *lines, body)))
        self.transport.close()

    def _is_answering(self) -> bool:
        """Does the line belong to another answer, or to ours to this very request?"""
        if self.cycle is None:
            return False
        begun = self.cycle.response_started if self._incoming else not self.cycle.response_complete
        return begun or bool(self.pipeline)


def http_for(connections: Connections) -> type[BoundedHttp]:
    """The protocol of a server with these connections."""
    return type("Http", (BoundedHttp,), {"door": connections})

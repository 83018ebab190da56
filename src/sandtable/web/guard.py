"""The guard at the outer door, before any of our other code reads a request.

It refuses requests meant for another server (Host) or sent by another site's page (Origin, Sec-Fetch-Site), limits
the size of bodies, chunked ones included, and gives every answer its security headers. It also makes sure that
every answer is counted and logged once, and that an internal error leaves as an id and nothing more.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sandtable.kernel.words import say
from sandtable.table.archive import LARGEST
from sandtable.table.errors import TooMuch
from sandtable.table.limits import Window
from sandtable.web.answers import NOTE, STATUS_OF_KIND, Foreign, Note, TooLarge, refused
from sandtable.web.bodies import MOST_BYTES, most_bytes
from sandtable.web.metrics import Metrics
from sandtable.web.settings import Settings, host_name, is_loopback
from sandtable.web.visitors import Limits, address_of

log = structlog.get_logger("sandtable.web")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
FILES = "/static/"
MOST_DIGITS = 12
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
APART_FROM_OPENERS = "same-origin"
ONLY_ENCRYPTED = "max-age=31536000"
NEVER_KEPT = "no-store"


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.settings = settings
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._open(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        note = scope[NOTE] = Note()
        outgoing = Outgoing(send, self._headers(scope, request.headers.get("host", "")))
        began = time.perf_counter()
        try:
            await self._answer_checked(request, receive, outgoing)
        except Exception as error:
            response = refused(request, error)
            if not outgoing.status:
                await response(scope, receive, outgoing)
        finally:
            self._count(scope, note, outgoing.status, time.perf_counter() - began)

    async def _answer_checked(self, request: Request, receive: Receive, outgoing: Outgoing) -> None:
        self._check_host(request)
        if request.method not in SAFE_METHODS:
            self._check_origin(request.headers)
            await self._check_rate(request, self.limits.writes)
        else:
            files = request.scope["path"].startswith(FILES)
            await self._check_rate(request, self.limits.files if files else self.limits.reads)
        await self.app(request.scope, Limited(request.scope, receive), outgoing)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        note = scope[NOTE] = Note()
        try:
            self._check_host(socket)
            self._check_origin(socket.headers)
            await self._check_rate(socket, self.limits.reads)
            await self.app(scope, receive, send)
        except (Foreign, TooMuch) as error:
            await socket.send_denial_response(refused(socket, error))
        finally:
            self._count(scope, note, STATUS_OF_KIND[note.refusal.error] if note.refusal else 101, 0.0)

    async def _check_rate(self, connection: HTTPConnection, window: Window) -> None:
        """Refuse an address that asks too often, and take our time about it."""
        try:
            window.check(address_of(connection), "too many requests from your address")
        except TooMuch:
            await asyncio.sleep(self.limits.penalty)
            raise

    def _headers(self, scope: Scope, host: str) -> dict[str, str]:
        """The headers of every answer on this connection."""
        headers = dict(HEADERS)
        private = self.settings.is_private(scope, host)
        if private:
            headers["Strict-Transport-Security"] = ONLY_ENCRYPTED
        if private or is_loopback(host_name(host)):
            # Without HTTPS, browsers ignore it and complain on the console of every page.
            headers["Cross-Origin-Opener-Policy"] = APART_FROM_OPENERS
        return headers

    def _check_host(self, connection: HTTPConnection) -> None:
        hosts = connection.headers.getlist("host")
        reached_at = (connection.scope.get("server") or ("",))[0]
        if len(hosts) != 1 or not self.settings.answers_to(hosts[0], reached_at):
            raise Foreign("this server has another name", "start it with --public-url to give it that name")

    def _check_origin(self, headers: Headers) -> None:
        """A browser says which page a request comes from; a request that does not say is refused too."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        ours = site == "same-origin" if origin is None else self.settings.is_ours(origin, headers.get("host", ""))
        if not ours or site not in (None, "same-origin"):
            raise Foreign(
                "this request does not come from our own page", "a program sends an Origin header with our address"
            )

    def _count(self, scope: Scope, note: Note, status: int, seconds: float) -> None:
        self.metrics.requests.labels(str(status)).inc()
        facts = {"method": scope.get("method", "SOCKET"), "route": note.route, "ms": round(seconds * 1000, 2)}
        if note.refusal is None:
            log.debug("answered", status=status, **facts)
            return
        self.metrics.refusals.labels(note.refusal.error).inc()
        log.info("refused", status=status, kind=note.refusal.error, **facts)


class Outgoing:
    """Passes an answer on, adds the headers that all answers have, and remembers the outcome."""

    def __init__(self, send: Send, headers: Mapping[str, str]) -> None:
        self._send = send
        self._headers = headers
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in self._headers.items():
                headers[name] = value
            headers.setdefault("Cache-Control", NEVER_KEPT)
            message["headers"] = headers.raw
        await self._send(message)


class Limited:
    """Receives a body up to the size allowed; one that declares a larger length is refused before it is read."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._receive = receive
        self._left = most_bytes(scope["path"])
        length = Headers(scope=scope).get("content-length", "")
        if length.isascii() and length.isdigit() and (len(length) > MOST_DIGITS or int(length) > self._left):
            raise _too_large()

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise _too_large()
        return message


def _too_large() -> TooLarge:
    return TooLarge(
        "this is larger than we accept",
        say(
            "a saved game may be up to {game} MiB, anything else up to {other} KiB",
            game=LARGEST >> 20,
            other=MOST_BYTES >> 10,
        ),
    )

"""Answers: messages as JSON, compressed when worthwhile, and every error as a `Refusal` with its status."""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
import structlog
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from sandtable.kernel.errors import Illegal, Malformed, NotYourTurn, SandtableError, Stale
from sandtable.kernel.words import Message
from sandtable.table.errors import Denied, Missing, TooMuch, Unavailable
from sandtable.table.messages import Refusal, encode

log = structlog.get_logger("sandtable.web")

NOTE = "sandtable.note"
JSON = "application/json"
WORTH_PACKING = 1024
QUICK = 4
"""The compression level for bytes that are sent only once."""


class NoSession(SandtableError):
    """Only somebody with a session may do this."""


class TooLarge(SandtableError):
    """The body is larger than we accept."""


class WrongMethod(SandtableError):
    """The address exists, but not for this method."""


class Foreign(SandtableError):
    """The request comes from another site's page, or is meant for another server."""


KINDS: tuple[tuple[type[SandtableError], str, int], ...] = (
    (Illegal, "illegal", 422),
    (Stale, "stale", 409),
    (NotYourTurn, "not-your-turn", 409),
    (Malformed, "malformed", 400),
    (Denied, "denied", 403),
    (NoSession, "no-session", 401),
    (Foreign, "foreign", 403),
    (Missing, "missing", 404),
    (WrongMethod, "wrong-method", 405),
    (TooMuch, "too-much", 429),
    (TooLarge, "too-large", 413),
    (Unavailable, "unavailable", 503),
)
STATUS_OF_KIND = {kind: status for _, kind, status in KINDS} | {"broken": 500}


def refusal_of(error: SandtableError) -> Refusal:
    """An error as the client sees it."""
    kind = next((kind for cls, kind, _ in KINDS if isinstance(error, cls)), "malformed")
    return Refusal(
        error=kind,
        reason=sentence(error.reason),
        rule=error.rule if isinstance(error, Illegal) else "",
        hint=sentence(error.hint),
    )


def sentence(message: Message | str) -> str:
    """A sentence begins with a capital."""
    text = str(message)
    return text[:1].upper() + text[1:]


@dataclass(slots=True)
class Note:
    """How the log names a request: by its route, never its path, which may be a secret of the caller."""

    route: str = ""
    refusal: Refusal | None = None


def refused(connection: HTTPConnection, error: Exception) -> Response:
    """The response to a failed request; an internal error is logged, and the client is told only its id."""
    refusal = refusal_of(error) if isinstance(error, SandtableError) else broken(error)
    if NOTE in connection.scope:
        connection.scope[NOTE].refusal = refusal
    response = answer(connection, refusal, status=STATUS_OF_KIND[refusal.error])
    if response.status_code in (429, 503):
        response.headers["Retry-After"] = "10"
    return response


def broken(error: Exception) -> Refusal:
    """An internal error; the id finds it in the log."""
    error_id = secrets.token_hex(6)
    log.error("broken", error_id=error_id, exc_info=error)
    return Refusal("broken", f"Something went wrong on the server. It is logged as {error_id}.")


def answer(
    connection: HTTPConnection, message: Any, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A message as JSON."""
    return body_of(connection, encode(message), JSON, status=status, headers=headers)


def body_of(
    connection: HTTPConnection,
    body: bytes,
    media_type: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Bytes made for this answer, compressed if they are many and the client accepts it."""
    response = Response(body, status, dict(headers or {}), media_type)
    if len(body) > WORTH_PACKING:
        response.headers["Vary"] = "Accept-Encoding"
        if takes_gzip(connection.headers):
            response.body = gzip.compress(body, QUICK, mtime=0)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Length"] = str(len(response.body))
    return response


def takes_gzip(headers: Headers) -> bool:
    for part in headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Kept(msgspec.Struct, frozen=True):
    """Bytes that are sent often: compressed once, and tagged by their content."""

    body: bytes
    packed: bytes
    tag: str


def keep(body: bytes) -> Kept:
    packed = gzip.compress(body, 9, mtime=0) if len(body) > WORTH_PACKING else body
    return Kept(body, packed if len(packed) < len(body) else body, f'"{sha256(body).hexdigest()[:32]}"')


@lru_cache(maxsize=64)
def kept(body: bytes) -> Kept:
    """Like `keep`, but remembered: for boards, of which there are few."""
    return keep(body)


def unchanged(connection: HTTPConnection, tag: str) -> bool:
    """Does the client already have these bytes?"""
    given = connection.headers.get("if-none-match", "")
    return given.strip() == "*" or tag in (part.strip().removeprefix("W/") for part in given.split(","))


def kept_answer(connection: HTTPConnection, content: Kept, media_type: str, cache: str) -> Response:
    """Kept bytes, or 304 if the client has them."""
    headers = {"ETag": content.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if unchanged(connection, content.tag):
        return Response(status_code=304, headers=headers)
    if content.packed is not content.body and takes_gzip(connection.headers):
        return Response(content.packed, 200, headers | {"Content-Encoding": "gzip"}, media_type)
    return Response(content.body, 200, headers, media_type)

"""Endpoints: one for each request of the API, with the exact types that go in and out.

A handler's annotations say it all: `at` holds the parameters of the path and the query, `body` is what was sent,
and what it returns is the answer. Errors are `SandtableError`s. Reading, answering and the OpenAPI description
follow from these types.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, TypeGuard, TypeVar, get_type_hints

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say
from sandtable.table.errors import Denied
from sandtable.table.house import House
from sandtable.table.limits import Window
from sandtable.table.people import People, Person
from sandtable.table.turns import asker
from sandtable.web.answers import NOTE, NoSession, answer, refused
from sandtable.web.connections import Connections
from sandtable.web.metrics import Metrics
from sandtable.web.open_sockets import OpenSockets
from sandtable.web.settings import Settings
from sandtable.web.visitors import Limits, Visitors, address_of

Side = Annotated[int, Meta(ge=-1, le=63, description="A side's number; -1 for the spectator.")]
Number = Annotated[int, Meta(ge=-1, le=2**31 - 1, description="As that side counts; -1 for none.")]
TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[a-z0-9-]+$")]
ScenarioId = Annotated[str, Meta(max_length=64, pattern="^[a-z0-9-]*$")]
Paragraph = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9.-]+$")]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body or an answer that says nothing."""


class Who(Enum):
    """Who may use an endpoint."""

    ANYBODY = "anybody; without a session, as a spectator"
    GUEST = "anybody; without a session, a new guest is made"
    KNOWN = "only somebody with a session"


@dataclass(frozen=True, slots=True)
class Services:
    """What all handlers work with."""

    house: House
    visitors: Visitors
    sockets: OpenSockets
    settings: Settings
    metrics: Metrics
    connections: Connections


class Visit:
    """One request: who is asking, and the session that the answer must carry."""

    def __init__(self, services: Services, request: Request) -> None:
        self.services = services
        self.house = services.house
        self.people: People = services.house.people
        self.request = request
        self.person: Person | None = None
        self.token: str | None = ""
        """A new session for the cookie; empty if the cookie stays as it is, None if it is to be cleared."""

    @property
    def known(self) -> Person:
        """The person asking, at an endpoint that requires a session."""
        assert self.person is not None
        return self.person

    @property
    def limits(self) -> Limits:
        return self.services.visitors.limits

    def not_too_often(self, window: Window) -> None:
        """Refuse if this visitor's address asks too often."""
        self.services.visitors.check_rate(window, self.request)

    def may_move(self, window: Window) -> None:
        """Refuse a person who plays or takes back faster than hands can. Whoever plays is somebody for whom a
        connection is kept."""
        window.check(self.known.id, "you are playing faster than we can follow")
        self.services.connections.plays(address_of(self.request))

    async def let_in(self, who: Who) -> None:
        """Find out who is asking."""
        visitors = self.services.visitors
        if who is Who.GUEST:
            self.person, self.token = await visitors.known_or_guest(self.request)
        elif who is Who.KNOWN:
            self.person = await visitors.must_know(self.request)
        else:
            self.person = await visitors.known(self.request)

    def refuse(self, error: Exception) -> Response:
        """What is denied to somebody without a session may be allowed after logging in."""
        if isinstance(error, Denied) and self.person is None:
            error = NoSession(error.reason, error.hint)
        return refused(self.request, error)

    def carry_session(self, response: Response) -> None:
        if self.token is None:
            self.services.visitors.take(self.request, response)
        elif self.token:
            self.services.visitors.give(self.request, response, self.token)


Handler = Callable[..., Awaitable[Any]]
H = TypeVar("H", bound=Handler)
S = TypeVar("S", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and a path, what goes in and out, and who may use it."""

    method: str
    path: str
    handler: Handler
    who: Who
    refuses: tuple[int, ...]
    at: type[msgspec.Struct] | None
    body: type[msgspec.Struct] | type[bytes] | None
    answer: Any
    """The type of the message, or the media type of a file."""
    heavy: bool = False
    """May the answer be so large that packing it would hold up everybody else?"""

    async def respond(self, services: Services, request: Request) -> Response:
        """Answer a request, or refuse it. An unreadable request does not make a new guest."""
        request.scope[NOTE].route = self.path
        asker.set(address_of(request))
        visit = Visit(services, request)
        try:
            arguments = await self._arguments(request)
            await visit.let_in(self.who)
            made = await self.handler(visit, **arguments)
            response = made if isinstance(made, Response) else await self._packed(visit, made)
        except Exception as error:
            response = visit.refuse(error)
        visit.carry_session(response)
        return response

    async def _packed(self, visit: Visit, made: Any) -> Response:
        if self.heavy:
            return await visit.house.aside(answer, visit.request, made)
        return answer(visit.request, made)

    async def _arguments(self, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        if self.at is not None:
            arguments["at"] = read_parameters({**request.query_params, **request.path_params}, self.at)
        if self.body is not None:
            try:
                content = await request.body()
            except ClientDisconnect:
                raise Malformed("the message broke off") from None
            arguments["body"] = read_body(content, self.body) if _is_struct(self.body) else content
        return arguments


def _is_struct(kind: type) -> TypeGuard[type[msgspec.Struct]]:
    return issubclass(kind, msgspec.Struct)


def read_parameters(named: dict[str, str], kind: type[S]) -> S:
    """The parameters of the path and the query."""
    try:
        return msgspec.convert(named, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(say("the address is not right: {error}", error=str(error))) from None


def read_body(content: bytes, kind: type[S]) -> S:
    """The message that was sent; if an endpoint expects nothing, the body may be empty."""
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(say("the message is not right: {error}", error=str(error))) from None
    except RecursionError:
        raise Malformed("the message is nested too deeply") from None


class Endpoints:
    """All endpoints of the API, in order."""

    def __init__(self) -> None:
        self.all: list[Endpoint] = []

    def get(self, path: str, *refuses: int, file: str = "", heavy: bool = False) -> Callable[[H], H]:
        """An endpoint that changes nothing."""
        return self._enter("GET", path, Who.ANYBODY, {429, 503, *refuses}, file, heavy)

    def post(self, path: str, who: Who, *refuses: int) -> Callable[[H], H]:
        """An endpoint that may change something."""
        always = {400, 403, 413, 429, 503, *({401} if who is Who.KNOWN else ())}
        return self._enter("POST", path, who, {*always, *refuses}, "")

    def _enter(
        self, method: str, path: str, who: Who, refuses: set[int], file: str, heavy: bool = False
    ) -> Callable[[H], H]:
        def enter(handler: H) -> H:
            kinds = get_type_hints(handler)
            at, body = kinds.get("at"), kinds.get("body")
            statuses = tuple(sorted(refuses | ({400} if at else set())))
            answers = file or kinds["return"]
            self.all.append(Endpoint(method, path, handler, who, statuses, at, body, answers, heavy))
            return handler

        return enter

    def routes(self, services: Services) -> list[Route]:
        """All endpoints as routes of an application."""
        return [_route(endpoint, services) for endpoint in self.all]


def _route(endpoint: Endpoint, services: Services) -> Route:
    async def respond(request: Request) -> Response:
        return await endpoint.respond(services, request)

    route = Route(endpoint.path, respond, methods=[endpoint.method])
    route.methods = {endpoint.method}  # the router would answer HEAD too, which the description does not promise
    return route

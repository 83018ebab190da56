"""The application: the API under /api, sockets, the client's pages, health and figures, behind the guard."""

from __future__ import annotations

from hmac import compare_digest

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from sandtable.kernel.errors import SandtableError
from sandtable.table.errors import Missing
from sandtable.table.house import House
from sandtable.web.answers import JSON, NOTE, WrongMethod, answer, body_of, refused
from sandtable.web.api import API
from sandtable.web.connections import Connections, most_connections
from sandtable.web.description import encoded
from sandtable.web.endpoints import Services
from sandtable.web.guard import Guard
from sandtable.web.metrics import Metrics
from sandtable.web.open_sockets import OpenSockets
from sandtable.web.pages import Shelf
from sandtable.web.settings import Settings
from sandtable.web.shared import Shared
from sandtable.web.socket import PATH, socket_endpoint
from sandtable.web.visitors import Limits, Visitors

PREFIX = "/api"
DESCRIPTION = "/openapi.json"
HEALTH_KEPT = 1.0
"""Seconds for which a check of the store answers everybody who asks."""
FIGURES = "text/plain; version=0.0.4; charset=utf-8"


class App:
    """The whole server as an ASGI application, for an open house. The caller closes both."""

    def __init__(self, house: House, settings: Settings, *, limits: Limits | None = None) -> None:
        self.house = house
        self.settings = settings
        allowed = limits or Limits()
        self.connections = Connections(
            most_connections(), allowed.connections_of_address, proxied=bool(settings.public_url)
        )
        self.sockets = OpenSockets(
            allowed.sockets_of_person, allowed.sockets_of_address, self.connections.for_anybody
        )
        self.metrics = Metrics(house.figures, lambda: len(self.sockets))
        self.connections.refused = lambda kind: self.metrics.refusals.labels(kind).inc()
        house.watch_commits(self.metrics.commits.observe)
        visitors = Visitors(house.people, settings, allowed)
        services = Services(house, visitors, self.sockets, settings, self.metrics, self.connections)
        self._checks = Shared(lambda: house.check(), HEALTH_KEPT)
        self._guarded: ASGIApp = Guard(_routes(self, services), settings, self.metrics, allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._guarded(scope, receive, send)

    async def health(self, request: Request) -> Response:
        """Healthy, if games can be stored and read."""
        request.scope[NOTE].route = "/healthz"
        try:
            await self._checks.get()
        except SandtableError as error:
            return refused(request, error)
        return answer(request, {"status": "ok"})

    async def figures(self, request: Request) -> Response:
        """Everything we count, for whoever has the token: the counts move with secret choices too."""
        request.scope[NOTE].route = "/metrics"
        token = self.settings.metrics_token
        given = request.headers.get("authorization", "").encode()
        if not token or not compare_digest(given, f"Bearer {token}".encode()):
            return refused(request, Missing("there is nothing at this address"))
        return Response(self.metrics.text(), media_type=FIGURES)


def _routes(app: App, services: Services) -> Starlette:
    shelf = Shelf()
    return Starlette(
        routes=[
            Route("/healthz", app.health),
            Route("/metrics", app.figures),
            WebSocketRoute(PREFIX + PATH, socket_endpoint(services)),
            Mount(PREFIX, routes=_api_routes(services)),
            Route("/static/{path:path}", shelf.file),
            Route("/{path:path}", shelf.page),
        ],
        exception_handlers={HTTPException: _no_such_route},
    )


def _api_routes(services: Services) -> list[Route]:
    """The endpoints and their description; no documentation pages, because those load scripts from other sites."""
    described = encoded(API, PREFIX)

    async def describe(request: Request) -> Response:
        request.scope[NOTE].route = DESCRIPTION
        return body_of(request, described, JSON)

    return [*API.routes(services), Route(DESCRIPTION, describe)]


async def _no_such_route(request: Request, error: Exception) -> Response:
    """Refusals by the router itself."""
    assert isinstance(error, HTTPException)
    if error.status_code != 405:
        return refused(request, Missing("there is nothing at this address"))
    response = refused(request, WrongMethod("this address does not accept this method"))
    response.headers.update(error.headers or {})
    return response

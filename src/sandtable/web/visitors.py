"""Who is asking: the session in the cookie, the guest made for a first action, and how much one may ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sandtable.table.limits import Window
from sandtable.table.people import People, Person
from sandtable.web.answers import NoSession
from sandtable.web.settings import Settings

PLAIN_COOKIE = "sandtable"
SECURE_COOKIE = "__Host-sandtable"
KEPT_FOR = 180 * 24 * 3600
MOST_TOKEN = 128


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address, or one person, may ask for. Nobody who plays by hand comes near these."""

    reads: Window = field(default_factory=lambda: Window(600, 10))
    """Everything that changes nothing, except the files of the page."""
    files: Window = field(default_factory=lambda: Window(4000, 10))
    """These lie ready in memory; a page fetches up to 150 of them."""
    writes: Window = field(default_factory=lambda: Window(1000, 10))
    """Everything else."""
    runs_of_person: Window = field(default_factory=lambda: Window(200, 10))
    undos_of_person: Window = field(default_factory=lambda: Window(60, 10))

    guests: Window = field(default_factory=lambda: Window(200, 600))
    tables: Window = field(default_factory=lambda: Window(200, 600))
    imports: Window = field(default_factory=lambda: Window(20, 600))
    questions: Window = field(default_factory=lambda: Window(400, 10))
    sockets_of_person: int = 20
    sockets_of_address: int = 50
    connections_of_address: int = 100
    penalty: float = 1.0
    """Seconds that such a refusal takes, so that asking again and again costs us little."""


class Visitors:
    """Sessions at the door."""

    def __init__(self, people: People, settings: Settings, limits: Limits) -> None:
        self.people = people
        self.settings = settings
        self.limits = limits

    def token(self, connection: HTTPConnection) -> str:
        """The content of the cookie, or nothing."""
        token = connection.cookies.get(self._cookie_name(connection), "")
        return token if len(token) <= MOST_TOKEN else ""

    async def known(self, connection: HTTPConnection) -> Person | None:
        """Whose session the cookie names."""
        token = self.token(connection)
        return await self.people.visit(token) if token else None

    async def must_know(self, connection: HTTPConnection) -> Person:
        """The person whose session the cookie names; anybody else is refused."""
        person = await self.known(connection)
        if person is None:
            raise NoSession("you have no seat here", "your session may have ended: log in, or use your link again")
        return person

    async def known_or_guest(self, connection: HTTPConnection) -> tuple[Person, str]:
        """The person whose session the cookie names, or a new guest and the token that the answer must carry."""
        person = await self.known(connection)
        if person is not None:
            return person, ""
        self.check_rate(self.limits.guests, connection)
        return await self.people.guest()

    def check_rate(self, window: Window, connection: HTTPConnection) -> None:
        """Refuse an address that asks too often."""
        window.check(address_of(connection), "too many requests from your address")

    def give(self, connection: HTTPConnection, response: Response, token: str) -> None:
        """Put a session in the visitor's cookie."""
        response.set_cookie(
            self._cookie_name(connection),
            token,
            max_age=KEPT_FOR,
            path="/",
            secure=self._is_private(connection),
            httponly=True,
            samesite="lax",
        )

    def take(self, connection: HTTPConnection, response: Response) -> None:
        """Clear the visitor's cookie."""
        response.delete_cookie(
            self._cookie_name(connection),
            path="/",
            secure=self._is_private(connection),
            httponly=True,
            samesite="lax",
        )

    def _cookie_name(self, connection: HTTPConnection) -> str:
        return SECURE_COOKIE if self._is_private(connection) else PLAIN_COOKIE

    def _is_private(self, connection: HTTPConnection) -> bool:
        return self.settings.is_private(connection.scope, connection.headers.get("host", ""))


def address_of(connection: HTTPConnection) -> str:
    """The caller's address for the limits: an IPv6 network counts as one, because a household has a whole one."""
    text = connection.client.host if connection.client else ""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)

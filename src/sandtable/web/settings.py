"""The server's surroundings: its address, the names it answers to, and whether connections to it are private."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})
DEFAULT_PORT = 8000
SHORTEST_TOKEN = 16
USUAL_PORTS = {"http": 80, "https": 443}
LABEL = re.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
SECURE_SCHEMES = ("https", "wss")


@dataclass(frozen=True, slots=True)
class Settings:
    """`public_url` is how others reach this server, without a path; invitations begin with it."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    public_url: str = ""
    test_games: bool = False
    """Does the lobby show games that are there for tests only?"""
    metrics_token: str = ""
    """What a request for the figures must carry; without one, nobody gets them."""

    def __post_init__(self) -> None:
        if self.public_url:
            object.__setattr__(self, "public_url", checked_url(self.public_url))
        if 0 < len(self.metrics_token) < SHORTEST_TOKEN:
            raise Malformed(say("the metrics token must have at least {least} characters", least=SHORTEST_TOKEN))

    @property
    def public_host(self) -> str:
        return urlsplit(self.public_url).hostname or ""

    def links_stay_here(self, host_header: str) -> bool:
        """Do links work on this machine only? They begin with the public URL, or the address the caller used."""
        return not self.public_url and (is_loopback(self.host) or is_loopback(host_name(host_header)))

    def answers_to(self, host_header: str, reached_at: str) -> bool:
        """Is this one of our names? If we listen on every address, the one at which the caller reached us is.

        A foreign name that points at our address (DNS rebinding) is not one of them.
        """
        name = host_name(host_header)
        if not name:
            return False
        if name in LOOPBACK_NAMES or name in (self.host.lower(), self.public_host):
            return True
        return self.host in EVERYWHERE and name == reached_at

    def is_ours(self, origin: str, host_header: str) -> bool:
        """Is this the origin of our own pages?"""
        if self.public_url and origin == self.public_url:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host_header.lower()

    def is_private(self, scope: Any, host_header: str) -> bool:
        """Is the connection from the browser encrypted, by us or by the proxy behind the public URL?"""
        if scope.get("scheme") in SECURE_SCHEMES:
            return True
        return self.public_url.startswith("https://") and host_name(host_header) == self.public_host


def is_loopback(host: str) -> bool:
    if host.lower() in LOOPBACK_NAMES:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def host_name(host_header: str) -> str:
    """The name or address in a Host header, without the port; empty if it is not one at all."""
    try:
        return (urlsplit("//" + host_header).hostname or "") if host_header else ""
    except ValueError:
        return ""


def checked_url(url: str) -> str:
    """scheme://host[:port] with nothing after it, as browsers write it in the Origin of our pages."""
    try:
        parts = urlsplit(url.strip())
        host, port = _plain_host(parts.hostname or ""), parts.port
        valid = parts.scheme in USUAL_PORTS and port != 0 and not parts.netloc.endswith(":")
    except ValueError:
        valid = False
    if not valid or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise Malformed(
            say("'{url}' is not the address of a server", url=url),
            "for example: --public-url https://table.example.org",
        )
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, USUAL_PORTS[parts.scheme]) else "")


def _plain_host(name: str) -> str:
    """A host name in the letters that browsers send, or an address; ValueError if it is neither."""
    with suppress(ValueError):
        address = ip_address(name)
        if address.is_unspecified:
            raise Malformed(
                say("nobody reaches a server at {address}", address=name),
                "give the name or the address that others use, as in --public-url https://table.example.org",
            )
        return f"[{address}]" if address.version == 6 else str(address)
    plain = name.encode("idna").decode().lower()
    labels = plain.split(".")
    if not all(LABEL.fullmatch(label) for label in labels) or labels[-1].isdigit():
        raise ValueError("not a host name")
    return plain

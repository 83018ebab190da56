"""How much a request may send after its head: bytes, pieces, and what is no body at all.

A body is counted as it arrives, before anything is made of it. The size alone is no limit: a client may send each
byte by itself, or follow a short body with trailers that never end.
"""

from __future__ import annotations

from sandtable.table.archive import LARGEST

MOST_BYTES = 64 << 10
MOST_BYTES_OF = {"/api/imports": LARGEST}
ON_THE_WAY = 64 << 10
"""Bytes that may arrive after the limit, while the client is being told."""
FREE_PIECES = 1000
SMALLEST_PIECE = 256
"""Bytes: beyond the free pieces, no client that means well sends smaller ones on average."""
FREE_WRAPPING = 16 << 10
"""Bytes of chunk sizes, of what may stand behind them, and of trailers."""
MOST_TRAILERS = 100
WRAPPED = 16
"""Beyond the free wrapping, at most one byte of it for so many bytes of body."""


def most_bytes(path: str) -> int:
    """How large a body may be that is sent to this address."""
    return MOST_BYTES_OF.get(path, MOST_BYTES)


class Incoming:
    """What has come of one request since its head."""

    __slots__ = ("_body", "_most", "_pieces", "_trailers", "_wrapping")

    def __init__(self, path: str) -> None:
        self._most = most_bytes(path) + ON_THE_WAY
        self._body = self._pieces = self._wrapping = self._trailers = 0

    def add_body(self, size: int) -> None:
        """A piece of body, which is counted as wrapping too when all that came with it has been read."""
        self._body += size
        self._pieces += 1
        self._wrapping -= size

    def add(self, size: int) -> None:
        """Bytes as they come in."""
        self._pieces += 1
        self._wrapping += size

    def add_trailer(self) -> None:
        self._trailers += 1

    @property
    def too_much(self) -> bool:
        """Is this more than anybody needs to send?"""
        return (
            self._body > self._most
            or self._trailers > MOST_TRAILERS
            or self._pieces > FREE_PIECES + self._body // SMALLEST_PIECE
            or self._wrapping > FREE_WRAPPING + self._body // WRAPPED
        )

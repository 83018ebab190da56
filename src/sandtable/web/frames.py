"""The frames of a socket: what goes out is compressed once for all who are sent it, what comes in is counted.

Nobody who reads a table has much to say. Whoever sends frames at full speed, be they pings, pongs or empty pieces
of a message that never ends, is hung up on before all of it is read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

import structlog
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from sandtable.table.limits import Allowance
from sandtable.web.connections import Connections

log = structlog.get_logger("sandtable.web")

LARGEST_MESSAGE = 4096
MOST_FRAMED = 256
"""How many messages are kept in compressed form, for other sockets that are sent the same."""
QUICK = 3
"""How hard messages are compressed: an update becomes an eighth of its size in a third of the time of level 6."""
SLICE = 256
"""So many bytes are read before their frames are counted."""
MOST_PIECES, PIECES_A_SECOND = 100.0, 10.0
"""Frames, and deliveries by the network."""
MOST_BYTES, BYTES_A_SECOND = 16_384.0, 1_024.0
TOO_MANY = 1008
TOLD = "you send too much"


@lru_cache(maxsize=MOST_FRAMED)
def framed(text: str, window: int) -> bytes:
    """A message as it goes down the line: compressed by itself and framed once, for all sockets that are sent the
    same."""
    alone = PerMessageDeflate(True, True, window, window, {"level": QUICK})
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False, extensions=[alone])


class CountingProtocol(ServerProtocol):
    """Counts what it has heard."""

    heard = 0

    def events_received(self) -> list[Any]:
        events = super().events_received()
        self.heard += len(events)
        return events


class FrugalSocket(WebSocketsSansIOProtocol):
    """A socket that compresses every message by itself, and so needs no memory for earlier ones while idle."""

    door: ClassVar[Connections]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        packing = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
        self._counting = CountingProtocol(extensions=[packing], max_size=LARGEST_MESSAGE, logger=self.logger)
        self.conn = self._counting
        self._pieces = Allowance(MOST_PIECES, PIECES_A_SECOND)
        self._bytes = Allowance(MOST_BYTES, BYTES_A_SECOND)

    def data_received(self, data: bytes) -> None:
        """Read it slice by slice, while it is not too much. The request that opened us has been counted."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        for place in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            piece, heard = data[place : place + SLICE], self._counting.heard
            super().data_received(piece)
            frames = self._counting.heard - heard
            if not (self._bytes.take(len(piece)) and self._pieces.take(1 + frames)):
                self._hang_up()
                return

    def _hang_up(self) -> None:
        """Close at once, with a reason if the reader can be told."""
        if self.transport.is_closing():
            return
        self.door.refused("too-much")
        log.info("hung up", reason=TOLD)
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(TOO_MANY, TOLD)
            self.handle_parser_exception()
        else:
            self.transport.close()

    async def send(self, message: Any) -> None:
        """Text that many are sent goes out as it was framed for the first of them."""
        text = message.get("text")
        if text is None or not self.handshake_complete or not self.conn.extensions:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        if not self.close_sent:
            (deflate,) = self.conn.extensions
            assert isinstance(deflate, PerMessageDeflate)
            self.transport.write(framed(text, deflate.local_max_window_bits))

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)


def socket_for(connections: Connections) -> type[FrugalSocket]:
    """The protocol of the sockets of a server with these connections."""
    return type("Socket", (FrugalSocket,), {"door": connections})

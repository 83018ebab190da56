"""A small client of the table, for measuring and testing a server: HTTP on one connection, and sockets.

It is cheap, so that beside a server on the same cores it measures the server and not itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from sandtable.kernel.errors import SandtableError
from sandtable.table.messages import Refusal

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds a server may take to start or stop."""


class ServerProcess:
    """A server of this program in a process of its own, on a free port of this machine."""

    def __init__(self, data: Path, *options: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "sandtable.cli", "serve", f"--data={data}", f"--port={port}", *options]
        self.metrics_token = secrets.token_urlsafe(24)
        surroundings = os.environ | {"SANDTABLE_METRICS_TOKEN": self.metrics_token}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        _, _, rest = line.partition(" is at ")
        self.address = rest.partition(" ")[0]
        if not self.address:
            self._process.wait()
            raise SandtableError("the server did not start")

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> int:
        """Stop it as a person would; returns its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self._process.kill()
        self._ended()

    def _ended(self) -> int:
        status = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.stop()

    def resident_kib(self) -> int:
        """The memory it uses, if the system reports it."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024


class Refused(SandtableError):
    """The server said no."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        super().__init__(refusal.reason, refusal.hint)
        self.status = status
        self.refusal = refusal


class Client:
    """One visitor, with one connection and one cookie."""

    def __init__(self, address: str, source: str = "127.0.0.1") -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        self.address = address
        self.cookie = ""
        self.bearer = ""
        """The token for /metrics."""
        self._host, self._port = parts.hostname, parts.port or 80
        self._source = source
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            with contextlib.suppress(OSError):
                await self._streams[1].wait_closed()
            self._streams = None

    async def get(self, path: str, kind: type[T]) -> T:
        return await self.call("GET", path, b"", kind)

    async def post(self, path: str, message: Any, kind: type[T]) -> T:
        return await self.call("POST", path, msgspec.json.encode(message), kind)

    async def call(self, method: str, path: str, body: bytes, kind: type[T]) -> T:
        """The decoded answer; Refused if the server says no, OSError if it is gone."""
        status, content = await self.exchange(method, path, body)
        if status != 200:
            raise Refused(status, msgspec.json.decode(content, type=Refusal))
        return msgspec.json.decode(content, type=kind)

    async def exchange(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """One request and its answer; a connection that breaks is not used again."""
        try:
            if self._streams is not None and self._streams[0].at_eof():
                await self.close()  # the server closes connections that are idle for long
            if self._streams is None:
                self._streams = await asyncio.open_connection(
                    self._host, self._port, local_addr=(self._source, 0), limit=1 << 24
                )
            reader, writer = self._streams
            writer.write(self._request(method, path, body))
            return await self._read(reader)
        except (OSError, EOFError) as error:
            await self.close()
            raise OSError("the server is gone") from error

    def _request(self, method: str, path: str, body: bytes) -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self._host}:{self._port}",
            f"Origin: {self.address}",
            f"Content-Length: {len(body)}",
        ]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if self.bearer:
            lines.append(f"Authorization: Bearer {self.bearer}")
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def _read(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status, length = int(head[0].split()[1]), 0
        for line in head[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        return status, await reader.readexactly(length)

    async def socket(self, table: str, side: int, after: int = -1) -> ClientConnection:
        """The socket of a table."""
        url = f"ws://{self._host}:{self._port}/api/tables/{table}/socket?side={side}&after={after}&chat=0"
        return await connect(
            url,
            origin=self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie} if self.cookie else None,
            max_size=None,
            max_queue=None,  # a full queue would block the farewell
            proxy=None,
            local_addr=(self._source, 0),
            open_timeout=PATIENCE,
        )

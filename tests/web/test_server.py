"""The server as a program: how it starts, what it refuses, its health, its logs, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect
from websockets.typing import Origin

from sandtable.cli.app import app
from sandtable.cli.serve import default_data
from sandtable.kernel.errors import Malformed
from sandtable.table.errors import Unavailable
from sandtable.table.messages import Done, Made, NewSeat, NewTable, Run, TableInfo, Update
from sandtable.web.client import Client, ServerProcess
from sandtable.web.server import PortTaken, address, listen
from sandtable.web.settings import Settings
from tests.web.serving import figure, listening, site

TOKEN = "a-token-nobody-guesses"
SEATS = (NewSeat("here"), NewSeat("link"))


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sandtable.cli", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_in_use_is_refused_with_a_hint(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve("--port", str(port), "--data", str(tmp_path))
    assert done.returncode == 2
    assert f"127.0.0.1:{port} is already in use." in done.stderr
    assert f"--port {port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(PortTaken, match="cannot listen"):
        listen("192.0.2.1", 0)


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--log-level", "error"):
        done = serve("--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "another server is using the data directory" in done.stderr
    assert "Hint: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("wrong", [("--public-url", "table"), ("--data", "/dev/null/x"), ("--port", "99999")])
def test_wrong_options_are_refused_with_a_sentence(
    tmp_path: Path, wrong: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.web.logs.write_logs", lambda level: None)
    arguments = ["--port", "0", "--data", str(tmp_path), *wrong]
    result = CliRunner().invoke(app, ["serve", *arguments])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_data_lies_where_programs_of_a_person_keep_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data() == tmp_path / "sandtable"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_data() == tmp_path / ".local" / "share" / "sandtable"


def test_the_address_is_one_a_browser_can_open() -> None:
    assert address(Settings("127.0.0.1"), 8000) == "http://127.0.0.1:8000"
    assert address(Settings("0.0.0.0"), 81) == "http://127.0.0.1:81"
    assert address(Settings("::1"), 81) == "http://[::1]:81"


def test_the_browser_is_opened_once_it_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def run(settings: Settings, data: Path, ready: Any) -> None:
        assert data == tmp_path
        assert not opened
        ready("http://127.0.0.1:81")

    monkeypatch.setattr("sandtable.web.server.run", run)
    monkeypatch.setattr("sandtable.web.logs.write_logs", lambda level: None)
    monkeypatch.setattr("webbrowser.open", opened.append)
    result = CliRunner().invoke(app, ["serve", "--open", "--data", str(tmp_path)])
    assert "http://127.0.0.1:81" in result.output
    assert opened == ["http://127.0.0.1:81"]


async def start_a_game(server: str) -> tuple[Client, Made, Update]:
    client = Client(server)
    made = await client.post("/api/tables", NewTable("tiny-skirmish", seats=(SEATS[0], SEATS[0])), Made)
    actor = (await client.get(f"/api/tables/{made.id}", TableInfo)).card.actor
    return client, made, await client.get(f"/api/tables/{made.id}/update?side={actor}", Update)


def test_a_signal_ends_it_and_a_game_goes_on_after_the_restart(tmp_path: Path) -> None:
    async def before(server: str) -> tuple[str, str, Update]:
        client, made, update = await start_a_game(server)
        run = Run(update.scene.side, update.number, "only-key", (update.scene.buttons[0].choice,))
        await client.post(f"/api/tables/{made.id}/runs", run, Done)
        after = await client.get(f"/api/tables/{made.id}/update?side={update.scene.side}", Update)
        await client.close()
        return client.cookie, made.id, after

    async def afterwards(server: str, cookie: str, table: str, side: int) -> Update:
        async with Client(server) as client:
            client.cookie = cookie
            return await client.get(f"/api/tables/{table}/update?side={side}", Update)

    with ServerProcess(tmp_path, "--log-level", "error") as server:
        cookie, table, stood = asyncio.run(before(server.address))
        assert server.stop() == 0
    with ServerProcess(tmp_path, "--log-level", "error") as server:
        assert asyncio.run(afterwards(server.address, cookie, table, stood.scene.side)) == stood


def test_open_sockets_do_not_keep_it_from_ending(tmp_path: Path) -> None:
    async def prepare(server: str) -> str:
        client, made, _ = await start_a_game(server)
        await client.close()
        return f"{server.replace('http', 'ws')}/api/tables/{made.id}/socket"

    with ServerProcess(tmp_path, "--log-level", "error") as server:
        url = asyncio.run(prepare(server.address))
        with connect(url, origin=Origin(server.address), proxy=None) as line:
            assert json.loads(line.recv())["is"] in ("presence", "update")
            assert server.stop() == 0
            told = [json.loads(text) for text in line]
    assert told[-1]["is"] == "farewell"


def test_logs_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-m", "sandtable.cli", "serve", "--port=0", f"--data={tmp_path / 'data'}"]

    async def visit(server: str) -> list[str]:
        async with Client(server) as client:
            made = await client.post("/api/tables", NewTable("tiny-skirmish", seats=SEATS), Made)
            secret = made.invitations[0].path.partition("#")[2]
            credentials = {"name": "Erwin", "password": "desert fox 1941"}
            for path, message in (
                ("/api/claims", {"secret": secret + "x"}),
                ("/api/login", credentials),
                (f"/api/tables/{made.id}/runs?token={secret}", {}),
            ):
                await client.exchange("POST", path, json.dumps(message).encode())
            return [secret, made.id, client.cookie.partition("=")[2], credentials["password"]]

    with log.open("w") as stream:
        process = subprocess.Popen(
            [*command, "--log-level=debug"], stdout=subprocess.PIPE, stderr=stream, text=True
        )
        assert process.stdout is not None
        where = process.stdout.readline().partition(" is at ")[2].partition(" ")[0]
        secrets = asyncio.run(visit(where))
        process.terminate()
        assert process.wait(20) == 0
        process.stdout.close()
    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    refused = [line for line in lines if line["event"] == "refused"]
    assert [line["kind"] for line in refused] == ["missing", "denied", "malformed"]
    assert refused[0]["route"] == "/claims"
    assert all({"timestamp", "level", "event"} <= line.keys() for line in lines)
    for secret in secrets:
        assert secret
        assert secret not in text


async def raw(server: str, *parts: bytes) -> bytes:
    """Send bytes as they are, and break off; what comes back."""
    host, port = server.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for part in parts:
        writer.write(part)
    await writer.drain()
    writer.write_eof()
    told = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    await writer.wait_closed()
    return told


def test_bodies_on_the_wire(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as open_site, listening(open_site) as address:
            head = (
                f"POST /api/tables HTTP/1.1\r\nHost: {address[7:]}\r\nOrigin: {address}\r\nConnection: close\r\n"
            )
            chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
            told = await raw(address, head.encode(), b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 20)
            assert told.startswith(b"HTTP/1.1 413 ")
            assert b'"too-large"' in told
            told = await raw(address, head.encode(), b"Content-Length: 70000\r\n\r\n")
            assert told.startswith(b"HTTP/1.1 413 ")
            await raw(address, head.encode(), b'Content-Length: 100\r\n\r\n{"game"')
            await eventually(lambda: open_site.counted("sandtable_refusals_total", kind="malformed") == 1)
            assert open_site.counted("sandtable_refusals_total", kind="broken") == 0

    asyncio.run(test())


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)


def test_health_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.web.app.HEALTH_KEPT", 0.0)

    async def test() -> None:
        settings = Settings(metrics_token=TOKEN)
        async with site(tmp_path, settings) as open_site, open_site.visitor() as visitor:
            answer = await visitor.get("/healthz")
            assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
            await visitor.get("/api/none")
            text = (await visitor.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})).text
            assert figure(text, "sandtable_refusals_total", kind="missing") == 1
            assert figure(text, "sandtable_requests_total", status="200") == 1
            for name in (
                "sandtable_choices_total",
                "sandtable_sockets",
                "sandtable_rooms",
                "sandtable_commit_seconds_bucket",
                "sandtable_run_seconds_bucket",
                "sandtable_worker_restarts_total",
                "sandtable_free_disk_bytes",
            ):
                assert f"\n{name}" in text

            async def fail() -> None:
                raise Unavailable("the disk is full")

            monkeypatch.setattr(open_site.house, "check", fail)
            answer = await visitor.get("/healthz")
            assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")

    asyncio.run(test())


@pytest.mark.parametrize("token", ["", TOKEN])
def test_the_figures_are_for_whoever_has_the_token(tmp_path: Path, token: str) -> None:
    """They count secret choices too; without a token on the server, nobody gets them."""

    async def test() -> None:
        async with site(tmp_path, Settings(metrics_token=token)) as open_site, open_site.visitor() as visitor:
            for given in ({}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {TOKEN[:-1]}"}):
                assert (await visitor.get("/metrics", headers=given)).status_code == 404
            answer = await visitor.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
            assert answer.status_code == (200 if token else 404)

    asyncio.run(test())


def test_a_token_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(Malformed, match="at least 16"):
        Settings(metrics_token="secret")


def test_a_store_that_fails_is_not_healthy(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as open_site, open_site.visitor() as visitor:
            open_site.house._store._writer.close()
            assert (await visitor.get("/healthz")).status_code == 503

    asyncio.run(test())


def test_a_crowd_that_asks_for_our_health_makes_one_commit(tmp_path: Path) -> None:
    async def test() -> None:
        async with site(tmp_path) as open_site, open_site.visitor() as visitor:
            before = open_site.house._store.commits
            answers = await asyncio.gather(*(visitor.get("/healthz") for _ in range(20)))
            assert {answer.status_code for answer in answers} == {200}
            assert open_site.house._store.commits == before + 1

    asyncio.run(test())


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
def test_a_damaged_database_is_named_and_the_server_does_not_start(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sandtable.db").write_bytes(content)
    done = serve("--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert f"{tmp_path / 'sandtable.db'} is " in done.stderr
    assert "sandtable restore" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "sandtable.db").read_bytes() == content


def test_the_process_is_ours_alone(tmp_path: Path) -> None:
    """Other users of the machine do not read the games."""
    with ServerProcess(tmp_path / "data", "--log-level", "error"):
        assert os.stat(tmp_path / "data").st_mode & 0o077 == 0
        assert os.stat(tmp_path / "data" / "sandtable.db").st_mode & 0o077 == 0

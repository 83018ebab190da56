"""The socket: who may open it, what is pushed, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from sandtable.table.messages import (
    Chatted,
    Credentials,
    Done,
    Farewell,
    Made,
    Me,
    NewPassword,
    NewTable,
    Presence,
    Pushed,
    Run,
    Talk,
    Update,
)
from sandtable.web.client import Client
from sandtable.web.frames import framed
from sandtable.web.visitors import Limits
from tests.web.serving import HERE, LINK, Site, listening, site

PLAN = NewTable("tiny-skirmish", seats=(HERE, HERE))
WAIT = 10.0


def served(data: Path, test: Callable[[Site, str], Awaitable[None]], limits: Limits | None = None) -> None:
    async def run() -> None:
        async with site(data, limits=limits) as open_site, listening(open_site) as address:
            async with asyncio.timeout(3 * WAIT):
                await test(open_site, address)

    asyncio.run(run())


async def heard(socket: ClientConnection, kind: type[Any]) -> Any:
    """The next message of a kind that says something."""
    async with asyncio.timeout(WAIT):
        while True:
            message = msgspec.json.decode(await socket.recv(), type=Pushed)
            if isinstance(message, kind) and message != Chatted(()):
                return message


async def play_one(client: Client, table: str, update: Update, key: str) -> None:
    run = Run(update.scene.side, update.number, key, (update.scene.buttons[0].choice,))
    await client.post(f"/api/tables/{table}/runs", run, Done)


async def until_closed(socket: ClientConnection) -> int:
    """Read what comes until the socket closes; its code."""
    async with asyncio.timeout(WAIT):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.recv()
    assert socket.close_code is not None
    return socket.close_code


def test_a_choice_is_pushed_to_everybody_as_each_may_see_it(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client, Client(address) as watcher:
            made = await client.post("/api/tables", PLAN, Made)
            player, spectator = await client.socket(made.id, 0), await watcher.socket(made.id, -1)
            other = await client.socket(made.id, 1)
            async with player, spectator, other:
                first = {socket: await heard(socket, Update) for socket in (player, spectator, other)}
                assert [first[s].scene.side for s in (player, spectator, other)] == [0, -1, 1]
                mover = next(socket for socket in (player, other) if first[socket].scene.buttons)
                await play_one(client, made.id, first[mover], "first-key")
                assert (await heard(mover, Update)).number > first[mover].number
                await client.post(f"/api/tables/{made.id}/chat", Talk("hello"), dict)
                assert (await heard(spectator, Chatted)).lines[-1].text == "hello"
                assert site.counted("sandtable_sockets") == 3

    served(tmp_path, test)


def test_who_comes_back_catches_up(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            actor = (await client.get(f"/api/tables/{made.id}/update?side=-1", Update)).scene.actor
            async with await client.socket(made.id, actor) as socket:
                seen = await heard(socket, Update)
            await play_one(client, made.id, seen, "while-away")
            async with await client.socket(made.id, actor, seen.number) as socket:
                caught_up = await heard(socket, Update)
            assert caught_up.number > seen.number
            fresh = await client.get(f"/api/tables/{made.id}/update?side={actor}", Update)
            assert caught_up.scene == fresh.scene

    served(tmp_path, test)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_foreign_page_opens_no_socket(tmp_path: Path, origin: Any) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            url = f"{address.replace('http', 'ws')}/api/tables/{made.id}/socket?side=0"
            headers = {"Cookie": client.cookie}
            with pytest.raises(InvalidStatus) as refused:
                await connect(url, origin=origin, additional_headers=headers, proxy=None)
            assert refused.value.response.status_code == 403
        assert site.counted("sandtable_refusals_total", kind="foreign") == 1
        assert site.counted("sandtable_sockets") == 0

    served(tmp_path, test)


def test_a_foreign_host_opens_no_socket(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        url = f"{address.replace('http', 'ws')}/api/tables/x/socket"
        foreign = url.replace("127.0.0.1", "evil.example")
        with pytest.raises(InvalidStatus) as refused:
            await connect(foreign, host="127.0.0.1", origin=Origin(address), proxy=None)
        assert refused.value.response.status_code == 403

    served(tmp_path, test)


def test_a_seat_of_somebody_else_is_not_watched(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as owner, Client(address) as stranger, Client(address) as nobody:
            made = await owner.post("/api/tables", NewTable("tiny-skirmish", seats=(HERE, LINK)), Made)
            await stranger.post("/api/tables", PLAN, Made)
            for client, table, side, status in (
                (stranger, made.id, 0, 403),
                (owner, made.id, 1, 403),
                (nobody, made.id, 0, 401),
                (nobody, "none", -1, 404),
                (nobody, made.id, 64, 400),
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await client.socket(table, side)
                assert refused.value.response.status_code == status
        assert site.counted("sandtable_refusals_total", kind="denied") == 2
        assert site.counted("sandtable_refusals_total", kind="no-session") == 1

    served(tmp_path, test)


def test_too_large_a_frame_closes_the_socket(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            async with await client.socket(made.id, -1) as socket:
                await socket.send("x" * 5000)
                assert await until_closed(socket) == 1009

    served(tmp_path, test)


def test_a_flood_of_messages_closes_the_socket(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            async with await client.socket(made.id, -1) as socket:
                for _ in range(20):
                    await socket.send("ping")
                await client.post(f"/api/tables/{made.id}/chat", Talk("still here"), dict)
                assert (await heard(socket, Chatted)).lines[-1].text == "still here"
                for _ in range(20):
                    await socket.send("ping")
                assert await until_closed(socket) == 1008

    served(tmp_path, test)


@pytest.mark.parametrize(
    "frames",
    [
        [b"\x89\x80\0\0\0\0"] * 2000,
        [b"\x8a\x80\0\0\0\0"] * 2000,
        [b"\x01\x80\0\0\0\0", *[b"\x00\x80\0\0\0\0"] * 2000],
        [b"\x81\x81\0\0\0\0x"] * 2000,
        [b"\x81\xfe\x0f\xa0\0\0\0\0" + b"x" * 4000] * 5,
    ],
    ids=["pings", "pongs", "empty pieces", "messages", "bytes"],
)
def test_a_flood_of_frames_is_cut_off_with_a_reason_and_others_play_on(
    tmp_path: Path, frames: list[bytes]
) -> None:
    """Two thousand small frames have fewer bytes than are allowed, and five large ones are few."""

    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            async with await client.socket(made.id, -1) as flooding, await client.socket(made.id, 0) as playing:
                flooding.transport.write(b"".join(frames))
                assert await until_closed(flooding) == 1008
                assert flooding.close_reason == "you send too much"
                update = await heard(playing, Update)
                if not update.scene.buttons:
                    update = await client.get(f"/api/tables/{made.id}/update?side=1", Update)
                await play_one(client, made.id, update, "after-the-flood")
                assert (await heard(playing, Update)).number > update.number
            assert site.counted("sandtable_refusals_total", kind="too-much") == 1

    served(tmp_path, test)


def test_too_many_sockets_are_refused_and_counted(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client, Client(address) as nobody:
            made = await client.post("/api/tables", PLAN, Made)
            sockets = [await client.socket(made.id, 0) for _ in range(3)]
            with pytest.raises(InvalidStatus) as refused:
                await client.socket(made.id, 0)
            assert refused.value.response.status_code == 429
            sockets += [await nobody.socket(made.id, -1) for _ in range(2)]
            with pytest.raises(InvalidStatus):
                await nobody.socket(made.id, -1)
            assert site.counted("sandtable_refusals_total", kind="too-much") == 2
            assert site.counted("sandtable_sockets") == 5
            for socket in sockets:
                await socket.close()
            async with asyncio.timeout(WAIT):
                while site.counted("sandtable_sockets"):
                    await asyncio.sleep(0.01)
            async with await client.socket(made.id, 0) as socket:
                await heard(socket, Update)

    served(tmp_path, test, Limits(sockets_of_person=3, sockets_of_address=5))


def test_a_session_that_ends_ends_its_sockets(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            async with await client.socket(made.id, 0) as socket:
                await client.post("/api/logout", {}, dict)
                assert isinstance(await heard(socket, Farewell), Farewell)
                assert await until_closed(socket) == 1001

    served(tmp_path, test)


def test_an_account_and_a_new_password_end_the_sockets_of_all_sessions(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        erwin = Credentials("Erwin", "desert fox 1941")
        async with Client(address) as here, Client(address) as there:
            made = await here.post("/api/tables", PLAN, Made)
            async with await here.socket(made.id, 0) as as_guest:
                await here.post("/api/accounts", erwin, Me)
                assert await until_closed(as_guest) == 1001
            await there.post("/api/login", erwin, Me)
            async with await here.socket(made.id, 0) as near, await there.socket(made.id, 0) as far:
                await here.post("/api/me/password", NewPassword(erwin.password, "el alamein 1942"), Me)
                assert await until_closed(near) == 1001
                assert await until_closed(far) == 1001
            async with await here.socket(made.id, 0) as socket:
                await heard(socket, Update)

    served(tmp_path, test)


def test_when_the_server_goes_down_it_says_farewell(tmp_path: Path) -> None:
    async def run() -> None:
        async with site(tmp_path) as open_site:
            async with listening(open_site) as address, Client(address) as client:
                made = await client.post("/api/tables", PLAN, Made)
                socket = await client.socket(made.id, 0)
                await heard(socket, Update)
            assert "stored" in (await heard(socket, Farewell)).reason
            assert await until_closed(socket) == 1001

    asyncio.run(run())


def test_nothing_is_left_when_a_reader_breaks_off(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client:
            made = await client.post("/api/tables", PLAN, Made)
            socket = await client.socket(made.id, 0)
            await heard(socket, Update)
            socket.transport.abort()
            async with asyncio.timeout(WAIT):
                while site.counted("sandtable_sockets"):
                    await asyncio.sleep(0.01)

    served(tmp_path, test)


def test_what_two_spectators_are_sent_is_packed_once(tmp_path: Path) -> None:
    async def test(site: Site, address: str) -> None:
        async with Client(address) as client, Client(address) as watcher:
            made = await client.post("/api/tables", PLAN, Made)
            async with await watcher.socket(made.id, -1) as one, await watcher.socket(made.id, -1) as other:
                before = [await heard(socket, Update) for socket in (one, other)]
                for socket in (one, other):
                    while (await heard(socket, Presence)).spectators < 2:
                        pass  # then nothing else is on its way
                run = Run(0, 0, "to-the-end-of-placing", ("to:S", "to:S", "to:SE"))
                framed.cache_clear()
                await client.post(f"/api/tables/{made.id}/runs", run, Done)
                seen = [await heard(socket, Update) for socket in (one, other)]
                assert seen[0] == seen[1]
                assert seen != before
                assert framed.cache_info()[:2] == (1, 1)

    served(tmp_path, test)

"""What the guard refuses before any of our other code reads it, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from sandtable.table.archive import LARGEST
from sandtable.table.messages import NewTable
from sandtable.web.settings import Settings
from tests.web.serving import ORIGIN, Site, site

PUBLIC = Settings(public_url="https://table.example.org")


def within(data: Path, test: Callable[[Site], Awaitable[None]], settings: Settings | None = None) -> None:
    async def run() -> None:
        async with site(data, settings) as open_site:
            await test(open_site)

    asyncio.run(run())


def test_a_foreign_host_is_refused_and_counted(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            for path in ("/", "/api/me", "/healthz", "/static/js/main.js"):
                answer = await visitor.get(path, headers={"Host": "evil.example"})
                assert answer.status_code == 403
                assert answer.json()["error"] == "foreign"
        assert site.counted("sandtable_refusals_total", kind="foreign") == 4

    within(tmp_path, test)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
        {"Origin": ORIGIN, "Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_foreign_page_changes_nothing(tmp_path: Path, headers: dict[str, str]) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = await visitor.post("/api/me/name", content=b'{"name": "Erwin"}', headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (403, "foreign")
            assert "set-cookie" not in answer.headers
        assert site.counted("sandtable_refusals_total", kind="foreign") == 1

    within(tmp_path, test)


def test_who_does_not_say_where_from_is_refused(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            del visitor.headers["Origin"]
            assert (await visitor.tell("/me/name", {"name": "Erwin"})).status_code == 403
            visitor.headers["Sec-Fetch-Site"] = "same-origin"
            assert (await visitor.tell("/me/name", {"name": "Erwin"})).status_code == 200

    within(tmp_path, test)


def test_behind_a_proxy_the_public_page_is_ours(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor("https://table.example.org") as visitor:
            assert (await visitor.tell("/me/name", {"name": "Erwin"})).status_code == 200

    within(tmp_path, test, PUBLIC)


def test_too_large_a_body_is_refused_unread(tmp_path: Path) -> None:
    async def never() -> AsyncIterator[bytes]:
        pytest.fail("the body was read")
        yield b""

    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            headers = {"Content-Length": str((64 << 10) + 1)}
            answer = await visitor.post("/api/tables", content=never(), headers=headers)
            assert (answer.status_code, answer.json()["error"]) == (413, "too-large")
        assert site.counted("sandtable_refusals_total", kind="too-large") == 1

    within(tmp_path, test)


def test_the_page_knows_the_limit_of_a_saved_game() -> None:
    page = (files("sandtable.web") / "static/js/pages/lobby.js").read_text(encoding="utf-8")
    assert f"LARGEST_FILE = {LARGEST >> 20} * 1024 * 1024;" in page


@pytest.mark.parametrize(("path", "most"), [("/api/tables", 64 << 10), ("/api/imports", LARGEST)])
def test_too_large_a_body_in_chunks_is_refused(tmp_path: Path, path: str, most: int) -> None:
    async def test(site: Site) -> None:
        sent = 0

        async def chunks() -> AsyncIterator[bytes]:
            nonlocal sent
            while sent < most + (1 << 20):
                sent += 4096
                yield b" " * 4096

        async with site.visitor() as visitor:
            answer = await visitor.post(path, content=chunks())
            assert (answer.status_code, answer.json()["error"]) == (413, "too-large")
            assert sent <= most + 8192
            assert "set-cookie" not in answer.headers

    within(tmp_path, test)


@pytest.mark.parametrize("length", ["9" * 13, "9" * 5000])
def test_a_length_beyond_all_measure_is_refused(tmp_path: Path, length: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = await visitor.post("/api/tables", content=b"{}", headers={"Content-Length": length})
            assert (answer.status_code, answer.json()["error"]) == (413, "too-large")

    within(tmp_path, test)


def test_a_body_of_the_allowed_size_is_read(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            body = b'{"game": "x"' + b" " * ((64 << 10) - 13) + b"}"
            answer = await visitor.post("/api/tables", content=body)
            assert answer.status_code != 413
            answer = await visitor.post("/api/imports", content=b" " * (1 << 20))
            assert answer.status_code == 400

    within(tmp_path, test)


SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


@pytest.mark.parametrize(
    "path", ["/", "/table/x", "/api/games", "/api/none", "/healthz", "/metrics", "/static/none.js", "/x.php"]
)
def test_every_answer_has_the_security_headers(tmp_path: Path, path: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = await visitor.get(path)
            assert {name: answer.headers.get(name) for name in SECURITY} == SECURITY
            assert "strict-transport-security" not in answer.headers
            assert "server" not in answer.headers
            assert "access-control-allow-origin" not in answer.headers
            assert answer.headers["cache-control"] in ("no-store", "no-cache")

    within(tmp_path, test)


def test_over_https_browsers_are_told_to_stay_there(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        for origin in ("https://localhost", "https://table.example.org"):
            async with site.visitor(origin) as visitor:
                answer = await visitor.get("/api/me")
                assert answer.headers["strict-transport-security"] == "max-age=31536000"
                assert answer.json()["private"] is True

    within(tmp_path, test, PUBLIC)


def test_on_a_plain_network_no_header_is_sent_that_browsers_only_complain_of(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor("http://table.example.org") as visitor:
            answer = await visitor.get("/api/me")
            assert (answer.status_code, answer.json()["private"]) == (200, False)
            assert "cross-origin-opener-policy" not in answer.headers
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"

    within(tmp_path, test, Settings(public_url="http://table.example.org"))


def test_an_error_of_ours_says_nothing_but_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(site: Site) -> None:
        async def fail(*_: object) -> None:
            raise RuntimeError("the password is swordfish")

        monkeypatch.setattr(site.house, "catalogue", fail)
        async with site.visitor() as visitor:
            answer = await visitor.get("/api/games")
            assert (answer.status_code, answer.json()["error"]) == (500, "broken")
            assert "swordfish" not in answer.text
            assert "Traceback" not in answer.text
        assert site.counted("sandtable_refusals_total", kind="broken") == 1

    within(tmp_path, test)


@pytest.mark.parametrize("path", ["/api/", "/api/none", "/api/games/x", "/api/tables", "/api/runs"])
def test_what_is_not_there_is_said_in_json(tmp_path: Path, path: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = await visitor.get(path)
            expected = (405, "wrong-method") if path == "/api/tables" else (404, "missing")
            assert (answer.status_code, answer.json()["error"]) == expected

    within(tmp_path, test)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(tmp_path: Path, method: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            for path in ("/", "/healthz", "/api/me", "/static/x.js"):
                answer: httpx.Response = await visitor.request(method, path)
                assert answer.status_code == 405
                assert "GET" in answer.headers["allow"]

    within(tmp_path, test)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"game": 1}',
        b'{"game": "x", "more": 1}',
        b"\xff\xfe",
        b"[" * 60_000,
        b'"\xed\xa0\x80"',
    ],
)
def test_what_is_no_message_is_refused_and_makes_no_guest(tmp_path: Path, body: bytes) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = await visitor.post("/api/tables", content=body)
            assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
            assert "set-cookie" not in answer.headers

    within(tmp_path, test)


def test_large_answers_are_packed(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            packed = await visitor.get("/api/games", headers={"Accept-Encoding": "gzip"})
            plain = await visitor.get("/api/games", headers={"Accept-Encoding": "identity"})
            assert packed.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.headers
            assert packed.json() == plain.json()
            small = await visitor.get("/api/me", headers={"Accept-Encoding": "gzip"})
            assert "content-encoding" not in small.headers

    within(tmp_path, test)


def test_a_board_is_sent_once(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            made = (await visitor.tell("/tables", NewTable("afrika-korps"))).json()
            path = f"/api/tables/{made['id']}/board"
            board = await visitor.get(path)
            assert board.headers["cache-control"] == "private, no-cache"
            again = await visitor.get(path, headers={"If-None-Match": board.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")

    within(tmp_path, test)

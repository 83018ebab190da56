"""Cookies, sessions and accounts at the door."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import httpx
import pytest

from sandtable.table.limits import Window
from sandtable.table.messages import (
    Credentials,
    Homecoming,
    Lobby,
    Me,
    Named,
    NewPassword,
    NewTable,
    Recovery,
    Secret,
    TableInfo,
    Talk,
)
from sandtable.web.settings import Settings
from sandtable.web.visitors import Limits
from tests.web.serving import GAME, Site, Visitor, site

PUBLIC = Settings(public_url="https://table.example.org")
ERWIN = Credentials("Erwin", "desert fox 1941")


def within(data: Path, test: Callable[[Site], Awaitable[None]], limits: Limits | None = None) -> None:
    async def run() -> None:
        async with site(data, PUBLIC, limits) as open_site:
            await test(open_site)

    asyncio.run(run())


def cookie_of(answer: httpx.Response) -> Morsel[str]:
    cookies = SimpleCookie(answer.headers["set-cookie"])
    assert len(cookies) == 1
    return next(iter(cookies.values()))


def token_of(visitor: Visitor) -> str:
    return dict(visitor.cookies)["sandtable"]


async def who_has(site: Site, token: str) -> Me:
    async with site.visitor() as visitor:
        visitor.cookies.set("sandtable", token, domain="localhost.local")
        return await visitor.look("/me", Me)


def test_over_http_the_cookie_is_plain_and_bound_to_the_host(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            cookie = cookie_of(await visitor.tell("/me/name", Named("Erwin")))
            assert cookie.key == "sandtable"
            assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "lax")
            assert cookie["httponly"] is True
            assert cookie["secure"] == ""
            assert (await visitor.look("/me", Me)).private is False

    within(tmp_path, test)


@pytest.mark.parametrize("origin", ["https://localhost", "https://table.example.org"])
def test_over_https_the_cookie_is_secure(tmp_path: Path, origin: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor(origin) as visitor:
            cookie = cookie_of(await visitor.tell("/me/name", Named("Erwin")))
            assert cookie.key == "__Host-sandtable"
            assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "lax")
            assert cookie["httponly"] is True
            assert cookie["secure"] is True
            assert (await visitor.look("/me", Me)).name == "Erwin"

    within(tmp_path, test)


def test_behind_the_proxy_https_is_known_by_the_public_name(tmp_path: Path) -> None:
    """The proxy speaks plain HTTP to us; the cookie is secure all the same."""

    async def test(site: Site) -> None:
        async with site.visitor("http://table.example.org") as visitor:
            visitor.headers["Origin"] = "https://table.example.org"
            cookie = cookie_of(await visitor.tell("/me/name", Named("Erwin")))
            assert cookie.key == "__Host-sandtable"
            assert cookie["secure"] is True

    within(tmp_path, test)


def test_a_plain_cookie_is_worth_nothing_over_https(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as plain, site.visitor("https://localhost") as private:
            await plain.tell("/me/name", Named("Erwin"))
            private.cookies.set("sandtable", token_of(plain), domain="localhost.local")
            assert (await private.look("/me", Me)).name == "Guest"

    within(tmp_path, test)


def test_looking_makes_no_guest_and_the_first_deed_does(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            for path in ("/", "/api/me", "/api/lobby", "/api/games", "/join"):
                assert "set-cookie" not in (await visitor.get(path)).headers
            assert (await visitor.look("/me", Me)).name == "Guest"
            assert "set-cookie" in (await visitor.tell("/tables", NewTable(GAME))).headers
            assert "set-cookie" not in (await visitor.tell("/tables", NewTable(GAME))).headers
            assert len((await visitor.look("/lobby", Lobby)).mine) == 2

    within(tmp_path, test)


def test_an_account_has_a_new_session_and_the_old_one_is_dead(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            await visitor.new_table()
            as_guest = token_of(visitor)
            me = await visitor.told("/accounts", ERWIN, Me)
            assert (me.name, me.account) == ("Erwin", True)
            assert token_of(visitor) != as_guest
            assert (await who_has(site, as_guest)).name == "Guest"
            assert len((await visitor.look("/lobby", Lobby)).mine) == 1

    within(tmp_path, test)


def test_login_gives_a_new_session_and_ends_the_one_before(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor, site.visitor() as victim:
            await visitor.told("/accounts", ERWIN, Me)
            await victim.tell("/me/name", Named("Bernard"))
            planted = token_of(victim)
            assert (await victim.told("/login", ERWIN, Me)).account
            assert token_of(victim) not in (planted, token_of(visitor))
            assert (await who_has(site, planted)).name == "Guest"
            first = token_of(victim)
            await victim.told("/login", ERWIN, Me)
            assert (await who_has(site, first)).name == "Guest"
            assert (await who_has(site, token_of(visitor))).name == "Erwin"

    within(tmp_path, test)


def test_a_guest_who_logs_in_brings_the_games_along(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor, site.visitor() as other:
            await visitor.told("/accounts", ERWIN, Me)
            made = await other.new_table()
            await other.told("/login", ERWIN, Me)
            assert [card.id for card in (await visitor.look("/lobby", Lobby)).mine] == [made.id]

    within(tmp_path, test)


def test_logout_ends_the_session_and_empties_the_cookie(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            await visitor.told("/accounts", ERWIN, Me)
            token = token_of(visitor)
            answer = await visitor.tell("/logout")
            assert (answer.json()["name"], answer.json()["account"]) == ("Guest", False)
            assert dict(visitor.cookies) == {}
            assert (await who_has(site, token)).name == "Guest"
            assert (await visitor.tell("/logout")).status_code == 200

    within(tmp_path, test)


def test_a_new_password_ends_every_other_session(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as here, site.visitor() as there:
            await here.told("/accounts", ERWIN, Me)
            await there.told("/login", ERWIN, Me)
            change = NewPassword(ERWIN.password, "el alamein 1942")
            assert (await here.told("/me/password", change, Me)).name == "Erwin"
            assert (await there.look("/me", Me)).name == "Guest"
            assert (await here.look("/me", Me)).name == "Erwin"
            assert (await there.tell("/login", ERWIN)).status_code == 401

    within(tmp_path, test)


def test_a_password_needs_an_account(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            change = NewPassword("desert fox 1941", "el alamein 1942")
            assert (await visitor.tell("/me/password", change)).status_code == 401
            await visitor.tell("/me/name", Named("Erwin"))
            assert (await visitor.tell("/me/password", change)).status_code == 403

    within(tmp_path, test)


def test_an_unknown_name_and_a_wrong_password_are_told_the_same(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor, site.visitor() as stranger:
            await visitor.told("/accounts", ERWIN, Me)
            unknown = await stranger.tell("/login", Credentials("Nobody", "el alamein 1942"))
            wrong = await stranger.tell("/login", Credentials("Erwin", "el alamein 1942"))
            assert (unknown.status_code, unknown.content) == (wrong.status_code, wrong.content)
            assert wrong.status_code == 401
            assert "set-cookie" not in wrong.headers

    within(tmp_path, test)


def test_guessing_passwords_is_stopped_and_counted(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor, site.visitor(address="10.1.1.1") as guesser:
            await visitor.told("/accounts", ERWIN, Me)
            for guess in range(6):
                assert (await guesser.tell("/login", Credentials("Erwin", f"guess {guess:>8}"))).status_code == 401
            answer = await guesser.tell("/login", ERWIN)
            assert (answer.status_code, answer.json()["error"]) == (429, "too-much")
            assert answer.headers["retry-after"]
        assert site.counted("sandtable_refusals_total", kind="too-much") == 1
        assert site.counted("sandtable_refusals_total", kind="no-session") == 6

    within(tmp_path, test)


def test_one_address_makes_so_many_guests_and_another_is_free(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        statuses = []
        for _ in range(4):
            async with site.visitor(address="10.1.1.1") as visitor:
                statuses.append((await visitor.tell("/tables", NewTable(GAME))).status_code)
        assert statuses == [200, 200, 200, 429]
        async with site.visitor(address="10.1.1.2") as visitor:
            assert (await visitor.tell("/tables", NewTable(GAME))).status_code == 200

    within(tmp_path, test, Limits(guests=Window(3, 600)))


def test_an_ipv6_network_is_one_address(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        statuses = []
        for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"):
            async with site.visitor(address=address) as visitor:
                statuses.append((await visitor.tell("/me/name", Named("Erwin"))).status_code)
        assert statuses == [200, 429, 200]

    within(tmp_path, test, Limits(guests=Window(1, 600)))


def test_imports_tables_and_questions_are_limited(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            made = await visitor.new_table()
            why = {"side": 0, "choice": "x"}
            asked = [await visitor.tell(f"/tables/{made.id}/why", why) for _ in range(3)]
            assert [answer.status_code == 429 for answer in asked] == [False, False, True]
            sent = [await visitor.tell("/imports", {}) for _ in range(2)]
            assert [answer.status_code for answer in sent] == [400, 429]
            assert (await visitor.tell("/tables", NewTable(GAME))).status_code == 429

    within(tmp_path, test, Limits(imports=Window(1, 600), tables=Window(1, 600), questions=Window(2, 10)))


PAYLOADS = ("<img src=x onerror=a()>", "\"'><svg onload=a()>", "{{7*7}}${7*7}", "<b>bold</b>")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_script_in_a_name_or_in_talk_comes_back_as_text(tmp_path: Path, payload: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            answer = await visitor.tell("/me/name", Named(payload))
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.json()["name"] == payload
            made = await visitor.new_table()
            assert (await visitor.tell(f"/tables/{made.id}/chat", Talk(payload))).json() == {}
            looked = await visitor.get(f"/api/tables/{made.id}")
            assert looked.headers["content-type"] == "application/json"
            assert looked.json()["card"]["seats"][0]["name"] == payload

    within(tmp_path, test)


@pytest.mark.parametrize("token", ["x", "x" * 5000, "ä", '"quoted"', "%00"])
def test_a_cookie_that_is_no_session_is_nobody(tmp_path: Path, token: str) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            headers = {b"Cookie": f"sandtable={token}".encode()}
            assert (await visitor.get("/api/me", headers=headers)).json()["name"] == "Guest"
            answer = await visitor.post("/api/claims", content=b'{"secret": "x"}', headers=headers)
            assert answer.status_code == 404

    within(tmp_path, test)


def test_a_link_is_a_secret_of_its_own(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as visitor:
            for secret in ("", "x", "a" * 22):
                answer = await visitor.tell("/claims", Secret(secret))
                assert answer.status_code in (400, 404)

    within(tmp_path, test)


def test_a_guest_without_the_cookie_gets_the_seat_back_by_the_code(tmp_path: Path) -> None:
    async def test(site: Site) -> None:
        async with site.visitor() as guest, site.visitor() as elsewhere:
            table = (await guest.new_table()).id
            code = await guest.told("/me/recovery", None, Recovery)
            assert (await elsewhere.look(f"/tables/{table}", TableInfo)).yours == ()
            assert (await elsewhere.tell("/recoveries", Recovery("0000-0000"))).status_code == 401
            plan = await elsewhere.told("/recoveries/look", code, Homecoming)
            assert (plan.back, plan.along, plan.behind) == (1, 0, 0)
            assert (await elsewhere.look("/me", Me)).known is False
            name = (await elsewhere.told("/recoveries", code, Me)).name
            assert name == plan.name == (await guest.look("/me", Me)).name
            assert (await elsewhere.look(f"/tables/{table}", TableInfo)).yours == (0, 1)
            assert (await elsewhere.tell("/recoveries", code)).status_code == 403
            await guest.told("/me/sessions/end", None, Me)
            assert (await elsewhere.look("/me", Me)).known is False
            assert (await guest.look(f"/tables/{table}", TableInfo)).yours == (0, 1)

    within(tmp_path, test)

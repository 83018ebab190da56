"""Which names the server answers to, which pages are its own, and which connections are private."""

from __future__ import annotations

import pytest

from sandtable.kernel.errors import Malformed
from sandtable.web.settings import Settings, checked_url, host_name, is_loopback

LOCAL = Settings()
OPEN = Settings(host="0.0.0.0")
PUBLIC = Settings(public_url="https://table.example.org")


@pytest.mark.parametrize("header", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_loopback_names_are_always_ours(header: str) -> None:
    assert LOCAL.answers_to(header, "127.0.0.1")
    assert PUBLIC.answers_to(header, "127.0.0.1")


@pytest.mark.parametrize(
    "header",
    [
        "",
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8000",
        "192.168.1.5",
        "[",
        "@localhost@x",
    ],
)
def test_foreign_names_are_refused(header: str) -> None:
    assert not LOCAL.answers_to(header, "192.168.1.5")


def test_bound_to_every_address_it_answers_to_the_one_that_was_reached() -> None:
    assert OPEN.answers_to("192.168.1.5:8000", "192.168.1.5")
    assert not OPEN.answers_to("192.168.1.6:8000", "192.168.1.5")
    assert not OPEN.answers_to("evil.example", "192.168.1.5")


def test_its_own_host_and_the_public_one_are_ours() -> None:
    assert Settings(host="Table.lan").answers_to("table.lan:8000", "")
    assert PUBLIC.answers_to("table.example.org", "127.0.0.1")
    assert not PUBLIC.answers_to("example.org", "127.0.0.1")


def test_our_pages_have_our_origin() -> None:
    assert LOCAL.is_ours("http://localhost:8000", "localhost:8000")
    assert not LOCAL.is_ours("http://localhost:8001", "localhost:8000")
    assert not LOCAL.is_ours("http://evil.example", "localhost:8000")
    assert not LOCAL.is_ours("null", "localhost:8000")
    assert not LOCAL.is_ours("file://localhost:8000", "localhost:8000")


def test_behind_a_proxy_the_public_origin_is_ours_whatever_host_it_passes_on() -> None:
    assert PUBLIC.is_ours("https://table.example.org", "127.0.0.1:8000")
    assert not PUBLIC.is_ours("http://table.example.org", "127.0.0.1:8000")


def test_private_is_what_is_encrypted() -> None:
    assert not LOCAL.is_private({"scheme": "http"}, "localhost")
    assert LOCAL.is_private({"scheme": "https"}, "localhost")
    assert PUBLIC.is_private({"scheme": "http"}, "table.example.org")
    assert not PUBLIC.is_private({"scheme": "http"}, "localhost:8000")
    assert not Settings(public_url="http://table.example.org").is_private({"scheme": "http"}, "table.example.org")


def test_links_work_here_only_when_bound_to_loopback_or_made_there() -> None:
    assert LOCAL.links_stay_here("localhost:8000")
    assert Settings(host="127.0.0.5").links_stay_here("127.0.0.5:8000")
    assert OPEN.links_stay_here("127.0.0.1:8000")
    assert not OPEN.links_stay_here("192.168.1.7:8000")
    assert not PUBLIC.links_stay_here("127.0.0.1:8000")


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://Table.Example.org/", "https://table.example.org"),
        (" http://10.0.0.1:8080 ", "http://10.0.0.1:8080"),
        ("https://table.example.org:443", "https://table.example.org"),
        ("http://table.example.org:80", "http://table.example.org"),
        ("https://t\u00e4ble.example.org", "https://xn--tble-loa.example.org"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_a_public_url_is_an_origin(url: str, kept: str) -> None:
    assert checked_url(url) == kept


@pytest.mark.parametrize(
    "url",
    [
        "table.example.org",
        "ftp://a.b",
        "https://",
        "https://a.b/path",
        "https://a.b?x",
        "https://u@a.b",
        "https://a b",
        "https://*.example.org",
        "https://-a.example.org",
        "https://a..b",
        "https://300.1.1.1",
        "https://0.0.0.0:8000",
        "https://a.b:",
        "http://a:x",
    ],
)
def test_anything_else_is_no_public_url(url: str) -> None:
    with pytest.raises(Malformed):
        Settings(public_url=url)


def test_names_and_addresses() -> None:
    assert host_name("[::1]:80") == "::1"
    assert host_name("Example.ORG:80") == "example.org"
    assert is_loopback("127.3.2.1")
    assert is_loopback("::1")
    assert not is_loopback("10.0.0.1")

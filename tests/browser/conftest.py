"""One browser for all tests of a process, one server for each test that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import Serving, Visitor, launch, serving
from playwright.sync_api import Browser, sync_playwright

Arrive = Callable[..., Visitor]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def arrive(browser: Browser, server: Serving) -> Iterator[Arrive]:
    """A new visitor; when the test is over no page may have had trouble."""
    visitors: list[Visitor] = []

    def come(**how: object) -> Visitor:
        visitor = Visitor.arrive(browser, server.address, **how)  # type: ignore[arg-type]
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        assert not visitor.trouble, visitor.trouble
        visitor.context.close()

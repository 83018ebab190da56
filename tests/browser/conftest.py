"""One browser and one server for all tests of a module.

Not one browser for all of a process: while it lives its event loop runs there, and other tests have their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.browsing import Arrive, How, Serving, Visitor, launch, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def arrive(browser: Browser, server: Serving) -> Iterator[Arrive]:
    """A new visitor; when the test is over no page may have had trouble."""
    visitors: list[Visitor] = []

    def come(**how: Unpack[How]) -> Visitor:
        visitor = Visitor.arrive(browser, server.address, **how)
        visitors.append(visitor)
        return visitor

    yield come
    trouble = [one for visitor in visitors for one in visitor.trouble]
    for visitor in visitors:
        visitor.context.close()
    assert not trouble

"""Real browsers at a real server: what the end-to-end tests drive.

A `Visitor` is one browser profile with its own cookies. It plays the way a person does who reads the buttons: by
the list of choices, the prompt bar, the map. Nothing here knows a game.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 30_000
"""Milliseconds to wait for what must come: on a machine under load everything is slow."""
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
READY = re.compile(r"Sandtable is at (http://\S+)")


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, or the one CHROMIUM names."""
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


@dataclass
class Serving:
    """A server in a process of its own, which a test may kill and start again on the same data and port."""

    data: Path
    port: int = 0
    process: subprocess.Popen[str] | None = None
    address: str = ""

    def start(self) -> None:
        words = [sys.executable, "-m", "sandtable.cli", "serve", f"--data={self.data}", f"--port={self.port}"]
        self.process = subprocess.Popen(
            [*words, "--log-level=error"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            found = READY.search(line)
            if found:
                self.address = found[1].rstrip("/")
                self.port = int(self.address.rpartition(":")[2])
                return
        raise AssertionError("the server did not start: " + "".join(seen))

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()


@contextlib.contextmanager
def serving(data: Path) -> Iterator[Serving]:
    server = Serving(data)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Visitor:
    """One person's browser, with all that went over the wire to it."""

    context: BrowserContext
    page: Page
    address: str
    heard: list[str] = field(default_factory=list)
    """Every answer and every message of the socket, as text."""
    trouble: list[str] = field(default_factory=list)
    """Errors of the page and of its policy."""

    @classmethod
    def arrive(
        cls, browser: Browser, address: str, size: tuple[int, int] = (1280, 800), touch: bool = False
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        visitor = cls(context, page, address)
        visitor._listen()
        return visitor

    def _listen(self) -> None:
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("response", lambda answer: self.heard.append(_text(answer)))
        self.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda payload: self.heard.append(str(payload))),
        )

    def go(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    # Finding things

    def named(self, name: str) -> Locator:
        """A control by the name it carries: a choice's text for the buttons of choices."""
        return self.page.locator(f'[data-name="{name}"]:visible')

    def button(self, words: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(words, re.IGNORECASE)).first

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    def awaits(self, words: str) -> None:
        """Wait until the prompt says this."""
        expect(self.prompt).to_contain_text(re.compile(words), timeout=PATIENCE)

    def piece(self, name: str) -> Locator:
        return self.page.locator(f'g.piece[data-piece="{name}"]')

    # Playing

    def choose(self, choice: str) -> None:
        """Play a choice by its stable text, wherever its button is; confirm where the page asks for it."""
        self.wait_for_turn()
        before = self.number()
        self._find(choice).click()
        self._settle(before)

    def number(self) -> str:
        """The number of the moment the page shows."""
        return self.prompt.get_attribute("data-number") or ""

    def _find(self, choice: str) -> Locator:
        """The button of a choice: in sight, or in the list of all choices, which is opened and searched for it."""
        button, box = self.named(choice).first, self.named("find-choice")
        fold = self.page.locator('[data-name="choices"]:visible')
        if not button.is_visible() and fold.count() and "open" not in (fold.get_attribute("class") or ""):
            fold.get_by_role("button").first.click()
        if not button.is_visible() and box.count():
            box.fill(choice)
        expect(button).to_be_visible(timeout=PATIENCE)
        return button

    def _settle(self, before: str) -> None:
        """Until the page shows what came of it, or asks whether it is meant."""
        confirm = self.named("confirm")
        after = self.page.locator(f'.prompt:not([data-number="{before}"])')
        expect(after.or_(confirm).first).to_be_visible(timeout=PATIENCE)
        if confirm.count():
            confirm.click()
            expect(after).to_be_visible(timeout=PATIENCE)

    def wait_for_turn(self) -> None:
        """Until this browser may act and nothing is being played back."""
        skip = self.page.get_by_role("button", name="Skip")
        act = self.page.locator(".prompt.act")
        expect(act.or_(skip).first).to_be_visible(timeout=PATIENCE)
        while skip.count():
            with contextlib.suppress(Exception):
                skip.first.click(timeout=1000)
        expect(act).to_be_visible(timeout=PATIENCE)

    def play_on(self, side: int, until: str, prefer: tuple[str, ...] = ()) -> None:
        """Answer whatever this side is asked until its heading says so, or until another side is to act."""
        for _ in range(60):
            scene = self.update(side)["scene"]
            if scene["actor"] != side or re.search(until, scene["heading"]):
                return
            choices = [button["choice"] for button in scene["buttons"]]
            wanted = [one for one in choices if one.startswith(prefer)] if prefer else []
            self.choose((wanted or [one for one in choices if one in ("done", "decline")] or choices)[0])
        raise AssertionError(f"the game does not come to '{until}'")

    # What only a test asks

    def ask(self, path: str) -> Any:
        """GET from the API with this browser's cookies."""
        return self.page.evaluate("async (path) => (await fetch('/api' + path)).json()", path)

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2]

    def update(self, side: int) -> Any:
        return self.ask(f"/tables/{self.table}/update?side={side}")

    def memory(self) -> str:
        """Everything the page holds in memory, as the snapshot of its heap."""
        session = self.context.new_cdp_session(self.page)
        chunks: list[str] = []
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
        session.send("HeapProfiler.collectGarbage")
        session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        session.detach()
        return "".join(chunks)

    def axe(self) -> list[str]:
        """What axe finds wrong with the page as it stands."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
            ".map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(', '))"
        )
        return [str(one) for one in found]


def _text(answer: object) -> str:
    with contextlib.suppress(Exception):
        return str(answer.text())  # type: ignore[attr-defined]
    return ""

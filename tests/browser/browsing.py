"""Real browsers at a real server: what the end-to-end tests drive.

A `Visitor` is one browser profile with its own cookies. It plays the way a person does who reads the buttons: by
the list of choices, the prompt bar, the map. Nothing here knows a game.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, Unpack

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--heap-snapshot-string-limit=100000000",  # whole strings: no secret hides in the end of one
)
PATIENCE = 30_000
"""Milliseconds to wait for what must come: on a machine under load everything is slow."""
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
READY = re.compile(r"Sandtable is at (http://\S+)")
POLICY = re.compile(r"Content Security Policy|Trusted|violates the following", re.IGNORECASE)
Scheme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]
AT_ONCE = {"speed": "instant"}
"""The settings of a reader who does not want to see the others' moves one by one."""
WHERE = """async ([cell, path]) => {
    const { Geometry } = await import("/static/js/map/geometry.js");
    const board = await (await fetch(path)).json();
    const { number } = board.cells.find((one) => one.name === cell);
    const { x, y } = new Geometry(board).place(number);
    const { a, d, e, f } = document.querySelector(".map-plane").getScreenCTM();
    const [left, top] = [a * x + e, d * y + f];
    const above = document.elementFromPoint(left, top);
    const free = above?.closest(".map-canvas, .map-svg");
    return [left, top, free ? "" : (above?.outerHTML ?? "the edge of the screen")];
}"""
AT_REST = """async (element) => {
    const middle = () => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    for (let last = ""; ; ) {
        const now = middle();
        if (String(now) === last && !document.querySelector(".map-root.is-moving")) return now;
        last = String(now);
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }
}"""
AXE_RUN = """async (rules) => (await axe.run(document, {
        resultTypes: ["violations"], ...(rules.length ? { runOnly: { type: "rule", values: rules } } : {}),
    })).violations.map((one) => one.id + ": " + one.nodes.map((node) => node.target.join(" ")).join(", "))"""


def launch(playwright: Playwright) -> Browser:
    """The Chromium that CHROMIUM names, or one of Debian's; the one without windows is the faster."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


@dataclass
class Serving:
    """A server in a process of its own, which a test may kill and start again on the same data and port."""

    data: Path
    port: int = 0
    process: subprocess.Popen[str] | None = None
    address: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables besides our own."""

    def start(self) -> None:
        where = (f"--data={self.data}", f"--port={self.port}")
        words = [sys.executable, "-m", "sandtable.cli", "serve", *where, "--log-level=error", "--test-games"]
        around = {**os.environ, **self.environment}
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=around
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
def serving(data: Path, environment: Mapping[str, str] | None = None) -> Iterator[Serving]:
    server = Serving(data, environment=environment or {})
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
    heard: list[str] = field(default_factory=list, repr=False)
    """Every answer of the API and every message of the socket, as text."""
    trouble: list[str] = field(default_factory=list)
    """Errors of the page, and whatever its policy forbade."""

    @classmethod
    def arrive(
        cls,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        prefs: Mapping[str, str | bool] = AT_ONCE,
        color_scheme: Scheme | None = None,
        reduced_motion: Motion = "reduce",
    ) -> Visitor:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            color_scheme=color_scheme,
            reduced_motion=reduced_motion,
        )
        context.set_default_timeout(PATIENCE)
        kept = json.dumps(json.dumps(dict(prefs)))
        context.add_init_script(
            f'localStorage.getItem("sandtable.prefs") ?? localStorage.setItem("sandtable.prefs", {kept})'
        )
        visitor = cls(context, context.new_page(), address)
        visitor._listen()
        return visitor

    def _listen(self) -> None:
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("requestfinished", lambda request: self.heard.append(_body(request)))
        self.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda payload: self.heard.append(str(payload))),
        )

    def _console(self, message: ConsoleMessage) -> None:
        if POLICY.search(message.text):
            self.trouble.append(message.text)

    def go(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    # Finding things

    def named(self, name: str) -> Locator:
        """A control by the name it carries: a choice's text for the buttons of choices."""
        return self.page.locator(f'[data-name="{name}"]:visible')

    def button(self, words: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(words, re.IGNORECASE)).first

    def tab(self, words: str) -> None:
        """Open a panel."""
        self.page.get_by_role("tab", name=words).click()

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def notice(self) -> Locator:
        """Why something is not possible."""
        return self.page.locator(".prompt .notice")

    def awaits(self, words: str) -> None:
        """Wait until the prompt says this."""
        expect(self.prompt).to_contain_text(re.compile(words), timeout=PATIENCE)

    def says(self, words: str, where: str = "body") -> None:
        """Wait until this can be read."""
        expect(self.page.locator(where).get_by_text(words).first).to_be_visible(timeout=PATIENCE)

    # The map

    def piece(self, name: str) -> Locator:
        return self.page.locator(f'g.piece[data-piece="{name}"]')

    def centre_of(self, place: Locator) -> tuple[float, float]:
        """Where a thing lies on the screen, once it and the map are at rest."""
        expect(place).to_be_visible(timeout=PATIENCE)
        expect(self.page.locator(".map-root[data-painted]")).to_be_visible(timeout=PATIENCE)
        x, y = place.evaluate(AT_REST, timeout=PATIENCE)
        return float(x), float(y)

    def rectangle(self, selector: str) -> dict[str, float]:
        """Where a thing lies on the screen: left, top, right, bottom, width, height."""
        drawn = self.page.locator(selector).first.evaluate("(one) => one.getBoundingClientRect().toJSON()")
        return {side: float(value) for side, value in drawn.items()}

    def press_long(self, x: float, y: float) -> None:
        """A finger rests on the map until a stack opens."""
        session = self.context.new_cdp_session(self.page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(self.page.locator(".tray-item").first).to_be_visible(timeout=PATIENCE)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def cell(self, name: str) -> tuple[float, float]:
        """Where the middle of a cell lies on the screen, by the page's own arithmetic; nothing may cover it."""
        expect(self.page.locator(".map-root.is-moving")).to_have_count(0, timeout=PATIENCE)
        x, y, above = self.page.evaluate(WHERE, [name, f"/api/tables/{self.table}/board"])
        assert above == "", f"{name} lies under {above}"
        return float(x), float(y)

    # Playing

    def choose(self, choice: str) -> None:
        """Play a choice by its stable text, wherever its button is; confirm where the page asks for it."""
        self.wait_for_turn()
        with self.moves_on():
            self._find(choice).click()

    @contextlib.contextmanager
    def moves_on(self) -> Iterator[None]:
        """What is done inside makes the page show another moment, or ask first whether it is meant."""
        expect(self.page.locator(".prompt[data-number]")).to_be_visible(timeout=PATIENCE)
        side, number = (self.prompt.get_attribute(name) for name in ("data-side", "data-number"))
        yield
        confirm = self.named("confirm")
        after = self.page.locator(f'.prompt[data-number]:not([data-side="{side}"][data-number="{number}"])')
        expect(after.or_(confirm).first).to_be_visible(timeout=PATIENCE)
        if confirm.count():
            confirm.click()
            expect(after).to_be_visible(timeout=PATIENCE)

    def _find(self, choice: str) -> Locator:
        """The button of a choice: in sight, or in the list of all choices, which is opened and searched for it."""
        button, fold = self.named(choice).first, self.named("choices")
        if button.is_visible():
            return button
        if fold.count() and "open" not in (fold.get_attribute("class") or "").split():
            fold.get_by_role("button").first.click()
        if not button.is_visible():
            self.named("find-choice").fill(choice)
        expect(button).to_be_visible(timeout=PATIENCE)
        return button

    def wait_for_turn(self, side: int | None = None, number: int | None = None) -> None:
        """Until this browser may act: at a certain moment, when one is given."""
        moment = (f'[data-side="{side}"]' if side is not None else "") + (
            f'[data-number="{number}"]' if number is not None else ""
        )
        expect(self.page.locator(".prompt.act" + moment)).to_be_visible(timeout=PATIENCE)

    # What only a test asks

    def ask(self, path: str) -> Any:
        """GET from the API with this browser's cookies, past the page, which learns nothing of it."""
        answer = self.context.request.get(f"{self.address}/api{path}")
        assert answer.ok, (answer.status, answer.text())
        return answer.json()

    def tell(self, path: str, message: Mapping[str, Any]) -> tuple[int, Any]:
        """POST to the API with this browser's cookies; the status and the answer."""
        status, answer = self.page.evaluate(
            """async ([path, body]) => {
                const answer = await fetch("/api" + path, { method: "POST", body });
                return [answer.status, await answer.json()];
            }""",
            [path, json.dumps(message)],
        )
        return int(status), answer

    def sent(self) -> list[str]:
        """A list that grows with every request of the page to the API from now on."""
        paths: list[str] = []
        self.page.on("request", lambda request: paths.append(request.url) if "/api/" in request.url else None)
        return paths

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2]

    def update(self, side: int) -> Any:
        return self.ask(f"/tables/{self.table}/update?side={side}")

    def choices(self, side: int) -> list[str]:
        return [button["choice"] for button in self.update(side)["scene"]["buttons"]]

    def place_of(self, piece: str, side: int) -> str:
        """The name of the cell where a piece lies."""
        board = self.ask(f"/tables/{self.table}/board")
        names = {cell["number"]: cell["name"] for cell in board["cells"]}
        pieces = self.update(side)["scene"]["pieces"]
        return str(names[next(one["cell"] for one in pieces if one["id"] == piece)])

    def memory(self) -> str:
        """Everything the page holds in memory, as the snapshot of its heap."""
        session = self.context.new_cdp_session(self.page)
        chunks: list[str] = []
        session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
        session.send("HeapProfiler.collectGarbage")
        session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
        session.detach()
        return "".join(chunks)

    def axe(self, *rules: str) -> list[str]:
        """What axe finds wrong with the current page, by these rules of its own or by all."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        return [str(one) for one in self.page.evaluate(AXE_RUN, list(rules))]

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(self.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth"))

    def depth(self) -> int:
        """By how many pixels the page is taller than its window: a table never is."""
        return int(self.page.evaluate("() => document.documentElement.scrollHeight - window.innerHeight"))


class How(TypedDict, total=False):
    """In which way a visitor arrives, where it is not the usual one."""

    size: tuple[int, int]
    touch: bool
    prefs: Mapping[str, str | bool]
    color_scheme: Scheme
    reduced_motion: Motion


class Arrive(Protocol):
    """A new visitor comes."""

    def __call__(self, **how: Unpack[How]) -> Visitor: ...


def begin(visitor: Visitor, game: str, words: str) -> None:
    """The two clicks of the lobby."""
    visitor.go("/")
    visitor.button(game).click()
    visitor.button(words).click()
    visitor.page.wait_for_url("**/table/*")


def play_on(visitors: Mapping[int, Visitor], until: Callable[[Any], bool], prefer: tuple[str, ...] = ()) -> None:
    """Whoever is asked among these sides answers, in their own browser, until the moment is reached.

    They take what they prefer, else what ends a step, else the first choice; for other sides they wait.
    """
    for _ in range(400):
        side, visitor = next(iter(visitors.items()))
        moment = visitor.update(side)
        if until(moment):
            return
        assert moment["ending"] is None, moment["ending"]
        actor = moment["scene"]["actor"]
        if actor not in visitors:
            visitor.wait_for_turn()
            continue
        _answer(visitors[actor], actor, prefer)
    raise AssertionError("the game does not come to it")


def _answer(visitor: Visitor, side: int, prefer: tuple[str, ...]) -> None:
    moment = visitor.update(side)
    choices = [button["choice"] for button in moment["scene"]["buttons"]]
    wanted = [one for start in prefer for one in choices if one.startswith(start)]
    plain = [button["choice"] for button in moment["scene"]["buttons"] if button["closes"]]
    visitor.wait_for_turn(side, moment["number"])
    visitor.choose((wanted or plain or choices)[0])


def heading(words: str) -> Callable[[Any], bool]:
    """The moment whose heading says this."""
    return lambda moment: re.search(words, moment["scene"]["heading"]) is not None


def _body(request: Any) -> str:
    """What was answered; nothing for what has no text."""
    if "/api/" not in request.url:
        return ""
    with contextlib.suppress(Exception):  # the page may be gone already
        return str(request.response().text())
    return ""

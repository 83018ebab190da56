"""A map of points at the real table: Shifting Sands' map, with its crowds of names, its frames and its bends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import PATIENCE, Arrive, Serving, Visitor
from tests.browser.map_room import enter, map_room
from tests.browser.shifting_sands import exhibit

LAPTOP, PHONE, NARROW = (1440, 900), (390, 844), (700, 1100)
LAID = """async (path) => {
    const { Geometry } = await import("/static/js/map/geometry.js");
    const geometry = new Geometry(await (await fetch(path)).json());
    for (let last = ""; ; ) {
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
        const now = document.querySelector(".map-plane").getAttribute("transform");
        if (now === last && !document.querySelector(".map-root.is-moving")) break;
        last = now;
    }
    const { a, d, e, f } = document.querySelector(".map-plane").getScreenCTM();
    const discs = [...geometry.byNumber.values()].map(({ x, y, size, cell }) =>
        ({ name: "disc of " + cell.name, x: a * x + e, y: d * y + f, r: 0.48 * size * a }));
    const boxOf = (name, element, trim) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const cut = trim * (bottom - top);
        return { name, left, right, top: top + cut, bottom: bottom - cut };
    };
    const names = [...document.querySelectorAll(".place-name")].flatMap((text) =>
        [...text.children].map((line) => {
            // Letters only: the box of a line is higher.
            const size = parseFloat(getComputedStyle(text).fontSize) * a;
            const first = line.getStartPositionOfChar(0);
            const width = line.getComputedTextLength() * a;
            const left = a * first.x + e;
            const base = d * first.y + f;
            const name = [...text.children].map((one) => one.textContent).join(" ");
            return { name, left, right: left + width, top: base - 0.62 * size, bottom: base };
        }));
    const tabs = [...document.querySelectorAll(".control-tab path")].map((tab) => boxOf("a tab", tab, 0.05));
    const chips = [...document.querySelectorAll("[data-mark] :is(circle, path)")].map((chip) =>
        boxOf("a chip", chip, 0.1));
    return { discs, names, tabs, chips, scale: a };
}"""

INK = """([x, y]) => {
    const canvas = document.querySelector(".map-canvas");
    const ratio = canvas.width / canvas.clientWidth;
    const { a, d, e, f } = document.querySelector(".map-plane").getCTM();
    const { data } = canvas.getContext("2d").getImageData((a * x + e) * ratio - 2, (d * y + f) * ratio - 2, 5, 5);
    const far = (k) => [88, 42, 26].reduce((sum, value, n) => sum + Math.abs(value - data[4 * k + n]), 0);
    return Math.min(...Array.from({ length: 25 }, (_, k) => far(k)));
}"""
WAY = """async ([path, from, to]) => {
    const { Geometry } = await import("/static/js/map/geometry.js");
    const { Overlays } = await import("/static/js/map/overlays.js");
    const board = await (await fetch(path)).json();
    const ends = [from, to].map((name) => board.cells.find((cell) => cell.name === name).number);
    const overlays = new Overlays(new Geometry(board));
    overlays.set("way", { cells: [], ways: [ends], legend: [] });
    return overlays.ways.querySelector(".way-line").getAttribute("d");
}"""
CONTROL = """(piece) => {
    const counter = document.querySelector(`[data-piece="${piece}"] .counter path:nth-of-type(2)`);
    const box = counter.getBoundingClientRect();
    const inside = ({ left, right, top, bottom }) =>
        left < box.left && right > box.right && top < box.top && bottom > box.bottom;
    const around = [...document.querySelectorAll(".control-rings > :not(.control-ring-edge)")];
    const ring = around.find((one) => inside(one.getBoundingClientRect()));
    const tabs = [...document.querySelectorAll(".control-tab")];
    const tab = tabs[around.indexOf(ring)];
    const over = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING;
    return {
        ring: ring?.getAttribute("stroke"),
        tab: tab?.querySelector("path").getAttribute("fill"),
        letters: tab?.textContent,
        height: tab?.getBoundingClientRect().height,
        above: Boolean(over(tab, counter)),
    };
}"""
STEPS = """async (path) => {
    const { Geometry } = await import("/static/js/map/geometry.js");
    const geometry = new Geometry(await (await fetch(path)).json());
    const [first] = geometry.byNumber.values();
    const reached = new Set([first]);
    const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([x, y]) => ({ x, y }));
    for (const place of reached) {
        for (const way of ways) {
            const next = geometry.towards(place, way);
            if (next) reached.add(next);
        }
    }
    return [...geometry.byNumber.values()].filter((place) => !reached.has(place)).map((place) => place.cell.name);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with map_room(tmp_path_factory.mktemp("room"), open=exhibit(after_torch=True), shut=exhibit()) as running:
        yield running


@pytest.fixture(scope="module")
def laptop(browser: Browser, server: Serving) -> Iterator[Visitor]:
    """At the map with everything in play."""
    visitor = Visitor.arrive(browser, server.address, size=LAPTOP, prefs={}, reduced_motion="no-preference")
    sit_down(visitor, "open")
    yield visitor
    visitor.context.close()
    assert visitor.trouble == []


def sit_down(visitor: Visitor, name: str) -> None:
    enter(visitor, name)
    expect(visitor.page.locator(".map-root[data-painted]")).to_be_visible(timeout=PATIENCE)


def press(visitor: Visitor, *keys: str) -> None:
    """Keys on the map, once nothing moves."""
    visitor.page.locator(".map-root").focus()
    for key in keys:
        visitor.page.keyboard.press(key)
        laid(visitor)


def laid(visitor: Visitor) -> Any:
    """Where everything is, once nothing moves any more."""
    return visitor.page.evaluate(LAID, f"/api/tables/{visitor.table}/board")


def touching(found: Any) -> list[str]:
    """Names that touch a space, its tab or chips, or another name."""
    names = found["names"]
    wrong = [f"{a['name']} / {b['name']}" for k, a in enumerate(names) for b in names[:k] if overlap(a, b)]
    for name in names:
        things = found["tabs"] + found["chips"]
        wrong += [f"{name['name']} / {thing['name']}" for thing in things if overlap(name, thing)]
        wrong += [f"{name['name']} / {disc['name']}" for disc in found["discs"] if near(name, disc)]
    return wrong


def overlap(a: Any, b: Any) -> bool:
    slack = 0.5
    return bool(
        a["name"] != b["name"]
        and a["left"] + slack < b["right"]
        and b["left"] + slack < a["right"]
        and a["top"] + slack < b["bottom"]
        and b["top"] + slack < a["bottom"]
    )


def near(box: Any, disc: Any) -> bool:
    """Does a disc reach into a box?"""
    dx = max(box["left"] - disc["x"], 0, disc["x"] - box["right"])
    dy = max(box["top"] - disc["y"], 0, disc["y"] - box["bottom"])
    return bool(dx * dx + dy * dy < (disc["r"] - 0.5) ** 2)


def test_names_touch_nothing(laptop: Visitor) -> None:
    """At the whole map, and closer, until every space has its name beside it."""
    shown = names_at(laptop, "0", "+", "+", "+")
    assert shown[0] > 70
    found = laid(laptop)
    written = {name["name"].replace(" ", "-") for name in found["names"]}
    assert {disc["name"].removeprefix("disc of ") for disc in found["discs"]} - written == set()


def names_at(visitor: Visitor, *keys: str) -> list[int]:
    """How many names are shown after each key; none touches anything."""
    shown = []
    for key in keys:
        press(visitor, key)
        found = laid(visitor)
        assert touching(found) == [], found["scale"]
        shown.append(len({name["name"] for name in found["names"]}))
    assert shown == sorted(shown)
    return shown


def test_control_is_seen_under_a_stack(laptop: Visitor) -> None:
    """By the colour of the ring around the counters, and by letters on a tab over them; every space has both."""
    for key in ("0", "+", "+"):
        press(laptop, key)
        axis, allies = (laptop.page.evaluate(CONTROL, piece) for piece in ("1Lib", "7Arm"))
        assert (axis["letters"], allies["letters"]) == ("Ax", "Al")
        assert axis["ring"] == axis["tab"] != allies["ring"] == allies["tab"]
        for seen in (axis, allies):
            assert seen["above"]
            assert seen["height"] > 10
    assert laptop.page.locator(".control-tab").count() == len(laid(laptop)["discs"])


def test_a_bend_is_drawn(laptop: Visitor) -> None:
    """A link runs through its waypoints, and so does the way of an answer."""
    press(laptop, "0")
    path = f"/tables/{laptop.table}/board"
    board = laptop.ask(path)
    at = {cell["name"]: (cell["x"], cell["y"]) for cell in board["cells"]}
    numbers = {cell["number"]: cell["name"] for cell in board["cells"]}
    bends = [bend for line in board["lines"] for bend in line["bends"]]
    [bend] = [one for one in bends if {numbers[one["start"]], numbers[one["end"]]} == {"Tebessa", "Gafsa"}]
    straight = [0.65 * a + 0.35 * b for a, b in zip(at["Tebessa"], at["Gafsa"], strict=True)]
    corner = bend["points"][0]
    laptop.page.wait_for_function(f"(at) => ({INK})(at) < 60", arg=corner)
    assert laptop.page.evaluate(INK, straight) > 100
    way = laptop.page.evaluate(WAY, [f"/api{path}", "Gafsa", "Tebessa"])
    assert all("L" + " ".join(f"{value:g}" for value in point) in way for point in bend["points"])


def test_arrows_reach_every_space(laptop: Visitor) -> None:
    assert laptop.page.evaluate(STEPS, f"/api/tables/{laptop.table}/board") == []
    press(laptop, "0", "ArrowRight")
    expect(laptop.page.locator(".map-live")).to_contain_text("controlled by", timeout=PATIENCE)


def test_what_is_out_of_play(arrive: Arrive) -> None:
    """It is dimmed with its links and names, and the map is fitted to the rest."""
    visitor, other = arrive(size=NARROW, prefs={}), arrive(size=NARROW, prefs={})
    sit_down(visitor, "shut")
    sit_down(other, "open")
    press(visitor, "0")
    press(other, "0")
    assert laid(visitor)["scale"] > 1.15 * laid(other)["scale"], "less of the map is shown"
    assert visitor.page.locator(".out-of-play-points path").count() > 40
    dimmed = visitor.page.locator(".place-name.is-out").all_text_contents()
    assert "Sfax" in dimmed
    assert "Tobruk" not in dimmed


def test_phone_at_night(arrive: Arrive) -> None:
    """Names touch nothing there either; a finger need not hit a space exactly, and the place is told in words."""
    visitor = arrive(size=PHONE, touch=True, color_scheme="dark", prefs={})
    sit_down(visitor, "open")
    expect(visitor.page.locator('.map-root[data-painted="dark"]')).to_be_visible(timeout=PATIENCE)
    names_at(visitor, "0", "+", "+", "+")
    box = visitor.page.locator(".map-root").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    disc = min(laid(visitor)["discs"], key=lambda one: math.dist((one["x"], one["y"]), middle))
    visitor.page.touchscreen.tap(disc["x"], disc["y"] + disc["r"] + 5)
    visitor.tab("Now")
    expect(visitor.page.locator(".inspector .ground")).to_contain_text("controlled by", timeout=PATIENCE)
    assert visitor.overflow() <= 0
    assert visitor.axe() == []

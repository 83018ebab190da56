"""One map of several sheets: nothing parts them but their joins, and what is in play is what is shown.

The map is small: a coarse sheet in the west, a fine one in the east, sea in the north of both, one join.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from sandtable.kernel.scene import NOWHERE, Board, Cell, Join, Line, Piece, Scene, Sheet, Terrain, Tint
from tests.browser.browsing import PATIENCE, Visitor
from tests.browser.map_room import Exhibit, enter, map_room

SHEETS = (
    Sheet("coarse", "the West", "hex-rows", 0.0, 0.0, 2.0, "coast"),
    Sheet("fine", "the East", "hex-rows", 11.4, 0.0, 1.0, "coast"),
)
SIZES = ((5, 5), (9, 10))
NORTH = 2
"""So many rows of the coarse sheet are sea, and twice as many of the fine one."""
JOIN_COLOUR = "#2040c0"


def cells() -> Iterator[Cell]:
    number = 0
    for sheet, (columns, rows) in enumerate(SIZES):
        for row in range(rows):
            for column in range(columns):
                wet = row < NORTH * (1 + sheet)
                name = f"{'we'[sheet]}{row}{column}"
                named = {"w32": "Oldtown", "e63": "Newtown"}.get(name, "")
                x = column + row % 2 / 2
                yield Cell(NOWHERE if wet else number, name, x, float(row), "sea" if wet else "sand", named, sheet)
                number += not wet


CELLS = tuple(cells())
NUMBER = {cell.name: cell.number for cell in CELLS}
RIMS = (("w24", "w34", "w44"), ("e40", "e50", "e60", "e70", "e80", "e90"))


def board() -> Board:
    here, there = (tuple(NUMBER[name] for name in rim) for rim in RIMS)
    return Board(
        title="The Coast",
        sheets=SHEETS,
        terrains=(
            Terrain("sand", "desert", " ", "#e4cf9c", "sand"),
            Terrain("sea", "sea", "~", "#7fb0c8", "water"),
        ),
        cells=CELLS,
        lines=(
            Line("road", ((NUMBER["w33"], NUMBER["w34"]), (NUMBER["w34"], NUMBER["e60"]))),
            Line("river", ((NUMBER["w44"], NUMBER["e80"]),), along_sides=True, style="river"),
        ),
        joins=(Join("blue", "B", JOIN_COLOUR, here, there),),
    )


def piece(name: str, cell: str) -> Piece:
    return Piece(id=name, side=0, name=name, symbol="infantry", letter="I", figures="1-1", cell=NUMBER[cell])


PIECES = (piece("Big", "w31"), piece("Small", "e64"))
OUT = tuple(Tint(cell.number, "", "out") for cell in CELLS if cell.sheet == 0 and cell.number != NOWHERE)
SCENE = Scene(side=0, heading="Look around", pieces=PIECES)
PART = msgspec.structs.replace(SCENE, pieces=PIECES[1:], tints=OUT)
TARGETS = tuple(NUMBER[name] for name in ("w34", "e60", "e71"))
DETAIL = "(piece) => piece.closest('[data-lod]').dataset.lod"
VIEW = """() => ({ fine: document.querySelector(".map-plane").getScreenCTM().a })"""

LOOK = """async (path) => {
    const { Geometry } = await import("/static/js/map/geometry.js");
    const { Joins } = await import("/static/js/map/joins.js");
    const geometry = new Geometry(await (await fetch(path)).json());
    const canvas = document.querySelector(".map-canvas");
    const named = (name) => geometry.places.find(({ cell }) => cell.name === name);
    const sample = () => {
        const box = canvas.getBoundingClientRect();
        const ratio = canvas.width / box.width;
        const { a, d, e, f } = document.querySelector(".map-plane").getScreenCTM();
        const pixels = (x, y, width = 0, height = 0) => {
            const [left, top] = [(a * x + e - box.left) * ratio, (d * y + f - box.top) * ratio];
            const size = [Math.max(1, width * a * ratio), Math.max(1, height * d * ratio)];
            return [...canvas.getContext("2d").getImageData(left, top, ...size).data];
        };
        const colour = ({ x, y }) => pixels(x, y).slice(0, 3);
        const part = (p, q, t) => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
        return (%s)({ geometry, joins: new Joins(geometry), named, colour, pixels, part, zoom: a });
    };
    for (let last = ""; ; ) { // until it is painted as finely as it can be
        const now = sample();
        if (JSON.stringify(now) === last && !document.querySelector(".map-root.is-moving")) return now;
        last = JSON.stringify(now);
        for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
    }
}"""
"""What is painted on the map, by a function of the page's own arithmetic."""
ALONG_THE_SEA = """({ named, colour, part }) =>
    [...Array(41).keys()].map((k) => colour(part(named("w03"), named("e01"), k / 40)))"""
RIMS_AND_LETTERS = """({ geometry, joins, colour, pixels, part, zoom }) => ({
    rims: Object.fromEntries([...geometry.seams].map(([place, [{ sides }]]) =>
        [place.cell.name, sides.map((side) => {
            const outside = 1 + 0.11 / place.size;
            return colour(part(place, part(...place.side(side), 0.25), outside));
        })])),
    letters: joins.boxes(1 / zoom).map(({ x0, y0, x1, y1 }) => {
        const all = pixels(x0, y0, x1 - x0, y1 - y0);
        const white = all.filter((_, k) => k % 4 === 0 && all[k] + all[k + 1] + all[k + 2] > 720).length;
        return [(x1 - x0) * zoom, white];
    }),
})"""
LINES = """({ geometry, named, colour, part }) => ({
    road: [0.3, 0.55].map((t) => colour(part(named("w34"), named("e60"), t))),
    river: geometry.parting(named("w44"), named("e80")).map(([p, q]) => colour(part(p, q, 0.5))),
    sand: colour(part(named("e64"), named("e65"), 0.5)),
})"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    whole = Exhibit(title="Whole", board=board(), scene=SCENE, targets=TARGETS)
    part = Exhibit(title="Part", board=board(), scene=PART)
    with map_room(tmp_path_factory.mktemp("room"), whole=whole, part=part) as server:
        yield server.address


@pytest.fixture
def visit(browser: Browser, room: str) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def come(exhibit: str, **how: Any) -> Visitor:
        visitor = Visitor.arrive(browser, room, **{"size": (1440, 900), "prefs": {}, **how})
        visitors.append(visitor)
        enter(visitor, exhibit)
        expect(visitor.page.locator(".map-root[data-painted]")).to_be_visible(timeout=PATIENCE)
        return visitor

    yield come
    assert not [one for visitor in visitors for one in visitor.trouble]
    for visitor in visitors:
        visitor.context.close()


def painted(visitor: Visitor, what: str) -> Any:
    return visitor.page.evaluate(LOOK.replace("%s", what), f"/api/tables/{visitor.table}/board")


def is_blue(colour: Sequence[int]) -> bool:
    return colour[2] > colour[0] + 15


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_parts_the_sheets_but_their_join(visit: Callable[..., Visitor], theme: str) -> None:
    """The sea goes on without frame or shore; both rims have the join's colour and a letter that can be read."""
    visitor = visit("whole", color_scheme=theme, size=(1392, 900))  # a map of 1056 pixels, whose rims are wide
    assert all(map(is_blue, painted(visitor, ALONG_THE_SEA)))
    seen = painted(visitor, RIMS_AND_LETTERS)
    assert set(seen["rims"]) == {*RIMS[0], *RIMS[1]}
    for name, colours in seen["rims"].items():
        assert colours, f"{name} has no rim"
        for colour in colours:
            assert sum(abs(a - b) for a, b in zip(colour, (32, 64, 192), strict=True)) < 40, name
    assert len(seen["letters"]) == 2
    assert all(wide >= 14 and white > 20 for wide, white in seen["letters"]), seen["letters"]
    visitor.button("^Key$").click()
    expect(visitor.page.locator(".mark-key")).to_contain_text("Bblue: these hexes of", timeout=PATIENCE)


def test_lines_run_over_the_seam_and_along_its_rim(visit: Callable[..., Visitor]) -> None:
    lines = painted(visit("whole"), LINES)
    assert lines["river"], "the river along the rim has no place"
    assert all(map(is_blue, lines["river"]))
    for colour in lines["road"]:
        assert sum(abs(a - b) for a, b in zip(colour, lines["sand"], strict=True)) > 40, (
            "the road ends at the seam"
        )


def test_keys_cross_the_seam(visit: Callable[..., Visitor]) -> None:
    """To the right over the join, and back; what is joined is said in words."""
    visitor = visit("whole")
    visitor.page.locator(".map-root").focus()
    for words in (
        "hex w[234]4.*touches the East over blue, B",
        "hex e[456789]0.*touches the West over blue, B",
        "hex e[456789]1",
    ):
        visitor.page.keyboard.press("ArrowRight")
        expect(visitor.page.locator(".map-live")).to_contain_text(re.compile(words), timeout=PATIENCE)
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.locator(".map-live")).to_contain_text(re.compile("hex w[234]4"), timeout=PATIENCE)


def test_names_and_counters_go_by_the_size_of_their_cells(visit: Callable[..., Visitor]) -> None:
    visitor = visit("whole")
    visitor.page.locator(".map-controls button").nth(2).click()
    visitor.centre_of(visitor.piece("Big"))
    assert [visitor.piece(name).evaluate(DETAIL) for name in ("Big", "Small")] == ["full", "near"]
    letters = (
        visitor.page.locator(".place-name", has_text=name).bounding_box() for name in ("Oldtown", "Newtown")
    )
    old, new = (box["height"] for box in letters if box)
    assert old > 1.3 * new


def test_what_is_in_play_is_what_is_shown(visit: Callable[..., Visitor]) -> None:
    """The fit, the limit of zooming out, and the overview are those of the cells in play."""
    visitor = visit("part")
    page = visitor.page
    page.locator(".map-controls button").nth(2).click()
    visitor.cell("e64")
    before = page.evaluate(VIEW)
    assert before["fine"] > 2 * page.locator(".map-canvas").evaluate("(canvas) => canvas.clientWidth") / 23
    page.locator(".map-controls button").nth(0).click()
    overview = page.locator(".map-minimap")
    expect(overview).to_be_visible(timeout=PATIENCE)
    assert overview.evaluate("(canvas) => canvas.width / canvas.height") < 1.8, "it shows both sheets"
    for _ in range(8):
        page.locator(".map-controls button").nth(1).click()
    visitor.cell("e64")
    assert page.evaluate(VIEW)["fine"] == pytest.approx(0.8 * before["fine"], rel=0.02)


def test_a_phone_shows_both_sheets(visit: Callable[..., Visitor]) -> None:
    """And a finger chooses a hex beyond the seam."""
    visitor = visit("whole", size=(390, 844), touch=True)
    visitor.page.locator(".map-controls button").nth(2).tap()
    assert visitor.overflow() == 0
    with visitor.moves_on():
        visitor.page.touchscreen.tap(*visitor.cell("e60"))
    assert not visitor.axe("aria-allowed-attr", "aria-hidden-focus", "button-name", "color-contrast")

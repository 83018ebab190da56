"""Take the pictures of the docs from the running program: `make pictures` writes docs/pictures.

It uses a server on a directory of its own, a real browser, and games that are set up the same each time. Pictures
with a palette are small enough to be kept beside the text.
"""

from __future__ import annotations

import base64
import json
import re
import struct
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal

import terminal_picture
from playwright.sync_api import Browser, Route, expect, sync_playwright
from terminal_picture import TOBRUCH

import sandtable
from sandtable.arena.simulate import Series, journal_path, play_game
from sandtable.kernel.chance import RandomChance
from sandtable.kernel.journal import write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.scene import Scene, board_of, scene_for

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from sandtable.games.dark_sands.drawing.board import board as dark_sands  # noqa: E402
from tests.browser.browsing import PATIENCE, Visitor, begin, launch, serving  # noqa: E402
from tests.browser.coasts import NORTH, match_with, sit_down  # noqa: E402
from tests.browser.map_room import Exhibit, enter, map_room  # noqa: E402
from tests.browser.shifting_sands import exhibit as shifting_sands  # noqa: E402
from tests.browser.test_dark_sands import KNIGHTSBRIDGE  # noqa: E402
from tests.browser.test_shifting_sands import GAMBUT, GATHERED  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
AXIS, ALLIES = 0, 1
LAPTOP, PHONE = (1440, 900), (390, 844)
CALM = {"speed": "instant", "motion": False}
KEPT = {**CALM, "kept": True}
GAMES_OF_TESTS = ("tiny-skirmish", "two-coasts")
GAZALA = """
scenario 1942
month 14 axis
phase: lay
El-Agheila: Pavia
Benghazi: Bologna
Derna: Savona
Gazala: Brescia 90/361 Trieste
Mechili: 21/3 21/5 21/104 88mm-A
Rotunda-Segnali: 15/33 15/8=4 15/115 Ariete
Bir-Harmat: 1SA/1 1SA/3 25-pdr-B
Knightsbridge: 22Gd 1/2 1/22
Tobruk: 2SA/3 2SA/4 25-pdr-A
Bir-Hacheim: KDG
Sollum: 5IN/29
Mersa-Matruh: 10IN/21
Alexandria: 2NZ/4
hand axis: 4 real 2 dummy
hand allied: 5 real 2 dummy
owner Benghazi: axis axis
mined_hexes: Gazala
mines known to axis: Gazala
"""
ASSAULT = (
    GAZALA.replace("phase: lay", "phase: combat 1")
    .replace(
        "Bir-Harmat:", "attacked by axis: Bir-Harmat\nBir-Harmat: 21/5 15/8 90/155 Trento 88mm-B German-artillery"
    )
    .replace("Rotunda-Segnali: 15/33 15/8=4", "Rotunda-Segnali: 15/33")
    .replace("21/3 21/5", "21/3")
)
PLANNED = (
    TOBRUCH.replace("J26: 21/5 Ariete", "J27: 21/5 Ariete 15/8")
    .replace("I24: 15/8 ", "I24: ")
    .replace("22Gds 7/4SA", "7/4SA\nK28: 22Gds")
)
"""Two enemies beside a stack: who attacks whom is a choice."""
BUILDUP = GAZALA.replace("phase: lay", "phase: buildup").replace("2NZ/4", "2NZ/4=1 Pol=2")
VOLLEYS = (
    *("fight:Bir-Harmat", "done", "fire:25-pdr-B", "at:infantry", "fire:1SA/1", "fire:1SA/3"),
    *("hit:Trento", "hit:90/155", "fire:German-artillery", "at:infantry", "fire:15/8"),
)
PURCHASES = ("rebuild:2NZ/4", "rebuild:2NZ/4", "rebuild:Pol", "redeploy:5IN/29", "hex:Bardia")
PALETTE = """async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = image;
    const paper = new OffscreenCanvas(width, height).getContext("2d");
    paper.drawImage(image, 0, 0);
    const pixels = paper.getImageData(0, 0, width, height).data;
    const keyAt = (at) => ((pixels[at] >> 2) << 12) | ((pixels[at + 1] >> 2) << 6) | (pixels[at + 2] >> 2);
    const shades = new Map(); // by six bits a channel: how many pixels, and the sum of their colours
    for (let at = 0; at < pixels.length; at += 4) {
        const key = keyAt(at);
        const shade = shades.get(key) ?? { key, sums: [0, 0, 0], count: 0 };
        for (let k = 0; k < 3; k += 1) shade.sums[k] += pixels[at + k];
        shade.count += 1;
        shades.set(key, shade);
    }
    const sumUp = (part) => { // its mean, and the channel in which it spreads most
        const count = part.reduce((sum, one) => sum + one.count, 0);
        const mean = [0, 1, 2].map((k) => part.reduce((sum, one) => sum + one.sums[k], 0) / count);
        const spread = [0, 1, 2].map((k) =>
            part.reduce((sum, one) => sum + one.count * (one.sums[k] / one.count - mean[k]) ** 2, 0));
        const most = Math.max(...spread);
        return { part, mean, most, widest: spread.indexOf(most) };
    };
    const boxes = [sumUp([...shades.values()])];
    while (boxes.length < 256) {
        boxes.sort((a, b) => a.most - b.most);
        const { part, mean, most, widest } = boxes.pop();
        if (most === 0) { boxes.push({ part, mean, most, widest }); break; }
        const low = (one) => one.sums[widest] / one.count <= mean[widest];
        boxes.push(sumUp(part.filter(low)), sumUp(part.filter((one) => !low(one))));
    }
    const place = new Map(boxes.flatMap(({ part }, index) => part.map(({ key }) => [key, index])));
    const found = new Uint8Array(width * height);
    for (let at = 0; at < found.length; at += 1) found[at] = place.get(keyAt(4 * at));
    let text = "";
    for (let at = 0; at < found.length; at += 8192) text += String.fromCharCode(...found.subarray(at, at + 8192));
    return { width, height, colours: boxes.map(({ mean }) => mean.map(Math.round)), pixels: btoa(text) };
}"""


@dataclass
class Studio:
    """The browser and the server that the pictures are taken from."""

    browser: Browser
    address: str
    folder: Path

    def visitor(self, name: str = "Anna", **how: Any) -> Visitor:
        visitor = Visitor.arrive(self.browser, self.address, **{"size": LAPTOP, "prefs": CALM, **how})
        visitor.context.route("**/api/games", without_games_of_tests)
        visitor.go("/help")
        visitor.tell("/me/name", {"name": name})
        return visitor

    def coasts(self, **how: Any) -> Visitor:
        """Two Coasts in the middle of a game, North to move, for what only games of tests have so far."""
        usual = {"size": LAPTOP, "prefs": KEPT}
        visitor = Visitor.arrive(self.browser, self.address, **{**usual, **how})
        sit_down(visitor, self.folder, busy_match())
        visitor.tell("/me/name", {"name": "Anna"})
        return visitor

    def position(self, visitor: Visitor, text: str) -> None:
        """Open a game that begins at this position, both sides the visitor's."""
        match = Match.start(sandtable.game("afrika-korps"), position=text)
        self.open(visitor, write_journal(match.journal))
        visitor.wait_for_turn()

    def desert(self, visitor: Visitor, text: str, *choices: str) -> None:
        """The same with Rommel in the Desert, after these choices, its dice the same each time."""
        match = Match.start(
            sandtable.game("rommel-in-the-desert"),
            "1942",
            position=text,
            chance=RandomChance(Random("the desert")),
        )
        for choice in choices:
            match.play(match.actor(), [choice])
            match.settle_chance()
        self.open(visitor, write_journal(match.journal))
        visitor.named("reveal").click()
        visitor.wait_for_turn()

    def sands(self, visitor: Visitor, position: str, *choices: str) -> None:
        """The same with The Dark Sands, from this position or from the beginning of Gazala."""
        match = Match.start(
            sandtable.game("dark-sands"), "gazala", position=position, chance=RandomChance(Random("the sands"))
        )
        match.settle_chance()
        for choice in choices:
            match.play(match.actor(), [choice])
            match.settle_chance()
        self.open(visitor, write_journal(match.journal))
        visitor.wait_for_turn()

    def theatre(self, visitor: Visitor, *choices: str, position: str = "") -> None:
        """The same with Shifting Sands, from this position or from the beginning of Sonnenblume."""
        scenario = "campaign" if position else "sonnenblume"
        match = Match.start(
            sandtable.game("shifting-sands"),
            scenario,
            position=position,
            chance=RandomChance(Random("the theatre")),
        )
        match.settle_chance()
        for choice in choices:
            match.play(match.actor(), [choice])
            match.settle_chance()
        self.open(visitor, write_journal(match.journal))
        visitor.named("reveal").click()
        visitor.wait_for_turn()

    def open(self, visitor: Visitor, journal: bytes) -> None:
        saved = self.folder / "saved.journal"
        saved.write_bytes(journal)
        visitor.go("/")
        visitor.page.locator('input[type="file"]').set_input_files(saved)
        visitor.page.wait_for_url("**/table/*")

    def take(self, visitor: Visitor, name: str, moving: bool = False, part: str = "body") -> None:
        """The page, a part of it, or what the window shows, once nothing moves or while something does."""
        visitor.page.evaluate("() => document.fonts.ready")
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.evaluate("() => new Promise((done) => setTimeout(done, 900))")  # the map draws its squares
        if not moving:
            expect(visitor.page.locator(".map-flashes > *")).to_have_count(0, timeout=PATIENCE)
        taken = visitor.page.locator(part) if part else visitor.page
        picture = taken.screenshot(animations="disabled")
        helper = self.browser.new_page()
        drawn = helper.evaluate(PALETTE, base64.b64encode(picture).decode())
        helper.close()
        path = FOLDER / f"{name}.png"
        path.write_bytes(indexed(drawn))
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KiB")
        visitor.context.close()


@cache
def busy_match() -> Match:
    """North to move: cards on the table and discarded, chits drawn, a stack of twelve with badges."""
    for seed in count(39):  # the first that is found quickly
        match, rng = match_with(NORTH), Random(f"busy {seed}")
        board = board_of(match.game, match.state.printed, "long-war")
        for _ in range(60):
            if match.actor() < 0:
                break
            scene = scene_for(match.game, board, match.state, match.actor())
            if match.actor() == NORTH and is_busy(scene):
                return match
            legal = [button.choice for button in scene.buttons]
            match.play(match.actor(), [rng.choice([one for one in legal if "discard" not in one] or legal)])
            match.settle_chance()
    raise AssertionError


def is_busy(scene: Scene) -> bool:
    piles = Counter(card.pile for card in scene.cards if card.id)
    stacks = Counter(piece.cell for piece in scene.pieces)
    [(tall, most)] = stacks.most_common(1)
    badged = {piece.badges for piece in scene.pieces if piece.cell == tall}
    played = piles["north-hand"] >= 9 and piles["table"] > 0 and piles["discards"] > 2
    return "a stack to move" in scene.heading and played and most >= 12 and len(badged) > 2


def without_games_of_tests(route: Route) -> None:
    """The lobby as seen by somebody who installed only the program, not its tests."""
    answer = route.fetch()
    games = [game for game in answer.json() if game["id"] not in GAMES_OF_TESTS]
    route.fulfill(response=answer, body=json.dumps(games))


def indexed(drawn: Any) -> bytes:
    """A picture of up to 256 colours as a PNG file."""
    width, pixels = drawn["width"], base64.b64decode(drawn["pixels"])
    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width))
    head = struct.pack(">IIBBBBB", width, drawn["height"], 8, 3, 0, 0, 0)
    palette = bytes(value for colour in drawn["colours"] for value in colour)
    parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def pick_up(visitor: Visitor, stack: str, words: str) -> None:
    """Point at a stack, take a unit out of it, and let its reach be drawn."""
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece(stack)))
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-item", has_text=words).first))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)


# The pictures


def lobby(studio: Studio) -> None:
    """Games in progress, and one about to begin."""
    visitor = studio.visitor()
    begin(visitor, "Afrika Korps", "Play the Allies")
    visitor.wait_for_turn()
    studio.position(visitor, TOBRUCH)
    visitor.go("/")
    expect(visitor.page.locator(".table-row")).to_have_count(2, timeout=PATIENCE)
    visitor.button("Afrika Korps").click()
    studio.take(visitor, "lobby")


def table(studio: Studio) -> None:
    """Set up, and the reach of a unit."""
    visitor = studio.visitor()
    begin(visitor, "Afrika Korps", "Play the Axis")
    visitor.wait_for_turn()
    pick_up(visitor, "21/5", "Ariete")
    visitor.page.mouse.move(*visitor.cell("P11"))
    expect(visitor.page.locator(".way-line").first).to_be_attached(timeout=PATIENCE)
    studio.take(visitor, "table")


def plan(studio: Studio, name: str, **how: Any) -> None:
    """An attack being planned: who fights, the odds, the chances, and what it costs."""
    visitor = studio.visitor(**{"size": (1440, 1100), **how})
    studio.position(visitor, PLANNED)
    settle(visitor)
    for choice in ("done", "attack:2/3", "with:21/5", "with:Ariete"):
        if choice in visitor.choices(0):  # unless the table has made it already, being forced
            visitor.choose(choice)
    studio.take(visitor, name)


def settle(visitor: Visitor) -> None:
    """On a phone the panel of the moment is opened; the reader has kept the code."""
    if visitor.page.locator("#tab-now").count():
        visitor.page.locator("#tab-now").tap()
    visitor.button("I have kept it").click()


def battle(studio: Studio) -> None:
    plan(studio, "battle")


def battle_dark(studio: Studio) -> None:
    plan(studio, "battle-dark", color_scheme="dark")


def battle_phone(studio: Studio) -> None:
    plan(studio, "battle-phone", size=PHONE, touch=True)


def dragging(studio: Studio) -> None:
    """A division on its way, with its reach, the way and its cost."""
    visitor = studio.visitor()
    studio.position(visitor, TOBRUCH)
    start, end = visitor.centre_of(visitor.piece("21/5")), visitor.cell("L30")
    visitor.page.mouse.move(*start)
    visitor.page.mouse.down()
    visitor.page.mouse.move(*end, steps=5)
    expect(visitor.page.locator(".drag-ghost")).to_have_count(1, timeout=PATIENCE)
    expect(visitor.page.locator(".way-line").first).to_be_attached(timeout=PATIENCE)
    studio.take(visitor, "dragging", moving=True)


def opponent(studio: Studio) -> None:
    """Playback of the other side's move."""
    watching, moving = studio.visitor(prefs={"speed": "slow"}), studio.visitor("Bernard")
    studio.position(watching, TOBRUCH.replace("axis", "allied"))
    _, invitation = watching.tell(f"/tables/{watching.table}/seats/{ALLIES}", {"kind": "link"})
    moving.go(invitation["path"])
    moving.wait_for_turn(ALLIES)
    watching.awaits("waiting for")
    for unit in ("22Gds", "7/4SA"):
        number, key = moving.update(ALLIES)["number"], f"march of {unit}"
        march = [f"unit:{unit}", "hex:H32", "hex:H31", "hex:H30", "hex:H29", "stop"]
        run = {"side": ALLIES, "expected": number, "key": key, "run": march}
        status, answer = moving.tell(f"/tables/{moving.table}/runs", run)
        assert status == 200, answer
    watching.page.get_by_role("button", name="Skip").wait_for()
    studio.take(watching, "opponent", moving=True)


def replay(studio: Studio) -> None:
    """A replay of a game between two computer players."""
    visitor = studio.visitor()
    series = Series(game="afrika-korps", players=("recruit", "recruit"), games=1, seed=7, journals=studio.folder)
    play_game(series, 0)
    studio.open(visitor, journal_path(series, 0).read_bytes())
    visitor.awaits("Victory|drawn")
    visitor.named("replay").click()
    scrubber = visitor.page.locator(".replay-bar").get_by_role("slider")
    moments = visitor.ask(f"/tables/{visitor.table}/moments?side={AXIS}")["moments"]
    scrubber.fill(str(next(at for at, moment in enumerate(moments) if "Combat at 3-1" in moment["text"])))
    expect(visitor.page.locator(".replay-bar .sentence")).to_contain_text("Combat at 3-1", timeout=PATIENCE)
    studio.take(visitor, "replay")


def phone(studio: Studio) -> None:
    visitor = studio.visitor(size=PHONE, touch=True)
    studio.position(visitor, TOBRUCH)
    visitor.page.touchscreen.tap(*visitor.centre_of(visitor.piece("21/5")))
    visitor.page.touchscreen.tap(*visitor.centre_of(visitor.page.locator(".tray-item", has_text="Ariete").first))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    studio.take(visitor, "phone")


def dark(studio: Studio) -> None:
    visitor = studio.visitor(color_scheme="dark")
    studio.position(visitor, TOBRUCH)
    visitor.named("overlay-supply").click()
    expect(visitor.page.locator(".legend")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "dark")


# Rommel in the Desert


def blocks(studio: Studio) -> None:
    """Blocks upright and blank, cards laid with a bluff, and the reach of a block."""
    visitor = studio.visitor(size=(1440, 1000))
    studio.desert(visitor, GAZALA, "real:2", "dummies:1")
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("15/33")))
    visitor.page.locator(".piece-row", has_text="15/115").locator(".piece-face").click()
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    visitor.page.mouse.move(*visitor.cell("Bir-Hacheim"))
    expect(visitor.page.locator(".way-line").first).to_be_attached(timeout=PATIENCE)
    studio.take(visitor, "rommel-table")


def fire(studio: Studio, name: str, **how: Any) -> None:
    """A battle: lines by arm, who has fired, who fires at what, and the hits to expect."""
    visitor = studio.visitor(**{"size": (1440, 1100), **how})
    studio.desert(visitor, ASSAULT, *VOLLEYS)
    settle(visitor)
    studio.take(visitor, name)


def volleys(studio: Studio) -> None:
    fire(studio, "rommel-battle", size=(1920, 1000))


def volleys_dark(studio: Studio) -> None:
    fire(studio, "rommel-battle-dark", color_scheme="dark")


def volleys_phone(studio: Studio) -> None:
    fire(studio, "rommel-battle-phone", size=PHONE, touch=True)


def buildup(studio: Studio) -> None:
    """A Buildup in the dark, some of its points spent."""
    visitor = studio.visitor(size=(1440, 1000), color_scheme="dark")
    studio.desert(visitor, BUILDUP, *PURCHASES)
    studio.take(visitor, "rommel-buildup")


# The Dark Sands


def chits(studio: Studio) -> None:
    """Gazala: the cup with what is still in it, and how far a panzer division goes together."""
    visitor = studio.visitor(size=(1440, 1000))
    studio.sands(visitor, "", "done", "done", "play:axis-move/combat-1", "move-side")
    visitor.button("I have kept it").click()
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("1/5/21-Pz")))
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-all")))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    visitor.page.mouse.move(*visitor.cell("1830"))
    expect(visitor.page.locator(".way-line").first).to_be_attached(timeout=PATIENCE)
    studio.take(visitor, "dark-sands-table")


def supports(studio: Studio) -> None:
    """A combat with supports: every factor with its rule, and what each result would cost."""
    visitor = studio.visitor(size=(1440, 1250))
    joining = (f"join:{unit}" for unit in ("104/21-Pz", "115/15-Pz", "132/Ariete", "133/Littorio", "155/90"))
    studio.sands(visitor, KNIGHTSBRIDGE, "attack:2033", *joining, "done", "support:Luftwaffe-+1")
    visitor.button("I have kept it").click()
    studio.take(visitor, "dark-sands-battle")


def retreat(studio: Studio) -> None:
    """A retreat: the hexes to choose from, and what each way costs."""
    visitor = studio.visitor(size=(1440, 1150), color_scheme="dark")
    units = ("104/21-Pz", "115/15-Pz", "132/Ariete", "133/Littorio", "155/90", "361/90")
    supports = (f"support:{name}" for name in ("Luftwaffe-+1", "Luftwaffe-+2", "RAF-+1"))
    studio.sands(visitor, KNIGHTSBRIDGE, "attack:2033", *(f"join:{unit}" for unit in units), "done", *supports)
    visitor.button("I have kept it").click()
    studio.take(visitor, "dark-sands-retreat")


# Shifting Sands


def cards(studio: Studio) -> None:
    """Sonnenblume: a hand, and a card held up with its four uses."""
    visitor = studio.visitor(size=(1440, 1000), prefs=KEPT)
    studio.theatre(visitor, "done", "done")
    visitor.page.locator('[data-card="X16"], [data-card="X17"], .kind-hand.is-spread [data-card]').nth(1).click()
    expect(visitor.named("held-card")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "shifting-sands-hand")


def activation(studio: Studio) -> None:
    """Where units can go after their space was activated, with the way to one of the spaces."""
    visitor = studio.visitor(size=(1440, 1000), prefs=KEPT)
    moves = ("operations:X24", "move-from:El-Adem", "done")
    studio.theatre(visitor, *moves, position=GAMBUT)
    visitor.page.mouse.click(*visitor.centre_of(visitor.piece("ge_21")))
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-item", has_text="21st").first))
    expect(visitor.page.locator(".map-texts text").first).to_be_attached(timeout=PATIENCE)
    visitor.page.mouse.move(*visitor.cell("Sidi-Azeiz"))
    expect(visitor.page.locator(".way-line").first).to_be_attached(timeout=PATIENCE)
    studio.take(visitor, "shifting-sands-table")


def combat_cards(studio: Studio) -> None:
    """A battle after a flank attack, with combat cards of both sides."""
    visitor = studio.visitor(size=(1440, 1250), prefs=KEPT, color_scheme="dark")
    played = ("rommel", "done", "combat-card:X30", "combat-card:X55", "done", "combat-card:A01")
    studio.theatre(visitor, *GATHERED, *played, position=GAMBUT)
    studio.take(visitor, "shifting-sands-battle")


def phone_hand(studio: Studio) -> None:
    visitor = studio.visitor(size=PHONE, prefs=KEPT, touch=True)
    studio.theatre(visitor, "event:X27", position=GAMBUT)
    visitor.page.mouse.move(150, 450)
    visitor.page.mouse.down()
    visitor.page.mouse.move(240, 520, steps=6)  # to where no tool lies over El Adem
    visitor.page.mouse.up()
    visitor.page.touchscreen.tap(*visitor.cell("El-Adem"))
    expect(visitor.page.locator(".choices-here")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "shifting-sands-phone")


# Maps of several sheets, and maps of points


def sands(studio: Studio) -> None:
    """The Dark Sands: three sections at two scales are one map; whole and at a seam, by day and by night."""
    shown = Exhibit(title="The Dark Sands", board=dark_sands())
    schemes: tuple[tuple[str, Literal["light", "dark"]], ...] = (("", "light"), ("-dark", "dark"))
    with map_room(studio.folder / "sands", sands=shown) as server:
        for ending, scheme in schemes:
            for name, size, zoom in (("dark-sands", (1500, 770), 0), ("dark-sands-seam", (1440, 900), 4)):
                prefs: dict[str, str | bool] = {"speed": "instant", "motion": False, "panels": zoom > 0}
                visitor = Visitor.arrive(
                    studio.browser, server.address, size=size, prefs=prefs, color_scheme=scheme
                )
                enter(visitor, "sands")
                if not zoom:
                    visitor.page.locator(".map-controls").evaluate("(buttons) => buttons.remove()")
                    visitor.page.locator(".map-root").focus()
                    visitor.page.keyboard.press("0")
                else:
                    look_at_seam(visitor, "2722", zoom)
                visitor.page.locator(".map-root").blur()
                visitor.page.mouse.move(2, 2)
                studio.take(visitor, f"{name}{ending}", part=".map-root")


def look_at_seam(visitor: Visitor, cell: str, zoom: int) -> None:
    visitor.page.get_by_role("button", name="Show the whole map").click()
    x, y = visitor.cell(cell)
    visitor.page.mouse.move(x, y)
    for _ in range(zoom):
        visitor.page.mouse.wheel(0, -240)
    visitor.cell(cell)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 40, y + 190, steps=6)
    visitor.page.mouse.up()


def points(studio: Studio) -> None:
    """Shifting Sands: a map of points, whole before Torch, and its two crowds after it, by day and by night."""
    views = (
        ("", "early", (1500, 1010), "", 0),
        ("-tunisia", "torch", LAPTOP, "La-Sers", 3),
        ("-delta", "torch", LAPTOP, "Alexandria", 3),
    )
    schemes: tuple[tuple[str, Literal["light", "dark"]], ...] = (("", "light"), ("-dark", "dark"))
    shown = {"early": shifting_sands(), "torch": shifting_sands(after_torch=True)}
    with map_room(studio.folder / "points", **shown) as server:
        for ending, scheme in schemes:
            for name, which, size, cell, zoom in views:
                prefs: dict[str, str | bool] = {"speed": "instant", "motion": False, "panels": False}
                visitor = Visitor.arrive(
                    studio.browser, server.address, size=size, prefs=prefs, color_scheme=scheme
                )
                enter(visitor, which)
                visitor.page.locator(".map-controls, .shelf").evaluate_all(
                    "(all) => all.forEach((one) => one.remove())"
                )
                visitor.page.locator(".map-root").focus()
                visitor.page.keyboard.press("0")
                visitor.centre_of(visitor.page.locator(".map-plane"))  # the whole map, at rest
                if cell:
                    look_at(visitor, cell, zoom)
                visitor.page.locator(".map-root").blur()
                visitor.page.mouse.move(2, 2)
                studio.take(visitor, f"shifting-sands{name}{ending}", part=".map-root")


def look_at(visitor: Visitor, cell: str, zoom: int) -> None:
    """Enlarge the map at a cell, and bring that to the middle."""
    x, y = visitor.cell(cell)
    visitor.page.mouse.move(x, y)
    for _ in range(zoom):
        visitor.page.mouse.wheel(0, -200)
    box = visitor.page.locator(".map-root").bounding_box()
    assert box is not None
    visitor.page.mouse.move(*visitor.cell(cell))
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    visitor.page.mouse.up()


# Two Coasts


def open_tall_stack(visitor: Visitor) -> None:
    """Rest the mouse on it, beside its count."""
    x, y = visitor.centre_of(visitor.page.locator(".map-depth").filter(has_text=re.compile(r"1\d")).first)
    visitor.page.mouse.move(x + 14, y - 6)
    expect(visitor.page.locator(".tray-head")).to_be_visible(timeout=PATIENCE)


def hand(studio: Studio) -> None:
    """A hand below the map, and a card held up with its uses."""
    visitor = studio.coasts()
    visitor.page.locator(".kind-hand.is-spread .play-card.able").nth(2).click()
    expect(visitor.named("held-card")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "hand")


def hand_phone(studio: Studio) -> None:
    visitor = studio.coasts(size=PHONE, touch=True, color_scheme="dark")
    visitor.page.locator(".kind-hand.is-spread .play-card.able").nth(1).tap()
    expect(visitor.named("held-card")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "hand-phone")


def cup(studio: Studio) -> None:
    """The cup, the places off the map, and the reach of a unit that may go there."""
    visitor = studio.coasts()
    visitor.named("shelf-places").click()
    open_tall_stack(visitor)
    visitor.page.mouse.click(*visitor.centre_of(visitor.page.locator(".tray-item.is-legal").first))
    visitor.page.mouse.move(*visitor.centre_of(visitor.page.locator(".off-place.lit").first))
    studio.take(visitor, "off-map")


def stack(studio: Studio) -> None:
    """A tall stack on small hexes, closed and open, with badges on its counters."""
    visitor = studio.coasts()
    open_tall_stack(visitor)
    studio.take(visitor, "stack")


def rules(studio: Studio) -> None:
    """The rules on their own page, open at a paragraph with rulings."""
    visitor = studio.visitor()
    visitor.go("/rules/afrika-korps#7.4")
    expect(visitor.page.locator("[data-here]")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "rules", part="")


def rules_phone(studio: Studio) -> None:
    visitor = studio.visitor(size=PHONE, touch=True, color_scheme="dark")
    visitor.go("/rules/afrika-korps#17.3.2")
    expect(visitor.page.locator("[data-here]")).to_be_visible(timeout=PATIENCE)
    studio.take(visitor, "rules-phone", part="")


def terminal(studio: Studio) -> None:
    terminal_picture.draw()


PICTURES: tuple[Callable[[Studio], None], ...] = (
    *(lobby, table, battle, battle_dark, battle_phone, dragging, opponent, replay, phone, dark),
    *(blocks, volleys, volleys_dark, volleys_phone, buildup, chits, supports, retreat, sands, points),
    *(cards, activation, combat_cards, phone_hand),
    *(hand, hand_phone, cup, stack, rules, rules_phone, terminal),
)


def main() -> None:
    """All pictures, or those that are named."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        place = Path(folder)
        with serving(place / "data") as server:
            studio = Studio(launch(playwright), server.address, place)
            for picture in PICTURES:
                if not wanted or picture.__name__ in wanted:
                    picture(studio)
            studio.browser.close()


if __name__ == "__main__":
    main()

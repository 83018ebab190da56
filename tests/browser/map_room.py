"""The map room: any board on the real table, in the real browser, even before there are rules to play it with.

    with map_room(folder, desert=Exhibit(title="The Dark Sands", board=board)) as server:
        visitor = Visitor.arrive(browser, server.address)
        enter(visitor, "desert")

To the table it is a game: one scenario for each exhibit, and one decision that never ends, to look at a place. It
is installed nowhere: a server of its own is told of it by the folder with the exhibits, which also has the entry
point. It serves pictures and browser tests.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.kernel.bits import mask_of
from sandtable.kernel.charts import Chart
from sandtable.kernel.choices import Options, Verb, offer
from sandtable.kernel.events import Event
from sandtable.kernel.fields import Nouns, Seen, count, one
from sandtable.kernel.flow import ChoiceKind, push
from sandtable.kernel.game import Game, OpenView, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.state import Frame, State
from sandtable.kernel.wording import Wording
from sandtable.kernel.words import say

if TYPE_CHECKING:  # the server needs no browser
    from tests.browser.browsing import Serving, Visitor

ROOT = Path(__file__).parents[2]
TITLE = "The map room"
FOLDER = "SANDTABLE_MAP_ROOM"
"""The variable that names the folder with the exhibits."""
ENTRY_POINT = "[sandtable.games]\nmap-room = tests.browser.map_room:GAME\n"
GAME_ID = "map-room"
LOOK = 0


class Exhibit(msgspec.Struct, frozen=True, kw_only=True):
    """A board, what lies on it, and the cells that can be pointed at."""

    title: str
    board: Board
    scene: Scene = Scene(side=0, heading="Look around")
    targets: tuple[int, ...] = ()


@dataclass(frozen=True)
class Printed:
    """All exhibits. Of each noun only the numbers are known: two exhibits may have different hexes."""

    exhibits: Mapping[str, Exhibit]
    fingerprint: str = "map room"

    @cached_property
    def cell_nouns(self) -> tuple[str, ...]:
        return tuple(sorted({shown.board.cell_noun for shown in self.exhibits.values()}))

    @cached_property
    def nouns(self) -> Nouns:
        boards = [shown.board for shown in self.exhibits.values()]
        numbers = [cell.number for board in boards for cell in board.cells]
        numbers += [box.number for board in boards for box in board.boxes]
        pieces = {piece.id for shown in self.exhibits.values() for piece in shown.scene.pieces if piece.id}
        nouns = {noun for board in boards for noun in board.piece_nouns}
        return Nouns(
            {
                "exhibit": tuple(self.exhibits),
                **dict.fromkeys(nouns, tuple(sorted(pieces))),
                **dict.fromkeys(self.cell_nouns, tuple(map(str, range(max(numbers) + 1)))),
            }
        )


class Visit(State):
    """Which exhibit is looked at, and how often somebody has looked."""

    printed: Printed

    exhibit = one("exhibit", seen=Seen.EVERYONE)
    looks = count(seen=Seen.EVERYONE)


def shown_in(state: Visit) -> Exhibit:
    return state.printed.exhibits[state.printed.nouns["exhibit"][state.exhibit]]


class Look(ChoiceKind[Visit]):
    """A decision without an end."""

    name = "look"
    rule = "1"
    asks = 0
    words = say("Look around")

    def legal(self, state: Visit, frame: Frame) -> Options:
        shown = shown_in(state)
        point = 1 + state.printed.cell_nouns.index(shown.board.cell_noun)
        return offer((LOOK, 1), (point, mask_of(shown.targets)))

    def play(self, state: Visit, frame: Frame, verb: int, argument: int) -> None:
        state.looks += 1


LOOKING = Look()


class MapRoom(Game[Visit, Printed]):
    """The game that is none."""

    id = GAME_ID
    title = TITLE
    sides = ("Axis", "Allies")
    kinds = (LOOKING,)
    state_type = Visit
    folder = ROOT / "tests" / "tinygame" / "src" / "tinygame"  # some rules.csv
    for_tests = True

    def __init__(self, exhibits: Mapping[str, Exhibit]) -> None:
        self.printed = Printed(exhibits)
        self.scenarios = tuple(
            ScenarioInfo(name, shown.title, "A map", "As long as you like") for name, shown in exhibits.items()
        )
        nouns = self.printed.cell_nouns
        self.verbs = (Verb("look"), *(Verb(noun, noun) for noun in nouns))
        buttons = {1 + number: f"Point at {{{noun}}}" for number, noun in enumerate(nouns)}
        self.wording = Wording({LOOK: "Look again", **buttons}, {}, {})
        super().__init__()

    def load_data(self, overrides: Path | None = None) -> Printed:
        return self.printed

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Visit:
        state = Visit.blank(printed)
        state.exhibit = printed.nouns.number("exhibit", name)
        push(state, LOOKING)
        return state

    def scenario_of(self, state: Visit) -> ScenarioInfo:
        return self.scenarios[state.exhibit]

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return printed.exhibits[name].board

    def scene(self, view: OpenView[Visit], side: int, printed: Printed) -> Scene:
        return msgspec.structs.replace(shown_in(view.state).scene, side=side)

    def charts(self, view: OpenView[Visit], side: int, printed: Printed) -> tuple[Chart, ...]:
        return ()

    def gist(self, printed: Printed, event: Event) -> Gist:
        return Gist()

    def score(self, state: Visit) -> Score:
        return Score(None, say("Nobody wins here"), "1")

    def turn(self, state: Visit) -> int:
        return 1

    def faults(self, state: Visit) -> list[Why]:
        return []


def _hung(folder: Path) -> dict[str, Exhibit]:
    return {
        path.stem: msgspec.json.decode(path.read_bytes(), type=Exhibit) for path in sorted(folder.glob("*.json"))
    }


@contextlib.contextmanager
def map_room(folder: Path, **exhibits: Exhibit) -> Iterator[Serving]:
    """A server with these exhibits, by name, that keeps everything in this folder."""
    from tests.browser.browsing import serving

    installed = folder / "map_room-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: map-room\nVersion: 1\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text(ENTRY_POINT, encoding="utf-8")
    for name, exhibit in exhibits.items():
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(exhibit))
    paths = (str(ROOT), str(folder), *filter(None, [os.environ.get("PYTHONPATH")]))
    with serving(folder / "data", {FOLDER: str(folder), "PYTHONPATH": os.pathsep.join(paths)}) as server:
        yield server


def enter(visitor: Visitor, name: str) -> None:
    """Sit down before an exhibit, alone."""
    visitor.go("/help")
    table = {"game": GAME_ID, "scenario": name, "seats": [{"kind": "here"}] * 2}
    status, answer = visitor.tell("/tables", table)
    assert status == 200, answer
    visitor.go(f"/table/{answer['id']}")
    visitor.wait_for_turn()


if FOLDER in os.environ:
    GAME = MapRoom(_hung(Path(os.environ[FOLDER])))

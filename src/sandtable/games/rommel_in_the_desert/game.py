"""The game as the kernel sees it: its kinds, its verbs, its data, its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from msgspec.structs import replace

from sandtable.games.rommel_in_the_desert import rules
from sandtable.games.rommel_in_the_desert.drawing.board import board
from sandtable.games.rommel_in_the_desert.drawing.charts import charts
from sandtable.games.rommel_in_the_desert.drawing.duties import duties
from sandtable.games.rommel_in_the_desert.drawing.guide import figures
from sandtable.games.rommel_in_the_desert.drawing.places import places
from sandtable.games.rommel_in_the_desert.drawing.questions import QUESTIONS
from sandtable.games.rommel_in_the_desert.drawing.scene import KEY, scene
from sandtable.games.rommel_in_the_desert.drawing.shortcuts import shortcuts
from sandtable.games.rommel_in_the_desert.knowledge.resample import invent
from sandtable.games.rommel_in_the_desert.knowledge.view import View, look
from sandtable.games.rommel_in_the_desert.notation.position import RommelText
from sandtable.games.rommel_in_the_desert.notation.status import position_status
from sandtable.games.rommel_in_the_desert.notation.words import WORDING, gist
from sandtable.games.rommel_in_the_desert.players.conscript import Conscript
from sandtable.games.rommel_in_the_desert.players.recruit import Recruit
from sandtable.games.rommel_in_the_desert.printed.checks import check_data
from sandtable.games.rommel_in_the_desert.printed.data import Printed, load_printed
from sandtable.games.rommel_in_the_desert.rules import c03_sequence
from sandtable.games.rommel_in_the_desert.rules.c17_victory import score
from sandtable.games.rommel_in_the_desert.state import Position, new_position, scenario_of
from sandtable.games.rommel_in_the_desert.verbs import VERBS
from sandtable.kernel.charts import Chart
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import kinds_in, push
from sandtable.kernel.game import SPECTATOR, Duty, Game, Option, PlayerInfo, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message, Parameter

INFANTRY_TANKS = Option(
    "infantry-tanks",
    ("fast", "slow"),
    "Speed of the infantry tank brigades 1AT and 32AT: 3 as printed, or 2 by the optional rule.",
)


DISCLOSURE = Option(
    "disclosure",
    ("closed", "open"),
    "Record sheets of the Buildup: each player's own, or shown to the other player when the points are spent.",
)


def scenario(name: str, title: str, description: str, length: str) -> ScenarioInfo:
    return ScenarioInfo(name, title, description, length, (INFANTRY_TANKS, DISCLOSURE), secrets=True)


class RommelInTheDesert(Game[Position, Printed]):
    """Blocks in fog and face-down cards, from 1940 to El Alamein."""

    id = "rommel-in-the-desert"
    title = "Rommel in the Desert"
    rules_version = 2
    sides = ("Axis", "Allies")
    sequence_rule = "3.1"
    folder = Path(__file__).parent
    verbs = VERBS
    state_type = Position
    scenarios = (
        scenario(
            "battleaxe",
            "Battleaxe",
            "July 1941: Rommel besieges Tobruk and holds the frontier; the British are ahead in supply.",
            "7 months, two to three hours",
        ),
        scenario(
            "1940",
            "1940",
            "The Italian advance into Egypt, and the British raid that answers it.",
            "6 months, two hours",
        ),
        scenario(
            "1941",
            "1941",
            "Rommel's first offensive, Tobruk held behind him, and Crusader at the end.",
            "10 months, three to four hours",
        ),
        scenario(
            "1941-42",
            "1941-42 campaign",
            "The whole war in the desert, from Rommel's arrival to El Alamein.",
            "20 months, six to eight hours",
        ),
        scenario(
            "crusader",
            "Crusader",
            "November 1941: the Allies move first, to relieve a mined Tobruk.",
            "3 months, one to two hours",
        ),
        scenario(
            "1942",
            "1942",
            "From El Agheila to Gazala, Tobruk and Alamein, with Malta as a temptation.",
            "10 months, four to five hours",
        ),
        scenario(
            "gazala",
            "Gazala",
            "May 1942: two prepared armies face to face across minefields.",
            "2 months, one to two hours",
        ),
        scenario(
            "alamein",
            "Pursuit to Alamein",
            "June 1942: Tobruk has fallen, and the Axis outruns its supply.",
            "6 months, two to three hours",
        ),
    )
    kinds = kinds_in(rules)
    position_text = RommelText
    wording = WORDING
    players = {"conscript": Conscript, "recruit": Recruit}
    player_words = {
        "conscript": PlayerInfo(
            "Conscript",
            "beginner",
            "Goes for Tobruk with what it has and passes when it sees nothing to gain. For a first game.",
        ),
        "recruit": PlayerInfo(
            "Recruit",
            "intermediate",
            "Plans its turn: guards Tobruk and its supply line, fights where it is stronger, and bluffs.",
        ),
    }
    questions = QUESTIONS

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def check_data(self, overrides: Path | None = None) -> DataReport:
        return check_data(overrides)

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Position:
        state = new_position(printed, printed.scenario_number[name])
        state.infantry_tanks_slow = int(options["infantry-tanks"] == "slow")
        state.disclosed = int(options["disclosure"] == "open")
        push(state, c03_sequence.GAME)
        return state

    def active(self, state: Position) -> int:
        """3.4: whose player turn it is, or whose Buildup; nobody's while the game is set up (18.0)."""
        setting_up = any(frame[0] == c03_sequence.SET_UP.number for frame in state.frames)
        return SPECTATOR if setting_up else state.active

    def view(self, state: Position, side: int) -> View:
        return look(state, side, self.kinds)

    def resample(self, view: View, rng: Random, printed: Printed) -> Position:
        return invent(view, rng, printed, self.kinds)

    def duties(self, state: Position, side: int) -> Iterator[Duty]:
        return duties(state, side)

    def shortcuts(self, state: Position) -> Sequence[tuple[Message, Sequence[Choice]]]:
        return shortcuts(state, self.apply)

    def scenario_of(self, state: Position) -> ScenarioInfo:
        return self.scenario(scenario_of(state).id)

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return replace(board(printed), key=KEY)

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene(view, side, printed)

    def places(self, state: Position, choice: Choice) -> Sequence[int]:
        return places(*unpack(choice))

    def figures(self, printed: Printed) -> Mapping[str, Parameter]:
        return figures(printed)

    def charts(self, view: View, side: int, printed: Printed) -> Iterator[Chart]:
        return charts(view, printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        return gist(printed, event)

    def score(self, state: Position) -> Score:
        return score(state)

    def turn(self, state: Position) -> int:
        return state.turn

    def faults(self, state: Position) -> list[Why]:
        return position_status(state)


GAME = RommelInTheDesert()

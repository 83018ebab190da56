"""The Dark Sands as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sandtable.games.dark_sands import rules
from sandtable.games.dark_sands.drawing import presses
from sandtable.games.dark_sands.drawing.board import board
from sandtable.games.dark_sands.drawing.charts import charts
from sandtable.games.dark_sands.drawing.duties import duties
from sandtable.games.dark_sands.drawing.gist import gist
from sandtable.games.dark_sands.drawing.guide import figures
from sandtable.games.dark_sands.drawing.questions import QUESTIONS
from sandtable.games.dark_sands.drawing.scene import scene
from sandtable.games.dark_sands.drawing.viewpoint import Viewpoint
from sandtable.games.dark_sands.notation.position import SandsText
from sandtable.games.dark_sands.notation.status import position_status
from sandtable.games.dark_sands.notation.words import WORDING
from sandtable.games.dark_sands.players.orders import ORDERS
from sandtable.games.dark_sands.players.recruit import Recruit
from sandtable.games.dark_sands.printed.checks import check_data
from sandtable.games.dark_sands.printed.data import Printed, load_printed
from sandtable.games.dark_sands.printed.scenarios import SCENARIOS
from sandtable.games.dark_sands.rules.c04_set_up import deploy, set_up
from sandtable.games.dark_sands.rules.c05_victory import score
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.rules.c18_initiative import INITIATIVE
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import VERBS
from sandtable.kernel.charts import Chart
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import kinds_in, push
from sandtable.kernel.game import Duty, Game, Listing, OpenView, Option, PlayerInfo, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message, Parameter

UNTIL = Option(
    "until", ("scenario", "campaign"), "Play the scenario, or from its start to the end of the campaign."
)
DASH = Option(
    "dash", ("no", "yes"), "The optional Dash to the Wire: panzers in Egypt may cost the Allies The Auk."
)


class DarkSands(Game[Sands, Printed]):
    """The war in North Africa, chit by chit."""

    id = "dark-sands"
    title = "The Dark Sands"
    rules_version = 2
    sides = ("Axis", "Allies")
    sequence_rule = "16.0"
    folder = Path(__file__).parent
    verbs = VERBS
    state_type = Sands
    kinds = kinds_in(rules)
    position_text = SandsText
    wording = WORDING
    questions = QUESTIONS
    orders = ORDERS
    players = {"recruit": Recruit}
    player_words = {
        "recruit": PlayerInfo(
            "Recruit",
            "intermediate",
            "Knows what each scenario is about, keeps its supply line, and attacks where the odds are good.",
        )
    }
    scenarios = (
        ScenarioInfo(
            "compass",
            "Compass",
            "December 1940: the Western Desert Force falls upon the Italians in Egypt. How far will it come?",
            "2 turns, 2 hours",
            (UNTIL,),
        ),
        ScenarioInfo(
            "sunflower",
            "Sunflower",
            "March 1941: Rommel lands, and the Allies have few to hold Cyrenaica with. Tobruk is the prize.",
            "3 turns, 4 hours",
            (UNTIL,),
        ),
        ScenarioInfo(
            "crusader",
            "Crusader",
            "November 1941: 8 Army comes to the relief of Tobruk, against panzers at the height of their power.",
            "2 turns, 4 hours",
            (UNTIL, DASH),
        ),
        ScenarioInfo(
            "gazala",
            "Gazala",
            "May 1942: round the open flank of the Gazala line. The Axis must take Tobruk and go on to the Nile.",
            "2 turns, 5 hours",
            (UNTIL,),
        ),
    )

    listings = (
        Listing(
            "campaign",
            "compass",
            {"until": "campaign"},
            "The campaign",
            "December 1940 to December 1942: the whole war in the desert. With the option until, the other "
            "scenarios can begin a campaign too.",
            "17 turns, 30 hours or more",
        ),
    )

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Sands:
        campaign, dash = options.get("until") == "campaign", options.get("dash") == "yes"
        state = set_up(printed, SCENARIOS.index(name), campaign, dash)
        push(state, GAME_TURN)
        deploy(state)
        return state

    def active(self, state: Sands) -> int:
        """18.1: whose units move or attack; 18.5: before that, who may play the first chit."""
        choosing = bool(state.frames) and state.frames[-1][0] == INITIATIVE.number
        return state.initiative if choosing else state.active

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return board(printed)

    def scenario_of(self, state: Sands) -> ScenarioInfo:
        return self.scenario(SCENARIOS[state.scenario])

    def scene(self, view: OpenView[Sands], side: int, printed: Printed) -> Scene:
        return scene(self.viewpoint(view.state, side), side)

    def viewpoint(self, state: Sands, side: int) -> Viewpoint:
        """The position as its drawers look at it."""
        stack = tuple(self.kind_names[frame[0]] for frame in state.frames)
        decides = self.actor(state) == side
        return Viewpoint(state, stack, dict(self.options(state)) if decides else {})

    def places(self, state: Sands, choice: Choice) -> Sequence[int]:
        return presses.places(state, self.kind_names[state.frames[-1][0]], *unpack(choice))

    def duties(self, state: Sands, side: int) -> Iterator[Duty]:
        return duties(state, side)

    def shortcuts(self, state: Sands) -> Sequence[tuple[Message, Sequence[Choice]]]:
        return presses.shortcuts(state, self.kind_names[state.frames[-1][0]], dict(self.options(state)))

    def figures(self, printed: Printed) -> Mapping[str, Parameter]:
        return figures(printed)

    def charts(self, view: OpenView[Sands], side: int, printed: Printed) -> tuple[Chart, ...]:
        return charts(printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        return gist(printed, event)

    def score(self, state: Sands) -> Score:
        return score(state)

    def turn(self, state: Sands) -> int:
        return state.turn

    def check_data(self, overrides: Path | None = None) -> DataReport:
        return check_data(overrides)

    def faults(self, state: Sands) -> list[Why]:
        return position_status(state)


GAME = DarkSands()

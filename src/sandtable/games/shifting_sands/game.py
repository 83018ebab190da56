"""Shifting Sands as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from sandtable.games.shifting_sands import rules
from sandtable.games.shifting_sands.drawing.board import board
from sandtable.games.shifting_sands.drawing.charts import charts
from sandtable.games.shifting_sands.drawing.duties import duties
from sandtable.games.shifting_sands.drawing.gist import gist
from sandtable.games.shifting_sands.drawing.guide import figures
from sandtable.games.shifting_sands.drawing.questions import QUESTIONS
from sandtable.games.shifting_sands.drawing.scene import scene
from sandtable.games.shifting_sands.drawing.suggestions import suggestions
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint
from sandtable.games.shifting_sands.knowledge.resample import invent
from sandtable.games.shifting_sands.knowledge.view import View, look
from sandtable.games.shifting_sands.notation.position import TheatreText
from sandtable.games.shifting_sands.notation.status import position_status
from sandtable.games.shifting_sands.notation.words import WORDING
from sandtable.games.shifting_sands.players.orders import ORDERS
from sandtable.games.shifting_sands.players.recruit import Recruit
from sandtable.games.shifting_sands.printed.checks import check_data
from sandtable.games.shifting_sands.printed.data import Printed, load_printed
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.rules.c04_set_up import lay_out
from sandtable.games.shifting_sands.rules.c05_sequence import GAME_TURN
from sandtable.games.shifting_sands.rules.c06_actions import ACTION
from sandtable.games.shifting_sands.rules.c16_victory import score
from sandtable.games.shifting_sands.state import SWITCHES, Theatre
from sandtable.games.shifting_sands.verbs import VERBS
from sandtable.kernel.charts import Chart
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from sandtable.kernel.flow import kinds_in, push
from sandtable.kernel.game import SPECTATOR, Duty, Game, Option, PlayerInfo, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message, Parameter

OPTIONS = tuple(
    Option(name, ("no", "yes"), description)
    for name, description in zip(
        SWITCHES,
        (
            "The German 5th Mountain division cannot be rebuilt.",
            "The German 999th division comes to Tunis after Torch.",
            "The British 6th division comes in Fall 1941 unless Crusader has been played.",
            "Rommel leads only attacks with a German unit in them.",
            "Balbo can be played only in Summer 1940, and does not help in East Africa.",
            "Herkules and Malta Victorious change no victory points.",
            "In Winter 1941 and Winter 1942 the Axis takes any one card instead of Rommel or Siege of Malta.",
            "The Allies may take Barbarossa in Winter 1941, and at the start of Operation Sonnenblume.",
            "A German battlegroup may take the place of an eliminated Italian division.",
            "Vichy forts count as mountains when Allied divisions attack them.",
            "Only an attack with armour overruns: another reading of 11.47.",
            "Two units that retreat may go to different spaces: another reading of 11.55.",
        ),
        strict=True,
    )
)


class ShiftingSands(Game[Theatre, Printed]):
    """The Mediterranean war, card by card."""

    id = "shifting-sands"
    title = "Shifting Sands"
    rules_version = 3
    sides = ("Axis", "Allies")
    sequence_rule = "5.0"
    folder = Path(__file__).parent
    verbs = VERBS
    state_type = Theatre
    kinds = kinds_in(rules)
    position_text = TheatreText
    wording = WORDING
    orders = ORDERS
    players = {"recruit": Recruit}
    player_words = {
        "recruit": PlayerInfo(
            "Recruit",
            "intermediate",
            "Counts the points, plays its reinforcements early, stays in supply, and attacks at good odds.",
        )
    }
    questions = QUESTIONS
    scenarios = (
        ScenarioInfo(
            "campaign",
            "Campaign",
            "From the Italian declaration of war in June 1940 to the last stand in Tunisia.",
            "12 turns, 8 hours",
            OPTIONS,
            secrets=True,
        ),
        ScenarioInfo(
            "sonnenblume",
            "Operation Sonnenblume",
            "Spring 1941 to Spring 1942: Rommel has landed, and the Allies hold Cyrenaica thinly.",
            "5 turns, 3 hours",
            OPTIONS,
            secrets=True,
        ),
    )

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Theatre:
        state = lay_out(printed, SCENARIOS.index(name), options)
        push(state, GAME_TURN)
        return state

    def active(self, state: Theatre) -> int:
        """6.1: whose action it is."""
        actions = (ACTION.actor(frame) for frame in state.frames if frame[0] == ACTION.number)
        return next(actions, SPECTATOR)

    def scenario_of(self, state: Theatre) -> ScenarioInfo:
        return self.scenario(SCENARIOS[state.scenario])

    def view(self, state: Theatre, side: int) -> View:
        return look(state, side)

    def resample(self, view: View, rng: Random, printed: Printed) -> Theatre:
        return invent(view, rng, printed)

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return board(printed)

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene(Viewpoint.of(view, printed, self.kinds))

    def duties(self, state: Theatre, side: int) -> Iterator[Duty]:
        return duties(state, side)

    def shortcuts(self, state: Theatre) -> Sequence[tuple[Message, Sequence[Choice]]]:
        return list(suggestions(self, state))

    def figures(self, printed: Printed) -> Mapping[str, Parameter]:
        return figures(printed)

    def charts(self, view: View, side: int, printed: Printed) -> Iterator[Chart]:
        return charts(Viewpoint.of(view, printed, self.kinds))

    def gist(self, printed: Printed, event: Event) -> Gist:
        return gist(printed, event)

    def score(self, state: Theatre) -> Score:
        return score(state)

    def turn(self, state: Theatre) -> int:
        return state.turn

    def check_data(self, overrides: Path | None = None) -> DataReport:
        return check_data(overrides)

    def faults(self, state: Theatre) -> list[Why]:
        return position_status(state)


GAME = ShiftingSands()

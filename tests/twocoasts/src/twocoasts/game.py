"""Two Coasts as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from sandtable.kernel.charts import Chart
from sandtable.kernel.events import Event
from sandtable.kernel.flow import kinds_in, push
from sandtable.kernel.game import SPECTATOR, Game, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene, gist_of
from twocoasts import rules
from twocoasts.drawing.board import board
from twocoasts.drawing.charts import charts
from twocoasts.drawing.questions import QUESTIONS
from twocoasts.drawing.scene import scene
from twocoasts.knowledge.resample import invent
from twocoasts.knowledge.view import View, look
from twocoasts.notation.position import CoastsText
from twocoasts.notation.status import faults
from twocoasts.notation.words import WORDING
from twocoasts.players.orders import ORDERS
from twocoasts.printed.data import Printed, load_printed
from twocoasts.printed.files import FOLDER, SCENARIOS
from twocoasts.printed.map import SIDES
from twocoasts.rules.c02_set_up import lay_out
from twocoasts.rules.c03_turn import TURN
from twocoasts.rules.c09_victory import score
from twocoasts.state import Coasts
from twocoasts.verbs import VERBS


class TwoCoasts(Game[Coasts, Printed]):
    """Two sides, twelve units each, two sheets of hexes and the isles, cards, and chits from a cup."""

    id = "two-coasts"
    title = "Two Coasts"
    sides = SIDES
    sequence_rule = "3"
    verbs = VERBS
    kinds = kinds_in(rules)
    state_type = Coasts
    position_text = CoastsText
    wording = WORDING
    folder = FOLDER
    for_tests = True
    questions = QUESTIONS
    orders = ORDERS
    scenarios: tuple[ScenarioInfo, ...] = (
        ScenarioInfo("landing", "The Landing", "The whole map", "3 turns, ten minutes", secrets=True),
        ScenarioInfo("inland", "Inland", "Without the isles", "2 turns, five minutes", secrets=True),
        ScenarioInfo("long-war", "The Long War", "Hands of ten cards", "5 turns, twenty minutes", secrets=True),
    )

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Coasts:
        state = lay_out(printed, SCENARIOS.index(name))
        push(state, TURN)
        return state

    def scenario_of(self, state: Coasts) -> ScenarioInfo:
        return self.scenario(SCENARIOS[state.scenario])

    def active(self, state: Coasts) -> int:
        """3.3: whose chit was drawn last; a storm (3.4) is nobody's, and so is what comes before the first."""
        return state.printed.chits[state.drawn[-1]][1] if state.drawn else SPECTATOR

    def view(self, state: Coasts, side: int) -> View:
        return look(state, side)

    def resample(self, view: View, rng: Random, printed: Printed) -> Coasts:
        return invent(view, rng, printed)

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return board(printed, SCENARIOS.index(name))

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene(view, side, printed, self.kind_names[view.frames[-1][0]] if view.frames else "")

    def charts(self, view: View, side: int, printed: Printed) -> Iterator[Chart]:
        return charts(view, printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        return gist_of(event, printed.units, printed.owners, cells=("origin", "to"))

    def score(self, state: Coasts) -> Score:
        return score(state)

    def turn(self, state: Coasts) -> int:
        return state.turn

    def faults(self, state: Coasts) -> list[Why]:
        return faults(state)

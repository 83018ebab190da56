"""Tiny Skirmish as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from sandtable.kernel.charts import Chart
from sandtable.kernel.events import Event
from sandtable.kernel.flow import kinds_in, push
from sandtable.kernel.game import SPECTATOR, Game, Option, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene, gist_of
from tinygame import rules
from tinygame.drawing.board import board
from tinygame.drawing.charts import charts
from tinygame.drawing.questions import QUESTIONS
from tinygame.drawing.scene import scene
from tinygame.knowledge.resample import invent
from tinygame.knowledge.view import View, look
from tinygame.notation.position import TableText
from tinygame.notation.status import faults
from tinygame.notation.words import WORDING
from tinygame.players.orders import ORDERS
from tinygame.printed.data import FOLDER, SIDES, Printed, load_printed
from tinygame.rules.c02_set_up import SET_UP
from tinygame.rules.c04_movement import MOVES
from tinygame.rules.c06_turn import TURN, score
from tinygame.state import TIES, Table
from tinygame.verbs import VERBS

TIES_OPTION = Option("ties", TIES, "who moves first when the bids are equal: Red, or a die decides")
OPTIONS = (TIES_OPTION,)
ALIKE = ("skirmish", "patrol")
"""These differ only in their length."""


class TinySkirmish(Game[Table, Printed]):
    """Two sides, three hidden pieces each, seven hexes, twelve cards, two or three turns."""

    id = "tiny-skirmish"
    title = "Tiny Skirmish"
    sides = SIDES
    sequence_rule = "3"
    verbs = VERBS
    kinds = kinds_in(rules)
    state_type = Table
    position_text = TableText
    wording = WORDING
    folder = FOLDER
    for_tests = True
    questions = QUESTIONS
    orders = ORDERS
    scenarios: tuple[ScenarioInfo, ...] = (
        ScenarioInfo("skirmish", "Skirmish", "The whole game", "3 turns, five minutes", OPTIONS, secrets=True),
        ScenarioInfo("patrol", "Patrol", "A shorter one", "2 turns, three minutes", OPTIONS, secrets=True),
        ScenarioInfo("duel", "Duel", "Five hexes, and nothing is hidden", "2 turns, three minutes", OPTIONS),
    )

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Table:
        state = Table.blank(printed)
        state.last_turn = printed.turns[name]
        state.special = printed.scenarios.index(name) if name not in ALIKE else -1
        state.dice_for_ties = TIES.index(options["ties"])
        push(state, TURN)
        push(state, SET_UP)
        return state

    def scenario_of(self, state: Table) -> ScenarioInfo:
        printed = state.printed
        if state.special >= 0:
            return self.scenario(printed.scenarios[state.special])
        return self.scenario(next((name for name in ALIKE if printed.turns[name] == state.last_turn), ALIKE[0]))

    def active(self, state: Table) -> int:
        """4: whose pieces move."""
        return next((MOVES.side(state, frame) for frame in state.frames if frame[0] == MOVES.number), SPECTATOR)

    def view(self, state: Table, side: int) -> View:
        return look(state, side)

    def resample(self, view: View, rng: Random, printed: Printed) -> Table:
        return invent(view, rng, printed)

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return board(printed, printed.scenarios.index(name))

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene(view, side, printed)

    def charts(self, view: View, side: int, printed: Printed) -> Iterator[Chart]:
        return charts(view, printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        side = "first" if event.kind == "tie-rolled" else "side"
        pieces, cells = ("pieces", "piece"), ("origin", "to")
        return gist_of(event, printed.pieces, printed.owners, pieces=pieces, cells=cells, side=side)

    def score(self, state: Table) -> Score:
        return score(state)

    def turn(self, state: Table) -> int:
        return state.turn

    def faults(self, state: Table) -> list[Why]:
        return faults(state)

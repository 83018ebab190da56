"""The game as the kernel sees it: its kinds, its verbs, its data, its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from sandtable.games.afrika_korps import rules
from sandtable.games.afrika_korps.drawing import board, scene
from sandtable.games.afrika_korps.drawing.charts import charts
from sandtable.games.afrika_korps.drawing.duties import duties
from sandtable.games.afrika_korps.drawing.guide import figures
from sandtable.games.afrika_korps.drawing.places import places
from sandtable.games.afrika_korps.drawing.questions import QUESTIONS
from sandtable.games.afrika_korps.drawing.viewpoint import Viewpoint
from sandtable.games.afrika_korps.notation.position import DesertText
from sandtable.games.afrika_korps.notation.status import position_status
from sandtable.games.afrika_korps.notation.words import WORDING, gist
from sandtable.games.afrika_korps.players.conscript import Conscript
from sandtable.games.afrika_korps.players.recruit import Recruit
from sandtable.games.afrika_korps.printed.checks import check_data
from sandtable.games.afrika_korps.printed.data import Printed, load_printed
from sandtable.games.afrika_korps.rules.c03_sequence import GAME_TURN
from sandtable.games.afrika_korps.rules.c04_victory import score
from sandtable.games.afrika_korps.state import Position, new_position
from sandtable.games.afrika_korps.verbs import BATTLE, DONE, VERBS
from sandtable.kernel.charts import Chart
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice, pack, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.flow import kinds_in, push
from sandtable.kernel.game import Duty, Game, OpenView, Option, PlayerInfo, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message, Parameter, say

CONTROL_VICTORY = Option(
    "control-victory",
    ("allied-turns", "own-turns"),
    "Whose turns count for the Axis control victory: two Allied turns, as the rulebook says, or two of its own.",
)


class AfrikaKorps(Game[Position, Printed]):
    """The desert war from April 1941 to October 1942."""

    id = "afrika-korps"
    title = "Afrika Korps"
    sides = ("Axis", "Allies")
    sequence_rule = "3.1"
    rules_version = 4
    folder = Path(__file__).parent
    verbs = VERBS
    state_type = Position
    scenarios = (
        ScenarioInfo(
            "campaign",
            "The campaign",
            "Rommel at El Agheila, the Allies strung out from Bengasi to El Alamein. The Axis must take and hold "
            "both fortresses and both bases, or destroy the Allied army, by October 1942.",
            "38 turns, four to six hours",
            (CONTROL_VICTORY,),
        ),
    )
    kinds = kinds_in(rules)
    position_text = DesertText
    wording = WORDING
    players = {"conscript": Conscript, "recruit": Recruit}
    player_words = {
        "conscript": PlayerInfo(
            "Conscript",
            "beginner",
            "Attacks wherever the odds look good and marches on whatever is left; careless of its supply. For a "
            "first campaign.",
        ),
        "recruit": PlayerInfo(
            "Recruit",
            "intermediate",
            "Plans its turn: holds its ports, keeps supply at hand, gathers its strength, and fights where the "
            "odds are with it.",
        ),
    }
    questions = QUESTIONS

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def check_data(self, overrides: Path | None = None) -> DataReport:
        return check_data(overrides)

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Position:
        state = new_position(printed)
        state.control_by_own_turns = int(options["control-victory"] == "own-turns")
        push(state, GAME_TURN)
        return state

    def active(self, state: Position) -> int:
        """3.1: whose player turn it is."""
        return state.active

    def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
        return replace(board.board(printed), key=scene.KEY)

    def scene(self, view: OpenView[Position], side: int, printed: Printed) -> Scene:
        return scene.scene(self.viewpoint(view.state, side), side)

    def charts(self, view: OpenView[Position], side: int, printed: Printed) -> tuple[Chart, ...]:
        return charts(printed)

    def viewpoint(self, state: Position, side: int) -> Viewpoint:
        """The position as panels show it. While units move no panel holds choices, and those take time to find."""
        stack = tuple(self.kind_names[frame[0]] for frame in state.frames)
        decides = self.actor(state) == side and stack[-1] not in scene.MOVING
        return Viewpoint(state, stack, dict(self.options(state)) if decides else {})

    def places(self, state: Position, choice: Choice) -> Sequence[int]:
        return places(state, self.kind_names[state.frames[-1][0]], *unpack(choice))

    def duties(self, state: Position, side: int) -> Iterator[Duty]:
        return duties(state, side)

    def shortcuts(self, state: Position) -> Sequence[tuple[Message, Sequence[Choice]]]:
        """8.6: once every duty is met and one battle is left, it can be fought at once."""
        decision = self.kind_names[state.frames[-1][0]]
        if decision not in ("form-battle", "declare-battles"):
            return ()
        done, trial, run = pack(DONE), state.copy(), list[Choice]()
        while decision in ("form-battle", "declare-battles") and done in self.legal(trial):
            self.apply(trial, done)
            run.append(done)
            decision = self.kind_names[trial.frames[-1][0]]
        battles = [choice for choice in self.legal(trial) if unpack(choice)[0] == BATTLE]
        if decision != "choose-battle" or len(battles) != 1 or self.actor(trial) != self.actor(state):
            return ()
        return [(say("Fight now"), (*run, *battles))]

    def figures(self, printed: Printed) -> Mapping[str, Parameter]:
        return figures(printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        return gist(printed, event)

    def score(self, state: Position) -> Score:
        return score(state)

    def turn(self, state: Position) -> int:
        return state.turn * 2 + state.active

    def faults(self, state: Position) -> list[Why]:
        return position_status(state)


GAME = AfrikaKorps()

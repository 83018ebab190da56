"""The game as the kernel sees it: its kinds, its verbs, its data, its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from sandtable.games.afrika_korps.drawing import board, scene
from sandtable.games.afrika_korps.drawing.questions import QUESTIONS
from sandtable.games.afrika_korps.drawing.viewpoint import Viewpoint
from sandtable.games.afrika_korps.knowledge.view import View, position_from, view_of
from sandtable.games.afrika_korps.notation import words as text
from sandtable.games.afrika_korps.notation.position import position_status, read_position, write_position
from sandtable.games.afrika_korps.players.recruit import Recruit
from sandtable.games.afrika_korps.printed.checks import check_data
from sandtable.games.afrika_korps.printed.data import Printed, load_printed
from sandtable.games.afrika_korps.rules import (
    c03_sequence as sequence,
)
from sandtable.games.afrika_korps.rules import (
    c04_victory as victory,
)
from sandtable.games.afrika_korps.rules import (
    c05_movement_phase as movement_phase,
)
from sandtable.games.afrika_korps.rules import (
    c06_end_of_movement as end_of_movement,
)
from sandtable.games.afrika_korps.rules import (
    c07_combat as combat,
)
from sandtable.games.afrika_korps.rules import (
    c07_exchange as exchange,
)
from sandtable.games.afrika_korps.rules import (
    c07_retreat as retreat,
)
from sandtable.games.afrika_korps.rules import (
    c08_declaration as declaration,
)
from sandtable.games.afrika_korps.rules import (
    c09_automatic_victory as automatic_victory,
)
from sandtable.games.afrika_korps.rules import (
    c11_second_attack as fugitives,
)
from sandtable.games.afrika_korps.rules import (
    c12_arrivals as arrivals,
)
from sandtable.games.afrika_korps.rules import (
    c15_destruction as scorch,
)
from sandtable.games.afrika_korps.rules import (
    c15_supply_won as spoils,
)
from sandtable.games.afrika_korps.rules import (
    c16_advance as advance,
)
from sandtable.games.afrika_korps.rules import (
    c21_substitutes as substitutes,
)
from sandtable.games.afrika_korps.rules import (
    c22_rommel as rommel,
)
from sandtable.games.afrika_korps.state import Position, new_position
from sandtable.games.afrika_korps.verbs import VERBS
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from sandtable.kernel.flow import push
from sandtable.kernel.game import Game, Option, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message

CONTROL_VICTORY = Option(
    "control-victory",
    ("allied-turns", "own-turns"),
    "Whose turns count for the Axis control victory: two Allied turns as the rules print it, or two of its own.",
)


class AfrikaKorps(Game[Position]):
    """The desert war from April 1941 to October 1942."""

    id = "afrika-korps"
    title = "Afrika Korps"
    sides = ("Axis", "Allies")
    sequence_rule = "3.1"
    rules_version = 3
    folder = Path(__file__).parent
    verbs = VERBS
    state_type = Position
    scenarios = (
        ScenarioInfo(
            "campaign",
            "The campaign",
            "Rommel at El Agheila, the Allies strung out from Benghazi to El Alamein. The Axis must take and hold "
            "both fortresses and both bases, or destroy the Allied army, by October 1942.",
            "38 turns, four to six hours",
            (CONTROL_VICTORY,),
        ),
    )
    kinds = (
        sequence.GAME_TURN,
        sequence.AXIS_TURN,
        sequence.ALLIED_TURN,
        arrivals.CONVOY,
        arrivals.MAKE_ROOM,
        arrivals.LAND_SUPPLY,
        arrivals.ARRIVALS,
        arrivals.PORT,
        movement_phase.MOVEMENT,
        movement_phase.MOVE,
        rommel.RESCUE,
        automatic_victory.VICTORY,
        automatic_victory.BLOCKERS,
        automatic_victory.NAME_SUPPLY,
        substitutes.SUBSTITUTION,
        substitutes.FORM_SUBSTITUTE,
        substitutes.BREAK_SUBSTITUTE,
        end_of_movement.REDUCE_STACK,
        end_of_movement.SACRIFICE,
        scorch.DESTROY_SUPPLY,
        scorch.CAPTURE,
        scorch.CAPTURE_AFTER_COMBAT,
        declaration.DECLARE_BATTLES,
        declaration.FORM_BATTLE,
        declaration.JOIN_VICTORY,
        declaration.CHOOSE_CAPTOR,
        declaration.SUPPORT,
        combat.COMBAT,
        combat.CHOOSE_BATTLE,
        combat.FIGHT,
        combat.COMBAT_DIE,
        combat.AFTERMATH,
        combat.SEIZURE,
        fugitives.ATTACK_FUGITIVES,
        spoils.WIN_SUPPLY,
        spoils.MOVE_WON_SUPPLY,
        exchange.LOSSES,
        exchange.EXCHANGE,
        retreat.RETREAT,
        retreat.CONSENT,
        retreat.CONDUCT,
        retreat.RETREAT_STEP,
        retreat.CAPTURE_ON_THE_WAY,
        retreat.TAKE_ALONG,
        retreat.OVERFLOW,
        advance.ADVANCE,
        advance.ADVANCE_TO,
    )

    players = {"recruit": Recruit}
    questions = QUESTIONS

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def data_fingerprint(self, printed: Printed) -> str:
        return printed.fingerprint

    def check_data(self, overrides: Path | None = None) -> DataReport:
        return check_data(overrides)

    def nouns(self, printed: Printed) -> dict[str, Sequence[str]]:
        """Hexes on the board first, then the unplayable ones, so that a refusal can name their terrain."""
        backdrop = [name for name, _ in printed.backdrop]
        return {"hex": [*printed.board.names, *backdrop], "unit": [unit.id for unit in printed.units]}

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Position:
        state = new_position(printed)
        state.control_by_own_turns = int(options["control-victory"] == "own-turns")
        push(state, sequence.GAME_TURN)
        return state

    def view(self, state: Position, side: int) -> View:
        return view_of(state, side, self.kind_names)

    def resample(self, view: View, rng: Random, printed: Printed) -> Position:
        return position_from(view, printed, self.kind_names)

    def describe(self, state: Position, choice: Choice) -> Message:
        return text.describe(state, choice, self.kind_names[state.frames[-1][0]])

    def narrate(self, printed: Printed, event: Event) -> Message:
        return text.narrate(printed, event)

    def board(self, printed: Printed) -> Board:
        return board.board(printed)

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene.scene(self.viewpoint(position_from(view, printed, self.kind_names), side), side)

    def viewpoint(self, state: Position, side: int) -> Viewpoint:
        """The position as panels show it. While units move no panel holds choices, and those take time to find."""
        stack = tuple(self.kind_names[frame[0]] for frame in state.frames)
        decides = self.actor(state) == side and stack[-1] not in scene.MOVING
        return Viewpoint(state, stack, dict(self.options(state)) if decides else {})

    def gist(self, printed: Printed, event: Event) -> Gist:
        return text.gist(printed, event)

    def score(self, state: Position) -> Score:
        return victory.score(state)

    def turn(self, state: Position) -> int:
        return state.turn * 2 + state.active

    def write_position(self, state: Position) -> str:
        return write_position(state, self.kind_names)

    def parse_position(self, text: str, printed: Printed) -> Position:
        return read_position(text, printed, self.kinds)

    def status(self, state: Position) -> list[Why]:
        return position_status(state)


GAME = AfrikaKorps()

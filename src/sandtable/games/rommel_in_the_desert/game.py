"""The game as the kernel sees it: its kinds, its verbs, its data, its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from sandtable.games.rommel_in_the_desert.drawing import board, scene
from sandtable.games.rommel_in_the_desert.drawing.questions import QUESTIONS
from sandtable.games.rommel_in_the_desert.knowledge.resample import invent
from sandtable.games.rommel_in_the_desert.knowledge.view import View, look
from sandtable.games.rommel_in_the_desert.notation import words as text
from sandtable.games.rommel_in_the_desert.notation.position import read_position, write_position
from sandtable.games.rommel_in_the_desert.notation.status import position_status
from sandtable.games.rommel_in_the_desert.players.recruit import Recruit
from sandtable.games.rommel_in_the_desert.printed.checks import check_data
from sandtable.games.rommel_in_the_desert.printed.data import Printed, load_printed
from sandtable.games.rommel_in_the_desert.printed.files import CLASSES
from sandtable.games.rommel_in_the_desert.rules import (
    c03_sequence as sequence,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c04_cards as cards,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c04_pass as passing,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c05_movement_phase as groups,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c05_withdrawal as withdrawal,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c06_forced_marches as marches,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c06_movement as movement,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c08_combat as combat,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c09_fire as fire,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c10_pursuit as pursuit,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c10_retreats as retreats,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c11_rout as rout,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c12_supply_checks as checks,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c14_minefields as minefields,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c16_buildup as buildup,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c16_entering_the_base as waiting,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c16_redeployment as redeployment,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c16_reinforcements as reinforcements,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c17_victory as victory,
)
from sandtable.games.rommel_in_the_desert.rules import (
    c18_deployment as deployment,
)
from sandtable.games.rommel_in_the_desert.state import Position, new_position
from sandtable.games.rommel_in_the_desert.verbs import CARDS, VERBS
from sandtable.kernel.checks import DataReport
from sandtable.kernel.choices import Choice
from sandtable.kernel.events import Event
from sandtable.kernel.flow import push
from sandtable.kernel.game import Game, Option, ScenarioInfo, Score, Why
from sandtable.kernel.scene import Board, Gist, Scene
from sandtable.kernel.words import Message

INFANTRY_TANKS = Option(
    "infantry-tanks",
    ("fast", "slow"),
    "Speed of the infantry tank brigades 1AT and 32AT: 3 as printed, or 2 by the optional rule.",
)


DISCLOSURE = Option(
    "disclosure",
    ("closed", "open"),
    "Record sheets of the Buildup: each player's own, or told to the other when the points are spent.",
)


def scenario(name: str, title: str, description: str, length: str) -> ScenarioInfo:
    return ScenarioInfo(name, title, description, length, (INFANTRY_TANKS, DISCLOSURE))


class RommelInTheDesert(Game[Position]):
    """Blocks in fog and face-down cards, from 1940 to El Alamein."""

    id = "rommel-in-the-desert"
    title = "Rommel in the Desert"
    rules_version = 2
    sides = ("Axis", "Allies")
    sequence_rule = "3.1"
    secrets = True
    folder = Path(__file__).parent
    verbs = VERBS
    state_type = Position
    scenarios = (
        scenario(
            "battleaxe",
            "Battleaxe",
            "July 1941: Rommel stands round Tobruk and on the frontier, the British are ahead in supply.",
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
    kinds = (
        sequence.GAME,
        sequence.SET_UP,
        sequence.MONTH,
        sequence.PLAYER_TURN,
        cards.DRAW,
        cards.EXCHANGE_HAND,
        cards.CHALLENGE,
        cards.LAY,
        cards.BLUFF,
        deployment.DEPLOY,
        deployment.DEPLOY_TO,
        checks.INITIAL_CHECK,
        checks.FINAL_CHECK,
        checks.BUILDUP_CHECK,
        checks.LAST_CHECK,
        checks.SHARES,
        checks.DESIGNATE,
        checks.OFFER_SUPPLY,
        groups.MOVEMENT,
        groups.DESTINATION,
        movement.STEP,
        waiting.ENTER_BASE,
        marches.MARCHES,
        marches.ANNOUNCE,
        marches.MARCH_TO,
        marches.MARCH_DIE,
        marches.OVERRUN,
        passing.PASS_MOVES,
        passing.FALL_BACK,
        passing.WITHDRAW,
        passing.WITHDRAW_TO,
        passing.LEAVE_FORTRESS,
        withdrawal.WITHDRAWAL,
        withdrawal.NEXT_LEAVER,
        withdrawal.LEAVE,
        withdrawal.LEFT,
        pursuit.PURSUIT,
        pursuit.PURSUE,
        pursuit.PURSUIT_FIRE,
        pursuit.TAKE_PURSUIT,
        rout.ROUT,
        retreats.REFUSE_BATTLE,
        retreats.REFUSAL,
        retreats.CHOOSE_RETREAT,
        retreats.CHOOSE_LEAVERS,
        retreats.PROBE_COMBAT,
        retreats.GO_OR_STAY,
        retreats.RETREATING,
        combat.COMBAT,
        combat.NAME_BATTLES,
        combat.CHOOSE_BATTLE,
        combat.BATTLE_FOUGHT,
        fire.ROUND,
        fire.VOLLEYS,
        fire.FIRE_UNIT,
        fire.TARGET,
        fire.VOLLEY,
        fire.TAKE_HIT,
        buildup.BUILDUP,
        buildup.POINT_DICE,
        buildup.PLAYER_BUILDUP,
        buildup.PREPARATION,
        buildup.SPEND,
        buildup.BUY,
        buildup.THROW_IN,
        redeployment.REDEPLOY_TO,
        reinforcements.EARLY_DICE,
        reinforcements.TAKE_MALTA,
        minefields.MINES,
    )

    players = {"recruit": Recruit}
    questions = QUESTIONS

    def load_data(self, overrides: Path | None = None) -> Printed:
        return load_printed(overrides)

    def check_data(self, overrides: Path | None = None) -> DataReport:
        return check_data(overrides)

    def data_fingerprint(self, printed: Printed) -> str:
        return printed.fingerprint

    def nouns(self, printed: Printed) -> dict[str, Sequence[str]]:
        return {
            "hex": printed.board.names,
            "unit": [unit.id for unit in printed.units],
            "class": CLASSES,
            "card": CARDS,
        }

    def set_up(self, printed: Printed, name: str, options: Mapping[str, str]) -> Position:
        state = new_position(printed, printed.scenario_number[name])
        state.infantry_tanks_slow = int(options["infantry-tanks"] == "slow")
        state.disclosed = int(options["disclosure"] == "open")
        push(state, sequence.GAME)
        return state

    def view(self, state: Position, side: int) -> View:
        return look(state, side, self.kinds)

    def resample(self, view: View, rng: Random, printed: Printed) -> Position:
        return invent(view, rng, printed, self.kinds)

    def describe(self, state: Position, choice: Choice) -> Message:
        return text.describe(state, choice, self.kind_names[state.frames[-1][0]])

    def narrate(self, printed: Printed, event: Event) -> Message:
        return text.narrate(printed, event)

    def board(self, printed: Printed) -> Board:
        return board.board(printed)

    def scene(self, view: View, side: int, printed: Printed) -> Scene:
        return scene.scene(view, side, printed)

    def gist(self, printed: Printed, event: Event) -> Gist:
        return text.gist(printed, event)

    def score(self, state: Position) -> Score:
        return victory.score(state)

    def turn(self, state: Position) -> int:
        return state.turn

    def write_position(self, state: Position) -> str:
        return write_position(state, self.kind_names)

    def parse_position(self, text: str, printed: Printed) -> Position:
        return read_position(text, printed, self.kinds)

    def status(self, state: Position) -> list[Why]:
        return position_status(state)


GAME = RommelInTheDesert()

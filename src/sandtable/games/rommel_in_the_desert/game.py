"""The game as the kernel sees it: its kinds, its verbs, its data, its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from sandtable.games.rommel_in_the_desert import (
    buildup,
    cards,
    checks,
    combat,
    deployment,
    fire,
    groups,
    marches,
    minefields,
    movement,
    passing,
    pursuit,
    redeployment,
    reinforcements,
    retreats,
    rout,
    scene,
    sequence,
    sheet,
    text,
    victory,
    waiting,
    withdrawal,
)
from sandtable.games.rommel_in_the_desert.datachecks import check_data
from sandtable.games.rommel_in_the_desert.doctrine import Recruit
from sandtable.games.rommel_in_the_desert.overlays import QUESTIONS
from sandtable.games.rommel_in_the_desert.position import read_position, write_position
from sandtable.games.rommel_in_the_desert.printed import Printed, load_printed
from sandtable.games.rommel_in_the_desert.resampling import invent
from sandtable.games.rommel_in_the_desert.sheets import CLASSES
from sandtable.games.rommel_in_the_desert.state import Position, new_position
from sandtable.games.rommel_in_the_desert.status import position_status
from sandtable.games.rommel_in_the_desert.verbs import CARDS, VERBS
from sandtable.games.rommel_in_the_desert.view import View, look
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

    def data_fingerprint(self, scenario: Printed) -> str:
        return scenario.fingerprint

    def nouns(self, scenario: Printed) -> dict[str, Sequence[str]]:
        return {
            "hex": scenario.board.names,
            "unit": [unit.id for unit in scenario.units],
            "class": CLASSES,
            "card": CARDS,
        }

    def set_up(self, scenario: Printed, name: str, options: Mapping[str, str]) -> Position:
        state = new_position(scenario, scenario.setting_number[name])
        state.infantry_tanks_slow = int(options["infantry-tanks"] == "slow")
        state.disclosed = int(options["disclosure"] == "open")
        push(state, sequence.GAME)
        return state

    def view(self, state: Position, side: int) -> View:
        return look(state, side, self.kinds)

    def resample(self, view: View, rng: Random, scenario: Printed) -> Position:
        return invent(view, rng, scenario, self.kinds)

    def describe(self, state: Position, choice: Choice) -> Message:
        return text.describe(state, choice, self.kind_names[state.frames[-1][0]])

    def narrate(self, scenario: Printed, event: Event) -> Message:
        return text.narrate(scenario, event)

    def board(self, scenario: Printed) -> Board:
        return sheet.board(scenario)

    def scene(self, view: View, side: int, scenario: Printed) -> Scene:
        return scene.scene(view, side, scenario)

    def gist(self, scenario: Printed, event: Event) -> Gist:
        return text.gist(scenario, event)

    def score(self, state: Position) -> Score:
        return victory.score(state)

    def turn(self, state: Position) -> int:
        return state.turn

    def write_position(self, state: Position) -> str:
        return write_position(state, self.kind_names)

    def parse_position(self, text: str, scenario: Printed) -> Position:
        return read_position(text, scenario, self.kinds)

    def status(self, state: Position) -> list[Why]:
        return position_status(state)


GAME = RommelInTheDesert()

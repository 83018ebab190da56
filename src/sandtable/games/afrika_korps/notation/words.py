"""The words of the game: buttons and log lines, as messages rendered at the edge."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, ODDS_NAMES, OVER_SIX_TO_ONE, Printed
from sandtable.games.afrika_korps.rules.c04_victory import HOW
from sandtable.games.afrika_korps.state import Position
from sandtable.games.afrika_korps.verbs import (
    ATTACK,
    BATTLE,
    BLOCK,
    BREAK,
    CAPTURE,
    DECLARE,
    DECLINE,
    DESTROY,
    DONE,
    EMBARK,
    FORM,
    HEX,
    LOSE,
    PERMIT,
    REFUSE,
    STOP,
    SUPPLY,
    TARGET,
    UNIT,
    WITH,
)
from sandtable.kernel.bits import ones
from sandtable.kernel.events import Event
from sandtable.kernel.scene import Gist, gist_of
from sandtable.kernel.wording import Taking, Wording, Writer
from sandtable.kernel.words import Parameter, say

SIDES = (say("Axis"), say("Allies"))

# The words on the buttons; those that depend on the decision are listed under its name.
BUTTONS = {
    HEX: "{hex}",
    UNIT: "{unit}",
    EMBARK: "Embark {unit}",
    DECLARE: "Declare automatic victory over {unit}",
    ATTACK: "Attack {unit}",
    TARGET: "Attack {unit} too",
    WITH: "With {unit}",
    BLOCK: "{unit} cuts off the retreat",
    SUPPLY: "Use {unit}",
    CAPTURE: "Take {unit}",
    BATTLE: "Fight: {battle}",
    LOSE: "Lose {unit}",
    FORM: "Form {unit}",
    BREAK: "Break down {unit}",
    DESTROY: "Destroy {unit}",
    PERMIT: "Permit",
    REFUSE: "Refuse",
    DECLINE: "Decline",
    STOP: "Stop here",
    DONE: "Done",
}
BUTTONS_AT = {
    ("movement", UNIT): "Move {unit}",
    ("movement", DONE): "End movement",
    ("move", UNIT): "Take {unit} along",
    ("arrivals", UNIT): "Land {unit}",
    ("arrivals", DONE): "Go on to movement",
    ("land-supply", HEX): "Land it at {hex}",
    ("land-supply", DECLINE): "Decline the supply unit",
    ("port", HEX): "Land at {hex}",
    ("form-substitute", UNIT): "In place of {unit}",
    ("break-substitute", UNIT): "Bring out {unit}",
    ("declare-victory", DONE): "Declare the victory",
    ("declare-battles", DONE): "End the declaration of battles",
    ("form-battle", DONE): "Close this battle",
    ("choose-captor", WITH): "{unit} takes it",
    ("make-room", DONE): "Keep all supply and go on",
    ("destroy-supply", DONE): "Keep it",
    ("choose-battle", DONE): "End the turn",
    ("consent", PERMIT): "Permit the retreat into the fortress",
    ("consent", REFUSE): "Refuse the retreat into the fortress",
    ("conduct-retreat", UNIT): "Retreat {unit}",
    ("take-along", UNIT): "{unit} goes along",
    ("advance", UNIT): "Advance {unit}",
    ("advance", DONE): "No further advance",
}

HARMS = {
    ("movement", DESTROY): ("15.5", "The supply unit is gone for good"),
    ("choose-battle", DESTROY): ("15.5", "The supply unit is gone for good"),
    ("destroy-supply", DESTROY): ("15.5", "The supply unit is gone for good"),
    ("make-room", DESTROY): ("15.5", "The supply unit is gone for good, whether or not another arrives"),
    ("land-supply", DECLINE): ("12.3.1", "The supply unit is lost: it cannot be kept for later"),
}
"""What a choice costs whoever makes it. Losses that must be taken are not among them."""


def hex_name(printed: Printed, number: int) -> str:
    """The place a hex holds, under its printed name alone, with the number of the hex behind; or that number."""
    if number < 0:
        return "-"
    name, place = printed.nouns["hex"][number], printed.place_names.get(number)
    return f"{place.partition(' (')[0]} ({name})" if place else name


def unit_name(printed: Printed, number: int) -> str:
    """A unit with its factors: 21/5 (7-7-10)."""
    unit = printed.units[number]
    return unit.id if printed.supply >> number & 1 else f"{unit.id} ({unit.factors})"


def unit_names(printed: Printed, numbers: list[int]) -> str:
    return ", ".join(printed.units[number].id for number in numbers)


def odds_name(column: int) -> str:
    if column < 0:
        return "worse than 1-6"
    return "7-1" if column >= OVER_SIX_TO_ONE else ODDS_NAMES[column]


def battle_name(state: Position, index: int) -> str:
    printed = state.printed
    attackers = unit_names(printed, list(ones(state.attackers[index])))
    defenders = unit_names(printed, list(ones(state.defenders[index])))
    return f"{attackers} > {defenders}"


# Log lines: for each kind of event its sentence, with the arguments of the event as parameters.
LINES = {
    "turn": "Turn {turn}, {date}: {side}",
    "convoy": "The convoy comes through (die {die})",
    "convoy-lost": "{what} of this turn is lost: {cause}",
    "supply-landed": "{unit} lands at {hex}",
    "supply-declined": "The supply unit is declined and lost",
    "replacements": "Replacement factors: {gain} gained, {total} saved",
    "landed": "{unit} comes ashore at {hex}",
    "came-too-late": "{unit} did not arrive in time and is eliminated",
    "lost-at-sea": "{unit} found no port and is lost at sea",
    "moved": "{units}: {origin} to {hex}",
    "embarked": "{unit} embarks at {hex}",
    "supply-captured": "{unit} at {hex} is captured by the {side}",
    "supply-destroyed": "{unit} at {hex} is destroyed",
    "supply-obliged": "{unit} must support an attack on {enemy}",
    "supply-used": "{unit} at {hex} is spent",
    "rommel-placed": "Rommel is placed at {hex}",
    "automatic-victory": "Automatic victory at {column}: {attackers} over {victims}",
    "attackers-freed": "Attackers not needed for the automatic victory over {victims} may fight elsewhere",
    "victory-dissolved": "The automatic victory over {victims} is dissolved: they must be fought in the usual way",
    "substitute-formed": "{unit} takes the place of {parts} at {hex}",
    "substitute-broken": "{unit} is broken down into {parts} at {hex}",
    "died-before-combat": "{unit} at {hex} is eliminated before combat",
    "battle-declared": "Battle at {column}: {attackers} against {defenders}",
    "supported": "Supported by {supply}",
    "captor-chosen": "{unit} will take {supply}",
    "no-die": "No die is needed: the defenders are eliminated",
    "combat": "Combat at {column}, die {die}: {result}",
    "exchange": "Exchange: {attack} against {defense} factors",
    "eliminated": "{unit} at {hex} is eliminated",
    "retreated": "{unit} retreats from {origin} to {hex}",
    "died-retreating": "{unit} at {hex} cannot retreat and is eliminated",
    "advanced": "{unit} advances from {origin} to {hex}",
    "died-isolated": "{unit} has been isolated for two turns and is eliminated",
    "game-over": "Victory for the {side}: {how}",
}
TAKES = {
    "came-too-late": Taking("unit", "{units} did not arrive in time and are eliminated"),
    "lost-at-sea": Taking("unit", "{units} found no port and are lost at sea"),
    "supply-captured": Taking("unit"),
    "supply-destroyed": Taking("unit", "{units} are destroyed"),
    "convoy-lost": Taking("side"),
    "died-before-combat": Taking("unit", "{units} are eliminated before combat"),
    "eliminated": Taking("unit", "{units} are eliminated"),
    "died-retreating": Taking("unit", "{units} cannot retreat and are eliminated"),
    "died-isolated": Taking("unit", "{units} have been isolated for two turns and are eliminated"),
}
SUNK = "The convoy is sunk (die {die})"

WHY_LOST = (
    say("no port was held when the turn began"),
    say("as much supply is on the map as allowed"),
)
RESULTS = (
    say("the attackers are eliminated"),
    say("the attackers retreat"),
    say("exchange"),
    say("the defenders retreat"),
    say("the defenders are eliminated"),
)


# How an argument of an event is written.
WRITERS: dict[str, Writer[Printed]] = {
    "unit": unit_name,
    "enemy": unit_name,
    "hex": hex_name,
    "origin": hex_name,
    "side": lambda printed, value: SIDES[value],
    "units": unit_names,
    "attackers": unit_names,
    "defenders": unit_names,
    "victims": unit_names,
    "parts": unit_names,
    "supply": lambda printed, value: unit_names(printed, value if isinstance(value, list) else [value]),
    "column": lambda printed, value: odds_name(value),
    "result": lambda printed, value: RESULTS[value],
    "how": lambda printed, value: HOW[value],
    "cause": lambda printed, value: WHY_LOST[value],
}


class Words(Wording[Position, Printed]):
    """Buttons that name a battle, the date of a turn, and convoys that are sunk or lost."""

    def asides(self, state: Position, decision: str, verb: int, argument: int) -> Mapping[str, Parameter]:
        return {"battle": battle_name(state, argument)} if verb == BATTLE else {}

    def line(self, event: Event) -> str:
        return SUNK if event.arguments.get("sunk") else super().line(event)

    def remarks(self, printed: Printed, event: Event) -> Mapping[str, Parameter]:
        if event.kind == "convoy-lost":
            return {"what": (say("The convoy"), say("The supply unit"))[event.arguments["side"]]}
        return {"date": printed.dates[event.arguments["turn"]]} if event.kind == "turn" else {}


WORDING = Words(BUTTONS, LINES, WRITERS, BUTTONS_AT, HARMS, TAKES, lambda printed: printed.side_of)


# The arguments of events that are units, for drawing.
UNIT_ARGUMENTS = ("unit", "units", "attackers", "victims", "defenders", "supply", "parts", "enemy", "counter")
# The side that acted, where no argument says so and no unit is named.
DOERS = {("convoy", "12.2"): AXIS, ("replacements", "20.2"): AXIS, ("replacements", "20.3"): ALLIED}


def gist(printed: Printed, event: Event) -> Gist:
    """The hexes in the order in which they were entered, the units, the die, and the side that acted."""
    if event.kind == "rommel-placed":
        event = Event(event.kind, event.rule, {**event.arguments, "unit": printed.rommel})
    made = gist_of(event, printed.nouns["unit"], printed.side_of, pieces=UNIT_ARGUMENTS)
    doer = DOERS.get((event.kind, event.rule))
    return made if doer is None else replace(made, side=doer)

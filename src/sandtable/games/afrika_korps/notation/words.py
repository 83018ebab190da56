"""The words of the game: buttons and log lines, as messages rendered at the edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, ODDS_NAMES, OVER_SIX_TO_ONE, Printed
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
from sandtable.kernel.choices import Choice, unpack
from sandtable.kernel.events import Event
from sandtable.kernel.scene import NOWHERE, Gist
from sandtable.kernel.words import Message, Parameter, say

SIDES = (say("Axis"), say("Allies"))

# The words on the buttons; those that depend on the moment stand under the name of the decision.
BUTTONS = {
    HEX: "{hex}",
    UNIT: "{unit}",
    EMBARK: "Embark {unit}",
    DECLARE: "Declare automatic victory over {unit}",
    ATTACK: "Attack {unit}",
    TARGET: "Attack {unit} too",
    WITH: "With {unit}",
    BLOCK: "{unit} cuts the retreat",
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


def phrase(text: str, /, **parameters: Parameter) -> str:
    """A message as the reader gets it, for scenes, which hold finished words."""
    return str(say(text, **parameters))


def hex_name(printed: Printed, number: int) -> str:
    """A hex as printed, with the place it holds."""
    if number < 0:
        return "-"
    if number >= printed.board.size:
        return printed.backdrop[number - printed.board.size][0]
    place = printed.place_names.get(number)
    name = printed.board.names[number]
    return f"{name} {place}" if place else name


def unit_name(printed: Printed, number: int) -> str:
    """A unit with its factors: 21/5 (7-7-10)."""
    unit = printed.units[number]
    return unit.id if printed.supply >> number & 1 else f"{unit.id} ({unit.factors})"


def unit_names(printed: Printed, numbers: list[int]) -> str:
    return ", ".join(printed.units[number].id for number in numbers)


def odds_name(column: int) -> str:
    if column < 0:
        return "< 1-6"
    return "7-1" if column >= OVER_SIX_TO_ONE else ODDS_NAMES[column]


def describe(state: Position, choice: Choice, decision: str) -> Message:
    """The words on the button of a choice; `decision` is the name of the frame that asks for it."""
    verb, argument = unpack(choice)
    printed = state.printed
    words = BUTTONS_AT.get((decision, verb), BUTTONS[verb])
    if verb == HEX:
        return say(words, hex=hex_name(printed, argument))
    if verb == BATTLE:
        return say(words, battle=battle_name(state, argument))
    if verb in (PERMIT, REFUSE, DECLINE, STOP, DONE):
        return say(words)
    return say(words, unit=unit_name(printed, argument))


def battle_name(state: Position, index: int) -> str:
    printed = state.printed
    attackers = unit_names(printed, list(ones(state.attackers[index])))
    defenders = unit_names(printed, list(ones(state.defenders[index])))
    return f"{attackers} > {defenders}"


# Log lines: for each kind of event its sentence; the parameters are made from the event's arguments below.
SENTENCES = {
    "turn": "Turn {turn}, {date}: {side}",
    "convoy": "Convoy: die {die}",
    "supply-landed": "{unit} lands at {hex}",
    "supply-declined": "The supply unit is declined",
    "replacements": "{gain} replacement factors gained, {total} saved",
    "landed": "{unit} comes ashore at {hex}",
    "came-too-late": "{unit} did not arrive before the end and is eliminated",
    "lost-at-sea": "{unit} found no port and is lost at sea",
    "moved": "{units}: {origin} to {hex}",
    "embarked": "{unit} embarks at {hex}",
    "supply-captured": "{side} captures {unit} at {hex}",
    "supply-destroyed": "{unit} at {hex} is destroyed",
    "supply-obliged": "{unit} must support an attack on {enemy}",
    "supply-used": "{unit} at {hex} is spent",
    "rommel-placed": "Rommel is placed at {hex}",
    "automatic-victory": "Automatic victory at {column}: {attackers} over {victims}",
    "attackers-freed": "Attackers not needed for the automatic victory over {victims} are free for other battles",
    "victory-dissolved": "The automatic victory over {victims} is dissolved: they are fought like all others",
    "substitute-formed": "{unit} takes the place of {parts} at {hex}",
    "substitute-broken": "{unit} is broken down into {parts} at {hex}",
    "died-before-combat": "{unit} at {hex} cannot fight and is eliminated before combat",
    "battle-declared": "Battle at {column}: {attackers} against {defenders}",
    "supported": "Supported by {supply}",
    "captor-chosen": "{unit} is told off to take {supply}",
    "no-die": "No die is needed: the defenders are eliminated",
    "combat": "Combat at {column}: die {die}, {result}",
    "exchange": "Exchange: {attack} against {defense} factors",
    "eliminated": "{unit} at {hex} is eliminated",
    "retreated": "{unit} retreats from {origin} to {hex}",
    "died-retreating": "{unit} at {hex} cannot retreat and is eliminated",
    "advanced": "{unit} advances from {origin} to {hex}",
    "died-isolated": "{unit} is isolated for two turns and eliminated",
    "game-over": "Victory for the {side}: {how}",
}
SUNK = "Convoy: die {die}, sunk"

RESULTS = (
    say("the attackers are eliminated"),
    say("the attackers retreat"),
    say("exchange"),
    say("the defenders retreat"),
    say("the defenders are eliminated"),
)


def _how(printed: Printed, value: Any) -> Message:
    from sandtable.games.afrika_korps.rules.c04_victory import HOW

    return HOW[value]


# How an argument of an event is written.
WRITERS: dict[str, Callable[[Printed, Any], str | int | Message]] = {
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
    "how": _how,
}


def narrate(printed: Printed, event: Event) -> Message:
    """The log line of an event."""
    parameters: dict[str, str | int | Message] = {}
    for name, value in event.arguments.items():
        writer = WRITERS.get(name)
        parameters[name] = writer(printed, value) if writer else value
    if event.kind == "turn":
        parameters["date"] = printed.dates[event.arguments["turn"]]
    sunk = event.kind == "convoy" and event.arguments["sunk"]
    return Message(SUNK if sunk else SENTENCES[event.kind], parameters)


# What an event is about, for drawing: which of its arguments are units, hexes and dice.
UNIT_ARGUMENTS = ("unit", "units", "attackers", "victims", "defenders", "supply", "parts", "enemy", "counter")
HEX_ARGUMENTS = ("origin", "hex")
# Whose doing it was, where no argument says it and no unit of that side is named.
DOERS_BY_KIND = {"convoy": AXIS, "rommel-placed": AXIS}
DOERS_BY_RULE = {("replacements", "20.2"): AXIS, ("replacements", "20.3"): ALLIED}


def gist(printed: Printed, event: Event) -> Gist:
    """The hexes in the order they were gone through, the units, the die, and whose doing it was."""
    arguments = event.arguments
    units = [unit for name in UNIT_ARGUMENTS for unit in _listed(arguments.get(name)) if unit >= 0]
    if event.kind == "rommel-placed":
        units.append(printed.rommel)
    places = [arguments[name] for name in HEX_ARGUMENTS if arguments.get(name, NOWHERE) >= 0]
    return Gist(
        cells=tuple(places),
        pieces=tuple(printed.units[unit].id for unit in units),
        dice=(arguments["die"],) if "die" in arguments else (),
        side=_doer(printed, event, units),
    )


def _listed(value: Any) -> list[int]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _doer(printed: Printed, event: Event, units: list[int]) -> int:
    """The side an event tells of: the one named, or that of the first unit it names."""
    known = event.arguments.get("side", DOERS_BY_KIND.get(event.kind))
    if known is None:
        known = DOERS_BY_RULE.get((event.kind, event.rule))
    if known is not None:
        return int(known)
    return printed.side_of[units[0]] if units else NOWHERE

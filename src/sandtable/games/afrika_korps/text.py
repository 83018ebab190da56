"""The words of the game: buttons and log lines, as messages rendered at the edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.afrika_korps.scenario import ODDS_NAMES, OVER_SIX_TO_ONE, Scenario
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
from sandtable.kernel.words import Message, say

SIDES = (say("Axis"), say("Allies"))

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


def hex_name(scenario: Scenario, number: int) -> str:
    """A hex as printed, with the place it holds."""
    if number < 0:
        return "-"
    if number >= scenario.board.size:
        return scenario.backdrop[number - scenario.board.size][0]
    place = scenario.place_names.get(number)
    name = scenario.board.names[number]
    return f"{name} {place}" if place else name


def unit_name(scenario: Scenario, number: int) -> str:
    """A unit with its factors: 21/5 (7-7-10)."""
    unit = scenario.units[number]
    return unit.id if scenario.supply >> number & 1 else f"{unit.id} ({unit.factors})"


def unit_names(scenario: Scenario, numbers: list[int]) -> str:
    return ", ".join(scenario.units[number].id for number in numbers)


def odds_name(column: int) -> str:
    if column < 0:
        return "< 1-6"
    return "7-1" if column >= OVER_SIX_TO_ONE else ODDS_NAMES[column]


def describe(state: Position, choice: Choice) -> Message:
    """The words on the button of a choice."""
    verb, argument = unpack(choice)
    scenario = state.scenario
    if verb == HEX:
        return say(BUTTONS[verb], hex=hex_name(scenario, argument))
    if verb == BATTLE:
        return say(BUTTONS[verb], battle=battle_name(state, argument))
    if verb in (PERMIT, REFUSE, DECLINE, STOP, DONE):
        return say(BUTTONS[verb])
    return say(BUTTONS[verb], unit=unit_name(scenario, argument))


def battle_name(state: Position, index: int) -> str:
    scenario = state.scenario
    attackers = unit_names(scenario, list(ones(state.attackers[index])))
    defenders = unit_names(scenario, list(ones(state.defenders[index])))
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
    "supply-pledged": "{unit} must support an attack on {enemy}",
    "supply-used": "{unit} at {hex} is spent",
    "rommel-placed": "Rommel is placed at {hex}",
    "automatic-victory": "Automatic victory at {column}: {attackers} over {victims}",
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


def _how(scenario: Scenario, value: Any) -> Message:
    from sandtable.games.afrika_korps.victory import HOW

    return HOW[value]


# How an argument of an event is written.
WRITERS: dict[str, Callable[[Scenario, Any], str | int | Message]] = {
    "unit": unit_name,
    "enemy": unit_name,
    "hex": hex_name,
    "origin": hex_name,
    "side": lambda scenario, value: SIDES[value],
    "units": unit_names,
    "attackers": unit_names,
    "defenders": unit_names,
    "victims": unit_names,
    "parts": unit_names,
    "supply": lambda scenario, value: unit_names(scenario, value if isinstance(value, list) else [value]),
    "column": lambda scenario, value: odds_name(value),
    "result": lambda scenario, value: RESULTS[value],
    "how": _how,
}


def narrate(scenario: Scenario, event: Event) -> Message:
    """The log line of an event."""
    parameters: dict[str, str | int | Message] = {}
    for name, value in event.arguments.items():
        writer = WRITERS.get(name)
        parameters[name] = writer(scenario, value) if writer else value
    if event.kind == "turn":
        parameters["date"] = scenario.dates[event.arguments["turn"]]
    sunk = event.kind == "convoy" and event.arguments["sunk"]
    return Message(SUNK if sunk else SENTENCES[event.kind], parameters)

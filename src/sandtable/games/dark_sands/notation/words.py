"""The words on the buttons and in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.state import ACTIONS, Sands
from sandtable.games.dark_sands.verbs import (
    ACTIVATE,
    ADVANCE,
    ASSAULT,
    ATTACH,
    ATTACK,
    BACK,
    BOX,
    COMBAT_SIDE,
    DISBAND,
    DISPLACE,
    DONE,
    DROP,
    ELIMINATE,
    ENTER,
    EXCHANGE,
    EXTENDED,
    FORMATION,
    GARRISON,
    HOLD,
    INFILTRATE,
    JOIN,
    LEAVE,
    LOSE,
    MOBILE,
    MOVE_SIDE,
    PLAY,
    PORT,
    PREEMPT,
    RAZE,
    REBUILD,
    RESTORE,
    RETREAT,
    SAIL,
    STACK,
    STOP,
    SUPPORT,
    TO,
    UNIT,
)
from sandtable.kernel.events import Event
from sandtable.kernel.wording import Taking, Wording
from sandtable.kernel.words import Message, Parameter, say

BUTTONS = {
    PLAY: "Play {chit}",
    PREEMPT: "Pre-empt it with {chit}",
    HOLD: "Hold",
    MOVE_SIDE: "Move",
    COMBAT_SIDE: "Combat",
    FORMATION: "Activate {formation}",
    STACK: "Activate the German units in {hex}",
    ACTIVATE: "Activate {unit}",
    UNIT: "Move {unit}",
    TO: "Go to {hex}",
    DROP: "Leave {unit} behind",
    INFILTRATE: "Infiltrate to {hex}",
    EXTENDED: "Go on by extended movement",
    SAIL: "Send {unit} by sea",
    PORT: "Land at {hex}",
    BACK: "Take {unit} back",
    GARRISON: "Form {unit} here",
    BOX: "{unit} builds a fortified box",
    DISBAND: "Remove {unit}",
    RAZE: "Remove the box in {hex}",
    ELIMINATE: "Eliminate {unit}",
    ATTACK: "Attack {hex}",
    JOIN: "{unit} attacks",
    LEAVE: "{unit} does not attack",
    SUPPORT: "Commit {support}",
    ATTACH: "The guns go with {unit}",
    ASSAULT: "Use the Assault table",
    MOBILE: "Use the Mobile table",
    LOSE: "{unit} loses a step",
    RETREAT: "Retreat to {hex}",
    DISPLACE: "Displace to {hex}",
    ADVANCE: "{unit} advances",
    REBUILD: "Rebuild {unit}",
    RESTORE: "Bring {unit} to full strength",
    ENTER: "{unit} arrives",
    EXCHANGE: "In place of {unit}",
    STOP: "Stop here",
    DONE: "Done",
}
BUTTONS_AT = {
    ("initiative", PLAY): "Play {chit} first",
    ("initiative", HOLD): "Leave it to the draw",
    ("priority", HOLD): "Hold the priority chit",
    ("pre-emption", HOLD): "Let it be played",
    ("rommel", MOVE_SIDE): "Move first, then attack",
    ("rommel", COMBAT_SIDE): "Attack first, then move",
    ("activation", DONE): "Begin",
    ("withdrawal", TO): "Withdraw to {hex}",
    ("moves", BOX): "{unit} stays and builds a box",
    ("moves", DONE): "End the movement",
    ("group", UNIT): "Take {unit} along",
    ("onward", TO): "Go on to {hex}",
    ("return", STOP): "No more units go back",
    ("battles", DONE): "End the combat",
    ("attack", DONE): "Fight",
    ("contribute", LEAVE): "{unit} does not contribute",
    ("contribute", DONE): "The weakest does not contribute",
    ("support", DONE): "No further support",
    ("stand", HOLD): "Hold the fort",
    ("stand", DONE): "Retreat",
    ("displacement", DISPLACE): "Displace to {hex}",
    ("advance", DONE): "No further advance",
    ("deploy", ENTER): "Set up {unit}",
    ("deployed", TO): "Put it in {hex}",
    ("rebuilt", TO): "Enter in {hex}",
    ("cadre", TO): "Enter in {hex}",
    ("arrival", TO): "Enter in {hex}",
    ("spend", DONE): "Spend no more points",
    ("arrivals", ENTER): "Bring in {unit}",
    ("arrival", EXCHANGE): "Take the place of {unit}",
    ("cadres", REBUILD): "Bring back {unit} as a cadre",
    ("cadres", DONE): "No more cadres",
}
LINES = {
    # Chits
    "turn": "Turn {turn}, {months}",
    "initiative": "{side} has the initiative by the turn track",
    "initiative-taken": "{side} has the initiative: the enemy played the last two chits",
    "declines": "{side} leaves the first chit to the draw",
    "drawn": "Drawn: {chit}",
    "must-follow": "Drawn: {chit}. {side} had played two chits in a row",
    "first": "{side} begins with {chit}",
    "declares": "{side} declares {chit}",
    "pre-empts": "{side} pre-empts {declared} with {chit}",
    "chit-lost": "{side} has not played {chit}: it is lost",
    "uses": "{chit}: {action}",
    "void": "{chit} has no effect: two of its kind have been played this turn",
    "no-headquarters": "{chit} has no effect: its headquarters is not on the map, or is out of supply",
    "activates": "{chit} activates {units}",
    "activates-nobody": "{chit} activates no unit",
    "momentum": "Momentum: 15 and 21 Panzer go on with {action}",
    "tobruk-falls": "Tobruk has fallen. {side} puts a chit into the cup",
    "withdraws": "{unit} withdraws before the Axis to {to}",
    # Movement
    "controls": "{side} now controls {to}",
    "moves": "{units} moves from {origin} to {to}",
    "drops": "{unit} stays behind in {at}",
    "stays": "{units} stays in {at}",
    "extended": "{units} begins extended movement in {at}",
    "in-order": "{unit} stays in order: {roll}",
    "disorganised": "{unit} is disorganised: {roll}",
    "garrison-formed": "{unit} is formed in {at}",
    "garrison-removed": "{unit} is removed from {at}",
    "box-built": "{unit} builds a fortified box in {at}",
    "box-removed": "The {adjective} box in {at} is removed",
    "sails": "{unit} goes by sea from {origin} to {to}",
    "overstacked": "Too many units are in {at}: {unit} is chosen",
    "east-opens": "The Allies may leave the Central map for the East map",
    # Combat
    "attacks": "{side} attacks {to} with {units}",
    "sits-out": "{unit} does not contribute",
    "commits": "{support} supports the combat in {to}",
    "attaches": "{support} goes with {unit} for the rest of the turn",
    "guns-back": "{support} comes back, face up",
    "assault": "The Assault table is used",
    "rolled": "{to}, {odds}, {roll}: {outcome}",
    "automatic": "{to}, without a roll: {outcome}",
    "panzer-shock": "Panzer shock: the Allies in {to} lose one step more",
    "resilience": "Panzer resilience: the attack on {to} costs no step",
    "garrison-alone": "Only a garrison was in {to}: the attack costs no step",
    "assault-costs": "{side} loses an infantry step for the assault",
    "must-retreat": "{units} must retreat from {origin}",
    "reduced": "{unit} loses a step",
    "eliminated": "{unit} is eliminated",
    "holds": "The fort in {to} is held: the defenders ignore the retreat",
    "retreats": "{units} retreats from {origin} to {to}",
    "retreat-through-zone": "The retreat through an enemy zone in {to} costs a step",
    "retreat-blocked": "The retreat is blocked in {to}: one step is lost",
    "retreat-ends-in-zone": "The retreat ends in an enemy zone in {to}: the units that retreated are eliminated",
    "displaces": "{unit} displaces from {origin} to {to}",
    "cannot-displace": "{unit} cannot displace",
    "advances": "{unit} advances from {origin} to {to}",
    # Supply, replacements, reinforcements
    "oos": "{unit} is out of supply",
    "supplied": "{unit} is in supply again",
    "pool": "The replacement chits of {year} go into the pool",
    "replacement-chit": "{side} draws the replacement chit {replacement}",
    "conditional-chit": "{side} must play {replacement} instead of drawing a chit",
    "panzer-repair": "The workshops give the Axis one more panzer point",
    "restored": "{unit} is back at full strength",
    "saved": "The Allies save replacement points: tanks {tank}, infantry {infantry}",
    "enters": "{unit} comes onto the map in {to}",
    "support-arrives": "{support} can be used from now on",
    "support-departs": "{support} leaves the theatre",
    "support-upgraded": "{support} is upgraded",
    "garrison-arrives": "{unit} can be formed from now on",
    "cut-off": "{unit} cannot enter at Derna and is lost",
    "departs": "{unit} leaves the theatre",
    "exchanged": "{unit} takes the place of {other} in {to}",
    "upgraded": "{unit} is upgraded",
    "delayed": "{unit} finds no room and waits for the next reinforcements",
    # The end of a turn
    "starved": "Attrition: {unit} still cannot trace a line of supply",
    "point": "{side} gets a victory point for {at}",
    "railway-die": "The Allies roll {die} for the railway",
    "railhead": "The railhead is now in {to}",
    "railway-completed": "The railway to Tobruk is completed",
    "bypass-begun": "The Axis begins to build a road around Tobruk",
    "bypass-built": "The road around Tobruk is built",
    "bypass-interrupted": "The work on the road around Tobruk is interrupted",
    "reorganised": "All units are in order again",
    "dash": "The Axis rolls {die} for the Dash to the Wire",
    "auk-lost": "The raid unsettles the Allied command: The Auk is not available on turn 9",
    "over": "The game is over: {how}",
}
SEVERAL = {
    "moves": ("units", "{units} move from {origin} to {to}"),
    "stays": ("units", "{units} stay in {at}"),
    "extended": ("units", "{units} begin extended movement in {at}"),
    "retreats": ("units", "{units} retreat from {origin} to {to}"),
    "retreat-blocked": ("steps", "The retreat is blocked in {to}: {steps} steps are lost"),
}
"""The lines that read otherwise of several: which argument says how many, and the line."""
OUTCOMES = {
    "AE": "the attackers are eliminated",
    "AL1": "the attacker loses a step",
    "BL1": "each side loses a step",
    "DR": "the defender retreats",
    "DR*": "the defender loses a step and retreats",
    "1/2EX": "a half exchange, in which every unit loses a step",
    "EX": "an exchange, in which the defenders are eliminated and the attacker loses as many steps",
    "DE*": "the defenders are eliminated, and the attacker loses a step",
    "DE": "the defenders are eliminated",
}
"""20.3: what a result of the combat tables means."""
ACTING = ("moves", "battles")
"""The decisions between moves, and between attacks."""
HARMS = {
    **{(decision, DISBAND): ("13.6.3", "The garrison is face down until the next turn") for decision in ACTING},
    **{(decision, RAZE): ("13.7.3", "The box is face down until the next turn") for decision in ACTING},
}
"""What a choice costs its own side. Losses that must be taken are not among them."""

TAKES = {
    "chit-lost": Taking("side"),
    "cut-off": Taking("unit", "{units} cannot enter at Derna and are lost"),
    "delayed": Taking("unit", "{units} find no room and wait for the next reinforcements"),
    "departs": Taking("unit", "{units} leave the theatre"),
    "eliminated": Taking("unit", "{units} are eliminated"),
    "reduced": Taking("unit", "{units} lose a step"),
    "garrison-removed": Taking("unit", "{units} are removed"),
    "retreat-through-zone": Taking("side"),
    "retreat-blocked": Taking("side"),
}
PLAYERS = ("The Axis player", "The Allied player")
ADJECTIVES = ("Axis", "Allied")
DOING = dict(
    zip(ACTIONS, ("nothing", "movement", "half movement", "combat", "combat with -1 to the die"), strict=True)
)
CHITS = {
    "logistics": "Logistics",
    "move": "Move",
    "combat": "Combat",
    "move/combat": "Move or Combat",
    "half/combat-1": "Half Move or Combat -1",
    "reinforcement": "Reinforcement",
    "oconnor": "O'Connor",
    "combeforce": "Combeforce",
    "auk": "The Auk",
    "monty": "Monty",
    "rommel": "Rommel",
    "afrika-korps": "Afrika Korps",
    "panzerarmee": "PanzerArmee Afrika",
    "21-corps": "21 Corps",
    "13-corps": "13 Corps",
    "30-corps": "30 Corps",
    "8-army": "8 Army",
    "tobruk-falls": "Tobruk Falls",
}
SHARED = ("move", "combat", "move/combat", "half/combat-1", "reinforcement", "tobruk-falls")
"""The chits that both sides have."""


def hex_name(printed: Printed, number: int) -> str:
    """A hex as printed, with the place it holds."""
    return printed.place(number) if number >= 0 else "-"


def unit_name(printed: Printed, unit: int) -> str:
    return printed.units[unit].id


def unit_names(printed: Printed, units: Sequence[int]) -> str:
    return ", ".join(printed.units[unit].id for unit in units) or "-"


def chit_name(printed: Printed, number: int) -> Message:
    """A chit as a player names it: those that both sides have with their side."""
    chit = printed.chits[number]
    name = say(CHITS[chit.kind])
    return say("{side} {chit}", side=say(ADJECTIVES[chit.side]), chit=name) if chit.kind in SHARED else name


def _roll(die: int, total: int) -> Message:
    """A roll for disorganisation, with what it counts as if that is something else."""
    if die == total:
        return say("it rolls {die}", die=die)
    return say("it rolls {die}, which counts as {total}", die=die, total=total)


def _combat_roll(arguments: Mapping[str, Any]) -> Mapping[str, Parameter]:
    """The odds with their table, and the die with its modifier."""
    odds, modifier = arguments["column"], arguments["modifier"]
    on_assault = arguments["table"] == "assault"
    return {
        "odds": say("{odds} on the Assault table", odds=odds) if on_assault else odds,
        "roll": say("die {die} {modifier}", die=arguments["die"], modifier=f"{modifier:+}")
        if modifier
        else say("die {die}", die=arguments["die"]),
        "outcome": say(OUTCOMES[arguments["result"]]),
    }


class SandsWording(Wording[Sands, Printed]):
    """Months, adjectives, modified rolls and plurals follow from the arguments."""

    def narrate(self, printed: Printed, event: Event) -> Message:
        line = super().narrate(printed, event)
        if event.kind not in SEVERAL:
            return line
        argument, plural = SEVERAL[event.kind]
        value = event.arguments[argument]
        return Message(line.text, line.parameters, plural, value if isinstance(value, int) else len(value))

    def remarks(self, printed: Printed, event: Event) -> Mapping[str, Parameter]:
        arguments = event.arguments
        if event.kind == "turn":
            return {"months": printed.turns[arguments["turn"]].months}
        if event.kind == "rolled":
            return _combat_roll(arguments)
        if event.kind == "automatic":
            return {"outcome": say(OUTCOMES[arguments["result"]])}
        if event.kind in ("in-order", "disorganised"):
            return {"roll": _roll(arguments["die"], arguments["total"])}
        return {"adjective": say(ADJECTIVES[arguments["side"]])} if "side" in arguments else {}


WORDING = SandsWording(
    BUTTONS,
    LINES,
    {
        **dict.fromkeys(("hex", "to", "at", "origin"), hex_name),
        **dict.fromkeys(("chit", "declared"), chit_name),
        **dict.fromkeys(("unit", "other"), unit_name),
        "units": unit_names,
        "side": lambda printed, side: say(PLAYERS[side]),
        "action": lambda printed, action: say(DOING[ACTIONS[action]]),
        "replacement": lambda printed, chit: printed.replacements[chit].name.replace("-", " ", 1),
        "support": lambda printed, support: printed.supports[support].id,
        "formation": lambda printed, number: printed.nouns["formation"][number].replace("-", " "),
    },
    BUTTONS_AT,
    HARMS,
    TAKES,
    lambda printed: printed.owners,
)

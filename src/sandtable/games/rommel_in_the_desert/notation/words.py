"""The words of the game: buttons and log lines, as messages rendered at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c06_forced_marches import SUCCEEDS_FROM
from sandtable.games.rommel_in_the_desert.rules.c09_fire import CLASS_NAMES, TARGET
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import pursuit_words
from sandtable.games.rommel_in_the_desert.rules.c17_victory import HOW
from sandtable.games.rommel_in_the_desert.state import Position
from sandtable.kernel.events import Event
from sandtable.kernel.scene import Gist, gist_of
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.wording import Taking, Wording
from sandtable.kernel.words import Message, Parameter, say, say_count

SIDES = (say("Axis"), say("Allies"))
CARD_NAMES = (say("a real card"), say("a dummy"), say("no card"))

BUTTONS = {
    verbs.UNIT: "{unit}",
    verbs.SECOND: "{unit} (second move)",
    verbs.HEX: "{hex}",
    verbs.TO: "To {hex}",
    verbs.STOP: "Stop here",
    verbs.DONE: "Done",
    verbs.GROUP: "Group move from {hex}",
    verbs.REGROUP: "Regroup: command point {hex}",
    verbs.ROMMEL_GROUP: "Rommel leads: group move from {hex}",
    verbs.ROMMEL_REGROUP: "Rommel leads: regroup, command point {hex}",
    verbs.ROUT: "Rout the enemy in {hex}",
    verbs.EXIT: "Leave the map",
    verbs.MARCH: "Forced march: {unit}",
    verbs.RETREAT: "Retreat from {hex}",
    verbs.PROBE: "Probe the rearguard",
    verbs.DECLINE: "Let them go",
    verbs.REFUSE: "Refuse battle in {hex}",
    verbs.FIGHT: "Fight in {hex}",
    verbs.ASSAULT: "Assault in {hex}",
    verbs.BATTLE: "Fight the battle of {hex}",
    verbs.FIRE: "Fire with {unit}",
    verbs.AT: "At {class}",
    verbs.HIT: "{unit} loses a step",
    verbs.REAL: "Lay {number} real",
    verbs.DUMMIES: "Add {number} dummies",
    verbs.PASS: "Pass",
    verbs.CARD: "Lay {card}",
    verbs.NONE: "Lay none",
    verbs.EXCHANGE: "Throw the hand in for a new one",
    verbs.KEEP: "Keep the hand",
    verbs.SUPPLY: "Supply {unit}",
    verbs.MALTA: "Take the Malta group",
    verbs.NO_MALTA: "Not now",
    verbs.REBUILD: "Rebuild a step of {unit}",
    verbs.REDEPLOY: "Redeploy {unit}",
    verbs.SHIP: "By sea to {hex}",
    verbs.REFIT: "Send {unit} to refit",
    verbs.MINE: "Lay a minefield in {hex}",
    verbs.CLEAR: "Take up the minefield in {hex}",
    verbs.EXTRA: "Buy {number} cards",
    verbs.THROW: "Throw in {number} dummies",
    verbs.WAITING: "Group move of the units waiting beside the map",
}
BUTTONS_AT = {
    ("movement", verbs.DONE): "End movement",
    ("movement", verbs.UNIT): "Move {unit}",
    ("movement", verbs.SECOND): "Move {unit} (second move)",
    ("refuse-battle", verbs.REFUSE): "Refuse battle in {hex}: {fire}",
    ("choose-retreat", verbs.RETREAT): "Retreat from {hex}; if all leave: {fire}",
    ("withdraw", verbs.RETREAT): "Retreat from {hex}: {fire}",
    ("refuse-battle", verbs.DONE): "Accept battle",
    ("choose-retreat", verbs.DONE): "No more retreats",
    ("name-battles", verbs.DONE): "Fight the chosen battles",
    ("pursue", verbs.DONE): "Hold fire",
    ("offer-supply", verbs.DONE): "Supply nobody else",
    ("spend", verbs.DONE): "Go on to minefields",
    ("mines", verbs.DONE): "Go on to cards",
    ("redeploy-to", verbs.HEX): "By land to {hex}",
    ("target", verbs.AT): "At {class}: hits on {faces}",
}
LEAVING = (("refuse-battle", verbs.REFUSE), ("choose-retreat", verbs.RETREAT), ("withdraw", verbs.RETREAT))
"""10: by decision and verb, what takes units out of a battle under pursuit fire."""
COUNTED = {
    (verbs.REAL, 1): "Basic: lay 1 card",
    (verbs.REAL, 2): "Offensive or Assault: lay 2",
    (verbs.REAL, 3): "Blitz: lay 3",
    (verbs.DUMMIES, 0): "No dummies",
    (verbs.DUMMIES, 1): "Add 1 dummy",
    (verbs.EXTRA, 0): "Buy no card",
    (verbs.EXTRA, 1): "Buy 1 card",
    (verbs.THROW, 0): "Throw in none",
    (verbs.THROW, 1): "Throw in 1 dummy",
}
"""4, 16.54, 16.6: numbers that have words of their own."""

HARMS = {
    ("step", verbs.EXIT): ("17.1", "It leaves the map for good; three units must leave to win"),
    ("spend", verbs.REFIT): ("16.52", "It is out of play until the next Buildup"),
    ("mines", verbs.CLEAR): ("16.55", "Two of your minefields are given up for a new one"),
    ("take-malta", verbs.MALTA): ("18.6", "You draw one supply card less each month from now on"),
    ("offer-supply", verbs.DONE): ("13.3", "Units that the fortress could supply stay without supply"),
}
"""What a choice costs its maker. Losses that must be taken are not among them."""


def hex_name(printed: Printed, place: int) -> str:
    """A hex as a player reads it; a box beside the map as such."""
    if place < 0:
        return "off the map"
    return printed.place_name(place)


# The log

LINES = {
    "arrived": "{unit} arrives",
    "attacked": "The {side} attack {hex}",
    "battle": "The battle of {hex} is fought",
    "battle-named": "A battle will be fought in {hex}",
    "battle-over": "The battle of {hex} is over",
    "block-deployed": "A block of the {side} is deployed in {hex}",
    "block-disrupted": "A block of the {side} in {hex} is disrupted",
    "block-exited": "A block of the {side} leaves the map at {origin}",
    "block-moved": "A block of the {side} moves from {origin} to {hex}",
    "block-redeployed": "A block of the {side} is redeployed from {origin} to {hex}",
    "block-returned": "A block of the {side} goes back from {origin} to {hex}",
    "block-entered": "A block of the {side} enters {hex}",
    "blocks-arrived": "A unit of the {side} arrives in {hex}",
    "cards-shown": "The {side} show their cards: {real} real, {dummies}",
    "cleared": "The minefield in {hex} is taken up",
    "cut-off": "A block of the {side} in {hex} is cut off, and disrupted",
    "unit-cut-off": "{unit} in {hex} is cut off, and disrupted",
    "deployed": "{unit} is deployed in {hex}",
    "designated": "{hex} supplies {units}",
    "disrupted": "{unit} in {hex} is disrupted",
    "drew": "The {side} draw a card",
    "drew-card": "The {side} draw {card}",
    "early-die": "{unit} rolls {die} for early arrival",
    "eliminated": "{unit} is eliminated",
    "block-eliminated": "A block of the {side} in {hex} is eliminated",
    "blitz": "It is a Blitz: the {side} move and fight again",
    "entered": "{unit} enters {hex}",
    "entry-declared": "The {side} declare a group move of the units waiting beside the map to {hex}",
    "exited": "{unit} has left the map",
    "fired": "{unit} fires at {target}: {dice}, {hits}",
    "fortress-taken": "The {side} take {hex}",
    "game-over": "The game is over: {how}",
    "group-declared": "The {side} declare a group move from {hex}",
    "hand-exchanged": "The {side} throw in their hand for {cards}",
    "hand-kept": "The {side} keep their hand",
    "initiative": "The Allies laid {allied}, the Axis {axis}: the {side} have the first turn",
    "laid": "The {side} lay {cards} face down",
    "accounts": "The {side} had {saved} saved and received {received}; they spent {replacements} on {steps}, "
    "{redeployments} on {trips}, {minefields} on minefields and {cards} on cards; {left} left",
    "laid-dummies": "The {side} lay {laid} face down, with {dummies} among them",
    "laid-real": "A real card is laid",
    "malta": "The Malta group joins the Axis",
    "march-announced": "A block of the {side} in {origin} will make a forced march to {hex}",
    "march-rolled": "The forced march from {origin} to {hex} fails: {die}",
    "mined": "A minefield is laid in {hex}",
    "mines-as-known": "There is no unknown minefield in the hexes entered",
    "minefield-gone": "There is no minefield in {hex} any more",
    "minefield-shown": "There is a minefield in {hex}",
    "month": "Month {month}",
    "moved": "{unit} moves from {origin} to {hex}",
    "no-probe": "The {side} do not probe",
    "no-stake": "The {side} lay no card",
    "passed": "The {side} pass",
    "points": "Both sides receive {points}; the {side} build first",
    "points-rolled": "The {side} roll {dice} for Buildup points",
    "probe": "The {side} probe the rearguard",
    "pursuer": "The pursuit fire came from {unit}",
    "pursuit-fire": "Pursuit fire of the {side} in {hex}: {dice}, {hits}",
    "pursuit-hits-taken": "The {side} in {hex} take the hits",
    "raider": "{unit} is a raider",
    "raider-marked": "A block of the {side} in {hex} is a raider",
    "rebuilt": "{unit} is rebuilt to CV {cv}",
    "recovered": "A block of the {side} in {hex} recovers",
    "redeployed": "{unit} is redeployed from {origin} to {hex}",
    "refit-route": "A block of the {side} goes from {origin} to refit, by way of {hexes}",
    "refused": "The {side} refuse battle in {hex}",
    "regroup-declared": "The {side} declare a regroup move to {goal}, command point {hex}",
    "regroup-withdrawal": "The {side} withdraw to {goal}, command point {hex}",
    "retreat": "Some units of the {side} leave the battle of {hex}",
    "rommel-group-declared": "Rommel leads a group move from {hex}",
    "rommel-regroup-declared": "Rommel leads a regroup move to {goal}, command point {hex}",
    "rout": "The {side} in {hex} are routed",
    "shown": "Turned face up in the battle of {hex}: {units}",
    "slowest": "The slowest unit of the {side} leaving {hex} has speed {speed}",
    "staked": "The {side} lay a card for the initiative",
    "staked-card": "The {side} lay {card} for the initiative",
    "still-mined": "The two minefields are still there",
    "step-lost": "{unit} is down to CV {cv}",
    "supply-checked": "A unit of the {side} is without supply",
    "thrown-in": "The {side} throw {dummies} back into the deck",
    "turn": "Month {month}, turn of the {side}",
    "withdrawal": "The {side} withdraw from {hex}",
}


TAKES = {
    "unit-cut-off": Taking("unit", "{units} are cut off, and disrupted"),
    "rout": Taking("side"),
    "disrupted": Taking("unit", "{units} are disrupted"),
    "eliminated": Taking("unit", "{units} are eliminated"),
    "step-lost": Taking("unit", "{units} lose steps"),
}
BY_CASE: dict[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {
    "battle": ("{hex} is assaulted", lambda told: bool(told["assault"])),
    "battle-named": ("{hex} will be assaulted", lambda told: bool(told["assault"])),
    "blocks-arrived": ("A unit of the {side} arrives, and waits beside the map", lambda told: told["hex"] < 0),
    "march-rolled": (
        "The forced march from {origin} to {hex} succeeds: {die}",
        lambda told: bool(told["die"] >= SUCCEEDS_FROM),
    ),
    "retreat": ("The {side} leave the battle of {hex}", lambda told: bool(told["full"])),
    "supply-checked": ("All units of the {side} are supplied", lambda told: not told["unsupplied"]),
}
"""Events that have another line in some cases."""
MANY = {
    "A real card is laid": ("cards", "{count} real cards are laid"),
    "A unit of the {side} arrives in {hex}": ("count", "{count} units of the {side} arrive in {hex}"),
    "A unit of the {side} arrives, and waits beside the map": (
        "count",
        "{count} units of the {side} arrive, and wait beside the map",
    ),
    "A unit of the {side} is without supply": ("unsupplied", "{count} units of the {side} are without supply"),
}
"""By its line, the argument of an event that is counted, and the line for more than one."""
CARDS, DUMMIES, HITS = (
    ("{count} card", "{count} cards"),
    ("{count} dummy", "{count} dummies"),
    ("{count} hit", "{count} hits"),
)
COUNTS = {
    "fired": {"hits": HITS},
    "pursuit-fire": {"hits": HITS},
    "cards-shown": {"dummies": DUMMIES},
    "hand-exchanged": {"cards": ("{count} new card", "{count} new cards")},
    "laid": {"cards": CARDS},
    "laid-dummies": {"laid": CARDS},
    "points": {"points": ("{count} point", "{count} points")},
    "accounts": {
        "saved": ("{count} point", "{count} points"),
        "left": ("{count} is", "{count} are"),
        "steps": ("{count} step", "{count} steps"),
        "trips": ("{count} redeployment", "{count} redeployments"),
    },
}
"""By kind of event, the numbers that are written with what they count."""


def _units(printed: Printed, units: list[int]) -> str:
    return ", ".join(printed.units[unit].name for unit in units)


def _side(printed: Printed, side: int) -> Message:
    return SIDES[side] if side >= 0 else say("nobody")


def _card(printed: Printed, card: int) -> Message:
    return CARD_NAMES[card]


def _class(printed: Printed, arm: int) -> Message:
    return CLASS_NAMES[arm]


class RommelWording(Wording[Position, Printed]):
    """Tables, and two things that depend on more: words for small numbers, and the faces that hit a target."""

    def button(self, decision: str, verb: int, argument: int) -> str:
        return COUNTED.get((verb, argument)) or super().button(decision, verb, argument)

    def line(self, event: Event) -> str:
        words, applies = BY_CASE.get(event.kind, ("", None))
        return words if applies and applies(event.arguments) else super().line(event)

    def narrate(self, printed: Printed, event: Event) -> Message:
        """With the plural, where the line counts something."""
        told = super().narrate(printed, event)
        if told.text not in MANY:
            return told
        counted, plural = MANY[told.text]
        return Message(
            told.text, {**told.parameters, "count": event.arguments[counted]}, plural, event.arguments[counted]
        )

    def remarks(self, printed: Printed, event: Event) -> Mapping[str, Parameter]:
        """Numbers with what they count; the dummies among the cards that a side lays or throws in."""
        given = event.arguments
        told = {name: say_count(*words, given[name]) for name, words in COUNTS.get(event.kind, {}).items()}
        if event.kind in ("laid-dummies", "thrown-in"):
            told["dummies"] = say_count(*DUMMIES, given["cards"]) if given["cards"] else say("no dummies")
        return told

    def asides(self, state: Position, decision: str, verb: int, argument: int) -> Mapping[str, Parameter]:
        """9.4: the faces with which the unit that is about to fire hits a class. 10.5: what pursuit may cost."""
        if (decision, verb) in LEAVING:
            side = state.active if verb == verbs.RETREAT else ENEMY_OF[state.active]
            return {"fire": pursuit_words(state, argument, side)}
        if (decision, verb) != ("target", verbs.AT):
            return {}
        unit = TARGET.unit(state.frames[-1])
        least = state.printed.hits_from[state.printed.arm[unit]][argument]
        return {"faces": "6" if least == 6 else f"{least}-6"}


WORDING = RommelWording(
    BUTTONS,
    LINES,
    {
        "unit": lambda printed, unit: printed.units[unit].name,
        "units": _units,
        **dict.fromkeys(("hex", "origin", "goal"), hex_name),
        "hexes": lambda printed, places: ", ".join(hex_name(printed, place) for place in places),
        "side": _side,
        **dict.fromkeys(("card", "allied", "axis"), _card),
        **dict.fromkeys(("class", "target"), _class),
        "dice": lambda printed, faces: " ".join(map(str, faces)),
        "how": lambda printed, how: HOW[how],
    },
    BUTTONS_AT,
    HARMS,
    TAKES,
    lambda printed: printed.side_of,
)


def gist(printed: Printed, event: Event) -> Gist:
    """What an event is about, for drawing."""
    return gist_of(event, printed.nouns["unit"], printed.side_of)

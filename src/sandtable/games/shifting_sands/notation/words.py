"""The words on the buttons and in the log, gathered from the chapters, and how things are named in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sandtable.games.shifting_sands.notation import (
    words_battle,
    words_cards,
    words_events,
    words_land,
    words_operations,
    words_pursuit,
)
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION, activation_cost
from sandtable.games.shifting_sands.state import Theatre
from sandtable.games.shifting_sands.verbs import ATTACK_FROM, MOVE_FROM, OPERATIONS, REDEPLOY, REPLACEMENTS, VERBS
from sandtable.kernel.events import Event
from sandtable.kernel.wording import Taking, Wording
from sandtable.kernel.words import Message, Parameter, say, say_count

CHAPTERS = (words_cards, words_land, words_operations, words_battle, words_pursuit, words_events)
SIDE_NAMES = ("Axis", "Allies")
TURN_NAMES = (
    *("Summer 1940", "Fall 1940"),
    *("Winter 1941", "Spring 1941", "Summer 1941", "Fall 1941"),
    *("Winter 1942", "Spring 1942", "Summer 1942", "Fall 1942"),
    *("Winter 1943", "Spring 1943"),
)


TRACK_NAMES = {
    "GE": "German",
    "IT": "Italian",
    "BR": "British",
    "CW": "Commonwealth",
    "A": "minor Allied",
    "US": "American",
}
"""7.41: whose replacement points they are."""


def unit_name(printed: Printed, unit: int) -> str:
    return printed.units[unit].title


def unit_names(printed: Printed, units: Sequence[int]) -> str:
    """Units in a list; alike battlegroups are counted."""
    counts = Counter(unit_name(printed, unit) for unit in units)
    return ", ".join(f"{count} {name}s" if count > 1 else name for name, count in counts.items())


def space_name(printed: Printed, space: int) -> str:
    if space < 0:
        return "off the map"
    name = printed.spaces[space].name
    return name if printed.spaces[space].on_map else f"the {name.removesuffix(' Box')} box"


def space_names(printed: Printed, spaces: Sequence[int]) -> str:
    return ", ".join(space_name(printed, space) for space in spaces)


def card_name(printed: Printed, card: int) -> str:
    """The title of a card, with its number where several have the same."""
    title = printed.cards[card].title
    is_alone = sum(other.title == title and other.side == printed.cards[card].side for other in printed.cards) == 1
    return title if is_alone else f"{title} {printed.cards[card].id}"


def card_points(printed: Printed, card: int) -> str:
    """7.41: the replacement points on a card: 2 German, 3 Italian."""
    points = enumerate(printed.cards[card].points)
    return ", ".join(f"{number} {track_name(printed, track)}" for track, number in points if number)


def card_names(printed: Printed, cards: Sequence[int]) -> str:
    return ", ".join(card_name(printed, card) for card in cards)


def side_name(printed: Printed, side: int) -> str:
    return SIDE_NAMES[side]


def turn_name(printed: Printed, turn: int) -> str:
    return TURN_NAMES[turn - 1]


def track_name(printed: Printed, track: int) -> str:
    return TRACK_NAMES[printed.nouns["track"][track]]


class TheatreWording(Wording[Theatre, Printed]):
    """The tables, the points that a card brings or the activation of a space costs, and where a battlegroup is."""

    def asides(self, state: Theatre, decision: str, verb: int, argument: int) -> Mapping[str, Parameter]:
        """7.21, 7.22, 7.32, 7.41: the points are told on the button."""
        if verb in (OPERATIONS, REDEPLOY):
            return {"points": state.printed.cards[argument].operations}
        if verb == REPLACEMENTS:
            return {"points": card_points(state.printed, argument)}
        if verb in (MOVE_FROM, ATTACK_FROM):
            side = ACTIVATION.asks(state.frames[-1])
            cost = activation_cost(state, side, argument, attack=verb == ATTACK_FROM)
            return {"points": say_count("1 point", "{count} points", cost)}
        return {"unit": told_apart(state, argument)} if VERBS[verb].noun == "unit" else {}

    def line(self, event: Event) -> str:
        """3.0: one line tells where a unit goes and what it takes."""
        if event.arguments.get("taken"):
            return TAKING[event.kind]
        return super().line(event)

    def remarks(self, printed: Printed, event: Event) -> Mapping[str, Parameter]:
        """Numbers in words: a roll, cards, points."""
        given, found = event.arguments, dict[str, Parameter]()
        if "modifier" in given:
            found["roll"] = _roll(given["die"], given["modifier"])
        if event.kind in ("draws", "discards"):
            found["number_of_cards"] = say_count("1 card", "{count} cards", given["count"])
        if event.kind.startswith("activates"):
            found["cost"] = say_count("1 point", "{count} points", given["points"])
        return found


def _roll(die: int, modifier: int) -> Message:
    """11.28: a modifier of nothing is not told."""
    return say("die {die} {modifier:+}", die=die, modifier=modifier) if modifier else say("die {die}", die=die)


TAKING = {
    "moves": "{unit} moves from {origin} to {to} and takes it",
    "advances": "{unit} advances from {origin} to {to} and takes it",
}
"""By event its line if the unit takes control of the space."""


def told_apart(state: Theatre, unit: int) -> Parameter:
    """A unit as its button names it: there are many battlegroups, so their place is told, unless it is the space
    attacked."""
    name: Parameter = unit_name(state.printed, unit)
    place = state.place[unit]
    if state.printed.units[unit].division:
        return name
    if state.reduced >> unit & 1:
        name = say("{unit} (reduced)", unit=name)
    if place < 0 or place == state.target:
        return name
    return say("{unit} in {place}", unit=name, place=space_name(state.printed, place).removesuffix(" Box"))


TAKES = {
    "eliminated": Taking("unit", "{units}: eliminated, to the Replaceable box"),
    "eliminated-for-good": Taking("unit", "{units}: eliminated for good"),
    "lrdg-lost": Taking("unit"),
    "overstacked": Taking("unit", "{units} leave the game: too many units are in one space"),
    "reduced": Taking("unit", "{units} are reduced"),
    "starved": Taking("unit", "{units} are out of supply and eliminated"),
}
WORDING = TheatreWording(
    buttons={verb: words for chapter in CHAPTERS for verb, words in chapter.BUTTONS.items()},
    buttons_at={at: words for chapter in CHAPTERS for at, words in chapter.BUTTONS_AT.items()},
    lines={kind: words for chapter in CHAPTERS for kind, words in chapter.LINES.items()},
    harms={at: words for chapter in CHAPTERS for at, words in chapter.HARMS.items()},
    writers={
        "unit": unit_name,
        "division": unit_name,
        "units": unit_names,
        "space": space_name,
        "spaces": space_names,
        "origin": space_name,
        "to": space_name,
        "at": space_name,
        "card": card_name,
        "cards": card_names,
        "side": side_name,
        "turn": turn_name,
        "track": track_name,
    },
    takes=TAKES,
    owners=lambda printed: printed.owners,
)

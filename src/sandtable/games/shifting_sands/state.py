"""The position: where every counter and card is, what has happened, and the action being carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.shifting_sands.printed.counters import Face
from sandtable.games.shifting_sands.printed.data import ALLIED, Printed
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.fields import Seen, by, cache, count, flag, listed, many, one, one_of, perhaps
from sandtable.kernel.state import Frame, State
from sandtable.kernel.words import Message, say

# Where a unit is when it is in no space and no box.
UNUSED = -1  # not in play yet, or a battlegroup left in its pool
ELIMINATED = -2  # out of the game for good
OFF_MAP = ("unused", "eliminated")

LAST_TURN = 12
ROUNDS = 6
MOST_MARKERS = 5
"""4.15: Move and Attack markers in play at the same time."""
USES = ("nothing", "operations", "redeployment", "replacements", "event", "automatic")
NOTHING, OPERATIONS, REDEPLOYMENT, REPLACEMENTS, EVENT, AUTOMATIC = range(6)
ENDINGS = ("running", "automatic", "points")
RUNNING, BY_AUTOMATIC_VICTORY, BY_POINTS = range(3)
OPTIONS = ("19.11", "19.12", "19.13", "19.21", "19.22", "19.3", "19.41", "19.42", "19.5", "19.6", "11.47", "11.55")
"""Section 19, and two readings of chapter 11: each a switch, by its index."""
SWITCHES = (
    *("5th-mountain", "999th", "british-6th", "rommel-german", "balbo-1940", "malta-points"),
    *("axis-card", "allied-card", "corseting", "vichy-forts", "armour-overruns", "split-retreats"),
)
"""The names of these switches where a game is set up, in the same order."""
FLANKS = ("none", "won", "failed")
NO_FLANK, FLANK_WON, FLANK_FAILED = range(3)
DEEDS = ("drew", "laid", "showed", "seen")
DREW, LAID, SHOWED, SEEN = range(4)
"""What happens to cards: they are drawn, laid face down on the discards, shown to everybody from the hand, or seen
in the hand by the other side alone."""
EVERYBODY = Seen.EVERYONE


class Theatre(State):
    """Shifting Sands in play."""

    printed: Printed

    # The game
    scenario = one("scenario", seen=EVERYBODY)
    options = count(seen=EVERYBODY, at_most=(1 << len(OPTIONS)) - 1)  # the switches, as bits
    campaign = flag(seen=EVERYBODY)  # 18.4: Sonnenblume goes on by agreement
    turn = count(start=1, at_least=1, at_most=LAST_TURN, seen=EVERYBODY)
    round = count(at_most=ROUNDS, seen=EVERYBODY)  # of the action phase (5.2); 0 outside it
    points = count(start=10, at_least=-40, at_most=60, seen=EVERYBODY)  # 16; shown from 0 to 14 (16.6)
    winner = perhaps("side", seen=EVERYBODY)
    ending = one_of(*ENDINGS, seen=EVERYBODY)

    # The map
    place = by("unit", one("space", boxes=OFF_MAP), located=True, start=UNUSED, seen=EVERYBODY)
    reduced = many("unit", forgotten=True, seen=EVERYBODY)
    upgraded = many("unit", seen=EVERYBODY)  # 7.54
    control = by(
        "space", one("side"), start=lambda printed: [space.control for space in printed.spaces], seen=EVERYBODY
    )
    iraq_active = flag(seen=EVERYBODY)  # 10.42
    vichy_active = flag(seen=EVERYBODY)  # 10.43

    # Events
    events = many("event", seen=EVERYBODY)  # that have been played: the record of lasting events
    events_this_turn = many("event", cleared="turn", seen=EVERYBODY)
    convoy_after_spitfires = flag(seen=EVERYBODY)  # 10.323: a convoy reached Malta after Spitfires
    convoy_is_new = flag(cleared="turn", seen=EVERYBODY)  # X28: it did so in this turn, and none before it
    fleet_at_sea = flag(cleared="turn", seen=EVERYBODY)  # X06: the Italian Fleet, not yet beaten
    convoy_toll = by("track", count(), cleared="turn", seen=EVERYBODY)  # A19: halves of points that a convoy cost
    convoys_barred = flag(cleared="turn", seen=EVERYBODY)  # X28
    london_calling = one_of("none", "due", "met", cleared="turn", seen=EVERYBODY)  # X25
    orders_from_rome = one_of("none", "due", "met", cleared="turn", seen=EVERYBODY)  # A12
    aircraft_barred = flag(cleared="turn", seen=EVERYBODY)  # A53: no Air Support this turn
    missions_barred = flag(
        cleared="turn", seen=EVERYBODY
    )  # 11.72: the LRDG has had its mission, or X53 forbids it
    lift_used = flag(cleared="turn", seen=EVERYBODY)  # 12.83

    # Cards. Whatever is in no hand and in none of these piles is in its draw pile.
    hands = by("side", many("card"), seen=Seen.OWNER, text="hand")
    waiting = many("card", seen=EVERYBODY)  # of years that have not begun (7.11)
    discards = by("side", many("card"), seen=Seen.OWNER)  # face down (5.11)
    removed = many("card", seen=EVERYBODY)  # out of the game: events with an asterisk (7.52)
    kept = many("card", cleared="turn", seen=EVERYBODY)  # combat cards in front of the winner (7.611)
    used_cards = many("card", cleared="action", seen=EVERYBODY)  # combat cards used in this action (7.614)
    last_use = by("side", one_of(*USES), cleared="turn", seen=EVERYBODY)  # 7.33, 7.43
    reinforced = by("side", many("class"), cleared="turn", seen=EVERYBODY)  # 7.53
    aside = by("side", many("card"), seen=Seen.OWNER)  # 5.11: to be discarded, until both sides have chosen
    taken = by("side", many("card"), seen=Seen.OWNER)  # 7.74, 18.3, 19.4: they are the last of those dealt

    # What has happened to the cards of a side since its draw pile was last shuffled, and what others knew of its
    # hand at that moment: see knowledge/story.py.
    axis_story = listed(one_of(*DEEDS), many("card"), many("card"), text=None)
    allied_story = listed(one_of(*DEEDS), many("card"), many("card"), text=None)
    drawn = by("side", many("card"), seen=EVERYBODY)  # known by all to have been in the hand then
    undrawn = by("side", many("card"), seen=EVERYBODY)  # known by all to have been in the draw pile then
    glimpsed = by("side", many("card"))  # by owner: known by the other side to have been in the hand then
    # by owner: known by the other side alone to have been in the draw pile then
    unheld = by("side", many("card"), added=True)
    looked_at = by("side", flag(), seen=EVERYBODY)  # by owner: the other side may know more of it than the world

    # Replacement points in halves
    replacements = by("track", count(), seen=EVERYBODY)

    # The action being carried out
    use = one_of(*USES, cleared="action", seen=EVERYBODY)
    card = perhaps("card", cleared="action", seen=EVERYBODY)  # the event; other uses do not show the card (7.12)
    left = count(cleared="action", seen=EVERYBODY)  # operation or redeployment points left
    movers = many("space", cleared="action", seen=EVERYBODY)  # Move markers
    fighters = many("space", cleared="action", seen=EVERYBODY)  # Attack markers
    must_mark = many("space", cleared="action", seen=EVERYBODY)  # 10.53: spaces that must get a marker
    # 13.11: out of supply when they were activated
    cut_off = many("unit", forgotten=True, cleared="action", added=True, seen=EVERYBODY)
    moved = many("unit", forgotten=True, cleared="action", seen=EVERYBODY)  # or redeployed (12.3)
    has_fought = many("unit", forgotten=True, cleared="action", seen=EVERYBODY)
    was_attacked = many("unit", forgotten=True, cleared="action", seen=EVERYBODY)  # 11.14
    fled = many("unit", forgotten=True, cleared="action", seen=EVERYBODY)  # retreated in this action (11.57)
    rommel_used = flag(cleared="action", seen=EVERYBODY)  # 11.274
    bonus_used = flag(cleared="action", seen=EVERYBODY)  # A23, X37: the one attack with a better die

    # The unit that moves
    walker = perhaps("unit", cleared="walk", seen=EVERYBODY)
    spent = count(cleared="walk", seen=EVERYBODY)

    # The battle
    attacking = perhaps("side", cleared="battle", seen=EVERYBODY)  # who attacks (11.11)
    target = perhaps("space", cleared="battle", seen=EVERYBODY)
    attackers = many("unit", forgotten=True, cleared="battle", seen=EVERYBODY)
    bases = many("space", cleared="battle", seen=EVERYBODY)  # the spaces it came from, whoever is left (11.54)
    engaged = many("unit", cleared="battle", seen=EVERYBODY)  # all who fight in it, those lost since included
    flank = one_of(*FLANKS, cleared="battle", seen=EVERYBODY)
    rommel_here = flag(cleared="battle", seen=EVERYBODY)
    bonus_here = flag(cleared="battle", seen=EVERYBODY)
    combat_cards = by("side", many("card"), cleared="battle", seen=EVERYBODY)
    fired = by("side", flag(), cleared="battle", seen=EVERYBODY)
    fire = by("side", count(at_most=9), cleared="battle", seen=EVERYBODY)  # the loss number a side inflicts
    bold = flag(cleared="battle", seen=EVERYBODY)  # 11.47: the attacker's result was in bold type
    vacated = many("space", cleared="battle", seen=EVERYBODY)  # 11.63: left by retreating units

    # Caches
    stacks = cache(dict[int, int])  # space -> units there
    occupied = cache(list[int])  # by side the spaces with units of it
    controls = cache(list[int])  # by side the spaces that it controls

    def rebuild(self) -> None:
        allied = mask_of([space for space, side in enumerate(self.control) if side == ALLIED])
        self.controls = [(1 << len(self.control)) - 1 & ~allied, allied]
        stacks: dict[int, int] = {}
        for unit, space in enumerate(self.place):
            if space >= 0:
                stacks[space] = stacks.get(space, 0) | 1 << unit
        self.stacks = stacks
        self.occupied = [
            mask_of([space for space, units in stacks.items() if units & own]) for own in self.printed.own
        ]


def put(state: Theatre, unit: int, place: int) -> None:
    """A unit goes to a space or box, or out of play; the caches stay true. Control is another matter: see
    rules/c03_control.py."""
    old, side = state.place[unit], state.printed.owners[unit]
    if old >= 0:
        left = state.stacks[old] & ~(1 << unit)
        if left:
            state.stacks[old] = left
        else:
            del state.stacks[old]
        if not left & state.printed.own[side]:
            state.occupied[side] &= ~(1 << old)
    state.place[unit] = place
    if place >= 0:
        state.stacks[place] = state.stacks.get(place, 0) | 1 << unit
        state.occupied[side] |= 1 << place


def units_at(state: Theatre, space: int, side: int) -> int:
    """The units of a side in a space or box."""
    return state.stacks.get(space, 0) & state.printed.own[side]


def face(state: Theatre, unit: int) -> Face:
    """The factors that a unit has now."""
    version = state.upgraded >> unit & 1
    return state.printed.units[unit].faces[version][state.reduced >> unit & 1]


def draw_pile(state: Theatre, side: int) -> int:
    """5.12: the cards that can be drawn."""
    away = state.hands[side] | state.discards[side] | state.waiting | state.removed | state.kept
    away |= state.combat_cards[side] | state.aside[side] | state.taken[side]
    return state.printed.decks[side] & ~away


def happened(state: Theatre, key: str) -> bool:
    """Has this event been played?"""
    return bool(state.events >> state.printed.event[key] & 1)


def alike(state: Theatre, units: int) -> int:
    """Of battlegroups that are alike in one place, the first: they are offered once."""
    if not units & units - 1:
        return units
    mates, place, reduced, found = state.printed.mates, state.place, state.reduced, 0
    for unit in ones(units):
        for twin in ones(mates[unit] & found):
            if place[twin] == place[unit] and reduced >> twin & 1 == reduced >> unit & 1:
                break
        else:
            found |= 1 << unit
    return found


def on_map(state: Theatre, units: int) -> int:
    """Those of these units that are in a space or box."""
    return mask_of([unit for unit in ones(units) if state.place[unit] >= 0])


def inactive(state: Theatre) -> int:
    """10.41: the Iraqis and the Vichy French until they are activated."""
    nations = state.printed.nations
    return (0 if state.iraq_active else nations["IR"]) | (0 if state.vichy_active else nations["VF"])


def of_another_side(state: Theatre, frame: Frame) -> Iterator[Message]:
    """A fault: a frame and the one below it name a side first, and not the same."""
    if frame[2] != state.frames[state.frames.index(frame) - 1][2]:
        yield say("it is the other side that acts")


def has_option(state: Theatre, paragraph: str) -> bool:
    """Section 19: is this option in use?"""
    return bool(state.options >> OPTIONS.index(paragraph) & 1)


def switched_on(options: Mapping[str, str]) -> int:
    """Section 19: the options chosen where the game is set up, as bits."""
    return mask_of(number for number, name in enumerate(SWITCHES) if options.get(name) == "yes")

"""What is impossible about a position, beside what its frames say (`faults` of their kinds)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.notation.status_cards import card_faults
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.printed.setups import SCENARIOS
from sandtable.games.shifting_sands.rules.c04_set_up import START
from sandtable.games.shifting_sands.rules.c05_sequence import ROUND
from sandtable.games.shifting_sands.rules.c06_actions import ACTION
from sandtable.games.shifting_sands.rules.c07_operations import ACTIVATION, OPERATIONS
from sandtable.games.shifting_sands.rules.c08_stacking import excess
from sandtable.games.shifting_sands.rules.c09_movement import WALK
from sandtable.games.shifting_sands.rules.c10_regions import LRDG, domain
from sandtable.games.shifting_sands.rules.c11_advance import STRIDE
from sandtable.games.shifting_sands.rules.c11_battles import BATTLE, BATTLES
from sandtable.games.shifting_sands.rules.c11_retreat import RETREATING
from sandtable.games.shifting_sands.rules.c12_redeployment import REDEPLOYMENT
from sandtable.games.shifting_sands.rules.c16_victory import LAST_OF_SONNENBLUME, ending_faults
from sandtable.games.shifting_sands.rules.c19_options import RELIEVED
from sandtable.games.shifting_sands.state import LAST_TURN, RUNNING, Theatre, happened, inactive
from sandtable.kernel.bits import bit, first, ones
from sandtable.kernel.flow import Kind
from sandtable.kernel.game import Why
from sandtable.kernel.words import Message, say

Found = Iterator[tuple[str, Message]]
AT_WORK: dict[str, tuple[Kind, str]] = {
    "action": (ACTION, "6.1"),
    "walk": (WALK, "9.1"),
    "battle": (BATTLE, "11.21"),
}
"""By the moment at which fields are cleared: the frame during which they can hold anything."""


def position_status(state: Theatre) -> list[Why]:
    """Everything that cannot be, by the rules; nothing if the position is possible."""
    found = [
        *_game_faults(state),
        *card_faults(state),
        *_counter_faults(state),
        *_place_faults(state),
        *_control_faults(state),
        *_event_faults(state),
        *_moment_faults(state),
    ]
    return [Why(rule, sentence) for rule, sentence in found]


def _goes_on(state: Theatre, kind: Kind) -> bool:
    return any(frame[0] == kind.number for frame in state.frames)


def _game_faults(state: Theatre) -> Found:
    name = SCENARIOS[state.scenario]
    last = LAST_TURN if name == "campaign" or state.campaign else LAST_OF_SONNENBLUME
    if not START[name][0] <= state.turn <= last:
        yield "5.0", say("there is no turn {turn} in this scenario", turn=state.turn)
    if state.campaign and name == "campaign":
        yield "18.4", say("only Operation Sonnenblume is played on")
    if bool(state.frames) == bool(state.ending != RUNNING) or (state.winner >= 0) != bool(state.ending):
        yield "5.42", say("a game that is over has a winner and does not go on")
    yield from ending_faults(state)
    if bool(state.round) != _goes_on(state, ROUND):
        yield "5.2", say("a round is counted outside the action phase, or none is counted in it")


def _counter_faults(state: Theatre) -> Found:
    """Counters have the sides and marks that are printed for them."""
    printed = state.printed
    for unit in ones(state.upgraded):
        if len(printed.units[unit].faces) == 1:
            yield "7.54", say("{unit} has no stronger counter", unit=printed.units[unit].title)
    for name, field in state.FIELDS.items():
        for unit in ones(getattr(state, name)) if field.forgotten else ():
            if state.place[unit] < 0:
                words = {"field": field.title, "unit": printed.units[unit].title}
                yield "8.1", say("{field}: {unit} is not in play", **words)


def _place_faults(state: Theatre) -> Found:
    """8.1, 10: no unit is where it cannot be; both sides are never in one space, but Allied units pass through
    inactive Iraqis (10.422)."""
    printed, asleep = state.printed, inactive(state)
    for unit, place in enumerate(state.place):
        if place >= 0 and not _open_to(state, unit) >> place & 1:
            words = {"unit": printed.units[unit].title, "space": printed.spaces[place].name}
            yield "10.0", say("{unit} cannot be in {space}", **words)
    for space in ones(state.occupied[AXIS] & state.occupied[ALLIED]):
        passing = state.walker >= 0 and state.stacks[space] & printed.own[ALLIED] == bit(state.walker)
        if not passing or state.stacks[space] & printed.own[AXIS] & ~asleep:
            yield "8.12", say("both sides are in {space}", space=printed.spaces[space].name)
    if not _is_settled_later(state):
        on_their_way = _passing(state)
        for unit in ones(excess(state, AXIS, on_their_way) | excess(state, ALLIED, on_their_way)):
            yield "8.1", say("too many units are in {space}", space=printed.spaces[state.place[unit]].name)
            return


def _is_settled_later(state: Theatre) -> bool:
    """8.2: do units move or redeploy, so that it is counted afterwards how many are in a space?"""
    moving = _goes_on(state, OPERATIONS) and not _goes_on(state, ACTIVATION) and not _goes_on(state, BATTLES)
    return moving or _goes_on(state, REDEPLOYMENT)


def _passing(state: Theatre) -> int:
    """8.2, 19.13: the units that are on their way through a space in a retreat or an advance, or must leave it."""
    found = 0
    for frame in state.frames:
        if frame[0] == RETREATING.number:
            found |= RETREATING.group(frame)
        elif frame[0] == STRIDE.number:
            found |= bit(STRIDE.unit(frame))
        elif frame[0] == RELIEVED.number:
            found |= bit(RELIEVED.unit(frame))
    return found


def _open_to(state: Theatre, unit: int) -> int:
    """The spaces and boxes where a unit can be."""
    number, counter = state.printed.number, state.printed.units[unit]
    side = ("axis", "allied")[counter.side]
    boxes = bit(number[f"{side}_replaceable"])
    if not counter.division:
        boxes |= bit(number[f"{side}_reserve"])
    if counter.nation == "EG":
        boxes |= bit(number["sinai"])
    if counter.nation in ("US", "USFF") and not happened(state, "torch"):
        return 0
    if counter.id == LRDG and not happened(state, "long_range_desert_group"):
        return 0
    return boxes | domain(state, unit)


def _control_faults(state: Theatre) -> Found:
    """3.0: whoever is in a space controls it, but for inactive Iraqis (10.41) and units on their way."""
    printed = state.printed
    for space, units in state.stacks.items():
        awake = units & ~inactive(state)
        if awake and state.control[space] != printed.owners[first(awake)] and not _goes_on(state, BATTLE):
            yield "3.0", say("{space} is controlled by whoever is there", space=printed.spaces[space].name)
    for space, place in enumerate(printed.spaces):
        closed = place.terrain == "offmap" or place.id in ("deep_desert", "chad", "sicily")
        if closed and state.control[space] != place.control:
            yield "10.0", say("{space} never changes hands", space=place.name)


def _event_faults(state: Theatre) -> Found:
    printed = state.printed
    if state.events_this_turn & ~state.events:
        yield "7.51", say("an event of this turn has not happened")
    if happened(state, "herkules") != (state.control[printed.number["malta"]] == AXIS):
        yield "10.31", say("Malta changes hands by Herkules and not otherwise")
    us = printed.nouns["track"].index("US")
    if state.replacements[us] and not happened(state, "torch"):
        yield "4.13", say("there are no American replacement points before Torch")
    if state.iraq_active < happened(state, "iraqi_revolt") or state.vichy_active < happened(state, "iraqi_revolt"):
        yield "10.42", say("Iraqi Revolt has activated the Iraqis and the Vichy French")


def _moment_faults(state: Theatre) -> Found:
    """What belongs to an action, a move or a battle is there only while it goes on."""
    for moment, (kind, rule) in AT_WORK.items():
        if _goes_on(state, kind):
            continue
        for name, field in state.FIELDS.items():
            if moment in field.cleared and getattr(state, name) != field.fresh(state.printed):
                yield rule, say("{field} is set, but nothing of that kind goes on", field=field.title)

"""12.7, 13.3, 15.1: the supply checks: initial and final in every player turn, one in the Buildup, and a last one.

In each check, oases are assigned units to supply, then fortresses, and then the marks are set. Units inside come
first, and the owner is asked only if there is not enough for all; what a fortress has left may be given to units
outside. Units assigned in the initial check stay so for the whole player turn; the final check gives away what is
left, and the next initial check starts again from nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.rommel_in_the_desert.knowledge.memory import turned
from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.rules.c09_fire import place_name
from sandtable.games.rommel_in_the_desert.rules.c09_losses import eliminate
from sandtable.games.rommel_in_the_desert.rules.c11_rout import after_losses, rout_unprotected
from sandtable.games.rommel_in_the_desert.rules.c12_networks import network
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.rules.c13_fortresses import (
    capacity_left,
    claims,
    claims_by_nearest,
    isolated_fortresses,
)
from sandtable.games.rommel_in_the_desert.state import (
    Position,
    by_place,
    firm_at,
    in_hexes,
    set_disrupted,
    units_at,
)
from sandtable.games.rommel_in_the_desert.verbs import DONE, SUPPLY
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import flag, many, one
from sandtable.kernel.flow import ChoiceKind, Steps, again, pop, push, replace
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def designated(state: Position) -> int:
    """13.3, 15.1: the units that a fortress or an oasis supplies."""
    units = 0
    for fed in (*state.by_fortress, *state.by_oasis):
        units |= fed
    return units


def hungry(state: Position, side: int) -> int:
    """12.1: the units of a side on the map that have no line to their base and no other supply.

    12.5: raiders cannot use lines that others have into the same battle.
    """
    cut_off = in_hexes(state, side, state.held[side] & ~base_lines(state, side).supplied)
    if state.raiders:
        cut_off |= state.fielded[side] & state.raiders
    return cut_off & ~designated(state) if cut_off else 0


# 13.3, 15.1: who gets the supply of oases and fortresses


def share_out(state: Position, side: int, final: int = 0) -> None:
    """Give away what the side's oases and fortresses have left; `final`: in a final check."""
    if side in state.owner or state.held[side] & state.printed.oasis:
        push(state, SHARES, side, final, 0)


def share_out_anew(state: Position, side: int) -> None:
    """13.3, 15.1: start again: earlier assignments no longer count."""
    own = state.printed.side_units[side]
    state.by_fortress = [units & ~own for units in state.by_fortress]
    state.by_oasis = [units & ~own for units in state.by_oasis]
    share_out(state, side)


def feed_from_oases(state: Position, frame: Frame) -> None:
    """15.1, ruling 31: one unit in each oasis, chosen by its owner; in a battle only a Defender's.

    An oasis whose unit has gone elsewhere supplies nobody else in that turn.
    """
    side = SHARES.side(frame)
    own, friendly = state.printed.side_units[side], state.held[side] & ~state.attacker_hexes[side]
    if not friendly & state.printed.oasis:
        return
    for index, place in enumerate(state.printed.oases):
        if state.by_oasis[index] & own or not friendly >> place & 1:
            continue
        again(state)
        _give(state, side, len(state.by_fortress) + index, units_at(state, side, place), 1)
        return


def with_room(state: Position, side: int) -> list[int]:
    """13.3: the isolated fortresses of a side that can supply more units."""
    return [index for index in isolated_fortresses(state, side) if capacity_left(state, side, index) > 0]


def feed_in_fortresses(state: Position, frame: Frame) -> None:
    """13.3, ruling 21: an isolated fortress supplies the units inside, as far as its capacity goes."""
    side = SHARES.side(frame)
    needy = hungry(state, side) if side in state.owner else 0
    for index in with_room(state, side) if needy else ():
        inside = units_at(state, side, state.printed.fortresses[index]) & needy
        if inside:
            again(state)
            _give(state, side, index, inside, capacity_left(state, side, index))
            return


def offer_outside(state: Position, frame: Frame) -> None:
    """13.3, ruling 21: what is left may be given to units outside, fortress by fortress."""
    _, _, side, final, closed = frame
    needy = hungry(state, side) if side in state.owner else 0
    if not needy:
        return
    for index, by_length in claims_by_nearest(state, side, with_room(state, side), needy).items():
        units = 0 if closed >> index & 1 else eligible(by_length, in_danger(state, needy, final))
        if units:
            again(state)
            push(state, OFFER_SUPPLY, side, index, units)
            return


def in_danger(state: Position, needy: int, final: int) -> int:
    """12.1, 12.7: the hungry units that would come to harm without supply in this check.

    In a final check, these are the units marked in the initial check and not yet disrupted; otherwise all of them.
    """
    return needy & state.unsupplied & ~state.disrupted if final else needy


def eligible(by_length: dict[int, int], endangered: int) -> int:
    """13.3, ruling 21: the units that may be supplied next: no unit in danger is nearer."""
    units = 0
    for length in sorted(by_length):
        units |= by_length[length]
        if by_length[length] & endangered:
            break
    return units


class Shares(Steps[Position]):
    """13.3, 15.1: a side's oases and fortresses supply units; `closed`: fortresses that supply no more units."""

    name = "shares"
    on = (
        "initial-check.begin_initial",
        "final-check.begin_final",
        "buildup-check.begin_buildup",
        "last-check.begin_buildup",
        "shares",
    )
    steps = (feed_from_oases, feed_in_fortresses, offer_outside)
    side = one("side")
    final = flag()
    closed = many("fortress")


SHARES = Shares()


def _give(state: Position, side: int, source: int, group: int, room: int) -> None:
    """Supply all of a group with equal claims or, if there is too little, one by one as the owner chooses."""
    if group.bit_count() <= room:
        _designate(state, side, source, group)
    else:
        push(state, DESIGNATE, side, source, group)


def is_oasis(state: Position, source: int) -> bool:
    """Sources are numbered: the fortresses, then the oases."""
    return source >= len(state.by_fortress)


def source_hex(state: Position, source: int) -> int:
    return (*state.printed.fortresses, *state.printed.oases)[source]


def _designate(state: Position, side: int, source: int, units: int) -> None:
    if is_oasis(state, source):
        state.by_oasis[source - len(state.by_fortress)] |= units
    else:
        state.by_fortress[source] |= units
    rule, place = "15.1" if is_oasis(state, source) else "13.3", source_hex(state, source)
    tell(state, "designated", rule, audience=1 << side, units=list(ones(units)), hex=place)


class Designate(ChoiceKind[Position]):
    """13.3, 15.1: which of several units with equal claims gets the supply."""

    name = "designate"
    on = ("shares:feed_from_oases", "shares:feed_in_fortresses")
    rule = "13.3"
    asks = one("side")
    source = one("source")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        units = self.units(frame)
        if not units or units & ~state.fielded[self.side(state, frame)]:
            yield say("supply is given to units that are not there")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(SUPPLY, self.units(frame))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        _designate(state, self.side(state, frame), self.source(frame), 1 << argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        place = place_name(state, source_hex(state, self.source(frame)))
        if is_oasis(state, self.source(frame)):
            return say("{place} supplies one unit: choose it", place=place)
        return say("{place} cannot supply all of them: choose the next unit to supply", place=place)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if is_oasis(state, self.source(frame)):
            return "15.1", say("the oasis supplies one of the units in it")
        if verb == SUPPLY and designated(state) >> argument & 1:
            return "13.3", say("it has its supply")
        if verb == SUPPLY:
            return "13.3", say("units inside the fortress come first")
        return "13.3", otherwise("say first which units are supplied")


class OfferSupply(ChoiceKind[Position]):
    """13.3, ruling 21: which unit outside gets what a fortress has left, if any. `units`: those that may."""

    name = "offer-supply"
    on = ("shares:offer_outside",)
    rule = "13.3"
    asks = one("side")
    source = one("source")
    units = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        units = self.units(frame)
        if not units or units & ~state.fielded[self.side(state, frame)]:
            yield say("supply is given to units that are not there")
        if is_oasis(state, self.source(frame)):
            yield say("an oasis supplies nobody outside it")

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(DONE, 1), (SUPPLY, self.units(frame))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        if verb == SUPPLY:
            _designate(state, self.side(state, frame), self.source(frame), 1 << argument)
        else:
            shares = state.frames[-1]
            closed = SHARES.closed(shares) | 1 << self.source(frame)
            replace(state, SHARES.side(shares), SHARES.final(shares), closed)

    def prompt(self, state: Position, frame: Frame) -> Message:
        source = self.source(frame)
        place, room = (
            place_name(state, source_hex(state, source)),
            capacity_left(state, self.side(state, frame), source),
        )
        if room == 1:
            return say("{place} can supply one more unit: choose one outside it, or none", place=place)
        return say(
            "{place} can supply {count} more units: choose one outside it, or none", place=place, count=room
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != SUPPLY:
            return "13.3", say("say first which units are supplied")
        return "13.3", why_not_supplied(state, self.side(state, frame), self.source(frame), argument)


def why_not_supplied(state: Position, side: int, source: int, unit: int) -> Message:
    """13.3, rulings 21, 60: why a fortress does not supply a unit outside it now."""
    needy = hungry(state, side)
    if not state.fielded[side] >> unit & 1:
        return say("only your own units on the map need supply")
    if not needy >> unit & 1:
        return say("it has its supply")
    claiming = mask_of(each for units in claims(state, side, source, needy).values() for each in ones(units))
    if not claiming >> unit & 1:
        return say("it has no line to the fortress")
    nearest = claims_by_nearest(state, side, with_room(state, side), needy)[source]
    if not any(units >> unit & 1 for units in nearest.values()):
        return say("another fortress is nearer to it")
    return otherwise("a unit in danger of disruption is nearer")


DESIGNATE, OFFER_SUPPLY = Designate(), OfferSupply()


# 12.7: the initial check


def begin_initial(state: Position, frame: Frame) -> None:
    share_out_anew(state, INITIAL_CHECK.side(frame))


def mark(state: Position, frame: Frame) -> None:
    """12.7: the marks of the initial check; then disrupted units recover."""
    side = INITIAL_CHECK.side(frame)
    own = state.printed.side_units[side]
    state.unsupplied = state.unsupplied & ~own | hungry(state, side)
    tell(state, "supply-checked", "3.41", side=side, unsupplied=(state.unsupplied & own).bit_count())
    recover(state, side, state.late)


def recover(state: Position, side: int, waiting: int, rule: str = "11.2") -> None:
    """11.2, 12.7: disrupted units recover if supplied, not in battle, and disrupted for a whole enemy turn.

    In a hex with only disrupted units of both sides, the first to recover rout the others (5.3, ruling 34).
    """
    ready = state.disrupted & state.printed.side_units[side] & ~waiting
    if not ready:
        return
    ready &= state.fielded[side] & ~hungry(state, side)
    free = mask_of(unit for unit in ones(ready) if not firm_at(state, ENEMY_OF[side], state.place[unit]))
    set_disrupted(state, free, False)
    state.late &= ~free
    turned(state, free)
    for unit in by_place(state, free):
        tell(state, "recovered", rule, hex=state.place[unit], side=side)
    for place in ones(mask_of(state.place[unit] for unit in ones(free))):
        rout_unprotected(state, ENEMY_OF[side], place)


# 12.7: the final check


def begin_final(state: Position, frame: Frame) -> None:
    share_out(state, FINAL_CHECK.side(frame), final=1)


def disrupt_the_cut_off(state: Position, frame: Frame) -> None:
    """12.7: marked units that still have no line are disrupted; in battle without support they are routed."""
    side = FINAL_CHECK.side(frame)
    own = state.printed.side_units[side]
    if state.unsupplied & own:
        state.unsupplied &= ~own | hungry(state, side)
    lost = state.unsupplied & own & ~state.disrupted
    set_disrupted(state, lost, True)
    state.late |= lost
    turned(state, lost)
    for unit in by_place(state, lost):
        place = state.place[unit]
        tell(state, "cut-off", "12.7", hex=place, side=side)
        tell(state, "unit-cut-off", "12.7", audience=1 << side, instead=True, unit=unit, hex=place)
    for place in ones(state.held[side] & state.firm[ENEMY_OF[side]]):
        rout_unprotected(state, side, place)


def forget_raids(state: Position, frame: Frame) -> None:
    """12.5: a raider's mark is no longer needed: later checks treat its hex like any other."""
    state.raiders &= ~state.printed.side_units[FINAL_CHECK.side(frame)]
    state.entries = []


# 12.7, 16.2: the check of the Buildup, for both sides at once


def begin_buildup(state: Position, frame: Frame) -> None:
    for side in (ALLIED, AXIS):
        share_out_anew(state, side)


def freeze_networks(state: Position, frame: Frame) -> None:
    """16.2, ruling 24: both networks stay as they are now for the whole Buildup, whatever starves or recovers."""
    state.network = [network(state, AXIS), network(state, ALLIED)]


def starve(state: Position, frame: Frame) -> None:
    """12.7, ruling 42: every unsupplied unit of either side is eliminated, disrupted or not."""
    _fall(state, hungry(state, AXIS) | hungry(state, ALLIED), "16.2")
    state.unsupplied = 0


def _fall(state: Position, units: int, rule: str) -> None:
    """8.0: battles may end when these are eliminated, and disrupted units lose their support."""
    for unit in by_place(state, units):
        eliminate(state, unit, rule)
    for place in ones(state.attacker_hexes[AXIS] | state.attacker_hexes[ALLIED]):
        after_losses(state, place)


def recover_all(state: Position, frame: Frame) -> None:
    """12.7: all disrupted units that are left and not in battle recover, however long they have been disrupted.

    If disrupted units of both sides share a hex, the Axis recovers first and routs the others (5.3, ruling 63).
    """
    for side in (AXIS, ALLIED):
        recover(state, side, 0, "16.2")


# 11.0, 12.1: the end of the last month, which no Buildup follows


def starve_the_disrupted(state: Position, frame: Frame) -> None:
    """11.0, ruling 72: disrupted units of either side without supply are eliminated before victory is counted."""
    _fall(state, (hungry(state, AXIS) | hungry(state, ALLIED)) & state.disrupted, "11.0")


class InitialCheck(Steps[Position]):
    """12.7: at the start of a player turn."""

    name = "initial-check"
    on = ("player-turn.initial_check",)
    steps = (begin_initial, mark)
    side = one("side")


class FinalCheck(Steps[Position]):
    """12.7: at the end of a player turn."""

    name = "final-check"
    on = ("player-turn.final_check",)
    steps = (begin_final, disrupt_the_cut_off, forget_raids)
    side = one("side")


INITIAL_CHECK, FINAL_CHECK = InitialCheck(), FinalCheck()
BUILDUP_CHECK: Steps[Position] = Steps(
    "buildup-check", begin_buildup, freeze_networks, starve, recover_all, on=("buildup.buildup_check",)
)
LAST_CHECK: Steps[Position] = Steps("last-check", begin_buildup, starve_the_disrupted, on=("month.end_month",))


def initial_check(state: Position, frame: Frame) -> None:
    """3.41; 10.5, ruling 67: every check is a phase with its own fire, if units are routed in it."""
    state.fired = 0
    push(state, INITIAL_CHECK, state.active)


def final_check(state: Position, frame: Frame) -> None:
    """3.47, 10.5."""
    state.fired = 0
    push(state, FINAL_CHECK, state.active)


def buildup_check(state: Position, frame: Frame) -> None:
    """16.2, 10.5: both sides."""
    state.fired = 0
    push(state, BUILDUP_CHECK)


def last_check(state: Position) -> None:
    """11.0, ruling 72, 10.5: both sides, when the last month is over."""
    state.fired = 0
    push(state, LAST_CHECK)

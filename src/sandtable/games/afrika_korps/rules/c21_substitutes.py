"""21: Allied substitute counters, made of units on the map and broken down again, from August 1942."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from sandtable.games.afrika_korps.printed.data import ALLIED, Printed
from sandtable.games.afrika_korps.rules.c05_refusals import not_now
from sandtable.games.afrika_korps.state import (
    CAPTOR,
    DEAD,
    FOUGHT,
    INSIDE,
    OFF,
    SEA,
    Position,
    combat_units_at,
    on_map,
    put,
    substitute_index,
)
from sandtable.games.afrika_korps.verbs import BREAK, DONE, FORM, UNIT
from sandtable.kernel.bits import first, ones, subsets
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, many, one
from sandtable.kernel.flow import ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def class_of(printed: Printed, substitute: int) -> int:
    """21.1: what it may stand for: armour and mechanised infantry, or infantry and reconnaissance."""
    return printed.armour_class if printed.armour_substitutes >> substitute & 1 else printed.infantry_class


def attack_of(printed: Printed, units: int) -> int:
    return sum(printed.attack[unit] for unit in ones(units))


# Forming


def part_sets(state: Position, substitute: int, limit: int) -> list[int]:
    """21.1, 21.2: sets of units in one hex that add up to the substitute's attack factor.

    Hexes above the limit of combat units are left out (21.5).
    """
    printed = state.printed
    wanted = printed.attack[substitute]
    found = []
    for place in ones(state.occupied[ALLIED]):
        here = combat_units_at(state, place, ALLIED)
        if here.bit_count() <= limit:
            for part in subsets(here & class_of(printed, substitute)):
                if attack_of(printed, part) == wanted and attack_together(state, part):
                    found.append(part)
    return found


def hexes_with_parts(state: Position, substitute: int) -> int:
    """21.1: the hexes, however full, that hold units of the class that add up to the attack factor.

    The set of possible sums, built unit by unit: a crowded port has too many sets of units to try each.
    """
    printed, found = state.printed, 0
    for place in ones(state.occupied[ALLIED]):
        sums = 1
        for unit in ones(combat_units_at(state, place, ALLIED) & class_of(printed, substitute)):
            sums |= sums << printed.attack[unit]
        if sums >> printed.attack[substitute] & 1:
            found |= 1 << place
    return found


def is_crowded(state: Position, place: int) -> bool:
    """21.5: are more than three Allied combat units there before the substitution?"""
    return combat_units_at(state, place, ALLIED).bit_count() > state.printed.stacking


def attack_together(state: Position, units: int) -> bool:
    """9.2: are all or none of these among the attackers of each automatic victory?"""
    return all(not units & attackers or not units & ~attackers for attackers in state.attackers)


def formable(state: Position) -> int:
    """21.7: the substitute counters off the map that could be formed now.

    One broken down this turn (marked as stopped) has to wait, or forming and breaking might never end.
    """
    printed = state.printed
    return sum(
        1 << unit
        for unit in ones(printed.substitutes & ~state.stopped)
        if state.place[unit] == OFF and part_sets(state, unit, printed.stacking)
    )


def offer_substitution(state: Position, frame: Frame) -> None:
    """21.1, 21.2: at the end of Allied movement, from August 1942."""
    if state.active != ALLIED or state.turn < state.printed.substitutes_from:
        return
    if formable(state) or breakable(state, state.printed.substitutes):
        push(state, SUBSTITUTION)


class Substitution(ChoiceKind[Position]):
    """21.2, 21.3: form substitutes or break them down."""

    name = "substitution"
    on = ("allied-turn.offer_substitution",)
    rule = "21.2"
    words = say("Form or break down substitutes, or go on to combat")
    asks = ALLIED

    def legal(self, state: Position, frame: Frame) -> Options:
        broken = breakable(state, state.printed.substitutes)
        return offer((FORM, formable(state)), (BREAK, broken), (DONE, True))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == FORM:
            push(state, FORM_SUBSTITUTE, argument, 0)
        elif verb == BREAK:
            begin_breaking(state, argument)
        else:
            pop(state)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb not in (FORM, BREAK):
            return not_now(verb)
        if not state.printed.substitutes >> argument & 1:
            return "21.7", say("only the printed substitute counters can be formed")
        return why_not_formed(state, argument) if verb == FORM else why_not_broken(state, argument)


def why_not_formed(state: Position, substitute: int) -> tuple[str, Message]:
    if state.place[substitute] != OFF:
        return "21.7", say("it is already in play")
    if state.stopped >> substitute & 1:
        return "21.2", say("it was broken down this turn and cannot be formed again before the next")
    hexes = hexes_with_parts(state, substitute)
    if not hexes:
        return "21.1", say("no hex holds units of its class that add up to exactly its attack factor")
    if all(is_crowded(state, place) for place in ones(hexes)):
        return "21.5", say("more than three combat units are in the hex before the substitution")
    assert state.cancelled
    return "9.2", say("an automatic victory binds only some of the units it would stand for")


class FormSubstitute(ChoiceKind[Position]):
    """21.1, 21.2: name the units it stands for, all in one hex."""

    name = "form-substitute"
    on = ("substitution",)
    rule = "21.1"
    asks = ALLIED
    substitute = one("unit")
    chosen = many("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        substitute = self.substitute(frame)
        if not state.printed.substitutes >> substitute & 1 or state.place[substitute] != OFF:
            yield say("a counter is formed that is not a substitute, or is in play already")

    def legal(self, state: Position, frame: Frame) -> Options:
        chosen = self.chosen(frame)
        parts = 0
        for part in part_sets(state, self.substitute(frame), state.printed.stacking):
            if not chosen & ~part:
                parts |= part
        return [(UNIT, parts & ~chosen)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        printed = state.printed
        substitute, chosen = self.substitute(frame), self.chosen(frame) | 1 << argument
        if attack_of(printed, chosen) < printed.attack[substitute]:
            replace(state, substitute, chosen)
        else:
            pop(state)
            form(state, substitute, chosen)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit}: choose the units it stands for", unit=state.printed.units[self.substitute(frame)].id)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != UNIT:
            return "21.1", say("first choose the units the substitute stands for")
        if not class_of(state.printed, self.substitute(frame)) >> argument & 1:
            return "21.1", say("armour stands for armour and mechanised infantry, infantry for infantry and recce")
        if state.place[argument] < 0:
            return "21.6", say("units at sea or off the map are not exchanged for substitutes")
        if self.chosen(frame) >> argument & 1:
            return "21.1", say("it has already been chosen")
        place = state.place[argument]
        if is_crowded(state, place):
            return "21.5", say("more than three combat units are in its hex before the substitution")
        if any(state.place[unit] != place for unit in ones(self.chosen(frame))):
            return "21.2", say("the units must be in one hex")
        return "21.1", otherwise("with it the units could not add up to exactly the attack factor")


def form(state: Position, substitute: int, parts: int) -> None:
    """21.1, 21.2, 21.4: the units go inside and are recorded; the substitute stands in for them.

    It is as isolated as the most isolated of its parts; turns spent by different parts are not added up.
    """
    place = state.place[first(parts)]
    cut_off, once = bool(state.cut_off & parts), bool(state.cut_off & state.allied_once & parts)
    for unit in ones(parts):
        state.forget("unit", unit)
        put(state, unit, INSIDE)
    put(state, substitute, place)
    state.parts[substitute_index(state.printed, substitute)] = parts
    state.cut_off |= cut_off << substitute
    state.allied_once |= once << substitute
    stand_in(state, parts, 1 << substitute)
    tell(state, "substitute-formed", "21.1", unit=substitute, parts=list(ones(parts)), hex=place)


def stand_in(state: Position, leaving: int, coming: int) -> None:
    """The units that come in take over the battles and duties of those they replace."""
    for battles in (state.attackers, state.defenders, state.blockers):
        for index, members in enumerate(battles):
            if members & leaving:
                battles[index] = members & ~leaving | coming
    for index, captor in enumerate(state.captors):
        supply, unit = CAPTOR.parts(captor)
        if leaving >> unit & 1:
            state.captors[index] = CAPTOR.pack(supply, first(coming))


# Breaking down


def breakable(state: Position, among: int, exchanging: bool = False) -> int:
    """21.3, 21.6: substitutes on the map, among these, that have something to be broken down into."""
    return sum(
        1 << unit
        for unit in ones(state.printed.substitutes & among)
        if state.place[unit] >= 0 and further_parts(state, unit, 0, least_factors(state, unit, exchanging))
    )


def least_factors(state: Position, substitute: int, exchanging: bool) -> int:
    """14.3: in an attack still to come its parts must have all its factors, or the odds would be lowered.

    During the exchange they need not: the missing factors count as lost in it.
    """
    if not exchanging:
        for attackers, standing in zip(state.attackers, state.standing, strict=True):
            if standing != FOUGHT and attackers >> substitute & 1:
                return state.printed.attack[substitute]
    return 1


def components(state: Position, substitute: int) -> int:
    """21.3, 21.4, ruling 15: counters of its class not in play elsewhere, none faster except its own parts."""
    printed = state.printed
    inside = state.parts[substitute_index(printed, substitute)]
    return inside | sum(
        1 << unit
        for unit in ones(class_of(printed, substitute))
        if state.place[unit] in (OFF, DEAD) and printed.move[unit] <= printed.move[substitute]
    )


def further_parts(state: Position, substitute: int, chosen: int, least: int) -> int:
    """21.4, 21.5: counters that may still come out: together no stronger than it, at most three in the hex.

    Only those that can still make up the required factors.
    """
    printed = state.printed
    here = combat_units_at(state, state.place[substitute], ALLIED) & ~(1 << substitute)
    room = printed.stacking - here.bit_count() - chosen.bit_count()
    if room <= 0:
        return 0
    left = printed.attack[substitute] - attack_of(printed, chosen)
    missing = least - attack_of(printed, chosen)
    pool = components(state, substitute) & ~chosen
    parts = 0
    for unit in ones(pool):
        factor = printed.attack[unit]
        if factor <= left and (
            missing <= factor or left - factor in totals(printed, pool & ~(1 << unit), room - 1)
        ):
            parts |= 1 << unit
    return parts


def totals(printed: Printed, units: int, most: int) -> set[int]:
    """The attack factors that up to `most` of these units can add up to."""
    counts = Counter(printed.attack[unit] for unit in ones(units))
    factors = [factor for factor, count in counts.items() for _ in range(min(count, most))]
    return {sum(some) for number in range(1, most + 1) for some in combinations(factors, number)}


def why_not_broken(state: Position, substitute: int) -> tuple[str, Message]:
    if state.place[substitute] == SEA:
        return "21.6", say("substitutes are not broken down at sea")
    if state.place[substitute] < 0:
        return "21.3", say("it is not on the map")
    if is_crowded(state, state.place[substitute]):
        return "21.5", say("more than three combat units are in the hex before it is broken down")
    return "21.3", otherwise("no units off the map could take its place")


def begin_breaking(state: Position, substitute: int, exchanging: bool = False) -> None:
    push(state, BREAK_SUBSTITUTE, substitute, 0, least_factors(state, substitute, exchanging))


class BreakSubstitute(ChoiceKind[Position]):
    """21.3, 21.4: name the units that take its place; they must have at least these factors."""

    name = "break-substitute"
    on = ("substitution", "choose-battle", "exchange-losses")
    rule = "21.3"
    asks = ALLIED
    substitute = one("unit")
    chosen = many("unit")
    factors = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        _, _, substitute, chosen, least = frame
        if not on_map(state, state.printed.substitutes) >> substitute & 1:
            yield say("a counter is broken down that is not a substitute on the map")
        elif chosen & ~components(state, substitute) or not 1 <= least <= state.printed.attack[substitute]:
            yield say("a substitute is broken down into units that it does not stand for")

    def legal(self, state: Position, frame: Frame) -> Options:
        _, _, substitute, chosen, least = frame
        parts = further_parts(state, substitute, chosen, least)
        return offer((UNIT, parts), (DONE, attack_of(state.printed, chosen) >= least))

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        _, _, substitute, chosen, least = frame
        if verb == UNIT:
            replace(state, substitute, chosen | 1 << argument, least)
        else:
            pop(state)
            break_down(state, substitute, chosen)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say(
            "{unit}: choose the units that take its place", unit=state.printed.units[self.substitute(frame)].id
        )

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        _, _, substitute, chosen, least = frame
        printed = state.printed
        if verb == DONE:
            if chosen:
                return "14.3", say("its attack is declared: its parts must have the same attack factor")
            return "21.3", say("choose at least one unit")
        if verb != UNIT or not class_of(printed, substitute) >> argument & 1:
            return "21.3", say("choose units of the substitute's class")
        if not (components(state, substitute) & ~chosen) >> argument & 1:
            return why_no_component(state, substitute, argument)
        if attack_of(printed, chosen | 1 << argument) > printed.attack[substitute]:
            return "21.4", say("the units would be stronger than the substitute")
        if least > 1 and further_parts(state, substitute, chosen, 1) >> argument & 1:
            return "14.3", say("its attack is declared: with this unit its parts could not have the same factor")
        return "21.5", otherwise("more than three combat units would be in the hex")


def why_no_component(state: Position, substitute: int, unit: int) -> tuple[str, Message]:
    if state.place[unit] in (OFF, DEAD) and state.printed.move[unit] > state.printed.move[substitute]:
        return "21.4", say("it is faster than the substitute and did not go into it")
    return "21.3", say("it is already in play")


def break_down(state: Position, substitute: int, units: int) -> None:
    """21.3: the units take the substitute's place, in its battle too; parts that do not come out are lost."""
    index = substitute_index(state.printed, substitute)
    place = state.place[substitute]
    cut_off, once = state.cut_off >> substitute & 1, state.allied_once >> substitute & 1
    lost = state.parts[index] & ~units
    state.parts[index] = 0
    put(state, substitute, OFF)
    state.forget("unit", substitute)
    state.stopped |= 1 << substitute
    for unit in ones(units):
        put(state, unit, place)
        state.cut_off |= cut_off << unit
        state.allied_once |= once << unit
    stand_in(state, 1 << substitute, units)
    tell(state, "substitute-broken", "21.3", unit=substitute, parts=list(ones(units)), hex=place)
    for unit in ones(lost):
        put(state, unit, DEAD)
        tell(state, "eliminated", "21.3", unit=unit, hex=place)


SUBSTITUTION, FORM_SUBSTITUTE, BREAK_SUBSTITUTE = Substitution(), FormSubstitute(), BreakSubstitute()

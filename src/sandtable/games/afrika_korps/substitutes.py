"""21: Allied substitute counters, made of units on the map and broken down again, from August 1942."""

from __future__ import annotations

from sandtable.games.afrika_korps.contact import in_victories
from sandtable.games.afrika_korps.refusals import not_now
from sandtable.games.afrika_korps.scenario import ALLIED, Scenario
from sandtable.games.afrika_korps.state import (
    DEAD,
    INSIDE,
    OFF,
    Position,
    combat_units_at,
    forget_turn,
    put,
    substitute_index,
)
from sandtable.games.afrika_korps.verbs import BREAK, DONE, FORM, UNIT
from sandtable.kernel.bits import ones, subsets
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.flow import ChoiceKind, pop, push, replace
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, say

NO_BATTLE = -1


def class_of(scenario: Scenario, substitute: int) -> int:
    """21.1: what it may stand for: armour and mechanised infantry, or infantry and reconnaissance."""
    return scenario.armour_class if scenario.armour_substitutes >> substitute & 1 else scenario.infantry_class


def part_sets(state: Position, substitute: int) -> list[int]:
    """21.1, 21.2, 21.5: sets of units in one hex with together the substitute's attack factor."""
    scenario = state.scenario
    wanted = scenario.attack[substitute]
    found = []
    for place in ones(state.occupied[ALLIED]):
        here = combat_units_at(state, place, ALLIED)
        if here.bit_count() > scenario.stacking:
            continue
        for part in subsets(here & class_of(scenario, substitute) & ~in_victories(state)):
            if part and sum(scenario.attack[unit] for unit in ones(part)) == wanted:
                found.append(part)
    return found


def formable(state: Position) -> int:
    """21.7: the substitute counters off the map that could be formed now."""
    scenario = state.scenario
    return sum(
        1 << unit for unit in ones(scenario.substitutes) if state.place[unit] == OFF and part_sets(state, unit)
    )


def breakable(state: Position, among: int) -> int:
    """21.3: substitutes on the map, among these, that have something to be broken down into."""
    scenario = state.scenario
    return sum(
        1 << unit
        for unit in ones(scenario.substitutes & among)
        if state.place[unit] >= 0 and further_parts(state, unit, 0)
    )


def further_parts(state: Position, substitute: int, chosen: int) -> int:
    """21.3-21.5, ruling 15: counters that may still come out of a substitute.

    Of its class, not on the map, together no stronger than it, none faster unless it went in, three in the hex.
    """
    scenario = state.scenario
    inside = state.parts[substitute_index(scenario, substitute)]
    here = combat_units_at(state, state.place[substitute], ALLIED) & ~(1 << substitute)
    if here.bit_count() + chosen.bit_count() >= scenario.stacking:
        return 0
    left = scenario.attack[substitute] - sum(scenario.attack[unit] for unit in ones(chosen))
    parts = 0
    for unit in ones(class_of(scenario, substitute) & ~chosen):
        off_map = state.place[unit] in (OFF, DEAD) or inside >> unit & 1
        slow = scenario.move[unit] <= scenario.move[substitute] or inside >> unit & 1
        if off_map and slow and scenario.attack[unit] <= left:
            parts |= 1 << unit
    return parts


def offer_substitution(state: Position, frame: Frame) -> None:
    """21.1, 21.2: at the end of Allied movement, from August 1942."""
    if state.active != ALLIED or state.turn < state.scenario.substitutes_from:
        return
    if formable(state) or breakable(state, state.scenario.substitutes):
        push(state, SUBSTITUTION)


class Substitution(ChoiceKind[Position]):
    """21.2, 21.3: form substitutes or break them down, as often as wanted."""

    name = "substitution"
    rule = "21.2"

    def side(self, state: Position, frame: Frame) -> int:
        return ALLIED

    def legal(self, state: Position, frame: Frame) -> Options:
        options: Options = []
        forms = formable(state) & ~state.stopped
        if forms:
            options.append((FORM, forms))
        broken = breakable(state, ~(state.landed | in_victories(state)))
        if broken:
            options.append((BREAK, broken))
        options.append((DONE, 1))
        return options

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        if verb == FORM:
            push(state, FORM_SUBSTITUTE, argument, 0)
        elif verb == BREAK:
            begin_breaking(state, argument, NO_BATTLE)
        else:
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Form or break down substitutes, or go on to combat")

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb not in (FORM, BREAK):
            return not_now(verb)
        if not state.scenario.substitutes >> argument & 1:
            return "21.7", say("only the counters supplied as substitutes serve as such")
        if verb == FORM:
            return "21.1", say("it is in play, or no hex holds units of its class with just its attack factor")
        return "21.3", say("it is not on the map, was formed this turn, or has nothing to be broken down into")


class FormSubstitute(ChoiceKind[Position]):
    """21.1, 21.2: name the units it stands for, all in one hex. Locals: substitute, units chosen."""

    name = "form-substitute"
    rule = "21.1"

    def side(self, state: Position, frame: Frame) -> int:
        return ALLIED

    def legal(self, state: Position, frame: Frame) -> Options:
        chosen = frame[3]
        parts = 0
        for part in part_sets(state, frame[2]):
            if not chosen & ~part:
                parts |= part
        return [(UNIT, parts & ~chosen)]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        scenario = state.scenario
        substitute, chosen = frame[2], frame[3] | 1 << argument
        if sum(scenario.attack[unit] for unit in ones(chosen)) < scenario.attack[substitute]:
            replace(state, substitute, chosen)
        else:
            pop(state)
            form(state, substitute, chosen)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit}: choose the units it stands for", unit=state.scenario.units[frame[2]].id)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != UNIT:
            return "21.1", say("choose first the units the substitute stands for")
        if not class_of(state.scenario, frame[2]) >> argument & 1:
            return "21.1", say("armour stands for armour and mechanised infantry, infantry for infantry and recce")
        return "21.2", say(
            "the units must stand in one hex and have together just the attack factor of the substitute"
        )


def form(state: Position, substitute: int, parts: int) -> None:
    """21.1, 21.2, 21.4: the units go inside and are recorded; the substitute moves no more this turn."""
    place = next(state.place[unit] for unit in ones(parts))
    isolated = state.cut_off & parts, state.allied_once & parts
    for unit in ones(parts):
        forget_turn(state, unit)
        put(state, unit, INSIDE)
    put(state, substitute, place)
    state.parts[substitute_index(state.scenario, substitute)] = parts
    state.stopped |= 1 << substitute
    state.landed |= 1 << substitute
    state.cut_off |= bool(isolated[0]) << substitute
    state.allied_once |= bool(isolated[1]) << substitute
    tell(state, "substitute-formed", "21.1", unit=substitute, parts=list(ones(parts)), hex=place)


def begin_breaking(state: Position, substitute: int, battle: int) -> None:
    push(state, BREAK_SUBSTITUTE, substitute, 0, battle)


class BreakSubstitute(ChoiceKind[Position]):
    """21.3, 21.4: name the units that take its place. Locals: substitute, units chosen, battle or -1."""

    name = "break-substitute"
    rule = "21.3"

    def side(self, state: Position, frame: Frame) -> int:
        return ALLIED

    def legal(self, state: Position, frame: Frame) -> Options:
        options: Options = []
        parts = further_parts(state, frame[2], frame[3])
        if parts:
            options.append((UNIT, parts))
        if frame[3]:
            options.append((DONE, 1))
        return options

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        substitute, chosen, battle = frame[2:5]
        if verb == UNIT:
            replace(state, substitute, chosen | 1 << argument, battle)
        else:
            pop(state)
            break_down(state, substitute, chosen, battle)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("{unit}: choose the units that take its place", unit=state.scenario.units[frame[2]].id)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        scenario = state.scenario
        if verb == DONE:
            return "21.3", say("choose at least one unit")
        if verb != UNIT or not class_of(scenario, frame[2]) >> argument & 1:
            return "21.3", say("choose units of the substitute's class")
        if state.place[argument] >= 0:
            return "21.3", say("it is on the map already")
        if scenario.move[argument] > scenario.move[frame[2]]:
            return "21.4", say("it is faster than the substitute and did not go into it")
        return "21.4", say("the units would be stronger than the substitute, or more than three in the hex")


def break_down(state: Position, substitute: int, units: int, battle: int) -> None:
    """21.3: the units take the substitute's place, in its battle too; parts that do not come out are lost."""
    scenario = state.scenario
    index = substitute_index(scenario, substitute)
    place = state.place[substitute]
    cut_off, once = state.cut_off >> substitute & 1, state.allied_once >> substitute & 1
    for part in ones(state.parts[index] & ~units):
        put(state, part, DEAD)
    state.parts[index] = 0
    put(state, substitute, OFF)
    forget_turn(state, substitute)
    for unit in ones(units):
        put(state, unit, place)
        state.stopped |= 1 << unit
        state.cut_off |= cut_off << unit
        state.allied_once |= once << unit
    replace_in_battles(state, substitute, units)
    tell(state, "substitute-broken", "21.3", unit=substitute, parts=list(ones(units)), hex=place)
    if battle != NO_BATTLE:
        from sandtable.games.afrika_korps.exchange import lower_need

        lower_need(state, substitute, units)


def replace_in_battles(state: Position, substitute: int, units: int) -> None:
    bit = 1 << substitute
    for battles in (state.attackers, state.defenders):
        for index, members in enumerate(battles):
            if members & bit:
                battles[index] = members & ~bit | units


SUBSTITUTION, FORM_SUBSTITUTE, BREAK_SUBSTITUTE = Substitution(), FormSubstitute(), BreakSubstitute()

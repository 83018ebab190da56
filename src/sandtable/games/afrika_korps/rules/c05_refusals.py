"""5: why a move is not legal: the rule and a sentence, from the same predicates that build the legal choices."""

from __future__ import annotations

from sandtable.games.afrika_korps.printed.data import Printed
from sandtable.games.afrika_korps.rules.c05_movement import (
    Ground,
    group_steps,
    other_road,
    payable,
    points_left,
    same_zones,
    steps,
)
from sandtable.games.afrika_korps.rules.c07_zones import zone
from sandtable.games.afrika_korps.rules.c09_automatic_victory import victories_are_fed
from sandtable.games.afrika_korps.rules.c15_capture import shy_of_supply, within_grasp
from sandtable.games.afrika_korps.state import DEAD, INSIDE, OFF, SEA, Position
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
from sandtable.kernel.bits import first, ones
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import Message, otherwise, say

Refusal = tuple[str, Message]

# For a verb that belongs to another moment of the turn, the rule that says when.
MOMENTS: dict[int, Refusal] = {
    HEX: ("5.1", otherwise("first choose which unit moves")),
    UNIT: ("5.1", otherwise("units move only during their side's movement")),
    EMBARK: ("23.4", otherwise("units embark only during their side's movement")),
    DECLARE: ("9.1", otherwise("an automatic victory is declared during movement")),
    ATTACK: ("5.3", otherwise("battles are fought only when all movement is done")),
    TARGET: ("8.4", otherwise("first choose an enemy to attack")),
    WITH: ("8.4", otherwise("first choose which enemy it attacks")),
    BLOCK: ("9.3", otherwise("first declare an automatic victory")),
    SUPPLY: ("14.6", otherwise("supply is named when an attack is declared")),
    CAPTURE: ("15.4", otherwise("escorted supply is taken only in combat")),
    BATTLE: ("8.6", otherwise("battles are fought only when all movement is done")),
    LOSE: ("7.5", otherwise("you have no losses to take now")),
    FORM: ("21.2", otherwise("substitutes are formed at the end of Allied movement")),
    BREAK: ("21.3", otherwise("substitutes are broken down at the end of Allied movement or in combat")),
    DESTROY: ("15.5", otherwise("you can destroy only your own supply on the map")),
    PERMIT: ("11.7", otherwise("no unit of yours is to retreat into a fortress now")),
    REFUSE: ("11.7", otherwise("no unit of yours is to retreat into a fortress now")),
    DECLINE: ("12.4", otherwise("no supply unit has arrived")),
    STOP: ("5.2", otherwise("first choose a unit to move")),
    DONE: ("3.1", otherwise("first make the choice you are asked for")),
}


def not_now(verb: int) -> Refusal:
    return MOMENTS[verb]


def why_no_move(state: Position, verb: int, argument: int) -> Refusal:
    """Movement phase: why this cannot be done with this unit."""
    if verb not in (UNIT, EMBARK, DECLARE, DESTROY):
        return not_now(verb)
    printed = state.printed
    mine = printed.side_of[argument] == state.active
    if verb == DECLARE:
        return why_no_victory(state, argument, mine)
    if verb == DESTROY:
        if mine and printed.supply >> argument & 1 and state.place[argument] >= 0:
            return "14.5", say("an automatic victory would be left without supply")
        return not_now(verb)
    if not mine:
        return "10.1", say("the other side's units do not move in your turn")
    if state.place[argument] < 0:
        return why_off_map(state, argument)
    if verb == EMBARK:
        return why_no_embarking(state, argument)
    return why_stuck(state, argument)


def why_off_map(state: Position, unit: int) -> Refusal:
    place = state.place[unit]
    if place == SEA:
        return "23.4", say("it is at sea until its owner's next turn")
    if place == DEAD:
        return "20.1", say("it was eliminated and can return only as a replacement")
    if place == INSIDE:
        return "21.3", say("it is part of a substitute")
    assert place == OFF
    if (state.printed.supply | state.printed.substitutes) >> unit & 1:
        return "2.3", say("its counter is set aside until it comes into play")
    return "19.1", say("it is not on the map")


def why_stuck(state: Position, unit: int) -> Refusal:
    """A unit on the map that cannot take a step."""
    bit = 1 << unit
    if state.frozen & bit:
        if any(blockers & bit for blockers in state.blockers):
            return "9.3", say("it cuts off the retreat in an automatic victory until combat is over")
        return "9.2", say("it is bound by an automatic victory until combat is over")
    if state.stopped & bit:
        if zone(state, ENEMY_OF[state.active]) >> state.place[unit] & 1:
            return "8.1", say("it entered an enemy zone of control and had to stop")
        return "18.1", say("it entered an escarpment or an enemy zone this turn and may not move on")
    if not payable(state, unit, False):
        return "5.2", say("it has no movement left")
    if state.printed.supply & bit and not victories_are_fed(state, bit):
        return "14.5", say("an automatic victory would be left without supply")
    if hemmed_in_by_supply(state, unit):
        return why_shy(state, unit)
    return "8.3", otherwise("enemies and their zones of control leave it no hex to go to")


def hemmed_in_by_supply(state: Position, unit: int) -> bool:
    """13.3, 15.1: are all the hexes that Rommel or supply could pay for next to enemy supply?"""
    side = state.active
    hexes = payable(state, unit, False) & ~Ground(state, side).closed
    alone = not (state.printed.combat >> unit & 1) and not hexes & state.occupied[side]
    return bool(hexes) and alone and not hexes & ~shy_of_supply(state, side)


def why_shy(state: Position, unit: int) -> Refusal:
    """13.3 speaks of supply, 15.1 of Rommel too."""
    rule = "15.1" if unit == state.printed.rommel else "13.3"
    return rule, say("without a combat unit it may not go next to enemy supply")


def why_no_embarking(state: Position, unit: int) -> Refusal:
    printed, side = state.printed, state.active
    place = state.place[unit]
    if place == printed.bengasi:
        return "23.3", say("no unit moves by sea to or from Bengasi")
    if place == printed.base[ENEMY_OF[side]]:
        return "23.5", say("no unit moves by sea from the enemy's base")
    if not printed.ports[side] >> place & 1:
        return "23.4", say("units embark only in Tobruch or in their own base")
    if state.landed >> unit & 1:
        return "23.4.2", say("it landed this turn and may not embark again")
    if zone(state, ENEMY_OF[side]) >> place & 1:
        return "23.4.4", say("the port is in an enemy zone of control")
    if state.frozen >> unit & 1:
        return "9.2", say("it is bound by an automatic victory")
    if unit == printed.rommel:
        return "22.4", say("isolated together with a combat unit, Rommel stays until it is relieved or lost")
    return "14.5", say("an automatic victory would be left without supply")


def why_no_victory(state: Position, unit: int, mine: bool) -> Refusal:
    printed = state.printed
    if mine or not printed.combat >> unit & 1 or state.place[unit] < 0:
        return "9.1", say("an automatic victory is won over an enemy combat unit on the map")
    if state.cancelled >> unit & 1:
        return "9.4", say("it is already under automatic victory")
    return "9.1", say("the supplied units next to it do not reach 7-1, nor 5-1 with its retreat cut off")


def why_no_step(state: Position, group: int, moved: bool, verb: int, argument: int) -> Refusal:
    """While a group moves: why it cannot go there, or cannot stop, or cannot take that unit along."""
    ground = Ground(state, state.active)
    if verb == HEX:
        return why_not_hex(state, group, argument, ground)
    if verb == UNIT:
        return why_not_along(state, group, moved, argument)
    if verb == STOP:
        return why_no_stop(state, group, moved, ground)
    return "5.2", otherwise("finish the move first")


def why_no_stop(state: Position, group: int, moved: bool, ground: Ground) -> Refusal:
    place = state.place[first(group)]
    if not moved:
        return "5.2", say("it has not moved yet; choose a hex, or undo")
    if ground.victims >> place & 1:
        return "9.1", say("no unit may end its move in the hex of an enemy under automatic victory")
    return "14.5", say("an automatic victory would be left without supply")


def why_not_along(state: Position, group: int, moved: bool, unit: int) -> Refusal:
    printed = state.printed
    place = state.place[first(group)]
    if printed.side_of[unit] != state.active:
        return "10.1", say("the other side's units do not move in your turn")
    if moved:
        return "6.2", say("stop first; units join a stack before it moves on")
    if group >> unit & 1:
        return "6.2", say("it is already part of the stack")
    if state.place[unit] != place:
        return "6.2", say("only units in the same hex move together")
    if (state.stopped | state.frozen) >> unit & 1:
        return why_stuck(state, unit)
    return "6.2", say("there is no hex they could all enter together")


def why_not_hex(state: Position, group: int, hex_number: int, ground: Ground) -> Refusal:
    """The first rule that forbids this hex to some unit of the group."""
    printed = state.printed
    if refusal := why_not_over(printed, state.place[first(group)], hex_number):
        return refusal
    if ground.closed >> hex_number & 1:
        return "5.4", say("enemy combat units hold that hex")
    for unit in ones(group):
        if refusal := why_not_unit(state, group, unit, hex_number, ground):
            return refusal
    if not group_steps(state, group, ground) >> hex_number & 1:
        return "9.1", say("it could not leave that hex again, and may not end its move there")
    assert not victories_are_fed(state, group & printed.supply)
    return "9.7", say("an automatic victory would be left without supply")


def why_not_over(printed: Printed, place: int, hex_number: int) -> Refusal | None:
    """What the map itself says against a step from one hex to another."""
    if hex_number >= printed.board.size:
        return why_unplayable(printed, hex_number)
    if not printed.board.names[hex_number]:
        return "5.8", say("there is no such hex on the map")
    if not printed.board.touching[place] >> hex_number & 1:
        return "5.2", say("a unit moves one hex at a time, to a neighbouring hex")
    if not printed.board.adjacent[place] >> hex_number & 1:
        return "5.7", say("the hexside between them is all sea or all Qattara Depression")
    return None


def why_unplayable(printed: Printed, hex_number: int) -> Refusal:
    """Hexes printed on the map but outside play: sea, full Qattara, the edges."""
    terrain = printed.backdrop[hex_number - printed.board.size][1]
    if terrain == "qattara":
        return "5.6", say("no unit enters a hex wholly inside the Qattara Depression")
    if terrain == "sea":
        return "5.7", say("no unit enters the sea")
    return "5.8", say("the partial hexes at the map edges are not playable")


def why_not_unit(state: Position, group: int, unit: int, hex_number: int, ground: Ground) -> Refusal | None:
    printed = state.printed
    here = state.place[unit]
    escorted = bool(group >> printed.rommel & 1) and unit != printed.rommel
    if not payable(state, unit, escorted) >> hex_number & 1:
        return why_too_dear(state, unit, hex_number, escorted)
    if ground.zone >> here & 1 and same_zones(state, ground, here) >> hex_number & 1:
        return "8.3", say("it may not move directly from one hex of an enemy's zone to another")
    companions = group & printed.combat & ~(1 << unit)
    if steps(state, unit, ground, escorted, companions) >> hex_number & 1:
        return None
    if printed.combat >> unit & 1:
        assert within_grasp(state, state.active, hex_number)
        return "15.2.1", say(
            "it may enter a zone to capture supply only if it can legally attack every enemy whose zone that is"
        )
    escort = companions or state.occupied[state.active] >> hex_number & 1
    if shy_of_supply(state, state.active) >> hex_number & 1 and not escort:
        return why_shy(state, unit)
    if unit == printed.rommel:
        return "22.4.1", say("Rommel may not enter an Allied zone without a combat unit")
    rule = "15.2.1.2" if state.captured >> unit & 1 else "13.2"
    return rule, say("supply enters an enemy zone only to support an attack on that enemy at 1-2 or better")


def why_too_dear(state: Position, unit: int, hex_number: int, escorted: bool) -> Refusal:
    printed = state.printed
    here = state.place[unit]
    came_by_road = (state.by_west | state.by_north) >> unit & 1
    if here == printed.two_roads and came_by_road and hex_number == other_road(state, unit):
        return "17.3.2", say("changing roads in this hex costs an extra movement point, and it has too few left")
    if points_left(state, unit, escorted) > 0:
        return "18.5", say("it has already left or entered a road on an escarpment this turn")
    if state.road_spent[unit] < printed.road_bonus:
        return "17.2", say("it has only its road bonus left, which counts only along the road")
    return "5.2", say("it has no movement points left")

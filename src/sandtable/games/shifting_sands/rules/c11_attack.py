"""11.1: which units can attack which space, and together with whom."""

from __future__ import annotations

from functools import lru_cache

from sandtable.games.shifting_sands.printed.counters import GROUPS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS, Printed
from sandtable.games.shifting_sands.rules.c08_stacking import ALIKE
from sandtable.games.shifting_sands.rules.c10_reasons import why_closed
from sandtable.games.shifting_sands.rules.c10_regions import (
    crossers,
    in_desert,
    is_active,
    sleepers,
    spared,
    targets,
    ways,
)
from sandtable.games.shifting_sands.rules.c11_fight import spaces_of
from sandtable.games.shifting_sands.rules.c11_fire import offensive
from sandtable.games.shifting_sands.state import Theatre, happened, has_option, inactive, units_at
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.words import Message, otherwise, say


def ready(state: Theatre, side: int) -> int:
    """11.1, 11.14: the units of a side in spaces with attack markers that have not fought in this action."""
    units = 0
    for space in ones(state.fighters):
        units |= units_at(state, space, side)
    return units & ~state.has_fought


def attackable(state: Theatre, side: int) -> int:
    """11.14: the spaces with enemies that may be attacked: units that have been attacked in this action may not
    be attacked again unless they have retreated (11.57)."""
    barred = spaces_of(state, state.printed.own[1 - side] & state.was_attacked & ~state.fled)
    return state.occupied[1 - side] & ~barred


def open_targets(state: Theatre, side: int) -> int:
    """11.12: the spaces that a side can attack now."""
    spaces, found = attackable(state, side), 0
    near, users = state.printed.graph.adjacent, crossers(state)
    units = state.printed.own[side] & ~state.has_fought & ~inactive(state)
    for space in ones(state.fighters):
        for target in ones(near[space] & spaces & ~found):
            if state.stacks.get(space, 0) & units & users.get((space, target), 0):
                found |= 1 << target
    return found & ~spared(state, side, found)


def joiners(state: Theatre, side: int, target: int) -> int:
    """11.12, 11.17: the units that can take part in an attack on this space."""
    if spared(state, side, bit(target)):
        return 0
    users, found = crossers(state), 0
    for space in ones(state.fighters & state.printed.graph.adjacent[target]):
        found |= state.stacks.get(space, 0) & users.get((space, target), 0)
    return found & state.printed.own[side] & ~state.has_fought & ~inactive(state)


# 11.18: units of several nations


@lru_cache(maxsize=4)
def _groups(printed: Printed) -> tuple[int, ...]:
    """7.23, 11.18: of each unit the group of nations to which it belongs, as a bit."""
    return tuple(
        bit(next(number for number, nations in enumerate(GROUPS) if unit.nation in nations))
        for unit in printed.units
    )


def groups_of(state: Theatre, units: int) -> int:
    """7.23: the groups of nations among these units."""
    groups, found = _groups(state.printed), 0
    for unit in ones(units):
        found |= groups[unit]
    return found


def may_fight_together(state: Theatre, attackers: int) -> bool:
    """11.18: one of the spaces from which they attack must hold units of all nations that take part."""
    groups = groups_of(state, attackers)
    return not groups & (groups - 1) or _hosted(state, attackers, spaces_of(state, attackers))


def _hosted(state: Theatre, attackers: int, spaces: int) -> bool:
    groups = groups_of(state, attackers)
    side = state.printed.owners[ones(attackers)[0]]
    return any(not groups & ~groups_of(state, units_at(state, space, side)) for space in ones(spaces))


def fitting(state: Theatre, attackers: int, others: int) -> int:
    """11.18: those of the others who can join so that the attack can still be made: from one of the spaces that
    take part already, or that could."""
    groups = groups_of(state, attackers | others)
    if not groups & (groups - 1):
        return others
    spaces = spaces_of(state, attackers | others)
    return mask_of(unit for unit in ones(others) if _hosted(state, attackers | bit(unit), spaces))


# 11.274, A23, X37: what is declared with an attack


def why_no_rommel(state: Theatre) -> tuple[str, Message] | None:
    """11.274, 19.21: why Rommel cannot join the attack that is being gathered, if he cannot."""
    printed = state.printed
    if state.attacking != AXIS or not happened(state, "rommel"):
        return "11.274", say("Rommel is not in Africa")
    if happened(state, "von_arnim_takes_command"):
        return "11.274", say("Von Arnim has taken command: Rommel can no longer be used")
    if state.rommel_used or state.rommel_here:
        return "11.274", say("Rommel joins one attack in an action")
    if printed.spaces[state.target].fort:
        return "11.274", say("Rommel does not join an attack on a fort")
    if (printed.regions["Near East"] | printed.regions["East Africa"]) >> state.target & 1:
        return "11.274", say("Rommel does not fight in the Near East or in East Africa")
    if not state.attackers:
        return "11.274", say("choose units that attack first")
    if has_option(state, "19.21") and not state.attackers & printed.nations["GE"]:
        return "19.21", say("Rommel joins only an attack with a German unit")
    return None


def why_no_bonus(state: Theatre) -> tuple[str, Message] | None:
    """A23, X37: why this attack cannot be the one with the better die, if it cannot."""
    rule = "A23" if state.attacking == ALLIED else "X37"
    if not offensive(state, "crusader" if state.attacking == ALLIED else "venezia"):
        return rule, say("this action is no such offensive")
    if state.bonus_used or state.bonus_here:
        return rule, say("the offensive gives a better die to one attack only")
    if not in_desert(state, state.target):
        return rule, say("the offensive is in Egypt and Libya")
    return None


# Why not


def why_not_attacked(state: Theatre, side: int, space: int) -> tuple[str, Message]:
    """Why a space cannot be attacked."""
    enemies = units_at(state, space, 1 - side)
    if not enemies:
        return "11.12", say("there is no enemy unit there")
    if not attackable(state, side) >> space & 1:
        return "11.14", say("that space has been attacked in this action")
    near = state.printed.graph.adjacent[space]
    for unit in ones(ready(state, side)):
        if near >> state.place[unit] & 1:
            return _why_closed_to(state, unit, space)
    if near & state.fighters:
        return "11.14", say("the units next to that space have fought in this action")
    return "11.1", otherwise("no space with an Attack marker is next to that space")


def _why_closed_to(state: Theatre, unit: int, space: int) -> tuple[str, Message]:
    """Why a unit that is next to a space with enemies cannot attack it."""
    if not is_active(state, unit):
        return "10.41", say("that unit is not active yet")
    if not ways(state, unit)[state.place[unit]] >> space & 1:
        rule, sentence = why_closed(state, unit, space)
        return "11.17" if rule == "9.13" else rule, sentence
    if sleepers(state) >> space & 1:
        return "10.422", say("Iraqis who are not active yet cannot be attacked")
    return "10.521", say("the Allies attack nothing west of Tripoli in the action of Torch")


def why_not_joined(state: Theatre, unit: int) -> tuple[str, Message]:
    """Why a unit cannot take part in the attack."""
    if state.attackers >> unit & 1:
        return "11.22", say("that unit has joined the attack already")
    place = state.place[unit]
    if not state.printed.own[state.attacking] >> unit & 1:
        return "11.1", say("that unit is not yours")
    if place < 0 or not state.printed.spaces[place].on_map:
        return "11.1", say("that unit is not on the map")
    if not state.fighters >> place & 1:
        return "11.1", say("there is no Attack marker in its space")
    if state.has_fought >> unit & 1:
        return "11.14", say("that unit has fought in this action")
    if not state.printed.graph.adjacent[place] >> state.target & 1:
        return "11.12", say("that unit is not next to the space attacked")
    if not targets(state, unit) >> state.target & 1:
        return _why_closed_to(state, unit, state.target)
    others = joiners(state, state.attacking, state.target) & ~state.attackers
    if not fitting(state, state.attackers, others) >> unit & 1:
        return "11.18", say("no space of the attack holds units of all nations that would take part")
    return "11.22", ALIKE

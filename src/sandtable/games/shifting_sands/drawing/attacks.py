"""What a player may ask about attacks: the odds against a space, and how a unit could attack it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.shifting_sands.drawing.combats import combat_of
from sandtable.games.shifting_sands.drawing.viewpoint import Viewpoint, place_name, spaces_of
from sandtable.games.shifting_sands.notation.words import unit_name
from sandtable.games.shifting_sands.rules.c07_operations import activation_cost
from sandtable.games.shifting_sands.rules.c09_reach import ends
from sandtable.games.shifting_sands.rules.c10_regions import is_active, targets, ways
from sandtable.games.shifting_sands.rules.c11_attack import groups_of, may_fight_together
from sandtable.games.shifting_sands.rules.c11_fight import Fight, planned
from sandtable.games.shifting_sands.state import Theatre, face, units_at
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.words import phrase, say, say_count


def odds_against(state: Theatre, space: int) -> Fight | None:
    """11.2: the battle if all enemies next to a space attacked it, whichever side is to act."""
    for side in range(2):
        if units_at(state, space, 1 - side) and (attackers := _neighbours(state, space, side)):
            return planned(state, attackers, space)
    return None


def _neighbours(state: Theatre, space: int, side: int) -> int:
    """11.18: if they cannot all fight together, the strongest group of nations."""
    able = mask_of(
        unit
        for unit in ones(state.printed.own[side])
        if state.place[unit] >= 0
        and state.printed.spaces[state.place[unit]].on_map
        and targets(state, unit) >> space & 1
    )
    if not able or may_fight_together(state, able):
        return able
    groups: dict[int, int] = {}
    for unit in ones(able):
        group = groups_of(state, bit(unit))
        groups[group] = groups.get(group, 0) | bit(unit)
    return max(groups.values(), key=lambda units: sum(face(state, unit).combat for unit in ones(units)))


def show_odds(state: Theatre, space: int) -> Answer:
    apart = state.copy()
    apart.clear("battle")
    found = odds_against(apart, space)
    if found is None:
        words = phrase("No enemy next to {place} could attack it now", place=place_name(state, space))
        return Answer(text=words, rule="11.12")
    drawn = combat_of(Viewpoint.of_state(apart), found)
    return Answer(
        text=phrase("All units next to it attack, without combat cards: {column}", column=drawn.column),
        cells=(
            Tint(space, tone="warn"),
            *(Tint(base, tone=str(found.attacking)) for base in ones(found.origins)),
        ),
        combat=drawn,
        rule="11.27",
    )


# How a unit could attack


def bases(state: Theatre, unit: int, space: int) -> list[int]:
    """11.1, 9.16: from where a unit could attack a space: from where it is, or armour from a space with an attack
    marker that it can reach."""
    place, side = state.place[unit], state.printed.owners[unit]
    if not units_at(state, space, 1 - side) or not spaces_of(state, bit(unit)) or not is_active(state, unit):
        return []
    return list(_bases(state, unit, place, space))


def _bases(state: Theatre, unit: int, place: int, space: int) -> Iterator[int]:
    if targets(state, unit) >> space & 1:
        yield place
    if state.printed.armour >> unit & 1 and state.movers >> place & 1 and not state.moved >> unit & 1:
        links = ways(state, unit)
        joined = (base for base in ends(state, unit) if state.fighters >> base & 1)
        yield from (base for base in joined if links[base] >> space & 1)


def show_target(state: Theatre, unit: int, space: int) -> Answer:
    found = bases(state, unit, space)
    name, goal, place = unit_name(state.printed, unit), place_name(state, space), state.place[unit]
    if not found:
        return Answer(text=phrase("{unit} cannot attack {place} now", unit=name, place=goal), rule="11.1")
    if place not in found:
        words = phrase("{unit} could join an attack on {place} from where the arrows begin", unit=name, place=goal)
        return Answer(text=words, ways=tuple((base, space) for base in found), rule="9.16")
    if state.fighters >> place & 1:
        text = say("{unit} can attack {goal} from {place}", unit=name, goal=goal, place=place_name(state, place))
    else:
        cost = activation_cost(state, state.printed.owners[unit], place, attack=True)
        text = say_count(
            "{unit} could attack {goal} if {place} were activated for combat, for one point",
            "{unit} could attack {goal} if {place} were activated for combat, for {count} points",
            cost,
            unit=name,
            goal=goal,
            place=place_name(state, place),
        )
    return Answer(text=str(text), ways=tuple((base, space) for base in found), rule="11.1")

"""Check points about play: the rulebook's examples of combat, pursuit and Buildup, worked out from the data.

The rules do the sums, on positions set up for them; the files in use give the numbers that go in.
"""

from __future__ import annotations

from sandtable.games.rommel_in_the_desert.printed.data import ALLIED, AXIS
from sandtable.games.rommel_in_the_desert.printed.facts import Facts
from sandtable.games.rommel_in_the_desert.printed.files import CLASSES, SIDES, Unit
from sandtable.games.rommel_in_the_desert.rules.c09_fire import dice_of, halves_per_hit
from sandtable.games.rommel_in_the_desert.rules.c09_losses import absorbed, halves_for_a_step, takers
from sandtable.games.rommel_in_the_desert.rules.c10_pursuit import pursuers, slowest
from sandtable.games.rommel_in_the_desert.rules.c16_buildup import (
    BUILDUP,
    PLAYER_BUILDUP,
    share_points,
    step_price,
)
from sandtable.games.rommel_in_the_desert.rules.c16_redeployment import HEXES
from sandtable.games.rommel_in_the_desert.state import HALF, Position
from sandtable.kernel.bits import mask_of, ones

THREE_HITS = 3 * HALF
INFANTRY = CLASSES.index("infantry")


def any_unit(facts: Facts, side: int, sort: str, elite: bool = False) -> Unit:
    """A block of this type."""
    return next(u for u in facts.printed.units if (u.side, u.sort.name, u.elite) == (side, sort, elite))


def in_tobruk(facts: Facts, *units: Unit) -> Position:
    """A position with these blocks in Tobruk."""
    return facts.standing(*(f"{unit.id}@Tobruk" for unit in units))


# 9, 10.5: fire


def fortress_dice(facts: Facts) -> str:
    """9.21, example: the dice of an infantry unit of CV 3 that defends a fortress, and what hits infantry."""
    unit = any_unit(facts, ALLIED, "infantry")
    state = in_tobruk(facts, unit)
    state.cv[unit.number] = 3
    dice = dice_of(state, unit.number, facts.place("Tobruk"), True)
    return f"{dice} {facts.printed.hits_from[INFANTRY][INFANTRY]}"


def assault_dice(facts: Facts) -> str:
    """13.5 sidebar: the dice per CV of infantry and of armor in a fortress under assault."""
    units = [any_unit(facts, ALLIED, sort) for sort in ("infantry", "armor")]
    state, place = in_tobruk(facts, *units), facts.place("Tobruk")
    state.assault_hexes = 1 << place
    for unit in units:
        state.cv[unit.number] = 1
    return " ".join(str(dice_of(state, unit.number, place, True)) for unit in units)


def hits_on_elite_armor(facts: Facts) -> str:
    """9.5, example: of three hits, the steps that are lost and the hits that are wasted."""
    unit = any_unit(facts, AXIS, "armor", elite=True)
    state = in_tobruk(facts, unit)
    taken = absorbed(state, 1 << unit.number, THREE_HITS)
    return f"{taken // halves_for_a_step(state, unit.number)} {(THREE_HITS - taken) // HALF}"


def hits_on_mixed_armor(facts: Facts) -> str:
    """9.5, example: of three hits, what an elite and a normal armor unit may lose: all ways to take them."""
    elite, normal = (any_unit(facts, AXIS, "armor", elite=elite) for elite in (True, False))
    state, found = in_tobruk(facts, elite, normal), set()
    todo = [(state, THREE_HITS)]
    while todo:
        state, halves = todo.pop()
        able = takers(state, mask_of((elite.number, normal.number)), halves)
        for unit in ones(able):
            after = state.copy()
            after.cv[unit] -= facts.printed.step[unit]
            todo.append((after, halves - halves_for_a_step(state, unit)))
        if not able:
            found.add(tuple(unit.max_cv - state.cv[unit.number] for unit in (elite, normal)))
    return " ".join(f"{a}+{b}" for a, b in sorted(found))


def hits_in_a_minefield(facts: Facts) -> str:
    """15.1 sidebar: the steps that one hit of artillery and two of others take from an elite Defender."""
    unit = any_unit(facts, AXIS, "armor", elite=True)
    guns, others = (any_unit(facts, ALLIED, sort).number for sort in ("artillery", "infantry"))
    state, place = in_tobruk(facts, unit), facts.place("Tobruk")
    state.mined_hexes = 1 << place
    halves = halves_per_hit(state, guns, place, True) + 2 * halves_per_hit(state, others, place, True)
    return str(absorbed(state, 1 << unit.number, halves) // halves_for_a_step(state, unit.number))


def pursuit_of_mechanized(facts: Facts) -> str:
    """19.0: the speed of mechanized infantry, and how many foot units can pursue it."""
    runner, foot = any_unit(facts, ALLIED, "mech_inf"), any_unit(facts, AXIS, "infantry")
    state, place = in_tobruk(facts, runner, foot), facts.place("Tobruk")
    speed = slowest(state, 1 << runner.number)
    return f"{speed} {pursuers(state, place, ALLIED, speed).bit_count()}"


# 16: the Buildup


def after_dice(facts: Facts, axis: int, allied: int) -> Position:
    """16.3: a Buildup whose dice gave these sums."""
    state = facts.standing()
    state.rolled = [axis, allied]
    share_points(state, BUILDUP.frame())
    return state


def first_builders(facts: Facts) -> str:
    """16.3: who builds first when the Axis rolls less, more, and the same."""
    return " ".join(SIDES[PLAYER_BUILDUP.side(after_dice(facts, axis, 7).frames[-1])] for axis in (6, 8, 7))


def trips(facts: Facts, start: str, goal: str) -> int:
    """16.51: how many redeployments by land it takes with nothing in the way."""
    count, reached = 0, 1 << facts.place(start)
    while not reached >> facts.place(goal) & 1:
        count, reached = count + 1, facts.reach(reached, HEXES)
    return count


def demonstration_buildup(facts: Facts) -> str:
    """19.0: what both sides receive, and what each spends and saves."""
    printed = facts.printed
    state = after_dice(facts, 5, 4)
    land, sea = printed.costs["redeployment"], printed.costs["sea"]
    damaged = [any_unit(facts, AXIS, "infantry").number, any_unit(facts, ALLIED, "mech_inf").number]
    axis, allied = (step_price(state, unit) for unit in damaged)
    to_bardia, to_sofafi = trips(facts, "Buq-Buq", "Bardia"), trips(facts, "Tobruk", "Sofafi")
    to_base, to_matruh = trips(facts, "Sidi-Barrani E1", "Alexandria"), trips(facts, "Alexandria", "Mersa-Matruh")
    spent = 2 * axis + 2 * sea + land * (to_bardia + to_sofafi), allied + land * (to_base + 3 * to_matruh)
    sides = (f"{spent[side]} {state.points[side] - spent[side]}" for side in (ALLIED, AXIS))
    return " ".join((str(sum(state.rolled)), *sides))

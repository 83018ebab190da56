"""Answers for drawing: reach and routes, supply and the line to it, zones, isolation, control, odds of an attack.

Each looks at one position, which the player who asks knows, and changes nothing.
"""

from __future__ import annotations

from sandtable.boards.floods import shortest_path
from sandtable.games.afrika_korps.drawing.combats import (
    Fight,
    attack_of,
    chances_in_short,
    combat_of,
    defense_of,
    no_die_rule,
)
from sandtable.games.afrika_korps.drawing.journeys import costs, run_to, travellers, why_no_way
from sandtable.games.afrika_korps.drawing.viewpoint import Viewpoint
from sandtable.games.afrika_korps.notation.words import SIDES, hex_name, odds_name, unit_name, unit_names
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, odds_column
from sandtable.games.afrika_korps.rules.c04_victory import controlled_ports, controls
from sandtable.games.afrika_korps.rules.c05_movement import Ground
from sandtable.games.afrika_korps.rules.c05_movement_phase import route
from sandtable.games.afrika_korps.rules.c05_reach import reach
from sandtable.games.afrika_korps.rules.c07_zones import closed_hexes, zone
from sandtable.games.afrika_korps.rules.c08_contact import neighbours_of
from sandtable.games.afrika_korps.rules.c09_surrounding import odds_against
from sandtable.games.afrika_korps.rules.c14_supply import area_fed, fed_hexes, free_for_lines
from sandtable.games.afrika_korps.rules.c24_isolation import isolated_units
from sandtable.games.afrika_korps.state import (
    SEA,
    Position,
    combat_units_at,
    combat_units_on_map,
    hexes_of,
    isolated_once,
)
from sandtable.games.afrika_korps.verbs import VERBS
from sandtable.kernel.answers import no_route, reach_answer, route_answer, shades, tints_by_side
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.game import Question
from sandtable.kernel.scene import Answer, Tint
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.words import phrase, say

BOTH = (AXIS, ALLIED)


# Moving


def show_reach(state: Position, unit: int) -> Answer:
    """Every hex where the unit, and those in mid-move with it, could end its move, with the points it costs.

    An enemy zone is a warning, because units there must attack (8.4); a full hex is bad, because not all of them
    may stay (6.1).
    """
    group = travellers(state, unit)
    ends = costs(state, group) if group else {}
    if not ends:
        return Answer(text=phrase("{unit} cannot move now", unit=unit_name(state.printed, unit)))
    danger = Ground(state, state.active).zone

    def tone(place: int) -> str:
        return "bad" if _is_full(state, place, group) else "warn" if danger >> place & 1 else "good"

    names = unit_names(state.printed, list(ones(group)))
    return reach_answer(say("{units}: movement points to each hex in reach", units=names), ends, tone, REACH_TONES)


REACH_TONES = {
    "good": say("free to enter"),
    "warn": say("enemy zone: units here must attack"),
    "bad": say("too many units to stay"),
}


def _is_full(state: Position, place: int, group: int) -> bool:
    """6.1: would more combat units than allowed be there?"""
    there = combat_units_at(state, place, state.active) | group & state.printed.combat
    return there.bit_count() > state.printed.stacking


def show_route(state: Position, unit: int, goal: int) -> Answer:
    """The way to a hex and the run of choices that takes it; if there is none now, why not."""
    run, place = run_to(state, unit, goal), hex_name(state.printed, goal)
    if not run:
        return no_route(unit_name(state.printed, unit), place, why_no_way(state, unit, goal))
    return route_answer(state, run, VERBS, start=state.place[unit], goal=place)


# Attacking


def beside(state: Position, unit: int, place: int) -> int:
    """7.2, 8.4: the hexes next to this one where the unit stands or could end its move, as a set."""
    group = travellers(state, unit)
    ends = costs(state, group) if group else {}
    around = state.printed.board.adjacent[place] if place < state.printed.board.size else 0
    return around & (mask_of(ends) | mask_of(there for there in [state.place[unit]] if there >= 0))


def show_target(state: Position, unit: int, place: int) -> Answer:
    """7.2, 8.4: from where a unit could attack the enemies in a hex, and when; or why it cannot."""
    printed = state.printed
    enemies = combat_units_at(state, place, ENEMY_OF[printed.side_of[unit]]) if place < printed.board.size else 0
    name, names = printed.units[unit].id, unit_names(printed, list(ones(enemies)))
    if not enemies:
        return Answer(
            text=phrase("There is no enemy combat unit in {hex}", hex=hex_name(printed, place)), rule="7.2"
        )
    if not printed.combat >> unit & 1:
        return Answer(text=phrase("{unit} is not a combat unit and cannot attack", unit=name), rule="7.2")
    hexes = beside(state, unit, place)
    ways = tuple((there, place) for there in ones(hexes))
    if state.place[unit] >= 0 and hexes >> state.place[unit] & 1:
        words = "{unit} is next to {enemies} and can attack when movement has ended"
    elif hexes:
        words = (
            "To attack {enemies}, end the move of {unit} next to it, as the arrows show; battles follow movement"
        )
    else:
        words = "{unit} cannot get next to {enemies} now, and so cannot attack it"
    return Answer(text=phrase(words, unit=name, enemies=names), ways=ways, rule="8.4" if hexes else "7.2")


# Supply


def fed_by_side(state: Position) -> tuple[int, int]:
    """14.2: for each side the hexes in which an attacker would be supplied, whatever it attacks."""
    return fed_hexes(state, AXIS), fed_hexes(state, ALLIED)


def show_supply(state: Position) -> Answer:
    """14.2: where each side's supply feeds an attack, and the units it does not reach."""
    fed = fed_by_side(state)
    tints = [*tints_by_side(fed)]
    for side in BOTH:
        hungry = hexes_of(state, combat_units_on_map(state, side)) & ~fed[side]
        tints += [Tint(place, phrase("no supply"), "warn") for place in ones(hungry)]
    words = (
        "Within {range} hexes of supply, clear of enemy zones, attackers are supplied; units elsewhere are marked"
    )
    legend = shades({"warn": say("units without supply")})
    return Answer(text=phrase(words, range=state.printed.attack_range), cells=tuple(tints), legend=legend)


def line_to_supply(state: Position, unit: int) -> list[int]:
    """24.1: a shortest line of any length from a unit to its side's supply, ends included; empty without one."""
    side, place = state.printed.side_of[unit], state.place[unit]
    if place < 0 or not state.depots[side]:
        return []
    board, enemy = state.printed.board, ENEMY_OF[side]
    free = board.all & ~zone(state, enemy) & ~closed_hexes(state, enemy)
    return shortest_path(board, 1 << place, state.depots[side], free | state.depots[side]) or []


def show_line(state: Position, unit: int) -> Answer:
    """24.1, 14.2: the line of a unit to supply, or, asked of supply, the hexes it feeds."""
    printed, place = state.printed, state.place[unit]
    side, name = printed.side_of[unit], unit_name(printed, unit)
    if place < 0:
        return Answer(text=phrase("{unit} is not on the map", unit=name))
    if printed.supply >> unit & 1:
        fed = area_fed(state, place, free_for_lines(state, side))
        tints = tuple(Tint(there, tone=str(side)) for there in ones(fed))
        return Answer(text=phrase("{unit} supplies attackers here", unit=name), cells=tints)
    line = line_to_supply(state, unit)
    if not line:
        cut_off = Tint(place, phrase("isolated"), "bad")
        return Answer(text=phrase("{unit} has no line to supply", unit=name), cells=(cut_off,))
    fed = fed_hexes(state, side) >> place & 1
    words = "{unit} has a line to {supply} and is supplied to attack"
    if not fed:
        words = "{unit} has a line to {supply}, but is out of range to attack"
    depots = state.stacks[line[-1]] & printed.supply & printed.side_units[side]
    return Answer(
        text=phrase(words, unit=name, supply=printed.units[first(depots)].id),
        cells=(Tint(line[-1], tone="good"),),
        ways=(tuple(line),),
    )


def isolated_by_side(state: Position) -> tuple[int, int]:
    """24.1: the units of each side that have no line to supply now."""
    return isolated_units(state, AXIS), isolated_units(state, ALLIED)


def show_isolation(state: Position) -> Answer:
    """24.1, 24.2: the hexes of isolated units; bad where the coming turn would be their second."""
    tints, names = [], []
    for side, units in zip(BOTH, isolated_by_side(state), strict=True):
        once = hexes_of(state, isolated_once(state, side))
        for place in ones(hexes_of(state, units)):
            last = bool(once >> place & 1)
            tints.append(Tint(place, phrase("second turn" if last else "isolated"), "bad" if last else "warn"))
        names += [state.printed.units[unit].id for unit in ones(units)]
        names += [phrase("(at sea)")] * any(state.place[unit] == SEA for unit in ones(units))
    text = phrase("Isolated now: {units}", units=", ".join(names)) if names else phrase("No unit is isolated")
    legend = shades({"warn": say("isolated for the first turn"), "bad": say("lost if still isolated this turn")})
    return Answer(text=text, cells=tuple(tints), legend=legend)


# Zones and control


def zones_by_side(state: Position) -> tuple[int, int]:
    """7.1: the zones of control of each side."""
    return zone(state, AXIS), zone(state, ALLIED)


def show_zones(state: Position) -> Answer:
    """7.1: a hex in the zones of both sides is listed twice."""
    return Answer(text=phrase("Zones of control"), cells=tints_by_side(zones_by_side(state)))


def control_by_side(state: Position) -> tuple[int, int]:
    """4.3: the fortresses and bases each side controls."""
    return _controlled(state, AXIS), _controlled(state, ALLIED)


def _goals(state: Position) -> int:
    printed = state.printed
    return printed.fortress | 1 << printed.base[AXIS] | 1 << printed.base[ALLIED]


def _controlled(state: Position, side: int) -> int:
    return sum(1 << goal for goal in ones(_goals(state)) if controls(state, side, goal))


def show_control(state: Position) -> Answer:
    """4.3, 19.2: who controls the fortresses and bases, and where each side may land."""
    axis, allied = control_by_side(state)
    return Answer(
        text=phrase("Control of the fortresses and bases; ports are those where a side may land"),
        cells=tuple(_control_tint(state, place, axis, allied) for place in ones(_goals(state))),
        legend=shades({"warn": say("controlled by neither side")}),
    )


def _control_tint(state: Position, place: int, axis: int, allied: int) -> Tint:
    if not (axis | allied) >> place & 1:
        return Tint(place, phrase("neither side"), "warn")
    side = AXIS if axis >> place & 1 else ALLIED
    port = controlled_ports(state, side) >> place & 1
    return Tint(place, phrase("{side}, port" if port else "{side}", side=SIDES[side]), str(side))


# Odds


def odds_on(state: Position, place: int) -> tuple[int, int, int] | None:
    """7.3: attack factors next to a hex, defence factors in it, their column; None without a battle."""
    fight = _attack_on(state, place)
    if fight is None:
        return None
    attack, defense = attack_of(state, fight.attackers), defense_of(state, fight.defenders)
    return attack, defense, odds_column(attack, defense)


def _attack_on(state: Position, place: int) -> Fight | None:
    """The attack of all units next to this hex on all units in it."""
    if place >= state.printed.board.size:
        return None
    for side in BOTH:
        defenders = combat_units_at(state, place, side)
        attackers = neighbours_of(state, place, ENEMY_OF[side])
        if defenders and attackers:
            title = phrase("Attack on {hex}", hex=hex_name(state.printed, place))
            return Fight("odds", title, attackers, defenders)
    return None


def show_odds(state: Position, place: int) -> Answer:
    """7.3: the odds of an attack on this hex by all units next to it, whichever side is to move."""
    fight = _attack_on(state, place)
    if fight is None:
        return Answer(text=phrase("No unit in {hex} has an enemy next to it", hex=hex_name(state.printed, place)))
    turned = state.copy()
    turned.active = state.printed.side_of[first(fight.attackers)]
    column = odds_against(turned, fight.attackers, fight.defenders)
    outcome = phrase("no die") if no_die_rule(turned, fight) else chances_in_short(state.printed, column)
    return Answer(
        text=phrase("All units next to it attack at {odds}: {outcome}", odds=odds_name(column), outcome=outcome),
        cells=(
            Tint(place, odds_name(column), "warn"),
            *(Tint(there, tone=str(turned.active)) for there in ones(hexes_of(state, fight.attackers))),
        ),
        combat=combat_of(Viewpoint(turned, (), {}), fight),
    )


QUESTIONS = {
    "reach": Question(
        "Where a unit could end its move, and at what cost",
        ("unit",),
        reach,
        show_reach,
        use="selection",
        title="Reach",
    ),
    "route": Question(
        "The choices that take a unit to a hex",
        ("unit", "hex"),
        route,
        show_route,
        use="route",
        title="Go there",
    ),
    "target": Question(
        "From where a unit could attack the enemies in a hex",
        ("unit", "hex"),
        beside,
        show_target,
        use="target",
        title="Attack",
    ),
    "supply": Question(
        "Where attackers are supplied, and the units that are not",
        (),
        fed_by_side,
        show_supply,
        use="overlay",
        title="Supply",
    ),
    "zones": Question("The zones of control", (), zones_by_side, show_zones, use="overlay", title="Zones"),
    "isolation": Question(
        "The units without a line to supply",
        (),
        isolated_by_side,
        show_isolation,
        use="overlay",
        title="Isolation",
    ),
    "control": Question(
        "Who controls the fortresses, bases and ports",
        (),
        control_by_side,
        show_control,
        use="overlay",
        title="Control",
    ),
    "line": Question("The line of a unit to supply", ("unit",), line_to_supply, show_line, title="Supply line"),
    "odds": Question(
        "The odds of an attack by all units next to a hex", ("hex",), odds_on, show_odds, title="Odds"
    ),
}

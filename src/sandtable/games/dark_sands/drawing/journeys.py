"""19.1: how far units go together, and by which way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from sandtable.games.dark_sands.drawing.viewpoint import place_name, unit_names
from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.printed.sides import ALLIED
from sandtable.games.dark_sands.rules.c04_set_up import DEPLOY, DEPLOYED
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c08_zones import in_zone
from sandtable.games.dark_sands.rules.c15_placement import Placing, put_on_map
from sandtable.games.dark_sands.rules.c19_extended import FORCED, ONWARD
from sandtable.games.dark_sands.rules.c19_lines import forced_steps, onward, rails_from
from sandtable.games.dark_sands.rules.c19_movement import GROUP, MOVES
from sandtable.games.dark_sands.rules.c19_reach import (
    able,
    companions,
    extended_reach,
    infiltrations,
    place_of,
    reach,
    route,
    why_not_able,
    why_not_reached,
)
from sandtable.games.dark_sands.rules.c22_reinforcements import ARRIVAL, ARRIVALS
from sandtable.games.dark_sands.state import Sands, units_at
from sandtable.games.dark_sands.verbs import ENTER, EXTENDED, INFILTRATE, TO, UNIT, VERBS
from sandtable.kernel.answers import no_route, reach_answer, route_answer
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Choice, pack, unpack
from sandtable.kernel.flow import nearest
from sandtable.kernel.scene import Answer
from sandtable.kernel.words import Message, phrase, say

FRACTIONS = ("", "¼", "½", "¾")
BY_EXTENDED, BY_INFILTRATION = "E", "I"
"""What stands in hexes that are reached otherwise than by paying for every step."""


def movers(state: Sands, units: Sequence[int]) -> int:
    """19.1.1: who would move if these units were moved now, as one; nobody if they cannot."""
    asked, top = mask_of(units), state.frames[-1][0] if state.frames else -1
    if top == MOVES.number:
        here = state.place[units[0]]
        together = units_at(state, here, state.active) if here >= 0 else 0
        return asked if asked & together & able(state) == asked else 0
    if top == GROUP.number:
        joining = 0 if state.extended else companions(state)
        return 0 if asked & ~(state.group | joining) else state.group | asked
    return 0


def entrances(state: Sands, units: Sequence[int]) -> int:
    """15.0, P1.2.2: the hexes in which all of these units, which come onto the map now, have room."""
    places = _placing(state, units)
    if places is None:
        return 0
    return mask_of(
        place for place in ones(places.hexes(state, units[0])) if _has_room(state, places, units, place)
    )


def _placing(state: Sands, units: Sequence[int]) -> Placing | None:
    """How they come onto the map, if they can be chosen for that, or have been."""
    top = state.frames[-1] if state.frames else (-1,)
    for asks, places in ((DEPLOY, DEPLOYED), (ARRIVALS, ARRIVAL)):
        if top[0] == asks.number and not mask_of(units) & ~dict(asks.legal(state, top)).get(ENTER, 0):
            return places
        if top[0] == places.number and list(units) == [places.unit(top)]:
            return places
    return None


ENTRANCE = {"good": say("can come onto the map here")}


def _has_room(state: Sands, places: Placing, units: Sequence[int], place: int) -> bool:
    """May they come onto the map there one after another?"""
    twin = state.copy() if len(units) > 1 else state
    for unit in units[:-1]:
        if not places.hexes(twin, unit) >> place & 1:
            return False
        put_on_map(twin, unit, place, places.rule)
        places.placed(twin, unit)
    return bool(places.hexes(twin, units[-1]) >> place & 1)


def _entering(state: Sands, units: Sequence[int], place: int) -> list[Choice]:
    """The choices that put them there, one after another."""
    if state.frames[-1][0] in (DEPLOYED.number, ARRIVAL.number):
        return [pack(TO, place)]
    return [pack(*step) for unit in units for step in ((ENTER, unit), (TO, place))]


def costs(state: Sands, units: Sequence[int]) -> dict[int, str]:
    """19.1, 19.1.4, 19.1.7: every hex that units moving as one can go to, and what it costs, or how."""
    if open_to_them := entrances(state, units) or _forced(state, units):
        return dict.fromkeys(ones(open_to_them), "")
    group = movers(state, units)
    if not group:
        return {}
    found = dict.fromkeys(extended_reach(state, group), BY_EXTENDED)
    found |= dict.fromkeys(ones(infiltrations(state, group)), BY_INFILTRATION)
    found |= {place: in_points(cost) for place, (cost, _) in reach(state, group).items()}
    found.pop(place_of(state, group), None)
    return found


def _forced(state: Sands, units: Sequence[int]) -> int:
    """19.2.2: the next hexes of a unit that must go on."""
    if not state.frames or state.frames[-1][0] != ONWARD.number:
        return 0
    forced = nearest(state, FORCED)
    if list(units) != [FORCED.unit(forced)]:
        return 0
    return forced_steps(state, units[0], FORCED.left(forced), FORCED.trail(forced))


def way(state: Sands, units: Sequence[int], place: int) -> list[Choice]:
    """The choices that gather these units and take them to a hex."""
    if entrances(state, units) >> place & 1:
        return _entering(state, units, place)
    if _forced(state, units) >> place & 1:
        return [pack(TO, place)]
    group = movers(state, units)
    if not group:
        return []
    if infiltrations(state, group) >> place & 1:
        joining = [pack(UNIT, unit) for unit in ones(group & ~state.group)]
        return [*joining, pack(INFILTRATE, place)]
    if place not in reach(state, group) and (rails := by_rail(state, group, place)):
        begin = [] if state.extended else [pack(EXTENDED)]
        joining = [pack(UNIT, unit) for unit in ones(group & ~state.group)]
        return [*joining, *begin, *(pack(TO, step) for step in rails)]
    return route(state, group, place)


def by_rail(state: Sands, group: int, place: int) -> Sequence[int]:
    """19.1.8: the way along the railway, on which nobody checks for disorganisation, even if a road is shorter."""
    rail, start, side = state.printed.rail, place_of(state, group), state.active
    if side != ALLIED or start not in rail or place not in rail or place not in extended_reach(state, group):
        return ()
    here, there = rail.index(start), rail.index(place)
    way = rail[here : there + 1] if here < there else rail[there : here + 1][::-1]
    free = all((rails_from(state, side, a) & onward(state, side, a, 0)) >> b & 1 for a, b in pairwise(way))
    return way[1:] if free and not any(state.trail >> step & 1 for step in way[1:]) else ()


def in_points(quarters: int) -> str:
    """Movement points in as few letters as fit into a hex: 2, ½, 3¼."""
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole or ''}{FRACTIONS[rest]}" or "0"


def _show_entrances(state: Sands, units: Sequence[int]) -> Answer:
    area, names = entrances(state, units), unit_names(state, mask_of(units))
    if not area:
        return Answer(text=phrase("No hex has room for all of these: {units}", units=names), rule="7.2")
    words = say("Where {units} can come onto the map", units=names)
    return reach_answer(words, dict.fromkeys(ones(area), ""), lambda _: "good", ENTRANCE)


def show_reach(state: Sands, units: Sequence[int]) -> Answer:
    """Where units can go together, what it costs, and where enemy zones would stop them."""
    if _placing(state, units):
        return _show_entrances(state, units)
    found, group = costs(state, units), mask_of(units) | movers(state, units)
    if not found:
        rule, reason = _why_they_stay(state, units)
        text = phrase("{units} cannot move: {reason}", units=unit_names(state, group), reason=reason)
        return Answer(text=text, rule=rule)
    words = say("Where {units} can go", units=unit_names(state, mask_of(units)))
    how = set(found.values())
    far, through = BY_EXTENDED in how, BY_INFILTRATION in how
    legend = {
        "good": say("in reach, with its cost; E by extended movement" if far else "in reach, with its cost"),
        "warn": say("an enemy zone, where they stop; I by infiltration" if through else "an enemy zone: a stop"),
        "bad": say("too many units would be there"),
    }

    def tone(place: int) -> str:
        if not fits(state, place, group):
            return "bad"
        return "warn" if in_zone(state, place, 1 - state.active) else "good"

    tones = {tone(place) for place in found}
    return reach_answer(words, found, tone, {name: text for name, text in legend.items() if name in tones})


def show_way(state: Sands, units: Sequence[int], place: int) -> Answer:
    """The way there; the run ends where dice are rolled at the border of a section (19.2.2)."""
    run, goal = way(state, units, place), place_name(state, place)
    if not run:
        group = movers(state, units)
        why = why_not_reached(state, group, place) if group else _why_they_stay(state, units, place)
        return no_route(unit_names(state, mask_of(units)), goal, why)
    answer = route_answer(state, run, VERBS, start=state.place[units[0]], goal=goal)
    ends = until_check(state, state.place[units[0]], run)
    if ends == len(run):
        return answer
    words = "{way}; first they check for disorganisation at the border"
    return replace(answer, text=phrase(words, way=answer.text), run=answer.run[:ends])


def until_check(state: Sands, start: int, run: Sequence[Choice]) -> int:
    """19.2.2: how many of these choices come before the dice of the first border."""
    if not state.extended and pack(EXTENDED) not in run:
        return len(run)
    here, off_rail, sheet_of = start, bool(state.off_rail), state.printed.board.sheet_of
    for number, (verb, place) in enumerate(map(unpack, run), start=1):
        if verb == TO:
            by_road = not rails_from(state, state.active, here) >> place & 1
            if sheet_of[here] != sheet_of[place]:
                if off_rail or by_road:
                    return number
                off_rail = False
            off_rail |= by_road
            here = place
    return len(run)


def _why_they_stay(state: Sands, units: Sequence[int], place: int = -1) -> tuple[str, Message]:
    if place >= 0 and (places := _placing(state, units)):
        barred = [unit for unit in units if not places.hexes(state, unit) >> place & 1]
        if not barred:
            return "7.2", say("there is no room for all of them")
        return places.why_not(state, places.frame(barred[0]), TO, place)
    if movers(state, units):
        return "19.1", say("every way is closed")
    top = state.frames[-1][0] if state.frames else -1
    staying = mask_of(units) & ~able(state)
    if top in (MOVES.number, GROUP.number) and staying:
        return why_not_able(state, first(staying))
    return "19.1.1", say("no group of these units moves now")

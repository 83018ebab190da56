"""19.1: how far units go together, and by which way: for every hex the cheapest run of choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.boards import cheapest, path_to
from sandtable.games.dark_sands.drawing.viewpoint import place_name, unit_names
from sandtable.games.dark_sands.printed.ground import QUARTERS
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c08_zones import in_zone, zones
from sandtable.games.dark_sands.rules.c19_movement import GROUP, MOVES
from sandtable.games.dark_sands.rules.c19_reach import able, allowance, companions, place_of, prices, why_not_able
from sandtable.games.dark_sands.state import Sands, blocking, units_at
from sandtable.games.dark_sands.verbs import TO, UNIT, VERBS
from sandtable.kernel.answers import no_route, reach_answer, route_answer
from sandtable.kernel.bits import first, mask_of
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.scene import Answer
from sandtable.kernel.words import Message, say

Tree = dict[int, tuple[int, int]]
"""By hex what it costs to go there, in quarters of a movement point, and the hex before it."""
FRACTIONS = ("", "¼", "½", "¾")


def movers(state: Sands, units: Sequence[int]) -> int:
    """19.1.1: who would move if these units were moved now, as one; nobody if they cannot."""
    asked, top = mask_of(units), state.frames[-1][0] if state.frames else -1
    if top == MOVES.number:
        here = state.place[units[0]]
        together = units_at(state, here, state.active) if here >= 0 else 0
        return asked if asked & together & able(state) == asked else 0
    if top == GROUP.number:
        return 0 if asked & ~(state.group | companions(state)) else state.group | asked
    return 0


def reach(state: Sands, units: Sequence[int]) -> Tree:
    """19.1: every hex that units moving as one can go to, by the cheapest way."""
    group = movers(state, units)
    if not group or state.halted or (state.steps_made and state.one_hex & group):
        return {}
    start = place_of(state, group)
    return cheapest([start], allowance(state, group) - state.spent, _Steps(state, group, start).onward)


class _Steps:
    """The steps that a group can make from each hex of its way."""

    def __init__(self, state: Sands, group: int, start: int) -> None:
        self.state, self.group, self.start = state, group, start
        self.shut, self.stops = blocking(state, 1 - state.active), zones(state, 1 - state.active)
        self.left = allowance(state, group) - state.spent
        self.one_hex = bool(state.one_hex & group)

    def onward(self, place: int) -> Sequence[tuple[int, int]]:
        begins = place == self.start
        # 19.1.2: a zone on the way is the end of it.
        if not begins and (self.one_hex or self.stops >> place & 1):
            return ()
        return tuple(self._from(place, begins))

    def _from(self, place: int, begins: bool) -> Iterator[tuple[int, int]]:
        leaving = begins and self.stops >> place & 1
        for other, cost in prices(self.state, self.group, place).items():
            if self.shut >> other & 1 or (leaving and self.stops >> other & 1):
                continue
            # 19.1.3: the first hex may cost more than there is.
            yield other, min(cost, self.left) if begins and not self.state.steps_made else cost


def way(state: Sands, units: Sequence[int], place: int) -> list[Choice]:
    """19.1: the choices that gather these units and take them to a hex."""
    tree = reach(state, units)
    if place not in tree or tree[place][1] < 0:
        return []
    joining = [unit for unit in units if not state.group >> unit & 1]
    return [*(pack(UNIT, unit) for unit in joining), *(pack(TO, step) for step in path_to(tree, place)[1:])]


def in_points(quarters: int) -> str:
    """Movement points in as few letters as fit into a hex: 2, ½, 3¼."""
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole or ''}{FRACTIONS[rest]}" or "0"


def show_reach(state: Sands, units: Sequence[int]) -> Answer:
    """Where units can go together, what it costs, and where enemy zones would stop them."""
    found, group = reach(state, units), movers(state, units)
    costs = {place: in_points(cost) for place, (cost, before) in found.items() if before >= 0}
    words = say("Where {units} can go", units=unit_names(state, mask_of(units)))
    legend = {
        "good": say("in reach, with its cost"),
        "warn": say("an enemy zone, where they must stop"),
        "bad": say("too many units would be there"),
    }

    def tone(place: int) -> str:
        if not fits(state, place, group):
            return "bad"
        return "warn" if in_zone(state, place, 1 - state.active) else "good"

    tones = {tone(place) for place in costs}
    return reach_answer(words, costs, tone, {name: text for name, text in legend.items() if name in tones})


def show_way(state: Sands, units: Sequence[int], place: int) -> Answer:
    run, goal = way(state, units, place), place_name(state, place)
    if not run:
        return no_route(unit_names(state, mask_of(units)), goal, _why_they_stay(state, units))
    return route_answer(state, run, VERBS, start=state.place[units[0]], goal=goal)


def _why_they_stay(state: Sands, units: Sequence[int]) -> tuple[str, Message]:
    if movers(state, units):
        return "19.1", say("that is out of reach")
    top = state.frames[-1][0] if state.frames else -1
    staying = mask_of(units) & ~able(state)
    if top in (MOVES.number, GROUP.number) and staying:
        return why_not_able(state, first(staying))
    return "19.1.1", say("no group of these units moves now")

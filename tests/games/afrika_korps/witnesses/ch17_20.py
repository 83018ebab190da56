"""Chapters 17 to 20: the coast road, escarpments, reinforcements, replacements."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS
from sandtable.games.afrika_korps.rules.c04_victory import controls
from sandtable.games.afrika_korps.rules.c05_movement import other_road
from sandtable.games.afrika_korps.rules.c12_arrivals import reinforcements
from sandtable.games.afrika_korps.state import DEAD, combat_units_at, enemy_of
from sandtable.games.afrika_korps.verbs import DONE
from sandtable.kernel.events import Event
from tests.fuzzer import Refusal
from tests.games.afrika_korps.witnesses.ch01_04 import stopped_by_escarpment
from tests.games.afrika_korps.witnesses.ch07_08 import last_step
from tests.games.afrika_korps.witnesses.steps import BOARD, SCENARIO, Move, Step, moved, turn_begins, units
from tests.witnessing import Witness, any_of, chosen, fired, refused

FIRST_REPLACEMENTS = 23
ROADS = SCENARIO.two_roads
PLAIN_ESCARPMENT = SCENARIO.escarpment & ~SCENARIO.road_escarpment


# The road (17)


def paid(step: Step, unit: int) -> tuple[int, int]:
    """What the step cost: own points and hexes of road bonus."""
    before, after = step.before, step.after
    return after.spent[unit] - before.spent[unit], after.road_spent[unit] - before.road_spent[unit]


def beyond_its_own_points(step: Step, move: Move) -> bool:
    """17.1: more hexes than the movement factor, thanks to the road."""
    state = step.after
    own = [SCENARIO.move[unit] + state.rommel_bonus[unit] for unit in move.units]
    gone = [state.spent[unit] + state.road_spent[unit] for unit in move.units]
    return move.on_road and any(hexes > points for hexes, points in zip(gone, own, strict=True))


def is_mixed(step: Step, move: Move) -> bool:
    """17.1: after road hexes one on own points, or the other way round."""
    unit = move.units[0]
    own, road = paid(step, unit)
    return bool((own and step.before.road_spent[unit]) or (road and step.before.spent[unit]))


def road_hex_over_open_ground(step: Step, move: Move) -> bool:
    """17.2: a hex of the road entered over a side the road does not cross: no bonus."""
    bonus_left = step.before.road_spent[move.units[0]] < SCENARIO.road_bonus
    onto_road = SCENARIO.road_hexes >> move.to & 1 and not move.on_road
    return bool(onto_road) and bonus_left and paid(step, move.units[0]) == (1, 0)


def changes_roads(step: Step, move: Move) -> bool:
    """17.3.2: out of I26 by the other road, for a point more than the step itself costs."""
    unit = move.units[0]
    came_by_road = (step.before.by_west | step.before.by_north) >> unit & 1
    if move.origin != ROADS or not came_by_road or move.to != other_road(step.before, unit):
        return False
    return sum(paid(step, unit)) == 2


def leaves_by_road_free(step: Step, move: Move) -> bool:
    """17.3.1: a unit that began its turn in I26 takes one of the two roads and pays nothing extra."""
    unit = move.units[0]
    fresh = step.memory.began[unit] == ROADS == move.origin and not step.memory.by_road >> unit & 1
    ends = (SCENARIO.two_roads_west, SCENARIO.two_roads_north)
    return fresh and move.to in ends and sum(paid(step, unit)) == 1


def comes_back_to_change(step: Step, move: Move) -> bool:
    """17.3.2: having come by one of the roads a unit has left I26 and enters it again over another hexside."""
    unit = move.units[0]
    ends = (SCENARIO.two_roads_west, SCENARIO.two_roads_north)
    return move.to == ROADS and move.origin not in ends and bool(step.memory.by_road >> unit & 1)


# Escarpments (18)


def climbs(step: Step, move: Move) -> bool:
    off_road = bool(SCENARIO.escarpment >> move.to & 1) and not move.on_road
    return off_road and paid(step, move.units[0]) == (1, 0)


def descends(step: Step, move: Move) -> bool:
    """18.2: out of a plain escarpment for the normal cost, and on."""
    down = PLAIN_ESCARPMENT >> move.origin & 1 and not SCENARIO.escarpment >> move.to & 1
    return bool(down) and sum(paid(step, move.units[0])) == 1


def two_escarpments(step: Step) -> bool:
    """18.3: both hexes of a retreat are escarpments, and no road joins them."""
    middle = step.before.place[step.frame[2]]
    both = SCENARIO.escarpment >> middle & SCENARIO.escarpment >> step.argument & 1
    return bool(both) and not SCENARIO.road[middle] >> step.argument & 1


def advances_over_two(step: Step, event: Event) -> bool:
    """18.3: a unit that climbed an escarpment this turn advances into another."""
    values = event.arguments
    both = SCENARIO.escarpment >> values["origin"] & SCENARIO.escarpment >> values["hex"] & 1
    return bool(both and step.before.spent[values["unit"]])


def over_road_escarpment(step: Step, move: Move) -> bool:
    """18.4: into a road escarpment by the road, without having to stop."""
    onto = SCENARIO.road_escarpment >> move.to & 1 and move.on_road
    return bool(onto) and not step.ground.zone >> move.to & 1 and not step.after.stopped & move.group


def entered_off_road(step: Step, move: Move) -> bool:
    """18.4.1: a unit that came onto a road escarpment off the road goes on along the road."""
    off_road = step.before.off_road >> move.units[0] & 1
    return move.on_road and bool(off_road and SCENARIO.road_escarpment >> move.origin & 1)


def leaves_off_road(step: Step, move: Move) -> bool:
    """18.4.2: a unit that came onto a road escarpment by the road leaves it over another side."""
    unit = move.units[0]
    if move.on_road or not SCENARIO.road_escarpment >> move.origin & 1 or step.before.off_road >> unit & 1:
        return False
    return bool(step.frame[3]) and bool(step.before.road_spent[unit])


def second_step_off_road(step: Step, move: Move) -> bool:
    """18.5: having used its free step a unit enters a road escarpment off the road again, and is stopped."""
    again = step.before.off_road & move.group and SCENARIO.road_escarpment >> move.to & 1 and not move.on_road
    return bool(again) and not step.ground.zone >> move.to & 1 and bool(step.after.stopped & move.group)


def retreats_off_road_twice(step: Step) -> bool:
    """18.5: in and out of a road escarpment, both over sides without road."""
    unit, origin = step.frame[2], step.frame[5]
    middle = step.before.place[unit]
    roads = SCENARIO.road[middle]
    return (
        bool(SCENARIO.road_escarpment >> middle & 1) and not roads >> origin & 1 and not roads >> step.argument & 1
    )


def off_road_again(step: Step, unit: int, origin: int, to: int) -> bool:
    """18.5: in an advance or a retreat a unit leaves the road on an escarpment once more."""
    beside = SCENARIO.road_escarpment & (1 << origin | 1 << to) and not SCENARIO.road[origin] >> to & 1
    return bool(beside) and bool(step.before.off_road >> unit & 1)


# Reinforcements (19)


def arrives(turn: int, names: str) -> Witness:
    """19.1: one of these comes ashore, not before its turn."""
    listed = units(names)
    return fired("landed", "19.2", lambda s, e: bool(listed >> e.arguments["unit"] & 1) and s.before.turn >= turn)


def listed_turn(unit: int) -> int:
    return next((turn for turn, sides in enumerate(SCENARIO.arrivals) if any(s >> unit & 1 for s in sides)), 0)


def came_later(step: Step, event: Event) -> bool:
    """19.3: it was held back, and nothing happened to it meanwhile."""
    return step.before.turn > listed_turn(event.arguments["unit"])


def port_is_overfull(step: Step, event: Event) -> bool:
    here = combat_units_at(step.after, event.arguments["hex"], step.active)
    return here.bit_count() > SCENARIO.stacking


def under_siege(step: Step, event: Event) -> bool:
    """19.5: enemies stand next to Tobruch."""
    place = event.arguments["hex"]
    return place == SCENARIO.tobruch and bool(BOARD.adjacent[place] & step.before.occupied[step.enemy])


def in_kind(kind: str) -> Callable[[Step, Refusal], bool]:
    return lambda step, refusal: step.kind == kind


# Replacements (20)


def gains(side: int, at_least: int = 1) -> Witness:
    rule = "20.2" if side == AXIS else "20.3"
    return fired("replacements", rule, lambda s, e: e.arguments["gain"] >= at_least)


def pays_its_factor(step: Step, event: Event) -> bool:
    unit = event.arguments["unit"]
    left = step.before.points[step.active] - step.after.points[step.active]
    return step.before.place[unit] == DEAD and bool(left == SCENARIO.attack[unit] > 0)


def points_survive(step: Step) -> bool:
    """20.6: the enemy holds Tobruch or the base, and the saved factors are still there."""
    state = step.after
    side = state.active
    lost = [place for place in (SCENARIO.tobruch, SCENARIO.base[side]) if controls(state, enemy_of(side), place)]
    return bool(lost) and 0 < step.before.points[side] <= state.points[side]


WITNESSES: dict[str, Witness] = {
    "17.1a": moved(beyond_its_own_points),
    "17.1b": moved(is_mixed),
    "17.2a": moved(lambda s, m: m.on_road and paid(s, m.units[0])[1] == 1),
    "17.2b": moved(road_hex_over_open_ground),
    "17.3a": any_of(moved(changes_roads), refused("17.3.2", "changing roads")),
    "17.3.1a": moved(leaves_by_road_free),
    "17.3.2a": any_of(moved(changes_roads), refused("17.3.2", "changing roads")),
    "17.3.2b": moved(comes_back_to_change),
    "17.3.2c": moved(changes_roads),
    "17.3.2d": moved(lambda s, m: changes_roads(s, m) and not (s.after.off_road & ~s.before.off_road) & m.group),
    "18.1a": moved(climbs),
    "18.1b": moved(stopped_by_escarpment),
    "18.2a": moved(descends),
    "18.3a": refused("18.1", "entered an escarpment"),
    "18.3b": any_of(last_step(two_escarpments), fired("advanced", "", advances_over_two)),
    "18.4a": moved(over_road_escarpment),
    "18.4.1a": moved(entered_off_road),
    "18.4.1b": refused("18.5", "once this turn already"),
    "18.4.2a": moved(leaves_off_road),
    "18.5a": any_of(refused("18.5", "once this turn already"), moved(second_step_off_road)),
    "18.5b": any_of(
        last_step(retreats_off_road_twice),
        *(
            fired(kind, "", lambda s, e: off_road_again(s, *(e.arguments[a] for a in ("unit", "origin", "hex"))))
            for kind in ("retreated", "advanced")
        ),
    ),
    "19.1a": any_of(fired("landed", "19.2"), refused("19.1", "turn of arrival has not come")),
    "19.1t1": arrives(3, "15/8 15/115 15/33"),
    "19.1t2": arrives(5, "7/4 7/7 7/7SG 7/4SA 4I/23"),
    "19.1t3": arrives(7, "50/6SA 2SA/4 2SA/6 2SA/7R 9A/18 50/69 50/150 50/151"),
    "19.1t4": arrives(9, "70/23 5I/29 5I/9 5I/10"),
    "19.1t5": arrives(15, "1SA/1 1SA/2 1SA/3 1SA/5 1SA/3R 1 1/2 1/22 1/201Gds 2NZ/4 2NZ/5 2NZ/6 32"),
    "19.1t6": arrives(15, "90/361 Trieste Sabratha GGFF"),
    "19.1t7": arrives(21, "90/55 90/200 90/580"),
    "19.1t8": arrives(27, "8I/18 10I/21 10I/25 FF Jews"),
    "19.1t9": arrives(29, "Fj Centauro Pistoia 164/125 164/382 164/433"),
    "19.1t10": arrives(33, "10/8 10/23 9A/24 8I/161 44/61 44/132"),
    "19.1t11": arrives(33, "Littorio Folgore"),
    "19.1t12": arrives(37, "51/1 51/2 NZ/2"),
    "19.2a": fired("landed", "19.2", lambda s, e: bool(s.before.ports_at_start >> e.arguments["hex"] & 1)),
    "19.2b": moved(lambda s, m: bool(m.fighters & s.before.landed)),
    "19.3a": chosen("arrivals", DONE, lambda s: bool(reinforcements(s.before))),
    "19.3b": fired("landed", "19.2", came_later),
    "19.4a": fired("landed", "", port_is_overfull),
    "19.5a": any_of(fired("landed", "19.2", under_siege), fired("supply-landed", "13.1", under_siege)),
    "19.6a": refused("19.6", "only in their owner's turn"),
    "19.7a": refused("4.3", "never a port", in_kind("port")),
    "19.8a": fired("came-too-late", "19.8"),
    "20.1a": fired("replacements", "", lambda s, e: s.after.turn >= FIRST_REPLACEMENTS),
    "20.1b": fired("landed", "20.4", lambda s, e: s.before.place[e.arguments["unit"]] == DEAD),
    "20.1c": fired("landed", "20.4", pays_its_factor),
    "20.2a": gains(AXIS),
    "20.2b": gains(AXIS, at_least=2),
    "20.3a": gains(ALLIED),
    "20.3b": gains(ALLIED, at_least=3),
    "20.4a": fired("landed", "20.4"),
    "20.5a": fired("replacements", "", lambda s, e: e.arguments["total"] > e.arguments["gain"]),
    "20.6a": turn_begins(points_survive),
}

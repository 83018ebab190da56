"""Random positions to compare the game with the models on: possible ones, plain or crowded."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.board import ALLIED, AXIS, NEAR_EAST, WEST
from tests.games.shifting_sands.models.position import Position, is_active, units_in
from tests.games.shifting_sands.models.regions import LRDG, OPENS_SYRIA, holds_enemies, may_be, may_cross
from tests.games.shifting_sands.models.stacking import fits
from tests.games.shifting_sands.models.supply import OFFENSIVES

LASTING = (
    *("long_range_desert_group", "torch", "montgomery", "patton", "vulcan", "ethiopian_campaign", "exporters"),
    *("unternehmen_irak", "iraqi_revolt", "poor_morale", "balbo", "rommel", "auchinleck"),
    *("von_arnim_takes_command", "egyptian_uprising"),
)
NEEDS = {
    "patton": "torch",
    "vulcan": "torch",
    "von_arnim_takes_command": "torch",
    "unternehmen_irak": "iraqi_revolt",
    "supercharge": "montgomery",
    "spring_wind": "torch",
    "venezia": "rommel",
    "panzergruppe_afrika": "rommel",
}
THEATRES = (
    ("Egypt", "Libya"),
    ("East Africa",),
    ("Near East", "Egypt"),
    ("Algeria-Tunisia", "Libya"),
)
OPTIONS = ("19.5", "19.6", "19.21", "19.22")
BOXES = ("india", "persia", "south_africa", "sicily", "malta", "chad", "deep_desert")


def random_position(rng: Random) -> Position:
    """Units of both sides over one theatre of war, with a few elsewhere and some battlegroups in reserve.

    One time in five the Allies are there in strength, after Montgomery and Patton (8.1).
    """
    large = rng.random() < 0.2
    events, card = _events(rng)
    if large:
        events |= {"montgomery", "torch", "patton"}
    control = _control(rng, events)
    active = "iraqi_revolt" in events or control["jerusalem"] == AXIS
    position = Position(
        {},
        control,
        events=events,
        iraq_active=active,
        vichy_active=active or bool(events & {"exporters", "torch", "unternehmen_irak"}),
        options=frozenset(option for option in OPTIONS if rng.random() < 0.3),
        card=card,
    )
    spaces = _region(rng)
    for unit in _armies(rng) if large else _chosen(rng, rng.choice((6, 12, 25, 40))):
        position = _place(rng, position, unit, spaces, 0.8 if large else 0.4)
    if not active:
        position = _neutrals(rng, position)
    position = _reserves(rng, position)
    reduced = frozenset(unit for unit in sorted(position.place) if rng.random() < 0.4)
    upgraded = frozenset(
        unit for unit in position.place if len(board.units()[unit].factors) > 1 and rng.random() < 0.3
    )
    return replace(position, reduced=reduced, upgraded=upgraded)


def _events(rng: Random) -> tuple[frozenset[str], str]:
    """Some lasting events with what they need, and sometimes an offensive that is being carried out."""
    chance = rng.choice((0.15, 0.4, 0.7))
    chosen = {event for event in LASTING if rng.random() < chance}
    card = rng.choice(list(OFFENSIVES)) if rng.random() < 0.3 else ""
    for event in (card, *LASTING):
        if (event == card or event in chosen) and event in NEEDS:
            chosen.add(NEEDS[event])
    return frozenset(chosen | ({card} - {""})), card


def _control(rng: Random, events: frozenset[str]) -> dict[str, str]:
    """Control as printed, with single spaces or whole neighbourhoods in other hands where that is possible."""
    control = {space: ground.start_control for space, ground in board.spaces().items()}
    free = [space for space in control if _may_change(space, events)]
    style = rng.choice(("printed", "noise", "patches", "patches", "one side"))
    if style == "noise":
        share = rng.choice((0.1, 0.3, 0.5))
        for space in free:
            if rng.random() < share:
                control[space] = board.OTHER[control[space]]
    if style == "patches":
        for _ in range(rng.randint(1, 6)):
            side, patch = rng.choice((AXIS, ALLIED)), {rng.choice(free)}
            for _ in range(rng.randint(0, 4)):
                patch |= {there for here in sorted(patch) for there in board.links()[here] if rng.random() < 0.8}
            control |= {space: side for space in sorted(patch) if space in free}
    if style == "one side":
        side = rng.choice((AXIS, ALLIED))
        control |= {space: side for space in free if rng.random() < 0.85}
    if "iraqi_revolt" not in events and control["jerusalem"] == ALLIED:
        control |= {space: ALLIED for space, ground in board.spaces().items() if ground.subregion == "Iraq"}
    return control


def _may_change(space: str, events: frozenset[str]) -> bool:
    ground = board.spaces()[space]
    if ground.terrain == "offmap" or space in BOXES:
        return False
    if ground.terrain == "oasis":
        return "long_range_desert_group" in events
    if ground.region == WEST:
        return "torch" in events
    return ground.subregion != "Syria" or bool(events & OPENS_SYRIA)


def _region(rng: Random) -> list[str]:
    """The spaces of a theatre, or those around one of them, or the whole map."""
    map_ = [space for space, ground in board.spaces().items() if ground.terrain != "offmap" and space != "malta"]
    if rng.random() < 0.2:
        return map_
    regions = rng.choice(THEATRES)
    theatre = [space for space in map_ if board.spaces()[space].region in regions]
    if rng.random() < 0.3:
        return theatre
    near = {rng.choice(theatre)}
    for _ in range(rng.randint(1, 3)):
        near |= {there for here in near for there in board.links()[here]}
    return sorted(near)


def _chosen(rng: Random, crowd: int) -> list[str]:
    """Units of both sides in a mixed order; most nations are there in most positions."""
    everybody = list(board.units())
    chosen = rng.sample(everybody, crowd)
    if rng.random() < 0.5:
        chosen += [LRDG]
    for nation in rng.sample(("VF", "IR", "EG", "FF", "USFF", "US", "IND", "GE", "IT"), 3):
        theirs = [unit for unit, counter in board.units().items() if counter.nation == nation]
        chosen += rng.sample(theirs, min(len(theirs), 3))
    return list(dict.fromkeys(chosen))


def _armies(rng: Random) -> list[str]:
    """Mostly British and Americans."""
    theirs = [unit for unit, counter in board.units().items() if counter.nation in board.BRITISH | {"US"}]
    others = [unit for unit in board.units() if unit not in theirs]
    chosen = rng.sample(theirs, 25) + rng.sample(others, 10)
    rng.shuffle(chosen)
    return chosen


def _place(rng: Random, position: Position, unit: str, spaces: list[str], together: float) -> Position:
    """Put a unit where it may stand; if no such space is found soon, leave it out."""
    side = board.units()[unit].side
    stacks = [place for other, place in position.place.items() if board.units()[other].side == side]
    for _ in range(6):
        space = rng.choice(stacks) if stacks and rng.random() < together else rng.choice(spaces)
        if may_stand(position, unit, space):
            return replace(
                position, place={**position.place, unit: space}, control={**position.control, space: side}
            )
    return position


def may_stand(position: Position, unit: str, space: str) -> bool:
    """Whether a unit can have come to a space at all, and whether there is room for it."""
    counter, ground = board.units()[unit], board.spaces()[space]
    if counter.nation == "IR" and not position.iraq_active:
        return False
    if counter.nation == "VF" and not position.vichy_active and ground.subregion != "Syria":
        return False
    if counter.nation == "EG" and "egyptian_uprising" not in position.events:
        return False
    if unit == LRDG and "long_range_desert_group" not in position.events:
        return False
    if counter.nation in ("US", "USFF") and "torch" not in position.events:
        return False
    beyond_sinai = ground.region == NEAR_EAST and space != "sinai"
    if beyond_sinai and counter.side == AXIS and counter.nation != "VF" and not position.iraq_active:
        return False
    if counter.nation == "GE" and ground.region == "East Africa":
        return False
    if space == "jerusalem" and counter.side == AXIS and not position.iraq_active:
        return False
    quiet = ground.subregion == "Iraq" and not position.iraq_active
    if quiet and counter.side == AXIS:
        return False
    return (
        may_be(position, unit, space) and not holds_enemies(position, unit, space) and fits(position, unit, space)
    )


def _neutrals(rng: Random, position: Position) -> Position:
    """The inactive Iraqis stand in Allied spaces of Iraq without Allied units."""
    held = set(position.place.values())
    quiet = [space for space, ground in board.spaces().items() if ground.subregion == "Iraq" and space not in held]
    place = dict(position.place)
    for unit, counter in board.units().items():
        if counter.nation == "IR" and quiet and rng.random() < 0.7:
            place[unit] = rng.choice(quiet)
    return replace(position, place=place)


def _reserves(rng: Random, position: Position) -> Position:
    """Some battlegroups that are nowhere else wait in the Reserve boxes."""
    place = dict(position.place)
    waiting = [unit for unit, counter in board.units().items() if counter.pool and unit not in place]
    for unit in rng.sample(waiting, rng.choice((0, 4, 15))):
        if may_wait(position, unit):
            place[unit] = board.RESERVE[board.units()[unit].side]
    return replace(position, place=place)


def may_wait(position: Position, unit: str) -> bool:
    nation = board.units()[unit].nation
    needs = {"EG": "egyptian_uprising", "US": "torch", "USFF": "torch"}.get(nation)
    if unit == LRDG:
        needs = "long_range_desert_group"
    return needs is None or needs in position.events


def on_the_map(position: Position) -> list[str]:
    """The active units that stand in a space."""
    return [
        unit
        for unit, place in sorted(position.place.items())
        if board.spaces()[place].terrain != "offmap" and is_active(position, unit)
    ]


def random_battle(rng: Random, position: Position) -> tuple[str, str, frozenset[str]] | None:
    """A space with defenders, their side, and some units beside it that could attack it; or nothing."""
    found = []
    for space in sorted({position.place[unit] for unit in on_the_map(position)}):
        for side in (AXIS, ALLIED):
            defenders = units_in(position, space, side)
            able = [unit for unit in on_the_map(position) if _may_attack(position, unit, side, space)]
            if defenders and able and all(is_active(position, unit) for unit in defenders):
                found.append((space, side, able))
    if not found:
        return None
    space, side, able = rng.choice(found)
    return space, side, frozenset(rng.sample(able, rng.randint(1, min(len(able), 6))))


def _may_attack(position: Position, unit: str, defender: str, space: str) -> bool:
    here = position.place[unit]
    beside = space in board.links()[here] and may_cross(position, unit, here, space)
    return board.units()[unit].side != defender and beside


def may_overrun(space: str) -> bool:
    """11.472."""
    ground = board.spaces()[space]
    return ground.fort == 0 and ground.terrain not in ("mountain", "swamp")

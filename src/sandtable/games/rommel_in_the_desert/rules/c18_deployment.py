"""18.0: the forces of a scenario are deployed, the Axis first, freely inside the stated areas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.games.rommel_in_the_desert.knowledge.memory import deployed, deploying, to_come
from sandtable.games.rommel_in_the_desert.printed.data import Printed
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.state import OUT, Position, put, scenario_of, units_at
from sandtable.games.rommel_in_the_desert.verbs import HEX, UNIT
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Options
from sandtable.kernel.events import tell
from sandtable.kernel.fields import count, one
from sandtable.kernel.flow import ChoiceKind, pop, push
from sandtable.kernel.sides import ENEMY_OF
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say


def area(state: Position, group: int) -> int:
    """The hexes in which a group may start."""
    return _area(state.printed, state.scenario, group)


@lru_cache(maxsize=256)
def _area(printed: Printed, scenario: int, group: int) -> int:
    return printed.board.mask(printed.scenarios[scenario].deployments[group].hexes)


def to_deploy(state: Position, group: int) -> int:
    """The units of a group that are still off the map."""
    units = scenario_of(state).deployments[group].units
    return sum(1 << unit for unit in ones(units) if state.place[unit] == OUT)


def open_hexes(state: Position, group: int) -> int:
    """18.0: hexes of the area that the enemy does not occupy, with room, where a unit is supplied.

    An isolated fortress supplies as many as its port allows (13.3), an oasis one (15.1).
    """
    deployment = scenario_of(state).deployments[group]
    side = deployment.side
    hexes = area(state, group) & ~state.held[ENEMY_OF[side]]
    for place in limits(state, group):
        if is_full(state, group, place):
            hexes &= ~(1 << place)
    return hexes & (base_lines(state, side).supplied | _local_supply(state, side))


def limits(state: Position, group: int) -> dict[int, int]:
    """18: how many units of a side may start in a hex, where the scenario says so."""
    number = state.printed.board.number
    return {number[name]: most for name, most in scenario_of(state).deployments[group].limits}


def is_full(state: Position, group: int, place: int) -> bool:
    """18: have as many units as may start in a hex been deployed there?"""
    side = scenario_of(state).deployments[group].side
    most = limits(state, group).get(place)
    return most is not None and units_at(state, side, place).bit_count() >= most


def _local_supply(state: Position, side: int) -> int:
    found = 0
    for index, place in enumerate(state.printed.fortresses):
        room = state.printed.capacity[index][side] - units_at(state, side, place).bit_count()
        found |= (state.owner[index] == side and room > 0) << place
    return found | state.printed.oasis & ~state.held[side]


def deploy(state: Position, side: int) -> None:
    """18.0: ask about every group of a side that has a choice; the others are simply placed where they start."""
    groups = scenario_of(state).deployments
    for index in reversed(range(len(groups))):
        if groups[index].side == side and len(groups[index].hexes) > 1:
            push(state, DEPLOY, index)
    for index, group in enumerate(groups):
        if group.side == side and len(group.hexes) == 1:
            place = first(area(state, index))
            for unit in ones(group.units):
                _set_up(state, unit, place, group.units)


def _set_up(state: Position, unit: int, place: int, group: int) -> None:
    side = state.printed.side_of[unit]
    put(state, unit, place)
    deploying(state, group, place)
    rule = scenario_of(state).rule
    tell(state, "block-deployed", rule, side=side, hex=place)
    tell(state, "deployed", rule, audience=1 << side, instead=True, unit=unit, hex=place)


class Deploy(ChoiceKind[Position]):
    """18.0: pick a unit of the group, then its hex; when all are there the enemy sees blocks, not names."""

    name = "deploy"
    on = ("set-up.deploy_axis", "set-up.deploy_allies", "deploy")
    rule = "18.0"
    group = count()

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not 0 <= self.group(frame) < len(scenario_of(state).deployments):
            yield say("the scenario has no such group of units")
        elif not to_deploy(state, self.group(frame)):
            yield say("all units of a group have been deployed")

    def side(self, state: Position, frame: Frame) -> int:
        return scenario_of(state).deployments[self.group(frame)].side

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(UNIT, to_deploy(state, self.group(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        push(state, DEPLOY_TO, self.group(frame), argument)

    def prompt(self, state: Position, frame: Frame) -> Message:
        left = to_deploy(state, self.group(frame)).bit_count()
        return say("Deploy your units: choose one ({count} left)", count=left)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb == UNIT and state.printed.side_of[argument] != self.side(state, frame):
            return "18.0", say("that is not your unit")
        if verb == UNIT and state.place[argument] >= 0:
            return "18.0", say("that unit has been deployed")
        if verb == UNIT:
            return "18.0", why_not_in_group(state, self.group(frame), argument)
        return "3.0", otherwise("deploy your forces first")


def why_not_in_group(state: Position, group: int, unit: int) -> Message:
    """18.0: why a unit that is not on the map is not deployed with this group."""
    scenario = scenario_of(state)
    if any(deployment.units >> unit & 1 for deployment in scenario.deployments):
        return say("that unit is deployed with another group")
    side = scenario.deployments[group].side
    if (scenario.malta | mask_of(each for month in scenario.arrivals for each in ones(month[side]))) >> unit & 1:
        return say("that unit comes later, as a reinforcement")
    return say("that unit takes no part in this scenario")


class DeployTo(ChoiceKind[Position]):
    """18.0: the hex of the unit picked."""

    name = "deploy-to"
    on = ("deploy",)
    rule = "18.0"
    group = count()
    unit = one("unit")

    def faults(self, state: Position, frame: Frame) -> Iterator[Message]:
        if not 0 <= self.group(frame) < len(scenario_of(state).deployments):
            yield say("the scenario has no such group of units")
        elif not to_deploy(state, self.group(frame)) >> self.unit(frame) & 1:
            yield say("a unit is deployed that does not belong to the group")

    def side(self, state: Position, frame: Frame) -> int:
        return scenario_of(state).deployments[self.group(frame)].side

    def legal(self, state: Position, frame: Frame) -> Options:
        return [(HEX, open_hexes(state, self.group(frame)))]

    def play(self, state: Position, frame: Frame, verb: int, argument: int) -> None:
        pop(state)
        group = self.group(frame)
        _set_up(state, self.unit(frame), argument, scenario_of(state).deployments[group].units)
        if not to_deploy(state, group):
            pop(state)

    def prompt(self, state: Position, frame: Frame) -> Message:
        return say("Deploy {unit}: choose its hex", unit=state.printed.units[self.unit(frame)].name)

    def why_not(self, state: Position, frame: Frame, verb: int, argument: int) -> tuple[str, Message]:
        if verb != HEX:
            unit = state.printed.units[self.unit(frame)].name
            return "18.0", say("choose the hex where {unit} starts", unit=unit)
        group = self.group(frame)
        if not area(state, group) >> argument & 1:
            return "18.0", say("that hex is outside the deployment area")
        if state.held[ENEMY_OF[self.side(state, frame)]] >> argument & 1:
            return "18.0", say("the enemy is there")
        if is_full(state, group, argument):
            return "18.0", say("no more units may start there")
        return "18.0", otherwise("a unit would not be supplied there")


DEPLOY, DEPLOY_TO = Deploy(), DeployTo()


def is_deploying(state: Position) -> bool:
    """18.0: is a unit to be picked for deployment?"""
    return bool(state.frames) and state.frames[-1][0] == DEPLOY.number


def room_to_deploy(state: Position, group: int, place: int) -> int:
    """18.0: how many more units of a group may start in a hex."""
    scratch, room = state.copy(), 0
    for unit in ones(to_deploy(state, group)):
        if not open_hexes(scratch, group) >> place & 1:
            break
        put(scratch, unit, place)
        room += 1
    return room


def begin_deployment(state: Position, frame: Frame) -> None:
    """18.0: both sides know which units the scenario uses; none is on the map yet."""
    scenario = scenario_of(state)
    used = scenario.malta
    for deployment in scenario.deployments:
        used |= deployment.units
    for month in scenario.arrivals:
        used |= month[0] | month[1]
    to_come(state, used)


def note_deployment(state: Position, frame: Frame) -> None:
    """1.0: both sides know which units a scenario gives to which area, and see the blocks."""
    for group, deployment in enumerate(scenario_of(state).deployments):
        deployed(state, deployment.units, area(state, group) & state.held[deployment.side])

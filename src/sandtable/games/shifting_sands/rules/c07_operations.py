"""7.2: operation points: spaces are activated, units move, battles are fought."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from operator import or_

from sandtable.games.shifting_sands.printed.counters import GROUPS
from sandtable.games.shifting_sands.printed.data import Printed
from sandtable.games.shifting_sands.rules.c07_duties import activated
from sandtable.games.shifting_sands.rules.c08_stacking import settle
from sandtable.games.shifting_sands.rules.c09_movement import go_on
from sandtable.games.shifting_sands.rules.c11_battles import begin_battles
from sandtable.games.shifting_sands.rules.c11_lrdg import missions, send, why_no_mission
from sandtable.games.shifting_sands.rules.c13_supply import FULL, OUT, Maps, by_supply, supply_maps, supply_of
from sandtable.games.shifting_sands.state import MOST_MARKERS, Theatre, inactive, of_another_side, units_at
from sandtable.games.shifting_sands.verbs import ATTACK_FROM, DONE, INTELLIGENCE, MOVE_FROM, RAID, VERBS
from sandtable.kernel.bits import mask_of, ones
from sandtable.kernel.choices import Options, offer
from sandtable.kernel.events import tell
from sandtable.kernel.fields import one
from sandtable.kernel.flow import ChoiceKind, Steps, pop, push
from sandtable.kernel.remembered import Remembered
from sandtable.kernel.state import Frame
from sandtable.kernel.words import Message, otherwise, say

MOST_POINTS = 5
"""3.0: no card has more operation points."""
Reason = tuple[str, Message]
Prices = tuple[dict[int, int], tuple[int, ...]]
"""By space what it costs to activate it; and the spaces that cost 0, up to 1, up to 2 ... points."""


def activation_cost(state: Theatre, side: int, space: int, attack: bool) -> int:
    """7.22 to 7.24, 13.611, 13.71: what it costs to activate a space."""
    return _costs(state, supply_maps(state, side), space, units_at(state, space, side) & ~inactive(state))[attack]


def _costs(state: Theatre, maps: Maps, space: int, units: int) -> tuple[int, int]:
    """What it costs to activate these units of a space for moves and for attacks: a point for each that is out of
    supply, for an attack also for each in limited supply, and one for each nationality of the others."""
    if not units & units - 1:
        return 1, 1  # one unit costs one point, whatever its supply
    out, limited, full = by_supply(state, maps, space, units)
    each = out.bit_count()
    move = each + _nations(state, full | limited)
    return move, each + limited.bit_count() + _nations(state, full) if limited else move


def _nations(state: Theatre, units: int) -> int:
    """7.23: how many nationalities there are among these units."""
    found = 0
    for group in _groups(state.printed):
        if group & units:
            found += 1
    return found


@cache
def _groups(printed: Printed) -> tuple[int, ...]:
    """7.23: the units of nations that count as one."""
    return tuple(sum(printed.nations[nation] for nation in group) for group in GROUPS)


_PRICES: Remembered[tuple[object, ...], tuple[Prices, Prices]] = Remembered(1 << 10)


def prices(state: Theatre, side: int) -> tuple[Prices, Prices]:
    """7.26: what it costs to activate each space that holds active units of a side, for moves and for attacks."""
    key = (
        *(state.printed, side, state.controls[side], state.events, state.use, state.card),
        *(state.iraq_active, state.vichy_active, tuple(state.place)),
    )
    found = _PRICES.get(key)
    return found if found is not None else _PRICES.keep(key, _tariffs(state, side))


def _tariffs(state: Theatre, side: int) -> tuple[Prices, Prices]:
    maps = supply_maps(state, side)
    moves, attacks = {}, {}
    for space, units in activatable(state, side).items():
        moves[space], attacks[space] = _costs(state, maps, space, units)
    return _tariff(moves), _tariff(attacks)


def _tariff(costs: dict[int, int]) -> Prices:
    """These costs, and the spaces that can be had for so many points."""
    within = [0] * (MOST_POINTS + 1)
    for space, cost in costs.items():
        if cost <= MOST_POINTS:
            within[cost] |= 1 << space
    return costs, tuple(accumulate(within, or_))


def activatable(state: Theatre, side: int) -> dict[int, int]:
    """7.21, 7.26: the spaces of the map that hold active units of a side, and these; a fort is no unit."""
    on_map, units = state.printed.on_map, state.printed.own[side] & ~inactive(state)
    return {space: stack & units for space, stack in state.stacks.items() if stack & units and on_map >> space & 1}


def least_cost(state: Theatre, side: int, spaces: int) -> int:
    """10.53: the points that one marker in each of these spaces costs at least: a move never costs more than an
    attack."""
    return sum(activation_cost(state, side, space, attack=False) for space in ones(spaces))


def begin_operations(state: Theatre, side: int, points: int) -> None:
    """Push the operations of an action: activation (with LRDG missions), moves, stacking, battles. `state.use`,
    `state.card` are set by the caller; `state.left` is set here."""
    state.left = points
    push(state, OPERATIONS, side)


def activate(state: Theatre, frame: Frame) -> None:
    push(state, ACTIVATION, OPERATIONS.player(frame))


def move(state: Theatre, frame: Frame) -> None:
    """7.27: all markers lie before anybody moves."""
    go_on(state, OPERATIONS.player(frame))


def fight(state: Theatre, frame: Frame) -> None:
    """7.28: battles come after all moves."""
    if state.fighters:
        begin_battles(state, OPERATIONS.player(frame))


class Operations(Steps[Theatre]):
    """7.2: what an action with operation points consists of."""

    name = "operations"
    on = ("action.choose_action",)
    steps = (activate, move, settle, fight)
    player = one("side")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)


OPERATIONS = Operations()


class Activation(ChoiceKind[Theatre]):
    """7.2: which spaces are activated, and for what?"""

    name = "activation"
    on = ("operations.activate",)
    rule = "7.2"
    open_to_all = True
    asks = one("side")

    def legal(self, state: Theatre, frame: Frame) -> Options:
        side = self.asks(frame)
        due = state.must_mark & ~(state.movers | state.fighters)
        moves, attacks = prices(state, side)
        intelligence, raid = missions(state, side) if state.left else (False, False)
        return offer(
            (MOVE_FROM, open_spaces(state, side, due, moves)),
            (ATTACK_FROM, open_spaces(state, side, due, attacks)),
            (INTELLIGENCE, int(intelligence)),
            (RAID, int(raid)),
            (DONE, 0 if due else 1),
        )

    def play(self, state: Theatre, frame: Frame, verb: int, argument: int) -> None:
        side = self.asks(frame)
        if verb in (MOVE_FROM, ATTACK_FROM):
            _mark(state, side, argument, attack=verb == ATTACK_FROM)
        elif verb != DONE:
            state.left -= 1
        if verb == DONE or not state.left:
            pop(state)
        if verb in (INTELLIGENCE, RAID):
            send(state, verb == RAID)

    def prompt(self, state: Theatre, frame: Frame) -> Message:
        if state.must_mark & ~(state.movers | state.fighters):
            return say(
                "Activate spaces, those of the reinforcements among them. Points left: {left}", left=state.left
            )
        return say("Activate spaces for moves or attacks. Points left: {left}", left=state.left)

    def why_not(self, state: Theatre, frame: Frame, verb: int, argument: int) -> Reason:
        side = self.asks(frame)
        if verb in (MOVE_FROM, ATTACK_FROM):
            return why_not_activated(state, side, argument, attack=verb == ATTACK_FROM)
        if verb in (INTELLIGENCE, RAID):
            return why_no_mission(state, side, raid=verb == RAID)
        if verb == DONE:
            return "10.53", say("each space with reinforcements of this card must get a marker")
        if VERBS[verb].noun == "unit":
            return _why_not_yet(state, side, argument)
        return self.rule, otherwise("first activate spaces: moves and attacks come after that")

    def faults(self, state: Theatre, frame: Frame) -> Iterator[Message]:
        yield from of_another_side(state, frame)
        side = self.asks(frame)
        marked = state.movers | state.fighters
        due = state.must_mark & ~marked
        if state.left > MOST_POINTS:
            yield say("no card has that many points")
        elif due & ~mask_of(activatable(state, side)) or least_cost(state, side, due) > state.left:
            yield say("spaces must be activated that cannot be, or cannot be paid for")
        elif marked.bit_count() + due.bit_count() > MOST_MARKERS:
            yield say("there are not enough markers")


ACTIVATION = Activation()


def open_spaces(state: Theatre, side: int, due: int, tariff: Prices) -> int:
    """7.21, 4.15: the spaces for which there are points and a marker, if `due` must get theirs too (10.53)."""
    marked = state.movers | state.fighters
    spare = MOST_MARKERS - marked.bit_count() - due.bit_count()
    costs, within = tariff
    if not due:
        return within[state.left] & ~marked if spare > 0 else 0
    kept = least_cost(state, side, due)
    found = within[state.left - kept] & ~marked & ~due if spare > 0 else 0
    for space in ones(due):
        if costs[space] <= state.left - kept + activation_cost(state, side, space, attack=False):
            found |= 1 << space
    return found


def _mark(state: Theatre, side: int, space: int, *, attack: bool) -> None:
    """7.25: the space gets a marker. 13.11: it is now that the supply of the units there is judged."""
    maps, units = supply_maps(state, side), units_at(state, space, side) & ~inactive(state)
    cost = _costs(state, maps, space, units)[attack]
    state.left -= cost
    state.cut_off |= by_supply(state, maps, space, units)[OUT]
    if attack:
        state.fighters |= 1 << space
    else:
        state.movers |= 1 << space
    tell(state, "activates-to-attack" if attack else "activates-to-move", "7.25", at=space, points=cost)
    activated(state, side, space)


def why_not_activated(state: Theatre, side: int, space: int, *, attack: bool) -> Reason:
    """7.2: why a space cannot be activated."""
    marked = state.movers | state.fighters
    if marked >> space & 1:
        return "7.25", say("that space has its marker: it is activated for moves or for attacks, and once")
    if not units_at(state, space, side) or not state.printed.spaces[space].on_map:
        return "7.26", say("none of your units is there")
    if space not in activatable(state, side):
        return "10.41", say("the units there are not active yet")
    if marked.bit_count() >= MOST_MARKERS:
        return "4.15", say("there are at most five markers")
    cost = activation_cost(state, side, space, attack)
    if cost > state.left:
        return _cost_rule(state, side, space, attack), say(
            "that costs {cost}. Operation points left: {left}", cost=cost, left=state.left
        )
    return "10.53", say("the markers in the spaces of the reinforcements must be paid for too")


def _why_not_yet(state: Theatre, side: int, unit: int) -> Reason:
    """7.21, 7.27: units do nothing before all markers lie, and nothing at all if their space gets none."""
    space = state.place[unit]
    if state.printed.owners[unit] != side:
        return "7.26", say("that unit is not yours")
    if space < 0 or not state.printed.spaces[space].on_map:
        return "7.26", say("that unit is not on the map")
    if (state.movers | state.fighters) >> space & 1:
        return "7.27", say("its space is activated: it acts when all spaces are chosen")
    offered = dict(ACTIVATION.legal(state, state.frames[-1]))
    if (offered.get(MOVE_FROM, 0) | offered.get(ATTACK_FROM, 0)) >> space & 1:
        return "7.21", say("activate its space first, for moves or for attacks")
    return why_not_activated(state, side, space, attack=False)


def _cost_rule(state: Theatre, side: int, space: int, attack: bool) -> str:
    """The paragraph that makes a space cost what it does."""
    supplies = {supply_of(state, unit) for unit in ones(units_at(state, space, side) & ~inactive(state))}
    if OUT in supplies:
        return "13.71"
    return "13.611" if attack and supplies != {FULL} else "7.23"

"""The plans of a player turn: where to strike, where to cut the enemy off, what to relieve, where to stand.

A turn is one move, or two, or an assault, or a Blitz. Every move here is a regroup: units in and around a command
point go to one hex, to fight there or to stand there. The best single move is found first; then a second move, an
assault and a Blitz are tried on top of it, and must be worth the further cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from sandtable.games.rommel_in_the_desert import verbs
from sandtable.games.rommel_in_the_desert.players import setups
from sandtable.games.rommel_in_the_desert.players.battles import is_hopeless
from sandtable.games.rommel_in_the_desert.players.evaluation import (
    FASTEST,
    Outlook,
    raid_ground,
    raiders_near,
    strength,
)
from sandtable.games.rommel_in_the_desert.players.ways import by_doors, is_enemy_hex, way
from sandtable.games.rommel_in_the_desert.rules.c04_cards import LAY, hand_size
from sandtable.games.rommel_in_the_desert.rules.c05_declared_moves import may_call_rommel, move_of, pack_move
from sandtable.games.rommel_in_the_desert.rules.c05_movement_phase import DESTINATION, MOVEMENT, movers
from sandtable.games.rommel_in_the_desert.rules.c06_paths import destinations
from sandtable.games.rommel_in_the_desert.rules.c07_engagement import engage
from sandtable.games.rommel_in_the_desert.rules.c12_supply_lines import base_lines
from sandtable.games.rommel_in_the_desert.rules.c17_victory import TOBRUK
from sandtable.games.rommel_in_the_desert.rules.c18_deployment import DEPLOY
from sandtable.games.rommel_in_the_desert.state import Position, firm_at, put, speed_of, units_at
from sandtable.kernel.bits import first, mask_of, ones
from sandtable.kernel.choices import Choice, pack
from sandtable.kernel.sides import ENEMY_OF
from sandtable.players.planning import Order, Plan, Planner, Policy, Terms, Verbs

LAY_CARDS, DECLARE, GO, DEPLOY_UNIT, STAY = range(5)
"""The orders of a plan: [LAY_CARDS, how many], [DECLARE, command point, goal, Rommel], [GO, move, unit, goal,
door, then the hexes of its way], [DEPLOY_UNIT, unit, hex], [STAY]:
pass and withdraw nobody."""
BASIC, OFFENSIVE, BLITZ = 1, 2, 3
STRIKES, CUTS, STANDS = 3, 2, 3
"""How many moves of each sort are looked at closely."""
DETACHMENT, POINTS = 4, 3
DEPLOYMENT = "deploy"
BEFORE_THE_GAME = 1_000_000
"""The moments of the deployment, one for each starting group."""


class Regroup(NamedTuple):
    """A move: where from, where to, who, and over which hexsides they attack."""

    point: int
    goal: int
    rommel: int
    units: int
    doors: dict[int, int]


class DesertPlanner(Planner[Position]):
    """Plans player turns."""

    def __init__(self, policy: Policy, rng: Random) -> None:
        super().__init__(policy)
        self.rng = rng
        self.outlook: Outlook | None = None

    def moment(self, state: Position) -> int:
        if state.frames[-1][0] == DEPLOY.number:
            return BEFORE_THE_GAME + DEPLOY.group(state.frames[-1])
        if state.frames[-1][0] in (LAY.number, MOVEMENT.number, DESTINATION.number):
            return state.turn * 2 + state.blitzed
        return -1

    # The plans

    def plans(self, state: Position, side: int) -> Iterable[Plan]:
        kind = state.frames[-1][0]
        if kind == DEPLOY.number:
            pairs = setups.chosen(state, DEPLOY.group(state.frames[-1]), self.rng)
            yield Plan(DEPLOYMENT, [[DEPLOY_UNIT, unit, place] for unit, place in pairs])
            return
        if kind == LAY.number:
            state.engaged_once = state.engaged_twice = 0  # 7.1: the counts of the enemy's movement
        self.outlook = Outlook(state, side, self.policy)
        yield Plan("hold", [])
        if kind == MOVEMENT.number and state.moves:
            yield from self._remainder(state, side)
            return
        cards = BASIC if kind == LAY.number else 0
        if cards and not state.real[side]:
            yield Plan("hold", [])
            return
        if cards and state.held[side] & state.held[ENEMY_OF[side]]:
            yield Plan("fight on", [[LAY_CARDS, cards]])
        for idea, move in self._moves(state, side):
            yield Plan(idea, [*([[LAY_CARDS, cards]] if cards else []), *_orders(move, 0)])

    def further(self, state: Position, side: int, plan: Plan) -> Iterable[Plan]:
        """A second move, an assault or a Blitz on top of a plan for a Basic turn."""
        if not plan.orders or plan.orders[0] != [LAY_CARDS, BASIC] or state.real[side] < OFFENSIVE:
            return
        rest = plan.orders[1:]
        yield Plan(plan.idea + ", in an assault", [[LAY_CARDS, OFFENSIVE], *rest])
        if state.real[side] >= BLITZ and rest:
            yield Plan(plan.idea + ", in a Blitz", [[LAY_CARDS, BLITZ], *rest])
        if not rest:
            return
        trial = self.tried(state, side, plan)
        trial.moved |= mask_of(order[2] for order in rest if order[0] == GO)
        for idea, move in self._moves(trial, side):
            yield Plan(f"{plan.idea}, and {idea}", [[LAY_CARDS, OFFENSIVE], *rest, *_orders(move, 1)])

    def _remainder(self, state: Position, side: int) -> Iterator[Plan]:
        """After a surprise: those that can still go where the declared moves lead."""
        orders: list[Order] = []
        for index in range(len(state.moves)):
            move = move_of(state, index)
            units = movers(state, index) & ~self._outlook.bound if move.regroup else 0
            if not units:
                continue
            if is_enemy_hex(state, side, move.goal):
                found = by_doors(state, units, move.goal, move.rommel)
            else:
                able = [u for u in ones(units) if way(state, u, move.goal, -1, speed_of(state, u) + move.rommel)]
                found = dict.fromkeys(able, -1)
            orders += [[GO, index, unit, move.goal, door] for unit, door in found.items()]
        if orders:
            yield Plan("go on", orders)

    @property
    def _outlook(self) -> Outlook:
        assert self.outlook is not None
        return self.outlook

    # The moves

    def _moves(self, state: Position, side: int) -> Iterator[tuple[str, Regroup]]:
        """The moves worth a closer look: strikes, cuts and better ground."""
        rommel = int(may_call_rommel(state))
        muster = Muster(state, side, rommel, self._outlook.bound)
        seen = set()
        for idea, goal, most in (
            *self._strikes(state, side, muster),
            *self._cuts(state, side, muster),
            *self._stands(state, side, muster),
            *self._raids(state, side, muster),
        ):
            move = muster.regroup(goal, most)
            if move and (goal, move.units) not in seen:
                seen.add((goal, move.units))
                yield idea, move

    def _strikes(self, state: Position, side: int, muster: Muster) -> list[tuple[str, int, int]]:
        """Enemy hexes within reach, those first where most strength meets least."""
        enemy = ENEMY_OF[side]
        ranked = []
        for goal in ones(state.held[enemy] & muster.reached):
            foes = firm_at(state, enemy, goal)
            walls = 2.0 if state.printed.fortress >> goal & 1 else 1.0
            resist = walls * strength(state, foes)
            ours = strength(state, muster.able(goal)) + strength(state, firm_at(state, side, goal))
            ranked.append((ours - resist, -goal))
        ranked.sort(reverse=True)
        return [("strike", -goal, 99) for _, goal in ranked[:STRIKES]]

    def _cuts(self, state: Position, side: int, muster: Muster) -> list[tuple[str, int, int]]:
        """Hexes on the enemy's supply lines behind most of its army."""
        enemy = ENEMY_OF[side]
        lines = base_lines(state, enemy).lines & muster.reached & ~state.held[enemy]
        if not lines:
            return []
        distance = state.printed.distance[enemy]
        stacks = [(distance[place], count) for place, count in self._outlook.enemies.items()]
        ranked = []
        for goal in ones(lines):
            beyond = sum([count for far, count in stacks if far > distance[goal]])
            behind = sum([count for far, count in stacks if far <= distance[goal]])
            ranked.append((beyond - 0.5 * behind, -distance[goal], goal))
        ranked.sort(reverse=True)
        return [("cut", goal, most) for _, _, goal in ranked[:CUTS] for most in (99, DETACHMENT)]

    def _stands(self, state: Position, side: int, muster: Muster) -> list[tuple[str, int, int]]:
        """Better ground: nearer to where the game is decided, and supplied; and back home from danger."""
        look = self._outlook
        open_ground = base_lines(state, side).supplied & muster.reached & ~state.held[ENEMY_OF[side]]
        ranked = []
        for goal in ones(open_ground):
            gain, cv = muster.gain(goal, look.far)
            cv += strength(state, firm_at(state, side, goal))
            if cv:
                danger = 0.07 * cv * min(1.0, max(0.0, look.threat(goal) / (1.3 * cv) - 1))
                ranked.append((gain - danger, -goal))
        ranked.sort(reverse=True)
        found = [("advance", -goal, 99) for gain, goal in ranked[:STANDS]]
        if look.tobruk in ones(open_ground) and state.owner[TOBRUK] == side:
            found.append(("garrison", look.tobruk, DETACHMENT))
        base = state.printed.base[side]
        if muster.reached >> base & 1 and (raiders_near(state, side) or not firm_at(state, side, base)):
            found.append(("guard the base", base, DETACHMENT))
        return found

    def _raids(self, state: Position, side: int, muster: Muster) -> list[tuple[str, int, int]]:
        """17.1: where fast units threaten an open base, and the base itself; the safest such hex."""
        base = state.printed.base[ENEMY_OF[side]]
        if units_at(state, ENEMY_OF[side], base):
            return []
        if muster.reached >> base & 1:
            return [("raid the base", base, 2)]
        ground = raid_ground(state, side, FASTEST) & muster.reached & ~state.held[ENEMY_OF[side]]
        distance = state.printed.distance[ENEMY_OF[side]]
        ranked = sorted(ones(ground), key=lambda goal: (self._outlook.threat(goal), distance[goal], goal))
        return [("threaten the base", goal, 2) for goal in ranked[:2]]

    # Trying them

    def tried(self, state: Position, side: int, plan: Plan) -> Position:
        trial = state.copy()
        for order in plan.orders:
            if order[0] == LAY_CARDS:
                trial.real[side] -= order[1]
                trial.real_laid = order[1]
            elif order[0] == DECLARE:
                _, point, goal, rommel = order
                trial.moves.append(pack_move(1, rommel, point, goal))
                trial.rommel_used |= rommel
            else:
                _, _, unit, goal, door, *_ = order
                engages = is_enemy_hex(trial, side, goal)
                put(trial, unit, goal)
                trial.moved |= 1 << unit
                if engages and door >= 0:
                    engage(trial, unit, door, goal)
        return trial

    def terms(self, state: Position, side: int) -> Terms:
        return self._outlook.terms(state)

    def written(self, plan: Plan) -> list[Order]:
        """The way of every unit, once the plan is chosen, and how many dummies go with the cards."""
        if self.outlook is None or plan.idea == DEPLOYMENT:
            return plan.orders
        state, side = self.outlook.state, self.outlook.side
        orders: list[Order] = []
        if not plan.orders and state.frames[-1][0] == LAY.number and not self.to_withdraw(state, side):
            return [[STAY]]
        rommels = {}
        for index in range(len(state.moves)):
            rommels[index] = move_of(state, index).rommel
        for order in plan.orders:
            if order[0] == DECLARE:
                rommels[len(rommels)] = order[3]
            if order[0] == GO:
                _, index, unit, goal, door, *_ = order
                hexes = way(state, unit, goal, door, speed_of(state, unit) + rommels.get(index, 0))
                order = [GO, index, unit, goal, door, *hexes]
                if not hexes:
                    continue
            if order[0] == LAY_CARDS:
                order = [LAY_CARDS, order[1], self.bluff(state, side, order[1])]
            orders.append(order)
        return orders

    def bluff(self, state: Position, side: int, real: int) -> int:
        """3.42: sometimes no dummy, sometimes one, sometimes more, so that the number of cards says little."""
        most = min(state.dummies[side], 3 if real < BLITZ else 1)
        return min(most, self.rng.choice((0, 0, 1, 1, 1, 2, 2, 3)))

    def to_withdraw(self, state: Position, side: int) -> int:
        """4.5, 10.3: the hexes that units should leave on a pass: battles that cannot be won, and groups before a
        far stronger enemy who has cards."""
        enemy, found = ENEMY_OF[side], 0
        for place in ones(state.firm[side] & state.held[enemy]):
            found |= is_hopeless(state, side, place) << place
        if hand_size(state, enemy) > 2:
            for place in ones(state.firm[side] & ~state.held[enemy] & ~state.printed.fortress):
                cv = strength(state, firm_at(state, side, place) & ~self._outlook.bound)
                found |= (0 < 3 * cv + 3 < self._outlook.threat(place)) << place
        return found & ~(1 << state.printed.base[side])

    # Carrying them out

    def ready(self, order: Order, legal: Verbs) -> list[Choice]:
        if order[0] == LAY_CARDS:
            verb, argument, then = verbs.REAL, order[1], [pack(verbs.DUMMIES, order[2])]
        elif order[0] == STAY:
            verb, argument, then = verbs.PASS, 0, [pack(verbs.DONE)]
        elif order[0] == DECLARE:
            _, argument, goal, rommel = order
            verb, then = verbs.ROMMEL_REGROUP if rommel else verbs.REGROUP, [pack(verbs.TO, goal)]
        elif order[0] == DEPLOY_UNIT:
            _, argument, place = order
            if verbs.UNIT not in legal and legal.get(verbs.HEX, 0) >> place & 1:
                return [pack(verbs.HEX, place)]
            verb, then = verbs.UNIT, [pack(verbs.HEX, place)]
        else:
            _, index, argument, _, _, *hexes = order
            verb, then = verbs.SECOND if index else verbs.UNIT, [pack(verbs.HEX, place) for place in hexes]
        return [pack(verb, argument), *then] if legal.get(verb, 0) >> argument & 1 else []

    def choices(self, state: Position, side: int, order: Order, legal: Verbs) -> list[Choice]:
        return self.ready(order, legal)

    def finish(self, state: Position, side: int, legal: Verbs) -> Choice:
        for verb in (verbs.ROUT, verbs.DONE, verbs.PASS):
            if verb in legal:
                return pack(verb, first(legal[verb]))
        verb, arguments = next(iter(legal.items()))
        return pack(verb, first(arguments))


def _orders(move: Regroup, index: int) -> list[Order]:
    """A move as orders: declare it, then everybody goes."""
    going: list[Order] = [[GO, index, unit, move.goal, move.doors.get(unit, -1)] for unit in ones(move.units)]
    return [[DECLARE, move.point, move.goal, move.rommel], *going]


class Muster:
    """Who can go where in this move: by hex and speed what is within reach."""

    def __init__(self, state: Position, side: int, rommel: int, bound: int) -> None:
        self.state, self.side, self.rommel = state, side, rommel
        self.groups: list[tuple[int, int, int]] = []
        """Where, who, and the hexes they can reach."""
        self.reached = 0
        quiet = state.firm[side] & ~state.held[ENEMY_OF[side]]
        for place in ones(quiet):
            by_speed: dict[int, int] = {}
            for unit in ones(firm_at(state, side, place) & ~state.moved & ~bound):
                speed = speed_of(state, unit)
                by_speed[speed] = by_speed.get(speed, 0) | 1 << unit
            for speed, units in by_speed.items():
                hexes = destinations(state, first(units), speed + rommel)
                self.groups.append((place, units, hexes))
                self.reached |= hexes

    def able(self, goal: int) -> int:
        """All that can reach a hex, wherever they are."""
        return mask_of(unit for _, units, hexes in self.groups if hexes >> goal & 1 for unit in ones(units))

    def gain(self, goal: int, far: list[int]) -> tuple[float, int]:
        """How much nearer to the focus those would come that can go to a hex, and their CV."""
        gain, cv = 0.0, 0
        for place, units, hexes in self.groups:
            if hexes >> goal & 1 and far[place] > far[goal]:
                own = strength(self.state, units)
                gain += own * (far[place] - far[goal]) * 0.006
                cv += own
        return gain, cv

    def regroup(self, goal: int, most: int) -> Regroup | None:
        """The move to a hex with the command point that brings the most strength, or at most so many units."""
        state, side = self.state, self.side
        at: dict[int, int] = {}
        for place, units, hexes in self.groups:
            if hexes >> goal & 1 and place != goal:
                at[place] = at.get(place, 0) | units
        if not at:
            return None
        attack = is_enemy_hex(state, side, goal)
        best: Regroup | None = None
        for point in self._points(at)[: POINTS if attack else 1]:
            near = state.printed.board.touching[point] | 1 << point
            units = 0
            for place, there in at.items():
                if near >> place & 1:
                    units |= there
            doors: dict[int, int] = {}
            if attack:
                doors = by_doors(state, units, goal, self.rommel)
                units = mask_of(doors)
            elif units.bit_count() > most:
                fast = sorted(ones(units), key=lambda u: (-speed_of(state, u), -state.cv[u], u))
                units = mask_of(fast[:most])
            if units and (best is None or strength(state, units) > strength(state, best.units)):
                best = Regroup(point, goal, self.rommel, units, doors)
        return best

    def _points(self, at: dict[int, int]) -> list[int]:
        """5.2: command points, those first around which most strength stands."""
        state = self.state
        touching = state.printed.board.touching
        power = {place: strength(state, units) for place, units in at.items()}
        barred = state.held[ENEMY_OF[self.side]] & ~state.held[self.side]
        points: dict[int, int] = {}
        for place, cv in power.items():
            for point in (place, *ones(touching[place])):
                if not barred >> point & 1:
                    points[point] = points.get(point, 0) + cv
        return sorted(points, key=lambda point: (-points[point], point not in at, point))

"""A look at the position when a plan is made: who can go where, who threatens whom, what draws us.

Nothing here depends on the plan but through its arguments, so each answer is found once in an action.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sandtable.games.shifting_sands.players.battles import best_promise, engagement, rommel_helps
from sandtable.games.shifting_sands.players.country import FRONTS, Goals, attraction, lengths, theatre_of
from sandtable.games.shifting_sands.players.policy import (
    gates,
    guards,
    phase_of,
    policy_of,
    prizes,
    value,
)
from sandtable.games.shifting_sands.printed.data import AXIS
from sandtable.games.shifting_sands.rules.c07_operations import activatable, prices
from sandtable.games.shifting_sands.rules.c09_reach import Tree, closed_ends, reach
from sandtable.games.shifting_sands.rules.c10_regions import CLASSES, doors, is_active, opened, targets, ways
from sandtable.games.shifting_sands.rules.c13_supply import supply_map, tables
from sandtable.games.shifting_sands.state import Theatre, face, happened, inactive
from sandtable.kernel.bits import mask_of, ones

STRIKERS = 5
"""How many units take part in an attack at most, as a rule: in limited supply each costs a point (13.611)."""
JOINERS = 2
"""How many armour units may come up to join an attack (9.16)."""
FASTEST = 5
THREATENED = 4.0
"""What a space of ours must be worth to call for help when the enemy is near."""
HELP, PREY, MOST_DRAW = 0.6, 0.25, 14.0
"""How strongly a threatened place draws, and the enemy's army; and no place draws more than so."""
NEAR_GATE = 7
"""So near is an enemy who may be at a gate before we are."""
DIVISIONS = ("axis division", "allied division")
LEAST_NEED, MOST_NEED = 0.4, 1.6
"""How much a front draws more or less than usual, by what the enemy has there and what we have."""

Stacks = Mapping[int, int]


class Survey:
    """What a side sees before it acts."""

    def __init__(self, state: Theatre, side: int) -> None:
        self.state, self.side, self.enemy = state, side, 1 - side
        self.printed = state.printed
        self.policy = policy_of(state, side)
        self.caution = 1.0 / self.policy.boldness
        self.prize = prizes(state)
        self.kinds = tables(self.printed)
        self.played = state.events & self.kinds.asked
        self.everything = state.controls[0] | state.controls[1]
        self.armies = activatable(state, side)
        self.stacks = self._on_map(side)
        self.foes = self._on_map(self.enemy)
        self.guards = guards(self.printed, side, phase_of(state)) | self._gates()
        self.moves, self.attacks = (costs for costs, _ in prices(state, side))
        self.lines = [self._lines(mover) for mover in DIVISIONS]
        self._trees: dict[tuple[int, int, int], Tree] = {}
        self._fields: dict[int, tuple[float, ...]] = {}
        self._dangers: dict[tuple[int, int], float] = {}
        self._chances: dict[tuple[int, int], float] = {}
        self._assailants: dict[int, int] = {}
        self._hungry: dict[tuple[int, int], bool] = {}

    def _on_map(self, side: int) -> dict[int, int]:
        units, spaces = self.printed.own[side] & ~inactive(self.state), self.printed.spaces
        return {
            space: stack & units
            for space, stack in self.state.stacks.items()
            if stack & units and spaces[space].on_map
        }

    def _gates(self) -> dict[int, float]:
        """The gates to which the enemy is near."""
        mover = CLASSES.index(DIVISIONS[self.enemy])
        asked = self.state.events & doors(self.printed).asked
        return {
            gate: price
            for gate, price in gates(self.printed, self.side).items()
            if any(lengths(self.printed, mover, asked, gate)[space] <= NEAR_GATE for space in self.foes)
        }

    def _lines(self, mover: str) -> tuple[int, ...]:
        known = doors(self.printed)
        return opened(self.printed, CLASSES.index(mover), self.state.events & known.asked)[1]

    # Marches

    def tree(self, unit: int) -> Tree:
        """9.1: where a unit can go now, and how; units that go alike share it."""
        key = self.state.place[unit], doors(self.printed).of[unit], face(self.state, unit).movement
        found = self._trees.get(key)
        if found is None:
            found = self._trees[key] = reach(self.state, unit)
        return found

    def closed(self, unit: int) -> int:
        return closed_ends(self.state, unit)

    def strength(self, unit: int) -> float:
        """What a unit counts for at the front."""
        return face(self.state, unit).combat + 0.6

    def field(self, unit: int) -> tuple[float, ...]:
        """By space how strongly a unit is drawn there."""
        mover = doors(self.printed).of[unit]
        found = self._fields.get(mover)
        if found is None:
            asked = doors(self.printed).asked
            found = attraction(self.printed, mover, self.state.events & asked, self.goals)
            self._fields[mover] = found
        return found

    @cached_property
    def goals(self) -> Goals:
        """What draws us: what the enemy holds and we want, what we hold and it threatens, and its army."""
        state, theatre, need = self.state, theatre_of(self.printed), self._needs()
        found: dict[int, float] = {}
        for space, prize in enumerate(self.prize):
            if theatre[space] < 0 or not prize:
                continue
            if state.control[space] == self.enemy:
                found[space] = min(MOST_DRAW, prize)
            elif prize >= THREATENED and self._is_near(space):
                found[space] = min(MOST_DRAW, HELP * prize)
        for space, units in self.foes.items():
            if theatre[space] >= 0:
                found[space] = found.get(space, 0.0) + PREY * value(state, units)
        return tuple((space, weight * need[theatre[space]]) for space, weight in sorted(found.items()))

    def _needs(self) -> list[float]:
        """By front how badly we are needed there."""
        theatre, state = theatre_of(self.printed), self.state
        ours, theirs = [1.0] * FRONTS, [1.0] * FRONTS
        for stacks, totals in ((self.stacks, ours), (self.foes, theirs)):
            for space, units in stacks.items():
                if theatre[space] >= 0:
                    totals[theatre[space]] += value(state, units)
        return [
            max(LEAST_NEED, min(MOST_NEED, 1.2 * their / our)) for our, their in zip(ours, theirs, strict=True)
        ]

    def _is_near(self, space: int) -> bool:
        """Is an enemy within two spaces?"""
        lines = self.lines[self.enemy]
        around = lines[space] | 1 << space
        for other in ones(lines[space]):
            around |= lines[other]
        return any(around >> place & 1 for place in self.foes)

    # Battles

    def danger(self, place: int, units: int) -> float:
        """What the enemy may expect of an attack on these units of ours in a place, in its next action."""
        if not units:
            return 0.0
        key = place, units
        found = self._dangers.get(key)
        if found is None:
            attackers = self.assailants(place)
            found = self._dangers[key] = self._expected(place, attackers, units) if attackers else 0.0
        return found

    def chance(self, target: int, units: int) -> float:
        """What we may expect of an attack on a space with these units beside it."""
        if not units:
            return 0.0
        key = target, units
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._expected(target, self.best(units), self.foes[target])
        return found

    def _expected(self, target: int, attackers: int, defenders: int) -> float:
        state = self.state
        ours = bool(attackers & self.printed.own[self.side])
        fight = engagement(state, target, attackers, defenders, rommel=rommel_helps(state, target, attackers))
        return max(0.0, best_promise(state, fight, self.caution if ours else 1.0))

    def best(self, units: int) -> int:
        """The strongest of these, as many as attack together."""
        if units.bit_count() <= STRIKERS:
            return units
        ranked = sorted(ones(units), key=lambda unit: (-face(self.state, unit).combat, unit))
        return mask_of(ranked[:STRIKERS])

    def assailants(self, place: int) -> int:
        """The enemies who could attack a place in their next action: its neighbours, and armour that joins."""
        found = self._assailants.get(place)
        if found is not None:
            return found
        beside = bases = 0
        for space in ones(self.printed.graph.adjacent[place]):
            for unit in ones(self.foes.get(space, 0)):
                if targets(self.state, unit) >> place & 1:
                    beside |= 1 << unit
                    bases |= 1 << space
        if beside:
            beside = self.best(beside | self._joiners(beside, bases))
        self._assailants[place] = beside
        return beside

    def _joiners(self, beside: int, bases: int) -> int:
        """9.16: armour that could come up to these spaces, if there is room."""
        state, room = self.state, 0
        for space in ones(bases):
            room += max(0, 3 - self.foes[space].bit_count())
        found: list[int] = []
        for space, units in self.foes.items():
            for unit in ones(units & self.printed.armour & ~beside):
                steps = self._hops(space, bases, face(state, unit).movement)
                if steps:
                    found.append(unit)
        ranked = sorted(found, key=lambda unit: (-face(state, unit).combat, unit))
        return mask_of(ranked[: min(room, JOINERS)])

    def _hops(self, start: int, goals: int, most: int) -> bool:
        """Could an enemy come from here to one of these spaces with so many movement points?"""
        lines, shut = self.lines[self.enemy], self.state.occupied[self.side]
        reached = fresh = 1 << start
        for _ in range(most):
            around = 0
            for space in ones(fresh):
                around |= lines[space]
            fresh = around & ~shut & ~reached
            reached |= fresh
            if reached & goals:
                return True
        return False

    def facing(self, stacks: Stacks, target: int) -> int:
        """Our units, if they stood like this, that could attack a space."""
        found, state = 0, self.state
        for space in ones(self.printed.graph.adjacent[target]):
            for unit in ones(stacks.get(space, 0)):
                if is_active(state, unit) and ways(state, unit)[space] >> target & 1:
                    found |= 1 << unit
        return found

    # What the enemy could do next

    @cached_property
    def _starts(self) -> dict[int, int]:
        """By movement factor where the enemy's units are."""
        home = self.printed.nations["VF"] | self.printed.nations["IR"] if self.enemy == AXIS else 0
        if happened(self.state, "unternehmen_irak"):
            home = 0
        found: dict[int, int] = {}
        for space, units in self.foes.items():
            for unit in ones(units & ~home):
                factor = min(FASTEST, face(self.state, unit).movement)
                found[factor] = found.get(factor, 0) | 1 << space
        return found

    def raided(self, occupied: int) -> int:
        """The spaces into which the enemy could ride in one action if we held these."""
        lines = self.lines[self.enemy]
        reached = fresh = 0
        for steps in range(FASTEST, 0, -1):
            fresh |= self._starts.get(steps, 0)
            reached |= fresh
            around = 0
            for space in ones(fresh):
                around |= lines[space]
            fresh = around & ~occupied & ~reached
            reached |= fresh
        return reached

    # Supply

    def hungry(self, stacks: Stacks, controls: int) -> int:
        """13.55: those of these units that would be out of supply if their side controlled these spaces."""
        found, of = 0, self.kinds.of
        for space, units in stacks.items():
            for unit in ones(units):
                if not supply_map(self.printed, of[unit], controls, self.played)[1] >> space & 1:
                    found |= 1 << unit
        return found

    def falling(self, stacks: Stacks, controls: int) -> float:
        """13.82: what the spaces are worth that a side would lose because none of these units could live there."""
        fed = 0
        for kind in {self.kinds.of[unit] for units in stacks.values() for unit in ones(units)}:
            fed |= supply_map(self.printed, kind, controls, self.played)[1]
        return sum([self.prize[space] for space in ones(controls & ~fed) if self.printed.spaces[space].points])

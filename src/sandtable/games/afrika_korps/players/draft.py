"""One plan of the recruit in the making: garrisons, attacks with their supply, and where everybody else goes.

The advice behind it, in the order in which it is followed:

- Hold what you must hold: somebody stays in every port and fortress, and more of them if the enemy can come.
- Attack where the table is on your side, with the terrain counted, from hexes where nobody else can hit back, with
  supply in reach; from as many sides as possible, so that whoever is driven off has nowhere to go.
- One supply unit feeds every attack around it: attack there, not everywhere. Never spend the last one (24.5).
- Whoever does not attack stands with friends, out of the enemy's reach or where the ground doubles him.
- Supply goes with a combat unit, never alone where the enemy can come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import NamedTuple

from sandtable.games.afrika_korps.players.country import march, march_lengths, raid
from sandtable.games.afrika_korps.players.odds import gain, worth
from sandtable.games.afrika_korps.players.policy import BENGASI, ENEMY_BASE, OWN_BASE, TOBRUCH, Idea
from sandtable.games.afrika_korps.players.survey import Survey, goals_of
from sandtable.games.afrika_korps.printed.data import ALLIED, AXIS, OVER_SIX_TO_ONE, odds_column
from sandtable.games.afrika_korps.rules.c05_reach import Reach, reach
from sandtable.games.afrika_korps.rules.c09_automatic_victory import hexes_that_feed
from sandtable.games.afrika_korps.rules.c09_surrounding import can_retreat
from sandtable.games.afrika_korps.rules.c13_obligations import defense_factor
from sandtable.games.afrika_korps.rules.c23_sea import embarkable
from sandtable.games.afrika_korps.state import SEA, Position, combat_units_at, put
from sandtable.kernel.bits import mask_of, ones
from sandtable.players.planning import Order

STACK = 3
SAFE = 3
"""Against fewer than this many times its own factors a stack is safe enough: 2-1 is a poor attack."""
TOO_GOOD = 4
"""Units with a higher attack factor have better things to do than to sit in a garrison."""
PRECIOUS = 8.0
"""Places worth less are held by one unit."""
ALIKE = 3
"""Units whose speeds differ by no more march together."""
FAST = 7
SUPPLY_PRICES = {AXIS: (99.0, 99.0, 1.5, 0.4), ALLIED: (99.0, 1.5, 0.8, 0.4, 0.2)}
"""What a supply unit is worth, by how many there are: the Axis never spends its last (24.5)."""
STARVED = 0.5
"""What part of the units is as good as lost that live on the supply unit that an attack would spend (24)."""
NO_PORT = 99.0
LEAST_GAIN = 0.3
EFFORT = 0.02
"""What it costs to tie down an attack factor in one place."""
TOO_FAR = 36
"""Supply further than this from the spearhead, in half hexes, is of no use to it."""
LONGEST_ODDS = 6
EMBARK, VICTORY_ORDER, REPLAN = 0, -2, -3
"""What an order begins with: these, or the number of units that move together."""


class Assault(NamedTuple):
    """An attack on one hex: what it is worth, who goes where, and the supply that goes there for it."""

    value: float
    place: int
    others: int
    moves: list[tuple[int, int]]
    supply: tuple[int, int] | None
    column: int


class Draft:
    """Works on a copy of the position, placing units where the plan wants them."""

    def __init__(self, survey: Survey, idea: Idea) -> None:
        self.survey, self.idea = survey, idea
        self.state, self.side, self.printed = survey.state, survey.side, survey.printed
        self.trial: Position = survey.state.copy()
        self.free = survey.free & self.printed.combat
        self.stores = survey.free & self.printed.supply & ~survey.state.used
        self.used = survey.state.used
        self.gain = 0.0
        self.beaten = 0
        self.pinned = 0
        self.moves: list[tuple[int, int, int]] = []
        self.sailing: list[int] = []
        self.victory: Assault | None = None
        self.leader_free = bool(survey.led)
        self._held = [survey.ground.closed] * (STACK + 1)  # by n: hexes with at least n units that stay there
        for unit in ones(survey.units & ~self.free):
            self._settle(survey.state.place[unit])

    def with_idea(self, idea: Idea) -> Draft:
        """The same plan so far, to go on with another idea."""
        other = copy(self)
        other.idea = idea
        other.trial = self.trial.copy()
        other.moves, other.sailing, other._held = [*self.moves], [*self.sailing], [*self._held]
        return other

    def prepared(self) -> Draft:
        """The part that all plans share: what must be held is held."""
        self.hold()
        return self

    def struck(self) -> Draft:
        """With every attack that is worth it."""
        while self.strike():
            pass
        return self

    def finished(self) -> Draft:
        """With everybody else in his place."""
        self.occupy()
        self.sail()
        self.deploy()
        self.bring_up_supply()
        self.follow()
        return self

    # Placing units

    def _settle(self, place: int) -> None:
        held, bit = self._held, 1 << place
        for number in range(STACK, 1, -1):
            held[number] |= held[number - 1] & bit
        held[1] |= bit

    def room(self, number: int) -> int:
        """The hexes that can take this many more units."""
        return ~self._held[STACK + 1 - number]

    def send(self, unit: int, place: int, led: int = 0) -> None:
        self.free &= ~(1 << unit)
        if place != self.state.place[unit]:
            put(self.trial, unit, place)
            self.moves.append((unit, place, led))
        self._settle(place)

    def ends(self, unit: int) -> int:
        """Where a unit can end its move, its own hex included."""
        here = 1 << self.state.place[unit]
        return self.survey.ways[unit].ends | here if self.survey.free >> unit & 1 else here

    def can_reach(self, unit: int, place: int) -> bool:
        """Can a unit end its move there? Most are too far away, which is known without a search."""
        near = raid(self.printed, self.state.place[unit], self.printed.move[unit])
        return bool(near >> place & 1 and self.ends(unit) >> place & 1)

    def defense_at(self, place: int) -> int:
        """The factors of those who stay in a hex, as the ground makes them."""
        stay = combat_units_at(self.trial, place, self.side) & ~self.free
        return sum(defense_factor(self.printed, unit, place) for unit in ones(stay))

    # Garrisons

    def worth_of(self, place: int) -> float:
        """What it is worth to hold a hex."""
        printed, objectives = self.printed, self.survey.policy.objectives
        names = {
            printed.tobruch: TOBRUCH,
            printed.bengasi: BENGASI,
            printed.base[self.side]: OWN_BASE,
            printed.base[self.survey.enemy]: ENEMY_BASE,
        }
        return objectives[names[place]] if place in names else 0.0

    def hold(self) -> None:
        """Somebody stays in every place worth holding: one, or as many as the enemy's reach demands."""
        held = goals_of(self.printed) & self.state.occupied[self.side]
        own = 1 << self.printed.base[self.side]
        for place in sorted(
            ones((held | own) & ~self.survey.ground.closed), key=lambda place: -self.worth_of(place)
        ):
            self._garrison(place)

    def _garrison(self, place: int) -> None:
        threat = self.survey.threat.at(place)
        able = [unit for unit in ones(self.free) if self.can_reach(unit, place)]
        while able and self.room(1) >> place & 1:
            strength = self.defense_at(place)
            if strength and strength * SAFE > threat:
                break
            if strength and self.worth_of(place) < PRECIOUS:
                break
            precious = threat and self.worth_of(place) >= PRECIOUS
            unit = max(able, key=self._as_guard) if precious else min(able, key=self._as_fighter)
            if strength and self.printed.attack[unit] > TOO_GOOD:
                break
            able.remove(unit)
            self.send(unit, place)

    def _as_guard(self, unit: int) -> tuple[bool, int, int, int]:
        """Slow units that defend well are the ones to leave in a garrison, never the best of the army."""
        printed = self.printed
        return printed.attack[unit] <= TOO_GOOD, printed.defense[unit], -printed.move[unit], -unit

    def _as_fighter(self, unit: int) -> tuple[int, int, int]:
        return self.printed.attack[unit], self.printed.move[unit], unit

    def occupy(self) -> None:
        """Goals that nobody holds are taken by the weakest that can get there; others set out towards them."""
        goals = goals_of(self.printed) & ~self.trial.occupied[0] & ~self.trial.occupied[1]
        for place in sorted(ones(goals), key=lambda place: -self.worth_of(place)):
            able = [unit for unit in ones(self.free) if self.can_reach(unit, place)]
            if able:
                self.send(min(able, key=self._as_fighter), place)
            elif self.free and self.idea.march == "on":
                self._detach(place)

    def _detach(self, place: int) -> None:
        """One slow unit is enough to walk into an empty place."""
        lengths, printed = march_lengths(self.printed, place), self.printed
        unit = min(
            ones(self.free), key=lambda unit: (lengths[self.state.place[unit]] / (4 + printed.move[unit]), unit)
        )
        if printed.attack[unit] <= FAST // 2:
            self.march([unit], march(printed, place))

    # Attacks

    def strike(self) -> bool:
        """Add the best attack that can still be made; False if none is worth it."""
        best: Assault | None = None
        attacked = self.beaten | self.pinned
        for place in ones(self.state.occupied[self.survey.enemy] & ~attacked & self.survey.ground.closed):
            found = self.assault(place)
            if found and (best is None or found.value > best.value):
                best = found
        if best is None:
            return False
        for unit, place in best.moves:
            self.send(unit, place)
        if best.supply:
            unit, place = best.supply
            self.used |= 1 << unit
            self.stores &= ~(1 << unit)
            if place != self.state.place[unit]:
                put(self.trial, unit, place)
                self.moves.append((unit, place, 0))
        if best.column >= OVER_SIX_TO_ONE and not best.others and not self.victory:
            self.victory = best
        self.beaten |= 1 << best.place
        self.pinned |= best.others
        self.gain += best.value
        return True

    def assault(self, place: int) -> Assault | None:
        """The best attack on all in this hex; None if none is worth it.

        First from hexes beside no other enemy; then from those beside a neighbour or two, who must be attacked as
        well: together with the others, or by a weak unit that keeps them busy (11.6).
        """
        near = [unit for unit in self.survey.near(place) if self.free >> unit & 1]
        best: Assault | None = None
        if sum(self.printed.attack[unit] for unit in near) >= self.survey.resistance(place)[0]:
            for others, spots in self.survey.approaches(place):
                found = self._assault(place, others, spots, near)
                if found and (best is None or found.value > best.value):
                    best = found
        return best

    def _assault(self, place: int, others: int, spots: int, near: list[int]) -> Assault | None:
        """An attack on this hex from these spots, which are also beside these other enemies."""
        printed, survey, state = self.printed, self.survey, self.state
        if others & (self.beaten | self.pinned):
            return None
        defense, prize = survey.resistance(place)
        ground = self.worth_of(place)
        best: Assault | None = None
        moves: list[tuple[int, int]] = []
        attack, cost = 0, 0.0
        for unit, spot in self._attackers(spots, near):
            moves.append((unit, spot))
            attack += printed.attack[unit]
            cost += worth(printed, unit)
            column = odds_column(attack, defense)
            if (best is not None and column == best.column) or attack < defense:
                continue
            touched = others & printed.board.spread(mask_of(spot for _, spot in moves))
            busy = self._keep_busy(place, touched, moves) if touched else (0.0, attack, cost)
            if busy is None:
                continue
            side_show, main, main_cost = busy
            if main < defense:
                continue
            side_show -= survey.policy.reserve * EFFORT * attack
            value = side_show + gain(printed, main, defense, main_cost, prize, True, ground)
            if value <= (best.value if best else LEAST_GAIN):
                continue  # not even if they had nowhere to go
            trial = self._with(moves)
            if can_retreat(trial, combat_units_at(state, place, survey.enemy), survey.units):
                value = side_show + gain(printed, main, defense, main_cost, prize, False, ground)
            if value > (best.value if best else LEAST_GAIN):
                supply = self._supply_for(trial, moves)
                if supply is not None and value - supply[1] > (best.value if best else LEAST_GAIN):
                    best = Assault(value - supply[1], place, touched, [*moves], supply[0], column)
            if column >= OVER_SIX_TO_ONE and not touched:
                break
        return best

    def _keep_busy(self, place: int, others: int, moves: list[tuple[int, int]]) -> tuple[float, int, float] | None:
        """11.6: one unit for each of the others, the weakest that may: what that is worth, and what is left."""
        printed, board = self.printed, self.printed.board
        left, value = dict(moves), 0.0
        for other in ones(others):
            defense, prize = self.survey.resistance(other)
            able = [
                unit
                for unit, spot in left.items()
                if board.adjacent[spot] >> other & 1 and printed.attack[unit] * LONGEST_ODDS >= defense
            ]
            if not able:
                return None
            unit = min(able, key=self._as_fighter)
            del left[unit]
            value += gain(printed, printed.attack[unit], defense, worth(printed, unit), prize, False, 0.0)
        attack = sum(printed.attack[unit] for unit, spot in left.items() if board.adjacent[spot] >> place & 1)
        return value, attack, sum(worth(printed, unit) for unit in left)

    def _attackers(self, spots: int, near: list[int]) -> Iterator[tuple[int, int]]:
        """The strongest units that can come to these hexes, each with its hex, spread over different sides."""
        taken: dict[int, int] = {}
        board, doubling, threat = self.printed.board, self.printed.doubling, self.survey.threat
        spots &= self.room(1)
        for unit in near:
            able = [spot for spot in ones(self.ends(unit) & spots) if self._room_at(spot) > taken.get(spot, 0)]
            if able:
                beside = board.spread(mask_of(taken))
                spot = min(
                    able,
                    key=lambda spot: (
                        spot in taken,
                        beside >> spot & 1,
                        not doubling >> spot & 1,
                        threat.at(spot),
                        spot,
                    ),
                )
                taken[spot] = taken.get(spot, 0) + 1
                yield unit, spot

    def _room_at(self, place: int) -> int:
        return STACK - sum(self._held[number] >> place & 1 for number in range(1, STACK + 1))

    def _with(self, moves: Iterable[tuple[int, int]]) -> Position:
        trial = self.trial.copy()
        for unit, place in moves:
            put(trial, unit, place)
        return trial

    def _supply_for(
        self, trial: Position, moves: list[tuple[int, int]]
    ) -> tuple[tuple[int, int] | None, float] | None:
        """Supply that feeds all these attackers, and its price; None if there is none to be had."""
        good = hexes_that_feed(trial, mask_of(unit for unit, _ in moves))
        for unit in ones(self.used & self.printed.side_units[self.side]):
            if good >> trial.place[unit] & 1:
                return None, 0.0
        price = self._price()
        if price >= NO_PORT:
            return None
        able = [unit for unit in ones(self.stores) if self.ends(unit) & good & ~self.survey.ground.zone]
        if not able:
            return None
        starved = {unit: self.survey.starved_without(self.used | 1 << unit) for unit in able}
        unit = min(able, key=lambda unit: (starved[unit], unit))
        spots = self.ends(unit) & good & ~self.survey.ground.zone
        spots = spots & trial.occupied[self.side] or spots & ~self.survey.prowled or spots
        place = min(ones(spots), key=lambda place: (self.survey.threat.at(place), place))
        stay = self.state.place[unit]
        return (unit, stay if spots >> stay & 1 else place), price + STARVED * starved[unit]

    def _price(self) -> float:
        """14.1, 24.5: what it costs to spend one more supply unit."""
        left = (self.survey.supply & ~self.used).bit_count()
        prices = SUPPLY_PRICES[self.side]
        price = prices[min(left, len(prices) - 1)]
        return NO_PORT if left <= 1 and (self.side == AXIS or not self.state.ports_at_start) else price

    # The others

    def safe(self, defense: int, times: float = SAFE) -> int:
        """The hexes where units with these factors need not fear an attack."""
        threat = self.survey.threat
        doubled = self.printed.doubling
        open_ground = ~threat.at_least(int(times * defense))
        return open_ground | doubled & ~threat.at_least(int(2 * times * defense))

    def groups(self) -> list[list[int]]:
        """Units that march together: from one hex, at about the same speed, at most three."""
        found: list[list[int]] = []
        by_hex: dict[int, list[int]] = {}
        for unit in ones(self.free):
            by_hex.setdefault(self.state.place[unit], []).append(unit)
        move = self.printed.move
        for units in by_hex.values():
            units.sort(key=lambda unit: (-move[unit], -self.printed.attack[unit], unit))
            group: list[int] = []
            for unit in units:
                if group and (len(group) == STACK or move[group[0]] - move[unit] > ALIKE):
                    found.append(group)
                    group = []
                group.append(unit)
            found.append(group)
        attack = self.printed.attack
        return sorted(found, key=lambda group: -sum(attack[unit] for unit in group))

    def deploy(self) -> None:
        for group in self.groups():
            self.march(group, self.rings_for(group))

    def rings_for(self, group: list[int]) -> tuple[int, ...]:
        """The hexes in the order in which a group wants to be there."""
        here = self.state.place[group[0]]
        if self.idea.march == "on":
            return march(self.printed, self.objective(self.printed.move[group[0]] >= FAST))
        return march(self.printed, here)

    def objective(self, fast: bool) -> int:
        """What to march on: a place still to be taken that is near and not too strong, else the enemy's army."""
        printed, side = self.printed, self.side
        goals = goals_of(printed) & ~self.trial.occupied[side]
        army = [unit for unit in ones(self.survey.units) if (printed.move[unit] >= FAST) == fast] or [
            *ones(self.survey.units)
        ]
        strength = sum(printed.attack[unit] for unit in army)
        centre = max(army, key=lambda unit: (printed.attack[unit], -unit))
        here = self.state.place[centre]
        if here < 0:
            return printed.base[side]

        def cost(place: int) -> float:
            garrison = combat_units_at(self.state, place, self.survey.enemy)
            defense = sum(defense_factor(printed, unit, place) for unit in ones(garrison))
            turns = march_lengths(printed, place)[here] / (2 * (printed.move[centre] + 5))
            return turns + 3 * max(0.0, 3 * defense / (strength + 1) - 0.7) - self.worth_of(place) / 6

        return min(ones(goals), key=lambda place: (cost(place), place)) if goals else printed.base[1 - side]

    def march(self, group: list[int], rings: tuple[int, ...]) -> None:
        """A group goes to the first of these hexes that it can reach and where it is safe."""
        state = self.state
        ends = -1
        for unit in group:
            ends &= self.ends(unit)
        led = 0
        if self.leader_free and all(unit in self.survey.led for unit in group):
            further = -1
            for unit in group:
                further &= self.survey.led[unit].ends | 1 << state.place[unit]
            if further & ~ends:
                ends, led = further, 1
        allowed = ends & ~self.survey.ground.zone & self.room(len(group))
        allowed = allowed & self.survey.fed or allowed  # 24: whoever leaves the supply line dies of it
        if not allowed:
            self._disband(group)
            return
        defense = sum(self.printed.defense[unit] for unit in group)
        place = self._first(allowed & self._wanted(group, defense), rings)
        if place < 0:
            place = self._least_danger(allowed)
        for unit in group:
            self.send(unit, place, led if place != state.place[unit] else 0)
        if led and place != state.place[group[0]]:
            self.leader_free = False

    def _wanted(self, group: list[int], defense: int) -> int:
        if self.idea.march == "back":
            home = march_lengths(self.printed, self.printed.base[self.side])
            here = home[self.state.place[group[0]]]
            nearer = 0
            for ring in march(self.printed, self.printed.base[self.side])[: here + 1]:
                nearer |= ring
            return self.safe(defense, 2) & nearer
        return self.safe(defense, SAFE * self.survey.policy.boldness)

    def _first(self, hexes: int, rings: tuple[int, ...]) -> int:
        """The first ring that has any of these; in it, a hex that doubles the defence or holds friends."""
        if hexes:
            for ring in rings:
                found = ring & hexes
                if found:
                    found = found & self.printed.doubling or found & self._held[1] or found
                    return found.bit_length() - 1
        return -1

    def _least_danger(self, hexes: int) -> int:
        """Where nothing is safe: the hex against which least can be brought, ground and friends counted."""
        printed, threat = self.printed, self.survey.threat
        good = hexes & (printed.doubling | self._held[1]) or hexes
        return min(
            ones(good)[:60],
            key=lambda place: (
                threat.at(place) / (1 + self.defense_at(place)) / (1 + (printed.doubling >> place & 1)),
                place,
            ),
        )

    def _disband(self, group: list[int]) -> None:
        """No hex has room for all: each unit looks for itself; one that finds nothing stays where it is."""
        for unit in group:
            if len(group) > 1:
                self.march([unit], self.rings_for([unit]))
            else:
                self.send(unit, self.state.place[unit])

    # Supply, Rommel and ships

    def spearhead(self) -> int:
        """The hex of the strongest stack, in the position as planned."""
        printed, side, trial = self.printed, self.side, self.trial
        return max(
            ones(trial.occupied[side]) or (printed.base[side],),
            key=lambda place: (sum(printed.attack[u] for u in ones(combat_units_at(trial, place, side))), place),
        )

    def bring_up_supply(self) -> None:
        """Supply follows the spearhead from stack to stack; the last one stays where nobody can come."""
        if not self.stores:
            return
        rings = march(self.printed, self.spearhead())
        lengths = march_lengths(self.printed, self.spearhead())
        quiet = ~self.survey.prowled
        held = self.trial.occupied[self.side]
        waiting = sorted(ones(self.stores), key=lambda unit: lengths[self.state.place[unit]])
        for rank, unit in enumerate(waiting):
            allowed = self.ends(unit) & ~self.survey.ground.zone
            last = rank == len(waiting) - 1
            hexes = allowed & quiet if last else allowed & (held | quiet)
            place = self._first(hexes or allowed & held, rings)
            if not last and (place < 0 or lengths[place] > TOO_FAR):
                place = self._first(
                    allowed & (held | ~self.survey.near_enemies), rings
                )  # better a risk than no supply
            if place >= 0 and place != self.state.place[unit]:
                put(self.trial, unit, place)
                self.moves.append((unit, place, 0))

    def follow(self) -> None:
        """Rommel belongs with the strongest stack, to lead it further next turn."""
        rommel, printed = self.printed.rommel, self.printed
        if self.side != printed.side_of[rommel] or self.state.place[rommel] < 0 or not self._rommel_waits():
            return
        rings = march(printed, self.spearhead())
        way = reach(self.state, rommel, self.survey.ground)
        hexes = (way.ends | 1 << self.state.place[rommel]) & self.trial.occupied[self.side]
        place = self._first(hexes & ~self.survey.ground.zone, rings)
        if place >= 0 and place != self.state.place[rommel]:
            put(self.trial, rommel, place)
            self.moves.append((rommel, place, 0))

    def _rommel_waits(self) -> bool:
        return not any(led for _, _, led in self.moves)

    def sail(self) -> None:
        """23.4: from the base to Tobruch, if it is ours, wants men, and the march would take longer."""
        printed, state, side = self.printed, self.state, self.side
        if not state.ports_at_start >> printed.tobruch & 1 or not (self.idea.strikes or self.idea.march == "on"):
            return
        base = printed.base[side]
        ships = embarkable(state) & self.free & combat_units_at(state, base, side) & ~state.cut_off
        wanted = self._room_at(printed.tobruch) if side == ALLIED else STACK
        if self.survey.threat.at(base) >= SAFE * max(1, self.defense_at(base)):
            return
        for unit in sorted(ones(ships), key=self._as_fighter, reverse=True)[:wanted]:
            self.free &= ~(1 << unit)
            put(self.trial, unit, SEA)
            self.sailing.append(unit)

    # Orders

    def orders(self) -> list[Order]:
        """The plan as orders: an automatic victory first, after which the others look for the gap it makes."""
        if self.victory:
            involved = {unit for unit, _ in self.victory.moves}
            if self.victory.supply:
                involved.add(self.victory.supply[0])
            moves = [move for move in self.moves if move[0] in involved]
            victims = ones(combat_units_at(self.state, self.victory.place, self.survey.enemy))
            attackers = [unit for unit, _ in self.victory.moves]
            return [*self._marches(moves), [VICTORY_ORDER, len(victims), *victims, *attackers], [REPLAN]]
        return [*([EMBARK, unit] for unit in self.sailing), *self._marches(self.moves)]

    def _marches(self, moves: list[tuple[int, int, int]]) -> list[Order]:
        """Marches, together where units go the same way; supply comes after the combat units."""
        marches: dict[tuple[int, int, int], list[int]] = {}
        for unit, place, led in moves:
            marches.setdefault((self.state.place[unit], place, led), []).append(unit)
        orders: list[Order] = []
        fighting = [(key, units) for key, units in marches.items() if mask_of(units) & self.printed.combat]
        others = [(key, units) for key, units in marches.items() if not mask_of(units) & self.printed.combat]
        for (_, place, led), units in sorted(fighting, key=lambda item: -item[0][2]) + others:
            orders.append(self._march_order(units, place, led))
        return orders

    def _march_order(self, units: list[int], place: int, led: int) -> Order:
        ways = self.survey.led if led else self.survey.ways
        combat = self.printed.combat
        slowest = min(units, key=lambda unit: (not combat >> unit & 1, self.printed.move[unit]))
        free = self.survey.free >> slowest & 1
        way: Reach = ways[slowest] if free else reach(self.state, slowest, self.survey.ground)
        travellers = [*units, self.printed.rommel] if led else units
        return [len(travellers), *travellers, *way.path(place)]

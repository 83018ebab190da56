"""How the recruit divides its combat into battles: all that must be attacked, each where it does most good."""

from __future__ import annotations

from sandtable.games.afrika_korps.players.odds import gain, worth
from sandtable.games.afrika_korps.printed.data import Printed
from sandtable.games.afrika_korps.rules.c08_contact import contact, rest_of
from sandtable.games.afrika_korps.rules.c09_surrounding import can_retreat
from sandtable.games.afrika_korps.rules.c11_division import Contact
from sandtable.games.afrika_korps.state import Position, combat_units_on_map, supply_on_map
from sandtable.kernel.bits import ones
from sandtable.kernel.sides import ENEMY_OF

ILLEGAL = -100.0
ROUNDS = 4
ANY = -1
NOBODY = -1
"""An attacker that stays out of it: it stands beside a fortress, or in one, and need not fight."""


class Division:
    """Who attacks which hex: a first guess, made better unit by unit until nothing improves.

    All attacks are fed by one supply unit, `store`, so that no other is spent; or by any if it is `ANY`.
    """

    def __init__(self, state: Position, supply_price: float, store: int) -> None:
        self.state, self.price, self.store = state, supply_price, store
        self.printed: Printed = state.printed
        self.fight: Contact = contact(state)
        rest = rest_of(state, self.fight)
        self.must_attack = self.fight.must_attack & rest.attackers
        self.attackers = ones(rest.attackers)
        self.defenders: dict[int, int] = {}
        for unit in ones(rest.defenders):
            place = state.place[unit]
            self.defenders[place] = self.defenders.get(place, 0) | 1 << unit
        self.must_fall = {place for place, units in self.defenders.items() if units & rest.must_fall}
        self._trapped: dict[int, bool] = {}
        self._values: dict[tuple[int, int], float] = {}
        self.assigned = {unit: self._first_guess(unit) for unit in self.attackers}
        self._improve()
        if self._storm():
            self._improve()
        self.worth = self.value()

    def _hexes(self, unit: int) -> list[int]:
        """The hexes this unit could attack."""
        foes = self.fight.foes.get(unit, 0)
        return [place for place, units in self.defenders.items() if foes & units]

    def _first_guess(self, unit: int) -> int:
        """A unit attacks what it must, the weakest first; one that need not waits to be asked."""
        hexes = self._hexes(unit)
        must = [place for place in hexes if place in self.must_fall]
        if not must and not self.must_attack >> unit & 1:
            return NOBODY
        return min(must or hexes, key=lambda place: self._defense(place), default=NOBODY)

    def _defense(self, place: int) -> int:
        return self.fight.resistance(self.defenders[place])

    def _improve(self) -> None:
        value = self.value()
        for _ in range(ROUNDS):
            before = value
            for unit in self.attackers:
                best = self.assigned[unit]
                choices = self._hexes(unit)
                if not self.must_attack >> unit & 1:
                    choices = [*choices, NOBODY]
                for place in choices:
                    old, self.assigned[unit] = self.assigned[unit], place
                    now = self.value()
                    if now > value + 1e-9:
                        value, best = now, place
                    else:
                        self.assigned[unit] = old
                self.assigned[unit] = best
            if value <= before + 1e-9:
                return

    def _storm(self) -> bool:
        """Those who stand around a fortress and need not fight attack together or not at all: is any attack worth
        it that one of them alone would not make?"""
        value, found = self.value(), False
        for place, defenders in self.defenders.items():
            waiting = [
                unit for unit in self.attackers if self.assigned[unit] == NOBODY and place in self._hexes(unit)
            ]
            if self.store != ANY:
                fed = self.fight.fed_by(self.store, defenders)
                waiting = [unit for unit in waiting if fed >> unit & 1]
            self.assigned.update(dict.fromkeys(waiting, place))
            now = self.value() if waiting else value
            if now > value + 1e-9:
                value, found = now, True
            else:
                self.assigned.update(dict.fromkeys(waiting, NOBODY))
        return found

    def value(self) -> float:
        """What this division may be expected to bring, and the supply it costs."""
        by_hex = self.battles()
        total = sum(ILLEGAL for place in self.must_fall if place not in by_hex)
        fed = False
        for place, attackers in by_hex.items():
            key = place, attackers
            if key not in self._values:
                self._values[key] = self._battle(place, attackers)
            total += self._values[key]
            fed = fed or self._needs_supply(place, attackers)
        return total - self.price * fed

    def battles(self) -> dict[int, int]:
        by_hex: dict[int, int] = {}
        for unit, place in self.assigned.items():
            if place != NOBODY:
                by_hex[place] = by_hex.get(place, 0) | 1 << unit
        return by_hex

    def _needs_supply(self, place: int, attackers: int) -> bool:
        return self._defense(place) <= 2 * self.fight.strength(attackers)

    def _unfed(self, attackers: int, defenders: int) -> int:
        return attackers & ~self.fight.fed_by(self.store, defenders)

    def _battle(self, place: int, attackers: int) -> float:
        fight, printed = self.fight, self.printed
        defenders = self.defenders[place]
        if not fight.is_battle(attackers, defenders):
            return ILLEGAL
        if self.store != ANY and self._needs_supply(place, attackers) and self._unfed(attackers, defenders):
            return ILLEGAL
        if place not in self._trapped:
            ours = combat_units_on_map(self.state, self.state.active)
            self._trapped[place] = not can_retreat(self.state, defenders, ours)
        return gain(
            printed,
            fight.strength(attackers),
            fight.resistance(defenders),
            sum(worth(printed, unit) for unit in ones(attackers)),
            sum(worth(printed, unit) for unit in ones(defenders)),
            self._trapped[place],
            6.0 if printed.fortress >> place & 1 or place == printed.base[ENEMY_OF[self.state.active]] else 0.0,
        )


def best_division(state: Position, prices: tuple[float, ...]) -> Division:
    """The best division that one supply unit feeds; another is spent only if duty cannot be done otherwise."""
    supply = ones(supply_on_map(state, state.active))
    price = 0.0 if state.used else prices[min(len(supply), len(prices) - 1)]
    found = [Division(state, price, unit) for unit in supply]
    best = max(found, key=lambda division: division.worth, default=None)
    if best is None or best.worth <= ILLEGAL / 2:
        return Division(state, price, ANY)
    return best

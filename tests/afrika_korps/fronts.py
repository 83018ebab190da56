"""A position on the map as the rules see it when combat is divided, and all that its choices lead to."""

from __future__ import annotations

import ground
from desert import Desert
from divisions import Case, Division

from sandtable.kernel.bits import ones

PREPARING = ("substitution", "scorch")


class Front:
    """A position at the end of a side's movement, and what the rules make of it."""

    def __init__(self, position: str) -> None:
        self.lines = [line.strip() for line in position.strip().splitlines()]
        self.active = ("axis", "allied").index(self.lines[0].split()[2])
        self.places: dict[str, str] = {}
        self.victories: list[tuple[set[str], set[str]]] = []
        self.pledges: list[tuple[str, str]] = []
        for line in self.lines[1:]:
            head, _, rest = line.partition(":")
            if head in ground.PLAYABLE:
                self.places |= dict.fromkeys(rest.split(), head)
            elif head == "automatic":
                attackers, _, victims = rest.partition(" supply ")[0].partition(" > ")
                self.victories.append((set(attackers.split()), set(victims.split())))
            elif head == "pledges":
                self.pledges = [tuple(pair.split("=")) for pair in rest.split()]
        self.fallen = set().union(*(victims for _, victims in self.victories))
        self.bound = self.fallen.union(*(attackers for attackers, _ in self.victories))
        self.own = ground.fighters(self.places, self.active)
        self.enemy = ground.fighters(self.places, 1 - self.active)

    def in_reach(self, place: str, units: dict[str, str]) -> set[str]:
        return {unit for unit, here in units.items() if here in ground.neighbours(place)}

    def stacks(self, units: dict[str, str], fortress: bool) -> dict[str, set[str]]:
        """The hexes of these units inside or outside fortresses, and who stands there."""
        places = sorted({place for place in units.values() if (place in ground.FORTRESSES) == fortress})
        return {place: {unit for unit, here in units.items() if here == place} for place in places}

    def feeds(self, supply: str, attacked: frozenset[str]) -> set[str]:
        hexes = ground.fed_hexes(self.places, supply, attacked, self.fallen)
        return {unit for unit, here in self.own.items() if here in hexes}

    def case(self) -> Case:
        """8.4, 8.5, 11.3, 13.2, 15.3.2.2, 23.1, 23.2 applied to the position."""
        free = {unit: place for unit, place in self.own.items() if unit not in self.bound}
        near = {
            (a, d) for a, place in free.items() for d in self.in_reach(place, self.enemy) if d not in self.bound
        }
        held = {unit: ground.holders(self.places, unit, self.fallen) for unit in self.own}
        supplies = [u for u in self.places if ground.SIDE[u] == self.active and "Supply" in u]
        case = Case(
            attack={unit: ground.FACTORS[unit][0] for unit in free},
            defense={
                unit: ground.FACTORS[unit][1] * (2 if ground.doubles(place) else 1)
                for unit, place in self.enemy.items()
                if unit not in self.bound
            },
            next_to=near,
            must_attack={unit for unit in free if held[unit]},
            must_fall=set().union(*held.values()) | {enemy for _, enemy in self.pledges} | self.further_duties(),
            fed_by={supply: lambda attacked, supply=supply: self.feeds(supply, attacked) for supply in supplies},
            pledges=self.pledges,
        )
        case.fortresses = [garrison - self.bound for garrison in self.stacks(self.enemy, True).values()]
        for place, garrison in self.stacks(self.own, True).items():
            around = self.in_reach(place, self.enemy) - self.bound
            case.sorties.append((garrison, around))
        case.prey = [(self.in_reach(place, free), escort) for place, escort in self.prey().items()]
        case.victories = [self.joiners(victims) & free.keys() for _, victims in self.victories]
        return case

    def further_duties(self) -> set[str]:
        """23.1, 23.2: who must be attacked because a victory was won over part of a fortress, or out of one."""
        must: set[str] = set()
        for attackers, victims in self.victories:
            for garrison in self.stacks(self.enemy, True).values():
                must |= garrison if garrison & victims else set()
            for place, garrison in self.stacks(self.own, True).items():
                must |= self.in_reach(place, self.enemy) if garrison & attackers else set()
        return must - self.bound

    def prey(self) -> dict[str, set[str]]:
        """15.3.2.2: by hex of enemy supply outside fortresses its escort."""
        depots = {place for u, place in self.places.items() if ground.SIDE[u] != self.active and "Supply" in u}
        return {place: escort for place, escort in self.stacks(self.enemy, False).items() if place in depots}

    def joiners(self, victims: set[str]) -> set[str]:
        """9.4: who is next to all victims, and supplied against them."""
        near = set.intersection(*(self.in_reach(self.places[victim], self.own) for victim in victims))
        supplies = [u for u in self.places if ground.SIDE[u] == self.active and "Supply" in u]
        return near & set().union(*(self.feeds(supply, frozenset(victims)) for supply in supplies))

    def table(self) -> Desert:
        table = Desert("\n".join([self.lines[0], "phase: combat", *self.lines[1:]]))
        while table.decision in PREPARING:
            table.play("done")
        return table

    def settled(self, table: Desert) -> tuple[Division, object]:
        """The division as declared so far, and the moment it stands at."""
        state, units = table.state, table.state.scenario.units
        pairs = list(zip(state.attackers, state.defenders, strict=True))
        named = [tuple(frozenset(units[u].id for u in ones(mask)) for mask in pair) for pair in pairs]
        joined = {
            (index, unit)
            for index, (attackers, victims) in enumerate(self.victories)
            for battle in named
            if battle[1] == victims
            for unit in battle[0] - attackers
        }
        hexes = list(self.prey())
        taken = {
            (hexes.index(self.places[units[captor >> 8].id]), units[captor & 255].id) for captor in state.captors
        }
        battles = frozenset(battle for battle in named if battle[1] not in [v for _, v in self.victories])
        division = battles, frozenset(taken), frozenset(joined)
        if table.decision in ("form-battle", "support"):
            return division, (table.decision, named[-1])
        return division, (table.decision, state.frames[-1][2:])

    def reachable(self) -> set[Division]:
        """What every run of choices on the map ends in."""
        found: set[Division] = set()
        seen: set[object] = set()
        todo = [self.table()]
        while todo:
            table = todo.pop()
            division, moment = self.settled(table)
            if (division, moment) in seen:
                continue
            seen.add((division, moment))
            for choice in sorted(table.legal()):
                if table.decision == "declare-battles" and choice == "done":
                    found.add(division)
                else:
                    todo.append(table.copy().play(choice))
        return found

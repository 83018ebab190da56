"""A position on the map as the rules see it when combat is divided, and all that its choices lead to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones
from tests.games.afrika_korps import ground
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.divisions import Case, Deed, Division

PREPARING = ("substitution", "destroy-supply")


class Front:
    """A position at the end of a side's movement, and what the rules make of it."""

    def __init__(self, position: str) -> None:
        self.lines = [line.strip() for line in position.strip().splitlines()]
        self.active = ("axis", "allied").index(self.lines[0].split()[2])
        self.places: dict[str, str] = {}
        self.victories: list[tuple[set[str], set[str]]] = []
        self.obligations: list[tuple[str, str]] = []
        for line in self.lines[1:]:
            head, _, rest = line.partition(":")
            if head in ground.PLAYABLE:
                self.places |= dict.fromkeys(rest.split(), head)
            elif head == "automatic":
                attackers, _, victims = rest.partition(" supply ")[0].partition(" > ")
                self.victories.append((set(attackers.split()), set(victims.split())))
            elif head == "obligations":
                self.obligations = [
                    (supply, enemy) for supply, _, enemy in (p.partition("=") for p in rest.split())
                ]
        self.fallen = set().union(*(victims for _, victims in self.victories))
        self.bound = self.fallen.union(*(attackers for attackers, _ in self.victories))
        self.own = ground.fighters(self.places, self.active)
        self.enemy = ground.fighters(self.places, 1 - self.active)
        self.supplies = [u for u in self.places if ground.SIDE[u] == self.active and "Supply" in u]
        self.number = {unit: number for number, unit in enumerate(self.engaged())}
        self.names = list(self.number)

    # Who is who

    def engaged(self) -> list[str]:
        """The units that can do something or be attacked, attackers first."""
        free = [unit for unit in self.own if unit not in self.bound]
        joiners = set().union(*(self.joiners(victims) for _, victims in self.victories))
        attackers = [unit for unit in free if self.foes(unit) or unit in joiners]
        return attackers + [unit for unit in self.enemy if unit not in self.bound]

    def mask(self, units: Iterable[str]) -> int:
        """Units as bits; those who cannot do anything do not matter."""
        return sum(1 << self.number[unit] for unit in set(units) if unit in self.number)

    def in_reach(self, place: str, units: dict[str, str]) -> set[str]:
        return {unit for unit, here in units.items() if here in ground.neighbours(place)}

    def foes(self, unit: str) -> set[str]:
        """8.5: the enemies a unit could attack."""
        return self.in_reach(self.own[unit], self.enemy) - self.bound

    def stacks(self, units: dict[str, str], fortress: bool) -> dict[str, set[str]]:
        """The hexes of these units inside or outside fortresses, and who stands there."""
        places = sorted({place for place in units.values() if (place in ground.FORTRESSES) == fortress})
        return {place: {unit for unit, here in units.items() if here == place} for place in places}

    def feeds(self, supply: str, attacked: Iterable[str]) -> set[str]:
        hexes = ground.fed_hexes(self.places, supply, attacked, self.fallen)
        return {unit for unit, here in self.own.items() if here in hexes}

    # The case

    def case(self) -> Case:
        """8.4, 8.5, 11.3, 13.2, 15.3.2.2, 23.1, 23.2 applied to the position."""
        attackers = [unit for unit in self.number if unit in self.own]
        held = {unit: ground.holders(self.places, unit, self.fallen) for unit in self.own}
        must_fall = set().union(*held.values()) | {enemy for _, enemy in self.obligations} | self.further_duties()
        case = Case(
            attack={self.number[unit]: ground.FACTORS[unit][0] for unit in attackers},
            defense={self.number[u]: self.defense(u) for u in self.number if u in self.enemy},
            next_to={self.number[unit]: self.mask(self.foes(unit)) for unit in attackers},
            must_attack=self.mask(unit for unit in attackers if held[unit]),
            must_fall=self.mask(must_fall),
            fed_by=[partial(self.fed, supply) for supply in self.supplies],
            obligations=[(self.supplies.index(supply), self.number[enemy]) for supply, enemy in self.obligations],
        )
        case.fortresses = [self.mask(garrison) for garrison in self.stacks(self.enemy, True).values()]
        for place, garrison in self.stacks(self.own, True).items():
            case.sorties.append((self.mask(garrison), self.mask(self.in_reach(place, self.enemy))))
        for place, escort in self.prey().items():
            case.prey.append((self.mask(self.in_reach(place, self.own)), self.mask(escort)))
        case.victories = [self.mask(self.joiners(victims)) for _, victims in self.victories]
        return case

    def defense(self, unit: str) -> int:
        """10.2."""
        return int(ground.FACTORS[unit][1]) * (2 if ground.doubles(self.enemy[unit]) else 1)

    def fed(self, supply: str, attacked: int) -> int:
        return self.mask(self.feeds(supply, [self.names[number] for number in ones(attacked)]))

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
        return near & set().union(*(self.feeds(supply, victims) for supply in self.supplies))

    # What the game allows

    def table(self) -> Desert:
        table = Desert("\n".join([self.lines[0], "phase: combat", *self.lines[1:]]))
        while table.decision in PREPARING:
            table.play("done")
        return table

    def settled(self, state: Position) -> tuple[Division, tuple[int, ...]]:
        """The division as declared so far, and the last battle where one is being put together."""
        units = state.printed.units
        deeds = set()
        last: tuple[int, ...] = ()
        for attackers, defenders in zip(state.attackers, state.defenders, strict=True):
            names = [{units[unit].id for unit in ones(mask)} for mask in (attackers, defenders)]
            won = [index for index, (_, victims) in enumerate(self.victories) if victims == names[1]]
            last = () if won else (self.mask(names[0]), self.mask(names[1]))
            deeds |= {Deed(*last)} if last else set()
            for index in won:
                deeds |= {Deed(self.mask([u]), 0, victory=index) for u in names[0] - self.victories[index][0]}
        hexes = list(self.prey())
        for captor in state.captors:
            slot = hexes.index(self.places[units[captor >> 8].id])
            deeds.add(Deed(self.mask([units[captor & 255].id]), 0, prey=slot))
        return frozenset(deeds), last

    def reachable(self) -> set[Division]:
        """What every run of choices on the map ends in; a moment without any choice fails the test."""
        table = self.table()
        game = table.game
        declaring = game.kind_names.index("declare-battles")
        found: set[Division] = set()
        seen: set[object] = set()
        todo = [table.state]
        while todo:
            state = todo.pop()
            moment = self.settled(state), state.frames[-1]
            if moment in seen:
                continue
            seen.add(moment)
            choices = game.legal(state)
            assert choices, "a dead end"
            for choice in choices:
                after = state.copy()
                game.apply(after, choice)
                if state.frames[-1][0] == declaring and game.write(state, choice) == "done":
                    found.add(moment[0][0])
                else:
                    todo.append(after)
        return found

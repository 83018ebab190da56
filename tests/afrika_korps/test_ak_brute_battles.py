"""8.4, 8.5, 11: the divisions of combat reachable through choices are exactly those the rules allow.

First on bare contacts, without a map, up to four against four; then on the map, playing every run of choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from textwrap import dedent

import ground
import pytest
from divisions import Case, Division, all_divisions
from fronts import Front

from sandtable.games.afrika_korps.allocation import Contact
from sandtable.games.afrika_korps.contact import contact
from sandtable.games.afrika_korps.engagement import Plan
from sandtable.games.afrika_korps.state import DEAD
from sandtable.kernel.bits import ones

GAME = "afrika-korps"


# Bare contacts


def numbered(names: list[str], first: int) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, first)}


class Bare:
    """A case as the search sees it: names turned into bits."""

    def __init__(self, case: Case, places: dict[str, str]) -> None:
        self.number = numbered([*case.attack, *case.defense, *case.fed_by], 0)
        self.name = {number: name for name, number in self.number.items()}
        self.contact = Contact(
            attack={self.number[u]: factor for u, factor in case.attack.items()},
            defense={self.number[u]: factor for u, factor in case.defense.items()},
            foes={self.number[a]: self.mask(d for b, d in case.next_to if b == a) for a in case.attack},
            must_attack=self.mask(case.must_attack),
            must_fall=self.mask(case.must_fall),
            fortresses=tuple(map(self.mask, case.fortresses)),
            sorties=tuple((self.mask(g), self.mask(around)) for g, around in case.sorties),
            victories=tuple((self.mask(able), 0) for able in case.victories),
            slots=tuple(self.mask(able) for able, _ in case.prey),
            pledges=tuple((self.number[s], self.number[e]) for s, e in case.pledges),
            fed=lambda enemies: self.mask(u for feeds in case.fed_by.values() for u in feeds(self.names(enemies))),
            fed_by=lambda supply, enemies: self.mask(case.fed_by[self.name[supply]](self.names(enemies))),
            places={
                self.number[u]: sorted(places.values()).index(places[u]) for u in (*case.attack, *case.defense)
            },
        )

    def mask(self, names: Iterable[str]) -> int:
        """Units that are next to nobody have no number and do not matter."""
        return sum(1 << self.number[name] for name in set(names) if name in self.number)

    def names(self, mask: int) -> frozenset[str]:
        return frozenset(self.name[number] for number in ones(mask))

    def reachable(self) -> set[Division]:
        """What every run of choices ends in; a moment without any choice fails the test."""
        fight = self.contact
        found: set[Division] = set()
        seen: set[object] = set()
        todo: list[tuple[Plan, frozenset, frozenset, frozenset, int, int]] = [
            (fight.whole(), frozenset(), frozenset(), frozenset(), 0, 0)
        ]
        while todo:
            moment = todo.pop()
            if moment in seen:
                continue
            seen.add(moment)
            plan, battles, taken, joined, _, defenders = moment
            before = len(todo)
            if defenders:
                todo += self.formings(moment)
            else:
                for unit in ones(fight.first_targets(plan)):
                    todo.append((plan, battles, taken, joined, 0, 1 << unit))
                for slot in ones(plan.slots):
                    for unit in ones(fight.captors(plan, slot)):
                        left = fight.told_off(plan, unit, slot)
                        todo.append((left, battles, taken | {(slot, self.name[unit])}, joined, 0, 0))
                for index in range(len(fight.victories)):
                    for unit in ones(fight.joiners(plan, index)):
                        left = fight.joined(plan, unit)
                        todo.append((left, battles, taken, joined | {(index, self.name[unit])}, 0, 0))
                if fight.is_satisfied(plan):
                    found.add((battles, taken, joined))
                    continue
            assert len(todo) > before, "a dead end"
        return found

    def formings(self, moment: tuple[Plan, frozenset, frozenset, frozenset, int, int]) -> Iterator[tuple]:
        """The next moments while a battle is being put together."""
        plan, battles, taken, joined, attackers, defenders = moment
        fight = self.contact
        for unit in ones(fight.further_targets(plan, attackers, defenders)):
            yield plan, battles, taken, joined, attackers, defenders | 1 << unit
        for unit in ones(fight.helpers(plan, attackers, defenders)):
            yield plan, battles, taken, joined, attackers | 1 << unit, defenders
        if fight.may_close(plan, attackers, defenders):
            battle = self.names(attackers), self.names(defenders)
            yield fight.without(plan, attackers, defenders), battles | {battle}, taken, joined, 0, 0


def compare(case: Case, places: dict[str, str]) -> int:
    """Equal sets, none missing and none extra; the number of divisions."""
    expected = all_divisions(case)
    bare = Bare(case, places)
    assert bare.contact.can_complete(bare.contact.whole()) == bool(expected)
    if expected:
        assert bare.reachable() == expected
    return len(expected)


class Grid:
    """Hexes without a map: units in stacks, stacks next to each other at random, duties by hex as on the map."""

    def __init__(self, rng: random.Random, size: tuple[int, int]) -> None:
        self.rng = rng
        self.own = self.stacks("a", size[0])
        self.enemy = self.stacks("d", size[1])
        density = rng.choice((0.5, 0.8, 1))
        self.links = {(a, d) for a in self.own for d in self.enemy if rng.random() < density}
        self.own_fortress = rng.choice(list(self.own)) if rng.random() < 0.25 else ""
        self.enemy_fortress = rng.choice(list(self.enemy)) if rng.random() < 0.25 else ""

    def stacks(self, letter: str, count: int) -> dict[str, list[str]]:
        stacks: dict[str, list[str]] = {}
        for index in range(count):
            stacks.setdefault(f"hex {letter}{self.rng.randint(0, count - 1)}", []).append(f"{letter}{index}")
        return {place: units[:3] for place, units in stacks.items()}

    def next_to(self, units: dict[str, list[str]], place: str) -> set[str]:
        """The units of one side next to a hex of the other."""
        return {u for other in units for u in units[other] if {(other, place), (place, other)} & self.links}

    def in_zone(self, place: str) -> bool:
        """Does a stack stand in the zone of another: next to it, neither in a fortress?"""
        return any(place in link and not {self.own_fortress, self.enemy_fortress} & {*link} for link in self.links)

    def feeder(self) -> Callable[[frozenset[str]], set[str]]:
        """A supply unit: each hex is fed always, never, or once the stacks that bar the line are attacked too."""
        needs: dict[str, frozenset[str] | None] = {}
        for place in self.own:
            bars = self.rng.sample(list(self.enemy), self.rng.randint(1, min(2, len(self.enemy))))
            opened = frozenset(unit for bar in bars for unit in self.enemy[bar])
            needs[place] = self.rng.choice((None, frozenset(), frozenset(), opened))
        return lambda attacked: {
            unit
            for place, need in needs.items()
            if need is not None and need <= attacked
            for unit in self.own[place]
        }


def random_case(rng: random.Random, size: tuple[int, int]) -> tuple[Case, dict[str, str]]:
    """A contact, and where everybody stands."""
    grid = Grid(rng, size)
    places = {u: place for stacks in (grid.own, grid.enemy) for place, units in stacks.items() for u in units}
    engaged = [u for place, units in grid.own.items() if grid.next_to(grid.enemy, place) for u in units]
    case = Case(
        attack={u: rng.choice((1, 1, 2, 3, 4, 7)) for u in engaged},
        defense={u: rng.choice((1, 2, 2, 3, 4, 6, 8, 14)) for units in grid.enemy.values() for u in units},
        next_to={(a, d) for x, y in grid.links for a in grid.own[x] for d in grid.enemy[y]},
        must_attack={u for u in engaged if grid.in_zone(places[u])},
        must_fall={u for place, units in grid.enemy.items() if grid.in_zone(place) for u in units},
        fed_by={f"s{i}": grid.feeder() for i in range(rng.choice((0, 1, 1, 2)))},
    )
    add_special_rules(rng, case, grid)
    return case, places


def add_special_rules(rng: random.Random, case: Case, grid: Grid) -> None:
    """Fortresses on either side; now and then supply with its escort, a victory to join, pledged supply."""
    if grid.enemy_fortress:
        case.fortresses.append(set(grid.enemy[grid.enemy_fortress]))
    if grid.own_fortress and grid.next_to(grid.enemy, grid.own_fortress):
        case.sorties.append((set(grid.own[grid.own_fortress]), grid.next_to(grid.enemy, grid.own_fortress)))
    for place in grid.enemy:
        if place != grid.enemy_fortress and rng.random() < 0.2:
            case.prey.append((grid.next_to(grid.own, place), set(grid.enemy[place])))
    if case.attack and rng.random() < 0.2:
        place = rng.choice([place for place in grid.own if grid.next_to(grid.enemy, place)])
        case.victories.append(set(grid.own[place]))
    if case.fed_by and rng.random() < 0.2:
        enemy = rng.choice(list(case.defense))
        case.pledges.append((rng.choice(list(case.fed_by)), enemy))
        case.must_fall.add(enemy)


SIZES = [(a, d) for a in range(1, 5) for d in range(1, 5)]


@pytest.mark.parametrize("size", SIZES, ids=[f"{a}x{d}" for a, d in SIZES])
@pytest.mark.rule("8.4a", "8.5a", "11.3a")
def test_choices_reach_exactly_the_legal_divisions_of_any_contact(size: tuple[int, int]) -> None:
    rng = random.Random(f"contact {size}")
    fought = sum(bool(compare(*random_case(rng, size))) for _ in range(60 if sum(size) < 7 else 25))
    assert fought >= 4, "too few of these contacts can be fought at all"


# On the map

FRONTS = {
    "one against a stack": """
        turn 20 axis
        M30: 21/5
        M31: 2/3 22Gds
        M27: AxisSupply1
        """,
    "two stacks against two": """
        turn 20 axis
        M30: 21/104 Brescia
        N31: Pavia
        M31: 22Gds 7A/1
        N32: 4I/5
        M27: AxisSupply1
        """,
    "a line without supply": """
        turn 20 allied
        M30: 2/3
        N31: 22Gds 7A/1
        M31: Ariete
        N32: Brescia Littorio
        L30: 21/5
        """,
    "supply that reaches some only while the enemy in its way is attacked": """
        turn 20 axis
        M30: 21/104
        N32: Pavia Trento
        M31: 22Gds
        N33: 7A/1 2/3
        K29: AxisSupply1
        """,
    "on the escarpment": """
        turn 20 axis
        H23: 21/104 21/3 Bologna
        G23: 7A/1
        H24: 2/3
        I23: AxisSupply1
        """,
    "before Tobruch with a soak-off": """
        turn 20 axis
        H25: Ariete 21/3
        H26: 21/104
        G25: 7A/1 22Gds
        H27: 7/7
        J26: AxisSupply1
        """,
    "before Tobruch with nobody else about": """
        turn 20 axis
        H25: Ariete 21/3
        H26: 21/104 Bologna
        G25: 7A/1 22Gds
        J26: AxisSupply1
        """,
    "a sortie from Tobruch": """
        turn 20 allied
        G25: 2/3 22Gds 7A/1 AlliedSupply1
        H25: Brescia
        H26: 21/3 Bologna
        """,
    "a sortie met from outside": """
        turn 20 allied
        G25: 22Gds 7A/1 AlliedSupply1
        I27: 2/3
        H26: 21/3 Bologna
        H25: Pavia
        J29: AlliedSupply2
        """,
    "supply with its escort": """
        turn 20 allied
        M30: 2SA/4 32
        L30: 1
        M31: Ariete AxisSupply1
        M27: AlliedSupply1
        """,
    "supply that could be taken out of a fortress only by a sortie": """
        turn 20 allied
        G25: 22Gds 2/3 AlliedSupply1
        H26: Bologna AxisSupply1
        H25: Brescia
        """,
    "two escorted supply units": """
        turn 20 allied
        M30: 2SA/4 32 7A/1
        M31: Bologna AxisSupply1
        L30: Pavia AxisSupply2
        M27: AlliedSupply1
        """,
    "supply pledged against one of two enemies": """
        turn 20 axis
        M30: 21/104 Brescia
        N31: Pavia
        M31: 22Gds
        N32: 4I/5
        L30: AxisSupply1
        M28: AxisSupply2
        pledges: AxisSupply1=22Gds
        """,
    "a victory that others may join": """
        turn 20 axis
        M30: 15/8 21/104
        N31: Pavia Trento
        M31: 7A/1
        N32: 22Gds
        M27: AxisSupply1
        automatic: 15/8 > 7A/1 supply AxisSupply1
        cancelled: 7A/1
        frozen: 15/8
        used: AxisSupply1
        """,
    "supply pledged to a sortie": """
        turn 20 allied
        G25: 2/3 22Gds
        H26: Savona
        I27: AlliedSupply1
        pledges: AlliedSupply1=Savona
        """,
    "a victory over part of a fortress": """
        turn 20 axis
        H26: 15/8 21/5 21/104
        H25: Trento
        G25: 7A/1 22Gds
        J27: AxisSupply1
        automatic: 15/8 21/5 > 7A/1 supply AxisSupply1
        cancelled: 7A/1
        frozen: 15/8 21/5
        used: AxisSupply1
        """,
    "a victory won by a sortie": """
        turn 20 allied
        G25: 2/3 1/2 22Gds AlliedSupply1
        H26: Folgore
        H25: Savona
        automatic: 2/3 1/2 > Folgore supply AlliedSupply1
        cancelled: Folgore
        frozen: 2/3 1/2
        used: AlliedSupply1
        """,
    "over the closed side at E18": """
        turn 20 axis
        E18: 21/104
        F18: Brescia
        F19: 22Gds
        E17: 7A/1
        G17: AxisSupply1
        """,
}


@pytest.mark.parametrize("position", FRONTS.values(), ids=FRONTS.keys())
@pytest.mark.rule("11.3.1a", "11.3.2a", "11.3.3a")
def test_choices_on_the_map_reach_exactly_the_legal_divisions(position: str) -> None:
    front = Front(dedent(position))
    expected = all_divisions(front.case())
    assert expected
    assert front.reachable() == expected


def random_front(rng: random.Random, focus: str) -> str:
    """Up to four units a side on and around a hex, with supply not far away."""
    active = rng.choice((0, 1))
    hexes = sorted({focus, *ground.neighbours(focus)})
    far = sorted({n for place in hexes for n in ground.neighbours(place)} - {*hexes})
    rng.shuffle(hexes)
    split = rng.randint(1, 3)
    stacks: dict[str, list[str]] = {}
    for side, places in ((active, hexes[:split]), (1 - active, hexes[split : split + rng.randint(1, 2)])):
        for unit in rng.sample(ARMIES[side], rng.randint(1, 4)):
            place = rng.choice([place for place in places if len(stacks.get(place, [])) < 3] or [""])
            if place:
                stacks.setdefault(place, []).append(unit)
    for index in range(rng.randint(0, 2)):
        depot = rng.choice([*far, *[place for place in hexes[:split] if place in stacks]])
        stacks.setdefault(depot, []).append(f"{('Axis', 'Allied')[active]}Supply{index + 1}")
    lines = [f"{place}: {' '.join(units)}" for place, units in stacks.items()]
    return "\n".join([f"turn 20 {('axis', 'allied')[active]}", *lines])


ARMIES = [
    ["21/5", "21/104", "21/3", "Ariete", "Brescia", "Pavia", "Bologna", "Savona", "Trieste", "Fj", "Folgore"],
    ["2/3", "7/3I", "9A/20", "22Gds", "7A/1", "7A/2", "Pol", "4I/5", "4I/7", "7/7", "1/22", "32", "10/8"],
]


@pytest.mark.parametrize("focus", ["G25", "H25", "H2", "M30", "H24", "E18", "J62"])
@pytest.mark.rule("8.4b", "11.4a", "11.5a")
def test_choices_on_the_map_reach_exactly_the_legal_divisions_of_any_position(focus: str) -> None:
    """Where the rules allow no division at all, somebody has died before combat (ruling 17)."""
    rng = random.Random(f"front {focus}")
    fought = 0
    for _ in range(30):
        front = Front(random_front(rng, focus))
        case = front.case()
        expected = all_divisions(case)
        table = front.table()
        if not expected:
            assert table.decision == "sacrifice" or table.state.place.count(DEAD)
        elif case.next_to:
            assert front.reachable() == expected
            fought += 1
    assert fought >= 5


# Big contacts

RING = """
    turn 20 axis
    J41: 21/104 164/382 Ariete
    I39: Brescia 15/8 Savona
    K40: 90/361 Pistoia 21/3
    I40: 4I/7 2NZ/6 7/7
    J39: 1SA/1 2/3 8I/18
    K41: 50/150 32 22Gds
    """
LINE = """
    turn 20 allied
    K40: 9A/18 1 5I/9
    K41: 50/69 4I/7 44/132
    K42: 51/2 2NZ/6 8I/18
    K43: 5I/29 1/22 9A/24
    J40: Ariete Pavia 15/115
    J41: Centauro Savona Fj
    J42: Sabratha Pistoia Folgore
    J43: Littorio Trento Trieste
    """


@pytest.mark.parametrize("supply", ["", "    H43: {side}Supply1", "    K37: {side}Supply1"])
@pytest.mark.parametrize(("position", "side"), [(RING, "Axis"), (LINE, "Allied")], ids=["ring", "line"])
@pytest.mark.rule("11.3a")
def test_big_contacts_are_divided_without_trying_everything(position: str, side: str, supply: str) -> None:
    """Nine against nine around a hex, twelve against twelve in line: thousands of plans are tried, no more."""
    rng = random.Random("big")
    front = Front(dedent(position) + "\n" + supply.format(side=side))
    table = front.table()
    while table.decision in ("declare-battles", "form-battle", "support", "sacrifice"):
        choices = sorted(table.legal())
        assert len(contact(table.state)._solved) < 5000  # plans found good or bad so far
        table.play(rng.choice(choices))
    assert table.decision == "choose-battle"

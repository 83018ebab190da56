"""One plan for a movement action, drafted in the order in which a good player thinks.

First who must stay, then what can be had for the asking, then where to strike and with whom, then whom to cut off;
the others march to where the game is decided. At last the headquarters follow their corps, and whoever holds
ground near the enemy digs in.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.boards import path_to
from sandtable.games.dark_sands.players.battles import ENOUGH, best_attack_on, ground_worth
from sandtable.games.dark_sands.players.policy import Idea, quarry
from sandtable.games.dark_sands.players.survey import FAR, Survey, army, attack, defence, lengths, value, worth
from sandtable.games.dark_sands.printed.ground import CENTRAL, QUARTERS
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c10_supply import road_part, traced
from sandtable.games.dark_sands.rules.c13_field_works import builders
from sandtable.games.dark_sands.rules.c19_reach import extended_way
from sandtable.games.dark_sands.state import face, put, units_at, units_in
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.players.planning import Order

MARCH, ROAD_MARCH, DIG_IN = range(3)
"""What an order begins with: an ordinary move, extended movement, a box."""
FEW_TARGETS = 10
FEW_CUTS = 6
CUT = 3.0
"""A cut must take the supply from units worth this much."""
UNFED = 3.0
"""What it costs, in worth of a unit, to end a move without a line of supply."""
PROGRESS = 0.012
"""What a quarter of a movement point nearer to an aim is worth to each factor."""
ALWAYS_GUARDED = 8.0
DECISIVE = 20.0
TAKERS = 3
"""What an aim is worth that is never left empty; one that decides the game; and how many go for that by road."""
DESPERATE = 0.2
"""How much an aim counts to whoever is not needed there any more."""


class Draft:
    """Who goes where under one idea; the trial is the position as it would then be."""

    def __init__(self, survey: Survey, idea: Idea) -> None:
        self.survey, self.idea = survey, idea
        self.state, self.side = survey.state, survey.side
        self.printed = survey.printed
        self.trial = self.state.copy()
        self.left = survey.free
        self.marches: dict[tuple[int, int, int, int], int] = {}
        """By origin, kind of movement, class of units and goal: who goes."""
        self.diggers: list[int] = []
        self.progress = 0.0

    def made(self) -> Draft:
        """The whole plan, step by step."""
        self._keep_garrisons()
        if self.idea.strikes or self.idea.marches:
            self._take_what_is_open()
        if self.idea.strikes:
            self._strike()
        if self.idea.cuts:
            self._cut_off()
        if self.idea.marches:
            self._march()
        self._bring_up_headquarters()
        self._dig_in()
        return self

    # Orders

    def go(self, unit: int, goal: int, road: bool = False) -> None:
        """A unit goes to a hex, in the trial; the order is written when the plan has been chosen."""
        here = self.state.place[unit]
        self.left &= ~bit(unit)
        if here == goal:
            return
        kind = self.printed.wheels >> unit & 1 | (self.state.one_hex >> unit & 1) << 1
        key = here, ROAD_MARCH if road else MARCH, 0 if road else kind, goal
        self.marches[key] = self.marches.get(key, 0) | bit(unit)
        put(self.trial, unit, goal)

    def orders(self) -> list[Order]:
        """The orders, those first who have least far to go to the enemy's hexes."""
        written: list[Order] = [[DIG_IN, unit] for unit in self.diggers]
        for (_, how, _, goal), units in self.marches.items():
            members = ones(units)
            if how == ROAD_MARCH:
                path = extended_way(self.state, bit(members[0]), goal)
            else:
                path = path_to(self.survey.tree(members[0]), goal)[1:]
            written.append([how, len(members), *members, *path])
        return written

    # 1. Garrisons: what must be held is held, by the least that will do.

    def _keep_garrisons(self) -> None:
        for place, aim in self.survey.held().items():
            here = units_at(self.state, place, self.side) & self.left & ~self.printed.hqs
            standing = units_at(self.state, place, self.side) & ~self.left & ~self.printed.hqs
            danger = self.survey.threat(place) if self.survey.enemy_near(place) else 0
            if standing and defence(self.state, standing) * 2 > danger:
                continue
            for unit in sorted(ones(here), key=lambda unit: (face(self.state, unit).attack, unit)):
                self.left &= ~bit(unit)
                standing |= bit(unit)
                if defence(self.state, standing) * 2 > danger or aim < 10:
                    break

    # 2. What is open is taken, and what is ours and empty is guarded.

    def _take_what_is_open(self) -> None:
        goals = dict(self.survey.wanted())
        for place, aim in self.survey.held().items():
            if not units_at(self.trial, place, self.side) and aim >= ALWAYS_GUARDED:
                goals[place] = aim / 2
        for place in sorted(goals, key=lambda place: (-goals[place], place)):
            if self.survey.shut >> place & 1:
                continue
            # 19.2: on the road a unit in three goes astray, so whatever decides the game is worth several.
            for _ in range(TAKERS if goals[place] >= DECISIVE else 1):
                found = self._cheapest_taker(place)
                if not found:
                    break
                self.go(*found)
                if not found[2]:
                    break

    def _cheapest_taker(self, place: int) -> tuple[int, int, bool] | None:
        """Who takes a hex: infantry rather than tanks, and by an ordinary move rather than by the road."""
        best: tuple[float, int, bool] | None = None
        for unit in ones(self.left & ~self.printed.hqs):
            road = False
            if not self.survey.goes(unit, place):
                road = True
                if place not in self.survey.along_roads(unit):
                    continue
            cost = face(self.state, unit).attack + 1.5 * road - 0.5 * (self.printed.two_step >> unit & 1)
            if best is None or cost < best[0]:
                best = cost, unit, road
        return (best[1], place, best[2]) if best else None

    # 3. Strikes: bring all that is needed, and no attack that is not worth it.

    def _strike(self) -> None:
        trial = self.trial
        near = self._near_enemies()
        ranked = sorted(near, key=lambda target: (-self._temptation(target, near[target]), target))
        for target in ranked[:FEW_TARGETS]:
            able = near[target] & self.left
            if not able and not self._standing_by(target):
                continue
            sent = self._gather(target, able)
            found = best_attack_on(trial, target, self._standing_by(target))
            good = found is not None and found.promise > ENOUGH
            for unit, origin in sent:
                if not good or (found and not found.attackers >> unit & 1):
                    put(trial, unit, origin)
                    continue
                goal = trial.place[unit]
                put(trial, unit, origin)
                self.go(unit, goal)
            if good and found:
                self.left &= ~found.attackers  # those who stand there already stay

    def _near_enemies(self) -> dict[int, int]:
        """By enemy hex, who could come next to it."""
        survey, opened = self.survey, self.printed.ground.open_to[self.survey.bypass]
        beside = 0
        for target in ones(survey.shut):
            beside |= opened[target]
        near: dict[int, int] = {}
        for unit in ones(self.left & self.printed.zoned):
            touched = 0
            for place in survey.ends(unit):
                if beside >> place & 1:
                    touched |= opened[place] & survey.shut
            for target in ones(touched):
                near[target] = near.get(target, 0) | bit(unit)
        return near

    def _temptation(self, target: int, able: int) -> float:
        """How good a strike at a hex could be, at a glance."""
        foes = units_at(self.state, target, 1 - self.side)
        prize = value(self.state, foes) + ground_worth(self.state, target, self.side)
        return prize * min(4.0, attack(self.state, able) / (defence(self.state, foes) + 1))

    def _standing_by(self, target: int) -> int:
        around = self.printed.ground.open_to[self.survey.bypass][target]
        return units_in(self.trial, around, self.side) & self.printed.zoned

    def _gather(self, target: int, able: int) -> list[tuple[int, int]]:
        """The strongest come next to the target, where there is room to fight; who came, and from where."""
        around = self.printed.ground.open_to[self.survey.bypass][target] & ~self.state.occupied[1 - self.side]
        wanted = 4.5 * (defence(self.state, units_at(self.state, target, 1 - self.side)) + 2)
        have = attack(self.trial, self._standing_by(target))
        sent: list[tuple[int, int]] = []
        for unit in sorted(ones(able), key=lambda unit: (-face(self.state, unit).attack, unit)):
            if have >= wanted:
                break
            here = self.trial.place[unit]
            if around >> here & 1:
                continue
            spots = [spot for spot in ones(around) if self.survey.goes(unit, spot) and self._room(spot, unit)]
            if not spots:
                continue
            spot = min(spots, key=lambda spot: (self._rank(spot, target), spot))
            sent.append((unit, here))
            put(self.trial, unit, spot)
            have += face(self.state, unit).attack
        return sent

    def _room(self, place: int, unit: int) -> bool:
        """7.2, 7.4: is there room, and room to fight: two large units on the Central map?"""
        here = units_at(self.trial, place, self.side) & self.printed.zoned
        if here and not fits(self.trial, place, bit(unit)):
            return False
        large = (here & ~self.printed.small).bit_count()
        return self.printed.small >> unit & 1 == 1 or large < (
            2 if self.printed.ground.section[CENTRAL] >> place & 1 else 3
        )

    def _rank(self, spot: int, target: int) -> float:
        """Attack over no ridge or wadi, and rather from where supply comes to."""
        ground = self.printed.ground
        rough = ground.ridge_to[target] >> spot & 1
        return 2 * rough + (ground.wadi_to[target] >> spot & 1) + 1.5 * (1 - (self.survey.fed >> spot & 1))

    # 4. Whoever is cut off when Logistics is drawn is half lost, and lost for good if nothing is done about it: a
    # raid by road deep behind an army is worth more than any battle.

    def _cut_off(self) -> None:
        enemy = 1 - self.side
        before = value(self.trial, traced(self.trial, enemy))
        best: tuple[float, int] | None = None
        raiders = self._raiders(road_part(self.state, enemy) & ~self.survey.shut)
        for spot in self._worst_for_them(raiders)[:FEW_CUTS]:
            unit, road = raiders[spot][0]
            here = self.trial.place[unit]
            put(self.trial, unit, spot)
            gain = before - value(self.trial, traced(self.trial, enemy))
            gain -= 0.5 * worth(self.state, unit) * (1 - (self.survey.fed >> spot & 1)) + road
            put(self.trial, unit, here)
            if gain > CUT and (best is None or gain > best[0]):
                best = gain, spot
        if best:
            for unit, road in raiders[best[1]][: 1 if not raiders[best[1]][0][1] else TAKERS]:
                self.go(unit, best[1], road)

    def _raiders(self, roads: int) -> dict[int, list[tuple[int, bool]]]:
        """By hex on the enemy's roads who can go there, and whether by extended movement; the weakest first."""
        found: dict[int, list[tuple[int, bool]]] = {}
        order = sorted(ones(self.left & self.printed.zoned), key=lambda unit: (worth(self.state, unit), unit))
        for unit in order:
            ends = self.survey.ends(unit)
            for spot in ends:
                if roads >> spot & 1:
                    found.setdefault(spot, []).append((unit, False))
            for spot in self.survey.along_roads(unit).keys() - set(ends):
                if roads >> spot & 1:
                    found.setdefault(spot, []).append((unit, True))
        for members in found.values():
            members.sort(key=lambda member: member[1])
        return found

    def _worst_for_them(self, spots: Iterable[int]) -> list[int]:
        """Of these hexes on the enemy's roads, those with most of his army beyond them; and of those the furthest
        from his base. One hex after another on the same road would tell us nothing new."""
        home = lengths(self.printed, self.survey.bypass, self.printed.places.sources[1 - self.side])
        units = ones(army(self.state, 1 - self.side))
        foes = [(home[self.state.place[unit]], worth(self.state, unit)) for unit in units]

        def beyond(spot: int) -> float:
            return sum([much for far, much in foes if far > home[spot]])

        ranked = sorted(spots, key=lambda spot: (-beyond(spot), -home[spot], spot))
        return ranked[:: max(1, len(ranked) // (2 * FEW_CUTS))]

    # 5. Everybody else marches to where he is needed.

    def _march(self) -> None:
        needs = self._needs()
        if not needs:
            return
        for unit in sorted(
            ones(self.left & self.printed.zoned), key=lambda unit: (-worth(self.state, unit), unit)
        ):
            field = self._focus(unit, needs)
            goal = self._best_end(unit, field)
            here = self.state.place[unit]
            road = self._by_road(unit, field, goal)
            if road >= 0:
                self._advance(unit, road, field, True)
            elif goal != here:
                self._advance(unit, goal, field, False)

    def _advance(self, unit: int, goal: int, field: tuple[int, ...], road: bool) -> None:
        here = self.state.place[unit]
        self.progress += (face(self.state, unit).attack + 1) * (min(FAR, field[here]) - min(FAR, field[goal]))
        self.go(unit, goal, road)

    def _needs(self) -> list[list[float]]:
        """The aims: worth, factors still needed there, and the number of the field that leads to it."""
        survey, enemy = self.survey, 1 - self.side
        found = []
        self.fields: list[tuple[int, ...]] = []
        for place, aim in survey.wanted().items():
            foes = units_at(self.state, place, enemy)
            found.append([aim, 3.0 + 2.5 * defence(self.state, foes), len(self.fields)])
            self.fields.append(survey.to(bit(place)))
        for place, aim in survey.held().items():
            danger = survey.threat(place)
            lacking = danger - 2 * defence(self.state, units_at(self.trial, place, self.side))
            if lacking > 0:
                found.append([aim / 2, lacking, len(self.fields)])
                self.fields.append(survey.to(bit(place)))
        hunted, prize = quarry(self.state, self.side)
        if hunted:
            found.append([prize, 3.0 * defence(self.state, units_in(self.state, hunted, enemy)), len(self.fields)])
            self.fields.append(survey.to(hunted))
        prey = survey.shut & self.state.fronts[enemy]
        if prey:
            found.append([8.0, 2.0 * defence(self.state, army(self.state, enemy)), len(self.fields)])
            self.fields.append(survey.to(prey))
        return found

    def _focus(self, unit: int, needs: list[list[float]]) -> tuple[int, ...]:
        """Where a unit is of most use: near, worth much, and not yet well served."""
        here, strength = self.state.place[unit], face(self.state, unit).attack
        best = max(
            needs,
            key=lambda need: (
                need[0] * (1.0 if need[1] > 0 else DESPERATE) / (60 + self.fields[int(need[2])][here])
            ),
        )
        best[1] -= strength
        return self.fields[int(best[2])]

    def _best_end(self, unit: int, field: tuple[int, ...]) -> int:
        """The nearest to the focus that is supplied, not too dangerous and not too full."""
        return max(
            self._open_ends(unit),
            key=lambda place: (self._comfort(unit, place, field), -place),
            default=self.state.place[unit],
        )

    def _open_ends(self, unit: int) -> Iterable[int]:
        here = self.state.place[unit]
        return [place for place in self.survey.ends(unit) if place == here or self._fits(place, unit)]

    def _fits(self, place: int, unit: int) -> bool:
        return not units_at(self.trial, place, self.side) or fits(self.trial, place, bit(unit))

    def _comfort(self, unit: int, place: int, field: tuple[int, ...]) -> float:
        """Nearer is better; hungry, exposed and alone is worse."""
        survey = self.survey
        score = -PROGRESS * (face(self.state, unit).attack + 2) * field[place]
        if not survey.fed >> place & 1:
            # 23.1: who is marked and stays cut off is gone at the end of the turn.
            marked = self.state.oos >> unit & 1
            score -= worth(self.state, unit) if marked else UNFED * survey.hunger
        return score - self.exposure(unit, place)

    def exposure(self, unit: int, place: int) -> float:
        """What the enemy's next move could cost a unit there."""
        danger = self.survey.threat(place)
        if not danger:
            return 0.0
        friends = units_at(self.trial, place, self.side) & ~bit(unit)
        strength = defence(self.state, friends) + face(self.state, unit).defence + 1
        part = min(0.5, max(0.0, 0.12 * (danger / strength - 1.5)))
        return part * worth(self.state, unit) / self.survey.boldness

    def _by_road(self, unit: int, field: tuple[int, ...], goal: int) -> int:
        """19.1.7: extended movement for whoever is far behind: a good deal nearer, and not beside the enemy."""
        if field[goal] < 12 * QUARTERS:
            return -1
        tree = self.survey.along_roads(unit)
        best, found = field[goal] - 6 * QUARTERS, -1
        touching, enemies = self.printed.board.touching, self.state.occupied[1 - self.side]
        for place in tree:
            if field[place] >= best or not self.survey.fed >> place & 1 or touching[place] & enemies:
                continue
            if self._fits(place, unit) and self.exposure(unit, place) < 1.0:
                best, found = field[place], place
        return found

    # 6. A headquarters stays with its corps: where most of it is within range, and never alone.

    def _bring_up_headquarters(self) -> None:
        for unit in ones(self.left & self.printed.hqs):
            here = self.state.place[unit]
            hosts = [
                place
                for place in self.survey.ends(unit)
                if units_at(self.trial, place, self.side) & self.printed.zoned and self._fits(place, unit)
            ]
            if not hosts:
                continue
            centre = self._centre()
            best = min(hosts, key=lambda place: (centre[place] + 40 * self.survey.enemy_near(place, 1), place))
            if centre[best] < centre[here] or not units_at(self.trial, here, self.side) & self.printed.zoned:
                self.go(unit, best)

    def _centre(self) -> tuple[int, ...]:
        """How far every hex is from where our strongest stack stands near the enemy."""
        trial, mine = self.trial, self.trial.fronts[self.side]
        prey = self.survey.to(self.survey.shut & self.state.fronts[1 - self.side] or mine or 1)
        best = max(
            ones(mine),
            key=lambda place: (attack(trial, units_at(trial, place, self.side)) - prey[place] / 16, place),
            default=-1,
        )
        return self.survey.to(bit(best)) if best >= 0 else prey

    # 7. Who holds ground near the enemy digs in.

    def _dig_in(self) -> None:
        moved = mask_of(unit for units in self.marches.values() for unit in ones(units))
        at_hand = builders(self.state, self.side) & ~moved & self.printed.infantry
        for place in ones(self.state.fronts[self.side]):
            here = at_hand & units_at(self.state, place, self.side) & self.survey.free
            if (
                here
                and self.survey.threat(place)
                and (place in self.survey.aims or self.survey.enemy_near(place, 2))
            ):
                self.diggers.append(ones(here)[0])

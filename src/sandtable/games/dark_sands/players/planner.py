"""One plan for a movement action, drafted in the order in which a good player thinks.

First who must stay, then what can be had for the asking, then whom to cut off, where to strike and with whom
(`strikes`); the others march to where the game is decided (`marches`). At last the headquarters follow their
corps, and whoever holds ground near the enemy digs in. `plans` puts it all together.
"""

from __future__ import annotations

from sandtable.boards import path_to
from sandtable.games.dark_sands.players.policy import Idea
from sandtable.games.dark_sands.players.survey import Survey, attack, defence, worth
from sandtable.games.dark_sands.rules.c07_stacking import fits
from sandtable.games.dark_sands.rules.c13_field_works import builders
from sandtable.games.dark_sands.rules.c19_reach import extended_way
from sandtable.games.dark_sands.state import face, put, units_at
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.players.planning import Order

MARCH, ROAD_MARCH, DIG_IN = range(3)
"""What an order begins with: an ordinary move, extended movement, a box."""
ALWAYS_GUARDED = 8.0
DECISIVE = 20.0
TAKERS = 3
"""What an aim is worth that is never left empty; one that decides the game; and how many go for that by road."""


class Draft:
    """Who goes where under one idea; the trial is the position as it would then be."""

    def __init__(self, survey: Survey, idea: Idea) -> None:
        self.survey, self.idea = survey, idea
        self.state, self.side = survey.state, survey.side
        self.printed = survey.printed
        self.trial = self.state.copy()
        self.left = survey.free
        """Who has no order yet, and need not stay."""
        self.marches: dict[tuple[int, int, int, int], int] = {}
        """By origin, kind of movement, class of units and goal: who goes."""
        self.diggers: list[int] = []
        self.progress = 0.0
        self.cuts = False

    def branch(self, idea: Idea) -> Draft:
        """The same so far, to be finished by another idea."""
        other = Draft(self.survey, idea)
        other.trial = self.trial.copy()
        other.left, other.marches, other.cuts = self.left, dict(self.marches), self.cuts
        return other

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
        """The plan in words that can be remembered: how, how many, who, and by which hexes."""
        written: list[Order] = [[DIG_IN, unit] for unit in self.diggers]
        for (_, how, _, goal), units in self.marches.items():
            members = ones(units)
            if how == ROAD_MARCH:
                path = extended_way(self.state, bit(members[0]), goal)
            else:
                path = path_to(self.survey.tree(members[0]), goal)[1:]
            written.append([how, len(members), *members, *path])
        return written

    # Room and danger

    def has_room(self, place: int, unit: int) -> bool:
        """7.2."""
        return not self.trial.occupied[self.side] >> place & 1 or fits(self.trial, place, bit(unit))

    def exposure(self, unit: int, place: int) -> float:
        """What the enemy's next move could cost a unit there."""
        danger = self.survey.threat(place)
        if not danger:
            return 0.0
        friends = self.trial.stacks.get(place, 0) & ~bit(unit)
        strength = face(self.state, unit).defence + 1 + (defence(self.state, friends) if friends else 0)
        if danger <= 1.5 * strength:
            return 0.0
        return min(0.5, 0.12 * (danger / strength - 1.5)) * worth(self.state, unit) / self.survey.boldness

    # What must be held is held, by the least that will do.

    def keep_garrisons(self) -> None:
        for place, aim in self.survey.held().items():
            here = units_at(self.state, place, self.side) & self.left & ~self.printed.hqs
            standing = units_at(self.state, place, self.side) & ~self.left & ~self.printed.hqs
            danger = self.survey.threat(place) if self.survey.enemy_near(place) else 0
            if standing and defence(self.state, standing) * 2 > danger:
                continue
            for unit in sorted(ones(here), key=lambda unit: (face(self.state, unit).attack, unit)):
                self.left &= ~bit(unit)
                standing |= bit(unit)
                if defence(self.state, standing) * 2 > danger or aim < ALWAYS_GUARDED:
                    break

    # What is open is taken, and what is ours and empty is guarded.

    def take_what_is_open(self) -> None:
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
            road = not self.survey.goes(unit, place)
            if road and place not in self.survey.along_roads(unit):
                continue
            cost = face(self.state, unit).attack + 1.5 * road - 0.5 * (self.printed.two_step >> unit & 1)
            if best is None or cost < best[0]:
                best = cost, unit, road
        return (best[1], place, best[2]) if best else None

    # A headquarters stays with its corps: near the strongest stack at the front, and never alone.

    def bring_up_headquarters(self) -> None:
        waiting = ones(self.left & self.printed.hqs)
        centre = self._centre() if waiting else ()
        for unit in waiting:
            here = self.state.place[unit]
            hosts = self.trial.fronts[self.side]
            ends = [place for place in self.survey.ends(unit) if hosts >> place & 1 and self.has_room(place, unit)]
            if not ends:
                continue
            best = min(ends, key=lambda place: (centre[place] + 40 * self.survey.enemy_near(place, 1), place))
            if centre[best] < centre[here] or not hosts >> here & 1:
                self.go(unit, best)

    def _centre(self) -> tuple[int, ...]:
        """How far every hex is from where our strongest stack stands near the enemy."""
        trial, mine = self.trial, self.trial.fronts[self.side]
        prey = self.survey.to(self.survey.shut & self.state.fronts[1 - self.side] or mine or 1)

        def weight(place: int) -> float:
            return attack(trial, units_at(trial, place, self.side)) - prey[place] / 16

        best = max(ones(mine), key=lambda place: (weight(place), place), default=-1)
        return self.survey.to(bit(best)) if best >= 0 else prey

    # Who holds ground near the enemy digs in.

    def dig_in(self) -> None:
        moved = mask_of(unit for units in self.marches.values() for unit in ones(units))
        at_hand = builders(self.state, self.side) & ~moved & self.printed.infantry & self.survey.free
        for place in ones(self.state.fronts[self.side]):
            here = at_hand & self.state.stacks[place]
            if (
                here
                and (place in self.survey.aims or self.survey.enemy_near(place, 2))
                and self.survey.threat(place)
            ):
                self.diggers.append(ones(here)[0])

    def finished(self) -> Draft:
        self.bring_up_headquarters()
        self.dig_in()
        return self

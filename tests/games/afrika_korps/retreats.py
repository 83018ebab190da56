"""7.6, 11.7: retreats by brute force, from the rules alone, and all that the choices of the game lead to.

Units that retreat come in groups of units that are alike, so that it does not matter which of them ends where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from sandtable.games.afrika_korps.state import Position
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.ground import FORTRESSES, SIDE, STACKING, Places, fighters, neighbours, zone

OF_THE_LOSER, OF_THE_WINNER = ("consent", "overflow"), ("conduct-retreat", "retreat-step")
"""7.5, 7.6.1, 10.1, 11.7: the decisions of a retreat, by who takes them."""

Groups = list[list[str]]
"""Units that start together."""
Outcome = tuple[tuple[str, ...], ...]
"""By group the hexes its units end in, or `dead`, in alphabetical order."""


# What the rules allow


def safe_ends(places: Places, unit: str) -> list[str]:
    """7.6, 7.6.1: where the retreat of one unit may end if nobody else mattered."""
    enemy = 1 - SIDE[unit]
    deadly = zone(places, enemy) | set(fighters(places, enemy).values())
    here = places[unit]
    return sorted(
        {
            end
            for middle in neighbours(here) - deadly
            for end in neighbours(middle) - deadly
            if end not in (here, middle)
        }
    )


class Rout:
    """A retreat as the rules see it: where each group may end, and how many friends stand there to stay."""

    def __init__(self, places: Places, groups: Groups) -> None:
        self.groups = groups
        self.ends = [safe_ends(places, group[0]) for group in groups]
        retreating = {unit for group in groups for unit in group}
        friends = fighters(places, SIDE[groups[0][0]])
        self.standing = Counter(place for unit, place in friends.items() if unit not in retreating)

    def arrivals(self) -> Iterator[Outcome]:
        """Every way to send the units to their ends; those without any are not among them."""
        return product(
            *(
                combinations_with_replacement(ends, len(group) if ends else 0)
                for group, ends in zip(self.groups, self.ends, strict=True)
            )
        )

    def excess(self, arrivals: Outcome) -> dict[str, int]:
        """6.1, 7.6.1: by hex how many of those that come in are too many; those that stand there stay."""
        coming = Counter(end for ends in arrivals for end in ends)
        return {end: min(n, max(0, n + self.standing[end] - STACKING)) for end, n in coming.items()}

    def best_arrivals(self, refused: bool) -> list[Outcome]:
        """7.6.2, 11.7: the arrivals with the most survivors, and where refused the fewest in a fortress."""
        found: dict[tuple[int, int], list[Outcome]] = {}
        for arrivals in self.arrivals():
            lost = sum(self.excess(arrivals).values())
            entering = sum(end in FORTRESSES for ends in arrivals for end in ends) if refused else 0
            found.setdefault((lost, entering), []).append(arrivals)
        return found[min(found)]

    def outcomes(self, refused: bool) -> set[Outcome]:
        """Every end of the retreat: who ends where, and whom the owner of overfull hexes gives up."""
        return {outcome for arrivals in self.best_arrivals(refused) for outcome in self.after_losses(arrivals)}

    def after_losses(self, arrivals: Outcome) -> Iterator[Outcome]:
        """7.6.1: the owner chooses who is lost where too many arrived; who has no way out is lost anyhow."""
        come = [(group, end) for group, ends in enumerate(arrivals) for end in ends]
        excess = self.excess(arrivals)
        choices = [
            combinations([index for index, (_, end) in enumerate(come) if end == place], count)
            for place, count in excess.items()
        ]
        for lost in product(*choices):
            dead = {index for some in lost for index in some}
            ends: list[list[str]] = [
                [] if row else ["dead"] * len(g) for row, g in zip(arrivals, self.groups, strict=True)
            ]
            for index, (group, end) in enumerate(come):
                ends[group].append("dead" if index in dead else end)
            yield tuple(tuple(sorted(row)) for row in ends)

    def is_asked(self) -> bool:
        """11.7: is there somebody who could as well be sent into a fortress as elsewhere?"""
        best = self.best_arrivals(False)
        return any(
            {end in FORTRESSES for arrivals in best for end in arrivals[group]} == {True, False}
            for group in range(len(self.groups))
        )


# What the game allows


def retreat_of(places: Places, groups: Groups, active: int) -> Desert:
    """A table at the moment these units have to retreat."""
    stacks: dict[str, list[str]] = {}
    for unit, place in places.items():
        stacks.setdefault(place, []).append(unit)
    lines = [f"turn 20 {('axis', 'allied')[active]}", "phase: movement"]
    lines += [f"{place}: {' '.join(units)}" for place, units in stacks.items()]
    table = Desert("\n".join(lines))
    units = sum(1 << table.state.printed.unit_number[unit] for group in groups for unit in group)
    return Desert(table.game.write_position(table.state) + f"frame: retreat 0 {units}\n")


class Walk:
    """All runs of choices from a table. Moments that differ by which of a group is where are looked at once."""

    def __init__(self, table: Desert, groups: Groups) -> None:
        self.game = table.game
        self.state = table.state
        number = table.state.printed.unit_number
        self.groups = [[number[unit] for unit in group] for group in groups]
        self.loser = SIDE[groups[0][0]]

    def outcomes(self) -> set[Outcome]:
        """What the runs end in; a moment without any choice fails the test."""
        found: set[Outcome] = set()
        seen: set[object] = set()
        todo = [self.state]
        while todo:
            state = todo.pop()
            decision = self.game.kind_names[state.frames[-1][0]]
            if decision not in OF_THE_LOSER + OF_THE_WINNER:
                found.add(self.ends(state))
                continue
            assert self.game.actor(state) == (self.loser if decision in OF_THE_LOSER else 1 - self.loser)
            moment = self.moment(state)
            if moment in seen:
                continue
            seen.add(moment)
            choices = self.game.legal(state)
            assert choices, "a dead end"
            for choice in choices:
                after = state.copy()
                self.game.apply(after, choice)
                todo.append(after)
        return found

    def ends(self, state: Position) -> Outcome:
        names = state.printed.board.names
        return tuple(
            tuple(sorted("dead" if state.place[u] < 0 else names[state.place[u]] for u in group))
            for group in self.groups
        )

    def moment(self, state: Position) -> tuple[object, ...]:
        """Where everybody is and what he waits for, and what else the decision on top knows."""
        frame = state.frames[-1]
        known = {field.name: value for field, _, value in self.game.kinds[frame[0]].shaped(frame[2:])}
        moving = known.get("unit", -1)
        waiting = known.get("to_go", 0) | known.get("others", 0) | known.get("units", 0)
        who = (
            tuple(sorted((state.place[unit], waiting >> unit & 1, unit == moving) for unit in group))
            for group in self.groups
        )
        return frame[0], known.get("refused"), known.get("origin"), *who


def compare(places: Places, groups: Groups) -> None:
    """Equal sets, none missing and none extra, whatever a defender says about a fortress.

    An attacker is not asked, and the decision that comes first is that of a defender who permits everything.
    """
    rout = Rout(places, groups)
    loser = SIDE[groups[0][0]]
    table = retreat_of(places, groups, 1 - loser)
    assert (table.decision == "consent") == rout.is_asked()
    if table.decision == "consent":
        assert table.actor == loser
        assert Walk(table.copy().play("refuse"), groups).outcomes() == rout.outcomes(True)
        table.play("permit")
    assert Walk(table, groups).outcomes() == rout.outcomes(False)
    assert retreat_of(places, groups, loser).state.frames[-1] == table.state.frames[-1]

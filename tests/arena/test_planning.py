"""Planning players: the best of several plans is kept over the turn, remembered, and mended after a surprise."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from sandtable.kernel.choices import Choice, Options, pack
from sandtable.players.planning import Order, Plan, Planner, PlanningPlayer, Policy, Terms, Verbs

GO, END, OTHER = range(3)


class Walk:
    """A position of a game without rules: numbers that were visited, and those that may still be."""

    def __init__(self, open_: int = 0b1111111, moment: int = 1) -> None:
        self.open, self.moment, self.been = open_, moment, [0]

    def copy(self) -> Walk:
        other = Walk(self.open, self.moment)
        other.been = [*self.been]
        return other


class Walker(Planner[Walk]):
    """Likes large numbers, and a short way even more if it is told to."""

    made = 0

    def moment(self, state: Walk) -> int:
        return state.moment

    def plans(self, state: Walk, side: int) -> Iterable[Plan]:
        self.made += 1
        yield Plan("stay", [])
        for idea, places in (("low", (1, 2)), ("high", (4, 5, 6))):
            yield Plan(idea, [[place] for place in places if state.open >> place & 1])

    def tried(self, state: Walk, side: int, plan: Plan) -> Walk:
        trial = state.copy()
        trial.been += [place for [place] in plan.orders]
        return trial

    def terms(self, state: Walk, side: int) -> Terms:
        return {"height": state.been[-1], "length": -len(state.been)}

    def choices(self, state: Walk, side: int, order: Order, legal: Verbs) -> list[Choice]:
        [place] = order
        return [pack(GO, place), pack(OTHER)] if legal.get(GO, 0) >> place & 1 else []

    def finish(self, state: Walk, side: int, legal: Verbs) -> Choice:
        return pack(END)

    def react(self, state: Walk, side: int, options: Options, rng: Random) -> Choice:
        return pack(OTHER)


class Chair:
    """A seat at that game."""

    side = 0

    def __init__(self, state: Walk) -> None:
        self.state, self.asked_other = state, False

    def options(self) -> Options:
        return [(OTHER, 1)] if self.asked_other else [(GO, self.state.open), (END, 1)]

    def resample(self, rng: Random) -> Walk:
        return self.state.copy()


def player(**parameters: Any) -> tuple[PlanningPlayer[Walk], Walker]:
    walker = Walker(Policy(**parameters))
    return PlanningPlayer(Random(1), walker), walker


def turn(walks: PlanningPlayer[Walk], chair: Chair, closing: int = 0) -> list[int]:
    """The numbers visited until the player ends its turn; some are closed after its first step."""
    chosen = []
    for _ in range(50):
        chair.asked_other = False
        choice = walks.choose(chair)  # type: ignore[arg-type]
        if choice == pack(END):
            break
        chosen.append(choice - pack(GO))
        chair.state.been.append(chosen[-1])
        chair.state.open &= ~(1 << chosen[-1] | closing)
        chair.asked_other = True
        assert walks.choose(chair) == pack(OTHER)  # type: ignore[arg-type]
    return chosen


def test_the_plan_that_ends_best_is_carried_out() -> None:
    walks, walker = player()
    assert turn(walks, Chair(Walk())) == [4, 5, 6]
    assert walker.made == 1


def test_the_policy_weighs_the_terms() -> None:
    walks, _ = player(weights={"height": 0.1})
    assert turn(walks, Chair(Walk())) == []
    walks, _ = player(weights={"length": 3.0})
    assert turn(walks, Chair(Walk())) == []


def test_a_surprise_mends_the_plan() -> None:
    walks, walker = player()
    assert turn(walks, Chair(Walk()), closing=1 << 5) == [4, 6]
    assert walker.made == 2


def test_a_new_moment_needs_a_new_plan_and_other_decisions_none() -> None:
    walks, walker = player()
    turn(walks, Chair(Walk(moment=1)))
    turn(walks, Chair(Walk(moment=2)))
    assert walker.made == 2
    assert walks.choose(Chair(Walk(moment=-1))) == pack(OTHER)  # type: ignore[arg-type]
    assert walker.made == 2


def test_the_plan_is_remembered_as_plain_data() -> None:
    walks, _ = player()
    chair = Chair(Walk())
    assert walks.choose(chair) == pack(GO, 4)  # type: ignore[arg-type]
    other, walker = player()
    other.recall(walks.remember())
    chair.asked_other = True
    assert other.choose(chair) == pack(OTHER)  # type: ignore[arg-type]
    assert turn(other, chair) == [5, 6]
    assert not walker.made

"""The reason is the true one: "too far" and "too dear" exactly where own arithmetic says so, and whatever else is
pressed gets the reason of the place where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED
from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.rules.c11_advance import FULL, PURSUIT, TWO
from sandtable.games.shifting_sands.rules.c11_retreat import RETREATS
from sandtable.games.shifting_sands.state import Theatre, face
from sandtable.games.shifting_sands.verbs import ATTACK_FROM, MOVE_FROM, RETREAT, TO
from sandtable.kernel.bits import first
from sandtable.kernel.choices import pack
from sandtable.kernel.flow import nearest
from tests.games.shifting_sands.fights import sentence
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.activation import cost
from tests.games.shifting_sands.models.positions import on_the_map, random_position
from tests.games.shifting_sands.models.table import SIDE, batches, theatre_of
from tests.games.shifting_sands.policies import clash, seeking
from tests.games.shifting_sands.theatre import DATA, SPACE, decision, legal, play, run, theatre, why_not
from tests.suite.fuzzer import next_choice

GAME = "shifting-sands"
WHOLE = "ALLIED_ONLY_FULL_MOVE"
"""The way between Khartoum and Aswan."""


# Too far


def flood(start: str, points: int, whole: int) -> set[str]:
    """Where so many points lead over any lines, past anybody; `whole` is what the way that takes a whole move
    costs, 0 if it cannot be gone."""
    left = {start: points}
    front = [start]
    while front:
        here = front.pop()
        for other, limit in board.links()[here].items():
            price = whole if limit == WHOLE else 1
            if price and left[here] - price > left.get(other, -1):
                left[other] = left[here] - price
                front.append(other)
    return set(left)


def in_reach_of_a_move(state: Theatre) -> set[str]:
    points = face(state, state.walker).movement
    return flood(here(state, state.walker), points - state.spent, points)


def in_reach_of_a_retreat(state: Theatre) -> set[str]:
    terms = RETREATS.terms(nearest(state, RETREATS))
    group = dict(zip(("side", "group"), state.frames[-1][2:], strict=True))["group"]
    start = here(state, first(group)) if group else DATA.spaces[state.target].id
    return flood(start, 1 if group else terms.length, 1 if terms.length == 1 else 0)


def in_reach_of_an_advance(state: Theatre) -> set[str]:
    _, unit, spent = state.frames[-1][2:]
    reach = PURSUIT.reach(nearest(state, PURSUIT))
    points = {FULL: face(state, unit).movement, TWO: 2}.get(reach, 1)
    return flood(here(state, unit), points - spent, points) | (
        whole_way(here(state, unit)) if not spent else set()
    )


def whole_way(space: str) -> set[str]:
    """11.6: an advance may begin with the whole way, however long it is (ruling)."""
    return {other for other, limit in board.links()[space].items() if limit == WHOLE}


def here(state: Theatre, unit: int) -> str:
    return DATA.spaces[state.place[unit]].id


REACHES: dict[str, tuple[int, Callable[[Theatre], set[str]]]] = {
    "walk": (TO, in_reach_of_a_move),
    "retreat": (RETREAT, in_reach_of_a_retreat),
    "stride": (TO, in_reach_of_an_advance),
}


def moments(seeds: range) -> Iterator[Theatre]:
    """Moments of moves, retreats and advances in random games."""
    for seed in seeds:
        rng = Random(f"too far {seed}")
        state, choose = clash(rng), seeking(rng)
        for _ in range(150):
            if not state.frames:
                break
            if decision(state) in REACHES and rng.random() < 0.2:
                yield state
            SANDS.apply(state, next_choice(SANDS, state, choose, rng))


@pytest.mark.parametrize("seeds", batches(12, 200))
def test_too_far_is_said_where_lines_and_points_alone_do_not_lead(seeds: range) -> None:
    told = 0
    for state in moments(seeds):
        verb, reach = REACHES[decision(state)]
        near = reach(state)
        for number, space in enumerate(DATA.spaces):
            why = SANDS.explain(state, SANDS.actor(state), pack(verb, number))
            far = why is not None and str(why.sentence).startswith("too far")
            assert far == (space.id not in near), (decision(state), space.id, why)
            told += far
    assert told


@pytest.mark.rule("10.21a")
def test_the_way_that_takes_a_whole_move_is_too_far_later() -> None:
    state = theatre({"br_bg-1": "cairo"}, use=1)
    begin_operations(state, ALLIED, 1)
    play(run(state), "move-from:Cairo", "unit:br_bg-1")
    assert why_not(state, "to:Khartoum") == "9.14"
    play(state, "to:Aswan")
    assert why_not(state, "to:Khartoum") == "10.21"
    assert sentence(state, "to:Khartoum").startswith("too far")


def test_a_space_on_the_way_to_which_enemies_stand_is_not_too_far() -> None:
    """In sight and not in reach: each has its own reason."""
    placed = {"br_bg-1": "sidi_barrani", "it_17": "sidi_suleiman", "it_25": "halfaya"}
    state = theatre(placed, use=1)
    begin_operations(state, ALLIED, 1)
    play(run(state), "move-from:Sidi-Barrani", "unit:br_bg-1")
    told = {
        text: (why_not(state, f"to:{text}"), sentence(state, f"to:{text}"))
        for text in ("Halfaya", "Bardia", "Tripoli")
    }
    assert told["Halfaya"] == ("9.17", "enemy units are there")
    assert told["Bardia"] == ("9.17", "enemy units are in the way")
    assert told["Tripoli"][0] == "9.14"
    assert why_not(state, "to:El-Daba") == "9.12", "it gets there, but space by space"


# Too dear


@pytest.mark.parametrize("seeds", batches(60, 1500))
def test_too_dear_is_said_where_the_price_exceeds_what_is_left(seeds: range) -> None:
    told = 0
    for seed in seeds:
        rng = Random(f"too dear {seed}")
        position = random_position(rng)
        side = rng.choice(("axis", "allied"))
        points = rng.randint(1, 3)
        state = theatre_of(position)
        begin_operations(state, SIDE[side], points)
        run(state)
        for space in sorted(
            {position.place[unit] for unit in on_the_map(position) if board.units()[unit].side == side}
        ):
            for verb, attack in ((MOVE_FROM, False), (ATTACK_FROM, True)):
                why = SANDS.explain(state, SIDE[side], pack(verb, SPACE[space]))
                price = cost(position, space, side, attack)
                dear = why is not None and str(why.sentence).startswith("that costs")
                assert dear == (price > points), (space, price, points, why)
                told += dear
    assert told


def test_a_unit_whose_space_is_too_dear_says_so() -> None:
    """Pressed before its space is activated."""
    placed = {
        "br_bg-1": "mechili",
        "au_bg-1": "mechili",
        "br_bg-2": "cairo",
        "br_bg-3": "suez",
        "it_17": "tripoli",
    }
    state = theatre(placed, use=1)
    begin_operations(state, ALLIED, 2)
    play(run(state), "move-from:Cairo")
    assert why_not(state, "unit:br_bg-1") == "13.71"
    assert sentence(state, "unit:br_bg-1") == "that costs 2. Operation points left: 1"
    assert why_not(state, "unit:br_bg-2") == "7.27"
    assert sentence(state, "unit:br_bg-3") == "activate its space first, for moves or for attacks"
    assert sentence(state, "unit:it_17") == "that unit is not yours"
    assert "unit" not in {text.partition(":")[0] for text in legal(state)}

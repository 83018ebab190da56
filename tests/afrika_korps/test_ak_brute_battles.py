"""8.4, 8.5, 11: the divisions of combat reachable through choices are exactly those the rules allow.

Bare contacts of seven and eight units, then random positions on the map, playing every run of choices.
"""

from __future__ import annotations

import random
from textwrap import dedent

import ground
import pytest
from contacts import compare, random_case
from divisions import all_divisions
from fronts import Front

from sandtable.games.afrika_korps.contact import contact
from sandtable.games.afrika_korps.state import DEAD

GAME = "afrika-korps"


# Bare contacts


SIZES = [(a, d) for a in range(3, 5) for d in range(3, 5) if a + d > 6]


@pytest.mark.parametrize("size", SIZES, ids=[f"{a}x{d}" for a, d in SIZES])
@pytest.mark.rule("8.4a", "8.5a", "11.3a")
def test_choices_reach_exactly_the_legal_divisions_of_any_large_contact(size: tuple[int, int]) -> None:
    rng = random.Random(f"contact {size}")
    fought = sum(bool(compare(*random_case(rng, size))) for _ in range(25))
    assert fought >= 4, "too few of these contacts can be fought at all"


# On the map


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

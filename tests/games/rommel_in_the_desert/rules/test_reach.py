"""The question of reach: it agrees with what the table lets a unit do, step by step."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel_in_the_desert.rules.c06_reach import reaches, route
from tests.games.rommel_in_the_desert.sands import Sands

UNITS = ["21/3", "21/5", "Trento", "Brescia", "Ariete", "88mm-A", "German-artillery", "15/33"]
ENEMIES = ["22Gd", "KDG", "7/7", "Pol", "9AU/20", "70/23", "2/SG"]
WEST = "Derna 34 Gazala Bir-Harmat Tobruk Mechili Rotunda-Segnali Sidi-Mufta Knightsbridge"
SOUTH = "El-Adem Tengeder 84 Bir-Hacheim Bir-Gubi Sidi-Rezegh Charruba 82 33"
HEXES = f"{WEST} {SOUTH}".split()


def scattered(seed: int, cards: int) -> Sands:
    """Both sides mixed over the desert west of Tobruk; nobody shares a hex with the enemy."""
    rng = Random(seed)
    hexes = rng.sample(HEXES, 12)
    lines = [f"{rng.choice(hexes[:6])}: {unit}" for unit in UNITS]
    lines += [f"{rng.choice(hexes[6:])}: {rng.choice(('', '', '*'))}{unit}" for unit in ENEMIES]
    return Sands("\n".join(lines), cards=cards).begin()


def walked(table: Sands, steps: int = 0) -> dict[str, int]:
    """Every hex in which the unit on its way can end its move, by trying; with the fewest hexes to it."""
    found: dict[str, int] = {}
    todo = [(table, steps)]
    seen = set()
    while todo:
        here, gone = todo.pop(0)
        if here.decision != "step":
            continue
        for name in here.legal("hex"):
            there = here.copy().play(f"hex:{name}")
            key = (name, there.decision, *there.state.frames[-1])
            if key in seen:
                continue
            seen.add(key)
            if there.decision != "step" or there.allows("stop"):
                found.setdefault(name, gone + 1)
            todo.append((there, gone + 1))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_reach_is_what_can_be_walked(seed: int) -> None:
    table = scattered(seed, cards=1)
    table.play(f"{'rommel-' if seed % 2 else ''}group:{min(table.legal('group'))}")
    for unit in sorted(table.legal("unit"))[:3]:
        (reach,) = reaches(table.state, table.unit(unit))
        names = table.state.printed.board.names
        assert {names[place]: steps for place, steps in reach.steps.items()} == walked(
            table.copy().play(f"unit:{unit}")
        )


@pytest.mark.parametrize("seed", range(6))
def test_every_route_can_be_played(seed: int) -> None:
    table = scattered(seed, cards=2)
    point = min(table.legal("regroup"))
    table.play(f"regroup:{point}")
    goal = Random(seed).choice(sorted(table.legal("to")))
    table.play(f"to:{goal}")
    assert table.legal("unit")
    for unit in table.legal("unit"):
        number, place = table.unit(unit), table.hex(goal)
        twin = table.copy()
        for choice in route(twin.state, number, place):
            twin.play(twin.game.write(twin.state, choice))
        assert twin.decision == "movement"
        assert twin.where(unit) == goal or twin.state.marches
    idle = {name for name in UNITS if name not in table.legal("unit")}
    assert all(route(table.state, table.unit(unit), table.hex(goal)) == [] for unit in idle)


def test_reach_goes_on_from_a_unit_on_its_way() -> None:
    table = (
        Sands("Tobruk: 21/3\nAlexandria: Pol").begin().play("group:Tobruk", "unit:21/3").go("Bir-Harmat", "Gazala")
    )
    (reach,) = reaches(table.state, table.unit("21/3"))
    er_regima = table.hex("Er-Regima")
    assert reach.steps[er_regima] == 8
    for choice in route(table.state, table.unit("21/3"), er_regima):
        table.play(table.game.write(table.state, choice))
    assert (table.where("21/3"), table.decision) == ("Er-Regima", "movement")
    assert reaches(table.state, table.unit("21/3")) == []

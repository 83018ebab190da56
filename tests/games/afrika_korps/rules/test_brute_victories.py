"""9, 11 and rulings 21a, 21b: victories that may be declared, and what each comes to, against a brute-force model.

In random small positions around ten places every run of choices is followed: first to all declarations, then
from that with most attackers to all divisions of combat. Both sets must be those of `victories`, which knows
only the rules.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from sandtable.games.afrika_korps.state import Position
from sandtable.kernel.bits import ones
from tests.games.afrika_korps import ground
from tests.games.afrika_korps.desert import Desert
from tests.games.afrika_korps.victories import Fights, Units, Victories, parts

GAME = "afrika-korps"
PLACES = ("M30", "P41", "G25", "H25", "H2", "I3", "E18", "X63", "S65", "J62")
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
POSITIONS = 400 if SOAK else 40
"""At each place."""
ARMIES = [
    ["21/5", "15/8", "21/104", "15/115", "Ariete", "21/3", "Brescia", "Savona", "Folgore"],
    ["1SA/1", "2SA/4", "Pol", "7A/1", "22Gds", "32", "7/3I", "2/3"],
]
FAR_OFF = ["W3: Pavia", "I48: 50/150"]
"""They keep the game going."""
PREPARING = ("substitution", "destroy-supply")


def random_position(rng: random.Random, focus: str) -> str:
    """Up to five Axis units around a few weak Allied ones, with supply beside them or not far away."""
    hexes = sorted({focus, *ground.neighbours(focus)})
    far = sorted({n for place in hexes for n in ground.neighbours(place)} - {*hexes})
    rng.shuffle(hexes)
    stacks: dict[str, list[str]] = {}
    split = rng.randint(1, 2)
    ring = [*hexes[split:], *rng.sample(far, 2)]
    for side, places, units in ((1, hexes[:split], rng.randint(1, 3)), (0, ring, rng.randint(2, 5))):
        for unit in rng.sample(ARMIES[side], units):
            place = rng.choice([place for place in places if len(stacks.get(place, [])) < ground.STACKING])
            stacks.setdefault(place, []).append(unit)
    axis = [place for place in ring if place in stacks]
    for index in range(rng.randint(1, 2)):
        depot = rng.choice([*axis, *(place for place in far if place not in stacks)])
        stacks.setdefault(depot, []).append(f"AxisSupply{index + 1}")
    lines = [f"{place}: {' '.join(units)}" for place, units in stacks.items()]
    return "\n".join(["turn 20 axis", *lines, *FAR_OFF])


def names(state: Position, units: int) -> Units:
    return frozenset(state.printed.units[unit].id for unit in ones(units))


def fights(state: Position) -> Fights:
    return frozenset(
        (names(state, attackers), names(state, defenders))
        for attackers, defenders in zip(state.attackers, state.defenders, strict=True)
    )


def declared(table: Desert) -> dict[tuple[Units, Units, Units], Desert]:
    """By attackers, victims and blockers the table after each declaration that choices lead to."""
    found: dict[tuple[Units, Units, Units], Desert] = {}
    todo = [table.copy().play(f"declare:{victim}") for victim in table.legal("declare")]
    seen = set()
    while todo:
        here = todo.pop()
        if here.state.frames[-1] in seen:
            continue
        if here.decision == "movement":
            state = here.state
            units = state.attackers[-1], state.defenders[-1], state.blockers[-1]
            found[names(state, units[0]), names(state, units[1]), names(state, units[2])] = here
            continue
        seen.add(here.state.frames[-1])
        todo += [here.copy().play(choice) for choice in here.legal()]
    return found


def divided(table: Desert) -> set[Fights]:
    """All that can be fought when movement ends here."""
    table = table.copy().play("done")
    while table.decision in PREPARING:
        table.play("done")
    game, found, seen = table.game, set[Fights](), set[object]()
    todo = [table.state]
    while todo:
        state = todo.pop()
        moment = fights(state), state.frames[-1]
        if moment in seen:
            continue
        seen.add(moment)
        kind = game.kind_names[state.frames[-1][0]]
        if kind == "choose-battle":
            found.add(moment[0])
            continue
        for choice in game.legal(state):
            if kind == "declare-battles" and game.write(state, choice) == "done":
                found.add(moment[0])
                continue
            after = state.copy()
            game.apply(after, choice)
            todo.append(after)
    return found


def dead_sets(table: Desert) -> set[Units]:
    """Who may have died by the time that battles are declared."""
    found, todo = set(), [table.copy().play("done")]
    while todo:
        here = todo.pop()
        if here.decision == "sacrifice":
            todo += [here.copy().play(choice) for choice in here.legal()]
        else:
            lost = sum(1 << event.arguments["unit"] for event in here.happened("died-before-combat"))
            found.add(names(here.state, lost))
    return found


def compare(position: str) -> Counter[str]:
    """Equal sets of declarations, and for that with most attackers, in the soak for each, the same end."""
    model = Victories(position)
    lines = position.splitlines()
    found = declared(Desert("\n".join([lines[0], "phase: movement", *lines[1:]])))
    assert {(attackers, victims) for attackers, victims, _ in found} == model.declarations()
    for attackers, victims, blockers in found:
        assert blockers <= model.blockers(attackers, victims)
        assert model.wins(attackers, victims, blockers)
    followed = list(found) if SOAK else sorted(found, key=lambda units: -len(units[0]))[:1]
    return Counter(compare_end(model, declaration, found[declaration]) for declaration in followed)


def compare_end(model: Victories, declaration: tuple[Units, Units, Units], table: Desert) -> str:
    """Ruling 21a: all that can be fought is what the model says, or just those die who must."""
    end, expected = model.outcomes(*declaration)
    if expected:
        assert divided(table) == expected, end
        return end
    for dead in dead_sets(table):
        assert model.is_settled_without(dead, *declaration)
        fewer = [frozenset(), *parts(dead)][:-1]
        assert not any(model.is_settled_without(some, *declaration) for some in fewer), "somebody died in vain"
    return end


@pytest.mark.parametrize("focus", PLACES)
@pytest.mark.rule("9.1a", "9.5a", "11.3.1a")
def test_victories_are_declared_and_end_as_the_rules_say(focus: str) -> None:
    rng = random.Random(f"victories {focus}")
    ends: Counter[str] = Counter()
    for _ in range(POSITIONS):
        ends += compare(random_position(rng, focus))
    assert set(ends) - {"stands"}, "nothing here tries ruling 21a"

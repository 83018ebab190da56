"""The ways of a retreat that are shown, with their cost, are those that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.games.dark_sands.drawing.retreats import retreats
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c12_doctrine import steps_in
from sandtable.games.dark_sands.rules.c20_combat import BATTLES, odds_of
from sandtable.games.dark_sands.rules.c20_odds import DR
from sandtable.games.dark_sands.state import Sands, on_map
from sandtable.games.dark_sands.verbs import RETREAT
from sandtable.kernel.choices import pack
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.foresight import costs
from sandtable.kernel.scene import Panel
from tests.games.dark_sands.desert import DATA, HEX, acting, decision, desert, legal, play, units

STACK = ("16/70", "14/70", "1 Tank")
ATTACKERS = ("1/5/21 Pz", "2/5/21 Pz", "104/21 Pz")
OTHERS = ("Brescia", "Trento", "Bologna", "Savona", "Sabratha", "Pavia", "65/Trieste", "66/Trieste")


def beaten(placed: dict[str, str]) -> Sands:
    """Three brigades must retreat from panzers in the west; one is of tanks, so that there is no panzer shock."""
    state = desert({**dict.fromkeys(ATTACKERS, "2032"), **dict.fromkeys(STACK, "2033"), **placed})
    acting(state, "axis", "combat", BATTLES)
    play(state, "attack:2033", *(f"join:{DATA.units[unit].name}" for unit in map(index, ATTACKERS)), "done")
    while GAME.actor(state) != CHANCE:
        play(state, "done")
    GAME.apply(state, odds_of(state).results.index(DR))
    return state


def index(name: str) -> int:
    return units(name).bit_length() - 1


def beaten_somewhere(rng: Random, boards: int) -> Iterator[Sands]:
    """Enemies are somewhere around; only where there is something to choose."""
    near = [name for name in HEX if 1 < DATA.board.distance(HEX["2033"], HEX[name]) < 4 and name != "2032"]
    for _ in range(boards):
        state = beaten(dict(zip(OTHERS, rng.sample(near, len(OTHERS)), strict=True)))
        if decision(state) == "retreat":
            yield state


def left_at_best(state: Sands) -> int:
    """Played out: the most steps that the stack can have at the end of its retreat."""
    while decision(state) == "loss":
        GAME.apply(state, GAME.legal(state)[0])
    if decision(state) != "retreat":
        return steps_in(state, on_map(state, units(*STACK)))
    return max(left_at_best(after(state, choice)) for choice in GAME.legal(state))


def after(state: Sands, choice: int) -> Sands:
    trial = state.copy()
    GAME.apply(trial, choice)
    return trial


def test_the_cost_of_a_retreat_is_what_it_costs() -> None:
    seen, costs = 0, set[int]()
    for state in beaten_somewhere(Random(4), 40):
        had = steps_in(state, state.retreating)
        for place, found in retreats(state).items():
            left = 0 if found.eliminated else max(0, had - found.steps)
            assert left_at_best(after(state, pack(RETREAT, place))) == left
            seen, costs = seen + 1, costs | {had - left}
    assert seen > 12
    assert len(costs) > 2, "retreats that cost nothing, something, and more"


def panel(state: Sands) -> Panel:
    return next(one for one in GAME.scene(GAME.view(state, 1), 1, DATA).panels if one.id == "retreat")


def test_a_panel_lists_the_ways() -> None:
    state = beaten({})
    shown = panel(state)
    assert {row[0].choice for row in shown.rows} == legal(state, "retreat")
    assert {row[2].text for row in shown.rows} == {"nothing"}
    assert shown.decides


def test_a_zone_that_costs_a_step_is_said_before_the_choice() -> None:
    states = beaten_somewhere(Random(4), 40)
    warned = [costs(GAME, state, [choice]) for state in states for choice in GAME.legal(state)]
    assert {why.rule for whys in warned for why in whys} == {"20.3.4"}
    assert any(not whys for whys in warned)


def test_what_the_result_asks_is_shown() -> None:
    state = beaten({})
    [combat] = GAME.scene(GAME.view(state, 0), 0, DATA).combats
    assert combat.title == "Attack on 2033: DR, the defender retreats"
    shown = {factor.text: factor.value for factor in combat.factors}
    assert (shown["Hexes still to retreat"], shown["16/70"]) == ("4", "2 steps")
    assert "Steps still to lose" not in shown
    assert not combat.outcomes

"""17: the Replacement Phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME as SANDS
from sandtable.games.dark_sands.printed.sides import ALLIED, AXIS
from sandtable.games.dark_sands.rules.c13_supports import kill
from sandtable.games.dark_sands.rules.c17_replacements import REPLACEMENTS, cadres_due
from sandtable.games.dark_sands.state import GONE, REBUILDABLE, Sands
from sandtable.kernel.flow import advance, push
from tests.games.dark_sands.desert import (
    DATA,
    HEX,
    decision,
    desert,
    legal,
    names,
    number,
    play,
    units,
    where,
    why_not,
)

GAME = "dark-sands"
CHITS = [chit.name for chit in DATA.replacements]
STEPS = [step.__name__ for step in REPLACEMENTS.steps]
SAFE = {"axis": ["1600", "2904"]}
"""Nobody holds what belongs to the other."""


def chits(*wanted: str) -> int:
    return sum(1 << CHITS.index(name) for name in wanted)


def phase(
    turn: int,
    placed: Mapping[str, str] | None = None,
    *,
    lost: Iterable[str] = (),
    step: str = "fill_pool",
    **fields: Any,
) -> Sands:
    """The Replacement Phase, from a step on: these units can be rebuilt."""
    state = desert(placed, **{"turn": turn, "control": SAFE, **fields})
    for name in lost:
        state.place[number(name)] = REBUILDABLE
    push(state, REPLACEMENTS)
    state.frames[-1] = REPLACEMENTS.frame(step=STEPS.index(step))
    advance(state, SANDS.kinds)
    return state


def drawn(state: Sands) -> set[str]:
    """What can be drawn now."""
    return {CHITS[number] for number, weight in enumerate(SANDS.chance(state)) if weight}


AXIS_41 = {f"Axis-41-{number}" for number in range(1, 7)}
ALLIED_41 = {f"Allied-41-{number}" for number in range(1, 6)} | {"Tiger-Cub"}


# The pool (17.2)


@pytest.mark.rule("17.2b", "17.4.3a")
def test_on_turn_4_the_chits_of_1941_go_into_the_pool() -> None:
    """As many for each side as there are turns in 1941, the Tiger Cub among those of the Allies."""
    state = phase(4)
    assert drawn(state) == AXIS_41
    play(state, "Axis-41-1")
    assert drawn(state) == ALLIED_41
    play(state, "Tiger-Cub")
    assert state.pool == chits(*AXIS_41, *ALLIED_41) & ~chits("Axis-41-1", "Tiger-Cub")
    assert len(AXIS_41) == len(ALLIED_41) == 6, "turns 4 to 9"


@pytest.mark.rule("17.2c", "17.3.3a", "17.4.4a")
def test_on_turn_10_those_of_1942_take_their_place_without_the_conditional_ones() -> None:
    state = phase(10, pool=chits("Axis-41-6", "Allied-41-1"))
    assert drawn(state) == {f"Axis-42-{number}" for number in range(1, 9)}
    play(state, "Axis-42-1")
    assert drawn(state) == {f"Allied-42-{number}" for number in range(1, 9)}


def test_a_pool_is_filled_once() -> None:
    assert drawn(phase(5, pool=chits("Axis-41-6", "Allied-41-1"))) == {"Axis-41-6"}


@pytest.mark.rule("17.3.1a", "17.4.1a")
def test_each_side_draws_one_chit_of_its_own_and_it_does_not_come_back() -> None:
    state = phase(5, pool=chits("Axis-41-2", "Axis-41-6", "Allied-41-4"), step="axis_draw")
    assert drawn(state) == {"Axis-41-2", "Axis-41-6"}
    play(state, "Axis-41-2")
    assert state.pool == chits("Axis-41-6", "Allied-41-4")
    assert state.spent_chits == chits("Axis-41-2")
    assert drawn(state) == {"Allied-41-4"}


# Axis points (17.3)

LOST = ("1/5/21 Pz", "3/21 Pz", "104/21 Pz", "8 MG", "132/Ariete", "Trento", "Recam")
FAR = {"22 Gds": "1905"}
"""An Ally on the West map: the Axis comes back at El Agheila only."""


def axis_points(panzer: int, german: int, italian: int, **fields: Any) -> Sands:
    points = {"panzer_points": panzer, "german_points": german, "italian_points": italian}
    return phase(6, FAR, lost=LOST, step="axis_spend", **points, **fields)


@pytest.mark.rule("17.3.1c", "17.3.1d", "17.3.1e")
@pytest.mark.parametrize(
    ("points", "found"),
    [
        ((1, 0, 0), {"rebuild:1/5/21-Pz", "rebuild:3/21-Pz"}),
        ((0, 1, 0), {"rebuild:104/21-Pz", "rebuild:8-MG"}),
        ((0, 0, 1), {"rebuild:132/Ariete", "rebuild:Trento", "rebuild:Recam"}),
    ],
)
def test_each_point_is_for_its_own_kind_of_step(points: tuple[int, int, int], found: set[str]) -> None:
    state = axis_points(*points)
    assert legal(state, "rebuild") == found
    assert {text for text in legal(state) if text not in found} == {"done"}
    other = next(name for name in LOST if f"rebuild:{name.replace(' ', '-')}" not in found)
    assert why_not(state, f"rebuild:{other.replace(' ', '-')}") == "17.3.1"


@pytest.mark.rule("17.0a", "17.3.1g")
def test_a_point_brings_back_one_step_a_second_one_the_other() -> None:
    state = axis_points(3, 0, 0)
    play(state, "rebuild:1/5/21-Pz", "to:1600")
    assert names(state.reduced) == {"1/5/21 Pz"}
    assert state.panzer_points == 2
    assert not state.disorganised, "the Axis is ready for battle"
    assert legal(state) == {"rebuild:3/21-Pz", "restore:1/5/21-Pz", "done"}
    play(state, "restore:1/5/21-Pz")
    assert not state.reduced
    assert state.panzer_points == 1
    play(state, "rebuild:3/21-Pz", "to:1600")
    assert decision(state) != "spend", "nothing is left"
    assert not state.reduced, "a unit of one step is whole"


@pytest.mark.rule("17.3.1f")
def test_a_reduced_axis_unit_is_restored_where_it_stands_if_it_has_a_line() -> None:
    placed = {"Trento": "2522", "Pavia": "1726", "Brescia": "2524", "4/7 Arm": "1725", "7/7 Arm": "1727"}
    state = phase(6, placed, step="axis_spend", italian_points=2, reduced=["Trento", "Pavia"])
    assert legal(state) == {"restore:Trento", "done"}
    assert why_not(state, "restore:Pavia") == "17.3.1"
    assert why_not(state, "restore:Brescia") == "17.0"
    play(state, "restore:Trento")
    assert names(state.reduced) == {"Pavia"}
    assert where(state, "Trento") == ["2522"]


@pytest.mark.rule("17.3.1h")
def test_points_of_the_axis_that_are_not_used_are_lost() -> None:
    state = axis_points(1, 1, 1, pool=0)
    play(state, "done")
    assert (state.panzer_points, state.german_points, state.italian_points) == (0, 0, 0)
    assert not state.frames


@pytest.mark.rule("17.3.2a", "17.3.1b")
@pytest.mark.parametrize("turn", range(1, 18))
def test_on_odd_turns_from_turn_3_on_the_workshops_give_a_panzer_point(turn: int) -> None:
    state = phase(turn, FAR, lost=("1/5/21 Pz", "2/5/21 Pz"), step="panzer_repair", panzer_points=1)
    assert state.panzer_points == (2 if turn >= 3 and turn % 2 else 1)


@pytest.mark.rule("17.3.3b", "17.3.3c")
def test_emergency_replacements_come_once_when_benghazi_is_allied_in_1942() -> None:
    lost_benghazi = {"axis": ["1600"]}
    state = phase(11, FAR, step="axis_draw", pool=chits("Axis-42-1"), control=lost_benghazi, lost=LOST)
    assert decision(state) == "spend", "nothing is drawn"
    assert (state.panzer_points, state.german_points, state.italian_points) == (3 + 1, 2, 2), "and a repair"
    assert state.spent_chits == chits("Emergency-Replacements")
    assert state.pool == chits("Axis-42-1")
    again = phase(
        12, FAR, step="axis_draw", pool=chits("Axis-42-1"), control=lost_benghazi, spent_chits=state.spent_chits
    )
    assert decision(again) == "replacement-draw"
    assert decision(phase(11, FAR, step="axis_draw", pool=chits("Axis-42-1"))) == "replacement-draw"
    early = phase(9, FAR, step="axis_draw", pool=chits("Axis-41-1"), control=lost_benghazi)
    assert decision(early) == "replacement-draw", "only in 1942"


@pytest.mark.rule("17.3.1d", "17.3.1e")
def test_infantry_and_italian_points_are_used_up() -> None:
    state = axis_points(0, 2, 2)
    play(state, "rebuild:8-MG", "to:1600", "rebuild:Trento", "to:1600")
    assert (state.panzer_points, state.german_points, state.italian_points) == (0, 1, 1)


# Allied points (17.4)

ALLIED_LOST = ("4/7 Arm", "32 Tank", "22 Gds", "3 Ind")


def allied_points(tank: int, infantry: int, **fields: Any) -> Sands:
    points: dict[str, Any] = {"tank_points": tank, "infantry_points": infantry}
    return phase(6, lost=ALLIED_LOST, step="allied_spend", **points, **fields)


@pytest.mark.rule("17.4.1b", "17.4.1c")
def test_tank_points_and_infantry_points() -> None:
    tanks, infantry = {"rebuild:4/7-Arm", "rebuild:32-Tank"}, {"rebuild:22-Gds", "rebuild:3-Ind"}
    assert legal(allied_points(1, 0)) == tanks | {"done"}
    assert legal(allied_points(0, 1)) == infantry | {"done"}
    state = allied_points(1, 1)
    play(state, "rebuild:4/7-Arm", "to:1877")
    assert (state.tank_points, state.infantry_points) == (0, 1)
    assert legal(state) == infantry | {"done"}
    assert where(state, "4/7 Arm") == ["1877"]
    assert names(state.reduced) == {"4/7 Arm"}


@pytest.mark.rule("17.4.1d")
def test_a_reduced_allied_unit_is_restored_where_it_stands_if_it_has_a_line() -> None:
    """Tobruk is on its port: that is a line."""
    siege = {"Trento": "2730", "Pavia": "2828", "Brescia": "2728", "Bologna": "2629", "Savona": "2630"}
    placed = {
        **siege,
        "16/70": "2829",
        "14/70": "1726",
        "1/5/21 Pz": "1725",
        "2/5/21 Pz": "1727",
        "22 Gds": "1550",
    }
    state = phase(6, placed, step="allied_spend", infantry_points=3, reduced=["16/70", "14/70"])
    assert legal(state) == {"restore:16/70", "done"}
    assert why_not(state, "restore:14/70") == "17.4.1"
    play(state, "restore:16/70")
    assert names(state.reduced) == {"14/70"}
    assert not state.disorganised


@pytest.mark.rule("17.4.2a", "17.4.1a")
def test_up_to_three_points_of_each_kind_are_saved_and_come_back() -> None:
    state = allied_points(5, 2)
    play(state, "done")
    assert (state.saved_tanks, state.saved_infantry) == (3, 2)
    assert (state.tank_points, state.infantry_points) == (0, 0)
    later = phase(
        7, lost=ALLIED_LOST, step="allied_draw", pool=chits("Allied-41-2"), saved_tanks=3, saved_infantry=2
    )
    play(later, "Allied-41-2")
    assert (later.tank_points, later.infantry_points) == (4, 3), "with one of each from the chit"
    assert (later.saved_tanks, later.saved_infantry) == (0, 0)


@pytest.mark.rule("17.4.2b")
def test_what_is_neither_used_nor_saved_is_lost() -> None:
    state = phase(6, step="allied_draw", pool=chits("Allied-41-4"), saved_tanks=3, saved_infantry=3)
    play(state, "Allied-41-4")
    assert (state.saved_tanks, state.saved_infantry) == (3, 3)
    assert not state.frames, "there was nothing to spend them on"


@pytest.mark.rule("17.4.3b", "15.2c")
def test_units_rebuilt_with_the_tiger_cub_are_not_disorganised() -> None:
    state = phase(6, lost=ALLIED_LOST, step="allied_draw", pool=chits("Tiger-Cub"))
    play(state, "Tiger-Cub")
    assert (state.fresh_points, state.tank_points) == (4, 0)
    play(state, "rebuild:4/7-Arm", "to:1877", "restore:4/7-Arm", "rebuild:32-Tank", "to:1877")
    assert not state.disorganised
    assert names(state.reduced) == {"32 Tank"}
    assert state.fresh_points == 1


@pytest.mark.rule("17.4.3b")
def test_a_unit_rebuilt_only_in_part_with_the_tiger_cub_is_disorganised() -> None:
    """The Tiger Cub serves rebuilding first, saved points serve units on the map first."""
    placed = {"22/1 Arm": "1550"}
    state = phase(
        6, placed, lost=ALLIED_LOST, step="allied_spend", fresh_points=1, tank_points=2, reduced=["22/1 Arm"]
    )
    play(state, "restore:22/1-Arm")
    assert (state.fresh_points, state.tank_points) == (1, 1)
    play(state, "rebuild:4/7-Arm", "to:1877")
    assert (state.fresh_points, state.tank_points) == (0, 1)
    assert not state.disorganised
    play(state, "restore:4/7-Arm")
    assert names(state.disorganised) == {"4/7 Arm"}


@pytest.mark.rule("17.4.4b", "17.4.4c", "17.4.4d")
def test_fdrs_promise_comes_once_when_tobruk_is_axis_in_1942() -> None:
    fallen = {"axis": ["1600", "2904", "2830"]}
    state = phase(13, lost=ALLIED_LOST, step="allied_draw", pool=chits("Allied-42-1"), control=fallen)
    assert decision(state) == "spend"
    assert (state.fresh_points, state.infantry_points) == (5, 0)
    assert state.spent_chits == chits("FDR's-Promise")
    play(state, "rebuild:4/7-Arm", "to:1877")
    assert not state.disorganised
    again = phase(
        14,
        lost=ALLIED_LOST,
        step="allied_draw",
        pool=chits("Allied-42-1"),
        control=fallen,
        spent_chits=state.spent_chits,
    )
    assert decision(again) == "replacement-draw"
    held = phase(13, lost=ALLIED_LOST, step="allied_draw", pool=chits("Allied-42-1"))
    assert decision(held) == "replacement-draw"


@pytest.mark.rule("17.5b")
def test_some_units_are_never_replaced() -> None:
    state = phase(
        6, {"Selby": "1550"}, lost=ALLIED_LOST, step="allied_spend", infantry_points=3, reduced=["Selby"]
    )
    assert "restore:Selby" not in legal(state)
    assert why_not(state, "restore:Selby") == "17.5"
    kill(state, number("Selby"))
    assert state.place[number("Selby")] == GONE
    assert why_not(state, "rebuild:Selby") == "17.5"
    state.place[number("22 Gds")] = HEX["1550"]
    state.rebuild()
    kill(state, number("22 Gds"))
    assert state.place[number("22 Gds")] == REBUILDABLE


# Cadres (17.1)

BRIGADES = [unit.id for unit in DATA.units if unit.side == ALLIED and unit.type in ("infantry", "mot_infantry")]
TWO_STEPS = [name for name in BRIGADES if DATA.units[number(name)].steps == 2]


@pytest.mark.rule("17.1f", "17.1b")
@pytest.mark.parametrize(
    ("steps", "cadres"), [(0, 0), (12, 0), (13, 1), (14, 1), (16, 1), (17, 2), (18, 2), (21, 3)]
)
def test_how_many_cadres_the_box_gives(steps: int, cadres: int) -> None:
    """The guards are of one step; tanks and Italians do not count."""
    state = desert({})
    for name in [*TWO_STEPS[: steps // 2], *(["3 Cstrm Gds"] if steps % 2 else []), "4/7 Arm", "Trento"]:
        state.place[number(name)] = REBUILDABLE
    assert cadres_due(state) == cadres


@pytest.mark.rule("17.1a")
@pytest.mark.parametrize("turn", [4, 12, 13, 17])
def test_cadres_come_from_turn_13_on(turn: int) -> None:
    state = phase(turn, lost=TWO_STEPS[:7], step="cadres", pool=0)
    assert (decision(state) == "cadres") == (turn >= 13)


@pytest.mark.rule("17.1c", "17.1d", "17.1e")
def test_a_cadre_enters_at_a_source_with_one_step_and_disorganised() -> None:
    state = phase(13, lost=[*TWO_STEPS[:8], "3 Cstrm Gds", "4/7 Arm"], step="cadres", pool=0)
    assert "rebuild:4/7-Arm" not in legal(state)
    first, second = DATA.units[number(TWO_STEPS[0])].name, "3-Cstrm-Gds"
    play(state, f"rebuild:{first}")
    assert "to:1877" in legal(state)
    assert not {"to:1960", "to:2830"} & legal(state)
    play(state, "to:1877", f"rebuild:{second}", "to:1777")
    assert state.reduced == units(TWO_STEPS[0])
    assert state.disorganised == units(TWO_STEPS[0], "3 Cstrm Gds")
    assert decision(state) != "cadres", "17 steps gave two"


@pytest.mark.rule("17.1b")
def test_the_allies_may_do_with_fewer_cadres() -> None:
    state = phase(13, lost=TWO_STEPS[:7], step="cadres", pool=0)
    play(state, "done")
    assert decision(state) != "cadres"


@pytest.mark.rule("16.0b")
def test_the_order_of_the_phase() -> None:
    segments = ["axis_draw", "panzer_repair", "axis_spend", "cadres", "allied_draw", "allied_spend"]
    assert [step for step in STEPS if step in segments] == segments
    state = phase(13, FAR, lost=[*LOST, *TWO_STEPS[:7]], pool=chits("Axis-42-1", "Allied-42-1"))
    seen = []
    while state.frames:
        seen.append((decision(state), SANDS.actor(state)))
        play(state, "Axis-42-1" if len(seen) == 1 else "Allied-42-1" if "done" not in legal(state) else "done")
    assert seen == [
        ("replacement-draw", -1),
        ("spend", AXIS),
        ("cadres", ALLIED),
        ("replacement-draw", -1),
        ("spend", ALLIED),
    ]

"""The model of movement against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.state import Theatre
from tests.games.shifting_sands.models import board
from tests.games.shifting_sands.models.activation import cost
from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.movement import End, moves
from tests.games.shifting_sands.models.position import Position
from tests.games.shifting_sands.models.positions import on_the_map, random_position
from tests.games.shifting_sands.models.regions import LRDG
from tests.games.shifting_sands.models.table import SIDE, UNIT, batches, changes_in, every_end, theatre_of
from tests.games.shifting_sands.theatre import DATA, SPACE, decision, legal, play, run, where


def reached(position: Position, unit: str) -> set[str]:
    return {end for end, _, _ in moves(position, unit)}


def test_the_moves_of_the_play_report() -> None:
    assert {"el_adem", "gazala", "sidi_mufta"} <= reached(lay({"it_1lib": "sidi_azeiz"}), "it_1lib")
    assert {"agedabia", "tengeder"} <= reached(lay({"it_1bs": "buerat"}), "it_1bs")
    assert {"jijiga", "keren"} <= reached(lay({"it_gds": "addis_ababa"}), "it_gds")


def test_khartoum_and_aswan_take_a_whole_move() -> None:
    """10.21: it begins there, it ends there, and it is not for the Axis."""
    assert reached(lay({"br_bg-1": "aswan"}), "br_bg-1") >= {"khartoum", "cairo"}
    assert not reached(lay({"br_bg-1": "aswan"}), "br_bg-1") & {"kassala", "gallabat"}
    assert "khartoum" not in reached(lay({"br_bg-1": "cairo"}), "br_bg-1")
    assert "aswan" not in reached(lay({"it_bg-1": "khartoum"}), "it_bg-1")


def test_attack_markers_stop_infantry_from_stopping() -> None:
    position = lay({"br_50": "cairo", "br_7arm": "cairo"}, fighters=["alexandria"])
    assert "alexandria" not in reached(position, "br_50")
    assert "alexandria" in reached(position, "br_7arm")
    assert "el_daba" in reached(position, "br_50")


def test_spaces_passed_change_hands() -> None:
    ends = moves(lay({"br_50": "halfaya"}), "br_50")
    assert ("gambut", frozenset({("bardia", "allied"), ("gambut", "allied")}), "") in ends
    assert ("gambut", frozenset({("sidi_azeiz", "allied"), ("gambut", "allied")}), "") in ends


def test_inactive_iraqis_are_passed() -> None:
    """10.422."""
    position = lay({"in_bg-1": "basra", "ir_bg-1": "baghdad"}, active=False)
    assert {"mosul", "kirkuk", "habbaniyah"} <= reached(position, "in_bg-1")
    assert "baghdad" not in reached(position, "in_bg-1")


def test_jerusalem_wakes_the_iraqis() -> None:
    """10.42: wherever they are becomes Axis."""
    position = lay({"ge_bg-1": "sinai", "ir_bg-1": "baghdad"}, active=False)
    ends = moves(position, "ge_bg-1")
    assert ("jerusalem", frozenset({("jerusalem", "axis"), ("baghdad", "axis")}), "") in ends


def test_nobody_enters_the_west_before_torch() -> None:
    assert "medenine" not in reached(lay({"it_17": "tripoli"}), "it_17")
    assert "medenine" in reached(lay({"it_17": "tripoli"}, events=["torch"]), "it_17")


POINTS = 5
MOST_ATTACKS = 3


@pytest.mark.parametrize("seeds", batches(150, 4000))
def test_the_game_agrees_on_every_move(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        position = random_position(rng)
        movers = on_the_map(position)
        if not movers:
            continue
        unit = rng.choice(movers)
        start, side = position.place[unit], board.units()[unit].side
        ours = sorted({position.place[other] for other in movers if board.units()[other].side == side} - {start})
        ours = [space for space in ours if board.links()[space]]  # nobody attacks from Sicily
        fighters = rng.sample(ours, min(len(ours), rng.randint(0, MOST_ATTACKS)))
        position = replace(position, fighters=frozenset(fighters))
        if cost(position, start, side, attack=False) > POINTS:
            continue
        assert moves_in_game(position, unit) == moves(position, unit), (unit, start)


def moves_in_game(position: Position, unit: str) -> set[End]:
    """Every end that the game offers, and staying."""
    state = theatre_of(position)
    side, start = board.units()[unit].side, position.place[unit]
    begin_operations(state, SIDE[side], POINTS)
    run(state)
    ends = {(start, changes_in(position, state), lrdg_in(state))}
    play(state, f"move-from:{word(start)}")
    if decision(state) == "activation":
        play(state, "done")
    offered = [text for text in legal(state, "unit") if is_like(position, unit, text.partition(":")[2])]
    if not offered:
        return ends
    play(state, offered[0])
    walker = UNIT[offered[0].partition(":")[2]]

    def key(now: Theatre) -> End:
        return DATA.spaces[now.place[walker]].id, changes_in(position, now), lrdg_in(now)

    return ends | set(every_end(state, key, until=lambda now: now.walker < 0))


def is_like(position: Position, unit: str, other: str) -> bool:
    """Whether the game offers one battlegroup for another that is like it."""
    same = board.kind(unit) == board.kind(other) and position.place[unit] == position.place[other]
    return same and (unit in position.reduced) == (other in position.reduced)


def lrdg_in(state: Theatre) -> str:
    return where(state, LRDG)[0].replace("unused", "")


def word(space: str) -> str:
    return DATA.spaces[SPACE[space]].word

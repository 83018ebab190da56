"""The model of movement against the rulebook's sentences, and the game against the model."""

from __future__ import annotations

from tests.games.shifting_sands.models.laying import lay
from tests.games.shifting_sands.models.movement import moves
from tests.games.shifting_sands.models.position import Position


def reached(position: Position, unit: str) -> set[str]:
    return {end for end, _ in moves(position, unit)}


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
    assert ("gambut", frozenset({("bardia", "allied"), ("gambut", "allied")})) in ends
    assert ("gambut", frozenset({("sidi_azeiz", "allied"), ("gambut", "allied")})) in ends


def test_inactive_iraqis_are_passed() -> None:
    """10.422."""
    position = lay({"in_bg-1": "basra", "ir_bg-1": "baghdad"}, active=False)
    assert {"mosul", "kirkuk", "habbaniyah"} <= reached(position, "in_bg-1")
    assert "baghdad" not in reached(position, "in_bg-1")


def test_jerusalem_wakes_the_iraqis() -> None:
    """10.42: wherever they are becomes Axis."""
    position = lay({"ge_bg-1": "sinai", "ir_bg-1": "baghdad"}, active=False)
    ends = moves(position, "ge_bg-1")
    assert ("jerusalem", frozenset({("jerusalem", "axis"), ("baghdad", "axis")})) in ends


def test_nobody_enters_the_west_before_torch() -> None:
    assert "medenine" not in reached(lay({"it_17": "tripoli"}), "it_17")
    assert "medenine" in reached(lay({"it_17": "tripoli"}, events=["torch"]), "it_17")

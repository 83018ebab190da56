"""What a client draws: the parts that few games have."""

from __future__ import annotations

import pytest

from sandtable.kernel.scene import Board, Scene, board_of, scene_for
from tests.games.two_coasts.coasts import DATA, UNITS, active, game, play
from twocoasts.state import Coasts


def board(scenario: str = "landing") -> Board:
    return board_of(game, DATA, scenario)


def seen(state: Coasts, side: int = 0) -> Scene:
    return scene_for(game, board(game.scenario_of(state).id), state, side)


def test_the_sheets_of_the_mainland_are_one_map() -> None:
    centre, east, isles = board().sheets
    assert (centre.part_of, east.scale, isles.part_of) == (east.part_of, 2, "")
    assert [(join.letter, len(join.cells), len(join.others)) for join in board().joins] == [
        ("A", 2, 1),
        ("B", 2, 2),
    ]
    crossing = {pair for line in board().lines for pair in line.pairs if pair[0] < 20 <= pair[1] < 29}
    assert crossing, "a road and a river cross the seam"


def test_places_off_the_map_have_numbers_and_hold_units() -> None:
    numbers = {box.id: box.number for box in board().boxes}
    assert numbers["north-reserve"] == DATA.map.names.index("north-reserve")
    assert board("inland").tracks[0].boxes == ("", "turn-2")
    scene = seen(active("north", "north-reserve: Ash", "turn-2: Maple", *UNITS))
    cells = {piece.id: piece.cell for piece in scene.pieces}
    assert (cells["Ash"], cells["Maple"]) == (numbers["north-reserve"], numbers["turn-2"])
    assert next(piece.box for piece in scene.pieces if piece.id == "Oak") == "lost"


def test_a_unit_may_have_several_badges() -> None:
    state = active("north", "Mole: Elm", "moved: Elm", "dug: Elm", *UNITS, storm=True)
    assert next(piece.badges for piece in seen(state).pieces if piece.id == "Elm") == ("S", "D", "M")


def test_control_and_what_is_out_of_play() -> None:
    tints = {tint.cell: tint.tone for tint in seen(active("north", "scenario: inland", *UNITS)).tints}
    names = DATA.map.names
    assert (tints[names.index("0301")], tints[names.index("E0302")], tints[names.index("Mole")]) == (
        "0",
        "1",
        "out",
    )


@pytest.mark.parametrize(("side", "shown"), [(0, ["guides-3"]), (1, []), (-1, [])])
def test_a_hand_is_seen_by_its_owner_only(side: int, shown: list[str]) -> None:
    state = active("north", "hand north: guides-3", "played: dust-1", "discards: news-1", *UNITS)
    cards = seen(state, side).cards
    assert [card.id for card in cards if card.pile == "north-hand" and card.id] == shown
    assert [card.id for card in cards if card.pile in ("table", "discards")] == ["dust-1", "news-1"]
    assert [card.count for card in cards if card.pile == "deck"] == [21]
    if shown:
        uses = next(card.uses for card in cards if card.id == "guides-3")
        assert [use.choice for use in uses] == ["march:guides-3", "recruit:guides-3", "discard:guides-3"]


def test_the_cup_shows_what_is_left_and_what_was_drawn() -> None:
    (cup,) = seen(active("north", *UNITS, storm=True)).cups
    assert [(chit.letters, chit.count) for chit in cup.left] == [("N", 1), ("S", 2)]
    assert [chit.letters for chit in cup.drawn] == ["ST", "N"]
    assert "a storm: nobody crosses the sea" in cup.limits


def test_a_battle_is_shown_with_every_factor_until_the_die_is_rolled() -> None:
    state = active("north", "0402: Larch Beech", "0502: Crow", "dug: Crow", "hand north: mines-1", *UNITS)
    play(state, "unit:Larch", "attack:0502", "join:Beech", "fire:mines-1")
    (combat,) = seen(state, 1).combats
    assert (combat.attackers, combat.defenders, combat.column) == (("Beech", "Larch"), ("Crow",), "3-1")
    told = {factor.text: factor.value for factor in combat.factors}
    assert told["Attack"] == "6"
    assert (told["Fort"], told["Dug in"]) == ("+2", "+1")
    assert (told["Defence"], told["The attacker's fire: columns"]) == ("5", "+2")
    assert sum(outcome.share for outcome in combat.outcomes) == pytest.approx(1)
    play(state, "fight", "hold", "3")
    assert not seen(state).combats

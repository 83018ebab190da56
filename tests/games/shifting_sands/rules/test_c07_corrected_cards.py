"""An owner of the box who corrects a card in its file changes play, and touches no rule."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.printed.cards import DECKS
from sandtable.games.shifting_sands.printed.data import Printed, load_printed
from sandtable.games.shifting_sands.printed.files import FILES
from sandtable.games.shifting_sands.state import Theatre, put
from sandtable.kernel.bits import bit, mask_of
from tests.games.shifting_sands.acts import holding, playable, to_act
from tests.games.shifting_sands.theatre import decision, legal, play, why_not

GAME = "shifting-sands"


def with_card(folder: Path, name: str, **values: str) -> Printed:
    """The box with some fields of one card corrected."""
    file = DECKS["XA".index(name[0])]
    rows = list(csv.DictReader((FILES.directory / file).read_text(encoding="utf-8").splitlines()))
    rows[int(name[1:]) - 1].update(values)
    with (folder / file).open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return load_printed(folder)


def about_to_play(printed: Printed, name: str, turn: int = 1, **fields: Any) -> Theatre:
    """The side of a card is about to act, with the card in hand and nobody on the map."""
    state = Theatre.blank(printed)
    number = printed.nouns["card"].index(name)
    state.turn, state.round = turn, 1
    state.hands[printed.cards[number].side] = bit(number)
    for field, value in fields.items():
        setattr(state, field, value)
    state.rebuild()
    return to_act(state, printed.cards[number].side)


def test_another_list_of_units(tmp_path: Path) -> None:
    """The card that brings the 55th and the 60th brings the 101st and two battlegroups instead."""
    printed = with_card(tmp_path, "X03", units="it_101 x1 full; it_bg x2 to Reserve")
    state = about_to_play(printed, "X03")
    play(state, "event:X03")
    where = {unit.id: state.place[number] for number, unit in enumerate(printed.units)}
    assert where["it_101"] == printed.number["tripoli"]
    assert where["it_55"] == -1
    assert (where["it_bg-1"], where["it_bg-2"]) == (printed.number["axis_reserve"],) * 2


def test_another_place(tmp_path: Path) -> None:
    """Tiger Convoy lands in Alexandria, and nowhere else."""
    state = about_to_play(with_card(tmp_path, "A16", units="br_abg x2 full in Alexandria"), "A16")
    play(state, "event:A16")
    assert decision(state) == "choose"
    assert state.stacks[state.printed.number["alexandria"]].bit_count() == 2


@pytest.mark.rule("7.531h")
def test_battlegroups_compete_for_two_places(tmp_path: Path) -> None:
    """Rommel with three battlegroups, and room for one in Tripoli and one in Benghazi: which, and where?"""
    where = "full in Tripoli or Benghazi"
    printed = with_card(tmp_path, "X16", units=f"ge_bg x2 {where}; ge_abg x1 {where}")
    state = about_to_play(printed, "X16")
    for number, name in enumerate(("it_17", "it_27", "it_25", "it_55")):
        place = printed.number[("tripoli", "benghazi")[number // 2]]
        put(state, printed.nouns["unit"].index(name), place)
    play(state, "event:X16")
    assert legal(state) == {"place:ge_bg-1", "place:ge_abg-1"}
    play(state, "place:ge_abg-1")
    assert legal(state) == {"to:Tripoli", "to:Benghazi"}
    play(state, "to:Benghazi")
    assert decision(state) == "choose"  # of two that are alike, one goes to Tripoli, the other to the Reserve box
    places = [state.place[printed.nouns["unit"].index(name)] for name in ("ge_abg-1", "ge_bg-1", "ge_bg-2")]
    assert [printed.spaces[place].id for place in places] == ["benghazi", "tripoli", "axis_reserve"]


@pytest.mark.parametrize(
    ("needs", "fields", "allowed"),
    [
        ("", {}, True),
        ("turn>=3", {"turn": 2}, False),
        ("turn>=3", {"turn": 3}, True),
        ("poor_morale or axis controls cairo", {}, False),
        ("not poor_morale", {}, True),
    ],
)
def test_another_condition(tmp_path: Path, needs: str, fields: dict[str, Any], allowed: bool) -> None:
    """Battlefield Recovery, which needs Rommel."""
    assert playable(holding("X22")) == set()
    state = about_to_play(with_card(tmp_path, "X22", prerequisites=needs), "X22", **fields)
    assert playable(state) == ({"X22"} if allowed else set())
    if not allowed:
        assert why_not(state, "event:X22") == "X22"


def test_another_value_and_a_square(tmp_path: Path) -> None:
    """Balbo with 5 points in a square and without its asterisk."""
    printed = with_card(tmp_path, "X01", ops="5", ops_square="1", asterisk="0")
    state = about_to_play(printed, "X01")
    play(state, "event:X01")
    assert (decision(state), state.left) == ("activation", 5)
    assert (state.removed, state.discards[0]) == (0, 1)


def test_another_class(tmp_path: Path) -> None:
    """A card of the class GE is not kept from play by one of the class IT."""
    italian = mask_of([3])
    assert "event:X03" not in legal(about_to_play(load_printed(), "X03", reinforced=[italian, 0]))
    printed = with_card(tmp_path, "X03", reinforcement_class="GE")
    assert "event:X03" in legal(about_to_play(printed, "X03", reinforced=[italian, 0]))


@pytest.mark.rule("19.42c")
def test_the_option_holds_without_the_turn_on_the_card(tmp_path: Path) -> None:
    """Barbarossa without its reconstructed turn limit: by 19.42 it still waits for Summer 1941."""
    printed = with_card(tmp_path, "A15", prerequisites="")
    assert playable(about_to_play(printed, "A15", turn=4)) == {"A15"}
    option = bit(7)
    state = about_to_play(printed, "A15", turn=4, options=option)
    assert why_not(state, "event:A15") == "19.42"
    assert playable(about_to_play(printed, "A15", turn=5, options=option)) == {"A15"}


def test_the_fingerprint_tells_the_boxes_apart(tmp_path: Path) -> None:
    printed = with_card(tmp_path, "X22", prerequisites="")
    assert printed.fingerprint != load_printed().fingerprint
    assert SANDS.load_data(tmp_path) is printed

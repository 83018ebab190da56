"""11.7: the missions of the LRDG."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SHIFTING_SANDS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c07_operations import begin_operations
from sandtable.games.shifting_sands.state import OPERATIONS, Theatre
from tests.games.shifting_sands.decks import seen_by_the_other
from tests.games.shifting_sands.theatre import (
    DATA,
    cards,
    decision,
    legal,
    play,
    run,
    theatre,
    units,
    where,
    why_not,
)

GAME = "shifting-sands"
HAND = ("X01", "X02", "X03", "X04")
LIBYAN_PRIZES = ("tripoli", "el_agheila", "benghazi", "tobruk", "bardia")


def patrol(place: str = "siwa", points: int = 2, hand: tuple[str, ...] = HAND, **fields: object) -> Theatre:
    """The Allies activate; the LRDG is somewhere."""
    options: dict[str, object] = {"events": ["long_range_desert_group"], **fields}
    state = theatre({"br_lrdg": place, "br_bg-1": "cairo"}, axis_hand=hand, **options)  # type: ignore[arg-type]
    state.use = OPERATIONS
    begin_operations(state, ALLIED, points)
    return run(state)


@pytest.mark.rule("11.72b", "11.72d")
def test_a_mission_costs_a_point_and_is_one_of_two() -> None:
    state = patrol()
    assert legal(state, "intelligence", "raid") == {"intelligence", "raid"}
    play(state, "raid")
    assert state.left == 1
    play(state, 3)
    assert decision(state) == "activation"


@pytest.mark.rule("11.72b")
def test_the_last_point_may_pay_for_a_mission() -> None:
    state = patrol(points=1)
    play(state, "raid")
    assert decision(state) == "mission"
    play(state, 3)
    assert (decision(state), state.left) == ("", 0)


@pytest.mark.rule("11.72a")
def test_there_is_one_mission_a_turn() -> None:
    state = patrol()
    play(state, "raid", 3)
    for text in ("raid", "intelligence"):
        assert why_not(state, text) == "11.72"
    state.clear("turn")
    assert legal(state, "intelligence", "raid") == {"intelligence", "raid"}


@pytest.mark.rule("11.72c")
def test_the_lrdg_neither_moves_nor_attacks_in_the_action_of_its_mission() -> None:
    state = patrol()
    play(state, "raid", 3)
    assert state.moved == state.has_fought == units("br_lrdg")
    play(state, "move-from:Siwa")
    assert decision(state) == ""


@pytest.mark.rule("11.72d")
def test_the_axis_has_no_missions() -> None:
    state = theatre({"br_lrdg": "siwa", "it_bg-1": "tripoli"}, events=["long_range_desert_group"])
    begin_operations(state, AXIS, 2)
    run(state)
    assert why_not(state, "raid") == "11.72"


@pytest.mark.rule("11.721b", "11.721c")
@pytest.mark.parametrize(
    ("place", "possible"),
    [("siwa", True), ("kufra", True), ("deep_desert", False), ("cairo", False), ("allied_reserve", False)],
)
def test_the_lrdg_must_be_in_an_oasis(place: str, possible: bool) -> None:
    state = patrol(place)
    assert bool(legal(state, "raid", "intelligence")) == possible
    if not possible:
        assert why_not(state, "raid") == "11.721"


@pytest.mark.rule("11.73a", "11.721d")
@pytest.mark.parametrize(
    ("face", "shown"),
    [
        pytest.param(1, 0, marks=pytest.mark.rule("11.27t24")),
        pytest.param(2, 0, marks=pytest.mark.rule("11.27t25")),
        pytest.param(3, 1, marks=pytest.mark.rule("11.27t26")),
        pytest.param(4, 1, marks=pytest.mark.rule("11.27t26")),
        pytest.param(5, 2, marks=pytest.mark.rule("11.27t27")),
        pytest.param(6, 3, marks=pytest.mark.rule("11.27t28")),
    ],
)
def test_the_die_says_how_many_cards_are_shown(face: int, shown: int) -> None:
    state = patrol()
    play(state, "intelligence", face)
    if shown:
        assert decision(state) == "shown"
        play(state, " ".join(HAND[:shown]))
        assert seen_by_the_other(state, AXIS) == {*HAND[:shown]}
    assert decision(state) == "activation"
    assert bool(state.reduced & units("br_lrdg")) == (face == 1)


@pytest.mark.rule("11.73b", "11.73c")
def test_cards_are_shown_to_the_allies_alone_and_given_back() -> None:
    state = patrol()
    play(state, "intelligence", 5)
    kind, frame = SHIFTING_SANDS.kinds[state.frames[-1][0]], state.frames[-1]
    assert kind.audience(state, frame) == 1 << ALLIED  # type: ignore[attr-defined]
    assert len(kind.weights(state, frame)) == 6  # type: ignore[attr-defined]
    told = play(state, "X01 X04")
    seen = [event for event in told if event.kind == "sees-cards"]
    assert [event.audience for event in seen] == [1 << ALLIED]
    assert seen[0].arguments["cards"] == [DATA.nouns["card"].index(name) for name in ("X01", "X04")]
    assert seen[0].reveals
    assert state.hands[AXIS] == cards(*HAND)


@pytest.mark.rule("11.73d")
def test_the_axis_does_not_learn_which_cards_were_seen() -> None:
    after = []
    for shown in ("X01 X02", "X03 X04"):
        state = patrol()
        told = play(state, "intelligence", 5, shown)
        heard = [(event.kind, event.arguments) for event in told if event.heard_by(AXIS)]
        after.append((heard, SHIFTING_SANDS.view(state, AXIS)))
    assert after[0] == after[1]


@pytest.mark.rule("11.73b")
def test_no_more_cards_are_shown_than_the_axis_has() -> None:
    state = patrol(hand=("X01", "X02"))
    play(state, "intelligence", 6)
    play(state, "X01 X02")
    assert seen_by_the_other(state, AXIS) == {"X01", "X02"}
    nothing = patrol(hand=())
    play(nothing, "intelligence", 6)
    assert decision(nothing) == "activation"


@pytest.mark.rule("11.73e")
def test_no_intelligence_while_the_axis_has_mersa_matruh() -> None:
    state = patrol(axis=["mersa_matruh"])
    assert legal(state, "intelligence", "raid") == {"raid"}
    assert why_not(state, "intelligence") == "11.73"


@pytest.mark.rule("11.74a", "11.74c")
@pytest.mark.parametrize(
    ("face", "loses"),
    [
        pytest.param(1, True, marks=pytest.mark.rule("11.27t29")),
        pytest.param(2, True, marks=pytest.mark.rule("11.27t29")),
        pytest.param(3, False, marks=pytest.mark.rule("11.27t30")),
        pytest.param(4, False, marks=pytest.mark.rule("11.27t30")),
        pytest.param(5, False, marks=pytest.mark.rule("11.27t30")),
    ],
)
def test_a_raid_has_no_effect_but_losses_unless_a_six_is_rolled(face: int, loses: bool) -> None:
    state = patrol()
    play(state, "raid", face)
    assert decision(state) == "activation"
    assert bool(state.reduced & units("br_lrdg")) == loses
    assert state.hands[AXIS] == cards(*HAND)


@pytest.mark.rule("11.74b", "11.27t31")
def test_a_six_may_cost_the_axis_a_card() -> None:
    state = patrol()
    play(state, "raid", 6)
    assert not state.reduced
    spared = state.copy()
    play(spared, "no")
    assert (decision(spared), spared.hands[AXIS]) == ("activation", cards(*HAND))
    play(state, "yes")
    frame = state.frames[-1]
    kind = SHIFTING_SANDS.kinds[frame[0]]
    assert kind.audience(state, frame) == 1 << AXIS  # type: ignore[attr-defined]
    assert sum(kind.weights(state, frame)) == len(HAND)  # type: ignore[attr-defined]
    told = play(state, "X03")
    assert (state.hands[AXIS], state.discards[AXIS]) == (cards("X01", "X02", "X04"), cards("X03"))
    assert not any("card" in event.arguments for event in told if event.heard_by(ALLIED))
    assert decision(state) == "activation"


@pytest.mark.rule("11.74b")
def test_there_is_no_card_to_lose_in_an_empty_hand() -> None:
    state = patrol(hand=())
    play(state, "raid", 6)
    assert decision(state) == "activation"


@pytest.mark.rule("11.741a")
def test_no_mission_once_the_allies_have_every_prize_of_libya() -> None:
    state = patrol(allied=LIBYAN_PRIZES)
    assert not legal(state, "raid", "intelligence")
    assert why_not(state, "raid") == "11.741"
    assert legal(patrol(allied=LIBYAN_PRIZES[1:]), "raid", "intelligence") == {"raid", "intelligence"}


@pytest.mark.rule("11.75a")
def test_an_lrdg_lost_on_a_mission_can_be_rebuilt() -> None:
    state = patrol(reduced=["br_lrdg"])
    play(state, "raid", 1)
    assert where(state, "br_lrdg") == ["allied_replaceable"]
    assert decision(state) == "activation"


@pytest.mark.rule("11.71a")
def test_the_lrdg_is_not_in_play_before_its_event() -> None:
    state = SHIFTING_SANDS.set_up(DATA, "campaign", {})
    assert where(state, "br_lrdg") == ["unused"]
    state.frames.clear()
    begin_operations(state, ALLIED, 2)
    run(state)
    assert why_not(state, "raid") == "11.721"

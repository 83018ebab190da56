"""7.4: cards played for replacement points."""

from __future__ import annotations

import pytest

from sandtable.games.shifting_sands.game import GAME as SHIFTING_SANDS
from sandtable.games.shifting_sands.printed.cards import TRACKS
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_sequence import ROUND
from sandtable.games.shifting_sands.rules.c07_points import ban, record_points
from sandtable.games.shifting_sands.state import REPLACEMENTS, Theatre
from sandtable.kernel.flow import push
from tests.games.shifting_sands.theatre import DATA, card, decision, legal, play, run, theatre, why_not

GAME = "shifting-sands"


def points(state: Theatre) -> dict[str, float]:
    """What is on the track, in whole points."""
    return {track: halves / 2 for track, halves in zip(TRACKS, state.replacements, strict=True) if halves}


def acting(state: Theatre) -> Theatre:
    """The first action of a round."""
    state.round = 1
    push(state, ROUND)
    return run(state)


@pytest.mark.rule("4.13a", "4.13b")
@pytest.mark.parametrize("scenario", ["campaign", "sonnenblume"])
def test_all_markers_begin_at_nothing(scenario: str) -> None:
    state = SHIFTING_SANDS.set_up(DATA, scenario, {})
    assert state.replacements == [0] * len(TRACKS)
    record_points(state, ALLIED, card("A35"))
    assert state.replacements[TRACKS.index("US")] == 0


@pytest.mark.rule("7.41a")
@pytest.mark.parametrize(
    ("side", "name", "gained"),
    [
        (AXIS, "X01", {"IT": 1}),
        (AXIS, "X16", {"GE": 2, "IT": 3}),
        (ALLIED, "A01", {"BR": 1, "CW": 1}),
        (ALLIED, "A02", {"BR": 2, "CW": 1, "A": 1}),
    ],
)
def test_a_card_adds_the_points_printed_on_it(side: int, name: str, gained: dict[str, int]) -> None:
    state = theatre()
    record_points(state, side, card(name))
    assert points(state) == gained
    record_points(state, side, card(name))
    assert points(state) == {track: 2 * number for track, number in gained.items()}


@pytest.mark.rule("7.411a", "7.412a")
def test_commonwealth_and_allied_points_have_markers_of_their_own() -> None:
    state = theatre()
    record_points(state, ALLIED, card("A35"))
    assert (state.replacements[TRACKS.index("CW")], state.replacements[TRACKS.index("A")]) == (4, 2)


@pytest.mark.rule("7.415a", "15.2a")
def test_massawa_gives_the_british_a_point_more() -> None:
    state = theatre(allied=["massawa"])
    record_points(state, ALLIED, card("A01"))
    assert points(state) == {"BR": 2, "CW": 1}
    axis = theatre(allied=["massawa"])
    record_points(axis, AXIS, card("X01"))
    assert points(axis) == {"IT": 1}


@pytest.mark.rule("7.416a")
def test_torch_gives_the_americans_three_points() -> None:
    state = theatre(events=["torch"])
    record_points(state, ALLIED, card("A01"))
    assert points(state) == {"BR": 1, "CW": 1, "US": 3}
    record_points(state, AXIS, card("X01"))
    assert points(state) == {"BR": 1, "CW": 1, "US": 3, "IT": 1}


@pytest.mark.rule("7.42a", "7.42b")
def test_an_action_for_points_records_them_and_does_nothing_else() -> None:
    placed = {"it_17": "tripoli", "it_bg-1": "axis_replaceable"}
    state = acting(theatre(placed, reduced=["it_17"], axis_hand=["X16"]))
    before = list(state.place)
    play(state, "replacements:X16")
    assert (points(state), state.place, state.reduced.bit_count()) == ({"GE": 2, "IT": 3}, before, 1)
    assert (decision(state), SHIFTING_SANDS.actor(state)) == ("choose", ALLIED)


@pytest.mark.rule("7.43a", "7.43b")
def test_not_twice_in_a_row_but_across_a_turn() -> None:
    hand = ["X01", "X02", "X03"]
    state = acting(theatre({"it_bg-1": "tripoli", "br_bg-1": "cairo"}, axis_hand=hand))
    play(state, "replacements:X01", "automatic", "done")
    assert why_not(state, "replacements:X02") == "7.43"
    assert "operations:X02" in legal(state)
    last = state.copy()
    play(state, "automatic", "done", "automatic", "done")
    assert "replacements:X02" in legal(state)
    last.clear("turn")
    assert "replacements:X02" in legal(last)


# The bans of 7.44


@pytest.mark.rule("7.44a")
def test_a_ban_closes_no_other_use_of_a_card() -> None:
    state = acting(theatre({"it_17": "tripoli"}, events=["barbarossa"], axis_hand=["X01"]))
    assert {"operations:X01", "redeploy:X01"} <= legal(state)
    assert why_not(state, "replacements:X01") == "7.44"
    assert "replacements:X01" in legal(acting(theatre({"it_17": "tripoli"}, axis_hand=["X01"])))


@pytest.mark.rule("7.44a")
def test_no_ban_binds_the_allies() -> None:
    state = theatre(events=["barbarossa", "malta_victorious"], allied_hand=["A01"])
    state.last_use = [REPLACEMENTS, 0]
    acting(state)
    play(state, "automatic", "done")
    assert "replacements:A01" in legal(state)


GREECE, BARBAROSSA, SPITFIRES = "invasion_of_greece", "barbarossa", "spitfires"


@pytest.mark.parametrize(
    ("events", "banned"),
    [
        pytest.param([], "", marks=pytest.mark.rule("7.44a")),
        pytest.param([GREECE], "Invasion of Greece", marks=pytest.mark.rule("7.44b")),
        *(
            pytest.param([GREECE, key], "", marks=pytest.mark.rule("7.44b", "7.44c", "7.44e"))
            for key in ("rommel", "balkan_campaign", "siege_of_malta")
        ),
        pytest.param([GREECE, "herkules"], "", marks=pytest.mark.rule("7.44d")),
        pytest.param([BARBAROSSA], "Barbarossa", marks=pytest.mark.rule("7.44f")),
        pytest.param([BARBAROSSA, "rommel", "herkules"], "Barbarossa", marks=pytest.mark.rule("7.44f")),
        pytest.param([BARBAROSSA, "siege_of_malta"], "", marks=pytest.mark.rule("7.44g", "7.44h")),
        pytest.param([BARBAROSSA, "siege_of_malta", SPITFIRES], "Spitfires", marks=pytest.mark.rule("7.44g")),
        pytest.param([SPITFIRES], "Spitfires", marks=pytest.mark.rule("7.44i")),
        pytest.param([SPITFIRES, "siege_of_malta", "rommel"], "Spitfires", marks=pytest.mark.rule("7.44i")),
        pytest.param([SPITFIRES, "herkules"], "", marks=pytest.mark.rule("7.44j")),
        pytest.param(["malta_victorious"], "Malta Victorious", marks=pytest.mark.rule("7.44l")),
        pytest.param(
            ["malta_victorious", "siege_of_malta", "rommel"], "Malta Victorious", marks=pytest.mark.rule("7.44l")
        ),
    ],
)
def test_the_bans(events: list[str], banned: str) -> None:
    assert ban(theatre(events=events)) == banned


@pytest.mark.rule("7.44m")
def test_a_ban_takes_no_points_that_are_on_the_track() -> None:
    state = theatre()
    record_points(state, AXIS, card("X16"))
    state.events = theatre(events=["malta_victorious"]).events
    assert points(state) == {"GE": 2, "IT": 3}

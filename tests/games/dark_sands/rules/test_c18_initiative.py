"""18.2, 18.3, 18.5: the initiative, the chits of the turn, the first chit."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.dark_sands.state import Sands
from tests.games.dark_sands.cups import actor, chit_names, chits, do_nothing, from_segment, full
from tests.games.dark_sands.desert import DATA, decision, desert, legal, play, why_not

GAME = "dark-sands"
AXIS, ALLIED = 0, 1
UNITS = {"4/7 Arm": "1550", "Brescia": "1702"}


def after(*played: str, turn: int = 4) -> Sands:
    """A new turn, after these chits were played in the one before."""
    track = [DATA.nouns.number("chit", full(name)) for name in played]
    return from_segment(desert(UNITS, turn=turn, played=track), "initiative")


@pytest.mark.rule("18.2a")
@pytest.mark.parametrize(
    ("last", "side"), [(("axis-move", "axis-combat"), ALLIED), (("allied-move", "allied-combat"), AXIS)]
)
def test_whoever_played_the_last_two_chits_loses_the_initiative(last: tuple[str, ...], side: int) -> None:
    for turn in (4, 5):
        assert after("logistics", *last, turn=turn).initiative == side, "whatever the track says"


@pytest.mark.rule("18.2b")
@pytest.mark.parametrize("last", [(), ("axis-move",), ("axis-move", "allied-move"), ("allied-move", "axis-move")])
def test_otherwise_the_turn_track_decides(last: tuple[str, ...]) -> None:
    assert [after(*last, turn=turn).initiative for turn in (4, 5)] == [AXIS, ALLIED]


@pytest.mark.rule("18.2c")
def test_logistics_is_ignored_and_priority_chits_count() -> None:
    assert after("axis-move", "logistics-1", "axis-rommel", "logistics-2").initiative == ALLIED
    assert after("axis-move", "axis-combat", "allied-auk").initiative == AXIS, "the track of turn 4"


# The chits of the turn

AVAILABLE = {
    1: ("oconnor 2 m/c 2 half", "m c 2 half r"),
    2: ("oconnor combeforce m/c 2 half r", "2 m 2 half"),
    3: ("2 m 2 half", "rommel afrika-korps 21-corps 2 m/c 2 half"),
    4: ("c 3 half r", "rommel afrika-korps 21-corps 2 half r"),
    5: ("m c 2 half r", "rommel afrika-korps 21-corps half r"),
    6: ("2 half r", "rommel afrika-korps 21-corps half r"),
    7: ("2 half r", "rommel afrika-korps 21-corps"),
    8: ("13-corps 30-corps c m r", "rommel afrika-korps 21-corps 2 half"),
    9: ("auk 13-corps 30-corps m c r", "rommel afrika-korps 21-corps m 2 half"),
    10: ("m c 2 half r", "rommel afrika-korps 21-corps 2 m/c 2 half"),
    11: ("m c 2 half r", "rommel afrika-korps 21-corps m half r"),
    12: ("13-corps 30-corps 2 m 2 c r", "rommel afrika-korps 21-corps 2 m/c 2 half r"),
    13: ("auk 2 m 2 c r", "rommel panzerarmee 21-corps 2 m/c 2 half r"),
    14: ("monty 2 m/c 2 half r", "rommel panzerarmee 21-corps m/c 2 half r"),
    15: ("monty 8-army 2 m/c 2 half r", "rommel panzerarmee 2 half"),
    16: ("monty 8-army 2 m 2 c", "rommel panzerarmee m 2 half"),
    17: ("monty 8-army 2 m 2 c", "rommel panzerarmee m 2 half"),
}
"""The availability table, by turn the Allies and the Axis; on turn 3 reinforcements have their own segment."""
CODES = {"m": "move", "c": "combat", "m/c": "move/combat", "half": "half/combat-1", "r": "reinforcement"}


def wanted(line: str) -> Counter[str]:
    """The kinds of chits in a line of the table."""
    found: Counter[str] = Counter()
    times = 1
    for word in line.split():
        if word in ("2", "3"):
            times = int(word)
        else:
            found[CODES.get(word, word)] += times
            times = 1
    return found


@pytest.mark.parametrize(
    "turn", [pytest.param(turn, marks=pytest.mark.rule(f"T-avail-{turn}", "18.3b")) for turn in AVAILABLE]
)
def test_the_chits_of_a_turn(turn: int) -> None:
    state = from_segment(desert(UNITS, turn=turn), "placement")
    for side, line in ((ALLIED, AVAILABLE[turn][0]), (AXIS, AVAILABLE[turn][1])):
        own = chit_names((state.cup | state.held) & DATA.own_chits[side])
        assert Counter(kind_of(name) for name in own) == wanted(line)


def kind_of(name: str) -> str:
    return DATA.chits[DATA.nouns.number("chit", name)].kind


@pytest.mark.rule("T-avail-all1", "T-avail-all3")
def test_logistics_on_every_turn_and_the_errata_of_reinforcements() -> None:
    for turn in AVAILABLE:
        assert chits("logistics-1", "logistics-2") & DATA.cups[turn] == chits("logistics-1", "logistics-2")
    assert [turn for turn in (8, 9, 10) if DATA.cups[turn] & chits("axis-reinforcement")] == []
    assert [turn for turn in (14, 15) if DATA.cups[turn] & chits("allied-reinforcement")] == [14, 15]


@pytest.mark.rule("18.3a", "18.3f")
def test_the_track_is_emptied_and_priority_chits_are_held() -> None:
    state = desert(UNITS, turn=9, run=2, run_side=AXIS, cup=chits("axis-combat"))
    state.played = [DATA.nouns.number("chit", "axis-move-1")]
    from_segment(state, "placement")
    assert state.played == []
    assert (state.run, state.run_side) == (0, -1)
    assert state.held == chits("axis-rommel", "allied-auk")
    assert not state.cup & (state.held | chits("axis-combat"))


@pytest.mark.rule("P1.3.4b")
def test_the_dash_to_the_wire_costs_the_auk_of_turn_9_only() -> None:
    assert from_segment(desert(UNITS, turn=9, auk_lost=1), "placement").held == chits("axis-rommel")
    later = from_segment(desert(UNITS, turn=13, auk_lost=1), "placement")
    assert later.held == chits("axis-rommel", "allied-auk")


# The first chit


@pytest.mark.rule("18.3c", "18.3e", "18.5a")
def test_the_initiative_player_may_play_any_chit_of_his_own_first() -> None:
    state = from_segment(desert(UNITS, turn=9), "initiative")
    assert decision(state) == "initiative"
    assert actor(state) == state.initiative == ALLIED
    own = (state.cup | state.held) & DATA.own_chits[ALLIED]
    assert legal(state, "play") == {f"play:{name}" for name in chit_names(own)}
    assert "play:allied-auk-1" in legal(state), "his priority chit too"
    play(state, "play:allied-move-1")
    assert chit_names(state.played) == ["allied-move-1"]
    assert decision(state) == "moves"


@pytest.mark.rule("18.3c")
def test_of_chits_that_are_alike_one_is_offered() -> None:
    state = from_segment(desert(UNITS, turn=10), "initiative")
    assert state.initiative == AXIS
    offered = {"rommel-1", "afrika-korps-1", "21-corps-1", "move/combat-1", "half/combat-1-1"}
    assert legal(state, "play") == {f"play:axis-{name}" for name in offered}
    assert why_not(state, "play:axis-half/combat-1-2") == "18.3"
    state.cup &= ~chits("axis-half/combat-1-1")
    assert "play:axis-half/combat-1-2" in legal(state), "the other one, when it is the only one left"


@pytest.mark.rule("18.3d")
def test_neither_logistics_nor_an_enemy_chit_comes_first() -> None:
    state = from_segment(desert(UNITS, turn=9), "initiative")
    assert why_not(state, "play:logistics-1") == "18.3"
    assert why_not(state, "play:axis-rommel-1") == "18.3"
    assert why_not(state, "play:allied-monty-1") == "18.3"


@pytest.mark.rule("18.5a")
def test_he_may_decline() -> None:
    state = from_segment(desert(UNITS, turn=9), "initiative")
    play(state, "hold")
    assert decision(state) == "priority", "the random actions begin"
    assert state.played == []


@pytest.mark.rule("18.5b")
def test_the_first_chit_cannot_be_pre_empted() -> None:
    state = from_segment(desert(UNITS, turn=13), "initiative")
    assert state.initiative == AXIS
    play(state, "play:axis-rommel-1")
    assert decision(state) != "pre-emption"
    assert chit_names(state.played) == ["axis-rommel-1"]
    assert state.held == chits("allied-auk")


@pytest.mark.rule("PE1-4", "18.7.1a")
def test_the_first_chit_counts_in_a_row() -> None:
    """The example: O'Connor and a Move, so the Axis must come next."""
    state = from_segment(desert(UNITS, turn=1), "initiative")
    play(state, "play:allied-oconnor-1")
    do_nothing(state)
    play(state, "allied-move/combat-1", "move-side")
    do_nothing(state)
    play(state, "logistics-1")
    assert (state.run_side, state.run) == (ALLIED, 2)
    play(state, "axis-half/combat-1-1")
    assert decision(state) == "side"
    assert actor(state) == AXIS

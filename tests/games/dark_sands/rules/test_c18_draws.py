"""18.6, 18.7.1: draws, priority chits, at most two chits in a row."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.rules.c18_draws import drawable
from sandtable.games.dark_sands.state import Sands
from sandtable.kernel.flow import CHANCE
from tests.games.dark_sands.cups import actor, chances, chit_names, chits, do_nothing, draw, drawing, full
from tests.games.dark_sands.desert import DATA, decision, desert, legal, play, why_not

GAME = "dark-sands"
AXIS, ALLIED = 0, 1


def table(**fields: object) -> Sands:
    """Two units far from each other: chits are drawn, and hardly anything else happens."""
    return desert({"4/7 Arm": "1550", "1/5/21 Pz": "1702", "Brescia": "1702"}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("18.6a", "18.6c", "18.0b")
def test_one_chit_is_drawn_after_another_and_lies_on_the_track() -> None:
    state = drawing(table(), "allied-move", "logistics", "axis-combat")
    assert actor(state) == CHANCE
    assert len(chances(state)) == 3
    draw(state, "allied-move")
    assert decision(state) == "moves"
    do_nothing(state)
    assert chit_names(state.played) == ["allied-move-1"]
    assert state.cup == chits("logistics", "axis-combat")
    draw(state, "logistics")
    assert chit_names(state.played) == ["allied-move-1", "logistics-1"]


@pytest.mark.rule("18.6b")
def test_draws_go_on_until_the_cup_is_empty() -> None:
    state = drawing(table(turn=4, campaign=1), "logistics-1", "logistics-2")
    draw(state, "logistics-2")
    assert decision(state) == "draw"
    draw(state, "logistics-1")
    assert decision(state) == "railway", "the End Phase follows"


# Priority chits


@pytest.mark.rule("18.6.1b", "18.6.1c")
def test_the_holder_is_asked_before_every_draw() -> None:
    state = drawing(table(), "logistics-1", "logistics-2", held=["axis-rommel"])
    for _ in range(2):
        assert decision(state) == "priority"
        assert actor(state) == AXIS
        assert legal(state) == {"play:axis-rommel-1", "hold"}
        play(state, "hold")
        assert decision(state) == "draw", "once it is drawn it is too late"
        play(state, chit_names(state.cup)[0])


@pytest.mark.rule("18.6.1a")
def test_a_declared_chit_is_played_instead_of_a_draw() -> None:
    state = drawing(table(turn=13), "logistics", held=["allied-auk"])
    play(state, "play:allied-auk-1")
    assert decision(state) == "side", "The Auk is used as a Move/Combat chit"
    play(state, "move-side")
    do_nothing(state)
    assert chit_names(state.played) == ["allied-auk-1"]
    assert not state.held
    assert decision(state) == "draw"


@pytest.mark.rule("18.6.1f")
@pytest.mark.parametrize(
    ("held", "order"),
    [
        (("axis-rommel", "allied-monty"), [ALLIED, AXIS]),
        (("axis-rommel", "allied-auk"), [AXIS, ALLIED]),
    ],
)
def test_the_order_of_opportunity(held: tuple[str, str], order: list[int]) -> None:
    """Monty is asked before Rommel, and Rommel before The Auk."""
    state = drawing(table(), "logistics", held=held)
    asked = []
    while decision(state) == "priority":
        asked.append(actor(state))
        play(state, "hold")
    assert asked == order


@pytest.mark.rule("18.6.1d")
@pytest.mark.parametrize(("declared", "above"), [("allied-monty", "axis-rommel"), ("axis-rommel", "allied-auk")])
def test_pre_emption(declared: str, above: str) -> None:
    state = drawing(table(turn=13), "logistics", held=[declared, above])
    play(state, f"play:{declared}-1")
    assert decision(state) == "pre-emption"
    assert legal(state) == {f"pre-empt:{above}-1", "hold"}
    assert why_not(state, f"pre-empt:{declared}-1") == "18.6.1"
    play(state, f"pre-empt:{above}-1")
    assert chit_names(state.played) == [f"{above}-1"], "the higher one is played"
    assert chit_names(state.held) == [f"{declared}-1"], "the other is kept"


@pytest.mark.rule("18.6.1d")
@pytest.mark.parametrize(("declared", "other"), [("axis-rommel", "allied-monty"), ("allied-auk", "axis-rommel")])
def test_nothing_else_is_pre_empted(declared: str, other: str) -> None:
    state = drawing(table(turn=13), "logistics", held=[declared, other])
    while f"play:{declared}-1" not in legal(state):
        play(state, "hold")
    play(state, f"play:{declared}-1")
    assert decision(state) != "pre-emption"
    assert chit_names(state.played) == [f"{declared}-1"]


@pytest.mark.rule("18.6.1d")
def test_whoever_does_not_pre_empt_lets_it_be_played() -> None:
    state = drawing(table(turn=13), "logistics", held=["axis-rommel", "allied-auk"])
    play(state, "play:axis-rommel-1", "hold")
    assert chit_names(state.played) == ["axis-rommel-1"]
    assert chit_names(state.held) == ["allied-auk-1"]


@pytest.mark.rule("18.6.1e", "18.6.1g")
def test_monty_is_pre_empted_by_rommel_and_declared_again_later() -> None:
    """The example of 18.6.1: three chits have been played."""
    names = ("axis-reinforcement-1", "allied-reinforcement-1", "logistics-1")
    state = table(turn=14, played=[DATA.nouns.number("chit", name) for name in names])
    drawing(state, "allied-half/combat-1-1", "logistics-2", held=["axis-rommel", "allied-monty"])
    play(state, "play:allied-monty-1", "pre-empt:axis-rommel-1", "formation:21-Pz", "move-side")
    do_nothing(state)
    assert decision(state) == "priority"
    assert legal(state) == {"play:allied-monty-1", "hold"}
    play(state, "hold")
    assert decision(state) == "draw", "it need not be played next"
    play(state, "logistics-2")
    play(state, "play:allied-monty-1")
    assert chit_names(state.played)[-1] == "allied-monty-1", "now nothing can pre-empt it"


@pytest.mark.rule("18.6.1h")
def test_a_priority_chit_that_is_not_played_is_lost() -> None:
    state = drawing(table(turn=9, campaign=1), "logistics", held=["allied-auk"])
    play(state, "hold")
    events = play(state, "logistics-1")
    assert [event.kind for event in events if event.kind == "chit-lost"] == ["chit-lost"]
    assert decision(state) == "railway", "the End Phase has begun"
    assert not state.held


# Two in a row


def bound(**fields: object) -> Sands:
    """The Allies have played two ordinary chits."""
    track = [DATA.nouns.number("chit", f"allied-half/combat-1-{number}") for number in (1, 2)]
    return table(played=track, run_side=ALLIED, run=2, **fields)


@pytest.mark.rule("18.7.1a", "18.7.1c")
def test_after_two_in_a_row_the_opponent_comes() -> None:
    state = drawing(bound(), "allied-move", "allied-combat", "axis-move")
    assert chit_names(drawable(state)) == ["axis-move-1"]
    draw(state, "axis-move")
    do_nothing(state)
    assert state.run_side == AXIS
    assert state.run == 1
    assert drawable(state) == chits("allied-move", "allied-combat"), "the others are back in the cup"


@pytest.mark.rule("18.7.1a")
def test_one_chit_does_not_bind_yet() -> None:
    state = drawing(table(run_side=ALLIED, run=1), "allied-move", "axis-move")
    assert drawable(state) == state.cup


@pytest.mark.rule("18.7.1a")
def test_two_in_a_row_are_counted_as_they_are_played() -> None:
    state = drawing(table(), "allied-move-1", "allied-move-2", "allied-combat", "axis-move")
    for name in ("allied-move-1", "allied-move-2"):
        assert drawable(state) == state.cup
        draw(state, name)
        do_nothing(state)
    assert drawable(state) == chits("axis-move")


@pytest.mark.rule("18.7.1a")
def test_nobody_is_bound_when_the_opponent_has_no_chit_left() -> None:
    state = drawing(bound(), "allied-move", "logistics")
    assert drawable(state) == state.cup


@pytest.mark.rule("18.7.1d")
def test_logistics_may_come_first_and_the_search_goes_on() -> None:
    state = drawing(bound(), "allied-move", "axis-move", "logistics")
    assert drawable(state) == chits("axis-move", "logistics")
    assert next(event.kind for event in play(state, "logistics-1")) == "drawn", "nobody made it come"
    assert drawable(state) == chits("axis-move")
    assert next(event.kind for event in play(state, "axis-move-1")) == "must-follow"


@pytest.mark.rule("18.7.1b", "T-chit-logistics1", "T-chit-monty1")
def test_logistics_and_priority_chits_neither_count_nor_break_a_run() -> None:
    state = drawing(bound(turn=14), "allied-move", "axis-move", "logistics", held=["allied-monty"])
    play(state, "play:allied-monty-1", "combat-side")
    do_nothing(state)
    assert (state.run_side, state.run) == (ALLIED, 2)
    draw(state, "logistics")
    assert (state.run_side, state.run) == (ALLIED, 2)
    assert drawable(state) == chits("axis-move")


@pytest.mark.rule("T-chit-auk1", "T-chit-rommel1")
@pytest.mark.parametrize("name", ["allied-auk", "axis-rommel"])
def test_priority_chits_count_for_no_limit(name: str) -> None:
    state = drawing(table(turn=13), "logistics", held=[name])
    play(state, f"play:{name}-1")
    for word in ("formation:21-Pz", "move-side"):
        if word in legal(state) and decision(state) in ("activation", "rommel", "side"):
            play(state, word)
    do_nothing(state)
    assert (state.run, state.moves_played, state.combats_played) == (0, [0, 0], [0, 0])


ORDINARY = [
    *("allied-tobruk-falls", "axis-tobruk-falls", "allied-reinforcement", "axis-reinforcement", "allied-oconnor"),
    *("allied-combeforce", "allied-13-corps", "allied-30-corps", "allied-8-army", "axis-afrika-korps"),
    *("axis-panzerarmee", "axis-21-corps"),
]


@pytest.mark.rule("18.7.2d")
@pytest.mark.parametrize("name", ORDINARY)
def test_named_chits_count_in_a_row_but_are_neither_movement_nor_combat(name: str) -> None:
    state = drawing(table(), name, "logistics")
    draw(state, name)
    side = DATA.chits[DATA.nouns.number("chit", full(name))].side
    if decision(state) == "side":
        play(state, "move-side")
    assert (state.run_side, state.run) == (side, 1)
    assert state.moves_played == state.combats_played == [0, 0]

"""18.7.2, 12.7.1: chits for everybody: two movements and two combats, combined chits, and momentum."""

from __future__ import annotations

import pytest

from sandtable.games.dark_sands.state import Sands
from tests.games.dark_sands.cups import action, actor, chit_names, chits, do_nothing, draw, drawing
from tests.games.dark_sands.desert import DATA, decision, desert, legal, names, play, why_not

GAME = "dark-sands"
AXIS, ALLIED = 0, 1
UNITS = {"4/7 Arm": "1550", "7/7 Arm": "1550", "1/5/21 Pz": "1702", "115/15 Pz": "1702", "Brescia": "1601"}
EVERYBODY = {ALLIED: {"4/7 Arm", "7/7 Arm"}, AXIS: {"1/5/21 Pz", "115/15 Pz", "Brescia"}}


def table(*cup: str, moves: int = 0, combats: int = 0, **fields: object) -> Sands:
    """Both sides have played so many chits of each type already."""
    state = desert(UNITS, moves_played=[moves] * 2, combats_played=[combats] * 2, **fields)  # type: ignore[arg-type]
    return drawing(state, *cup)


@pytest.mark.rule("T-chit-move1", "T-chit-move2", "18.7.2a")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_move(side: int) -> None:
    """All units of the side may move; it counts in a row and as a movement."""
    name = f"{('axis', 'allied')[side]}-move"
    state = table(name, "logistics", oos=["7/7 Arm"])
    draw(state, name)
    assert (decision(state), action(state), state.active) == ("moves", "move", side)
    assert names(state.movers) == EVERYBODY[side]
    assert not state.fighters
    assert (state.moves_played[side], state.combats_played[side], state.run) == (1, 0, 1)


@pytest.mark.rule("T-chit-combat1", "T-chit-combat2", "18.7.2b")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_combat(side: int) -> None:
    name = f"{('axis', 'allied')[side]}-combat"
    state = table(name, "logistics")
    draw(state, name)
    assert (decision(state), action(state), state.active) == ("battles", "combat", side)
    assert names(state.fighters) == EVERYBODY[side]
    assert not state.movers
    assert (state.moves_played[side], state.combats_played[side], state.run) == (0, 1, 1)


@pytest.mark.rule("T-chit-mc1", "18.7.2c", "PE1-2")
@pytest.mark.parametrize(
    ("word", "doing", "counts"), [("move-side", "move", (1, 0)), ("combat-side", "combat", (0, 1))]
)
def test_a_combined_chit_is_used_for_one_or_the_other(word: str, doing: str, counts: tuple[int, int]) -> None:
    state = table("allied-move/combat", "logistics")
    draw(state, "allied-move/combat")
    assert (decision(state), actor(state)) == ("side", ALLIED)
    assert legal(state) == {"move-side", "combat-side"}
    play(state, word)
    assert action(state) == doing
    assert (state.moves_played[ALLIED], state.combats_played[ALLIED]) == counts
    do_nothing(state)
    assert decision(state) == "draw", "not both"


@pytest.mark.rule("T-chit-half1", "T-chit-half2", "T-chit-half3")
@pytest.mark.parametrize(
    ("word", "doing", "counts"), [("move-side", "half-move", (1, 0)), ("combat-side", "combat-1", (0, 1))]
)
def test_half_move_or_combat_with_minus_one(word: str, doing: str, counts: tuple[int, int]) -> None:
    state = table("allied-half/combat-1-1", "logistics")
    draw(state, "allied-half/combat-1-1")
    assert legal(state) == {"move-side", "combat-side"}
    play(state, word)
    assert (action(state), state.run) == (doing, 1)
    assert (state.moves_played[ALLIED], state.combats_played[ALLIED]) == counts
    assert names(state.movers | state.fighters) == EVERYBODY[ALLIED]


@pytest.mark.rule("18.7.2e", "PE1-12", "PE2-12a")
@pytest.mark.parametrize("chit", ["axis-half/combat-1-1", "allied-move/combat-1", "allied-half/combat-1-1"])
def test_after_two_movements_a_combined_chit_must_be_combat(chit: str) -> None:
    state = table(chit, "logistics", moves=2)
    draw(state, chit)
    assert legal(state) == {"combat-side"}
    assert why_not(state, "move-side") == "18.7.2"
    side = actor(state)
    play(state, "combat-side")
    assert (state.moves_played[side], state.combats_played[side]) == (2, 1)


@pytest.mark.rule("18.7.2e", "18.7.2b", "PE1-7")
def test_after_two_combats_it_must_be_movement() -> None:
    state = table("allied-move/combat", "logistics", combats=2, moves=1)
    draw(state, "allied-move/combat")
    assert legal(state) == {"move-side"}
    assert why_not(state, "combat-side") == "18.7.2"


@pytest.mark.rule("18.7.2a", "18.7.2f")
def test_a_third_movement_is_void() -> None:
    state = table("allied-move", "logistics", moves=2)
    draw(state, "allied-move")
    assert decision(state) == "draw"
    assert chit_names(state.played) == ["allied-move-1"]
    assert (state.run_side, state.run) == (ALLIED, 1), "it still counts in a row"
    assert state.moves_played == [2, 2]


@pytest.mark.rule("18.7.2b", "18.7.2f")
@pytest.mark.parametrize("chit", ["axis-combat-1", "axis-move/combat-1", "axis-half/combat-1-2"])
def test_a_chit_that_is_open_on_no_side_is_void(chit: str) -> None:
    """Ruling: a void chit gives no momentum."""
    state = table(chit, "logistics", moves=2, combats=2)
    draw(state, chit)
    assert decision(state) == "draw"
    assert (state.run_side, state.run) == (AXIS, 1)


@pytest.mark.rule("18.7.2b", "PE1-6", "PE2-7")
def test_a_combat_without_an_attack_counts_all_the_same() -> None:
    state = table("axis-combat", "axis-half/combat-1-1", "logistics")
    draw(state, "axis-combat")
    do_nothing(state)
    assert state.combats_played[AXIS] == 1
    draw(state, "axis-half/combat-1-1")
    play(state, "combat-side")
    do_nothing(state)
    assert (state.moves_played[AXIS], state.combats_played[AXIS]) == (0, 2), "the second action counts for nothing"


@pytest.mark.rule("18.7.2a", "PE2-4", "PE2-10")
def test_half_moves_and_moves_are_one_type() -> None:
    state = table("allied-half/combat-1-1", "allied-move", "allied-half/combat-1-2", "logistics")
    draw(state, "allied-half/combat-1-1")
    play(state, "move-side")
    do_nothing(state)
    draw(state, "allied-move")
    do_nothing(state)
    draw(state, "allied-half/combat-1-2")
    assert legal(state) == {"combat-side"}


@pytest.mark.rule("T-chit-auk2", "T-chit-monty2", "18.7.2d")
@pytest.mark.parametrize("name", ["allied-auk", "allied-monty"])
@pytest.mark.parametrize(("word", "doing"), [("move-side", "move"), ("combat-side", "combat")])
def test_the_auk_and_monty_are_used_as_move_or_combat(name: str, word: str, doing: str) -> None:
    """Outside the limits: two movements and two combats have been played."""
    state = desert(UNITS, turn=14, moves_played=[2, 2], combats_played=[2, 2])
    drawing(state, "logistics", held=[name])
    play(state, f"play:{name}-1", word)
    assert action(state) == doing
    assert (state.moves_played, state.combats_played) == ([2, 2], [2, 2])


@pytest.mark.rule("T-chit-tobrukaxis2", "T-chit-tobrukaxis3")
@pytest.mark.parametrize(("word", "doing"), [("move-side", "move"), ("combat-side", "combat")])
def test_axis_tobruk_falls_is_used_as_move_or_combat(word: str, doing: str) -> None:
    state = table("axis-tobruk-falls", "logistics", moves=2, combats=2)
    draw(state, "axis-tobruk-falls")
    play(state, word)
    assert (action(state), state.run, state.moves_played, state.combats_played) == (doing, 1, [2, 2], [2, 2])


@pytest.mark.rule("T-chit-logistics2", "PE1-10", "PE2-8")
def test_logistics_marks_both_sides() -> None:
    """Who cannot trace a line of supply gets or keeps a marker, who can loses it."""
    state = desert(
        {"4/7 Arm": "1550", "Selby": "1512", "Brescia": "1702", "Pavia": "1509"}, oos=["4/7 Arm", "Pavia"]
    )
    drawing(state, "logistics", "axis-combat")
    draw(state, "logistics")
    assert names(state.oos) == {"Selby", "Pavia"}
    assert (state.run, state.run_side) == (0, -1)


@pytest.mark.rule("T-chit-reinforcement1", "T-chit-reinforcement2", "18.1b")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_reinforcement_brings_the_reinforcements_of_its_side(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.games.dark_sands.rules import c18_chits

    pushed: list[tuple[object, ...]] = []
    monkeypatch.setattr(c18_chits, "push", lambda state, kind, *values: pushed.append((kind.name, *values)))
    state = table(f"{side}-reinforcement", "logistics")
    draw(state, f"{side}-reinforcement")
    assert pushed == [("reinforcement", ("axis", "allied").index(side))]
    assert DATA.chits[DATA.nouns.number("chit", "logistics-1")].side == -1


# Momentum


@pytest.mark.rule("12.7.1a", "12.7.1b", "12.7.1f")
@pytest.mark.parametrize(
    ("chit", "words", "doing", "follows"),
    [
        ("axis-move", [], "move", "combat"),
        ("axis-combat", [], "combat", "move"),
        ("axis-half/combat-1-1", ["move-side"], "half-move", "combat-1"),
        ("axis-half/combat-1-1", ["combat-side"], "combat-1", "half-move"),
        ("axis-move/combat-1", ["move-side"], "move", "combat"),
        ("axis-tobruk-falls", ["combat-side"], "combat", "move"),
    ],
)
def test_the_panzer_divisions_take_a_second_action(chit: str, words: list[str], doing: str, follows: str) -> None:
    state = table(chit, "logistics")
    draw(state, chit)
    play(state, *words)
    assert action(state) == doing
    counted = state.moves_played[AXIS], state.combats_played[AXIS]
    play(state, "done")
    assert action(state) == follows
    assert names(state.movers | state.fighters) == {"1/5/21 Pz", "115/15 Pz"}
    assert bool(state.movers) == ("move" in follows)
    assert bool(state.fighters) == ("combat" in follows)
    assert (state.moves_played[AXIS], state.combats_played[AXIS]) == counted
    play(state, "done")
    assert decision(state) == "draw", "there is no third action"


@pytest.mark.rule("12.7.1c", "12.7.1d")
def test_only_units_of_the_panzer_divisions_follow_up() -> None:
    placed = UNITS | {"200/90": "1702", "2 MG": "1702", "Ramcke": "1601"}
    for chit in ("axis-move", "axis-combat"):
        state = drawing(desert(placed), chit, "logistics")
        draw(state, chit)
        play(state, "done")
        assert names(state.movers | state.fighters) == {"1/5/21 Pz", "115/15 Pz"}


@pytest.mark.rule("12.7.1a")
def test_without_panzer_divisions_there_is_no_momentum_nor_for_the_allies() -> None:
    state = drawing(desert({"Brescia": "1601", "4/7 Arm": "1550"}), "axis-move", "allied-move", "logistics")
    for chit in ("axis-move", "allied-move"):
        draw(state, chit)
        play(state, "done")
        assert decision(state) == "draw"


@pytest.mark.rule("12.7.1e")
@pytest.mark.parametrize("chit", ["axis-afrika-korps", "axis-panzerarmee", "axis-21-corps"])
def test_no_momentum_after_the_chits_of_headquarters(chit: str) -> None:
    headquarters = {"HQ Afrika Korps": "1702", "HQ PzA Afrika": "1602", "HQ 21 Corps": "1601"}
    state = drawing(desert(UNITS | headquarters), chit, "logistics")
    draw(state, chit)
    kinds = []
    while decision(state) != "draw":
        kinds.append(decision(state))
        play(state, "done")
    assert [kind for kind in kinds if kind != "activation"] == ["moves", "battles"]


@pytest.mark.rule("12.7.1e")
def test_no_momentum_after_rommel() -> None:
    state = drawing(desert(UNITS, turn=5), "logistics", held=["axis-rommel"])
    play(state, "play:axis-rommel-1", "formation:21-Pz", "move-side", "done", "done")
    assert decision(state) == "draw"
    assert state.cup == chits("logistics")

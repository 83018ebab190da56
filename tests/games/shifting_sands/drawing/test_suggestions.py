"""Runs of choices in one press, and what a player is told before a choice."""

from __future__ import annotations

from sandtable.games.shifting_sands.game import GAME
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.state import Theatre
from sandtable.kernel.foresight import costs
from tests.games.shifting_sands.acts import holding
from tests.games.shifting_sands.fights import battles, fought
from tests.games.shifting_sands.theatre import SPACE, decision, number, play, where

GAMBUT = {"ge_21": "el_adem", "it_132": "el_adem", "in_4": "gambut", "br_bg-1": "gambut"}


def offered(state: Theatre) -> dict[str, list[str]]:
    """By its words what can be done in one press; each run is legal to its end."""
    found = {}
    for words, run in GAME.shortcuts(state):
        trial = state.copy()
        for choice in run:
            assert choice in GAME.legal(trial), words
            GAME.apply(trial, choice)
        found[str(words)] = [GAME.write(state, choice) for choice in run]
    return found


def warned(state: Theatre, text: str) -> list[tuple[str, str]]:
    return [(why.rule, str(why.sentence)) for why in costs(GAME, state, [GAME.read(state, text)])]


def test_all_attack() -> None:
    state = battles({**GAMBUT, "ge_bg-1": "el_adem", "ge_bg-2": "tobruk"}, AXIS, "el_adem", "tobruk")
    play(state, "attack:Gambut")
    assert offered(state) == {"All attack Gambut": ["join:it_132", "join:ge_21", "join:ge_bg-1", "join:ge_bg-2"]}
    play(state, "join:ge_21", "join:it_132", "join:ge_bg-1")
    assert offered(state) == {}, "a single unit is touched as easily"


def test_suggested_losses_spare_the_best() -> None:
    """A step of the division absorbs three: that is cheaper than three battlegroups."""
    state = fought({**GAMBUT, "br_abg-1": "gambut"}, "gambut", ["ge_21", "it_132"], (3, 1), events=["balbo"])
    assert decision(state) == "loss"
    [(words, run)] = offered(state).items()
    assert words == "Suggested losses: 4th Indian, British battlegroup"
    assert run == ["lose:in_4", "lose:br_bg-1"]


def test_suggested_losses_say_who_is_eliminated() -> None:
    """11.421: two steps of one battlegroup are no small matter."""
    placed = {"ge_21": "gambut", "br_bg-1": "bardia", "br_abg-1": "tobruk"}
    state = fought(placed, "gambut", ["br_bg-1", "br_abg-1"], (3, 3))
    [(words, run)] = offered(state).items()
    assert run == ["lose:br_bg-1", "lose:br_bg-1", "lose:br_abg-1"]
    assert words == "Suggested losses: British battlegroup (eliminated), British armour battlegroup"


def test_a_suggested_retreat_leads_towards_supply() -> None:
    placed = {**GAMBUT, "ge_abg-1": "el_adem"}
    state = fought(
        placed, "gambut", ["ge_21", "it_132"], (4, 1), events=["balbo"], allied=["bardia", "sidi_azeiz"]
    )
    while decision(state) == "loss":
        play(state, next(iter(GAME.write(state, choice) for choice in GAME.legal(state))))
    assert decision(state) == "retreat"
    [(words, run)] = offered(state).items()
    assert words.startswith("Suggested retreat: ")
    play(state, *run)
    assert state.place[number("in_4")] not in (SPACE["gambut"], -1)


def test_an_advance_into_the_space_that_was_defended() -> None:
    placed = {"ge_21": "el_adem", "it_132": "el_adem", "br_bg-1": "gambut"}
    state = fought(placed, "gambut", ["ge_21", "it_132"], (6, 1), reduced=["br_bg-1"], events=["balbo"])
    run = offered(state)["Advance to Gambut"]
    play(state, *run)
    assert where(state, "ge_21", "it_132") == ["gambut", "gambut"]


def test_points_that_would_be_lost() -> None:
    state = holding("X24", placed=GAMBUT, turn=9)
    play(state, "operations:X24")
    assert warned(state, "done") == [("7.21", "Nothing is activated: the action would be over")]
    play(state, "move-from:El-Adem")
    assert warned(state, "done") == []
    state = holding("X24", placed={**GAMBUT, "it_17": "tripoli"}, turn=9)
    play(state, "operations:X24", "move-from:El-Adem")
    assert warned(state, "done") == [("7.21", "An operation point would be lost")]


def test_an_attack_marker_without_an_enemy() -> None:
    state = holding("X24", placed={**GAMBUT, "it_17": "tripoli"}, turn=9)
    play(state, "operations:X24")
    assert warned(state, "attack-from:Tripoli") == [("11.12", "Nobody could be attacked from Tripoli now")]
    assert warned(state, "attack-from:El-Adem") == []


def test_units_that_would_be_lost_by_stacking() -> None:
    crowd = {"it_17": "tobruk", "it_25": "tobruk", "it_27": "tobruk"}
    state = holding("X24", placed={**GAMBUT, **crowd}, turn=9)
    play(state, "operations:X24", "move-from:El-Adem", "done")
    assert warned(state, "done") == []
    play(state, "unit:ge_21", "to:Tobruk", "stop")
    assert warned(state, "done") == [
        ("8.2", "Too many units in Tobruk: those that find no room leave the game for good")
    ]


def test_attacks_that_would_not_be_made() -> None:
    state = battles(GAMBUT, AXIS, "el_adem")
    assert [rule for rule, _ in warned(state, "done")] == ["16.4", "7.28"], (
        "the game would end, with this board: that comes first"
    )


def test_redeployment_points_that_would_be_lost() -> None:
    state = holding("X24", placed=GAMBUT, turn=9)
    play(state, "redeploy:X24")
    assert warned(state, "done") == [("7.32", "3 redeployment points would be lost")]


def test_replacement_points_that_would_be_lost() -> None:
    """15.1: only if something could still be bought."""
    state = holding("X24", placed=GAMBUT, turn=9, reduced=["ge_21"], replacements=[2, 0, 0, 0, 0, 0])
    _to_replacements(state)
    assert [rule for rule, _ in warned(state, "done")] == ["15.1"]
    play(state, "restore:ge_21")
    assert decision(state) != "spend" or warned(state, "done") == []


def _to_replacements(state: Theatre) -> None:
    state.frames = [(state.frames[0][0], 4)]
    GAME._run_up(state, None)
    assert decision(state) == "spend"


def test_an_automatic_operation_with_a_full_hand() -> None:
    """6.12: a card for every round that is left; with fewer, nobody is warned."""
    state = holding("X24", "X23", placed=GAMBUT, turn=9, round=5)
    assert [rule for rule, _ in warned(state, "automatic")] == ["6.12"]
    state = holding("X24", placed=GAMBUT, turn=9, round=5)
    assert warned(state, "automatic") == []


def test_a_full_hand_is_no_news_when_the_other_side_has_acted() -> None:
    """6.12: the Allies hold it before and after the Axis passes: no press of either costs them a card."""
    state = holding("X24", "A01", "A26", "A32", placed=GAMBUT, turn=9, round=5)
    before = [why.why.rule for why in GAME.duties(state, ALLIED)]
    play(state, "automatic", "done")
    while GAME.actor(state) != ALLIED:
        play(state, "done")
    assert before == [why.why.rule for why in GAME.duties(state, ALLIED)] == ["6.12"]

"""Tiny Skirmish by its rulebook: each clause from a position, with a result that would be wrong without it."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import CHANCE, OVER
from sandtable.kernel.bits import bit, mask_of, ones
from sandtable.kernel.events import EVERYONE
from tinygame.state import LOST

GAME = "tiny-skirmish"
game = sandtable.game(GAME)
DATA = game.load_data()

PLACES = {
    "red/captain": "S",
    "red/scout": "SE",
    "red/decoy": "SW",
    "blue/captain": "N",
    "blue/scout": "NE",
    "blue/decoy": "NW",
}
PIECES = "\n".join(f"{place}: {name}" for name, place in PLACES.items())


def moved(*changes: str, marked: str = "") -> str:
    """The pieces, some of them elsewhere, `red/captain C`, and those that have moved."""
    places = PLACES | dict(change.split(" ") for change in changes)
    return "\n".join([*(f"{place}: {name}" for name, place in places.items()), f"moved: {marked}"])


def at(phase: str, *lines: str, pieces: str = PIECES) -> Any:
    state = game.read_position("\n".join([*lines, pieces.strip(), f"phase: {phase}"]), DATA)
    assert game.status(state) == []
    return state


def play(state: Any, *texts: str) -> list[Any]:
    """Play legal choices and outcomes of chance by their text; the events of the last."""
    events: list[Any] = []
    for text in texts:
        choice = game.read(state, text)
        assert game.actor(state) == CHANCE or choice in game.legal(state), text
        events = game.apply_heard(state, choice)
    return events


def legal(state: Any) -> set[str]:
    return {game.write(state, choice) for choice in game.legal(state)}


def why_not(state: Any, text: str) -> tuple[str, str]:
    why = game.explain(state, game.actor(state), game.read(state, text))
    assert why is not None
    return why.rule, str(why.sentence)


def where(state: Any, name: str) -> str:
    place = state.where[DATA.pieces.index(name)]
    return "lost" if place == LOST else DATA.hexes[place]


def kinds(events: list[Any], side: int) -> list[str]:
    return [event.kind for event in events if event.heard_by(side)]


@pytest.mark.rule("2.1")
def test_pieces_are_placed_at_home_in_secret() -> None:
    state = game.start()
    assert game.actor(state) == 0
    assert legal(state) == {"to:S", "to:SE", "to:SW"}
    assert why_not(state, "to:N") == ("2", "pieces are placed in home hexes")
    before = game.view(state, 1)
    assert kinds(play(state, "to:S"), 1) == []
    assert game.view(state, 1) == before
    play(state, "to:S")
    assert why_not(state, "to:S") == ("4", "two pieces are there already")
    play(state, "to:SW")
    assert game.actor(state) == 1
    assert game.view(state, 1).hidden == []
    assert kinds(play(state, "to:N", "to:N", "to:NE"), 0) == ["opened"]
    assert [hidden.where for hidden in game.view(state, 1).hidden] == [4, 4, 5]


@pytest.mark.rule("2.2")
def test_the_duel_is_fought_on_five_hexes() -> None:
    state = game.start("duel")
    assert legal(state) == {"to:SE", "to:S"}
    assert why_not(state, "to:SW") == ("2", "that hex is not in play")
    state = at("step red/captain", "scenario: duel", pieces="C: red/captain\nN: blue/scout")
    assert legal(state) == {"to:N", "to:NE", "to:SE", "to:S"}
    assert why_not(state, "to:NW") == ("2", "that hex is not in play")
    lines = "scenario: duel\nC: red/captain\nNW: blue/scout\nphase: move red"
    assert [str(why.sentence) for why in game.status(game.read_position(lines, DATA))] == ["NW is not in play"]


@pytest.mark.rule("2.2")
def test_nothing_is_hidden_in_the_duel() -> None:
    state = game.start("duel")
    [placed] = play(state, "to:S")
    assert placed.heard_by(1)
    assert [known.where for known in game.view(state, 1).known][:2] == [DATA.hexes.index("S"), -1]
    play(state, "to:S", "to:SE", "to:N", "to:N", "to:NE")
    assert game.chance_audience(state) == EVERYONE
    play(state, "1a", "1b", "2a", "2b", "bid:1a")
    assert (game.view(state, 1).fields["bids"], game.view(state, -1).fields["hands"][0]) == ([0, -1], 0b11)
    events = play(state, "bid:2a")
    assert [event.kind for event in events] == ["bid", "bid-card", "bids"]
    assert not any(event.reveals for event in events)


@pytest.mark.rule("3.1")
def test_each_side_draws_to_two_in_secret() -> None:
    state = at("draw", "hand blue: 1a")
    assert [game.chance_audience(state), len(game.chance(state))] == [bit(0), 12]
    assert game.chance(state)[0] == 0
    assert kinds(play(state, "4c"), 1) == ["drew"]
    play(state, "4b")
    assert game.chance_audience(state) == bit(1)
    assert kinds(play(state, "2a"), 1) == ["drew", "drew-card"]
    assert game.actor(state) == 0
    assert [hand.bit_count() for hand in state.hands] == [2, 2]


@pytest.mark.rule("3.1")
def test_drawing_ends_with_the_deck() -> None:
    state = at("draw", "discard: 1a 1b 1c 2a 2b 2c 3a 3b 3c 4a 4b")
    play(state, "4c")
    assert [hand.bit_count() for hand in state.hands] == [1, 0]
    assert legal(state) == {"bid:4c", "no-bid"}


@pytest.mark.rule("3.2")
def test_bids_are_secret_and_from_the_hand() -> None:
    looks = []
    for bid in ("bid:1a", "bid:4c", "no-bid"):
        state = at("bid red", "hand red: 1a 4c", "hand blue: 2a 2b")
        assert why_not(state, "bid:2a") == ("3", "you do not hold that card")
        assert kinds(play(state, bid), 1) == ["bid"]
        looks.append((game.view(state, 1), legal(state)))
    assert looks[0] == looks[1] == looks[2]
    assert looks[0][1] == {"bid:2a", "bid:2b", "no-bid"}


@pytest.mark.rule("3.3", "3.4")
@pytest.mark.parametrize(
    ("red", "blue", "first"),
    [("bid:1a", "bid:2a", 1), ("bid:3a", "bid:2a", 0), ("bid:1a", "no-bid", 0), ("no-bid", "bid:2a", 1)],
)
def test_the_higher_bid_moves_first(red: str, blue: str, first: int) -> None:
    state = at("bid red", "hand red: 1a 3a", "hand blue: 2a 3b")
    play(state, red)
    events = play(state, blue)
    assert [(event.kind, event.reveals) for event in events if event.audience < 0] == [
        ("bid", False),
        ("bids", True),
    ]
    assert game.actor(state) == first
    bids = {bid.removeprefix("bid:") for bid in (red, blue)} - {"no-bid"}
    assert {DATA.cards[card] for card in ones(state.discards)} == bids
    play(state, "done")
    assert game.actor(state) == 1 - first


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(("ties", "die", "first"), [("red", "", 0), ("dice", "3", 0), ("dice", "4", 1)])
def test_equal_bids(ties: str, die: str, first: int) -> None:
    state = at("bid red", f"ties: {ties}", "first: blue", "hand red: 3a", "hand blue: 3b")
    play(state, "bid:3a", "bid:3b", *([die] if die else []))
    assert game.actor(state) == first


@pytest.mark.rule("4.1")
def test_a_piece_moves_once_and_one_hex() -> None:
    state = at("move red")
    assert legal(state) == {"piece:red/captain", "piece:red/scout", "piece:red/decoy", "done"}
    assert why_not(state, "piece:blue/scout") == ("4", "that piece is not yours")
    play(state, "piece:red/captain")
    assert legal(state) == {"to:C", "to:SE", "to:SW"}
    assert why_not(state, "to:N") == ("4", "a piece moves one hex")
    play(state, "to:C")
    assert why_not(state, "piece:red/captain") == ("4", "that piece has moved")
    play(state, "piece:red/scout", "to:S")
    assert (where(state, "red/captain"), where(state, "red/scout")) == ("C", "S")
    play(state, "done")
    assert game.actor(state) == 1


@pytest.mark.rule("4.2")
def test_two_pieces_fill_a_hex() -> None:
    state = at("step red/decoy", pieces=moved("red/scout S"))
    assert legal(state) == {"to:C", "to:NW"}
    assert why_not(state, "to:S") == ("4", "two pieces are there already")


@pytest.mark.rule("4.3", "5.1")
@pytest.mark.parametrize("hand", ["", " 1a 4a"])
def test_an_attack_waits_for_the_ambush_question_whatever_is_held(hand: str) -> None:
    state = at("step red/decoy", f"hand blue:{hand}")
    assert kinds(play(state, "to:NW"), 1) == ["attacks"]
    assert where(state, "red/decoy") == "SW"
    assert game.actor(state) == 1
    assert legal(state) == {"no-ambush", *(f"ambush:{card}" for card in hand.split())}


@pytest.mark.rule("5.2")
def test_the_pieces_of_a_battle_are_shown() -> None:
    pieces = moved("red/captain C", "blue/scout N", marked="red/captain")
    state = at("ambush red/captain N", pieces=pieces)
    assert [hidden.where for hidden in game.view(state, 0).hidden] == [1, 1, 6]
    events = play(state, "no-ambush")
    assert [event.kind for event in events if event.reveals] == ["shown"]
    named = ("red/captain", "blue/captain", "blue/scout")
    assert state.shown == mask_of(DATA.pieces.index(name) for name in named)
    assert [hidden.where for hidden in game.view(state, 0).hidden] == [6]


@pytest.mark.rule("5.3", "5.5")
def test_decoys_are_lost_without_a_die() -> None:
    state = at("step red/decoy")
    play(state, "to:NW", "no-ambush")
    assert (where(state, "red/decoy"), where(state, "blue/decoy")) == ("lost", "NW")
    assert game.actor(state) == 0
    state = at("step red/scout", pieces=moved("red/scout C"))
    play(state, "to:NW", "no-ambush")
    assert (where(state, "red/scout"), where(state, "blue/decoy")) == ("NW", "lost")


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(
    ("attacker", "target", "ambush", "least"),
    [("captain", "N", "", 4), ("captain", "NE", "", 3), ("scout", "N", "", 5), ("captain", "N", "2a", 6)],
)
def test_the_attacker_needs_more(attacker: str, target: str, ambush: str, least: int) -> None:
    for die in range(1, 7):
        state = at(f"step red/{attacker}", "hand blue: 2a", pieces=moved(f"red/{attacker} C"))
        play(state, f"to:{target}", f"ambush:{ambush}" if ambush else "no-ambush", str(die))
        assert (where(state, f"red/{attacker}") == "lost") == (die < least)
        assert state.ambush == 0


@pytest.mark.rule("5.5")
def test_the_winner_stays_if_an_enemy_is_left() -> None:
    pieces = moved("red/captain C", "blue/scout N")
    state = at("step red/captain", pieces=pieces)
    play(state, "to:N", "no-ambush", "6")
    assert [where(state, f"{p}") for p in ("blue/captain", "blue/scout", "red/captain")] == ["lost", "N", "C"]


@pytest.mark.rule("5.6")
@pytest.mark.parametrize(("ambush", "lost"), [("no-ambush", "blue/scout"), ("ambush:1a", "red/captain")])
def test_the_example_of_a_battle(ambush: str, lost: str) -> None:
    state = at("step red/captain", "hand blue: 1a", pieces=moved("red/captain C"))
    play(state, "to:NE", ambush, "3")
    assert where(state, lost) == "lost"


@pytest.mark.rule("6.1")
def test_the_centre_is_worth_a_point_a_turn() -> None:
    state = at("move blue", "points: 1 1", pieces=moved("blue/scout C"))
    play(state, "done")
    assert state.points == [1, 2]
    assert state.turn == 2
    assert state.moved == 0


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("points", "winner"), [("2 1", 0), ("0 1", 1), ("1 1", None)])
def test_the_last_turn_ends_the_game(points: str, winner: int | None) -> None:
    state = at("move blue", "turn 3 of 3", f"points: {points}")
    play(state, "done")
    assert game.actor(state) == OVER
    assert game.score(state).winner == winner


@pytest.mark.rule("6.2")
def test_losing_the_last_piece_loses_the_game() -> None:
    state = at("step red/captain", "points: 0 2", pieces="C: red/captain\nN: blue/decoy")
    play(state, "to:N", "no-ambush")
    assert game.actor(state) == OVER
    assert game.score(state).winner == 0
    assert game.status(state) == []


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(
    ("points", "margin"), [("3 1", 0.5), ("2 1", 0.25), ("1 1", 0), ("0 1", -0.25), ("0 3", -0.5)]
)
def test_a_victory_on_points_is_clear_or_narrow(points: str, margin: float) -> None:
    state = at("move blue", "turn 3 of 3", f"points: {points}")
    play(state, "done")
    assert game.score(state).margin == margin


@pytest.mark.rule("6.3")
def test_a_victory_over_the_last_piece_is_total() -> None:
    state = at("step red/captain", "points: 0 2", pieces="C: red/captain\nN: blue/decoy")
    play(state, "to:N", "no-ambush")
    assert game.score(state).margin == 1


@pytest.mark.parametrize(
    ("phase", "lines", "pieces", "sentence"),
    [
        ("move red", [], "C: red/scout\nC: blue/scout", "both sides are in one hex"),
        ("move red", ["turn 4 of 3"], PIECES, "there is no turn 4"),
        ("move red", ["hand red: 1a", "hand blue: 1a"], PIECES, "a card is in two places"),
        ("move red", ["hand red: 1a 1b 1c"], PIECES, "Red holds more than two cards"),
        ("move red", ["bid: red=1a"], PIECES, "a bid is missing, or made too early"),
        ("bid blue", [], PIECES, "a bid is missing, or made too early"),
        ("bid blue", ["bid: red=1a"], PIECES, "Red does not hold the card of its bid"),
        ("place red", [], PIECES, "there is nothing to place"),
        ("move red", [], moved("red/scout waiting"), "a piece waits to be placed"),
        ("move red", [], "S: red/scout", "a side without pieces has lost"),
        ("step red/decoy", [], moved("red/decoy lost"), "a piece that is lost moves"),
        ("step red/decoy", [], moved(marked="red/decoy"), "the moving piece has moved, or the attacking"),
        ("ambush red/decoy N", [], moved(marked="red/decoy"), "there is nothing to attack there"),
        ("roll red/decoy NW", [], moved(marked="red/decoy"), "the pieces of a battle are shown before"),
        ("move red", ["ambush: 2"], PIECES, "there is no such ambush"),
        ("move red", [], PIECES.replace("SW: red/decoy", "lost: red/decoy*"), "red/decoy has marks but is not on"),
    ],
)
def test_impossible_positions_are_listed(phase: str, lines: list[str], pieces: str, sentence: str) -> None:
    state = game.read_position("\n".join([*lines, pieces.strip(), f"phase: {phase}"]), DATA)
    assert any(str(why.sentence).startswith(sentence) for why in game.status(state))


def test_three_in_a_hex_is_impossible() -> None:
    pieces = "S: red/captain\nS: red/scout\nS: red/decoy\nN: blue/decoy"
    state = game.read_position(f"{pieces}\nphase: move red", DATA)
    assert [str(why.sentence) for why in game.status(state)] == ["more than two pieces are in S"]


def test_every_event_has_a_line_and_every_choice_a_button() -> None:
    state = at("step red/captain", "hand blue: 1a", pieces=moved("red/captain C"))
    lines = [str(game.narrate(DATA, event)) for event in play(state, "to:NE")]
    assert lines == ["A piece of Red in C attacks NE", "It is red/captain"]
    assert [str(game.describe(state, choice)) for choice in game.legal(state)] == ["Ambush with 1a", "No ambush"]
    lines = [str(game.narrate(DATA, event)) for event in play(state, "ambush:1a")]
    assert lines == ["Blue ambushes with 1a", "The battle is between red/captain, blue/scout"]
    lines = [str(game.narrate(DATA, event)) for event in play(state, "5")]
    assert lines == ["Die 5: 8 against 6", "blue/scout is lost", "red/captain moves in to NE"]

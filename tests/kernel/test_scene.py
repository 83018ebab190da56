"""Scenes: a game can be played from scenes alone, and they hold no more than the view."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, cast

import msgspec
import pytest

import sandtable
from sandtable import OVER, SPECTATOR
from sandtable.kernel.bits import ones
from sandtable.kernel.choices import listed
from sandtable.kernel.match import Match
from sandtable.kernel.scene import NOWHERE, Answer, Board, Drawable, Gist, Scene, board_of, drawable, scene_for
from sandtable.kernel.secrecy import Leak, indistinguishable, observations, walk_together
from tests.kernel.playing import POLICIES, positions, random_match
from tinygame.game import TinySkirmish
from tinygame.printed.data import Printed

tiny = sandtable.game("tiny-skirmish")
DATA = tiny.load_data()
DRAWN = cast(Drawable, tiny)
BOARD = board_of(tiny, DATA)
READERS = (0, 1, SPECTATOR)
CELLS = {cell.number for cell in BOARD.cells if cell.number != NOWHERE}


def scene_of(state: Any, side: int) -> Scene:
    return scene_for(tiny, BOARD, state, side)


def test_a_board_is_made_for_a_scenario_and_its_options() -> None:
    asked: list[tuple[str, dict[str, str]]] = []

    class Asked(TinySkirmish):
        def board(self, printed: Printed, name: str, options: Mapping[str, str]) -> Board:
            asked.append((name, dict(options)))
            return super().board(printed, name, options)

    cells = [
        len(board_of(Asked(), DATA, name, given).cells) for name, given in (("", {}), ("duel", {"ties": "dice"}))
    ]
    assert asked == [("skirmish", {"ties": "red"}), ("duel", {"ties": "dice"})]
    assert cells == [8, 6], "the duel has two hexes fewer"


def test_a_button_points_at_whatever_lies_on_the_board() -> None:
    """At pieces and at the cards of the reader's hand; those of the other lie face up in the duel only."""
    lines = "hand red: 1a 2a\nhand blue: 3a\nS: red/captain\nN: blue/captain\nphase: bid red"
    for scenario, theirs in (("duel", ["3a"]), ("skirmish", [""])):
        state = tiny.read_position(f"scenario: {scenario}\n{lines}", DATA)
        board = board_of(tiny, DATA, scenario)
        scene = scene_for(tiny, board, state, 0)
        assert [button.piece for button in scene.buttons] == ["1a", "2a", ""]
        assert [card.id for card in scene.cards if card.side == 0] == ["1a", "2a"]
        assert [card.id for card in scene.cards if card.side == 1] == theirs
        assert [card.count for card in scene.cards if card.pile == "deck"] == [9]


def played(seed: int) -> list[Any]:
    policy = list(POLICIES.values())[seed % len(POLICIES)]
    return positions(tiny, Random(f"scene {seed}"), policy, options={"ties": ("red", "dice")[seed % 2]})


def choices_in_panels(scene: Scene) -> list[str]:
    return [entry.choice for panel in scene.panels for row in panel.rows for entry in row if entry.choice]


def choices_of_cards(scene: Scene) -> list[str]:
    """The uses of cards that are legal now."""
    legal = {button.choice for button in scene.buttons}
    return [use.choice for card in scene.cards for use in card.uses if use.choice in legal]


def position(text: str) -> Any:
    return tiny.read_position(text, DATA)


# Nothing else is needed to play


@pytest.mark.parametrize("seed", range(9))
def test_every_legal_choice_has_a_button_and_no_panel_holds_another(seed: int) -> None:
    for state in played(seed):
        actor = tiny.actor(state)
        legal = [tiny.write(state, choice) for choice in listed(tiny.options(state))]
        for side in READERS:
            scene = scene_of(state, side)
            ours = legal if side == actor else []
            assert [button.choice for button in scene.buttons] == ours
            assert set(choices_in_panels(scene)) <= set(ours)


@pytest.mark.parametrize("seed", range(6))
def test_a_button_points_at_a_cell_of_the_board_or_a_piece_of_the_scene(seed: int) -> None:
    for state in played(seed):
        for side in (0, 1):
            scene = scene_of(state, side)
            pieces = {piece.id for piece in scene.pieces} | {card.id for card in scene.cards}
            for button in scene.buttons:
                verb, _, argument = button.choice.partition(":")
                assert (button.cell in CELLS) == (verb == "to")
                assert button.piece == (argument if verb in ("piece", "bid", "ambush") else "")
                assert not button.piece or button.piece in pieces


@pytest.mark.parametrize("seed", range(8))
def test_the_game_is_played_to_its_end_from_scenes_alone(seed: int) -> None:
    """Cards are played from the hand where they can be, everything else from buttons."""
    rng = Random(seed)
    match = random_match(tiny, seed)
    while match.actor() != OVER:
        scene = scene_of(match.state, match.actor())
        cards = choices_of_cards(scene)
        offered = cards if cards and rng.random() < 0.7 else [button.choice for button in scene.buttons]
        match.play(match.actor(), [rng.choice(offered)])
    assert match.result is not None
    assert scene_of(match.state, 0).heading.endswith("the game is over")


@pytest.mark.parametrize(
    ("phase", "side", "offered"),
    [
        ("bid blue", 1, ["bid:3b", "bid:4b"]),
        ("bid blue", 0, []),
        ("ambush red/captain N", 1, ["ambush:3b", "ambush:4b"]),
        ("ambush red/captain N", 0, []),
        ("move red", 0, []),
    ],
)
def test_the_hand_holds_what_may_be_done_with_a_card(phase: str, side: int, offered: list[str]) -> None:
    moved = "\nmoved: red/captain" if phase.startswith("ambush") else ""
    bid = "bid: red=1a\n" if phase == "bid blue" else ""
    pieces = f"C: red/captain{moved}\nN: blue/scout\n"
    state = position(f"hand red: 1a 2a\nhand blue: 3b 4b\n{bid}{pieces}phase: {phase}")
    scene = scene_of(state, side)
    assert choices_of_cards(scene) == offered
    hand = [(card.title, card.value) for card in scene.cards if card.side == side and card.pile.endswith("hand")]
    assert hand == [[("Card 1a", "1"), ("Card 2a", "2")], [("Card 3b", "3"), ("Card 4b", "4")]][side]


# They hold no more than the view


@pytest.mark.parametrize("seed", range(9))
def test_no_scene_names_what_its_reader_cannot_see(seed: int) -> None:
    for state in played(seed):
        for side in READERS:
            view, text = tiny.view(state, side), msgspec.json.encode(scene_of(state, side)).decode()
            known = {seen.piece for seen in view.known}
            for number, name in enumerate(DATA.pieces):
                assert number in known or name not in text
            for number, card in enumerate(DATA.cards):
                open_cards = {*view.hand, *ones(view.fields["discards"])}
                assert number in open_cards or not re.search(rf"\b{card}\b", text)


@pytest.mark.parametrize("seed", range(6))
def test_hidden_pieces_have_no_id_and_others_have_one_of_their_own(seed: int) -> None:
    for state in played(seed):
        for side in READERS:
            pieces = scene_of(state, side).pieces
            assert all((piece.id == "") == (piece.symbol == "hidden") for piece in pieces)
            named = [piece.id for piece in pieces if piece.id]
            assert len(named) == len(set(named))
            assert all((piece.cell == NOWHERE) == bool(piece.box) for piece in pieces)


def test_exchanged_hidden_pieces_are_drawn_alike() -> None:
    text = "S: red/{0}\nSW: red/{1}\nN: blue/scout\nphase: move blue"
    one, two = (position(text.format(*names)) for names in (("captain", "decoy"), ("decoy", "captain")))
    assert scene_of(one, 1) == scene_of(two, 1)
    assert scene_of(one, SPECTATOR) == scene_of(two, SPECTATOR)
    assert scene_of(one, 0) != scene_of(two, 0)


def test_the_focus_is_the_mover_for_its_owner_alone() -> None:
    state = position("S: red/captain\nS: red/scout\nN: blue/scout\nphase: step red/captain")
    assert [scene_of(state, side).focus for side in READERS] == [("red/captain",), (), ()]


# What an event is about


def gists(match: Match, side: int) -> dict[str, Gist]:
    return {event.kind: DRAWN.gist(DATA, event) for _, event in match.log(side)}


def test_a_gist_tells_each_side_what_it_may_know() -> None:
    pieces = "S: red/captain\nS: red/scout\nN: blue/scout\nNE: blue/decoy\nphase: move red"
    match = random_match(tiny, 1, position=pieces)
    match.play(0, ["piece:red/captain", "to:C"])
    south, centre = DATA.hexes.index("S"), DATA.hexes.index("C")
    ours, theirs = gists(match, 0), gists(match, 1)
    assert ours["moves"] == theirs["moves"]
    assert (theirs["moves"].cells, theirs["moves"].side) == ((south, centre), 0)
    assert theirs["moves"].pieces == ()
    assert ours["moved-piece"].pieces == ("red/captain",)
    assert "moved-piece" not in theirs


def test_a_battle_shows_its_pieces_and_its_die() -> None:
    pieces = "C: red/captain\nmoved: red/captain\nN: blue/scout\nhand blue: 1a\nphase: ambush red/captain N"
    match = random_match(tiny, 4, position=pieces)
    match.play(1, ["no-ambush"])
    seen = gists(match, SPECTATOR)
    assert set(seen["shown"].pieces) == {"red/captain", "blue/scout"}
    assert len(seen["rolled"].dice) == 1
    assert 1 <= seen["rolled"].dice[0] <= 6
    assert seen["lost"].pieces


# Questions


def shown(question: str, state: Any, *arguments: int) -> Answer:
    show = tiny.questions[question].show
    assert show is not None
    answer = show(state, *arguments)
    assert isinstance(answer, Answer)
    return answer


@pytest.mark.parametrize("seed", range(6))
def test_a_way_shown_is_a_run_that_can_be_played(seed: int) -> None:
    """Every step shown has a way, and the way ends in that hex or in an attack on it."""
    seen = 0
    for state in played(seed):
        side = tiny.actor(state)
        for piece in range(len(DATA.pieces)):
            for tint in shown("steps", state, piece).cells:
                run = shown("way", state, piece, tint.cell).run
                after = state.copy()
                for text in run:
                    assert tiny.explain(after, side, tiny.read(after, text)) is None
                    tiny.apply(after, tiny.read(after, text))
                assert tint.tone == "warn" or after.where[piece] == tint.cell
                seen += 1
    assert seen > 10


def test_nothing_is_shown_for_a_piece_that_cannot_be_moved_now() -> None:
    state = position("S: red/captain\nmoved: red/captain\nSW: red/scout\nN: blue/scout\nphase: move red")
    able = [DATA.pieces[piece] for piece in range(len(DATA.pieces)) if shown("steps", state, piece).cells]
    assert able == ["red/scout"]


# The checks of secrecy look at scenes, answers and gists


def test_a_game_that_brings_no_gist_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawable(tiny) is DRAWN
    monkeypatch.delattr(TinySkirmish, "gist")
    assert drawable(tiny) is None


def some_state() -> Any:
    return position("hand red: 1a\nhand blue: 2b\nS: red/scout\nN: blue/scout\nphase: move red")


def test_what_a_client_draws_is_observed() -> None:
    seen = observations(tiny, some_state(), 0)
    assert b"red/scout" in seen["scene"]
    assert b"cells" in seen["answers"]


def test_a_difference_in_the_scene_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tick, real = count(), TinySkirmish.scene

    def scene(game: Any, view: Any, side: int, scenario: Any) -> Scene:
        return msgspec.structs.replace(real(game, view, side, scenario), heading=str(next(tick)))

    monkeypatch.setattr(TinySkirmish, "scene", scene)
    with pytest.raises(Leak, match="different scene"):
        indistinguishable(tiny, some_state(), 0, Random(1), 1)


def test_a_difference_in_an_answer_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tick = count()
    telling = replace(tiny.questions["steps"], show=lambda state, piece: str(next(tick)))
    monkeypatch.setattr(TinySkirmish, "questions", {"steps": telling})
    with pytest.raises(Leak, match="different answers"):
        indistinguishable(tiny, some_state(), 0, Random(1), 1)


def test_a_difference_in_a_gist_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tick, real = count(), TinySkirmish.gist

    def gist(game: Any, scenario: Any, event: Any) -> Any:
        return msgspec.structs.replace(real(game, scenario, event), cells=(next(tick),))

    monkeypatch.setattr(TinySkirmish, "gist", gist)
    state = position("S: red/scout\nN: blue/scout\nphase: step red/scout")
    with pytest.raises(Leak, match="told side 0 a hidden fact"):
        walk_together(tiny, state, 0, Random(1), 1)

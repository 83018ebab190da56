"""Positions from outside: what is impossible about them is said, with its paragraph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.rules.c16_sequence import GAME_TURN
from sandtable.games.dark_sands.rules.c18_draws import DRAW, PRE_EMPTION, PRIORITY_PLAY
from sandtable.games.dark_sands.rules.c18_named import ACTIVATION
from sandtable.games.dark_sands.state import READY, S_COMMITTED, Sands
from tests.games.dark_sands.cups import SEGMENTS, chits, from_segment, full
from tests.games.dark_sands.desert import DATA, HEX, number, units

Spoil = Callable[[Sands], object]


def crusader() -> Sands:
    """The first decision of Crusader: the initiative chit of the Allies."""
    state = GAME.start("crusader")
    state.clear("segment")
    return from_segment(state, "initiative")


def put_all(state: Sands, *names: str, at: str) -> None:
    for name in names:
        state.place[number(name)] = HEX[at]
    state.rebuild()


def set_field(name: str, value: Any) -> Spoil:
    return lambda state: setattr(state, name, value)


def mark(name: str, *ids: str) -> Spoil:
    return lambda state: setattr(state, name, getattr(state, name) | units(*ids))


def placed(place: int) -> Spoil:
    def spoil(state: Sands) -> None:
        state.place[number("Babini")] = place
        state.rebuild()

    return spoil


def attach(support: str, unit: str, status: int = S_COMMITTED) -> Spoil:
    def spoil(state: Sands) -> None:
        at = DATA.nouns.number("support", support)
        state.attached[at], state.supports[at] = number(unit), status

    return spoil


def played(*names: str, **fields: Any) -> Spoil:
    def spoil(state: Sands) -> None:
        state.played = [DATA.nouns.number("chit", full(name)) for name in names]
        state.cup &= ~chits(*names)
        for name, value in fields.items():
            setattr(state, name, value)

    return spoil


SPOILT: list[tuple[str, Spoil, str]] = [
    ("P1.0", set_field("turn", 12), "there is no turn 12"),
    ("5.0", set_field("ending", 1), "over"),
    ("5.0", set_field("winner", 0), "somebody has won"),
    ("P1.3.4", lambda s: _as_gazala(s), "only Crusader"),
    ("13.6", placed(READY), "not a garrison"),
    ("22.5", lambda s: s.version.__setitem__(number("Savona"), 2), "no such upgrade"),
    ("12.0", mark("reduced", "3/21 Pz"), "only one step"),
    ("7.0", mark("oos", "Babini"), "oos: Babini is not on the map"),
    ("7.0", lambda s: put_all(s, "Babini", at="1740"), "both sides are in 1740"),
    ("7.2", lambda s: put_all(s, "Polish", "22 Gds", at="1740"), "too many units are in 1740"),
    ("2.1.5", lambda s: s.controlled.__setitem__(0, 0), "controlled by one side"),
    ("2.1.5", lambda s: _take_tobruk(s), "2830"),
    ("13.7.3", lambda s: s.boxes.__setitem__(0, 1 << HEX["2121"]), "a fortified box is empty"),
    ("13.7.1", lambda s: s.boxes_used.__setitem__(0, 6), "too many fortified boxes"),
    ("13.5", attach("RAF-+1", "4/7 Arm"), "cannot be with that unit"),
    ("13.5", attach("1/33-AT", "1/5/21 Pz", 1), "in two places"),
    ("9.1", set_field("railhead", HEX["2121"]), "the railhead is on the railway"),
    ("17.2", lambda s: setattr(s, "spent_chits", s.pool), "a replacement chit is in two places"),
    ("18.6", set_field("held", chits("allied-move")), "in two places"),
    ("18.3", lambda s: setattr(s, "cup", s.cup | chits("allied-oconnor")), "not used this turn"),
    ("18.6.1", set_field("held", chits("allied-monty")), "only the priority chits of this turn"),
    ("18.7.1", set_field("run", 2), "counted wrongly"),
    ("18.7.2", set_field("moves_played", [1, 0]), "cannot have played so many chits"),
    ("18.1", set_field("movers", units("4/7 Arm")), "movers is set"),
    ("19.1.1", set_field("spent", 3), "spent is set"),
    ("20.1", set_field("target", HEX["2830"]), "target is set"),
    ("17.0", set_field("panzer_points", 1), "panzer_points is set"),
]


def _as_gazala(state: Sands) -> None:
    state.scenario, state.dash, state.turn = 3, 1, 12


def _take_tobruk(state: Sands) -> None:
    here = 1 << HEX["2830"]
    state.controlled = [state.controlled[0] | here, state.controlled[1] & ~here]


@pytest.mark.parametrize(("rule", "spoil", "words"), SPOILT, ids=[words for _, _, words in SPOILT])
def test_what_is_impossible_is_said(rule: str, spoil: Spoil, words: str) -> None:
    state = crusader()
    assert GAME.status(state) == []
    spoil(state)
    found = [(why.rule, str(why.sentence)) for why in GAME.status(state)]
    assert any(rule == named and words in sentence for named, sentence in found), found


# Frames


def drawing(state: Sands, *frames: tuple[int, ...]) -> Sands:
    """These frames lie on the random actions."""
    state.frames = [GAME_TURN.frame(step=SEGMENTS.index("random_actions")), *frames]
    return state


def chit(name: str) -> int:
    return DATA.nouns.number("chit", full(name))


FRAMES: list[tuple[tuple[int, ...], Spoil, str]] = [
    (DRAW.frame(), set_field("cup", 0), "no chit left"),
    (PRIORITY_PLAY.frame(1, chit("axis-rommel")), lambda s: None, "does not hold"),
    (PRIORITY_PLAY.frame(0, chit("axis-rommel")), set_field("cup", 0), "no chit left"),
    (PRE_EMPTION.frame(0, chit("axis-rommel"), chit("allied-auk")), lambda s: None, "does not hold"),
    (ACTIVATION.frame(1, chit("allied-13-corps"), 0, 0, 0), lambda s: None, "not the last one on the track"),
    (ACTIVATION.frame(1, chit("allied-move"), 0, 0, 0), played("allied-move", run=1, run_side=1), "asks nothing"),
    (
        ACTIVATION.frame(1, chit("allied-13-corps"), 0, 0, 0),
        played("allied-13-corps", run=1, run_side=1),
        "headquarters of this chit",
    ),
]


@pytest.mark.parametrize(("frame", "spoil", "words"), FRAMES)
def test_a_frame_that_cannot_be(frame: tuple[int, ...], spoil: Spoil, words: str) -> None:
    state = drawing(crusader(), frame)
    spoil(state)
    assert any(words in str(why.sentence) for why in GAME.status(state))


@pytest.mark.parametrize("scenario", [info.id for info in GAME.scenarios])
def test_every_set_up_is_possible_and_survives_as_text(scenario: str) -> None:
    state = GAME.start(scenario)
    assert GAME.status(state) == []
    again = GAME.accept_position(GAME.write_position(state), DATA)
    assert GAME.key(again) == GAME.key(state)

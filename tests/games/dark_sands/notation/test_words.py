"""Whatever happens has a line in the log, and every choice its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.games.dark_sands import rules
from sandtable.games.dark_sands.game import GAME
from sandtable.games.dark_sands.notation.words import BUTTONS, BUTTONS_AT, CHITS, HARMS, LINES, OUTCOMES, SEVERAL
from sandtable.games.dark_sands.printed.calendar import RESULTS
from sandtable.games.dark_sands.verbs import VERBS
from sandtable.kernel.events import Event
from tests.games.dark_sands.desert import DATA

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(rules.__path__[0]).glob("*.py")))


def test_every_event_has_its_line_and_no_line_is_left_over() -> None:
    told = set(re.findall(r'tell\(\s*state,\s*"([a-z-]+)"', SOURCE))
    assert told - LINES.keys() == set()
    assert [kind for kind in LINES if f'"{kind}"' not in SOURCE] == []


def test_every_verb_has_its_words() -> None:
    assert BUTTONS.keys() == set(range(len(VERBS)))
    for words in (*BUTTONS.values(), *BUTTONS_AT.values()):
        assert words[0].isupper() or words.startswith("{")
    assert {decision for decision, _ in (*BUTTONS_AT, *HARMS)} <= set(GAME.kind_names)


def test_every_result_is_told_in_words() -> None:
    assert OUTCOMES.keys() == set(RESULTS)
    assert SEVERAL.keys() <= LINES.keys()


def test_every_chit_has_its_name() -> None:
    assert CHITS.keys() == {chit.kind for chit in DATA.chits}


ROLL = {"to": DATA.places.tobruk, "die": 6, "column": "3-1", "result": "DR*"}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event("turn", "23.6", {"turn": 4}), "Turn 4, May-Jun 1941"),
        (Event("drawn", "18.6", {"chit": 0}), "Drawn: Logistics"),
        (
            Event("controls", "2.1.5", {"side": 1, "to": DATA.places.tobruk}),
            "The Allied player now controls Tobruk (2830)",
        ),
        (
            Event("box-removed", "13.7.3", {"side": 0, "at": DATA.places.tobruk}),
            "The Axis box in Tobruk (2830) is removed",
        ),
        (
            Event("must-follow", "18.7.1", {"side": 1, "chit": DATA.nouns.number("chit", "axis-move-1")}),
            "Drawn: Axis Move. The Allied player had played two chits in a row",
        ),
        (Event("in-order", "19.2.1", {"unit": 0, "die": 3, "total": 3}), "5/4 Ind stays in order: it rolls 3"),
        (
            Event("disorganised", "19.2.1", {"unit": 0, "die": 4, "total": 5}),
            "5/4 Ind is disorganised: it rolls 4, which counts as 5",
        ),
        (
            Event("moves", "19.1", {"units": [0], "origin": DATA.places.tobruk, "to": DATA.board.number["2829"]}),
            "5/4 Ind moves from Tobruk (2830) to 2829",
        ),
        (
            Event(
                "moves", "19.1", {"units": [0, 1], "origin": DATA.board.number["2042"], "to": DATA.places.sollum}
            ),
            "5/4 Ind, 7/4 Ind move from Halfaya Pass (2042) to Sollum (2141)",
        ),
        (
            Event("retreat-blocked", "20.3.4", {"steps": 1, "to": DATA.places.tobruk}),
            "The retreat is blocked in Tobruk (2830): one step is lost",
        ),
        (
            Event("retreat-blocked", "20.3.4", {"steps": 2, "to": DATA.places.tobruk}),
            "The retreat is blocked in Tobruk (2830): 2 steps are lost",
        ),
        (
            Event("rolled", "20.2.7", {**ROLL, "modifier": 0, "table": "mobile"}),
            "Tobruk (2830), 3-1, die 6: the defender loses a step and retreats",
        ),
        (
            Event("rolled", "20.2.7", {**ROLL, "modifier": -1, "table": "assault"}),
            "Tobruk (2830), 3-1 on the Assault table, die 6 -1: the defender loses a step and retreats",
        ),
        (
            Event("automatic", "20.2.5", {"result": "AE", "to": DATA.places.tobruk}),
            "Tobruk (2830), without a roll: the attackers are eliminated",
        ),
        (Event("momentum", "12.7.1", {"action": 3}), "Momentum: 15 and 21 Panzer go on with combat"),
    ],
)
def test_lines_read_like_sentences(event: Event, line: str) -> None:
    assert str(GAME.narrate(DATA, event)) == line

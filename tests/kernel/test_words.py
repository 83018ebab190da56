"""Words and errors: messages rendered at the edge, and refusals that carry them."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest

import sandtable
from sandtable import Illegal, Malformed, NotYourTurn, SandtableError, Stale
from sandtable.kernel.errors import BrokenJournal
from sandtable.kernel.words import Message, quoted, render, say, say_count

SOURCE = Path(sandtable.__file__).parent


class Polish(gettext.NullTranslations):
    """A catalogue of a few words, with three plural forms."""

    WORDS = {"{side} moves": "rusza się {side}", "Red": "Czerwony"}

    def gettext(self, message: str) -> str:
        return self.WORDS.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert (msgid1, msgid2) == ("{count} piece", "{count} pieces")
        form = 0 if n == 1 else 1 if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else 2
        return ("{count} żeton", "{count} żetony", "{count} żetonów")[form]


def test_a_message_is_its_text_with_parameters() -> None:
    message = say("{unit} moves to {place}, {cost} points", unit="21/5", place="G25", cost=3)
    assert str(message) == "21/5 moves to G25, 3 points"
    assert message == say("{unit} moves to {place}, {cost} points", unit="21/5", place="G25", cost=3)


def test_messages_nest_and_all_levels_are_translated() -> None:
    message = say("{side} moves", side=say("Red"))
    assert str(message) == "Red moves"
    assert render(message, Polish()) == "rusza się Czerwony"


@pytest.mark.parametrize(
    ("count", "english", "polish"),
    [
        (0, "0 pieces", "0 żetonów"),
        (1, "1 piece", "1 żeton"),
        (2, "2 pieces", "2 żetony"),
        (12, "12 pieces", "12 żetonów"),
    ],
)
def test_plurals_follow_the_language(count: int, english: str, polish: str) -> None:
    message = say_count("{count} piece", "{count} pieces", count)
    assert str(message) == english
    assert render(message, Polish()) == polish


def test_parameters_are_never_read_as_text() -> None:
    assert str(say("there is no {name}", name="{oops}")) == "there is no {oops}"


def test_a_message_has_no_parameters_by_default() -> None:
    assert str(Message("done")) == "done"


def test_lists_of_names_are_cut() -> None:
    assert quoted(["a", "b"]) == "a, b"
    assert quoted(list("abcdefghij"), 3) == "a, b, c, ... (10)"
    assert quoted([]) == ""


def test_refusals_carry_reason_and_hint() -> None:
    error = Malformed(say("no {what}", what="verb"), "look it up")
    assert (str(error), str(error.hint)) == ("no verb", "look it up")
    assert isinstance(error, SandtableError)
    assert str(Stale("too late").hint) == ""


def test_illegal_carries_the_rule() -> None:
    error = Illegal("too far", "4.1", "stop earlier")
    assert (str(error), error.rule, str(error.hint)) == ("too far", "4.1", "stop earlier")


def test_a_broken_journal_names_its_place() -> None:
    error = BrokenJournal("record 7", say("{what} is wrong", what="it"))
    assert (str(error), error.place) == ("record 7: it is wrong", "record 7")
    assert isinstance(error, Malformed)
    assert not isinstance(error, NotYourTurn)


def test_no_sentence_glues_a_verb_to_the_name_of_a_side() -> None:
    """Some sides have plural names: 'Allies resigns' is no English. Their player resigns."""
    glued = re.compile(r"""say\(\s*f?["']\{side\} [a-z]+s\b""")
    for path in [*(SOURCE / "kernel").glob("*.py"), *(SOURCE / "table").glob("*.py")]:
        assert not glued.search(path.read_text(encoding="utf-8")), path

"""Names, passwords and talk: what is taken, and how it is kept."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.errors import Malformed
from sandtable.table.names import checked_name, checked_password, checked_talk, name_key


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Erwin   R. ", "Erwin R."),
        ("Zoe\u0308", "Zo\u00eb"),
        ("<script>alert(1)", "<script>alert(1)"),
        ("Иван", "Иван"),
        ("陳大文", "陳大文"),
        ("42", "42"),
    ],
)
def test_a_name_is_kept_in_normal_form(given_name: str, kept: str) -> None:
    assert checked_name(given_name) == kept


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "2 to 24"),
        ("A", "2 to 24"),
        ("x" * 25, "2 to 24"),
        ("   a   ", "2 to 24"),
        ("--", "letter or digit"),
        ("Ann\u202egro", "U\\+202E"),
        ("Ann\u200b", "U\\+200B"),
        ("Ann\x00", "U\\+0000"),
        ("Ann\nBob", "U\\+000A"),
        ("\u3164\u3164", "U\\+3164"),
        ("\ud800ab", "U\\+D800"),
        ("\ue000ab", "U\\+E000"),
        ("Аnn", "mix alphabets"),
        ("a\u0330\u0330\u0330\u0330b", "stacked accents"),
        ("Admin", "reserved"),
        ("A.d.m.i.n", "reserved"),
        ("sand table", "reserved"),
        ("Ｓerver", "reserved"),
    ],
)
def test_a_name_that_hides_something_is_refused(name: str, reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        checked_name(name)


@pytest.mark.parametrize("name", ["ann", "ANN", "A n n", "Ánn", "Ａnn", "ann.", "A-n-n"])
def test_names_that_read_alike_are_the_same_account(name: str) -> None:
    assert name_key(name) == name_key("Ann")


def test_other_names_are_others() -> None:
    assert len({name_key(name) for name in ("Ann", "Anne", "Bob", "Иван", "Иво", "陳", "文", "1", "2")}) == 9


@given(st.text(max_size=40))
def test_whatever_is_taken_as_a_name_is_visible_normal_and_taken_again(text: str) -> None:
    try:
        name = checked_name(text)
    except Malformed:
        return
    assert 2 <= len(name) <= 24
    assert unicodedata.is_normalized("NFC", name)
    assert not any(unicodedata.category(letter)[0] == "C" for letter in name)
    assert checked_name(name) == name
    assert name_key(name)
    assert name_key(name_key(name)) == name_key(name)


def test_a_password_is_long_enough_and_not_too_long() -> None:
    assert checked_password("correct horse", "Ann") == "correct horse"
    for wrong in ("short pass"[:9], "x" * 129):
        with pytest.raises(Malformed, match="10 to 128"):
            checked_password(wrong, "Ann")


@pytest.mark.parametrize(
    "password", ["password123", "PASSWORD123", "aaaaaaaaaaaa", "1212121212", "Annabelle 1941"]
)
def test_a_password_anybody_would_try_is_refused(password: str) -> None:
    with pytest.raises(Malformed, match="anybody would try"):
        checked_password(password, "Annabelle 1941")


def test_talk_is_one_visible_line() -> None:
    assert checked_talk(" Your move,\nRommel! ") == "Your move, Rommel!"
    assert checked_talk("<img src=x onerror=alert(1)>") == "<img src=x onerror=alert(1)>"
    assert checked_talk("👩‍🚀") == "👩‍🚀"
    assert len(checked_talk("x" * 500)) == 500


@pytest.mark.parametrize("text", ["", "  ", "x" * 501, "a\x00b", "a\x1b[31mb", "a\u202eb", "a\u2066b", "a\x7fb"])
def test_talk_that_is_empty_long_or_turns_the_text_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        checked_talk(text)

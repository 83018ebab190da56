"""Choices: packing, legal sets, and their text."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sandtable
from sandtable import Malformed
from sandtable.kernel.choices import (
    ARGUMENT_MASK,
    Verb,
    Vocabulary,
    contains,
    count,
    listed,
    offer,
    pack,
    pick,
    unpack,
)

WORDS = Vocabulary(
    [Verb("done"), Verb("hex", "hex"), Verb("pay", "number")],
    {"hex": ["G25", "", "H3"]},
)
OPTIONS = [(0, 0b1), (3, 0b10110), (4, 1 << 300)]


@given(st.integers(0, 1000), st.integers(0, ARGUMENT_MASK))
def test_packing_is_undone(verb: int, argument: int) -> None:
    assert unpack(pack(verb, argument)) == (verb, argument)


def test_packed_choices_sort_by_verb_then_argument() -> None:
    assert pack(0, ARGUMENT_MASK) < pack(1, 0) < pack(1, 1)
    assert pack(2) == pack(2, 0)


def test_options_are_counted_listed_and_picked_in_order() -> None:
    choices = [pack(0), pack(3, 1), pack(3, 2), pack(3, 4), pack(4, 300)]
    assert list(listed(OPTIONS)) == choices
    assert count(OPTIONS) == 5
    assert [pick(OPTIONS, index) for index in range(5)] == choices
    with pytest.raises(IndexError):
        pick(OPTIONS, 5)


def test_verbs_without_choices_are_not_offered() -> None:
    assert offer((0, 0b101), (1, 0), (2, True), (3, False)) == [(0, 0b101), (2, 1)]
    assert offer((1, 0)) == []


def test_membership() -> None:
    assert all(contains(OPTIONS, choice) for choice in listed(OPTIONS))
    for choice in (pack(0, 1), pack(3, 0), pack(3, 5), pack(2, 0), pack(5, 0), -1):
        assert not contains(OPTIONS, choice)
    assert not contains([], pack(0))


@pytest.mark.parametrize(
    ("choice", "text"),
    [(pack(0), "done"), (pack(1, 2), "hex:H3"), (pack(2, 0), "pay:0"), (pack(2, 65535), "pay:65535")],
)
def test_text_of_choices(choice: int, text: str) -> None:
    assert WORDS.write(choice) == text
    assert WORDS.read(text) == choice
    assert WORDS.read(f"  {text}\n") == choice


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no verb ''"),
        ("fly", "there is no verb 'fly'"),
        ("Done", "there is no verb 'Done'"),
        ("done:", "'done' is written done"),
        ("done:1", "'done' is written done"),
        ("hex", "'hex' is written hex:hex"),
        ("hex:", "there is no hex ''"),
        ("hex:Z9", "there is no hex 'Z9'"),
        ("pay", "'pay' is written pay:number"),
        ("pay:", "'' is not a number"),
        ("pay:-1", "'-1' is not a number"),
        ("pay:1.5", "'1.5' is not a number"),
        ("pay:65536", "'65536' is not a number"),
        ("pay:²", "'²' is not a number"),
        ("pay:" + "9" * 5000, "'" + "9" * 5000 + "' is not a number"),
        ("{name}", "there is no verb '{name}'"),
    ],
)
def test_text_that_is_no_choice(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as refusal:
        WORDS.read(text)
    assert str(refusal.value) == reason


def test_an_unknown_verb_is_answered_with_the_known_ones() -> None:
    with pytest.raises(Malformed) as refusal:
        WORDS.read("fly")
    assert str(refusal.value.hint) == "the verbs are done, hex, pay"


def test_a_verb_has_no_argument_and_closes_nothing_unless_it_says_so() -> None:
    assert (Verb("to").noun, Verb("to").closes, Verb("done", closes=True).closes) == ("", False, True)


def test_two_things_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="hex is named twice"):
        Vocabulary([Verb("hex", "hex")], {"hex": ["A1", "A1"]})


@given(st.text() | st.builds("{}:{}".format, st.sampled_from(["done", "hex", "pay", "bid"]), st.text()))
@example("pay:" + "1" * 6000)
def test_fuzzed_text_is_a_choice_or_malformed(text: str) -> None:
    for words in (WORDS, sandtable.game("tiny-skirmish").vocabulary(sandtable.game("tiny-skirmish").load_data())):
        try:
            choice = words.read(text)
        except Malformed:
            continue
        assert words.read(words.write(choice)) == choice

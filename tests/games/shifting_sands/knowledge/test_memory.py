"""7.12, 5.11, 5.13: what others may remember of cards that lie face down, or that they have seen in a hand."""

from __future__ import annotations

from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge.account import account_of
from sandtable.games.shifting_sands.knowledge.memory import (
    draw,
    glimpse,
    lay_face_down,
    lay_open,
    show,
    shuffle,
)
from sandtable.games.shifting_sands.knowledge.story import OPPONENT, WORLD, story_of
from sandtable.games.shifting_sands.printed.data import ALLIED, AXIS
from sandtable.games.shifting_sands.rules.c05_cards import of_year
from sandtable.games.shifting_sands.rules.c06_actions import same_operations
from sandtable.games.shifting_sands.state import Theatre, draw_pile
from tests.games.shifting_sands.decks import action, ids, turn_begins
from tests.games.shifting_sands.theatre import DATA, card, cards, play

MANY = 150
TWOS = {"X01", "X04", "X08", "X11", "X14"}
"""The cards of 1940 with 2 operations."""


def held(*names: str) -> Theatre:
    """The Axis holds these cards, and is about to act; the year is 1940."""
    return action(AXIS, axis_hand=names)


def play_two(state: Theatre, name: str) -> None:
    """A card is played for operations; the others see that it is a 2."""
    lay_face_down(state, AXIS, card(name), same_operations(DATA, card(name)))


def leaves_the_game(state: Theatre, name: str) -> None:
    show(state, AXIS, card(name))
    state.removed |= cards(name)


def traces(state: Theatre, reader: int, side: int = AXIS) -> list[set[str]]:
    """What each card laid face down can be."""
    return [ids(mask) for mask in account_of(state, side, reader).masks]


def invented(state: Theatre, reader: int) -> list[Theatre]:
    view, rng = SANDS.view(state, reader), Random(1)
    return [SANDS.resample(view, rng, DATA) for _ in range(MANY)]


def always_held(state: Theatre, reader: int) -> set[str]:
    """The cards that every invention puts into the Axis hand."""
    return set.intersection(*(ids(each.hands[AXIS]) for each in invented(state, reader)))


def ever_held(state: Theatre, reader: int) -> set[str]:
    return set.union(*(ids(each.hands[AXIS]) for each in invented(state, reader)))


# Cards that nobody has seen


def test_the_deck_of_tests_has_five_twos() -> None:
    early = [each for each in DATA.cards if each.side == AXIS and each.year == 1940]
    assert {each.id for each in early if each.operations == 2} == TWOS


def test_a_card_laid_face_down_can_be_any_with_its_value() -> None:
    state = held("X01", "X05")
    play_two(state, "X01")
    assert traces(state, WORLD) == traces(state, OPPONENT) == [TWOS]
    assert {next(iter(ids(each.discards[AXIS]))) for each in invented(state, ALLIED)} == TWOS


def test_a_card_that_is_shown_later_was_not_laid_down_before() -> None:
    state = held("X01", "X04")
    play_two(state, "X01")
    lay_open(state, AXIS, card("X04"))
    assert traces(state, WORLD) == traces(state, OPPONENT) == [TWOS - {"X04"}]


def test_a_card_that_lies_openly_in_the_discards_is_not_laid_down_again() -> None:
    state = held("X01", "X04")
    lay_open(state, AXIS, card("X04"))
    play_two(state, "X01")
    assert traces(state, WORLD) == [TWOS - {"X04"}]


def test_when_all_others_are_known_the_last_one_follows() -> None:
    state = held("X01", "X04", "X08", "X11", "X14")
    play_two(state, "X01")
    play_two(state, "X04")
    for shown in ("X08", "X11"):
        leaves_the_game(state, shown)
    assert traces(state, WORLD) == [{"X01", "X04", "X14"}] * 2
    leaves_the_game(state, "X14")
    assert traces(state, WORLD) == [{"X01", "X04"}] * 2
    assert {frozenset(ids(each.discards[AXIS])) for each in invented(state, SPECTATOR)} == {
        frozenset({"X01", "X04"})
    }


def test_one_that_can_be_only_one_card_leaves_no_other_to_be_it() -> None:
    state = held("X01", "X04", "X05")
    play_two(state, "X01")
    lay_face_down(state, AXIS, card("X04"), cards("X04", "X05"))
    lay_open(state, AXIS, card("X05"))
    assert traces(state, WORLD) == [TWOS - {"X04"}, {"X04"}]


# Cards that the other side has seen


def test_a_glimpse_is_for_the_other_side_alone() -> None:
    state = held("X01", "X04", "X05")
    glimpse(state, AXIS, cards("X01"))
    assert always_held(state, ALLIED) == {"X01"}
    assert always_held(state, SPECTATOR) == set()


def test_what_is_seen_in_the_hand_does_not_lie_in_the_discards() -> None:
    state = held("X01", "X04", "X08")
    play_two(state, "X01")
    glimpse(state, AXIS, cards("X04"))
    assert traces(state, WORLD) == [TWOS]
    assert traces(state, OPPONENT) == [TWOS - {"X04"}]


def test_a_card_that_was_seen_may_be_the_one_played_since_and_is_in_no_pile() -> None:
    state = held("X01", "X04", "X05", "X06")
    glimpse(state, AXIS, cards("X01", "X05"))
    play_two(state, "X04")
    assert traces(state, OPPONENT) == [TWOS]
    found = invented(state, ALLIED)
    assert {"X05"} == set.intersection(*(ids(each.hands[AXIS]) for each in found))
    assert any("X01" in ids(each.hands[AXIS]) for each in found)
    assert any("X01" in ids(each.discards[AXIS]) for each in found)
    assert not any("X01" in ids(draw_pile(each, AXIS)) for each in found)


def test_from_a_hand_that_is_known_nothing_else_is_played() -> None:
    state = held("X01", "X04", "X05")
    glimpse(state, AXIS, state.hands[AXIS])
    play_two(state, "X01")
    assert traces(state, WORLD) == [TWOS]
    assert traces(state, OPPONENT) == [{"X01", "X04"}]
    assert ever_held(state, ALLIED) == {"X01", "X04", "X05"}
    lay_face_down(state, AXIS, card("X05"), same_operations(DATA, card("X05")))
    assert traces(state, OPPONENT) == [{"X01", "X04"}, {"X05"}]
    play_two(state, "X04")
    assert traces(state, OPPONENT) == [{"X01", "X04"}, {"X05"}, {"X01", "X04"}], "one of each, in either order"
    assert {frozenset(ids(each.discards[AXIS])) for each in invented(state, ALLIED)} == {
        frozenset({"X01", "X04", "X05"})
    }


def test_a_hand_that_is_known_but_for_one_card_is_not_known() -> None:
    state = held("X01", "X04", "X05")
    glimpse(state, AXIS, cards("X01", "X05"))
    play_two(state, "X04")
    assert traces(state, OPPONENT) == [TWOS]


def test_nobody_is_told_which_cards_of_his_were_seen() -> None:
    views = []
    for seen in ("X01", "X04"):
        state = held("X01", "X04", "X05")
        glimpse(state, AXIS, cards(seen))
        views.append(SANDS.view(state, AXIS))
    assert views[0] == views[1]


# Shuffles


def test_a_shuffle_wipes_the_traces_away() -> None:
    state = held("X01", "X04", "X05")
    play_two(state, "X01")
    shuffle(state, AXIS)
    assert (state.discards[AXIS], story_of(state, AXIS)) == (0, [])


def test_who_was_seen_and_cannot_have_been_discarded_is_still_in_hand() -> None:
    state = held("X01", "X04", "X05")
    glimpse(state, AXIS, cards("X01", "X05"))
    play_two(state, "X04")
    shuffle(state, AXIS)
    assert ids(state.glimpsed[AXIS]) == {"X05"}
    assert always_held(state, ALLIED) == {"X05"}


def test_new_cards_and_open_discards_are_in_the_pile_until_something_is_drawn() -> None:
    state = held("X01", "X05")
    lay_open(state, AXIS, card("X05"))
    added = DATA.decks[AXIS] & of_year(DATA, 1941)
    shuffle(state, AXIS, added)
    state.waiting &= ~added
    assert ever_held(state, ALLIED) == ids(DATA.decks[AXIS] & of_year(DATA, 1940)) - {"X05"}
    draw(state, AXIS, card("X05"))
    assert ever_held(state, ALLIED) & ids(added)


def test_when_the_pile_has_run_out_the_rest_is_in_hand() -> None:
    """5.13: of fourteen cards two are gone, two lie openly in the discards and one face down; the rest is held."""
    hand = [f"X{number:02}" for number in range(6, 15)]
    state = action(AXIS, axis_hand=("X01", "X02", *hand))
    state.removed |= cards("X03", "X05")
    state.hands[AXIS] |= cards("X04")
    lay_open(state, AXIS, card("X02"))
    lay_face_down(state, AXIS, card("X01"), same_operations(DATA, card("X01")))
    lay_open(state, AXIS, card("X12"))
    assert draw_pile(state, AXIS) == 0
    shuffle(state, AXIS)
    assert ids(state.drawn[AXIS]) == {"X06", "X07", "X09", "X10", "X13"}
    assert state.glimpsed[AXIS] == state.drawn[AXIS]
    assert always_held(state, SPECTATOR) == ids(state.drawn[AXIS])


@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
def test_what_is_put_aside_is_still_in_the_hand_for_the_others(reader: int) -> None:
    state = turn_begins(2, axis_hand=("X01", "X04"), allied_hand=("A01",))
    play(state, "discard:X01", "done")
    assert SANDS.view(state, reader).hand_sizes == [2, 1]
    found = {each.aside[AXIS].bit_count() for each in invented(state, reader)}
    assert found == {0, 1, 2}
    assert all(
        each.hands[AXIS].bit_count() + each.aside[AXIS].bit_count() == 2 for each in invented(state, reader)
    )


@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
def test_whether_a_card_was_taken_is_open_until_it_is_dealt(reader: int) -> None:
    state = turn_begins(3, allied_hand=("A01",))
    play(state, "done", "take:X16")
    found = invented(state, reader)
    assert {each.taken[AXIS] for each in found} == {0, cards("X16")}
    assert all(SANDS.status(each) == [] for each in found)


@pytest.mark.parametrize("reader", [ALLIED, SPECTATOR])
def test_a_pile_that_runs_out_does_not_tell_whether_a_card_was_taken(reader: int) -> None:
    """Two cards are in the pile and three in the discards: five are dealt, and the pile is shuffled after two."""
    views = []
    for taken in ("take:X16", "done"):
        state = turn_begins(3, axis_hand=("X04", "X05", "X06"))
        state.removed = DATA.decks[AXIS] & ~state.waiting & ~cards("X01", "X16", "X04", "X05", "X06")
        play(state, "discard:X04", "discard:X05", "discard:X06", "done", taken)
        for _ in range(5):
            play(state, SANDS.outcome_name(state, 0))
        views.append(SANDS.view(state, reader))
    assert views[0] == views[1]

"""7.12, 5.11, 11.73: what a reader concludes is what an exact model leaves possible, and all of it is invented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

from sandtable import SPECTATOR
from sandtable.games.shifting_sands.game import GAME as SANDS
from sandtable.games.shifting_sands.knowledge.account import Account, account_of
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
from sandtable.games.shifting_sands.rules.c06_actions import same_operations
from sandtable.games.shifting_sands.state import LAID, SEEN, Theatre, draw_pile
from sandtable.kernel.bits import ones
from sandtable.kernel.secrecy import allows_truth
from tests.games.shifting_sands.decks import BOTH, action, everywhere, ids, lying_open
from tests.games.shifting_sands.knowledge.worlds import Cards, Reader, all_hands
from tests.games.shifting_sands.theatre import DATA, card, cards
from tests.suite.budget import SOAK

READERS = (WORLD, OPPONENT)
TWOS, THREES = ("X01", "X04", "X08"), ("X05", "X06", "X07", "X02")
DECK = (*TWOS, *THREES)
"""Few enough that every course of things can be followed."""
SEEDS = range(600 if SOAK else 40)
MOST_WORLDS = 2_000
DEEDS = ("down", "down", "any", "open", "gone", "look", "look", "draw", "draw")


class TinyTable:
    """The Axis has a tiny deck; everything that happens to it is followed in the game, and in all worlds that the
    readers think possible."""

    def __init__(self, size: int, rng: Random) -> None:
        self.rng = rng
        self.state = action(AXIS, axis_hand=rng.sample(DECK, size))
        self.state.removed |= DATA.decks[AXIS] & ~cards(*DECK) & ~self.state.waiting
        self.readers = [Reader(set(all_hands(DECK, size))) for _ in READERS]

    def something_happens(self) -> None:
        hand = sorted(ids(self.state.hands[AXIS]))
        what = self.rng.choice(DEEDS) if hand else "draw"
        if what == "draw":
            self.draw(self.rng.randint(1, 2))
        elif what == "look":
            self.look(self.rng.sample(hand, self.rng.randint(1, len(hand))))
        elif what in ("down", "any"):
            self.lay(self.rng.choice(hand), openly_valued=what == "down")
        else:
            self.show(self.rng.choice(hand), for_good=what == "gone")

    def draw(self, number: int) -> None:
        pile = sorted(ids(draw_pile(self.state, AXIS)))
        drawn = self.rng.sample(pile, min(number, len(pile)))
        for name in drawn:
            draw(self.state, AXIS, card(name))
        for reader in self.readers:
            reader.draws(len(drawn))

    def look(self, seen: list[str]) -> None:
        glimpse(self.state, AXIS, cards(*seen))
        self.readers[OPPONENT].sees(seen)

    def lay(self, name: str, *, openly_valued: bool = True) -> None:
        candidates = same_operations(DATA, card(name)) if openly_valued else DATA.decks[AXIS]
        lay_face_down(self.state, AXIS, card(name), candidates)
        for reader in self.readers:
            reader.lays(ids(candidates))

    def show(self, name: str, *, for_good: bool) -> None:
        if for_good:
            show(self.state, AXIS, card(name))
            self.state.removed |= cards(name)
        else:
            lay_open(self.state, AXIS, card(name))
        for reader in self.readers:
            reader.shows(name)

    def shuffle(self) -> None:
        lying = lying_open(self.state, AXIS)
        shuffle(self.state, AXIS)
        for reader in self.readers:
            reader.shuffles(lying)

    def is_small(self) -> bool:
        return all(len(reader.worlds) <= MOST_WORLDS for reader in self.readers)


def allowed(account: Account) -> set[tuple[tuple[str, ...], Cards]]:
    """Everything that an account allows."""
    found = set()
    for laid in _laid(account, ()):
        rest = [number for number in ones(account.unseen) if number not in laid]
        for hand in combinations(rest, account.size):
            if account.allows(laid, sum(1 << number for number in hand)):
                names = DATA.nouns["card"]
                found.add((tuple(names[each] for each in laid), frozenset(names[each] for each in hand)))
    return found


def _laid(account: Account, laid: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(laid) == len(account.masks):
        yield laid
        return
    for number in ones(account.masks[len(laid)]):
        if number not in laid:
            yield from _laid(account, (*laid, number))


@pytest.mark.parametrize("seed", SEEDS)
def test_until_the_pile_is_shuffled_the_account_is_exact(seed: int) -> None:
    rng = Random(f"exact {seed}")
    table = TinyTable(rng.randint(2, 4), rng)
    for _ in range(9):
        table.something_happens()
        if not table.is_small():
            break
        for reader in READERS:
            assert allowed(account_of(table.state, AXIS, reader)) == table.readers[reader].dealt()


@pytest.mark.parametrize("seed", SEEDS)
def test_after_a_shuffle_nothing_possible_is_ruled_out_and_what_is_certain_is_kept(seed: int) -> None:
    rng = Random(f"shuffled {seed}")
    table = TinyTable(rng.randint(2, 4), rng)
    for _ in range(3):
        for _ in range(3):
            table.something_happens()
        if not table.is_small():
            break
        table.shuffle()
        if table.state.hands[AXIS]:
            known = table.state.drawn[AXIS], table.state.glimpsed[AXIS]
            assert [*map(ids, known)] == [reader.surely_held() for reader in table.readers]
        assert ids(table.state.undrawn[AXIS]) <= table.readers[WORLD].surely_piled()
        for _ in range(2):
            for reader in READERS:
                assert allowed(account_of(table.state, AXIS, reader)) >= table.readers[reader].dealt()
            table.something_happens()


def ever_held(found: Iterable[tuple[object, Cards]]) -> Cards:
    """The cards that can be in the hand."""
    return frozenset[str]().union(*(hand for _, hand in found))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_certainly_in_no_hand_at_the_first_shuffle_is_in_no_hand_after_it(seed: int) -> None:
    rng = Random(f"piled {seed}")
    table = TinyTable(rng.randint(2, 4), rng)
    for _ in range(rng.randint(2, 6)):
        table.something_happens()
    if table.is_small():
        table.shuffle()
        for reader in READERS:
            found = allowed(account_of(table.state, AXIS, reader))
            assert ever_held(found) == ever_held(table.readers[reader].dealt())


def test_as_many_cards_as_places_that_take_no_others_are_in_the_new_pile() -> None:
    """7.12: there are three twos, and three were played as such: none of them is in the hand."""
    table = TinyTable(4, Random(1))
    table.state.hands[AXIS] = cards(*TWOS, "X05")
    for name in TWOS:
        table.lay(name)
    table.shuffle()
    assert ids(table.state.undrawn[AXIS]) == {*TWOS}
    table.draw(1)
    assert allowed(account_of(table.state, AXIS, WORLD)) == table.readers[WORLD].dealt()


def test_who_has_seen_a_hand_knows_what_of_it_went_into_the_pile() -> None:
    """X13: the other side has seen that two of three cards are threes. Both were played, and the world does not
    know which threes they were."""
    table = TinyTable(3, Random(1))
    table.state.hands[AXIS] = cards("X01", "X05", "X06")
    table.look(["X01", "X05", "X06"])
    for name in ("X05", "X06"):
        table.lay(name)
    table.shuffle()
    table.draw(2)
    assert ids(table.state.undrawn[AXIS]) == set()
    assert ids(table.state.unheld[AXIS]) >= {"X05", "X06"}
    assert allowed(account_of(table.state, AXIS, OPPONENT)) == table.readers[OPPONENT].dealt()


def test_of_a_hand_seen_but_for_one_card_one_stranger_at_most_was_laid() -> None:
    """Two cards were seen, one was not; of two that were laid since, one was seen, although more have come."""
    table = TinyTable(3, Random(1))
    table.state.hands[AXIS] = cards("X01", "X04", "X05")
    table.look(["X01", "X04"])
    table.lay("X01", openly_valued=False)
    table.lay("X05", openly_valued=False)
    table.draw(2)
    found = allowed(account_of(table.state, AXIS, OPPONENT))
    assert found == table.readers[OPPONENT].dealt()
    assert all({"X01", "X04"} & {*laid} for laid, _ in found)


def test_who_kept_cards_from_before_a_shuffle_does_not_hold_new_ones_only() -> None:
    """7.71: the world knows that X06 lay among the discards, and how many cards were drawn since."""
    table = TinyTable(4, Random(2))
    table.state.hands[AXIS] = cards("X01", "X04", "X05", "X06")
    for name in ("X06", "X05"):
        table.show(name, for_good=False)
    table.shuffle()
    table.draw(1)
    found = allowed(account_of(table.state, AXIS, WORLD))
    assert found == table.readers[WORLD].dealt()
    assert {"X05", "X06"} <= frozenset.union(*(hand for _, hand in found))
    assert not any({"X05", "X06"} <= hand for _, hand in found)


# What is invented


def told(state: Theatre) -> tuple[tuple[str, ...], Cards]:
    """The cards laid face down, in their order, and the hand."""
    story = story_of(state, AXIS)
    laid = [min(ids(mask)) for what, mask in zip(story[::3], story[1::3], strict=True) if what == LAID]
    return tuple(laid), frozenset(ids(state.hands[AXIS]))


@pytest.mark.parametrize("seed", range(8))
def test_everything_possible_is_invented_and_nothing_else(seed: int) -> None:
    rng = Random(f"invented {seed}")
    table = TinyTable(3, rng)
    while len(table.readers[WORLD].worlds) < 100 and len(story_of(table.state, AXIS)) < 15:
        table.something_happens()
    for side, reader in ((SPECTATOR, WORLD), (ALLIED, OPPONENT)):
        view, possible = SANDS.view(table.state, side), table.readers[reader].dealt()
        found = {told(SANDS.resample(view, rng, DATA)) for _ in range(30 * len(possible))}
        assert found == possible


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("reader", [AXIS, ALLIED, SPECTATOR])
def test_the_truth_can_be_invented(seed: int, reader: int) -> None:
    """With all that has happened: who was drawn when, which cards the other side has seen, what it knew before."""
    rng = Random(f"truth {seed}")
    table = TinyTable(2, rng)
    table.state.removed |= DATA.decks[ALLIED] & ~table.state.waiting
    for _ in range(3):
        table.something_happens()
    table.shuffle()
    for _ in range(2):
        table.something_happens()
    assert allows_truth(SANDS, table.state, reader, rng, 20_000)


def seen(state: Theatre) -> list[set[str]]:
    story = story_of(state, AXIS)
    return [ids(mask) for what, mask in zip(story[::3], story[1::3], strict=True) if what == SEEN]


def test_its_owner_does_not_know_which_of_his_cards_were_seen_even_when_they_are_played() -> None:
    """11.73d: two of three cards were seen, and one of the three has been laid down since."""
    state = action(AXIS, axis_hand=("X01", "X04", "X05"))
    glimpse(state, AXIS, cards("X01", "X04"))
    lay_face_down(state, AXIS, card("X01"), same_operations(DATA, card("X01")))
    view, rng = SANDS.view(state, AXIS), Random(3)
    found = [seen(SANDS.resample(view, rng, DATA)) for _ in range(60)]
    assert all([*map(len, each)] == [2] for each in found)
    assert {frozenset(each) for (each,) in found} == {*map(frozenset, combinations(("X01", "X04", "X05"), 2))}


def test_its_owner_knows_that_his_whole_hand_was_seen() -> None:
    """X13: there is nothing to invent about it."""
    state = action(AXIS, axis_hand=("X01", "X04", "X05"))
    glimpse(state, AXIS, cards("X01", "X04", "X05"))
    draw(state, AXIS, card("X06"))
    lay_open(state, AXIS, card("X04"))
    view, rng = SANDS.view(state, AXIS), Random(4)
    assert all(seen(SANDS.resample(view, rng, DATA)) == [{"X01", "X04", "X05"}] for _ in range(20))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_invention_is_a_position_that_looks_the_same(seed: int) -> None:
    rng = Random(f"memory {seed}")
    state = action(AXIS, turn=4, axis_hand=[f"X{number:02}" for number in range(1, 9)])
    for _ in range(30):
        _something_happens(state, rng)
        assert SANDS.status(state) == []
        for reader in (ALLIED, SPECTATOR, AXIS):
            other = SANDS.resample(SANDS.view(state, reader), rng, DATA)
            assert SANDS.view(other, reader) == SANDS.view(state, reader)
            assert SANDS.status(other) == []
            for side in BOTH:
                assert sum(place.bit_count() for place in everywhere(other, side)) == 55


def _something_happens(state: Theatre, rng: Random) -> None:
    """With the whole deck; only cards with an asterisk leave the game."""
    hand = ones(state.hands[AXIS])
    what = rng.choice(("down", "down", "any", "open", "look", "draw")) if hand else "draw"
    chosen = rng.choice(hand) if hand else -1
    if what == "down":
        lay_face_down(state, AXIS, chosen, same_operations(DATA, chosen))
    elif what == "any":
        lay_face_down(state, AXIS, chosen, DATA.decks[AXIS])
    elif what == "open":
        lay_open(state, AXIS, chosen)
    elif what == "look":
        glimpse(state, AXIS, sum(1 << number for number in rng.sample(hand, rng.randint(1, len(hand)))))
    while what == "draw" and state.hands[AXIS].bit_count() < 8:
        if not draw_pile(state, AXIS):
            shuffle(state, AXIS)
        draw(state, AXIS, rng.choice(ones(draw_pile(state, AXIS))))

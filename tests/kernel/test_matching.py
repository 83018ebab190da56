"""Matching guests and seats, and remembering by key."""

from __future__ import annotations

from itertools import product
from random import Random

from sandtable.kernel.matching import matched
from sandtable.kernel.remembered import Remembered


def most(wishes: dict[int, list[int]], room: dict[int, int]) -> int:
    """The size of the best matching, found by trying all."""
    best = 0
    for seats in product(*([-1, *wish] for wish in wishes.values())):
        if all(seats.count(seat) <= places for seat, places in room.items()):
            best = max(best, sum(seat >= 0 for seat in seats))
    return best


def test_as_many_as_possible_are_seated_where_they_wish() -> None:
    rng = Random("guests")
    for _ in range(300):
        room = {seat: rng.randrange(3) for seat in range(rng.randrange(1, 5))}
        wishes = {guest: rng.sample(list(room), rng.randrange(len(room) + 1)) for guest in range(rng.randrange(6))}
        taken = matched(wishes, room)
        seated = [guest for guests in taken.values() for guest in guests]
        assert len(seated) == len(set(seated)) == most(wishes, room)
        assert all(len(guests) <= room[seat] for seat, guests in taken.items())
        assert all(seat in wishes[guest] for seat, guests in taken.items() for guest in guests)


def test_the_first_guest_gets_its_first_wish() -> None:
    assert matched({7: [2, 1], 3: [2, 1]}, {1: 1, 2: 1}) == {1: [3], 2: [7]}
    assert matched({7: [2, 1], 3: [2]}, {1: 1, 2: 1}) == {1: [7], 2: [3]}, "it makes way where it can"


def test_what_is_full_forgets_everything() -> None:
    known: Remembered[str, int] = Remembered(2)
    assert (known.keep("a", 1), known.keep("b", 2), dict(known)) == (1, 2, {"a": 1, "b": 2})
    assert known.keep("c", 3) == 3
    assert known == {"c": 3}

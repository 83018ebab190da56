"""Matching: as many guests as possible get one of the seats they can take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def matched(wishes: Mapping[int, Sequence[int]], room: Mapping[int, int]) -> dict[int, list[int]]:
    """For each seat, the guests that get it: as many guests as possible, each on a seat it can take, and no more
    on a seat than it has room for.

    Earlier guests and earlier wishes are served first; shuffle them to get any of the best matchings.
    """
    taken: dict[int, list[int]] = {seat: [] for seat in room}
    for guest in wishes:
        _seat(guest, wishes, room, taken, set())
    return taken


def _seat(
    guest: int,
    wishes: Mapping[int, Sequence[int]],
    room: Mapping[int, int],
    taken: dict[int, list[int]],
    tried: set[int],
) -> bool:
    """Find a seat for a guest: a free one, or one whose guest finds another."""
    for seat in wishes[guest]:
        if len(taken[seat]) < room[seat]:
            taken[seat].append(guest)
            return True
    for seat in wishes[guest]:
        if seat not in tried:
            tried.add(seat)
            for place, other in enumerate(taken[seat]):
                if _seat(other, wishes, room, taken, tried):
                    taken[seat][place] = guest
                    return True
    return False

"""Secrets at the table: what a side gets is the same whatever is hidden from it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from sandtable.kernel.chance import FixedChance
from sandtable.kernel.flow import OVER
from sandtable.kernel.game import SPECTATOR
from sandtable.kernel.journal import read_journal
from sandtable.kernel.match import Match
from sandtable.kernel.replay import verify_dice
from sandtable.table import archive
from sandtable.table.catalogue import board_of
from sandtable.table.errors import Denied
from sandtable.table.house import House
from sandtable.table.messages import Act, NewTable, Talk, Undo, WhyNot, encode
from tests.table.tablework import (
    BOTH_HERE,
    drained,
    hot_seat,
    match_of,
    new_key,
    opened,
    place_all,
    play,
    play_on,
    random_match,
    room_of,
    run,
    step,
    tiny,
    two_at_a_table,
)
from tests.table.telling import compare, told_by_the_house, told_in_all, told_now

BOARD = board_of(tiny.id)
READERS = (0, 1, SPECTATOR)


@pytest.mark.parametrize("seed", range(4))
def test_a_side_is_told_the_same_whatever_is_hidden_from_it(seed: int) -> None:
    """At every moment of a game: the truth, and states the side cannot tell from it, tell it the same."""
    rng = Random(seed)
    match = random_match(seed)
    while match.actor() != OVER:
        for side in READERS:
            other = match.fork()
            other.state = tiny.resample(tiny.view(match.state, side), rng, match.state.printed)
            compare(told_now(match, side), told_now(other, side))
        step(match, rng)


def placed(red: Sequence[str], blue: Sequence[str], cards: Sequence[int]) -> Match:
    """Both sides have placed, four cards are dealt, Red has bid in secret."""
    match = Match.start(tiny, chance=FixedChance(cards))
    match.play(0, red)
    match.play(1, blue)
    match.play(0, ["no-bid"])
    return match


SOUTH, OTHER_SOUTH = ("to:S", "to:S", "to:SE"), ("to:S", "to:SE", "to:S")
NORTH, OTHER_NORTH = ("to:N", "to:N", "to:NE"), ("to:N", "to:NE", "to:N")


@pytest.mark.parametrize(
    ("side", "one", "two"),
    [
        (1, placed(SOUTH, NORTH, (0, 1, 8, 9)), placed(OTHER_SOUTH, NORTH, (2, 3, 8, 9))),
        (0, placed(SOUTH, NORTH, (0, 1, 8, 9)), placed(SOUTH, OTHER_NORTH, (0, 1, 6, 7))),
        (SPECTATOR, placed(SOUTH, NORTH, (0, 1, 8, 9)), placed(OTHER_SOUTH, OTHER_NORTH, (2, 3, 6, 7))),
    ],
)
def test_two_histories_that_look_alike_are_told_alike(side: int, one: Match, two: Match) -> None:
    assert tiny.key(one.state) != tiny.key(two.state)
    compare(told_in_all(one, side), told_in_all(two, side))
    for reader in {0, 1} - {side}:
        assert told_in_all(one, reader) != told_in_all(two, reader)  # whoever may know does


def test_the_file_of_a_running_game_names_nothing_of_the_other_side() -> None:
    match = placed(SOUTH, NORTH, (0, 1, 8, 9))
    for side, own, others in [(0, "red", "blue"), (1, "blue", "red")]:
        name, content = archive.exported(match, BOARD, side)
        assert name.endswith(f"-{own}.json")
        text = content.decode()
        cards = match.state.printed.cards
        assert f"{own}/captain" in text
        assert f"{others}/captain" not in text
        hidden = cards[8:10] if side == 0 else cards[:2]
        assert not [card for card in hidden if f'"{card}"' in text or f"is {card}" in text]
    name, content = archive.exported(match, BOARD, SPECTATOR)
    assert name.endswith("-public.json")
    assert b"captain" not in content


async def pushed_to(house: House, red_places: Sequence[str], cards: Sequence[int]) -> list[list[bytes]]:
    """All that is pushed to Blue and to a spectator while Red does things in secret."""
    red, blue, table = await two_at_a_table(house)
    red = await house.people.rename(red, "Red One")
    await house.people.rename(blue, "Blue One")
    room = await room_of(house, table)
    room.match.chance = FixedChance(cards)
    readers = [await house.subscribe(blue, table, 1), await house.subscribe(None, table, SPECTATOR)]
    for choice in red_places:
        await play(house, red, table, 0, choice)
    await play(house, blue, table, 1, *NORTH)
    await play(house, red, table, 0, "no-bid")
    await play(house, blue, table, 1, "no-bid")
    await play(house, red, table, 0, "piece:red/captain")
    messages = [await drained(reader) for reader in readers]
    return [[encode(message) for message in heard] for heard in messages]


def test_what_is_pushed_is_the_same_whatever_is_hidden(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            one = await pushed_to(house, SOUTH, (0, 1, 8, 9))
            two = await pushed_to(house, OTHER_SOUTH, (2, 3, 8, 9))
            assert one == two
            # The first three; to Blue that somebody watches; then Red's last placing, which passes the decision,
            # Blue's, and two bids: of what Red did before and after, nothing.
            assert [len(heard) for heard in one] == [3 + 1 + 4, 3 + 4]

    run(work)


def test_that_a_side_does_something_in_secret_is_not_pushed(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            others = [await house.subscribe(blue, table, 1), await house.subscribe(None, table, SPECTATOR)]
            mine = await house.subscribe(red, table, 0)
            for reader in (*others, mine):
                await drained(reader)
            await play(house, red, table, 0, "to:S")
            assert [len(await drained(reader)) for reader in (*others, mine)] == [0, 0, 1]

    run(work)


def test_nothing_that_others_see_moves_with_a_hidden_choice(tmp_path: Path) -> None:
    """Not the time of the last change, not the order of the lobby, not what they could still undo."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            await play(house, red, table, 0, "no-bid")
            await play(house, blue, table, 1, "no-bid")  # Red is to move, and picks a piece up in secret
            other = (await house.create(blue, NewTable(tiny.id, seats=BOTH_HERE))).id  # sorted before or after
            lookers = ((blue, 1), (blue, SPECTATOR), (None, SPECTATOR))
            before = [await told_by_the_house(house, person, table, side) for person, side in lookers]
            mine = await told_by_the_house(house, red, table, 0)
            number = (await match_of(house, table)).number
            await play(house, red, table, 0, "piece:red/captain")
            assert (await match_of(house, table)).number > number
            for (person, side), told in zip(lookers, before, strict=True):
                compare(told, await told_by_the_house(house, person, table, side))
            assert mine != await told_by_the_house(house, red, table, 0)
            assert [card.id for card in (await house.lobby(blue)).mine] == [other, table]
        async with opened(tmp_path) as house:  # what the store has
            for (person, _), told in zip(lookers, before, strict=True):
                stored = encode(await house.lobby(person)).replace(table.encode(), b"table")
                assert stored == told["lobby"]

    run(work)


def test_undo_does_not_tell_whether_the_other_side_has_chosen(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await play(house, red, table, 0, *SOUTH)  # Blue places now
            refusals = []
            for _ in range(2):
                update = await house.update(red, table, 0)
                assert (update.undo, update.reset) == (-1, -1)
                with pytest.raises(Denied) as refused:
                    await house.undo(red, table, Undo(0, update.number, new_key()))
                refusals.append(str(refused.value))
                await play(house, blue, table, 1, "to:N")
            assert refusals[0] == refusals[1]
            assert (await house.update(blue, table, 1)).undo >= 0

    run(work)


def test_whoever_plays_both_sides_may_undo_before_passing_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await play(house, person, table, 0, *SOUTH)
            update = await house.update(person, table, 0)
            assert update.undo >= 0
            await house.undo(person, table, Undo(0, update.number, new_key()))

    run(work)


# The seed


def test_the_seed_is_told_when_the_game_is_over_and_fits_its_dice(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            running = await house.info(red, table)
            seed = (await room_of(house, table)).row.seed.hex()
            assert running.seed == ""
            for side, person in enumerate((red, blue)):
                told = encode(await house.update(person, table, side))
                _, exported = await house.export(person, table, side)
                assert seed.encode() not in told + exported
            await play_on(house, [red, blue], table, Random(1))
            info = await house.info(None, table)
            assert info.seed == seed
            assert info.commitment == running.commitment
            name, content = await house.export(None, table)
            assert name.endswith(".journal")
            journal = read_journal(content, name)
            assert journal.header.commitment == info.commitment
            assert verify_dice(tiny, journal, bytes.fromhex(info.seed)) >= 4

    run(work)


def test_a_resignation_reveals_the_seed_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, _, table = await two_at_a_table(house)
            await house.act(red, table, Act(0, new_key(), "resign"))
            assert len((await house.info(red, table)).seed) == 64

    run(work)


def test_only_the_holder_of_a_seat_reads_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.talk(red, table, Talk("look away"))
            for person in (None, blue):
                for looking in (
                    house.update(person, table, 0),
                    house.subscribe(person, table, 0),
                    house.moments(person, table, 0),
                    house.moment(person, table, 0, 0),
                    house.export(person, table, 0),
                    house.why(person, table, WhyNot(0, choice="to:S")),
                ):
                    with pytest.raises(Denied):
                        await looking

    run(work)

"""Standing orders: they answer for an absent player, and nobody else learns what they are."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sandtable.kernel.errors import Malformed
from sandtable.kernel.flow import OVER
from sandtable.kernel.journal import ChoiceRecord, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.orders import StandingOrder
from sandtable.kernel.replay import verified
from sandtable.table.errors import Denied
from sandtable.table.house import House
from sandtable.table.messages import Act, LeaveOrders, Undo
from sandtable.table.people import Person
from tests.table.tablework import (
    guests,
    hot_seat,
    match_of,
    new_key,
    opened,
    place_all,
    play,
    room_of,
    run,
    tiny,
    two_at_a_table,
)

RED, BLUE = 0, 1
HOLD = StandingOrder("hold")
SEEDS = 12


async def leave(house: House, person: Person, table: str, side: int, *orders: StandingOrder) -> list[str]:
    left = await house.leave_orders(person, table, LeaveOrders(side, orders))
    return [order.words for order in left.left]


async def play_at_random(house: House, people: list[Person], table: str, rng: Random) -> list[tuple[int, str]]:
    """Play to the end, and attack where that is possible; every decision that was left to a person."""
    asked: list[tuple[int, str]] = []
    while True:
        match = await match_of(house, table)
        side = match.actor()
        if side == OVER:
            return asked
        asked.append((side, tiny.kind_names[match.state.frames[-1][0]]))
        legal = [tiny.write(match.state, choice) for choice in tiny.legal(match.state)]
        going_on = [text for text in legal if text != "done"] or legal
        await play(house, people[side], table, side, rng.choice(going_on))


def texts(match: Match) -> list[tuple[int, str]]:
    """The choices that were made, with their sides."""
    return [(record.side, record.text) for record in match.records if isinstance(record, ChoiceRecord)]


def test_an_order_answers_as_an_ordinary_record(tmp_path: Path) -> None:
    """Whoever has ordered to hold is never asked; the others are. What was ordered is no part of the game."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            answered = 0
            for seed in range(SEEDS):
                red, blue, table = await two_at_a_table(house)
                assert await leave(house, blue, table, BLUE, HOLD) == ["Hold"]
                asked = await play_at_random(house, [red, blue], table, Random(seed))
                assert (BLUE, "ambush") not in asked
                match = await match_of(house, table)
                answered += (BLUE, "no-ambush") in texts(match)
                assert verified(tiny, match.journal).result == match.result
                assert b"hold" not in write_journal(match.journal)
            assert answered > SEEDS // 3

    run(work)


async def about_to_attack(house: House, people: tuple[Person, Person], table: str) -> None:
    """Red has a piece beside Blue's and the move."""
    red, blue = people
    await place_all(house, red, blue, table)
    match = await match_of(house, table)
    hand = [tiny.write(match.state, choice) for choice in tiny.legal(match.state)]
    await play(house, red, table, RED, max(hand, key=lambda text: text.startswith("bid")))
    await play(house, blue, table, BLUE, "no-bid")


async def attacked(house: House, person: Person, table: str) -> str:
    """Red moves towards Blue until it attacks; the kind of the decision after that."""
    rng = Random(5)
    while True:
        match = await match_of(house, table)
        if match.actor() != RED:
            decision: str = tiny.kind_names[match.state.frames[-1][0]]
            return decision
        before = len(texts(match))
        legal = [tiny.write(match.state, choice) for choice in tiny.legal(match.state)]
        await play(house, person, table, RED, rng.choice([text for text in legal if text != "done"] or legal))
        later = texts(await match_of(house, table))[before:]
        if any(side == BLUE for side, _ in later):
            return "answered"


def test_who_asks_to_be_asked_is_asked(tmp_path: Path) -> None:
    """The first order that speaks of a decision counts; one about another hex does not."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            found = []
            for hexes in ((), ("S",), ("C", "N", "NE", "NW", "S", "SE", "SW")):
                red, blue, table = await two_at_a_table(house)
                await about_to_attack(house, (red, blue), table)
                ask = [StandingOrder("ask-at", {"hex": name}) for name in hexes]
                await leave(house, blue, table, BLUE, *ask, HOLD)
                found.append(await attacked(house, red, table))
            assert found == ["answered", "answered", "ambush"]

    run(work)


def test_orders_outlive_a_restart_and_an_undo(tmp_path: Path) -> None:
    async def before() -> tuple[Person, Person, str]:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await leave(house, red, table, RED, HOLD)
            await play(house, red, table, RED, "to:S")
            number = (await house.update(red, table, RED)).number
            await house.undo(red, table, Undo(RED, number, new_key()))
            return red, blue, table

    async def work() -> None:
        red, _, table = await before()
        async with opened(tmp_path) as house:
            assert [order.order for order in (await house.orders(red, table, RED)).left] == ["hold"]
            await leave(house, red, table, RED)
        async with opened(tmp_path) as house:
            assert not (await house.orders(red, table, RED)).left

    run(work)


def test_orders_are_private_and_end_when_the_seat_changes_hands(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            (stranger,) = await guests(house, 1)
            await leave(house, blue, table, BLUE, HOLD)
            for person in (red, stranger, None):
                with pytest.raises(Denied):
                    await house.orders(person, table, BLUE)
            with pytest.raises(Denied):
                await house.leave_orders(red, table, LeaveOrders(BLUE, ()))
            with pytest.raises(Denied):
                await house.orders(red, table, -1)
            await house.leave(blue, table, BLUE)
            await house.sit(blue, table, BLUE)
            assert not (await house.orders(blue, table, BLUE)).left
        async with opened(tmp_path) as house:
            assert not (await house.orders(blue, table, BLUE)).left

    run(work)


def test_orders_wait_while_the_rules_are_in_dispute(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await about_to_attack(house, (red, blue), table)
            assert await attacked(house, red, table) == "ambush"
            await leave(house, blue, table, BLUE, HOLD)
            room = await room_of(house, table)
            room.match.disputed, room.match.awaited = room.match.number, {RED, BLUE}
            number = room.match.number
            await house.act(red, table, Act(RED, new_key(), "accept-rules"))
            assert not any(side == BLUE for side, _ in texts(room.match)[number:])
            await house.act(blue, table, Act(BLUE, new_key(), "accept-rules"))
            assert "no-ambush" in [text for _, text in texts(room.match)]

    run(work)


def test_one_person_leaves_orders_for_either_side(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await leave(house, person, table, RED, HOLD)
            await leave(house, person, table, BLUE, HOLD)
            asked = await play_at_random(house, [person, person], table, Random(3))
            assert "ambush" not in [kind for _, kind in asked]

    run(work)


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ([StandingOrder("retreat")], "no standing order 'retreat'"),
        ([StandingOrder("ask-at")], "'ask-at' needs its term 'hex'"),
        ([StandingOrder("hold", {"hex": "C"})], "'hold' has no term 'hex'"),
        ([StandingOrder("ask-at", {"hex": "Z9"})], "hex cannot be 'Z9'"),
        ([HOLD] * 21, "a side can leave 20 standing orders"),
    ],
)
def test_orders_that_cannot_be_left_are_refused(tmp_path: Path, orders: list[StandingOrder], said: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house)
            await leave(house, person, table, RED, HOLD)
            with pytest.raises(Malformed, match=said):
                await leave(house, person, table, RED, *orders)
            assert [order.order for order in (await house.orders(person, table, RED)).left] == ["hold"]

    run(work)

"""Ways that go on: a move through the windows of the other side, at one request a move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.kernel.bits import ones
from sandtable.kernel.game import Why
from sandtable.kernel.journal import ChoiceRecord, write_journal
from sandtable.kernel.match import Match
from sandtable.kernel.orders import StandingOrder
from sandtable.kernel.replay import verified
from sandtable.kernel.words import say
from sandtable.table.errors import Denied
from sandtable.table.house import House
from sandtable.table.messages import Act, CallOff, Done, LeaveOrders, Run, Undo
from sandtable.table.people import Person
from tests.table.tablework import guests, hot_seat, match_of, new_key, opened, play, run, two_at_a_table

COASTS = "two-coasts"
coasts = sandtable.game(COASTS)
STEPS = 3
"""The least number of steps of the move that is sent."""
TRIES = 60
"""Games in which somebody may be fired at; one in four brings a shot that misses."""


def texts(match: Match) -> list[tuple[int, str]]:
    """The choices that were made and stand, with their sides."""
    records = (standing.record for standing in match.line)
    return [(record.side, record.text) for record in records if isinstance(record, ChoiceRecord)]


def long_way(match: Match) -> tuple[str, ...]:
    """A move of several steps of the side to decide."""
    state, side = match.state, match.actor()
    route = coasts.questions["route"]
    for unit in ones(state.printed.own[side]):
        for place in range(len(state.printed.map.names)):
            choices = route.answer(state, unit, place)
            if len(choices) > STEPS:
                return tuple(coasts.write(state, choice) for choice in choices)
    raise AssertionError("nobody goes far")


async def send(house: House, person: Person, table: str, way: tuple[str, ...]) -> Done:
    match = await match_of(house, table)
    side = match.actor()
    return await house.play(person, table, Run(side, match.seen(side), new_key(), way, goes_on=True))


async def at_table(house: House) -> tuple[list[Person], str, int, tuple[str, ...]]:
    """Two people, the table, the side to move, and a long way for it."""
    *people, table = await two_at_a_table(house, COASTS)
    match = await match_of(house, table)
    return [*people], table, match.actor(), long_way(match)


def test_a_way_ends_before_a_step_that_costs_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after a window was not foreseen when the run was sent: the mover is asked again."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            danger = coasts.read((await match_of(house, table)).state, way[2])

            def costs(game: Any, state: Any, rest: Sequence[int]) -> tuple[Why, ...]:
                return (Why("7.1", say("It is cut off")),) if rest[0] == danger else ()

            monkeypatch.setattr("sandtable.kernel.ways.costs", costs)
            await send(house, people[side], table, way)
            await play(house, people[1 - side], table, 1 - side, "hold")
            match = await match_of(house, table)
            assert [text for who, text in texts(match) if who == side] == [*way[:2]]
            assert (match.actor(), match.ways) == (side, {})

    run(work)


def test_a_way_goes_on_when_the_window_closes_in_silence(tmp_path: Path) -> None:
    """One request for the mover, one answer a step for the other; the mover is told what is left."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            done = await send(house, people[side], table, way)
            assert done.played == 2, "the unit is picked up and makes a step"
            for left in range(len(way) - 2, 0, -1):
                ahead = (await house.update(people[side], table, side)).way
                assert ahead is not None
                assert (ahead.left, len(ahead.cells)) == (left, left)
                assert (await house.update(people[1 - side], table, 1 - side)).way is None
                await play(house, people[1 - side], table, 1 - side, "hold")
            await play(house, people[1 - side], table, 1 - side, "hold")
            match = await match_of(house, table)
            assert [text for who, text in texts(match) if who == side] == [*way]
            assert match.actor() == side
            assert not match.ways
            assert verified(coasts, match.journal).number == match.number

    run(work)


def test_with_orders_a_move_is_one_request(tmp_path: Path) -> None:
    """The other side has ordered to hold: the whole way is played and answered in one request."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            hold = LeaveOrders(1 - side, (StandingOrder("hold"),))
            await house.leave_orders(people[1 - side], table, hold)
            done = await send(house, people[side], table, way)
            assert done.played == len(way)
            assert done.update is not None
            assert done.update.scene.actor == side
            assert done.update.way is None
            played = texts(await match_of(house, table))
            assert played.count((1 - side, "hold")) == len(way) - 1

    run(work)


def test_a_run_that_does_not_say_so_ends_at_the_window(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            await play(house, people[side], table, side, *way)
            assert not (await match_of(house, table)).ways
            await play(house, people[1 - side], table, 1 - side, "hold")
            assert (await match_of(house, table)).actor() == side
            assert len(texts(await match_of(house, table))) == 3

    run(work)


def test_the_mover_calls_it_off(tmp_path: Path) -> None:
    """Only the mover; then the next step is a decision again."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            await send(house, people[side], table, way)
            with pytest.raises(Denied):
                await house.call_off(people[1 - side], table, CallOff(side))
            done = await house.call_off(people[side], table, CallOff(side))
            assert done.update is not None
            assert done.update.way is None
            await house.call_off(people[side], table, CallOff(side))
            await play(house, people[1 - side], table, 1 - side, "hold")
            assert (await match_of(house, table)).actor() == side
            assert len(texts(await match_of(house, table))) == 3

    run(work)


def test_undo_below_it_ends_a_way(tmp_path: Path) -> None:
    """In a hot seat the mover can still undo while the window is open."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await hot_seat(house, COASTS)
            match = await match_of(house, table)
            side, way = match.actor(), long_way(match)
            await send(house, person, table, way)
            number = (await house.update(person, table, side)).number
            await house.undo(person, table, Undo(side, number, new_key()))
            match = await match_of(house, table)
            assert not match.ways
            assert match.actor() == side
            assert not texts(match)

    run(work)


def test_a_way_outlives_a_restart(tmp_path: Path) -> None:
    """It is stored with the seat, outside the journal; an order and a way together go on after it."""

    async def before() -> tuple[list[Person], str, int, tuple[str, ...]]:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            await send(house, people[side], table, way)
            assert way[-1].encode() not in write_journal((await match_of(house, table)).journal)
            return people, table, side, way

    async def work() -> None:
        people, table, side, way = await before()
        async with opened(tmp_path) as house:
            ahead = (await house.update(people[side], table, side)).way
            assert ahead is not None
            assert ahead.left == len(way) - 2
            await play(house, people[1 - side], table, 1 - side, "hold")
        async with opened(tmp_path) as house:
            for _ in range(len(way) - 2):
                await play(house, people[1 - side], table, 1 - side, "hold")
            match = await match_of(house, table)
            assert [text for who, text in texts(match) if who == side] == [*way]
            assert not match.ways
        async with opened(tmp_path) as house:
            assert not (await match_of(house, table)).ways

    run(work)


def test_a_way_ends_when_its_seat_changes_hands(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            await send(house, people[side], table, way)
            await house.leave(people[side], table, side)
            assert not (await match_of(house, table)).ways

    run(work)


async def fired_at(house: House, people: list[Person], table: str, side: int) -> bool:
    """The other side fires as soon as it can; did it, and did it miss?"""
    while (match := await match_of(house, table)).ways:
        legal = [coasts.write(match.state, choice) for choice in coasts.legal(match.state)]
        fire = next((text for text in legal if text.startswith("fire")), "")
        await play(house, people[1 - side], table, 1 - side, fire or "hold")
        if fire:
            told = (await match_of(house, table)).log(side)
            return any(event.kind == "missed" for _, event in told)
    return False


def test_a_way_ends_when_its_mover_is_told_something(tmp_path: Path) -> None:
    """A stack that was fired at and missed could go on; but its player is asked."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            for _ in range(TRIES):
                people, table, side, way = await at_table(house)
                await send(house, people[side], table, way)
                if await fired_at(house, people, table, side):
                    match = await match_of(house, table)
                    assert not match.ways
                    assert match.actor() == side
                    assert len([text for who, text in texts(match) if who == side]) < len(way)
                    return
        raise AssertionError("nobody was missed")

    run(work)


def test_offers_do_not_end_a_way(tmp_path: Path) -> None:
    """What happens between the players is no part of the game: a draw offered in the window changes nothing."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            await send(house, people[side], table, way)
            await house.act(people[1 - side], table, Act(1 - side, new_key(), "offer-draw"))
            await play(house, people[1 - side], table, 1 - side, "hold")
            assert [text for who, text in texts(await match_of(house, table)) if who == side] == [*way[:3]]

    run(work)


def test_a_stranger_learns_nothing_of_a_way(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            people, table, side, way = await at_table(house)
            await send(house, people[side], table, way)
            (stranger,) = await guests(house, 1)
            for person, reader in ((stranger, -1), (people[1 - side], 1 - side)):
                assert (await house.update(person, table, reader)).way is None

    run(work)

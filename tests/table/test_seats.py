"""Seats: links, open seats, what the owner may change, and what no owner may."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandtable.kernel.errors import Malformed
from sandtable.kernel.journal import ActRecord
from sandtable.table.errors import Denied, Missing
from sandtable.table.house import House
from sandtable.table.messages import Act, Claimed, Invitation, NewSeat, NewTable, SeatChange, Secret
from sandtable.table.people import Person
from tests.table.tablework import TINY, guests, hot_seat, match_of, new_key, opened, play, run, two_at_a_table

LINKED = (NewSeat("here"), NewSeat("link"))


async def linked_table(house: House) -> tuple[Person, str, Secret]:
    """A table whose second seat waits for whoever has the link."""
    (owner,) = await guests(house, 1)
    made = await house.create(owner, NewTable(TINY, seats=LINKED))
    (invitation,) = made.invitations
    return owner, made.id, secret_of(invitation)


def secret_of(invitation: Invitation | None) -> Secret:
    assert invitation is not None
    assert invitation.path.startswith("/join#")
    return Secret(invitation.path.partition("#")[2])


def test_a_link_is_a_seat_for_the_first_who_opens_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            _, table, secret = await linked_table(house)
            friend, stranger = await guests(house, 2)
            assert await house.claim(friend, secret) == Claimed(table, 1)
            assert await house.claim(friend, secret) == Claimed(table, 1)  # opened once more
            with pytest.raises(Denied, match="already has that seat"):
                await house.claim(stranger, secret)
            assert (await house.info(friend, table)).yours == (1,)
            assert (await house.info(stranger, table)).yours == ()
        async with opened(tmp_path) as house:
            assert (await house.info(friend, table)).yours == (1,)
            with pytest.raises(Denied):
                await house.claim(stranger, secret)

    run(work)


def test_of_many_who_open_a_link_at_once_one_sits_down(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            _, table, secret = await linked_table(house)
            crowd = await guests(house, 20)
            results = await asyncio.gather(
                *(house.claim(person, secret) for person in crowd), return_exceptions=True
            )
            assert sum(result == Claimed(table, 1) for result in results) == 1
            assert sum(isinstance(result, Denied) for result in results) == 19

    run(work)


def test_only_the_hash_of_a_link_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            _, _, secret = await linked_table(house)
            assert len(secret.secret) >= 22  # 128 bits
            assert secret.secret not in repr(house._store.rows("SELECT * FROM seats"))
            (person,) = await guests(house, 1)
            for wrong in ("", secret.secret[:-1], "x" * 32):
                with pytest.raises(Missing):
                    await house.claim(person, Secret(wrong))

    run(work)


def test_a_new_link_is_the_end_of_the_old_one(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, table, old = await linked_table(house)
            friend, stranger = await guests(house, 2)
            new = secret_of(await house.invite(owner, table, 1))
            with pytest.raises(Missing):
                await house.claim(stranger, old)
            assert await house.claim(friend, new) == Claimed(table, 1)
            with pytest.raises(Denied):
                await house.invite(owner, table, 1)
            for side in (0, -1):
                with pytest.raises(Denied):
                    await house.invite(owner, table, side)

    run(work)


def test_an_open_seat_is_for_whoever_comes_first(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, first, second = await guests(house, 3)
            table = (await house.create(owner, NewTable(TINY, seats=(NewSeat("open"), NewSeat("here"))))).id
            results = await asyncio.gather(
                *(house.sit(person, table, 0) for person in (first, second)), return_exceptions=True
            )
            assert results.count(Claimed(table, 0)) == 1
            assert sum(isinstance(result, Denied) for result in results) == 1
            assert (await house.lobby(owner)).open == ()
            with pytest.raises(Denied, match="not open"):
                await house.sit(second, table, 1)
            for side in (-1, 2):
                with pytest.raises(Missing):
                    await house.sit(second, table, side)

    run(work)


def test_a_linked_seat_is_not_taken_without_the_link(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            _, table, _ = await linked_table(house)
            (stranger,) = await guests(house, 1)
            with pytest.raises(Denied):
                await house.sit(stranger, table, 1)
            with pytest.raises(Denied):
                await play(house, stranger, table, 1, "to:N")

    run(work)


def test_the_journal_says_that_a_seat_changed_and_names_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, table, secret = await linked_table(house)
            (friend,) = await guests(house, 1)
            await house.claim(friend, secret)
            await house.change_seat(owner, table, 1, SeatChange("computer", "random"))
            acts = [record for record in (await match_of(house, table)).records if isinstance(record, ActRecord)]
            assert [(act.side, act.act, act.value) for act in acts] == [
                (1, "seat", "link"),
                (1, "seat", "computer"),
            ]

    run(work)


# What the owner changes


def test_the_owner_gives_a_seat_to_a_computer_and_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, table = await hot_seat(house)
            assert await house.change_seat(owner, table, 1, SeatChange("computer")) is None
            info = await house.info(owner, table)
            assert info.yours == (0,)
            assert (info.card.seats[1].kind, info.card.seats[1].name) == ("computer", "random")
            secret = secret_of(await house.change_seat(owner, table, 1, SeatChange("link")))
            (friend,) = await guests(house, 1)
            assert await house.claim(friend, secret) == Claimed(table, 1)

    run(work)


def test_the_owner_opens_and_takes_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, table = await hot_seat(house)
            await house.change_seat(owner, table, 1, SeatChange("open"))
            assert (await house.info(owner, table)).yours == (0,)
            await house.change_seat(owner, table, 1, SeatChange("here"))
            assert (await house.info(owner, table)).yours == (0, 1)
            for side, change, refusal in [
                (1, SeatChange("ghost"), Malformed),
                (1, SeatChange("computer", "kasparov"), Malformed),
                (-1, SeatChange("link"), Missing),
                (5, SeatChange("link"), Missing),
            ]:
                with pytest.raises(refusal):
                    await house.change_seat(owner, table, side, change)

    run(work)


@pytest.mark.parametrize("kind", ["here", "link", "open"])
def test_no_owner_gets_at_the_secrets_of_somebody_elses_seat(tmp_path: Path, kind: str) -> None:
    """Not at once, and not by way of a computer player."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            with pytest.raises(Denied, match="secrets"):
                await house.change_seat(red, table, 1, SeatChange(kind))
            await house.change_seat(red, table, 1, SeatChange("computer"))
            assert (await house.info(blue, table)).yours == ()
        async with opened(tmp_path) as house:
            with pytest.raises(Denied, match="secrets"):
                await house.change_seat(red, table, 1, SeatChange(kind))
            await house.act(red, table, Act(0, new_key(), "resign"))
            await house.change_seat(red, table, 1, SeatChange(kind))

    run(work)


def test_where_nothing_is_secret_the_owner_may_give_a_seat_to_another(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, first, second = await guests(house, 3)
            made = await house.create(owner, NewTable("afrika-korps", seats=LINKED))
            await house.claim(first, secret_of(made.invitations[0]))
            new = secret_of(await house.change_seat(owner, made.id, 1, SeatChange("link")))
            assert await house.claim(second, new) == Claimed(made.id, 1)
            assert (await house.info(first, made.id)).yours == ()

    run(work)

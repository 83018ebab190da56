"""Seats: links, open seats, what the owner may change, and what no owner may."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandtable.kernel.errors import Malformed
from sandtable.kernel.journal import ActRecord, write_journal
from sandtable.table.errors import Denied, Missing, TooMuch
from sandtable.table.house import House
from sandtable.table.messages import (
    Act,
    Claimed,
    Hide,
    Invitation,
    NewSeat,
    NewTable,
    Presence,
    Rematch,
    SeatChange,
    Secret,
)
from sandtable.table.people import Person
from tests.table.tablework import (
    TINY,
    against,
    drained,
    guests,
    hot_seat,
    match_of,
    new_key,
    opened,
    place_all,
    play,
    run,
    two_at_a_table,
)

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
            await house.leave(friend, table, 1)
            await house.change_seat(owner, table, 1, SeatChange("computer", "random"))
            acts = [record for record in (await match_of(house, table)).records if isinstance(record, ActRecord)]
            assert [(act.side, act.act, act.value) for act in acts] == [
                (1, "seat", "link"),
                (1, "leave", ""),
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
            assert (info.card.seats[1].kind, info.card.seats[1].name) == ("computer", "Random")
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


# Nobody is put out of a seat


@pytest.mark.parametrize("game", [TINY, "afrika-korps"])
def test_an_owner_cannot_put_anybody_out_of_a_seat(tmp_path: Path, game: str) -> None:
    """With secrets and without; not for a computer, not for a friend, not for themselves."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house, game)
            for kind in ("here", "link", "open", "computer"):
                with pytest.raises(Denied, match="only they can give it up"):
                    await house.change_seat(red, table, 1, SeatChange(kind))
            with pytest.raises(Denied):
                await house.leave(red, table, 1)
            assert (await house.info(blue, table)).yours == (1,)

    run(work)


def test_whoever_leaves_is_in_the_log_and_can_come_back(tmp_path: Path) -> None:
    """Even from a computer player; but not when somebody else has sat down."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house, "afrika-korps")
            await house.leave(blue, table, 1)
            assert (await house.info(blue, table)).card.seats[1].returnable
            assert [card.id for card in (await house.lobby(blue)).mine] == [table]
            assert not (await house.info(red, table)).card.seats[1].returnable
            await house.sit(blue, table, 1)
            await house.leave(blue, table, 1)
            await house.change_seat(red, table, 1, SeatChange("computer", "random"))
        async with opened(tmp_path) as house:
            assert await house.sit(blue, table, 1) == Claimed(table, 1)
            assert (await house.info(blue, table)).yours == (1,)
            assert [line.text for line in (await house.update(None, table, -1)).log if line.kind == "table"] == [
                "The Allies player has left the table",
                "The Allies player is back at the table",
                "The Allies player has left the table",
                "The Allies seat goes to the computer",
                "The Allies player is back at the table",
            ]
            await house.leave(blue, table, 1)
            (friend,) = await guests(house, 1)
            await house.claim(friend, secret_of(await house.change_seat(red, table, 1, SeatChange("link"))))
            with pytest.raises(Denied):
                await house.sit(blue, table, 1)

    run(work)


def test_any_player_may_give_a_seat_that_was_left_to_a_computer(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, blue, table = await two_at_a_table(house)
            with pytest.raises(Denied):
                await house.change_seat(blue, table, 0, SeatChange("computer"))
            await house.leave(owner, table, 0)
            (stranger,) = await guests(house, 1)
            for person, kind in ((stranger, "computer"), (blue, "link"), (blue, "here")):
                with pytest.raises(Denied):
                    await house.change_seat(person, table, 0, SeatChange(kind))
            await house.change_seat(blue, table, 0, SeatChange("computer", "random"))
            assert (await house.info(blue, table)).card.seats[0].kind == "computer"

    run(work)


def test_a_seat_falls_vacant_a_day_after_its_absent_holder_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            with pytest.raises(Denied, match="not been called"):
                await house.vacate(red, table, 1)
            await house.call(red, table, 1)
            begun = (await house.info(blue, table)).card.seats[1].called
            assert begun > 0
            for later in (0.0, 86_399.0):
                monkeypatch.setattr("sandtable.table.seating.time", Frozen(begun + later))
                with pytest.raises(Denied, match="may still come"):
                    await house.vacate(red, table, 1)
        async with opened(tmp_path) as house:
            monkeypatch.setattr("sandtable.table.seating.time", Frozen(begun + 86_401.0))
            await house.vacate(red, table, 1)
            assert (await house.info(blue, table)).yours == ()
            assert [line.text for line in (await house.update(None, table, -1)).log if line.kind == "table"] == [
                "The Blue player is called to the table",
                "The Blue seat is vacant: its player was called and did not come",
            ]
            await house.sit(blue, table, 1)
            assert (await house.info(blue, table)).yours == (1,)

    run(work)


class Frozen:
    """A clock that stands still."""

    def __init__(self, now: float) -> None:
        self._now = now

    def time(self) -> float:
        return self._now


def test_whoever_comes_when_called_keeps_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at the table is enough; and somebody who is here cannot be called away."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.call(red, table, 1)
            with pytest.raises(Denied, match="already been called"):
                await house.call(red, table, 1)
            begun = (await house.info(red, table)).card.seats[1].called
            monkeypatch.setattr("sandtable.table.seating.time", Frozen(begun + 1e6))
            reader = await house.subscribe(blue, table, 1)
            assert (await house.info(red, table)).card.seats[1].called == 0
            await house.call(red, table, 1)
            assert (await house.info(red, table)).card.seats[1].called == 0
            asked = "The Blue player is asked to leave the seat to somebody else"
            assert (await house.update(blue, table, 1)).log[-1].text == asked
            with pytest.raises(Denied):
                await house.vacate(red, table, 1)
            reader.close()
            with pytest.raises(Denied, match="nobody else"):
                await house.call(blue, table, 1)

    run(work)


def test_no_owner_gets_at_the_secrets_of_a_seat_that_somebody_left(tmp_path: Path) -> None:
    """Not at once, and not by way of a computer player."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.leave(blue, table, 1)
            for kind in ("here", "link", "open"):
                with pytest.raises(Denied, match="secrets"):
                    await house.change_seat(red, table, 1, SeatChange(kind))
            with pytest.raises(Denied):
                await house.sit(red, table, 1)
            await house.change_seat(red, table, 1, SeatChange("computer"))
        async with opened(tmp_path) as house:
            for kind in ("here", "link", "open"):
                with pytest.raises(Denied, match="secrets"):
                    await house.change_seat(red, table, 1, SeatChange(kind))
            await house.act(red, table, Act(0, new_key(), "resign"))
            await house.change_seat(red, table, 1, SeatChange("here"))

    run(work)


def test_where_nothing_is_secret_the_owner_may_give_a_seat_that_was_left_to_another(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, first, second = await guests(house, 3)
            made = await house.create(owner, NewTable("afrika-korps", seats=LINKED))
            await house.claim(first, secret_of(made.invitations[0]))
            await house.leave(first, made.id, 1)
            new = secret_of(await house.change_seat(owner, made.id, 1, SeatChange("link")))
            assert await house.claim(second, new) == Claimed(made.id, 1)
            assert (await house.info(first, made.id)).yours == ()

    run(work)


# What the others should know


def test_whoever_joins_is_told_that_the_host_may_know_the_secrets_of_the_seat(tmp_path: Path) -> None:
    """Because the host has played it, or has brought the game along."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            owner, table = await hot_seat(house)
            await house.change_seat(owner, table, 1, SeatChange("link"))
            assert [seat.exposed for seat in (await house.info(None, table)).card.seats] == [False, True]
            _, fresh, _ = await linked_table(house)
            assert not any(seat.exposed for seat in (await house.info(None, fresh)).card.seats)
            content = write_journal((await match_of(house, table)).journal)
            imported = (await house.import_game(owner, content)).id
            await house.change_seat(owner, imported, 0, SeatChange("open"))
            assert [seat.exposed for seat in (await house.info(None, imported)).card.seats] == [True, False]
            plain, nothing_secret = await hot_seat(house, "afrika-korps")
            await house.change_seat(plain, nothing_secret, 1, SeatChange("open"))
            assert not any(seat.exposed for seat in (await house.info(None, nothing_secret)).card.seats)
        async with opened(tmp_path) as house:
            (card,) = [card for card in (await house.lobby(None)).open if card.id == imported]
            assert [seat.exposed for seat in card.seats] == [True, False]

    run(work)


def test_who_looked_into_a_computers_seat_is_told_with_the_result(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await against(house, "random")
            await house.change_seat(person, table, 1, SeatChange("here"))
            await house.change_seat(person, table, 1, SeatChange("computer", "random"))
            told = "The Red player took over the Blue seat from the computer and saw what it knew"
            assert told in [line.text for line in (await house.update(None, table, -1)).log]
            await house.act(person, table, Act(0, new_key(), "resign"))
        async with opened(tmp_path) as house:
            (card,) = (await house.lobby(person)).mine
            assert card.ending is not None
            assert card.ending.notes == (told,)
            assert (await house.update(None, table, -1)).ending == card.ending

    run(work)


def test_that_a_computers_seat_was_opened_to_others_is_told_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            person, table = await against(house, "random")
            await house.change_seat(person, table, 1, SeatChange("link"))
            assert "A person took over the Blue seat from the computer" in str(
                (await house.update(None, table, -1)).log
            )

    run(work)


def test_who_took_something_back_is_told_with_the_result(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await place_all(house, red, blue, table)
            await house.act(red, table, Act(0, new_key(), "ask-take-back", "2"))
            await house.act(blue, table, Act(1, new_key(), "grant-take-back"))
            told = "The Red player took back choices that undo could not reach"
            assert told in [line.text for line in (await house.update(None, table, -1)).log]
            await house.act(red, table, Act(0, new_key(), "resign"))
            ending = (await house.info(None, table)).card.ending
            assert ending is not None
            assert ending.notes == (told,)

    run(work)


@pytest.mark.parametrize("act", ["seat", "call", "leave", "return", "look"])
def test_players_do_not_write_what_the_house_notes(tmp_path: Path, act: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, _, table = await two_at_a_table(house)
            with pytest.raises(Malformed):
                await house.act(red, table, Act(0, new_key(), act))

    run(work)


# Once more


def test_a_rematch_keeps_the_seats_for_the_same_players(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            with pytest.raises(Denied, match="not over"):
                await house.rematch(red, table, Rematch())
            await house.act(red, table, Act(0, new_key(), "resign"))
            (stranger,) = await guests(house, 1)
            with pytest.raises(Denied):
                await house.rematch(stranger, table, Rematch())
            reader = await house.subscribe(blue, table, 1)
            await drained(reader)
            made = await house.rematch(red, table, Rematch(swap=True))
            (pushed,) = await drained(reader)
            assert isinstance(pushed, Presence)
            assert pushed.rematch == made.id
            assert await house.rematch(blue, table, Rematch()) == made  # the same table, not another
            assert (await house.info(red, made.id)).yours == (1,)
            with pytest.raises(Denied):
                await house.sit(stranger, made.id, 0)
        async with opened(tmp_path) as house:
            assert (await house.info(blue, table)).rematch == made.id
            assert made.id in {card.id for card in (await house.lobby(blue)).mine}
            assert await house.sit(blue, made.id, 0) == Claimed(made.id, 0)

    run(work)


@pytest.mark.parametrize("kind", ["here", "link", "open"])
def test_whoever_makes_a_rematch_cannot_take_the_seat_that_is_kept(tmp_path: Path, kind: str) -> None:
    """A computer player can, and does not open the seat to the maker either."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.act(red, table, Act(0, new_key(), "resign"))
            made = await house.rematch(red, table, Rematch())
            with pytest.raises(Denied, match="kept"):
                await house.change_seat(red, made.id, 1, SeatChange(kind))
            with pytest.raises(Denied):
                await house.invite(red, made.id, 1)
            await house.change_seat(red, made.id, 1, SeatChange("computer", "random"))
            with pytest.raises(Denied, match="kept"):
                await house.change_seat(red, made.id, 1, SeatChange(kind))
            assert await house.sit(blue, made.id, 1) == Claimed(made.id, 1)

    run(work)


def test_a_seat_is_kept_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, _, table = await two_at_a_table(house)
            await house.act(red, table, Act(0, new_key(), "resign"))
            made = await house.rematch(red, table, Rematch())
            monkeypatch.setattr("sandtable.table.seating.ABSENCE", 0.0)
            assert await house.change_seat(red, made.id, 1, SeatChange("link")) is not None

    run(work)


def test_a_finished_game_can_be_hidden_from_ones_own_lobby(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            with pytest.raises(Denied, match="finished"):
                await house.hide(red, table, Hide(True))
            await house.act(red, table, Act(0, new_key(), "resign"))
            await house.hide(red, table, Hide(True))
            await house.hide(red, table, Hide(True))
        async with opened(tmp_path) as house:
            assert [card.hidden for card in (await house.lobby(red)).mine] == [True]
            assert [card.hidden for card in (await house.lobby(blue)).mine] == [False]
            await house.hide(red, table, Hide(False))
            assert [card.hidden for card in (await house.lobby(red)).mine] == [False]

    run(work)


def test_games_for_tests_are_in_no_players_lobby(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, test_games=False) as house:
            red, _, _ = await two_at_a_table(house)
            await house.create(red, NewTable(TINY, seats=(NewSeat("open"), NewSeat("here"))))
            assert TINY not in [card.id for card in await house.catalogue()]
            assert "afrika-korps" in [card.id for card in await house.catalogue()]
            for person in (red, None):
                lobby = await house.lobby(person)
                assert (lobby.mine, lobby.open) == ((), ())

    run(work)


def test_nobody_fills_a_journal_by_changing_seats(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue, table = await two_at_a_table(house)
            await house.subscribe(blue, table, 1)
            for _ in range(40):
                await house.call(red, table, 1)
            with pytest.raises(TooMuch):
                await house.call(red, table, 1)

    run(work)

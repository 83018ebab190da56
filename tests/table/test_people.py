"""Guests, accounts and sessions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import argon2
import pytest
from structlog.testing import capture_logs

from sandtable.kernel.errors import Malformed
from sandtable.table.errors import Denied, TooMuch
from sandtable.table.messages import Homecoming, NewSeat, NewTable
from sandtable.table.people import DAY, People, Person
from sandtable.table.store import FILE, Store
from tests.table.tablework import BOTH_HERE, TINY, guests, hot_seat, opened, run

PASSWORD = "sand in the carburettor"
HOME, AWAY = "192.0.2.1", "198.51.100.7"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def village(path: Path) -> AsyncIterator[tuple[People, Clock]]:
    """People with weak hashes, so that tests are quick, and with our own clock."""
    store, clock = Store(path), Clock()
    yield People(store, clock, argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)), clock
    store.close()


async def account(people: People, name: str) -> tuple[Person, str]:
    guest, _ = await people.guest()
    return await people.register(guest, name, PASSWORD, name)


def test_passwords_are_hashed_as_the_design_says(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(tmp_path)
        hasher = People(store)._hasher
        assert (hasher.type, hasher.memory_cost, hasher.time_cost) == (argon2.Type.ID, 19 * 1024, 2)
        assert hasher.parallelism == 1
        store.close()

    run(work)


# Sessions


def test_a_guest_comes_back_with_the_token(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, token = await people.guest()
            assert await people.visit(token) == guest
            assert not guest.account
            assert guest.name.startswith("Guest ")
            for wrong in ("", token[:-1], token + "x", "\ud800"):
                assert await people.visit(wrong) is None

    run(work)


def test_only_the_hash_of_a_token_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            person, token = await account(people, "Ann")
            assert len(token) >= 43  # 256 bits
            assert await people.visit(token) == person
        content = b"".join(file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))
        assert b"$argon2id$" in content
        assert token.encode() not in content
        assert PASSWORD.encode() not in content

    run(work)


@pytest.mark.parametrize(
    ("days", "visits", "known"), [(27, 1, True), (29, 1, False), (20, 8, True), (20, 10, False)]
)
def test_a_session_ends_unused_or_old(tmp_path: Path, days: int, visits: int, known: bool) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, clock):
            guest, token = await people.guest()
            for _ in range(visits):
                clock.now += days * DAY
                seen = await people.visit(token)
            assert seen == (guest if known else None)

    run(work)


def test_logout_ends_one_session(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            person, token = await account(people, "Ann")
            _, second = await people.login("Ann", PASSWORD, HOME)
            await people.logout(token)
            assert await people.visit(token) is None
            assert await people.visit(second) == person

    run(work)


def test_the_sweep_forgets_guests_who_left_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            people, clock = house.people, Clock()
            people._clock = clock
            await people.guest()
            owner, _ = await hot_seat(house)
            ann, _ = await account(people, "Ann")
            clock.now += 40 * DAY  # as it may be on a machine whose clock is wrong
            await people.sweep()
            assert len(house._store.rows("SELECT * FROM sessions")) == 3
            clock.now += (29 + 90 - 40) * DAY
            await people.sweep()
            found = {person for (person,) in house._store.rows("SELECT id FROM people")}
            assert found == {owner.id, ann.id}
            assert house._store.rows("SELECT * FROM sessions") == []

    run(work)


# Accounts


def test_a_guest_becomes_an_account_with_another_token(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, old = await people.guest()
            person, new = await people.register(guest, "Ann", PASSWORD, HOME)
            assert person == Person(guest.id, "Ann", True)
            assert await people.visit(old) is None
            assert await people.visit(new) == person
            with pytest.raises(Denied, match="already have an account"):
                await people.register(person, "Bob", PASSWORD, HOME)

    run(work)


@pytest.mark.parametrize("name", ["Ann", "ANN", "Ánn", "a n n"])
def test_a_name_is_taken_once(tmp_path: Path, name: str) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            await account(people, "Ann")
            guest, token = await people.guest()
            with pytest.raises(Malformed, match="taken"):
                await people.register(guest, name, PASSWORD, HOME)
            with pytest.raises(Malformed, match="taken"):
                await people.rename(guest, name)
            assert await people.visit(token) == guest

    run(work)


def test_of_two_who_want_a_name_at_once_one_gets_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            both = [(await people.guest())[0] for _ in range(2)]
            tries = (people.register(guest, "Ann", PASSWORD, HOME) for guest in both)
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(result, Malformed) for result in results) == 1

    run(work)


def test_login_gives_a_new_token_on_every_device(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            person, first = await account(people, "Ann")
            again, second = await people.login(" ann", PASSWORD, HOME)
            assert again == person
            assert first != second
            assert await people.visit(first) == await people.visit(second) == person

    run(work)


def test_unknown_people_and_wrong_passwords_are_refused_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            await account(people, "Ann")
            verified: list[str] = []
            fits = People._fits

            def watched(self: People, hashed: str, password: bytes) -> bool:
                verified.append(hashed.split("$")[3])
                return fits(self, hashed, password)

            monkeypatch.setattr(People, "_fits", watched)
            answers = []
            for name in ("Ann", "Nobody here"):
                with pytest.raises(Denied) as refusal:
                    await people.login(name, "not the password", HOME)
                answers.append((str(refusal.value), str(refusal.value.hint)))
            assert answers[0] == answers[1]
            assert len(verified) == 2  # as much work for both: the same parameters are hashed
            assert verified[0] == verified[1]

    run(work)


def test_a_password_in_another_spelling_of_unicode_fits(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, _ = await people.guest()
            await people.register(guest, "Ann", "cafe\u0301 by the sea", HOME)
            await people.login("Ann", "caf\u00e9 by the sea", HOME)

    run(work)


def test_a_new_password_ends_all_sessions(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            person, first = await account(people, "Ann")
            _, second = await people.login("Ann", PASSWORD, HOME)
            with pytest.raises(Denied, match="wrong"):
                await people.change_password(person, "not the password", "another one for us", HOME)
            with pytest.raises(Malformed, match="10 to 128"):
                await people.change_password(person, PASSWORD, "short", HOME)
            assert await people.visit(first) == person
            third = await people.change_password(person, PASSWORD, "another one for us", HOME)
            assert [await people.visit(token) for token in (first, second, third)] == [None, None, person]
            with pytest.raises(Denied):
                await people.login("Ann", PASSWORD, HOME)
            await people.login("Ann", "another one for us", HOME)

    run(work)


def test_a_guest_has_no_password_to_change(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, _ = await people.guest()
            with pytest.raises(Denied, match="no account"):
                await people.change_password(guest, "", PASSWORD, HOME)

    run(work)


def test_a_renamed_account_logs_in_under_its_new_name(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            person, token = await account(people, "Ann")
            assert (await people.rename(person, "Beth")).name == "Beth"
            assert (await people.visit(token) or person).name == people.name_of(person.id) == "Beth"
            await people.login("Beth", PASSWORD, HOME)
            with pytest.raises(Denied):
                await people.login("Ann", PASSWORD, HOME)

    run(work)


def test_an_old_hash_is_made_stronger_at_login(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            await account(people, "Ann")
            before = people._store.rows("SELECT password_hash FROM people")
            people._hasher = argon2.PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
            await people.login("Ann", PASSWORD, HOME)
            after = people._store.rows("SELECT password_hash FROM people")
            assert before != after
            await people.login("Ann", PASSWORD, HOME)
            assert people._store.rows("SELECT password_hash FROM people") == after

    run(work)


# A guest turns out to be somebody


def test_a_guest_who_logs_in_brings_the_seats_along(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            ann, _ = await account(house.people, "Ann")
            guest, token = await house.people.guest()
            made = await house.create(guest, NewTable(TINY, seats=(NewSeat("here"), NewSeat("open"))))
            other, _ = await house.people.login("Ann", PASSWORD, HOME, guest)
            assert other == ann
            assert await house.people.visit(token) is None
            info = await house.info(ann, made.id)
            assert info.owner
            assert info.yours == (0,)
            assert info.card.seats[0].name == "Ann"
            assert [card.id for card in (await house.lobby(ann)).mine] == [made.id]
        async with opened(tmp_path) as house:
            assert (await house.info(ann, made.id)).yours == (0,)

    run(work)


def test_an_account_that_logs_in_as_another_keeps_its_games(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            ann, token = await account(house.people, "Ann")
            bob, _ = await account(house.people, "Bob")
            made = await house.create(ann, NewTable(TINY))
            await house.people.login("Bob", PASSWORD, HOME, ann)
            assert (await house.info(ann, made.id)).yours == (0,)
            assert (await house.info(bob, made.id)).yours == ()
            assert await house.people.visit(token) == ann

    run(work)


# Limits


def test_five_wrong_passwords_slow_their_address_and_nobody_else(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, clock):
            ann = (await account(people, "Ann"))[0]
            for _ in range(5):
                with pytest.raises(Denied):
                    await people.login("Ann", "not the password", AWAY)
            with pytest.raises(Denied):  # from here on, one try every half minute
                await people.login("Ann", "not the password", AWAY)
            with pytest.raises(TooMuch, match="your address"):
                await people.login("Ann", PASSWORD, AWAY)
            await people.login("Ann", PASSWORD, HOME)
            await people.change_password(ann, PASSWORD, "another one for us", AWAY)
            clock.now += 31
            await people.login("Ann", "another one for us", AWAY)

    run(work)


def test_an_account_is_never_locked_by_strangers(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            ann = (await account(people, "Ann"))[0]
            for number in range(30):
                with pytest.raises(Denied):
                    await people.login("Ann", "not the password", f"192.0.2.{number}")
            await people.login("Ann", PASSWORD, HOME)
            await people.change_password(ann, PASSWORD, "another one for us", HOME)

    run(work)


def test_guessing_the_old_password_is_slowed_too(tmp_path: Path) -> None:
    """Somebody at a computer left logged in does not get at the password."""

    async def work() -> None:
        async with village(tmp_path) as (people, clock):
            ann = (await account(people, "Ann"))[0]
            for _ in range(6):
                with pytest.raises(Denied):
                    await people.change_password(ann, "not the password", "another one for us", HOME)
            with pytest.raises(TooMuch):
                await people.change_password(ann, PASSWORD, "another one for us", HOME)
            clock.now += 31
            await people.change_password(ann, PASSWORD, "another one for us", HOME)

    run(work)


def test_right_passwords_do_not_count(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            await account(people, "Ann")
            for _ in range(30):
                await people.login("Ann", PASSWORD, HOME)
            for _ in range(4):
                with pytest.raises(Denied):
                    await people.login("Ann", "not the password", HOME)
            await people.login("Ann", PASSWORD, HOME)

    run(work)


def test_many_tries_at_once_are_no_way_round_the_limit(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            await account(people, "Ann")
            tries = (people.login("Ann", f"not the password {number}", HOME) for number in range(50))
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(result, Denied) for result in results) == 6
            assert sum(isinstance(result, TooMuch) for result in results) == 44

    run(work)


def test_sign_ups_from_one_address_are_limited(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, clock):
            newcomers = [(await people.guest())[0] for _ in range(12)]
            for number, guest in enumerate(newcomers[:10]):
                await people.register(guest, f"Settler {number}", PASSWORD, HOME)
            with pytest.raises(TooMuch):
                await people.register(newcomers[10], "Settler 10", PASSWORD, HOME)
            await people.register(newcomers[11], "Settler 11", PASSWORD, AWAY)
            clock.now += 601
            await people.register(newcomers[10], "Settler 10", PASSWORD, HOME)

    run(work)


def test_guests_have_names_of_their_own(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (guest,) = await guests(house, 1)
            assert (await house.people.rename(guest, "Desert Fox")).name == "Desert Fox"
            (second,) = await guests(house, 1)
            assert (await house.people.rename(second, "Desert Fox")).name == "Desert Fox"

    run(work)


# Guests who have lost their session


def test_a_guest_comes_back_with_the_recovery_code(tmp_path: Path) -> None:
    """However it is typed; with their name, and with the seats they have taken since as another guest."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            guest, newcomer = await guests(house, 2)
            table = (await house.create(guest, NewTable(TINY, seats=BOTH_HERE))).id
            code = (await house.people.recovery_code(guest)).code
            assert len(code.replace("-", "")) == 20  # 100 bits
            assert code.replace("-", "") not in repr(house._store.rows("SELECT * FROM people"))
            later = (await house.create(newcomer, NewTable(TINY, seats=BOTH_HERE))).id
            typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
            back, token = await house.people.recover(typed, HOME, newcomer)
            assert back == guest
            assert await house.people.visit(token) == guest
            for place in (table, later):
                assert (await house.info(back, place)).yours == (0, 1)

    run(work)


def test_only_the_last_code_is_valid_and_none_for_an_account(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, _ = await people.guest()
            old, new = [(await people.recovery_code(guest)).code for _ in range(2)]
            with pytest.raises(Denied):
                await people.recover(old, HOME)
            await people.recover(new, HOME)
            person, _ = await people.register(guest, "Ann", PASSWORD, HOME)
            with pytest.raises(Denied):
                await people.recover(new, HOME)
            with pytest.raises(Denied, match="account"):
                await people.recovery_code(person)

    run(work)


def test_guessing_codes_is_slowed(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, _ = await people.guest()
            code = (await people.recovery_code(guest)).code
            for _ in range(6):
                with pytest.raises(Denied):
                    await people.recover("AAAA-AAAA-AAAA-AAAA-AAAA", HOME)
            with pytest.raises(TooMuch):
                await people.recover(code, HOME)
            await people.recover(code, AWAY)

    run(work)


def test_a_code_works_once_and_its_mark_tells_whether_it_still_does(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, _ = await people.guest()
            made = await people.recovery_code(guest)
            assert people.code_mark(guest) == made.mark != ""
            assert made.mark not in made.code.lower()
            tries = (people.recover(made.code, address) for address in (HOME, AWAY))
            told = await asyncio.gather(*tries, return_exceptions=True)
            assert [isinstance(one, Denied) for one in told] == [False, True]
            assert people.code_mark(guest) == ""

    run(work)


def test_a_code_tells_what_comes_and_what_goes_before_it_is_used(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue = await guests(house, 2)
            people, both = house.people, NewTable(TINY, seats=BOTH_HERE)
            shared = (await house.create(red, NewTable(TINY, seats=(NewSeat("here"), NewSeat("open"))))).id
            await house.sit(blue, shared, 1)
            for person in (red, blue, blue):
                await house.create(person, both)
            code = (await people.recovery_code(red)).code
            assert people.homecoming(code, HOME, blue) == Homecoming(red.name, 2, 2, 1)
            assert people.homecoming(code, HOME, red) == Homecoming(red.name, 2, 0, 0)
            assert people.homecoming(code, HOME) == Homecoming(red.name, 2, 0, 0)
            await people.recover(code, HOME)

    run(work)


@pytest.mark.parametrize("way", ["code", "login"])
def test_two_seats_of_one_game_never_come_into_one_hand(tmp_path: Path, way: str) -> None:
    """Neither where the game is open nor where it is stored; the rest comes along."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue = await guests(house, 2)
            people = house.people
            seats = (NewSeat("here"), NewSeat("open"))
            shared = (await house.create(blue, NewTable(TINY, seats=seats))).id
            await house.sit(red, shared, 1)
            own = (await house.create(blue, NewTable(TINY, seats=BOTH_HERE))).id
            if way == "code":
                now, _ = await people.recover((await people.recovery_code(red)).code, HOME, blue)
            else:
                await people.register(red, "Red", PASSWORD, HOME)
                now, _ = await people.login("Red", PASSWORD, HOME, blue)
            assert (await house.info(now, shared)).yours == (1,)
            assert (await house.info(now, own)).yours == (0, 1)
        async with opened(tmp_path) as house:
            assert (await house.info(now, shared)).yours == (1,)
            assert not (await house.info(now, shared)).owner
            assert (await house.info(now, own)).yours == (0, 1)
            assert (await house.info(blue, shared)).yours == (0,)
            assert house.people.name_of(blue.id) == blue.name

    run(work)


def test_a_seat_to_which_one_may_come_back_counts_like_one_that_is_held(tmp_path: Path) -> None:
    """Red has left the table and may return; whoever plays the other side there does not become Red."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            red, blue = await guests(house, 2)
            shared = (await house.create(blue, NewTable(TINY, seats=(NewSeat("here"), NewSeat("open"))))).id
            await house.sit(red, shared, 1)
            await house.leave(red, shared, 1)
            code = (await house.people.recovery_code(red)).code
            assert house.people.homecoming(code, HOME, blue) == Homecoming(red.name, 1, 0, 1)
            now, _ = await house.people.recover(code, HOME, blue)
            assert (await house.info(now, shared)).yours == ()
            assert (await house.info(blue, shared)).yours == (0,)
        async with opened(tmp_path) as house:
            assert (await house.info(now, shared)).yours == ()
            assert (await house.info(blue, shared)).yours == (0,)

    run(work)


def test_all_other_sessions_can_be_ended(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, first = await people.guest()
            _, thief = await people.recover((await people.recovery_code(guest)).code, AWAY)
            copied = (await people.recovery_code(guest)).code
            token = await people.end_sessions(guest)
            assert [await people.visit(one) for one in (first, thief, token)] == [None, None, guest]
            with pytest.raises(Denied):
                await people.recover(copied, AWAY)

    run(work)


def test_coming_back_by_a_code_is_a_line_in_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with village(tmp_path) as (people, _):
            guest, _ = await people.guest()
            code = (await people.recovery_code(guest)).code
            with capture_logs() as lines:
                await people.recover(code, HOME)
            (line,) = lines
            assert (line["event"], line["person"], line["address"]) == ("came back by a code", guest.id, HOME)
            assert code not in repr(line)

    run(work)


@pytest.mark.parametrize("name", ["Axis", "ALLIES", "a x i s"])
def test_nobody_is_named_after_a_side(tmp_path: Path, name: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            (guest,) = await guests(house, 1)
            with pytest.raises(Malformed, match="a side"):
                await house.people.rename(guest, name)
            with pytest.raises(Malformed, match="a side"):
                await house.people.register(guest, name, PASSWORD, HOME)
            assert (await house.people.rename(guest, "Axis of Evil")).name == "Axis of Evil"

    run(work)

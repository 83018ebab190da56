"""People: guests, accounts and their sessions.

A session is a 256-bit token in a cookie; only its hash is stored. Every change of identity (sign-up, login, change
of password) makes a new one. Passwords are hashed with argon2id, in as many threads as there are cores.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import time
import unicodedata
from collections.abc import Callable, Container
from hashlib import sha256

import argon2
import msgspec
import structlog

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say
from sandtable.table.errors import Denied
from sandtable.table.limits import Window
from sandtable.table.messages import Homecoming, Recovery
from sandtable.table.names import checked_name, checked_password, name_key
from sandtable.table.store import Statement, Store

DAY = 86_400.0
IDLE, LONGEST = 28 * DAY, 180 * DAY
"""How long a session lasts when unused, and at most."""
REMEMBERED = 90 * DAY
"""How long an expired session is kept: the clock of the machine may be wrong, and right again tomorrow."""
TOUCH = 3_600.0
"""How often, at most, the use of a session is noted."""
NO_SUCH = "the name or the password is wrong"
FREE_TRIES, TRIES_WITHIN = 5, 900.0
"""So many wrong passwords from one address within so many seconds are forgiven."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""The letters and digits of recovery codes: five bits each, and none that is easily taken for another."""
CODE_LENGTH = 20
MARK = 4
"""Bytes of its hash that tell a code from others."""
SLOW_TRY = 30.0
"""After that, seconds from one try to the next."""


log = structlog.get_logger("sandtable.table")


class Person(msgspec.Struct, frozen=True):
    """A person with a session: a guest, or the holder of an account."""

    id: str
    name: str
    account: bool


Changed = Callable[[str, str], None]
"""Called when a person changes: (who it was, who it is now); the ids are equal if only the name changed."""


def token_hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


class People:
    """Guests and accounts. `changed` is called for new names and for guests who log in to an account."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        hasher: argon2.PasswordHasher | None = None,
        sides: Callable[[], Container[str]] = frozenset,
    ) -> None:
        self._store = store
        self._clock = clock
        self._sides = sides
        self._hasher = hasher or argon2.PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._decoy = self._hasher.hash(secrets.token_hex())
        """Verified when there is no such account, so that it takes equally long."""
        self._hashing = asyncio.Semaphore(os.cpu_count() or 1)
        self._failures = Window(FREE_TRIES, TRIES_WITHIN, clock)
        self._slowed = Window(1, SLOW_TRY, clock)
        self._sign_ups = Window(10, 600, clock)
        self._recovering = asyncio.Lock()
        self._names: dict[str, str] = {}
        self.changed: Changed = lambda old, new: None

    # Sessions

    async def guest(self) -> tuple[Person, str]:
        """A new guest, and the token of the session."""
        person = Person(secrets.token_urlsafe(12), f"Guest {secrets.randbelow(9000) + 1000}", False)
        token, session = self._session(person.id)
        insert = "INSERT INTO people (id, name, created) VALUES (?, ?, ?)"
        await self._store.write((insert, (person.id, person.name, self._clock())), session)
        return person, token

    async def visit(self, token: str) -> Person | None:
        """The person whose session this is; None if it is unknown or has expired."""
        row = self._store.row(
            "SELECT id, name, password_hash IS NOT NULL, sessions.created, seen FROM sessions"
            " JOIN people ON people.id = person WHERE token_hash = ?",
            token_hash(token),
        )
        if row is None:
            return None
        person, name, account, created, seen = row
        now = self._clock()
        if now - seen > IDLE or now - created > LONGEST:
            return None
        if now - seen > TOUCH:
            await self._store.write(
                ("UPDATE sessions SET seen = ? WHERE token_hash = ?", (now, token_hash(token)))
            )
        return Person(person, name, bool(account))

    async def logout(self, token: str) -> None:
        """End this session."""
        await self._store.write(("DELETE FROM sessions WHERE token_hash = ?", (token_hash(token),)))

    async def end_sessions(self, person: Person) -> str:
        """End all sessions of a person, and begin one with a new token. A recovery code that somebody may have
        copied is no longer valid."""
        token, session = self._session(person.id)
        await self._store.write(
            ("DELETE FROM sessions WHERE person = ?", (person.id,)),
            ("UPDATE people SET recovery_hash = NULL WHERE id = ?", (person.id,)),
            session,
        )
        return token

    def _session(self, person: str) -> tuple[str, Statement]:
        """A new token, and the statement that stores its session."""
        token, now = secrets.token_urlsafe(32), self._clock()
        return token, ("INSERT INTO sessions VALUES (?, ?, ?, ?)", (token_hash(token), person, now, now))

    async def sweep(self) -> None:
        """Forget sessions that expired long ago, and guests who have no session and no seat."""
        now = self._clock() - REMEMBERED
        await self._store.write(
            ("DELETE FROM sessions WHERE seen < ? OR created < ?", (now - IDLE, now - LONGEST)),
            (
                "DELETE FROM people WHERE password_hash IS NULL AND id NOT IN (SELECT person FROM sessions)"
                " AND id NOT IN (SELECT person FROM seats WHERE person IS NOT NULL)"
                " AND id NOT IN (SELECT former FROM seats WHERE former IS NOT NULL)"
                " AND id NOT IN (SELECT owner FROM tables)",
                (),
            ),
        )

    # Guests who have lost their session

    async def recovery_code(self, guest: Person) -> Recovery:
        """A new code with which a guest can come back, once; only its hash is kept, and the last one made is
        valid."""
        if guest.account:
            raise Denied("you have an account", "log in with your name and your password")
        letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        hashed = token_hash(letters)
        update = "UPDATE people SET recovery_hash = ? WHERE id = ? AND password_hash IS NULL"
        await self._store.write((update, (hashed, guest.id)))
        return Recovery("-".join(letters[place : place + 4] for place in range(0, CODE_LENGTH, 4)), _mark(hashed))

    def code_mark(self, person: Person) -> str:
        """The mark of the code that is valid; empty if none is."""
        row = self._store.row("SELECT recovery_hash FROM people WHERE id = ?", person.id)
        return _mark(row[0]) if row and row[0] else ""

    def homecoming(self, code: str, address: str, guest: Person | None = None) -> Homecoming:
        """What the use of a code would bring."""
        person = self._whose_code(code, address)
        theirs = self._seated(person.id)
        ours = self._seated(guest.id) if guest and _comes_along(guest, person) else set()
        return Homecoming(person.name, len(theirs), len(ours - theirs), len(ours & theirs))

    async def recover(self, code: str, address: str, guest: Person | None = None) -> tuple[Person, str]:
        """The guest whose code this is, with a new token; the code is used up. Whoever is a guest already brings
        their seats along."""
        async with self._recovering:
            person = self._whose_code(code, address)
            token, session = self._session(person.id)
            used = "UPDATE people SET recovery_hash = NULL WHERE id = ?", (person.id,)
            comes = guest is not None and _comes_along(guest, person)
            await self._store.write(session, used, *(_merge(guest.id, person.id) if guest and comes else []))
        log.info("came back by a code", person=person.id, address=address, brought=guest.id if guest else "")
        if guest and comes:
            self.changed(guest.id, person.id)
        return person, token

    def _whose_code(self, code: str, address: str) -> Person:
        self._slow_down(address)
        found = self._store.row("SELECT id, name FROM people WHERE recovery_hash = ?", token_hash(_letters(code)))
        if found is None:
            raise Denied("this is not the recovery code of any guest", "check each letter; a code works only once")
        self._failures.release(address)
        return Person(found[0], found[1], False)

    def _seated(self, person: str) -> set[str]:
        """The tables where a person has a seat, or may come back to one."""
        found = self._store.rows("SELECT table_id FROM seats WHERE ? IN (person, former)", person)
        return {table for (table,) in found}

    # Accounts

    async def register(self, person: Person, name: str, password: str, address: str) -> tuple[Person, str]:
        """Turn a guest into an account. All seats are kept; earlier sessions end; the token is new."""
        if person.account:
            raise Denied("you already have an account", "log out first to make another")
        wanted = self._checked_name(name)
        checked = checked_password(password, wanted)
        self._sign_ups.check(address, "too many accounts have been made from your address")
        hashed = await self._hash(checked)
        token, session = self._session(person.id)
        update = "UPDATE people SET name = ?, name_key = ?, password_hash = ?, recovery_hash = NULL WHERE id = ?"
        await self._write_name(
            (update, (wanted, name_key(wanted), hashed, person.id)),
            ("DELETE FROM sessions WHERE person = ?", (person.id,)),
            session,
        )
        self._tell_name(person.id, wanted)
        return Person(person.id, wanted, True), token

    async def login(
        self, name: str, password: str, address: str, guest: Person | None = None
    ) -> tuple[Person, str]:
        """The account's person with a new token; a guest who logs in brings their seats along."""
        key = name_key(name)
        row = self._store.row("SELECT id, name, password_hash FROM people WHERE name_key = ?", key)
        await self._prove(address, row[2] if row else None, password)
        assert row is not None
        person = Person(row[0], row[1], True)
        token, session = self._session(person.id)
        extra = await self._rehash(person.id, row[2], password)
        merge = _merge(guest.id, person.id) if guest and _comes_along(guest, person) else []
        await self._store.write(session, *extra, *merge)
        if merge and guest:
            self.changed(guest.id, person.id)
        return person, token

    async def change_password(self, person: Person, old: str, new: str, address: str) -> str:
        """A new password: all sessions end, and one with a new token begins.

        Wrong passwords that others try have no bearing on this: only the person's own are counted.
        """
        row = self._store.row("SELECT name, name_key, password_hash FROM people WHERE id = ?", person.id)
        if row is None or row[2] is None:
            raise Denied("you have no account", "make one first")
        await self._prove(f"{person.id} at {address}", row[2], old)
        hashed = await self._hash(checked_password(new, row[0]))
        token, session = self._session(person.id)
        await self._store.write(
            ("UPDATE people SET password_hash = ? WHERE id = ?", (hashed, person.id)),
            ("DELETE FROM sessions WHERE person = ?", (person.id,)),
            session,
        )
        return token

    async def rename(self, person: Person, name: str) -> Person:
        """A new name; an account also logs in with it. A guest cannot take an account's name."""
        wanted = self._checked_name(name)
        key = name_key(wanted)
        taken = self._store.row("SELECT id FROM people WHERE name_key = ? AND id != ?", key, person.id)
        if taken is not None:
            raise Malformed("that name is taken", "choose another")
        update = "UPDATE people SET name = ?, name_key = ? WHERE id = ?"
        await self._write_name((update, (wanted, key if person.account else None, person.id)))
        self._tell_name(person.id, wanted)
        return Person(person.id, wanted, person.account)

    def _checked_name(self, text: str) -> str:
        """The name as it is kept. Nobody is called like a side: in the log, "Axis" is not a person."""
        name = checked_name(text)
        if name_key(name) in self._sides():
            raise Malformed("that is the name of a side", "choose another")
        return name

    def name_of(self, person: str) -> str:
        """The name others see."""
        if person not in self._names:
            row = self._store.row("SELECT name FROM people WHERE id = ?", person)
            self._names[person] = row[0] if row else str(say("somebody who has left"))
        return self._names[person]

    def _tell_name(self, person: str, name: str) -> None:
        self._names[person] = name
        self.changed(person, person)

    async def _write_name(self, *statements: Statement) -> None:
        try:
            await self._store.write(*statements)
        except sqlite3.IntegrityError:
            raise Malformed("that name is taken", "choose another") from None

    # Passwords

    async def _prove(self, who: str, hashed: str | None, password: str) -> None:
        """Refuse a wrong password, and slow down whoever tries many: an address, never an account, which others
        could then lock. A try counts as failed from the start, so that many at once are no way in."""
        self._slow_down(who)
        async with self._hashing:
            fits = await asyncio.to_thread(self._fits, hashed or self._decoy, _plain(password))
        if hashed is None or not fits:
            raise Denied(NO_SUCH)
        self._failures.release(who)

    def _slow_down(self, who: str) -> None:
        """Count a try that may be wrong; after too many, only one every half minute is let through."""
        if self._failures.full(who):
            self._slowed.check(who, "too many wrong tries from your address: you now have one every half minute")
        self._failures.note(who)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    def _fits(self, hashed: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except argon2.exceptions.VerifyMismatchError:
            return False

    async def _rehash(self, person: str, hashed: str, password: str) -> list[Statement]:
        """The statement that brings an old hash up to today's strength, while we have the password."""
        if not self._hasher.check_needs_rehash(hashed):
            return []
        new = await self._hash(password)
        return [("UPDATE people SET password_hash = ? WHERE id = ?", (new, person))]


def _plain(password: str) -> bytes:
    """The password in normal form, whichever keyboard it was typed on."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")


def _letters(code: str) -> str:
    """A recovery code as it is compared, however it was typed."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    return typed.translate(str.maketrans("OILU", "011V"))


def _mark(hashed: bytes) -> str:
    return hashed[:MARK].hex()


def _comes_along(guest: Person, person: Person) -> bool:
    """Does what somebody has as a guest go to whoever they are from now on?"""
    return not guest.account and guest.id != person.id


def _merge(guest: str, person: str) -> list[Statement]:
    """The statements that give everything a guest has to a person. Where both have a seat all stays as it is:
    nobody comes to hold two sides of a game in this way."""
    return [
        (
            "UPDATE seats SET person = iif(person = ?, ?, person), former = iif(former = ?, ?, former)"
            " WHERE ? IN (person, former)"
            " AND table_id NOT IN (SELECT table_id FROM seats WHERE ? IN (person, former))",
            (guest, person, guest, person, guest, person),
        ),
        (
            "UPDATE tables SET owner = ? WHERE owner = ?"
            " AND id NOT IN (SELECT table_id FROM seats WHERE ? IN (person, former))",
            (person, guest, guest),
        ),
        (
            "UPDATE OR IGNORE hidden SET person = ? WHERE person = ?"
            " AND table_id NOT IN (SELECT table_id FROM seats WHERE ? IN (person, former))",
            (person, guest, guest),
        ),
        (
            "DELETE FROM people WHERE id = ? AND password_hash IS NULL"
            " AND NOT EXISTS (SELECT * FROM seats WHERE ? IN (person, former))",
            (guest, guest),
        ),
    ]

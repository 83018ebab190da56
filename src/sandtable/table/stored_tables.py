"""The tables in the store: all SQL that reads and writes them is here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from sandtable.kernel.journal import Header, Journal, Record
from sandtable.kernel.orders import StandingOrder
from sandtable.kernel.ways import Way
from sandtable.table.messages import ChatLine, Ending, Shared
from sandtable.table.people import token_hash
from sandtable.table.seats import Chair
from sandtable.table.store import Statement, Store

_decode_header = msgspec.json.Decoder(Header).decode
_decode_record = msgspec.json.Decoder(Record).decode
_decode_ending = msgspec.json.Decoder(Ending).decode
_decode_rest = msgspec.json.Decoder(tuple[str, ...]).decode
_decode_orders = msgspec.json.Decoder(tuple[StandingOrder, ...]).decode


class Ticket(msgspec.Struct, frozen=True):
    """What lets a request be carried out only once: the client's key, and a hash of the request."""

    side: int
    key: str
    request: bytes


class Outcome(msgspec.Struct, frozen=True):
    """The result of a change: the number it led to, as its side counts, and how many choices were played."""

    number: int
    played: int
    first: int = 0
    """The first and the last record of the press, if anything was played: this is where presses are kept."""
    last: int = 0


class Answered(msgspec.Struct, frozen=True):
    """The result of a request that has already been answered."""

    request: bytes
    outcome: Outcome


class Summary(msgspec.Struct, frozen=True):
    """What the lobby shows about a game without opening it."""

    actor: int
    heading: str
    ending: Ending | None


class Row(msgspec.Struct, frozen=True):
    """A table without its records."""

    id: str
    header: Header
    seed: bytes
    owner: str
    created: float
    changed: float
    summary: Summary
    rematch: str = ""
    """The table where the same players play again."""


_decode_outcome = msgspec.json.Decoder(Outcome).decode
_COLUMNS = "id, header, seed, owner, created, changed, actor, heading, ending, rematch"
_SEAT = "side, kind, person, player, link_hash, guarded, former, called, exposed"
MOST_CARDS = 300
MOST_CHAT = 300
"""How many chat messages a newcomer is sent."""


class StoredTables:
    """Reads tables, and makes the statements that write them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Reading

    def table(self, table: str) -> Row | None:
        found = self._store.row(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", table)
        return None if found is None else _row(found)

    def journal(self, row: Row) -> Journal:
        """The whole game."""
        bodies = self._store.rows("SELECT body FROM records WHERE table_id = ? ORDER BY number", row.id)
        return Journal(row.header, [_decode_record(body) for (body,) in bodies])

    def chairs(self, table: str) -> list[Chair]:
        found = self._store.rows(
            f"SELECT {_SEAT} FROM seats WHERE table_id = ? ORDER BY side",
            table,
        )
        return [
            Chair(side, kind, person, player, link, bool(guarded), former, called, bool(exposed))
            for side, kind, person, player, link, guarded, former, called, exposed in found
        ]

    def answer(self, table: str, ticket: Ticket) -> Answered | None:
        found = self._store.row(
            "SELECT request, body FROM answers WHERE table_id = ? AND side = ? AND key = ?",
            table,
            ticket.side,
            ticket.key,
        )
        return None if found is None else Answered(found[0], _decode_outcome(found[1]))

    def presses(self, table: str) -> list[tuple[int, int]]:
        """The first and the last record of each press, in order."""
        found = self._store.rows("SELECT body FROM answers WHERE table_id = ?", table)
        outcomes = (_decode_outcome(body) for (body,) in found)
        return sorted((outcome.first, outcome.last) for outcome in outcomes if outcome.last)

    def orders(self, table: str) -> dict[int, tuple[StandingOrder, ...]]:
        """The standing orders at a table, by side."""
        found = self._store.rows("SELECT side, body FROM orders WHERE table_id = ?", table)
        return {side: _decode_orders(body) for side, body in found}

    def ways(self, table: str) -> dict[int, Way]:
        """The ways that wait for another side, by the side that goes them."""
        found = self._store.rows("SELECT side, record, rest FROM ways WHERE table_id = ?", table)
        return {side: Way(record, _decode_rest(rest)) for side, record, rest in found}

    def owned(self, person: str, *, unfinished: bool = False) -> int:
        """How many tables a person has made, or how many of them are not over."""
        which = " AND finished IS NULL" if unfinished else ""
        found: int = self._store.rows(f"SELECT count(*) FROM tables WHERE owner = ?{which}", person)[0][0]
        return found

    def mine(self, person: str) -> list[Row]:
        """The tables a person made, plays at or may come back to, last changed first."""
        return self._rows(
            "WHERE owner = ? OR id IN (SELECT table_id FROM seats WHERE person = ?)"
            " OR id IN (SELECT table_id FROM seats WHERE former = ?) ORDER BY changed DESC",
            *[person] * 3,
        )

    def hidden(self, person: str) -> set[str]:
        """The tables a person does not want to see in the lobby."""
        return {table for (table,) in self._store.rows("SELECT table_id FROM hidden WHERE person = ?", person)}

    def with_open_seats(self) -> list[Row]:
        """The running tables that anybody may join, newest first."""
        return self._rows(
            "WHERE finished IS NULL AND id IN"
            " (SELECT table_id FROM seats WHERE kind = 'open' AND person IS NULL) ORDER BY created DESC"
        )

    def for_computers(self) -> list[str]:
        """The running tables where a computer player is to move."""
        found = self._store.rows(
            "SELECT tables.id FROM tables JOIN seats ON table_id = tables.id AND side = actor"
            " WHERE finished IS NULL AND kind = 'computer'"
        )
        return [table for (table,) in found]

    def _rows(self, condition: str, *parameters: str) -> list[Row]:
        sql = f"SELECT {_COLUMNS} FROM tables {condition} LIMIT {MOST_CARDS}"
        return [_row(found) for found in self._store.rows(sql, *parameters)]

    def chat(self, table: str, after: int) -> tuple[ChatLine, ...]:
        found = self._store.rows(
            "SELECT number, name, side, text, at FROM chat WHERE table_id = ? AND number > ?"
            f" ORDER BY number DESC LIMIT {MOST_CHAT}",
            table,
            after,
        )
        return tuple(ChatLine(*line) for line in reversed(found))

    def last_chat(self, table: str) -> int:
        found: int = self._store.rows("SELECT coalesce(max(number), 0) FROM chat WHERE table_id = ?", table)[0][0]
        return found

    def linked(self, secret: str) -> str | None:
        """The table a seat's link leads to."""
        found = self._store.row("SELECT table_id FROM seats WHERE link_hash = ?", token_hash(secret))
        return None if found is None else str(found[0])

    def shared(self, secret: str) -> tuple[str, int] | None:
        """The table and the record a share link shows."""
        found = self._store.row("SELECT table_id, number FROM shares WHERE secret_hash = ?", token_hash(secret))
        return None if found is None else (found[0], found[1])


def _row(found: Sequence[object]) -> Row:
    table, header, seed, owner, created, changed, actor, heading, ending, rematch = found
    summary = Summary(actor, heading, _decode_ending(ending) if ending else None)  # type: ignore[arg-type]
    header = _decode_header(header)  # type: ignore[arg-type]
    return Row(table, header, seed, owner, created, changed, summary, rematch or "")  # type: ignore[arg-type]


# Writing


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def new_table(row: Row, finished: bool) -> Statement:
    summary = row.summary
    return (
        f"INSERT INTO tables ({_COLUMNS}, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.id,
            _text(row.header),
            row.seed,
            row.owner,
            row.created,
            row.changed,
            summary.actor,
            summary.heading,
            _text(summary.ending) if summary.ending else "",
            row.rematch or None,
            row.changed if finished else None,
        ),
    )


def changed_table(table: str, summary: Summary, now: float) -> Statement:
    """Store who decides now and when the game changed; the time it ended is kept."""
    over = summary.ending is not None
    return (
        "UPDATE tables SET changed = ?, actor = ?, heading = ?, ending = ?, finished = coalesce(finished, ?)"
        " WHERE id = ?",
        (now, summary.actor, summary.heading, _text(summary.ending) if over else "", now if over else None, table),
    )


def new_records(table: str, records: Iterable[Record]) -> list[Statement]:
    insert = "INSERT INTO records VALUES (?, ?, ?)"
    return [(insert, (table, record.number, _text(record))) for record in records]


def new_answer(table: str, ticket: Ticket, outcome: Outcome) -> Statement:
    values = (table, ticket.side, ticket.key, ticket.request, _text(outcome))
    return "INSERT INTO answers VALUES (?, ?, ?, ?, ?)", values


def put_chair(table: str, chair: Chair) -> Statement:
    holder = (chair.side, chair.kind, chair.person, chair.player, chair.link_hash, int(chair.guarded))
    return (
        f"INSERT OR REPLACE INTO seats (table_id, {_SEAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table, *holder, chair.former, chair.called, int(chair.exposed)),
    )


def put_orders(table: str, side: int, orders: Sequence[StandingOrder]) -> Statement:
    if not orders:
        return "DELETE FROM orders WHERE table_id = ? AND side = ?", (table, side)
    body = msgspec.json.encode(orders).decode()
    return "INSERT OR REPLACE INTO orders (table_id, side, body) VALUES (?, ?, ?)", (table, side, body)


def put_ways(table: str, before: Mapping[int, Way], now: Mapping[int, Way]) -> Iterator[Statement]:
    """Store the ways that are new, and forget those that are done."""
    for side in before.keys() - now.keys():
        yield "DELETE FROM ways WHERE table_id = ? AND side = ?", (table, side)
    for side, way in now.items():
        if way != before.get(side):
            rest = msgspec.json.encode(way.rest).decode()
            yield "INSERT OR REPLACE INTO ways VALUES (?, ?, ?, ?)", (table, side, way.number, rest)


def new_rematch(table: str, rematch: str) -> Statement:
    return "UPDATE tables SET rematch = ? WHERE id = ?", (rematch, table)


def put_hidden(table: str, person: str, hidden: bool) -> Statement:
    """Hide a table from one person's lobby, or show it again."""
    if hidden:
        return "INSERT OR IGNORE INTO hidden VALUES (?, ?)", (person, table)
    return "DELETE FROM hidden WHERE person = ? AND table_id = ?", (person, table)


def new_chat(table: str, line: ChatLine) -> Statement:
    values = (table, line.number, line.name, line.side, line.text, line.at)
    return "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)", values


def new_share(table: str, record: int, secret: str) -> tuple[Statement, Shared]:
    statement = "INSERT INTO shares VALUES (?, ?, ?)", (token_hash(secret), table, record)
    return statement, Shared(f"/moment#{secret}")

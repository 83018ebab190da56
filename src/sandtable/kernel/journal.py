"""The journal: a header and numbered records that are never deleted, kept as one checked text file.

Each line carries a checksum chained to the line before it, and a complete file ends with a count, so that any
change or cut is found and its place named.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.errors import BrokenJournal
from sandtable.kernel.words import say

FORMAT = 1
MAX_BYTES = 64 * 1024 * 1024


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a game was started with."""

    format: int = FORMAT
    game: str
    scenario: str
    options: dict[str, str] = {}
    rules_version: int
    data: str
    """Fingerprint of the data in use."""
    game_id: str = ""
    commitment: str = ""
    """Hash of the dice seed, published at the start."""
    position: str = ""
    """The position the game began with, if not the set-up."""
    imported: int = 0
    """How many records came with the game from another table: their dice are not from this seed."""


class ChoiceRecord(msgspec.Struct, frozen=True, gc=False, tag="choice", tag_field="is", omit_defaults=True):
    """A side's choice; `key` is the state's key after it, if the turn passed."""

    number: int
    side: int
    text: str
    key: str = ""


class ChanceRecord(msgspec.Struct, frozen=True, gc=False, tag="chance", tag_field="is", omit_defaults=True):
    """An outcome of chance; `typed` when players rolled it themselves."""

    number: int
    text: str
    typed: bool = False
    key: str = ""


class UndoRecord(msgspec.Struct, frozen=True, tag="undo", tag_field="is"):
    """Back to the state after record `to`."""

    number: int
    side: int
    to: int


class ActRecord(msgspec.Struct, frozen=True, tag="act", tag_field="is", omit_defaults=True):
    """A table act: resign, offer-draw, accept-draw, decline-draw, seat, take-back asked, granted, denied."""

    number: int
    side: int
    act: str
    value: str = ""


Record = ChoiceRecord | ChanceRecord | UndoRecord | ActRecord


class Journal(msgspec.Struct):
    """A whole stored game."""

    header: Header
    records: list[Record]


class _Line(msgspec.Struct):
    sum: str
    body: msgspec.Raw


_decode_line = msgspec.json.Decoder(_Line).decode
_decode_header = msgspec.json.Decoder(Header).decode
_decode_record = msgspec.json.Decoder(Record).decode


def _chain(previous: str, body: bytes) -> str:
    return blake2b(previous.encode() + body, digest_size=8).hexdigest()


def _line(checksum: str, body: bytes) -> bytes:
    return b'{"sum":"%s","body":%s}' % (checksum.encode(), body)


def write_journal(journal: Journal) -> bytes:
    """The file: one line for the header, one per record, one that ends it."""
    bodies: list[Any] = [journal.header, *journal.records, {"end": len(journal.records)}]
    lines, previous = [], ""
    for body in bodies:
        encoded = msgspec.json.encode(body)
        previous = _chain(previous, encoded)
        lines.append(_line(previous, encoded))
    return b"\n".join([*lines, b""])


def read_journal(content: bytes, name: str) -> Journal:
    """The journal in a file's content; BrokenJournal names the first bad line."""
    if len(content) > MAX_BYTES:
        raise BrokenJournal(name, say("the file is larger than {limit} bytes", limit=MAX_BYTES))
    bodies = _checked_bodies(content, name)
    header = _decoded(_decode_header, bodies[0], f"{name}, line 1")
    if header.format != FORMAT:
        reason = say("it is in format {format}; this program reads {ours}", format=header.format, ours=FORMAT)
        raise BrokenJournal(f"{name}, line 1", reason)
    records = []
    for index, body in enumerate(bodies[1:-1]):
        place = f"{name}, line {index + 2}"
        record = _decoded(_decode_record, body, place)
        if record.number != index + 1:
            reason = say("record {seen} was found where {due} was expected", seen=record.number, due=index + 1)
            raise BrokenJournal(place, reason)
        records.append(record)
    return Journal(header, records)


def _checked_bodies(content: bytes, name: str) -> list[bytes]:
    """The bodies of all lines, with each checksum verified; the last one is the end line."""
    lines = content.split(b"\n")
    if lines.pop() or not lines:
        place = f"{name}, line {len(lines) + 1}"
        raise BrokenJournal(place, "the file breaks off in the middle of a line, or is empty")
    bodies, previous = [], ""
    for index, line in enumerate(lines):
        place = f"{name}, line {index + 1}"
        parsed = _decoded(_decode_line, line, place)
        body = bytes(parsed.body)
        previous = _chain(previous, body)
        if line != _line(previous, body):
            raise BrokenJournal(place, "the line was changed: its checksum does not match")
        bodies.append(body)
    expected = msgspec.json.encode({"end": len(bodies) - 2})
    if len(bodies) < 2 or bodies[-1] != expected:
        place = f"{name}, after line {len(bodies)}"
        raise BrokenJournal(place, "the file breaks off: its closing line is missing")
    return bodies


def _decoded(decode: Any, body: bytes, place: str) -> Any:
    try:
        return decode(body)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
        reason = say("it is not a journal line ({error})", error=str(error))
        raise BrokenJournal(place, reason) from None


def load_journal(path: Path) -> Journal:
    """Read a file; it is never modified."""
    try:
        with path.open("rb") as file:
            return read_journal(file.read(MAX_BYTES + 1), path.name)
    except OSError as error:
        reason = say("cannot be read: {error}", error=str(error.strerror))
        raise BrokenJournal(str(path), reason) from None


def save_journal(journal: Journal, path: Path) -> None:
    """Write a whole file: first beside the old one, then in its place, so that a failure loses nothing."""
    beside = path.with_name(path.name + ".tmp")
    beside.write_bytes(write_journal(journal))
    beside.replace(path)

"""Plain CSV data, read with errors a person can act on.

Maps, counters and tables are files that a player can compare with the box. Anybody who corrects one, here or in a
directory of overrides, is told the file, the line, the field and the reason when something is wrong.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from sandtable.kernel.numbers import whole_number
from sandtable.kernel.words import shortened

Source = Traversable | Path
MOST_BYTES = 16 << 20
"""No table of a game comes anywhere near this."""


class DataError(Exception):
    """A data file that cannot be used: where, and why.

    `line` is 0 if no line is to blame (the file is missing); `field` is empty if no single field is.
    """

    def __init__(self, file: str, line: int, field: str, reason: str) -> None:
        super().__init__(file, line, field, reason)
        self.file = file
        self.line = line
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        where = self.file
        if self.line:
            where += f", line {self.line}"
        if self.field:
            where += f", field {self.field}"
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; every accessor raises `DataError` naming this line and the field."""

    file: str
    line: int
    values: dict[str, str]

    def error(self, field: str, reason: str) -> DataError:
        """The error to raise when this field is wrong."""
        return DataError(self.file, self.line, field, reason)

    def text(self, field: str, *, required: bool = False) -> str:
        """The field as written, without the spaces around it."""
        value = self.values[field]
        if required and not value:
            raise self.error(field, "a value is required")
        return value

    def integer(self, field: str, low: int | None = None, high: int | None = None) -> int:
        """The field as a whole number between the bounds."""
        value = self.text(field, required=True)
        number = whole_number(value)
        if number is None:
            raise self.error(field, f"{shortened(value)!r} is not a whole number")
        if low is not None and number < low:
            raise self.error(field, f"{number} is less than {low}")
        if high is not None and number > high:
            raise self.error(field, f"{number} is more than {high}")
        return number

    def flag(self, field: str) -> bool:
        """The field as yes (1) or no (0)."""
        return self.one_of(field, ("0", "1")) == "1"

    def one_of(self, field: str, allowed: Collection[str]) -> str:
        """The field, which must be one of the words allowed."""
        value = self.text(field)
        if value not in allowed:
            listed = ", ".join(word or "(blank)" for word in allowed)
            raise self.error(field, f"{value!r} is not one of {listed}")
        return value

    def number_of(self, field: str, names: Sequence[str]) -> int:
        """The number of the name in this field, which must be one of these."""
        return names.index(self.one_of(field, names))

    def words(self, field: str, allowed: Collection[str]) -> tuple[str, ...]:
        """The field as words separated by spaces, each of them allowed and none repeated."""
        found = tuple(self.text(field).split())
        for word in found:
            if word not in allowed:
                raise self.error(field, f"{word!r} is not one of {', '.join(allowed)}")
            if found.count(word) > 1:
                raise self.error(field, f"{word!r} is given twice")
        return found


def locate(directory: Source, name: str, overrides: Path | None = None) -> Source:
    """The file in use: the one of that name among the overrides, otherwise the packaged one."""
    if overrides is not None and (overrides / name).is_file():
        return overrides / name
    return directory / name


def check_overrides(overrides: Path | None, names: Collection[str]) -> None:
    """Refuse overrides that would be silently ignored: no such directory, or a file that no table uses."""
    if overrides is None:
        return
    if not overrides.is_dir():
        raise DataError(str(overrides), 0, "", "is not a directory")
    for path in sorted(overrides.glob("*.csv")):
        if not path.is_file():
            raise DataError(path.name, 0, "", "is not a file")
        if path.name not in names:
            raise DataError(path.name, 0, "", f"replaces nothing; the files are {', '.join(sorted(names))}")


def read_table(
    directory: Source,
    name: str,
    columns: Sequence[str],
    overrides: Path | None = None,
    *,
    key: Sequence[str] = (),
) -> tuple[Row, ...]:
    """The rows of one table; `key` names the fields whose combination must be unique.

    `directory` is a directory or the resource directory of a package. The file must have every column, in any
    order, and no others; lines without any value are skipped.
    """
    text = _read_text(locate(directory, name, overrides), name)
    records = _records(text, name)
    header_line, header = next(records, (1, []))
    _check_header(name, header_line, header, columns)
    rows = tuple(_row(name, line, header, cells) for line, cells in records)
    if not rows:
        raise DataError(name, header_line, "", "only the names of the columns are there: the rows are missing")
    if key:
        check_unique(rows, key)
    return rows


def check_unique(rows: Iterable[Row], key: Sequence[str]) -> None:
    """Refuse a row that repeats the key of an earlier one."""
    seen: dict[tuple[str, ...], int] = {}
    for row in rows:
        value = tuple(row.text(field) for field in key)
        if value in seen:
            shown = " ".join(part for part in value if part)
            raise row.error(", ".join(key), f"{shown!r} is already in line {seen[value]}")
        seen[value] = row.line


def fingerprint(paths: Iterable[Source]) -> str:
    """The hash of the data in use, for journal headers.

    Names and contents count; the order given, the directory, line endings and a byte order mark do not, so that a
    checkout on another system has the same hash.
    """
    digest = hashlib.blake2b(digest_size=32)
    for path in sorted(paths, key=lambda path: path.name):
        content = _read_bytes(path, path.name).removeprefix(b"\xef\xbb\xbf")
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        for part in (path.name.encode(), content):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()


def _read_bytes(path: Source, name: str) -> bytes:
    if not path.is_file():
        raise DataError(name, 0, "", "the file is missing")
    try:
        with path.open("rb") as file:
            content: bytes = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise DataError(name, 0, "", f"cannot be read ({problem.strerror})") from problem
    if len(content) > MOST_BYTES:
        raise DataError(name, 0, "", f"the file is larger than {MOST_BYTES >> 20} MiB")
    return content


def _read_text(path: Source, name: str) -> str:
    content = _read_bytes(path, name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = problem.object[: problem.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line = before.count(b"\n") + 1
        reason = f"byte 0x{problem.object[problem.start]:02x} is not UTF-8; save the file as UTF-8 text"
        raise DataError(name, line, "", reason) from problem


def _records(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Each line that holds a value, with the number of the line it starts on."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield line, stripped
            # A quoted value may span several lines; the record is named by its first line.
            line = reader.line_num + 1
    except csv.Error as problem:
        raise DataError(name, line, "", f"is not CSV ({problem})") from problem


def _check_header(name: str, line: int, header: list[str], columns: Sequence[str]) -> None:
    if not header:
        raise DataError(name, line, "", f"the file is empty; its first line names {', '.join(columns)}")
    if len(header) == 1 and ";" in header[0]:
        raise DataError(name, line, "", "values are separated by ';'; save the file with commas")
    for column in header:
        if column not in columns:
            raise DataError(name, line, column, f"unknown column; the columns are {', '.join(columns)}")
        if header.count(column) > 1:
            raise DataError(name, line, column, "the column appears twice")
    for column in columns:
        if column not in header:
            raise DataError(name, line, column, "the column is missing")


def _row(name: str, line: int, header: list[str], cells: list[str]) -> Row:
    if len(cells) < len(header):
        reason = f"missing: the line has {len(cells)} values for {len(header)} columns"
        raise DataError(name, line, header[len(cells)], reason)
    if len(cells) > len(header):
        raise DataError(name, line, "", f"the line has {len(cells)} values for {len(header)} columns")
    return Row(name, line, dict(zip(header, cells, strict=True)))


CHECKPOINTS = "checkpoints.csv"
CONFIDENCE = "confidence"
"""The column that says how sure a line is."""


@dataclass(frozen=True, slots=True)
class DataFiles:
    """All tables of a game: the directory of the packaged files, and for each file its columns, separated by
    spaces.

    `overrides` is a directory whose files replace those of the same name.
    """

    directory: Source
    columns: Mapping[str, str]

    def rows(self, name: str, overrides: Path | None, key: str = "") -> tuple[Row, ...]:
        """The rows of one table; `key` lists, separated by spaces, the fields whose combination must be unique."""
        return read_table(self.directory, name, self.columns[name].split(), overrides, key=key.split())

    def checkpoints(self, overrides: Path | None) -> tuple[Row, ...]:
        """The statements the other tables are compared with."""
        self.check_names(overrides)
        return self.rows(CHECKPOINTS, overrides, key="id")

    def check_names(self, overrides: Path | None) -> None:
        """Refuse a directory of overrides holding a table this game does not read."""
        check_overrides(overrides, self.columns)

    def replaced(self, overrides: Path | None) -> tuple[str, ...]:
        return tuple(name for name in self.columns if overrides is not None and (overrides / name).is_file())

    def fingerprint(self, overrides: Path | None) -> str:
        """The hash of the tables that play depends on; check points only judge them."""
        return fingerprint(locate(self.directory, name, overrides) for name in self.columns if name != CHECKPOINTS)

    def confidence(self, overrides: Path | None) -> dict[str, dict[str, int]]:
        """For each table that says how sure it is, how many lines carry each mark."""
        return {
            name: dict(Counter(row.text(CONFIDENCE) for row in self.rows(name, overrides)))
            for name, columns in self.columns.items()
            if CONFIDENCE in columns.split()
        }

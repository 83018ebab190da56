"""2.3, 7: the two decks of 55 cards. Names repeat, so cards are numbered: X01 to X55, A01 to A55."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.games.shifting_sands.printed.files import ALLIED, AXIS, FILES
from sandtable.kernel.tables import Row

TYPES = ("event", "reinforcement", "combat", "offensive")
CLASSES = ("-", "BR", "CW", "GE", "IT", "T")
"""7.53: one reinforcement card of each class a turn."""
YEARS = (1940, 1941, 1942)
TRACKS = ("GE", "IT", "BR", "CW", "A", "US")
"""7.41: the replacement points that are recorded."""
LETTERS = ("X", "A")
WHEN = ("", "attack", "defend", "either")


@dataclass(frozen=True, slots=True)
class Grant:
    """What a card brings: counters of one kind."""

    what: str
    """A division's id, or a pool."""
    count: int
    where: str
    """The words that follow: 'full', 'to Reserve', 'full in Deep Desert'."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card."""

    id: str
    side: int
    year: int
    title: str
    key: str
    """Of its event; cards with the same name share it."""
    operations: int
    square: bool
    """7.12: its operations can be used together with the event."""
    asterisk: bool
    """7.52: removed when it is played as an event."""
    type: str
    reinforcement: str
    torch: bool
    """A T card: only after Torch."""
    red: bool
    """7.511: another event asks for this one."""
    points: tuple[int, ...]
    """7.41: replacement points, in the order of TRACKS."""
    needs: str
    """A condition, for `rules/c07_conditions.py` to read."""
    forbidden: str
    grants: tuple[Grant, ...]
    effect: str
    lines: tuple[str, ...]
    """What it does, in one or two short lines, for a card that is held in the hand."""
    when: str
    """Of a combat card: attack, defend, either."""
    condition: str
    result: str
    out_in_sonnenblume: bool


def read_cards(overrides: Path | None) -> tuple[Card, ...]:
    """cards_axis.csv, then cards_allied.csv, with the lines of card_words.csv."""
    return (*_deck(overrides, "cards_axis.csv", AXIS), *_deck(overrides, "cards_allied.csv", ALLIED))


def _lines(overrides: Path | None) -> dict[str, tuple[str, ...]]:
    """By card its lines; the second may be empty."""
    return {
        row.text("card", required=True): tuple(filter(None, (row.text("line_1", required=True), row.text("line_2"))))
        for row in FILES.rows("card_words.csv", overrides, key="card")
    }


def _deck(overrides: Path | None, name: str, side: int) -> Sequence[Card]:
    lines = _lines(overrides)
    rows = FILES.rows(name, overrides, key="no")
    for number, row in enumerate(rows, start=1):
        if row.integer("no") != number:
            raise row.error("no", f"card {number} is expected here")
    return [_card(row, side, lines) for row in rows]


def _card(row: Row, side: int, lines: Mapping[str, tuple[str, ...]]) -> Card:
    name, when = f"{LETTERS[side]}{row.integer('no', 1, 99):02}", row.text("cc_when")
    if name not in lines:
        raise row.error("no", f"card_words.csv has no lines for {name}")
    return Card(
        id=name,
        side=side,
        year=row.integer("year", YEARS[0], YEARS[-1]),
        title=row.text("name", required=True),
        key=row.text("key", required=True),
        operations=row.integer("ops", 1, 5),
        square=row.flag("ops_square"),
        asterisk=row.flag("asterisk"),
        type=row.one_of("type", TYPES),
        reinforcement=row.one_of("reinforcement_class", CLASSES).strip("-"),
        torch=row.flag("torch_T"),
        red=row.flag("red_name"),
        points=tuple(_points(row, track) for track in TRACKS),
        needs=row.text("prerequisites"),
        forbidden=row.text("not_playable_if"),
        grants=tuple(_grant(row, words) for words in row.text("units").split("; ") if words),
        effect=row.text("effect", required=True),
        lines=lines[name],
        when=when.split(" ")[0],
        condition=row.text("cc_condition"),
        result=row.text("cc_effect"),
        out_in_sonnenblume=row.flag("removed_in_18_1"),
    )


def _points(row: Row, track: str) -> int:
    field = f"rp_{track}"
    return row.integer(field, 0) if field in row.values else 0


def _grant(row: Row, words: str) -> Grant:
    """'au_bg x2 to Reserve'; upgrade cards list counters without a number."""
    what, _, rest = words.partition(" ")
    if not rest.startswith("x"):
        return Grant(words, 0, "")
    number, _, where = rest[1:].partition(" ")
    if not number.isdecimal():
        raise row.error("units", f"{words!r}: a number is expected after x")
    return Grant(what, int(number), where)

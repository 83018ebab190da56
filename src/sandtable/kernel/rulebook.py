"""The rulebook of a game as it is read: chapters, paragraphs and clauses, with what refers to what.

It is made from three files in the game's folder. `rules.csv` has the clauses. `chapters.toml` has a title for each
chapter, and says which words of a clause speak of a slip in the printed book: these are notes, kept out of the
reader's way. `rulings.md` has the rulings, each with the paragraphs that it settles in brackets at its end; one
that names none, and that no clause names, belongs to the book as a whole. Whatever names another place, "(7.4)"
or "ruling 12", leads there and back.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.clauses import Clause, read_clauses
from sandtable.kernel.errors import Malformed
from sandtable.kernel.game import Game
from sandtable.kernel.words import say

NAMED = re.compile(r"(?<![\w.])(?:[A-Z]?\d+(?:\.\d+)+(?:[a-z]+\d*)?|[A-Z]\d+)(?!\w)")
"""What may be a paragraph, 13.6.2, a clause of one, 13.6.2a, or a card that is a clause, A08."""
COUNTED = re.compile(
    r"\b(rulings?|chapters?|sections?) ((?:\d+[a-z]?(?:, | and | or | to )?)+)(?!\w|\.\d)", re.IGNORECASE
)
NUMBER = re.compile(r"\d+[a-z]?")
SETTLED = re.compile(r"\s*\((rulings?)\s?([\d, ]*)\)$")
"""Where a clause holds what a ruling says."""
MARK = re.compile(r"\s*\(([^()]*)\)(\.?)$")
ITEM = re.compile(r"^\s*(?:(\d+)\.|\* (\d+[a-z])\.|-) +(.*)")
MISPRINTS = "Misprints"
"""The heading in rulings.md under which slips of the printed book are listed."""


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of text; if it names another place of the book, the place."""

    text: str
    to: str = ""


Words = tuple[Phrase, ...]


class BookClause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One statement with the rulings that belong to it; `ruled` says that it holds what a ruling settled."""

    id: str
    kind: str
    words: Words
    ruled: bool = False
    rulings: tuple[str, ...] = ()


class Misprint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of a slip in the printed book, and in which clause, if in one."""

    words: Words
    clause: str = ""


class Paragraph(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paragraph with the rulings that settle it as a whole, notes on misprints, and what speaks of it elsewhere:
    paragraphs and rulings."""

    id: str
    clauses: tuple[BookClause, ...]
    rulings: tuple[str, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    mentioned: tuple[str, ...] = ()

    def names(self) -> Iterator[str]:
        """The clauses of the paragraph."""
        yield from (clause.id for clause in self.clauses)
        yield from (misprint.clause for misprint in self.misprints if misprint.clause)


class Chapter(msgspec.Struct, frozen=True):
    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling: its number as it is called, its words, and the paragraphs and clauses that it settles, if any."""

    id: str
    number: str
    words: Words
    settles: tuple[str, ...] = ()


class Rulebook(msgspec.Struct, frozen=True):
    """Everything there is to read of a game's rules."""

    title: str
    chapters: tuple[Chapter, ...]
    rulings: tuple[Ruling, ...]
    loose: tuple[str, ...] = ()
    """The rulings that belong to no paragraph."""

    def paragraphs(self) -> Iterator[Paragraph]:
        return (paragraph for chapter in self.chapters for paragraph in chapter.paragraphs)

    def at(self, rule: str) -> tuple[Paragraph, ...]:
        """The paragraph with this number and those under it, or that of the clause with this name; failing that,
        the one above it. None if the book has no such chapter."""
        under = f"{rule}."
        found = [one for one in self.paragraphs() if one.id == rule or one.id.startswith(under)]
        found = found or [one for one in self.paragraphs() if rule in one.names()]
        above = rule.rpartition(".")[0]
        return tuple(found) if found or not above else self.at(above)


def read_rulebook(folder: Path, title: str) -> Rulebook:
    """The rulebook in a game's folder."""
    clauses = list(read_clauses(folder).values())
    titles, slips = _read_chapters(folder)
    spoken = _read_rulings(folder)
    places = Places(clauses, [ruling.id for ruling in spoken])
    rulings = tuple(places.ruling(ruling) for ruling in spoken if not ruling.misprint)
    notes = [note for note in spoken if note.misprint]
    chapters = _chapters(clauses, titles, slips, places, rulings, notes)
    return Rulebook(title, chapters, rulings, _loose(chapters, rulings))


def _loose(chapters: Iterable[Chapter], rulings: Iterable[Ruling]) -> tuple[str, ...]:
    paragraphs = [paragraph for chapter in chapters for paragraph in chapter.paragraphs]
    placed = {name for one in paragraphs for name in one.rulings}
    placed |= {name for one in paragraphs for clause in one.clauses for name in clause.rulings}
    return tuple(ruling.id for ruling in rulings if ruling.id not in placed)


@cache
def rulebook_of(game: Game[Any]) -> Rulebook:
    """The rulebook of a game, read once."""
    return read_rulebook(game.folder, str(game.announced_title))


def words_of(parts: Iterable[Phrase]) -> str:
    return "".join(part.text for part in parts)


# The files


class Spoken(NamedTuple):
    """An item of rulings.md: a ruling, or a note on a misprint, with the numbers in brackets at its end."""

    id: str
    number: str
    text: str
    misprint: bool


def _read_chapters(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The titles of the chapters, and for each clause that speaks of a misprint the words that do."""
    path = folder / "chapters.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found.get("chapters", {}), found.get("misprints", {})


def _read_rulings(folder: Path) -> tuple[Spoken, ...]:
    path = folder / "rulings.md"
    return tuple(_items(path.read_text(encoding="utf-8"))) if path.exists() else ()


def _items(text: str) -> Iterator[Spoken]:
    """The items of the lists, each with its following lines. Where the numbers begin again under each heading, the
    heading's own number is a part of the id."""
    group, heading = 0, ""
    item: list[str] = []
    number = ""

    def finished() -> Iterator[Spoken]:
        if item:
            place = f"{group}-{number}" if group else number
            words = " ".join(item).replace("`", "")
            yield Spoken(f"ruling-{place}", number, words, heading.startswith(MISPRINTS))

    for line in text.splitlines():
        begins = ITEM.match(line)
        if begins or not line.strip() or line.startswith("#"):
            yield from finished()
            item = []
        if line.startswith("## "):
            heading, group = line[3:], group + 1
        elif begins:
            number, item = begins[1] or begins[2] or "", [begins[3].strip()]
        elif item:
            item.append(line.strip())
    yield from finished()


# Places, and what leads to them


class Places:
    """What can be named in a book: its paragraphs and clauses, chapters and rulings."""

    def __init__(self, clauses: Iterable[Clause], rulings: Iterable[str]) -> None:
        self.home = {clause.id: clause.paragraph for clause in clauses} | {
            c.paragraph: c.paragraph for c in clauses
        }
        self.chapters = {chapter_of(paragraph): paragraph for paragraph in reversed(self.home.values())}
        self.known = {*self.home, *rulings}

    def words(self, text: str, here: str = "") -> Words:
        """The text in parts, those that name another place than this paragraph with the place."""
        parts, done = [], 0
        for start, end, to in sorted(self._links(text)):
            if here and self.home.get(to) == here:
                continue
            parts += [Phrase(text[done:start])] * (start > done) + [Phrase(text[start:end], to)]
            done = end
        return (*parts, *[Phrase(text[done:])] * (done < len(text)))

    def _links(self, text: str) -> Iterator[tuple[int, int, str]]:
        for found in NAMED.finditer(text):
            if found[0] in self.home:
                yield found.start(), found.end(), found[0]
        for found in COUNTED.finditer(text):
            ruling = found[1].lower().startswith("ruling")
            for number in NUMBER.finditer(text, found.start(2), found.end(2)):
                to = f"ruling-{number[0]}" if ruling else self.chapters.get(number[0], "")
                if to in self.known:
                    yield number.start(), number.end(), to

    def settled(self, text: str) -> tuple[str, ...]:
        """The paragraphs and clauses named in the brackets that end a text; a chapter is its first paragraph."""
        mark = MARK.search(text)
        named = COUNTED.sub("", mark[1]).replace(",", " ").split() if mark else []
        whole = all(name in self.home or name in self.chapters for name in named)
        found = [self._settled(name) for name in named if whole or name in self.home]
        return tuple(dict.fromkeys(found))

    def _settled(self, name: str) -> str:
        return name if name in self.home else self.chapters[name]

    def ruling(self, spoken: Spoken) -> Ruling:
        return Ruling(spoken.id, spoken.number, self.words(self.unmarked(spoken.text)), self.settled(spoken.text))

    def unmarked(self, text: str) -> str:
        """The text without the brackets that end it, if there is nothing in them but what it settles."""
        mark = MARK.search(text)
        only = mark and all(
            name in self.home or name in self.chapters for name in mark[1].replace(",", " ").split()
        )
        return MARK.sub(r"\2", text) if only else text


def chapter_of(paragraph: str) -> str:
    return paragraph.partition(".")[0]


# The book


def _chapters(
    clauses: Iterable[Clause],
    titles: Mapping[str, str],
    slips: Mapping[str, str],
    places: Places,
    rulings: Sequence[Ruling],
    notes: Iterable[Spoken],
) -> tuple[Chapter, ...]:
    """The chapters in the order of the book."""
    told = {clause.id: _without(clause, slips.get(clause.id, "")) for clause in clauses}
    beside = _beside(clauses, rulings, places)
    misprints = _misprints(clauses, told, places, notes)
    own: dict[str, list[BookClause]] = {clause.paragraph: [] for clause in clauses}
    for clause in clauses:
        if words := told[clause.id][0]:
            own[clause.paragraph].append(_clause(clause, words, places, beside))
    mentioned = _mentioned(own, rulings, places)
    chapters: dict[str, list[Paragraph]] = defaultdict(list)
    for name, inside in own.items():
        notes_here = tuple(misprints.get(name, ()))
        speaks = tuple(mentioned.get(name, ()))
        paragraph = Paragraph(name, tuple(inside), tuple(beside.get(name, ())), notes_here, speaks)
        chapters[chapter_of(name)].append(paragraph)
    return tuple(Chapter(name, _title(titles, name), tuple(inside)) for name, inside in chapters.items())


def _title(titles: Mapping[str, str], chapter: str) -> str:
    if chapter not in titles:
        raise Malformed(
            say("chapter {chapter} has no title", chapter=chapter), "chapters.toml needs a line for it"
        )
    return titles[chapter]


def _without(clause: Clause, slip: str) -> tuple[str, str]:
    """A statement without what it says of a slip in print, and that."""
    if slip not in clause.statement:
        raise Malformed(say("{clause} does not say '{slip}'", clause=clause.id, slip=slip), "mend chapters.toml")
    told = clause.statement.replace(slip, "", 1) if slip else clause.statement
    told, slip = told.strip(), slip.strip(";,:. ")
    return told, _sentence(slip[1:-1] if slip.startswith("(") else slip)


def _sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("." if text[-1:].isalnum() or text.endswith((")", "'", '"')) else "")


def _clause(clause: Clause, told: str, places: Places, beside: Mapping[str, list[str]]) -> BookClause:
    statement = SETTLED.sub("", told)
    words = places.words(_sentence(statement), clause.paragraph)
    return BookClause(clause.id, clause.kind, words, statement != told, tuple(beside.get(clause.id, ())))


def _beside(clauses: Iterable[Clause], rulings: Iterable[Ruling], places: Places) -> dict[str, list[str]]:
    """The rulings of each paragraph or clause: those that name it, and those that a clause names. If several
    clauses of a paragraph name one, it stands at the last."""
    beside: dict[str, list[str]] = defaultdict(list)
    for ruling in rulings:
        for place in ruling.settles:
            beside[place].append(ruling.id)
    last: dict[tuple[str, str], str] = {}
    for clause in clauses:
        for ruling_id in _named_rulings(clause, places):
            last[clause.paragraph, ruling_id] = clause.id
    for (paragraph, ruling_id), clause_id in last.items():
        if ruling_id not in beside[paragraph]:
            beside[clause_id].append(ruling_id)
    return beside


def _named_rulings(clause: Clause, places: Places) -> tuple[str, ...]:
    mark = SETTLED.search(clause.statement)
    named = NUMBER.findall(mark[2]) if mark else []
    return tuple(name for name in (f"ruling-{number}" for number in named) if name in places.known)


def _misprints(
    clauses: Iterable[Clause], told: Mapping[str, tuple[str, str]], places: Places, notes: Iterable[Spoken]
) -> dict[str, list[Misprint]]:
    """What is said of misprints, by paragraph: in the clauses, and in a list of their own."""
    found: dict[str, list[Misprint]] = defaultdict(list)
    for clause in clauses:
        if slip := told[clause.id][1]:
            found[clause.paragraph].append(Misprint(places.words(slip), clause.id))
    for note in notes:
        for place in places.settled(note.text):
            found[places.home[place]].append(Misprint(places.words(places.unmarked(note.text))))
    return found


def _mentioned(
    own: Mapping[str, list[BookClause]], rulings: Iterable[Ruling], places: Places
) -> dict[str, dict[str, None]]:
    """For each paragraph what speaks of it elsewhere: paragraphs, and rulings that do not stand beside it."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    told = [
        (name, part.to) for name, inside in own.items() for clause in inside for part in clause.words if part.to
    ]
    told += [(ruling.id, part.to) for ruling in rulings for part in ruling.words if part.to]
    settled = {(ruling.id, places.home[place]) for ruling in rulings for place in ruling.settles}
    for source, to in told:
        target = places.home.get(to, "")
        if target not in ("", source) and (source, target) not in settled:
            found[target][source] = None
    return found

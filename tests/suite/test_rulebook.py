"""Everything in the files of every game's rulebook can be read in it, and everything it leads to is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import sandtable
from sandtable.kernel.clauses import read_clauses
from sandtable.kernel.rulebook import Rulebook, Words, rulebook_of, words_of
from tests.suite.grounds import every_game

SPEAKS_OF_MISPRINTS = re.compile(
    r"misprint|misspel|erratum:|\bis a slip\b|the text here|printed list", re.IGNORECASE
)


@every_game
def test_every_clause_is_reachable(game_id: str) -> None:
    game = sandtable.game(game_id)
    book, clauses = rulebook_of(game), read_clauses(game.folder)
    read = {name: paragraph.id for paragraph in book.paragraphs() for name in paragraph.names()}
    assert read == {clause.id: clause.paragraph for clause in clauses.values()}
    assert [name for name, paragraph in read.items() if paragraph not in [one.id for one in book.at(name)]] == []


@every_game
def test_every_chapter_has_a_title_and_every_title_a_chapter(game_id: str) -> None:
    game = sandtable.game(game_id)
    written = tomllib.loads((game.folder / "chapters.toml").read_text(encoding="utf-8"))["chapters"]
    chapters = rulebook_of(game).chapters
    assert {one.id: one.title for one in chapters} == written
    assert all(one.title.strip() and one.paragraphs for one in chapters)
    assert len({one.title for one in chapters}) == len(chapters)


@every_game
def test_every_ruling_stands_in_the_book(game_id: str) -> None:
    game = sandtable.game(game_id)
    book, path = rulebook_of(game), game.folder / "rulings.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    numbered = re.findall(r"^ *(?:\d+|\* \d+[a-z])\. ", text, re.MULTILINE)
    shown = {name for one in book.paragraphs() for name in one.rulings}
    shown |= {name for one in book.paragraphs() for clause in one.clauses for name in clause.rulings}
    assert len(book.rulings) == len(numbered)
    assert {ruling.id for ruling in book.rulings} == shown | set(book.loose)
    assert not shown & set(book.loose)


@every_game
def test_whatever_is_led_to_is_there(game_id: str) -> None:
    book = rulebook_of(sandtable.game(game_id))
    places = {name for one in book.paragraphs() for name in (one.id, *one.names())}
    places |= {ruling.id for ruling in book.rulings}
    led = {part.to for words in every_text(book) for part in words if part.to}
    led |= {name for one in book.paragraphs() for name in one.mentioned}
    led |= {name for ruling in book.rulings for name in ruling.settles}
    assert sorted(led - places) == []


@every_game
def test_who_speaks_of_a_paragraph_is_named_there(game_id: str) -> None:
    book = rulebook_of(sandtable.game(game_id))
    home = {name: one.id for one in book.paragraphs() for name in (one.id, *one.names())}
    for paragraph in book.paragraphs():
        spoken = {part.to for clause in paragraph.clauses for part in clause.words if part.to}
        for target in {home[name] for name in spoken if name in home} - {paragraph.id}:
            assert paragraph.id in book.at(target)[0].mentioned


@every_game
def test_misprints_are_out_of_the_readers_way(game_id: str) -> None:
    book = rulebook_of(sandtable.game(game_id))
    told = [words_of(clause.words) for one in book.paragraphs() for clause in one.clauses]
    assert [text for text in told if SPEAKS_OF_MISPRINTS.search(text)] == []


def every_text(book: Rulebook) -> Iterator[Words]:
    for paragraph in book.paragraphs():
        yield from (clause.words for clause in paragraph.clauses)
        yield from (misprint.words for misprint in paragraph.misprints)
    yield from (ruling.words for ruling in book.rulings)

"""The rulebook as it is read: chapters, what leads where, rulings beside what they settle, notes on misprints."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel.errors import Malformed
from sandtable.kernel.rulebook import Phrase, Rulebook, read_rulebook, words_of

CLAUSES = """\
id,paragraph,kind,statement
1.1a,1.1,definition,"A wood stops fire, see 2.1 and chapter 2"
1.1b,1.1,rule,"A wood costs 2 (1.1); the printed 3 is a misprint (ruling)"
2.1a,2.1,rule,Whoever is hit retreats (ruling 1)
2.1b,2.1,rule,"Nobody retreats into a wood [see 1.1b] (ruling 1)"
2.1.1a,2.1.1,rule,A retreat is 2.5 hexes long
A01,2.2,rule,Recruits
2.9a,2.9,rule,Erratum: recruits are three
"""
CHAPTERS = """\
[chapters]
1 = "Ground"
2 = "Fire"

[misprints]
"1.1b" = "; the printed 3 is a misprint"
"2.9a" = "Erratum: recruits are three"
"""
RULINGS = """\
# Rulings

Where the book is unclear:

1. A retreat goes
   two hexes, or `all` of it.
2. Recruits come at once (A01, 1.1).
   * 2a. Or later (ruling 1 holds all the same).
3. Woods do not burn (2.1, ruling 1).

## Misprints in the rulebook

- Page 3 should read page 4 (2).
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    write(tmp_path)
    return read_rulebook(tmp_path, "A Game")


def write(folder: Path, chapters: str = CHAPTERS, rulings: str = RULINGS) -> None:
    for name, text in (("rules.csv", CLAUSES), ("chapters.toml", chapters), ("rulings.md", rulings)):
        (folder / name).write_text(text, encoding="utf-8")


def test_chapters_have_their_paragraphs_in_the_order_of_the_book(book: Rulebook) -> None:
    chapters = [(one.id, one.title, [paragraph.id for paragraph in one.paragraphs]) for one in book.chapters]
    assert chapters == [("1", "Ground", ["1.1"]), ("2", "Fire", ["2.1", "2.1.1", "2.2", "2.9"])]


def test_what_names_another_place_leads_there(book: Rulebook) -> None:
    wood = book.at("1.1")[0].clauses[0]
    assert wood.words == (
        Phrase("A wood stops fire, see "),
        Phrase("2.1", "2.1"),
        Phrase(" and chapter "),
        Phrase("2", "2.1"),
        Phrase("."),
    )
    assert [part.to for part in book.at("2.1")[0].clauses[1].words if part.to] == ["1.1b"]


def test_a_paragraph_does_not_lead_to_itself_and_a_figure_is_no_paragraph(book: Rulebook) -> None:
    assert not any(part.to for part in book.at("1.1b")[0].clauses[1].words)
    assert not any(part.to for part in book.at("2.1.1")[0].clauses[0].words)


def test_and_back(book: Rulebook) -> None:
    assert book.at("1.1")[0].mentioned == ("2.1",)
    assert book.at("2.1")[0].mentioned == ("1.1",)


def test_a_ruling_stands_beside_what_it_settles(book: Rulebook) -> None:
    assert book.at("1.1")[0].rulings == ("ruling-2",)
    assert book.at("2.2")[0].clauses[0].rulings == ("ruling-2",)
    assert book.at("2.1")[0].rulings == ("ruling-3",)
    assert book.loose == ("ruling-2a",)


def test_a_ruling_that_clauses_name_stands_once_after_the_last_of_them(book: Rulebook) -> None:
    assert [(one.ruled, one.rulings) for one in book.at("2.1")[0].clauses] == [(True, ()), (True, ("ruling-1",))]
    assert words_of(book.at("2.1")[0].clauses[0].words) == "Whoever is hit retreats."


def test_the_words_of_a_ruling_do_not_repeat_what_it_settles(book: Rulebook) -> None:
    told = {ruling.number: words_of(ruling.words) for ruling in book.rulings}
    assert told["1"] == "A retreat goes two hexes, or all of it."
    assert told["2"] == "Recruits come at once."
    assert told["3"] == "Woods do not burn (2.1, ruling 1)."


def test_notes_on_misprints_are_kept_apart(book: Rulebook) -> None:
    clause = book.at("1.1")[0].clauses[1]
    assert (words_of(clause.words), clause.ruled) == ("A wood costs 2 (1.1).", True)
    assert [(one.clause, words_of(one.words)) for one in book.at("1.1")[0].misprints] == [
        ("1.1b", "The printed 3 is a misprint.")
    ]
    assert [words_of(one.words) for one in book.at("2.1")[0].misprints] == ["Page 3 should read page 4."]


def test_a_clause_that_is_nothing_but_such_a_note_is_found_by_its_name(book: Rulebook) -> None:
    (paragraph,) = book.at("2.9a")
    assert (paragraph.id, paragraph.clauses) == ("2.9", ())


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("2.1", ["2.1", "2.1.1"]),
        ("2", ["2.1", "2.1.1", "2.2", "2.9"]),
        ("A01", ["2.2"]),
        ("2.1.1.7", ["2.1.1"]),
        ("1.1b", ["1.1"]),
        ("9", []),
    ],
)
def test_a_rule_is_found(book: Rulebook, rule: str, found: list[str]) -> None:
    assert [paragraph.id for paragraph in book.at(rule)] == found


def test_numbers_that_begin_again_under_each_heading_make_other_rulings(tmp_path: Path) -> None:
    write(tmp_path, rulings="## Fire (2)\n\n1. So (1.1).\n\n## Ground\n\n1. Or so (1.1).\n")
    assert read_rulebook(tmp_path, "A Game").at("1.1")[0].rulings == ("ruling-1-1", "ruling-2-1")


def test_a_chapter_needs_a_title(tmp_path: Path) -> None:
    write(tmp_path, chapters='[chapters]\n1 = "Ground"\n')
    with pytest.raises(Malformed, match="chapter 2 has no title"):
        read_rulebook(tmp_path, "A Game")


def test_words_about_a_misprint_must_stand_in_their_clause(tmp_path: Path) -> None:
    write(tmp_path, chapters=CHAPTERS.replace("printed 3", "printed 4"))
    with pytest.raises(Malformed, match=r"1\.1b does not say '; the printed 4 is a misprint'"):
        read_rulebook(tmp_path, "A Game")

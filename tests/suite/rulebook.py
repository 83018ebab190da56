"""The paragraphs of a rulebook, and which of them are named while a game is played."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.kernel.clauses import read_clauses
from sandtable.kernel.game import Game


@cache
def paragraphs(game: Game[Any]) -> frozenset[str]:
    """All of them."""
    return frozenset(clause.paragraph for clause in read_clauses(game.folder).values())


@cache
def ruling(game: Game[Any]) -> tuple[str, ...]:
    """Those with at least one rule, in the order of the book."""
    rules = (clause for clause in read_clauses(game.folder).values() if clause.kind == "rule")
    return tuple(dict.fromkeys(clause.paragraph for clause in rules))


@cache
def _by_name(game: Game[Any]) -> dict[str, str]:
    clauses = read_clauses(game.folder).values()
    return {clause.id: clause.paragraph for clause in clauses} | {name: name for name in paragraphs(game)}


def paragraph_of(game: Game[Any], rule: str) -> str:
    """The paragraph that a rule names: itself, or that of the one clause it is; nothing if there is none."""
    return _by_name(game).get(rule, "")

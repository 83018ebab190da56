"""What can be played: the installed games as the lobby shows them, their boards and their rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

import msgspec
import structlog

from sandtable.kernel import scene, sequence
from sandtable.kernel.charts import charts_for
from sandtable.kernel.errors import Malformed
from sandtable.kernel.gallery import guide_of
from sandtable.kernel.game import SPECTATOR, Game, Listing, Question, ScenarioInfo
from sandtable.kernel.guidefile import has_guide
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as installed
from sandtable.kernel.registry import game_ids
from sandtable.kernel.rulebook import Rulebook, rulebook_of, words_of
from sandtable.kernel.scene import Board, drawable
from sandtable.kernel.sequence import Sequence
from sandtable.kernel.words import say
from sandtable.players.registry import best_player, newcomers_player, player_info, player_names
from sandtable.table.errors import Missing, Unavailable
from sandtable.table.messages import (
    Charts,
    GameCard,
    OptionInfo,
    PlayerCard,
    QuestionCard,
    RuleClause,
    ScenarioCard,
    encode,
)
from sandtable.table.names import name_key
from sandtable.table.updates import drawn

CHARTS_KEPT = 32

log = structlog.get_logger("sandtable.table")


def loaded(game_id: str) -> Game[Any]:
    """An installed game; Missing if there is none, Unavailable if it cannot be loaded."""
    try:
        return installed(game_id)
    except Malformed as error:
        raise Missing(error.reason, error.hint) from None
    except Exception as error:  # anything can go wrong in somebody else's module
        log.error("a game cannot be loaded", game=game_id, reason=str(error))
        raise Unavailable(say("the game '{id}' is installed but cannot be loaded", id=game_id)) from None


def known_game(game_id: str) -> Game[Any]:
    """An installed game that can be drawn."""
    found = loaded(game_id)
    drawn(found)
    return found


@cache
def game_cards(test_games: bool) -> tuple[GameCard, ...]:
    """The games that can be drawn; broken ones are left out, and those for tests unless they are wanted."""
    games = (game for game in _all_loaded() if test_games or not game.for_tests)
    return tuple(_card(game) for game in games if drawable(game) is not None)


@cache
def test_games() -> frozenset[str]:
    """The ids of the games that are there for tests only."""
    return frozenset(game.id for game in _all_loaded() if game.for_tests)


@cache
def sides() -> frozenset[str]:
    """What the sides of the games are called, as names are compared; not of the games for tests."""
    return frozenset(name_key(side) for game in _all_loaded() if not game.for_tests for side in game.sides)


def _all_loaded() -> Iterator[Game[Any]]:
    for game_id in game_ids():
        with suppress(Unavailable):
            yield loaded(game_id)


def _card(game: Game[Any]) -> GameCard:
    return GameCard(
        id=game.id,
        title=str(game.announced_title),
        sides=game.sides,
        scenarios=(*map(_scenario, game.scenarios), *(_listing(game, one) for one in game.listings)),
        players=tuple(_player(game, name) for name in player_names(game)),
        best_player=best_player(game),
        newcomers_player=newcomers_player(game),
        guide=has_guide(game),
        questions=tuple(_question(*pair) for pair in game.questions.items() if pair[1].show is not None),
    )


def _player(game: Game[Any], name: str) -> PlayerCard:
    info = player_info(game, name)
    return PlayerCard(name, info.title, info.level, info.sentence)


def _scenario(info: ScenarioInfo) -> ScenarioCard:
    options = tuple(OptionInfo(option.name, option.values, option.description) for option in info.options)
    return ScenarioCard(info.id, info.title, info.description, info.length, options, info.secrets, info.id, {})


def _listing(game: Game[Any], one: Listing) -> ScenarioCard:
    """A scenario with some options settled, as a card of its own with only the other options left to choose."""
    card = _scenario(game.scenario(one.scenario))
    return msgspec.structs.replace(
        card,
        id=one.id,
        title=one.title,
        description=one.description,
        length=one.length,
        options=tuple(option for option in card.options if option.name not in one.options),
        settled=dict(one.options),
    )


def _question(name: str, question: Question) -> QuestionCard:
    title = question.title or name.capitalize()
    asked_together = question.together is not None
    return QuestionCard(name, title, question.description, question.nouns, question.use, asked_together)


Choices = tuple[tuple[str, str], ...]
"""The options of a table, by name."""

_equal: dict[bytes, tuple[Board, bytes]] = {}
"""Every board there is, once: most options leave it as it is."""


@lru_cache(maxsize=256)
def _made(game_id: str, scenario: str, options: Choices) -> tuple[Board, bytes]:
    game = known_game(game_id)
    made = scene.board_of(game, game.load_data(), scenario, dict(options))
    encoded = encode(made)
    return _equal.setdefault(encoded, (made, encoded))


def board_of(game_id: str, scenario: str = "", options: Choices = ()) -> Board:
    """The board of a scenario, made from the data in use; by default of the first."""
    return _made(game_id, scenario, options)[0]


def encoded_board(game_id: str, scenario: str = "", options: Choices = ()) -> bytes:
    return _made(game_id, scenario, options)[1]


def setting_of(match: Match) -> tuple[str, str, Choices]:
    """What decides about the board of a match: its game, its scenario and its options."""
    return match.game.id, match.scenario.id, tuple(sorted(match.header.options.items()))


def load_all() -> None:
    """Read the data of every game, so that nobody waits for it later; a failure affects only that game's
    players."""
    for card in game_cards(True):
        try:
            encoded_board(card.id)
        except Exception as error:  # anything can go wrong in somebody else's module
            log.error("the data of a game cannot be loaded", game=card.id, reason=str(error))


def sequence_of(game_id: str) -> Sequence:
    """The sequence of play of a game, in words."""
    return sequence.sequence_of(known_game(game_id))


def rulebook_in(game_id: str) -> Rulebook:
    """The rulebook of a game; one that has no clauses is missing."""
    found = known_game(game_id)
    try:
        return rulebook_of(found)
    except FileNotFoundError:
        raise Missing(say("{game} comes without a list of clauses", game=found.title)) from None


@cache
def encoded_guide(game_id: str) -> bytes:
    """How a game goes; missing if nobody has written it."""
    found = known_game(game_id)
    if not has_guide(found):
        raise Missing(say("nobody has written yet how {game} goes", game=found.title))
    return encode(guide_of(found))


@cache
def encoded_rulebook(game_id: str) -> bytes:
    return encode(rulebook_in(game_id))


def clauses_of(game_id: str, paragraph: str) -> tuple[RuleClause, ...]:
    """The clauses of a paragraph and of those under it, or the one clause with this name; failing that, those of
    the paragraph it belongs to."""
    found = rulebook_in(game_id).at(paragraph)
    if not found:
        raise Missing(say("there is no paragraph {paragraph}", paragraph=paragraph))
    clauses = tuple(
        RuleClause(clause.id, one.id, clause.kind, words_of(clause.words))
        for one in found
        for clause in one.clauses
    )
    return tuple(clause for clause in clauses if clause.id == paragraph) or clauses


@lru_cache(maxsize=CHARTS_KEPT)
def charts_at_start(game_id: str, scenario: str) -> Charts:
    """The charts of a scenario, by default the first, as everybody sees them before it begins."""
    game = known_game(game_id)
    try:
        state = game.start(scenario)
    except Malformed as error:
        raise Missing(error.reason, error.hint) from None
    return Charts(charts_for(game, state, SPECTATOR))

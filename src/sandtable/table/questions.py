"""Answers to one side's questions about a match: what a run would lead to, the game's own questions, and why not.

They are worked out on a state resampled from that side's view, so that they cannot reveal anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from sandtable.kernel.choices import Choice, pack, unpack
from sandtable.kernel.errors import Illegal, Malformed
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.foresight import costs
from sandtable.kernel.game import Game, Question, Why
from sandtable.kernel.match import Match
from sandtable.kernel.scene import Answer, Board, Warn, piece_called, scene_for, warn
from sandtable.kernel.seat import Seat
from sandtable.kernel.words import Message, quoted, say
from sandtable.table.errors import Missing
from sandtable.table.messages import Because, Previewed, WhyNot


def invention(match: Match, side: int) -> Any:
    """A state this side cannot tell from the true one, the same each time it is asked for."""
    return Seat(match.game, match.state, side).resample(Random(0))


def previewed(match: Match, board: Board, side: int, run: Sequence[str]) -> Previewed:
    """What a run would lead to: it stops before dice and revelations, and after the decision passes to another
    side."""
    match.check_door(side, run)
    state, played, end = followed(match.game, invention(match, side), side, run)
    scene = scene_for(match.game, board, state, side, warned=False)
    return Previewed(scene, played, end is not None, costs_of(match, run))


def costs_of(match: Match, run: Sequence[str]) -> tuple[Warn, ...]:
    """What a run would cost the side that decides."""
    read = match.game.vocabulary(match.state.printed).read
    return tuple(map(warn, costs(match.game, match.state, [read(text) for text in run])))


def followed(game: Game[Any], state: Any, side: int, run: Sequence[str]) -> tuple[Any, int, Message | None]:
    """The state after the part of a run that undo could take back, how many choices that is, and what happens then
    that undo cannot take back, if anything does."""
    played = 0
    for choice in [game.vocabulary(state.printed).read(text) for text in run]:
        must_be_legal(game, state, side, choice)
        after = state.copy()
        if any(event.reveals for event in game.apply_heard(after, choice)):
            return state, played, say("something is revealed")
        actor = game.actor(after)
        if actor == CHANCE:
            return state, played, say("dice are rolled")
        state, played = after, played + 1
        if actor != side:
            return state, played, say("the decision passes to the other side")
    return state, played, None


def must_be_legal(game: Game[Any], state: Any, side: int, choice: Choice) -> None:
    why = game.explain(state, side, choice)
    if why is not None:
        raise Illegal(why.sentence, why.rule)


def asked_about(name: str, question: Question) -> Message:
    """What a question must be asked about."""
    return say("ask '{name}' about {nouns}", name=name, nouns=quoted(list(question.nouns)) or "nothing")


def answered(match: Match, side: int, name: str, arguments: Sequence[str]) -> Answer:
    """The answer to one of the game's questions, for drawing."""
    game, printed = match.game, match.state.printed
    question = game.questions.get(name)
    if question is None or question.show is None:
        raise Missing(say("there is no question '{name}'", name=name))
    if len(arguments) != len(question.nouns):
        raise Malformed(asked_about(name, question))
    numbers = [numbered(game, printed, *pair) for pair in zip(question.nouns, arguments, strict=True)]
    state = invention(match, side)
    answer = question.show(state, *numbers)
    assert isinstance(answer, Answer)
    return foretold(match, state, side, answer)


def foretold(match: Match, state: Any, side: int, answer: Answer) -> Answer:
    """An answer with what its run leads to: whether undo could go back on it, and what it costs. An illegal run is
    refused when it is sent."""
    if not answer.run or match.actor() != side or match.disputed is not None:
        return answer
    try:
        *_, end = followed(match.game, state, side, answer.run)
    except Illegal:
        return answer
    return msgspec.structs.replace(answer, final=end is not None, costs=costs_of(match, answer.run))


def numbered(game: Game[Any], printed: Any, noun: str, name: str) -> int:
    """The number of the thing with this name."""
    names = list(game.nouns(printed).get(noun, ()))
    if not name or name not in names:
        raise Malformed(say("there is no {noun} '{name}'", noun=noun, name=name))
    return names.index(name)


def because(match: Match, board: Board, asked: WhyNot) -> Because:
    """Why a choice is not legal; for a cell or piece, why nothing can be done with it; for both, why not both.

    What is done at this moment comes first, then whatever has a reason of its own.
    """
    game, state = match.game, invention(match, asked.side)
    if asked.piece and asked.cell and not asked.choice:
        asked, state = _picked_up(game, state, board, asked)
    in_use = {verb for verb, _ in game.options(state)}
    reasons: list[tuple[bool, Why]] = []
    for choice in _meant(game, state, board, asked):
        why = game.explain(state, asked.side, choice)
        if why is None:
            return Because("", "")
        reasons.append((unpack(choice)[0] not in in_use, why))
    if not reasons:
        return Because(str(say("nothing can ever be done there")), "")
    _, why = min(reasons, key=lambda reason: (reason[0], reason[1].sentence.last_resort))
    return Because(str(why.sentence), why.rule)


def _picked_up(game: Game[Any], state: Any, board: Board, asked: WhyNot) -> tuple[WhyNot, Any]:
    """Ask about the cell with the piece picked up, or about the piece if it cannot be picked up."""
    noun, piece = _piece(game, state, board, asked.piece)
    choices = [pack(number, piece) for number, verb in enumerate(game.verbs) if verb.noun == noun]
    legal = [choice for choice in choices if game.explain(state, asked.side, choice) is None]
    for choice in legal:
        after = state.copy()
        revealed = any(event.reveals for event in game.apply_heard(after, choice))
        if not revealed and game.actor(after) == asked.side and _takes(game, after, board.cell_noun):
            return msgspec.structs.replace(asked, piece=""), after
    alone = {"piece": ""} if legal or _takes(game, state, board.cell_noun) else {"cell": ""}
    return msgspec.structs.replace(asked, **alone), state


def _piece(game: Game[Any], state: Any, board: Board, name: str) -> tuple[str, int]:
    """The noun and the number of a piece; Malformed if there is none of this name."""
    noun = board.piece_nouns[0]
    return piece_called(game, state.printed, board, name) or (noun, numbered(game, state.printed, noun, name))


def _takes(game: Game[Any], state: Any, noun: str) -> bool:
    """Is a choice of this kind being made now?"""
    return any(game.verbs[verb].noun == noun for verb, which in game.options(state) if which)


def _meant(game: Game[Any], state: Any, board: Board, asked: WhyNot) -> Iterator[Choice]:
    """The choices a question is about."""
    if asked.choice:
        yield game.vocabulary(state.printed).read(asked.choice)
        return
    if asked.cell:
        noun, argument = board.cell_noun, numbered(game, state.printed, board.cell_noun, asked.cell)
    else:
        noun, argument = _piece(game, state, board, asked.piece)
    yield from (pack(number, argument) for number, verb in enumerate(game.verbs) if verb.noun == noun)

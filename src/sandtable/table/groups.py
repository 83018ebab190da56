"""Several pieces that go together: one question about all of them, and one run that is played whole or refused.

Where a stack moves as one, the game answers for all of them (`Question.together`), and the run is this one move.
Otherwise no game needs to know of it: the pieces go one after another, each as the game's own questions take it,
on the state that the ones before it leave; so a run of a group is a run of ordinary choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.choices import unpack
from sandtable.kernel.errors import Illegal, Malformed
from sandtable.kernel.game import Game, Question
from sandtable.kernel.match import MAX_RUN, Match
from sandtable.kernel.scene import Answer, Board, Piece, Tint
from sandtable.kernel.words import Message, phrase, quoted, say
from sandtable.table.errors import Missing
from sandtable.table.messages import Ask, Run, WhyNot
from sandtable.table.questions import asked_about, because, followed, foretold, invention, numbered
from sandtable.table.updates import drawn

MOST_TOGETHER = 24
WORST_FIRST = ("bad", "warn")
"""Tones that outweigh any other when pieces go to the same cell."""


class Group:
    """The pieces of a question, by their ids, and the state that is invented for it."""

    def __init__(self, match: Match, side: int, ids: Sequence[str]) -> None:
        if len(ids) > MOST_TOGETHER:
            raise Malformed(say("at most {most} pieces can be asked about together", most=MOST_TOGETHER))
        self.game, self.side, self.ids = match.game, side, list(dict.fromkeys(ids))
        self.state = invention(match, side)

    def number(self, noun: str, name: str) -> int:
        return numbered(self.game, self.state.printed, noun, name)

    def called(self, ids: Sequence[str]) -> list[str]:
        """These pieces by their names."""
        names = names_of(self.game, self.state, self.side)
        return [names.get(piece, piece) for piece in ids]

    def not_at(self, goal: int) -> list[str]:
        """Those that are not already there."""
        there = {piece.id for piece in seen_pieces(self.game, self.state, self.side) if piece.cell == goal}
        return [piece for piece in self.ids if piece not in there]


def seen_pieces(game: Game[Any], state: Any, side: int) -> Sequence[Piece]:
    """The pieces that a side sees."""
    return drawn(game).scene(game.view(state, side), side, state.printed).pieces


def names_of(game: Game[Any], state: Any, side: int) -> dict[str, str]:
    """By id what the pieces that a side sees are called: by their names, if their ids are not what is printed on
    them."""
    return {piece.id: piece.name for piece in seen_pieces(game, state, side) if piece.id and piece.printed}


def answered_together(match: Match, board: Board, asked: Ask) -> Answer:
    """How far several pieces go together, or the run of choices that takes them all to a cell."""
    question = match.game.questions.get(asked.question)
    if question is None or question.show is None or question.use not in ("selection", "route"):
        raise Missing(say("'{name}' cannot be asked of several pieces", name=asked.question))
    if len(asked.arguments) != len(question.nouns) or question.nouns[0] not in board.piece_nouns:
        raise Malformed(asked_about(asked.question, question))
    group = Group(match, asked.side, (asked.arguments[0], *asked.company))
    if question.together is not None:
        return _as_one(match, group, question, asked.arguments[1:])
    if question.use == "selection":
        return _reach(group, question, match, board)
    return _way(match, group, question, asked.arguments[1])


# A stack that moves as one


def _as_one(match: Match, group: Group, question: Question, goal: Sequence[str]) -> Answer:
    """The game's own answer for all of them, with what a run leads to."""
    assert question.together is not None
    numbers = tuple(group.number(question.nouns[0], piece) for piece in group.ids)
    places = [group.number(noun, name) for noun, name in zip(question.nouns[1:], goal, strict=True)]
    answer: Answer = question.together(group.state, numbers, *places)
    return foretold(match, group.state, group.side, answer)


# How far they go


def _reach(group: Group, question: Question, match: Match, board: Board) -> Answer:
    """The cells that each of them reaches now, with what the slowest pays. Whoever cannot go at all stays, and the
    words say why."""
    assert question.show is not None
    numbers = [group.number(question.nouns[0], piece) for piece in group.ids]
    answers = {piece: question.show(group.state, number) for piece, number in zip(group.ids, numbers, strict=True)}
    stays = tuple(piece for piece, answer in answers.items() if not answer.cells)
    why, rule = _why_they_stay(group, match, board, stays, answers)
    tints = {
        piece: {tint.cell: tint for tint in answers[piece].cells} for piece in group.ids if piece not in stays
    }
    if not tints:
        return Answer(text=why, rule=rule, stays=stays)
    slowest = min(tints, key=lambda piece: len(tints[piece]))
    common = [cell for cell in tints[slowest] if all(cell in others for others in tints.values())]
    if question.room and len(tints) > 1:
        going = [number for piece, number in zip(group.ids, numbers, strict=True) if piece in tints]
        common = list(question.room(group.state, going, common))
    words = "{count} go together; the slowest is {slowest}"
    if all(len(reached) == len(tints[slowest]) for reached in tints.values()):
        words = "{count} go together"
    if not common:
        words = "nothing is in reach of all {count}; the slowest is {slowest}"
    cells = (_for_all(tints[slowest][cell], [others[cell] for others in tints.values()]) for cell in common)
    text = why or phrase(words, count=len(tints), slowest=group.called([slowest])[0])
    return Answer(text=text, rule=rule, cells=tuple(cells), legend=answers[slowest].legend, stays=stays)


def _why_they_stay(
    group: Group, match: Match, board: Board, stays: Sequence[str], answers: Mapping[str, Answer]
) -> tuple[str, str]:
    """Words for those that cannot go, with the rule: the reason that the game gives for the first of them."""
    if not stays:
        return "", ""
    found = because(match, board, WhyNot(group.side, piece=stays[0]))
    reason = found.reason or answers[stays[0]].text
    pieces = quoted(group.called(stays))
    return str(say("{pieces} cannot go along: {reason}", pieces=pieces, reason=reason)), found.rule


def _for_all(slowest: Tint, others: Sequence[Tint]) -> Tint:
    """What the slowest pays, in the worst tone that the cell has for any of them."""
    tones = {tint.tone for tint in others}
    tone = next((tone for tone in WORST_FIRST if tone in tones), slowest.tone)
    return Tint(slowest.cell, slowest.text, tone)


# The way of all


def _way(match: Match, group: Group, question: Question, place: str) -> Answer:
    """The run that takes them to a cell one after another; if one cannot follow, its name and the reason."""
    assert question.show is not None
    game, state = group.game, group.state
    goal = group.number(question.nouns[1], place)
    going = group.not_at(goal)
    run: list[str] = []
    ways: list[tuple[int, ...]] = []
    end = None
    for done, piece in enumerate(going):
        if end is not None:
            named = group.called(going)
            reason = _stays(named[done:], named[done - 1], end)
            return Answer(text=str(reason), rule=game.sequence_rule)
        answer = question.show(state, group.number(question.nouns[0], piece), goal)
        if not answer.run:
            return Answer(text=answer.text, rule=answer.rule)
        state, _, end = followed(game, state, group.side, answer.run)
        run.extend(answer.run)
        ways.extend(answer.ways)
    if len(run) > MAX_RUN:
        words = "{count} choices at once are too many, at most {most} are played together; send fewer units"
        return Answer(text=phrase(words, count=len(run), most=MAX_RUN))
    text = phrase("{pieces} to {goal}", pieces=quoted(group.called(going)), goal=place)
    answer = Answer(text=text, ways=tuple(dict.fromkeys(ways)), run=tuple(run))
    return foretold(match, group.state, group.side, answer)


def _stays(rest: Sequence[str], piece: str, end: Message) -> Message:
    words = "{rest} would be left behind: once {piece} has gone, {end}; send them one after another"
    return say(words, rest=quoted(list(rest)), piece=piece, end=end)


# One request


def check_whole(match: Match, board: Board, run: Run) -> None:
    """Refuse a run that would end early, as far as its side can know, and name the piece it stops at.

    It is tried on an invented state: if only the truth stops a run, a refusal would show for free what the run
    discovers.
    """
    match.check_door(run.side, run.run, run.expected)
    game, state = match.game, invention(match, run.side)
    movers = _movers(game, state, board, run)
    for place, text in enumerate(run.run):
        try:
            state, _, end = followed(game, state, run.side, [text])
        except Illegal as error:
            raise Illegal(say("{piece}: {reason}", piece=movers[place], reason=error.reason), error.rule) from None
        rest = [piece for piece in dict.fromkeys(movers[place + 1 :]) if piece != movers[place]]
        if end is not None and rest:
            raise Illegal(_stays(rest, movers[place], end), game.sequence_rule)
        if end is not None:
            return  # Whoever moves on does so when the others have decided.


def _movers(game: Game[Any], state: Any, board: Board, run: Run) -> list[str]:
    """By choice, the name of the piece it is about: the last one named."""
    movers, piece, names = [], run.run[0], names_of(game, state, run.side)
    for text in run.run:
        verb, _ = unpack(game.vocabulary(state.printed).read(text))
        if game.verbs[verb].noun in board.piece_nouns:
            name = text.partition(":")[2]
            piece = names.get(name, name)
        movers.append(piece)
    return movers

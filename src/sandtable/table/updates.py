"""What one side sees of a match: its scene, its log, its past.

Every function here takes the true match and returns what one side may know, through that side's view.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import msgspec

from sandtable.kernel.choices import unpack
from sandtable.kernel.events import Event, told_to
from sandtable.kernel.flow import CHANCE, OVER
from sandtable.kernel.game import SPECTATOR, Game
from sandtable.kernel.journal import ChoiceRecord, UndoRecord
from sandtable.kernel.match import Match, Standing
from sandtable.kernel.scene import Board, Drawable, Gist, Scene, drawable, scene_for
from sandtable.kernel.words import say
from sandtable.table.errors import Missing
from sandtable.table.messages import Ending, LogLine, Moment, Moments, Offers, Update, WayAhead


def drawn(game: Game[Any]) -> Drawable:
    """The game, which must be drawable: only such games can be played at a table."""
    found = drawable(game)
    if found is None:
        raise Missing(say("{game} cannot be played at a table: it has no board", game=game.title))
    return found


# Now


def update_for(match: Match, board: Board, side: int, after: int = -1) -> Update:
    """The scene now, with the log after a number; the whole log if the number is unknown."""
    number = match.seen(side)
    first = valid_up_to(match, side, after if after <= number else -1) + 1
    scene = scene_of(match, board, side)
    decides = scene.actor == side >= 0 and bool(scene.focus)
    return Update(
        number=number,
        scene=scene,
        log=with_notes(match, side, first, log_lines(match, match.log(side, first - 1))),
        log_from=first,
        undo=_or_none(match.undo_target(side), match),
        reset=_or_none(match.reset_target(side), match),
        offers=offers_of(match),
        ending=ending_of(match),
        leave=_or_none(match.leave_target(side), match) if decides else -1,
        way=_way_ahead(match, board, side),
    )


def valid_up_to(match: Match, side: int, after: int) -> int:
    """The last number, up to `after`, whose log line has not been made void by a later undo."""
    if after < 0:
        return after
    valid = after
    for record in reversed(match.records):
        if match.seen(side, record.number) <= after:
            break
        if isinstance(record, UndoRecord):
            valid = min(valid, match.seen(side, record.to))
    return valid


def scene_of(match: Match, board: Board, side: int) -> Scene:
    """The scene, without buttons if nothing can be decided: after a resignation, or while changed rules wait."""
    over = match.actor() == OVER or match.disputed is not None
    scene = scene_for(match.game, board, match.state, side, warned=not over)
    if match.actor() == OVER:
        return _over(match, board, scene)
    if match.disputed is not None:
        prompt = str(say("The rules have changed: the game is on hold until every player accepts"))
        return msgspec.structs.replace(scene, prompt=prompt, rule="", buttons=())
    return scene


def _over(match: Match, board: Board, scene: Scene) -> Scene:
    """The scene when the game is over: every piece as its own side sees it, because nothing is secret any more."""
    pieces = scene.pieces
    if match.secrets:
        pieces = tuple(piece for piece in pieces if piece.side < 0)
        for side in range(len(match.game.sides)):
            theirs = scene_for(match.game, board, match.state, side, warned=False).pieces
            pieces += tuple(piece for piece in theirs if piece.side == side)
    prompt = str(say("The game is over"))
    return msgspec.structs.replace(scene, pieces=pieces, actor=OVER, prompt=prompt, rule="", buttons=())


def log_lines(match: Match, log: Iterable[tuple[int, Event]]) -> tuple[LogLine, ...]:
    """Events as log lines, with what is drawn for them."""
    game, printed, drawing = match.game, match.state.printed, drawn(match.game)
    return tuple(
        LogLine(
            number=number,
            text=str(game.narrate(printed, event)),
            rule=event.rule,
            kind=event.kind,
            gist=drawing.gist(printed, event),
        )
        for number, event in log
    )


def with_notes(match: Match, side: int, first: int, lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Log lines from a number on, and between them what happened at the table itself."""
    told = [
        LogLine(note.seen(side), str(note.words), "", "table", Gist(side=note.side))
        for note in takewhile(lambda note: note.seen(side) >= first, reversed(match.notes))
    ]
    return tuple(sorted([*lines, *reversed(told)], key=lambda line: line.number)) if told else lines


def offers_of(match: Match) -> Offers:
    return Offers(
        draw=-1 if match.draw_offer is None else match.draw_offer,
        take_back=-1 if match.take_back is None else match.take_back[0],
    )


def ending_of(match: Match) -> Ending | None:
    result = match.result
    if result is None:
        return None
    winner = -1 if result.winner is None else result.winner
    return Ending(winner, str(result.how), result.rule, tuple(match.remarks()))


def _way_ahead(match: Match, board: Board, side: int) -> WayAhead | None:
    way = match.ways.get(side)
    if way is None:
        return None
    choices = (unpack(match.game.vocabulary(match.state.printed).read(text)) for text in way.rest)
    cells = tuple(place for verb, place in choices if match.game.verbs[verb].noun == board.cell_noun)
    return WayAhead(len(way.rest), cells)


def _or_none(target: int | None, match: Match) -> int:
    return -1 if target is None or match.disputed is not None else target


# The past


def moments_of(match: Match, side: int) -> Moments:
    """Every moment in effect that this side knows of, from the beginning."""
    begin = Moment(0, match.game.turn(match.state_at(0)), str(say("The game begins")), SPECTATOR)
    later = (_moment(match, side, number, standing) for number, standing in match.known(side))
    return Moments((begin, *later))


def _moment(match: Match, side: int, number: int, standing: Standing) -> Moment:
    record, heard = standing.record, told_to(side, standing.events)
    if heard:
        text = str(match.game.narrate(match.state.printed, heard[0]))
    else:
        text = record.text if standing.words is None else str(standing.words)
    who = record.side if isinstance(record, ChoiceRecord) else CHANCE
    return Moment(number, standing.turn, text, who)


def moment_of(match: Match, board: Board, side: int, number: int) -> Update:
    """The scene as it was at a number, and what happened there."""
    if not 0 <= number <= match.seen(side):
        raise Missing(say("there is no moment {number}", number=number))
    place = match.place_at(side, number)
    log = match.log(side, number - 1, number)
    return _past(match, board, side, place, log)


def spectators_moment(match: Match, board: Board, record: int) -> Update:
    """The scene as spectators saw it after a record, and the log up to there."""
    place = match.place_of(record)
    number = match.seen(SPECTATOR, match.number_at(place))
    log = match.log(SPECTATOR, last=number)
    return _past(match, board, SPECTATOR, place, log)


def _past(match: Match, board: Board, side: int, place: int, log: list[tuple[int, Event]]) -> Update:
    scene = scene_for(match.game, board, match.state_at(place), side, warned=False)
    last = place == len(match.line)
    if last and match.result is not None:
        scene = _over(match, board, scene)
    return Update(
        number=match.seen(side, match.number_at(place)),
        scene=msgspec.structs.replace(scene, buttons=()),
        log=log_lines(match, log),
        log_from=log[0][0] if log else 0,
        undo=-1,
        reset=-1,
        offers=Offers(),
        ending=ending_of(match) if last else None,
    )

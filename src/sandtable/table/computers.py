"""Computer players at the tables: whoever is to move is asked, whoever fails is replaced, and the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from sandtable.kernel.errors import Illegal, Malformed, NotYourTurn, Stale
from sandtable.kernel.journal import ChoiceRecord
from sandtable.kernel.match import Match
from sandtable.kernel.words import say
from sandtable.table.errors import Unavailable
from sandtable.table.memories import Memory
from sandtable.table.processes import Failed
from sandtable.table.rooms import Room
from sandtable.table.seats import COMPUTER
from sandtable.table.stored_tables import Outcome
from sandtable.table.workers import Crew, Thought

LAST_RESORT = "random"
"""The player that takes over from one that failed twice."""
FAILED_TWICE = say(
    "The computer player has failed at this position, so the game has stopped. "
    "The owner of the table can give its seat to somebody else"
)
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds to wait when nothing can be stored, doubled each time."""

log = structlog.get_logger("sandtable.table")

Finish = Callable[[Coroutine[Any, Any, Outcome]], Coroutine[Any, Any, Outcome]]


class Computers:
    """Plays the computer's seats in all rooms. `finish` completes a change even if we are cancelled."""

    def __init__(self, crew: Crew, finish: Finish) -> None:
        self.crew = crew
        self._finish = finish
        self._closed = False

    def wake(self, room: Room) -> None:
        """If a computer player is to move in this room, let it think, unless it already does."""
        idle = room.thinker is None or room.thinker.done()
        if idle and not self._closed and (room.computer_to_move() is not None or _nobody_to_accept(room)):
            room.thinker = asyncio.create_task(self._play(room), name=f"thinker of {room.id}")

    async def close(self, rooms: list[Room]) -> None:
        """Stop all thinking; the games resume when the house is opened again."""
        self._closed = True
        thinkers = [room.thinker for room in rooms if room.thinker is not None]
        for thinker in thinkers:
            thinker.cancel()
        await asyncio.gather(*thinkers, return_exceptions=True)
        self.crew.close()

    async def _play(self, room: Room) -> None:
        """Play while it is a computer's turn."""
        wait = FIRST_WAIT
        room.thinking = True
        room.publish_presence()
        try:
            if _nobody_to_accept(room):
                await self._finish(room.change(_accept_all))
            while (side := room.computer_to_move()) is not None:
                try:
                    await self._move(room, side)
                    wait = FIRST_WAIT
                except Unavailable as error:
                    log.warning("a computer player is waiting for the store", table=room.id, reason=str(error))
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        except Exception:
            log.exception("a computer player is stuck", table=room.id)
            room.stop(str(FAILED_TWICE))
        finally:
            room.thinking = False
            room.publish_presence()

    async def _move(self, room: Room, side: int) -> None:
        """One run, by the first that succeeds: the player, the player in a fresh process, or the last resort.
        If all that came of it were choices that are not legal, the first legal one is played; if processes died
        of it twice, the game itself is at fault and stops, before it costs everybody else theirs."""
        match, player, deaths = room.match, room.player_of(side), 0
        view, first = match.game.view(match.state, side), not _has_chosen(match, side)
        for attempt, name in enumerate((player, player, LAST_RESORT)):
            if attempt == 2:
                room.stand_ins[side] = LAST_RESORT
            notes = b"" if attempt else room.memories.notes(side, name, match)  # they may be the cause
            try:
                thought = await self.crew.think(
                    match.game.id, view, name, side, notes, fresh=attempt > 0, who=room.owner, first=first
                )
                done = await self._finish(room.change(_playing(side, thought.run, match.number)))
                _keep_memory(room, match, side, name, thought, done)
                return
            except (Stale, NotYourTurn):
                return  # the game has moved on in the meantime
            except (Failed, Illegal, Malformed) as error:
                log.warning("a computer player failed", table=room.id, player=name, reason=str(error))
                deaths += isinstance(error, Failed)
        if deaths > 1:
            room.stop(str(FAILED_TWICE))
        else:
            await self._finish(room.change(_first_legal(side, match.number)))


def _has_chosen(match: Match, side: int) -> bool:
    """Has this side made any choice yet?"""
    return any(isinstance(record, ChoiceRecord) and record.side == side for record in match.records)


def _keep_memory(room: Room, asked: Match, side: int, player: str, thought: Thought, done: Outcome) -> None:
    """Keep a player's memory, unless its run was cut short: then it remembers what never happened."""
    if thought.memory and done.played == len(thought.run):
        after = asked.number + done.played
        room.memories.keep(side, Memory(player, asked.game.turn(asked.state), after, thought.memory))
    else:
        room.memories.drop(side)


def _playing(side: int, run: tuple[str, ...], number: int) -> Callable[[Match], Outcome]:
    def alter(match: Match) -> Outcome:
        if match.number != number:
            raise Stale("the game has moved on")
        records = match.play(side, run)
        return Outcome(match.seen(side), sum(isinstance(record, ChoiceRecord) for record in records))

    return alter


def _first_legal(side: int, number: int) -> Callable[[Match], Outcome]:
    def alter(match: Match) -> Outcome:
        choice = match.game.legal(match.state)[0]
        return _playing(side, (match.game.write(match.state, choice),), number)(match)

    return alter


def _nobody_to_accept(room: Room) -> bool:
    """Are changed rules waiting to be accepted at a table where only computers play?"""
    return room.match.disputed is not None and all(chair.kind == COMPUTER for chair in room.chairs)


def _accept_all(match: Match) -> Outcome:
    for side in sorted(match.awaited):
        match.act(side, "accept-rules")
    return Outcome(match.seen(0), 0)


def answer_for_computers(room: Room, match: Match, side: int, act: str) -> None:
    """A computer opponent answers at once: it grants every take-back and declines every draw offer."""
    answers = {"offer-draw": "decline-draw", "ask-take-back": "grant-take-back"}
    others = [chair for chair in room.chairs if chair.side != side]
    if act in answers and all(chair.kind == COMPUTER for chair in others):
        match.act(others[0].side, answers[act])

"""Replay: playing a journal again, under the rules and data it was written with or under today's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.chance import ChanceSource, SeededChance
from sandtable.kernel.errors import BrokenJournal, Illegal, Malformed, NotYourTurn, SandtableError
from sandtable.kernel.flow import CHANCE
from sandtable.kernel.game import Game
from sandtable.kernel.journal import ActRecord, ChanceRecord, ChoiceRecord, Header, Journal, Record, UndoRecord
from sandtable.kernel.match import Match
from sandtable.kernel.words import Message, say


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed journal: the match at the last record that agrees, and what disagreed, if anything."""

    match: Match
    disagreement: Message | None
    at: int = 0
    """The number of the record that disagreed; 0 for the header."""
    changed: bool = False
    """Have the rules or the data changed since the journal was written?"""


Watcher = Callable[[Match], None]
"""Called with the match after each record that agrees."""


def replay(
    game: Game[Any],
    journal: Journal,
    data: Path | None = None,
    *,
    chance: ChanceSource | None = None,
    watch: Watcher | None = None,
) -> Replayed:
    """Replay a journal under these rules and data, as long as every choice is legal and every key is equal.

    `chance` draws what comes after: the match's own seeded source, if its dice are to be verified later.
    """
    header, records = journal.header, journal.records
    match = _begun(game, header, chance or SeededChance(header.game_id), data)
    ours = game.rules_version, game.data_fingerprint(match.state.printed)
    changed = ours != (header.rules_version, header.data)
    if match.unread_position is not None and not _kept_what_was_given_up(match, records, 0):
        return Replayed(match, match.unread_position, 0, changed)
    kept = match.number
    for index, record in enumerate(records):
        if index < kept:
            continue
        try:
            _replay_record(match, record)
        except SandtableError as error:
            if not _kept_what_was_given_up(match, records, index):
                return Replayed(match, error.reason, record.number, changed)
            kept = match.number
        if watch is not None:
            watch(match)
    return Replayed(match, None, 0, changed)


def _begun(game: Game[Any], header: Header, chance: ChanceSource, data: Path | None) -> Match:
    """A match before its first record; if its position can no longer be read, it begins with the set-up."""
    try:
        return Match.begin(game, header, chance, data)
    except SandtableError as error:
        if not header.position or header.game != game.id:
            raise
        match = Match.begin(game, msgspec.structs.replace(header, position=""), chance, data)
        match.header = header
        match.unread_position = say("the position in the header cannot be read: {reason}", reason=error.reason)
        return match


def _kept_what_was_given_up(match: Match, records: list[Record], first: int) -> bool:
    """If everybody has accepted it, keep the records that do not agree, from here on. Have they accepted?"""
    given_up = _given_up(records, first)
    for record in given_up:
        match.keep(record)
    return bool(given_up)


def _given_up(records: list[Record], first: int) -> list[Record]:
    """The records from here to where everybody accepted that they no longer count; empty if they did not."""
    for place in range(first + 1, len(records)):
        record, before = records[place], records[place - 1]
        accepted = isinstance(before, ActRecord) and before.act == "accept-rules"
        if accepted and isinstance(record, UndoRecord) and record.to == first:
            return records[first : place + 1]
    return []


def reopen(
    game: Game[Any],
    journal: Journal,
    seats: Iterable[int],
    data: Path | None = None,
    *,
    chance: ChanceSource | None = None,
) -> Match:
    """A live game under today's rules and data. If they agree with its journal, it simply goes on.

    Otherwise it stops at the last record that agrees, `match.disputed`, and can only be read until each of these
    seats has accepted (`accept-rules`). Then it goes on from there, and nothing is deleted.
    """
    replayed = replay(game, journal, data, chance=chance)
    match = replayed.match
    if replayed.disagreement is None:
        match.settle_chance()
    else:
        match.dispute(journal.records[match.number :], seats)
    return match


def verified(
    game: Game[Any],
    journal: Journal,
    data: Path | None = None,
    *,
    chance: ChanceSource | None = None,
    watch: Watcher | None = None,
) -> Match:
    """Replay a journal that must agree to its last record; BrokenJournal names a record that does not."""
    replayed = replay(game, journal, data, chance=chance, watch=watch)
    if replayed.disagreement is not None:
        raise BrokenJournal(f"record {replayed.at}" if replayed.at else "header", replayed.disagreement)
    return replayed.match


def _replay_record(match: Match, record: Record) -> None:
    """Play one record; if it disagrees, the match stays as it was."""
    if isinstance(record, UndoRecord) and record.number == match.number:
        _must_be(record == match.records[-1])  # granting the take-back has already recorded it
        return
    _must_be(record.number == match.number + 1)
    if isinstance(record, ActRecord):
        match.act(record.side, record.act, record.value)
    elif isinstance(record, UndoRecord):
        _replay_undo(match, record)
    elif isinstance(record, ChoiceRecord):
        _replay_choice(match, record)
    else:
        _replay_chance(match, record)


def _replay_undo(match: Match, record: UndoRecord) -> None:
    place = match.place_of(record.to)
    _must_be(match.number_at(place) == record.to)
    match._undo_to(record.side, place)


def _replay_choice(match: Match, record: ChoiceRecord) -> None:
    if match.actor() != record.side or match.actor() == CHANCE:
        raise NotYourTurn(say("it is not side {side}'s decision", side=record.side))
    choice = match.game.read(match.state, record.text)
    why = match.game.explain(match.state, record.side, choice)
    if why is not None:
        raise Illegal(why.sentence, why.rule)
    match._apply(choice, lambda number, key: _same_key(record, key))


def _replay_chance(match: Match, record: ChanceRecord) -> None:
    if match.actor() != CHANCE:
        raise Malformed("there is an outcome of chance where none was expected")
    outcome = match.game.read(match.state, record.text)
    match._apply(outcome, lambda number, key: _same_key(record, key))


def _same_key(record: ChoiceRecord | ChanceRecord, key: str) -> ChoiceRecord | ChanceRecord:
    _must_be(record.key == key)
    return record


def _must_be(agrees: bool) -> None:
    if not agrees:
        raise Malformed("the position is not the one that was recorded here")


def verify_dice(game: Game[Any], journal: Journal, seed: bytes, data: Path | None = None) -> int:
    """Check every outcome against the revealed seed; returns how many were checked."""
    source = SeededChance(journal.header.game_id, seed)
    if source.commitment != journal.header.commitment:
        raise BrokenJournal("header", "the seed is not the one whose hash was published at the start")
    match = Match.begin(game, journal.header, source, data)
    checked = 0
    for record in journal.records:
        try:
            checked += _check_die(match, source, record)
            _replay_record(match, record)
        except SandtableError as error:
            raise BrokenJournal(f"record {record.number}", error.reason) from None
    return checked


def _check_die(match: Match, source: SeededChance, record: Record) -> bool:
    """Does this outcome come from the seed? Malformed if it should but does not."""
    elsewhere = record.number <= match.header.imported
    if not isinstance(record, ChanceRecord) or record.typed or elsewhere or match.actor() != CHANCE:
        return False
    outcome = source.draw(match.game.chance(match.state), record.number)
    if match.game.outcome_name(match.state, outcome) != record.text:
        raise Malformed("the outcome does not match the seed")
    return True

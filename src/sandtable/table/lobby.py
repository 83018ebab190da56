"""The lobby: one card per game, made from the store without opening the game."""

from __future__ import annotations

from sandtable.kernel.errors import SandtableError
from sandtable.players.registry import player_info
from sandtable.table.catalogue import loaded
from sandtable.table.messages import SeatInfo, TableCard
from sandtable.table.people import People, Person
from sandtable.table.seats import COMPUTER, Chair
from sandtable.table.stored_tables import Row, StoredTables


def stored_card(row: Row, tables: StoredTables, people: People, person: Person | None) -> TableCard:
    """A game that is not open, as the lobby shows it; if its rules are not installed, by its id."""
    chairs = tables.chairs(row.id)
    title, scenario, sides = _words(row, len(chairs))
    actor = row.summary.actor
    seats = tuple(
        _seat(chair, sides[chair.side], _name(row, chair, people), person, row.owner) for chair in chairs
    )
    return TableCard(
        id=row.id,
        game=row.header.game,
        title=title,
        scenario=scenario,
        seats=seats,
        heading=row.summary.heading,
        actor=actor,
        your_turn=any(seat.yours and seat.side == actor for seat in seats),
        ending=row.summary.ending,
        changed=row.changed,
    )


def _words(row: Row, sides: int) -> tuple[str, str, tuple[str, ...]]:
    try:
        game = loaded(row.header.game)
        return game.title, game.scenario(row.header.scenario).title, game.sides
    except SandtableError:
        return row.header.game, row.header.scenario, ("",) * sides


def _name(row: Row, chair: Chair, people: People) -> str:
    """Who sits in a seat: a person, or a computer player by its title (by its id if the game is not installed)."""
    if chair.kind != COMPUTER:
        return people.name_of(chair.person) if chair.person else ""
    try:
        return player_info(loaded(row.header.game), chair.player).title
    except SandtableError:
        return chair.player


def _seat(chair: Chair, side_name: str, name: str, person: Person | None, owner: str) -> SeatInfo:
    return SeatInfo(
        side=chair.side,
        side_name=side_name,
        kind=chair.kind,
        name=name,
        yours=person is not None and chair.person == person.id,
        online=chair.kind == COMPUTER,
        called=chair.called or 0.0,
        returnable=person is not None and chair.person is None and chair.former == person.id,
        exposed=chair.exposed and chair.person != owner,
    )

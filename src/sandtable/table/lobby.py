"""The lobby: one card per game, made from the store without opening the game."""

from __future__ import annotations

from sandtable.kernel.errors import SandtableError
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
    seats = tuple(_seat(chair, sides[chair.side], people, person, row.owner) for chair in chairs)
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


def _seat(chair: Chair, side_name: str, people: People, person: Person | None, owner: str) -> SeatInfo:
    computer = chair.kind == COMPUTER
    name = people.name_of(chair.person) if chair.person else ""
    return SeatInfo(
        side=chair.side,
        side_name=side_name,
        kind=chair.kind,
        name=chair.player if computer else name,
        yours=person is not None and chair.person == person.id,
        online=computer,
        called=chair.called or 0.0,
        returnable=person is not None and chair.person is None and chair.former == person.id,
        exposed=chair.exposed and chair.person != owner,
    )

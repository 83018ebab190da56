"""How seats change hands: by link, by sitting down, or by the owner's decision."""

from __future__ import annotations

import msgspec

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import quoted, say
from sandtable.table.errors import Denied, Missing
from sandtable.table.messages import Invitation, SeatChange
from sandtable.table.people import Person, token_hash
from sandtable.table.rooms import Room
from sandtable.table.seats import COMPUTER, HERE, KINDS, LINK, OPEN, Chair, known_player, linked


def chair_of_link(room: Room, secret: str) -> Chair:
    """The seat a link leads to."""
    for chair in room.chairs:
        if chair.link_hash == token_hash(secret):
            return chair
    raise Missing("this link is no longer valid", "ask for a new one")


def taken(room: Room, chair: Chair, person: Person) -> Chair:
    """The seat with this person in it."""
    if chair.person is not None and chair.person != person.id:
        raise Denied(
            "somebody already has that seat",
            "ask the owner of the table for another link, or watch as a spectator",
        )
    guarded = chair.guarded or person.id != room.owner
    return msgspec.structs.replace(chair, person=person.id, guarded=guarded)


def open_seat(room: Room, side: int) -> Chair:
    chair = room.chairs[side]
    if chair.kind != OPEN:
        raise Denied("that seat is not open to everybody")
    return chair


def reassigned(room: Room, side: int, change: SeatChange) -> tuple[Chair, Invitation | None]:
    """The seat as the table's owner wants it. If somebody else has played it, its secrets are not the owner's."""
    before, game = room.chairs[side], room.match.game
    if change.kind not in KINDS:
        raise Malformed(
            say("there is no seat of kind '{kind}'", kind=change.kind),
            say("choose one of {known}", known=quoted(list(KINDS))),
        )
    if change.kind == COMPUTER:
        return Chair(side, COMPUTER, player=known_player(game, change.player), guarded=before.guarded), None
    if before.guarded and game.secrets and not room.over():
        raise Denied(
            "somebody else has played this seat, and its secrets belong to them",
            "until the game is over, only a computer player can take it over",
        )
    if change.kind == LINK:
        return linked(side)
    return Chair(side, change.kind, room.owner if change.kind == HERE else None), None
